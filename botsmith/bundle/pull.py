"""The way back from the contest's IDE: what was changed in a pasted bundle, as a patch.

A bundle is compared with one made anew from the sources that its header names. What comes back is
proven: a bundle of the patched modules holds what was pasted.
"""

import ast
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from difflib import unified_diff
from pathlib import Path

from botsmith.bundle.assemble import Bundle, join
from botsmith.bundle.failures import Refused
from botsmith.bundle.flat import Piece
from botsmith.bundle.lengthen import lengthened
from botsmith.bundle.modules import Source, read_source
from botsmith.bundle.parameters import Number, read_parameters
from botsmith.bundle.pasted import (
    Section,
    check_python,
    checked_sections,
    made_from,
    made_lines,
    pasted_text,
    sections,
)
from botsmith.bundle.short import DOTS, shortened
from botsmith.bundle.symbols import Tables
from botsmith.bundle.unflatten import Line, Modules, carried, mend_imports, module_text
from botsmith.bundle.uses import Uses, read_uses
from botsmith.errors import BadInput

WORD = re.compile(r"\w+")
IN_SHORT = "this cannot come back from the short form: change the module itself, or build --full"
KINDS = {float: "a finite float", int: "an int", bool: "a bool"}

Part = tuple[Section, Piece]


@dataclass(frozen=True)
class Change:
    """A parameter whose value in the bundle is not the project's."""

    name: str
    old: Number
    new: Number


@dataclass(frozen=True)
class Pulled:
    """What a bundle brings. texts: path -> the module's text, as it is and as it will be."""

    bot: str
    changes: list[Change]
    texts: dict[str, tuple[str, str]]

    def patch(self) -> Iterator[str]:
        """The lines of a unified patch."""
        for path, (old, new) in self.texts.items():
            names = f"a/{path}", f"b/{path}"
            yield from unified_diff(old.split("\n")[:-1], new.split("\n")[:-1], *names, lineterm="")

    def apply(self, root: Path) -> None:
        """Writes all modules or, if one cannot be written, none."""
        before = {path: (root / path).read_bytes() for path in self.texts}
        try:
            for path, (_, new) in self.texts.items():
                (root / path).write_text(new, encoding="utf-8", newline="\n")
        except OSError as error:
            for path, contents in before.items():
                if (root / path).read_bytes() != contents:
                    (root / path).write_bytes(contents)
            raise BadInput(f"{error.filename}: {error.strerror}; nothing was written") from None


def pull(root: Path, file: Path) -> Pulled:
    """Compares a pasted bundle with the project. BadInput if it cannot come back."""
    text = pasted_text(file)
    bundle = made_from(root, file, text)
    top, *found = checked_sections(file, text, bundle)
    parts = list(zip(found, bundle.pieces, strict=True))
    edited = [(section, piece) for section, piece in parts if section.lines != made_lines(piece)[0]]
    for section in (top, *(section for section, _ in edited)):
        check_python(file, section)
    modules = bring_back(file, [top, *found], bundle, edited) if edited else {}
    texts = {}
    for piece in bundle.pieces:
        path, old = piece.source.path, read_source(root, piece.source.path).text
        if (new := module_text(modules, piece)) != old:
            texts[path] = old, new
    path = f"bots/{bundle.target.entry.game}/params.py"
    params = [section for section, _ in parts if section.path == path]
    changes = [each for section in params for each in changed_numbers(root, file, section)]
    if modules:
        prove(file, bundle, found, modules, texts)
    return Pulled(bundle.target.entry.name, changes, texts)


def changed_numbers(root: Path, file: Path, section: Section) -> Iterator[Change]:
    """The parameters with another value. BadInput for one that params.py does not allow."""
    old = {each.name: each for each in read_parameters(read_source(root, section.path).text)}
    for new in read_parameters("\n".join(section.lines)):
        known = old.get(new.name)
        if known and known.kind is type(new.value) and known.value == new.value:
            continue
        where = f"{file} line {section.first - 1 + new.line}: {new.name} = {new.value!r}"
        if type(new.value) is not new.kind or abs(new.value) == float("inf"):
            raise BadInput(f"{where}: {section.path} says {KINDS[new.kind]}")
        if new.bounds and new.is_outside(new.value):
            raise BadInput(f"{where}: {section.path} says {'..'.join(new.bounds)}")
        if known:
            yield Change(new.name, known.value, new.value)


def bring_back(
    file: Path, found: Sequence[Section], bundle: Bundle, edited: Sequence[Part]
) -> Modules:
    """The modules of the edited sections, with the imports that the edits need."""
    texts = [Source(each.path, "\n".join(each.lines)) for each in found]
    pasted = Tables(texts, {}, found[-1].path)
    modules: Modules = {}
    pieces = {piece.source.path: piece for piece in bundle.pieces}
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
    mend_imports(str(file), pasted, list(pieces.values()), modules)
    return modules


def borrowed(pasted: Tables, bundle: Bundle, uses: Uses) -> dict[str, str]:
    """Renamed names of other modules that a section uses, as those modules spell them."""
    used = {use.spelled for use in uses.uses if not use.symbol.home}
    return {
        name: way
        for piece in bundle.pieces
        for name, way in piece.spelled.items()
        if name in used & pasted.modules[piece.source.path].own
    }


def prove(
    file: Path,
    bundle: Bundle,
    found: Sequence[Section],
    modules: Modules,
    texts: Mapping[str, tuple[str, str]],
) -> None:
    """BadInput unless the bundle of the new modules holds what was pasted."""
    *sources, main = (
        replace(each, text=texts[each.path][1]) if each.path in texts else each
        for each in (*bundle.modules, bundle.main)
    )
    try:
        built = join(bundle.target, sources, main)
    except Refused as refused:
        failure = refused.failures[0]
        path, _, place = failure.where.partition(":")
        number = place.partition(":")[0]
        lines = [Line("", 0), *modules.get(path, [])]
        origin = lines[int(number)].origin if number.isdecimal() and int(number) < len(lines) else 0
        where = f"{file} line {origin}: {path}" if origin else f"{file}: {failure.where}"
        raise BadInput(f"{where}: {failure.text}") from None
    gone = {flat: name for flat, name in bundle.renamed.items() if flat not in built.renamed}
    now = {section.path: [text for _, text in counted(section)] for section in sections(built.text)}
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


def plainly(found: Sequence[Section], bundle: Bundle) -> list[Section]:
    """The sections without the comments and annotations that were typed into short ones."""
    texts = [Source(each.path, "\n".join([*each.lines, ""])) for each in found]
    forms = shortened(texts, is_flat=True) if bundle.short else {}
    result = []
    for section in found:
        form = forms.get(section.path)
        if form and section.path in bundle.short:
            numbers = [section.first - 1 + line for line in form.lines]
            section = replace(section, lines=form.text.split("\n")[:-1], numbers=numbers)
        result.append(section)
    return result


def counted(section: Section) -> list[tuple[int, str]]:
    """The lines of a section that must come back, with their numbers: all but blank ones, imports
    and dots for nothing.
    """
    body = ast.parse("\n".join(section.lines)).body
    imports = [node for node in body if isinstance(node, (ast.Import, ast.ImportFrom))]
    left_out = {n for node in imports for n in range(node.lineno, (node.end_lineno or 0) + 1)}
    numbers = section.numbers or range(section.first, section.first + len(section.lines))
    return [
        (number, text)
        for n, (number, text) in enumerate(zip(numbers, section.lines, strict=True), start=1)
        if text.strip() not in ("", DOTS) and n not in left_out
    ]
