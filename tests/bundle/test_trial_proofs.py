"""The proofs that run the bundle: each one fails on the fault that it is there for."""

import gzip
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from botsmith import runs
from botsmith.arena.store.record import read_matches
from botsmith.bundle import inputs, trials
from botsmith.bundle.failures import Failure, Refused
from botsmith.bundle.inputs import outdated_golden, recorded_input
from botsmith.bundle.products import build
from botsmith.bundle.trials import Asked, measure_startup
from botsmith.children import Ended, run
from botsmith.runs import Ran, run_child, run_isolated
from botsmith.setup import ROOT
from tests.pages import files_of, page_beside
from tests.waiting import PATIENCE

from .conftest import FILES, REVISION, Project, try_out

PROGRAMS = files_of(page_beside(__file__, "programs.txt")["programs"])

pytestmark = pytest.mark.long

BOT = "bots/toy/bot.py"
ASSEMBLE = f"""
import sys
from pathlib import Path
from botsmith.bundle.assemble import Target, assemble
from botsmith.bundle.modules import Entry
target = Target(
    Path(sys.argv[1]), Entry("toy", "toy", "bots/toy/main.py"), "c", {{}}, {REVISION!r}
)
sys.stdout.buffer.write(assemble(target).text.encode())
"""


def bot(*lines: str) -> str:
    """A bot that reads all its input, then does these lines."""
    return "\n    ".join(["import sys\ndef main():", "sys.stdin.read()", *lines]) + "\n"


def only_failure(project: Project, text: str) -> Failure:
    project.write(BOT, text)
    (failure,) = try_out(project.build()).failures
    return failure


def test_a_sound_bot_passes_with_other_parameters(project: Project):
    """The modules run from the project would answer with the old ones."""
    assert try_out(project.build(weight=5.0)).failures == []


@pytest.mark.parametrize(
    ("load", "said"), [(99.0, "the machine is busy"), (0.0, "it does not end")]
)
def test_a_run_that_the_clock_cuts_is_tried_once_more(load, said, tmp_path, monkeypatch):
    """A build on a busy machine ended in `equal_memory: nothing on stderr`."""
    monkeypatch.setattr("psutil.getloadavg", lambda: (load, load, load))
    cut = (0.2, 600)  # its limit, and how long it sleeps
    tries = iter([cut, (PATIENCE, 0), cut, cut])

    def run_in(command: list[str], *words: Any, seconds: float, **named: Any) -> Ended:
        limit, sleep = next(tries)
        text = f"import time; time.sleep({sleep})"
        return run([command[0], "-c", text], *words, seconds=limit, **named)

    monkeypatch.setattr(runs, "run", run_in)
    assert run_child([], tmp_path, "", {}, seconds=0.2).status == 0
    ran = run_child([], tmp_path, "", {}, seconds=0.2)
    assert (ran.status, ran.last) == (None, f"cut after 0.2 s, {said}")


def test_input_is_the_first_recorded_match_of_seat_0(project: Project):
    given = recorded_input(project.root, "toy")
    assert (given.text, given.asked) == ("a b c\none\ntwo words\n", 1)


def test_probe_needs_no_recorded_match(project: Project):
    assert recorded_input(project.root, "probe").text


@pytest.mark.parametrize("text", [None, "", "{}", "[]", '{"init_in": {"0": []}, "turns": []}'])
def test_a_contest_without_recorded_input_fails(project: Project, text: str | None):
    file = project.root / "tests/golden/toy/matches.jsonl.gz"
    file.unlink()
    if text is not None:
        with gzip.open(file, "wt") as out:
            out.write(text)
    with pytest.raises(Refused) as refused:
        recorded_input(project.root, "toy")
    assert {failure.proof for failure in refused.value.failures} == {"isolated", "same_answers"}
    assert all(str(failure).startswith("tests/golden/toy") for failure in refused.value.failures)
    row = build(project.target(), project.root / "dist")
    assert {failure.proof for failure in row.failures} == {"isolated", "same_answers"}


def test_an_exception_is_reported_at_its_source_line(project: Project):
    failure = only_failure(project, bot("raise RuntimeError('oh')"))
    assert (failure.proof, failure.where) == ("isolated", f"{BOT}:4")
    assert "RuntimeError: oh" in failure.text


def test_an_exception_that_the_bot_survives_is_reported_too(project: Project):
    lines = "import traceback", "try: 1 / 0", "except Exception: traceback.print_exc()", "print(1)"
    failure = only_failure(project, bot(*lines))
    assert (failure.proof, failure.where) == ("isolated", f"{BOT}:5")


@pytest.mark.verifies_golden
def test_no_answer_is_a_failure(project: Project):
    assert "no answer" in only_failure(project, bot("pass")).text


