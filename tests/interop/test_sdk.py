"""Official referees in Java become games without a line of Java; a seed is tried in both forms."""

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from botsmith.errors import BadInput
from botsmith.interop.sdk import BUILD, MAIN, PLACE, SOURCE, sdk_command
from botsmith.interop.seeds import FORMS, tried_form
from tests.interop.test_foreign_by_name import botsmith

pytestmark = pytest.mark.long

ROOT = Path(__file__).resolve().parents[2]
FAKE = ROOT / "tests/data/referees/sdk/com/codingame/gameengine/runner/MultiplayerGameRunner.java"
PICKY = """import sys
words = dict(zip(sys.argv[1::2], sys.argv[2::2]))
seed = words.get({key!r}, "?")
import subprocess
for player in ("-p1", "-p2"):
    subprocess.run(words[player].split(), input=f"seed {{seed}}\\n", text=True, capture_output=True)
    print(1)
"""


@pytest.fixture
def contest(tmp_path: Path, require: Any) -> Path:
    """A checkout of a contest in two leagues."""
    require("javac")
    folder = tmp_path / "contest"
    for league in (1, 2):
        (folder / "config" / f"level{league}").mkdir(parents=True)
    (folder / "pom.xml").touch()
    return folder


@pytest.fixture(scope="module")
def classes(tmp_path_factory: pytest.TempPathFactory, require: Any) -> Path:
    """What the build line makes, compiled once."""
    folder = tmp_path_factory.mktemp("classes")
    quick = ["-J-XX:TieredStopAtLevel=1", "-J-XX:+UseSerialGC"]
    subprocess.run([require("javac"), *quick, "-d", str(folder), FAKE, SOURCE], check=True)
    return folder


@pytest.fixture
def maven(contest: Path, classes: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Puts a program on PATH that does what the build line does, without a registry."""
    tools = contest / "tools"
    tools.mkdir()
    script = f"cmp {PLACE} {SOURCE} && mkdir -p target/lib && cp -R {classes} target/classes"
    (tools / "mvn").write_text(f'#!/bin/sh\necho "$@" > words\n{script}\n')
    (tools / "mvn").chmod(0o755)
    monkeypatch.setenv("PATH", f"{tools}:{Path(shutil.which('javac') or '').parent}:/usr/bin:/bin")


def bot(folder: Path, answer: str) -> str:
    """Returns the command of a bot that says one thing."""
    file = folder / f"{answer}.py"
    file.write_text(f"input()\nprint({answer!r})")
    return f"{sys.executable} {file}"


def test_a_contest_of_the_sdk_plays_like_any_referee(contest: Path, maven: None) -> None:
    command = sdk_command(contest)
    assert (contest / "words").read_text().split() == [*BUILD[1:]]
    assert "-Dleague.level=2" in command and command[-1] == MAIN
    players = ["-p1", bot(contest, "long"), "-p2", bot(contest, "no")]
    log = contest / "log.json"
    for seed in (["-d", "seed=7"], ["-seed", "7"]):
        words = [*command, *players, *seed, "-l", str(log)]
        done = subprocess.run(words, capture_output=True, text=True)
        assert (done.returncode, done.stdout) == (0, "4\n2\nseed=7\n"), done.stderr
    assert json.loads(log.read_text()) == {
        "errors": {"0": ['said "long"\n', None], "1": ['said "no"\n', None]}
    }
    words = [*command, "-p1", bot(contest, "FAIL"), "-p2", bot(contest, "no")]
    done = subprocess.run(words, capture_output=True, text=True)
    assert done.returncode == 1 and "the referee fell" in done.stderr and done.stdout == ""


def test_a_contest_of_the_sdk_is_added_by_one_command(contest: Path, maven: None) -> None:
    (contest / "botsmith.toml").touch()
    done = botsmith(contest, "referee", "add", "official", str(contest), "--sdk")
    assert (done.returncode, done.stderr) == (0, ""), done.stderr
    assert "seed: -d seed=N" in done.stdout
    bots = [bot(contest, "long"), bot(contest, "no")]
    done = botsmith(contest, "play", "official", *bots, "--games", "2", "--json")
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["bots"][0]["wins"] == 2


def test_without_maven_the_main_class_is_handed_out_with_its_build_line(
    contest: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", "")
    with pytest.raises(BadInput, match="no mvn on PATH; .*SdkReferee.java is there; build it with"):
        sdk_command(contest)
    assert (contest / PLACE).read_bytes() == SOURCE.read_bytes()


@pytest.mark.parametrize(("key", "form"), [("-d", 0), ("-seed", 1), ("-x", 2)])
def test_both_forms_of_the_seed_are_tried(tmp_path: Path, key: str, form: int) -> None:
    (tmp_path / "picky.py").write_text(PICKY.format(key=key))
    command = [sys.executable, str(tmp_path / "picky.py")]
    assert tried_form(command) == (*FORMS, "")[form]


def test_the_form_that_works_is_written_down_and_used(tmp_path: Path) -> None:
    (tmp_path / "botsmith.toml").touch()
    (tmp_path / "picky.py").write_text(PICKY.format(key="-seed"))
    done = botsmith(tmp_path, "referee", "add", "picky", f"{sys.executable} picky.py")
    assert done.stdout.splitlines()[1] == "seed: -seed N", done.stderr
    assert '[seed_forms]\npicky = "-seed N"' in (tmp_path / "botsmith.toml").read_text()
