"""Parameters: read from params.py, overridden by place, so that all the rest stays."""

import math
from pathlib import Path

import pytest
from hypothesis import given, strategies as st

from botsmith.bundle.modules import Source
from botsmith.bundle.parameters import load_changes, override_parameters, read_parameters
from botsmith.errors import BadInput

from .conftest import PARAMS, Project

PATH = "bots/toy/params.py"


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
    text = override_parameters(Source(PATH, PARAMS), wanted).text
    assert values(text) == wanted
    assert math.copysign(1.0, float(str(values(text)["weight"]))) == math.copysign(1.0, weight)
    assert override_parameters(Source(PATH, text), values(PARAMS)).text == PARAMS


@pytest.mark.parametrize(
    "changes, words",
    [
        ({"wieght": 1.0}, "no parameter 'wieght': it has weight, deep, bold"),
        ({"weight": "1"}, "weight is a finite float, '1' is none"),
        ({"weight": True}, "weight is a finite float"),
        ({"weight": float("inf")}, "weight is a finite float"),
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
        ("p.json", "[1]"),
        ("p.ini", "a = 1"),
        ("gone.json", None),
    ],
)
def test_an_unreadable_parameter_file_is_bad_input(tmp_path: Path, name: str, text: str | None):
    if text is not None:
        (tmp_path / name).write_text(text)
    with pytest.raises(BadInput, match=name.replace(".", r"\.")):
        load_changes(tmp_path / name)


def test_overrides_reach_the_bundle_and_its_header(project: Project):
    text = project.build(weight=4.5).text
    assert "    weight: float = 4.5  # 0..9: of a word\n" in text
    assert ": weight = 4.5, " in text


def test_a_bot_without_params_has_nothing_to_override(project: Project):
    project.write("bots/toy/main.py", "print(1)\n")
    with pytest.raises(BadInput, match="nothing to override"):
        project.build(weight=1.0)
