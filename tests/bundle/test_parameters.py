"""Parameters: read from params.py, overridden by place, so that all the rest stays."""

import math
from pathlib import Path

import pytest
from hypothesis import given, strategies as st

from botsmith.bundle.modules import Source
from botsmith.bundle.parameters import override_parameters, read_parameters
from botsmith.errors import BadInput
from botsmith.values import load_changes

from .conftest import PARAMS, Project

PATH = "bots/toy/params.py"
FREE = PARAMS.replace("0..9", "words")  # without a range


def values(text: str) -> dict[str, object]:
    return {parameter.name: parameter.value for parameter in read_parameters(text)}


def test_only_literals_of_the_params_class_are_parameters():
    fields = ["a: float = -1.5", "b: int = 2 + 2", "c: str = 'x'", "d = 3", "e: int"]
    text = "class Params:\n    " + "\n    ".join(fields) + "\nclass Other:\n    f: int = 1\n"
    assert values(text) == {"a": -1.5}


def test_an_override_changes_the_number_and_nothing_else():
    changed = override_parameters(Source(PATH, PARAMS), {"weight": 3, "bold": True, "deep": 12})
    assert changed.text == PARAMS.replace("= 2.0 ", "= 3.0 ").replace("= 3\n", "= 12\n").replace(
        "False", "True"
    )


@given(
    st.floats(allow_nan=False, allow_infinity=False),
    st.integers(-(2**63), 2**63 - 1),
    st.booleans(),
)
def test_what_is_put_in_is_read_back(weight: float, deep: int, bold: bool):
    wanted = {"weight": weight, "deep": deep, "bold": bold}
    text = override_parameters(Source(PATH, FREE), wanted).text
    assert values(text) == wanted
    assert math.copysign(1.0, float(str(values(text)["weight"]))) == math.copysign(1.0, weight)
    assert override_parameters(Source(PATH, text), values(FREE)).text == FREE


ARRAY = PARAMS + "    shares: Numbers[float] = [0.25, -1.0, 0.5]  # -1..100: of a word\n"


@pytest.mark.parametrize("comment", ["0..2", "0..2: of a word", "0..2 words: or so", "0..2.0 "])
def test_a_number_outside_its_range_is_refused(comment: str):
    source = Source(PATH, f"class Params:\n    a: float = 1.0  # {comment}\n")
    for good in (0, 0.5, 2.0):
        assert values(override_parameters(source, {"a": good}).text) == {"a": good}
    for bad in (-0.001, 2.001, 1e9):
        with pytest.raises(BadInput, match=f"params.py: a is 0..2.*, {bad!r} is outside"):
            override_parameters(source, {"a": bad})


def test_what_only_looks_like_a_range_is_none():
    for comment in ("# 0..2x", "# 0...2", "# 1.5: 0..2", "# in 0..2 words", "#", ""):
        (one,) = read_parameters(f"class Params:\n    a: float = 9.0  {comment}\n")
        assert one.bounds is None


def test_unit_and_meaning_are_what_follows_the_range():
    text = "class Params:\n    a: int = 1  # 0..2 words: long\n    b: bool = True  # if so\n"
    assert [one.about for one in read_parameters(text)] == ["words: long", "if so"]


def test_each_number_of_an_array_is_a_parameter():
    shares = {"shares[0]": 0.25, "shares[1]": -1.0, "shares[2]": 0.5}
    assert values(ARRAY) == {"weight": 2.0, "deep": 3, "bold": False, **shares}
    assert values("class Params:\n    a: Numbers[int] = [1, 2 + 2]\n") == {}


@pytest.mark.parametrize(
    "changes, now",
    [
        ({"shares[1]": 12}, "[0.25, 12.0, 0.5]"),
        ({"shares[2]": -0.125, "shares[0]": 100.0}, "[100.0, -1.0, -0.125]"),
        ({"shares": [1, 2, 3], "shares[1]": 9.0}, "[1.0, 9.0, 3.0]"),
    ],
)
def test_an_array_is_overridden_whole_or_by_number(changes: dict[str, object], now: str):
    changed = override_parameters(Source(PATH, ARRAY), changes)
    assert changed.text == ARRAY.replace("[0.25, -1.0, 0.5]", now)


@pytest.mark.parametrize(
    "changes, words",
    [
        ({"shares": 1.0}, "shares is a list of 3 numbers, 1.0 is none"),
        ({"shares": [1.0, 2.0]}, "shares is a list of 3 numbers, [1.0, 2.0] is none"),
        ({"shares": [1.0, 2.0, "x"]}, "shares[2] is a finite float, 'x' is none"),
        ({"shares[3]": 1.0}, "no parameter 'shares[3]': it has weight, deep, bold, shares"),
    ],
)
def test_an_array_takes_a_number_for_each_of_its_own(changes: dict[str, object], words: str):
    with pytest.raises(BadInput) as refused:
        override_parameters(Source(PATH, ARRAY), changes)
    assert words in str(refused.value)


@pytest.mark.parametrize(
    "changes, words",
    [
        ({"wieght": 1.0}, "no parameter 'wieght': it has weight, deep, bold"),
        ({"weight": "1"}, "weight is a finite float, '1' is none"),
        ({"weight": 10**400}, "weight is a finite float"),
        ({"deep": 1.0}, "deep is a finite int"),
        ({"bold": 1}, "bold is a finite bool"),
    ],
)
def test_unknown_names_and_other_types_are_refused(changes: dict[str, object], words: str):
    with pytest.raises(BadInput, match=words.replace("[", r"\[")):
        override_parameters(Source(PATH, PARAMS), changes)


@pytest.mark.parametrize(
    "name, text", [("p.toml", "weight = 1.5\ndeep = 4\n"), ("p.json", '{"weight": 1.5, "deep": 4}')]
)
def test_a_parameter_file_is_toml_or_json(tmp_path: Path, name: str, text: str):
    (tmp_path / name).write_text(text)
    assert load_changes(tmp_path / name) == {"weight": 1.5, "deep": 4}


@pytest.mark.parametrize(
    "name, text",
    [
        ("p.toml", "weight 1\n"),
        ("p.json", "{"),
        ("p.ini", "a = 1"),
        ("gone.json", None),
    ],
)
def test_an_unreadable_parameter_file_is_bad_input(tmp_path: Path, name: str, text: str | None):
    if text is not None:
        (tmp_path / name).write_text(text)
    with pytest.raises(BadInput, match=name.replace(".", r"\.")):
        load_changes(tmp_path / name)


def test_overrides_reach_the_bundle(project: Project):
    text = project.build(weight=4.5).text
    assert "    weight: float = 4.5  # 0..9: of a word\n" in text


def test_a_bot_without_params_has_nothing_to_override(project: Project):
    project.write("bots/toy/main.py", "print(1)\n")
    with pytest.raises(BadInput, match="nothing to override"):
        project.build(weight=1.0)
