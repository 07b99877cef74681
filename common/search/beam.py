"""Beam search in layers: by stage (a day), and inside a stage by the number of moves played.

States compete within their layer alone, so one that has just cashed in does not displace one that
still saves. A layer keeps the `width` best, equal ones once. After `stages` stages the beam begins
again, twice as wide up to `last_width`, then a stage deeper each time. When it covers all stages it
widens again, up to `widest`. The answer is the first move of the best state of the last complete
stage: of this pass if that is `trusted` stages deep, else of the pass before.
Source: docs/searches/beam.md.
"""

from collections.abc import Callable
from typing import Any, TypeVar

from common.kernel import Int32, Numbers, Records, assign, capacity, kernel, numbers, record

QUEUES = 3  # the present layer, the next one, and the first layer of the next stage
ROOM = 2  # times the width: places of a queue
PLACES = QUEUES * ROOM
# States: the widest beam is POOL // PLACES, and one is the child that is just made.
IN_C = 12289
POOL = capacity(pure=1537, compiled=IN_C)
LAST = (1 << IN_C.bit_length()) - 1  # a place & LAST is the place
WIDE = capacity(POOL, 2 * LAST + 1)  # for the sum of two such places: C checks no index
TABLE = capacity(pure=1 << 13, compiled=1 << 16)  # keys, for the widest beam
STEP_POOL = capacity(pure=40_000, compiled=1_000_000)  # expanded states whose way is remembered
MAX_MOVES = 256  # that a state may have
KEYS_EACH = 16  # places for each state of the width, or more
STAMP_BITS = 16
STAMP_MASK = (1 << STAMP_BITS) - 1
NOWHERE = -1
WORST = -1.0e300  # below all values

AnyState = TypeVar("AnyState")
AnySetting = TypeVar("AnySetting")


@record
class Beam:
    """A queue is a row of places: order[place] is a slot, value[place] its state's value.

    A queue accepts all states whose values are above its floor. It is cut to the `width` best ones
    when it is full or opened. Every slot stands once in `order` or is `spare`; behind a queue's
    slots stand free ones.
    origin, move, parent: of a slot's state, the number of its first move, its last move, the step
    before
    root_value, root_count: of a first move, the best value and the number of states in the last
    complete stage
    """

    first_width: int = 8  # params may set it
    last_width: int = 256  # params may set it
    widest: int  # once passes see all stages; last_width if less
    stages: int = 6  # in a pass; params may set it
    deepest: int  # stages that there are
    trusted: int = 3  # params may set it
    width: int
    stage: int
    cursor: int  # expanded states of the layer
    current: int  # its queue
    following: int
    tomorrow: int
    is_done: bool
    stamp: int  # marks this stage's keys; others are forgotten
    mask: int
    expanded: int
    made: int
    evaluations: int
    passes: int  # complete ones
    answer: int  # first move, NOWHERE before a stage is complete
    answer_stages: int
    answer_move: int  # the last one of the best state
    answer_step: int  # the step before it
    root_moves: int
    base: Numbers[int] = numbers(int, QUEUES)  # a queue's first place and slot
    used: Numbers[int] = numbers(int, QUEUES)
    floor: Numbers[float] = numbers(float, QUEUES)  # a state has to be better
    spare: int  # slot of the child that is just made
    moves: Numbers[int] = numbers(int, MAX_MOVES)
    root_move: Numbers[int] = numbers(int, MAX_MOVES)
    root_value: Numbers[float] = numbers(float, MAX_MOVES)
    root_count: Numbers[int] = numbers(int, MAX_MOVES)
    order: Numbers[int] = numbers(Int32, WIDE)
    value: Numbers[float] = numbers(float, WIDE)
    worse: Numbers[float] = numbers(float, WIDE)  # aside, while a queue is cut
    worse_order: Numbers[int] = numbers(Int32, WIDE)
    origin: Numbers[int] = numbers(Int32, POOL)
    move: Numbers[int] = numbers(Int32, POOL)
    parent: Numbers[int] = numbers(Int32, POOL)
    step_move: Numbers[int] = numbers(Int32, STEP_POOL)
    step_parent: Numbers[int] = numbers(Int32, STEP_POOL)
    table: Numbers[int] = numbers(int, TABLE)


@kernel
def is_new(beam: Beam, key: int) -> bool:
    """Returns True if a key's place held another key in this stage; stores this one there."""
    place = key & beam.mask
    marked = key & ~STAMP_MASK | beam.stamp
    if beam.table[place] == marked:
        return False
    beam.table[place] = marked
    return True


