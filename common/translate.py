"""Translates kernels to C when the bot starts: a C function for each kernel and kinds of arguments.

Constants have the present values of their names. C keeps Python's order of evaluation, rounding and
exceptions: where Python raises one, or an int leaves 64 bits, C stops and reports the line (a
trap). Any other construct is refused with its line.
"""

import ast
import builtins
import linecache
import math
import re
from collections.abc import Callable, Sequence
from functools import cache
from types import FunctionType
from typing import Any

from common.c_text import C_NAMES, RESULTS, Array, Types, call, number, width
from common.kernel import NARROW, SCALARS, assign, is_record, numbers, records

BITWISE = dict(BitAnd="&", BitOr="|", BitXor="^")
SIGNS = dict(BITWISE, Add="+", Sub="-", USub="-", Mult="*")
ORDER = dict(Lt="<", LtE="<=", Gt=">", GtE=">=", Eq="==", NotEq="!=")
SHL = "LShift"
LOW = {*SIGNS, SHL}  # whose low bits come from low bits alone
FIXED = (*SCALARS, tuple, type(math), type(None))  # what a constant may be made of
CALL = "call_"  # starts the C name of a kernel
Code = tuple[str, Any]  # C, and the kind of its value: int, float, bool, a record's class, an Array


class Refused(Exception):
    """Says why and where a kernel is refused."""


def need(is_so: object) -> None:
    if not is_so:
        raise ValueError


def kind_of(node: ast.AST) -> str:
    return type(node).__name__


def name_in(node: ast.AST) -> str:
    return getattr(node, "id", "")


@cache
def changing(path: str) -> set[str]:
    """Returns the global names of other modules that functions of a file set: they are no
    constants.
    """
    text = "".join(linecache.getlines(path)).replace("\\\n", "")
    way = r"""(?:[\n:;"'][ \t]*(?:global|nonlocal)\b|globals\(\)\[.)([\w, \t]+)"""
    return {*re.findall(r"\w+", ",".join(re.findall(way, text)))}


def read(code: Any) -> Any:
    """Returns the syntax tree of a decorated function. It parses the function alone, in a third of
    the time for the whole file.
    """
    lines, first = [*linecache.getlines(code.co_filename), "end"], code.co_firstlineno - 1
    last = max(line or 0 for *_, line in code.co_lines())
    edge = len(lines[first]) - len(lines[first].lstrip())
    while not lines[last][: edge + 1].strip(" \t\n)]}"):
        last += 1
    text = "\n" * (first - 1) + "if 1:" * (edge > 0) + "\n" + "".join(lines[first:last])
    body: Any = ast.parse(text).body
    (tree,) = body[0].body if edge else body
    tree.decorator_list.pop()
    return {code.co_name: tree}[tree.name]


