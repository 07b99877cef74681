# ruff: noqa
"""each in each in each: compile time."""

from common.kernel import *


@record
class Memory:
    a: Numbers[int] = numbers(int, 16)


@kernel
def two(m: Memory, n: int) -> int:
    t = 0
    for i in each(16):
        for j in each(16):
            t += m.a[i] * m.a[j] + n
    return t


@kernel
def three(m: Memory, n: int) -> int:
    t = 0
    for i in each(8):
        for j in each(8):
            for k in each(8):
                t += m.a[i] * m.a[j] + m.a[k] // n
    return t


@kernel
def four(m: Memory, n: int) -> int:
    t = 0
    for i in each(8):
        for j in each(8):
            for k in each(8):
                for q in each(8):
                    t += m.a[i] * m.a[j] + m.a[k] // n + m.a[q]
    return t


CALLS = [(two, 1), (three, 1), (four, 1)]
