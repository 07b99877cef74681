# tororo: a CodinGame bot in one file, made by Botsmith from readable sources
# revision    3cd062a5fd23 
# content     77442bfe3c4c5bc0
# flavour     pure
# size           70,800 of 100,000 UTF-16 units
# parameters  sun_6 = 0.96, sun_12 = 0.91, sun_18 = 0.68, sun_23 = 0.45, income_6 = 0.84,
#             income_12 = 0.75, income_18 = 0.3, income_23 = 0.15, tall_6 = 8.0, tall_12 = 8.4,
#             tall_18 = 5.6, tall_23 = 3.1, medium_6 = 2.0, medium_12 = 2.7, medium_18 = 2.2,
#             medium_23 = 0.0, small_6 = 0.0, small_12 = 0.5, small_18 = 0.8, small_23 = 0.0,
#             bonus_6 = 0.0, bonus_12 = 0.8, bonus_18 = 1.0, bonus_23 = 0.95, seed = 0.5,
#             nutrients = 0.47, decay = 0.95, unrolled = 6, inside = 5.0, rival = 0.65,
#             first_complete = 11, rival_keeps = 18, horizon = 4, acts = 12, first_width = 32,
#             last_width = 500, widest = 2048, trusted = 4, first_ms = 820.0, margin_ms = 12.0
#
# Every source stands below as it was written. To tune the bot, change a number and play.
# Line numbers in tracebacks are those of this file.

import sys as __stickytape_sys

__stickytape_modules = {}  # path: source, filled below


def __stickytape_write_module(path, contents):
    """Keeps a module, moved down by blank lines so that its line numbers are those of this file."""
    line = __stickytape_sys._getframe(1).f_lineno
    __stickytape_modules[path] = b"\n" * (line - 1) + contents.expandtabs(4)


# ==== bots/tororo/params.py ====
__stickytape_write_module('bots/tororo/params.py', rb'''
"""The bot's tunable numbers, as `name: type = value  # low..high unit: meaning`."""

from common.kernel import record


@record
class Params:
    """A number changed here is in force in every engine."""

    # --- the worth of a state, in points. NAME_DAY is for that day's morning: linear between two
    # days, before day 6 as on it
    sun_6: float = 0.96  # 0..2 points: a sun in hand
    sun_12: float = 0.91  # 0..2 points
    sun_18: float = 0.68  # 0..2 points
    sun_23: float = 0.45  # 0..2 points
    income_6: float = 0.84  # 0..2 points: a sun of the coming days, trees as they stand
    income_12: float = 0.75  # 0..2 points
    income_18: float = 0.3  # 0..2 points
    income_23: float = 0.15  # 0..2 points
    tall_6: float = 8.0  # 0..20 points: a tree of size 3, besides its sun
    tall_12: float = 8.4  # 0..20 points
    tall_18: float = 5.6  # 0..20 points
    tall_23: float = 3.1  # 0..20 points
    medium_6: float = 2.0  # 0..10 points: a tree of size 2
    medium_12: float = 2.7  # 0..10 points
    medium_18: float = 2.2  # 0..10 points
    medium_23: float = 0.0  # 0..10 points
    small_6: float = 0.0  # 0..5 points: a tree of size 1
    small_12: float = 0.5  # 0..5 points
    small_18: float = 0.8  # 0..5 points
    small_23: float = 0.0  # 0..5 points
    bonus_6: float = 0.0  # 0..2 times: points for the ground of a tall tree; of smaller ones less
    bonus_12: float = 0.8  # 0..2 times
    bonus_18: float = 1.0  # 0..2 times
    bonus_23: float = 0.95  # 0..2 times
    seed: float = 0.5  # 0..5 points: a seed
    nutrients: float = 0.47  # 0..1 times: nutrients above the usual, for each tall tree
    decay: float = 0.95  # 0.5..1 times: sun of each further day
    unrolled: int = 6  # 1..23 days: of sun that are counted at the end of a day
    inside: float = 5.0  # 0..23 days: for which tomorrow's sun stands, inside of a day
    rival: float = 0.65  # 0..2 times: the rival's points, against the own

    first_complete: int = 11  # 0..23 day: none is completed before
    rival_keeps: int = 18  # 0..40 day: tall trees kept, as many as days are left

    # --- the search
    horizon: int = 4  # 1..24 days looked ahead
    acts: int = 12  # 1..40 own moves tried on a day; with horizon 1, 1 is one-action-deep
    first_width: int = 32  # 1..200 states: of each layer in the first pass
    last_width: int = 500  # 1..2048 states: from which on passes become deeper
    widest: int = 2048  # 1..2048 states: of passes to the last day
    trusted: int = 4  # 1..24 days: depth at which a wider pass counts

    # --- the clock
    first_ms: float = 820.0  # 100..950 ms: used of the first 1000, whose clock is ahead
    margin_ms: float = 12.0  # 2..40 ms: kept from each turn besides the pauses met
''')


# ==== bots/tororo/bot.py ====
__stickytape_write_module('bots/tororo/bot.py', rb'''
"""The Tororo bot."""

import json
from collections.abc import Mapping

from bots.tororo import protocol
from bots.tororo.params import Params
from bots.tororo.protocol import format_action
from bots.tororo.rules import NOTHING, State, change_tree, gather, make_ground
from bots.tororo.search import Memory, Node, Setting, begin, next_act, think
from bots.tororo.tables import CELLS
from common.clock import Deadline
from common.engine import Engine, Engines
from common.kernel import assign
from common.loop import Value, run
from common.search.beam import NOWHERE, describe
from common.stdio import LineReader

TURN_MS = 100.0
WARM_UP = 60  # states expanded before the first line
WARM_UP_TREES = ((0, 19, 2), (0, 22, 3), (1, 28, 2), (1, 31, 3))  # player, cell, size


class TororoBot:
    """Plays as player 0 of its own view of the forest."""

    turn_ms = TURN_MS

    def __init__(self, params: Params, engines: Engines) -> None:
        self.params = params
        self.engines = engines
        self.first_ms = params.first_ms
        self.margin_ms = params.margin_ms
        self.setting = Setting()
        self.state = State()
        self.number = -1  # of the turn that was read last
        self.engine: Engine = engines.python  # of the last search
        self.search_ms = 0.0

    def prepare(self, seed: int) -> None:
        """Nothing is random: the seed plays no part."""
        params = self.setting.params
        assign(params, self.params)
        params.last_width = params.widest = min(WARM_UP, params.last_width)  # both pools hold it
        ground = self.setting.ground
        assign(ground, make_ground([1] * CELLS))
        state = self.state  # made up, to fill caches
        for player, cell, size in WARM_UP_TREES:
            change_tree(state, ground, player, cell, NOTHING, size)
        gather(state, ground)
        self._search(Deadline(TURN_MS, 0.0, iterations=WARM_UP))
        assign(params, self.params)
        self.engines.start()

    def read_start(self, reader: LineReader) -> None:
        assign(self.setting.ground, protocol.read_ground(reader))

    def read_turn(self, reader: LineReader) -> None:
        self.number += 1
        self.state = State()  # in force if the lines cannot be read
        self.state = protocol.read_turn(reader, self.setting.ground)

    def answer(self, deadline: Deadline) -> list[str]:
        engine = self._search(deadline)
        action = int(engine.read("beam.answer"))
        return self.fallback() if action == NOWHERE else [format_action(action)]

    def _search(self, deadline: Deadline) -> Engine:
        """Searches until the deadline; the engine holds what was found."""
        engine = self.engine = self.engines.current(deadline)
        node = Node()
        assign(node.state, self.state)
        engine.load("start", node)
        engine.load("setting", self.setting)
        engine.call(begin)
        for count in deadline.chunks(engine.pace**2):
            engine.call(think, count)
        self.search_ms = deadline.search_ms
        return engine

    def fallback(self) -> list[str]:
        """What a plausible player does."""
        ground, keeps = self.setting.ground, self.params.rival_keeps
        return [format_action(next_act(self.state, ground, 0, keeps))]

    def stats(self) -> Mapping[str, Value]:
        read = self.engine.read
        return {
            "iterations": round(read("beam.expanded")),
            "simulated_turns": round(read("beam.made")),
            "nodes": round(read("beam.expanded")),
            "evaluations": round(read("beam.evaluations")),
            "ucb": 0,
            "depth": round(read("beam.answer_stages")),
            "search_ms": round(self.search_ms, 3),
            "engine": self.engine.name,
        }

    def explain(self) -> str:
        units = [{"unit": 0, **describe(self.engine, "beam", format_action)}]
        return json.dumps({"turn": self.number, "units": units})


def main(engines: Engines | None = None) -> None:
    """Plays on stdin and stdout; a compiled bundle brings other engines."""
    run(TororoBot(Params(), engines or Engines(Memory)))
''')


