"""Every bot answers in time, whoever sits in the other seats and in whichever it sits itself.

Its clock is the processor time of this process: who else uses the machine has no part in it. So the
rival who uses his time costs none, and what is left of him is any legal move in his turn.
"""

import gc
import importlib
import io
from collections.abc import Iterator
from time import process_time
from typing import Any
from unittest import mock

import pytest

from botsmith.referees import referee_for
from botsmith.referees.base import Lines
from common.engine import Engines
from common.loop import Options, answer_turn
from common.stdio import LineReader

BOTS = {game: f"{game}.bot" for game in "csb kutulu olymbits snakebyte stratego tororo".split()}
BOTS["uttt"] = "uttt.bot_network"
FIRST_MS = 200.0  # of the first turn: enough to grow what a later one might have to clear away
LONGEST_MS = 50.0  # of a later turn: a bot with more has a part of its time
TURNS = 2


@pytest.fixture(autouse=True)
def no_collector() -> Iterator[None]:
    """As in a match (common/loop.py)."""
    gc.disable()
    yield
    gc.enable()


class Seat:
    """A bot of the module on CPython, in a match. is_searching: else it plays any legal move."""

    def __init__(self, module: str, is_searching: bool, share: float) -> None:
        made: list[Any] = []
        room = importlib.import_module(f"bots.{module}")
        pure: dict[str, Any] = {
            "Compiled": lambda memory, kernels, flags=(): Engines(memory),
            "run": made.append,
        }
        self.sink = io.StringIO()
        with mock.patch.multiple(room, **pure), mock.patch("sys.stdout", self.sink):
            room.main()
        (self.bot,) = made
        self.bot.first_ms = FIRST_MS
        self.bot.prepare(1)
        self.options = Options({"BOTSMITH_BUDGET": str(100.0 * share)})
        self.is_searching = is_searching
        self.spent_ms: list[float] = []

    def start(self, lines: Lines) -> Lines:
        """Reads what comes before the first turn; what it says to that."""
        self.bot.read_start(reader_of(lines))
        return self.sink.getvalue().splitlines()

    def answer(self, lines: Lines) -> Lines:
        """Plays a turn, and notes its processor time if it searches."""
        reader = reader_of(lines)
        if not self.is_searching:
            self.bot.read_turn(reader)
            return list(self.bot.fallback())
        began = process_time()
        answer, trouble = answer_turn(self.bot, self.options, len(self.spent_ms), reader)
        self.spent_ms.append((process_time() - began) * 1000.0)
        assert trouble == ""
        return answer


def reader_of(lines: Lines) -> LineReader:
    return LineReader(io.StringIO("".join(f"{line}\n" for line in lines)), process_time)


def play(game: str, seats: list[Seat]) -> None:
    """The first turns of a match."""
    referee = referee_for(game).from_seed(1, len(seats))
    said: dict[int, Lines] = {}
    for number, seat in enumerate(seats):
        asked = [line for question in referee.opening(number) for line in question.lines]
        said[number] = seat.start([*asked, *referee.init_inputs(number)])
    if referee.opening(0):
        referee.open(said)
    own = [seat for seat in seats if seat.is_searching]
    while not referee.over and min(len(seat.spent_ms) for seat in own) < TURNS:
        outputs: dict[int, Lines] = {}
        for number in referee.seats():
            outputs[number] = seats[number].answer(referee.inputs(number))
            if referee.ends_turn(number, outputs[number]):
                break
        referee.apply(outputs)


@pytest.mark.campaign
@pytest.mark.parametrize("game", BOTS)
@pytest.mark.parametrize("rival", ["itself", "any move, and it first", "any move, and it last"])
def test_a_bot_answers_in_time(game, rival):
    players = max(referee_for(game).player_counts)
    own = {"itself": range(players), "any move, and it first": [0]}.get(rival, [players - 1])
    turn_ms = referee_for(game).limits.turn_ms
    share = min(1.0, LONGEST_MS / turn_ms)
    seats = [Seat(BOTS[game], number in own, share) for number in range(players)]
    play(game, seats)
    for seat in seats:
        if seat.is_searching:
            first, *others = seat.spent_ms
            assert len(others) >= TURNS - 1
            assert first < share * FIRST_MS, seat.spent_ms
            assert max(others) < share * turn_ms, seat.spent_ms
