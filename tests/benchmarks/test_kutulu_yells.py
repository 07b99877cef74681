"""benchmarks/kutulu_yells.py reads from a record what YELLs did."""

import sys

import pytest

from benchmarks import kutulu_yells
from benchmarks.kutulu_yells import ROOT, Caught, caught
from botsmith.referees.base import Match, Result, Turn

GOLDEN = ROOT / "tests" / "golden" / "kutulu" / "matches.jsonl.gz"
SHELTER, PLAN, YELL = 3, 4, 6


def turn_of(sanities, in_play, effects):
    """A turn after which the explorers have these sanities; effects: kind, caster, victim."""
    rows = [[1, 1, sanity, 2, 3, is_in, 0] for sanity, is_in in zip(sanities, in_play, strict=True)]
    state = {"p": rows, "e": [[kind, 1, one, two, -1, -1] for kind, one, two in effects]}
    return Turn(inputs={}, outputs={}, state=state)


ALL = (1, 1, 1, 1)
BEFORE = ((100, 60, 30, 90), ALL, ())


def found(*states):
    """What is seen in a match of these turns after the first one."""
    turns = [turn_of(*state) for state in (BEFORE, *states)]
    return list(caught(Match("kutulu", "", "1", 4, {}, {}, turns, Result([], [], ""))))


@pytest.mark.parametrize("kind", [SHELTER, PLAN])
def test_other_effects_are_no_yells(kind):
    assert found(((97, 57, 27, 87), ALL, [(kind, 0, 1)])) == []


def test_a_victim_that_only_loses_company_is_not_spooked():
    after = ((97, 54, 27, 87), ALL, [(YELL, 0, 1)])
    assert found(after) == [Caught(1, 0, 1, 60, is_spooked=False, is_killed=False)]


def test_a_spook_counts_in_the_turn_of_the_yell_and_in_the_next_one():
    yelled = ((97, 57, 27, 87), ALL, [(YELL, 0, 1)])
    next_turn = ((94, 34, 24, 84), ALL, ())
    later = ((94, 57, 24, 84), ALL, ()), ((91, 30, 21, 81), ALL, ())
    assert found(yelled, next_turn)[0].is_spooked
    assert not found(yelled, *later)[0].is_spooked


def test_a_victim_that_is_spooked_and_out_is_killed():
    yelled = ((97, 57, 24, 87), ALL, [(YELL, 3, 2)])
    out = ((94, 54, 0, 84), (1, 1, 0, 1), ())
    assert found(yelled, out) == [Caught(1, 3, 2, 30, is_spooked=True, is_killed=True)]


def test_a_pair_counts_once_and_every_victim_of_one_yell():
    yelled = ((97, 57, 24, 87), ALL, [(YELL, 0, 1), (YELL, 0, 2)])
    assert [(row.turn, row.victim) for row in found(yelled, yelled)] == [(1, 1), (1, 2)]


def test_the_report_names_the_killed_of_recorded_matches(monkeypatch, capsys):
    monkeypatch.setattr(sys, "argv", ["kutulu_yells.py", str(GOLDEN)])
    kutulu_yells.main()
    *kills, total = capsys.readouterr().out.splitlines()
    assert total.startswith("player: ")
    assert total.endswith(f"{len(kills)} out")
    assert all("is held, spooked and out" in kill for kill in kills)
