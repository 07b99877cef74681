"""Random programs: CPython and C agree in every bit, under both compilers, at -O0, -O2 and -O3.

The suite runs 500 programs; `pytest -m campaign tests/compiler` runs 10,000 and the sanitizers on
more.
"""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from botsmith.compiler.engine import Engine
from botsmith.compiler.translate import INEXACT, LANGUAGE_FLAGS, exact_flags
from tests.compiler.comparison import Comparison, load_module
from tests.compiler.programs import module_text

RUNS = 10  # random arguments for each program
LENIENT = ["-w"]  # random programs say silly things, such as x == x, which compilers point out
QUICK = ["-O0", *LANGUAGE_FLAGS, *exact_flags(INEXACT), *LENIENT]
FAST = ["-O2", "-march=native", *LANGUAGE_FLAGS, *exact_flags(INEXACT), *LENIENT]
# Without -fwrapv, so that an overflow that is not trapped shows itself.
SANITIZED = [
    "-O1",
    "-g",
    "-std=c11",
    "-ffp-contract=off",
    "-fsanitize=address,undefined",
    "-fno-sanitize-recover=all",
    *exact_flags(INEXACT),
    *LENIENT,
]
LEVELS = {"-O0": QUICK, "-O2": FAST, "-O3": ["-O3", *FAST[1:]]}


def comparison(folder: Path, seed: int, count: int) -> Comparison:
    """The programs of one seed, translated."""
    module = load_module(folder / f"programs_{seed}.py", module_text(seed, count))
    return Comparison(module, count)


@pytest.mark.parametrize(
    ("seed", "setups"),
    [
        (1, [("gcc", "-O2"), ("clang", "-O0")]),
        (2, [("gcc", "-O0"), ("clang", "-O2")]),
        (3, [("gcc", "-O3")]),
        (4, [("clang", "-O2")]),
    ],
)
def test_125_programs_agree_in_every_bit(tmp_path, require, seed, setups):
    programs = comparison(tmp_path, seed, 125)
    for compiler, level in setups:
        require(compiler)
        before = programs.clean
        programs.compare(Engine(programs.translation, compiler, LEVELS[level]), RUNS)
        assert programs.clean - before > 125 * RUNS // 2  # most runs are no traps


def test_the_comparison_notices_contracted_arithmetic(tmp_path, require):
    require("gcc")
    programs = comparison(tmp_path, 5, 60)
    if "fma" not in Path("/proc/cpuinfo").read_text(encoding="utf-8"):
        pytest.skip("this processor has no fused multiply-add to go wrong with")
    flags = [*FAST, "-ffp-contract=fast"]
    with pytest.raises(AssertionError, match="in CPython"):
        programs.compare(Engine(programs.translation, "gcc", flags), RUNS)


def run_sanitized(folder: Path, seed: int, count: int) -> None:
    """Compares in a child process that has the sanitizers' runtime loaded from its first moment."""
    found = subprocess.run(["gcc", "-print-file-name=libasan.so"], capture_output=True, text=True)
    environment = {
        **os.environ,
        "LD_PRELOAD": found.stdout.strip(),
        "ASAN_OPTIONS": "detect_leaks=0",
        "UBSAN_OPTIONS": "print_stacktrace=1",
        "PYTHONPATH": os.pathsep.join(["."]),
    }
    command = [
        sys.executable,
        "-m",
        "tests.compiler.test_programs",
        str(folder),
        str(seed),
        str(count),
    ]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-4000:]
    assert done.stdout.startswith("clean ")


def test_the_sanitizers_find_nothing(tmp_path, require):
    require("gcc")
    run_sanitized(tmp_path, 6, 40)


@pytest.mark.campaign
@pytest.mark.parametrize("seed", range(100, 140))
def test_campaign_250_programs_in_all_engines(tmp_path, require, seed):
    programs = comparison(tmp_path, seed, 250)
    for compiler in ("gcc", "clang"):
        require(compiler)
        for flags in LEVELS.values():
            programs.compare(Engine(programs.translation, compiler, flags), RUNS)
    assert programs.clean > programs.trapped


@pytest.mark.campaign
@pytest.mark.parametrize("seed", range(200, 208))
def test_campaign_the_sanitizers_find_nothing(tmp_path, require, seed):
    require("gcc")
    run_sanitized(tmp_path, seed, 125)


if __name__ == "__main__":
    sanitized = comparison(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]))
    sanitized.compare(Engine(sanitized.translation, "gcc", SANITIZED), RUNS)
    print("clean", sanitized.clean, "trapped", sanitized.trapped)
