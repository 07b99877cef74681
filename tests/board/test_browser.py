"""The board in a real browser: Chromium, driven by playwright, on a server of its own."""

import re
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page

from botsmith.cli.app import main
from tests.arena.leagues import start
from tests.board.looks import contrasts, faults
from tests.board.stores import HOSTILE, fill, plan_for
from tests.waiting import PATIENCE, until

pytestmark = pytest.mark.long

STRENGTHS = {"csb": 5.0, "coast": 2.0, HOSTILE: 1.0, "a bot with a rather long name": 3.0}


class Served:
    """A board of a store with half of a league."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / "league.db"
        self.plan = plan_for(STRENGTHS, 10)
        half = plan_for(STRENGTHS, 5)
        fill(self.path, half, STRENGTHS)
        self.process = start("serve", "--db", str(self.path), "--port", "0")
        assert self.process.stdout
        line = self.process.stdout.readline()
        found = re.search(r"http://127\.0\.0\.1:\d+/", line)
        assert found, line
        self.address = found[0]

    def end(self) -> tuple[int, str]:
        """Ctrl-C: the status and what was on stderr."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
        _, errors = self.process.communicate(timeout=PATIENCE)
        return self.process.returncode, errors


@pytest.fixture(scope="module")
def shown(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A board that several tests only look at."""
    board = Served(tmp_path_factory.mktemp("board"))
    yield board
    board.end()


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    """A board of one test."""
    board = Served(tmp_path)
    yield board
    board.end()


@pytest.fixture
def page(tab: Page, complaints: list[str]) -> Iterator[Page]:
    """A page that fails its test if anything is written to the console or thrown."""
    yield tab
    assert complaints == []


def test_the_board_follows_the_league_and_asks_nobody_else(served: Served, page: Page) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(served.address)
    assert page.locator("h1").inner_text() == "csb"
    assert page.locator(".facts").inner_text().startswith("30 matches")
    assert page.locator(".standings tbody tr").count() == 4
    assert page.locator(".matrix td.empty").count() == 4
    assert page.locator("svg.curve path").count() == 8
    page.evaluate("window.mark = 'the same page'")
    fill(served.path, served.plan, STRENGTHS)
    page.wait_for_selector(".facts:has-text('60 matches')")
    assert page.evaluate("window.mark") == "the same page"
    assert page.locator("#said").inner_text() == "live"
    assert {re.sub(r"[^/]*$", "", url) for url in asked if not url.startswith("data:")} == {
        served.address
    }


def test_no_script_of_a_bot_runs_whatever_way_it_comes(tab, complaints, shown):
    """The name is a script already; a hole in the escaping would still meet the policy."""
    tab.goto(shown.address)
    assert tab.locator("script").count() == 1
    tab.evaluate(
        "document.getElementById('board').innerHTML ="
        ' \'<img src=x onerror="window.broken = 1"><p style="color: red">x</p>\''
    )
    tab.evaluate(
        "document.body.append(Object.assign(document.createElement('script'),"
        " {textContent: 'window.broken = 2'}))"
    )
    until(lambda: tab.wait_for_timeout(100) or "Content Security Policy" in str(complaints))
    tab.wait_for_timeout(200)
    assert tab.evaluate("window.broken") is None


@pytest.mark.parametrize(
    ("width", "scheme"), [(360, "light"), (390, "dark"), (768, "light"), (1280, "dark")]
)
def test_it_fits_and_can_be_read(tab: Page, shown: Served, width: int, scheme: str) -> None:
    tab.set_viewport_size({"width": width, "height": 800})
    tab.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
    tab.goto(shown.address)
    assert faults(tab) == []
    found = contrasts(tab)
    assert found["words"] > 7.0 and found["texts"] > 4.5 and found["lines"] > 3.0


def test_a_field_of_head_to_head_leads_to_its_test_and_stays(page: Page, shown: Served) -> None:
    page.goto(shown.address)
    assert page.locator("svg.walk").count() == 0
    page.locator(".matrix:not(.maps) td a").first.click()
    page.wait_for_url("**pair=*")
    assert page.locator("svg.walk").count() == 1
    assert "a hint, no verdict" in page.locator(".card:has(svg.walk)").inner_text()
    titles = page.locator(".blocks circle title").all_text_contents()
    assert len(titles) == 4 * 3  # bots, seeds: the third has games to come
    assert all(re.search(r"\d% \[\d+% \d+%\], \d+ games?$", title) for title in titles)


def test_it_says_when_the_server_is_gone(tab: Page, served: Served) -> None:
    tab.goto(served.address)
    assert served.end() == (0, "")
    tab.wait_for_selector("#live.lost")
    assert tab.locator("#said").inner_text() == "no connection"
    assert tab.locator(".standings tbody tr").count() == 4  # what was shown stays


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--db", "README.md"], "README.md: "),
        (["--port", "70000"], "--port 70000: expected 0..65535"),
        (["--host", "203.0.113.7"], "--host 203.0.113.7 --port 8000: "),
        (["--port", "{taken}"], "--port {taken}: "),
    ],
)
def test_bad_input_is_one_line_and_status_2(arguments, message, shown, capsys):
    taken = shown.address.rstrip("/").rsplit(":", 1)[1]
    words = [word.replace("{taken}", taken) for word in arguments]
    assert main(["serve", "--db", str(shown.path), *words]) == 2
    out, errors = capsys.readouterr()
    assert out == ""
    assert errors.startswith("botsmith: ")
    assert message.replace("{taken}", taken) in errors
    assert errors.count("\n") == 1
