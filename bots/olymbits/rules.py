"""Olymbits, top league: one update of all four mini-games, medals and points, as kernels.

An update: `tick`, then whoever plays generates the runs whose phase is DUE and shuffles the skating
order. That is the referee with the contest's random source, or a search with its own.
Source: docs/games/olymbits.md. Golden: tests/golden/olymbits.
"""

from bots.olymbits.minigames import (
    GLIDE_TURNS,
    PLAYERS,
    WIND_BITS,
    Archery,
    Diving,
    Hurdles,
    Skating,
    dive,
    hurdle,
    shoot,
    skate,
)
from common.kernel import Numbers, kernel, numbers, record

GAMES = 4
HURDLES, ARCHERY, SKATING, DIVING = 0, 1, 2, 3
TURNS = 100
MEDALS = 3  # gold, silver, bronze: ranks 0, 1, 2
BRONZE = 2

# Phases of a run.
RUNNING = 0
OVER = 1  # it ended in the last update: its registers are shown for one turn
DUE = 2  # that turn is played: the run has to be generated anew

DEAD_VALUE = -1000  # below every ranking value


@record
class Match:
    """The whole state. turn: updates played; medals[(player * GAMES + game) * MEDALS + rank]."""

    turn: int
    hurdles: Hurdles
    archery: Archery
    skating: Skating
    diving: Diving
    medals: Numbers[int] = numbers(int, PLAYERS * GAMES * MEDALS)
    is_out: Numbers[bool] = numbers(bool, PLAYERS)  # eliminated


@kernel
def start_hurdles(run: Hurdles, track: int, map_id: int) -> None:
    """A new race."""
    run.phase = RUNNING
    run.track = track
    run.map_id = map_id
    for player in range(PLAYERS):
        run.position[player] = 0
        run.stun[player] = 0


@kernel
def start_archery(run: Archery, x: int, y: int, winds: int, count: int) -> None:
    """New winds, and all cursors at (x, y)."""
    run.phase = RUNNING
    run.winds = winds
    run.left = count
    for player in range(PLAYERS):
        run.x[player] = x
        run.y[player] = y


@kernel
def start_skating(run: Skating) -> None:
    """A new rink; the order is set apart, in every update."""
    run.phase = RUNNING
    run.left = GLIDE_TURNS
    for player in range(PLAYERS):
        run.distance[player] = 0
        run.risk[player] = 0


@kernel
def start_diving(run: Diving, goals: int, count: int) -> None:
    """New goals."""
    run.phase = RUNNING
    run.goals = goals
    run.left = count
    for player in range(PLAYERS):
        run.points[player] = 0
        run.combo[player] = 0


@kernel
def value_in(match: Match, game: int, player: int) -> int:
    """How well a player stands in a run, more is better."""
    if game == HURDLES:
        return DEAD_VALUE if match.hurdles.dead[player] else match.hurdles.position[player]
    if game == ARCHERY:
        x = match.archery.x[player]
        y = match.archery.y[player]
        return DEAD_VALUE if match.archery.dead[player] else -(x * x + y * y)
    if game == SKATING:
        return DEAD_VALUE if match.skating.dead[player] else match.skating.distance[player]
    return DEAD_VALUE if match.diving.dead[player] else match.diving.points[player]


@kernel
def award(match: Match, game: int) -> None:
    """Medals of a run that is over: rank = players with a better value, so ties share."""
    first = value_in(match, game, 0)
    second = value_in(match, game, 1)
    third = value_in(match, game, 2)
    add_medal(match, game, 0, int(second > first) + int(third > first))
    add_medal(match, game, 1, int(first > second) + int(third > second))
    add_medal(match, game, 2, int(first > third) + int(second > third))


@kernel
def add_medal(match: Match, game: int, player: int, rank: int) -> None:
    """One medal; an eliminated player's is bronze."""
    medal = BRONZE if match.is_out[player] else rank
    match.medals[(player * GAMES + game) * MEDALS + medal] += 1


@kernel
def tick(match: Match, moves: Numbers[int]) -> None:
    """One update without what is random: see above for the runs that are DUE afterwards."""
    match.turn += 1
    if match.hurdles.phase != RUNNING:
        match.hurdles.phase = DUE
    else:
        is_over = hurdle(match.hurdles, moves)
        if is_over:
            match.hurdles.phase = OVER
            award(match, HURDLES)
    if match.archery.phase != RUNNING:
        match.archery.phase = DUE
    else:
        is_over = shoot(match.archery, moves)
        if is_over:
            match.archery.phase = OVER
            award(match, ARCHERY)
    if match.skating.phase != RUNNING:
        match.skating.phase = DUE
    else:
        is_over = skate(match.skating, moves)
        if is_over:
            match.skating.phase = OVER
            award(match, SKATING)
    if match.diving.phase != RUNNING:
        match.diving.phase = DUE
    else:
        is_over = dive(match.diving, moves)
        if is_over:
            match.diving.phase = OVER
            award(match, DIVING)


@kernel
def score_in(match: Match, player: int, game: int) -> int:
    """3 for every gold, 1 for every silver medal of a player in a mini-game."""
    at = (player * GAMES + game) * MEDALS
    return 3 * match.medals[at] + match.medals[at + 1]


@kernel
def points(match: Match, player: int) -> int:
    """The product over the mini-games, which decides the match."""
    product = score_in(match, player, HURDLES) * score_in(match, player, ARCHERY)
    return product * score_in(match, player, SKATING) * score_in(match, player, DIVING)


def pack(values: list[int], bits: int) -> int:
    """Values of `bits` bits in one number, the first in the lowest bits."""
    return sum(value << bits * index for index, value in enumerate(values))


def pack_winds(winds: list[int]) -> int:
    """Winds as Archery holds them."""
    return pack(winds, WIND_BITS)
