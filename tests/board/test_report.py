"""`league --report`: the board's plots as one file that needs nothing and harms nobody."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from botsmith.arena.matches.league import Duel, Plan
from botsmith.arena.matches.played import Job
from botsmith.arena.store.store import open_store
from botsmith.board import view
from botsmith.board.report import page
from botsmith.cli.app import main
from botsmith.replay.output import write_report
from tests.board.looks import contrasts, faults
from tests.board.stores import HOSTILE, by_hand, fill, plan_for
from tests.board.test_board import HEADINGS, Page
from tests.spread import spread

STRENGTHS = {"csb": 5.0, "coast": 2.0, HOSTILE: 1.0, "a bot with a rather long name": 3.0}


def written(folder: Path, plan: Plan, duel: Duel | None = None) -> str:
    """The report of a store's first league."""
    with open_store(folder / "league.db") as store:
        write_report(folder / "report.html", page(store, 1, plan, duel, 0.95))
    return (folder / "report.html").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Of a league of four bots, one with a hostile name, at two budgets."""
    folder = tmp_path_factory.mktemp("report")
    plan = plan_for(STRENGTHS, 6, levels=(50, 100))
    fill(folder / "league.db", plan, STRENGTHS)
    written(folder, plan)
    return folder / "report.html"


def test_it_shows_every_budget_with_every_plot(report: Path) -> None:
    page = Page(report.read_text(encoding="utf-8"))
    for heading in HEADINGS:
        assert page.text.count(heading) == 2, heading
    assert "csb, 50 % time 36 matches" in page.text and "csb, 100 % time 36 matches" in page.text
    plots = [tag.get("aria-label") for tag in page.named("svg")]
    assert plots.count("ratings over matches") == 2
    assert plots.count("answer times") == plots.count("win share by seed") == 8
    marks = [tag["id"] for _, tag in page.tags if "id" in tag]
    assert len(marks) == len(set(marks))


def test_it_is_whole_and_asks_for_nothing(report: Path) -> None:
    text = report.read_text(encoding="utf-8")
    assert not re.search(r"<script|https?:|style=|<img|@import|url\(", text)
    for _, attributes in Page(text).tags:
        for name in ("src", "href", "action"):
            assert (attributes.get(name) or "data:").startswith("data:")
    nonce = re.findall(r"style-src 'nonce-([\w-]{20,})'", text)[0]
    assert f'<style nonce="{nonce}">' in text and "default-src 'none'" in text


def test_a_hostile_name_stays_a_name(report: Path) -> None:
    text = report.read_text(encoding="utf-8")
    assert "&lt;script&gt;alert" in text
    assert not set("\x1b\u202e\u2028") & set(text)
    assert not [name for _, tag in Page(text).tags for name in tag if name.startswith("on")]


@pytest.mark.parametrize(("width", "scheme"), spread([390, 1280], ["light", "dark"]))
def test_it_can_be_read(tab, complaints, report, width, scheme):
    asked: list[str] = []
    tab.on("request", lambda request: asked.append(request.url))
    tab.set_viewport_size({"width": width, "height": 800})
    tab.emulate_media(color_scheme=scheme)
    tab.goto(report.as_uri())
    assert faults(tab) == []
    found = contrasts(tab)
    assert found["words"] > 7.0 and found["texts"] > 4.5 and found["lines"] > 3.0
    assert complaints == []
    assert [url for url in asked if not url.startswith(("data:", report.as_uri()))] == []


def test_a_phone_shows_the_score(tab: Any, report: Path) -> None:
    """It was cut off behind engine and interval."""
    tab.set_viewport_size({"width": 390, "height": 844})
    tab.goto(report.as_uri())
    for row in tab.query_selector_all(".standings tr"):
        box = row.query_selector(":nth-child(5)").bounding_box()
        assert box["x"] + box["width"] <= 390


def test_it_counts_what_the_league_counts(tmp_path: Path) -> None:
    """Matches behind the one that decided the test, and those of a longer plan, are left out."""
    names = {"one": 1.0, "other": 1.0}
    by_hand(tmp_path / "league.db", plan_for(names, 200), lambda _job: 0, lambda _bot: [1.0, 9.0])
    text = Page(written(tmp_path, plan_for(names, 60))).text
    assert "60 matches" in text
    assert "Not decided" in text and "a hint, no verdict" in text
    tested = Page(written(tmp_path, plan_for(names, 200), Duel(0, 1, frozenset({1})))).text
    assert "By this test one is better: +3.06 after 37 seeds (74 games)" in tested
    assert "74 matches" in tested and "no verdict" not in tested and "went on" not in tested


def test_a_league_without_a_match_says_so(tmp_path: Path) -> None:
    plan = plan_for(STRENGTHS, 2)
    fill(tmp_path / "league.db", plan, STRENGTHS, skip=plan.length)
    assert "No match of this league was played yet." in Page(written(tmp_path, plan)).text


def test_one_match_is_drawn_without_a_complaint(tmp_path: Path, tab: Any) -> None:
    names = {"one": 1.0, "other": 1.0}
    by_hand(tmp_path / "league.db", plan_for(names, 1), lambda _job: 0, lambda _bot: [100.0])
    text = written(tmp_path, plan_for(names, 1))
    for words in (
        "1 match · 2 bots",
        *("The curve begins with the second complete seed.", "No bot has given a later answer"),
        "They have not met in a complete seed yet.",
    ):
        assert words in Page(text).text
    tab.goto((tmp_path / "report.html").as_uri())
    assert faults(tab) == []


def test_its_size_does_not_grow_with_the_league(tmp_path: Path) -> None:
    """What grows is bounded: 24 blocks of seeds, some 25 points of a rating for each doubling, 800
    of a test's way; 10,000 matches of 16 bots: docs/board.md.
    """
    sizes = []
    for games in (200, 800):
        folder = tmp_path / str(games)
        folder.mkdir()
        plan = plan_for({"one": 1.0, "other": 1.0}, games)
        by_hand(folder / "league.db", plan, lambda job: job.order[0], lambda _bot: [100.0, 20.0])
        sizes.append(len(written(folder, plan)))
    assert sizes[1] - sizes[0] < 6_000 and sizes[1] < 60_000


def test_tables_with_a_column_a_bot_have_the_best_ones(tmp_path, monkeypatch):
    monkeypatch.setattr(view, "BOTS", 4)
    names = {f"bot {number}": 1.0 for number in range(6)}
    by_hand(tmp_path / "league.db", plan_for(names, 1), min_of, lambda _bot: [100.0, 20.0])
    page = Page(written(tmp_path, plan_for(names, 1)))
    assert page.text.count("The 4 best of 6 bots.") == 2
    assert len([tag for tag in page.named("td") if tag.get("class") == "empty"]) == 4
    assert len(page.named("figure")) == 2 * 6


def min_of(job: Job) -> int:
    """The bot with the lowest number wins."""
    return min(job.order)


def test_a_file_that_is_none_of_ours_is_kept(tmp_path: Path, capsys: Any) -> None:
    (tmp_path / "notes.html").write_text("mine")
    db, words = tmp_path / "league.db", ["league", "csb", "random", "random", "--games", "1"]
    for name, said in (
        ("notes.html", "is there and is no page of ours"),
        ("league.db", "expected a name for a page that ends in .html"),
        ("no/page.html", "no folder"),
    ):
        assert main([*words, "--db", str(db), "--report", str(tmp_path / name)]) == 2
        out, errors = capsys.readouterr()
        assert out == "" and said in errors and errors.count("\n") == 1
    page = str(tmp_path / "new.html")
    assert main([*words, "--db", page, "--report", page]) == 2
    assert "is the store" in capsys.readouterr().err
    assert [file.name for file in tmp_path.iterdir()] == ["notes.html"]  # and nothing was played
    assert (tmp_path / "notes.html").read_text() == "mine"


def test_the_command_writes_it_beside_its_document_and_again(tmp_path: Path, capsys: Any) -> None:
    page, db = tmp_path / "page.html", str(tmp_path / "league.db")
    words = ["league", "uttt", "random", "greedy", "--iterations", "1", "--db", db, "--json"]
    assert main([*words, "--games", "2"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert main([*words, "--games", "2", "--resume", "--report", str(page)]) == 0
    again = json.loads(capsys.readouterr().out)
    again["conditions"]["load"] = document["conditions"]["load"]  # of the machine, at that time
    assert again == document
    shown = Page(page.read_text(encoding="utf-8")).text
    assert "2 matches · 2 bots · seeds from 1 · 1 iteration a turn" in shown
    share = f"{document['bots'][0]['first_share']:.1%}"
    assert f"random - {document['ratings'][-1]['elo']:+.0f}" in shown and share in shown
