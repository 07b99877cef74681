"""check() and c_text(): what is checked and written, and what people read of the C."""

import os
import re
import subprocess
import sys
from typing import Any

import pytest

from bots.csb import search
from botsmith.compiler.comments import commented_c
from botsmith.compiler.compile import c_text, check
from botsmith.errors import BadInput

SOURCE = '''
LIMIT = 6  # how many


@record
class Walker:
    """Someone who walks."""

    x: int
    seen: Numbers[bool] = numbers(bool, LIMIT * 2)


@kernel
def walk(walker: Walker, way: int) -> int:
    """One step.

    Nothing else, not even a \\\\
    """
    # Where to.
    step = way  # the same

    if step > 0:  # to the right
        # Further {on}.
        walker.x += step
    elif step < 0:
        walker.x = 1  # \\
    for place in each(LIMIT):  # all
        walker.seen[place] = place % 2 == 0
    return walker.x
'''
SHOWN = (
    "// One step.\n//\n// Nothing else, not even a\nstatic inline Int call_0_walk(",
    "    // Where to.\n    step_ = way_;  // the same\n    if",
    "{  // to the right\n        // Further {on}.\n",
    "  //\n",
    "#pragma GCC unroll 16\n    ",
    "{  // all\n        ",
)


def test_the_c_for_people_has_the_comments_of_the_kernels(module, require, tmp_path):
    require("gcc")
    made = module(SOURCE)
    text = commented_c([made.walk], made.Walker)
    assert [part for part in SHOWN if part not in text] == []
    (tmp_path / "walk.c").write_text(text, encoding="ascii")
    command = ["gcc", "-std=c11", "-Werror=comment", "-c", "walk.c"]
    subprocess.run(command, cwd=tmp_path, check=True)


def test_what_the_bot_compiles_has_none(module):
    made = module(SOURCE)
    assert "Where to" not in c_text([made.walk], made.Walker)


def test_a_kernel_outside_of_the_subset_has_no_c(module):
    made = module("@kernel\ndef go(n: int) -> int:\n    return n ** 2\n")
    with pytest.raises(BadInput, match=r"\.py:6:12: \*\* is computed by pow"):
        c_text([made.go], int)


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("return n ** 2", "not in the subset: n ** 2"),
        ("a = numbers(int, 200_000)", "too long for a local: a = numbers(int, 200000)"),
    ],
)
def test_what_the_translator_alone_refuses_is_told_with_its_path(module, monkeypatch, line, why):
    made = module(f"@kernel\ndef go(n: int) -> int:\n    {line}\n")
    monkeypatch.setattr("botsmith.compiler.compile.check", lambda kernels: None)
    with pytest.raises(BadInput, match=re.escape(f"{made.__file__}:6: {why}")):
        c_text([made.go], int)


def test_a_kernel_lives_in_a_file():
    scope: dict[str, Any] = {"__name__": __name__}
    exec("from common.kernel import kernel\n@kernel\ndef go() -> int:\n    return 1\n", scope)
    with pytest.raises(BadInput, match="<string>: go has no file: kernels live in one"):
        check([scope["go"]])


def test_the_text_is_the_same_in_every_run():
    code = (
        "from bots.csb import search\n"
        "from botsmith.compiler.compile import c_text\n"
        "print(c_text(search.ENTRIES, search.Memory))"
    )
    texts = set()
    for seed in ("1", "2"):
        environment = {**os.environ, "PYTHONHASHSEED": seed}
        command = [sys.executable, "-c", code]
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
        texts.add(done.stdout)
    assert texts == {c_text(search.ENTRIES, search.Memory) + "\n"}
