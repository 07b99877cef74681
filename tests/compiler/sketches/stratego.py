"""Stratego's hot loops: hidden ranks drawn at random so that they fit, and battles by rule."""

from random import Random
from typing import Any

from common.kernel import Numbers, kernel, numbers, record
from common.rng import Dice, draw, make_dice

PIECES = 8
SPY, SCOUT, MINER, GENERAL, MARSHAL, BOMB, FLAG, NO_RANK = 1, 2, 3, 4, 5, 6, 7, 0
MOVABLE = (1 << SPY) | (1 << SCOUT) | (1 << MINER) | (1 << GENERAL) | (1 << MARSHAL)
SUPPLY = (SPY, SCOUT, SCOUT, MINER, GENERAL, MARSHAL, BOMB, FLAG)
TRIES = 50
BACK_ROWS = 4


@record
class Belief:
    """possible: mask of ranks by piece. is_alive, row: of each piece. rank: as drawn."""

    possible: Numbers[int] = numbers(int, PIECES)
    is_alive: Numbers[bool] = numbers(bool, PIECES)
    row: Numbers[int] = numbers(int, PIECES)
    rank: Numbers[int] = numbers(int, PIECES)
    drawn: int
    rejected: int


@kernel
def strength(rank: int) -> int:
    """For battles; bombs beat all but miners."""
    return 6 if rank == BOMB else 0 if rank == FLAG else rank


@kernel
def battle(attacker: int, defender: int) -> int:
    """1 if the attacker wins, -1 if the defender, 0 if both fall."""
    if defender == FLAG or (defender == BOMB and attacker == MINER):
        return 1
    if attacker == SPY and defender == MARSHAL:
        return 1
    difference = strength(attacker) - strength(defender)
    return 1 if difference > 0 else -1 if difference < 0 else 0


@kernel
def deal(belief: Belief, dice: Dice) -> bool:
    """Gives every piece a rank of SUPPLY that is possible for it; False if it got stuck."""
    left = numbers(int, PIECES)
    for place in range(PIECES):
        left[place] = SUPPLY[place]
    for place in range(PIECES - 1, 0, -1):
        other = draw(dice, place + 1)
        kept = left[place]
        left[place] = left[other]
        left[other] = kept
    # The pieces with the fewest possible ranks choose first.
    for width in range(1, 8):
        for piece in range(PIECES):
            if belief.possible[piece].bit_count() == width:
                found = False
                for place in range(PIECES):
                    rank = left[place]
                    if not found and rank != NO_RANK and belief.possible[piece] >> rank & 1 == 1:
                        belief.rank[piece] = rank
                        left[place] = NO_RANK
                        found = True
                if not found:
                    return False
    return True


@kernel
def flag_row(belief: Belief) -> int:
    """The row of the flag as drawn."""
    for piece in range(PIECES):
        if belief.rank[piece] == FLAG:
            return belief.row[piece]
    return BACK_ROWS - 1


@kernel
def sample(belief: Belief, dice: Dice) -> bool:
    """A whole assignment; flags far from the back row are drawn again more often."""
    for _ in range(TRIES):
        fits = deal(belief, dice)
        if fits:
            roll = draw(dice, 6)
            if roll >= flag_row(belief):
                belief.drawn += 1
                return True
            belief.rejected += 1
    return False


@kernel
def chance_to_win(belief: Belief, dice: Dice, piece: int, attacker: int, count: int) -> float:
    """How often `attacker` beats a piece, over `count` assignments."""
    wins = 0.0
    for _ in range(count):
        is_drawn = sample(belief, dice)
        if is_drawn and belief.is_alive[piece]:
            wins += 0.5 + 0.5 * float(battle(attacker, belief.rank[piece]))
    return wins / float(count)


ENTRIES = (sample, chance_to_win)


def calls(seed: int) -> list[tuple[Any, list[Any]]]:
    """What the test calls, with some pieces known and some moved."""
    rnd = Random(seed)
    belief, dice = Belief(), make_dice(seed)
    ranks = rnd.sample(SUPPLY, PIECES)
    for piece in range(PIECES):
        known = rnd.random()
        can_move = MOVABLE >> ranks[piece] & 1
        belief.possible[piece] = 1 << ranks[piece] if known < 0.2 else MOVABLE if can_move else 254
        belief.is_alive[piece] = rnd.random() < 0.9
        belief.row[piece] = rnd.randrange(BACK_ROWS)
    attack = [belief, dice, rnd.randrange(PIECES), rnd.randrange(1, 6), 40]
    return [(sample, [belief, dice]), (chance_to_win, attack)]
