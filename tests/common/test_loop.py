"""The life of a bot: what it prints, what it survives, what the environment says."""

import gc
import io
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from inspect import getsource
from pathlib import Path
from time import perf_counter
from types import SimpleNamespace
from typing import Any

import pytest

from common import loop
from common.clock import Deadline
from common.engine import Engines
from common.integers import read_integers
from common.loop import Options, Searcher, age, play_match, proc, queued
from common.stdio import EndOfInput, LineReader, UnreadableInput
from tests.commands import begin
from tests.waiting import PATIENCE

ROOT = Path(__file__).resolve().parents[2]


class Adder:
    """A bot that reads a number once and one each turn, and answers with their sum."""

    first_ms = 1000.0
    turn_ms = 50.0
    margin_ms = 10.0

    def __init__(self) -> None:
        self.base = 0
        self.number = 0
        self.seed: int | None = None
        self.deadlines: list[Deadline] = []
        self.collector: bool | None = None

    def prepare(self, seed: int) -> None:
        self.seed = seed
        self.is_collecting = gc.isenabled()

    def read_start(self, reader: LineReader) -> None:
        self.collector = gc.isenabled()
        (self.base,) = read_integers(reader, 1, "base")

    def read_turn(self, reader: LineReader) -> None:
        lines = [reader.line(), reader.line()]
        if not lines[0].lstrip("-").isdigit():
            raise UnreadableInput(f"line {reader.number - 1}: number: got {lines[0]!r}")
        self.number = int(lines[0])

    def answer(self, deadline: Deadline) -> list[str]:
        self.deadlines.append(deadline)
        if self.number == 0:
            raise ZeroDivisionError("nobody adds nothing")
        return [str(self.base + self.number)]

    def fallback(self) -> list[str]:
        return ["fallback"]

    def stats(self) -> Mapping[str, int | float | str]:
        return {"iterations": self.number, "engine": "python"}

    def explain(self) -> str:
        return f'{{"sum": {self.base + self.number}}}'


@pytest.fixture(autouse=True)
def collector() -> Iterator[None]:
    """The loop stops the collector for good; other tests want it as it was."""
    yield
    gc.unfreeze()
    gc.enable()


def run(
    text: str,
    environment: Mapping[str, str] | None = None,
    now: Callable[[], float] = perf_counter,
) -> tuple[Adder, list[str]]:
    """Plays the text, which ends between two turns; the bot and the lines that it printed."""
    bot, sink = Adder(), io.StringIO()
    with pytest.raises(EndOfInput):
        play_match(bot, Options(environment or {}), LineReader(io.StringIO(text), now), sink)
    return bot, sink.getvalue().splitlines()


def test_a_bot_is_told_once_and_answers_every_turn_until_the_input_ends(capsys):
    bot, printed = run("10\n1\n.\n2\n.\n3\n.\n")
    assert printed == ["11", "12", "13"]
    assert capsys.readouterr().err == ""


def test_an_exception_is_a_traceback_a_fallback_move_and_no_end(capsys):
    _, printed = run("10\n1\n.\n0\n.\n3\n.\n")
    assert printed == ["11", "fallback", "13"]
    error = capsys.readouterr().err
    assert error.startswith("turn 1: Traceback (most recent call last):")
    assert "ZeroDivisionError: nobody adds nothing" in error


def test_a_warm_up_that_fails_is_one_line_and_does_not_end_the_bot(capsys):
    class Failing(Searcher[Any]):
        turn_ms = 50.0

        def answer(self, deadline: Deadline) -> list[str]:
            raise KeyError("no such cell")

    Failing(SimpleNamespace(first_ms=800.0, margin_ms=7.0), Engines(SimpleNamespace)).prepare(1)
    said = "no C, CPython plays: the warm-up: KeyError('no such cell')\n"
    assert capsys.readouterr().err == said


def test_an_unreadable_line_is_one_line_on_stderr_and_a_fallback_move(capsys):
    _, printed = run("10\none\n.\n2\n.\n")
    assert printed == ["fallback", "12"]
    assert capsys.readouterr().err == (
        "turn 0: unreadable input, playing the fallback move: line 2: number: got 'one'\n"
    )


