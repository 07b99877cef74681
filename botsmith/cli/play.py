"""`play GAME BOT BOT ...`: matches between bots, and a table."""

import json
from collections.abc import Iterator
from contextlib import closing, nullcontext
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.box import SIMPLE
from rich.table import Table
from rich.text import Text

from botsmith.arena.bots import find_bots
from botsmith.arena.engine_words import EngineTurns, engine_word
from botsmith.arena.match import Setting
from botsmith.arena.record import RecordWriter
from botsmith.arena.series import Series, play_series, report
from botsmith.cli.console import progress_bar, wide_console
from botsmith.printable import printable
from botsmith.referees.base import Match
from botsmith.replay.viewer import write_page

FAULTS_SHOWN = 20


def play(
    game: Annotated[str, typer.Argument(help="The contest, csb for example.")],
    bots: Annotated[
        list[str],
        typer.Argument(
            help="One per seat: a .py file, a baseline, a name in dist/, a quoted command. A file"
            " or name with @python plays without C."
        ),
    ],
    games: Annotated[int, typer.Option(help="Matches; one seed has a match per seat.")] = 1,
    seed: Annotated[int, typer.Option(help="Seed of the first match.")] = 1,
    time: Annotated[
        str | None,
        typer.Option(help="hard, soft3, bank or none. [default: hard; none with --iterations]"),
    ] = None,
    iterations: Annotated[
        int | None, typer.Option(help="Fixed work a turn instead of the clock: repeatable.")
    ] = None,
    jobs: Annotated[int, typer.Option(help="Matches side by side.")] = 1,
    record: Annotated[
        Path | None, typer.Option(help="Append the matches to this .jsonl.gz file.")
    ] = None,
    replay: Annotated[
        Path | None, typer.Option(help="Write the first match to this .html page.")
    ] = None,
    explain: Annotated[
        bool, typer.Option("--explain", help="Bots tell what they considered, for records.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON document on stdout.")] = False,
) -> None:
    """Play matches between bots and show a table.

    Match k uses seed S + k // seats, and the bots move up k mod seats places.
    """
    rule = time or ("hard" if iterations is None else "none")
    series = Series(
        game=game,
        bots=tuple(find_bots(bots, game)),
        games=games,
        seed=seed,
        setting=Setting(
            time_rule=rule,
            iterations=iterations,
            environment={"BOTSMITH_EXPLAIN": "1"} if explain else {},
        ),
        jobs=jobs,
    )
    series.check()
    found = report(series, list(played(series, record, replay)))
    if as_json:
        print(json.dumps(found))
    else:
        show(found)


def played(series: Series, record: Path | None, replay: Path | None) -> Iterator[Match]:
    """Plays the series, records it, and yields the matches without their turns, to save memory.

    replay: where to write the page of the first match.
    """
    progress = progress_bar(series.game)
    writer = RecordWriter(record) if record else None
    with closing(writer) if writer else nullcontext(), progress:
        task = progress.add_task(series.game, total=series.games)
        for match in play_series(series):
            if writer:
                writer.write(match)
            if replay:
                write_page(match, replay)
                replay = None
            progress.update(task, advance=1, refresh=True)
            yield replace(match, turns=[])


def milliseconds(value: float | None) -> str:
    """A time of the table."""
    return "-" if value is None else f"{value:.1f}"


def row(bot: dict[str, Any]) -> list[str]:
    """A bot's line of the table; the interval stands beside the number that it belongs to."""
    engine = engine_word(EngineTurns(**bot["engine"]))
    low, high = bot["interval"]
    share, rank = f"{bot['first_share']:.1%}", f"{bot['mean_rank']:.2f}"
    if bot["interval_of"] == "first_share":
        share += f" [{low:.0%} {high:.0%}]"
    else:
        rank += f" [{low:.2f} {high:.2f}]"
    counts = [str(bot[key]) for key in ("wins", "draws", "losses")]
    faults = [str(bot[key]) for key in ("timeouts", "crashes", "invalid")]
    times = " ".join(milliseconds(bot["turn_ms"][key]) for key in ("first", "mean", "p99", "max"))
    return [bot["name"], engine, *counts, share, rank, *faults, times]


def show(found: dict[str, Any]) -> None:
    """The table, and below it one line for every bot that failed."""
    console = wide_console()
    confidence = f"{found['bots'][0]['confidence']:.0%}"
    games = found["games"]
    plural = "" if games == 1 else "s"
    rule = found["time_rule"]
    title = f"{found['game']}: {games} game{plural} from seed {found['seed']}, time rule {rule}"
    table = Table(title=Text(title), title_justify="left", box=SIMPLE, padding=(0, 1))
    table.collapse_padding = True
    table.add_column("bot", overflow="fold")
    table.add_column("engine", no_wrap=True)
    for name in ("won", "drawn", "lost", f"share [{confidence}]", "mean rank"):
        table.add_column(name, justify="right")
    for name in ("late", "crash", "invalid", "ms: first mean p99 max"):
        table.add_column(name, justify="right")
    for bot in found["bots"]:
        table.add_row(*map(Text, row(bot)))
    console.print(table)
    faults = [
        f"seed {match['seed']}, {error['text']}"
        for match in found["matches"]
        for error in match["errors"]
    ]
    for line in faults[:FAULTS_SHOWN]:
        console.print(Text(printable(line)), soft_wrap=True)
    if len(faults) > FAULTS_SHOWN:
        console.print(f"and {len(faults) - FAULTS_SHOWN} faults more, see --json")
