"""Players for exams and for training of Coders Strike Back, as kernels: `coast`, and the search
with a number of iterations.
"""

from math import sqrt

from bots.csb import policy, rules
from bots.csb.pilot import BOOST_SLACK
from bots.csb.plain import rate
from bots.csb.policy import KINDS, steer
from bots.csb.policy_pairs import MOVES as ORDERS, find_runners
from bots.csb.rating import MOVES, SHIELD_MOVE, THRUSTS, TURNS, Setting, count_moves, play
from bots.csb.rules import Pod, Race, Track
from bots.csb.search import Memory, begin
from bots.csb.steering import angle_to, turn_toward
from common.kernel import Numbers, assign, kernel, record
from common.rng import Dice, draw
from common.search.smitsimax import BITS, MOST, bind
from contests.csb.baselines import DRIFT_TURNS, FACING_DEGREES, FULL_THRUST, TURNING_THRUST

RIVALS = {"coast": 64, "search 60": 64, "search 300": 16, "search 1000": 8}
SPARRING = ("search 40", "search 120")
VISITS = (0, 60, 300, 1000, 40, 120)
COAST = 0
DRIFT = float(DRIFT_TURNS)
FACING = FACING_DEGREES / 57.29577951308232
AS_ORDER = tuple(  # the policy's move that each of the search's is
    [*zip(policy.TURNS, policy.KINDS, policy.THRUSTS, strict=True)].index(
        (move.turn, rules.SHIELD if number == SHIELD_MOVE else rules.THRUST, move.thrust)
    )
    for number, move in enumerate(MOVES)
)
BOOST_ORDER = KINDS.index(rules.BOOST)

_, iterate = bind(rules.PODS, count_moves, play, rate)


@record
class Desk:
    """The memory of the search."""

    search: Memory


@kernel
def coast(pod: Pod, track: Track, is_first: bool) -> None:
    """Gives a pod the order of `coast` (baselines.py)."""
    x = track.x[pod.passed] - DRIFT * pod.vx
    y = track.y[pod.passed] - DRIFT * pod.vy
    thrust = FULL_THRUST if abs(angle_to(pod, x, y)) < FACING else TURNING_THRUST
    turn_toward(pod, x, y, is_first)
    rules.give_order(pod, rules.BOOST if is_first else rules.THRUST, float(thrust), True)


@kernel
def set_roles(setting: Setting, race: Race) -> None:
    """Sets the roles for a search, as assign_roles of bots/csb/rating.py does."""
    find_runners(race, setting.track, setting.runner)
    setting.base = 0
    for player in range(rules.PLAYERS):
        runner = setting.runner[player]
        setting.blocker[player] = runner ^ 1
        setting.urgent[player] = race.idle[player] >= setting.params.panic
        setting.base = max(setting.base, race.pods[runner].passed)
    setting.now = race.turn


@kernel
def most_visited(memory: Memory, unit: int) -> int:
    """Returns a unit's most visited move, of equal ones the best."""
    forest = memory.forest
    block = forest.block[unit]
    first = block >> BITS
    best = 0
    for move in range(1, block & MOST):
        more = forest.visits[first + move] - forest.visits[first + best]
        if more > 0 or (more == 0 and forest.mean[first + move] > forest.mean[first + best]):
            best = move
    return best


@kernel
def is_boost_worth_it(setting: Setting, pod: Pod, index: int) -> bool:
    """Returns True if a pod is a runner with a long straight way ahead, as the bot's Pilot decides
    it.
    """
    x = setting.track.x[pod.passed]
    y = setting.track.y[pod.passed]
    dx = x - pod.x
    dy = y - pod.y
    is_runner = index == setting.runner[index // rules.PODS_EACH]
    is_straight = abs(angle_to(pod, x, y)) < BOOST_SLACK
    is_long = sqrt(dx * dx + dy * dy) > setting.params.boost_distance
    return is_runner and not pod.boosted and pod.shield == 0 and is_straight and is_long


@kernel
def think(memory: Memory, count: int) -> None:
    """Plays `count` iterations without the network."""
    iterate(memory.forest, memory.start, memory.world, memory.setting, memory.dice, count)


@kernel
def search_race(race: Race, track: Track, desk: Desk, first: int, visits: int, dice: Dice) -> None:
    """Searches from a race.

    first: the pod that is pod 0 of the search: 0 or PODS_EACH
    visits: number of iterations
    """
    memory = desk.search
    for index in range(rules.PODS):
        assign(memory.race.pods[index], race.pods[(index + first) % rules.PODS])
    for player in range(rules.PLAYERS):
        memory.race.idle[player] = race.idle[(player + first // rules.PODS_EACH) % rules.PLAYERS]
    memory.race.turn = race.turn
    assign(memory.setting.track, track)
    set_roles(memory.setting, memory.race)
    draw(dice, 2)
    assign(memory.dice, dice)
    begin(memory)
    think(memory, visits)


@kernel
def search_moves(race: Race, track: Track, desk: Desk, visits: int, dice: Dice) -> None:
    """Gives player 1's pods the orders of the search, which sees itself as player 0."""
    search_race(race, track, desk, rules.PODS_EACH, visits, dice)
    memory = desk.search
    for index in range(rules.PODS_EACH):
        move = most_visited(memory, index)
        kind = rules.THRUST
        if move == SHIELD_MOVE:
            kind = rules.SHIELD
        elif move == 0 and is_boost_worth_it(memory.setting, memory.race.pods[index], index):
            kind = rules.BOOST
        turn = float(TURNS[move]) * rules.MAX_TURN
        steer(race.pods[rules.PODS_EACH + index], turn, kind, THRUSTS[move], race.turn == 0)


@kernel
def teach_race(
    race: Race, track: Track, desk: Desk, visits: int, dice: Dice, chances: Numbers[float]
) -> None:
    """Writes the probabilities of each pod's moves by a search: the squares of their visits, scaled
    to sum 1.

    visits: number of iterations
    """
    search_race(race, track, desk, 0, visits, dice)
    memory = desk.search
    forest = memory.forest
    for index in range(rules.PODS):
        place = index * ORDERS
        block = forest.block[index]
        total = 0.0
        for move in range(block & MOST):
            count = float(forest.visits[(block >> BITS) + move])
            chances[place + AS_ORDER[move]] = count * count
            total += count * count
        for order in range(ORDERS):
            chances[place + order] /= total
        if is_boost_worth_it(memory.setting, memory.race.pods[index], index):
            chances[place + BOOST_ORDER] = chances[place]
            chances[place] = 0.0


@kernel
def answer_race(race: Race, track: Track, rival: int, desk: Desk, dice: Dice) -> None:
    """Gives player 1's pods the orders of a rival."""
    if rival == COAST:
        for index in range(rules.PODS_EACH, rules.PODS):
            coast(race.pods[index], track, race.turn == 0)
    else:
        search_moves(race, track, desk, VISITS[rival], dice)
