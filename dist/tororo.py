# tororo: a CodinGame bot in one file, made by Botsmith from readable sources
# revision    6413cf264d8c 
# content     316671ddb064ddb6
# size           87,488 of 100,000 UTF-16 units
# engine      C where a compiler is found; USE_C in line 17 turns that off
# form        short: common/ without comments and types
# left out    Int16(x), f(x=1), defaults, x ** 2, array unpacking; rebuild to use them
# indent      tabs, so that it fits
# renamed     BEAM_PLACES (PLACES of common/search/beam.py),
#             beam_plant (plant of common/search/beam.py)
# contents    params 136, tables 188, rules 248, evaluate 468, beam 650, search 1007, bot 1548,
#             protocol 1628, main 2470, the rest is common/, which need not be read
#
# The modules stand below, each under its path. Change what you like.

# ==== common/switches.py ====
USE_C = True
EXPLAIN = 0


# ==== common/kernel.py ====
import gc
import linecache
import re
import sys
from collections.abc import MutableSequence, Sequence
from operator import index
gc.set_threshold(10**5)
def Int8(value):
	return (value + 2**7 & 2**8 - 1) - 2**7
def Int16(value):
	return (value + 2**15 & 2**16 - 1) - 2**15
def Int32(value):
	return (value + 2**31 & 2**32 - 1) - 2**31
SCALARS = (int, float, bool)
NARROW = dict.fromkeys((Int8, Int16, Int32), int)
each = range
Numbers = MutableSequence
Records = Sequence
def numbers(kind, length):
	return _array([kind(0)] * length, length, kind)
def records(kind, length):
	return _array([kind() for _ in range(length)], length, kind)
class Capacity(int):
	...
class Special(list):
	...
def capacity(pure, compiled):
	if not 1 <= pure <= compiled:
		raise ValueError(f"capacity: not 1 <= {pure} <= {compiled}")
	length = Capacity(pure)
	length.compiled = compiled
	return length
def _array(items, length, kind):
	if length < 1:
		raise ValueError(f"an array of length {length}")
	if kind in NARROW or isinstance(length, Capacity):
		array = Special(items)
		array.kind, array.compiled = kind, getattr(length, "compiled", length)
		return array
	return items
def is_record(kind):
	return hasattr(kind, "kernel_fields")
FITS = {
	int: lambda x: index(x).to_bytes(8, signed=True) and index(x),
	float: float,
	bool: {False: False, True: True}.__getitem__,
}
def legal(name, kind, items):
	frame, found = sys._getframe(2), []
	text = "".join(linecache.getlines(frame.f_code.co_filename)[frame.f_lineno :])
	end = r"(-?\d+\.?\d*(?:[eE][-+]?\d+)?)"
	said = re.search(rf"\n\s+{name}:[^=:]*=(?:[^:]*?\S *# *{end}\.\.{end}\b)?", text)
	top = 2**63 - 1 if kind is int else 1e308
	low, high = map(float, said.groups()) if said and said[1] else (-top, top)
	for item in items:
		if not isinstance(item, SCALARS):
			item = float([*re.findall(end, str(item)), 0][0])
		item = min(max(item, low), high)
		found.append(kind(item if kind is float else round(item)))
	if repr(found) != repr(items):
		print(name, items, "becomes", found, file=sys.stderr)
	return found
def kernel(function):
	function.is_kernel = True
	function.fits = [*map(FITS.get, [*function.__annotations__.values()][1:-1])]
	return function
def record(cls):
	if cls.__bases__ != (object,) or not cls.__annotations__:
		raise TypeError(cls.__name__ + ": a record has no base class, but fields")
	make, copy = ["def __init__(self):"], ["def kernel_assign(self, source):"]
	scope = dict(int=index, bool=FITS[bool])
	fields = {}
	given = []
	for name, kind in cls.__annotations__.items():
		default = cls.__dict__.get(name)
		length = len(default) if isinstance(default, list) else 0
		args = getattr(kind, "__args__", None)
		inner = getattr(default, "kind", (args or [kind])[0])
		wide = NARROW.get(inner, inner)
		is_fit = args == ((wide,) if length else None)
		new, own, other = "", f"self.{name}", f"source.{name}"
		if is_fit and wide in SCALARS:
			items = default if length else [inner(0) if default is None else default]
			new = f"[{inner(0)}] * {length}"
			if type(items) is list and repr(items) != repr([inner(0)] * len(items)):
				items = legal(name, wide, items)
				is_fit = all(inner(item) == item for item in items)
				given.append(name)
				new = repr(items)
			each_of = f"{own}[:]=[*map({wide.__name__},{other})]"
			if not length:
				new, each_of = repr(items[0]), f"{own}={wide.__name__}({other})"
		elif is_fit and is_record(inner) and (length or default is None):
			scope[f"new_{name}"] = inner
			is_fit = not length or type(default[0]) is inner
			given += [name] * bool(inner.kernel_given)
			new, each_of = f"new_{name}()", f"{own}.kernel_assign({other})"
			if length:
				new = f"[{new} for _ in range({length})]"
				each_of = f"for a, b in zip({own}, {other}): a.kernel_assign(b)"
		if not is_fit or not new:
			raise TypeError(f"{cls.__name__}.{name}: not {kind!r} = {default}")
		make.append(own + "=" + new)
		copy.append(each_of)
		fields[name] = [inner] + [length, getattr(default, "compiled", length)] * (length > 0)
	body = {k: v for k, v in cls.__dict__.items() if k not in ("__dict__", "__weakref__", *fields)}
	body.update(__slots__=tuple(fields), kernel_fields=fields, kernel_given=given)
	for lines in make, copy:
		exec("\n ".join(lines), scope, body)
	return type(cls.__name__, (), body)
def assign(target, source):
	target.kernel_assign(source)


# ==== bots/tororo/params.py ====
"""The bot's tunable numbers, as `name: type = value  # low..high unit: meaning`."""


@record
class Params:
	"""The numbers. A change here holds in every engine."""

	# --- the worth of a state, in points. Four numbers are for the mornings of days 6, 12, 18 and
	# 23: linear between two of them, before day 6 as on it
	sun: Numbers[float] = [0.96, 0.96, 0.64, 0.45]  # 0..2 points: a sun in hand
	income: Numbers[float] = [0.84, 0.75, 0.22, 0.08]  # 0..2 points: a sun of the coming days
	tall: Numbers[float] = [8.0, 9.6, 5.2, 1.7]  # 0..20 points: a tree of size 3, besides its sun
	medium: Numbers[float] = [2.3, 2.7, 2.4, 0.0]  # 0..10 points: a tree of size 2
	small: Numbers[float] = [0.0, 0.3, 0.8, 0.0]  # 0..5 points: a tree of size 1
	bonus: Numbers[float] = [0.3, 1.0, 1.0, 0.7]  # 0..2 times: points for a tree's ground
	seed: float = 0.5  # 0..5 points: a seed
	nutrients: float = 0.42  # 0..1 times: nutrients above the usual, for each tall tree
	crowd: float = 0.25  # 0..2 points: taken off for a side's tall trees, squared
	decay: float = 0.92  # 0.5..1 times: sun of each further day
	unrolled: int = 6  # 1..23 days: of sun that are counted at the end of a day
	inside: float = 4.6  # 0..23 days: for which tomorrow's sun stands, inside of a day
	rival: float = 0.65  # 0..2 times: the rival's points, against the own

	first_complete: int = 11  # 0..23 day: none is completed before
	rival_keeps: int = 19  # 0..40 day: tall trees kept, as many as days are left

	# --- the search
	plan_part: int = 8  # 1..1000 times the rival's plan's work
	horizon: int = 5  # 1..24 days looked ahead
	acts: int = 12  # 1..40 own moves tried on a day
	first_width: int = 32  # 1..200 states: of each layer in the first pass
	last_width: int = 500  # 1..2048 states: from which on passes become deeper
	widest: int = 2048  # 1..2048 states: of passes to the last day, with work to spare
	trusted: int = 4  # 1..24 days: depth at which a wider pass counts

	# --- the clock
	first_ms: float = 820.0  # 100..950 ms: used of the first 1000, whose clock is ahead
	margin_ms: float = 12.0  # 2..40 ms: kept of a turn, or twice the longest pause


# ==== common/bits.py ====
@kernel
def lowest(board: int) -> int:
	return (board & -board).bit_length() - 1
def board_of(items):
	board = 0
	for cell in items:
		board |= 1 << cell
	return board


# ==== bots/tororo/tables.py ====
"""The geometry of the board, built by code: 37 hexagonal cells in a spiral around cell 0.

A board is an int with a bit for each cell: rows of y with a spare column between them, so that a
shift moves all cells at once. Source: docs/games/tororo.md, "Board".
"""

CELLS = 37
RINGS = 3
DIRECTIONS = 6
MAX_SIZE = 3
STEPS = ((1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1))  # x, y of directions 0..5
ROW = 8  # bits of a row


def spiral() -> tuple[tuple[int, int], ...]:
	"""Returns x and y of all cells, in the order of their numbers."""
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
BIT_OF = tuple(x + RINGS + ROW * (y + RINGS) for x, y in PLACES)
BOARD = board_of(BIT_OF)
RAISED = BOARD << ROW
# By a number of 6 bits, which C need not check: a cell's board, or none; a bit's cell, or 0.
CELL_BOARD = (*(1 << bit for bit in BIT_OF), *(0,) * (64 - CELLS))
CELL_AT = tuple(BIT_OF.index(bit) if bit in BIT_OF else 0 for bit in range(64))
# board << ROW >> BACK[day] has made a step with that day's sun.
BACK = tuple(ROW - x - ROW * y for x, y in STEPS) * 5
BACK_MASK = 31  # tells C that they are small


@kernel
def spread_out(board: int) -> int:
	"""Returns a board with the neighbours of its cells added."""
	pairs = board | board << 1
	return (pairs | pairs >> 1 | pairs << ROW - 1 | pairs >> ROW) & BOARD


def within(cell: int, far: int) -> int:
	"""Returns the board of the cells at a distance of 1..far."""
	board = CELL_BOARD[cell]
	for _ in range(far):
		board = spread_out(board)
	return board ^ CELL_BOARD[cell]


# NEAR[distance][cell]: what a tree of that size can seed.
NEAR = tuple(tuple(within(cell, far) for cell in range(CELLS)) for far in range(MAX_SIZE + 1))


# ==== bots/tororo/rules.py ====
"""Tororo (Spring Challenge 2021) from the bronze league up: the rules, for bot and referee.

A day is `gather`, turns of both players until both sleep (turns.py), then `next_day`.
An action is WAIT, or kind << KIND_SHIFT | cell << CELL_SHIFT | other cell.
Source: docs/games/tororo.md.
"""

