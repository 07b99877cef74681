"""Faults inside an environment: one line each, with the author's file and line; and a training that
ends in time whatever happens.
"""

import os
import signal
import sys
import time
from itertools import count
from pathlib import Path

import pytest

from botsmith import own_code
from botsmith.errors import BadInput
from botsmith.training import matches, watch
from botsmith.training.environment import find_environment
from botsmith.training.policy_run import PolicyRun
from botsmith.training.ppo import PpoSettings
from botsmith.training.turns_learn import SearchSettings
from tests.commands import begin
from tests.waiting import PATIENCE, until

ROOT = Path(__file__).parents[2]
NUMBERS = count()
PAGE = (ROOT / "docs" / "policies.md").read_text().partition("```python\n")[2].partition("```")[0]
DOOR = (
    "from common.kernel import Numbers, kernel, numbers, record\n"
    "from common.rng import Dice, draw\n" + PAGE
)
TOY = ROOT / "tests" / "training" / "toy" / "environment.py"
LITTLE = PpoSettings(samples=4_000, lanes=8, turns=16, part=64, hidden=(16,))
LONG = SearchSettings(samples=2_000, games=32, hidden=(16, 8), lanes=8)
HURRIED = (
    "import sys; from botsmith.__main__ import main; from botsmith.training import watch;"
    "watch.PATIENCE = {}; sys.exit(main())"
)
ALLOW = "\n\n@kernel\ndef allow(match: Match, actor: int, legal: Numbers[bool]) -> None:\n    "
WRONG = "gains: Numbers[float], dice: Dice) -> bool"


def trained(folder, monkeypatch, text, settings=LITTLE):
    """What a training of an environment with this text is refused with."""
    package = folder / f"faulty_{next(NUMBERS)}"
    package.mkdir()
    (package / "__init__.py").touch()
    (package / "environment.py").write_text(text)
    monkeypatch.syspath_prepend(folder)
    with pytest.raises(BadInput) as refused:
        list(PolicyRun(package.name, folder / "out", settings, lambda *_: None).train_to_end())
    line = str(refused.value)
    assert len(line) <= 200 and "\n" not in line and f"{package.name}/environment.py" in line
    return line


def line_of(text, part):
    """The number of the line that holds a part of a text."""
    return text[: text.index(part)].count("\n") + 1


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (
            "gains[2] = 1.0",
            "far = 1.0e300 * float(match.turn)\n"
            "    gains[2] = far * far - far * far if match.turn == 7 else 1.0",
            "play in turn 7: term 'turns' of actor 0 is nan",
        ),
        ("gains[2] = 1.0", "gains[2] = 1.0e10 * float(match.turn)", "of actor 0 is 1e+10"),
        ("gains[2] = 1.0", "gains[2 + match.turn // 9] = 1.0", "turn 9: IndexError: gains[3] of 3"),
        ("gains[2] = 1.0", "gains[2] = float(1 // (match.turn - 5))", "turn 5: ZeroDivisionError"),
        ("inputs[2] = 2 * match.turn", "inputs[2] = 200 * match.turn", "input 2 of actor 0 is 400"),
        ("inputs[2] = 2 * match.turn", "inputs[2] = 40000 * match.turn", "actor 0 is 40000"),
        (
            "match.turn = 0\n",
            "match.turn = 0\n    if is_exam:\n        match.turn = 200\n",
            "is 400",
        ),
    ],
)
def test_a_fault_is_told_by_the_line_that_wrote_it(old, new, said, tmp_path, monkeypatch):
    text = DOOR.replace(old, new)
    found = trained(tmp_path, monkeypatch, text)
    written = "inputs[2] =" if "input" in found else "gains[2"
    assert said in found and f"environment.py:{line_of(text, written)}: " in found


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("gains: Numbers[float], dice: Dice)", "gains: Numbers[float])", "expected (match, moves,"),
        ("actor: int, inputs: Numbers[int]", "actor: int, inputs: Numbers[float]", "inputs is"),
        (WRONG, WRONG.replace("bool", "int"), "play: return is int: expected bool"),
        ('"turns": 0.0}', '"turns": float("nan")}', "TERMS['turns'] = nan"),
        (
            "return match.place == match.door or match.turn == 120",
            "match.turn = 0\n    return False",
            "not over after 5000 turns, the most",
        ),
        ("ACTORS, INPUTS", "LONGEST = 9\nACTORS, INPUTS", "not over after 9 turns, the most"),
        ("ACTORS, INPUTS", "LONGEST = 0\nACTORS, INPUTS", "LONGEST = 0: expected a count"),
        ("    place: int", "    place: int\n    room: Numbers[int] = numbers(int, 1 << 20)", "GB:"),
        (
            "ACTORS, INPUTS",
            "import sys\nsys.exit(3)\nACTORS, INPUTS",
            "ends Python as it is imported",
        ),
        ("ACTORS, INPUTS", "X = '\0'\nACTORS, INPUTS", "null bytes"),
        ("", f"{ALLOW}legal[0] = False", "allow before turn 1: actor 0 has no legal move"),
        ("", f"{ALLOW}legal[1] = match.turn < 20", "allow before turn 21: actor 0 has no legal"),
        ("", ALLOW.replace("\n\n@kernel", "") + "legal[0] = True", "allow is no @kernel"),
    ],
)
def test_what_cannot_be_trained_is_one_line(old, new, said, tmp_path, monkeypatch):
    monkeypatch.setattr(matches, "MOST_BYTES", 1 << 25)
    text = DOOR.replace(old, new) if old else DOOR + new + "\n"
    assert said in trained(tmp_path, monkeypatch, text)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("gains[mover * 2 + 1] = 1.0", "gains[0] = 1.0e300", "play in turn 1: a gain that is no"),
        ("ON if match.state.player == actor else 0", "300", "observe in turn 1: an input of actor"),
        ("legal[PASS] = not is_mover", "legal[PASS] = False", "has no legal move"),
        ("    won = outcome", "    won = 1 // state.marks[1] + outcome", "play: ZeroDivisionError"),
    ],
)
def test_a_fault_in_a_training_by_search_is_one_line(old, new, said, tmp_path, monkeypatch):
    text = TOY.read_text()
    assert old in text
    assert said in trained(tmp_path, monkeypatch, text.replace(old, new), LONG)


