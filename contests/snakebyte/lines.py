"""What SnakeByte's referee accepts of an answer."""

import re

from bots.snakebyte.protocol import WAYS
from bots.snakebyte.rules import AHEAD, SNAKES, Board, State, facing, owner

ORDERS = 30  # that are read of a line
NUMBER = "0*([0-9]{1,10})"
PIECE = re.compile(
    rf"WAIT|MARK {NUMBER} {NUMBER}|{NUMBER} (UP|RIGHT|DOWN|LEFT)(?: [^;]*)?",
    re.IGNORECASE | re.ASCII,
)


def read_orders(board: Board, state: State, seat: int, line: str) -> tuple[list[int], str]:
    """Returns the orders of all snakes by a seat's line, up to the first bad piece, and that piece,
    "" for none.

    A piece that is refused has no effect.
    """
    orders = [AHEAD] * SNAKES
    text = line.rstrip(";")
    for piece in text.split(";")[:ORDERS] if text or not line else []:
        found = PIECE.fullmatch(piece)
        if not found or any(int(word or 0) >> 31 for word in found.groups()[:3]):
            return orders, repr(piece[:60])
        number = int(found[3] or SNAKES)
        if number < board.snakes and owner(board, number) == seat and orders[number] == AHEAD:
            way, snake = WAYS.index(found[4].upper()), state.snakes[number]
            if snake.length and way != facing(snake) ^ 2:
                orders[number] = way
    return orders, ""
