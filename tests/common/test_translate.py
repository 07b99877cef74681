"""The translator alone, as an edit in the site's editor meets it: nothing has checked the kernels.

What it refuses it names with file and line; what it lets pass is in C what it is in Python.
"""

from collections.abc import Callable
from math import sqrt
from pathlib import Path
from textwrap import indent
from types import ModuleType
from typing import Any

import pytest

from common.engine import EngineFailed
from common.native import NativeEngine, find_compilers, make_library, values_of
from common.translate import Refused, translate
from tests.compiler.comparison import load_module
from tests.pages import cases_of, page_beside

CHAPTERS = page_beside(__file__, "translate.txt")
HEAD = CHAPTERS["head"] + "\n"
GO = """
@kernel
def go(world: World, n: int) -> int:
"""
Load = Callable[[str], ModuleType]


@pytest.fixture
def load(tmp_path: Path) -> Load:
    """Imports a module of HEAD and a text."""
    return lambda text: load_module(tmp_path / f"kernels_{tmp_path.name}.py", HEAD + text)


def refusal(load: Load, text: str) -> str:
    """What is said about the kernel `go`, from the line number in `text` on."""
    made = load(text)
    with pytest.raises(Refused) as refused:
        translate([made.go], made.World)
    file, line, said = str(refused.value).split(":", 2)
    assert file == Path(str(made.__file__)).name
    return f"{int(line) - HEAD.count(chr(10))}:{said}"


MORE = HEAD[: HEAD.index("pod.x += by")].count("\n") - HEAD.count("\n") - 2


@pytest.mark.parametrize(("head", "body"), cases_of(CHAPTERS["refused"]))
def test_it_refuses_with_its_line(load, head, body):
    line, why = head.split(" | ", 1)
    place = 3 + (MORE if line == "more" else int(line))
    assert refusal(load, GO + indent(body, "    ") + "\n").startswith(f"{place}: {why}")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            "@kernel\ndef go(world: World) -> int:\n    return 1, 2\n",
            "3: not in the subset: return",
        ),
        ("@kernel\ndef go(world: World, n) -> int:\n    return n\n", "2: not in the subset: def"),
        ("@kernel\ndef go(world: World, n: int):\n    return n\n", "2: not in the subset: def go"),
        (
            "@kernel\ndef go(world: World) -> None:\n    return 1\n",
            "3: not in the subset: return 1",
        ),
    ],
)
def test_a_signature_says_all_kinds_and_no_values(load, text, said):
    assert refusal(load, text).startswith(said)


# ---- What passes


def engine(made: ModuleType, folder: Path) -> NativeEngine[Any]:
    """The kernel `go` of a module in C."""
    path = str(folder / "library.so")
    make_library(find_compilers(), path, translate([made.go], made.World))
    return NativeEngine(made.World, path)


def test_what_passes_gives_what_python_gives(load, require, tmp_path):
    require("gcc")
    made = load(CHAPTERS["passes"].replace("world.pool[4] = n", "world.pool[POOL - 1] = n"))
    native = engine(made, tmp_path)
    for n in (1, 2, 3, 4):
        expected = made.go(made.World(), n) - 2 + 5  # the pool is longer in C
        assert native.call(made.go, n) == expected
        assert native.memory.pod.y == sqrt(n) + sqrt(n + 1.0)
    assert (native.memory.pool[4], native.memory.last) == (4, 4)


INDICES = {body: head.split() for head, body in cases_of(CHAPTERS["indices"])}
SUMS = {body: head.split() for head, body in cases_of(CHAPTERS["sums"])}


@pytest.fixture(scope="module")
def loops(
    tmp_path_factory: pytest.TempPathFactory, require: Any
) -> tuple[ModuleType, Any, list[str]]:
    """A module with all loops, go0(), go1() .. in C, and its lines."""
    require("gcc")
    heads = [GO.replace("go", f"go{number}") for number in range(len(INDICES | SUMS))]
    text = HEAD + "".join(
        f"{head}    t = world.pod.path\n    x = 0\n{indent(body, '    ')}\n    return x\n"
        for head, body in zip(heads, INDICES | SUMS, strict=True)
    )
    folder = tmp_path_factory.mktemp("loops")
    made = load_module(folder / "loops_of_all_kinds.py", text)
    kernels = [getattr(made, f"go{number}") for number in range(len(INDICES | SUMS))]
    path = str(folder / "library.so")
    make_library(find_compilers(), path, translate(kernels, made.World))
    return made, NativeEngine(made.World, path), text.splitlines()


