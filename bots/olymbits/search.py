"""The kernels of the bot's search: a match packed into few numbers, a policy, and a rating.

An iteration ends when every mini-game's run has ended; an expected score stands for the rest of the
match. The rules are those of updates.tick, as small tables, so that CPython has few steps and C few
branches.
"""

from math import log, tanh

from bots.olymbits.minigames import (
    ACTIONS,
    ARENA,
    EAST,
    FALL,
    FALLEN,
    GLIDES,
    LEAST,
    ORDERS,
    PLACES,
    PLAYERS,
    RINK,
    RISKS,
    SOUTH,
)
from bots.olymbits.rules import ARCHERY, DIVING, GAMES, HURDLES, SKATING, TURNS
from bots.olymbits.tables import HOME, STATES
from common.kernel import Numbers, assign, each, kernel, numbers, record
from common.rng import Dice, draw
from common.search import duct
from common.search.duct import Forest, Habits

NOBODY = -1  # no mini-game is served
ANY = (1 << ACTIONS) - 1
# PICKS[bits * ACTIONS + skipped]: the action of a bit, after so many lower ones.
PICKS = tuple(
    ([action for action in range(ACTIONS) if bits >> action & 1] + [-1] * ACTIONS)[skipped]
    for bits in range(ANY + 1)
    for skipped in range(ACTIONS)
)
# PACES[left * FALL + risk], ticks from LONG_GLIDE on alike: a skater's place in the order for the
# largest distance to expect, if he meets somebody in a fifth of the ticks (NOTES.md).
PACES = (*(0,) * 5, *(3, 3, 3, 3, 3), *(3, 3, 3, 1, 1), *(3, 1, 1, 0, 1), *(1, 1, 1, 0, 1))
LONG_GLIDE = 4
FARTHEST = 3
CALM = 1  # the place in the order of two cells without risk
# AT_PLACE[order * ACTIONS + place]: the action there.
AT_PLACE = tuple(
    PLACES[order : order + ACTIONS].index(place)
    for order in range(0, len(PLACES), ACTIONS)
    for place in range(ACTIONS)
)

# A skater is distance * 8 + risk - FALLEN. SLIDES[skater & 7, place]: what a tick adds to him; and
# BUMPS[skater & 7] then, if he meets somebody. The last row is there for & 7 alone.
SLIDES = tuple(
    1 if risk < 0 else GLIDES[place] * 8 + (FALLEN if new >= FALL else new) - risk
    for risk in range(FALLEN, FALL + 1)
    for place in range(ACTIONS)
    for new in (RISKS[max(0, risk) % FALL * ACTIONS + place],)
)
BUMPS = (0, 0, *(2 if risk + 2 < FALL else FALLEN - risk for risk in range(FALL)), 0)

# An archer is cell * ACTIONS + the action toward the centre, on the axis that is farther off; a
# cell is (x + WIDE) * 2 * WIDE + y + WIDE. GUSTS[wind * ACTIONS + action]: cells that he goes,
# LANDINGS[cell]: and what he is then.
WIDE = 32
GUSTS = tuple(x * 2 * WIDE + y for x, y in zip(EAST, SOUTH, strict=True))


def archer(x: int, y: int) -> int:
    """Returns the number for an archer at (x, y)."""
    x, y = max(LEAST, min(ARENA, x)), max(LEAST, min(ARENA, y))
    aim = (2 if x > 0 else 3) if x * x > y * y else 0 if y > 0 else 1
    return ((x + WIDE) * 2 * WIDE + y + WIDE) * ACTIONS + aim


LANDINGS = tuple(archer(x, y) for x in range(-WIDE, WIDE) for y in range(-WIDE, WIDE))

# Divers have PART bits each of one number, the first the lowest. HITS[goal, three actions]: the
# bits of those who hit.
PART = 12
EACH = (1 << PART) - 1
ONES = 1 | 1 << PART | 1 << 2 * PART
HITS = tuple(
    sum(EACH << PART * at for at in range(PLAYERS) if joint >> 4 - 2 * at & 3 == goal)
    for goal in range(ACTIONS)
    for joint in range(ACTIONS**PLAYERS)
)


@record
class World:
    """The world of an iteration.

    running: bit g for mini-game g
    home: the turn in which its race ends
    served[p]: the mini-game whose best action player p plays, or NOBODY
    prizes[p] >> 2 * g & 3: 0, 1 (silver) or 2 (gold) won in mini-game g
    winds, goals: as Run.code
    runners: as tables.runner
    combos, marks: of divers
    """

    turn: int
    running: int
    home: int
    order: int
    winds: int
    goals: int
    combos: int
    marks: int
    runners: Numbers[int] = numbers(int, PLAYERS)
    archers: Numbers[int] = numbers(int, PLAYERS)
    skaters: Numbers[int] = numbers(int, PLAYERS)
    served: Numbers[int] = numbers(int, PLAYERS)
    prizes: Numbers[int] = numbers(int, PLAYERS)


