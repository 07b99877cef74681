"""Turns a pod of Coders Strike Back by an order, equal to the referee bit for bit, as kernels.

A search turns its pods by tables (rating.py).
"""

from math import fmod

from bots.csb.rules import FULL_CIRCLE, MAX_TURN, Pod
from common.fdlibm import java_atan2
from common.kernel import kernel


@kernel
def angle_to(pod: Pod, x: float, y: float) -> float:
    """Returns the smallest turn, -pi..pi, from the pod's heading to the point (x, y)."""
    wanted = java_atan2(y - pod.y, x - pod.x)
    turn = fmod(wanted - pod.heading, FULL_CIRCLE)
    return fmod(2.0 * turn, FULL_CIRCLE) - turn


@kernel
def turn_toward(pod: Pod, x: float, y: float, is_first: bool) -> None:
    """Turns the pod toward (x, y), by at most 18 degrees except in turn 1. (x, y) is not its own
    place.
    """
    turn = angle_to(pod, x, y)
    if turn >= MAX_TURN and not is_first:
        pod.heading += MAX_TURN
    elif turn <= -MAX_TURN and not is_first:
        pod.heading -= MAX_TURN
    else:
        pod.heading = java_atan2(y - pod.y, x - pod.x)