# ==== bots/tororo/search.py ====
__stickytape_write_module('bots/tororo/search.py', rb'''
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
    beam.begin(memory.beam)


@kernel
def think(memory: Memory, count: int) -> None:
    """Expands `count` states more."""
    expand(memory.beam, memory.states, memory.start, memory.scratch, memory.setting, count)


ENTRIES = (begin, think)
''')


# ==== bots/tororo/rules.py ====
__stickytape_write_module('bots/tororo/rules.py', rb'''
"""Tororo (Spring Challenge 2021) from the bronze league up: the rules, for bot and referee.

A day: `gather`, turns of both players until both sleep, `next_day`. A turn: `order` for each player
who is awake, `settle`. An action: WAIT, or kind << KIND_SHIFT | cell << CELL_SHIFT | other cell.
Source: docs/games/tororo.md.
"""

from bots.tororo.tables import (
    CELLS,
    GRID,
    GRID_LEFT,
    GRID_PLACE,
    GRID_RIGHT,
    MAX_SIZE,
    NEAR,
)
from common.kernel import Numbers, kernel, numbers, record
from common.zobrist import fill_keys

PLAYERS = 2
SIZES = MAX_SIZE + 1
DAYS = 24
NUTRIENTS = 20
COMPLETE_COST = 4
GROW_COST = (1, 3, 7)  # and one more for each own tree of the next size

NOTHING = -1  # the size of no tree

WAIT = 0
GROW = 1
SEED = 2
COMPLETE = 3
KIND_SHIFT = 12
CELL_SHIFT = 6
CELL_MASK = 63

SUN_SHIFT = 8  # of a morning's sun, below 112 for each player
SUN_MASK = (1 << SUN_SHIFT) - 1

# Keys of each cell: player 0's trees of size 0..3, player 1's, dormant. Then keys of numbers.
DORMANT = PLAYERS * SIZES * CELLS
VALUES = 512  # of a number; larger ones begin again
VALUE_MASK = VALUES - 1
SUN_KEYS = DORMANT + CELLS
RIVAL_SUN_KEYS = SUN_KEYS + VALUES
SCORE_KEYS = RIVAL_SUN_KEYS + VALUES
RIVAL_SCORE_KEYS = SCORE_KEYS + VALUES
NUTRIENTS_KEYS = RIVAL_SCORE_KEYS + VALUES
DAY_KEYS = NUTRIENTS_KEYS + VALUES
KEYS = DAY_KEYS + VALUES
KEY_SEED = 2021


@record
class Ground:
    """What stays as it is. usable, fair, lush: boards of richness above 0, of 2, of 3.

    near[distance * CELLS + cell]: board. keys: Zobrist's. tallies: what each tree adds to a
    state's tally, in the order of the keys; zeros unless a search says what it counts.
    """

    usable: int
    fair: int
    lush: int
    near: Numbers[int] = numbers(int, SIZES * CELLS)
    keys: Numbers[int] = numbers(int, KEYS)
    tallies: Numbers[int] = numbers(int, DORMANT)


@record
class State:
    """trees[size]: board of all trees of that size; mine: of player 0's; dormant: a board.

    grid[size], grid_mine: the same as grids. asleep: bit p for player p.
    pending[p]: a SEED or COMPLETE of this turn, else 0. key: of the trees and the dormant ones.
    tally: the sum over all trees.
    """

    trees: Numbers[int] = numbers(int, SIZES)
    grid: Numbers[int] = numbers(int, SIZES)
    mine: int
    grid_mine: int
    dormant: int
    sun: Numbers[int] = numbers(int, PLAYERS)
    score: Numbers[int] = numbers(int, PLAYERS)
    nutrients: int = 20
    day: int
    asleep: int
    pending: Numbers[int] = numbers(int, PLAYERS)
    key: int
    tally: int


def make_ground(richness: list[int]) -> Ground:
    """The ground of a map: richness 0..3 of each cell."""
    ground = Ground()
    for cell, rich in enumerate(richness):
        ground.usable |= int(rich > 0) << cell
        ground.fair |= int(rich == 2) << cell
        ground.lush |= int(rich == 3) << cell
        for size in range(SIZES):
            ground.near[size * CELLS + cell] = NEAR[size][cell]
    fill_keys(ground.keys, KEY_SEED)
    return ground


@kernel
def change_tree(
    state: State, ground: Ground, player: int, cell: int, before: int, after: int
) -> None:
    """A player's tree on a cell changes its size; NOTHING is no tree."""
    grid_bit = 1 << GRID_PLACE[cell]
    bit = 1 << cell
    place = player * SIZES * CELLS + cell
    if before != NOTHING:
        state.trees[before] ^= bit
        state.grid[before] ^= grid_bit
        state.key ^= ground.keys[place + before * CELLS]
        state.tally -= ground.tallies[place + before * CELLS]
    if after != NOTHING:
        state.trees[after] ^= bit
        state.grid[after] ^= grid_bit
        state.key ^= ground.keys[place + after * CELLS]
        state.tally += ground.tallies[place + after * CELLS]
    if player == 0 and (before == NOTHING or after == NOTHING):
        state.mine ^= bit
        state.grid_mine ^= grid_bit


@kernel
def make_dormant(state: State, ground: Ground, cell: int) -> None:
    """The tree on the cell rests; a second time it is gone."""
    state.dormant ^= 1 << cell
    state.key ^= ground.keys[DORMANT + cell]


@kernel
def own_board(state: State, player: int) -> int:
    """A board with the player's trees and none of the other's."""
    return state.mine if player == 0 else ~state.mine


@kernel
def all_trees(state: State) -> int:
    """Board of the trees of all sizes."""
    return state.trees[0] | state.trees[1] | state.trees[2] | state.trees[3]


@kernel
def size_on(state: State, cell: int) -> int:
    """The size of the tree on a cell, or NOTHING."""
    bit = 1 << cell
    if state.trees[0] & bit != 0:
        return 0
    if state.trees[1] & bit != 0:
        return 1
    if state.trees[2] & bit != 0:
        return 2
    return MAX_SIZE if state.trees[3] & bit != 0 else NOTHING


@kernel
def bonus_sum(ground: Ground, board: int) -> int:
    """Points for the richness of all cells of a board: 2 or 4 for each."""
    rich = board & (ground.fair | ground.lush)
    return 2 * (rich.bit_count() + (rich & ground.lush).bit_count())


@kernel
def morning_sun(state: State, day: int) -> int:
    """Sun of a morning, trees as they stand: player 0's << SUN_SHIFT | player 1's."""
    left = GRID_LEFT[day]
    right = GRID_RIGHT[day]
    small = state.grid[1] & GRID  # under the mask, C need not ask whether a shift loses bits
    medium = state.grid[2] & GRID
    tall = state.grid[3] & GRID
    shade = 0
    if tall != 0:
        one = tall << left >> right & GRID
        two = one << left >> right & GRID
        shade = one | two | two << left >> right & GRID
        tall &= ~shade
    if medium != 0:
        one = medium << left >> right & GRID
        shade |= one | one << left >> right & GRID
        medium &= ~shade
    small &= ~(shade | small << left >> right & GRID)
    mine = state.grid_mine
    total = small.bit_count() + 2 * medium.bit_count() + 3 * tall.bit_count()
    own = (
        (small & mine).bit_count() + 2 * (medium & mine).bit_count() + 3 * (tall & mine).bit_count()
    )
    return own << SUN_SHIFT | total - own


@kernel
def gather(state: State, ground: Ground) -> None:
    """The morning of state.day: everybody wakes and gets sun."""
    rest = state.dormant
    while rest != 0:
        state.key ^= ground.keys[DORMANT + (rest & -rest).bit_length() - 1]
        rest &= rest - 1
    state.dormant = 0
    state.asleep = 0
    sun = morning_sun(state, state.day)
    state.sun[0] += sun >> SUN_SHIFT
    state.sun[1] += sun & SUN_MASK


@kernel
def next_day(state: State, ground: Ground) -> None:
    """The sun moves on; unless the match is over, the morning follows."""
    state.day += 1
    if state.day < DAYS:
        gather(state, ground)


@kernel
def grow_cost(state: State, player: int, size: int) -> int:
    """Sun for growing a tree of this size, 0..2."""
    mine = state.mine if player == 0 else ~state.mine
    return GROW_COST[size] + (state.trees[size + 1] & mine).bit_count()


@kernel
def seed_cost(state: State, player: int) -> int:
    """Sun for a seed."""
    mine = state.mine if player == 0 else ~state.mine
    return (state.trees[0] & mine).bit_count()


@kernel
def order(state: State, ground: Ground, player: int, action: int) -> None:
    """First half of a turn: charges a legal action and begins it."""
    kind = action >> KIND_SHIFT
    if kind == WAIT:
        state.asleep |= 1 << player
        return
    cell = action >> CELL_SHIFT & CELL_MASK
    if kind == GROW:
        size = size_on(state, cell)
        state.sun[player] -= grow_cost(state, player, size)
        change_tree(state, ground, player, cell, size, size + 1)
    else:
        state.sun[player] -= COMPLETE_COST if kind == COMPLETE else seed_cost(state, player)
        state.pending[player] = action
    make_dormant(state, ground, cell)


@kernel
def settle(state: State, ground: Ground) -> None:
    """Second half of a turn: seeds land, completed trees leave."""
    first = state.pending[0]
    second = state.pending[1]
    if first | second == 0:
        return
    state.pending[0] = 0
    state.pending[1] = 0
    is_war = first >> KIND_SHIFT == SEED and second >> KIND_SHIFT == SEED
    if is_war and first & CELL_MASK == second & CELL_MASK:
        state.sun[0] += seed_cost(state, 0)
        state.sun[1] += seed_cost(state, 1)
        return
    value = state.nutrients
    for player in range(PLAYERS):
        action = first if player == 0 else second
        kind = action >> KIND_SHIFT
        if kind == SEED:
            change_tree(state, ground, player, action & CELL_MASK, NOTHING, 0)
            make_dormant(state, ground, action & CELL_MASK)
        elif kind == COMPLETE:
            cell = action >> CELL_SHIFT & CELL_MASK
            state.score[player] += value + bonus_sum(ground, 1 << cell)
            state.nutrients = max(0, state.nutrients - 1)
            change_tree(state, ground, player, cell, MAX_SIZE, NOTHING)
            make_dormant(state, ground, cell)


@kernel
def play(state: State, ground: Ground, first: int, second: int) -> None:
    """One turn of both players with legal actions; a sleeping one's is WAIT."""
    order(state, ground, 0, first)
    order(state, ground, 1, second)
    settle(state, ground)


@kernel
def key_of(state: State, ground: Ground) -> int:
    """The Zobrist key of the whole state."""
    keys = ground.keys
    return (
        state.key
        ^ keys[SUN_KEYS + (state.sun[0] & VALUE_MASK)]
        ^ keys[RIVAL_SUN_KEYS + (state.sun[1] & VALUE_MASK)]
        ^ keys[SCORE_KEYS + (state.score[0] & VALUE_MASK)]
        ^ keys[RIVAL_SCORE_KEYS + (state.score[1] & VALUE_MASK)]
        ^ keys[NUTRIENTS_KEYS + (state.nutrients & VALUE_MASK)]
        ^ keys[DAY_KEYS + (state.day & VALUE_MASK)]
    )
''')


