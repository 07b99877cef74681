"""Bundles at work, as child processes: numbers in force, tracebacks, nothing left."""

import pytest

from botsmith.runs import run_isolated

from .conftest import Project

FAILING = """import traceback

from common import tool


def main() -> None:
    try:
        tool.fail(0)
    except ZeroDivisionError:
        traceback.print_exc()
    tool.fail(
        0
    )
"""
TOOL = '"""A tool."""\n\n\ndef fail(number):\n    return 1 / number  # here\n'


def line_of(text: str, part: str) -> int:
    """The number of the line, from 1, that holds `part`."""
    return text[: text.index(part)].count("\n") + 1


@pytest.mark.parametrize(("weight", "answers"), [("2.0", ["4.0", "2.0"]), ("5.0", ["10.0", "5.0"])])
def test_a_number_in_the_file_is_in_force_and_nothing_is_left(project: Project, weight, answers):
    text = project.build().text.replace("weight: float = 2.0", f"weight: float = {weight}")
    ran = run_isolated("toy.py", text, "a b\nc\n", {})
    assert (ran.lines, ran.err, ran.status, ran.left) == (answers, "", 0, ())


def test_tracebacks_show_the_bundle_s_lines_even_after_an_edit(project: Project):
    project.write("bots/toy/bot.py", FAILING)
    project.write("common/tool.py", TOOL)
    text = project.build().text.replace('"""A tool."""\n', '"""A tool."""\n# added\n# in the IDE\n')
    text = "# added on top\n" + text
    ran = run_isolated("toy.py", text, "", {})
    caught, uncaught = ran.err[ran.err.index("Traceback") :].split("ZeroDivisionError", 1)
    for shown in (caught, uncaught):
        assert f"line {line_of(text, 'return 1 / number')}, in fail" in shown
        assert "return 1 / number  # here" in shown
    assert f"line {line_of(text, ' fail(0)')}, in main" in caught
    assert "    fail(0)" in caught
    assert f"line {line_of(text, '    fail(' + chr(10))}, in main" in uncaught
    assert f"line {line_of(text, chr(10) + 'main()') + 1}, in <module>" in uncaught
    assert (ran.status, ran.left) == (1, ())