@pytest.mark.parametrize("body", INDICES | SUMS)
def test_c_stops_in_a_loop_at_the_first_value_that_does_not_fit(loops, body):
    made, native, lines = loops
    kernel = getattr(made, f"go{list(INDICES | SUMS).index(body)}")
    good, bad = map(int, (INDICES | SUMS)[body])
    world = made.World()
    if "pool" not in body:  # which is longer in C
        native.write(values_of(world, 0))
        assert native.call(kernel, good) == kernel(world, good)
    with pytest.raises(EngineFailed) as stopped:
        native.call(kernel, bad)
    file, line, why = str(stopped.value).removeprefix("C stopped at ").split(":")
    assert file == "loops_of_all_kinds.py"
    first, *_, last = body.splitlines()
    assert lines[int(line) - 1].strip() == (
        first if " n, " in first and body in SUMS else last.strip()
    )
    assert why == (" IndexError" if body in INDICES else " OverflowError")


ODD = '''\
# the global TEN, in a comment
def make():
    @kernel
    def far(
        pod: Pod,
        by: int,
    ) -> int:
        """A text
over the edge.
"""
# a comment over the edge
        if by > 0:
            return (
                by
            )

        return 0
    @kernel
    def last(pod: Pod) -> int:
        return more(
            pod,
            1,
        )
    return far, last
'''


@pytest.mark.parametrize("number", [0, 1])
def test_a_kernel_is_read_alone_however_it_stands_in_its_file(load, number):
    module = load(ODD)
    function = module.make()[number]
    assert f"ENTRY(run_{function.__name__}, " in translate((function,), module.Pod)


@pytest.mark.parametrize(
    "way",
    [
        "global TEN; TEN = 11",
        "globals()['TEN'] = 11",
        "exec('global TEN; TEN = 11')",
        'exec("""\n    global TEN\n    TEN = 11""")',
    ],
)
def test_a_global_that_another_function_sets_in_one_line_is_no_constant(load, way):
    text = f"def later(): {way}\nTEN = 10\n@kernel\n"
    text += "def take(pod: Pod) -> int:\n    return TEN\n"
    with pytest.raises(Refused, match="not in the subset: TEN"):
        translate((load(text).take,), load(text).Pod)


def test_a_factorys_variable_that_another_function_sets_is_no_constant(load):
    text = "def bind():\n    bonus = 3\n    def learn():\n        nonlocal bonus\n"
    text += "        bonus = 4\n    @kernel\n    def take(pod: Pod) -> int:\n"
    module = load(text + "        return bonus\n    return take\ntake = bind()\n")
    with pytest.raises(Refused, match="not in the subset: bonus"):
        translate((module.take,), module.Pod)


@pytest.mark.parametrize(
    ("rounds", "pragmas"), [(["4"] * 4, 4), (["16"] * 3, 2), (["pod.x", "16", "16"], 2)]
)
def test_loops_that_are_written_out_in_each_other_are_the_inner_ones(load, rounds, pragmas):
    """Each kernel holds one loop: the compiler puts them into each other."""
    text = ""
    for number, bound in enumerate(rounds):
        inner = f"loop{number - 1}(pod)" if number else "pod.x // 3 + pod.x % 7"
        text += f"@kernel\ndef loop{number}(pod: Pod) -> int:\n    total = 0\n"
        text += f"    for _ in each({bound}):\n        total += {inner}\n    return total\n"
    module = load(text)
    last = getattr(module, f"loop{len(rounds) - 1}")
    assert translate((last,), module.Pod).count("#pragma GCC unroll") == pragmas