from random import Random

PLAYERS = 2
SIZES = MAX_SIZE + 1
DAYS = 24
NUTRIENTS = 20
COMPLETE_COST = 4
GROW_COST = (1, 3, 7)  # and one more for each own tree of the next size

WAIT = 0
GROW = 1
SEED = 2
COMPLETE = 3
KIND_SHIFT = 12
CELL_SHIFT = 6
CELL_MASK = 63

SUN_SHIFT = 8  # bits: a morning's sun is below 112 for each player
SUN_MASK = (1 << SUN_SHIFT) - 1
OWN_SUN = SUN_MASK << SUN_SHIFT

# Of player 0's trees of size 0..3 on each cell, and of player 1's: 1 << CELL_SHIFT for a size.
KEYS = PLAYERS * SIZES << CELL_SHIFT
LAST_KEY = KEYS - 1
KEY_SEED = 2021
KEY_BITS = 62
VALUE_BITS = 10  # of a sun or a score in a key
SMALL_BITS = 5  # of a day or the nutrients
# Odd factors that spread numbers and dormant trees over a key.
NUMBERS_FACTOR = 0x1E3779B97F4A7C15
DORMANT_FACTOR = 0x2545F4914F6CDD1D
KEY_MASK = (1 << KEY_BITS) - 1
KEY_FOLD = 25  # brings the scores' bits down to those that choose a place in a table


@record
class Ground:
	"""The map. usable, fair, lush: boards of the cells with richness above 0, of 2, of 3"""

	usable: int
	fair: int
	lush: int
	# --- the same for every map
	keys: Numbers[int] = numbers(int, KEYS)  # Zobrist's, of trees


@record
class State:
	"""The state of a match.

	trees[size]: board of both players' trees of that size
	mine: board of player 0's trees of all sizes
	"""

	trees: Numbers[int] = numbers(int, SIZES)
	mine: int
	dormant: int  # a board
	sun: Numbers[int] = numbers(Int16, PLAYERS)
	score: Numbers[int] = numbers(Int16, PLAYERS)
	nutrients: Int8 = 20
	day: Int8
	asleep: Int8  # bit p for player p
	pending: Numbers[int] = numbers(Int16, PLAYERS)  # a SEED or COMPLETE of this turn, else 0
	key: int  # Zobrist's, of the trees: it follows from them


def make_ground(richness: list[int]) -> Ground:
	"""Returns the ground of a map. richness: 0..3, by cell"""
	ground = Ground()
	for cell, rich in enumerate(richness):
		ground.usable |= CELL_BOARD[cell] * int(rich > 0)
		ground.fair |= CELL_BOARD[cell] * int(rich == 2)
		ground.lush |= CELL_BOARD[cell] * int(rich == 3)
	dice = Random(KEY_SEED)
	for size in range(PLAYERS * SIZES):
		for cell in range(CELLS):
			ground.keys[size << CELL_SHIFT | cell] = dice.getrandbits(KEY_BITS)
	return ground


@kernel
def change_size(state: State, ground: Ground, player: int, cell: int, size: int) -> None:
	"""Adds this size to a player's tree on a cell, or takes it away."""
	state.trees[size] ^= CELL_BOARD[cell]
	state.key ^= ground.keys[(player * SIZES + size << CELL_SHIFT | cell) & LAST_KEY]


@kernel
def change_tree(state: State, ground: Ground, player: int, cell: int, size: int) -> None:
	"""Adds a player's tree of this size on a cell, or removes it."""
	change_size(state, ground, player, cell, size)
	if player == 0:
		state.mine ^= CELL_BOARD[cell]


@kernel
def make_dormant(state: State, cell: int) -> None:
	"""Makes the tree on the cell dormant; a dormant one is active again."""
	state.dormant ^= CELL_BOARD[cell]


@kernel
def own_board(state: State, player: int) -> int:
	"""Returns the board of a player's trees."""
	return state.mine if player == 0 else ~state.mine


@kernel
def all_trees(state: State) -> int:
	"""Returns the board of the trees of all sizes."""
	return state.trees[0] | state.trees[1] | state.trees[2] | state.trees[3]


@kernel
def bonus_sum(ground: Ground, board: int) -> int:
	"""Returns the points for the richness of all cells of a board: 2 or 4 for each rich cell."""
	rich = board & (ground.fair | ground.lush)
	return 2 * (rich.bit_count() + (rich & ground.lush).bit_count())


@kernel
def morning_sun(state: State, day: int) -> int:
	"""Returns a morning's sun for the present trees: player 0's << SUN_SHIFT | player 1's."""
	back = BACK[day] & BACK_MASK
	small = state.trees[1] & BOARD
	medium = state.trees[2] & BOARD
	tall = state.trees[3] & BOARD
	tall_1 = (tall << ROW & RAISED) >> back & BOARD  # masks tell C that no bit is lost
	tall_2 = (tall_1 << ROW & RAISED) >> back & BOARD
	tall_3 = (tall_2 << ROW & RAISED) >> back & BOARD
	medium_1 = (medium << ROW & RAISED) >> back & BOARD
	medium_2 = (medium_1 << ROW & RAISED) >> back & BOARD
	small_1 = (small << ROW & RAISED) >> back & BOARD
	tall &= ~(tall_1 | tall_2 | tall_3)
	shade = tall_1 | tall_2 | tall_3 | medium_1 | medium_2
	medium &= ~shade
	small &= ~(shade | small_1)
	single = small | tall  # a tall tree's 3 are 1 and 2
	double = medium | tall
	mine = state.mine
	own = (single & mine).bit_count() + 2 * (double & mine).bit_count()
	return own << SUN_SHIFT & OWN_SUN | single.bit_count() + 2 * double.bit_count() - own


@kernel
def gather(state: State) -> None:
	"""Begins state.day: all players wake and get sun."""
	state.dormant = 0
	state.asleep = 0
	sun = morning_sun(state, state.day)
	state.sun[0] += sun >> SUN_SHIFT
	state.sun[1] += sun & SUN_MASK


@kernel
def next_day(state: State) -> None:
	"""Moves the sun on. Unless the match is over, the next morning follows."""
	state.day += 1
	if state.day < DAYS:
		gather(state)


@kernel
def grow_cost(state: State, player: int, size: int) -> int:
	"""Returns the price of growing a tree of this size, 0..2, in sun."""
	mine = own_board(state, player)
	return GROW_COST[size] + (state.trees[size + 1] & mine).bit_count()


@kernel
def grow(state: State, ground: Ground, player: int, cell: int, size: int) -> None:
	"""Grows the player's tree of this size, which is paid for, and makes it dormant."""
	state.sun[player] -= grow_cost(state, player, size)
	change_size(state, ground, player, cell, size)
	change_size(state, ground, player, cell, size + 1)
	make_dormant(state, cell)


@kernel
def plant(state: State, ground: Ground, player: int, cell: int) -> None:
	"""Places a player's seed."""
	change_tree(state, ground, player, cell, 0)
	make_dormant(state, cell)


@kernel
def sell(state: State, ground: Ground, player: int, cell: int, value: int) -> None:
	"""Removes a player's completed tree, for `value` points and those of its ground."""
	state.score[player] += value + bonus_sum(ground, CELL_BOARD[cell])
	state.nutrients = max(0, state.nutrients - 1)
	change_tree(state, ground, player, cell, MAX_SIZE)
	make_dormant(state, cell)


@kernel
def key_of(state: State) -> int:
	"""Returns a key of the state: Zobrist's for the trees, and a product for all other numbers."""
	mixed = (
		(
			state.sun[0]
			+ (state.sun[1] << VALUE_BITS)
			+ (state.score[0] << 2 * VALUE_BITS)
			+ (state.score[1] << 3 * VALUE_BITS)
			+ (state.nutrients << 4 * VALUE_BITS)
			+ (state.day << 4 * VALUE_BITS + SMALL_BITS)
		)
		* NUMBERS_FACTOR
		+ state.dormant * DORMANT_FACTOR
	) & KEY_MASK
	return state.key ^ mixed ^ mixed >> KEY_FOLD


# ==== bots/tororo/evaluate.py ====
"""The value of a state to the bot, player 0: its points, its sun, its trees.

The trees of a state have a tally: the sum of a number for each tree. The search updates it when
trees change, so that their value needs no loop.
"""

LAST_DAY = DAYS - 1
SUN_A_POINT = 3
TREE_POINTS = 0.01  # for a tree at the end: it decides a tie
KNOTS = (6, 12, 18, 23)  # days of the four numbers of an array in params.py
# Half points that ground of richness 2 adds to a tree, by the tree's size; richness 3 adds twice as
# many. params.bonus weighs them. 12 tall trees on one and 7 on the other fit into GROUND_MASK.
HALVES = (0, 1, 2, 4)
HALF = 0.5
# In a tally: for each size a field with the number of the bot's trees, a field with the half points
# of their ground, and the same of the rival's.
FIELD = 6  # bits
FIELD_MASK = (1 << FIELD) - 1
GROUND_SHIFT = SIZES * FIELD
GROUND_MASK = 127
SIDE = 31  # bits of a player
SIDE_MASK = (1 << SIDE) - 1
# Nutrients in the morning of each day, mean of 379 matches of the bot against itself.
USUAL = (20.0,) * 11 + (19.5, 18.8, 17.7, 16.1, 14.8, 13.6, 12.4, 11.2, 10.4, 9.4, 8.7, 8.0, 6.6)


@record
class Node:
	"""A state of the search, between two turns or after the rival's move was ordered."""

	state: State
	tally: int  # all trees'
	rank: Int8  # the lowest of moves that may still follow today
	acts: Int8  # own moves today
	has_sold: bool  # the rival has completed a tree today
	step: Int16  # moves left in the rival's plan


@record
class Setting:
	"""The fixed part of a search: the map, and the values of trees and sun by day."""

	ground: Ground
	params: Params
	plan: Numbers[int] = numbers(int, 400)  # the rival's moves, the last one at 1
	planned: int  # states expanded for it
	# --- fill_setting makes it of these. Of each day: points of a sun in hand, of a sun to come, of
	# a tree of each size, and for a half point of its ground
	sun: Numbers[float] = numbers(float, DAYS)
	income: Numbers[float] = numbers(float, DAYS)
	small: Numbers[float] = numbers(float, DAYS)
	medium: Numbers[float] = numbers(float, DAYS)
	tall: Numbers[float] = numbers(float, DAYS)
	bonus: Numbers[float] = numbers(float, DAYS)
	# Of day * DIRECTIONS + direction: points of a sun of that direction's mornings to come
	ahead: Numbers[float] = numbers(float, DAYS * DIRECTIONS)
	tallies: Numbers[int] = numbers(int, KEYS)  # a tree's, as keys


