"""Bots travel by content: the same files, the same command, whoever edits the original."""

import sys
from dataclasses import replace
from pathlib import Path

import pytest

from botsmith.arena.matches import packing
from botsmith.arena.matches.bots import Slack, find_bot, script_bot
from botsmith.arena.matches.packing import pack, units, unpack
from botsmith.errors import BadInput


def test_a_script_plays_as_it_was_packed(tmp_path: Path):
    path = tmp_path / "mine.py"
    path.write_text("print('old')")
    bot = script_bot(path)
    packed = pack(bot, home=True)
    path.write_text("print('new')")
    for _ in range(2):  # the second time the files are there
        found = unpack(packed, tmp_path / "files", "csb")
        assert found.command[0] == sys.executable
        assert Path(found.command[1]).read_text() == "print('old')"
        assert Path(found.command[1]).name == "mine.py"
        assert (found.name, found.content_hash, found.cwd) == ("mine", bot.content_hash, None)
    assert len(list((tmp_path / "files").iterdir())) == 1
    slow = replace(bot, slack=Slack(1.0, 2.0))
    assert unpack(pack(slow, home=True), tmp_path / "files", "csb").slack == slow.slack
    other = unpack(pack(script_bot(path), home=True), tmp_path / "files", "csb")
    assert Path(other.command[1]).read_text() == "print('new')"


def test_a_bot_without_c_travels_as_such(tmp_path: Path):
    path = tmp_path / "mine.py"
    path.write_text("pass")
    plain, slow = find_bot(str(path), "csb"), find_bot(f"{path}@python", "csb")
    for bot in (plain, slow):
        found = unpack(pack(bot, home=False), tmp_path / "files", "csb")
        assert (found.name, found.content_hash, found.engine) == (
            *(bot.name, bot.content_hash, bot.engine),
        )


def test_a_command_stays_at_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.py").write_text("")
    bot = find_bot("python3 mine.py --fast", "csb")
    found = unpack(pack(bot, home=True), tmp_path / "files", "csb")
    assert found == bot


def test_a_command_takes_its_files_along(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    home = tmp_path / "home"
    (home / "deep").mkdir(parents=True)
    (home / "deep/mine.py").write_text("pass")
    (tmp_path / "table.txt").write_text("1 2 3")
    monkeypatch.chdir(home)
    bot = find_bot(f"python3 deep/mine.py --table {tmp_path / 'table.txt'}", "csb")
    found = unpack(pack(bot, home=False), tmp_path / "files", "csb")
    assert found.cwd is not None
    assert found.command[:3] == ("python3", "deep/mine.py", "--table")
    assert (Path(found.cwd) / "deep/mine.py").read_text() == "pass"
    assert Path(found.command[3]).read_text() == "1 2 3"
    assert Path(found.command[3]).is_relative_to(tmp_path / "files")


def test_a_program_of_ones_own_stays_executable(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)
    program = tmp_path / "bot"
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    found = unpack(pack(find_bot("./bot -x", "csb"), home=False), tmp_path / "files", "csb")
    assert found.cwd is not None
    copy = Path(found.cwd) / found.command[0]
    assert copy.stat().st_mode & 0o100


def test_a_worker_with_other_baselines_refuses(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    packed = pack(find_bot("random", "csb"), home=False)
    assert unpack(packed, tmp_path, "csb").command == find_bot("random", "csb").command
    monkeypatch.setattr(packing, "baseline_hash", lambda game: "another")
    with pytest.raises(BadInput, match="other baselines; expected the same version"):
        unpack(packed, tmp_path, "csb")


def test_a_bots_size_is_counted_as_the_site_counts(tmp_path: Path):
    path = tmp_path / "mine.py"
    path.write_text("# \N{PILE OF POO}\n", encoding="utf-8")
    assert units(script_bot(path)) == 5
    assert units(find_bot("random", "csb")) is None
    assert units(find_bot("python3 -V", "csb")) is None
