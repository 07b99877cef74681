"""The inputs of a pod's network from a whole race: the track, its mate, both rivals."""

from math import cos, sin, sqrt

from bots.csb.policy import INPUTS as ALONE, TURNS, observe_pod, share
from bots.csb.rules import CONTACT, MAX_IDLE, PLAYERS, PODS_EACH, SHIELD_TURNS, Pod, Race, Track
from common.kernel import Numbers, each, kernel

MOVES = len(TURNS)
OTHERS = 3  # pods beside the own one: the mate, the rivals' runner, their blocker
EACH = 12  # inputs of each
FLAGS = 7
AIMS = 7  # inputs of where the rivals' runner is going
INPUTS = ALONE + OTHERS * EACH + FLAGS + AIMS
LEG = 100_000.0  # more than the way between two checkpoints


@kernel
def standing(pod: Pod, track: Track) -> float:
    """Returns a pod's progress: higher for a later checkpoint, then for a shorter way to it."""
    dx = track.x[pod.passed] - pod.x
    dy = track.y[pod.passed] - pod.y
    return float(pod.passed + int(pod.finished)) * LEG - sqrt(dx * dx + dy * dy)


@kernel
def find_runners(race: Race, track: Track, runners: Numbers[int]) -> None:
    """Writes each player's leading pod into `runners`; the other one is the player's blocker."""
    for player in each(PLAYERS):
        first = player * PODS_EACH
        ways = standing(race.pods[first + 1], track) - standing(race.pods[first], track)
        runners[player] = first + int(ways > 0.0)


@kernel
def observe_other(
    pod: Pod, other: Pod, inputs: Numbers[int], place: int, x: float, y: float
) -> None:
    """Writes another pod's place and motion, and how near it will come if both glide.

    x, y: the own pod's heading, as a vector of length 1
    """
    dx = other.x - pod.x
    dy = other.y - pod.y
    vx = other.vx - pod.vx
    vy = other.vy - pod.vy
    along = dx * x + dy * y
    aside = dy * x - dx * y
    inputs[place] = share(along, 8000.0)
    inputs[place + 1] = share(aside, 8000.0)
    inputs[place + 2] = share(along, 1600.0)
    inputs[place + 3] = share(aside, 1600.0)
    inputs[place + 4] = share(vx * x + vy * y, 1200.0)
    inputs[place + 5] = share(vy * x - vx * y, 1200.0)
    other_x = cos(other.heading)
    other_y = sin(other.heading)
    inputs[place + 6] = share(other_x * x + other_y * y, 1.0)
    inputs[place + 7] = share(other_y * x - other_x * y, 1.0)
    inputs[place + 8] = share(float(other.shield), float(SHIELD_TURNS))
    speed = sqrt(vx * vx + vy * vy) + 1.0
    inputs[place + 9] = share(-(dx * vx + dy * vy) / (speed * speed), 8.0)
    inputs[place + 10] = share((dx * vy - dy * vx) / speed, 1600.0)
    inputs[place + 11] = share(sqrt(dx * dx + dy * dy) - CONTACT, 1600.0)


@kernel
def observe_aim(
    pod: Pod, target: Pod, track: Track, inputs: Numbers[int], place: int, x: float, y: float
) -> None:
    """Writes the places of the target's next two checkpoints, in the pod's frame."""
    entry = target.passed
    dx = track.x[entry] - pod.x
    dy = track.y[entry] - pod.y
    tx = track.x[entry] - target.x
    ty = track.y[entry] - target.y
    along = dx * x + dy * y
    aside = dy * x - dx * y
    inputs[place] = share(along, 8000.0)
    inputs[place + 1] = share(aside, 8000.0)
    inputs[place + 2] = share(along, 2000.0)
    inputs[place + 3] = share(aside, 2000.0)
    inputs[place + 4] = share(sqrt(tx * tx + ty * ty), 8000.0)
    entry = entry + 1 if entry < track.goal else entry
    dx = track.x[entry] - pod.x
    dy = track.y[entry] - pod.y
    inputs[place + 5] = share(dx * x + dy * y, 16000.0)
    inputs[place + 6] = share(dy * x - dx * y, 16000.0)


@kernel
def observe_pair(
    race: Race, track: Track, runners: Numbers[int], index: int, inputs: Numbers[int]
) -> None:
    """Writes all inputs of pod `index`. runners: from find_runners"""
    player = index // PODS_EACH
    pod = race.pods[index]
    target = race.pods[runners[1 - player]]
    lead = standing(race.pods[runners[player]], track) - standing(target, track)
    observe_pod(pod, track, inputs)
    inputs[ALONE] = share(float(int(runners[player] == index)), 2.0)
    inputs[ALONE + 1] = share(float(pod.shield), float(SHIELD_TURNS))
    inputs[ALONE + 2] = share(float(race.idle[player]), float(MAX_IDLE))
    inputs[ALONE + 3] = share(float(race.idle[1 - player]), float(MAX_IDLE))
    inputs[ALONE + 4] = share(lead, 4.0 * LEG)
    inputs[ALONE + 5] = share(lead, 4000.0)
    inputs[ALONE + 6] = share(float(track.goal - target.passed), 24.0)
    x = cos(pod.heading)
    y = sin(pod.heading)
    place = ALONE + FLAGS
    observe_other(pod, race.pods[index ^ 1], inputs, place, x, y)
    observe_other(pod, target, inputs, place + EACH, x, y)
    observe_other(pod, race.pods[runners[1 - player] ^ 1], inputs, place + 2 * EACH, x, y)
    observe_aim(pod, target, track, inputs, place + OTHERS * EACH, x, y)
