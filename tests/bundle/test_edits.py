"""Edits as in the IDE, on three bots: C or CPython, the answers are those of CPython alone.

python -m pytest -m campaign tests/bundle/test_edits.py
"""

import re
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path

import pytest

from botsmith.bundle import trials
from botsmith.bundle.assemble import Bundle, Target, assemble
from botsmith.bundle.inputs import recorded_input
from botsmith.bundle.modules import choose_entries
from botsmith.bundle.pull import pull
from botsmith.bundle.short import Kit
from botsmith.errors import BadInput
from botsmith.runs import run_isolated

from .edit import Edit, edits_of

ROOT = Path(__file__).resolve().parents[2]
WORK = {"BOTSMITH_ITERATIONS": "40", "BOTSMITH_SEED": "5", "BOTSMITH_STATS": "1"}
ENDLESS_S = 8.0
ALL = {bot: edits_of(bot) for bot in ("csb", "tororo", "stratego")}
EDITS = [
    pytest.param(bot, edit, id=f"{bot}: {name}")
    for bot, edits in ALL.items()
    for name, edit in edits.items()
]


@cache
def bundle_of(bot: str, kit: Kit | None = None) -> Bundle:
    entry = choose_entries(ROOT, [bot])[0]
    return assemble(Target(ROOT, entry, "c", {}, "x", kit=kit))


def edited(bundle: Bundle, edit: Edit) -> str:
    """The bundle's text after an edit."""
    text = bundle.text
    for change in edit.changes:
        before, after = (
            part.replace("    ", "\t") if bundle.uses_tabs else part for part in change
        )
        assert text.count(before) == 1, before
        text = text.replace(before, after)
    return text


def check(bot: str, edit: Edit) -> None:
    """Plays the edited file with and without C."""
    text = edited(bundle_of(bot), edit)
    file = bot + ".py"
    text_in = recorded_input(ROOT, bot).text
    with ThreadPoolExecutor(max_workers=2) as pool:
        jobs = [
            pool.submit(run_isolated, file, text, text_in, WORK | more)
            for more in ({"BOTSMITH_ENGINE": "python"}, {})
        ]
    alone, ran = (job.result() for job in jobs)
    assert (ran.status, ran.lines) == (alone.status, alone.lines)
    assert ran.lines and (ran.status is None) == edit.is_endless
    engines = re.findall(r"engine = (\w+)$", ran.err, re.MULTILINE)
    said = [line for line in ran.err.splitlines() if "C stopped" in line or "no C, " in line]
    if edit.why is None:
        assert (set(engines), said) == ({"c"}, [])
        return
    assert len(said) == 1
    assert edit.is_trap or "c" not in engines
    here = [number for number, line in enumerate(text.split("\n"), 1) if "# here" in line]
    place = f"{file}:{here[0]}: " if here else ""
    assert place + edit.why in said[0]


@pytest.mark.parametrize(("bot", "edit"), EDITS[::30])
def test_an_edited_file_plays_as_in_cpython_and_says_why_without_c(bot, edit, require):
    require("cc")
    check(bot, edit)


@pytest.mark.campaign
@pytest.mark.parametrize(("bot", "edit"), EDITS)
def test_every_edited_file_plays_as_in_cpython(bot, edit, require, monkeypatch):
    require("cc")
    if edit.is_endless:
        monkeypatch.setattr(trials, "PATIENCE", ENDLESS_S)
    check(bot, edit)


# Edits that let a module use what a module that imports it has: as modules they would be a circle.
CIRCLES = [
    ALL["csb"]["a number that the bot changes"],
    ALL["tororo"]["a table of sums"],
    ALL["tororo"]["a list that the bot changes"],
]


def comes_home(bot: str, edit: Edit, kit: Kit, folder: Path) -> None:
    """Pulls the edited file; what comes of it is proven there."""
    file = folder / "pasted.py"
    file.write_text(edited(bundle_of(bot, kit), edit))
    if edit in CIRCLES:
        with pytest.raises(
            BadInput, match=r"pasted\.py line \d+: .* cannot import .* itself: move"
        ):
            pull(ROOT, file)
        return
    assert pull(ROOT, file).texts


@pytest.mark.parametrize(("bot", "edit"), EDITS[38:39])
def test_an_edit_comes_home_from_the_shortest_form(bot, edit, tmp_path):
    comes_home(bot, edit, Kit.SHORTEST, tmp_path)


@pytest.mark.campaign
@pytest.mark.parametrize("kit", Kit, ids=lambda kit: kit.name)
@pytest.mark.parametrize(("bot", "edit"), EDITS)
def test_every_edit_comes_home_from_each_form(bot, edit, kit, tmp_path):
    comes_home(bot, edit, kit, tmp_path)
