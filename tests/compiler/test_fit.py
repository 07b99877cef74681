"""What a bot puts into its memory: reported with its field if C holds it otherwise than CPython."""

from typing import Any

import pytest

from botsmith.compiler.fit import difference, misfit, misfit_argument
from common.kernel import Int8, Numbers, Records, kernel, numbers, record, records
from common.native import layout


@record
class Pod:
    x: float
    is_out: bool
    small: Int8


@record
class Race:
    times: Numbers[float] = numbers(float, 3)
    turn: int
    lead: Pod
    pods: Records[Pod] = records(Pod, 2)
    counts: Numbers[int] = numbers(Int8, 3)
    flags: Numbers[bool] = numbers(bool, 3)


@kernel
def think(race: Race, count: int, share: float, is_first: bool) -> int:
    return count + int(share) + int(is_first)


WRONG = [
    ("turn", 1.5, "race.turn is int, this is the float 1.5: write int(...)"),
    ("turn", 2**63, "race.turn has 64 bits, 9223372036854775808 does not fit"),
    ("turn", None, "race.turn is int, this is None: write int(...)"),
    ("lead.x", "3", "race.lead.x is float, this is the str '3': write float(...)"),
    ("lead.is_out", 2, "race.lead.is_out is bool, this is the int 2: write True or False"),
    ("pods[1].small", 128, "race.pods[1].small has 8 bits, 128 does not fit"),
    ("pods[0].is_out", "no", "race.pods[0].is_out is bool, this is the str 'no'"),
    ("times[2]", 2**53 + 1, "race.times[2] is float, this is the int 9007199254740993"),
    ("counts[1]", -129, "race.counts[1] has 8 bits, -129 does not fit"),
    ("flags[2]", 1.0, "race.flags[2] is bool, this is the float 1.0"),
    ("flags", [True], "race.flags has 3 entries, not 1: write into the array it has"),
    ("flags", None, "race.flags has 3 entries, not None: write into"),
]


@pytest.mark.parametrize(("place", "value", "said"), WRONG, ids=[place for place, *_ in WRONG])
def test_a_value_that_c_does_not_hold_alike_is_told_with_its_field(place, value, said):
    race = Race()
    exec(f"race.{place} = value")
    assert misfit(race, Race, "race").startswith(said)


def test_what_both_engines_take_alike_fits():
    race: Any = Race()
    race.turn, race.lead.x, race.lead.small = -(2**63), float("nan"), -128
    race.flags[:], race.counts[:], race.times[:] = [1, 0, True], [127, True, -1], [0.5, -0.0, 2**53]
    assert misfit(race, Race, "race") == ""


def test_an_argument_of_another_kind_is_told_with_its_name():
    assert misfit_argument(think, (3, 0.5, True)) == ""
    assert "count of think is int, this is the float 0.5" in misfit_argument(
        think, (0.5, 0.5, True)
    )
    assert "count of think has 64 bits" in misfit_argument(think, (2**64 + 5, 0.5, True))
    assert "share of think is float, this is the int" in misfit_argument(
        think, (3, 2**53 + 1, True)
    )
    assert misfit_argument(think, (3, 1, True)) == ""
    assert "is_first of think is bool, this is the int 2" in misfit_argument(think, (3, 0.5, 2))


def test_a_difference_is_told_with_its_field_and_both_values():
    race, in_c = Race(), layout(Race)()
    race.pods[1].small, race.times[2] = 7, 0.5
    small = layout(Race).pods.offset + layout(Pod).small.offset + layout(Race).pods.size // 2
    assert difference(race, in_c, small) == "pods[1].small is 7 in CPython, 0 in C"
    last = layout(Race).times.offset + 16
    assert difference(race, in_c, last + 6) == "times[2] is 0.5 in CPython, 0.0 in C"
    assert difference(race, in_c, last - 1) == "times[1] is 0.0 in CPython, 0.0 in C"
    assert difference(race, in_c, last + 8) == "turn is 0 in CPython, 0 in C"
