"""The base of all bots for Coders Strike Back: it reads the race and writes two orders."""

from math import cos, dist, sin
from typing import Any

from bots.csb import protocol
from bots.csb.known import Known, angle_to
from bots.csb.params import Params
from bots.csb.protocol import AIM_DISTANCE, Order, format_order
from bots.csb.rating import MOVES, SHIELD_MOVE, Setting, assign_roles
from bots.csb.rules import (
    BOOST,
    CONTACT,
    MAX_TURN,
    PODS_EACH,
    SHIELD,
    THRUST,
    Track,
)
from common.engine import Engines
from common.kernel import assign
from common.loop import Searcher
from common.rng import make_dice
from common.stdio import LineReader

DRIFT_TURNS = 3.0  # by which the fallback aims short of the checkpoint
BOOST_SLACK = 0.1  # radians off the checkpoint
DICE_A_MATCH = 1000  # more than a match has turns
OWN = range(PODS_EACH)  # a bot sees itself as player 0


class Pilot(Searcher[Any]):
    """Plays as player 0 of its own view of the race; `answer` searches."""

    turn_ms = 75.0

    def __init__(self, params: Params, engines: Engines[Any]) -> None:
        super().__init__(params, engines)
        self.setting = Setting()
        assign(self.setting.params, params)
        self._enter(protocol.make_track([(0, 0), (9000, 0)]))
        for index, pod in enumerate(self.known.race.pods):
            pod.y = 2.0 * CONTACT * index

    def read_start(self, reader: LineReader) -> None:
        self._enter(protocol.read_track(reader))

    def _enter(self, track: Track) -> None:
        assign(self.setting.track, track)
        self.known = Known(track)

    def read_turn(self, reader: LineReader) -> None:
        self.known.observe(protocol.read_turn(reader, self.setting.track))

    def load(self, engine: Any) -> None:
        """Loads the race and its dice."""
        race = self.known.race
        assign_roles(race, self.setting)
        engine.load("race", race)
        engine.load("setting", self.setting)
        engine.load("dice", make_dice(self.seed * DICE_A_MATCH + race.turn))

    def _order(self, index: int, number: int) -> Order:
        """Returns the order for a move; full thrust straight ahead may become the boost."""
        move, pod = MOVES[number], self.known.race.pods[index]
        heading = pod.heading + float(move.turn) * MAX_TURN
        x = round(pod.x + AIM_DISTANCE * cos(heading))
        y = round(pod.y + AIM_DISTANCE * sin(heading))
        kind = SHIELD if number == SHIELD_MOVE else THRUST
        if number == 0 and self._is_boost_worth_it(index):
            kind = BOOST
        return Order(x, y, kind, round(move.thrust))

    def _is_boost_worth_it(self, index: int) -> bool:
        """Returns True for a runner with a long straight way ahead."""
        pod, setting = self.known.race.pods[index], self.setting
        x, y = setting.track.x[pod.passed], setting.track.y[pod.passed]
        return (
            index == setting.runner[0]
            and not pod.boosted
            and pod.shield == 0
            and abs(angle_to(pod, x, y)) < BOOST_SLACK
            and dist((x, y), (pod.x, pod.y)) > setting.params.boost_distance
        )

    def fallback(self) -> list[str]:
        """Steers both pods to their checkpoints, against the drift, at half thrust."""
        orders, track = [], self.setting.track
        for pod in self.known.race.pods[:PODS_EACH]:
            x = round(track.x[pod.passed] - DRIFT_TURNS * pod.vx)
            y = round(track.y[pod.passed] - DRIFT_TURNS * pod.vy)
            orders.append(Order(x, y, THRUST, 100))
        return self._play(orders)

    def _play(self, orders: list[Order]) -> list[str]:
        """Returns the orders as lines."""
        self.known.obey(orders)
        return [format_order(order) for order in orders]
