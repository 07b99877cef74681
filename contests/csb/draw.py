"""Coders Strike Back: draws the track, pods with heading, speed, order, path and shield,
collisions.
"""

from collections import deque
from collections.abc import Iterator, Sequence
from math import atan2, cos, hypot, sin

from bots.csb.protocol import Order
from bots.csb.rules import BOOST, LAPS, MAX_IDLE, PODS, PODS_EACH, SHIELD, SHIELD_TURNS, Pod
from botsmith.referees.answers import InvalidAnswer
from botsmith.replay import shapes
from botsmith.replay.painter import LETTERS, Painter
from botsmith.replay.shapes import Shape
from botsmith.replay.thoughts import Thought
from contests.csb.lines import parse_order
from contests.csb.paths import expected, pod_of
from contests.csb.referee import TURN_LIMIT, CsbReferee

CHECKPOINT_RADIUS = 600.0
POD_RADIUS = 400.0
TRAIL = 15  # how many turns of a pod's path are shown
NOSE, NOSE_HALF = POD_RADIUS * 1.35, 0.3  # how far out the heading's tip lies; half its angle
ORDER_RADIUS = 620.0  # where an order's arrow begins
ORDER_LENGTH = 4.0  # map units a unit of thrust
BOOST_LENGTH = 1300.0
MARGIN = 900.0  # map units that are seen around every pod


