"""A game of the contest site in a file: JSON, or the text of the IDE's console."""

from pathlib import Path

from botsmith.arena.store.record import read_values
from botsmith.errors import BadInput
from botsmith.site.console import EXPECTED, game_from_text, has_headings
from botsmith.site.form import SiteGame, game_from_json

LARGEST_FILE = 64_000_000  # bytes; games have one or two million


def read_game(path: Path) -> SiteGame:
    """Returns the game in a file. Raises BadInput, which begins with its name."""
    try:
        size = path.stat().st_size
        data = path.read_bytes() if size <= LARGEST_FILE else b""
    except OSError as error:
        raise BadInput(f"{path}: {error.strerror}; {EXPECTED}") from None
    if size > LARGEST_FILE:
        raise BadInput(f"{path}: {size:,} bytes; {EXPECTED}, up to {LARGEST_FILE:,}")
    text = data.decode("utf-8-sig", "replace")
    if not text.lstrip().startswith(("{", "[")) and has_headings(text):
        return game_from_text(text, str(path))
    return game_from_json(next(read_values(path, data))[1], str(path))
