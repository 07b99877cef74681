"""The beam over units on games whose best line is known."""

import pytest

from botsmith.compiler.compile import native_engine
from common.engine import Engine
from common.kernel import Numbers, Records, kernel, record, records
from common.search import beam_units
from common.search.beam_units import (
    HABIT,
    MAX_DEPTH,
    MAX_ROWS,
    POOL,
    TWINS,
    WIDEST,
    UnitBeam,
    counts,
    describe,
    first_values,
)
from tests.common.plans_toys import (
    CODE,
    DIGITS,
    HIGH,
    LENGTH,
    LOW,
    MOST,
    PAYOFF,
    RIGHT,
    RIVAL,
    Dial,
    dial,
)

# Lock, of plans_toys.py: two units dial a code. Feint: the sides pick once, at the same time.
PAIR = list(range(2))
FAR = 4_000_000  # from an order to the next: they are numbers of the game


@record
class Rules:
    """asked: moves that were listed. rounds: turns of the lock, which then begins anew."""

    asked: int
    rounds: int = 1


@kernel
def is_open(state: Dial, rules: Rules) -> bool:
    return state.turn >= LENGTH * rules.rounds


@kernel
def side_of(state: Dial, rules: Rules, unit: int) -> int:
    return state.owner[unit] - 1


@kernel
def list_digits(
    state: Dial, rules: Rules, unit: int, moves: Numbers[int], weights: Numbers[int]
) -> int:
    rules.asked += 1
    for digit in range(DIGITS):
        moves[digit] = FAR * digit
        weights[digit] = 1
    moves[DIGITS] = 7  # never to be tried
    weights[DIGITS] = 0
    return DIGITS + 1


@kernel
def list_picks(
    state: Dial, rules: Rules, unit: int, moves: Numbers[int], weights: Numbers[int]
) -> int:
    for move in range(2):
        moves[move] = move
        weights[move] = 1
    return 2


@kernel
def give_digit(state: Dial, rules: Rules, unit: int, order: int) -> None:
    state.picked[unit] = order // FAR


@kernel
def give_pick(state: Dial, rules: Rules, unit: int, order: int) -> None:
    state.picked[unit] = order


@kernel
def zero(state: Dial, rules: Rules, unit: int) -> int:
    return 0


@kernel
def dial_on(state: Dial, rules: Rules) -> None:
    if state.turn < LENGTH:
        dial(state)
    else:
        state.turn += 1


@kernel
def end_picks(state: Dial, rules: Rules) -> None:
    state.turn = LENGTH


@kernel
def key_of(state: Dial, rules: Rules) -> int:
    """Locks of equal score in a turn are equal."""
    key = state.turn * 100 + int(2.0 * state.score)
    return key << 20 | key


@kernel
def key_of_picks(state: Dial, rules: Rules) -> int:
    key = state.picked[0] * 2 + state.picked[1] + 1
    return key << 20 | key


@kernel
def score(state: Dial, rules: Rules, side: int) -> float:
    return state.score


@kernel
def payoff(state: Dial, rules: Rules, side: int) -> float:
    if side == 1:
        return RIVAL[state.picked[1]]
    return PAYOFF[state.picked[0]][state.picked[1]]


LOCK = (is_open, side_of, list_digits, give_digit, dial_on, zero, key_of, score)
FEINT = (is_open, side_of, list_picks, give_pick, end_picks, zero, key_of_picks, payoff)
follow_lock, expand_lock, find_lock = beam_units.bind(*LOCK)
follow_feint, expand_feint, find_feint = beam_units.bind(*FEINT)
expand_free = beam_units.bind(*LOCK, pays=False)[1]


@record
class Memory:
    """All that a search works on."""

    beam: UnitBeam
    start: Dial
    rules: Rules
    states: Records[Dial] = records(Dial, TWINS)


@kernel
def begin(memory: Memory, work: int) -> None:
    """Begins a new match of both units of the lock."""
    beam_units.forget(memory.beam)
    memory.beam.depth = LENGTH
    find_lock(memory.beam, memory.states, memory.start, memory.rules)
    beam_units.plant(memory.beam, work)


@kernel
def lock(memory: Memory, count: int) -> None:
    expand_lock(memory.beam, memory.states, memory.start, memory.rules, count)


@kernel
def feint(memory: Memory, count: int) -> None:
    expand_feint(memory.beam, memory.states, memory.start, memory.rules, count)


def planted(work: int, owners: tuple[int, int] = (0, 0)) -> Memory:
    memory = Memory()
    memory.start.owner[:] = [side + 1 for side in owners]
    begin(memory, work)
    return memory


