"""What BOT means on the command line."""

import os
import shlex
import sys
from pathlib import Path

import pytest

from botsmith.arena.matches import bots as resolving
from botsmith.arena.matches.bots import NO_SLACK, baseline_names, find_bot, find_bots, with_slack
from botsmith.arena.process.launch import launch_class
from botsmith.errors import BadInput
from botsmith.paths import PROGRAM
from botsmith.referees import games, referee_for
from tests.waiting import until


def test_a_path_comes_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("random.py").write_text("print()", encoding="utf-8")
    bot = find_bot("random.py", "csb")
    assert bot.command == (sys.executable, str(tmp_path.resolve() / "random.py"))
    assert (bot.name, bot.cwd) == ("random", None)


def test_a_baseline_comes_before_a_name_in_dist(tmp_path, monkeypatch):
    monkeypatch.setattr(resolving, "ROOTS", (tmp_path,))
    (tmp_path / "dist").mkdir()
    for name in ("coast", "csb_duct"):
        (tmp_path / "dist" / f"{name}.py").write_text("", encoding="utf-8")
    assert "run.py" in find_bot("coast", "csb").command[3]
    found = find_bot("csb_duct", "csb")
    assert found.command[1] == str(tmp_path / "dist" / "csb_duct.py")
    assert (found.name, found.environment) == ("csb_duct", {})


def test_a_bot_of_the_workspace_comes_before_the_packages_of_the_same_name(tmp_path, monkeypatch):
    mine, theirs = tmp_path / "mine", tmp_path / "theirs"
    for root, names in ((mine, ("csb", "zebra")), (theirs, ("csb", "uttt"))):
        (root / "dist").mkdir(parents=True)
        for name in names:
            (root / "dist" / f"{name}.py").touch()
    monkeypatch.setattr(resolving, "ROOTS", (mine, theirs))
    found = {name: file.parent.parent for name, file in resolving.built_bots().items()}
    assert found == {"csb": mine, "uttt": theirs, "zebra": mine}


