"""`league join GAME BOT ...`: adds bots to a league that goes on."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

from botsmith.arena.matches.bots import (
    NO_SLACK,
    PYTHON,
    VERSION,
    Bot,
    baseline_names,
    check_order,
    find_bot,
    script_bot,
    split_engine,
    version_file,
    with_slack,
    without_c,
)
from botsmith.arena.matches.league import (
    GROWS,
    Growing,
    Level,
    Plan,
    duel_from,
    levels_from,
    play_stored,
)
from botsmith.arena.matches.open_league import MissingGames, standings_of
from botsmith.arena.matches.workers import player_counts
from botsmith.arena.store.last_matches import Thoughts
from botsmith.arena.store.store import League, Store, open_store
from botsmith.cli.league import SPRT_GAMES, Session, runner_of
from botsmith.cli.options import Contest, Rated, Seats
from botsmith.cli.progress import Progress
from botsmith.cli.replay import command
from botsmith.cli.stale import say_stale
from botsmith.errors import BadInput
from botsmith.printable import print_error
from botsmith.programs import is_foreign
from botsmith.settings import AsJson, Opt
from botsmith.workspace import league_store

GAMES = 20


def join(
    game: Contest,
    bots: list[str] | None = None,
    *,
    seats: Seats,
    rated: Rated,
    games: Annotated[int | None, Opt(least=1)] = None,
    db: Path | None = None,
    as_json: AsJson = False,
) -> None:
    """Let bots join a league that goes on: each plays all who are there, the nearest first.

    Their files are stored as versions, csb@v1 for example. A changed file is the next version and
    plays the earlier ones. Without time, iterations, players, seed, budget and explain the bots
    join the game's last such league. --sprt plays only the matches that A and B need for their
    verdict.

    bots: A .py file, a name in dist/, a baseline; without any: play what is missing.
    games: Matches of every pair or group. [default: 20; 400 with --sprt]
    db: The store. [default: the workspace's]
    """
    check_order(game, bots or [])
    if is_foreign(game):
        raise BadInput(f"{game}: bots join leagues of games that are played here")
    if rated.budget and ":" in rated.budget:
        raise BadInput(f"--budget {rated.budget}: bots that join share one; expected 50,100 say")
    levels = levels_from(rated.budget, [])
    wanted = {
        "time_rule": seats.time,
        "iterations": seats.iterations,
        "seats": seats.players,
        "seed": seats.seed,
        "levels": [level.percent for level in levels] if rated.budget else None,
        "explain": rated.explain,
    }
    file = db or league_store()
    typed = bots or []
    # Whatever is wrong with a bot is said before the store is touched.
    found = with_slack([find_bot(text, game) for text in typed], typed, seats.slack)
    say_stale(bot.command[-1] for bot in found)
    for text, bot in zip(typed, found, strict=True):
        if bot.cwd is not None and text not in baseline_names(game):
            raise BadInput(f"bot {text!r}: expected a .py file, a name in dist/ or a baseline")
    with open_store(file, create=True) as store:
        league = living_league(store, game, wanted)
        most = games if games is not None else (SPRT_GAMES if rated.sprt else GAMES)
        if league:
            begun = Growing.from_spec(game, league.spec, f"{file}")
        else:
            players = seats.players or min(player_counts(game))
            rules = seats.first_seed, seats.rule, seats.iterations, levels, players
            begun = Growing(game, (), most, *rules)
        named = [
            bot if text in baseline_names(game) else version_of(store, bot)
            for text, bot in zip(typed, found, strict=True)
        ]
        plan = replace(with_bots(store, begun, named), games=most)
        plan.check()
        names = [bot.name for bot in plan.bots]
        words = dict(zip([bot.name for bot in named], typed, strict=True))
        meant = [words.get(name, name) for name in names]
        duel = duel_from(rated.sprt, meant, plan.bots) if rated.sprt else None
        which = league.spec.get("explain") if league else rated.explain
        rated = replace(rated, explain=which)
        runner = runner_of(plan, rated, file)
        spec = plan.spec() | ({"explain": which} if which else {})
        number = league.id if league else store.begin_league(game, spec)
        if league and spec != league.spec:
            store.grow(number, spec)
        for name in names[len(begun.bots) :]:
            print_error(f"{name} joins the league")
        mine = [names.index(bot.name) for bot in named] or [len(names) - 1]
        thoughts = Thoughts(store, number, which, mine) if which else None
        session = Session(store, number, plan, runner, rated, as_json)
        missing = MissingGames(plan, store, number, duel)
        play_missing(session, missing, thoughts)
        endless = Growing.from_spec(game, spec, f"{file}")
        report = session.report(standings_of(endless, store, number, duel), endless)
        session.end(report, "and the same goes on", command("versions", "--db", str(file)))


def version_of(store: Store, bot: Bot) -> Bot:
    """Stores a bot's file as a version; returns the bot under the version's name."""
    name, engine = split_engine(bot.name)
    name = name.partition("@")[0] if VERSION.fullmatch(name) else name
    path = Path(bot.command[1])
    number = store.keep_version(name, script_bot(path).content_hash, path.read_bytes())
    return replace(bot, name=f"{name}@v{number}" + (f"@{PYTHON}" if engine else ""))


def living_league(store: Store, game: str, wanted: Mapping[str, Any]) -> League | None:
    """Returns the game's newest league that bots join under the same conditions; None without
    one.
    """
    for league in reversed(store.leagues()):
        if league.game == game and league.spec.get(GROWS):
            spec = league.spec | {"levels": [percent for percent, _ in league.spec["levels"]]}
            if all(value in (None, spec.get(key)) for key, value in wanted.items()):
                return league
    return None


def with_bots(store: Store, plan: Plan, bots: Sequence[Bot]) -> Plan:
    """Returns the plan of a league with these bots added, and with the stored files of its earlier
    bots. Raises BadInput for a bot that has changed, or that joins with another slack.
    """
    files = {version.name: version_file(version) for version in store.versions()}
    joined: dict[str, Bot] = {}
    for old in plan.bots:
        plain, engine = split_engine(old.name)
        if plain in files:
            bot = script_bot(files[plain])
            bot = replace(without_c(bot) if engine else bot, name=old.name)
        else:
            bot = find_bot(old.name, plan.game)
        joined[old.name] = replace(bot, slack=old.slack)
        if bot.content_hash != old.content_hash:
            raise BadInput(f"{old.name} of this league changed with Botsmith; begin another --db")
    for bot in bots:
        there = joined.setdefault(bot.name, bot)
        if bot.slack not in (NO_SLACK, there.slack):
            raise BadInput(f"--slack: {bot.name} has joined with another one; begin another --db")
    levels = tuple(Level(each.percent, (each.percent,) * len(joined)) for each in plan.levels)
    return replace(plan, bots=tuple(joined.values()), levels=levels)


def play_missing(session: Session, missing: MissingGames, thoughts: Thoughts | None) -> None:
    """Plays the matches that the league of a session lacks."""
    if not missing.length:
        return
    progress = Progress(missing.plan.game, missing.length, "matches")
    bots = [session.runner.pack(bot) for bot in missing.plan.bots]
    with session.playing(), session.runner.open(bots) as pool, progress:
        for played in play_stored(missing.jobs(), session.store, session.league, pool, thoughts):
            missing.add(played)
            progress.advance()
