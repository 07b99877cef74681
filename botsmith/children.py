"""Runs programs to their end, and stores their output up to a limit.

The limits of the arena's bots are in arena/process/child.py, those of a bot's compiler in
common/native.py.
"""

import os
import signal
import subprocess
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from math import inf
from pathlib import Path
from threading import Thread, current_thread, main_thread
from typing import IO, TYPE_CHECKING, Any

if TYPE_CHECKING:
    from multiprocessing.process import BaseProcess

    from botsmith.meter import Meter

LOOK_S = 0.05  # between looks at the clock and at a meter
MOST = 64_000_000  # bytes kept of a stream; what comes after them is read and dropped


@dataclass(frozen=True)
class Ended:
    """A program that has ended.

    status: its exit status, None if its time was over
    out, err: the stored output in bytes
    """

    status: int | None
    out: bytes
    err: bytes

    @property
    def text(self) -> str:
        """Returns standard output as text; invalid bytes become U+FFFD."""
        return self.out.decode("utf-8", "replace")

    @property
    def complaint(self) -> str:
        """Returns standard error as text."""
        return self.err.decode("utf-8", "replace")


def run(
    command: Sequence[str],
    stdin: str = "",
    *,
    seconds: float | None = None,
    work: float | None = None,
    cwd: Path | None = None,
    env: Mapping[str, str] | None = None,
    is_merged: bool = False,
    close_fds: bool = True,
    is_group: bool = False,
    begun: "Callable[[subprocess.Popen[bytes]], object] | None" = None,
) -> Ended:
    """Runs a command until it ends or `seconds` are over.

    stdin: its input
    work: processor time in seconds. The command is stopped after it, or if it does nothing for a
    while
    is_merged: True for both streams in `out`
    begun: called with the process before it gets its input
    is_group: True if an exception in this process also ends all processes that the command started
    Raises OSError if it cannot be started.
    """
    with subprocess.Popen(
        command,
        stdin=subprocess.PIPE if stdin else subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT if is_merged else subprocess.PIPE,
        cwd=cwd,
        env=env,
        close_fds=close_fds,
        start_new_session=is_group,
    ) as process:
        meter = None if work is None else metered(process.pid, work)
        try:
            if begun:
                begun(process)
            has_ended, out, err = drain(process, stdin, seconds, meter)
        finally:
            if is_group and process.returncode is None and os.name == "posix":
                os.killpg(process.pid, signal.SIGKILL)
                for stream in filter(None, (process.stdout, process.stderr)):
                    stream.read()  # its end comes with the end of the last of the group
            process.kill()
    return Ended(process.returncode if has_ended else None, out, err)


def child_environment(extra: Mapping[str, str]) -> dict[str, str]:
    """Returns our environment variables plus `extra`, without those that would change a bot's
    Python or its amount of work.
    """
    cleared = ("BOTSMITH_", "PYTHON")
    kept = {name: value for name, value in os.environ.items() if not name.startswith(cleared)}
    return {**kept, **extra}


def start_deaf(process: "BaseProcess") -> None:
    """Starts a process that will call `ignore_interrupts`. Until it does, a Ctrl-C is held back: it
    would end the new process with a traceback.

    If this process is interrupted meanwhile, it ends the new one and raises the interrupt.
    """
    if os.name != "posix" or current_thread() is not main_thread():
        process.start()
        return
    from multiprocessing import resource_tracker

    came: list[int] = []
    handler = signal.signal(signal.SIGINT, lambda number, _: came.append(number))
    try:
        resource_tracker.ensure_running()  # now, as its own start lets interrupts through again
        # For the child alone: other threads of ours still receive the signal.
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            process.start()
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)
    finally:
        signal.signal(signal.SIGINT, handler)
    if came:
        process.kill()
        process.join()
        signal.raise_signal(signal.SIGINT)


def ignore_interrupts() -> None:
    """Leaves Ctrl-C to the parent of this process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if os.name == "posix":
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})


def metered(pid: int, work: float) -> "Meter":
    """Returns the meter of a process's time. It imports psutil late, because the set-up runs
    children before any package is installed.
    """
    from botsmith.meter import Meter

    return Meter(pid, work)


def drain(
    process: "subprocess.Popen[bytes]", stdin: str, seconds: float | None, meter: "Meter | None"
) -> tuple[bool, bytes, bytes]:
    """Writes a child its input. Returns True if it ended in the allowed time and work, else False;
    and the first MOST bytes of each of its streams. The child is not ended.
    """
    kept = bytearray(), bytearray()
    streams = zip((process.stdout, process.stderr), kept, strict=True)
    # A descriptor of its own: the stream may be closed while it is read.
    pipes = [(os.dup(stream.fileno()), place) for stream, place in streams if stream]
    threads = [Thread(target=read, args=each, daemon=True) for each in pipes]
    if process.stdin:
        threads.append(Thread(target=feed, args=(process.stdin, stdin.encode()), daemon=True))
    for thread in threads:
        thread.start()
    until = time.monotonic() + (inf if seconds is None else seconds)
    for thread in threads:
        while thread.is_alive() and time.monotonic() < until and not (meter and meter.is_over()):
            thread.join(LOOK_S)
    has_ended = not any(thread.is_alive() for thread in threads)
    if has_ended:
        with suppress(subprocess.TimeoutExpired):
            process.wait(None if seconds is None else max(1.0, until - time.monotonic()))
    out, err = map(bytes, kept)
    return has_ended and process.returncode is not None, out, err


def read(descriptor: int, kept: bytearray) -> None:
    """Reads a pipe to its end, stores its first MOST bytes, and closes it."""
    try:
        while piece := os.read(descriptor, 65536):
            kept += piece[: MOST - len(kept)]
    finally:
        os.close(descriptor)


def feed(stream: IO[Any], stdin: bytes) -> None:
    """Writes a child its input; stops if the child has closed it."""
    with suppress(OSError, ValueError):  # it has ended, or was ended
        stream.write(stdin)
        stream.close()
