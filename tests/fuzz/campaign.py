"""How much is fuzzed, from which seed, and that nothing takes for ever."""

import json
import os
import signal
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Any

import pytest
from _pytest.mark import ParameterSet

from botsmith.arena.store.record import read_matches
from botsmith.referees import games
from botsmith.referees.base import Match

GOLDEN = Path(__file__).resolve().parents[1] / "golden"
FAILED = Path(__file__).resolve().parents[1] / "data" / "failed.jsonl"
INPUTS = int(os.environ.get("BOTSMITH_FUZZ", "1000000"))  # of a game and side in the campaign
SEED = int(os.environ.get("BOTSMITH_FUZZ_SEED", "1"))
HANG_SECONDS = 60


def contests(table: Collection[str]) -> list[ParameterSet]:
    """All contests as parameters of a test; one that the test's table does not hold is skipped."""
    return [
        pytest.param(
            game, marks=() if game in table else pytest.mark.skip(f"no {game} in the table")
        )
        for game in games()
    ]


def golden_matches(game: str, most: int | None) -> list[Match]:
    """The first matches that the contest's own referee played; all of them for None."""
    return list(islice(read_matches(GOLDEN / game / "matches.jsonl.gz"), most))


def answers_of(matches: list[Match]) -> list[str]:
    """All lines that were ever answered, each once, in the order of their first time."""
    outputs = (
        lines for match in matches for turn in match.turns for lines in turn.outputs.values()
    )
    return list(dict.fromkeys(line for lines in outputs for line in lines))


def failed_lines(game: str) -> list[str]:
    """The answers of a game that were ever judged wrong."""
    found = map(json.loads, FAILED.read_text(encoding="ascii").splitlines())
    return [each["line"] for each in found if each["game"] == game]


def as_failed(game: str, line: str) -> str:
    """What to do about an answer that was judged wrong."""
    return f"mend it, and keep it in {FAILED.name}: {json.dumps({'game': game, 'line': line})}"


def dice_for(*words: object) -> Random:
    """Dice that only depend on the campaign's seed and on what they are for."""
    return Random(" ".join(map(str, (SEED, *words))))


class Shown:
    """What a block is busy with; named if it hangs."""

    text: Any = None


@contextmanager
def no_hang() -> Iterator[Shown]:
    """AssertionError with the last text shown if the block takes HANG_SECONDS of the processor."""
    shown = Shown()

    def complain(*_: object) -> None:
        raise AssertionError(f"still busy after {HANG_SECONDS} s with {str(shown.text)[:2000]!r}")

    before = signal.signal(signal.SIGVTALRM, complain)
    signal.setitimer(signal.ITIMER_VIRTUAL, HANG_SECONDS)
    try:
        yield shown
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0.0)
        signal.signal(signal.SIGVTALRM, before)


class Count:
    """Inputs of a run by what came of them; `report` is the campaign's line."""

    def __init__(self, title: str) -> None:
        self.title = title
        self.began = perf_counter()
        self.of: dict[str, int] = {}

    def add(self, what: str) -> None:
        self.of[what] = self.of.get(what, 0) + 1

    @property
    def total(self) -> int:
        return sum(self.of.values())

    def report(self) -> str:
        """`csb answers: 1,000,000 inputs in 31 s: accepted 312,345, refused 687,655`."""
        parts = ", ".join(f"{what} {count:,}" for what, count in sorted(self.of.items()))
        seconds = perf_counter() - self.began
        return f"{self.title}: {self.total:,} inputs in {seconds:.0f} s: {parts}"
