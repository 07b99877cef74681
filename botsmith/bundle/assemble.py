"""From a project to the text of one bundle. The same sources give the same bytes.

`main` builds one target from stdin and prints the bundle: the proof of determinism does
that under other hash seeds.
"""

import pickle
import sys
import warnings
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from botsmith.bundle import proofs
from botsmith.bundle.failures import Failure, Refused
from botsmith.bundle.flat import Flat, Piece, flatten, tabbed
from botsmith.bundle.header import (
    FULL_FORM,
    LIMIT,
    SHORT_FORM,
    SHORTEST_FORM,
    banner,
    form_note,
    header,
    units,
)
from botsmith.bundle.modules import Entry, Source, find_modules, read_source
from botsmith.bundle.parameters import with_changes
from botsmith.bundle.short import Kit, Short, shortened
from botsmith.bundle.stickytape_form import kept_text

ENGINES = ("c", "python")
FLAT, KEPT = "flat", "stickytape"
ONLY_FLAT = {"dynamic", "flat"}  # proofs that a kept module need not pass
ROOM = 10_000  # units that stay free for the author, if tabs and the short form can give them
FORMS = {Kit.FULL: FULL_FORM, Kit.SHORT: SHORT_FORM, Kit.SHORTEST: SHORTEST_FORM}
C = "common.native"
FUTURE = "from __future__ import annotations\n"
# What a bundle without C takes instead; so it needs nothing of what makes C.
INSTEAD = {("common/native.py", "Compiled"): ("common/engine.py", "Engines")}


@dataclass(frozen=True)
class Target:
    """One bundle to build.

    engine: c plays in C where it can, python leaves all that out
    changes: parameters to override
    revision: the text for the header
    form: FLAT, or KEPT; "" for flat where that is true, and kept elsewhere
    why: `file:line` of what keeps the modules, where that is known
    kit: the form of `common/` in a flat one; None for the fullest that leaves room
    has_docs: False leaves the docstrings of the author's modules out of a flat one
    """

    root: Path
    entry: Entry
    engine: str
    changes: Mapping[str, Any]
    revision: str
    form: str = ""
    why: str = ""
    kit: Kit | None = None
    has_docs: bool = True

    @property
    def file_name(self) -> str:
        """Returns the bundle's name in dist/."""
        return self.entry.name + ".py"


@dataclass(frozen=True)
class Bundle:
    """A built bundle.

    modules, main: its sources
    pieces: what a flat one holds of them, in its order; none where the modules are kept
    renamed: names that are the bundle's, each with the source's
    kit: the form of `common/`
    short: by path, the modules that are not in full
    why: what keeps the modules; nothing for a flat one
    doubts: where the modules of a flat one may see that they are one file
    """

    target: Target
    text: str
    modules: list[Source]
    main: Source
    pieces: tuple[Piece, ...]
    renamed: Mapping[str, str]
    uses_tabs: bool
    kit: Kit = Kit.FULL
    short: Mapping[str, Short] = field(default_factory=dict)
    why: tuple[Failure, ...] = ()
    doubts: tuple[Failure, ...] = ()

    @property
    def form(self) -> str:
        """Returns FLAT or KEPT."""
        return FLAT if self.pieces else KEPT

    @property
    def count(self) -> int:
        """Returns the number of modules with any text."""
        return len(self.pieces) or sum(bool(each.text) for each in [*self.modules, self.main])


def assemble(target: Target) -> Bundle:
    """Builds the bundle in memory. Refused with every failure that the sources alone can tell."""
    entry = target.entry
    main = read_source(target.root, entry.path)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # a linter's concern, and new in each Python
        if early := proofs.entry_failures(main):
            raise Refused(early)
        modules = find_modules(target.root, entry, main)
    has_c = any(source.path == "common/native.py" for source in modules)
    if has_c and not any(s.path.startswith("bots/") and C in s.text for s in modules):
        target = replace(target, engine="python")  # no module of the author's asks for C
    return join(target, with_changes(modules, entry.game, target.changes), main)


def join(target: Target, modules: list[Source], main: Source) -> Bundle:
    """Returns the bundle of these modules and this entry file.

    Refused with what no bundle can hold; where a flat one is wanted, with what that cannot.
    """
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        failures = [*proofs.source_failures(target.entry, tuple(modules), main)]
        if refused := [each for each in failures if each.proof not in ONLY_FLAT]:
            raise Refused(failures if target.form == FLAT else refused)
        try:
            if target.form == KEPT:
                raise Refused([Failure("flat", target.why, "its flat form is another program")])
            if failures:
                raise Refused(failures)
            return flat_bundle(target, modules, main)
        except Refused as refused_flat:
            if target.form == FLAT:
                raise
            return kept_bundle(target, modules, main, refused_flat.failures)


