"""The engines of a bot with kernels: C if all goes well, else CPython and one line why."""

import atexit
import ctypes
import faulthandler
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import tracemalloc
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from copy import copy, deepcopy
from math import copysign
from pathlib import Path
from select import select
from typing import Any

import psutil
import pytest

from botsmith.arena.process.tree import is_alive
from common import native
from common.clock import Deadline
from common.engine import Engine, EngineFailed
from common.kernel import Numbers, kernel, numbers, record
from common.native import Compiled, NativeEngine
from common.rng import make_dice
from tests.waiting import PATIENCE, until

from . import native_toy as toy

pytestmark = pytest.mark.long

ROOT = Path(__file__).resolve().parent.parent.parent
COUNTED = 20
BASE_FLAGS = native.BASE_FLAGS
WHY = "no C, CPython plays: "
Fake = Callable[[str], Path]
INDEX = next(  # where `think` fills the pool
    number
    for number, line in enumerate(Path(toy.__file__).read_text().splitlines(), 1)
    if "memory.sums[memory.used] =" in line
)


class Clock:
    """Seconds that pass by waiting alone."""

    def __init__(self) -> None:
        self.seconds = 0.0

    def now(self) -> float:
        return self.seconds

    def select(self, ends: list[int], *others: Any) -> Any:
        """As select.select, for what never comes."""
        assert select(ends, [], [], 0.0) == ([], [], [])
        self.seconds += others[2]
        return select(ends, [], [], 0.0)


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The folder for temporary files, in which nothing may stay; nor may a process."""
    place = tmp_path / "temporary"
    place.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(place))
    monkeypatch.setenv("TMPDIR", str(place))
    monkeypatch.delenv("BOTSMITH_ENGINE", raising=False)
    monkeypatch.setenv("BOTSMITH_ITERATIONS", str(COUNTED))  # no quick library before others
    slow = {"-O2", "-march=native"}  # without them it compiles in no time
    monkeypatch.setattr(
        native, "BASE_FLAGS", [flag for flag in native.BASE_FLAGS if flag not in slow]
    )
    monkeypatch.setattr(native, "PATIENCE", 100.0)  # the child comes last on a busy machine
    before = set(psutil.Process().children())  # of other tests: multiprocessing's, a browser's
    yield place
    assert list(place.iterdir()) == []
    for started in set(psutil.Process().children()) - before:
        with suppress(psutil.NoSuchProcess):
            for process in [*started.children(recursive=True), started]:
                process.wait(timeout=PATIENCE)  # it ends, though no turn waited for it


@pytest.fixture
def prompt(monkeypatch: pytest.MonkeyPatch) -> None:
    """The child that makes a better library is as quick as others: last in line behind the suite's
    other workers, it took minutes for half a second of work.
    """
    real = os.open

    def opened(path: Any, *rest: Any, **named: Any) -> int:
        return real(os.devnull if path == "/proc/self/autogroup" else path, *rest, **named)

    monkeypatch.setattr(os, "nice", lambda _: 0)
    monkeypatch.setattr(os, "open", opened)


@pytest.fixture
def fake(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Fake:
    """`fake(script)` makes a shell script the first compiler on PATH; returns $here, its folder.

    The script runs in the loader's folder and reads the C text. $real is a real compiler.
    """

    def make(script: str) -> Path:
        real = shutil.which("cc")
        tools = tmp_path / "tools"
        tools.mkdir()
        (tools / "cc").write_text(f"#!/bin/sh\nhere={tools} real={real}\n{script}\n")
        (tools / "cc").chmod(0o755)
        monkeypatch.setenv("PATH", f"{tools}{os.pathsep}{os.environ['PATH']}")
        monkeypatch.setattr(native, "COMPILERS", ("cc",))
        return tools

    return make


def edited(fake: Fake, edit: str) -> None:
    """A compiler that makes a mistake: the C text goes through `sed` first."""
    fake(f"cat > was; sed '{edit}' was > new; ! cmp -s was new && exec $real \"$@\" < new")


@pytest.fixture
def no_dump() -> Iterator[None]:
    """Without what pytest has a crashing process print."""
    faulthandler.disable()
    yield
    assert sys.__stderr__ is not None
    faulthandler.enable(sys.__stderr__)


def counted() -> Deadline:
    return Deadline(1000.0, 0.0, iterations=COUNTED)


def started(kernels: Any = toy.ENTRIES, flags: Sequence[str] = ("",)) -> Compiled[toy.Memory]:
    """Engines that have been warmed up and started."""
    engines = Compiled(toy.Memory, kernels, flags)
    engines.start(lambda: play(engines, counted(), 0))
    return engines


def play(engines: Compiled[toy.Memory], deadline: Deadline, turn: int) -> tuple[str, list[float]]:
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
    memory = engine.memory
    found += [memory.used, memory.start.base, memory.start.few, memory.dice.state]
    found += [memory.flags.first, memory.flags.second, *memory.flags.many]
    return engine.name, found + list(memory.sums[:30])


def finished(engines: Compiled[toy.Memory]) -> str:
    """The name of the engine once nothing is waited for any more; a turn in it goes well."""
    name, found = play(engines, counted(), 3)
    assert repr(found) == repr(play(Compiled(toy.Memory, toy.ENTRIES), counted(), 3)[1])
    return name


def end(engines: Compiled[toy.Memory]) -> None:
    """What happens when the bot ends."""
    atexit.unregister(engines._clean_up)
    engines._clean_up(True)


def only_line(capfd: pytest.CaptureFixture[str]) -> str:
    """The one line on stderr, which may come from a child process."""
    (line,) = capfd.readouterr().err.splitlines()
    assert line.startswith(WHY)
    return line.removeprefix(WHY)


def process_of(file: Path) -> int:
    """The number in a file that a script is about to write."""
    until(file.exists)
    return int(file.read_text())


def wait_for_end(*pids: int) -> None:
    """Waits until processes have ended."""
    until(lambda: not any(map(is_alive, pids)))


# --- C plays


def test_c_plays_from_the_first_turn_and_finds_what_python_finds(require, capfd):
    require("cc")
    engines, pure = started(), Compiled(toy.Memory, toy.ENTRIES)
    for turn in range(1, 20):
        name, found = play(engines, counted(), turn)
        other, expected = play(pure, counted(), turn)
        assert (name, other) == ("c", "python")
        assert repr(found) == repr(expected)
    assert capfd.readouterr().err == ""


def test_what_a_bot_loads_before_its_start_is_in_the_trial_and_in_c(require, capfd):
    """Weights, say, which its constructor decodes once."""
    require("cc")
    engines = Compiled(toy.Memory, toy.ENTRIES)
    flags = toy.Flags()
    flags.first, flags.second, flags.many[2] = True, False, True
    engines.python.load("flags", flags)
    engines.start(lambda: play(engines, counted(), 0))
    engine = engines.current(counted())
    memory = engine.memory
    assert engine.name == "c"
    assert [memory.flags.first, memory.flags.second, *memory.flags.many] == [1, 0, 0, 0, 1]
    assert capfd.readouterr().err == ""


@pytest.mark.parametrize("compiler", ["gcc", "gcc-11", "clang"])  # the site's is gcc 11
def test_the_flags_of_a_bot_make_equal_bits(compiler, fake, monkeypatch, require, capfd):
    monkeypatch.setattr(native, "BASE_FLAGS", BASE_FLAGS)
    fake(f'exec {require(compiler)} "$@"')
    engines = started()
    assert finished(engines) == "c"
    assert repr(engines.current(counted()).call(toy.cut, -0.5)) == "0.0"
    assert capfd.readouterr().err == ""


@pytest.mark.usefixtures("prompt")
def test_flags_that_gcc_alone_knows_are_left_out_for_clang(fake, monkeypatch, require, capfd):
    """It refuses them at once; without a second try no library would come."""
    monkeypatch.delenv("BOTSMITH_ITERATIONS")
    clang = require("clang")
    tools = fake(f'echo "$@" >> $here/calls; exec {clang} "$@"')
    engines = started(flags=("-O1 -fno-tree-pre",))
    assert name_after(engines, lambda: engines.child == 0) == "c"
    calls = [
        re.findall("-O[g1]|-fno-tree-pre", call)
        for call in (tools / "calls").read_text().splitlines()
    ]
    assert calls == [["-Og"], ["-Og"], ["-O1", "-fno-tree-pre"], ["-O1"]]
    assert capfd.readouterr().err == "turn 5: C plays\n"


def test_where_c_comes_only_the_child_warms_up_in_the_memory_that_is_new(require, capfd):
    require("cc")
    engines, calls = Compiled(toy.Memory, toy.ENTRIES), []

    def warm_up() -> None:
        calls.append(engines.python.memory.used)
        play(engines, counted(), 0)
        assert calls == [0]

    memory = engines.python.memory
    engines.start(warm_up)
    assert (calls, memory.used) == ([], 0)
    assert finished(engines) == "c" and engines.python.memory is memory
    assert capfd.readouterr().err == ""


def test_a_warm_up_that_fails_in_the_child_is_one_line(fake, require, capfd):
    require("cc")
    engines = Compiled(toy.Memory, toy.ENTRIES)
    engines.start(lambda: int("no number"))
    assert finished(engines) == "python"
    assert "no number" in only_line(capfd)


def test_switched_off_from_outside(fake, monkeypatch, capfd):
    tools = fake("touch $here/called")
    monkeypatch.setenv("BOTSMITH_ENGINE", "python")
    assert finished(started()) == "python"
    assert not (tools / "called").exists() and capfd.readouterr().err == ""


def test_a_compiler_that_is_not_on_path_is_found_in_the_usual_folders(
    fake, monkeypatch, tmp_path, require
):
    require("cc")
    tools = fake('exec $real "$@"')
    (tools / "cc").rename(tools / "gcc-of-mine")
    monkeypatch.setattr(native, "COMPILERS", ("gcc-of-mine",))
    monkeypatch.setenv("PATH", os.environ["PATH"].partition(os.pathsep)[2])
    assert finished(started()) == "python"
    monkeypatch.setattr(native, "FOLDERS", (str(tmp_path / "*ols"),))
    assert finished(started()) == "c"


def test_a_c_plus_plus_compiler_serves_where_there_is_no_other(tmp_path, monkeypatch, require):
    tools = tmp_path / "tools"
    tools.mkdir()
    for name in ("g++", "as", "ld"):
        (tools / name).symlink_to(require(name))
    monkeypatch.setenv("PATH", str(tools))
    monkeypatch.setattr(native, "FOLDERS", ())
    assert native.find_compilers()[0] == str(tools / "g++")
    assert finished(started()) == "c"


@pytest.mark.usefixtures("prompt")
def test_where_the_first_compiler_is_broken_the_next_one_serves(fake, monkeypatch, require, capfd):
    """tcc, say, or one that a shell script stands for."""
    require("gcc")
    fake("echo error: no such flag >&2; exit 1")
    monkeypatch.setattr(native, "COMPILERS", ("cc", "gcc"))
    engines = started(flags=("", "-DBETTER"))
    assert finished(engines) == name_after(engines, lambda: engines.child == 0) == "c"
    assert capfd.readouterr().err == ""


# --- no library comes


def test_no_compiler_anywhere(monkeypatch, capfd):
    monkeypatch.setenv("PATH", "")
    monkeypatch.setattr(native, "FOLDERS", ())
    assert finished(started()) == "python"
    assert only_line(capfd) == "no C compiler found"


@pytest.mark.parametrize(
    ("script", "said"),  # one line, printable and short
    [
        ("echo in a function >&2; echo k.c:3: error: no >&2; exit 1", "'k.c:3: error: no'"),
        ("printf 'error \\033[2J\\377\\n' >&2; exit 1", r"'error \x1b[2J\ufffd'"),
        ("printf 'error %0900d\\n' 7 >&2; exit 1", f"'error {'0' * 194}'"),
        ("head -c 3000000 /dev/urandom >&2; exit 1", "it failed"),
        ("echo killed >&2; kill -9 $$", "it failed"),
        ("exit 1", "it failed"),
    ],
)
def test_a_compiler_that_fails(fake, capfd, script, said):
    tools = fake(script)
    assert finished(started()) == "python"
    assert only_line(capfd) == f"{tools}/cc: {said}"


def test_what_a_compiler_says_takes_no_room_however_much_it_is(fake, tmp_path):
    tools = fake("head -c 50000000 /dev/zero >&2; exit 1")
    tracemalloc.start()
    with pytest.raises(native.Unusable, match="it failed"):
        native.make_library([f"{tools}/cc"], f"{tmp_path}/kernels.so", "")
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert most < 5_000_000


def test_a_compiler_that_hangs_is_ended(fake, capfd):
    tools = fake("echo $$ > $here/new; mv $here/new $here/pid; sleep 600")
    engines = started()
    compiler = process_of(tools / "pid")
    engines.latest = time.perf_counter()  # its patience is at an end
    assert finished(engines) == "python"
    assert only_line(capfd) == "it takes too long"
    wait_for_end(compiler)


def test_no_temporary_folder(monkeypatch, capfd):
    def refuse() -> str:
        raise FileNotFoundError("No usable temporary directory found")

    monkeypatch.setattr(tempfile, "mkdtemp", refuse)
    assert finished(started()) == "python"
    assert only_line(capfd) == "No usable temporary directory found"


@pytest.mark.usefixtures("prompt")
def test_without_fork_python_plays(monkeypatch, capfd):
    monkeypatch.delattr(os, "fork")
    engines = started()
    assert finished(engines) == "python"
    assert "fork" in only_line(capfd)
    assert engines.python.twin is None
    end(engines)


# --- a second library


def hurried() -> Deadline:
    """A later turn, in which nothing is waited for."""
    deadline = Deadline(50.0, 0.0)
    deadline.turn = 5
    return deadline


def name_after(engines: Compiled[toy.Memory], condition: Callable[[], bool]) -> str:
    """The name of the engine in the first turn after a condition holds."""
    until(lambda: condition() or engines.current(hurried()) is None)
    return engines.current(hurried()).name


def open_gate(tools: Path) -> None:
    """Lets a compiler go on that waits at the gate of its script, or will."""
    until((tools / "gate").exists)
    (tools / "gate").write_text("open")


@pytest.mark.usefixtures("prompt")
def test_a_better_library_goes_on_from_where_the_first_one_is(fake, require, capfd):
    require("cc")
    tools = fake(
        'echo "$@" >> $here/calls\n'
        'case "$*" in *BETTER*) mkfifo $here/gate; cat $here/gate;; esac; exec $real "$@"'
    )
    engines = started(flags=("", "-O1 -DBETTER"))
    first = engines.current(Deadline(60_000.0, 0.0))
    assert isinstance(first, NativeEngine) and engines.child != 0, "a better one is still to come"
    first.call(toy.begin, 0.7)
    first.load("dice", make_dice(3))
    first.call(toy.think, 20)
    library, used = first.library, first.memory.used
    open_gate(tools)
    assert name_after(engines, lambda: engines.child == 0) == "c"
    assert engines.native is first and first.library is not library
    assert first.memory.used == used == 20
    assert first.call(toy.think, 1) != 0.0 and first.memory.used == 21
    calls = (tools / "calls").read_text().splitlines()
    assert ["BETTER" in call for call in calls] == [False, True]
    assert capfd.readouterr().err == ""


def test_a_single_library_may_have_flags_of_its_own(fake, require, capfd):
    require("cc")
    tools = fake('echo "$@" >> $here/calls; exec $real "$@"')
    engines = started(flags=["-DONLY"])
    assert finished(engines) == "c" and engines.child == 0
    (call,) = (tools / "calls").read_text().splitlines()
    assert "-DONLY" in call
    assert capfd.readouterr().err == ""


@pytest.mark.usefixtures("prompt")
def test_a_better_library_that_fails_leaves_the_first_one_and_says_so(fake, require, capfd):
    require("cc")
    fake('case "$*" in *BETTER*) echo "error: too good" >&2; exit 1;; esac; exec $real "$@"')
    engines = started(flags=("", "-DBETTER"))
    assert finished(engines) == "c"
    assert name_after(engines, lambda: engines.child == 0) == "c"
    (line,) = capfd.readouterr().err.splitlines()
    assert line.startswith("C stays as it is: ") and "error: too good" in line


def test_counted_work_does_not_wait_for_a_second_library(fake, require, capfd):
    require("cc")
    fake('case "$*" in *BETTER*) mkfifo $here/gate; cat $here/gate;; esac; exec $real "$@"')
    engines = started(flags=("", "-DBETTER"))
    for turn in range(3):
        assert engines.current(counted()).name == "c", turn
    assert engines.child != 0, "the second library waits at the gate"
    end(engines)
    assert capfd.readouterr().err == ""


@pytest.mark.usefixtures("prompt")
def test_a_better_library_that_takes_too_long_is_given_up(fake, require, capfd):
    require("cc")
    tools = fake(
        'case "$*" in *BETTER*) echo $$ > $here/new; mv $here/new $here/pid; sleep 60;; esac\n'
        'exec $real "$@"'
    )
    engines = started(flags=("", "-DBETTER"))
    assert engines.current(Deadline(60_000.0, 0.0)).name == "c"
    compiler = process_of(tools / "pid")
    engines.latest = time.perf_counter()  # its patience is at an end
    assert name_after(engines, lambda: engines.child == 0) == "c"
    assert capfd.readouterr().err.splitlines() == ["C stays as it is: it takes too long"]
    wait_for_end(compiler)
    assert finished(engines) == "c"


@pytest.mark.usefixtures("prompt")
def test_no_turn_waits_for_a_child_that_takes_its_time_to_end(tmp_path):
    """What it has to say is said, but the machine has no time to end it."""
    engines = Compiled(toy.Memory, toy.ENTRIES)
    engines.end, said = os.pipe()
    os.close(said)
    engines.folder, engines.latest = str(tmp_path / "folder"), time.perf_counter() + 60.0
    slow = subprocess.Popen(["sleep", "60"], start_new_session=True)
    engines.child = slow.pid
    for _ in range(2):
        assert engines.current(hurried()).name == "python"
        assert engines.child == slow.pid
    slow.kill()
    assert name_after(engines, lambda: engines.child == 0) == "python"
    slow.wait()


def test_no_turn_waits_for_the_end_of_a_child_that_it_stops(tmp_path, monkeypatch, capfd):
    engines = Compiled(toy.Memory, toy.ENTRIES)
    engines.end, said = os.pipe()
    engines.folder = str(tmp_path / "folder")
    slow = subprocess.Popen(["sleep", "60"], start_new_session=True)
    engines.child = slow.pid
    asked = []
    monkeypatch.setattr(os, "waitpid", lambda *asked_for: asked.append(asked_for))
    assert engines.current(hurried()).name == "python"
    assert asked == [(slow.pid, os.WNOHANG)]
    assert only_line(capfd) == "it takes too long"
    monkeypatch.undo()
    assert slow.wait() == -signal.SIGKILL
    os.close(said)


@kernel
def power(memory: toy.Memory, number: float) -> float:
    return float(number**3.0)


def test_a_kernel_that_is_refused_is_named_with_its_line(capfd):
    assert finished(started((*toy.ENTRIES, power))) == "python"
    line = power.__code__.co_firstlineno + 2
    said = only_line(capfd)
    assert said.startswith(f"test_native.py:{line}: ") and "number ** 3.0" in said


def test_an_error_without_words_is_named(monkeypatch, capfd):
    def fail(*_: object) -> str:
        raise MemoryError

    monkeypatch.setattr(native, "translate", fail)
    assert finished(started()) == "python"
    assert only_line(capfd) == "MemoryError()"


# --- the trial


@pytest.mark.parametrize(
    ("edit", "said"),
    [
        (
            "s/valid(__builtin_ ## f(a/valid(1.0000000000000002 * __builtin_ ## f(a/",
            "the warm-ups differ",
        ),
        ("s/; return 0; }/; __builtin_trap(); }/", "its trial died of signal "),
        ("s/; return 0; }/; return 3; }/", "C stopped at : ZeroDivisionError"),
    ],
)
def test_a_library_that_is_wrong_does_not_play(fake, require, capfd, no_dump, edit, said):
    require("cc")
    edited(fake, edit)
    assert finished(started()) == "python"
    assert said in only_line(capfd)


def test_a_kernel_that_hangs_is_ended(fake, require, monkeypatch, capfd):
    require("cc")
    monkeypatch.setattr(native, "PATIENCE", 1.0)
    edited(fake, "s/; return 0; }/; for (;;); }/")
    assert finished(started()) == "python"
    assert only_line(capfd) == "it takes too long"


def test_a_trial_that_is_killed(fake, capfd):
    tools = fake("echo $$ > $here/new; mv $here/new $here/pid; exec sleep 60")
    engines = started()
    compiler = process_of(tools / "pid")
    os.kill(engines.child, signal.SIGKILL)
    assert finished(engines) == "python"
    assert only_line(capfd) == "its trial died of signal 9"
    os.kill(compiler, signal.SIGKILL)


def engine_without_library(monkeypatch: pytest.MonkeyPatch, memory: type) -> Any:
    """An engine whose memory alone is looked at."""
    monkeypatch.setattr(ctypes, "CDLL", lambda path: None)
    return NativeEngine(memory, "no library")


def test_a_default_of_minus_zero_is_minus_zero_in_c_too(monkeypatch):
    @record
    class Signs:
        plain: float = -0.0
        listed: Numbers[float] = [0.0, -0.0]
        none: float

    memory = engine_without_library(monkeypatch, Signs).memory
    signs = [copysign(1.0, number) for number in (memory.plain, *memory.listed, memory.none)]
    assert signs == [-1.0, 1.0, -1.0, 1.0]


def test_zeros_that_are_loaded_go_over_what_was_there(monkeypatch):
    @record
    class Setting:
        prices: Numbers[int] = numbers(int, 3)
        wide: Numbers[bool] = numbers(bool, 2)

    @record
    class Market:
        before: int
        setting: Setting

    engine = engine_without_library(monkeypatch, Market)
    setting = Setting()
    setting.prices[:], setting.wide[:] = [7, 0, -1], [False, True]
    engine.load("setting", setting)
    loaded = engine.memory
    assert [*loaded.setting.prices, *loaded.setting.wide] == [7, 0, -1, False, True]
    engine.load("setting", Setting())
    assert [*loaded.setting.prices, *loaded.setting.wide] == [0, 0, 0, False, False]


@pytest.mark.parametrize("prices", [[0] * 4, [1] * 4, [0] * 2, [1] * 2])
def test_an_array_of_another_length_is_refused_and_its_neighbours_stay(monkeypatch, prices):
    @record
    class Shop:
        prices: Numbers[int] = numbers(int, 3)
        owner: int

    @record
    class Town:
        shop: Shop
        mayor: int = 7

    engine = engine_without_library(monkeypatch, Town)
    shop = Shop()
    shop.prices = prices
    with pytest.raises(EngineFailed, match="C stopped at shop: pack expected 3 items"):
        engine.load("shop", shop)
    assert (engine.memory.shop.owner, engine.memory.mayor) == (0, 7)


@pytest.mark.parametrize("value", [2, -1, 0.5, None, "yes"])
def test_a_bool_is_true_or_false_in_c(monkeypatch, value):
    @record
    class Gate:
        is_open: bool
        bars: Numbers[bool] = numbers(bool, 2)

    @record
    class Town:
        gate: Gate

    engine = engine_without_library(monkeypatch, Town)
    gate = Gate()
    gate.is_open, gate.bars[1] = True, True
    engine.load("gate", gate)
    assert [engine.memory.gate.is_open, *engine.memory.gate.bars] == [True, False, True]
    gate.is_open = value
    with pytest.raises(EngineFailed, match="C stopped at gate: is_open is no bool"):
        engine.load("gate", gate)
    gate.is_open, gate.bars[0] = False, value
    with pytest.raises(EngineFailed, match="C stopped at gate: bars is no bool"):
        engine.load("gate", gate)


def test_the_layout_is_that_of_c():
    shape = native.layout(toy.Memory)
    places = {name: getattr(shape, name).offset for name, _ in shape._fields_}
    # five bools, padded; two times five bools, padded to 8 and 16 more; then 8 bytes each
    assert places == {"flags": 0, "start": 8, "dice": 40, "used": 48, "sums": 56}
    assert ctypes.sizeof(shape) == 56 + 8 * 5_000


@pytest.mark.parametrize(
    "text",
    """
    a == [0, 5, 0]; [0, 5, 0] == a; a != [0, 5, 0]; a == (0, 5, 0); a == None; a == a; a < [1]
    a >= b; [9] > a
    a + b; a + [1]; [1] + a; a * 2; 2 * a; a.index(5); a.count(0); a.copy(); a[1:]; a[::-1]
    a[-1]; 5 in a; 7 in a; sorted(a); str(a); repr(b); f"{a}"; copy(a); deepcopy(b); [*a, *b]
    [0, 5, 0] in [a]; max(a); sum(b); dict(zip(a, b)); min(a, [0, 1]); [*reversed(a)]; bool(a)
    [0.5, 0.0] == b[:2]; a.index(7); isinstance(a, list)
    """.replace("\n", ";").strip(" ;").split(";"),
)
def test_an_array_in_c_reads_as_the_list_in_cpython(monkeypatch, text):
    @record
    class Shelf:
        a: Numbers[int] = numbers(int, 3)
        b: Numbers[float] = numbers(float, 3)

    found = []
    for engine in (Engine(Shelf), engine_without_library(monkeypatch, Shelf)):
        engine.memory.a[1], engine.memory.b[0] = 5, 0.5
        names = {"a": engine.memory.a, "b": engine.memory.b, "copy": copy, "deepcopy": deepcopy}
        try:
            found.append(repr(eval(text.strip(), names)))
        except ValueError as error:
            found.append(str(error))
    assert found[0] == found[1]


# --- time


def test_a_turn_without_c_waits_for_it_for_nearly_all_of_its_time(fake, monkeypatch, capfd):
    clock = Clock()
    fake("exec sleep 60")
    engines = started()
    monkeypatch.setattr(native, "select", clock.select)
    deadline = Deadline(1000.0, 100.0, 0.0, clock.now)
    clock.seconds = 0.4
    assert engines.current(deadline).name == "python"
    assert clock.seconds == pytest.approx(0.88)  # all but 20 of 900 ms
    for turn in range(1, 4):
        deadline = Deadline(50.0, 5.0, clock.seconds, clock.now)
        deadline.turn = turn
        assert engines.current(deadline).name == "python"
        assert clock.seconds - deadline.started == pytest.approx(0.85 * 0.045)
    end(engines)
    assert capfd.readouterr().err == "turn 1: no C yet\n"


@pytest.mark.usefixtures("prompt")
def test_by_the_clock_a_quick_library_plays_and_turns_give_half_for_the_next(
    fake, require, monkeypatch, capfd
):
    """On one slow core the usual flags take too long, and the quick ones search too slowly."""
    require("cc")
    monkeypatch.delenv("BOTSMITH_ITERATIONS")
    tools = fake(
        'echo "$@" >> $here/calls; case "$*" in *-Og*) exec $real "$@";; esac\n'
        "echo $$ > $here/new; mv $here/new $here/pid; exec sleep 60"
    )
    engines = started(flags=("-DGOOD", "-DBEST"))
    assert name_after(engines, lambda: engines.native is not None) == "c"
    process_of(tools / "pid")
    calls = (tools / "calls").read_text().splitlines()
    assert [re.findall("-Og|-DGOOD", call) for call in calls] == [["-Og"], ["-DGOOD"]]
    clock = Clock()
    monkeypatch.setattr(native, "select", clock.select)
    for turn, waited in ((0, 0.5), (29, 0.5), (30, 0.0), (2, 0.0)):
        engines.missing = turn != 2  # there the next one has come: the best may come late
        deadline = Deadline(1100.0, 100.0, clock.seconds, clock.now)
        deadline.turn = turn
        ends = deadline.ends
        assert engines.current(deadline).name == "c"
        assert clock.seconds - deadline.started == pytest.approx(waited), turn
        assert deadline.ends == ends, "a compiler behind the bot makes no pauses"
    end(engines)
    assert capfd.readouterr().err == "turn 5: C plays\n"


def test_a_first_turn_that_begins_too_late_waits_for_nothing(fake, monkeypatch):
    clock = Clock()
    fake("exec sleep 60")
    engines = started()
    monkeypatch.setattr(native, "select", clock.select)
    clock.seconds = 2.0
    assert engines.current(Deadline(1000.0, 100.0, 0.0, clock.now)).name == "python"
    assert clock.seconds == 2.0
    end(engines)


def test_a_compiler_has_the_priority_of_its_bot(fake):
    tools = fake("nice > $here/new; mv $here/new $here/niceness; exec sleep 60")
    engines = started()
    assert process_of(tools / "niceness") == os.nice(0)
    end(engines)


def test_a_better_library_is_compiled_behind_the_bots_of_all_sessions(fake, require):
    """Where Linux shares processors by sessions, `nice` alone holds inside of its session only."""
    require("cc")
    tools = fake(
        '[ -e $here/first ] || { touch $here/first; exec $real "$@"; }\n'
        "nice > $here/nice; cat /proc/self/autogroup > $here/group; echo $$ > $here/new\n"
        "mv $here/new $here/pid; exec sleep 60"
    )
    engines = started(flags=("", "-DBETTER"))
    assert engines.current(Deadline(60_000.0, 0.0)).name == "c"
    compiler = process_of(tools / "pid")
    assert os.getpgid(compiler) == os.getsid(compiler) == engines.child != os.getsid(0)
    assert int((tools / "nice").read_text()) == 19
    group = (tools / "group").read_text()
    assert not group or group.endswith("nice 19\n")
    end(engines)
    wait_for_end(compiler)


def test_a_turn_without_c_ends_earlier_as_the_compiler_makes_pauses(fake, monkeypatch):
    fake("exec sleep 60")
    engines = started()
    monkeypatch.setattr(native, "select", Clock().select)
    for turn, searched_ms in enumerate((45.0, 40.5, 40.5, 45.0)):
        if turn == 3:  # nothing is compiled any more
            end(engines)
        deadline = Deadline(50.0, 5.0, 100.0, lambda: 100.0)
        deadline.turn = turn
        assert engines.current(deadline).name == "python"
        assert 1000.0 * (deadline.ends - 100.0) == pytest.approx(searched_ms)


@pytest.mark.usefixtures("prompt")
def test_what_is_told_once_is_told_c_too_before_it_comes(fake, require, monkeypatch):
    require("cc")
    tools = fake('until [ -e $here/go ]; do sleep 0.01; done; exec $real "$@"')
    engines = started()
    start = toy.Start()
    start.base, start.few = 0.25, 7
    engines.python.load("start", start)
    twin = engines.python.twin
    assert engines.current(hurried()).name == "python"
    (tools / "go").touch()
    monkeypatch.setattr(native, "values_of", None)  # for which a later turn has no time
    name_after(engines, lambda: engines.native is not None)
    engine = engines.current(hurried())
    assert engine is twin
    assert (engine.memory.start.base, engine.memory.start.few) == (0.25, 7)
    assert name_after(engines, lambda: engines.child == 0) == "c"


def test_a_value_that_c_cannot_hold_is_told_once(fake):
    fake("exec sleep 60")
    engines = started()
    start = toy.Start()
    start.few = 2**64
    with pytest.raises(EngineFailed, match="^C stopped at start: argument out of range"):
        engines.python.load("start", start)
    engines.python.load("start", start)
    assert engines.python.memory.start.few == 2**64
    end(engines)


def test_where_there_is_no_c_nothing_is_loaded_for_it(fake, capfd):
    fake("exit 1")
    engines = started()
    assert finished(engines) == "python"
    assert engines.python.twin is None
    assert "it failed" in only_line(capfd)


@pytest.mark.parametrize("late", [1, 2, 7])
def test_c_that_is_late_says_so_and_when_it_comes(fake, require, capfd, late):
    require("cc")
    tools = fake('until [ -e $here/go ]; do sleep 0.01; done; exec $real "$@"')
    engines = started()
    deadline = Deadline(1.0, 0.0)
    for deadline.turn in range(late):
        assert engines.current(deadline).name == "python"
    (tools / "go").touch()
    os.waitid(os.P_PID, engines.child, os.WEXITED | os.WNOWAIT)
    for deadline.turn in range(late, late + 3):
        assert engines.current(deadline).name == "c"
    said = ["turn 1: no C yet", f"turn {late}: C plays"] if late > 1 else []
    assert capfd.readouterr().err.splitlines() == said


def test_what_a_new_memory_holds_is_known_before_c_comes(fake, monkeypatch, require):
    require("cc")
    fake('sleep 0.1; exec $real "$@"')
    engines = started()
    engines.current(Deadline(1.0, 0.0))
    monkeypatch.setattr(native, "values_of", None)  # of which a later turn has no need
    assert engines.current(counted()).name == "c"


def test_counted_work_waits_for_c_however_late_it_is(fake, monkeypatch, require):
    require("cc")
    monkeypatch.setattr(native, "select", lambda ends, *_: select(ends, [], [], 20.0))
    fake('sleep 0.1; exec $real "$@"')
    deadline = Deadline(1000.0, 0.0, now=Clock().now, iterations=COUNTED)
    assert started().current(deadline).name == "c"


# --- a trap in play


def test_c_that_traps_names_its_line_and_python_plays_on(require):
    require("cc")
    engines = started()
    engine = engines.current(counted())
    assert engine.name == "c"
    stopped = rf"^C stopped at native_toy\.py:{INDEX}: IndexError$"
    with pytest.raises(EngineFailed, match=stopped):
        engine.call(toy.think, 100_000)
    assert finished(engines) == "python"


# --- programs: a bot in one file, however it is started

PROGRAM = """
import os, sys
from common import native
from common.clock import Deadline
from common.kernel import kernel, record
from common.native import Compiled