@record
class Setting:
    """A turn's constants.

    weights[p * GAMES + g]: of a mini-game to player p; wanted[p]: those above 0, as bits
    load[p * 16 + bits]: the sum of the weights of some mini-games
    ends[g]: the turn in which a run ends
    hop, best: as in tables.solve
    races[p * 4 + prize]: a player's points in races so far; to_come[turns]: its expected points
    there others[p * 64 + prizes >> 2]: the product of its other points, with expected ones; later:
    these
    """

    nothing: float
    blur: float
    blur_point: float
    later: float
    to_come: Numbers[float] = numbers(float, TURNS + 1)
    races: Numbers[float] = numbers(float, PLAYERS * 4)
    others: Numbers[float] = numbers(float, PLAYERS * 64)
    hop: Numbers[int] = numbers(int, STATES)
    best: Numbers[int] = numbers(int, STATES)
    weights: Numbers[int] = numbers(int, PLAYERS * GAMES)
    wanted: Numbers[int] = numbers(int, PLAYERS)
    load: Numbers[int] = numbers(int, PLAYERS << GAMES)
    ends: Numbers[int] = numbers(int, GAMES)


@kernel
def serve(world: World, setting: Setting, player: int, dice: Dice) -> int:
    """Draws a mini-game for a player, by its weights, among those in which it can act. Returns
    NOBODY if there is none.
    """
    games = world.running & setting.wanted[player]
    if world.runners[player] & 12 != 0:
        games &= ~(1 << HURDLES)
    if world.skaters[player] & 7 < 0 - FALLEN:
        games &= ~(1 << SKATING)
    if games == 0:
        return NOBODY
    drawn = draw(dice, setting.load[player << GAMES | games])
    first = player * GAMES
    for game in each(GAMES):
        if games >> game & 1 != 0:
            drawn -= setting.weights[first | game]
            if drawn < 0:
                return game
    return NOBODY


@kernel
def choose(world: World, setting: Setting, player: int, dice: Dice) -> int:
    """Returns one of the best actions in the mini-game drawn for the player."""
    game = world.served[player]
    if game == NOBODY or world.running >> game & 1 == 0:
        game = serve(world, setting, player, dice)
        world.served[player] = game
    elif game == HURDLES and world.runners[player] & 12 != 0:
        game = serve(world, setting, player, dice)  # meanwhile
    elif game == SKATING and world.skaters[player] & 7 < 0 - FALLEN:
        game = serve(world, setting, player, dice)
    if game == ARCHERY:
        return world.archers[player] & 3
    if game == DIVING:
        return world.goals & 3
    if game == SKATING:
        left = min(setting.ends[SKATING] - world.turn, LONG_GLIDE)
        risk = (world.skaters[player] & 7) + FALLEN
        return AT_PLACE[world.order * ACTIONS | PACES[left * FALL + risk]]
    actions = ANY
    if game == HURDLES:
        actions = setting.best[world.runners[player]]
    skipped = 0
    if actions & (actions - 1) != 0:  # there is a choice
        skipped = draw(dice, actions.bit_count())
    return PICKS[actions * ACTIONS | skipped]


@kernel
def award(world: World, game: int, one: int, two: int, three: int) -> None:
    """Ends a run in which the players have the values one, two and three."""
    world.running &= ~(1 << game)
    prizes = world.prizes
    prizes[0] += (2 + ((one - two) >> 63) + ((one - three) >> 63)) << 2 * game
    prizes[1] += (2 + ((two - one) >> 63) + ((two - three) >> 63)) << 2 * game
    prizes[2] += (2 + ((three - one) >> 63) + ((three - two) >> 63)) << 2 * game


@kernel
def nearness(archer: int) -> int:
    """Returns minus the squared distance to the centre, 0 or less, in cells squared."""
    x = (archer >> 8) - WIDE
    y = (archer >> 2 & 63) - WIDE
    return 0 - x * x - y * y


