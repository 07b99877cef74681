# snakebyte: a CodinGame bot in one file, made by Botsmith from readable sources
# revision    6413cf264d8c 
# content     85ab9ec9d1872e8c
# size           90,388 of 100,000 UTF-16 units
# engine      C where a compiler is found; USE_C in line 20 turns that off
# form        short: common/ without comments and types
# left out    bit_count, Int16(x), f(x=1), defaults, x ** 2, array unpacking; rebuild to use them
# indent      tabs, so that it fits
# renamed     BEAM_UNITS_STEPS (STEPS of common/search/beam_units.py),
#             beam_units_enter (enter of common/search/beam_units.py),
#             beam_passes_bind (bind of common/search/beam_passes.py),
#             search_has_ended (has_ended of bots/snakebyte/search.py),
#             search_begin (begin of bots/snakebyte/search.py)
# contents    params 139, rules 166, charts 428, beam_units 511, beam_passes 1057, search 1153,
#             protocol 1448, bot 1722, main 2609, the rest is common/, which need not be read
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


# ==== bots/snakebyte/params.py ====
"""The bot's tunable numbers, as `name: type = value  # low..high unit: meaning`."""


@record
class Params:
	"""The numbers. A change here holds in every engine."""

	# --- how good a plan is, in parts
	keep: float = 0.95  # 0.8..1: what a part is worth a turn later
	near: float = 1.0  # 0..3 parts: for a snake on a source; a snake far from all has none
	reach: float = 8.0  # 2..30 steps: at which half of that is left
	dead: float = 2.0  # 0..6 parts: for a snake, beside its parts
	long: float = 0.5  # 0..2 parts: for a snake that survives a hit
	race: float = 0.35  # 0..2 parts: for a source that is nearer to an own snake, by the lead
	even: float = 4.0  # 0..30 steps: added to both ways, so that near leads count less
	# --- the search
	depth: int = 12  # 1..32 turns looked ahead
	share: float = 0.15  # 0..0.5: of the search for the rival's ways, 0 for its habit
	doubt: float = 0.4  # 0..1: weight of the rival's ways as they were foreseen the round before
	rounds: int = 2  # 1..4: of the rival's search; each has four times the work of the one before
	planned: int = 400  # 50..50000 turns of the game: expected of the first search, by the clock
	# --- the clock
	first_ms: float = 800.0  # 50..1000 ms: planned for the first turn
	margin_ms: float = 8.0  # 1..30 ms: kept of a turn, or twice the longest pause


# ==== bots/snakebyte/rules.py ====
"""SnakeByte: the exact rules, as kernels, for the bot and the referee.

Cell    int: (row + TOP) * WIDE + column + SIDE, also far outside of the grid, where all cells are
empty
Way     int: 0 up, 1 right, 2 down, 3 left; a snake faces from its second part to its head
Snake   int 0..7: the first half are player 0's, the other half player 1's
Order of a turn: all heads move, sources are eaten, hit heads are lost, snakes without support fall.
Source: docs/games/snakebyte.md. Golden: tests/golden/snakebyte.
"""

PLAYERS = 2
SNAKES = 8
SHORTEST = 3  # parts of a snake in play
MATTER = 160  # parts and sources of a match, which never become more
PARTS = 256  # of a snake, a power of 2
MAX_WIDTH, MAX_HEIGHT = 46, 30
MAX_TURNS = 200
SIDE = TOP = MATTER + 1  # no snake is farther outside: all hang together on the grid
WIDE = MAX_WIDTH + 2 * SIDE
CELLS = WIDE * (TOP + MAX_HEIGHT + MATTER + 3)
EMPTY, PLATFORM, SOURCE = 0, 1, 2  # what is in a cell; the later sources are 3, 4, ..
KINDS = SOURCE + MATTER - 2 * SHORTEST
UP, RIGHT, DOWN, LEFT = range(4)
STEPS = (-WIDE, 1, WIDE, -1)  # by way
AHEAD = -1  # no order


@record
class Snake:
	"""The cells of a snake: the head's is at `first` in the ring `parts`. length: 0 if it is
	gone
	"""

	length: int
	first: int
	parts: Numbers[int] = numbers(Int32, PARTS)


@record
class Board:
	"""The fixed part of a match.

	snakes: number of both players' snakes
	cells: the content of each cell at the start
	taken: by cell, snake + 1 between `enter` and `leave` of a state; else 0
	"""

	height: int
	snakes: int
	cells: Numbers[int] = numbers(Int16, CELLS)
	taken: Numbers[int] = numbers(Int8, CELLS)


@record
class State:
	"""The changing part of a match.

	left: number of sources left
	losses: by player
	solid: by content of a cell, True for PLATFORM and the sources that are left
	"""

	turn: int
	left: int
	solid: Numbers[bool] = numbers(bool, KINDS)
	losses: Numbers[int] = numbers(int, PLAYERS)
	snakes: Records[Snake] = records(Snake, SNAKES)


@kernel
def cell_at(x: int, y: int) -> int:
	return (y + TOP) * WIDE + x + SIDE


@kernel
def column(cell: int) -> int:
	return cell % WIDE - SIDE


@kernel
def row(cell: int) -> int:
	return cell // WIDE - TOP


@kernel
def part(snake: Snake, place: int) -> int:
	"""Returns the cell of a snake's part; the head is part 0."""
	return snake.parts[snake.first + place & PARTS - 1]


@kernel
def owner(board: Board, snake: int) -> int:
	return int(snake >= board.snakes >> 1)


@kernel
def facing(snake: Snake) -> int:
	"""Returns the way from the second part to the head."""
	ahead = part(snake, 0) - part(snake, 1)
	if abs(ahead) == 1:
		return RIGHT if ahead > 0 else LEFT
	return UP if ahead < 0 else DOWN


@kernel
def copy_state(target: State, source: State) -> None:
	"""Copies a state, without the cells of `parts` that no snake uses."""
	target.turn = source.turn
	target.left = source.left
	for what in range(KINDS):
		target.solid[what] = source.solid[what]
	for player in range(PLAYERS):
		target.losses[player] = source.losses[player]
	for number in range(SNAKES):
		snake = source.snakes[number]
		target.snakes[number].length = snake.length
		target.snakes[number].first = snake.first
		for place in range(snake.length):
			at = snake.first + place & PARTS - 1
			target.snakes[number].parts[at] = snake.parts[at]


@kernel
def mark(board: Board, snake: Snake, sign: int) -> None:
	"""Writes `sign` into the snake's cells."""
	for place in range(snake.length):
		board.taken[part(snake, place)] = sign


@kernel
def enter(board: Board, state: State) -> None:
	"""Writes the snakes into `taken`; call it before turns are played."""
	for number in range(board.snakes):
		mark(board, state.snakes[number], number + 1)


@kernel
def leave(board: Board, state: State) -> None:
	"""Removes the snakes from `taken`."""
	for number in range(board.snakes):
		mark(board, state.snakes[number], 0)


