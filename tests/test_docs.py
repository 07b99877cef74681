"""The pages under docs/: all are reached, all links lead somewhere, pictures are drawn again."""

import ast
import re
from pathlib import Path

import pytest

from benchmarks.picture_trees import WIDTH, alphabeta
from benchmarks.svg import svg
from botsmith.commands import COMMANDS
from botsmith.referees.base import Referee
from botsmith.replay.painter import Painter
from botsmith.site.contests import SiteContest
from tests.commands import botsmith
from tests.sources import nodes

ROOT = Path(__file__).resolve().parent.parent
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]
NOTES = [*sorted((ROOT / "bots").glob("*/*.md")), ROOT / "benchmarks" / "README.md"]
LINK = re.compile(r"\]\(([^)\s]+)\)")
RECORDS = sorted((ROOT / "docs" / "games").glob("*.jsonl.gz"))
GAME_PAGES = sorted((ROOT / "docs" / "games").glob("*.md"))
SEARCHES = sorted((ROOT / "docs" / "searches").glob("*.md"))


def links(page: Path) -> list[Path]:
    """The files that a page links to or shows."""
    found = [link.partition("#")[0] for link in LINK.findall(page.read_text(encoding="utf-8"))]
    return [(page.parent / link).resolve() for link in found if link and "://" not in link]


@pytest.mark.parametrize("page", PAGES + NOTES, ids=lambda page: str(page.relative_to(ROOT)))
def test_what_a_page_links_to_is_there(page):
    assert [link for link in links(page) if not link.exists()] == []


def test_every_page_is_reached_from_the_readme():
    """All but those of contests, which `new` adds to."""
    reached, open_pages = set(), [ROOT / "README.md"]
    while open_pages:
        page = open_pages.pop()
        if page not in reached and page.suffix == ".md":
            reached.add(page)
            open_pages += links(page)
    missed = set(PAGES) - reached
    assert [page for page in missed if page.parent.name != "games"] == []


@pytest.mark.parametrize("page", SEARCHES, ids=lambda page: page.stem)
def test_every_search_shows_a_picture_and_how_it_was_drawn(page):
    picture = page.with_suffix(".svg")
    assert picture in links(page)
    assert f"python benchmarks/pictures.py {page.stem}" in page.read_text(encoding="utf-8")
    assert picture.stat().st_size < 60_000
    assert "prefers-color-scheme: dark" in picture.read_text(encoding="ascii")


def test_a_picture_is_drawn_again_byte_for_byte():
    drawn, height, title = alphabeta()
    kept = ROOT / "docs" / "searches" / "alphabeta.svg"
    assert svg(drawn, WIDTH, height, title) == kept.read_text(encoding="ascii")


@pytest.mark.parametrize("record", RECORDS, ids=lambda record: record.name)
def test_a_linked_match_is_one_that_our_referee_repeats_and_has_a_small_picture(record):
    done = botsmith("verify", record.name.partition("_")[0], str(record))
    assert (done.returncode, done.stdout.splitlines()[-1]) == (0, "equal 1 of 1 matches")
    assert record.with_name(record.name.replace(".jsonl.gz", ".png")).stat().st_size < 200_000


def test_linked_pictures_are_small_and_there():
    assert (ROOT / "docs" / "replay.png").stat().st_size < 300_000
    assert {record.name for record in RECORDS} >= {"csb_blocker.jsonl.gz", "kutulu_yell.jsonl.gz"}


def test_the_index_names_only_commands_that_exist():
    index = (ROOT / "docs" / "README.md").read_text(encoding="utf-8")
    named = set(re.findall(r"python3 -m botsmith (\w+)", index))
    assert {"play", "league", "new", "soak"} <= named <= set(COMMANDS)


