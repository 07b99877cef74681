"""The bot's tunable numbers, as `name: type = value  # low..high unit: meaning`."""

from common.kernel import Numbers, record


@record
class Params:
    """The numbers. A change here holds in every engine."""

    # --- the worth of a state, in points. Four numbers are for the mornings of days 6, 12, 18 and
    # 23: linear between two of them, before day 6 as on it
    sun: Numbers[float] = [0.96, 0.96, 0.64, 0.45]  # 0..2 points: a sun in hand
    income: Numbers[float] = [0.84, 0.75, 0.22, 0.08]  # 0..2 points: a sun of the coming days
    tall: Numbers[float] = [8.0, 9.6, 5.2, 1.7]  # 0..20 points: a tree of size 3, besides its sun
    medium: Numbers[float] = [2.3, 2.7, 2.4, 0.0]  # 0..10 points: a tree of size 2
    small: Numbers[float] = [0.0, 0.3, 0.8, 0.0]  # 0..5 points: a tree of size 1
    bonus: Numbers[float] = [0.3, 1.0, 1.0, 0.7]  # 0..2 times: points for a tree's ground
    seed: float = 0.5  # 0..5 points: a seed
    nutrients: float = 0.42  # 0..1 times: nutrients above the usual, for each tall tree
    crowd: float = 0.25  # 0..2 points: taken off for a side's tall trees, squared
    decay: float = 0.92  # 0.5..1 times: sun of each further day
    unrolled: int = 6  # 1..23 days: of sun that are counted at the end of a day
    inside: float = 4.6  # 0..23 days: for which tomorrow's sun stands, inside of a day
    rival: float = 0.65  # 0..2 times: the rival's points, against the own

    first_complete: int = 11  # 0..23 day: none is completed before
    rival_keeps: int = 19  # 0..40 day: tall trees kept, as many as days are left

    # --- the search
    plan_part: int = 8  # 1..1000 times the rival's plan's work
    horizon: int = 5  # 1..24 days looked ahead
    acts: int = 12  # 1..40 own moves tried on a day
    first_width: int = 32  # 1..200 states: of each layer in the first pass
    last_width: int = 500  # 1..2048 states: from which on passes become deeper
    widest: int = 2048  # 1..2048 states: of passes to the last day, with work to spare
    trusted: int = 4  # 1..24 days: depth at which a wider pass counts

    # --- the clock
    first_ms: float = 820.0  # 100..950 ms: used of the first 1000, whose clock is ahead
    margin_ms: float = 12.0  # 2..40 ms: kept of a turn, or twice the longest pause
