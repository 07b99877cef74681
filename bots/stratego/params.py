"""The bot's tunable numbers, as `name: type = value  # low..high unit: meaning`.

A point is the unit of a position's score; a lead of `scale` points is a chance of 73 %.
"""

from common.kernel import record


@record
class Params:
    """The numbers. A change here holds in every engine."""

    # --- pieces
    spy: float = 0.6  # 0..10 points: a living spy
    scout: float = 0.8  # 0..10 points: a living scout
    miner: float = 1.4  # 0..10 points: a living miner
    general: float = 3.0  # 0..10 points: a living general
    marshal: float = 4.0  # 0..10 points: a living marshal
    bomb: float = 0.8  # 0..10 points: a bomb
    top: float = 1.0  # 0..10 points: for who has the strongest piece, once a marshal has fallen
    secret: float = 0.15  # 0..1 share: of a piece's points, while its rank is not known

    # --- the flags
    near: float = 2.5  # 0..10 points: the nearest attacker at the flag, less with its distance
    fade: float = 0.06  # 0..1 share: by which a step lessens `near`, `press` and `guard`
    press: float = 0.4  # 0..5 points: each piece that moves, less with its distance from the flag
    guard: float = 1.0  # 0..10 points: the nearest general or marshal at home, less with distance
    run: float = 4.0  # 0..20 points: an attacker that nobody can stop, less with its distance
    tire: float = 0.02  # 0.011..1 share: by which a step of distance lessens `run`

    # --- the rival's hidden pieces
    trust: float = 1.0  # 0..2 times: what their places at the start say of their ranks

    # --- the search
    scale: float = 2.0  # 0.1..20 points
    haste: float = 0.002  # 0..0.02: by which a win is worth less with each move
    is_greedy: bool = False  # epsilon-greedy instead of UCT
    epsilon: float = 0.35  # 0..1 share: of random moves, if greedy
    exploration: float = 0.1  # 0.01..5 times: weight of the unknown, with UCT
    prior: float = 0.5  # 0.05..50 visits: what all ranks say of a hidden piece's move

    # --- the clock
    first_ms: float = 500.0  # 50..950 ms: used of the first turn
    turn_ms: float = 500.0  # 50..950 ms: used of a turn; the contest's limit is not known
    margin_ms: float = 10.0  # 2..40 ms: kept of a turn, or twice the longest pause
