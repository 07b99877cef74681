"""Makes texts from outside (names, paths, files, bots' and referees' output) harmless for a
terminal.

All output of the workshop goes through this module, and all its tables through cli/grid.py. A test
of the walls makes sure of it.
"""

import json
import sys
from typing import Any


def printable(line: str) -> str:
    """Returns a line without characters that would move a terminal's cursor or change its direction
    of writing.
    """
    if line.isprintable():
        return line
    return "".join(letter if letter.isprintable() else "?" for letter in line)


def printable_lines(text: str) -> str:
    """Returns a text whose lines are printable; tabs become blanks."""
    return "\n".join(map(printable, text.expandtabs().split("\n")))


def say(*lines: object, to: Any = None) -> None:
    """Prints each text as one line. to: a stream, standard output if None."""
    for line in lines:
        print(printable(str(line)), file=to or sys.stdout, flush=True)


def say_text(text: str, to: Any = None) -> None:
    """Prints a text of several lines."""
    print(printable_lines(text.removesuffix("\n")), file=to or sys.stdout, flush=True)


def say_json(document: object) -> None:
    """Prints a document as JSON in one line."""
    say(json.dumps(document))


def print_error(text: str) -> None:
    """Prints `botsmith: TEXT` as one line on stderr."""
    say(f"botsmith: {' '.join(text.split())}", to=sys.stderr)


def hand_over(text: str) -> None:
    """Writes a file's content to standard output; only characters that a terminal would obey are
    changed.
    """
    sys.stdout.write(printable_lines(text) if sys.stdout.isatty() else text)
