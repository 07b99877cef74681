"""The board's pages, without a browser: figures, escaping, headers, errors."""

import gzip
import json
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from botsmith.arena.matches.league import Plan
from botsmith.arena.process.stderr import EngineTurns
from botsmith.arena.statistics.report import league_report
from botsmith.arena.statistics.standings import Standings
from botsmith.arena.store.record import read_matches
from botsmith.arena.store.store import open_store
from botsmith.board import server
from botsmith.board.server import board_app
from botsmith.board.state import LeagueBoard, is_drawn
from botsmith.cli.serve import wait_for_store
from botsmith.errors import BadInput
from botsmith.plots.formats import plain
from tests.board.stores import HOSTILE, fill, plan_for

ROOT = Path(__file__).resolve().parents[2]

STRENGTHS = {"csb": 5.0, "coast": 2.0, HOSTILE: 1.0}
HEADINGS = (
    *("Standings", "Rating, match by match", "Head to head", "Sequential test", "Answer times"),
    *("Win share by seat", "Win share by seed", "Win share by map"),
    "Slowest turns",
)
BASE = "http://127.0.0.1:8000"


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("board") / "league.db"
    fill(path, plan_for(STRENGTHS, 30, levels=(50, 100)), STRENGTHS)
    fill(path, plan_for({"csb": 5.0, "late": 1.0}, 2), {"csb": 5.0, "late": 1.0})
    return path


@pytest.fixture
def client(store: Path) -> Iterator[TestClient]:
    with TestClient(board_app(store), base_url=BASE) as client:
        yield client


class Page(HTMLParser):
    """Tags with their attributes, and all text outside of style and script."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.words: list[str] = []
        self.inside = ""
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        self.inside = tag

    def handle_endtag(self, tag: str) -> None:
        self.inside = ""

    def handle_data(self, data: str) -> None:
        if self.inside not in ("script", "style"):
            self.words += data.split()

    @property
    def text(self) -> str:
        return " ".join(self.words)

    def named(self, tag: str) -> list[dict[str, str | None]]:
        return [attributes for name, attributes in self.tags if name == tag]


def report_of(path: Path, plan: Plan) -> dict[str, Any]:
    with open_store(path) as store:
        league = store.find_league(plan.game, plan.spec())
        assert league is not None
        standings = Standings(plan)
        for played in store.plan(league):
            standings.add(played)
        return league_report(standings, store.plan(league), 0.95, True)


def test_the_figures_are_those_of_the_league(store: Path) -> None:
    plan = plan_for(STRENGTHS, 30, levels=(50, 100))
    report = report_of(store, plan)
    with open_store(store) as opened:
        state = LeagueBoard(opened.leagues()[0])
        state.read(opened)
        for level in (50, 100):
            rows = [{k: v for k, v in row.items() if k != "bot"} for row in state.rows(level)]
            assert rows == [bot for bot in report["bots"] if bot["level"] == level]
            elos = {
                plan.bots[bot].name: (rating.elo, list(rating.interval))
                for bot, rating in state.rating(level).items()
            }
            assert elos == {
                rating["name"]: (rating["elo"], rating["elo_interval"])
                for rating in report["ratings"]
                if rating["level"] == level
            }
            pairs = state.pairs(level)
            one, other = pairs[0, 1], pairs[1, 0]
            assert one in report["pairs"]
            assert (other["wins"], other["score"]) == (one["losses"], 1.0 - one["score"])


def test_matches_that_come_in_any_order_and_in_pieces_give_the_same(tmp_path: Path) -> None:
    plan = plan_for(STRENGTHS, 6)
    whole, pieces = tmp_path / "whole.db", tmp_path / "pieces.db"
    fill(whole, plan, STRENGTHS)
    fill(pieces, plan, STRENGTHS, skip=9)  # the first nine are still being played
    with open_store(whole) as one, open_store(pieces) as other:
        complete, grown = LeagueBoard(one.leagues()[0]), LeagueBoard(other.leagues()[0])
        complete.read(one)
        for _ in range(2):
            grown.read(other)
        assert (grown.done, len(grown.waiting)) == (0, plan.length - 9)
        fill(pieces, plan, STRENGTHS)
        grown.read(other)
        assert (grown.done, grown.waiting) == (plan.length, {})
        assert grown.rows(100) == complete.rows(100)
        assert grown.curves == complete.curves
        assert grown.rating(100) == complete.rating(100)


def test_the_page_shows_everything(client: TestClient) -> None:
    answer = client.get("/?league=1&level=50")
    assert answer.status_code == 200
    page = Page(answer.text)
    for heading in HEADINGS:
        assert heading in page.text
    assert "90 matches · 3 bots · seeds from 1 · time rule hard" in page.text
    assert answer.text.count(">C</td>") == 3, "the engine of each bot"
    assert "in Python that C should have played" not in page.text
    assert len([svg for svg in page.named("svg") if svg.get("class") == "plot curve"]) == 1
    assert "?league=1&level=100" in answer.text.replace("&amp;", "&")


def test_turns_that_c_missed_are_a_line_below_the_standings(tmp_path: Path) -> None:
    path, strengths = tmp_path / "league.db", {"csb": 2.0, "csb@python": 1.0}
    fill(path, plan_for(strengths, 2), strengths, engine=EngineTurns(python=21))
    page = Page(TestClient(board_app(path), base_url=BASE).get("/").text)
    assert "csb played 38 turns in Python that C should have played" in page.text
    assert "csb@python played" not in page.text


def test_games_of_three_are_ranked_by_mean_rank(tmp_path: Path) -> None:
    """A foreign referee's game takes up to four; its name holds a command, blanks and all."""
    path, strengths = tmp_path / "league.db", {"one": 3.0, "two": 2.0, "three": 1.0}
    fill(path, plan_for(strengths, 12, game="brutal:true -jar 'my <game>.jar'"), strengths)
    client = TestClient(board_app(path), base_url=BASE)
    page = Page(client.get("/").text)
    assert "12 matches" in page.text and "mean rank" in page.text
    assert "my <game>.jar" in page.text
    assert len([tag for tag in page.named("td") if tag.get("class") == "empty"]) == 3
    name = client.get("/record/1").headers["content-disposition"]
    assert name == 'attachment; filename="brutal-true-jar-my-game-jar-match-1.jsonl.gz"'


