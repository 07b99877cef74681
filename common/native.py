"""The engines of a compiled bundle: C as soon as it is ready, CPython until then.

A child process has the C text compiled and tries the library out: it must repeat the warm-up in
every bit. C plays from the next turn on. Whatever fails is one line on stderr.
BOTSMITH_CACHE=FOLDER keeps libraries.
"""

import atexit
import ctypes
import hashlib
import mmap
import os
import re
import shutil
import signal
import struct
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from functools import cache
from glob import glob
from time import perf_counter, sleep
from typing import Any, TypeVar

from common.clock import Deadline
from common.engine import Engine, EngineFailed, Engines
from common.kernel import assign
from common.stdio import log

Value = TypeVar("Value")

COMPILERS = ("cc", "gcc", "clang", "g++")
FOLDERS = ("/usr/bin", "/usr/local/bin", "/opt/*/bin", "/usr/lib/llvm*/bin")
LIBRARY = "kernels.so"
PATIENCE = 20.0  # seconds for the child
FIRST_TURN_WAIT = 0.9  # seconds of the first turn at most, and share of it
STEP = 0.001  # seconds between looks
NICE = 10  # steps of priority below the bot
FINGERPRINT = re.compile(r"  (\w{16})  (\S+)")  # and the module
CODES = {int: "q", float: "d", bool: "?"}
TRAPS = (  # why C stops, from 1 on
    "index out of range",
    "an int beyond 64 bits",
    "division by zero",
    "a float that is no 64-bit int",
    "negative shift",
    "argument outside of a function's domain",
    "calls nested too deep",
)
C_TYPES: dict[Any, Any] = {int: ctypes.c_int64, float: ctypes.c_double, bool: ctypes.c_bool}


class Unusable(Exception):
    """Why C does not play."""


def source_of(name: str) -> str:
    """The text of a module of this bundle."""
    loader: Any = __spec__.loader
    return str(loader.get_source(name))


def fingerprint(text: str) -> str:
    """A hash of a module's lines, without blank ones and lone comments."""
    lines = [line.rstrip() for line in text.splitlines()]
    kept = [line for line in lines if line and not line.lstrip().startswith("#")]
    return hashlib.sha256("\n".join(kept).encode()).hexdigest()[:16]


