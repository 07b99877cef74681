"""Joint candidates on games whose best joint move, or mixed equilibrium, is known."""

import pytest

from botsmith.compiler.compile import native_engine
from common.engine import Engine
from common.kernel import Numbers, kernel, numbers, record
from common.rng import Dice, make_dice
from common.search import candidates
from common.search.candidates import (
    DONE,
    FILL,
    NO_SIDE,
    SOLVE,
    Candidates,
    counts,
    describe,
    orders,
)
from common.search.equilibrium import AVERAGE, MAX_PICKS, MAXIMIN, MIXED
from common.search.joint_moves import HABIT
from tests.common import plans_toys as toys
from tests.common.plans_toys import CODE, DIGITS, LENGTH, MOST, Dial, NoSetting

# Lock, of plans_toys.py: two units dial a code, a digit a turn.
# Lift: two units of side 0 pick once. Alone each does best with 1, together with 2.
# Kick: side 0 and side 1 pick once; no pick is best against all.
PICKS = 3
LIFT = ((3.0, 4.0, 0.0), (4.0, 4.5, 0.0), (0.0, 0.0, 9.0))
KICK = ((2.0, -1.0, 3.0), (-1.0, 1.0, 3.0), (-9.0, -9.0, 9.0))  # of side 0, by row
SHARE = (
    0.4  # of row 0 in the equilibrium, and of column 0; the last row and column are never played
)
FAR = ((5.0, -5.0, 5.0), (1.0, 1.0, -1.0), (0.0, 0.0, 0.0))  # row 0 in the mean, row 2 at the worst
LIFTS, KICKS, FARS = range(3)


@record
class Picked:
    """Holds the picks. owner: side + 1 by unit, 0 for nobody."""

    turn: int  # 1 after the picks
    owner: Numbers[int] = numbers(int, 2)
    picks: Numbers[int] = numbers(int, 2)


@record
class Table:
    """Which game is played."""

    number: int


@kernel
def has_picked(state: Picked) -> bool:
    return state.turn == 1


@kernel
def side_of(state: Picked, unit: int) -> int:
    return state.owner[unit] - 1


@kernel
def list_picks(state: Picked, unit: int, moves: Numbers[int], weights: Numbers[int]) -> int:
    for pick in range(PICKS):
        moves[pick] = pick
        weights[pick] = 1
    return PICKS


@kernel
def give_pick(state: Picked, unit: int, order: int) -> None:
    state.picks[unit] = order


@kernel
def end_turn(state: Picked) -> None:
    state.turn = 1


@kernel
def zero(state: Picked, table: Table, unit: int) -> int:
    return 0


@kernel
def worth(state: Picked, table: Table, side: int) -> float:
    value = 0.0
    if table.number == LIFTS:
        value = LIFT[state.picks[0]][state.picks[1]]
    elif table.number == KICKS:
        value = KICK[state.picks[0]][state.picks[1]]
    else:
        value = FAR[state.picks[0]][state.picks[1]]
    return value if side == 0 else -value


find_units, iterate_picks = candidates.bind(
    has_picked, side_of, list_picks, give_pick, end_turn, zero, worth
)
_, iterate_lock = candidates.bind(
    toys.is_open, toys.side_of, toys.list_digits, toys.give, toys.dial, toys.zero, toys.score
)


@record
class Memory:
    """All that the searches work on."""

    search: Candidates
    start: Picked
    world: Picked
    table: Table
    lock_start: Dial
    lock_world: Dial
    none: NoSetting
    dice: Dice


@kernel
def begin(memory: Memory) -> None:
    """Begins a new match."""
    candidates.forget(memory.search)
    find_units(memory.search, memory.start)
    candidates.plant(memory.search)


@kernel
def think(memory: Memory, count: int) -> None:
    iterate_picks(memory.search, memory.start, memory.world, memory.table, memory.dice, count)


@kernel
def lock(memory: Memory, count: int) -> None:
    iterate_lock(
        memory.search, memory.lock_start, memory.lock_world, memory.none, memory.dice, count
    )


