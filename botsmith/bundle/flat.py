"""Makes one file of ordinary Python from a bot's modules.

Each module's text stands in it without its imports of the bot's own modules, and without imports of
the standard library that a module above has already.

`symbols` finds the meaning and the places of every name, `order` the order of the modules, and
`naming` the names in the bundle. A comment on an own import is left out with it.
"""

import ast
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from botsmith.bundle.failures import Failure, Refused
from botsmith.bundle.modules import Import, Source
from botsmith.bundle.naming import doubts, final_names
from botsmith.bundle.order import in_order
from botsmith.bundle.short import Kit, Short, shortened
from botsmith.bundle.symbols import Instead, Module, Symbol, Tables, Uses, all_uses
from botsmith.syntax import line_numbers, stands_alone

Renaming = tuple[int, int, int, str]  # line, column, end column, new text
# What a bundle without C takes instead; so it needs nothing of what makes C.
INSTEAD = {("common/native.py", "Compiled"): ("common/engine.py", "Engines")}


@dataclass(frozen=True)
class Piece:
    """One module in a bundle.

    text: its text in the bundle, without banner
    lines: for each line of `text` its line in the source, from 1; 0 for a line that the bundler
    made
    spelled: name in the bundle -> spelling in the module (`rules_score` -> `laws.score`), for names
    that always differ
    """

    source: Source
    text: str
    lines: tuple[int, ...]
    spelled: Mapping[str, str]


@dataclass(frozen=True)
class Flat:
    """Pieces in the bundle's order, main last.

    renamed: for each name that the bundle changed, its symbol
    has_future: True if the bundle has `from __future__ import annotations`
    doubts: places where the modules may notice that they are one file
    """

    pieces: list[Piece]
    renamed: Mapping[str, Symbol]
    has_future: bool
    doubts: tuple[Failure, ...] = ()


@lru_cache(maxsize=32)  # who watches files, or pulls an edit, lays the same sources out again
def lay_out(
    sources: tuple[Source, ...], kit: Kit, has_docs: bool, engine: str
) -> tuple[Mapping[str, Short], Flat]:
    """Returns the modules in short form, by path, and all modules in one namespace.

    sources: in reading order, the entry file last
    Raises Refused if they cannot share one namespace.
    """
    short = shortened(sources, kit, has_docs) if kit or not has_docs else {}
    forms = [short[source.path].source if source.path in short else source for source in sources]
    flat = flatten(forms, INSTEAD if engine == "python" else {})
    for at, piece in enumerate(flat.pieces):
        if form := short.get(piece.source.path):  # its lines are those of the full source
            lines = tuple(form.lines[number - 1] for number in piece.lines)
            flat.pieces[at] = replace(piece, source=form.full, lines=lines)
    return short, flat


def flatten(sources: Sequence[Source], instead: Instead) -> Flat:
    """Returns the modules, given in reading order with the entry file last, as pieces.

    instead: maps (path, name) to the (path, name) that replaces it. A replaced module is left out,
    with the modules that only it imports.
    Raises Refused with all that one namespace cannot hold.
    """
    *modules, main = sources
    if not modules:  # it is the text, whatever it does
        lines = tuple(range(1, main.text.count("\n") + 1))
        return Flat([Piece(main, main.text, lines, {})], {}, has_future=False)
    left_out = {path for path, _ in instead}
    tables = Tables([each for each in sources if each.path not in left_out], instead, main.path)
    uses = all_uses(tables, main.path)
    order = in_order(tables, uses, main.path)
    names = final_names(tables, uses, order)
    doubtful = tuple(doubts(tables, uses, names))
    cut_repeated_imports(tables, names, order)
    pieces = [make_piece(uses[path], names) for path in order]
    renamed = {name: symbol for symbol, name in names.items() if name != symbol.name}
    spelled = {use.spelled for each in uses.values() for use in each.uses}
    for (path, old), (_, new) in instead.items():
        if old in spelled:
            renamed[new] = Symbol(path, old)
    kept = [piece for piece in pieces if piece.text]
    has_future = any(module.has_future for module in tables.modules.values())
    return Flat(kept, renamed, has_future, doubtful)


def cut_repeated_imports(tables: Tables, names: Mapping[Symbol, str], order: Sequence[str]) -> None:
    """Cuts imports from the standard library whose names all stand above already, unless the import
    has a comment.
    """
    above: set[Symbol] = set()
    for module in (tables.modules[path] for path in order):
        lines = module.source.text.split("\n")
        for node in module.tree.body:
            if not isinstance(node, Import) or node in module.cuts:
                continue
            words = [each.asname or each.name for each in node.names]
            found = {Symbol(module.standard.get(word, ""), word) for word in words}
            if not all(each.home and names.get(each) == each.name for each in found):
                continue  # a part of a package, the module's own, or of another name in the bundle
            has_comment = "#" in "".join(lines[node.lineno - 1 : node.end_lineno])
            if found <= above and stands_alone(module.source.text, node) and not has_comment:
                module.cuts.append(node)
            above |= found


