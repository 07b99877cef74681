"""`where`: a line of a pasted bundle, and a traceback, in the project's files."""

import io
import sys

import pytest

from botsmith.cli import where as where_command
from botsmith.errors import BadInput
from tests.bundle.test_pull import POND, Project, pond, swapped

__all__ = ["pond"]  # a fixture


@pytest.fixture
def here(pond: Project, monkeypatch) -> Project:
    """The project that `where` looks into."""
    monkeypatch.setattr(where_command, "ROOTS", (pond.root,))
    return pond


def line_of(text: str, what: str) -> int:
    """The number of the line where something begins that stands there once."""
    assert text.count(what) == 1
    return text[: text.index(what)].count("\n") + 1


def asked(project: Project, text: str, line: int | None) -> None:
    project.file.write_text(text)
    where_command.where(project.file, line)


def test_every_line_of_a_section_leads_to_its_source(here, capsys):
    text = here.build().text
    asked(here, text, line_of(text, "    shout(WORDS[0])"))
    line = line_of(POND["bots/pond/bot.py"], "    shout(WORDS[0])")
    assert capsys.readouterr().out == f"bots/pond/bot.py:{line}: shout(WORDS[0])\n"


def test_an_edited_file_that_does_not_parse_too(here, capsys):
    text = swapped(here.build().text, ("PADS = 8\n", "PADS = 8\nthis is (no Python\n\n"))
    asked(here, text, line_of(text, "def step"))
    line = line_of(POND["bots/pond/rules.py"], "def step")
    assert capsys.readouterr().out.startswith(f"bots/pond/rules.py:{line}: def step")
    asked(here, text, line_of(text, "this is"))
    line = line_of(POND["bots/pond/rules.py"], "PADS = 8")
    said = f"bots/pond/rules.py, typed after line {line}: this is (no Python\n"
    assert capsys.readouterr().out == said


def test_a_traceback_names_the_sources(here, capsys, monkeypatch):
    text = here.build().text
    line = line_of(text, "    return min(value, most)")
    frames = f'  File "/tmp/Answer.py", line {line}, in clip\n at Answer.py on line {line}\n'
    monkeypatch.setattr(sys, "stdin", io.StringIO(f'{frames}  File "x.py", line 1, in y\n'))
    asked(here, text, None)
    source = line_of(POND["common/tools.py"], "    return min(value, most)")
    assert capsys.readouterr().out == (
        f'  File "common/tools.py", line {source}, in clip\n'
        f' at Answer.py on line {source} of common/tools.py\n  File "x.py", line 1, in y\n'
    )


def test_escapes_in_a_traceback_reach_no_terminal(here, capsys, monkeypatch):
    text = here.build().text
    line = line_of(text, "    return min(value, most)")
    rude = f'\tFile "/tmp/\x1b[2J.py", line {line}, in clip\nOdd: \u202e\x07\n'
    monkeypatch.setattr(sys, "stdin", io.StringIO(rude))
    asked(here, text, None)
    said = capsys.readouterr().out
    assert said.startswith('        File "common/tools.py"') and said.endswith("\nOdd: ??\n")


def test_what_belongs_to_no_source_is_one_line(here, monkeypatch):
    text = here.build().text
    with pytest.raises(BadInput, match="line 1 belongs to no source: it is the header"):
        asked(here, text, 1)
    with pytest.raises(BadInput, match="there is no line 99999"):
        asked(here, text, 99999)
    with pytest.raises(BadInput, match="no bundle with its header"):
        asked(here, "print(1)\n", 1)
    monkeypatch.setattr(sys, "stdin", io.StringIO(f'File "x", line {"1" * 5000}\n'))
    with pytest.raises(BadInput, match="no frame"):
        asked(here, text, None)


@pytest.mark.parametrize("line", [1, None])
def test_a_file_that_is_no_bundle_says_so_before_a_traceback_is_asked_for(here, line, monkeypatch):
    monkeypatch.setattr(sys, "stdin", None)
    text = here.build().text
    with pytest.raises(BadInput, match="no bundle with its header; expected lines like '# NAME"):
        asked(here, "print('hello')\n", line)
    with pytest.raises(BadInput, match="is no bundle: it has a header of one, but no line '# ===="):
        asked(here, text[: text.index("# ====")], line)
