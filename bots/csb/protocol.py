"""The lines that a Coders Strike Back bot reads and writes; the referee has the other side."""

from typing import NamedTuple

from bots.csb.rules import BOOST, LAPS, MAX_CHECKPOINTS, PODS, SHIELD, Track
from common.integers import parse_integers, read_integers
from common.stdio import LineReader, UnreadableInput

HEADING_UNSET = -1  # printed for every pod on the first turn
AIM_DISTANCE = 100_000.0  # map units to the point at which a pod is steered


class Order(NamedTuple):
    """A pod's order.

    x, y: the point to turn toward
    kind: THRUST, BOOST or SHIELD
    thrust: 0..200, for THRUST
    """

    x: int
    y: int
    kind: int
    thrust: int


def format_order(order: Order) -> str:
    """Returns an order's output line."""
    word = {BOOST: "BOOST", SHIELD: "SHIELD"}.get(order.kind, str(order.thrust))
    return f"{order.x} {order.y} {word}"


def make_track(checkpoints: list[tuple[int, int]]) -> Track:
    """Returns the route over 2 to MAX_CHECKPOINTS checkpoints."""
    track = Track()
    track.count = len(checkpoints)
    track.goal = LAPS * track.count
    for entry in range(track.goal + 1):
        track.x[entry], track.y[entry] = map(float, checkpoints[entry % track.count])
    return track


def read_track(reader: LineReader) -> Track:
    """Reads the track. Raises UnreadableInput for wrong lines."""
    (laps,) = read_integers(reader, 1, "laps")
    if laps != LAPS:
        raise UnreadableInput(f"line {reader.number}: expected {LAPS} laps, got {laps}")
    (count,) = read_integers(reader, 1, "checkpointCount")
    if not 2 <= count <= MAX_CHECKPOINTS:
        raise UnreadableInput(f"line {reader.number}: expected 2..8 checkpoints, got {count}")
    points = [read_integers(reader, 2, "checkpointX checkpointY") for _ in range(count)]
    return make_track([(x, y) for x, y in points])


def read_turn(reader: LineReader, track: Track) -> list[list[int]]:
    """Reads x y vx vy angle nextCheckPointId of four pods. Raises UnreadableInput for wrong
    lines.
    """
    lines = [reader.line() for _ in range(PODS)]
    pods = []
    for number, line in enumerate(lines, reader.number - PODS + 1):
        what = f"line {number}: x y vx vy angle nextCheckPointId"
        pods.append(parse_integers(line, 6, what))
        if not 0 <= pods[-1][5] < track.count:
            raise UnreadableInput(f"{what}: expected an id below {track.count}, got {line!r}")
    return pods
