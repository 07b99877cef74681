"""A league that bots join, on the board: other bots, and matches in any order."""

from dataclasses import fields, replace
from pathlib import Path

from starlette.testclient import TestClient

from botsmith.arena.matches.league import Growing, Plan
from botsmith.arena.matches.open_league import standings_of
from botsmith.arena.statistics.report import bot_rows
from botsmith.arena.store.record import encode_match
from botsmith.arena.store.store import open_store
from botsmith.board.server import board_app
from botsmith.board.state import LeagueBoard
from tests.board.stores import by_hand, plan_for
from tests.board.test_board import BASE, Page

STRENGTHS = {"one": 1.0, "two": 1.0, "three": 1.0}


def growing(bots: int) -> Growing:
    """A plan of two seeds for the first bots."""
    plan = plan_for(dict(list(STRENGTHS.items())[:bots]), 4)
    return Growing(**{field.name: getattr(plan, field.name) for field in fields(Plan)})


def test_a_bot_joins_and_all_count_seed_by_seed(tmp_path: Path) -> None:
    path, small, large = tmp_path / "league.db", growing(2), growing(3)
    by_hand(path, small, lambda job: min(job.order), lambda _bot: [9.0, 9.0])
    client = TestClient(board_app(path), base_url=BASE)
    assert "4 matches · 2 bots" in Page(client.get("/").text).text
    other = tmp_path / "other.db"
    by_hand(other, large, lambda job: min(job.order), lambda _bot: [9.0, 9.0])
    with open_store(other) as source, open_store(path) as store:
        store.grow(1, large.spec())
        late = [played for played in source.plan(1) if 2 in played.order]
        for number, played in enumerate(reversed(late), 4):
            store.add(1, replace(played, number=number), encode_match(source.record(played.id)))
    page = Page(client.get("/").text)
    assert "12 matches · 3 bots" in page.text and "Traceback" not in page.text
    with open_store(path) as store:
        state = LeagueBoard(store.leagues()[0])
        for _ in range(2):
            state.read(store)
        expected = standings_of(Plan.from_spec(large.game, large.spec(), ""), store, 1)
        assert bot_rows(state.sections[100], 0.95) == bot_rows(expected.sections[100], 0.95)
    blocks = state.tallies[100].seeds[0].blocks
    assert [(block.seeds, block.sample.games) for block in blocks] == [(1, 4), (1, 4)]
