"""Kernels as a library: records, arrays and pools cross to C and back, and traps are reported."""

import subprocess

import pytest

from bots.csb import search
from botsmith.compiler.compile import c_text, native_engine
from common.engine import EngineFailed
from common.kernel import assign
from tests.compiler.library import Library, Trapped, compile_library
from tests.pages import page_beside

RECORDS = f"\n{page_beside(__file__, 'modules.txt')['library']}\n"


def values(record):
    """All fields of a record, nested ones too."""
    if isinstance(record, list):
        return [values(item) for item in record]
    if not hasattr(record, "kernel_fields"):
        return record
    return [values(getattr(record, name)) for name in record.kernel_fields]


@pytest.fixture
def made(module, require):
    require("gcc")
    return module(RECORDS)


def nests(made):
    """Two different ones."""
    nest, other = made.Nest(), made.Nest()
    nest.flag, nest.inner.number, nest.many[1].third = True, -(2**63), True
    other.flags[:] = [True, False, True]
    other.x, other.many[1].number = 1e-300, 5
    return nest, other


def test_records_come_back_as_the_kernel_left_them(made):
    here, there = nests(made), nests(made)
    assert made.touch(*here) == Library({made.touch: there}).call(made.touch, *there)
    assert values(list(here)) == values(list(there))
    assert type(there[0].flags[2]) is bool and there[0].many[1].number == 7


def test_one_record_in_two_places_is_one_in_c_too(made):
    here, there = nests(made)[1], nests(made)[1]
    made.touch(here, here)
    Library({made.touch: (there, there)}).call(made.touch, there, there)
    assert values(here) == values(there)


@pytest.mark.parametrize("is_compiled", [False, True])
def test_a_pool_is_longer_in_a_bots_c(made, is_compiled):
    trees = made.Trees()
    trees.before = 5
    library = Library({made.fill: (trees,)}, is_compiled=is_compiled)
    length = 50 if is_compiled else 3
    assert library.call(made.fill, trees) == length - 1 + 5
    assert (trees.before, trees.slots, trees.small) == (6, [5, 6, 7], [0, length])
    assert [odd.number for odd in trees.odds] == [length, length - 1, length - 2]
    twin = made.Trees()
    twin.before = 5
    assert made.fill(twin) == 2 + 5
    assert is_compiled or values(twin) == values(trees)


def test_a_trap_leaves_what_was_handed_in_and_tells_the_line(made):
    trees = made.Trees()
    library = Library({made.step: (trees, 1)})
    assert library.call(made.step, trees, 1) == 0
    with pytest.raises(Trapped) as trapped:
        library.call(made.step, trees, 1)
    line = RECORDS.splitlines().index("    return trees.small[trees.before]") + 4
    assert str(trapped.value).endswith(f".py:{line}: IndexError")
    assert trees.before == 1


def test_the_bots_engine_for_benchmarks(made):
    engine = native_engine(made.Trees, (made.fill, made.step))
    trees = made.Trees()
    trees.before = 2
    holder = made.Nest()
    assign(holder.inner, holder.many[0])
    assert engine.call(made.fill) == 49
    with pytest.raises(EngineFailed, match="IndexError"):
        engine.call(made.step, 5)


def test_c_that_a_compiler_refuses_is_shown(require):
    require("gcc")
    with pytest.raises(RuntimeError, match="(?s)gcc refused:.*error"):
        compile_library("int run = ;")


def test_only_entries_and_what_the_loader_reads_leave_the_library(require):
    require("gcc")
    require("nm")
    library = compile_library(c_text(search.ENTRIES, search.Memory))
    command = ["nm", "-D", "--defined-only", str(library)]
    listed = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    names = {line.split()[-1] for line in listed.splitlines()}
    assert names == {"run_begin", "run_think", "run_place"}


BOUND = """
POOL = capacity(pure=3, compiled=50)

def bind(pool: int) -> Callable[[int], int]:
    @kernel
    def last(n: int) -> int:
        return pool * 1000 + (pool - 1) + n

    return last

last = bind(POOL)
"""


@pytest.mark.parametrize(("is_compiled", "result"), [(False, 3003), (True, 50050)])
def test_a_pools_length_is_the_same_in_all_of_an_expression(module, require, is_compiled, result):
    require("gcc")
    last = module(BOUND).last
    assert last(1) == 3003
    assert Library({last: (1,)}, is_compiled=is_compiled).call(last, 1) == result
