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
KEEP_ALL = DAYS + CELLS  # a day until which all tall trees are kept
TREE_POINTS = 0.01  # of a tree at the end: it decides a tie
# A tally of all trees: a field for each size with the number of the bot's, a field with its points
# for their ground, and the same of the rival's. What a tree brings there grows with its size.
FIELD = 6  # bits
FIELD_MASK = (1 << FIELD) - 1
GROUND_SHIFT = SIZES * FIELD
GROUND_MASK = 127
GROUND_SHARES = (0, 1, 2, 4)  # of a tree's ground that count, by its size, of 4
GROUND_POINTS = 0.5  # of a unit in the field: 8 for the 4 points of a tall tree in the middle
SIDE = 31  # bits of a player
SIDE_MASK = (1 << SIDE) - 1
KNOTS = (6, 12, 18, 23)  # days for which parameters stand
# Nutrients in the morning of each day, mean of 379 matches of the bot against itself.
USUAL_NUTRIENTS = (20.0,) * 11 + (
    19.5,
    18.8,
    17.7,
    16.1,
    14.8,
    13.6,
    12.4,
    11.2,
    10.4,
    9.4,
    8.7,
    8.0,
    6.6,
)


@record
class Node:
    """rank: the lowest of moves that may still follow today; acts: made by the search today;
    has_sold: whether the rival has completed a tree today.
    """

    state: State
    rank: int
    acts: int
    has_sold: bool


@record
class Setting:
    """What stays as it is during a search. Of each day: points of a sun in hand, of a sun to come,
    of a tree of each size, and times its ground counts.
    """

    ground: Ground
    params: Params
    sun: Numbers[float] = numbers(float, DAYS)
    income: Numbers[float] = numbers(float, DAYS)
    small: Numbers[float] = numbers(float, DAYS)
    medium: Numbers[float] = numbers(float, DAYS)
    tall: Numbers[float] = numbers(float, DAYS)
    bonus: Numbers[float] = numbers(float, DAYS)


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
    """Orders the rival's move of this turn, if it is awake.

    It completes one tree a day at most, on the last day all it can.
    """
    state = node.state
    if state.asleep >> RIVAL & 1 == 0:
        is_keeping = node.has_sold and state.day < LAST_DAY
        keeps = KEEP_ALL if is_keeping else setting.params.rival_keeps
        act = next_act(state, setting.ground, RIVAL, keeps)
        if act >> KIND_SHIFT == COMPLETE:
            node.has_sold = True
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
    node.has_sold = False
    return True


@kernel
def node_key(node: Node, setting: Setting) -> int:
    """The key of the state: the rank follows from the way there and is left out."""
    return key_of(node.state, setting.ground)


@kernel
def part(day: int, knot: int) -> float:
    """How far a day is on the way from a knot to the next."""
    return float(day - KNOTS[knot]) / float(KNOTS[knot + 1] - KNOTS[knot])


@kernel
def spread(row: Numbers[float], first: float, second: float, third: float, fourth: float) -> None:
    """Values of all days from those of the four KNOTS."""
    for day in range(DAYS):
        row[day] = first
        if day >= KNOTS[2]:
            row[day] = third + (fourth - third) * part(day, 2)
        elif day >= KNOTS[1]:
            row[day] = second + (third - second) * part(day, 1)
        elif day >= KNOTS[0]:
            row[day] = first + (second - first) * part(day, 0)


