"""What a bot reads, and a bot as a process of its own, from its modules."""

import io
import os
import subprocess
import sys

from botsmith.workspace import HOME
from common.stdio import LineReader
from tests.waiting import PATIENCE


def reader(*lines: str) -> LineReader:
    """Returns a reader of these lines."""
    return LineReader(io.StringIO("".join(f"{line}\n" for line in lines)))


def run_bot(module: str, text: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """What the bot of this module says to an input, eight iterations a turn."""
    clean = {key: value for key, value in os.environ.items() if "BOTSMITH" not in key}
    return subprocess.run(
        [sys.executable, "-m", f"bots.{module}"],
        cwd=HOME,
        env={**clean, "BOTSMITH_ITERATIONS": "8", **environment},
        input=text,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
