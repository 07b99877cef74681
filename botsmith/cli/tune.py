"""`tune BOT`: finds better numbers for params.py, and how certain it is that they are better."""

import sys
from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from botsmith import setup
from botsmith.arena.matches.bots import engine_warning, split_engine
from botsmith.arena.matches.league import check_players
from botsmith.arena.matches.match import Conditions
from botsmith.arena.matches.packing import PackedBot
from botsmith.arena.matches.played import Job, Outcome
from botsmith.arena.matches.runner import Runner
from botsmith.arena.matches.sparring import sparring_warnings
from botsmith.arena.matches.workers import player_counts, seed_step_of
from botsmith.arena.process.child import time_rule
from botsmith.arena.process.stderr import EngineTurns, engine_word
from botsmith.bundle.header import LIMIT
from botsmith.bundle.modules import choose_entries
from botsmith.cli.app import interrupted
from botsmith.cli.grid import Grid
from botsmith.cli.league import play_all
from botsmith.cli.options import Measured, Rules
from botsmith.cli.progress import Progress
from botsmith.errors import BadInput
from botsmith.printable import print_error, say, say_json
from botsmith.replay.output import check_page, write_report
from botsmith.settings import AsJson, Opt
from botsmith.tuning.bundles import START, TRIAL, Workshop, find_pool
from botsmith.tuning.confirm import Confirmation, confirm as confirm_best, is_confirmed, sentence
from botsmith.tuning.probe import ITERATIONS, without_effect
from botsmith.tuning.space import Range, Values, read_ranges
from botsmith.tuning.trial import Games, plan_games
from botsmith.values import load_changes
from botsmith.workspace import game_of, own_root

if TYPE_CHECKING:  # --help needs no Optuna
    from botsmith.tuning.study import Study

NOT_APPLIED = 1


@dataclass(frozen=True)
class Task:
    """The objects that one call of `tune` needs."""

    workshop: Workshop
    runner: Runner
    ranges: list[Range]
    games: Games
    start: PackedBot
    pool: list[PackedBot]
    confidence: float

    def spec(self) -> dict[str, Any]:
        """Returns the settings that decide the result of a trial."""
        return self.about() | {
            "start": self.start.content_hash,
            "ranges": [single.as_json() for single in self.ranges],
            "pool": [[bot.name, bot.content_hash] for bot in self.pool],
            "seats": self.games.seats,
            "seeds": self.games.seeds,
        }

    def about(self) -> dict[str, Any]:
        """Returns the first entries of the JSON document."""
        return {
            "bot": self.workshop.name,
            "game": game_of(self.workshop.entry.game),
            "games_per_trial": self.games.seats * self.games.seeds,
            "pool": [bot.name for bot in self.pool],
            "seed": self.games.seed,
            "time_rule": self.runner.conditions.time_rule,
            "iterations": self.runner.conditions.iterations,
            "confidence": self.confidence,
        }

    @property
    def is_alone(self) -> bool:
        """Returns True if the start values are the only opponent."""
        return {bot.content_hash for bot in self.pool} == {self.start.content_hash}


@dataclass(frozen=True)
class Wish(Measured):
    """The options of a study.

    trials: Number of sets of values to try.
    vs: Opponents, named as for `play`, or start. [default: start]
    games: Games of a trial that is not pruned.
    only: Tune these. [default: all but the clock's]
    params: Start from this .toml or .json of name = value.
    seed: Seed of the first game, and of the search.
    confirm: Most games of the best values against the start values; 0 for none.
    apply: Write the best into params.py, if it is better.
    force: Write it even if it is not.
    db: The study, made if it is not there.
    resume: Go on with the last such study of the file.
    report: Write a page of the study, FILE.html.
    """

    trials: Annotated[int, Opt(least=1)] = 100
    vs: Annotated[tuple[str, ...], Opt()] = ()
    games: Annotated[int, Opt(least=1)] = 40
    only: Annotated[str | None, Opt(metavar="NAME,NAME")] = None
    params: Annotated[Path | None, Opt()] = None
    seed: Annotated[int, Opt()] = 1
    confirm: Annotated[int, Opt(least=0)] = 400
    apply: Annotated[bool, Opt()] = False
    force: Annotated[bool, Opt()] = False
    db: Annotated[Path, Opt()] = Path("tune.db")
    resume: Annotated[bool, Opt()] = False
    report: Annotated[Path | None, Opt()] = None
    as_json: AsJson = False


