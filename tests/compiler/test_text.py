"""The C text: readable beside its Python, free of warnings, and the same on every run."""

import os
import subprocess
import sys

import pytest

from bots.csb import search
from botsmith.compiler.engine import Engine, compile_library
from botsmith.compiler.terse import terse
from botsmith.compiler.translate import INEXACT, LANGUAGE_FLAGS, exact_flags, translate
from tests.compiler.sketches import kutulu, olymbits, stratego, tororo, uttt

ENTRIES = {
    "csb": search.ENTRIES,
    **{sketch.__name__.split(".")[-1]: sketch.ENTRIES for sketch in (kutulu, olymbits, stratego)},
    **{sketch.__name__.split(".")[-1]: sketch.ENTRIES for sketch in (tororo, uttt)},
}
SOURCE = '''
LIMIT = 6  # how many
BIG = 0x5DEECE66D
NOTHING = -1
HALF = 1.0 / 2.0
WAYS = ((1, 0), (0, -1))


@record
class Walker:
    """Someone who walks."""

    x: int  # steps to the right
    double: float
    seen: Numbers[bool] = numbers(bool, LIMIT * 2)


@kernel
def walk(walker: Walker, select: int, way: int) -> int:
    """One step.

    Nothing else.
    """
    # Where to.
    step = WAYS[way][0]

    if step > 0:  # to the right
        walker.x += step
        # The end of the arm.
    elif step < 0:
        walker.x = select
    else:
        walker.double *= HALF
    for register in range(LIMIT):
        walker.seen[register] = register % 2 == 0 and (walker.x > 1 or not walker.seen[0])
    state = (walker.x * BIG + 11) & 0xFFFF
    while state > 3:
        state = state // 2 - (state & 1)
    return state if state != NOTHING else -walker.x
'''
EXPECTED = """\
/* One step.
 *
 * Nothing else.
 */
static NOINLINE int64_t walk(Walker *walker, int64_t select, int64_t way)
{
    // Where to.
    int64_t step = WAYS[at(way, 2, 2800)][0];

    if (step > 0) {  // to the right
        walker->x = add(walker->x, step, 3100);
        // The end of the arm.
    } else if (step < 0) {
        walker->x = select;
    } else {
        walker->double_ *= HALF;
    }
    for (int64_t register_ = 0; register_ < LIMIT; register_++) {
        walker->seen[register_] = register_ % 2 == 0 && (walker->x > 1 || !walker->seen[0]);
    }
    int64_t state = (int64_t)(((uint64_t)walker->x * BIG + 11) & 0xFFFF);
    while (state > 3) {
        state = divide_by(state, 2) - (state & 1);
    }
    return state != NOTHING ? state : negate(walker->x, 4200);
}
"""


def test_a_kernel_reads_in_c_as_in_python(module):
    text = translate({"walk": module(SOURCE).walk}).text
    assert EXPECTED in text
    for line in (
        "#define LIMIT 6  // how many",
        "#define BIG INT64_C(0x5DEECE66D)",
        "#define NOTHING (-1)",
        "#define HALF 0.5",
        "static const int64_t WAYS[2][2] = {\n    {1, 0},\n    {0, -1},\n};",
        "/* Someone who walks. */\ntypedef struct Walker {\n",
        "    int64_t x;  // steps to the right\n",
        "    bool seen[LIMIT * 2];\n} Walker;",
    ):
        assert line in text


@pytest.mark.parametrize("compiler", ["gcc", "clang"])
@pytest.mark.parametrize(
    ("name", "level"),
    [
        *[(name, level) for name in ENTRIES for level in ("-O0", "-O2")],
        ("csb", "-O1"),
        ("csb", "-O3"),
    ],
)
def test_the_text_of_real_kernels_gives_no_warning(require, name, level, compiler):
    require(compiler)
    text = translate({kernel.__name__: kernel for kernel in ENTRIES[name]}).text
    compile_library(text, compiler, [level, *LANGUAGE_FLAGS, *exact_flags(INEXACT), "-Wshadow"])


@pytest.mark.parametrize("name", ENTRIES)
def test_no_line_is_wider_than_a_page(name):
    text = translate({kernel.__name__: kernel for kernel in ENTRIES[name]}).text
    assert max(len(line) for line in text.splitlines()) <= 100
    assert text.isascii()


def test_the_text_is_the_same_in_every_run():
    code = (
        "from bots.csb import search\n"
        "from botsmith.compiler.translate import translate\n"
        "print(translate({e.__name__: e for e in search.ENTRIES}).text)"
    )
    texts = set()
    for seed in ("1", "2", "3"):
        environment = {**os.environ, "PYTHONHASHSEED": seed}
        done = subprocess.run(
            [sys.executable, "-c", code], env=environment, capture_output=True, text=True
        )
        assert done.returncode == 0, done.stderr
        texts.add(done.stdout)
    assert len(texts) == 1


