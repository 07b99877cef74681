"""The search of the bot, player 0: its moves and the rival's. evaluate.py rates states.

The rival's move of a turn is ordered when a node is opened; each of the bot's moves completes the
turn. The rival follows a plan, found by a short search for it, then a rule, next_act.
"""

from bots.tororo.evaluate import LAST_DAY, Node, Setting, fill_setting, rate, tally_of
from bots.tororo.rules import (
    CELL_MASK,
    CELL_SHIFT,
    COMPLETE,
    COMPLETE_COST,
    DAYS,
    GROW,
    KIND_SHIFT,
    LAST_KEY,
    SEED,
    SIZES,
    WAIT,
    Ground,
    State,
    all_trees,
    grow,
    grow_cost,
    key_of,
    make_dormant,
    next_day,
    own_board,
    plant,
    sell,
)
from bots.tororo.tables import CELL_AT, CELL_BOARD, CELLS, MAX_SIZE, NEAR, spread_out
from common.kernel import Numbers, Records, each, kernel, record, records
from common.search import beam
from common.search.beam import NOWHERE, POOL, Beam

# Moves by rank, the cheapest order of a day: complete; grow size 2, 1, 0; seed for nothing.
COMPLETING = 0
SEEDING = 4
RANKS = 5
LEAST_SUN = (4, 7, 3, 1, 0)  # that a move of a rank costs
RIVAL = 1
BELOW = (1 << 63) - 1  # all bits below one
KEEP_ALL = DAYS + CELLS  # a day until which all tall trees are kept


@kernel
def lowest_cell(board: int) -> int:
    """Returns the first cell of a board, which must not be empty."""
    return CELL_AT[(board - 1 & ~board & BELOW).bit_count()]


@kernel
def richest(ground: Ground, board: int) -> int:
    """Returns the first of the richest cells of a board, which must not be empty."""
    best = board & ground.lush
    if best == 0:
        best = board & ground.fair
    return lowest_cell(board if best == 0 else best)


@kernel
def ready(state: State, ground: Ground, player: int, rank: int) -> int:
    """Returns the cells for a move of a rank: those that the player can pay for and, for seeds and
    growth, whose tree can still be completed.
    """
    own = own_board(state, player)
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
    far = spread_out(state.trees[3] & awake)
    middle = spread_out(state.trees[2] & awake | far)
    targets = spread_out(state.trees[1] & awake | middle)
    taken = all_trees(state)
    return targets & ground.usable & ~(taken | spread_out(taken & own))


@kernel
def move_on(state: State, player: int, rank: int, cell: int) -> int:
    """Returns the move of a rank on a ready cell. A seed comes from the smallest tree in reach.

    For GROW the size replaces the other cell of a SEED.
    """
    if rank < SEEDING:
        kind = COMPLETE if rank == COMPLETING else GROW
        return kind << KIND_SHIFT | cell << CELL_SHIFT | MAX_SIZE - rank
    awake = own_board(state, player) & ~state.dormant
    sources = 0
    size = 0
    while sources == 0:
        size += 1
        sources = state.trees[size] & awake & NEAR[size][cell]
    return SEED << KIND_SHIFT | lowest_cell(sources) << CELL_SHIFT | cell


@kernel
def next_act(state: State, ground: Ground, player: int, keeps: int) -> int:
    """Returns the first possible move in the order of ranks, on the richest cell; WAIT if there is
    none.

    keeps: until that day, as many tall trees are kept as there are days left
    """
    sun = state.sun[player]
    tall = (state.trees[MAX_SIZE] & own_board(state, player)).bit_count()
    first = COMPLETING if tall > keeps - state.day else COMPLETING + 1
    for rank in each(RANKS):
        if rank >= first and sun >= LEAST_SUN[rank]:
            board = ready(state, ground, player, rank)
            if board != 0:
                return move_on(state, player, rank, richest(ground, board))
    return WAIT