@pytest.mark.parametrize(
    "endless",
    ["while True: sys.stdin.readline()", "import threading; threading.Event().wait()"],
)
def test_a_bot_that_never_ends_is_stopped_and_named(project: Project, endless: str):
    project.write(BOT, bot("print(1, flush=True)", endless))
    steps: list[str] = []
    trials = try_out(project.build(), Asked(seconds=0.3, announce=steps.append))
    (failure,) = trials.failures
    assert failure.proof == "isolated" and "s after its input ended" in failure.text
    assert steps == ["same_answers: the bundle, the modules; recorded input"]


def test_a_loop_that_does_not_end_is_told_with_its_line(project: Project):
    loop = "while line:\n        pass"
    project.write(BOT, f"import sys\ndef main():\n    line = sys.stdin.readline()\n    {loop}\n")
    steps: list[str] = []
    (failure,) = try_out(project.build(), Asked(seconds=0.3, announce=steps.append)).failures
    assert failure.proof == "isolated" and failure.where in (f"{BOT}:4", f"{BOT}:5")
    assert failure.text == "still running after 0.3 s of the processor, here: does each loop end?"
    assert steps == ["same_answers: the bundle, the modules; recorded input"]


def test_a_bot_that_ends_at_a_word_of_its_input_need_not_end_without_it(project: Project):
    loop = "while sys.stdin.readline().strip() != 'two words': print(1)"
    project.write(BOT, f"import sys\ndef main():\n    {loop}\n")
    assert try_out(project.build()).failures == []


def own_input(project: Project, text: str) -> Asked:
    """An author's own input for the toy."""
    file = project.root / "input.txt"
    file.write_text(text)
    return Asked((file,), seconds=0.3)


@pytest.mark.parametrize(
    ("line", "why"),
    [
        (
            "raise KeyError('oh')",
            "it ends by an exception, and so do its modules: KeyError: 'oh' at",
        ),
        ("pass", "it gives no answer, and no exception"),
        ("while True: sys.stdin.read()", "still running 0.3 s after its input ended at"),
    ],
)
def test_what_fails_alike_in_both_forms_is_written_and_not_proven(
    project: Project, line: str, why: str
):
    project.write(BOT, bot(line))
    row = build(project.target(), project.root / "dist", own_input(project, "a\n"))
    assert row.failures == [] and row.path.exists()
    assert f"input.txt: {why}" in row.unproven["same_answers"]
    assert row.startup_ms is None  # nobody waits for it


def test_modules_that_fail_are_said_to_fail_with_their_last_line(project: Project):
    project.write(BOT, "import sys\nfrom . import rules\ndef main():\n    print(rules.LATE)\n")
    project.write("bots/toy/rules.py", "LATE = 1\n")
    bundle = project.build()
    project.write("bots/toy/rules.py", "")
    (failure,) = try_out(bundle, own_input(project, "a\n")).failures
    assert failure.proof == "same_answers"
    assert ": the modules: AttributeError: module 'bots.toy.rules' has no" in failure.text
    assert "answer line 1: '1' from the bundle, nothing from the modules" in failure.text


def test_a_bundle_says_that_it_is_not_proven_until_its_proofs_end(project: Project):
    seen = []

    def look(proof: str) -> None:
        file = project.root / "dist/toy.py"
        seen.append(file.read_text().split("\n")[0] if file.exists() else "")

    row = build(project.target(), project.root / "dist", Asked(announce=look))
    assert [line.endswith("NOT PROVEN YET") for line in seen] == [
        False,
        *([True] * (len(seen) - 1)),
    ]
    assert row.bundle and row.path.read_text() == row.bundle.text
    before = row.path.read_bytes()
    project.write("bots/toy/rules.py", "def score(a, b): return 1 / 0\n")
    failed = build(project.target(), project.root / "dist", Asked(announce=look))
    assert failed.failures and seen[-1].endswith("NOT PROVEN YET")
    assert row.path.read_bytes() == before


def test_a_slow_bot_is_tried_once_more_with_a_quicker_clock(project: Project):
    """It thinks for 30 ms between two looks at the clock, as long as that says 0.4 s."""
    loop = "while time.time() < end: sum(range(1_500_000))"
    project.write(BOT, bot("import time", "end = time.time() + 0.4", loop, "print(end)"))
    assert try_out(project.build(), Asked(seconds=0.6)).failures == []


def test_a_bot_is_not_killed_while_python_takes_it_down(project: Project):
    """Its limit passes in a `__del__` there, where Python has given up its own signals."""
    used = "self.used(self.me).ru_utime"
    slow = [
        "import resource",
        "class Slow:",
        "    used, me = resource.getrusage, resource.RUSAGE_SELF",
        "    def __del__(self):",
        f"        while {used} < 0.9: sum(range(99_999))",
        "sys.slow = Slow()",
        "print(1)",
    ]
    project.write(BOT, bot(*slow))
    assert try_out(project.build(), Asked(seconds=0.6)).failures == []


DICE = PROGRAMS["dice"]


