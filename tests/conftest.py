"""What all tests share: tools from outside, and property tests that do not depend on the clock."""

import gc
import os
import re
import shlex
import shutil
import signal
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import suppress
from importlib import import_module
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings
from hypothesis.internal.conjecture import providers

from botsmith.arena.matches import runner
from botsmith.arena.process import libraries
from botsmith.arena.store import last_matches

# A job in a shell's background ignores Ctrl-C, and its children would too.
signal.signal(signal.SIGINT, signal.default_int_handler)

# `botsmith test` keeps the present folder from pytest; the commands below begin without that.
os.environ.pop("PYTHONSAFEPATH", None)

# A thousand commands start below: each would compile all that it imports.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False

# A failed assertion of a helper shows its values too.
FOLDER = Path(__file__).parent
for folder in FOLDER.iterdir():
    pytest.register_assert_rewrite(f"tests.{folder.stem}")

MOST_LIBRARIES = 1000  # of 20 to 200 KB
PATIENCE_MS = 240_000.0  # of a browser on a busy machine

# The same examples in every run; a busy machine is no reason to fail.
settings.register_profile(
    "botsmith", deadline=None, derandomize=True, database=None, max_examples=30
)
settings.load_profile("botsmith")
# Nor do they depend on the constants in whichever modules are there by then.
providers._get_local_constants = lambda: providers._local_constants


def pytest_configure(config: pytest.Config) -> None:
    """What JAX and the C compiler make is kept for the workers, their children and the next run."""
    is_worker = hasattr(config, "workerinput")  # which has its parent's environment
    if is_worker or not config.pluginmanager.hasplugin("cacheprovider") or config.cache is None:
        return
    os.environ["JAX_COMPILATION_CACHE_DIR"] = str(config.cache.mkdir("jax"))
    os.environ["JAX_PERSISTENT_CACHE_MIN_COMPILE_TIME_SECS"] = "0"
    os.environ["JAX_PERSISTENT_CACHE_MIN_ENTRY_SIZE_BYTES"] = "-1"
    keep_libraries(config.cache.mkdir("c") / "compiled")


def keep_libraries(folder: Path) -> None:
    """The compilers on PATH hand out what they made before of the same text with the same flags."""
    places = os.environ["PATH"].split(os.pathsep)
    if str(folder / "bin") in places:  # a test that runs pytest
        return
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(libraries, "MOST", MOST_LIBRARIES)
        if libraries.prepared(folder) is None:
            return
    for name in ("gcc", "clang"):  # beside cc
        if path := shutil.which(name):
            words = [sys.executable, "-I", "-S", libraries.WRAPPER, path, folder, MOST_LIBRARIES]
            script = folder / "bin" / name
            script.write_text(f'#!/bin/sh\nexec {shlex.join(map(str, words))} "$@"\n')
            script.chmod(0o700)
    os.environ["PATH"] = os.pathsep.join([str(folder / "bin"), *places])


def pytest_sessionstart(session: pytest.Session) -> None:
    """Collecting makes nothing but what stays: no collection of garbage looks for it meanwhile.

    Each worker that is to collect all tests begins with other ones: in a new clone it finds those
    compiled that its neighbours have begun with.
    """
    gc.disable()
    place = os.environ.get("PYTEST_XDIST_WORKER", "")
    if place and [Path(word).resolve() for word in session.config.args] == [FOLDER]:
        names = [path.relative_to(FOLDER.parent) for path in sorted(FOLDER.rglob("test_*.py"))]
        first = len(names) * int(place[2:]) // int(os.environ["PYTEST_XDIST_WORKER_COUNT"])
        for name in (*names[first:], *names[:first]):
            with suppress(Exception):  # collecting imports it again, and tells
                import_module(".".join(name.with_suffix("").parts))


@pytest.hookimpl(tryfirst=True)
def pytest_pycollect_makeitem(collector: pytest.Collector, obj: object) -> list[pytest.Item] | None:
    """No item is made of a whole campaign where none is asked for: there are thousands."""
    marks = getattr(obj, "pytestmark", [])
    is_left_out = collector.config.getoption("markexpr") == "not campaign"
    return [] if is_left_out and any(mark.name == "campaign" for mark in marks) else None


def pytest_collection_finish() -> None:
    """No collection of garbage looks at what was collected here again: it stays to the end."""
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)
    gc.enable()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Files with a test marked `long` run first: nobody waits for them at the end."""
    first = {item.path for item in items if item.get_closest_marker("long")}
    items.sort(key=lambda item: item.path not in first)


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


@pytest.fixture
def tmp_path(ring_folders: Iterator[Path], request: pytest.FixtureRequest) -> Path:
    """An empty folder with the name of the test."""
    folder = next(ring_folders) / re.sub(r"\W", "_", request.node.name)[:30]
    folder.mkdir(parents=True)
    return folder


@pytest.fixture(autouse=True)
def ring(ring_folders: Iterator[Path], monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where `play` keeps its matches in this test: a folder of its own, that is made for them."""
    place = next(ring_folders) / "played.db"
    monkeypatch.setattr(last_matches, "RING", place)
    return place


@pytest.fixture(autouse=True)
def pool(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """A command of this process plays its matches here, unless a test is about its workers."""
    from tests.matches import HerePool  # whose asserts are rewritten by now

    if request.node.get_closest_marker("workers") is None:
        monkeypatch.setattr(runner, "LocalPool", HerePool)


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

    options = ["--disable-gpu"]  # there is none, and to do as if costs a quarter
    if os.name == "posix" and os.geteuid() == 0:
        options.append("--no-sandbox")
    with sync_playwright() as driver:
        opened = driver.chromium.launch(executable_path=program, args=options, timeout=PATIENCE_MS)
        yield opened
        opened.close()


@pytest.fixture(scope="session")
def only_tab(browser: Any) -> Any:
    """The page that `tab` is."""
    page = browser.new_page()
    page.set_default_timeout(PATIENCE_MS)
    return page


@pytest.fixture
def tab(only_tab: Any) -> Iterator[Any]:
    """One page for all tests, as a new one is: that has processes of its own, at 0.2 s each."""
    only_tab.set_viewport_size({"width": 1280, "height": 720})
    only_tab.emulate_media(color_scheme="light")
    only_tab.mouse.move(0, 0)
    yield only_tab
    only_tab.goto("about:blank")


@pytest.fixture
def complaints(tab: Any) -> Iterator[list[str]]:
    """What `tab` writes to its console or throws while the test lasts."""
    found: list[str] = []
    hears = {
        "console": lambda message: found.append(message.text),
        "pageerror": lambda error: found.append(str(error)),
        "dialog": lambda dialog: found.append(f"dialog {dialog.message}"),
    }
    for event, hear in hears.items():
        tab.on(event, hear)
    yield found
    for event, hear in hears.items():
        tab.remove_listener(event, hear)
