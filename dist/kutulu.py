# kutulu: a CodinGame bot in one file, made by Botsmith from readable sources
# revision    6413cf264d8c 
# content     5d8db8028a2dd5e1
# size           94,208 of 100,000 UTF-16 units
# engine      C where a compiler is found; USE_C in line 18 turns that off
# form        short: common/ without comments and types
# left out    f(x=1), defaults, x ** 2, array unpacking; rebuild to use them
# indent      tabs, so that it fits
# renamed     OUTLOOK_SLASHER (SLASHER of bots/kutulu/outlook.py),
#             SMITSIMAX_MOST (MOST of common/search/smitsimax.py)
# contents    params 137, paths 170, rules 272, hunters 698, protocol 844, known 925,
#             outlook_net 1029, outlook 1050, pick 1202, ucb 1222, smitsimax 1261, search 1476,
#             bot 1859, main 2710, the rest is common/, which need not be read
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


# ==== bots/kutulu/params.py ====
"""Tunable numbers, as `name: type = value  # low..high unit: meaning`.

A point is a point of sanity.
"""


@record
class Params:
	"""The numbers. A change here holds in every engine."""

	# --- what a world is worth
	out: float = 60.0  # 0..500 points: being out of the game
	close: float = 60.0  # 5..500 points: a lead over another that counts half of any
	far: float = 4.0  # 0..10 points: a step beyond the group's reach to the nearest explorer
	danger: float = 16.0  # 0..40 points: a wanderer after one, divided by its steps
	plan: float = 24.0  # 0..80 points: a PLAN left
	yell: float = 13.0  # 0..40 points: an explorer not yet yelled at
	plan_below: int = 215  # 0..250 points: sanity at which staying becomes a PLAN later on

	# --- the search
	habit: int = 50  # 0..100 percent: of turns in which others do what most would, at most
	depth: int = 7  # 1..12 turns looked ahead
	slow_depth: int = 4  # 1..12 turns: the same where iterations are few
	care: float = 2.0  # 0..8 of score: paid to be out of reach
	random_visits: int = 4  # 1..50 picks at a node before UCB decides
	exploration: float = 0.85  # 0.01..5 times: weight of the unknown against scores of 0..1

	# --- the clock
	first_ms: float = 900.0  # 100..950 ms: used of the first 1000, whose clock is ahead
	margin_ms: float = 7.0  # 2..40 ms: kept of a turn, or twice the longest pause


# ==== bots/kutulu/paths.py ====
"""The maze of Kutulu, and the distances of its cells from each other.

A cell is a number, row by row from the top left: 0..cell_count-1.
"""

WAYS = 4  # up, right, down, left
WAIT = 4
ACTIONS = 8
PLAYERS = 4
PLACES = 16
CELL_BITS = 8
CELLS = 1 << CELL_BITS
NOBODY = CELLS - 1  # cell of who is out, FAR from all
ROOM = 4  # steps to a minion that are enough
TOO_NEAR = (1 << ROOM) - 1  # a bit for each step missing
FAR = 1000  # more than any way costs


@record
class Stack:
	"""A few numbers: possible actions, or cells."""

	count: int
	items: Numbers[int] = numbers(int, PLACES)


@kernel
def push(stack: Stack, item: int) -> None:
	"""Adds a number."""
	stack.items[stack.count] = item
	stack.count += 1


@record
class Cell:
	"""A cell, with its distances and ways to all cells."""

	x: int
	y: int
	exits: Numbers[int] = numbers(int, ACTIONS)  # where an action leads
	moves: Stack  # WAIT, the ways that lead on, then WAITs
	steps: Numbers[int] = numbers(Int16, CELLS)  # to each cell on foot
	apart: Numbers[int] = numbers(Int16, CELLS)  # |dx| + |dy|
	firsts: Numbers[int] = numbers(int, CELLS)  # what minions enter first: CELL_BITS a turn mod 4
	threats: Numbers[int] = numbers(Int32, CELLS)  # ROOM bits a move: TOO_NEAR to a minion


@record
class Maze:
	"""The start's input, and tables made from it."""

	cell_count: int
	cells: Records[Cell] = records(Cell, CELLS)
	spawns: Stack  # in reading order
	shelters: Stack
	lonely: int  # sanity lost a turn
	group: int  # the same in company
	spawn_time: int  # turns
	life_time: int  # a wanderer's


# By bits of ways: the first by turn.
ORDERS = [[(2 * f"{bits:04b}").find("1", turn) for turn in range(WAYS)] for bits in range(16)]


def measure(maze: Maze) -> None:
	"""Fills the tables of cells, from their x, y and exits."""
	cells = maze.cells[: maze.cell_count]
	besides = []
	for here, cell in enumerate(cells):
		ways = [way for way in range(WAYS) if cell.exits[way] != here]
		besides.append([(8 >> way, cell.exits[way]) for way in ways])
		cell.moves.count = 1 + len(ways)
		cell.moves.items[:] = [WAIT, *ways, *[WAIT] * (PLACES - 1 - len(ways))]
	for here, cell in enumerate(cells):
		moves = cell.moves.items[: cell.moves.count]
		nearer = [0] * CELLS
		steps = [FAR] * CELLS
		steps[here] = 0
		queue = [here]
		for there in queue:
			ahead = steps[there] + 1
			first = nearer[there]
			for bit, beside in besides[there]:
				if steps[beside] == FAR:
					steps[beside] = ahead
					queue.append(beside)
				if steps[beside] == ahead:
					nearer[beside] |= first or bit
			if ahead <= ROOM + 1:
				for move, action in enumerate(moves):
					left = ahead - (action == WAIT) - 2 * (first & 8 >> action > 0)
					cell.threats[there] |= TOO_NEAR >> left << ROOM * move
		exits = [*cell.exits[:WAYS], *cell.exits]
		firsts = [int.from_bytes([exits[way] for way in order], "little") for order in ORDERS]
		cell.firsts[:] = [firsts[bits] for bits in nearer]
		cell.steps[:] = steps
		apart = [abs(other.x - cell.x) + abs(other.y - cell.y) for other in cells]
		cell.apart[:] = apart + [FAR] * (CELLS - len(apart))


# ==== bots/kutulu/rules.py ====
"""The rules of Kutulu's top league, for bot and referee.

Action  0..3 a step up, right, down, left; WAIT, PLAN, LIGHT, YELL
Seat    0..3: a player and its explorer
A span is stored as the turn that ends it.
Order of a turn: spawning, yells, moves and casts, healing, minions, madness, shelters.
Source: docs/games/kutulu.md.
"""

from collections.abc import Callable
from typing import TypeVar

LAST_TURN = 200
MAX_SANITY = 250
SPOOK = 20
ALONE = 50  # lost a turn by the last one in the game
COMPANY = 2  # distance of others that counts as a group
YELL_REACH = 1
HEAL = 3
PLAN_REACH = 2  # steps
PLAN_TURNS = 4
CAST_TURNS = 2  # a LIGHT, a YELL lasts
LIGHT_REACH = 5  # steps
LIT_COST = 5  # for a minion to enter a lit cell, 1 of another
SHELTER_HEAL = 5
SHELTER_ENERGY = 10
SHELTER_PERIOD = 50
SPAWN_PERIOD = 5
SLASHER_SANITY = 200
SLASHER_TURNS = 6  # to spawn, to be stunned
STALK_TURNS = 2
MINIONS = 88  # at once: eight wanderers a period, for ten periods, and slashers

PLAN, LIGHT, YELL = 5, 6, 7
SPAWNING, WANDERING, STALKING, RUSHING, STUNNED = range(5)

AnyHunt = TypeVar("AnyHunt")


