"""Brings edits of a pasted bundle from the contest's IDE back into the modules.

It is a three-way merge: the paste and the project are each compared with the sources of the bundle
(`bases`), and the changes of both sides are merged (`merging`). If both changed the same place,
that is a conflict and nothing is written.
"""

import shutil
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from difflib import unified_diff
from pathlib import Path

from botsmith.bundle.assemble import Bundle, Target, assemble
from botsmith.bundle.bases import base_of, content_of, revision_of
from botsmith.bundle.edits import build_changed, edits_in, mend_merged, text_of
from botsmith.bundle.header import SAME, units
from botsmith.bundle.merging import Conflict, merged_trees, numbered
from botsmith.bundle.modules import read_source
from botsmith.bundle.parameters import Number, read_parameters
from botsmith.bundle.pasted import (
    Line,
    Modules,
    pasted_text,
    section_lines,
    target_of,
    with_its_tabs,
)
from botsmith.bundle.proofs import undefined_names
from botsmith.bundle.short import Kit
from botsmith.errors import BadInput

SHORT = 8  # digits of a content hash that are shown
UNKNOWN = "the build that made it was in another place, and git has no such sources"


@dataclass(frozen=True)
class Change:
    """A parameter whose value differs between the bundle and the project."""

    name: str
    old: Number
    new: Number


@dataclass(frozen=True)
class Pulled:
    """The changes that a bundle brings.

    changes: parameters that get another value
    texts: path -> (present text of the module, "" if there is none; new text)
    conflicts: places that both sides changed; there the new text is the project's
    size: UTF-16 units of the next bundle
    doubt: why the sources of the bundle are unknown; "" if they are known
    plain: the lines of a diff between project and bundle; empty if the sources are known
    behind: the bundle of the sources that the paste was built from, with the edits; None if they
    are unknown
    """

    bot: str
    changes: list[Change]
    texts: dict[str, tuple[str, str]]
    conflicts: list[Conflict] = field(default_factory=list)
    size: int = 0
    doubt: str = ""
    plain: list[str] = field(default_factory=list)
    behind: Bundle | None = None

    def patch(self) -> Iterator[str]:
        """Yields the lines of a unified patch."""
        for path, (old, new) in self.texts.items():
            names = f"a/{path}" if old else "/dev/null", f"b/{path}"
            yield from unified_diff(old.split("\n")[:-1], new.split("\n")[:-1], *names, lineterm="")

    def apply(self, root: Path) -> None:
        """Writes all modules, each in one step, or none if one cannot be written.

        Raises BadInput for a conflict, or if the present text of a module is another one by now.
        """
        if self.conflicts:
            raise BadInput(f"{len(self.conflicts)} in conflict: nothing was written")
        before: dict[Path, bytes | None] = {}
        made: dict[Path, Path] = {}
        try:
            for path, (old, new) in self.texts.items():
                file = (root / path).resolve()
                before[file] = file.read_bytes() if file.exists() else None
                if old != (read_source(root, path).text if file.exists() else ""):
                    raise BadInput(f"{path} was changed meanwhile: pull again; nothing was written")
                made[file] = file.with_name(f"{file.name}.pulled")
                file.parent.mkdir(parents=True, exist_ok=True)
                ends = "\r\n" if b"\r\n" in (before[file] or b"") else "\n"
                made[file].write_text(new, encoding="utf-8", newline=ends)
                if file.exists():
                    shutil.copymode(file, made[file])
            for file, aside in made.items():
                aside.replace(file)
        except OSError as error:
            for file, contents in before.items():
                if contents is None:
                    file.unlink(missing_ok=True)
                elif file.read_bytes() != contents:
                    file.write_bytes(contents)
            raise BadInput(f"{error.filename}: {error.strerror}; nothing was written") from None
        finally:
            for aside in made.values():
                aside.unlink(missing_ok=True)


