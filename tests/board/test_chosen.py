"""`?where=`: the board's table of a condition, its list of matches, and what is refused."""

import re
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from botsmith.arena.store.store import open_store
from botsmith.arena.store.where import Condition
from botsmith.board.server import board_app
from botsmith.cli.groups import Asked
from tests.board.stores import fill, plan_for
from tests.commands import refusal

BASE = "http://127.0.0.1:8000"
STRENGTHS = {"one": 2.0, "two": 1.0}
WHERE = "seat == 1 and lost and data.depth < 0 or seat == 0 and won"


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("chosen") / "x.db"
    fill(path, plan_for(STRENGTHS, 100), STRENGTHS)
    return path


def listed(html: str) -> list[int]:
    """The matches of a page."""
    return [int(found) for found in re.findall(r'href="/replay/(\d+)"', html)]


def asked_of(store: Path, where: str) -> tuple[list[int], int]:
    """Returns the matches won from seat 0, and how many seats the condition holds for."""
    with open_store(store) as opened:
        ids = [each.id for each in opened.matches(1) if each.ranks == [1, 2]]
        report = Asked(where).report(opened, 1, 0.95)
    return ids, sum(group["games"] for group in report["groups"])


def test_the_board_counts_and_lists_what_a_condition_holds_for(store: Path) -> None:
    client = TestClient(board_app(store), base_url=BASE)
    ids, games = asked_of(store, WHERE)
    first = client.get("/", params={"where": WHERE})
    assert first.status_code == 200 and f"{games} matches, listed below" in first.text
    assert games == len(ids) > 40
    found = listed(first.text)
    older = re.search(r'href="(/[?][^"]*before=[^"]*)">older', first.text)
    assert older and "where=" in older[1]
    found += listed(client.get(older[1].replace("&amp;", "&")).text)
    assert found == ids[::-1]
    assert "listed below" not in client.get("/").text


def test_a_condition_is_asked_of_new_matches_alone(tmp_path: Path) -> None:
    path = tmp_path / "x.db"
    fill(path, plan_for(STRENGTHS, 10), STRENGTHS)
    client = TestClient(board_app(path, where="seat == 0"), base_url=BASE)
    first = client.get("/part")
    assert "10 matches, listed" in first.text
    same = client.get("/part", headers={"If-None-Match": first.headers["etag"]})
    assert same.status_code == 304
    fill(path, plan_for(STRENGTHS, 12), STRENGTHS, skip=10)
    assert "12 matches, listed" in client.get("/part").text
    assert "listed below" not in client.get("/part", params={"where": ""}).text


@pytest.mark.parametrize("where", ["foo > 1", "seat ==", "<script>", "\u20ac", "x" * 2000])
def test_a_bad_condition_is_one_line(store: Path, where: str) -> None:
    answer = TestClient(board_app(store), base_url=BASE).get("/", params={"where": where})
    said = re.search(r'<p class="error">([^<]*)</p>', answer.text)
    assert answer.status_code == 404 and said and said[1].startswith("where = ")
    assert "<script>" not in said[1] and "\n" not in said[1]


def test_names_from_outside_stay_text(store: Path) -> None:
    where = "bot == '<b>' or '\u20ac' == bot or seat == 0"
    answer = TestClient(board_app(store), base_url=BASE).get("/", params={"where": where})
    assert answer.status_code == 200 and "<b>'" not in answer.text and answer.headers
    Condition(where)


def test_serve_refuses_a_bad_condition_before_it_listens(store: Path) -> None:
    assert "no fact 'foo'" in refusal("serve", "--db", str(store), "--where", "foo")
