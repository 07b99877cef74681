"""Weighs and kills a process tree through psutil, on machines without a warden, and if a bot killed
its warden.
"""

import sys
import time
from collections.abc import Iterable
from contextlib import suppress

import psutil

END_SECONDS = 5.0


class Tree:
    """A process, and all processes ever seen below it."""

    def __init__(self, pid: int) -> None:
        self.seen: dict[int, psutil.Process] = {}
        try:
            self.seen[pid] = psutil.Process(pid)
        except psutil.NoSuchProcess:  # ended already
            return

    def weigh(self, limit: int = sys.maxsize) -> tuple[int, int]:
        """Returns the number of living processes and their resident bytes.

        If the bytes of several processes exceed the limit, only pages that are not shared count.
        """
        self._look_below()
        weight = 0
        for pid, process in list(self.seen.items()):
            try:
                weight += process.memory_info().rss
            except psutil.Error:
                del self.seen[pid]
        if weight > limit and len(self.seen) > 1:
            weight = sum(map(unshared, self.seen.values()))
        return len(self.seen), weight

    def _look_below(self) -> None:
        """Adds the children of known processes. One pass only: during more passes a fork bomb would
        grow.
        """
        below: dict[int, list[int]] = {}
        try:  # what children() makes of all processes, each time; nothing public has it
            for pid, parent in psutil._ppid_map().items():  # type: ignore[attr-defined]
                below.setdefault(parent, []).append(pid)
        except psutil.Error:
            return
        walk = [process for process in self.seen.values() if process.pid in below]
        for process in walk:  # grows while it is walked
            if not process.is_running():  # the number belongs to another process now
                continue
            for pid in below.get(process.pid, ()):
                if pid not in self.seen:
                    with suppress(psutil.NoSuchProcess):
                        self.seen[pid] = psutil.Process(pid)
                        walk.append(self.seen[pid])

    def kill(self) -> None:
        """Kills all known processes. psutil spares another process that has got the number of an
        ended one.
        """
        kill_all(self.seen.values())
        deadline = time.monotonic() + END_SECONDS
        while any(map(is_alive, self.seen)) and time.monotonic() < deadline:
            time.sleep(0.002)


def unshared(process: psutil.Process) -> int:
    """Returns a process's resident bytes that no other process shares. It is slower than the plain
    count.
    """
    try:
        return int(process.memory_full_info().uss)
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


def kill_tree(pid: int) -> None:
    """Kills a process and all below it."""
    tree = Tree(pid)
    tree.weigh()
    tree.kill()
