"""The translator alone, as an edit in the site's editor meets it: nothing has checked the kernels.

What it refuses it names with file and line; what it lets pass is in C what it is in Python.
"""

from collections.abc import Callable
from math import sqrt
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from common.engine import EngineFailed
from common.native import NativeEngine, find_compilers, make_library, values_of
from common.translate import Refused, translate
from tests.compiler.comparison import load_module

HEAD = """\
from typing import Callable, TypeVar
from math import floor, sqrt
from common.kernel import Int8, Int16, Numbers, Records, assign, capacity, each, kernel, numbers
from common.kernel import record, records
POOL = capacity(pure=2, compiled=5)
TABLE = (1, 2, 3)
ROWS = ((1, 2), (3, 4))
WORDS = ("one",)
HUGE = 1 << 63
ENDLESS, NAN = 1e999, 1e999 - 1e999
changed = 4
@record
class Pod:
    x: int
    y: float
    path: Numbers[int] = numbers(int, 4)
    small: Numbers[int] = numbers(Int8, 4)
@record
class Goal:
    value: int = 5
@record
class World:
    pod: Pod
    pods: Records[Pod] = records(Pod, 2)
    goal: Goal
    flag: bool
    pool: Numbers[int] = numbers(int, POOL)
    last: int
@kernel
def nothing(pod: Pod) -> None:
    pod.x += 1
@kernel
def more(pod: Pod, by: int) -> int:
    pod.x += by
    return pod.x
def plain(n: int) -> int:
    return n
@kernel
def change() -> int:
    global changed
    changed = 5
    return 1
"""
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
BODIES = {  # of go(): the line in it, what is said
    "x = 1": (0, "not in the subset: def go(world: World, n: int) -> int:"),
    "if n > 1:\n        return 1": (0, "not in the subset"),
    "for k in range(n):\n        return 1": (0, "not in the subset"),
    "while True:\n        if n > 1:\n            break": (0, "not in the subset"),
    "while True:\n        if world.flag: break\n        for k in range(3):\n            n = 2": (
        0,
        "not in the subset",
    ),
    "return": (1, "not in the subset: return"),
    "return world.pod.y": (1, "not in the subset: return world.pod.y"),
    "return world.pod.path": (1, "not in the subset: return world.pod.path"),
    "return world": (1, "not in the subset: return world"),
    "assign(world.pod.path, world.pods[0].path)\n    return 1": (1, "not in the subset: assign"),
    "n += 1.5\n    return n": (1, "not in the subset: n += 1.5"),
    "world.pod.x = 1.5\n    return n": (1, "not in the subset: world.pod.x = 1.5"),
    "world.pod = world.pods[0]\n    return n": (1, "not in the subset: world.pod = world.pods[0]"),
    "TABLE[n] += 1\n    return n": (1, "not in the subset: TABLE[n]"),
    "row = ROWS[n]\n    row[1] = 3\n    return n": (2, "not in the subset: row[1]"),
    "for k in world.pod.path:\n        k = 1.5\n    return n": (2, "not in the subset: k = 1.5"),
    "s = numbers(int, 3)\n    s = world.pod.path\n    return n": (2, "not in the subset"),
    "n = numbers(int, 3)\n    return n": (1, "not in the subset"),
    "if n > 1:\n        s = numbers(int, 3)\n    return n": (2, "not in the subset"),
    "s = Goal()\n    return n": (1, "not in the subset"),
    "world.pod.x = nothing(world.pod)\n    return n": (
        1,
        "not in the subset: world.pod.x = nothing",
    ),
    "for k in range(3):\n        pass\n    else:\n        n = 1\n    return n": (1, "not in the"),
    "if n > 1:\n        pass\n    else:\n        k = 2\n    return k": (5, "not in the subset: k"),
    "if n > 1:\n        return n\n    else:\n        pass\n    return k": (
        5,
        "not in the subset: k",
    ),
    "if n > 1:\n        k = 1\n        return n\n    return k": (4, "not in the subset: k"),
    "while n > 1:\n        m = 2\n        n = 1\n    return m": (4, "not in the subset: m"),
    "for k in range(3):\n        pass\n    return k": (3, "not in the subset: k"),
    "m = m + 1\n    return n": (1, "not in the subset: m"),
    "for k in range(3) if n > 1 else world.pod.path:\n        pass\n    return n": (
        1,
        "not in the",
    ),
    "for k, m in enumerate(TABLE, 1):\n        pass\n    return n": (1, "not in the subset: for k"),
    "k, m = world.pod.path\n    return n": (1, "not in the subset: k, m = world"),
    "k = 1, n\n    return k": (1, "not in the subset"),
    "return more(n=n, pod=world.pod)": (1, "not in the subset: more"),
    "return min(n, 1, default=n)": (1, "not in the subset: min"),
    "return n ** 3": (1, "not in the subset: n ** 3"),
    "return 1 if n in (1, n) else 2": (1, "not in the subset"),
    "return n or 1": (1, "not in the subset: n"),
    "for k in range(0, n, 0):\n        pass\n    return n": (1, "not in the subset"),
    "for k in range(0, 1.0):\n        pass\n    return n": (1, "not in the subset: 1.0"),
    "if world.pod:\n        pass\n    return n": (1, "not in the subset: if world.pod:"),
    "return n if world.flag else 1.0": (1, "not in the subset: 1.0"),
    "return 1 if n < 1.0 else 2": (1, "not in the subset: n < 1.0"),
    "return 1 if 0 < more(world.pod, 1) < 5 else 2": (1, "not in the subset"),
    "return world.pod.path[4]": (1, "not in the subset: world.pod.path[4]"),
    "return world.pool[5]": (1, "not in the subset: world.pool[5]"),
    "return world.pods[2].x": (1, "not in the subset: world.pods[2]"),
    "return world.pod.path[True]": (1, "not in the subset: True"),
    "return n + world.flag": (1, "not in the subset: n + world.flag"),
    "return int(world.pod.y | 1)": (1, "not in the subset: world.pod.y | 1"),
    "return ~world.flag": (1, "not in the subset: world.flag"),
    "return +n": (1, "not in the subset: +n"),
    "return go(world, n)": (1, "not in the subset: go(world, n)"),
    "return plain(n)": (1, "not in the subset: plain(n)"),
    "return more(world.goal, n)": (MORE, "not in the subset: pod.x"),
    "return more(world.pod, 1.0)": (1, "not in the subset: more(world.pod, 1.0)"),
    "return more(world.pod)": (1, "not in the subset: more(world.pod)"),
    "return floor(n)": (1, "not in the subset: floor(n)"),
    "return len(WORDS)": (1, "not in the subset: WORDS"),
    "return HUGE": (1, "not in the subset: HUGE"),
    "return int(NAN)": (1, "not in the subset: NAN"),
    "return changed": (1, "not in the subset: changed"),
    "return Int8(world.pod.y)": (1, "not in the subset: world.pod.y"),
    "return n.bit_count(1)": (1, "not in the subset"),
    "k: int\n    return n": (1, "not in the subset: k: int"),
    "try:\n        pass\n    finally:\n        pass\n    return n": (1, "not in the subset: try:"),
}


