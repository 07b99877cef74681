"""The pictures of searches of many units: plans, a beam, candidates; pictures.py draws them."""

import io
import sys
from math import log
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from benchmarks.picture_trees import WIDTH, Picture, levels  # noqa: E402
from bots.snakebyte import candidates as combiner, plans as planner, search  # noqa: E402, I001
from bots.snakebyte.bot import SnakebyteBot  # noqa: E402
from bots.snakebyte.params import Params  # noqa: E402
from botsmith.cli.records import numbered  # noqa: E402
from botsmith.cli.situation import lines_until  # noqa: E402
from botsmith.compiler.compile import native_engine  # noqa: E402
from botsmith.replay import shapes  # noqa: E402
from common.engine import Engines  # noqa: E402
from common.rng import make_dice  # noqa: E402
from common.search.equilibrium import MAX_PICKS  # noqa: E402
from common.stdio import LineReader  # noqa: E402

TURN, LATE = 20, 76
WORK = 8000  # evaluations
ROLLOUTS = 4000
SEEDS = 5
WAYS = ((1, "1 member", "p0"), (12, "12 members", "p1"))
WORKS = ((1_000, "p3"), (4_000, "p2"), (16_000, "p1"), (64_000, "p0"))  # turns of a pass
LEFT, RIGHT, TOP, BOTTOM, HEIGHT = 56.0, 130.0, 34.0, 44.0, 300.0

Curve = list[tuple[int, float]]  # evaluations, the best plan's worth


def ready(turn: int = TURN) -> SnakebyteBot:
    """Returns a bot that has read the turn."""
    inputs, _, _ = lines_until(
        numbered(ROOT / "tests/golden/snakebyte/matches.jsonl.gz", 0)[1], turn, 0, "snakebyte"
    )
    reader = LineReader(io.StringIO("".join(f"{line}\n" for part in inputs for line in part)))
    bot = SnakebyteBot(Params(), Engines(search.Memory))
    bot.read_start(reader)
    for _ in inputs:
        bot.read_turn(reader)
    return bot


def curves() -> dict[int, list[Curve]]:
    """By members, a curve for each seed."""
    bot, engine = ready(), native_engine(planner.Memory, planner.ENTRIES)
    engine.load("setting", bot.setting)
    found: dict[int, list[Curve]] = {}
    for members, *_ in WAYS:
        engine.memory.plans.members = members
        engine.load("start", bot.start)
        for seed in range(SEEDS):
            engine.load("dice", make_dice(seed))
            engine.call(planner.begin, bot.me, WORK, True)
            curve: Curve = []
            for done in range(1, WORK + 1):
                engine.call(planner.think, 1)
                value = engine.memory.plans.best[bot.me].value
                if not curve or value > curve[-1][1] or done == WORK:
                    curve.append((done, value))
            found.setdefault(members, []).append(curve)
    return found


def plans() -> Picture:
    """Returns the best plan's worth by evaluations."""
    found = curves()
    values = [value for rows in found.values() for curve in rows for _, value in curve]
    low, high = min(values), max(values)

    def place(done: float, value: float) -> tuple[float, float]:
        share = (value - low) / (high - low)
        x = LEFT + (WIDTH - LEFT - RIGHT) * log(done) / log(WORK)
        return x, TOP + (1.0 - share) * (HEIGHT - TOP - BOTTOM)

    drawn = levels(place, WORK, low, high)
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


def passes() -> list[list[float]]:
    """For each of WORKS the best node's worth after each turn of a pass."""
    bot, engine = ready(), native_engine(search.Memory, search.ENTRIES)
    bot.setting.params.share = 0.0
    engine.load("setting", bot.setting)
    engine.load("start", bot.start)
    beam = engine.memory.beam
    found = []
    for work, _ in WORKS:
        engine.call(search.begin, bot.me, work, True)
        values: list[float] = []
        while len(values) < bot.params.depth:
            engine.call(search.think, 1)
            if beam.turns > len(values):
                values.append(beam.value)
        found.append(values)
    return found


