"""Edits as in the IDE, on two bots: C or CPython, the answers are those of CPython alone."""

import re
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

from botsmith.bundle.assemble import Bundle, Target, assemble
from botsmith.bundle.modules import choose_entries
from botsmith.bundle.pull import pull
from botsmith.bundle.runs import run_isolated
from botsmith.bundle.short import Kit
from botsmith.bundle.trials import recorded_input

ROOT = Path(__file__).resolve().parents[2]
WORK = {"BOTSMITH_ITERATIONS": "20", "BOTSMITH_SEED": "5", "BOTSMITH_STATS": "1"}


class Edit(NamedTuple):
    """An edit that ends C in the line `# here`.

    before, after: a text that stands once in the bundle, and what it becomes
    why: what is said of that line
    is_trap: C plays until it comes there
    """

    bot: str
    before: str
    after: str
    why: str
    is_trap: bool = False


INDEX = Edit(
    "tororo",
    "    spare = float(state.nutrients) - USUAL[day]",
    "    spare = float(state.nutrients) - USUAL[day - 2]  # here",
    "IndexError",
    is_trap=True,
)
ASSERT = Edit(
    "stratego",
    "    points = 0.0\n    nearest",
    "    assert flag != home  # here\n    points = 0.0\n    nearest",
    "not in the subset: assert ",
)


@cache
def bundle_of(bot: str, kit: Kit | None = None) -> Bundle:
    entry = choose_entries(ROOT, [bot])[0]
    return assemble(Target(ROOT, entry, "c", {}, "x", kit=kit))


def edited(bundle: Bundle, edit: Edit) -> str:
    """The bundle's text after an edit."""
    before, after = (
        part.replace("    ", "\t") if bundle.uses_tabs else part
        for part in (edit.before, edit.after)
    )
    assert bundle.text.count(before) == 1, before
    return bundle.text.replace(before, after)


@pytest.mark.parametrize("edit", [INDEX, ASSERT], ids=lambda edit: edit.bot)
def test_an_edited_file_plays_as_in_cpython_and_says_why_without_c(edit, require):
    require("cc")
    text, file = edited(bundle_of(edit.bot), edit), edit.bot + ".py"
    told = recorded_input(ROOT, edit.bot).text
    with ThreadPoolExecutor(max_workers=2) as pool:
        jobs = [
            pool.submit(run_isolated, file, text, told, WORK | more)
            for more in ({"BOTSMITH_ENGINE": "python"}, {})
        ]
    alone, ran = (job.result() for job in jobs)
    assert ran.lines and (ran.status, ran.lines) == (alone.status, alone.lines)
    engines = re.findall(r"engine = (\w+)$", ran.err, re.MULTILINE)
    (said,) = (line for line in ran.err.splitlines() if "C stopped" in line or "no C, " in line)
    assert edit.is_trap or "c" not in engines
    (here,) = (number for number, line in enumerate(text.split("\n"), 1) if "# here" in line)
    assert f"{file}:{here}: {edit.why}" in said


def test_an_edit_comes_home_from_the_shortest_form(tmp_path):
    file = tmp_path / "pasted.py"
    file.write_text(edited(bundle_of("tororo", Kit.SHORTEST), INDEX))
    assert pull(ROOT, file).texts
