"""The command `referee` and the tools it speaks to; tests/arena/test_foreign.py drives it."""

import io
import json
import subprocess
import sys
from pathlib import Path

import pytest

from botsmith.arena.store.record import read_matches
from botsmith.errors import BadInput
from botsmith.interop.old_protocol import Driven, Driver
from botsmith.referees import referee_for
from botsmith.referees.base import Lines
from botsmith.workspace import HOME as ROOT
from tests.arena.toys import Doubles
from tests.commands import botsmith, refusal
from tests.pages import files_of, page_beside

PROGRAMS = files_of(page_beside(__file__, "programs.txt")["programs"])

PYTHON = sys.executable
REFEREE = f"env PYTHONPATH={ROOT} {PYTHON} -m botsmith referee csb"


def referee(*arguments: str) -> "subprocess.CompletedProcess[str]":
    """`python -m botsmith referee ...`."""
    return botsmith("referee", *arguments)


class SlowDriver(Driver):
    """Every look at the clock is 0.4 s later than the last."""

    seconds = 0.0

    def tick(self) -> float:
        self.seconds += 0.4
        return self.seconds


def drive(answers: str, rule: str) -> tuple[str, str]:
    """What the referee writes to a slow driver with these answers: stdout, stderr."""
    stdout, stderr = io.BytesIO(), io.StringIO()
    driver = SlowDriver(io.BytesIO(answers.encode()), stdout)
    driver.now = driver.tick
    Driven(referee_for("csb").from_seed(1, 2), driver, rule, stderr).play()
    return stdout.getvalue().decode(), stderr.getvalue()


def test_the_old_protocol_keeps_the_time_rule() -> None:
    """First answers may take a second, later ones 75 ms: player 0 is late in its second turn."""
    stdout, stderr = drive("1 1 100\n" * 8, "hard")
    assert stdout.endswith("###Output 0 2\n###End 1 0\n")
    assert stderr == "botsmith: player 0: timeout: 400 ms (limit 75 ms)\n"


def test_the_old_protocol_says_what_was_invalid() -> None:
    stdout, stderr = drive("1 1 100\n1 1 100\n1 1 100\nno\x1b[31m\n", "none")
    assert stdout.endswith("###End 0 1\n")
    assert stderr.startswith("botsmith: player 1: invalid: ")
    assert stderr.isprintable() or stderr.strip().isprintable()


class Walls(Doubles):
    """A game that draws a map."""

    def inputs(self, seat: int) -> Lines:
        return ["#.#", "###"]


def test_a_game_that_the_old_protocol_would_tear_apart_is_refused() -> None:
    driver = Driver(io.BytesIO(b"2\n" * 9), io.BytesIO())
    with pytest.raises(BadInput, match="doubles: its lines may begin with ###"):
        Driven(Walls.from_seed(1, 2), driver, "none", io.StringIO()).play()


@pytest.mark.parametrize("players", [1, 2, 3])
def test_the_old_protocol_takes_any_number_of_players(players: int) -> None:
    """All answer well in the first turn; in the second only player 0 does."""
    answers = ["2"] * players + ["4"] + ["0"] * (players - 1) + ["6", "8", "10", "12"]
    stdout = io.BytesIO()
    driver = Driver(io.BytesIO("\n".join([*answers, ""]).encode()), stdout)
    ranks = Driven(Doubles.from_seed(1, players), driver, "none", io.StringIO()).play()
    assert ranks == [1, 2, 2][:players]
    assert (
        stdout.getvalue().decode().splitlines()[-1]
        == ["", "###End 0", "###End 0 1", "###End 0 12"][players]
    )


@pytest.mark.parametrize("answers", ["", "1 1 100\n"])
def test_the_old_protocol_refuses_to_guess_a_missing_line(answers: str) -> None:
    with pytest.raises(BadInput, match="stdin ended before the match did"):
        drive(answers, "none")


TALKER = PROGRAMS["talks"]


def test_psyleagues_json(tmp_path: Path) -> None:
    (tmp_path / "talker.py").write_text(TALKER)
    talker = str(tmp_path / "talker.py")
    done = referee("csb", talker, "coast", "--json", "psyleague", "-d", "seed=9", "--time", "none")
    assert (done.returncode, done.stderr) == (0, "")
    found = json.loads(done.stdout)
    turns = found["player_data"][0]["turns"]
    assert found == {
        "ranks": [1, 0],
        "errors": [0, 0],
        "test_data": {"seed": 9, "laps": 3},
        "player_data": [{"turns": turns, "half": turns / 2, "speed": (turns - 1) ** 2}, {}],
    }


