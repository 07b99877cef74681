"""How long a search may go on, and what the logger counts."""

import pytest

from botsmith.alphabeta.game import Depth, Duration, Instant, Logger, Steps, ToCompletion
from botsmith.alphabeta.search import AlphaBeta
from botsmith.alphabeta.trees import TreeGame
from common.clock import Deadline
from tests.alphabeta.written import tree_of
from tests.pages import files_of, page_beside

TREES = files_of(page_beside(__file__, "trees.txt")["trees"])

TREE = TreeGame(tree_of(TREES["two_replies"]))


class Clock:
    """A clock that goes on by one second each time it is looked at."""

    def __init__(self):
        self.time = 100.0

    def __call__(self):
        self.time += 1.0
        return self.time


def questions(condition, count=8):
    condition.start()
    return [condition.step() for _ in range(count)]


def test_to_completion_always_goes_on():
    assert all(questions(ToCompletion()))
    assert ToCompletion().may_deepen(10**9)


def test_depth_counts_iterations_not_steps():
    condition = Depth(3)
    assert all(questions(condition))
    assert [condition.may_deepen(number) for number in range(5)] == [True, True, True, False, False]
    assert not Depth(0).may_deepen(0)


def test_the_nth_step_stops():
    condition = Steps(3)
    assert questions(condition, 4) == [True, True, False, False]
    assert condition.may_deepen(99)
    assert questions(condition, 4) == [True, True, False, False], "each search counts anew"
    assert questions(Steps(0), 1) == questions(Steps(1), 1) == [False]


def test_a_duration_begins_with_each_search():
    condition = Duration(3.5, Clock())
    for _ in range(2):
        condition.start()
        assert [condition.step(), condition.may_deepen(0), condition.step()] == [True, True, True]
        assert not condition.step()
        assert not condition.may_deepen(1)


def test_an_instant_is_a_time_of_the_clock():
    assert questions(Instant(103.5, Clock()), 5) == [True, True, True, False, False]


def test_an_instant_takes_the_end_of_a_deadline():
    deadline = Deadline(10_000.0, 5_000.0, started=100.0, now=Clock())
    assert questions(Instant(deadline.ends, deadline.now), 6) == [True] * 4 + [False] * 2


@pytest.mark.parametrize("seconds", [1, 2, 7, 11, 24])
def test_a_search_on_time_ends_at_the_first_look_that_is_too_late(seconds):
    clock = Clock()
    action = AlphaBeta(None).select(TREE, Duration(seconds, clock))
    assert action is not None and action in (0, 1)
    assert clock.time <= 102.0 + seconds + 1.0


# ---- The logger


def test_the_logger_counts_the_steps_and_iterations_of_rubot():
    logger = Logger(ToCompletion())
    choice = AlphaBeta(None, is_plain=True).detailed_select(TREE, logger)
    assert choice == ([1, 0], 3)
    # d = 0: two arms, each twice where its line ends; d = 1: four for arm 1, three for arm 0, cut
    assert (logger.steps, logger.iterations, logger.is_completed) == (11, 2, True)
    assert isinstance(logger.inner, ToCompletion)


def test_the_logger_starts_anew_with_each_search_but_remembers_that_it_was_cut():
    logger = Logger(Steps(4), now=Clock())
    bot = AlphaBeta(None, is_plain=True)
    bot.select(TREE, logger)
    assert (logger.steps, logger.iterations, logger.is_completed) == (4, 0, False)
    assert logger.seconds == 5.0, "a look at the start, one for depth 0, one for each step"
    logger.inner = ToCompletion()
    bot.select(TREE, logger)
    assert (logger.steps, logger.iterations, logger.is_completed) == (11, 2, False)


def test_the_logger_sees_a_depth_that_is_refused():
    logger = Logger(Depth(1))
    AlphaBeta(None).select(TREE, logger)
    assert (logger.iterations, logger.is_completed) == (1, False)
