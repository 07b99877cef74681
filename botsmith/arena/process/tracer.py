"""Runs a bot's file as Python would: python tracer.py FILE ARGUMENT...

On SIGUSR1 and at its end it writes MARK on stderr, then the last exceptions since the previous
signal as JSON. It lists exceptions that a line of the file raised or let pass, each as name, text,
line, function.
"""

import json
import os
import runpy
import signal
import sys
import threading
from collections import deque
from types import FrameType
from typing import Any

MARK = "[botsmith raised] "
KEPT = 3
LONGEST = 160
ENDS = (StopIteration, StopAsyncIteration, GeneratorExit, SystemExit)  # of loops and programs


def main(file: str) -> None:
    """Runs the file under a trace of its exceptions."""
    found: deque[tuple[str, str, int, str]] = deque(maxlen=KEPT)
    last: list[object] = []

    def trace(frame: FrameType, event: str, about: Any) -> Any:
        if frame.f_code.co_filename != file:
            return None
        frame.f_trace_lines = False
        if event == "exception" and not issubclass(about[0], ENDS) and about[1] not in last:
            last[:] = [about[1]]
            text = str(about[1])[:LONGEST]
            found.append((about[0].__name__, text, frame.f_lineno, frame.f_code.co_name))
        return trace

    def report_errors(*_: object) -> None:
        os.write(2, f"{MARK}{json.dumps(list(found))}\n".encode())
        found.clear()

    signal.signal(signal.SIGUSR1, report_errors)
    sys.argv = sys.argv[1:]
    sys.path[0] = os.path.dirname(file)
    threading.settrace(trace)
    sys.settrace(trace)
    try:
        runpy.run_path(file, run_name="__main__")
    finally:
        report_errors()


if __name__ == "__main__":
    main(sys.argv[1])