@record
class Player:
	"""An explorer; each `until` is the first turn without that state."""

	cell: int  # the last one, once it is out
	sanity: int = MAX_SANITY
	plans: int = 2
	lights: int = 3
	is_in: bool = True
	score: int  # once it is out
	has_slasher: bool  # has caused its one slasher
	yelled_at: Numbers[bool] = numbers(bool, PLAYERS)  # seats that it has caught with a YELL
	plan_until: int
	light_until: int
	stuck_until: int
	busy_until: int  # by a PLAN, LIGHT or YELL, so that it cannot cast


@record
class Slasher:
	"""The fields that only slashers have."""

	state: int
	until: int  # the turn in which its countdown ends
	memory: int  # the cell that it remembers, or -1


@record
class World:
	"""The state before a turn. Minions are in the order of their creation."""

	turn: int  # that comes next
	living: int = PLAYERS  # explorers that are in
	next_id: int = PLAYERS
	last_light: int  # the largest of light_until, so far
	energy: Numbers[int] = numbers(int, PLACES)  # by shelter
	players: Records[Player] = records(Player, PLAYERS)
	where: Numbers[int] = numbers(int, PLAYERS)  # their cells, NOBODY once out
	slasher_count: int
	slashers: Records[Slasher] = records(Slasher, PLAYERS)
	count: int  # minions
	ids: Numbers[int] = numbers(Int16, MINIONS)
	spot: Numbers[int] = numbers(Int16, MINIONS)  # cells
	target: Numbers[int] = numbers(Int16, MINIONS)  # seats, or -1
	leave: Numbers[int] = numbers(Int16, MINIONS)  # the turn in which it is gone; -1 - s: slasher s


@kernel
def put(world: World, seat: int, cell: int) -> None:
	"""Moves an explorer to a cell."""
	world.players[seat].cell = cell
	world.where[seat] = cell


@kernel
def put_out(world: World, seat: int, score: int) -> None:
	"""Removes an explorer, with its PLAN and LIGHT."""
	player = world.players[seat]
	player.is_in = False
	player.score = score
	player.plan_until = 0
	player.light_until = 0
	world.where[seat] = NOBODY
	world.living -= 1


@kernel
def create(world: World, spot: int, target: int, leave: int) -> None:
	"""Adds a minion, if there is room.

	leave: the turn in which a wanderer vanishes; minus the number of a slasher, from 1
	"""
	index = world.count
	if index < MINIONS:
		world.ids[index] = world.next_id
		world.spot[index] = spot
		world.target[index] = target
		world.leave[index] = leave
		world.count += 1
	world.next_id += 1


@kernel
def spawn(world: World, maze: Maze) -> None:
	"""Adds a slasher for an explorer whose sanity has fallen low, and wanderers at the spawns
	farthest from all explorers.
	"""
	for seat in range(PLAYERS):
		player = world.players[seat]
		is_due = player.is_in and player.sanity < SLASHER_SANITY
		if is_due and not player.has_slasher and world.slasher_count < PLAYERS:
			player.has_slasher = True
			slasher = world.slashers[world.slasher_count]
			slasher.until = world.turn + SLASHER_TURNS - 1
			slasher.memory = player.cell
			world.slasher_count += 1
			create(world, player.cell, seat, -world.slasher_count)
	if world.turn % SPAWN_PERIOD > 0:
		return
	rooms = numbers(int, PLACES)  # steps to the nearest explorer
	farthest = 0
	for index in range(maze.spawns.count):
		apart = maze.cells[maze.spawns.items[index]].apart
		room = FAR
		for seat in range(PLAYERS):
			room = min(room, apart[world.where[seat]])
		rooms[index] = room
		farthest = max(farthest, room)
	leave = world.turn + maze.spawn_time + maze.life_time - 1
	for index in range(maze.spawns.count):
		if rooms[index] == farthest:
			create(world, maze.spawns.items[index], -1, leave)


@kernel
def act(world: World, maze: Maze, actions: Numbers[int]) -> None:
	"""Plays yells of explorers not stuck before, then steps and casts of explorers not stuck
	now.
	"""
	turn = world.turn
	ends = turn + CAST_TURNS
	caught = 0  # bits by seat
	for seat in each(PLAYERS):
		player = world.players[seat]
		if actions[seat] == YELL and player.is_in and turn >= player.stuck_until:
			apart = maze.cells[player.cell].apart
			for victim in each(PLAYERS):
				is_new = victim != seat and not player.yelled_at[victim]
				if is_new and apart[world.where[victim]] <= YELL_REACH:
					player.yelled_at[victim] = True
					player.busy_until = max(player.busy_until, ends)
					caught |= 1 << victim
	for seat in each(PLAYERS):
		player = world.players[seat]
		action = actions[seat]
		if caught >> seat & 1 > 0:
			player.stuck_until = ends
		elif turn < player.stuck_until or not player.is_in:
			continue
		elif action < WAYS:
			put(world, seat, maze.cells[player.cell].exits[action])
		elif turn >= player.busy_until:
			if action == PLAN and player.plans > 0:
				player.plans -= 1
				player.busy_until = turn + PLAN_TURNS
				player.plan_until = player.busy_until
			elif action == LIGHT and player.lights > 0:
				player.lights -= 1
				player.busy_until = ends
				player.light_until = ends
				world.last_light = ends


@kernel
def calm(player: Player, points: int) -> None:
	"""Adds points of sanity; with points below 0 it removes them."""
	player.sanity = max(0, min(MAX_SANITY, player.sanity + points))


@kernel
def heal(world: World, maze: Maze) -> None:
	"""Heals explorers by PLANs and shelters."""
	for seat in range(PLAYERS):
		player = world.players[seat]
		if world.turn < player.plan_until:
			steps = maze.cells[player.cell].steps
			for guest in each(PLAYERS):
				if steps[world.where[guest]] <= PLAN_REACH:
					calm(player, HEAL)
					if guest != seat:
						calm(world.players[guest], HEAL)
	for shelter in range(maze.shelters.count):
		if world.energy[shelter] > 0:
			for seat in range(PLAYERS):
				if world.where[seat] == maze.shelters.items[shelter]:
					calm(world.players[seat], SHELTER_HEAL)
					world.energy[shelter] = max(0, world.energy[shelter] - 1)


@kernel
def scare(world: World, cell: int) -> None:
	"""Spooks all explorers on a cell."""
	for seat in each(PLAYERS):
		if world.where[seat] == cell:
			calm(world.players[seat], -SPOOK)


@kernel
def acquire(world: World, maze: Maze, index: int) -> None:
	"""Finds a slasher's target in sight: its old one, else the nearest one if it is the only
	one.
	"""
	slasher = world.slashers[-1 - world.leave[index]]
	cell = maze.cells[world.spot[index]]
	target = world.target[index]
	if target >= 0 and world.players[target].sanity == 0:
		target = -1
		slasher.memory = -1
	nearest = FAR
	seen = -1
	for seat in range(PLAYERS):
		there = world.where[seat]
		other = maze.cells[there]
		steps = cell.steps[there]
		if steps == max(abs(other.x - cell.x), abs(other.y - cell.y)):  # in sight
			if seat == target:
				slasher.memory = there
				return
			if steps <= nearest:
				seen = seat if steps < nearest else -1
				nearest = steps
	world.target[index] = seen
	if nearest < FAR:
		slasher.memory = world.where[seen] if seen >= 0 else -1