def beam_units() -> Picture:
    """Returns the best node's worth by turn, for passes of different work."""
    found = passes()
    depth = max(map(len, found))
    values = [value for row in found for value in row]
    low, high = min(values), max(values)

    def place(turn: int, value: float) -> tuple[float, float]:
        x = LEFT + (WIDTH - LEFT - RIGHT) * (turn - 1) / (depth - 1)
        return x, TOP + (1.0 - (value - low) / (high - low)) * (HEIGHT - TOP - BOTTOM)

    drawn = levels(place, depth, low, high)
    for turn in range(1, depth + 1):
        drawn.append(shapes.text(place(turn, low)[0], HEIGHT - 28, str(turn), 11, "dim"))
    for number, ((work, tone), row) in enumerate(zip(WORKS, found, strict=True)):
        points = [place(turn, value) for turn, value in enumerate(row, 1)]
        drawn.append(shapes.path(points, tone, 2.0))
        name = f"{work:,} turns"
        drawn.append(shapes.text(WIDTH - RIGHT + 12, 60 + 18 * number, name, 12, tone, "left"))
    middle = LEFT + (WIDTH - LEFT - RIGHT) / 2
    drawn.append(shapes.text(middle, HEIGHT - 10, "turns ahead", 11, "dim"))
    drawn.append(shapes.text(LEFT - 8, 14, "worth of the best node, in parts", 13, "ink", "left"))
    return drawn, HEIGHT, "beam over units, SnakeByte: the best node by turn"


def matrix() -> tuple[list[list[float]], int]:
    """Returns the entries by row, and the row that is picked."""
    bot, engine = ready(LATE), native_engine(combiner.Memory, combiner.ENTRIES)
    engine.load("setting", bot.setting)
    engine.load("start", bot.start)
    engine.load("dice", make_dice(1))
    engine.call(combiner.begin, bot.me, ROLLOUTS, True)
    while engine.call(combiner.think, 1):
        pass
    found = engine.memory.search
    firsts = [row * MAX_PICKS for row in range(found.matrix.rows)]
    entries = [[*found.matrix.payoff[first : first + found.matrix.columns]] for first in firsts]
    return entries, found.answer


def candidates() -> Picture:
    """Returns all entries of a matrix, the lighter the better, and the row that is picked."""
    entries, picked = matrix()
    values = [value for row in entries for value in row]
    low, high = min(values), max(values)
    wide = (WIDTH - LEFT - RIGHT) / len(entries)
    tall = (HEIGHT - TOP - BOTTOM) / len(entries[0])
    drawn = []
    for number, row in enumerate(entries):
        for column, value in enumerate(row):
            share = round(90.0 * (value - low) / (high - low)) + 5
            x, y = LEFT + number * wide, TOP + column * tall
            drawn.append(shapes.rectangle(x, y, wide, tall, f"p0/{share}"))
        if number == picked:
            drawn.append(shapes.text(LEFT + (number + 0.5) * wide, TOP - 4, "v", 11, "ink"))
    middle = LEFT + (WIDTH - LEFT - RIGHT) / 2
    drawn.append(shapes.text(middle, HEIGHT - 28, "own joint moves, least loss first", 11, "dim"))
    drawn.append(
        shapes.text(LEFT - 8, 14, "rival's joint moves, least loss on top", 13, "ink", "left")
    )
    for number, (share, name) in enumerate(((95, f"{high:.1f} parts"), (5, f"{low:.1f} parts"))):
        x, y = WIDTH - RIGHT + 12, 60 + 18 * number
        drawn.append(shapes.rectangle(x, y - 9, 12, 12, f"p0/{share}"))
        drawn.append(shapes.text(x + 18, y, name, 12, "ink", "left"))
    return drawn, HEIGHT, "candidates of SnakeByte: what joint moves are worth against each other"
