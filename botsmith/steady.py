"""Runs a program under a clock that counts its readings, and with seeded dice, so that the output
of two forms of a bot can be compared.

    python -s -P steady.py REPORT STEP_MS SHAKEN WORK FILE PACKAGE ROOT...

REPORT: file for the kind of the exception that ends the program, and 1 if its input was over
STEP_MS: ms that each reading of a clock adds to it; a sleep adds its length, and takes no time
SHAKEN: 1 allocates objects first, so that later ones lie elsewhere in memory
WORK: processor time in seconds, after which the program is ended and stderr says where; 0: no limit
FILE, PACKAGE: the program, and the package that its relative imports start from, or ""
ROOT: the folders of its imports

It uses the standard library alone, because it runs in the bot's process.
"""

# ruff: noqa: E402
import sys

BEGAN_WITH = frozenset(sys.modules)  # what every program finds loaded

import atexit
import datetime
import os
import random
import select
import signal
import tempfile
import time
import types
from functools import partial
from itertools import count
from time import struct_time
from traceback import extract_stack, format_list
from typing import Any, Self, cast

BEGAN_NS = 1_700_000_000_000_000_000  # of the calendar's clocks
UP_NS = 1_000_000_000_000  # of the others
STUCK = "StillRunning"  # the kind in the report of a program that took all its time
SHORT_S = 1.0  # more than it takes to close a pipe behind its last line


class Clock:
    """The clocks of a process. Its methods replace functions of `time`."""

    def __init__(self, step_ns: int) -> None:
        self.readings, self.step_ns, self.slept_ns = count(1), step_ns, 0
        self.yield_to_threads = time.sleep
        self.localtime_of, self.gmtime_of = time.localtime, time.gmtime
        self.text_of, self.format_of = time.asctime, time.strftime

    def monotonic_ns(self) -> int:
        return UP_NS + next(self.readings) * self.step_ns + self.slept_ns

    def monotonic(self) -> float:
        return self.monotonic_ns() / 1e9

    def time_ns(self) -> int:
        return BEGAN_NS - UP_NS + self.monotonic_ns()

    def time(self) -> float:
        return self.time_ns() / 1e9

    def clock_gettime_ns(self, which: int) -> int:
        is_calendar = which == getattr(time, "CLOCK_REALTIME", None)
        return self.time_ns() if is_calendar else self.monotonic_ns()

    def clock_gettime(self, which: int) -> float:
        return self.clock_gettime_ns(which) / 1e9

    def sleep(self, seconds: float) -> None:
        if seconds < 0:
            raise ValueError("sleep length must be non-negative")
        self.slept_ns += int(seconds * 1e9)
        self.yield_to_threads(0)

    def localtime(self, seconds: float | None = None) -> struct_time:
        return self.localtime_of(self.time() if seconds is None else seconds)

    def gmtime(self, seconds: float | None = None) -> struct_time:
        return self.gmtime_of(self.time() if seconds is None else seconds)

    def asctime(self, when: Any = None) -> str:
        return self.text_of(self.localtime() if when is None else when)

    def ctime(self, seconds: float | None = None) -> str:
        return self.text_of(self.localtime(seconds))

    def strftime(self, form: str, when: Any = None) -> str:
        return self.format_of(form, self.localtime() if when is None else when)

    def install(self) -> None:
        """Replaces the functions of `time` by this clock."""
        for name in ("perf_counter", "process_time", "thread_time"):
            setattr(self, name, self.monotonic)
            setattr(self, f"{name}_ns", self.monotonic_ns)
        for name in dir(time):
            if name[0] != "_" and hasattr(self, name):
                setattr(time, name, getattr(self, name))


def install_dates(clock: Clock) -> None:
    """Makes `now` and `today` read the clock."""

    class Date(datetime.date):
        @classmethod
        def today(cls) -> Self:
            return cls.fromtimestamp(clock.time())

    class Datetime(datetime.datetime):
        @classmethod
        def now(cls, tz: datetime.tzinfo | None = None) -> Self:
            return cls.fromtimestamp(clock.time(), tz)

        @classmethod
        def today(cls) -> Self:
            return cls.now()

        @classmethod
        def utcnow(cls) -> Self:
            return cls.now(datetime.UTC).replace(tzinfo=None)

    for name, made in (("date", Date), ("datetime", Datetime)):
        made.__name__ = made.__qualname__ = name
        made.__module__ = "datetime"
        setattr(datetime, name, made)


