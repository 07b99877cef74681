"""Kernels in C, called with the records and arrays of Python, and read back."""

import ast
import atexit
import ctypes
import functools
import hashlib
import mmap
import os
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar, get_args, get_origin

from botsmith.compiler.advised import AdvisedProgram
from botsmith.compiler.compile import write
from common.c_text import Array
from common.kernel import Capacity, Numbers, Records, is_record
from common.native import BASE_FLAGS, C_TYPES, TRAPS, layout
from common.translate import read

Kernel = Callable[..., Any]


class Trapped(Exception):
    """A kernel left through a trap; the text says where in Python, and what Python would raise."""


def check(kernels: Sequence[Kernel]) -> None:
    """Writes the C of kernels and of all that they call, for the kinds that they state.

    A type variable stands for what the kernels want that are called with it.
    """
    program = AdvisedProgram()
    for kernel in kernels:
        stated = [*kernel.__annotations__.items()][: kernel.__code__.co_argcount]
        kinds = [stated_kind(kernel, *each, n) for n, each in enumerate(stated)]
        write(program, kernel, kinds)
    program.check()


def stated_kind(kernel: Any, name: str, stated: Any, number: int) -> Any:
    """The kind of a parameter; each array has another length."""
    item, *more = get_args(stated) or [stated]
    if isinstance(item, TypeVar):
        item = solved(kernel, name)
    if get_origin(stated) in (Numbers, Records, tuple):
        return Array(item, 2**62 - number, bool(more))
    return stated if get_args(stated) else item


def solved(kernel: Any, name: str, seen: tuple[Any, ...] = ()) -> Any:
    """The record that kernels want which are called with a parameter of a kernel, or None."""
    code, names = kernel.__code__, dict(kernel.__globals__)
    for free, cell in zip(code.co_freevars, kernel.__closure__ or (), strict=True):
        names[free] = cell.cell_contents
    own = {kernel.__annotations__[name], *get_args(kernel.__annotations__[name])}
    same = {each for each, kind in kernel.__annotations__.items() if own & {kind, *get_args(kind)}}
    for node in ast.walk(read(code)):
        called = names.get(getattr(getattr(node, "func", None), "id", ""))
        if not isinstance(node, ast.Call) or called in seen or not hasattr(called, "is_kernel"):
            continue
        for given, (other, kind) in zip(node.args, called.__annotations__.items(), strict=False):
            owner = given.value if isinstance(given, ast.Subscript) else given
            if getattr(owner, "id", "") in same:
                item = (get_args(kind) or [kind])[0]
                if isinstance(item, TypeVar):
                    item = solved(called, other, (*seen, kernel))
                if item and hasattr(item, "kernel_fields"):
                    return item
    return None


class CPythonProgram(AdvisedProgram):
    """A program in which pools are as long as on CPython."""

    def record(self, kind: Any) -> tuple[str, dict[str, Any]]:
        if kind not in self.records:
            fields = kind.kernel_fields.items()
            pure = {name: [item, *lengths[:1] * 2] for name, (item, *lengths) in fields}
            shape = type(kind.__name__, (), {"kernel_fields": pure})
            self.records[kind] = super().record(shape)
        return self.records[kind]

    def constant(self, value: Any) -> tuple[str, Any]:
        return super().constant(int(value) if type(value) is Capacity else value)


class Library:
    """Kernels compiled together.

    calls: each kernel with arguments such as it will get; these say how long arrays are.
    is_compiled: pools are as long as in a bot's C; else as in CPython. text: the C text.
    """

    def __init__(
        self,
        calls: Mapping[Kernel, Sequence[Any]],
        compiler: str = "gcc",
        flags: Sequence[str] = BASE_FLAGS,
        is_compiled: bool = False,
    ) -> None:
        program = AdvisedProgram() if is_compiled else CPythonProgram()
        for kernel, arguments in calls.items():
            program.entry(kernel, kinds_of(kernel, arguments))
        program.check()
        self.text = "\n".join(program.parts)
        self.is_compiled = is_compiled
        self.library = ctypes.CDLL(str(compile_library(self.text, compiler, flags)))

    def call(self, kernel: Kernel, *arguments: Any) -> Any:
        """kernel(*arguments) in C; records and arrays are changed as the kernel changes them.

        Raises Trapped where C stopped; what was handed in is then as before.
        """
        moved: dict[int, tuple[Any, Any]] = {}
        values = []
        for kind, value in zip(kinds_of(kernel, arguments), arguments, strict=True):
            if kind in C_TYPES:
                values.append(C_TYPES[kind](value))
            else:
                if id(value) not in moved:
                    moved[id(value)] = self.moved_in(value), value
                values.append(ctypes.byref(moved[id(value)][0]))
        result = C_TYPES.get(kernel.__annotations__["return"], ctypes.c_int64)()
        reason = self.library[f"run_{kernel.__name__}"](*values, ctypes.byref(result))
        if reason:
            place = ctypes.c_char_p.in_dll(self.library, "run_place").value or b""
            raise Trapped(f"{place.decode()}: {TRAPS[reason - 1].__name__}")
        for there, value in moved.values():
            take_back(value, there)
        return result.value if kernel.__annotations__["return"] else None

    def moved_in(self, value: Any) -> Any:
        """A record or an array in memory that is taken only as it is used, as pools are large."""
        is_array = isinstance(value, list | tuple)
        kind: Any = type(value[0] if is_array else value)
        shape = layout(kind if self.is_compiled or kind in C_TYPES else in_cpython(kind))
        shape = shape * len(value) if is_array else shape
        there = shape.from_buffer(mmap.mmap(-1, ctypes.sizeof(shape)))
        move_in(there, value)
        return there


