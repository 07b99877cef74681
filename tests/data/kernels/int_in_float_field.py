# ruff: noqa
"""An int put into a float field by the bot's own Python (vy = int(words[3])), the usual way to read
an input line: both engines accept it, the home check too; -0 is 0 in CPython and -0.0 in C."""

from math import atan2
from common.kernel import kernel, record


@record
class Pod:
    vx: float
    vy: float


@record
class Memory:
    pod: Pod
    n: int


@kernel
def back(m: Memory) -> float:
    """The direction from which the pod comes."""
    return atan2(-m.pod.vy, -m.pod.vx)


pod = Pod()
pod.vx, pod.vy = map(int, "5 0".split())
LOADED = {"pod": pod}
CALLS = [(back,)]