def test_dice_and_clocks_keep_nothing_from_being_compared(project: Project):
    """What sat in `random`, `time` and the like was skipped: 18 of 20 wrong bundles passed."""
    project.write(BOT, "import numpy\n" + DICE)
    trials = try_out(project.build())
    assert (trials.failures, trials.unproven) == ([], {})
    text = DICE.replace("print(n", "#")
    failure = changed(project, text, "range(9)", "range(8)")
    assert failure.proof == "same_answers" and "answer line 1: " in failure.text


def test_what_differs_from_run_to_run_is_not_proven_and_no_failure(project: Project):
    project.write(BOT, bot("print(id(object()))"))
    trials = try_out(project.build())
    assert trials.failures == []
    assert "two runs differ: answer line 1: " in trials.unproven["same_answers"]


def test_both_may_end_with_the_input_as_they_like(project: Project):
    project.write(BOT, "def main():\n    while True:\n        print(len(input()))\n")
    assert try_out(project.build()).failures == []
    lines = "import sys", "while True: print(int(sys.stdin.readline()[:0] or len(input())))"
    project.write(BOT, "def main():\n    " + "\n    ".join(lines) + "\n")
    assert try_out(project.build()).failures == []


def test_another_kind_of_exception_is_a_failure(project: Project):
    text = "def main():\n    while True:\n        print(len(input()))\n"
    end = "try:\n    main()\nexcept EOFError:\n    raise KeyError from None\n"
    failure = changed(project, text, "\nmain()\n", "\n" + end)
    assert failure.proof == "same_answers"
    assert "the end: KeyError from the bundle, EOFError: " in failure.text


def test_files_left_in_the_folder_are_a_failure(project: Project):
    failure = only_failure(project, bot("print(1)", "open('trace.txt', 'w').close()"))
    assert failure.proof == "isolated"
    assert "trace.txt" in failure.text


def changed(project: Project, text: str, before: str, after: str) -> Failure:
    """The failure of a bundle that says something else than its modules."""
    project.write(BOT, text)
    bundle = project.build()
    other = replace(bundle, text=bundle.text.replace(before, after))
    assert other != bundle
    (failure,) = try_out(other).failures
    return failure


def test_another_answer_is_a_failure_with_its_line(project: Project):
    failure = changed(project, bot("print(1)", "print(2)"), "print(2)", "print(3)")
    assert failure.proof == "same_answers"
    assert "answer line 2: '3' from the bundle, '2' from the modules" in failure.text


def test_a_build_under_another_hash_seed_has_the_same_bytes(project: Project):
    for number in range(12):
        project.write(f"common/part{number}.py", f"NUMBER = {number}\n")
    imports = "".join(f"from common import part{number}\n" for number in range(12))
    project.write(BOT, imports + FILES[BOT].replace("from __future__ import annotations\n", ""))
    words = ["-c", ASSEMBLE, str(project.root)]
    ran = [run_child(words, ROOT, "", {"PYTHONHASHSEED": seed}) for seed in ("1", "2", "77")]
    assert {each.out for each in ran} == {project.build().text.encode()}


def test_startup_counts_the_bot_s_imports(project: Project, monkeypatch: pytest.MonkeyPatch):
    """By a clock that moves with each import."""
    (count := project.root / "count").touch()
    slow = f"open({str(count)!r}, 'a').write('x')\ndef score(a, b): return a\n"
    project.write("bots/toy/rules.py", slow)
    monkeypatch.setattr(trials, "perf_counter", lambda: float(count.stat().st_size))
    assert measure_startup(project.build()) == 1000.0


def test_a_trial_s_environment_is_its_own(project: Project, monkeypatch: pytest.MonkeyPatch):
    """The author's own variables must not decide what is proven."""
    monkeypatch.setenv("BOTSMITH_EXPLAIN", "1")
    monkeypatch.setenv("PYTHONOPTIMIZE", "1")
    shown = "print(sorted(name for name in os.environ if name.startswith(('BOTSMITH', 'PYTHON'))))"
    work = "print(os.environ['BOTSMITH_SEED'], os.environ['BOTSMITH_ITERATIONS'])"
    project.write(BOT, bot("import os", work, shown))
    bundle = project.build()
    ran = run_isolated("toy.py", bundle.text, "1\n", {})
    assert ran.status == 0
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

    monkeypatch.setattr(inputs, "run_child", verify)
    found = outdated_golden(project.root, "toy")
    assert asked == [(["-P", "-m", "botsmith", "verify", "toy"], project.root)]
    assert [(one.proof, one.where) for one in found] == [("isolated", "tests/golden/toy")] * bool(
        said
    )
    for one in found:
        assert f"no longer what the rules play: {said}" in one.text
        assert "record anew: `python3 -m botsmith golden toy --record " in one.text


def test_a_failing_bundle_of_sound_rules_blames_no_recorded_match():
    assert outdated_golden(ROOT, "uttt") == []
    assert outdated_golden(ROOT, "probe") == []
