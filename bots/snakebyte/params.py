"""The bot's tunable numbers, as `name: type = value  # low..high unit: meaning`."""

from common.kernel import record


@record
class Params:
    """The numbers. A change here holds in every engine."""

    # --- how good a plan is, in parts
    keep: float = 0.95  # 0.8..1: what a part is worth a turn later
    near: float = 1.0  # 0..3 parts: for a snake on a source; a snake far from all has none
    reach: float = 8.0  # 2..30 steps: at which half of that is left
    dead: float = 2.0  # 0..6 parts: for a snake, beside its parts
    long: float = 0.5  # 0..2 parts: for a snake that survives a hit
    race: float = 0.35  # 0..2 parts: for a source that is nearer to an own snake, by the lead
    even: float = 4.0  # 0..30 steps: added to both ways, so that near leads count less
    # --- the search
    depth: int = 12  # 1..32 turns looked ahead
    share: float = 0.15  # 0..0.5: of the search for the rival's ways, 0 for its habit
    doubt: float = 0.4  # 0..1: weight of the rival's ways as they were foreseen the round before
    rounds: int = 2  # 1..4: of the rival's search; each has four times the work of the one before
    planned: int = 400  # 50..50000 turns of the game: expected of the first search, by the clock
    # --- the clock
    first_ms: float = 800.0  # 50..1000 ms: planned for the first turn
    margin_ms: float = 8.0  # 1..30 ms: kept of a turn, or twice the longest pause
