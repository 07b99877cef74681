"""Games for MCTS whose answer is known.

Pile   take 1 to 3 stones by turns, who takes the last one wins: lost with a multiple of four
       is_kind: taking exactly one stone last is a draw, so that a pile of one is drawn
Cards  PASS pays 0.55, BET 1 with one of two hidden cards; after LOOK the opponent NODs (0.9) with
       the one and PUNISHes (0) with the other: 0.45 on average. So PASS is best; who thinks that
       the opponent chooses takes LOOK for 0, who forgets PUNISH takes it for 0.9
Door   GUARD pays 0.4; after LEAVE the opponent, who knows his card, ENTERs (1 with card 0, 0 with
       card 1) or STAYs (0.5): he enters with card 1 alone, so LEAVE pays 0.25. Who takes him for
       one who does not know it finds 0.5
Swamp  hundreds of moves that never end, of which the first is good: fills the pool
"""

from typing import Any

from common.kernel import Numbers, kernel, record
from common.rng import Dice, draw, make_dice
from common.search import mcts
from common.search.mcts_tree import PROVEN_0, PROVEN_1, PROVEN_DRAW, Tree, best_move, plant

# ---- Pile
MOST = 3


@record
class Pile:
    """Stones left, and who moves. is_kind: the last stone alone is a draw, not a win."""

    stones: int
    player: int
    taken: int  # by the last move
    is_kind: bool


@record
class Nothing:
    """No setting."""

    unused: int


@kernel
def no_sample(pile: Pile, setting: Nothing, dice: Dice) -> None:
    """Nothing is hidden."""
    return


@kernel
def list_takes(pile: Pile, setting: Nothing, moves: Numbers[int]) -> int:
    """Takes of 1 to 3, by the number taken."""
    count = min(MOST, pile.stones)
    for index in range(count):
        moves[index] = index + 1
    return count


@kernel
def pile_mover(pile: Pile, setting: Nothing) -> int:
    """Who moves."""
    return pile.player


@kernel
def take(pile: Pile, setting: Nothing, move: int) -> None:
    """Takes stones."""
    pile.stones -= move
    pile.taken = move
    pile.player = 1 - pile.player


@kernel
def rate_pile(pile: Pile, setting: Nothing, dice: Dice) -> float:
    """A random game to the end."""
    while pile.stones > 0:
        take_now = draw(dice, min(MOST, pile.stones))
        take(pile, setting, take_now + 1)
    if pile.is_kind and pile.taken == 1:
        return 0.5
    return 1.0 if pile.player == 1 else 0.0


@kernel
def no_pile_secret(pile: Pile, setting: Nothing, move: int) -> int:
    """Nobody knows more than the tree."""
    return 0


search_pile = mcts.bind(list_takes, pile_mover, take, rate_pile, draw, False)
solve_pile = mcts.bind(list_takes, pile_mover, take, rate_pile, draw, True)


# ---- Cards
PASS, BET, LOOK, NOD, PUNISH = 0, 1, 2, 3, 4
PASS_PAYS, NOD_PAYS = 0.55, 0.9
UNSEEN = -1
IN_HAND, LOOKED, PAID = 0, 1, 2


@record
class Cards:
    """card: 0 or 1, UNSEEN until it is sampled. paid: what player 0 has got."""

    card: int = UNSEEN
    stage: int
    paid: float
    samples: int


@kernel
def sample_card(cards: Cards, setting: Nothing, dice: Dice) -> None:
    """A fair coin."""
    cards.card = draw(dice, 2)
    cards.samples += 1


@kernel
def list_cards(cards: Cards, setting: Nothing, moves: Numbers[int]) -> int:
    """PASS, BET, LOOK; then the opponent's only reply."""
    if cards.stage == PAID:
        return 0
    if cards.stage == LOOKED:
        moves[0] = NOD if cards.card == 0 else PUNISH
        return 1
    for move in range(3):
        moves[move] = move
    return 3


@kernel
def cards_mover(cards: Cards, setting: Nothing) -> int:
    """Who moves."""
    return 1 if cards.stage == LOOKED else 0


@kernel
def play_card(cards: Cards, setting: Nothing, move: int) -> None:
    """Looks, or pays."""
    cards.stage = LOOKED if move == LOOK else PAID
    if move == PASS:
        cards.paid = PASS_PAYS
    elif move == BET:
        cards.paid = float(cards.card)
    elif move == NOD:
        cards.paid = NOD_PAYS


