"""Finds the edits in a pasted bundle, as texts of the modules that it was built from.

The result is proven: a bundle of these texts equals the pasted one.
"""

import ast
import builtins
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import NamedTuple

from botsmith.bundle.assemble import Bundle, Target, assemble
from botsmith.bundle.failures import Refused
from botsmith.bundle.flat import Piece, with_renamings
from botsmith.bundle.lengthen import lengthened, whole
from botsmith.bundle.modules import Import, Source, module_name, reading_order, tree_of
from botsmith.bundle.parameters import read_parameters
from botsmith.bundle.pasted import (
    Line,
    Modules,
    Section,
    check_python,
    checked_sections,
    made_lines,
    sections,
)
from botsmith.bundle.short import (
    C_TEXT,
    DOTS,
    HELPER,
    PART,
    PARTS,
    TRANSLATING,
    Kit,
    shortened,
    statements_of,
)
from botsmith.bundle.stickytape_form import written_modules
from botsmith.bundle.symbols import SELVES, Tables, reached, read_uses
from botsmith.errors import BadInput
from botsmith.syntax import line_numbers

OWN = ("bots", "common")
IN_SHORT = "this cannot come back from the short form: change the module itself, or build --full"
KINDS = {float: "a finite float", int: "an int", bool: "a bool"}
BANNER = re.compile(r"    # ==== (\S+) ====$")  # in stickytape's form


class Origin(NamedTuple):
    """The origin of a name.

    home: path of the module that defines it, "" for the standard library
    statement: the statement that imports it
    """

    home: str
    statement: str


Finder = Callable[[Piece, str], Origin | None]


@dataclass(frozen=True)
class Edits:
    """The edited modules.

    typed: their texts as pasted; imports of own modules are those of the original module
    texts: their texts with the imports that the edits need
    behind: the bundle that is built from `texts`
    """

    typed: Modules
    texts: Modules
    behind: Bundle


def edits_in(file: Path, text: str, base: Bundle) -> Edits:
    """Returns the edits in a pasted text. Raises BadInput if an edit cannot come back to a module.

    base: the bundle before it was edited
    """
    if not base.pieces:
        return kept_edits(file, text, base)
    top, *found = checked_sections(file, text, base)
    fresh = {each.path: Piece(Source(each.path, ""), "", (), {}) for each in found}
    pieces = fresh | {piece.source.path: piece for piece in base.pieces}
    edited = [each for each in found if each.lines != made_lines(pieces[each.path])[0]]
    for section in (top, *edited):
        check_python(file, section)
    for section in edited:
        check_numbers(file, section, pieces[section.path].source.text)
    if not edited:
        return Edits({}, {}, base)
    typed, texts = bring_back(file, [top, *found], base, edited, pieces)
    return Edits(typed, texts, proven_bundle(file, base, found, texts))