@kernel
def grow_by(node: Node, setting: Setting, player: int, act: int) -> None:
    """Grows the player's tree, by an act of move_on, in the state and in the tally."""
    cell = act >> CELL_SHIFT & CELL_MASK
    size = act & MAX_SIZE
    grow(node.state, setting.ground, player, cell, size)
    place = player * SIZES + size << CELL_SHIFT | cell
    grown = place + (1 << CELL_SHIFT) & LAST_KEY
    node.tally += setting.tallies[grown] - setting.tallies[place & LAST_KEY]


@kernel
def pay(state: State, player: int, act: int) -> None:
    """Pays for a completion, or for a seed, which is free: the tree becomes dormant."""
    state.sun[player] -= COMPLETE_COST if act >> KIND_SHIFT == COMPLETE else 0
    make_dormant(state, act >> CELL_SHIFT & CELL_MASK)


@kernel
def finish(node: Node, setting: Setting, player: int, act: int, value: int) -> None:
    """Places a seed, or removes a completed tree for `value` points, in the state and in the
    tally.
    """
    place = player * SIZES << CELL_SHIFT
    if act >> KIND_SHIFT == SEED:
        cell = act & CELL_MASK
        plant(node.state, setting.ground, player, cell)
        node.tally += setting.tallies[place & LAST_KEY | cell]
    else:
        cell = act >> CELL_SHIFT & CELL_MASK
        sell(node.state, setting.ground, player, cell, value)
        node.tally -= setting.tallies[place + (MAX_SIZE << CELL_SHIFT) & LAST_KEY | cell]


@kernel
def end_turn(node: Node, setting: Setting, value: int) -> None:
    """Carries out the rival's ordered move. value: points for a completed tree"""
    act = node.state.pending[RIVAL]
    if act != WAIT:
        node.state.pending[RIVAL] = WAIT
        finish(node, setting, RIVAL, act, value)


@kernel
def by_plan(node: Node, setting: Setting) -> int:
    """Returns the next possible move of the rival's plan; NOWHERE at its end."""
    state = node.state
    while node.step > 0:
        move = setting.plan[node.step]
        node.step -= 1
        if move == WAIT:
            return WAIT
        is_seed = move >> KIND_SHIFT == SEED
        rank = SEEDING if is_seed else MAX_SIZE - (move & MAX_SIZE)
        cell = move >> (0 if is_seed else CELL_SHIFT) & CELL_MASK
        if ready(state, setting.ground, RIVAL, rank) & CELL_BOARD[cell] != 0:
            return move_on(state, RIVAL, rank, cell)
    return NOWHERE


@kernel
def let_rival_act(node: Node, setting: Setting) -> None:
    """Orders the rival's move of this turn, by plan or by the rule, if it is awake.

    By the rule the rival completes at most one tree a day, and all possible ones on the last day.
    """
    state = node.state
    if state.asleep >> RIVAL & 1 == 0:
        act = by_plan(node, setting)
        if act == NOWHERE:
            is_keeping = node.has_sold and state.day < LAST_DAY
            keeps = KEEP_ALL if is_keeping else setting.params.rival_keeps
            act = next_act(state, setting.ground, RIVAL, keeps)
        if act >> KIND_SHIFT == COMPLETE:
            node.has_sold = True
        if act >> KIND_SHIFT == GROW:
            grow_by(node, setting, RIVAL, act)
        elif act == WAIT:
            state.asleep |= 1 << RIVAL
        else:
            state.pending[RIVAL] = act
            pay(state, RIVAL, act)


@kernel
def list_moves(node: Node, setting: Setting, moves: Numbers[int]) -> int:
    """Lists WAIT, and the moves of the ranks that may follow on this day. Returns their number."""
    state = node.state
    moves[0] = WAIT
    count = 1
    if node.acts == setting.params.acts or state.asleep & 1 == 1:
        return count
    is_early = state.day < setting.params.first_complete
    sun = state.sun[0]
    first = max(node.rank, int(is_early))
    for rank in each(RANKS):
        if rank < first or sun < LEAST_SUN[rank]:
            continue
        board = ready(state, setting.ground, 0, rank)
        while board != 0:
            moves[count] = move_on(state, 0, rank, lowest_cell(board))
            count += 1
            board &= board - 1
    return count


