"""Matches that the official referees played, line by line; and that a wrong one is noticed."""

import copy
import json
import re
from collections import Counter
from itertools import islice
from math import nextafter, pi
from pathlib import Path
from typing import Any

import pytest
import typer

from botsmith.arena.store.record import encode_match, match_to_json, read_matches, read_values
from botsmith.cli.verify import verify
from botsmith.errors import BadInput
from botsmith.referees import CASE_FILES, games, referee_for
from botsmith.referees.base import Match, Result
from botsmith.referees.verify import (
    INIT_TURN,
    Difference,
    first_difference,
    recorded_answers,
    shorten,
)

GOLDEN = Path(__file__).parent / "golden"
FILES = sorted(GOLDEN.glob("*/matches*.jsonl.gz"))

CSB = referee_for("csb")
RECORD = next(read_matches(GOLDEN / "csb" / "matches.jsonl.gz"))  # over 200 turns, with collisions
TURN = 20


EVERY = 48  # of a file's matches, besides the first two of each kind of end


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}-{path.name}")
@pytest.mark.parametrize(
    "is_all", [False, pytest.param(True, marks=pytest.mark.campaign)], ids=["some", "all"]
)
def test_our_referee_repeats_the_official_matches(path, is_all):
    """Some of each file, with every end that a match can have; a campaign of .ci/run all."""
    kind = referee_for(path.parent.name)
    ends: Counter[str] = Counter()
    total, different = 0, []
    for number, match in enumerate(read_matches(path), 1):
        end = re.sub(r"\d+", "N", match.result.end)
        ends[end] += 1
        if not is_all and ends[end] > 2 and number % EVERY:
            continue
        total += 1
        difference = first_difference(match, kind)
        if difference is not None:
            different.append(f"match {number} (seed {match.seed}), {difference}")
        if len(different) == 5:  # the rest would say no more
            break
    assert total > 0
    assert different == []


PIECES = [value for _, value in read_values(GOLDEN / "csb" / "site-pieces.jsonl.gz")]


@pytest.mark.parametrize("piece", PIECES, ids=lambda piece: piece["source"].split()[3])
def test_pieces_of_the_site_are_repeated_to_the_last_bit(piece):
    (case,) = CSB.cases(copy.deepcopy(piece))
    assert case.difference is None


@pytest.mark.parametrize(
    ("place", "more"), [(4, nextafter(0.0, 1.0)), (4, 2.0 * pi), (1, -1), (5, 1)]
)
def test_another_state_in_a_piece_is_named_with_turn_and_pod(place: int, more: float):
    piece = copy.deepcopy(PIECES[0])
    row = piece["turns"][3]["pods"][2]
    row[place] = nextafter(row[place], 9.0) if 0.0 < more < 1e-9 else row[place] + more
    (case,) = CSB.cases(piece)
    assert case.difference is not None
    assert case.difference.startswith("turn 58, pod 2: expected [")


def test_collisions_of_a_piece_may_stand_in_any_order_and_a_billionth_off():
    piece = copy.deepcopy(PIECES[0])
    turn, hits = next((n, t["collisions"]) for n, t in enumerate(piece["turns"]) if t["collisions"])
    hits[:] = [[time + 0.9e-9, low, high] for time, high, low in reversed(hits)]
    assert CSB.cases(piece)[0].difference is None
    hits[0][0] += 1e-8
    difference = CSB.cases(piece)[0].difference
    assert difference is not None
    assert difference.startswith(f"turn {55 + turn}, collisions: ")


def test_counters_of_a_piece_count_on_from_the_first_that_are_told():
    piece = copy.deepcopy(PIECES[0])  # player 1 passes in turns 59 and 60, player 0 in 61
    told = [[70, 50], [69, 49], [68, 48], [67, 47], [66, 100], [65, 100], [100, 99], [99, 98]]
    piece["turns"] = piece["turns"][: len(told)]
    for turn, counters in zip(piece["turns"], told, strict=True):
        turn["timeouts"] = counters
    assert CSB.cases(piece)[0].difference is None
    told[-1][0] += 1
    difference = CSB.cases(piece)[0].difference
    assert difference == "turn 62, timeouts: expected [100, 98], got [99, 98]"
    for turn in piece["turns"][:6]:
        del turn["timeouts"]
    piece["turns"][6]["timeouts"] = [99, 99]  # after a pass it is known that they are 100
    difference = CSB.cases(piece)[0].difference
    assert difference == "turn 61, timeouts: expected [99, 99], got [100, 99]"


