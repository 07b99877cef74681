"""The bots' engine in C for benchmarks and tests, without a bot: it may wait and raise."""

import atexit
import functools
import hashlib
import os
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from botsmith.compiler.door import c_text
from common.engine import AnyMemory
from common.native import FLAGS, LIBRARY, NativeEngine

Kernel = Callable[..., Any]


@functools.cache
def libraries() -> Path:
    """The folder of this process for them, which it removes."""
    folder = tempfile.mkdtemp(prefix="botsmith-engine-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return Path(folder)


def compile_library(text: str, compiler: str = "gcc", flags: Sequence[str] = FLAGS) -> Path:
    """The shared library of a C text, made once for each text, compiler and flags.

    Raises RuntimeError with the compiler's words if it refuses.
    """
    command = [compiler, *flags]
    key = hashlib.sha256("\n".join([*command, text]).encode()).hexdigest()[:32]
    folder = libraries()
    library = folder / f"{key}.so"
    if not library.exists():
        source = folder / f"{key}.c"
        source.write_text(text, encoding="ascii")
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


def at_level(level: str) -> list[str]:
    """The bots' flags with another level, such as -O0."""
    return [level if flag.startswith("-O") else flag for flag in FLAGS]


def native_engine(memory: type[AnyMemory], kernels: Sequence[Kernel]) -> NativeEngine[AnyMemory]:
    """The bots' engine for a record and the kernels that are called on it.

    BadInput for kernels outside of the subset, RuntimeError if the C compiler refuses.
    """
    library = compile_library(c_text(kernels, memory))
    with tempfile.TemporaryDirectory() as folder:  # what is loaded stays loaded
        (Path(folder) / LIBRARY).write_bytes(library.read_bytes())
        return NativeEngine(memory, folder)
