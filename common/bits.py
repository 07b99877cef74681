"""Boards as ints, whose bit i stands for cell i. `board & (board - 1)` removes the lowest cell."""

from collections.abc import Iterable

from common.kernel import kernel


@kernel
def lowest(board: int) -> int:
    """Returns the lowest cell of a board, -1 for an empty one."""
    return (board & -board).bit_length() - 1


def board_of(items: Iterable[int]) -> int:
    """Returns the board of these cells."""
    board = 0
    for cell in items:
        board |= 1 << cell
    return board