def test_nothing_that_a_bot_said_becomes_markup(client: TestClient) -> None:
    answer = client.get("/?league=1")
    assert "<script>alert" not in answer.text
    assert "&lt;script&gt;alert" in answer.text
    assert not set("\x1b\u202e") & set(answer.text)
    page = Page(answer.text)
    assert [set(tag) for tag in page.named("script")] == [{"nonce"}]
    for tag, attributes in page.tags:
        assert "style" not in attributes, tag
        assert not [name for name in attributes if name.startswith("on")], tag


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("csb", "csb"),
        ("a\nb\tc\x00d\x9be", "a?b?c?d?e"),
        ("left\u202eright\u200b\ufeff", "left?right??"),
        ("x" * 300, "x" * 239 + "\u2026"),
        ("\ud800", "?"),
    ],
)
def test_text_from_outside_is_one_short_harmless_line(text: str, shown: str) -> None:
    assert plain(text) == shown


def test_nothing_is_asked_of_other_places(client: TestClient) -> None:
    page = Page(client.get("/").text)
    for _, attributes in page.tags:
        for name in ("src", "href", "action", "data"):
            value = attributes.get(name) or "/"
            assert value.startswith(("/", "data:,")) and not value.startswith("//")
    assert not re.search(r"https?:|url\(|@import", client.get("/").text)


def test_every_answer_has_its_policy(client: TestClient) -> None:
    places = ("/", "/part", "/record/1", "/record/999999", "/replay/1", "/nothing", "/?level=x")
    for place in places:
        headers = client.get(place).headers
        assert "default-src 'none'" in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["cache-control"] == "no-store"
        assert headers["cross-origin-resource-policy"] == "same-origin"
        assert "access-control-allow-origin" not in headers
        assert "server" not in headers


