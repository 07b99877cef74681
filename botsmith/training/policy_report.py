"""The page of a policy's training: what it was at each of its points."""

from collections.abc import Callable, Sequence
from dataclasses import asdict
from pathlib import Path

from markupsafe import Markup

from botsmith.plots.axis import Axis
from botsmith.plots.pages import rendered
from botsmith.plots.svg import Plot
from botsmith.replay.output import write_whole
from botsmith.training.policy_run import POINTS, Point, command_of
from botsmith.training.ppo import Settings
from botsmith.training.report import HEIGHT, scale, whole_columns

TEMPLATE = Path(__file__).with_name("policy.html")
MILLION = 1e6

Value = Callable[[Point], float | None]


def curve(points: Sequence[Point], name: str, *values: Value) -> Markup:
    """Returns a plot of values by millions of samples, where there are any."""
    lines = []
    for value in values:
        pairs = [(point["samples"] / MILLION, value(point)) for point in points]
        lines.append([(x, y) for x, y in pairs if y is not None])
    known = [y for line in lines for _, y in line]
    if not known:
        return Markup("no match has ended yet")
    heights = scale(known, 1e-3)
    plot = Plot(name, Axis(0.0, max(1e-6, points[-1]["samples"] / MILLION)), heights, HEIGHT)
    ticks = heights.ticks()
    plot.rows(ticks, [f"{tick:.4g}" for tick in ticks])
    whole_columns(plot)
    for place, line in enumerate(lines):
        if line:
            plot.line(line, f"c{place}")
            for x, y in line:
                plot.dot(x, y, f"c{place}", f"{x:.2f} million: {y:.4g}", 2)
    return plot.svg(name.replace(" ", "-"))


def of_exam(name: str) -> Value:
    """Returns what finds a number of a point's exam."""
    return lambda point: point["exam"].get(name)


def of_term(term: str, is_exam: bool) -> Value:
    """Returns what finds a term's sum, of training or exam."""
    return lambda point: (point["exam"] if is_exam else point).get("terms", {}).get(term)


def exam_plots(points: Sequence[Point]) -> list[tuple[str, str, Markup]]:
    """Returns title, words and picture of what exams found."""
    found = []
    if "score" in points[-1]["exam"]:
        words = (
            "The share of matches won against the network of the point before, by the terms with"
            " their last weights; 0.5 is as good as it."
        )
        found.append(
            ("Score against the point before", words, curve(points, "score", of_exam("score")))
        )
    words = "Line 1: matches of the exam, by its own starts. Line 2: matches of training."
    turns: list[Value] = [of_exam("match_turns"), lambda point: point.get("match_turns")]
    found.append(("Turns of a match", words, curve(points, "turns", *turns)))
    return found


def term_plots(points: Sequence[Point]) -> list[tuple[str, str, Markup]]:
    """Returns the same of each reward term."""
    words = "The sum of a match, without its weight: in the exam, and in training."
    return [
        (
            f"Term {term}",
            words,
            curve(points, f"term {term}", of_term(term, True), of_term(term, False)),
        )
        for term in points[-1]["exam"]["terms"]
    ]


def learning_plots(points: Sequence[Point]) -> list[tuple[str, str, Markup]]:
    """Returns the same of what learning looks like."""
    told = {
        "entropy": "Of the policy, in nats; at 0 it tries nothing any more.",
        "clip_fraction": "Samples whose ratio left the clip; above 0.3 steps are too large.",
        "value_error": "Of values against returns, in variances: 1 knows nothing, 0 all.",
        "kl": "How far a batch moves the policy, in nats: 0.001 to 0.02.",
    }
    return [
        (name.replace("_", " "), words, curve(points, name, lambda point, name=name: point[name]))  # type: ignore[misc]
        for name, words in told.items()
    ]


def page(contest: str, settings: Settings, points: Sequence[Point]) -> str:
    """Returns the page as HTML. points: at least one."""
    terms = list(points[-1]["exam"]["terms"])
    heads = ["point", "samples", "processor s", "matches", "exam turns", *terms, "score", "entropy"]
    heads += ["clip fraction", "value error", "kl", "gradient", "rate"]
    rows = []
    for point in points:
        exam = point["exam"]
        cells = [f"{point['point']}", f"{point['samples']:,}", f"{point['processor']:.0f}"]
        cells += [f"{point['matches']:,}", f"{exam['match_turns']:.1f}"]
        cells += [f"{exam['terms'][term]:.3f}" for term in terms]
        cells += [f"{exam['score']:.3f}" if "score" in exam else "-", f"{point['entropy']:.3f}"]
        cells += [f"{point['clip_fraction']:.3f}", f"{point['value_error']:.3f}"]
        cells += [f"{point['kl']:.4f}", f"{point['gradient']:.2f}", f"{point['rate']:.1e}"]
        rows.append(cells)
    return rendered(
        TEMPLATE,
        f"policy of {contest}",
        last=points[-1],
        count=POINTS,
        exams=exam_plots(points),
        plots=[*term_plots(points), *learning_plots(points)],
        heads=heads,
        rows=rows,
        settings=asdict(settings),
        rounded=points[-1].get("rounded"),
        command=command_of(contest, settings),
    )


def write_page(contest: str, settings: Settings, points: Sequence[Point], output: Path) -> None:
    """Writes the page. BadInput if it cannot be written."""
    write_whole(output, page(contest, settings, points).encode())
