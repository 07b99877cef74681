# ruff: noqa
from math import tanh, cbrt, log10, log1p, acos, tan
from common.kernel import Numbers, kernel, numbers, record


@record
class Memory:
    n: int
    xs: Numbers[float] = numbers(float, 4)


@kernel
def clamp(m: Memory, x: float) -> float:
    return tanh(min(x, 0.27))


@kernel
def choose(m: Memory, x: float, is_far: bool) -> float:
    """The reach of a unit."""
    scale = 0.07
    if is_far:
        scale = x
    return acos(scale)


@kernel
def total(m: Memory, n: int) -> float:
    t = 0.0
    for k in range(n):
        t += log10(0.52 + k)
    return t


@kernel
def volume(m: Memory, x: float) -> float:
    return cbrt(max(x, 0.1))


CALLS = [(clamp, 1.0), (choose, 1.0, False), (total, 5), (volume, 0.0)]