@kernel
def side_tally(ground: Ground, board: int, size: int) -> int:
	"""Returns the tally of trees of a size, on the bot's side."""
	fair = (board & ground.fair).bit_count() + 2 * (board & ground.lush).bit_count()
	return (board.bit_count() << size * FIELD) + (HALVES[size] * fair << GROUND_SHIFT)


@kernel
def spread(row: Numbers[float], knots: Numbers[float], scale: float) -> None:
	"""Writes the values of all days, times `scale`, interpolated from those of the four KNOTS."""
	for day in range(DAYS):
		first = 2 if day >= KNOTS[2] else 1 if day >= KNOTS[1] else 0
		low = scale * knots[first]
		share = float(max(0, day - KNOTS[first])) / float(KNOTS[first + 1] - KNOTS[first])
		row[day] = low + (scale * knots[first + 1] - low) * share


@kernel
def fill_setting(setting: Setting) -> None:
	"""Fills in the tally of each tree, and its value on each day."""
	for size in range(SIZES):
		for cell in range(CELLS):
			tally = side_tally(setting.ground, CELL_BOARD[cell], size)
			setting.tallies[size << CELL_SHIFT | cell] = tally
			setting.tallies[SIZES + size << CELL_SHIFT | cell] = tally << SIDE
	params = setting.params
	spread(setting.sun, params.sun, 1.0)
	spread(setting.income, params.income, 1.0)
	spread(setting.small, params.small, 1.0)
	spread(setting.medium, params.medium, 1.0)
	spread(setting.tall, params.tall, 1.0)
	spread(setting.bonus, params.bonus, HALF)
	for index in range(DAYS * DIRECTIONS):
		setting.ahead[index] = 0.0
	for day in range(DAYS):
		points = setting.income[day]
		for coming in range(day + 1, min(day + params.unrolled, LAST_DAY) + 1):
			points *= params.decay
			setting.ahead[day * DIRECTIONS + coming % DIRECTIONS] += points


@kernel
def tally_of(state: State, ground: Ground, first: int, end: int) -> int:
	"""Returns the tally of all trees with sizes from `first` to `end` - 1."""
	tally = 0
	for size in range(first, end):
		trees = state.trees[size] & BOARD
		tally += side_tally(ground, trees & state.mine, size)
		tally += side_tally(ground, trees & ~state.mine, size) << SIDE
	return tally


@kernel
def side_worth(setting: Setting, day: int, tally: int, tall: float) -> float:
	"""Returns the points for the trees of one side of a tally. tall: the points of a tree of size 3

	With more tall trees each is worth less: nutrients fall while they are completed.
	"""
	talls = float(tally >> 3 * FIELD & FIELD_MASK)
	return (
		setting.params.seed * float(tally & FIELD_MASK)
		+ setting.small[day] * float(tally >> FIELD & FIELD_MASK)
		+ setting.medium[day] * float(tally >> 2 * FIELD & FIELD_MASK)
		+ (tall - setting.params.crowd * talls) * talls
		+ setting.bonus[day] * float(tally >> GROUND_SHIFT & GROUND_MASK)
	)


@kernel
def trees_worth(state: State, tally: int, setting: Setting) -> float:
	"""Returns the points for the trees that can still be completed, the bot's minus the rival's."""
	day = state.day
	least = MAX_SIZE - (LAST_DAY - day)
	if least > 0:
		tally -= tally_of(state, setting.ground, 0, least)
	spare = float(state.nutrients) - USUAL[day]
	tall = setting.tall[day] + setting.params.nutrients * spare
	mine = side_worth(setting, day, tally & SIDE_MASK, tall)
	return mine - setting.params.rival * side_worth(setting, day, tally >> SIDE, tall)


@kernel
def sun_ahead(state: State, setting: Setting) -> float:
	"""Returns the points for the sun of the coming days, if the trees stay as they are."""
	suns = numbers(int, DIRECTIONS)
	for way in range(DIRECTIONS):  # C does several at once
		suns[way] = morning_sun(state, way)
	points = 0.0
	for way in each(DIRECTIONS):
		weight = setting.ahead[state.day * DIRECTIONS + way]
		points += weight * lead_of(suns[way], setting.params.rival)
	return points


@kernel
def lead_of(sun: int, rival: float) -> float:
	"""Returns the bot's lead in a morning's sun. rival: the weight of the rival's"""
	return float(sun >> SUN_SHIFT) - rival * float(sun & SUN_MASK)


@kernel
def rate(node: Node, setting: Setting, is_morning: bool) -> float:
	"""Returns the points by which the bot is ahead: its score, sun and trees."""
	state = node.state
	params = setting.params
	rival = params.rival
	if state.day == DAYS:
		mine = state.score[0] + state.sun[0] // SUN_A_POINT
		theirs = state.score[1] + state.sun[1] // SUN_A_POINT
		trees = all_trees(state)
		ties = 2 * (trees & state.mine).bit_count() - trees.bit_count()
		return float(mine) - rival * float(theirs) + TREE_POINTS * float(ties)
	points = float(state.score[0]) - rival * float(state.score[1])
	points += setting.sun[state.day] * (float(state.sun[0]) - rival * float(state.sun[1]))
	if is_morning:
		points += sun_ahead(state, setting)
	elif state.day < LAST_DAY:
		weight = setting.income[state.day] * params.inside
		points += weight * lead_of(morning_sun(state, state.day + 1), rival)
	return points + trees_worth(state, node.tally, setting)


# ==== common/search/beam.py ====
"""Beam search in layers: by stage (a day), and inside a stage by the number of moves played."""

from typing import TypeVar

QUEUES = 3  # the present layer, the next one, and the first layer of the next stage
ROOM = 2  # times the width: places of a queue
BEAM_PLACES = QUEUES * ROOM
# States: the widest beam is POOL // PLACES, and one is the child that is just made.
IN_C = 12289
POOL = capacity(pure=1537, compiled=IN_C)
LAST = (1 << IN_C.bit_length()) - 1  # a place & LAST is the place
WIDE = capacity(POOL, 2 * LAST + 1)  # for the sum of two such places: C checks no index
TABLE = capacity(pure=1 << 13, compiled=1 << 16)  # keys, for the widest beam
STEP_POOL = capacity(pure=40_000, compiled=1_000_000)  # expanded states whose way is remembered
MAX_MOVES = 256  # that a state may have
KEYS_EACH = 16  # places for each state of the width, or more
STAMP_BITS = 16
STAMP_MASK = (1 << STAMP_BITS) - 1
NOWHERE = -1
WORST = -1.0e300  # below all values

AnyState = TypeVar("AnyState")
AnySetting = TypeVar("AnySetting")


@record
class Beam:
	"""A queue is a row of places: order[place] is a slot, value[place] its state's value."""

	first_width: int = 8  # params may set it
	last_width: int = 256  # params may set it
	widest: int  # once passes see all stages; last_width if less
	stages: int = 6  # in a pass; params may set it
	deepest: int  # stages that there are
	trusted: int = 3  # params may set it
	width: int
	stage: int
	cursor: int  # expanded states of the layer
	current: int  # its queue
	following: int
	tomorrow: int
	is_done: bool
	stamp: int  # marks this stage's keys; others are forgotten
	mask: int
	expanded: int
	made: int
	evaluations: int
	passes: int  # complete ones
	answer: int  # first move, NOWHERE before a stage is complete
	answer_stages: int
	answer_move: int  # the last one of the best state
	answer_step: int  # the step before it
	root_moves: int
	base: Numbers[int] = numbers(int, QUEUES)  # a queue's first place and slot
	used: Numbers[int] = numbers(int, QUEUES)
	floor: Numbers[float] = numbers(float, QUEUES)  # a state has to be better
	spare: int  # slot of the child that is just made
	moves: Numbers[int] = numbers(int, MAX_MOVES)
	root_move: Numbers[int] = numbers(int, MAX_MOVES)
	root_value: Numbers[float] = numbers(float, MAX_MOVES)
	root_count: Numbers[int] = numbers(int, MAX_MOVES)
	order: Numbers[int] = numbers(Int32, WIDE)
	value: Numbers[float] = numbers(float, WIDE)
	worse: Numbers[float] = numbers(float, WIDE)  # aside, while a queue is cut
	worse_order: Numbers[int] = numbers(Int32, WIDE)
	origin: Numbers[int] = numbers(Int32, POOL)
	move: Numbers[int] = numbers(Int32, POOL)
	parent: Numbers[int] = numbers(Int32, POOL)
	step_move: Numbers[int] = numbers(Int32, STEP_POOL)
	step_parent: Numbers[int] = numbers(Int32, STEP_POOL)
	table: Numbers[int] = numbers(int, TABLE)


@kernel
def is_new(beam: Beam, key: int) -> bool:
	"""Returns True if a key's place held another key in this stage; stores this one there."""
	place = key & beam.mask
	marked = key & ~STAMP_MASK | beam.stamp
	if beam.table[place] == marked:
		return False
	beam.table[place] = marked
	return True


@kernel
def part(beam: Beam, low: int, high: int, floor: float, takes_floor: bool) -> int:
	"""Moves the better states of places low..high to the front; returns the end of their part."""
	values = beam.value
	order = beam.order
	end = low & LAST
	for place in range(low & LAST, high & LAST):  # no branch: none could guess it
		value = values[place]
		slot = order[place]
		values[end] = value
		order[end] = slot
		back = place - end & LAST
		beam.worse[back] = value
		beam.worse_order[back] = slot
		end = end + int(value >= floor if takes_floor else value > floor) & LAST
	for number in range(high - end & LAST):
		values[end + number] = beam.worse[number]
		order[end + number] = beam.worse_order[number]
	return end


@kernel
def cut(beam: Beam, queue: int) -> None:
	"""Leaves the `width` best states in a queue, in any order. Later ones must be better."""
	low = beam.base[queue]
	high = low + beam.used[queue]
	wanted = low + beam.width
	if high <= wanted:
		return
	beam.used[queue] = beam.width
	while low < wanted:  # the states before low stay, those from high on go
		floor = beam.value[low + high >> 1]
		end = part(beam, low, high, floor, False)
		if end > wanted:
			high = end
		else:
			beam.floor[queue] = floor
			low = end
			if low < wanted:
				low = part(beam, end, high, floor, True)


