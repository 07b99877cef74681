"""Random programs: CPython and C agree in every bit, under both compilers, at -O0, -O2 and -O3.

The suite runs 30 programs; `python -m pytest -m campaign tests/compiler` runs 40 sets of 250, half
of them loose, under gcc and clang, -O0, -O2 and with both compilers' sanitizers. What fails becomes
a kernel of test_odd_kernels.py: a seed means another program once the generator has changed.
"""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.compiler.comparison import Comparison, load_module
from tests.compiler.library import at_level
from tests.compiler.programs import HEADER, module_text

FEW = 10  # programs a seed, in the suite
RUNS = 10  # random arguments for each program
SANITIZED = [*at_level("-O1"), "-g", "-fsanitize=address,undefined", "-fno-sanitize-recover=all"]
RUNTIMES = {"gcc": "libasan.so", "clang": "libclang_rt.asan-x86_64.so"}
SHARED = {"gcc": [], "clang": ["-shared-libasan"]}  # the runtime that the process has already
SETS = [(seed, is_loose) for seed in range(100, 120) for is_loose in (False, True)]


def comparison(folder: Path, seed: int, count: int, is_loose: bool = False) -> Comparison:
    """The programs of one seed."""
    path = folder / f"{'loose' if is_loose else 'programs'}_{seed}.py"
    module = load_module(path, module_text(seed, count, is_loose))
    return Comparison(module, count)


@pytest.mark.parametrize(
    ("seed", "setups"),
    [
        (3, [("gcc", "-O2"), ("clang", "-O0")]),
        (2, [("gcc", "-O3"), ("clang", "-O2")]),
    ],
)
def test_random_programs_agree_in_every_bit(tmp_path, require, seed, setups):
    programs = comparison(tmp_path, seed, FEW)
    for compiler, level in setups:
        require(compiler)
        before = programs.clean
        programs.compare(programs.library(compiler, at_level(level)), RUNS)
        assert programs.clean - before > FEW * RUNS // 2  # most runs are no traps


def test_loose_programs_keep_pythons_order(tmp_path, require):
    require("gcc")
    programs = comparison(tmp_path, 7, FEW, is_loose=True)
    programs.compare(programs.library("gcc", at_level("-O2")), RUNS)
    assert programs.clean > FEW * RUNS // 2


CONTRACTED = """


@kernel
def program0(world: World, dice: Dice, a: int, x: float, flag: bool) -> float:
    total = x
    for place in range(WIDTH):
        total = total * SCALE + world.floats[place]
    return total
"""


def test_the_comparison_notices_contracted_arithmetic(tmp_path, require):
    require("clang")
    if "fma" not in Path("/proc/cpuinfo").read_text(encoding="utf-8"):
        pytest.skip("this processor has no fused multiply-add to go wrong with")
    programs = Comparison(load_module(tmp_path / "contracted.py", HEADER + CONTRACTED), 1)
    programs.compare(programs.library("clang", at_level("-O2")), RUNS)
    with pytest.raises(AssertionError, match="in CPython"):
        programs.compare(programs.library("clang", [*at_level("-O2"), "-ffp-contract=fast"]), RUNS)


ROTATED = """


@kernel
def program0(world: World, dice: Dice, a: int, x: float, flag: bool) -> float:
    dx = world.floats[2]
    dy = world.floats[3]
    y = world.floats[4]
    world.floats[0] = dy * x - dx * y
    world.floats[1] = dx * x + dy * y
    return 0.0
"""


def test_a_rotated_vector_is_not_fused(tmp_path, require):
    """gcc 12 makes one instruction of both rows, in spite of -ffp-contract=off."""
    require("gcc")
    programs = Comparison(load_module(tmp_path / "rotated.py", HEADER + ROTATED), 1)
    programs.compare(programs.library("gcc", at_level("-O3")), 50)


def check_sanitized(
    folder: Path,
    require: Callable[[str], str],
    compiler: str,
    seed: int,
    count: int,
    is_loose: bool = False,
) -> None:
    """Compares in a child process that has the sanitizers' runtime loaded from its first moment."""
    question = [require(compiler), f"-print-file-name={RUNTIMES[compiler]}"]
    found = subprocess.run(question, capture_output=True, text=True)
    environment = {
        **os.environ,
        "LD_PRELOAD": require(found.stdout.strip()),
        "ASAN_OPTIONS": "detect_leaks=0",
        "UBSAN_OPTIONS": "print_stacktrace=1",
        "PYTHONPATH": os.pathsep.join(["."]),
    }
    command = [
        sys.executable,
        "-m",
        "tests.compiler.test_programs",
        str(folder),
        compiler,
        str(seed),
        str(count),
        "loose" if is_loose else "plain",
    ]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-4000:]
    assert done.stdout.startswith("clean ")


def test_the_sanitizers_find_nothing(tmp_path, require):
    check_sanitized(tmp_path, require, "gcc", 6, 5)


@pytest.mark.campaign
@pytest.mark.parametrize(("seed", "is_loose"), SETS)
def test_campaign_250_programs_in_all_engines(tmp_path, require, seed, is_loose):
    programs = comparison(tmp_path, seed, 250, is_loose)
    for compiler in ("gcc", "clang"):
        require(compiler)
        for level in ("-O0", "-O2"):
            programs.compare(programs.library(compiler, at_level(level)), RUNS)
    assert programs.clean > programs.trapped


@pytest.mark.campaign
@pytest.mark.parametrize("compiler", RUNTIMES)
@pytest.mark.parametrize(("seed", "is_loose"), SETS)
def test_campaign_the_sanitizers_find_nothing(tmp_path, require, compiler, seed, is_loose):
    check_sanitized(tmp_path, require, compiler, seed, 250, is_loose)


if __name__ == "__main__":
    place, name, number, size, kind = sys.argv[1:]
    sanitized = comparison(Path(place), int(number), int(size), kind == "loose")
    sanitized.compare(sanitized.library(name, [*SANITIZED, *SHARED[name]]), RUNS)
    print("clean", sanitized.clean, "trapped", sanitized.trapped)
