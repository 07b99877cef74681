"""What the referee of Cycles tells; the bot reads it with its protocol.py."""


def player_line(x0: int, y0: int, x1: int, y1: int) -> str:
    """One of players."""
    return f"{x0} {y0} {x1} {y1}"


def start_lines() -> list[str]:
    """What a seat is told once."""
    return []


def turn_lines(me: int, players: list[str]) -> list[str]:
    """What a seat is told in a turn."""
    return [f"{len(players)} {me}", *players]
