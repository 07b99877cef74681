"""Random kernels of a second hand (tests/fuzz/kernels.py): CPython and C agree in every bit.

    python -m pytest -m campaign tests/fuzz/test_kernels.py

plays 10,000 programs; BOTSMITH_FUZZ_SEED sets the first seed.
"""

import shutil
import traceback
from pathlib import Path
from random import Random
from typing import Any

import pytest

from bots.csb import bot as csb
from bots.kutulu import bot as kutulu
from bots.tororo import bot as tororo
from bots.uttt import bot_network as uttt
from common.engine import Engine, EngineFailed
from common.native import SOON, NativeEngine, make_library
from common.translate import translate

from .campaign import SEED
from .kernels import fill, import_text, make_strict, module_text, number, seen, strict

pytestmark = pytest.mark.long

COUNT = 50  # kernels of a module
CALLS = 200  # of a module's kernels, on one memory after another
COMPILERS = ("gcc", "gcc-11", "clang")
FLAGS = ("", SOON, *csb.FLAGS, *kutulu.FLAGS, *tororo.FLAGS, *uttt.FLAGS)


def outcome(engine: Engine[Any], kernel: Any, given: list[Any], file: str) -> str:
    """Returns a call's result, or where and why it stopped."""
    try:
        return "nan" if (result := engine.call(kernel, *given)) != result else repr(result)
    except EngineFailed as error:
        return str(error).removeprefix("C stopped at ")
    except (IndexError, ArithmeticError, ValueError) as error:
        lines = [f.lineno for f in traceback.extract_tb(error.__traceback__) if f.filename == file]
        return f"{Path(file).name}:{lines[-1]}: {type(error).__name__}"


def line_of(stopped: str) -> str:
    """Returns the file and line of an outcome."""
    return stopped.rpartition(": ")[0]


def play(folder: Path, seed: int, setups: list[tuple[str, str]]) -> tuple[int, int, int]:
    """Calls a module's kernels in CPython and in a library for each compiler and its flags.

    Returns how many calls were equal, stopped in both, and left 64 bits, which stops C alone.
    """
    module = import_text(folder / f"random_{seed}.py", module_text(seed, COUNT))
    kernels = [getattr(module, f"go{n}") for n in range(COUNT)]
    text = translate(kernels, module.Memory)
    for index, (compiler, flags) in enumerate(setups):
        make_library([str(shutil.which(compiler))], f"{folder}/{seed}_{index}.so", text, flags)
    make_strict(module)
    random, counts, is_new = Random(seed), [0, 0, 0], True
    for call in range(CALLS):
        if is_new or call % 5 == 0:
            ours: Any = Engine(module.Memory)
            strict(ours.memory)
            theirs = [
                NativeEngine[Any](module.Memory, f"{folder}/{seed}_{index}.so")
                for index in range(len(setups))
            ]
            for side in ("one", "two"):
                source = module.Side()
                fill(source, random)
                for engine in (ours, *theirs):
                    engine.load(side, source)
        kernel = random.choice(kernels)
        given = [number(random, kind) for kind in (int, float, bool)]
        here = outcome(ours, kernel, given, str(module.__file__))
        for engine, setup in zip(theirs, setups, strict=True):
            there = outcome(engine, kernel, given, str(module.__file__))
            where = f"seed {seed}, call {call}: {kernel.__name__}{tuple(given)}, {setup}"
            is_new = ".py:" in there
            is_large = there.endswith(": OverflowError") and here != there
            if not is_large:
                # Of two values in one line that stop it, C may meet the other first.
                is_same = here == there or is_new and line_of(here) == line_of(there)
                assert is_same, f"{where}: {here} in CPython, {there} in C"
            if not is_new:
                both = zip(
                    *(seen(e.memory, module.Memory, "m") for e in (ours, engine)), strict=True
                )
                bad = [f"{one} in CPython, {two} in C" for one, two in both if one != two]
                assert not bad, f"{where}: {bad}"
            counts[2 if is_large else is_new] += 1
    return counts[0], counts[1], counts[2]


def setups_of(seed: int, count: int) -> list[tuple[str, str]]:
    """Some compilers and flags: all of them within 30 seeds."""
    return [(COMPILERS[(seed + n) % 3], FLAGS[(seed + 4 * n) % len(FLAGS)]) for n in range(count)]


def test_50_programs_agree_in_every_bit(tmp_path, require):
    seed, setups = 1, setups_of(1, 2)
    for compiler, _ in setups:
        require(compiler)
    equal, stopped, large = play(tmp_path, seed, setups)
    assert equal > 10 * large and stopped > 0


@pytest.mark.campaign
@pytest.mark.parametrize("seed", range(1000 * SEED, 1000 * SEED + 200))
def test_campaign_10_000_programs_agree_in_every_bit(tmp_path, require, seed):
    for compiler in COMPILERS:
        require(compiler)
    play(tmp_path, seed, setups_of(seed, 3))