@cache
def layout(record: Any) -> tuple[dict[str, tuple[int, Any]], int, int]:
    """A record in C: its fields' offsets and kinds; size; alignment."""
    fields, end, widest = {}, 0, 1
    for name, entry in record.kernel_fields.items():
        kind, _, length = entry if isinstance(entry, list) else (entry, 1, 1)
        width = struct.calcsize(CODES[kind]) if kind in CODES else 0
        size, alignment = (width, width) if width else layout(kind)[1:]
        start = -(-end // alignment) * alignment
        fields[name] = (start, kind)
        end = start + size * length
        widest = max(widest, alignment)
    return fields, -(-end // widest) * widest, widest


def values_of(source: Any, place: int, has_zeros: bool = True) -> Iterator[tuple[int, bytes]]:
    """A record's values in C, from `place` on; maybe without zeros."""
    record: Any = type(source)
    for name, (start, kind) in layout(record)[0].items():
        value = getattr(source, name)
        items = value if isinstance(value, list) else [value]
        if kind in CODES:
            if has_zeros or any(items):
                yield place + start, struct.pack(f"={len(items)}{CODES[kind]}", *items)
        else:
            for index, item in enumerate(items):
                yield from values_of(item, place + start + index * layout(kind)[1], has_zeros)


@cache
def fresh(memory: type) -> list[tuple[int, bytes]]:
    """What a new memory holds."""
    return list(values_of(memory(), 0, False))


class NativeEngine(Engine):
    """Kernels of a library. Its memory is large, but taken only as it is used."""

    name = "c"
    pace = 10

    def __init__(self, memory: type, folder: str, text: str) -> None:
        self.kind = memory
        self.library = ctypes.CDLL(os.path.join(folder, LIBRARY))
        self.text = text
        self.has_failed = False
        size = layout(memory)[1]
        if ctypes.c_int64.in_dll(self.library, "run_size").value != size:
            raise Unusable("C lays the memory out in another way")
        self.pages = mmap.mmap(-1, size)
        self.address = ctypes.addressof(ctypes.c_char.from_buffer(self.pages))
        for place, data in fresh(memory):
            self.pages[place : place + len(data)] = data

    def load(self, field: str, source: object) -> None:
        for place, data in values_of(source, layout(self.kind)[0][field][0]):
            self.pages[place : place + len(data)] = data

    def call(self, kernel: Callable[..., Value], *values: int | float | bool) -> Value:
        run, result = entry(self.library, kernel)
        code = run(self.address, *values, ctypes.byref(result))
        if code:
            self.has_failed = True
            trap, where = divmod(code, 10_000_000)
            line, file = divmod(where, 100)
            name = FINGERPRINT.findall(self.text)[file][1].replace(".", "/")
            raise EngineFailed(f"C stopped at {name}.py:{line}, {TRAPS[trap - 1]}")
        return result.value  # type: ignore[no-any-return]

    def read(self, path: str, index: int = -1) -> float:
        kind, place = self.kind, 0
        for name in path.split("."):
            start, kind = layout(kind)[0][name]
            place += start
        code = "=" + CODES[kind]
        place += max(index, 0) * struct.calcsize(code)
        return float(struct.unpack_from(code, self.pages, place)[0])


@cache
def entry(library: ctypes.CDLL, kernel: Callable[..., Any]) -> tuple[Any, Any]:
    """The function run_NAME of a kernel, and room for its result."""
    _, *kinds, kind = [C_TYPES.get(k, ctypes.c_int64) for k in kernel.__annotations__.values()]
    run = library[f"run_{kernel.__name__}"]
    run.argtypes = [ctypes.c_void_p, *kinds, ctypes.c_void_p]
    return run, kind()


class Rehearsal(Engine):
    """CPython's engine; takes notes of the warm-up for C to repeat."""

    def __init__(self, memory: type) -> None:
        super().__init__(memory)
        self.notes: list[tuple[str, Any, Any]] = []
        self.is_over = False

    def load(self, field: str, source: object) -> None:
        super().load(field, source)
        if not self.is_over:
            kept = type(source)()
            assign(kept, source)
            self.notes.append(("load", field, (kept,)))

    def call(self, kernel: Callable[..., Value], *values: int | float | bool) -> Value:
        if not self.is_over:
            self.notes.append(("call", kernel, values))
        return super().call(kernel, *values)

    def repeat(self, native: NativeEngine) -> None:
        """The warm-up again, on CPython and on C, bit for bit."""
        twin = Engine(native.kind)
        for method, what, values in self.notes:
            getattr(twin, method)(what, *values)
            getattr(native, method)(what, *values)
        for place, data in values_of(twin.memory, 0):
            if native.pages[place : place + len(data)] != data:
                raise Unusable("C and CPython differ in the warm-up")


class Compiled(Engines):
    """C, or CPython while there is no C. c: the build's TEXT and FLAGS."""

    def __init__(self, memory: type, c: Any) -> None:
        self.python = self.rehearsal = Rehearsal(memory)
        self.memory = memory
        self.c = c
        self.native: NativeEngine | None = None
        self.folder = ""
        self.child = 0  # which compiles
        self.born = 0.0
        self.is_first = True

    def start(self) -> None:
        self.rehearsal.is_over = True
        try:
            for digest, name in FINGERPRINT.findall(self.c.TEXT):
                if fingerprint(source_of(name)) != digest:
                    raise Unusable(f"{name} was changed")
            compiler = find_compiler()
            self.folder = tempfile.mkdtemp()
            atexit.register(self._clean_up)
            self.born = perf_counter()
            self.child = os.fork()
        except (Unusable, OSError, AttributeError) as error:  # not every system has fork
            give_up(str(error))
        else:
            os.setpgid(self.child, self.child)  # the child does so too: whoever is first
            if self.child == 0:
                self._compile(compiler)

    def current(self, deadline: Deadline) -> Engine:
        wait = FIRST_TURN_WAIT * min(1.0, deadline.ends - deadline.started)
        limit = deadline.started + wait if self.is_first else 0.0
        if self.child:
            fresh(self.memory)  # later turns have no time
        while self.child:
            done, status = os.waitpid(self.child, os.WNOHANG)
            if done:
                self.child = 0
                self._take_up(status)
            elif perf_counter() - self.born > PATIENCE:
                self._clean_up()
                give_up("it takes too long")
            elif deadline.look() > limit and deadline.iterations is None:
                break
            else:
                sleep(STEP)
        self.is_first = not self.rehearsal.is_over
        return self.python if self.native is None or self.native.has_failed else self.native

    def _compile(self, compiler: str) -> None:
        """In the child: makes the library and tries it out, in time that the bot leaves."""
        try:
            os.nice(NICE)
            self._make_library(compiler)
            self.rehearsal.repeat(NativeEngine(self.memory, self.folder, self.c.TEXT))
            os._exit(0)
        except BaseException as error:
            give_up(str(error))
        os._exit(1)

    def _make_library(self, compiler: str) -> None:
        command = [compiler, *self.c.FLAGS, "-xc", "kernels.c", "-o", LIBRARY, "-lm"]
        library = os.path.join(self.folder, LIBRARY)
        kept = ""
        if "BOTSMITH_CACHE" in os.environ:
            key = repr((command, self.c.TEXT, machine(compiler))).encode()
            kept = os.path.join(os.environ["BOTSMITH_CACHE"], hashlib.sha256(key).hexdigest())
        if os.path.exists(kept):
            shutil.copy(kept, library)
            return
        with open(os.path.join(self.folder, "kernels.c"), "w", encoding="ascii") as file:
            file.write(self.c.TEXT)
        own = {**os.environ, "TMPDIR": self.folder}  # also for what a killed compiler leaves
        run = subprocess.run(command, cwd=self.folder, env=own, capture_output=True, text=True)
        if run.returncode != 0:
            said = run.stderr.strip() or f"status {run.returncode}"
            raise Unusable(f"{compiler}: {said.splitlines()[0]}")
        if kept:
            os.replace(shutil.copy(library, f"{kept}.{os.getpid()}"), kept)

    def _take_up(self, status: int) -> None:
        """The child has ended, and has said why if it failed."""
        try:
            if status == 0:
                self.native = NativeEngine(self.memory, self.folder, self.c.TEXT)
            elif os.WIFSIGNALED(status):
                give_up(f"its trial died of signal {os.WTERMSIG(status)}")
        except (Unusable, OSError) as error:
            give_up(str(error))
        self._clean_up()

    def _clean_up(self) -> None:
        """Ends the child, with its compiler, and removes the folder."""
        if self.child:
            os.killpg(self.child, signal.SIGKILL)
            os.waitpid(self.child, 0)
        self.child = 0
        shutil.rmtree(self.folder, ignore_errors=True)


def find_compiler() -> str:
    """A compiler on PATH or in the usual places, else Unusable."""
    places = os.pathsep.join(folder for pattern in FOLDERS for folder in glob(pattern))
    for name in COMPILERS:
        path = shutil.which(name) or shutil.which(name, path=places)
        if path:
            return path
    raise Unusable("no C compiler found")


def machine(compiler: str) -> tuple[str, ...]:
    """What a library depends on besides its text: the compiler's version, the processor."""
    version = subprocess.run([compiler, "--version"], capture_output=True, text=True).stdout
    flags = set()
    if os.path.exists("/proc/cpuinfo"):
        with open("/proc/cpuinfo", encoding="ascii") as file:
            flags = {line for line in file if line.startswith(("flags", "Features"))}
    return version, *sorted(flags)


def give_up(why: str) -> None:
    log(f"no C, CPython plays: {why}")
