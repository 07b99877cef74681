"""Where a live kernel stands in its file, and the kinds that its parameters state."""

import ast
import functools
import os
from inspect import CO_COROUTINE
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any, NoReturn, TypeVar, get_args, get_origin

from botsmith.compiler.advice import class_advice
from botsmith.compiler.kinds import LONGEST, Kind, is_class
from botsmith.errors import BadInput
from common.c_text import Array
from common.kernel import SCALARS, Numbers, Records


class Source:
    """One Python file. Lines count from 1, columns from 0 as in `ast`."""

    def __init__(self, path: str) -> None:
        self.path = path
        nodes = list(ast.walk(ast.parse(Path(path).read_text(encoding="utf-8"), path)))
        self.functions = [node for node in nodes if isinstance(node, ast.FunctionDef)]
        self.classes = [node for node in nodes if isinstance(node, ast.ClassDef)]

    def refuse(self, node: ast.AST | int, what: str) -> NoReturn:
        """Raises BadInput at a node, or at a line."""
        line = node if isinstance(node, int) else getattr(node, "lineno", 1)
        column = getattr(node, "col_offset", 0) + 1
        raise BadInput(f"{short_path(self.path)}:{line}:{column}: {what}")

    def function(self, code: CodeType) -> ast.FunctionDef:
        """Returns the definition of a live function, which starts at a decorator or at `def`."""
        for node in self.functions:
            if node.name == code.co_name:
                first = min([node.lineno] + [item.lineno for item in node.decorator_list])
                if code.co_firstlineno in (first, node.lineno):
                    return node
        if code.co_name == "<lambda>":
            self.refuse(code.co_firstlineno, "a lambda is no kernel: write it with def")
        if code.co_flags & CO_COROUTINE:
            self.refuse(code.co_firstlineno, "no async in a kernel: write def alone")
        raise BadInput(
            f"{short_path(self.path)}:{code.co_firstlineno}: no definition of {code.co_name} here; "
            "the file has changed since it was imported"
        )


def short_path(path: str) -> str:
    """Returns `path` relative to the current folder where it lies in it."""
    here = os.getcwd() + os.sep
    return path[len(here) :] if path.startswith(here) else path


def source_of(path: str) -> Source:
    """Returns the file at `path`, read once as long as it stays as it is."""
    return _source_at(path, os.stat(path).st_mtime_ns)


@functools.cache
def _source_at(path: str, changed: int) -> Source:
    return Source(path)


def live_names(function: FunctionType) -> dict[str, Any]:
    """Returns what the names of a function stand for: its closure's before its module's."""
    cells = [cell.cell_contents for cell in function.__closure__ or ()]
    return function.__globals__ | dict(zip(function.__code__.co_freevars, cells, strict=True))


def signature(function: FunctionType) -> dict[str, Kind]:
    """Returns the kinds that a kernel's parameters state, a TypeVar for an unknown record.

    An array has another length at each parameter: only the caller knows it. BadInput says what is
    wrong with the definition.
    """
    code = function.__code__
    if not Path(code.co_filename).is_file():
        raise BadInput(f"{code.co_filename}: {code.co_name} has no file: kernels live in one")
    source = source_of(code.co_filename)
    node = source.function(code)
    arguments, stated = node.args, function.__annotations__
    for odd in (arguments.vararg, arguments.kwarg, *arguments.kwonlyargs):
        if odd is not None:
            advice = "a kernel has plain parameters, no * and no **: Numbers[int] or Records[...]"
            source.refuse(odd, f"{odd.arg}: {advice} holds many")
    for value in arguments.defaults:
        advice = f"no default values in a kernel: write {ast.unparse(value)} at the calls"
        source.refuse(value, advice)
    kinds: dict[str, Kind] = {}
    for argument in arguments.posonlyargs + arguments.args:
        if argument.arg not in stated:
            is_method = argument.arg == "self"
            advice = "a kernel is a plain function: take it out of the class"
            advice = advice if is_method else "int, float, bool, a record"
            source.refuse(argument, f"{argument.arg} needs an annotation: {advice}")
        kind = stated_kind(stated[argument.arg], LONGEST - len(kinds))
        if isinstance(kind, str):
            source.refuse(argument, kind.replace("{}", argument.arg, 1))
        kinds[argument.arg] = kind
    if stated.get("return", ...) not in (*SCALARS, None):
        source.refuse(
            node,
            f"{node.name} returns int, float, bool or None, and says so with ->; more results go "
            "into a record that is handed in",
        )
    if ast.get_docstring(node, clean=False) is not None and not node.body[1:]:
        source.refuse(node, f"{node.name} does nothing: write pass or return")
    return kinds


def stated_kind(stated: Any, length: int) -> Kind:
    """Returns the kind that an annotation states, or what is wrong with it as a text."""
    if isinstance(stated, str):
        return (
            "{} is annotated with text: write " + stated + " without quotes, and no "
            "'from __future__ import annotations' in a module of kernels"
        )
    if stated in SCALARS or is_class(stated) or isinstance(stated, TypeVar):
        return stated
    if isinstance(stated, type) and stated.__module__ not in ("builtins", "typing"):
        return f"{stated.__name__} is {class_advice(stated)}"
    item, *more = get_args(stated) or [None]
    if (get_origin(stated), *more) in [(Numbers,), (Records,), (tuple, ...)]:
        kind = stated_kind(item, length)
        if isinstance(kind, Array):
            return "{}: no arrays of arrays; let a record hold the rows"
        return kind if isinstance(kind, str) else Array(kind, length, bool(more))
    return (
        f"{{}}: {getattr(stated, '__name__', stated)} is not in the subset: int, float, bool, a "
        "record, Numbers[...], Records[...] or tuple[int, ...] for a table"
    )


def solved(function: FunctionType, variable: TypeVar, seen: tuple[Any, ...] = ()) -> Kind:
    """Returns the record that a type variable stands for: what a kernel wants that is called with
    it. None if no call says.
    """
    node = source_of(function.__code__.co_filename).function(function.__code__)
    names = live_names(function)
    kinds = function.__annotations__.items()
    own = {name for name, kind in kinds if variable in (kind, *get_args(kind))}
    for call in ast.walk(node):
        callee: Any = names.get(getattr(getattr(call, "func", None), "id", ""))
        if not isinstance(call, ast.Call) or not hasattr(callee, "is_kernel") or callee in seen:
            continue
        wanted = signature(callee)
        for passed, kind in zip(call.args, wanted.values(), strict=False):
            owner = passed.value if isinstance(passed, ast.Subscript) else passed
            if getattr(owner, "id", "") in own:
                kind = kind.item if isinstance(kind, Array) else kind
                if isinstance(kind, TypeVar):
                    kind = solved(callee, kind, (*seen, function))
                if is_class(kind):
                    return kind
    return None
