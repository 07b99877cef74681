"""Holds the bot's tunable numbers, as `name: type = value  # low..high unit: meaning`."""

from common.kernel import record


@record
class Params:
    """Holds the numbers. A change here is in force in every engine."""

    # --- how good a state is
    lead: float = 0.005  # 0.001..0.05 of a game: what a cell more in reach is worth
    # --- the search
    depth: int = 8  # 1..16 turns: looked ahead
    random_visits: int = 5  # 1..30 visits: of a node before UCB picks
    exploration: float = 0.6  # 0.1..2 times: UCB's second term
    # --- the clock
    first_ms: float = 800.0  # 10..1000 ms: planned for the first turn
    margin_ms: float = 10.0  # 1..30 ms: kept of a turn, or twice the longest pause
