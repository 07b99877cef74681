"""`where FILE LINE`: finds the source of a line of a bundle, or of a whole traceback."""

import re
import sys
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Annotated

from botsmith.bundle.assemble import assemble
from botsmith.bundle.failures import Refused
from botsmith.bundle.header import banner
from botsmith.bundle.pasted import FRAME, Place, flat_target, pasted_text, source_places
from botsmith.errors import BadInput
from botsmith.printable import say, say_text
from botsmith.settings import Opt
from botsmith.workspace import ROOTS


def where(file: Path, line: Annotated[int | None, Opt(least=1)] = None) -> None:
    """Tell which source line stands at a line of a bundle, or translate a traceback from stdin.

    file: The bundle that was pasted.
    line: A line of it; none: a traceback on stdin.
    """
    text = pasted_text(file)
    places = places_of(file, text)
    if not places:
        wanted = banner("path/to/module.py")
        raise BadInput(f"{file} is no bundle: it has a header of one, but no line {wanted!r}")
    if line is not None:
        lines = text.split("\n")
        if line > len(lines):
            raise BadInput(f"{file} has {len(lines)} lines, there is no line {line}")
        if line not in places:
            what = "the header, a banner or a blank line between sections"
            raise BadInput(f"{file} line {line} belongs to no source: it is {what}")
        place = places[line]
        near = f":{place.line}" if place.is_same else f", typed after line {place.line}"
        say(f"{place.path}{near}: {lines[line - 1].strip()}")
        return
    if sys.stdin.isatty():
        say("paste the traceback, then press Ctrl-D:", to=sys.stderr)
    traceback = sys.stdin.read()
    if not any(int(number) in places for _, number in FRAME.findall(traceback)):
        raise BadInput("no frame of this traceback stands in a source of the bundle")

    def in_source(frame: re.Match[str]) -> str:
        place = places.get(int(frame[2]))
        if place is None:
            return frame[0]
        if frame[1].startswith("File"):
            return f'File "{place.path}", line {place.line}'
        return f"on line {place.line} of {place.path}"

    say_text(FRAME.sub(in_source, traceback))


def places_of(file: Path, text: str) -> Mapping[int, Place]:
    """Returns the source of each line of a bundle: the author's bot of its name, or else the
    package's. Raises BadInput if there is neither, or if it cannot be built.
    """
    target = None
    for root in ROOTS[:-1]:
        with suppress(BadInput):
            target = flat_target(root, file, text)
    try:
        bundle = assemble(target or flat_target(ROOTS[-1], file, text))
    except Refused as refused:
        raise BadInput(f"the project itself cannot be built: {refused}") from None
    return source_places(text, bundle.pieces)
