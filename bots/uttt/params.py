"""Tunable numbers, as `name: type = value  # low..high unit: meaning`."""

from common.kernel import record


@record
class Params:
    """The tunable numbers, equal in Python and C."""

    # --- Monte Carlo tree search, read by uttt_mcts alone
    exploration: float = 0.4  # 0.05..2 times: weight of the unknown against values of 0..1
    urgency: float = 1.2  # 0.3..10: the value of a move that was not tried yet

    # --- best-first minimax: values are -1..1
    bonus: float = 0.05  # 0..1 times: weight of the unknown

    # --- alpha-beta, read by uttt_alphabeta alone: in lines of boards that are sure to be won
    slip: float = 0.3  # 0..1: how far a small board's next mark is a random one, not the best
    board: float = 0.4  # 0..2: one board more, where no line can be won
    stake: float = 5.0  # 0..50: how fast boards count less where lines can
    freedom: float = 0.25  # 0..1: the choice of the board

    # --- the clock
    first_ms: float = 750.0  # 100..900 ms: used of the first 1000, whose clock is ahead
    margin_ms: float = 10.0  # 2..60 ms: kept of a turn, or twice the longest pause
