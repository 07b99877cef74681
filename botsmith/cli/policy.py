"""`train policy GAME`: a policy from self-play, by PPO."""

from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from botsmith.cli.app import interrupted
from botsmith.cli.console import Progress
from botsmith.errors import BadInput
from botsmith.printable import say
from botsmith.replay.output import check_page
from botsmith.training.environment import DEFAULT_MODULE
from botsmith.training.files import write_file
from botsmith.training.league import DRAWS
from botsmith.training.policy_report import write_page
from botsmith.training.policy_run import Point, PolicyRun
from botsmith.training.ppo import Settings
from botsmith.training.weights import module_source
from botsmith.workspace import CONTESTS, ROOTS, own_root

DEFAULT = Settings()
REPORT = "REPORT.html"
SIZES = {"k": 1_000, "M": 1_000_000, "G": 1_000_000_000}


def policy(
    game: Annotated[str, typer.Argument(help="The contest, csb for example.")],
    samples: Annotated[
        str, typer.Option(help="Until there are so many, 300k or 20M for example.")
    ] = "20M",
    hidden: Annotated[
        str, typer.Option(help="Numbers of the hidden layers, such as 128,64.")
    ] = ",".join(map(str, DEFAULT.hidden)),
    lanes: Annotated[int, typer.Option(help="Matches side by side.")] = DEFAULT.lanes,
    turns: Annotated[int, typer.Option(help="Of a batch.")] = DEFAULT.turns,
    epochs: Annotated[int, typer.Option(help="How often a sample is used.")] = DEFAULT.epochs,
    rate: Annotated[float, typer.Option(help="The learning rate at first.")] = DEFAULT.rate,
    last_rate: Annotated[float, typer.Option(help="And at the end.")] = DEFAULT.last_rate,
    discount: Annotated[
        float, typer.Option(help="Of a reward that comes one turn later.")
    ] = DEFAULT.discount,
    entropy: Annotated[float, typer.Option(help="Its weight in the loss.")] = DEFAULT.entropy,
    past: Annotated[
        float, typer.Option(help="Share of the matches against earlier networks.")
    ] = DEFAULT.past,
    rivals: Annotated[
        str, typer.Option(help="How those are drawn: even, or hard, more often who wins more.")
    ] = DEFAULT.rivals,
    environment: Annotated[str, typer.Option(help="The module in contests/GAME.")] = DEFAULT_MODULE,
    spar: Annotated[
        float, typer.Option(help="Share of the matches against the environment's SPARRING.")
    ] = DEFAULT.spar,
    bits: Annotated[int, typer.Option(help="Of a weight in a bot, 2..8.")] = DEFAULT.bits,
    rounding: Annotated[
        float, typer.Option(help="The last share of the samples, with rounded weights.")
    ] = DEFAULT.rounding,
    start: Annotated[
        Path | None, typer.Option(help="Folder of a training, with whose network to begin.")
    ] = None,
    seed: Annotated[int, typer.Option(help="Of all that is drawn.")] = DEFAULT.seed,
    apply: Annotated[
        bool, typer.Option("--apply", help="Write the policy into bots/GAME/weights.py.")
    ] = False,
    out: Annotated[
        Path | None, typer.Option(help="The training's folder. [default: .botsmith/policy/GAME]")
    ] = None,
) -> None:
    """Train a policy from self-play by PPO, and go on where the last call ended."""
    settings = replace(
        DEFAULT,
        samples=count_of(samples),
        seed=seed,
        hidden=layers_of(hidden),
        lanes=lanes,
        turns=turns,
        epochs=epochs,
        rate=rate,
        last_rate=last_rate,
        discount=discount,
        entropy=entropy,
        past=past,
        rivals=rivals,
        spar=spar,
        bits=bits,
        rounding=rounding,
    )
    check(settings)
    package = package_of(game, environment)
    place = game if environment == DEFAULT_MODULE else f"{game}-{environment}"
    folder = out if out is not None else own_root() / ".botsmith" / "policy" / place
    report = folder / REPORT
    if report.exists():
        check_page(report)
    with Progress(f"policy of {game}", settings.samples, "samples") as progress:
        run = PolicyRun(
            package, folder, settings, lambda done, _: progress.update(done), environment, start
        )
        try:
            for point in run.go():
                say(line(point))
                write_page(run.name, settings, run.points, report)
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


def check(settings: Settings) -> None:
    """Raises BadInput for numbers out of range."""
    for name in ("lanes", "turns", "epochs"):
        if getattr(settings, name) < 1:
            raise BadInput(f"--{name} {getattr(settings, name)}: expected at least 1")
    for name in ("rate", "last_rate", "discount"):
        if not 0.0 < getattr(settings, name) <= 1.0:
            option = name.replace("_", "-")
            value = getattr(settings, name)
            raise BadInput(f"--{option} {value:g}: expected more than 0, and at most 1")
    if not 0.0 <= settings.entropy <= 1.0:
        raise BadInput(f"--entropy {settings.entropy:g}: expected 0..1")
    if not 2 <= settings.bits <= 8:
        raise BadInput(f"--bits {settings.bits}: expected 2..8")
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
    """Returns where a contest's environment is. BadInput if it has none."""
    places = [root / CONTESTS / game / f"{environment}.py" for root in ROOTS]
    is_named = game.isidentifier() and environment.isidentifier()
    if not is_named or not any(place.is_file() for place in places):
        raise BadInput(
            f"no contests/{game}/{environment}.py, which trains a policy (docs/policies.md)"
        )
    return f"{CONTESTS}.{game}"


def line(point: Point) -> str:
    """Returns a point in words."""
    exam = point["exam"]
    terms = ", ".join(f"{term} {value:.3g}" for term, value in exam["terms"].items())
    score = f"{exam['score']:.1%} against the point before, " if "score" in exam else ""
    for rival, (share, _) in point["rivals"].items():
        score += f"{share:.1%} against {rival}, "
    return (
        f"point {point['point']}: {point['samples']:,} samples"
        f" ({point['samples'] / point['processor']:,.0f} a second of a processor); exam: {score}"
        f"{exam['match_turns']:.1f} turns, {terms}; entropy {point['entropy']:.2f}, clipped"
        f" {point['clip_fraction']:.1%}, value error {point['value_error']:.2f}"
    )
