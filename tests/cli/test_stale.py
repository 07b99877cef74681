"""A bundle in dist/ that is older than its modules plays, and the command says so."""

import gzip
import json

import pytest

from botsmith.bundle.bases import FOLDER, keep_packed
from botsmith.cli import bench, join, league, play, situation, soak, stale
from tests.commands import botsmith

OLDER = "dist/toy.py is older than bots/toy/main.py, and plays as it was built: `"


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


def test_a_bundle_that_was_built_elsewhere_is_nobodys_guess(bundle, capsys):
    (bundle.parent.parent / "bots/toy/main.py").unlink()
    record = bundle.parent.parent / FOLDER / "abc.json.gz"
    record.write_bytes(b"no gzip")
    stale.say_stale([bundle])
    assert capsys.readouterr().err.endswith("remove it, it holds nothing but an old build\n")
    record.unlink()
    stale.say_stale([bundle])
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize("command", [bench, join, league, play, situation, soak])
def test_every_command_that_plays_bundles_says_it(command):
    assert command.say_stale is stale.say_stale


def test_it_plays_all_the_same(monkeypatch):
    monkeypatch.setattr(stale, "changed_since", lambda root, text: ["bots/uttt/rules.py"])
    done = botsmith("play", "uttt", "uttt", "random", "--iterations", "1")
    assert (done.returncode, done.stderr.count("\n")) == (0, 1)
    assert "dist/uttt.py is older than bots/uttt/rules.py" in done.stderr
