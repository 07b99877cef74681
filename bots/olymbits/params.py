"""The bot's tunable numbers, as `name: type = value  # low..high unit: meaning`."""

from common.kernel import record


@record
class Params:
    """The numbers. A change here holds in every engine."""

    fast_from: int = 1500  # 0..100000 iterations a turn: what is a fast processor

    # --- the search on a fast one; for the words see common/search/duct.py
    fast_trust: float = 1.0  # 1..1000 visits
    fast_eager: float = 200.0  # 2..10000 visits
    fast_timid: float = 0.1  # 0..1 share
    fast_exploration: float = 0.25  # 0.01..3 score
    fast_joint_depth: int = 2  # 0..2 turns
    fast_side_depth: int = 15  # 0..15 turns
    fast_side_trust: float = 20.0  # 1..10000 visits

    # --- and on a slow one
    slow_trust: float = 4.0  # 1..1000 visits
    slow_eager: float = 20.0  # 2..10000 visits
    slow_exploration: float = 0.2  # 0.01..3 score
    slow_joint_depth: int = 1  # 0..2 turns
    slow_side_depth: int = 1  # 0..15 turns
    slow_side_trust: float = 50.0  # 1..10000 visits

    # --- which mini-game a player serves
    need: float = 1.0  # 0..4 power: of 1 / the score he is expected to end with there
    haste: float = 0.5  # 0..2 power: of 1 / the ticks that are left there
    favor_hurdles: float = 1.4  # 0..4 times: more weight, as real players serve them (NOTES.md)
    favor_archery: float = 0.6  # 0..4 times
    favor_skating: float = 0.4  # 0..4 times
    favor_diving: float = 1.4  # 0..4 times

    # --- the score at the end of an iteration
    worth: float = 1.5  # 0.5..3 points: expected from a run that is still to come
    nothing: float = 0.1  # 0.001..1 points: a mini-game without a medal and without a run to come
    blur: float = 0.05  # 0.001..1: how undecided a match is at its end,
    blur_edition: float = 0.02  # 0..0.2: and how much more for each run to come

    # --- the clock
    first_ms: float = 800.0  # 100..950 ms: used of the first 1000
    margin_ms: float = 7.0  # 2..40 ms: kept of a turn, or twice the longest pause
