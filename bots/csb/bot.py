"""The Coders Strike Back bot: tracks the race, searches with Smitsimax, writes two orders."""

import json
from collections.abc import Mapping
from itertools import product
from math import atan2, cos, dist, inf, radians, remainder, sin

from bots.csb import protocol
from bots.csb.params import Params
from bots.csb.protocol import HEADING_UNSET, Order
from bots.csb.rules import (
    BOOST,
    CONTACT,
    FULL_CIRCLE,
    MAX_THRUST,
    PLAYERS,
    PODS,
    PODS_EACH,
    SHIELD,
    THRUST,
    Race,
    angle_to,
    give_order,
    move,
    turn_toward,
)
from bots.csb.search import (
    ENTRIES,
    SHIELD_MOVE,
    THRUSTS,
    TURNS,
    Memory,
    Setting,
    assign_roles,
    begin,
    think,
)
from common.clock import Deadline
from common.engine import Engine, Engines
from common.kernel import assign
from common.loop import Stat, run
from common.native import Compiled
from common.rng import make_dice
from common.search.smitsimax import describe, root_moves
from common.stdio import LineReader

MOVE_NAMES = ("full", "full left", "full right", "coast", "coast left", "coast right", "shield")
STRAIGHT = 0  # the move of full thrust without a turn
DRIFT_TURNS = 3.0  # by which the fallback aims short of the checkpoint
TURN_MS = 75.0
CHUNK = 4  # iterations between looks at the clock
WARM_UP = 20  # iterations before the first line
AIM_DISTANCE = 100_000.0  # of the point to turn to
HEADING_SLACK = 0.02  # radians: headings are told in degrees
BOOST_SLACK = 0.1  # radians off the checkpoint
DICE_A_MATCH = 1000  # more than a match has turns
OWN = range(PODS_EACH)  # a bot sees itself as player 0
GUESSES = tuple(product(((THRUST, 0.0), (THRUST, MAX_THRUST), (SHIELD, 0.0)), repeat=PODS_EACH))


