"""benchmarks/engine_start.py: what a start tells, and what is counted of several."""

import os
from pathlib import Path

import pytest

from benchmarks import engine_start
from benchmarks.engine_start import Start, row
from botsmith.bench import Bundle
from botsmith.errors import BadInput
from botsmith.golden import recorded_match

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def bundle(tmp_path, monkeypatch):
    """`bundle(BODY)`: a bot of olymbits that does BODY in each turn; `turn` counts from 0."""
    monkeypatch.setattr(engine_start, "MOST_TURNS", 5)

    def make(body: str) -> Bundle:
        path = tmp_path / "olymbits.py"
        path.write_text(
            "import sys, time\n"
            "for turn in range(9):\n"
            "    for _ in range(7 + 2 * (turn == 0)): sys.stdin.readline()\n"
            f"    {body}\n"
        )
        return Bundle(path)

    return make


def say(engine: str) -> str:
    """Python text that answers and names the engine."""
    return f"print(0, flush=True); print('[PDATA] engine = ' + ({engine}), file=sys.stderr)"


def test_a_start_ends_with_the_first_turn_in_c(bundle):
    match = recorded_match(ROOT, "olymbits", 5)
    bot = bundle("time.sleep(0.3 * (turn == 2)); " + say("'c' if turn == 3 else 'python'"))
    one = engine_start.start(bot, match)
    assert (one.turn, len(one.turn_ms)) == (4, 4)
    assert one.late == [False, False, True, False]
    assert one.arrived_ms > 300.0


def test_a_start_without_c_plays_all_turns(bundle):
    one = engine_start.start(bundle(say("'python'")), recorded_match(ROOT, "olymbits", 5))
    assert (one.turn, len(one.turn_ms)) == (0, 5)


def test_a_bot_that_ends_is_named(bundle):
    with pytest.raises(BadInput, match="^olymbits: it ended in turn 1$"):
        engine_start.start(bundle("break"), recorded_match(ROOT, "olymbits", 5))


def test_what_a_game_asks_before_its_first_turn_is_asked_before_the_clock_runs():
    match = recorded_match(ROOT, "stratego", 5)
    (ready, owed), (setup, _) = engine_start.opening("stratego", match)
    assert (ready, owed) == (b"", 1)
    assert setup.startswith(b'{"You":0,"AvailablePieces"')
    first, _ = engine_start.told_turns(match, True)[0]
    assert first.startswith(b'{"Board"')
    assert engine_start.told_turns(match, False)[0][0].endswith(first)


def test_cores_are_shared_as_long_as_asked_for():
    before = os.sched_getaffinity(0)
    with engine_start.shared_cores(1, 2):
        assert os.sched_getaffinity(0) == {min(before)}
    assert os.sched_getaffinity(0) == before


def test_a_row_counts_late_answers_and_starts_by_the_third_turn():
    good = Start(1, 800.0, [780.0], [1000.0])
    late = Start(4, 1200.0, [1001.0, 40.0, 60.0, 50.0], [1000.0, 50.0, 50.0, 50.0])
    never = Start(0, 3000.0, [700.0, 40.0], [1000.0, 50.0])
    text = "| `csb` | core | 4 never | 1 of 3 | 1200 3000 | 780 1001 | 1 | 1 of 4 |"
    assert row("csb", "core", [good, late, never]) == text


def test_an_unknown_case_is_one_line():
    with pytest.raises(BadInput, match="--cases moon: expected some of idle busy1"):
        engine_start.main(["csb", "--cases", "idle,moon"])
