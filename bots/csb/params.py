"""Tunable numbers, as `name: type = value  # low..high unit: meaning`.

A point is one map unit of way towards the checkpoint, or towards a blocker's place.
"""

from common.kernel import record


@record
class Params:
    """The numbers. A change here holds in every engine."""

    # --- the runner: the pod of a player that is ahead
    checkpoint: float = 12000.0  # 1000..50000 points: one more checkpoint passed
    rival: float = 0.5  # 0..2 times: the rival runner's progress, against the own
    evade: float = 0.8  # 0..2 times: the rival blocker's place, against the runner

    # --- the blocker: the other pod
    hinder: float = 1.0  # 0..5 times: the rival runner's progress, against the blocker
    aim: float = 500.0  # 0..3000 points: heading for the rival runner
    ahead: float = 0.5  # 0..1 way: where it waits, from the rival runner to its checkpoint
    panic: int = 75  # 1..101 turns without a checkpoint: now the blocker runs too

    # --- orders
    boost_distance: float = 4000.0  # 1000..16000 units: straight way that is worth the boost
    shield_reach: float = 0.5  # 0..5 turns: how near a rival must be for a SHIELD

    # --- the search
    depth: int = 6  # 1..12 turns looked ahead
    random_visits: int = 5  # 1..50 picks at a node before UCB decides
    exploration: float = 0.4  # 0.01..5 times: weight of the unknown against scores of 0..1

    # --- the clock
    first_ms: float = 800.0  # 100..950 ms: used of the first 1000, whose clock is ahead
    margin_ms: float = 10.0  # 2..40 ms: kept of a turn, or twice the longest pause
