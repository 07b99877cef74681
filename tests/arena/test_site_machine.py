"""The model of the site's machine: checked by the state of real processes, not by a clock."""

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import psutil
import pytest

from botsmith.arena.process import site_machine
from botsmith.arena.process.child import Child
from botsmith.arena.process.launch import HAS_WARDEN
from botsmith.arena.process.site_groups import groups, quotas
from botsmith.arena.process.site_machine import Cores, Machine, Site, site_from
from botsmith.children import child_environment
from tests.arena.toys import PROGRAMS
from tests.waiting import PATIENCE_MS, until

pytestmark = pytest.mark.skipif(not HAS_WARDEN, reason="the model needs a warden")

COUNTING = PROGRAMS["counts_in_files"]
BRAKES = ("groups", "signals")
Start = Callable[..., Child]


@pytest.fixture(params=BRAKES)
def brake(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Both ways to stop a tree, where this machine has them."""
    if request.param == "signals":
        monkeypatch.setattr(site_machine, "groups", lambda: None)
        monkeypatch.setattr(site_machine, "quotas", lambda: None)
    elif groups() is None:
        pytest.skip("no control groups that freeze")
    return str(request.param)


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    """Starts a bot on the model; at the end nothing of it is left, stopped or not."""
    children: list[Child] = []

    def begin(source: str, site: Site) -> Child:
        words = [str(tmp_path / name) for name in ("own", "daemon")]
        machine = Machine(site, min(os.sched_getaffinity(0)))
        command = [sys.executable, "-S", "-c", source, *words]
        children.append(Child(command, child_environment({}), machine=machine))
        children[-1].launch.wait_started()
        return children[-1]

    yield begin
    for child in children:
        child.stop()
        assert given(child.launch.folder) == []
        assert child.machine is not None
        assert not any(os.path.exists(os.path.dirname(file)) for file in child.machine.entries)


def given(folder: str) -> list[psutil.Process]:
    """Processes that were given this temporary folder."""
    found = psutil.process_iter(["environ"])
    return [each for each in found if (each.info["environ"] or {}).get("TMPDIR") == folder]


def counts(folder: Path) -> list[str]:
    """Both numbers, "" before there is one."""
    files = [folder / name for name in ("own", "daemon")]
    return [file.read_text() if file.exists() else "" for file in files]


def test_a_whole_tree_stands_still_from_its_answer_to_its_next_line(brake, start, tmp_path):
    bot = start(COUNTING, Site(share=0.0))
    core = min(os.sched_getaffinity(0))
    until(lambda: all(counts(tmp_path)))
    for turn in range(2):
        assert bot.ask([f"turn {turn}"], 1, PATIENCE_MS).lines == [f"turn {turn} [{core}]"]
        until(lambda: is_still(tmp_path))
        still = counts(tmp_path)
        bot.send([])
        until_both_move(tmp_path, still)


def until_both_move(folder: Path, before: list[str]) -> None:
    """Waits until both numbers are other ones."""
    until(lambda: all(map(str.__ne__, counts(folder), before)))


def is_still(folder: Path) -> bool:
    """Whether neither number moves while other processes run."""
    before = counts(folder)
    for _ in range(5):
        subprocess.run([sys.executable, "-I", "-S", "-c", ""], check=True)
    return counts(folder) == before


def test_a_share_of_the_time_between_turns_is_left(brake, start, tmp_path):
    bot = start(COUNTING, Site(share=20.0))
    assert not bot.ask(["go"], 1, PATIENCE_MS).fault
    for _ in range(3):
        until_both_move(tmp_path, counts(tmp_path))
    assert bot.machine is not None and bot.machine.total > 0.0, "and it stood still meanwhile"


@pytest.mark.parametrize(
    "source",
    [
        "import os, time\ninput(); print(1, flush=True)\n"
        "while True:\n    if os.fork() == 0: os.setsid(); time.sleep(0.01); os._exit(0)\n"
        "    time.sleep(0.001)",
        "input(); print(1, flush=True)",
        "import sys\ninput(); print(1, flush=True)\nwhile True: sys.stdout.write('x' * 99)",
        "import os, signal\ninput(); print(1, flush=True)\n"
        "os.kill(os.getppid(), signal.SIGKILL)\nwhile True: pass",
    ],
    ids=["forks", "ends", "floods", "kills its warden"],
)
def test_nothing_is_left_of_a_hostile_bot_that_is_stopped(brake, start, source):
    bot = start(source, Site(4.0))
    assert bot.ask(["go"], 1, PATIENCE_MS).fault in ("", "flood")
    bot.ask([], 2, 100.0)


KILLED = """
import os, sys, time
from botsmith.children import child_environment
from botsmith.arena.process.child import Child
from botsmith.arena.process.site_machine import Machine, Site
machine = Machine(Site(0.0, {slow}), min(os.sched_getaffinity(0)))
child = Child([sys.executable, "-c", {source!r}, {own!r}, {daemon!r}], child_environment({{}}),
              machine=machine)
child.launch.wait_started()
child.ask(["go"], 1, 120000.0)
print(child.launch.folder, *machine.entries, flush=True)
time.sleep(600)
"""


@pytest.mark.parametrize("slow", [1.0, 2.0])
def test_a_killed_match_leaves_no_stopped_process(tmp_path, slow):
    own, daemon = str(tmp_path / "own"), str(tmp_path / "daemon")
    source = KILLED.format(source=COUNTING, own=own, daemon=daemon, slow=slow)
    command = [sys.executable, "-c", source]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as arena:
        assert arena.stdout is not None
        folder, *entries = arena.stdout.readline().split()
        before = given(folder)
        assert len(before) >= 2
        os.kill(arena.pid, signal.SIGKILL)
    until(lambda: not any(map(psutil.Process.is_running, before)))
    until(lambda: not os.path.exists(folder))
    until(lambda: not any(os.path.exists(os.path.dirname(entry)) for entry in entries))


def test_a_slow_core_answers_too_and_its_group_goes(brake, start):
    bot = start(COUNTING, Site(4.0, 2.0))
    assert [len(bot.ask(["go"], 1, PATIENCE_MS).lines) for _ in range(3)] == [1, 1, 1]


def test_two_matches_take_different_cores():
    if len(os.sched_getaffinity(0)) < 2:
        pytest.skip("one core here")
    first = Cores(1)
    second = Cores(1)
    assert not {*first.held} & {*second.held}
    first.release()
    third = Cores(len(os.sched_getaffinity(0)))
    assert not {*third.held} & {*second.held}
    for cores in (second, third):
        cores.release()


def test_more_bots_than_cores_share_them():
    here = len(os.sched_getaffinity(0))
    cores = Cores(here + 1)
    assert len(cores.cores) == here + 1 and {*cores.cores} <= os.sched_getaffinity(0)
    cores.release()
    assert site_machine.core_warnings(here) == []
    assert f"{here + 1} bots share {here} core" in site_machine.core_warnings(here + 1)[0]


def test_slow_alone_freezes_nothing_between_turns():
    assert site_from(None, None) is None
    assert site_from(None, 2.0) == Site(100.0, 2.0)
    assert site_from(4.0, None) == Site(4.0, 1.0)


def test_the_output_says_what_freezes_and_what_slows(brake):
    means = Site(4.0, 2.0).as_json()
    assert means["freezer"] == ("cgroup v2" if brake == "groups" else "signals")
    if brake == "signals" or quotas() is None:
        assert means["slowed_by"] == "short freezes"
    else:
        assert means["slowed_by"] in ("cpu.max", "cpu.cfs_quota_us")


def test_a_bot_that_cannot_be_started_leaves_no_group(brake, monkeypatch):
    machine = Machine(Site(4.0, 2.0), min(os.sched_getaffinity(0)))

    def refuse() -> None:
        raise FileNotFoundError

    monkeypatch.setattr("botsmith.arena.process.child.launch_class", refuse)
    with pytest.raises(FileNotFoundError):
        Child([sys.executable], {}, machine=machine)
    assert not any(os.path.exists(os.path.dirname(file)) for file in machine.entries)
