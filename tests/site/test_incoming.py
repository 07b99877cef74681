"""Games of the site as records: what comes back of ours, faults, and where referees part."""

import json
import re
from random import Random

import pytest

from botsmith.arena.matches.bots import find_bots
from botsmith.arena.matches.match import Conditions
from botsmith.arena.store.record import decode_match, encode_match, match_to_json
from botsmith.errors import BadInput
from botsmith.referees import games, referee_for
from botsmith.referees.verify import first_difference
from botsmith.replay.viewer import document, page
from botsmith.site.contests import SiteContest
from botsmith.site.form import game_from_json
from botsmith.site.incoming import match_from_site
from botsmith.site.outgoing import site_json
from contests.csb.referee import CsbReferee
from tests.fuzz.test_files import changed
from tests.matches import play_series
from tests.replay.conftest import MARKUP
from tests.sources import KNOWN_ON_SITE

MAPS = {  # told by the site for these seeds
    688265875: [[7510, 6938], [5981, 5348], [11323, 2820]],
    162192586: [[12929, 7237], [5667, 2586], [4112, 7441], [13511, 2338]],
}
# The site has no place for these; `site`, `site_scores` and `site_ranks` are its own.
OURS = "source turn_ms engine rotation time_rule iterations squeezed late budgets".split()


def comparable(match):
    """A record's JSON without what the site's form has no place for."""
    value = json.loads(json.dumps(match_to_json(match)))
    for key in (*OURS, "site"):
        value.pop(key, None)
    for key in ("site_scores", "site_ranks"):
        value["result"].pop(key, None)
    for turn in value["turns"]:
        turn.pop("site", None)
    for bot in value["bots"]:
        bot.pop("hash")
    for error in value["errors"]:
        del error["text"]
    value["stderr"] = {seat: "".join(texts) for seat, texts in value["stderr"].items()}
    return value


@pytest.mark.parametrize("game", KNOWN_ON_SITE)
def test_a_game_of_ours_exported_and_imported_is_the_same_record(imported, game):
    seats = referee_for(game).player_counts[0]
    bots = find_bots((["random"] * seats)[: seats - 1] + ["crash"], game)
    for match in play_series(game, bots, games=1 + (game == "uttt"), conditions=Conditions("none")):
        value = json.loads(json.dumps(site_json(match)))
        found = decode_match(encode_match(imported(value)), "here")
        assert comparable(found) == comparable(match)
        assert first_difference(found, referee_for(game)) is None
        assert found.extra["errors"][0]["fault"] == "crash"


def test_states_scores_and_words_of_the_site_are_kept(site, imported):
    value = site("csb")
    value["frames"][2]["gameInformation"] = "a pod passed"
    match = imported(value)
    assert match.turns[0].extra["site"]["said"] == ["a pod passed"]
    assert len(match.turns[0].extra["site"]["pods"]) == 4
    assert match.result.extra["site_scores"] == [1.0, 2.0]
    assert match.result.scores == [0.0, 1.0]
    assert match.result.ranks == [2, 1]


def test_a_state_that_the_site_tells_otherwise_is_named_with_turn_and_value(site, imported):
    value = site("csb")
    frame = value["frames"][2 * 30 + 2]
    rows = frame["view"].split("\n")
    first = rows[0].split()
    rows[0] = " ".join([str(int(first[0]) + 1), *first[1:]])
    frame["view"] = "\n".join(["KEY", *rows])
    match = imported(value)
    difference = first_difference(match, CsbReferee)
    assert difference is not None
    assert (difference.turn, difference.what) == (30, "site's pods")
    assert difference.expected[0][0] == difference.got[0][0] + 1
    again = decode_match(encode_match(match), "here")
    assert first_difference(again, CsbReferee) == difference


def test_where_our_referee_ends_before_the_site_the_rest_is_kept(site, imported):
    value = site("uttt")
    value["frames"][5]["stdout"] = "9 9\n"
    match = imported(value, "uttt")
    assert len(match.turns) == 5 + 1 + 29  # then turns of both seats, as nobody knows better
    difference = first_difference(match, referee_for("uttt"))
    assert difference is not None
    assert (difference.turn, difference.what, difference.got) == (5, "over", True)


def test_a_game_cut_short_is_a_record_that_says_so(site, imported):
    value = site("tororo")
    whole = value["frames"]
    for length, what in ((40, "seats asked"), (41, "over")):
        value["frames"] = whole[:length]
        match = imported(value)
        difference = first_difference(match, referee_for("tororo"))
        assert difference is not None
        assert difference.what == what
    for key in ("scores", "ranks"):
        del value[key]
    with pytest.raises(BadInput, match="neither 'scores' nor an end"):
        imported(value)


