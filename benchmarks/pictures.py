"""Draws the pictures of docs/searches/ from real runs; the same bytes in every run.

    python benchmarks/pictures.py [NAME ...]

Every run is fixed work on a recorded match of tests/golden, or on its trees. NAME: smitsimax, duct,
beam, beam_units, plans, candidates, mcts, puct, bestfirst, network, alphabeta_kernel or alphabeta.
"""

import argparse
import io
import json
import sys
from collections.abc import Callable, Sequence
from math import log
from pathlib import Path
from statistics import median
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from botsmith import setup  # noqa: E402

if __name__ == "__main__":
    setup.enter()

from benchmarks.picture_network import network  # noqa: E402
from benchmarks.picture_plans import beam_units, candidates, plans  # noqa: E402
from benchmarks.picture_trees import (  # noqa: E402
    WIDTH,
    Picture,
    alphabeta,
    bestfirst,
    levels,
    mcts,
    positions,
    puct,
)
from benchmarks.svg import svg  # noqa: E402
from bots.tororo import search as search_tororo  # noqa: E402
from bots.tororo.protocol import read_ground, read_turn  # noqa: E402
from bots.uttt import search_alphabeta  # noqa: E402
from botsmith.arena.matches.bots import find_bot  # noqa: E402
from botsmith.cli.records import numbered  # noqa: E402
from botsmith.cli.situation import ask, lines_until  # noqa: E402
from botsmith.replay import shapes  # noqa: E402
from botsmith.replay.shapes import Shape  # noqa: E402
from common.kernel import assign  # noqa: E402
from common.stdio import LineReader  # noqa: E402
from common.zobrist import fill_keys  # noqa: E402

RECORDED = ROOT / "tests" / "golden"
OUTPUT = ROOT / "docs" / "searches"
LEFT, RIGHT, TOP, BOTTOM = 76.0, 16.0, 34.0, 34.0
TONES = ("p0", "p1", "p2", "p3", "warm", "cool", "wood", "dim", "bad")
WIDEST = 128  # width of the widest pass that is drawn
SHOWN = 32  # width of the pass of which all states are drawn
DAYS = 6  # length of a pass, longer than the bot's first ones, so that widths differ
GROWING = [round(10 * 10 ** (step / 6)) for step in range(19)]  # 10 to 10,000

Points = list[tuple[float, float]]


class Panel:
    """A part of a picture with a logarithmic x axis; y is 0 at the bottom and 1 at the top."""

    def __init__(self, left: float, width: float, height: float, low: float, high: float) -> None:
        self.left, self.width, self.height = left, width, height
        self.low, self.high = low, high

    def x(self, value: float) -> float:
        return self.left + self.width * log(value / self.low) / log(self.high / self.low)

    def y(self, share: float) -> float:
        return TOP + (1.0 - share) * (self.height - TOP - BOTTOM)

    def axis(self, unit: str) -> list[Shape]:
        """Returns the powers of ten below the panel, and what they count."""
        base = self.y(0)
        drawn = [shapes.text(self.left + self.width / 2, base + 26, unit, 11, "dim")]
        power = 1.0
        while power <= self.high:
            if power >= self.low:
                x = self.x(power)
                ends = {self.low: "left", self.high: "right"}
                words = f"{power:.0f}" if power < 1000 else f"{power / 1000:.0f}k"
                drawn.append(shapes.line(x, base, x, base + 4, "dim", 1))
                drawn.append(shapes.text(x, base + 12, words, 11, "dim", ends.get(power, "center")))
            power *= 10.0
        return drawn

    def title(self, words: str) -> Shape:
        return shapes.text(self.left, 18, words, 13, "ink", "left")


# ---- asking a bot


def thoughts(game: str, bot: str, turn: int, work: Sequence[int]) -> list[dict[str, Any]]:
    """Returns seat 0's explanations of a turn of the first recorded match, by these iterations."""
    path = RECORDED / game / "matches.jsonl.gz"
    found, answers, _ = lines_until(numbered(path, 0)[1], turn, 0, game)
    player = find_bot(bot, game)
    return [json.loads(ask(player, game, found, answers, each)[1]) for each in work]


