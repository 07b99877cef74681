"""What all tests share: tools from outside, and property tests that do not depend on the clock."""

import os
import shutil
import signal
import sys
import tempfile
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings

from botsmith.arena import kept

# A job in a shell's background ignores Ctrl-C, and its children would too.
signal.signal(signal.SIGINT, signal.default_int_handler)

# `botsmith test` keeps the present folder from pytest; the commands below begin without that.
os.environ.pop("PYTHONSAFEPATH", None)

# A thousand commands start below: each would compile all that it imports.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False

# A failed assertion of a helper shows its values too.
for folder in Path(__file__).parent.iterdir():
    pytest.register_assert_rewrite(f"tests.{folder.stem}")

# The same examples in every run; a busy machine is no reason to fail.
settings.register_profile("botsmith", deadline=None, derandomize=True, database=None)
settings.load_profile("botsmith")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Tests marked `long` run first. Those marked `alone` run last and, as one group of
    pytest-xdist's, in one process: by then the other processes have ended.
    """
    alone = {item for item in items if item.get_closest_marker("alone")}
    for item in alone:
        item.add_marker(pytest.mark.xdist_group("alone"))
    items.sort(key=lambda item: (item in alone, item.get_closest_marker("long") is None))


NOT_EVERYWHERE = ("gcc-11",)  # programs that not every Debian has


def require_tool(tool: str) -> str:
    """The path of a program, on PATH or beside this Python; or of a file, if it is absolute.

    Where it is missing: skips, or fails under BOTSMITH_REQUIRE=all unless it is NOT_EVERYWHERE.
    """
    if os.path.isabs(tool) and os.path.exists(tool):
        return tool
    path = shutil.which(tool) or shutil.which(tool, path=os.path.dirname(sys.executable))
    if path is not None:
        return path
    if os.environ.get("BOTSMITH_REQUIRE") == "all" and tool not in NOT_EVERYWHERE:
        pytest.fail(f"{tool} is missing, and BOTSMITH_REQUIRE=all allows no skip")
    pytest.skip(f"{tool} is not on this machine")


@pytest.fixture(scope="session")
def ring_folders(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Names for folders. `mktemp` would look at all of the earlier ones for the next number."""
    kept_here = tmp_path_factory.mktemp("kept")
    return (kept_here / str(number) for number in count())


@pytest.fixture(autouse=True)
def ring(ring_folders: Iterator[Path], monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where `play` keeps its matches in this test: an empty folder of its own."""
    folder = next(ring_folders)
    folder.mkdir()
    place = folder / ".botsmith" / "played.db"
    monkeypatch.setattr(kept, "RING", place)
    return place


@pytest.fixture(scope="session", autouse=True)
def temporary_folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """What we and all children put into a temporary folder lies below pytest's own, which pytest
    clears away: also what a killed process leaves.
    """
    with pytest.MonkeyPatch.context() as patch:
        folder = str(tmp_path_factory.mktemp("temporary"))
        patch.setattr(tempfile, "tempdir", folder)
        patch.setenv("TMPDIR", folder)
        yield


@pytest.fixture(scope="session")
def require() -> Callable[[str], str]:
    """`require("gcc")` gives the program's path, or ends the test as `require_tool` says."""
    return require_tool


@pytest.fixture(scope="session")
def browser(require: Callable[[str], str]) -> Iterator[Any]:
    """Debian's Chromium, driven by playwright: one for all tests, as two would share a loop."""
    program = require("chromium")
    from playwright.sync_api import sync_playwright

    options = ["--no-sandbox"] if os.name == "posix" and os.geteuid() == 0 else []
    with sync_playwright() as driver:
        opened = driver.chromium.launch(executable_path=program, args=options)
        yield opened
        opened.close()
