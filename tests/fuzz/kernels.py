"""Random modules of kernels, and what they must do alike in CPython and in C.

Beside tests/compiler/programs.py, by another plan: trees of typed expressions instead of forms of
text. It aims at records and arrays under two names, kernels that write inside of expressions,
numbers at the edges of floats, functions of `math` of a constant on one path alone, and ints where
floats are due. A module's kernels are called one after another on one memory, as bots do.
"""

import importlib.util
import sys
from collections.abc import Iterator
from math import isnan
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any

from common.kernel import is_record

HEADER = (Path(__file__).parents[1] / "data" / "kernels" / "modules_begin.txt").read_text()
# Functions of `math` and from where to where their arguments make sense, and some outside.
MATH = {
    "sin": (-9.0, 9.0), "cos": (-9.0, 9.0), "tan": (-4.0, 4.0), "asin": (-1.0, 1.0),
    "acos": (-1.0, 1.0), "atan": (-9.0, 9.0), "exp": (-20.0, 20.0), "expm1": (-4.0, 4.0),
    "log": (0.01, 99.0), "log2": (0.01, 99.0), "log10": (0.01, 99.0), "log1p": (-0.9, 9.0),
    "tanh": (-3.0, 3.0), "cbrt": (-99.0, 99.0), "sqrt": (0.0, 99.0), "fabs": (-9.0, 9.0),
}  # fmt: skip
EDGES = """
0.0 -0.0 5e-324 2.2250738585072014e-308 1e-310 1.7976931348623157e308 -1.7976931348623157e308 1e16
4503599627370497.5 9007199254740993.0 0.1 0.49999999999999994 -0.5 1.5 2.5 1e300 -1e300 3.0
""".split()
INTS = """
0 1 -1 2 3 5 7 8 -8 15 63 64 127 128 -129 255 32767 65536 2147483647 2147483648 -2147483649
4294967295 9007199254740993 4611686018427387904 9223372036854775807 -9223372036854775807
""".split()