class CsbBot:
    """Plays as player 0 of its own view of the race."""

    turn_ms = TURN_MS

    def __init__(self, params: Params, engines: Engines[Memory]) -> None:
        self.params = params
        self.engines = engines
        self.first_ms = params.first_ms
        self.margin_ms = params.margin_ms
        self.seed = 0
        self.race = Race()
        self.setting = Setting()
        self.engine: Engine[Memory] = engines.python  # of the last search
        self.search_ms = 0.0

    def prepare(self, seed: int) -> None:
        self.seed = seed
        assign(self.setting.params, self.params)
        assign(self.setting.track, protocol.make_track([(0, 0), (9000, 0)]))
        race = Race()  # a made-up one, to fill all caches
        for index in range(PODS):
            race.pods[index].y = 2.0 * CONTACT * index
        self._search(race, Deadline(TURN_MS, 0.0, iterations=WARM_UP))
        self.engines.start()

    def read_start(self, reader: LineReader) -> None:
        assign(self.setting.track, protocol.read_track(reader))

    def read_turn(self, reader: LineReader) -> None:
        lines = protocol.read_turn(reader, self.setting.track)
        if self.race.turn > 0:
            self._infer_shields(lines)
        for player in range(PLAYERS):
            self.race.idle[player] += int(self.race.turn > 0)
        for index, line in enumerate(lines):
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
            move(world, self.setting.track)
            places = [(pod.x, pod.y, pod.vx, pod.vy) for pod in world.pods]
            error = sum(dist(place, line[:4]) for place, line in zip(places, told, strict=True))
            if error < least:
                least = error
                shields = [pod.shield for pod in world.pods]
        for index, shield in enumerate(shields):
            self.race.pods[index].shield = shield

    def _observe(self, index: int, told: list[int]) -> None:
        """Brings a tracked pod in line with what is told of it."""
        pod, track = self.race.pods[index], self.setting.track
        pod.x, pod.y, pod.vx, pod.vy = map(float, told[:4])
        angle, next_id = told[4:]
        if angle == HEADING_UNSET:
            pod.heading = atan2(track.y[1] - pod.y, track.x[1] - pod.x)
        elif abs(remainder(radians(angle) - pod.heading, FULL_CIRCLE)) > HEADING_SLACK:
            pod.heading = radians(angle)  # a rival's; the own pods' are known exactly
        while pod.passed % track.count != next_id and pod.passed < track.goal:
            pod.passed += 1
            self.race.idle[index // PODS_EACH] = 0

    def answer(self, deadline: Deadline) -> list[str]:
        engine = self._search(self.race, deadline)
        moves = [root_moves(engine.memory.forest, index) for index in OWN]
        if not all(moves):
            return self.fallback()
        return self._commit([self._order(index, moves[index][0][0]) for index in OWN])

    def _search(self, race: Race, deadline: Deadline) -> Engine[Memory]:
        """Searches from `race` until the deadline; the engine holds what was found."""
        engine = self.engine = self.engines.current(deadline)
        assign_roles(race, self.setting)
        engine.load("start", race)
        engine.load("setting", self.setting)
        engine.load("dice", make_dice(self.seed * DICE_A_MATCH + race.turn))
        engine.call(begin)
        for count in deadline.chunks(CHUNK * engine.pace):
            engine.call(think, count)
        self.search_ms = deadline.search_ms
        return engine

    def _order(self, index: int, chosen: int) -> Order:
        """The order for a move; full thrust straight ahead may become the boost."""
        pod = self.race.pods[index]
        heading = pod.heading + TURNS[chosen]
        x = round(pod.x + AIM_DISTANCE * cos(heading))
        y = round(pod.y + AIM_DISTANCE * sin(heading))
        kind = SHIELD if chosen == SHIELD_MOVE else THRUST
        if chosen == STRAIGHT and self._is_boost_worth_it(index):
            kind = BOOST
        return Order(x, y, kind, round(THRUSTS[chosen]))

    def _is_boost_worth_it(self, index: int) -> bool:
        """Whether it is the runner's, with a long straight way ahead."""
        pod, track = self.race.pods[index], self.setting.track
        x, y = track.x[pod.passed], track.y[pod.passed]
        return (
            index == self.setting.runner[0]
            and not pod.boosted
            and pod.shield == 0
            and abs(angle_to(pod, x, y)) < BOOST_SLACK
            and dist((x, y), (pod.x, pod.y)) > self.params.boost_distance
        )

    def fallback(self) -> list[str]:
        """Both pods steer at their checkpoint, against the drift."""
        orders = []
        for index in OWN:
            pod = self.race.pods[index]
            x = round(self.setting.track.x[pod.passed] - DRIFT_TURNS * pod.vx)
            y = round(self.setting.track.y[pod.passed] - DRIFT_TURNS * pod.vy)
            orders.append(Order(x, y, THRUST, round(MAX_THRUST) // 2))
        return self._commit(orders)

    def _commit(self, orders: list[Order]) -> list[str]:
        """The orders as lines; the own pods take them, and so stay known."""
        for index, order in enumerate(orders):
            pod = self.race.pods[index]
            x, y = float(order.x), float(order.y)
            is_steering = x != pod.x or y != pod.y
            if is_steering:
                turn_toward(pod, x, y, self.race.turn == 0)
            give_order(pod, order.kind, float(order.thrust), is_steering)
        self.race.turn += 1
        return [protocol.format_order(order) for order in orders]

    def stats(self) -> Mapping[str, Stat]:
        iterations = self.engine.memory.forest.iterations
        return {
            "iterations": iterations,
            "simulated_turns": iterations * self.params.depth,
            "nodes": self.engine.memory.forest.used,
            "evaluations": iterations,
            "ucb": self.engine.memory.forest.ucb_picks,
            "depth": self.params.depth,
            "search_ms": round(self.search_ms, 3),
            "engine": self.engine.name,
        }

    def explain(self) -> str:
        units = describe(self.engine.memory.forest, [MOVE_NAMES] * PODS)
        return json.dumps({"turn": self.race.turn - 1, "units": units})


def main() -> None:
    """Plays on stdin and stdout."""
    run(CsbBot(Params(), Compiled(Memory, ENTRIES)))