def test_only_entries_and_tables_leave_the_library(require):
    require("gcc")
    require("nm")
    library = compile_library(translate({e.__name__: e for e in search.ENTRIES}).text)
    command = ["nm", "-D", "--defined-only", str(library)]
    listed = subprocess.run(command, capture_output=True, text=True)
    names = {line.split()[-1] for line in listed.stdout.splitlines()}
    expected = {f"run_{entry.__name__}" for entry in search.ENTRIES}
    assert names == expected | {"run_layout"}


AWKWARD = """
INT_COUNT = 3
TABLE = (1, 2, 3)
x = 7

@record
class at:
    trap: int
    x: int
    index: int = 2

@kernel
def printf(register: int, register_: int) -> int:
    if register > 0:
        register__ = 5
        register_ += register__
    return register_ * register

@kernel
def add(double: at, main: int, at_end: int, place: int) -> int:
    items = records(at, len(TABLE))
    total = x
    for main_ in range(double.trap + double.x + double.index + items[2].index + total + main):
        total += printf(main_, INT_COUNT) + place
    main_end = total
    return main_end + at_end
"""


def test_names_that_c_has_other_uses_for(module, require):
    require("gcc")
    made = module(AWKWARD)
    engine = Engine(translate({"add": made.add}), "gcc", ["-O1", "-std=c11", "-Wshadow"])
    here, there = made.at(), made.at()
    assert made.add(here, 2, 3, 4) == engine.run("add", there, 2, 3, 4)


STACK = '''
State = TypeVar("State")
HAS_TWO = (False, False, False, True)


@record
class Coin:
    """A coin."""

    side: int


@kernel
def flip(coin: Coin) -> None:
    """Turns it."""
    coin.side = 1 - coin.side


def bind(turn: Callable[[State], None]) -> Callable[[Records[State], int], None]:
    """Copies and turns."""

    @kernel
    def step(stack: Records[State], place: int) -> None:
        """One state more."""
        assign(stack[place + 1], stack[place])
        turn(stack[place + 1])

    @kernel
    def climb(stack: Records[State], count: int) -> None:
        """The whole stack."""
        for place in range(count):
            step(stack, place)

    return climb


climb = bind(flip)


@kernel
def look(coins: Records[Coin], mask: int) -> bool:
    """The last coin, if a mask has two bits."""
    climb(coins, 4)
    return HAS_TWO[mask] and coins[4].side == 0
'''


def test_a_factory_takes_arrays_of_a_type_that_differs_from_game_to_game(require, module):
    require("gcc")
    kernels = module(STACK)
    engine = Engine(translate({"look": kernels.look}))
    for mask in range(4):
        coins = [kernels.Coin() for _ in range(5)]
        same = [kernels.Coin() for _ in range(5)]
        assert engine.run("look", coins, mask) == kernels.look(same, mask) == (mask == 3)
        assert [coin.side for coin in coins] == [coin.side for coin in same] == [0, 1, 0, 1, 0]


def test_tables_of_bools_are_written_as_digits(module):
    text = translate({"look": module(STACK).look}).text
    assert "static const bool HAS_TWO[4] = {\n    0, 0, 0, 1,\n};" in text


def test_hexadecimal_constants_keep_their_form_sums_of_them_become_decimal(module):
    source = "EDGES = 0xFF_00\nWIDE = 0xFF << 40\nBOTH = 0xF0 + 1\n\n\n@kernel\n"
    source += "def fill(board: int) -> int:\n    return board & EDGES | WIDE ^ BOTH\n"
    text = translate({"fill": module(source).fill}).text
    for line in ("EDGES 0xFF00", "WIDE INT64_C(280375465082880)", "BOTH 241"):
        assert f"#define {line}\n" in text


def test_in_a_bundle_lines_of_numbers_have_no_blanks(module):
    source = STACK + "\n\n@record\nclass Memory:\n    coins: Records[Coin] = records(Coin, 5)\n"
    source += "\n\n@kernel\ndef run(memory: Memory) -> bool:\n    return look(memory.coins, 3)\n"
    kernels = module(source)
    text = terse(translate({"run": kernels.run}).text, "Memory")
    assert "static const bool HAS_TWO[4] = {\n\t0,0,0,1,\n};" in text


EACH = """
SEATS = 3


@kernel
def fill(seats: Numbers[int], first: int) -> int:
    total = 0
    for seat in each(SEATS):
        seats[seat] = first + seat
    for seat in each(SEATS - 1, -1, -2):
        total = total * 10 + seats[seat]
    return total
"""


@pytest.mark.parametrize("compiler", ["gcc", "clang"])
def test_the_rounds_of_each_are_written_out_by_the_c_compiler(require, module, compiler):
    require(compiler)
    kernels = module(EACH)
    translation = translate({"fill": kernels.fill})
    text = translation.text
    assert "    #pragma GCC unroll 3\n    for (int64_t seat = 0; seat < SEATS; seat++) {" in text
    assert (
        "    #pragma GCC unroll 2\n    for (int64_t seat = SEATS - 1; seat > -1; seat -= 2)" in text
    )
    seats, same = [0, 0, 0], [0, 0, 0]
    assert Engine(translation, compiler).run("fill", seats, 4) == kernels.fill(same, 4) == 64
    assert seats == same == [4, 5, 6]
