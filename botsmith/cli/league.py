"""`league GAME BOT BOT ...`: a tournament that says who is better, and how sure that is."""

import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

import typer

from botsmith.arena.matches.bots import check_order, find_bots, with_slack
from botsmith.arena.matches.league import Plan, check_players, duel_from, levels_from, play_missing
from botsmith.arena.matches.openings import check_even
from botsmith.arena.matches.packing import PackedBot
from botsmith.arena.matches.runner import LOCAL, Runner
from botsmith.arena.matches.sparring import NAMES, Sparring, is_guarded, plan_of, read_sparring
from botsmith.arena.process.site_machine import sharing, site_from
from botsmith.arena.statistics.report import conditions, league_report
from botsmith.arena.statistics.site_report import Arrivals
from botsmith.arena.statistics.standings import Standings
from botsmith.arena.store.last_matches import WHICH, Thoughts
from botsmith.arena.store.store import Store, open_store
from botsmith.board.report import write_report
from botsmith.cli.app import interrupted
from botsmith.cli.groups import Asked, show_groups
from botsmith.cli.lost import worst_losses
from botsmith.cli.machine import Watch
from botsmith.cli.options import (
    FIRST_SEED,
    AsJson,
    Budget,
    By,
    Confidence,
    Explain,
    Force,
    Iterations,
    Jobs,
    Openings,
    Place,
    Players,
    ReportFile,
    Seed,
    SeedStep,
    Site,
    Slacks,
    Slow,
    Sprt,
    Time,
    Uneven,
    Where,
    side_by_side,
)
from botsmith.cli.progress import Progress
from botsmith.cli.replay import command
from botsmith.cli.stale import say_stale
from botsmith.cli.tables import show_report
from botsmith.errors import BadInput, Contradiction
from botsmith.printable import print_error, say
from botsmith.programs import is_foreign
from botsmith.referees import referee_for
from botsmith.replay.output import check_page
from botsmith.workspace import OWN

GAMES = 100
SPRT_GAMES = 400


