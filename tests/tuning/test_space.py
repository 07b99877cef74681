"""Ranges are read from the comments of a params.py."""

import re
from pathlib import Path

import pytest
from optuna.distributions import CategoricalDistribution, FloatDistribution, IntDistribution

from botsmith.bundle.modules import Source
from botsmith.bundle.parameters import override_parameters
from botsmith.errors import BadInput
from botsmith.tuning.space import read_ranges
from tests.tuning.toys import PARAMS

ROOT = Path(__file__).resolve().parents[2]
GAMES = sorted(path.parent.name for path in ROOT.glob("bots/*/params.py"))


def one(line: str, only: tuple[str, ...] = ()):
    return read_ranges(Source("params.py", f"class Params:\n    {line}\n"), only)[0]


def test_all_but_the_clock_and_what_has_no_range_is_tuned():
    assert [single.name for single in read_ranges(PARAMS)] == ["aim", "noise", "depth", "brave"]


def test_the_clock_is_tuned_when_named():
    assert [single.name for single in read_ranges(PARAMS, ["turn_ms", "aim"])] == ["aim", "turn_ms"]


def test_kinds_and_scales():
    spaces = {single.name: single.distribution() for single in read_ranges(PARAMS)}
    assert spaces == {
        "aim": FloatDistribution(0.0, 1.0),
        "noise": FloatDistribution(0.01, 5.0, log=True),
        "depth": IntDistribution(1, 9),
        "brave": CategoricalDistribution([False, True]),
    }


@pytest.mark.parametrize(
    ("span", "is_log"),
    [("1..100", False), ("1..101", True), ("0..1000", False), ("-5..1e6", False)],
)
def test_more_than_two_decades_above_zero_are_searched_by_the_logarithm(span, is_log):
    assert one(f"x: float = 5.0  # {span} units: far").is_log is is_log


def test_unit_and_meaning_are_kept():
    assert one("x: float = -2.5  # -3.5..1e2 points: good: or not").about == "points: good: or not"


@pytest.mark.parametrize("comment", ["0..2", "0..2: a move", "0..2  ", "0..2 : a move"])
def test_a_range_without_a_unit_is_tuned_as_well(comment):
    found = one(f"x: float = 1.0  # {comment}")
    assert (found.low, found.high) == (0.0, 2.0)


def test_every_range_of_our_contests_is_tuned():
    for game in GAMES:
        text = (ROOT / "bots" / game / "params.py").read_text()
        tuned = {single.name.partition("[")[0] for single in read_ranges(Source("p", text))}
        named = set(re.findall(r"^    (\w+): .*# *-?[0-9.e]+\.\.", text, re.MULTILINE))
        assert {name for name in named if not name.endswith("_ms")} <= tuned


def test_drawn_numbers_have_few_digits_and_stay_within():
    single = one("x: float = 0.5  # 0.1234..0.9876 times: any")
    assert single.readable(0.51234567) == 0.512
    assert single.readable(0.12341) == 0.1234
    assert single.readable(0.98759) == 0.9876


@pytest.mark.parametrize(
    ("line", "only", "said"),
    [
        ("x: float = 1.0", (), "no ranges to tune"),
        ("x: float = 1.0", ("x",), "line 2: x has no range"),
        ("x: float = 1.0  # 0..2 u: m", ("y",), "no parameter 'y'"),
        ("x: float = 3.0  # 0..2 u: m", (), "outside of 0..2"),
        ("x: float = 3.0  # 2..2 u: m", (), "is empty"),
        ("x: int = 3  # 0..4.5 u: m", (), "whole numbers"),
    ],
)
def test_what_cannot_be_tuned_is_refused_in_one_line(line, only, said):
    with pytest.raises(BadInput, match=said):
        one(line, only)


def test_each_number_of_an_array_has_the_range_of_its_line():
    line = "x: Numbers[float] = [0.5, 1.5]  # 0..2 times: of the sun"
    only = ("x[1]",)
    source = Source(
        "params.py", f"class Params:\n    {line}\n    turn_ms: Numbers[int] = [1]  # 0..9 ms: m\n"
    )
    found = [(one.name, one.start, one.low, one.high, one.about) for one in read_ranges(source)]
    assert found == [
        ("x[0]", 0.5, 0.0, 2.0, "times: of the sun"),
        ("x[1]", 1.5, 0.0, 2.0, "times: of the sun"),
    ]
    assert [one.name for one in read_ranges(source, only)] == ["x[1]"]
    assert [one.name for one in read_ranges(source, ["x"])] == ["x[0]", "x[1]"]


def test_the_start_may_come_from_outside():
    source = override_parameters(PARAMS, {"aim": 0.25})
    assert read_ranges(source)[0].start == 0.25


@pytest.mark.parametrize("game", GAMES)
def test_every_contest_can_be_tuned(game):
    path = f"bots/{game}/params.py"
    found = read_ranges(Source(path, (ROOT / path).read_text(encoding="ascii")))
    assert all(single.about for single in found)
