"""What a Kutulu bot reads and writes; the referee has the other side."""

from typing import NamedTuple

from bots.kutulu.paths import ACTIONS, EXPLORERS, MAX_CELLS, PLACES, WAYS, Maze, measure
from bots.kutulu.rules import (
    MINIONS,
    RUSHING,
    SLASHER_SANITY,
    SPAWNING,
    STALKING,
    WAIT,
    World,
    acquire,
    create,
    stand,
)
from common.stdio import LineReader, UnreadableInput, parse_integers

WALL, SPAWN, SHELTER = "#", "w", "U"
WAY_STEPS = ((0, -1), (1, 0), (0, 1), (-1, 0))  # up, right, down, left
ACTION_WORDS = "UP RIGHT DOWN LEFT WAIT PLAN LIGHT YELL".split()  # by action

TYPES = "EXPLORER WANDERER SLASHER EFFECT_PLAN EFFECT_LIGHT EFFECT_YELL EFFECT_SHELTER".split()
EXPLORER, WANDERER, SLASHER, EFFECT_PLAN, EFFECT_LIGHT, EFFECT_YELL, EFFECT_SHELTER = TYPES

# A line of a turn: type, id, cell (-1 where nobody can stand), three parameters.
Entity = tuple[str, int, int, int, int, int]


class Place(NamedTuple):
    """A maze, the cell at each walkable (x, y), and x and y of each cell."""

    maze: Maze
    cells: dict[tuple[int, int], int]
    spots: list[tuple[int, int]]


def make_place(rows: list[str], constants: list[int]) -> Place:
    """The maze of these rows; constants: lonely, group, spawn time, life time."""
    maze = Maze()
    spots = [(x, y) for y, row in enumerate(rows) for x, char in enumerate(row) if char != WALL]
    cells = {spot: number for number, spot in enumerate(spots)}
    spawns, shelters = (
        [cells[x, y] for x, y in spots if rows[y][x] == mark] for mark in (SPAWN, SHELTER)
    )
    if not 0 < len(cells) <= MAX_CELLS or max(len(spawns), len(shelters)) > PLACES:
        raise ValueError(f"expected 1..{MAX_CELLS} cells, 0..{PLACES} spawns and shelters")
    maze.cells = len(cells)
    maze.cap = len(rows[0]) + len(rows)
    exits = [[cells.get((x + dx, y + dy), cells[x, y]) for dx, dy in WAY_STEPS] for x, y in spots]
    for cell, beside in enumerate(exits):
        at = cell * ACTIONS
        maze.exits[at : at + ACTIONS] = beside + [cell] * (ACTIONS - WAYS)
        moves = [WAIT, *(way for way in range(WAYS) if beside[way] != cell)]
        maze.moves[at : at + len(moves)] = moves
        maze.move_count[cell] = len(moves)
    maze.spawn_count, maze.shelter_count = len(spawns), len(shelters)
    maze.spawns[: len(spawns)] = spawns
    maze.shelters[: len(shelters)] = shelters
    maze.lonely, maze.group, maze.spawn_time, maze.life_time = constants
    measure(maze, spots, exits)
    return Place(maze, cells, spots)


def read_place(reader: LineReader) -> Place:
    """The maze from the lines that a player gets once, else UnreadableInput."""
    (width,), (height,) = (reader.integers(1, what) for what in ("width", "height"))
    rows = [reader.line() for _ in range(height)]
    what = "sanityLossLonely sanityLossGroup wandererSpawnTime wandererLifeTime"
    constants = reader.integers(4, what)
    try:
        if any(len(row) != width for row in rows):
            raise ValueError(f"expected rows of {width} characters")
        return make_place(rows, constants)
    except ValueError as error:
        raise UnreadableInput(f"line {reader.number}: {error}") from None


def read_turn(reader: LineReader, cells: dict[tuple[int, int], int]) -> list[Entity]:
    """The entities of a turn, else UnreadableInput once all of its lines are read."""
    (count,) = reader.integers(1, "entityCount")
    lines = [reader.line() for _ in range(count)]
    first = reader.number + 1 - count
    return [parse_entity(line, number, cells) for number, line in enumerate(lines, first)]


