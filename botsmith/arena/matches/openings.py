"""Plays openings: the first turns of a match, at random by the seed, the same in every rotation.

A referee's `openings` is one of these:

UNASKED   every turn's lines hold the whole state. No bot is asked during the opening; its first
          turn is the one after it. No bot needs to remember the drawn answers.
GIVEN     a bot has to know its own moves. A bot whose file contains the word BOTSMITH_PLAYED is
          started again after the opening, with its drawn answers in this environment variable
          (JSON: a list of answers, each a list of lines). Any other bot plays its own moves from
          the start.
NONE      the game allows no openings.

The moves are those of the baseline `random`, which reads the lines of each seat.
"""

import json
import os
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from random import Random

from botsmith.arena.baselines.game import Protocol
from botsmith.arena.matches.bots import Bot, baseline_module
from botsmith.errors import Contradiction
from botsmith.referees.base import GIVEN, Lines, Referee

PLAYED = "BOTSMITH_PLAYED"


def check_even(openings: int, referee: type[Referee], bots: Sequence[Bot]) -> None:
    """Raises BadInput if an opening can be drawn for some of the bots, but not for all."""
    if deaf := [bot.name for bot in bots if openings and not can_be_drawn(referee, bot)]:
        names = ", ".join(deaf)
        unknown = f"{names} cannot be told what was played (its file does not name {PLAYED})"
        uneven = "would play its own moves against drawn ones; expected other bots, or --uneven"
        raise Contradiction(f"--openings: {unknown}, and {uneven}", "openings")


def can_be_drawn(referee: type[Referee], bot: Bot) -> bool:
    """Returns True if a bot's first moves can be drawn: it need not know them, or its program names
    BOTSMITH_PLAYED.
    """
    return referee.openings != GIVEN or any(
        PLAYED.encode() in Path(file).read_bytes() for file in filter(os.path.isfile, bot.command)
    )


class Opening:
    """Draws one seat's moves of an opening. answers: the moves drawn so far."""

    def __init__(self, referee: Referee, seat: int, dice: Random) -> None:
        module = import_module(baseline_module(referee.game))
        self.dice = dice
        self.lines: list[str] = list(referee.init_inputs(seat))
        self.protocol: Protocol = module.PROTOCOL()
        self.protocol.name = "random"
        self.protocol.read_start(self.next_line)
        self.inputs: list[tuple[Lines, int]] = []
        self.answers: list[Lines] = []

    def next_line(self) -> str:
        """Returns the next line that the seat gets."""
        return self.lines.pop(0)

    def draw(self, lines: Lines, owed: int) -> Lines:
        """Returns a random legal answer to a turn's lines."""
        self.lines += lines
        self.protocol.read_turn(self.next_line)
        answer = self.protocol.opening(self.dice)
        self.inputs.append((lines, owed))
        self.answers.append(answer)
        return answer

    def environment(self) -> dict[str, str]:
        """Returns the environment variables by which a bot learns of the opening."""
        return {PLAYED: json.dumps(self.answers)}