@kernel
def move(board: Board, state: State, orders: Numbers[int]) -> None:
	"""Moves all heads by a cell. A snake that reaches a source keeps its tail. No snake turns
	back.
	"""
	for number in range(board.snakes):
		snake = state.snakes[number]
		if snake.length == 0:
			continue
		way = facing(snake)
		if orders[number] != AHEAD and orders[number] != way ^ 2:
			way = orders[number]
		head = part(snake, 0) + STEPS[way]
		what = board.cells[head]
		if what >= SOURCE and state.solid[what]:
			snake.length += 1
		else:
			board.taken[part(snake, snake.length - 1)] = 0
		snake.first = snake.first - 1 & PARTS - 1
		snake.parts[snake.first] = head


@kernel
def collide(board: Board, state: State) -> None:
	"""Lets heads eat. A hit head is lost, and the whole snake if it has the smallest length."""
	hit = numbers(bool, SNAKES)
	for number in range(board.snakes):
		if state.snakes[number].length > 0:
			head = part(state.snakes[number], 0)
			what = board.cells[head]
			if what >= SOURCE and state.solid[what]:
				state.solid[what] = False
				state.left -= 1
			hit[number] = what == PLATFORM or board.taken[head] != 0
			for other in range(number):
				snake = state.snakes[other]
				if snake.length > 0 and part(snake, 0) == head:
					hit[number] = True
					hit[other] = True
	for number in range(board.snakes):
		snake = state.snakes[number]
		if hit[number]:
			snake.first = snake.first + 1 & PARTS - 1
			snake.length -= 1
			state.losses[owner(board, number)] += 1 if snake.length >= SHORTEST else SHORTEST
			if snake.length < SHORTEST:
				mark(board, snake, 0)
				snake.length = 0
		elif snake.length > 0:
			board.taken[part(snake, 0)] = number + 1


@kernel
def is_carried(board: Board, state: State, number: int, standing: int) -> bool:
	"""Returns True if a snake rests on something solid or on a snake in `standing`, or is gone."""
	snake = state.snakes[number]
	for place in range(snake.length):
		below = part(snake, place) + WIDE
		if state.solid[board.cells[below]] or standing >> board.taken[below] & 1 != 0:
			return True
	return snake.length == 0


@kernel
def fall(board: Board, state: State) -> None:
	"""Lets snakes without support fall together, cell by cell, until they rest or are gone."""
	floor = cell_at(-SIDE, board.height + 1)  # who is wholly from here on is gone
	standing = 0  # a bit for each snake + 1, as in `taken`
	while standing != (2 << board.snakes) - 2:
		before = -1
		while before != standing:
			before = standing
			for number in range(board.snakes):
				if standing & 2 << number == 0 and is_carried(board, state, number, standing):
					standing |= 2 << number
		for number in range(board.snakes):
			if standing & 2 << number == 0:
				mark(board, state.snakes[number], 0)
		for number in range(board.snakes):
			snake = state.snakes[number]
			if standing & 2 << number == 0:
				is_gone = True
				for place in range(snake.length):
					at = snake.first + place & PARTS - 1
					snake.parts[at] += WIDE
					is_gone = is_gone and snake.parts[at] >= floor
				if is_gone:
					snake.length = 0
				mark(board, snake, number + 1)


@kernel
def play(board: Board, state: State, orders: Numbers[int]) -> None:
	"""Plays a turn, between `enter` and `leave`. orders: by snake, a way or AHEAD"""
	move(board, state, orders)
	collide(board, state)
	fall(board, state)
	state.turn += 1


@kernel
def count_parts(board: Board, state: State, player: int) -> int:
	parts = 0
	for number in range(board.snakes):
		if owner(board, number) == player:
			parts += state.snakes[number].length
	return parts


@kernel
def has_ended(board: Board, state: State) -> bool:
	"""Returns True if the match is over by its rules; a player that was put out is not
	considered.
	"""
	fewest = min(count_parts(board, state, 0), count_parts(board, state, 1))
	return state.turn >= MAX_TURNS or state.left == 0 or fewest == 0


# ==== bots/snakebyte/charts.py ====
"""Numbers of steps, around platforms, to every source, from the spots of the grid and its rim."""

RIM = 4  # cells around the grid that are spots, too
SPAN = MAX_WIDTH + 2 * RIM + 1
AREA = SPAN * (MAX_HEIGHT + 2 * RIM)
FAR = 127  # no way


@record
class Charts:
	"""Holds the steps to sources on a grid of this width and height.

	away: steps by spot * KINDS + source
	"""

	width: int
	height: int
	away: Numbers[int] = numbers(Int8, AREA * KINDS)


@kernel
def spot(charts: Charts, cell: int) -> int:
	"""Returns the index in `away` of the spot nearest to a cell."""
	x = min(max(column(cell), -RIM), charts.width - 1 + RIM) + RIM
	y = min(max(row(cell), -RIM), charts.height - 1 + RIM) + RIM
	return (y * SPAN + x) * KINDS


@kernel
def nearest(charts: Charts, state: State, kinds: int, first: int) -> int:
	"""Returns the source nearest to a spot.

	first: the spot's index in `away`
	"""
	best = SOURCE
	least = FAR + 1
	for source in range(SOURCE, kinds):
		if state.solid[source] and charts.away[first + source] < least:
			least = charts.away[first + source]
			best = source
	return best


def spot_at(x: int, y: int) -> int:
	return (y + RIM) * SPAN + x + RIM


def free_spots(rows: list[str]) -> int:
	"""Returns a bit for each spot without a platform."""
	height, width = len(rows), len(rows[0])
	free = 0
	for y in range(-RIM, height + RIM):
		for x in range(-RIM, width + RIM):
			if not (0 <= y < height and 0 <= x < width and rows[y][x] == "#"):
				free |= 1 << spot_at(x, y)
	return free


def steps_from(spot: int, free: int) -> list[int]:
	"""Returns the steps from a spot to all others."""
	away = [FAR] * AREA
	edge, steps = 1 << spot, 0
	while edge and steps < FAR:
		free &= ~edge
		letters = f"{edge:b}"[::-1]
		at = letters.find("1")
		while at >= 0:
			away[at] = steps
			at = letters.find("1", at + 1)
		edge = (edge << 1 | edge >> 1 | edge << SPAN | edge >> SPAN) & free
		steps += 1
	return away


def fill(charts: Charts, rows: list[str], sources: list[tuple[int, int]]) -> None:
	"""Writes the steps to every source of a match."""
	charts.width, charts.height = len(rows[0]), len(rows)
	free = free_spots(rows)
	for what, place in enumerate(sources, SOURCE):
		charts.away[what::KINDS] = steps_from(spot_at(*place), free)


# ==== common/search/beam_units.py ====
"""Beam over rows: the orders of several units in a turn are tried one row after another."""

from typing import TypeVar

