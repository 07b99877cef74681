"""Trains a contest's network on from the weights that it has, instead of from nothing.

    python benchmarks/train_on.py GAME FOLDER [--weights FILE] [--chunks N] [--iterations N]
        [--samples FOLDER ...] [--passes P] [--rate R] [--result-weight W] [--sharpen S] [--bits B]

Plays N chunks of 100 games of the weights against themselves into FOLDER/samples (those that are
there already are kept), makes passes over these samples and those of other such folders, starting
from the weights, and writes FOLDER/weights.txt. A twentieth of the games is held out. --sharpen: a
label v becomes tanh(S * atanh(v)), as labels are more timid than results. At the end 300 pairs of
games, new against old, at the same iterations. On one core; docs/training.md is about `train`.
"""

import argparse
import sys
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from statistics import fmean, stdev

import numpy as np

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

import jax.numpy as jnp  # noqa: E402

from botsmith.training import fit  # noqa: E402
from botsmith.training.contest import Contest, find_contest  # noqa: E402
from botsmith.training.kernels import Plan  # noqa: E402
from botsmith.training.library import filled  # noqa: E402
from botsmith.training.player import Player, build_library  # noqa: E402
from botsmith.training.run import HELD_OUT, Settings, cross_entropy  # noqa: E402
from botsmith.training.samples import form_of, read_chunk  # noqa: E402
from botsmith.training.tasks import play_pair, seed_of, self_play  # noqa: E402
from botsmith.training.weights import Weights, encode, read_weights  # noqa: E402

PAIRS = 300


def play(options: argparse.Namespace, player: Player, settings: Settings) -> None:
    """The chunks that are not there yet."""
    folder = options.folder / "samples"
    folder.mkdir(parents=True, exist_ok=True)
    names = [(folder / f"{number:04}.npz", number) for number in range(options.chunks)]
    tasks = [
        (path, seed_of(options.seed, 1, number)) for path, number in names if not path.exists()
    ]
    about = {"generation": 1, "player": 0, "plan": settings.plan()}
    for task in tasks:
        count = self_play((player, player), task, options.weights, settings.chunk, about)
        print(f"{task[0].name}: {count} samples", flush=True)


def read(
    options: argparse.Namespace, contest: Contest, player: Player
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Inputs, targets -1..1, and which samples are held out."""
    inputs, targets, held = [], [], []
    form = form_of(contest.rules.State)
    for folder in (options.folder, *options.samples):
        for path in sorted((folder / "samples").glob("*.npz")):
            samples, _ = read_chunk(path, form)
            values = np.clip(samples.values, -1, 1)
            is_open = np.abs(values) < 1
            timid = np.arctanh(np.clip(values[is_open], -0.9999, 0.9999))
            values[is_open] = np.tanh(options.sharpen * timid)
            inputs.append(player.inputs_of(samples.states))
            targets.append(fit.targets_of(replace(samples, values=values), options.result_weight))
            held.append(samples.games % HELD_OUT == 0)
    return np.concatenate(inputs), np.concatenate(targets), np.concatenate(held)


def start_from(trainer: fit.Trainer, contest: Contest, weights: Weights) -> None:
    """Gives a trainer the weights of a text, which may have another number of bits."""
    shape, unit = trainer.shape, fit.shape_of(contest, weights.bits).unit
    values = np.array(weights.values) / unit
    first = shape.inputs * shape.base
    trainer.params = fit.Params(
        jnp.asarray(values[:first].reshape(shape.inputs, shape.base), jnp.float32),
        jnp.asarray(values[first:], jnp.float32),
        jnp.asarray(np.log(weights.scale / unit / unit), jnp.float32),
    )


def train(options: argparse.Namespace, contest: Contest, player: Player, batch: int) -> None:
    """Writes FOLDER/weights.txt. batch: samples of a step."""
    inputs, targets, held = read(options, contest, player)
    old = read_weights(options.weights)
    trainer = fit.Trainer(fit.shape_of(contest, options.bits), options.seed)
    start_from(trainer, contest, old)
    taken = np.flatnonzero(~held)
    steps = round(options.passes * len(taken) / batch)
    for step in range(steps):
        dice = np.random.default_rng((options.seed, step))
        picked = taken[dice.integers(0, len(taken), batch)]
        rate = fit.rate_at(step, steps, options.rate)
        loss = trainer.step(inputs[picked], targets[picked], rate)
        if step % 500 == 0:
            print(f"step {step} of {steps}: loss {float(loss):.4f}", flush=True)
    wanted = targets[held]
    excess = cross_entropy(trainer.values(inputs[held]), wanted) - cross_entropy(wanted, wanted)
    print(f"{len(taken)} samples; held out: {excess:.4f} above the labels' own entropy")
    numbers, scale = trainer.integers()
    text = encode(Weights(numbers, scale, options.bits, dict(old.about)))
    (options.folder / "weights.txt").write_text(text + "\n", encoding="ascii")


def gate(options: argparse.Namespace, pair: tuple[Player, Player], settings: Settings) -> None:
    """New against old."""
    tasks = [(number, seed_of(options.seed, 0, number)) for number in range(PAIRS)]
    both = options.folder / "weights.txt", options.weights
    shares = [play_pair(pair, task, both, settings.gate_opening)[1] for task in tasks]
    error = 1.96 * stdev(shares) / len(shares) ** 0.5
    print(f"new against old: {fmean(shares):.1%} +- {error:.1%} of {PAIRS} pairs of games")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("game")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--weights", type=Path, help="a text of weights; the bot's own if left out")
    parser.add_argument("--chunks", type=int, default=320)
    parser.add_argument("--iterations", type=int, default=1000)
    parser.add_argument("--samples", type=Path, nargs="*", default=[])
    parser.add_argument("--passes", type=float, default=6.0)
    parser.add_argument("--rate", type=float, default=0.004)
    parser.add_argument("--result-weight", type=float, default=0.6)
    parser.add_argument("--sharpen", type=float, default=1.35)
    parser.add_argument("--bits", type=int, default=8)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    contest = find_contest(f"bots.{options.game}")
    settings = Settings(iterations=options.iterations, visits=60, opening=10, early=14)
    options.folder.mkdir(parents=True, exist_ok=True)
    if options.weights is None:
        options.weights = options.folder / "old.txt"
        text = import_module(f"bots.{options.game}.weights").WEIGHTS.strip()
        options.weights.write_text(text + "\n", encoding="ascii")
    library = options.folder / "kernels.so"
    build_library(contest, library)
    plan = filled(Plan, settings)
    pair = Player(contest, library, plan), Player(contest, library, plan)
    play(options, pair[0], settings)
    train(options, contest, pair[0], settings.batch)
    gate(options, pair, settings)


if __name__ == "__main__":
    main()
