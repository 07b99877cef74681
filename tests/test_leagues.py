"""A bot or an input of a lower league is named as that, not as a mistake."""

import sys
from pathlib import Path

from botsmith.golden import recorded_match
from botsmith.leagues import league_of, league_read_by
from botsmith.new.adopt import Wanted, adopt
from botsmith.referees.base import League
from botsmith.setup import ROOT

SILVER = """while True:
    x, y, to_x, to_y, far, angle = [int(word) for word in input().split()]
    other = input().split()
    print(to_x, to_y, 100 if abs(angle) < 90 else 0)
"""


def names_of(found: League | None) -> str:
    """Returns the names of leagues that must have been found."""
    assert found is not None
    return found.names


def test_lines_of_a_lower_league_are_known_by_their_values():
    found = league_of("csb", "1 2 3 4 5 6\n7 8\n1 2 3 4 5 6\n7 8\n")
    assert names_of(found) == "wood 2 to silver"
    assert names_of(league_of("csb", "1 2 3 4\n1 2 3 4\n")) == "wood 3"
    match = recorded_match(ROOT, "csb", 1)
    lines = [*match.init_inputs[0], *match.turns[0].inputs[0]]
    assert league_of("csb", "\n".join(lines)) is None
    assert league_of("uttt", "1 2 3 4\n") is None and league_of("nothing", "1\n") is None


def test_a_bot_is_known_by_what_it_answers(tmp_path: Path):
    (tmp_path / "mine.py").write_text(SILVER)
    found = league_read_by("csb", [sys.executable, str(tmp_path / "mine.py")])
    assert names_of(found)[:6] == "wood 2"
    assert league_read_by("uttt", [sys.executable, str(tmp_path / "mine.py")]) is None


def test_adopt_says_which_league_a_bot_is_of(tmp_path: Path):
    for folder in ("bots", "common"):
        (tmp_path / "w" / folder).mkdir(parents=True)
    (tmp_path / "mine.py").write_text(SILVER)
    said = adopt(tmp_path / "w", Wanted(tmp_path / "mine.py", "csb")).said
    assert any("mine.py reads lines of csb's wood 2 to silver (x y nextX" in line for line in said)