def flat_bundle(target: Target, modules: list[Source], main: Source) -> Bundle:
    """Returns the bundle in which all modules share one namespace. Refused where they cannot.

    Until ROOM units are free: in full with blanks, with tabs, then with the machinery short.
    """
    bundle = None
    for kit in (Kit.FULL, Kit.SHORT) if target.kit is None else (target.kit,):
        laid = lay_out(target, modules, main, kit)
        for uses_tabs in (True,) if bundle else (False, True):
            bundle = formed(target, modules, main, laid, uses_tabs)
            if units(bundle.text) <= LIMIT - ROOM:
                return bundle
    assert bundle
    return bundle


class LaidOut(NamedTuple):
    """The modules in one namespace.

    kit: the form of `common/`
    short: by path, the modules that are in the short form
    """

    kit: Kit
    short: Mapping[str, Short]
    flat: Flat


def lay_out(target: Target, modules: list[Source], main: Source, kit: Kit) -> LaidOut:
    """Returns the modules of a flat bundle, before it is indented. Refused where they cannot be."""
    return laid_out((*modules, main), kit, target.has_docs, target.engine)


@lru_cache(maxsize=32)  # who watches files, or pulls an edit, lays the same sources out again
def laid_out(sources: tuple[Source, ...], kit: Kit, has_docs: bool, engine: str) -> LaidOut:
    """Returns `lay_out` of these sources, the entry file last."""
    short = shortened(sources, kit, has_docs)
    *held, last = (short[s.path].source if s.path in short else s for s in sources)
    flat = flatten(held, last, INSTEAD if engine == "python" else {})
    return LaidOut(kit, short, flat)


def formed(
    target: Target, modules: list[Source], main: Source, laid: LaidOut, uses_tabs: bool
) -> Bundle:
    """Returns the flat bundle, indented by tabs or as it is."""
    kit, short, flat = laid
    indented = map(tabbed, flat.pieces) if uses_tabs else flat.pieces
    pieces = tuple(restored(piece, short) for piece in indented)
    notes = {"form": form_note(FORMS[kit], target.has_docs)}
    notes |= {"indent": "tabs, so that it fits"} if uses_tabs else {}
    text = bundle_text(target, flat, pieces, notes)
    renamed = {name: symbol.name for name, symbol in flat.renamed.items()}
    return Bundle(
        *(target, text, modules, main, pieces, renamed, uses_tabs, kit, short),
        doubts=flat.doubts,
    )


def tightest(bundle: Bundle, kit: Kit = Kit.SHORT) -> Bundle:
    """Returns the bundle in the form that leaves its author most room, with all docstrings of the
    author.

    kit: the shortest form of `common/` that may be
    """
    kit = max(kit, bundle.kit)
    if not bundle.pieces or (bundle.uses_tabs and bundle.kit is kit):
        return bundle
    laid = lay_out(bundle.target, bundle.modules, bundle.main, kit)
    tight = formed(bundle.target, bundle.modules, bundle.main, laid, uses_tabs=True)
    return min(bundle, tight, key=lambda each: units(each.text))


def restored(piece: Piece, short: Mapping[str, Short]) -> Piece:
    """Returns a piece of a short form as one of the full source."""
    form = short.get(piece.source.path)
    if form is None:
        return piece
    lines = tuple(form.lines[number - 1] for number in piece.lines)
    return replace(piece, source=form.full, lines=lines)


def kept_bundle(
    target: Target, modules: list[Source], main: Source, why: Sequence[Failure]
) -> Bundle:
    """Returns the bundle in stickytape's form. Refused if the bot without C cannot be made of
    it.
    """
    replaced = {path for path, _ in INSTEAD}
    if target.engine == "python" and any(source.path in replaced for source in modules):
        raise Refused(why)
    body = kept_text(target.root, target.entry, modules, main, [each.module for each in modules])
    notes = {"form": f"stickytape's, for {why[0].where}"}
    text = header(target.entry, target.revision, [*modules, main], notes, body) + body
    return Bundle(target, text, modules, main, (), {}, uses_tabs=False, why=tuple(why))


def bundle_text(
    target: Target, flat: Flat, pieces: Sequence[Piece], notes: Mapping[str, str]
) -> str:
    """Returns the whole text of a bundle. notes: entries of its header."""
    sections = (f"{banner(piece.source.path)}\n{piece.text}" for piece in pieces)
    body = (FUTURE + "\n\n" if flat.has_future else "") + "\n\n".join(sections)
    notes = dict(notes)
    if flat.renamed:
        notes["renamed"] = ", ".join(
            f"{new} ({symbol.name} of {symbol.home})" for new, symbol in flat.renamed.items()
        )
    return (
        header(target.entry, target.revision, [piece.source for piece in pieces], notes, body)
        + body
    )


def main() -> None:
    """Builds the pickled target on stdin, in hexadecimal, and writes the bundle to stdout."""
    target = pickle.loads(bytes.fromhex(sys.stdin.read()))
    sys.stdout.buffer.write(assemble(target).text.encode())
