"""Tools of the compiler's tests."""

from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest

from tests.compiler.comparison import load_module

PRELUDE = """\
from math import cos, floor, hypot, pi, sin, sqrt
from typing import Callable, TypeVar
from common.kernel import Numbers, Records, assign, capacity, each, kernel, numbers, record, records
"""


@pytest.fixture
def module(tmp_path: Path) -> Callable[[str], ModuleType]:
    """Imports a text as a module of kernels; the names of the subset are there already (3
    lines).
    """
    count = 0

    def load(text: str) -> ModuleType:
        nonlocal count
        count += 1
        return load_module(tmp_path / f"kernels{count}_{tmp_path.name}.py", PRELUDE + text)

    return load
