"""What the referee of Kutulu writes and reads: the other side of the bot's protocol."""

import re
from typing import NamedTuple

from bots.kutulu.protocol import (
    ACTION_WORDS,
    EFFECT_LIGHT,
    EFFECT_PLAN,
    EFFECT_SHELTER,
    EFFECT_YELL,
    EXPLORER,
    SLASHER,
    WANDERER,
)
from bots.kutulu.rules import (
    EXPLORERS,
    RUSHING,
    SPAWNING,
    STALKING,
    STUNNED,
    WANDERING,
    Maze,
    World,
)
from bots.kutulu.rules import WANDERER as WANDERER_KIND

BLANK = r"[ \t\n\v\f\r]"
MESSAGE = rf"(?:{BLANK}+.+)?{BLANK}*"
MOVE = re.compile(rf"move (-?[0-9]+) (-?[0-9]+){MESSAGE}", re.IGNORECASE | re.ASCII | re.DOTALL)
WORD = re.compile(rf"([A-Za-z0-9_]+){MESSAGE}", re.DOTALL)
INT_DIGITS = 20  # of a number that are read: more than 32 bits hold
INT_LIMIT = 1 << 31

# States as they are printed.
SHOWN_STATES = {SPAWNING: 0, WANDERING: 1, STALKING: 2, RUSHING: 3, STUNNED: 4}
COUNTING = (SPAWNING, STALKING, STUNNED)


class InvalidOrder(ValueError):
    """An output line that the rules do not allow."""


class Order(NamedTuple):
    """An action, or -1 for a MOVE to (x, y)."""

    action: int
    x: int = 0
    y: int = 0


class Effect(NamedTuple):
    """Something in the effect list. kind: its type's name; who: the caster or yeller, or the
    number of a shelter; victim: of a YELL; until: the turn in which a YELL is gone.
    """

    kind: str
    who: int
    victim: int = -1
    until: int = 0


def parse_order(line: str) -> Order:
    """An output line as an order, else InvalidOrder."""
    move = MOVE.fullmatch(line)
    if move is not None:
        x, y = (parse_int(text) for text in move.groups())
        return Order(-1, x, y)
    word = WORD.fullmatch(line)
    if word is None or word[1].upper() not in ACTION_WORDS:
        raise InvalidOrder(f"expected 'MOVE x y', WAIT, PLAN, LIGHT or YELL, got {line[:60]!r}")
    return Order(ACTION_WORDS.index(word[1].upper()))


def parse_int(text: str) -> int:
    """A number of 32 bits, else InvalidOrder."""
    digits = text.lstrip("-").lstrip("0")
    value = int(digits[:INT_DIGITS] or "0") * (-1 if text.startswith("-") else 1)
    if not -INT_LIMIT <= value < INT_LIMIT:
        raise InvalidOrder(f"{text[:30]} does not fit into 32 bits")
    return value


def format_place(rows: list[str], maze: Maze) -> list[str]:
    """The lines that every player gets once. Starts are shown as floor."""
    constants = (maze.lonely, maze.group, maze.spawn_time, maze.life_time)
    shown = [row.replace("S", ".") for row in rows]
    return [str(len(rows[0])), str(len(rows)), *shown, " ".join(map(str, constants))]


def format_turn(world: World, maze: Maze, effects: list[Effect], player: int) -> list[str]:
    """The lines that `player` gets in a turn."""
    lines = []
    for offset in range(EXPLORERS):
        who = (player + offset) % EXPLORERS
        if world.playing[who]:
            place = spot(maze, world.cell[who])
            casts = (world.plans[who], world.lights[who])
            lines.append(join(EXPLORER, who, *place, world.sanity[who], *casts))
    for index in range(world.minions):
        place = spot(maze, world.spot[index])
        type_, count, state = shown_minion(world, maze, index)
        target = world.target[index]
        if target >= 0 and world.sanity[target] == 0:
            target = -1
        lines.append(join(type_, world.number[index], *place, count, state, target))
    for effect in effects:
        if effect.kind != EFFECT_YELL or world.playing[effect.victim]:
            lines.append(format_effect(world, maze, effect))
    return [str(len(lines)), *lines]


def format_effect(world: World, maze: Maze, effect: Effect) -> str:
    """The line that tells of an effect."""
    left = turns_left(world, effect)
    if effect.kind == EFFECT_YELL:
        return join(EFFECT_YELL, -1, -1, -1, left, effect.who, effect.victim)
    if effect.kind == EFFECT_SHELTER:
        return join(EFFECT_SHELTER, -1, *spot(maze, maze.shelters[effect.who]), left, -1, -1)
    return join(effect.kind, -1, *spot(maze, world.cell[effect.who]), left, effect.who, -1)


def turns_left(world: World, effect: Effect) -> int:
    """Turns, or a shelter's energy, that an effect still has; 0 when it is over."""
    if effect.kind == EFFECT_SHELTER:
        return world.energy[effect.who]
    if effect.kind == EFFECT_YELL:
        until = effect.until
    elif effect.kind == EFFECT_PLAN:
        until = world.plan_until[effect.who]
    else:
        assert effect.kind == EFFECT_LIGHT
        until = world.light_until[effect.who]
    return max(0, until - world.turn)


def shown_minion(world: World, maze: Maze, index: int) -> tuple[str, int, int]:
    """Its type, param0 and state."""
    kind = world.kind[index]
    countdown = world.until[index] - world.turn + 1
    if kind == WANDERER_KIND:
        if countdown > 0:
            return WANDERER, countdown, 0
        return WANDERER, world.leave[index] - world.turn + 1, 1
    if kind in COUNTING:
        return SLASHER, countdown, SHOWN_STATES[kind]
    return SLASHER, maze.life_time, SHOWN_STATES[kind]


def minion_row(world: World, maze: Maze, index: int) -> list[object]:
    """A minion in the form of the golden records."""
    type_, count, state = shown_minion(world, maze, index)
    kind = world.kind[index]
    spawning = count if state == 0 else 0
    life = count if type_ == WANDERER and state == 1 else maze.life_time
    x, y = spot(maze, world.spot[index])
    row: list[object] = [world.number[index], 1 if type_ == WANDERER else 2, x, y, state]
    row += [spawning, life, world.target[index]]
    if type_ == SLASHER:
        remembered = world.memory[index]
        row.append(count if kind in (STALKING, STUNNED) else 0)
        row.append(list(spot(maze, remembered)) if remembered >= 0 else None)
    return row


def spot(maze: Maze, cell: int) -> tuple[int, int]:
    """x and y of a cell."""
    return maze.x[cell], maze.y[cell]


def join(*words: object) -> str:
    """Words with blanks between them."""
    return " ".join(map(str, words))
