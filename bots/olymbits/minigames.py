"""The four mini-games of Olymbits, each one tick of a run for all three players at once.

moves[p] is the action of player p, or NONE, which makes him dead in that mini-game, for good: he
stays where he is and ranks last. Each tick kernel returns whether the run is over.
Source: docs/games/olymbits.md. Golden: tests/golden/olymbits.
"""

from itertools import permutations

from common.kernel import Numbers, kernel, numbers, record

PLAYERS = 3
ACTIONS = 4
UP, DOWN, LEFT, RIGHT = 0, 1, 2, 3
NONE = -1

GOAL = 29  # last cell of the track, which never holds a hurdle
STUN = 2  # updates lost after a collision
ARENA = 20  # archery: cursors stay within -ARENA..ARENA
WIND_BITS = 4
LAP = 10  # skating: cells of the rink
GLIDE_TURNS = 15
FALL = 5  # skating: the risk that becomes FALLEN
FALLEN = -2
MAX_TURNS = 15  # winds or goals of a run


def _leap(window: int, action: int) -> int:
    """Cells moved, plus 4 if that ends on a hurdle; bit i of window: a hurdle i + 1 cells ahead."""
    jumps = action == UP
    for step in range((2, 2, 1, 3)[action]):
        if window >> step & 1 and not jumps:
            return step + 1 + 4
        jumps = False
    return (2, 2, 1, 3)[action]


# LEAPS[window * ACTIONS + action]
LEAPS = tuple(_leap(window, action) for window in range(8) for action in range(ACTIONS))
ORDERS = 24
# PLACES[order * ACTIONS + action]: where in the order the action stands, 0 the safest.
PLACES = tuple(
    places[action]
    for places in permutations(range(ACTIONS))
    for action in range(ACTIONS)  # places[a]: the place of action a
)
GLIDES = (1, 2, 2, 3)  # cells by place
# RISKS[risk * ACTIONS + place], before anybody is met
RISKS = tuple(max(0, risk + change) for risk in range(FALL) for change in (-1, 0, 1, 2))


@record
class Hurdles:
    """The race. track: bit c is set if cell c holds a hurdle; map_id: free for a search."""

    phase: int
    track: int
    map_id: int
    position: Numbers[int] = numbers(int, PLAYERS)
    stun: Numbers[int] = numbers(int, PLAYERS)
    dead: Numbers[bool] = numbers(bool, PLAYERS)


@record
class Archery:
    """winds: WIND_BITS each, the present one in the lowest bits; left: how many."""

    phase: int
    winds: int
    left: int
    x: Numbers[int] = numbers(int, PLAYERS)
    y: Numbers[int] = numbers(int, PLAYERS)
    dead: Numbers[bool] = numbers(bool, PLAYERS)


@record
class Skating:
    """order: row of PLACES, 0..ORDERS-1; left: ticks; risk: FALLEN..-1 stunned, else 0..4."""

    phase: int
    order: int
    left: int
    distance: Numbers[int] = numbers(int, PLAYERS)
    risk: Numbers[int] = numbers(int, PLAYERS)
    dead: Numbers[bool] = numbers(bool, PLAYERS)


@record
class Diving:
    """goals: 2 bits each, the present one in the lowest bits; left: how many."""

    phase: int
    goals: int
    left: int
    points: Numbers[int] = numbers(int, PLAYERS)
    combo: Numbers[int] = numbers(int, PLAYERS)
    dead: Numbers[bool] = numbers(bool, PLAYERS)


@kernel
def hurdle(run: Hurdles, moves: Numbers[int]) -> bool:
    """A tick of the race, which is over when somebody is home or only one player is left."""
    is_over = False
    dead = 0
    for player in range(PLAYERS):
        move = moves[player]
        if move < 0:
            run.dead[player] = True
            dead += 1
        elif run.stun[player] > 0:
            run.stun[player] -= 1
        else:
            position = run.position[player]
            leap = LEAPS[(run.track >> position & 14) * 2 + move]
            position += leap & 3
            if leap > 3:
                run.stun[player] = STUN
            elif position >= GOAL:
                position = GOAL
                is_over = True
            run.position[player] = position
    return is_over or dead > 1


@kernel
def shoot(run: Archery, moves: Numbers[int]) -> bool:
    """A tick of archery."""
    wind = run.winds & 15
    for player in range(PLAYERS):
        move = moves[player]
        if move == UP:
            moved = run.y[player] - wind
            run.y[player] = moved if moved > -ARENA else -ARENA
        elif move == DOWN:
            moved = run.y[player] + wind
            run.y[player] = moved if moved < ARENA else ARENA
        elif move == LEFT:
            moved = run.x[player] - wind
            run.x[player] = moved if moved > -ARENA else -ARENA
        elif move == RIGHT:
            moved = run.x[player] + wind
            run.x[player] = moved if moved < ARENA else ARENA
        else:
            run.dead[player] = True
    run.winds >>= WIND_BITS
    run.left -= 1
    return run.left == 0


@kernel
def skate(run: Skating, moves: Numbers[int]) -> bool:
    """A tick of skating; the next order is the caller's to set."""
    for player in range(PLAYERS):
        move = moves[player]
        risk = run.risk[player]
        if move < 0:
            run.dead[player] = True
        elif risk < 0:
            run.risk[player] = risk + 1
        else:
            place = PLACES[run.order * ACTIONS + move]
            run.distance[player] += GLIDES[place]
            run.risk[player] = RISKS[risk * ACTIONS + place]
    first = run.distance[0] % LAP
    second = run.distance[1] % LAP
    third = run.distance[2] % LAP
    if first == second or first == third:
        meet(run, 0)
    if second == first or second == third:
        meet(run, 1)
    if third == first or third == second:
        meet(run, 2)
    for player in range(PLAYERS):
        if run.risk[player] >= FALL:
            run.risk[player] = FALLEN
    run.left -= 1
    return run.left == 0


@kernel
def meet(run: Skating, player: int) -> None:
    """A skater shares his cell: more risk, unless he is stunned. Stunned ones count as met."""
    if run.risk[player] >= 0:
        run.risk[player] += 2


@kernel
def dive(run: Diving, moves: Numbers[int]) -> bool:
    """A tick of diving."""
    goal = run.goals & 3
    for player in range(PLAYERS):
        move = moves[player]
        if move == goal:
            combo = run.combo[player] + 1
            run.combo[player] = combo
            run.points[player] += combo
        elif move >= 0:
            run.combo[player] = 0
        else:
            run.dead[player] = True
    run.goals >>= 2
    run.left -= 1
    return run.left == 0
