"""Writes the lines of the referee of Cycles, which the bot reads with its protocol.py."""


def player_line(x0: int, y0: int, x1: int, y1: int) -> str:
    """Returns the line of one of players."""
    return f"{x0} {y0} {x1} {y1}"


def start_lines() -> list[str]:
    """Returns the lines that a seat reads before the first turn."""
    return []


def turn_lines(me: int, players: list[str]) -> list[str]:
    """Returns the lines that a seat reads in a turn."""
    return [f"{len(players)} {me}", *players]
