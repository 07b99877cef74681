"""The lines that a bot of ultimate tic-tac-toe reads and writes."""

from typing import NamedTuple

from bots.uttt.rules import CELLS
from common.integers import parse_integers, read_integers
from common.stdio import LineReader, UnreadableInput

NO_CELL = -1  # the input `-1 -1`: nobody has moved yet
ROW = 9


class Turn(NamedTuple):
    """The opponent's last cell, or NO_CELL, and all legal cells, unordered."""

    played: int
    cells: list[int]


def to_cell(row: int, column: int) -> int:
    """Returns the cell of a row and column of the 9 x 9 grid, 0..8."""
    return (row // 3 * 3 + column // 3) * 9 + row % 3 * 3 + column % 3


def to_place(cell: int) -> tuple[int, int]:
    """Returns row and column of a cell."""
    board, square = divmod(cell, 9)
    return board // 3 * 3 + square // 3, board % 3 * 3 + square % 3


def format_cell(cell: int) -> str:
    """Returns a cell's output line."""
    row, column = to_place(cell)
    return f"{row} {column}"


def parse_cell(text: str, what: str) -> int:
    """Returns the cell of `row column`. Raises UnreadableInput for another text."""
    row, column = parse_integers(text, 2, what)
    if not (0 <= row < ROW and 0 <= column < ROW):
        raise UnreadableInput(f"{what}: expected 0..8 twice, got {text[:60]!r}")
    return to_cell(row, column)


def read_turn(reader: LineReader) -> Turn:
    """Reads a turn. Raises UnreadableInput only after all its lines."""
    first = reader.line()
    number = reader.number
    (count,) = read_integers(reader, 1, "validActionCount")
    if not 1 <= count <= CELLS:
        place = f"line {reader.number}: validActionCount"
        raise UnreadableInput(f"{place}: expected 1..{CELLS}, got {count}")
    lines = [reader.line() for _ in range(count)]
    played = NO_CELL
    if first.split() != ["-1", "-1"]:
        played = parse_cell(first, f"line {number}: opponentRow opponentCol")
    cells = [
        parse_cell(line, f"line {number + 2 + offset}: row col")
        for offset, line in enumerate(lines)
    ]
    return Turn(played, cells)