@kernel
def rate_cards(cards: Cards, setting: Nothing, dice: Dice) -> float:
    """What was paid; a hopeful guess before."""
    return cards.paid if cards.stage == PAID else 0.6


# ---- Door
GUARD, LEAVE, ENTER, STAY = 0, 1, 2, 3


@kernel
def list_doors(cards: Cards, setting: Nothing, moves: Numbers[int]) -> int:
    """GUARD, LEAVE; then ENTER, STAY."""
    if cards.stage == PAID:
        return 0
    first = ENTER if cards.stage == LOOKED else GUARD
    moves[0] = first
    moves[1] = first + 1
    return 2


@kernel
def play_door(cards: Cards, setting: Nothing, move: int) -> None:
    """Leaves, or pays."""
    cards.stage = LOOKED if move == LEAVE else PAID
    if move == GUARD:
        cards.paid = 0.4
    elif move == ENTER:
        cards.paid = 1.0 - float(cards.card)
    else:
        cards.paid = 0.5


@kernel
def his_card(cards: Cards, setting: Nothing, move: int) -> int:
    """The opponent's, when he moves."""
    return cards.card + 1 if cards.stage == LOOKED else 0


@kernel
def no_secret(cards: Cards, setting: Nothing, move: int) -> int:
    """Nobody knows more than the tree."""
    return 0


# ---- Swamp
WAYS = 250


@kernel
def list_ways(pile: Pile, setting: Nothing, moves: Numbers[int]) -> int:
    """WAYS, at once and always."""
    for index in range(WAYS):
        moves[index] = index
    return WAYS


@kernel
def wade(pile: Pile, setting: Nothing, move: int) -> None:
    """One step; way 0 counts."""
    pile.stones += int(move == 0)


@kernel
def rate_swamp(pile: Pile, setting: Nothing, dice: Dice) -> float:
    """Better with every step on way 0."""
    return 1.0 if pile.stones > 0 else 0.0


search_swamp = mcts.bind(list_ways, pile_mover, wade, rate_swamp, draw, False)


class Search:
    """A search from a state. kernel: iterate of a binding."""

    def __init__(self, kernel: Any, start: Any, seed: int = 1) -> None:
        self.iterate = kernel
        self.start = start
        self.world = type(start)()
        self.setting = Nothing()
        self.tree = Tree()
        self.dice = make_dice(seed)
        plant(self.tree)

    def think(self, count: int) -> "Search":
        """`count` iterations more."""
        self.iterate(self.tree, self.start, self.world, self.setting, self.dice, count)
        return self

    @property
    def best(self) -> int:
        """The answer."""
        return best_move(self.tree)


def pile(stones: int, player: int = 0, is_kind: bool = False) -> Pile:
    """Returns a pile to move from."""
    made = Pile()
    made.stones, made.player, made.is_kind = stones, player, is_kind
    return made


def pile_value(stones: int, is_kind: bool, taken: int = 0) -> float:
    """Returns what the player to move gets, by looking at all games."""
    if stones == 0:
        return 0.5 if is_kind and taken == 1 else 0.0
    return max(1.0 - pile_value(stones - t, is_kind, t) for t in range(1, min(3, stones) + 1))


def dump(tree: Any) -> list[Any]:
    """Returns all values of a tree but its tables, of its pools the slots in use."""
    values = [getattr(tree, name) for name in type(tree).kernel_fields if name != "roots"]
    return [value[: tree.used] if isinstance(value, list) else value for value in values]


def assert_proven(search: Any) -> None:
    """Asserts that a search from a pile proves what all games say, and then does no more."""
    search.think(20_000)
    tree, start, is_kind = search.tree, search.start, search.start.is_kind
    wanted = pile_value(start.stones, is_kind)
    got = {PROVEN_0: 0.0, PROVEN_DRAW: 0.5, PROVEN_1: 1.0}[tree.proof[tree.root]]
    assert (got if start.player == 0 else 1.0 - got) == wanted
    left = start.stones - search.best
    assert 1.0 - pile_value(left, is_kind, search.best) == wanted
    done = tree.iterations
    assert done < 20_000
    search.think(10)
    assert tree.iterations == done, "a proven root is not searched on"
