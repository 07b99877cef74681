# ruff: noqa
"""A factory's variable that another function changes by nonlocal: C keeps the first value."""

import sys
from common.kernel import Numbers, kernel, numbers, record


@record
class Memory:
    n: int


def bind():
    bonus = 3

    def learn(value):
        nonlocal bonus
        bonus = value

    @kernel
    def go(m: Memory, n: int) -> int:
        return n + bonus

    return go, learn


go, learn = bind()

SPEED = 3
WEIGHTS = (1, 2, 3)


@kernel
def fast(m: Memory, n: int) -> int:
    return n * SPEED + WEIGHTS[n % 3]


class Setup:
    pass


def configure(v):
    globals()["SPEED"] = v


def configure2(v):
    sys.modules[__name__].SPEED = v


def configure3(v):
    exec("global WEIGHTS\nWEIGHTS = (7, 8, 9)")


CALLS = [(go, 1), (fast, 1)]
