"""Writes and reads the lines of the referee of Kutulu: the other side of the bot's protocol."""

import re
from typing import NamedTuple

from bots.kutulu import protocol, rules
from bots.kutulu.paths import PLAYERS, Maze
from bots.kutulu.rules import Slasher, World
from botsmith.referees.answers import int32, matched

BLANK = r"[ \t\n\v\f\r]"
MESSAGE = rf"(?:{BLANK}+.+)?{BLANK}*"
MOVE = re.compile(rf"move (-?[0-9]+) (-?[0-9]+){MESSAGE}", re.IGNORECASE | re.ASCII | re.DOTALL)
WORDS = "|".join(protocol.ACTION_WORDS)
WORD = re.compile(rf"({WORDS}){MESSAGE}", re.IGNORECASE | re.ASCII | re.DOTALL)
COUNTING = (rules.SPAWNING, rules.STALKING, rules.STUNNED)


class Order(NamedTuple):
    """An order. action: an action, or -1 for a MOVE to (x, y)"""

    action: int
    x: int = 0
    y: int = 0


class Effect(NamedTuple):
    """An entry of the effect list.

    kind: the name of its type
    who: the caster, or the number of a shelter
    victim: the explorer that hears a YELL
    until: the turn in which the effect is gone; a shelter's lasts as long as its energy
    """

    kind: str
    who: int
    victim: int = -1
    until: int = 0


def parse_order(line: str) -> Order:
    """Returns an output line as an order. Raises InvalidAnswer for a line of another form."""
    if move := MOVE.fullmatch(line):
        return Order(-1, *map(int32, move.groups()))
    word = matched(line, WORD, "'MOVE x y', WAIT, PLAN, LIGHT or YELL")[1]
    return Order(protocol.ACTION_WORDS.index(word.upper()))


def format_maze(rows: list[str], maze: Maze) -> list[str]:
    """Returns the lines that every player gets once. Starting cells are shown as floor."""
    constants = (maze.lonely, maze.group, maze.spawn_time, maze.life_time)
    shown = [row.replace("S", ".") for row in rows]
    return [str(len(rows[0])), str(len(rows)), *shown, " ".join(map(str, constants))]


def format_turn(world: World, maze: Maze, effects: list[Effect], player: int) -> list[str]:
    """Returns the lines that `player` gets in a turn."""
    lines = []
    for offset in range(PLAYERS):
        who = (player + offset) % PLAYERS
        one = world.players[who]
        if one.is_in:
            words = (*spot(maze, one.cell), one.sanity, one.plans, one.lights)
            lines.append(join(protocol.EXPLORER, who, *words))
    for seen in minions(world, maze):
        target = seen.target
        if target >= 0 and world.players[target].sanity == 0:
            target = -1
        x, y = spot(maze, seen.cell)
        lines.append(join(seen.kind, seen.number, x, y, seen.timer, seen.state, target))
    for effect in effects:
        if effect.kind != protocol.EFFECT_YELL or world.players[effect.victim].is_in:
            lines.append(join(effect.kind, -1, *effect_fields(world, maze, effect)))
    return [str(len(lines)), *lines]


def effect_fields(world: World, maze: Maze, effect: Effect) -> tuple[int, ...]:
    """Returns x, y, turns left, caster and victim of an effect, -1 for each missing field."""
    left = turns_left(world, effect)
    if effect.kind == protocol.EFFECT_YELL:
        return -1, -1, left, effect.who, effect.victim
    if effect.kind == protocol.EFFECT_SHELTER:
        return *spot(maze, maze.shelters.items[effect.who]), left, -1, -1
    return *spot(maze, world.players[effect.who].cell), left, effect.who, -1


def turns_left(world: World, effect: Effect) -> int:
    """Returns the turns, or a shelter's energy, that an effect still has; 0 when it is over."""
    if effect.kind == protocol.EFFECT_SHELTER:
        return world.energy[effect.who]
    if effect.kind != protocol.EFFECT_YELL and not world.players[effect.who].is_in:
        return 0
    return max(0, effect.until - world.turn)


class Minion(NamedTuple):
    """A minion in the form of the players' input.

    timer: its param0
    slasher: its further fields, None for a wanderer
    """

    kind: str
    number: int
    cell: int
    timer: int
    state: int
    target: int
    slasher: Slasher | None


def minions(world: World, maze: Maze) -> list[Minion]:
    """Returns all minions in the order of their creation."""
    return [minion(world, maze, index) for index in range(world.count)]


def minion(world: World, maze: Maze, index: int) -> Minion:
    """Returns the minion at an index of the world's list."""
    leave, slasher, state = world.leave[index], None, rules.WANDERING
    timer = leave - world.turn + 1
    if leave < 0:
        slasher = world.slashers[-1 - leave]
        state = slasher.state
        timer = slasher.until - world.turn + 1 if state in COUNTING else maze.life_time
    elif timer > maze.life_time:
        timer -= maze.life_time
        state = rules.SPAWNING
    kind = protocol.SLASHER if slasher else protocol.WANDERER
    cell, target = world.spot[index], world.target[index]
    return Minion(kind, world.ids[index], cell, timer, state, target, slasher)


def minion_row(minion: Minion, maze: Maze) -> list[object]:
    """Returns a minion in the form of the golden records."""
    spawning = minion.timer if minion.state == rules.SPAWNING else 0
    is_walking = minion.slasher is None and minion.state != rules.SPAWNING
    life = minion.timer if is_walking else maze.life_time
    kind = 1 if minion.slasher is None else 2
    row: list[object] = [minion.number, kind, *spot(maze, minion.cell), minion.state]
    row += [spawning, life, minion.target]
    if minion.slasher is not None:
        memory = minion.slasher.memory
        row.append(minion.timer if minion.state in (rules.STALKING, rules.STUNNED) else 0)
        row.append(list(spot(maze, memory)) if memory >= 0 else None)
    return row


def spot(maze: Maze, cell: int) -> tuple[int, int]:
    """Returns x and y of a cell."""
    return maze.cells[cell].x, maze.cells[cell].y


def join(*words: object) -> str:
    """Returns words with blanks between them."""
    return " ".join(map(str, words))