class Function:
    """Translates one kernel for arguments of certain kinds.

    kinds: of parameters and locals so far
    sure: names that surely have a value at this point: all where it is never reached
    fixed: names of arrays and records of its own
    reach: for a sum with an item of a table, by its name in C: the length of the array that it is
        an index of, 0 if there is none
    """

    has_break = False  # the loop around
    test = "if"  # how C asks
    depth = 0  # open blocks
    work = 0  # expressions in C, with all rounds of unrolled loops

    def __init__(self, program: "Program", function: FunctionType, kinds: Sequence[Any]) -> None:
        code = function.__code__
        self.program = program
        try:
            self.tree = read(code)
        except Exception:
            why = "the file cannot be read or has changed: "
            raise Refused(why + code.co_filename)  # noqa: B904
        self.file = code.co_filename.rpartition("/")[2]
        cells = [cell.cell_contents for cell in function.__closure__ or ()]
        self.names = function.__globals__ | dict(zip(code.co_freevars, cells))  # noqa: B905
        self.name = f"{CALL}{len(program.functions)}_{function.__name__}"
        *stated, self.result = [*function.__annotations__.values()] or [None]
        if len(stated) != code.co_argcount:
            raise self.refused(self.tree)
        pairs = zip(stated, kinds, strict=True)
        need(all(one is two or one not in C_NAMES for one, two in pairs))
        self.kinds = dict(zip(code.co_varnames, kinds))  # noqa: B905
        self.parameters = [*self.kinds]
        self.own = {*code.co_varnames, *code.co_cellvars} | changing(code.co_filename)
        self.sure = {*self.parameters}
        self.fixed: set[str] = set()
        self.reach: dict[str, int] = {}
        self.lines: list[str] = []
        self.put = self.lines.append

    def write(self) -> str:
        """Returns the C function, after the functions that it calls."""
        if self.block(self.tree.body) and self.result:
            raise self.refused(self.tree)
        texts = {name: self.program.declare(kind, name + "_") for name, kind in self.kinds.items()}
        head = call(self.name, *map(texts.pop, self.parameters))
        new = [text + ";" for name, text in texts.items() if name not in self.fixed]
        new += [f"enum {{{name} = {length}}};" for name, length in self.reach.items()]
        return "\n".join([f"static inline {C_NAMES[self.result]} {head}{{", *new, *self.lines, "}"])

    def refused(self, node: Any) -> Refused:
        text = ast.unparse(node).splitlines()[0]
        return Refused(f"{self.file}:{node.lineno}: not in the subset: {text}")

    def tried(self, node: Any, *is_low: bool) -> Any:
        """Writes an expression, or a statement. Raises Refused with the line if that fails."""
        self.work += 1
        try:
            value = self.outside(node) if is_low else None
            if value is not None:
                return self.program.constant(value)
            return getattr(self, kind_of(node))(node, *is_low)
        except Refused:
            raise
        except Exception:
            raise self.refused(node)  # noqa: B904

    # --- statements by their kind: False if their end is not reached

    def block(self, nodes: list[ast.stmt]) -> bool:
        self.depth += 1
        is_reached = all(map(self.statement, nodes))
        self.depth -= 1
        if not is_reached:
            self.sure = {*self.own}
        return is_reached

    def statement(self, node: ast.stmt) -> bool:
        return self.tried(node) is not False

    def Pass(self, node: ast.Pass) -> None:
        pass

    def Continue(self, node: ast.Break | ast.Continue) -> bool:
        self.has_break |= type(node) is ast.Break
        self.put(kind_of(node).lower() + ";")
        return False

    Break = Continue

    def Return(self, node: ast.Return) -> bool:
        text, kind = self.code(node.value) if node.value else ("", None)
        need(kind == self.result)
        self.put(f"return {text};")
        return False

    def Expr(self, node: Any) -> None:
        if type(node.value) is not ast.Constant:  # no docstring
            need(type(node.value) is ast.Call)
            self.put(self.code(node.value)[0] + ";")

    def Assign(self, node: Any) -> None:
        targets = getattr(node, "targets", None) or [node.target]
        value = node.value
        value.reach = f"reach_{name_in(targets[0])}0"
        made = type(value) is ast.Call and self.outside(value.func)
        if made in (numbers, records) or is_record(made):
            (target,) = targets
            self.make(target.id, value, made)
        elif type(value) is ast.Tuple:
            (target,) = targets
            made = [(self.let(text), kind) for text, kind in map(self.code, value.elts)]
            for place, part in zip(target.elts, made, strict=True):
                self.store(place, *part, node)  # type: ignore[call-arg]
        else:
            text, kind = self.code(value)
            if targets[1:]:
                text = self.let(text)
            for target in targets:
                self.store(target, text, kind, node)

    AnnAssign = Assign

    def let(self, text: str) -> str:
        """Returns the name of a new variable in C, which holds the value of an expression."""
        name = f"t{len(self.lines)}"
        self.put(call("LET", name, text))
        return name

    def store(self, target: Any, text: Any, kind: Any, node: Any) -> None:
        """Stores a value in a target, or its parts in several targets."""
        if kind in NARROW:
            text, kind = "(Int)" + text, int
        several = getattr(target, "elts", ())
        if several:
            if isinstance(kind, Array):
                name, count = self.let(text), len(several)
                need(kind.length == count)
                parts = [self.part(name, kind.item, str(n)) for n in range(count)]
                text, kind = zip(*parts)  # noqa: B905
            names = [*map(self.let, text)]  # all, before one is stored
            for part in zip(several, names, kind, strict=True):
                self.store(*part, node)
            return
        if name := name_in(target):
            need(kind and type(kind) is not tuple and name not in self.fixed)
            stated = self.outside(getattr(node, "annotation", node))
            wanted = self.kinds.setdefault(name, stated if NARROW.get(stated) is kind else kind)
            self.sure.add(name)
        else:
            place, wanted = self.tried(target, False)  # in Python, too, after the value
            need(wanted in C_NAMES)
        need(NARROW.get(wanted, wanted) == kind)
        text = self.fit(text, wanted, node)
        self.put(f"{name}_ = {text};" if name else call("SET", place, text))

    def AugAssign(self, node: ast.AugAssign) -> None:
        place, kind = self.tried(node.target, False)
        wide = NARROW.get(kind, kind)
        text, other = self.binary(("*old", wide), self.code(node.value), node)
        need(other is wide)
        self.put(call("CHANGE", place, self.fit(text, kind, node)))

    def fit(self, text: str, kind: Any, node: Any) -> str:
        """Returns the C text of a value for a place of a kind; C stops if the value is too
        large.
        """
        return call("fit_" + kind.__name__, text, self.place(node)) if kind in NARROW else text

    def make(self, name: str, value: Any, made: Any) -> None:
        """Makes a new array or record of zeros."""
        kind = made
        if value.args:
            kind = Array(*map(self.outside, value.args))
            made = kind.item
        need(name not in self.kinds and self.depth < 2 and not getattr(made, "kernel_given", None))
        text = f"{self.program.base(kind)} {name}_[{width(kind)}]"
        if is_record(made) or width(kind) > 999:  # not on the stack
            self.put(f"static {text}; __builtin_memset({name}_, 0, sizeof {name}_);")
        else:
            self.put(text + " = {0};")
        self.fixed.add(name)
        self.sure.add(name)
        self.kinds[name] = kind

    def If(self, node: ast.If) -> bool:
        self.put(call(self.test, self.truth(node.test)) + "{")
        before = {*self.sure}
        is_reached = self.block(node.body)
        after, self.sure = self.sure, before
        self.put("} else {")
        is_reached |= self.block(node.orelse)
        self.sure &= after
        self.put("}")
        return is_reached

    def While(self, node: ast.While) -> bool:
        self.put(call("while", self.truth(node.test)) + "{")
        return self.loop(node) or not self.outside(node.test)

    def For(self, node: ast.For) -> None:
        loop: Any = node.iter
        function = self.outside(getattr(loop, "func", loop))
        start, step = "0", 1
        item: Any = "n", int
        if function is range:
            *_, start, stop = "0", *[self.want(part, int) for part in loop.args[:2]]
            ends = [*map(self.outside, loop.args)]
            (step,) = ends[2:] or [1]
            need(step)
            if abs(step) > 1:  # the last step stays within 64 bits
                place = self.place(node)
                stop = call("Sub_int", call("Add_int", stop, step, place), step, place)
        else:
            if function is enumerate:
                (loop,) = loop.args + loop.keywords
            text, kind = self.code(loop)
            stop, part = kind.length, self.part(self.let(text), kind.item, "n")
            item = zip(item, part) if function is enumerate else part  # noqa: B905
        top, work, self.work = len(self.lines), self.work, 0
        self.put(call("LOOP", start, stop, "<" if step > 0 else ">", step) + "{")
        self.loop(node, *item)
        if function is range and name_in(loop.func) == "each":
            self.work *= 16 if None in ends else min(16, len(range(*ends)))
            if self.work < 6000:  # else the compiler takes too long
                self.lines.insert(top, "#pragma GCC unroll 16")
        self.work += work

    def loop(self, node: Any, *item: Any) -> bool:
        """Writes a loop's body, which may never run. Returns True if a break leaves it.

        item: text and kind of what is stored in each round of a `for`
        """
        need(not node.orelse)
        before, outer, self.has_break = {*self.sure}, self.has_break, False
        if item:
            self.store(node.target, *item, node)  # type: ignore[call-arg]
        self.block(node.body)
        self.put("}")
        is_left, self.has_break, self.sure = self.has_break, outer, before
        return is_left

    def outside(self, node: ast.expr) -> Any:
        """Returns the value of an expression without calls and own names; None for any other."""
        if type(node) is ast.Constant:
            return node.value
        if not self.is_outside(node, True):
            return None
        try:
            name = name_in(node)
            value = self.names.get(name) or vars(builtins).get(name)  # at a tenth of the time
            value = value or eval(compile(ast.Expression(node), "", "eval"), self.names)
            return value if type(value) not in SCALARS or number(value) else None
        except (ArithmeticError, ValueError):  # C stops where it comes to that
            return None

    def is_outside(self, node: Any, is_top: bool = False) -> bool:
        name = name_in(node)
        if type(node) is ast.Call or name in self.own:
            return False
        is_fixed = is_top or type(self.names.get(name)) in FIXED
        return is_fixed and all(map(self.is_outside, ast.iter_child_nodes(node)))

    def place(self, node: Any) -> str:
        return f'"{self.file}:{node.lineno}"'

    def in_order(self, word: str, *texts: str) -> str:
        """Returns a call or operation whose inner calls run from the left, as in Python."""
        names, lets = [*texts], ""
        if texts[1:] and CALL in "".join(texts):
            names = [f"v{n}" for n in range(len(texts))]
            lets = "".join(map(call, ["LET"] * len(texts), names, texts))
        text = call(word, *names) if word.isidentifier() else call("", word.join(names))
        return "({" + lets + text + ";})" if lets else text

    def known(self, name: str, texts: Sequence[str], node: Any) -> Code:
        kind, count = RESULTS[name]
        need(count == len(texts))
        return self.in_order(name, *texts, self.place(node)), kind

    def want(self, node: Any, kind: Any, is_low: bool = False) -> str:
        text, found = self.code(node, is_low)
        if found != kind:
            raise self.refused(node)
        return text

    def truth(self, node: Any) -> str:
        text, kind = self.code(node, type(node) is ast.BoolOp)
        need(kind in SCALARS)
        return text

    def code(self, node: Any, is_low: bool = False) -> Code:
        """Returns an expression in C. is_low: True if only its low bits count, so it may leave 64
        bits
        """
        text, kind = self.tried(node, is_low)
        return ("(Int)" + text, int) if kind in NARROW else (text, kind)

    # --- expressions by their kind

    def Name(self, node: ast.Name, _: bool) -> Code:
        need(node.id in self.sure)
        return node.id + "_", self.kinds[node.id]

    def Attribute(self, node: ast.Attribute, _: bool) -> Code:
        text, record = self.code(node.value)
        kind = self.program.record(record)[1][node.attr]
        return f"({'&' * is_record(kind)}{text}->{node.attr}_)", kind

    def Subscript(self, node: ast.Subscript, _: bool) -> Code:
        index: Any = node.slice
        text, kind = self.code(node.value)
        reach = index.reach = f"reach_{name_in(index) or kind.length}0"
        need(type(node.ctx) is ast.Load or not kind.is_table)
        place, known = self.want(index, int), self.outside(index)
        if reach in self.reach:
            self.reach[reach] = kind.length
        if known is None:
            place = call("at", place, kind.length, self.place(node))
        else:
            place = number(range(kind.length)[getattr(known, "compiled", known)])
        return self.part(text, kind.item, place)

    def part(self, text: str, kind: Any, place: str) -> Code:
        where = self.in_order("PLACE", text, place + "*" + str(width(kind)))
        return (call("*", where) if kind in C_NAMES else where), kind

    def UnaryOp(self, node: ast.UnaryOp, is_low: bool) -> Code:
        inner, op = node.operand, kind_of(node.op)
        if op == "USub":
            right = self.code(inner, is_low)
            return self.binary(("0" if right[1] is int else "-0.0", right[1]), right, node, is_low)
        if op == "Not":
            return call("!", self.truth(inner)), bool
        return call(dict(Invert="~")[op], self.want(inner, int, is_low)), int

    def BinOp(self, node: Any, is_low: bool) -> Code:
        left, op, right = node.left, kind_of(node.op), node.right
        is_low &= op in LOW
        if op == "BitAnd":  # maybe with a mask that is a constant
            for mask in map(self.outside, (left, right)):
                is_low |= type(mask) is int and mask >= 0
        first = self.code(left, is_low)
        second = self.code(right, is_low and op != SHL)
        reach: Any = op == "Add" and type(right) is ast.Subscript and getattr(node, "reach", "")
        table: Any = reach and name_in(left) and self.outside(right.value)
        if reach and table and {first[1], *map(type, table)} == {int}:
            self.test = "EVEN"
            self.reach.setdefault(reach, 0)
            far = number(max(map(abs, table)))
            return self.known("Step_int", [first[0], second[0], reach, far], node)
        return self.binary(first, second, node, is_low)

    def BoolOp(self, node: ast.BoolOp, is_test: bool) -> Code:
        parts = [self.truth(n) if is_test else self.want(n, bool) for n in node.values]
        return call("", ("&&" if type(node.op) is ast.And else "||").join(parts)), bool

    def Compare(self, node: ast.Compare, _: bool) -> Code:
        texts, kinds = zip(*map(self.code, (node.left, *node.comparators)))  # noqa: B905
        (kind,) = {*kinds}
        need(kind in SCALARS and not (texts[2:] and CALL in "".join(texts)))
        pairs = zip([ORDER[kind_of(op)] for op in node.ops], texts, texts[1:])  # noqa: B905
        return call("", "&&".join(self.in_order(*pair) for pair in pairs)), bool

    def IfExp(self, node: ast.IfExp, _: bool) -> Code:
        text, kind = self.code(node.body)
        arms = text + ":" + self.want(node.orelse, kind)
        return call("", self.truth(node.test) + "?" + arms), kind

    def Call(self, node: Any, _: bool) -> Code:
        func, given, more = node.func, node.args, [*node.keywords]
        if getattr(func, "attr", "") in ("bit_count", "bit_length") and not given:
            return self.known(func.attr + "_int", [self.want(func.value, int)], node)
        function = self.outside(func)
        cuts = function in NARROW
        if cuts:
            (inner,) = given
            return call("", C_NAMES[function]) + self.want(inner, int, True), function
        codes = [*map(self.code, given)]
        if hasattr(function, "is_kernel"):
            while missing := [*function.__annotations__][len(codes) : -1]:
                if more and more[0].arg == missing[0]:
                    codes.append(self.code(more.pop(0).value))
                else:
                    codes.append(self.program.constant(function.__defaults__[-len(missing)]))
        need(not more)
        return self.call(function, codes, node)

    def binary(self, left: Code, right: Code, node: Any, is_low: bool = False) -> Code:
        """Returns left op right, with Python's rounding and its exceptions."""
        texts, kinds = zip(left, right)  # noqa: B905
        op, is_int = kind_of(node.op), {*kinds} == {int}
        need({*kinds} <= {int, float} and (is_int or op not in BITWISE))
        if op in SIGNS and (is_low or not is_int or op in BITWISE):
            text = self.in_order(SIGNS[op], *texts)
            if is_int:
                return text, int
            return call("ROUNDED", text) if op == "Mult" else text, float
        if op == "Pow":
            need(texts[1] in ("(2l)", "(2.0)"))
            op = "pow"
        if op == "FloorDiv" and not is_int:
            need(texts[1] in ("(1.0)", "(1l)"))
        suffix = "_float" if not is_int else "_low" if is_low and op == SHL else "_int"
        return self.known(op.lstrip("U") + suffix, texts, node)

    def call(self, function: Any, given: list[Code], node: Any) -> Code:
        """Returns the C text for a call of a kernel, or of a function of Python or `math`."""
        if function in (min, max) and given[2:]:
            given = [self.call(function, given[:-1], node), given[-1]]
        texts, kinds = [*zip(*given)] or [(), ()]  # noqa: B905
        function = getattr(function, "in_c", function)
        if hasattr(function, "is_kernel"):
            writer = self.program.call(function, kinds)
            self.work += writer.work
            return self.in_order(writer.name, *texts), writer.result
        if function is assign:
            one, two = kinds
            need(one == two and is_record(one))
            return self.in_order("COPY", *texts), None
        if function is len:
            return self.program.constant(kinds[0].length)
        if function in (int, float) and kinds in ((int,), (bool,), (function,)):
            return call("", call("", C_NAMES[function]) + texts[0]), function
        name = function.__name__
        in_math = vars(math).get(name)
        if function is in_math and RESULTS[name + "_float"][0] is float:
            kinds = tuple(float if kind is int else kind for kind in kinds)
        else:
            need(function in (in_math, vars(builtins).get(name)))
        (kind,) = {*kinds}
        return self.known(name + "_" + kind.__name__, texts, node)


