"""A match of real processes over a toy referee: faults, time rules, environment, record."""

import json
import re
import sys
from dataclasses import replace
from io import BytesIO
from pathlib import Path

import pytest

from botsmith import own_code
from botsmith.arena.matches.bots import Bot, Slack, match_seed, without_c
from botsmith.arena.matches.match import Conditions, Play
from botsmith.arena.process import launch as launching
from botsmith.arena.process.child import Soft3
from botsmith.arena.store.record import match_from_json, match_to_json
from botsmith.errors import BadInput
from botsmith.interop.old_protocol import Driven, Driver
from botsmith.referees.base import Limits, Match
from tests.arena.toys import GOOD, PROGRAMS, TURNS, Doubles, QuickDoubles, write_bot

LONG = Slack(Doubles.limits.turn_ms, Doubles.limits.first_ms)
FAILING = {
    "timeout": "input()\nwhile True: input()",
    "crash": "input()\nprint(2 * int(input()), flush=True)\nraise KeyError('lost')",
    "invalid": "input()\nwhile True: print(3 * int(input()), flush=True)",
    "flood": "input(); input()\nwhile True: print('x' * 100_000, end='')",
}


class FirstQuick(Doubles):
    """With a short first turn, for bots that never answer."""

    limits = Limits(first_ms=1500.0, turn_ms=Doubles.limits.turn_ms)


def names(match: Match) -> list[tuple[int, int, str]]:
    """Seat, turn and fault of every error."""
    return [(error["seat"], error["turn"], error["fault"]) for error in match.extra["errors"]]


def test_a_match_of_good_bots(tmp_path: Path) -> None:
    bots = [write_bot(tmp_path, name, GOOD) for name in ("one", "two")]
    match = Play(Doubles.from_seed(7), bots, "7").run()
    assert match.result.ranks == [1, 1]
    assert match.init_inputs == {0: ["2"], 1: ["2"]}
    assert [turn.outputs for turn in match.turns] == [
        {0: [str(2 * turn)], 1: [str(2 * turn)]} for turn in range(1, TURNS + 1)
    ]
    assert match.turns[-1].state == {"scores": [TURNS, TURNS]}
    assert [bot["name"] for bot in match.extra["bots"]] == ["one", "two"]
    assert match.extra["errors"] == []
    assert {seat: len(used) for seat, used in match.extra["turn_ms"].items()} == {"0": 6, "1": 6}
    assert match_from_json(json.loads(json.dumps(match_to_json(match))), "here") == match


@pytest.mark.parametrize(("fault", "seat"), list(zip(FAILING, (0, 1, 0, 1), strict=True)))
def test_a_fault_puts_its_bot_out_and_nobody_else(tmp_path: Path, fault: str, seat: int) -> None:
    good = replace(write_bot(tmp_path, "good", GOOD), slack=LONG)
    bots = [good, write_bot(tmp_path, "bad", FAILING[fault])]
    kind = FirstQuick if fault == "timeout" else Doubles
    match = Play(kind.from_seed(1), bots[::-1] if seat == 0 else bots, "1").run()
    turn = 1 if fault == "crash" else 0
    assert names(match) == [(seat, turn, fault)]
    assert match.extra["errors"][0]["text"].startswith(f"seat {seat} bad: turn {turn}: {fault}: ")
    assert match.turns[turn].outputs[seat] == ([] if fault != "invalid" else ["3"])
    assert match.result.scores[1 - seat] == TURNS
    assert match.result.scores[seat] == turn
    assert len(match.extra["turn_ms"][str(seat)]) == turn + 1  # nobody waits for it again


def sleeper(folder: Path, milliseconds: list[int]) -> Bot:
    """A bot that takes so long for its turns, and is quick in all later ones."""
    source = f"""
    import time
    input()
    for wait in {milliseconds} + [0] * {TURNS}:
        number = int(input())
        time.sleep(wait / 1000)
        print(2 * number, flush=True)
    """
    return write_bot(folder, "sleeper", source)


