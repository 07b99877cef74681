"""Makes the text of one bundle from a project: finds the modules, checks, orders and writes them.

The same sources give the same bytes.
"""

import ast
import re
import warnings
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from botsmith.bundle.failures import Failure, Refused
from botsmith.bundle.flat import INSTEAD, Piece, lay_out
from botsmith.bundle.header import LIMIT, NO_DOCS, banner, header, params_line, units
from botsmith.bundle.modules import Entry, Import, Source, find_sources, is_script
from botsmith.bundle.parameters import with_changes
from botsmith.bundle.proofs import source_failures
from botsmith.bundle.short import PARTS, STEP, Kit, Short, with_tabs
from botsmith.bundle.stickytape_form import kept_text
from botsmith.syntax import line_numbers

ENGINES = ("c", "python")
FLAT, KEPT = "flat", "stickytape"
ONLY_FLAT = {"dynamic", "flat"}  # proofs that a kept module need not pass
ROOM = 10_000  # units that stay free for the author, if tabs and the short form can give them
PARAMS_ABOVE = 200  # the line above which the numbers to tweak stand
FORMS = {
    Kit.FULL: "full",
    Kit.SHORT: "short: common/ without comments and types",
    Kit.SHORTEST: "shortest: common/ with its searches without comments and types",
}
BEFORE_DOT = re.compile(r"\b\w+\.")  # the name of a module, maybe


@dataclass(frozen=True)
class Target:
    """One bundle to build.

    engine: "c" for a bot that plays in C where it can, "python" for one without any C
    changes: parameters to override
    revision: the revision for the header
    form: FLAT or KEPT; "" for flat if that works, else kept
    why: `file:line` of the code that forces the form KEPT, if known
    kit: the form of `common/` in a flat bundle; None for the fullest one that leaves room
    has_docs: False to leave out the docstrings of the author's modules in a flat bundle
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

    sources: the sources it was made of, the entry file last
    pieces: the modules in a flat bundle, in its order; () for a bundle that keeps its modules
    renamed: names that the bundle changed, each with its name in the source
    kit: the form of `common/`
    short: by path, the modules in short form
    why: the reasons for the form KEPT; () for a flat bundle
    doubts: places where the modules of a flat bundle may notice that they are one file
    """

    target: Target
    text: str
    sources: tuple[Source, ...]
    pieces: tuple[Piece, ...] = ()
    renamed: Mapping[str, str] = field(default_factory=dict)
    uses_tabs: bool = False
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
        """Returns the number of modules that are not empty."""
        return len(self.pieces) or sum(bool(source.text) for source in self.sources)


def assemble(target: Target, sources: Sequence[Source] = ()) -> Bundle:
    """Builds the bundle in memory.

    sources: its sources, the entry file last; () for those of the project
    Raises Refused with all that no bundle can hold. If the target asks for the form FLAT, also with
    what a flat bundle cannot hold.
    """
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # a linter's concern, and new in each Python
        if not sources:
            sources = find_sources(target.root, target.entry)
            if target.changes:
                sources = with_changes(sources, target.entry.game, target.changes)
        failures = source_failures(target.entry, tuple(sources))
        if refused := [each for each in failures if each.proof not in ONLY_FLAT]:
            raise Refused(failures if target.form == FLAT else refused)
        try:
            if target.form == KEPT:
                raise Refused([Failure("flat", target.why, "its flat form is another program")])
            if failures:
                raise Refused(failures)
            return flat_bundle(target, sources)
        except Refused as refused_flat:
            if target.form == FLAT:
                raise
            return kept_bundle(target, sources, refused_flat.failures)


def flat_bundle(
    target: Target, sources: Sequence[Source], tabs: Sequence[bool] = (False, True)
) -> Bundle:
    """Returns the bundle in which all modules share one namespace.

    It tries three forms until ROOM units are free: in full with blanks, in full with tabs, with the
    machinery in short form. It also takes the short form if the params would otherwise stand below
    line PARAMS_ABOVE.
    tabs: the ways to indent, in the order of the trials
    Raises Refused if the modules cannot share a namespace.
    """
    bundle = None
    kits = (Kit.FULL, Kit.SHORT) if target.kit is None else (target.kit,)
    is_whole = target.engine == "c" and target.has_docs  # nothing that it counts may be left out
    if len(kits) > 1 and is_whole and least_units(sources) > LIMIT - ROOM:
        kits, tabs = (Kit.SHORT,), (True,)  # the others need not be laid out
    for kit in kits:
        short, flat = lay_out(tuple(sources), kit, target.has_docs, target.engine)
        for uses_tabs in tabs[-1:] if bundle else tabs:
            pieces = flat.pieces
            notes = {"form": FORMS[kit] if target.has_docs else f"{FORMS[kit]}, {NO_DOCS}"}
            gone = [PARTS[word][1] for each in short.values() for word in each.without]
            if forms := [form for form in gone if form]:
                notes["left out"] = f"{', '.join(forms)}; rebuild to use them"
            if uses_tabs:
                pieces = [replace(piece, text=with_tabs(piece.text)) for piece in pieces]
                notes["indent"] = "tabs, so that it fits"
            if flat.renamed:
                said = (f"{new} ({each.name} of {each.home})" for new, each in flat.renamed.items())
                notes["renamed"] = ", ".join(said)
            body = "from __future__ import annotations\n\n\n" if flat.has_future else ""
            body += "\n\n".join(f"{banner(each.source.path)}\n{each.text}" for each in pieces)
            held = [each.source for each in pieces]
            text = header(target.entry, target.revision, held, notes, body) + body
            renamed = {name: symbol.name for name, symbol in flat.renamed.items()}
            made = text, tuple(sources), tuple(pieces), renamed, uses_tabs, kit, short
            bundle = Bundle(target, *made, doubts=flat.doubts)
            if len(kits) > 1 and kit is Kit.FULL and params_line(text) >= PARAMS_ABOVE:
                bundle = None
                break
            if units(text) <= LIMIT - ROOM:
                return bundle
    assert bundle
    return bundle


def least_units(sources: Sequence[Source]) -> int:
    """Returns a lower limit of the units of all modules in full, indented by tabs: it counts only
    text that every bundle holds, without the names before a dot.
    """
    count = 0
    for source in sources:
        imports = [node for node in source.nodes if isinstance(node, Import)]
        branches = [node for node in source.tree.body if isinstance(node, ast.If)]
        left_out = line_numbers([*imports, *branches])
        lines = BEFORE_DOT.sub("", source.text.replace(" " * STEP, "\t")).split("\n")
        held = [line for number, line in enumerate(lines, 1) if number not in left_out]
        count += units("\n".join(line for line in held if line.strip()))
    return count


def kept_bundle(target: Target, sources: Sequence[Source], why: Sequence[Failure]) -> Bundle:
    """Returns the bundle in stickytape's form, which keeps the modules.

    Raises Refused with `why` if the target leaves C out and a module has C, because this form
    cannot remove it.
    """
    replaced = {path for path, _ in INSTEAD}
    if target.engine == "python" and any(source.path in replaced for source in sources):
        raise Refused(why)
    *modules, main = sources
    if is_script(main):  # the bot's own modules lie beside it
        main = replace(main, root=f"bots/{target.entry.game}/")
    body = kept_text(target.root, target.entry, [*modules, main])
    notes = {"form": f"stickytape's, for {why[0].where}"}
    text = header(target.entry, target.revision, sources, notes, body) + body
    return Bundle(target, text, (*modules, main), why=tuple(why))