class Program(Types):
    """The C text: a function for each kernel and kinds of its arguments."""

    writer = Function

    def call(self, function: Any, kinds: Sequence[Any]) -> Function:
        """Returns a kernel in C, written now or before; None for one that calls itself."""
        key = (function, *kinds)
        if key not in self.functions:
            writer = self.writer(self, function, kinds)
            self.functions[key] = None
            self.parts.append(writer.write())
            self.functions[key] = writer
        return self.functions[key]  # type: ignore[no-any-return]

    def entry(self, function: Any, kinds: Sequence[Any]) -> None:
        """Writes the C function run_NAME of a kernel, which returns 0, or the reason why it
        stops.
        """
        writer = self.call(function, kinds)
        names = [f"a{n}_" for n in range(len(kinds))]
        given = [*map(self.declare, kinds, names), C_NAMES[writer.result] + " *result"]
        body = "*result = " * bool(writer.result) + call(writer.name, *names)
        run = "run_" + function.__name__
        self.parts.append(call("ENTRY", run, call("", *given), call("", *names, "result"), body))


def translate(kernels: Sequence[Callable[..., Any]], memory: type) -> str:
    """Returns the C text of kernels that are called on a `memory`."""
    program = Program()
    for kernel in kernels:
        program.entry(kernel, [memory, *[*kernel.__annotations__.values()][1:-1]])
    return "\n".join(program.parts) + "\n"
