"""`play GAME BOT BOT ...`: matches between bots, and a table."""

import json
from collections.abc import Iterator
from contextlib import closing, nullcontext
from pathlib import Path
from typing import Annotated

import typer

from botsmith.arena.bots import find_bots
from botsmith.arena.league import Plan, levels_from
from botsmith.arena.match import Conditions
from botsmith.arena.packing import in_place
from botsmith.arena.played import Played, in_order
from botsmith.arena.record import RecordWriter, decode_match
from botsmith.arena.report import report
from botsmith.arena.runner import Runner
from botsmith.arena.standings import Standings
from botsmith.arena.workers import player_counts
from botsmith.cli.console import progress_bar
from botsmith.cli.tables import show_report
from botsmith.errors import BadInput
from botsmith.replay.viewer import write_page

CONFIDENCE = 0.95


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
    found = find_bots(bots, game)
    counts = player_counts(game)
    if len(found) not in counts:
        raise BadInput(f"{game} takes {' or '.join(map(str, counts))} bots, got {len(found)}")
    levels = levels_from(None, [bot.name for bot in found])
    plan = Plan(game, tuple(found), games, seed, rule, iterations, levels)
    plan.check()
    environment = {"BOTSMITH_EXPLAIN": "1"} if explain else {}
    runner = Runner(game, Conditions(rule, iterations, environment), jobs)
    runner.check()
    standings = Standings(plan)
    matches = []
    for played in play_plan(plan, runner, record, replay):
        standings.add(played)
        matches.append(played)
    document = report(standings, matches, CONFIDENCE)
    if as_json:
        print(json.dumps(document))
    else:
        show_report(document, "--json")


def play_plan(
    plan: Plan, runner: Runner, record: Path | None, replay: Path | None
) -> Iterator[Played]:
    """Plays all matches of a plan, in its order; writes their records, and the first one's page."""
    progress = progress_bar(plan.game)
    writer = RecordWriter(record) if record else None
    bots = [in_place(bot) for bot in plan.bots]
    with closing(writer) if writer else nullcontext(), runner.open(bots) as pool, progress:
        task = progress.add_task("", total=plan.length)
        for outcome in in_order(pool.run(plan.jobs())):
            if writer:
                writer.write(outcome.record)
            if replay and outcome.played.number == 0:
                write_page(decode_match(outcome.record, "the first match"), replay)
            progress.update(task, advance=1, refresh=True)
            yield outcome.played
