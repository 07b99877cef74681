"""Proves `tokens`: the bundle holds the text of the modules, line by line and in order.

Exceptions are own imports, code that never runs, imports of names that stand above already, and
blank lines beside them. Names may be the bundle's, and lines may be indented by tabs. A module in
short form stands in the bundle as its short text, whose syntax tree is compared with the full one.
A bundle that keeps its modules holds them whole.
"""

import ast
import re
from collections.abc import Collection, Iterator, Sequence, Set
from dataclasses import replace
from functools import lru_cache
from itertools import zip_longest
from typing import Any

from botsmith.bundle.assemble import Bundle
from botsmith.bundle.failures import Failure
from botsmith.bundle.flat import Piece
from botsmith.bundle.header import banner
from botsmith.bundle.modules import OWNERS, Source, is_for_checkers, tree_of
from botsmith.bundle.proofs import undefined
from botsmith.bundle.short import (
    BLIND,
    BLIND_BASES,
    C_TEXT,
    HELPER,
    PART,
    TRANSLATING,
    Short,
    alias_of,
    docs_asked_for,
    statements_of,
)
from botsmith.bundle.stickytape_form import written_modules
from botsmith.bundle.symbols import never_runs
from botsmith.syntax import line_numbers

Imported = tuple[str, str, str | None]  # from where, what, as what
OWN = frozenset({"bots", "common", "__future__"})
WORD = re.compile(r"[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*")
TABS = re.compile(r"^\t+", re.MULTILINE)  # that a line begins with


def token_failures(bundle: Bundle) -> list[Failure]:
    """Returns the first line of each module that the bundle does not repeat."""
    name, failures = bundle.target.file_name, []
    if not bundle.pieces:
        written = written_modules(bundle.text)
        for source in bundle.sources:
            contents = source.text.encode("utf-8", "surrogateescape")
            if written.get(source.path.removeprefix(source.root)) != contents:
                text = f"{name} does not hold this: report this fault"
                failures.append(Failure("tokens", f"{source.path}:1", text))
        return failures
    own = OWN | {source.module.split(".")[0] for source in bundle.sources[:-1]}
    held = {piece.source.path: piece for piece in bundle.pieces}
    sources: Sequence[Source] = bundle.sources
    if bundle.target.engine == "python":
        sources = [source for source in sources if source.path in held]
    imports = [node for source in sources for node in source.nodes if is_own(node, own)]
    aliases = [alias for node in imports for alias in getattr(node, "names", [])]
    # the names that only the bundle has, and those that sources give to their imports
    names = {*bundle.renamed, *(alias.asname for alias in aliases if alias.asname)}
    anywhere: set[Imported] = set()
    above = {}  # by path of a module, the imports of the pieces above it
    for piece in bundle.pieces:
        above[piece.source.path] = {*anywhere}
        anywhere |= imported_in(piece.text)
    read_docs = {name for source in sources for name in docs_asked_for(source.text)}
    for source in sources:
        piece = held.get(source.path) or Piece(source, "", (), {})
        line = 0
        if short := bundle.short.get(source.path):
            line = changed_line(short, read_docs)
            numbers = {row: number for number, row in enumerate(short.lines, start=1)}
            rows = tuple(numbers[row] for row in piece.lines)  # in the short form, not the source
            piece = replace(piece, source=short.source, lines=rows)
        known = above.get(source.path, anywhere)  # a module may be such imports alone
        line = line or first_difference(piece, names, known, own, source is bundle.sources[-1])
        section = f"\n{banner(source.path)}\n{piece.text}"
        if line or (piece.text and section not in bundle.text):
            text = f"{name} does not hold this as it is here: report this fault"
            failures.append(Failure("tokens", f"{source.path}:{line or 1}", text))
    return failures


def imported_in(text: str) -> set[Imported]:
    """Returns the imports at the top of a piece; an empty set if it is no valid Python."""
    try:
        return {each for node in tree_of(text).body for each in imports_of(node)}
    except SyntaxError:
        return set()


