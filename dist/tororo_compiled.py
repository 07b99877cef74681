# tororo: a CodinGame bot in one file, made by Botsmith from readable sources
# revision    bd050fb34197+
# content     23df0fe00da91b3c
# flavour     compiled
# size           94,548 of 100,000 UTF-16 units
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

	run(TororoBot(Params(), engines or Engines(Memory)))
''')


# ==== bots/tororo/search.py ====
__stickytape_write_module('bots/tororo/search.py', rb'''





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




	state: State
	rank: int
	acts: int
	has_sold: bool


@record
class Setting:




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

	best = board & ground.lush
	if best == 0:
		best = board & ground.fair
	return lowest(board if best == 0 else best)


@kernel
def reach_of(ground: Ground, board: int, size: int) -> int:

	reach = 0
	rest = board
	start = size * CELLS - 1
	while rest != 0:
		reach |= ground.near[start + (rest & -rest).bit_length()]
		rest &= rest - 1
	return reach


@kernel
def ready(state: State, ground: Ground, player: int, rank: int) -> int:

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

	return key_of(node.state, setting.ground)


@kernel
def part(day: int, knot: int) -> float:

	return float(day - KNOTS[knot]) / float(KNOTS[knot + 1] - KNOTS[knot])


@kernel
def spread(row: Numbers[float], first: float, second: float, third: float, fourth: float) -> None:

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

	return (
		setting.params.seed * float(tally & FIELD_MASK)
		+ setting.small[day] * float(tally >> FIELD & FIELD_MASK)
		+ setting.medium[day] * float(tally >> 2 * FIELD & FIELD_MASK)
		+ tall * float(tally >> 3 * FIELD & FIELD_MASK)
		+ setting.bonus[day] * float(tally >> GROUND_SHIFT & GROUND_MASK)
	)


@kernel
def trees_worth(state: State, setting: Setting) -> float:

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


	start: Node
	setting: Setting
	scratch: Node
	beam: Beam
	states: Records[Node] = records(Node, POOL)


@kernel
def begin(memory: Memory) -> None:

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

	expand(memory.beam, memory.states, memory.start, memory.scratch, memory.setting, count)


ENTRIES = (begin, think)
''')


# ==== bots/tororo/rules.py ====
__stickytape_write_module('bots/tororo/rules.py', rb'''







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






	usable: int
	fair: int
	lush: int
	near: Numbers[int] = numbers(int, SIZES * CELLS)
	keys: Numbers[int] = numbers(int, KEYS)
	tallies: Numbers[int] = numbers(int, DORMANT)


@record
class State:







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

	state.dormant ^= 1 << cell
	state.key ^= ground.keys[DORMANT + cell]


@kernel
def own_board(state: State, player: int) -> int:

	return state.mine if player == 0 else ~state.mine


@kernel
def all_trees(state: State) -> int:

	return state.trees[0] | state.trees[1] | state.trees[2] | state.trees[3]


@kernel
def size_on(state: State, cell: int) -> int:

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

	rich = board & (ground.fair | ground.lush)
	return 2 * (rich.bit_count() + (rich & ground.lush).bit_count())


@kernel
def morning_sun(state: State, day: int) -> int:

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

	state.day += 1
	if state.day < DAYS:
		gather(state, ground)


@kernel
def grow_cost(state: State, player: int, size: int) -> int:

	mine = state.mine if player == 0 else ~state.mine
	return GROW_COST[size] + (state.trees[size + 1] & mine).bit_count()


@kernel
def seed_cost(state: State, player: int) -> int:

	mine = state.mine if player == 0 else ~state.mine
	return (state.trees[0] & mine).bit_count()


@kernel
def order(state: State, ground: Ground, player: int, action: int) -> None:

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

	order(state, ground, 0, first)
	order(state, ground, 1, second)
	settle(state, ground)


@kernel
def key_of(state: State, ground: Ground) -> int:

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

	kind = action >> KIND_SHIFT
	cell, other = action >> CELL_SHIFT & CELL_MASK, action & CELL_MASK
	if kind == SEED:
		return f"SEED {cell} {other}"
	return f"{KINDS[kind]} {cell}" if kind in (GROW, COMPLETE) else "WAIT"


def parse_row(line: str, what: str, *limits: int) -> list[int]:

	row = parse_integers(line, len(limits), what)
	if not all(0 <= value < limit for value, limit in zip(row, limits, strict=True)):
		raise UnreadableInput(f"{what}: expected 0.. to below {limits}, got {row}")
	return row


def read_row(reader: LineReader, what: str, *limits: int) -> list[int]:

	return parse_row(reader.line(), f"line {reader.number}: {what}", *limits)


def read_ground(reader: LineReader) -> Ground:

	richness = [0] * CELLS
	(count,) = read_row(reader, "numberOfCells", CELLS + 1)
	for _ in range(count):
		cell, rich, *_neighbours = reader.integers(8, "index richness neigh0..neigh5")
		if not (0 <= cell < CELLS and 0 <= rich <= 3):
			raise UnreadableInput(f"line {reader.number}: no cell {cell} of richness {rich}")
		richness[cell] = rich
	return make_ground(richness)


def read_turn(reader: LineReader, ground: Ground) -> State:




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


