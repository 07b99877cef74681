"""Compiles a translation and runs its entries on Python records: for tests and benchmarks.

What ships is common/native.py; this one may wait, raise and write to a folder of its own.
"""

import atexit
import ctypes
import functools
import hashlib
import os
import shutil
import struct
import subprocess
import tempfile
from pathlib import Path
from typing import Any

from botsmith.compiler.cfile import Translation
from botsmith.compiler.kinds import (
    BOOL,
    FLOAT,
    HIGHEST,
    INT,
    LOWEST,
    NONE,
    SCALAR_OF,
    ArrayKind,
    Kind,
    RecordKind,
    Scalar,
)
from botsmith.compiler.layout import Layout, describe_trap
from botsmith.compiler.translate import LIBRARY_FLAGS, SHIPPING_FLAGS

C_TYPES: dict[Scalar, Any] = {INT: ctypes.c_int64, FLOAT: ctypes.c_double, BOOL: ctypes.c_bool}
PYTHON_TYPES: dict[Scalar, type] = {INT: int, FLOAT: float, BOOL: bool}
# A kernel that always calls itself is right: it traps where Python raises RecursionError.
WARNINGS = ["-Wall", "-Wextra", "-Werror", "-Wno-infinite-recursion"]


class Trapped(Exception):
    """A kernel left through a trap; the text says where in Python and why."""


