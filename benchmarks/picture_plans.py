"""The picture of a search of plans, which pictures.py draws."""

import io
import sys
from math import log
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from benchmarks.picture_trees import WIDTH, Picture  # noqa: E402
from bots.snakebyte.bot import SnakebyteBot  # noqa: E402
from bots.snakebyte.params import Params  # noqa: E402
from bots.snakebyte.search import ENTRIES, Memory, begin, think  # noqa: E402
from botsmith.cli.situation import lines_until, read_match  # noqa: E402
from botsmith.compiler.compile import native_engine  # noqa: E402
from botsmith.replay import shapes  # noqa: E402
from botsmith.replay.shapes import Shape  # noqa: E402
from common.engine import Engines  # noqa: E402
from common.rng import make_dice  # noqa: E402
from common.stdio import LineReader  # noqa: E402

TURN = 20
WORK = 8000  # evaluations
SEEDS = 5
WAYS = ((1, "annealing", "p0"), (12, "breeding of 12", "p1"))
LEFT, RIGHT, TOP, BOTTOM, HEIGHT = 56.0, 130.0, 34.0, 44.0, 300.0

Curve = list[tuple[int, float]]  # evaluations, the best plan's worth


def ready() -> SnakebyteBot:
    """A bot that has read the turn."""
    told, _, _ = lines_until(
        read_match(ROOT / "tests/golden/snakebyte/matches.jsonl.gz", 0), TURN, 0, "snakebyte"
    )
    reader = LineReader(io.StringIO("".join(f"{line}\n" for part in told for line in part)))
    bot = SnakebyteBot(Params(), Engines(Memory))
    bot.read_start(reader)
    for _ in told:
        bot.read_turn(reader)
    return bot


def curves() -> dict[int, list[Curve]]:
    """By members, a curve for each seed."""
    bot, engine = ready(), native_engine(Memory, ENTRIES)
    found: dict[int, list[Curve]] = {}
    for members, *_ in WAYS:
        bot.setting.params.members = members
        bot.setting.params.share = 0.0
        engine.load("setting", bot.setting)
        engine.load("start", bot.start)
        for seed in range(SEEDS):
            engine.load("dice", make_dice(seed))
            engine.call(begin, bot.me, WORK, True)
            curve: Curve = []
            for done in range(1, WORK + 1):
                engine.call(think, 1)
                value = engine.memory.plans.best[bot.me].value
                if not curve or value > curve[-1][1] or done == WORK:
                    curve.append((done, value))
            found.setdefault(members, []).append(curve)
    return found


def plans() -> Picture:
    """The best plan's worth by evaluations."""
    found = curves()
    values = [value for rows in found.values() for curve in rows for _, value in curve]
    low, high = min(values), max(values)

    def place(done: float, value: float) -> tuple[float, float]:
        share = (value - low) / (high - low)
        x = LEFT + (WIDTH - LEFT - RIGHT) * log(done) / log(WORK)
        return x, TOP + (1.0 - share) * (HEIGHT - TOP - BOTTOM)

    drawn: list[Shape] = []
    for part in range(5):
        value = low + part * (high - low) / 4
        x, y = place(1, value)
        drawn.append(shapes.line(x, y, place(WORK, value)[0], y, "edge", 1))
        drawn.append(shapes.text(LEFT - 8, y, f"{value:.1f}", 11, "dim", "right"))
    for done in (1, 10, 100, 1000):
        drawn.append(shapes.text(place(done, low)[0], HEIGHT - 28, f"{done:,}", 11, "dim"))
    for number, (members, name, tone) in enumerate(WAYS):
        for curve in found[members]:
            steps = []
            for (done, value), (then, _) in zip(curve, [*curve[1:], (WORK, 0.0)], strict=True):
                steps += [place(done, value), place(then, value)]
            drawn.append(shapes.path(steps, tone, 1.6))
        drawn.append(shapes.text(WIDTH - RIGHT + 12, 60 + 18 * number, name, 12, tone, "left"))
    drawn.append(
        shapes.text(LEFT + (WIDTH - LEFT - RIGHT) / 2, HEIGHT - 10, "evaluations", 11, "dim")
    )
    drawn.append(shapes.text(LEFT - 8, 14, "worth of the best plan, in parts", 13, "ink", "left"))
    return drawn, HEIGHT, "plans of SnakeByte: the best one by evaluations"
