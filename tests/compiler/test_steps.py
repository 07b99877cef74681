"""Sums of a cell and an item of a table, which C adds without a check where a cell is far enough
from both ends of its array: in C as if each were checked, and as in CPython.
"""

import re
import textwrap
from collections.abc import Callable
from types import ModuleType
from typing import Any

import pytest

from common.engine import EngineFailed, Engines
from common.native import NativeEngine, make_library, values_of
from common.translate import translate
from tests.compiler.comparison import load_module
from tests.compiler.conftest import PRELUDE
from tests.pages import cases_of, page_beside

CHAPTERS = page_beside(__file__, "steps.txt")
BODIES = cases_of(CHAPTERS["bodies"])
FAST = re.compile("\tif .length / 2 > far .*")
ENDS = (2**62, -(2**62), 2**63 - 8, 7 - 2**63)
CELLS = [*range(-16, 40), *(end + step for end in ENDS for step in range(-7, 8))]
SETUPS = [("gcc", Engines(object).flags[0]), ("gcc", "-O3"), ("clang", "")]


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> ModuleType:
    """A module with all kernels, go0(), go1() .."""
    text = PRELUDE + "from common.kernel import Int8, Int16\n" + CHAPTERS["head"]
    for number, (_, body) in enumerate(BODIES):
        text += f"\n@kernel\ndef go{number}(world: World, cell: int) -> int:\n    x = 0\n"
        text += textwrap.indent(body, "    ") + "\n    return x\n"
    return load_module(tmp_path_factory.mktemp("steps") / "kernels_of_steps.py", text)


def kernels(made: ModuleType) -> list[Callable[..., int]]:
    return [getattr(made, f"go{number}") for number in range(len(BODIES))]


def new_world(made: ModuleType) -> Any:
    world = made.World()
    world.free[:] = [n * 7 % 11 for n in range(30)]
    world.few[:] = range(8)
    world.narrow[:] = [n - 2 for n in range(30)]
    world.at = 1
    return world


def outcome(engine: Any, kernel: Callable[..., int], world: Any, cell: int) -> Any:
    """Returns the result and the memory, or why C stopped and the memory."""
    engine.write(values_of(world, 0))
    try:
        result: Any = engine.call(kernel, cell)
    except EngineFailed as stopped:
        result = str(stopped)
    return result, engine.pages[:]


def test_steps_are_where_the_page_says(made):
    texts = [translate([kernel], made.World) for kernel in kernels(made)]
    assert [text.count("Step_int(") for text in texts] == [int(head) for head, _ in BODIES]


@pytest.mark.parametrize(("compiler", "flags"), SETUPS)
def test_a_step_is_a_checked_sum(made, tmp_path, require, compiler, flags):
    path, text = str(tmp_path / "library"), translate(kernels(made), made.World)
    engines: list[Any] = []
    for number, source in enumerate((text, FAST.sub("", text))):
        make_library([require(compiler)], f"{path}{number}", source, flags)
        engines.append(NativeEngine(made.World, f"{path}{number}"))
    assert len(FAST.findall(text)) == 1
    ended = 0
    for kernel in kernels(made):
        for cell in CELLS:
            given = new_world(made)
            here, checked = (outcome(engine, kernel, given, cell) for engine in engines)
            assert here == checked, (kernel.__name__, cell)
            if type(here[0]) is int:
                assert kernel(given, cell) == here[0], (kernel.__name__, cell)
                engines[0].write(values_of(given, 0))
                assert engines[0].pages[:] == here[1], (kernel.__name__, cell)
                ended += 1
    assert ended > 300


def test_a_table_that_a_function_sets_is_none_to_step_by(module):
    text = "def later():\n    global WAYS\n    WAYS = (2,)\nWAYS = (1,)\n@record\nclass World:\n"
    text += "    free: Numbers[int] = numbers(int, 30)\n@kernel\ndef go(world: World, cell: int)"
    made = module(text + " -> int:\n    return world.free[cell + WAYS[0]]\n")
    with pytest.raises(Exception, match="not in the subset"):
        translate([made.go], made.World)
