"""Reads the lines of Cycles, and lists the orders of an answer."""

from common.fields import Fields
from common.stdio import LineReader

# A verb is a place in this list.
ORDERS = (
    ("UP", ()),
    ("RIGHT", ()),
    ("DOWN", ()),
    ("LEFT", ()),
)
SEPARATOR = ";"


class Player:
    """Holds a line, one of players."""

    def __init__(self, line: Fields) -> None:
        self.x0 = line.integer("x0")  # column where a ribbon begins, -1 once its rider is out
        self.y0 = line.integer("y0")  # and its row
        self.x1 = line.integer("x1")  # column of its end, where the rider is
        self.y1 = line.integer("y1")  # and its row


class Start:
    """Reads nothing of the lines before the first turn."""

    def __init__(self, reader: LineReader) -> None:
        pass


class Turn:
    """Reads the lines of a turn."""

    def __init__(self, reader: LineReader, start: Start) -> None:
        line = Fields(reader, 2)
        players = line.count("players")  # how many there are
        self.me = line.integer("me")  # your own number, from 0 on
        self.players = [Player(Fields(reader, 4)) for _ in range(players)]
