"""A bot of Coders Strike Back in the recorded match that its tests share."""

from bots.csb.pilot import Pilot
from tests.bots.talking import reader
from tests.matches import recorded

MATCH = recorded("csb")


def read_until(bot: Pilot, turn: int) -> None:
    """Lets a bot read turns 0..turn of the match, and answer all but the last without a search."""
    lines = [*MATCH.init_inputs[0]]
    for number in range(turn + 1):
        lines += MATCH.turns[number].inputs[0]
    source = reader(*lines)
    bot.read_start(source)
    for number in range(turn + 1):
        bot.read_turn(source)
        if number < turn:
            bot.fallback()