# ==== bots/tororo/protocol.py ====
__stickytape_write_module('bots/tororo/protocol.py', rb'''
"""What a Tororo bot reads and writes; the referee has the other side."""

from bots.tororo.rules import (
    CELL_MASK,
    CELL_SHIFT,
    COMPLETE,
    DAYS,
    GROW,
    KIND_SHIFT,
    NOTHING,
    NUTRIENTS,
    SEED,
    SIZES,
    Ground,
    State,
    change_tree,
    make_dormant,
    make_ground,
)
from bots.tororo.tables import CELLS
from common.stdio import LineReader, UnreadableInput, parse_integers

KINDS = ("WAIT", "GROW", "SEED", "COMPLETE")  # the words, by number of the kind


def format_action(action: int) -> str:
    """An action as an output line."""
    kind = action >> KIND_SHIFT
    cell, other = action >> CELL_SHIFT & CELL_MASK, action & CELL_MASK
    if kind == SEED:
        return f"SEED {cell} {other}"
    return f"{KINDS[kind]} {cell}" if kind in (GROW, COMPLETE) else "WAIT"


def parse_row(line: str, what: str, *limits: int) -> list[int]:
    """A line of integers from 0 to below their limits."""
    row = parse_integers(line, len(limits), what)
    if not all(0 <= value < limit for value, limit in zip(row, limits, strict=True)):
        raise UnreadableInput(f"{what}: expected 0.. to below {limits}, got {row}")
    return row


def read_row(reader: LineReader, what: str, *limits: int) -> list[int]:
    """The next line as such integers."""
    return parse_row(reader.line(), f"line {reader.number}: {what}", *limits)


def read_ground(reader: LineReader) -> Ground:
    """The map from the lines that a player gets once, else UnreadableInput."""
    richness = [0] * CELLS
    (count,) = read_row(reader, "numberOfCells", CELLS + 1)
    for _ in range(count):
        cell, rich, *_neighbours = reader.integers(8, "index richness neigh0..neigh5")
        if not (0 <= cell < CELLS and 0 <= rich <= 3):
            raise UnreadableInput(f"line {reader.number}: no cell {cell} of richness {rich}")
        richness[cell] = rich
    return make_ground(richness)


def read_turn(reader: LineReader, ground: Ground) -> State:
    """A turn as a player is told of it, itself as player 0; else UnreadableInput.

    But for the two counts that is raised once all lines of the turn have been read.
    """
    first = reader.number + 1
    head = [reader.line() for _ in range(4)]
    (count,) = read_row(reader, "numberOfTrees", CELLS + 1)
    trees = [reader.line() for _ in range(count)]
    (actions,) = read_row(reader, "numberOfPossibleActions", 1000)
    for _ in range(actions):
        reader.line()  # they follow from the rest
    state = State()
    (state.day,) = parse_row(head[0], f"line {first}: day", DAYS)
    (state.nutrients,) = parse_row(head[1], f"line {first + 1}: nutrients", NUTRIENTS + 1)
    mine = parse_integers(head[2], 2, f"line {first + 2}: mySun myScore")
    theirs = parse_integers(head[3], 3, f"line {first + 3}: oppSun oppScore oppIsWaiting")
    for player, (sun, score) in enumerate((mine, theirs[:2])):
        state.sun[player], state.score[player] = sun, score
    state.asleep = int(theirs[2] != 0) << 1
    for index, line in enumerate(trees):
        what = f"line {first + 5 + index}: cellIndex size isMine isDormant"
        cell, size, is_mine, is_dormant = parse_row(line, what, CELLS, SIZES, 2, 2)
        change_tree(state, ground, 1 - is_mine, cell, NOTHING, size)
        if is_dormant:
            make_dormant(state, ground, cell)
    return state
''')


