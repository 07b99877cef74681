"""Decision trees, written or by formula, and what `verify alpha_beta` checks of them."""

import copy
from pathlib import Path
from typing import Any

import pytest
import typer

from botsmith.alphabeta.trees import TreeGame, formula_tree, node_from_json
from botsmith.arena.store.record import read_values
from botsmith.cli.verify import verify
from botsmith.errors import BadInput
from botsmith.referees import case_reader
from botsmith.referees.alpha_beta import Sets, cases
from tests.alphabeta.written import tree_of

GOLDEN = Path(__file__).parents[1] / "golden" / "alpha_beta"
RECORDS = [value for _, value in read_values(GOLDEN / "trees.jsonl.gz")]
FORMULAS = [value for _, value in read_values(GOLDEN / "procedural.jsonl")]

TREE = tree_of("- a 0\n  - o 7\n    - a -3\n  - o 3")


@pytest.mark.parametrize(
    "wrong", [[], ["a"], ["b", 1], ["a", 1.5], ["a", True], ["a", 1, 2], "a", 3]
)
def test_json_that_is_no_node_is_refused(wrong):
    for value in (wrong, ["a", 0, [wrong]]):
        with pytest.raises(BadInput, match="alpha_beta tree: expected"):
            node_from_json(value)


# ---- Brute force


def test_brute_force_looks_as_many_plies_ahead_as_it_is_told():
    assert TREE.values() == [0, 7, 3]
    assert TREE.count() == 4
    sets = Sets([child.values() for child in TREE.children])
    assert [sets.best(depth) for depth in range(3)] == [[7, [0]], [3, [1]], [3, [1]]]
    assert sets.allowed(0) == [0, 1]
    assert sets.allowed(1) == [1]


@pytest.mark.parametrize("record", FORMULAS[:24:8], ids=lambda record: record["id"])
def test_a_look_ahead_in_a_tree_is_what_playing_gives(record):
    game = TreeGame(formula_tree({**record, "max_children": 3, "min_children": 1, "depth": 5}))
    for _ in range(5):
        for action in reversed(game.actions(None)[1]):
            child = game.copy()
            assert child.execute(action, None) == game.look_ahead(action, None)
            assert child.node is game.node.children[action]
        game = child  # of action 0


# ---- verify


def differences(records):
    """The golden trees that are not answered within their sets, or not as by rubot."""
    return [case for record in records for case in cases(record) if case.difference is not None]


def test_some_golden_trees_are_answered_within_their_sets_and_rubot_is_repeated():
    assert len(RECORDS) == 1000
    assert differences(RECORDS[::24]) == []


@pytest.mark.campaign
def test_every_golden_tree_is_answered_within_its_sets_and_rubot_is_repeated():
    assert differences(RECORDS) == []


SMALL = sorted(FORMULAS, key=lambda record: record["rubot"]["steps"])


@pytest.mark.parametrize("record", SMALL[:1], ids=lambda record: record["id"])
def test_small_trees_by_formula_are_answered_as_by_rubot(record):
    assert [case.difference for case in cases(record)] == [None]


@pytest.mark.campaign
@pytest.mark.parametrize("record", FORMULAS, ids=lambda record: record["id"])
def test_every_tree_by_formula_is_answered_as_by_rubot(record):
    assert [case.difference for case in cases(record)] == [None]


def test_verify_counts_trees_as_matches(tmp_path, capsys):
    path = tmp_path / "trees.jsonl"
    with (GOLDEN / "procedural.jsonl").open(encoding="ascii") as lines:
        wanted = next(line for line in lines if SMALL[0]["id"] in line)
    path.write_text(wanted + wanted.replace('"value":', '"value":1'), encoding="ascii")
    with pytest.raises(typer.Exit):
        verify("alpha_beta", [path])
    name, difference, last = capsys.readouterr().out.partition("equal 1 of 2 matches\n")
    assert f"{SMALL[0]['id']}: value, best: expected [1" in name
    assert (difference, last) == ("equal 1 of 2 matches\n", "")


RECORD = next(
    record
    for record in RECORDS
    if record["cat"] == "flip" and len(record["root_values"]) >= 3 and record["nodes"] < 80
)


# What of the record is changed, by the keys that lead to it, and what to.
TAMPERED = [
    (["nodes"], 0),
    (["height"], 99),
    (["tree", 1], 0.5),
    (["answer", "value"], 99),
    (["answer", "best"], [9]),
    (["answer", "none"], True),
    (["root_values", 0], 99),
    (["by_depth", 1, "value"], 99),
    (["by_depth", 1, "best"], []),
    (["allowed_after", 0], []),
    (["rubot", "action"], 9),
    (["rubot", "path"], []),
    (["rubot", "steps"], 0),
    (["rubot", "iterations"], 99),
    (["rubot", "by_depth", 1], 9),
    (["rubot", "interrupted", 2, 2], 9),
    (["rubot", "interrupted", 2, 1], 9),
]


@pytest.mark.parametrize(("keys", "value"), TAMPERED, ids=str)
def test_a_tree_that_was_tampered_with_is_noticed(keys, value):
    record = copy.deepcopy(RECORD)
    assert [case.difference for case in cases(record)] == [None]
    place = record
    for key in keys[:-1]:
        place = place[key]
    place[keys[-1]] = value
    if keys == ["tree", 1]:
        with pytest.raises(BadInput, match="alpha_beta tree"):
            cases(record)
        return
    (case,) = cases(record)
    assert case.name == RECORD["id"]
    assert case.difference is not None
    assert "expected" in case.difference and ", got " in case.difference


ODD: list[dict[str, Any]] = [
    {"kind": "run"},
    {"seed": "x"},
    {"pattern": ""},
    {"min_children": 9},
    {"range": None},
]


@pytest.mark.parametrize(
    "value",
    [7, [], "tree", None, {}, {"id": "x"}, {"id": "x", "tree": []}, {**RECORD, "answer": 3}]
    + [{**RECORD, "rubot": {}}, *({**SMALL[0], **changes} for changes in ODD)],
)
def test_json_that_is_no_decision_tree_is_refused_in_one_line(value):
    with pytest.raises(BadInput) as caught:
        case_reader("alpha_beta")(value)
    assert "\n" not in str(caught.value)
