"""The site's JSON: wrappers, frames, names, and what is no game."""

import json
import re

import pytest

from botsmith.errors import BadInput
from botsmith.site.files import LARGEST_FILE, read_games
from botsmith.site.form import game_from_json


@pytest.mark.parametrize("wrapper", [["success"], ["gameResult"], ["success", "gameResult"]])
def test_the_answers_of_older_services_are_unwrapped(site, wrapper):
    value = site("uttt")
    plain = game_from_json(value, "FILE")
    for key in wrapper:
        value = {key: value, "other": 1}
    assert game_from_json(value, "FILE") == plain


def test_names_are_those_of_people_bosses_and_code_from_the_ide(site):
    value = site("csb")
    value["agents"] = [
        {"index": 1, "agentId": 5, "arenaboss": {"nickname": "Boss", "league": {}}},
        {"index": 0, "agentId": -2, "codingamer": None},
    ]
    assert game_from_json(value, "FILE").names == ["code in the IDE", "Boss"]
    value["agents"] = [{"agentId": 1, "codingamer": {"pseudo": "A"}}, {"agentId": 2}]
    assert game_from_json(value, "FILE").names == ["A", "player 1"]


def test_a_test_session_without_agents_counts_who_speaks(site):
    value = site("csb")
    for key in ("agents", "scores", "ranks"):
        del value[key]
    game = game_from_json(value, "FILE")
    assert (game.names, game.scores, game.ranks) == (["player 0", "player 1"], [], [])


def test_colours_are_taken_out_of_the_referees_words(site):
    value = site("uttt")
    value["frames"][1]["gameInformation"] = "\u00a4RED\u00a4Timeout:\u00a7RED\u00a7 too late\n"
    assert game_from_json(value, "FILE").frames[1].said == "Timeout: too late"


def test_a_crash_says_where():
    trace = [{"location": "ANSWER", "container": "Answer.py", "function": "main", "line": 12}]
    error = {"message": "KeyError\n  at: 7", "stacktrace": trace}
    frames = [{"agentId": 0, "error": error}]
    frame = game_from_json({"frames": frames}, "FILE").frames[0]
    assert frame.crash == "KeyError at: 7 (Answer.py:12 main)"
    assert frame.fault == "crash"


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        (lambda value: value.clear(), "no 'frames'; expected the answer of findByGameId"),
        (lambda value: value.update(frames=[]), "0 frames; expected 1 to"),
        (lambda value: value["frames"].append(7), "frame 64: expected an object, got int"),
        (lambda value: value["frames"][1].update(agentId=9), "frame 1: agentId 9; expected -1"),
        (lambda value: value["frames"][1].update(stdout=[]), "frame 1: expected 'stdout' as text"),
        (lambda value: value.update(scores=[1]), "2 agents, 1 scores, 2 ranks, 2 seats"),
        (lambda value: value.update(ranks=[0.5, 1]), "'ranks': expected a list of ranks"),
        (lambda value: value.update(agents=[{"index": 3}] * 2), "agents with the index"),
        (lambda value: value.update(refereeInput=7), "expected 'refereeInput' as text, got int"),
    ],
)
def test_what_is_no_game_is_named_in_one_line(site, change, complaint):
    value = site("uttt")
    change(value)
    with pytest.raises(BadInput, match=re.escape(complaint)) as error:
        game_from_json(value, "FILE")
    assert str(error.value).startswith("FILE")


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        (b"", "expected a JSON object"),
        (b'{"frames": [', "line 1: expected a JSON object"),
        (b"\xff\xfe\x00", "no UTF-8 text"),
        (b'{"frames": [NaN]}', "NaN is no JSON"),
        (b"[" * 100_000, "maximum recursion depth"),
        (b"[[1, 2], 3]", "no 'frames'"),
        (b'{"frames": [{"agentId": ' + b"9" * 5000 + b"}]}", "expected a JSON object"),
    ],
)
def test_a_file_that_is_cut_or_foreign_is_named_in_one_line(tmp_path, content, complaint):
    path = tmp_path / "game.txt"
    path.write_bytes(content)
    for _, refused in read_games(path):
        assert isinstance(refused, BadInput) and re.search(complaint, str(refused))
        assert str(path) in str(refused) and "line 0" not in str(refused)


def test_a_huge_file_is_not_read(tmp_path):
    path = tmp_path / "huge.json"
    with path.open("wb") as file:
        file.truncate(LARGEST_FILE + 1)
    with pytest.raises(BadInput, match=r"huge\.json: 64,000,001 bytes; expected a game's JSON"):
        list(read_games(path))


def test_a_byte_order_mark_does_no_harm(tmp_path, site):
    path = tmp_path / "game.json"
    path.write_text("\ufeff" + json.dumps(site("uttt")), encoding="utf-8")
    ((_, game),) = read_games(path)
    assert not isinstance(game, BadInput) and len(game.frames) == 64
