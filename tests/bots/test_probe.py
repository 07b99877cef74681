"""The probe: one file that answers whatever it is asked and tells what it finds bit by bit."""

import ast
import io
import os
import re
import shutil
import subprocess
import sys
import time
import tokenize
from pathlib import Path

import psutil
import pytest

from botsmith.arena.process.stacks import waits_for_input
from tests.waiting import PATIENCE, until

IS_TOLD = os.path.exists("/proc/self/syscall")  # where a process stands
PROBE = Path(__file__).resolve().parents[2] / "bots/probe/main.py"
DOCUMENTED = (ast.Module, ast.ClassDef, ast.FunctionDef)
ANSWER = "8000 4500 100\n8000 4500 100\n"


class Match:
    """A running probe that is asked turn by turn. environment: on top of this process's."""

    def __init__(
        self, tmp_path: Path, text: str = "", as_text: bool = False, **environment: str
    ) -> None:
        file = tmp_path / "probe.py"
        file.write_text(text or PROBE.read_text())
        program = ["-c", file.read_text()] if as_text else [str(file)]
        self.temporary = tmp_path / "temporary"
        self.temporary.mkdir()
        self.errors = tmp_path / "stderr.txt"
        with open(self.errors, "w") as errors:
            self.process = subprocess.Popen(
                [sys.executable, "-I", *program],
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
        assert self.process.wait(PATIENCE) == 0
        self.process.stdout.close()
        return self.errors.read_text()

    def rest(self) -> None:
        """Waits until it has said all of its turn and reads, then 20 ms."""
        until(lambda: not IS_TOLD or waits_for_input([self.process.pid]))
        time.sleep(0.02)


def play(match: Match, turns: int, last: str = "") -> str:
    """What it says in so many turns, and in more of them until `last` is there."""
    for turn in range(10_000):
        if turn >= turns and last in match.errors.read_text():
            break
        assert match.ask("1\n2 3\n") == ANSWER.splitlines()
        match.rest()
    return match.end()


@pytest.fixture(scope="module")
def printed(tmp_path_factory: pytest.TempPathFactory) -> str:
    """What the probe says in twenty turns, and in as many more as a compiler takes here."""
    match = Match(tmp_path_factory.mktemp("match"))
    return play(match, 20, "\nloaded_ms" if shutil.which("cc") else "")


def test_it_answers_every_turn_and_ends_quietly(tmp_path: Path):
    match = Match(tmp_path)
    printed = play(match, 3)
    assert "Error" not in printed
    assert list(match.temporary.iterdir()) == []


def test_it_tells_all_that_a_bot_author_wants_to_know(printed: str):
    for start in (
        "python 3.",
        "platform ",
        "buffered True, isolated 1, optimize 0",
        "libraries [",
        "processors ",
        "model ",
        "cgroup_cpu ",
        "AS ",
        "memory ",
        "compilers [",
        "turn 1, lines 2, waited_ms ",
        "busy_ms ",
    ):
        assert re.search("^" + re.escape(start), printed, re.MULTILINE), start


def test_it_compiles_and_loads(printed: str, require):
    require("cc")
    assert re.search(r"^temporary_folder .*, written_ms [0-9.]+$", printed, re.MULTILINE)
    assert re.search(
        r"^ran -std=c11, after_ms [0-9.]+, status 0, said \[\]$", printed, re.MULTILINE
    )
    assert re.search(r"^loaded_ms [0-9.]+, answer 42$", printed, re.MULTILINE)


def test_it_tells_where_it_stands_and_that_it_can_be_read(tmp_path: Path):
    printed = play(Match(tmp_path), 3)
    place = tmp_path / "probe.py"
    assert f"file {place}, traceback {place}\nreadable True, this_program True\n" in printed


def test_a_site_that_hands_over_text_without_a_file_is_seen(tmp_path: Path):
    printed = play(Match(tmp_path, as_text=True), 3)
    assert "file None, traceback <string>\n" in printed
    assert "part program, failed FileNotFoundError(" in printed


def test_another_file_in_its_place_is_seen(tmp_path: Path):
    text = "import sys; exec(compile(sys.argv[1], sys.argv[2], 'exec'), {'__name__': '__main__'})"
    other = tmp_path / "other.py"
    other.write_text("pass\n" * 400)
    words = ["-I", "-c", text, PROBE.read_text(), str(other)]
    done = subprocess.run([sys.executable, *words], input="1\n", capture_output=True, text=True)
    assert f"traceback {other}\nreadable True, this_program False\n" in done.stderr


def test_it_sees_that_it_runs_while_it_waits(printed: str):
    waits = re.findall(r"waited_ms ([0-9.]+), thread_ran_ms (\d+), process_ran_ms (\d+)", printed)
    assert len(waits) >= 20
    assert all(float(waited) > 10.0 for waited, _, _ in waits[1:])
    assert sum(int(ticks) for _, ticks, _ in waits) > 0
    assert sum(int(ticks) for _, _, ticks in waits) > 0


def test_a_turn_writes_at_most_a_thousand_bytes(tmp_path: Path):
    match = Match(tmp_path)
    before = 0
    for _ in range(5):
        match.ask("0\n")
        match.rest()
        size = match.errors.stat().st_size
        assert size - before <= 1000
        before = size
    match.end()


def test_the_lines_of_a_turn_may_come_in_pieces(tmp_path: Path):
    match = Match(tmp_path)
    assert match.process.stdin is not None
    match.process.stdin.write("1\n")
    match.process.stdin.flush()
    for _ in range(2):  # it tells a part a turn
        assert match.ask("2\n3\n") == ANSWER.splitlines()
    assert "turn 1, lines 3," in match.end()


def test_the_last_line_can_be_the_answer(tmp_path: Path):
    """For contests that list the legal moves."""
    text = PROBE.read_text()
    old = 'ANSWER = ["8000 4500 100", "8000 4500 100"]'
    assert old in text
    match = Match(tmp_path, text.replace(old, 'ANSWER = ["(the last line)"] * 2'))
    assert match.ask("2\nGROW 1\nWAIT\n") == ["WAIT", "WAIT"]
    match.end()


def test_it_tells_what_a_compiler_that_fails_says(tmp_path: Path):
    folder = tmp_path / "tools"
    folder.mkdir()
    (folder / "cc").write_text("#!/bin/sh\necho broken; exit 1\n")
    (folder / "cc").chmod(0o755)
    printed = play(Match(tmp_path, PATH=str(folder)), 1, "compilers OSError(")
    assert "status 1, said ['broken']" in printed
    assert "compilers OSError(" in printed  # there is no library to load


def test_a_killed_probe_leaves_no_process(tmp_path: Path):
    match = Match(tmp_path)
    match.ask("0\n")
    children = psutil.Process(match.process.pid).children(recursive=True)
    assert children
    match.process.kill()
    match.process.communicate()
    _, alive = psutil.wait_procs(children, PATIENCE)
    assert alive == []


def test_it_is_code_and_not_texts():
    """An editor paints it as a program, as every bundle: 95 of 100 characters are no literal."""
    text = PROBE.read_text()
    nodes = [node for node in ast.walk(ast.parse(text)) if isinstance(node, DOCUMENTED)]
    about = {node.body[0].lineno for node in nodes if ast.get_docstring(node) is not None}
    literals = [
        token.string
        for token in tokenize.generate_tokens(io.StringIO(text).readline)
        if token.type == tokenize.STRING and token.start[0] not in about
    ]
    assert sum(map(len, literals)) <= 0.05 * len(text)


def test_it_is_its_own_bundle():
    """Nothing of the project is imported, so nothing has to be unpacked."""
    text = PROBE.read_text()
    assert "from common" not in text
    assert "from bots" not in text
