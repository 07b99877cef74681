"""The lines that a Kutulu bot reads and writes; the referee has the other side."""

from bots.kutulu.paths import ACTIONS, NOBODY, PLACES, PLAYERS, WAYS, Maze, measure, push
from common.integers import parse_integers, read_integers
from common.stdio import LineReader, UnreadableInput

WALL, SPAWN, SHELTER = "#", "w", "U"
STEPS = (0, -1), (1, 0), (0, 1), (-1, 0), *[(0, 0)] * (ACTIONS - WAYS)  # x and y by action
ACTION_WORDS = "UP RIGHT DOWN LEFT WAIT PLAN LIGHT YELL".split()  # by action

TYPES = "EXPLORER WANDERER SLASHER EFFECT_PLAN EFFECT_LIGHT EFFECT_YELL EFFECT_SHELTER".split()
EXPLORER, WANDERER, SLASHER, EFFECT_PLAN, EFFECT_LIGHT, EFFECT_YELL, EFFECT_SHELTER = TYPES

# Type, id, cell (-1 where nobody can stand), three parameters.
Entity = tuple[str, int, int, int, int, int]


def cells_of(maze: Maze) -> dict[tuple[int, int], int]:
    """Returns the cell at each walkable (x, y)."""
    return {(cell.x, cell.y): number for number, cell in enumerate(maze.cells[: maze.cell_count])}


def make_maze(rows: list[str], constants: list[int]) -> Maze:
    """Returns the maze of these rows. Raises UnreadableInput for wrong rows.

    constants: lonely, group, spawn_time and life_time of the maze
    """
    maze = Maze()
    spots = [(x, y) for y, row in enumerate(rows) for x, char in enumerate(row) if char != WALL]
    most = max(map("".join(rows).count, (SPAWN, SHELTER)))
    if not 0 < len(spots) <= NOBODY or len({*map(len, rows)}) > 1 or most > PLACES:
        why = f"rows of one length, 1..{NOBODY} cells, 0..{PLACES} spawns and shelters"
        raise UnreadableInput("map: expected " + why)
    maze.cell_count = len(spots)
    maze.lonely, maze.group, maze.spawn_time, maze.life_time = constants
    numbers = {spot: here for here, spot in enumerate(spots)}
    stacks = {SPAWN: maze.spawns, SHELTER: maze.shelters}
    for (x, y), here in numbers.items():
        cell = maze.cells[here]
        cell.x, cell.y = x, y
        cell.exits[:] = [numbers.get((x + dx, y + dy), here) for dx, dy in STEPS]
        if rows[y][x] in stacks:
            push(stacks[rows[y][x]], here)
    measure(maze)
    return maze


def read_maze(reader: LineReader) -> Maze:
    """Reads the maze. Raises UnreadableInput for wrong lines."""
    _, (height,) = (read_integers(reader, 1, what) for what in ("width", "height"))
    rows = [reader.line() for _ in range(height)]
    what = "sanityLossLonely sanityLossGroup wandererSpawnTime wandererLifeTime"
    return make_maze(rows, read_integers(reader, 4, what))


def read_turn(reader: LineReader, maze: Maze) -> list[Entity]:
    """Reads the entities of a turn. Raises UnreadableInput for a wrong line, after all lines are
    read.
    """
    (count,) = read_integers(reader, 1, "entityCount")
    lines = [reader.line() for _ in range(count)]
    entities, cells = list[Entity](), cells_of(maze)
    for number, line in enumerate(lines, reader.number + 1 - count):
        kind, _, rest = line.partition(" ")
        what = f"line {number}: type id x y param0 param1 param2"
        who, x, y, first, second, third = parse_integers(rest, 6, what)
        cell = cells.get((x, y), -1)
        target = {third} - {-1}
        ids = {EXPLORER: {who}, WANDERER: target, SLASHER: target}.get(kind, {second, third} - {-1})
        is_known = kind in TYPES and (cell >= 0 or kind == EFFECT_YELL)
        if not is_known or not ids <= {*range(PLAYERS)}:
            raise UnreadableInput(f"{what}: expected ids 0..3 and a free cell, got {line[:60]!r}")
        entities.append((kind, who, cell, first, second, third))
    return entities


def format_action(maze: Maze, cell: int, action: int) -> str:
    """Returns the line for an action of the explorer on `cell`; a step is a MOVE."""
    if action >= WAYS:
        return ACTION_WORDS[action]
    there = maze.cells[maze.cells[cell].exits[action]]
    return f"MOVE {there.x} {there.y}"
