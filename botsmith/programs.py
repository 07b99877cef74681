"""Command lines that users name: bots of any language, referees of others."""

import os
import shlex
import shutil

from botsmith.errors import BadInput


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
