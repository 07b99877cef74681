"""`train policy GAME`: a policy from self-play by PPO or by search, or by imitation."""

import os
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

import typer

from botsmith import setup
from botsmith.cli.app import interrupted
from botsmith.cli.progress import Progress
from botsmith.errors import BadInput
from botsmith.printable import say
from botsmith.replay.output import check_page
from botsmith.training.environment import DEFAULT_MODULE
from botsmith.training.files import write_file
from botsmith.training.imitate import ImitateSettings
from botsmith.training.imitate_run import ImitateRun
from botsmith.training.league import DRAWS
from botsmith.training.policy_folder import PolicyFolder
from botsmith.training.policy_report import line, write_page
from botsmith.training.policy_run import PolicyRun
from botsmith.training.ppo import Settings
from botsmith.training.turns_learn import SearchSettings
from botsmith.training.turns_report import write_page as write_window_page
from botsmith.training.turns_run import SearchRun
from botsmith.training.weights import module_source
from botsmith.workspace import CONTESTS, ROOTS, own_root
from common.nets.dense import TOGETHER

DEFAULT = Settings()
SEARCH = SearchSettings()
IMITATE = ImitateSettings()
METHODS: dict[str, tuple[Any, type[PolicyFolder]]] = {
    "ppo": (DEFAULT, PolicyRun),
    "search": (SEARCH, SearchRun),
    "imitate": (IMITATE, ImitateRun),
}
REPORT = "REPORT.html"
SIZES = {"k": 1_000, "M": 1_000_000, "G": 1_000_000_000}


