"""The page of a policy's training, and a line of it: what it was at each of its points."""

from collections.abc import Callable, Sequence
from dataclasses import asdict
from pathlib import Path

from markupsafe import Markup

from botsmith.plots.axis import Axis
from botsmith.plots.pages import rendered
from botsmith.plots.svg import Plot
from botsmith.replay.output import write_whole
from botsmith.training.policy_folder import POINTS, Point, PolicyFolder
from botsmith.training.policy_run import PolicyRun
from botsmith.training.report import HEIGHT, MOST_ELO, elo_of, scale, whole_columns

TEMPLATE = Path(__file__).with_name("policy.html")
MILLION = 1e6

Value = Callable[[Point], float | None]
Picture = tuple[str, str, Markup]  # title, words and plot


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
    """Returns a function that reads a number of a point's exam."""
    return lambda point: point["exam"].get(name)


def of_term(term: str, is_exam: bool) -> Value:
    """Returns a function that reads a term's sum, of training or exam."""
    return lambda point: (point["exam"] if is_exam else point).get("terms", {}).get(term)


def rivals_plot(points: Sequence[Point]) -> tuple[str, str, Markup]:
    """Returns title, words and picture of the shares of matches won against the author's rivals."""
    names = list(points[-1]["rivals"])
    values: list[Value] = [lambda point, name=name: point["rivals"][name][0] for name in names]  # type: ignore[misc]
    told = [f"{name} ({points[-1]['rivals'][name][1]} matches at the end)" for name in names]
    words = "The share of matches won by the likeliest moves. From the first line on: "
    return "Score against rivals", words + ", ".join(told) + ".", curve(points, "rivals", *values)


def with_elo(points: Sequence[Point]) -> list[Point]:
    """Returns the points with `elo`, over the network of the beginning, from each to the next."""
    elo, found = 0.0, []
    for point in points:
        elo += elo_of(point["exam"]["score"])
        found.append({**point, "elo": elo})
    return found


def exam_plots(points: Sequence[Point]) -> list[tuple[str, str, Markup]]:
    """Returns title, words and picture of what exams found."""
    found = []
    if points[-1]["rivals"]:
        found.append(rivals_plot(points))
    if "score" in points[-1]["exam"]:
        words = (
            "Over the network of the beginning, each point from its matches against the one"
            f" before; a step is told up to {MOST_ELO:.0f}. It says nothing of other bots."
        )
        elo = curve(with_elo(points), "elo", lambda point: point["elo"])
        found.append(("Elo over its own past", words, elo))
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


def calibration_plot(point: Point) -> Markup:
    """Returns a plot of the rows' true results by their values, at a point."""
    pairs = point["calibration"]
    ends = scale([number for pair in pairs for number in pair], 1e-3)
    plot = Plot("returns by value", ends, ends, HEIGHT)
    ticks = ends.ticks()
    plot.rows(ticks, [f"{tick:.3g}" for tick in ticks])
    plot.columns(ticks, [f"{tick:.3g}" for tick in ticks])
    plot.line([(tick, tick) for tick in (ticks[0], ticks[-1])], "any dashed")
    for value, got in pairs:
        plot.dot(value, got, "c0", f"{value:.3g}: {got:.3g}")
    return plot.svg("calibration")


def calibration(point: Point) -> tuple[str, str, Markup]:
    """Returns title, words and picture of the value's calibration."""
    words = "At the last point: what a twentieth of the rows got, by the value they had."
    return "returns by value", words, calibration_plot(point)


def page(run: PolicyRun) -> str:
    """Returns the page as HTML, of a training with at least one point."""
    points = run.points
    terms, rivals = list(points[-1]["exam"]["terms"]), list(points[-1]["rivals"])
    heads = ["point", "samples", "processor s", "wall s", "matches", *rivals, "exam turns", *terms]
    heads += ["score", "entropy", "clip fraction", "value error", "kl", "gradient", "rate"]
    rows = []
    for point in points:
        exam = point["exam"]
        cells = [f"{point['point']}", f"{point['samples']:,}", f"{point['processor']:.0f}"]
        cells += [f"{point['wall']:.0f}", f"{point['matches']:,}"]
        cells += [f"{point['rivals'][rival][0]:.3f}" for rival in rivals]
        cells += [f"{exam['match_turns']:.1f}"]
        cells += [f"{exam['terms'][term]:.3f}" for term in terms]
        cells += [f"{exam['score']:.3f}" if "score" in exam else "-", f"{point['entropy']:.3f}"]
        cells += [f"{point['clip_fraction']:.3f}", f"{point['value_error']:.3f}"]
        cells += [f"{point['kl']:.4f}", f"{point['gradient']:.2f}", f"{point['rate']:.1e}"]
        rows.append(cells)
    plots = [*term_plots(points), *learning_plots(points), calibration(points[-1])]
    return whole_page(run, heads, rows, exam_plots(points), plots)


def whole_page(
    run: PolicyFolder,
    heads: Sequence[str],
    rows: Sequence[Sequence[str]],
    exams: Sequence[Picture],
    plots: Sequence[Picture],
) -> str:
    """Returns the page of a policy as HTML. heads, rows: the table of its points, by exam."""
    points = run.points
    return rendered(
        TEMPLATE,
        f"policy of {run.name}",
        last=points[-1],
        count=POINTS,
        exams=exams,
        plots=plots,
        heads=heads,
        rows=rows,
        settings=asdict(run.settings),
        rounded=points[-1].get("rounded"),
        command=run.command,
    )


def write_page(run: PolicyRun, output: Path) -> None:
    """Writes the page. BadInput if it cannot be written."""
    write_whole(output, page(run).encode())


def line(point: Point) -> str:
    """Returns a point in words."""
    exam = point["exam"]
    terms = ", ".join(f"{term} {value:.3g}" for term, value in exam["terms"].items())
    other = "the best before" if "is_best" in point else "the point before"
    score = f"{exam['score']:.1%} against {other}, " if "score" in exam else ""
    for rival, (share, _) in point["rivals"].items():
        score += f"{share:.1%} against {rival}, "
    last = f"targets differ by {point['kl']:.2f}"
    if "agreed" in point:
        last += f", {point['agreed']:.1%} as the teacher"
    if "clip_fraction" in point:
        last = f"clipped {point['clip_fraction']:.1%}"
    if "value_error" in point:
        last += f", value error {point['value_error']:.2f}"
    return (
        f"point {point['point']}: {point['samples']:,} samples"
        f" ({point['samples'] / point['processor']:,.0f} a second of a processor); exam: {score}"
        f"{exam['match_turns']:.1f} turns, {terms}; entropy {point['entropy']:.2f}, {last}"
    )
