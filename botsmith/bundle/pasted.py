"""Reads a pasted file: its sections, the source line of each line, and the target that it was built
for.

Sections and lines are found in the text alone, so also in a file that was edited in the IDE and is
no valid Python. Changes that an editor makes by itself do not count: tabs or blanks at the start of
a line, blanks at its end, blank lines around a section.
"""

import ast
import re
import tokenize
import warnings
from collections.abc import Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from pathlib import Path
from typing import NamedTuple

from botsmith.bundle.assemble import FLAT, KEPT, Bundle, Target
from botsmith.bundle.flat import Piece
from botsmith.bundle.header import KEPT_FORM, NO_DOCS, banner, revision
from botsmith.bundle.modules import (
    Source,
    as_source,
    choose_entries,
    grammar_failures,
    text_failures,
)
from botsmith.bundle.short import Kit, with_tabs
from botsmith.errors import BadInput, refusing
from botsmith.syntax import tokens_of

BANNER = re.compile(r"# ==== (\S+\.py) ====")
INDENT = 4
# A frame and the number of its line: Python's own form, and that of the contest site.
FRAME = re.compile(r'(File "[^"]*", line |\bon line )([0-9]{1,9})')
TITLE = re.compile(r"^# (\w+): a CodinGame bot in one file, made by Botsmith", re.MULTILINE)
ENGINE = re.compile(r"^# engine +(C|CPython)\b", re.MULTILINE)
ENGINES = {"C": "c", "CPython": "python"}
FORM = re.compile(r"^# form +(full|shortest|short)\b((?:.*\n#  )*.*)", re.MULTILINE)
INDENTED = re.compile(r"^# indent +tabs", re.MULTILINE)
TOP = ""  # the path of what stands above the first banner


class Line(NamedTuple):
    """A line of a module. origin: its line in the pasted file, 0 for none"""

    text: str
    origin: int


Modules = dict[str, list[Line]]  # by path


@dataclass(frozen=True)
class Section:
    """The lines under a banner, which is line `banner` of the file.

    first: the number of lines[0] in the file
    numbers: the numbers of all lines in the file, if they do not follow each other
    """

    path: str
    banner: int
    first: int
    lines: list[str]
    numbers: Sequence[int] = ()


class Place(NamedTuple):
    """A line of a source.

    is_same: True if the pasted line equals it, False if the pasted line is new and stands below it
    """

    path: str
    line: int
    is_same: bool


def pasted_text(file: Path) -> str:
    """Returns the text of a pasted bundle, with LF line ends and no byte order mark. Raises
    BadInput for a file that cannot be read.
    """
    with refusing(str(file), "expected a bundle"):
        return as_source(file.name, file.read_bytes()).text.removeprefix("\ufeff")


def with_its_tabs(text: str) -> str:
    """Returns a bundle with its tabs restored, if an editor replaced them by any number of blanks.

    The text is unchanged if the bundle never had tabs, or is no valid Python.
    """
    if not INDENTED.search(text) or "\n\t" in text:
        return text
    try:
        steps = [len(each.string) for each in tokens_of(text) if each.type == tokenize.INDENT]
        return with_tabs(text, min(steps, default=INDENT))
    except (SyntaxError, tokenize.TokenError):
        return text


def plain(line: str) -> str:
    """Returns a line indented by blanks instead of tabs, without blanks at its end."""
    line = line.rstrip()
    body = line.lstrip(" \t")
    return line[: len(line) - len(body)].expandtabs(INDENT) + body


def sections(text: str) -> list[Section]:
    """Returns the sections of a bundle's text, in the order of the text."""
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
    """Returns the lines of a piece as they stand in a section, and their lines in the source."""
    lines = [plain(line) for line in piece.text.split("\n")]
    first = next((n for n, line in enumerate(lines) if line), 0)
    last = next((n for n in range(len(lines), first, -1) if lines[n - 1]), first)
    return lines[first:last], list(piece.lines[first:last])


def same_lines(made: Sequence[str], lines: Sequence[str]) -> list[tuple[int, int]]:
    """Returns pairs of indices of equal lines. If several pairings are possible, it takes the one
    in which added lines stand as far down as possible.
    """
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
    """Returns, for each line of a bundle's sections by its number in the file, its place in the
    source.
    """
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


