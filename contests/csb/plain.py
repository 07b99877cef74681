"""The search of csb without its network: what training and curves play against, always the same.

In the network's place stand a runner's speed and heading.
"""

from math import sqrt

from bots.csb.rating import Setting, World, bind, count_moves, play
from bots.csb.rules import PODS
from bots.csb.search import Memory
from common.kernel import kernel
from common.search import smitsimax

SPEED = 3.0  # points: a unit a turn toward the next checkpoint
AFTER_NEXT = 2.0  # points: a unit a turn toward the next but one, at the next
NEAR = 2500.0  # units from the next: nearer, that counts
FACING = 200.0  # points: heading for the checkpoint


@kernel
def progress(world: World, setting: Setting, index: int) -> float:
    """Returns a runner's way, in points."""
    pod = world.race.pods[index]
    way = world.way[index]
    params = setting.params
    track = setting.track
    if pod.finished:
        return params.checkpoint * float(pod.passed + 1 - setting.base)
    dx = track.x[pod.passed] - pod.x
    dy = track.y[pod.passed] - pod.y
    distance = sqrt(dx * dx + dy * dy) + 1.0
    points = params.checkpoint * float(pod.passed - setting.base) - distance
    points += SPEED * (dx * pod.vx + dy * pod.vy) / distance
    points += FACING * (dx * setting.cosine[way] + dy * setting.sine[way]) / distance
    if distance < NEAR and pod.passed < track.goal:
        ex = track.x[pod.passed + 1] - pod.x
        ey = track.y[pod.passed + 1] - pod.y
        beyond = sqrt(ex * ex + ey * ey) + 1.0
        share = 1.0 - distance / NEAR
        points += share * AFTER_NEXT * (ex * pod.vx + ey * pod.vy) / beyond
    return points


_, iterate = smitsimax.bind(PODS, count_moves, play, bind(progress))


@kernel
def think(memory: Memory, count: int) -> None:
    """Plays `count` iterations of a search that has begun as csb's."""
    iterate(memory.forest, memory.start, memory.world, memory.setting, memory.dice, count)