@functools.cache
def cache_folder() -> Path:
    """BOTSMITH_CACHE if it is set, to keep libraries; else a folder that this process removes."""
    named = os.environ.get("BOTSMITH_CACHE")
    if named:
        Path(named).mkdir(parents=True, exist_ok=True)
        return Path(named)
    folder = tempfile.mkdtemp(prefix="botsmith-engine-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return Path(folder)


def compile_library(text: str, compiler: str = "gcc", flags: list[str] | None = None) -> Path:
    """The shared library of a C text, made once for each text, compiler and flags.

    Raises RuntimeError with the compiler's words if it refuses.
    """
    command = [compiler, *WARNINGS, *LIBRARY_FLAGS, *(SHIPPING_FLAGS if flags is None else flags)]
    key = hashlib.sha256("\n".join([*command, text]).encode()).hexdigest()[:32]
    folder = cache_folder()
    library = folder / f"{key}.so"
    if not library.exists():
        source = folder / f"{key}.c"
        source.write_text(text, encoding="utf-8")
        with tempfile.TemporaryDirectory(dir=folder) as work:
            fresh = Path(work) / library.name
            made = subprocess.run(
                [*command, str(source), "-o", str(fresh), "-lm"],
                env={**os.environ, "TMPDIR": work},  # also for what a killed compiler leaves
                capture_output=True,
                text=True,
            )
            if made.returncode != 0:
                raise RuntimeError(f"{compiler} refused {source}:\n{made.stderr[:4000]}")
            fresh.replace(library)
    return library


def check_argument(what: str, kind: Kind, value: Any) -> None:
    """TypeError unless a value fits a parameter; the fields of a record are looked at too."""
    if isinstance(kind, Scalar):
        if type(value) is not PYTHON_TYPES[kind]:
            raise TypeError(f"{what} is {kind}, this is {value!r}")
        if type(value) is int and not LOWEST <= value <= HIGHEST:
            raise TypeError(f"{what} is {value}, which does not fit into 64 bits")
    elif isinstance(kind, RecordKind):
        if not isinstance(value, kind.cls):
            raise TypeError(f"{what} is {kind}, this is {value!r}")
    elif not isinstance(value, tuple if kind.is_table else list):
        raise TypeError(f"{what} is {kind}, this is {value!r}")


def write_record(layout: Layout, record: Any, buffer: Any) -> None:
    """The record's bytes; TypeError names the field that does not fit."""
    try:
        layout.write(record, buffer)
    except struct.error as error:
        raise TypeError(explain(record, type(record).__name__)) from error


def explain(record: Any, where: str) -> str:
    """`Ice.fish is int, this is 1.5`: the first field that does not fit, "" if all do."""
    for name, entry in type(record).kernel_fields.items():
        kind = entry[0] if isinstance(entry, list) else entry
        values = getattr(record, name) if isinstance(entry, list) else [getattr(record, name)]
        for value in values:
            if kind not in SCALAR_OF:
                found = explain(value, f"{kind.__name__}")
                if found:
                    return found
                continue
            try:
                check_argument(f"{where}.{name}", SCALAR_OF[kind], value)
            except TypeError as error:
                return str(error)
    return ""


class Engine:
    """The entries of one translation, called with the same arguments as the kernels.

    with_pools: the translation has the pure lengths, and pools cross like other arrays.
    """

    def __init__(
        self,
        translation: Translation,
        compiler: str = "gcc",
        flags: list[str] | None = None,
        with_pools: bool = False,
    ) -> None:
        self.translation = translation
        self.with_pools = with_pools
        self.layouts: dict[Any, Layout] = {}
        self.library = ctypes.CDLL(str(compile_library(translation.text, compiler, flags)))
        self.check_layout()

    def layout(self, cls: Any) -> Layout:
        if cls not in self.layouts:
            self.layouts[cls] = Layout(cls, self.with_pools)
        return self.layouts[cls]

    def check_layout(self) -> None:
        """Raises RuntimeError if C lays a record out in another way than Layout does."""
        expected = []
        for cls in self.translation.records:
            layout = self.layout(cls)
            expected += [layout.size, *layout.offsets.values()]
        table = (ctypes.c_int64 * max(1, len(expected))).in_dll(self.library, "run_layout")
        if list(table)[: len(expected)] != expected:
            raise RuntimeError(f"records lie elsewhere in C: {list(table)} and not {expected}")

    def run(self, name: str, *arguments: Any) -> Any:
        """Calls an entry; records and arrays are changed as the kernel would change them.

        Raises Trapped where the C text trapped.
        """
        if name not in self.translation.entries:
            raise TypeError(f"no entry {name}: there is {', '.join(self.translation.entries)}")
        kernel = self.translation.entries[name]
        if len(arguments) != len(kernel.parameters):
            names = ", ".join(parameter.name for parameter in kernel.parameters)
            raise TypeError(f"{name} takes ({names}), all by place; {len(arguments)} are given")
        buffers: dict[int, Any] = {}
        passed: list[Any] = []
        for parameter, value in zip(kernel.parameters, arguments, strict=True):
            check_argument(f"{parameter.name} of {name}", parameter.kind, value)
            passed += self.passed(parameter.kind, value, buffers)
        result = C_TYPES[kernel.result]() if kernel.result is not NONE else None
        if result is not None:
            passed.append(ctypes.byref(result))
        code = getattr(self.library, f"run_{name}")(*passed)
        if code != 0:
            raise Trapped(describe_trap(code, self.translation.files))
        for parameter, value in zip(kernel.parameters, arguments, strict=True):
            self.take_back(parameter.kind, value, buffers)
        return None if result is None else result.value

    def passed(self, kind: Kind, value: Any, buffers: dict[int, Any]) -> list[Any]:
        """The C arguments for one value; one buffer for each record or array."""
        if isinstance(kind, Scalar):
            return [C_TYPES[kind](value)]
        if isinstance(kind, RecordKind):
            if id(value) not in buffers:
                layout = self.layout(kind.cls)
                buffers[id(value)] = ctypes.create_string_buffer(layout.size)
                write_record(layout, value, buffers[id(value)])
            return [buffers[id(value)]]
        assert isinstance(kind, ArrayKind)
        if id(value) not in buffers:
            if isinstance(kind.item, Scalar):
                buffers[id(value)] = (C_TYPES[kind.item] * len(value))(*value)
            else:
                assert isinstance(kind.item, RecordKind)
                layout = self.layout(kind.item.cls)
                whole = bytearray()
                for item in value:
                    part = bytearray(layout.size)
                    write_record(layout, item, part)
                    whole += part
                buffers[id(value)] = ctypes.create_string_buffer(bytes(whole), len(whole))
        return [buffers[id(value)], ctypes.c_int64(len(value))]

    def take_back(self, kind: Kind, value: Any, buffers: dict[int, Any]) -> None:
        """Writes what C left in the buffer into the Python record or array."""
        if isinstance(kind, RecordKind):
            self.layout(kind.cls).read(value, buffers[id(value)])
        elif isinstance(kind, ArrayKind) and isinstance(kind.item, Scalar) and not kind.is_table:
            value[:] = list(buffers[id(value)])
        elif isinstance(kind, ArrayKind) and isinstance(kind.item, RecordKind):
            layout = self.layout(kind.item.cls)
            whole = bytes(buffers[id(value)])
            for index, item in enumerate(value):
                layout.read(item, whole[index * layout.size : (index + 1) * layout.size])