def first_difference(
    piece: Piece, names: Collection[str], above: Set[Imported], own: Set[str], is_main: bool
) -> int:
    """Returns the first line of a source that its piece does not repeat, 0 if there is none.

    above: the imports of the pieces above it
    """
    above = above | imported_in(piece.text)
    lines = piece.source.text.split("\n")
    tree = ast.Module([*piece.source.tree.body], [])
    left_out: list[Any] = [node for node in tree.body if set() < imports_of(node) <= above]
    left_out += [node for node in tree.body if never_runs(node, is_main)]
    left_out += [node for node in piece.source.nodes if is_own(node, own)]
    tree.body = [node for node in tree.body if not never_runs(node, is_main)]
    known = line_numbers(left_out) | set(piece.lines)
    for number, line in enumerate(lines, start=1):
        if number not in known and line.strip():
            return number
    if list(piece.lines) != sorted(set(piece.lines)):
        return 1
    blanked = piece.text.replace("\t", "    ")  # a bundle that would be too long has tabs
    rows = zip(piece.lines, piece.text.split("\n"), blanked.split("\n"), strict=False)
    for number, *ways in rows:
        if not any(is_same(lines[number - 1], held, names) for held in ways):
            return number
    return int(list(strings(tree)) != list(strings(tree_of(piece.text))))


def is_same(line: str, held: str, names: Collection[str]) -> bool:
    """Returns True if a line of a bundle equals the source's, apart from renamed names."""
    for name in names:  # an import from elsewhere under another name
        is_more = held.count(" as ") > line.count(" as ")
        if "import " in line and f" as {name}" not in line and is_more:
            held = held.replace(f" as {name}", "")
    words = zip(WORD.findall(line), WORD.findall(held), strict=False)
    return WORD.sub("?", line) == WORD.sub("?", held) and all(
        our == their
        or our.endswith(f".{their}")
        or not {our.split(".")[0], their.split(".")[0], our.split(".")[-1]}.isdisjoint(names)
        for our, their in words
    )


def strings(tree: ast.Module) -> Iterator[str]:
    """Yields the texts of a module in order, to check that no text was changed like a name.

    Docstrings are indented by blanks here: those in a bundle may have tabs.
    """
    nodes = [*ast.walk(tree)]
    docs = {id(node.value) for node in nodes if isinstance(node, ast.Expr)}
    for node in nodes:
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield TABS.sub(blanks_for, node.value) if id(node) in docs else node.value


def blanks_for(tabs: re.Match[str]) -> str:
    """Returns the blanks that replace tabs."""
    return "    " * len(tabs[0])


def is_own(node: ast.AST, own: Set[str]) -> bool:
    """Returns True if a node imports from the project. own: the first parts of its modules'
    names
    """
    if isinstance(node, ast.Import):
        return node.names[0].name.split(".")[0] in own
    if isinstance(node, ast.ImportFrom):
        return bool(node.level) or (node.module or "").split(".")[0] in own
    return False


def changed_line(short: Short, read_docs: Set[str]) -> int:
    """Returns the first line of a source that its short form changes; 0 if it only leaves out parts
    that it may leave out.

    read_docs: names whose docstrings stay; the proof `same_answers` shows that no code reads the
    others
    """
    texts = [short.full.text, short.text]
    if short.full.path == TRANSLATING:
        lines = short.full.text.split("\n")
        for node in statements_of(short.full.tree.body, set(short.without)):
            first, last = node.lineno - 1, node.end_lineno or 0
            lines[first:last] = [""] * (last - first)
        texts[0] = "\n".join(lines)
    if short.full.path == C_TEXT:  # whose helpers need not all be there
        texts = [PART.sub("", HELPER.sub("", text)) for text in texts]
    return changed_line_of(*texts, frozenset(read_docs))


