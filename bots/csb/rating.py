"""Moves, roles, and the value of a race to each pod.

A player's runner is its leading pod, the other its blocker.
"""

from collections.abc import Callable
from math import cos, dist, sin, sqrt
from typing import NamedTuple

from bots.csb.params import Params
from bots.csb.rules import (
    CONTACT,
    MAX_THRUST,
    MAX_TURN,
    PLAYERS,
    PODS,
    PODS_EACH,
    SHIELD_TURNS,
    Pod,
    Race,
    Track,
    move,
)
from common.kernel import Numbers, assign, each, kernel, numbers, record

WAYS = 32  # of a pod to head; no search looks 16 turns ahead


class Move(NamedTuple):
    """A pod's possible order in a turn."""

    turn: int  # steps clockwise
    thrust: float  # 0..MAX_THRUST
    name: str


MOVES = (
    Move(0, MAX_THRUST, "full"),
    Move(-1, MAX_THRUST, "full left"),
    Move(1, MAX_THRUST, "full right"),
    Move(0, 0.0, "coast"),
    Move(-1, 0.0, "coast left"),
    Move(1, 0.0, "coast right"),
    Move(0, 0.0, "shield"),
)
SHIELD_MOVE = len(MOVES) - 1
TURNS = tuple(move.turn for move in MOVES)
THRUSTS = tuple(move.thrust for move in MOVES)


@record
class Setting:
    """The fixed part of a search.

    runner, blocker: by player
    urgent: by player, True if its blocker runs, too
    orders: of a plan's turn
    """

    track: Track
    params: Params
    runner: Numbers[int] = numbers(int, PLAYERS)
    blocker: Numbers[int] = numbers(int, PLAYERS)
    urgent: Numbers[bool] = numbers(bool, PLAYERS)
    base: int  # checkpoints that the leader has passed
    now: int  # turn at the start
    cosine: Numbers[float] = numbers(float, PODS * WAYS)  # by pod and way that it heads
    sine: Numbers[float] = numbers(float, PODS * WAYS)
    orders: Numbers[int] = numbers(int, PODS)


@record
class World:
    """A race in the search. way[i]: the heading of pod i, as an index of cosine and sine; not
    `heading`
    """

    race: Race
    way: Numbers[int] = numbers(int, PODS)


@kernel
def set_out(world: World, setting: Setting, race: Race) -> None:
    """Begins a search's world with a race, and fills the tables of the pods' possible headings."""
    assign(world.race, race)
    depth = setting.params.depth
    for index in range(PODS):
        middle = index * WAYS + WAYS // 2
        world.way[index] = middle
        for steps in range(-depth, depth + 1):
            heading = race.pods[index].heading + float(steps) * MAX_TURN
            setting.cosine[middle + steps] = cos(heading)
            setting.sine[middle + steps] = sin(heading)


@kernel
def count_moves(world: World, setting: Setting, index: int) -> int:
    """Returns the number of a pod's moves. SHIELD_MOVE is one only in the first turn, if a rival is
    near.
    """
    race = world.race
    if race.turn > setting.now:
        return SHIELD_MOVE
    pod = race.pods[index]
    rival = PODS_EACH - (index // PODS_EACH) * PODS_EACH
    for other in range(rival, rival + PODS_EACH):
        foe = race.pods[other]
        dx = foe.x - pod.x
        dy = foe.y - pod.y
        vx = foe.vx - pod.vx
        vy = foe.vy - pod.vy
        reach = CONTACT + setting.params.shield_reach * sqrt(vx * vx + vy * vy)
        if dx * dx + dy * dy < reach * reach and dx * vx + dy * vy < 0.0:
            return SHIELD_MOVE + 1
    return SHIELD_MOVE


@kernel
def play(world: World, setting: Setting, moves: Numbers[int]) -> None:
    """Plays a turn in which pod i plays moves[i]."""
    for index in each(PODS):
        choice = moves[index]
        way = world.way[index] + TURNS[choice]
        world.way[index] = way
        pod = world.race.pods[index]
        if choice == SHIELD_MOVE:
            pod.shield = SHIELD_TURNS
        elif pod.shield == 0:
            x = setting.cosine[way] * THRUSTS[choice]
            y = setting.sine[way] * THRUSTS[choice]
            pod.vx += x
            pod.vy += y
    move(world.race, setting.track)


@kernel
def guard(world: World, setting: Setting, player: int) -> float:
    """Returns the value of the place of a player's blocker, in points."""
    index = setting.blocker[player]
    pod = world.race.pods[index]
    target = world.race.pods[setting.runner[1 - player]]
    way = world.way[index]
    params = setting.params
    track = setting.track
    dx = target.x + params.ahead * (track.x[target.passed] - target.x) - pod.x
    dy = target.y + params.ahead * (track.y[target.passed] - target.y) - pod.y
    fx = target.x - pod.x
    fy = target.y - pod.y
    facing = (fx * setting.cosine[way] + fy * setting.sine[way]) / (sqrt(fx * fx + fy * fy) + 1.0)
    return params.aim * facing - sqrt(dx * dx + dy * dy)


def rate_by(progress: Callable[..., float]) -> Callable[[World, Setting, Numbers[float]], None]:
    """Returns the kernel rate(world, setting, scores), with `progress` as the value of a runner."""

    @kernel
    def rate(world: World, setting: Setting, scores: Numbers[float]) -> None:
        """Writes each pod's score: runners race and evade, blockers hinder the rival's runner."""
        params = setting.params
        gain = numbers(float, PLAYERS)
        place = numbers(float, PLAYERS)
        for player in range(PLAYERS):
            gain[player] = progress(world, setting, setting.runner[player])
            if not setting.urgent[player]:
                place[player] = guard(world, setting, player)
        for player in range(PLAYERS):
            own = gain[player] - params.evade * place[1 - player]
            rival = gain[1 - player]
            index = setting.blocker[player]
            if setting.urgent[player]:
                scores[index] = progress(world, setting, index)
            else:
                scores[index] = place[player] - params.hinder * rival
            scores[setting.runner[player]] = own - params.rival * rival

    return rate


def assign_roles(race: Race, setting: Setting) -> None:
    """Sets the roles for a search from `race`."""
    for player in range(PLAYERS):
        own = range(player * PODS_EACH, (player + 1) * PODS_EACH)
        order = sorted(own, key=lambda pod: -standing(race.pods[pod], setting.track))
        setting.runner[player], setting.blocker[player] = order
        setting.urgent[player] = race.idle[player] >= setting.params.panic
    setting.now = race.turn
    setting.base = max(race.pods[runner].passed for runner in setting.runner)


def standing(pod: Pod, track: Track) -> float:
    """Returns a pod's progress: 100,000 times `passed`, minus the distance to the next checkpoint
    in units of the map. Higher is farther.
    """
    left = dist((track.x[pod.passed], track.y[pod.passed]), (pod.x, pod.y))
    return float(pod.passed) * 100000.0 - left