@kernel
def enter(beam: Beam, queue: int, value: float) -> bool:
	"""Puts the spare slot's state into a queue if it is good enough; another slot is spare then."""
	if value <= beam.floor[queue]:
		return False
	place = beam.base[queue] + beam.used[queue]
	slot = beam.order[place]
	beam.order[place] = beam.spare
	beam.value[place] = value
	beam.spare = slot
	beam.used[queue] += 1
	if beam.used[queue] == ROOM * beam.width:
		cut(beam, queue)
	return True


@kernel
def empty(beam: Beam, queue: int) -> None:
	"""Removes all states from a queue."""
	beam.used[queue] = 0
	beam.floor[queue] = WORST


@kernel
def conclude_stage(beam: Beam) -> None:
	"""Ends a stage: its best state may be the answer."""
	queue = beam.tomorrow
	depth = beam.stage + 1
	if depth < min(beam.trusted, beam.answer_stages):
		return
	for number in range(beam.root_moves):
		beam.root_count[number] = 0
	best = NOWHERE
	best_value = 0.0
	low = beam.base[queue]
	for place in range(low, low + beam.used[queue]):
		slot = beam.order[place]
		first = beam.origin[slot]
		value = beam.value[place]
		if beam.root_count[first] == 0 or value > beam.root_value[first]:
			beam.root_value[first] = value
		beam.root_count[first] += 1
		if best == NOWHERE or value > best_value:
			best = slot
			best_value = value
	if best != NOWHERE:
		beam.answer = beam.root_move[beam.origin[best]]
		beam.answer_stages = depth
		beam.answer_move = beam.move[best]
		beam.answer_step = beam.parent[best]


@kernel
def beam_plant(beam: Beam) -> None:
	"""Begins a new pass at the start."""
	for index in range(QUEUES):
		beam.base[index] = index * ROOM * beam.width
		empty(beam, index)
	for place in range(BEAM_PLACES * beam.width):
		beam.order[place] = place
	beam.spare = BEAM_PLACES * beam.width
	beam.current = 0
	beam.following = 1
	beam.tomorrow = 2
	beam.cursor = 0
	beam.stage = 0
	beam.used[0] = 1
	beam.origin[beam.order[0]] = NOWHERE
	beam.mask = (1 << (KEYS_EACH * beam.width).bit_length()) - 1
	beam.stamp = beam.stamp + 1 & STAMP_MASK


