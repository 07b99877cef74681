"""Plans of the four pods (common/search/plans.py), with the moves and the values of rating.py."""

from bots.csb.plain import rate
from bots.csb.rating import Setting, World, count_moves, play, set_out
from bots.csb.rules import MAX_TURN, PLAYERS, PODS, PODS_EACH, Race
from common.kernel import Numbers, assign, kernel, numbers, record
from common.rng import Dice
from common.search import plans
from common.search.plans import Plans

DRIFT = 3.0  # turns by which the habit aims short of the checkpoint
STRAIGHT = MAX_TURN / 2.0  # radians off, about, that need no turn
SHARE = 0.4  # 0..0.5: of the search for the rival's plan
PLANNED = 100  # evaluations expected of the first search
FULL, COAST = 0, 3  # first moves of their kind: straight, left, right


@record
class Scene:
    """Holds a world, and the setting that its rules read."""

    world: World
    setting: Setting


@kernel
def begin_plan(scene: Scene, start: Scene) -> None:
    """Begins a plan in `scene`. The setting is the same in both."""
    assign(scene.world, start.world)


@kernel
def has_ended(scene: Scene) -> bool:
    """Returns False: a plan is played to its depth."""
    return False


@kernel
def side_of(scene: Scene, index: int) -> int:
    """Returns the player that a pod belongs to."""
    return index // PODS_EACH


@kernel
def list_moves(scene: Scene, index: int, moves: Numbers[int], weights: Numbers[int]) -> int:
    """Lists a pod's moves."""
    count = count_moves(scene.world, scene.setting, index)
    for move in range(count):
        moves[move] = move
        weights[move] = 1
    return count


@kernel
def give(scene: Scene, index: int, move: int) -> None:
    """Gives a pod its move."""
    scene.setting.orders[index] = move


@kernel
def end_turn(scene: Scene) -> None:
    """Plays a turn."""
    play(scene.world, scene.setting, scene.setting.orders)


@kernel
def habit(scene: Scene, setting: Setting, index: int) -> int:
    """Returns a move towards the checkpoint, against the drift, with full thrust once the
    checkpoint is ahead.
    """
    pod = scene.world.race.pods[index]
    way = scene.world.way[index]
    dx = setting.track.x[pod.passed] - DRIFT * pod.vx - pod.x
    dy = setting.track.y[pod.passed] - DRIFT * pod.vy - pod.y
    ahead = setting.cosine[way] * dx + setting.sine[way] * dy
    aside = setting.cosine[way] * dy - setting.sine[way] * dx
    move = FULL if ahead > 0.0 else COAST
    if aside > STRAIGHT * abs(ahead):
        return move + 2
    return move + int(aside < -STRAIGHT * abs(ahead))


@kernel
def rate_side(scene: Scene, setting: Setting, side: int) -> float:
    """Returns the sum of the scores of a player's pods."""
    scores = numbers(float, PODS)
    rate(scene.world, setting, scores)
    return scores[setting.runner[side]] + scores[setting.blocker[side]]


begin_turn, iterate = plans.bind(
    has_ended, side_of, list_moves, give, end_turn, habit, rate_side, begin_plan
)


@record
class Memory:
    """The memory of the search. The bot loads race, setting and dice every turn."""

    race: Race
    start: Scene
    setting: Setting
    dice: Dice
    world: Scene
    plans: Plans


@kernel
def begin(memory: Memory, planned: int, is_first: bool) -> None:
    """Begins a new turn of the race: the plans of the turn before continue."""
    search = memory.plans
    search.depth = memory.setting.params.depth
    search.share = SHARE
    search.planned = planned
    search.sides = PLAYERS
    search.me = 0
    search.rows = PODS
    set_out(memory.start.world, memory.setting, memory.race)
    assign(memory.world.setting, memory.setting)
    begin_turn(search, memory.start, 0 if is_first else 1)


@kernel
def think(memory: Memory, count: int) -> None:
    """Plays `count` more evaluations."""
    iterate(memory.plans, memory.start, memory.world, memory.setting, memory.dice, count)


@kernel
def choose(memory: Memory, index: int) -> int:
    """Returns the move of an own pod in the best plan."""
    order = memory.plans.best[0].orders[index]
    return order if order != plans.HABIT else habit(memory.start, memory.setting, index)


ENTRIES = (begin, think, choose)
