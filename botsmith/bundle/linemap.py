"""The sections of a pasted bundle, and the source line behind each of its lines.

Works on lines alone, so also on a file that was edited in the IDE and no longer parses. What an
editor changes unasked makes no difference: tabs or blanks at the start of a line, blanks at its
end, blank lines around a section.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from pathlib import Path
from typing import NamedTuple

from botsmith.bundle.flat import Piece
from botsmith.bundle.modules import as_source
from botsmith.errors import BadInput

BANNER = re.compile(r"# ==== (\S+\.py) ====")
INDENT = 4
# A frame and the number of its line: Python's own form, and that of the contest site.
FRAME = re.compile(r'(File "[^"]*", line |\bon line )([0-9]{1,9})')


@dataclass(frozen=True)
class Section:
    """What stands under a banner, whose line is `banner`. first: the file's line of lines[0]."""

    path: str
    banner: int
    first: int
    lines: list[str]


class Place(NamedTuple):
    """A line of a source. is_same: that very one; else something was typed below it."""

    path: str
    line: int
    is_same: bool


def pasted_text(file: Path) -> str:
    """A bundle as it came back: LF line ends, no byte order mark."""
    try:
        return as_source(file.name, file.read_bytes()).text.removeprefix("\ufeff")
    except OSError as error:
        raise BadInput(f"{file}: {error.strerror}; expected a bundle") from None


def plain(line: str) -> str:
    """A line indented by blanks, without blanks at its end."""
    line = line.rstrip()
    body = line.lstrip(" \t")
    return line[: len(line) - len(body)].expandtabs(INDENT) + body


def sections(text: str) -> list[Section]:
    """The sections of a bundle's text, in its order."""
    lines = [plain(line) for line in text.split("\n")]
    banners = [(at, found[1]) for at, line in enumerate(lines) if (found := BANNER.fullmatch(line))]
    ends = [at for at, _ in banners[1:]] + [len(lines)]
    result = []
    for (at, path), end in zip(banners, ends, strict=False):
        first = next((n for n in range(at + 1, end) if lines[n]), end)
        last = next((n for n in range(end, first, -1) if lines[n - 1]), first)
        result.append(Section(path, at + 1, first + 1, lines[first:last]))
    return result


def made_lines(piece: Piece) -> tuple[list[str], list[int]]:
    """The lines of a piece as a section has them, and their lines in the source."""
    lines = [plain(line) for line in piece.text.split("\n")]
    first = next((n for n, line in enumerate(lines) if line), 0)
    last = next((n for n in range(len(lines), first, -1) if lines[n - 1]), first)
    return lines[first:last], list(piece.lines[first:last])


def same_lines(made: Sequence[str], lines: Sequence[str]) -> list[tuple[int, int]]:
    """Pairs of places of equal lines. Lines that were added stand as far down as they can."""
    shorter = min(len(made), len(lines))
    top = next((n for n in range(shorter) if made[n] != lines[n]), shorter)
    rest = shorter - top
    end = next((n for n in range(rest) if made[-1 - n] != lines[-1 - n]), rest)
    middle = made[top : len(made) - end], lines[top : len(lines) - end]
    blocks = SequenceMatcher(None, *middle, autojunk=False).get_matching_blocks()
    pairs = [(n, n) for n in range(top)]
    pairs += [(top + a + n, top + b + n) for a, b, size in blocks for n in range(size)]
    pairs += [(len(made) - n, len(lines) - n) for n in range(end, 0, -1)]
    for n in range(1, len(pairs)):
        (above, beside), (place, _) = pairs[n - 1], pairs[n]
        if place == above + 1 and lines[beside + 1] == made[place]:
            pairs[n] = place, beside + 1
    return pairs


def source_places(text: str, pieces: Sequence[Piece]) -> dict[int, Place]:
    """What stands behind each line of a bundle's sections, by the file's line."""
    known = {piece.source.path: piece for piece in pieces}
    result = {}
    for section in sections(text):
        if section.path in known:
            made, numbers = made_lines(known[section.path])
            same = {there: numbers[here] for here, there in same_lines(made, section.lines)}
            line = 0
            for at in range(len(section.lines)):
                line = same.get(at, 0) or line
                result[section.first + at] = Place(section.path, line, bool(same.get(at)))
    return result
