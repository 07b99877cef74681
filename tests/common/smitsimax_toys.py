"""Tiny games whose answer is known, for the tests of the searches.

Duel       two units move once, at the same time; dropping dominated moves leaves (TOP, CENTRE)
Bystander  the same duel with a third unit, whose moves change nothing
Savings    one unit, several turns: what looks worst at first is best in the end
Meadow     up to four units with hundreds of moves each: fills a search's pool
Pennies    pairs of units show a side at once: what one wins the other loses, and all must mix
Nursery    a mother of two ways, and a child that is born by one of them and picks once
"""

from collections.abc import Callable
from typing import Any, TypeVar

from common.kernel import Numbers, kernel, numbers, record
from common.rng import Dice, make_dice
from common.search import picks, smitsimax
from common.search.smitsimax import BITS, MOST, Forest, children

State = TypeVar("State")

# ---- Duel and Bystander. Rows: TOP, BOTTOM of unit 0; columns: LEFT, CENTRE, RIGHT of unit 1.
TOP, BOTTOM = 0, 1
LEFT, CENTRE, RIGHT = 0, 1, 2
ROWS = 2
COLUMNS = 3
BYSTANDER_MOVES = 4
BYSTANDER_SCORE = 1.0

# RIGHT is worse than CENTRE whatever unit 0 does; without RIGHT, BOTTOM is worse than TOP; against
# TOP, CENTRE beats LEFT. While unit 1 plays all three alike, TOP and BOTTOM look equally good.
PAYOFF_ROW = (1.0, 1.0, 0.0, 0.0, 0.0, 2.0)  # of unit 0, at move 0 * COLUMNS + move 1
PAYOFF_COLUMN = (0.0, 2.0, 1.0, 3.0, 1.0, 0.0)  # of unit 1


@record
class Table:
    """The moves that have been played."""

    row: int
    column: int


@record
class NoSetting:
    """A game without anything that stays as it is."""

    unused: int


@kernel
def count_duel_moves(table: Table, setting: NoSetting, unit: int) -> int:
    """ROWS, COLUMNS, and BYSTANDER_MOVES for a third unit."""
    if unit == 0:
        return ROWS
    if unit == 1:
        return COLUMNS
    return BYSTANDER_MOVES


@kernel
def play_duel(table: Table, setting: NoSetting, moves: Numbers[int]) -> None:
    """Both units' picks; a third one's is not looked at."""
    table.row = moves[0]
    table.column = moves[1]


@kernel
def rate_duel(table: Table, setting: NoSetting, scores: Numbers[float]) -> None:
    """The payoffs of the two units."""
    scores[0] = PAYOFF_ROW[table.row * COLUMNS + table.column]
    scores[1] = PAYOFF_COLUMN[table.row * COLUMNS + table.column]


@kernel
def rate_bystander(table: Table, setting: NoSetting, scores: Numbers[float]) -> None:
    """The payoffs of the two units; the third one's is always the same."""
    rate_duel(table, setting, scores)
    scores[2] = BYSTANDER_SCORE


# ---- Savings. SPEND earns 1, SAVE costs 1; GOAL turns of SAVE in a row pay PRIZE.
SPEND, SAVE = 0, 1
GOAL = 3
PRIZE = 7.0  # so little that with random later moves SPEND is the better first move


@record
class Purse:
    """Coins, and turns of SAVE without a break."""

    coins: float
    saved: int


@kernel
def count_purse_moves(purse: Purse, setting: NoSetting, unit: int) -> int:
    """SPEND and SAVE."""
    return 2


@kernel
def play_purse(purse: Purse, setting: NoSetting, moves: Numbers[int]) -> None:
    """One turn."""
    if moves[0] == SPEND:
        purse.coins += 1.0
        purse.saved = 0
    else:
        purse.coins -= 1.0
        purse.saved += 1
    if purse.saved == GOAL:
        purse.coins += PRIZE
        purse.saved = 0


@kernel
def rate_purse(purse: Purse, setting: NoSetting, scores: Numbers[float]) -> None:
    """The coins."""
    scores[0] = purse.coins


@kernel
def trust_saving(
    purse: Purse, setting: NoSetting, unit: int, node: int, priors: Numbers[float]
) -> None:
    """A policy that knows what is best."""
    priors[SPEND] = 0.1
    priors[SAVE] = 0.9


@kernel
def trust_spending(
    purse: Purse, setting: NoSetting, unit: int, node: int, priors: Numbers[float]
) -> None:
    """A policy that is wrong."""
    priors[SPEND] = 0.6
    priors[SAVE] = 0.4


# ---- Meadow. Every unit may go in WAYS directions, of which the first is better than all others.
WAYS = 300
GRAZING = 4


@record
class Meadow:
    """How often unit 0..3 went the first way."""

    steps: Numbers[float] = numbers(float, GRAZING)


@kernel
def count_ways(meadow: Meadow, setting: NoSetting, unit: int) -> int:
    """WAYS."""
    return WAYS


@kernel
def play_meadow(meadow: Meadow, setting: NoSetting, moves: Numbers[int]) -> None:
    """Every unit goes its way."""
    for unit in range(GRAZING):
        if moves[unit] == 0:
            meadow.steps[unit] += 1.0


