"""`league GAME BOT BOT ...`: a tournament that says who is better, and how sure that is."""

import json
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from botsmith.arena.bots import find_bots, with_slack
from botsmith.arena.kept import WHICH, Thoughts
from botsmith.arena.league import Plan, duel_from, levels_from, play_missing
from botsmith.arena.match import Conditions
from botsmith.arena.packing import PackedBot
from botsmith.arena.report import league_report
from botsmith.arena.runner import LOCAL, Runner
from botsmith.arena.standings import Standings
from botsmith.arena.store import Store, open_store
from botsmith.board.report import write_report
from botsmith.cli.app import interrupted
from botsmith.cli.console import Progress
from botsmith.cli.lost import worst_rival
from botsmith.cli.machine import SLACK, SLACK_HELP, Watch
from botsmith.cli.replay import command
from botsmith.cli.tables import show_report
from botsmith.errors import BadInput
from botsmith.printable import print_error, say
from botsmith.programs import is_foreign
from botsmith.replay.output import check_page

GAMES = 100
SPRT_GAMES = 400


def league(
    game: Annotated[str, typer.Argument(help="The contest, csb for example.")],
    bots: Annotated[
        list[str],
        typer.Argument(help="Two or more, named as for `play`."),
    ],
    games: Annotated[
        int | None,
        typer.Option(help="Matches of every pair or group. [default: 100; 400 with --sprt]"),
    ] = None,
    players: Annotated[
        int | None, typer.Option(help="Seats of a match, where the game has a choice.")
    ] = None,
    sprt: Annotated[
        str | None,
        typer.Option(metavar="A,B", help="Stop as soon as it is clear whether A is better than B."),
    ] = None,
    budget: Annotated[
        str | None,
        typer.Option(
            metavar="P,P,..",
            help="Percents of the time or --iterations, for all bots, or NAME:P,P,.. for one.",
        ),
    ] = None,
    confidence: Annotated[float, typer.Option(help="Of all intervals.")] = 0.95,
    jobs: Annotated[
        int | None, typer.Option(help="Matches side by side. [default: one core stays free]")
    ] = None,
    time: Annotated[
        str | None,
        typer.Option(
            help="hard, soft3, bank, count or none. [default: hard; none with --iterations]"
        ),
    ] = None,
    slack: Annotated[list[str] | None, typer.Option(metavar=SLACK, help=SLACK_HELP)] = None,
    iterations: Annotated[
        int | None, typer.Option(help="Fixed work a turn instead of the clock: repeatable.")
    ] = None,
    seed: Annotated[int, typer.Option(help="Seed of the first match.")] = 1,
    db: Annotated[Path, typer.Option(help="The store, made if it is not there.")] = Path(
        "league.db"
    ),
    resume: Annotated[
        bool, typer.Option("--resume", help="Go on with the last such league of the store.")
    ] = False,
    explain: Annotated[
        str | None,
        typer.Option(
            metavar="WHICH",
            help="Bots tell what they consider: keep it of `all` matches, or of those that the"
            " first bot `lost`.",
        ),
    ] = None,
    engine: Annotated[str, typer.Option(help="local, dask://local or dask://HOST:PORT.")] = LOCAL,
    report_file: Annotated[
        Path | None, typer.Option("--report", help="A page of the league, FILE.html.")
    ] = None,
    force: Annotated[
        bool, typer.Option("--force", help="Verdicts even from an oversubscribed machine.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON document on stdout.")] = False,
) -> None:
    """Play a tournament and say who is better, and how sure that is.

    Every match goes to the store as it ends; Ctrl-C keeps what was played, and --resume goes on.
    """
    found = tuple(with_slack(find_bots(bots, game), bots, slack or []))
    plan = Plan(
        game=game,
        bots=found,
        games=games if games is not None else (SPRT_GAMES if sprt else GAMES),
        seed=seed,
        rule=time or ("hard" if iterations is None else "none"),
        iterations=iterations,
        levels=levels_from(budget, [bot.name for bot in found]),
        players=players,
    )
    plan.check()
    if not 0.5 <= confidence < 1.0:
        raise BadInput(f"--confidence {confidence:g}: expected a share from 0.5 to below 1")
    if sprt and len(plan.levels) > 1:
        raise BadInput("--sprt tests one budget: expected a single percent for --budget")
    if explain not in (None, *WHICH):
        raise BadInput(f"--explain {explain}: expected {' or '.join(WHICH)}")
    workers = jobs if jobs is not None else max(1, (os.cpu_count() or 1) - 1)
    environment = {"BOTSMITH_EXPLAIN": "1"} if explain else {}
    runner = Runner(game, Conditions(plan.rule, iterations, environment), workers, engine)
    runner.check()
    if report_file is not None:
        check_page(report_file)
        if report_file.absolute() == db.absolute():
            raise BadInput(f"--report {report_file}: is the store; expected another name")
    standings = Standings(plan, duel_from(sprt, bots, found) if sprt else None)
    packed = [runner.pack(bot) for bot in found]
    with open_store(db, create=True) as store:
        spec = plan.spec() | ({"explain": True} if explain else {})
        number = store.find_league(game, spec) if resume else None
        if number is None:
            number = store.begin_league(game, spec)
        thoughts = Thoughts(store, number, explain) if explain else None
        is_interrupted, trouble = False, None
        try:
            is_interrupted = play_all(standings, store, number, runner, packed, thoughts)
        except (
            BadInput
        ) as error:  # a full disk, a match that cannot be played: a table all the same
            if as_json:
                raise
            trouble = error
            standings.end_early()
        report = league_report(standings, store.plan(number), confidence, force)
        played = store.count(number)
        rival = worst_rival(store.matches(number))
        if report_file is not None:
            try:
                write_report(report_file, store, number, plan, standings.duel, confidence)
            except BadInput as error:
                trouble = trouble or error
    if as_json:
        say(json.dumps(report))
    elif report["games"]:
        show_report(report, "`export`")
        if not is_foreign(game):
            show_commands(db, rival)
    for warning in report["warnings"]:
        print_error(warning + ("" if force else " (no verdict)"))
    if trouble is not None:
        raise trouble
    if is_interrupted:
        raise interrupted(f"interrupted; {played} matches are kept in {db}, --resume goes on")


def show_commands(db: Path, rival: str | None) -> None:
    """How to look at the matches of a league."""
    if rival is not None:
        words = ("lost", "--db", str(db), "--vs", rival, "-o", "lost.html")
        say(f"the worst lost: {command(*words)}")
    say(f"the last one:   {command('replay', '--db', str(db))}")


def play_all(
    standings: Standings,
    store: Store,
    league: int,
    runner: Runner,
    bots: Sequence[PackedBot],
    thoughts: Thoughts | None = None,
) -> bool:
    """Plays what the store does not have yet, with a progress bar, until all is played or decided.

    Whether Ctrl-C ended it early.
    """
    plan = standings.plan
    for played in store.plan(league):
        standings.add(played)
    watch = Watch(runner)
    done = sum(number < plan.length for number in store.numbers(league))
    is_interrupted = False
    try:
        if done < plan.length and standings.stop is None:
            progress = Progress(plan.game, plan.length, "matches", done)
            with runner.open(bots) as pool, progress:
                for played in play_missing(plan, store, league, pool, thoughts):
                    standings.add(played)
                    watch.look(standings)
                    progress.advance(f"llr {standings.progress.llr:+.2f}" if standings.duel else "")
                    if standings.stop is not None:
                        break
    except KeyboardInterrupt:
        is_interrupted = True
    standings.end_early()
    return is_interrupted