def planted(game: int, owners: list[int], rule: int = MAXIMIN, depth: int = 1) -> Memory:
    """A search at the start of a match, in which unit u belongs to owners[u]."""
    memory = Memory()
    memory.table.number = game
    memory.search.depth, memory.search.rule = depth, rule
    memory.start.owner[:] = [side + 1 for side in owners]
    memory.lock_start.owner[:] = memory.start.owner
    memory.dice.state = make_dice(1).state
    begin(memory)
    return memory


def best(memory: Memory) -> list[int]:
    return orders(memory.search)[:2]


def test_the_best_joint_move_is_no_product_of_the_units_best_moves() -> None:
    memory = planted(LIFTS, [0, 0])
    think(memory, 2 * PICKS)
    assert best(memory) == [1, 1]  # each alone, one after the other
    think(memory, 1000)
    assert memory.search.phase == DONE
    assert best(memory) == [2, 2]


def test_candidates_bound_the_joint_moves_and_those_that_lose_least_come_first() -> None:
    memory = planted(LIFTS, [0, 0])
    memory.search.each, memory.search.rows = 2, 3
    begin(memory)
    think(memory, 1000)
    search = memory.search
    assert (search.own.used, search.others.used, search.own.count) == (3, 1, 2)
    losses = search.own.loss[2 * MAX_PICKS : 2 * MAX_PICKS + 3]
    assert losses[0] == 0.0 and losses == sorted(losses)
    assert best(memory) == [1, 1]  # 2 is no candidate


@pytest.mark.parametrize(("rule", "answer"), [(MAXIMIN, 2), (AVERAGE, 0)])
def test_the_row_is_picked_by_its_worst_entry_or_by_the_mean(rule: int, answer: int) -> None:
    memory = planted(FARS, [0, 1], rule)
    think(memory, 1000)
    assert (memory.search.own.used, memory.search.matrix.columns) == (3, 3)
    assert best(memory)[0] == answer


def test_the_mixed_answer_is_drawn_of_the_equilibrium() -> None:
    drawn = []
    for seed in range(40):
        memory = planted(KICKS, [0, 1], MIXED)
        memory.dice.state = make_dice(seed).state
        think(memory, 1000)
        assert memory.search.phase == DONE
        drawn.append(best(memory)[0])
        if seed == 0:
            search = memory.search
            total = sum(search.matrix.row.total[:3])
            rows = {
                search.unit[0].ranked[row]: search.matrix.row.total[row] / total
                for row in range(PICKS)
            }
            assert rows[0] == pytest.approx(SHARE, abs=0.02)
            assert rows[1] == pytest.approx(1.0 - SHARE, abs=0.02)
            assert rows[2] < 0.01
    assert 0.3 < drawn.count(0) / len(drawn) < 0.5 and drawn.count(2) == 0


@pytest.mark.parametrize("rule", [MAXIMIN, AVERAGE, MIXED])
@pytest.mark.parametrize("game", [LIFTS, KICKS])
def test_cut_after_any_step_the_answer_is_legal_and_never_worse_in_what_was_played(
    game: int, rule: int
) -> None:
    memory = planted(game, [0, 0] if game == LIFTS else [0, 1], rule)
    search = memory.search
    memory.search.rounds = 5
    for _ in range(60):
        think(memory, 1)
        assert all(HABIT <= order < PICKS for order in best(memory))
        if search.matrix.columns == 0 and search.row > 0:
            column = [search.matrix.payoff[row * MAX_PICKS] for row in range(search.row)]
            assert search.top == max(column) == column[search.answer]
        elif search.matrix.columns > 0 and rule != MIXED:
            rows = [
                [*search.matrix.payoff[row * MAX_PICKS : row * MAX_PICKS + search.matrix.columns]]
                for row in range(search.own.used)
            ]
            values = [min(row) if rule == MAXIMIN else sum(row) for row in rows]
            assert values[search.answer] == max(values)
    assert search.phase == DONE