# ==== bots/tororo/kernels_c.py ====
__stickytape_write_module('bots/tororo/kernels_c.py', rb'''
"""The kernels of this bot in C, as the compiler gets them."""

FLAGS = """
-shared -fPIC -O2 -march=native -std=c11 -fwrapv -ffp-contract=off
""".split()
TEXT = r"""
/* Modules, and fingerprints of them. A place 21303 is line 213 of module 3.
 *   0  498f3a4dc127ae38  common.search.beam
 *   1  4b960069245b2f64  bots.tororo.rules
 *   2  a822479a68f87890  common.bits
 *   3  8b3cff75b48fcf43  bots.tororo.search
 *      9977f3168abbc241  bots.tororo.tables
 */
#include <math.h>
#include <setjmp.h>
#include <stdbool.h>
#include <stdint.h>
typedef int64_t Int;

#define NOINLINE __attribute__((noinline))
#define CELLS 37
#define MAX_SIZE 3
static const Int GRID_PLACE[37] = {
	27,20,28,35,34,26,19,13,21,29,36,43,42,41,33,25,18,11,12,6,14,22,30,37,
	44,51,50,49,48,40,32,24,17,10,3,4,5,
};
#define GRID INT64_C(4256482233056376)
static const Int GRID_LEFT[30] = {
	0,1,8,7,0,0,0,1,8,7,0,0,0,1,8,7,0,0,0,1,8,7,0,0,0,1,8,7,0,0,
};
static const Int GRID_RIGHT[30] = {
	7,0,0,0,1,8,7,0,0,0,1,8,7,0,0,0,1,8,7,0,0,0,1,8,7,0,0,0,1,8,
};
#define QUEUES 3
#define POOL 6144
#define TABLE 262144
#define STEPS 1000000
#define MAX_MOVES 256
#define KEYS_EACH 64
#define STAMP_MASK 65535
#define NOWHERE (-1)
#define PLAYERS 2
#define SIZES 4
#define DAYS 24
#define COMPLETE_COST 4
static const Int GROW_COST[3] = {
	1,3,7,
};
#define NOTHING (-1)
#define WAIT 0
#define GROW 1
#define SEED 2
#define COMPLETE 3
#define KIND_SHIFT 12
#define CELL_SHIFT 6
#define CELL_MASK 63
#define SUN_SHIFT 8
#define SUN_MASK 255
#define DORMANT 296
#define VALUE_MASK 511
#define SUN_KEYS 333
#define RIVAL_SUN_KEYS 845
#define SCORE_KEYS 1357
#define RIVAL_SCORE_KEYS 1869
#define NUTRIENTS_KEYS 2381
#define DAY_KEYS 2893
#define KEYS 3405
#define LAST_DAY 23
#define COMPLETING 0
#define SEEDING 4
#define RANKS 5
static const Int LEAST_SUN[5] = {
	4,7,3,1,0,
};
#define RIVAL 1
#define SUN_A_POINT 3
#define KEEP_ALL 61
#define TREE_POINTS 0.01
#define FIELD 6
#define FIELD_MASK 63
#define GROUND_SHIFT 24
#define GROUND_MASK 127
static const Int GROUND_SHARES[4] = {
	0,1,2,4,
};
#define GROUND_POINTS 0.5
#define SIDE 31
#define SIDE_MASK 2147483647
static const Int KNOTS[4] = {
	6,12,18,23,
};
static const double USUAL_NUTRIENTS[24] = {
	20.0,20.0,20.0,20.0,20.0,20.0,20.0,20.0,20.0,20.0,20.0,19.5,18.8,17.7,16.1,14.8,
	13.6,12.4,11.2,10.4,9.4,8.7,8.0,6.6,
};

typedef struct State {
	Int trees[SIZES], grid[SIZES], mine, grid_mine, dormant, sun[PLAYERS], score[PLAYERS];
	Int nutrients, day, asleep, pending[PLAYERS], key, tally;
} State;

typedef struct Node {
	State state;
	Int rank, acts;
	bool has_sold;
} Node;

typedef struct Ground {
	Int usable, fair, lush, near[SIZES * CELLS], keys[KEYS], tallies[DORMANT];
} Ground;

typedef struct Params {
	double sun_6, sun_12, sun_18, sun_23, income_6, income_12, income_18, income_23, tall_6;
	double tall_12, tall_18, tall_23, medium_6, medium_12, medium_18, medium_23, small_6;
	double small_12, small_18, small_23, bonus_6, bonus_12, bonus_18, bonus_23, seed, nutrients;
	double decay;
	Int unrolled;
	double inside, rival;
	Int first_complete, rival_keeps, horizon, acts, first_width, last_width, widest, trusted;
	double first_ms, margin_ms;
} Params;

typedef struct Setting {
	Ground ground;
	Params params;
	double sun[DAYS], income[DAYS], small[DAYS], medium[DAYS], tall[DAYS], bonus[DAYS];
} Setting;

typedef struct Beam {
	Int first_width, last_width, widest, stages, deepest, trusted, width, stage, cursor, current;
	Int following, tomorrow;
	bool is_done;
	Int stamp, mask, expanded, made, evaluations, passes, answer, answer_stages, answer_move;
	Int answer_step, root_moves, base[QUEUES];
	Int used[QUEUES], moves[MAX_MOVES], root_move[MAX_MOVES];
	double root_value[MAX_MOVES];
	Int root_count[MAX_MOVES], order[POOL];
	double value[POOL];
	Int origin[POOL], move[POOL], parent[POOL], step_move[STEPS], step_parent[STEPS];
	Int table[TABLE];
} Beam;

typedef struct Memory {
	Node start;
	Setting setting;
	Node scratch;
	Beam beam;
	Node states[POOL];
} Memory;

static jmp_buf trap_exit;
static int32_t trap_code;
enum trap_kind { INDEX = 1, TOO_LARGE, ZERO_DIVISOR, CONVERSION, SHIFT, DOMAIN_ERROR, DEPTH };
static _Noreturn void trap(enum trap_kind kind, int where) {
	trap_code = (int32_t)kind * 10000000 + where;
	longjmp(trap_exit, 1);
}
static Int at(Int index, Int length, int where) {
	if (index < 0 || index >= length)
		trap(INDEX, where);
	return index;
}
static Int add(Int a, Int b, int where) {
	Int result;
	if (__builtin_add_overflow(a, b, &result))
		trap(TOO_LARGE, where);
	return result;
}
static Int subtract(Int a, Int b, int where) {
	Int result;
	if (__builtin_sub_overflow(a, b, &result))
		trap(TOO_LARGE, where);
	return result;
}
static Int multiply(Int a, Int b, int where) {
	Int result;
	if (__builtin_mul_overflow(a, b, &result))
		trap(TOO_LARGE, where);
	return result;
}
static Int divide_by(Int a, Int b) {
	return a / b - (a % b < 0);
}
static Int shift_left(Int a, Int count, int where) {
	if (count < 0)
		trap(SHIFT, where);
	if (a == 0)
		return 0;
	if (count > 63)
		trap(TOO_LARGE, where);
	const Int result = (Int)((uint64_t)a << count);
	if (result >> count != a)
		trap(TOO_LARGE, where);
	return result;
}
static Int shift_near(Int a, Int count, int where) {
	const Int result = (Int)((uint64_t)a << count);
	if (result >> count != a)
		trap(TOO_LARGE, where);
	return result;
}
static Int shift_right(Int a, Int count, int where) {
	if (count < 0)
		trap(SHIFT, where);
	return a >> (count > 63 ? 63 : count);
}
static double divide(double a, double b, int where) {
	if (b == 0.0)
		trap(ZERO_DIVISOR, where);
	return a / b;
}
static Int min_int(Int a, Int b) {
	return b < a ? b : a;
}
static Int max_int(Int a, Int b) {
	return b > a ? b : a;
}
static Int bit_count(Int a) {
	return __builtin_popcountll(a < 0 ? 0 - (uint64_t)a : (uint64_t)a);
}
static Int natural_bit_count(Int a) {
	return __builtin_popcountll((uint64_t)a);
}
static Int lowest_bit(Int a) {
	return __builtin_ffsll(a);
}
static Int bit_length(Int a) {
	return a == 0 ? 0 : 64 - __builtin_clzll(a < 0 ? 0 - (uint64_t)a : (uint64_t)a);
}
static void let_rival_act(Node *node, const Setting *setting);
static Int list_moves(const Node *node, const Setting *setting, Int *moves,
	Int moves_length);
static bool play_move(Node *node, const Setting *setting, Int move);
static Int node_key(const Node *node, const Setting *setting);
static double rate(const Node *node, const Setting *setting, bool is_morning);

// common/search/beam.py

static bool is_new(Beam *beam, Int key) {
	Int place = key & beam->mask;
	Int marked = (key & ~STAMP_MASK) | beam->stamp;
	if (beam->table[at(place, TABLE, 8200)] == marked)
		return false;
	beam->table[at(place, TABLE, 8400)] = marked;
	return true;
}
static Int take_slot(Beam *beam, Int queue, double value) {
	Int base = beam->base[at(queue, QUEUES, 9100)];
	Int place = beam->used[at(queue, QUEUES, 9200)];
	Int slot = add(base, place, 9300);
	if (place < beam->width) {
		beam->used[at(queue, QUEUES, 9500)] = add(beam->used[at(queue, QUEUES, 9500)], 1, 9500);
		while (place > 0) {
			Int above = subtract(place, 1, 9700) >> 1;
			Int other = beam->order[at(add(base, above, 9800), POOL, 9800)];
			if (beam->value[at(other, POOL, 9900)] <= value)
				break;
			beam->order[at(add(base, place, 10100), POOL, 10100)] = other;
			place = above;
		}
	} else {
		slot = beam->order[at(base, POOL, 10400)];
		if (value <= beam->value[at(slot, POOL, 10500)])
			return NOWHERE;
		place = 0;
		Int child = 1;
		while (child < beam->used[at(queue, QUEUES, 10900)]) {
			Int other = beam->order[at(add(base, child, 11000), POOL, 11000)];
			if (add(child, 1, 11100) < beam->used[at(queue, QUEUES, 11100)]) {
				Int right =
					beam->order[at(add(add(base, child, 11200), 1, 11200), POOL, 11200)];
				if (beam->value[at(right, POOL, 11300)] < beam->value[at(other, POOL, 11300)]) {
					other = right;
					child = add(child, 1, 11500);
				}
			}
			if (beam->value[at(other, POOL, 11600)] >= value)
				break;
			beam->order[at(add(base, place, 11800), POOL, 11800)] = other;
			place = child;
			child = add(multiply(2, place, 12000), 1, 12000);
		}
	}
	beam->order[at(add(base, place, 12100), POOL, 12100)] = slot;
	beam->value[at(slot, POOL, 12200)] = value;
	return slot;
}
static void conclude_stage(Beam *beam) {
	Int queue = beam->tomorrow;
	Int depth = add(beam->stage, 1, 13000);
	if (depth < min_int(beam->trusted, beam->answer_stages))
		return;
	const Int number_end = beam->root_moves;
	for (Int number = 0; number < number_end; number++)
		beam->root_count[at(number, MAX_MOVES, 13400)] = 0;
	Int best = NOWHERE;
	const Int place_end = beam->used[at(queue, QUEUES, 13600)];
	for (Int place = 0; place < place_end; place++) {
		Int slot =
			beam->order[at(add(beam->base[at(queue, QUEUES, 13700)], place, 13700), POOL, 13700)];
		Int first = beam->origin[at(slot, POOL, 13800)];
		double value = beam->value[at(slot, POOL, 13900)];
		if (beam->root_count[at(first, MAX_MOVES, 14000)] == 0 || value
			> beam->root_value[at(first, MAX_MOVES, 14000)]) {
			beam->root_value[at(first, MAX_MOVES, 14100)] = value;
		}
		beam->root_count[at(first, MAX_MOVES, 14200)] =
			add(beam->root_count[at(first, MAX_MOVES, 14200)], 1, 14200);
		if (best == NOWHERE || value > beam->value[at(best, POOL, 14300)])
			best = slot;
	}
	if (best != NOWHERE) {
		beam->answer = beam->root_move[at(beam->origin[at(best, POOL, 14600)], MAX_MOVES, 14600)];
		beam->answer_stages = depth;
		beam->answer_move = beam->move[at(best, POOL, 14800)];
		beam->answer_step = beam->parent[at(best, POOL, 14900)];
	}
}
static inline void plant(Beam *beam) {
	for (Int index = 0; index < QUEUES; index++) {
		beam->base[index] = multiply(index, beam->width, 15600);
		beam->used[index] = 0;
	}
	beam->current = 0;
	beam->following = 1;
	beam->tomorrow = 2;
	beam->cursor = 0;
	beam->stage = 0;
	beam->used[0] = 1;
	beam->order[0] = 0;
	beam->origin[0] = NOWHERE;
	beam->mask = shift_left(1, bit_length(multiply(KEYS_EACH, beam->width, 16600)), 16600) - 1;
	beam->stamp = (Int)(((uint64_t)beam->stamp + 1) & STAMP_MASK);
}
static void begin(Beam *beam) {
	beam->width = max_int(1, min_int(beam->first_width, POOL / QUEUES));
	beam->is_done = false;
	beam->expanded = 0;
	beam->made = 0;
	beam->evaluations = 0;
	beam->passes = 0;
	beam->answer = NOWHERE;
	beam->answer_stages = 0;
	beam->answer_step = NOWHERE;
	beam->root_moves = 0;
	plant(beam);
}
static void advance(Beam *beam) {
	beam->cursor = 0;
	Int done = beam->current;
	beam->used[at(done, QUEUES, 19100)] = 0;
	if (beam->used[at(beam->following, QUEUES, 19200)] > 0) {
		beam->current = beam->following;
		beam->following = done;
		return;
	}
	conclude_stage(beam);
	beam->stage = add(beam->stage, 1, 19700);
	if (beam->stage < beam->stages && beam->used[at(beam->tomorrow, QUEUES, 19800)] > 0) {
		beam->current = beam->tomorrow;
		beam->tomorrow = done;
		beam->stamp = (Int)(((uint64_t)beam->stamp + 1) & STAMP_MASK);
		return;
	}
	beam->passes = add(beam->passes, 1, 20300);
	Int limit;
	if (beam->stages < beam->deepest) {
		limit = min_int(beam->last_width, POOL / QUEUES);
		beam->stages = add(beam->stages, (Int)(beam->width >= limit), 20600);
	} else {
		limit = min_int(max_int(beam->last_width, beam->widest), POOL / QUEUES);
		beam->is_done = beam->width >= limit;
	}
	if (!beam->is_done) {
		beam->width = max_int(beam->width, min_int(multiply(2, beam->width, 21100), limit));
		plant(beam);
	}
}
static void open_slot(Beam *beam, Node *states, Int states_length, const Node *start,
	Node *scratch, const Setting *setting, Int slot) {
	Node *parent = &states[at(slot, states_length, 24000)];
	Int origin = beam->origin[at(slot, POOL, 24100)];
	if (origin == NOWHERE)
		*parent = *start;
	let_rival_act(parent, setting);
	Int count = list_moves(parent, setting, beam->moves, MAX_MOVES);
	Int step = NOWHERE;
	if (origin == NOWHERE) {
		beam->root_moves = count;
		for (Int number = 0; number < count; number++) {
			beam->root_move[at(number, MAX_MOVES, 25000)] =
				beam->moves[at(number, MAX_MOVES, 25000)];
		}
	} else if (beam->expanded < STEPS) {
		step = beam->expanded;
		beam->step_move[at(step, STEPS, 25300)] = beam->move[at(slot, POOL, 25300)];
		beam->step_parent[at(step, STEPS, 25400)] = beam->parent[at(slot, POOL, 25400)];
	}
	Int doubles = 0;
	for (Int number = 0; number < count; number++) {
		Int move = beam->moves[at(number, MAX_MOVES, 25700)];
		*scratch = *parent;
		bool ends_stage = play_move(scratch, setting, move);
		bool fresh = is_new(beam, node_key(scratch, setting));
		if (!fresh) {
			doubles = add(doubles, 1, 26200);
			continue;
		}
		double value = rate(scratch, setting, ends_stage);
		Int place = take_slot(beam, ends_stage ? beam->tomorrow : beam->following, value);
		if (place != NOWHERE) {
			states[at(place, states_length, 26700)] = *scratch;
			beam->origin[at(place, POOL, 26800)] = origin == NOWHERE ? number : origin;
			beam->move[at(place, POOL, 26900)] = move;
			beam->parent[at(place, POOL, 27000)] = step;
		}
	}
	beam->made = add(beam->made, count, 27100);
	beam->evaluations = add(beam->evaluations, count - doubles, 27200);
}
static void expand(Beam *beam, Node *states, Int states_length, const Node *start,
	Node *scratch, const Setting *setting, Int count) {
	Int left = count;
	while (left > 0 && !beam->is_done) {
		Int queue = beam->current;
		if (beam->cursor < beam->used[at(queue, QUEUES, 28700)]) {
			Int slot =
				beam->order[at(add(beam->base[at(queue, QUEUES, 28800)], beam->cursor, 28800),
				POOL, 28800)];
			beam->cursor = add(beam->cursor, 1, 28900);
			open_slot(beam, states, states_length, start, scratch, setting, slot);
			beam->expanded = add(beam->expanded, 1, 29100);
			left = subtract(left, 1, 29200);
		} else {
			advance(beam);
		}
	}
}

// bots/tororo/rules.py

static inline void change_tree(State *state, const Ground *ground, Int player, Int cell,
	Int before, Int after) {
	Int grid_bit = (Int)1 << GRID_PLACE[at(cell, 37, 11201)];
	Int bit = shift_near(1, cell, 11301);
	Int place = player * SIZES * CELLS + cell;
	if (before != NOTHING) {
		state->trees[at(before, SIZES, 11601)] ^= bit;
		state->grid[at(before, SIZES, 11701)] ^= grid_bit;
		state->key ^= ground->keys[at(place + before * CELLS, KEYS, 11801)];
		state->tally =
			subtract(state->tally, ground->tallies[at(place + before * CELLS, DORMANT, 11901)],
			11901);
	}
	if (after != NOTHING) {
		state->trees[at(after, SIZES, 12101)] ^= bit;
		state->grid[at(after, SIZES, 12201)] ^= grid_bit;
		state->key ^= ground->keys[at(place + after * CELLS, KEYS, 12301)];
		state->tally =
			add(state->tally, ground->tallies[at(place + after * CELLS, DORMANT, 12401)], 12401);
	}
	if (player == 0 && (before == NOTHING || after == NOTHING)) {
		state->mine ^= bit;
		state->grid_mine ^= grid_bit;
	}
}
static inline void make_dormant(State *state, const Ground *ground, Int cell) {
	state->dormant ^= shift_near(1, cell, 13301);
	state->key ^= ground->keys[DORMANT + cell];
}
static inline Int own_board(const State *state, Int player) {
	return player == 0 ? state->mine : ~state->mine;
}
static inline Int all_trees(const State *state) {
	return state->trees[0] | state->trees[1] | state->trees[2] | state->trees[3];
}
static inline Int size_on(const State *state, Int cell) {
	Int bit = shift_near(1, cell, 15201);
	if ((state->trees[0] & bit) != 0)
		return 0;
	if ((state->trees[1] & bit) != 0)
		return 1;
	if ((state->trees[2] & bit) != 0)
		return 2;
	return (state->trees[3] & bit) != 0 ? MAX_SIZE : NOTHING;
}
static inline Int bonus_sum(const Ground *ground, Int board) {
	Int rich = board & (ground->fair | ground->lush);
	return 2 * (natural_bit_count(rich) + natural_bit_count(rich & ground->lush));
}
static inline Int morning_sun(const State *state, Int day) {
	Int left = GRID_LEFT[at(day, 30, 17201)];
	Int right = GRID_RIGHT[at(day, 30, 17301)];
	Int small = state->grid[1] & GRID;
	Int medium = state->grid[2] & GRID;
	Int tall = state->grid[3] & GRID;
	Int shade = 0;
	if (tall != 0) {
		Int one = ((tall << left) >> right) & GRID;
		Int two = ((one << left) >> right) & GRID;
		shade = one | two | (((two << left) >> right) & GRID);
		tall &= ~shade;
	}
	if (medium != 0) {
		Int one = ((medium << left) >> right) & GRID;
		shade |= one | (((one << left) >> right) & GRID);
		medium &= ~shade;
	}
	small &= ~(shade | (((small << left) >> right) & GRID));
	Int mine = state->grid_mine;
	Int total = natural_bit_count(small) + 2 * natural_bit_count(medium) + 3
		* natural_bit_count(tall);
	Int own = natural_bit_count(small & mine) + 2 * natural_bit_count(medium & mine) + 3
		* natural_bit_count(tall & mine);
	return (own << SUN_SHIFT) | (total - own);
}
static void gather(State *state, const Ground *ground) {
	Int rest = state->dormant;
	while (rest != 0) {
		state->key ^= ground->keys[DORMANT + lowest_bit(rest) - 1];
		rest &= subtract(rest, 1, 20201);
	}
	state->dormant = 0;
	state->asleep = 0;
	Int sun = morning_sun(state, state->day);
	state->sun[0] = add(state->sun[0], sun >> SUN_SHIFT, 20601);
	state->sun[1] = add(state->sun[1], sun & SUN_MASK, 20701);
}
static void next_day(State *state, const Ground *ground) {
	state->day = add(state->day, 1, 21301);
	if (state->day < DAYS)
		gather(state, ground);
}
static inline Int grow_cost(const State *state, Int player, Int size) {
	Int mine = player == 0 ? state->mine : ~state->mine;
	return GROW_COST[at(size, 3, 22201)]
		+ bit_count(state->trees[at(size + 1, SIZES, 22201)] & mine);
}
static inline Int seed_cost(const State *state, Int player) {
	Int mine = player == 0 ? state->mine : ~state->mine;
	return bit_count(state->trees[0] & mine);
}
static inline void order(State *state, const Ground *ground, Int player, Int action) {
	Int kind = action >> KIND_SHIFT;
	if (kind == WAIT) {
		state->asleep |= 1 << player;
		return;
	}
	Int cell = (action >> CELL_SHIFT) & CELL_MASK;
	if (kind == GROW) {
		Int size = size_on(state, cell);
		state->sun[player] = subtract(state->sun[player], grow_cost(state, player, size), 24201);
		change_tree(state, ground, player, cell, size, size + 1);
	} else {
		state->sun[player] =
			subtract(state->sun[player], kind == COMPLETE
			? COMPLETE_COST : seed_cost(state, player), 24501);
		state->pending[player] = action;
	}
	make_dormant(state, ground, cell);
}
static inline void settle(State *state, const Ground *ground) {
	Int first = state->pending[0];
	Int second = state->pending[1];
	if ((first | second) == 0)
		return;
	state->pending[0] = 0;
	state->pending[1] = 0;
	bool is_war = first >> KIND_SHIFT == SEED && second >> KIND_SHIFT == SEED;
	if (is_war && (first & CELL_MASK) == (second & CELL_MASK)) {
		state->sun[0] = add(state->sun[0], seed_cost(state, 0), 26101);
		state->sun[1] = add(state->sun[1], seed_cost(state, 1), 26201);
		return;
	}
	Int value = state->nutrients;
	for (Int player = 0; player < PLAYERS; player++) {
		Int action = player == 0 ? first : second;
		Int kind = action >> KIND_SHIFT;
		if (kind == SEED) {
			change_tree(state, ground, player, action & CELL_MASK, NOTHING, 0);
			make_dormant(state, ground, action & CELL_MASK);
		} else if (kind == COMPLETE) {
			Int cell = (action >> CELL_SHIFT) & CELL_MASK;
			state->score[player] =
				add(state->score[player],
				add(value, bonus_sum(ground, shift_near(1, cell, 27301)), 27301), 27301);
			state->nutrients = max_int(0, subtract(state->nutrients, 1, 27401));
			change_tree(state, ground, player, cell, MAX_SIZE, NOTHING);
			make_dormant(state, ground, cell);
		}
	}
}
static Int key_of(const State *state, const Ground *ground) {
	const Int *keys = ground->keys;
	return state->key ^ keys[SUN_KEYS + (state->sun[0] & VALUE_MASK)]
		^ keys[RIVAL_SUN_KEYS + (state->sun[1] & VALUE_MASK)]
		^ keys[SCORE_KEYS + (state->score[0] & VALUE_MASK)]
		^ keys[RIVAL_SCORE_KEYS + (state->score[1] & VALUE_MASK)]
		^ keys[NUTRIENTS_KEYS + (state->nutrients & VALUE_MASK)]
		^ keys[DAY_KEYS + (state->day & VALUE_MASK)];
}

// common/bits.py

static inline Int lowest(Int board) {
	return lowest_bit(board) - 1;
}

// bots/tororo/search.py

static Int richest(const Ground *ground, Int board) {
	Int best = board & ground->lush;
	if (best == 0)
		best = board & ground->fair;
	return lowest(best == 0 ? board : best);
}
static inline Int reach_of(const Ground *ground, Int board, Int size) {
	Int reach = 0;
	Int rest = board;
	Int start = size * CELLS - 1;
	while (rest != 0) {
		reach |= ground->near[at(start + lowest_bit(rest), SIZES * CELLS, 12203)];
		rest &= subtract(rest, 1, 12303);
	}
	return reach;
}
static inline Int ready(const State *state, const Ground *ground, Int player, Int rank) {
	Int own = player == 0 ? state->mine : ~state->mine;
	Int awake = own & ~state->dormant;
	if (rank == COMPLETING) {
		if (state->sun[player] < COMPLETE_COST)
			return 0;
		Int rich = state->nutrients > 1 ? ground->usable : ground->fair | ground->lush;
		return state->trees[MAX_SIZE] & awake & rich;
	}
	if (rank < SEEDING) {
		Int trees = state->trees[at(MAX_SIZE - rank, SIZES, 13803)] & awake;
		if (trees == 0 || subtract(LAST_DAY, state->day, 13903) < rank)
			return 0;
		return grow_cost(state, player, MAX_SIZE - rank) <= state->sun[player] ? trees : 0;
	}
	if (subtract(LAST_DAY, state->day, 14203) < SEEDING || (state->trees[0] & own) != 0)
		return 0;
	Int targets = 0;
	for (Int size = 1; size < MAX_SIZE + 1; size++)
		targets |= reach_of(ground, state->trees[size] & awake, size);
	Int taken = all_trees(state);
	return targets & ground->usable & ~(taken | reach_of(ground, taken & own, 1));
}
static inline Int move_on(const State *state, const Ground *ground, Int player,
	Int rank, Int cell) {
	if (rank < SEEDING) {
		Int kind = rank == COMPLETING ? COMPLETE : GROW;
		return (kind << KIND_SHIFT) | shift_near(cell, CELL_SHIFT, 15603);
	}
	Int awake = own_board(state, player) & ~state->dormant;
	Int sources = 0;
	Int size = 0;
	while (sources == 0) {
		size = add(size, 1, 16103);
		sources = state->trees[at(size, SIZES, 16203)] & awake
			& ground->near[at(add(multiply(size, CELLS, 16203), cell, 16203), SIZES * CELLS,
			16203)];
	}
	return (SEED << KIND_SHIFT) | shift_near(lowest(sources), CELL_SHIFT, 16303) | cell;
}
static Int next_act(const State *state, const Ground *ground, Int player, Int keeps) {
	Int sun = state->sun[player];
	Int tall = bit_count(state->trees[MAX_SIZE] & own_board(state, player));
	for (Int rank = tall > subtract(keeps, state->day, 17403) ? COMPLETING : COMPLETING + 1;
		rank < RANKS; rank++) {
		if (sun >= LEAST_SUN[rank]) {
			Int board = ready(state, ground, player, rank);
			if (board != 0)
				return move_on(state, ground, player, rank, richest(ground, board));
		}
	}
	return WAIT;
}
static inline void let_rival_act(Node *node, const Setting *setting) {
	State *state = &node->state;
	if (((state->asleep >> RIVAL) & 1) == 0) {
		bool is_keeping = node->has_sold && state->day < LAST_DAY;
		Int keeps = is_keeping ? KEEP_ALL : setting->params.rival_keeps;
		Int act = next_act(state, &setting->ground, RIVAL, keeps);
		if (act >> KIND_SHIFT == COMPLETE)
			node->has_sold = true;
		order(state, &setting->ground, RIVAL, act);
	}
}
static Int list_moves(const Node *node, const Setting *setting, Int *moves,
	Int moves_length) {
	const State *state = &node->state;
	moves[at(0, moves_length, 20203)] = WAIT;
	Int count = 1;
	if (node->acts == setting->params.acts)
		return count;
	bool is_early = state->day < setting->params.first_complete;
	Int sun = state->sun[0];
	for (Int rank = max_int(node->rank, (Int)is_early); rank < RANKS; rank++) {
		if (sun < LEAST_SUN[rank])
			continue;
		Int board = ready(state, &setting->ground, 0, rank);
		while (board != 0) {
			moves[at(count, moves_length, 21303)] =
				move_on(state, &setting->ground, 0, rank, lowest(board));
			count = add(count, 1, 21403);
			board &= subtract(board, 1, 21503);
		}
	}
	return count;
}
static bool play_move(Node *node, const Setting *setting, Int move) {
	State *state = &node->state;
	order(state, &setting->ground, 0, move);
	settle(state, &setting->ground);
	if (move != WAIT) {
		Int kind = move >> KIND_SHIFT;
		node->rank = kind == SEED ? SEEDING : COMPLETING;
		if (kind == GROW)
			node->rank = SEEDING - size_on(state, (move >> CELL_SHIFT) & CELL_MASK);
		node->acts = add(node->acts, 1, 23003);
		return false;
	}
	while (((state->asleep >> RIVAL) & 1) == 0) {
		let_rival_act(node, setting);
		settle(state, &setting->ground);
	}
	next_day(state, &setting->ground);
	node->rank = COMPLETING;
	node->acts = 0;
	node->has_sold = false;
	return true;
}
static Int node_key(const Node *node, const Setting *setting) {
	return key_of(&node->state, &setting->ground);
}
static inline double part(Int day, Int knot) {
	return divide((double)(day - KNOTS[knot]), (double)(KNOTS[knot + 1] - KNOTS[knot]), 25103);
}
static inline void spread(double *row, Int row_length, double first, double second,
	double third, double fourth) {
	for (Int day = 0; day < DAYS; day++) {
		row[at(day, row_length, 25803)] = first;
		if (day >= KNOTS[2]) {
			row[at(day, row_length, 26003)] = third + (fourth - third) * part(day, 2);
		} else if (day >= KNOTS[1]) {
			row[at(day, row_length, 26203)] = second + (third - second) * part(day, 1);
		} else if (day >= KNOTS[0]) {
			row[at(day, row_length, 26403)] = first + (second - first) * part(day, 0);
		}
	}
}
static void fill_tallies(Setting *setting) {
	Ground *ground = &setting->ground;
	for (Int size = 0; size < SIZES; size++) {
		for (Int cell = 0; cell < CELLS; cell++) {
			Int halves = bonus_sum(ground, (Int)1 << cell) / 2 * GROUND_SHARES[size];
			Int tally = (1 << (size * FIELD)) + (halves << GROUND_SHIFT);
			ground->tallies[size * CELLS + cell] = tally;
			ground->tallies[(SIZES + size) * CELLS + cell] = shift_near(tally, SIDE, 27603);
		}
	}
	const Params *params = &setting->params;
	spread(setting->sun, DAYS, params->sun_6, params->sun_12, params->sun_18, params->sun_23);
	spread(setting->income, DAYS, params->income_6, params->income_12, params->income_18,
		params->income_23);
	spread(setting->small, DAYS, params->small_6, params->small_12, params->small_18,
		params->small_23);
	spread(setting->medium, DAYS, params->medium_6, params->medium_12, params->medium_18,
		params->medium_23);
	spread(setting->tall, DAYS, params->tall_6, params->tall_12, params->tall_18, params->tall_23);
	spread(setting->bonus, DAYS, GROUND_POINTS * params->bonus_6, GROUND_POINTS * params->bonus_12,
		GROUND_POINTS * params->bonus_18, GROUND_POINTS * params->bonus_23);
}
static inline Int tally_of(const State *state, const Setting *setting, Int least) {
	Int tally = 0;
	for (Int size = least; size < SIZES; size++) {
		Int rest = state->trees[at(size, SIZES, 29703)];
		while (rest != 0) {
			Int cell = lowest_bit(rest) - 1;
			Int place = add(multiply(size, CELLS, 30003), cell, 30003);
			if ((shift_right(state->mine, cell, 30103) & 1) == 0)
				place = add(place, SIZES * CELLS, 30203);
			tally = add(tally, setting->ground.tallies[at(place, DORMANT, 30303)], 30303);
			rest &= subtract(rest, 1, 30403);
		}
	}
	return tally;
}
static inline double side_worth(const Setting *setting, Int day, Int tally, double tall) {
	return setting->params.seed * (double)(tally & FIELD_MASK)
		+ setting->small[at(day, DAYS, 31303)] * (double)((tally >> FIELD) & FIELD_MASK)
		+ setting->medium[at(day, DAYS, 31403)] * (double)((tally >> (2 * FIELD)) & FIELD_MASK)
		+ tall * (double)((tally >> (3 * FIELD)) & FIELD_MASK)
		+ setting->bonus[at(day, DAYS, 31603)] * (double)((tally >> GROUND_SHIFT) & GROUND_MASK);
}
static double trees_worth(const State *state, const Setting *setting) {
	Int tally = state->tally;
	Int day = state->day;
	Int least = MAX_SIZE - subtract(LAST_DAY, day, 32503);
	if (least > 0)
		tally = tally_of(state, setting, least);
	double spare = (double)state->nutrients - USUAL_NUTRIENTS[at(day, 24, 32803)];
	double tall = setting->tall[at(day, DAYS, 32903)] + setting->params.nutrients * spare;
	double mine = side_worth(setting, day, tally & SIDE_MASK, tall);
	return mine - setting->params.rival * side_worth(setting, day, tally >> SIDE, tall);
}
static double rate(const Node *node, const Setting *setting, bool is_morning) {
	const State *state = &node->state;
	const Params *params = &setting->params;
	double rival = params->rival;
	if (state->day == DAYS) {
		Int mine = add(state->score[0], divide_by(state->sun[0], SUN_A_POINT), 34103);
		Int theirs = add(state->score[1], divide_by(state->sun[1], SUN_A_POINT), 34203);
		Int trees = all_trees(state);
		Int ties = 2 * bit_count(trees & state->mine) - bit_count(trees);
		return (double)mine - rival * (double)theirs + TREE_POINTS * (double)ties;
	}
	Int left = subtract(LAST_DAY, state->day, 34603);
	double lead = 0.0;
	double weight = is_morning ? params->decay : params->inside;
	Int days = is_morning ? params->unrolled : 1;
	const Int day_end = add(add(state->day, 1, 35003), min_int(left, days), 35003);
	for (Int day = add(state->day, 1, 35003); day < day_end; day++) {
		Int sun = morning_sun(state, day);
		lead += weight * ((double)(sun >> SUN_SHIFT) - rival * (double)(sun & SUN_MASK));
		weight *= params->decay;
	}
	double points = (double)state->score[0] - rival * (double)state->score[1];
	points += setting->sun[at(state->day, DAYS, 35503)]
		* ((double)state->sun[0] - rival * (double)state->sun[1]);
	return points + setting->income[at(state->day, DAYS, 35603)] * lead
		+ trees_worth(state, setting);
}
static NOINLINE void begin_2(Memory *memory) {
	const Params *params = &memory->setting.params;
	fill_tallies(&memory->setting);
	memory->start.state.tally = tally_of(&memory->start.state, &memory->setting, 0);
	memory->beam.first_width = params->first_width;
	memory->beam.last_width = params->last_width;
	memory->beam.widest = params->widest;
	memory->beam.trusted = params->trusted;
	memory->beam.deepest = params->acts > 1 ? subtract(DAYS, memory->start.state.day, 38303) : 1;
	memory->beam.stages = min_int(params->horizon, memory->beam.deepest);
	begin(&memory->beam);
}
static NOINLINE void think(Memory *memory, Int count) {
	expand(&memory->beam, memory->states, POOL, &memory->start, &memory->scratch, &memory->setting,
		count);
}

int32_t run_begin(Memory *memory) {
	if (setjmp(trap_exit) != 0)
		return trap_code;
	begin_2(memory);
	return 0;
}

int32_t run_think(Memory *memory, Int count) {
	if (setjmp(trap_exit) != 0)
		return trap_code;
	think(memory, count);
	return 0;
}

const Int run_size = sizeof(Memory);
"""
''')


