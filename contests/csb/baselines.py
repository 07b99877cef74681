"""Coders Strike Back: reads its lines, and plays `coast`, a simple racer."""

from math import atan2, degrees
from random import Random

from botsmith.arena.baselines.game import Bots, NextLine, Protocol

WIDTH, HEIGHT = 16_000, 9_000
FULL_THRUST = 200
TURNING_THRUST = 50
FACING_DEGREES = 60.0
DRIFT_TURNS = 3  # so many turns of present speed are steered against
PODS_EACH = 2
PODS = 4


class CsbProtocol(Protocol):
    """The input of Coders Strike Back.

    checkpoints: (x, y) of each checkpoint
    pods: x, y, vx, vy, angle, next checkpoint of each pod, own pods first

    The angle is in degrees, -1 while it is unset.
    """

    checkpoints: list[tuple[int, int]]
    pods: list[list[int]]

    def read_start(self, next_line: NextLine) -> None:
        next_line()  # laps
        self.checkpoints = []
        for _ in range(int(next_line())):
            x, y = map(int, next_line().split())
            self.checkpoints.append((x, y))

    def read_turn(self, next_line: NextLine) -> None:
        self.pods = [[int(word) for word in next_line().split()] for _ in range(PODS)]

    def legal(self, dice: Random) -> list[str]:
        lines = []
        for _ in range(PODS_EACH):
            x, y = dice.randrange(WIDTH), dice.randrange(HEIGHT)
            order: int | str = dice.randint(0, FULL_THRUST)
            if dice.random() < 0.05:
                order = dice.choice(("SHIELD", "BOOST"))
            lines.append(f"{x} {y} {order}")
        return lines

    def opening(self, dice: Random) -> list[str]:
        """Returns orders without BOOST and SHIELD, which a pod may not always use."""
        return [
            f"{dice.randrange(WIDTH)} {dice.randrange(HEIGHT)} {dice.randint(0, FULL_THRUST)}"
            for _ in range(PODS_EACH)
        ]


def coast(protocol: CsbProtocol, turn: int) -> list[str]:
    """Returns the orders of a simple racer: BOOST at the start, then to the next checkpoint,
    against the drift.
    """
    lines = []
    for x, y, vx, vy, angle, checkpoint in protocol.pods[:PODS_EACH]:
        goal_x, goal_y = protocol.checkpoints[checkpoint]
        target_x, target_y = goal_x - DRIFT_TURNS * vx, goal_y - DRIFT_TURNS * vy
        away = degrees(atan2(target_y - y, target_x - x)) - angle
        away = abs((away + 180.0) % 360.0 - 180.0)
        order: int | str = FULL_THRUST if away < FACING_DEGREES else TURNING_THRUST
        if turn == 1:
            order = "BOOST"
        lines.append(f"{target_x} {target_y} {order}")
    return lines


PROTOCOL = CsbProtocol
BOTS: Bots[CsbProtocol] = {"coast": coast}
