"""Beam over rows: the orders of several units in a turn are tried one row after another.

A row may get an order: it is a unit's slot, or a place in a player's hand. In every state the game
gives the side of each row that acts. Nodes, layers, sources: docs/searches/beam_units.md.
"""

from collections.abc import Callable
from typing import Any, TypeVar

from common.kernel import (
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

MAX_ROWS = 64  # of all sides
MAX_DEPTH = 32
MAX_MOVES = 512
POOL = capacity(pure=131, compiled=2051)  # nodes and states of two layers, and one that is tried
TWINS = capacity(pure=262, compiled=4102)  # states where doubt is not 0
STEPS = capacity(pure=2080, compiled=32800)  # turns of a pass, with their orders
WIDEST = capacity(pure=64, compiled=1024)
TABLE = 1 << 15  # keys of a layer
HABIT = -1  # no order
NO_SIDE = -1  # side of a row that gets no order
STAMP = (1 << 16) - 1

AnyState = TypeVar("AnyState")
AnySetting = TypeVar("AnySetting")


@record
class Node:
    """A state before a turn, the orders of the turn, and the value of the turn played by them."""

    state: int
    step: int  # the turn before
    value: float
    key: int
    orders: Numbers[int] = numbers(Int32, MAX_ROWS)  # by row
    others: Numbers[int] = numbers(Int32, MAX_ROWS)  # likewise, rivals by their former lines


@record
class Step:
    """A turn that was played. orders: of the tried rows, HABIT of others."""

    parent: int
    orders: Numbers[int] = numbers(Int32, MAX_ROWS)


@record
class UnitBeam:
    """Layers of nodes. Each node stands in `order` once. This layer has `used` nodes from place
    `base` on, 0 or `half`; the next layer has `found` nodes from the other of these places on. A
    full layer is a heap with the worst node on top.
    """

    depth: int = 12  # turns of a pass, 1..MAX_DEPTH; params may set it
    side: int  # that is tried
    deepest: int = 12  # turns of any pass (beam_passes); params may set it
    share: float = 0.15  # 0..1 of the planned work, for all other sides; params may set it
    doubt: float  # 0..1, weight of the rivals' former lines; params may set it
    rounds: int = 1  # of the rivals' passes in a turn (beam_passes), 1..4; params may set it
    planned: int  # turns of the game
    me: int  # side
    sides: int = 2
    rows: Int32 = 2  # of all sides, 1..MAX_ROWS
    passes: int  # own ones that are done
    known: Numbers[float] = numbers(float, MAX_DEPTH + 1)  # by turns, worth of the lines played so
    ends: int  # `made` at which the pass is to be done; widths follow
    width: int  # nodes that a layer keeps in this turn
    choices: int = 3  # moves of a unit, about
    count: int  # rows that are tried in this turn,
    units: Numbers[int] = numbers(int, MAX_ROWS)  # which, in ascending order
    line: Numbers[int] = numbers(
        Int32, MAX_ROWS * MAX_DEPTH + 1
    )  # orders by row and turn, or HABIT
    former: Numbers[int] = numbers(Int32, MAX_ROWS * MAX_DEPTH + 1)  # before the rivals' last pass
    twin: int  # place of the first state against these, or 0
    turn: int  # that is tried,
    number: int  # of the row in `units`; `count` while the turn is played
    cursor: int  # node of the layer
    at: int  # its next move,
    options: int  # its moves, 0 before they are listed
    moves: Numbers[int] = numbers(int, MAX_MOVES)
    weights: Numbers[int] = numbers(int, MAX_MOVES)
    keys: Numbers[int] = numbers(int, MAX_MOVES)  # of the states after them,
    values: Numbers[float] = numbers(float, MAX_MOVES)  # and what these are worth
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
    order: Numbers[int] = numbers(Int32, POOL)
    nodes: Records[Node] = records(Node, POOL)
    step: Records[Step] = records(Step, STEPS)
    table: Numbers[int] = numbers(int, TABLE)


@kernel
def forget(beam: UnitBeam) -> None:
    """Begins a new match: all rows follow the habit."""
    for place in range(MAX_ROWS * MAX_DEPTH):
        beam.line[place] = HABIT
        beam.former[place] = HABIT


@kernel
def shift(beam: UnitBeam) -> None:
    """Moves the lines a turn on: the next orders become the first."""
    for row in range(MAX_ROWS):
        first = row * MAX_DEPTH
        for place in range(first, first + MAX_DEPTH - 1):
            beam.line[place] = beam.line[place + 1]
        beam.line[first + MAX_DEPTH - 1] = HABIT


@kernel
def widen(beam: UnitBeam, most: int) -> None:
    """Sets the width for which the remaining work lasts, at most `most`."""
    turns = max(1, beam.depth - max(0, beam.turn))
    a_node = (beam.choices - 1) * beam.count + 2  # turns played of it, about
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
    beam.twin = 0
    if beam.side != beam.me:
        for place in range(MAX_ROWS * MAX_DEPTH):
            beam.former[place] = beam.line[place]
    elif beam.doubt > 0.0:
        beam.twin = 2 * beam.half + 1


@kernel
def adopt(beam: UnitBeam) -> None:
    """Makes the best way the line of the tried rows."""
    step = beam.best
    for turn in range(beam.turns - 1, -1, -1):
        for row in range(beam.rows):
            if beam.step[step].orders[row] != HABIT:
                beam.line[row * MAX_DEPTH + turn] = beam.step[step].orders[row]
        step = beam.step[step].parent


@kernel
def sink(beam: UnitBeam, base: int, place: int) -> None:
    """Restores the order of the full heap, from the entry at `place` downwards."""
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
    """Adds the node behind the next layer to that layer; a full layer loses its worst node."""
    base = beam.half - beam.base
    worst = beam.order[base]
    if beam.found < beam.width:
        beam.found += 1
        if beam.found == beam.width:
            for place in range(beam.width // 2, -1, -1):
                sink(beam, base, place)
    else:
        beam.order[base] = beam.order[base + beam.found]
        beam.order[base + beam.found] = worst
        sink(beam, base, 0)


@kernel
def is_new(beam: UnitBeam, key: int) -> bool:
    """Returns True if a key's place held another key in this layer; stores this one there."""
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
    for place in range(beam.base, beam.base + beam.used):
        node = beam.nodes[beam.order[place]]
        if place == beam.base or node.value > beam.value:
            beam.value = node.value
            beam.best = node.step


@kernel
def do_nothing(state: AnyState, setting: AnySetting) -> None:
    """Does nothing: the state can be played from."""
    return


@kernel
def copy_all(target: AnyState, source: AnyState) -> None:
    """Copies a whole state."""
    assign(target, source)


def bind(
    has_ended: Callable[[AnyState, AnySetting], bool],
    side_of: Callable[[AnyState, AnySetting, int], int],
    list_moves: Callable[[AnyState, AnySetting, int, Numbers[int], Numbers[int]], int],
    give: Callable[[AnyState, AnySetting, int, int], None],
    end_turn: Callable[[AnyState, AnySetting], None],
    habit: Callable[[AnyState, AnySetting, int], int],
    key: Callable[[AnyState, AnySetting], int],
    rate: Callable[[AnyState, AnySetting, int], float],
    open_state: Callable[[AnyState, AnySetting], None] = do_nothing,
    close_state: Callable[[AnyState, AnySetting], None] = do_nothing,
    copy: Callable[[AnyState, AnyState], None] = copy_all,
    pays: bool = True,
) -> tuple[Callable[..., None], Callable[..., None], Callable[..., None]]:
    """Returns follow(beam, states, start, setting), which plays the lines to the depth and writes
    `known`; expand(beam, states, start, setting, count), which plays `count` more turns; and
    find_rows(beam, states, start, setting), called before `plant`, which finds the rows of
    beam.side that act. states: POOL of them, TWINS if beam.doubt is not 0.

    The first six are those of `plans.bind`; moves of weight 0 are not tried.
    key(state, setting): returns a number, equal for equal states.
    rate(state, setting, side): the worth to a side, more is better, any scale; changes nothing.
    open_state, close_state: called before and after the habits of a turn.
    copy(target, source): copies a state; may leave out fields that are never read.
    pays: False if neither list_moves nor habit depends on orders given in the same turn.
    """

    @kernel
    def play(world: AnyState, setting: AnySetting, orders: Numbers[int], rows: int) -> None:
        """Plays a turn, in which rows have these orders; nothing after the end."""
        if not has_ended(world, setting):
            for row in range(rows):
                if side_of(world, setting, row) != NO_SIDE:
                    give(world, setting, row, orders[row])
            end_turn(world, setting)

    @kernel
    def play_other(beam: UnitBeam, world: AnyState, setting: AnySetting, node: Node) -> None:
        """Plays a node's turn against the rivals' former lines."""
        for number in range(beam.count):
            node.others[beam.units[number]] = node.orders[beam.units[number]]
        play(world, setting, node.others, beam.rows)

    @kernel
    def fill(
        beam: UnitBeam,
        line: Numbers[int],
        state: AnyState,
        world: AnyState,
        setting: AnySetting,
        orders: Numbers[int],
        turn: int,
    ) -> None:
        """Writes the orders of a turn: those of the line, else of the habit."""
        open_state(state, setting)
        if pays:
            assign(world, state)
        for row in range(beam.rows):
            orders[row] = HABIT
            if side_of(state, setting, row) != NO_SIDE:
                orders[row] = line[row * MAX_DEPTH + turn]
                if pays:
                    if orders[row] == HABIT:
                        orders[row] = habit(world, setting, row)
                    give(world, setting, row, orders[row])
                elif orders[row] == HABIT:
                    orders[row] = habit(state, setting, row)
        close_state(state, setting)

    @kernel
    def follow(
        beam: UnitBeam, states: Records[AnyState], start: AnyState, setting: AnySetting
    ) -> None:
        node = beam.nodes[0]
        world = states[2 * beam.half]
        other = states[beam.twin]
        assign(world, start)
        assign(other, start)
        for turn in range(beam.depth):
            fill(beam, beam.line, world, states[0], setting, node.orders, turn)
            play(world, setting, node.orders, beam.rows)
            value = rate(world, setting, beam.side)
            if beam.twin > 0:
                fill(beam, beam.former, other, states[0], setting, node.others, turn)
                play_other(beam, other, setting, node)
                value += beam.doubt * (rate(other, setting, beam.side) - value)
            beam.known[turn + 1] = value

    @kernel
    def find_rows(
        beam: UnitBeam, states: Records[AnyState], start: AnyState, setting: AnySetting
    ) -> None:
        beam.count = 0
        for row in range(beam.rows):
            if side_of(start, setting, row) == beam.side:
                beam.units[beam.count] = row
                beam.count += 1

    @kernel
    def find_tried(beam: UnitBeam, states: Records[AnyState], setting: AnySetting) -> None:
        """Finds the rows to try in a turn: those of the turn before, and those that act in some
        node of the layer.
        """
        is_tried = numbers(bool, MAX_ROWS)
        for number in range(beam.count):
            is_tried[beam.units[number]] = True
        beam.count = 0
        for row in range(beam.rows):
            for place in range(beam.base, beam.base + beam.used):
                if is_tried[row]:
                    break
                state = states[beam.nodes[beam.order[place]].state]
                is_tried[row] = side_of(state, setting, row) == beam.side
            if is_tried[row]:
                beam.units[beam.count] = row
                beam.count += 1
        widen(beam, beam.half - 1)

    @kernel
    def settle(
        beam: UnitBeam, states: Records[AnyState], start: AnyState, setting: AnySetting
    ) -> None:
        """Plays the turn of the node at the cursor, and fills in the orders of the next."""
        after = beam.nodes[beam.order[beam.half - beam.base + beam.found]]
        spot = beam.bank + beam.found
        after.step = -1
        if beam.turn < 0:
            assign(states[spot], start)
            assign(states[beam.twin + spot], start)
            beam.cursor = 1
        else:
            node = beam.nodes[beam.order[beam.base + beam.cursor]]
            copy(states[spot], states[node.state])
            play(states[spot], setting, node.orders, beam.rows)
            if beam.twin > 0:
                copy(states[beam.twin + spot], states[beam.twin + node.state])
                play_other(beam, states[beam.twin + spot], setting, node)
            beam.made += 1
            step = beam.steps
            beam.step[step].parent = node.step
            for row in range(beam.rows):
                is_tried = side_of(states[node.state], setting, row) == beam.side
                beam.step[step].orders[row] = node.orders[row] if is_tried else HABIT
            beam.steps += 1
            beam.cursor += 1
            after.step = step
            after.value = node.value
        after.state = spot
        after.key = 0
        world = states[2 * beam.half]
        turn = beam.turn + 1
        fill(beam, beam.line, states[spot], world, setting, after.orders, turn)
        if beam.twin > 0:
            fill(beam, beam.former, states[beam.twin + spot], world, setting, after.others, turn)
        beam.found += 1

    @kernel
    def list_tried(
        beam: UnitBeam, states: Records[AnyState], node: Node, setting: AnySetting, unit: int
    ) -> None:
        """Lists the moves to try of a row: in a node where it does not act the order that it has,
        which makes no difference.
        """
        state = states[node.state]
        count = 0
        if side_of(state, setting, unit) == beam.side:
            if pays:
                world = states[2 * beam.half]
                assign(world, state)
                for row in range(unit):
                    if side_of(world, setting, row) != NO_SIDE:
                        give(world, setting, row, node.orders[row])
                count = list_moves(world, setting, unit, beam.moves, beam.weights)
            else:
                count = list_moves(state, setting, unit, beam.moves, beam.weights)
        beam.options = 0
        for number in range(count):
            if beam.weights[number] > 0:
                beam.moves[beam.options] = beam.moves[number]
                beam.options += 1
        if beam.options == 0:
            beam.options = 1
            beam.moves[0] = node.orders[unit]
        beam.at = 0

    @kernel
    def attempt(
        beam: UnitBeam,
        states: Records[AnyState],
        node: Node,
        setting: AnySetting,
        unit: int,
        wanted: int,
    ) -> None:
        """Tries orders of a row until `wanted` turns are made; that of the node is not played
        twice. All are played before one is looked up, so that no look-up waits for another.
        """
        first = beam.at
        own = node.orders[unit]
        world = states[2 * beam.half]
        while beam.at < beam.options and beam.made < wanted:
            at = beam.at
            beam.keys[at] = node.key
            beam.values[at] = node.value
            if beam.number == 0 or beam.moves[at] != own:
                node.orders[unit] = beam.moves[at]
                copy(world, states[node.state])
                play(world, setting, node.orders, beam.rows)
                beam.made += 1
                beam.keys[at] = key(world, setting)
                value = rate(world, setting, beam.side)
                if beam.twin > 0:
                    copy(world, states[beam.twin + node.state])
                    play_other(beam, world, setting, node)
                    beam.keys[at] ^= key(world, setting) >> 1
                    value += beam.doubt * (rate(world, setting, beam.side) - value)
                beam.values[at] = value
                beam.evaluations += 1
            beam.at = at + 1
        node.orders[unit] = own
        mixed = node.state * 0x9E3779B97 if beam.number < beam.count - 1 else 0
        base = beam.half - beam.base
        for at in range(first, beam.at):
            value = beam.values[at]
            if is_new(beam, beam.keys[at] ^ mixed):
                if beam.found < beam.width or value > beam.nodes[beam.order[base]].value:
                    trial = beam.nodes[beam.order[base + beam.found]]
                    assign(trial, node)
                    trial.orders[unit] = beam.moves[at]
                    trial.key = beam.keys[at]
                    trial.value = value
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
                    find_tried(beam, states, setting)
                continue
            if beam.cursor == beam.used:
                next_layer(beam)
                continue
            node = beam.nodes[beam.order[beam.base + beam.cursor]]
            unit = beam.units[beam.number]
            if beam.options == 0:
                list_tried(beam, states, node, setting, unit)
            attempt(beam, states, node, setting, unit, wanted)
            if beam.at == beam.options:
                beam.options = 0
                beam.cursor += 1

    return follow, expand, find_rows


def first_values(beam: UnitBeam) -> dict[int, float]:
    """Returns the first turns of the last layer's ways, each with the best value after it."""
    found: dict[int, float] = {}
    for place in range(beam.base, beam.base + beam.used):
        node = beam.nodes[beam.order[place]]
        first = step = node.step
        while step >= 0:
            first, step = step, beam.step[step].parent
        if first >= 0:
            found[first] = max(found.get(first, node.value), node.value)
    return found


def describe(
    beam: UnitBeam, row: int, name: Callable[[int], str], firsts: dict[int, float]
) -> dict[str, Any]:
    """Returns a row's line, and its first orders, each with the value of the best way that begins
    with it, in the words of `name`.

    name: returns the words of an order, also of HABIT
    firsts: the result of `first_values`
    """
    first = row * MAX_DEPTH
    values: dict[int, float] = {}
    for step, value in firsts.items():
        order = beam.step[step].orders[row]
        values[order] = max(values.get(order, value), value)
    values.setdefault(beam.line[first], beam.value)
    best = sorted(values.items(), key=lambda one: (-one[1], one[0]))
    moves = [{"move": name(order), "visits": 1, "value": value} for order, value in best]
    line = [name(order) for order in beam.line[first : first + beam.depth]]
    return {"moves": moves, "line": line}


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
