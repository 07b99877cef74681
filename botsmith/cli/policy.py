"""`train policy GAME`: a policy from self-play by PPO or by search, or by imitation."""

import os
from pathlib import Path
from typing import Annotated

from botsmith import setup
from botsmith.cli.applied import apply_policy
from botsmith.cli.settings import Given
from botsmith.cli.stages import training
from botsmith.errors import BadInput
from botsmith.printable import say
from botsmith.replay.output import write_whole
from botsmith.settings import Opt
from botsmith.training.environment import DEFAULT_MODULE
from botsmith.training.policy_report import line, page
from botsmith.training.policy_run import METHODS, PolicyRun
from botsmith.workspace import CONTESTS, own_root, package_of


def policy(
    game: str,
    *,
    given: Annotated[Given, METHODS],
    method: Annotated[str, Opt(choices=tuple(METHODS))] = "ppo",
    environment: str = DEFAULT_MODULE,
    start: Path | None = None,
    jobs: Annotated[int | None, Opt(least=1)] = None,
    apply: bool = False,
    out: Path | None = None,
) -> int:
    """Train a policy by PPO, by search or by imitation, and continue where the last call ended.

    game: The contest, csb for example.
    method: ppo; search, for two players in turns; imitate, by the game's `teach`.
    environment: The module in contests/GAME.
    start: Begin with the network of the training in this folder.
    jobs: Threads that play and learn. [default: one a core]
    apply: Write the policy into bots/GAME/weights.py, build the bots that read it, and play.
    out: The training's folder. [default: .botsmith/policy/GAME]
    """
    settings = given.settings(METHODS[method], f"--method {method}")
    threads = jobs if jobs is not None else os.cpu_count() or 1
    package = package_of(CONTESTS, game, environment)
    if package is None:
        raise BadInput(f"no contests/{game}/{environment}.py to train a policy (docs/policies.md)")
    place = game if environment == DEFAULT_MODULE else f"{game}-{environment}"
    folder = out if out is not None else own_root() / ".botsmith" / "policy" / place
    setup.enter("training")
    with training(folder) as (progress, report):
        run = PolicyRun(package, folder, settings, progress, environment, start, threads)
        for point in run.train_to_end():
            say(line(point))
            write_whole(report, page(run).encode())
    return apply_policy(own_root(), game, run.weights()) if apply else 0
