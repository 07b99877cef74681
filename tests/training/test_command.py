"""`train` as a command."""

import importlib
from functools import partialmethod

import pytest

from botsmith.cli.app import main
from botsmith.training.run import Settings
from tests.training import toys

COMMAND = importlib.import_module("botsmith.cli.train")
LITTLE = "--games 40 --iterations 4 --gate 4 --passes 1 --jobs 1".split()


@pytest.fixture
def toy(monkeypatch, tmp_path):
    """A project whose contest `toy` is the tests' own."""
    monkeypatch.setattr(COMMAND, "package_of", lambda *_: toys.PACKAGE)
    monkeypatch.setattr(COMMAND, "own_root", lambda: tmp_path)
    few = Settings.__init__
    monkeypatch.setattr(Settings, "__init__", partialmethod(few, steps=20, batch=64))
    (tmp_path / "bots" / "toy").mkdir(parents=True)
    return tmp_path


def test_a_training_from_the_command_line(toy, capsys):
    out = toy / "folder"
    first = ["train", "toy", "--out", str(out), *LITTLE]
    assert main([*first, "--generations", "1"]) == 0
    said = capsys.readouterr().out
    assert said.startswith("generation 1: 40 games, ") and said.count("\n") == 1
    assert "<title>training " in (out / "REPORT.html").read_text()

    assert main([*first, "--generations", "2", "--apply"]) == 0
    said = capsys.readouterr().out.splitlines()
    assert said[0].startswith("generation 2: ") and "weights.py" in said[1]
    text = (toy / "bots" / "toy" / "weights.py").read_text()
    assert " --games 40 --iterations 4 --passes 1 --gate 4\n" in text
    assert str(toy) not in text
    assert "games 80" in text and "seed 1" in text

    assert main([*first, "--generations", "2"]) == 0
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["nothing"], "no contest 'nothing'"),
        (["../uttt"], "no contest '../uttt'"),
        (["csb"], "bots/csb/rules.py: no State"),
        (["uttt", "--bits", "2"], "--bits 2: expected 3..8"),
        (["uttt", "--games", "0"], "--games 0: expected at least 1"),
        (["uttt", "--jobs", "0"], "--jobs 0: expected at least 1"),
        (["uttt", "--gate", "1"], "--gate 1: expected at least 2"),
        (["uttt", "--passes", "0"], "--passes 0: expected more than 0"),
        (["uttt", "--rate", "-1"], "--rate -1: expected more than 0"),
        (["uttt", "--result-weight", "1.5"], "--result-weight 1.5: expected 0..1"),
    ],
)
def test_bad_words_are_told_in_one_line(words, said, tmp_path, capsys):
    assert main(["train", *words, "--out", str(tmp_path / "a")]) == 2
    err = capsys.readouterr().err
    assert said in err and err.count("\n") == 1
    assert not (tmp_path / "a").exists()
