"""The page of a training: what it played, learned and won, generation by generation."""

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

Record = Mapping[str, Any]


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


def command(contest: str, record: Record) -> str:
    """Returns the command that made a generation."""
    return command_of(contest, Settings(**record["settings"]))


def page(contest: str, records: Sequence[Record]) -> str:
    """Returns the page as HTML. records: at least one."""
    best = max([record["generation"] for record in records if record["is_best"]], default=0)
    return rendered(
        TEMPLATE,
        f"training {contest.removeprefix('bots.')}",
        records=records,
        best=best,
        last=records[-1],
        elo=elo_plot(ladder(records)),
        loss=loss_plot(records),
        calibration=calibration_plot(records[-1]),
        changes=changes(records),
        commands=list(dict.fromkeys(command(contest, record) for record in records)),
        fewest=FEWEST,
    )


def write_page(contest: str, records: Sequence[Record], output: Path) -> None:
    """Writes the page. BadInput if it cannot be written."""
    write_whole(output, page(contest, records).encode())
