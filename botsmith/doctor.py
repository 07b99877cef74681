"""Finds what this machine offers a bot author, and the remedy for what it lacks.

Every check is a function that returns Findings; none of them raises for a bad finding.
"""

import os
import platform
import re
import shutil
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter

import psutil
import pyperclip

from botsmith import __version__, paths
from botsmith.arena.process.launch import HAS_WARDEN, MEGABYTE, MEMORY_LIMIT
from botsmith.bench import calibrate
from botsmith.setup import version_here
from botsmith.workspace import OWN
from common import native
from common.engine import Engine, EngineFailed
from common.kernel import kernel, record
from common.translate import translate

FINE, POOR, BAD = "ok", "poor", "bad"
ROUNDS = 100_000  # of the kernel that is timed
PLENTY = 100  # times as many rounds in C, which is that much faster
LEAST_ROOM, ROOM = 100 * MEGABYTE, 1000 * MEGABYTE  # of a disk
BUSY = 0.5  # load for each core
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "chrome", "firefox")
CGROUP = Path("/sys/fs/cgroup/memory.max")


@dataclass(frozen=True)
class Finding:
    """A finding about this machine.

    state: FINE, POOR (something works worse) or BAD (something does not work at all)
    advice: the remedy, "" for none
    """

    name: str
    state: str
    found: str
    advice: str = ""


@record
class Sum:
    """The memory of the kernel that is timed."""

    value: int


@kernel
def mix(memory: Sum, count: int) -> None:
    """Computes with whole numbers as searches do. count: number of rounds"""
    for _ in range(count):
        value = memory.value
        if value & 1 == 1:
            value ^= value << 13
        value = (value * 1103515245 + 12345) & 0x7FFFFFFF
        memory.value = value ^ value >> 7


def examine() -> Iterator[Finding]:
    """Yields all findings; the compilers take a second."""
    yield interpreter()
    yield place()
    yield pages()
    yield from compilers()
    yield cores()
    yield memory()
    yield from disks()
    yield limits()
    yield browser()
    yield clipboard()


def interpreter() -> Finding:
    """Finds the version of Python, and its speed."""
    found = f"{platform.python_implementation()} {platform.python_version()}, {sys.executable};"
    found += f" {calibrate():,} rounds in 100 ms"
    if platform.python_implementation() != "CPython":
        return Finding("python", POOR, found, "figures are CPython's: use that to compare")
    return Finding("python", FINE, found)


def place() -> Finding:
    """Finds Botsmith's own folder, and the folder that it works on."""
    found = f"Botsmith {__version__} in {paths.PACKAGE}; workspace {OWN or 'none'}"
    advice = "" if OWN else f"`{paths.PROGRAM} init DIR` makes a workspace"
    return Finding("botsmith", FINE if OWN else POOR, found, advice)


def compilers() -> list[Finding]:
    """Returns a finding for each C compiler: it compiles, loads and times a kernel against
    CPython.
    """
    names = {name: path for name in native.COMPILERS if (path := shutil.which(name))}
    try:
        names.setdefault("", native.find_compilers()[0])
    except native.Unusable as error:
        advice = "bots play in CPython: install gcc or clang (apt install gcc)"
        return [Finding("compiler", POOR, str(error), advice)]
    by_file = {os.path.realpath(path): path for path in names.values()}
    return [compiler(path) for path in by_file.values()]


def compiler(path: str) -> Finding:
    """Finds how long one compiler takes for a kernel, and how fast that kernel is."""
    began = perf_counter()
    try:
        with tempfile.TemporaryDirectory(prefix="botsmith-") as folder:
            library = os.path.join(folder, "kernels.so")
            native.make_library([path], library, translate((mix,), Sum))
            made_ms = (perf_counter() - began) * 1000.0
            in_c: Engine[Sum] = native.NativeEngine(Sum, library)
            fast = seconds(in_c, ROUNDS * PLENTY) / PLENTY
    except (native.Unusable, EngineFailed, OSError) as error:
        advice = "bots play in CPython; is the temporary folder mounted noexec? set TMPDIR"
        return Finding("compiler", POOR, f"{path}: {error}", advice)
    slow = seconds(Engine(Sum), ROUNDS)
    found = f"{path}: a kernel in {made_ms:.0f} ms, {slow / fast:.0f} times CPython"
    return Finding("compiler", FINE, found)


def seconds(engine: Engine[Sum], rounds: int) -> float:
    """Measures the seconds that an engine needs for `mix` with this many rounds."""
    began = perf_counter()
    engine.call(mix, rounds)
    return perf_counter() - began


