"""Every arena test has a temporary folder of its own, and nothing may be left of it afterwards."""

import os
import tempfile
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from botsmith.arena.process import child as process, launch as launching, retrial
from botsmith.arena.process.child import Answer, Child
from botsmith.referees.base import Lines
from tests.waiting import PATIENCE, until

OWN_MS = 300.0  # more than a Python runs until it has started and made its mistake


def processes_of(folder: Path) -> list[str]:
    """Command lines of all processes that were given a temporary folder below `folder`."""
    found = []
    for entry in Path("/proc").glob("[0-9]*") if launching.HAS_WARDEN else ():
        with suppress(OSError):  # it is gone, or another user's
            if f"TMPDIR={folder}/".encode() in (entry / "environ").read_bytes():
                found.append(f"{entry.name} {(entry / 'cmdline').read_bytes()!r}")
    return found


def left_of(folder: Path) -> list[str]:
    """What is left of bots: processes, and all that is in their folders."""
    return [*processes_of(folder), *map(str, folder.rglob("*"))]


def wait_until_clean(folder: Path) -> None:
    """Waits until nothing is left of bots that end by themselves."""
    until(lambda: not left_of(folder), lambda: f"left behind: {left_of(folder)}")


@pytest.fixture(autouse=True)
def bot_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Where bots get their temporary folders; empty again when the test ends, no process left."""
    folder = tmp_path / "bot-folders"
    folder.mkdir()
    os.utime(folder, (0, 0))
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    monkeypatch.setenv("TMPDIR", str(folder))
    yield folder
    if folder.stat().st_mtime > 0.0:  # something was made there: a bot was started
        assert left_of(folder) == []


@pytest.fixture
def arrived(monkeypatch: pytest.MonkeyPatch) -> None:
    """A turn's clock begins when the bot has printed, ended, fallen asleep or run for OWN_MS: a
    busy machine may let it wait for that as long as it likes.
    """
    ask = Child.ask

    def ask_later(
        self: Child, lines: Lines, owed: int, wait_ms: float, is_turn: bool = True
    ) -> Answer:
        enough_ms = self.launch.scheduled_ms()[0] + OWN_MS
        with suppress(BrokenPipeError):
            self.sent.append("".join(f"{line}\n" for line in lines).encode())
            os.write(self.launch.stdin, self.sent[-1])
        while is_on_its_way(self) and self.launch.scheduled_ms()[0] < enough_ms:
            time.sleep(0.004)
        return ask(self, [], owed, wait_ms, is_turn)

    monkeypatch.setattr(Child, "ask", ask_later)
    monkeypatch.setattr(process, "STACK_SECONDS", PATIENCE)
    monkeypatch.setattr(retrial, "PATIENCE", PATIENCE)


def is_on_its_way(child: Child) -> bool:
    """Whether a bot that has not answered runs, or would if it had a processor, or has ended and
    nobody knows.
    """
    with child.output.changed:
        if child.output.lines or child.output.has_ended or child.output.has_flooded:
            return False
    texts = launching.of_threads(child.launch.bot_pid, "stat")
    return any(text.rpartition(b")")[2].split()[0] in (b"R", b"D", b"Z") for text in texts)