def test_a_pod_that_aims_at_itself_at_the_start_has_no_heading_in_a_piece():
    points = [[2000, 2000], [14000, 2000], [14000, 7000]]
    start = [[2000, 1000 * index, 0, 0, None, 1] for index in range(4)]
    orders = ["2000 0 0", "99999 1000 0", "99999 2000 0", "99999 3000 0"]
    pods = [[*row[:4], 0.0 if index else None, 1] for index, row in enumerate(start)]
    turn = {"orders": orders, "collisions": [], "pods": pods, "timeouts": [99, 99]}
    piece = {"checkpoints": points, "first_turn": 0, "pods": start, "turns": [turn]}
    assert CSB.cases(piece)[0].difference is None
    start[1][5] = 3
    with pytest.raises(BadInput, match=r"next 3, expected 0\.\.2"):
        CSB.cases(piece)


def piece_of(match: Match, first: int, count: int) -> dict[str, Any]:
    """Some turns of a recorded match as a piece, with our headings."""
    referee = CSB.from_config(match.config, match.seed, match.players)
    for turn in match.turns[:first]:
        referee.apply(turn.outputs)
    goals = len(match.config["checkpoints"])
    rows = referee.state()["pods"] if first else []
    start = [[*row[:5], row[5] % goals, *row[6:8]] for row in rows]
    if first == 0:
        lines = match.turns[0].inputs[0]
        start = [[*map(int, line.split()[:4]), None, 1] for line in lines]
    turns = []
    for turn in match.turns[first : first + count]:
        referee.apply(turn.outputs)
        state = referee.state()
        pods = [[*row[:5], row[5] % goals] for row in state["pods"]]
        orders = [*turn.outputs[0], *turn.outputs[1]]
        turns.append({**state, "pods": pods, "orders": orders})
    points = match.config["checkpoints"]
    return {"checkpoints": points, "first_turn": first, "pods": start, "turns": turns}


@pytest.mark.parametrize("first", [0, 1, 30, 75, 110])
def test_any_turns_of_a_match_make_a_piece(first):
    match = next(
        match for match in read_matches(GOLDEN / "csb" / "matches.jsonl.gz") if is_lively(match)
    )
    piece = piece_of(match, first, 30)
    (case,) = CSB.cases(piece)
    assert case.name == f"piece of a race, turns {first}-{first + 29}"
    assert case.difference is None
    piece["turns"][5]["timeouts"][0] += first == 0  # which is known from the start on
    assert (CSB.cases(piece)[0].difference is None) == (first > 0)


def is_lively(match: Match) -> bool:
    """A long match with boosts after boosts and shields."""
    words = [
        line.split()[2] for turn in match.turns for out in turn.outputs.values() for line in out
    ]
    return len(match.turns) > 145 and words.count("BOOST") > 8 and words.count("SHIELD") > 8


@pytest.mark.parametrize("key", ["checkpoints", "pods", "turns"])
def test_a_piece_of_another_form_is_refused_in_one_line(key):
    for other in (7, [], None, [[1]]):
        with pytest.raises(BadInput, match="expected a piece of a race: checkpoints, first_turn"):
            CSB.cases({**PIECES[0], key: other} | ({"turns": [{}]} if key == "turns" else {}))


def test_every_folder_of_golden_files_belongs_to_a_game_or_holds_cases_and_says_whence():
    folders = [path for path in GOLDEN.iterdir() if path.is_dir()]
    assert {path.parent.name for path in FILES} == {*games()}
    assert {folder.name for folder in folders} == {*games()} | {*CASE_FILES}
    for folder in folders:
        assert folder.name in games() or list(folder.glob("*.jsonl*"))
        assert (folder / "README.md").is_file()
        assert sum(path.stat().st_size for path in folder.iterdir()) <= 3_000_000


# ---- The command


def test_verify_ends_with_the_number_of_equal_matches(tmp_path, capsys):
    path = tmp_path / "matches.jsonl.gz"
    matches = islice(read_matches(GOLDEN / "csb" / "matches.jsonl.gz"), 3)
    path.write_bytes(b"".join(map(encode_match, matches)))
    verify("csb", [str(path), str(GOLDEN / "csb" / "site-pieces.jsonl.gz")])
    assert capsys.readouterr() == ("equal 8 of 8 matches\n", "")


