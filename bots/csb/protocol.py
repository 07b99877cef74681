"""Lines of Coders Strike Back <-> values, both ways: for the bot and for the referee."""

import re
from math import degrees, floor
from typing import NamedTuple

from bots.csb.rules import (
    BOOST,
    LAPS,
    MAX_CHECKPOINTS,
    MAX_THRUST,
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
MAX_DIGITS = 300  # of a coordinate that are read: as many as a float can hold


class Order(NamedTuple):
    """The point to turn toward, THRUST, BOOST or SHIELD, and the 0..200 of THRUST."""

    x: int
    y: int
    kind: int
    thrust: int


class InvalidOrder(ValueError):
    """An output line that the rules do not allow."""


def parse_order(line: str) -> Order:
    """An output line as an order, else InvalidOrder."""
    match = ORDER.fullmatch(line)
    if match is None:
        raise InvalidOrder(f"expected 'X Y thrust|BOOST|SHIELD', got {line[:60]!r}")
    x, y, word, _message = match.groups()
    x, y, word = int(x[:MAX_DIGITS]), int(y[:MAX_DIGITS]), word[:MAX_DIGITS]
    if word in WORDS:
        return Order(x, y, WORDS[word], 0)
    if int(word) > MAX_THRUST:
        raise InvalidOrder(f"thrust {word[:20]} is above {MAX_THRUST:.0f}")
    return Order(x, y, THRUST, int(word))


def format_order(order: Order) -> str:
    """An order as an output line."""
    word = {BOOST: "BOOST", SHIELD: "SHIELD"}.get(order.kind, str(order.thrust))
    return f"{order.x} {order.y} {word}"


def make_track(checkpoints: list[tuple[int, int]]) -> Track:
    """The route over 2 to MAX_CHECKPOINTS checkpoints, else ValueError."""
    track = Track()
    track.count = len(checkpoints)
    if not 2 <= track.count <= MAX_CHECKPOINTS:
        raise ValueError(f"a lap has 2 to {MAX_CHECKPOINTS} checkpoints, not {track.count}")
    track.goal = LAPS * track.count
    for entry in range(track.goal + 1):
        x, y = checkpoints[entry % track.count]
        track.x[entry] = float(x)
        track.y[entry] = float(y)
    return track


def format_track(track: Track) -> list[str]:
    """The lines that every player gets once."""
    points = [f"{track.x[entry]:.0f} {track.y[entry]:.0f}" for entry in range(track.count)]
    return [str(LAPS), str(track.count), *points]


def read_track(reader: LineReader) -> Track:
    """The track from the lines that a player gets once, else UnreadableInput."""
    (laps,) = reader.integers(1, "laps")
    if laps != LAPS:
        raise UnreadableInput(f"line {reader.number}: expected {LAPS} laps, got {laps}")
    (count,) = reader.integers(1, "checkpointCount")
    if not 2 <= count <= MAX_CHECKPOINTS:
        raise UnreadableInput(f"line {reader.number}: expected 2..8 checkpoints, got {count}")
    points = [reader.integers(2, "checkpointX checkpointY") for _ in range(count)]
    return make_track([(x, y) for x, y in points])


def format_pod(pod: Pod, track: Track, is_first: bool) -> str:
    """The line that tells of a pod; no heading is told before the first turn."""
    angle = HEADING_UNSET if is_first else floor(degrees(pod.heading) + 0.5) % 360
    numbers = (pod.x, pod.y, pod.vx, pod.vy, angle, pod.passed % track.count)
    return " ".join(str(int(number)) for number in numbers)


def pods_seen_by(player: int) -> list[int]:
    """The pods in the order in which `player` is told of them."""
    own = player * PODS_EACH
    return [(own + index) % PODS for index in range(PODS)]


def format_turn(race: Race, track: Track, player: int, is_first: bool) -> list[str]:
    """The lines that `player` gets in a turn."""
    return [format_pod(race.pods[index], track, is_first) for index in pods_seen_by(player)]


def read_turn(reader: LineReader, track: Track) -> list[list[int]]:
    """x y vx vy angle nextCheckPointId of the four pods, else UnreadableInput."""
    lines = [reader.line() for _ in range(PODS)]
    first = reader.number - PODS + 1
    pods = []
    for offset, line in enumerate(lines):
        what = f"line {first + offset}: x y vx vy angle nextCheckPointId"
        pods.append(parse_integers(line, 6, what))
        if not 0 <= pods[-1][5] < track.count:
            raise UnreadableInput(f"{what}: expected an id below {track.count}, got {line!r}")
    return pods