def begun(workspace, text, *options, patience=0.5):
    """A process that trains an environment of this text in a workspace. patience: seconds of the
    processor that it gives a kernel
    """
    folder = workspace / "contests" / "faulty"
    folder.mkdir(parents=True, exist_ok=True)
    (workspace / "botsmith.toml").touch()
    (folder / "__init__.py").touch()
    (folder / "environment.py").write_text(text)
    command = "train policy faulty --samples 6k --lanes 8 --turns 16 --hidden 16".split()
    words = [sys.executable, "-c", HURRIED.format(patience), *command, *options]
    return begin(words, workspace, env={**os.environ, "PYTHONPATH": str(ROOT)})


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, None])
def test_an_endless_loop_ends(number, tmp_path):
    text = DOOR.replace(
        "    match.turn += 1\n",
        "    match.turn += 1\n    while match.turn == 9:\n        match.turn += 0\n",
    )
    with begun(tmp_path, text, patience=PATIENCE if number else 0.5) as process:
        if number:
            library = tmp_path / ".botsmith" / "policy" / "faulty" / "kernels.so"
            until(lambda: library.exists() or process.poll() is not None)
            time.sleep(0.5)
            process.send_signal(number)
        _, error = process.communicate()
    assert process.returncode == (130 if number else 2)
    at = f"contests/faulty/environment.py:{line_of(text, 'def play')}: play does not return in turn"
    assert ("; the same command goes on in" if number else at) in error
    assert error.count("\n") == 1


def test_a_module_whose_import_does_not_end_is_one_line(tmp_path, monkeypatch):
    said = []
    monkeypatch.setattr(watch, "PATIENCE", 0.2)
    monkeypatch.setattr(watch, "end", lambda *words: said.append(words))
    monkeypatch.setattr(watch, "SAID", said, raising=False)
    text = f"{DOOR}\n\nfrom botsmith.training import watch\nwhile not watch.SAID:\n    pass\n"
    monkeypatch.setattr(own_code, "ROOTS", [tmp_path])
    package = tmp_path / "contests" / "endless"
    package.mkdir(parents=True)
    (package / "__init__.py").touch()
    (package / "environment.py").write_text(text)
    monkeypatch.syspath_prepend(package.parent)
    with watch.ended_in_time(""):
        find_environment("endless")
    line = line_of(text, "while not")
    place = {f"contests/endless/environment.py:{number}" for number in (line, line + 1)}
    (words, status), *_ = said
    assert status == 2 and words.partition(": ")[0] in place
    assert "training waits for this line" in words and len(words) <= 200


def test_a_changed_environment_does_not_go_on_in_its_folder(tmp_path):
    with begun(tmp_path, DOOR) as first:
        assert "point 25" in first.communicate()[0] and first.returncode == 0
    with begun(tmp_path, DOOR.replace("a walk", "the walk") + "\n# a comment\n") as same:
        assert same.communicate() == ("", "") and same.returncode == 0
    with begun(tmp_path, DOOR.replace("draw(dice, 100)", "draw(dice, 99)")) as other:
        error = other.communicate()[1]
    assert other.returncode == 2 and error.count("\n") == 1
    assert "the environment has changed since this training began" in error


def test_the_weights_name_all_commands_that_made_them(tmp_path):
    with begun(tmp_path, DOOR, "--out", "first") as first:
        first.communicate()
    with begun(tmp_path, DOOR, "--out", "second", "--start", "first", "--seed", "2") as second:
        second.communicate()
    head = (tmp_path / "second" / "weights.txt").read_text().partition("\n\n")[0].splitlines()
    same = "--samples 6k --hidden 16 --lanes 8 --turns 16"
    assert f"before0 train policy faulty {same}" in head
    assert any(line.startswith("command train policy faulty --start first --") for line in head)
    page = (tmp_path / "second" / "REPORT.html").read_text()
    assert page.count("python -m botsmith train policy faulty") == 2
    with begun(tmp_path, DOOR, "--out", "second", "--seed", "2") as other:
        assert "holds another training (commands" in other.communicate()[1]


@pytest.mark.parametrize(
    ("hidden", "said"),
    [
        ("30,30", "--hidden 30,30: a bot has multiples of 4, such as 32,32"),
        ("1024,1024", "characters, and a bot has 100,000"),
    ],
)
def test_layers_that_no_bot_can_have_are_refused_before(hidden, said, tmp_path):
    with begun(tmp_path, DOOR, "--hidden", hidden) as process:
        error = process.communicate()[1]
    assert said in error and error.count("\n") == 1 and process.returncode == 2
    assert not (tmp_path / ".botsmith").exists()