def test_work_in_pieces_is_the_same_as_work_at_once() -> None:
    whole, pieces = (planted(KICKS, [0, 1], MIXED) for _ in range(2))
    think(whole, 300)
    for count in (1, 2, 3, 94, 200):
        think(pieces, count)
    assert best(whole) == best(pieces)
    assert whole.dice.state == pieces.dice.state
    assert whole.search.matrix.row.total == pieces.search.matrix.row.total


def test_lines_behind_the_first_order_are_searched_unit_by_unit() -> None:
    memory = planted(LIFTS, [0, 0], MAXIMIN, LENGTH)
    memory.search.planned = 1500
    begin(memory)
    lock(memory, 3000)
    assert memory.search.phase == DONE
    assert memory.search.top == MOST
    for unit in (0, 1):
        report = describe(memory.search, unit, lambda order: str(max(order, 0)))
        assert report["line"] == [str(digit) for digit in CODE[unit]]
        assert report["moves"][0] == {"move": str(CODE[unit][0]), "visits": 1, "value": MOST}


def test_the_next_turn_goes_on_with_the_lines_in_force() -> None:
    memory = planted(LIFTS, [0, 0], MAXIMIN, LENGTH)
    memory.search.planned = 1500
    begin(memory)
    lock(memory, 3000)
    candidates.shift(memory.search)
    assert [max(order, 0) for order in best(memory)] == [code[1] for code in CODE]
    memory.lock_start.turn = 1
    memory.search.planned = 0
    candidates.plant(memory.search)
    lock(memory, 2 * DIGITS)
    assert max(memory.search.unit[1].values[:DIGITS]) == MOST - 2.0
    candidates.forget(memory.search)
    assert best(memory) == [HABIT, HABIT]


def test_without_time_for_it_the_rival_goes_by_its_line() -> None:
    memory = planted(KICKS, [0, 1])
    memory.search.planned = 5
    candidates.plant(memory.search)
    think(memory, 1000)
    assert memory.search.others.used == 1
    assert best(memory) == [0, HABIT]


def test_units_that_are_gone_are_left_out() -> None:
    memory = planted(LIFTS, [NO_SIDE, 0])
    think(memory, 1000)
    assert memory.search.own.count == 1
    assert best(memory)[0] == HABIT
    memory = planted(LIFTS, [1, NO_SIDE])
    assert memory.search.phase == DONE
    think(memory, 10)
    assert memory.search.evaluations == 0


def test_the_state_that_a_search_starts_from_stays_as_it_is() -> None:
    memory = planted(KICKS, [0, 1])
    memory.start.picks[0] = 7
    think(memory, 100)
    assert (memory.start.turn, *memory.start.picks) == (0, 7, 0)


def test_c_and_cpython_fill_the_same_matrix() -> None:
    engines = [Engine(Memory), native_engine(Memory, (begin, think, lock))]
    for rule in (MAXIMIN, MIXED):
        found = []
        for engine in engines:
            memory = planted(KICKS, [0, 1], rule, 3)
            engine.load("search", memory.search)
            engine.load("start", memory.start)
            engine.load("table", memory.table)
            engine.load("dice", memory.dice)
            engine.call(begin)
            for count in (1, 50, 400):
                engine.call(think, count)
            search = engine.memory.search
            units = [(*unit.orders, *unit.values) for unit in search.unit]
            matrix = [*search.matrix.payoff], [*search.matrix.row.total]
            found.append((counts(search), units, matrix, engine.memory.dice.state))
        assert found[0] == found[1]


def test_matrix_and_mix_are_steps_between_which_the_clock_is_looked_at() -> None:
    memory = planted(KICKS, [0, 1], MIXED)
    phases = set()
    while memory.search.phase != DONE:
        before = memory.search.evaluations
        think(memory, 1)
        phases.add(memory.search.phase)
        assert memory.search.evaluations <= before + 1
    assert {FILL, SOLVE} < phases
