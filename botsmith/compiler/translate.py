"""Live kernels -> one C file. The only door into the compiler."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from botsmith.compiler.cfile import FileWriter, Translation
from botsmith.compiler.effects import find_effects
from botsmith.compiler.program import Program
from botsmith.compiler.subset import KernelChecker
from botsmith.errors import BadInput

# How the text must be compiled for equal bits; -shared -fPIC are for the loader to add.
LANGUAGE_FLAGS = ["-std=c11", "-fwrapv", "-ffp-contract=off"]
LEVEL = "-O2"  # unless a search asks for another one, as LEVELS has them
LEVELS = ("-O1", "-O2", "-O3")
INEXACT = "tan atan asin acos atan2 log log2 log10 log1p exp expm1 tanh cbrt pow".split()


def exact_flags(used: Iterable[str]) -> list[str]:
    """Flags that keep the compiler from working out these functions of libm in its own way.

    sin and cos are not among them: their helpers hide constants, and one call makes both.
    """
    return [f"-fno-builtin-{name}" for name in INEXACT if name in used]


def shipping_flags(used: Iterable[str] = INEXACT, level: str = LEVEL) -> list[str]:
    """How a bundle has its kernels compiled. used: the functions of libm that they call."""
    return [level, "-march=native", *LANGUAGE_FLAGS, *exact_flags(used)]


SHIPPING_FLAGS = shipping_flags()
LIBRARY_FLAGS = ["-shared", "-fPIC"]


def translate(entries: Mapping[str, Callable[..., Any]], pools: str = "compiled") -> Translation:
    """The kernels in `entries` and all that they call, as C.

    entries: name -> function object; `run_<name>` will be its entry in the library.
    pools: "compiled" or "pure", which of the two lengths of capacity() the C text has.
    BadInput: a kernel is outside of the subset; the text says file:line:column and what to write.
    """
    if not isinstance(entries, Mapping):
        raise BadInput('translate() takes the entries by name: {"jump": jump}')
    program = Program(pools)
    first = {}
    for name, function in entries.items():
        if not getattr(function, "is_kernel", False):
            raise BadInput(f"the entry {name} is no kernel: mark the function with @kernel")
        first[name] = program.kernel(function)  # type: ignore[arg-type]
    checkers: list[KernelChecker] = []
    while len(checkers) < len(program.kernels):
        kernel = list(program.kernels.values())[len(checkers)]
        checkers.append(KernelChecker(program, kernel))
        for parameter in kernel.parameters:
            program.reach(parameter.kind)
        checkers[-1].check()
    kernels = list(program.kernels.values())
    find_effects(kernels)
    for checker in checkers:
        checker.refuse_loose_calls()
    return FileWriter(program, first).write()
