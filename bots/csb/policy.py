"""What a network for one pod sees of the track, and what it may order.

Inputs are in the pod's own frame: forward along its heading, and to its right.
"""

from math import cos, sin, sqrt

from bots.csb.rules import (
    BOOST,
    FRICTION,
    MAX_THRUST,
    MAX_TURN,
    THRUST,
    Pod,
    Track,
    give_order,
    turn_toward,
)
from common.kernel import Numbers, kernel

UNIT = 256.0  # an input of 1
AHEAD = 3  # checkpoints that it sees
EACH = 9  # inputs of each
OWN = 10  # inputs of the pod itself
INPUTS = OWN + AHEAD * EACH

# A move: a turn in shares of MAX_TURN, clockwise, and thrust, or -1 for BOOST.
TURNS = (0.0, -1.0, 1.0, -0.5, 0.5, -1.0, 1.0, 0.0)
THRUSTS = (200.0, 200.0, 200.0, 200.0, 200.0, 0.0, 0.0, -1.0)
MOVES = len(TURNS)
BOOST_MOVE = MOVES - 1
AIM_DISTANCE = 100_000.0  # map units to the point at which a pod is steered
GLIDE = 1.0 / (1.0 - FRICTION)  # turns of its speed that a pod without thrust goes on


@kernel
def cut(value: float, most: float) -> int:
    """Returns an input, -most..most before it is in units."""
    return round(min(max(value, -most), most) * UNIT)


@kernel
def observe_pod(pod: Pod, track: Track, inputs: Numbers[int]) -> None:
    """Writes what a pod sees."""
    ahead_x = cos(pod.heading)
    ahead_y = sin(pod.heading)
    speed = sqrt(pod.vx * pod.vx + pod.vy * pod.vy)
    forward = pod.vx * ahead_x + pod.vy * ahead_y
    right = pod.vy * ahead_x - pod.vx * ahead_y
    inputs[0] = cut(forward / 512.0, 4.0)
    inputs[1] = cut(right / 512.0, 4.0)
    inputs[2] = cut(forward / 128.0, 1.0)
    inputs[3] = cut(right / 128.0, 1.0)
    inputs[4] = cut(speed / 512.0, 4.0)
    inputs[5] = 0 if pod.boosted else 256
    inputs[6] = 256 if pod.passed == track.goal else 0
    inputs[7] = 256 if pod.passed + 1 == track.goal else 0
    x = pod.x
    y = pod.y
    place = OWN
    for step in range(AHEAD):
        entry = pod.passed + step
        if entry > track.goal:  # beyond the goal: the track's next checkpoint
            entry -= track.count
        dx = track.x[entry] - pod.x
        dy = track.y[entry] - pod.y
        distance = sqrt(dx * dx + dy * dy) + 1.0
        along = dx * ahead_x + dy * ahead_y
        aside = dy * ahead_x - dx * ahead_y
        inputs[place] = cut(along / 6000.0, 4.0)
        inputs[place + 1] = cut(aside / 6000.0, 4.0)
        inputs[place + 2] = cut(along / 1500.0, 1.0)
        inputs[place + 3] = cut(aside / 1500.0, 1.0)
        inputs[place + 4] = cut(along / distance, 1.0)
        inputs[place + 5] = cut(aside / distance, 1.0)
        inputs[place + 6] = cut(distance / 6000.0, 4.0)
        leg_x = track.x[entry] - x
        leg_y = track.y[entry] - y
        leg = sqrt(leg_x * leg_x + leg_y * leg_y) + 1.0
        inputs[place + 7] = cut((leg_x * ahead_x + leg_y * ahead_y) / leg, 1.0)
        inputs[place + 8] = cut((leg_y * ahead_x - leg_x * ahead_y) / leg, 1.0)
        if step == 0:  # where it goes without thrust, against the checkpoint
            toward = (dx * pod.vx + dy * pod.vy) / distance
            across = (dx * pod.vy - dy * pod.vx) / distance
            inputs[8] = cut((distance - GLIDE * toward) / 1500.0, 4.0)
            inputs[9] = cut(across * GLIDE / 1500.0, 4.0)
        x = track.x[entry]
        y = track.y[entry]
        place += EACH


@kernel
def steer(pod: Pod, move: int) -> None:
    """Turns a pod and gives it its order, as the lines of `aim` do."""
    heading = pod.heading + TURNS[move] * MAX_TURN
    x = float(round(pod.x + AIM_DISTANCE * cos(heading)))
    y = float(round(pod.y + AIM_DISTANCE * sin(heading)))
    turn_toward(pod, x, y, False)
    if THRUSTS[move] < 0.0:
        give_order(pod, BOOST, MAX_THRUST, True)
    else:
        give_order(pod, THRUST, THRUSTS[move], True)
