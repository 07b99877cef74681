"""Every tunable number of the bot, as `name: type = value  # low..high unit: meaning`.

Points are map units of progress: a pod that is 1 unit nearer to its checkpoint has 1 point more.
"""

from common.kernel import record


@record
class Params:
    """Read by the search as an argument, so that a number changed here is in force in every
    engine.
    """

    # --- the runner: the pod of a player that is ahead
    checkpoint: float = 12000.0  # 1000..50000 points: one more checkpoint passed
    speed: float = 3.0  # 0..10 turns: speed toward the next checkpoint
    after_next: float = 2.0  # 0..10 turns: speed toward the next but one, when the next is near
    near: float = 2500.0  # 600..6000 units: how far from a checkpoint `after_next` begins to count
    facing: float = (
        300.0  # 0..3000 points: heading straight to the checkpoint instead of away from it
    )
    rival: float = 0.5  # 0..2: the rival runner's progress, against the own runner's

    # --- the blocker: the other pod
    hinder: float = 1.0  # 0..5: the rival runner's progress, taken from the blocker's score
    distance: float = 1.0  # 0..5: distance to the point where it waits for the rival runner
    aim: float = (
        500.0  # 0..3000 points: heading straight to the rival runner instead of away from it
    )
    ahead: float = (
        0.5  # 0..1: where it waits: 0 at the rival runner, 1 at that runner's next checkpoint
    )

    # --- orders
    boost_distance: float = (
        4000.0  # 1000..16000 units: shortest straight way that is worth the boost
    )
    shield_reach: float = 1.5  # 0..5 turns: SHIELD is tried when a rival can be touched within them

    # --- the search
    depth: int = 6  # 1..12 turns looked ahead
    random_visits: float = 10.0  # 1..50 picks at a node before UCB decides
    exploration: float = 0.7  # 0.01..5: weight of the unknown, against scores scaled to their range

    # --- the clock
    margin_ms: float = (
        10.0  # 2..40 ms: kept from the turn for printing and for pauses of the machine
    )
