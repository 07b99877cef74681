"""The inputs of a pod's network from the track, and the orders that it may give.

Inputs are in the pod's own frame: forward along its heading, and to its right. Inputs from the
other pods: policy_pairs.py.
"""

from math import cos, sin, sqrt

from bots.csb.protocol import AIM_DISTANCE, Order
from bots.csb.rules import (
    BOOST,
    FRICTION,
    MAX_THRUST,
    MAX_TURN,
    SHIELD,
    THRUST,
    Pod,
    Track,
    give_order,
)
from bots.csb.steering import turn_toward
from common.kernel import Numbers, kernel

TOP = 255.0  # an input at the end of its range
AHEAD = 3  # checkpoints that it sees
EACH = 11  # inputs of each
OWN = 12  # inputs of the pod itself
INPUTS = OWN + AHEAD * EACH

# A move: a turn in shares of MAX_TURN, clockwise, the kind of order, and its thrust. BOOST is full
# thrust once it is spent.
TURNS = (0.0, -1.0, 1.0, -0.5, 0.5, -1.0, 1.0, 0.0, 0.0, 0.0)
KINDS = (*[THRUST] * 7, BOOST, THRUST, SHIELD)
THRUSTS = (*[MAX_THRUST] * 5, 0.0, 0.0, MAX_THRUST, 0.0, 0.0)
MOVES = 8  # of a pod alone: the last two are for pods that meet others
GLIDE = 1.0 / (1.0 - FRICTION)  # turns of its speed that a pod without thrust goes on


@kernel
def share(value: float, most: float) -> int:
    """Returns an input: value
    most, cut to -1..1, times TOP.
    """
    return round(min(max(value / most, -1.0), 1.0) * TOP)


@kernel
def observe_pod(pod: Pod, track: Track, inputs: Numbers[int]) -> None:
    """Writes a pod's inputs from the track."""
    ahead_x = cos(pod.heading)
    ahead_y = sin(pod.heading)
    forward = pod.vx * ahead_x + pod.vy * ahead_y
    right = pod.vy * ahead_x - pod.vx * ahead_y
    inputs[0] = share(forward, 1200.0)
    inputs[1] = share(right, 1200.0)
    inputs[2] = share(forward, 300.0)
    inputs[3] = share(right, 300.0)
    inputs[4] = share(sqrt(pod.vx * pod.vx + pod.vy * pod.vy), 1200.0)
    inputs[5] = share(float(int(not pod.boosted)), 2.0)
    inputs[6] = share(float(int(pod.passed == track.goal)), 2.0)
    inputs[7] = share(float(int(pod.passed + 1 == track.goal)), 2.0)
    x = pod.x
    y = pod.y
    place = OWN
    for step in range(AHEAD):
        entry = pod.passed + step
        if entry > track.goal:  # beyond the goal the track goes on
            entry -= track.count
        dx = track.x[entry] - pod.x
        dy = track.y[entry] - pod.y
        distance = sqrt(dx * dx + dy * dy) + 1.0
        along = dx * ahead_x + dy * ahead_y
        aside = dy * ahead_x - dx * ahead_y
        inputs[place] = share(along, 16000.0)
        inputs[place + 1] = share(aside, 16000.0)
        inputs[place + 2] = share(along, 4000.0)
        inputs[place + 3] = share(aside, 4000.0)
        inputs[place + 4] = share(along, 1200.0)
        inputs[place + 5] = share(aside, 1200.0)
        inputs[place + 6] = share(along, distance)
        inputs[place + 7] = share(aside, distance)
        inputs[place + 8] = share(distance, 16000.0)
        leg_x = track.x[entry] - x
        leg_y = track.y[entry] - y
        leg = sqrt(leg_x * leg_x + leg_y * leg_y) + 1.0
        inputs[place + 9] = share(leg_x * ahead_x + leg_y * ahead_y, leg)
        inputs[place + 10] = share(leg_y * ahead_x - leg_x * ahead_y, leg)
        if step == 0:  # where it goes without thrust, against the checkpoint
            beyond = distance - GLIDE * (dx * pod.vx + dy * pod.vy) / distance
            across = GLIDE * (dx * pod.vy - dy * pod.vx) / distance
            inputs[8] = share(beyond, 6000.0)
            inputs[9] = share(across, 6000.0)
            inputs[10] = share(beyond, 1200.0)
            inputs[11] = share(across, 1200.0)
        x = track.x[entry]
        y = track.y[entry]
        place += EACH


@kernel
def steer(pod: Pod, turn: float, kind: int, thrust: float, is_first: bool) -> None:
    """Turns a pod by `turn` radians and gives it its order, as the referee does with its line."""
    heading = pod.heading + turn
    x = float(round(pod.x + AIM_DISTANCE * cos(heading)))
    y = float(round(pod.y + AIM_DISTANCE * sin(heading)))
    turn_toward(pod, x, y, is_first)
    give_order(pod, kind, thrust, True)


@kernel
def obey(pod: Pod, move: int, is_first: bool) -> None:
    """Gives a pod the order of a move."""
    steer(pod, TURNS[move] * MAX_TURN, KINDS[move], THRUSTS[move], is_first)


def order_of(pod: Pod, move: int) -> Order:
    """Returns the order of a move. The referee's pod then moves as `obey` makes it move."""
    heading = pod.heading + TURNS[move] * MAX_TURN
    x = round(pod.x + AIM_DISTANCE * cos(heading))
    y = round(pod.y + AIM_DISTANCE * sin(heading))
    return Order(x, y, KINDS[move], round(THRUSTS[move]))
