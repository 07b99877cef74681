"""A race set up by hand: some pods where a test wants them, all others parked far away."""

import re
from math import cos, radians, sin
from typing import Any

import pytest

from bots.csb.rules import MAX_IDLE, PODS, Pod, Race
from contests.csb.referee import CsbReferee
from tests.pages import cases_of, page_beside

SQUARE = [(2000, 2000), (14000, 2000), (14000, 7000), (2000, 7000)]
PARKED = -50_000.0  # where pods stand that a test does not speak of, far from everything


# Lines that are no order.
INVALID = [
    "",
    "foo",
    "WAIT",
    "8000 4500",
    "8000 4500 201",
    "8000 4500 -1",
    "8000 4500 boost",
    "8000 4500 FAST",
    "8000 4500 BOOSTED",
    "8000 4500 100.0",
    "8000.5 4500 100",
    "+8000 4500 100",
    "8000  4500 100",
    " 8000 4500 100",
    "8000\t4500 100",
    "8000 4500 100\tmessage",
    "8000,4500,100",
    "\u0668 4500 100",
    "8000 4500 " + "9" * 5000,
]


def pods_of(race: Race) -> list[Pod]:
    """The four pods as a list."""
    return [race.pods[index] for index in range(PODS)]


def aim(degrees: float, order: str = "0") -> str:
    """The order of a pod at (0, 0) that looks in a direction, clockwise from east."""
    x, y = 1e9 * cos(radians(degrees)), 1e9 * sin(radians(degrees))
    return f"{x:.0f} {y:.0f} {order}"


class Table:
    """A referee in the middle of a race (or at its start: turn=0) whose pods the test places."""

    def __init__(self, checkpoints: list[tuple[int, int]] = SQUARE, turn: int = 1) -> None:
        config = {"checkpoints": [list(point) for point in checkpoints]}
        self.referee = CsbReferee.from_config(config, "by hand", 2)
        self.referee.race.turn = turn
        for index in range(PODS):
            self.place(index, PARKED - 5000.0 * index, PARKED)

    def pod(self, index: int) -> Pod:
        """A pod, to be looked at or changed."""
        return self.referee.race.pods[index]

    def place(
        self,
        index: int,
        x: float,
        y: float,
        vx: float = 0.0,
        vy: float = 0.0,
        heading: float = 0.0,
        passed: int = 1,
    ) -> Pod:
        """Puts a pod somewhere."""
        pod = self.pod(index)
        pod.x, pod.y, pod.vx, pod.vy, pod.heading, pod.passed = x, y, vx, vy, heading, passed
        return pod

    def idle(self, index: int) -> str:
        """The order that does nothing: the pod's own position."""
        pod = self.pod(index)
        return f"{pod.x:.0f} {pod.y:.0f} 0"

    def set_time(self, player: int, turns: int) -> None:
        """Sets a player's time-out counter."""
        self.referee.race.idle[player] = MAX_IDLE - turns

    def play(self, orders: dict[int, str] | None = None) -> None:
        """A turn in which the pods named take an order and all others idle."""
        lines = [(orders or {}).get(index, self.idle(index)) for index in range(PODS)]
        self.referee.apply({0: lines[:2], 1: lines[2:]})

    def where(self, index: int) -> tuple[float, float]:
        """A pod's position."""
        return self.pod(index).x, self.pod(index).y

    def speed(self, index: int) -> tuple[float, float]:
        """A pod's speed."""
        return self.pod(index).vx, self.pod(index).vy

    def collisions(self) -> list[tuple[int, int]]:
        """The pairs that hit each other in the last turn, in order."""
        state: Any = self.referee.state()
        return [(low, high) for _, low, high in state["collisions"]]

    def take(self, word: str, *rest: str) -> None:
        """Does what a line of csb_races.txt says, or asserts it."""
        numbers = [float(each) for each in rest if re.fullmatch(r"-?[\d.]+", each)]
        index = int(numbers[0]) if numbers else 0
        state: Any = self.referee.state()
        match word:
            case "pod":
                named: dict[str, Any] = dict(zip(rest[3::2], numbers[3:], strict=True))
                named["passed"] = int(named.get("passed", 1))
                self.place(index, numbers[1], numbers[2], **named)
            case "time":
                self.set_time(index, int(numbers[1]))
            case "play":
                orders = [part.split(maxsplit=1) for part in " ".join(rest).split(";") if part]
                self.play({int(pod): order for pod, order in orders})
            case "hits":
                pairs = [re.split("[-@]", each) for each in rest]
                assert self.collisions() == [(int(low), int(high)) for low, high, *_ in pairs]
                for (time, _, _), (_, _, *at) in zip(state["collisions"], pairs, strict=True):
                    assert not at or time == pytest.approx(float(at[0]))
            case "at" | "speed":
                found = self.where(index) if word == "at" else self.speed(index)
                assert found == (*numbers[1:],)
            case "passed" | "shield":
                assert getattr(self.pod(index), word) == numbers[1]
            case "boosted":
                assert self.pod(index).boosted
            case "times":
                assert state["timeouts"] == numbers
            case "over":
                assert self.referee.result().end == " ".join(rest)
            case "scores" | "ranks":
                assert getattr(self.referee.result(), word) == numbers
            case "draw":
                result = self.referee.result()
                assert (result.is_draw, result.counted) == (True, [1, 1])
            case "goes":
                assert not self.referee.over
            case _:
                raise ValueError(word)


PAGE = page_beside(__file__, "csb_races.txt")


def races(chapter: str) -> list[Any]:
    """Returns the races of a chapter of csb_races.txt as parameters of a test."""
    return [pytest.param(text, id=name) for name, text in cases_of(PAGE[chapter])]


def play_race(text: str) -> None:
    """Plays a race of csb_races.txt, and asserts what it says."""
    lines = [line.partition("#")[0].split() for line in text.split("\n")]
    setting: dict[str, Any] = {}
    while lines[0][0] in ("track", "turn"):
        word, *rest = lines.pop(0)
        points = [(int(x), int(y)) for x, y in (each.split(",") for each in rest if "," in each)]
        setting |= {"checkpoints": points} if word == "track" else {"turn": int(rest[0])}
    table = Table(**setting)
    for line in lines:
        table.take(*line)
