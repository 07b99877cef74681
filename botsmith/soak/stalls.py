"""Stops a bot's process for some milliseconds at a random moment of a turn: a stall.

POSIX only: SIGSTOP and SIGCONT.
"""

import os
import random
import signal
import threading
from contextlib import suppress
from dataclasses import dataclass
from time import perf_counter, sleep

from botsmith.arena.process.child import raise_priority

PATIENCE = 10.0  # seconds to wait for the end of a stall


class Stall:
    """One stop of a process; all times in seconds.

    begin: when it begins, in seconds from now. Below 0 it begins at once, and lasts so much shorter
    length: the time from stop to continuation
    real: the measured time for which the process was stopped; 0.0 if it was not, as after a
    `cancel`
    began, ended: the times of stop and continuation, by perf_counter; 0.0 before
    """

    def __init__(self, pid: int, begin: float, length: float) -> None:
        self.pid = pid
        self.real = 0.0
        self.began = self.ended = 0.0
        self.cancelled = threading.Event()
        if begin < 0.0:
            self._send(signal.SIGSTOP)
            self.began = perf_counter()
        self.thread = threading.Thread(target=self._run, args=(begin, length), daemon=True)
        self.thread.start()

    @property
    def is_on(self) -> bool:
        """Returns True if the process is stopped now."""
        return self.began > 0.0 and not self.ended

    def overlap(self, begin: float, end: float) -> float:
        """Returns the seconds for which the process was stopped between two times of perf_counter.

        A stop that has not ended counts 0: lines that came meanwhile were written before it.
        """
        return max(0.0, min(self.ended, end) - max(self.began, begin))

    def is_on_at(self, moment: float) -> bool:
        """Returns True if the process was stopped at this time, in a stop that has ended (see
        `overlap`).
        """
        return 0.0 < self.began <= moment <= self.ended

    def _send(self, number: signal.Signals) -> None:
        """Sends a signal to the process if it still exists."""
        with suppress(ProcessLookupError):  # it has ended
            os.kill(self.pid, number)

    def _run(self, begin: float, length: float) -> None:
        """Stops the process at `begin`, and continues it after `length`."""
        raise_priority()
        if begin >= 0.0:
            if self.cancelled.wait(begin):
                return
            self.began = perf_counter()
            self._send(signal.SIGSTOP)
        sleep(max(0.0, length + min(begin, 0.0) - (perf_counter() - self.began)))
        self.ended = perf_counter()
        self._send(signal.SIGCONT)
        self.real = perf_counter() - self.began

    def cancel(self) -> None:
        """Cancels a stall that has not begun. A stall that has begun goes on."""
        self.cancelled.set()

    def finish(self) -> None:
        """Waits for the end of a stall that has begun."""
        self.cancelled.set()
        self.thread.join(PATIENCE)


@dataclass
class Staller:
    """Draws stalls at random.

    rate: share of turns with a stall, 0..1
    length_ms: the length of each stall
    """

    rate: float
    length_ms: float
    dice: random.Random

    def draw(self, pid: int, limit_ms: float) -> Stall | None:
        """Returns a stall, or None for a turn without one. It begins at a random moment: at the
        earliest its length before the turn, at the latest at the turn's limit.
        """
        if self.dice.random() >= self.rate:
            return None
        begin_ms = self.dice.uniform(-self.length_ms, limit_ms)
        return Stall(pid, begin_ms / 1000.0, self.length_ms / 1000.0)
