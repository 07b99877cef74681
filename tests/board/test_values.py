"""The report's charts of values that bots printed, by hand."""

import re
from pathlib import Path
from random import Random

from botsmith.arena.matches.played import Note, Played, Value
from botsmith.arena.store.record import encode_match
from botsmith.arena.store.store import open_store
from botsmith.board.report import page, value_views, values_of
from botsmith.board.state import LeagueBoard
from tests.board.stores import HOSTILE, invented, plan_for

STRENGTHS = {"one": 1.0, "two": 1.0}


def printed(match: int, seat: int, played: Played) -> list[tuple[int, str, Value]]:
    """What a seat tells: 'one' its match's number in turn 0, both 5 in turn 1, and words."""
    own = [(0, "mine", match)] if played.seats[seat].player.name == "one" else []
    return [*own, (1, HOSTILE, 5), (1, "word", "text"), (2, "mine", 10.0 * seat)]


def filled(path: Path) -> LeagueBoard:
    """A store of four matches in which each bot tells something."""
    plan = plan_for(STRENGTHS, 4)
    with open_store(path, create=True) as store:
        league = store.begin_league(plan.game, plan.spec())
        for number, (_, played, match) in enumerate(invented(plan, STRENGTHS, Random(1))):
            notes = [Note(seat, *each) for seat in (0, 1) for each in printed(number, seat, played)]
            store.add(league, played, encode_match(match), notes)
        state = LeagueBoard(store.leagues()[0])
        state.begin(plan, None)
        state.read(store)
    return state


def test_a_line_for_each_bot_goes_through_the_means_of_its_turns(tmp_path: Path) -> None:
    state = filled(tmp_path / "x.db")
    with open_store(tmp_path / "x.db") as store:
        rows = {(row[0], row[1], row[2]): row[3:] for row in store.values(1, 100, 1 << 70)}
        views = value_views(state, store, 100)
        text = page(store, 1, state.plan, None, 0.95)
    assert rows["mine", "one", 0] == (4, 1.5, 3.5)
    assert rows["mine", "two", 2] == (4, 5.0, 50.0) and ("mine", "two", 0) not in rows
    assert not any(name == "word" for name, _, _ in rows)
    assert [len(view["bots"]) for view in views] == [2, 2] and "word" not in text
    assert "Values by turn" in text and text.count('aria-label="a value by turn"') == 2
    assert "<script>alert" not in text
    line = re.findall(r'class="line c0" d="M([^"]*)"', str(views[0]["plot"]))
    assert len(line) == 1 and line[0].startswith("0.0 ")


def test_turns_that_few_matches_reach_are_left_out() -> None:
    rows = [("v", "one", turn, count, 2.0, 5.0) for turn, count in ((0, 100), (1, 5), (2, 4))]
    assert values_of(rows, 0) == ("c0", [(0, 2.0, 1.0), (1, 2.0, 1.0)])


def test_what_a_sequential_test_leaves_out_is_not_drawn(tmp_path: Path) -> None:
    state = filled(tmp_path / "x.db")
    state.stop = 1
    with open_store(tmp_path / "x.db") as store:
        assert sum(row[3] for row in store.values(1, 100, state.stop + 1)) == 10
        assert value_views(state, store, 100)
