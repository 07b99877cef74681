"""Ends a training soon after Ctrl-C or SIGTERM, and if a kernel of the author's never returns.

Python handles no signal while the main thread is in C, so another thread waits for signals.
"""

import multiprocessing
import os
import signal
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from select import select
from typing import NoReturn

from botsmith.printable import print_error

GRACE = 1.0  # seconds that Python has after a signal
PATIENCE = 5.0  # seconds of a processor for a call of an author's kernel, or a module's import
PAUSE = 0.5
USER_ERROR, INTERRUPTED = 2, 130  # exit statuses
# By thread: a function that counts the kernel's calls so far, and one that describes the present
# one.
AT_WORK: dict[int, tuple[Callable[[], int], Callable[[], str]]] = {}


@contextmanager
def watched(calls: Callable[[], int], describe: Callable[[], str]) -> Iterator[None]:
    """Ends the process, with the line from `describe`, if during the block `calls` returns the same
    number for PATIENCE.
    """
    thread = threading.get_ident()
    AT_WORK[thread] = calls, describe
    try:
        yield
    finally:
        del AT_WORK[thread]


@contextmanager
def ended_in_time(text: str) -> Iterator[None]:
    """Ends the process during the block, with `text`, a second after a signal, and if AT_WORK stops
    changing.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    ours, theirs = socket.socketpair()
    theirs.setblocking(False)
    before = signal.set_wakeup_fd(theirs.fileno(), warn_on_full_buffer=False)
    is_over = threading.Event()
    watch = threading.Thread(target=_watch, args=(ours, is_over, text), daemon=True)
    watch.start()
    try:
        yield
    finally:
        is_over.set()
        signal.set_wakeup_fd(before)
        theirs.close()
        watch.join()
        ours.close()


def _watch(signals: socket.socket, is_over: threading.Event, text: str) -> None:
    """Runs in a thread: ends the process a second after a signal, or where AT_WORK stands still."""
    seen: dict[int, tuple[int, float]] = {}  # of each thread: calls, and its processor's time then
    while not is_over.is_set():
        heard = signals.recv(64) if select([signals], [], [], PAUSE)[0] else b""
        if any(number in (signal.SIGINT, signal.SIGTERM) for number in heard):
            if not is_over.wait(GRACE):
                end(text, INTERRUPTED)
        for thread, (count, describe) in list(AT_WORK.items()):
            calls, now = count(), time.clock_gettime(time.pthread_getcpuclockid(thread))
            if seen.get(thread, (None,))[0] != calls:
                seen[thread] = calls, now
            elif now - seen[thread][1] > PATIENCE:
                end(describe(), USER_ERROR)


def end(text: str, status: int) -> NoReturn:
    """Ends the process and its children at once, with a line on stderr."""
    for child in multiprocessing.active_children():
        child.kill()
    print_error(text)
    os._exit(status)
