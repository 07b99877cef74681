# probe: a CodinGame bot in one file, made by Botsmith from readable sources
# revision    1326acbd9e7e 
# content     e196f22c98284f53
# size           12,315 of 100,000 UTF-16 units
# engine      CPython alone
# form        full
# contents    main 11
#
# The modules stand below, each under its path. Change what you like.

# ==== bots/probe/main.py ====
"""A diagnosis bot for any contest: prints on stderr the properties of the machine that plays it.

Paste it, change ANSWER to a legal answer of the contest, play one match, and read its stderr with
docs/probe.md of the project. It knows no game: a turn is all lines until the input is quiet. Each
line that it prints is names and values, the arguments of `join`.
"""

import ctypes
import mmap
import os
import platform
import shutil
import site
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Generator, Iterator
from time import perf_counter, sleep

LAST = "(the last line)"
ANSWER = ["8000 4500 100", "8000 4500 100"]  # the lines of each answer; LAST: the last line read
BYTES_A_TURN = 1000  # on stderr: contests cut what is longer
QUIET_MS = 10.0  # without further input the turn's lines are complete
BUSY_MS = 10.0  # of each turn, spent on looking for pauses of the machine
PAUSES_MS = (0.05, 0.2, 1.0, 5.0, 20.0)  # bounds of the histogram
PAUSES_EVERY = 10  # turns
LIBRARIES = "numpy scipy pandas numba cython cffi torch".split()
COMPILERS = "cc gcc clang g++ tcc rustc".split()
FOLDERS = "/usr/bin /usr/local/bin /opt".split()
C_TEXT = "int answer(int x) { return x + 40; }"
C_FLAGS = "-std=c11 -O2 -march=native -shared -fPIC -xc".split()
CPU_INFO = "/proc/cpuinfo"
INSTRUCTIONS = "avx avx2 fma bmi2 avx512f sse4_2 asimd".split()
IS_POSIX = os.name == "posix"


def join(**facts: object) -> str:
    """Returns `name value, name value` on one line."""
    return ", ".join(f"{name} {value}" for name, value in facts.items()).replace("\n", " ")


def milliseconds(since: float) -> float:
    """Returns the time since a reading of the clock, in ms."""
    return round((perf_counter() - since) * 1000.0, 1)


def first_line(path: str, start: str = "") -> str:
    """Returns the rest of a file's first line that begins with `start`; "" if there is none."""
    try:
        with open(path, errors="replace") as file:
            lines = (line for line in file if line.startswith(start))
            return next(lines, start).removeprefix(start).strip("\t :\n")
    except OSError:
        return ""


def python() -> Iterator[str]:
    """Yields version, build, and options of this Python."""
    yield join(python=sys.version, executable=sys.executable)
    yield join(platform=platform.platform(), libc=platform.libc_ver())
    buffered = not sys.stdout.write_through  # type: ignore[union-attr]
    yield join(buffered=buffered, isolated=sys.flags.isolated, optimize=sys.flags.optimize)


def program() -> Iterator[str]:
    """Yields this program's file as tracebacks name it, and whether it can be read."""
    code = program.__code__
    yield join(file=globals().get("__file__"), traceback=code.co_filename)
    with open(code.co_filename, errors="replace") as file:
        line = file.readlines()[code.co_firstlineno - 1]
    yield join(readable=True, this_program=code.co_name in line)


def libraries() -> Iterator[str]:
    """Yields installed libraries, found by their folders, because imports take long."""
    found = []
    for folder in {*site.getsitepackages(), site.getusersitepackages(), *sys.path}:
        for name in sorted(os.listdir(folder)) if os.path.isdir(folder) else ():
            stem, ending = os.path.splitext(name)
            if ending.endswith("-info") and stem.split("-")[0].lower() in LIBRARIES:
                found.append(stem)
    yield join(libraries=found)


def processors() -> Iterator[str]:
    """Yields the number of processors, those for this process, and their features."""
    yield join(processors=os.cpu_count(), load=os.getloadavg(), allowed=os.sched_getaffinity(0))
    flags = first_line(CPU_INFO, "flags").split()
    found = [word for word in INSTRUCTIONS if word in flags]
    yield join(model=first_line(CPU_INFO, "model name"), instructions=found)
    yield join(cgroup_cpu=first_line("/sys/fs/cgroup/cpu.max"))


def memory() -> Iterator[str]:
    """Yields the limits of this process (-1: none) and the machine's memory."""
    import resource  # not on Windows

    kinds = [name for name in dir(resource) if name.startswith("RLIMIT_")]
    limits = {name[7:]: resource.getrlimit(getattr(resource, name))[0] for name in kinds}
    yield join(**limits)
    total, free = (first_line("/proc/meminfo", row) for row in ("MemTotal", "MemAvailable"))
    yield join(memory=total, free=free, cgroup_memory=first_line("/sys/fs/cgroup/memory.max"))


