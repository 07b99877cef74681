"""Checks that bounds prove are left out, all others stay, and the numbers are Python's."""

import pytest

from botsmith.compiler.engine import Engine, Trapped
from botsmith.compiler.translate import translate

EDGES = (0, 1, -1, 2, 6, -6, 40, 2**62, -(2**62), 2**63 - 1, -(2**63), -(2**63) + 1)

HEAD = "from common.kernel import Numbers, kernel, numbers, record\n\nSTEPS = (0, 1, 8, 7)\n\n"


def both(module, text: str, name: str = "run"):
    """The C text of a kernel, its engine, and the kernel itself."""
    kernels = module(HEAD + text)
    translation = translate({name: getattr(kernels, name)})
    return translation.text, Engine(translation), getattr(kernels, name)


def same(engine, kernel, *values: int) -> bool:
    """Whether C returns what Python does, or traps where the result is beyond 64 bits."""
    expected = kernel(*values)
    if -(2**63) <= expected < 2**63:
        return bool(engine.run("run", *values) == expected)
    with pytest.raises(Trapped):
        engine.run("run", *values)
    return True


PLACES = """
@kernel
def entry(row: int, column: int) -> int:
    return SQUARE[row * 4 + column]


@kernel
def run(a: int, b: int) -> int:
    return entry(a & 3, b & 3) + entry(1, b & {mask})


SQUARE = (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15)
"""


def test_parameters_are_as_large_as_the_arguments_of_all_calls(require, module):
    require("gcc")
    text, engine, kernel = both(module, PLACES.format(mask=3))
    assert "at(" not in text and "trap(enum" not in text
    assert all(same(engine, kernel, a, b) for a in EDGES for b in EDGES)


def test_one_larger_argument_keeps_the_check(require, module):
    require("gcc")
    text, engine, kernel = both(module, PLACES.format(mask=15))
    assert "at(row * 4 + column, 16, " in text
    assert same(engine, kernel, 2, 11)
    with pytest.raises(IndexError):
        kernel(2, 12)
    with pytest.raises(Trapped, match="index"):
        engine.run("run", 2, 12)


def test_arguments_of_an_entry_can_be_anything(require, module):
    require("gcc")
    text, engine, _ = both(module, "@kernel\ndef run(a: int) -> int:\n    return STEPS[a] + 1\n")
    assert "at(a, 4, " in text
    with pytest.raises(Trapped, match="index"):
        engine.run("run", -1)


COUNT = """
@kernel
def run(bits: int, least: int) -> int:
    rest = bits
    count = 0
    while rest > least:
        rest -= 1
        count += 1
    return STEPS[count]
"""


def test_a_count_in_a_loop_is_checked(require, module):
    require("gcc")
    text, engine, kernel = both(module, COUNT)
    assert "add(count, 1, " in text and "at(count, 4, " in text
    assert all(same(engine, kernel, bits, 0) for bits in range(4))
    with pytest.raises(Trapped, match="index"):
        engine.run("run", 9, 5)


JOINED = """
@kernel
def run(bits: int, turn: int) -> int:
    board = bits & 255
    step = STEPS[turn & 3]
    one = board << step & 4095
    board = one << 4 | board
    if turn > 2:
        board = one
    return (board << step) - one.bit_count()
"""


def test_a_local_is_as_large_as_all_that_is_set(require, module):
    require("gcc")
    text, engine, kernel = both(module, JOINED)
    assert "trap(enum" not in text and "natural_bit_count(one)" in text
    assert all(same(engine, kernel, bits, turn) for bits in EDGES for turn in range(5))


def test_a_parameter_that_is_set_again_keeps_its_checks(require, module):
    require("gcc")
    source = """
@kernel
def look(place: int, far: int) -> int:
    place += far
    return STEPS[place]


@kernel
def run(far: int) -> int:
    return look(1, far)
"""
    text, engine, kernel = both(module, source)
    assert "at(place, 4, " in text
    assert all(same(engine, kernel, far) for far in (-1, 0, 1, 2))
    with pytest.raises(Trapped, match="index"):
        engine.run("run", 3)


def test_results_of_kernels_are_bounded_recursion_included(require, module):
    require("gcc")
    source = """
@kernel
def fold(value: int) -> int:
    if value < 4:
        return value & 3
    return fold(value // 2)


@kernel
def run(value: int) -> int:
    return STEPS[fold(value)]
"""
    text, engine, kernel = both(module, source)
    assert "STEPS[fold(value)]" in text
    assert all(same(engine, kernel, value) for value in EDGES)


def test_a_place_that_no_call_reaches_is_not_refused(require, module):
    require("gcc")
    source = """
@kernel
def size(place: int) -> int:
    if place >= 0:
        return STEPS[place]
    return 9


@kernel
def run(value: int) -> int:
    return value + size(-1)
"""
    _, engine, kernel = both(module, source)
    assert same(engine, kernel, 3)


@pytest.mark.parametrize(
    ("expression", "helper"),
    [
        ("(a & -a).bit_length()", "lowest_bit(a)"),
        ("1 << (b & 63)", "shift_near("),
        ("a << (b & 63)", "shift_near("),
        ("a << STEPS[b & 3]", "shift_near("),
        ("a >> (b & 63)", ">>"),
        ("a.bit_count()", "bit_count(a)"),
        ("(a & 1023).bit_count()", "natural_bit_count("),
        ("-(a & 1023) + (-(a & 7)).bit_count()", "bit_count("),
        ("int(a > b) << 62", "<<"),
        ("(a if a > 0 else 0) + (b & 1)", "add("),
    ],
)
def test_bits_are_pythons(require, module, expression, helper):
    require("gcc")
    source = f"@kernel\ndef run(a: int, b: int) -> int:\n    return {expression}\n"
    text, engine, kernel = both(module, source)
    assert helper in text
    values = (*EDGES, *(1 << bit for bit in range(63)), 12345678901234567, -98765432109876543)
    assert all(same(engine, kernel, a, b) for a in values for b in (*EDGES, 3, 62, 63))


def test_only_what_several_places_call_is_inline(require, module):
    source = """
@kernel
def one(a: int) -> int:
    return a & 1


@kernel
def two(a: int) -> int:
    return one(a) + one(a >> 1)


@kernel
def run(a: int) -> int:
    return two(a)
"""
    text = translate({"run": module(HEAD + source).run}).text
    assert "static inline int64_t one(" in text
    assert "static int64_t two(" in text and "static NOINLINE int64_t run(" in text
