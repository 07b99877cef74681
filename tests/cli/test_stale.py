"""A bundle in dist/ that is older than its modules plays, and the command says so."""

import ast
import builtins
import gzip
import json

import pytest

from botsmith.bundle.assemble import Target, assemble
from botsmith.bundle.bases import FOLDER, changed_since, keep_packed
from botsmith.bundle.header import banner, content_hash
from botsmith.bundle.modules import choose_entries, read_source
from botsmith.cli import bench, join, league, play, situation, soak, stale
from botsmith.paths import PROGRAM
from botsmith.workspace import HOME
from tests.commands import botsmith

OLDER = "dist/toy.py is older than bots/toy/main.py, and plays as it was built: `"
MODULES = (
    "botsmith: dist/toy.py is older than its modules, and plays as it was built:"
    f" `{PROGRAM} build toy` makes it anew\n"
)


@pytest.fixture
def bundle(tmp_path, monkeypatch):
    """A bundle of one module, both as they were built."""
    module, path = tmp_path / "bots/toy/main.py", tmp_path / "dist/toy.py"
    for file in module, path:
        file.parent.mkdir(parents=True)
        file.write_text("# content     abc\nprint(1)\n")
    source = {"path": "bots/toy/main.py", "text": module.read_text()}
    keep_packed(tmp_path, "abc", gzip.compress(json.dumps([source]).encode()))
    monkeypatch.setattr(stale, "built_bots", lambda: {"toy": path})
    return path


@pytest.mark.parametrize("change", ["edited", "gone"])
def test_a_module_that_has_changed_is_named(bundle, monkeypatch, capsys, change):
    monkeypatch.chdir(bundle.parent)
    module = bundle.parent.parent / "bots/toy/main.py"
    stale.say_stale(["toy.py", "other.py"])
    assert capsys.readouterr().err == ""
    module.write_text("print(2)\n") if change == "edited" else module.unlink()
    stale.say_stale(["toy.py", bundle, bundle.with_name("other.py"), "python3"])
    said = capsys.readouterr().err
    assert said.startswith("botsmith: " + OLDER) and said.count("\n") == 1


def test_a_bundle_that_was_built_elsewhere_is_known_by_its_content(bundle, capsys):
    """No build has stored its sources here, as in a fresh clone."""
    root, paths = bundle.parent.parent, ["bots/toy/rules.py", "bots/toy/main.py"]
    (root / FOLDER / "abc.json.gz").unlink()
    (root / paths[0]).write_text("SIZE = 3\n")
    head = f"# content     {content_hash([read_source(root, path) for path in paths])}\n"
    bundle.write_text(head + "".join(f"\n{banner(path)}\npass\n" for path in paths))
    stale.say_stale([bundle])
    assert capsys.readouterr().err == ""
    (root / paths[0]).write_text("SIZE = 4\n")
    stale.say_stale([bundle])
    assert capsys.readouterr().err == MODULES
    (root / paths[0]).unlink()
    stale.say_stale([bundle])
    assert capsys.readouterr().err == MODULES.replace("its modules", "bots/toy/rules.py")
    (root / paths[1]).unlink()  # the bot is not of this folder
    stale.say_stale([bundle])
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize("text", ["print(1)\n", "# content     abc\nprint(1)\n"])
def test_what_names_no_modules_is_nobodys_guess(bundle, capsys, text):
    (bundle.parent.parent / FOLDER / "abc.json.gz").unlink()
    bundle.write_text(text)
    stale.say_stale([bundle])
    assert capsys.readouterr().err == ""


def test_a_damaged_record_of_a_build_is_one_line(bundle, capsys):
    (bundle.parent.parent / FOLDER / "abc.json.gz").write_bytes(b"no gzip")
    stale.say_stale([bundle])
    assert capsys.readouterr().err.endswith("remove it, it holds nothing but an old build\n")


def test_no_module_of_a_real_bundle_is_parsed(tmp_path, monkeypatch):
    """They are read and hashed, in a few milliseconds."""
    (tmp_path / "dist").mkdir()
    for name in ("bots", "common"):
        (tmp_path / name).symlink_to(HOME / name)
    entry = choose_entries(HOME, ["uttt"])[0]
    text = assemble(Target(HOME, entry, "c", {}, "unknown")).text
    monkeypatch.setattr(ast, "parse", None)
    monkeypatch.setattr(builtins, "compile", None)
    assert changed_since(tmp_path, text) == []
    assert changed_since(tmp_path, text.replace("# content     ", "# content     0")) == [
        "its modules"
    ]


@pytest.mark.parametrize("command", [bench, join, league, play, situation, soak])
def test_every_command_that_plays_bundles_says_it(command):
    assert command.say_stale is stale.say_stale


def test_it_plays_all_the_same(monkeypatch):
    monkeypatch.setattr(stale, "changed_since", lambda root, text: ["bots/uttt/rules.py"])
    done = botsmith("play", "uttt", "uttt", "random", "--iterations", "1")
    assert (done.returncode, done.stderr.count("\n")) == (0, 1)
    assert "dist/uttt.py is older than bots/uttt/rules.py" in done.stderr
