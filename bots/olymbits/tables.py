"""What is known before a match: hurdle maps solved, winds, runs to expect."""

from functools import cache

from bots.olymbits.minigames import ACTIONS, GOAL, LEAPS, STUN
from bots.olymbits.rules import GLIDE_TURNS, HURDLES, SKATING
from common.kernel import Numbers, numbers, record

MAPS = 251  # different hurdle maps
OTHER_MAP = MAPS  # the id of a map that is none of them
CELLS = 30
COINS = 6
SHORTEST_RUN = 12  # ticks: archery and diving last 12..15
RUN_CHANCES = [0.25] * 4
# Of 12, 13, .. ticks of a race among bots like this one, by experiment (NOTES.md).
SHORTEST_RACE = 12
RACE_CHANCES = [0.04, 0.06, 0.11, 0.18, 0.20, 0.12, 0.19, 0.06, 0.03, 0.01]


@record
class Tables:
    """best[map * CELLS + cell]: bit a is set if action a begins a shortest way to the goal, which
    takes ticks[map * CELLS + cell].
    """

    track: Numbers[int] = numbers(int, MAPS + 1)
    best: Numbers[int] = numbers(int, (MAPS + 1) * CELLS)
    ticks: Numbers[int] = numbers(int, (MAPS + 1) * CELLS)


def track_of_case(dots: int, hurdles: int, coins: int) -> int:
    """A hurdle map as bits: dots, then hurdles with 3 or, by its coin, 4 dots behind."""
    track, cell = 0, dots
    for hurdle in range(hurdles):
        track |= 1 << cell
        cell += 4 + (coins >> hurdle & 1)
    return track & ((1 << GOAL) - 1)


def solve(tables: Tables, map_id: int, track: int) -> None:
    """Shortest ways to the goal of a map from every cell."""
    base = map_id * CELLS
    tables.track[map_id] = track
    tables.best[base + GOAL] = (1 << ACTIONS) - 1
    for cell in range(GOAL - 1, -1, -1):
        ticks = []
        for action in range(ACTIONS):
            leap = LEAPS[(track >> cell & 14) * 2 + action]
            stun = STUN if leap > 3 else 0
            ticks.append(1 + stun + tables.ticks[base + min(GOAL, cell + (leap & 3))])
        least = tables.ticks[base + cell] = min(ticks)
        tables.best[base + cell] = sum(1 << at for at in range(ACTIONS) if ticks[at] == least)


def make_tables(tables: Tables) -> dict[int, int]:
    """Fills all tables; returns the ids of the contest's maps by their tracks."""
    cases = [
        track_of_case(dots, hurdles, coins)
        for dots in range(3, 8)
        for hurdles in range(3, 7)
        for coins in range(1 << COINS)
    ]
    ids = {track: map_id for map_id, track in enumerate(dict.fromkeys(cases))}
    for track, map_id in ids.items():
        solve(tables, map_id, track)
    return ids


@cache
def runs_in(game: int, updates: int) -> float:
    """Runs to expect within so many updates after the end of one."""
    if game == SKATING:
        return float(updates // (GLIDE_TURNS + 1))
    shortest = SHORTEST_RACE if game == HURDLES else SHORTEST_RUN
    total = 0.0
    for extra, chance in enumerate(RACE_CHANCES if game == HURDLES else RUN_CHANCES):
        left = updates - shortest - extra - 1  # an update generates the run
        total += chance * (1.0 + runs_in(game, left)) if left >= 0 else 0.0
    return total