# ==== bots/tororo/tables.py ====
__stickytape_write_module('bots/tororo/tables.py', rb'''






from common.bits import board_of

CELLS = 37
RINGS = 3
DIRECTIONS = 6
MAX_SIZE = 3
STEPS = ((1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1))  # x, y of directions 0..5
GRID_ROW = 8


def spiral() -> tuple[tuple[int, int], ...]:

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


from collections.abc import Iterable

from common.kernel import kernel


@kernel
def lowest(board: int) -> int:

	return (board & -board).bit_length() - 1


def board_of(items: Iterable[int]) -> int:

	board = 0
	for cell in items:
		board |= 1 << cell
	return board
''')


# ==== common/clock.py ====
__stickytape_write_module('common/clock.py', rb'''


from collections.abc import Callable, Iterator
from math import inf
from time import perf_counter


class Deadline:







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

		last, self.looked = self.looked, self.now()
		self.pause_ms = max(self.pause_ms, (self.looked - last) * 1000.0)
		return self.looked

	def chunks(self, size: int) -> Iterator[int]:

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


from collections.abc import Callable
from typing import Any, TypeVar

from common.clock import Deadline
from common.kernel import assign

Value = TypeVar("Value")


class EngineFailed(Exception):
	"""The engine cannot go on; another one plays now."""


class Engine:


	name = "python"
	pace = 1

	def __init__(self, memory: type) -> None:
		self.memory: Any = memory()

	def load(self, field: str, source: object) -> None:

		assign(getattr(self.memory, field), source)

	def call(self, kernel: Callable[..., Value], *values: int | float | bool) -> Value:

		return kernel(self.memory, *values)

	def read(self, path: str, index: int = -1) -> float:

		value = self.memory
		for name in path.split("."):
			value = getattr(value, name)
		return float(value[index] if index >= 0 else value)


class Engines:


	def __init__(self, memory: type) -> None:
		self.python = Engine(memory)

	def start(self) -> None:
		"""Called once, after the warm-up and before the first line is read."""

	def current(self, deadline: Deadline) -> Engine:

		return self.python
''')


