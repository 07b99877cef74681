"""The bot's tunable numbers, as `name: type = value  # low..high unit: meaning`.

Those that begin with slow_ are in force instead while the processor, or CPython, gives fewer than
`fast_from` iterations a turn.
"""

from common.kernel import record


@record
class Params:
    """A number changed here is in force in every engine."""

    # --- which set
    fast_from: int = 1500  # 0..100000 iterations a turn: from here on the first set is in force

    # --- the search
    trust: float = 20.0  # 1..1000 visits of a node until UCT decides instead of the policy
    eager: float = 200.0  # 2..10000 visits of a node until exploration is complete
    timid: float = 0.1  # 0..1 share of the exploration at `trust`
    exploration: float = 0.3  # 0.01..3 score: weight of the unknown against scores of 0..1
    joint_depth: int = 1  # 0..2 turns after which a node depends on everybody's actions
    side_depth: int = 1  # 0..4 turns down to which skating orders have nodes of their own
    side_from: float = 50.0  # 1..10000 visits of a node until it gets them
    side_trust: float = 50.0  # 1..10000 visits of such a node until it decides
    again: int = 1  # 0..1 runs generated a mini-game and iteration

    slow_trust: float = 10.0  # 1..1000 visits
    slow_eager: float = 60.0  # 2..10000 visits
    slow_timid: float = 0.1  # 0..1 share
    slow_exploration: float = 0.3  # 0.01..3 score
    slow_joint_depth: int = 1  # 0..2 turns
    slow_side_depth: int = 0  # 0..4 turns
    slow_again: int = 0  # 0..1 runs

    # --- the policy: which mini-game a player serves
    need: float = 1.0  # 0..4 power: of 1 / the score he is expected to end with there
    haste: float = 0.5  # 0..2 power: of 1 / the ticks that are left there

    # --- the score of a player at the end of an iteration
    worth: float = 1.5  # 0.5..3 points: expected from a run that is still to come
    nothing: float = 0.1  # 0.001..1 points: what a mini-game without a medal counts
    blur: float = 0.05  # 0.001..1: how undecided a match is at its end,
    blur_edition: float = 0.02  # 0..0.2: and how much more for each run to come

    # --- the clock
    first_ms: float = 800.0  # 100..950 ms: used of the first 1000, whose clock is ahead
    margin_ms: float = 8.0  # 2..40 ms: kept from each turn for printing and pauses