@kernel
def part(beam: Beam, low: int, high: int, floor: float, takes_floor: bool) -> int:
    """Moves the better states of places low..high to the front; returns the end of their part."""
    values = beam.value
    order = beam.order
    end = low & LAST
    for place in range(low & LAST, high & LAST):  # no branch: none could guess it
        value = values[place]
        slot = order[place]
        values[end] = value
        order[end] = slot
        back = place - end & LAST
        beam.worse[back] = value
        beam.worse_order[back] = slot
        end = end + int(value >= floor if takes_floor else value > floor) & LAST
    for number in range(high - end & LAST):
        values[end + number] = beam.worse[number]
        order[end + number] = beam.worse_order[number]
    return end


@kernel
def cut(beam: Beam, queue: int) -> None:
    """Leaves the `width` best states in a queue, in any order. Later ones must be better."""
    low = beam.base[queue]
    high = low + beam.used[queue]
    wanted = low + beam.width
    if high <= wanted:
        return
    beam.used[queue] = beam.width
    while low < wanted:  # the states before low stay, those from high on go
        floor = beam.value[low + high >> 1]
        end = part(beam, low, high, floor, False)
        if end > wanted:
            high = end
        else:
            beam.floor[queue] = floor
            low = end
            if low < wanted:
                low = part(beam, end, high, floor, True)


@kernel
def enter(beam: Beam, queue: int, value: float) -> bool:
    """Puts the spare slot's state into a queue if it is good enough; another slot is spare then."""
    if value <= beam.floor[queue]:
        return False
    place = beam.base[queue] + beam.used[queue]
    slot = beam.order[place]
    beam.order[place] = beam.spare
    beam.value[place] = value
    beam.spare = slot
    beam.used[queue] += 1
    if beam.used[queue] == ROOM * beam.width:
        cut(beam, queue)
    return True


@kernel
def empty(beam: Beam, queue: int) -> None:
    """Removes all states from a queue."""
    beam.used[queue] = 0
    beam.floor[queue] = WORST


@kernel
def conclude_stage(beam: Beam) -> None:
    """Ends a stage: its best state may be the answer."""
    queue = beam.tomorrow
    depth = beam.stage + 1
    if depth < min(beam.trusted, beam.answer_stages):
        return
    for number in range(beam.root_moves):
        beam.root_count[number] = 0
    best = NOWHERE
    best_value = 0.0
    low = beam.base[queue]
    for place in range(low, low + beam.used[queue]):
        slot = beam.order[place]
        first = beam.origin[slot]
        value = beam.value[place]
        if beam.root_count[first] == 0 or value > beam.root_value[first]:
            beam.root_value[first] = value
        beam.root_count[first] += 1
        if best == NOWHERE or value > best_value:
            best = slot
            best_value = value
    if best != NOWHERE:
        beam.answer = beam.root_move[beam.origin[best]]
        beam.answer_stages = depth
        beam.answer_move = beam.move[best]
        beam.answer_step = beam.parent[best]


@kernel
def plant(beam: Beam) -> None:
    """Begins a new pass at the start."""
    for index in range(QUEUES):
        beam.base[index] = index * ROOM * beam.width
        empty(beam, index)
    for place in range(PLACES * beam.width):
        beam.order[place] = place
    beam.spare = PLACES * beam.width
    beam.current = 0
    beam.following = 1
    beam.tomorrow = 2
    beam.cursor = 0
    beam.stage = 0
    beam.used[0] = 1
    beam.origin[beam.order[0]] = NOWHERE
    beam.mask = (1 << (KEYS_EACH * beam.width).bit_length()) - 1
    beam.stamp = beam.stamp + 1 & STAMP_MASK


