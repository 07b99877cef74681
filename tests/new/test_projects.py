"""A folder of modules becomes a bot as it is, whatever its layout, and builds."""

from collections.abc import Mapping
from pathlib import Path

import pytest

from botsmith.bundle.assemble import Target, assemble
from botsmith.bundle.modules import choose_entries
from botsmith.errors import BadInput
from botsmith.new.adopt import Wanted, adopt
from botsmith.new.project import find_entry
from botsmith.runs import Form, play
from tests.spread import first_of

from .projects import LAYOUTS, LOOP, Layout


def lay_out(folder: Path, files: Mapping[str, str | bytes]) -> Path:
    """Writes files; the folder."""
    for path, text in files.items():
        file = folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(text if isinstance(text, bytes) else text.encode())
    return folder


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """An empty workspace."""
    return lay_out(tmp_path / "workspace", {"bots/__init__.py": "", "common/__init__.py": ""})


@pytest.mark.parametrize("name", first_of(list(LAYOUTS)))
def test_a_project_is_taken_in_and_builds_without_an_edit(root: Path, tmp_path: Path, name: str):
    layout: Layout = LAYOUTS[name]
    folder = lay_out(tmp_path / "project", layout.files)
    file = tmp_path / "stdin.txt"
    file.write_text(layout.stdin)
    wanted = Wanted(folder / layout.folder, "none", "mine", layout.entry, (file,))
    adopted = adopt(root, wanted)
    assert any(line.startswith("same answers: proven") for line in adopted.said)
    assert all(word in " ".join(adopted.said) for word in layout.left)
    (entry,) = choose_entries(root, ["mine"])
    bundle = assemble(Target(root, entry, "c", {}, "x"))
    ran = play(Form("it", "mine.py", bundle.text), layout.stdin)
    assert ran.out.decode().replace("\r", "") == layout.says


def test_all_that_is_in_the_way_is_said_at_once_and_nothing_is_written(root, tmp_path):
    files = {
        "main.py": "import torch\nfrom rules import play\nimport jax.numpy\nplay()\n",
        "rules.py": "import gone\ndef play(): print 3\n",
    }
    folder = lay_out(tmp_path / "project", files)
    before = sorted(root.rglob("*"))
    with pytest.raises(BadInput) as refused:
        adopt(root, Wanted(folder, "none", "mine"))
    said = str(refused.value).splitlines()
    assert [line.partition(": ")[0] for line in said] == [
        f"{folder}/main.py:1",
        f"{folder}/rules.py:2",
        f"{folder}/main.py:3",
    ]
    assert sorted(root.rglob("*")) == before


def test_what_fails_its_proof_is_said_with_both_answers(root, tmp_path):
    text = "import os\nprint(input(), os.path.exists('words.txt'))\n"
    folder = lay_out(tmp_path / "project", {"main.py": text, "words.txt": "", "in.txt": "a\n"})
    wanted = Wanted(folder, "none", "mine", inputs=(folder / "in.txt",))
    with pytest.raises(BadInput, match="'a False' from the bundle, 'a True' from the bot as it wa"):
        adopt(root, wanted)
    assert not (root / "bots/mine").exists()


def test_of_two_files_that_could_start_it_none_is_taken_unasked(root, tmp_path):
    files = {"one.py": LOOP + "print(next(turns()))\n", "two.py": LOOP + "print(next(turns()))\n"}
    folder = lay_out(tmp_path / "project", files)
    with pytest.raises(BadInput, match="one.py, two.py could each start the bot; name one"):
        adopt(root, Wanted(folder, "none", "mine"))
    adopted = adopt(root, Wanted(folder, "none", "mine", "two.py"))
    assert "same answers: not proven, no input" in adopted.said


ACTING = [
    "try:\n    while True:\n        print(input())\nexcept EOFError:\n    pass",
    "with game() as turns:\n    for turn in turns:\n        print(turn)",
    "if FAST:\n    play()\nelse:\n    play_slowly()",
    "match how():\n    case 1:\n        play()",
    "import sys\nsys.exit(play())",
    "raise SystemExit(play())",
]


@pytest.mark.parametrize("text", ACTING)
def test_a_file_that_acts_by_itself_starts_the_bot(tmp_path, text):
    idle = "import sys\ntry:\n    import numpy\nexcept ImportError:\n    numpy = None\nsys.exit\n"
    files = {"start.py": text, "idle.py": idle + "if numpy:\n    numpy.seed = 3\n"}
    assert find_entry(lay_out(tmp_path, files)).name == "start.py"


def test_where_nothing_acts_the_name_decides(tmp_path):
    files = {"bot.py": "result = play()\n", "rules.py": "best = max(1, 2)\n"}
    assert find_entry(lay_out(tmp_path, files)).name == "bot.py"
    (tmp_path / "bot.py").rename(tmp_path / "own.py")
    with pytest.raises(BadInput, match="no file in it plays; name the one that starts the bot"):
        find_entry(tmp_path)
