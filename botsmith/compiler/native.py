"""Kernels in C behind the engine that bundles ship, for benchmarks."""

import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from botsmith.compiler.engine import compile_library
from botsmith.compiler.terse import terse
from botsmith.compiler.translate import LEVEL, shipping_flags, translate
from common.native import LIBRARY, NativeEngine


def native_engine(
    memory: type, entries: Mapping[str, Callable[..., Any]], level: str = LEVEL
) -> NativeEngine:
    """An engine for a record and the kernels that are called on it, by name.

    BadInput for kernels outside of the subset, RuntimeError if the C compiler refuses.
    """
    text = terse(translate(entries).text, memory.__name__)
    library = compile_library(text, flags=shipping_flags(level=level))
    with tempfile.TemporaryDirectory() as folder:  # what is loaded stays loaded
        (Path(folder) / LIBRARY).write_bytes(library.read_bytes())
        return NativeEngine(memory, folder, text)
