"""The engines of a bot with kernels: C as soon as it is ready, CPython until then.

A child translates the kernels to C, compiles the text and tries the library: a warm-up in both must
give the same bits. C plays from the next turn on; a better library replaces it later. A failure is
one line on stderr.
"""

import _thread
import atexit
import ctypes
import mmap
import os
import re
import shutil
import struct
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from functools import cache
from glob import glob
from select import select
from signal import SIG_DFL, SIGTERM, signal
from time import perf_counter
from typing import Any

from common.clock import Deadline
from common.engine import AnyMemory, Engine, EngineFailed, Engines, Result
from common.kernel import Int8, Int16, Int32
from common.stdio import report
from common.switches import USE_C
from common.translate import translate

COMPILERS = ("cc", "gcc", "clang", "g++")
FOLDERS = ("/usr/bin", "/usr/local/bin", "/opt/*/bin", "/usr/lib/llvm*/bin")
PATIENCE = 20.0  # seconds for the child
SLEEP = 0.85  # of a turn's time for C, or all but 20 ms: CPython makes little of it
HELP = 30  # turns give half of their time for a library after the first
BASE_FLAGS = """
-std=c11 -O2 -march=native -fwrapv -ffp-contract=off -fno-math-errno -fno-strict-aliasing
-ftree-vectorize -fvect-cost-model --param=early-inlining-insns=14
-Werror=frame-larger-than=1000000 -shared -fPIC
""".split()
# The first library by the clock is there sooner than with any other flags.
SOON = """
-Og -fno-forward-propagate -fno-tree-ccp -fno-dce -fno-cprop-registers -fira-region=one
"""
# What Python would raise where C stops, by its reason from 1; overflow apart.
TRAPS = (IndexError, OverflowError, ZeroDivisionError, ValueError)
C_TYPES: dict[Any, Any] = {int: ctypes.c_int64, float: ctypes.c_double, bool: ctypes.c_bool}
C_TYPES |= {Int8: ctypes.c_int8, Int16: ctypes.c_int16, Int32: ctypes.c_int32}


class Unusable(Exception):
    """Raised with the reason why C does not play."""


# What an array in C does as a list.
METHODS: Any = {
    name: lambda self, *given, name=name: getattr(self[:], name)(
        *(x[:] if hasattr(x, "_type_") else x for x in given)
    )
    for name in "__add__ __eq__ __ge__ __gt__ __le__ __lt__ __mul__ __repr__ __rmul__ copy count"
    " index".split()
}
METHODS.update(__class__=list, __radd__=lambda self, other: other + self[:])


@cache
def layout(kind: Any) -> Any:
    """Returns the type of a number or record in C."""
    if kind in C_TYPES:
        return C_TYPES[kind]
    fields = [
        (name, type("", (layout(inner) * lengths[-1],), METHODS) if lengths else layout(inner))
        for name, (inner, *lengths) in kind.kernel_fields.items()
    ]
    shape = {"_fields_": fields, "kernel_assign": kind.kernel_assign}
    return type(kind.__name__, (ctypes.Structure,), shape)


def values_of(source: Any, start: int, is_new: bool = False) -> Iterator[tuple[int, bytes]]:
    """Yields the offsets and bytes of a record's values in C, with offsets beginning at `start`.

    is_new: True for only the values that are not zeros
    """
    kind = source.__class__
    for name in kind.kernel_given if is_new else kind.kernel_fields:
        inner, *lengths = kind.kernel_fields[name]
        place = start + getattr(layout(kind), name).offset
        items = getattr(source, name) if lengths else [getattr(source, name)]
        if inner in C_TYPES:
            if inner is bool and {*items} - {0, 1}:
                raise struct.error(name + " is no bool")
            form = f"{(lengths or [1])[0]}{C_TYPES[inner]._type_}"
            is_zero = inner is not float and lengths and items == [0] * lengths[0]  # known sooner
            yield place, bytes(struct.calcsize(form)) if is_zero else struct.pack(form, *items)
        else:
            for item in items:
                yield from values_of(item, place, is_new)
                place += ctypes.sizeof(layout(inner))


