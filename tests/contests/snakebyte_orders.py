"""SnakeByte's lines as its referee reads them."""

from functools import partial

from bots.snakebyte.rules import AHEAD, SNAKES
from contests.snakebyte.referee import SnakebyteReferee


def orders_of(referee: SnakebyteReferee, seat: int, line: str) -> tuple[list[int], str]:
    """The orders by snake in a line, and why it would put its seat out, "" if it would not."""
    orders = [AHEAD] * SNAKES
    referee.judge(seat, [line], partial(referee.read_orders, seat, orders))
    return orders, referee.out.pop(seat, "")