def test_the_nonce_of_the_policy_is_new_and_that_of_the_page(client: TestClient) -> None:
    answers = [client.get("/") for _ in range(2)]
    nonces = [
        re.findall(r"'nonce-([\w-]{20,})'", answer.headers["content-security-policy"])
        for answer in answers
    ]
    assert nonces[0][0] != nonces[1][0]
    for answer, (script, style) in zip(answers, nonces, strict=True):
        page = Page(answer.text)
        assert script == style
        assert [tag["nonce"] for tag in page.named("script") + page.named("style")] == [script] * 2


@pytest.mark.parametrize(
    ("host", "status"),
    [
        ("127.0.0.1:8000", 200),
        ("localhost", 200),
        ("LOCALHOST:1234", 200),
        ("[::1]:8000", 200),
        ("evil.example", 421),
        ("127.0.0.1.evil.example:8000", 421),
        ("localhost@evil.example", 421),
        ("192.168.1.5:8000", 421),
        ("", 421),
    ],
)
def test_only_this_machines_names_are_answered(client: TestClient, host: str, status: int) -> None:
    answer = client.get("/", headers={"Host": host})
    assert answer.status_code == status
    assert ("csb" in answer.text) is (status == 200)


@pytest.mark.parametrize(
    ("host", "status"), [("192.168.1.5:8000", 200), ("board.lan", 200), ("evil.example", 421)]
)
def test_told_a_host_it_answers_to_that_and_to_numbers(store: Path, host: str, status: int) -> None:
    client = TestClient(board_app(store, "board.lan"), base_url=BASE)
    assert client.get("/", headers={"Host": host}).status_code == status


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "PATCH", "OPTIONS"])
def test_it_only_reads(client: TestClient, method: str) -> None:
    for place in ("/", "/part", "/record/1", "/replay/1"):
        assert client.request(method, place).status_code == 405


def test_the_page_asks_only_for_what_changed(tmp_path: Path) -> None:
    path, plan = tmp_path / "league.db", plan_for(STRENGTHS, 4)
    fill(path, plan, STRENGTHS, skip=plan.length - 1)
    client = TestClient(board_app(path), base_url=BASE)
    page = client.get("/")
    etag = re.findall(r'data-etag="([^"]+)"', page.text)[0].replace("&#34;", '"')
    part = client.get("/part", headers={"If-None-Match": etag})
    assert (part.status_code, part.content, part.headers["etag"]) == (304, b"", etag)
    fill(path, plan, STRENGTHS)
    part = client.get("/part", headers={"If-None-Match": etag})
    assert part.status_code == 200 and part.headers["etag"] != etag
    assert "<html" not in part.text
    assert "12 matches" in Page(part.text).text


def test_a_record_can_be_taken_home(client: TestClient) -> None:
    answer = client.get("/record/3")
    assert answer.headers["content-type"] == "application/gzip"
    disposition = answer.headers["content-disposition"]
    assert disposition == 'attachment; filename="csb-match-3.jsonl.gz"'
    assert json.loads(gzip.decompress(answer.content))["game"] == "csb"


