"""The page of a training, and that of a value network: what it played, learned and won."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import log10, sqrt
from pathlib import Path
from typing import Any

from markupsafe import Markup

from botsmith.plots.axis import Axis
from botsmith.plots.pages import rendered
from botsmith.plots.svg import Plot
from botsmith.replay.output import write_whole
from botsmith.training.run import Settings, command_of

TEMPLATE = Path(__file__).with_name("page.html")
HEIGHT = 200  # pixels of a plot
MOST_ELO = 800.0  # of one gate; more cannot be told from so few games
ROOM = 0.05  # of a scale, beyond what it must hold
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


@dataclass(frozen=True)
class Picture:
    """A plot with its title and words."""

    title: str
    words: str
    plot: Markup


@dataclass(frozen=True)
class Step:
    """A generation's place among the others, in Elo over the network that knows nothing.

    interval: of its games against the best before alone, added to that one's place.
    """

    generation: int
    elo: float
    interval: tuple[float, float]
    is_best: bool


def elo_of(score: float) -> float:
    """Returns the Elo by which a player with this mean score is better."""
    if score <= 0.0 or score >= 1.0:
        return MOST_ELO if score > 0.5 else -MOST_ELO
    return min(MOST_ELO, max(-MOST_ELO, -400.0 * log10(1.0 / score - 1.0)))


def ladder(records: Sequence[Record]) -> list[Step]:
    """Returns every generation's place, from the one before it that it played against."""
    steps = [Step(0, 0.0, (0.0, 0.0), True)]
    for record in records:
        below = steps[record["against"]].elo
        low, high = (below + elo_of(end) for end in record["interval"])
        elo = below + elo_of(record["score"])
        steps.append(Step(record["generation"], elo, (low, high), record["is_best"]))
    return steps


def scale(values: Sequence[float], least: float) -> Axis:
    """Returns an axis from the lowest to the highest value, with a little room.

    least: the ends are at least so far apart
    """
    low, high = min(values), max(values)
    room = max(ROOM * (high - low), 0.5 * (least - (high - low)))
    return Axis(low - room, high + room)


def whole_columns(plot: Plot) -> None:
    """Writes whole round numbers below a plot."""
    ticks = [tick for tick in plot.x_axis.ticks(COLUMNS) if tick == round(tick)]
    plot.columns(ticks, [f"{tick:,.0f}" for tick in ticks])


def elo_plot(steps: Sequence[Step]) -> Markup:
    """Returns Elo by generation, with the intervals of the games against the best before."""
    heights = scale([end for step in steps for end in (*step.interval, step.elo)], 50.0)
    plot = Plot("Elo by generation", Axis(0.0, max(1.0, len(steps) - 0.5)), heights, HEIGHT)
    ticks = heights.ticks()
    plot.rows(ticks, [f"{tick:.0f}" for tick in ticks])
    whole_columns(plot)
    plot.line([(step.generation, step.elo) for step in steps if step.is_best], "c0")
    for step in steps:
        css = "c0" if step.is_best else "c1"
        plot.upright(step.generation, f"whisker {css}", *step.interval)
        title = f"generation {step.generation}: {step.elo:+.0f} [{step.interval[0]:+.0f}"
        title += f" {step.interval[1]:+.0f}]" + ("" if step.is_best else ", lost")
        plot.dot(step.generation, step.elo, css, title)
    return plot.svg("elo")


def loss_plot(records: Sequence[Record]) -> Markup:
    """Returns the loss over all steps, and on the games held out at the end of each generation."""
    line, out, begun = [], [], 0
    for record in records:
        line += [(begun + step, loss) for step, loss in record["curve"]]
        begun += record["steps"]
        out.append((begun, record["held_out_loss"], record["generation"]))
    heights = scale([*(loss for _, loss in line), *(loss for _, loss, _ in out)], 0.01)
    plot = Plot("loss by step", Axis(0.0, begun), heights, HEIGHT)
    ticks = heights.ticks()
    plot.rows(ticks, [f"{tick:.3g}" for tick in ticks])
    whole_columns(plot)
    plot.line(line, "c0")
    for step, loss in line if len(line) == 1 else ():  # of which a line shows nothing
        plot.dot(step, loss, "c0", f"step {step}: {loss:.4f}")
    for step, loss, generation in out:
        plot.dot(step, loss, "c1", f"generation {generation}, held out: {loss:.4f}")
    return plot.svg("loss")


