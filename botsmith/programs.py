"""Reads command lines that users write: bots of any language, foreign referees."""

import os
import shlex
import shutil
from pathlib import Path

from botsmith.errors import BadInput
from botsmith.paths import MARK
from botsmith.workspace import settings

FOREIGN = "brutal"  # a game that a foreign referee plays: brutal:COMMAND
FOREIGN_OLD = "brutal-old"  # the same in cg-brutaltester's old protocol
PREFIXES = (f"{FOREIGN}:", f"{FOREIGN_OLD}:")
REFEREES = "referees"
NEGATIVE = "negative_scores"  # a table of botsmith.toml: referees whose -1 is a score
SEED_FORMS = "seed_forms"  # a table of botsmith.toml: referees that take no `-d seed=N`
FOREIGN_PLAYERS = (2, 3, 4)  # what cg-brutaltester can start


def command_words(text: str, what: str, form: str) -> list[str]:
    """Returns the words of a command line. Raises BadInput if it cannot be split, or if its program
    is missing.

    what: the owner of the command, for the message
    form: the right form, for the message
    """
    try:
        words = shlex.split(text, posix=os.name == "posix")
    except ValueError as error:
        raise BadInput(f"{what}: {error}; expected {form}") from None
    if not words or shutil.which(words[0]) is None:
        said = f"{what}: no program {words[0] if words else ''!r}"
        raise BadInput(f"{said}; expected {form} with a program on PATH or a path to one")
    return words


def module_words(name: str, root: Path) -> list[str]:
    """Returns the arguments by which Python runs a module of a project.

    The module sees only `bots` and `common` of the project's folder. `-m` would put the whole
    folder before the standard library.
    """
    start = f"import runpy, sys; sys.path.append({str(root)!r}); import bots, common; "
    start += f"sys.path.pop(); runpy.run_module({name!r}, run_name='__main__', alter_sys=True)"
    return ["-P", "-c", start]


def foreign_text(game: str) -> str:
    """Returns brutal:COMMAND or brutal-old:COMMAND of a game: its name itself, or its entry in the
    table [referees] of botsmith.toml; "" for any other game. Raises BadInput for a wrong entry.
    """
    if game.startswith(PREFIXES):
        return game
    found = settings().get(REFEREES, {}).get(game, "")
    if found and not (isinstance(found, str) and found.startswith(PREFIXES)):
        raise BadInput(f"{MARK}: [{REFEREES}] {game} = {found!r}; expected {FOREIGN}:COMMAND")
    return str(found)


def is_foreign(game: str) -> bool:
    """Returns True if a foreign referee plays the game."""
    return bool(foreign_text(game))


def is_old(game: str) -> bool:
    """Returns True if a foreign referee of the game speaks cg-brutaltester's old protocol."""
    return foreign_text(game).startswith(f"{FOREIGN_OLD}:")


def counts_below_zero(game: str) -> bool:
    """Returns True if a score of -1 is a plain score: after `referee add --negative-scores`."""
    return game in settings().get(NEGATIVE, {})


def seed_form(game: str) -> str:
    """Returns the form in which a game's foreign referee accepts its seed N."""
    return str(settings().get(SEED_FORMS, {}).get(game, "-d seed=N"))


def seed_words(form: str, seed: object) -> list[str]:
    """Returns the arguments of a command line that set the seed."""
    return form.replace("N", str(seed)).split()


def referee_command(game: str) -> list[str]:
    """Returns the command of the game's foreign referee. Raises BadInput if it cannot be split, or
    if its program is missing.
    """
    name, _, text = foreign_text(game).partition(":")
    return command_words(text, f"game {game!r}", f"{name}:COMMAND, quoted,")
