"""The way of a bot's kernels to C: imported, and translated with all that they call.

The translator is the one that ships. `advised` says what is wrong with a line that it refuses.
"""

import ast
import importlib
import sys
import tempfile
import traceback
from collections.abc import Callable, Sequence
from types import ModuleType
from typing import Any, TypeVar

from botsmith.compiler.advised import AdvisedProgram
from botsmith.compiler.kinds import Kind
from botsmith.compiler.signatures import solved, source_of
from botsmith.errors import BadInput
from common import kernel as subset
from common.c_text import Array
from common.engine import AnyMemory
from common.native import NativeEngine, find_compiler, make_library
from common.translate import Program, Refused

Kernels = Sequence[Callable[..., Any]]


def import_kernels(name: str) -> ModuleType:
    """Returns the module of a search. BadInput with file:line:column for a record's class, or
    another use of common/kernel.py, that is refused there.
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
    """Returns a field's numbers if they are finite and of its kind; `legal` would make them so.

    A paste plays on with the nearest numbers; at home its author is told. TypeError as record's.
    """
    if any(type(item) is not kind or item * 0 != 0 for item in items):
        told = sys._getframe(1).f_locals
        stated, default = told["kind"], told["default"]
        raise TypeError(f"{told['cls'].__name__}.{name}: not {stated!r} = {default}")
    return items


def refuse_declaration(error: Exception) -> None:
    """Raises BadInput if record(), numbers(), records() or capacity() raised the error."""
    frames = list(traceback.walk_tb(error.__traceback__))
    inner = None
    while frames and frames[-1][0].f_code.co_filename in (
        subset.__file__,
        as_stated.__code__.co_filename,
    ):
        inner = frames.pop()[0]
    if inner is None or not frames:
        return
    frame, line = frames[-1]
    source = source_of(frame.f_code.co_filename)
    place: ast.AST | int = line
    if inner.f_code is subset.record.__code__:
        named = [each for each in source.classes if each.name == inner.f_locals["cls"].__name__]
        place = named[0] if len(named) == 1 else line
        for node in getattr(place, "body", []):
            match node:
                case ast.AnnAssign(target=ast.Name(id=name)) if name == inner.f_locals.get("name"):
                    place = node
    source.refuse(place, str(error))


def check(kernels: Kernels) -> None:
    """Checks the kernels and all that they call, without a memory; BadInput as from c_text().

    A type variable stands for what the kernels want that are called with it.
    """
    program = AdvisedProgram()
    entries = {function: stated(program, function) for function in kernels}
    for is_last in (False, True):
        for function, kinds in entries.items():
            known = [filled(function, kind) for kind in kinds.values()]
            is_called = any(key[0] is function for key in program.functions)
            if None not in known:
                write(program, function, known)
            elif is_last and not is_called:
                name = [*kinds][known.index(None)]
                variable: Any = getattr(kinds[name], "item", kinds[name])
                source = source_of(function.__code__.co_filename)
                source.refuse(
                    source.function(function.__code__).args.args[known.index(None)],
                    f"{variable.__name__} is unknown here: no kernel that is called with {name}, "
                    "and none that calls this one, states a record for it; write the class, or "
                    "pass it on",
                )


def stated(program: AdvisedProgram, function: Any) -> dict[str, Kind]:
    """Returns the kinds that an entry states; BadInput if it can be none."""
    name = getattr(function, "__name__", repr(function))
    if not getattr(function, "is_kernel", False):
        raise BadInput(f"the entry {name} is no kernel: mark the function with @kernel")
    if name == "place":
        raise BadInput(f"the entry {name} needs another name: run_{name} stands in C already")
    try:
        return program.stated(function)
    except Refused as refusal:
        raise BadInput(str(refusal)) from None


def filled(function: Any, kind: Kind) -> Kind:
    """Returns a stated kind without type variables; None if nothing says what one stands for."""
    item = kind.item if isinstance(kind, Array) else kind
    if isinstance(item, TypeVar):
        item = solved(function, item)
        return kind._replace(item=item) if item and isinstance(kind, Array) else item
    return kind


def write(program: Program, function: Any, kinds: Sequence[Kind]) -> None:
    try:
        program.entry(function, kinds)
    except Refused as refusal:
        raise BadInput(str(refusal)) from None


def c_text(
    kernels: Kernels, memory: type, program_type: type[AdvisedProgram] = AdvisedProgram
) -> str:
    """Returns the C text of kernels that are called on a `memory`.

    BadInput: one is outside of the subset; the text says file:line:column and what to write.
    """
    program = program_type()
    for kernel in kernels:
        more = [*stated(program, kernel).values()][1:]
        write(program, kernel, [memory, *more])
    return "\n".join(program.parts) + "\n"


def native_engine(
    memory: type[AnyMemory], kernels: Kernels, flags: str = ""
) -> NativeEngine[AnyMemory]:
    """Returns the bots' engine without a bot, for benchmarks and tests: it may wait and raise.
    flags: as in make_library.

    BadInput for kernels outside of the subset, Unusable if there is no C compiler or it refuses.
    """
    with tempfile.TemporaryDirectory() as folder:  # what is loaded stays loaded
        path = f"{folder}/kernels.so"
        make_library(find_compiler(), path, c_text(kernels, memory), flags)
        return NativeEngine(memory, path)