@kernel
def madness(world: World, maze: Maze) -> None:
	"""Subtracts sanity, and removes explorers without any; at the end of the match all."""
	lonely = ALONE if world.living == 1 else maze.lonely
	for seat in each(PLAYERS):
		player = world.players[seat]
		if player.is_in:
			loss = lonely
			apart = maze.cells[player.cell].apart
			for other in each(PLAYERS):
				if apart[world.where[other]] <= COMPANY and other != seat:
					loss = maze.group
					break
			calm(player, -loss)
	for seat in each(PLAYERS):
		player = world.players[seat]
		if player.is_in and (player.sanity == 0 or world.turn == LAST_TURN):
			put_out(world, seat, world.turn + player.sanity)


@kernel
def slash(world: World, maze: Maze, index: int) -> bool:
	"""Plays a slasher's turn. Returns True if it wanders."""
	slasher = world.slashers[-1 - world.leave[index]]
	state = slasher.state
	if SPAWNING < state < STUNNED:
		acquire(world, maze, index)
	if state == RUSHING:
		if slasher.memory >= 0:
			world.spot[index] = slasher.memory
		scare(world, world.spot[index])
		world.target[index] = -1
		slasher.memory = -1
		slasher.state = STUNNED
		slasher.until = world.turn + SLASHER_TURNS
	elif state != WANDERING:
		if world.turn >= slasher.until:
			slasher.state = WANDERING if state == STUNNED else RUSHING
	elif world.target[index] >= 0:
		slasher.state = STALKING
		slasher.until = world.turn + STALK_TURNS
	else:
		return True
	return False


@record
class LitWays:
	"""The ways from a cell if LIGHTs burn."""

	key: int  # of cell, LIGHTs, turn mod 4
	steps: Numbers[int] = numbers(Int16, CELLS)  # their costs
	firsts: Numbers[int] = numbers(int, CELLS)  # their first cells


@kernel
def search_ways(world: World, maze: Maze, start: int, ways: LitWays) -> None:
	"""Searches the ways from `start` as the referee does, with LIGHTs: least cost, then first
	found.

	All ways into a cell have the same cost, so two queues stay in order.
	"""
	lit = numbers(int, CELLS)  # the queues
	dark = numbers(int, CELLS)
	is_lit = numbers(bool, CELLS)
	steps = ways.steps
	firsts = ways.firsts
	turn = world.turn
	for seat in range(PLAYERS):
		if turn < world.players[seat].light_until:
			away = maze.cells[world.where[seat]].steps
			for cell in range(maze.cell_count):
				is_lit[cell] = is_lit[cell] or away[cell] <= LIGHT_REACH
	for cell in range(CELLS):
		steps[cell] = FAR
	steps[start] = 0
	firsts[start] = start
	dark[0] = start
	dark_from = 0
	dark_to = 1
	lit_from = 0
	lit_to = 0
	while dark_from < dark_to or lit_from < lit_to:
		here = dark[dark_from]
		if lit_from < lit_to and (dark_from == dark_to or steps[lit[lit_from]] <= steps[here]):
			here = lit[lit_from]
			lit_from += 1
		else:
			dark_from += 1
		exits = maze.cells[here].exits
		for way in range(WAYS):
			beside = exits[(turn + way) % WAYS]
			if steps[beside] == FAR:
				firsts[beside] = beside if here == start else firsts[here]
				if is_lit[beside]:
					steps[beside] = steps[here] + LIT_COST
					lit[lit_to] = beside
					lit_to += 1
				else:
					steps[beside] = steps[here] + 1
					dark[dark_to] = beside
					dark_to += 1


def bind_turn(
	chase: Callable[[World, Maze, AnyHunt, int], None],
) -> Callable[[World, Maze, AnyHunt, Numbers[int]], None]:
	"""Returns the kernel play_turn with this chase(world, maze, hunt, index).

	chase: gives minion `index` its target, and moves it a step
	hunt: chase's memory
	"""

	@kernel
	def play_turn(world: World, maze: Maze, hunt: AnyHunt, actions: Numbers[int]) -> None:
		"""Plays a turn in which seat i does actions[i]."""
		spawn(world, maze)
		act(world, maze, actions)
		heal(world, maze)
		kept = 0
		for index in range(world.count):
			leave = world.leave[index]
			is_staying = True
			is_wandering = world.turn > leave - maze.life_time
			if leave < 0:
				is_wandering = slash(world, maze, index)
			if is_wandering:
				chase(world, maze, hunt, index)
				target = world.target[index]
				if leave >= 0:
					is_staying = world.turn < leave
					if target >= 0 and world.where[target] == world.spot[index]:
						scare(world, world.spot[index])
						is_staying = False
			if is_staying:
				if kept < index:
					world.ids[kept] = world.ids[index]
					world.spot[kept] = world.spot[index]
					world.target[kept] = world.target[index]
					world.leave[kept] = leave
				kept += 1
		world.count = kept
		madness(world, maze)
		if world.turn % SHELTER_PERIOD == 0 and world.turn > 0:
			for shelter in range(maze.shelters.count):
				world.energy[shelter] = SHELTER_ENERGY
		world.turn += 1

	return play_turn


# ==== common/rng.py ====
MULTIPLIER = 25214903917
INCREMENT = 11
MASK = (1 << 48) - 1
@record
class Dice:
	state: int
def make_dice(seed):
	dice = Dice()
	dice.state = (seed * 0x9E3779B97F4A7C15 + 0x632BE59BD9B4E019) & MASK
	for _ in range(4):
		draw(dice, 2)
	return dice
@kernel
def draw(dice: Dice, count: int) -> int:
	dice.state = (dice.state * MULTIPLIER + INCREMENT) & MASK
	return ((dice.state >> 17) * count) >> 31


# ==== bots/kutulu/hunters.py ====
"""The explorers that minions hunt, and the usual reactions of other explorers."""

LIT_WAYS = 251  # kept at one time
NEAR = 2  # steps of a wanderer that spoil a PLAN and merit a YELL
ROOM_WORTH = 3  # steps to company that a step to a minion is worth


@record
class Hunt:
	"""The memory of minions' chases and explorers' habits, besides the rules."""

	dice: Dice  # for the choice among equally near explorers, and for who plays by habit
	lit: Records[LitWays] = records(LitWays, LIT_WAYS)


@kernel
def chase(world: World, maze: Maze, hunt: Hunt, index: int) -> None:
	"""Moves minion `index` to the nearest explorer, of equally near ones its target, else any."""
	spot = world.spot[index]
	steps = maze.cells[spot].steps
	firsts = maze.cells[spot].firsts
	where = world.where
	turn = world.turn
	shift = CELL_BITS * (turn % WAYS)
	if turn < world.last_light:
		key = (CELLS + spot) * WAYS + turn % WAYS
		for seat in each(PLAYERS):
			key = key * CELLS + (where[seat] if turn < world.players[seat].light_until else NOBODY)
		ways = hunt.lit[key % LIT_WAYS]
		if ways.key != key:
			ways.key = key
			search_ways(world, maze, spot, ways)
		steps = ways.steps
		firsts = ways.firsts
		shift = 0
	old = world.target[index]
	nearest = FAR - 1  # NOBODY is farther
	chosen = -1
	equals = 0
	for seat in each(PLAYERS):
		cost = steps[where[seat]]
		if cost < nearest:
			nearest = cost
			chosen = seat
			equals = 1
		elif cost == nearest and chosen != old:
			equals += 1
			if draw(hunt.dice, equals) == 0 or seat == old:
				chosen = seat
	if chosen >= 0:
		world.target[index] = chosen
		world.spot[index] = (firsts[where[chosen]] >> shift) % CELLS


play_turn = bind_turn(chase)