class Background:
    """Work beside the bot: compilers, and two counters of milliseconds."""

    def __init__(self) -> None:
        self.work = self.compilers()
        self.thread_ticks = 0
        self.shared = mmap.mmap(-1, 8)
        self.child = 0
        if IS_POSIX:
            parent = os.getpid()
            self.child = os.fork()
            if self.child == 0:
                self.tick_in_child(parent)
        threading.Thread(target=self.tick_in_thread, daemon=True).start()

    def tick_in_thread(self) -> None:
        while True:
            sleep(0.001)
            self.thread_ticks += 1

    def tick_in_child(self, parent: int) -> None:
        """Counts milliseconds in a child process until the bot is gone."""
        ticks = 0
        while os.getppid() == parent:
            sleep(0.001)
            ticks += 1
            self.shared[:] = ticks.to_bytes(8)
        os._exit(0)

    def ticks(self) -> tuple[int, int]:
        """Returns the ticks of the thread and of the process so far."""
        return self.thread_ticks, int.from_bytes(self.shared[:])

    def compilers(self) -> Generator[str, None, None]:
        """Finds compilers and tries the first one. Yields lines, "" while it has to wait."""
        path = os.pathsep.join([os.environ.get("PATH", ""), *FOLDERS])
        found = [place for name in COMPILERS if (place := shutil.which(name, path=path))]
        yield join(compilers=found)
        if not found:
            return
        with tempfile.TemporaryDirectory() as folder:
            yield from self.run(folder, [found[0], "--version"])
            began = perf_counter()
            source, library = (os.path.join(folder, name) for name in ("try.c", "try.so"))
            with open(source, "w") as file:
                file.write(C_TEXT)
            yield join(temporary_folder=folder, written_ms=milliseconds(began))
            yield from self.run(folder, [found[0], *C_FLAGS, source, "-o", library])
            began = perf_counter()
            answer = ctypes.CDLL(library).answer(2)
            yield join(loaded_ms=milliseconds(began), answer=answer)

    def run(self, folder: str, command: list[str]) -> Iterator[str]:
        """Runs a command, and checks it once a turn. The reported time is that of the check that
        found it done.

        Its own temporary files go into `folder`, too, and its children end with it.
        """
        began = perf_counter()
        process = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            env={**os.environ, "TMPDIR": folder},
            start_new_session=True,
        )
        try:
            while process.poll() is None:
                yield ""
        finally:
            if process.returncode is None and IS_POSIX:
                os.killpg(process.pid, 9)
            process.kill()  # does nothing if it has ended
            lines = process.communicate()[0].decode(errors="replace").splitlines()
        status = process.returncode
        yield join(ran=command[1], after_ms=milliseconds(began), status=status, said=lines[:1])

    def end(self) -> None:
        """Ends the compilers and the child; removes the temporary folder."""
        self.work.close()
        if self.child:
            os.kill(self.child, 9)
            os.waitpid(self.child, 0)


class Pauses:
    """Counts the pauses of a busy loop, over all turns."""

    def __init__(self) -> None:
        self.counts = dict.fromkeys((0.0, *PAUSES_MS), 0)  # by the least length in ms
        self.longest = 0.0
        self.total = 0.0

    def look(self) -> None:
        """Keeps the processor busy for BUSY_MS, and counts the pauses."""
        began = last = perf_counter()
        while milliseconds(began) < BUSY_MS:
            now = perf_counter()
            pause = (now - last) * 1000.0
            self.counts[max(bound for bound in self.counts if bound <= pause)] += 1
            self.longest = max(self.longest, pause)
            last = now
        self.total += milliseconds(began)

    def line(self) -> str:
        """Returns the histogram of pauses, without the shortest."""
        pauses = {bound: count for bound, count in self.counts.items() if bound}
        return join(busy_ms=round(self.total), pauses=pauses, longest_ms=round(self.longest, 2))


def read_turn() -> list[str]:
    """Returns the lines of a turn: all lines until the input is quiet; [] at the end of the
    input.
    """
    if not IS_POSIX:
        line = sys.stdin.readline()
        return [line.rstrip()] if line else []
    import select  # of files only where there is POSIX

    text = os.read(0, 1 << 16)
    while text and select.select([0], [], [], QUIET_MS / 1000.0)[0]:
        more = os.read(0, 1 << 16)
        if not more:
            break
        text += more
    return text.decode(errors="replace").splitlines()


def guarded(part: Callable[[], Iterator[str]]) -> Iterator[str]:
    """Yields the lines of a part; if it raises an exception, a line about that, so that the
    diagnosis continues.
    """
    try:
        yield from part()
    except Exception as error:
        yield join(part=part.__name__, failed=repr(error))


class Probe:
    """Answers turn by turn, and prints its findings in portions."""

    def __init__(self) -> None:
        self.background = Background()
        self.pauses = Pauses()
        self.waiting: list[str] = []
        for part in (python, program, libraries, processors, memory):
            self.waiting += guarded(part)
        self.turn = 0
        self.look_at_background()

    def look_at_background(self) -> None:
        """Takes over the lines that the compilers have ready."""
        try:
            while line := next(self.background.work, ""):
                self.waiting.append(line)
        except Exception as error:
            self.waiting.append(join(compilers=repr(error)))

    def play(self) -> None:
        """Plays until the input ends."""
        while True:
            asked, before = perf_counter(), self.background.ticks()
            lines = read_turn()
            if not lines:
                break
            waited, after = milliseconds(asked), self.background.ticks()
            started = perf_counter()
            self.turn += 1
            self.look_at_background()
            self.pauses.look()
            print(*[lines[-1] if line == LAST else line for line in ANSWER], sep="\n", flush=True)
            thread, process = (two - one for one, two in zip(before, after, strict=True))
            ran = dict(thread_ran_ms=thread, process_ran_ms=process)
            known = dict(turn=self.turn, lines=len(lines), waited_ms=waited)
            self.waiting.append(join(**known, **ran, answered_ms=milliseconds(started)))
            if self.turn % PAUSES_EVERY == 0:
                self.waiting.append(self.pauses.line())
            self.print_waiting(BYTES_A_TURN)

    def print_waiting(self, room: int) -> None:
        """Prints as many waiting lines as fit; the others wait for the next turn."""
        portion = ""
        while self.waiting and len(portion) + min(len(self.waiting[0]) + 1, room) <= room:
            portion += self.waiting.pop(0)[: room - 1] + "\n"
        sys.stderr.write(portion)
        sys.stderr.flush()


def main() -> None:
    probe = Probe()
    try:
        probe.play()
    finally:
        probe.background.end()


main()
