"""Runs witnesses: processes that report when a processor stood still, whatever caused it.

On each processor a witness sleeps a millisecond at a time, with the highest priority. When it wakes
late, no process had the processor, but the hypervisor or the kernel. Linux counts such a gap as
time that the process in between has run, so that a bot's own work and a machine that stood still
look alike without a witness. The method is that of cyclictest (rt-tests).
"""

import os
from collections import deque
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field

import psutil

from botsmith.soak.load import helper

SCRIPT = """
import gc
from time import perf_counter, sleep
_, processor, reported, period, least = (float(word) for word in sys.argv[1:])
os.sched_setaffinity(0, {int(processor)})
os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(2))
gc.disable()
before = perf_counter()
while os.getppid() == parent:
    sleep(period)
    now = perf_counter()
    if now - before - period >= least:
        os.write(int(reported), b"%.6f %.6f\\n" % (before + period, now))
    before = now
"""
PERIOD = 0.001  # seconds between two looks
LEAST = 0.001  # seconds; shorter gaps are not reported
KEPT = 1000  # of the last gaps of a processor
CHUNK = 65536


@dataclass
class Witness:
    """One processor's gaps: the last ones, as (begin, end) in seconds of perf_counter.

    longest: in seconds; 0.0 if no gap was reported.
    """

    descriptor: int
    longest: float = 0.0
    gaps: deque[tuple[float, float]] = field(default_factory=lambda: deque(maxlen=KEPT))

    def listen(self) -> None:
        """Reads the gaps that the witness has reported since the last call. Call it often, as the
        pipe holds 2,000 gaps.
        """
        with suppress(BlockingIOError):
            for line in os.read(self.descriptor, CHUNK).splitlines():
                begin, end = map(float, line.split())
                self.gaps.append((begin, end))
                self.longest = max(self.longest, end - begin)

    def overlap(self, begin: float, end: float) -> float:
        """Returns the seconds between two times in which the processor stood still. Call `listen`
        first.
        """
        return sum(max(0.0, min(end, last) - max(begin, first)) for first, last in self.gaps)


Witnesses = dict[int, Witness]  # by number of the processor


def may_witness() -> bool:
    """Returns True if this process may give another one the highest priority, as root may."""
    try:
        policy, order = os.sched_getscheduler(0), os.sched_getparam(0)
        os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(2))
        os.sched_setscheduler(0, policy, order)
    except PermissionError:
        return False
    return True


@contextmanager
def witnesses() -> Iterator[Witnesses]:
    """Runs a witness on each processor of this process while the block runs.

    There are none where `may_witness` is False, because a witness that waits for others reports
    nothing.
    """
    found: Witnesses = {}
    with ExitStack() as stack:
        for processor in sorted(os.sched_getaffinity(0)) if may_witness() else ():
            reading, writing = os.pipe()
            stack.callback(os.close, reading)
            os.set_blocking(reading, False)
            try:
                words = map(str, (processor, writing, PERIOD, LEAST))
                stack.enter_context(helper(SCRIPT, *words, keep=(writing,)))
            finally:
                os.close(writing)
            found[processor] = Witness(reading)
        yield found


def processor_of(pid: int) -> int:
    """Returns the processor on which a process ran last; -1 if the process has ended or the system
    does not say it.
    """
    with suppress(psutil.Error):
        return psutil.Process(pid).cpu_num()
    return -1