class NativeEngine(Engine[AnyMemory]):
    """The kernels of a library. Its memory is large, but the system provides only the used part.

    new: an engine that was loaded, but has not played
    """

    name = "c"
    pace = 10

    def __init__(self, memory: Any, path: str = "", new: Any = None) -> None:
        if path:
            self.library = ctypes.CDLL(path)
        kind = layout(memory)
        # Private pages come faster than shared ones.
        self.pages = mmap.mmap(-1, ctypes.sizeof(kind), mmap.MAP_PRIVATE)
        self.memory = kind.from_buffer(self.pages)
        new = new or Engine(memory)
        self.write(values_of(new.memory, 0, True))
        for field in new.loaded:
            self.load(field, getattr(new.memory, field))

    def write(self, values: Iterable[tuple[int, bytes]]) -> None:
        for place, data in values:
            self.pages[place : place + len(data)] = data

    def load(self, field: str, source: object) -> None:
        try:
            self.write(values_of(source, getattr(type(self.memory), field).offset))
        except struct.error as error:
            raise self.stopped(field, error)  # noqa: B904

    def run(self, kernel: Callable[..., Result], given: list[Any]) -> Result:
        run, result = entry(self.library, kernel)
        if code := run(ctypes.byref(self.memory), *given, ctypes.byref(result)):  # type: ignore[arg-type]
            place = ctypes.c_char_p.in_dll(self.library, "run_place").value or b""
            raise self.stopped(place.decode(), TRAPS[code - 1].__name__)
        return result.value  # type: ignore[no-any-return]

    def stopped(self, where: str, why: object) -> EngineFailed:
        self.has_failed = True
        return EngineFailed(f"C stopped at {where}: {why}")


@cache
def entry(library: ctypes.CDLL, kernel: Callable[..., Any]) -> tuple[Any, Any]:
    """Returns the C function run_NAME of a kernel, and the memory for its result."""
    _, *kinds, kind = [C_TYPES.get(k, ctypes.c_void_p) for k in kernel.__annotations__.values()]
    run = library["run_" + kernel.__name__]
    run.argtypes = [ctypes.c_void_p, *kinds, ctypes.c_void_p]
    return run, kind()


