"""`situation`: what it feeds a bot, what it shows, what it refuses."""

import json
from pathlib import Path

import pytest

from botsmith.arena.store.record import read_matches
from botsmith.cli.records import numbered
from botsmith.cli.situation import lines_until, situation
from botsmith.errors import BadInput
from botsmith.referees import games
from tests.pages import files_of, page_beside

ROOT = Path(__file__).resolve().parents[2]
GOLDEN = ROOT / "tests" / "golden"
UTTT = GOLDEN / "uttt" / "matches.jsonl.gz"
MODULAR = f"""
import sys
sys.path.insert(0, {str(ROOT)!r})
from bots.GAME import main
main()
"""
PROGRAMS = files_of(page_beside(__file__, "programs.txt")["programs"])
ECHO = PROGRAMS["explains_what_it_reads"]


def script(folder: Path, text: str, name: str = "bot.py") -> str:
    path = folder / name
    path.write_text(text, encoding="ascii")
    return str(path)


def test_a_bot_reads_all_turns_up_to_this_one_and_none_after(tmp_path, capsys):
    situation(UTTT, script(tmp_path, ECHO), turn=12, seat=0, as_json=True)
    document = json.loads(capsys.readouterr().out)
    assert document["turn"] == 6
    assert document["units"][0]["line"][1] == 6
    match = numbered(UTTT, 0)[1]
    assert document["units"][0]["moves"][0]["move"] == match.turns[12].inputs[0][-1]


def test_moves_visits_values_and_the_line_are_shown(tmp_path, capsys):
    situation(UTTT, script(tmp_path, ECHO), turn=2, seat=0)
    text = capsys.readouterr().out
    match = numbered(UTTT, 0)[1]
    last = match.turns[2].inputs[0][-1]
    assert f"uttt: {UTTT.name}, match 0, turn 2, seat 0, bot (C)" in text
    assert "unit 0: move" in text
    rows = [line.split() for line in text.splitlines()]
    assert [*last.split(), "3", "75.0%", "0.5"] in rows
    assert ["x", "1", "25.0%", "-2"] in rows
    assert f"line: {last}, 1" in text
    assert f"answer: {last}" in text
    assert f"recorded: {match.turns[2].outputs[0][0]}" in text


@pytest.mark.parametrize("game", games())
def test_every_games_lines_are_those_of_the_record(game):
    path = sorted((GOLDEN / game).glob("matches*.jsonl.gz"))[0]
    match = next(m for m in read_matches(path) if len(m.turns) > 8 and m.turns[8].inputs)
    turn = 8
    seat = next(iter(match.turns[turn].outputs))
    document, answers, answer = lines_until(match, turn, seat, game)
    recorded = [t for t in match.turns[: turn + 1] if seat in t.inputs]
    lines = [line for t in recorded for line in t.inputs[seat]]
    assert [line for lines in document for line in lines] == [
        *match.init_inputs.get(seat, []),
        *lines,
    ]
    assert document[-1][-len(recorded[-1].inputs[seat]) :] == recorded[-1].inputs[seat]
    asked = [t for t in recorded if seat in t.outputs]
    assert [*answers, answer] == [t.outputs[seat] for t in asked]
    assert len(document) == len(asked)


@pytest.mark.parametrize(
    ("game", "module", "seat", "turn"),
    [
        ("csb", "csb.bot", 1, 3),
        ("uttt", "uttt.bot_alphabeta", 0, 6),
        pytest.param("stratego", "stratego.bot", 0, 2, marks=pytest.mark.campaign),
        pytest.param("kutulu", "kutulu.bot", 1, 2, marks=pytest.mark.campaign),
        pytest.param("olymbits", "olymbits.bot", 0, 2, marks=pytest.mark.campaign),
        pytest.param("tororo", "tororo.bot", 1, 3, marks=pytest.mark.campaign),
        pytest.param("uttt", "uttt.bot_mcts", 1, 5, marks=pytest.mark.campaign),
    ],
)
def test_our_bots_explain_themselves(tmp_path, capsys, game, module, seat, turn):
    bot = script(tmp_path, MODULAR.replace("GAME", module))
    path = GOLDEN / game / "matches.jsonl.gz"
    situation(path, bot, turn=turn, seat=seat, iterations=60, as_json=True)
    document = json.loads(capsys.readouterr().out)
    assert document["turn"] in (turn, turn - 1)
    for unit in document["units"]:
        bounds = ["at most"] * (len(unit["moves"]) - 1) if module.endswith("alphabeta") else []
        assert [row["bound"] for row in unit["moves"] if "bound" in row] == bounds
        assert sum(row["visits"] for row in unit["moves"]) > 0
        assert unit["line"][0] == unit["moves"][0]["move"]


@pytest.mark.parametrize(
    ("match", "turn", "seat", "what"),
    [
        (900, 0, 0, r"no match 900; expected 0 to 180"),
        (0, 900, 0, r"no turn 900, expected 0\.\.62"),
        (0, -1, 0, "no turn -1"),
        (0, 0, 2, r"no seat 2, expected 0\.\.1"),
        (0, 3, 0, "seat 0 is not asked in turn 3, try 2"),
        (0, 0, 1, "seat 1 is not asked in turn 0, try 1"),
    ],
)
def test_what_is_not_in_the_file_is_refused(tmp_path, match, turn, seat, what):
    with pytest.raises(BadInput, match=what):
        situation(UTTT, script(tmp_path, ECHO), turn=turn, seat=seat, match=match)


def test_a_bot_that_explains_nothing_is_named():
    with pytest.raises(BadInput, match="greedy explained 0 of 3 turns, expected a line of JSON"):
        situation(UTTT, "greedy", turn=4, seat=0)


def test_a_search_that_counts_no_visits_shows_none(tmp_path, capsys):
    plans = ECHO.replace('"visits": 3', '"visits": 1')
    situation(UTTT, script(tmp_path, plans), turn=2, seat=0)
    text = capsys.readouterr().out
    assert "visits" not in text and "share" not in text and "%" not in text
    assert "0.5" in text and "-2" in text


def test_a_bound_is_shown_as_one(tmp_path, capsys):
    bot = script(tmp_path, ECHO.replace('"value": -2}', '"value": -2, "bound": "at most"}'))
    situation(UTTT, bot, turn=2, seat=0)
    assert "  1   25.0%   at most -2  " in capsys.readouterr().out


def test_a_bundle_has_its_compiler_done_before_it_reads(tmp_path, capsys):
    """Here a stand-in: it tells C once its child, which takes a while, has ended."""
    text = ECHO.replace('"c" if turn else "python"', '"python" if child.poll() is None else "c"')
    situation(UTTT, script(tmp_path, PROGRAMS["is_compiled_late"] + text), turn=0, seat=0)
    assert "turn 0, seat 0, bot (C)" in capsys.readouterr().out


def test_a_unit_is_called_as_in_the_replay(tmp_path, capsys, monkeypatch):
    name = "contests.uttt.draw.UtttPainter.unit_name"
    monkeypatch.setattr(name, lambda self, seat, unit: f"{self.names[seat]}'s {unit}")
    situation(UTTT, script(tmp_path, ECHO), turn=2, seat=0)
    assert "player 0's 0: move" in capsys.readouterr().out
