"""Draws the pictures of a study's report. Scores are 0..1."""

from collections.abc import Mapping, Sequence
from typing import Any

from markupsafe import Markup

from botsmith.plots.axis import Axis
from botsmith.plots.svg import Plot, bar
from botsmith.tuning.space import Range

HIGH, LOW = 250, 150  # pixels: heights of the history and of one landscape
ROOM = 0.06  # of a score, above the best and below the worst


Trial = Mapping[str, Any]  # as study_json has it, with `is_best`


def scored(label: str, x: Axis, scores: Sequence[float], height: int) -> Plot:
    """Returns a plot whose scale holds all these scores, and one half."""
    axis = Axis(max(0.0, min(scores) - ROOM), min(1.0, max(scores) + ROOM))
    plot = Plot(label, x, axis, height)
    plot.grid(".0%")
    plot.level(0.5, "half")
    return plot


def add_dot(plot: Plot, x: float, trial: Trial) -> None:
    """Draws the dot of one trial, with a title for the pointer; the best one is larger."""
    is_pruned = trial["state"] == "pruned"
    low, high = trial["interval"]
    title = f"trial {trial['number']}: {trial['score']:.1%} [{low:.1%} {high:.1%}]"
    title += f" in {trial['games']} games{', pruned' if is_pruned else ''}"
    css = "start" if trial["is_start"] else "pruned" if is_pruned else "whole"
    if trial["is_best"]:
        css = "best"
    plot.dot(x, trial["score"], css, title, 6 if trial["is_best"] else 4)


def history(trials: Sequence[Trial]) -> Markup:
    """Returns the scores in the order of the trials, with their intervals and the best one so
    far.
    """
    last = max(len(trials) - 1, 1)
    ends = [0.5, *(end for trial in trials for end in trial["interval"])]
    plot = scored("score of every trial", Axis(0.0, last), ends, HIGH)
    steps: list[tuple[float, float]] = []
    for place, trial in enumerate(trials):
        plot.upright(place, "whisker whole", *trial["interval"])
        if steps:
            steps.append((place, steps[-1][1]))
        if trial["state"] != "pruned" and (not steps or trial["score"] > steps[-1][1]):
            steps.append((place, trial["score"]))
        add_dot(plot, place, trial)
    if steps:
        plot.line(steps, "sofar")
    named = [place for place in plot.x_axis.ticks() if place == int(place) < len(trials)]
    plot.columns(named, [str(trials[int(place)]["number"]) for place in named])
    return plot.svg("history")


def importance(shares: dict[str, float]) -> list[tuple[str, Markup, str]]:
    """Returns (name, bar, share) of every parameter, the most important first."""
    rows = sorted(shares.items(), key=lambda pair: -pair[1])
    most = max([*shares.values(), 1e-9])
    return [(name, bar(share / most), f"{share:.0%}") for name, share in rows]


def landscape(single: Range, trials: Sequence[Trial]) -> Markup:
    """Returns scores by the value of one parameter, with the best and the start value marked."""
    scores = [trial["score"] for trial in trials]
    plot = scored(f"score against {single.name}", Axis(0.0, 1.0), [0.5, *scores], LOW)
    place = Axis(single.low, single.high, single.is_log)
    plot.upright(place.share(float(single.start)), "began")
    for trial in sorted(trials, key=lambda trial: bool(trial["is_best"])):
        add_dot(plot, place.share(float(trial["values"][single.name])), trial)
    low, high = single.ends or ("no", "yes")
    plot.columns([0.0, 0.5, 1.0], [low, "log scale" if single.is_log else "", high])
    return plot.svg("landscape")