native.PATIENCE = 100.0

@record
class Memory:
    total: int

@kernel
def add(memory: Memory, count: int) -> int:
    memory.total += count
    return memory.total

engines = Compiled(Memory, (add,))
engines.start(lambda: engines.current(Deadline(1000.0, 0.0)).call(add, 5))
for _ in range(3):
    engine = engines.current(Deadline(1000.0, 0.0, iterations=1))
    print(engine.name, engine.call(add, 1) - engine.call(add, 1), flush=True)
"""
WAITING = PROGRAM.replace("for _ in", "print('ready', flush=True)\ninput()\nfor _ in")
STARTED = PROGRAM.partition("for _ in")[0]
ENDING = STARTED + """
import time
while len(sys.argv) > 1 and not os.path.exists(sys.argv[1]):
    time.sleep(0.01)
"""
UNREAD = WHY + "the file cannot be read or has changed: "


@pytest.fixture
def program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], Path]:
    """Writes a program that finds `common`."""
    monkeypatch.setenv("PYTHONPATH", str(ROOT))

    def write(text: str) -> Path:
        file = tmp_path / "bot.py"
        file.write_text(text)
        return file

    return write


def run(*words: object, given: str = "") -> tuple[str, str]:
    """What a program says on stdout and on stderr."""
    command = [sys.executable, *map(str, words)]
    done = subprocess.run(command, input=given, capture_output=True, text=True, timeout=PATIENCE)
    assert done.returncode == 0, done.stderr
    return done.stdout, done.stderr


def test_a_program_is_translated_from_its_own_file(program, require):
    require("cc")
    assert run(program(PROGRAM)) == ("c -1\n" * 3, "")


@pytest.mark.usefixtures("program")
def test_a_program_on_standard_input_plays_and_says_why_without_c():
    played, said = run("-", given=PROGRAM)
    assert (played, said) == ("python -1\n" * 3, UNREAD + "<stdin>\n")


def test_a_program_whose_file_has_changed_plays_and_says_why_without_c(program):
    file = program("open(__file__, 'w').close()\n" + PROGRAM)
    assert run(file) == ("python -1\n" * 3, f"{UNREAD}{file}\n")


HANG = "sleep 60 & echo $! > $here/helper; echo $$ > $here/new; mv $here/new $here/pid; wait"


def test_a_bot_that_ends_early_leaves_no_compiler_and_no_folder(fake, program):
    tools = fake(HANG)
    assert run(program(ENDING), tools / "pid") == ("", "")
    wait_for_end(process_of(tools / "pid"), process_of(tools / "helper"))


def test_a_bot_that_ends_at_once_ends_quietly(program):
    file = program(ENDING)
    for _ in range(3):
        assert run(file) == ("", "")


def test_a_bot_that_is_killed_leaves_no_compiler(fake, program, folder):
    """Nobody tells the child: it hears that nobody listens."""
    tools = fake(HANG)
    command = [sys.executable, str(program(WAITING))]
    with subprocess.Popen(command, stdin=subprocess.PIPE) as bot:
        compiler = process_of(tools / "pid")
        bot.kill()
    wait_for_end(compiler, process_of(tools / "helper"))
    shutil.rmtree(next(folder.iterdir()))


def test_a_bot_that_is_killed_ends_a_kernel_that_hangs_in_its_child(fake, program, require, folder):
    require("cc")
    edited(fake, "s/; return 0; }/; for (;;); }/")
    text = WAITING.replace("print('ready'", "print(engines.child")
    command = [sys.executable, str(program(text))]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as bot:
        assert bot.stdout is not None
        child = int(bot.stdout.readline())
        until(lambda: [*folder.glob("*/0")])
        bot.kill()
    wait_for_end(child)
    shutil.rmtree(next(folder.iterdir()))


def test_c_plays_where_the_bots_parent_ignores_the_end_of_its_children(program, require):
    require("cc")
    file = program("import signal\nsignal.signal(signal.SIGCHLD, signal.SIG_IGN)\n" + PROGRAM)
    assert run(file) == ("c -1\n" * 3, "")


def test_a_bot_that_is_asked_to_end_leaves_no_compiler_and_no_folder(fake, program):
    tools = fake(HANG)
    command = [sys.executable, str(program(WAITING))]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stderr=subprocess.PIPE) as bot:
        compiler = process_of(tools / "pid")
        bot.terminate()
        assert (bot.communicate()[1], bot.returncode) == (b"", 143)
    wait_for_end(compiler, process_of(tools / "helper"))


def test_a_bot_that_plays_ends_when_it_is_asked_to(program, require):
    """Also inside of C, where Python would not hear it."""
    require("cc")
    endless = "    memory.total += count\n    while count > 5:\n        pass\n"
    text = STARTED.replace("    memory.total += count\n", endless)
    text += "engine = engines.current(Deadline(1000.0, 0.0, iterations=1))\n"
    file = program(text + "print(engine.name, flush=True)\nengine.call(add, 6)\n")
    command = [sys.executable, str(file)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as bot:
        assert bot.stdout is not None and bot.stdout.readline() == "c\n"
        bot.terminate()
        try:
            assert bot.wait(PATIENCE) == -signal.SIGTERM
        finally:
            bot.kill()


def test_an_error_of_the_bots_own_code_in_the_warm_up_is_named(require, capfd):
    """Its `word` of an id that read_start would have given: the line said "0" alone."""
    require("cc")
    ids: dict[int, int] = {}
    engines = Compiled(toy.Memory, toy.ENTRIES, ("",))
    engines.start(lambda: ids[0])
    assert finished(engines) == "python"
    assert only_line(capfd) == "KeyError(0)"
