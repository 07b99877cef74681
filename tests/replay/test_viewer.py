"""What a page holds: the match played again, times, words and places to jump to."""

import json
import re
from random import Random

import pytest

from botsmith.arena.store.record import encode_match
from botsmith.cli.replay import replay
from botsmith.errors import BadInput
from botsmith.referees import games
from botsmith.replay.extras import played_of
from botsmith.replay.painter import painter_for
from botsmith.replay.viewer import ALL_WORDS, document, page, shortened
from tests.commands import botsmith
from tests.replay.conftest import data_of

LARGEST = 1_500_000
SHAPES = {"c": 7, "l": 7, "r": 8, "p": 5, "w": 4, "d": 5, "t": 7}
COLOUR = re.compile(r"(paper|faint|ink|dim|edge|good|bad|warm|cool|wood|shade|p[0-3])(/\d+)?|")


@pytest.mark.parametrize("game", games())
def test_every_game_has_a_frame_for_the_start_and_for_each_turn(golden, game):
    match = golden(game)
    shown = document(match)
    assert len(shown["frames"]) == len(shown["curves"]) == len(match.turns) + 1
    assert len(shown["turns"]) == len(match.turns)
    assert all(len(row) == match.players for row in shown["curves"])
    assert len({json.dumps(frame) for frame in shown["frames"]}) > len(match.turns) // 3
    for shape in [*shown["background"], *(one for frame in shown["frames"] for one in frame)]:
        assert len(shape) == SHAPES[shape[0]], shape
        if shape[0] == "t":
            assert isinstance(shape[3], str) and COLOUR.fullmatch(shape[5]), shape
        else:
            words = [part for part in shape[1:] if isinstance(part, str)]
            assert words and all(COLOUR.fullmatch(word) for word in words), shape


def test_a_page_stays_small_also_with_talkative_bots(explained):
    match = explained("csb")
    dice = Random(1)
    for seat in match.extra["stderr"]:  # six bytes of JSON for a character, and no two turns alike
        match.extra["stderr"][seat] = [
            "".join(chr(dice.randrange(0xA1, 0x2000)) for _ in range(2_000))
            for _ in match.extra["stderr"][seat]
        ]
    text = page(match)
    assert len(text.encode()) < LARGEST


def test_what_bots_wrote_cannot_end_the_data_of_the_page(explained):
    text = page(explained("uttt"))
    assert "<b onclick" not in text
    assert text.count("</script>") == 2
    assert json.loads(data_of(text))["players"][0]["name"].startswith("</script>")


def test_faults_slow_answers_and_the_end_are_marked(explained):
    match = explained("csb")
    marks = document(match)["marks"]
    kinds = {kind: [mark for mark in marks if mark["kind"] == kind] for kind in ("fault", "slow")}
    assert [(mark["frame"], mark["seat"]) for mark in kinds["fault"]] == [(10, 1)]
    slow = next(mark for mark in kinds["slow"] if mark["seat"] == 0)
    assert (slow["frame"], slow["text"]) == (6, "slowest answer: 49.5 ms")
    assert [mark["frame"] for mark in marks if mark["kind"] == "end"] == [len(match.turns)]
    assert any("passes checkpoint" in mark["text"] for mark in marks)


def test_times_and_words_stand_at_the_turns_in_which_a_seat_was_asked(explained):
    match = explained("csb")
    shown = document(match)
    assert shown["turns"][5]["0"]["ms"] == 49.5
    assert "[PDATA] evaluation = 0.7" in shown["turns"][7]["1"]["err"]
    assert shown["turns"][7]["1"]["out"] == "\n".join(match.turns[7].outputs[1])
    assert shown["values"][8] == [0.7, 0.7]
    assert shown["values"][0] == [None, None]


def test_the_engine_of_a_bot_is_shown_where_the_record_tells_it(golden):
    match = golden("csb")
    assert [player["engine"] for player in document(match)["players"]] == ["", ""]
    known = {"c": 98, "python": 2, "unknown": 0}
    match.extra["engine"] = {"0": known, "1": {"c": 0, "python": 0, "unknown": 9}}
    assert [player["engine"] for player in document(match)["players"]] == ["C 98 %", ""]
    broken: list[object] = [[], None, {"0": 3}, {"0": {"d": 1}}, {"0": {**known, "c": "x"}}]
    for wrong in broken:
        match.extra["engine"] = wrong
        with pytest.raises(BadInput, match="'engine': expected {text: {text: number, ...}, ...}"):
            document(match)


