"""What `tune` reads of a bot's numbers."""

import importlib
import re
from pathlib import Path

import pytest

from botsmith.workspace import HOME

GAMES = sorted(path.parent.name for path in (HOME / "bots").glob("*/params.py"))


@pytest.mark.parametrize("game", GAMES)
def test_every_parameter_stands_with_a_range_that_holds_its_default(game):
    room = importlib.import_module(f"bots.{game}.params")
    source = Path(room.__file__ or "").read_text(encoding="ascii")
    found = re.findall(
        r"^    (\w+): (?!bool)\S+ = (.+?)  # ([\d.]+?)\.\.([\d.]+)[ :].*\S$", source, re.M
    )
    fields = room.Params.kernel_fields
    assert [name for name, *_ in found] == [name for name in fields if fields[name] != [bool]]
    for name, default, low, high in found:
        for number in default.strip("[]").split(", "):
            assert float(low) <= float(number) <= float(high), name
