"""docs/kernels.md: its example runs, its C is what comes out, its messages are the real ones."""

import re
from pathlib import Path

import pytest

from botsmith.compiler.translate import translate
from botsmith.errors import BadInput
from tests.compiler.comparison import load_module
from tests.compiler.test_refusals import RECORDS

PAGE = Path(__file__).parents[2] / "docs" / "kernels.md"
BLOCKS = re.findall(r"```(\w+)\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
MISTAKES = re.findall(
    r"^\| `(.+?)`(?:, (?:then|where) `(.+?)`)? \| (.+) \|$",
    PAGE.read_text(encoding="utf-8").split("## What is refused")[1],
    re.MULTILINE,
)
BODY = """
@kernel
def f(a: int, b: int, x: float, y: float, flag: bool, pod: Pod, race: Race) -> None:
    {}
    {}
"""


def test_the_example_is_translated_as_shown_and_runs(tmp_path, require, capsys):
    require("gcc")
    example, trial = BLOCKS[0][1], BLOCKS[-1][1]
    module = load_module(tmp_path / "frogs.py", example)
    shown = next(text for language, text in BLOCKS if language == "c")
    entries = {"jump": module.jump, "look_ahead": module.look_ahead}
    assert shown.strip() in translate(entries).text
    exec(trial, vars(module))
    assert capsys.readouterr().out.endswith("True 2\n")


def test_the_factory_is_translated(tmp_path, module):
    factory = BLOCKS[1][1]
    text = """
@record
class Counter:
    total: int

@kernel
def count(counter: Counter, unit: int) -> None:
    counter.total += unit

play_all = bind(3, count)
"""
    made = load_module(tmp_path / "factory.py", "from common.kernel import *\n" + factory + text)
    assert "count(state, unit);" in translate({"play_all": made.play_all}).text


@pytest.mark.parametrize(("written", "more", "message"), MISTAKES, ids=[row[0] for row in MISTAKES])
def test_a_mistake_gets_the_message_of_the_page(module, written, more, message):
    second = more if more.startswith(("a = ", "c += ")) else "pass"
    made = module(RECORDS + BODY.format(written, second))
    with pytest.raises(BadInput) as caught:
        translate({"f": made.f})
    assert message in re.sub(r"since line \d+", "since line N", str(caught.value))


def test_the_page_lists_many_mistakes():
    assert len(MISTAKES) >= 19
