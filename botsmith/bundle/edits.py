"""What was edited in a pasted bundle, as texts of the modules that it was built from.

What comes back is proven: a bundle of these texts holds what was pasted.
"""

import ast
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from botsmith.bundle.assemble import Bundle, Target, join
from botsmith.bundle.failures import Refused
from botsmith.bundle.flat import Piece
from botsmith.bundle.lengthen import lengthened
from botsmith.bundle.modules import Source, reading_order, tree_of
from botsmith.bundle.parameters import read_parameters
from botsmith.bundle.pasted import (
    Section,
    check_python,
    checked_sections,
    made_lines,
    sections,
)
from botsmith.bundle.short import DOTS, Kit, shortened
from botsmith.bundle.stickytape_form import written_modules
from botsmith.bundle.symbols import Tables
from botsmith.bundle.unflatten import Line, Modules, carried, finder, mend_imports, module_text
from botsmith.bundle.uses import Uses, read_uses
from botsmith.errors import BadInput

WORD = re.compile(r"\w+")
IN_SHORT = "this cannot come back from the short form: change the module itself, or build --full"
KINDS = {float: "a finite float", int: "an int", bool: "a bool"}
BANNER = re.compile(r"    # ==== (\S+) ====$")  # in stickytape's form
WHOLE = 0  # the file's line of a statement that holds a module

Part = tuple[Section, Piece]


@dataclass(frozen=True)
class Edits:
    """The edited modules.

    typed: as the paste has it; imports of own modules are those that the module had
    texts: with the imports that the edits need
    behind: the bundle of these
    """

    typed: Modules
    texts: Modules
    behind: Bundle


def edits_in(file: Path, text: str, base: Bundle) -> Edits:
    """Returns the edits in a pasted text. BadInput if they cannot come back.

    base: the bundle that the text was
    """
    if not base.pieces:
        return kept_edits(file, text, base)
    top, *found = checked_sections(file, text, base)
    pieces = {piece.source.path: piece for piece in base.pieces}
    fresh = [Piece(Source(each.path, ""), "", (), {}) for each in found if each.path not in pieces]
    pieces = {piece.source.path: piece for piece in fresh} | pieces
    parts = [(section, pieces[section.path]) for section in found]
    edited = [(section, piece) for section, piece in parts if section.lines != made_lines(piece)[0]]
    for section in (top, *(section for section, _ in edited)):
        check_python(file, section)
    for section, piece in edited:
        check_numbers(file, section, piece.source.text)
    if not edited:
        return Edits({}, {}, base)
    typed, texts = bring_back(file, [top, *found], base, edited, pieces)
    return Edits(typed, texts, proven(file, base, found, texts))


def kept_edits(file: Path, text: str, base: Bundle) -> Edits:
    """Returns the edits in a bundle that keeps its modules."""
    lines = text.split("\n")
    check_python(file, Section("bundle.py", 0, 1, lines))
    try:
        written = written_modules(text)
    except (ValueError, KeyError):
        raise BadInput(f"{file}: its modules are no plain texts any more") from None
    first = {each[1]: at + 2 for at, line in enumerate(lines, 1) if (each := BANNER.match(line))}
    found: Modules = {}
    for source in (*base.modules, base.main):
        path = source.path.removeprefix(source.root)
        if path not in written:
            raise BadInput(f"{file}: cut off: {source.path} is missing")
        now = written[path].decode("utf-8", "surrogateescape")
        if now != source.text:
            typed = now.removesuffix("\n").split("\n") if now else []
            start = first.get(source.path, WHOLE)
            section = Section(source.path, 0, start, typed)
            check_python(file, section)
            check_numbers(file, section, source.text)
            found[source.path] = [
                Line(line, start + at if start else 0) for at, line in enumerate(typed)
            ]
    return Edits(found, found, built(file, base.target, base, found))


def check_numbers(file: Path, section: Section, was: str) -> None:
    """Raises BadInput for a changed parameter with a value that params.py does not allow."""
    if not section.path.endswith("/params.py"):
        return
    old = {each.name: each for each in read_parameters(was)}
    for new in read_parameters("\n".join(section.lines)):
        known = old.get(new.name)
        if known and known.kind is type(new.value) and known.value == new.value:
            continue
        where = f"{file} line {section.first - 1 + new.line}: {new.name} = {new.value!r}"
        if type(new.value) is not new.kind or abs(new.value) == float("inf"):
            raise BadInput(f"{where}: {section.path} says {KINDS[new.kind]}")
        if new.bounds and new.is_outside(new.value):
            raise BadInput(f"{where}: {section.path} says {'..'.join(new.bounds)}")


