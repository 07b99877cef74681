"""Makes the page of a training by search or imitation: its figures at each of its points."""

from collections.abc import Sequence
from pathlib import Path

from markupsafe import Markup

from botsmith.replay.output import write_whole
from botsmith.training.policy_folder import Point
from botsmith.training.policy_report import (
    Value,
    curve,
    of_exam,
    rivals_plot,
    term_plots,
    whole_page,
)
from botsmith.training.window_folder import WindowFolder

LEARNING = {
    "loss": "Of the policy against the chances that it is to have, in nats.",
    "kl": "How far those are from the policy, in nats: what is left to learn.",
    "entropy": "Of the policy, in nats; at 0 it tries nothing any more.",
    "value_error": "Of values against targets, in squares: 1 knows nothing, 0 all.",
}


def exam_plots(points: Sequence[Point]) -> list[tuple[str, str, Markup]]:
    """Returns title, words and picture of what exams found."""
    found = [rivals_plot(points)] if points[-1]["rivals"] else []
    turns: list[Value] = [of_exam("match_turns"), lambda point: point["match_turns"]]
    return [
        *found,
        (
            "Score against the best network before",
            "The share of matches won, without a search; by search, from 0.5 on the network is the"
            " best one. By imitation it is against the point before.",
            curve(points, "score", of_exam("score")),
        ),
        (
            "Turns of a match",
            "Line 1: matches of the exam. Line 2: those of training; by search they end when they"
            " are sure.",
            curve(points, "turns", *turns),
        ),
    ]


def page(run: WindowFolder) -> str:
    """Returns the page of a training with a point at least, as HTML."""
    points = run.points
    terms, rivals = list(points[-1]["exam"]["terms"]), list(points[-1]["rivals"])
    heads = ["point", "samples", "processor s", "games", *rivals, "exam turns", *terms]
    heads += ["score", "best"]
    learning = {name: words for name, words in LEARNING.items() if name in points[-1]}
    heads += [*(name.replace("_", " ") for name in learning), "gradient", "rate"]
    rows = []
    for point in points:
        exam = point["exam"]
        cells = [f"{point['point']}", f"{point['samples']:,}", f"{point['processor']:.0f}"]
        cells += [f"{point['matches']:,}"]
        cells += [f"{point['rivals'][rival][0]:.3f}" for rival in rivals]
        cells += [f"{exam['match_turns']:.1f}"]
        cells += [f"{exam['terms'][term]:.3f}" for term in terms]
        cells += [f"{exam['score']:.3f}" if "score" in exam else "-"]
        cells += ["yes" if point.get("is_best", True) else "no"]
        cells += [f"{point[name]:.3f}" for name in learning]
        cells += [f"{point['gradient']:.2f}", f"{point['rate']:.1e}"]
        rows.append(cells)
    curves = [
        (name.replace("_", " "), words, curve(points, name, lambda point, name=name: point[name]))  # type: ignore[misc]
        for name, words in learning.items()
    ]
    return whole_page(run, heads, rows, exam_plots(points), [*term_plots(points), *curves])


def write_page(run: WindowFolder, output: Path) -> None:
    """Writes the page. BadInput if it cannot be written."""
    write_whole(output, page(run).encode())