def kept_edits(file: Path, text: str, base: Bundle) -> Edits:
    """Returns the edits in a bundle that keeps its modules. Raises BadInput if an edit cannot come
    back to a module.

    base: the bundle before it was edited
    """
    lines = text.split("\n")
    check_python(file, Section("bundle.py", 0, 1, lines))
    try:
        written = written_modules(text)
    except (ValueError, KeyError):
        raise BadInput(f"{file}: its modules are no plain texts any more") from None
    first = {each[1]: at + 2 for at, line in enumerate(lines, 1) if (each := BANNER.match(line))}
    found: Modules = {}
    for source in base.sources:
        ways = (source.path.removeprefix(source.root), source.path)  # the latter in older bundles
        if not (path := next((way for way in ways if way in written), "")):
            raise BadInput(f"{file}: cut off: {source.path} is missing")
        now = written[path].decode("utf-8", "surrogateescape")
        if now != source.text:
            typed = now.removesuffix("\n").split("\n") if now else []
            start = first.get(source.path, 0)  # 0 if a statement holds the module
            section = Section(source.path, 0, start, typed)
            check_python(file, section)
            check_numbers(file, section, source.text)
            numbers = range(start, start + len(typed)) if start else [0] * len(typed)
            found[source.path] = [*map(Line, typed, numbers)]
    return Edits(found, found, build_changed(file, base.target, base, found))


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
    edited: Sequence[Section],
    pieces: dict[str, Piece],
) -> tuple[Modules, Modules]:
    """Returns the modules of the edited sections twice: as typed, and with the imports that they
    need. Raises BadInput if an edit cannot come back to its module.

    pieces: by path; those of edited sections learn the names that the edits borrow
    """
    texts = [Source(each.path, "\n".join(each.lines)) for each in found]
    pasted = Tables(texts, {}, found[-1].path)
    modules: Modules = {}
    for section in edited:
        piece = pieces[section.path]
        uses = read_uses(pasted, section.path)
        used = {use.spelled for use in uses.uses if not use.symbol.home}
        spelled: dict[str, str] = {}  # name in the bundle -> name in its module
        for other in bundle.pieces:
            borrowed = used & pasted.modules[other.source.path].own
            spelled |= {name: way for name, way in other.spelled.items() if name in borrowed}
        spelled |= piece.spelled
        pieces[section.path] = replace(piece, spelled=spelled)
        names = {use.symbol: spelled.get(use.spelled, use.spelled) for use in uses.uses}
        undone = with_renamings(section.lines, uses, names)
        own = [Line(text, section.first + at) for at, text in enumerate(undone)]
        short = bundle.short.get(section.path)
        lines = lengthened(piece, short or whole(piece.source), section, own)
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


def build_changed(file: Path, target: Target, bundle: Bundle, modules: Modules) -> Bundle:
    """Returns a bundle with the new texts of `modules`, and with new modules. Raises BadInput if
    they cannot be bundled.
    """
    known = {source.path for source in bundle.sources}
    old = [*(Source(path, "") for path in modules if path not in known), *bundle.sources]
    *sources, main = (replace(each, text=module_text(modules, each)) for each in old)
    sources.sort(key=lambda source: reading_order(source.path, bundle.target.entry.game))
    try:
        return assemble(target, [*sources, main])
    except Refused as refused:
        failure = refused.failures[0]
        path, _, place = failure.where.partition(":")
        number = place.partition(":")[0]
        lines = [Line("", 0), *modules.get(path, [])]
        origin = lines[int(number)].origin if number.isdecimal() and int(number) < len(lines) else 0
        where = f"{file} line {origin}: {path}" if origin else f"{file}: {failure.where}"
        raise BadInput(f"{where}: {failure.text}") from None


def proven_bundle(file: Path, bundle: Bundle, found: Sequence[Section], modules: Modules) -> Bundle:
    """Returns the bundle of the new modules. Raises BadInput unless it equals the pasted sections,
    apart from comments and annotations that the author typed in a short form.
    """
    target = bundle.target
    again = build_changed(file, target, bundle, modules)
    gone = {flat: name for flat, name in bundle.renamed.items() if flat not in again.renamed}
    now = {each.path: lines_to_return(each) for each in sections(again.text)}
    texts = [Source(each.path, "\n".join([*each.lines, ""])) for each in found]
    forms = shortened(texts, target.kit or Kit.FULL, target.has_docs, is_flat=True)
    for section in found:
        is_short = section.path in bundle.short
        why = IN_SHORT if is_short else "a name would mean another thing"
        if is_short and (form := forms.get(section.path)):
            numbers = [section.first - 1 + line for line in form.lines]
            section = replace(section, lines=form.text.split("\n")[:-1], numbers=numbers)
        got = [text for _, text in now.get(section.path, [])]
        for at, (line, text) in enumerate(lines_to_return(section)):
            without_clash = re.sub(r"\w+", lambda word: gone.get(word[0], word[0]), text)
            if got[at : at + 1] not in ([text], [without_clash]):
                what = f"built again, this would read {''.join(got[at:][:1])!r}"
                raise BadInput(f"{file} line {line}: {what}: {why}")
    return again


