"""`pull` merges three ways: what was edited in the paste, and at home since it was built."""

import os
import re
import subprocess
from typing import NamedTuple

import pytest

from botsmith.bundle import bases
from botsmith.bundle.assemble import KEPT, Target, assemble
from botsmith.bundle.bases import content_of, keep_sources
from botsmith.bundle.header import units
from botsmith.bundle.merging import merged_trees
from botsmith.bundle.modules import choose_entries
from botsmith.bundle.pasted import Line
from botsmith.bundle.products import build as build_product
from botsmith.bundle.pull import Pulled
from botsmith.bundle.short import Kit
from botsmith.cli import pull as pull_command
from botsmith.errors import BadInput
from tests.pages import cases_of, changes_of, page_beside

from .test_pull import PARAMS, POND, RULES, Project, pond, swapped

__all__ = ["pond"]
BOT, TOOLS, LATE = "bots/pond/bot.py", "common/tools.py", "common/late.py"
Changes = tuple[tuple[str, str], ...]


class Case(NamedTuple):
    """home: (path, old, new) of modules; paste: (old, new) of the bundle.

    result: path -> texts that then stand in it once
    gone: texts that stand nowhere then
    conflict: path of the conflict, the texts of home and paste in it
    """

    home: tuple[tuple[str, str, str], ...]
    paste: Changes
    result: tuple[tuple[str, str], ...] = ()
    gone: tuple[str, ...] = ()
    conflict: tuple[str, str, str] | None = None


STEPS = re.compile(r"^(home|paste|both|clash|then|gone|conflict)(?: (.*))?$", re.MULTILINE)


def case_of(text: str) -> Case:
    """Returns a case of three_ways.txt."""
    parts = STEPS.split(text)
    edits: dict[str, list[tuple[str, str, str]]] = {"home": [], "paste": []}
    found: dict[str, list[tuple[str, str]]] = {"then": [], "gone": [], "conflict": []}
    for word, path, lines in zip(parts[1::3], parts[2::3], parts[3::3], strict=True):
        if word in edits:
            edits[word] += [(path, *pair) for pair in changes_of(lines.strip("\n"))]
        else:
            new = "\n".join(line[2:] for line in lines.strip("\n").split("\n"))
            found.setdefault(word, []).append((path, new))
    home, paste = edits["home"], [(old, new) for _, old, new in edits["paste"]]
    (path, old, new), (pasted_old, pasted) = home[0], paste[0]
    conflict = [(path, "", text) for path, text in found["conflict"]]
    if "clash" in found:
        conflict = [(path, added(old, new), added(pasted_old, pasted))]
    for where, _ in found.get("both", ()):
        found["then"] = [(path, new), (where or path, pasted)]
    gone = tuple(text for _, text in found["gone"])
    return Case(tuple(home), tuple(paste), tuple(found["then"]), gone, *conflict)


def added(old: str, new: str) -> str:
    """Returns the lines that the old text has not."""
    return "\n".join(line for line in new.split("\n") if line not in old.split("\n"))


PAGE = page_beside(__file__, "three_ways.txt")
CASES = {name: case_of(text) for name, text in cases_of(PAGE["cases"])}


def edit_home(project: Project, edits: tuple[tuple[str, str, str], ...]) -> None:
    """Changes modules; without an old text it makes a file, moves it, or removes it ("-")."""
    for path, old, new in edits:
        file = project.root / path
        if not old and not file.exists():
            file.write_text(new)
        elif not old and new == "-":
            file.unlink()
        elif not old:
            file.rename(project.root / new)
        else:
            file.write_text(swapped(file.read_text(), (old, new)))


def brought(project: Project, case: Case) -> Pulled:
    """What a case's paste brings, after its edits at home."""
    bundle = project.build()
    keep_sources(bundle)
    edit_home(project, case.home)
    project.before = project.texts()
    return project.pull(swapped(bundle.text, *case.paste))


@pytest.mark.parametrize("name", CASES)
def test_what_both_sides_edited(pond, name):
    case = CASES[name]
    found = brought(pond, case)
    if case.conflict:
        path, home, paste = case.conflict
        assert [each.path for each in found.conflicts] == [path]
        (conflict,) = found.conflicts
        assert home in "\n".join(line.text for line in conflict.home)
        assert paste in "\n".join(line.text for line in conflict.paste)
        assert home or not conflict.home
        lines = pond.file.read_text().replace("bot_play", "play").split("\n")
        assert all(lines[line.origin - 1] == line.text for line in conflict.paste if line.origin)
        own = pond.texts().get(path, "").split("\n")
        assert all(own[line.origin - 1] == line.text for line in conflict.home if line.origin)
        with pytest.raises(BadInput, match="nothing was written"):
            found.apply(pond.root)
        assert pond.texts() == pond.before
        return
    assert found.conflicts == []
    found.apply(pond.root)
    texts = pond.texts()
    assert all(texts[path].count(text) == 1 for path, text in case.result), texts
    everything = "\n".join(texts.values())
    assert not [text for text in case.gone if text in everything]
    assert found.size == units(pond.build().text)
    kept = texts.copy()
    again = pond.pull(pond.file.read_text())  # none is applied twice
    again.apply(pond.root)
    assert (again.texts, pond.texts()) == ({}, kept)


