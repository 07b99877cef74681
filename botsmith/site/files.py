"""Reads games of the contest site from files: JSON, or the text of the IDE's console."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from botsmith.arena.store.record import read_values
from botsmith.errors import BadInput
from botsmith.site.console import EXPECTED, games_from_text, heading, lines_of
from botsmith.site.form import SiteGame, game_from_json

LARGEST_FILE = 64_000_000  # bytes; games have one or two million
SUFFIXES = (".json", ".jsonl", ".txt")  # of the files that are taken of a folder


def files_in(paths: Iterable[Path], output: Path) -> Iterator[Path]:
    """Yields the named files, and the files with games in named folders, sorted by name; never
    `output`.

    Raises BadInput for a folder without games.
    """
    for path in paths:
        if not path.is_dir():
            yield path
            continue
        found = sorted(each for each in path.rglob("*") if each.suffix.lower() in SUFFIXES)
        found = [each for each in found if each.is_file() and each.resolve() != output.resolve()]
        if not found:
            raise BadInput(f"{path}: no games; expected files *{' *'.join(SUFFIXES)}")
        yield from found


def read_games(path: Path) -> Iterator[tuple[str, SiteGame | BadInput]]:
    """Yields each game of a file with its place in words, or a BadInput in place of the game.

    Raises BadInput, which begins with the file's name, if the file cannot be read.
    """
    try:
        size = path.stat().st_size
        data = path.read_bytes() if size <= LARGEST_FILE else b""
    except OSError as error:
        raise BadInput(f"{path}: {error.strerror}; {EXPECTED}") from None
    if size > LARGEST_FILE:
        raise BadInput(f"{path}: {size:,} bytes; {EXPECTED}, up to {LARGEST_FILE:,}")
    text = data.decode("utf-8-sig", "replace")
    if not text.lstrip().startswith(("{", "[")) and any(map(heading, lines_of(text))):
        yield from games_from_text(text, str(path))
        return
    games: list[Any] = []
    refused: BadInput | None = None
    try:
        for _, value in read_values(path, data):
            games += value if isinstance(value, list) and value else [value]
    except BadInput as error:
        refused = error
    for number, value in enumerate(games):
        where = str(path) if len(games) == 1 else f"{path} game {number}"
        try:
            yield where, game_from_json(value, where)
        except BadInput as error:
            yield where, error
    if refused:
        yield str(path), refused
