"""Monte Carlo tree search with full playouts and a solver; the tree is kept between turns."""

from bots.uttt.params import Params
from bots.uttt.playout import Tables, fill_tables, playout
from bots.uttt.rules import ANY_BOARD, BOARDS, State, is_over, list_cells, outcome, play
from bots.uttt.tables import FULL, HAS_LINE, SQUARES
from common.kernel import Numbers, kernel, record
from common.rng import Dice, draw
from common.search.mcts import bind
from common.search.mcts_tree import OPEN, POOL, Tree, advance, copy_some

NO_CELL = -1


@kernel
def winning_cell(state: State) -> int:
    """Returns the first cell that ends a line of boards for the mover, or NO_CELL."""
    won = state.won[state.player]
    boards = state.open if state.forced == ANY_BOARD else 1 << state.forced
    while boards != 0:
        bit = boards & -boards
        if HAS_LINE[won | bit]:
            board = bit.bit_length() - 1
            own = state.marks[state.player * BOARDS + board]
            free = FULL & ~(own | state.marks[(1 - state.player) * BOARDS + board])
            for square in range(SQUARES):
                if free >> square & 1 == 1 and HAS_LINE[own | 1 << square]:
                    return board * SQUARES + square
        boards ^= bit
    return NO_CELL


@kernel
def list_moves(state: State, tables: Tables, cells: Numbers[int]) -> int:
    """Lists the legal cells, or just one that wins.

    A winning move among many others would be tried late, while random games lower the value of the
    moves that led to it.
    """
    if is_over(state):
        return 0
    cell = winning_cell(state)
    if cell != NO_CELL:
        cells[0] = cell
        return 1
    return list_cells(state, cells)


@kernel
def mover(state: State, tables: Tables) -> int:
    """Returns the player to move."""
    return state.player


@kernel
def put(state: State, tables: Tables, cell: int) -> None:
    """Puts a mark on a cell."""
    play(state, cell)


@kernel
def rate(state: State, tables: Tables, dice: Dice) -> float:
    """Returns player 0's result, 1, 0.5 or 0: by the rules, by a win one mark away, or by a random
    game.
    """
    result = 0
    if is_over(state):
        result = outcome(state)
    elif winning_cell(state) != NO_CELL:
        result = 1 - 2 * state.player
    else:
        result = playout(state, tables, dice)
    return 0.5 + 0.5 * float(result)


iterate = bind(list_moves, mover, put, rate, draw, is_solving=True)


@record
class Memory:
    """The memory of the search. The bot loads params, start and dice."""

    params: Params
    start: State
    dice: Dice
    world: State
    tables: Tables
    tree: Tree


@kernel
def begin(memory: Memory, own: int, other: int) -> None:
    """Prepares a search from `start`, on the tree below the cells own and other, played since the
    last search (-1 -1: none).
    """
    tree = memory.tree
    memory.tables.moves = 0
    tree.exploration = memory.params.exploration
    tree.urgency = memory.params.urgency
    if memory.tables.used == 0:
        fill_tables(memory.tables)
    if advance(tree, own):
        advance(tree, other)


@kernel
def tidy(memory: Memory) -> None:
    """Copies the tree in one step, for play by fixed work."""
    copy_some(memory.tree, POOL)


@kernel
def think(memory: Memory, count: int) -> bool:
    """Plays `count` more iterations. Returns False once the game's result is known."""
    tree = memory.tree
    iterate(tree, memory.start, memory.world, memory.tables, memory.dice, count)
    return tree.proof[tree.root] == OPEN


ENTRIES = (begin, tidy, think)
