"""Engine.run and translate say what is wrong with what they are given."""

from typing import Any

import pytest

from botsmith.compiler.engine import Engine
from botsmith.compiler.translate import translate
from botsmith.errors import BadInput

TEXT = """
@record
class Ice:
    fish: int

@record
class Sea:
    first: Ice
    ices: Records[Ice] = records(Ice, 2)

@kernel
def go(n: int, x: float, sea: Sea) -> int:
    return n + sea.first.fish
"""


@pytest.fixture
def made(module, require):
    require("gcc")
    return module(TEXT)


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        ("1 << 64, 1.0, Sea()", "n of go is 18446744073709551616, which does not fit into 64"),
        ("1.5, 1.0, Sea()", "n of go is int, this is 1.5"),
        ("1, True, Sea()", "x of go is float, this is True"),
        ("1, 1.0, Ice()", "sea of go is Sea, this is <"),
        ("1, 1.0", r"go takes \(n, x, sea\), all by place; 2 are given"),
    ],
)
def test_a_wrong_argument_is_named(made, arguments, reason):
    values = eval(f"[{arguments}]", vars(made))
    with pytest.raises(TypeError, match=reason):
        Engine(translate({"go": made.go})).run("go", *values)


@pytest.mark.parametrize("value", [1.5, 1 << 63])
def test_a_wrong_field_is_named(made, value):
    sea = made.Sea()
    sea.ices[1].fish = value
    with pytest.raises(TypeError, match=r"Ice\.fish is "):
        Engine(translate({"go": made.go})).run("go", 1, 1.0, sea)


def test_an_unknown_entry_is_named(made):
    with pytest.raises(TypeError, match="no entry come: there is go"):
        Engine(translate({"go": made.go})).run("come")


def test_entries_have_names(made):
    with pytest.raises(BadInput, match="takes the entries by name"):
        translate([made.go])  # type: ignore[arg-type]


def test_a_kernel_lives_in_a_file():
    scope: dict[str, Any] = {"__name__": __name__}
    exec("from common.kernel import kernel\n@kernel\ndef go() -> int:\n    return 1\n", scope)
    with pytest.raises(BadInput, match="<string>: go has no file: kernels live in one"):
        translate({"go": scope["go"]})
