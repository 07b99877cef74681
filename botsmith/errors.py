"""The errors that a user of Botsmith is meant to see."""

from collections.abc import Iterator
from contextlib import contextmanager


class BadInput(Exception):
    """Something from outside is wrong: a file, a name, a number, an option.

    The text is one line that says what is wrong, where, and what would be right. The command line
    prints it as `botsmith: TEXT` on stderr and exits with status 2; it never shows a traceback.
    """


class Contradiction(BadInput):
    """Options that do not go together. One from botsmith.toml gives way to what was typed.

    options: the names of these options, as Python spells them; the first that stands in the file
    gives way first. Raise it before anything is done: the command is run again without that one.
    """

    def __init__(self, text: str, *options: str) -> None:
        super().__init__(text)
        self.options = options


@contextmanager
def refusing(where: str, right: str = "") -> "Iterator[None]":
    """Turns an OSError of the block into a BadInput: `WHERE: what the system says; RIGHT`.

    The annotation is a text for the old Pythons to which setup.py says that they are too old.
    """
    try:
        yield
    except OSError as error:
        raise BadInput(f"{where}: {error.strerror}{f'; {right}' * bool(right)}") from None