class Dice:
    """A seeded generator in place of the system's random bytes, also for numpy, secrets and
    uuid.
    """

    def __init__(self) -> None:
        self.source, self.seeds = random.Random(2), count(1)

    def urandom(self, size: int) -> bytes:
        return self.source.randbytes(size)

    def install(self) -> None:
        """Seeds every generator that the program leaves unseeded, and the system's random bytes."""
        seed, seeds = random.Random.seed, self.seeds
        dice: Any = random
        folders: Any = tempfile

        def steady_seed(self: random.Random, a: Any = None, version: int = 2) -> None:
            seed(self, next(seeds) if a is None else a, version)

        # Its names of folders are no dice of the bot's; stickytape's bundle makes such a folder.
        folders._Random = lambda: random.Random(3)
        dice.Random.seed = steady_seed
        dice.seed = dice._inst.seed
        dice.seed()
        os.urandom = dice._urandom = self.urandom
        # The system library has a clock of its own; Python's part of uuid reads `time`.
        cast(dict[str, None], sys.modules)["_uuid"] = None


def shake() -> list[bytes]:
    """Allocates blocks of all small sizes with holes between them. Returns them, to be kept during
    the run.
    """
    blocks = [bytes(size) for size in range(1, 480, 8) for _ in range(97)]
    random.Random(4).shuffle(blocks)
    return blocks[::3]


def is_input_over() -> bool:
    """Returns True if no input is left to read, and no more comes within SHORT_S."""
    try:
        if os.name == "posix":
            os.set_blocking(0, False)
            return not sys.stdin.read(1) and is_at_end()
        return not sys.stdin.read(1) and not os.read(0, 1)
    except TypeError:  # nothing is there yet
        return is_at_end()
    except (OSError, ValueError, AttributeError, RuntimeError):
        return False  # it closed them, put others there, or is reading


def is_at_end() -> bool:
    """Returns True if the system says within SHORT_S that standard input has ended."""
    try:
        select.select([0], [], [], SHORT_S)
        return not os.read(0, 1)
    except OSError:  # nothing came
        return False


def write_report(path: str, kind: str) -> None:
    """Writes the report. kind: of the exception that ended the program, or STUCK"""
    with open(path, "w", encoding="utf-8") as out:
        out.write(f"{kind} {int(is_input_over())}")


def end_after(work: float, path: str) -> None:
    """Makes the program end after `work` seconds of processor time, on systems that can measure it.

    The timer is switched off before Python removes its signal handlers at the end of the program.
    Without a handler the timer's signal would kill the process.
    """

    def end(_: int, frame: types.FrameType | None) -> None:
        write_report(path, STUCK)
        frames = [each for each in extract_stack(frame) if each.filename != __file__]
        os.write(2, "".join(["Still running:\n", *format_list(frames)]).encode())
        os._exit(1)

    if work and hasattr(signal, "setitimer"):
        signal.signal(signal.SIGPROF, end)
        signal.setitimer(signal.ITIMER_PROF, work)
        atexit.register(signal.setitimer, signal.ITIMER_PROF, 0)  # the first, so it runs last


def report_failure(
    path: str, kind: type[BaseException], value: BaseException, trace: types.TracebackType | None
) -> None:
    """Reports the kind of an uncaught exception, and shows it without this file's frames."""
    while trace and trace.tb_frame.f_code.co_filename == __file__:
        trace = trace.tb_next
    write_report(path, kind.__name__)
    sys.__excepthook__(kind, value.with_traceback(trace), trace)


def workshop_paths() -> Any:
    """Returns the module botsmith/paths.py without the rest of botsmith, which the program must not
    see.
    """
    file = os.path.join(os.path.dirname(os.path.abspath(__file__)), "paths.py")
    module = types.ModuleType("workshop_paths")
    module.__file__ = file
    with open(file, "rb") as source:
        exec(compile(source.read(), file, "exec", dont_inherit=True), module.__dict__)
    return module


def main() -> None:
    """Runs the program as `__main__`."""
    report, step_ms, shaken, work, file, package, *roots = sys.argv[1:]
    kept = shake() if shaken == "1" else []
    clock = Clock(int(float(step_ms) * 1e6))
    clock.install()
    install_dates(clock)
    Dice().install()
    sys.excepthook = partial(report_failure, report)
    sys.path[:0] = roots[:1]  # the program's own folder, as Python has it
    workshop_paths().put_last(*roots[1:])  # no file there stands for one of the standard library
    for name in {each.partition(".")[0] for root in roots[:1] for each in os.listdir(root)}:
        if name not in BEGAN_WITH:  # the program's own goes before one that this file has loaded
            sys.modules.pop(name, None)
    sys.argv[:] = [file]
    end_after(float(work), report)
    with open(file, "rb") as source:
        code = compile(source.read(), file, "exec", dont_inherit=True)
    program = types.ModuleType("__main__")
    program.__dict__.update(__file__=file, __builtins__=__builtins__, __package__=package or None)
    sys.modules["__main__"], before = program, sys.modules["__main__"]
    try:
        exec(code, program.__dict__)
    except SystemExit as end:
        if end.code:
            write_report(report, SystemExit.__name__)
        raise
    del kept, before


if __name__ == "__main__":
    main()
