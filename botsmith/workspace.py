"""Finds the files that a command works on: the package's, or those in the author's workspace.

HOME holds the files of Botsmith, OWN is the author's folder (paths.py finds them); in a checkout
they are one. Files are written to `own_root()` alone.

botsmith.toml has a table for each command, with defaults of its options. Its table [bots] names the
game of a folder under bots/ that is not named like its game.
"""

import re
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

from botsmith import paths
from botsmith.errors import BadInput
from botsmith.files import write_bytes
from botsmith.setup import locked

HOME = Path(paths.HOME)
OWN = Path(found) if (found := paths.find_root()) else None
ROOTS = tuple(dict.fromkeys([*([OWN] if OWN else []), HOME]))  # the author's first
STATE = (OWN or Path()) / ".botsmith"  # what commands remember; nothing that cannot be made again
CONTESTS = "contests"  # the folder of referees, baselines and painters


def own_root() -> Path:
    """Returns the author's folder. Raises BadInput if there is none."""
    if OWN is None:
        advice = f"`{paths.PROGRAM} init DIR` makes a workspace"
        raise BadInput(f"no {paths.MARK} in this folder or above it; {advice}")
    return OWN


@cache
def settings(root: Path | None = OWN) -> dict[str, dict[str, Any]]:
    """Returns the tables of a workspace's botsmith.toml; {} without the file. Raises BadInput if it
    is no valid TOML.
    """
    file = root / paths.MARK if root else None
    if file is None or not file.exists():
        return {}
    try:
        tables = tomllib.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise BadInput(f"{file}: {error}; expected TOML") from None
    for name, table in tables.items():
        if not isinstance(table, dict):
            raise BadInput(f"{file}: {name} = {table!r} stands outside of a table")
    return tables


def league_store() -> Path:
    """Returns the path of the store that bots join, with their versions: `db` of [league]."""
    return (OWN or Path()) / str(settings().get("league", {}).get("db", "league.db"))


def set_value(root: Path, table: str, key: str, value: str) -> None:
    """Writes `key = "value"` into a table of botsmith.toml; makes the table if it is missing."""
    file = root / paths.MARK
    line = f'{key} = "{value}"\n'
    (root / STATE.name).mkdir(exist_ok=True)
    with locked(root / STATE.name / "settings.lock"):
        text = file.read_text(encoding="utf-8") if file.exists() else ""
        head = re.search(rf"^\[{table}\][^\n]*\n", text, re.MULTILINE)
        if head:
            text = text[: head.end()] + line + text[head.end() :]
        else:
            text += ("\n" if text else "") + f"[{table}]\n{line}"
        write_bytes(file, text.encode())
    settings.cache_clear()


def game_of(folder: str, root: Path | None = OWN) -> str:
    """Returns the game that the bots of bots/FOLDER play. Raises BadInput for a wrong entry in
    botsmith.toml.
    """
    game = settings(root).get("bots", {}).get(folder, folder)
    if not isinstance(game, str):
        raise BadInput(f"{paths.MARK}: [bots] {folder} = {game!r}; expected the name of a game")
    return game


def contests_of(root: Path) -> list[str]:
    """Returns the names of the games in the contests/ of a folder, sorted."""
    return sorted(file.parent.name for file in root.glob(f"{CONTESTS}/*/referee.py"))


def home_of(game: str) -> Path:
    """Returns the folder that holds contests/GAME: the package's if it has the game, else the
    workspace's.
    """
    return next(root for root in reversed(ROOTS) if game in contests_of(root))


def package_of(folder: str, game: str, module: str) -> str | None:
    """Returns the package FOLDER.GAME if it has a module of this name, else None."""
    places = [root / folder / game / f"{module}.py" for root in ROOTS]
    is_named = game.isidentifier() and module.isidentifier()
    return f"{folder}.{game}" if is_named and any(map(Path.is_file, places)) else None
