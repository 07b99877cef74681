"""The Coders Strike Back bot: keeps track of the race, searches with Smitsimax, writes two orders
a turn.
"""

import json
from collections.abc import Mapping
from math import cos, radians, sin, sqrt

from bots.csb import protocol
from bots.csb.params import Params
from bots.csb.protocol import HEADING_UNSET, Order, PodLine
from bots.csb.rules import (
    BOOST,
    CONTACT,
    MAX_THRUST,
    NO_CHECKPOINT_TURNS,
    PODS,
    PODS_EACH,
    SHIELD,
    THRUST,
    Pod,
    Race,
    angle_to,
    give_order,
    turn_toward,
)
from bots.csb.search import (
    SHIELD_MOVE,
    THRUSTS,
    TURNS,
    Memory,
    Setting,
    begin,
    standing,
    think,
)
from common.clock import Deadline
from common.engine import Engine, Engines, PythonOnly
from common.kernel import assign
from common.loop import Value, run
from common.rng import make_dice
from common.search.smitsimax import (
    best_move,
    iterations_done,
    report,
    slots_used,
    ucb_picks_done,
)
from common.stdio import LineReader

MOVE_NAMES = ("full", "full left", "full right", "coast", "coast left", "coast right", "shield")
STRAIGHT = 0  # the move of full thrust without a turn
DRIFT_TURNS = 3.0  # the fallback aims this many turns of speed short of the checkpoint
FIRST_MS = 1000.0
TURN_MS = 75.0
CHUNK = 4  # iterations between two looks at the clock, about half a millisecond
AIM_DISTANCE = (
    100_000.0  # how far away a pod is told to look: rounding the point then bends nothing
)
DICE_A_MATCH = 1000  # more than a match has turns: every turn of every seed has dice of its own
OWN = range(PODS_EACH)  # a bot sees itself as player 0
HEADING_SLACK = (
    0.02  # radians by which a heading told in whole degrees may differ from the tracked one
)
BOOST_SLACK = 0.1  # radians off the checkpoint's direction at which the boost still goes straight


