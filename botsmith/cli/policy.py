"""`train policy GAME`: a policy from self-play by PPO or by search, or by imitation."""

import os
from pathlib import Path
from typing import Annotated

import typer

from botsmith import setup
from botsmith.cli.applied import apply_policy
from botsmith.cli.settings import Given, with_settings
from botsmith.cli.stages import training
from botsmith.errors import BadInput
from botsmith.printable import say
from botsmith.training.environment import DEFAULT_MODULE
from botsmith.training.policy_report import line, write_page
from botsmith.training.policy_run import METHODS, PolicyRun
from botsmith.workspace import CONTESTS, ROOTS, own_root


@with_settings(**METHODS)
def policy(
    game: Annotated[str, typer.Argument(help="The contest, csb for example.")],
    given: Given,
    method: Annotated[
        str,
        typer.Option(
            help="ppo, search: for two who move in turns, or imitate: the game's `teach`."
        ),
    ] = "ppo",
    environment: Annotated[str, typer.Option(help="The module in contests/GAME.")] = DEFAULT_MODULE,
    start: Annotated[
        Path | None, typer.Option(help="Begin with the network of the training in this folder.")
    ] = None,
    jobs: Annotated[
        int | None, typer.Option(help="Threads that play and learn. [default: one a core]")
    ] = None,
    apply: Annotated[
        bool,
        typer.Option(
            "--apply",
            help="Write the policy into bots/GAME/weights.py, build who reads it, and play.",
        ),
    ] = False,
    out: Annotated[
        Path | None, typer.Option(help="The training's folder. [default: .botsmith/policy/GAME]")
    ] = None,
) -> int:
    """Train a policy by PPO, by search or by imitation, and go on where the last call ended."""
    if method not in METHODS:
        raise BadInput(f"--method {method}: expected ppo, search or imitate")
    settings = given.settings(METHODS[method], f"--method {method}")
    threads = jobs if jobs is not None else os.cpu_count() or 1
    if threads < 1:
        raise BadInput(f"--jobs {threads}: expected at least 1")
    package = package_of(game, environment)
    place = game if environment == DEFAULT_MODULE else f"{game}-{environment}"
    folder = out if out is not None else own_root() / ".botsmith" / "policy" / place
    setup.enter("training")
    with training(folder) as (progress, report):
        run = PolicyRun(package, folder, settings, progress, environment, start, threads)
        for point in run.go():
            say(line(point))
            write_page(run, report)
    return apply_policy(own_root(), game, run.weights()) if apply else 0


def package_of(game: str, environment: str) -> str:
    """Returns the package of a contest's environment. BadInput if it has none."""
    places = [root / CONTESTS / game / f"{environment}.py" for root in ROOTS]
    is_named = game.isidentifier() and environment.isidentifier()
    if not is_named or not any(place.is_file() for place in places):
        raise BadInput(
            f"no contests/{game}/{environment}.py, which trains a policy (docs/policies.md)"
        )
    return f"{CONTESTS}.{game}"
