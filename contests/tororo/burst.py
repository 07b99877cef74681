"""Plays `burst`: it tries each action, and plays the rest of the match out by rules.

In a play-out both players follow the same few rules, on the exact board. Until its selling day a
player keeps as many tall trees as days are left, and sells the others. It grows the tallest trees
first, the richest of these before others, and seeds outside of the lines of its own shadows. The
value of an action is the lead at the end: the mean over the rival's possible selling days, for the
best own selling day. So it sells one tree after the other as long as the falling nutrients bring
more than the coming sun.

Board  int with a bit for each cell, as in bots/tororo/tables.py
Worth  points of lead at the end of the match, sun at a third of a point
"""

from bots.tororo import rules
from bots.tororo.rules import Ground, State
from bots.tororo.tables import BIT_OF, CELL_BOARD, MAX_SIZE, spread_out
from bots.tororo.turns import play
from common.kernel import assign
from contests.tororo.maps import SHADOW, legal_actions

OWN = 0  # a bot sees itself as player 0
RIVAL = 1
LAST_DAY = rules.DAYS - 1
SUN_A_POINT = 3
KEEPS = (15, 18, 21)  # selling days: until then it keeps a tall tree for each day that is left
RIVAL_KEEPS = (19, 24)  # those that the rival may have
SEED_UNTIL = 17  # later seeds are hardly completed
MANY = 10  # trees with which a play-out seeds no more
SUN_WORTH = 0.4  # points of a further tall tree's sun, for each day that is left
SEEDS_TRIED = 4
IN_LINE = 1.5  # points that a seed loses by each own tree that it shades or that shades it
BESIDE = 2.0  # the same for each own tree beside it


# By a cell's bit: the board of the cells up to three steps straight away from it.
LINES = {bit: sum(sizes[MAX_SIZE][cell] for sizes in SHADOW) for cell, bit in enumerate(BIT_OF)}


