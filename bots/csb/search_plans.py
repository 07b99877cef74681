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
def list_moves(world: World, setting: Setting, index: int, moves: Numbers[int]) -> int:
    """Lists a pod's moves."""
    count = count_moves(world, setting, index)
    for move in range(count):
        moves[move] = move
    return count


@kernel
def open_plan(world: World, setting: Setting) -> None:
    """Does nothing: a plan needs no start."""
    return


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


iterate = plans.bind(list_moves, open_plan, play, habit, rate_side)


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
    for unit in range(plans.MAX_UNITS):
        search.owner[unit] = unit // PODS_EACH if unit < PODS else plans.NOBODY
    if is_first:
        plans.forget(search)
    else:
        plans.shift(search)
    plans.plant(search)
    set_out(memory.start, memory.setting, memory.race)


@kernel
def think(memory: Memory, count: int) -> None:
    """Plays `count` evaluations more."""
    iterate(memory.plans, memory.start, memory.world, memory.setting, memory.dice, count)


@kernel
def choose(memory: Memory, index: int) -> int:
    """Returns the move of an own pod in the best plan."""
    order = memory.plans.best[0].orders[index * plans.MAX_DEPTH]
    return order if order != plans.HABIT else habit(memory.start, memory.setting, index)


ENTRIES = (begin, think, choose)
