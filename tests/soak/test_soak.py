"""The soak: stalls stop a real process, load ends with its parent, late answers are counted."""

import json
import os
import random
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path
from threading import Event
from typing import Any

import psutil
import pytest

from botsmith.arena.matches.bots import Bot, needed_game
from botsmith.arena.matches.match import Conditions
from botsmith.arena.process.child import Child
from botsmith.arena.process.stderr import EngineTurns
from botsmith.cli.app import main
from botsmith.errors import BadInput
from botsmith.referees.base import Lines
from botsmith.soak import stalls
from botsmith.soak.load import BUSY, chill, few_cores, helper, library_files, slow_disk
from botsmith.soak.soak import (
    MACHINE,
    OWN,
    PAUSE,
    STOPPED,
    WAITING,
    Soaked,
    SoakOptions,
    Spent,
    Tally,
    bots_by_seat,
    row,
    stated_margin,
)
from botsmith.soak.stalls import Stall, Staller
from tests.arena.conftest import wait_until_clean
from tests.arena.toys import Doubles
from tests.cli.test_json import check as check_json
from tests.commands import botsmith
from tests.waiting import PATIENCE, until

ROOT = Path(__file__).resolve().parents[2]

DOUBLER = "input()\nwhile True:\n    print(2 * int(input()), flush=True)\n"


class Quick(Doubles):
    """Doubles with little time a turn, and enough for a busy machine."""

    limits = replace(Doubles.limits, turn_ms=400.0)


def status_of(pid: int) -> str:
    return str(psutil.Process(pid).status())


def wait_for(pid: int, status: str) -> None:
    """Waits until a process is "stopped", or is not."""
    until(lambda: (status_of(pid) == psutil.STATUS_STOPPED) == (status == "stopped"))


@pytest.fixture
def sleeper():
    process = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
    yield process.pid
    process.kill()
    process.wait()


@pytest.fixture
def noticed(monkeypatch) -> Event:
    """The time of a stall, at least as long as it says, begins with this event."""
    event = Event()

    def sleep(_: float) -> None:
        assert event.wait(PATIENCE)
        time.sleep(0.5)

    monkeypatch.setattr(stalls, "sleep", sleep)
    return event


def test_a_stall_stops_a_process_and_lets_it_go_on(sleeper, noticed):
    stall = Stall(sleeper, 0.0, 0.3)
    wait_for(sleeper, "stopped")
    assert stall.is_on
    noticed.set()
    stall.finish()
    wait_for(sleeper, "running")
    assert not stall.is_on
    assert 0.3 <= stall.real < PATIENCE


def test_a_stall_from_before_a_turn_lasts_for_what_is_left_of_it(sleeper, noticed):
    stall = Stall(sleeper, -0.2, 0.5)
    assert stall.is_on  # at once
    wait_for(sleeper, "stopped")
    noticed.set()
    stall.finish()
    wait_for(sleeper, "running")
    assert 0.3 <= stall.real < PATIENCE


def test_a_cancelled_stall_never_begins(sleeper):
    stall = Stall(sleeper, 300.0, 300.0)
    stall.cancel()
    stall.finish()
    assert not stall.is_on
    assert (stall.began, stall.real) == (0.0, 0.0)
    assert status_of(sleeper) != psutil.STATUS_STOPPED


def test_a_stall_of_a_process_that_has_ended_is_no_fault():
    process = subprocess.Popen([sys.executable, "-c", ""])
    process.wait()
    stall = Stall(process.pid, -0.01, 0.02)
    stall.finish()
    assert not stall.is_on


@pytest.mark.parametrize(("rate", "count"), [(0.0, 0), (1.0, 5)])
def test_the_rate_says_how_many_turns_have_a_stall(sleeper, rate, count):
    staller = Staller(rate, 1.0, random.Random(1))
    found = [staller.draw(sleeper, 100_000.0) for _ in range(5)]
    for stall in found:
        if stall is not None:
            stall.finish()
    assert sum(stall is not None for stall in found) == count