FROG = """class Frog:
    def jump(self):
        return 1

    # how far it looks
    def look(self):
        return 2

    def rest(self):
        return 3
"""
LOOK = FROG[FROG.index("    # how") : FROG.index("    def rest")]
MOVED = FROG.replace(LOOK, "") + "\n" + LOOK.rstrip("\n") + "\n"


@pytest.mark.parametrize(("home", "paste"), [(MOVED, ""), ("", MOVED)])
def test_a_method_that_moved_within_its_class_is_followed(home, paste):
    def lines(text: str) -> dict[str, list[Line]]:
        return {"a.py": [Line(line, 0) for line in text.split("\n")[:-1]]}

    edited = FROG.replace("return 2", "return 4")
    found, conflicts = merged_trees(lines(FROG), lines(home or edited), lines(paste or edited))
    assert conflicts == []
    text = "".join(line.text + "\n" for line in found["a.py"])
    assert text == MOVED.replace("return 2", "return 4")


# ---- what a paste was built from


def test_every_build_that_writes_a_file_keeps_its_sources(pond, tmp_path):
    (pond.root / "bots/pond/input").mkdir()
    (pond.root / "bots/pond/input/one.txt").write_text("1\n2\n")
    entry = choose_entries(pond.root, ["pond"])[0]
    row = build_product(
        Target(pond.root, entry, "c", {"deep": 5}, "0123456789ab"), tmp_path / "dist"
    )
    assert row.failures == [] and row.warnings == []
    edit_home(pond, ((RULES, "WIDE = 2.5", "WIDE = 2.75"),))
    found = pond.pull(swapped((tmp_path / "dist/pond.py").read_text(), ("= 2.0", "= 2.5")))
    assert [(each.name, each.old, each.new) for each in found.changes] == [
        ("weight", 2.0, 2.5),
        ("deep", 3, 5),  # what --params said is an edit like others
    ]
    assert set(found.texts) == {PARAMS}


def test_the_store_is_bounded_and_a_broken_file_of_it_is_named(pond, monkeypatch):
    monkeypatch.setattr(bases, "KEEP", 2)
    folder = pond.root / bases.FOLDER
    for deep in (4, 5, 6):
        keep_sources(pond.build(deep=deep))
        for age, file in enumerate(
            sorted(folder.iterdir(), key=lambda each: -each.stat().st_mtime)
        ):
            os.utime(file, (1e9 * 1.7 - age, 1e9 * 1.7 - age)) if age else None
    bundle = pond.build(deep=6)
    assert len(list(folder.iterdir())) == 2
    file = folder / f"{content_of(bundle.text)}.json.gz"
    file.write_bytes(b"?")
    edit_home(pond, ((PARAMS, "= 2.0", "= 2.5"),))
    pond.before = pond.texts()
    assert f"{file}: " in pond.refusal(bundle.text)


def test_a_paste_from_another_machine_has_its_base_in_git(pond):
    def git(*words: str) -> str:
        who = ("-c", "user.name=x", "-c", "user.email=x@example.com")
        command = ["git", *who, *words]
        done = subprocess.run(command, cwd=pond.root, capture_output=True, text=True, check=True)
        return done.stdout.strip()

    git("init", "-q")
    bundle = pond.build()
    (pond.root / "dist").mkdir()
    (pond.root / "dist/pond.py").write_text(bundle.text)  # its revision is of no commit here
    git("add", "-A")
    git("commit", "-qm", "one")
    edit_home(pond, ((PARAMS, "weight: float = 2.0", "weight: float = 3.5"),))
    git("commit", "-qam", "two")
    found = pond.pull(swapped(bundle.text, ("deep: int = 3", "deep: int = 4")))
    assert found.doubt == "" and [each.name for each in found.changes] == ["deep"]
    pond.file.unlink()
    dirty = swapped(pond.build().text, ("0123456789ab", git("rev-parse", "HEAD")[:12] + "+"))
    edit_home(pond, ((RULES, "WIDE = 2.5", "WIDE = 2.75"),))
    found = pond.pull(swapped(dirty, ("deep: int = 3", "deep: int = 4")))
    assert found.doubt == "" and set(found.texts) == {PARAMS}


