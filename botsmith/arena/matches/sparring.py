"""`league --sparring FILE`: rivals and seeds for measuring alone, never tuned against.

A bot that is tuned against the seeds and rivals of its measurement fits to them. So `tune` and
`train` look for the sparring files of the workspace and say where they touch one.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from botsmith.arena.matches.bots import find_bot, first_name
from botsmith.arena.matches.league import Pinned, Plan, pinned
from botsmith.arena.matches.workers import player_counts
from botsmith.errors import BadInput
from botsmith.values import load_changes
from botsmith.workspace import OWN, game_of

NAMES = ("sparring*.toml", "sparring*.json")  # in the workspace's folder and in bots/GAME
KEYS = ("game", "seeds", "rivals")


@dataclass(frozen=True)
class Sparring:
    """The content of a sparring file. game: "" where it does not say."""

    file: Path
    game: str
    seeds: tuple[int, ...]
    rivals: tuple[str, ...]


def read_sparring(file: Path) -> Sparring:
    """Reads a sparring file. BadInput, in one line, for one that is none."""
    found = load_changes(file, "a sparring file")
    for key in found:
        if key not in KEYS:
            raise BadInput(f"{file}: unknown {key}; expected {', '.join(KEYS)}")
    game, seeds, rivals = found.get("game", ""), found.get("seeds"), found.get("rivals")
    if not isinstance(game, str):
        raise BadInput(f"{file}: game = {game!r}; expected the name of a contest")
    if not (isinstance(seeds, list) and seeds and all(map(is_seed, seeds))):
        raise BadInput(f"{file}: seeds = {seeds!r}; expected a list of whole numbers of 64 bits")
    if len(set(seeds)) < len(seeds):
        raise BadInput(f"{file}: seeds = {seeds}; expected each of them once")
    if not (isinstance(rivals, list) and rivals and all(is_name(name) for name in rivals)):
        raise BadInput(f"{file}: rivals = {rivals!r}; expected a list of bots, as for `play`")
    return Sparring(file, game, tuple(seeds), tuple(rivals))


def is_seed(value: object) -> bool:
    """Returns True if a value of a file is a seed."""
    return type(value) is int and -(2**63) <= value < 2**63


def is_name(value: object) -> bool:
    """Returns True if a value of a file may name a bot."""
    return isinstance(value, str) and bool(value.strip())


def plan_of(plan: Plan, sparring: Sparring) -> Pinned:
    """Returns the plan of a sparring. plan: of the bots and, behind them, the rivals."""
    rivals = len(sparring.rivals)
    if plan.players is None:
        counts = player_counts(plan.game)
        seats = 1 + rivals if 1 + rivals in counts else min(counts)
        plan = replace(plan, players=seats)
    return pinned(plan, sparring.seeds, rivals)


def is_guarded(file: Path) -> bool:
    """Returns True if `tune` and `train` find a file."""
    return file.resolve() in [each.resolve() for each in sparring_files()]


def sparring_files() -> list[Path]:
    """Returns the sparring files of the workspace."""
    if OWN is None:
        return []
    places = [OWN, *sorted(OWN.glob("bots/*/"))]
    return [file for place in places for name in NAMES for file in sorted(place.glob(name))]


def touched(game: str, has_seed: Callable[[int], bool], bots: Sequence[str]) -> list[str]:
    """Returns a line for each sparring file of the game that a tuning or a training touches.

    has_seed: returns True for a seed that it plays
    bots: its opponents, named as for `play`
    """
    lines = []
    for file in sparring_files():
        try:
            sparring = read_sparring(file)
        except BadInput as error:
            lines.append(f"{error}: nothing keeps apart what it names")
            continue
        folder = file.parent.name if file.parent != OWN else ""
        if (sparring.game or (game_of(folder) if folder else game)) != game:
            continue
        known = {key for bot in bots for key in keys_of(bot, game)}
        seeds = [f"seed {seed}" for seed in sparring.seeds if has_seed(seed)]
        rivals = [name for name in sparring.rivals if not known.isdisjoint(keys_of(name, game))]
        if seeds or rivals:
            lines.append(
                f"{file.relative_to(OWN or '')} is touched: {', '.join(seeds + rivals)}; what is"
                " found here will look better in that sparring than it is"
            )
    return lines


def keys_of(bot: str, game: str) -> set[tuple[str, str]]:
    """Returns the keys of a bot: its word, and its name with the hash of its content."""
    try:
        found = find_bot(bot, game)
    except BadInput:
        return {(bot, "")}
    return {(bot, ""), (first_name(found.name), found.content_hash)}
