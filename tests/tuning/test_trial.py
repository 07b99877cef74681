"""A trial: which games, what they are worth, and when it is cut short."""

import random
from collections import Counter

import pytest

from botsmith.errors import BadInput
from botsmith.tuning.trial import Games, plan_games, run_trial
from tests.tuning.toys import played, toy_play

VALUES = {"aim": 0.7}


def go_on(*_):
    return ""


def test_two_players_change_seats_on_every_seed():
    jobs = list(Games(seats=2, pool=1, seeds=2, seed=7).jobs())
    assert [(job.seed, job.rotation, job.order) for job in jobs] == [
        (7, 0, (0, 1)), (7, 1, (1, 0)), (8, 0, (0, 1)), (8, 1, (1, 0)),
    ]  # fmt: skip


@pytest.mark.parametrize(("seats", "pool"), [(2, 3), (3, 1), (3, 2), (3, 4), (4, 2), (4, 5)])
def test_the_pool_fills_the_seats_evenly(seats, pool):
    games = Games(seats, pool, seeds=len(Games(seats, pool, 1, 1).groups), seed=1)
    jobs = list(games.jobs())
    met = Counter(bot for job in jobs for bot in job.order if bot)
    assert set(met) == set(range(1, pool + 1)) and len(set(met.values())) == 1
    sat = Counter(job.order.index(0) for job in jobs)
    assert len(set(sat.values())) == 1 and len(sat) == seats


def test_games_are_rounded_up_to_whole_seeds():
    assert plan_games([3], 1, 10, 1).seeds == 4


def test_a_game_for_more_takes_all_of_the_pool():
    assert plan_games([2, 3, 4], 2, 12, 1).seats == 3
    assert plan_games([2], 3, 12, 1).seats == 2


def test_too_few_games_for_the_pool_are_refused():
    with pytest.raises(BadInput, match="--games 4: expected at least 6"):
        plan_games([2], 3, 4, 1)


def test_games_count_in_the_order_of_the_plan_whatever_ends_first():
    def shuffled(values, jobs):
        found = list(toy_play()(values, jobs))
        random.Random(3).shuffle(found)
        yield from found

    def collect(play):
        steps = []

        def judge(step, value, sample):
            steps.append((step, value, sample.games))
            return "enough" if step == 5 else ""

        games = Games(2, 1, 10, 1)
        return run_trial(games, VALUES, play, judge, 0.95), steps

    assert collect(toy_play()) == collect(shuffled)
    assert collect(shuffled)[0].games == 12
    assert collect(shuffled)[0].hopeless == "enough"


def test_a_hopeless_trial_ends_its_games():
    ended = []

    def play(values, jobs):
        try:
            for job in jobs:
                yield played(job, [1, 2])
        finally:
            ended.append(next(jobs).number)

    run_trial(Games(2, 1, 10, 1), VALUES, play, lambda *_: "hopeless", 0.95)
    assert ended == [2]


def test_faults_of_the_trial_are_counted():
    def play(values, jobs):
        return (played(job, [1, 2], "crash") for job in jobs)

    result = run_trial(Games(2, 1, 3, 1), VALUES, play, go_on, 0.95)
    assert (result.faults, result.score, result.seeds) == (6, 0.5, 3)
