"""The places of the pieces at the start."""

from bots.stratego.rules import (
    BOMB,
    FLAG,
    GENERAL,
    MARSHAL,
    MINER,
    SCOUT,
    SIZE,
    SPY,
    cell_at,
)
from common.rng import draw, make_dice

Setup = tuple[tuple[int, int, int], ...]  # rank, X, Y of Red's pieces

# Botzilla's own, which it always plays; ours are stronger.
BOTZILLA: Setup = (
    (FLAG, 0, 0),
    (BOMB, 1, 0),
    (SPY, 2, 0),
    (MARSHAL, 0, 1),
    (MINER, 1, 1),
    (SCOUT, 1, 3),
    (SCOUT, 5, 3),
    (GENERAL, 9, 3),
)


def placed(setup: Setup, player: int, is_mirrored: bool) -> list[tuple[int, int]]:
    """Returns (rank, cell) of a setup's pieces for a player. Blue's are turned by 180 degrees.

    is_mirrored: True to exchange left and right
    """
    last = SIZE - 1
    pieces = []
    for rank, x, y in setup:
        column = last - x if is_mirrored else x
        pieces.append((rank, cell_at(last - column, last - y) if player else cell_at(column, y)))
    return pieces


CORNER: Setup = (
    (FLAG, 0, 0),
    (BOMB, 1, 0),
    (GENERAL, 0, 1),
    (SPY, 1, 1),
    (MINER, 2, 1),
    (SCOUT, 4, 1),
    (SCOUT, 8, 2),
    (MARSHAL, 3, 2),
)
COMPACT: Setup = (
    (FLAG, 0, 0),
    (BOMB, 1, 0),
    (GENERAL, 0, 1),
    (SPY, 1, 1),
    (MINER, 2, 1),
    (SCOUT, 0, 2),
    (SCOUT, 4, 1),
    (MARSHAL, 2, 2),
)
SETUPS: tuple[Setup, ...] = (CORNER, COMPACT)


def choose_setup(seed: int, player: int) -> list[tuple[int, int]]:
    """Returns one of SETUPS, mirrored or not, chosen by the seed."""
    dice = make_dice(seed)
    setup = SETUPS[draw(dice, len(SETUPS))]
    return placed(setup, player, draw(dice, 2) == 1)