# ==== bots/tororo/tables.py ====
__stickytape_write_module('bots/tororo/tables.py', rb'''
"""The geometry of the board, built by code: 37 hexagonal cells in a spiral around cell 0.

Bit i of a board is cell i. In a grid it is bit GRID_PLACE[i]: rows of y with a spare column between
them, so that a shift moves all cells at once. Source: docs/games/tororo.md, section 1.
"""

from common.bits import board_of

CELLS = 37
RINGS = 3
DIRECTIONS = 6
MAX_SIZE = 3
STEPS = ((1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1))  # x, y of directions 0..5
GRID_ROW = 8


def spiral() -> tuple[tuple[int, int], ...]:
    """x and y of all cells in their order."""
    places = [(0, 0)]
    x, y = STEPS[0]
    for ring in range(1, RINGS + 1):
        for side in range(DIRECTIONS):
            step = STEPS[(side + 2) % DIRECTIONS]
            for _ in range(ring):
                places.append((x, y))
                x, y = x + step[0], y + step[1]
        x, y = x + STEPS[0][0], y + STEPS[0][1]
    return tuple(places)


PLACES = spiral()
INDEX = {place: cell for cell, place in enumerate(PLACES)}
GRID_PLACE = tuple(x + RINGS + GRID_ROW * (y + RINGS) for x, y in PLACES)
GRID = board_of(GRID_PLACE)
STEPS_OF_DAYS = tuple(x + GRID_ROW * y for x, y in STEPS) * 5
# A shift of a grid by GRID_LEFT[day], then back by GRID_RIGHT[day] is a step of that day's sun.
GRID_LEFT = tuple(max(0, step) for step in STEPS_OF_DAYS)
GRID_RIGHT = tuple(max(0, -step) for step in STEPS_OF_DAYS)


def within(cell: int, far: int) -> int:
    """Board of the cells at a distance of 1..far."""
    x, y = PLACES[cell]
    offsets = {place: (place[0] - x, place[1] - y) for place in PLACES}
    return board_of(
        INDEX[place]
        for place, (dx, dy) in offsets.items()
        if 0 < max(abs(dx), abs(dy), abs(dx + dy)) <= far
    )


# NEAR[distance][cell]: what a tree of that size can seed.
NEAR = tuple(tuple(within(cell, far) for cell in range(CELLS)) for far in range(MAX_SIZE + 1))
''')


# ==== common/bits.py ====
__stickytape_write_module('common/bits.py', rb'''
"""Boards: ints whose bit i stands for cell i. `board & (board - 1)` drops the lowest cell."""

from collections.abc import Iterable

from common.kernel import kernel


@kernel
def lowest(board: int) -> int:
    """The lowest cell of a board that is not empty; -1 for an empty one."""
    return (board & -board).bit_length() - 1


def board_of(items: Iterable[int]) -> int:
    """The board of these cells."""
    board = 0
    for cell in items:
        board |= 1 << cell
    return board
''')


# ==== common/clock.py ====
__stickytape_write_module('common/clock.py', rb'''
"""The time of a turn, which is wall time from its first line on, and work in chunks."""

from collections.abc import Callable, Iterator
from math import inf
from time import perf_counter


class Deadline:
    """How long a search may go on.

    budget_ms: wall time of the turn; margin_ms: kept of it, ValueError if nothing is left.
    started: seconds of the clock `now` at the turn's first line. iterations: work to be counted
    instead of timed. pause_ms: the longest between two looks at the clock.
    """

    looked = inf  # at the clock
    pause_ms = 0.0
    search_ms = 0.0  # from the first to the last look

    def __init__(
        self,
        budget_ms: float,
        margin_ms: float,
        started: float | None = None,
        now: Callable[[], float] = perf_counter,
        iterations: int | None = None,
    ) -> None:
        if margin_ms >= budget_ms:
            raise ValueError(f"a margin of {margin_ms} ms leaves nothing of {budget_ms} ms")
        self.now = now
        self.started = now() if started is None else started
        self.ends = self.started + (budget_ms - margin_ms) / 1000.0
        self.iterations = iterations

    def look(self) -> float:
        """The time; since the last look there was a pause."""
        last, self.looked = self.looked, self.now()
        self.pause_ms = max(self.pause_ms, (self.looked - last) * 1000.0)
        return self.looked

    def chunks(self, size: int) -> Iterator[int]:
        """Iterations to do until time or count are used up; none in a turn that begins late."""
        began = self.looked = self.now()
        if self.iterations is None:
            while self.looked < self.ends:
                yield size
                self.look()
        else:
            for done in range(0, self.iterations, size):
                yield min(size, self.iterations - done)
        self.search_ms = (self.now() - began) * 1000.0
''')


