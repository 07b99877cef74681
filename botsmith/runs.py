"""Runs bots as child processes with a clean environment.

A form is one way to run a bot: as modules, or as a bundle. `play` runs a form on an input under the
clock and the dice of `steady`. So two forms of one bot must give the same output, exit status and
kind of exception.
"""

import os
import shutil
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest
from pathlib import Path

import psutil

from botsmith.children import child_environment, run
from botsmith.errors import BadInput
from botsmith.steady import STUCK

PATIENCE = 5.0  # seconds of the processor for one run
STEPS_MS = (10.0, 100.0)  # of the clock, first and where that takes too long
TRIES = 2  # of a run that the wall clock cuts
COMPILING = 60.0  # seconds for a run that makes and waits for C
FIXED_WORK = {"BOTSMITH_SEED": "1", "BOTSMITH_ITERATIONS": "20"}
WITHOUT_C = {"BOTSMITH_ENGINE": "python"}
STEADY = str(Path(__file__).with_name("steady.py"))
SAME = {  # in every run
    "PYTHONHASHSEED": "0",
    "PYTHONUTF8": "1",
    "OMP_NUM_THREADS": "1",
    "OPENBLAS_NUM_THREADS": "1",
}
REPORT = "report"
TOO_OLD = "import sys; sys.exit(sys.version_info < (3, 11))"
SHOWN = 200  # letters of an answer in a message


@dataclass(frozen=True)
class Ran:
    """A finished child.

    status: its exit status, None if it was stopped
    out, err: its output
    left: the files in its folders after the run
    kind: the kind of the exception that ended it, "" without one; STUCK if it used all its time,
    and then `err` says where
    is_over: True if the exception, or the end of its time, came after it had read all input
    cut: if the wall clock stopped it twice, the reason in words
    """

    status: int | None
    out: bytes
    err: str
    left: tuple[str, ...] = ()
    kind: str = ""
    is_over: bool = False
    cut: str = ""

    @property
    def lines(self) -> list[str]:
        """Returns the lines of the answers; of a run that was stopped only those with a line
        end.
        """
        out = self.out if self.status is not None else self.out[: self.out.rfind(b"\n") + 1]
        return out.decode("utf-8", "replace").splitlines()

    @property
    def last(self) -> str:
        """Returns why the run was stopped; if it was not, the last line on stderr."""
        return self.cut or (self.err.strip().splitlines() or ["nothing on stderr"])[-1]

    @property
    def is_dead(self) -> bool:
        """Returns True if an exception ended the run, unless it came at the end of the input or of
        the program.
        """
        return self.kind not in ("", "EOFError", "SystemExit", "KeyboardInterrupt", STUCK)

    @property
    def is_waiting(self) -> bool:
        """Returns True if the run was stopped for its time after it had read all input."""
        return self.status is None and (self.is_over or not self.kind)

    @property
    def is_sound(self) -> bool:
        """Returns True if the run ended by itself, with status 0 or by an exception at the end of
        its input.
        """
        return self.status == 0 or self.is_over


@dataclass(frozen=True)
class Form:
    """One way to run a bot.

    name: its name in messages, "the bundle"
    file: the name of its one file, or the path of the modules' entry file
    text: the text of its one file, None for modules
    roots: the folders of the modules' imports
    package: the package where relative imports start
    folder: the folder where it runs, "" for an empty one
    """

    name: str
    file: str
    text: str | None
    roots: tuple[str, ...] = ()
    package: str = ""
    folder: str = ""


def run_child(
    arguments: Sequence[str],
    cwd: Path,
    stdin: str,
    extra: Mapping[str, str],
    seconds: float = COMPILING,
    work: float | None = None,
    python: str = sys.executable,
) -> Ran:
    """Runs Python. Environment variables of Python and Botsmith come from `extra` alone.

    seconds: wall time; a run that takes longer is tried once more
    work: processor time in seconds
    """
    command, environment = [python, *arguments], child_environment(extra)
    for _ in range(TRIES):
        began = time.monotonic()
        done = run(command, stdin, seconds=seconds, work=work, cwd=cwd, env=environment)
        if done.status is not None or time.monotonic() - began < seconds:
            return Ran(done.status, done.out, done.complaint)
    if work is not None:  # it may have waited all the time
        return Ran(None, done.out, done.complaint)
    is_busy = psutil.getloadavg()[0] > (os.cpu_count() or 1)
    why = "the machine is busy" if is_busy else "it does not end"
    return Ran(None, done.out, done.complaint, cut=f"cut after {seconds:g} s, {why}")


