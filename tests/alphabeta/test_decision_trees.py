"""Decision trees as text, by formula, and what `verify alpha_beta` checks of them."""

import copy
from pathlib import Path

import pytest
import typer
from hypothesis import given, strategies as st

from botsmith.alphabeta.decision_trees import (
    Formula,
    FormulaGame,
    Node,
    node_from_json,
    parse_tree,
    print_tree,
)
from botsmith.arena.record import read_values
from botsmith.cli.verify import verify
from botsmith.errors import BadInput
from botsmith.referees import case_reader
from botsmith.referees.alpha_beta import Sets, cases, spread

GOLDEN = Path(__file__).parents[1] / "golden" / "alpha_beta"
RECORDS = [value for _, value in read_values(GOLDEN / "trees.jsonl.gz")]
FORMULAS = [value for _, value in read_values(GOLDEN / "procedural.jsonl")]

TEXT = """\
- a 0
  - o 7
    - a -3
  - o 3
"""
TREE = Node(True, 0, [Node(False, 7, [Node(True, -3)]), Node(False, 3)])


def nodes(children):
    return st.builds(Node, st.booleans(), st.integers(), children)


TREES = st.recursive(
    nodes(st.just([])), lambda child: nodes(st.lists(child, max_size=4)), max_leaves=20
)


# ---- The text


def test_a_tree_is_read_and_written():
    assert parse_tree(TEXT) == TREE
    assert print_tree(TREE) == TEXT


@given(TREES)
def test_what_is_written_is_read_again(tree):
    assert parse_tree(print_tree(tree)) == tree


@given(st.sampled_from(RECORDS))
def test_golden_trees_can_be_shown(record):
    tree = node_from_json(record["tree"])
    assert parse_tree(print_tree(tree)) == tree


def test_comments_blank_lines_and_other_indentations_are_read():
    text = "\n# a tree\n - a 0\n\n      - o +7   # the first\n        - a -3\n      - o 3\n"
    assert parse_tree(text) == TREE


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "tree: no line; expected '- a 0'"),
        ("- a 0\n  - b 3", "tree line 2: expected '- a 0' or '- o 0', got '  - b 3'"),
        ("- a", "tree line 1: expected"),
        ("- a 0.5", "tree line 1: expected"),
        ("a 0", "tree line 1: expected"),
        ("- a 0\n\t- o 1", "tree line 2: expected"),
        ("- a 0\n- o 1", "tree line 2: a second root"),
        ("  - a 0\n- o 1", "tree line 2: indented like no line above it"),
        ("- a 0\n    - a 1\n  - a 2", "tree line 3: indented like no line above it"),
    ],
)
def test_a_line_that_is_no_node_or_stands_nowhere_is_named(text, message):
    with pytest.raises(BadInput) as caught:
        parse_tree(text)
    assert str(caught.value).startswith(message)
    assert "\n" not in str(caught.value)


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
    assert [sets.best(depth) for depth in range(3)] == [(7, [0]), (3, [1]), (3, [1])]
    assert sets.allowed(0) == [0, 1]
    assert sets.allowed(1) == [1]


@pytest.mark.parametrize("record", FORMULAS[:24:8], ids=lambda record: record["id"])
def test_a_formula_unfolds_to_the_same_tree_as_its_game(record):
    formula = Formula(int(record["seed"]), 3, 1, 5, record["pattern"], True, record["range"])

    def unfold(game):
        is_bot, actions = game.actions(None)
        children = []
        for action in actions:
            child = game.copy()
            assert child.execute(action, None) == game.look_ahead(action, None)
            children.append(unfold(child))
        return Node(is_bot, game.fitness, children)

    root = unfold(FormulaGame(formula, formula.seed))
    count, by_plies = formula.values()
    assert count == root.count()
    assert [list(row) for row in zip(*by_plies, strict=True)] == [
        child.values() for child in root.children
    ]


def test_stops_are_spread_over_all_steps():
    assert list(spread(3, 100)) == [0, 1, 2, 3]
    assert list(spread(9, 4)) == [0, 3, 6, 9]


# ---- verify


def differences(records):
    """The golden trees that are not answered within their sets, or not as by rubot."""
    return [case for record in records for case in cases(record) if case.difference is not None]


def test_every_fourth_golden_tree_is_answered_within_its_sets_and_rubot_is_repeated():
    assert len(RECORDS) == 1000
    assert differences(RECORDS[::4]) == []


@pytest.mark.campaign
def test_every_golden_tree_is_answered_within_its_sets_and_rubot_is_repeated():
    assert differences(RECORDS) == []


SMALL = sorted(FORMULAS, key=lambda record: record["rubot"]["steps"])


@pytest.mark.parametrize("record", SMALL[:3], ids=lambda record: record["id"])
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


def set_nodes(record):
    record["nodes"] += 1


def set_height(record):
    record["height"] += 1


def set_fitness_of_leaves(record):
    def change(node):
        if len(node) == 2:
            node[1] += 1
        else:
            list(map(change, node[2]))

    change(record["tree"])


def set_value(record):
    record["answer"]["value"] += 1


def set_best(record):
    record["answer"]["best"] = [9]


def set_none(record):
    record["answer"]["none"] = True


def set_root_value(record):
    record["root_values"][0] += 1


def set_value_by_depth(record):
    record["by_depth"][1]["value"] += 1


def set_best_by_depth(record):
    record["by_depth"][1]["best"] = []


def set_allowed(record):
    record["allowed_after"][0] = []


def set_rubot_action(record):
    record["rubot"]["action"] += 1


def set_rubot_path(record):
    record["rubot"]["path"].append(0)


def set_rubot_steps(record):
    record["rubot"]["steps"] += 1


def set_rubot_iterations(record):
    record["rubot"]["iterations"] += 1


def set_rubot_by_depth(record):
    record["rubot"]["by_depth"][1] += 1


def set_rubot_stop(record):
    record["rubot"]["interrupted"][2][2] += 1


def set_rubot_stopped_depth(record):
    record["rubot"]["interrupted"][2][1] += 1


@pytest.mark.parametrize(
    "tamper",
    [set_nodes, set_height, set_fitness_of_leaves, set_value, set_best, set_none, set_root_value]
    + [set_value_by_depth, set_best_by_depth, set_allowed]
    + [set_rubot_action, set_rubot_path, set_rubot_steps, set_rubot_iterations]
    + [set_rubot_by_depth, set_rubot_stop, set_rubot_stopped_depth],
)
def test_a_tree_that_was_tampered_with_is_noticed(tamper):
    record = copy.deepcopy(RECORD)
    assert [case.difference for case in cases(record)] == [None]
    tamper(record)
    (case,) = cases(record)
    assert case.name == RECORD["id"]
    assert case.difference is not None
    assert "expected" in case.difference and ", got " in case.difference


@pytest.mark.parametrize(
    "value",
    [7, [], "tree", None, {}, {"id": "x"}, {"id": "x", "tree": []}, {**RECORD, "answer": 3}]
    + [{**RECORD, "rubot": {}}, {**SMALL[0], "kind": "run"}, {**SMALL[0], "seed": "x"}]
    + [
        {**SMALL[0], "pattern": ""},
        {**SMALL[0], "min_children": 9},
        {**SMALL[0], "range": None},
        {**SMALL[0], "rubot": []},
    ],
)
def test_json_that_is_no_decision_tree_is_refused_in_one_line(value):
    with pytest.raises(BadInput) as caught:
        case_reader("alpha_beta")(value)
    assert "\n" not in str(caught.value)