@kernel
def rate_meadow(meadow: Meadow, setting: NoSetting, scores: Numbers[float]) -> None:
    """Each unit's own steps."""
    for unit in range(GRAZING):
        scores[unit] = meadow.steps[unit]


# ---- Pennies. Units 0 and 1, 2 and 3 are pairs; unit 0 and 2 win if both show the same side.
HEADS, TAILS = 0, 1
PRIZES = (3.0, 1.0)  # for two heads, two tails
MIXED = 0.25  # of heads, of all units: so neither side of the other is better


@record
class Shown:
    """The sides."""

    sides: Numbers[int] = numbers(int, 4)


@kernel
def count_sides(shown: Shown, setting: NoSetting, unit: int) -> int:
    """HEADS and TAILS."""
    return 2


@kernel
def show(shown: Shown, setting: NoSetting, moves: Numbers[int]) -> None:
    """All at once."""
    for unit in range(4):
        shown.sides[unit] = moves[unit]


@kernel
def rate_pair(shown: Shown, scores: Numbers[float], first: int) -> None:
    """What a pair wins and loses."""
    side = shown.sides[first]
    scores[first] = PRIZES[side] if side == shown.sides[first + 1] else 0.0
    scores[first + 1] = -scores[first]


@kernel
def rate_pairs(shown: Shown, setting: NoSetting, scores: Numbers[float]) -> None:
    rate_pair(shown, scores, 0)
    rate_pair(shown, scores, 2)


# ---- Nursery. Only after BEAR there is a child; its GOOD second move is what the mother lives for.
BEAR, WAIT = 0, 1
BAD, GOOD, WORSE = 0, 1, 2


@record
class Nursery:
    """turn; whether the child is born; what it picked."""

    turn: int
    born: bool
    picked: int


@kernel
def count_cares(nursery: Nursery, setting: NoSetting, unit: int) -> int:
    """The mother moves in the first turn, a child in the second if it is born."""
    if unit == 0:
        return 2 if nursery.turn == 0 else 0
    return 3 if nursery.born and nursery.turn == 1 else 0


@kernel
def care(nursery: Nursery, setting: NoSetting, moves: Numbers[int]) -> None:
    if nursery.turn == 0:
        nursery.born = moves[0] == BEAR
    elif nursery.turn == 1 and nursery.born:
        nursery.picked = moves[1]
    nursery.turn += 1


@kernel
def rate_nursery(nursery: Nursery, setting: NoSetting, scores: Numbers[float]) -> None:
    """A good pick is worth most, none something, a bad one nothing."""
    scores[0] = 0.5
    if nursery.born:
        scores[0] = 1.0 if nursery.picked == GOOD else 0.0
    scores[1] = scores[0]


# What `bind` gives: plant and iterate.
Search = tuple[
    Callable[[Forest], None], Callable[[Forest, State, State, NoSetting, Dice, int], None]
]

DUEL: Search[Table] = smitsimax.bind(2, count_duel_moves, play_duel, rate_duel)
BYSTANDER: Search[Table] = smitsimax.bind(3, count_duel_moves, play_duel, rate_bystander)
SAVINGS: Search[Purse] = smitsimax.bind(1, count_purse_moves, play_purse, rate_purse)
MEADOW: Search[Meadow] = smitsimax.bind(GRAZING, count_ways, play_meadow, rate_meadow)
NURSERY: Search[Nursery] = smitsimax.bind(2, count_cares, care, rate_nursery)
PAIRS: Search[Shown] = smitsimax.bind(4, count_sides, show, rate_pairs)
FLOOR = picks.with_floor(5)
MIXING_PAIR: Search[Shown] = smitsimax.bind(2, count_sides, show, rate_pairs, FLOOR)
MIXING_PAIRS: Search[Shown] = smitsimax.bind(4, count_sides, show, rate_pairs, FLOOR)
GUIDED: Search[Purse] = smitsimax.bind(
    1, count_purse_moves, play_purse, rate_purse, picks.by_policy(trust_saving)
)
MISLED: Search[Purse] = smitsimax.bind(
    1, count_purse_moves, play_purse, rate_purse, picks.by_policy(trust_spending)
)


class Toy:
    """A planted search over a toy game, `depth` turns deep, with all that it needs to think."""

    def __init__(self, search: Search[Any], state: type, depth: int, seed: int = 1):
        self.plant, self.iterate = search
        self.forest = Forest()
        self.forest.depth, self.forest.random_visits, self.forest.exploration = depth, 10, 1.0
        self.start = state()
        self.world = state()
        self.setting = NoSetting()
        self.dice = make_dice(seed)
        self.plant(self.forest)

    def think(self, count: int) -> None:
        """`count` more iterations."""
        self.iterate(self.forest, self.start, self.world, self.setting, self.dice, count)

    def best(self, unit: int) -> int:
        """The unit's move so far, -1 before the first iteration."""
        moves = children(self.forest, unit)
        return moves[0][0] if moves else -1

    def visits(self, unit: int) -> list[int]:
        """Visits of the moves at a unit's root; empty before the first iteration."""
        block = self.forest.block[unit]
        first = block >> BITS
        return [self.forest.visits[slot] for slot in range(first, first + (block & MOST))]

    def share(self, unit: int, move: int) -> float:
        """The share of the unit's visits that went to `move`."""
        visits = self.visits(unit)
        return visits[move] / sum(visits)
