"""Tororo's `burst`: what it sells in set-up positions, and that its matches are legal."""

import pytest

from bots.tororo.rules import (
    COMPLETE,
    KIND_SHIFT,
    WAIT,
    Ground,
    State,
    change_tree,
    grow_cost,
    make_ground,
)
from contests.tororo.baselines import BOTS, TororoProtocol
from contests.tororo.burst import Side, after, choose, play_out, sell
from contests.tororo.maps import RICHNESS, is_legal
from contests.tororo.referee import TororoReferee
from tests.spread import first_of

TALL = 3
MINE = (0, 8, 15, 22, 28)  # far enough apart that few shade another
THEIRS = (4, 11, 18, 25, 32, 35)


def forest(day: int, nutrients: int, suns: tuple[int, int]) -> tuple[State, Ground]:
    """Five tall trees of one's own against six, on a map without holes."""
    ground, state = make_ground(list(RICHNESS)), State()
    state.day, state.nutrients = day, nutrients
    state.sun[0], state.sun[1] = suns
    for player, cells in enumerate((MINE, THEIRS)):
        for cell in cells:
            change_tree(state, ground, player, cell, TALL)
    return state, ground


def sold_today(state: State, ground: Ground) -> int:
    """How many trees burst sells before it waits."""
    sold = 0
    while (action := choose(state, ground)) != WAIT:
        assert is_legal(state, ground, 0, action)
        sold += action >> KIND_SHIFT == COMPLETE
        state = after(state, ground, action)
    return sold


def test_early_it_sells_nothing():
    assert sold_today(*forest(5, 20, (20, 20))) == 0


def test_it_sells_several_at_once_when_the_rival_is_about_to():
    assert sold_today(*forest(17, 14, (20, 24))) >= 2


def test_on_the_last_day_it_sells_all_that_it_can_pay_for():
    assert sold_today(*forest(23, 12, (17, 0))) == 4
    assert sold_today(*forest(23, 12, (40, 0))) == 5


def test_it_keeps_its_sun_where_a_tree_brings_less():
    state, ground = forest(23, 0, (40, 0))
    assert [RICHNESS[cell] for cell in MINE] == [3, 2, 2, 1, 1]
    assert sold_today(state, ground) == 3  # ground of richness 1 gives no points


def test_two_sales_of_one_turn_have_the_same_price():
    state, ground = forest(23, 9, (40, 40))
    one, two = Side(state, 0, 20), Side(state, 1, 20)
    assert sell(one, two, ground, (2, 1), 9) == 6
    assert (one.points, two.points) == (9 + 4 + 7 + 2, 9 + 4)
    assert (one.sun, two.sun) == (32, 36)


def test_each_tree_of_a_size_makes_the_next_one_dearer():
    state, ground = forest(12, 20, (0, 0))
    for cell in (1, 33, 20):
        change_tree(state, ground, 0, cell, 2)
    cost = grow_cost(state, 0, 2)
    side = Side(state, 0, 20)
    side.sun = 2 * cost + 3
    side.grow(ground, 12, 20)
    assert [board.bit_count() for board in side.trees] == [0, 0, 1, 7]
    assert side.sun == 2


def test_a_play_out_of_the_last_evening_is_the_score():
    state, ground = forest(23, 12, (6, 3))
    state.score[0], state.score[1] = 50, 40
    state.asleep = 3
    assert play_out(state, ground, 18, 19) == 11.0


def played(seed: int, most: int = 1000) -> tuple[list[str], TororoReferee]:
    """Burst's answers in a match against itself, all legal, up to so many, and the referee."""
    referee = TororoReferee.from_seed(seed)
    bots = [TororoProtocol() for _ in range(2)]
    for seat, bot in enumerate(bots):
        bot.read_start(iter([f"{line}\n" for line in referee.init_inputs(seat)]).__next__)
    said: list[str] = []
    while not referee.over and len(said) < most:
        outputs = {}
        for seat in referee.seats():
            lines = iter([f"{line}\n" for line in referee.inputs(seat)])
            bots[seat].read_turn(lines.__next__)
            outputs[seat] = BOTS["burst"](bots[seat], 1)
            assert outputs[seat][0] in {"WAIT", *offered(referee.inputs(seat))}
            said += outputs[seat]
        referee.apply(outputs)
    return said, referee


def offered(lines: list[str]) -> list[str]:
    """The actions that the lines of a turn offer."""
    trees = int(lines[4])
    return lines[6 + trees :]


@pytest.mark.parametrize("seed", first_of([4, 3]))
def test_a_match_is_legal_and_repeats(seed):
    said, referee = played(seed)
    assert said[:20] == played(seed, 20)[0][:20]
    assert min(referee.result().scores) > 50
    assert sum(line.startswith("COMPLETE") for line in said) >= 8
