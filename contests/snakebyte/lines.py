"""The lines of SnakeByte's referee: what it tells, and what it accepts of an answer."""

import re

from bots.snakebyte.protocol import WAYS
from bots.snakebyte.rules import AHEAD, SNAKES, Board, Snake, State, facing, owner, part, place_of

ORDERS = 30  # that are read of a line
NUMBER = "0*([0-9]{1,10})"
PIECE = re.compile(
    rf"WAIT|MARK {NUMBER} {NUMBER}|{NUMBER} (UP|RIGHT|DOWN|LEFT)(?: [^;]*)?",
    re.IGNORECASE | re.ASCII,
)
MAX_INT = (1 << 31) - 1


def body(snake: Snake) -> str:
    """Returns the parts, head first, as the lines and the records have them."""
    places = [place_of(part(snake, number)) for number in range(snake.length)]
    return ":".join(f"{x},{y}" for x, y in places)


def start_lines(me: int, rows: list[str], each: int) -> list[str]:
    """Returns what a seat is told once."""
    ids = [str(number) for seat in (me, 1 - me) for number in range(seat * each, (seat + 1) * each)]
    return [f"{me}", f"{len(rows[0])}", f"{len(rows)}", *rows, f"{each}", *ids]


def turn_lines(sources: list[str], snakes: dict[int, str]) -> list[str]:
    """Returns the lines that both seats are told in a turn."""
    bodies = [f"{number} {text}" for number, text in snakes.items()]
    return [f"{len(sources)}", *sources, f"{len(bodies)}", *bodies]


def read_orders(board: Board, state: State, seat: int, line: str) -> tuple[list[int], str]:
    """Returns the orders of a seat's snakes, up to the first bad piece, and that piece; "" for
    none.

    A piece that is refused has no effect.
    """
    orders = [AHEAD] * SNAKES
    text = line.rstrip(";")
    for piece in text.split(";")[:ORDERS] if text or not line else []:
        found = PIECE.fullmatch(piece)
        if not found or any(int(word or 0) > MAX_INT for word in found.groups()[:3]):
            return orders, repr(piece[:60])
        if found[4] is None:
            continue
        number, way = int(found[3]), WAYS.index(found[4].upper())
        if number >= board.snakes or owner(board, number) != seat:
            continue
        snake = state.snakes[number]
        if snake.length and orders[number] == AHEAD and way != facing(snake) ^ 2:
            orders[number] = way
    return orders, ""
