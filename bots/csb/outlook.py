"""A small network that says how far a runner will come after the search's last turn.

It sees the runner's next two checkpoints, its speed, and the rivals' blocker, all in the runner's
own frame: along its heading, and to the right of it. benchmarks/csb_outlook.py makes it.
"""

from math import sqrt

from bots.csb import rating
from bots.csb.outlook_weights import WEIGHTS
from bots.csb.rating import World
from bots.csb.rules import CONTACT, FRICTION, PLAYERS, Pod, Track
from common.kernel import Int16, Int32, Numbers, Records, kernel, numbers, record, records
from common.nets import dense
from common.nets.shared import TOP
from common.nets.text import decode

INPUTS = 32
HIDDEN = 32
AHEAD = 15  # turns that it looks at
POINTS = 1000.0  # of an output of 1
AT_GOAL = 9.0  # what it says of a pod that has finished
HEAD_UNIT = 2.0**32  # a head's scale that makes a sum an output
GLIDE = 1.0 / (1.0 - FRICTION)  # turns of its speed that a pod without thrust goes on


@record
class Lane:
    """A number of the hidden layer."""

    of: Numbers[int] = numbers(Int16, INPUTS)
    bias: int
    scale: int


@record
class Head:
    """The output."""

    of: Numbers[int] = numbers(Int16, HIDDEN)
    bias: int
    scale: int


@record
class Outlook:
    """The network.

    worth: points of a 1 in the head's sum
    """

    hidden: Records[Lane] = records(Lane, HIDDEN)
    head: Records[Head] = records(Head, dense.TOGETHER)
    worth: float


@record
class WideSetting:
    """The fixed part of a search with the network.

    plain: that of a search without it
    inputs, middle, sums: of the race that was looked at last
    """

    plain: rating.Setting
    net: Outlook
    inputs: Numbers[int] = numbers(Int16, INPUTS)
    middle: Numbers[int] = numbers(Int16, HIDDEN)
    sums: Numbers[int] = numbers(Int32, dense.TOGETHER)


first = dense.bind(INPUTS, HIDDEN)
last = dense.bind(HIDDEN, dense.TOGETHER)


def make_outlook() -> Outlook:
    """Returns the network in force."""
    net = Outlook()
    dense.fill(decode(WEIGHTS)[0], net.hidden, net.head)
    net.worth = POINTS * float(net.head[0].scale) / HEAD_UNIT
    return net


@kernel
def share(value: float, most: float) -> int:
    """Returns an input: a value as a share of the most, which it is cut to."""
    top = float(TOP)
    return round(min(max(value * (top / most), -top), top))


@kernel
def observe_leg(pod: Pod, dx: float, dy: float, x: float, y: float, inputs: Numbers[int]) -> None:
    """Writes the pod's speed, and where its next checkpoint is, dx and dy away."""
    distance = sqrt(dx * dx + dy * dy) + 1.0
    along = dx * x + dy * y
    aside = dy * x - dx * y
    beyond = distance - GLIDE * (dx * pod.vx + dy * pod.vy) / distance
    across = GLIDE * (dx * pod.vy - dy * pod.vx) / distance
    inputs[0] = share(pod.vx * x + pod.vy * y, 1200.0)
    inputs[1] = share(pod.vy * x - pod.vx * y, 1200.0)
    inputs[2] = share(beyond, 6000.0)
    inputs[3] = share(across, 6000.0)
    inputs[4] = share(beyond, 1200.0)
    inputs[5] = share(across, 1200.0)
    inputs[6] = share(along, 4000.0)
    inputs[7] = share(aside, 4000.0)
    inputs[8] = share(along, 1200.0)
    inputs[9] = share(aside, 1200.0)
    inputs[10] = share(along, distance)
    inputs[11] = share(aside, distance)
    inputs[12] = share(distance, 16000.0)


