"""A rating without the network, for csb_plans, and for the search that plays in training.

A runner's speed and heading replace the network.
"""

from math import sqrt

from bots.csb.rating import Setting, World, rate_by
from common.kernel import kernel

SPEED = 3.0  # points: a unit a turn toward the next checkpoint
AFTER_NEXT = 2.0  # points: a unit a turn toward the next but one, at the next
NEAR = 2500.0  # units from the next: nearer, that counts
FACING = 200.0  # points: heading for the checkpoint


@kernel
def progress(world: World, setting: Setting, index: int) -> float:
    """Returns a runner's progress, in points."""
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


rate = rate_by(progress)
