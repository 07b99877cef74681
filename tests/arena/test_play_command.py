"""The command `play`, from outside: its one JSON document, its table, its one-line errors."""

import json
import subprocess
from pathlib import Path

import pytest

from botsmith.arena.store.record import read_matches
from tests.commands import botsmith, refusal


def play(*arguments: str) -> "subprocess.CompletedProcess[str]":
    """`python -m botsmith play ...`."""
    return botsmith("play", *arguments)


def test_json_is_one_document_and_nothing_else(tmp_path: Path) -> None:
    record = tmp_path / "matches.jsonl.gz"
    for _ in range(2):
        done = play(
            *("csb", "coast", "random", "--games", "2", "--seed", "5", "--iterations", "1"),
            *("--json", "--record", str(record)),
        )
        assert (done.returncode, done.stderr) == (0, "")
        found = json.loads(done.stdout)
    assert (found["game"], found["seed"], found["games"]) == ("csb", 5, 2)
    assert (found["time_rule"], found["iterations"]) == ("none", 1)
    assert [bot["wins"] for bot in found["bots"]] == [2, 0]
    seats = [match["seats"] for match in found["matches"]]
    assert seats == [["coast", "random"], ["random", "coast"]]
    recorded = list(read_matches(record))
    assert [match.seed for match in recorded] == ["5"] * 4
    assert recorded[:2] != recorded[2:]  # the times
    assert [m.turns for m in recorded[:2]] == [m.turns for m in recorded[2:]]


def test_the_table_names_the_bots_and_their_faults() -> None:
    done = play("csb", "rubbish", "coast", "--slack", "*:60000")
    assert done.returncode == 0
    assert all(line.startswith("botsmith: the machine ") for line in done.stderr.splitlines())
    assert "csb: 1 game from seed 1, time rule hard" in done.stdout
    assert "seed 1, seat 0 rubbish: turn 0: invalid: " in done.stdout
    assert "\x1b" not in done.stdout


def test_with_players_the_last_bot_takes_the_seats_left_over() -> None:
    done = play("csb", "coast", "--players", "2", "--iterations", "1", "--json")
    assert json.loads(done.stdout)["matches"][0]["seats"] == ["coast", "coast#2"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["csb", "random"], "csb takes 2 bots, got 1"),
        (["csb", "random", "random", "--players", "3"], "--players 3: csb takes 2"),
        (["csb", "random", "random", "--games", "many"], "Invalid value for '--games'"),
        (["csb", "random", "random", "--games", "0"], "--games 0: expected at least 1"),
        (["csb", "random", "random", "--iterations", "0"], "--iterations 0: expected at least 1"),
        (["csb", "random", "random", "--openings", "-1"], "--openings -1: expected at least 0"),
        (["csb", "random", "random", "--seed-step", "0"], "--seed-step 0: expected at least 1"),
        (["csb", "random", "random", "--record", "no-folder/x.gz"], "no-folder"),
    ],
)
def test_bad_input_is_one_line_and_status_2(arguments: list[str], message: str) -> None:
    assert message in refusal("play", *arguments)