def move_in(there: Any, value: Any) -> None:
    """Copies a Python record or array into C."""
    if is_record(type(value)):
        for name in type(value).kernel_fields:
            part = getattr(value, name)
            if type(part) in C_TYPES:
                setattr(there, name, part)
            else:
                move_in(getattr(there, name), part)
    elif type(value[0]) in C_TYPES:
        there[: len(value)] = value
    else:
        for one, item in zip(there, value, strict=False):
            move_in(one, item)


def take_back(value: Any, there: Any) -> None:
    """Copies what C left into the Python record or array."""
    if is_record(type(value)):
        for name in type(value).kernel_fields:
            old = getattr(value, name)
            if type(old) in C_TYPES:
                setattr(value, name, getattr(there, name))
            else:
                take_back(old, getattr(there, name))
    elif type(value[0]) not in C_TYPES:
        for item, one in zip(value, there, strict=False):
            take_back(item, one)
    elif isinstance(value, list):
        value[:] = there[: len(value)]


@functools.cache
def in_cpython(record: Any) -> Any:
    """For a record's class one with the same fields, in which pools are as long as in CPython."""
    fields: dict[str, Any] = {}
    for name, (kind, *lengths) in record.kernel_fields.items():
        kind = kind if kind in C_TYPES else in_cpython(kind)
        fields[name] = [kind, *lengths[:1], *lengths[:1]]
    members = {"kernel_fields": fields, "kernel_assign": record.kernel_assign}
    return type(record.__name__, (), members)


def kinds_of(kernel: Kernel, arguments: Sequence[Any]) -> list[Any]:
    """The kinds of arguments as the translator wants them: numbers as the kernel states them."""
    kinds: list[Any] = []
    *stated, _ = kernel.__annotations__.values()
    for kind, value in zip(stated, arguments, strict=True):
        if isinstance(value, list | tuple):
            kinds.append(Array(type(value[0]), len(value), isinstance(value, tuple)))
        else:
            kinds.append(kind if kind in C_TYPES else type(value))
    return kinds


@functools.cache
def libraries() -> Path:
    """The folder of this process for them, which it removes."""
    folder = tempfile.mkdtemp(prefix="botsmith-library-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return Path(folder)


def compile_library(text: str, compiler: str = "gcc", flags: Sequence[str] = BASE_FLAGS) -> Path:
    """The shared library of a C text, made once for each text, compiler and flags.

    Raises RuntimeError with the compiler's words if it refuses.
    """
    command = [compiler, *flags]
    key = hashlib.sha256("\n".join([*command, text]).encode()).hexdigest()[:32]
    folder = libraries()
    library = folder / f"{key}.so"
    if not library.exists():
        with tempfile.TemporaryDirectory(dir=folder) as work:
            fresh = Path(work) / library.name
            made = subprocess.run(
                [*command, "-xc", "-", "-o", str(fresh), "-lm"],
                input=text,
                env={**os.environ, "TMPDIR": work},  # also for what a killed compiler leaves
                capture_output=True,
                text=True,
            )
            if made.returncode != 0:
                raise RuntimeError(f"{compiler} refused:\n{made.stderr[:4000]}")
            fresh.replace(library)
    return library


def at_level(level: str) -> list[str]:
    """The bots' flags with another level, such as -O0."""
    return [level if flag.startswith("-O") else flag for flag in BASE_FLAGS]
