"""What the bot, player 0, searches: its moves, the rival's, and how good a forest is.

The rival's move of a turn is ordered when a node is opened; each of the bot's completes the turn.
"""

from bots.tororo.params import Params
from bots.tororo.rules import (
    CELL_MASK,
    CELL_SHIFT,
    COMPLETE,
    COMPLETE_COST,
    DAYS,
    GROW,
    KIND_SHIFT,
    SEED,
    SIZES,
    SUN_MASK,
    SUN_SHIFT,
    WAIT,
    Ground,
    State,
    all_trees,
    bonus_sum,
    grow_cost,
    key_of,
    morning_sun,
    next_day,
    order,
    own_board,
    settle,
    size_on,
)
from bots.tororo.tables import CELLS, MAX_SIZE
from common.bits import lowest
from common.kernel import Numbers, Records, kernel, numbers, record, records
from common.search import beam
from common.search.beam import POOL, Beam

LAST_DAY = DAYS - 1
# Moves by rank, the cheapest order of a day: complete; grow size 2, 1, 0; seed for nothing.
COMPLETING = 0
SEEDING = 4
RANKS = 5
LEAST_SUN = (4, 7, 3, 1, 0)  # that a move of a rank costs
RIVAL = 1
SUN_A_POINT = 3
TREE_POINTS = 0.01  # of a tree at the end: it decides a tie
COMPLETE_POINTS = 1.33  # of the sun that a completion costs
# A promise: trees << PROMISE_SHIFT, plus points for their ground; both in parts of 1 / PROMISE_ONE.
PROMISE_SHIFT = 32
PROMISE_HALF = 1 << PROMISE_SHIFT - 1
PROMISE_MASK = (1 << PROMISE_SHIFT) - 1
PROMISE_ONE = 65536.0


@record
class Node:
    """rank: the lowest of moves that may still follow today; acts: made by the search today."""

    state: State
    rank: int
    acts: int


@record
class Setting:
    """What stays as it is during a search. shares[size]: of its completion that a tree is worth."""

    ground: Ground
    params: Params
    shares: Numbers[float] = numbers(float, SIZES)


@kernel
def richest(ground: Ground, board: int) -> int:
    """The lowest of the richest cells of a board that is not empty."""
    best = board & ground.lush
    if best == 0:
        best = board & ground.fair
    return lowest(board if best == 0 else best)


@kernel
def reach_of(ground: Ground, board: int, size: int) -> int:
    """All cells within `size` steps of a cell of the board."""
    reach = 0
    rest = board
    start = size * CELLS - 1
    while rest != 0:
        reach |= ground.near[start + (rest & -rest).bit_length()]
        rest &= rest - 1
    return reach


@kernel
def ready(state: State, ground: Ground, player: int, rank: int) -> int:
    """Cells of the moves of a rank that can be paid for today and still bear fruit."""
    own = state.mine if player == 0 else ~state.mine
    awake = own & ~state.dormant
    if rank == COMPLETING:
        if state.sun[player] < COMPLETE_COST:
            return 0
        rich = ground.usable if state.nutrients > 1 else ground.fair | ground.lush
        return state.trees[MAX_SIZE] & awake & rich
    if rank < SEEDING:
        trees = state.trees[MAX_SIZE - rank] & awake
        if trees == 0 or LAST_DAY - state.day < rank:
            return 0
        return trees if grow_cost(state, player, MAX_SIZE - rank) <= state.sun[player] else 0
    if LAST_DAY - state.day < SEEDING or state.trees[0] & own != 0:
        return 0
    targets = 0
    for size in range(1, MAX_SIZE + 1):
        targets |= reach_of(ground, state.trees[size] & awake, size)
    taken = all_trees(state)
    return targets & ground.usable & ~(taken | reach_of(ground, taken & own, 1))


@kernel
def move_on(state: State, ground: Ground, player: int, rank: int, cell: int) -> int:
    """The move of a rank on a cell that is ready; the smallest tree that can seeds it."""
    if rank < SEEDING:
        kind = COMPLETE if rank == COMPLETING else GROW
        return kind << KIND_SHIFT | cell << CELL_SHIFT
    awake = own_board(state, player) & ~state.dormant
    sources = 0
    size = 0
    while sources == 0:
        size += 1
        sources = state.trees[size] & awake & ground.near[size * CELLS + cell]
    return SEED << KIND_SHIFT | lowest(sources) << CELL_SHIFT | cell


@kernel
def next_act(state: State, ground: Ground, player: int, keeps: int) -> int:
    """The first move that there is, on the richest cell; WAIT if there is none.

    keeps: until that day, so many tall trees are kept as there are days left.
    """
    sun = state.sun[player]
    tall = (state.trees[MAX_SIZE] & own_board(state, player)).bit_count()
    for rank in range(COMPLETING if tall > keeps - state.day else COMPLETING + 1, RANKS):
        if sun >= LEAST_SUN[rank]:
            board = ready(state, ground, player, rank)
            if board != 0:
                return move_on(state, ground, player, rank, richest(ground, board))
    return WAIT


@kernel
def let_rival_act(node: Node, setting: Setting) -> None:
    """Orders the rival's move of this turn, if it is awake."""
    state = node.state
    if state.asleep >> RIVAL & 1 == 0:
        act = next_act(state, setting.ground, RIVAL, setting.params.rival_keeps)
        order(state, setting.ground, RIVAL, act)


