"""Random well-typed programs in the kernel subset.

A program is text: a module of records, tables, helper kernels and two bindings of a factory, the
same for all, followed by kernels `program0`, `program1`, ... made from a seed. What could overflow
is mostly kept small by remainders, so that most runs end without a trap. Loose programs also call
what writes in the middle of expressions, whose order C must keep: `mark` leaves a trace of it.
"""

import random
import re

HEADER = '''"""Random programs: see tests/compiler/programs.py."""

import math
from math import atan2, ceil, copysign, cos, fabs, floor, fmod, log, pi, sin, sqrt, trunc
from typing import Callable, TypeVar

from common.kernel import Int8, Int16, Int32, Numbers, Records
from common.kernel import assign, each, kernel, numbers, record, records

WIDTH = 8
SCALE = 0.37
OFFSET = -5
MASK = (1 << 48) - 1
PRIMES = (2, 3, 5, 7, 11, 13, 17, 19)
GRID = ((1, -2, 3, -4), (5, 6, -7, 8), (-9, 10, 11, 12), (0, 1, 1, 2))
WEIGHTS = (0.5, -1.25, 3.0, 1e-3, 0.1, -0.0, 7.5, 1e6)
SIGNS = (True, False, False, True, True, False, True, False)
LAMPS = ((True, False), (False, False), (True, True), (False, True))
SLOPES = ((0.5, -0.25), (-0.0, 1e-9))
State = TypeVar("State")
Random = TypeVar("Random")


@record
class Item:
    weight: float
    count: int
    is_open: bool
    values: Numbers[int] = numbers(int, 4)
    short: Int16


@record
class World:
    lead: Item
    items: Records[Item] = records(Item, 4)
    ints: Numbers[int] = numbers(int, WIDTH)
    floats: Numbers[float] = numbers(float, WIDTH)
    flags: Numbers[bool] = numbers(bool, WIDTH)
    bytes: Numbers[int] = numbers(Int8, WIDTH)
    words: Numbers[int] = numbers(Int32, WIDTH)
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
def mark(dice: Dice, number: int) -> int:
    """Leaves a trace of when it was called."""
    dice.state = (dice.state * 31 + number) & MASK
    return dice.state >> 7 & 15


@kernel
def mix(a: int, b: int = 77) -> int:
    return (a * 31 + b * 0x9E3779B97F4A7C1) & 0xFFFFF


@kernel
def blend(x: float, y: float = -0.25) -> float:
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
    rest = n
    for round in range(depth):
        if rest == 0:
            return round
        if rest % 2 == 1:
            step = -rest // 3
        else:
            step = rest // 2
        rest = (step + mix(rest, 17)) % 10007
    return rest


@kernel
def pick(row: tuple[int, ...], n: int) -> int:
    best = row[0]
    for index in range(len(row)):
        if row[index] == n:
            return index
        best = max(best, row[index])
    return best


@kernel
def put(values: Numbers[int], place: int, value: int) -> int:
    old = values[place % len(values)]
    values[place % len(values)] = value
    return old


@kernel
def tip(item: Item) -> bool:
    item.is_open = not item.is_open
    if item.count < 0:
        return False
    return item.is_open


@kernel
def weigh(item: Item) -> float:
    item.weight = item.weight * 0.5 + 1.0
    return item.weight


@kernel
def calm(world: World, by: int) -> None:
    if by < 0:
        return
    for index in each(4):
        world.ints[index] //= by + 1
        if world.flags[index]:
            return


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
({int} | {int})|({int} ^ {int})|(~{int})|(-{int})|({int} << ({int} & 7))
({int} >> ({int} & 127))|({int} // 8)|({int} % 16)|({int} // -4)|(1 << ({int} + i2 & 63))
({int} << (({int} + i2) % 9 - 1))|(({int} * {int} + {name}) & MASK)
(({int} << ({int} & 127)) & 0xFFFFFF)
(({int} << 13 ^ {int}) & 0x7FFFFFFFFFFFFFFF)|(0xFFFF & (-({int}) - ~({int}) * 77))
int({float})|int({bool})|int({int})|round({float})|floor({float})|math.ceil({float})|trunc({float})
abs({int})|min({int}, {int})|max({int}, {int})|({int} if {bool} else {int})|len(world.ints)
len(GRID[1])|len(q)|({int}).bit_count()|({int}).bit_length()|mix({int}, {int})|sum_of(world.ints)
sum_of(scratch)|sum_of(p.values)|dive({int}, 3)|pick(PRIMES, {int})|pick(row, {int})
pick(GRID[{in4}], {int})|world.ints[{in8}]|p.values[{in4}]|PRIMES[{in8}]|scratch[{in8}]|q[{in8}]
Int8({int})|Int16({int} * {int})|Int32({name} - ({int} << ({int} & 63)))|world.bytes[{in8}]
world.words[{in8}]|mix({int})|mix({int}, b={int})|mix(a={name}, b={int})|max({int}, {int}, {int})
min({name}, {int}, 5, {name})|PRIMES[-1]|GRID[-2][{in4}]|world.ints[-3]
(({int} % 1009) ** 2)|(({name} & 255) ** 2)
(world.words[{in8}] * world.words[{in8}] & MASK)|thin[{in8}]|sum_of(thin)
GRID[{in4}][{in4}]|row[{in4}]|world.items[{in4}].values[{in4}]|box[{in3}].count
"""
LOOSE_INT = """
mark(dice, 3)|mark(dice, 5)|mix(a=mark(dice, 1), b=mark(dice, 2))
max(mark(dice, 1), mark(dice, 2), mark(dice, 3))
(mark(dice, 1) - mark(dice, 2))|mark(dice, mark(dice, {int}))
(mark(dice, 4) << (mark(dice, 6) & 7))|(mark(dice, 7) // (mark(dice, 8) + 1))|-mark(dice, 9)
Int16(mark(dice, 1) * 9999)|world.bytes[mark(dice, 2) & 7]|max(mark(dice, 1), mark(dice, 2))
bump({item}, {int})|draw(dice, {sides})|put(q, {int}, {int})|put(p.values, {int}, {int})
world.ints[draw(dice, 8)]|PRIMES[bump({item}, 2) & 7]|(draw(dice, 9) * 10 - draw(dice, 9))
min(draw(dice, 9), bump({item}, 1))|mix(bump(p, 1), bump(p, 2))|(p.count + bump(p, 5) * p.count)
(q[0] + put(q, 0, {int}))|(bump(p, 1) if tip(p) else draw(dice, 3))|int(walk_slow(world, dice, 2))
pick(GRID[draw(dice, 4)], draw(dice, 9))|put(world.ints, draw(dice, 8), draw(dice, 99))
"""
NAME = """
slim|p.short|world.tick|world.lead.count|p.count|tmp.count|i0|i1|i2|a|wide|deep|OFFSET|WIDTH|0|1|2|3|7|-1|-3|100
"""
FLOAT = """
({float} + {float})|({float} - {float})|({float} * {float})|({float} * {float} + {float_name})
({float} / {float})|float(floor({float} / {float}))|({float} // 1.0)|({float} / 3.0)
(-{float})|abs({float})|min({float}, {float})|max({float}, {float})|float({int})
float({bool})|float({float})|float(int({float}))|({int} * {float})|({int} - {float})
copysign({float}, {float})
({float} / {int})|({float} if {bool} else {float})|sqrt(abs({float}))|sin({float})|cos({float})
atan2({float}, {float})|fmod({float}, 7.0)|log(fabs({float}) + 1.0)|math.tanh({float})
blend({float}, {float})|heaviest(world.items)|heaviest(box)|world.floats[{in8}]|WEIGHTS[{in8}]
world.items[{in4}].weight|SLOPES[{in2}][{in2}]|({float} ** 2)|({float_name} ** 2.0)|blend({float})
blend({float}, y={float})|max({float}, {float}, {float})|SLOPES[-1][{in2}]
"""
LOOSE_FLOAT = """
weigh({item})|(weigh(p) - weigh({item}))|(p.weight * weigh(p))|walk_fast(world, dice, {small})
blend(weigh(p), weigh(p))|({float} if tip({item}) else weigh({item}))|(weigh(p) / {int})
WEIGHTS[draw(dice, 8)]|min(weigh(p), weigh(tmp))
"""
FLOAT_NAME = """
world.total|world.lead.weight|p.weight|tmp.weight|f0|f1|f2|x|SCALE|math.pi|0.0|0.1|-2.5|3.0|1e10
-0.0|0.5|1e-7
"""
BOOL = """
({int} {sign} {int})|({int} {sign} {int})|({float} {sign} {float})|({name} < {middle} {sign} {name})
({name} <= {middle} < {middle} {sign} {name})|({float_name} < {float_middle} <= {float_name})
({bool} and {bool})|({bool} or {bool})|(not {bool})|({bool} == {bool})|({bool} != {bool})
({bool} if {bool} else {bool})|({bool} and {bool} and {bool})
is_odd({int})|world.flags[{in8}]|(i1 != 0 and {int} % i1 == 1)|SIGNS[{in8}]|LAMPS[{in4}][{in2}]
marks[{in4}]|(not {int})|(not {float})|(not ({int} and {bool}))|({bool} if {int} else {bool})
"""
LOOSE_BOOL = """
tip({item})|(tip({item}) and tip({item}))|(tip(p) or {int} < bump(p, 1))|(bump(p, 1) {sign} p.count)
(draw(dice, 9) {sign} draw(dice, 9))|(weigh(p) {sign} p.weight)|(p.count {sign} bump(p, -3))
(mark(dice, 1) {sign} mark(dice, 2))|(mark(dice, 3) > 7 and mark(dice, 4) > 7 or mark(dice, 5) > 7)
(tip(p) == tip(p))|(not tip({item}))|SIGNS[draw(dice, 8)]
"""
LINE = """
{local} = {small}|{local} = {small}|{float_local} = {float}|{bool_local} = {bool}
{int_place} = {small}|{float_place} = {float}|{bool_place} = {bool}|{int_place} = {small}
{augmented} {int_sign}= {small}|{augmented} >>= {int} & 15|{float_place} //= 1.0
{augmented} |= {small}|{float_place} {float_sign}= {float}|{int_place} += {small}
i2 = bump({item}, {small})|bump({item}, {small})|i1 = draw(dice, {sides})|stir(world, dice)
f2 = walk_slow(world, dice, {small})|f1 = walk_fast(world, dice, {small})|calm(world, {small})
assign({item}, world.items[{in4}])|p = world.items[{in4}]|p = tmp if {bool} else world.lead
world.ints[a & 7] = bump({item}, 3)|p.count = bump({item}, {small})|b1 = tip({item})
q = scratch|q = world.ints|q = scratch if {bool} else world.ints|row = GRID[{in4}]
p = box[{in3}]|assign(box[{in3}], {item})|put(q, {int}, {small})|pass
world.bytes[{in8}] = Int8({int})|world.words[{in8}] = Int32({int})|thin[{in8}] = Int16({small})
slim = Int32({int})|slim {int_sign}= {int}|p.short = Int16(p.short + {int})|thin[{in8}] -= {small}
world.bytes[{in8}] = {int} % 128|put(world.words, {int}, {small})|thin[{in8}] = {small}
world.ints[{below}] = {small}|i0 = scratch[{below}]|i0, i1 = {small}, {small}|i1, i0 = i0, i1
i0, f0, b0 = {small}, {float}, {bool}|(f1, f0), i2 = SLOPES[{in2}], {small}
i0, {int_place}, i1, {int_place} = p.values|f0, f1 = SLOPES[{in2}]|i0 = {int_place} = i2 = {small}
{int_place}, {int_place} = {small}, {small}|p, i0 = {item}, {small}
slim, thin[{in8}] = Int32({int}), {small}
(i0, i1), f0 = (3, 4), {float}|i0, world.ints[i0 & 7] = {small}, {small}
f0 = {float_place} = {float}
"""
LOOSE_LINE = """
mark(dice, {int})|world.words[mark(dice, 1) & 7] = mark(dice, 2)|world.tick -= mark(dice, 3)
assign(world.items[mark(dice, 4) & 3], box[mark(dice, 5) % 3])|thin[mark(dice, 6) & 7] += 1
i0, i1 = {loose_int}, {loose_int}|i0, {int_place} = {loose_int}, i0
i1 = {int_place} = {loose_int}|{local} = {loose_int}
{float_local} = {loose_float}|{bool_local} = {loose_bool}
{int_place} = {loose_int}|{float_place} = {loose_float}|{bool_place} = {loose_bool}
p.count += bump(p, {small})|{int_place} {loose_sign}= {loose_int}|p.weight += weigh({item})
world.ints[draw(dice, 8)] = draw(dice, 99)|world.ints[draw(dice, 8)] += bump({item}, 3)
world.items[draw(dice, 4)].count = bump(world.items[draw(dice, 4)], 7)|q[put(q, 1, 3) & 7] += q[1]
world.items[draw(dice, 4)].values[draw(dice, 4)] -= put(p.values, draw(dice, 4), {small})
i0 = {loose_int} + i0|i0 += {loose_int}|{float_place} {float_sign}= {loose_float}
"""
FORMS = {
    "int": INT,
    "name": NAME,
    "float": FLOAT,
    "float_name": FLOAT_NAME,
    "bool": BOOL,
    "bool_name": "True|False|world.lead.is_open|p.is_open|tmp.is_open|b0|b1|flag",
    "line": LINE,
    "loose_int": LOOSE_INT,
    "loose_float": LOOSE_FLOAT,
    "loose_bool": LOOSE_BOOL,
    "small": "{int}|({int}) % 97 - 40|({int}) % 1009 - 40|({int}) % 50021|({int}) % 7",
    "in8": "({int}) & 7|({int}) % 8|abs({int}) % 8|0|3|7",
    "in4": "({int}) & 3|({int}) % 4|abs({int}) % 4|0|1|3",
    "in3": "({int}) % 3|0|2",
    "in2": "({int}) & 1|0|1",
    "below": "({int} + i1) % 9 - 1|a",
    "sign": "<|<=|>|>=|==|!=",
    "middle": "i0|a|5",
    "float_middle": "f0|x|SCALE|p.weight",
    "local": "i0|i1|i2",
    "float_local": "f0|f1|f2",
    "bool_local": "b0|b1",
    "augmented": "i0|world.tick|p.count",
    "int_sign": "+|-|*|//|%|&|^",
    "loose_sign": "+|-|^|&",
    "float_sign": "+|-|*|/",
    "int_place": "world.tick|p.count|tmp.count|world.ints[{in8}]|scratch[{in8}]|q[{in8}]",
    "float_place": "world.total|p.weight|world.floats[{in8}]|world.items[{in4}].weight",
    "bool_place": "p.is_open|world.lead.is_open|world.flags[{in8}]|marks[{in4}]",
    "item": "p|tmp|world.lead|world.items[{in4}]|box[{in3}]",
    "sides": "6|1 + a % 3|100",
    "range": "4|({int}) % 5|1, 6|i0, i0 + 3|7, 0, -2|WIDTH - 1, -1, -3|-3, 4, 3"
    "|a % 4, ({int}) % 9, 2|len(world.items)",
    "each": "3|1, 5|7, 0, -2|len(PRIMES)",
    "array": "world.ints|scratch|PRIMES|GRID[{in4}]|p.values|q|thin|row|(1, -2, 3)",
    "test": "{bool}|{bool}|{int}|{float}|{int} and {bool}|not {name} or {float}",
}
# In loose programs these forms stand beside the others.
LOOSE = {"int": LOOSE_INT, "float": LOOSE_FLOAT, "bool": LOOSE_BOOL, "line": LOOSE_LINE}
SMALLEST = {"int": "name", "float": "float_name", "bool": "bool_name"}
PROLOGUE = """\
    scratch = numbers(int, 8)
    thin = numbers(Int16, 8)
    slim: Int32 = -7
    marks = numbers(bool, 4)
    tmp = Item()
    box = records(Item, 3)
    p = world.lead
    q = scratch
    row = GRID[a & 3]
    wide = 2147483648 + a
    deep = -1099511627776 - a
    i0 = a
    i1 = a * 7 % 1000
    i2 = 1
    f0 = x
    f1 = x * 0.1
    f2 = 1.0
    b0: bool = flag
    b1 = a > 0"""


def choices_of(text: str) -> list[str]:
    """The forms of a text. A bar between two of them has no blank before it, the operator has."""
    return re.split(r"(?<! )\||\n", text.strip())


CHOICES = {name: choices_of(text) for name, text in FORMS.items()}
LOOSE_CHOICES = {
    name: [*forms, *choices_of(LOOSE.get(name, ""))] if name in LOOSE else forms
    for name, forms in CHOICES.items()
}


class ProgramWriter:
    """Writes one kernel after another from one stream of random numbers.

    names: loops and locals around the present place that surely have an int.
    """

    def __init__(self, seed: int, is_loose: bool) -> None:
        self.random = random.Random(seed)
        self.choices = LOOSE_CHOICES if is_loose else CHOICES
        self.names: list[str] = []
        self.lines: list[str] = []
        self.result = "int"
        self.loops = 0
        self.made = 0

    def fill(self, form: str, depth: int) -> str:
        """A form of that name with its parts filled in, `depth` levels of expressions deep."""
        if depth <= 0:
            form = SMALLEST.get(form, form)
        choices = self.choices[form] + (self.names * 3 if form == "name" else [])
        text = self.random.choice(choices)
        return re.sub(r"\{(\w+)\}", lambda part: self.fill(part[1], depth - 1), text)

    def emit(self, indent: int, text: str) -> None:
        self.lines.append("    " * indent + text)

    def block(self, indent: int, count: int) -> None:
        """Some statements; what they set for the first time is not known after them."""
        known = len(self.names)
        for _ in range(count):
            self.statement(indent)
        del self.names[known:]

    def statement(self, indent: int) -> None:
        """One statement, perhaps with blocks inside."""
        kind = self.random.randrange(13 if indent < 4 else 8)
        if kind < 8:
            self.emit(indent, self.fill("line", self.random.choice([2, 3, 4])))
        elif kind == 8:
            self.branch(indent)
        elif kind == 9:
            self.count_loop(indent)
        elif kind == 10:
            self.while_loop(indent)
        elif kind == 11:
            self.new_local(indent)
        else:
            self.emit(indent, f"if {self.fill('bool', 1)}:")
            self.leave(indent + 1)

    def branch(self, indent: int) -> None:
        self.emit(indent, f"if {self.fill('test', 2)}:")
        self.block(indent + 1, self.random.choice([1, 2]))
        if self.random.random() < 0.3:
            self.emit(indent, f"elif {self.fill('bool', 1)}:")
            self.block(indent + 1, 1)
        if self.random.random() < 0.5:
            self.emit(indent, "else:")
            self.block(indent + 1, self.random.choice([1, 2]))

    def new_local(self, indent: int) -> None:
        """A local that gets its value in both arms of an if, or in the one that does not leave."""
        self.made += 1
        name = f"n{self.made}"
        leaves = self.random.choice([-1, -1, 0, 1])
        for arm, head in enumerate([f"if {self.fill('bool', 2)}:", "else:"]):
            self.emit(indent, head)
            if self.random.random() < 0.3:
                self.block(indent + 1, 1)
            if arm == leaves:
                self.leave(indent + 1)
            else:
                self.emit(indent + 1, f"{name} = {self.fill('small', 2)}")
        self.names.append(name)

    def leave(self, indent: int) -> None:
        """A way out of a loop or of the kernel."""
        words = ["break", "continue"] if self.loops else []
        found = self.random.choice([*words, "return"])
        self.emit(indent, f"return {self.fill(self.result, 1)}" if found == "return" else found)

    def loop_body(self, indent: int) -> None:
        self.loops += 1
        if self.random.random() < 0.4:
            self.emit(indent, f"if {self.fill('bool', 1)}:")
            self.leave(indent + 1)
        self.block(indent, self.random.choice([1, 2]))
        self.loops -= 1

    def count_loop(self, indent: int) -> None:
        name = f"k{indent}"
        word = self.random.choice(["range", "range", "each", "", "enumerate", "pairs"])
        if word in ("range", "each"):
            self.emit(indent, f"for {name} in {word}({self.fill(word, 2)}):")
        elif word == "pairs":
            self.emit(indent, f"for _, {name}, _, i2 in GRID:")
        else:
            target = f"i2, {name}" if word else name
            self.emit(indent, f"for {target} in {word}({self.fill('array', 2)}):")
        self.names.append(name)
        self.loop_body(indent + 1)
        self.names.remove(name)

    def while_loop(self, indent: int) -> None:
        name = f"w{indent}"
        limit = self.random.choice([2, 3, 5])
        self.emit(indent, f"{name} = 0")
        if self.random.random() < 0.3:
            self.emit(indent, "while True:")
            self.emit(indent + 1, f"{name} += 1")
            self.emit(indent + 1, f"if {name} >= {limit}:")
            self.emit(indent + 2, "break")
        else:
            self.emit(indent, f"while {name} < {limit} and {self.fill('bool', 1)}:")
            self.emit(indent + 1, f"{name} += 1")
        self.loop_body(indent + 1)

    def program(self, number: int) -> str:
        """One kernel; its result is an int, a float or a bool."""
        self.result = self.random.choice(["int", "float", "bool"])
        self.names, self.made = [], 0
        parameters = "world: World, dice: Dice, a: int, x: float, flag: bool"
        head = f"def program{number}({parameters}) -> {self.result}:"
        self.lines = ["@kernel", head, PROLOGUE]
        for _ in range(self.random.choice([3, 5, 8])):
            self.statement(1)
        self.emit(1, f"return {self.fill(self.result, 2)}")
        return "\n".join(self.lines)


def module_text(seed: int, count: int, is_loose: bool = False) -> str:
    """A module with programs 0..count-1."""
    writer = ProgramWriter(seed, is_loose)
    return "\n\n\n".join([HEADER.rstrip(), *[writer.program(n) for n in range(count)]]) + "\n"