def flat_target(root: Path, file: Path, text: str) -> Target:
    """Returns the target of a flat bundle. Raises BadInput for a bundle that keeps its modules."""
    if KEPT_FORM.search(text):
        why = "its modules are kept, in stickytape's form"
        raise BadInput(f"{file}: {why}: a traceback names its modules and lines as they are")
    return target_of(root, file, text)


def target_of(root: Path, file: Path, text: str) -> Target:
    """Returns the target that a bundle's header names: bot, engine and form. Raises BadInput if the
    header names none.
    """
    title, engine = TITLE.search(text), ENGINE.search(text)
    if title is None or engine is None:
        wanted = "'# NAME: a CodinGame bot in one file, made by Botsmith' and '# engine'"
        raise BadInput(f"{file}: no bundle with its header; expected lines like {wanted}")
    entry, form = choose_entries(root, [title[1]])[0], FORM.search(text)
    kit = Kit[form[1].upper()] if form else Kit.FULL
    has_docs = form is None or NO_DOCS not in form[2]
    commit, player = revision(root, entry.game), ENGINES[engine[1]]
    if kept := KEPT_FORM.search(text):
        return Target(root, entry, player, {}, commit, form=KEPT, why=kept[1])
    return Target(root, entry, player, {}, commit, form=FLAT, kit=kit, has_docs=has_docs)


def section_lines(text: str) -> list[tuple[str, list[str]]]:
    """Returns the path and the lines of each section of a bundle."""
    return [(section.path, section.lines) for section in sections(text)]


def checked_sections(file: Path, text: str, bundle: Bundle) -> list[Section]:
    """Returns the text above the first banner as a section, then the sections: the bundle's, and
    new ones. Raises BadInput for sections that are missing, repeated or unknown.
    """
    every = sections(text)
    wanted = [piece.source.path for piece in bundle.pieces]
    known = {source.path for source in bundle.sources}
    own = re.compile(rf"(bots/{bundle.target.entry.game}|common)/[a-z]\w*\.py")
    new: list[Section] = []
    if {*wanted} <= {each.path for each in every}:
        new = [each for each in every if each.path not in known and own.fullmatch(each.path)]
    found = [each for each in every if each not in new]
    for at, path in enumerate(wanted):
        if at == len(found):
            missing = f"{len(wanted) - at} of {len(wanted)} sections are missing"
            raise BadInput(f"{file}: cut off: {missing}, from {banner(path)!r} on")
        if found[at].path != path:
            where = f"{file} line {found[at].banner}"
            raise BadInput(f"{where}: the banner {banner(path)!r} stood here: put it back")
    if len(found) > len(wanted):
        extra = found[len(wanted)]
        raise BadInput(f"{file} line {extra.banner}: no banner stood here: take it out")
    made, last = made_lines(bundle.pieces[-1])[0], found[-1].lines
    end = last[-1] if last else ""
    tail = made[max((here for here, _ in same_lines(made, last)), default=-1) + 1 :]
    if end != made[-1] and any(line.startswith(end) for line in tail):
        what = f"its last section, {wanted[-1]}, should end with {made[-1]!r}"
        raise BadInput(f"{file}: cut off: {what}")
    lines = [plain(line) for line in text.split("\n")]
    return [Section(TOP, 0, 1, lines[: every[0].banner - 1]), *new, *found]


def check_python(file: Path, section: Section) -> None:
    """Raises BadInput unless a section alone is valid Python, and above the first banner are only
    imports.
    """
    source = Source(section.path, "\n".join(section.lines))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        failures = text_failures([source]) or grammar_failures(source.path, source.text)
        body = [] if failures or section.path != TOP else source.tree.body
    if failures:
        _, number, *_ = [*failures[0].where.split(":"), "1"]
        raise BadInput(f"{file} line {section.first - 1 + int(number)}: {failures[0].text}")
    for node in body:
        if not isinstance(node, (ast.Import, ast.ImportFrom)):
            what = "code above the first banner: move it into the section it is of"
            raise BadInput(f"{file} line {section.first - 1 + node.lineno}: {what}")
