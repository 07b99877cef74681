"""Ways that a user walks: from an installed wheel, an empty HOME and an empty folder to the end."""

import os
import subprocess
import sys
import sysconfig
import venv
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PATIENCE_S = 900.0  # for one command on a busy machine
XCLIP = """#!/bin/sh
case "$*" in *-o*) cat "$HOME/clipboard" ;; *) cat > "$HOME/clipboard" ;; esac
"""
BUSY = "while True: pass"


class Shell:
    """A user's shell in an empty HOME: what is typed there runs the installed command."""

    def __init__(self, home: Path, environment: dict[str, str]) -> None:
        self.home = home
        self.environment = {**environment, "HOME": str(home)}
        self.folder = home

    def ended(self, line: str) -> "subprocess.CompletedProcess[str]":
        """Types a line and waits for its end."""
        return subprocess.run(
            ["sh", "-c", line],
            cwd=self.folder,
            env=self.environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=PATIENCE_S,
        )

    def run(self, line: str) -> str:
        """Types a line that has to succeed; returns what it prints."""
        done = self.ended(line)
        assert done.returncode == 0, f"{line}\n{done.stdout[-3000:]}{done.stderr[-3000:]}"
        assert "Traceback" not in done.stderr, done.stderr
        return done.stdout

    def begin(self, line: str) -> "subprocess.Popen[str]":
        """Types a line that goes on, with its output in a pipe."""
        return subprocess.Popen(
            line.split(),
            cwd=self.folder,
            env={**self.environment, "PYTHONUNBUFFERED": "1"},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )

    def write(self, path: str, text: str) -> None:
        """Writes a file of the present folder."""
        (self.folder / path).parent.mkdir(parents=True, exist_ok=True)
        (self.folder / path).write_text(text, encoding="utf-8")

    def replace(self, path: str, old: str, new: str) -> None:
        """Changes a text that stands once in a file, as an editor does."""
        text = (self.folder / path).read_text(encoding="utf-8")
        assert text.count(old) == 1, (path, old)
        self.write(path, text.replace(old, new))


def outer_pip() -> list[str]:
    """A pip of this machine; the set-up's own environment has none."""
    for python in (sys.executable, getattr(sys, "_base_executable", ""), "python3"):
        asked = subprocess.run([python, "-m", "pip", "--version"], capture_output=True)
        if asked.returncode == 0:
            return [python, "-m", "pip", "--disable-pip-version-check"]
    pytest.fail("no pip on this machine")


@pytest.fixture(scope="session")
def installed(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The environment of a user who has just installed the wheel, and a clipboard. The packages
    that it needs are this Python's: nothing comes from the network but what builds the wheel.
    """
    top = tmp_path_factory.mktemp("installed")
    tools = top / "venv" / "bin"
    kept = {n: v for n, v in os.environ.items() if not n.startswith(("PYTHON", "BOTSMITH_"))}
    kept.pop("WAYLAND_DISPLAY", None)
    pip = outer_pip()
    subprocess.run([*pip, "wheel", "-q", "--no-deps", "-w", str(top), str(ROOT)], check=True)
    (wheel,) = top.glob("botsmith-*.whl")
    assert wheel.stat().st_size < 3_000_000
    assert "botsmith/kit/docs/new-contest.md" in zipfile.ZipFile(wheel).namelist()
    venv.create(top / "venv", with_pip=False)
    into = [*pip, "--python", str(tools / "python"), "install", "-q", "--no-deps", str(wheel)]
    subprocess.run(into, check=True)
    (library,) = (top / "venv").glob("lib/*/site-packages")
    (library / "packages.pth").write_text(sysconfig.get_paths()["purelib"] + "\n")
    (tools / "xclip").write_text(XCLIP)
    (tools / "xclip").chmod(0o755)
    own = [str(tools), os.environ["PATH"], str(Path(sys.executable).parent)]
    return {**kept, "DISPLAY": ":0", "PATH": os.pathsep.join(own)}


@pytest.fixture(params=["idle", "busy"])
def shell(
    request: pytest.FixtureRequest, installed: dict[str, str], tmp_path: Path
) -> Iterator[Shell]:
    """A shell in an empty home; busy: more programs run beside it than there are cores."""
    count = 2 * (os.cpu_count() or 1) if request.param == "busy" else 0
    others = [subprocess.Popen([sys.executable, "-c", BUSY]) for _ in range(count)]
    home = tmp_path / "home"
    home.mkdir()
    try:
        yield Shell(home, installed)
    finally:
        for each in others:
            each.kill()
            each.wait()
