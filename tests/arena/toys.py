"""A tiny game for the arena's tests, and helpers to write bots for it.

Doubles: every turn each seat reads a number (its turn, from 1) and owes twice that number.
Something else puts the seat out, as does no answer; the match ends after TURNS turns, or when
nobody is left. The score is the number of good answers.
"""

from collections.abc import Sequence
from pathlib import Path
from textwrap import dedent
from typing import Any, ClassVar

from botsmith.arena.matches.bots import Bot, script_bot
from botsmith.referees.base import Limits, Lines, Referee, Result
from tests.pages import files_of, page_beside
from tests.waiting import PATIENCE_MS

TURNS = 6
PROGRAMS = files_of(page_beside(__file__, "programs.txt")["programs"])

GOOD = """
input()
while True:
    print(2 * int(input()), flush=True)
"""


class Doubles(Referee):
    """First line: the number of players. Limits are generous, for a busy machine."""

    game = "doubles"
    player_counts: ClassVar[Sequence[int]] = (1, 2, 3)
    limits = Limits(first_ms=PATIENCE_MS, turn_ms=PATIENCE_MS)

    def __init__(self, players: int, config: dict[str, Any]) -> None:
        self.players = players
        self.config = config
        self.turn = 1
        self.scores = [0.0] * players
        self.is_in = [True] * players
        self.reasons: dict[int, str] = {}

    @classmethod
    def from_seed(cls, seed: int, players: int | None = None) -> "Doubles":
        return cls(players or 2, {"seed": seed})

    @classmethod
    def from_config(cls, config: dict[str, Any], seed: str, players: int) -> "Doubles":
        return cls(players, config)

    @property
    def over(self) -> bool:
        return self.turn > TURNS or not any(self.is_in)

    def seats(self) -> list[int]:
        return [seat for seat in range(self.players) if self.is_in[seat]]

    def init_inputs(self, seat: int) -> Lines:
        return [str(self.players)]

    def inputs(self, seat: int) -> Lines:
        return [str(self.turn)]

    def reply_lines(self, seat: int) -> int:
        return 1

    def apply(self, outputs: dict[int, Lines]) -> None:
        for seat, lines in outputs.items():
            if lines == [str(2 * self.turn)]:
                self.scores[seat] += 1
            else:
                self.is_in[seat] = False
                if lines:
                    self.reasons[seat] = f"expected {2 * self.turn}, got {lines[0]!r}"
        self.turn += 1

    def state(self) -> Any:
        return {"scores": list(self.scores)}

    def result(self) -> Result:
        ranks = [1 + sum(other > score for other in self.scores) for score in self.scores]
        return Result(self.scores, ranks, "all turns" if any(self.is_in) else "nobody left")

    def faults(self) -> dict[int, str]:
        return self.reasons


class QuickDoubles(Doubles):
    """Doubles with a turn of 1 s, for bots that are meant to be late."""

    limits = Limits(first_ms=PATIENCE_MS, turn_ms=1000.0)


def write_bot(folder: Path, name: str, source: str) -> Bot:
    """A bot from Python source."""
    path = folder / f"{name}.py"
    path.write_text(dedent(source), encoding="utf-8")
    return script_bot(path)
