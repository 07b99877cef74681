"""Plays by Botzilla's method (docs/games/stratego.md): the search of that bot over our rules.

It has one tree, keyed by moves, over positions in which the hidden rival pieces have random ranks
that fit; epsilon-greedy selection; Botzilla's evaluation at the first new node, without a playout.
The answer is the root's child with the best mean. It runs in C if this machine has a compiler, else
on CPython.
"""

import os
from functools import cache
from math import pow

from bots.stratego import rules
from bots.stratego.rules import Game
from common.clock import Deadline
from common.engine import Engine
from common.kernel import Numbers, assign, kernel, numbers, record
from common.loop import Options
from common.native import Compiled
from common.rng import Dice, draw, make_dice
from common.search import mcts_hidden
from common.search.mcts_hidden import Tree, children, plant
from contests.stratego.lines import legal_moves

EPSILON = 0.35
NEARNESS = 0.35  # c
POWER = 8.0
BUDGET_MS = 500.0  # of the contest's second, as our own bot uses
MARGIN_MS = 10.0
ROUNDS = 100  # iterations between looks at the clock
TRIES = 50  # of a sample
REJECTIONS = 6  # a flag `row` rows in front of the last one is refused row in six times

# Red's pieces, and X and Y of each: Botzilla always plays these.
SETUP = "Flag Bomb Spy Marshal Miner Scout Scout General".split()
SETUP_PLACES = (0, 0), (1, 0), (2, 0), (0, 1), (1, 1), (1, 3), (5, 3), (9, 3)


@record
class Hidden:
    """The searcher's knowledge of hidden rival pieces.

    you: the searching player, 0 or 1
    left: the number of hidden pieces by rank
    before: work space for a copy of the game
    """

    you: int
    left: Numbers[int] = numbers(int, rules.RANKS)
    before: Game


@kernel
def draw_ranks(game: Game, hidden: Hidden, dice: Dice) -> bool:
    """Draws ranks for all UNKNOWN rival pieces in random order. Returns False if the remaining
    ranks do not fit.
    """
    left = numbers(int, rules.RANKS)
    for rank in range(rules.RANKS):
        left[rank] = hidden.left[rank]
    first = (1 - hidden.you) * rules.EACH
    for piece in range(first, first + rules.EACH):
        if game.rank[piece] == rules.UNKNOWN and game.cell[piece] != 0:
            fitting = 0
            for rank in range(1, rules.RANKS):
                if rules.can_move(rank) or not game.has_moved[piece]:
                    fitting += left[rank]
            if fitting == 0:
                return False
            roll = draw(dice, fitting)
            found = rules.UNKNOWN
            for rank in range(1, rules.RANKS):
                if found == rules.UNKNOWN and (rules.can_move(rank) or not game.has_moved[piece]):
                    roll -= left[rank]
                    if roll < 0:
                        found = rank
            left[found] -= 1
            game.rank[piece] = found
    return True


@kernel
def flag_row(game: Game, player: int) -> int:
    """Returns the number of rows between a player's flag and its last row."""
    for piece in range(player * rules.EACH, player * rules.EACH + rules.EACH):
        if game.rank[piece] == rules.FLAG:
            y = game.cell[piece] // rules.WIDTH - 1
            return y if player == 0 else 9 - y
    return 0


@kernel
def sample(game: Game, hidden: Hidden, dice: Dice) -> None:
    """Draws random ranks that fit. Samples are accepted more often if the flag is near the last
    row.
    """
    assign(hidden.before, game)
    for _ in range(TRIES):
        assign(game, hidden.before)
        fits = draw_ranks(game, hidden, dice)
        roll = draw(dice, REJECTIONS)
        if fits and roll >= flag_row(game, 1 - hidden.you):
            return


@kernel
def list_moves(game: Game, hidden: Hidden, moves: Numbers[int]) -> int:
    """Writes the legal moves and returns their number; 0 if the game is over."""
    if game.end != 0:
        return 0
    return rules.list_moves(game, moves)


