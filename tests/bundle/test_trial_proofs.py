"""The proofs that run the bundle: each one fails on the fault that it is there for."""

import gzip
from dataclasses import replace
from pathlib import Path

import pytest

from botsmith.arena.record import read_matches
from botsmith.bundle import trials
from botsmith.bundle.failures import Failure, Refused
from botsmith.bundle.products import measure_startup
from botsmith.bundle.trials import (
    Ran,
    build_again,
    build_differences,
    isolated_failures,
    outdated_golden,
    recorded_lines,
    run_isolated,
    try_out,
)
from botsmith.setup import ROOT

from .conftest import FILES, Project

BOT = "bots/toy/bot.py"


def bot(*lines: str) -> str:
    """A bot that reads all its input, then does these lines."""
    return "\n    ".join(["import sys\ndef main():", "sys.stdin.read()", *lines]) + "\n"


def only_failure(project: Project, text: str) -> Failure:
    project.write(BOT, text)
    (failure,) = try_out(project.build()).failures
    return failure


def test_a_sound_bot_passes(project: Project):
    assert try_out(project.build()).failures == []


def test_a_sound_bot_passes_with_other_parameters(project: Project):
    """The modules run from the project would answer with the old ones."""
    assert try_out(project.build(weight=5.0)).failures == []


def test_input_is_the_first_recorded_match_of_seat_0(project: Project):
    assert recorded_lines(project.root, "toy") == ["a b c", "one", "two words"]


def test_probe_needs_no_recorded_match(project: Project):
    assert recorded_lines(project.root, "probe")


@pytest.mark.parametrize("text", [None, "", "{}", "[]", '{"init_in": {"0": []}, "turns": []}'])
def test_a_contest_without_recorded_input_fails(project: Project, text: str | None):
    file = project.root / "tests/golden/toy/matches.jsonl.gz"
    file.unlink()
    if text is not None:
        with gzip.open(file, "wt") as out:
            out.write(text)
    with pytest.raises(Refused) as refused:
        recorded_lines(project.root, "toy")
    assert {failure.proof for failure in refused.value.failures} == {"isolated", "same_answers"}
    assert all(str(failure).startswith("tests/golden/toy") for failure in refused.value.failures)
    assert {failure.proof for failure in try_out(project.build()).failures} == {
        "isolated",
        "same_answers",
    }


def test_an_exception_is_reported_at_its_source_line(project: Project):
    failure = only_failure(project, bot("print(1)", "raise RuntimeError('oh')"))
    assert (failure.proof, failure.where) == ("isolated", f"{BOT}:5")
    assert "RuntimeError: oh" in failure.text


def test_an_exception_that_the_bot_survives_is_reported_too(project: Project):
    lines = "import traceback", "try: 1 / 0", "except Exception: traceback.print_exc()", "print(1)"
    failure = only_failure(project, bot(*lines))
    assert (failure.proof, failure.where) == ("isolated", f"{BOT}:5")


def test_no_answer_is_a_failure(project: Project):
    assert "no answer" in only_failure(project, bot("pass")).text


