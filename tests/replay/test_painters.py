"""What known states must show: one painter at a time, on matches that are played here."""

import json
import re
from collections.abc import Callable, Iterable
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from botsmith.arena.store.record import read_matches
from botsmith.errors import BadInput
from botsmith.referees.base import Match
from botsmith.replay.shapes import short
from botsmith.replay.viewer import TEMPLATE, document
from contests.stratego.draw import StrategoPainter, middle
from contests.stratego.referee import SWITCHES, StrategoReferee
from contests.tororo.draw import SHADES, TororoPainter, centre
from contests.tororo.referee import TororoReferee
from contests.uttt.draw import SMALL, WHOLE, UtttPainter, place_of
from contests.uttt.referee import UtttReferee

GOLDEN = Path(__file__).resolve().parents[1] / "golden"


def drawn(painter: Any) -> list[Any]:
    """The shapes of the present frame, whose parts are numbers, words and lists."""
    return list(painter.frame())


def words(frame: Iterable[Any]) -> list[str]:
    return [str(shape[3]) for shape in frame if shape[0] == "t"]


def words_at(frame: list[Any], x: float, y: float, reach: float) -> list[str]:
    """The texts near a place."""
    found = [shape for shape in frame if shape[0] == "t"]
    return [str(s[3]) for s in found if abs(s[1] - x) < reach and abs(s[2] - y) < reach]


# ---- tororo


def tororo(cells: list[list[int]], *answers: dict[int, list[str]]) -> TororoPainter:
    """Seed 2 (a board without holes) with these starting trees, after these turns."""
    config = {**TororoReferee.from_seed(2).config, "start_trees": cells}
    painter = TororoPainter(TororoReferee.from_config(config, "2", 2))
    for outputs in answers:
        drawn(painter)
        list(painter.events())
        painter.referee.apply(outputs)
    return painter


def test_tororo_shades_cells_by_the_height_of_the_tree():
    frame = [*tororo([[0, 2, 0], [19, 1, 1]]).frame()]
    shades = [shape[2] for shape in frame if shape[0] == "p" and shape[2] in SHADES]
    assert shades == [SHADES[2], SHADES[2]]  # of cells 1 and 7; that of 19 falls off the board
    assert "2" in words_at(frame, *centre(1), 40)
    assert "2" in words_at(frame, *centre(7), 40)


def test_tororo_draws_the_sun_opposite_to_the_shadows():
    def sun(painter: TororoPainter) -> tuple[float, float]:
        rounds = [s for s in drawn(painter) if s[0] == "c" and s[4] == "warm" and s[3] == 27]
        return rounds[0][1] - centre(0)[0], rounds[0][2] - centre(0)[1]

    painter = tororo([[19, 1, 0], [28, 1, 1]])
    assert sun(painter) == (-452, 0)  # shadows fall to the right
    painter.referee.apply({0: ["WAIT"], 1: ["WAIT"]})
    x, y = sun(painter)
    assert x == -226 and y > 380  # up and to the right


def test_tororo_marks_dormant_trees_until_the_morning():
    painter = tororo([[19, 1, 0], [28, 1, 1]], {0: ["SEED 19 20"], 1: ["WAIT"]})
    x, y = centre(19)
    assert "z" in words_at(drawn(painter), x, y, 45)
    assert "SEED 19 20" in words(drawn(painter))
    assert "asleep" in words(drawn(painter))
    painter.referee.apply({0: ["WAIT"]})
    assert "z" not in words(drawn(painter))


def test_tororo_tells_a_seed_that_both_wanted():
    painter = tororo([[20, 1, 0], [22, 1, 1]], {0: ["SEED 20 21"], 1: ["SEED 22 21"]})
    assert words_at(drawn(painter), *centre(21), 1) == ["\u00d7"]
    assert [*painter.events()] == [(None, "both seed 21: neither gets it")]