def test_verify_names_the_first_five_differences_and_fails(tmp_path, capsys):
    path = tmp_path / "wrong.jsonl"
    match = copy.deepcopy(match_to_json(RECORD))
    match["turns"][TURN]["in"]["1"][2] = "0 0 0 0 0 0"
    path.write_text(7 * (json.dumps(match) + "\n"), encoding="ascii")
    with pytest.raises(typer.Exit) as stopped:
        verify("csb", [path])
    assert stopped.value.exit_code == 1
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 6
    for number, line in enumerate(lines[:5]):
        assert line.startswith(
            f"{path}, match {number} (seed {RECORD.seed}), turn {TURN}, seat 1, in"
        )
        assert "expected ['" in line and ", got ['" in line
    assert lines[5] == "equal 0 of 7 matches"


def test_verify_names_file_and_match_of_a_record_that_is_none(tmp_path):
    path = tmp_path / "odd.jsonl"
    match = copy.deepcopy(match_to_json(RECORD))
    match["config"] = {"checkpoints": "none"}
    path.write_text(json.dumps(match), encoding="ascii")
    with pytest.raises(BadInput, match=r"odd\.jsonl, match 0: csb config: expected checkpoints"):
        verify("csb", [path])


# ---- A record that was tampered with


def difference_of(match: Match) -> Difference:
    """The first difference of a race, of which there must be one."""
    found = first_difference(match, CSB)
    assert found is not None
    return found


def with_collision() -> int:
    """The first turn of the record that has a collision."""
    return next(n for n, turn in enumerate(RECORD.turns) if turn.state["collisions"])


WRONG = [(("pods", 2, 0), 1), (("pods", 3, 3), -1), (("pods", 0, 4), 2e-9), (("pods", 1, 6), 1)]


@pytest.mark.parametrize(("place", "more"), [*WRONG, (("timeouts", 1), -1)])
def test_a_wrong_state_is_noticed_in_its_turn(place: tuple[Any, ...], more: float):
    match = copy.deepcopy(RECORD)
    *path, last = place
    row = match.turns[TURN].state
    for key in path:
        row = row[key]
    row[last] += more
    notice(match)


@pytest.mark.parametrize("change", ["drop a pod", "drop all", "add a collision"])
def test_a_state_of_more_or_less_is_noticed_in_its_turn(change: str):
    match = copy.deepcopy(RECORD)
    turn = match.turns[TURN]
    if change == "drop all":
        turn.state = None
    elif change == "drop a pod":
        turn.state["pods"].pop()
    else:
        turn.state["collisions"].append([0.5, 0, 1])
    notice(match)


def notice(match: Match) -> None:
    """Fails unless the state of TURN is told to be another one."""
    difference = difference_of(match)
    assert (difference.turn, difference.what) == (TURN, "state")
    assert difference.expected == match.turns[TURN].state
    if match.turns[TURN].state is not None:
        assert CSB.is_same_state(make_referee(), RECORD.turns[TURN].state, difference.got)


def make_referee():
    """A referee, for its comparison of states."""
    return CSB.rebuild(RECORD)["config"]


def test_a_wrong_time_or_pair_of_a_collision_is_noticed():
    turn = with_collision()
    for place, value in ((0, 2e-5), (1, 1), (2, 1)):
        match = copy.deepcopy(RECORD)
        match.turns[turn].state["collisions"][0][place] += value
        difference = difference_of(match)
        assert (difference.turn, difference.what) == (turn, "state")


def test_headings_and_times_of_collisions_have_the_slack_that_their_page_states():
    turn = with_collision()
    match = copy.deepcopy(RECORD)
    match.turns[turn].state["collisions"][0][0] += 0.9e-5
    match.turns[turn].state["pods"][0][4] += 0.9e-9
    match.turns[TURN].state["pods"][1][4] += 4 * 3.141592653589793
    assert first_difference(match, CSB) is None


@pytest.mark.parametrize("seat", [0, 1])
def test_a_wrong_line_is_noticed_with_its_seat(seat):
    match = copy.deepcopy(RECORD)
    lines = match.turns[TURN].inputs[seat]
    lines[3] = lines[3].replace(" ", " 1", 1)
    difference = difference_of(match)
    assert (difference.turn, difference.seat, difference.what) == (TURN, seat, "in")
    assert difference.expected == lines
    assert difference.got == RECORD.turns[TURN].inputs[seat]
    assert str(difference).startswith(f"turn {TURN}, seat {seat}, in (from config): expected ['")