def lines_to_return(section: Section) -> list[tuple[int, str]]:
    """Returns the lines of a section that `pull` must bring back to a module, with their numbers.

    These are all lines but blank ones, imports, lone `...`, parts of the translator, and C's
    helpers. A part or helper comes with the names that call it.
    """
    text = "\n".join([*section.lines, ""])
    left_out = line_numbers(imports_of(text))
    numbers = section.numbers or range(section.first, section.first + len(section.lines))
    if section.path == TRANSLATING:
        left_out |= line_numbers(statements_of(tree_of(text).body, set(PARTS)))
    if section.path == C_TEXT:
        for part in (PART, HELPER):
            text = part.sub(lambda found: "\n" * found[0].count("\n"), text)
    lines = enumerate(zip(numbers, text.split("\n")[:-1], strict=True), start=1)
    return [line for n, line in lines if line[1].strip() not in ("", DOTS) and n not in left_out]


def module_text(modules: Modules, source: Source) -> str:
    """Returns a module's new text, or its old one if it has no edits."""
    return text_of(modules[source.path]) if source.path in modules else source.text


def text_of(lines: Sequence[Line]) -> str:
    """Returns the text of a module from its lines."""
    return "".join(line.text + "\n" for line in lines)


def tables_of(pieces: Sequence[Piece], modules: Modules) -> Tables:
    """Returns the symbol tables of the modules with their new texts."""
    sources = [replace(piece.source, text=module_text(modules, piece.source)) for piece in pieces]
    return Tables(sources, {}, pieces[-1].source.path)


def mend_imports(file: str, pieces: Sequence[Piece], modules: Modules, find: Finder) -> None:
    """Adds the imports that modules lack, and removes imports of names that are gone.

    find: returns the origin of a name that a piece lacks
    Raises BadInput for a name that cannot be imported.
    """
    new = tables_of(pieces, modules)
    for piece in pieces:
        path = piece.source.path
        imported = new.modules[path].imported
        lost = [local for local, target in imported.items() if new.attribute(*target) is None]
        if path not in modules and not lost:
            continue
        lines = modules.get(path) or [Line(text, 0) for text in piece.source.text.split("\n")[:-1]]
        for name in lost:
            lines = without_import(lines, name)
        modules[path] = lines
        new = tables_of(pieces, modules) if lost else new
        missing: dict[str, int] = {}
        for use in read_uses(new, path).uses:
            if not use.symbol.home:
                origin = lines[getattr(use.node, "lineno", 1) - 1].origin
                missing[use.spelled] = missing.get(use.spelled, 0) or origin
        for name, line in sorted(missing.items()):
            where = f"{file} line {line}" if line else file
            found = find(piece, name)
            if found and path in reached(new, found.home):
                why = f"cannot import {name} from {found.home}, which imports {path} itself"
                advice = f"move {name} there, or hand it over as an argument"
                raise BadInput(f"{where}: {path} {why}: {advice}")
            if found:
                modules[path] = with_import(modules[path], found.statement)
                new = tables_of(pieces, modules)
            elif name in lost or not (hasattr(builtins, name) or name in SELVES):
                raise BadInput(f"{where}: {path} needs {name}, which no section defines")


def finder(pasted: Tables, pieces: Sequence[Piece]) -> Finder:
    """Returns a function that finds the origin of a name in the sections of a flat file.

    pasted: the symbol tables of these sections, with the names of the file
    """

    def find(asking: Piece, name: str) -> Origin | None:
        flat = {way: each for each, way in asking.spelled.items()}.get(name, name)
        for piece in pieces:
            path = piece.source.path
            if flat in pasted.modules[path].own:
                word = piece.spelled.get(flat, flat)
                statement = f"from {module_name(path)} import {word}"
                return Origin(path, statement if word == name else f"{statement} as {name}")
        for module in pasted.modules.values():
            if what := module.standard.get(flat):
                home, _, word = what.rpartition(" " if " " in what else ".")
                statement = what if home == "import" else f"from {home} import {word}"
                return Origin("", statement if word == name else f"{statement} as {name}")
        return None

    return find