@kernel
def observe_blocker(
    pod: Pod, foe: Pod, x: float, y: float, foe_x: float, foe_y: float, inputs: Numbers[int]
) -> None:
    """Writes where the rivals' blocker is, and how near it will come as both glide."""
    dx = foe.x - pod.x
    dy = foe.y - pod.y
    vx = foe.vx - pod.vx
    vy = foe.vy - pod.vy
    along = dx * x + dy * y
    aside = dy * x - dx * y
    speed = sqrt(vx * vx + vy * vy) + 1.0
    inputs[21] = share(along, 8000.0)
    inputs[22] = share(aside, 8000.0)
    inputs[23] = share(along, 1600.0)
    inputs[24] = share(aside, 1600.0)
    inputs[25] = share(vx * x + vy * y, 1200.0)
    inputs[26] = share(vy * x - vx * y, 1200.0)
    inputs[27] = share(foe_x * x + foe_y * y, 1.0)
    inputs[28] = share(foe_y * x - foe_x * y, 1.0)
    inputs[29] = share(-(dx * vx + dy * vy) / (speed * speed), 8.0)
    inputs[30] = share((dx * vy - dy * vx) / speed, 1600.0)
    inputs[31] = share(sqrt(dx * dx + dy * dy) - CONTACT, 1600.0)


@kernel
def observe(
    pod: Pod,
    foe: Pod,
    track: Track,
    x: float,
    y: float,
    foe_x: float,
    foe_y: float,
    inputs: Numbers[int],
) -> None:
    """Writes what the network sees of a runner and the rivals' blocker.

    x, y, foe_x, foe_y: their headings as vectors of length 1
    """
    near_x = track.x[pod.passed]
    near_y = track.y[pod.passed]
    observe_leg(pod, near_x - pod.x, near_y - pod.y, x, y, inputs)
    entry = pod.passed + 1
    if entry > track.goal:  # beyond the goal the track goes on
        entry -= track.count
    dx = track.x[entry] - pod.x
    dy = track.y[entry] - pod.y
    along = dx * x + dy * y
    aside = dy * x - dx * y
    inputs[13] = share(along, 16000.0)
    inputs[14] = share(aside, 16000.0)
    inputs[15] = share(along, 4000.0)
    inputs[16] = share(aside, 4000.0)
    dx = track.x[entry] - near_x
    dy = track.y[entry] - near_y
    leg = sqrt(dx * dx + dy * dy) + 1.0
    inputs[17] = share(dx * x + dy * y, leg)
    inputs[18] = share(dy * x - dx * y, leg)
    inputs[19] = share(float(int(pod.passed == track.goal)), 2.0)
    inputs[20] = share(float(pod.shield), 4.0)
    observe_blocker(pod, foe, x, y, foe_x, foe_y, inputs)


@kernel
def look_on(world: World, setting: WideSetting, player: int) -> float:
    """Returns the way that a player's runner will make in AHEAD turns, in points."""
    plain = setting.plain
    index = plain.runner[player]
    pod = world.race.pods[index]
    if pod.finished:
        return POINTS * AT_GOAL
    rival = plain.blocker[1 - player]
    way = world.way[index]
    foe_way = world.way[rival]
    observe(
        pod,
        world.race.pods[rival],
        plain.track,
        plain.cosine[way],
        plain.sine[way],
        plain.cosine[foe_way],
        plain.sine[foe_way],
        setting.inputs,
    )
    first(setting.net.hidden, setting.inputs, setting.middle, False)
    last(setting.net.head, setting.middle, setting.sums, True)
    return setting.net.worth * float(setting.sums[0])


@kernel
def count_moves(world: World, setting: WideSetting, index: int) -> int:
    """Counts moves as rating.py does."""
    return rating.count_moves(world, setting.plain, index)


@kernel
def play(world: World, setting: WideSetting, moves: Numbers[int]) -> None:
    """Plays a turn in which pod i plays moves[i]."""
    rating.play(world, setting.plain, moves)


@kernel
def rate_ahead(world: World, setting: WideSetting, scores: Numbers[float]) -> None:
    """Writes each pod's score: that of rating.py, and the ways that the runners will make."""
    plain = setting.plain
    rating.rate(world, plain, scores)
    for player in range(PLAYERS):
        way = look_on(world, setting, player)
        scores[plain.runner[player]] += way
        scores[plain.runner[1 - player]] -= plain.params.rival * way
        if not plain.urgent[1 - player]:
            scores[plain.blocker[1 - player]] -= plain.params.hinder * way