# ==== common/kernel.py ====
__stickytape_write_module('common/kernel.py', rb'''





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

	if kind not in SCALARS:
		raise TypeError(f"numbers() of int, float or bool, not of {kind!r}")
	return _array([kind(0)] * length, length)


def records(kind: type[Item], length: int) -> Records[Item]:

	if not hasattr(kind, "kernel_fields"):
		raise TypeError(f"records() of a class made with @record, not of {kind!r}")
	return _array([kind() for _ in range(length)], length)


class Capacity(int):


	compiled: int


class Pool(list[Item]):


	compiled: int


def capacity(pure: int, compiled: int) -> int:

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

	function.is_kernel = True  # type: ignore[attr-defined]
	return function


def record(cls: Class) -> Class:





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

	target.kernel_assign(source)  # type: ignore[attr-defined]
''')


# ==== common/loop.py ====
__stickytape_write_module('common/loop.py', rb'''






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


	deadline = Deadline(1.0, 0.0)

	def __init__(self, words: Mapping[str, str]) -> None:
		self.iterations = int(words.get("BOTSMITH_ITERATIONS", "0")) or None
		self.seed = int(words.get("BOTSMITH_SEED", "1"))
		self.share = float(words.get("BOTSMITH_BUDGET", "100")) / 100.0
		self.margin_ms = float(words.get("BOTSMITH_MARGIN", "nan"))
		self.is_telling_stats = words.get("BOTSMITH_STATS") == "1"
		self.is_explaining = words.get("BOTSMITH_EXPLAIN") == "1"

	def begin_turn(self, bot: Bot, is_first: bool, reader: LineReader) -> Deadline:

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

	try:
		with open(f"/proc/self/{file}", "rb", buffering=0) as text:
			return int(text.read().rpartition(b")")[2].split()[place])
	except (OSError, ValueError, IndexError):
		return 0


def queued() -> float:

	return told("schedstat", 1) / 1e9


def age() -> float:

	ticks = told("stat", 19)  # of 10 ms
	return ticks and time.clock_gettime(time.CLOCK_BOOTTIME) - ticks / 100.0


def run(bot: Bot) -> None:

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


# ==== common/native.py ====
__stickytape_write_module('common/native.py', rb'''







import atexit
import ctypes
import hashlib
import mmap
import os
import re
import shutil
import signal
import struct
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from functools import cache
from glob import glob
from time import perf_counter, sleep
from typing import Any, TypeVar

from common.clock import Deadline
from common.engine import Engine, EngineFailed, Engines
from common.kernel import assign
from common.stdio import log

Value = TypeVar("Value")

COMPILERS = ("cc", "gcc", "clang", "g++")
FOLDERS = ("/usr/bin", "/usr/local/bin", "/opt/*/bin", "/usr/lib/llvm*/bin")
LIBRARY = "kernels.so"
PATIENCE = 20.0  # seconds for the child
FIRST_TURN_WAIT = 0.9  # seconds of the first turn at most, and share of it
STEP = 0.001  # seconds between looks
NICE = 10  # steps of priority below the bot
FINGERPRINT = re.compile(r"  (\w{16})  (\S+)")  # and the module
CODES = {int: "q", float: "d", bool: "?"}
TRAPS = (  # why C stops, from 1 on
	"index out of range",
	"an int beyond 64 bits",
	"division by zero",
	"a float that is no 64-bit int",
	"negative shift",
	"argument outside of a function's domain",
	"calls nested too deep",
)
C_TYPES: dict[Any, Any] = {int: ctypes.c_int64, float: ctypes.c_double, bool: ctypes.c_bool}


class Unusable(Exception):
	"""Why C does not play."""


def source_of(name: str) -> str:

	loader: Any = __spec__.loader
	return str(loader.get_source(name))


def fingerprint(text: str) -> str:

	lines = [line.rstrip() for line in text.splitlines()]
	kept = [line for line in lines if line and not line.lstrip().startswith("#")]
	return hashlib.sha256("\n".join(kept).encode()).hexdigest()[:16]


@cache
def layout(record: Any) -> tuple[dict[str, tuple[int, Any]], int, int]:

	fields, end, widest = {}, 0, 1
	for name, entry in record.kernel_fields.items():
		kind, _, length = entry if isinstance(entry, list) else (entry, 1, 1)
		width = struct.calcsize(CODES[kind]) if kind in CODES else 0
		size, alignment = (width, width) if width else layout(kind)[1:]
		start = -(-end // alignment) * alignment
		fields[name] = (start, kind)
		end = start + size * length
		widest = max(widest, alignment)
	return fields, -(-end // widest) * widest, widest


def values_of(source: Any, place: int, has_zeros: bool = True) -> Iterator[tuple[int, bytes]]:

	record: Any = type(source)
	for name, (start, kind) in layout(record)[0].items():
		value = getattr(source, name)
		items = value if isinstance(value, list) else [value]
		if kind in CODES:
			if has_zeros or any(items):
				yield place + start, struct.pack(f"={len(items)}{CODES[kind]}", *items)
		else:
			for index, item in enumerate(items):
				yield from values_of(item, place + start + index * layout(kind)[1], has_zeros)


@cache
def fresh(memory: type) -> list[tuple[int, bytes]]:

	return list(values_of(memory(), 0, False))


class NativeEngine(Engine):


	name = "c"
	pace = 10

	def __init__(self, memory: type, folder: str, text: str) -> None:
		self.kind = memory
		self.library = ctypes.CDLL(os.path.join(folder, LIBRARY))
		self.text = text
		self.has_failed = False
		size = layout(memory)[1]
		if ctypes.c_int64.in_dll(self.library, "run_size").value != size:
			raise Unusable("C lays the memory out in another way")
		self.pages = mmap.mmap(-1, size)
		self.address = ctypes.addressof(ctypes.c_char.from_buffer(self.pages))
		for place, data in fresh(memory):
			self.pages[place : place + len(data)] = data

	def load(self, field: str, source: object) -> None:
		for place, data in values_of(source, layout(self.kind)[0][field][0]):
			self.pages[place : place + len(data)] = data

	def call(self, kernel: Callable[..., Value], *values: int | float | bool) -> Value:
		run, result = entry(self.library, kernel)
		code = run(self.address, *values, ctypes.byref(result))
		if code:
			self.has_failed = True
			trap, where = divmod(code, 10_000_000)
			line, file = divmod(where, 100)
			name = FINGERPRINT.findall(self.text)[file][1].replace(".", "/")
			raise EngineFailed(f"C stopped at {name}.py:{line}, {TRAPS[trap - 1]}")
		return result.value  # type: ignore[no-any-return]

	def read(self, path: str, index: int = -1) -> float:
		kind, place = self.kind, 0
		for name in path.split("."):
			start, kind = layout(kind)[0][name]
			place += start
		code = "=" + CODES[kind]
		place += max(index, 0) * struct.calcsize(code)
		return float(struct.unpack_from(code, self.pages, place)[0])


@cache
def entry(library: ctypes.CDLL, kernel: Callable[..., Any]) -> tuple[Any, Any]:

	_, *kinds, kind = [C_TYPES.get(k, ctypes.c_int64) for k in kernel.__annotations__.values()]
	run = library[f"run_{kernel.__name__}"]
	run.argtypes = [ctypes.c_void_p, *kinds, ctypes.c_void_p]
	return run, kind()


class Rehearsal(Engine):


	def __init__(self, memory: type) -> None:
		super().__init__(memory)
		self.notes: list[tuple[str, Any, Any]] = []
		self.is_over = False

	def load(self, field: str, source: object) -> None:
		super().load(field, source)
		if not self.is_over:
			kept = type(source)()
			assign(kept, source)
			self.notes.append(("load", field, (kept,)))

	def call(self, kernel: Callable[..., Value], *values: int | float | bool) -> Value:
		if not self.is_over:
			self.notes.append(("call", kernel, values))
		return super().call(kernel, *values)

	def repeat(self, native: NativeEngine) -> None:

		twin = Engine(native.kind)
		for method, what, values in self.notes:
			getattr(twin, method)(what, *values)
			getattr(native, method)(what, *values)
		for place, data in values_of(twin.memory, 0):
			if native.pages[place : place + len(data)] != data:
				raise Unusable("C and CPython differ in the warm-up")


class Compiled(Engines):


	def __init__(self, memory: type, c: Any) -> None:
		self.python = self.rehearsal = Rehearsal(memory)
		self.memory = memory
		self.c = c
		self.native: NativeEngine | None = None
		self.folder = ""
		self.child = 0  # which compiles
		self.born = 0.0
		self.is_first = True

	def start(self) -> None:
		self.rehearsal.is_over = True
		try:
			for digest, name in FINGERPRINT.findall(self.c.TEXT):
				if fingerprint(source_of(name)) != digest:
					raise Unusable(f"{name} was changed")
			compiler = find_compiler()
			self.folder = tempfile.mkdtemp()
			atexit.register(self._clean_up)
			self.born = perf_counter()
			self.child = os.fork()
		except (Unusable, OSError, AttributeError) as error:  # not every system has fork
			give_up(str(error))
		else:
			os.setpgid(self.child, self.child)  # the child does so too: whoever is first
			if self.child == 0:
				self._compile(compiler)

	def current(self, deadline: Deadline) -> Engine:
		wait = FIRST_TURN_WAIT * min(1.0, deadline.ends - deadline.started)
		limit = deadline.started + wait if self.is_first else 0.0
		if self.child:
			fresh(self.memory)  # later turns have no time
		while self.child:
			done, status = os.waitpid(self.child, os.WNOHANG)
			if done:
				self.child = 0
				self._take_up(status)
			elif perf_counter() - self.born > PATIENCE:
				self._clean_up()
				give_up("it takes too long")
			elif deadline.look() > limit and deadline.iterations is None:
				break
			else:
				sleep(STEP)
		self.is_first = not self.rehearsal.is_over
		return self.python if self.native is None or self.native.has_failed else self.native

	def _compile(self, compiler: str) -> None:

		try:
			os.nice(NICE)
			self._make_library(compiler)
			self.rehearsal.repeat(NativeEngine(self.memory, self.folder, self.c.TEXT))
			os._exit(0)
		except BaseException as error:
			give_up(str(error))
		os._exit(1)

	def _make_library(self, compiler: str) -> None:
		command = [compiler, *self.c.FLAGS, "-xc", "kernels.c", "-o", LIBRARY, "-lm"]
		library = os.path.join(self.folder, LIBRARY)
		kept = ""
		if "BOTSMITH_CACHE" in os.environ:
			key = repr((command, self.c.TEXT, machine(compiler))).encode()
			kept = os.path.join(os.environ["BOTSMITH_CACHE"], hashlib.sha256(key).hexdigest())
		if os.path.exists(kept):
			shutil.copy(kept, library)
			return
		with open(os.path.join(self.folder, "kernels.c"), "w", encoding="ascii") as file:
			file.write(self.c.TEXT)
		own = {**os.environ, "TMPDIR": self.folder}  # also for what a killed compiler leaves
		run = subprocess.run(command, cwd=self.folder, env=own, capture_output=True, text=True)
		if run.returncode != 0:
			said = run.stderr.strip() or f"status {run.returncode}"
			raise Unusable(f"{compiler}: {said.splitlines()[0]}")
		if kept:
			os.replace(shutil.copy(library, f"{kept}.{os.getpid()}"), kept)

	def _take_up(self, status: int) -> None:

		try:
			if status == 0:
				self.native = NativeEngine(self.memory, self.folder, self.c.TEXT)
			elif os.WIFSIGNALED(status):
				give_up(f"its trial died of signal {os.WTERMSIG(status)}")
		except (Unusable, OSError) as error:
			give_up(str(error))
		self._clean_up()

	def _clean_up(self) -> None:

		if self.child:
			os.killpg(self.child, signal.SIGKILL)
			os.waitpid(self.child, 0)
		self.child = 0
		shutil.rmtree(self.folder, ignore_errors=True)


def find_compiler() -> str:

	places = os.pathsep.join(folder for pattern in FOLDERS for folder in glob(pattern))
	for name in COMPILERS:
		path = shutil.which(name) or shutil.which(name, path=places)
		if path:
			return path
	raise Unusable("no C compiler found")


def machine(compiler: str) -> tuple[str, ...]:

	version = subprocess.run([compiler, "--version"], capture_output=True, text=True).stdout
	flags = set()
	if os.path.exists("/proc/cpuinfo"):
		with open("/proc/cpuinfo", encoding="ascii") as file:
			flags = {line for line in file if line.startswith(("flags", "Features"))}
	return version, *sorted(flags)


def give_up(why: str) -> None:
	log(f"no C, CPython plays: {why}")
''')


# ==== common/rng.py ====
__stickytape_write_module('common/rng.py', rb'''


from common.kernel import kernel, record

MULTIPLIER = 25214903917
INCREMENT = 11
MASK = (1 << 48) - 1


@record
class Dice:


	state: int


def make_dice(seed: int) -> Dice:

	dice = Dice()
	dice.state = (seed * 0x9E3779B97F4A7C15 + 0x632BE59BD9B4E019) & MASK
	for _ in range(4):
		draw(dice, 2)
	return dice


@kernel
def draw(dice: Dice, count: int) -> int:

	dice.state = (dice.state * MULTIPLIER + INCREMENT) & MASK
	return ((dice.state >> 17) * count) >> 31
''')


# ==== common/search/beam.py ====
__stickytape_write_module('common/search/beam.py', rb'''










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

	place = key & beam.mask
	marked = key & ~STAMP_MASK | beam.stamp
	if beam.table[place] == marked:
		return False
	beam.table[place] = marked
	return True


@kernel
def take_slot(beam: Beam, queue: int, value: float) -> int:

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








	@kernel
	def open_slot(
		beam: Beam,
		states: Records[State],
		start: State,
		scratch: State,
		setting: Setting,
		slot: int,
	) -> None:

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

	step = int(engine.read(field + ".answer_step"))
	line = [int(engine.read(field + ".answer_move"))]
	while step != NOWHERE:
		line.append(int(engine.read(field + ".step_move", step)))
		step = int(engine.read(field + ".step_parent", step))
	return line[::-1]


def describe(engine: Engine, field: str, name: Callable[[int], str]) -> dict[str, Any]:


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


import sys
from collections.abc import Callable
from time import perf_counter
from typing import TextIO


class EndOfInput(Exception):
	"""The input ended between two turns: the match is over."""


class UnreadableInput(ValueError):
	"""A line is not what the protocol says; the text names it and what was expected."""


class LineReader:





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

		self.started = None
		self.before = self.queued()

	def line(self) -> str:

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

		return parse_integers(self.line(), count, f"line {self.number}: {what}")


def parse_integers(text: str, count: int, what: str) -> list[int]:

	try:
		values = [int(word) for word in text.split()]
	except ValueError:
		values = []
	if len(values) != count or max(map(abs, values)) >> 31:
		noun = "integer" if count == 1 else "integers"
		raise UnreadableInput(f"{what}: expected {count} {noun}, got {text[:60]!r}")
	return values


def write_lines(lines: list[str], sink: TextIO) -> None:

	sink.write("\n".join(lines) + "\n")
	sink.flush()


def log(text: str) -> None:

	print(text, file=sys.stderr, flush=True)
''')


# ==== common/zobrist.py ====
__stickytape_write_module('common/zobrist.py', rb'''







from common.kernel import Numbers
from common.rng import Dice, draw, make_dice

HALF_BITS = 31  # of a key are drawn at once
KEY_BITS = 2 * HALF_BITS


def fill_keys(keys: Numbers[int], seed: int) -> None:

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
from bots.tororo import kernels_c
from bots.tororo.bot import main
from bots.tororo.search import Memory
from common.native import Compiled

main(Compiled(Memory, kernels_c))
