"""Modules that were once other numbers in C (tests/data/kernels), or a crash of it."""

import re
from math import isnan
from pathlib import Path
from typing import Any

import pytest

from botsmith.compiler.compile import native_engine
from botsmith.errors import BadInput
from common import native
from common.engine import Engine, EngineFailed
from tests.compiler.comparison import load_module
from tests.spread import spread

CASES = Path(__file__).resolve().parents[1] / "data" / "kernels"
FILES = sorted(CASES.glob("*.py"))


def deep(count: int) -> str:
    """A chain of kernels, each with new arrays of nearly 1 MB."""
    text = "from common.kernel import *\n@record\nclass Memory:\n    n: int\n"
    for number in range(count):
        below = f"k{number - 1}(m, n + 1)" if number else "n"
        text += f"""
@kernel
def k{number}(m: Memory, n: int) -> int:
    seen = numbers(int, 65536)
    more = numbers(int, 55000)
    seen[n] = {below}
    more[n] = seen[n] * 3 + 1
    m.n += seen[n + 1] + more[n + 1]
    return (seen[n] + more[n]) % 1009
"""
    return text + f"CALLS = [(k{count - 1}, 5)]\n"


def outcome(engine: Engine[Any], module: Any, kernel: Any, given: list[Any]) -> str:
    """Returns a kernel's result, or why it stopped."""
    for field, source in getattr(module, "LOADED", {}).items():
        engine.load(field, source)
    try:
        result = engine.call(kernel, *given)
        return "nan" if isinstance(result, float) and isnan(result) else repr(result)
    except EngineFailed as error:
        return f"stopped: {error}"
    except (TypeError, KeyError, OverflowError) as error:  # a value that no engine takes
        return repr(error)


def check(module: Any, path: Path, flags: str) -> None:
    """Raises AssertionError unless each call is equal in both engines, or refused with its line."""
    for kernel, *given in module.CALLS:
        try:
            there = outcome(native_engine(module.Memory, [kernel], flags), module, kernel, given)
        except BadInput as refusal:
            assert re.match(rf".*{path.name}:\d+:\d+: ", str(refusal))
            continue
        if there.startswith("stopped"):
            assert f" of {kernel.__name__} " in there
            continue
        assert outcome(Engine(module.Memory), module, kernel, given) == there


@pytest.mark.parametrize(
    ("file", "compiler", "flags"),
    spread(FILES, ["gcc", "gcc-11", "clang"], ["", "-O3", "-O1"], ids=[f.stem for f in FILES]),
)
def test_a_case_is_equal_in_c_or_refused(tmp_path, monkeypatch, require, file, compiler, flags):
    monkeypatch.setattr(native, "COMPILERS", [require(compiler)])
    path = tmp_path / f"case_{file.name}"
    check(load_module(path, file.read_text(encoding="utf-8")), path, flags)


@pytest.mark.parametrize("flags", ["-Og", "-O3"])
def test_a_chain_of_kernels_with_large_arrays_keeps_off_the_stack(tmp_path, require, flags):
    require("cc")
    path = tmp_path / "deep.py"
    check(load_module(path, deep(14)), path, flags)