def with_import(lines: Sequence[Line], statement: str) -> list[Line]:
    """Returns a module with one more import, in its sorted place."""
    (new,) = imports_of(statement)
    text = "\n".join(line.text for line in lines)
    nodes, tree = imports_of(text), ast.parse(text)
    rank = statement_rank(new)
    above = [node for node in nodes if statement_rank(node) < rank]
    below = nodes[len(above) :]
    at, texts = 0, [statement]
    if below and (not above or statement_rank(below[0])[0] == rank[0]):
        at = below[0].lineno - 1
    elif above:
        at = above[-1].end_lineno or 0
    elif ast.get_docstring(tree) is not None:
        at, texts = tree.body[0].end_lineno or 0, ["", statement]
    else:
        texts = [statement, "", ""]
    return [*lines[:at], *(Line(text, 0) for text in texts), *lines[at:]]


def without_import(lines: Sequence[Line], local: str) -> list[Line]:
    """Returns a module without the import that binds `local`."""
    for node in imports_of("\n".join(line.text for line in lines)):
        left = [alias for alias in node.names if local != (alias.asname or alias.name)]
        if isinstance(node, ast.ImportFrom) and len(left) < len(node.names):
            first, last = node.lineno - 1, node.end_lineno or 0
            node.names = left
            new = [Line(ast.unparse(node), 0)] if left else []
            while not left and first and not lines[first - 1].text and not lines[last].text:
                first -= 1  # the blank lines above go along
            return [*lines[:first], *new, *lines[last:]]
    raise AssertionError(local)


def imports_of(text: str) -> list[Import]:
    """Returns the imports at the top level of a module."""
    return [node for node in ast.parse(text).body if isinstance(node, Import)]


def statement_rank(node: Import) -> tuple[bool, bool, str]:
    """Returns a sort key: the standard library before own modules, `import` before `from`, then the
    name.
    """
    is_from = isinstance(node, ast.ImportFrom)
    name = (node.module or "") if isinstance(node, ast.ImportFrom) else node.names[0].name
    return name.split(".")[0] in OWN, is_from, name


def mend_merged(
    file: Path, today: Bundle, home: dict[str, str], modules: Modules, texts: Sequence[list[Line]]
) -> None:
    """Adds the imports that merged modules lack. Raises BadInput for a merged module that is no
    valid Python although both sides of the merge were.

    home: the project's texts
    texts: texts that import the names
    """
    for path, lines in modules.items():
        try:
            check_python(file, Section(path, 0, 1, [line.text for line in lines]))
        except BadInput as error:
            what = "what both sides changed makes no Python together"
            raise BadInput(f"{path}: {what}: {error}") from None
    main = today.sources[-1]
    known = {source.path: source for source in today.sources}
    paths = [path for path in dict.fromkeys([*home, *modules]) if path != main.path]
    sources = [known.get(path, Source(path, home.get(path, ""))) for path in paths]
    pieces = [Piece(source, "", (), {}) for source in (*sources, main)]
    mend_imports(str(file), pieces, modules, any_finder(texts, pieces, modules))


def any_finder(
    texts: Sequence[Sequence[Line]], pieces: Sequence[Piece], modules: Modules
) -> Finder:
    """Returns a function that finds the origin of a name that a merged module lacks: by an import
    in one of the texts, or as the only module that defines it.
    """
    tables = tables_of(pieces, modules)
    known: dict[str, Origin] = {}
    for text in texts:
        for node in imports_of("\n".join(line.text for line in text)):
            for name, origin in origins(node, tables):
                known.setdefault(name, origin)

    def find(asking: Piece, name: str) -> Origin | None:
        if name in known and known[name].home != asking.source.path:
            return known[name]
        homes = [path for path, module in tables.modules.items() if name in module.own]
        if len(homes) != 1:
            return None
        return Origin(homes[0], f"from {module_name(homes[0])} import {name}")

    return find


def origins(node: Import, tables: Tables) -> Iterator[tuple[str, Origin]]:
    """Yields the names that an import binds, with their origins. Names that their module lacks are
    left out.
    """
    for alias in node.names:
        name, alone = alias.asname or alias.name, f" as {alias.asname}" if alias.asname else ""
        if isinstance(node, ast.Import):
            yield name, Origin("", f"import {alias.name}{alone}")
        elif not node.level and node.module:
            inner = tables.paths.get(f"{node.module}.{alias.name}", "")
            home = inner or tables.paths.get(node.module, "")
            if inner or not home or alias.name in tables.modules[home].own:
                yield name, Origin(home, f"from {node.module} import {alias.name}{alone}")
