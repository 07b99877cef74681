"""The time rules, turn by turn."""

import pytest

from botsmith.arena.process.child import GRACE_MS, HANG_MS, time_rule
from botsmith.errors import BadInput

FIRST, TURN = 1000.0, 75.0


@pytest.mark.parametrize(
    ("name", "used", "late_from"),
    [
        ("hard", [1000.0, 75.0, 75.01], 2),
        ("soft3", [1050.0, 75.0, 125.0, 20.0, 75.1], 4),  # two strikes and not the third
        ("soft3", [10.0, TURN + GRACE_MS + 0.1], 1),
        ("bank", [1000.0, 75.0, 75.0], 3),
        ("bank", [100.0, 900.0, 150.0], 3),
        ("bank", [1000.0, 75.0, 75.1], 2),
        ("none", [5000.0, HANG_MS], 2),
        ("count", [5000.0, HANG_MS], 2),
    ],
)
def test_an_answer_is_in_time_or_late(name: str, used: list[float], late_from: int) -> None:
    rule = time_rule(name)
    for number, used_ms in enumerate(used):
        rule.begin(TURN if number else FIRST)
        assert rule.in_time(used_ms) == (number < late_from)


@pytest.mark.parametrize(
    ("name", "waited"),
    [("hard", TURN), ("soft3", TURN + GRACE_MS), ("none", HANG_MS), ("count", HANG_MS)],
)
def test_a_rule_waits_for_its_grace(name: str, waited: float) -> None:
    assert time_rule(name).begin(TURN) == waited


def test_bank_allows_a_turn_all_that_is_left() -> None:
    rule = time_rule("bank")
    assert rule.begin(FIRST) == 1000.0
    assert rule.in_time(400.0)
    assert rule.begin(TURN) == 675.0


def test_seats_do_not_share_their_strikes() -> None:
    assert time_rule("soft3") is not time_rule("soft3")


def test_an_unknown_rule_is_refused_with_the_names() -> None:
    with pytest.raises(BadInput, match="'fair'.*hard soft3 bank count none"):
        time_rule("fair")
