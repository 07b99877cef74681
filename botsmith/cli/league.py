"""`league GAME BOT BOT ...`: plays a tournament, and says which bot is better and how sure that
is.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from math import inf
from pathlib import Path
from time import monotonic
from typing import Annotated, Any

from botsmith.arena.matches.bots import check_order, find_bots, with_slack
from botsmith.arena.matches.league import Plan, check_players, duel_from, play_stored
from botsmith.arena.matches.packing import PackedBot
from botsmith.arena.matches.runner import Runner
from botsmith.arena.matches.sparring import NAMES, Sparring, is_guarded, plan_of, read_sparring
from botsmith.arena.process.site_machine import Site, core_warnings
from botsmith.arena.statistics.report import league_report
from botsmith.arena.statistics.site_report import site_entry
from botsmith.arena.statistics.standings import Standings
from botsmith.arena.store.last_matches import Thoughts
from botsmith.arena.store.store import Store, open_store
from botsmith.board.report import page
from botsmith.cli.app import interrupted
from botsmith.cli.groups import Asked, show_groups
from botsmith.cli.lost import show_commands
from botsmith.cli.machine import Watch
from botsmith.cli.options import By, Contest, Model, Rated, Series, Where
from botsmith.cli.progress import Progress
from botsmith.cli.replay import command
from botsmith.cli.stale import say_stale
from botsmith.cli.tables import show_report
from botsmith.errors import BadInput, Contradiction
from botsmith.printable import print_error, say, say_json
from botsmith.programs import is_foreign
from botsmith.replay.output import check_page, write_report
from botsmith.settings import AsJson, Opt
from botsmith.workspace import OWN

GAMES = 100
SPRT_GAMES = 400


def league(
    game: Contest,
    bots: list[str],
    *,
    series: Series,
    model: Model,
    rated: Rated,
    games: Annotated[int | None, Opt(least=1)] = None,
    db: Path = Path("league.db"),
    resume: bool = False,
    where: Where = None,
    by: By = None,
    sparring: Annotated[Path | None, Opt(metavar="FILE")] = None,
    as_json: AsJson = False,
) -> None:
    """Play a tournament and say who is better, and how sure that is.

    Every match goes to the store as it ends; Ctrl-C keeps what was played, and --resume goes on.

    bots: Two or more, named as for `play`; with --sparring one or more.
    games: Matches of every pair or group. [default: 100; 400 with --sprt]
    db: The store, made if it is not there.
    resume: Go on with the last such league of the store.
    sparring: Play the rivals and seeds of this .toml or .json.
    """
    check_order(game, bots)
    check_players(game, series.players)
    asked = Asked(where, by, game)
    apart = None
    if sparring is not None:
        is_other = {games, series.seed, series.seed_step, rated.sprt} != {None}
        apart = sparring_of(sparring, game, is_other)
        bots = [*bots, *apart.rivals]
    found = with_slack(find_bots(bots, game), bots, series.slack)
    say_stale(bot.command[-1] for bot in found)
    most = games if games is not None else (SPRT_GAMES if rated.sprt else GAMES)
    plan = series.plan(game, found, most, rated.budget)
    plan = plan if apart is None else plan_of(plan, apart)
    series.check(plan)
    runner = runner_of(plan, rated, db, model.machine)
    standings = Standings(plan, duel_from(rated.sprt, bots, found) if rated.sprt else None)
    packed = [runner.pack(bot) for bot in found]
    spec = plan.spec() | ({"explain": True} if rated.explain else {})
    spec |= {"site": [site.share, site.slow]} if (site := runner.conditions.site) else {}
    with open_store(db, create=True) as store:
        same = store.find_league(game, spec) if resume else None
        if same is None and resume:
            print_error(no_such_league(store, plan, db))
        number = store.begin_league(game, spec) if same is None else same
        session = Session(store, number, plan, runner, rated, as_json)
        thoughts = Thoughts(store, number, rated.explain) if rated.explain else None
        with session.playing():
            session.is_interrupted = play_all(
                standings, store, number, runner, packed, thoughts, session.watch
            )
        report = session.report(standings, plan)
        if apart is not None:
            rivals = [bot.name for bot in found[-len(apart.rivals) :]]
            about = {"file": str(apart.file), "seeds": list(apart.seeds), "rivals": rivals}
            report["sparring"] = about
        if asked.condition is not None or asked.keys:
            with session.table_first():
                report |= asked.report(store, number, rated.confidence)
        if site:
            noted = ((each, store.notes(each.id)) for each in store.plan(number))
            report["site"] = site_entry(site, [bot.name for bot in found], noted)
            report["warnings"] += core_warnings(plan.seats)
        session.end(report, "--resume goes on")


class Session:
    """One command's part in a league, whose matches are in a store."""

    def __init__(
        self, store: Store, league: int, plan: Plan, runner: Runner, rated: Rated, as_json: bool
    ) -> None:
        """Stores the conditions of the matches that will be played."""
        self.store, self.league, self.runner = store, league, runner
        self.rated, self.as_json = rated, as_json
        self.watch = Watch(runner)
        self.conditions = self.watch.conditions(plan)
        store.keep_conditions(league, self.conditions)
        self.is_interrupted = False
        self.trouble: BadInput | None = None

    @contextmanager
    def table_first(self) -> Iterator[None]:
        """Stores a BadInput of the block, which `end` raises after it has printed the table."""
        try:
            yield
        except BadInput as error:
            self.trouble = self.trouble or error

    @contextmanager
    def playing(self) -> Iterator[None]:
        """Lets the block play the missing matches. Ctrl-C ends it early.

        A BadInput, of a full disk for example, is raised after the table; with --json at once.
        """
        try:
            yield
        except KeyboardInterrupt:
            self.is_interrupted = True
        except BadInput as error:
            if self.as_json:
                raise
            self.trouble = error

    def report(self, standings: Standings, plan: Plan) -> dict[str, Any]:
        """Returns the document of the league, and writes its page. plan: the plan that the page
        shows
        """
        standings.end_early()
        rated, matches = self.rated, self.store.plan(self.league)
        report = league_report(standings, matches, rated.confidence, rated.force)
        if rated.report is not None:
            with self.table_first():
                about = self.store, self.league, plan, standings.duel, rated.confidence
                write_report(rated.report, page(*about))
        return report | {"conditions": self.conditions}

    def end(self, report: dict[str, Any], goes_on: str, versions: str = "") -> None:
        """Prints the result of a league, then raises the stored BadInput, if there is one.

        goes_on: words on how to go on with an interrupted league
        versions: the command that lists the versions of its bots
        """
        file = self.store.path
        if self.as_json:
            say_json(report)
        elif report["games"]:
            show_report(report, "`export`")
            if "groups" in report:
                show_groups(report)
            if not is_foreign(report["game"]):
                show_commands(self.store.matches(self.league), "--db", str(file))
                say(f"all as rows:    {command('export', '--db', str(file), '--csv')}")
                say(*[f"the bots' files: {versions}"] * bool(versions))
        for warning in report["warnings"]:
            print_error(warning + ("" if self.rated.force else " (no verdict)"))
        if self.trouble is not None:
            raise self.trouble
        if self.is_interrupted:
            played = self.store.count(self.league)
            raise interrupted(f"interrupted; {played} matches are stored in {file}, {goes_on}")


