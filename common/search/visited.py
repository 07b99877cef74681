"""The most visited move of a tree of Smitsimax, as a kernel."""

from common.kernel import kernel
from common.search.smitsimax import BITS, LAST, MOST, Forest


@kernel
def most_visited(forest: Forest, unit: int, count: int) -> int:
    """Returns the most visited of a unit's first `count` moves, -1 if none was tried."""
    block = forest.block[unit]
    best = -1
    most = 0
    for move in range(min(count, block & MOST)):
        visits = forest.visits[(block >> BITS & LAST) + move]
        if visits > most:
            most = visits
            best = move
    return best
