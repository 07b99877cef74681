"""Writes a new bot for a game that has one already: a copy of a bot of the package or workspace."""

import keyword
import re
import sys
from collections.abc import Sequence
from pathlib import Path

import black

from botsmith.arena.matches.bots import baseline_names
from botsmith.bundle.modules import choose_entries, find_sources
from botsmith.errors import BadInput
from botsmith.new.copies import refuse_places, write, write_all
from botsmith.new.templates import render
from botsmith.referees import games, referee_for
from botsmith.workspace import HOME, contests_of, game_of, set_value

NAME = re.compile(r"[a-z][a-z0-9]*")  # no underscore: NAME_X is a bot's second entry
PLACES = ("bots/{name}", "tests/test_{name}.py")


def check_name(
    root: Path, name: str, what: str = "a bot", most: str = "", places: Sequence[str] = PLACES
) -> None:
    """Raises BadInput if a name is invalid, if a contest of the package has it, or if a place
    exists.

    what: the thing that gets the name, for messages
    most: the largest number of letters, in digits, "" for no limit
    places: paths below `root`, with {name} for the name
    """
    is_name = NAME.fullmatch(name) and name not in sys.stdlib_module_names
    if not is_name or keyword.iskeyword(name) or (most and len(name) > int(most)):
        limit = f" {most} at most," * bool(most)
        wanted = f"a-z and 0-9, a letter first,{limit} no word of Python's"
        raise BadInput(f"{name!r} is no name for {what}: expected {wanted}")
    if root != HOME and name in contests_of(HOME):
        raise BadInput(f"{name}: a contest of the package is called so; choose another name")
    refuse_places(root, name, [place.format(name=name) for place in places])


def copy_bot(root: Path, name: str, source: str) -> list[str]:
    """Copies the modules of bots/SOURCE as bots/NAME, which plays the same game, and writes a test.
    Returns the paths of new files. Of a package's bot it takes what the first entry needs.

    source: a game of the package, or a folder under the workspace's bots/
    Raises BadInput, and writes nothing, if the name is invalid or taken, or if there is no
    such bot.
    """
    check_name(root, name)
    game = game_of(source, root)
    home = root if (root / "bots" / source / "main.py").is_file() else HOME
    files = sorted((home / "bots" / source).glob("*.py"))
    if home != root and files:  # the package's; its other entries would be more bots to build
        paths = {each.path for each in find_sources(HOME, choose_entries(HOME, [source])[0])}
        paths.add(f"bots/{source}/__init__.py")
        files = sorted(HOME / path for path in paths if path.startswith(f"bots/{source}/"))
    if not files or game not in games():
        raise BadInput(f"--from {source}: no such bot; expected one of {' '.join(games())}")
    own_name = re.compile(rf"\bbots([./]){re.escape(source)}\b")
    written = {}
    for file in files:
        text = own_name.sub(rf"bots\1{name}", file.read_text(encoding="utf-8"))
        try:
            written[f"bots/{name}/{file.name}"] = format_code(text)
        except ValueError as error:  # black's
            raise BadInput(f"--from {source}: {file} is no Python: {error}") from None
    write_all(root, written)
    return [*written, *finish_bot(root, name, game)]


def finish_bot(root: Path, name: str, game: str) -> list[str]:
    """Writes a bot's game into botsmith.toml, and a test of the bot. Returns the paths of
    new files.
    """
    set_value(root, "bots", name, game)
    others = (min(referee_for(game).player_counts) - 1) * ['"random"']
    test = f"tests/test_{name}.py"
    text = render("test_bot.py", name=name, game=game, randoms=", ".join(others))
    write(root / test, format_code(text))
    return [test]


def format_code(text: str) -> str:
    """Returns a module's text as `black` formats it. Raises ValueError if it is no Python."""
    return black.format_str(text, mode=black.Mode(line_length=100))


def opponents_in(game: str) -> str:
    """Returns the first opponents of a bot: the game's last baseline, once for each other seat."""
    return " ".join([baseline_names(game)[-1]] * (min(referee_for(game).player_counts) - 1))