@kernel
def find_hunted(world: World, maze: Maze) -> int:
	"""Returns a bit for each seat that a wanderer hunts from at most NEAR steps."""
	hunted = 0
	for index in range(world.count):
		target = world.target[index]
		if target >= 0 and world.leave[index] >= 0:
			if maze.cells[world.spot[index]].steps[world.where[target]] <= NEAR:
				hunted |= 1 << target
	return hunted


@kernel
def habit(world: World, maze: Maze, hunted: int, seat: int, plan_below: int) -> int:
	"""Returns the usual action of other bots: YELL if it kills, PLAN in company, else a step away
	from minions, to others.
	"""
	player = world.players[seat]
	here = maze.cells[player.cell]
	if hunted >> seat & 1 == 0:
		can_plan = player.plans > 0 and player.sanity <= plan_below
		can_plan = can_plan and world.turn >= player.busy_until
		for other in each(PLAYERS):
			there = world.where[other]
			is_due = hunted >> other & 1 > 0 and not player.yelled_at[other]
			if is_due and here.apart[there] <= YELL_REACH:
				return YELL
			if can_plan and other != seat and here.steps[there] <= PLAN_REACH:
				return PLAN
	threats = 0
	for index in range(world.count):
		if world.turn >= world.leave[index] - maze.life_time:
			threats |= here.threats[world.spot[index]]
	best = WAIT
	best_value = -FAR * FAR
	for move in range(here.moves.count):
		value = -ROOM_WORTH * (threats & TOO_NEAR).bit_count()
		threats >>= ROOM
		if value > best_value:
			action = here.moves.items[move]
			steps = maze.cells[here.exits[action]].steps
			nearest = FAR
			for other in each(PLAYERS):
				away = steps[world.where[other]]
				if away < nearest and other != seat:
					nearest = away
			value -= max(0, nearest - COMPANY)
			if value > best_value:
				best_value = value
				best = action
	return best


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


# ==== bots/kutulu/protocol.py ====
"""The lines that a Kutulu bot reads and writes; the referee has the other side."""

WALL, SPAWN, SHELTER = "#", "w", "U"
STEPS = (0, -1), (1, 0), (0, 1), (-1, 0), *[(0, 0)] * (ACTIONS - WAYS)  # x and y by action
ACTION_WORDS = "UP RIGHT DOWN LEFT WAIT PLAN LIGHT YELL".split()  # by action

TYPES = "EXPLORER WANDERER SLASHER EFFECT_PLAN EFFECT_LIGHT EFFECT_YELL EFFECT_SHELTER".split()
EXPLORER, WANDERER, SLASHER, EFFECT_PLAN, EFFECT_LIGHT, EFFECT_YELL, EFFECT_SHELTER = TYPES

# Type, id, cell (-1 where nobody can stand), three parameters.
Entity = tuple[str, int, int, int, int, int]


def cells_of(maze: Maze) -> dict[tuple[int, int], int]:
	"""Returns the cell at each walkable (x, y)."""
	return {(cell.x, cell.y): number for number, cell in enumerate(maze.cells[: maze.cell_count])}


def make_maze(rows: list[str], constants: list[int]) -> Maze:
	"""Returns the maze of these rows. Raises UnreadableInput for wrong rows.

	constants: lonely, group, spawn_time and life_time of the maze
	"""
	maze = Maze()
	spots = [(x, y) for y, row in enumerate(rows) for x, char in enumerate(row) if char != WALL]
	most = max(map("".join(rows).count, (SPAWN, SHELTER)))
	if not 0 < len(spots) <= NOBODY or len({*map(len, rows)}) > 1 or most > PLACES:
		why = f"rows of one length, 1..{NOBODY} cells, 0..{PLACES} spawns and shelters"
		raise UnreadableInput("map: expected " + why)
	maze.cell_count = len(spots)
	maze.lonely, maze.group, maze.spawn_time, maze.life_time = constants
	numbers = {spot: here for here, spot in enumerate(spots)}
	stacks = {SPAWN: maze.spawns, SHELTER: maze.shelters}
	for (x, y), here in numbers.items():
		cell = maze.cells[here]
		cell.x, cell.y = x, y
		cell.exits[:] = [numbers.get((x + dx, y + dy), here) for dx, dy in STEPS]
		if rows[y][x] in stacks:
			push(stacks[rows[y][x]], here)
	measure(maze)
	return maze


def read_maze(reader: LineReader) -> Maze:
	"""Reads the maze. Raises UnreadableInput for wrong lines."""
	_, (height,) = (read_integers(reader, 1, what) for what in ("width", "height"))
	rows = [reader.line() for _ in range(height)]
	what = "sanityLossLonely sanityLossGroup wandererSpawnTime wandererLifeTime"
	return make_maze(rows, read_integers(reader, 4, what))


def read_turn(reader: LineReader, maze: Maze) -> list[Entity]:
	"""Reads the entities of a turn. Raises UnreadableInput for a wrong line, after all lines are
	read.
	"""
	(count,) = read_integers(reader, 1, "entityCount")
	lines = [reader.line() for _ in range(count)]
	entities, cells = list[Entity](), cells_of(maze)
	for number, line in enumerate(lines, reader.number + 1 - count):
		kind, _, rest = line.partition(" ")
		what = f"line {number}: type id x y param0 param1 param2"
		who, x, y, first, second, third = parse_integers(rest, 6, what)
		cell = cells.get((x, y), -1)
		target = {third} - {-1}
		ids = {EXPLORER: {who}, WANDERER: target, SLASHER: target}.get(kind, {second, third} - {-1})
		is_known = kind in TYPES and (cell >= 0 or kind == EFFECT_YELL)
		if not is_known or not ids <= {*range(PLAYERS)}:
			raise UnreadableInput(f"{what}: expected ids 0..3 and a free cell, got {line[:60]!r}")
		entities.append((kind, who, cell, first, second, third))
	return entities


def format_action(maze: Maze, cell: int, action: int) -> str:
	"""Returns the line for an action of the explorer on `cell`; a step is a MOVE."""
	if action >= WAYS:
		return ACTION_WORDS[action]
	there = maze.cells[maze.cells[cell].exits[action]]
	return f"MOVE {there.x} {there.y}"


# ==== bots/kutulu/known.py ====
"""The player's knowledge of a match of Kutulu: from the lines, and from its own conclusions."""

REGULAR = 58  # percent of moves by habit, and
TRUST = 10  # of habit for each one above


