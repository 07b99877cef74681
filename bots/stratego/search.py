"""The kernels of the bot's search: one tree over random positions that agree with its knowledge."""

from bots.stratego import rules
from bots.stratego.evaluate import value
from bots.stratego.known import Belief, deal, weigh
from bots.stratego.params import Params
from bots.stratego.rules import AREA, EACH, Game
from common.kernel import Numbers, kernel, record
from common.rng import Dice, draw
from common.search import mcts_hidden
from common.search.mcts_hidden import Tree, plant


@record
class Setting:
    """The fixed part of a search."""

    params: Params
    you: int
    since: int  # the turn at the root
    belief: Belief


@kernel
def sample(game: Game, setting: Setting, dice: Dice) -> None:
    """Gives the opponent's hidden pieces random ranks."""
    deal(game, setting.belief, dice)


@kernel
def legal_moves(game: Game, setting: Setting, moves: Numbers[int]) -> int:
    """Lists the legal moves; none if the game is over."""
    if game.end != 0:
        return 0
    return rules.list_moves(game, moves)


@kernel
def mover(game: Game, setting: Setting) -> int:
    """Returns the player to move."""
    return game.to_move


@kernel
def play_move(game: Game, setting: Setting, move: int) -> None:
    """Plays a move."""
    rules.play(game, move)


@kernel
def rate(game: Game, setting: Setting, dice: Dice) -> float:
    """Returns Red's chance, 0..1."""
    return value(game, setting.params, setting.since)


@kernel
def secret(game: Game, setting: Setting, move: int) -> int:
    """Returns the rank of an opponent's piece that has not shown it; 0 for another piece."""
    piece = move // AREA
    is_secret = piece // EACH != setting.you and not game.is_shown[piece]
    return game.rank[piece] if is_secret else 0


iterate = mcts_hidden.bind(sample, legal_moves, mover, play_move, rate, secret, draw)


@record
class Memory:
    """The memory of the search. The bot loads start, setting and dice every turn."""

    start: Game
    setting: Setting
    dice: Dice
    world: Game
    tree: Tree


@kernel
def begin(memory: Memory) -> None:
    """Makes an empty tree for the view in `start`."""
    params = memory.setting.params
    weigh(memory.start, 1 - memory.setting.you, memory.setting.belief)
    memory.tree.is_greedy = params.is_greedy
    memory.tree.epsilon = params.epsilon
    memory.tree.exploration = params.exploration
    memory.tree.prior = params.prior
    plant(memory.tree)


@kernel
def think(memory: Memory, count: int) -> None:
    """Plays `count` iterations."""
    iterate(memory.tree, memory.start, memory.world, memory.setting, memory.dice, count)


ENTRIES = (begin, think)
