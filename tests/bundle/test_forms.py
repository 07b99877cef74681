"""Programs of several modules answer alike as modules, as a flat file and with modules kept.

features.txt has a program for each feature of the language that matters here; programs.py makes
others by chance.
"""

import os
import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from botsmith.bundle.assemble import FLAT, KEPT, Target, assemble
from botsmith.bundle.failures import Refused
from botsmith.bundle.modules import choose_entries, module_name
from botsmith.bundle.tokens import token_failures
from tests.waiting import PATIENCE

from .programs import INPUT, program

FEATURES = Path(__file__).with_name("features.txt")
CALL = "from bots.p.bot import main\nmain()\n"
PLAYED = 10  # every so many of the features in the suite, and all in the campaign
Answer = tuple[int, str, str]


def read_features() -> dict[tuple[str, str], dict[str, str]]:
    """The programs: name and form -> texts by path."""
    found = {}
    for block in FEATURES.read_text(encoding="utf-8").split("\n=== ")[1:]:
        head, _, rest = block.partition("\n")
        name, form = head.split()
        parts = [part.partition("\n") for part in f"\n{rest}\n".split("\n--- ")[1:]]
        found[name, form] = {path: text for path, _, text in parts}
    return found


PROGRAMS = read_features()


def lay_out(root: Path, bot: str, files: dict[str, str]) -> Target:
    """Writes a program as a project; the target for its bundle."""
    for path, text in {"__init__.py": "", "main.py": CALL, **files}.items():
        file = root / "bots" / bot / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    (root / "bots/__init__.py").touch()
    return Target(root, choose_entries(root, [bot])[0], "c", {}, "0123456789ab")


def play(words: list[str], folder: Path, text_in: str) -> Answer:
    """Exit status, answers and the exception's kind."""
    environment = {key: text for key, text in os.environ.items() if not key.startswith("PYTHON")}
    environment |= {"PYTHONHASHSEED": "0", "PYTHONDONTWRITEBYTECODE": "1", "PYTHONUTF8": "1"}
    done = subprocess.run(
        [sys.executable, *words],
        cwd=folder,
        input=text_in,
        capture_output=True,
        encoding="utf-8",
        env=environment,
        timeout=PATIENCE,
        check=False,
    )
    last = (done.stderr.strip().splitlines() or [""])[-1]
    kind = last.partition(":")[0].rpartition(".")[2] if done.returncode else ""
    return done.returncode, done.stdout, kind


def play_bundle(target: Target, folder: Path, text_in: str) -> Answer:
    """What the bundle of a target answers in an empty folder; it holds what the modules say.

    A flat one that may show that it is one file gives way to kept modules, as without input.
    """
    bundle = assemble(target)
    bundle = assemble(replace(target, form=KEPT)) if bundle.doubts else bundle
    assert token_failures(bundle) == []
    (folder / f"{bundle.form}.py").write_text(bundle.text, encoding="utf-8")
    (folder / "empty").mkdir(exist_ok=True)
    return play(["-I", f"../{bundle.form}.py"], folder / "empty", text_in)


def check_forms(target: Target, folder: Path, text_in: str) -> Answer:
    """What all forms of a program answer."""
    wanted = play(["-m", module_name(target.entry.path)], target.root, text_in)
    for form in ("", KEPT):
        assert play_bundle(replace(target, form=form), folder, text_in) == wanted
    return wanted


@pytest.mark.parametrize(("name", "form"), PROGRAMS)
def test_a_feature_is_flat_where_that_is_true(name: str, form: str, tmp_path: Path):
    target = lay_out(tmp_path, "p", PROGRAMS[name, form])
    bundle = assemble(target)
    is_flat = bundle.form == FLAT and not bundle.doubts  # without input a doubt keeps the modules
    assert is_flat == (form == "flat"), bundle.why
    assert token_failures(bundle) == []
    for reason in bundle.why:
        assert re.fullmatch(r"bots/p/[\w/]+[.]py:[0-9]+", reason.where), reason
        assert "\n" not in str(reason)


def check_feature(key: tuple[str, str], folder: Path) -> None:
    files = dict(PROGRAMS[key])
    text_in = files.pop("stdin", "")
    (folder / "project").mkdir()
    check_forms(lay_out(folder / "project", "p", files), folder, text_in)


@pytest.mark.parametrize("key", [*PROGRAMS][::PLAYED], ids="-".join)
def test_a_feature_answers_alike_in_all_forms(key: tuple[str, str], tmp_path: Path):
    check_feature(key, tmp_path)


@pytest.mark.campaign
@pytest.mark.parametrize("key", PROGRAMS, ids="-".join)
def test_every_feature_answers_alike_in_all_forms(key: tuple[str, str], tmp_path: Path):
    check_feature(key, tmp_path)


def check_seed(seed: int, folder: Path) -> None:
    (folder / "project").mkdir()
    target = lay_out(folder / "project", "toy", program(seed))
    try:
        status, *_ = check_forms(target, folder, INPUT)
    except AssertionError:  # a program that fails by itself proves nothing
        status, *_ = play(["-m", module_name(target.entry.path)], target.root, INPUT)
        if status == 0:
            raise
    if status:
        pytest.skip("this one fails by itself")


@pytest.mark.parametrize("seed", [*range(4), 100_064])  # whose Move is a number, then a class
def test_a_program_by_chance_answers_alike_in_all_forms(seed: int, tmp_path: Path):
    check_seed(seed, tmp_path)


@pytest.mark.campaign
@pytest.mark.parametrize("seed", range(4, 360))
def test_many_programs_by_chance_answer_alike_in_all_forms(seed: int, tmp_path: Path):
    check_seed(seed, tmp_path)


def test_an_error_where_a_flat_file_is_wanted(tmp_path: Path):
    target = lay_out(tmp_path, "p", PROGRAMS["globals_dict", "kept"])
    with pytest.raises(Refused) as refused:
        assemble(replace(target, form=FLAT))
    assert str(refused.value.failures[0]).startswith("bots/p/a.py:2: globals means a file")
