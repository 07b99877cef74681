"""Makes the page of a training, and the plots of a value network's training."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import log10, sqrt
from pathlib import Path
from typing import Any

from markupsafe import Markup

from botsmith.plots.axis import Axis, around
from botsmith.plots.pages import rendered
from botsmith.plots.svg import Plot
from botsmith.training.run import Settings, command_of

TEMPLATE = Path(__file__).with_name("page.html")
HEIGHT = 200  # pixels of a plot
MOST_ELO = 800.0  # of one gate; more cannot be seen from so few games
FEWEST = 20  # positions of a dot in the calibration
COLUMNS = 8  # round numbers below a plot
COLUMNS_OF_TABLE = 11  # besides the first

ELO_WORDS = (
    "Over the network that knows nothing, step by step: each generation from the one it played"
    " against. The interval is that of these games alone, 95 %; so distances over several steps are"
    " less sure than they look. A step counts 800 points at most."
)
LOSS_WORDS = (
    "Line: cross-entropy in nats on the samples of training. Dots: on the games held out, after"
    " each generation."
)
VALUE_WORDS = (
    "What games held out gave the player to move, by the network's value of the position; the"
    f" dashed line is what is right. Dots of {FEWEST} positions at least, intervals 95 %."
)
NO_VALUES = f"No value was held by {FEWEST} positions yet; more games fill this plot."

Record = Mapping[str, Any]
Column = tuple[str, str, Sequence[Any]]  # head, format, and the names that lead to the value


@dataclass(frozen=True)
class Picture:
    """A plot with its title and words."""

    title: str
    words: str
    plot: Markup


def elo_of(score: float) -> float:
    """Returns how many Elo points a player with this mean score, 0..1, is better than its
    opponents.
    """
    if score <= 0.0 or score >= 1.0:
        return MOST_ELO if score > 0.5 else -MOST_ELO
    return min(MOST_ELO, max(-MOST_ELO, -400.0 * log10(1.0 / score - 1.0)))


def ladder(records: Sequence[Record]) -> list[tuple[float, float, float]]:
    """Returns each generation's Elo, from 0 on, and the ends of its interval. Both are the Elo of
    its score against an earlier generation plus the Elo of that generation.
    """
    found = [(0.0, 0.0, 0.0)]
    for record in records:
        below = found[record["against"]][0]
        elo, low, high = (below + elo_of(x) for x in (record["score"], *record["interval"]))
        found.append((elo, low, high))
    return found


def elo_plot(records: Sequence[Record]) -> Markup:
    """Returns a plot of Elo by generation, with the intervals of the games against the best one
    before.
    """
    ratings = ladder(records)
    is_best = [True, *(record["is_best"] for record in records)]
    heights = around([each for rating in ratings for each in rating], 50.0)
    plot = Plot("Elo by generation", Axis(0.0, max(1.0, len(ratings) - 0.5)), heights, HEIGHT)
    plot.grid(".0f")
    plot.scale(parts=COLUMNS)
    plot.line([(n, elo) for n, (elo, _, _) in enumerate(ratings) if is_best[n]], "c0")
    for generation, (elo, low, high) in enumerate(ratings):
        css, lost = ("c0", "") if is_best[generation] else ("c1", ", lost")
        plot.upright(generation, f"whisker {css}", low, high)
        title = f"generation {generation}: {elo:+.0f} [{low:+.0f} {high:+.0f}]{lost}"
        plot.dot(generation, elo, css, title)
    return plot.svg("elo")


def loss_plot(records: Sequence[Record]) -> Markup:
    """Returns a plot of the loss over all steps, and on the held-out games at the end of each
    generation.
    """
    line, out, begun = [], [], 0
    for record in records:
        line += [(begun + step, loss) for step, loss in record["curve"]]
        begun += record["steps"]
        out.append((begun, record["held_out_loss"], record["generation"]))
    heights = around([*(loss for _, loss in line), *(loss for _, loss, _ in out)], 0.01)
    plot = Plot("loss by step", Axis(0.0, begun), heights, HEIGHT)
    plot.grid(".3g")
    plot.scale(parts=COLUMNS)
    plot.line(line, "c0")
    for step, loss in line if len(line) == 1 else ():  # of which a line shows nothing
        plot.dot(step, loss, "c0", f"step {step}: {loss:.4f}")
    for step, loss, generation in out:
        plot.dot(step, loss, "c1", f"generation {generation}, held out: {loss:.4f}")
    return plot.svg("loss")


def calibration_plot(record: Record) -> Markup:
    """Returns a plot of the mover's results, by the network's value of the position. It is empty if
    no value has FEWEST positions.
    """
    if all(count < FEWEST for _, _, count in record["calibration"]):
        return Markup()
    plot = Plot("results by value", Axis(-1.0, 1.0), Axis(-1.0, 1.0), HEIGHT)
    plot.grid(".3g")
    plot.scale(".3g", is_whole=False)
    plot.line([(-1.0, -1.0), (1.0, 1.0)], "any dashed")
    for value, result, count in record["calibration"]:
        if count >= FEWEST:
            reach = 1.96 * sqrt(max(0.0, 1.0 - result * result) / count)
            plot.upright(value, "whisker c0", max(-1.0, result - reach), min(1.0, result + reach))
            plot.dot(value, result, "c0", f"{value:+.2f}: {result:+.3f} in {count:,} positions")
    return plot.svg("calibration")


COLUMNS_OF_VALUE: list[Column] = [
    ("generation", "", ["generation"]),
    ("games", ",", ["games"]),
    ("samples", ",", ["samples"]),
    ("games a second", ".1f", ["games_a_second"]),
    ("trained on", ",", ["trained_on"]),
    ("steps", ",", ["steps"]),
    ("seconds", ".0f", ["train_seconds"]),
    ("loss", ".4f", ["loss"]),
    ("held out", ".4f", ["held_out_loss"]),
    ("against", "", ["against"]),
    ("score", ".1%", ["score"]),
    ("from", ".0%", ["interval", 0]),
    ("to", ".0%", ["interval", 1]),
    ("games", "", ["gate_games"]),
    ("verdict", "", ["verdict"]),
]


def value_at(record: Any, way: Sequence[Any]) -> Any:
    """Returns the value at a path of keys in nested dicts, None if a key is missing."""
    for name in way:
        if isinstance(record, Mapping) and name not in record:
            return None
        record = record[name]
    return record


def tables_of(columns: Sequence[Column], records: Sequence[Record]) -> list[list[list[str]]]:
    """Returns tables that fit a page's width, each with the first column. A table's first row holds
    the column heads; then there is a row for each record.
    """
    rows = [[head for head, *_ in columns]]
    rows += [[format(value_at(each, way), form) for _, form, way in columns] for each in records]
    others = len(columns) - 1
    parts = -(-others // COLUMNS_OF_TABLE)
    size = -(-others // parts)
    starts = range(1, len(columns), size)
    return [[[row[0], *row[start : start + size]] for row in rows] for start in starts]


def page(contest: str, records: Sequence[Record]) -> str:
    """Returns the page of a value network's training as HTML. records: at least one"""
    best = max([record["generation"] for record in records if record["is_best"]], default=0)
    rows = []
    for each in records:
        speed = each["played_now"] / max(0.001, each["play_seconds"])
        verdict = each["verdict"] + ("" if each["is_best"] else ", lost")
        rows.append({**each, "games_a_second": speed, "verdict": verdict})
    games, samples = (sum(each[name] for each in records) for name in ("games", "samples"))
    state = f"generation {best} is the best so far" if best else "no generation has won yet"
    last = records[-1]["generation"]
    value = calibration_plot(records[-1]) or Markup(NO_VALUES)
    return rendered(
        TEMPLATE,
        f"training {contest.removeprefix('bots.')}",
        tables=tables_of(COLUMNS_OF_VALUE, rows),
        commands=[command_of(contest, Settings(**record["settings"])) for record in records],
        summary=f"{len(records)} generations, {games:,} games, {samples:,} samples; {state}.",
        wide=[Picture("Elo by generation", ELO_WORDS, elo_plot(records))],
        small=[
            Picture("Loss by step", LOSS_WORDS, loss_plot(records)),
            Picture(f"Results by value, generation {last}", VALUE_WORDS, value),
        ],
        settings=list(records[-1]["settings"].items()),
        notes=[],
        grey=[f"{record['generation']}" for record in records if not record["is_best"]],
    )
