"""Names of games that a foreign referee plays: `brutal:COMMAND` and `brutal-old:COMMAND`."""

import os
import shlex
import shutil

from botsmith.errors import BadInput

NEW = "brutal"
OLD = "brutal-old"
PLAYER_COUNTS = (2, 3, 4)  # what cg-brutaltester can start


def is_foreign(game: str) -> bool:
    """Whether `game` names a referee's command line instead of a game of ours."""
    return game.startswith((f"{NEW}:", f"{OLD}:"))


def referee_command(game: str) -> list[str]:
    """The command behind the name. BadInput if it is no command line of a program that is here."""
    name, _, text = game.partition(":")
    try:
        words = shlex.split(text, posix=os.name == "posix")
    except ValueError as error:
        raise BadInput(f"game {game!r}: {error}; expected {name}:COMMAND") from None
    if not words or shutil.which(words[0]) is None:
        program = words[0] if words else ""
        raise BadInput(
            f"game {game!r}: no program {program!r}; expected {name}:COMMAND, quoted,"
            " with a program on PATH or a path to one"
        )
    return words