class Writer:
    """Writes random kernels. calls: how many more calls that write an expression may hold."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        self.lines: list[str] = []
        self.names: dict[str, list[str]] = {}
        self.calls = 0
        self.made = 0

    def one(self, *choices: str) -> str:
        return self.random.choice(choices)

    def effect(self) -> bool:
        """Returns True where the next operand shall write."""
        self.calls -= 1
        return self.calls >= 0 and self.random.random() < 0.4

    def unit(self) -> str:
        some = ["m.one.chief", "m.two.chief", f"m.one.units[{self.place(3)}]"]
        return self.one(*self.names["unit"], *some, f"m.two.units[{self.place(3)}]")

    def row(self) -> str:
        return self.one("bag", "own", f"{self.unit()}.bag")

    def place(self, length: int) -> str:
        """An index that is inside, nearly always."""
        if self.random.random() < 0.02:
            return f"n + {self.int_(1)}"
        if length in (4, 8) and self.random.random() < 0.5:
            return f"{self.int_(1)} & {length - 1}"
        return self.one(f"{self.int_(1)} % {length}", "0", str(length - 1))

    def literal(self, function: str) -> str:
        """A round argument of a function, now and then an odd one."""
        low, high = MATH[function]
        if self.random.random() < 0.05:
            return self.one(*EDGES)
        return repr(round(self.random.uniform(low, high), self.random.randrange(1, 4)))

    def int_(self, depth: int) -> str:
        if self.effect():
            return self.one(
                f"note(m, {self.int_(depth - 1)})",
                f"pour({self.row()}, {self.row()}, {self.int_(0)})",
            )
        if depth <= 0:
            some = ["n", "m.log", f"{self.one(*self.names['unit'])}.hp", "len(own)", "u.slim"]
            constant = self.one(*INTS) if self.random.random() < 0.15 else self.one(*INTS[:10])
            return self.one(*self.names["int"], *some, constant, constant)
        a, b, kind = self.int_(depth - 1), self.int_(depth - 1), self.random.randrange(22)
        if kind < 6:
            return f"({a} {self.one('+', '-', '*')} {b})"
        if kind < 8:
            return f"({a} {self.one('&', '|', '^')} {b})"
        if kind < 10:
            return f"({a} {self.one('//', '%')} {self.one(f'({b} | 1)', '3', '-7', '16', b)})"
        if kind == 10:
            return f"({a} {self.one('<<', '>>')} ({b} & {self.one('3', '7', '7', '63')}))"
        if kind == 11:
            return f"(({a} * {b} + n) & {self.one('255', '0xFFFFFFFFFFFF', '0x7FFFFFFFFFFFFFFF')})"
        if kind == 12:
            return f"({a} if {self.bool_(depth - 1)} else {b})"
        if kind == 13:
            return f"{self.one('min', 'max')}({a}, {b})"
        if kind == 14:
            cut = f"max(min({self.float_(depth - 1)}, 1e6), -99.5)"
            given = cut if self.random.random() < 0.8 else self.float_(depth - 1)
            return f"{self.one('int', 'round', 'floor', 'ceil', 'trunc')}({given})"
        if kind == 15:
            return f"{self.one('Int8', 'Int16', 'Int32')}({a})"
        if kind == 16:
            return self.one(f"(-{a})", f"(~{a})", f"abs({a})", f"int({self.bool_(depth - 1)})")
        if kind == 17:
            return f"({a}).{self.one('bit_count', 'bit_length')}()"
        if kind == 18:
            return f"ROW[{self.place(8)}]"
        if kind == 19:
            return f"m.{self.one('ns', 'tiny')}[{self.place(8)}]"
        return f"{self.row()}[{self.place(4)}]"

    def clamped(self, function: str, depth: int) -> str:
        """An argument that is a constant on one path, in many ways."""
        x, ends = self.float_(depth - 1), sorted(
            [self.literal(function), self.literal(function)], key=float
        )
        low, high = ends
        if self.random.random() < 0.6:
            return f"max(min({x}, {high}), {low})"
        if self.random.random() < 0.7:
            return f"({low} if {self.bool_(0)} else {high})"
        top = self.one(f"min({x}, {high})", f"({low} if {self.bool_(0)} else {x})", low, "f", "g")
        return f"max({x}, {low})" if function[:3] in ("log", "sqr") else top

    def float_(self, depth: int) -> str:
        if self.effect():
            return f"push({self.unit()}, {self.unit()}, {self.float_(depth - 1)})"
        if depth <= 0:
            some = ["x", "u.x", "w.vx", f"{self.one(*self.names['unit'])}.x", "0.75", "-1.5"]
            return self.one(
                *self.names["float"], *some, self.one(*EDGES), repr(self.random.random())
            )
        a, b, kind = self.float_(depth - 1), self.float_(depth - 1), self.random.randrange(20)
        if kind < 5:
            return f"({a} {self.one('+', '-', '*')} {b})"
        if kind == 5:
            return f"({a} / {self.one(f'(fabs({b}) + 0.5)', '3.0', '0.1', '7', b)})"
        if kind == 6:  # an int where a float is due
            return f"({self.int_(depth - 1)} {self.one('*', '+', '-')} {b})"
        if kind < 12:
            function = self.one(*MATH)
            given = self.clamped(function, depth) if self.random.random() < 0.9 else a
            return f"{self.one('', 'math.')}{function}({given})"
        if kind == 12:
            base, up = self.literal("log"), self.literal("expm1")
            first = self.one(base, f"max({a}, {base})")
            return f"pow({first}, {self.one(up, f'min({b}, {up})', '2.0', '0.5', self.int_(0))})"
        if kind == 13:
            function = self.one("atan2", "fmod", "copysign")
            return f"{function}({self.one(a, self.int_(0))}, {self.one(b, '0.7', self.int_(0))})"
        if kind == 14:
            return f"({a} if {self.bool_(depth - 1)} else {b})"
        if kind == 15:
            return f"{self.one('min', 'max')}({a}, {b})"
        if kind == 16:
            return self.one(f"(-{a})", f"abs({a})", f"({a} // 1.0)", f"float({self.int_(0)})")
        if kind == 17:
            return self.one(f"RATES[{self.place(8)}]", f"m.xs[{self.place(8)}]")
        if kind == 18:
            return f"reach({a}, {self.literal('tanh')})"
        return f"{self.unit()}.{self.one('x', 'vx')}"

    def bool_(self, depth: int) -> str:
        if self.effect():
            return f"swap(m, {self.int_(0)}, {self.int_(0)})"
        if depth <= 0:
            return self.one(
                "flag", "u.fast", f"(n > {self.one(*INTS)})", f"(x < {self.one(*EDGES)})"
            )
        sign, kind = self.one("<", "<=", ">", ">=", "==", "!="), self.random.randrange(6)
        if kind < 2:
            return f"({self.int_(depth - 1)} {sign} {self.int_(depth - 1)})"
        if kind < 4:
            return f"({self.float_(depth - 1)} {sign} {self.float_(depth - 1)})"
        if kind == 4:
            return (
                f"({self.bool_(depth - 1)} {self.one('and', 'or', '==')} {self.bool_(depth - 1)})"
            )
        return self.one(f"(not {self.bool_(depth - 1)})", f"m.bits[{self.place(8)}]")

    def value(self, kind: str, depth: int = 3) -> str:
        self.calls = self.random.choice([0, 0, 1, 2, 3])
        return {"int": self.int_, "float": self.float_, "bool": self.bool_}[kind](depth)

    def small(self) -> str:
        return f"({self.value('int', 2)}) % {self.one('97', '1009', '50021')}"

    def put(self, indent: int, text: str) -> None:
        self.lines.append("    " * indent + text)

    def block(self, indent: int, count: int) -> None:
        known = {kind: [*names] for kind, names in self.names.items()}
        for _ in range(count):
            self.statement(indent)
        self.names = known

    def statement(self, indent: int) -> None:
        kind = self.random.randrange(22 if indent < 4 else 14)
        if kind < 3:
            self.put(indent, f"{self.one('k', 'j')} = {self.small()}")
        elif kind < 6:
            self.put(indent, f"{self.one('f', 'g')} = {self.value('float')}")
        elif kind == 6:
            spot = f"{self.unit()}.{self.one('x', 'vx')}"
            self.put(indent, f"{spot} {self.one('=', '+=', '-=', '*=', '=')} {self.value('float')}")
        elif kind == 7:
            spot = self.one(f"{self.unit()}.hp", f"{self.row()}[{self.place(4)}]", "m.log")
            self.put(indent, f"{spot} {self.one('=', '+=', '^=')} {self.small()}")
        elif kind == 8:
            self.put(
                indent, f"{self.one('u.fast', f'm.bits[{self.place(8)}]')} = {self.value('bool')}"
            )
        elif kind == 9:
            self.put(indent, f"m.xs[{self.place(8)}] = {self.value('float')}")
        elif kind == 10:
            self.put(indent, f"u.slim = Int16({self.value('int')})")
            self.put(indent, f"m.tiny[{self.place(8)}] = Int8({self.value('int', 2)})")
        elif kind == 11:
            self.put(indent, f"{self.one('u', 'w')} = {self.unit()}")
        elif kind == 12:
            self.put(
                indent,
                self.one(f"bag = {self.unit()}.bag", f"assign({self.unit()}, {self.unit()})"),
            )
        elif kind == 13:
            self.put(indent, f"m.ns[{self.place(8)}] = {self.value('int')}")
        elif kind < 17:
            self.put(indent, f"if {self.value('bool', 2)}:")
            self.block(indent + 1, self.random.randrange(1, 3))
            if self.random.random() < 0.6:
                self.put(indent, "else:")
                self.block(indent + 1, self.random.randrange(1, 3))
        elif kind == 17:
            self.made += 1
            name = f"steps{self.made}"
            self.put(indent, f"{name} = 0")
            self.put(indent, f"while {name} < 4 and {self.value('bool', 1)}:")
            self.put(indent + 1, f"{name} += 1")
            self.block(indent + 1, 2)
        elif kind > 19:
            self.steps(indent)
        else:
            self.made += 1
            rounds = self.one("3", "1, 5", "7, 0, -2", f"({self.value('int', 1)}) & 3")
            name = f"i{self.made}"
            self.put(indent, f"for {name} in {self.one('range', 'each')}({rounds}):")
            self.names["int"].append(name)
            self.block(indent + 1, self.random.randrange(1, 4))
            self.names["int"].remove(name)

    def steps(self, indent: int) -> None:
        """A cell's steps by a table, with what C may do between a step and its use."""
        self.made += 1
        cell, to, way = f"cell{self.made}", f"to{self.made}", f"i{self.made}"
        table, turn = self.one(*["WAYS"] * 20, "ROW", "FAR"), self.one("range", "each")
        start = self.one(*INTS) if self.random.random() < 0.02 else self.small()
        self.put(indent, f"{cell} = {start}{self.one(*[' % 24 + 6'] * 12, ' & 31', '')}")
        self.put(indent, f"for {way} in {turn}({self.one(*['4'] * 20, '2, 4', '3, -1, -1', '5')}):")
        if self.random.random() < 0.2:
            self.block(indent + 1, 1)
        self.put(indent + 1, f"{to} = {cell} + {table}[{way}]")
        names = [cell, to, way, f"m.board[{to}]"]
        if self.random.random() < 0.6:
            self.put(indent + 1, f"if {self.one(f'm.board[{to}] > 2', f'0 <= {to} < 36')}:")
            indent += 1
        self.names["int"] += names
        self.block(indent + 1, self.random.randrange(0, 2))
        self.put(
            indent + 1,
            self.one(
                f"m.board[{to}] {self.one('=', '+=', '-=')} {self.small()}",
                f"m.board[{cell} + {table}[{way}]] += 1",
                f"m.log = {to}",
                f"{cell} = {self.one(to, f'{to} % 36', f'{cell} ^ 1', f'{cell} + 1')}",
                f"k = m.board[{to}]",
                self.one("break", "continue"),
            ),
        )
        for name in names:
            self.names["int"].remove(name)

    def kernel(self, number: int) -> str:
        """Returns the text of a kernel `go<number>`."""
        self.lines = []
        self.names = {"int": ["k", "j"], "float": ["f", "g"], "unit": ["u", "w", "mine"]}
        result = self.one("int", "float", "float", "bool")
        head = f"def go{number}(m: Memory, n: int, x: float, flag: bool) -> {result}:"
        start = """\
    own = numbers(int, 4)
    mine = Unit()
    u = m.one.chief
    w = m.two.units[1]
    bag = own
    k = n % 11
    j = 7
    f = x
    g = x * 0.5"""
        for _ in range(self.random.randrange(4, 10)):
            self.statement(1)
        self.put(1, f"return {self.value(result)}")
        return "\n".join(["\n\n@kernel", head, start, *self.lines]) + "\n"


