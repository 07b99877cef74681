"""Command lines that users name: bots of any language, referees of others."""

import os
import shlex
import shutil

from botsmith.errors import BadInput

FOREIGN = "brutal"  # a game that a foreign referee plays: brutal:COMMAND
FOREIGN_OLD = "brutal-old"  # the same in cg-brutaltester's old protocol
FOREIGN_PLAYERS = (2, 3, 4)  # what cg-brutaltester can start


def command_words(text: str, what: str, form: str) -> list[str]:
    """The words of a command line. BadInput if it is none, or its program is not here.

    what: whose it is, for the message. form: what would be right.
    """
    try:
        words = shlex.split(text, posix=os.name == "posix")
    except ValueError as error:
        raise BadInput(f"{what}: {error}; expected {form}") from None
    if not words or shutil.which(words[0]) is None:
        program = words[0] if words else ""
        raise BadInput(
            f"{what}: no program {program!r}; expected {form} with a program on PATH or a path to"
            " one"
        )
    return words


def is_foreign(game: str) -> bool:
    """Whether `game` names a referee's command line instead of a game of ours."""
    return game.startswith((f"{FOREIGN}:", f"{FOREIGN_OLD}:"))


def referee_command(game: str) -> list[str]:
    """The command behind the name. BadInput if it is no command line of a program that is here."""
    name, _, text = game.partition(":")
    return command_words(text, f"game {game!r}", f"{name}:COMMAND, quoted,")
