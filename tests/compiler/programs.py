"""Random well-typed programs in the kernel subset.

A program is text: a module of records, tables, helper kernels and two bindings of a factory, the
same for all, followed by kernels `program0`, `program1`, ... made from a seed. What could overflow
is mostly kept small by remainders, so that most runs end without a trap.
"""

import random
import re

HEADER = '''"""Random programs: see tests/compiler/programs.py."""

from math import atan2, ceil, cos, floor, fmod, log, pi, sin, sqrt
from typing import Callable, TypeVar

from common.kernel import Numbers, Records, assign, kernel, numbers, record, records

WIDTH = 8
SCALE = 0.37
OFFSET = -5
MASK = (1 << 48) - 1
PRIMES = (2, 3, 5, 7, 11, 13, 17, 19)
GRID = ((1, -2, 3, -4), (5, 6, -7, 8), (-9, 10, 11, 12), (0, 1, 1, 2))
WEIGHTS = (0.5, -1.25, 3.0, 1e-3, 0.1, -0.0, 7.5, 1e6)
State = TypeVar("State")
Random = TypeVar("Random")


@record
class Item:
    weight: float = 1.5
    count: int
    is_open: bool
    values: Numbers[int] = numbers(int, 4)


@record
class World:
    lead: Item
    items: Records[Item] = records(Item, 4)
    ints: Numbers[int] = numbers(int, WIDTH)
    floats: Numbers[float] = numbers(float, WIDTH)
    flags: Numbers[bool] = numbers(bool, WIDTH)
    total: float
    tick: int = 3


@record
class Dice:
    state: int


@kernel
def draw(dice: Dice, count: int) -> int:
    dice.state = (dice.state * 25214903917 + 11) & MASK
    return (dice.state >> 17) % count


@kernel
def mix(a: int, b: int = 17) -> int:
    return (a * 31 + b * 0x9E3779B97F4A7C1) & 0xFFFFF


@kernel
def blend(x: float, y: float) -> float:
    return x * SCALE + y * (1.0 - SCALE)


@kernel
def is_odd(n: int) -> bool:
    return n % 2 == 1


@kernel
def sum_of(values: Numbers[int]) -> int:
    total = 0
    for index in range(len(values)):
        total += values[index]
    return total


@kernel
def heaviest(items: Records[Item]) -> float:
    best = items[0]
    for index in range(1, len(items)):
        if items[index].weight > best.weight:
            best = items[index]
    return best.weight


@kernel
def bump(item: Item, by: int) -> int:
    item.count = (item.count + by) % 1000
    item.values[by & 3] += 1
    return item.count


@kernel
def dive(n: int, depth: int) -> int:
    if depth <= 0 or n == 0:
        return n
    return (dive(n // 2, depth - 1) + dive(-n // 3, depth - 1) * 3) % 10007


@kernel
def stir(world: World, dice: Dice) -> None:
    place = draw(dice, WIDTH)
    world.ints[place] = world.ints[place] * 3 % 5003 - 2500
    world.floats[place] = world.floats[place] / 2.0 + WEIGHTS[place]


@kernel
def settle(world: World, dice: Dice) -> None:
    place = draw(dice, 4)
    world.flags[place] = not world.flags[place]
    world.tick = (world.tick + 1) % 77


def bind(
    step: Callable[[State, Random], None], roll: Callable[[Random, int], int], limit: int, part:
    float
) -> Callable[[State, Random, int], float]:
    @kernel
    def walk(state: State, dice: Random, turns: int) -> float:
        """Up to `limit` steps."""
        done = 0.0
        for _ in range(min(turns, limit)):
            step(state, dice)
            number = roll(dice, 6)
            done += part * number
        return done

    return walk


walk_slow = bind(stir, draw, 3, 0.25)
walk_fast = bind(settle, draw, 6, 0.1)
'''
# What an expression or a statement can look like; {parts} are filled in at random.
INT = """
({int} + {int})|({int} - {int})|({int} * {int})|({int} // {int})|({int} % {int})|({int} & {int})
({int} | {int})|({int} ^ {int})|(~{int})|(-{int})|({int} << ({int} & 7))|({int} >> ({int} & 127))
({int} << ({int} % 9 - 1))|(({int} * {int} + {name}) & MASK)|(({int} << ({int} & 127)) & 0xFFFFFF)
(({int} << 13 ^ {int}) & 0x7FFFFFFFFFFFFFFF)|(0xFFFF & (-({int}) - ~({int}) * 77))
int({float})|int({bool})|round({float})|floor({float})|ceil({float})|abs({int})|min({int}, {int})
max({int}, {int})|({int} if {bool} else {int})|len(world.ints)|({int}).bit_count()
({int}).bit_length()|mix({int}, {int})|mix(b={int}, a={int})|mix({int})|sum_of(world.ints)
sum_of(scratch)|dive({int}, 3)|world.ints[{in8}]|p.values[{in4}]|PRIMES[{in8}]|scratch[{in8}]
GRID[{in4}][{in4}]|world.items[{in4}].values[{in4}]
"""
NAME = """
world.tick|world.lead.count|p.count|tmp.count|i0|i1|i2|a|OFFSET|WIDTH|0|1|2|3|7|-1|-3|100|12345
2147483648|-1099511627776
"""
FLOAT = """
({float} + {float})|({float} - {float})|({float} * {float})|({float} * {float} + {float_name})
({float} / {float})|({float} // {float})|({float} % {float})|({float} // 1.0)|({float} / 3.0)
(-{float})|abs({float})|min({float}, {float})|max({float}, {float})|float({int})|({int} * {float})
({float} / {int})|({float} if {bool} else {float})|sqrt(abs({float}))|sin({float})|cos({float})
atan2({float}, {float})|fmod({float}, 7.0)|log(abs({float}) + 1.0)|blend({float}, {float})
heaviest(world.items)|world.floats[{in8}]|WEIGHTS[{in8}]|world.items[{in4}].weight
"""
FLOAT_NAME = """
world.total|world.lead.weight|p.weight|tmp.weight|f0|f1|f2|x|SCALE|pi|0.0|0.1|-2.5|3.0|1e10|-0.0
0.5|1e-7
"""
BOOL = """
({int} {sign} {int})|({int} {sign} {int})|({float} {sign} {float})|({int} < {middle} {sign} {int})
({bool} and {bool})|({bool} or {bool})|(not {bool})|({bool} == {bool})|({bool} != {bool})
is_odd({int})|world.flags[{in8}]|(i1 != 0 and {int} % i1 == 1)
"""
LINE = """
{local} = {small}|{local} = {small}|{float_local} = {float}|{bool_local} = {bool}
{int_place} = {small}|{float_place} = {float}|{bool_place} = {bool}|{int_place} = {small}
{augmented} {int_sign}= {small}|{augmented} >>= {int} & 15
{augmented} |= {small}|{float_place} {float_sign}= {float}
i2 = bump({item}, {small})|bump({item}, {small})|i1 = draw(dice, {sides})|stir(world, dice)
f2 = walk_slow(world, dice, {small})|f1 = walk_fast(world, dice, {small})
assign({item}, world.items[{in4}])|p = world.items[{in4}]|p = tmp if {bool} else world.lead
world.ints[a & 7] = bump({item}, 3)|p.count = bump({item}, {small})
"""
FORMS = {
    "int": INT,
    "name": NAME,
    "float": FLOAT,
    "float_name": FLOAT_NAME,
    "bool": BOOL,
    "bool_name": "True|False|world.lead.is_open|p.is_open|tmp.is_open|b0|b1|flag",
    "line": LINE,
    "small": "{int}|({int}) % 97 - 40|({int}) % 1009 - 40|({int}) % 50021|({int}) % 7",
    "in8": "({int}) & 7|({int}) % 8|abs({int}) % 8|0|3|7",
    "in4": "({int}) & 3|({int}) % 4|abs({int}) % 4|0|1|3",
    "sign": "<|<=|>|>=|==|!=",
    "middle": "i0|a|5",
    "local": "i0|i1|i2",
    "float_local": "f0|f1|f2",
    "bool_local": "b0|b1",
    "augmented": "i0|world.tick|p.count",
    "int_sign": "+|-|*|//|%|&|^",
    "float_sign": "+|-|*|/|//|%",
    "int_place": "world.tick|p.count|tmp.count|world.ints[{in8}]|scratch[{in8}]",
    "float_place": "world.total|p.weight|world.floats[{in8}]|world.items[{in4}].weight",
    "bool_place": "p.is_open|world.lead.is_open|world.flags[{in8}]",
    "item": "p|tmp|world.lead|world.items[{in4}]",
    "sides": "6|1 + a % 3|100",
    "range": "4|({int}) % 5|1, 6|i0, i0 + 3|7, 0, -2|WIDTH - 1, -1, -3|-3, 4, 3"
    "|a % 4, ({int}) % 9, 2|len(world.items)",
}
# The bar between two forms has no blanks around it, the operator has.
CHOICES = {name: re.split(r"(?<! )\||\n", text.strip()) for name, text in FORMS.items()}