@kernel
def list_moves(node: Node, setting: Setting, moves: Numbers[int]) -> int:
    """WAIT, and the moves of the ranks that may follow on this day."""
    state = node.state
    moves[0] = WAIT
    count = 1
    if node.acts == setting.params.acts:
        return count
    is_early = state.day < setting.params.first_complete
    sun = state.sun[0]
    for rank in range(max(node.rank, int(is_early)), RANKS):
        if sun < LEAST_SUN[rank]:
            continue
        board = ready(state, setting.ground, 0, rank)
        while board != 0:
            moves[count] = move_on(state, setting.ground, 0, rank, lowest(board))
            count += 1
            board &= board - 1
    return count


@kernel
def play_move(node: Node, setting: Setting, move: int) -> bool:
    """Completes the turn with the bot's move. After WAIT the rival ends the day: then True."""
    state = node.state
    order(state, setting.ground, 0, move)
    settle(state, setting.ground)
    if move != WAIT:
        kind = move >> KIND_SHIFT
        node.rank = SEEDING if kind == SEED else COMPLETING
        if kind == GROW:
            node.rank = SEEDING - size_on(state, move >> CELL_SHIFT & CELL_MASK)
        node.acts += 1
        return False
    while state.asleep >> RIVAL & 1 == 0:
        let_rival_act(node, setting)
        settle(state, setting.ground)
    next_day(state, setting.ground)
    node.rank = COMPLETING
    node.acts = 0
    return True


@kernel
def node_key(node: Node, setting: Setting) -> int:
    """The key of the state: the rank follows from the way there and is left out."""
    return key_of(node.state, setting.ground)


@kernel
def fill_promises(setting: Setting) -> None:
    """What each tree promises, the rival's `rival` times against the bot's."""
    ground = setting.ground
    setting.shares[0] = setting.params.seed
    setting.shares[1] = setting.params.small
    setting.shares[2] = setting.params.medium
    setting.shares[3] = setting.params.tall
    for size in range(SIZES):
        for cell in range(CELLS):
            share = round(PROMISE_ONE * setting.shares[size])
            theirs = round(PROMISE_ONE * setting.shares[size] * setting.params.rival)
            bonus = bonus_sum(ground, 1 << cell)
            ground.promises[size * CELLS + cell] = (share << PROMISE_SHIFT) + bonus * share
            place = (SIZES + size) * CELLS + cell
            ground.promises[place] = -(theirs << PROMISE_SHIFT) - bonus * theirs


@kernel
def promise_of(state: State, setting: Setting, least: int) -> int:
    """The sum over all trees of at least this size."""
    promise = 0
    for size in range(least, SIZES):
        rest = state.trees[size]
        while rest != 0:
            cell = (rest & -rest).bit_length() - 1
            place = size * CELLS + cell
            if state.mine >> cell & 1 == 0:
                place += SIZES * CELLS
            promise += setting.ground.promises[place]
            rest &= rest - 1
    return promise


@kernel
def trees_worth(state: State, setting: Setting) -> float:
    """Points that the trees promise which can still be completed, the rival's against the bot's."""
    promise = state.promise
    least = MAX_SIZE - (LAST_DAY - state.day)
    if least > 0:
        promise = promise_of(state, setting, least)
    number = float(promise >> PROMISE_SHIFT) / PROMISE_ONE
    bonus = float((promise + PROMISE_HALF & PROMISE_MASK) - PROMISE_HALF) / PROMISE_ONE
    value = setting.params.nutrients * float(state.nutrients) - COMPLETE_POINTS
    return value * number + bonus


@kernel
def rate(node: Node, setting: Setting, is_morning: bool) -> float:
    """Points that the bot is ahead: scored, as sun, promised by trees."""
    state = node.state
    params = setting.params
    rival = params.rival
    if state.day == DAYS:
        mine = state.score[0] + state.sun[0] // SUN_A_POINT
        theirs = state.score[1] + state.sun[1] // SUN_A_POINT
        trees = all_trees(state)
        ties = 2 * (trees & state.mine).bit_count() - trees.bit_count()
        return float(mine) - rival * float(theirs) + TREE_POINTS * float(ties)
    left = LAST_DAY - state.day
    lead = float(state.sun[0]) - rival * float(state.sun[1])
    weight = params.decay if is_morning else params.inside
    days = params.unrolled if is_morning else 1
    for day in range(state.day + 1, state.day + 1 + min(left, days)):
        sun = morning_sun(state, day)
        lead += weight * (float(sun >> SUN_SHIFT) - rival * float(sun & SUN_MASK))
        weight *= params.decay
    sun_points = params.sun_late + (params.sun_early - params.sun_late) * float(left) / 23.0
    points = float(state.score[0]) - rival * float(state.score[1])
    return points + sun_points * lead + trees_worth(state, setting)


expand = beam.bind(let_rival_act, list_moves, play_move, node_key, rate)


@record
class Memory:
    """All that the search works on; the bot loads start and setting."""

    start: Node
    setting: Setting
    scratch: Node
    beam: Beam
    states: Records[Node] = records(Node, POOL)


@kernel
def begin(memory: Memory) -> None:
    """Makes ready for a search from `start`."""
    params = memory.setting.params
    fill_promises(memory.setting)
    memory.start.state.promise = promise_of(memory.start.state, memory.setting, 0)
    memory.beam.first_width = params.first_width
    memory.beam.last_width = params.last_width
    memory.beam.trusted = params.trusted
    memory.beam.deepest = DAYS - memory.start.state.day if params.acts > 1 else 1
    memory.beam.stages = min(params.horizon, memory.beam.deepest)
    beam.begin(memory.beam)


@kernel
def think(memory: Memory, count: int) -> None:
    """Expands `count` states more."""
    expand(memory.beam, memory.states, memory.start, memory.scratch, memory.setting, count)


ENTRIES = (begin, think)
