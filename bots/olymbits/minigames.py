"""The four mini-games in numbers, and a run of any of them.

A Run has the same form in all of them:

    game       code                        first        second      left
    hurdles    bit c: cell c has a hurdle  position     stun        -
    archery    winds of 4 bits, now first  x            y           winds
    skating    row of PLACES: the order    distance     risk        ticks
    diving     goals of 2 bits, now first  points       combo       goals

Its changes in a tick: updates.py. Source: docs/games/olymbits.md.
"""

from itertools import permutations

from common.kernel import Numbers, numbers, record

PLAYERS = 3
ACTIONS = 4
UP, DOWN, LEFT, RIGHT = 0, 1, 2, 3
NONE = -1

GOAL = 29  # last cell of the track, which never holds a hurdle
STUN = 2  # updates lost after a collision
ARENA = 20  # archery: LEAST..ARENA
LEAST = -ARENA
LAP = 10  # skating: cells of the rink
RINK = tuple(distance % LAP for distance in range(64))  # the cell; no run comes that far
# By wind * ACTIONS + action: how far the cursor goes.
EAST = tuple(wind * way for wind in range(16) for way in (0, 0, -1, 1))
SOUTH = tuple(wind * way for wind in range(16) for way in (-1, 1, 0, 0))
FALL = 5  # skating: the risk that becomes FALLEN
FALLEN = -2


# LEAPS[window * ACTIONS + action]: cells, plus 4 if that ends on a hurdle. Bit i of window: a
# hurdle i + 1 cells ahead.
LEAPS = (
    *(2, 2, 1, 3, 2, 5, 5, 5, 6, 6, 1, 6, 6, 5, 5, 5),
    *(2, 2, 1, 7, 2, 5, 5, 5, 6, 6, 1, 6, 6, 5, 5, 5),
)
ORDERS = 24
# PLACES[order * ACTIONS + action]: where in the order the action stands, 0 the safest.
PLACES = tuple(place for places in permutations(range(ACTIONS)) for place in places)
GLIDES = (1, 2, 2, 3)  # cells by place
# RISKS[risk * ACTIONS + place], before anybody is met
RISKS = tuple(max(0, risk + change) for risk in range(FALL) for change in (-1, 0, 1, 2))


@record
class Run:
    """Holds one run of a mini-game; the table at the top of this file names its numbers."""

    phase: int
    code: int
    left: int
    first: Numbers[int] = numbers(int, PLAYERS)
    second: Numbers[int] = numbers(int, PLAYERS)
    dead: Numbers[bool] = numbers(bool, PLAYERS)