def test_each_exercise_is_a_patch_of_ten_lines_at_most_that_fits():
    text = (ROOT / "docs" / "new-contest.md").read_text(encoding="utf-8")
    exercises = text.partition("\n## Exercises\n")[2].split("\n**")[1:]
    assert len(exercises) == 3
    for exercise in exercises:
        files = re.findall(r"`(bots/\S+\.py)`", exercise)
        patches = re.findall(r"```diff\n(.*?)```", exercise, re.DOTALL)
        assert sum(line[0] in "+-" for line in "".join(patches).splitlines()) <= 10
        for file, patch in zip(files, patches, strict=True):
            before = "".join(re.findall(r"^[ -](.*\n)", patch, re.MULTILINE))
            assert (ROOT / file).read_text(encoding="ascii").count(before) == 1, exercise


def test_what_a_contest_may_say_is_there():
    text = (ROOT / "docs" / "architecture.md").read_text("utf-8")
    table = text.partition("## What a contest may say")[2].partition("\n## ")[0]
    rooms = "".join(path.read_text("utf-8") for path in ROOT.glob("contests/*/baselines.py"))
    there = {
        kind: {*dir(owner), *owner.__annotations__}
        for kind, owner in (("referee", Referee), ("draw", Painter), ("site", SiteContest))
    }
    there["baselines"] = set(re.findall(r"^[A-Z]+\b", rooms, re.MULTILINE))
    room, named = "", 0
    for row in re.findall(r"^\| (?:`(\w+)\.py`)? ?\| (`[^|]*`) \|", table, re.MULTILINE):
        room, names = row[0] or room, re.findall(r"`(\w+)", row[1])
        assert [n for n in names if not n.startswith("Game") and n not in there[room]] == [], room
        named += len(names)
    assert named > 15


GAME_HEADINGS = ["Rules", "Input", "Output", "Referee", "Search", "Numbers"]


@pytest.mark.parametrize("page", GAME_PAGES, ids=lambda page: page.stem)
def test_the_page_of_a_game_has_the_same_headings_in_the_same_order(page):
    text = re.sub(r"```.*?```", "", page.read_text(encoding="utf-8"), flags=re.DOTALL)
    assert re.findall(r"^## (.*)$", text, re.MULTILINE) == GAME_HEADINGS


@pytest.mark.parametrize("page", PAGES + NOTES, ids=lambda page: str(page.relative_to(ROOT)))
def test_a_line_of_text_has_at_most_100_columns(page):
    """Tables, code, pictures and lines of one word are as wide as they are."""
    text = re.sub(r"```.*?```", "", page.read_text(encoding="utf-8"), flags=re.DOTALL)
    lines = [line for line in text.splitlines() if not re.match(r"\||!\[| {4}", line)]
    assert [line for line in lines if len(line) > 100 and " " in line.strip()] == []


def test_the_index_says_for_whom_each_manual_is():
    index = (ROOT / "docs" / "README.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| \[.*\|$", index.partition("## The contests")[0], re.MULTILINE)
    assert rows and [row for row in rows if len(re.findall(r" \| \w", row)) != 2] == []


def test_every_benchmark_has_its_question_in_their_index():
    index = (ROOT / "benchmarks" / "README.md").read_text(encoding="utf-8")
    programs = {file.name for file in (ROOT / "benchmarks").glob("*.py")}
    assert set(re.findall(r"`(\w+\.py)`", index)) == programs


def said_by_us() -> str:
    """Every text in the sources of the workshop and the kit, f-strings without their values."""
    places = ("botsmith", "common", "contests")
    files = [file for where in places for file in sorted((ROOT / where).rglob("*.py"))]
    found = []
    for node in (node for file in files for node in nodes(file)):
        if isinstance(node, ast.JoinedStr):
            found.append("".join(str(p.value) for p in node.values if isinstance(p, ast.Constant)))
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            found.append(node.value)
    return " ".join(" ".join(found).split())


def test_troubleshooting_quotes_messages_that_we_print():
    said = said_by_us()
    page = (ROOT / "docs" / "troubleshooting.md").read_text()
    rows = re.findall(r"^\| (`.*?) \|", page, re.MULTILINE)
    messages = [text for row in rows for text in re.findall(r"`([^`]+)`", row)]
    assert len(messages) > 20
    for message in messages:
        for part in re.split(r"\.\.\.|FILE:LINE|'x'", message):
            part = part.strip(" :;")
            assert part in said, message
