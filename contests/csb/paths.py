"""Finds the expected places of pods in a bot's explanation, by playing its lines of play."""

from collections.abc import Mapping, Sequence
from math import atan2

from bots.csb import rules
from bots.csb.rules import Race, Track
from botsmith.replay.thoughts import Unit
from common.kernel import assign

COAST = "coast"
LONGEST = 12  # turns of a line that are played
TURNS = {"left": -rules.MAX_TURN, "right": rules.MAX_TURN}
THRUSTS = {"full": rules.MAX_THRUST, COAST: 0.0, "shield": 0.0}

Point = tuple[float, float]


def pod_of(seat: int, unit: int) -> int:
    """Returns the pod of a seat's unit. Every bot numbers the pods as player 0."""
    return (unit + seat * rules.PODS_EACH) % rules.PODS


def expected(race: Race, track: Track, seat: int, units: Sequence[Unit]) -> dict[int, list[Point]]:
    """Returns the places of each pod, now and after each turn of a seat's expected line.

    Pods without a line coast, as do those at its end. An unknown move ends the paths of all pods.
    """
    lines = {pod_of(seat, unit.number): unit.line for unit in units if unit.number < rules.PODS}
    world = Race()
    assign(world, race)
    if world.turn == 0:  # before the first order pods look at checkpoint 1
        for pod in world.pods:
            pod.heading = atan2(track.y[1] - pod.y, track.x[1] - pod.x)
    paths = {index: [(world.pods[index].x, world.pods[index].y)] for index in lines}
    for turn in range(min(LONGEST, max(map(len, lines.values()), default=0))):
        moves = {index: line[turn] for index, line in lines.items() if turn < len(line)}
        if not all(map(is_move, moves.values())):
            break
        play(world, track, moves)
        for index in moves:
            paths[index].append((world.pods[index].x, world.pods[index].y))
    return paths


def is_move(words: str) -> bool:
    """Returns True if these are the words of a move: "full left", "coast", "shield"."""
    thrust, _, side = words.partition(" ")
    return thrust in THRUSTS and (not side or side in TURNS)


def play(world: Race, track: Track, moves: Mapping[int, str]) -> None:
    """Plays one turn, with the moves by pod."""
    for index in range(rules.PODS):
        pod = world.pods[index]
        thrust, _, side = moves.get(index, COAST).partition(" ")
        pod.heading += TURNS.get(side, 0.0)
        kind = rules.SHIELD if thrust == "shield" else rules.THRUST
        rules.give_order(pod, kind, THRUSTS[thrust], True)
    rules.move(world, track)