@pytest.mark.parametrize(
    ("rule", "waits", "late_turn"),
    [
        ("hard", [1200, 600_000], 1),
        ("soft3", [0, 600_000], 1),
    ],
)
def test_time_rules_decide_what_late_is(tmp_path, rule, waits, late_turn):
    bots = [sleeper(tmp_path, waits)]
    match = Play(QuickDoubles.from_seed(1, 1), bots, "1", 0, Conditions(time_rule=rule)).run()
    assert names(match) == [(0, late_turn, "timeout")]
    for error in match.extra["errors"]:
        assert f"(limit 1000 ms, time rule {rule})" in error["text"]


class Strict(Doubles):
    """Doubles with a short turn."""

    limits = Limits(first_ms=Doubles.limits.first_ms, turn_ms=100.0)


def test_count_plays_on_and_counts_late_answers(tmp_path: Path) -> None:
    bots = [sleeper(tmp_path, [0, 200, 0, 200]), write_bot(tmp_path, "good", GOOD)]
    match = Play(Strict.from_seed(1), bots, "1", 0, Conditions(time_rule="count")).run()
    assert (names(match), match.result.scores) == ([], [TURNS, TURNS])
    assert match.extra["late"][0] >= 2


@pytest.mark.parametrize(
    ("slack", "waits", "late_turn"),
    [
        (Slack(LONG.turn_ms, 0.0), [0, 300], None),
        (Slack(0.0, LONG.first_ms), [300, 300], 1),
        (Slack(0.0, LONG.first_ms), [1600], None),
    ],
)
def test_slack_is_for_one_bot_and_the_first_turn_apart(tmp_path, slack, waits, late_turn):
    kind = FirstQuick if waits == [1600] else Strict
    match = Play(kind.from_seed(1, 1), [replace(sleeper(tmp_path, waits), slack=slack)], "1").run()
    assert names(match) == ([] if late_turn is None else [(0, late_turn, "timeout")])


def test_a_late_answer_says_how_long_the_bot_stood_in_the_queue(tmp_path, monkeypatch):
    scheduled_ms = iter([(0.0, 0.0), (5.0, 60.0)])
    monkeypatch.setattr(launching.GuardedLaunch, "scheduled_ms", lambda _: next(scheduled_ms))
    match = Play(Strict.from_seed(1, 1), [sleeper(tmp_path, [0, 300])], "1").run()
    text = match.extra["errors"][0]["text"]
    queued = r"\d+ ms, 60 ms of them in the queue for a CPU \(limit 100 ms, time rule hard\)"
    assert re.search(f"timeout: no answer after {queued}", text)


def test_a_late_answer_is_no_bot_that_waits_for_more_lines(tmp_path, monkeypatch):
    """It has answered: that it stands in its next read is as it should be."""
    monkeypatch.setattr(Soft3, "in_time", lambda self, used_ms: False)
    bots = [write_bot(tmp_path, "good", GOOD)]
    match = Play(QuickDoubles.from_seed(1, 1), bots, "1", 0, Conditions(time_rule="soft3")).run()
    (error,) = match.extra["errors"]
    assert error["text"].startswith("seat 0 good: turn 0: timeout: answered too late after ")
    assert error["text"].endswith(" ms, time rule soft3) (turn 1 on the site)")
    assert "stack" not in error


TELL = PROGRAMS["says_its_environment"]


def test_nothing_of_our_environment_changes_a_bot(tmp_path, monkeypatch):
    monkeypatch.setenv("BOTSMITH_SEED", "5")
    monkeypatch.setenv("BOTSMITH_REQUIRE", "all")
    monkeypatch.setenv("PYTHONSTARTUP", "x")
    match = Play(Doubles.from_seed(1, 1), [write_bot(tmp_path, "tell", TELL)], "1").run()
    expected = "".join(match.extra["stderr"]["0"]).splitlines()[0]
    assert expected == "{'PYTHONFAULTHANDLER': '1', 'BOTSMITH_STATS': '1'}"


