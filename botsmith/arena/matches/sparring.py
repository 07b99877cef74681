"""`league --sparring FILE`: rivals and seeds reserved for measuring, never used for tuning.

A bot that is tuned against the seeds and rivals of its measurement overfits to them. So `tune` and
`train` look for the sparring files of the workspace and warn where they use the same ones.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from botsmith.arena.matches.bots import find_bot, first_name
from botsmith.arena.matches.league import Pinned, Plan, pin_seeds
from botsmith.arena.matches.workers import player_counts
from botsmith.errors import BadInput
from botsmith.values import load_changes
from botsmith.workspace import OWN, game_of

NAMES = ("sparring*.toml", "sparring*.json")  # in the workspace's folder and in bots/GAME
KEYS = ("game", "seeds", "rivals")


@dataclass(frozen=True)
class Sparring:
    """The content of a sparring file. game: "" if the file names none."""

    file: Path
    game: str
    seeds: tuple[int, ...]
    rivals: tuple[str, ...]


def read_sparring(file: Path) -> Sparring:
    """Reads a sparring file. Raises BadInput if it is not one."""
    found = load_changes(file, "a sparring file")
    for key in found:
        if key not in KEYS:
            raise BadInput(f"{file}: unknown {key}; expected {', '.join(KEYS)}")
    game, seeds, rivals = found.get("game", ""), found.get("seeds"), found.get("rivals")
    if not isinstance(game, str):
        raise BadInput(f"{file}: game = {game!r}; expected the name of a contest")
    are_whole = isinstance(seeds, list) and all(type(each) is int for each in seeds)
    if not (seeds and are_whole and all(-(2**63) <= each < 2**63 for each in seeds)):
        raise BadInput(f"{file}: seeds = {seeds!r}; expected a list of whole numbers of 64 bits")
    if len(set(seeds)) < len(seeds):
        raise BadInput(f"{file}: seeds = {seeds}; expected each of them once")
    are_texts = isinstance(rivals, list) and all(isinstance(name, str) for name in rivals)
    if not (rivals and are_texts and all(map(str.strip, rivals))):
        raise BadInput(f"{file}: rivals = {rivals!r}; expected a list of bots, as for `play`")
    return Sparring(file, game, tuple(seeds), tuple(rivals))


def plan_of(plan: Plan, sparring: Sparring) -> Pinned:
    """Returns the plan with the seeds of a sparring file. plan: its last bots are the rivals."""
    rivals = len(sparring.rivals)
    if plan.players is None:
        counts = player_counts(plan.game)
        seats = 1 + rivals if 1 + rivals in counts else min(counts)
        plan = replace(plan, players=seats)
    return pin_seeds(plan, sparring.seeds, rivals)


def is_guarded(file: Path) -> bool:
    """Returns True if `tune` and `train` look for this file, so that they can warn of its use."""
    return file.resolve() in [each.resolve() for each in sparring_files()]


def sparring_files() -> list[Path]:
    """Returns the sparring files of the workspace."""
    if OWN is None:
        return []
    places = [OWN, *sorted(OWN.glob("bots/*/"))]
    return [file for place in places for name in NAMES for file in sorted(place.glob(name))]


def sparring_warnings(game: str, has_seed: Callable[[int], bool], bots: Sequence[str]) -> list[str]:
    """Returns a line for each sparring file of the game whose seeds or rivals a tuning or training
    uses.

    has_seed: returns True for a seed that the tuning or training plays
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
            touched = f"{file.relative_to(OWN or '')} is touched: {', '.join(seeds + rivals)}"
            lines.append(f"{touched}; what is found here will look better there than it is")
    return lines


def keys_of(bot: str, game: str) -> set[tuple[str, str]]:
    """Returns the keys that identify a bot: the typed word, and, if the bot is found, its name and
    content hash.
    """
    try:
        found = find_bot(bot, game)
    except BadInput:
        return {(bot, "")}
    return {(bot, ""), (first_name(found.name), found.content_hash)}
