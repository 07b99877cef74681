"""What a Kutulu bot reads and writes; the referee has the other side."""

from typing import NamedTuple

from bots.kutulu.paths import MAX_CELLS, SHELTERS, SPAWNS, WAYS, Maze
from common.stdio import LineReader, UnreadableInput, parse_integers

WALL, SPAWN, SHELTER = "#", "w", "U"
STEPS = ((0, -1), (1, 0), (0, 1), (-1, 0))  # up, right, down, left
STEP_WORDS = ("UP", "RIGHT", "DOWN", "LEFT")
CAST_WORDS = ("WAIT", "PLAN", "LIGHT", "YELL")
ACTION_WORDS = (*STEP_WORDS, *CAST_WORDS)  # by action
MAX_SIDE = 64

EXPLORER = "EXPLORER"
WANDERER = "WANDERER"
SLASHER = "SLASHER"
EFFECT_PLAN = "EFFECT_PLAN"
EFFECT_LIGHT = "EFFECT_LIGHT"
EFFECT_YELL = "EFFECT_YELL"
EFFECT_SHELTER = "EFFECT_SHELTER"
TYPES = (EXPLORER, WANDERER, SLASHER, EFFECT_PLAN, EFFECT_LIGHT, EFFECT_YELL, EFFECT_SHELTER)


class Entity(NamedTuple):
    """A line of a turn. cell: -1 where no explorer can stand."""

    kind: str
    number: int
    cell: int
    params: tuple[int, int, int]


class Place(NamedTuple):
    """A maze, and the cell at each (x, y) that is walkable."""

    maze: Maze
    cells: dict[tuple[int, int], int]


def make_place(rows: list[str], constants: list[int]) -> Place:
    """The maze of these rows; constants: lonely, group, spawn time, life time.

    ValueError for a map that is empty or too large. Whatever is no wall can be walked on.
    """
    maze = Maze()
    places = [(x, y) for y, row in enumerate(rows) for x, char in enumerate(row) if char != WALL]
    cells = {spot: number for number, spot in enumerate(places)}
    spawns = [number for (x, y), number in cells.items() if rows[y][x] == SPAWN]
    shelters = [number for (x, y), number in cells.items() if rows[y][x] == SHELTER]
    for what, count, limit in (
        ("walkable cells", len(cells), MAX_CELLS),
        ("spawn points", len(spawns), SPAWNS),
        ("shelters", len(shelters), SHELTERS),
    ):
        if count > limit:
            raise ValueError(f"a map has at most {limit} {what}, not {count}")
    if not cells:
        raise ValueError("a map has walkable cells")
    maze.cells = len(cells)
    maze.cap = len(rows[0]) + len(rows)
    for (x, y), number in cells.items():
        maze.x[number], maze.y[number] = x, y
        for way, (dx, dy) in enumerate(STEPS):
            maze.exits[number * WAYS + way] = cells.get((x + dx, y + dy), -1)
    maze.spawn_count = len(spawns)
    for index, cell in enumerate(spawns):
        maze.spawns[index] = cell
    maze.shelter_count = len(shelters)
    for index, cell in enumerate(shelters):
        maze.shelters[index] = cell
    maze.lonely, maze.group, maze.spawn_time, maze.life_time = constants
    return Place(maze, cells)


def read_place(reader: LineReader) -> Place:
    """The maze from the lines that a player gets once, else UnreadableInput."""
    (width,) = reader.integers(1, "width")
    (height,) = reader.integers(1, "height")
    if not (1 <= width <= MAX_SIDE and 1 <= height <= MAX_SIDE):
        raise UnreadableInput(f"line {reader.number}: expected sides of 1..{MAX_SIDE}")
    rows = []
    for _ in range(height):
        rows.append(reader.line())
        if len(rows[-1]) != width:
            raise UnreadableInput(
                f"line {reader.number}: expected {width} characters, got {rows[-1]!r}"
            )
    what = "sanityLossLonely sanityLossGroup wandererSpawnTime wandererLifeTime"
    constants = reader.integers(4, what)
    try:
        return make_place(rows, constants)
    except ValueError as error:
        raise UnreadableInput(f"line {reader.number}: {error}") from None


def read_turn(reader: LineReader, cells: dict[tuple[int, int], int]) -> list[Entity]:
    """The entities of a turn, else UnreadableInput once all of its lines are read."""
    (count,) = reader.integers(1, "entityCount")
    first = reader.number + 1
    lines = [reader.line() for _ in range(count)]
    return [parse_entity(line, first + index, cells) for index, line in enumerate(lines)]


def parse_entity(line: str, number: int, cells: dict[tuple[int, int], int]) -> Entity:
    """TYPE id x y param0 param1 param2, else UnreadableInput; number: of the line."""
    kind, _, rest = line.partition(" ")
    what = f"line {number}: type id x y param0 param1 param2"
    values = parse_integers(rest, 6, what)
    if kind not in TYPES:
        raise UnreadableInput(f"{what}: expected a type of {' '.join(TYPES)}, got {kind[:30]!r}")
    who, x, y, *params = values
    cell = cells.get((x, y), -1)
    if cell < 0 and kind != EFFECT_YELL:
        raise UnreadableInput(f"{what}: expected a walkable cell, got {line[:60]!r}")
    return Entity(kind, who, cell, (params[0], params[1], params[2]))


def format_action(maze: Maze, cell: int, action: int) -> str:
    """An action of the explorer on `cell` as an output line; a step as MOVE to the next cell."""
    if action < WAYS:
        there = maze.exits[cell * WAYS + action]
        if there < 0:
            return "WAIT"
        return f"MOVE {maze.x[there]} {maze.y[there]}"
    return ACTION_WORDS[action]
