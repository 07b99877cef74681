"""The way back from the contest's IDE: the numbers that were changed in a pasted bundle.

A bundle is compared with one made anew from the project with the same numbers. What else differs is
no parameter and is listed: it has to be brought over by hand.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from difflib import SequenceMatcher
from pathlib import Path

from botsmith.bundle.assemble import FLAVOURS, Order, assemble
from botsmith.bundle.header import revision
from botsmith.bundle.linemap import locate, sections
from botsmith.bundle.modules import Entry, Source, as_source, choose_entries
from botsmith.bundle.parameters import (
    Number,
    Parameter,
    fitting,
    override_parameters,
    read_parameters,
)
from botsmith.errors import BadInput

TITLE = re.compile(r"# (\w+): a CodinGame bot in one file, made by Botsmith")
FLAVOUR = re.compile(r"# flavour +(\w+)")
HEADER_LINES = 40  # the flavour stands within so many


@dataclass(frozen=True)
class Change:
    """A parameter whose value in the bundle is not the project's."""

    name: str
    old: Number
    new: Number


@dataclass(frozen=True)
class Edit:
    """A place where a bundle differs from the project in more than parameters.

    line: of the file, from 1. place: `source:line` in the project. was, now: the lines there, ""
    for none.
    """

    line: int
    place: str
    was: str
    now: str

    def __str__(self) -> str:
        return f"line {self.line} ({self.place}): {self.now.strip() or 'a line is missing'!r}" + (
            f", built as {self.was.strip()!r}" if self.was.strip() else ""
        )


@dataclass(frozen=True)
class Pulled:
    """What was found in a bundle. path: the params.py; edits: empty if it can be applied."""

    entry: Entry
    path: str
    changes: list[Change]
    edits: list[Edit]

    def apply(self, root: Path) -> None:
        """Writes the changes into the project's params.py. BadInput if there are edits."""
        if self.edits:
            raise BadInput(f"{len(self.edits)} places differ in more than parameters")
        file = root / self.path
        source = as_source(self.path, file.read_bytes())
        values = {change.name: change.new for change in self.changes}
        file.write_text(override_parameters(source, values).text, encoding="utf-8", newline="\n")


def pull(root: Path, file: Path) -> Pulled:
    """Compares a bundle, as it was pasted back, with the project.

    BadInput if it is no bundle of one of the project's bots, or its parameters cannot be read.
    """
    try:
        text = as_source(file.name, file.read_bytes()).text
    except OSError as error:
        raise BadInput(f"{file}: {error.strerror}; expected a bundle") from None
    entry, flavour = who(root, file, text)
    path = f"bots/{entry.game}/params.py"
    if not (root / path).is_file():
        raise BadInput(f"{entry.name} has no {path}: it has no parameters to pull")
    known = {p.name: p for p in read_parameters((root / path).read_text(encoding="utf-8"))}
    found = found_parameters(file, text, path, known)
    values = {name: fitting(known[name], found[name].value, path) for name in found}
    order = Order(root, entry, flavour, values, revision(root, entry.game))
    changes = [
        Change(name, old.value, values[name])
        for name, old in known.items()
        if name in values and values[name] != old.value
    ]
    return Pulled(entry, path, changes, list(edits(with_values(text, path, values), order)))


def who(root: Path, file: Path, text: str) -> tuple[Entry, str]:
    """The bot and the flavour that the header names."""
    top = text.split("\n")[:HEADER_LINES]
    title = next((found for line in top if (found := TITLE.match(line))), None)
    flavour = next((found for line in top if (found := FLAVOUR.match(line))), None)
    if title is None or flavour is None or flavour[1] not in FLAVOURS:
        wanted = "'# NAME: a CodinGame bot in one file, made by Botsmith ...' and '# flavour ...'"
        raise BadInput(f"{file}: no bundle with its header; expected lines like {wanted}")
    return choose_entries(root, [title[1]])[0], flavour[1]


def found_parameters(
    file: Path, text: str, path: str, known: dict[str, Parameter]
) -> dict[str, Parameter]:
    """The parameters in the bundle's section `path` that the project has too."""
    lines = text.split("\n")
    for part in sections(text):
        if part.path == path:
            section = "\n".join(lines[part.first - 1 : part.first - 1 + part.count]) + "\n"
            try:
                return {p.name: p for p in read_parameters(section) if p.name in known}
            except SyntaxError as error:
                where = f"{file} line {part.first - 1 + (error.lineno or 1)}"
                raise BadInput(f"{where}: no Python: {error.msg}; mend it and pull again") from None
            except UnicodeEncodeError as error:
                line = part.first + section.count("\n", 0, error.start)
                where = f"{file} line {line}"
                raise BadInput(
                    f"{where}: bytes that are no UTF-8; mend it and pull again"
                ) from None
    raise BadInput(f"{file}: the section {path} is missing; expected its marker line and literal")


def with_values(text: str, path: str, values: dict[str, Number]) -> list[str]:
    """The bundle's lines, its parameters written as the build writes them (9e3 as 9000.0)."""
    lines = text.split("\n")
    for part in sections(text):
        if part.path == path:
            start, end = part.first - 1, part.first - 1 + part.count
            section = Source(path, "\n".join(lines[start:end]))
            lines[start:end] = override_parameters(section, values).text.split("\n")
    return lines


def edits(lines: list[str], order: Order) -> Iterator[Edit]:
    """Where `lines` of a bundle differ from the one of `order`, comments of the header aside."""
    bundle = assemble(order).text
    made = bundle.split("\n")
    skipped, made_skipped = header_length(lines), header_length(made)
    ours = [line.rstrip() for line in made[made_skipped:]]
    theirs = [line.rstrip() for line in lines[skipped:]]
    matcher = SequenceMatcher(None, ours, theirs, autojunk=False)
    for kind, first, last, begin, end in matcher.get_opcodes():
        if kind == "equal":
            continue
        for step in range(max(last - first, end - begin)):
            place = locate(bundle, made_skipped + min(first + step, max(first, last - 1)) + 1)
            yield Edit(
                line=skipped + min(begin + step, max(begin, end - 1)) + 1,
                place=f"{place[0]}:{place[1]}" if place else "not of a source",
                was=ours[first + step] if first + step < last else "",
                now=theirs[begin + step] if begin + step < end else "",
            )


def header_length(lines: list[str]) -> int:
    """The number of comment lines at the top, and of blank ones."""
    count = 0
    while count < len(lines) and (not lines[count].strip() or is_comment(lines[count])):
        count += 1
    return count


def is_comment(line: str) -> bool:
    """A comment that is no marker of a section."""
    return line.startswith("#") and not line.startswith("# ==== ")