@pytest.mark.parametrize("body", BODIES)
def test_it_refuses_with_its_line(load, body):
    line, why = BODIES[body]
    assert refusal(load, f"{GO}    {body}\n").startswith(f"{3 + line}: {why}")


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


PASSES = f"""
LAST = {2**63 - 1}

def twice(function: Callable[..., int]) -> Callable[..., int]:
    return function

@kernel
def zeros(length: int) -> int:
    long = numbers(int, 65536)
    return long[65535] + length

@twice
@kernel
def below(n: int) -> int:
    while True:
        for k in range(9):
            if k > 3:
                break
        while True:
            if n > 0:
                break
            return 7
        return 8

@kernel
def counted(n: int) -> int:
    total = 0
    for k in range({2**63 - 4}, LAST):
        total += 1
    for k in range({-(2**63) + 4}, {-(2**63) + 1}, -1):
        total += 10
    for k in range(0, 7, 3):
        total += 100
    for k in range(3, -3, -2):
        total += 1000
    for k in range(n, n):
        total += 10000
    for k in range(0, -5, 2):
        total += 10000
    for k in range(0, 5, -2):
        total += 10000
    return total

@kernel
def places(n: int) -> int:
    total = 0
    for k in range(3):
        total = total * 10 + TABLE[k]
    for k in range(2, -1, -1):
        total = total * 10 + TABLE[k]
    for k in each(1, 3):
        total = total * 10 + TABLE[k - 1]
    for k in range(3):
        if k != n:
            continue
        total = total * 10 + TABLE[k]
    k2 = 7
    return total * 10 + k2

@kernel
def either(n: int) -> int:
    if n > 3:
        k = 1
    elif n > 2:
        return 5
    else:
        k = 2
    return k

@kernel
def go(world: World, n: int) -> int:
    s = numbers(int, 3)
    s[2] = n
    t = s
    narrow: Int8 = 5
    narrow = n
    world.pool[4] = n
    world.last = n
    world.pod.y = sqrt(n) + sqrt(n + 1.0)
    return (
        zeros(n) + below(n) * 10 + below(0) * 100 + counted(n) * 1000
        + places(n) * 10000000 + either(n) + t[2] + narrow + len(world.pool) - len(s)
    )
"""