def play_quick(tmp_path: Path, stall_ms: float, rate: float, rule: str = "hard") -> Soaked:
    """A match of Quick in which the bot in seat 0 is stalled; seat 1 is not."""
    path = tmp_path / "doubler.py"
    path.write_text(DOUBLER)
    bots = [Bot(name, (sys.executable, "-I", "-S", str(path)), "0") for name in ("a", "b")]
    match = Quick.from_seed(1, 2), bots, "1", 0, Conditions(rule)
    staller = Staller(rate, stall_ms, random.Random(1))
    play = Soaked(*match, staller=staller, tally=Tally(), witnesses={})
    play.run()
    play.count()
    return play


def test_turns_without_stalls_are_counted_and_timed(tmp_path):
    play = play_quick(tmp_path, 50.0, 0.0, "none")
    tally = play.tally
    assert (tally.turns, tally.matches, tally.stalls, tally.timeouts) == (6, 1, 0, 0)
    assert tally.begun_late == 0
    assert tally.times.turns == 5
    assert tally.stall_ms == []


@pytest.mark.parametrize(("rule", "asked", "timeouts"), [("hard", 2, 1), ("none", 6, 0)])
def test_a_stall_beyond_the_limit_is_late(tmp_path, monkeypatch, noticed, rule, asked, timeouts):
    """The stall is on before each question but the first, and for its length after that."""
    send = Child.send

    def draw(_: Staller, pid: int, limit_ms: float) -> Stall | None:
        noticed.clear()
        return Stall(pid, -1e-9, 0.5) if limit_ms < 1000.0 else None

    def ask(child: Child, lines: Lines) -> None:
        send(child, lines)
        noticed.set()

    monkeypatch.setattr(Child, "send", ask)
    monkeypatch.setattr(Staller, "draw", draw)
    tally = play_quick(tmp_path, 500.0, 1.0, rule).tally
    assert (tally.turns, tally.timeouts) == (asked, timeouts)
    assert tally.over == tally.stalled_over == tally.stalls == tally.begun_late == asked - 1
    assert all(length >= 500.0 for length in tally.stall_ms)
    assert len(tally.faults) == timeouts

    late = tally.late + tally.late_first
    assert late.total() == (asked - 1 if rule == "none" else 0)  # a bot that is out tells none
    assert [one["turn"] for one in tally.late_answers] == (list(range(1, 6)) if late else [])
    for one in tally.late_answers:  # a busy machine may take more time than the stall
        assert one["used"] > 400.0
        assert one["cause"] == STOPPED or one["used"] > one["paused"] + 300.0, one


@pytest.mark.parametrize(
    ("spent", "is_first", "is_stopped", "cause"),  # of 100 ms: used, ran, waited, paused, stood
    [
        (Spent(110.0, 95.0, 0.0, 12.0), False, True, STOPPED),
        (Spent(110.0, 95.0, 0.0, 12.0), False, False, PAUSE),
        (Spent(110.0, 95.0, 4.0, 6.0), False, True, WAITING),
        (Spent(110.0, 95.0, 12.0, 0.0), False, False, WAITING),
        (Spent(110.0, 95.0, 0.0, 0.0, read_bytes=4096), False, False, MACHINE),
        (Spent(1300.0, 1.0, 0.0, 0.0, read_bytes=40_000), False, False, OWN),  # it slept
        (Spent(1300.0, 1.0, 0.0, 0.0, read_bytes=2_000_000), False, False, MACHINE),
        (Spent(110.0, 95.0, 0.0, 0.0), False, False, OWN),  # it slept
        (Spent(110.0, 95.0, 0.0, 0.0, unheard=11.0), False, False, MACHINE),
        (Spent(110.0, 95.0, 0.0, 0.0, unheard=9.0), False, False, OWN),
        (Spent(110.0, 95.0, 4.0, 0.0, unheard=7.0), False, False, MACHINE),
        (Spent(110.0, 60.0, 0.0, 0.0), True, False, OWN),  # it slept beside its compiler
        (Spent(110.0, 105.0, 3.0, 0.0), False, False, OWN),
        (Spent(110.0, 108.0, 0.0, 0.0, 10.0), False, False, MACHINE),
        (Spent(120.0, 118.0, 0.0, 0.0, 10.0), False, False, OWN),
        (Spent(120.0, 110.0, 10.0, 0.0, 10.0), True, False, MACHINE),
        (Spent(100.4, 99.2, 1.2, 0.0, 24.6), False, False, MACHINE),  # of several the longest
        (Spent(101.0, 98.0, 3.0, 2.0, 2.0), False, True, WAITING),
        (Spent(101.0, 98.0, 3.0, 4.0, 2.0), False, True, STOPPED),
        (Spent(101.0, 98.0, 3.0, 3.0, 3.0), False, False, PAUSE),
    ],
)
def test_the_cause_is_what_made_it_late(spent, is_first, is_stopped, cause):
    assert spent.cause(100.0, is_first, is_stopped) == cause


