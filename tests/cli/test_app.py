"""The frame of the command line: lazy commands, and every error of the user's in one line."""

import signal
import subprocess
import sys
from pathlib import Path

import pytest
import typer

from botsmith.cli import app as command_line
from botsmith.commands import COMMANDS
from botsmith.errors import BadInput
from tests.commands import botsmith, refusal

ROOT = Path(__file__).resolve().parents[2]


def app_of(function):
    app = typer.Typer(add_completion=False, rich_markup_mode=None)
    app.command()(function)
    return app


def test_an_unknown_command_gets_the_list():
    done = botsmith("plya")
    assert (done.returncode, done.stdout) == (2, "")
    names = ", ".join(COMMANDS)
    expected = f"botsmith: no command 'plya'; the commands are {names}; did you mean play?\n"
    assert done.stderr == expected


@pytest.mark.parametrize(
    ("words", "meant"),
    [
        ("play csbb csb coast", "did you mean csb?"),
        ("play csb csbs coast", "did you mean csb?"),
        ("play csb csb coats", "did you mean coast?"),
        ("play csb build.pi.py coast", "did you mean build.py?"),
        ("play coast csb random", "GAME comes first: expected csb coast random"),
        ("league mine.py csb random", "GAME comes first: expected csb mine.py random"),
    ],
)
def test_the_name_that_was_meant_is_told(words, meant):
    done = botsmith(*words.split())
    assert done.returncode == 2 and done.stderr.endswith(f"{meant}\n")


@pytest.mark.parametrize(
    ("arguments", "word"), [(["start", "now"], "now"), (["--fast"], "--fast"), (["verify"], "game")]
)
def test_wrong_usage_is_one_line(arguments, word):
    assert word in refusal(*arguments)


def test_without_a_command_it_prints_the_help():
    done = botsmith()
    assert done.returncode == 0
    assert done.stdout == botsmith("--help").stdout
    width = max(map(len, COMMANDS))
    for name, summary in COMMANDS.items():
        assert f"  {name:<{width}}  {summary}\n" in done.stdout


def test_help_loads_no_command():
    code = (
        "import sys; from botsmith.cli.app import main; main(['--help']);"
        "print([m for m in sys.modules if m.startswith(('botsmith.cli.', 'numpy', 'rich'))])"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True)
    assert done.stdout.splitlines()[-1] == "['botsmith.cli.app']"


@pytest.mark.parametrize(
    ("error", "status", "line"),
    [
        (BadInput("no such file\n  x.py"), 2, "botsmith: no such file x.py\n"),
        (KeyboardInterrupt(), 130, "botsmith: interrupted\n"),
        (typer.Abort(), 130, "botsmith: interrupted\n"),
        (typer.BadParameter("too few"), 2, "botsmith: Invalid value: too few\n"),
        (typer.Exit(1), 1, ""),
    ],
    ids=lambda value: type(value).__name__,
)
def test_errors_give_one_line_and_a_status(error, status, line, capsys):
    def fail() -> None:
        raise error

    assert command_line.run(app_of(fail), [], "program") == status
    assert capsys.readouterr().err == line


def test_a_fault_of_ours_keeps_its_traceback():
    def fail() -> None:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        command_line.run(app_of(fail), [], "program")


def test_a_command_returns_nothing_or_its_status():
    assert command_line.run(app_of(lambda: None), [], "program") == 0
    assert command_line.run(app_of(lambda: 3), [], "program") == 3


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        (["--site"], ["--site", "4"]),
        (["--site", "10"], ["--site", "10"]),
        (["--site", "--slow", "2"], ["--site", "4", "--slow", "2"]),
        (["soak", "--site", "csb"], ["soak", "--site", "4", "csb"]),
        (["--site=7", "csb"], ["--site=7", "csb"]),
    ],
)
def test_the_number_of_an_option_may_be_left_out(typed, meant):
    assert command_line.with_numbers(typed) == meant


def test_sigint_is_heard_where_a_shell_has_it_ignored():
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        assert botsmith("--version").returncode == 0
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)
    finally:
        signal.signal(signal.SIGINT, before)


def test_an_interrupt_while_a_class_is_made_is_one():
    """Python 3.11 raises a RuntimeError in its place."""
    code = (
        "import sys; from botsmith.__main__ import main; from botsmith.cli import app\n"
        "def fail(_): raise RuntimeError('__set_name__') from KeyboardInterrupt()\n"
        "app.main = fail; sys.exit(main())"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (130, "botsmith: interrupted\n")
