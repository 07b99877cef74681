"""Options that several commands have, each defined once."""

import os
from pathlib import Path
from typing import Annotated

import typer

SLACK = "NAME:MS[,FIRST_MS]"
SLACK_HELP = "How late a bot's answers may be, in ms, and its first one: 'java*:0,2000'."
RULES = "hard, soft3, bank, count or none. [default: hard; none with --iterations]"
WORK = "Fixed work a turn instead of the clock: repeatable."
PERCENTS = "Percents of the time or --iterations, for all bots, or NAME:P,P,.. for one."
FIRST_SEED = 1
FIRST = "Seed of the first match; named, it is also sent to `brutal-old:`. [default: 1]"
STEP = "Distance from one seed to the next. [default: the game's own]"
PLIES = "Turns of random legal moves, drawn from the seed, before the bots are asked."
EARLY = "Stop as soon as it is clear if A is better than B."
WHOSE = (
    "Bots tell what they consider: keep it of `all` matches, or of those that the first bot `lost`."
)

SITE = (
    "The site's machine: one core a bot, which stands still between its turns but for SHARE percent"
    " of the time; 4 without a number."
)
SLOW = "A bot has 1/K of its core."

Players = Annotated[int | None, typer.Option(help="Seats of a match, where the game has a choice.")]
Time = Annotated[str | None, typer.Option(help=RULES)]
Slacks = Annotated[list[str] | None, typer.Option(metavar=SLACK, help=SLACK_HELP)]
Seed = Annotated[int | None, typer.Option(help=FIRST)]
SeedStep = Annotated[int | None, typer.Option(help=STEP)]
Openings = Annotated[int, typer.Option(metavar="N", help=PLIES)]
Uneven = Annotated[
    bool,
    typer.Option(
        "--uneven", help="Openings in which a bot that knows of none plays its own moves."
    ),
]
Iterations = Annotated[int | None, typer.Option(help=WORK)]
Site = Annotated[float | None, typer.Option(metavar="[SHARE]", help=SITE)]
Slow = Annotated[float | None, typer.Option(metavar="K", help=SLOW)]
AsJson = Annotated[bool, typer.Option("--json", help="One JSON document on stdout.")]

Where = Annotated[
    str | None,
    typer.Option(
        metavar="EXPR",
        help="Only seats of matches for which this holds: 'seat == 1 and turns > 30'; see"
        " docs/measuring.md.",
    ),
]
By = Annotated[
    str | None,
    typer.Option(metavar="KEYS", help="A line for each value of these facts: seat,rival say."),
]

# Of leagues.
Sprt = Annotated[str | None, typer.Option(metavar="A,B", help=EARLY)]
Budget = Annotated[str | None, typer.Option(metavar="P,P,..", help=PERCENTS)]
Confidence = Annotated[float, typer.Option(help="Confidence of all intervals.")]
Jobs = Annotated[
    int | None, typer.Option(help="Matches side by side. [default: one core stays free]")
]
Explain = Annotated[str | None, typer.Option(metavar="WHICH", help=WHOSE)]
Place = Annotated[str, typer.Option(help="local, dask://local or dask://HOST:PORT.")]
ReportFile = Annotated[
    Path | None, typer.Option("--report", help="Write a page of the league, FILE.html.")
]
Force = Annotated[
    bool, typer.Option("--force", help="Verdicts even from an oversubscribed machine.")
]


def side_by_side(jobs: int | None) -> int:
    """Returns the number of matches at once: --jobs, else all cores but one."""
    return jobs if jobs is not None else max(1, (os.cpu_count() or 1) - 1)