def test_fixed_work_is_told_with_a_seed_of_its_own_for_every_seat(tmp_path: Path) -> None:
    bots = [write_bot(tmp_path, name, TELL) for name in ("one", "two")]
    conditions = Conditions(iterations=20, budgets=(250, 1))  # each its share of the work
    match = Play(Doubles.from_seed(1), bots, "9", 1, conditions).run()
    for seat, count in enumerate(("50", "1")):
        expected = "".join(match.extra["stderr"][str(seat)]).splitlines()[0]
        seed = str(match_seed("9", 1, seat))
        words = {"PYTHONFAULTHANDLER": "1", "BOTSMITH_STATS": "1"}
        words |= {"BOTSMITH_ITERATIONS": count, "BOTSMITH_SEED": seed}
        words |= {"BOTSMITH_BUDGET": str(conditions.budgets[seat])}
        assert expected == str(words)
    seeds = {match_seed(*where) for where in [("9", 0, 0), ("9", 0, 1), ("9", 1, 0), ("8", 0, 0)]}
    assert len(seeds) == 4


def test_a_bot_without_c_is_told_so(tmp_path: Path) -> None:
    bot = without_c(write_bot(tmp_path, "tell", TELL))
    match = Play(Doubles.from_seed(1, 1), [bot], "1").run()
    assert "'BOTSMITH_ENGINE': 'python'" in "".join(match.extra["stderr"]["0"])
    assert match.extra["bots"] == [{"name": "tell@python", "hash": bot.content_hash}]


def test_an_error_of_the_referee_leaves_no_process(tmp_path, monkeypatch):
    def fail(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(Doubles, "apply", fail)
    with pytest.raises(ZeroDivisionError):
        Play(Doubles.from_seed(1, 1), [write_bot(tmp_path, "good", GOOD)], "1").run()


@pytest.mark.parametrize("has_warden", [True, False])
def test_a_command_that_is_not_there_leaves_nothing(tmp_path, has_warden, monkeypatch):
    if has_warden and not launching.HAS_WARDEN:
        pytest.skip("wardens are for Linux")
    monkeypatch.setattr(launching, "HAS_WARDEN", has_warden)
    bots = [write_bot(tmp_path, "good", GOOD), Bot("gone", (str(tmp_path / "gone"),), "")]
    if has_warden:
        assert names(Play(Doubles.from_seed(1), bots, "1").run()) == [(1, 0, "crash")]
    else:
        with pytest.raises(BadInput, match="cannot run .*gone"):
            Play(Doubles.from_seed(1), bots, "1").run()


class Threefold(FirstQuick):
    """Three lines are owed."""

    def reply_lines(self, seat: int) -> int:
        return 3


@pytest.mark.parametrize(
    ("last", "stands"),
    [
        ("input()", r"waits for input in turn 0 at short\.py:5"),
        ("while True: pass", r"late in turn 0 at short\.py:5"),
    ],
)
@pytest.mark.usefixtures("arrived")
def test_lines_that_are_missing_are_counted(tmp_path: Path, last: str, stands: str) -> None:
    source = f"input()\nnumber = 2 * int(input())\nprint(number)\nprint('W', flush=True)\n{last}"
    match = Play(Threefold.from_seed(1, 1), [write_bot(tmp_path, "short", source)], "1").run()
    expected = "; two lines where three are expected: '2', 'W', printed at short.py:3; "
    assert re.search(f"{expected}{stands} .turn 1 on the site.$", match.extra["errors"][0]["text"])


class Endless(Doubles):
    """Never over."""

    over = property(lambda self: False)


def test_a_match_that_never_ends_is_the_referees_fault(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(own_code, "MOST_TURNS", 40)
    expected = "is still False after 40 turns; expected True at the end of a match"
    with pytest.raises(BadInput, match=expected):
        Play(Endless.from_seed(1, 1), [write_bot(tmp_path, "good", GOOD)], "1").run()
    driver = Driver(BytesIO(b"###Start 1\n" + b"2\n" * 99), BytesIO())
    driver.start()
    with pytest.raises(BadInput, match=expected):
        Driven(Endless.from_seed(1, 1), driver, "none", sys.stderr).play()
