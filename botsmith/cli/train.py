"""`train GAME`: a value network from games against itself."""

import os
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

import typer

from botsmith import setup
from botsmith.arena.matches.sparring import touched
from botsmith.cli.app import interrupted
from botsmith.cli.progress import Progress
from botsmith.errors import BadInput
from botsmith.printable import print_error, say
from botsmith.replay.output import check_page
from botsmith.training.files import write_file
from botsmith.training.report import write_page
from botsmith.training.run import GATE_SEED, Run, Settings, command_of
from botsmith.training.tasks import seed_of
from botsmith.training.weights import module_text, read_weights
from botsmith.workspace import ROOTS, own_root

DEFAULT = Settings()
REPORT = "REPORT.html"


def train(
    game: Annotated[str, typer.Argument(help="The contest, uttt for example.")],
    generations: Annotated[int, typer.Option(help="Train until there are so many.")] = 10,
    games: Annotated[int, typer.Option(help="Games of a generation.")] = DEFAULT.games,
    iterations: Annotated[int, typer.Option(help="Iterations of a search.")] = DEFAULT.iterations,
    window: Annotated[
        int, typer.Option(help="Generations whose games are trained on.")
    ] = DEFAULT.window,
    passes: Annotated[
        float, typer.Option(help="How often a generation trains on each sample.")
    ] = DEFAULT.passes,
    rate: Annotated[
        float, typer.Option(help="The learning rate at the beginning of a generation's training.")
    ] = DEFAULT.rate,
    result_weight: Annotated[
        float, typer.Option(help="Weight of a game's result; the rest is the search's value.")
    ] = DEFAULT.result_weight,
    gate: Annotated[
        int, typer.Option(help="Games at most against the best network so far.")
    ] = DEFAULT.gate_games,
    bits: Annotated[int, typer.Option(help="Bits of a weight, 3 to 8.")] = DEFAULT.bits,
    seed: Annotated[int, typer.Option(help="Seed of all that is drawn.")] = DEFAULT.seed,
    jobs: Annotated[
        int | None, typer.Option(help="Processes that play. [default: one a core]")
    ] = None,
    apply: Annotated[
        bool, typer.Option("--apply", help="Write the best network into bots/GAME/weights.py.")
    ] = False,
    games_of: Annotated[
        Path | None,
        typer.Option(help="Begin with the last games of another training, in this folder."),
    ] = None,
    out: Annotated[
        Path | None, typer.Option(help="The training's folder. [default: .botsmith/train/GAME]")
    ] = None,
) -> None:
    """Train a value network from games against itself, and go on where the last call ended."""
    workers = jobs if jobs is not None else os.cpu_count() or 1
    settings = Settings(
        seed=seed,
        bits=bits,
        jobs=workers,
        games=games,
        chunk=max(1, min(DEFAULT.chunk, -(-games // max(1, workers)))),
        iterations=iterations,
        window=window,
        passes=passes,
        rate=rate,
        result_weight=result_weight,
        gate_games=gate,
    )
    check(settings, generations)
    package = package_of(game)
    folder = out if out is not None else own_root() / ".botsmith" / "train" / game
    report = folder / REPORT
    if report.exists():
        check_page(report)
    for touch in touched(game, lambda one: is_drawn(one, settings, generations), [game]):
        print_error(touch)
    setup.enter("training")
    with Stages() as stages:
        run = Run(package, folder, settings, stages.tell, games_of)
        try:
            for record in run.go(generations):
                stages.close()
                say(line(record))
                write_page(package, run.records(), report)
        except KeyboardInterrupt:
            raise interrupted(f"interrupted; the same command goes on in {folder}") from None
    if run.records():
        write_page(package, run.records(), report)
    if apply:
        write_weights(game, run)


def write_weights(game: str, run: Run) -> None:
    """Writes the best network into the contest's weights.py. BadInput if none has won."""
    best = run.best()
    if best == 0:
        raise BadInput("--apply: no generation has won yet, and nothing was written")
    path = own_root() / "bots" / game / "weights.py"
    weights = read_weights(run.path(best, "weights.txt"))
    # Of a generation whose options this call does not share, too.
    settings = Settings(**run.records()[best - 1]["settings"])
    shape = f"{run.shape.inputs} inputs, {run.shape.base} lanes, {len(run.shape.places)} symmetries"
    command = command_of(run.contest.name, settings)
    about = {"shape": shape, **weights.about, "command": command}
    text = module_text(game, replace(weights, about=about))
    write_file(path, lambda file: file.write(text.encode()))
    say(f"generation {best} written to {path}; build again to have it in dist/")


def is_drawn(seed: int, settings: Settings, generations: int) -> bool:
    """Returns True if one of the generations plays a seed."""
    first, end = (seed_of(settings.seed, number, 0) for number in (1, generations + 1))
    most = GATE_SEED + settings.gate_games
    return first <= seed < end and (seed - first) % seed_of(0, 1, 0) < most


def check(settings: Settings, generations: int) -> None:
    """Raises BadInput for numbers out of range."""
    counts = {
        "generations": (generations, 1),
        "games": (settings.games, 1),
        "iterations": (settings.iterations, 1),
        "window": (settings.window, 1),
        "gate": (settings.gate_games, 2),
        "jobs": (settings.jobs, 1),
    }
    for name, (value, least) in counts.items():
        if value < least:
            raise BadInput(f"--{name} {value}: expected at least {least}")
    if not 0.0 < settings.passes:
        raise BadInput(f"--passes {settings.passes:g}: expected more than 0")
    if not 0.0 < settings.rate <= 1.0:
        raise BadInput(f"--rate {settings.rate:g}: expected more than 0, and at most 1")
    if not 0.0 <= settings.result_weight <= 1.0:
        raise BadInput(f"--result-weight {settings.result_weight:g}: expected a share of 0..1")


def package_of(game: str) -> str:
    """Returns the package of a contest's modules. BadInput if there is no such contest."""
    places = [root / "bots" / game / "rules.py" for root in ROOTS]
    if not game.isidentifier() or not any(place.is_file() for place in places):
        raise BadInput(f"no contest {game!r} in bots/, or it has no rules.py")
    return f"bots.{game}"


class Stages:
    """Shows the progress of one stage of a training after the other."""

    def __init__(self) -> None:
        self.name = ""
        self.shown: Progress | None = None

    def __enter__(self) -> "Stages":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Ends the stage that is shown."""
        if self.shown is not None:
            self.shown.__exit__()
        self.name, self.shown = "", None

    def tell(self, name: str, unit: str, done: int, total: int) -> None:
        """Shows how much of a stage is done."""
        if name != self.name or self.shown is None:
            self.close()
            self.name, self.shown = name, Progress(name, total, unit, done)
            self.shown.__enter__()
        self.shown.update(done)


def line(record: dict[str, Any]) -> str:
    """Returns a generation in words."""
    low, high = record["interval"]
    rate = record["played_now"] / max(0.001, record["play_seconds"])
    return (
        f"generation {record['generation']}: {record['games']:,} games, {record['samples']:,}"
        f" samples ({rate:.1f} games/s); loss {record['loss']:.4f}, held out"
        f" {record['held_out_loss']:.4f} after {record['steps']} steps in"
        f" {record['train_seconds']:.0f} s; {record['score']:.1%} [{low:.1%} {high:.1%}] in"
        f" {record['gate_games']} games against {record['against']}: {record['verdict']}"
        + (", plays on" if record["is_best"] else "")
    )