MAX_ROWS = 64  # of all sides
MAX_DEPTH = 32
MAX_MOVES = 512
POOL = capacity(pure=131, compiled=2051)  # nodes and states of two layers, and one that is tried
TWINS = capacity(pure=262, compiled=4102)  # states where doubt is not 0
BEAM_UNITS_STEPS = capacity(pure=2080, compiled=32800)  # turns of a pass, with their orders
WIDEST = capacity(pure=64, compiled=1024)
TABLE = 1 << 15  # keys of a layer
HABIT = -1  # no order
NO_SIDE = -1  # side of a row that gets no order
STAMP = (1 << 16) - 1

AnyState = TypeVar("AnyState")
AnySetting = TypeVar("AnySetting")


@record
class Node:
	"""A state before a turn, the orders of the turn, and the value of the turn played by them."""

	state: int
	step: int  # the turn before
	value: float
	key: int
	orders: Numbers[int] = numbers(Int32, MAX_ROWS)  # by row
	others: Numbers[int] = numbers(Int32, MAX_ROWS)  # likewise, rivals by their former lines


@record
class Step:
	"""A turn that was played. orders: of the tried rows, HABIT of others."""

	parent: int
	orders: Numbers[int] = numbers(Int32, MAX_ROWS)


@record
class UnitBeam:
	"""Layers of nodes. Each node stands in `order` once. This layer has `used` nodes from place
	`base` on, 0 or `half`; the next layer has `found` nodes from the other of these places on. A
	full layer is a heap with the worst node on top.
	"""

	depth: int = 12  # turns of a pass, 1..MAX_DEPTH; params may set it
	side: int  # that is tried
	deepest: int = 12  # turns of any pass (beam_passes); params may set it
	share: float = 0.15  # 0..1 of the planned work, for all other sides; params may set it
	doubt: float  # 0..1, weight of the rivals' former lines; params may set it
	rounds: int = 1  # of the rivals' passes in a turn (beam_passes), 1..4; params may set it
	planned: int  # turns of the game
	me: int  # side
	sides: int = 2
	rows: Int32 = 2  # of all sides, 1..MAX_ROWS
	passes: int  # own ones that are done
	known: Numbers[float] = numbers(float, MAX_DEPTH + 1)  # by turns, worth of the lines played so
	ends: int  # `made` at which the pass is to be done; widths follow
	width: int  # nodes that a layer keeps in this turn
	choices: int = 3  # moves of a unit, about
	count: int  # rows that are tried in this turn,
	units: Numbers[int] = numbers(int, MAX_ROWS)  # which, in ascending order
	line: Numbers[int] = numbers(
		Int32, MAX_ROWS * MAX_DEPTH + 1
	)  # orders by row and turn, or HABIT
	former: Numbers[int] = numbers(Int32, MAX_ROWS * MAX_DEPTH + 1)  # before the rivals' last pass
	twin: int  # place of the first state against these, or 0
	turn: int  # that is tried,
	number: int  # of the row in `units`; `count` while the turn is played
	cursor: int  # node of the layer
	at: int  # its next move,
	options: int  # its moves, 0 before they are listed
	moves: Numbers[int] = numbers(int, MAX_MOVES)
	weights: Numbers[int] = numbers(int, MAX_MOVES)
	keys: Numbers[int] = numbers(int, MAX_MOVES)  # of the states after them,
	values: Numbers[float] = numbers(float, MAX_MOVES)  # and what these are worth
	half: int  # places of a layer
	base: int
	used: int
	found: int
	bank: int  # first state of the next turn
	is_done: bool
	stamp: int
	steps: int
	made: int  # turns played
	evaluations: int
	best: int  # step to the best node of the last complete turn,
	value: float
	turns: int  # which is this one
	order: Numbers[int] = numbers(Int32, POOL)
	nodes: Records[Node] = records(Node, POOL)
	step: Records[Step] = records(Step, BEAM_UNITS_STEPS)
	table: Numbers[int] = numbers(int, TABLE)


@kernel
def forget(beam: UnitBeam) -> None:
	"""Begins a new match: all rows follow the habit."""
	for place in range(MAX_ROWS * MAX_DEPTH):
		beam.line[place] = HABIT
		beam.former[place] = HABIT


@kernel
def shift(beam: UnitBeam) -> None:
	"""Moves the lines a turn on: the next orders become the first."""
	for row in range(MAX_ROWS):
		first = row * MAX_DEPTH
		for place in range(first, first + MAX_DEPTH - 1):
			beam.line[place] = beam.line[place + 1]
		beam.line[first + MAX_DEPTH - 1] = HABIT


