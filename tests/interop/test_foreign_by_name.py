"""Referees that exist already: a game by a name of botsmith.toml, and what a port is held against.

Picks.java is one, where there is a JDK; picks.py is the same in Python.
"""

import json
import re
import shlex
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from botsmith.arena.matches import foreign
from botsmith.errors import BadInput
from botsmith.interop.named_referees import add_referee, command_for
from botsmith.interop.port_check import Heard, compare, differences
from botsmith.new.scaffold import make_form, write_contest
from botsmith.programs import is_foreign, is_old, referee_command
from botsmith.workspace import settings
from tests import commands
from tests.arena.toys import Doubles
from tests.spread import first_of

pytestmark = pytest.mark.long

ROOT = Path(__file__).resolve().parents[2]
REFEREES = ROOT / "tests" / "data" / "referees"
PYTHON = f"{sys.executable} {REFEREES / 'picks.py'} "


@pytest.fixture(scope="module")
def workspace(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An author's folder with the contest `picks`."""
    root = tmp_path_factory.mktemp("foreign")
    (root / "botsmith.toml").touch()
    write_contest(root, "picks", make_form("2..3", "together", "none", None))
    return root


@pytest.fixture(scope="module", params=first_of(["python", "java"]))
def referee(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> str:
    """The command of the referee, up to the place of its fault."""
    if request.param == "python":
        return PYTHON
    if any(subprocess.run(["which", tool], capture_output=True).returncode for tool in JDK):
        pytest.skip("no JDK on this machine; the referee in Python stands in for it")
    classes = tmp_path_factory.mktemp("classes")
    subprocess.run(["javac", "-d", classes, REFEREES / "Picks.java"], check=True)
    return f"java -cp {classes} -D"


JDK = ("java", "javac")
EQUAL = "equal 2 of 2 matches"


def botsmith(workspace: Path, *words: str) -> "subprocess.CompletedProcess[str]":
    """A command in the workspace, with this checkout as the package."""
    return commands.python(workspace, "-m", "botsmith", *words)


def add(workspace: Path, referee: str, fault: str) -> str:
    """Adds the referee with a fault; its name."""
    name = f"{'java' if '-D' in referee else 'py'}_{fault}"
    add_referee(workspace, name, with_fault(referee, fault), False, False, False)
    return name


def with_fault(referee: str, fault: str) -> str:
    """The whole command."""
    return f"{referee}fault={fault}" + (" Picks" if "-D" in referee else "")


def test_a_referee_is_a_game_by_its_name(workspace: Path, referee: str) -> None:
    """Also for the second time; greetings and warnings are no scores, and a fault is the bot's."""
    name = add(workspace, referee, "none")
    done = botsmith(workspace, "referee", "add", name, with_fault(referee, "none"))
    assert (done.returncode, done.stderr) == (0, ""), done.stderr
    baseline = ROOT / "botsmith" / "arena" / "baselines" / "run.py"
    last = f"{sys.executable} {baseline} first contests.picks.baselines 100 {workspace}"
    bad = f"{sys.executable} {baseline} crash contests.picks.baselines 100 {workspace}"
    done = botsmith(workspace, "play", name, last, bad, "--games", "2", "--json")
    bots = json.loads(done.stdout)["bots"]
    assert [bot["crashes"] for bot in bots] == [0, 2], done.stdout + done.stderr


def test_a_port_is_proven_seed_by_seed(workspace: Path, referee: str) -> None:
    name = add(workspace, referee, "none")
    players = ["--players", "3"] if referee == PYTHON else []
    done = botsmith(workspace, "verify", "picks", "--against", name, "--games", "2", *players)
    assert done.returncode == 0, done.stdout + done.stderr
    seats, total = done.stdout.splitlines()
    assert (seats, total) == (f"seat by seat: random, first{', random' * bool(players)}", EQUAL)


@pytest.mark.parametrize(
    ("fault", "wanted"),
    [
        ("line", "seed 1, turn 4, seat 0, line 15 (from seed): expected '99', got '4'"),
        ("prize", "seed 1, turn 4, seat 0, line 16 (from seed): expected "),
    ],
)
def test_the_first_difference_of_a_port_is_shown(workspace: Path, fault: str, wanted: str) -> None:
    name = add(workspace, PYTHON, fault)
    done = botsmith(
        workspace, "verify", "picks", "first", "random", "--against", name, "--games", "1"
    )
    assert done.returncode == 1
    assert f"{name}, {wanted}" in done.stdout, done.stdout + done.stderr
    assert done.stdout.endswith("equal 0 of 1 matches\n")


def verified(workspace: Path, game: str, bots: str, name: str, *words: str) -> list[str]:
    """What `verify` prints of two seeds."""
    line = ["verify", game, *bots.split(), "--against", name, "--games", "2", *words]
    done = botsmith(workspace, *line)
    assert done.stderr == ""
    return done.stdout.splitlines()[1:]  # behind the line of names


def test_wrong_answers_are_compared_as_all_others(workspace: Path) -> None:
    """Whoever plays on is compared to the end, and each seed is looked at."""
    name = add(workspace, PYTHON, "none")
    assert verified(workspace, "picks", "rubbish crash first", name) == [EQUAL]
    deaf = add(workspace, PYTHON, "deaf")
    *differences, total = verified(workspace, "picks", "rubbish first random", deaf)
    assert total == "equal 0 of 2 matches" and len(differences) == 2
    wanted = r"seat 1, line \d+ .from seed.: expected '\d+ 0 \d+', got '-1 1 \d+'"
    for line in differences:
        assert re.search(wanted, line), line


@pytest.mark.campaign
def test_minus_one_is_a_score_where_its_contest_counts_so(workspace: Path) -> None:
    """The others than the best have -1 here, without a fault."""
    write_contest(workspace, "minus", make_form("2..3", "together", "none", None))
    file = workspace / "contests" / "minus" / "referee.py"
    text = file.read_text(encoding="utf-8")
    found = "else one for"
    assert found in text
    counted = "else -(one < max(self.scores())) for"
    file.write_text(text.replace(found, counted), encoding="utf-8")
    command = with_fault(PYTHON, "minus")
    games = {"strict": [], "honest": ["--negative-scores"]}
    for name, words in games.items():
        assert botsmith(workspace, "referee", "add", name, command, *words).returncode == 0
        if words:  # in both it is the same game
            assert verified(workspace, "minus", "first random", name) == [EQUAL]
        run = ROOT / "botsmith" / "arena" / "baselines" / "run.py"
        start = f"env BOTSMITH_SEED=1 {sys.executable} {run}"  # else a game is drawn now and then
        bots = [
            f"{start} {bot} contests.picks.baselines 100 {workspace}" for bot in ("first", "random")
        ]
        done = botsmith(workspace, "play", name, *bots, "--games", "2", "--json")
        crashes = sum(bot["crashes"] for bot in json.loads(done.stdout)["bots"])
        assert crashes == (0 if words else 2), done.stderr


def test_a_referee_that_crashes_is_no_result_of_a_bot(workspace: Path, referee: str) -> None:
    name = add(workspace, referee, "crash")
    done = botsmith(workspace, "verify", "picks", "--against", name)
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert "the referee failed: it ended with status 1" in done.stderr


@pytest.mark.campaign
def test_a_folder_that_maven_builds_is_a_game(workspace: Path, tmp_path: Path, require) -> None:
    """Really, where there is a Maven with the plugins of a plain jar; and a broken one is named."""
    require("mvn")
    require("javac")
    for name in ("pom.xml", "Picks.java"):
        shutil.copy(REFEREES / name, tmp_path)
    done = botsmith(workspace, "referee", "add", "built", str(tmp_path))
    assert (done.returncode, done.stderr) == (0, ""), done.stderr
    assert f"built = brutal:java -jar {tmp_path}/target/picks-1.jar" in done.stdout
    done = botsmith(workspace, "verify", "picks", "--against", "built", "--games", "3")
    assert (done.returncode, done.stderr) == (0, ""), done.stdout
    assert done.stdout.endswith("equal 3 of 3 matches\n")
    (tmp_path / "Picks.java").write_text("public class Picks {")
    done = botsmith(workspace, "referee", "add", "broken", str(tmp_path))
    assert (done.returncode, done.stderr.count("\n")) == (2, 1), done.stderr
    assert "mvn package failed: [ERROR] " in done.stderr and "end of file" in done.stderr


# ---- Names and commands


def make_jar(path: Path, manifest: str = "Main-Class: Picks\n") -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("META-INF/MANIFEST.MF", manifest)
    return path


@pytest.fixture
def tools(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A PATH that holds what a test puts there."""
    folder = tmp_path / "tools"
    folder.mkdir()
    monkeypatch.setenv("PATH", str(folder))
    return folder


def program(path: Path, text: str) -> None:
    path.write_text(f"#!/bin/sh\n{text}\n")
    path.chmod(0o755)


def test_a_jar_is_started_by_java(tmp_path: Path, tools: Path, monkeypatch) -> None:
    make_jar(tmp_path / "referee.jar")
    monkeypatch.chdir(tmp_path)
    with pytest.raises(BadInput, match="there is no java on PATH; install one"):
        command_for("referee.jar")
    program(tools / "java", "")
    assert command_for("referee.jar") == ["java", "-jar", str(tmp_path / "referee.jar")]
    make_jar(tmp_path / "library.jar", "")
    with pytest.raises(BadInput, match="no jar with a main class"):
        command_for("library.jar")
    with pytest.raises(BadInput, match="no jar with a main class"):
        command_for("missing.jar")


def test_a_folder_is_built_by_maven(tmp_path: Path, tools: Path) -> None:
    folder = tmp_path / "contest"
    folder.mkdir()
    with pytest.raises(BadInput, match="no pom.xml"):
        command_for(str(folder))
    (folder / "pom.xml").touch()
    with pytest.raises(BadInput, match="there is no mvn on PATH; docs/interop.md"):
        command_for(str(folder))
    program(tools / "java", "")
    sent = "'\\033[0m[ERROR] COMPILATION ERROR :\\n[ERROR] no such artifact\\n'"
    program(tools / "mvn", f"printf {sent}; exit 1")
    with pytest.raises(BadInput, match=r"mvn package failed: \[ERROR\] no such artifact"):
        command_for(str(folder))
    program(tools / "mvn", "exit 0")
    with pytest.raises(BadInput, match="made no jar with a main class in target/"):
        command_for(str(folder))
    jar = make_jar(folder / "target" / "contest.jar", "Main-Class: Picks\nLonger: yes\n")
    make_jar(folder / "target" / "original-contest.jar")
    assert command_for(str(folder)) == ["java", "-jar", str(jar)]


def test_paths_in_a_command_become_absolute(tmp_path: Path, monkeypatch) -> None:
    (tmp_path / "my referee.py").touch()
    monkeypatch.chdir(tmp_path)
    found = command_for(f"{sys.executable} 'my referee.py' --fast")
    assert found == [sys.executable, str(tmp_path / "my referee.py"), "--fast"]


def test_a_name_stands_for_the_command_everywhere(tmp_path: Path, monkeypatch) -> None:
    (tmp_path / "a b.py").touch()
    command = f"{sys.executable} '{tmp_path}/a b.py'"
    add_referee(tmp_path, "tiny", command, False, False, False)
    add_referee(tmp_path, "tiny_old", command, True, False, False)
    found = settings(tmp_path)
    monkeypatch.setattr("botsmith.programs.settings", lambda: found)
    assert is_foreign("tiny") and not is_old("tiny") and is_old("tiny_old")
    assert referee_command("tiny_old") == shlex.split(command)
    assert not is_foreign("csb")
    monkeypatch.setattr("botsmith.programs.settings", lambda: {"referees": {"odd": 7}})
    with pytest.raises(BadInput, match=r"\[referees\] odd = 7; expected brutal:COMMAND"):
        is_foreign("odd")


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["add", "x"], "expected NAME and a COMMAND"),
        (["add", "csb", "true"], "csb: a game is called so already"),
        (["add", "X", "true"], "no name for a game"),
        (["add", "x", "nosuchprogram"], "no program 'nosuchprogram'"),
        (["csb", "--old"], "--old is for `referee add`"),
        (["csb", "--negative-scores"], "--negative-scores is for `referee add`"),
    ],
)
def test_what_cannot_be_added_is_one_line(
    tmp_path: Path, monkeypatch, words: list[str], complaint: str
) -> None:
    monkeypatch.setattr("botsmith.cli.referee.own_root", lambda: tmp_path)
    assert complaint in commands.refusal("referee", *words)


def test_another_command_under_a_name_that_is_there_is_refused(tmp_path: Path) -> None:
    add_referee(tmp_path, "twice", "true", False, False, False)
    add_referee(tmp_path, "twice", "true", False, False, False)
    with pytest.raises(BadInput, match="twice: is brutal:true already"):
        add_referee(tmp_path, "twice", "false", False, False, False)


def test_verify_wants_records_or_a_referee() -> None:
    assert "expected records, or --against NAME" in commands.botsmith("verify", "csb").stderr
    done = commands.botsmith("verify", "csb", "--against", "nobody")
    assert "--against nobody: no such referee" in done.stderr


# ---- Our side of the comparison


def repeat(sent: list[list[str]], said: list[list[str]]) -> str:
    """What differs in a match of three turns in which the double of a number is owed."""
    heard = [Heard(lines, answers) for lines, answers in zip(sent, said, strict=True)]
    return str(next(differences(Doubles.from_seed(1, len(sent)), heard), None))


def test_lines_that_are_missing_or_too_many_are_differences() -> None:
    referee = Doubles.from_seed(1, 2)
    sent: list[list[str]] = [[], []]
    said: list[list[str]] = [[], []]
    for seat in range(2):
        sent[seat] += referee.init_inputs(seat)
    while not referee.over:
        outputs = {}
        for seat in referee.seats():
            lines = referee.inputs(seat)
            sent[seat] += lines
            outputs[seat] = [str(2 * int(lines[-1]))]
            said[seat] += outputs[seat]
        referee.apply(outputs)
    assert repeat(sent, said) == "None"
    short = [sent[0][:-1], sent[1]]
    assert "seat 0" in repeat(short, said) and "'no more lines'" in repeat(short, said)
    longer = [sent[0], [*sent[1], "5"]]
    assert "got 'the end of the match'" in repeat(longer, said)


def test_a_line_too_few_is_shown_by_the_line_that_ours_tells(monkeypatch, tmp_path) -> None:
    """Theirs tells the first line alone and waits, as the bot does."""
    monkeypatch.setattr(foreign, "STILL_SECONDS", 0.8)
    other = tmp_path / "other.py"
    other.write_text(
        "import subprocess, sys\nbot = subprocess.Popen(sys.argv[2].split(), stdin=-1, stdout=-1)\n"
        "bot.stdin.write(b'3\\n')\nbot.stdin.flush()\nbot.stdout.readline()\n"
    )
    wanted = "no line for 0.8 s: it waits for seat 0 random.*; turn 0, seat 0, line 2 .*'no more li"
    with pytest.raises(BadInput, match=wanted):
        list(compare("csb", f"brutal:{sys.executable} {other}", ["random", "coast"], range(1, 2)))


@pytest.mark.parametrize("missing", ["python3 nowhere.py", "java -Xmx1g -jar no/referee.jar"])
def test_a_referee_whose_file_is_not_there_is_refused(missing, tmp_path, monkeypatch) -> None:
    monkeypatch.setattr("botsmith.programs.shutil.which", lambda name: name)
    monkeypatch.chdir(tmp_path)
    with pytest.raises(BadInput, match="no file '.*'; expected a path from this folder"):
        command_for(missing)
    Path("here.py").touch()
    assert command_for("python3 -W ignore here.py x.js")[-2] == str(tmp_path / "here.py")
    for line in ("python3 -m referee", "docker run picks in/it.py", "java -cp a.jar:b.jar Main"):
        assert command_for(line) == line.split()