@kernel
def end_day(node: Node, setting: Setting) -> None:
    """Lets the rival act until it sleeps, then begins the next day."""
    state = node.state
    while state.asleep >> RIVAL & 1 == 0:
        let_rival_act(node, setting)
        end_turn(node, setting, state.nutrients)
    node.rank = COMPLETING
    next_day(state)
    node.acts = 0
    node.has_sold = False


@kernel
def play_move(node: Node, setting: Setting, move: int) -> bool:
    """Completes the turn with the bot's move. After WAIT it ends the day and returns True."""
    state = node.state
    kind = move >> KIND_SHIFT
    value = state.nutrients
    if kind == WAIT:
        state.asleep |= 1
        end_turn(node, setting, value)
        end_day(node, setting)
        return True
    if kind == GROW:
        grow_by(node, setting, 0, move)
        node.rank = MAX_SIZE - (move & MAX_SIZE)
    else:
        node.rank = SEEDING if kind == SEED else COMPLETING
        pay(state, 0, move)
        rivals = state.pending[RIVAL]
        if kind == SEED and rivals >> KIND_SHIFT == SEED and (rivals ^ move) & CELL_MASK == 0:
            state.pending[RIVAL] = WAIT  # both seeds are lost; they were free
        else:
            finish(node, setting, 0, move, value)
    end_turn(node, setting, value)
    node.acts += 1
    return False


@kernel
def node_key(node: Node, setting: Setting) -> int:
    """Returns the key of the state; other fields of the node do not count."""
    return key_of(node.state)


expand = beam.bind(let_rival_act, list_moves, play_move, node_key, rate)


@record
class Memory:
    """The memory of the search. The bot loads start and setting."""

    start: Node
    setting: Setting
    is_planning: bool  # start is as the rival sees it
    beam: Beam
    states: Records[Node] = records(Node, POOL)


@kernel
def change_sides(memory: Memory) -> None:
    """Prepares the other player's beam. The best line so far becomes its rival's plan.

    A rival who is asleep has waited already. Keys stay: equal states still have equal keys.
    """
    params = memory.setting.params
    own = memory.beam
    plan = memory.setting.plan
    plan[1] = own.answer_move
    length = int(own.answer != NOWHERE)
    step = own.answer_step
    while step != NOWHERE:
        length += 1
        plan[length] = own.step_move[step]
        step = own.step_parent[step]
    state = memory.start.state
    memory.start.step = max(0, length - (state.asleep & 1))
    memory.is_planning = not memory.is_planning
    state.mine ^= all_trees(state)
    state.asleep = state.asleep >> 1 | (state.asleep & 1) << 1
    sun = state.sun[0]
    score = state.score[0]
    state.sun[0] = state.sun[1]
    state.score[0] = state.score[1]
    state.sun[1] = sun
    state.score[1] = score
    memory.start.tally = tally_of(state, memory.setting.ground, 0, SIZES)
    own.first_width = params.first_width
    own.last_width = params.last_width
    own.widest = params.widest
    own.trusted = params.trusted
    own.deepest = DAYS - state.day
    own.stages = min(params.horizon, own.deepest)
    beam.restart(own)


@kernel
def begin(memory: Memory) -> None:
    """Prepares a search from `start`."""
    fill_setting(memory.setting)
    memory.is_planning = False
    beam.clear(memory.beam)
    change_sides(memory)


@kernel
def think(memory: Memory, count: int) -> bool:
    """Expands `count` more states, the first ones for the plan. Returns False if there are no
    more.
    """
    own = memory.beam
    left = count
    if memory.is_planning:
        used = min(left, memory.setting.planned - own.expanded)
        left -= used
        expand(own, memory.states, memory.start, memory.setting, used)
        if own.is_done or own.expanded == memory.setting.planned:
            change_sides(memory)
    expand(own, memory.states, memory.start, memory.setting, left)
    return not own.is_done


ENTRIES = (begin, think)