def test_the_collector_rests_before_the_first_line_is_read():
    bot, _ = run("10\n1\n.\n")
    assert bot.collector is False


def test_the_collector_costs_the_preparation_nothing():
    bot, _ = run("1\n1\n.\n")
    assert not bot.is_collecting


def test_a_deadline_tells_the_number_of_its_turn():
    bot, _ = run("1\n1\n.\n0\n.\n3\n.\n")
    assert [deadline.turn for deadline in bot.deadlines] == [0, 1, 2]


def test_the_first_turn_has_its_own_time_counted_from_the_first_line_of_all():
    times = iter([5.0, 100.0, 200.0])  # a look at each turn's first line
    bot, _ = run("10\n1\n.\n2\n.\n3\n.\n", now=lambda: next(times))
    assert [deadline.started for deadline in bot.deadlines] == [5.0, 100.0, 200.0]
    spans = [deadline.ends - deadline.started for deadline in bot.deadlines]
    assert spans == pytest.approx([0.99, 0.04, 0.04])


@pytest.mark.parametrize(
    ("slept", "waited", "first_ms"),
    [(0.25, 0.0005, 750.0), (3.0, 0.0005, 50.0), (0.25, 0.002, 1000.0), (3.0, 60.0, 1000.0)],
)
def test_what_a_bot_takes_to_read_a_line_that_has_come_is_of_its_first_turn(
    slept, waited, first_ms
):
    times = iter([100.0 + slept, 100.0 + slept + waited, 300.0])
    bot = Adder()
    reader = LineReader(io.StringIO("10\n1\n.\n2\n.\n"), lambda: next(times))
    with pytest.raises(EndOfInput):
        play_match(bot, Options({}), reader, io.StringIO(), born=100.0)
    spans = [1000.0 * (deadline.ends - deadline.started) for deadline in bot.deadlines]
    assert spans == pytest.approx([first_ms - 10.0, 40.0])


@pytest.mark.parametrize(
    ("environment", "first_ms", "later_ms"),
    [
        ({"BOTSMITH_BUDGET": "200"}, 1990.0, 90.0),
        ({"BOTSMITH_BUDGET": "50"}, 490.0, 15.0),
        ({"BOTSMITH_BUDGET": "10"}, 90.0, 1.0),  # the margin is held to four fifths of 5 ms
        ({"BOTSMITH_MARGIN": "0"}, 1000.0, 50.0),
        ({"BOTSMITH_MARGIN": "25", "BOTSMITH_BUDGET": "100"}, 975.0, 25.0),
    ],
)
def test_budget_and_margin_come_from_the_environment(environment, first_ms, later_ms):
    bot, _ = run("10\n1\n.\n2\n.\n", environment)
    spans = [1000.0 * (deadline.ends - deadline.started) for deadline in bot.deadlines]
    assert spans == pytest.approx([first_ms, later_ms])


class Pausing(Adder):
    """Adds numbers on a clock of its own, which stands still but for a pause in each search."""

    def __init__(self, pauses_ms: list[float]) -> None:
        super().__init__()
        self.pauses_ms = iter(pauses_ms)
        self.seconds = 0.0

    def now(self) -> float:
        return self.seconds

    def answer(self, deadline: Deadline) -> list[str]:
        chunks = deadline.chunks(1)
        next(chunks)
        self.seconds += next(self.pauses_ms) / 1000.0
        next(chunks, None)
        return super().answer(deadline)


def kept_ms(pauses_ms: list[float], environment: Mapping[str, str] | None = None) -> list[float]:
    """What a bot with 50 ms keeps of each turn; the first has 1000 ms. pauses_ms: one a turn."""
    bot = Pausing(pauses_ms)
    text = "10\n" + "1\n.\n" * len(pauses_ms)
    reader = LineReader(io.StringIO(text), bot.now)
    with pytest.raises(EndOfInput):
        play_match(bot, Options(environment or {}), reader, io.StringIO())
    spans = [1000.0 * (deadline.ends - deadline.started) for deadline in bot.deadlines]
    return [budget - span for budget, span in zip([1000.0] + [50.0] * 99, spans, strict=False)]


