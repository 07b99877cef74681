"""Imports a bot's kernels, and translates them to C with all functions that they call.

The translator is the one that ships. `advised` explains the lines that it refuses.
"""

import ast
import importlib
import sys
import tempfile
import traceback
from collections.abc import Callable, Sequence
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

from botsmith.compiler import advice
from botsmith.compiler.advised import AdvisedFunction, AdvisedProgram
from botsmith.errors import BadInput
from botsmith.paths import short_path
from common import kernel as subset
from common.engine import AnyMemory
from common.kernel import SCALARS
from common.native import NativeEngine, find_compilers, make_library
from common.translate import Program

Kernels = Sequence[Callable[..., Any]]


def import_kernels(name: str) -> ModuleType:
    """Returns the module of a search. Raises BadInput with file:line:column if common/kernel.py
    refuses one of its records or another use of it.
    """
    lenient, subset.legal = subset.legal, as_stated
    try:
        return importlib.import_module(name)
    except (TypeError, ValueError) as error:
        refuse_declaration(error)
        raise
    finally:
        subset.legal = lenient


def as_stated(name: str, kind: Any, items: Any) -> Any:
    """Returns a field's numbers if they are finite and of its kind. Raises TypeError otherwise.

    A pasted bot plays on with the nearest legal numbers; at home the author sees the error.
    """
    if any(type(item) is not kind or item * 0 != 0 for item in items):
        caller = sys._getframe(1).f_locals
        stated, default = caller["kind"], caller["default"]
        raise TypeError(f"{caller['cls'].__name__}.{name}: not {stated!r} = {default}")
    return items


def refuse_declaration(error: Exception) -> None:
    """Raises BadInput if record(), numbers(), records() or capacity() raised the error."""
    frames = list(traceback.walk_tb(error.__traceback__))
    inner, files = None, (subset.__file__, as_stated.__code__.co_filename)
    while frames and frames[-1][0].f_code.co_filename in files:
        inner = frames.pop()[0]
    if inner is None or not frames:
        return
    path, line, column = frames[-1][0].f_code.co_filename, frames[-1][1], 1
    if inner.f_code is subset.record.__code__:
        name, field = inner.f_locals["cls"].__name__, inner.f_locals.get("name")
        nodes = ast.walk(ast.parse(Path(path).read_text(encoding="utf-8")))
        named = [each for each in nodes if isinstance(each, ast.ClassDef) and each.name == name]
        for node in (*named, *named[0].body) if len(named) == 1 else ():
            if node in named or getattr(getattr(node, "target", None), "id", "") == field:
                line, column = node.lineno, node.col_offset + 1
    raise BadInput(f"{short_path(path)}:{line}:{column}: {error}")


def c_text(kernels: Kernels, memory: type, writer: type[AdvisedFunction] = AdvisedFunction) -> str:
    """Returns the C text of kernels that are called on a `memory`.

    writer: the class that writes each of them
    Raises BadInput if a kernel is outside of the subset, with file:line:column and what to write.
    """
    program = AdvisedProgram()
    program.writer = writer
    for kernel in kernels:
        write_entry(program, kernel, memory)
    program.check()
    return "\n".join(program.parts) + "\n"


def write_entry(program: Program, kernel: Any, memory: type) -> None:
    """Adds a kernel that is called on a `memory`. Raises BadInput if the kernel cannot be called on
    it.
    """
    stated = [*getattr(kernel, "__annotations__", {}).values()]
    for kind in stated[1:-1]:
        if kind not in SCALARS and not isinstance(kind, str):  # which is reported below
            what = "the memory, and then int, float or bool alone"
            raise BadInput(f"{place(kernel)}the entry {kernel.__name__} is called with {what}")
    if getattr(kernel, "__defaults__", None):
        what = "without defaults: hand every value in"
        raise BadInput(f"{place(kernel)}the entry {kernel.__name__} is called {what}")
    write(program, kernel, [memory, *stated[1:-1]])


def place(function: Any) -> str:
    """Returns file, line and column of a function as the beginning of a message; "" for any other
    value.
    """
    code = getattr(function, "__code__", None)
    return f"{short_path(code.co_filename)}:{code.co_firstlineno}:1: " if code else ""


def write(program: Program, kernel: Any, kinds: Sequence[Any]) -> None:
    """Adds an entry to a program. Raises BadInput if it is no kernel, or is outside of the
    subset.
    """
    name = getattr(kernel, "__name__", repr(kernel))
    if not getattr(kernel, "is_kernel", False):
        way = "mark the function with @kernel"
        raise BadInput(f"{place(kernel)}the entry {name} is no kernel: {way}")
    if not isinstance(kernel, FunctionType):
        raise BadInput(f"the entry {name} is no function: {advice.ALONE}")
    if name == "place":
        way = f"run_{name} stands in C already"
        raise BadInput(f"{place(kernel)}the entry {name} needs another name: {way}")
    program.entry(kernel, kinds)


def native_engine(
    memory: type[AnyMemory], kernels: Kernels, flags: str = ""
) -> NativeEngine[AnyMemory]:
    """Returns the bots' engine without a bot, for benchmarks and tests. It may wait for the
    compiler, and it raises errors instead of playing in Python.

    flags: as in make_library
    Raises BadInput for kernels outside of the subset, Unusable if there is no C compiler or it
    fails.
    """
    with tempfile.TemporaryDirectory() as folder:  # what is loaded stays loaded
        path = f"{folder}/kernels.so"
        make_library(find_compilers(), path, c_text(kernels, memory), flags)
        return NativeEngine(memory, path)