def calibration_plot(record: Record) -> Markup:
    """Returns a plot of the mover's results, by the network's value of the position; an empty one
    where no value has FEWEST positions.
    """
    if all(count < FEWEST for _, _, count in record["calibration"]):
        return Markup()
    ends = Axis(-1.0, 1.0)
    plot = Plot("results by value", ends, ends, HEIGHT)
    ticks = [-1.0, -0.5, 0.0, 0.5, 1.0]
    plot.rows(ticks, [f"{tick:g}" for tick in ticks])
    plot.columns(ticks, [f"{tick:g}" for tick in ticks])
    plot.line([(-1.0, -1.0), (1.0, 1.0)], "any dashed")
    for value, result, count in record["calibration"]:
        if count >= FEWEST:
            reach = 1.96 * sqrt(max(0.0, 1.0 - result * result) / count)
            plot.upright(value, "whisker c0", max(-1.0, result - reach), min(1.0, result + reach))
            plot.dot(value, result, "c0", f"{value:+.2f}: {result:+.3f} in {count:,} positions")
    return plot.svg("calibration")


def changes(records: Sequence[Record]) -> list[tuple[str, str]]:
    """Returns each setting with its values in the order of the generations: `3000, 6000 from 4`."""
    rows = []
    for name in records[-1]["settings"]:
        told = f"{records[0]['settings'].get(name)}"
        for before, record in zip(records, records[1:], strict=False):
            value = record["settings"].get(name)
            if value != before["settings"].get(name):
                told += f", {value} from {record['generation']}"
        rows.append((name, told))
    return rows


HEADS = (
    *("generation", "games", "samples", "games a second", "trained on", "steps", "seconds"),
    *("loss", "held out", "against", "score", "95 %", "games", "verdict"),
)


def row(record: Record) -> list[str]:
    """Returns a generation as a row of the table under HEADS."""
    speed = "-"
    if record["played_now"]:
        speed = f"{record['played_now'] / record['play_seconds']:.1f}"
    low, high = record["interval"]
    return [
        f"{record['generation']}",
        f"{record['games']:,}",
        f"{record['samples']:,}",
        speed,
        f"{record['trained_on']:,}",
        f"{record['steps']:,}",
        f"{record['train_seconds']:.0f}",
        f"{record['loss']:.4f}",
        f"{record['held_out_loss']:.4f}",
        f"{record['against']}",
        f"{100 * record['score']:.1f} %",
        f"{100 * low:.0f} to {100 * high:.0f}",
        f"{record['gate_games']}",
        record["verdict"] + ("" if record["is_best"] else ", lost"),
    ]


def page(contest: str, records: Sequence[Record]) -> str:
    """Returns the page of a value network's training as HTML. records: at least one."""
    best = max([record["generation"] for record in records if record["is_best"]], default=0)
    games, samples = (sum(each[name] for each in records) for name in ("games", "samples"))
    state = f"generation {best} is the best so far" if best else "no generation has won yet"
    last = records[-1]["generation"]
    return whole_page(
        f"training {contest.removeprefix('bots.')}",
        f"{len(records)} generations, {games:,} games, {samples:,} samples; {state}.",
        [Picture("Elo by generation", ELO_WORDS, elo_plot(ladder(records)))],
        [
            Picture("Loss by step", LOSS_WORDS, loss_plot(records)),
            Picture(
                f"Results by value, generation {last}",
                VALUE_WORDS,
                calibration_plot(records[-1]) or Markup(NO_VALUES),
            ),
        ],
        [HEADS, *map(row, records)],
        changes(records),
        [command_of(contest, Settings(**record["settings"])) for record in records],
        grey=[f"{record['generation']}" for record in records if not record["is_best"]],
    )


def whole_page(
    title: str,
    summary: str,
    wide: Sequence[Picture],
    small: Sequence[Picture],
    rows: Sequence[Sequence[str]],
    settings: Sequence[tuple[str, object]],
    commands: Sequence[str],
    notes: Sequence[str] = (),
    grey: Sequence[str] = (),
) -> str:
    """Returns the page of a training as HTML.

    wide, small: pictures of the whole width, and of the half
    rows: a table, the heads first; grey: first cells of rows that count less
    commands: the same one is shown once
    """
    return rendered(
        TEMPLATE,
        title,
        summary=summary,
        wide=wide,
        small=small,
        tables=narrow(rows),
        settings=settings,
        commands=list(dict.fromkeys(commands)),
        notes=notes,
        grey=grey,
    )


def narrow(rows: Sequence[Sequence[str]]) -> list[list[list[str]]]:
    """Returns a table as tables that no page cuts off, each with the first column."""
    width = len(rows[0])
    parts = -(-(width - 1) // COLUMNS_OF_TABLE)
    size = -(-(width - 1) // parts)
    starts = range(1, width, size)
    return [[[row[0], *row[start : start + size]] for row in rows] for start in starts]


def write_page(contest: str, records: Sequence[Record], output: Path) -> None:
    """Writes the page. BadInput if it cannot be written."""
    write_whole(output, page(contest, records).encode())
