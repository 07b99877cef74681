"""Tables of the nine squares of a board.

Square  0..8 row by row, also the place of a small board on the main one
Mask    int of 9 bits, bit s is set if square s is taken
"""

SQUARES = 9
FULL = 511
LINES = (7, 56, 448, 73, 146, 292, 273, 84)  # rows, columns, diagonals

HAS_LINE = tuple(any(mask & line == line for line in LINES) for mask in range(FULL + 1))
