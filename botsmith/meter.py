"""Measures the processor time of a child, so that a busy machine does not shorten its allowance."""

import time

import psutil

STILL_S = 3.0  # without any work, after which a process counts as waiting for ever


class Meter:
    """Finds out when a process has used its processor time.

    work: processor time in seconds, without its children's
    """

    def __init__(self, pid: int, work: float) -> None:
        self.process, self.work = psutil.Process(pid), work
        self.used, self.since = 0.0, time.monotonic()

    def is_over(self) -> bool:
        """Returns True if the process has used its time, or has done nothing for STILL_S
        seconds.
        """
        try:
            used = sum(self.process.cpu_times()[:2])
            is_idle = used == self.used and self.process.status() == psutil.STATUS_SLEEPING
            if not is_idle or self.process.children():
                self.used, self.since = used, time.monotonic()
        except psutil.Error:  # it has ended
            return False
        return used >= self.work or time.monotonic() - self.since >= STILL_S
