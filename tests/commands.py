"""Helpers for tests of commands: `python -m botsmith ...` in this process, which has started."""

import contextlib
import io
import math
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any
from unittest import mock

from botsmith.cli import progress
from botsmith.cli.app import main
from botsmith.workspace import HOME as ROOT


def botsmith(*arguments: str, columns: int = 120) -> "subprocess.CompletedProcess[str]":
    """Runs a command in the project's root to its end; its streams are no terminal. However busy
    the machine is, it tells nothing of its progress.
    """
    out, err = io.StringIO(), io.StringIO()
    with (
        contextlib.chdir(ROOT),
        contextlib.redirect_stdout(out),
        contextlib.redirect_stderr(err),
        mock.patch.dict(os.environ, COLUMNS=str(columns)),
        mock.patch.object(progress, "EVERY_SECONDS", math.inf),
    ):
        status = main(list(arguments))
    return subprocess.CompletedProcess(list(arguments), status, out.getvalue(), err.getvalue())


def refusal(*arguments: str) -> str:
    """Returns the line with which a command refuses what it is given. Raises AssertionError if it
    ends otherwise, or says more.
    """
    done = botsmith(*arguments)
    assert (done.returncode, done.stdout) == (2, ""), done.stderr
    assert done.stderr.startswith("botsmith: ") and done.stderr.count("\n") == 1, done.stderr
    return done.stderr


def begin(words: list[str], cwd: Path = ROOT, **more: Any) -> "subprocess.Popen[str]":
    """Begins a program in a session of its own, with pipes for its output. more: as Popen has it"""
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    return subprocess.Popen(words, cwd=cwd, text=True, start_new_session=True, **pipes | more)


def python(folder: Path, *words: str) -> "subprocess.CompletedProcess[str]":
    """Runs Python in a folder to its end, with this checkout as the package, and without what
    pytest tells its children.
    """
    environment = {k: v for k, v in os.environ.items() if not k.startswith("PYTEST_")}
    environment |= {"PYTHONPATH": str(ROOT)}
    return subprocess.run(
        [sys.executable, *words], cwd=folder, env=environment, capture_output=True, text=True
    )


def succeed(folder: Path, *words: str) -> str:
    """Returns what a command says in a folder, on stdout and then on stderr. Raises AssertionError
    if it fails.
    """
    done = python(folder, "-m", "botsmith", *words)
    assert done.returncode == 0, f"{words}\n{done.stdout[-3000:]}{done.stderr[-3000:]}"
    return done.stdout + done.stderr


def without_progress(err: str) -> str:
    """What a process wrote on stderr but for the lines that it writes every half a minute."""
    return re.sub(r"^[\w ]+: \d+ of \d+ \w+, .* left.*\n", "", err, flags=re.MULTILINE)