def test_python_after_a_name_or_a_path_is_another_bot_without_c(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(resolving, "ROOTS", (tmp_path,))
    (tmp_path / "dist").mkdir()
    for name in ("csb.py", "dist/csb.py", "my bot.py"):
        Path(name).write_text("", encoding="utf-8")
    for text in ("csb", "csb.py", "my bot.py"):
        plain, slow = find_bot(text, "csb"), find_bot(f"{text}@python", "csb")
        assert slow.command == plain.command
        assert slow.name == f"{plain.name}@python"
        assert slow.environment == {"BOTSMITH_ENGINE": "python"}
        assert slow.content_hash != plain.content_hash
    names = [bot.name for bot in find_bots(["csb", "csb@python", "csb@python"], "csb")]
    assert names == ["csb", "csb@python", "csb@python#2"]


def test_a_file_that_can_be_run_needs_no_quotes(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name in ("theirs", "the irs", "it's"):
        Path(name).write_text("#!/bin/sh\n", encoding="utf-8")
        for text in (name, f"./{name}", f"../{tmp_path.name}/{name}", str(tmp_path / name)):
            Path(name).chmod(0o644)
            with pytest.raises(BadInput, match=r"a file that cannot be run; expected `chmod \+x"):
                find_bot(text, "csb")
            Path(name).chmod(0o755)
            found = find_bot(text, "csb")
            assert (found.name, found.cwd) == (name, str(tmp_path))
            assert found.command == (
                f"./{name}" if os.sep not in text or text[1] == os.sep else text,
            )


def test_a_command_line_is_split_as_a_shell_does(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("my bot.py").write_text("print()", encoding="utf-8")
    text = f"{shlex.quote(sys.executable)} -u 'my bot.py'"
    bot = find_bot(text, "csb")
    assert bot.command == (sys.executable, "-u", "my bot.py")
    assert (bot.name, bot.cwd) == (text, str(tmp_path))
    assert find_bot(f"{sys.executable} mine.py", "csb").command == (sys.executable, "mine.py")
    assert find_bot("my bot.py", "csb").name == "my bot"


def test_the_hash_follows_the_content(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    hashes = set()
    for text in ("1", "2"):
        Path("a.py").write_text(text, encoding="utf-8")
        hashes |= {find_bot("a.py", "csb").content_hash}
        hashes |= {find_bot(f"{sys.executable} a.py", "csb").content_hash}
    assert len(hashes) == 4


def test_equal_names_are_told_apart() -> None:
    found = [bot.name for bot in find_bots(["coast", "random", "coast", "coast"], "csb")]
    assert found == ["coast", "random", "coast#2", "coast#3"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("nobody", "no bot 'nobody'.*random late silent crash flood rubbish fork slow coast"),
        ("", "no bot ''"),
        ("gone.py", "bot gone.py: No such file or directory; expected a readable .py file"),
        ("gone/mine.py", "gone/mine.py"),
        ("no-such-program x", "no program 'no-such-program'"),
        ("'half quoted", "No closing quotation"),
        (" ", "no program ''"),
        ("coast@python", "'coast@python': expected coast; @python alone may follow a .py"),
        ("csb@rust", "'csb@rust': expected csb; @python alone"),
        ("a.py@c", "'a.py@c': expected a.py; @python alone"),
        ("python3 a.py@python", "expected python3 a.py; @python alone"),
        ("nobody@python", "no bot 'nobody@python'; expected a path"),
        ("@python", "no bot '@python'"),
    ],
)
def test_what_is_no_bot_is_refused(text: str, message: str) -> None:
    with pytest.raises(BadInput, match=message):
        find_bot(text, "csb")


@pytest.mark.parametrize("name", ["mine", "mine_beam", "mine@python"])
def test_a_bot_that_is_not_built_is_refused_with_the_command(tmp_path, monkeypatch, name):
    (tmp_path / "bots" / "mine").mkdir(parents=True)
    for entry in ("main.py", "main_beam.py"):
        (tmp_path / "bots" / "mine" / entry).touch()
    monkeypatch.setattr(resolving, "ROOTS", (tmp_path,))
    command = f"`{PROGRAM} build {name.removesuffix('@python')}`"
    with pytest.raises(BadInput, match=f"{name}' is not in dist/; expected {command} first"):
        find_bot(name, "csb")


def test_an_unknown_game_is_refused_with_the_names() -> None:
    with pytest.raises(BadInput, match=f"no game 'chess'; the games are: {' '.join(games())}"):
        find_bot("random", "chess")


@pytest.mark.parametrize("game", games())
def test_every_game_has_its_referee_and_baselines(game: str) -> None:
    assert referee_for(game).game == game
    for name in baseline_names(game):
        assert find_bot(name, game).name == name


def test_slack_is_given_by_name_or_by_the_word_that_was_typed():
    typed = ["random", "coast", "random"]
    bots = find_bots(typed, "csb")
    found = with_slack(bots, typed, ["random#2:5", "coast:0,2000.5"])
    assert [bot.slack for bot in found] == [NO_SLACK, (0.0, 2000.5), (5.0, 5.0)]
    assert [bot.slack for bot in with_slack(bots, typed, ["random:7"])] == [(7, 7), (0, 0), (7, 7)]


def test_slack_by_a_pattern_is_for_all_who_fit():
    typed = ["random", "coast", "random"]
    found = with_slack(find_bots(typed, "csb"), typed, ["rand*:0,9", "random#2:5"])
    assert [bot.slack for bot in found] == [(0, 9), NO_SLACK, (5, 5)]


@pytest.mark.skipif(not os.path.exists("/proc/self/schedstat"), reason="Linux tells it alone")
def test_the_queue_of_all_threads_is_told(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    for thread, text in (("7", "1000000 2000000 3"), ("8", "5000000 40000000 1")):
        (tmp_path / "task" / thread).mkdir(parents=True)
        (tmp_path / "task" / thread / "schedstat").write_text(text)
    started = launch_class()([sys.executable, "-c", "input()"], dict(os.environ))
    try:
        started.wait_started()
        until(lambda: started.scheduled_ms()[0] > 0.0)  # it has just begun
        monkeypatch.setattr(started, "bot_pid", os.path.relpath(tmp_path, "/proc"))
        assert started.scheduled_ms() == (6.0, 42.0)
    finally:
        monkeypatch.undo()
        started.stop()
        started.close()


@pytest.mark.parametrize("text", ["random", "random:", "random:x", "random:-1", "random:1,nan"])
def test_slack_that_is_no_time_is_refused(text: str):
    with pytest.raises(BadInput, match=f"--slack {text}: expected NAME:MS or NAME:MS,FIRST_MS"):
        with_slack(find_bots(["random"], "csb"), ["random"], [text])


def test_slack_for_a_bot_that_does_not_play_is_refused():
    with pytest.raises(BadInput, match="--slack nobody:5: no bot 'nobody'; the bots are random"):
        with_slack(find_bots(["random"], "csb"), ["random"], ["nobody:5"])


def test_a_bot_of_another_game_is_told(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=r"bot 'csb' plays csb, not uttt; .* play csb csb"):
        find_bot("csb", "uttt")
    assert find_bot("uttt_mcts@python", "uttt").engine == "python"


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"print(1)\n", "first line names no program"),
        (b"#!/usr/bin/env python3\r\nprint(1)\n", "ends in CR LF"),
        (b"#!/usr/bin/pythn3\n", "names a program that is not here"),
        (b"#!/usr/bin/env pythn3\n", "names a program that is not here"),
    ],
)
def test_a_program_that_cannot_start_says_why(content: bytes, reason: str, tmp_path: Path) -> None:
    path = tmp_path / "bot"
    path.write_bytes(content)
    path.chmod(0o755)
    with pytest.raises(BadInput, match=reason):
        find_bot(str(path), "csb")
    path.chmod(0o644)
    with pytest.raises(BadInput, match=r"cannot be run; expected `chmod \+x"):
        find_bot(str(path), "csb")