def test_late_and_squeezed_turns_of_a_record_count(golden):
    match = golden("csb")
    assert [seat.late for seat in played_of(match, 3).seats] == [0, 0]
    match.extra.update(late=[2, 0], squeezed=[0, 1])
    one, other = played_of(match, 3).seats
    assert (one.late, one.squeezed, other.late, other.squeezed) == (2, 0, 0, 1)
    for wrong in (3, [1], [1, "2"], {"0": 1}):
        match.extra["late"] = wrong
        with pytest.raises(BadInput, match=r"'late': expected \[number, ...\]"):
            played_of(match, 3)


def test_last_words_of_a_bot_that_was_put_out_are_shown(golden):
    match = golden("csb")
    match.extra["turn_ms"] = {"0": [1.0, 1.0, 1.0], "1": [1.0, 1.0, 1.0]}
    match.extra["stderr"] = {"0": ["a", "b", "c"], "1": ["a", "b", "c", "last words"]}
    assert document(match)["turns"][2]["1"]["err"] == "clast words"


def test_long_words_are_cut_to_the_longest_length_with_which_all_fit():
    rows = [{"0": {"out": "short", "err": "e" * 9_000}} for _ in range(200)]
    cells = [row["0"] for row in shortened(rows, ("out", "err"), ALL_WORDS)]
    assert {len(cell["err"]) < 2_100 for cell in cells} == {True}
    assert cells[0]["err"].endswith("(7,000 characters more)")
    assert cells[0]["out"] == "short"
    assert sum(len(cell["err"]) for cell in cells) < ALL_WORDS


def test_the_command_writes_the_page_and_refuses_what_it_cannot_show(golden, tmp_path, capsys):
    file = tmp_path / "matches.jsonl.gz"
    match = golden("csb")
    file.write_bytes(encode_match(match))
    replay(file, output=tmp_path / "page.html", match=0)
    assert "kB, open it in a browser" in capsys.readouterr().out
    assert (tmp_path / "page.html").read_text(encoding="utf-8").startswith("<!doctype html>")
    with pytest.raises(BadInput, match="has no match 1"):
        replay(file, output=tmp_path / "page.html", match=1)
    with pytest.raises(BadInput, match="cannot be written"):
        replay(file, output=tmp_path / "no" / "page.html")
    match.turns.append(match.turns[-1])
    file.write_bytes(encode_match(match))
    with pytest.raises(BadInput, match="our referee ended this match before"):
        replay(file, output=tmp_path / "page.html", match=0)


def test_a_seat_reads_what_the_referee_tells_it_the_start_once(golden):
    match = golden("csb")
    turns = document(match)["turns"]
    start = match.init_inputs[1]
    assert turns[0]["1"]["read"].split("\n") == [*start, *match.turns[0].inputs[1]]
    assert turns[7]["1"]["read"].split("\n") == match.turns[7].inputs[1]


def test_what_bots_read_is_cut_apart_from_what_they_wrote(golden, monkeypatch):
    monkeypatch.setattr("botsmith.replay.viewer.ALL_READ", 20_000)
    match = golden("csb")
    first = document(match)["turns"][0]["0"]
    assert first["read"].endswith("characters more)")
    assert first["out"] == "\n".join(match.turns[0].outputs[0])


def test_a_traceback_is_kept_whole_beside_long_words(golden):
    match = golden("csb")
    trace = "turn 4: Traceback (most recent call last):\n  File x\nValueError: y"
    match.extra["stderr"] = {"0": ["w" * 9_000] * 4 + ["w" * 9_000 + f"\n{trace}\nafter"]}
    cell = document(match)["turns"][4]["0"]
    assert cell["trace"] == trace and cell["err"].startswith("www")


def test_a_game_without_a_painter_is_named():
    with pytest.raises(BadInput, match="no game 'chess'"):
        painter_for("chess")


def test_play_writes_the_page_of_its_first_match(tmp_path):
    output = tmp_path / "first.html"
    botsmith("play", "csb", "crash", "coast", "--games", "2", "--replay", str(output), "--json")
    text = output.read_text(encoding="utf-8")
    assert "crash" in text and "coast" in text
