"""`train GAME`: trains a value network from games against itself."""

import os
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

from botsmith import setup
from botsmith.arena.matches.sparring import sparring_warnings
from botsmith.cli.options import Contest
from botsmith.cli.stages import training
from botsmith.errors import BadInput
from botsmith.files import write_bytes
from botsmith.printable import print_error, say
from botsmith.replay.output import write_whole
from botsmith.settings import Opt
from botsmith.training.report import page
from botsmith.training.run import GATE_SEED, Run, Settings, command_of
from botsmith.training.tasks import seed_of
from botsmith.training.weights import module_text, read_weights
from botsmith.workspace import own_root, package_of


def train(
    game: Contest,
    *,
    settings: Settings,
    generations: Annotated[int, Opt(least=1)] = 10,
    jobs: Annotated[int | None, Opt(least=1)] = None,
    apply: bool = False,
    games_of: Path | None = None,
    out: Path | None = None,
) -> None:
    """Train a value network from games against itself, and continue where the last call ended.

    generations: Train until this many are done.
    jobs: Processes that play. [default: one a core]
    apply: Write the best network into bots/GAME/weights.py.
    games_of: Begin with the last games of another training, in this folder.
    out: The training's folder. [default: .botsmith/train/GAME]
    """
    workers = jobs if jobs is not None else os.cpu_count() or 1
    chunk = max(1, min(settings.chunk, -(-settings.games // workers)))
    settings = replace(settings, jobs=workers, chunk=chunk)
    package = package_of("bots", game, "rules")
    if package is None:
        raise BadInput(f"no contest {game!r} in bots/, or it has no rules.py")
    folder = out if out is not None else own_root() / ".botsmith" / "train" / game
    for touch in sparring_warnings(game, lambda one: is_drawn(one, settings, generations), [game]):
        print_error(touch)
    setup.enter("training")
    with training(folder) as (progress, report):
        run = Run(package, folder, settings, progress, generations, games_of)
        for record in run.train_to_end():
            say(line(record))
            write_whole(report, page(package, run.records()).encode())
        if run.records():
            write_whole(report, page(package, run.records()).encode())
    if apply:
        write_weights(game, run)


def write_weights(game: str, run: Run) -> None:
    """Writes the best network into the contest's weights.py. Raises BadInput if no network has
    won.
    """
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
    write_bytes(path, text.encode())
    say(f"generation {best} written to {path}; build again to have it in dist/")


def is_drawn(seed: int, settings: Settings, generations: int) -> bool:
    """Returns True if one of the generations plays games from this seed."""
    first, end = (seed_of(settings.seed, number, 0) for number in (1, generations + 1))
    most = GATE_SEED + settings.gate_games
    return first <= seed < end and (seed - first) % seed_of(0, 1, 0) < most


def line(record: dict[str, Any]) -> str:
    """Returns a line of text about a generation."""
    rate = record["played_now"] / max(0.001, record["play_seconds"])
    said = "generation {generation}: {games:,} games, {samples:,} samples ({rate:.1f} games/s)"
    said += "; loss {loss:.4f}, held out {held_out_loss:.4f} after {steps} steps in"
    said += " {train_seconds:.0f} s; {score:.1%} [{interval[0]:.1%} {interval[1]:.1%}] in"
    said += " {gate_games} games against {against}: {verdict}"
    return said.format(rate=rate, **record) + (", plays on" if record["is_best"] else "")