class CsbBot:
    """Plays as player 0 of its own view of the race, which holds what the lines do not tell."""

    first_ms = FIRST_MS
    turn_ms = TURN_MS

    def __init__(self, params: Params, engines: Engines) -> None:
        self.params = params
        self.engines = engines
        self.margin_ms = params.margin_ms
        self.seed = 0
        self.turn = 0
        self.race = protocol.make_race()
        self.setting = Setting()
        self.engine: Engine | None = None  # of the last turn that was searched, with its deadline
        self.deadline: Deadline | None = None

    def prepare(self, seed: int) -> None:
        """Starts the engines and runs a short search on a made-up race, so that all caches are
        filled.
        """
        self.seed = seed
        self.engines.start()
        assign(self.setting.params, self.params)
        assign(self.setting.track, protocol.make_track([(0, 0), (9000, 0)]))
        race = protocol.make_race()
        for index in range(PODS):
            race.pods[index].y = 2.0 * CONTACT * index
        self._search(race, Deadline(FIRST_MS, 0.0, iterations=5 * CHUNK))

    def read_start(self, reader: LineReader) -> None:
        """The track."""
        assign(self.setting.track, protocol.read_track(reader))

    def read_turn(self, reader: LineReader) -> None:
        """The four pods, and what follows for passed checkpoints, headings, boosts and time-outs."""
        lines = protocol.read_turn(reader, self.setting.track)
        self.turn += 1
        passes = [self._observe(self.race.pods[index], line) for index, line in enumerate(lines)]
        if self.turn == 1:
            return
        for player in (0, 1):
            own = player * PODS_EACH
            has_passed = passes[own] or passes[own + 1]
            self.race.left[player] = (
                NO_CHECKPOINT_TURNS if has_passed else self.race.left[player] - 1
            )

    def _observe(self, pod: Pod, line: PodLine) -> bool:
        """Brings a tracked pod in line with what is told of it; whether it has passed a checkpoint.

        The pod holds what was known after the last turn; an own one has turned and taken its
        order since.
        """
        track = self.setting.track
        pod.x, pod.y = float(line.x), float(line.y)
        pod.vx, pod.vy = float(line.vx), float(line.vy)
        told = radians(float(line.angle))
        if line.angle == HEADING_UNSET:
            pod.heading = 0.0
            pod.heading = angle_to(pod, track.x[1], track.y[1])
        else:
            looked_at = pod.heading
            pod.heading = told
            drift = angle_to(pod, pod.x + cos(looked_at), pod.y + sin(looked_at))
            if abs(drift) < HEADING_SLACK:
                pod.heading = looked_at
        before = pod.passed
        while pod.passed % track.count != line.next_id and pod.passed < track.goal:
            pod.passed += 1
        return pod.passed != before

    def answer(self, deadline: Deadline) -> list[str]:
        """Searches, then writes the orders of both own pods and takes note of them."""
        engine = self._search(self.race, deadline)
        moves = [engine.ask("forest", best_move, index) for index in OWN]
        if min(moves) < 0:
            return self.fallback()
        return self._commit([self._order(index, moves[index]) for index in OWN])

    def _search(self, race: Race, deadline: Deadline) -> Engine:
        """Searches from `race` until the deadline; the engine holds what was found."""
        engine = self.engines.current(deadline)
        engine.load("start", race)
        engine.load("setting", self.setting)
        engine.load("dice", make_dice(self.seed * DICE_A_MATCH + self.turn))
        engine.call(begin)
        for count in deadline.chunks(CHUNK):
            engine.call(think, count)
        self.engine, self.deadline = engine, deadline
        return engine

    def _order(self, index: int, chosen: int) -> Order:
        """The order that plays a move of the search; a full thrust straight ahead may become the
        boost.
        """
        pod = self.race.pods[index]
        heading = pod.heading + TURNS[chosen]
        x = round(pod.x + AIM_DISTANCE * cos(heading))
        y = round(pod.y + AIM_DISTANCE * sin(heading))
        if chosen == SHIELD_MOVE:
            return Order(x, y, SHIELD, 0)
        if chosen == STRAIGHT and self._is_boost_worth_it(index):
            return Order(x, y, BOOST, 0)
        return Order(x, y, THRUST, round(THRUSTS[chosen]))

    def _standing(self, index: int) -> float:
        return standing(self.race.pods[index], self.setting.track)

    def _is_boost_worth_it(self, index: int) -> bool:
        """Whether the runner has a long straight way ahead and still has its boost."""
        pod = self.race.pods[index]
        track = self.setting.track
        x, y = track.x[pod.passed], track.y[pod.passed]
        return (
            index == max(OWN, key=self._standing)
            and not pod.boosted
            and pod.shield == 0
            and abs(angle_to(pod, x, y)) < BOOST_SLACK
            and sqrt((x - pod.x) ** 2 + (y - pod.y) ** 2) > self.params.boost_distance
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
        """The orders as lines; the own pods take them, so that heading, shield and boost stay
        known.
        """
        for index, order in enumerate(orders):
            pod = self.race.pods[index]
            x, y = float(order.x), float(order.y)
            is_steering = x != pod.x or y != pod.y
            if is_steering:
                turn_toward(pod, x, y, self.turn == 1)
            give_order(pod, order.kind, float(order.thrust), is_steering)
            pod.shield = max(0, pod.shield - 1)
        return [protocol.format_order(order) for order in orders]

    def stats(self) -> Mapping[str, Value]:
        """Counts of the last search (docs/measuring.md says what each one counts)."""
        engine, deadline = self.engine, self.deadline
        if engine is None or deadline is None:
            return {}
        iterations = engine.ask("forest", iterations_done)
        return {
            "iterations": iterations,
            "simulated_turns": iterations * self.params.depth,
            "nodes": engine.ask("forest", slots_used),
            "evaluations": iterations,
            "ucb": engine.ask("forest", ucb_picks_done),
            "depth": self.params.depth,
            "search_ms": round(deadline.search_ms(), 3),
            "engine": engine.name,
        }

    def explain(self) -> str:
        """Each pod's moves with visits and mean scores, most visited first, and its principal
        line.
        """
        if self.engine is None:
            return "{}"
        units = []
        for pod in range(PODS):
            moves, line = report(self.engine, "forest", pod)
            rows = [
                {"move": MOVE_NAMES[row.move], "visits": row.visits, "value": round(row.value, 3)}
                for row in moves
            ]
            units.append({"unit": pod, "moves": rows, "line": [MOVE_NAMES[move] for move in line]})
        return json.dumps({"turn": self.turn, "units": units})


def main(engines: Engines | None = None) -> None:
    """Plays on stdin and stdout; on CPython, unless a compiled bundle brings other engines."""
    run(CsbBot(Params(), engines or PythonOnly(Memory)))