def sparring_of(file: Path, game: str, is_other: bool) -> Sparring:
    """Reads a sparring file. Raises BadInput if it is wrong.

    is_other: True if options ask for games other than the file's
    """
    found = read_sparring(file)
    if is_other:
        text = "--sparring names the games; expected no --games, --seed, --seed-step, --sprt"
        raise Contradiction(text, "games", "seed", "seed_step", "sprt", "sparring")
    if found.game not in ("", game):
        raise BadInput(f"{file}: is for {found.game}; expected a sparring file of {game}")
    if OWN is not None and not is_guarded(file):
        places = f"{' or '.join(NAMES)} in the workspace's folder or in bots/GAME"
        print_error(f"{file}: `tune` and `train` do not see it; expected {places}")
    return found


def no_such_league(store: Store, plan: Plan, db: Path) -> str:
    """Returns a line on why --resume begins a new league: the settings that differ from the last
    one.
    """
    last = next((one for one in reversed(store.leagues()) if one.game == plan.game), None)
    if last is None:
        return f"--resume: {db} has no league of {plan.game} yet: a new one begins"
    now, then = plan.spec(), last.spec
    changed = [name for name, content in now["bots"] if [name, content] not in then.get("bots", ())]
    what = ", ".join(key for key in {**now, **then} if now.get(key) != then.get(key))
    if changed:
        what += f", namely {', '.join(changed)}"
    return f"--resume: league {last.id} of {db} has other {what}; a new one begins"


def runner_of(plan: Plan, rated: Rated, db: Path, site: Site | None = None) -> Runner:
    """Returns the runner of a league's matches. Raises BadInput for options that do not fit the
    league or each other.

    site: the model of the site's machine, None for none
    """
    conditions = plan.conditions({"BOTSMITH_EXPLAIN": "1"} if rated.explain else {})
    runner = Runner(plan.game, replace(conditions, site=site), rated.side_by_side, rated.engine)
    if rated.sprt and len(plan.levels) > 1:
        text = "--sprt tests one budget: expected a single percent for --budget"
        raise Contradiction(text, "budget", "sprt")
    runner.check()
    if rated.report is not None:
        check_page(rated.report)
        if rated.report.absolute() == db.absolute():
            raise BadInput(f"--report {rated.report}: is the store; expected another name")
    return runner


def play_all(
    standings: Standings,
    store: Store,
    league: int,
    runner: Runner,
    bots: Sequence[PackedBot],
    thoughts: Thoughts | None = None,
    watch: Watch | None = None,
    seconds: float = inf,
) -> bool:
    """Plays the matches that the store lacks, with a progress bar, until all results are decided.
    Returns True if Ctrl-C ended it early.

    seconds: after this time no more results are waited for
    After the first match it checks that bots report the values of --where and --by.
    """
    plan = standings.plan
    for played in store.plan(league):
        standings.add(played)
    watch = watch or Watch(runner)
    ends = monotonic() + seconds
    stored = store.numbers(league)
    done = sum(number < plan.length for number in stored)
    missing = (job for job in plan.jobs() if job.number not in stored)
    is_interrupted = False
    try:
        if done < plan.length and standings.stop is None:
            progress = Progress(plan.game, plan.length, "matches", done)
            with runner.open(bots) as pool, progress:
                for played in play_stored(missing, store, league, pool, thoughts):
                    standings.add(played)
                    watch.warn_if_busy(standings)
                    trial = standings.trial
                    progress.advance(f"llr {trial.progress.llr:+.2f}" if trial else "")
                    if standings.stop is not None or monotonic() > ends:
                        break
    except KeyboardInterrupt:
        is_interrupted = True
    standings.end_early()
    return is_interrupted
