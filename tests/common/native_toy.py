"""A small search in the kernel subset, for the tests of its engines."""

from math import log, sin, sqrt

from common.kernel import Numbers, Records, capacity, kernel, numbers, record, records
from common.rng import Dice, draw

POOL = capacity(pure=500, compiled=5_000)


@record
class Flags:
    first: bool
    second: bool = True
    many: Numbers[bool] = numbers(bool, 3)


@record
class Start:
    flags: Records[Flags] = records(Flags, 2)
    base: float = 1.5
    few: int


@record
class Memory:
    flags: Flags
    start: Start
    dice: Dice
    used: int
    sums: Numbers[float] = numbers(float, POOL)


@kernel
def begin(memory: Memory, share: float) -> None:
    memory.used = memory.start.few
    memory.start.base *= share


@kernel
def think(memory: Memory, count: int) -> float:
    for _ in range(count):
        drawn = draw(memory.dice, 1000)
        number = float(drawn)
        memory.sums[memory.used] = sin(number) * memory.start.base + sqrt(log(number + 1.0))
        memory.used += 1
        memory.flags.first = not memory.flags.first
    return memory.sums[memory.used - 1]


@kernel
def toggled(memory: Memory, flag: bool) -> bool:
    memory.flags.many[1] = flag
    return not flag


@kernel
def cut(memory: Memory, number: float) -> float:
    return float(int(number))


ENTRIES = (begin, think, toggled, cut)
