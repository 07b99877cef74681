"""c_text(): what is refused and written, and what people read of the C."""

import importlib
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from bots.csb import search
from botsmith.compiler.comments import commented_c
from botsmith.compiler.compile import c_text, import_kernels, native_engine
from botsmith.errors import BadInput
from common.translate import Refused, translate
from tests.compiler.library import check
from tests.pages import page_beside

BOTS = Path(__file__).parents[2] / "bots"
SEARCHES = [path for path in sorted(BOTS.glob("*/*.py")) if "\nENTRIES = " in path.read_text()]
SOURCE = f"\n{page_beside(__file__, 'modules.txt')['compile']}\n"
SHOWN = (
    "// One step.\n//\n// Nothing else, not even a\nstatic inline Int call_0_walk(",
    "    // Where to.\n    // the same\n    step_ = way_;\n    // to the right\n    if",
    "{\n        // Further {on}.\n",
    "        //\n",
    "    // all\n    #pragma GCC unroll 16\n    ",
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
    made = module("@kernel\ndef go(n: int) -> int:\n    return n ** 3\n")
    with pytest.raises(BadInput, match=r"\.py:6:12: \*\* takes the constant 2"):
        c_text([made.go], int)


def test_a_kernel_without_a_result_gives_none_in_both_engines(module, require):
    require("gcc")
    made = module(
        "@record\nclass Pond:\n    turn: int\n\n"
        "@kernel\ndef go(pond: Pond) -> None:\n    pond.turn = 3\n"
    )
    engine = native_engine(made.Pond, [made.go])
    assert engine.call(made.go) is None and engine.memory.turn == 3


def test_an_entry_is_called_with_numbers_alone(module):
    made = module("@kernel\ndef go(n: int, all: Numbers[int]) -> int:\n    return n\n")
    with pytest.raises(BadInput, match=r"\.py:\d+:1: the entry go is called with the memory"):
        c_text([made.go], int)


def test_the_translator_refuses_the_same_line_in_a_word(module):
    made = module("@kernel\ndef go(n: int) -> int:\n    return (lambda: n)()\n")
    with pytest.raises(Refused, match=r"py:6: not in the subset: \(lambda: n\)\(\)"):
        translate([made.go], int)
    with pytest.raises(BadInput, match=re.escape(f"{made.__file__}:6:12: lambda: n is no kernel")):
        c_text([made.go], int)


@pytest.mark.parametrize("path", SEARCHES[::4], ids=lambda path: path.stem)
def test_the_c_is_what_the_bot_writes(path):
    module = importlib.import_module(f"bots.{path.parent.name}.{path.stem}")
    assert c_text(module.ENTRIES, module.Memory) == translate(module.ENTRIES, module.Memory)


def test_a_kernel_lives_in_a_file():
    scope: dict[str, Any] = {"__name__": __name__}
    exec("from common.kernel import kernel\n@kernel\ndef go() -> int:\n    return 1\n", scope)
    with pytest.raises(BadInput, match="the file cannot be read or has changed: <string>"):
        check([scope["go"]])


def test_a_kernel_whose_file_has_changed_is_not_checked_by_another_text(module):
    made = module("@kernel\ndef go() -> int:\n    return 1\n")
    with open(made.__file__, "w", encoding="utf-8") as file:
        file.write("# gone\n")
    with pytest.raises(BadInput, match="the file cannot be read or has changed: .*py"):
        check([made.go])


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("@kernel\nasync def go(n: int) -> int:\n    return n\n", "4:1: no async in a kernel"),
        ("go = kernel(lambda n: n)\n", "4:1: a lambda is no kernel"),
    ],
)
def test_what_has_no_definition_to_point_at_is_refused_at_its_line(module, text, said):
    made = module(text)
    with pytest.raises(BadInput, match=re.escape(f"{made.__file__}:{said}")):
        check([made.go])


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            "@record\nclass Wrong:\n    x: int\n    name: str\n",
            "5:5: Wrong.name: not <class 'str'> = None",
        ),
        (
            "@record\nclass Right:\n    x: int\n\n\n@record\nclass Wrong:\n    x: int = 1.5\n",
            "9:5: Wrong.x: not <class 'int'> = 1.5",
        ),
        (
            "@record\nclass Right:\n    x: int\n\n\n@record\nclass Wrong(Right):\n    y: int\n",
            "8:1: Wrong: a record has no base class, but fields",
        ),
        (
            "if True:\n    @record\n    class Wrong:\n        x: str\n\n@record\nclass Wrong:\n"
            "    x: int\n",
            "3:1: Wrong.x: not <class 'str'> = None",
        ),
        ("FEW = 2\nnone = numbers(int, 0)\n", "3:1: an array of length 0"),
        ("class Box:\n    less = capacity(3, 2)\n", "3:1: capacity: not 1 <= 3 <= 2"),
        ("@record\nclass Empty:\n    pass\n", "3:1: Empty: a record has no base class, but fields"),
    ],
)
def test_a_declaration_that_is_refused_is_told_with_its_place(tmp_path, monkeypatch, text, said):
    monkeypatch.syspath_prepend(tmp_path)
    name = "declared_" + tmp_path.name
    path = tmp_path / f"{name}.py"
    path.write_text("from common.kernel import capacity, numbers, record\n" + text)
    with pytest.raises(BadInput, match="^" + re.escape(f"{path}:{said}") + "$"):
        import_kernels(name)


def test_an_error_of_the_modules_own_stays_what_it_is(tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(tmp_path)
    name = "declared_" + tmp_path.name
    (tmp_path / f"{name}.py").write_text("import common.kernel\nint('one')\n")
    with pytest.raises(ValueError, match="invalid literal"):
        import_kernels(name)


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
