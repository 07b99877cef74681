"""`test`: the project's tests, with pytest."""

import subprocess
import sys
from typing import Annotated

import typer

from botsmith.setup import ROOT


def test(
    arguments: Annotated[list[str] | None, typer.Argument(metavar="PYTEST_ARGUMENT")] = None,
) -> int:
    """Run the tests; whatever follows goes to pytest, for example `-k walls` or `-m campaign`."""
    return subprocess.run([sys.executable, "-m", "pytest", *(arguments or [])], cwd=ROOT).returncode