# ==== common/engine.py ====
__stickytape_write_module('common/engine.py', rb'''
"""Where a bot's kernels run, and the record that they work on: its memory."""

from collections.abc import Callable
from typing import Any, TypeVar

from common.clock import Deadline
from common.kernel import assign

Value = TypeVar("Value")


class EngineFailed(Exception):
    """The engine cannot go on; another one plays now."""


class Engine:
    """A memory and the kernels that work on it. pace: how fast against CPython, roughly."""

    name = "python"
    pace = 1

    def __init__(self, memory: type) -> None:
        self.memory: Any = memory()

    def load(self, field: str, source: object) -> None:
        """Copies the record `source` into the memory's nested record `field`."""
        assign(getattr(self.memory, field), source)

    def call(self, kernel: Callable[..., Value], *values: int | float | bool) -> Value:
        """kernel(memory, *values)."""
        return kernel(self.memory, *values)

    def read(self, path: str, index: int = -1) -> float:
        """A number of the memory, as `forest.used`; with `index` one of an array."""
        value = self.memory
        for name in path.split("."):
            value = getattr(value, name)
        return float(value[index] if index >= 0 else value)


class Engines:
    """Which engine plays; it may change between turns, never inside one."""

    def __init__(self, memory: type) -> None:
        self.python = Engine(memory)

    def start(self) -> None:
        """Called once, after the warm-up and before the first line is read."""

    def current(self, deadline: Deadline) -> Engine:
        """The engine for the turn whose lines have been read."""
        return self.python
''')


# ==== common/kernel.py ====
__stickytape_write_module('common/kernel.py', rb'''
"""The typed subset of Python for rules and searches; docs/kernels.md explains it.

Every name has one type for ever and ints stay within 64 bits, so that this translates to C.
"""

from collections.abc import Callable
from typing import Any, TypeVar

TYPE_CHECKING = False  # mypy takes it for true

Value = TypeVar("Value", int, float, bool)
Item = TypeVar("Item")
Function = TypeVar("Function", bound=Callable[..., Any])
Class = TypeVar("Class", bound=type)

SCALARS = (int, float, bool)
each = range  # C writes its rounds out

if TYPE_CHECKING:  # of fixed length both; the records in Records are never replaced
    from collections.abc import MutableSequence, Sequence

    Numbers = MutableSequence
    Records = Sequence
else:
    Numbers = Records = list


def numbers(kind: type[Value], length: int) -> Numbers[Value]:
    """`length` zeros, as the default of a record's field or as a local of a kernel."""
    if kind not in SCALARS:
        raise TypeError(f"numbers() of int, float or bool, not of {kind!r}")
    return _array([kind(0)] * length, length)


def records(kind: type[Item], length: int) -> Records[Item]:
    """`length` records of zeros, for the same places."""
    if not hasattr(kind, "kernel_fields"):
        raise TypeError(f"records() of a class made with @record, not of {kind!r}")
    return _array([kind() for _ in range(length)], length)


class Capacity(int):
    """A length that also knows the length in C. Arithmetic on it gives a plain int."""

    compiled: int


class Pool(list[Item]):
    """The default of a pool's field, for `record` to read; the record itself holds a list."""

    compiled: int


def capacity(pure: int, compiled: int) -> int:
    """The length of a pool on CPython and in C. Use it bare: `POOL * 2` is the same in both."""
    if not 1 <= pure <= compiled:
        raise ValueError(f"capacity() needs 1 <= pure <= compiled, not {pure} and {compiled}")
    length = Capacity(pure)
    length.compiled = compiled
    return length


def _array(items: list[Item], length: int) -> list[Item]:
    if length < 1:
        raise ValueError(f"an array has a length of at least 1, not {length}")
    if not isinstance(length, Capacity):
        return items
    pool = Pool(items)
    pool.compiled = length.compiled
    return pool


def kernel(function: Function) -> Function:
    """Marks a function as part of the subset."""
    function.is_kernel = True  # type: ignore[attr-defined]
    return function


def record(cls: Class) -> Class:
    """Rebuilds a class of annotated fields with slots, zeros, and a copier for `assign`.

    A field is an int, float or bool, a nested record, numbers() or records(); else TypeError.
    kernel_fields: name -> class, or [class, length, length in C] for an array.
    """
    if cls.__bases__ != (object,):
        raise TypeError(f"{cls.__name__}: a record has no base class: make it a field")
    make, copy = ["def make(self):"], ["def copy(self, source):"]
    scope: dict[str, Any] = {}
    fields: dict[str, Any] = {}
    for name, kind in cls.__dict__.get("__annotations__", {}).items():
        default = cls.__dict__.get(name)
        new = f"new_{name}"
        if isinstance(default, list):
            length = len(default)
            inner = type(default[0]) if default else None
            if getattr(kind, "__args__", 0) != (inner,) or (inner in SCALARS and any(default)):
                raise TypeError(f"{cls.__name__}.{name}: {kind} is made by numbers() or records()")
            fields[name] = [inner, length, getattr(default, "compiled", length)]
            if inner in SCALARS:
                make.append(f"self.{name} = [{inner(0)}] * {length}")
                copy.append(f"self.{name}[:] = source.{name}")
                continue
            scope[new] = inner
            make.append(f"self.{name} = [{new}() for _ in range({length})]")
            if length > 8:  # a line for each would be slow to compile
                copy.append(f"for a, b in zip(self.{name}, source.{name}): a.kernel_assign(b)")
                continue
            for index in range(length):
                copy.append(f"self.{name}[{index}].kernel_assign(source.{name}[{index}])")
            continue
        fields[name] = kind
        if kind in SCALARS and type(default) in (kind, type(None)) and (default or 0) * 0 == 0:
            make.append(f"self.{name} = {kind(0) if default is None else default!r}")
            copy.append(f"self.{name} = source.{name}")
        elif hasattr(kind, "kernel_fields") and default is None:
            scope[new] = kind
            make.append(f"self.{name} = {new}()")
            copy.append(f"self.{name}.kernel_assign(source.{name})")
        else:
            raise TypeError(f"{cls.__name__}.{name}: not {kind!r} = {default!r}; see record()")
    if not fields:
        raise TypeError(f"{cls.__name__}: a record needs an annotated field")
    exec("\n    ".join(make) + "\n" + "\n    ".join(copy), scope)
    hidden = ("__dict__", "__weakref__", *fields)
    body = {key: value for key, value in cls.__dict__.items() if key not in hidden}
    body["__slots__"] = tuple(fields)
    body["__qualname__"] = cls.__qualname__
    body["__init__"] = scope["make"]
    body["kernel_assign"] = scope["copy"]
    body["kernel_fields"] = fields
    return type(cls)(cls.__name__, cls.__bases__, body)


def assign(target: Item, source: Item) -> None:
    """Copies every value of the record `source` into `target`, a record of the same class."""
    target.kernel_assign(source)  # type: ignore[attr-defined]
''')