class CsbPainter(Painter[CsbReferee]):
    """Draws a race on 16000 x 9000 map units, or more if a pod leaves them. The score of a seat is
    the number of checkpoints passed by its leading pod.
    """

    width = 16_000.0
    height = 9_000.0
    score_name = "checkpoints passed"
    table_heads = ("pod", "lap", "next", "speed", "thrust", "boost", "shield", "time-out in")

    def __init__(self, referee: CsbReferee, names: Sequence[str] = ()) -> None:
        super().__init__(referee, names)
        self.trails: list[deque[tuple[float, float]]] = [deque(maxlen=TRAIL) for _ in range(PODS)]
        self.passed = [0] * PODS

    def background(self) -> Iterator[Shape]:
        track = self.referee.track
        places = [(track.x[index], track.y[index]) for index in range(track.count)]
        yield shapes.rectangle(0, 0, self.width, self.height, "faint")
        yield shapes.polygon(places, "", "dim/30", 30)
        for index, (x, y) in enumerate(places):
            yield shapes.circle(x, y, CHECKPOINT_RADIUS, "paper", "dim", 40)
            yield shapes.text(x, y, str(index), 500, "dim")
        for seat, (x, align) in enumerate(((150, "left"), (self.width - 150, "right"))):
            name = shapes.clipped(self.names[seat], 24)
            yield shapes.text(x, 350, name, 420, f"p{seat}", align)

    def view(self) -> tuple[float, float, float] | None:
        """Returns a view wider than the map while a pod is near the map's rim, or beyond it."""
        pods = self.referee.race.pods
        across, down = [pod.x for pod in pods], [pod.y for pod in pods]
        left, right = min(0.0, min(across) - MARGIN), max(self.width, max(across) + MARGIN)
        top, bottom = min(0.0, min(down) - MARGIN), max(self.height, max(down) + MARGIN)
        width = max(right - left, (bottom - top) * self.width / self.height)
        return None if width == self.width else (left, top, width)

    def frame(self) -> Iterator[Shape]:
        pods = self.referee.race.pods
        for trail, pod in zip(self.trails, pods, strict=True):
            trail.append((pod.x, pod.y))
        track = self.referee.track
        for index, pod in enumerate(pods):
            # The path of the last turns, and a line to the next checkpoint.
            colour = f"p{index // PODS_EACH}"
            if len(self.trails[index]) > 1:
                yield shapes.path(list(self.trails[index]), colour + "/35", 60)
            if not pod.finished:
                goal = (track.x[pod.passed], track.y[pod.passed])
                yield shapes.line(pod.x, pod.y, *goal, colour + "/15", 30)
        for index, pod in enumerate(pods):
            yield from self._order(index, pod)
            colour = f"p{index // PODS_EACH}"
            nose = [
                (pod.x + radius * cos(pod.heading + off), pod.y + radius * sin(pod.heading + off))
                for radius, off in ((POD_RADIUS, -NOSE_HALF), (NOSE, 0.0), (POD_RADIUS, NOSE_HALF))
            ]
            yield shapes.polygon(nose, "ink")
            yield shapes.circle(pod.x, pod.y, POD_RADIUS, colour + "/75", "ink", 25)
            if pod.shield >= SHIELD_TURNS - 1:
                yield shapes.circle(pod.x, pod.y, POD_RADIUS + 90, "", "cool", 70)
            if hypot(pod.vx, pod.vy) >= 1.0:
                yield shapes.line(pod.x, pod.y, pod.x + pod.vx, pod.y + pod.vy, "ink/60", 40)
            yield shapes.text(pod.x, pod.y, str(index % PODS_EACH), 330, "paper")
        for _time, one, other in self.referee.hits:
            a, b = pods[int(one)], pods[int(other)]
            middle = ((a.x + b.x) / 2, (a.y + b.y) / 2)
            yield shapes.circle(*middle, 260, "warm/70", "bad", 30)

    def _answer(self, index: int) -> Order | None:
        """Returns the last order of a pod, None if it could not be read."""
        seat, number = divmod(index, PODS_EACH)
        try:
            return parse_order(self.answers[seat][number])
        except (KeyError, IndexError, InvalidAnswer):
            return None

    def _order(self, index: int, pod: Pod) -> Iterator[Shape]:
        """Yields an arrow to the target of a pod's last order; more thrust makes it longer."""
        order = self._answer(index)
        if order is None or order.kind == SHIELD or len(self.trails[index]) < 2:
            return
        x, y = self.trails[index][-2]
        aim = atan2(order.y - y, order.x - x)
        length = BOOST_LENGTH if order.kind == BOOST else ORDER_LENGTH * order.thrust
        start = pod.x + ORDER_RADIUS * cos(aim), pod.y + ORDER_RADIUS * sin(aim)
        colour = "warm" if order.kind == BOOST else f"p{index // PODS_EACH}"
        end = start[0] + length * cos(aim), start[1] + length * sin(aim)
        one, other = shapes.barbs(*end, aim, 170, 0.6)
        yield shapes.path([start, end, one, end, other], colour, 50)

    def ghosts(self, seat: int, thought: Thought) -> Iterator[Shape]:
        """Yields the expected paths of the pods: own ones in long dashes, the rival's in short
        ones.
        """
        race, track = self.referee.race, self.referee.track
        for index, way in expected(race, track, seat, thought.units).items():
            colour = f"p{index // PODS_EACH}"
            is_own = index // PODS_EACH == seat
            width, dash, radius = (60, 200, 170) if is_own else (35, 90, 110)
            yield shapes.dashes(way, colour, width, dash)
            yield shapes.circle(*way[-1], radius, "", colour, width)

    def unit_name(self, seat: int, unit: int) -> str:
        index = pod_of(seat, unit)
        return f"{shapes.clipped(self.names[index // PODS_EACH], LETTERS)} {index % PODS_EACH}"

    def table(self) -> list[list[str]]:
        """Returns the figures of each pod."""
        rows = []
        for index in range(PODS):
            pod, seat = self.referee.race.pods[index], index // PODS_EACH
            count = self.referee.track.count
            lap = f"{min((pod.passed - 1) // count + 1, LAPS)} of {LAPS}"
            goal = "home" if pod.finished else str(pod.passed % count)
            speed = f"{hypot(pod.vx, pod.vy):,.0f}"
            order = self._answer(index)
            words = {BOOST: "boost", SHIELD: "shield"}
            thrust = "\u2013" if order is None else words.get(order.kind, str(order.thrust))
            boost = "spent" if pod.boosted else "left"
            shield = f"on, {pod.shield} more" if pod.shield else "ready"
            left = str(self.referee.turns_left(seat))
            rows.append([self.unit_name(0, index), lap, goal, speed, thrust, boost, shield, left])
        return rows

    def ending(self, end: str) -> str:
        kind, _, number = end.partition(" ")
        seat = int(number) if number in ("0", "1", "2", "3") else -1
        if kind == "finish" and seat >= 0:
            return f"pod {seat % PODS_EACH} of {self.names[seat // PODS_EACH]} finishes first"
        if kind in ("invalid", "no_output") and 0 <= seat < self.referee.players:
            fault = "an invalid answer" if kind == "invalid" else "no answer"
            return f"{fault} of {self.names[seat]}"
        if end == "timeout":
            loser = self.referee.loser
            who = self.names[loser] if loser >= 0 else "both players"
            return f"no checkpoint for {MAX_IDLE} turns: {who}"
        return f"{TURN_LIMIT} turns are over" if end == "turn_limit" else end

    def scores(self) -> list[float]:
        return self.referee.parts_of(self.referee.config, {"pods": self.referee.rows()})["progress"]

    def events(self) -> Iterator[tuple[int, str]]:
        for index, pod in enumerate(self.referee.race.pods):
            seat, number = divmod(index, PODS_EACH)
            if pod.finished:
                yield seat, f"pod {number} finishes"
            elif pod.passed - 1 > self.passed[index]:
                yield seat, f"pod {number} passes checkpoint {pod.passed - 1}"
            self.passed[index] = pod.passed - 1
        sides = [(one // PODS_EACH, other // PODS_EACH) for _, one, other in self.referee.hits]
        if any(one != other for one, other in sides):
            yield from [(seat, "hits a rival") for seat in range(self.referee.players)]