class ProgramWriter:
    """Writes one kernel after another from one stream of random numbers."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.loops: list[str] = []
        self.lines: list[str] = []

    def fill(self, form: str, depth: int) -> str:
        """A form of that name with its parts filled in, `depth` levels of expressions deep."""
        if depth <= 0 and form in ("int", "float", "bool"):
            form = {"int": "name", "float": "float_name", "bool": "bool_name"}[form]
        choices = CHOICES[form] + (self.loops * 3 if form == "name" else [])
        text = self.random.choice(choices)
        return re.sub(r"\{(\w+)\}", lambda part: self.fill(part[1], depth - 1), text)

    def emit(self, indent: int, text: str) -> None:
        self.lines.append("    " * indent + text)

    def block(self, indent: int, count: int) -> None:
        for _ in range(count):
            self.statement(indent)

    def statement(self, indent: int) -> None:
        """One statement, perhaps with blocks inside."""
        kind = self.random.randrange(11 if indent < 4 else 8)
        if kind < 8:
            self.emit(indent, self.fill("line", self.random.choice([2, 3, 4])))
        elif kind == 8:
            self.branch(indent)
        elif kind == 9:
            self.count_loop(indent)
        else:
            self.while_loop(indent)

    def branch(self, indent: int) -> None:
        self.emit(indent, f"if {self.fill('bool', 2)}:")
        self.block(indent + 1, self.random.choice([1, 2]))
        if self.random.random() < 0.3:
            self.emit(indent, f"elif {self.fill('bool', 1)}:")
            self.block(indent + 1, 1)
        if self.random.random() < 0.5:
            self.emit(indent, "else:")
            self.block(indent + 1, self.random.choice([1, 2]))

    def leave(self, indent: int) -> None:
        """Perhaps a way out of a loop."""
        if self.random.random() < 0.4:
            self.emit(indent, f"if {self.fill('bool', 1)}:")
            self.emit(indent + 1, self.random.choice(["break", "continue"]))

    def count_loop(self, indent: int) -> None:
        name = f"k{indent}"
        self.emit(indent, f"for {name} in range({self.fill('range', 2)}):")
        self.loops.append(name)
        self.leave(indent + 1)
        self.block(indent + 1, self.random.choice([1, 2]))
        self.loops.remove(name)

    def while_loop(self, indent: int) -> None:
        name = f"w{indent}"
        self.emit(indent, f"{name} = 0")
        limit = self.random.choice([2, 3, 5])
        self.emit(indent, f"while {name} < {limit} and {self.fill('bool', 1)}:")
        self.emit(indent + 1, f"{name} += 1")
        self.leave(indent + 1)
        self.block(indent + 1, self.random.choice([1, 2]))

    def program(self, number: int) -> str:
        """One kernel; its result is an int, a float or a bool."""
        kind = self.random.choice(["int", "float", "bool"])
        parameters = "world: World, dice: Dice, a: int, x: float, flag: bool"
        self.lines = ["@kernel", f"def program{number}({parameters}) -> {kind}:"]
        self.lines += ["    scratch = numbers(int, 8)", "    tmp = Item()", "    p = world.lead"]
        self.lines += ["    i0 = a", "    i1 = a * 7 % 1000", "    i2 = 1", "    f0 = x"]
        self.lines += ["    f1 = x * 0.1", "    f2 = 1.0", "    b0 = flag", "    b1 = a > 0"]
        self.block(1, self.random.choice([3, 5, 8]))
        if self.random.random() < 0.5:
            self.emit(1, f"if {self.fill('bool', 2)}:")
            self.emit(2, f"return {self.fill(kind, 2)}")
            self.block(1, 2)
        self.emit(1, f"return {self.fill(kind, 2)}")
        return "\n".join(self.lines)


def module_text(seed: int, count: int) -> str:
    """A module with programs 0..count-1."""
    writer = ProgramWriter(seed)
    return "\n\n\n".join([HEADER.rstrip(), *[writer.program(n) for n in range(count)]]) + "\n"
