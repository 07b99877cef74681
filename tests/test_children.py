"""Programs that commands run: what they print is bounded, and text whatever it is."""

import os
import signal
import subprocess
import sys
import time
import tracemalloc
from contextlib import suppress
from multiprocessing import get_context
from pathlib import Path
from threading import Thread

import pytest

from botsmith.children import drain, ignore_interrupts, run, start_deaf
from tests.waiting import until

ROOT = Path(__file__).resolve().parent.parent


def python(code: str) -> list[str]:
    return [sys.executable, "-I", "-S", "-c", code]


def test_both_streams_the_status_and_the_input():
    code = "import sys; t = sys.stdin.read(); print(t); print(len(t), file=sys.stderr); sys.exit(3)"
    done = run(python(code), "word\n" * 40_000)
    assert (done.status, done.complaint) == (3, "200000\n")
    assert done.text == "word\n" * 40_000 + "\n"
    merged = run(python("import os; os.write(1, b'out '); os.write(2, b'err')"), is_merged=True)
    assert (merged.text, merged.err) == ("out err", b"")


def test_what_is_no_text_becomes_text():
    done = run(python("import os; os.write(1, bytes(range(250, 256))); os.write(2, b'\\xff')"))
    assert (done.text, done.complaint) == ("\ufffd" * 6, "\ufffd")


def test_a_flood_takes_no_room_and_the_child_ends_as_if_all_had_been_read(monkeypatch):
    monkeypatch.setattr("botsmith.children.MOST", 100_000)
    code = "import os\nfor _ in range(300): os.write(1, b'x' * 1_000_000); os.write(2, b'y' * 1000)"
    tracemalloc.start()
    done = run(python(code))
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert (done.status, len(done.out), len(done.err)) == (0, 100_000, 100_000)
    assert peak < 2_000_000


def test_a_child_that_does_not_end_is_ended_and_what_it_said_is_kept(tmp_path):
    code = f"import os, time; os.write(1, b'so far'); os.mkdir('{tmp_path}/x'); time.sleep(600)"
    done = run(python(code), seconds=0.5, begun=lambda _: until((tmp_path / "x").exists))
    assert (done.status, done.text) == (None, "so far")


def test_a_grandchild_that_holds_the_pipes_holds_nobody(tmp_path):
    (holds := tmp_path / "holds").touch()
    holder = f"import os, time\nwhile os.path.exists({str(holds)!r}): time.sleep(0.05)"
    done = run(python(f"import subprocess; subprocess.Popen({python(holder)!r})"), seconds=0.4)
    holds.unlink()
    assert done.status is None


def test_a_child_that_does_not_listen_is_no_fault():
    assert run(python("pass"), "x" * 1_000_000).status == 0
    with subprocess.Popen(python("pass"), stdin=subprocess.PIPE) as process:
        assert drain(process, "x" * 1_000_000, None, None) == (True, b"", b"")


CAPTURES = ("capture_output", "check_output", "communicate(", "subprocess.PIPE")
# The streams of bots, of which the arena takes so much and no more; the others pass them on.
OWN = {
    "botsmith/children.py",
    "botsmith/arena/process/launch.py",
    "botsmith/arena/process/caching_cc.py",  # a program of its own, which asks for a version
    "botsmith/interop/tee.py",
    "botsmith/arena/matches/dask_pool.py",
}


def test_nobody_else_captures_what_a_child_prints():
    found = {}
    for path in sorted((ROOT / "botsmith").rglob("*.py")):
        text = path.read_text("utf-8")
        words = [word for word in CAPTURES if word in text]
        if words:
            found[path.relative_to(ROOT).as_posix()] = words
    assert set(found) == OWN


def test_a_process_that_still_starts_shows_no_traceback_of_an_interrupt(capfd):
    """Ctrl-C reaches all processes of a command, also those that import multiprocessing."""
    process = get_context("spawn").Process(target=ignore_interrupts)
    start_deaf(process)
    while process.is_alive():
        with suppress(ProcessLookupError):
            os.kill(process.pid or 0, signal.SIGINT)
    process.join()
    assert (process.exitcode, capfd.readouterr().err) == (0, "")


class Interrupting:
    """A Ctrl-C comes while this is written to the new process."""

    def __reduce__(self) -> tuple[type, tuple[()]]:
        os.kill(os.getpid(), signal.SIGINT)
        time.sleep(0.1)
        return int, ()


def test_an_interrupt_of_a_start_ends_the_whole_new_process(capfd):
    """Another thread received it, and half of a pickle reached the process."""
    other = Thread(target=time.sleep, args=(1.0,))
    other.start()
    process = get_context("spawn").Process(target=ignore_interrupts, args=(Interrupting(),))
    with pytest.raises(KeyboardInterrupt):
        start_deaf(process)
    assert (process.exitcode, capfd.readouterr().err) == (-signal.SIGKILL, "")
    other.join()
