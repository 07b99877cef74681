"""Plans of all rows on games whose best plan is known (tests/common/plans_toys.py)."""

from types import SimpleNamespace

import pytest

from botsmith.compiler.compile import native_engine
from common.engine import Engine
from common.plans_bot import PlansBot
from common.rng import make_dice
from common.search.plans import DRAWN, HABIT, MAX_ROWS, NO_SIDE, counts
from tests.common import plans_toys as toys
from tests.common.plans_toys import CODE, DIGITS, HIGH, LENGTH, LOW, MOST, Memory

SEEDS = range(1, 6)
WAYS = pytest.mark.parametrize("members", [1, 8])


def planted(owners: list[int], depth: int, members: int = 8, seed: int = 1) -> Memory:
    """A search at the start of a match, in which unit u belongs to owners[u]."""
    memory = Memory()
    prepare(memory, owners, depth, members, seed)
    toys.begin(memory)
    return memory


def prepare(memory: Memory, owners: list[int], depth: int, members: int, seed: int) -> None:
    search = memory.plans
    search.depth, search.members, search.share = depth, members, 0.0
    memory.start.owner[:] = [side + 1 for side in owners]
    memory.dice.state = make_dice(seed).state


def orders(memory: Memory, unit: int, side: int = 0) -> list[int]:
    """A unit's orders in the best plan."""
    last = memory.plans.depth * MAX_ROWS
    return [*memory.plans.best[side].orders[unit:last:MAX_ROWS]]


@WAYS
@pytest.mark.parametrize("seed", SEEDS)
def test_the_best_plan_of_two_units_together_is_found(members, seed):
    memory = planted([0, 0], LENGTH, members, seed)
    memory.plans.planned = 1500
    toys.lock(memory, 1500)
    assert memory.plans.best[0].value == MOST
    dialled = [[max(order, 0) for order in orders(memory, unit)] for unit in (0, 1)]
    assert dialled == [list(code) for code in CODE]  # the habit dials 0


@WAYS
def test_cut_after_any_evaluation_the_plan_is_legal_and_never_worse_than_before(members):
    memory = planted([0, 0], LENGTH, members)
    best = -1.0
    for done in range(1, 300):
        toys.lock(memory, 1)
        assert memory.plans.evaluations == done
        assert memory.plans.best[0].value >= best
        best = memory.plans.best[0].value
        assert all(HABIT <= order < DIGITS for unit in (0, 1) for order in orders(memory, unit))


@WAYS
def test_work_in_pieces_is_the_same_as_work_at_once(members):
    whole, pieces = (planted([0, 0], LENGTH, members) for _ in range(2))
    toys.lock(whole, 300)
    for count in (1, 2, 3, 94, 200):
        toys.lock(pieces, count)
    assert [orders(whole, unit) for unit in (0, 1)] == [orders(pieces, unit) for unit in (0, 1)]
    assert whole.dice.state == pieces.dice.state


@WAYS
def test_orders_are_drawn_of_those_that_the_game_lists_where_they_are_played(members):
    memory = planted([0, 0], LENGTH + 1, members)
    for _ in range(300):
        toys.right(memory, 1)
        for unit, code in enumerate(CODE):
            listed = [
                [HABIT] if turn == LENGTH or unit * turn % 2 else [HABIT, code[turn]]
                for turn in range(LENGTH + 1)
            ]
            assert all(o in e for o, e in zip(orders(memory, unit), listed, strict=True))
    found = [[max(0, order) for order in orders(memory, unit)[:LENGTH]] for unit in (0, 1)]
    assert found[0] == [*CODE[0]] and found[1][2] == CODE[1][2]  # the habit dials 0


@pytest.mark.parametrize("changes", [1, 4])
def test_a_trial_has_as_many_new_orders_as_it_is_told_or_fewer(changes):
    memory = planted([0, 0], LENGTH)
    memory.plans.changes = changes
    toys.lock(memory, 2)  # the best so far and the habit, which are equal
    toys.lock(memory, 1)
    orders = memory.plans.trial.orders
    trial = [orders[turn * MAX_ROWS + row] for turn in range(LENGTH) for row in (0, 1)]
    assert 0 < sum(order != HABIT for order in trial) <= changes


def test_the_first_plan_is_the_habit():
    memory = planted([0, 0], LENGTH)
    toys.lock(memory, 1)
    habit = sum(0.5 * (a == 0) + 0.5 * (b == 0) + (a == b == 0) for a, b in zip(*CODE, strict=True))
    assert memory.plans.best[0].value == habit


def test_the_last_turns_plan_a_turn_on_is_the_first_of_the_next():
    memory = planted([0, 0], LENGTH)
    toys.lock(memory, 1500)
    before = [orders(memory, unit) for unit in (0, 1)]
    toys.go_on(memory)
    memory.start.turn = 1
    toys.lock(memory, 1)
    assert [orders(memory, unit) for unit in (0, 1)] == [[*row[1:], HABIT] for row in before]
    assert memory.plans.best[0].value == MOST - 2.0


def test_without_a_share_the_rival_goes_by_habit():
    memory = planted([0, 1], 1)
    toys.feint(memory, 100)
    assert orders(memory, 0)[0] in (HIGH, HABIT)
    assert memory.plans.best[0].value == toys.PAYOFF[HIGH][toys.LEFT]


