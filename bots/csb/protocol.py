"""Lines of Coders Strike Back <-> values, in both directions: the bot reads and writes, so does
the referee.
"""

import re
from math import degrees, floor
from typing import NamedTuple

from bots.csb.rules import (
    BOOST,
    LAPS,
    MAX_CHECKPOINTS,
    MAX_THRUST,
    NO_CHECKPOINT_TURNS,
    PLAYERS,
    PODS,
    PODS_EACH,
    SHIELD,
    THRUST,
    Pod,
    Race,
    Track,
)
from common.stdio import LineReader, UnreadableInput, parse_integers

HEADING_UNSET = -1  # printed for every pod on the first turn
WORDS = {"BOOST": BOOST, "SHIELD": SHIELD}
ORDER = re.compile(r"(-?[0-9]+) (-?[0-9]+) ([0-9]+|BOOST|SHIELD)( .*)?")


class Order(NamedTuple):
    """What a player tells a pod: the point to turn toward, THRUST, BOOST or SHIELD, and 0..200
    for THRUST.
    """

    x: int
    y: int
    kind: int
    thrust: int


class PodLine(NamedTuple):
    """What a player is told of a pod; angle in whole degrees or HEADING_UNSET, next_id
    0..count-1.
    """

    x: int
    y: int
    vx: int
    vy: int
    angle: int
    next_id: int


class InvalidOrder(ValueError):
    """An output line that the rules do not allow: its player is out."""


def parse_order(line: str) -> Order:
    """An output line as an order. InvalidOrder says what is wrong with it."""
    match = ORDER.fullmatch(line)
    if match is None:
        raise InvalidOrder(f"expected 'X Y thrust|BOOST|SHIELD', got {line[:60]!r}")
    x, y, word, _message = match.groups()
    if word in WORDS:
        return Order(int(x), int(y), WORDS[word], 0)
    if len(word) > 9 or int(word) > MAX_THRUST:
        raise InvalidOrder(f"thrust {word[:20]} is above {MAX_THRUST:.0f}")
    return Order(int(x), int(y), THRUST, int(word))


def format_order(order: Order) -> str:
    """An order as an output line."""
    word = {BOOST: "BOOST", SHIELD: "SHIELD"}.get(order.kind, str(order.thrust))
    return f"{order.x} {order.y} {word}"


def make_track(checkpoints: list[tuple[int, int]]) -> Track:
    """The route over `checkpoints`, at least 2 and at most MAX_CHECKPOINTS. ValueError otherwise."""
    if not 2 <= len(checkpoints) <= MAX_CHECKPOINTS:
        raise ValueError(
            f"a track has 2 to {MAX_CHECKPOINTS} checkpoints a lap, not {len(checkpoints)}"
        )
    track = Track()
    track.count = len(checkpoints)
    track.goal = LAPS * track.count
    for entry in range(track.goal + 1):
        x, y = checkpoints[entry % track.count]
        track.x[entry] = float(x)
        track.y[entry] = float(y)
    return track


def make_race() -> Race:
    """A race before its first turn, the pods not placed yet."""
    race = Race()
    for player in range(PLAYERS):
        race.left[player] = NO_CHECKPOINT_TURNS
    return race


def format_track(track: Track) -> list[str]:
    """The lines that every player gets once."""
    points = [f"{track.x[entry]:.0f} {track.y[entry]:.0f}" for entry in range(track.count)]
    return [str(LAPS), str(track.count), *points]


def read_track(reader: LineReader) -> Track:
    """The lines that a player gets once. UnreadableInput names the line that is no such line."""
    (laps,) = reader.integers(1, "laps")
    if laps != LAPS:
        raise UnreadableInput(f"line {reader.number}: expected {LAPS} laps, got {laps}")
    (count,) = reader.integers(1, "checkpointCount")
    if not 2 <= count <= MAX_CHECKPOINTS:
        raise UnreadableInput(
            f"line {reader.number}: expected 2 to {MAX_CHECKPOINTS} checkpoints, got {count}"
        )
    points = [reader.integers(2, "checkpointX checkpointY") for _ in range(count)]
    return make_track([(x, y) for x, y in points])


def format_pod(pod: Pod, track: Track, is_first: bool) -> str:
    """The line that tells of a pod; no heading is told before the first turn."""
    angle = HEADING_UNSET if is_first else floor(degrees(pod.heading) + 0.5) % 360
    numbers = (pod.x, pod.y, pod.vx, pod.vy)
    return " ".join(
        [*(str(int(value)) for value in numbers), str(angle), str(pod.passed % track.count)]
    )


def pods_seen_by(player: int) -> list[int]:
    """The pods in the order in which `player` is told of them: his own first."""
    own = player * PODS_EACH
    return [(own + index) % PODS for index in range(PODS)]


def format_turn(race: Race, track: Track, player: int, is_first: bool) -> list[str]:
    """The lines that `player` gets in a turn."""
    return [format_pod(race.pods[index], track, is_first) for index in pods_seen_by(player)]


def read_turn(reader: LineReader, track: Track) -> list[PodLine]:
    """The four lines of a turn; all of them are read before the first is judged. UnreadableInput
    as above.
    """
    lines = [reader.line() for _ in range(PODS)]
    first = reader.number - PODS + 1
    pods = []
    for offset, line in enumerate(lines):
        what = f"line {first + offset}: x y vx vy angle nextCheckPointId"
        pod = PodLine(*parse_integers(line, 6, what))
        if not 0 <= pod.next_id < track.count:
            raise UnreadableInput(
                f"{what}: expected nextCheckPointId 0 to {track.count - 1}, got {pod.next_id}"
            )
        pods.append(pod)
    return pods
