"""The engines of a compiled bundle: C if all goes well, else Python and one line that says why."""

import atexit
import faulthandler
import inspect
import io
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import psutil
import pytest

from botsmith.bundle.compiled import kernels_text
from botsmith.compiler.translate import translate
from common import loop, native, rng
from common.clock import Deadline
from common.engine import EngineFailed
from common.native import Compiled, fingerprint
from common.rng import make_dice
from common.stdio import EndOfInput

from . import native_toy as toy

COUNTED = 20


class Clock:
    """Seconds that pass by sleeping alone."""

    def __init__(self) -> None:
        self.seconds = 0.0

    def now(self) -> float:
        return self.seconds

    def sleep(self, seconds: float) -> None:
        self.seconds += seconds


pytestmark = pytest.mark.usefixtures("unbundled")


@pytest.fixture(scope="module")
def translation() -> dict[str, Any]:
    """What a bundle's kernels_c holds; without optimisation, as that compiles in no time."""
    code = translate({kernel.__name__: kernel for kernel in toy.ENTRIES})
    text = kernels_text(code, toy.Memory)
    scope: dict[str, Any] = {}
    exec(text, scope)
    named = {name for _, name in native.FINGERPRINT.findall(scope["TEXT"])}
    assert named == {toy.__name__, rng.__name__}
    slow = {"-O2", "-march=native"}
    assert slow < set(scope["FLAGS"])
    scope["FLAGS"] = [flag for flag in scope["FLAGS"] if flag not in slow]
    return {name: scope[name] for name in ("FLAGS", "TEXT")}


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The folder for temporary files, in which nothing may stay; nor may a process."""
    place = tmp_path / "temporary"
    place.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(place))
    monkeypatch.delenv("BOTSMITH_CACHE", raising=False)
    before = set(psutil.Process().children(recursive=True))  # of other tests: multiprocessing's
    yield place
    assert list(place.iterdir()) == []
    assert set(psutil.Process().children(recursive=True)) <= before


@pytest.fixture
def fake(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """`fake(script)` makes a shell script the first compiler on PATH; returns $here, its folder."""

    def make(script: str) -> Path:
        tools = tmp_path / "tools"
        tools.mkdir()
        (tools / "cc").write_text(f"#!/bin/sh\nhere={tools}\n{script}\n")
        (tools / "cc").chmod(0o755)
        monkeypatch.setenv("PATH", f"{tools}{os.pathsep}{os.environ['PATH']}")
        return tools

    return make


@pytest.fixture
def no_dump() -> Iterator[None]:
    """Without what pytest has a crashing process print."""
    faulthandler.disable()
    yield
    assert sys.__stderr__ is not None
    faulthandler.enable(sys.__stderr__)


def engines_of(translation: dict[str, Any], **changes: Any) -> Compiled:
    """Engines that have been started and warmed up."""
    engines = Compiled(toy.Memory, SimpleNamespace(**(translation | changes)))
    play(engines, Deadline(1000.0, 0.0, iterations=COUNTED), 0)
    engines.start()
    return engines


def changed(translation: dict[str, Any], old: str, new: str) -> dict[str, Any]:
    assert old in translation["TEXT"]
    return translation | {"TEXT": translation["TEXT"].replace(old, new)}


def play(engines: Compiled, deadline: Deadline, turn: int) -> tuple[str, list[float]]:
    """The engine of a turn, and all that a search of this turn finds."""
    engine = engines.current(deadline)
    start = toy.Start()
    start.base, start.few = 0.1 * turn, 1
    start.flags[1].many[2] = True
    engine.load("start", start)
    engine.load("dice", make_dice(turn))
    engine.call(toy.begin, 0.7)
    found = [float(engine.call(toy.toggled, turn % 2 == 0))]
    for count in deadline.chunks(7):
        found.append(engine.call(toy.think, count))
    names = ("used", "start.base", "flags.first", "flags.second", "dice.state", "start.few")
    found += [engine.read(name) for name in names]
    found += [engine.read("sums", index) for index in range(30)]
    return engine.name, found + [engine.read("flags.many", index) for index in range(3)]


def counted() -> Deadline:
    return Deadline(1000.0, 0.0, iterations=COUNTED)


def finished(engines: Compiled) -> str:
    """The name of the engine once nothing is waited for any more."""
    return engines.current(counted()).name


def only_line(capfd: pytest.CaptureFixture[str]) -> str:
    """The one line on stderr, which may come from a child process."""
    (line,) = capfd.readouterr().err.splitlines()
    assert line.startswith("no C, CPython plays: ")
    return line.removeprefix("no C, CPython plays: ")


def test_c_plays_from_the_first_turn_and_finds_what_python_finds(translation, require, capfd):
    require("cc")
    engines = engines_of(translation)
    pure = engines_of(changed(translation, fingerprint(inspect.getsource(rng)), "0" * 16))
    only_line(capfd)
    for turn in range(1, 20):
        name, found = play(engines, counted(), turn)
        other, expected = play(pure, counted(), turn)
        assert (name, other) == ("c", "python")
        assert repr(found) == repr(expected)
    assert capfd.readouterr().err == ""


def test_no_compiler_anywhere(translation, monkeypatch, capfd):
    monkeypatch.setenv("PATH", "")
    monkeypatch.setattr(native, "FOLDERS", ())
    assert finished(engines_of(translation)) == "python"
    assert only_line(capfd) == "no C compiler found"


def test_a_compiler_that_is_not_on_path_is_found_in_the_usual_folders(
    translation, fake, monkeypatch, tmp_path, require
):
    compiler = require("cc")
    tools = fake(f'exec {compiler} "$@"')
    (tools / "cc").rename(tools / "gcc-of-mine")
    monkeypatch.setattr(native, "COMPILERS", ("gcc-of-mine",))
    monkeypatch.setenv("PATH", os.environ["PATH"].partition(os.pathsep)[2])
    assert finished(engines_of(translation)) == "python"
    monkeypatch.setattr(native, "FOLDERS", (str(tmp_path / "*ols"),))
    assert finished(engines_of(translation)) == "c"


@pytest.mark.parametrize(
    ("script", "said"),
    [
        ("echo first >&2; echo second >&2; exit 3", "first"),
        ("echo killed >&2; kill -9 $$", "killed"),
        ("exit 1", "status 1"),
    ],
)
def test_a_compiler_that_fails(translation, fake, capfd, script, said):
    tools = fake(script)
    assert finished(engines_of(translation)) == "python"
    assert only_line(capfd) == f"{tools}/cc: {said}"


def test_a_real_compiler_says_what_is_wrong(translation, require, capfd):
    require("cc")
    engines = engines_of(changed(translation, "#include <math.h>", "#error no kernels today"))
    assert finished(engines) == "python"
    assert "error no kernels today" in only_line(capfd)


def test_a_compiler_that_is_killed(translation, fake, capfd):
    tools = fake("echo $$ > $here/new; mv $here/new $here/pid; exec sleep 60")
    engines = engines_of(translation)
    os.kill(process_of(tools / "pid"), signal.SIGKILL)
    assert finished(engines) == "python"
    assert only_line(capfd) == f"{tools}/cc: status -9"


def test_a_trial_that_is_killed(translation, fake, capfd):
    tools = fake("echo $$ > $here/new; mv $here/new $here/pid; exec sleep 60")
    engines = engines_of(translation)
    compiler = process_of(tools / "pid")
    os.kill(engines.child, signal.SIGKILL)
    assert finished(engines) == "python"
    assert only_line(capfd) == "its trial died of signal 9"
    os.kill(compiler, signal.SIGKILL)


def process_of(file: Path) -> int:
    """The number in a file that a script is about to write."""
    while not file.exists():
        time.sleep(0.01)
    return int(file.read_text())


def is_gone(pid: int) -> bool:
    """Whether a process has ended, which may take a moment."""
    for _ in range(500):
        if not psutil.pid_exists(pid) or psutil.Process(pid).status() == psutil.STATUS_ZOMBIE:
            return True
        time.sleep(0.01)
    return False


def test_a_compiler_that_hangs_is_ended(translation, fake, monkeypatch, capfd):
    monkeypatch.setattr(native, "PATIENCE", 0.5)
    tools = fake("echo $$ > $here/new; mv $here/new $here/pid; sleep 60")
    engines = engines_of(translation)
    compiler = process_of(tools / "pid")
    assert finished(engines) == "python"
    assert only_line(capfd).startswith("it takes too long")
    assert is_gone(compiler)


def test_wrong_bits_are_noticed(translation, require, capfd):
    require("cc")
    engines = engines_of(changed(translation, "* memory->start.base", "* 1.0000000000000002"))
    assert finished(engines) == "python"
    assert only_line(capfd) == "C and CPython differ in the warm-up"


def test_another_size_is_noticed(translation, require, capfd):
    require("cc")
    engines = engines_of(changed(translation, "= sizeof(Memory)", "= 8 + sizeof(Memory)"))
    assert finished(engines) == "python"
    assert only_line(capfd) == "C lays the memory out in another way"


def broken(translation: dict[str, Any], statement: str) -> dict[str, Any]:
    """The translation with a statement at the start of the entry `think`."""
    text = translation["TEXT"]
    start = text.index("{", text.rindex("run_think(")) + 1
    return translation | {"TEXT": f"{text[:start]} {statement} {text[start:]}"}


def test_an_illegal_instruction_kills_a_child_only(translation, require, capfd, no_dump):
    require("cc")
    assert finished(engines_of(broken(translation, "__builtin_trap();"))) == "python"
    assert only_line(capfd).startswith("its trial died of signal ")


def test_a_kernel_that_hangs_is_ended(translation, require, monkeypatch, capfd):
    require("cc")
    monkeypatch.setattr(native, "PATIENCE", 1.0)
    assert finished(engines_of(broken(translation, "for (;;);"))) == "python"
    assert only_line(capfd).startswith("it takes too long")


def test_a_trap_in_the_warm_up_is_said(translation, require, capfd):
    require("cc")
    assert finished(engines_of(broken(translation, "return 10000000;"))) == "python"
    assert only_line(capfd).startswith("C stopped at ")


def test_no_temporary_folder(translation, monkeypatch, capfd):
    def refuse() -> str:
        raise FileNotFoundError("No usable temporary directory found")

    monkeypatch.setattr(tempfile, "mkdtemp", refuse)
    assert finished(engines_of(translation)) == "python"
    assert only_line(capfd) == "No usable temporary directory found"


def test_an_edited_source_is_named(translation, capfd):
    text = translation["TEXT"].replace(fingerprint(Path(rng.__file__).read_text()), "0" * 16)
    assert text != translation["TEXT"]
    assert finished(engines_of(translation, TEXT=text)) == "python"
    assert only_line(capfd) == "common.rng was changed"


@pytest.mark.parametrize(
    ("text", "is_same"),
    [
        ("a = 1\n\n\nb = 2\r\n", True),
        ("# new\na = 1   \n    # new\nb = 2", True),
        ("a = 1\nb = 3\n", False),
        ("a = 1\n b = 2\n", False),
        ("a = 1  # new\nb = 2\n", False),
    ],
)
def test_only_edits_that_may_matter_change_a_fingerprint(text, is_same):
    assert (fingerprint(text) == fingerprint("a = 1\nb = 2\n")) == is_same


@pytest.mark.parametrize(("budget_ms", "waited"), [(1000.0, 0.9), (5000.0, 0.9), (100.0, 0.09)])
def test_the_first_turn_waits_a_part_of_its_time_only(
    translation, fake, monkeypatch, capfd, budget_ms, waited
):
    clock = Clock()
    fake("exec sleep 60")
    monkeypatch.setattr(native, "sleep", clock.sleep)
    engines = engines_of(translation)
    started = clock.seconds = 1000.0
    assert engines.current(Deadline(budget_ms, 0.0, now=clock.now)).name == "python"
    assert clock.seconds - started == pytest.approx(waited, abs=2.0 * native.STEP)
    started = clock.seconds
    assert engines.current(Deadline(budget_ms, 0.0, now=clock.now)).name == "python"
    assert clock.seconds == started  # later turns only look
    end(engines)
    assert capfd.readouterr().err == ""


def test_a_compiler_gives_way_to_its_bot(translation, fake, tmp_path):
    told = tmp_path / "told"
    fake(f"nice > {told}.part; mv {told}.part {told}; exec sleep 60")
    engines = engines_of(translation)
    limit = time.perf_counter() + 20.0
    while not told.exists():
        assert time.perf_counter() < limit, "the compiler was not started"
        time.sleep(0.01)
    assert int(told.read_text()) == min(os.nice(0) + native.NICE, 19)
    end(engines)


def test_what_a_new_memory_holds_is_known_before_c_comes(translation, fake, monkeypatch, require):
    compiler = require("cc")
    fake(f'sleep 0.3; exec {compiler} "$@"')
    engines = engines_of(translation)
    engines.current(Deadline(1.0, 0.0))
    monkeypatch.setattr(native, "values_of", None)  # of which a later turn has no need
    assert engines.current(counted()).name == "c"


def end(engines: Compiled) -> None:
    """What happens when the bot ends."""
    atexit.unregister(engines._clean_up)
    engines._clean_up()


def test_counted_work_waits_for_c_however_late_it_is(translation, fake, monkeypatch, require):
    require("cc")
    clock = Clock()
    monkeypatch.setattr(native, "FIRST_TURN_WAIT", 0.0)
    compiler = require("cc")
    fake(f'sleep 0.5; exec {compiler} "$@"')
    deadline = Deadline(1000.0, 0.0, now=clock.now, iterations=COUNTED)
    assert engines_of(translation).current(deadline).name == "c"


def test_c_is_taken_up_by_a_later_turn(translation, fake, require):
    compiler = require("cc")
    fake(f'sleep 0.3; exec {compiler} "$@"')
    engines = engines_of(translation)
    names = []
    while "c" not in names:
        names.append(engines.current(Deadline(0.001, 0.0)).name)
        time.sleep(0.02)
    assert len(names) > 3
    assert set(names[:-1]) == {"python"}
    assert play(engines, counted(), 5)[0] == "c"


def test_c_that_traps_raises_where_in_python_and_python_plays_on(translation, require):
    require("cc")
    engines = engines_of(translation)
    engine = engines.current(counted())
    with pytest.raises(EngineFailed, match=r"native_toy\.py:45\b"):
        engine.call(toy.think, 100_000)
    assert engines.current(counted()).name == "python"


class ToyBot:
    """Answers with what its search found; in turn 3 it searches too far for the pool."""

    first_ms = turn_ms = 1000.0
    margin_ms = 10.0

    def __init__(self, engines: Compiled) -> None:
        self.engines = engines
        self.turn = 0

    def prepare(self, seed: int) -> None:
        play(self.engines, counted(), 0)
        self.engines.start()

    def read_start(self, reader: Any) -> None:
        pass

    def read_turn(self, reader: Any) -> None:
        reader.line()
        self.turn += 1

    def answer(self, deadline: Deadline) -> list[str]:
        engine = self.engines.current(deadline)
        engine.load("dice", make_dice(self.turn))
        engine.call(toy.begin, 1.0)
        if engine.name == "c" and self.turn == 3:
            engine.call(toy.think, 100_000)
        return [f"{engine.name} {engine.call(toy.think, 10)!r}"]

    def fallback(self) -> list[str]:
        return ["fallback"]

    def stats(self) -> dict[str, float]:
        return {}

    def explain(self) -> str:
        return ""


def test_a_trap_in_the_middle_of_a_match_costs_no_answer(translation, require, capfd):
    require("cc")
    answers = io.StringIO()
    bot = ToyBot(Compiled(toy.Memory, SimpleNamespace(**translation)))
    options = loop.Options({"BOTSMITH_ITERATIONS": "10"})
    with pytest.raises(EndOfInput):
        loop.play(bot, options, io.StringIO("go\n" * 5), answers)
    names = [line.split()[0] for line in answers.getvalue().splitlines()]
    assert names == ["c", "c", "python", "python", "python"]
    (line,) = capfd.readouterr().err.splitlines()
    assert re.fullmatch(r"turn 2: .*native_toy\.py:45, index out of range; CPython plays on", line)


ENDING_BOT = """
import os, sys, time
from types import SimpleNamespace
from common.native import Compiled
from common.rng import Dice
Compiled(Dice, SimpleNamespace(TEXT="", FLAGS=[])).start()
while len(sys.argv) > 1 and not os.path.exists(sys.argv[1]):
    time.sleep(0.01)
