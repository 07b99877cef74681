"""Finds the expected places of pods in a bot's explanation, by playing its lines of play."""

from collections.abc import Sequence
from math import atan2

from bots.csb import rules
from bots.csb.rules import Race, Track
from botsmith.replay.thoughts import Unit
from common.kernel import assign

COAST = "coast"
LONGEST = 12  # turns of a line that are played
TURNS = {"": 0.0, "left": -rules.MAX_TURN, "right": rules.MAX_TURN}
THRUSTS = {"full": rules.MAX_THRUST, COAST: 0.0, "shield": 0.0}

Point = tuple[float, float]


def pod_of(seat: int, unit: int) -> int:
    """Returns the pod of a seat's unit. Every bot numbers the pods as player 0."""
    return (unit + seat * rules.PODS_EACH) % rules.PODS


def expected(race: Race, track: Track, seat: int, units: Sequence[Unit]) -> dict[int, list[Point]]:
    """Returns the places of each pod, now and after each turn of a seat's expected line.

    A move is "full left", "coast", "shield" and so on. Pods without a line coast, as do those at
    its end. An unknown move ends the paths of all pods.
    """
    lines = {pod_of(seat, unit.number): unit.line for unit in units if unit.number < rules.PODS}
    world = Race()
    assign(world, race)
    if world.turn == 0:  # before the first order pods look at checkpoint 1
        for pod in world.pods:
            pod.heading = atan2(track.y[1] - pod.y, track.x[1] - pod.x)
    paths = {index: [(world.pods[index].x, world.pods[index].y)] for index in lines}
    for turn in range(min(LONGEST, max(map(len, lines.values()), default=0))):
        words = {index: line[turn] for index, line in lines.items() if turn < len(line)}
        moves = {index: word.partition(" ") for index, word in words.items()}
        if not all(thrust in THRUSTS and side in TURNS for thrust, _, side in moves.values()):
            break
        for index, pod in enumerate(world.pods):
            thrust, _, side = moves.get(index, (COAST, "", ""))
            pod.heading += TURNS[side]
            kind = rules.SHIELD if thrust == "shield" else rules.THRUST
            rules.give_order(pod, kind, THRUSTS[thrust], True)
        rules.move(world, track)
        for index in moves:
            paths[index].append((world.pods[index].x, world.pods[index].y))
    return paths
