"""`league join GAME BOT ...`: bots for a league that goes on."""

import json
import os
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

import typer

from botsmith.arena.bots import (
    PYTHON,
    VERSION,
    Bot,
    baseline_names,
    find_bot,
    script_bot,
    split_engine,
    version_file,
    without_c,
)
from botsmith.arena.league import GROWS, Growing, Level
from botsmith.arena.living import Ladder, standings_of
from botsmith.arena.match import FULL_BUDGET, Conditions
from botsmith.arena.report import league_report
from botsmith.arena.runner import LOCAL, Runner
from botsmith.arena.store import League, Store, open_store
from botsmith.arena.workers import player_counts
from botsmith.cli.app import interrupted
from botsmith.cli.console import Progress
from botsmith.cli.league import show_commands
from botsmith.cli.lost import worst_rival
from botsmith.cli.tables import show_report
from botsmith.errors import BadInput
from botsmith.printable import print_error, say
from botsmith.programs import is_foreign
from botsmith.workspace import league_store

GAMES = 20


def join(
    game: Annotated[str, typer.Argument(help="The contest, csb for example.")],
    bots: Annotated[
        list[str] | None,
        typer.Argument(help="A .py file, a name in dist/, a baseline; none: play what is missing."),
    ] = None,
    games: Annotated[int, typer.Option(help="Matches of every pair or group.")] = GAMES,
    players: Annotated[
        int | None, typer.Option(help="Seats of a match, where the game has a choice.")
    ] = None,
    time: Annotated[
        str | None,
        typer.Option(help="hard, soft3, bank or none. [default: hard; none with --iterations]"),
    ] = None,
    iterations: Annotated[
        int | None, typer.Option(help="Fixed work a turn instead of the clock: repeatable.")
    ] = None,
    seed: Annotated[int | None, typer.Option(help="Of the first match. [default: 1]")] = None,
    jobs: Annotated[
        int | None, typer.Option(help="Matches side by side. [default: one core stays free]")
    ] = None,
    db: Annotated[Path | None, typer.Option(help="The store. [default: the workspace's]")] = None,
    confidence: Annotated[float, typer.Option(help="Of all intervals.")] = 0.95,
    engine: Annotated[str, typer.Option(help="local, dask://local or dask://HOST:PORT.")] = LOCAL,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON document on stdout.")] = False,
) -> None:
    """Let bots join a league that goes on: each plays all who are there, the nearest first.

    Their files are kept as versions, csb@v1 say: a changed file is the next one, and plays those
    before it. Without time, iterations, players and seed it is the game's last such league.
    """
    if is_foreign(game):
        raise BadInput(f"{game}: bots join leagues of games that are played here")
    if not 0.5 <= confidence < 1.0:
        raise BadInput(f"--confidence {confidence:g}: expected a share from 0.5 to below 1")
    wanted = {"time_rule": time, "iterations": iterations, "seats": players, "seed": seed}
    file = db or league_store()
    # Whatever is wrong with a bot is said before the store is touched.
    found = [find_bot(text, game) for text in bots or []]
    for text, bot in zip(bots or [], found, strict=True):
        if bot.cwd is not None and text not in baseline_names(game):
            raise BadInput(f"bot {text!r}: expected a .py file, a name in dist/ or a baseline")
    with open_store(file, create=True) as store:
        league = living_league(store, game, wanted)
        spec = league.spec if league else conditions(game, wanted)
        kept = [text not in baseline_names(game) for text in bots or []]
        named = [
            version_of(store, bot) if is_kept else bot
            for bot, is_kept in zip(found, kept, strict=True)
        ]
        plan, known = grown(store, game, spec, named, games)
        plan.check()
        if league is None:
            number = store.begin_league(game, plan.spec())
        else:
            number = league.id
            if plan.spec() != league.spec:
                store.grow(number, plan.spec())
        for bot in plan.bots[known:]:
            print_error(f"{bot.name} joins the league")
        workers = jobs if jobs is not None else max(1, (os.cpu_count() or 1) - 1)
        runner = Runner(game, Conditions(plan.rule, plan.iterations), workers, engine)
        is_interrupted = play_missing(plan, store, number, runner)
        endless = Growing.from_spec(game, plan.spec(), f"{file}")
        standings = standings_of(endless, store, number)
        report = league_report(standings, store.plan(number), confidence, False)
        played = store.count(number)
        rival = worst_rival(store.matches(number))
    if as_json:
        say(json.dumps(report))
    elif played:
        show_report(report, "`export`")
        show_commands(file, rival)
    if is_interrupted:
        raise interrupted(f"interrupted; {played} matches are kept in {file}, and the same goes on")