@WAYS
@pytest.mark.parametrize("me", [0, 1])
def test_with_a_share_the_rivals_plan_is_searched_first_and_answered(members, me):
    memory = planted([0, 1], 1, members)
    memory.plans.me, memory.plans.share, memory.plans.planned = me, 0.3, 200
    toys.begin(memory)
    toys.feint(memory, 60)
    assert memory.plans.side == 1 - me
    toys.feint(memory, 140)
    assert memory.plans.side == me
    assert orders(memory, 1, 1) == [toys.RIGHT]
    if me == 0:
        assert orders(memory, 0) == [LOW]
        assert memory.plans.best[0].value == toys.PAYOFF[LOW][toys.RIGHT]


@WAYS
def test_a_first_order_is_worth_the_best_plan_that_has_it(members):
    memory = planted([0, 0], LENGTH, members)
    memory.plans.planned = 1500
    toys.lock(memory, 1500)
    before = [orders(memory, unit) for unit in (0, 1)]
    engine = SimpleNamespace(
        memory=SimpleNamespace(plans=memory.plans, start=memory.start, params=None, me=0),
        pace=32,
        call=lambda kernel, count: kernel(memory, count),
    )
    bot = SimpleNamespace(
        own=[0, 1],
        engine=engine,
        engines=SimpleNamespace(kernels=(None, toys.lock)),
        word=lambda row, order: str(max(order, 0)),
        rules=(toys.list_digits, lambda *_: 0, DIGITS),
    )
    for unit in PlansBot.thoughts(bot):
        values = {int(move["move"]): move["value"] for move in unit["moves"]}
        assert values.pop(CODE[unit["unit"]][0]) == MOST
        assert len(values) == DIGITS - 1 and max(values.values()) < MOST
        assert unit["line"] == [*map(str, CODE[unit["unit"]])]  # the habit dials 0
    assert [orders(memory, unit) for unit in (0, 1)] == before
    assert memory.plans.best[0].value == MOST and memory.plans.evaluations == 1500


def test_the_answer_comes_first_of_orders_that_are_worth_as_much():
    memory = planted([0, 0], LENGTH)
    memory.plans.best[0].orders[0] = DIGITS - 1
    known = SimpleNamespace(plans=memory.plans, start=memory.start, params=None, me=0)
    bot = SimpleNamespace(
        own=[0],
        engine=SimpleNamespace(memory=known, pace=1, call=lambda *_: None),  # all stay equal
        engines=SimpleNamespace(kernels=(None, None)),
        word=lambda _, order: str(order),
        rules=(toys.list_digits, lambda *_: 0, DIGITS),
    )
    (unit,) = PlansBot.thoughts(bot)
    assert len({move["value"] for move in unit["moves"]}) == 1 < DIGITS
    assert unit["moves"][0]["move"] == str(DIGITS - 1)


def test_the_state_that_a_search_starts_from_stays_as_it_is():
    memory = planted([0, 0], LENGTH)
    memory.start.score = 7.0
    toys.lock(memory, 50)
    assert (memory.start.turn, memory.start.score) == (0, 7.0)


def test_a_row_that_dies_loses_its_orders_and_one_that_is_not_yet_born_keeps_its_own():
    memory = planted([0, NO_SIDE], LENGTH)
    for turn in range(LENGTH):
        for row in (0, 1):
            memory.plans.best[0].orders[turn * MAX_ROWS + row] = CODE[row][turn]
    toys.go_on(memory)
    assert orders(memory, 1) == [*CODE[1][1:], HABIT]  # the unborn
    memory.start.owner[:] = [0, 1]
    toys.go_on(memory)
    assert orders(memory, 0) == [HABIT] * LENGTH  # the dead
    assert orders(memory, 1) == [*CODE[1][2:], HABIT, HABIT]  # the newborn


def test_what_was_never_drawn_is_the_habit():
    memory = planted([0, 0], LENGTH + 3)
    toys.lock(memory, 200)  # no row acts after the last digit
    assert DRAWN not in [*orders(memory, 0), *orders(memory, 1)]


def test_only_rows_that_act_in_a_turn_get_an_order_in_it():
    memory = planted([0, 0], LENGTH)
    toys.right(memory, 200)
    assert orders(memory, 1)[1::2] == [HABIT] * 2
    assert [*memory.plans.best[0].acts[:LENGTH]] == [2, 1, 2, 1, 2]


def test_a_unit_that_is_gone_is_left_out():
    memory = planted([NO_SIDE, 0], LENGTH)
    toys.lock(memory, 600)
    assert orders(memory, 0) == [HABIT] * LENGTH
    assert orders(memory, 1)[0] == CODE[1][0]


@WAYS
def test_c_and_cpython_find_the_same_plans(members):
    engines = [Engine(Memory), native_engine(Memory, toys.ENTRIES)]
    for engine in engines:
        memory = Memory()
        prepare(memory, [0, 0], LENGTH, members, 3)
        memory.plans.planned, memory.plans.share = 400, 0.25
        engine.load("plans", memory.plans)
        engine.load("start", memory.start)
        engine.load("dice", memory.dice)
        engine.call(toys.begin)
        engine.call(toys.lock, 400)
        engine.call(toys.go_on)
        engine.call(toys.lock, 100)
    python, native = (engine.memory for engine in engines)
    for side in (0, 1):
        assert list(native.plans.best[side].orders) == list(python.plans.best[side].orders)
        assert native.plans.best[side].value == python.plans.best[side].value
    assert counts(native.plans) == counts(python.plans)
    assert native.dice.state == python.dice.state
