"""The text behind live kernels: files, syntax trees, comments, and refusals that point into
them.
"""

import ast
import functools
import importlib.util
import io
import os
import sys
import tokenize
from inspect import CO_COROUTINE
from pathlib import Path
from types import CodeType, ModuleType
from typing import NoReturn

from botsmith.errors import BadInput


class Source:
    """One Python file. Lines count from 1, columns from 0 as in `ast`.

    label: the path to show in C, `common/search/ucb.py`, the same on every machine.
    own_line, trailing: comments without their `#`, by line; own_line stands alone on its line, at
    the column in `columns`.
    blank: the empty lines.
    """

    def __init__(self, path: str, module_name: str) -> None:
        self.path = path
        self.module_name = module_name
        self.text = Path(path).read_text(encoding="utf-8")
        self.tree = ast.parse(self.text, path)
        nodes = list(ast.walk(self.tree))
        self.functions = [node for node in nodes if isinstance(node, ast.FunctionDef)]
        self.classes = [node for node in nodes if isinstance(node, ast.ClassDef)]
        self.label = module_label(path, module_name)
        self.own_line: dict[int, str] = {}
        self.columns: dict[int, int] = {}
        self.trailing: dict[int, str] = {}
        lines = self.lines = self.text.splitlines()
        self.blank = {number for number, line in enumerate(lines, 1) if not line.strip()}
        for token in tokenize.generate_tokens(io.StringIO(self.text).readline):
            if token.type == tokenize.COMMENT:
                line, column = token.start
                where = self.trailing if lines[line - 1][:column].strip() else self.own_line
                self.columns[line] = column
                where[line] = token.string[1:].strip()

    def refuse(self, node: ast.AST, what: str) -> NoReturn:
        """Raises BadInput: file:line:column (columns from 1, as editors count) and the reason."""
        line = getattr(node, "lineno", 1)
        column = getattr(node, "col_offset", 0) + 1
        raise BadInput(f"{short_path(self.path)}:{line}:{column}: {what}")

    def function(self, code: CodeType) -> ast.FunctionDef:
        """The definition of a live function; its code starts at the first decorator or at `def`."""
        for node in self.functions:
            if node.name == code.co_name:
                first = min([node.lineno] + [item.lineno for item in node.decorator_list])
                if code.co_firstlineno in (first, node.lineno):
                    return node
        if code.co_name == "<lambda>":
            self.refuse(at_line(code.co_firstlineno), "a lambda is no kernel: write it with def")
        if code.co_flags & CO_COROUTINE:
            self.refuse(at_line(code.co_firstlineno), "no async in a kernel: write def alone")
        raise BadInput(
            f"{short_path(self.path)}:{code.co_firstlineno}: no definition of {code.co_name} here; "
            "the file has changed since it was imported"
        )

    def spelling(self, node: ast.expr) -> str:
        """The text of an expression that stands on one line."""
        return self.lines[node.lineno - 1][node.col_offset : node.end_col_offset]

    def record(self, name: str) -> ast.ClassDef | None:
        """The definition of a class, if the file has exactly one of that name."""
        found = [node for node in self.classes if node.name == name]
        return found[0] if len(found) == 1 else None

    def assignment(self, name: str) -> ast.Assign | ast.AnnAssign | None:
        """The last statement at module level that gives `name` its value."""
        found: ast.Assign | ast.AnnAssign | None = None
        for node in self.tree.body:
            if isinstance(node, ast.AnnAssign):
                targets: list[ast.expr] = [node.target]
            elif isinstance(node, ast.Assign):
                targets = node.targets
            else:
                continue
            if any(isinstance(target, ast.Name) and target.id == name for target in targets):
                found = node
        return found

    def imported_from(self, name: str) -> tuple[str, str] | None:
        """(module, name there) if `name` comes from a `from ... import` at module level."""
        for node in self.tree.body:
            if isinstance(node, ast.ImportFrom):
                for alias in node.names:
                    if (alias.asname or alias.name) == name:
                        package = self.module_name.rpartition(".")[0]
                        module = "." * node.level + (node.module or "")
                        return importlib.util.resolve_name(module, package or None), alias.name
        return None


def at_line(number: int) -> ast.stmt:
    """A place for refusals of what has no node."""
    return ast.Pass(lineno=number, col_offset=0)


def module_label(path: str, module_name: str) -> str:
    """`bots/csb/rules.py` for the module bots.csb.rules, the bare file name for anything
    unusual.
    """
    expected = module_name.replace(".", "/") + ".py"
    return expected if Path(path).as_posix().endswith("/" + expected) else Path(path).name


def short_path(path: str) -> str:
    """`path` relative to the current folder where it lies in it."""
    here = os.getcwd() + os.sep
    return path[len(here) :] if path.startswith(here) else path


def source_of(path: str, module_name: str) -> Source:
    """The file at `path`, read once as long as it stays as it is."""
    return _source_at(path, module_name, os.stat(path).st_mtime_ns)


@functools.cache
def _source_at(path: str, module_name: str, changed: int) -> Source:
    return Source(path, module_name)


def source_of_module(module_name: str) -> Source | None:
    """The file of an imported module; None for built-in ones."""
    module: ModuleType | None = sys.modules.get(module_name)
    path = getattr(module, "__file__", None)
    if path is None or not path.endswith(".py"):
        return None
    return source_of(path, module_name)
