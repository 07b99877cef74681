"""One child process: lines, limits, and that nothing of it is left."""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from textwrap import dedent
from typing import Any

import psutil
import pytest

from botsmith.arena.process import child as process, launch as launching
from botsmith.arena.process.child import OUTPUT_LIMIT, Child, stop_all
from botsmith.arena.process.stderr import EXPLAIN, EXPLAINED_LIMIT, FULL_TURNS, TURN_LIMIT
from botsmith.arena.process.warden import remove_folder
from botsmith.children import child_environment
from botsmith.workspace import HOME as ROOT
from tests.arena.conftest import left_of, wait_until_clean
from tests.arena.toys import PROGRAMS
from tests.waiting import PATIENCE, PATIENCE_MS as LONG_MS

Start = Callable[..., Child]

needs_warden = pytest.mark.skipif(not launching.HAS_WARDEN, reason="wardens are for Linux")


@pytest.fixture(params=["warden", "plain"])
def start(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[Start]:
    """Starts children from Python source, in both ways that there are; stops them at the end."""
    if request.param == "warden" and not launching.HAS_WARDEN:
        pytest.skip("wardens are for Linux")
    monkeypatch.setattr(launching, "HAS_WARDEN", request.param == "warden")
    children: list[Child] = []

    def start_child(
        source: str, memory_limit: int = launching.MEMORY_LIMIT, **environment: str
    ) -> Child:
        command = [sys.executable, "-c", dedent(source)]
        child = Child(command, child_environment(environment), memory_limit=memory_limit)
        children.append(child)
        child.launch.wait_started()
        return child

    yield start_child
    stop_all(children)


def test_lines_go_in_and_come_out(start: Start) -> None:
    child = start("while True: print(input()[::-1], input(), flush=True)")
    first = child.ask(["abc", "def"], 1, LONG_MS)
    second = child.ask(["x y", ""], 1, LONG_MS)
    assert (first.lines, first.fault) == (["cba def"], "")
    assert second.lines == ["y x "]
    assert 0.0 < second.used_ms < LONG_MS


def test_extra_lines_are_the_answer_of_the_next_turn(start: Start) -> None:
    child = start("input(); print(1); print(2, flush=True); input(); input()")
    assert child.ask(["go"], 1, LONG_MS).lines == ["1"]
    answer = child.ask(["go"], 1, LONG_MS)
    assert answer.lines == ["2"]
    assert answer.used_ms < LONG_MS


def test_crlf_and_foreign_bytes_are_read_as_text(start: Start) -> None:
    child = start(
        r"import sys; sys.stdout.buffer.write(b'a\r\n\xff\r\n'); sys.stdout.flush(); input()"
    )
    assert child.ask([], 2, LONG_MS).lines == ["a", "\ufffd"]


def test_too_few_lines_are_no_answer(start: Start) -> None:
    child = start("input(); print('half', flush=True); input()")
    answer = child.ask(["1"], 2, 300.0)
    assert (answer.lines, answer.fault) == ([], "timeout")


def test_the_last_line_needs_its_end(start: Start) -> None:
    child = start("input(); print('half', end='', flush=True)")
    answer = child.ask(["1"], 1, LONG_MS)
    assert (answer.lines, answer.fault) == ([], "crash")


def test_a_crash_is_told_with_its_status_and_traceback(start: Start) -> None:
    child = start("input(); raise ValueError('over')")
    answer = child.ask(["1"], 1, LONG_MS)
    assert (answer.fault, answer.detail) == ("crash", "ended with status 1")
    assert child.last_words().endswith("ValueError: over\n")


def test_a_signal_is_told(start: Start) -> None:
    child = start("import os; input(); os.kill(os.getpid(), 9)")
    assert child.ask(["1"], 1, LONG_MS).detail == "was killed by signal 9 (SIGKILL)"


def test_a_bot_that_closes_its_input_can_still_answer(start: Start) -> None:
    child = start(PROGRAMS["closes_input"])
    assert child.ask(["1"], 1, LONG_MS).lines == ["1"]
    assert child.ask(["x" * 1000] * 1000, 1, LONG_MS).lines == ["2"]
    assert child.ask(["1"], 1, 100.0).fault == "timeout"


def test_a_bot_that_closes_its_output_has_crashed(start: Start) -> None:
    child = start("import os, time; input(); os.close(1); time.sleep(60)")
    answer = child.ask(["1"], 1, LONG_MS)
    assert (answer.fault, answer.detail) == ("crash", "closed its output")


def test_a_bot_that_does_not_read_blocks_nobody(start: Start) -> None:
    child = start("import time; time.sleep(60)")
    assert child.ask(["x" * 100_000] * 20, 1, 200.0).fault == "timeout"


@pytest.mark.parametrize("line", ["'x' * 1_000_000", "('x' * 99 + chr(10)) * 10_000"])
@pytest.mark.parametrize("stream", ["stdout", "stderr"])
def test_a_flood_stays_out_of_our_memory(start: Start, stream: str, line: str) -> None:
    child = start(f"""
        import sys
        input()
        piece = {line}
        for _ in range(30_000_000 // len(piece)):
            sys.{stream}.write(piece)
        print("done", flush=True)
        input()
        """)
    before = psutil.Process().memory_info().rss
    answer = child.ask(["1"], 200, LONG_MS) if stream == "stdout" else child.ask(["1"], 1, LONG_MS)
    assert psutil.Process().memory_info().rss - before < 10_000_000
    if stream == "stdout":
        assert (answer.lines, answer.fault) == ([], "flood")
        assert str(OUTPUT_LIMIT) in answer.detail
    else:
        assert answer.lines == ["done"]
        assert len(child.errors.take()) == TURN_LIMIT


def test_stderr_is_kept_turn_by_turn(start: Start) -> None:
    child = start(PROGRAMS["turns"])
    for turn in "123456789":
        child.ask([turn], 1, LONG_MS)
        assert child.errors.take() == turn * TURN_LIMIT


def test_a_bot_that_was_asked_to_explain_may_write_more_in_every_turn(start: Start) -> None:
    child = start(PROGRAMS["explains"], **{EXPLAIN: "1"})
    for _ in range(FULL_TURNS // EXPLAINED_LIMIT + 2):
        child.ask([""], 1, LONG_MS)
        assert len(child.errors.take()) == EXPLAINED_LIMIT


def test_a_bot_over_its_memory_is_stopped(start: Start) -> None:
    child = start(PROGRAMS["hungry"], memory_limit=100 << 20)
    answer = child.ask(["1"], 1, LONG_MS)
    assert (answer.lines, answer.fault) == ([], "memory")
    assert answer.detail.endswith("MB resident of 100")


def test_the_memory_of_a_bots_children_counts(start: Start) -> None:
    child = start(PROGRAMS["hungry_children"], memory_limit=150 << 20)
    assert child.ask(["1"], 1, LONG_MS).fault == "memory"


def test_read_only_leftovers_are_removed(start: Start, bot_folders: Path) -> None:
    child = start(PROGRAMS["leftovers"])
    assert child.ask(["1"], 1, LONG_MS).lines == ["True"]
    assert list(bot_folders.rglob("file"))
    child.stop()
    assert not list(bot_folders.iterdir())
    assert os.path.isdir("/usr")


def test_a_link_in_the_place_of_a_bots_folder_is_removed_alone(tmp_path):
    (tmp_path / "theirs").mkdir()
    (tmp_path / "folder").symlink_to(tmp_path / "theirs")
    remove_folder(str(tmp_path / "folder"))
    assert (tmp_path / "theirs").is_dir() and not (tmp_path / "folder").is_symlink()


@pytest.mark.parametrize("called", ["mkdir", "pipe"])
def test_ctrl_c_while_a_bot_is_started_leaves_no_folder(called, monkeypatch, bot_folders):
    """A slow disk takes its time for the folder, a process for its pipes."""
    real = getattr(os, called)
    interrupted = []

    def interrupt(*words: Any) -> None:
        real(*words)
        interrupted.append(list(bot_folders.iterdir()))
        raise KeyboardInterrupt

    with monkeypatch.context() as patch, pytest.raises(KeyboardInterrupt):
        patch.setattr(os, called, interrupt)
        Child([sys.executable, "-c", ""], child_environment({}))
    assert len(interrupted) == len(interrupted[0]) == 1
    assert not list(bot_folders.iterdir())


def test_a_command_that_cannot_run_is_a_crash_with_a_reason(tmp_path: Path) -> None:
    program = tmp_path / "program"
    program.write_text("no program at all", encoding="utf-8")
    if not launching.HAS_WARDEN:
        pytest.skip("Popen itself refuses it")
    child = Child([str(program)], child_environment({}))
    try:
        child.launch.wait_started()
        assert child.ask(["1"], 1, LONG_MS).detail == "ended with status 127"
        assert f"cannot run {program}" in child.last_words()
    finally:
        child.stop()


@needs_warden
def test_a_stack_is_read_to_its_last_line_however_slowly_it_comes(start, monkeypatch):
    monkeypatch.setattr(process, "STACK_SECONDS", PATIENCE)
    child = start(PROGRAMS["slow_stack"])
    assert child.ask([], 1, LONG_MS).lines == ["ready"]
    assert child.waiting_state()[0].endswith(" line 9 in <module>\n")


STRAYS = PROGRAMS["strays"]


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
@pytest.mark.parametrize("ending", ["input()", "os._exit(0)"])
def test_forked_and_daemonised_processes_are_ended(start, ending, bot_folders):
    child = start(STRAYS + ending)
    assert child.ask(["1"], 1, LONG_MS).lines == ["ok"]
    child.stop()
    assert left_of(bot_folders) == []


@needs_warden
def test_a_bot_that_kills_its_warden_leaves_nothing_either(bot_folders: Path) -> None:
    source = STRAYS + "os.kill(os.getppid(), 9); input()"
    child = Child([sys.executable, "-c", source], child_environment({}))
    child.launch.wait_started()
    assert child.ask(["1"], 1, LONG_MS).lines == ["ok"]
    child.launch.process.wait()
    child.stop()
    assert left_of(bot_folders) == []


@needs_warden
def test_memory_shared_by_forked_processes_counts_once() -> None:
    child = Child(
        [sys.executable, "-c", PROGRAMS["forks"]], child_environment({}), memory_limit=100 << 20
    )
    child.launch.wait_started()
    answer = child.ask(["1"], 1, LONG_MS)
    child.stop()
    assert (answer.lines, answer.fault) == (["ok"], "")


@needs_warden
def test_a_fork_bomb_is_stopped_at_200_processes() -> None:
    child = Child([sys.executable, "-S", "-c", PROGRAMS["bomb"]], child_environment({}))
    child.launch.wait_started()
    answer = child.ask(["1"], 1, LONG_MS)
    child.stop()
    assert answer.fault == "crash"
    assert "processes, 200 are allowed" in answer.detail


@needs_warden
def test_nothing_survives_the_arena_itself(tmp_path: Path, bot_folders: Path) -> None:
    bot = tmp_path / "bot.py"
    bot.write_text(STRAYS + "input()", encoding="utf-8")
    arena = f"""
import sys, time
from botsmith.children import child_environment
from botsmith.arena.process.child import Child
child = Child([sys.executable, {str(bot)!r}], child_environment({{}}))
child.launch.wait_started()
print(child.ask(["1"], 1, {LONG_MS}).lines, flush=True)
time.sleep(600)
"""
    command = [sys.executable, "-c", arena]
    with subprocess.Popen(command, stdout=subprocess.PIPE, cwd=ROOT) as process:
        assert process.stdout is not None
        assert process.stdout.readline().strip() == b"['ok']"
        assert list(bot_folders.iterdir())
        process.kill()
    wait_until_clean(bot_folders)
