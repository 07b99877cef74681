"""The lines that a SnakeByte bot reads and writes; the referee has the other side."""

from bots.snakebyte.rules import (
    KINDS,
    MATTER,
    MAX_HEIGHT,
    MAX_WIDTH,
    PLATFORM,
    SHORTEST,
    SNAKES,
    SOURCE,
    Board,
    State,
    cell_at,
)
from common.fields import Fields
from common.stdio import LineReader, UnreadableInput

WAYS = ("UP", "RIGHT", "DOWN", "LEFT")
Place = tuple[int, int]  # column, row


class Start:
    """The start's input: own number, grid, number of snakes of a player."""

    def __init__(self, reader: LineReader) -> None:
        self.me = Fields(reader, 1).count("myId")
        width = Fields(reader, 1).count("width")
        height = Fields(reader, 1).count("height")
        self.rows = [Fields(reader, 1).word() for _ in range(height)]
        self.each = Fields(reader, 1).count("snakebotsPerPlayer")
        for _ in range(2 * self.each):  # they follow from the own number
            Fields(reader, 1).integer("snakebotId")
        trouble = fault(self.rows, self.each, [], {})
        if trouble or self.me > 1 or width != len(self.rows[0]):
            raise UnreadableInput(f"line {reader.number}: no such match: {trouble}")


class Turn:
    """A turn's input. snakes: cells by snake, the head first."""

    def __init__(self, reader: LineReader, start: Start) -> None:
        count = Fields(reader, 1).count("powerSourceCount")
        lines = [Fields(reader, 2) for _ in range(count)]
        self.sources = [(line.integer("x"), line.integer("y")) for line in lines]
        self.snakes: dict[int, list[Place]] = {}
        for _ in range(Fields(reader, 1).count("snakebotCount")):
            line = Fields(reader, 2)
            number = line.count("snakebotId")
            self.snakes[number] = line.value("body", "x,y:x,y:x,y", cells_of, bool)
        if trouble := fault(start.rows, start.each, self.sources, self.snakes):
            raise UnreadableInput(f"line {reader.number}: expected {trouble}")


def cells_of(body: str) -> list[Place]:
    """Returns the cells in a text x,y:x,y. Raises ValueError for another text."""
    return [(int(x), int(y)) for x, y in (one.split(",") for one in body.split(":"))]


def fault(rows: list[str], each: int, sources: list[Place], snakes: dict[int, list[Place]]) -> str:
    """Returns the first fact of a match that the rules do not support: the right form, and the
    fact; "" without one.
    """
    width, height = len(rows[0]) if rows else 0, len(rows)
    is_grid = 2 <= width <= MAX_WIDTH and 2 <= height <= MAX_HEIGHT
    if not is_grid or any(len(row) != width or {*row} - {*"#."} for row in rows):
        return f"rows of # and ., up to {MAX_WIDTH} x {MAX_HEIGHT}, got {rows!r:.60}"
    if not 1 <= each <= SNAKES // 2:
        return f"1 to {SNAKES // 2} snakes each, got {each}"
    inside = [0 <= x < width and 0 <= y < height for x, y in sources]
    if not all(inside) or len({*sources}) < len(sources):
        return f"sources of the grid, each once, got {sources!r:.60}"
    for number, parts in snakes.items():
        steps = {abs(a - c) + abs(b - d) for (a, b), (c, d) in zip(parts, parts[1:], strict=False)}
        if not 0 <= number < 2 * each or len(parts) < SHORTEST or steps != {1}:
            return f"{SHORTEST} or more cells in a row, got snake {number} {parts!r:.60}"
    bodies = [part for parts in snakes.values() for part in parts]
    if len({*bodies}) < len(bodies) or len(bodies) + len(sources) > MATTER:
        return f"{MATTER} parts and sources at most, all parts apart"
    return ""


def lay(board: Board, rows: list[str], each: int, sources: list[Place]) -> None:
    """Writes the platforms of a match into the board, and its sources in their order."""
    board.height, board.snakes = len(rows), 2 * each
    for y, line in enumerate(rows):
        for x, letter in enumerate(line):
            board.cells[cell_at(x, y)] = PLATFORM * (letter == "#")
    for what, place in enumerate(sources, SOURCE):
        board.cells[cell_at(*place)] = what


def put(board: Board, state: State, sources: list[Place], snakes: dict[int, list[Place]]) -> None:
    """Writes these sources and snakes into the state. Raises UnreadableInput for a source at a cell
    that had none at the start.

    snakes: the cells of each snake from its head on, by its number; a snake that is missing is gone
    """
    if strange := [place for place in sources if board.cells[cell_at(*place)] < SOURCE]:
        raise UnreadableInput(f"a source that did not lie there: {strange[0]}")
    solid = {PLATFORM, *(board.cells[cell_at(*place)] for place in sources)}
    state.left = len(sources)
    state.solid[:] = [what in solid for what in range(KINDS)]
    for number, snake in enumerate(state.snakes):
        parts = snakes.get(number, [])
        snake.length, snake.first = len(parts), 0
        snake.parts[: len(parts)] = [cell_at(*place) for place in parts]
