"""The probe: one file that answers whatever it is asked and tells what it finds bit by bit."""

import os
import re
import subprocess
import sys
import time
from pathlib import Path

import psutil
import pytest

PROBE = Path(__file__).resolve().parents[2] / "bots/probe/main.py"
ANSWER = "8000 4500 100\n8000 4500 100\n"


class Match:
    """A running probe that is asked turn by turn. environment: on top of this process's."""

    def __init__(self, tmp_path: Path, text: str = "", **environment: str) -> None:
        file = tmp_path / "probe.py"
        file.write_text(text or PROBE.read_text())
        self.temporary = tmp_path / "temporary"
        self.temporary.mkdir()
        self.errors = tmp_path / "stderr.txt"
        with open(self.errors, "w") as errors:
            self.process = subprocess.Popen(
                [sys.executable, "-I", str(file)],
                cwd=tmp_path,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=errors,
                text=True,
                env=os.environ | {"TMPDIR": str(self.temporary)} | environment,
            )

    def ask(self, lines: str) -> list[str]:
        """The lines of one answer, as many as the probe has."""
        assert self.process.stdin is not None and self.process.stdout is not None
        self.process.stdin.write(lines)
        self.process.stdin.flush()
        return [self.process.stdout.readline().strip() for _ in range(ANSWER.count("\n"))]

    def end(self) -> str:
        """Closes its input; what it said on stderr."""
        assert self.process.stdin is not None and self.process.stdout is not None
        self.process.stdin.close()
        assert self.process.stdout.read() == ""
        assert self.process.wait(60) == 0
        self.process.stdout.close()
        return self.errors.read_text()


def play(match: Match, turns: int) -> str:
    for _ in range(turns):
        assert match.ask("1\n2 3\n") == ANSWER.splitlines()
        time.sleep(0.02)
    return match.end()


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> str:
    """What the probe says in twenty turns."""
    return play(Match(tmp_path_factory.mktemp("match")), 20)


def test_it_answers_every_turn_and_ends_quietly(tmp_path: Path):
    match = Match(tmp_path)
    told = play(match, 3)
    assert "Error" not in told
    assert list(match.temporary.iterdir()) == []


def test_it_tells_all_that_a_bot_author_wants_to_know(told: str):
    for start in (
        "python 3.",
        "options: -u 0 -I 1 -O 0",
        "libraries: ",
        "processors: ",
        "limits (-1: none): AS ",
        "compilers: ",
        "turn 1: 2 lines after ",
        "pauses in ",
    ):
        assert re.search("^" + re.escape(start), told, re.MULTILINE), start


def test_it_compiles_and_loads(told: str, require):
    require("cc")
    assert re.search(r"^temporary folder .*: written in [0-9.]+ ms$", told, re.MULTILINE)
    assert re.search(r"^compiled after [0-9.]+ ms, status 0: $", told, re.MULTILINE)
    assert re.search(r"^loaded and called in [0-9.]+ ms: 2 \+ 40 = 42$", told, re.MULTILINE)


def test_it_sees_that_it_runs_while_it_waits(told: str):
    waits = re.findall(r"after ([0-9.]+) ms, .* ran ([0-9]+) and ([0-9]+) ms", told)
    assert len(waits) == 20
    assert all(float(waited) > 10.0 for waited, _, _ in waits[1:])
    assert sum(int(ticks) for _, ticks, _ in waits) > 0
    assert sum(int(ticks) for _, _, ticks in waits) > 0


def test_a_turn_writes_at_most_a_thousand_bytes(tmp_path: Path):
    match = Match(tmp_path)
    before = 0
    for _ in range(5):
        match.ask("0\n")
        time.sleep(0.05)
        size = match.errors.stat().st_size
        assert size - before <= 1000
        before = size
    match.end()


def test_the_lines_of_a_turn_may_come_in_pieces(tmp_path: Path):
    match = Match(tmp_path)
    assert match.process.stdin is not None
    match.process.stdin.write("1\n")
    match.process.stdin.flush()
    assert match.ask("2\n3\n") == ANSWER.splitlines()
    assert "turn 1: 3 lines" in match.end()


def test_the_last_line_can_be_the_answer(tmp_path: Path):
    """For contests that list the legal moves."""
    text = PROBE.read_text()
    old = 'ANSWER = ["8000 4500 100", "8000 4500 100"]'
    assert old in text
    match = Match(tmp_path, text.replace(old, 'ANSWER = ["(the last line read)"] * 2'))
    assert match.ask("2\nGROW 1\nWAIT\n") == ["WAIT", "WAIT"]
    match.end()


def test_it_tells_what_a_compiler_that_fails_says(tmp_path: Path):
    folder = tmp_path / "tools"
    folder.mkdir()
    (folder / "cc").write_text("#!/bin/sh\necho broken; exit 1\n")
    (folder / "cc").chmod(0o755)
    told = play(Match(tmp_path, PATH=str(folder)), 20)
    assert "status 1: broken" in told
    assert "compilers: OSError: " in told  # there is no library to load


def test_a_killed_probe_leaves_no_process(tmp_path: Path):
    match = Match(tmp_path)
    match.ask("0\n")
    children = psutil.Process(match.process.pid).children(recursive=True)
    assert children
    match.process.kill()
    match.process.communicate()
    _, alive = psutil.wait_procs(children, 10)
    assert alive == []


def test_it_is_its_own_bundle():
    """Nothing of the project is imported, so nothing has to be unpacked."""
    text = PROBE.read_text()
    assert "from common" not in text
    assert "from bots" not in text
