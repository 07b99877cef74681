"""Weighs and kills a process tree through psutil, on machines without a warden, and if a bot killed
its warden.
"""

import time
from collections.abc import Iterable
from contextlib import suppress

import psutil

END_SECONDS = 5.0


def family(process: psutil.Process) -> list[psutil.Process]:
    """Returns a process and all below it; [] if it is gone."""
    try:
        return [process, *process.children(recursive=True)]
    except psutil.Error:
        return []


def weigh(process: psutil.Process, limit: int) -> tuple[int, int]:
    """Returns the number of processes in a family, and their resident bytes.

    If the bytes of several processes exceed the limit, only pages that are not shared count.
    """
    found = family(process)
    weight = sum(resident(each, True) for each in found)
    if weight > limit and len(found) > 1:
        weight = sum(resident(each, False) for each in found)
    return len(found), weight


def resident(process: psutil.Process, is_shared: bool) -> int:
    """Returns a process's resident bytes, 0 if it is gone. is_shared: False for those bytes that no
    other process shares, which takes longer
    """
    try:
        return int(process.memory_info().rss if is_shared else process.memory_full_info().uss)
    except psutil.Error:
        return 0


def kill_all(processes: Iterable[psutil.Process]) -> None:
    """Kills processes; ignores those that are gone."""
    for process in processes:
        with suppress(psutil.Error):
            process.kill()


def is_alive(pid: int) -> bool:
    """Returns True if a process runs. A zombie, which only waits for its parent, does not."""
    try:
        return psutil.Process(pid).status() not in (psutil.STATUS_ZOMBIE, psutil.STATUS_DEAD)
    except psutil.Error:
        return False


def kill_strays(folder: str) -> None:
    """Kills processes whose TMPDIR is `folder`, until there are no more."""
    deadline = time.monotonic() + END_SECONDS
    while time.monotonic() < deadline:
        every = psutil.process_iter(["environ"])  # None: another user's, gone, or a zombie
        found = [one for one in every if (one.info["environ"] or {}).get("TMPDIR") == folder]
        if not found:
            return
        kill_all(found)


def kill_family(process: psutil.Process) -> None:
    """Kills a process and all below it, and waits for their ends. psutil spares another process
    that has got the number of an ended one.
    """
    found = family(process)
    kill_all(found)
    deadline = time.monotonic() + END_SECONDS
    while any(is_alive(each.pid) for each in found) and time.monotonic() < deadline:
        time.sleep(0.002)


def kill_tree(pid: int) -> None:
    """Kills a process, if it is still there, and all below it."""
    with suppress(psutil.NoSuchProcess):
        kill_family(psutil.Process(pid))