def test_a_wrong_line_of_the_start_is_noticed():
    match = copy.deepcopy(RECORD)
    match.init_inputs[1][0] = "4"
    difference = difference_of(match)
    assert (difference.turn, difference.seat, difference.what) == (INIT_TURN, 1, "init_in")
    assert str(difference).startswith("start, seat 1, init_in")
    first = Difference(0, 1, "in", 2, 3, "seed")
    assert str(first) == "turn 0, seat 1, in (from seed): expected 2, got 3"


def test_answers_of_a_record_are_those_of_the_seats_that_are_asked():
    turn = copy.deepcopy(RECORD.turns[0])
    assert recorded_answers(make_referee(), turn, 0) == turn.outputs
    del turn.outputs[1]
    with pytest.raises(
        BadInput, match=r"turn 0: answers of seats \[0\], our referee asks \[0, 1\]"
    ):
        recorded_answers(make_referee(), turn, 0)


def test_another_end_of_a_match_of_stratego_is_noticed():
    match = next(read_matches(GOLDEN / "stratego" / "matches.jsonl.gz"))
    assert first_difference(match, referee_for("stratego")) is None
    match.extra["final_pieces"] = match.extra["final_pieces"][1:]
    difference = first_difference(match, referee_for("stratego"))
    assert difference is not None and difference.what == "final_pieces"


def test_what_differs_is_shown_up_to_300_letters():
    assert shorten("x" * 298) == repr("x" * 298)
    assert shorten("x" * 299) == f"'{'x' * 299}... (301 characters)"


def test_another_move_is_noticed_by_what_follows_from_it():
    match = copy.deepcopy(RECORD)
    match.turns[TURN].outputs[0][0] = "0 0 0"
    difference = difference_of(match)
    assert (difference.turn, difference.what) == (TURN, "state")


@pytest.mark.parametrize(
    ("result", "what"),
    [
        (Result([1.0, 0.0], RECORD.result.ranks, RECORD.result.end), "result.scores"),
        (Result(RECORD.result.scores, [1, 2], RECORD.result.end), "result.ranks"),
        (Result(RECORD.result.scores, RECORD.result.ranks, "finish 2"), "result.end"),
    ],
)
def test_a_wrong_result_is_noticed(result, what):
    match = copy.deepcopy(RECORD)
    assert match.result.end == "finish 3"
    match.result = result
    difference = difference_of(match)
    assert (difference.turn, difference.what) == (len(match.turns), what)


def test_a_record_that_goes_on_or_stops_too_early_is_noticed():
    longer, shorter = copy.deepcopy(RECORD), copy.deepcopy(RECORD)
    longer.turns.append(copy.deepcopy(longer.turns[-1]))
    shorter.turns.pop()
    difference = first_difference(longer, CSB)
    assert difference is not None
    assert (difference.turn, difference.what, difference.got) == (len(RECORD.turns), "over", True)
    difference = first_difference(shorter, CSB)
    assert difference is not None
    assert (difference.turn, difference.what, difference.got) == (len(shorter.turns), "over", False)


def test_a_seat_that_was_asked_and_should_not_have_been_is_noticed():
    faulty = next(
        match
        for match in read_matches(GOLDEN / "csb" / "matches.jsonl.gz")
        if match.result.end == "invalid 0"
    )
    last = len(faulty.turns) - 1
    faulty.turns[last].inputs[1] = faulty.turns[last].inputs[0]
    difference = first_difference(faulty, CSB)
    assert difference is not None
    assert (difference.turn, difference.what) == (last, "seats asked")
    assert (difference.expected, difference.got) == ([0, 1], [0])


def test_a_match_of_another_game_is_refused():
    match = copy.deepcopy(RECORD)
    match.game = "kutulu"
    with pytest.raises(BadInput, match="a match of 'kutulu', expected one of 'csb'"):
        first_difference(match, CSB)


def test_a_state_of_another_form_is_refused_in_one_line():
    match = copy.deepcopy(RECORD)
    match.turns[TURN].state = {"pods": 7}
    with pytest.raises(BadInput, match="csb state: expected pods, timeouts, collisions"):
        first_difference(match, CSB)


def test_an_unknown_game_is_refused_with_the_names_of_all():
    with pytest.raises(BadInput, match="no game 'chess'; the games are: .*csb"):
        referee_for("chess")
