"""Beam over units: the orders of several units in a turn are tried one unit after another.

Nodes, layers, sources: docs/searches/beam_units.md.
"""

from collections.abc import Callable
from typing import Any, TypeVar

from common.kernel import (
    Int16,
    Int32,
    Numbers,
    Records,
    assign,
    capacity,
    kernel,
    numbers,
    record,
    records,
)

MAX_UNITS = 16
MAX_DEPTH = 32
MAX_MOVES = 32
POOL = capacity(pure=131, compiled=2051)  # nodes and states of two layers, and one that is tried
STEPS = capacity(pure=2080, compiled=32800)  # turns of a pass, with their orders
WIDEST = capacity(pure=64, compiled=1024)
TABLE = 1 << 15  # keys of a layer
HABIT = -1  # no order
NOBODY = -1  # owner
STAMP = (1 << 16) - 1

AnyState = TypeVar("AnyState")
AnySetting = TypeVar("AnySetting")


@record
class Node:
    """A state before a turn, the orders of the turn, and the turn played so."""

    state: int
    step: int  # the turn before
    value: float
    key: int
    orders: Numbers[int] = numbers(int, MAX_UNITS)


@record
class Step:
    """A turn that was played."""

    parent: int
    orders: Numbers[int] = numbers(Int16, MAX_UNITS)


@record
class UnitBeam:
    """Layers of nodes. Each node is in `order` once. This layer has `used` ones from `base` on,
    which is 0 or `half`; the next has `found` ones from the other on. A full layer is a heap, the
    worst on top.
    """

    depth: int = 12  # turns of a pass, 1..MAX_DEPTH
    side: int  # that is tried
    deepest: int = 12  # turns of any pass (beam_passes); params may set it
    share: float = 0.15  # 0..1 of the planned work, for all other sides; params may set it
    planned: int  # turns of the game
    me: int  # side
    sides: int = 2
    owner: Numbers[int] = numbers(int, MAX_UNITS)  # side by unit, or NOBODY
    passes: int  # own ones that are done
    known: float  # worth of the lines, by `follow`
    ends: int  # `made` at which the pass is to be done; widths follow
    width: int  # nodes that a layer keeps in this turn
    choices: int = 3  # moves of a unit, about
    count: int  # units that are tried,
    units: Numbers[int] = numbers(int, MAX_UNITS)  # which, in their order
    line: Numbers[int] = numbers(
        Int16, MAX_UNITS * MAX_DEPTH + 1
    )  # orders by unit and turn, or HABIT
    turn: int  # that is tried,
    number: int  # of the unit in `units`; `count` while the turn is played
    cursor: int  # node of the layer
    at: int  # its next move,
    options: int  # its moves, 0 before they are listed
    moves: Numbers[int] = numbers(int, MAX_MOVES)
    half: int  # places of a layer
    base: int
    used: int
    found: int
    bank: int  # first state of the next turn
    is_done: bool
    stamp: int
    steps: int
    made: int  # turns played
    evaluations: int
    best: int  # step to the best node of the last complete turn,
    value: float
    turns: int  # which is this one
    trial: Numbers[int] = numbers(int, MAX_UNITS)
    order: Numbers[int] = numbers(Int32, POOL)
    nodes: Records[Node] = records(Node, POOL)
    step: Records[Step] = records(Step, STEPS)
    table: Numbers[int] = numbers(int, TABLE)


@kernel
def forget(beam: UnitBeam) -> None:
    """Begins a new match: all follow the habit."""
    for place in range(MAX_UNITS * MAX_DEPTH):
        beam.line[place] = HABIT


@kernel
def shift(beam: UnitBeam) -> None:
    """Notes that a turn has been played: the next orders are the first."""
    for unit in range(MAX_UNITS):
        first = unit * MAX_DEPTH
        for place in range(first, first + MAX_DEPTH - 1):
            beam.line[place] = beam.line[place + 1]
        beam.line[first + MAX_DEPTH - 1] = HABIT