@kernel
def mover(game: Game, hidden: Hidden) -> int:
    """Returns the player to move."""
    return game.to_move


@kernel
def play(game: Game, hidden: Hidden, move: int) -> None:
    """Plays a move."""
    rules.play(game, move)


@kernel
def rate(game: Game, hidden: Hidden, dice: Dice) -> float:
    """Returns Botzilla's value: 1 - (1 - (a + b) / (1 + c)) ** 8, from the searcher's side."""
    you = hidden.you
    if game.end != 0:
        won = 0.5 if game.winner < 0 else 1.0 if game.winner == you else 0.0
        return won if you == 0 else 1.0 - won
    own = 0.0
    rivals = 0.0
    flag = 0
    for piece in range(rules.PIECES):
        if game.cell[piece] != 0:
            if game.rank[piece] == rules.FLAG:
                if piece // rules.EACH != you:
                    flag = game.cell[piece]
            elif piece // rules.EACH == you:
                own += 1.0
            else:
                rivals += 1.0
    nearest = 20
    for piece in range(you * rules.EACH, you * rules.EACH + rules.EACH):
        at = game.cell[piece]
        if at != 0 and rules.can_move(game.rank[piece]):
            across = abs(at % rules.WIDTH - flag % rules.WIDTH)
            nearest = min(nearest, across + abs(at // rules.WIDTH - flag // rules.WIDTH))
    pieces = own / max(rivals, 1.0) / 7.0
    share = (pieces + NEARNESS / float(max(nearest, 1))) / (1.0 + NEARNESS)
    value = 1.0 - pow(1.0 - min(share, 1.0), POWER)
    return value if you == 0 else 1.0 - value


@kernel
def secret(game: Game, hidden: Hidden, move: int) -> int:
    """Returns 0: the search assumes that the opponent knows no more than the searcher."""
    return 0


iterate = mcts_hidden.bind(sample, list_moves, mover, play, rate, secret, draw)


@record
class Memory:
    """The memory of the search."""

    start: Game
    hidden: Hidden
    dice: Dice
    world: Game
    tree: Tree


@kernel
def begin(memory: Memory) -> None:
    """Makes an empty tree."""
    memory.tree.is_greedy = True
    memory.tree.epsilon = EPSILON
    plant(memory.tree)


@kernel
def think(memory: Memory, count: int) -> None:
    """Plays `count` more iterations."""
    iterate(memory.tree, memory.start, memory.world, memory.hidden, memory.dice, count)


ENTRIES = (begin, think)


@cache
def make_engine() -> Engine[Memory]:
    """Returns an engine with this process's kernels in C; on CPython after printing one line about
    it.
    """
    engines = Compiled(Memory, ENTRIES)
    engines.start(lambda: None)
    return engines.current(Deadline(BUDGET_MS, MARGIN_MS, iterations=1))  # waits for the compiler


def choose(view: Game, you: int, left: list[int], started: float) -> int:
    """Returns the move for `you`, by the arena's environment variables BOTSMITH_ITERATIONS, SEED
    and BUDGET.

    left: number of hidden rival pieces by rank
    started: the time when the turn's line came, in seconds of the clock
    """
    options, engine, hidden = Options(os.environ), make_engine(), Hidden()
    hidden.you = you
    hidden.left[:] = left
    view.max_turns = 1 << 40
    engine.load("start", view)
    engine.load("hidden", hidden)
    engine.load("dice", make_dice(options.seed * 10_000 + view.turn))
    engine.call(begin)
    budget_ms = BUDGET_MS * options.share
    margin_ms = min(MARGIN_MS, 0.8 * budget_ms)
    deadline = Deadline(budget_ms, margin_ms, started, iterations=options.iterations)
    for count in deadline.chunks(ROUNDS):
        engine.call(think, count)
    found = children(engine.memory.tree, 0)
    if not found:  # not even one iteration in time
        return legal_moves(view)[0]
    return max(found, key=lambda row: row[2])[0]
