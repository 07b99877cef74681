# ruff: noqa
from common.kernel import *


@record
class Memory:
    n: int


@kernel
def truth(m: Memory, f: bool) -> int:
    return int(f) * 3


@kernel
def eq(m: Memory, f: bool, g: bool) -> bool:
    return f == g


@kernel
def low(m: Memory, n: int) -> int:
    return n & 255


@kernel
def half(m: Memory, n: int) -> int:
    return n // 3


@kernel
def dbl(m: Memory, x: float) -> float:
    return x - 1.0


CALLS = [
    (truth, 2),
    (truth, 0.5),
    (eq, 2, True),
    (low, 2**64 + 5),
    (half, 2**63),
    (half, 2**64 - 1),
    (dbl, 2**53 + 1),
    (dbl, 10**400),
    (dbl, True),
    (low, 3.0),
    (low, "a"),
]
