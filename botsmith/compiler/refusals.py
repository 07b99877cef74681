"""Finds all lines of bots that the kernels' language refuses, without a C compiler or a build.

This imports the bots' modules, so it runs in a process of its own: botsmith/bundle/kernels.py.
"""

from collections.abc import Sequence
from types import FunctionType, ModuleType
from typing import Any, TypeVar, get_args, get_origin

from botsmith.compiler import compile as compiler
from botsmith.compiler.advised import AdvisedProgram
from botsmith.errors import BadInput
from common.c_text import Array
from common.kernel import Numbers, Records
from common.translate import Refused


class AnyLength(int):
    """An array length that no annotation states. It equals every length."""

    compiled = 2**62

    def __eq__(self, other: object) -> bool:
        return True

    def __ne__(self, other: object) -> bool:
        return False

    __hash__ = int.__hash__


def refusals(modules: Sequence[ModuleType]) -> tuple[list[str], list[str]]:
    """Returns the refused lines of the kernels that C calls, and those of all other kernels.

    C calls the ENTRIES of a module with a Memory. Other kernels are checked for the kinds in their
    annotations; a kernel with a type variable is left out. Both lists are sorted by file and line.
    """
    program, called = AdvisedProgram(), []
    for module in modules:
        if hasattr(module, "Memory") and hasattr(module, "ENTRIES"):
            for kernel in module.ENTRIES:
                try:
                    compiler.write_entry(program, kernel, module.Memory)
                except BadInput as refusal:
                    called.append(str(refusal))
    called = sorted({*called, *program.refusals}, key=place)
    for kernel in (kernel for module in modules for kernel in kernels_of(module)):
        kinds = stated(kernel)
        if None not in kinds and not any(kernel is read for read, *_ in program.functions):
            try:
                program.call(kernel, kinds)
            except Refused as refusal:
                program.refuse(refusal)
    return called, sorted({*program.refusals} - {*called}, key=place)


def place(line: str) -> tuple[str, int]:
    """Returns the file and the line of a refusal."""
    path, _, rest = line.partition(":")
    number = rest.partition(":")[0]
    return path, int(number) if number.isdigit() else 0


def kernels_of(module: ModuleType) -> list[FunctionType]:
    """Returns the kernels that a module defines, and the kernels that its factories made."""
    return [
        value
        for value in vars(module).values()
        if isinstance(value, FunctionType) and hasattr(value, "is_kernel")
        if value.__module__ == module.__name__
    ]


def stated(kernel: Any) -> list[Any]:
    """Returns the kinds of a kernel's parameters; None for a kernel whose kinds only its calls
    show.
    """
    kinds: list[Any] = []
    for name, kind in getattr(kernel, "__annotations__", {}).items():
        item = (get_args(kind) or [kind])[0]
        if get_origin(kind) in (Numbers, Records, tuple):
            kind = Array(item, AnyLength(2**62), get_origin(kind) is tuple)
        if name != "return":
            kinds.append(None if isinstance(item, TypeVar) else kind)
    return kinds