def version_of(store: Store, bot: Bot) -> Bot:
    """A bot of one file under the name of its version, which is kept now."""
    name, engine = split_engine(bot.name)
    name = name.partition("@")[0] if VERSION.fullmatch(name) else name
    path = Path(bot.command[1])
    plain = script_bot(path)
    number = store.keep_version(name, plain.content_hash, path.read_bytes())
    return replace(bot, name=f"{name}@v{number}" + (f"@{PYTHON}" if engine else ""))


def conditions(game: str, wanted: Mapping[str, Any]) -> dict[str, Any]:
    """What a new league of no bots plays under."""
    iterations = wanted["iterations"]
    return {
        "bots": [],
        "seed": 1 if wanted["seed"] is None else wanted["seed"],
        "seats": wanted["seats"] or min(player_counts(game)),
        "time_rule": wanted["time_rule"] or ("hard" if iterations is None else "none"),
        "iterations": iterations,
    }


def living_league(store: Store, game: str, wanted: Mapping[str, Any]) -> League | None:
    """The newest league of a game that bots join, under what is wanted; None without one."""
    said = {key: value for key, value in wanted.items() if value is not None}
    for league in reversed(store.leagues()):
        if league.game == game and league.spec.get(GROWS):
            if all(league.spec.get(key) == value for key, value in said.items()):
                return league
    return None


def grown(
    store: Store, game: str, spec: Mapping[str, Any], bots: Sequence[Bot], games: int
) -> tuple[Growing, int]:
    """The plan of a league with these bots too, and how many had joined it before."""
    files = {version.name: version_file(version) for version in store.versions()}
    there = [stored_bot(name, game, files) for name, _ in spec["bots"]]
    for bot, (_, content) in zip(there, spec["bots"], strict=True):
        if bot.content_hash != content:
            raise BadInput(
                f"{bot.name} of this league has changed with Botsmith; begin another --db"
            )
    everybody = list({bot.name: bot for bot in [*there, *bots]}.values())
    return (
        Growing(
            game=game,
            bots=tuple(everybody),
            games=games,
            seed=int(spec["seed"]),
            rule=str(spec["time_rule"]),
            iterations=spec["iterations"],
            levels=(Level(FULL_BUDGET, (FULL_BUDGET,) * len(everybody)),),
            players=int(spec["seats"]),
        ),
        len(there),
    )


def stored_bot(name: str, game: str, files: Mapping[str, Path]) -> Bot:
    """A bot that joined before: a version from the store, or a baseline."""
    plain, engine = split_engine(name)
    if plain not in files:
        return find_bot(name, game)
    bot = script_bot(files[plain])
    return replace(without_c(bot) if engine else bot, name=name)


def play_missing(plan: Growing, store: Store, league: int, runner: Runner) -> bool:
    """Plays what the league does not have yet. Whether Ctrl-C ended it early."""
    ladder = Ladder(plan, store, league)
    if not ladder.length:
        return False
    progress = Progress(plan.game, ladder.length, "matches")
    with suppress(KeyboardInterrupt):
        with runner.open([runner.pack(bot) for bot in plan.bots]) as pool, progress:
            for outcome in pool.run(ladder.jobs()):
                match = store.add(league, outcome.played, outcome.record, outcome.notes)
                if match is not None:
                    ladder.add(outcome.played)
                    progress.advance()
        return False
    return True