class Known:
	"""The player's knowledge.

	world: the state of the last lines
	me: the player's seat, -1 before the first turn
	led: other players, each with the cell to which habit led it
	seen, fits: number of others' moves, and of those that habit predicted; guesses at first
	"""

	def __init__(self, maze: Maze) -> None:
		self.maze = maze
		self.world = World()
		self.me = -1
		self.led: list[tuple[Player, int]] = []
		self.seen, self.fits = 20, 11

	def observe(self, entities: list[Entity]) -> None:
		"""Updates the world by the entities of a turn; the player's own explorer comes first."""
		world = self.world
		world.turn += self.me >= 0
		self.me = next((number for kind, number, *_ in entities if kind == EXPLORER), 0)
		targets = dict(zip(world.leave[: world.count], world.target, strict=False))
		for player in world.players:
			# A slasher came in the turn just over.
			player.has_slasher |= player.is_in and player.sanity < SLASHER_SANITY
			player.is_in = False
			player.sanity = player.stuck_until = 0
			player.plan_until = player.light_until = player.busy_until = 0
		world.where[:] = [NOBODY] * PLAYERS
		energy = {cell: left for kind, _, cell, left, *_ in entities if kind == EFFECT_SHELTER}
		world.energy[:] = [energy.get(cell, 0) for cell in self.maze.shelters.items]
		world.living = world.count = world.slasher_count = 0
		for kind, number, cell, left, second, third in entities:
			ends = world.turn + left
			world.next_id = number  # if a minion's
			if kind == EXPLORER:
				player = world.players[number]
				player.is_in = True
				player.sanity, player.plans, player.lights = left, second, third
				put(world, number, cell)
				world.living += 1
			elif kind == WANDERER:
				ends += self.maze.life_time * (second == SPAWNING)
				create(world, cell, third, max(0, ends - 1))
			elif kind == SLASHER:
				old = targets.get(-1 - world.slasher_count, -1)
				self._observe_slasher(old, cell, ends - 1, second, third)
			elif kind != EFFECT_SHELTER:
				player = world.players[second]
				player.busy_until = max(player.busy_until, ends)
				if kind == EFFECT_PLAN:
					player.plan_until = ends
				elif kind == EFFECT_LIGHT:
					world.last_light = player.light_until = ends
				else:
					world.players[third].stuck_until = ends
					player.yelled_at[third] = True

	def _observe_slasher(self, old: int, cell: int, until: int, state: int, target: int) -> None:
		"""Adds a slasher, in their old order.

		What it remembers is no input: it follows from `old`, its target of a turn before.
		"""
		world, index = self.world, self.world.count
		if world.slasher_count == PLAYERS or index == MINIONS:
			return
		slasher = world.slashers[world.slasher_count]
		world.slasher_count += 1
		create(world, cell, target, -world.slasher_count)
		has_looked = slasher.state != SPAWNING
		slasher.state, slasher.until = state, until
		if state == SPAWNING:
			slasher.memory = cell
		elif state not in (STALKING, RUSHING):
			slasher.memory = -1
		elif has_looked:
			acquire(world, self.maze, index)
			is_lost = old >= 0 and not world.players[old].is_in
			if is_lost or world.target[index] != target:
				world.target[index], slasher.memory = target, -1

	def share_of_habit(self, params: Params) -> int:
		"""Returns the percentage of turns in which the search lets others play by habit."""
		world, maze = self.world, self.maze
		for player, cell in self.led:
			self.seen += player.is_in
			self.fits += player.is_in and player.cell == cell
		self.led = []
		hunted = find_hunted(world, maze)
		for seat, player in enumerate(world.players):
			if player.is_in and seat != self.me and world.turn >= player.stuck_until:
				action = habit(world, maze, hunted, seat, params.plan_below)
				self.led.append((player, maze.cells[player.cell].exits[action]))
		fit = 100 * self.fits // self.seen
		return min(params.habit, TRUST * max(0, fit - REGULAR))


# ==== bots/kutulu/outlook_net.py ====
"""The numbers of outlook.py, by `python benchmarks/kutulu_outlook.py --apply`.

WORTH: points of a 1 in the sum
WEIGHTS: signed bytes in base 85, whose checksum is CRC
"""

WORTH = 0.000106405
CRC = 4127307100
WEIGHTS = (
	";t(|wGV2TM_v{ojH}eD<KY<JU_6Hb7&lcPU8|4Q9_aXiB{`&U@{rLp{{{I92|N9C3|NI65^??Nx{sIaA_5%3#{tf>7"
	"7V!A}{`&v_0}THM{R4po1N#K~2L=WC?f3=(1_t^22Lk*31pWyU{s8?60RjR6{FAlM0Quac5he|C8VeNXhJO&++|Bd+"
	"A1T}ZQTR7`-XP~12pbg&0{rl>0S6!s=>-D-T*4gH5E=>t3GuPD?ID391Mva{0VMqe0{;R63i<@m4f+Hm=N;_|#x4&I"
	"_<!Z5{t3ha2L=xY3Ht{J)KT{Y1q%}a@&pwM3;Yxn?G5l}{rZ^<F&6gv@8r}EG=Urz$qwP~4et2({`&g?)vSSx=H2S_"
	"3@`Ch74`G9^hYz}`3Z{s^-kf}Jqr60;}rS?4HqT~5$+2<?+*Uy`}_!j;qng~^}Z|y<iAP{{095@CHx>h$?pRB0ssdI"
	"0|o&W0tfo%2kiPe2?6m1+z$l<@Ye0f_X`;E_x^$41_l8C0Q>y@^P<<*Jo*qE_Vo-Z2>%T4<uCmS8Gn=n6A$zc0|NmR"
	"^$_|20R;#G<?<>p^Y!r!?F#$+F#Y5e?SK601=!2{@fZRPLi!>s(*5ZW1`H1bA_*dD>HGNi`tk&e2NN0`3k4GV2IqnI"
	"(>46=#|z8T1`Y@Z0Q~;{JLnF6*%9df_Ymm>HWvpJGiU$l`1Fg|+#n10#UR#!1_~D1_3i5O_Z)!`@#_^73*6@C6b}"
)


# ==== bots/kutulu/outlook.py ====
"""A small network for the part of an explorer's future that rate() misses.

It sees one explorer at a time, in whole numbers. benchmarks/kutulu_outlook.py makes it.
"""

from base64 import b85decode
from zlib import crc32

