"""Tables at any width: no cell is cut, long names fold, columns go by their importance."""

import io
import os
from contextlib import redirect_stdout
from dataclasses import replace
from unittest import mock

import pytest

from botsmith.arena.statistics.report import league_report
from botsmith.arena.statistics.standings import Standings
from botsmith.cli import tables
from botsmith.cli.grid import NARROW, WIDE, Grid, wide_console
from tests.arena.test_standings import plan, play

LONG = "java -cp /home/me/contests/build -Xmx256m com.example.bots.csb.Main"


def shown(grid: Grid, width: int) -> str:
    """Returns what is printed where COLUMNS says `width`."""
    out = io.StringIO()
    with mock.patch.dict(os.environ, COLUMNS=str(width)), redirect_stdout(out):
        grid.show()
    return out.getvalue()


def grid() -> Grid:
    found = Grid("a title", {"bot": 9, "won": 2, "drawn": 1, "share": 5, "ms": 2})
    found.row("csb", "10", "2", "100.0% [21% 100%]", "12.5")
    found.row("coast", "0", "2", "0.0% [0% 79%]", "0.1")
    return found


def test_what_fits_is_shown_as_it_is():
    text = shown(grid(), 80)
    assert "left out" not in text and text.splitlines()[0].rstrip() == "a title"
    assert [line.split() for line in text.splitlines() if "csb" in line] == [
        ["csb", "10", "2", "100.0%", "[21%", "100%]", "12.5"]
    ]


def test_columns_go_by_importance_and_of_equal_ones_the_last_goes_first():
    heads = {width: shown(grid(), width).splitlines()[2].split() for width in (44, 40, 36, 29)}
    assert heads == {
        44: ["bot", "won", "drawn", "share", "ms"],  # with one blank between them
        40: ["bot", "won", "share", "ms"],
        36: ["bot", "won", "share"],
        29: ["bot", "share"],
    }
    assert "left out, 36 columns: drawn, ms (COLUMNS=120 or --json)" in shown(grid(), 36)


def test_a_title_of_a_column_may_have_two_lines():
    table = Grid("", {"bot": 9, "time-\nouts": 2, "\x1b[31m": 1})
    table.row("csb", "0", "1")
    lines = shown(table, 40).splitlines()
    assert ["time-", "bot outs ?[31m"] == [" ".join(line.split()) for line in lines[1:3]]


def test_names_fold_before_any_column_goes():
    wide = grid()
    wide.row(LONG, "1", "2", "50.0%", "7.0")
    text = shown(wide, 60)
    assert "left out" not in text and "100.0% [21% 100%]" in text
    folded = "".join(line[:24] for line in text.splitlines())
    assert LONG.replace(" ", "") in folded.replace(" ", "")
    assert LONG in shown(wide, 120)


@pytest.fixture
def report():
    league = plan(3)
    names = ("csb@python", LONG, "[bold]kutulu_with_c")
    bots = [replace(bot, name=name) for bot, name in zip(league.bots, names, strict=True)]
    league = replace(league, bots=tuple(bots))
    found, matches = Standings(league), play(league)
    for match in matches:
        found.add(match)
    return league_report(found, matches, 0.95, False)


@pytest.mark.parametrize("width", [120, 80, 60, 40])
def test_a_league_at_any_width_cuts_nothing(report, width, capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", str(width))
    tables.show_report(report, "--json")
    lines = capsys.readouterr().out.splitlines()
    rows = [line for line in lines if line.startswith(" ")]
    assert rows and max(map(len, rows)) <= width
    assert not any("…" in line for line in lines)
    if width >= 60:
        assert any("100.0% [91% 100%]" in line for line in rows)
        assert any("+649 [+376 +923]" in line for line in rows)
        assert not any("left out" in line and "score" in line for line in lines)


@pytest.mark.parametrize(
    ("columns", "width"),
    [("80", 80), ("3", NARROW), ("", WIDE), ("0", WIDE), ("wide", WIDE), ("-5", WIDE)],
)
def test_a_pipe_is_as_wide_as_columns_says(monkeypatch, columns, width):
    monkeypatch.setenv("COLUMNS", columns)
    assert wide_console().width == width