def league(
    game: Annotated[str, typer.Argument(help="The contest, csb for example.")],
    bots: Annotated[
        list[str],
        typer.Argument(help="Two or more, named as for `play`; with --sparring one or more."),
    ],
    games: Annotated[
        int | None,
        typer.Option(help="Matches of every pair or group. [default: 100; 400 with --sprt]"),
    ] = None,
    players: Players = None,
    sprt: Sprt = None,
    budget: Budget = None,
    confidence: Confidence = 0.95,
    jobs: Jobs = None,
    time: Time = None,
    slack: Slacks = None,
    iterations: Iterations = None,
    seed: Seed = None,
    seed_step: SeedStep = None,
    openings: Openings = 0,
    uneven: Uneven = False,
    db: Annotated[Path, typer.Option(help="The store, made if it is not there.")] = Path(
        "league.db"
    ),
    resume: Annotated[
        bool, typer.Option("--resume", help="Go on with the last such league of the store.")
    ] = False,
    explain: Explain = None,
    site: Site = None,
    slow: Slow = None,
    engine: Place = LOCAL,
    report_file: ReportFile = None,
    force: Force = False,
    where: Where = None,
    by: By = None,
    sparring: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Play the rivals and seeds of this .toml or .json."),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Play a tournament and say who is better, and how sure that is.

    Every match goes to the store as it ends; Ctrl-C keeps what was played, and --resume goes on.
    """
    check_order(game, bots)
    check_players(game, players)
    asked = Asked(where, by, game)
    apart = None
    if sparring is not None:
        is_other = {games, seed, seed_step, sprt} != {None}
        apart = sparring_of(sparring, game, is_other)
        bots = [*bots, *apart.rivals]
    found = tuple(with_slack(find_bots(bots, game), bots, slack or []))
    say_stale(bot.command[-1] for bot in found)
    plan = Plan(
        game=game,
        bots=found,
        games=games if games is not None else (SPRT_GAMES if sprt else GAMES),
        seed=FIRST_SEED if seed is None else seed,
        rule=time or ("hard" if iterations is None else "none"),
        iterations=iterations,
        levels=levels_from(budget, [bot.name for bot in found]),
        players=players,
        seed_step=seed_step,
        openings=openings,
        sends_seed=seed is not None,
    )
    plan = plan if apart is None else plan_of(plan, apart)
    plan.check()
    if not uneven and not is_foreign(game):
        check_even(openings, referee_for(game), found)
    runner = runner_of(plan, explain, jobs, engine)
    machine = site_from(site, slow)
    runner = replace(runner, conditions=replace(runner.conditions, site=machine))
    check_options(plan, runner, confidence, sprt, explain, report_file, db)
    standings = Standings(plan, duel_from(sprt, bots, found) if sprt else None)
    packed = [runner.pack(bot) for bot in found]
    with open_store(db, create=True) as store:
        spec = plan.spec() | ({"explain": True} if explain else {})
        spec |= {"site": [machine.share, machine.slow]} if machine else {}
        number = store.find_league(game, spec) if resume else None
        if number is None and resume:
            print_error(no_such_league(store, plan, db))
        if number is None:
            number = store.begin_league(game, spec)
        thoughts = Thoughts(store, number, explain) if explain else None
        watch = Watch(runner)
        told = conditions(plan, machine.as_json() if machine else None, watch.conditions())
        store.keep_conditions(number, told)
        is_interrupted, trouble = False, None
        try:
            is_interrupted = play_all(
                standings, store, number, runner, packed, thoughts, asked, watch
            )
        except BadInput as error:  # a full disk, say: a table all the same
            if as_json:
                raise
            trouble = error
            standings.end_early()
        report = league_report(standings, store.plan(number), confidence, force, runner.jobs)
        report["conditions"] = told
        if apart is not None:
            report["sparring"] = {
                "file": str(apart.file),
                "seeds": list(apart.seeds),
                "rivals": [bot.name for bot in found[-len(apart.rivals) :]],
            }
        if asked.is_any:
            try:
                report |= asked.report(store, number, confidence)
            except BadInput as error:  # a name that no match has: the table all the same
                trouble = trouble or error
        played = store.count(number)
        losses = worst_losses(store.matches(number))
        if machine:
            arrivals = Arrivals(machine, [bot.name for bot in found])
            for each in store.plan(number):
                arrivals.add(each, store.notes(each.id))
            report["site"] = arrivals.as_json()
            report["warnings"] += sharing(plan.seats)
        if report_file is not None:
            try:
                write_report(report_file, store, number, plan, standings.duel, confidence)
            except BadInput as error:
                trouble = trouble or error
    show(report, db, losses, force, as_json)
    if trouble is not None:
        raise trouble
    if is_interrupted:
        raise interrupted(f"interrupted; {played} matches are kept in {db}, --resume goes on")


def sparring_of(file: Path, game: str, is_other: bool) -> Sparring:
    """Reads a sparring file. is_other: True if options ask for other games than it names."""
    found = read_sparring(file)
    if is_other:
        raise Contradiction(
            "--sparring names the games; expected no --games, --seed, --seed-step, --sprt",
            *("games", "seed", "seed_step", "sprt", "sparring"),
        )
    if found.game not in ("", game):
        raise BadInput(f"{file}: is for {found.game}; expected a sparring file of {game}")
    if OWN is not None and not is_guarded(file):
        print_error(
            f"{file}: `tune` and `train` do not see it; expected {' or '.join(NAMES)} in the"
            " workspace's folder or in bots/GAME"
        )
    return found


def no_such_league(store: Store, plan: Plan, db: Path) -> str:
    """Returns a line about why --resume begins a new league: what differs from the last one."""
    last = next((one for one in reversed(store.leagues()) if one.game == plan.game), None)
    if last is None:
        return f"--resume: {db} has no league of {plan.game} yet: a new one begins"
    now, then = plan.spec(), last.spec
    hashes = dict(map(tuple, then.get("bots", [])))
    names = [bot.name for bot in plan.bots]
    changed = [b.name for b in plan.bots if hashes.get(b.name, b.content_hash) != b.content_hash]
    if sorted(names) != sorted(hashes):
        what = f"its bots were {', '.join(hashes)}"
    elif changed:
        what = f"{', '.join(changed)} changed since"
    else:
        keys = [key for key in {**now, **then} if now.get(key) != then.get(key)]
        what = f"it had another {', '.join(keys) or 'order of bots'}"
    return f"--resume: league {last.id} of {db} is another one: {what}; a new one begins"


def runner_of(plan: Plan, explain: str | None, jobs: int | None, engine: str) -> Runner:
    """Returns the runner of a league's matches."""
    environment = {"BOTSMITH_EXPLAIN": "1"} if explain else {}
    return Runner(plan.game, plan.conditions(environment), side_by_side(jobs), engine)


def check_options(
    plan: Plan,
    runner: Runner,
    confidence: float,
    sprt: str | None,
    explain: str | None,
    report_file: Path | None,
    db: Path,
) -> None:
    """Raises BadInput for options of a league that cannot be."""
    if not 0.5 <= confidence < 1.0:
        raise BadInput(f"--confidence {confidence:g}: expected a share from 0.5 to below 1")
    if sprt and len(plan.levels) > 1:
        text = "--sprt tests one budget: expected a single percent for --budget"
        raise Contradiction(text, "budget", "sprt")
    if explain not in (None, *WHICH):
        raise BadInput(f"--explain {explain}: expected {' or '.join(WHICH)}")
    runner.check()
    if report_file is not None:
        check_page(report_file)
        if report_file.absolute() == db.absolute():
            raise BadInput(f"--report {report_file}: is the store; expected another name")


def show(
    report: dict[str, Any], db: Path, losses: Sequence[str], force: bool, as_json: bool
) -> None:
    """Prints the end of a league. losses: options of `lost` for the first bot's, [] for none."""
    if as_json:
        say(json.dumps(report))
    elif report["games"]:
        show_report(report, "`export`")
        if "groups" in report:
            show_groups(report, [bot["name"] for bot in report["bots"]])
        if not is_foreign(report["game"]):
            show_commands(db, losses)
    for warning in report["warnings"]:
        print_error(warning + ("" if force else " (no verdict)"))


def show_commands(db: Path, losses: Sequence[str]) -> None:
    """Prints commands that show the matches of a league."""
    if losses:
        say(f"the worst lost: {command('lost', '--db', str(db), *losses, '-o', 'lost.html')}")
    say(f"the last one:   {command('replay', '--db', str(db))}")


def play_all(
    standings: Standings,
    store: Store,
    league: int,
    runner: Runner,
    bots: Sequence[PackedBot],
    thoughts: Thoughts | None = None,
    asked: Asked | None = None,
    watch: Watch | None = None,
) -> bool:
    """Plays the matches that the store does not have yet, with a progress bar, until all is
    decided. Values of bots that are asked for are checked after the first one.

    Returns True if Ctrl-C ended it early.
    """
    plan = standings.plan
    for played in store.plan(league):
        standings.add(played)
    watch = watch or Watch(runner)
    done = sum(number < plan.length for number in store.numbers(league))
    is_interrupted = False
    try:
        if done < plan.length and standings.stop is None:
            progress = Progress(plan.game, plan.length, "matches", done)
            with runner.open(bots) as pool, progress:
                for played in play_missing(plan, store, league, pool, thoughts):
                    if asked is not None:
                        asked.check_told(store, league)
                        asked = None
                    standings.add(played)
                    watch.look(standings)
                    progress.advance(f"llr {standings.progress.llr:+.2f}" if standings.duel else "")
                    if standings.stop is not None:
                        break
    except KeyboardInterrupt:
        is_interrupted = True
    standings.end_early()
    return is_interrupted