def bring_back(
    file: Path,
    found: Sequence[Section],
    bundle: Bundle,
    edited: Sequence[Part],
    every: Mapping[str, Piece],
) -> tuple[Modules, Modules]:
    """Returns the modules of the edited sections as typed, and with the imports that they need."""
    texts = [Source(each.path, "\n".join(each.lines)) for each in found]
    pasted = Tables(texts, {}, found[-1].path)
    modules: Modules = {}
    pieces = dict(every)
    for section, piece in edited:
        uses = read_uses(pasted, section.path)
        spelled = {**borrowed(pasted, bundle, uses), **piece.spelled}
        piece = pieces[section.path] = replace(piece, spelled=spelled)
        short = bundle.short.get(section.path)
        lines = lengthened(piece, short, section, uses) if short else carried(piece, section, uses)
        try:
            check_python(file, Section(section.path, 0, 1, [line.text for line in lines]))
        except BadInput:
            where = f"{file} line {section.first}"
            reason = "its edits reach over imports that only the module has: make fewer at once"
            reason = IN_SHORT if short else reason
            raise BadInput(f"{where}: {section.path} would be no Python: {reason}") from None
        modules[section.path] = lines
    typed, all_pieces = dict(modules), list(pieces.values())
    mend_imports(str(file), all_pieces, modules, finder(pasted, all_pieces))
    return typed, modules


def borrowed(pasted: Tables, bundle: Bundle, uses: Uses) -> dict[str, str]:
    """Returns renamed names of other modules that a section uses, as those modules spell them."""
    used = {use.spelled for use in uses.uses if not use.symbol.home}
    return {
        name: way
        for piece in bundle.pieces
        for name, way in piece.spelled.items()
        if name in used & pasted.modules[piece.source.path].own
    }


def with_texts(bundle: Bundle, modules: Modules) -> tuple[list[Source], Source]:
    """Returns the modules and the entry file of a bundle with other texts, and with new modules."""
    known = {source.path for source in (*bundle.modules, bundle.main)}
    old = [*(Source(path, "") for path in modules if path not in known), *bundle.modules]
    *sources, main = (
        replace(each, text=module_text(modules, each)) for each in (*old, bundle.main)
    )
    game = bundle.target.entry.game
    return sorted(sources, key=lambda source: reading_order(source.path, game)), main


def built(file: Path, target: Target, bundle: Bundle, modules: Modules) -> Bundle:
    """Returns the bundle of changed modules. BadInput if there is none."""
    try:
        sources, main = with_texts(bundle, modules)
        return join(target, sources, main)
    except Refused as refused:
        failure = refused.failures[0]
        path, _, place = failure.where.partition(":")
        number = place.partition(":")[0]
        lines = [Line("", 0), *modules.get(path, [])]
        origin = lines[int(number)].origin if number.isdecimal() and int(number) < len(lines) else 0
        where = f"{file} line {origin}: {path}" if origin else f"{file}: {failure.where}"
        raise BadInput(f"{where}: {failure.text}") from None


def proven(file: Path, bundle: Bundle, found: Sequence[Section], modules: Modules) -> Bundle:
    """Returns the bundle of the new modules. BadInput unless it holds what was pasted."""
    again = built(file, bundle.target, bundle, modules)
    gone = {flat: name for flat, name in bundle.renamed.items() if flat not in again.renamed}
    now = {section.path: [text for _, text in counted(section)] for section in sections(again.text)}
    for section in plainly(found, bundle):
        got = now.get(section.path, [])
        for at, (line, text) in enumerate(counted(section)):
            without_clash = WORD.sub(lambda word: gone.get(word[0], word[0]), text)
            if got[at : at + 1] not in ([text], [without_clash]):
                why = (
                    IN_SHORT if section.path in bundle.short else "a name would mean another thing"
                )
                raise BadInput(
                    f"{file} line {line}: built again, this would read {''.join(got[at:][:1])!r}:"
                    f" {why}"
                )
    return again


def plainly(found: Sequence[Section], bundle: Bundle) -> list[Section]:
    """Removes the comments and annotations that the author typed into sections in short form."""
    texts = [Source(each.path, "\n".join([*each.lines, ""])) for each in found]
    target = bundle.target
    forms = shortened(texts, target.kit or Kit.FULL, target.has_docs, is_flat=True)
    result = []
    for section in found:
        form = forms.get(section.path)
        if form and section.path in bundle.short:
            numbers = [section.first - 1 + line for line in form.lines]
            section = replace(section, lines=form.text.split("\n")[:-1], numbers=numbers)
        result.append(section)
    return result


def counted(section: Section) -> list[tuple[int, str]]:
    """Returns the lines of a section that must come back, with their numbers: all but blank ones,
    imports and lone `...`.
    """
    body = tree_of("\n".join(section.lines)).body
    imports = [node for node in body if isinstance(node, (ast.Import, ast.ImportFrom))]
    left_out = {n for node in imports for n in range(node.lineno, (node.end_lineno or 0) + 1)}
    numbers = section.numbers or range(section.first, section.first + len(section.lines))
    return [
        (number, text)
        for n, (number, text) in enumerate(zip(numbers, section.lines, strict=True), start=1)
        if text.strip() not in ("", DOTS) and n not in left_out
    ]
