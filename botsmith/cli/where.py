"""`where FILE LINE`: the source behind a line of a bundle, or behind a whole traceback."""

import re
import sys
from pathlib import Path
from typing import Annotated

import typer

from botsmith.bundle.linemap import FRAME, locate
from botsmith.errors import BadInput


def where(
    file: Annotated[Path, typer.Argument(help="The bundle that was pasted.")],
    line: Annotated[
        int | None, typer.Argument(help="A line of it; none: a traceback on stdin.", min=1)
    ] = None,
) -> None:
    """Tell which source line stands at a line of a bundle, or translate a traceback from stdin."""
    try:
        text = file.read_bytes().decode("utf-8", "replace").replace("\r\n", "\n")
    except OSError as error:
        raise BadInput(f"{file}: {error.strerror}; expected a bundle") from None
    if line is not None:
        print(place_of(file, text, line))
        return
    if sys.stdin.isatty():
        print("paste the traceback, then press Ctrl-D:", file=sys.stderr)
    print(translated(text, sys.stdin.read()), end="")


def place_of(file: Path, text: str, line: int) -> str:
    """`source:line: what stands there`. BadInput for a line that belongs to no source."""
    lines = text.split("\n")
    if line > len(lines):
        raise BadInput(f"{file} has {len(lines)} lines, there is no line {line}")
    place = locate(text, line)
    if place is None:
        what = "the header, a marker or the importer"
        raise BadInput(f"{file} line {line} belongs to no source: it is {what}")
    return f"{place[0]}:{place[1]}: {lines[line - 1].strip()}"


def translated(text: str, traceback: str) -> str:
    """A traceback with the sources' files and lines instead of the bundle's.

    BadInput if no frame of it stands in a source of the bundle.
    """
    count = 0

    def replace(found: re.Match[str]) -> str:
        nonlocal count
        place = locate(text, int(found[2]))
        if place is None:
            return found[0]
        count += 1
        if found[1].startswith("File"):
            return f'File "{place[0]}", line {place[1]}'
        return f"on line {place[1]} of {place[0]}"

    result = FRAME.sub(replace, traceback)
    if not count:
        raise BadInput("no frame of this traceback stands in a source of the bundle")
    return result
