"""Every arena test has a temporary folder of its own, and nothing may be left of it afterwards."""

import os
import tempfile
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from botsmith.arena.process.launch import HAS_WARDEN


def processes_of(folder: Path) -> list[str]:
    """Command lines of all processes that were given a temporary folder below `folder`."""
    found = []
    for process in Path("/proc").glob("[0-9]*") if HAS_WARDEN else ():
        with suppress(OSError):  # it is gone, or another user's
            if f"TMPDIR={folder}/".encode() in (process / "environ").read_bytes():
                found.append(f"{process.name} {(process / 'cmdline').read_bytes()!r}")
    return found


def wait_until_clean(folder: Path, seconds: float) -> None:
    """Fails if a process or a folder of a bot is left after `seconds`."""
    deadline = time.monotonic() + seconds
    while processes_of(folder) or any(folder.iterdir()):
        if time.monotonic() > deadline:
            left = [str(path) for path in folder.rglob("*")]
            raise AssertionError(f"left behind: {processes_of(folder)} {left}")
        time.sleep(0.02)


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
        wait_until_clean(folder, 0.0)
