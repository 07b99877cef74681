"""Olymbits, top league: the whole state, and points. Its changes in an update: updates.py.

Source: docs/games/olymbits.md.
"""

from bots.olymbits.minigames import PLAYERS, Run
from common.kernel import Numbers, Records, kernel, numbers, record, records

GAMES = 4
HURDLES, ARCHERY, SKATING, DIVING = 0, 1, 2, 3
TURNS = 100
MEDALS = 3  # gold, silver, bronze: ranks 0, 1, 2
BRONZE = 2
GLIDE_TURNS = 15  # a skating run lasts

# Phases of a run.
RUNNING = 0
OVER = 1  # it ended in the last update: its registers are shown for one turn
DUE = 2  # that turn is played: the run has to be started anew


@record
class Match:
    """The whole state. turn: number of updates played; medals[(player * GAMES + game) * MEDALS +
    rank]
    """

    turn: int
    runs: Records[Run] = records(Run, GAMES)
    medals: Numbers[int] = numbers(int, PLAYERS * GAMES * MEDALS)
    is_out: Numbers[bool] = numbers(bool, PLAYERS)  # eliminated


@kernel
def score_in(match: Match, player: int, game: int) -> int:
    """Returns a player's score in a mini-game: 3 for every gold, 1 for every silver medal."""
    at = (player * GAMES + game) * MEDALS
    return 3 * match.medals[at] + match.medals[at + 1]


def pack(values: list[int], bits: int) -> int:
    """Returns values of `bits` bits each as one number, the first in the lowest bits."""
    return sum(value << bits * index for index, value in enumerate(values))
