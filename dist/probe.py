# probe: a CodinGame bot in one file, made by Botsmith from readable sources
# revision    e70b524b8c06 
# content     a2a250cf0d82cca1
# flavour     pure
# size           12,154 of 100,000 UTF-16 units
#
# Every source stands below as it was written. To tune the bot, change a number and play.
# Line numbers in tracebacks are those of this file.

# ==== bots/probe/main.py ====
"""A diagnosis bot for any contest: tells on stderr what the machine that plays has to offer.

Paste it, change ANSWER to a legal answer of the contest, play one match, and read its stderr with
docs/probe.md of the project. It knows no game: a turn is what arrives until the input is quiet.
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

ANSWER = ["8000 4500 100", "8000 4500 100"]  # the lines of each answer; LAST: the last line read
LAST = "(the last line read)"
BYTES_A_TURN = 1000  # on stderr: contests cut what is longer
QUIET_MS = 10.0  # without further input the turn's lines are complete
BUSY_MS = 10.0  # of each turn, spent on looking for pauses of the machine
PAUSES_MS = (0.05, 0.2, 1.0, 5.0, 20.0)  # bounds of the histogram
LIBRARIES = ("numpy", "scipy", "pandas", "numba", "cython", "cffi", "torch")
COMPILERS = ("cc", "gcc", "clang", "g++", "tcc", "rustc")
FOLDERS = ("/usr/bin", "/usr/local/bin", "/opt")
C_TEXT = "int answer(int x) { return x + 40; }\n"
C_FLAGS = ["-std=c11", "-O2", "-march=native", "-shared", "-fPIC", "-x", "c"]
WORDS_SHOWN = "avx avx2 fma bmi2 avx512f sse4_2 asimd".split()


def milliseconds(since: float) -> float:
    """Time since a reading of the clock."""
    return (perf_counter() - since) * 1000.0


def first_line(path: str, start: str = "") -> str:
    """The first line of a file that begins with `start`."""
    with open(path, errors="replace") as file:
        return next((line.strip() for line in file if line.startswith(start)), "")


def told_python() -> Iterator[str]:
    """Version, build, and with which options it was started."""
    flags = sys.flags
    yield f"python {sys.version.split()[0]} {platform.python_build()} {platform.python_compiler()}"
    yield f"{sys.executable} on {platform.platform()}, libc {' '.join(platform.libc_ver())}"
    unbuffered = int(sys.stdout.write_through)  # type: ignore[union-attr]
    yield f"options: -u {unbuffered} -I {flags.isolated} -O {flags.optimize} -S {flags.no_site}"


def told_libraries() -> Iterator[str]:
    """Installed libraries: by the folders' names, as an import takes long."""
    found = []
    for folder in [
        *site.getsitepackages(),
        site.getusersitepackages(),
        "/usr/lib/python3/dist-packages",
    ]:
        for name in sorted(os.listdir(folder)) if os.path.isdir(folder) else ():
            stem = name.split(".dist-info")[0].split(".egg-info")[0]
            if stem != name and stem.split("-")[0].lower() in LIBRARIES:
                found.append(stem)
    yield f"libraries: {', '.join(found) or 'none of ' + ' '.join(LIBRARIES)}"