@kernel
def widen(beam: UnitBeam, most: int) -> None:
    """Sets the width for which the rest of the work lasts, at most `most`."""
    turns = max(1, beam.depth - max(0, beam.turn))
    a_node = (beam.choices - 1) * beam.count + 1  # turns played of it, about
    beam.width = max(1, min(most, (beam.ends - beam.made) // (a_node * turns)))


@kernel
def plant(beam: UnitBeam, work: int) -> None:
    """Begins a pass of about `work` turns at the start."""
    beam.ends = beam.made + work
    beam.turn = -1
    widen(beam, WIDEST)
    beam.half = min(2 * beam.width, WIDEST) + 1
    beam.base = 0
    beam.used = 0
    beam.found = 0
    beam.bank = 0
    beam.number = beam.count
    beam.cursor = 0
    beam.options = 0
    beam.steps = 0
    beam.best = -1
    beam.turns = 0
    beam.is_done = beam.count == 0
    for place in range(2 * beam.half):
        beam.order[place] = place


@kernel
def adopt(beam: UnitBeam) -> None:
    """Makes the best way the line of the tried units."""
    step = beam.best
    for turn in range(beam.turns - 1, -1, -1):
        for number in range(beam.count):
            unit = beam.units[number]
            beam.line[unit * MAX_DEPTH + turn] = beam.step[step].orders[unit]
        step = beam.step[step].parent


@kernel
def sink(beam: UnitBeam, base: int, place: int) -> None:
    """Sinks the entry at a place of the full heap to where it belongs."""
    order = beam.order
    nodes = beam.nodes
    top = order[base + place]
    child = 2 * place + 1
    while child < beam.width:
        if child + 1 < beam.width:
            left = nodes[order[base + child]].value
            child += int(nodes[order[base + child + 1]].value < left)
        if nodes[order[base + child]].value >= nodes[top].value:
            break
        order[base + place] = order[base + child]
        place = child
        child = 2 * place + 1
    order[base + place] = top


@kernel
def enter(beam: UnitBeam) -> None:
    """Puts the node behind the next layer into it, if it is better than the worst of a full one."""
    base = beam.half - beam.base
    worst = beam.order[base]
    trial = beam.order[base + beam.found]
    if beam.found < beam.width:
        beam.found += 1
        if beam.found == beam.width:
            for place in range(beam.width // 2, -1, -1):
                sink(beam, base, place)
    elif beam.nodes[trial].value > beam.nodes[worst].value:
        beam.order[base] = trial
        beam.order[base + beam.found] = worst
        sink(beam, base, 0)


@kernel
def is_new(beam: UnitBeam, key: int) -> bool:
    """Returns True if a key's place held another one in this layer, and puts this one there."""
    place = key & TABLE - 1
    marked = key & ~STAMP | beam.stamp
    if beam.table[place] == marked:
        return False
    beam.table[place] = marked
    return True


@kernel
def next_layer(beam: UnitBeam) -> None:
    """Makes the next layer the present one."""
    beam.base = beam.half - beam.base
    beam.used = beam.found
    beam.found = 0
    beam.cursor = 0
    beam.options = 0
    beam.number += 1
    beam.stamp = beam.stamp + 1 & STAMP


@kernel
def next_turn(beam: UnitBeam) -> None:
    """Ends a turn: all nodes have been played, and the best is the answer so far."""
    next_layer(beam)
    beam.bank = beam.half - beam.bank
    beam.number = 0
    beam.turn += 1
    beam.turns = beam.turn
    beam.is_done = beam.turn == beam.depth
    widen(beam, beam.half - 1)
    for place in range(beam.base, beam.base + beam.used):
        node = beam.nodes[beam.order[place]]
        if place == beam.base or node.value > beam.value:
            beam.value = node.value
            beam.best = node.step


def bind(
    list_moves: Callable[[AnyState, AnySetting, int, Numbers[int]], int],
    guess: Callable[[AnyState, AnySetting, Numbers[int]], None],
    play: Callable[[AnyState, AnySetting, Numbers[int]], None],
    key: Callable[[AnyState, AnySetting], int],
    rate: Callable[[AnyState, AnySetting, int], float],
) -> tuple[Callable[..., float], Callable[..., None]]:
    """Returns follow(beam, states, start, setting), which returns what the lines are worth, played
    to the depth, and expand(beam, states, start, setting, count), which plays `count` turns more.
    states: POOL of them.

    list_moves(state, setting, unit, moves): writes 0..MAX_MOVES orders; 0 if it is gone.
    guess(state, setting, orders): writes an order for each unit whose order is HABIT.
    play(state, setting, orders): one turn; changes nothing after the end.
    key(state, setting): equal states have equal ones.
    rate(state, setting, side): worth to a side; more is better, any scale; changes nothing.
    """

    @kernel
    def follow(
        beam: UnitBeam,
        states: Records[AnyState],
        start: AnyState,
        setting: AnySetting,
    ) -> float:
        world = states[2 * beam.half]
        assign(world, start)
        for turn in range(beam.depth):
            for unit in range(MAX_UNITS):
                beam.trial[unit] = beam.line[unit * MAX_DEPTH + turn]
            guess(world, setting, beam.trial)
            play(world, setting, beam.trial)
        return rate(world, setting, beam.side)

    @kernel
    def settle(
        beam: UnitBeam,
        states: Records[AnyState],
        start: AnyState,
        setting: AnySetting,
    ) -> None:
        """Plays the turn of the node at the cursor, and guesses the orders of the next."""
        after = beam.nodes[beam.order[beam.half - beam.base + beam.found]]
        spot = beam.bank + beam.found
        after.step = -1
        if beam.turn < 0:
            assign(states[spot], start)
            beam.cursor = 1
        else:
            node = beam.nodes[beam.order[beam.base + beam.cursor]]
            assign(states[spot], states[node.state])
            play(states[spot], setting, node.orders)
            beam.made += 1
            step = beam.steps
            beam.step[step].parent = node.step
            for unit in range(MAX_UNITS):
                beam.step[step].orders[unit] = node.orders[unit]
            beam.steps += 1
            beam.cursor += 1
            after.step = step
            after.value = node.value
        after.state = spot
        after.key = 0
        for unit in range(MAX_UNITS):
            after.orders[unit] = beam.line[unit * MAX_DEPTH + beam.turn + 1]
        guess(states[spot], setting, after.orders)
        beam.found += 1

    @kernel
    def attempt(
        beam: UnitBeam,
        states: Records[AnyState],
        node: Node,
        setting: AnySetting,
        unit: int,
        order: int,
    ) -> None:
        """Tries an order of a unit; that of the node is not played twice."""
        trial = beam.nodes[beam.order[beam.half - beam.base + beam.found]]
        assign(trial, node)
        if beam.number == 0 or order != node.orders[unit]:
            trial.orders[unit] = order
            world = states[2 * beam.half]
            assign(world, states[node.state])
            play(world, setting, trial.orders)
            beam.made += 1
            trial.key = key(world, setting)
            trial.value = rate(world, setting, beam.side)
            beam.evaluations += 1
        mixed = trial.key
        if beam.number < beam.count - 1:
            mixed ^= node.state * 0x9E3779B97
        if is_new(beam, mixed):
            enter(beam)

    @kernel
    def expand(
        beam: UnitBeam,
        states: Records[AnyState],
        start: AnyState,
        setting: AnySetting,
        count: int,
    ) -> None:
        wanted = beam.made + count
        while beam.made < wanted and not beam.is_done:
            if beam.number == beam.count:
                if beam.turn < 0 or beam.cursor < beam.used:
                    settle(beam, states, start, setting)
                if beam.cursor >= beam.used:
                    next_turn(beam)
                continue
            if beam.cursor == beam.used:
                next_layer(beam)
                continue
            node = beam.nodes[beam.order[beam.base + beam.cursor]]
            unit = beam.units[beam.number]
            if beam.options == 0:
                beam.options = list_moves(states[node.state], setting, unit, beam.moves)
                beam.at = 0
                if beam.options == 0:
                    beam.options = 1
                    beam.moves[0] = node.orders[unit]
            order = beam.moves[beam.at]
            beam.at += 1
            attempt(beam, states, node, setting, unit, order)
            if beam.at == beam.options:
                beam.options = 0
                beam.cursor += 1

    return follow, expand


def describe(beam: UnitBeam, unit: int, name: Callable[[int], str]) -> dict[str, Any]:
    """Returns a unit's move and line, in the words of `name`; HABIT has a name, too."""
    first = unit * MAX_DEPTH
    line = [name(order) for order in beam.line[first : first + beam.depth]]
    return {"moves": [{"move": line[0], "visits": 1, "value": beam.value}], "line": line}


def counts(beam: UnitBeam) -> dict[str, Any]:
    """Returns the work of this turn."""
    return {
        "iterations": beam.made,
        "simulated_turns": beam.made,
        "nodes": beam.steps,
        "evaluations": beam.evaluations,
        "ucb": 0,
        "depth": beam.turns,
    }