def test_a_test_session_without_scores_has_our_referees(site, imported):
    value = site("uttt")
    for key in ("agents", "scores", "ranks"):
        del value[key]
    match = imported(value)
    assert (match.result.scores, match.result.ranks) == ([10.0, 3.0], [1, 2])
    assert [bot["name"] for bot in match.extra["bots"]] == ["player 0", "player 1"]


@pytest.mark.parametrize("game", ["kutulu", "olymbits", "tororo", "csb"])
def test_without_its_seed_a_game_cannot_be_played_again(site, imported, game):
    value = site(game)
    del value["refereeInput"]
    with pytest.raises(
        BadInput, match=rf"no seed, .* {game} .* expected a line seed=NUMBER in 'ref"
    ):
        imported(value)


@pytest.mark.parametrize("game", ["uttt", "stratego"])
def test_where_the_answers_say_all_no_seed_is_needed(site, imported, game):
    value = site(game)
    del value["refereeInput"]
    match = imported(value)
    assert match.seed == "0"
    assert first_difference(match, referee_for(game)) is None


def test_thoughts_that_were_cut_short_stand_in_their_turn(site, imported):
    value = site("csb")
    thought = (
        '{"turn": 4, "units": [{"unit": 0, "moves": [{"move": "full left", "visits": 1147, '
        '"value": 10953.5}, {"move": "coast", "visits": 3'
    )
    value["frames"][2 * 5 + 1]["stderr"] = f"hello\n{thought}\n"  # told in the turn after it
    shown = document(decode_match(encode_match(imported(value)), "here"))
    assert shown["turns"][5]["0"]["err"] == "hello\n"
    assert "full left   1,147" in shown["turns"][4]["0"]["think"]
    assert shown["values"][5][0] == 10953.5


# ---- Coders Strike Back


@pytest.mark.parametrize(("seed", "points"), MAPS.items())
def test_the_seed_alone_gives_the_map_of_the_site(site, imported, seed, points):
    value = site("csb")
    value["refereeInput"] = f"seed={seed}\npod_timeout=100\npod_per_player=2\n"
    assert imported(value).config["checkpoints"] == points


def test_a_map_that_is_told_counts_more_than_the_seed(site, imported):
    value = site("csb")
    value["refereeInput"] += "seed=688265875\n"
    match = imported(value)
    assert match.config["checkpoints"] == CsbReferee.rebuild(match)["config"].config["checkpoints"]
    assert "base_map" not in match.config
    assert first_difference(match, CsbReferee) is None


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("pod_per_player=1", "pod_per_player='1': our referee plays the legend league, 2"),
        ("map=1 2 3", "map='1 2 3': expected x y of each checkpoint"),
        ("seed=1e9", "seed='1e9': expected a whole number of 64 bits"),
        ("seed=" + "9" * 400, "expected a whole number of 64 bits"),
    ],
)
def test_keys_that_make_no_race_are_refused(site, imported, line, complaint):
    value = site("csb")
    value["refereeInput"] += line + "\n"
    with pytest.raises(BadInput, match=re.escape(complaint)):
        imported(value)


def ended(site, frame):
    """The recorded race, ended by this frame of seat 1 in turn 20."""
    value = site("csb")
    del value["frames"][2 * 20 + 2 :]
    value["frames"].append({"agentId": 1, "keyframe": True, "view": "", **frame})
    value["scores"], value["ranks"] = [2.0, 0.0], [0, 1]
    return value


def test_a_time_out_is_an_answer_without_lines(site, imported):
    words = "\u00a4RED\u00a4Timeout: the program did not provide 2 input lines...\u00a7RED\u00a7"
    for frame in ({"gameInformation": words}, {"stdout": "\n", "gameInformation": words}, {}):
        match = imported(ended(site, frame))
        assert len(match.turns) == 21
        assert match.turns[20].outputs[1] == []
        assert match.result.end == "no_output 1"
        assert [error["fault"] for error in match.extra["errors"]] == ["timeout"]
        assert first_difference(match, CsbReferee) is None


def test_an_invalid_line_ends_the_race(site, imported):
    frame = {
        "stdout": "1 2 3\n4 5 fast\n",
        "gameInformation": "invalid input. Expected 'x y power' but found '4 5 fast'",
    }
    match = imported(ended(site, frame))
    assert match.result.end == "invalid 1"
    assert match.extra["errors"][0]["text"].startswith("seat 1 player 1: turn 20: invalid: invalid")
    assert first_difference(match, CsbReferee) is None


