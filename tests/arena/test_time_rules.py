"""The time rules, turn by turn."""

import pytest

from botsmith.arena.process.child import GRACE_MS, HANG_MS, time_rule
from botsmith.errors import BadInput

FIRST, TURN = 1000.0, 75.0


def judge(rule_name: str, used: list[float]) -> list[bool]:
    """Whether each turn's answer is in time, the first turn with the first limit."""
    rule = time_rule(rule_name)
    found = []
    for number, used_ms in enumerate(used):
        rule.begin(TURN if number else FIRST)
        found.append(rule.in_time(used_ms))
    return found


def test_hard_means_late_is_out() -> None:
    assert judge("hard", [1000.0, 75.0, 75.01]) == [True, True, False]
    assert time_rule("hard").begin(TURN) == TURN


def test_soft3_takes_two_strikes_and_not_the_third() -> None:
    assert judge("soft3", [1050.0, 75.0, 125.0, 20.0, 75.1]) == [True, True, True, True, False]


def test_soft3_is_over_at_once_beyond_the_grace() -> None:
    assert judge("soft3", [10.0, TURN + GRACE_MS + 0.1]) == [True, False]
    assert time_rule("soft3").begin(TURN) == TURN + GRACE_MS


def test_bank_keeps_what_was_not_used() -> None:
    assert judge("bank", [1000.0, 75.0, 75.0]) == [True, True, True]
    assert judge("bank", [100.0, 900.0, 150.0]) == [True, True, True]
    assert judge("bank", [1000.0, 75.0, 75.1]) == [True, True, False]


def test_bank_allows_a_turn_all_that_is_left() -> None:
    rule = time_rule("bank")
    assert rule.begin(FIRST) == 1000.0
    assert rule.in_time(400.0)
    assert rule.begin(TURN) == 675.0


def test_none_and_count_stop_only_what_hangs() -> None:
    for name in ("none", "count"):
        assert judge(name, [5000.0, HANG_MS]) == [True, True]
        assert time_rule(name).begin(TURN) == HANG_MS


def test_seats_do_not_share_their_strikes() -> None:
    assert time_rule("soft3") is not time_rule("soft3")


def test_an_unknown_rule_is_refused_with_the_names() -> None:
    with pytest.raises(BadInput, match="'fair'.*hard soft3 bank count none"):
        time_rule("fair")
