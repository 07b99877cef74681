"""Games for best-first minimax whose answer is known.

Pile   that of mcts_toys.py: take 1 to 3 stones by turns, who takes the last one wins; lost with a
       multiple of four. is_kind: taking exactly one stone last is a draw. Guesses mislead
Board  tic-tac-toe, of which nothing is guessed: all is equal, and a draw
Bush   a tree out of a hash, as the soil has it: as wide, as high, with as many ends; or one that
       never ends
"""

from typing import Any

from common.kernel import assign, kernel, record
from common.search.bestfirst import NONE, Tree, advance, best_child, bind, plant
from tests.common.mcts_toys import Nothing, Pile, list_takes, take
from tests.training.toy.rules import has_line

SURE = 2.0  # on the first move; a later end is worth less
STEP = 0.001

# ---- Pile


@kernel
def open_pile(pile: Pile, setting: Nothing, tree: Tree) -> int:
    """The takes; the last one wins, or draws."""
    count = list_takes(pile, setting, tree.moves)
    for index in range(count):
        left = pile.stones - tree.moves[index]
        tree.ends[index] = left == 0
        tree.values[index] = 0.25 * float(left * 7 % 5) - 0.5
        if left == 0:
            tree.values[index] = 0.0 if pile.is_kind and tree.moves[index] == 1 else SURE
    return count


search_pile = bind(open_pile, take)


# ---- Board
ALL = 511


@record
class Board:
    """Masks of the squares of the player to move and of the other."""

    own: int
    other: int


@kernel
def mark(board: Board, setting: Nothing, square: int) -> None:
    """A mark on a square."""
    own = board.own | 1 << square
    board.own = board.other
    board.other = own


@kernel
def open_board(board: Board, setting: Nothing, tree: Tree) -> int:
    """The free squares."""
    free = ALL & ~(board.own | board.other)
    count = 0
    for square in range(9):
        if free >> square & 1 == 1:
            is_won = has_line(board.own | 1 << square)
            tree.moves[count] = square
            tree.values[count] = SURE if is_won else 0.0
            tree.ends[count] = is_won or free == 1 << square
            count += 1
    return count


search_board = bind(open_board, mark)


# ---- Bush
MASK = (1 << 48) - 1


@record
class Bush:
    """A place in the tree. height: above the root."""

    key: int
    height: int


@record
class Soil:
    """least, most: children of a node. top: where all has ended, 0: nowhere. ends: how many of 100
    end before. grain: values are multiples of 1 / grain.
    """

    least: int
    most: int
    top: int
    ends: int
    grain: int


@kernel
def stirred(key: int, number: int) -> int:
    """48 bits that look like chance."""
    mixed = (key * 25214903917 + number * 1442695040888963 + 11) & MASK
    mixed ^= mixed >> 21
    mixed = mixed * 0x5DEECE66D & MASK
    return mixed ^ mixed >> 17


@kernel
def climb(bush: Bush, soil: Soil, branch: int) -> None:
    """To a child."""
    bush.key = stirred(bush.key, branch + 1)
    bush.height += 1


@kernel
def open_bush(bush: Bush, soil: Soil, tree: Tree) -> int:
    """Children of chance. A branch is its place times three, so that places are no moves."""
    count = soil.least + stirred(bush.key, -1) % (soil.most - soil.least + 1)
    for index in range(count):
        child = stirred(bush.key, 3 * index + 1)
        chance = stirred(child, -2)
        tree.moves[index] = 3 * index
        tree.ends[index] = bush.height + 1 == soil.top or chance % 100 < soil.ends
        if tree.ends[index]:
            worth = SURE - STEP * float(bush.height)
            tree.values[index] = worth * float(stirred(child, -3) % 3 - 1)
        else:
            points = stirred(child, -4) % (2 * soil.grain + 1) - soil.grain
            tree.values[index] = float(points) / float(soil.grain)
    return count


search_bush = bind(open_bush, climb)


@record
class Memory:
    """A bush with its search, as a bot has it."""

    start: Bush
    world: Bush
    soil: Soil
    tree: Tree


@kernel
def begin(memory: Memory, own: int, other: int) -> None:
    """Plants, or goes on below two moves."""
    if own == NONE:
        plant(memory.tree)
    else:
        advance(memory.tree, own, other)


@kernel
def think(memory: Memory, count: int) -> bool:
    """`count` iterations more."""
    return search_bush(memory.tree, memory.start, memory.world, memory.soil, count)


@kernel
def choose(memory: Memory) -> int:
    """The answer's node."""
    return best_child(memory.tree)


class Search:
    """A search from a state. kernel: iterate of a binding."""

    def __init__(self, kernel: Any, start: Any, setting: Any = None) -> None:
        self.iterate = kernel
        self.start, self.world = type(start)(), type(start)()
        assign(self.start, start)
        self.setting: Any = setting or Nothing()
        self.tree = Tree()
        plant(self.tree)

    def think(self, count: int) -> bool:
        """`count` iterations more; whether there is more to find."""
        found: bool = self.iterate(self.tree, self.start, self.world, self.setting, count)
        return found

    @property
    def best(self) -> int:
        """The answer, or NONE."""
        node = best_child(self.tree)
        return NONE if node == NONE else self.tree.move[node]


def pile(stones: int, is_kind: bool = False) -> Pile:
    """A pile to move from."""
    made = Pile()
    made.stones, made.is_kind = stones, is_kind
    return made


def bush(key: int) -> Bush:
    """A root."""
    made = Bush()
    made.key = key
    return made


def soil(least: int, most: int, top: int = 0, ends: int = 0, grain: int = 1000) -> Soil:
    """What a bush grows on."""
    made = Soil()
    made.least, made.most, made.top, made.ends, made.grain = least, most, top, ends, grain
    return made
