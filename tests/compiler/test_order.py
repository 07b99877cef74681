"""Calls that change something stand anywhere: C works them out in Python's order.

Every call writes its number into a trace, so that another order, a call left out or one made
twice is another trace. `python -m pytest -m campaign tests/compiler/test_order.py` runs more.
"""

import copy
import random
import re

import pytest

from common.native import values_of
from tests.compiler.comparison import load_module
from tests.compiler.library import Library, Trapped, at_level

HEADER = """
from math import floor, fmod
from common.kernel import Int16, Numbers, Records, assign, kernel, numbers, record, records

MASK = (1 << 40) - 1
TABLE = (3, 1, 4, 1, 5, 9, 2, 6)


@record
class Part:
    count: int
    weight: float


@record
class Log:
    trace: int
    calls: int
    part: Part
    parts: Records[Part] = records(Part, 4)
    cells: Numbers[int] = numbers(int, 8)
    small: Numbers[int] = numbers(Int16, 8)
    reals: Numbers[float] = numbers(float, 8)
    state: int


@kernel
def mark(log: Log, number: int) -> int:
    log.trace = (log.trace * 31 + number * 7 + log.cells[number & 7]) & MASK
    log.calls += 1
    log.cells[log.calls & 7] = (log.cells[log.calls & 7] + number) % 97
    log.part.count = log.calls % 13
    return log.trace & 15


@kernel
def real(log: Log, number: int) -> float:
    log.reals[mark(log, number) & 7] = log.part.weight
    log.part.weight = log.part.weight * 0.5 + float(log.calls & 7)
    return log.part.weight


@kernel
def flip(log: Log, number: int) -> bool:
    return mark(log, number) % 2 == 1


@kernel
def put(cells: Numbers[int], place: int, value: int) -> int:
    old = cells[place & 7]
    cells[place & 7] = value % 97
    return old


@kernel
def bump(part: Part, by: int) -> int:
    part.count = (part.count + by) % 19
    return part.count


@kernel
def draw(log: Log, sides: int) -> int:
    log.state = (log.state * 25214903917 + 11) & MASK
    return (log.state >> 16) % sides


@kernel
def mix(a: int, b: int, c: int) -> int:
    return (a * 5 + b * 3 + c) % 101
"""
FORMS = {
    "int": "mark(log, {number})|mark(log, {int})|log.part.count|log.calls|log.cells[{int} & 7]"
    "|log.small[{int} & 7]|({int} + {int})|({int} - {int})|({int} * {int} % 89)|({int} ^ {int})"
    "|({int} // ({int} % 5 + 7))|({int} % ({int} % 5 + 7))|({int} << ({int} & 3))|(-{int})"
    "|abs({int})"
    "|({int} if {bool} else {int})|min({int}, {int})|max({int}, {int})|mix({int}, {int}, {int})"
    "|put(log.cells, {int}, {int})|put(log.cells, mark(log, {number}), log.cells[{int} & 7])"
    "|bump(log.parts[{int} & 3], {int})|bump(log.part if {bool} else log.parts[1], {int})"
    "|draw(log, {int} % 7 + 8)|(log.part.count + bump(log.part, {int}) + log.part.count)"
    "|TABLE[{int} & 7]|(int({real}) % 50)|(floor({real}) % 50)|int({bool})|name|number|{number}"
    "|Int16({int} * 999)|log.parts[{int} & 3].count|(({int} * 7777 + {int}) & 63)",
    "real": "real(log, {int})|log.reals[{int} & 7]|({real} + {real})|({real} - {real})|(-{real})"
    "|({real} * {int})|({real} / ({int} % 5 + 7))|({real} if {bool} else {real})|log.part.weight"
    "|fmod({real}, float({int} % 5 + 7))|min({real}, {real})|({real} // 1.0)|float({int})|total",
    "bool": "flip(log, {int})|({int} < {int})|({int} == {int})|({real} >= {real})|(not {bool})"
    "|({bool} and {bool})|({bool} or {bool} or {bool})|({bool} and {int} != {int})"
    "|(1 < name <= number)"
    "|({bool} == {bool})|({bool} if {bool} else {bool})|(0 <= log.calls < 9)",
    "line": "name = {int}|name += {int}|name -= {int}|name ^= {int}|total += {real}|total = {real}"
    "|log.cells[{int} & 7] = {int} % 90|log.cells[{int} & 7] += {int} % 9|log.part.count -= {int}"
    "|log.small[mark(log, {number}) & 7] = {int} % 90|log.small[{int} & 7] -= {int} % 9"
    "|log.parts[{int} & 3].count = bump(log.parts[{int} & 3], {int})|log.reals[{int} & 7] *= {real}"
    "|log.cells[log.cells[{int} & 7] & 7] = put(log.cells, {int}, {int})"
    "|log.parts[bump(log.part, {int}) & 3].count += log.part.count|mark(log, {int})"
    "|assign(log.parts[mark(log, {number}) & 3], log.parts[{int} & 3])|log.part.weight = {real}"
    "|part = log.parts[{int} & 3] if {bool} else log.part|part.count += bump(part, {int})"
    "|log.trace += 1 if {bool} else mark(log, {int})",
}
LEVELS = ["-O0", "-O1", "-O2"]


