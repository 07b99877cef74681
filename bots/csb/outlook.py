"""A small network that predicts a runner's progress after the search's last turn.

Its inputs are the runner's next two checkpoints, the place that it glides to without thrust, and
the rivals' blocker, all along and across its heading. benchmarks/csb_outlook.py makes it.
"""

from base64 import b85decode
from math import sqrt
from zlib import crc32

from bots.csb.outlook_net import BASE, CRC, WEIGHTS, WORTH
from bots.csb.rating import Setting, World, rate_by
from bots.csb.rules import FRICTION, PODS_EACH
from common.kernel import Numbers, kernel, numbers

AT_GOAL = 9000.0  # points: the way to come of a pod that has finished
VECTORS = 6
HALF = 2 * VECTORS + 1  # inputs of along; as many are of aside, behind them
INPUTS = 2 * HALF
NEAR, FAR = 600.0, 4000.0  # the lengths of which a vector's inputs say most
GLIDE = 1.0 / (1.0 - FRICTION)  # turns of its speed that a pod without thrust goes on
DATA = b85decode(WEIGHTS)
if crc32(DATA) != CRC:
    raise ValueError("the network's weights have another checksum")
VALUES = [*map(float, memoryview(DATA).cast("b"))]
HIDDEN = len(VALUES) // (INPUTS + 2)  # more than 16: gcc has no vectors in a loop that it unrolls
FIRST = tuple(VALUES[:-HIDDEN])  # by input, and by 1 at the end, the weights of the hidden numbers
SECOND = tuple(VALUES[-HIDDEN:])


@kernel
def see(inputs: Numbers[float], place: int, x: float, y: float, dx: float, dy: float) -> None:
    """Writes the vector (x, y) in the frame of the heading (dx, dy): twice, -1..1, for NEAR and for
    FAR.
    """
    along = dx * x + dy * y
    aside = dy * x - dx * y
    length = sqrt(dx * dx + dy * dy)
    near = 1.0 / (length + NEAR)
    far = 1.0 / (length + FAR)
    inputs[place] = along * near
    inputs[place + 1] = along * far
    inputs[place + HALF] = aside * near
    inputs[place + HALF + 1] = aside * far


@kernel
def observe(world: World, setting: Setting, index: int, inputs: Numbers[float]) -> None:
    """Writes the network's inputs for a runner and the rivals' blocker."""
    pod = world.race.pods[index]
    way = world.way[index]
    x = setting.cosine[way]
    y = setting.sine[way]
    track = setting.track
    dx = track.x[pod.passed] - pod.x
    dy = track.y[pod.passed] - pod.y
    glide_x = GLIDE * pod.vx
    glide_y = GLIDE * pod.vy
    see(inputs, 0, x, y, dx, dy)
    see(inputs, 2, x, y, glide_x, glide_y)
    see(inputs, 4, x, y, dx - glide_x, dy - glide_y)
    entry = pod.passed + 1
    if entry > track.goal:  # beyond the goal the track goes on
        entry -= track.count
    see(inputs, 6, x, y, track.x[entry] - pod.x, track.y[entry] - pod.y)
    blocker = setting.blocker[1 - index // PODS_EACH]
    foe = world.race.pods[blocker]
    dx = foe.x - pod.x
    dy = foe.y - pod.y
    see(inputs, 8, x, y, dx, dy)
    see(inputs, 10, x, y, dx + GLIDE * foe.vx - glide_x, dy + GLIDE * foe.vy - glide_y)
    way = world.way[blocker]
    dx = setting.cosine[way]
    dy = setting.sine[way]
    inputs[HALF - 1] = dx * x + dy * y
    inputs[INPUTS - 1] = dy * x - dx * y


@kernel
def expect(inputs: Numbers[float]) -> float:
    """Returns the progress that the network expects, in points."""
    hidden = numbers(float, HIDDEN)
    for place in range(INPUTS):
        seen = inputs[place]
        for unit in range(HIDDEN):
            hidden[unit] += seen * FIRST[place * HIDDEN + unit]
    total = 0.0
    for unit in range(HIDDEN):
        total += max(hidden[unit] + FIRST[INPUTS * HIDDEN + unit], 0.0) * SECOND[unit]
    return BASE + WORTH * total


@kernel
def progress(world: World, setting: Setting, index: int) -> float:
    """Returns a runner's progress, past and expected, in points."""
    pod = world.race.pods[index]
    points = setting.params.checkpoint * float(pod.passed - setting.base)
    if pod.finished:
        return points + setting.params.checkpoint + AT_GOAL
    dx = setting.track.x[pod.passed] - pod.x
    dy = setting.track.y[pod.passed] - pod.y
    inputs = numbers(float, INPUTS)
    observe(world, setting, index, inputs)
    return points - sqrt(dx * dx + dy * dy) + expect(inputs)


rate = rate_by(progress)
