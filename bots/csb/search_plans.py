"""Plans of the four pods (common/search/plans.py), with the moves and those of rating.py."""

from bots.csb.plain import rate
from bots.csb.rating import Setting, World, count_moves, play, set_out
from bots.csb.rules import MAX_TURN, PLAYERS, PODS, PODS_EACH, Race
from common.kernel import Numbers, kernel, numbers, record
from common.rng import Dice
from common.search import plans
from common.search.plans import Plans

DRIFT = 3.0  # turns by which the habit aims short of the checkpoint
STRAIGHT = MAX_TURN / 2.0  # radians off, about, that need no turn
SHARE = 0.4  # 0..0.5: of the search for the rival's plan
HOT, COLD = 300.0, 10.0  # points: temperatures at the start and at the end
PLANNED = 100  # evaluations expected of the first search
FULL, COAST = 0, 3  # first moves of their kind: straight, left, right


@kernel
def has_ended(world: World, setting: Setting) -> bool:
    """Returns False: a plan is played to its depth."""
    return False


@kernel
def side_of(world: World, setting: Setting, index: int) -> int:
    """Returns the player of a pod."""
    return index // PODS_EACH


@kernel
def list_moves(
    world: World, setting: Setting, index: int, moves: Numbers[int], weights: Numbers[int]
) -> int:
    """Lists a pod's moves."""
    count = count_moves(world, setting, index)
    for move in range(count):
        moves[move] = move
        weights[move] = 1
    return count


@kernel
def give(world: World, setting: Setting, index: int, move: int) -> None:
    """Gives a pod its move."""
    setting.orders[index] = move


@kernel
def end_turn(world: World, setting: Setting) -> None:
    """Plays a turn."""
    play(world, setting, setting.orders)


@kernel
def habit(world: World, setting: Setting, index: int) -> int:
    """Returns a move towards the checkpoint, against the drift; full thrust once it is ahead."""
    pod = world.race.pods[index]
    way = world.way[index]
    dx = setting.track.x[pod.passed] - DRIFT * pod.vx - pod.x
    dy = setting.track.y[pod.passed] - DRIFT * pod.vy - pod.y
    ahead = setting.cosine[way] * dx + setting.sine[way] * dy
    aside = setting.cosine[way] * dy - setting.sine[way] * dx
    move = FULL if ahead > 0.0 else COAST
    if aside > STRAIGHT * abs(ahead):
        return move + 2
    return move + int(aside < -STRAIGHT * abs(ahead))


@kernel
def rate_side(world: World, setting: Setting, side: int) -> float:
    """Returns the scores of a player's pods together."""
    scores = numbers(float, PODS)
    rate(world, setting, scores)
    return scores[setting.runner[side]] + scores[setting.blocker[side]]


begin_turn, iterate = plans.bind(has_ended, side_of, list_moves, give, end_turn, habit, rate_side)


@record
class Memory:
    """All that the search works on; the bot loads race, setting and dice every turn."""

    race: Race
    start: World
    setting: Setting
    dice: Dice
    world: World
    plans: Plans


@kernel
def begin(memory: Memory, planned: int, is_first: bool) -> None:
    """Begins a new turn of the race: the plans go on from the turn before."""
    search = memory.plans
    search.depth = memory.setting.params.depth
    search.share = SHARE
    search.hot = HOT
    search.cold = COLD
    search.planned = planned
    search.sides = PLAYERS
    search.me = 0
    search.rows = PODS
    set_out(memory.start, memory.setting, memory.race)
    begin_turn(search, memory.start, memory.setting, 0 if is_first else 1)


@kernel
def think(memory: Memory, count: int) -> None:
    """Plays `count` evaluations more."""
    iterate(memory.plans, memory.start, memory.world, memory.setting, memory.dice, count)


@kernel
def choose(memory: Memory, index: int) -> int:
    """Returns the move of an own pod in the best plan."""
    order = plans.first_order(memory.plans, 0, index)
    return order if order != plans.HABIT else habit(memory.start, memory.setting, index)


ENTRIES = (begin, think, choose)