def test_tororo_tells_completed_trees_and_the_last_day():
    wait = {0: ["WAIT"], 1: ["WAIT"]}
    painter = tororo([[0, 3, 0], [28, 1, 1]], wait, {0: ["COMPLETE 0"], 1: ["WAIT"]})
    assert "+24" in words_at(drawn(painter), *centre(0), 1)
    assert [*painter.events()] == [(0, "completes 0 for 24 points")]
    assert painter.scores() == [24 + (6 - 4) // 3, 0]
    painter.referee.apply({0: ["WAIT"]})
    for _ in range(20):
        painter.referee.apply(wait)
        assert [*painter.events()] == []
    painter.referee.apply(wait)
    assert [*painter.events()] == [(None, "the last day begins")]
    painter.referee.apply(wait)
    assert painter.referee.over and [*painter.events()] == []
    assert painter.scores() == painter.referee.result().scores


def test_tororo_finds_the_contested_seeds_that_the_official_referee_found():
    found = 0
    for match in islice(read_matches(GOLDEN / "tororo" / "matches.jsonl.gz"), 24):
        seeds = [
            (number, f"both seed {turn.state['conflict']}: neither gets it")
            for number, turn in enumerate(match.turns, 1)
            if turn.state.get("conflict") is not None
        ]
        if seeds:
            marks = document(match)["marks"]
            seeded = [(m["frame"], m["text"]) for m in marks if m["text"].startswith("both seed")]
            assert seeded == seeds
            found += len(seeds)
    assert found >= 4


# ---- uttt


def uttt(league: int, *answers: str) -> UtttPainter:
    painter = UtttPainter(UtttReferee.from_config({"league": league}, "1", 2))
    for number, answer in enumerate(answers):
        drawn(painter)
        list(painter.events())
        painter.referee.apply({number % 2: [answer]})
    return painter


def highlighted(painter: UtttPainter) -> list[list[float]]:
    """Corners of the boards in which the next mark may be put."""
    return [s[1:3] for s in drawn(painter) if s[0] == "r" and str(s[5]).startswith("warm/")]


def test_uttt_highlights_the_forced_board_or_all_open_ones():
    assert len(highlighted(uttt(2))) == 9
    assert len(highlighted(uttt(2, "0 8"))) == 1
    x, y = WHOLE.corner(*place_of(2))
    assert highlighted(uttt(2, "0 8")) == [[short(x + 5), short(y + 5)]]


WON = ("0 0", "1 1", "3 3", "1 0", "3 0", "0 2", "0 6", "1 2")  # 1 has the row 1 0, 1 1, 1 2


def test_uttt_lays_the_winners_mark_over_a_won_board():
    painter = uttt(2, *WON)
    rings = [s for s in drawn(painter) if s[0] == "c" and s[3] > 100]
    assert [s[1:3] for s in rings] == [[short(v) for v in SMALL[0].middle(*place_of(4))]]
    assert rings[0][5] == "p1/85"
    assert [*painter.events()] == [(1, "wins the upper left board")]
    assert painter.scores() == [0, 1]


def test_uttt_marks_the_last_square():
    painter = uttt(2, "4 4", "4 5")
    marked = [s for s in drawn(painter) if s[0] == "r" and s[6] == "p1"]
    x, y = SMALL[4].corner(*place_of(5))
    assert [s[1:3] for s in marked] == [[short(x + 3), short(y + 3)]]


def test_uttt_draws_league_1_as_one_board():
    painter = uttt(1, "0 0", "1 1", "0 1", "2 2", "0 2")
    frame = drawn(painter)
    ends = [*WHOLE.middle(*place_of(0)), *WHOLE.middle(*place_of(2))]
    assert [s[1:5] for s in frame if s[0] == "l" and s[6] == 14] == [[short(v) for v in ends]]
    assert "player 0 wins" in words(frame)
    assert [*painter.events()] == [(0, "has three in line")]
    assert painter.scores() == [1, 0]
    assert words(painter.background()) == ["0", "0", "1", "1", "2", "2"]


def test_uttt_says_who_is_out():
    painter = uttt(2, "4 4", "nonsense")
    assert "player 1 is out" in words(drawn(painter))
    marked = [s for s in drawn(painter) if s[0] == "r" and s[5] == "p0/30"]
    assert len(marked) == 1  # the last mark is still that of player 0


# ---- stratego

RED = {"Flag": (0, 0), "Marshal": (4, 3), "General": (5, 3), "Miner": (6, 0), "Spy": (7, 0)}
BLUE = {"Flag": (0, 9), "Marshal": (9, 9), "General": (5, 6), "Miner": (6, 9), "Spy": (4, 6)}


def setup(named: dict[str, tuple[int, int]], y: int) -> list[str]:
    places = [
        *named.items(),
        ("Scout", (1, y)),
        ("Scout", (9, y - 1 if y else 3)),
        ("Bomb", (3, y)),
    ]
    rows = [{"Rank": rank, "Position": {"X": x, "Y": at}} for rank, (x, at) in places]
    return ["bot-start", json.dumps({"Pieces": rows})]


def stratego(*moves: tuple[int, int, int, int]) -> StrategoPainter:
    referee = StrategoReferee.from_config(dict(SWITCHES), "1", 2)
    referee.open({0: setup(RED, 0), 1: setup(BLUE, 9)})
    painter = StrategoPainter(referee)
    for x, y, to_x, to_y in moves:
        drawn(painter)
        list(painter.events())
        line = json.dumps({"From": {"X": x, "Y": y}, "To": {"X": to_x, "Y": to_y}})
        referee.apply({referee.position.to_move: [line]})
    return painter


def tile(painter: StrategoPainter, x: int, y: int) -> str:
    """The colour of the piece that is drawn on a cell."""
    at = middle(x, y)
    tiles = [
        s
        for s in drawn(painter)
        if s[0] == "r" and [s[1] + 40, s[2] + 40] == [short(at[0]), short(at[1])] and s[6]
    ]
    return str(tiles[0][5])


def test_stratego_shows_all_ranks_hidden_ones_paler():
    painter = stratego((4, 3, 4, 4), (4, 6, 4, 5))
    assert "Mar" in words_at(drawn(painter), *middle(4, 4), 5)
    assert tile(painter, 4, 4) == "p0/22" and tile(painter, 4, 5) == "p1/22"
    assert tile(stratego((9, 3, 9, 5)), 9, 5) == "p0"  # a scout that has gone two cells


def test_stratego_tells_a_battle_and_the_captured():
    painter = stratego((4, 3, 4, 4), (4, 6, 4, 5), (4, 4, 4, 5))
    assert [*painter.events()] == [(0, "Marshal attacks Spy at 4 5: player 1 loses the Spy")]
    frame = drawn(painter)
    assert "Marshal attacks Spy: player 1 loses the Spy" in words(frame)
    assert "7 left, 1 lost" in words(frame) and "8 left, 0 lost" in words(frame)
    assert tile(painter, 4, 5) == "p0"
    assert painter.scores() == [8, 7]


def test_stratego_does_not_tell_a_battle_again_after_a_forfeit():
    painter = stratego((4, 3, 4, 4), (4, 6, 4, 5), (4, 4, 4, 5))
    assert len([*painter.events()]) == 1
    painter.referee.apply({1: []})
    assert [*painter.events()] == []
    assert any("timeout" in text for text in words(drawn(painter)))


def test_the_setups_are_played_and_shown(golden):
    match = golden("stratego")
    shown = document(match)
    assert "Marshal" in shown["opening"]["0"]["out"]
    assert words(shown["frames"][0]).count("Mar") == 4  # one tile and one in the tray each
    asked = [sorted(row) for row in shown["turns"][:4]]
    assert asked == [["0"], ["1"], ["0"], ["1"]]  # not who is only told of the turn
    match.extra.pop("init_out")
    with pytest.raises(BadInput, match="init_out"):
        document(match)


def test_a_match_that_ended_with_its_setups_is_one_empty_board():
    referee = StrategoReferee.from_config(dict(SWITCHES), "1", 2)
    referee.open({0: setup(RED, 0), 1: ["bot-start"]})
    painter = StrategoPainter(referee)
    assert "timeout" in words(drawn(painter))
    assert painter.scores() == [0, 0] and [*painter.events()] == []


def luminance(colour: str) -> float:
    """The relative luminance of #rrggbb, as WCAG has it."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (p / 12.92 if p <= 0.04 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def test_no_colour_of_words_has_a_contrast_below_4_5_to_1() -> None:
    """`dim` had 4.05 on `faint`, the colours of seats 0, 2 and 6 had less than 4.2."""
    style = TEMPLATE.read_text(encoding="utf-8").partition("* { box-sizing")[0]
    light: dict[str, str] = {}
    dark: dict[str, str] = {}
    for block in re.finditer(
        r"(@media \(prefers-color-scheme: dark\))?[^@{]*\{((?:[^{}]|\{[^{}]*\})*)\}", style
    ):
        (dark if block[1] else light).update(re.findall(r"--(\w+): (#\w{6})", block[2]))
    assert {*light} == {*dark} != set()
    for palette in (light, dark):
        for name in ("ink", "dim", "good", "bad", "cool", *(f"p{seat}" for seat in range(8))):
            for ground in ("paper", "panel", "faint"):
                bright, deep = sorted((luminance(palette[name]), luminance(palette[ground])))[::-1]
                assert (bright + 0.05) / (deep + 0.05) >= 4.5, (name, ground)


def test_snakes_have_a_row_a_side(golden: Callable[[str], Match]) -> None:
    shown = document(golden("snakebyte"))["table"]
    assert [len(rows) for rows in shown["frames"]] == [2] * len(shown["frames"])
    assert shown["frames"][0][0][:2] == ["0: 3, 1: 3, 2: 3, 3: 3", "12"]