def told_processors() -> Iterator[str]:
    """How many there are, how many are for this process, what they can do."""
    mine = sorted(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else "?"
    load = [round(value, 1) for value in os.getloadavg()] if hasattr(os, "getloadavg") else "?"
    yield f"processors: {os.cpu_count()}, allowed {mine}, load {load}"
    if os.path.exists("/proc/cpuinfo"):
        words = first_line("/proc/cpuinfo", "flags").split()
        name = first_line("/proc/cpuinfo", "model name").partition(": ")[2]
        yield f"{name}: {' '.join(word for word in WORDS_SHOWN if word in words)}"
    if os.path.exists("/sys/fs/cgroup/cpu.max"):
        yield f"cgroup: cpu.max {first_line('/sys/fs/cgroup/cpu.max')}"


def told_memory() -> Iterator[str]:
    """Limits of this process and what the machine has."""
    import resource  # not on Windows

    names = ("RLIMIT_AS", "RLIMIT_DATA", "RLIMIT_NPROC", "RLIMIT_CPU", "RLIMIT_STACK")
    limits = [f"{name[7:]} {resource.getrlimit(getattr(resource, name))[0]}" for name in names]
    yield f"limits (-1: none): {', '.join(limits)}"
    rows = [first_line("/proc/meminfo", row) for row in ("MemTotal", "MemAvailable")]
    yield f"memory: {', '.join(' '.join(row.split()) for row in rows)}"
    if os.path.exists("/sys/fs/cgroup/memory.max"):
        yield f"cgroup: memory.max {first_line('/sys/fs/cgroup/memory.max')}"


class Background:
    """Work that goes on while the bot plays: compilers, and two counters of milliseconds."""

    def __init__(self) -> None:
        self.work = self.use_compilers()
        self.thread_ticks = 0
        self.shared = mmap.mmap(-1, 8)
        self.child = 0
        if hasattr(os, "fork"):
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
        """Counts until the bot is gone."""
        ticks = 0
        while os.getppid() == parent:
            sleep(0.001)
            ticks += 1
            self.shared[:] = ticks.to_bytes(8, "little")
        os._exit(0)

    def ticks(self) -> tuple[int, int]:
        """Of the thread and of the process, so far."""
        return self.thread_ticks, int.from_bytes(self.shared[:], "little")

    def use_compilers(self) -> Generator[list[str], None, None]:
        """Finds compilers and tries the first one; yields lines, [] where it has to wait."""
        path = os.pathsep.join([os.environ.get("PATH", ""), *FOLDERS])
        found = {name: shutil.which(name, path=path) for name in COMPILERS}
        yield [f"compilers: {', '.join(place for place in found.values() if place) or 'none'}"]
        first = next((place for place in found.values() if place), None)
        if first is None:
            return
        with tempfile.TemporaryDirectory() as folder:
            yield from self.run([first, "--version"], "version", folder)
            began = perf_counter()
            source, library = (os.path.join(folder, name) for name in ("try.c", "try.so"))
            with open(source, "w") as file:
                file.write(C_TEXT)
            yield [f"temporary folder {folder}: written in {milliseconds(began):.1f} ms"]
            yield from self.run([first, *C_FLAGS, source, "-o", library], "compiled", folder)
            began = perf_counter()
            value = ctypes.CDLL(library).answer(2)
            yield [f"loaded and called in {milliseconds(began):.1f} ms: 2 + 40 = {value}"]

    def run(self, command: list[str], what: str, folder: str) -> Iterator[list[str]]:
        """One command, looked at once a turn: the time is that of the look that found it done.

        Its own temporary files go into `folder` too, and its children end with it.
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
                yield []
        finally:
            if process.returncode is None and os.name == "posix":
                os.killpg(process.pid, 9)
            process.kill()  # does nothing if it has ended
            out = process.communicate()[0].decode("ascii", "replace").split("\n")[0]
        yield [f"{what} after {milliseconds(began):.1f} ms, status {process.returncode}: {out}"]

    def end(self) -> None:
        """Ends the compilers and the child; removes the temporary folder."""
        self.work.close()
        if self.child:
            os.kill(self.child, 9)
            os.waitpid(self.child, 0)


class Pauses:
    """How long the machine keeps a busy loop from running, over all turns."""

    def __init__(self) -> None:
        self.counts = [0] * (len(PAUSES_MS) + 1)
        self.longest = 0.0
        self.total = 0.0

    def look(self) -> None:
        """Keeps busy for BUSY_MS."""
        began = last = perf_counter()
        while milliseconds(began) < BUSY_MS:
            now = perf_counter()
            pause = (now - last) * 1000.0
            self.counts[sum(pause >= bound for bound in PAUSES_MS)] += 1
            self.longest = max(self.longest, pause)
            last = now
        self.total += milliseconds(began)

    def told(self) -> str:
        """The histogram, without the shortest."""
        rows = [f">={bound} ms: {n}" for bound, n in zip(PAUSES_MS, self.counts[1:], strict=True)]
        return f"pauses in {self.total:.0f} busy ms: {', '.join(rows)}; longest {self.longest:.2f}"


def read_turn() -> list[str]:
    """The lines of a turn: all that comes until the input is quiet. [] at its end."""
    if os.name == "nt":
        line = sys.stdin.readline()
        return [line.rstrip()] if line else []
    import select  # of files only where there is POSIX

    text = os.read(0, 1 << 16)
    while text and select.select([0], [], [], QUIET_MS / 1000.0)[0]:
        more = os.read(0, 1 << 16)
        if not more:
            break
        text += more
    return text.decode("utf-8", "replace").splitlines()


def guarded(lines: Callable[[], Iterator[str]]) -> list[str]:
    """The lines, or what kept them from being found: a diagnosis goes on."""
    try:
        return list(lines())
    except Exception as error:
        return [f"{lines.__name__}: {type(error).__name__}: {error}"]


class Probe:
    """Answers turn by turn; what there is to tell comes in portions."""

    def __init__(self) -> None:
        self.background = Background()
        self.pauses = Pauses()
        self.waiting: list[str] = []
        for part in (told_python, told_libraries, told_processors, told_memory):
            self.waiting += guarded(part)
        self.turn = 0
        self.look_at_background()

    def look_at_background(self) -> None:
        """Takes the lines that the compilers have ready."""
        try:
            while lines := next(self.background.work, []):
                self.waiting += lines
        except Exception as error:
            self.waiting.append(f"compilers: {type(error).__name__}: {error}")

    def play(self) -> None:
        """Until the input ends."""
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
            answer = [lines[-1] if line == LAST else line for line in ANSWER]
            sys.stdout.write("\n".join(answer) + "\n")
            sys.stdout.flush()
            ticks = [two - one for one, two in zip(before, after, strict=True)]
            self.waiting.append(
                f"turn {self.turn}: {len(lines)} lines after {waited:.1f} ms, meanwhile thread and "
                f"process ran {ticks[0]} and {ticks[1]} ms; answered in {milliseconds(started):.1f}"
            )
            if self.turn % 10 == 0:
                self.waiting.append(self.pauses.told())
            self.tell(BYTES_A_TURN)

    def tell(self, room: int) -> None:
        """As many lines as fit; the others have to wait for the next turn."""
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
