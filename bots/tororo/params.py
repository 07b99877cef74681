"""The bot's tunable numbers, as `name: type = value  # low..high unit: meaning`."""

from common.kernel import record


@record
class Params:
    """A number changed here is in force in every engine."""

    # --- the worth of a state, in points
    sun_early: float = 0.25  # 0..1 points: a sun in hand, 23 days before the end
    sun_late: float = 0.33  # 0..1 points: a sun in hand on the last day
    decay: float = 0.95  # 0.5..1 times: sun of each further day with the trees as they stand
    unrolled: int = 6  # 1..23 days: of sun that are counted at the end of a day
    inside: float = 4.0  # 0..23 days: for which tomorrow's sun stands, inside of a day
    nutrients: float = 0.85  # 0..1 times: nutrients that are left when a tree is completed
    tall: float = 0.9  # 0..1 times: share of its completion that a tall tree is worth now
    medium: float = 0.45  # 0..1 times: the same for a tree of size 2
    small: float = 0.25  # 0..1 times: of size 1
    seed: float = 0.12  # 0..1 times: of size 0
    rival: float = 0.6  # 0..2 times: the rival's points, against the own

    first_complete: int = 11  # 0..23 day: none is completed before
    rival_keeps: int = 20  # 0..40 day: tall trees kept, as many as days are left

    # --- the search
    horizon: int = 6  # 1..24 days looked ahead
    acts: int = 12  # 1..40 own moves tried on a day; with horizon 1, 1 is one-action-deep
    first_width: int = 32  # 1..200 states: of each layer in the first pass
    last_width: int = 2000  # 1..2048 states: where widening ends
    trusted: int = 4  # 1..24 days: depth at which a wider pass counts

    # --- the clock
    first_ms: float = 820.0  # 100..950 ms: used of the first 1000, whose clock is ahead
    margin_ms: float = 12.0  # 2..40 ms: kept from each turn besides the pauses met