INPUTS = 40
UNITS = 14  # hidden
ONE = 128
FEARED = 6  # steps of a wanderer
MOST = 31  # steps or turns that differ
NEARNESS = tuple(ONE // (1 + steps) for steps in range(MOST + 1))
HUNTING, DANGER, ROAMING, COMING, MISSING, OUTLOOK_SLASHER = 28, 29, 30, 31, 32, 35  # inputs
DATA = b85decode(WEIGHTS)
if crc32(DATA) != CRC:
	raise ValueError("the network's weights have another checksum")


@record
class View:
	"""The network's inputs for an explorer, or the weights of a hidden number for them."""

	of: Numbers[int] = numbers(Int16, INPUTS)


@record
class Net:
	"""The network: rows by hidden number, and their weights in the output."""

	rows: Records[View] = records(View, UNITS)
	last: Numbers[int] = numbers(int, UNITS)


def make_net() -> Net:
	"""Returns the network of DATA: signed bytes, all rows, then `last`."""
	net, values = Net(), memoryview(DATA).cast("b")
	for unit, row in enumerate(net.rows):
		row.of[:] = values[unit * INPUTS : (unit + 1) * INPUTS]
	net.last[:] = values[-UNITS:]
	return net


@kernel
def look(world: World, maze: Maze, seat: int, view: Numbers[int]) -> None:
	"""Writes the network's inputs for an explorer that is in the game."""
	turn = world.turn
	player = world.players[seat]
	here = player.cell
	cell = maze.cells[here]
	steps = cell.steps
	for place in range(INPUTS):
		view[place] = 0
	missing = 0
	for index in range(world.count):
		spot = world.spot[index]
		leave = world.leave[index]
		away = min(steps[spot], MOST)
		if leave < 0:
			slasher = world.slashers[-1 - leave]
			there = maze.cells[spot]
			straight = max(abs(there.x - cell.x), abs(there.y - cell.y))
			if steps[spot] == straight or slasher.memory == here:
				wait = slasher.until - turn  # of no meaning in a state that has no end
				is_counted = 0 < wait <= SLASHER_TURNS
				view[OUTLOOK_SLASHER + slasher.state] += NEARNESS[wait] if is_counted else ONE
			continue
		wait = leave - maze.life_time - turn
		if wait >= 0:
			view[COMING] += NEARNESS[min(away + wait, MOST)]
			continue
		missing |= cell.threats[spot]
		target = world.target[index]
		if target >= 0 and world.where[target] == here:
			view[HUNTING] += NEARNESS[away]
			if 0 < away <= FEARED:
				view[DANGER] += NEARNESS[away - 1]
		else:
			view[ROAMING] += NEARNESS[away]
	first = FAR
	second = FAR
	third = FAR
	sanity = 0
	for other in range(PLAYERS):
		rival = world.players[other]
		if other != seat and rival.is_in:
			away = steps[rival.cell]
			third = min(third, max(away, second))
			second = min(second, max(away, first))
			first = min(first, away)
			sanity += rival.sanity
			apart = cell.apart[rival.cell]
			view[14] += 32 * int(apart <= COMPANY)
			beside = 32 * int(apart <= YELL_REACH)
			if not player.yelled_at[other]:
				view[7] += 32
				view[8] += beside
			if not rival.yelled_at[seat]:
				view[9] += 32
				view[10] += beside
			if away <= PLAN_REACH:
				view[16] += 16 * max(rival.plan_until - turn, 0)
	for number in range(maze.shelters.count):
		if world.energy[number] > 0:
			away = min(steps[maze.shelters.items[number]], MOST)
			view[26] = max(view[26], NEARNESS[away])
	view[0] = ONE
	view[1] = player.sanity
	view[2] = min(player.sanity, 100)
	view[3] = 32 * player.plans
	view[4] = player.plans * view[2]
	view[5] = 32 * player.lights
	view[6] = sanity >> 2
	view[11] = 8 * min(max(first - COMPANY, 0), MOST)
	view[12] = 8 * min(second, 12)
	view[13] = 8 * min(third, 12)
	view[15] = 32 * max(player.plan_until - turn, 0)
	view[17] = 32 * max(player.stuck_until - turn, 0)
	view[18] = 32 * max(player.busy_until - turn, 0)
	view[19] = 32 * cell.moves.count
	view[20] = 0 if player.has_slasher else ONE
	view[21] = 0 if player.has_slasher else min(max(player.sanity - SLASHER_SANITY, 0), 25)
	view[22] = ONE if world.living == 2 else 0
	view[23] = ONE if world.living == 3 else 0
	view[24] = 32 * maze.group
	view[25] = 16 * maze.lonely
	view[27] = turn
	view[MISSING] = 32 * (missing & TOO_NEAR).bit_count()
	fewest = ROOM
	for _ in range(cell.moves.count):
		short = (missing & TOO_NEAR).bit_count()
		missing >>= ROOM
		fewest = min(fewest, short)
		view[34] += 32 * int(short == 0)
	view[33] = 32 * fewest


@kernel
def expect(net: Net, view: Numbers[int]) -> float:
	"""Returns the points that the network adds to those of rate()."""
	total = 0
	for unit in range(UNITS):
		row = net.rows[unit].of
		hidden: Int32 = 0
		for place in range(INPUTS):
			hidden = Int32(hidden + view[place] * row[place])
		total += net.last[unit] * max(hidden, 0)
	return WORTH * float(total)


# ==== common/search/pick.py ====
"""UCB1 (Auer, Cesa-Bianchi, Fischer 2002): a bound is mean + width * share."""


@kernel
def best_bound(
	mean: Numbers[float], share: Numbers[float], first: int, count: int, width: float
) -> int:
	"""Returns the first of slots first..first+count-1 with the largest bound."""
	best = first
	best_value = -1.0e300
	for place in range(count):
		slot = first + place
		value = mean[slot] + width * share[slot]
		if value > best_value:
			best_value = value
			best = slot
	return best


# ==== common/search/ucb.py ====
"""Roots for the bounds of pick.py, in a table. A slot's share is 1 / sqrt(visits)."""

from math import log, sqrt

TABLE = capacity(pure=4096, compiled=1 << 18)  # visits with roots in the table
ROOTS = capacity(8192, 1 << 19)
UNTRIED = 1.0e300  # mean without visits: its bound is above all


@record
class Roots:
	"""table[2 n] is sqrt(ln n), table[2 n + 1] is 1 / sqrt(n)."""

	table: Numbers[float] = numbers(float, ROOTS)


@kernel
def fill(roots: Roots, most: int) -> None:
	"""Fills the table up to `most`."""
	visits = min(most, TABLE - 1)
	while visits > 0 and roots.table[visits * 2 + 1] == 0.0:
		roots.table[visits * 2] = sqrt(log(float(visits)))
		roots.table[visits * 2 + 1] = 1.0 / sqrt(float(visits))
		visits -= 1


@kernel
def root_of_log(roots: Roots, visits: int) -> float:
	"""Returns sqrt(ln visits)."""
	return roots.table[visits * 2] if visits < TABLE else sqrt(log(float(visits)))


@kernel
def share_of(roots: Roots, visits: int) -> float:
	"""Returns 1 / sqrt(visits)."""
	return roots.table[visits * 2 + 1] if visits < TABLE else 1.0 / sqrt(float(visits))


# ==== common/search/smitsimax.py ====
"""Smitsimax (P. Smit): one tree per unit, selected together, each by its unit's score."""

MAX_UNITS = 64
MAX_DEPTH = 16
IN_C = 1 << 22  # slots
POOL = capacity(120_000, IN_C)
LAST = IN_C - 1
BITS = 6  # low bits of `block`: child count
SMITSIMAX_MOST = (1 << BITS) - 1  # moves of a node
WIDE = capacity(POOL + SMITSIMAX_MOST, IN_C + SMITSIMAX_MOST)  # for LAST + any move: C checks no index
OUTSIDE = -1  # of a unit that has left its tree

AnyState = TypeVar("AnyState")
AnySetting = TypeVar("AnySetting")


@record
class Tree:
	"""One unit: its range of scores, and its way in this iteration."""

	lowest: float
	highest: float
	scale: float  # exploration times that range
	at: int  # slot that it has reached, or OUTSIDE
	length: int  # slots in its path, the root too
	path: Numbers[int] = numbers(int, MAX_DEPTH + 1)


@record
class Forest:
	"""The trees of all units, the search's settings, and counts since `plant`."""

	depth: int  # turns looked ahead, 1..MAX_DEPTH
	random_visits: int  # picks at a node before UCB
	exploration: float  # against scores scaled to their range
	used: int  # slots of the pool in use
	iterations: int
	ucb_picks: int
	block: Numbers[int] = numbers(Int32, WIDE)  # first child << BITS | children; 0: none
	visits: Numbers[int] = numbers(Int32, WIDE)
	mean: Numbers[float] = numbers(float, WIDE)  # score of its visits, or UNTRIED
	share: Numbers[float] = numbers(float, WIDE)  # once it was visited: common/search/ucb.py
	roots: Roots
	trees: Records[Tree] = records(Tree, MAX_UNITS)
	moves: Numbers[int] = numbers(int, MAX_UNITS)
	scores: Numbers[float] = numbers(float, MAX_UNITS)


@kernel
def give_nothing(state: AnyState, setting: AnySetting, unit: int, choice: int) -> None:
	"""Does nothing."""
	return


@kernel
def draw_evenly(state: AnyState, setting: AnySetting, unit: int, count: int, dice: Dice) -> int:
	"""Returns one of `count` moves, all equally likely."""
	return draw(dice, count)


def bind(units, count_moves, play, rate, choose=None, give=give_nothing, draw_move=draw_evenly):
	"""Returns plant(forest) and iterate(forest, start, world, setting, dice, count) for a game."""
	if not 1 <= units <= MAX_UNITS:
		raise ValueError(f"Smitsimax holds 1 to {MAX_UNITS} units, not {units}")

	@kernel
	def by_bound(
		forest: Forest, world: AnyState, setting: AnySetting, unit: int, block: int, dice: Dice
	) -> int:
		"""Returns the child with the largest bound."""
		tree = forest.trees[unit]
		width = tree.scale * root_of_log(forest.roots, forest.visits[tree.at])
		return best_bound(forest.mean, forest.share, block >> BITS & LAST, block & SMITSIMAX_MOST, width)

	choose = choose or by_bound

	@kernel
	def plant(forest: Forest) -> None:
		"""Makes a root for each unit."""
		forest.used = units
		forest.iterations = 0
		forest.ucb_picks = 0
		for unit in range(units):
			forest.block[unit] = 0
			forest.visits[unit] = 0
			forest.mean[unit] = 0.0
			forest.trees[unit].lowest = 1.0e300
			forest.trees[unit].highest = -1.0e300

	@kernel
	def open_node(forest: Forest, node: int, moves: int) -> int:
		"""Gives `node` a block of children if the pool has room; returns it or 0."""
		slot = forest.used
		if slot + moves > POOL:
			return 0
		forest.used = slot + moves
		for child in range(slot, slot + moves):
			forest.block[child] = 0
			forest.visits[child] = 0
			forest.mean[child] = UNTRIED
		forest.block[node] = (slot << BITS) + moves
		return forest.block[node]

	@kernel
	def pick(forest: Forest, world: AnyState, setting: AnySetting, unit: int, dice: Dice) -> int:
		"""Returns the unit's move, and goes a step down in its tree or out of it."""
		tree = forest.trees[unit]
		node = tree.at
		block = forest.block[node] if node != OUTSIDE else 0
		if block == 0:
			moves = count_moves(world, setting, unit)
			if moves == 0:
				return 0
			if node != OUTSIDE and (forest.visits[node] > 0 or tree.length == 1):
				block = open_node(forest, node, moves)
			if block == 0:
				tree.at = OUTSIDE
				return draw_move(world, setting, unit, moves, dice)
		first = block >> BITS & LAST
		if forest.visits[node] < forest.random_visits:
			child = first + draw_move(world, setting, unit, block & SMITSIMAX_MOST, dice)
			forest.ucb_picks -= 1
		else:
			child = choose(forest, world, setting, unit, block, dice)
		tree.at = child
		tree.path[tree.length] = child
		tree.length += 1
		return child - first

	@kernel
	def iterate(
		forest: Forest,
		start: AnyState,
		world: AnyState,
		setting: AnySetting,
		dice: Dice,
		count: int,
	) -> None:
		"""Plays `count` iterations from `start` on `world`."""
		fill(forest.roots, forest.iterations + count)
		for _ in range(count):
			assign(world, start)
			for unit in range(units):
				tree = forest.trees[unit]
				tree.at = unit
				tree.path[0] = unit
				tree.length = 1
			for _depth in range(forest.depth):
				for unit in each(units):
					forest.moves[unit] = pick(forest, world, setting, unit, dice)
					give(world, setting, unit, forest.moves[unit])
				play(world, setting, forest.moves)
			rate(world, setting, forest.scores)
			for unit in range(units):
				tree = forest.trees[unit]
				forest.ucb_picks += tree.length - 1
				score = forest.scores[unit]
				tree.lowest = min(tree.lowest, score)
				tree.highest = max(tree.highest, score)
				tree.scale = forest.exploration * max(tree.highest - tree.lowest, 1.0e-9)
				for step in range(tree.length):
					node = tree.path[step]
					visits = forest.visits[node] + 1
					share = share_of(forest.roots, visits)
					weight = share * share
					forest.visits[node] = visits
					forest.share[node] = share
					forest.mean[node] = forest.mean[node] * (1.0 - weight) + score * weight
			forest.iterations += 1

	return plant, iterate


def children(forest, slot):
	"""Returns (move, visits, mean score) of a slot's children, most visited first; a root's slot is
	its unit.
	"""
	first, count = divmod(forest.block[slot], 1 << BITS)
	rows = []
	for move in range(count):
		visits = forest.visits[first + move]
		rows.append((move, visits, forest.mean[first + move] if visits else 0.0))
	return sorted(rows, key=lambda row: (-row[1], -row[2]))


def describe(forest, names):
	"""Returns each unit's moves at the root and principal line, in the words of names[unit]."""
	units = []
	for unit, name in enumerate(names):
		slot = unit
		rows = children(forest, slot)
		moves = [{"move": name[row[0]], "visits": row[1], "value": row[2]} for row in rows]
		line = []
		while rows and rows[0][1]:
			best = rows[0][0]
			line.append(name[best])
			slot = (forest.block[slot] >> BITS) + best
			rows = children(forest, slot)
		units.append({"unit": unit, "moves": moves, "line": line})
	return units


def counts(forest):
	"""Returns the work since `plant`."""
	return {
		"iterations": forest.iterations,
		"simulated_turns": forest.iterations * forest.depth,
		"nodes": forest.used,
		"evaluations": forest.iterations,
		"ucb": forest.ucb_picks,
		"depth": forest.depth,
	}


# ==== bots/kutulu/search.py ====
"""A tree per explorer, and the value of a world to each.

A tree's move is an index of a menu. At the root the menu has every sensible action; later it has
staying and the steps ahead, even if a YELL has stopped the explorer. In the second and third turn
it also has YELL, if iterations are not few.
"""

FEW = 1000  # iterations of the last turn: more than CPython's, a third with the network
SCARCE = 100.0  # sanity at which a PLAN has full worth
EARLY = 0.25  # weight of a turn before the last, and
EARLY_SEEING = 0.7  # with the network
YELL_TURNS = 3  # if iterations are not few


@record
class Memory:
	"""The memory of the search. Start and dice are loaded each turn; maze, params and net once."""

	start: World
	dice: Dice  # for the trees
	me: int  # the bot's seat
	yell_turns: int  # in which trees have YELLs
	menus: Records[Stack] = records(Stack, PLAYERS)  # at the roots
	world: World
	maze: Maze
	params: Params
	hunt: Hunt
	forest: Forest
	net: Net
	view: View
	is_seeing: bool  # whether the network is asked
	values: Numbers[float] = numbers(float, PLAYERS)  # of a world


@kernel
def count_moves(world: World, memory: Memory, seat: int) -> int:
	"""Returns the length of an explorer's menu."""
	if world.turn == memory.start.turn:
		return memory.menus[seat].count
	player = world.players[seat]
	if not player.is_in:
		return 1
	here = memory.maze.cells[player.cell]
	ahead = world.turn - memory.start.turn
	if ahead < memory.yell_turns:
		for other in each(PLAYERS):
			is_near = here.apart[memory.start.where[other]] <= YELL_REACH + ahead
			if is_near and other != seat and not player.yelled_at[other]:
				return here.moves.count + 1
	return here.moves.count


@kernel
def play(world: World, memory: Memory, moves: Numbers[int]) -> None:
	"""Plays a turn: moves become actions, those of others partly by habit."""
	maze = memory.maze
	plan_below = memory.params.plan_below
	share = memory.params.habit
	hunted = find_hunted(world, maze) if share > 0 else 0
	for seat in each(PLAYERS):
		player = world.players[seat]
		move = moves[seat]
		may_follow = share > 0 and seat != memory.me and player.is_in
		if may_follow and draw(memory.hunt.dice, 100) < share:
			moves[seat] = habit(world, maze, hunted, seat, plan_below)
		elif world.turn == memory.start.turn:
			moves[seat] = memory.menus[seat].items[move]
		elif move == 0 and player.plans > 0 and player.sanity <= plan_below:
			moves[seat] = PLAN
		else:
			menu = maze.cells[player.cell].moves
			moves[seat] = YELL if move == menu.count else menu.items[move]
	play_turn(world, maze, memory.hunt, moves)
	if world.turn - memory.start.turn < memory.forest.depth:
		rate(world, memory, memory.forest.scores)


@kernel
def rate(world: World, memory: Memory, scores: Numbers[float]) -> None:
	"""Writes each explorer's score after a turn: its leads in sanity, and its expected future.

	A wanderer is a danger to all explorers on its target's cell.
	"""
	params = memory.params
	cells = memory.maze.cells
	values = memory.values
	where = world.where
	for seat in each(PLAYERS):
		player = world.players[seat]
		if not player.is_in:
			values[seat] = float(player.score - memory.start.turn) - params.out
			continue
		steps = cells[player.cell].steps
		points = float(player.sanity)
		points += params.plan * float(player.plans) * min(1.0, points / SCARCE)
		nearest = FAR
		for other in each(PLAYERS):
			away = steps[where[other]]
			if other != seat and away < FAR:
				if away < nearest:
					nearest = away
				if not player.yelled_at[other]:
					points += params.yell
		if COMPANY < nearest < FAR:
			points -= params.far * float(nearest - COMPANY)
		values[seat] = points
	for index in range(world.count):
		target = world.target[index]
		if target >= 0 and world.leave[index] >= 0:
			here = where[target]
			away = cells[world.spot[index]].steps[here]
			if 0 < away <= FEARED:
				for seat in each(PLAYERS):
					if where[seat] == here:
						values[seat] -= params.danger / float(away)
	if memory.is_seeing:
		for seat in range(PLAYERS):
			if world.players[seat].is_in:
				look(world, memory.maze, seat, memory.view.of)
				values[seat] += expect(memory.net, memory.view.of)
	turn = world.turn - memory.start.turn
	weight = 1.0
	if turn < memory.forest.depth:
		weight = EARLY_SEEING if memory.is_seeing else EARLY
	for seat in each(PLAYERS):
		if turn == 1:
			scores[seat] = 0.0
		for other in range(seat):
			lead = values[seat] - values[other]
			lead *= weight / (params.close + abs(lead))
			scores[seat] += lead
			scores[other] -= lead


plant, iterate = bind(PLAYERS, count_moves, play, rate)


@kernel
def fill_menu(memory: Memory, seat: int) -> None:
	"""Lists a seat's actions at the root; LIGHT only for the bot, and only if an explorer is in the
	dark.
	"""
	world = memory.start
	player = world.players[seat]
	here = memory.maze.cells[player.cell]
	menu = memory.menus[seat]
	assign(menu, here.moves)
	if not player.is_in or world.turn < player.stuck_until:
		menu.count = 1
		return
	can_yell = False
	can_light = False
	for other in range(PLAYERS):
		there = world.where[other]
		is_new = other != seat and not player.yelled_at[other]
		can_yell = can_yell or is_new and here.apart[there] <= YELL_REACH
		steps = here.steps[there]
		can_light = can_light or LIGHT_REACH < steps < FAR
	if can_yell:
		push(menu, YELL)
	if world.turn >= player.busy_until:
		if player.plans > 0 and player.sanity < MAX_SANITY:
			push(menu, PLAN)
		if seat == memory.me and can_light and player.lights > 0:
			push(menu, LIGHT)


@kernel
def begin(memory: Memory, me: int, habit: int) -> None:
	"""Empties the trees for the world in `start`. me: the bot's seat; habit: the others' percentage
	of it
	"""
	params = memory.params
	params.habit = habit
	forest = memory.forest
	forest.depth = params.depth
	memory.yell_turns = YELL_TURNS
	memory.is_seeing = forest.iterations >= (FEW // 3 if memory.is_seeing else FEW)
	if memory.start.turn > 0 and forest.iterations > 0 and not memory.is_seeing:
		forest.depth = params.slow_depth
		memory.yell_turns = 1
	forest.random_visits = params.random_visits
	forest.exploration = params.exploration
	assign(memory.hunt.dice, memory.dice)
	if memory.start.turn == 0:  # of another maze
		for number in range(LIT_WAYS):
			memory.hunt.lit[number].key = 0
	memory.me = me
	for seat in range(PLAYERS):
		fill_menu(memory, seat)
	plant(forest)


@kernel
def think(memory: Memory, count: int) -> None:
	"""Plays `count` iterations."""
	iterate(memory.forest, memory.start, memory.world, memory, memory.dice, count)


ENTRIES = (begin, think)


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


# ==== bots/kutulu/bot.py ====
"""The Kutulu bot: tracks the world, searches, writes one action."""

from collections.abc import Mapping

FLAGS = "-O1 -fno-inline-functions-called-once", "-O3 -fno-gcse -fno-tree-pre -mtune=generic"


class KutuluBot(Searcher[Memory]):
	"""Plays in seat `known.me`."""

	turn_ms = 50.0
	warm_up = 12

	def __init__(self, params: Params, engines: Engines[Memory]) -> None:
		super().__init__(params, engines)
		self.params = params
		self.known = Known(make_maze(["w...U", ".#.#.", "....."], [3, 1, 3, 40]))
		self.known.me = 0
		for seat in range(PLAYERS):
			put(self.known.world, seat, 2 * seat)

	def read_start(self, reader: LineReader) -> None:
		self.known = Known(read_maze(reader))

	def read_turn(self, reader: LineReader) -> None:
		self.known.observe(read_turn(reader, self.known.maze))

	def answer(self, deadline: Deadline) -> list[str]:
		known = self.known
		world, maze, me = known.world, known.maze, known.me
		if world.turn == 0:
			load = self.engines.python.load
			load("maze", maze)
			load("params", self.params)
			load("net", make_net())
		engine = self.engine = self.engines.current(deadline)
		engine.load("dice", make_dice(1000 * self.seed + world.turn))
		engine.load("start", world)
		engine.call(begin, me, known.share_of_habit(self.params))
		memory = self.search(think, deadline)
		moves, items = children(memory.forest, me), memory.menus[me].items
		care = self.params.care * (2 * known.fits >= known.seen)  # others give way, too
		good = [items[move] for move, _, score in moves if score >= moves[0][2] - care]
		here = world.players[me].cell
		reach = set()  # of wanderers
		for spot, leave in zip(world.spot[: world.count], world.leave, strict=False):
			if 0 <= leave <= world.turn + maze.life_time:
				reach |= {*maze.cells[spot].exits}
		action = min(good or [WAIT], key=lambda action: maze.cells[here].exits[action] in reach)
		return [format_action(maze, here, action)]

	def fallback(self) -> list[str]:
		return ["WAIT"]

	def stats(self) -> Mapping[str, Stat]:
		return self.timed(counts(self.engine.memory.forest))

	def explain(self) -> str:
		import json

		memory = self.engine.memory
		names = [[ACTION_WORDS[action] for action in menu.items] for menu in memory.menus]
		return json.dumps({"turn": self.known.world.turn, "units": describe(memory.forest, names)})


def main() -> None:
	"""Plays on stdin and stdout."""
	run(KutuluBot(Params(), Compiled(Memory, ENTRIES, FLAGS)))


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
FIT(16) FIT(32)
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

PURE double valid(double y, double a, double b, AT) {
	STOP(y != y || !(a * (a + 1)) ? 4 : 2, y - y != 0.0
		&& (y != y ? a == a && b == b : a - a + b - b == 0.0))
	return y;
}
REAL1(sqrt_float) { return valid(__builtin_sqrt(a), a, a, place); }
#define LIBM(f) REAL1(f ## _float) { return valid(__builtin_ ## f(a - nothing), a, a, place); }

LIBM(log) 

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
		cuts = function in NARROW
		if cuts:
			(inner,) = given
			return call("", C_NAMES[function]) + self.want(inner, int, True), function
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


# ==== bots/kutulu/main.py ====
main()