def test_a_stall_counts_for_the_time_in_which_the_process_was_stopped():
    stall = Stall.__new__(Stall)
    stall.began, stall.ended = 10.0, 10.5
    assert stall.overlap(9.0, 11.0) == 0.5 and stall.overlap(10.25, 11.0) == 0.25
    assert stall.overlap(11.0, 12.0) == 0.0
    assert stall.is_on_at(10.25) and not stall.is_on_at(9.75) and not stall.is_on_at(10.75)
    stall.ended = 0.0  # still on: the answer was written before it
    assert stall.overlap(9.0, 11.0) == 0.0 and not stall.is_on_at(10.25)


def test_few_cores_are_for_all_that_is_started_meanwhile():
    before, others = os.sched_getaffinity(0), set(psutil.Process().children())
    with few_cores(1), helper(BUSY):
        assert len(os.sched_getaffinity(0)) == 1
        (busy,) = set(psutil.Process().children()) - others
        assert busy.is_running() and os.sched_getaffinity(busy.pid) == os.sched_getaffinity(0)
    assert not busy.is_running()
    assert os.sched_getaffinity(0) == before


def test_helpers_end_when_their_parent_is_killed():
    script = "from botsmith.soak.load import *\nwith helper(BUSY):\n input()"
    parent = subprocess.Popen([sys.executable, "-c", script], cwd=ROOT, stdin=subprocess.PIPE)
    busy = until(psutil.Process(parent.pid).children)
    parent.send_signal(signal.SIGKILL)
    parent.communicate()
    assert psutil.wait_procs(busy, PATIENCE)[1] == []


def test_a_slow_disk_has_a_writer_and_a_slower_compiler(require):
    require("cc")
    with slow_disk() as environment:
        folder = Path(environment["PATH"].split(os.pathsep)[0])
        began = time.monotonic()
        done = subprocess.run(["cc", "--version"], env=environment, capture_output=True)
        assert done.returncode == 0 and done.stdout
        assert time.monotonic() - began >= 1.0
        until((folder / "written").exists)
    assert not folder.exists()


def test_forgotten_files_can_still_be_read(tmp_path):
    path = tmp_path / "file"
    path.write_text("text")
    chill([path, *library_files()[:3]])
    assert path.read_text() == "text"


@pytest.mark.parametrize(
    ("text", "margin_ms"),
    [
        ("    margin_ms: float = 8.5  # ms\n", 8.5),
        ("\tmargin_ms: float = 10.0\n", 10.0),
        ("MARGIN_MS = 9.0\n", 9.0),
        ("x = 1\n", None),
    ],
)
def test_the_margin_is_the_one_that_the_bundle_states(tmp_path, text, margin_ms):
    path = tmp_path / "bot.py"
    path.write_text(text)
    assert stated_margin(Bot("bot", ("python", str(path)), "0")) == margin_ms


def test_the_game_is_in_the_name():
    assert needed_game("csb@python") == "csb"
    assert needed_game("elsewhere/uttt_mcts.py@python") == needed_game("uttt_mcts") == "uttt"
    with pytest.raises(BadInput, match="its name tells no game"):
        needed_game("chess")


@pytest.mark.parametrize(
    "wrong",
    [
        *("turns 0", "load -1", "stall-ms -1", "stall-rate 1.5", "budget 0", "cores 0"),
        *("cores 99999", "site 101", "site -1", "site nan", "slow 0.5"),
    ],
)
def test_an_order_that_cannot_be_carried_out_is_refused(wrong):
    done = botsmith("soak", "uttt", *f"--{wrong}".split())
    assert done.returncode == 2 and done.stderr.startswith(f"botsmith: --{wrong}: expected ")


