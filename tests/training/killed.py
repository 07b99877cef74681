"""Trainings that are killed in the middle, or end at a point."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).parents[2]


def kill_at(script: str, folder: Path, name: str) -> None:
    """Runs a script with a folder as its argument, and kills it once a file of that name is there.

    AssertionError if it ends before.
    """
    with subprocess.Popen([sys.executable, "-c", script, str(folder)], cwd=ROOT) as process:
        while not (folder / name).exists() and process.poll() is None:
            time.sleep(0.002)
        os.kill(process.pid, signal.SIGKILL)
    assert process.returncode == -signal.SIGKILL


def network_after(run, points):
    """The bytes of the network after so many points of a training, or at its end."""
    going = run.go()
    for _, _ in zip(range(points), going, strict=False):
        pass
    going.close()
    return (run.folder / "network.npz").read_bytes()