def test_twice_a_pause_is_kept_if_it_is_more_than_the_margin_and_fades():
    assert kept_ms([0.0, 0.0, 10.0, 0.0, 0.0]) == pytest.approx([10.0, 10.0, 10.0, 19.8, 19.602])


def test_a_pause_of_half_the_margin_costs_nothing():
    assert kept_ms([5.0, 0.0]) == pytest.approx([10.0, 10.0])
    assert kept_ms([5.1, 0.0]) == pytest.approx([10.0, 10.098])


def test_pauses_that_no_margin_helps_against_cost_half_of_a_turn_at_most():
    assert kept_ms([400.0, 0.0, 0.0]) == pytest.approx([10.0, 25.0, 24.75])


def test_a_margin_of_the_environment_is_the_whole_margin():
    assert kept_ms([20.0, 20.0, 0.0], {"BOTSMITH_MARGIN": "7"}) == pytest.approx([7.0, 7.0, 7.0])


def test_bots_do_not_learn_from_each_other():
    kept_ms([20.0, 0.0])
    assert kept_ms([0.0, 0.0]) == pytest.approx([10.0, 10.0])


def test_a_turn_begins_when_its_line_was_there_and_the_process_could_have_run():
    waits = iter([2.0, 3.0, 3.5, 4.0, 4.25, 5.0])  # at first; as a turn may begin; as it has
    times = iter([100.0, 200.0])
    bot = Adder()
    text = io.StringIO("10\n1\n.\n2\n.\n")
    reader = LineReader(text, lambda: next(times), lambda: next(waits))
    with pytest.raises(EndOfInput):
        play_match(bot, Options({}), reader, io.StringIO())
    assert [deadline.started for deadline in bot.deadlines] == [99.5, 199.75]


@pytest.mark.skipif(not Path("/proc/self/schedstat").exists(), reason="Linux tells")
def test_linux_tells_how_old_the_process_is_and_how_long_it_stood_in_the_queue():
    script = "import time; time.sleep(0.3); import common.loop as l; print(l.age(), l.queued())"
    began = perf_counter()
    done = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True)
    seconds = perf_counter() - began
    own, waited = map(float, done.stdout.split())
    assert 0.3 <= own <= seconds + 0.02  # Linux counts in steps of 10 ms
    assert 0.0 <= waited <= seconds
    assert proc("stat", 19) > 0 and age() > 0.0 and queued() >= 0.0


def test_where_nobody_tells_a_process_is_new_and_never_waited(monkeypatch):
    monkeypatch.setattr("builtins.open", lambda *_, **__: (_ for _ in ()).throw(OSError()))
    found = proc("stat", 19), age(), queued()
    monkeypatch.undo()
    assert found == (0, 0.0, 0.0)


def test_work_that_begins_in_a_later_turn_leaves_one_iteration_for_those_before():
    words = {"BOTSMITH_ITERATIONS": "9", "BOTSMITH_FROM": "2"}
    bot, _ = run("10\n1\n.\n2\n.\n3\n.\n", words)
    assert [deadline.iterations for deadline in bot.deadlines] == [1, 1, 9]


def test_seed_and_iterations_come_from_the_environment():
    bot, _ = run("10\n1\n.\n2\n.\n", {"BOTSMITH_SEED": "77", "BOTSMITH_ITERATIONS": "9"})
    assert bot.seed == 77
    assert [list(deadline.chunks(4)) for deadline in bot.deadlines] == [[4, 4, 1]] * 2


def test_without_the_environment_there_is_a_seed_a_clock_and_silence(capsys):
    bot, _ = run("10\n1\n.\n")
    assert bot.seed == 1
    assert bot.deadlines[0].iterations is None
    assert capsys.readouterr().err == ""


def test_counts_of_work_are_told_after_each_answer(capsys):
    run("10\n1\n.\n2\n.\n", {"BOTSMITH_STATS": "1"})
    assert capsys.readouterr().err.splitlines() == [
        "[PDATA] iterations = 1",
        "[PDATA] engine = python",
        "[PDATA] iterations = 2",
        "[PDATA] engine = python",
    ]


