# ruff: noqa
"""The same for pow, exp and sin, where libm is nearly always right: rare."""

import random
from math import pow, exp, sin
from common.kernel import Numbers, kernel, numbers, record


@record
class Memory:
    n: int


@kernel
def discount(m: Memory, turns: float) -> float:
    return pow(0.95, min(turns, 12.0))


@kernel
def heat(m: Memory, x: float) -> float:
    return log1p(max(x, 0.2))


@kernel
def early(m: Memory, x: float) -> float:
    """log10 of a count that is at least one."""
    y = x
    if y < 0.6:
        y = 0.6
    return log10(y)


from math import log1p, log10

CALLS = [(discount, 20.0), (heat, 0.0), (early, 0.0)]
