"""Tunable numbers, as `name: type = value  # low..high unit: meaning`.

A point is a point of sanity.
"""

from common.kernel import record


@record
class Params:
    """The numbers. A change here holds in every engine."""

    # --- what a world is worth
    out: float = 60.0  # 0..500 points: being out of the game
    close: float = 60.0  # 5..500 points: a lead over another that counts half of any
    far: float = 4.0  # 0..10 points: a step beyond the group's reach to the nearest explorer
    danger: float = 16.0  # 0..40 points: a wanderer after one, divided by its steps
    plan: float = 24.0  # 0..80 points: a PLAN left
    yell: float = 13.0  # 0..40 points: an explorer not yet yelled at
    plan_below: int = 215  # 0..250 points: sanity at which staying becomes a PLAN later on

    # --- the search
    habit: int = 50  # 0..100 percent: of turns in which others do what most would, at most
    depth: int = 7  # 1..12 turns looked ahead
    slow_depth: int = 4  # 1..12 turns: the same where iterations are few
    care: float = 2.0  # 0..8 of score: paid to be out of reach
    random_visits: int = 4  # 1..50 picks at a node before UCB decides
    exploration: float = 0.85  # 0.01..5 times: weight of the unknown against scores of 0..1

    # --- the clock
    first_ms: float = 900.0  # 100..950 ms: used of the first 1000, whose clock is ahead
    margin_ms: float = 7.0  # 2..40 ms: kept of a turn, or twice the longest pause