def test_a_match_can_be_watched(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    assert re.search(r'href="/replay/\d+"', client.get("/").text)
    golden = next(read_matches(ROOT / "tests" / "golden" / "csb" / "matches.jsonl.gz"))
    monkeypatch.setattr(server.Reader, "match", lambda _reader, _number: golden)
    answer = client.get("/replay/3")
    assert answer.status_code == 200
    nonce = re.findall(r"script-src 'nonce-([^']+)'", answer.headers["content-security-policy"])[0]
    assert answer.text.count(f'nonce="{nonce}"') == 3
    assert nonce not in client.get("/replay/3").text


def test_older_matches_are_pages(client: TestClient) -> None:
    first = client.get("/?league=1&level=50").text
    older = re.findall(r'href="([^"]+)">older matches', first)[0].replace("&amp;", "&")
    second = client.get(older).text
    seen = [re.findall(r"record of match (\d+)", page) for page in (first, second)]
    assert len(seen[0]) == len(seen[1]) == 40
    assert int(seen[0][-1]) > int(seen[1][0])


@pytest.mark.parametrize(
    ("place", "message"),
    [
        ("/?league=99", "no league 99"),
        ("/?league=1&level=7", "no level 7; expected one of 50, 100"),
        ("/?league=<b>", "&lt;b&gt;"),
        ("/part?before=-1", "expected a number"),
        ("/?league=1&pair=0-0", "pair 0-0 in the address: expected two of bots 0 to 2"),
        ("/?league=1&pair=0-3", "pair 0-3 in the address: expected two of bots 0 to 2"),
        ("/?league=1&pair=1", "expected a number"),
    ],
)
def test_what_is_not_there_is_told_in_one_line(client, place, message):
    answer = client.get(place)
    assert answer.status_code == 404
    assert message in answer.text
    assert "Traceback" not in answer.text


def test_a_match_that_is_not_there_is_told(client: TestClient) -> None:
    answer = client.get("/record/999999")
    assert (answer.status_code, answer.headers["content-type"][:10]) == (404, "text/plain")
    assert "no match 999999" in answer.text
    assert client.get("/replay/3").status_code == 404  # which no referee plays
    for odd in ("x", "9223372036854775807", "9223372036854775808", "9" * 5000, "-1", "\u0661"):
        for place in ("record", "replay"):
            answer = client.get(f"/{place}/{odd}")
            assert (answer.status_code, answer.text.count("\n")) == (404, 1)


def test_an_empty_store_says_so_and_fills(tmp_path: Path) -> None:
    path, plan = tmp_path / "league.db", plan_for(STRENGTHS, 2)
    open_store(path, create=True).close()
    client = TestClient(board_app(path), base_url=BASE)
    assert "No matches yet" in client.get("/").text
    fill(path, plan, STRENGTHS, skip=plan.length)  # a league that has only begun
    assert "No matches yet" in client.get("/").text
    fill(path, plan, STRENGTHS)
    assert "6 matches" in Page(client.get("/").text).text


def test_a_store_that_goes_away_is_told(tmp_path: Path) -> None:
    path = tmp_path / "league.db"
    fill(path, plan_for(STRENGTHS, 2), STRENGTHS)
    client = TestClient(board_app(path), base_url=BASE)
    assert client.get("/").status_code == 200
    path.unlink()
    answer = client.get("/part")
    assert answer.status_code == 503
    assert "no such file" in answer.text


def test_the_curve_has_few_points_however_long_the_league() -> None:
    assert [seeds for seeds in range(40) if is_drawn(seeds)] == [*range(2, 33), 34, 36, 38]
    assert sum(map(is_drawn, range(100_000))) < 300


def test_serve_waits_for_a_store_that_a_league_is_about_to_make(tmp_path: Path, capsys):
    """First there is no file, then one without tables: `league` makes them in a moment."""
    db = tmp_path / "league.db"
    steps = iter([*[lambda: None] * 11, db.touch, lambda: open_store(db, create=True).close()])
    wait_for_store(db, lambda _: next(steps)())
    assert capsys.readouterr().err == (
        f"botsmith: waiting for {db}, which `league` makes (Ctrl-C ends it)\n"
    )
    wait_for_store(db, lambda _: next(steps)())  # asks for no step
    other = tmp_path / "other.db"
    other.write_text("no store at all")
    with pytest.raises(BadInput, match="expected a store"):
        wait_for_store(other, lambda _: next(steps)())
    waited: list[float] = []
    with pytest.raises(BadInput, match="no such file"):
        wait_for_store(tmp_path / "gone.db", waited.append)
    assert sum(waited) == pytest.approx(30.0)
