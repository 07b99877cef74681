"""What a Kutulu bot reads and writes; the referee has the other side."""

from typing import NamedTuple

from bots.kutulu.paths import EXPLORERS, FAR, MAX_CELLS, SHELTERS, SPAWNS, WAYS, Maze
from bots.kutulu.rules import (
    MINIONS,
    RUSHING,
    SLASHER_SANITY,
    SPAWNING,
    STALKING,
    STUNNED,
    WANDERING,
    World,
)
from bots.kutulu.rules import WANDERER as WANDERER_KIND
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
SLASHER_STATES = (SPAWNING, WANDERING, STALKING, RUSHING, STUNNED)  # by the state's number
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
            there = maze.exits[number * WAYS + way] = cells.get((x + dx, y + dy), -1)
            if there >= 0:
                maze.ways[number * WAYS + maze.way_count[number]] = way
                maze.way_count[number] += 1
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


class Observer:
    """The world as one player knows it: what the lines tell, and what follows from earlier ones.

    world: at the start of the turn that was read last. me: the player's id, known from the first
    turn on. Not known: which of equally near explorers a minion will choose, and what others do.
    """

    def __init__(self, place: Place) -> None:
        self.maze, self.cells = place
        self.world = World()
        self.me = -1

    def observe(self, entities: list[Entity]) -> None:
        """Takes in a turn. UnreadableInput, with the world unchanged, for ids that cannot be."""
        told: dict[str, list[Entity]] = {kind: [] for kind in TYPES}
        for entity in entities:
            told[entity.kind].append(entity)
        check_ids(told)
        world = self.world
        if self.me < 0:
            self.me = told[EXPLORER][0].number
        else:
            world.turn += 1
        self._observe_explorers(told[EXPLORER])
        self._observe_effects(told)
        self._observe_minions([one for one in entities if one.kind in (WANDERER, SLASHER)])

    def _observe_explorers(self, explorers: list[Entity]) -> None:
        world = self.world
        for who in range(EXPLORERS):
            if world.playing[who] and world.sanity[who] < SLASHER_SANITY:
                world.has_slasher[who] = True  # it has come in the turn just over
            world.playing[who] = False
            world.sanity[who] = 0
        for one in explorers:
            who = one.number
            world.playing[who] = True
            world.cell[who] = one.cell
            world.sanity[who], world.plans[who], world.lights[who] = one.params
        world.living = len(explorers)

    def _observe_effects(self, told: dict[str, list[Entity]]) -> None:
        world = self.world
        for until in (world.plan_until, world.light_until, world.stuck_until, world.yell_until):
            for who in range(EXPLORERS):
                until[who] = 0
        world.last_plan = world.last_light = 0
        for one in told[EFFECT_PLAN]:
            left, who, _ = one.params
            world.plan_until[who] = world.turn + left
            world.last_plan = max(world.last_plan, world.turn + left)
        for one in told[EFFECT_LIGHT]:
            left, who, _ = one.params
            world.light_until[who] = world.turn + left
            world.last_light = max(world.last_light, world.turn + left)
        for one in told[EFFECT_YELL]:
            left, who, victim = one.params
            world.yell_until[who] = world.stuck_until[victim] = world.turn + left
            world.has_yelled[who * EXPLORERS + victim] = True
        energy = {one.cell: one.params[0] for one in told[EFFECT_SHELTER]}
        for index in range(self.maze.shelter_count):
            world.energy[index] = energy.get(self.maze.shelters[index], 0)
        world.has_energy = bool(energy)

    def _observe_minions(self, minions: list[Entity]) -> None:
        world, turn = self.world, self.world.turn
        before = range(world.minions)
        known = {world.number[n]: (world.kind[n], world.memory[n]) for n in before}
        targets = {world.number[n]: world.target[n] for n in before}
        world.minions = min(len(minions), MINIONS)
        for index, one in enumerate(minions[:MINIONS]):
            count, state, target = one.params
            kind = SLASHER_STATES[state] if one.kind == SLASHER else WANDERER_KIND
            world.kind[index] = kind
            world.number[index] = one.number
            world.spot[index] = one.cell
            world.until[index] = turn - 1 + count
            world.leave[index] = turn - 1 + count + self.maze.life_time
            world.target[index] = target
            if kind == WANDERER_KIND and state != 0:
                world.until[index] = turn - 1
                world.leave[index] = turn - 1 + count
            old_kind, memory = known.get(one.number, (SPAWNING, one.cell))
            if kind == SPAWNING:
                memory = one.cell
            elif kind in (WANDERER_KIND, WANDERING, STUNNED):
                memory = -1
            elif old_kind != SPAWNING:
                memory = self._memory(index, memory, targets.get(one.number, -1))
            world.memory[index] = memory

    def _memory(self, index: int, memory: int, old_target: int) -> int:
        """What a slasher remembers that has just looked around."""
        world = self.world
        target = world.target[index]
        if target >= 0:
            return world.cell[target]
        if old_target >= 0 and not world.playing[old_target]:
            return -1
        seen = self._seen(world.spot[index])
        is_confused = seen.count(min(seen)) > 1 and min(seen) < FAR
        return -1 if is_confused else memory

    def _seen(self, here: int) -> list[int]:
        """How far away each explorer is in sight of a cell; FAR for one who is not."""
        maze, world = self.maze, self.world
        steps = [FAR] * EXPLORERS
        for way in range(WAYS):
            cell, distance = here, 0
            while cell >= 0:
                for who in range(EXPLORERS):
                    if world.playing[who] and world.cell[who] == cell:
                        steps[who] = min(steps[who], distance)
                cell = maze.exits[cell * WAYS + way]
                distance += 1
        return steps


def check_ids(told: dict[str, list[Entity]]) -> None:
    """UnreadableInput for ids of explorers and states that do not exist."""
    ids = range(EXPLORERS)
    if not told[EXPLORER] or any(one.number not in ids for one in told[EXPLORER]):
        raise UnreadableInput("a turn has explorers with ids 0..3")
    for one in told[SLASHER] + told[WANDERER]:
        if one.params[1] not in range(len(SLASHER_STATES)) or one.params[2] not in (-1, *ids):
            raise UnreadableInput(f"minion {one.number}: expected state 0..4 and target -1..3")
    for one in told[EFFECT_PLAN] + told[EFFECT_LIGHT] + told[EFFECT_YELL]:
        if one.params[1] not in ids:
            raise UnreadableInput(f"{one.kind}: expected an explorer's id, got {one.params[1]}")
    if any(one.params[2] not in ids for one in told[EFFECT_YELL]):
        raise UnreadableInput(f"{EFFECT_YELL}: expected a victim's id")
