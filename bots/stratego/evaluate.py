"""The value of a position with all ranks known: pieces, and the race for the flags."""

from math import exp

from bots.stratego.params import Params
from bots.stratego.rules import (
    BOMB,
    EACH,
    EMPTY,
    FLAG,
    GENERAL,
    MARSHAL,
    MINER,
    PIECES,
    SCOUT,
    SPY,
    WIDTH,
    Game,
    battle,
    can_move,
)
from common.kernel import kernel

FAR = 99
CERTAIN = 50.0  # points: the flag falls with the next move


@kernel
def distance(one: int, other: int) -> int:
    """Returns the steps between two cells of an empty board without lakes."""
    return abs(one % WIDTH - other % WIDTH) + abs(one // WIDTH - other // WIDTH)


@kernel
def worth(params: Params, rank: int) -> float:
    """Returns the points of a living piece; 0 for a flag."""
    if rank == SPY:
        return params.spy
    if rank == SCOUT:
        return params.scout
    if rank == MINER:
        return params.miner
    if rank == GENERAL:
        return params.general
    if rank == MARSHAL:
        return params.marshal
    return params.bomb if rank == BOMB else 0.0


@kernel
def is_clear(game: Game, start: int, target: int) -> bool:
    """Returns True if all cells between two cells of one row or column are empty."""
    step = 1 if start // WIDTH == target // WIDTH else WIDTH
    if target < start:
        step = -step
    cell = start + step
    while cell != target:
        if game.board[cell] != EMPTY:
            return False
        cell += step
    return True


@kernel
def scout_way(game: Game, start: int, flag: int) -> int:
    """Returns a scout's number of moves to the flag: 1 along a line, 2 around a free corner, else
    4.
    """
    if start % WIDTH == flag % WIDTH or start // WIDTH == flag // WIDTH:
        return 1 if is_clear(game, start, flag) else 4
    corner = start // WIDTH * WIDTH + flag % WIDTH
    if game.board[corner] == EMPTY and is_clear(game, start, corner):
        if is_clear(game, corner, flag):
            return 2
    corner = flag // WIDTH * WIDTH + start % WIDTH
    if game.board[corner] == EMPTY and is_clear(game, start, corner):
        if is_clear(game, corner, flag):
            return 2
    return 4


@kernel
def is_stopped(game: Game, attacker: int, flag: int, way: int, late: int) -> bool:
    """Returns True if a piece that can beat the attacker, which is `way` moves from the flag, can
    reach it in time.

    late: 1 if the other side moves first, else 0
    """
    for guard in range(PIECES):
        at = game.cell[guard]
        own = game.rank[guard]
        if at != 0 and can_move(own) and (guard < EACH) != (attacker < EACH):
            is_near = distance(at, game.cell[attacker]) <= 2 * way - 2 + late
            if is_near and distance(at, flag) < way + late:
                if battle(own, game.rank[attacker]) >= 0:
                    return True
    return False


@kernel
def score(game: Game, params: Params, player: int, flag: int, home: int) -> float:
    """Returns a player's points, or CERTAIN.

    They are for its pieces, for the nearness of its pieces to the rival's `flag` (of the nearest
    one that no piece stops), and for that of its strong pieces to its own flag, `home`.
    """
    points = 0.0
    nearest = FAR
    runner = FAR
    warden = FAR
    strongest = 0
    rival = 0
    late = 0 if game.to_move == player else 1
    for piece in range(PIECES):
        at = game.cell[piece]
        rank = game.rank[piece]
        if at != 0 and piece // EACH != player and can_move(rank):
            rival = max(rival, rank)
        if at != 0 and piece // EACH == player:
            share = 1.0 if game.is_shown[piece] else 1.0 + params.secret
            points += share * worth(params, rank)
            if can_move(rank):
                strongest = max(strongest, rank)
                if rank >= GENERAL:
                    warden = min(warden, distance(at, home))
                way = distance(at, flag)
                if rank == SCOUT:
                    way = min(way, scout_way(game, at, flag))
                nearest = min(nearest, way)
                points += params.press * (1.0 - params.fade * float(way))
                if way < runner:
                    if not is_stopped(game, piece, flag, way, late):
                        runner = way
    if nearest == 1 and late == 0:
        return CERTAIN
    if strongest > rival:
        points += params.top
    points += params.guard * max(0.0, 1.0 - params.fade * float(warden))
    points += params.near * max(0.0, 1.0 - params.fade * float(nearest + late))
    return points + params.run * max(0.0, 1.0 - params.tire * float(runner + late))


@kernel
def value(game: Game, params: Params, since: int) -> float:
    """Returns Red's chance, 0..1. since: the turn from which an early win counts more"""
    if game.end != 0:
        if game.winner < 0:
            return 0.5
        late = min(0.4, params.haste * float(game.turn - since))
        return 1.0 - late if game.winner == 0 else late
    red = 0  # the cells of the flags
    blue = 0
    for piece in range(PIECES):
        if game.rank[piece] == FLAG:
            if piece < EACH:
                red = game.cell[piece]
            else:
                blue = game.cell[piece]
    points = score(game, params, 0, blue, red) - score(game, params, 1, red, blue)
    chance = 1.0 / (1.0 + exp(-points / params.scale))
    return 0.05 + 0.9 * chance