def written(rnd: random.Random, number: int) -> str:
    """A kernel of random lines, also as conditions of `if`, `while` and bounds of `range`."""

    def fill(form: str, depth: int) -> str:
        if form == "number" or depth <= 0 and form == "int":
            return str(rnd.randrange(9)) if form == "number" else f"mark(log, {rnd.randrange(9)})"
        forms = FORMS[form].split("|")
        if depth <= 0:
            least = {"real": ["real(log, 3)", "total"], "bool": ["flip(log, 2)", "(name < 3)"]}
            forms = least[form]
        parts = r"\{(\w+)\}"
        return re.sub(parts, lambda part: fill(part[1], depth - 1), rnd.choice(forms))

    lines = ["    name = number", "    total = 0.5", "    part = log.part"]
    for _ in range(rnd.choice([2, 4])):
        depth = rnd.choice([1, 2, 3])
        head = rnd.choice([""] * 4 + ["if", "while", "for"])
        if head == "if":
            lines += [f"    if {fill('bool', depth)}:", f"        {fill('line', depth)}"]
            lines += ["    else:", f"        {fill('line', depth)}"]
        elif head == "while":
            lines += [f"    while {fill('bool', depth)} and log.calls < 60:"]
            lines += ["        mark(log, 1)", f"        {fill('line', depth)}"]
        elif head == "for":
            lines += [f"    for step in range({fill('int', 1)} % 3, {fill('int', 1)} % 5):"]
            lines += [f"        {fill('line', depth)}"]
        else:
            lines.append("    " + fill("line", depth))
    lines.append(f"    return mix({fill('int', 2)}, name % 97, {fill('int', 2)})")
    return "\n".join(["", "", "@kernel", f"def go{number}(log: Log, number: int) -> int:", *lines])


def compare(folder, compiler, seed, count, rounds, levels=LEVELS):
    """How many runs ended alike in CPython and in C, at every level."""
    rnd = random.Random(seed)
    text = HEADER + "".join(written(rnd, number) for number in range(count)) + "\n"
    made = load_module(folder / f"order_{seed}.py", text)
    kernels = [getattr(made, f"go{number}") for number in range(count)]

    def log():
        new = made.Log()
        new.cells[:] = [rnd.randrange(90) for _ in new.cells]
        new.reals[:] = [float(rnd.randrange(-40, 40)) for _ in new.reals]
        new.state = rnd.getrandbits(40)
        return new

    libraries = [
        Library(dict.fromkeys(kernels, [made.Log(), 1]), compiler, at_level(level))
        for level in levels
    ]
    alike = 0
    for kernel in kernels:
        for _ in range(rounds):
            first, number = log(), rnd.randrange(-9, 9)
            for level, library in zip(levels, libraries, strict=True):
                here, there = copy.deepcopy(first), copy.deepcopy(first)
                try:
                    found = library.call(kernel, there, number)
                except Trapped:
                    continue
                wanted = kernel(here, number)
                where = f"{kernel.__name__}, {level}, {number}"
                assert found == wanted and [*values_of(there, 0)] == [*values_of(here, 0)], where
                alike += 1
    return alike


def test_calls_that_change_something_keep_pythons_order(tmp_path, require):
    require("gcc")
    assert compare(tmp_path, "gcc", 1, 20, 6, ["-O2"]) > 20 * 6 * 0.8


@pytest.mark.campaign
@pytest.mark.parametrize("compiler", ["gcc", "clang"])
@pytest.mark.parametrize("seed", range(10, 25))
def test_campaign_200_programs_keep_pythons_order(tmp_path, require, compiler, seed):
    require(compiler)
    assert compare(tmp_path, compiler, seed, 200, 10) > 200 * 10 * len(LEVELS) * 0.8
