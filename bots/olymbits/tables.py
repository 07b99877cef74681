"""Facts about runs before they begin: solved hurdle maps, expected numbers of runs."""

from functools import cache

from bots.olymbits.minigames import ACTIONS, GOAL, LEAPS, STUN
from bots.olymbits.rules import GLIDE_TURNS, HURDLES, SKATING

CELLS = 30
SHORTEST_RUN = 12  # ticks: archery and diving last 12..15
RUN_CHANCES = [0.25] * 4
# Of 12, 13, .. ticks of a race among bots like this one, by experiment (NOTES.md).
SHORTEST_RACE = 12
RACE_CHANCES = [0.04, 0.06, 0.11, 0.18, 0.20, 0.12, 0.19, 0.06, 0.03, 0.01]


def runner(cell: int, stun: int = 0) -> int:
    """Returns the number for a runner on a cell, stunned for `stun` ticks. An action fits into its
    two low bits.
    """
    return cell * 16 + stun * ACTIONS


HOME = runner(GOAL)
STATES = runner(CELLS)


@cache
def solve(track: int) -> tuple[list[int], list[int], list[int]]:
    """Solves a hurdle map, given as bits.

    hop[runner | action]: the runner a tick later
    best[runner]: bit a is 1 if action a begins a shortest way to the goal
    ticks[cell]: the ticks of a shortest way
    """
    hop, best, ticks = [HOME] * STATES, [0] * STATES, [0] * CELLS
    best[HOME] = (1 << ACTIONS) - 1
    for cell in range(GOAL - 1, -1, -1):
        times = []
        for action in range(ACTIONS):
            leap = LEAPS[(track >> cell & 14) * 2 + action]
            landing, stun = min(GOAL, cell + (leap & 3)), STUN if leap > 3 else 0
            times.append(1 + stun + ticks[landing])
            hop[runner(cell) + action] = runner(landing, stun)
            for stunned in range(1, ACTIONS):
                place = runner(cell, stunned)
                hop[place + action] = place - ACTIONS
        ticks[cell] = min(times)
        best[runner(cell)] = sum(1 << at for at in range(ACTIONS) if times[at] == ticks[cell])
    return hop, best, ticks


@cache
def runs_in(game: int, updates: int) -> float:
    """Returns the expected number of runs within `updates` updates after the end of one."""
    if game == SKATING:
        return float(updates // (GLIDE_TURNS + 1))
    shortest = SHORTEST_RACE if game == HURDLES else SHORTEST_RUN
    total = 0.0
    for extra, chance in enumerate(RACE_CHANCES if game == HURDLES else RUN_CHANCES):
        left = updates - shortest - extra - 1  # an update generates the run
        total += chance * (1.0 + runs_in(game, left)) if left >= 0 else 0.0
    return total