def shares(
    panel: Panel, work: Sequence[int], rows: Sequence[dict[str, int]], names: Sequence[str]
) -> list[Shape]:
    """Returns the moves' shares of the visits by iterations, stacked."""
    drawn: list[Shape] = []
    labels: list[Shape] = []
    below = [0.0] * len(work)
    for number, name in enumerate(names):
        above = [
            base + row.get(name, 0) / max(1, sum(row.values()))
            for base, row in zip(below, rows, strict=True)
        ]
        upper: Points = [(panel.x(n), panel.y(y)) for n, y in zip(work, above, strict=True)]
        lower: Points = [(panel.x(n), panel.y(y)) for n, y in zip(work, below, strict=True)]
        drawn.append(shapes.polygon([*upper, *reversed(lower)], TONES[number] + "/60", "panel", 1))
        if above[-1] - below[-1] > 0.07:
            y = panel.y((above[-1] + below[-1]) / 2)
            labels.append(shapes.text(panel.left + panel.width - 6, y, name, 12, "ink", "right"))
        below = above
    return drawn + labels


def panels_of_shares(
    found: Sequence[dict[str, Any]], work: Sequence[int], titles: Sequence[str], height: float
) -> list[Shape]:
    """Returns a panel for each unit."""
    drawn: list[Shape] = []
    width = (WIDTH - 2 * RIGHT - 16 * (len(titles) - 1)) / len(titles)
    for unit, title in enumerate(titles):
        panel = Panel(RIGHT + unit * (width + 16), width, height, work[0], work[-1])
        rows = [
            {row["move"]: row["visits"] for row in thought["units"][unit]["moves"]}
            for thought in found
        ]
        names = sorted(rows[-1], key=lambda name, last=rows[-1]: -last[name])  # type: ignore[misc]
        drawn += [*panel.axis("iterations"), *shares(panel, work, rows, names), panel.title(title)]
    return drawn


def smitsimax() -> Picture:
    """Shares of visits at the four pods' roots."""
    found = thoughts("csb", "csb", 6, GROWING)
    titles = ("own pod 0", "own pod 1", "rival's pod 0", "rival's pod 1")[: len(found[0]["units"])]
    return panels_of_shares(found, GROWING, titles, 260.0), 260.0, "visits of the root's moves, csb"


def duct() -> Picture:
    """Shares of visits at the three players' roots."""
    found = thoughts("olymbits", "olymbits", 8, GROWING)
    titles = ("player 0", "player 1", "player 2")
    return panels_of_shares(found, GROWING, titles, 260.0), 260.0, "visits of the root's moves"


def forest(turn: int) -> search_tororo.Memory:
    """Returns the search's memory, ready for a turn of the first recorded match of tororo."""
    found, _, _ = lines_until(numbered(RECORDED / "tororo" / "matches.jsonl.gz", 0)[1], turn, 0, "")
    reader = LineReader(io.StringIO("".join(f"{line}\n" for part in found for line in part)))
    memory = search_tororo.Memory()
    assign(memory.setting.ground, read_ground(reader))
    for _ in found:
        assign(memory.start.state, read_turn(reader, memory.setting.ground))
    memory.setting.params.horizon = DAYS
    search_tororo.begin(memory)
    search_tororo.think(memory, 0)  # none of the states is for a plan of the rival's
    return memory


def beam() -> Picture:
    """Returns the best state of every day in every pass, and all states of one pass."""
    memory = forest(turn=18)
    search = memory.beam
    best: dict[int, dict[int, float]] = {}  # by width and day
    dots: list[tuple[int, float]] = []
    while search.width <= WIDEST:
        width, stage, stages, passes = search.width, search.stage, search.stages, search.passes
        search_tororo.think(memory, 1)
        if search.passes > passes:  # the last day is over, and its states are gone
            counts = zip(search.root_value, search.root_count, strict=True)
            best[width][stages] = max(value for value, count in counts if count)
        elif search.stage > stage:
            base, used = search.base[search.current], search.used[search.current]
            values = [search.value[base + at] for at in range(used)]
            best.setdefault(width, {})[search.stage] = max(values)
            if width == SHOWN:
                dots += [(search.stage, value) for value in values]
    everything = [value for _, value in dots] + [v for row in best.values() for v in row.values()]
    low, high = min(everything), max(everything)
    height, days = 320.0, max(map(max, best.values()))

    def place(day: float, value: float) -> tuple[float, float]:
        share = (value - low) / (high - low)
        x = LEFT + (WIDTH - LEFT - 90) * (day - 1) / (days - 1)
        return x, TOP + (1.0 - share) * (height - TOP - BOTTOM)

    drawn = levels(place, days, low, high, gap=12, digits=0)
    for day in range(1, days + 1):
        drawn.append(shapes.text(place(day, low)[0], height - 20, str(day), 11, "dim"))
    drawn += [shapes.circle(*place(day, value), 2.5, "dim/40") for day, value in dots]
    for number, (width, row) in enumerate(sorted(best.items())):
        tone = TONES[number]
        points = [place(day, value) for day, value in sorted(row.items())]
        drawn.append(shapes.path(points, tone, 2.2))
        drawn.append(shapes.text(WIDTH - 84, 24 + 17 * number, f"width {width}", 12, tone, "left"))
    drawn.append(shapes.text(LEFT + 250, height - 7, "days looked ahead", 11, "dim"))
    drawn.append(shapes.text(LEFT - 12, 14, "points ahead of the rival", 13, "ink", "left"))
    return drawn, height, "the beam of tororo: best states by day and width"