def pull(root: Path, file: Path, text: str = "", base: Bundle | None = None) -> Pulled:
    """Compares a pasted bundle with the project. Raises BadInput if an edit cannot come back.

    text: the text of the bundle; then `file` is only its name in messages
    base: the bundle before the edits, None to find it by the header
    """
    text = with_its_tabs(text or pasted_text(file))
    target = target_of(root, file, text)
    today = assemble(target)
    bot = target.entry.name
    if today.pieces and section_lines(today.text) == section_lines(text):
        edits_in(file, text, today)  # there are none, but perhaps code above the first banner
        return Pulled(bot, [], {}, behind=today)
    content, ours = content_of(text), content_of(today.text)
    base = base or (today if content == ours else base_of(target, text))
    what = f"content {content[:SHORT]}, revision {revision_of(text)}"
    doubt = "" if base else f"what this was built from is not known here ({what}): {UNKNOWN}"
    if base is None and content[:SAME] != ours[:SAME]:
        return Pulled(bot, [], {}, doubt=doubt, plain=list(plain_diff(today.text, text)))
    # Without a base here, only which parameters the paste was built with is not known.
    return replace(bring_edits(file, text, base or today, today), doubt=doubt)


def plain_diff(ours: str, theirs: str) -> Iterator[str]:
    """Yields the lines of a diff of two bundles, section by section."""
    old, new = (dict(section_lines(text)) for text in (ours, theirs))
    for path in dict.fromkeys([*old, *new]):
        names = f"project/{path}", f"paste/{path}"
        yield from unified_diff(old.get(path, []), new.get(path, []), *names, lineterm="")


def bring_edits(file: Path, text: str, base: Bundle, today: Bundle) -> Pulled:
    """Returns the project with the edits of a text. base: the bundle before the edits"""
    was = {source.path: source.text for source in base.sources}
    home = {source.path: source.text for source in today.sources}
    for path in was:  # it may still exist, though the bot needs it no more
        if path not in home and (today.target.root / path).is_file():
            home[path] = read_source(today.target.root, path).text
    edits = edits_in(file, text, base)
    conflicts: list[Conflict] = []
    new = edits.texts
    if was != home:
        modules = {path: [Line(line.text, 0) for line in numbered(was[path])] for path in was}
        sides = {path: numbered(each) for path, each in home.items()}
        merged, conflicts = merged_trees(modules, sides, modules | edits.typed)
        new = {path: each for path, each in merged.items() if text_of(each) != home.get(path, "")}
        if not conflicts:
            mend_merged(file, today, home, new, [*edits.texts.values(), *merged.values()])
    texts = {path: (home.get(path, ""), text_of(lines)) for path, lines in new.items()}
    texts = {path: (old, now) for path, (old, now) in texts.items() if old != now}
    changes, bot = changed_numbers(texts), today.target.entry.name
    size = 0 if conflicts or not texts else rebuilt_size(file, today, new)
    return Pulled(bot, changes, texts, conflicts, size, behind=edits.behind)


def rebuilt_size(file: Path, today: Bundle, modules: Modules) -> int:
    """Returns the UTF-16 units of the next bundle. Raises BadInput if the modules cannot be
    bundled.
    """
    kit = Kit.SHORTEST if today.target.kit is Kit.SHORTEST else None  # nobody has it unasked
    target: Target = replace(today.target, form="", why="", kit=kit)
    bundle = build_changed(file, target, today, modules)
    known = {each.text for each in undefined_names(today.sources)}
    for lost in undefined_names(bundle.sources):
        if lost.text not in known:
            raise BadInput(f"{file}: with both sides' edits, {lost}")
    return units(bundle.text)


def changed_numbers(texts: dict[str, tuple[str, str]]) -> list[Change]:
    """Returns the parameters that get another value.

    texts: as in Pulled
    """
    found = []
    for path, (was, now) in texts.items():
        if path.endswith("/params.py"):
            old = {each.name: each for each in read_parameters(was)}
            for new in read_parameters(now):
                known = old.get(new.name)
                if known and (known.kind, known.value) != (type(new.value), new.value):
                    found.append(Change(new.name, known.value, new.value))
    return found
