"""The errors that Botsmith shows to its users."""

from collections.abc import Iterator
from contextlib import contextmanager


class BadInput(Exception):
    """Raised for a wrong input from outside: a file, a name, a number, an option.

    The text is one line: the mistake, its place, and what would be right. The command line prints
    it as `botsmith: TEXT` on stderr and exits with status 2; it never shows a traceback.
    """


class Contradiction(BadInput):
    """Raised for options that exclude each other. A default from botsmith.toml gives way to a typed
    option.

    options: the names of these options, as Python spells them; the first one that is in the file
    gives way first
    Raise it before any work is done: the command is run again without that default.
    """

    def __init__(self, text: str, *options: str) -> None:
        super().__init__(text)
        self.options = options


@contextmanager
def refusing(where: str, right: str = "") -> "Iterator[None]":
    """Turns an OSError of the block into a BadInput: `WHERE: the system's message; RIGHT`. A text
    that is not UTF-8 is an error, too.

    The annotation is a text for old versions of Python, which setup.py rejects with a message.
    """
    try:
        yield
    except (OSError, UnicodeDecodeError) as error:
        what = getattr(error, "strerror", "no UTF-8")
        raise BadInput(f"{where}: {what}{f'; {right}' * bool(right)}") from None
