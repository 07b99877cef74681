"""Kernels of unusual shape or naming that the checker accepts are C, and the same in both."""

import pytest

from tests.compiler.library import Library
from tests.spread import spread

RECORDS = """
@record
class Egg:
    heat: int

@record
class Nest:
    eggs: Records[Egg] = records(Egg, 3)
    states: Numbers[int] = numbers(int, 5)

"""
# Kernel `go`, its Python arguments, what it returns.
ODD = {
    "len of a record's array is all that is read": (
        "@kernel\ndef go(nest: Nest) -> int:\n    return len(nest.states)\n",
        "Nest()",
        5,
    ),
    "len of an array handed in is all that is read": (
        "@kernel\ndef go(items: Numbers[int]) -> int:\n    return len(items)\n",
        "numbers(int, 4)",
        4,
    ),
    "an array's length has a name as the C text gives it": (
        "@kernel\ndef go(items: Numbers[int]) -> int:\n"
        "    items_length = len(items)\n    return items_length + items[0]\n",
        "numbers(int, 4)",
        4,
    ),
    "a length is shifted and multiplied beyond 32 bits": (
        "@kernel\ndef go(nest: Nest) -> int:\n"
        "    return (len(nest.states) << 32) + len(nest.eggs) * 2000000000\n",
        "Nest()",
        (5 << 32) + 6000000000,
    ),
    "a kernel is called as an entry": (
        "@kernel\ndef run_go(n: int) -> int:\n    return n + 1\n\n"
        "@kernel\ndef go(n: int) -> int:\n    return run_go(n)\n",
        "4",
        5,
    ),
    "a constant is called as an entry": (
        "run_go = 3\n@kernel\ndef go(n: int) -> int:\n    return n + run_go\n",
        "4",
        7,
    ),
    "a parameter is called as its kernel": (
        "@kernel\ndef go(go: int) -> int:\n    return go\n",
        "4",
        4,
    ),
    "names that C and the helpers have other uses for": (
        "@record\nclass at:\n    trap: int\n    x: int\n    index: int\n\n"
        "@kernel\ndef printf(register: int, register_: int) -> int:\n"
        "    if register > 0:\n        register__ = 5\n        register_ += register__\n"
        "    return register_ * register\n\n"
        "@kernel\ndef go(double: at, main: int, at_end: int, place: int) -> int:\n"
        "    items = records(at, 3)\n    value_0 = 1\n    end = 2\n"
        "    for main_ in range(double.trap + double.x + items[2].index + main):\n"
        "        end += printf(main_, 3) + place\n    value = end\n"
        "    return value + at_end + value_0\n",
        "at(), 4, 3, 4",
        70,
    ),
    "a record is called as a table in C": (
        "T = (1, 2)\n\n@record\nclass table:\n    x: int\n\n"
        "@kernel\ndef go(one: table, n: int) -> int:\n    return T[n] + one.x\n",
        "table(), 1",
        2,
    ),
    "a loop's name again, and a step": (
        "@kernel\ndef go(n: int) -> int:\n    total = 0\n"
        "    for _ in range(n):\n        total += 1\n"
        "    for _ in range(n, -n, -3):\n        total += 10\n"
        "    for k in range(-n, n, 2 * 2):\n        total += k\n    return total\n",
        "7",
        7 + 5 * 10 + (-7 - 3 + 1 + 5),
    ),
    "a constant has no value": (
        "@kernel\ndef go(n: int) -> int:\n    if n == 4:\n        return n\n"
        "    return 1 // 0 + (1 << -1) + n % 0\n",
        "4",
        4,
    ),
    "the least int that can be written": (
        "@kernel\ndef go(n: int) -> int:\n    return -9223372036854775807 + n - n\n",
        "4",
        -(2**63) + 1,
    ),
    "len of what is computed": (
        "@kernel\ndef go(n: int) -> int:\n    seen = numbers(int, 2 * 3)\n"
        "    for k in each(len(SIX)):\n        seen[k] = n\n"
        "    return seen[len(SIX) - 1] + len(seen)\n\n"
        "SIX = (1, 2, 3, 4, 5, 6)\n",
        "4",
        10,
    ),
    "a table of tables of tables": (
        "CUBE = (((1, 2), (3, 4)), ((5, 6), (7, 8)))\n\n"
        "@kernel\ndef row(one: tuple[int, ...]) -> int:\n"
        "    return one[1]\n\n@kernel\ndef go(n: int) -> int:\n    square = CUBE[n]\n"
        "    return square[0][n] * 100 + CUBE[1][n][0] * 10 + row(CUBE[0][n])\n",
        "1",
        600 + 70 + 4,
    ),
    "what is cut may be as large as it likes": (
        "from common.kernel import Int8, Int16\n\n@kernel\ndef go(n: int) -> int:\n"
        "    return Int8((1 << 70) - 3) * 100000 + Int16((n << 62) * 9 + 70000)\n",
        "4",
        -300000 + 4464,
    ),
    "an array of records with narrow fields": (
        "from common.kernel import Int8, Int32\n\n@record\nclass Ant:\n    age: Int8 = -1\n"
        "    home: Int32\n    is_red: bool\n\n@kernel\ndef go(ants: Records[Ant]) -> int:\n"
        "    ants[1].home = 70000\n    ants[2].age = -128\n    copy = numbers(Int8, 3)\n"
        "    for k in range(3):\n        copy[k] = ants[k].age\n"
        "    assign(ants[0], ants[1])\n    return ants[0].home + copy[0] + copy[2]\n",
        "records(Ant, 3)",
        70000 - 1 - 128,
    ),
    "a table handed in": (
        "@kernel\ndef go(steps: tuple[int, ...], n: int) -> int:\n"
        "    return steps[n] + len(steps)\n",
        "(5, 6, 7), 2",
        10,
    ),
    "arrays of bools and records handed in": (
        "@kernel\ndef go(eggs: Records[Egg], flags: Numbers[bool]) -> float:\n"
        "    flags[1] = not flags[0]\n    eggs[1].heat = 7\n"
        "    return float(flags[1]) + eggs[1].heat * 0.5\n",
        "records(Egg, 2), numbers(bool, 3)",
        4.5,
    ),
    "two records have one name": (
        "first = Egg\n\n@record\nclass Egg:\n    cold: float = 1.5\n\n"
        "@kernel\ndef go(one: first, two: Egg) -> float:\n    return two.cold + one.heat\n",
        "first(), Egg()",
        1.5,
    ),
}


@pytest.mark.parametrize(("name", "compiler"), spread(list(ODD), ["gcc", "clang"]))
def test_an_odd_kernel_runs_in_both_engines(module, require, name, compiler):
    require(compiler)
    text, arguments, result = ODD[name]
    made = module(RECORDS + text)
    values = list(eval(f"[{arguments}]", vars(made)))
    assert made.go(*values) == result
    library = Library({made.go: values}, compiler)
    found = library.call(made.go, *values)
    assert (found, type(found)) == (result, type(result))
