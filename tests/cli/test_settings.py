"""Options from the fields of settings classes."""

import inspect
import re
from dataclasses import dataclass
from typing import Annotated, get_args

import pytest

from botsmith.cli.app import load
from botsmith.cli.settings import Given
from botsmith.commands import COMMANDS
from botsmith.errors import BadInput
from botsmith.settings import Opt, command_line
from botsmith.training.policy_run import METHODS
from tests.commands import botsmith


@dataclass(frozen=True)
class Settings:
    """Some settings."""

    rate: Annotated[float, Opt("The rate.", above=0, most=1)] = 0.5
    kind: Annotated[str, Opt("The kind.", choices=("even", "hard"), name="sort")] = "even"
    inner: int = 3


@pytest.mark.parametrize(
    ("values", "said"),
    [
        ({"rate": 0.0}, "--rate 0: expected more than 0, at most 1"),
        ({"rate": 1.5}, "--rate 1.5: expected more than 0, at most 1"),
        ({"kind": "odd"}, "--sort odd: expected even or hard"),
    ],
)
def test_a_value_out_of_range_is_one_line(values, said):
    with pytest.raises(BadInput) as refused:
        Given(values, frozenset(values)).settings(Settings)
    assert str(refused.value) == said


def test_what_a_workspace_says_fills_and_contradicts_nothing():
    given = Given({"rate": 0.25, "epochs": 3}, frozenset(["rate"]))
    assert given.settings(Settings) == Settings(rate=0.25)
    with pytest.raises(BadInput, match="--epochs 3: --method x has no use for it"):
        Given({"epochs": 3}, frozenset(["epochs"])).settings(Settings, "--method x")


def test_a_command_names_what_is_not_the_default():
    assert command_line("go", Settings(kind="hard", inner=9)) == "go --sort hard"


def test_each_method_has_its_own_defaults_and_help_says_them():
    search = Given({}, frozenset()).settings(METHODS["search"])
    assert (search.samples, search.lanes, search.iterations) == (4_000_000, 2048, 16)
    said = " ".join(botsmith("train", "policy", "--help").stdout.split())
    assert "[default: 20M, search 4M; a count such as 300k, 20M or 1G]" in said
    assert "[default: 2048, search 256, imitate 1024; at least 1]" in said


@pytest.mark.parametrize("name", COMMANDS)
def test_each_option_says_what_it_is_in_its_place(name):
    for each in inspect.signature(command := load(name)).parameters.values():
        assert each.name == "context" or get_args(each.annotation)[1].help[0].isalnum(), each.name
    assert not re.search(r"^ *[a-z_]+: ", command.__doc__ or "", re.MULTILINE)


def test_the_range_stands_behind_the_default_in_words():
    said = " ".join(botsmith("league", "--help").stdout.split())
    assert "Distance from one seed to the next. [default: the game's own; at least 1]" in said
    assert "Confidence of all intervals. [default: 0.95; at least 0.5, below 1]" in said
