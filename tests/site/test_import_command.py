"""`import`: files in, records out, and commands that work on them."""

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from botsmith.arena.store.record import read_matches
from botsmith.arena.store.store import open_store
from botsmith.board.state import LeagueBoard
from botsmith.referees import referee_for
from botsmith.referees.verify import first_difference
from botsmith.site.outgoing import site_json
from tests.commands import botsmith, refusal


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
    refusal("import", str(tmp_path / "nofile.json"), "-o", str(output))
    assert not output.exists()
    output.write_bytes(b"")
    botsmith("import", str(tmp_path / "nofile.json"), "-o", str(output))
    assert output.exists(), "an empty file that was there is the user's"


SNAKES = Path(__file__).resolve().parents[1] / "golden" / "snakebyte" / "matches.jsonl.gz"


def snake_games(each: int) -> Iterator[dict[str, Any]]:
    """SnakeByte games of every league in the site's form, `me` against two rivals, seats turned."""
    seen = Counter[int]()
    for match in read_matches(SNAKES):
        league = match.config["league"]
        if seen[league] < each:
            number = seen.total()
            seen[league] += 1
            value = {**site_json(match), "gameId": 100 + number}
            names = ("me", f"rival {number % 2}")[:: (-1) ** number]
            for agent, name in zip(value["agents"], names, strict=True):
                agent["codingamer"]["pseudo"] = name
            yield value


def test_the_league_of_a_game_is_found(imported):
    """Every game was taken for one of the legend league."""
    for value in snake_games(1):
        view = "KEY_FRAME 0\n" + json.dumps(value["frames"][0])
        value["frames"][0]["view"] = view
        match = imported(value)
        assert first_difference(match, referee_for("snakebyte")) is None
        assert f"{match.config['width']} {match.config['height']}" in view
    for view in ("18 10", ""):  # another league's size, and none
        value["frames"][0]["view"] = view
        assert first_difference(imported(value), referee_for("snakebyte")) is None


def test_a_league_may_be_named(tmp_path, imported, site):
    value = next(snake_games(1))
    path = tmp_path / "game.json"
    path.write_text(json.dumps(value), encoding="ascii")
    done = botsmith("import", str(path), "-o", str(tmp_path / "x.jsonl.gz"), "--league", "9")
    assert done.returncode == 2 and "plays 4 3 2 1" in done.stderr
    path.write_text(json.dumps(site("uttt")), encoding="ascii")
    done = botsmith("import", str(path), "-o", str(tmp_path / "x.jsonl.gz"), "--league", "1")
    assert done.returncode == 2 and "plays the top one alone" in done.stderr


def test_a_folder_becomes_a_store(tmp_path, site):
    games = list(snake_games(1))
    (tmp_path / "games").mkdir()
    (tmp_path / "games" / "one.json").write_text(json.dumps({"success": games[0]}))
    (tmp_path / "games" / "array.json").write_text(json.dumps([*games[1:3], {}]))
    lines = "\n".join(map(json.dumps, games[3:]))
    (tmp_path / "games" / "lines.jsonl").write_text(f"{lines}\n{{")
    (tmp_path / "games" / "notes.md").write_text("no game")
    store = str(tmp_path / "site.db")
    done = botsmith("import", str(tmp_path / "games"), "--db", store)
    assert done.returncode == 2 and done.stderr.count("\n") == 2
    assert "array.json game 2: no 'frames'" in done.stderr and "lines.jsonl line" in done.stderr
    assert done.stdout.count("our referee repeats it") == len(games)
    again = botsmith("import", str(tmp_path / "games" / "lines.jsonl"), "--db", store)
    assert again.stdout.count("already") == len(games) - 3 == 1
    rows = json.loads(botsmith("export", "--db", store, "--json", "--where", "bot == 'me'").stdout)
    assert len(rows) == len(games)
    lost = json.loads(botsmith("lost", "--db", store, "--json").stdout)
    assert {game["bot"] for game in lost} == {"me"}
    with open_store(Path(store)) as opened:
        board = LeagueBoard(opened.leagues()[0])
        board.read(opened)
        assert board.games(100) == len(games)
