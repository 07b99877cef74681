"""Projects as strangers bring them: nothing is refused but what was tried and differed."""

from pathlib import Path

import pytest

from botsmith.bundle.assemble import FLAT, Target
from botsmith.bundle.modules import choose_entries
from botsmith.bundle.products import build
from botsmith.errors import BadInput
from botsmith.new.adopt import Wanted, adopt
from botsmith.runs import Form, play

from .test_projects import lay_out

FILE = Path(__file__).resolve().parents[1] / "data/projects.txt"


def read_projects() -> dict[tuple[str, str, str], dict[str, str]]:
    """The projects: name, form and entry -> texts by path."""
    found = {}
    for block in FILE.read_text(encoding="utf-8").split("\n=== ")[1:]:
        head, _, rest = block.partition("\n")
        name, form, entry = head.split()
        parts = [part.partition("\n") for part in f"\n{rest}\n".split("\n--- ")[1:]]
        found[name, form, entry] = {
            path: text.rstrip("\n") + "\n" * bool(text) for path, _, text in parts
        }
    return found


PROJECTS = read_projects()


PLAYED = 5  # every so many of the projects in the suite, and all in the campaign


@pytest.mark.parametrize(
    "key",
    [
        pytest.param(key, marks=[] if number % PLAYED == 0 else pytest.mark.campaign)
        for number, key in enumerate(PROJECTS)
    ],
    ids=[key[0] for key in PROJECTS],
)
def test_a_project_answers_as_it_did(key: tuple[str, str, str], tmp_path: Path):
    _, form, entry = key
    files = dict(PROJECTS[key])
    stdin, says, words = (files.pop(name) for name in ("stdin", "says", "words"))
    root = lay_out(tmp_path / "w", {"bots/__init__.py": "", "common/__init__.py": ""})
    lay_out(tmp_path / "project", files)
    (tmp_path / "stdin.txt").write_text(stdin)
    wanted = Wanted(
        tmp_path / "w/../project", "none", "mine", entry.strip("."), (tmp_path / "stdin.txt",)
    )
    if form == "refused":
        with pytest.raises(BadInput) as refused:
            adopt(root, wanted)
        assert all(line in str(refused.value) for line in words.splitlines())
        return
    said = "\n".join(adopt(root, wanted).said)
    assert all(line in said for line in words.splitlines())
    assert "left out" not in said
    (made,) = choose_entries(root, ["mine"])
    row = build(Target(root, made, "c", {}, "x"), tmp_path / "dist")
    assert row.failures == [] and row.bundle and (row.bundle.form == FLAT) == (form == "flat")
    ran = play(Form("it", "mine.py", row.path.read_text()), stdin)
    assert ran.out.decode() == says


def test_data_stands_once_up_to_the_room_there_is(tmp_path: Path):
    name, form, entry = next(key for key in PROJECTS if key[0].startswith("data_beside"))
    files = {**PROJECTS[name, form, entry], "pkg/words.txt": "word " * 8_800}
    root = lay_out(tmp_path / "w", {"bots/__init__.py": "", "common/__init__.py": ""})
    folder = lay_out(tmp_path / "project", files)
    adopt(root, Wanted(folder, "none", "mine", inputs=(folder / "stdin",)))
    (made,) = choose_entries(root, ["mine"])
    row = build(Target(root, made, "c", {}, "x"), tmp_path / "dist")
    assert row.failures == [] and row.path.read_text().count("word word") == 4_400
    lay_out(root, {"bots/mine/pkg/words.txt": "word " * 20_000})
    row = build(Target(root, made, "c", {}, "x"), tmp_path / "dist")
    assert "bots/mine/pkg/words.txt 100,0" in row.failures[-1].text