@kernel
def play(world: World, setting: Setting, moves: Numbers[int], dice: Dice) -> None:
    """Plays one update; no run begins again."""
    world.turn += 1
    turn = world.turn
    running = world.running
    first = moves[0]
    second = moves[1]
    third = moves[2]
    if running & 1 << HURDLES != 0:
        runners = world.runners
        one = setting.hop[runners[0] | first]
        two = setting.hop[runners[1] | second]
        three = setting.hop[runners[2] | third]
        runners[0] = one
        runners[1] = two
        runners[2] = three
        if one >= HOME or two >= HOME or three >= HOME:
            world.home = turn
            award(world, HURDLES, one >> 4, two >> 4, three >> 4)
    if running & 1 << ARCHERY != 0:
        archers = world.archers
        wind = (world.winds & 15) * ACTIONS
        world.winds >>= 4
        one = LANDINGS[(archers[0] >> 2) + GUSTS[wind | first]]
        two = LANDINGS[(archers[1] >> 2) + GUSTS[wind | second]]
        three = LANDINGS[(archers[2] >> 2) + GUSTS[wind | third]]
        archers[0] = one
        archers[1] = two
        archers[2] = three
        if turn == setting.ends[ARCHERY]:
            award(world, ARCHERY, nearness(one), nearness(two), nearness(three))
    if running & 1 << SKATING != 0:
        skaters = world.skaters
        order = world.order * ACTIONS
        one = skaters[0]
        two = skaters[1]
        three = skaters[2]
        one += SLIDES[(one & 7) * ACTIONS | PLACES[order | first]]
        two += SLIDES[(two & 7) * ACTIONS | PLACES[order | second]]
        three += SLIDES[(three & 7) * ACTIONS | PLACES[order | third]]
        here = RINK[one >> 3]
        there = RINK[two >> 3]
        yonder = RINK[three >> 3]
        if here == there or here == yonder or there == yonder:
            if here == there or here == yonder:
                one += BUMPS[one & 7]
            if here == there or there == yonder:
                two += BUMPS[two & 7]
            if here == yonder or there == yonder:
                three += BUMPS[three & 7]
        skaters[0] = one
        skaters[1] = two
        skaters[2] = three
        if turn == setting.ends[SKATING]:
            award(world, SKATING, one >> 3, two >> 3, three >> 3)
        else:
            world.order = draw(dice, ORDERS)
    if running & 1 << DIVING != 0:
        joint = (first * ACTIONS | second) * ACTIONS | third
        combos = (world.combos + ONES) & HITS[(world.goals & 3) << 6 | joint]
        world.goals >>= 2
        world.combos = combos
        world.marks += combos
        if turn == setting.ends[DIVING]:
            marks = world.marks
            award(world, DIVING, marks & EACH, marks >> PART & EACH, marks >> 2 * PART)


@kernel
def is_over(world: World, setting: Setting) -> bool:
    """Returns True at an iteration's end."""
    return world.running == 0 or world.turn >= TURNS


@kernel
def outcome_of(world: World) -> int:
    """Returns the public random part of an update: the skating action of two cells without risk."""
    return AT_PLACE[world.order * ACTIONS | CALM]


@kernel
def worth_of(world: World, setting: Setting, player: int, ahead: float) -> float:
    """Returns the logarithm of the points that a player is expected to have at the end."""
    prizes = world.prizes[player]
    points = setting.races[player << 2 | prizes & 3] + ahead
    if points < setting.nothing:
        points = setting.nothing
    return log(setting.others[player << 6 | prizes >> 2] * points)


@kernel
def rate(world: World, setting: Setting, scores: Numbers[float]) -> None:
    """Writes the share of the others, 0..1, whom each player beats in points, less blurred near the
    end.
    """
    ahead = setting.to_come[TURNS - world.home]
    width = 2.0 * (setting.blur + setting.blur_point * 3.0 * (ahead + setting.later))
    one = worth_of(world, setting, 0, ahead)
    two = worth_of(world, setting, 1, ahead)
    three = worth_of(world, setting, 2, ahead)
    first = 0.25 * tanh((two - one) / width)  # of the second player before the first
    second = 0.25 * tanh((three - one) / width)
    third = 0.25 * tanh((three - two) / width)
    scores[0] = 0.5 - first - second
    scores[1] = 0.5 + first - third
    scores[2] = 0.5 + second + third


plant, iterate = duct.bind(PLAYERS, ACTIONS, ACTIONS, choose, play, is_over, outcome_of, rate, draw)


@record
class Memory:
    """The memory of the search. The bot loads all but world and forest."""

    forest: Forest  # first, so that in C its pools begin with a cache line
    start: World
    setting: Setting
    habits: Habits
    dice: Dice
    world: World


@kernel
def begin(memory: Memory) -> None:
    """Empties the trees."""
    assign(memory.forest.habits, memory.habits)
    plant(memory.forest)


@kernel
def think(memory: Memory, count: int) -> None:
    """Plays `count` iterations."""
    iterate(memory.forest, memory.start, memory.world, memory.setting, memory.dice, count)


ENTRIES = (begin, think)
