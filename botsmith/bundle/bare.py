"""The proof that the short form of a module leaves out only what it may: by syntax trees."""

import ast
from collections.abc import Sequence, Set
from dataclasses import replace
from functools import lru_cache
from itertools import zip_longest
from typing import Any

from botsmith.bundle.flat import OWNERS, Piece
from botsmith.bundle.followed import is_for_checkers
from botsmith.bundle.short import BLIND, BLIND_BASES, Short, alias_of

Imported = tuple[str, str, str | None]  # from where, what, as what


def as_short(piece: Piece, short: Short) -> Piece:
    """Returns a piece by the lines of the short form, not of the source."""
    numbers = {line: number for number, line in enumerate(short.lines, start=1)}
    return replace(piece, source=short.source, lines=tuple(numbers[n] for n in piece.lines))


def changed_line(short: Short, read_docs: Set[str]) -> int:
    """Returns the first line of a source that its short form changes, 0 if it only leaves out what
    it may.

    read_docs: names whose docstrings stay. That nothing reads the rest, `same_answers` shows.
    """
    return changed_line_of(short.full.text, short.text, frozenset(read_docs))


@lru_cache(maxsize=128)  # who watches files asks again at every save
def changed_line_of(full_text: str, made_text: str, read_docs: frozenset[str]) -> int:
    """Returns what `changed_line` does, for these texts."""
    full, made = ast.parse(full_text), ast.parse(made_text)
    said = {node.id for node in ast.walk(made) if isinstance(node, ast.Name)}
    held = {each for node in made.body for each in imported(node)}
    full.body = [node for node in full.body if is_needed(node, said, held)]
    ours, theirs = (Bare(read_docs).visit(tree).body for tree in (full, made))
    for our, their in zip_longest(ours, theirs):
        if our is None or their is None or ast.dump(our) != ast.dump(their):
            return getattr(our, "lineno", 1)
    return 0


def is_needed(node: ast.stmt, said: Set[str], held: Set[Imported]) -> bool:
    """Returns False for an alias of types that the short form does not name; thins imports out.

    said: the names in the short form; held: its imports.
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
    """Takes docstrings and annotations out of a tree, but for those that something may read."""

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
        """Returns the statements of a block. is_deep: annotations of functions in it are read,
        too.
        """
        nodes = list(owner.body)
        if is_text(nodes[:1]) and getattr(owner, "name", "") not in self.read_docs:
            del nodes[0]
        left = []
        for node in nodes:
            is_owner = isinstance(node, OWNERS)
            before, self.is_read = self.is_read, is_deep if is_owner else self.is_read
            if not (is_for_checkers(node) and not node.orelse):
                left.append(self.visit(node))
            self.is_read = before
        dots = ast.Expr(ast.Constant(...))
        left = [node for node in left if node and ast.dump(node) != ast.dump(dots)]
        return left or [dots]

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.stmt | None:
        if self.is_read or (self.is_function and node.value is None):
            return node
        return ast.Assign([node.target], node.value, lineno=node.lineno) if node.value else None


def is_text(nodes: Sequence[ast.stmt]) -> bool:
    """Returns True for a list that begins with a string as a statement."""
    return any(
        isinstance(node, ast.Expr)
        and isinstance(node.value, ast.Constant)
        and isinstance(node.value.value, str)
        for node in nodes[:1]
    )


def imported(node: ast.AST) -> set[Imported]:
    """Returns what a statement imports."""
    if not isinstance(node, (ast.Import, ast.ImportFrom)):
        return set()
    home = getattr(node, "module", "") or ""
    return {(home, each.name, each.asname) for each in node.names}
