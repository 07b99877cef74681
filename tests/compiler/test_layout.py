"""Records in both engines: layout, packing, pools, defaults, and what a trap's code means."""

import pytest

from botsmith.compiler.engine import Engine
from botsmith.compiler.layout import Layout, describe_trap
from botsmith.compiler.translate import translate

RECORDS = """
POOL = capacity(pure=3, compiled=50)

@record
class Odd:
    first: bool
    number: int = 7
    second: bool = True
    third: bool

@record
class Nest:
    flag: bool
    inner: Odd
    many: Records[Odd] = records(Odd, 2)
    flags: Numbers[bool] = numbers(bool, 3)
    x: float = 0.1

@record
class Trees:
    before: int
    slots: Numbers[int] = numbers(int, POOL)
    after: float
    small: Numbers[int] = numbers(int, 2)

@kernel
def touch(nest: Nest) -> int:
    fresh = Nest()
    assign(nest.many[1], fresh.inner)
    nest.x = fresh.x
    nest.flags[2] = not nest.flags[2]
    return fresh.many[1].number + nest.inner.number

@kernel
def fill(trees: Trees) -> int:
    for slot in range(POOL):
        trees.slots[slot] = slot + trees.before
    trees.before += 1
    trees.small[1] = len(trees.slots)
    return trees.slots[POOL - 1]
"""


def test_a_layout_is_that_of_c(module, require):
    require("gcc")
    made = module(RECORDS)
    layout = Layout(made.Odd)
    assert layout.offsets == {"first": 0, "number": 8, "second": 16, "third": 17}
    assert (layout.size, layout.alignment) == (24, 8)
    Engine(translate({"touch": made.touch, "fill": made.fill}))  # compares with run_layout


def test_another_layout_is_noticed(module, require):
    require("gcc")
    made = module(RECORDS)
    translation = translate({"touch": made.touch})
    made.Odd.kernel_fields["third"] = int
    with pytest.raises(RuntimeError, match="records lie elsewhere in C"):
        Engine(translation)


def test_a_record_survives_the_way_there_and_back(module):
    made = module(RECORDS)
    nest, twin = made.Nest(), made.Nest()
    nest.flag, nest.inner.number, nest.many[1].third = True, -(2**63), True
    nest.flags[:] = [True, False, True]
    nest.x = 1e-300
    layout = Layout(made.Nest)
    buffer = bytearray(layout.size)
    layout.write(nest, buffer)
    layout.read(twin, buffer)
    assert (twin.flag, twin.inner.number, twin.many[1].third) == (True, -(2**63), True)
    assert (twin.flags, twin.x) == ([True, False, True], 1e-300)
    assert type(twin.flags[1]) is bool


def test_new_records_have_their_defaults_in_c_too(module, require):
    require("gcc")
    made = module(RECORDS)
    engine = Engine(translate({"touch": made.touch}))
    nest, twin = made.Nest(), made.Nest()
    for item in (nest, twin):
        item.many[1].number, item.inner.number, item.x = 1, 30, 5.0
    assert made.touch(nest) == engine.run("touch", twin) == 37
    for item in (nest, twin):
        assert (item.many[1].number, item.many[1].second, item.x) == (7, True, 0.1)
        assert item.flags == [False, False, True]


def test_a_pool_is_longer_in_c_and_stays_there(module, require):
    require("gcc")
    made = module(RECORDS)
    layout = Layout(made.Trees)
    assert layout.offsets["after"] == 8 + 8 * 50
    engine = Engine(translate({"fill": made.fill}))
    trees = made.Trees()
    trees.before = 5
    assert engine.run("fill", trees) == 49 + 5
    assert (trees.before, trees.slots, trees.small) == (6, [0, 0, 0], [0, 50])
    assert made.fill(trees) == 2 + 6
    assert trees.slots == [6, 7, 8]


def test_what_is_written_leaves_the_pool_alone(module):
    made = module(RECORDS)
    layout = Layout(made.Trees)
    buffer = bytearray(b"\xff" * layout.size)
    layout.write(made.Trees(), buffer)
    assert bytes(buffer[8 : 8 + 400]) == b"\xff" * 400
    assert bytes(buffer[408:]) == bytes(8 + 16)


def test_pure_pools_are_as_long_as_in_python(module, require):
    require("gcc")
    made = module(RECORDS)
    engine = Engine(translate({"fill": made.fill}, pools="pure"), with_pools=True)
    here, there = made.Trees(), made.Trees()
    assert made.fill(here) == engine.run("fill", there)
    assert here.slots == there.slots == [0, 1, 2]


def test_a_trap_code_names_file_line_and_reason():
    files = ["common/search/ucb.py", "bots/csb/rules.py"]
    assert describe_trap(1 * 10_000_000 + 21_301, files) == (
        "bots/csb/rules.py:213: index out of range"
    )
    assert describe_trap(30_000_700, files) == "common/search/ucb.py:7: division by zero"
