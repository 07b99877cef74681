"""Writes the lines of the referee of Colony, which the bot reads with its protocol.py."""


def beetle_line(beetle_id: int, owner: int, x: int, y: int) -> str:
    """Returns the line of one of beetles."""
    return f"{beetle_id} {owner} {x} {y}"


def start_lines(width: int, height: int, my_id: int) -> list[str]:
    """Returns the lines that a seat reads before the first turn."""
    return [f"{width} {height} {my_id}"]


def turn_lines(
    my_stock: int, rival_stock: int, foods: list[list[int]], beetles: list[str], order_count: int
) -> list[str]:
    """Returns the lines that a seat reads in a turn."""
    return [
        f"{my_stock} {rival_stock}",
        *[" ".join(f"{one}" for one in group) for group in foods],
        f"{len(beetles)}",
        *beetles,
        f"{order_count}",
    ]