@pytest.mark.parametrize(
    "home", [(PARAMS, "= 2.0", "= 3.5"), (RULES, "WIDE = 2.5", "WIDE = 2.75")], ids=str
)
def test_an_unknown_base_is_a_plain_diff_that_is_not_applied(pond, home, monkeypatch, capsys):
    text = swapped(pond.build().text, ("deep: int = 3", "deep: int = 4"))
    edit_home(pond, (home,))
    before = pond.texts()
    pond.file.write_text(text)
    monkeypatch.setattr(pull_command, "own_root", lambda: pond.root)
    assert pull_command.pull(pond.file, apply=True) == 1
    printed = capsys.readouterr()
    assert "\n+    deep: int = 4" in printed.out
    assert "not known here" in printed.err and "nothing was written" in printed.err
    assert "revision 0123456789ab" in printed.err
    assert pond.texts() == before


def test_the_command_shows_a_conflict_with_both_texts_and_their_lines(pond, monkeypatch, capsys):
    case = CASES["one number on both sides"]
    brought(pond, case)
    monkeypatch.setattr(pull_command, "own_root", lambda: pond.root)
    assert pull_command.pull(pond.file, apply=True) == 1
    printed = capsys.readouterr()
    line = (
        pond.file.read_text().split("\n").index("    weight: float = 4.5  # 0..9 points: of a jump")
    )
    assert printed.out == (
        f"{PARAMS}: both sides changed this\n"
        "   was      weight: float = 2.0  # 0..9 points: of a jump\n"
        f"  {PARAMS} line 5:\n"
        "  home      weight: float = 3.5  # 0..9 points: of a jump\n"
        f"  {pond.file} line {line + 1}:\n"
        " paste      weight: float = 4.5  # 0..9 points: of a jump\n"
    )
    assert "1 conflict: nothing was written" in printed.err
    assert pond.texts() == pond.before


def test_the_command_says_how_large_the_next_file_will_be(pond, monkeypatch, capsys):
    brought(pond, CASES["two new functions at one place"])
    monkeypatch.setattr(pull_command, "own_root", lambda: pond.root)
    assert pull_command.pull(pond.file, apply=True) == 0
    size = units(pond.build().text)
    assert f"pond built again will have {size:,} of 100,000 units\n" in capsys.readouterr().out


def test_a_bundle_that_keeps_its_modules_comes_back_too(pond):
    entry = choose_entries(pond.root, ["pond"])[0]
    bundle = assemble(Target(pond.root, entry, "c", {}, "x", form=KEPT, why=f"{BOT}:3"))
    keep_sources(bundle)
    edit_home(pond, ((PARAMS, "weight: float = 2.0", "weight: float = 3.5"),))
    text = swapped(bundle.text, ("deep: int = 3", "deep: int = 4"), ("PADS = 8\n", "PADS = 9\n"))
    found = pond.pull(text)
    assert set(found.texts) == {PARAMS, RULES} and found.conflicts == []
    assert "3.5" in found.texts[PARAMS][1] and "deep: int = 4" in found.texts[PARAMS][1]
    pond.before = pond.texts()
    assert "'(' was never closed" in pond.refusal(swapped(text, ("PADS = 9\n", "PADS = (\n")))


def test_a_module_that_changes_while_somebody_reads_the_patch_is_not_written(pond):
    found = brought(pond, CASES["code of two modules"])
    edit_home(pond, ((BOT, '"""Reads a line', '"""Takes a line'),))
    before = pond.texts()
    with pytest.raises(BadInput, match="bots/pond/bot.py was changed meanwhile"):
        found.apply(pond.root)
    assert pond.texts() == before
    assert not list(pond.root.rglob("*.pulled"))


def test_line_ends_of_the_home_module_stay(pond):
    bundle = pond.build()
    keep_sources(bundle)
    file = pond.root / RULES
    file.write_bytes(file.read_bytes().replace(b"\n", b"\r\n"))
    pond.pull(swapped(bundle.text, ("PADS = 8", "PADS = 9"))).apply(pond.root)
    assert (
        file.read_bytes()
        == POND[RULES].replace("PADS = 8", "PADS = 9").replace("\n", "\r\n").encode()
    )


def test_the_short_form_of_the_kit_keeps_comments_of_both_sides(tmp_path):
    project = Project(
        tmp_path, POND | {TOOLS: POND[TOOLS].replace("def clip", "# The least.\ndef clip")}
    )
    entry = choose_entries(project.root, ["pond"])[0]
    bundle = assemble(Target(project.root, entry, "c", {}, "x", kit=Kit.SHORT))
    keep_sources(bundle)
    edit_home(project, ((TOOLS, "# The least.\n", "# The lesser one.\n"),))
    found = project.pull(
        swapped(bundle.text, ("return min(value, most)", "return min(most, value)"))
    )
    assert found.texts[TOOLS][1] == POND[TOOLS].replace(
        "def clip", "# The lesser one.\ndef clip"
    ).replace("min(value, most)", "min(most, value)")
