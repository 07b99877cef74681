"""Trainings that are killed in the middle, or end at a point."""

import os
import signal
import subprocess
import sys
from pathlib import Path

from tests.waiting import until

ROOT = Path(__file__).parents[2]


IN_A_PROCESS = """
import sys, time
from pathlib import Path
from {run.__module__} import {run.__name__}
from {settings} import LITTLE
from tests.training import toys

run = {run.__name__}(toys.PACKAGE, Path(sys.argv[1]), LITTLE, lambda *_: None{more})
for point in run.train_to_end():
    pass
time.sleep(600)  # a busy machine may kill it as late as this
"""


def kill_at(run: type, settings: str, folder: Path, name: str, more: str = "") -> None:
    """Trains the toy in a process, and kills it once a file of that name is in its folder.

    run: PolicyRun, or another. settings: the module that has them as LITTLE. more: another
    argument of the run. AssertionError if it fails before.
    """
    script = IN_A_PROCESS.format(run=run, settings=settings, more=more and f", {more}")
    with subprocess.Popen([sys.executable, "-c", script, str(folder)], cwd=ROOT) as process:
        until(lambda: (folder / name).exists() or process.poll() is not None)
        os.kill(process.pid, signal.SIGKILL)
    assert process.returncode == -signal.SIGKILL


def network_after(run, points):
    """The bytes of the network after so many points of a training, or at its end."""
    going = run.train_to_end()
    for _, _ in zip(range(points), going, strict=False):
        pass
    going.close()
    return (run.folder / "network.npz").read_bytes()