def test_the_command_prints_one_document(capsys):
    words = "soak uttt --turns 3 --load 0 --stall-rate 0.5 --time none --budget 50 --json"
    assert main(words.split()) == 0
    (found,) = json.loads(capsys.readouterr().out)["rows"]
    assert (found["bot"], found["game"], found["time_rule"]) == ("uttt", "uttt", "none")
    assert found["turns"] >= 3 and found["timeouts"] == 0
    assert found["stall_ms"] == found["margin_ms"] > 0.0
    assert sum(found["engine"].values()) == found["turns"]
    assert found["budget_ms"] == 50.0 and found["seconds"] > 0.0
    known = row(Bot("b", (), ""), "csb", SoakOptions(1, 0, 1.0, 0.1), played(), 1)
    assert set(found) == {*known, "seconds", "interrupted"}
    assert found["interrupted"] is False


def test_turns_that_c_missed_are_a_line():
    def made(name: str) -> dict[str, Any]:
        tally = Tally(turns=90, without_c=80, engine=EngineTurns(c=6, python=84))
        return row(Bot(name, (), ""), "csb", SoakOptions(1, 0, 1.0, 0.1), tally, 1)

    (line,) = made("csb")["engine_warnings"]
    assert line.startswith("csb played 80 turns in Python that C should have played")
    assert made("csb@python")["engine_warnings"] == []


def played() -> Tally:
    """A tally of one turn."""
    return Tally(turns=1)


def test_the_command_shows_a_table(capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "160")
    words = "soak uttt@python --turns 1 --load 0 --stall-rate 0 --time none --vs greedy"
    assert main(words.split()) == 0
    text = capsys.readouterr().out
    assert "time rule none, busy processes: 0" in text
    assert "uttt@python" in text and "Python" in text and "margin" in text


def test_ctrl_c_shows_the_table_so_far(monkeypatch):
    ask = Soaked._ask

    def interrupted(play, place, lines, owed):
        if play.tally.turns == 3:
            raise KeyboardInterrupt
        return ask(play, place, lines, owed)

    monkeypatch.setattr(Soaked, "_ask", interrupted)
    done = botsmith(*"soak uttt@python --load 0 --stall-rate 0 --time none --json".split())
    assert (done.returncode, done.stderr) == (130, "botsmith: interrupted; 3 turns were played\n")
    (found,) = json.loads(done.stdout)["rows"]
    check_json(found, "soaked")
    assert (found["turns"], found["matches"], found["interrupted"]) == (3, 1, True)
    assert found["max_ms"] > 0.0  # the turns of the match that was not ended count too


def test_after_ctrl_c_nothing_is_left(bot_folders):
    command = [sys.executable, "-m", "botsmith", "soak", "uttt", "--load", "1", "--slow-disk"]
    with subprocess.Popen(command, cwd=ROOT, stderr=subprocess.PIPE, text=True) as soaking:
        parent = psutil.Process(soaking.pid)
        until(lambda: len(parent.children(recursive=True)) >= 4)  # busy, writer, wardens, bots
        found = parent.children(recursive=True)
        soaking.send_signal(signal.SIGINT)
        assert soaking.communicate(timeout=PATIENCE)[1].startswith("botsmith: interrupted; ")
    assert soaking.returncode == 130
    assert psutil.wait_procs(found, PATIENCE)[1] == []
    wait_until_clean(bot_folders)  # of bots and wardens that came after the list


def test_every_rival_is_met_in_all_seats():
    lineups = [[Bot("b", (), ""), Bot(name, (), "")] for name in ("random", "slow", "b#2")]
    order = [[bot.name for bot in bots_by_seat(lineups, number)] for number in range(7)]
    assert order[:4] == [["b", "random"], ["random", "b"], ["b", "slow"], ["slow", "b"]]
    assert order[4:] == [["b", "b#2"], ["b#2", "b"], ["b", "random"]]
    assert SoakOptions(1, 0, 1.0, 0.1).opponents == ("random", "slow", "self")


def test_a_bot_without_a_margin_is_soaked_without_stalls(tmp_path: Path):
    bot = tmp_path / "uttt_plain.py"
    bot.write_text(
        "while True:\n    input()\n    print([input() for _ in range(int(input()))][0])\n"
    )
    words = ["--turns", "3", "--load", "0", "--vs", "random", "--time", "count", "--json"]
    done = botsmith("soak", str(bot), *words)
    (found,) = json.loads(done.stdout)["rows"]
    assert (done.returncode, found["stalls"], found["margin_ms"]) == (0, 0, None)
    assert "states no margin, so nothing stops it: --stall-ms 10 does" in done.stderr
