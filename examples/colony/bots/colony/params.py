"""Holds the bot's tunable numbers, as `name: type = value  # low..high unit: meaning`."""

from common.kernel import record


@record
class Params:
    """Holds the numbers. A change here is in force in every engine."""

    # --- how good a state is
    even: float = 30.0  # 5..200 points: a lead that is worth half of a win
    near: float = 0.2  # 0..1 points: what a bite on or beside a beetle's cell is worth
    # --- the search
    depth: int = 8  # 1..32 turns: of a plan
    members: int = 12  # 1..32 plans: that are bred
    share: float = 0.2  # 0..0.5: of the search for the others' plans, 0 for their habits
    # --- the clock
    first_ms: float = 800.0  # 10..1000 ms: planned for the first turn
    margin_ms: float = 10.0  # 1..30 ms: kept of a turn, or twice the longest pause
