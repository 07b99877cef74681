"""A section that was edited in the IDE -> the text of its module, with the imports that it needs: a
flat file has every name everywhere, a module has not.
"""

import ast
import builtins
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import NamedTuple

from botsmith.bundle.flat import Piece, renamings, with_renamings
from botsmith.bundle.modules import Import, Source, module_name
from botsmith.bundle.pasted import Section, made_lines, same_lines
from botsmith.bundle.symbols import Tables
from botsmith.bundle.uses import SELVES, Uses, reached, read_uses
from botsmith.errors import BadInput

OWN = ("bots", "common")


class Line(NamedTuple):
    """A line of a module. origin: the pasted file's line that it comes from, 0 for none."""

    text: str
    origin: int


Modules = dict[str, list[Line]]  # by path


class Origin(NamedTuple):
    """The origin of a name.

    home: path of the module that defines it, "" for the standard library
    statement: imports it
    word: its name there
    """

    home: str
    statement: str
    word: str


Finder = Callable[[Piece, str], Origin | None]


def carried(piece: Piece, section: Section, found: Uses) -> list[Line]:
    """Returns the module with the section's edits; lines that the bundle leaves out stay where they
    are.

    found: what the section names; names that were typed become those of the module.
    """
    source = piece.source.text.split("\n")[:-1]
    made, numbers = made_lines(piece)
    pairs = same_lines(made, section.lines)
    matched, kept = {here for here, _ in pairs}, {there for _, there in pairs}
    typed = undone_lines(piece, section, found)
    text = Text(source)
    here = there = 0
    anchors = [pair for pair in pairs if numbers[pair[0]]]
    for next_here, next_there in [*anchors, (len(made), len(section.lines))]:
        gone = [numbers[n] for n in range(here, next_here) if n not in matched and numbers[n]]
        new = [typed[n] for n in range(there, next_there) if n not in kept]
        for count, number in enumerate(gone):
            text.skip_to(number)
            text.at = number
            text.add(new[count : count + 1])
        if gone:
            text.add(new[len(gone) :])
        is_last = next_here == len(made)
        stop = len(source) + 1 if is_last else numbers[next_here]
        text.skip_to(stop, is_edited=bool(gone or new))
        text.add(new if not gone else [])
        if not is_last:
            text.add([Line(source[stop - 1], section.first + next_there)])
            text.at = stop
        here, there = next_here + 1, next_there + 1
    return [*text.lines, *text.waiting]


def undone_lines(piece: Piece, section: Section, found: Uses) -> list[Line]:
    """Returns the lines of a section with the names of its module."""
    names = {use.symbol: piece.spelled.get(use.spelled, use.spelled) for use in found.uses}
    undone = with_renamings(section.lines, renamings(found, names))
    return [Line(text, section.first + at) for at, text in enumerate(undone)]


class Text:
    """A module in the making.

    at: how many lines of the source are dealt with
    waiting: lines that only the module has, own imports and the blank lines around them

    The bundler keeps of those blank lines only what is below an import; so they must not come to
    count.
    """

    def __init__(self, source: Sequence[str]) -> None:
        self.source = source
        self.lines: list[Line] = []
        self.waiting: list[Line] = []
        self.at = 0
        self.is_edited = False

    def skip_to(self, number: int, is_edited: bool = True) -> None:
        """Skips to a line."""
        self.waiting += [Line(line, 0) for line in self.source[self.at : number - 1]]
        self.is_edited = is_edited
        self.at = number - 1

    def add(self, lines: Sequence[Line]) -> None:
        """Adds lines behind those that wait."""
        for line in lines:
            place = len(self.lines)
            if self.waiting and self.is_edited and self.lines:
                if line.text:
                    self.waiting = [each for each in self.waiting if each.text]
                else:
                    while place and not self.lines[place - 1].text:
                        place -= 1
            self.lines[place:place] = self.waiting
            self.waiting = []
            self.lines.append(line)


def module_text(modules: Modules, source: Source) -> str:
    """Returns a module's text, brought back or as it was."""
    lines = modules.get(source.path)
    return source.text if lines is None else "".join(line.text + "\n" for line in lines)


def tables_of(pieces: Sequence[Piece], modules: Modules) -> Tables:
    """Returns the tables of the modules as they will be."""
    sources = [replace(piece.source, text=module_text(modules, piece.source)) for piece in pieces]
    return Tables(sources, {}, pieces[-1].source.path)


def mend_imports(file: str, pieces: Sequence[Piece], modules: Modules, find: Finder) -> None:
    """Adds the imports that modules miss, and takes out those of names that are gone.

    find: where a name that a piece misses is from. BadInput for a name that cannot be imported.
    """
    new = tables_of(pieces, modules)
    for piece in pieces:
        path = piece.source.path
        lost = [
            local
            for local, target in new.modules[path].imported.items()
            if new.attribute(*target) is None
        ]
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
                raise BadInput(
                    f"{where}: {path} cannot import {name} from {found.home}, which imports {path}"
                    f" itself: move {name} there, or hand it over as an argument"
                )
            if found:
                modules[path] = with_import(modules[path], found.statement)
                new = tables_of(pieces, modules)
            elif name in lost or not (hasattr(builtins, name) or name in SELVES):
                raise BadInput(f"{where}: {path} needs {name}, which no section defines")


def finder(pasted: Tables, pieces: Sequence[Piece]) -> Finder:
    """Returns a finder of names that were typed into the sections of a flat file.

    pasted: the tables of these sections, which name things as the file does
    """

    def find(asking: Piece, name: str) -> Origin | None:
        flat = {way: name for name, way in asking.spelled.items()}
        found = origin_of(pasted, pieces, flat.get(name, name))
        if found is None or name == found.word:
            return found
        return found._replace(statement=f"{found.statement} as {name}")

    return find


def origin_of(pasted: Tables, pieces: Sequence[Piece], name: str) -> Origin | None:
    """Returns the origin of a name of the flat file."""
    for piece in pieces:
        path = piece.source.path
        if name in pasted.modules[path].own:
            word = piece.spelled.get(name, name)
            return Origin(path, f"from {module_name(path)} import {word}", word)
    for module in pasted.modules.values():
        if what := module.standard.get(name):
            home, _, word = what.rpartition(" " if " " in what else ".")
            return Origin("", what if home == "import" else f"from {home} import {word}", word)
    return None


def with_import(lines: Sequence[Line], statement: str) -> list[Line]:
    """Returns a module with one more import, which stands where the sorted style has it."""
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
    """Returns the standard library before own modules, `import` before `from`; each by name."""
    is_from = isinstance(node, ast.ImportFrom)
    name = (node.module or "") if isinstance(node, ast.ImportFrom) else node.names[0].name
    return name.split(".")[0] in OWN, is_from, name
