"""The bots inside this process, fed with broken lines."""

from collections.abc import Callable
from dataclasses import dataclass
from io import StringIO
from random import Random
from typing import Any

from bots.csb.bot import CsbBot
from bots.csb.params import Params as CsbParams
from bots.csb.search import Memory as CsbMemory
from bots.kutulu.bot import KutuluBot
from bots.kutulu.params import Params as KutuluParams
from bots.kutulu.search import Memory as KutuluMemory
from bots.olymbits.bot import OlymbitsBot
from bots.olymbits.params import Params as OlymbitsParams
from bots.olymbits.search import Memory as OlymbitsMemory
from bots.stratego.bot import StrategoBot
from bots.stratego.params import Params as StrategoParams
from bots.stratego.search import Memory as StrategoMemory
from bots.tororo.bot import TororoBot
from bots.tororo.params import Params as TororoParams
from bots.tororo.search import Memory as TororoMemory
from bots.uttt.bot_alphabeta import AlphaBetaBot
from bots.uttt.params import Params as UtttParams
from bots.uttt.search_alphabeta import Memory as UtttMemory
from botsmith.referees.base import Lines, Match
from common.engine import Engines
from common.loop import Options, answer_turn
from common.stdio import EndOfInput, LineReader, UnreadableInput
from tests.fuzz.mutations import Mutator
from tests.fuzz.oracles import READERS

MAKERS: dict[str, Callable[[], Any]] = {
    "csb": lambda: CsbBot(CsbParams(), Engines(CsbMemory, ())),
    "kutulu": lambda: KutuluBot(KutuluParams(), Engines(KutuluMemory, ())),
    "olymbits": lambda: OlymbitsBot(OlymbitsParams(), Engines(OlymbitsMemory, ())),
    "stratego": lambda: StrategoBot(StrategoParams(), Engines(StrategoMemory, ()), StringIO()),
    "tororo": lambda: TororoBot(TororoParams(), Engines(TororoMemory, ())),
    "uttt": lambda: AlphaBetaBot(UtttParams(), Engines(UtttMemory, ())),
}
LINES_OWED = {"csb": 2}
ONE_ITERATION = Options({"BOTSMITH_ITERATIONS": "1"})
QUIET_ENDS = (EndOfInput, UnreadableInput)


def reader_of(lines: Lines) -> LineReader:
    """A bot's input as its stdin gives it: \\r and \\r\\n end a line too."""
    return LineReader(StringIO("".join(line + "\n" for line in lines), newline=None))


@dataclass(frozen=True)
class Recorded:
    """What one seat was told in a match: at the start and in each turn; all lines, to mix in."""

    start: Lines
    turns: list[Lines]
    lines: Lines

    @classmethod
    def all_of(cls, matches: list[Match]) -> "list[Recorded]":
        """Every seat of the matches that hold their inputs in full."""
        found = []
        for match in matches:
            for seat, start in match.init_inputs.items():
                turns = [turn.inputs[seat] for turn in match.turns if seat in turn.inputs]
                if turns:
                    lines = [line for read in turns[:20] for line in read]
                    found.append(cls(start, turns, [*start, *lines]))
        return found


class Fed:
    """A bot in a match. Errors that a user would see as a traceback come out of `start`, `read`
    and `answer`; refusals in one line are words that they return.
    """

    def __init__(self, game: str, recorded: Recorded, dice: Random) -> None:
        self.game = game
        self.recorded = recorded
        self.dice = dice
        self.mutator = Mutator(dice)
        self.bot: Any = MAKERS[game]()
        self.read_lines: Lines = []
        if recorded.start:
            self.bot.read_start(reader_of(recorded.start))

    def __str__(self) -> str:
        return str(self.read_lines)

    def start(self) -> str:
        """Broken first lines for a bot that has begun already."""
        self.read_lines = self.mutator.block(self.recorded.start, self.recorded.lines)
        try:
            self.bot.read_start(reader_of(self.read_lines))
        except QUIET_ENDS as end:
            return self._refusal(end)
        return "understood"

    def read(self) -> str:
        """A broken turn, read and no more."""
        self.read_lines = self._turn()
        try:
            self.bot.read_turn(reader_of(self.read_lines))
        except QUIET_ENDS as end:
            return self._refusal(end)
        return "understood"

    def answer(self) -> str:
        """A turn, broken or not, up to the answer, which anybody would take for one."""
        is_broken = self.dice.random() < 0.8
        self.read_lines = self._turn() if is_broken else self.dice.choice(self.recorded.turns)
        try:
            lines, trouble = answer_turn(self.bot, ONE_ITERATION, 1, reader_of(self.read_lines))
        except QUIET_ENDS as end:
            return self._refusal(end)
        assert "Traceback" not in trouble, trouble
        assert trouble.count("\n") == 0, trouble
        assert len(lines) == LINES_OWED.get(self.game, 1), lines
        for line in lines:
            assert READERS[self.game](line) is not None, lines
        return "answered in spite of it" if trouble else "answered"

    def _turn(self) -> Lines:
        return self.mutator.block(self.dice.choice(self.recorded.turns), self.recorded.lines)

    def _refusal(self, end: Exception) -> str:
        assert "\n" not in str(end) and len(str(end)) < 1200, str(end)
        str(end).encode("utf-8", "backslashreplace")
        return "refused" if isinstance(end, UnreadableInput) else "ended"
