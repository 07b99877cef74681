"""Shows a policy's training point by point: a page, and a line for the terminal."""

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from markupsafe import Markup

from botsmith.plots.axis import Axis, around
from botsmith.plots.pages import rendered
from botsmith.plots.svg import Plot
from botsmith.training.folder import Point
from botsmith.training.policy_run import POINTS, PolicyRun
from botsmith.training.report import (
    COLUMNS,
    HEIGHT,
    MOST_ELO,
    TEMPLATE,
    Column,
    Picture,
    elo_of,
    tables_of,
    value_at,
)

MILLION = 1e6
LITTLE = 0.02  # in parts of a value that does not change: the height of its scale
LEARNING = {  # figures of a batch
    "agreed": "The share of moves, as the network plays, that the teacher would play, too.",
    "loss": "Of the policy against the chances that it is to have, in nats.",
    "entropy": "Of the policy, in nats; at 0 it tries nothing any more.",
    "clip_fraction": "Samples whose ratio left the clip; above 0.3 steps are too large.",
    "value_error": "Of values against what came, in variances: 1 knows nothing, 0 all.",
    "kl": "In nats: how far a batch moves the policy by PPO, 0.001 to 0.02; else how far it is from"
    " the chances that it is to have.",
}
BEST_WORDS = "The share of matches won without a search; from 0.5 on the network is the best one."
ELO_WORDS = (
    "Over the network of the beginning, each point from its matches against the one before; a"
    f" step counts {MOST_ELO:.0f} at most. It says nothing of other bots."
)
TURNS_WORDS = (
    "Line 1: matches of the exam, by its own starts. Line 2: matches of training; by search"
    " they end when they are sure."
)
TERM_WORDS = "The sum of a match, without its weight: in the exam, and in training."


def curve(points: Sequence[Point], title: str, words: str, *ways: Sequence[Any]) -> Picture:
    """Returns a plot of values by millions of samples, from the points that have them.

    ways: the path of keys to each value
    """
    lines = []
    for way in ways:
        pairs = [(point["samples"] / MILLION, value_at(point, way)) for point in points]
        lines.append([(x, y) for x, y in pairs if y is not None])
    known = [y for line in lines for _, y in line]
    if not known:
        return Picture(title, words, Markup("no match has ended yet"))
    samples = Axis(0.0, max(1e-6, points[-1]["samples"] / MILLION))
    heights = around(known, max(LITTLE, LITTLE * max(map(abs, known))))
    plot = Plot(title, samples, heights, HEIGHT)
    plot.grid(".4g")
    plot.scale("g", COLUMNS, is_whole=False)
    for place, line in enumerate(lines):
        if line:
            plot.line(line, f"c{place}")
            for x, y in line:
                plot.dot(x, y, f"c{place}", f"{x:.2f} million: {y:.4g}", 2)
    return Picture(title, words, plot.svg())


def exam_plots(points: Sequence[Point]) -> list[Picture]:
    """Returns the plots of the exams' figures: scores against rivals and against earlier networks,
    and turns of a match.
    """
    found, last = [], points[-1]
    if rivals := last["rivals"]:
        names = [f"{name} ({matches} matches at the end)" for name, (_, matches) in rivals.items()]
        words = "The share of matches won by the likeliest moves. From the first line on: "
        ways = [["rivals", name, 0] for name in rivals]
        found.append(curve(points, "Score against rivals", words + ", ".join(names) + ".", *ways))
    if "is_best" in last:
        title, words = "Score against the best network before", BEST_WORDS
        found.append(curve(points, title, words, ["exam", "score"]))
    elif "score" in last["exam"]:
        elo, rated = 0.0, []  # above the first network
        for point in points:
            elo += elo_of(point["exam"]["score"])
            rated.append({**point, "elo": elo})
        found.append(curve(rated, "Elo over its own past", ELO_WORDS, ["elo"]))
    ways = [["exam", "match_turns"], ["match_turns"]]
    return [*found, curve(points, "Turns of a match", TURNS_WORDS, *ways)]


def small_plots(points: Sequence[Point]) -> list[Picture]:
    """Returns a plot of each reward term, and of each figure of learning that the method has. A
    term that counts turns has no plot, as turns have one.
    """
    found, last = [], points[-1]
    for term in last["exam"]["terms"]:
        exams = [point["exam"] for point in points]
        if any(exam["terms"][term] != exam["match_turns"] for exam in exams):
            ways = [["exam", "terms", term], ["terms", term]]
            found.append(curve(points, f"Term {term}", TERM_WORDS, *ways))
    for name, words in LEARNING.items():
        if name in last:
            found.append(curve(points, name.replace("_", " "), words, [name]))
    return found


def point_tables(points: Sequence[Point]) -> list[list[list[str]]]:
    """Returns the tables of all points, as `tables_of`."""
    last = points[-1]
    columns: list[Column] = [
        ("point", "", ["point"]),
        ("samples", ",", ["samples"]),
        ("processor s", ".0f", ["processor"]),
        ("wall s", ".0f", ["wall"]),
        ("matches", ",", ["matches"]),
        *((rival, ".3f", ["rivals", rival, 0]) for rival in last["rivals"]),
        ("exam turns", ".1f", ["exam", "match_turns"]),
        *((term, ".3f", ["exam", "terms", term]) for term in last["exam"]["terms"]),
    ]
    columns += [("score", ".3f", ["exam", "score"])] if "score" in last["exam"] else []
    columns += [("best", "", ["is_best"])] if "is_best" in last else []
    columns += [(name.replace("_", " "), ".4f", [name]) for name in LEARNING if name in last]
    columns += [("gradient", ".2f", ["gradient"]), ("rate", ".1e", ["rate"])]
    return tables_of(columns, points)


def rounded_words(last: Point, bits: int) -> str:
    """Returns words on the strength of the network when its weights are rounded to integers."""
    exam, rounded = last["exam"], last["rounded"]
    exact = exam["terms"]
    terms = [f"{term} {value:.3f} ({exact[term]:.3f})" for term, value in rounded["terms"].items()]
    return (
        f"In integers of {bits} bits, as bots have it, the exam's matches take"
        f" {rounded['match_turns']:.1f} turns ({exam['match_turns']:.1f} in floats):"
        f" {', '.join(terms)}."
    )


def page(run: PolicyRun) -> str:
    """Returns the page as HTML. run: a training with at least one point"""
    points, last = run.points, run.points[-1]
    return rendered(
        TEMPLATE,
        f"policy of {run.name}",
        tables=point_tables(points),
        commands=[*run.before, run.command],
        summary=f"{last['samples']:,} of {run.settings.samples:,} samples,"
        f" {last['processor']:,.0f} s of a processor, {last['wall']:,.0f} s by the clock:"
        f" {last['samples'] / last['processor']:,.0f} samples a second of a processor, exams"
        f" included. A point is one {POINTS}th of the training; along x lie millions of samples.",
        wide=exam_plots(points),
        small=small_plots(points),
        settings=list(asdict(run.settings).items()),
        grey=[],
        notes=[rounded_words(last, run.settings.bits)] if "rounded" in last else [],
    )


def line(point: Point) -> str:
    """Returns a line about a point."""
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
