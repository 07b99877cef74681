"""`import`: files in, records out, and commands that work on them."""

import json

import pytest

from botsmith.arena.store.record import read_matches
from tests.commands import botsmith


@pytest.fixture
def race(tmp_path, site):
    """A file with a race, numbered 12."""
    path = tmp_path / "race.json"
    path.write_text(json.dumps({**site("csb"), "gameId": 12}), encoding="ascii")
    return path


def test_a_race_of_the_site_is_imported_verified_and_shown(tmp_path, race):
    records, page = tmp_path / "site.jsonl.gz", tmp_path / "page.html"
    done = botsmith("import", str(race), "-o", str(records))
    assert done.returncode == 0, done.stderr
    assert "race.json: csb, seed 1000, 205 turns, 1. player 1, 2. player 0; match 0" in done.stdout
    assert "our referee repeats it" in done.stdout
    assert f"replay {records} --match 0" in done.stdout
    assert (
        "\n    not as ours in match 0, turn 204: the map as the seed gives it" in done.stdout
    )  # it is a label here
    assert botsmith("verify", "csb", str(records)).stdout.endswith("\nequal 1 of 1 matches\n")
    assert botsmith("replay", str(records), "-o", str(page)).returncode == 0


def test_a_game_is_imported_once(tmp_path, race):
    records = tmp_path / "site.jsonl.gz"
    botsmith("import", str(race), "-o", str(records))
    done = botsmith("import", str(race), str(race), "-o", str(records))
    assert done.stdout.count(f"is match 0 of {records} already") == 2
    assert len(list(read_matches(records))) == 1


def test_games_without_a_number_are_not_taken_for_each_other(tmp_path, race, site):
    records = tmp_path / "site.jsonl.gz"
    race.write_text(json.dumps(site("csb")), encoding="ascii")
    done = botsmith("import", str(race), str(race), "-o", str(records))
    assert "already" not in done.stdout
    assert len(list(read_matches(records))) == 2


def test_a_bad_file_is_one_line_and_the_others_are_imported(tmp_path, race):
    records, bad = tmp_path / "site.jsonl.gz", tmp_path / "bad.json"
    bad.write_text("<html>", encoding="ascii")
    done = botsmith("import", str(bad), str(race), "-o", str(records))
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert f"{bad} line 1: expected a JSON object" in done.stderr
    assert len(list(read_matches(records))) == 1


def test_a_game_that_our_referee_leaves_is_shown_as_far_as_it_goes(tmp_path, race, site):
    value = site("uttt")
    value["frames"][9]["stdout"] = "9 9\n"
    for frame in value["frames"][1:]:
        frame["stderr"] = "thought\n"
    race.write_text(json.dumps(value), encoding="ascii")
    records, page = tmp_path / "site.jsonl.gz", tmp_path / "page.html"
    botsmith("import", str(race), "-o", str(records), "--game", "uttt")
    done = botsmith("replay", str(records), "-o", str(page))
    assert done.returncode == 0
    assert done.stderr.count("\n") == 1
    assert "shown are 9 of " in done.stderr and "our referee ended this match before" in done.stderr
    assert "thought\\nthought" not in page.read_text(encoding="utf-8")


def test_a_difference_is_shown_with_turn_and_value(tmp_path, race, site):
    value = site("csb")
    value["frames"][10]["view"] = value["frames"][8]["view"]
    race.write_text(json.dumps(value), encoding="ascii")
    done = botsmith("import", str(race), "-o", str(tmp_path / "site.jsonl.gz"))
    assert done.returncode == 0
    assert "our referee does not repeat it: turn 4, site's pods (from config): expected [[" in (
        done.stdout
    )


def test_nothing_is_written_where_nothing_was_taken(tmp_path):
    output = tmp_path / "out.jsonl.gz"
    done = botsmith("import", str(tmp_path / "nofile.json"), "-o", str(output))
    assert done.returncode == 2 and done.stderr.count("\n") == 1
    assert not output.exists()
    output.write_bytes(b"")
    botsmith("import", str(tmp_path / "nofile.json"), "-o", str(output))
    assert output.exists(), "an empty file that was there is the user's"
