"""Boards of more than 63 cells: an int for each line of up to 63 cells, whose bit x is cell x.

`board[y] & mask[y]` and the like work line by line; this module has what goes beyond a line.
"""

from common.kernel import Numbers, kernel


@kernel
def put(board: Numbers[int], x: int, y: int) -> None:
    """Adds a cell to the board."""
    board[y] |= 1 << x


@kernel
def has(board: Numbers[int], x: int, y: int) -> bool:
    """Returns True if a cell is on the board."""
    return (board[y] >> x & 1) != 0


@kernel
def count_cells(board: Numbers[int]) -> int:
    """Returns the number of cells on the board."""
    count = 0
    for y in range(len(board)):
        count += board[y].bit_count()
    return count


@kernel
def grow(board: Numbers[int], free: Numbers[int], result: Numbers[int]) -> int:
    """Writes the board with all free neighbours into `result`; returns the number of new cells."""
    last = len(board) - 1
    new = 0
    for y in range(len(board)):
        line = board[y]
        near = line >> 1
        if y > 0:
            near |= board[y - 1]
        if y < last:
            near |= board[y + 1]
        # A cell that is free lies within the line, so nothing is shifted beyond 63 bits.
        near |= (line & (free[y] >> 1)) << 1
        result[y] = line | (near & free[y])
        new += result[y].bit_count() - line.bit_count()
    return new


@kernel
def flood(board: Numbers[int], free: Numbers[int]) -> int:
    """Grows the board until there are no new cells; returns their number."""
    came = 0
    new = 1
    while new > 0:
        new = 0
        for y in range(len(board)):
            line = board[y]
            near = (line >> 1) | ((line & (free[y] >> 1)) << 1)
            if y > 0:
                near |= board[y - 1]
            if y < len(board) - 1:
                near |= board[y + 1]
            board[y] |= near & free[y]
            new += board[y].bit_count() - line.bit_count()
        came += new
    return came
