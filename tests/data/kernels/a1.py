# ruff: noqa
from math import copysign, atan2, sin, pow, inf, hypot
import math
from common.kernel import *
from common.kernel import Int8, Int32


def factory():
    bonus = 3

    def set_bonus(v):
        nonlocal bonus
        bonus = v

    @kernel
    def go(m: "Memory", n: int) -> int:
        return n + bonus

    go.__annotations__["m"] = Memory
    return go, set_bonus


@record
class Memory:
    x: float
    y: float
    n: int
    flag: bool
    xs: Numbers[float] = numbers(float, 4)
    ns: Numbers[int] = numbers(int, 4)


@kernel
def nan_sign(m: Memory) -> float:
    y = 1e300
    z = y * y
    return copysign(1.0, z - z)


@kernel
def nan_sign2(m: Memory, y: float) -> float:
    z = y * y
    return copysign(1.0, z - z)


@kernel
def nan_neg(m: Memory, y: float) -> float:
    z = y * y
    return copysign(1.0, -(z - z))


@kernel
def neg_param(m: Memory, y: float) -> float:
    return atan2(-y, -1.0)


@kernel
def times_param(m: Memory, y: float) -> float:
    return atan2(y * -1, -1.0)


@kernel
def bigprod(m: Memory, y: float) -> float:
    return y * y * y - 1.0


@kernel
def boolint(m: Memory, n: int) -> int:
    return n


@kernel
def inv(m: Memory, n: int) -> int:
    return ~n


@kernel
def range_float(m: Memory, n: int) -> int:
    t = 0
    if n > 3:
        for i in range(0, 10, 2.0):
            t += i
    return t


@kernel
def range4(m: Memory, n: int) -> int:
    t = 0
    for i in range(0, 10, 2, 7):
        t += i
    return t


@kernel
def dead_yield(m: Memory, n: int) -> int:
    return n
    yield 3


@kernel
def kwonly(m: Memory, n, *k: int) -> int:
    return n + 1


go, set_bonus = factory()
CALLS = [
    (nan_sign,),
    (nan_sign2, 1e300),
    (nan_neg, 1e300),
    (neg_param, 0),
    (neg_param, 0.0),
    (times_param, 0),
    (bigprod, 10**12 + 1),
    (boolint, True),
    (inv, True),
    (range_float, 3),
    (range_float, 5),
    (range4, 3),
    (dead_yield, 3),
    (kwonly, 3),
    (go, 5),
]