# ==== common/loop.py ====
__stickytape_write_module('common/loop.py', rb'''
"""The life of a bot: set up, then read, think and answer until the input ends.

The workshop sets BOTSMITH_ITERATIONS, BOTSMITH_SEED, BOTSMITH_BUDGET, BOTSMITH_MARGIN,
BOTSMITH_STATS and BOTSMITH_EXPLAIN: docs/measuring.md.
"""

import gc
import os
import sys
import time
import traceback
from collections.abc import Callable, Mapping
from time import perf_counter
from typing import Protocol, TextIO

from common.clock import Deadline
from common.engine import EngineFailed
from common.stdio import EndOfInput, LineReader, UnreadableInput, log, write_lines

Value = int | float | str


class Bot(Protocol):
    """A contest's bot; times in ms: of the first answer, of later ones, kept besides pauses.

    fallback: a legal answer without search. stats, explain: the last search's work and thoughts.
    """

    first_ms: float
    turn_ms: float
    margin_ms: float

    def prepare(self, seed: int) -> None: ...
    def read_start(self, reader: LineReader) -> None: ...
    def read_turn(self, reader: LineReader) -> None: ...
    def answer(self, deadline: Deadline) -> list[str]: ...
    def fallback(self) -> list[str]: ...
    def stats(self) -> Mapping[str, Value]: ...
    def explain(self) -> str: ...


class Options:
    """The environment's words. ValueError for a number that is none."""

    deadline = Deadline(1.0, 0.0)

    def __init__(self, words: Mapping[str, str]) -> None:
        self.iterations = int(words.get("BOTSMITH_ITERATIONS", "0")) or None
        self.seed = int(words.get("BOTSMITH_SEED", "1"))
        self.share = float(words.get("BOTSMITH_BUDGET", "100")) / 100.0
        self.margin_ms = float(words.get("BOTSMITH_MARGIN", "nan"))
        self.is_telling_stats = words.get("BOTSMITH_STATS") == "1"
        self.is_explaining = words.get("BOTSMITH_EXPLAIN") == "1"

    def begin_turn(self, bot: Bot, is_first: bool, reader: LineReader) -> Deadline:
        """The deadline of a begun turn. Twice the pauses met are kept too, 1 % less each turn."""
        budget_ms = (bot.first_ms if is_first else bot.turn_ms) * self.share
        pause_ms = min(0.99 * self.deadline.pause_ms, budget_ms / 4)
        margin_ms = self.margin_ms if self.margin_ms >= 0.0 else bot.margin_ms + 2 * pause_ms
        margin_ms = min(margin_ms, 0.8 * budget_ms)  # some search is left
        self.deadline = Deadline(budget_ms, margin_ms, reader.started, reader.now, self.iterations)
        self.deadline.pause_ms = pause_ms
        return self.deadline


def answer_turn(
    bot: Bot, options: Options, is_first: bool, reader: LineReader
) -> tuple[list[str], str]:
    """The lines of an answer and, if something failed, the text to log after it."""
    try:
        bot.read_turn(reader)
        deadline = options.begin_turn(bot, is_first, reader)
        try:
            return bot.answer(deadline), ""
        except EngineFailed as error:
            return bot.answer(deadline), f"{error}; CPython plays on"
    except EndOfInput:
        raise
    except UnreadableInput as error:
        if reader.is_at_end:
            raise
        return bot.fallback(), f"unreadable input, playing the fallback move: {error}"
    except Exception:
        return bot.fallback(), traceback.format_exc()


def play(
    bot: Bot,
    options: Options,
    source: TextIO,
    sink: TextIO,
    now: Callable[[], float] = perf_counter,
    born: float | None = None,
    queued: Callable[[], float] = float,
) -> None:
    """Plays until EndOfInput, or UnreadableInput if the input breaks off.

    born: when the process began; the time until it reads is taken from the first turn.
    """
    bot.prepare(options.seed)
    gc.collect()
    gc.freeze()
    gc.disable()
    if born is not None:
        bot.first_ms = max(bot.turn_ms, bot.first_ms - (now() - born) * 1000.0)
    reader = LineReader(source, now, queued)
    bot.read_start(reader)
    turn = 0
    while True:
        lines, trouble = answer_turn(bot, options, turn == 0, reader)
        write_lines(lines, sink)
        if trouble:
            log(f"turn {turn}: {trouble}")
        if options.is_telling_stats:
            log("\n".join(f"[PDATA] {name} = {value}" for name, value in bot.stats().items()))
        if options.is_explaining:
            log(bot.explain())
        reader.begin_turn()
        turn += 1


def told(file: str, place: int) -> int:
    """A number that Linux tells of this process, else 0."""
    try:
        with open(f"/proc/self/{file}", "rb", buffering=0) as text:
            return int(text.read().rpartition(b")")[2].split()[place])
    except (OSError, ValueError, IndexError):
        return 0


def queued() -> float:
    """Seconds of waiting for a processor."""
    return told("schedstat", 1) / 1e9


def age() -> float:
    """Seconds since this process began, else 0."""
    ticks = told("stat", 19)  # of 10 ms
    return ticks and time.clock_gettime(time.CLOCK_BOOTTIME) - ticks / 100.0


def run(bot: Bot) -> None:
    """Plays on stdin and stdout; unreadable input ends it with one line and status 2."""
    try:
        options = Options(os.environ)
    except ValueError as error:
        log(f"BOTSMITH_ variables: {error}")
        sys.exit(2)
    try:
        source = open(0, errors="replace", closefd=False)
        play(bot, options, source, sys.stdout, perf_counter, perf_counter() - age(), queued)
    except EndOfInput:
        return
    except UnreadableInput as error:
        log(f"unreadable input: {error}")
        sys.exit(2)
    except BrokenPipeError:  # nobody listens any more: no complaint at exit either
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
''')


# ==== common/rng.py ====
__stickytape_write_module('common/rng.py', rb'''
"""A seedable generator, the same in every engine: drand48's, of which the upper 31 bits count."""

from common.kernel import kernel, record

MULTIPLIER = 25214903917
INCREMENT = 11
MASK = (1 << 48) - 1


@record
class Dice:
    """The state of a generator: 48 bits."""

    state: int


def make_dice(seed: int) -> Dice:
    """Dice whose numbers depend on `seed` alone; near seeds give unlike streams."""
    dice = Dice()
    dice.state = (seed * 0x9E3779B97F4A7C15 + 0x632BE59BD9B4E019) & MASK
    for _ in range(4):
        draw(dice, 2)
    return dice


@kernel
def draw(dice: Dice, count: int) -> int:
    """A number of 0..count-1, count up to 2**31."""
    dice.state = (dice.state * MULTIPLIER + INCREMENT) & MASK
    return ((dice.state >> 17) * count) >> 31
''')