def interpreter(python: Path | None) -> str:
    """Returns the path of the Python that plays the proofs; None means this one. Raises BadInput if
    it is not a Python.
    """
    if python is None:
        return sys.executable
    found = shutil.which(python)
    if found is None or run([found, "-c", TOO_OLD], "", seconds=COMPILING).status != 0:
        raise BadInput(f"--python {python}: expected a Python of 3.11 or later")
    return os.path.abspath(found)  # a link into an environment must stay one


def run_isolated(
    name: str, text: str, stdin: str, extra: Mapping[str, str], python: str = sys.executable
) -> Ran:
    """Runs a program of one file in an empty folder, with its own temporary folder; returns the
    run.
    """
    with tempfile.TemporaryDirectory(prefix="botsmith-") as folder:
        file, places = make_folders(Path(folder), name, text)
        words, extra = ["-I", str(file)], {**FIXED_WORK, **places, **extra}
        ran = run_child(words, Path(folder) / "empty", stdin, extra, python=python)
        return replace(ran, left=left_in(Path(folder)))


def make_folders(folder: Path, name: str, text: str | None) -> tuple[Path, dict[str, str]]:
    """Makes an empty folder and a temporary one. Returns the program's path, and the environment
    variables of the temporary folder.

    text: the program's text, None if `name` is its path
    """
    (folder / "empty").mkdir()
    (folder / "tmp").mkdir()
    file = folder / name
    if text is not None:
        write_text(file, text)
    return file, dict.fromkeys(("TMPDIR", "TEMP", "TMP"), str(folder / "tmp"))


def left_in(folder: Path) -> tuple[str, ...]:
    """Returns the names of the files that a program has left in its folders."""
    places = (folder / "empty", folder / "tmp")
    return tuple(sorted(path.name for place in places for path in place.iterdir()))


def play(
    form: Form,
    stdin: str,
    step_ms: float = STEPS_MS[0],
    work: float = PATIENCE,
    is_shaken: bool = False,
    python: str = sys.executable,
) -> Ran:
    """Runs a form on this input under the steady clock and dice.

    step_ms: ms that each reading of the clock adds
    work: processor time in seconds
    is_shaken: True to place objects elsewhere in memory
    """
    with tempfile.TemporaryDirectory(prefix="botsmith-") as name:
        folder = Path(name)
        file, places = make_folders(folder, form.file, form.text)
        words = steady_words(form, str(file), folder / REPORT, step_ms, is_shaken, work)
        extra = {**SAME, **FIXED_WORK, **WITHOUT_C, **places}
        place = Path(form.folder or folder / "empty")
        seconds = max(work * 6, COMPILING)
        most = work + 1.0  # for a program that steady.py cannot end
        ran = run_child(words, place, stdin, extra, seconds, most, python)
        said = folder / REPORT
        kind, is_over = said.read_text("utf-8").split() if said.exists() else ("", "0")
        status = None if kind == STUCK else ran.status
        left = left_in(folder)
        return replace(ran, status=status, left=left, kind=kind, is_over=is_over == "1")


def steady_words(
    form: Form, file: str, report: Path, step_ms: float, is_shaken: bool = False, work: float = 0.0
) -> list[str]:
    """Returns the arguments by which Python runs a form under the steady clock and dice.

    file: the path of its file
    work: processor time in seconds, 0 for no limit
    """
    words = [str(report), str(step_ms), str(int(is_shaken)), str(work), file, form.package]
    return ["-s", "-P", "-B", STEADY, *words, *form.roots]


def difference(one: str, ours: Ran, other: str, theirs: Ran) -> str:
    """Returns the first difference between two runs, in words; "" if there is none.

    one, other: the names of the two runs
    """
    is_cut = ours.status is None and theirs.status is None  # somewhere, so both may say more
    for number, (our, their) in enumerate(zip_longest(ours.lines, theirs.lines), start=1):
        if our != their and not (is_cut and None in (our, their)):
            said = ["nothing" if each is None else repr(each[:SHOWN]) for each in (our, their)]
            return f"answer line {number}: {said[0]} from {one}, {said[1]} from {other}"
    if ours.out != theirs.out and not is_cut:
        return f"the line ends of {one} are not those of {other}"
    if (ours.kind, ours.status) != (theirs.kind, theirs.status):
        return f"the end: {ending(ours)} from {one}, {ending(theirs)} from {other}"
    return ""


def ending(ran: Ran) -> str:
    """Returns the end of a run, in words."""
    if ran.status is None:
        return "none"
    return ran.last if ran.kind else f"status {ran.status}"


def write_text(file: Path, text: str) -> None:
    """Writes a file with LF line ends, in place, because a browser tool may watch it."""
    with open(file, "w", encoding="utf-8", newline="\n") as out:
        out.write(text)