def policy(
    game: Annotated[str, typer.Argument(help="The contest, csb for example.")],
    method: Annotated[
        str,
        typer.Option(
            help="ppo, search: for two who move in turns, or imitate: the game's `teach`."
        ),
    ] = "ppo",
    samples: Annotated[
        str, typer.Option(help="Train until there are so many, 300k or 20M for example.")
    ] = "20M",
    hidden: Annotated[
        str, typer.Option(help="Sizes of the hidden layers, such as 128,64.")
    ] = ",".join(map(str, DEFAULT.hidden)),
    lanes: Annotated[int, typer.Option(help="Matches side by side.")] = DEFAULT.lanes,
    turns: Annotated[int, typer.Option(help="Turns of a batch.")] = DEFAULT.turns,
    epochs: Annotated[int, typer.Option(help="How often each sample is used.")] = DEFAULT.epochs,
    part: Annotated[
        int | None,
        typer.Option(
            help="Samples of a step."
            f" [default: {DEFAULT.part}, by imitation {IMITATE.part}, by search {SEARCH.part}]"
        ),
    ] = None,
    rate: Annotated[
        float | None,
        typer.Option(
            help=f"The first learning rate. [default: {DEFAULT.rate:g}, by search {SEARCH.rate:g}]"
        ),
    ] = None,
    last_rate: Annotated[float, typer.Option(help="The last learning rate.")] = DEFAULT.last_rate,
    discount: Annotated[
        float, typer.Option(help="Discount of a reward that comes one turn later.")
    ] = DEFAULT.discount,
    smoothing: Annotated[float, typer.Option(help="Lambda of GAE.")] = DEFAULT.smoothing,
    entropy: Annotated[
        float, typer.Option(help="Weight of the entropy in the loss.")
    ] = DEFAULT.entropy,
    last_entropy: Annotated[
        float | None, typer.Option(help="The same at the end. [default: the same]")
    ] = None,
    past: Annotated[
        float, typer.Option(help="Share of the matches against earlier networks.")
    ] = DEFAULT.past,
    rivals: Annotated[
        str, typer.Option(help="How to draw those: even, or hard (more often who wins more).")
    ] = DEFAULT.rivals,
    environment: Annotated[str, typer.Option(help="The module in contests/GAME.")] = DEFAULT_MODULE,
    spar: Annotated[
        float, typer.Option(help="Share of the matches against the environment's SPARRING.")
    ] = DEFAULT.spar,
    bits: Annotated[int, typer.Option(help="Bits of a weight in a bot, 2..8.")] = DEFAULT.bits,
    rounding: Annotated[
        float, typer.Option(help="Share of the samples, the last ones, with rounded weights.")
    ] = DEFAULT.rounding,
    start: Annotated[
        Path | None, typer.Option(help="Begin with the network of the training in this folder.")
    ] = None,
    games: Annotated[int, typer.Option(help="Games of a batch, by search.")] = SEARCH.games,
    iterations: Annotated[
        int | None,
        typer.Option(
            help="Iterations of a search or teacher."
            f" [default: {SEARCH.iterations}, by imitation {IMITATE.iterations}]"
        ),
    ] = None,
    window: Annotated[
        int | None,
        typer.Option(
            help="The last samples, from which it learns; not for PPO."
            f" [default: {SEARCH.window}, by imitation {IMITATE.window}]"
        ),
    ] = None,
    uses: Annotated[
        float, typer.Option(help="How often each of these is used; not for PPO.")
    ] = SEARCH.uses,
    jobs: Annotated[
        int | None, typer.Option(help="Threads that play, by search. [default: one a core]")
    ] = None,
    seed: Annotated[int, typer.Option(help="Seed of all that is drawn.")] = DEFAULT.seed,
    apply: Annotated[
        bool, typer.Option("--apply", help="Write the policy into bots/GAME/weights.py.")
    ] = False,
    out: Annotated[
        Path | None, typer.Option(help="The training's folder. [default: .botsmith/policy/GAME]")
    ] = None,
) -> None:
    """Train a policy by PPO, by search or by imitation, and go on where the last call ended."""
    given = {
        "samples": count_of(samples),
        "seed": seed,
        "hidden": layers_of(hidden),
        "lanes": lanes,
        "turns": turns,
        "epochs": epochs,
        "part": part,
        "rate": rate,
        "last_rate": last_rate,
        "discount": discount,
        "smoothing": smoothing,
        "entropy": entropy,
        "last_entropy": last_entropy,
        "past": past,
        "rivals": rivals,
        "spar": spar,
        "bits": bits,
        "rounding": rounding,
        "games": games,
        "iterations": iterations,
        "window": window,
        "uses": uses,
    }
    settings = settings_of(method, given)
    if method != "ppo" and start is not None:
        raise BadInput(f"--start: --method {method} has no use for it")
    threads = jobs if jobs is not None else os.cpu_count() or 1
    if threads < 1:
        raise BadInput(f"--jobs {threads}: expected at least 1")
    package = package_of(game, environment)
    place = game if environment == DEFAULT_MODULE else f"{game}-{environment}"
    folder = out if out is not None else own_root() / ".botsmith" / "policy" / place
    report = folder / REPORT
    if report.exists():
        check_page(report)
    setup.enter("training")
    with Progress(f"policy of {game}", settings.samples, "samples") as progress:

        def told(done: int, _: int) -> None:
            progress.update(done)

        run: PolicyRun | SearchRun | ImitateRun
        if method == "search":
            run = SearchRun(package, folder, settings, told, environment, threads)
        elif method == "imitate":
            run = ImitateRun(package, folder, settings, told, environment)
        else:
            run = PolicyRun(package, folder, settings, told, environment, start)
        try:
            for point in run.go():
                say(line(point))
                if isinstance(run, PolicyRun):
                    write_page(run, report)
                else:
                    write_window_page(run, report)
        except KeyboardInterrupt:
            raise interrupted(f"interrupted; the same command goes on in {folder}") from None
    if apply:
        write_weights(game, run.weights())


def write_weights(game: str, text: str) -> None:
    """Writes a policy into the contest's weights.py. BadInput if that holds other weights."""
    path = own_root() / "bots" / game / "weights.py"
    if path.exists() and "\ncommand train policy " not in path.read_text(encoding="utf-8"):
        raise BadInput(f"--apply: {path} holds no policy; move it away first")
    source = module_source(game, text, is_wide=True)
    write_file(path, lambda file: file.write(source.encode()))
    say(f"the policy is in {path}; build again to have it in dist/")


def count_of(words: str) -> int:
    """Returns a count such as 300k, 20M or 1.5G."""
    size = SIZES.get(words[-1:], 1)
    try:
        count = round(float(words[:-1] if size > 1 else words) * size)
    except (ValueError, OverflowError):
        count = 0
    if count < 1:
        raise BadInput(f"--samples {words}: expected a count such as 300k, 20M or 1G")
    return count


