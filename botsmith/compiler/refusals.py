"""Finds the lines of bots that the kernels' language refuses, without a C compiler or a build.

This imports the bots' modules, so it runs in a process of its own: botsmith/bundle/kernels.py.
"""

import sys
from collections.abc import Sequence
from types import FunctionType, ModuleType
from typing import Any, TypeVar, get_args, get_origin

from botsmith.compiler.advised import AdvisedProgram
from botsmith.compiler.comments import commented_c
from botsmith.compiler.compile import c_text, import_kernels, write_entry
from botsmith.compiler.fit import REFUSED
from botsmith.errors import BadInput
from botsmith.printable import say, say_text
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


def check(module: str, is_shown: bool = False) -> int:
    """Translates the kernels of a search. Returns 0, or REFUSED after printing one line on stderr.

    is_shown: True to print the C, with the kernels' lines as comments
    """
    try:
        search = import_kernels(module)
        names = [kernel.__name__ for kernel in search.ENTRIES]
        if len(set(names)) < len(names):
            raise BadInput(f"{module}: two kernels in ENTRIES have the same name")
        write = commented_c if is_shown else c_text
        text = write(search.ENTRIES, search.Memory)
    except BadInput as error:
        say(error, to=sys.stderr)
        return REFUSED
    if is_shown:
        say_text(text)
    return 0


def print_refusals(bots: dict[str, list[str]]) -> None:
    """Prints a dict as a literal of Python: by bot, the result of `refusals`.

    bots: by bot, the names of its modules
    The error of an unreadable module is in the second list of its bot.
    """
    out, sys.stdout = sys.stdout, sys.stderr
    found = {}
    for bot, names in bots.items():
        modules, lines, broken = [], [], []
        for name in names:
            try:
                modules.append(import_kernels(name))
            except BadInput as refusal:
                lines.append(str(refusal))
            except (Exception, SystemExit) as error:
                from botsmith.own_code import own_failure  # a third of all imports

                broken.append(own_failure(error) or f"{name}: {error!r}")
        called, others = refusals(modules)
        found[bot] = [*lines, *called], [*others, *broken]
    out.write(ascii(found))


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
                    write_entry(program, kernel, module.Memory)
                except BadInput as refusal:
                    called.append(str(refusal))
    called = sorted({*called, *program.refusals}, key=place)
    kernels = [  # that a module defines, or its factory functions make
        value
        for module in modules
        for value in vars(module).values()
        if isinstance(value, FunctionType) and hasattr(value, "is_kernel")
        if value.__module__ == module.__name__
    ]
    for kernel in kernels:
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


def stated(kernel: Any) -> list[Any]:
    """Returns the kinds of a kernel's parameters, from its annotations; None for a kernel with a
    type variable.
    """
    kinds: list[Any] = []
    for name, kind in getattr(kernel, "__annotations__", {}).items():
        item = (get_args(kind) or [kind])[0]
        if get_origin(kind) in (Numbers, Records, tuple):
            kind = Array(item, AnyLength(2**62), get_origin(kind) is tuple)
        if name != "return":
            kinds.append(None if isinstance(item, TypeVar) else kind)
    return kinds
