"""Bundle line -> source line: what a traceback from the contest site is about.

Works on the text alone, so also on a file that was edited in the IDE and no longer parses.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from botsmith.bundle.literals import CLOSING

OPENING = re.compile(r"__stickytape_write_module\('([^']+)', rb'''")
MARKER = re.compile(r"# ==== (\S+\.py) ====")
SUBSET = "common/kernel.py"
# A frame and the number of its line: Python's own form, and that of the contest site.
FRAME = re.compile(r'(File "[^"]*", line |\bon line )([0-9]+)')


@dataclass(frozen=True)
class Section:
    """A source in a bundle: its path, the bundle's line of its line 1, its number of lines."""

    path: str
    first: int
    count: int


def sections(bundle: str) -> Iterator[Section]:
    """The sources in the text of a bundle, in its order."""
    lines = bundle.split("\n")
    number = 0
    while number < len(lines):
        opening, heading = OPENING.fullmatch(lines[number]), MARKER.fullmatch(lines[number])
        number += 1
        if opening:
            end = next((at for at in range(number, len(lines)) if lines[at] == CLOSING), len(lines))
            yield Section(opening[1], number + 1, end - number)
            number = end + 1
        elif heading and not OPENING.fullmatch("".join(lines[number : number + 1])):
            yield Section(heading[1], number + 1, len(lines) - number)
            return


def locate(bundle: str, line: int) -> tuple[str, int] | None:
    """The source file and line that stand at a bundle's line (from 1); None outside them all."""
    for part in sections(bundle):
        if part.first <= line < part.first + part.count:
            return part.path, line - part.first + 1
    return None


def locate_last_frame(bundle: str, traceback: str) -> str | None:
    """`file:line` of the innermost line of the sources that a traceback names; None without any.

    What common/kernel.py refuses is a mistake in the class that it is called for.
    """
    found = None
    for form, line in reversed(FRAME.findall(traceback)):
        place = locate(bundle, int(line)) if form.startswith("File") else None
        if place:
            found = found or f"{place[0]}:{place[1]}"
            if place[0] != SUBSET:
                return f"{place[0]}:{place[1]}"
    return found
