"""Olymbits, top league: one update of all four mini-games, medals and points, as kernels.

An update is `tick`; then referee or search restart the runs that are DUE and shuffle the skating
order, each with its own dice. moves[p] is the action of player p. NONE removes it from that
mini-game: it stays in place and ranks last. A caller without NONE passes has_none False, which
saves C the test. The tick of a mini-game returns True if its run is over.
Source: docs/games/olymbits.md. Golden: tests/golden/olymbits.
"""

from bots.olymbits.minigames import (
    ACTIONS,
    ARENA,
    EAST,
    FALL,
    FALLEN,
    GLIDES,
    GOAL,
    LEAPS,
    LEAST,
    PLACES,
    PLAYERS,
    RINK,
    RISKS,
    SOUTH,
    STUN,
    Run,
)
from bots.olymbits.rules import (
    ARCHERY,
    BRONZE,
    DUE,
    GAMES,
    HURDLES,
    MEDALS,
    OVER,
    RUNNING,
    SKATING,
    Match,
)
from common.kernel import Numbers, each, kernel

DEAD_VALUE = -1000  # below every ranking value


@kernel
def hurdle(run: Run, moves: Numbers[int], has_none: bool) -> bool:
    """Moves runners. Returns True if a runner has arrived, or at most one player is left."""
    is_over = False
    dead = 0
    for player in each(PLAYERS):
        move = moves[player]
        if has_none and move < 0:
            run.dead[player] = True
            dead += 1
        else:  # no branches: a processor would guess half of them wrong
            position = run.first[player]
            stun = run.second[player]
            leap = LEAPS[(run.code >> position & 14) * 2 | move]
            if stun > 0:
                leap = 0
                stun -= 1
            position += leap & 3
            if position >= GOAL:
                position = GOAL
                is_over = True
            run.first[player] = position
            run.second[player] = STUN if leap > 3 else stun
    return is_over or dead > 1


@kernel
def shoot(run: Run, moves: Numbers[int], has_none: bool) -> bool:
    """Moves every cursor by the wind. Returns True if the run is over."""
    wind = (run.code & 15) * ACTIONS
    for player in each(PLAYERS):
        move = moves[player]
        if has_none and move < 0:
            run.dead[player] = True
        else:  # no branches on the move: a processor would guess half of them wrong
            x = run.first[player] + EAST[wind | move]
            y = run.second[player] + SOUTH[wind | move]
            run.first[player] = ARENA if x > ARENA else x if x > LEAST else LEAST
            run.second[player] = ARENA if y > ARENA else y if y > LEAST else LEAST
    run.code >>= 4
    run.left -= 1
    return run.left == 0


@kernel
def skate(run: Run, moves: Numbers[int], has_none: bool) -> bool:
    """Moves all skaters, then adds risk to those who share a cell. The caller sets `code` for the
    next turn. Returns True if the run is over.
    """
    order = run.code * ACTIONS
    for player in each(PLAYERS):
        move = moves[player]
        risk = run.second[player]
        if has_none and move < 0:
            run.dead[player] = True
        elif risk < 0:
            run.second[player] = risk + 1
        else:
            place = PLACES[order | move]
            run.first[player] += GLIDES[place]
            run.second[player] = RISKS[risk * ACTIONS | place]
    first = RINK[run.first[0]]
    second = RINK[run.first[1]]
    third = RINK[run.first[2]]
    met = 3 if first == second else 0  # bit p: player p shares his cell
    if first == third:
        met |= 5
    if second == third:
        met |= 6
    for player in each(PLAYERS):
        risk = run.second[player]
        if risk >= 0:  # stunned ones are met, but risk nothing themselves
            risk += (met >> player & 1) * 2
            run.second[player] = FALLEN if risk >= FALL else risk
    run.left -= 1
    return run.left == 0


@kernel
def dive(run: Run, moves: Numbers[int], has_none: bool) -> bool:
    """Counts hits: each one in a row is worth one point more. Returns True if the run is over."""
    goal = run.code & 3
    for player in each(PLAYERS):
        move = moves[player]
        if has_none and move < 0:
            run.dead[player] = True
        else:
            hit = 1 >> ((move ^ goal) & 3)  # 1 or 0
            combo = hit * (run.second[player] + 1)
            run.second[player] = combo
            run.first[player] += combo
    run.code >>= 2
    run.left -= 1
    return run.left == 0


@kernel
def start_run(run: Run, code: int, left: int, first: int, second: int) -> None:
    """Starts a run. All players begin with these registers."""
    run.phase = RUNNING
    run.code = code
    run.left = left
    for player in range(PLAYERS):
        run.first[player] = first
        run.second[player] = second


@kernel
def value_in(run: Run, game: int, player: int) -> int:
    """Returns a player's value in a run."""
    if run.dead[player]:
        return DEAD_VALUE
    first = run.first[player]
    if game == ARCHERY:
        second = run.second[player]
        return 0 - first * first - second * second
    return first


@kernel
def award(match: Match, game: int) -> None:
    """Awards medals by rank, the number of players with a better value; eliminated players get
    bronze.
    """
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
    """Plays one update without its random part. has_none: True if a move may be NONE"""
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
