"""Definite assignment: every local has a value on each way to where it is read."""

import ast

from botsmith.compiler.kinds import NONE
from botsmith.compiler.program import Kernel

Names = frozenset[str]


class FlowChecker:
    """Follows the statements of one kernel with the set of names that surely have a value.

    None in place of a set: this point is never reached.
    """

    def __init__(self, kernel: Kernel) -> None:
        self.kernel = kernel
        self.watched = set(kernel.locals) - kernel.loop_names
        self.breaks: list[list[Names]] = []

    def check(self) -> None:
        """Refuses reads before assignment, unreachable statements and a missing return."""
        start = frozenset(parameter.name for parameter in self.kernel.parameters)
        end = self.block(self.kernel.body, start)
        if end is not None and self.kernel.result is not NONE:
            self.kernel.source.refuse(
                self.kernel.node,
                f"{self.kernel.name} can end without a return of {self.kernel.result}",
            )

    def block(self, statements: list[ast.stmt], names: Names | None) -> Names | None:
        for statement in statements:
            if names is None:
                self.kernel.source.refuse(statement, "this is never reached")
            names = self.statement(statement, names)
        return names

    def statement(self, node: ast.stmt, names: Names) -> Names | None:
        """The names known after one statement."""
        if isinstance(node, ast.If):
            self.reads(node.test, names)
            return both(self.block(node.body, names), self.block(node.orelse, names))
        if isinstance(node, ast.While):
            self.reads(node.test, names)
            is_endless = isinstance(node.test, ast.Constant) and node.test.value is True
            return self.loop(node.body, names, None if is_endless else names)
        if isinstance(node, ast.For):
            self.reads(node.iter, names)
            return self.loop(node.body, names, names)
        if isinstance(node, ast.Break):
            self.breaks[-1].append(names)
            return None
        if isinstance(node, ast.Return | ast.Continue):
            if isinstance(node, ast.Return) and node.value is not None:
                self.reads(node.value, names)
            return None
        if isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None:
            self.reads(node.value, names)
            target = node.targets[0] if isinstance(node, ast.Assign) else node.target
            if isinstance(target, ast.Name):
                return names | {target.id}
        self.reads(node, names)
        return names

    def loop(self, body: list[ast.stmt], names: Names, after: Names | None) -> Names | None:
        """What is known behind a loop: what holds when the condition fails, and at every break."""
        self.breaks.append([])
        self.block(body, names)
        for at_break in self.breaks.pop():
            after = both(after, at_break)
        return after

    def reads(self, node: ast.AST, names: Names) -> None:
        for part in ast.walk(node):
            if isinstance(part, ast.Name) and part.id in self.watched and part.id not in names:
                self.kernel.source.refuse(
                    part, f"{part.id} has no value on some way to this line: set it before"
                )


def both(first: Names | None, second: Names | None) -> Names | None:
    """What holds where two ways meet."""
    if first is None or second is None:
        return second if first is None else first
    return first & second


class Placement:
    """Where C declares each local: in the innermost block that holds all that is said about it.

    inline: assignments that are the declaration themselves.
    before: locals to declare, without a value, before a statement.
    """

    def __init__(self, kernel: Kernel) -> None:
        self.kernel = kernel
        self.inline: set[ast.stmt] = set()
        self.before: dict[ast.stmt, list[str]] = {}
        self.names: dict[ast.AST, set[str]] = {}
        parameters = {parameter.name for parameter in kernel.parameters}
        for name in kernel.locals:
            if name not in kernel.loop_names and name not in parameters:
                self.place(name, kernel.body)

    def place(self, name: str, block: list[ast.stmt]) -> None:
        """Places `name` for one block: in its inner blocks, if each of them sets it for itself."""
        holders = [statement for statement in block if self.mentions(statement, name)]
        if all(self.is_private(holder, name) for holder in holders):
            for holder in holders:
                for inner in inner_blocks(holder):
                    if any(self.mentions(statement, name) for statement in inner):
                        self.place(name, inner)
        elif assigned_name(holders[0]) == name:
            self.inline.add(holders[0])
        else:
            self.before.setdefault(holders[0], []).append(name)

    def mentions(self, node: ast.AST, name: str) -> bool:
        """Whether `name` occurs in a statement or an expression."""
        if node not in self.names:
            parts = [part for part in ast.walk(node) if isinstance(part, ast.Name)]
            self.names[node] = {part.id for part in parts}
        return name in self.names[node]

    def is_private(self, node: ast.stmt, name: str) -> bool:
        """Whether a compound statement uses `name` only inside of its blocks, set before read."""
        inner = [
            block for block in inner_blocks(node) if any(self.mentions(s, name) for s in block)
        ]
        if not inner or any(self.mentions(part, name) for part in header(node)):
            return False
        return not any(ReadsBefore(self.kernel, name).in_block(block) for block in inner)


class ReadsBefore(FlowChecker):
    """Whether a block may read a name before it sets it."""

    def __init__(self, kernel: Kernel, name: str) -> None:
        super().__init__(kernel)
        self.watched = {name}
        self.breaks = [[]]
        self.is_found = False

    def in_block(self, block: list[ast.stmt]) -> bool:
        self.block(block, frozenset())
        return self.is_found

    def reads(self, node: ast.AST, names: Names) -> None:
        for part in ast.walk(node):
            if isinstance(part, ast.Name) and part.id in self.watched and part.id not in names:
                self.is_found = True


def assigned_name(node: ast.stmt) -> str | None:
    """The name that a plain assignment sets."""
    target: ast.expr | None = None
    if isinstance(node, ast.Assign):
        target = node.targets[0]
    elif isinstance(node, ast.AnnAssign):
        target = node.target
    return target.id if isinstance(target, ast.Name) else None


def inner_blocks(node: ast.stmt) -> list[list[ast.stmt]]:
    """The blocks of a compound statement."""
    if isinstance(node, ast.If):
        return [node.body, node.orelse]
    return [node.body] if isinstance(node, ast.While | ast.For) else []


def header(node: ast.stmt) -> list[ast.expr]:
    """The expressions of a compound statement that stand outside of its blocks."""
    if isinstance(node, ast.For):
        return [node.iter]
    return [node.test] if isinstance(node, ast.If | ast.While) else []