def test_a_pasted_bot_tells_as_many_letters_of_its_thoughts_as_it_is_set_to(capsys, monkeypatch):
    monkeypatch.setattr(loop, "EXPLAIN", 6)
    run("10\n1\n.\n2\n.\n")
    assert capsys.readouterr().err.splitlines() == ['{"sum"', '{"sum"']
    run("10\n1\n.\n", {"BOTSMITH_EXPLAIN": "1"})
    assert capsys.readouterr().err.splitlines() == ['{"sum": 11}']


def test_any_other_word_than_1_switches_nothing_on(capsys):
    run("10\n1\n.\n", {"BOTSMITH_STATS": "0", "BOTSMITH_EXPLAIN": ""})
    assert capsys.readouterr().err == ""


CHILD = f"""
import gc
from collections.abc import Mapping

from common.clock import Deadline
from common.integers import read_integers
from common.loop import run
from common.stdio import LineReader, UnreadableInput

{getsource(Adder)}

run(Adder())
"""


def start_child() -> subprocess.Popen[str]:
    """The adder as a process of its own, on pipes."""
    environment = {key: value for key, value in os.environ.items() if "BOTSMITH" not in key}
    return begin([sys.executable, "-c", CHILD], env=environment, stdin=subprocess.PIPE)


def test_each_answer_is_there_before_the_next_turn_is_asked_for():
    with start_child() as child:
        assert child.stdin is not None and child.stdout is not None
        child.stdin.write("10\n1\n.\n")
        child.stdin.flush()
        assert child.stdout.readline() == "11\n"
        child.stdin.write("2\n.\n")
        child.stdin.flush()
        assert child.stdout.readline() == "12\n"
        assert child.communicate(timeout=PATIENCE) == ("", "")
    assert child.returncode == 0


@pytest.mark.parametrize(
    ("text", "status", "error"),
    [
        ("", 0, ""),
        ("10\n1\n.\n", 0, ""),
        ("10\n1\n", 2, "unreadable input: input ended after line 2, in the middle of a turn\n"),
        ("ten\n", 2, "unreadable input: line 1: base: expected 1 integer, got 'ten'\n"),
    ],
)
def test_the_end_of_input_is_quiet_between_turns_and_one_line_inside(text, status, error):
    with start_child() as child:
        _, error_text = child.communicate(text, timeout=PATIENCE)
    assert (child.returncode, error_text) == (status, error)


def test_bytes_that_are_no_text_are_an_unreadable_line():
    with start_child() as child:
        assert child.stdin is not None
        os.write(child.stdin.fileno(), b"1\xff\n")
        _, error_text = child.communicate(timeout=PATIENCE)
    assert child.returncode == 2
    assert error_text.startswith("unreadable input: line 1: base: expected 1 integer, got '1")
    assert error_text.count("\n") == 1


def test_a_reader_that_goes_away_ends_the_bot_without_a_word():
    with start_child() as child:
        assert child.stdin is not None and child.stdout is not None and child.stderr is not None
        child.stdout.close()
        child.stdin.write("10\n1\n.\n")
        child.stdin.close()
        assert child.stderr.read() == ""
        assert child.wait(timeout=PATIENCE) == 0


def test_the_page_that_the_loop_names_has_every_word_of_the_environment():
    import common.loop

    source = Path(common.loop.__file__).read_text(encoding="ascii")
    used = set(re.findall(r'words\.get\("(BOTSMITH_\w+)"', source))
    assert len(used) == 7
    (page,) = re.findall(r"docs/\w+\.md", common.loop.__doc__ or "")
    text = (Path(common.loop.__file__).parents[1] / page).read_text(encoding="utf-8")
    assert used <= set(re.findall(r"BOTSMITH_\w+", text))


def test_a_longer_pause_counts_at_once_and_a_shorter_one_not():
    assert kept_ms([6.0, 8.0, 7.0, 0.0]) == pytest.approx([10.0, 11.88, 15.84, 15.6816])
