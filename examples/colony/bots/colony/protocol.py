"""Reads the lines of Colony, and lists the orders of an answer."""

from common.fields import Fields
from common.stdio import LineReader

# A verb is a place in this list.
ORDERS = (
    ("REST {id}", ()),
    ("EAT {id}", ()),
    ("MOVE {id} {}", (("N", "E", "S", "W"),)),
    ("SPLIT {id} {}", (("N", "E", "S", "W"),)),
)


class BeetleLine:
    """Holds a line, one of beetles."""

    def __init__(self, line: Fields) -> None:
        self.beetle_id = line.integer("beetleId")  # unique in the match
        self.owner = line.integer("owner")  # 0 or 1
        self.x = line.integer("x")
        self.y = line.integer("y")


class Start:
    """Reads the lines before the first turn."""

    def __init__(self, reader: LineReader) -> None:
        line = Fields(reader, 3)
        self.width = line.count("width")  # cells of a row
        self.height = line.count("height")  # rows
        self.my_id = line.integer("myId")  # your number, 0 or 1


class Turn:
    """Reads the lines of a turn."""

    def __init__(self, reader: LineReader, start: Start) -> None:
        line = Fields(reader, 2)
        self.my_stock = line.integer("myStock")  # food that you have eaten and not spent
        self.rival_stock = line.integer("rivalStock")
        self.foods = [
            [
                line.integer("food")
                for line in [Fields(reader, start.width)]
                for _ in range(start.width)
            ]
            for _ in range(start.height)
        ]
        self.beetle_count = Fields(reader, 1).count("beetleCount")  # in play, of both colonies
        self.beetles = [BeetleLine(Fields(reader, 4)) for _ in range(self.beetle_count)]
        # your beetles, each of which needs an order
        self.order_count = Fields(reader, 1).count("orderCount")