"""


def test_a_bot_that_ends_early_leaves_no_compiler_and_no_folder(fake, folder, monkeypatch):
    monkeypatch.setenv("TMPDIR", str(folder))
    tools = fake(
        "sleep 60 & echo $! > $here/helper; echo $$ > $here/new; mv $here/new $here/pid; wait"
    )
    command = [sys.executable, "-c", ENDING_BOT, str(tools / "pid")]
    done = subprocess.run(command, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    assert is_gone(process_of(tools / "pid"))
    assert is_gone(process_of(tools / "helper"))


def test_a_bot_that_ends_at_once_ends_quietly(folder, monkeypatch):
    monkeypatch.setenv("TMPDIR", str(folder))
    for _ in range(20):
        done = subprocess.run([sys.executable, "-c", ENDING_BOT], capture_output=True, text=True)
        assert (done.returncode, done.stderr) == (0, "")


def test_a_cache_compiles_once(translation, fake, tmp_path, monkeypatch, require, capfd):
    compiler = require("cc")
    kept = tmp_path / "kept"
    kept.mkdir()
    monkeypatch.setenv("BOTSMITH_CACHE", str(kept))
    tools = fake(f'case "$*" in *kernels.so*) echo . >> $here/calls;; esac; exec {compiler} "$@"')
    for _ in range(3):
        assert finished(engines_of(translation)) == "c"
    assert finished(engines_of(translation, FLAGS=["-O1", *translation["FLAGS"]])) == "c"
    assert (tools / "calls").read_text() == ".\n.\n"
    assert len(list(kept.iterdir())) == 2


def test_another_compiler_version_or_processor_compiles_anew(
    translation, fake, tmp_path, monkeypatch, require
):
    compiler = require("cc")
    kept = tmp_path / "kept"
    kept.mkdir()
    monkeypatch.setenv("BOTSMITH_CACHE", str(kept))
    version = 'case "$1" in --version) cat $here/version; exit;; esac'
    tools = fake(f'{version}; exec {compiler} "$@"')
    for number in (1, 2, 2):
        (tools / "version").write_text(f"cc {number}.0")
        assert finished(engines_of(translation)) == "c"
    assert len(list(kept.iterdir())) == 2
    monkeypatch.setattr(native, "machine", lambda compiler: ("cc 2.0", "flags: another"))
    assert finished(engines_of(translation)) == "c"
    assert len(list(kept.iterdir())) == 3


def test_the_machine_is_told_by_compiler_version_and_processor_flags(fake):
    tools = fake("echo $1 of one")
    version, *flags = native.machine(str(tools / "cc"))
    assert version == "--version of one\n"
    if Path("/proc/cpuinfo").exists():
        assert flags and all(line.startswith(("flags", "Features")) for line in flags)


def test_a_c_plus_plus_compiler_serves_where_there_is_no_other(
    translation, tmp_path, monkeypatch, require
):
    tools = tmp_path / "tools"
    tools.mkdir()
    (tools / "g++").symlink_to(require("g++"))
    (tools / "as").symlink_to(require("as"))
    (tools / "ld").symlink_to(require("ld"))
    monkeypatch.setenv("PATH", str(tools))
    monkeypatch.setattr(native, "FOLDERS", ())
    assert native.find_compiler() == str(tools / "g++")
    assert finished(engines_of(translation)) == "c"


def test_a_kept_library_is_tried_out_like_a_new_one(
    translation, tmp_path, monkeypatch, require, capfd
):
    require("cc")
    kept = tmp_path / "kept"
    kept.mkdir()
    monkeypatch.setenv("BOTSMITH_CACHE", str(kept))
    assert finished(engines_of(translation)) == "c"
    (library,) = kept.iterdir()
    library.write_bytes(b"no library")
    assert finished(engines_of(translation)) == "python"
    assert "kernels.so" in only_line(capfd)


def test_without_fork_python_plays(translation, monkeypatch, capfd):
    monkeypatch.delattr(os, "fork")
    engines = engines_of(translation)
    assert finished(engines) == "python"
    assert "fork" in only_line(capfd)
    end(engines)


def test_the_layout_is_that_of_c():
    fields, size, _ = native.layout(toy.Memory)
    places = {name: place for name, (place, _) in fields.items()}
    # five bools, padded; two times five bools, padded to 8 and 16 more; then 8 bytes each
    assert places == {"flags": 0, "start": 8, "dice": 40, "used": 48, "sums": 56}
    assert size == 56 + 8 * 5_000