def module_text(seed: int, count: int) -> str:
    """Returns a module with kernels go0, go1 and so on."""
    writer = Writer(seed)
    return HEADER + "".join(writer.kernel(number) for number in range(count))


class Strict(list[Any]):
    """A list as C sees it: no index below zero."""

    def __getitem__(self, place: Any) -> Any:
        if type(place) is int and place < 0:
            raise IndexError(place)
        return super().__getitem__(place)

    def __setitem__(self, place: Any, value: Any) -> None:
        if type(place) is int and place < 0:
            raise IndexError(place)
        super().__setitem__(place, value)


def strict(record: Any) -> Any:
    """Returns a record after it got lists that take no index below zero."""
    for name, (kind, *lengths) in record.kernel_fields.items():
        value = getattr(record, name)
        if is_record(kind):
            for inner in value if lengths else [value]:
                strict(inner)
        if lengths:
            setattr(record, name, Strict(value))
    return record


def make_strict(module: Any) -> None:
    """Has the kernels of a module, which has been translated, take no index below zero."""
    unit = module.Unit
    module.Unit = lambda: strict(unit())
    module.numbers = lambda kind, length: Strict([kind(0)] * length)
    for name in ("ROW", "RATES", "WAYS", "FAR"):
        setattr(module, name, Strict(getattr(module, name)))


