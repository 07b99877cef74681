"""Two sides in one environment: who plays whom, what a side gains, who is drawn of the past."""

from types import SimpleNamespace
from typing import Any

import numpy as np

from botsmith.training.environment import rewards_of, scores_of
from botsmith.training.league import League

TEAMS: Any = SimpleNamespace(ACTORS=4, SIDES=2, TERMS={"won": 1.0, "way": 2.0}, ZERO_SUM=("won",))


def gains(*rows):
    """The gains of one match: won and way of each actor."""
    return np.array([rows], float)


def test_a_side_loses_what_the_others_gain_of_a_zero_sum_term():
    found = rewards_of(TEAMS, gains([1, 5], [1, 0], [0, 0], [0, 1]), np.array([1.0, 2.0]))
    assert found.tolist() == [[11.0, 1.0, -1.0, 1.0]]
    three: Any = SimpleNamespace(ACTORS=3, SIDES=3, TERMS={"won": 1.0}, ZERO_SUM=("won",))
    found = rewards_of(three, np.array([[[1.0], [0.0], [0.0]]]), np.array([1.0]))
    assert found.tolist() == [[1.0, -0.5, -0.5]]


def test_a_match_is_won_by_the_term_of_that_name_else_by_all():
    sums = gains([0, 9], [0, 9], [1, 0], [0, 0])
    assert scores_of(TEAMS, sums).tolist() == [[0.0, 1.0]]
    assert scores_of(TEAMS, 0.0 * sums).tolist() == [[0.5, 0.5]]
    others: Any = SimpleNamespace(ACTORS=4, SIDES=2, TERMS={"a": 1.0, "way": 2.0})
    assert scores_of(others, sums).tolist() == [[1.0, 0.0]]


def test_hard_past_selves_are_drawn_more_often():
    league = League("hard", 1)
    for place in range(3):
        league.add(np.array([float(place)]))
    for place, points in enumerate((95.0, 50.0, 5.0)):
        league.place = place
        league.note(points, 100)
    chances = league.chances()
    assert chances[2] > 2.0 * chances[1] > 20.0 * chances[0] > 0.0
    assert League("even", 1).draws == "even"
    dice = np.random.default_rng(1)
    drawn = [int(league.next(dice)[0]) for _ in range(200)]
    assert drawn.count(2) > drawn.count(1) > drawn.count(0)


def test_a_past_self_stays_for_its_batches_also_after_a_restart():
    def drawn(count, league, dice):
        return [int(league.next(dice)[0]) for _ in range(count)]

    nets = [np.array([float(place)]) for place in range(50)]
    whole = League("even", 4)
    for net in nets:
        whole.add(net)
    dice = np.random.default_rng(2)
    expected = drawn(12, whole, dice)
    assert all(len(set(expected[at : at + 4])) == 1 for at in (0, 4, 8))
    assert len(set(expected)) == 3
    first, second, dice = League("even", 4), League("even", 4), np.random.default_rng(2)
    for net in nets:
        first.add(net)
    begun = drawn(6, first, dice)
    second.load(first.state(), first.nets)
    assert begun + drawn(6, second, dice) == expected