def tune(bot: str, *, rules: Rules, wish: Wish) -> int:
    """Search better numbers for params.py, and say how sure it is that they are better.

    Every trial plays the same games against the same opponents; hopeless ones are cut short. The
    best then plays the start values, with new seeds, until it is clear whether it is better.

    bot: The bot, csb or csb@python for example.
    """
    time_rule(rules.rule)
    if wish.report is not None:
        check_page(wish.report)
    name, own_engine = split_engine(bot)
    entry = choose_entries(own_root(), [name])[0]
    changed: Values = {} if wish.params is None else load_changes(wish.params)
    workshop = Workshop(own_root(), entry, own_engine, changed)
    only = [name.strip() for name in wish.only.split(",")] if wish.only is not None else []
    ranges = read_ranges(workshop.source(), only)
    game = game_of(entry.game)
    conditions = Conditions(rules.rule, rules.iterations)
    runner = Runner(game, conditions, wish.side_by_side, wish.engine)
    runner.check()
    start = workshop.build({}, START)
    pool = find_pool(wish.vs, start, runner)
    check_players(game, rules.players)
    counts = [rules.players] if rules.players else player_counts(game)
    plan = plan_games(counts, len(pool), wish.games, wish.seed)
    task = Task(workshop, runner, ranges, plan, start, pool, wish.confidence)
    last = wish.seed + plan.seeds + -(-wish.confirm // plan.seats) * seed_step_of(game)
    rivals = [name if each == START else each for each in wish.vs or [START]]
    for touch in sparring_warnings(game, lambda one: wish.seed <= one < last, rivals):
        print_error(touch)
    setup.enter("tuning")
    from botsmith.tuning.report import page
    from botsmith.tuning.study import open_study

    with open_study(wish.db, bot, task.spec(), ranges, wish.resume) as study:
        document, is_interrupted = work(task, study, wish)
        if wish.report is not None:
            write_report(wish.report, page(study, document))
    if wish.as_json:
        say_json(document)
    else:
        show(document, ranges)
    if is_interrupted:
        raise interrupted(f"interrupted; what was played is stored, {wish.db} --resume goes on")
    return finish(document, task, wish.apply)


def work(task: Task, study: "Study", wish: Wish) -> tuple[dict[str, Any], bool]:
    """Searches, confirms and writes; returns the document, and True if Ctrl-C ended it early."""
    from botsmith.tuning.report import study_json

    if wish.resume and not study.trials():
        print_error(f"{wish.db} has no such study; a new one begins")
    try:
        search(task, study, wish)
    except KeyboardInterrupt:
        stored = f"{len(study.trials())} finished trials are stored in {wish.db}"
        raise interrupted(f"interrupted; {stored}, --resume goes on") from None
    document = study_json(study, task.about()) | {"confirm": None, "applied": False}
    best, is_interrupted = document["best"], False
    if best is None:
        raise BadInput("every trial was cut short, and there is no best; expected more --trials")
    if wish.confirm and not best["is_start"]:
        games = task.games
        wanted = Confirmation(wish.confirm, games.seed + games.seeds, games.seats, task.confidence)
        built = task.workshop.build(best["values"], "best")
        store = wish.db.with_name(f"{wish.db.stem}.confirm.db")
        document["confirm"], is_interrupted = confirm_best(
            task.runner, wanted, built, task.start, store, wish.resume, play_all
        )
    is_better = not best["is_start"] and (wish.force or is_confirmed(document["confirm"]))
    if wish.apply and is_better and not is_interrupted:
        task.workshop.apply(best["values"])
        document["applied"] = True
    return document, is_interrupted


def probe(task: Task, study: "Study") -> None:
    """Finds once which parameters change no game, and prints them. Raises BadInput if none changes
    a game.
    """
    conditions = task.runner.conditions
    fixed = replace(conditions, time_rule="none", iterations=conditions.iterations or ITERATIONS)
    runner = replace(task.runner, conditions=fixed)

    def build(values: Values) -> PackedBot:
        return task.workshop.build(values, TRIAL)

    def play(bots: Sequence[PackedBot], jobs: Iterator[Job]) -> Iterator[Outcome]:
        with runner.open(bots) as pool:
            yield from pool.run(jobs)

    idle = study.without_effect
    if idle is None:
        idle = study.without_effect = without_effect(
            task.ranges, conditions.is_timed, task.games.seats, task.games.seed, build, play
        )
    if names := ", ".join(idle):
        said = f"no value of {names} changes a move of the game with seed {task.games.seed}"
        said += f" at {fixed.iterations} iteration{'s' * (fixed.iterations != 1)} a turn"
        if len(idle) == len(task.ranges):
            raise BadInput(f"{said}; expected parameters that decide something, see --only")
        print_error(f"{said}: what is found for them means nothing")


def search(task: Task, study: "Study", wish: Wish) -> None:
    """Plays the missing trials, with a line for each and a progress bar."""
    from botsmith.tuning.report import trial_json
    from botsmith.tuning.study import tune as tune_study

    probe(task, study)
    games = task.games.seats * task.games.seeds

    def tried() -> int:
        return max(0, len(study.trials()) - 1)  # the start values are none of them

    def play(values: Values, jobs: Iterator[Job]) -> Generator[Outcome, None, None]:
        finished, is_start = tried(), not study.trials()
        with task.runner.open([task.workshop.build(values, TRIAL), *task.pool]) as pool:
            for number, outcome in enumerate(pool.run(jobs), 1):
                part = 0.0 if is_start else number / games
                progress.update(finished + part, f"{number} of {games} games of this one")
                yield outcome

    settings = wish.trials, task.confidence, task.is_alone
    with Progress(f"tune {task.workshop.name}", wish.trials, "trials", tried()) as progress:
        for trial in tune_study(study, task.games, play, *settings):
            if not wish.as_json:
                say(line(trial_json(trial)))


def line(trial: dict[str, Any]) -> str:
    """Returns a line of text about a finished trial."""
    low, high = trial["interval"]
    said = f"trial {trial['number']:>3}: {trial['score']:6.1%} [{low:6.1%} {high:6.1%}]"
    said += f" in {trial['games']} games, {engine_word(EngineTurns(**trial['engine']))}"
    if trial["hopeless"]:
        said += f", pruned ({trial['hopeless']})"
    if trial["faults"]:
        said += f", not finished: {trial['faults']}"
    return said + (", the start values" if trial["is_start"] else "")


def show(document: dict[str, Any], ranges: Sequence[Range]) -> None:
    """Shows the best values beside the start values, the parameters that matter, and how certain
    the result is.
    """
    best = document["best"]
    tried = [trial for trial in document["trials"] if not trial["is_start"]]
    pruned = sum(trial["state"] == "pruned" for trial in tried)
    title = f"{document['bot']}: best of {len(tried)} trials ({pruned} pruned) is "
    title += "the start" if best["is_start"] else f"trial {best['number']}"
    title += f", engine {engine_word(EngineTurns(**best['engine']))}"
    grid = Grid(title, {"parameter": 9, "start": 7, "best": 8, "range": 3, "importance": 5})
    shares = document["importance"]
    for single in ranges:
        share = f"{shares[single.name]:.0%}" if single.name in shares else "-"
        if single.name in document["without_effect"]:
            share = "no effect"
        values = map(repr, (single.start, best["values"][single.name]))
        grid.row(single.name, *values, "..".join(single.ends), share)
    grid.show()
    missed = sum(EngineTurns(**t["engine"]).without_c(t["games"]) for t in document["trials"])
    for warning in engine_warning(document["bot"], missed):
        print_error(warning)
    if document["confirm"]:
        say(sentence(document["confirm"]))


def finish(document: dict[str, Any], task: Task, apply: bool) -> int:
    """Prints that the best values were written, or the reason why not; returns the exit status."""
    path, is_start = task.workshop.path, document["best"]["is_start"]
    for warning in document["confirm"]["warnings"] if document["confirm"] else []:
        print_error(warning)
    if document["applied"]:
        size = task.workshop.build(document["best"]["values"], "best").size or 0
        say(f"written to {path}; build again to have it in dist/", to=sys.stderr)
        if size > LIMIT:
            print_error(f"the bundle has {size:,} of {LIMIT:,} units")
        return 0
    if apply:
        why = "no trial beat the start" if is_start else "not confirmed; --force writes it anyway"
        print_error(f"{path} was not written: {why}")
        return NOT_APPLIED
    return 0