def parse_entity(line: str, number: int, cells: dict[tuple[int, int], int]) -> Entity:
    """TYPE id x y param0 param1 param2, else UnreadableInput; number: of the line."""
    kind, _, rest = line.partition(" ")
    what = f"line {number}: type id x y param0 param1 param2"
    who, x, y, first, second, third = parse_integers(rest, 6, what)
    if kind not in TYPES:
        raise UnreadableInput(f"{what}: expected one of {TYPES}, got {kind[:30]!r}")
    cell = cells.get((x, y), -1)
    ids = {EXPLORER: {who}, EFFECT_YELL: {second, third}, EFFECT_SHELTER: set()}.get(kind, {second})
    if kind in (WANDERER, SLASHER):
        ids = {third} - {-1}
    if not ids <= {*range(EXPLORERS)} or (cell < 0 and kind != EFFECT_YELL):
        raise UnreadableInput(f"{what}: expected ids 0..3 and a free cell, got {line[:60]!r}")
    return kind, who, cell, first, second, third


def format_action(place: Place, cell: int, action: int) -> str:
    """An action of the explorer on `cell` as an output line; a step as MOVE to the next cell."""
    if action >= WAYS:
        return ACTION_WORDS[action]
    x, y = place.spots[place.maze.exits[cell * ACTIONS + action]]
    return f"MOVE {x} {y}"


class Observer:
    """The world as one player knows it: what the lines tell, and what follows from earlier ones.

    world: at the start of the turn that was read last. me: the player's id, -1 before that.
    Not known: which of equally near explorers a minion will follow, and what others do.
    """

    def __init__(self, place: Place) -> None:
        self.place = place
        self.maze = place.maze
        self.world = World()
        self.me = -1

    def observe(self, entities: list[Entity]) -> None:
        """Takes in the entities of a turn."""
        world, maze = self.world, self.maze
        known = world.slasher_count
        world.turn += self.me >= 0
        for one in world.explorers:
            if one.is_in and one.sanity < SLASHER_SANITY:
                one.has_slasher = True  # it has come in the turn just over
            one.is_in = False
            one.sanity = one.plan_until = one.light_until = one.stuck_until = one.yell_until = 0
        told = [entity for entity in entities if entity[0] == EXPLORER]
        for _, who, *values in told:
            one = world.explorers[who]
            one.is_in = True
            one.cell, one.sanity, one.plans, one.lights = values
        world.living = len(told)
        if self.me < 0:
            self.me = told[0][1] if told else 0
        stand(world, maze)
        energy = {cell: left for kind, _, cell, left, *_ in entities if kind == EFFECT_SHELTER}
        for index, cell in enumerate(maze.shelters[: maze.shelter_count]):
            world.energy[index] = energy.get(cell, 0)
        world.count = world.slasher_count = 0
        for entity in entities:
            kind, number, cell, left, second, third = entity
            ends = world.turn + left
            if kind == EFFECT_PLAN:
                world.last_plan = world.explorers[second].plan_until = ends
            elif kind == EFFECT_LIGHT:
                world.last_light = world.explorers[second].light_until = ends
            elif kind == EFFECT_YELL:
                world.explorers[second].yell_until = world.explorers[third].stuck_until = ends
                world.explorers[second].yelled_at |= 1 << third
            elif kind == WANDERER and world.count < MINIONS:
                world.next_id = number
                create(world, cell, ends - 1 + (maze.life_time if second == SPAWNING else 0))
                world.target[world.count - 1] = third
            elif kind == SLASHER and world.slasher_count < EXPLORERS:
                self._observe_slasher(entity, world.slasher_count >= known)

    def _observe_slasher(self, told: Entity, is_new: bool) -> None:
        """Slashers stay in their order. What one remembers is not told, but follows."""
        world = self.world
        one = world.slashers[world.slasher_count]
        old = SPAWNING if is_new else one.state
        is_lost = one.target >= 0 and not world.explorers[one.target].is_in
        _, world.next_id, one.cell, left, one.state, target = told
        one.target = target
        one.until = world.turn - 1 + left
        if one.state == SPAWNING:
            one.memory = one.cell
        elif one.state not in (STALKING, RUSHING):
            one.memory = -1
        elif old != SPAWNING:  # it has looked around
            acquire(world, self.maze, one)
            if is_lost or one.target != target:
                one.target, one.memory = target, -1
        world.slasher_count += 1
        create(world, -world.slasher_count, 0)