@kernel
def restart(beam: Beam) -> None:
    """Forgets everything except the counts of work; limits widths to the pool."""
    beam.width = max(1, min(beam.first_width, POOL // PLACES))
    beam.is_done = False
    beam.passes = 0
    beam.answer = NOWHERE
    beam.answer_stages = 0
    beam.answer_step = NOWHERE
    beam.root_moves = 0
    plant(beam)


@kernel
def clear(beam: Beam) -> None:
    """Forgets everything."""
    beam.expanded = 0
    beam.made = 0
    beam.evaluations = 0
    restart(beam)


@kernel
def advance(beam: Beam) -> None:
    """Continues with the next layer, stage or pass."""
    beam.cursor = 0
    done = beam.current
    empty(beam, done)
    if beam.used[beam.following] > 0:
        cut(beam, beam.following)
        beam.current = beam.following
        beam.following = done
        return
    cut(beam, beam.tomorrow)
    conclude_stage(beam)
    beam.stage += 1
    if beam.stage < beam.stages and beam.used[beam.tomorrow] > 0:
        beam.current = beam.tomorrow
        beam.tomorrow = done
        beam.stamp = beam.stamp + 1 & STAMP_MASK
        return
    beam.passes += 1
    if beam.stages < beam.deepest:
        limit = min(beam.last_width, POOL // PLACES)
        beam.stages += int(beam.width >= limit)
    else:
        limit = min(max(beam.last_width, beam.widest), POOL // PLACES)
        beam.is_done = beam.width >= limit
    if not beam.is_done:
        beam.width = max(beam.width, min(2 * beam.width, limit))
        plant(beam)


def bind(
    open_state: Callable[[AnyState, AnySetting], None],
    list_moves: Callable[[AnyState, AnySetting, Numbers[int]], int],
    play: Callable[[AnyState, AnySetting, int], bool],
    key: Callable[[AnyState, AnySetting], int],
    rate: Callable[[AnyState, AnySetting, bool], float],
) -> Callable[[Beam, Records[AnyState], AnyState, AnySetting, int], None]:
    """Returns expand(beam, states, start, setting, count): expands `count` more states, after
    clear(beam). states: POOL of them.

    open_state: called once before a state's moves; may change it (the opponent's part of a turn).
    list_moves: writes at least one and at most MAX_MOVES moves; returns their number.
    play: returns True if the move ends the stage.
    key: returns a number, equal for equal states.
    rate: returns a value, more is better. is_end: True if a stage has just ended.
    """

    @kernel
    def open_slot(
        beam: Beam,
        states: Records[AnyState],
        start: AnyState,
        setting: AnySetting,
        slot: int,
    ) -> None:
        """Makes, keys and rates all children of the state in a slot."""
        parent = states[slot]
        origin = beam.origin[slot]
        if origin == NOWHERE:
            assign(parent, start)
        open_state(states[slot], setting)
        count = list_moves(parent, setting, beam.moves)
        step = NOWHERE
        if origin == NOWHERE:
            beam.root_moves = count
            for number in range(count):
                beam.root_move[number] = beam.moves[number]
        elif beam.expanded < STEP_POOL:
            step = beam.expanded
            beam.step_move[step] = beam.move[slot]
            beam.step_parent[step] = beam.parent[slot]
        doubles = 0
        for number in range(count):
            move = beam.moves[number]
            spare = beam.spare
            child = states[spare]
            assign(child, parent)
            ends_stage = play(child, setting, move)
            if not is_new(beam, key(child, setting)):
                doubles += 1
                continue
            value = rate(child, setting, ends_stage)
            is_kept = enter(beam, beam.tomorrow if ends_stage else beam.following, value)
            if is_kept:
                beam.origin[spare] = number if origin == NOWHERE else origin
                beam.move[spare] = move
                beam.parent[spare] = step
        beam.made += count
        beam.evaluations += count - doubles

    @kernel
    def expand(
        beam: Beam,
        states: Records[AnyState],
        start: AnyState,
        setting: AnySetting,
        count: int,
    ) -> None:
        """Expands `count` more states, or fewer if the widest pass is done."""
        left = count
        while left > 0 and not beam.is_done:
            queue = beam.current
            if beam.cursor < beam.used[queue]:
                slot = beam.order[beam.base[queue] + beam.cursor]
                beam.cursor += 1
                open_slot(beam, states, start, setting, slot)
                beam.expanded += 1
                left -= 1
            else:
                advance(beam)

    return expand


def best_line(beam: Beam) -> list[int]:
    """Returns the moves to the best state; long searches may lose the first ones."""
    step = beam.answer_step
    line = [beam.answer_move]
    while step != NOWHERE:
        line.append(beam.step_move[step])
        step = beam.step_parent[step]
    return line[::-1]


def describe(beam: Beam, name: Callable[[int], str]) -> dict[str, Any]:
    """Returns first moves by value, with their states in the last complete stage, and a line."""
    counts, values = beam.root_count, beam.root_value
    rows = [number for number in range(beam.root_moves) if counts[number]]
    rows.sort(key=lambda row: -values[row])
    moves = [
        {"move": name(beam.root_move[row]), "visits": counts[row], "value": values[row]}
        for row in rows
    ]
    return {"moves": moves, "line": [name(move) for move in best_line(beam)] if rows else []}


def counts(beam: Beam) -> dict[str, int]:
    """Returns the work since `clear`."""
    return {
        "iterations": beam.expanded,
        "simulated_turns": beam.made,
        "nodes": beam.expanded,
        "evaluations": beam.evaluations,
        "ucb": 0,
        "depth": beam.answer_stages,
    }