def test_a_crash_is_kept_with_its_stderr(site, imported):
    error = {"message": "ZeroDivisionError", "stacktrace": []}
    match = imported(ended(site, {"error": error, "stderr": "about to divide\n"}))
    assert match.extra["errors"][0]["fault"] == "crash"
    assert "ZeroDivisionError" in match.extra["errors"][0]["text"]
    assert match.extra["stderr"]["1"][20] == "about to divide\n"


def test_both_out_of_time_is_no_points_and_the_ranks_of_the_seats(imported):
    referee = CsbReferee.from_seed(162192586)
    frames = [{"agentId": -1, "view": "", "gameInformation": ""}]
    answer = "".join(f"{pod.x:.0f} {pod.y:.0f} 0\n" for pod in [referee.race.pods[0]] * 2)
    for _ in range(100):
        frames += [{"agentId": 0, "stdout": answer}, {"agentId": 1, "stdout": answer}]
    value = {"frames": frames, "refereeInput": "seed=162192586", "scores": [0, 0], "ranks": [0, 1]}
    match = imported(value)
    assert (match.result.end, match.result.ranks) == ("timeout", [1, 2])
    assert first_difference(match, CsbReferee) is None


def test_a_winner_that_our_referee_does_not_see_is_a_difference(site, imported):
    value = site("csb")
    value["scores"], value["ranks"] = [2.0, 0.0], [0, 1]
    difference = first_difference(imported(value), CsbReferee)
    assert difference is not None
    assert (difference.what, difference.expected) == ("result.scores", [1.0, 0.0])


# ---- Other contests


def test_frames_without_output_between_the_players_are_passed_over(site, imported):
    value = site("tororo")
    plain = imported(value)
    frames = value["frames"]
    value["frames"] = [
        copy
        for frame in frames
        for copy in (frame, {"agentId": -1, "gameInformation": "sun moves"}, {"agentId": 0})
    ]
    match = imported(value)
    assert [turn.outputs for turn in match.turns] == [turn.outputs for turn in plain.turns]
    assert first_difference(match, referee_for("tororo")) is None


def test_a_named_map_of_kutulu_is_played(site, imported):
    value = site("kutulu")
    name = "MAP_TYPHOON" if "map=" not in value["refereeInput"] else "x"
    value["refereeInput"] += f"map={name}\n"
    assert imported(value).config["map_param"] == name


def test_a_contest_that_cannot_be_told_must_be_named(imported):
    frames = [{"agentId": 0, "stdout": "hello\n"}, {"agentId": 1, "stdout": "you\n"}]
    known = re.escape("|".join(games()))
    with pytest.raises(BadInput, match=rf"a game of which contest\? name it: --game {known}$"):
        imported({"frames": frames})


# ---- Strangers' words


def test_markup_in_names_and_words_stays_text(site, imported):
    value = site("csb")
    value["agents"][0]["codingamer"]["pseudo"] = MARKUP
    for frame in value["frames"][1:20]:
        frame["stderr"] = frame["gameInformation"] = MARKUP
    value["gameId"] = MARKUP
    text = page(decode_match(encode_match(imported(value)), "here"))
    assert text.count("<script") == 2
    assert "<b onclick" not in text


@pytest.mark.parametrize("game", KNOWN_ON_SITE)
def test_a_changed_game_is_a_record_or_one_line(site, game):
    dice, records = Random(game), 0
    value = site(game)
    del value["frames"][30:]
    for _ in range(25):
        try:
            text = json.dumps(changed(value, dice), allow_nan=False)
            match = match_from_site(game_from_json(json.loads(text), "FILE"), game)
        except ValueError:
            continue
        except BadInput as error:
            assert "\n" not in str(error)
            continue
        first_difference(decode_match(encode_match(match), "here"), referee_for(game))
        records += 1
    assert records


def test_contests_of_the_author_without_a_form_can_be_named_too(imported, monkeypatch):
    monkeypatch.setattr("botsmith.site.contests.games", lambda: ("csb", "mine"))
    monkeypatch.setattr("botsmith.site.contests.contest_for", SiteContest)
    with pytest.raises(BadInput, match=r"name it: --game csb\|mine$"):
        imported({"frames": [{"agentId": 0, "stdout": "hello\n"}]})