def orders(memory: Memory, unit: int) -> list[int]:
    first = unit * MAX_DEPTH
    return [order // FAR for order in memory.beam.line[first : first + memory.beam.depth]]


def layer(memory: Memory) -> list[float]:
    """The values of the present layer."""
    beam = memory.beam
    return [beam.nodes[beam.order[beam.base + place]].value for place in range(beam.used)]


def test_the_best_line_of_two_units_together_is_found():
    memory = planted(300)
    lock(memory, 1000)
    assert memory.beam.is_done
    beam_units.adopt(memory.beam)
    assert memory.beam.value == MOST
    assert [orders(memory, unit) for unit in PAIR] == [list(code) for code in CODE]
    firsts = first_values(memory.beam)
    report = describe(memory.beam, 1, str, firsts)
    assert report["line"] == [str(FAR * digit) for digit in CODE[1]]
    assert report["moves"][0] == {
        "move": report["line"][0],
        "visits": 1,
        "value": memory.beam.value,
    }
    assert all(row["value"] <= memory.beam.value for row in report["moves"])


def test_cut_after_any_turn_the_line_is_that_of_the_deepest_complete_turn():
    for done in range(1, 150):
        memory = planted(150)
        lock(memory, done)
        beam = memory.beam
        assert beam.made == done or beam.is_done
        beam_units.adopt(beam)
        line = [orders(memory, unit) for unit in PAIR]
        assert all(len([o for o in one if o != HABIT]) == beam.turns for one in line)
        state = Dial()
        for pair in [*zip(*line, strict=True)][: beam.turns]:
            state.picked[:] = pair
            dial(state)
        assert state.score == (beam.value if beam.turns else 0.0)
    assert beam.turns > 2


def test_work_in_pieces_is_the_same_as_work_at_once():
    whole, pieces = planted(200), planted(200)
    lock(whole, 200)
    for count in (1, 2, 3, 94, 100):
        lock(pieces, count)
    assert layer(whole) == layer(pieces)
    assert counts(whole.beam) == counts(pieces.beam)


def test_a_layer_keeps_the_best_and_equal_states_once():
    memory = planted(3 * 5 * 5)  # 3 wide
    lock(memory, DIGITS)  # all digits of unit 0, which are two states
    lock(memory, 1)  # the best is tried on
    assert memory.beam.number == 1 and layer(memory) == [0.0, 0.5]
    lock(memory, 500)
    assert memory.beam.is_done and memory.beam.used <= memory.beam.half - 1


@pytest.mark.parametrize("work", [1, 40, 200, 500])
def test_a_pass_takes_about_the_work_that_it_is_given(work):
    memory = planted(work)
    lock(memory, 10_000)
    assert memory.beam.is_done
    assert memory.beam.made <= max(work * 1.4, LENGTH * 8)


def test_what_a_unit_does_anyhow_is_not_played_twice():
    memory = planted(1)  # 1 wide
    lock(memory, 1000)
    first = DIGITS + (DIGITS - 1) + 1  # both units, and the turn itself
    assert memory.beam.made == first * LENGTH


def test_units_that_are_gone_keep_their_line():
    memory = planted(300, (-1, 0))
    lock(memory, 1000)
    beam_units.adopt(memory.beam)
    assert orders(memory, 0) == [HABIT] * LENGTH
    assert orders(memory, 1) == [*CODE[1]]


def test_without_units_there_is_nothing_to_do():
    memory = planted(100, (-1, -1))
    lock(memory, 100)
    beam_units.adopt(memory.beam)
    assert memory.beam.is_done and {*memory.beam.line[:-1]} == {HABIT}


def test_lists_that_see_no_orders_need_no_copy():
    paid, free = planted(300), planted(300)
    lock(paid, 1000)
    expand_free(free.beam, free.states, free.start, free.rules, 1000)
    assert layer(paid) == layer(free) and counts(paid.beam) == counts(free.beam)


def test_the_rivals_line_is_searched_first_and_answered():
    memory = Memory()
    beam = memory.beam
    beam_units.forget(beam)
    memory.start.owner[:] = [1, 2]
    beam.depth = 1
    answers = []
    for side, unit in ((0, 0), (1, 1), (0, 0)):
        beam.side = side
        find_feint(beam, memory.states, memory.start, memory.rules)
        beam_units.plant(beam, 20)
        feint(memory, 20)
        beam_units.adopt(beam)
        answers.append(beam.line[unit * MAX_DEPTH])
    assert answers == [HIGH, RIGHT, LOW]


def test_the_next_turn_goes_on_with_the_line():
    memory = planted(300)
    lock(memory, 1000)
    beam_units.adopt(memory.beam)
    beam_units.shift(memory.beam)
    assert orders(memory, 1) == [*CODE[1][1:], HABIT]
    beam_units.forget(memory.beam)
    assert {*memory.beam.line[:-1]} == {*memory.beam.former[:-1]} == {HABIT}


def test_lines_are_worth_what_playing_them_brings():
    memory = planted(300)
    habit = sum(0.5 * (a == 0) + 0.5 * (b == 0) + (a == b == 0) for a, b in zip(*CODE, strict=True))
    follow_lock(memory.beam, memory.states, memory.start, memory.rules)
    assert memory.beam.known[LENGTH] == habit
    lock(memory, 1000)
    beam_units.adopt(memory.beam)
    follow_lock(memory.beam, memory.states, memory.start, memory.rules)
    assert [*memory.beam.known][: LENGTH + 1] == [2.0 * turn for turn in range(LENGTH + 1)]


@pytest.mark.parametrize(("doubt", "best", "worth"), [(0.25, LOW, 1.75), (0.75, HIGH, 2.25)])
def test_a_way_is_rated_against_the_rivals_former_line_too(doubt, best, worth):
    """That is LEFT, its habit, before its pass finds RIGHT; the rival does not doubt."""
    memory = Memory()
    beam = memory.beam
    beam.doubt = doubt
    beam_units.forget(beam)
    memory.start.owner[:] = [1, 2]
    beam.depth = 1
    for side in (1, 0):
        beam.side = side
        find_feint(beam, memory.states, memory.start, memory.rules)
        beam_units.plant(beam, 20)
        feint(memory, 20)
        beam_units.adopt(beam)
    assert (beam.line[MAX_DEPTH], beam.former[MAX_DEPTH]) == (RIGHT, HABIT)
    assert (beam.line[0], beam.value) == (best, worth)
    follow_feint(beam, memory.states, memory.start, memory.rules)
    assert beam.known[1] == worth


@pytest.mark.parametrize("pays", [True, False])
def test_a_doubted_way_goes_on_from_both_states(pays):
    """Unit 1 is the rival's. By its line it dials as the lock wants, by its former line never."""
    follow, expand, find = beam_units.bind(*LOCK, pays=pays)
    memory = Memory()
    beam, start = memory.beam, memory.start
    beam.doubt, beam.depth = 0.5, LENGTH
    beam_units.forget(beam)
    start.owner[:] = [1, 2]
    wrong = [FAR * ((digit + 1) % DIGITS) for digit in CODE[1]]
    beam.line[MAX_DEPTH : MAX_DEPTH + LENGTH] = wrong
    beam.side = 1
    beam_units.plant(beam, 0)
    beam.line[MAX_DEPTH : MAX_DEPTH + LENGTH] = [FAR * digit for digit in CODE[1]]
    beam.side = 0
    find(beam, memory.states, start, memory.rules)
    beam_units.plant(beam, 1000)
    expand(beam, memory.states, start, memory.rules, 4000)
    beam_units.adopt(beam)
    assert orders(memory, 0) == [*CODE[0]]
    follow(beam, memory.states, start, memory.rules)
    both, alone = 2.0, 0.5  # points of a turn
    assert beam.value == beam.known[LENGTH] == 0.5 * LENGTH * (both + alone)


def test_as_deep_as_lines_are_long():
    memory = planted(2000)
    memory.rules.rounds = 20
    memory.beam.depth = MAX_DEPTH
    beam_units.plant(memory.beam, 2000)
    lock(memory, 9000)
    assert memory.beam.is_done and memory.beam.turns == MAX_DEPTH


def test_the_state_that_a_search_starts_from_stays_as_it_is():
    memory = planted(100)
    lock(memory, 1000)
    assert (memory.start.turn, memory.start.score) == (0, 0.0)


def test_c_and_cpython_find_the_same_lines():
    engines = [Engine(Memory), native_engine(Memory, (begin, lock, feint))]
    found = []
    for engine in engines:
        start = Dial()
        start.owner[:] = [1, 1]
        engine.load("start", start)
        engine.call(begin, 300)
        for count in (1, 50, 100):
            engine.call(lock, count)
        beam = engine.memory.beam
        found.append((counts(beam), beam.value, beam.best, [*beam.order[: 2 * beam.half]]))
    assert found[0] == found[1]


def test_a_width_is_cut_to_what_the_pool_holds():
    memory = planted(10**9)
    assert memory.beam.width == WIDEST == memory.beam.half - 1
    assert 2 * memory.beam.half < POOL and MAX_ROWS == 64
    assert 2 * POOL <= TWINS