@lru_cache(maxsize=128)  # who watches files asks again at every save
def changed_line_of(full_text: str, made_text: str, read_docs: frozenset[str]) -> int:
    """Returns `changed_line` of these texts."""
    full, made = ast.parse(full_text), ast.parse(made_text)
    said = {node.id for node in ast.walk(made) if isinstance(node, ast.Name)}
    held = {each for node in made.body for each in imports_of(node)}
    full.body = [node for node in full.body if is_needed(node, said, held)]
    ours, theirs = (Bare(read_docs).visit(tree).body for tree in (full, made))
    for our, their in zip_longest(ours, theirs):
        if our is None or their is None or ast.dump(our) != ast.dump(their):
            return getattr(our, "lineno", 1)
    return 0


def is_needed(node: ast.stmt, said: Set[str], held: Set[Imported]) -> bool:
    """Returns False for a type alias that the short form does not use. Removes unused names from an
    import.

    said: the names in the short form
    held: its imports
    """
    if isinstance(node, (ast.Import, ast.ImportFrom)):
        home = getattr(node, "module", "") or ""
        node.names = [
            each
            for each in node.names
            if (each.asname or each.name) in said or (home, each.name, each.asname) in held
        ]
        return bool(node.names)
    return alias_of(node) in {"", *said}


class Bare(ast.NodeTransformer):
    """Removes docstrings and annotations from a tree, except those that code may read."""

    def __init__(self, read_docs: Set[str]) -> None:
        self.read_docs = read_docs
        self.is_read = self.is_function = False

    def visit_owner(self, node: Any) -> Any:
        before = self.is_read, self.is_function
        self.is_function = not isinstance(node, ast.ClassDef)
        decorators = {ast.unparse(each) for each in node.decorator_list}
        self.is_read = self.is_read or not decorators <= BLIND
        if self.is_function and not self.is_read:
            node.returns = None
            for each in ast.walk(node.args):
                if isinstance(each, ast.arg):
                    each.annotation = None
        deep = self.is_read
        bases = {ast.unparse(each).partition("[")[0] for each in getattr(node, "bases", [])}
        self.is_read |= not bases <= BLIND_BASES
        node.body = self.block(node, deep)
        self.is_read, self.is_function = before
        return node

    visit_FunctionDef = visit_AsyncFunctionDef = visit_ClassDef = visit_owner

    def visit_Module(self, node: ast.Module) -> ast.Module:
        node.body = self.block(node, False)
        return node

    def block(self, owner: Any, is_deep: bool) -> list[ast.stmt]:
        """Returns the statements of a block. is_deep: True if annotations of functions in it are
        read, too
        """
        nodes = list(owner.body)
        name = getattr(owner, "name", "")
        if name not in self.read_docs and ast.get_docstring(owner, False) is not None:
            del nodes[0]
        left = []
        for node in nodes:
            is_owner = isinstance(node, OWNERS)
            before, self.is_read = self.is_read, is_deep if is_owner else self.is_read
            if not (is_for_checkers(node) and not node.orelse):
                left.append(self.visit(node))
            self.is_read = before
        left = [node for node in left if node and not is_dots(node)]
        return left or [ast.Expr(ast.Constant(...))]

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.stmt | None:
        if self.is_read or (self.is_function and node.value is None):
            return node
        return ast.Assign([node.target], node.value, lineno=node.lineno) if node.value else None


def is_dots(node: ast.stmt) -> bool:
    """Returns True for `...` as a statement."""
    return isinstance(node, ast.Expr) and getattr(node.value, "value", None) is ...


def imports_of(node: ast.AST) -> set[Imported]:
    """Returns the imports of a statement."""
    if not isinstance(node, (ast.Import, ast.ImportFrom)):
        return set()
    home = getattr(node, "module", "") or ""
    return {(home, each.name, each.asname) for each in node.names}


def lost_names(text: str, sources: Sequence[Source]) -> list[Failure]:
    """Returns the uses of names that these sources define and a flat bundle of them lacks."""
    gone = {name for _, name, _ in undefined(tuple(sources))}
    return [
        Failure("names", f"line {line}", f"{name} is defined nowhere here")
        for _, name, line in undefined((Source("bundle.py", text),))
        if name not in gone
    ]
