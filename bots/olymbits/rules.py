"""Olymbits, top league: one update of all four mini-games, medals and points, as kernels.

An update is `tick`; then referee or search start the runs that are DUE anew and shuffle the skating
order, each with its own dice. Source: docs/games/olymbits.md. Golden: tests/golden/olymbits.
"""

from bots.olymbits.minigames import PLAYERS, Run, dive, hurdle, shoot, skate
from common.kernel import Numbers, Records, each, kernel, numbers, record, records

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

DEAD_VALUE = -1000  # below every ranking value


@record
class Match:
    """The whole state. turn: updates played; medals[(player * GAMES + game) * MEDALS + rank]."""

    turn: int
    runs: Records[Run] = records(Run, GAMES)
    medals: Numbers[int] = numbers(int, PLAYERS * GAMES * MEDALS)
    is_out: Numbers[bool] = numbers(bool, PLAYERS)  # eliminated


@kernel
def start_run(run: Run, code: int, left: int, first: int, second: int) -> None:
    """A new run, in which all players have these registers."""
    run.phase = RUNNING
    run.code = code
    run.left = left
    for player in range(PLAYERS):
        run.first[player] = first
        run.second[player] = second


@kernel
def value_in(run: Run, game: int, player: int) -> int:
    """How well a player stands in a run."""
    if run.dead[player]:
        return DEAD_VALUE
    first = run.first[player]
    if game == ARCHERY:
        second = run.second[player]
        return 0 - first * first - second * second
    return first


@kernel
def award(match: Match, game: int) -> None:
    """Medals of a run: rank = players with a better value; bronze for who is eliminated."""
    run = match.runs[game]
    run.phase = OVER
    first = value_in(run, game, 0)
    second = value_in(run, game, 1)
    third = value_in(run, game, 2)
    for player in each(PLAYERS):
        value = first if player == 0 else second if player == 1 else third
        rank = int(first > value) + int(second > value) + int(third > value)
        if match.is_out[player]:
            rank = BRONZE
        medal = (player * GAMES + game) * MEDALS + rank
        match.medals[medal] += 1


@kernel
def tick(match: Match, moves: Numbers[int], has_none: bool) -> None:
    """One update without what is random. has_none: whether a move may be NONE."""
    match.turn += 1
    for game in each(GAMES):
        run = match.runs[game]
        if run.phase != RUNNING:
            run.phase = DUE
        else:
            is_over = False
            if game == HURDLES:
                is_over = hurdle(run, moves, has_none)
            elif game == ARCHERY:
                is_over = shoot(run, moves, has_none)
            elif game == SKATING:
                is_over = skate(run, moves, has_none)
            else:
                is_over = dive(run, moves, has_none)
            if is_over:
                award(match, game)


@kernel
def score_in(match: Match, player: int, game: int) -> int:
    """3 for every gold, 1 for every silver medal."""
    at = (player * GAMES + game) * MEDALS
    return 3 * match.medals[at] + match.medals[at + 1]


def pack(values: list[int], bits: int) -> int:
    """Values of `bits` bits in one number, the first in the lowest bits."""
    return sum(value << bits * index for index, value in enumerate(values))