@kernel
def widen(beam: UnitBeam, most: int) -> None:
	"""Sets the width for which the remaining work lasts, at most `most`."""
	turns = max(1, beam.depth - max(0, beam.turn))
	a_node = (beam.choices - 1) * beam.count + 2  # turns played of it, about
	beam.width = max(1, min(most, (beam.ends - beam.made) // (a_node * turns)))


@kernel
def plant(beam: UnitBeam, work: int) -> None:
	"""Begins a pass of about `work` turns at the start."""
	beam.ends = beam.made + work
	beam.turn = -1
	widen(beam, WIDEST)
	beam.half = min(2 * beam.width, WIDEST) + 1
	beam.base = 0
	beam.used = 0
	beam.found = 0
	beam.bank = 0
	beam.number = beam.count
	beam.cursor = 0
	beam.options = 0
	beam.steps = 0
	beam.best = -1
	beam.turns = 0
	beam.is_done = beam.count == 0
	for place in range(2 * beam.half):
		beam.order[place] = place
	beam.twin = 0
	if beam.side != beam.me:
		for place in range(MAX_ROWS * MAX_DEPTH):
			beam.former[place] = beam.line[place]
	elif beam.doubt > 0.0:
		beam.twin = 2 * beam.half + 1


@kernel
def adopt(beam: UnitBeam) -> None:
	"""Makes the best way the line of the tried rows."""
	step = beam.best
	for turn in range(beam.turns - 1, -1, -1):
		for row in range(beam.rows):
			if beam.step[step].orders[row] != HABIT:
				beam.line[row * MAX_DEPTH + turn] = beam.step[step].orders[row]
		step = beam.step[step].parent


@kernel
def sink(beam: UnitBeam, base: int, place: int) -> None:
	"""Restores the order of the full heap, from the entry at `place` downwards."""
	order = beam.order
	nodes = beam.nodes
	top = order[base + place]
	child = 2 * place + 1
	while child < beam.width:
		if child + 1 < beam.width:
			left = nodes[order[base + child]].value
			child += int(nodes[order[base + child + 1]].value < left)
		if nodes[order[base + child]].value >= nodes[top].value:
			break
		order[base + place] = order[base + child]
		place = child
		child = 2 * place + 1
	order[base + place] = top


@kernel
def beam_units_enter(beam: UnitBeam) -> None:
	"""Adds the node behind the next layer to that layer; a full layer loses its worst node."""
	base = beam.half - beam.base
	worst = beam.order[base]
	if beam.found < beam.width:
		beam.found += 1
		if beam.found == beam.width:
			for place in range(beam.width // 2, -1, -1):
				sink(beam, base, place)
	else:
		beam.order[base] = beam.order[base + beam.found]
		beam.order[base + beam.found] = worst
		sink(beam, base, 0)


@kernel
def is_new(beam: UnitBeam, key: int) -> bool:
	"""Returns True if a key's place held another key in this layer; stores this one there."""
	place = key & TABLE - 1
	marked = key & ~STAMP | beam.stamp
	if beam.table[place] == marked:
		return False
	beam.table[place] = marked
	return True


@kernel
def next_layer(beam: UnitBeam) -> None:
	"""Makes the next layer the present one."""
	beam.base = beam.half - beam.base
	beam.used = beam.found
	beam.found = 0
	beam.cursor = 0
	beam.options = 0
	beam.number += 1
	beam.stamp = beam.stamp + 1 & STAMP


@kernel
def next_turn(beam: UnitBeam) -> None:
	"""Ends a turn: all nodes have been played, and the best is the answer so far."""
	next_layer(beam)
	beam.bank = beam.half - beam.bank
	beam.number = 0
	beam.turn += 1
	beam.turns = beam.turn
	beam.is_done = beam.turn == beam.depth
	for place in range(beam.base, beam.base + beam.used):
		node = beam.nodes[beam.order[place]]
		if place == beam.base or node.value > beam.value:
			beam.value = node.value
			beam.best = node.step


@kernel
def do_nothing(state: AnyState, setting: AnySetting) -> None:
	"""Does nothing: the state can be played from."""
	return


@kernel
def copy_all(target: AnyState, source: AnyState) -> None:
	"""Copies a whole state."""
	assign(target, source)


def bind(
	has_ended,
	side_of,
	list_moves,
	give,
	end_turn,
	habit,
	key,
	rate,
	open_state=do_nothing,
	close_state=do_nothing,
	copy=copy_all,
	pays=True,
):
	"""Returns follow(beam, states, start, setting), which plays the lines to the depth and writes
	`known`; expand(beam, states, start, setting, count), which plays `count` more turns; and
	find_rows(beam, states, start, setting), called before `plant`, which finds the rows of
	beam.side that act. states: POOL of them, TWINS if beam.doubt is not 0."""

	@kernel
	def play(world: AnyState, setting: AnySetting, orders: Numbers[int], rows: int) -> None:
		"""Plays a turn, in which rows have these orders; nothing after the end."""
		if not has_ended(world, setting):
			for row in range(rows):
				if side_of(world, setting, row) != NO_SIDE:
					give(world, setting, row, orders[row])
			end_turn(world, setting)

	@kernel
	def play_other(beam: UnitBeam, world: AnyState, setting: AnySetting, node: Node) -> None:
		"""Plays a node's turn against the rivals' former lines."""
		for number in range(beam.count):
			node.others[beam.units[number]] = node.orders[beam.units[number]]
		play(world, setting, node.others, beam.rows)

	@kernel
	def fill(
		beam: UnitBeam,
		line: Numbers[int],
		state: AnyState,
		world: AnyState,
		setting: AnySetting,
		orders: Numbers[int],
		turn: int,
	) -> None:
		"""Writes the orders of a turn: those of the line, else of the habit."""
		open_state(state, setting)
		if pays:
			assign(world, state)
		for row in range(beam.rows):
			orders[row] = HABIT
			if side_of(state, setting, row) != NO_SIDE:
				orders[row] = line[row * MAX_DEPTH + turn]
				if pays:
					if orders[row] == HABIT:
						orders[row] = habit(world, setting, row)
					give(world, setting, row, orders[row])
				elif orders[row] == HABIT:
					orders[row] = habit(state, setting, row)
		close_state(state, setting)

	@kernel
	def follow(
		beam: UnitBeam, states: Records[AnyState], start: AnyState, setting: AnySetting
	) -> None:
		node = beam.nodes[0]
		world = states[2 * beam.half]
		other = states[beam.twin]
		assign(world, start)
		assign(other, start)
		for turn in range(beam.depth):
			fill(beam, beam.line, world, states[0], setting, node.orders, turn)
			play(world, setting, node.orders, beam.rows)
			value = rate(world, setting, beam.side)
			if beam.twin > 0:
				fill(beam, beam.former, other, states[0], setting, node.others, turn)
				play_other(beam, other, setting, node)
				value += beam.doubt * (rate(other, setting, beam.side) - value)
			beam.known[turn + 1] = value

	@kernel
	def find_rows(
		beam: UnitBeam, states: Records[AnyState], start: AnyState, setting: AnySetting
	) -> None:
		beam.count = 0
		for row in range(beam.rows):
			if side_of(start, setting, row) == beam.side:
				beam.units[beam.count] = row
				beam.count += 1

	@kernel
	def find_tried(beam: UnitBeam, states: Records[AnyState], setting: AnySetting) -> None:
		"""Finds the rows to try in a turn: those of the turn before, and those that act in some
		node of the layer.
		"""
		is_tried = numbers(bool, MAX_ROWS)
		for number in range(beam.count):
			is_tried[beam.units[number]] = True
		beam.count = 0
		for row in range(beam.rows):
			for place in range(beam.base, beam.base + beam.used):
				if is_tried[row]:
					break
				state = states[beam.nodes[beam.order[place]].state]
				is_tried[row] = side_of(state, setting, row) == beam.side
			if is_tried[row]:
				beam.units[beam.count] = row
				beam.count += 1
		widen(beam, beam.half - 1)

	@kernel
	def settle(
		beam: UnitBeam, states: Records[AnyState], start: AnyState, setting: AnySetting
	) -> None:
		"""Plays the turn of the node at the cursor, and fills in the orders of the next."""
		after = beam.nodes[beam.order[beam.half - beam.base + beam.found]]
		spot = beam.bank + beam.found
		after.step = -1
		if beam.turn < 0:
			assign(states[spot], start)
			assign(states[beam.twin + spot], start)
			beam.cursor = 1
		else:
			node = beam.nodes[beam.order[beam.base + beam.cursor]]
			copy(states[spot], states[node.state])
			play(states[spot], setting, node.orders, beam.rows)
			if beam.twin > 0:
				copy(states[beam.twin + spot], states[beam.twin + node.state])
				play_other(beam, states[beam.twin + spot], setting, node)
			beam.made += 1
			step = beam.steps
			beam.step[step].parent = node.step
			for row in range(beam.rows):
				is_tried = side_of(states[node.state], setting, row) == beam.side
				beam.step[step].orders[row] = node.orders[row] if is_tried else HABIT
			beam.steps += 1
			beam.cursor += 1
			after.step = step
			after.value = node.value
		after.state = spot
		after.key = 0
		world = states[2 * beam.half]
		turn = beam.turn + 1
		fill(beam, beam.line, states[spot], world, setting, after.orders, turn)
		if beam.twin > 0:
			fill(beam, beam.former, states[beam.twin + spot], world, setting, after.others, turn)
		beam.found += 1

	@kernel
	def list_tried(
		beam: UnitBeam, states: Records[AnyState], node: Node, setting: AnySetting, unit: int
	) -> None:
		"""Lists the moves to try of a row: in a node where it does not act the order that it has,
		which makes no difference.
		"""
		state = states[node.state]
		count = 0
		if side_of(state, setting, unit) == beam.side:
			if pays:
				world = states[2 * beam.half]
				assign(world, state)
				for row in range(unit):
					if side_of(world, setting, row) != NO_SIDE:
						give(world, setting, row, node.orders[row])
				count = list_moves(world, setting, unit, beam.moves, beam.weights)
			else:
				count = list_moves(state, setting, unit, beam.moves, beam.weights)
		beam.options = 0
		for number in range(count):
			if beam.weights[number] > 0:
				beam.moves[beam.options] = beam.moves[number]
				beam.options += 1
		if beam.options == 0:
			beam.options = 1
			beam.moves[0] = node.orders[unit]
		beam.at = 0

	@kernel
	def attempt(
		beam: UnitBeam,
		states: Records[AnyState],
		node: Node,
		setting: AnySetting,
		unit: int,
		wanted: int,
	) -> None:
		"""Tries orders of a row until `wanted` turns are made; that of the node is not played
		twice. All are played before one is looked up, so that no look-up waits for another.
		"""
		first = beam.at
		own = node.orders[unit]
		world = states[2 * beam.half]
		while beam.at < beam.options and beam.made < wanted:
			at = beam.at
			beam.keys[at] = node.key
			beam.values[at] = node.value
			if beam.number == 0 or beam.moves[at] != own:
				node.orders[unit] = beam.moves[at]
				copy(world, states[node.state])
				play(world, setting, node.orders, beam.rows)
				beam.made += 1
				beam.keys[at] = key(world, setting)
				value = rate(world, setting, beam.side)
				if beam.twin > 0:
					copy(world, states[beam.twin + node.state])
					play_other(beam, world, setting, node)
					beam.keys[at] ^= key(world, setting) >> 1
					value += beam.doubt * (rate(world, setting, beam.side) - value)
				beam.values[at] = value
				beam.evaluations += 1
			beam.at = at + 1
		node.orders[unit] = own
		mixed = node.state * 0x9E3779B97 if beam.number < beam.count - 1 else 0
		base = beam.half - beam.base
		for at in range(first, beam.at):
			value = beam.values[at]
			if is_new(beam, beam.keys[at] ^ mixed):
				if beam.found < beam.width or value > beam.nodes[beam.order[base]].value:
					trial = beam.nodes[beam.order[base + beam.found]]
					assign(trial, node)
					trial.orders[unit] = beam.moves[at]
					trial.key = beam.keys[at]
					trial.value = value
					beam_units_enter(beam)

	@kernel
	def expand(
		beam: UnitBeam,
		states: Records[AnyState],
		start: AnyState,
		setting: AnySetting,
		count: int,
	) -> None:
		wanted = beam.made + count
		while beam.made < wanted and not beam.is_done:
			if beam.number == beam.count:
				if beam.turn < 0 or beam.cursor < beam.used:
					settle(beam, states, start, setting)
				if beam.cursor >= beam.used:
					next_turn(beam)
					find_tried(beam, states, setting)
				continue
			if beam.cursor == beam.used:
				next_layer(beam)
				continue
			node = beam.nodes[beam.order[beam.base + beam.cursor]]
			unit = beam.units[beam.number]
			if beam.options == 0:
				list_tried(beam, states, node, setting, unit)
			attempt(beam, states, node, setting, unit, wanted)
			if beam.at == beam.options:
				beam.options = 0
				beam.cursor += 1

	return follow, expand, find_rows


def first_values(beam):
	"""Returns the first turns of the last layer's ways, each with the best value after it."""
	found = {}
	for place in range(beam.base, beam.base + beam.used):
		node = beam.nodes[beam.order[place]]
		first = step = node.step
		while step >= 0:
			first, step = step, beam.step[step].parent
		if first >= 0:
			found[first] = max(found.get(first, node.value), node.value)
	return found


def describe(beam, row, name, firsts):
	"""Returns a row's line, and its first orders, each with the value of the best way that begins
	with it, in the words of `name`."""
	first = row * MAX_DEPTH
	values = {}
	for step, value in firsts.items():
		order = beam.step[step].orders[row]
		values[order] = max(values.get(order, value), value)
	values.setdefault(beam.line[first], beam.value)
	best = sorted(values.items(), key=lambda one: (-one[1], one[0]))
	moves = [{"move": name(order), "visits": 1, "value": value} for order, value in best]
	line = [name(order) for order in beam.line[first : first + beam.depth]]
	return {"moves": moves, "line": line}


def counts(beam):
	"""Returns the work of this turn."""
	return {
		"iterations": beam.made,
		"simulated_turns": beam.made,
		"nodes": beam.steps,
		"evaluations": beam.evaluations,
		"ucb": 0,
		"depth": beam.turns,
	}


# ==== common/search/beam_passes.py ====
"""Passes of a beam over rows: each rival side's rows first, then the own ones, ever wider."""

FEW = 6  # nodes of a layer; with work for less, a pass is less deep


@kernel
def begin(beam: UnitBeam, me: int, planned: int, is_first: bool) -> None:
	"""Begins a turn of the match: the lines continue unless it is the first."""
	beam.me = me
	beam.planned = planned >> 2 * (beam.rounds - 1)
	beam.passes = 0
	beam.made = 0
	beam.evaluations = 0
	beam.side = NO_SIDE
	beam.is_done = True
	if is_first:
		forget(beam)
	else:
		shift(beam)


@kernel
def next_side(beam: UnitBeam) -> bool:
	"""Adopts the lines of a finished pass, and continues with the next side. False after the
	widest.
	"""
	side = beam.side
	if side != NO_SIDE and beam.value > beam.known[beam.turns]:
		adopt(beam)
	if side == beam.me:
		beam.passes += 1
		if beam.count == 0 or (beam.width >= WIDEST and beam.passes >= beam.rounds):
			return False
		beam.planned *= 4 if beam.passes < beam.rounds else 2
		if beam.passes < beam.rounds:
			side = NO_SIDE
	work = int(beam.share * float(beam.planned)) // max(1, beam.sides - 1)
	if side != beam.me:
		side += 2 if side + 1 == beam.me else 1
		if side >= beam.sides or work == 0:
			side = beam.me
	beam.side = side
	return True


@kernel
def start_pass(beam: UnitBeam) -> None:
	"""Begins a pass of the side, as deep as its work allows."""
	work = int(beam.share * float(beam.planned)) // max(1, beam.sides - 1)
	if beam.side == beam.me:
		work = beam.planned - beam.made
	a_turn = FEW * (beam.choices - 1) * (beam.count + 1)
	beam.depth = max(2, min(beam.deepest, work // a_turn))
	plant(beam, work)


def beam_passes_bind(follow, expand, find_rows):
	"""Returns search(beam, states, start, setting, count), which plays `count` more turns and
	returns False once the widest pass is done. The parameters are the results of beam_units.bind.
	"""

	@kernel
	def search(
		beam: UnitBeam,
		states: Records[AnyState],
		start: AnyState,
		setting: AnySetting,
		count: int,
	) -> bool:
		wanted = beam.made + count
		while beam.made < wanted:
			expand(beam, states, start, setting, wanted - beam.made)
			if beam.is_done:
				if not next_side(beam):
					return False
				find_rows(beam, states, start, setting)
				start_pass(beam)
				follow(beam, states, start, setting)
		return True

	return search


@kernel
def first_order(beam: UnitBeam, row: int) -> int:
	"""Returns a row's order. An unfinished pass counts if it found more than the lines, and is the
	first or half as deep.
	"""
	is_deep = beam.passes == 0 or 2 * beam.turns >= beam.depth
	if beam.side == beam.me and is_deep and not beam.is_done:
		if beam.value > beam.known[beam.turns]:
			adopt(beam)
	return beam.line[row * MAX_DEPTH]


# ==== bots/snakebyte/search.py ====
"""SnakeByte's search: a beam over the snakes, the rival's first (common/search/beam_passes.py).

A row is a snake, and its order a way.
"""

TURNS = (2, 1, 3)  # from the way back: ahead, right, left; of equal ones the first is kept


@record
class World:
	"""A turn that is tried.

	worth: value of a part in the next turn
	parts, gained: by player, its parts and its gains, with later ones weighing less
	"""

	state: State
	worth: float
	parts: Numbers[int] = numbers(int, PLAYERS)
	gained: Numbers[float] = numbers(float, PLAYERS)


@record
class Setting:
	"""The fixed part of a match.

	kinds: SOURCE + the number of sources
	orders: by snake, of the turn that is tried
	"""

	params: Params
	kinds: int
	board: Board
	charts: Charts
	orders: Numbers[int] = numbers(int, SNAKES)


@kernel
def habit(world: World, setting: Setting, unit: int) -> int:
	"""Returns the way to the nearest source, among ways into free cells."""
	snake = world.state.snakes[unit]
	here = spot(setting.charts, part(snake, 0))
	target = nearest(setting.charts, world.state, setting.kinds, here)
	best = facing(snake)
	least = FAR + 1
	for turn in range(len(TURNS)):
		way = facing(snake) + 2 + TURNS[turn] & 3
		cell = part(snake, 0) + STEPS[way]
		if setting.board.cells[cell] != PLATFORM and setting.board.taken[cell] == 0:
			steps = setting.charts.away[spot(setting.charts, cell) + target]
			if steps < least:
				least = steps
				best = way
	return best


@kernel
def search_has_ended(world: World, setting: Setting) -> bool:
	state = world.state
	is_over = state.turn >= MAX_TURNS or state.left == 0
	return is_over or min(world.parts[0], world.parts[1]) == 0


@kernel
def side_of(world: World, setting: Setting, unit: int) -> int:
	"""Returns the player of a snake, NO_SIDE for one that is gone."""
	if unit < setting.board.snakes and world.state.snakes[unit].length > 0:
		return owner(setting.board, unit)
	return NO_SIDE


@kernel
def give(world: World, setting: Setting, unit: int, order: int) -> None:
	setting.orders[unit] = order


@kernel
def step(world: World, setting: Setting) -> None:
	"""Plays a turn, between `open_state` and `close_state`."""
	play(setting.board, world.state, setting.orders)
	for player in range(PLAYERS):
		parts = count_parts(setting.board, world.state, player)
		world.gained[player] += world.worth * float(parts - world.parts[player])
		world.parts[player] = parts
	world.worth *= setting.params.keep


@kernel
def outlook(world: World, setting: Setting, side: int) -> float:
	"""Returns the value of a player's snakes and their ways to sources, minus the rival's."""
	state = world.state
	params = setting.params
	steps = numbers(int, SNAKES)  # of the living, in the order of units
	spots = numbers(int, SNAKES)
	count = 0
	firsts = 0  # of player 0
	for unit in range(setting.board.snakes):
		if state.snakes[unit].length > 0:
			steps[count] = FAR
			spots[count] = spot(setting.charts, part(state.snakes[unit], 0))
			count += 1
			firsts += 1 - owner(setting.board, unit)
	race = params.race if side == 0 else -params.race
	total = 0.0
	for source in range(SOURCE, setting.kinds):
		if state.solid[source]:
			one = FAR  # player 0's steps,
			for place in range(firsts):
				away = setting.charts.away[spots[place] + source]
				steps[place] = min(steps[place], away)
				one = min(one, away)
			other = FAR  # and player 1's
			for place in range(firsts, count):
				away = setting.charts.away[spots[place] + source]
				steps[place] = min(steps[place], away)
				other = min(other, away)
			total += race * float(other - one) / (float(other + one) + params.even)
	count = 0
	for unit in range(setting.board.snakes):
		length = state.snakes[unit].length
		worth = -params.dead
		if length > 0:
			worth = params.near * params.reach / (params.reach + float(steps[count]))
			count += 1
		if length > SHORTEST:
			worth += params.long
		total += worth if owner(setting.board, unit) == side else -worth
	return total


@kernel
def rate(world: World, setting: Setting, side: int) -> float:
	"""Returns a tried turn's value to a player, in parts of snakes."""
	total = world.gained[side] - world.gained[1 - side]
	if search_has_ended(world, setting):
		return total + 50.0 * float(min(1, max(-1, world.parts[side] - world.parts[1 - side])))
	return total + outlook(world, setting, side)


@kernel
def open_state(world: World, setting: Setting) -> None:
	"""Writes the snakes into the cells."""
	enter(setting.board, world.state)


@kernel
def close_state(world: World, setting: Setting) -> None:
	"""Removes the snakes from the cells."""
	leave(setting.board, world.state)


@kernel
def list_moves(
	world: World, setting: Setting, unit: int, moves: Numbers[int], weights: Numbers[int]
) -> int:
	"""Lists a snake's ways that lead into no platform; straight ahead if there is none."""
	snake = world.state.snakes[unit]
	back = facing(snake) ^ 2
	moves[0] = back ^ 2
	count = 0
	for turn in range(len(TURNS)):
		weights[turn] = 1
		way = back + TURNS[turn] & 3
		if setting.board.cells[part(snake, 0) + STEPS[way]] != PLATFORM:
			moves[count] = way
			count += 1
	return max(1, count)


@kernel
def end_turn(world: World, setting: Setting) -> None:
	"""Plays a turn; leaves no snake in the cells."""
	open_state(world, setting)
	step(world, setting)
	close_state(world, setting)


@kernel
def key_of(world: World, setting: Setting) -> int:
	"""Returns a key by heads, tails and lengths of all snakes, and the sources that are left."""
	key = world.state.left
	for unit in range(setting.board.snakes):
		snake = world.state.snakes[unit]
		if snake.length > 0:
			tail = part(snake, snake.length - 1)
			key = (key * 1000003 + part(snake, 0) * 331 + tail * 7 + snake.length) & (1 << 62) - 1
	return key ^ key >> 31


@kernel
def copy(target: World, source: World) -> None:
	"""Copies a tried turn, faster than `assign`, because few cells of `parts` are in use."""
	copy_state(target.state, source.state)
	target.worth = source.worth
	for player in range(PLAYERS):
		target.parts[player] = source.parts[player]
		target.gained[player] = source.gained[player]


@kernel
def way_of(start: World, setting: Setting, unit: int, order: int) -> int:
	"""Returns the way of an order at the start; straight ahead for one that would turn back."""
	if order == HABIT:
		open_state(start, setting)
		order = habit(start, setting, unit)
		close_state(start, setting)
	ahead = facing(start.state.snakes[unit])
	return order if order != ahead ^ 2 else ahead


@kernel
def prepare(start: World, setting: Setting) -> None:
	start.worth = 1.0
	for player in range(PLAYERS):
		start.parts[player] = count_parts(setting.board, start.state, player)
		start.gained[player] = 0.0


game = search_has_ended, side_of, list_moves, give, end_turn, habit, key_of, rate
run_passes = beam_passes_bind(*bind(*game, open_state, close_state, copy, pays=False))


@record
class Memory:
	"""The memory of the search. The bot loads start every turn, setting once."""

	start: World
	setting: Setting
	beam: UnitBeam
	states: Records[World] = records(World, TWINS)


@kernel
def search_begin(memory: Memory, me: int, planned: int, is_first: bool) -> None:
	"""Begins a turn of the match. planned: number of turns that the search is expected to play"""
	beam = memory.beam
	beam.deepest = memory.setting.params.depth
	beam.share = memory.setting.params.share
	beam.doubt = memory.setting.params.doubt
	beam.rounds = memory.setting.params.rounds
	prepare(memory.start, memory.setting)
	beam.rows = SNAKES
	begin(beam, me, planned, is_first)


@kernel
def think(memory: Memory, count: int) -> bool:
	"""Plays `count` more turns. Returns False once the widest pass is done."""
	return run_passes(memory.beam, memory.states, memory.start, memory.setting, count)


@kernel
def choose(memory: Memory, unit: int) -> int:
	return way_of(memory.start, memory.setting, unit, first_order(memory.beam, unit))


ENTRIES = (search_begin, think, choose)


# ==== common/stdio.py ====
from time import perf_counter
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


# ==== bots/snakebyte/protocol.py ====
"""The lines that a SnakeByte bot reads and writes; the referee has the other side."""

WAYS = ("UP", "RIGHT", "DOWN", "LEFT")
Place = tuple[int, int]  # column, row


class Start:
	"""The start's input: own number, grid, number of snakes of a player."""

	def __init__(self, reader: LineReader) -> None:
		self.me = Fields(reader, 1).count("myId")
		width = Fields(reader, 1).count("width")
		height = Fields(reader, 1).count("height")
		self.rows = [Fields(reader, 1).word() for _ in range(height)]
		self.each = Fields(reader, 1).count("snakebotsPerPlayer")
		for _ in range(2 * self.each):  # they follow from the own number
			Fields(reader, 1).integer("snakebotId")
		trouble = fault(self.rows, self.each, [], {})
		if trouble or self.me > 1 or width != len(self.rows[0]):
			raise UnreadableInput(f"line {reader.number}: no such match: {trouble}")


class Turn:
	"""A turn's input. snakes: cells by snake, the head first."""

	def __init__(self, reader: LineReader, start: Start) -> None:
		count = Fields(reader, 1).count("powerSourceCount")
		lines = [Fields(reader, 2) for _ in range(count)]
		self.sources = [(line.integer("x"), line.integer("y")) for line in lines]
		self.snakes: dict[int, list[Place]] = {}
		for _ in range(Fields(reader, 1).count("snakebotCount")):
			line = Fields(reader, 2)
			number = line.count("snakebotId")
			self.snakes[number] = line.value("body", "x,y:x,y:x,y", cells_of, bool)
		if trouble := fault(start.rows, start.each, self.sources, self.snakes):
			raise UnreadableInput(f"line {reader.number}: expected {trouble}")


def cells_of(body: str) -> list[Place]:
	"""Returns the cells in a text x,y:x,y. Raises ValueError for another text."""
	return [(int(x), int(y)) for x, y in (one.split(",") for one in body.split(":"))]


def fault(rows: list[str], each: int, sources: list[Place], snakes: dict[int, list[Place]]) -> str:
	"""Returns the first fact of a match that the rules do not support: the right form, and the
	fact; "" without one.
	"""
	width, height = len(rows[0]) if rows else 0, len(rows)
	is_grid = 2 <= width <= MAX_WIDTH and 2 <= height <= MAX_HEIGHT
	if not is_grid or any(len(row) != width or {*row} - {*"#."} for row in rows):
		return f"rows of # and ., up to {MAX_WIDTH} x {MAX_HEIGHT}, got {rows!r:.60}"
	if not 1 <= each <= SNAKES // 2:
		return f"1 to {SNAKES // 2} snakes each, got {each}"
	inside = [0 <= x < width and 0 <= y < height for x, y in sources]
	if not all(inside) or len({*sources}) < len(sources):
		return f"sources of the grid, each once, got {sources!r:.60}"
	for number, parts in snakes.items():
		steps = {abs(a - c) + abs(b - d) for (a, b), (c, d) in zip(parts, parts[1:], strict=False)}
		if not 0 <= number < 2 * each or len(parts) < SHORTEST or steps != {1}:
			return f"{SHORTEST} or more cells in a row, got snake {number} {parts!r:.60}"
	bodies = [part for parts in snakes.values() for part in parts]
	if len({*bodies}) < len(bodies) or len(bodies) + len(sources) > MATTER:
		return f"{MATTER} parts and sources at most, all parts apart"
	return ""


def lay(board: Board, rows: list[str], each: int, sources: list[Place]) -> None:
	"""Writes the platforms of a match into the board, and its sources in their order."""
	board.height, board.snakes = len(rows), 2 * each
	for y, line in enumerate(rows):
		for x, letter in enumerate(line):
			board.cells[cell_at(x, y)] = PLATFORM * (letter == "#")
	for what, place in enumerate(sources, SOURCE):
		board.cells[cell_at(*place)] = what


def put(board: Board, state: State, sources: list[Place], snakes: dict[int, list[Place]]) -> None:
	"""Writes these sources and snakes into the state. Raises UnreadableInput for a source at a cell
	that had none at the start.

	snakes: the cells of each snake from its head on, by its number; a snake that is missing is gone
	"""
	if strange := [place for place in sources if board.cells[cell_at(*place)] < SOURCE]:
		raise UnreadableInput(f"a source that did not lie there: {strange[0]}")
	solid = {PLATFORM, *(board.cells[cell_at(*place)] for place in sources)}
	state.left = len(sources)
	state.solid[:] = [what in solid for what in range(KINDS)]
	for number, snake in enumerate(state.snakes):
		parts = snakes.get(number, [])
		snake.length, snake.first = len(parts), 0
		snake.parts[: len(parts)] = [cell_at(*place) for place in parts]


# ==== common/clock.py ====
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


# ==== bots/snakebyte/bot.py ====
"""The SnakeByte bot: tracks the match, searches the ways of all snakes, writes their orders."""

import json
from collections.abc import Mapping

ROWS = ["......", "......", "......", "......", "######"]  # of a match to warm up in
BODIES = {0: [(0, 1), (0, 2), (0, 3)], 1: [(5, 1), (5, 2), (5, 3)]}


class SnakebyteBot(Searcher[Memory]):
	"""Tracks a match.

	start: the state after the last turn's lines
	pace: turns tried a millisecond by the engine in its last search
	"""

	turn_ms = 50.0
	chunk = 4

	def __init__(self, params: Params, engines: Engines[Memory]) -> None:
		super().__init__(params, engines)
		self.params, self.turn = params, 0
		self.enter(0, ROWS, 1, [(2, 2)])
		put(self.setting.board, self.start.state, [(2, 2)], BODIES)

	def enter(self, me: int, rows: list[str], each: int, sources: list[Place]) -> None:
		"""Begins a match.

		me: the own player
		each: number of snakes of a player
		"""
		self.me, self.snakes = me, range(me * each, me * each + each)
		self.loaded: Engine[Memory] | None = None
		self.pace = 0.0
		self.start, self.setting = World(), Setting()
		assign(self.setting.params, self.params)
		lay(self.setting.board, rows, each, sources)
		self.setting.kinds = SOURCE + len(sources)
		fill(self.setting.charts, rows, sources)

	def read_start(self, reader: LineReader) -> None:
		self.told, self.turn = Start(reader), -1

	def read_turn(self, reader: LineReader) -> None:
		self.turn += 1
		told, turn = self.told, Turn(reader, self.told)
		if self.turn == 0:
			self.enter(told.me, told.rows, told.each, turn.sources)
		put(self.setting.board, self.start.state, turn.sources, turn.snakes)
		self.start.state.turn = self.turn

	def own(self) -> list[int]:
		return [at for at in self.snakes if self.start.state.snakes[at].length]

	def answer(self, deadline: Deadline) -> list[str]:
		engine = self.engine = self.engines.current(deadline)
		is_new = engine is not self.loaded
		if is_new:
			engine.load("setting", self.setting)
			self.loaded = engine
		engine.load("start", self.start)
		left_ms = (deadline.ends - deadline.now()) * 1000.0
		planned = deadline.iterations or (not is_new and int(self.pace * left_ms))
		engine.call(search_begin, self.me, planned or self.params.planned, is_new)
		self.pace = self.search(think, deadline).beam.made / max(self.search_ms, 0.1)
		return self.line({at: engine.call(choose, at) for at in self.own()})

	def line(self, ways: dict[int, int]) -> list[str]:
		return [";".join(f"{at} {WAYS[way]}" for at, way in ways.items()) or "WAIT"]

	def fallback(self) -> list[str]:
		"""Sends every snake the way of its habit."""
		start, setting = self.start, self.setting
		return self.line({at: way_of(start, setting, at, HABIT) for at in self.own()})

	def stats(self) -> Mapping[str, Stat]:
		return self.timed(counts(self.engine.memory.beam))

	def explain(self) -> str:
		names = {HABIT: "-", **dict(enumerate(WAYS))}
		beam = self.engine.memory.beam
		firsts = first_values(beam)
		units = [{"unit": at, **describe(beam, at, names.__getitem__, firsts)} for at in self.own()]
		return json.dumps({"turn": self.turn, "units": units})


def main() -> None:
	run(SnakebyteBot(Params(), Compiled(Memory, ENTRIES)))


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
#define EVEN(test) if (__builtin_expect_with_probability(test, 1, 0.5))
#define INT4(f) PURE Int f(Int a, Int b, Int length, Int far, AT)
INT4(Step_int) {
	if (length / 2 > far && __builtin_expect(a + 0ull - far < length - 2 * far, 1)) return a + b;
	return Add_int(a, b, place);
}
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


# ==== common/fields.py ====
from contextlib import suppress
from math import isfinite
class Fields:
	def __init__(self, reader, count, text=-1):
		line = reader.line()
		self.place = f"line {reader.number}"
		if text < 0:
			words = line.split()
		else:
			*words, rest = line.split(" ", text)
			words += rest.rsplit(" ", count - text - 1)
		if len(words) != count:
			raise UnreadableInput(f"{self.place}: expected {count} values, got {line[:60]!r}")
		self.words = iter(words)
	def word(self):
		return next(self.words)
	def value(self, name, wanted, kind, fits):
		word = self.word()
		with suppress(ValueError):
			if fits(value := kind(word)):
				return value
		raise UnreadableInput(f"{self.place}: {name}: expected {wanted}, got {word[:60]!r}")
	def integer(self, name, bits=31):
		wanted = f"an integer of {bits + 1} bits"
		return self.value(name, wanted, int, lambda value: abs(value) >> bits == 0)
	def count(self, name):
		return self.value(name, "0 or more", int, range(2**31).__contains__)
	def number(self, name):
		return self.value(name, "a number", float, isfinite)
	def truth(self, name):
		return self.value(name, "0 or 1", str, ("0", "1").__contains__) == "1"


# ==== common/native.py ====
import _thread
import atexit
import ctypes
import mmap
import shutil
import struct
import tempfile
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
		self.reach = {}
		self.lines = []
		self.put = self.lines.append
	def write(self):
		if self.block(self.tree.body) and self.result:
			raise self.refused(self.tree)
		texts = {name: self.program.declare(kind, name + "_") for name, kind in self.kinds.items()}
		head = call(self.name, *map(texts.pop, self.parameters))
		new = [text + ";" for name, text in texts.items() if name not in self.fixed]
		new += [f"enum {{{name} = {length}}};" for name, length in self.reach.items()]
		return "\n".join([f"static inline {C_NAMES[self.result]} {head}{{", *new, *self.lines, "}"])
	def refused(self, node):
		text = ast.unparse(node).splitlines()[0]
		return Refused(f"{self.file}:{node.lineno}: not in the subset: {text}")
	def tried(self, node, *is_low):
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
		value.reach = f"reach_{name_in(targets[0])}0"
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
		self.put(call("LOOP", start, stop, "<" if step > 0 else ">", step) + "{")
		self.loop(node, *item)
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
		reach = index.reach = f"reach_{name_in(index) or kind.length}0"
		need(type(node.ctx) is ast.Load or not kind.is_table)
		place, known = self.want(index, int), self.outside(index)
		if reach in self.reach:
			self.reach[reach] = kind.length
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
		reach = op == "Add" and type(right) is ast.Subscript and getattr(node, "reach", "")
		table = reach and name_in(left) and self.outside(right.value)
		if reach and table and {first[1], *map(type, table)} == {int}:
			self.test = "EVEN"
			self.reach.setdefault(reach, 0)
			far = number(max(map(abs, table)))
			return self.known("Step_int", [first[0], second[0], reach, far], node)
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


# ==== bots/snakebyte/main.py ====
main()