def make_piece(found: Uses, names: Mapping[Symbol, str]) -> Piece:
    """Returns a module's piece: its lines with the bundle's names, without the lines that the
    bundle leaves out.
    """
    source = found.module.source
    lines = with_renamings(source.text.split("\n"), found, names)
    kept = kept_lines(found.module)
    text = "\n".join(lines[number - 1] for number in kept)
    ways: dict[str, set[str]] = {}
    for use in found.uses:
        ways.setdefault(names[use.symbol], set()).add(use.spelled)
    others = sorted((name, spelled) for name, spelled in ways.items() if name not in spelled)
    ours = {name: min(spelled, key=lambda way: ("." in way, way)) for name, spelled in others}
    return Piece(source, text + "\n" if text else "", tuple(kept), ours)


def with_renamings(lines: Sequence[str], found: Uses, names: Mapping[Symbol, str]) -> list[str]:
    """Returns lines of a module's text with the bundle's names."""
    result = list(lines)
    for line, start, end, new in sorted(set(renamings(found, names)), reverse=True):
        result[line - 1] = result[line - 1][:start] + new + result[line - 1][end:]
    return result


def renamings(found: Uses, names: Mapping[Symbol, str]) -> Iterator[Renaming]:
    """Yields each place of a module where a name must be replaced, with the new name. Raises
    Refused if a name cannot be replaced.
    """
    module = found.module
    for use in found.uses:
        name, node = names[use.symbol], use.node
        if name == use.spelled:
            continue
        if use.text:
            yield from text_renamings(module, use.text, use.spelled, name)
        elif isinstance(node, (ast.Name, ast.Attribute)):
            yield node.lineno, node.col_offset, node.end_col_offset or 0, name
        elif isinstance(node, Import):
            ways = [each for each in node.names if use.spelled in (each.asname, each.name)]
            alias = next((each for each in ways if each.asname in (None, use.spelled)), None)
            if alias is None:
                text = "is another thing elsewhere: import this package under another name"
                raise Refused([module.failure(node, f"{use.spelled} {text}")])
            end = alias.end_col_offset or 0
            yield alias.lineno, alias.col_offset, end, f"{alias.name} as {name}"
        else:
            yield word_renaming(module.source.text.split("\n"), node, use.spelled, name)


def text_renamings(
    module: Module, node: ast.JoinedStr, spelled: str, name: str
) -> Iterator[Renaming]:
    """Yields the replacement of a name in an f-string. Raises Refused if the replacement would
    change more than this name.
    """
    lines = module.source.text.split("\n")[node.lineno - 1 : node.end_lineno]
    lines[-1] = lines[-1][: node.end_col_offset]
    lines[0] = lines[0][node.col_offset :]
    old = "\n".join(lines)
    ours, theirs, found = tree_of(spelled), tree_of(name), []

    def neutral(text: str) -> str:
        return tree_of(text).replace(ours, "?").replace(theirs, "?")

    for match in re.finditer(rf"(?<![\w.]){re.escape(spelled)}\b", old):
        if neutral(old[: match.start()] + name + old[match.end() :]) == neutral(old):
            found.append(match)
    if len(found) != tree_of(old).count(ours):
        text = f"{spelled} in an f-string is {name} in the bundle: name it before the f-string"
        raise Refused([module.failure(node, text)])
    for match in found:
        above = old.count("\n", 0, match.start())
        column = match.start() - (old.rfind("\n", 0, match.start()) + 1)
        column += 0 if above else node.col_offset
        yield node.lineno + above, column, column + len(spelled), name


def tree_of(expression: str) -> str:
    """Returns an expression's syntax tree as text, equal for all spellings of the expression; "" if
    it is no valid expression.
    """
    try:
        return ast.dump(ast.parse(f"({expression})", mode="eval").body)
    except SyntaxError:
        return ""


def word_renaming(lines: Sequence[str], node: Any, spelled: str, name: str) -> Renaming:
    """Returns the replacement of a name where a statement or a pattern binds it. That is the first
    word of a definition or a handler, and the last word of a pattern.
    """
    begin = (node.lineno, node.col_offset)
    if isinstance(node, ast.ExceptHandler) and node.type:
        begin = (node.type.end_lineno, node.type.end_col_offset)
    found = [
        (line, match.start(), match.end())
        for line in range(node.lineno, node.end_lineno + 1)
        for match in re.finditer(rf"\b{spelled}\b", lines[line - 1])
        if begin <= (line, match.start()) < (node.end_lineno, node.end_col_offset)
    ]
    return *found[-1 if isinstance(node, ast.pattern) else 0], name


def kept_lines(module: Module) -> list[int]:
    """Returns the numbers of the lines that the bundle keeps. Around a cut it keeps the blank lines
    below.
    """
    cut = line_numbers(module.cuts)
    lines = module.source.text.split("\n")
    kept: list[int] = []
    for number in (number for number in range(1, len(lines) + 1) if number not in cut):
        is_blank = not lines[number - 1].strip()
        if is_blank and (not kept or kept[-1] != number - 1):
            while kept and not lines[kept[-1] - 1].strip():
                kept.pop()
        if kept or not is_blank:
            kept.append(number)
    while kept and not lines[kept[-1] - 1].strip():
        kept.pop()
    return kept
