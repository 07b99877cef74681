"""The bot's knowledge of a race beyond its input: its own pods' headings, shields, laps."""

from itertools import product
from math import atan2, dist, inf, pi, radians, remainder

from bots.csb.protocol import HEADING_UNSET, Order
from bots.csb.rules import (
    FULL_CIRCLE,
    MAX_THRUST,
    MAX_TURN,
    PODS_EACH,
    SHIELD,
    THRUST,
    Pod,
    Race,
    Track,
    begin_turn,
    give_order,
    move,
)
from common.kernel import assign

HEADING_SLACK = 0.02  # radians: headings come in degrees
GUESSES = tuple(product(((THRUST, 0.0), (THRUST, MAX_THRUST), (SHIELD, 0.0)), repeat=PODS_EACH))


class Known:
    """Holds the present state of the race, the own pods first."""

    def __init__(self, track: Track) -> None:
        self.track = track
        self.race = Race()

    def observe(self, rows: list[list[int]]) -> None:
        """Updates the race by the lines of a turn."""
        race, track = self.race, self.track
        if race.turn > 0:
            for pod, guessed in zip(race.pods, self._guess(rows).pods, strict=True):
                pod.shield = guessed.shield
        for index, (*place, angle, next_id) in enumerate(rows):
            pod = race.pods[index]
            pod.x, pod.y, pod.vx, pod.vy = map(float, place)
            if angle == HEADING_UNSET:
                pod.heading += angle_to(pod, track.x[1], track.y[1])
            elif abs(remainder(radians(angle) - pod.heading, FULL_CIRCLE)) > HEADING_SLACK:
                pod.heading = radians(angle)  # a rival's; the own pods' are known better
            while pod.passed % track.count != next_id and pod.passed < track.goal:
                pod.passed += 1
                race.idle[index // PODS_EACH] = 0

    def _guess(self, rows: list[list[int]]) -> Race:
        """Returns the race after the turn played, by the rivals' orders that explain it best."""
        best, least = self.race, inf
        for orders in GUESSES:
            race = Race()
            assign(race, self.race)
            for index, (kind, thrust) in enumerate(orders, PODS_EACH):
                race.pods[index].heading = radians(rows[index][4])
                give_order(race.pods[index], kind, thrust, True)
            move(race, self.track)
            pods = zip(race.pods, rows, strict=True)
            error = sum(dist((pod.x, pod.y, pod.vx, pod.vy), line[:4]) for pod, line in pods)
            if error < least:
                best, least = race, error
        return best

    def obey(self, orders: list[Order]) -> None:
        """Gives the own pods their orders."""
        most = MAX_TURN if self.race.turn else pi
        for pod, order in zip(self.race.pods, orders, strict=False):
            turn = angle_to(pod, order.x, order.y)
            pod.heading += min(max(turn, -most), most)
            give_order(pod, order.kind, float(order.thrust), True)
        begin_turn(self.race)


def angle_to(pod: Pod, x: float, y: float) -> float:
    """Returns the smallest turn, in radians, from the pod's heading to the point (x, y)."""
    return remainder(atan2(y - pod.y, x - pod.x) - pod.heading, FULL_CIRCLE)
