"""docs/kernels.md: its examples run, its messages are the real ones."""

import re
from pathlib import Path

import pytest

from botsmith.errors import BadInput
from tests.compiler.comparison import load_module
from tests.compiler.library import Library, check
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


def test_the_example_runs_in_both_engines(tmp_path, require, capsys):
    require("gcc")
    example, trial = BLOCKS[0][1], BLOCKS[-1][1]
    module = load_module(tmp_path / "frogs.py", example)
    exec(trial, vars(module))
    assert capsys.readouterr().out.endswith("True 1\n")
    ponds = [module.Pond() for _ in range(4)]
    library = Library({module.look_ahead: (*ponds[:2], 4)})
    assert library.call(module.look_ahead, *ponds[:2], 4) == module.look_ahead(*ponds[2:], 4)


def test_the_factory_runs_in_both_engines(tmp_path, require):
    require("gcc")
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
    counter = made.Counter()
    Library({made.play_all: (counter, 2)}).call(made.play_all, counter, 2)
    assert counter.total == 6


@pytest.mark.parametrize(("written", "more", "message"), MISTAKES, ids=[row[0] for row in MISTAKES])
def test_a_mistake_gets_the_message_of_the_page(module, written, more, message):
    second = more if more.startswith(("a = ", "c += ")) else "pass"
    text = (
        f"@kernel\n{written}\nf = go\n" if written[:4] == "def " else BODY.format(written, second)
    )
    made = module(RECORDS + text)
    with pytest.raises(BadInput) as caught:
        check([made.f])
    assert message in re.sub(r"since line \d+", "since line N", str(caught.value))


def test_the_page_lists_many_mistakes():
    assert len(MISTAKES) >= 17