@kernel
def fill_tallies(setting: Setting) -> None:
    """How a tree is counted, and what it is worth on each day."""
    ground = setting.ground
    for size in range(SIZES):
        for cell in range(CELLS):
            halves = bonus_sum(ground, 1 << cell) // 2 * GROUND_SHARES[size]
            tally = (1 << size * FIELD) + (halves << GROUND_SHIFT)
            ground.tallies[size * CELLS + cell] = tally
            ground.tallies[(SIZES + size) * CELLS + cell] = tally << SIDE
    params = setting.params
    spread(setting.sun, params.sun_6, params.sun_12, params.sun_18, params.sun_23)
    spread(setting.income, params.income_6, params.income_12, params.income_18, params.income_23)
    spread(setting.small, params.small_6, params.small_12, params.small_18, params.small_23)
    spread(setting.medium, params.medium_6, params.medium_12, params.medium_18, params.medium_23)
    spread(setting.tall, params.tall_6, params.tall_12, params.tall_18, params.tall_23)
    spread(
        setting.bonus,
        GROUND_POINTS * params.bonus_6,
        GROUND_POINTS * params.bonus_12,
        GROUND_POINTS * params.bonus_18,
        GROUND_POINTS * params.bonus_23,
    )


@kernel
def tally_of(state: State, setting: Setting, least: int) -> int:
    """The sum over all trees of at least this size."""
    tally = 0
    for size in range(least, SIZES):
        rest = state.trees[size]
        while rest != 0:
            cell = (rest & -rest).bit_length() - 1
            place = size * CELLS + cell
            if state.mine >> cell & 1 == 0:
                place += SIZES * CELLS
            tally += setting.ground.tallies[place]
            rest &= rest - 1
    return tally


@kernel
def side_worth(setting: Setting, day: int, tally: int, tall: float) -> float:
    """Points for the trees of one side of a tally; `tall` for each of size 3."""
    return (
        setting.params.seed * float(tally & FIELD_MASK)
        + setting.small[day] * float(tally >> FIELD & FIELD_MASK)
        + setting.medium[day] * float(tally >> 2 * FIELD & FIELD_MASK)
        + tall * float(tally >> 3 * FIELD & FIELD_MASK)
        + setting.bonus[day] * float(tally >> GROUND_SHIFT & GROUND_MASK)
    )


@kernel
def trees_worth(state: State, setting: Setting) -> float:
    """Points for the trees that can still be completed, the rival's against the bot's."""
    tally = state.tally
    day = state.day
    least = MAX_SIZE - (LAST_DAY - day)
    if least > 0:
        tally = tally_of(state, setting, least)
    spare = float(state.nutrients) - USUAL_NUTRIENTS[day]
    tall = setting.tall[day] + setting.params.nutrients * spare
    mine = side_worth(setting, day, tally & SIDE_MASK, tall)
    return mine - setting.params.rival * side_worth(setting, day, tally >> SIDE, tall)


@kernel
def rate(node: Node, setting: Setting, is_morning: bool) -> float:
    """Points that the bot is ahead: scored, as sun, of its trees."""
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
    lead = 0.0
    weight = params.decay if is_morning else params.inside
    days = params.unrolled if is_morning else 1
    for day in range(state.day + 1, state.day + 1 + min(left, days)):
        sun = morning_sun(state, day)
        lead += weight * (float(sun >> SUN_SHIFT) - rival * float(sun & SUN_MASK))
        weight *= params.decay
    points = float(state.score[0]) - rival * float(state.score[1])
    points += setting.sun[state.day] * (float(state.sun[0]) - rival * float(state.sun[1]))
    return points + setting.income[state.day] * lead + trees_worth(state, setting)


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
    fill_tallies(memory.setting)
    memory.start.state.tally = tally_of(memory.start.state, memory.setting, 0)
    memory.beam.first_width = params.first_width
    memory.beam.last_width = params.last_width
    memory.beam.widest = params.widest
    memory.beam.trusted = params.trusted
    memory.beam.deepest = DAYS - memory.start.state.day if params.acts > 1 else 1
    memory.beam.stages = min(params.horizon, memory.beam.deepest)
    beam.clear(memory.beam)


@kernel
def think(memory: Memory, count: int) -> None:
    """Expands `count` states more."""
    expand(memory.beam, memory.states, memory.start, memory.scratch, memory.setting, count)


ENTRIES = (begin, think)
