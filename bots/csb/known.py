"""What the bot knows of a race beyond what it is told: its own pods exactly, shields."""

from itertools import product
from math import atan2, dist, inf, radians, remainder

from bots.csb.protocol import HEADING_UNSET, Order
from bots.csb.rules import (
    FULL_CIRCLE,
    MAX_THRUST,
    PLAYERS,
    PODS,
    PODS_EACH,
    SHIELD,
    THRUST,
    Race,
    Track,
    give_order,
    move,
    turn_toward,
)
from common.kernel import assign

HEADING_SLACK = 0.02  # radians: headings are told in degrees
GUESSES = tuple(product(((THRUST, 0.0), (THRUST, MAX_THRUST), (SHIELD, 0.0)), repeat=PODS_EACH))


class Known:
    """Holds the race as it stands, the own pods first."""

    def __init__(self, track: Track) -> None:
        self.track = track
        self.race = Race()

    def observe(self, told: list[list[int]]) -> None:
        """Takes in the lines of a turn."""
        if self.race.turn > 0:
            self._infer_shields(told)
            for player in range(PLAYERS):
                self.race.idle[player] += 1
        for index, line in enumerate(told):
            self._observe(index, line)

    def _infer_shields(self, told: list[list[int]]) -> None:
        """Shields after the turn played, by the rivals' orders that explain best what is told."""
        least, shields = inf, [0] * PODS
        world = Race()
        for orders in GUESSES:
            assign(world, self.race)
            for index, (kind, thrust) in enumerate(orders, PODS_EACH):
                world.pods[index].heading = radians(told[index][4])
                give_order(world.pods[index], kind, thrust, True)
            move(world, self.track)
            pods = zip(world.pods, told, strict=True)
            error = sum(dist((pod.x, pod.y, pod.vx, pod.vy), line[:4]) for pod, line in pods)
            if error < least:
                least = error
                shields = [pod.shield for pod in world.pods]
        for index, shield in enumerate(shields):
            self.race.pods[index].shield = shield

    def _observe(self, index: int, told: list[int]) -> None:
        """Brings a pod in line with what is told of it."""
        pod, track = self.race.pods[index], self.track
        pod.x, pod.y, pod.vx, pod.vy = map(float, told[:4])
        angle, next_id = told[4:]
        if angle == HEADING_UNSET:
            pod.heading = atan2(track.y[1] - pod.y, track.x[1] - pod.x)
        elif abs(remainder(radians(angle) - pod.heading, FULL_CIRCLE)) > HEADING_SLACK:
            pod.heading = radians(angle)  # a rival's; the own pods' are known exactly
        while pod.passed % track.count != next_id and pod.passed < track.goal:
            pod.passed += 1
            self.race.idle[index // PODS_EACH] = 0

    def obey(self, orders: list[Order]) -> None:
        """Gives the own pods their orders."""
        for index, order in enumerate(orders):
            pod = self.race.pods[index]
            x, y = float(order.x), float(order.y)
            is_steering = x != pod.x or y != pod.y
            if is_steering:
                turn_toward(pod, x, y, self.race.turn == 0)
            give_order(pod, order.kind, float(order.thrust), is_steering)
        self.race.turn += 1