def test_what_passes_gives_what_python_gives(load, require, tmp_path):
    require("gcc")
    made = load(PASSES.replace("world.pool[4] = n", "world.pool[POOL - 1] = n"))
    native = engine(made, tmp_path)
    for n in (1, 2, 3, 4):
        expected = made.go(made.World(), n) - 2 + 5  # the pool is longer in C
        assert native.call(made.go, n) == expected
        assert native.memory.pod.y == sqrt(n) + sqrt(n + 1.0)
    assert (native.memory.pool[4], native.memory.last) == (4, 4)


# Of a loop in go(): the last n that is good, the first one at which C stops.
INDICES = {
    "for k in range(n):\n        x += t[k]": (4, 5),
    "for k in range(n + 1):\n        x += t[k]": (3, 4),
    "for k in range(1, n):\n        x += t[k - 1]": (5, 6),
    "for k in range(n):\n        x += t[k + 1]": (3, 4),
    "for k in range(0, n, 2):\n        x += t[k]": (4, 5),
    "for k in range(0, n, 3):\n        x += t[k]": (6, 7),
    "for k in range(n, -1, -1):\n        x += t[k]": (3, 4),
    "for k in range(3, n, -1):\n        x += t[k]": (-1, -2),
    "for k in range(2, n, -2):\n        x += t[k]": (-2, -3),
    "for k in range(n, 4):\n        x += t[k]": (0, -1),
    "for k in range(4):\n        x += t[k + n]": (0, 1),
    "for k in range(4):\n        x += t[k - n]": (0, 1),
    "for k in range(4):\n        x += t[k * n]": (1, 2),
    "for k in range(4):\n        x += t[n - k]": (3, 2),
    "for k in each(4):\n        x += t[k + n]": (0, 1),
    "for k in range(4):\n        t[k + n] = 1": (0, 1),
    "for k in range(4):\n        t[k + n] += 1": (0, -1),
    "for k in range(2):\n        x += world.pods[k + n].x": (0, 1),
    "for k in range(2):\n        x += world.pods[0].path[k * 3 + n]": (0, 1),
    "for k in range(n):\n        for m in range(k):\n            x += t[m + 1]": (4, 5),
    "for k in range(2):\n        x += ROWS[k][n]": (1, 2),
    "for k in range(2):\n        x += ROWS[n][k]": (1, 2),
    "for k in range(n):\n        x += world.pool[k]": (5, 6),
    "k = 0\n    while k < n:\n        k += 1\n        x += t[k - 1]": (4, 5),
    "k = n\n    while k >= 0:\n        k -= 1\n        x += t[k + 1]": (3, 4),
}
SUMS = {
    "for k in range(3):\n        x = k + n": (2**63 - 3, 2**63 - 2),
    "for k in range(3):\n        x = n - k": (-(2**63) + 2, -(2**63) + 1),
    "for k in range(3):\n        x = k * n": (2**62 - 1, 2**62),
    "for k in range(3):\n        x = 1 << n + k": (60, 61),
    "for k in range(3):\n        x += n": ((2**63 - 1) // 3, (2**63 - 1) // 3 + 1),
    "for k in range(3):\n        world.pod.small[k] = n + k": (125, 126),
    "for k in range(3):\n        world.pod.small[k] = n - k": (-126, -127),
    # A step beyond the end has to fit, too.
    "for k in range(n - 2, n, 2):\n        x = k": (2**63 - 3, 2**63 - 2),
    "for k in range(n + 2, n, -2):\n        x = k": (-(2**63) + 2, -(2**63) + 1),
}


@pytest.fixture(scope="module")
def loops(
    tmp_path_factory: pytest.TempPathFactory, require: Any
) -> tuple[ModuleType, Any, list[str]]:
    """A module with all loops, go0(), go1() .. in C, and its lines."""
    require("gcc")
    heads = [GO.replace("go", f"go{number}") for number in range(len(INDICES | SUMS))]
    text = HEAD + "".join(
        f"{head}    t = world.pod.path\n    x = 0\n    {body}\n    return x\n"
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
    good, bad = (INDICES | SUMS)[body]
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
