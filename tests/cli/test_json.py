"""docs/json.md holds every key that a command prints with --json, and no other."""

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from botsmith.workspace import HOME as ROOT
from tests.board.stores import fill, plan_for
from tests.cli.test_bench import COUNTER, bundle
from tests.commands import botsmith

PAGE = (ROOT / "docs" / "json.md").read_text(encoding="utf-8")
ROW = re.compile(r"^\| `([\w ]+)` \| (\w+\??) \|(.*)\|$")
KINDS: Mapping[str, tuple[type, ...]] = {
    "int": (int,),
    "number": (int, float),
    "text": (str,),
    "bool": (bool,),
    "list": (list,),
    "object": (dict,),
}
LEAGUE_ONLY, PLAY_ONLY = {"ratings", "pairs", "sprt"}, {"exceptions", "mistakes"}
STRENGTHS = {"one": 2.0, "two": 1.0}


def schema(title: str) -> dict[str, tuple[str, list[str]]]:
    """The table of the page under this heading: kind by key, and the keys of its rows."""
    found = {}
    lines = iter(PAGE.splitlines())
    assert any(line.startswith(f"| {title} | kind |") for line in lines), title
    next(lines)
    for line in lines:
        if not (row := ROW.match(line)):
            break
        rows = re.match(r" `([\w ]+)`", row[3])
        keys = rows[1].split() if rows and " " in rows[1] else []
        found.update({key: (row[2], keys) for key in row[1].split()})
    return found


def check(value: Any, title: str, without: set[str] = frozenset()) -> None:  # type: ignore[assignment]
    """Fails unless an object is as the page says."""
    table = {key: entry for key, entry in schema(title).items() if key not in without}
    assert set(value) == set(table), title
    for key, (kind, keys) in table.items():
        if kind.endswith("?") and value[key] is None:
            continue
        assert isinstance(value[key], KINDS[kind.rstrip("?")]), (title, key, value[key])
        for row in value[key] if keys and isinstance(value[key], list) else []:
            assert list(row) == keys, (title, key)


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = tmp_path_factory.mktemp("json") / "x.db"
    fill(path, plan_for(STRENGTHS, 6), STRENGTHS)
    return str(path)


def printed(*words: str) -> Any:
    done = botsmith(*words, "--json")
    return json.loads(done.stdout)


@pytest.mark.parametrize("command", ["play", "league"])
def test_a_match_is_printed_as_the_page_says(command: str, tmp_path: Path) -> None:
    words = ("uttt", "random", "greedy", "--games", "1", "--iterations", "1")
    more = () if command == "play" else ("--db", str(tmp_path / "x.db"), "--jobs", "1")
    document = printed(command, *words, *more)
    check(document, "document", LEAGUE_ONLY if command == "play" else PLAY_ONLY)
    check(document["bots"][0], "bots")
    check(document["matches"][0], "matches")


def test_stores_are_printed_as_the_page_says(store: str) -> None:
    check(printed("lost", "--db", store, "--vs", "one")[0], "lost")
    check(printed("export", "--db", store)[0], "export")
    check(printed("doctor"), "doctor")


@pytest.mark.parametrize("tool", ["psyleague", "cgarena"])
def test_a_referee_prints_as_the_page_says(tool: str) -> None:
    words = ("referee", "uttt", "random", "greedy", "--seed", "1", "--iterations", "1")
    check(json.loads(botsmith(*words, "--json", tool).stdout), tool)


def test_builds_are_printed_as_the_page_says(tmp_path: Path) -> None:
    check(printed("build", "probe", "--out", str(tmp_path)), "build")
    check(printed("build", "probe", "--check", "--out", str(tmp_path)), "checked")


def test_bench_prints_as_the_page_says(tmp_path: Path) -> None:
    check(printed("bench", str(bundle(tmp_path, COUNTER))), "bench")