def test_a_bot_that_never_ends_is_stopped(project: Project, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(trials, "PATIENCE", 1.5)
    project.write(BOT, bot("import time", "print(1, flush=True)", "time.sleep(60)"))
    bundle = project.build()
    (failure,) = isolated_failures(bundle, run_isolated("toy.py", bundle.text, "1\n", {}))
    assert failure.proof == "isolated"
    assert "still running" in failure.text


def test_files_left_in_the_folder_are_a_failure(project: Project):
    failure = only_failure(project, bot("print(1)", "open('trace.txt', 'w').close()"))
    assert failure.proof == "isolated"
    assert "trace.txt" in failure.text


def test_answers_that_depend_on_the_place_are_a_failure(project: Project):
    failure = only_failure(project, bot("print(1)", "print(sys.flags.isolated)"))
    assert failure.proof == "same_answers"
    assert "answer line 2: the bundle says '1', the modules say '0'" in failure.text


def test_modules_that_fail_by_themselves_are_a_failure(project: Project):
    failure = only_failure(project, bot("print(1)", "sys.exit(0 if sys.flags.isolated else 3)"))
    assert failure.proof == "same_answers"
    assert "the modules end with status 3" in failure.text


@pytest.mark.parametrize("seed", ["1", "2", "77"])
def test_builds_under_other_hash_seeds_have_the_same_bytes(project: Project, seed: str):
    for number in range(12):
        project.write(f"common/part{number}.py", f"NUMBER = {number}\n")
    imports = "".join(f"from common import part{number}\n" for number in range(12))
    project.write(BOT, imports + FILES[BOT].replace("from __future__ import annotations\n", ""))
    bundle = project.build()
    assert build_again(bundle, seed).out == bundle.text.encode()


def test_a_build_with_other_bytes_is_a_failure_with_its_line(project: Project):
    bundle = project.build()
    other = replace(bundle, text=bundle.text.replace("line.split", "line.strip"))
    again = build_again(bundle, "1")
    assert build_differences(bundle, [again, again]) == []
    (failure,) = build_differences(other, [again])
    line = bundle.text[: bundle.text.index("line.split")].count("\n") + 1
    assert (failure.proof, failure.where) == ("deterministic", f"toy.py:{line}")


def test_a_build_that_fails_is_a_failure(project: Project):
    bundle = project.build()
    project.write("bots/toy/rules.py", "x = (\n")
    (failure,) = build_differences(bundle, [build_again(bundle, "1")])
    assert "a second build ended with 1" in failure.text


def test_startup_counts_the_bot_s_imports(project: Project):
    slow = "import time\ntime.sleep(0.2)\ndef score(a, b): return a\n"
    project.write("bots/toy/rules.py", slow)
    assert measure_startup(project.build()) >= 150.0  # less what the machine's noise may take


def test_a_trial_s_environment_is_its_own(project: Project, monkeypatch: pytest.MonkeyPatch):
    """The author's own variables must not decide what is proven."""
    monkeypatch.setenv("BOTSMITH_EXPLAIN", "1")
    monkeypatch.setenv("PYTHONOPTIMIZE", "1")
    shown = "print(sorted(name for name in os.environ if name.startswith(('BOTSMITH', 'PYTHON'))))"
    work = "print(os.environ['BOTSMITH_SEED'], os.environ['BOTSMITH_ITERATIONS'])"
    project.write(BOT, bot("import os", work, shown))
    bundle = project.build()
    ran = run_isolated("toy.py", bundle.text, "1\n", {})
    assert isolated_failures(bundle, ran) == []
    assert ran.out.decode().splitlines() == ["1 20", "['BOTSMITH_ITERATIONS', 'BOTSMITH_SEED']"]


@pytest.mark.parametrize(
    ("status", "out", "err", "said"),
    [
        (1, "{file}, match 0 (seed 7), turn 3\nequal 0 of 1 matches\n", "", "(seed 7), turn 3"),
        (2, "", "botsmith: {file}, match 0: config: expected 50 cells\n", "config: expected 50 ce"),
        (0, "equal 1 of 1 matches\n", "", None),
        (1, "", "python3: No module named botsmith\n", None),
        (2, "", "botsmith: no game 'toy'\n", None),
    ],
)
def test_a_recorded_match_that_the_rules_have_left_behind_is_named(
    project: Project, monkeypatch: pytest.MonkeyPatch, status, out, err, said
):
    asked = []

    def verify(words: list[str], cwd: Path, *_: object) -> Ran:
        asked.append((words[:-1], cwd))
        (match,) = read_matches(Path(words[-1]))
        assert match.init_inputs[0] == ["a b c"]
        return Ran(status, out.format(file=words[-1]).encode(), err.format(file=words[-1]))

    monkeypatch.setattr(trials, "run_child", verify)
    found = outdated_golden(project.root, "toy")
    assert asked == [(["-m", "botsmith", "verify", "toy"], project.root)]
    assert [(one.proof, one.where) for one in found] == [("isolated", "tests/golden/toy")] * bool(
        said
    )
    for one in found:
        assert f"no longer what the rules play: {said}" in one.text
        assert "record anew: `python3 -m botsmith golden toy --record " in one.text


def test_a_failing_bundle_of_sound_rules_blames_no_recorded_match():
    assert outdated_golden(ROOT, "uttt") == []
    assert outdated_golden(ROOT, "probe") == []
