"""Coders Strike Back: the track, pods with heading, speed, path and shield, collisions."""

from collections import deque
from math import cos, hypot, sin

from bots.csb.rules import PODS, PODS_EACH, SHIELD_TURNS, Pod
from botsmith.referees.csb import CsbReferee
from botsmith.replay import shapes
from botsmith.replay.painter import Painter
from botsmith.replay.shapes import Shape

CHECKPOINT_RADIUS = 600.0
POD_RADIUS = 400.0
TRAIL = 15  # how many turns of a pod's path are shown
FLASH = 260.0


class CsbPainter(Painter[CsbReferee]):
    """16000 x 9000 map units. The score of a seat: checkpoints passed by its leading pod."""

    width = 16_000.0
    height = 9_000.0
    score_name = "checkpoints passed"

    def __init__(self, referee: CsbReferee) -> None:
        super().__init__(referee)
        self.trails: list[deque[tuple[float, float]]] = [deque(maxlen=TRAIL) for _ in range(PODS)]
        self.passed = [0] * PODS

    def background(self) -> list[Shape]:
        track = self.referee.track
        places = [(track.x[index], track.y[index]) for index in range(track.count)]
        drawn = [shapes.rectangle(0, 0, self.width, self.height, "faint")]
        drawn.append(shapes.polygon(places, "", "dim/30", 30))
        for index, (x, y) in enumerate(places):
            drawn.append(shapes.circle(x, y, CHECKPOINT_RADIUS, "paper", "dim", 40))
            drawn.append(shapes.text(x, y, str(index), 500, "dim"))
        return drawn

    def frame(self) -> list[Shape]:
        pods = [self.referee.race.pods[index] for index in range(PODS)]
        for trail, pod in zip(self.trails, pods, strict=True):
            trail.append((pod.x, pod.y))
        drawn: list[Shape] = []
        for index, pod in enumerate(pods):
            drawn += self._way(index, pod)
        for index, pod in enumerate(pods):
            drawn += self._pod(index, pod)
        for _time, one, other in self.referee.hits:
            a, b = pods[int(one)], pods[int(other)]
            middle = ((a.x + b.x) / 2, (a.y + b.y) / 2)
            drawn.append(shapes.circle(*middle, FLASH, "warm/70", "bad", 30))
        return drawn

    def _way(self, index: int, pod: Pod) -> list[Shape]:
        """The last turns of a pod's path, and a line to its next checkpoint."""
        colour = f"p{index // PODS_EACH}"
        drawn: list[Shape] = []
        if len(self.trails[index]) > 1:
            drawn.append(shapes.path(list(self.trails[index]), colour + "/35", 60))
        if not pod.finished:
            track = self.referee.track
            goal = (track.x[pod.passed], track.y[pod.passed])
            drawn.append(shapes.line(pod.x, pod.y, *goal, colour + "/15", 30))
        return drawn

    def _pod(self, index: int, pod: Pod) -> list[Shape]:
        colour = f"p{index // PODS_EACH}"
        nose = (pod.x + POD_RADIUS * cos(pod.heading), pod.y + POD_RADIUS * sin(pod.heading))
        drawn = [
            shapes.circle(pod.x, pod.y, POD_RADIUS, colour + "/75", "ink", 25),
            shapes.line(pod.x, pod.y, *nose, "paper", 70),
        ]
        if pod.shield >= SHIELD_TURNS - 1:
            drawn.append(shapes.circle(pod.x, pod.y, POD_RADIUS + 90, "", "cool", 70))
        if hypot(pod.vx, pod.vy) >= 1.0:
            drawn.append(shapes.line(pod.x, pod.y, pod.x + pod.vx, pod.y + pod.vy, "ink/60", 40))
        drawn.append(shapes.text(pod.x, pod.y, str(index % PODS_EACH), 330, "paper"))
        return drawn

    def scores(self) -> list[float]:
        pods = self.referee.race.pods
        return [
            max(self._progress(pods[seat * PODS_EACH + index]) for index in range(PODS_EACH))
            for seat in range(self.referee.players)
        ]

    def _progress(self, pod: Pod) -> float:
        """Checkpoints passed since the start, with a share of the way to the next one."""
        track = self.referee.track
        if pod.finished:
            return float(pod.passed)
        here, goal = pod.passed - 1, pod.passed
        leg = hypot(track.x[goal] - track.x[here], track.y[goal] - track.y[here])
        left = hypot(track.x[goal] - pod.x, track.y[goal] - pod.y)
        return here + max(0.0, 1.0 - left / leg)

    def events(self) -> list[tuple[int, str]]:
        found = []
        for index in range(PODS):
            pod = self.referee.race.pods[index]
            seat, number = divmod(index, PODS_EACH)
            if pod.finished:
                found.append((seat, f"pod {number} finishes"))
            elif pod.passed - 1 > self.passed[index]:
                found.append((seat, f"pod {number} passes checkpoint {pod.passed - 1}"))
            self.passed[index] = pod.passed - 1
        for seat in range(self.referee.players):
            if pods_hit(self.referee.hits, seat):
                found.append((seat, "hits a rival"))
        return found


def pods_hit(hits: list[list[float]], seat: int) -> bool:
    """Whether a pod of the seat collided with a rival's."""
    sides = [{int(one) // PODS_EACH, int(other) // PODS_EACH} for _, one, other in hits]
    return any(len(side) == 2 and seat in side for side in sides)
