"""Every program of benchmarks/ says what it is, and does nothing else when it is asked."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
ROWS = (ROOT / "benchmarks" / "README.md").read_text().partition("Parts of these")[0]
PROGRAMS = sorted(set(re.findall(r"`(\w+\.py)`", ROWS)))


@pytest.mark.campaign
@pytest.mark.parametrize("program", PROGRAMS)
def test_help_is_told_at_once(program):
    command = [sys.executable, f"benchmarks/{program}", "--help"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("usage: ")