class Side:
    """A player in a play-out.

    trees: boards of its own trees by size
    keep: its selling day, until which it keeps tall trees
    """

    __slots__ = ("dormant", "keep", "points", "sun", "trees")

    def __init__(self, state: State, player: int, keep: int) -> None:
        own = rules.own_board(state, player)
        self.trees = [state.trees[size] & own for size in range(rules.SIZES)]
        self.dormant = state.dormant & own
        self.sun = state.sun[player]
        self.points = state.score[player]
        self.keep = keep

    @property
    def board(self) -> int:
        """Returns the board of its trees without seeds."""
        return self.trees[1] | self.trees[2] | self.trees[3]

    def sales(self, ground: Ground, day: int, nutrients: int) -> int:
        """Returns the number of trees that it sells on this day: trees that it can pay for and need
        not keep, on ground that makes it worthwhile.
        """
        worth = ground.usable if nutrients > 1 else ground.fair | ground.lush
        count = (self.trees[MAX_SIZE] & ~self.dormant & worth).bit_count()
        if day < LAST_DAY and self.keep > day:
            count = min(count, self.trees[MAX_SIZE].bit_count() - (self.keep - day))
        return max(0, min(count, self.sun // rules.COMPLETE_COST))

    def grow(self, ground: Ground, day: int, nutrients: int) -> None:
        """Grows the trees that it can pay for: the tallest first, and of these the richest."""
        trees = self.trees
        left = LAST_DAY - day
        for size in range(MAX_SIZE - 1, max(-1, MAX_SIZE - 1 - left), -1):
            ready = trees[size] & ~self.dormant
            cost = rules.GROW_COST[size] + trees[size + 1].bit_count()
            while ready and cost <= self.sun:
                if size == MAX_SIZE - 1:
                    worth = nutrients - trees[MAX_SIZE].bit_count() + left * SUN_WORTH
                    if SUN_A_POINT * worth < cost + rules.COMPLETE_COST:
                        break
                tree = richest(ground, ready)
                ready ^= tree
                trees[size] ^= tree
                trees[size + 1] |= tree
                self.sun -= cost
                cost += 1

    def seed(self, ground: Ground, day: int, others: int) -> None:
        """Plants a seed if it has none, on a cell that is not beside an own tree. others: the
        rival's trees
        """
        trees, own = self.trees, self.board
        if trees[0] or day > SEED_UNTIL or own.bit_count() >= MANY:
            return
        reach = spread_out(trees[1] | spread_out(trees[2] | spread_out(trees[3])))
        free = reach & ground.usable & ~(others | spread_out(own))
        if free:
            lines, left = 0, own  # what its trees may shade
            while left:
                lines |= LINES[(left & -left).bit_length() - 1]
                left &= left - 1
            trees[0] = richest(ground, free & ~lines or free)


def richest(ground: Ground, board: int) -> int:
    """Returns a board of one cell: one of the richest cells of a board, which must not be empty."""
    rich = board & ground.lush or board & ground.fair or board
    return rich & -rich


def sell(mine: Side, other: Side, ground: Ground, counts: tuple[int, int], nutrients: int) -> int:
    """Sells `counts` trees of both players, one a turn each, the richest tall ones that are awake;
    returns the nutrients afterwards.
    """
    for turn in range(max(counts)):
        price = nutrients
        for side, count in zip((mine, other), counts, strict=True):
            if turn < count:
                tree = richest(ground, side.trees[MAX_SIZE] & ~side.dormant)
                side.trees[MAX_SIZE] ^= tree
                side.sun -= rules.COMPLETE_COST
                side.points += price + rules.bonus_sum(ground, tree)
                nutrients = max(0, nutrients - 1)
    return nutrients


def gather(mine: Side, other: Side, morning: State) -> None:
    """Gives both sides a morning's sun. morning: a state with the day, whose trees are changed"""
    for size in range(1, rules.SIZES):
        morning.trees[size] = mine.trees[size] | other.trees[size]
    morning.mine = mine.board
    sun = rules.morning_sun(morning, morning.day)
    mine.sun += sun >> rules.SUN_SHIFT
    other.sun += sun & rules.SUN_MASK
    mine.dormant = other.dormant = 0


def play_out(state: State, ground: Ground, keep: int, rival_keep: int) -> float:
    """Returns the value of a state if both continue by the rules, with these selling days."""
    mine, other = Side(state, OWN, keep), Side(state, RIVAL, rival_keep)
    awake = [side for seat, side in enumerate((mine, other)) if not state.asleep >> seat & 1]
    nutrients = state.nutrients
    morning = State()
    for day in range(state.day, rules.DAYS):
        if day > state.day:
            morning.day = day
            gather(mine, other, morning)
            awake = [mine, other]
        first = mine.sales(ground, day, nutrients) if mine in awake else 0
        second = other.sales(ground, day, nutrients) if other in awake else 0
        nutrients = sell(mine, other, ground, (first, second), nutrients)
        for side in awake:
            side.grow(ground, day, nutrients)
            rival = other if side is mine else mine
            side.seed(ground, day, rival.board | rival.trees[0])
    return mine.points - other.points + (mine.sun - other.sun) / SUN_A_POINT


def after(state: State, ground: Ground, action: int) -> State:
    """Returns the state after an action of this bot alone; the rival stays awake if it was."""
    later = State()
    assign(later, state)
    play(later, ground, action, rules.WAIT)
    later.asleep = state.asleep | int(action == rules.WAIT)
    return later


def seeds_to_try(state: State, ground: Ground, seeds: list[int]) -> list[int]:
    """Returns the most promising legal seeds, at most one for each target, none beside another
    seed.
    """
    own = rules.own_board(state, OWN)
    if state.trees[0] & own or state.day > SEED_UNTIL:
        return []
    trees = rules.all_trees(state) & own
    sources: dict[int, int] = {}
    for action in seeds:
        sources.setdefault(action & rules.CELL_MASK, action)

    def worth(target: int) -> float:
        in_line = (LINES[BIT_OF[target]] & trees).bit_count()
        beside = (spread_out(CELL_BOARD[target]) & trees).bit_count()
        return rules.bonus_sum(ground, CELL_BOARD[target]) - IN_LINE * in_line - BESIDE * beside

    targets = sorted(sources, key=worth, reverse=True)[:SEEDS_TRIED]
    return [sources[target] for target in targets]


def choose(state: State, ground: Ground) -> int:
    """Returns the best action of player 0; of equal ones the first, WAIT last."""
    completes, grows, seeds = legal_actions(state, ground, OWN)

    def worth(action: int) -> float:
        later = after(state, ground, action)
        ends = [[play_out(later, ground, keep, other) for other in RIVAL_KEEPS] for keep in KEEPS]
        return max(map(sum, ends))

    return max((*completes, *grows, *seeds_to_try(state, ground, seeds), rules.WAIT), key=worth)
