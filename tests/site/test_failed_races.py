"""Races of the site in which a player fails: it asks both all the same and plays the turn."""

import json

import pytest

from botsmith.arena.store.record import decode_match, encode_match, read_matches
from botsmith.cli.golden import bare_match
from botsmith.referees.answers import InvalidAnswer
from botsmith.referees.verify import first_difference
from botsmith.site.outgoing import site_json
from contests.csb.lines import parse_order
from contests.csb.referee import CsbReferee
from tests.commands import botsmith
from tests.site.conftest import recorded

LATE = "\u00a4RED\u00a4Timeout: the program did not provide 2 input lines...\u00a7RED\u00a7"
REFUSED = "invalid input. Expected 'x y power' but found 'fast'"
GOOD = ["8000 4500 100 hello from Ada", "9000 100 50"]
FAULTS = {"silent": [], "one bad line": ["8000 4500 100", "1 2 fast"], "both": ["foo", "1 2"]}


def row(pod, is_out, is_idle, has_heading):
    """What a view says of a pod: x y vx vy power dead tx ty angle shield next rank."""
    aim = "0 null null" if is_idle else "100 8000 4500"
    power, target = aim.split(" ", 1)
    heading = repr(pod[4]) if has_heading else "null"
    place = " ".join(map(str, pod[:4]))
    return f"{place} {power} {is_out:d} {target} {heading} 0 {pod[5] % 4} 1"


def order(lines, place):
    """The order in a seat's lines; None if there is no good one."""
    try:
        return parse_order(lines[place]) if place < len(lines) else None
    except InvalidAnswer:
        return None


def failed(turn, seat, answer):
    """The recorded race in the site's form, in whose `turn` a seat answers so and is out."""
    match = recorded("csb")
    value = json.loads(json.dumps(site_json(match)))
    race = CsbReferee.from_config(match.config, match.seed, match.players)
    for number in range(turn):
        race.apply(match.turns[number].outputs)
    lines = {seat: answer, 1 - seat: GOOD}
    orders = [order(lines[pod // 2], pod % 2) for pod in range(4)]
    race.play(orders)
    pods = enumerate(race.state()["pods"])
    view = "\n".join(
        row(pod, index // 2 == seat, orders[index] is None, turn or orders[index])
        for index, pod in pods
    )
    words = REFUSED if answer else LATE
    del value["frames"][2 * turn + 1 :]
    for asked in (0, 1):
        text = "".join(f"{line}\n" for line in lines[asked])
        reported = (
            {"gameInformation": words} if asked == seat else {"summary": f"${seat} eliminated!"}
        )
        stdout = {"stdout": text} if text else {}
        shown = {"keyframe": asked == 1, "view": view if asked else str(2 * turn + 1)}
        value["frames"].append({"agentId": asked, **stdout, **reported, **shown})
    if seat == 0:
        value["scores"], value["ranks"] = [0.0, 2.0], [1, 0]
    else:
        value["scores"], value["ranks"] = [2.0, 0.0], [0, 1]
    value["tooltips"] = [json.dumps({"turn": 2 * turn + 1, "text": f"${seat}: timeout!"})]
    return value


@pytest.mark.parametrize("answer", FAULTS.values(), ids=FAULTS)
@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("turn", [0, 20])
def test_a_race_that_a_player_loses_by_a_fault_is_repeated_with_its_last_turn(
    imported, turn, seat, answer
):
    match = decode_match(encode_match(imported(failed(turn, seat, answer))), "here")
    assert first_difference(match, CsbReferee) is None
    assert len(match.turns) == turn + 1
    last = match.turns[-1]
    assert (sorted(last.outputs), last.state) == (list(range(seat + 1)), None)
    site = last.extra["site"]
    assert (site["out"][str(seat)], site["out"][str(1 - seat)]) == (answer, GOOD)
    for pod, reported in enumerate(site["pods"]):
        assert len(reported) == 6
        is_idle = pod // 2 == seat and order(answer, pod % 2) is None
        assert (reported[4] is None) == (turn == 0 and is_idle)
    kind = "invalid" if answer else "no_output"
    assert match.result.end == f"{kind} {seat}"
    assert match.result.extra == {
        "site_scores": [0.0, 2.0] if seat == 0 else [2.0, 0.0],
        "site_ranks": [1, 0] if seat == 0 else [0, 1],
    }
    assert [error["seat"] for error in match.extra["errors"]] == [seat]


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("column", range(6))
def test_another_state_after_the_fault_is_a_difference(imported, seat, column):
    match = imported(failed(20, seat, []))
    match.turns[-1].extra["site"]["pods"][2][column] += 1
    difference = first_difference(match, CsbReferee)
    assert difference is not None
    assert (difference.turn, difference.what) == (20, "site's pods")


@pytest.mark.parametrize(
    ("key", "reported", "is_ours"),
    [
        ("timeouts", [88, 96], True),
        ("timeouts", [88, 97], False),
        ("collisions", [], True),
        ("collisions", [[0.5, 1, 2]], False),
        ("collisions", "none", False),
        ("next", [2, 2, 2, 1], True),  # of records made before 2026-11-26
    ],
)
def test_counters_and_collisions_that_a_record_tells_are_compared(imported, key, reported, is_ours):
    match = imported(failed(20, 0, []))
    match.turns[-1].extra["site"][key] = reported
    difference = first_difference(match, CsbReferee)
    assert (difference.what if difference else None) == (None if is_ours else f"site's {key}")


def test_pods_that_do_nothing_stand_still_at_the_start(imported):
    match = imported(failed(0, 0, []))
    start = [list(map(float, line.split()[:2])) for line in match.turns[0].inputs[0][:2]]
    assert [reported[:5] for reported in match.turns[0].extra["site"]["pods"][:2]] == [
        [*place, 0, 0, None] for place in start
    ]


def test_a_failed_race_goes_out_and_comes_back(imported):
    match = imported(failed(20, 0, FAULTS["one bad line"]))
    again = imported(site_json(match))
    assert again.turns[-1].extra["site"]["out"] == match.turns[-1].extra["site"]["out"]
    assert again.turns[-1].extra["site"]["pods"] == match.turns[-1].extra["site"]["pods"]
    assert first_difference(again, CsbReferee) is None


def test_a_golden_race_keeps_both_answers_and_no_messages(imported):
    bare = bare_match("csb", imported(failed(20, 0, [])), "here")
    assert bare.turns[-1].extra["site"]["out"] == {"0": [], "1": ["8000 4500 100", "9000 100 50"]}
    assert "Ada" not in repr(bare)


def test_one_bad_race_is_named_and_the_others_are_added(imported, tmp_path, monkeypatch):
    good, bad = imported(failed(20, 0, [])), imported(failed(9, 0, []))
    bad.turns[4].outputs[0][0] = "0 0 200"
    records = tmp_path / "site.jsonl.gz"
    records.write_bytes(b"".join(map(encode_match, (bad, good, bad))))
    folder = tmp_path / "tests" / "golden" / "csb"
    folder.mkdir(parents=True)
    (folder / "matches.jsonl.gz").write_bytes(encode_match(recorded("csb")))
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("botsmith.cli.golden.own_root", lambda: tmp_path)
    done = botsmith("golden", "csb", "--add", str(records))
    assert done.returncode == 2
    named = [line.partition(": our")[0] for line in done.stderr.splitlines()]
    assert named == [f"botsmith: {records}, match {number}" for number in (0, 2)]
    assert done.stdout.startswith("1 match added")
    assert len(list(read_matches(folder / "matches_added.jsonl.gz"))) == 1
