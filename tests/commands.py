"""Helpers for tests of commands: `python -m botsmith ...` in this process, which has started."""

import contextlib
import io
import os
import subprocess
from unittest import mock

from botsmith.cli.app import main
from botsmith.workspace import HOME as ROOT


def botsmith(*arguments: str, columns: int = 120) -> "subprocess.CompletedProcess[str]":
    """Runs a command in the project's root to its end; its streams are no terminal."""
    out, err = io.StringIO(), io.StringIO()
    with (
        contextlib.chdir(ROOT),
        contextlib.redirect_stdout(out),
        contextlib.redirect_stderr(err),
        mock.patch.dict(os.environ, COLUMNS=str(columns)),
    ):
        status = main(list(arguments))
    return subprocess.CompletedProcess(list(arguments), status, out.getvalue(), err.getvalue())