def import_text(path: Path, text: str) -> ModuleType:
    """Imports a text from a file."""
    path.write_text(text, encoding="ascii")
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[path.stem] = module
    spec.loader.exec_module(module)
    return module


def number(random: Random, kind: type) -> Any:
    """Returns a number for a field or an argument, as a bot may read it: an int for a float."""
    if kind is bool:
        return random.choice([True, False, 0, 1])
    if kind is int:
        return random.choice([random.randrange(-9, 99), random.randrange(-9, 9), True])
    some = [
        random.uniform(-3.0, 3.0),
        random.randrange(-4, 5),
        0,
        0.0,
        -0.0,
        float(random.choice(EDGES)),
    ]
    return random.choice(some)


def fill(record: Any, random: Random) -> None:
    for name, (kind, *lengths) in record.kernel_fields.items():
        if is_record(kind):
            for inner in getattr(record, name) if lengths else [getattr(record, name)]:
                fill(inner, random)
        elif lengths:
            getattr(record, name)[:] = [number(random, kinds(kind)) for _ in range(lengths[0])]
        else:
            setattr(record, name, number(random, kinds(kind)))


def kinds(kind: Any) -> type:
    return kind if kind in (int, float, bool) else int


def seen(value: Any, kind: Any, name: str) -> Iterator[str]:
    """Yields the numbers of a record as a bot sees them; all not-a-numbers are alike."""
    if not is_record(kind):
        yield f"{name} = {'nan' if isinstance(value, float) and isnan(value) else repr(value)}"
        return
    for field, (inner, *lengths) in kind.kernel_fields.items():
        found = getattr(value, field)
        for n, each in enumerate(found if lengths else [found]):
            yield from seen(each, inner, f"{name}.{field}" + f"[{n}]" * bool(lengths))