class Compiled(Engines[AnyMemory]):
    """Plays in C, and in CPython until C is ready."""

    native = None  # type: Any
    folder = ""
    child = 0  # the compiling process
    latest = 0.0  # as perf_counter tells
    missing = 1  # libraries that turns by the clock give time to

    def start(self, warm_up: Callable[[], object]) -> None:
        """Starts the child while the memory is new, so that the child needs no copy."""
        if not USE_C or os.getenv("BOTSMITH_ENGINE") == "python":
            warm_up()
            return
        if not os.getenv("BOTSMITH_ITERATIONS"):
            self.flags, self.missing = (SOON, *self.flags), 2
        try:
            atexit.register(self._clean_up, True)
            from signal import SIGCHLD  # not on Windows

            signal(SIGTERM, lambda *_: sys.exit(143))  # via atexit
            signal(SIGCHLD, SIG_DFL)  # else nobody can wait for a child
            self.folder = tempfile.mkdtemp()
            # Later turns have no time to make it.
            self.python.twin = NativeEngine(self.memory, "", self.python)
            self.latest = perf_counter() + PATIENCE
            self.end, kept = os.pipe()  # from the child
            self.child = os.fork()
            if self.child == 0:
                self._compile(warm_up, kept)
            os.close(kept)
            os.read(self.end, 1)  # now it has a session
        except (OSError, AttributeError) as error:  # no fork, say
            self._clean_up()
            give_up(str(error))

    def current(self, deadline: Deadline) -> Engine[AnyMemory]:
        try:
            while self.child and self._waits(deadline):
                pass
        except OSError as error:
            self._clean_up()
            give_up(str(error), self.native)
        return self.native if self.native and not self.native.has_failed else self.python

    def _waits(self, deadline: Deadline) -> bool:
        """Waits for a library or the child's end; returns True to wait again."""
        is_timed = deadline.iterations is None or bool(self.flags[1:] and self.native)
        wait = self.latest - perf_counter()
        if is_timed:
            left = deadline.ends - deadline.now()
            wait = max(SLEEP * left, left - 0.02)
            if self.native:
                wait = left / 2 * (self.missing and deadline.turn < HELP)
        if select([self.end], [], [], max(0.0, wait))[0]:
            if number := os.read(self.end, 1):
                engine = self.native or self.python.twin
                engine.library = ctypes.CDLL(f"{self.folder}/{number.decode()}")
                if deadline.turn > 1 and not self.native:
                    report(f"turn {deadline.turn}: C plays")
                self.native = engine
                self.missing -= 1
                return True
            ended, status = os.waitpid(self.child, os.WNOHANG * is_timed)
            if ended:  # it has said why if it failed
                self.child = 0
                if status:  # it ends itself with 0
                    raise OSError(f"its trial died of signal {os.WTERMSIG(status)}")
                self._clean_up()
            return False
        if perf_counter() > self.latest:
            raise TimeoutError("it takes too long")
        if is_timed and deadline.turn and self.native is None:
            deadline.ends -= (deadline.ends - deadline.started) / 10  # for its pauses
            if deadline.turn == 1:
                report("turn 1: no C yet")
        return not is_timed

    def _compile(self, warm_up: Callable[[], object], kept: int) -> None:
        """The child: makes the libraries, tries them out and sends the number of each."""
        number = 0
        try:
            os.setsid()
            os.chdir(self.folder)
            os.write(kept, b"s")
            os.close(self.end)
            # Once nobody reads, the bot has ended.
            _thread.start_new_thread(lambda: (select([kept], [], []), os.killpg(0, 9)), ())  # type: ignore
            compilers, text = find_compilers(), translate(self.kernels, self.memory)
            for number, flags in enumerate(self.flags):
                path = f"{self.folder}/{number}"
                make_library(compilers, path, text, flags)
                trial = self.python  # new at the start, as after each trial
                trial.twin, trial.is_trial = NativeEngine(self.memory, path, trial), True
                warm_up()
                for place, data in values_of(trial.memory, 0):
                    if trial.twin.pages[place : place + len(data)] != data:
                        raise Unusable("the warm-ups differ")
                os.write(kept, b"%d" % number)
                os.nice(19)
                with suppress(OSError):  # Linux may go by sessions
                    os.write(os.open("/proc/self/autogroup", os.O_WRONLY), b"19")
                self.python = Engine(self.memory)
        except BaseException as error:
            why = str(error)  # of a KeyError the key alone
            give_up(why if " " in why else repr(error), number)
        finally:
            os._exit(0)

    def _clean_up(self, waits: bool = False) -> None:
        """Ends child and compiler, and removes the folder."""
        child, self.child = self.child, 0
        with suppress(OSError):
            if child:
                os.killpg(child, 9)
                os.waitpid(child, os.WNOHANG * (not waits))
        self.python.twin = None
        shutil.rmtree(self.folder, True)
        signal(SIGTERM, SIG_DFL)


def find_compilers() -> list[str]:
    """Returns the compilers on PATH and in the usual places. Raises Unusable if there is none."""
    places = ":".join([os.getenv("PATH", ""), *sum(map(glob, FOLDERS), [])])
    if found := [path for name in COMPILERS if (path := shutil.which(name, path=places))]:
        return found
    raise Unusable("no C compiler found")


def make_library(compilers: Sequence[str], path: str, text: str, flags: str = "") -> None:
    """Compiles a C text into the library `path`. Raises Unusable if all compilers fail.

    flags: further flags. Flags of gcc that clang refuses are left out.
    """
    compiler, *others = compilers
    last = ["-xc", "-", "-o", path, "-nostdlib", "-lm", "-lgcc"]
    command = [compiler, *BASE_FLAGS, *flags.split(), *last]
    own = {**os.environ, "TMPDIR": os.path.dirname(path)}  # for what a killed compiler leaves
    with open(path + ".c", "w+") as source, open(path + ".txt", "w+", errors="replace") as said:
        source.write(text)
        source.seek(0)
        ends = [(os.POSIX_SPAWN_DUP2, f.fileno(), n) for n, f in enumerate((source, said, said))]
        status = os.waitpid(os.posix_spawn(compiler, command, own, file_actions=ends), 0)[1]
        said.seek(0)
        errors = re.findall(".{,99}error.{,195}", said.read(65536))
    if status:
        if others:
            return make_library(others, path, text, flags)
        if (fewer := re.sub(r"-f\S+", "", flags)) != flags:
            return make_library(compilers, path, text, fewer)
        raise Unusable(f"{compiler}: {[*map(ascii, errors), 'it failed'][0]}")


def give_up(why: str, has_c: object = None) -> None:
    report(("C stays as it is: " if has_c else "no C, CPython plays: ") + why)
