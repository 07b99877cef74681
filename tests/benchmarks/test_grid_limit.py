"""benchmarks/grid_limit.py: CPython, C and C++ find the same."""

import subprocess
import sys

from benchmarks import grid_limit


def test_all_do_the_same_work(require):
    require("g++")
    command = [sys.executable, grid_limit.__file__, "--rounds", "1", "--work", "20"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert [line.split()[0] for line in done.stdout.splitlines()] == [*grid_limit.ENTRIES]
