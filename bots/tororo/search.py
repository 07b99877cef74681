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
    seed_cost,
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
RIVAL = 1
SUN_A_POINT = 3
TREE_POINTS = 0.01  # of a tree at the end: it decides a tie
COMPLETE_POINTS = 1.33  # of the sun that a completion costs


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
    while rest != 0:
        reach |= ground.near[size * CELLS + (rest & -rest).bit_length() - 1]
        rest &= rest - 1
    return reach


@kernel
def ready(state: State, ground: Ground, player: int, rank: int) -> int:
    """Cells of the moves of a rank that can be paid for today and still bear fruit."""
    own = own_board(state, player)
    awake = own & ~state.dormant
    left = LAST_DAY - state.day
    if rank == COMPLETING:
        if state.sun[player] < COMPLETE_COST:
            return 0
        rich = ground.usable if state.nutrients > 1 else ground.fair | ground.lush
        return state.trees[MAX_SIZE] & awake & rich
    if rank < SEEDING:
        grown = MAX_SIZE - rank
        if left < rank or state.sun[player] < grow_cost(state, player, grown):
            return 0
        return state.trees[grown] & awake
    if left < SEEDING or seed_cost(state, player) > 0:
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
    tall = (state.trees[MAX_SIZE] & own_board(state, player)).bit_count()
    for rank in range(COMPLETING if tall > keeps - state.day else COMPLETING + 1, RANKS):
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
    for rank in range(max(node.rank, int(is_early)), RANKS):
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
def trees_worth(state: State, setting: Setting) -> float:
    """What the bot's trees promise in points, less `rival` times what the rival's do."""
    ground = setting.ground
    rival = setting.params.rival
    left = LAST_DAY - state.day
    value = setting.params.nutrients * float(state.nutrients) - COMPLETE_POINTS
    total = 0.0
    for size in range(MAX_SIZE, max(-1, MAX_SIZE - 1 - left), -1):
        trees = state.trees[size]
        if trees == 0:
            continue
        mine = trees & state.mine
        theirs = trees ^ mine
        number = float(mine.bit_count()) - rival * float(theirs.bit_count())
        bonus = float(bonus_sum(ground, mine)) - rival * float(bonus_sum(ground, theirs))
        total += setting.shares[size] * (value * number + bonus)
    return total


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
    memory.setting.shares[0] = params.seed
    memory.setting.shares[1] = params.small
    memory.setting.shares[2] = params.medium
    memory.setting.shares[3] = params.tall
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
