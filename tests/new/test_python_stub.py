"""The Python that the site's editor begins with is read as the stub that made it."""

import keyword
import re
from pathlib import Path

import pytest

from botsmith.errors import BadInput
from botsmith.new.blocks import Read
from botsmith.new.python_stub import as_stub
from botsmith.new.stub import Stub, parse_stub, read_stub
from tests.new.contests import ROOT

STUBS = sorted((ROOT / "tests/data/stubs").glob("*.txt"))
UNTOLD = "three_deep"  # its lines have two values each, which the code does not say
TAKES = {"int": "int({})", "long": "int({})", "float": "float({})", "bool": '{} != "0"'}
BUILTIN = {"type", "id", "input", "map"}


def spelled(name: str) -> str:
    bare = name.rstrip("_")
    return f"_{bare}" if bare in BUILTIN or keyword.iskeyword(bare) else name


def read_of(read: Read, indent: str) -> list[str]:
    """The site's code for a read."""
    for depth, amount in enumerate(read.loops):
        indent_of = indent + "    " * depth
        head = [f"{indent_of}for {'ij'[depth % 2]} in range({snake(amount)}):"]
        if depth == 0:
            lines = head
        else:
            lines += head
    inner = indent + "    " * len(read.loops)
    lines = lines if read.loops else []
    names = [spelled(one.python.rstrip("_")) for one in read.variables]
    kinds = [one.kind for one in read.variables]
    if read.times and len(names) == 1:
        value = TAKES.get(kinds[0], "{}").format("k")
        return [*lines, f"{inner}for k in input().split():", f"{inner}    {names[0]} = {value}"]
    if read.times:
        lines += [
            f"{inner}inputs = input().split()",
            f"{inner}for k in range({snake(read.times)}):",
        ]
        for place, (name, kind) in enumerate(zip(names, kinds, strict=True)):
            value = TAKES.get(kind, "{}").format(f"inputs[{len(names)}*k+{place}]")
            lines.append(f"{inner}    {name} = {value}")
        return lines
    if len(names) == 1:
        return [*lines, f"{inner}{names[0]} = {TAKES.get(kinds[0], '{}').format('input()')}"]
    if {*kinds} <= {"int", "long"}:
        return [*lines, f"{inner}{', '.join(names)} = [int(k) for k in input().split()]"]
    lines.append(f"{inner}inputs = input().split()")
    for place, (name, kind) in enumerate(zip(names, kinds, strict=True)):
        lines.append(f"{inner}{name} = {TAKES.get(kind, '{}').format(f'inputs[{place}]')}")
    return lines


def snake(amount: str) -> str:
    found = re.sub(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", "_", amount).lower()
    return spelled(found)


def code_of(stub: Stub) -> str:
    """The site's code for a stub."""
    lines = ["import sys", "import math", "", "# What it is about.", ""]
    for read in stub.start.reads:
        lines += read_of(read, "")
    for write in stub.hello:
        lines += [f"print({text!r})" for text in write.texts]
    lines += ["", "# game loop", "while True:"]
    for read in stub.turn.reads:
        lines += read_of(read, "    ")
    for write in stub.writes:
        for depth, amount in enumerate(write.loops):
            lines.append("    " * (depth + 1) + f"for i in range({snake(amount)}):")
        indent = "    " * (len(write.loops) + 1)
        lines += ["", f"{indent}# Write an action using print", "", f"{indent}# A | B"]
        lines += [f"{indent}print({text!r})" for text in write.texts]
    return "\n".join(lines)


def shape(stub: Stub) -> list[object]:
    """What is read and written; a long is an int in Python, a word and a string are texts."""
    kinds = {"long": "int", "word": "text", "string": "text"}
    found: list[object] = []
    for read in (*stub.start.reads, None, *stub.turn.reads):
        if read is None:
            found.append("gameloop")
            continue
        names = [(one.python.rstrip("_"), kinds.get(one.kind, one.kind)) for one in read.variables]
        loops = [snake(amount).strip("_") for amount in read.loops]
        found.append((names, loops, bool(read.times)))
    lines = [
        (text, [snake(amount).strip("_") for amount in write.loops])
        for write in (*stub.hello, *stub.writes)
        for text in write.texts
    ]
    return [*found, lines]


@pytest.mark.parametrize("path", STUBS, ids=lambda path: path.stem)
def test_the_sites_code_is_read_as_its_stub(path: Path) -> None:
    stub = read_stub(path)
    if path.stem == UNTOLD:
        with pytest.raises(BadInput, match="line 13: nothing before says how many values"):
            as_stub(code_of(stub), "x")
        return
    again = parse_stub(as_stub(code_of(stub), "x"))
    assert shape(again) == shape(stub)
    assert (again.statement, again.output.split("\n")[0]) == ("What it is about.", "A | B")


def test_comments_above_and_beside_tell_of_variables() -> None:
    code = """import sys

# About.

n = int(input())  # how many
while True:
    for i in range(n):
        inputs = input().split()
        # x: from the left
        # y: from the top
        x = int(inputs[0])
        y = float(inputs[1])
        _type = inputs[2]  # WALL or FREE
    print("GO")
"""
    stub = parse_stub(as_stub(code, "x"))
    assert stub.comments == {
        "n": "how many",
        "x": "from the left",
        "y": "from the top",
        "type": "WALL or FREE",
    }
    assert stub.statement == "About."


def test_an_answer_with_values_is_an_example() -> None:
    code = "while True:\n    x, y = [int(i) for i in input().split()]\n    print({})"
    for printed in (
        *('"MOVE", x, 1', 'f"MOVE {x} 1"', '"MOVE " + str(x) + " 1"', '" ".join(["MOVE", x, "1"])'),
        *(
            '"MOVE", x - 1, 1, flush=True',
            '"MOVE 0", "1", sep=" "',
            '" ".join(("MOVE", str(x), "1"))',
        ),
    ):
        stub = parse_stub(as_stub(code.format(printed), "x"))
        assert [write.texts for write in stub.writes] == [("MOVE 0 1",)]


@pytest.mark.parametrize(
    "printed",
    [
        '" ".join(words)', '" ".join(map(str, [1, x]))', '*["MOVE", x]', '"MOVE %d" % x',
        '"MOVE {}".format(x)', "move(x)", '"A" if x else "B"', '["MOVE", x]', '"MOVE", end=";"',
    ],
)  # fmt: skip
def test_an_answer_that_the_code_does_not_tell_is_refused(printed: str) -> None:
    """It became the answer 0 without a word."""
    code = f"while True:\n    x = int(input())\n    print({printed})"
    with pytest.raises(BadInput, match=r"x.py, line 3: print\(.*: expected texts and values"):
        as_stub(code, "x.py")


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("n = eval(input())", "x.py, line 1: n = eval(input()): expected the code that the site's"),
        ("n = int(input()", "x.py, line 1: '(' was never closed; expected the code"),
        (
            "for i in range(3):\n    a = int(input())\n    b = int(input())",
            "line 1: for i in range(3):",
        ),
        ("n = 3\nx = input()", "x.py, line 1: n = 3: expected the code"),
        ("#include <iostream>\nint main() {}", "x.py: code in another language than Python 3; exp"),
    ],
)
def test_other_code_is_refused_with_its_line(code: str, said: str) -> None:
    with pytest.raises(BadInput, match=re.escape(said)):
        as_stub(code.replace("\\\n", "\n"), "x.py")