def alphabeta_kernel() -> Picture:
    """Returns the number of positions until each depth was complete."""
    curves: list[list[int]] = []
    for state in positions(range(4, 52, 4)):
        memory = search_alphabeta.Memory()
        assign(memory.start, state)
        fill_keys(memory.keys.of, 1)
        search_alphabeta.begin(memory)
        counts: list[int] = []
        is_open = True
        while is_open and len(counts) < 8:
            is_open = search_alphabeta.think(memory, 1)
            if memory.search.completed > len(counts):
                counts.append(memory.search.positions)
        curves.append(counts)
    height, deepest = 300.0, 8
    panel = Panel(LEFT, height - TOP - BOTTOM, height, 1, 1_000_000)
    wide = WIDTH - LEFT - RIGHT

    def place(depth: int, count: float) -> tuple[float, float]:
        share = (panel.x(count) - LEFT) / panel.width
        return LEFT + wide * (depth - 1) / (deepest - 1), panel.y(share)

    drawn: list[Shape] = []
    for power in range(7):
        x, y = place(1, 10**power)
        drawn.append(shapes.line(x, y, LEFT + wide, y, "edge", 1))
        drawn.append(shapes.text(LEFT - 8, y, f"{10**power:,}", 11, "dim", "right"))
    for depth in range(1, deepest + 1):
        drawn.append(shapes.text(place(depth, 1)[0], panel.y(0) + 14, str(depth), 11, "dim"))
    for counts in curves:
        points = [place(depth, count) for depth, count in enumerate(counts, 1)]
        drawn.append(shapes.path(points, "p1/45", 1.5))
    middle = [
        place(depth, median(c[depth - 1] for c in curves if len(c) >= depth))
        for depth in range(1, deepest + 1)
    ]
    drawn.append(shapes.path(middle, "p0", 3))
    drawn += [shapes.circle(x, y, 4, "p0") for x, y in middle]
    drawn.append(shapes.text(LEFT + wide / 2, panel.y(0) + 25, "complete depth, plies", 11, "dim"))
    drawn.append(shapes.text(LEFT, 16, "positions looked at", 13, "ink", "left"))
    return drawn, height, "positions by depth, uttt"


PICTURES: dict[str, Callable[[], Picture]] = {
    "smitsimax": smitsimax,
    "duct": duct,
    "beam": beam,
    "beam_units": beam_units,
    "plans": plans,
    "candidates": candidates,
    "mcts": mcts,
    "puct": puct,
    "bestfirst": bestfirst,
    "network": network,
    "alphabeta_kernel": alphabeta_kernel,
    "alphabeta": alphabeta,
}


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"of {' '.join(PICTURES)}")
    names = parser.parse_args().names or list(PICTURES)
    if wrong := [name for name in names if name not in PICTURES]:
        parser.error(f"no picture {wrong[0]!r}: expected {' '.join(PICTURES)}")
    for name in names:
        drawn, height, title = PICTURES[name]()
        file = OUTPUT / f"{name}.svg"
        file.write_text(svg(drawn, WIDTH, height, title), encoding="ascii")
        print(f"{file.relative_to(ROOT)}: {file.stat().st_size:,} bytes", flush=True)


if __name__ == "__main__":
    main()
