"""Self-play of Coders Strike Back: one pod alone on the track, by the real rules.

Tracks of training are random; those of the exam are the site's.
"""

from math import atan2, sqrt

from bots.csb.policy import INPUTS, MOVES, obey, observe_pod
from bots.csb.rules import CONTACT, LAPS, MAX_IDLE, PODS, Pod, Race, Track, move
from common.kernel import Numbers, assign, kernel, record
from common.rng import Dice, draw
from contests.csb.maps import BASE_MAPS, JITTER, JITTERS, START_OFFSETS

__all__ = ["ACTORS", "INPUTS", "MOVES", "TERMS", "Match", "begin", "observe", "play"]

ACTORS = 1
TERMS = {"progress": 1.0, "finished": 0.0, "turns": 0.0}
UNITS = 1000.0  # of the way, for a reward of 1
MOST = 400  # turns of a match

COUNTS = tuple(len(base) for base in BASE_MAPS)
MOST_PLACES = max(COUNTS)
MAP_X = tuple(tuple(x for x, _ in base) + (-1,) * (MOST_PLACES - len(base)) for base in BASE_MAPS)
MAP_Y = tuple(tuple(y for _, y in base) + (-1,) * (MOST_PLACES - len(base)) for base in BASE_MAPS)
FEWEST, MORE = 3, 4  # checkpoints of a random track: 3..6
LEFT, TOP, WIDTH, HEIGHT = 2000, 1000, 12_000, 7_000  # where they lie
APART_2 = 2000.0 * 2000.0  # the least between two of them
PARKED = 1_000_000.0  # map units away


@record
class Match:
    """One race.

    left: distance to the end of the next leg before the last turn, in map units
    """

    race: Race
    track: Track
    fresh: Race
    left: float


@kernel
def begin_race(race: Race, fresh: Race, track: Track, dice: Dice, is_exam: bool) -> None:
    """Begins a race on a new track: in an exam one of the site's, rotated and jittered as on the
    site, else a random one.
    """
    if is_exam:
        base = draw(dice, len(COUNTS))
        track.count = COUNTS[base]
        rotation = draw(dice, track.count)
        for index in range(track.count):
            entry = (index + rotation) % track.count
            track.x[index] = float(MAP_X[base][entry] + draw(dice, JITTERS[0]) - JITTER)
            track.y[index] = float(MAP_Y[base][entry] + draw(dice, JITTERS[1]) - JITTER)
    else:
        track.count = FEWEST + draw(dice, MORE)
        placed = 0
        while placed < track.count:
            track.x[placed] = float(LEFT + draw(dice, WIDTH + 1))
            track.y[placed] = float(TOP + draw(dice, HEIGHT + 1))
            is_apart = True
            for other in range(placed):
                dx = track.x[other] - track.x[placed]
                dy = track.y[other] - track.y[placed]
                is_apart = is_apart and dx * dx + dy * dy >= APART_2
            placed += int(is_apart)
    track.goal = LAPS * track.count
    for entry in range(track.count, track.goal + 1):
        track.x[entry] = track.x[entry - track.count]
        track.y[entry] = track.y[entry - track.count]
    assign(race, fresh)


@kernel
def line_up(pod: Pod, track: Track, offset: float) -> None:
    """Puts a pod on the starting line. offset: its distance from checkpoint 0, in map units"""
    dx = track.x[1] - track.x[0]
    dy = track.y[1] - track.y[0]
    length = sqrt(dx * dx + dy * dy)
    pod.x = float(round(track.x[0] + offset * dy / length))
    pod.y = float(round(track.y[0] - offset * dx / length))
    pod.heading = atan2(track.y[1] - pod.y, track.x[1] - pod.x)


@kernel
def begin(match: Match, dice: Dice, is_exam: bool) -> None:
    """Begins a race at one of the four places of the start; the other pods are far away."""
    begin_race(match.race, match.fresh, match.track, dice, is_exam)
    for index in range(1, PODS):
        match.race.pods[index].x = PARKED + 2.0 * CONTACT * float(index)
    line_up(match.race.pods[0], match.track, START_OFFSETS[draw(dice, PODS)])
    match.left = distance_left(match.race.pods[0], match.track)


@kernel
def distance_left(pod: Pod, track: Track) -> float:
    """Returns the distance of a pod from its next checkpoint."""
    dx = track.x[pod.passed] - pod.x
    dy = track.y[pod.passed] - pod.y
    return sqrt(dx * dx + dy * dy)


@kernel
def way_made(pod: Pod, track: Track, passed: int, before: float) -> float:
    """Returns the distance that a pod has covered along the track in a turn, in map units.

    passed, before: its passed checkpoints and its `distance_left` before the turn
    """
    if pod.finished:
        return before
    made = before - distance_left(pod, track)
    if pod.passed > passed:
        dx = track.x[pod.passed] - track.x[passed]
        dy = track.y[pod.passed] - track.y[passed]
        made += sqrt(dx * dx + dy * dy)
    return made


@kernel
def observe(match: Match, actor: int, inputs: Numbers[int]) -> None:
    """Writes the inputs of the network: the race as the pod sees it."""
    observe_pod(match.race.pods[0], match.track, inputs)


@kernel
def play(match: Match, moves: Numbers[int], gains: Numbers[float], dice: Dice) -> bool:
    """Plays a turn. The gain is the distance covered toward the next checkpoint. Returns True if
    the race is over.
    """
    race = match.race
    pod = race.pods[0]
    passed = pod.passed
    obey(pod, moves[0], race.turn == 0)
    move(race, match.track)
    gains[0] = way_made(pod, match.track, passed, match.left) / UNITS
    gains[1] = float(int(pod.finished))
    gains[2] = 1.0
    match.left = distance_left(pod, match.track)
    return pod.finished or race.idle[0] >= MAX_IDLE or race.turn >= MOST
