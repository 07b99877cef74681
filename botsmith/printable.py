"""Makes texts from outside (names, paths, files, bots' and referees' output) harmless for a
terminal.

All that the workshop prints goes through here, and all its tables through cli/grid.py: a test of
the walls sees to it.
"""

import json
import sys
from typing import Any


def printable(line: str) -> str:
    """Returns a line without what would move a terminal's cursor or turn its direction of
    writing.
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
    """Writes a file's content to standard output: unchanged, but made harmless for a terminal."""
    sys.stdout.write(printable_lines(text) if sys.stdout.isatty() else text)
