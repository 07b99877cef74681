"""The four mini-games, each one tick of a run for all three players at once.

A Run has the same form in all of them:

    game       code                        first        second      left
    hurdles    bit c: cell c has a hurdle  position     stun        -
    archery    winds of 4 bits, now first  x            y           winds
    skating    row of PLACES: the order    distance     risk        ticks
    diving     goals of 2 bits, now first  points       combo       goals

moves[p] is the action of player p; NONE makes him dead in that mini-game: he stays as he is and
ranks last. Who knows that there is no NONE says so by has_none, and saves C the question. A tick
returns whether the run is over.
Source: docs/games/olymbits.md.
"""

from itertools import permutations

from common.kernel import Numbers, each, kernel, numbers, record

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
    """What the table at the top of this file says. map_id: the track's tables in a search."""

    phase: int
    code: int
    left: int
    map_id: int
    first: Numbers[int] = numbers(int, PLAYERS)
    second: Numbers[int] = numbers(int, PLAYERS)
    dead: Numbers[bool] = numbers(bool, PLAYERS)


@kernel
def hurdle(run: Run, moves: Numbers[int], has_none: bool) -> bool:
    """Over when somebody is home, or at most one player is left."""
    is_over = False
    dead = 0
    for player in each(PLAYERS):
        move = moves[player]
        if has_none and move < 0:
            run.dead[player] = True
            dead += 1
        else:  # no branches: a processor would guess half of them wrong
            position = run.first[player]
            stun = run.second[player]
            leap = LEAPS[(run.code >> position & 14) * 2 | move]
            if stun > 0:
                leap = 0
                stun -= 1
            position += leap & 3
            if position >= GOAL:
                position = GOAL
                is_over = True
            run.first[player] = position
            run.second[player] = STUN if leap > 3 else stun
    return is_over or dead > 1


@kernel
def shoot(run: Run, moves: Numbers[int], has_none: bool) -> bool:
    """The wind moves every cursor."""
    wind = (run.code & 15) * ACTIONS
    for player in each(PLAYERS):
        move = moves[player]
        if has_none and move < 0:
            run.dead[player] = True
        else:  # no branches on the move: a processor would guess half of them wrong
            x = run.first[player] + EAST[wind | move]
            y = run.second[player] + SOUTH[wind | move]
            run.first[player] = ARENA if x > ARENA else x if x > LEAST else LEAST
            run.second[player] = ARENA if y > ARENA else y if y > LEAST else LEAST
    run.code >>= 4
    run.left -= 1
    return run.left == 0


@kernel
def skate(run: Run, moves: Numbers[int], has_none: bool) -> bool:
    """All glide, then who share a cell are at risk; the next order is the caller's to set."""
    order = run.code * ACTIONS
    for player in each(PLAYERS):
        move = moves[player]
        risk = run.second[player]
        if has_none and move < 0:
            run.dead[player] = True
        elif risk < 0:
            run.second[player] = risk + 1
        else:
            place = PLACES[order | move]
            run.first[player] += GLIDES[place]
            run.second[player] = RISKS[risk * ACTIONS | place]
    first = RINK[run.first[0]]
    second = RINK[run.first[1]]
    third = RINK[run.first[2]]
    met = 3 if first == second else 0  # bit p: player p shares his cell
    if first == third:
        met |= 5
    if second == third:
        met |= 6
    for player in each(PLAYERS):
        risk = run.second[player]
        if risk >= 0:  # stunned ones are met, but risk nothing themselves
            risk += (met >> player & 1) * 2
            run.second[player] = FALLEN if risk >= FALL else risk
    run.left -= 1
    return run.left == 0


@kernel
def dive(run: Run, moves: Numbers[int], has_none: bool) -> bool:
    """Each hit in a row is worth one point more."""
    goal = run.code & 3
    for player in each(PLAYERS):
        move = moves[player]
        if has_none and move < 0:
            run.dead[player] = True
        else:
            hit = 1 >> ((move ^ goal) & 3)  # 1 or 0
            combo = hit * (run.second[player] + 1)
            run.second[player] = combo
            run.first[player] += combo
    run.code >>= 2
    run.left -= 1
    return run.left == 0