@pytest.mark.parametrize("form", ["psyleague", "cgarena"])
def test_a_failing_player_is_told_on_stderr_beside_the_json(form: str) -> None:
    """`--json` said nothing of it."""
    done = referee("csb", "coast", "crash", "--json", form, "-d", "seed=9", "--time", "none")
    assert done.returncode == 0 and json.loads(done.stdout)
    assert done.stderr.count("\n") == 1 and "seat 1 crash: turn 5: crash" in done.stderr


def test_cgarenas_json(tmp_path: Path) -> None:
    (tmp_path / "talker.py").write_text(TALKER)
    record = tmp_path / "record.jsonl.gz"
    players = [str(tmp_path / "talker.py"), "crash"]
    done = referee(
        *("csb", "--seed", "9", "--record", str(record), *players),
        *("--json", "cgarena", "--time", "none"),
    )
    assert done.returncode == 0
    found = json.loads(done.stdout)
    assert (found["ranks"], found["errors"], found["scores"]) == ([0, 1], [0, 1], [1, -1])
    attributes = found["attributes"]
    assert {"name": "laps", "player": None, "turn": None, "value": "3"} in attributes
    assert {"name": "half", "player": 0, "turn": None, "value": "3.0"} in attributes
    assert {"name": "speed", "player": 0, "turn": 4, "value": "16"} in attributes
    assert [match.seed for match in read_matches(record)] == ["9"]


@pytest.mark.parametrize("option", ["-l", "--record"])
def test_a_log_replaces_an_older_one_and_no_other_file(tmp_path: Path, option: str) -> None:
    path = tmp_path / "out"
    words = ("csb", "crash", "crash", "--seed", "1", "--time", "none", option, str(path))
    for _ in range(2):
        done = referee(*words)
        assert (done.returncode, done.stdout) == (0, "-1\n1\nseed=1\n")
        assert "seat 0 crash: turn 5: crash: ended with status 1" in done.stderr
    path.write_text("import sys\n", encoding="ascii")
    said = refusal("referee", *words)
    assert "is there and is no log or record; expected another name" in said
    assert path.read_text(encoding="ascii") == "import sys\n"


def test_a_players_command_may_be_the_bare_path_of_a_program(tmp_path: Path) -> None:
    program = tmp_path / "my bot"
    program.write_text(f"#!{PYTHON}\n{TALKER}")
    program.chmod(0o755)
    done = referee("csb", "-p1", str(program), "-p2", "coast", "--time", "none", "-d", "seed=1")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == "0\n1\nseed=1\n"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["csb", "-p1", "coast"], "csb takes 2 players, got 1"),
        (["csb", "-p2", "coast"], "-p1 is missing"),
        (["csb", "-p1", "coast", "coast"], "named twice"),
        (["csb", "coast", "coast", "-d", "seed=5", "--seed", "5"], "the seed is named twice"),
        (["csb", "coast", "coast", "-d", "5"], "-d '5': expected seed=NUMBER"),
        (["csb", "coast", "coast", "-l", "no/where.json"], "no folder"),
        (["csb", "coast", "coast", "--json", "xml"], "expected psyleague or cgarena"),
    ],
)
def test_bad_input_is_one_line_and_status_2(arguments: list[str], message: str) -> None:
    assert message in refusal("referee", *arguments)


@pytest.mark.parametrize(
    ("stdin", "message"),
    [
        ("", "stdin ended"),
        ("hello\n", "expected ###Seed N or ###Start N, got 'hello'"),
        ("###Seed x\n", "expected ###Seed N"),
    ],
)
def test_a_driver_that_speaks_otherwise_is_told(stdin: str, message: str) -> None:
    with pytest.raises(BadInput, match=message):
        Driver(io.BytesIO(stdin.encode()), io.BytesIO()).start()


def test_a_driver_of_other_players_is_told_in_one_line() -> None:
    command = [PYTHON, "-m", "botsmith", "referee", "csb"]
    done = subprocess.run(command, cwd=ROOT, input="###Start 3\n", capture_output=True, text=True)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert "csb takes 2 players, got ###Start 3" in done.stderr