# ==== common/search/beam.py ====
__stickytape_write_module('common/search/beam.py', rb'''
"""Beam search in layers: by stage (a day), and inside a stage by the number of moves played.

States compete with those of their layer alone, so one that has just cashed in does not crowd out
one that still saves. A layer keeps the `width` best, equal ones once. After `stages` stages the
beam is made twice as wide and begins again; from `last_width` on a stage deeper instead; once it
sees all stages, wider again, up to `widest`. The answer is the first move of the best state of the
last complete stage: of this pass if that is `trusted` stages deep, else of the pass before.
Source: docs/searches/beam.md.
"""

from collections.abc import Callable
from typing import Any, TypeVar

from common.engine import Engine
from common.kernel import Numbers, Records, assign, capacity, kernel, numbers, record

QUEUES = 3  # the present layer, the next one, and the first layer of the next stage
POOL = capacity(pure=768, compiled=6144)  # states in all queues: a third of it is the widest beam
TABLE = capacity(pure=1 << 15, compiled=1 << 18)  # keys, for the widest beam
STEPS = capacity(pure=40_000, compiled=1_000_000)  # expanded states whose way is remembered
MAX_MOVES = 256  # of a state
KEYS_EACH = 64  # places for each state of the width, or more
STAMP_BITS = 16
STAMP_MASK = (1 << STAMP_BITS) - 1
NOWHERE = -1

State = TypeVar("State")
Setting = TypeVar("Setting")


@record
class Beam:
    """Of a slot's state: origin, the number of its first move; move, its last; parent, the step
    before. Of a first move in the last complete stage: root_value, the best, and root_count.
    """

    first_width: int = 8
    last_width: int = 256
    widest: int  # once passes see all stages; last_width if less
    stages: int = 6  # of a pass
    deepest: int  # stages that there are
    trusted: int = 3
    width: int
    stage: int
    cursor: int  # expanded states of the layer
    current: int  # its queue
    following: int
    tomorrow: int
    is_done: bool
    stamp: int  # of this stage's keys; others are forgotten
    mask: int
    expanded: int
    made: int
    evaluations: int
    passes: int  # complete ones
    answer: int = -1  # first move, NOWHERE before a stage is complete
    answer_stages: int
    answer_move: int  # the last one of the best state
    answer_step: int  # the step before it
    root_moves: int
    base: Numbers[int] = numbers(int, QUEUES)  # of a queue in order, a heap, the worst on top
    used: Numbers[int] = numbers(int, QUEUES)
    moves: Numbers[int] = numbers(int, MAX_MOVES)
    root_move: Numbers[int] = numbers(int, MAX_MOVES)
    root_value: Numbers[float] = numbers(float, MAX_MOVES)
    root_count: Numbers[int] = numbers(int, MAX_MOVES)
    order: Numbers[int] = numbers(int, POOL)
    value: Numbers[float] = numbers(float, POOL)
    origin: Numbers[int] = numbers(int, POOL)
    move: Numbers[int] = numbers(int, POOL)
    parent: Numbers[int] = numbers(int, POOL)
    step_move: Numbers[int] = numbers(int, STEPS)
    step_parent: Numbers[int] = numbers(int, STEPS)
    table: Numbers[int] = numbers(int, TABLE)


@kernel
def is_new(beam: Beam, key: int) -> bool:
    """Whether the key is not the last one of its place in this stage; now it is."""
    place = key & beam.mask
    marked = key & ~STAMP_MASK | beam.stamp
    if beam.table[place] == marked:
        return False
    beam.table[place] = marked
    return True


@kernel
def take_slot(beam: Beam, queue: int, value: float) -> int:
    """A slot in the queue for a value, NOWHERE if all its states are as good."""
    base = beam.base[queue]
    place = beam.used[queue]
    slot = base + place
    if place < beam.width:
        beam.used[queue] += 1
        while place > 0:
            above = place - 1 >> 1
            other = beam.order[base + above]
            if beam.value[other] <= value:
                break
            beam.order[base + place] = other
            place = above
    else:
        slot = beam.order[base]
        if value <= beam.value[slot]:
            return NOWHERE
        place = 0
        child = 1
        while child < beam.used[queue]:
            other = beam.order[base + child]
            if child + 1 < beam.used[queue]:
                right = beam.order[base + child + 1]
                if beam.value[right] < beam.value[other]:
                    other = right
                    child += 1
            if beam.value[other] >= value:
                break
            beam.order[base + place] = other
            place = child
            child = 2 * place + 1
    beam.order[base + place] = slot
    beam.value[slot] = value
    return slot


@kernel
def conclude_stage(beam: Beam) -> None:
    """The stage is complete: its best state may be the answer."""
    queue = beam.tomorrow
    depth = beam.stage + 1
    if depth < min(beam.trusted, beam.answer_stages):
        return
    for number in range(beam.root_moves):
        beam.root_count[number] = 0
    best = NOWHERE
    for place in range(beam.used[queue]):
        slot = beam.order[beam.base[queue] + place]
        first = beam.origin[slot]
        value = beam.value[slot]
        if beam.root_count[first] == 0 or value > beam.root_value[first]:
            beam.root_value[first] = value
        beam.root_count[first] += 1
        if best == NOWHERE or value > beam.value[best]:
            best = slot
    if best != NOWHERE:
        beam.answer = beam.root_move[beam.origin[best]]
        beam.answer_stages = depth
        beam.answer_move = beam.move[best]
        beam.answer_step = beam.parent[best]


@kernel
def plant(beam: Beam) -> None:
    """A new pass begins at the start."""
    for index in range(QUEUES):
        beam.base[index] = index * beam.width
        beam.used[index] = 0
    beam.current = 0
    beam.following = 1
    beam.tomorrow = 2
    beam.cursor = 0
    beam.stage = 0
    beam.used[0] = 1
    beam.order[0] = 0
    beam.origin[0] = NOWHERE
    beam.mask = (1 << (KEYS_EACH * beam.width).bit_length()) - 1
    beam.stamp = beam.stamp + 1 & STAMP_MASK


@kernel
def begin(beam: Beam) -> None:
    """Forgets everything; widths are cut to fit the pool."""
    beam.width = max(1, min(beam.first_width, POOL // QUEUES))
    beam.is_done = False
    beam.expanded = 0
    beam.made = 0
    beam.evaluations = 0
    beam.passes = 0
    beam.answer = NOWHERE
    beam.answer_stages = 0
    beam.answer_step = NOWHERE
    beam.root_moves = 0
    plant(beam)


@kernel
def advance(beam: Beam) -> None:
    """The present layer is done: on to the next layer, stage or pass."""
    beam.cursor = 0
    done = beam.current
    beam.used[done] = 0
    if beam.used[beam.following] > 0:
        beam.current = beam.following
        beam.following = done
        return
    conclude_stage(beam)
    beam.stage += 1
    if beam.stage < beam.stages and beam.used[beam.tomorrow] > 0:
        beam.current = beam.tomorrow
        beam.tomorrow = done
        beam.stamp = beam.stamp + 1 & STAMP_MASK
        return
    beam.passes += 1
    if beam.stages < beam.deepest:
        limit = min(beam.last_width, POOL // QUEUES)
        beam.stages += int(beam.width >= limit)
    else:
        limit = min(max(beam.last_width, beam.widest), POOL // QUEUES)
        beam.is_done = beam.width >= limit
    if not beam.is_done:
        beam.width = max(beam.width, min(2 * beam.width, limit))
        plant(beam)


def bind(
    open_state: Callable[[State, Setting], None],
    list_moves: Callable[[State, Setting, Numbers[int]], int],
    play: Callable[[State, Setting, int], bool],
    key: Callable[[State, Setting], int],
    rate: Callable[[State, Setting, bool], float],
) -> Callable[[Beam, Records[State], State, State, Setting, int], None]:
    """expand(beam, states, start, scratch, setting, count): expands `count` states more, after
    begin(beam). states: POOL of them.

    open_state: once before a state's moves; may change it (the opponent's part of a turn).
    list_moves: writes at least one and at most MAX_MOVES. play: whether the move ends the stage.
    key: equal states have equal ones. rate: more is better; told whether a stage has just ended.
    """

    @kernel
    def open_slot(
        beam: Beam,
        states: Records[State],
        start: State,
        scratch: State,
        setting: Setting,
        slot: int,
    ) -> None:
        """Makes, keys and rates all children of the state in a slot."""
        parent = states[slot]
        origin = beam.origin[slot]
        if origin == NOWHERE:
            assign(parent, start)
        open_state(parent, setting)
        count = list_moves(parent, setting, beam.moves)
        step = NOWHERE
        if origin == NOWHERE:
            beam.root_moves = count
            for number in range(count):
                beam.root_move[number] = beam.moves[number]
        elif beam.expanded < STEPS:
            step = beam.expanded
            beam.step_move[step] = beam.move[slot]
            beam.step_parent[step] = beam.parent[slot]
        doubles = 0
        for number in range(count):
            move = beam.moves[number]
            assign(scratch, parent)
            ends_stage = play(scratch, setting, move)
            fresh = is_new(beam, key(scratch, setting))
            if not fresh:
                doubles += 1
                continue
            value = rate(scratch, setting, ends_stage)
            place = take_slot(beam, beam.tomorrow if ends_stage else beam.following, value)
            if place != NOWHERE:
                assign(states[place], scratch)
                beam.origin[place] = number if origin == NOWHERE else origin
                beam.move[place] = move
                beam.parent[place] = step
        beam.made += count
        beam.evaluations += count - doubles

    @kernel
    def expand(
        beam: Beam,
        states: Records[State],
        start: State,
        scratch: State,
        setting: Setting,
        count: int,
    ) -> None:
        """Expands `count` states more, or fewer if the widest pass is done."""
        left = count
        while left > 0 and not beam.is_done:
            queue = beam.current
            if beam.cursor < beam.used[queue]:
                slot = beam.order[beam.base[queue] + beam.cursor]
                beam.cursor += 1
                open_slot(beam, states, start, scratch, setting, slot)
                beam.expanded += 1
                left -= 1
            else:
                advance(beam)

    return expand


def best_line(engine: Engine, field: str) -> list[int]:
    """The moves to the best state in the Beam `field`; long searches may lose the first ones."""
    step = int(engine.read(field + ".answer_step"))
    line = [int(engine.read(field + ".answer_move"))]
    while step != NOWHERE:
        line.append(int(engine.read(field + ".step_move", step)))
        step = int(engine.read(field + ".step_parent", step))
    return line[::-1]


def describe(engine: Engine, field: str, name: Callable[[int], str]) -> dict[str, Any]:
    """First moves by best value, with their states in the last complete stage; the best line."""

    def read(what: str, number: int = -1) -> float:
        return engine.read(f"{field}.{what}", number)

    rows: list[dict[str, Any]] = [
        {"move": name(int(read("root_move", number))), "visits": int(read("root_count", number))}
        | {"value": read("root_value", number)}
        for number in range(int(read("root_moves")))
        if read("root_count", number) > 0
    ]
    rows.sort(key=lambda row: -row["value"])
    return {
        "moves": rows,
        "line": [name(move) for move in best_line(engine, field)] if rows else [],
    }
''')


