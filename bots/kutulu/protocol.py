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
STEPS = ((0, -1), (1, 0), (0, 1), (-1, 0))  # up, right, down, left
STEP_WORDS = ("UP", "RIGHT", "DOWN", "LEFT")
CAST_WORDS = ("WAIT", "PLAN", "LIGHT", "YELL")
ACTION_WORDS = (*STEP_WORDS, *CAST_WORDS)  # by action
LIMITS = (MAX_CELLS, PLACES, PLACES)  # of cells, spawn points and shelters

EXPLORER = "EXPLORER"
WANDERER = "WANDERER"
SLASHER = "SLASHER"
EFFECT_PLAN = "EFFECT_PLAN"
EFFECT_LIGHT = "EFFECT_LIGHT"
EFFECT_YELL = "EFFECT_YELL"
EFFECT_SHELTER = "EFFECT_SHELTER"
IDS = set(range(EXPLORERS))
TYPES = (EXPLORER, WANDERER, SLASHER, EFFECT_PLAN, EFFECT_LIGHT, EFFECT_YELL, EFFECT_SHELTER)


class Entity(NamedTuple):
    """A line of a turn. cell: -1 where nobody can stand."""

    kind: str
    number: int
    cell: int
    first: int
    second: int
    third: int


class Place(NamedTuple):
    """A maze, the cell at each (x, y) that is walkable, and x and y of each cell."""

    maze: Maze
    cells: dict[tuple[int, int], int]
    spots: list[tuple[int, int]]


def make_place(rows: list[str], constants: list[int]) -> Place:
    """The maze of these rows; constants: lonely, group, spawn time, life time.

    ValueError for a map that is empty or too large. Whatever is no wall can be walked on.
    """
    maze = Maze()
    places = [(x, y) for y, row in enumerate(rows) for x, char in enumerate(row) if char != WALL]
    cells = {spot: number for number, spot in enumerate(places)}
    spawns = [number for (x, y), number in cells.items() if rows[y][x] == SPAWN]
    shelters = [number for (x, y), number in cells.items() if rows[y][x] == SHELTER]
    counts = (len(cells), len(spawns), len(shelters))
    if not cells or any(count > most for count, most in zip(counts, LIMITS, strict=True)):
        raise ValueError(f"expected at most {LIMITS} cells, spawns, shelters, got {counts}")
    maze.cells = len(cells)
    maze.cap = len(rows[0]) + len(rows)
    for (x, y), number in cells.items():
        at = number * ACTIONS
        maze.exits[at : at + ACTIONS] = [number] * ACTIONS
        moves = [WAIT]
        for way, (dx, dy) in enumerate(STEPS):
            if (x + dx, y + dy) in cells:
                maze.exits[at + way] = cells[x + dx, y + dy]
                moves.append(way)
        maze.moves[at : at + len(moves)] = moves
        maze.move_count[number] = len(moves)
    maze.spawn_count = len(spawns)
    for index, cell in enumerate(spawns):
        maze.spawns[index] = cell
    maze.shelter_count = len(shelters)
    for index, cell in enumerate(shelters):
        maze.shelters[index] = cell
    maze.lonely, maze.group, maze.spawn_time, maze.life_time = constants
    measure(maze, places)
    return Place(maze, cells, places)


def read_place(reader: LineReader) -> Place:
    """The maze from the lines that a player gets once, else UnreadableInput."""
    (width,) = reader.integers(1, "width")
    (height,) = reader.integers(1, "height")
    rows = [reader.line() for _ in range(height)]
    what = "sanityLossLonely sanityLossGroup wandererSpawnTime wandererLifeTime"
    constants = reader.integers(4, what)
    if any(len(row) != width for row in rows):
        raise UnreadableInput(f"line {reader.number}: expected rows of {width} characters")
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
    entity = Entity(kind, who, cells.get((x, y), -1), *params)
    ids = {EXPLORER: (who,), EFFECT_YELL: params[1:], EFFECT_SHELTER: ()}.get(kind, params[1:2])
    if kind in (WANDERER, SLASHER):
        ids = (params[2] if params[2] != -1 else 0,)
    if not set(ids) <= IDS or (entity.cell < 0 and kind != EFFECT_YELL):
        raise UnreadableInput(f"{what}: expected ids 0..3 and a free cell, got {line[:60]!r}")
    return entity


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
        world = self.world
        told: dict[str, list[Entity]] = {kind: [] for kind in TYPES}
        for entity in entities:
            told[entity.kind].append(entity)
        if self.me < 0:
            self.me = next((one.number for one in told[EXPLORER]), 0)
        else:
            world.turn += 1
        self._observe_explorers(told[EXPLORER])
        self._observe_effects(told)
        stand(world, self.maze)
        known = world.slasher_count
        world.count = world.slasher_count = 0
        for entity in entities:
            if world.count < MINIONS and entity.kind == WANDERER:
                self._observe_wanderer(entity)
            elif world.slasher_count < EXPLORERS and entity.kind == SLASHER:
                self._observe_slasher(entity, world.slasher_count >= known)

    def _observe_explorers(self, told: list[Entity]) -> None:
        for who in range(EXPLORERS):
            one = self.world.explorers[who]
            if one.is_in and one.sanity < SLASHER_SANITY:
                one.has_slasher = True  # it has come in the turn just over
            one.is_in = False
            one.sanity = one.plan_until = one.light_until = one.stuck_until = one.yell_until = 0
        for entity in told:
            one = self.world.explorers[entity.number]
            one.is_in = True
            one.cell = entity.cell
            one.sanity, one.plans, one.lights = entity[3:]
        self.world.living = len(told)

    def _observe_effects(self, told: dict[str, list[Entity]]) -> None:
        world = self.world
        for entity in told[EFFECT_PLAN]:
            world.last_plan = world.turn + entity.first
            world.explorers[entity.second].plan_until = world.last_plan
        for entity in told[EFFECT_LIGHT]:
            world.last_light = world.turn + entity.first
            world.explorers[entity.second].light_until = world.last_light
        for entity in told[EFFECT_YELL]:
            yeller, victim = world.explorers[entity.second], world.explorers[entity.third]
            yeller.yell_until = victim.stuck_until = world.turn + entity.first
            yeller.yelled_at |= 1 << entity.third
        energy = {entity.cell: entity.first for entity in told[EFFECT_SHELTER]}
        for index in range(self.maze.shelter_count):
            world.energy[index] = energy.get(self.maze.shelters[index], 0)

    def _observe_wanderer(self, told: Entity) -> None:
        world = self.world
        left = told.first + (self.maze.life_time if told.second == SPAWNING else 0)
        world.next_id = told.number
        create(world, told.cell, world.turn - 1 + left)
        world.target[world.count - 1] = told.third

    def _observe_slasher(self, told: Entity, is_new: bool) -> None:
        """Slashers stay in their order. What one remembers is not told, but follows."""
        world = self.world
        one = world.slashers[world.slasher_count]
        old = SPAWNING if is_new else one.state
        is_lost = one.target >= 0 and not world.explorers[one.target].is_in
        one.cell, one.state, one.target = told.cell, told.second, told.third
        one.until = world.turn - 1 + told.first
        if one.state == SPAWNING:
            one.memory = one.cell
        elif one.state not in (STALKING, RUSHING):
            one.memory = -1
        elif old != SPAWNING:  # it has looked around
            acquire(world, self.maze, one)
            if is_lost or one.target != told.third:
                one.target, one.memory = told.third, -1
        world.slasher_count += 1
        world.next_id = told.number
        create(world, -world.slasher_count, 0)
