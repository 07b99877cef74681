"""`start`: what can be built is built, and what is built plays."""

from pathlib import Path

import pytest

from botsmith.cli import start as start_module
from botsmith.cli.start import start


@pytest.mark.parametrize("built", [["csb", "uttt"], ["uttt"], []])
def test_a_bot_that_is_not_built_keeps_no_other_from_playing(built, tmp_path, monkeypatch, capsys):
    commands: list[str] = []

    def run_command(root: Path, words: str) -> int:
        commands.append(words)
        return int(words == "build")

    for name in ("csb", "uttt"):
        (tmp_path / "bots" / name).mkdir(parents=True)
        (tmp_path / "bots" / name / "main.py").touch()
    (tmp_path / "dist").mkdir()
    for name in built:
        (tmp_path / "dist" / f"{name}.py").touch()
    monkeypatch.setattr(start_module, "own_root", lambda: tmp_path)
    monkeypatch.setattr(start_module, "run_command", run_command)
    assert start() == 1  # and says at the end that a build failed
    played = [words for words in commands if words.startswith("play ")]
    assert [words.split()[2] for words in played] == built[:1]
    assert all(words.endswith("--games 1 --time count") for words in played)
    assert ("Paste dist/" in capsys.readouterr().out) == bool(built)