# ==== common/stdio.py ====
__stickytape_write_module('common/stdio.py', rb'''
"""Lines in, with the time at which a turn began; lines out, flushed at once; a log on stderr."""

import sys
from collections.abc import Callable
from time import perf_counter
from typing import TextIO


class EndOfInput(Exception):
    """The input ended between two turns: the match is over."""


class UnreadableInput(ValueError):
    """A line is not what the protocol says; the text names it and what was expected."""


class LineReader:
    """Reads the referee's lines; started: seconds of `now` when a turn's first line was there.

    queued: seconds of waiting for a processor.
    """

    def __init__(
        self,
        source: TextIO,
        now: Callable[[], float] = perf_counter,
        queued: Callable[[], float] = float,
    ) -> None:
        self.source = source
        self.now = now
        self.queued = queued
        self.started: float | None
        self.number = 0
        self.is_at_end = False
        self.begin_turn()

    def begin_turn(self) -> None:
        """The next line is the first of a turn."""
        self.started = None
        self.before = self.queued()

    def line(self) -> str:
        """The next line; EndOfInput between turns, UnreadableInput inside one."""
        text = self.source.readline()
        if not text:
            self.is_at_end = True
            if self.started is None:
                raise EndOfInput
            raise UnreadableInput(f"input ended after line {self.number}, in the middle of a turn")
        if self.started is None:
            self.started = self.now() - self.queued() + self.before
        self.number += 1
        return text.rstrip("\r\n")

    def integers(self, count: int, what: str) -> list[int]:
        """The next line as `count` integers; `what` names them in the error."""
        return parse_integers(self.line(), count, f"line {self.number}: {what}")


def parse_integers(text: str, count: int, what: str) -> list[int]:
    """`text` as exactly `count` integers of 32 bits, else UnreadableInput."""
    try:
        values = [int(word) for word in text.split()]
    except ValueError:
        values = []
    if len(values) != count or max(map(abs, values)) >> 31:
        noun = "integer" if count == 1 else "integers"
        raise UnreadableInput(f"{what}: expected {count} {noun}, got {text[:60]!r}")
    return values


def write_lines(lines: list[str], sink: TextIO) -> None:
    """An answer in one write, flushed."""
    sink.write("\n".join(lines) + "\n")
    sink.flush()


def log(text: str) -> None:
    """Text on stderr."""
    print(text, file=sys.stderr, flush=True)
''')


# ==== common/zobrist.py ====
__stickytape_write_module('common/zobrist.py', rb'''
"""Zobrist keys: a random number for each thing that can be true of a state; XOR makes the key.

A state that changes gets its new key by XOR with the keys of what ceased and of what began. Equal
states have equal keys however they were reached; unlike ones meet by chance once in 2**62 pairs.
Source: A. Zobrist, 1970.
"""

from common.kernel import Numbers
from common.rng import Dice, draw, make_dice

HALF_BITS = 31  # of a key are drawn at once
KEY_BITS = 2 * HALF_BITS


def fill_keys(keys: Numbers[int], seed: int) -> None:
    """Fills a table with keys of KEY_BITS bits, the same for the same seed everywhere."""
    dice: Dice = make_dice(seed)
    for index in range(len(keys)):
        high = draw(dice, 1 << HALF_BITS)
        low = draw(dice, 1 << HALF_BITS)
        keys[index] = high << HALF_BITS | low
''')




# ==== the importer ====
class __stickytape_importer:
    """Imports modules from memory: nothing is written, so nothing can stay behind."""

    def __init__(self, modules):
        from importlib.machinery import ModuleSpec

        self.modules = modules
        self.new_spec = ModuleSpec

    def find_spec(self, name, path=None, target=None):
        stem = name.replace(".", "/")
        is_package = any(file.startswith(stem + "/") for file in self.modules)
        file = stem + ("/__init__.py" if is_package else ".py")
        if is_package or file in self.modules:
            return self.new_spec(name, self, origin=file, is_package=is_package)
        return None

    def create_module(self, spec):
        return None

    def get_source(self, name):
        return self.modules[self.find_spec(name).origin].decode()

    def exec_module(self, module):
        this_file = self.exec_module.__code__.co_filename  # tracebacks show its lines
        source = self.modules.get(module.__spec__.origin, b"")  # empty ones are left out
        exec(compile(source, this_file, "exec", dont_inherit=True), module.__dict__)


__stickytape_sys.meta_path.insert(0, __stickytape_importer(__stickytape_modules))


# ==== bots/tororo/main.py ====
from bots.tororo.bot import main

main()