def layers_of(words: str) -> tuple[int, ...]:
    """Returns the sizes of hidden layers."""
    try:
        found = tuple(int(word) for word in words.split(","))
    except ValueError:
        found = ()
    if not found or min(found) < 1:
        raise BadInput(f"--hidden {words}: expected counts such as 64,64")
    return found


def settings_of(method: str, given: dict[str, Any]) -> Any:
    """Returns a method's settings. BadInput for one out of range, or of another method.

    given: values of options by their names in the settings, None for a default of the method's
    """
    if method not in METHODS:
        raise BadInput(f"--method {method}: expected ppo, search or imitate")
    default, run = METHODS[method]
    used = {"samples", *run.options.split()}
    for name, value in given.items():
        if name not in used and value is not None and value != shown_default(name):
            option = name.replace("_", "-")
            raise BadInput(f"--{option} {value}: --method {method} has no use for it")
    settings = replace(default, **{name: given[name] for name in used if given[name] is not None})
    if not 2 <= settings.bits <= 8:
        raise BadInput(f"--bits {settings.bits}: expected 2..8")
    if method == "ppo":
        check(settings)
    else:
        check_window(settings, "games" if method == "search" else "lanes", "turns")
    return settings


def shown_default(name: str) -> Any:
    """Returns the default of an option that is not None."""
    return getattr(DEFAULT, name) if hasattr(DEFAULT, name) else getattr(SEARCH, name)


def check_window(settings: Any, *counts: str) -> None:
    """Raises BadInput for numbers out of range of a method that learns from a window."""
    there = [name for name in (*counts, "iterations", "window", "part") if hasattr(settings, name)]
    check_counts(vars(settings), *there)
    check_shares(vars(settings), "rate", "last_rate")
    if not 0.0 < settings.uses <= 1000.0:
        raise BadInput(f"--uses {settings.uses:g}: expected more than 0, and at most 1000")
    if any(size % TOGETHER for size in settings.hidden):
        told = ",".join(map(str, settings.hidden))
        raise BadInput(f"--hidden {told}: expected multiples of {TOGETHER}, such as 64,64")


def check_counts(settings: dict[str, Any], *names: str) -> None:
    """Raises BadInput for a count below 1."""
    for name in names:
        if settings[name] < 1:
            raise BadInput(f"--{name} {settings[name]}: expected at least 1")


def check_shares(settings: dict[str, Any], *names: str) -> None:
    """Raises BadInput for a number outside of 0..1, or 0."""
    for name in names:
        if not 0.0 < settings[name] <= 1.0:
            option, value = name.replace("_", "-"), settings[name]
            raise BadInput(f"--{option} {value:g}: expected more than 0, and at most 1")


def check(settings: Settings) -> None:
    """Raises BadInput for numbers out of range."""
    check_counts(vars(settings), "lanes", "turns", "epochs", "part")
    check_shares(vars(settings), "rate", "last_rate", "discount")
    for name in ("entropy", "last_entropy", "smoothing"):
        value = getattr(settings, name)
        if value is not None and not 0.0 <= value <= 1.0:
            raise BadInput(f"--{name.replace('_', '-')} {value:g}: expected 0..1")
    if not 0.0 <= settings.rounding <= 1.0:
        raise BadInput(f"--rounding {settings.rounding:g}: expected a share of 0..1")
    if settings.rivals not in DRAWS:
        raise BadInput(f"--rivals {settings.rivals}: expected {' or '.join(DRAWS)}")
    for name in ("past", "spar"):
        if not 0.0 <= getattr(settings, name) < 1.0:
            value = getattr(settings, name)
            raise BadInput(f"--{name} {value:g}: expected a share of 0..1, below 1")
    if settings.past + settings.spar > 1.0:
        raise BadInput(f"--past {settings.past:g} --spar {settings.spar:g}: more than all matches")


def package_of(game: str, environment: str) -> str:
    """Returns the package of a contest's environment. BadInput if it has none."""
    places = [root / CONTESTS / game / f"{environment}.py" for root in ROOTS]
    is_named = game.isidentifier() and environment.isidentifier()
    if not is_named or not any(place.is_file() for place in places):
        raise BadInput(
            f"no contests/{game}/{environment}.py, which trains a policy (docs/policies.md)"
        )
    return f"{CONTESTS}.{game}"