def cores() -> Finding:
    """Finds the number of cores for this process, and how busy they are."""
    ours = len(psutil.Process().cpu_affinity()) if sys.platform == "linux" else os.cpu_count() or 1
    load = psutil.getloadavg()[0]
    found = f"{ours}, load {load:.1f}"
    if load > BUSY * ours:
        return Finding("cores", POOR, found, "measure and play by the clock when nothing else runs")
    if ours < 2:
        return Finding("cores", POOR, found, "no core stays free: matches by the clock are noisy")
    return Finding("cores", FINE, found)


def memory() -> Finding:
    """Finds the free memory, and its limits."""
    free = psutil.virtual_memory().available
    found = f"{free / 1e9:.1f} GB free"
    with suppress(OSError, ValueError):  # "max", or no such thing here
        allowed = int(CGROUP.read_text())
        free = min(free, allowed)
        found += f", {allowed / 1e9:.1f} GB allowed to this container"
    if free < 2 * MEMORY_LIMIT:
        wanted = f"{2 * MEMORY_LIMIT / 1e9:.1f} GB"
        return Finding("memory", POOR, found, f"two bots may take {wanted}: close something")
    return Finding("memory", FINE, found)


def disks() -> Iterator[Finding]:
    """Finds the free space of the disks where matches are stored and where bots run."""
    for name, folder in (("disk", OWN or Path.cwd()), ("temporary", Path(tempfile.gettempdir()))):
        free = shutil.disk_usage(folder).free
        found = f"{free / 1e9:.1f} GB free in {folder}"
        if not os.access(folder, os.W_OK):
            yield Finding(name, BAD, f"{folder} cannot be written to", "choose another folder")
        elif free < ROOM:
            state = BAD if free < LEAST_ROOM else POOR
            yield Finding(name, state, found, "make room: a league takes 10 kB a match")
        else:
            yield Finding(name, FINE, found)


def pages() -> Finding:
    """Finds the folder or address of the pages that messages call docs/PAGE.md."""
    return Finding("pages", FINE, f"{Path(paths.HOME, 'docs', 'README.md')}")


def limits() -> Finding:
    """Returns the finding about limits of processes and memory."""
    if HAS_WARDEN:
        held = f"{MEMORY_LIMIT // MEGABYTE} MB a bot, held by a guard process"
        return Finding("limits", FINE, f"{held}; nothing is left over")
    advice = "fine for your own bots; read docs/security.md before you run strangers'"
    return Finding("limits", POOR, "bots are looked after by polling", advice)


def browser() -> Finding:
    """Returns the finding about the browser that shows the pages of `replay` and `serve`."""
    found = next((path for name in BROWSERS if (path := shutil.which(name))), None)
    if found:
        return Finding("browser", FINE, found)
    advice = "open pages on another machine; the checkout's tests of pages want chromium"
    return Finding("browser", POOR, "none on PATH", advice)


def clipboard() -> Finding:
    """Returns the finding about `build --copy`."""
    try:
        pyperclip.paste()
    except pyperclip.PyperclipException as error:
        reason = " ".join(str(error).split()).partition(".")[0]
        return Finding("clipboard", POOR, reason, "for build --copy: apt install xclip, a display")
    return Finding("clipboard", FINE, "there, for build --copy")


def bug_report(findings: Sequence[Finding]) -> str:
    """Returns the findings with versions as text to paste, without the paths of the user's folders
    and the names of user and machine.
    """
    names = ("typer", "rich", "psutil", "numpy", "starlette", "uvicorn", "optuna", "openskill")
    kind = "checkout" if str(paths.HOME) == str(OWN) else "installed"
    lines = [
        f"botsmith {__version__}, {kind}, Python {platform.python_version()}",
        f"{platform.system()} {platform.release()} {platform.machine()}",
        ", ".join(f"{name} {version_here(name) or '-'}" for name in names),
    ]
    text = "\n".join([*lines, *(f"{each.state:5} {each.name}: {each.found}" for each in findings)])
    known = {str(Path.home()): "~", str(OWN or ""): "WORKSPACE", str(paths.HOME): "BOTSMITH"}
    known |= {tempfile.gettempdir(): "TMP", platform.node(): "HOST"}
    for name in ("USER", "LOGNAME", "USERNAME"):
        known[os.environ.get(name, "")] = "USER"
    for word, instead in sorted(known.items(), key=lambda item: -len(item[0])):
        if len(word) > 3:
            text = text.replace(word, instead)
    return re.sub(r"/(?:home|Users)/[^/\s]+", "~", text)
