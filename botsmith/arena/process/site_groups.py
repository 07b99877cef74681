"""Control groups of Linux: finds where this process may make groups that freeze or slow a bot."""

import subprocess
import sys
import time
from collections.abc import Callable
from functools import cache
from pathlib import Path
from secrets import token_hex
from time import perf_counter

import psutil

from botsmith.arena.process.warden import read_text, remove_group

PERIOD_US = 10_000  # of a quota: shorter ones are not kept to where the clock ticks at 250 Hz
PROBE_SECONDS = 1.0


@cache
def groups() -> Path | None:
    """Returns the folder of control groups where this process may make a group that freezes; None
    if there is none.
    """
    return next((home for home in homes("cgroup2", "") if group_passes(home, freezes)), None)


@cache
def quotas() -> Path | None:
    """Returns the folder of control groups where a group gets a quota of the processor; None if
    there is none.

    It is cgroup v2's if that has the controller `cpu`, or the v1 tree of that name.
    """
    home = groups()
    if home and "cpu" in (home / "cgroup.subtree_control").read_text().split():
        return home
    return next((home for home in homes("cgroup", "cpu") if group_passes(home, takes_quota)), None)


def homes(kind: str, controller: str) -> list[Path]:
    """Returns this process's own folders in the mounted trees of control groups. kind: cgroup or
    cgroup2; controller: its name, "" for cgroup2
    """
    places = [line.split(":", 2) for line in read_text("/proc/self/cgroup").split()]
    names = [path.lstrip("/") for _, words, path in places if controller in words.split(",")]
    return [
        Path(mount.mountpoint, name)
        for mount in psutil.disk_partitions(all=True)
        if mount.fstype == kind and controller in (*mount.opts.split(","), "")
        for name in names
    ]


def group_passes(home: Path, test: Callable[[Path], bool]) -> bool:
    """Returns True if a new control group below `home` can be made and passes a test."""
    try:
        folder = new_group(home)
    except OSError:
        return False
    try:
        return test(folder)
    except OSError:
        return False
    finally:
        remove_group(str(folder))


def freezes(folder: Path) -> bool:
    """Returns True if a control group freezes a process. Raises OSError if it takes none."""
    command = [sys.executable, "-I", "-S", "-c", "import time; time.sleep(60)"]
    with subprocess.Popen(command, stdin=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        try:
            (folder / "cgroup.procs").write_text(str(process.pid))
            (folder / "cgroup.freeze").write_text("1")
            until = perf_counter() + PROBE_SECONDS
            while not (is_frozen := "frozen 1" in (folder / "cgroup.events").read_text()):
                if perf_counter() > until:
                    break
                time.sleep(0.001)
            return is_frozen
        finally:
            process.kill()


def takes_quota(folder: Path) -> bool:
    """Returns True for a control group that accepts a quota. Raises OSError for another one."""
    set_quota(folder, 2.0)
    return True


def set_quota(folder: Path, slow: float) -> None:
    """Gives a control group 1/slow of a processor."""
    period = max(PERIOD_US, round(1000 * slow))
    if (folder / "cpu.max").exists():
        (folder / "cpu.max").write_text(f"{round(period / slow)} {period}")
    else:
        (folder / "cpu.cfs_period_us").write_text(str(period))
        (folder / "cpu.cfs_quota_us").write_text(str(round(period / slow)))


def new_group(home: Path) -> Path:
    """Returns a new control group."""
    folder = home / f"botsmith-{token_hex(8)}"
    folder.mkdir()
    return folder
