"""The text behind live kernels: files, syntax trees, and refusals that point into them."""

import ast
import functools
import os
from inspect import CO_COROUTINE
from pathlib import Path
from types import CodeType
from typing import NoReturn

from botsmith.errors import BadInput


class Source:
    """One Python file. Lines count from 1, columns from 0 as in `ast`."""

    def __init__(self, path: str) -> None:
        self.path = path
        nodes = list(ast.walk(ast.parse(Path(path).read_text(encoding="utf-8"), path)))
        self.functions = [node for node in nodes if isinstance(node, ast.FunctionDef)]
        self.classes = [node for node in nodes if isinstance(node, ast.ClassDef)]

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

    def record(self, name: str) -> ast.ClassDef | None:
        """The definition of a class, if the file has exactly one of that name."""
        found = [node for node in self.classes if node.name == name]
        return found[0] if len(found) == 1 else None


def at_line(number: int) -> ast.stmt:
    """A place for refusals of what has no node."""
    return ast.Pass(lineno=number, col_offset=0)


def short_path(path: str) -> str:
    """`path` relative to the current folder where it lies in it."""
    here = os.getcwd() + os.sep
    return path[len(here) :] if path.startswith(here) else path


def source_of(path: str) -> Source:
    """The file at `path`, read once as long as it stays as it is."""
    return _source_at(path, os.stat(path).st_mtime_ns)


@functools.cache
def _source_at(path: str, changed: int) -> Source:
    return Source(path)