@kernel
def restart(beam: Beam) -> None:
	"""Forgets everything except the counts of work; limits widths to the pool."""
	beam.width = max(1, min(beam.first_width, POOL // BEAM_PLACES))
	beam.is_done = False
	beam.passes = 0
	beam.answer = NOWHERE
	beam.answer_stages = 0
	beam.answer_step = NOWHERE
	beam.root_moves = 0
	beam_plant(beam)


@kernel
def clear(beam: Beam) -> None:
	"""Forgets everything."""
	beam.expanded = 0
	beam.made = 0
	beam.evaluations = 0
	restart(beam)


@kernel
def advance(beam: Beam) -> None:
	"""Continues with the next layer, stage or pass."""
	beam.cursor = 0
	done = beam.current
	empty(beam, done)
	if beam.used[beam.following] > 0:
		cut(beam, beam.following)
		beam.current = beam.following
		beam.following = done
		return
	cut(beam, beam.tomorrow)
	conclude_stage(beam)
	beam.stage += 1
	if beam.stage < beam.stages and beam.used[beam.tomorrow] > 0:
		beam.current = beam.tomorrow
		beam.tomorrow = done
		beam.stamp = beam.stamp + 1 & STAMP_MASK
		return
	beam.passes += 1
	if beam.stages < beam.deepest:
		limit = min(beam.last_width, POOL // BEAM_PLACES)
		beam.stages += int(beam.width >= limit)
	else:
		limit = min(max(beam.last_width, beam.widest), POOL // BEAM_PLACES)
		beam.is_done = beam.width >= limit
	if not beam.is_done:
		beam.width = max(beam.width, min(2 * beam.width, limit))
		beam_plant(beam)


def bind(open_state, list_moves, play, key, rate):
	"""Returns expand(beam, states, start, setting, count): expands `count` more states, after
	clear(beam). states: POOL of them."""

	@kernel
	def open_slot(
		beam: Beam,
		states: Records[AnyState],
		start: AnyState,
		setting: AnySetting,
		slot: int,
	) -> None:
		"""Makes, keys and rates all children of the state in a slot."""
		parent = states[slot]
		origin = beam.origin[slot]
		if origin == NOWHERE:
			assign(parent, start)
		open_state(states[slot], setting)
		count = list_moves(parent, setting, beam.moves)
		step = NOWHERE
		if origin == NOWHERE:
			beam.root_moves = count
			for number in range(count):
				beam.root_move[number] = beam.moves[number]
		elif beam.expanded < STEP_POOL:
			step = beam.expanded
			beam.step_move[step] = beam.move[slot]
			beam.step_parent[step] = beam.parent[slot]
		doubles = 0
		for number in range(count):
			move = beam.moves[number]
			spare = beam.spare
			child = states[spare]
			assign(child, parent)
			ends_stage = play(child, setting, move)
			if not is_new(beam, key(child, setting)):
				doubles += 1
				continue
			value = rate(child, setting, ends_stage)
			is_kept = enter(beam, beam.tomorrow if ends_stage else beam.following, value)
			if is_kept:
				beam.origin[spare] = number if origin == NOWHERE else origin
				beam.move[spare] = move
				beam.parent[spare] = step
		beam.made += count
		beam.evaluations += count - doubles

	@kernel
	def expand(
		beam: Beam,
		states: Records[AnyState],
		start: AnyState,
		setting: AnySetting,
		count: int,
	) -> None:
		"""Expands `count` more states, or fewer if the widest pass is done."""
		left = count
		while left > 0 and not beam.is_done:
			queue = beam.current
			if beam.cursor < beam.used[queue]:
				slot = beam.order[beam.base[queue] + beam.cursor]
				beam.cursor += 1
				open_slot(beam, states, start, setting, slot)
				beam.expanded += 1
				left -= 1
			else:
				advance(beam)

	return expand


def best_line(beam):
	"""Returns the moves to the best state; long searches may lose the first ones."""
	step = beam.answer_step
	line = [beam.answer_move]
	while step != NOWHERE:
		line.append(beam.step_move[step])
		step = beam.step_parent[step]
	return line[::-1]


def describe(beam, name):
	"""Returns first moves by value, with their states in the last complete stage, and a line."""
	counts, values = beam.root_count, beam.root_value
	rows = [number for number in range(beam.root_moves) if counts[number]]
	rows.sort(key=lambda row: -values[row])
	moves = [
		{"move": name(beam.root_move[row]), "visits": counts[row], "value": values[row]}
		for row in rows
	]
	return {"moves": moves, "line": [name(move) for move in best_line(beam)] if rows else []}


def counts(beam):
	"""Returns the work since `clear`."""
	return {
		"iterations": beam.expanded,
		"simulated_turns": beam.made,
		"nodes": beam.expanded,
		"evaluations": beam.evaluations,
		"ucb": 0,
		"depth": beam.answer_stages,
	}


# ==== bots/tororo/search.py ====
"""The search of the bot, player 0: its moves and the rival's. evaluate.py rates states.

The rival's move of a turn is ordered when a node is opened; each of the bot's moves completes the
turn. The rival follows a plan, found by a short search for it, then a rule, next_act.
"""

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


expand = bind(let_rival_act, list_moves, play_move, node_key, rate)


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
	restart(own)


@kernel
def begin(memory: Memory) -> None:
	"""Prepares a search from `start`."""
	fill_setting(memory.setting)
	memory.is_planning = False
	clear(memory.beam)
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


# ==== common/clock.py ====
from time import perf_counter
class Deadline:
	pause_ms = 0.0
	turn = 0
	def __init__(self, budget_ms, margin_ms, started=None, now=perf_counter, iterations=None):
		self.now = now
		self.started = now() if started is None else started
		self.ends = self.started + (budget_ms - margin_ms) / 1000.0
		self.iterations = iterations
	def chunks(self, size):
		self.began = last = self.now()
		if self.iterations is None:
			chunk = size
			while last < self.ends:
				yield chunk
				spent = self.now() - last
				last += spent
				self.pause_ms = max(self.pause_ms, spent * 1000.0)
				if spent < 160e-6:
					chunk += chunk
				elif spent > 400e-6:
					chunk = max(size, chunk // 2)
		else:
			for done in range(0, self.iterations, size):
				yield min(size, self.iterations - done)


# ==== common/engine.py ====
from typing import Generic, TypeVar
AnyMemory = TypeVar("AnyMemory")
class EngineFailed(Exception):
	...
class Engine(Generic[AnyMemory]):
	name = "python"
	pace = 1
	has_failed = False
	twin = None
	is_trial = False
	def __init__(self, memory):
		self.memory = memory()
		self.loaded = set()
	def load(self, field, source):
		assign(getattr(self.memory, field), source)
		self.loaded.add(field)
		if self.twin and not self.twin.has_failed:
			self.twin.load(field, source)
	def call(self, kernel, *values):
		given = [fit(value) for fit, value in zip(kernel.fits, values, strict=True)]
		if self.is_trial:
			self.twin.run(kernel, given)
		return self.run(kernel, given)
	def run(self, kernel, given):
		return kernel(self.memory, *given)
class Engines(Generic[AnyMemory]):
	def __init__(
		self,
		memory,
		kernels=(),
		flags=("-fpeel-loops -funswitch-loops -fpredictive-commoning",),
	):
		self.python = Engine(memory)
		self.memory = memory
		self.kernels = kernels
		self.flags = flags
	def start(self, warm_up):
		warm_up()
	def current(self, deadline):
		return self.python


# ==== common/loop.py ====
import os
import time
from itertools import count
Stat = int | float | str
class Searcher(Generic[AnyMemory]):
	warm_up = 20
	chunk = 1
	seed, search_ms = 0, 0.0
	def __init__(self, params, engines):
		self.engines, self.engine = engines, engines.python
		self.first_ms, self.margin_ms = params.first_ms, params.margin_ms
	def prepare(self, seed):
		self.seed = seed
		deadline = Deadline(self.turn_ms, 0.0, iterations=self.warm_up)
		try:
			self.engines.start(lambda: self.answer(deadline))
		except Exception as error:
			report(f"no C, CPython plays: the warm-up: {error!r}")
	def search(self, think, deadline):
		for size in deadline.chunks(self.chunk * self.engine.pace):
			if self.engine.call(think, size) is False:
				break
		self.search_ms = (deadline.now() - deadline.began) * 1000.0
		return self.engine.memory
	def timed(self, counts):
		return {**counts, "search_ms": round(self.search_ms, 3), "engine": self.engine.name}
class Options:
	deadline = Deadline(1.0, 0.0)
	def __init__(self, words):
		self.iterations = int(words.get("BOTSMITH_ITERATIONS", "0")) or None
		self.from_turn = int(words.get("BOTSMITH_FROM", "0"))
		self.seed = int(words.get("BOTSMITH_SEED", "1"))
		self.share = float(words.get("BOTSMITH_BUDGET", "100")) / 100.0
		self.margin_ms = float(words.get("BOTSMITH_MARGIN", "nan"))
		self.tells_stats = words.get("BOTSMITH_STATS") == "1"
		self.letters = 9**9 if words.get("BOTSMITH_EXPLAIN") == "1" else EXPLAIN
	def begin_turn(self, bot, turn, reader):
		budget_ms = (bot.turn_ms if turn else bot.first_ms) * self.share
		pause_ms = min(0.99 * self.deadline.pause_ms, budget_ms / 4)
		margin_ms = self.margin_ms if self.margin_ms >= 0.0 else max(bot.margin_ms, 2 * pause_ms)
		margin_ms = min(margin_ms, 0.8 * budget_ms)
		work = 1 if turn < self.from_turn else self.iterations
		self.deadline = Deadline(budget_ms, margin_ms, reader.started, reader.now, work)
		self.deadline.pause_ms = pause_ms
		self.deadline.turn = turn
		return self.deadline
def answer_turn(bot, options, turn, reader):
	try:
		bot.read_turn(reader)
		deadline = options.begin_turn(bot, turn, reader)
		try:
			return bot.answer(deadline), ""
		except EngineFailed as error:
			return bot.answer(deadline), f"{error}; CPython plays on"
	except (EndOfInput, UnreadableInput) as error:
		if reader.is_at_end:
			raise
		return bot.fallback(), f"unreadable input, playing the fallback move: {error}"
	except Exception:
		import traceback
		return bot.fallback(), traceback.format_exc()
def play_match(bot, options, reader, sink, born=None):
	gc.disable()
	bot.prepare(options.seed)
	ready = reader.now() if born else 0.0
	reader.begin_turn()
	bot.read_start(reader)
	if born and (reader.started or ready) < ready + 0.001:
		bot.first_ms = max(bot.turn_ms, bot.first_ms - (ready - born) * 1000.0)
	for turn in count():
		lines, trouble = answer_turn(bot, options, turn, reader)
		write_lines(lines, sink)
		if trouble:
			report(f"turn {turn}: {trouble}")
		if options.tells_stats:
			report("\n".join(f"[PDATA] {name} = {value}" for name, value in bot.stats().items()))
		if options.letters:
			report(bot.explain()[: options.letters])
		reader.begin_turn()
def proc(file, place):
	try:
		with open(f"/proc/self/{file}", "rb", buffering=0) as text:
			return int(text.read().rpartition(b")")[2].split()[place])
	except (OSError, ValueError, IndexError):
		return 0
def queued():
	return proc("schedstat", 1) / 1e9
def age():
	ticks = proc("stat", 19)
	return ticks and time.clock_gettime(time.CLOCK_BOOTTIME) - ticks / 100.0
def run(bot):
	try:
		options = Options(os.environ)
	except ValueError as error:
		report(f"BOTSMITH_ variables: {error}")
		sys.exit(2)
	try:
		source = open(0, errors="replace", closefd=False)
		reader = LineReader(source, perf_counter, queued)
		play_match(bot, options, reader, sys.stdout, perf_counter() - age())
	except EndOfInput:
		return
	except UnreadableInput as error:
		report(f"unreadable input: {error}")
		sys.exit(2)
	except BrokenPipeError:
		os.dup2(os.open(os.devnull, os.O_WRONLY), 1)


# ==== common/stdio.py ====
class EndOfInput(Exception):
	...
class UnreadableInput(ValueError):
	...
class LineReader:
	number = 0
	is_at_end = False
	def __init__(self, source, now=perf_counter, queued=float):
		self.source = source
		self.now = now
		self.queued = queued
		self.begin_turn()
	def begin_turn(self):
		self.started = None
		self.before = self.queued()
	def line(self):
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
def write_lines(lines, sink):
	sink.write("\n".join(lines) + "\n")
	sink.flush()
def report(text):
	print(text, file=sys.stderr, flush=True)


# ==== bots/tororo/bot.py ====
"""The Tororo bot, which searches with a beam."""

import json
from collections.abc import Mapping

# Of the library of the first turns, and of gcc's later one.
FLAGS = (
	"-O1",
	"-O3 -fno-code-hoisting -fno-if-conversion -fno-if-conversion2 -mtune=generic -fno-ivopts"
	" -fno-tree-sink",
)
WARM_UP_TREES = ((0, 19, 2), (0, 22, 3), (1, 28, 2), (1, 31, 3))  # player, cell, size


class TororoBot(Searcher[Memory]):
	"""Plays as player 0 of its own view of the forest. number: of the turn read last"""

	turn_ms = 100.0
	warm_up = 60  # states expanded

	def __init__(self, params: Params, engines: Engines[Memory]) -> None:
		super().__init__(params, engines)
		self.params = params
		self.setting = Setting()
		self.state = State()
		self.number = -1

	def prepare(self, seed: int) -> None:
		"""Warms up. Nothing is random, so the seed is not used."""
		params, ground = self.setting.params, self.setting.ground
		assign(params, self.params)
		params.last_width = params.widest = min(self.warm_up, params.last_width)  # for both pools
		assign(ground, make_ground([1] * CELLS))
		for player, cell, size in WARM_UP_TREES:
			change_tree(self.state, ground, player, cell, size)
		gather(self.state)
		super().prepare(seed)
		assign(params, self.params)

	def read_start(self, reader: LineReader) -> None:
		assign(self.setting.ground, read_ground(reader))

	def read_turn(self, reader: LineReader) -> None:
		self.number += 1
		self.state = State()  # in force if the lines cannot be read
		self.state = read_turn(reader, self.setting.ground)

	def answer(self, deadline: Deadline) -> list[str]:
		engine = self.engine = self.engines.current(deadline)
		self.chunk = engine.pace  # a state is expanded at once
		work = deadline.iterations or 2000 * engine.pace**2  # roughly
		self.setting.planned = work // self.params.plan_part
		node = Node()
		assign(node.state, self.state)
		engine.load("start", node)
		engine.load("setting", self.setting)
		engine.call(begin)
		memory = self.search(think, deadline)
		action = NOWHERE if memory.is_planning else memory.beam.answer
		return self.fallback() if action == NOWHERE else [format_action(action)]

	def fallback(self) -> list[str]:
		"""Plays a sensible action without a search."""
		ground, keeps = self.setting.ground, self.params.rival_keeps
		return [format_action(next_act(self.state, ground, 0, keeps))]

	def stats(self) -> Mapping[str, Stat]:
		return self.timed(counts(self.engine.memory.beam))

	def explain(self) -> str:
		units = [{"unit": 0, **describe(self.engine.memory.beam, format_action)}]
		return json.dumps({"turn": self.number, "units": units})


def main() -> None:
	"""Plays on stdin and stdout."""
	run(TororoBot(Params(), Compiled(Memory, ENTRIES, FLAGS)))


# ==== bots/tororo/protocol.py ====
"""The lines that a Tororo bot reads and writes; the referee has the other side."""

KINDS = ("WAIT", "GROW", "SEED", "COMPLETE")  # the words, by number of the kind


def format_action(action: int) -> str:
	"""Returns an action's output line."""
	kind = action >> KIND_SHIFT
	cell, other = action >> CELL_SHIFT & CELL_MASK, action & CELL_MASK
	if kind == SEED:
		return f"SEED {cell} {other}"
	return f"{KINDS[kind]} {cell}" if kind in (GROW, COMPLETE) else "WAIT"


def parse_row(line: str, what: str, *limits: int) -> list[int]:
	"""Returns the integers of a line, each from 0 to below its limit. Raises UnreadableInput for
	another line.
	"""
	row = parse_integers(line, len(limits), what)
	if not all(0 <= value < limit for value, limit in zip(row, limits, strict=True)):
		raise UnreadableInput(f"{what}: expected 0.. to below {limits}, got {row}")
	return row


def read_row(reader: LineReader, what: str, *limits: int) -> list[int]:
	"""Returns parse_row() of the next line."""
	return parse_row(reader.line(), f"line {reader.number}: {what}", *limits)


def read_ground(reader: LineReader) -> Ground:
	"""Reads the map that a player gets once. Raises UnreadableInput for wrong lines."""
	richness = [0] * CELLS
	(count,) = read_row(reader, "numberOfCells", CELLS + 1)
	for _ in range(count):
		cell, rich, *_neighbours = read_integers(reader, 8, "index richness neigh0..neigh5")
		if not (0 <= cell < CELLS and 0 <= rich <= 3):
			raise UnreadableInput(f"line {reader.number}: no cell {cell} of richness {rich}")
		richness[cell] = rich
	return make_ground(richness)


def read_turn(reader: LineReader, ground: Ground) -> State:
	"""Reads a turn, with the player itself as player 0. Raises UnreadableInput for wrong lines.

	Except for a wrong count of lines, it raises after all lines of the turn are read.
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
		change_tree(state, ground, 1 - is_mine, cell, size)
		if is_dormant:
			make_dormant(state, cell)
	return state


# ==== common/c_text.py ====
import math
from collections import namedtuple
SUPPORT = r"""
#include <setjmp.h>
#include <stdbool.h>
#include <stdint.h>
typedef int64_t Int;
const char *run_place;
static jmp_buf trap_exit;
static double nothing;
#define AT const char *place
static __attribute__((cold, noinline, noreturn)) void trap(AT, int reason) {
	run_place = place;
	nothing = 0.0 * reason;
	longjmp(trap_exit, reason);
}
#if __GNUC__ > 11
#define ROUNDED __builtin_assoc_barrier
#else
#define ROUNDED
#endif
#define STOP(reason, when) if (when) trap(place, reason);
#define PLACE(a, i) (&(a)[i])
#define LET(name, value) __auto_type name = value;
#define SET(place, value) { __auto_type set = value; place = set; }
#define CHANGE(place, value) { __auto_type old = &place; *old = value; }
#define COPY(target, source) (void)(*target = *source)
#define LOOP(first, last, sign, step) for (Int n = first, end = last; n sign end; n += step)
#define ENTRY(run, given, names, body) \
	static __attribute__((noinline)) void enter_ ## run given { body; } \
	int run given { int n = setjmp(trap_exit); if (n) return n; enter_ ## run names; return 0; }
#define PURE static inline __attribute__((always_inline))
#define INT1(f) PURE Int f(Int a, AT)
#define INT2(f) PURE Int f(Int a, Int b, AT)
#define TO_INT1(f) PURE Int f(double a, AT)
#define REAL1(f) PURE double f(double a, AT)
#define REAL2(f) PURE double f(double a, double b, AT)
INT2(at) { STOP(1, a + 0ull >= b) return a; }
#define FIT(n) INT1(fit_Int ## n) { STOP(2, a + (1ull << n - 1) >= 1ull << n) return a; }
FIT(8) FIT(16) FIT(32)
#define CHECKED(f) { STOP(2, __builtin_ ## f ## _overflow(a, b, &a)) return a; }
INT2(Add_int) CHECKED(add)
INT2(Sub_int) CHECKED(sub)
INT2(Mult_int) CHECKED(mul)
INT1(abs_int) { return a < 0 ? Sub_int(0, a, place) : a; }
#define DIVIDE(op, by_power) \
	if (__builtin_constant_p(b) && b > 0 && !(b & b - 1)) return by_power; \
	STOP(3, !b) if (!((a | b) >> 32)) return (uint32_t)a op (uint32_t)b;
INT2(FloorDiv_int) {
	DIVIDE(/, a >> __builtin_ctzll(b))
	return b == -1 ? Sub_int(0, a, place) : a / b - (a % b && (a ^ b) < 0);
}
INT2(Mod_int) {
	DIVIDE(%, a & (b - 1))
	Int rest = b == -1 ? 0 : a % b;
	return rest && (rest ^ b) < 0 ? rest + b : rest;
}
INT2(LShift_low) { STOP(4, b < 0) return b > 63 ? 0 : a << b; }
INT2(LShift_int) {
	if (__builtin_constant_p(a) && a == 1 && b < 63ull) return a << b;
	Int low = LShift_low(a, b, place);
	STOP(2, b > 63 ? a : low >> b != a)
	return low;
}
INT2(RShift_int) { STOP(4, b < 0) return a >> (b > 63 ? 63 : b); }
INT1(bit_count_int) { return __builtin_popcountll(abs_int(a, place)); }
INT1(bit_length_int) { return a ? 64 - __builtin_clzll(abs_int(a, place)) : 0; }
#define ONE(sign) { return b sign a ? b : a; }
INT2(min_int) ONE(<) INT2(max_int) ONE(>)
REAL2(min_float) ONE(<) REAL2(max_float) ONE(>)
REAL1(abs_float) { return __builtin_fabs(a); }
REAL2(Div_float) { STOP(3, !b) return a / b; }
REAL2(FloorDiv_float) { return __builtin_floor(a) - (a - a); }
TO_INT1(int_float) {
	STOP(a == a ? 2 : 4, !(a >= -0x1p63 && a < 0x1p63))
	Int whole = a;
	__asm__("" : "+r"(whole));
	return whole;
}
#define LIBM_INT(f, g) TO_INT1(f ## _float) { return int_float(__builtin_ ## g(a), place); }
LIBM_INT(floor, floor) 



"""
C_NAMES = {int: "Int", float: "double", bool: "bool", None: "void"}
C_NAMES |= {kind: kind.__name__.lower() + "_t" for kind in NARROW}
RESULTS = {
	name + "_float" * ("LIBM" in word): (int if "INT" in word else float, int(count or "1"))
	for word, count, name in re.findall(r"([A-Z_]+)(\d?)\((\w+)", SUPPORT)
}
Array = namedtuple("Array", "item length is_table", defaults=[False])
def number(value):
	if not {int: 2**63, float: math.inf, bool: 2}[type(value)] > abs(value):
		raise ValueError
	return f"({value!r}{'l' * (type(value) is int)})".lower()
def flattened(value):
	if not isinstance(value, tuple):
		return [number(value)], type(value)
	rows, kinds = zip(*map(flattened, value))
	(kind,) = {*kinds}
	return [text for row in rows for text in row], Array(kind, len(rows), True)
def call(name, *parts):
	return name + "(" + ", ".join(map(str, parts)) + ")"
def width(kind):
	return kind.length * width(kind.item) if isinstance(kind, Array) else 1
class Types:
	def __init__(self):
		self.parts = [SUPPORT]
		self.records = {}
		self.tables = {}
		self.functions = {}
	def base(self, kind):
		while isinstance(kind, Array):
			kind = kind.item
		return C_NAMES.get(kind) or self.record(kind)[0]
	def declare(self, kind, name):
		const = "const " * getattr(kind, "is_table", False)
		return const + self.base(kind) + (" " if kind in C_NAMES else " *") + name
	def record(self, kind):
		if kind not in self.records:
			fields, inner = {}, ""
			for name, (item, *lengths) in kind.kernel_fields.items():
				fields[name] = Array(item, lengths[1]) if lengths else item
				inner += f"{self.base(item)} {name}_{lengths[1:] or ''};"
			name = f"record_{len(self.records)}_{kind.__name__}"
			self.parts.append(f"typedef struct {{{inner}}} {name};")
			self.records[kind] = name, fields
		return self.records[kind]
	def constant(self, value):
		if not isinstance(value, tuple):
			value = getattr(value, "compiled", value)
			return number(value), type(value)
		if id(value) not in self.tables:
			texts, kind = flattened(value)
			name = f"table_{len(self.tables)}"
			head = f"static const {self.base(kind)} {name}[] = {{"
			self.parts.append(head + ", ".join(texts) + "};")
			self.tables[id(value)] = value, name, kind
		return self.tables[id(value)][1:]


# ==== common/integers.py ====
def read_integers(reader, count, what):
	return parse_integers(reader.line(), count, f"line {reader.number}: {what}")
def parse_integers(text, count, what):
	try:
		values = [*map(int, text.split())]
	except ValueError:
		values = []
	if len(values) != count or max(map(abs, [0, *values])) >> 31:
		wanted = f"{count} integer{'s' * (count != 1)}"
		raise UnreadableInput(f"{what}: expected {wanted}, got {text[:60]!r}")
	return values


# ==== common/native.py ====
import _thread
import atexit
import ctypes
import mmap
import shutil
import struct
import tempfile
from contextlib import suppress
from functools import cache
from glob import glob
from select import select
from signal import SIG_DFL, SIGTERM, signal
COMPILERS = ("cc", "gcc", "clang", "g++")
FOLDERS = ("/usr/bin", "/usr/local/bin", "/opt/*/bin", "/usr/lib/llvm*/bin")
PATIENCE = 20.0
SLEEP = 0.85
HELP = 30
BASE_FLAGS = """
-std=c11 -O2 -march=native -fwrapv -ffp-contract=off -fno-math-errno -fno-strict-aliasing
-ftree-vectorize -fvect-cost-model --param=early-inlining-insns=14
-Werror=frame-larger-than=1000000 -shared -fPIC
""".split()
SOON = """
-Og -fno-forward-propagate -fno-tree-ccp -fno-dce -fno-cprop-registers -fira-region=one
"""
TRAPS = (IndexError, OverflowError, ZeroDivisionError, ValueError)
C_TYPES = {int: ctypes.c_int64, float: ctypes.c_double, bool: ctypes.c_bool}
C_TYPES |= {Int8: ctypes.c_int8, Int16: ctypes.c_int16, Int32: ctypes.c_int32}
class Unusable(Exception):
	...
METHODS = {
	name: lambda self, *given, name=name: getattr(self[:], name)(
		*(x[:] if hasattr(x, "_type_") else x for x in given)
	)
	for name in "__add__ __eq__ __ge__ __gt__ __le__ __lt__ __mul__ __repr__ __rmul__ copy count"
	" index".split()
}
METHODS.update(__class__=list, __radd__=lambda self, other: other + self[:])
@cache
def layout(kind):
	if kind in C_TYPES:
		return C_TYPES[kind]
	fields = [
		(name, type("", (layout(inner) * lengths[-1],), METHODS) if lengths else layout(inner))
		for name, (inner, *lengths) in kind.kernel_fields.items()
	]
	shape = {"_fields_": fields, "kernel_assign": kind.kernel_assign}
	return type(kind.__name__, (ctypes.Structure,), shape)
def values_of(source, start, is_new=False):
	kind = source.__class__
	for name in kind.kernel_given if is_new else kind.kernel_fields:
		inner, *lengths = kind.kernel_fields[name]
		place = start + getattr(layout(kind), name).offset
		items = getattr(source, name) if lengths else [getattr(source, name)]
		if inner in C_TYPES:
			if inner is bool and {*items} - {0, 1}:
				raise struct.error(name + " is no bool")
			form = f"{(lengths or [1])[0]}{C_TYPES[inner]._type_}"
			is_zero = inner is not float and lengths and items == [0] * lengths[0]
			yield place, bytes(struct.calcsize(form)) if is_zero else struct.pack(form, *items)
		else:
			for item in items:
				yield from values_of(item, place, is_new)
				place += ctypes.sizeof(layout(inner))
class NativeEngine(Engine[AnyMemory]):
	name = "c"
	pace = 10
	def __init__(self, memory, path="", new=None):
		if path:
			self.library = ctypes.CDLL(path)
		kind = layout(memory)
		self.pages = mmap.mmap(-1, ctypes.sizeof(kind), mmap.MAP_PRIVATE)
		self.memory = kind.from_buffer(self.pages)
		new = new or Engine(memory)
		self.write(values_of(new.memory, 0, True))
		for field in new.loaded:
			self.load(field, getattr(new.memory, field))
	def write(self, values):
		for place, data in values:
			self.pages[place : place + len(data)] = data
	def load(self, field, source):
		try:
			self.write(values_of(source, getattr(type(self.memory), field).offset))
		except struct.error as error:
			raise self.stopped(field, error)
	def run(self, kernel, given):
		run, result = entry(self.library, kernel)
		if code := run(ctypes.byref(self.memory), *given, ctypes.byref(result)):
			place = ctypes.c_char_p.in_dll(self.library, "run_place").value or b""
			raise self.stopped(place.decode(), TRAPS[code - 1].__name__)
		return result.value
	def stopped(self, where, why):
		self.has_failed = True
		return EngineFailed(f"C stopped at {where}: {why}")
@cache
def entry(library, kernel):
	_, *kinds, kind = [C_TYPES.get(k, ctypes.c_void_p) for k in kernel.__annotations__.values()]
	run = library["run_" + kernel.__name__]
	run.argtypes = [ctypes.c_void_p, *kinds, ctypes.c_void_p]
	return run, kind()
class Compiled(Engines[AnyMemory]):
	native = None
	folder = ""
	child = 0
	latest = 0.0
	missing = 1
	def start(self, warm_up):
		if not USE_C or os.getenv("BOTSMITH_ENGINE") == "python":
			warm_up()
			return
		if not os.getenv("BOTSMITH_ITERATIONS"):
			self.flags, self.missing = (SOON, *self.flags), 2
		try:
			atexit.register(self._clean_up, True)
			from signal import SIGCHLD
			signal(SIGTERM, lambda *_: sys.exit(143))
			signal(SIGCHLD, SIG_DFL)
			self.folder = tempfile.mkdtemp()
			self.python.twin = NativeEngine(self.memory, "", self.python)
			self.latest = perf_counter() + PATIENCE
			self.end, kept = os.pipe()
			self.child = os.fork()
			if self.child == 0:
				self._compile(warm_up, kept)
			os.close(kept)
			os.read(self.end, 1)
		except (OSError, AttributeError) as error:
			self._clean_up()
			give_up(str(error))
	def current(self, deadline):
		try:
			while self.child and self._waits(deadline):
				pass
		except OSError as error:
			self._clean_up()
			give_up(str(error), self.native)
		return self.native if self.native and not self.native.has_failed else self.python
	def _waits(self, deadline):
		is_timed = deadline.iterations is None or bool(self.flags[1:] and self.native)
		wait = self.latest - perf_counter()
		if is_timed:
			left = deadline.ends - deadline.now()
			wait = max(SLEEP * left, left - 0.02)
			if self.native:
				wait = left / 2 * (self.missing and deadline.turn < HELP)
		if select([self.end], [], [], max(0.0, wait))[0]:
			if number := os.read(self.end, 1):
				engine = self.native or self.python.twin
				engine.library = ctypes.CDLL(f"{self.folder}/{number.decode()}")
				if deadline.turn > 1 and not self.native:
					report(f"turn {deadline.turn}: C plays")
				self.native = engine
				self.missing -= 1
				return True
			ended, status = os.waitpid(self.child, os.WNOHANG * is_timed)
			if ended:
				self.child = 0
				if status:
					raise OSError(f"its trial died of signal {os.WTERMSIG(status)}")
				self._clean_up()
			return False
		if perf_counter() > self.latest:
			raise TimeoutError("it takes too long")
		if is_timed and deadline.turn and self.native is None:
			deadline.ends -= (deadline.ends - deadline.started) / 10
			if deadline.turn == 1:
				report("turn 1: no C yet")
		return not is_timed
	def _compile(self, warm_up, kept):
		number = 0
		try:
			os.setsid()
			os.chdir(self.folder)
			os.write(kept, b"s")
			os.close(self.end)
			_thread.start_new_thread(lambda: (select([kept], [], []), os.killpg(0, 9)), ())
			compilers, text = find_compilers(), translate(self.kernels, self.memory)
			for number, flags in enumerate(self.flags):
				path = f"{self.folder}/{number}"
				make_library(compilers, path, text, flags)
				trial = self.python
				trial.twin, trial.is_trial = NativeEngine(self.memory, path, trial), True
				warm_up()
				for place, data in values_of(trial.memory, 0):
					if trial.twin.pages[place : place + len(data)] != data:
						raise Unusable("the warm-ups differ")
				os.write(kept, b"%d" % number)
				os.nice(19)
				with suppress(OSError):
					os.write(os.open("/proc/self/autogroup", os.O_WRONLY), b"19")
				self.python = Engine(self.memory)
		except BaseException as error:
			why = str(error)
			give_up(why if " " in why else repr(error), number)
		finally:
			os._exit(0)
	def _clean_up(self, waits=False):
		child, self.child = self.child, 0
		with suppress(OSError):
			if child:
				os.killpg(child, 9)
				os.waitpid(child, os.WNOHANG * (not waits))
		self.python.twin = None
		shutil.rmtree(self.folder, True)
		signal(SIGTERM, SIG_DFL)
def find_compilers():
	places = ":".join([os.getenv("PATH", ""), *sum(map(glob, FOLDERS), [])])
	if found := [path for name in COMPILERS if (path := shutil.which(name, path=places))]:
		return found
	raise Unusable("no C compiler found")
def make_library(compilers, path, text, flags=""):
	compiler, *others = compilers
	last = ["-xc", "-", "-o", path, "-nostdlib", "-lm", "-lgcc"]
	command = [compiler, *BASE_FLAGS, *flags.split(), *last]
	own = {**os.environ, "TMPDIR": os.path.dirname(path)}
	with open(path + ".c", "w+") as source, open(path + ".txt", "w+", errors="replace") as said:
		source.write(text)
		source.seek(0)
		ends = [(os.POSIX_SPAWN_DUP2, f.fileno(), n) for n, f in enumerate((source, said, said))]
		status = os.waitpid(os.posix_spawn(compiler, command, own, file_actions=ends), 0)[1]
		said.seek(0)
		errors = re.findall(".{,99}error.{,195}", said.read(65536))
	if status:
		if others:
			return make_library(others, path, text, flags)
		if (fewer := re.sub(r"-f\S+", "", flags)) != flags:
			return make_library(compilers, path, text, fewer)
		raise Unusable(f"{compiler}: {[*map(ascii, errors), 'it failed'][0]}")
def give_up(why, has_c=None):
	report(("C stays as it is: " if has_c else "no C, CPython plays: ") + why)


# ==== common/translate.py ====
import ast
import builtins
BITWISE = dict(BitAnd="&", BitOr="|", BitXor="^")
SIGNS = dict(BITWISE, Add="+", Sub="-", USub="-", Mult="*")
ORDER = dict(Lt="<", LtE="<=", Gt=">", GtE=">=", Eq="==", NotEq="!=")
SHL = "LShift"
LOW = {*SIGNS, SHL}
FIXED = (*SCALARS, tuple, type(math), type(None))
CALL = "call_"
class Refused(Exception):
	...
def need(is_so):
	if not is_so:
		raise ValueError
def kind_of(node):
	return type(node).__name__
def name_in(node):
	return getattr(node, "id", "")
@cache
def changing(path):
	text = "".join(linecache.getlines(path)).replace("\\\n", "")
	way = r"""(?:[\n:;"'][ \t]*(?:global|nonlocal)\b|globals\(\)\[.)([\w, \t]+)"""
	return {*re.findall(r"\w+", ",".join(re.findall(way, text)))}
def read(code):
	lines, first = [*linecache.getlines(code.co_filename), "end"], code.co_firstlineno - 1
	last = max(line or 0 for *_, line in code.co_lines())
	edge = len(lines[first]) - len(lines[first].lstrip())
	while not lines[last][: edge + 1].strip(" \t\n)]}"):
		last += 1
	text = "\n" * (first - 1) + "if 1:" * (edge > 0) + "\n" + "".join(lines[first:last])
	body = ast.parse(text).body
	(tree,) = body[0].body if edge else body
	tree.decorator_list.pop()
	return {code.co_name: tree}[tree.name]
class Function:
	has_break = False
	test = "if"
	depth = 0
	work = 0
	def __init__(self, program, function, kinds):
		code = function.__code__
		self.program = program
		try:
			self.tree = read(code)
		except Exception:
			why = "the file cannot be read or has changed: "
			raise Refused(why + code.co_filename)
		self.file = code.co_filename.rpartition("/")[2]
		cells = [cell.cell_contents for cell in function.__closure__ or ()]
		self.names = function.__globals__ | dict(zip(code.co_freevars, cells))
		self.name = f"{CALL}{len(program.functions)}_{function.__name__}"
		*stated, self.result = [*function.__annotations__.values()] or [None]
		if len(stated) != code.co_argcount:
			raise self.refused(self.tree)
		pairs = zip(stated, kinds, strict=True)
		need(all(one is two or one not in C_NAMES for one, two in pairs))
		self.kinds = dict(zip(code.co_varnames, kinds))
		self.parameters = [*self.kinds]
		self.own = {*code.co_varnames, *code.co_cellvars} | changing(code.co_filename)
		self.sure = {*self.parameters}
		self.fixed = set()
		self.lines = []
		self.put = self.lines.append
	def write(self):
		if self.block(self.tree.body) and self.result:
			raise self.refused(self.tree)
		texts = {name: self.program.declare(kind, name + "_") for name, kind in self.kinds.items()}
		head = call(self.name, *map(texts.pop, self.parameters))
		new = [text + ";" for name, text in texts.items() if name not in self.fixed]
		return "\n".join([f"static inline {C_NAMES[self.result]} {head}{{", *new, *self.lines, "}"])
	def refused(self, node):
		text = ast.unparse(node).splitlines()[0]
		return Refused(f"{self.file}:{node.lineno}: not in the subset: {text}")
	def tried(self, node, *is_low):
		self.work += 1
		try:
			value = self.outside(node) if is_low else None
			if value is not None:
				return self.program.constant(value)
			return getattr(self, kind_of(node))(node, *is_low)
		except Refused:
			raise
		except Exception:
			raise self.refused(node)
	def block(self, nodes):
		self.depth += 1
		is_reached = all(map(self.statement, nodes))
		self.depth -= 1
		if not is_reached:
			self.sure = {*self.own}
		return is_reached
	def statement(self, node):
		return self.tried(node) is not False
	def Pass(self, node):
		pass
	def Continue(self, node):
		self.has_break |= type(node) is ast.Break
		self.put(kind_of(node).lower() + ";")
		return False
	Break = Continue
	def Return(self, node):
		text, kind = self.code(node.value) if node.value else ("", None)
		need(kind == self.result)
		self.put(f"return {text};")
		return False
	def Expr(self, node):
		if type(node.value) is not ast.Constant:
			need(type(node.value) is ast.Call)
			self.put(self.code(node.value)[0] + ";")
	def Assign(self, node):
		targets = getattr(node, "targets", None) or [node.target]
		value = node.value
		made = type(value) is ast.Call and self.outside(value.func)
		if made in (numbers, records) or is_record(made):
			(target,) = targets
			self.make(target.id, value, made)
		elif type(value) is ast.Tuple:
			(target,) = targets
			made = [(self.let(text), kind) for text, kind in map(self.code, value.elts)]
			for place, part in zip(target.elts, made, strict=True):
				self.store(place, *part, node)
		else:
			text, kind = self.code(value)
			if targets[1:]:
				text = self.let(text)
			for target in targets:
				self.store(target, text, kind, node)
	AnnAssign = Assign
	def let(self, text):
		name = f"t{len(self.lines)}"
		self.put(call("LET", name, text))
		return name
	def store(self, target, text, kind, node):
		if kind in NARROW:
			text, kind = "(Int)" + text, int
		if name := name_in(target):
			need(kind and type(kind) is not tuple and name not in self.fixed)
			stated = self.outside(getattr(node, "annotation", node))
			wanted = self.kinds.setdefault(name, stated if NARROW.get(stated) is kind else kind)
			self.sure.add(name)
		else:
			place, wanted = self.tried(target, False)
			need(wanted in C_NAMES)
		need(NARROW.get(wanted, wanted) == kind)
		text = self.fit(text, wanted, node)
		self.put(f"{name}_ = {text};" if name else call("SET", place, text))
	def AugAssign(self, node):
		place, kind = self.tried(node.target, False)
		wide = NARROW.get(kind, kind)
		text, other = self.binary(("*old", wide), self.code(node.value), node)
		need(other is wide)
		self.put(call("CHANGE", place, self.fit(text, kind, node)))
	def fit(self, text, kind, node):
		return call("fit_" + kind.__name__, text, self.place(node)) if kind in NARROW else text
	def make(self, name, value, made):
		kind = made
		if value.args:
			kind = Array(*map(self.outside, value.args))
			made = kind.item
		need(name not in self.kinds and self.depth < 2 and not getattr(made, "kernel_given", None))
		text = f"{self.program.base(kind)} {name}_[{width(kind)}]"
		if is_record(made) or width(kind) > 999:
			self.put(f"static {text}; __builtin_memset({name}_, 0, sizeof {name}_);")
		else:
			self.put(text + " = {0};")
		self.fixed.add(name)
		self.sure.add(name)
		self.kinds[name] = kind
	def If(self, node):
		self.put(call(self.test, self.truth(node.test)) + "{")
		before = {*self.sure}
		is_reached = self.block(node.body)
		after, self.sure = self.sure, before
		self.put("} else {")
		is_reached |= self.block(node.orelse)
		self.sure &= after
		self.put("}")
		return is_reached
	def While(self, node):
		self.put(call("while", self.truth(node.test)) + "{")
		return self.loop(node) or not self.outside(node.test)
	def For(self, node):
		loop = node.iter
		function = self.outside(getattr(loop, "func", loop))
		start, step = "0", 1
		item = "n", int
		if function is range:
			*_, start, stop = "0", *[self.want(part, int) for part in loop.args[:2]]
			ends = [*map(self.outside, loop.args)]
			(step,) = ends[2:] or [1]
			need(step)
			if abs(step) > 1:
				place = self.place(node)
				stop = call("Sub_int", call("Add_int", stop, step, place), step, place)
		else:
			if function is enumerate:
				(loop,) = loop.args + loop.keywords
			text, kind = self.code(loop)
			stop, part = kind.length, self.part(self.let(text), kind.item, "n")
			item = zip(item, part) if function is enumerate else part
		top, work, self.work = len(self.lines), self.work, 0
		self.put(call("LOOP", start, stop, "<" if step > 0 else ">", step) + "{")
		self.loop(node, *item)
		if function is range and name_in(loop.func) == "each":
			self.work *= 16 if None in ends else min(16, len(range(*ends)))
			if self.work < 6000:
				self.lines.insert(top, "#pragma GCC unroll 16")
		self.work += work
	def loop(self, node, *item):
		need(not node.orelse)
		before, outer, self.has_break = {*self.sure}, self.has_break, False
		if item:
			self.store(node.target, *item, node)
		self.block(node.body)
		self.put("}")
		is_left, self.has_break, self.sure = self.has_break, outer, before
		return is_left
	def outside(self, node):
		if type(node) is ast.Constant:
			return node.value
		if not self.is_outside(node, True):
			return None
		try:
			name = name_in(node)
			value = self.names.get(name) or vars(builtins).get(name)
			value = value or eval(compile(ast.Expression(node), "", "eval"), self.names)
			return value if type(value) not in SCALARS or number(value) else None
		except (ArithmeticError, ValueError):
			return None
	def is_outside(self, node, is_top=False):
		name = name_in(node)
		if type(node) is ast.Call or name in self.own:
			return False
		is_fixed = is_top or type(self.names.get(name)) in FIXED
		return is_fixed and all(map(self.is_outside, ast.iter_child_nodes(node)))
	def place(self, node):
		return f'"{self.file}:{node.lineno}"'
	def in_order(self, word, *texts):
		names, lets = [*texts], ""
		if texts[1:] and CALL in "".join(texts):
			names = [f"v{n}" for n in range(len(texts))]
			lets = "".join(map(call, ["LET"] * len(texts), names, texts))
		text = call(word, *names) if word.isidentifier() else call("", word.join(names))
		return "({" + lets + text + ";})" if lets else text
	def known(self, name, texts, node):
		kind, count = RESULTS[name]
		need(count == len(texts))
		return self.in_order(name, *texts, self.place(node)), kind
	def want(self, node, kind, is_low=False):
		text, found = self.code(node, is_low)
		if found != kind:
			raise self.refused(node)
		return text
	def truth(self, node):
		text, kind = self.code(node, type(node) is ast.BoolOp)
		need(kind in SCALARS)
		return text
	def code(self, node, is_low=False):
		text, kind = self.tried(node, is_low)
		return ("(Int)" + text, int) if kind in NARROW else (text, kind)
	def Name(self, node, _):
		need(node.id in self.sure)
		return node.id + "_", self.kinds[node.id]
	def Attribute(self, node, _):
		text, record = self.code(node.value)
		kind = self.program.record(record)[1][node.attr]
		return f"({'&' * is_record(kind)}{text}->{node.attr}_)", kind
	def Subscript(self, node, _):
		index = node.slice
		text, kind = self.code(node.value)
		need(type(node.ctx) is ast.Load or not kind.is_table)
		place, known = self.want(index, int), self.outside(index)
		if known is None:
			place = call("at", place, kind.length, self.place(node))
		else:
			place = number(range(kind.length)[getattr(known, "compiled", known)])
		return self.part(text, kind.item, place)
	def part(self, text, kind, place):
		where = self.in_order("PLACE", text, place + "*" + str(width(kind)))
		return (call("*", where) if kind in C_NAMES else where), kind
	def UnaryOp(self, node, is_low):
		inner, op = node.operand, kind_of(node.op)
		if op == "USub":
			right = self.code(inner, is_low)
			return self.binary(("0" if right[1] is int else "-0.0", right[1]), right, node, is_low)
		if op == "Not":
			return call("!", self.truth(inner)), bool
		return call(dict(Invert="~")[op], self.want(inner, int, is_low)), int
	def BinOp(self, node, is_low):
		left, op, right = node.left, kind_of(node.op), node.right
		is_low &= op in LOW
		if op == "BitAnd":
			for mask in map(self.outside, (left, right)):
				is_low |= type(mask) is int and mask >= 0
		first = self.code(left, is_low)
		second = self.code(right, is_low and op != SHL)
		return self.binary(first, second, node, is_low)
	def BoolOp(self, node, is_test):
		parts = [self.truth(n) if is_test else self.want(n, bool) for n in node.values]
		return call("", ("&&" if type(node.op) is ast.And else "||").join(parts)), bool
	def Compare(self, node, _):
		texts, kinds = zip(*map(self.code, (node.left, *node.comparators)))
		(kind,) = {*kinds}
		need(kind in SCALARS and not (texts[2:] and CALL in "".join(texts)))
		pairs = zip([ORDER[kind_of(op)] for op in node.ops], texts, texts[1:])
		return call("", "&&".join(self.in_order(*pair) for pair in pairs)), bool
	def IfExp(self, node, _):
		text, kind = self.code(node.body)
		arms = text + ":" + self.want(node.orelse, kind)
		return call("", self.truth(node.test) + "?" + arms), kind
	def Call(self, node, _):
		func, given, more = node.func, node.args, [*node.keywords]
		if getattr(func, "attr", "") in ("bit_count", "bit_length") and not given:
			return self.known(func.attr + "_int", [self.want(func.value, int)], node)
		function = self.outside(func)
		codes = [*map(self.code, given)]
		need(not more)
		return self.call(function, codes, node)
	def binary(self, left, right, node, is_low=False):
		texts, kinds = zip(left, right)
		op, is_int = kind_of(node.op), {*kinds} == {int}
		need({*kinds} <= {int, float} and (is_int or op not in BITWISE))
		if op in SIGNS and (is_low or not is_int or op in BITWISE):
			text = self.in_order(SIGNS[op], *texts)
			if is_int:
				return text, int
			return call("ROUNDED", text) if op == "Mult" else text, float
		if op == "FloorDiv" and not is_int:
			need(texts[1] in ("(1.0)", "(1l)"))
		suffix = "_float" if not is_int else "_low" if is_low and op == SHL else "_int"
		return self.known(op.lstrip("U") + suffix, texts, node)
	def call(self, function, given, node):
		if function in (min, max) and given[2:]:
			given = [self.call(function, given[:-1], node), given[-1]]
		texts, kinds = [*zip(*given)] or [(), ()]
		function = getattr(function, "in_c", function)
		if hasattr(function, "is_kernel"):
			writer = self.program.call(function, kinds)
			self.work += writer.work
			return self.in_order(writer.name, *texts), writer.result
		if function is assign:
			one, two = kinds
			need(one == two and is_record(one))
			return self.in_order("COPY", *texts), None
		if function is len:
			return self.program.constant(kinds[0].length)
		if function in (int, float) and kinds in ((int,), (bool,), (function,)):
			return call("", call("", C_NAMES[function]) + texts[0]), function
		name = function.__name__
		in_math = vars(math).get(name)
		if function is in_math and RESULTS[name + "_float"][0] is float:
			kinds = tuple(float if kind is int else kind for kind in kinds)
		else:
			need(function in (in_math, vars(builtins).get(name)))
		(kind,) = {*kinds}
		return self.known(name + "_" + kind.__name__, texts, node)
class Program(Types):
	writer = Function
	def call(self, function, kinds):
		key = (function, *kinds)
		if key not in self.functions:
			writer = self.writer(self, function, kinds)
			self.functions[key] = None
			self.parts.append(writer.write())
			self.functions[key] = writer
		return self.functions[key]
	def entry(self, function, kinds):
		writer = self.call(function, kinds)
		names = [f"a{n}_" for n in range(len(kinds))]
		given = [*map(self.declare, kinds, names), C_NAMES[writer.result] + " *result"]
		body = "*result = " * bool(writer.result) + call(writer.name, *names)
		run = "run_" + function.__name__
		self.parts.append(call("ENTRY", run, call("", *given), call("", *names, "result"), body))
def translate(kernels, memory):
	program = Program()
	for kernel in kernels:
		program.entry(kernel, [memory, *[*kernel.__annotations__.values()][1:-1]])
	return "\n".join(program.parts) + "\n"


# ==== bots/tororo/main.py ====
main()
