# kutulu: a CodinGame bot in one file, made by Botsmith from readable sources
# revision    8792cd69b803 
# content     1d3bfc0bb56c0cc1
# size           99,957 of 100,000 UTF-16 units
# engine      C where a compiler is found; USE_C in line 18 turns that off
# indent      tabs, so that it fits
# parameters  174: out = 60.0, 175: close = 60.0, 176: far = 5.0, 177: danger = 16.0,
#             178: reach = 6, 179: plan = 32.0, 180: light = 10.0, 181: yell = 13.0,
#             182: plan_below = 215, 185: habit = 50, 186: regular = 52, 187: depth = 5,
#             188: random_visits = 4.0, 189: exploration = 0.85, 192: first_ms = 800.0,
#             193: margin_ms = 10.0
#
# Each module stands below, under its path. Change what you like, and play.

# ==== common/switches.py ====
"""What to switch in a pasted bot."""

USE_C = True  # False: CPython plays alone


# ==== common/kernel.py ====
"""The typed subset of Python for rules and searches; docs/kernels.md explains it.

Every name has one type for ever and ints stay within 64 bits, so that this translates to C.
"""

from collections.abc import Callable
from typing import Any, TypeVar

TYPE_CHECKING = False  # mypy takes it for true

Scalar = TypeVar("Scalar", int, float, bool)
Item = TypeVar("Item")
Marked = TypeVar("Marked", bound=Callable[..., Any])
Class = TypeVar("Class", bound=type)

SCALARS = (int, float, bool)
each = range  # C writes its rounds out

if TYPE_CHECKING:  # of fixed length both; the records in Records are never replaced
	from collections.abc import MutableSequence, Sequence

	Numbers = MutableSequence
	Records = Sequence
else:
	Numbers = Records = list


def numbers(kind: type[Scalar], length: int) -> Numbers[Scalar]:
	"""`length` zeros, as the default of a record's field or as a local of a kernel."""
	if kind not in SCALARS:
		raise TypeError("numbers() of int, float or bool, not " + repr(kind))
	return _array([kind(0)] * length, length)


def records(kind: type[Item], length: int) -> Records[Item]:
	"""`length` records of zeros, for the same places."""
	if not is_record(kind):
		raise TypeError("records() of a @record class, not " + repr(kind))
	return _array([kind() for _ in range(length)], length)


class Capacity(int):
	"""A length that also knows the length in C. Arithmetic on it gives a plain int."""

	compiled: int


class Pool(list[Item]):
	"""The default of a pool's field; the record itself holds a list."""

	compiled: int


def capacity(pure: int, compiled: int) -> int:
	"""The length of a pool on CPython and in C. Use it bare: `POOL * 2` is the same in both."""
	if not 1 <= pure <= compiled:
		raise ValueError(f"not 1 <= {pure} <= {compiled}")
	length = Capacity(pure)
	length.compiled = compiled
	return length


def _array(items: list[Item], length: int) -> list[Item]:
	if length < 1:
		raise ValueError(f"an array of length {length}")
	if not isinstance(length, Capacity):
		return items
	pool = Pool(items)
	pool.compiled = length.compiled
	return pool


def is_record(kind: Any) -> bool:
	"""Whether this is a class made with @record."""
	return hasattr(kind, "kernel_fields")


def kernel(function: Marked) -> Marked:
	"""Marks a function as part of the subset."""
	function.is_kernel = True  # type: ignore[attr-defined]
	return function


def record(cls: Class) -> Class:
	"""Rebuilds a class of annotated fields with slots, zeros, and a copier for `assign`.

	A field is an int, float or bool, a record, numbers() or records(); else TypeError.
	kernel_fields: name -> class, or [class, length, length in C]. kernel_is_zero: a new one's.
	"""
	if cls.__bases__ != (object,):
		raise TypeError(cls.__name__ + ": a record has no base class")
	make, copy = ["def make(self):"], ["def copy(self, source):"]
	scope: dict[str, Any] = {}
	fields: dict[str, Any] = {}
	is_zero = True
	for name, kind in cls.__dict__.get("__annotations__", {}).items():
		default: Any = cls.__dict__.get(name)
		length = len(default) if isinstance(default, list) else 0
		inner = type(default[0]) if length else kind
		own, other = f"self.{name}", f"source.{name}"
		is_fit = getattr(kind, "__args__", None) == ((inner,) if length else None)
		if is_fit and inner in SCALARS:
			value = inner(0) if length or default is None else default
			is_fit = type(value) is inner and value * 0 == 0 and not (length and any(default))
			is_zero &= repr(value) == repr(inner(0))
			values = f"[{value}] * {length}" if length else repr(value)
			make.append(own + " = " + values)
			copy.append(own + "[:]" * bool(length) + " = " + other)
		elif is_fit and is_record(inner) and (length or default is None):
			scope[f"new_{name}"] = inner
			is_zero &= inner.kernel_is_zero
			new = f"new_{name}()"
			make.append(own + " = " + (f"[{new} for _ in range({length})]" if length else new))
			places = [f"[{index}]" for index in range(length)] or [""]
			if length > 8:  # a line for each would be slow to compile
				copy.append(f"for a, b in zip({own}, {other}): a.kernel_assign(b)")
			else:
				copy += [own + one + ".kernel_assign(" + other + one + ")" for one in places]
		else:
			is_fit = False
		if not is_fit:
			raise TypeError(f"{cls.__name__}.{name}: not {kind!r} = {default}")
		pool = getattr(default, "compiled", length)
		fields[name] = [inner, length, pool] if length else kind
	if not fields:
		raise TypeError(cls.__name__ + " has no field")
	exec("\n    ".join(make) + "\n" + "\n    ".join(copy), scope)
	hidden = ("__dict__", "__weakref__", *fields)
	body = {key: value for key, value in cls.__dict__.items() if key not in hidden}
	body |= {"__slots__": tuple(fields), "__qualname__": cls.__qualname__}
	body |= {"__init__": scope["make"], "kernel_assign": scope["copy"]}
	body |= {"kernel_fields": fields, "kernel_is_zero": is_zero}
	return type(cls)(cls.__name__, cls.__bases__, body)


def assign(target: Item, source: Item) -> None:
	"""Copies the values of the record `source` into `target`, of the same class."""
	target.kernel_assign(source)  # type: ignore[attr-defined]


# ==== bots/kutulu/params.py ====
"""The bot's tunable numbers, as `name: type = value  # low..high unit: meaning`.

A point is a point of sanity.
"""


@record
class Params:
	"""A number changed here is in force in every engine."""

	# --- how good a world is for an explorer
	out: float = 60.0  # 0..500 points: being out of the game
	close: float = 60.0  # 5..500 points: a lead over another that counts half of any
	far: float = 5.0  # 0..10 points: a step beyond the group's reach to the nearest explorer
	danger: float = 16.0  # 0..40 points: a wanderer after one, divided by its steps
	reach: int = 6  # 0..20 steps: from which a wanderer is feared
	plan: float = 32.0  # 0..80 points: a PLAN left
	light: float = 10.0  # 0..40 points: a LIGHT left
	yell: float = 13.0  # 0..40 points: an explorer not yet yelled at
	plan_below: int = 215  # 0..250 points: sanity at which staying becomes a PLAN later on

	# --- the search
	habit: int = 50  # 0..100 percent: of turns in which others do what most would, at most
	regular: int = 52  # 0..100 percent: of what they did by habit so far, to be taken so
	depth: int = 5  # 1..12 turns looked ahead
	random_visits: float = 4.0  # 1..50 picks at a node before UCB decides
	exploration: float = 0.85  # 0.01..5 times: weight of the unknown against scores of 0..1

	# --- the clock
	first_ms: float = 800.0  # 100..950 ms: used of the first 1000, whose clock is ahead
	margin_ms: float = 10.0  # 2..40 ms: kept from each turn besides the pauses met


# ==== bots/kutulu/paths.py ====
"""The maze of Kutulu and its tables of distances.

Cell  a walkable cell, 0..cells-1, numbered row by row from the top left
Way   0 up, 1 right, 2 down, 3 left
Tables of two cells are flat, [one * ROW + other]; the cell behind the last is nobody's: FAR.
walk: steps on foot. apart: |dx| + |dy|. sight: a straight free line.
step[start * ROW + goal]: the next cell on the way, CELL_BITS for each turn mod 4.
rooms[cell * ROW + minion]: ROOM bits for each move, as many of them set as the minion then is steps
away, ROOM at most (-1: all of them); so & of several minions leaves the steps to the nearest.
Without lights the official path search turns to the first of the ways up, right, down, left,
begun at (turn mod 4), that leads nearer. Behind the rows of walk and step stand LIT_ROWS of ways
among LIGHTs; lit_rows: for what start and LIGHTs each was worked out.
"""

WAYS = 4
ACTIONS = 8
MAX_CELLS = 255  # a cell, and nobody's, fit into 8 bits
PLACES = 16
EXPLORERS = 4
COMPANY = 2  # distance of others that counts as a group
FAR = 1000  # more than the cost of any way
CELL_BITS = 8
CELLS = 1 << CELL_BITS
ROW = CELLS + 8  # a cache line more, which spreads columns over the cache
TABLE = CELLS * ROW
EVERY_TURN = 0x01010101  # a cell times this: the same next cell in each turn mod 4
LIT_ROWS = 251
ROOM = 4  # steps to a minion that are enough
LONG_ROOM = (1 << ROOM) - 1


@record
class Maze:
	"""What is told once, and tables of it. exits[cell * ACTIONS + action]: where it leads.

	moves[cell * ACTIONS + n]: the n-th of move_count[cell] moves there, of which 0 is to stay.
	spawns, shelters: in reading order. lonely, group: sanity lost a turn. Scratch: where explorers
	are; hunted: steps to each from the nearest wanderer after it; the next cell of a minion.
	"""

	cells: int
	cap: int  # width + height: the largest distance that counts for spawning
	exits: Numbers[int] = numbers(int, CELLS * ACTIONS)
	moves: Numbers[int] = numbers(int, CELLS * ACTIONS)
	move_count: Numbers[int] = numbers(int, CELLS)
	spawn_count: int
	spawns: Numbers[int] = numbers(int, PLACES)
	shelter_count: int
	shelters: Numbers[int] = numbers(int, PLACES)
	lonely: int
	group: int
	spawn_time: int  # turns
	life_time: int  # of a wanderer
	walk: Numbers[int] = numbers(int, 2 * TABLE)
	apart: Numbers[int] = numbers(int, TABLE)
	step: Numbers[int] = numbers(int, 2 * TABLE)
	rooms: Numbers[int] = numbers(int, TABLE)
	sight: Numbers[bool] = numbers(bool, TABLE)
	lit_rows: Numbers[int] = numbers(int, LIT_ROWS)
	where: Numbers[int] = numbers(int, EXPLORERS)
	hunted: Numbers[int] = numbers(int, EXPLORERS)
	next: int


def measure(maze: Maze, places: list[tuple[int, int]], exits: list[list[int]]) -> None:
	"""Fills the tables; places: x and y of each cell; exits: where its ways lead."""
	maze.walk[:TABLE] = maze.apart[:] = [FAR] * TABLE
	afters = [[cell, *(one for one in beside if one != cell)] for cell, beside in enumerate(exits)]
	for goal, (x, y) in enumerate(places):
		row = goal * ROW
		steps = walk_from(exits, goal)
		rooms = [(1 << min(ROOM, one)) - 1 for one in steps]
		for cell, beside in enumerate(exits):
			dx, dy = abs(places[cell][0] - x), abs(places[cell][1] - y)
			maze.walk[row + cell] = steps[cell]
			maze.apart[row + cell] = dx + dy
			maze.sight[row + cell] = dx * dy == 0 and steps[cell] == dx + dy
			nearer = [one for one in beside if steps[one] < steps[cell]]
			packed = (nearer or [cell])[0] * EVERY_TURN
			if len(nearer) > 1:
				twice = beside + beside
				nexts = [next(one for one in twice[turn:] if one in nearer) for turn in range(WAYS)]
				packed = sum(one << (CELL_BITS * turn) for turn, one in enumerate(nexts))
			way = cell * ROW + goal
			maze.step[way] = packed
			maze.rooms[way] = -1
			if steps[cell] <= ROOM:
				spread = (rooms[one] << (ROOM * move) for move, one in enumerate(afters[cell]))
				maze.rooms[way] = sum(spread)


def walk_from(exits: list[list[int]], start: int) -> list[int]:
	"""Steps from `start` to each cell, FAR where there is no way."""
	steps = [FAR] * len(exits)
	steps[start] = 0
	queue = [start]
	for here in queue:
		for beside in exits[here]:
			if steps[beside] == FAR:
				steps[beside] = steps[here] + 1
				queue.append(beside)
	return steps


# ==== bots/kutulu/rules.py ====
"""Kutulu in its top league: the rules, as kernels, for the bot and the referee.

Action  0..3 a step up, right, down, left; WAIT, PLAN, LIGHT, YELL
A span of time is kept as the turn in which it ends, so that nothing has to be counted down.
Order of a turn: spawning, yells, moves and casts, healing, minions, madness, shelters, the end.
Source: docs/games/kutulu.md.
"""

from collections.abc import Callable
from typing import TypeVar

LAST_TURN = 200
MAX_SANITY = 250
SPOOK = 20
ALONE = 50  # lost a turn by the last one in the game
YELL_REACH = 1
HEAL = 3
PLAN_REACH = 2  # steps
PLAN_TURNS = 4
CAST_TURNS = 2  # of a LIGHT and a YELL
LIGHT_REACH = 5  # steps
LIT_COST = 5  # for a minion to enter a lit cell, 1 of another
SHELTER_HEAL = 5
SHELTER_ENERGY = 10
SHELTER_PERIOD = 50
SPAWN_PERIOD = 5
SLASHER_SANITY = 200
SLASHER_TURNS = 6  # of spawning, and of being stunned
STALK_TURNS = 2
IDS = 1024  # a minion's id is in `leave`, times this
MINIONS = 88  # at once: eight wanderers a period, each for ten periods, and slashers

WAIT, PLAN, LIGHT, YELL = 4, 5, 6, 7
SPAWNING, WANDERING, STALKING, RUSHING, STUNNED = 0, 1, 2, 3, 4

AnyDice = TypeVar("AnyDice")


@record
class Explorer:
	"""A PLAN, a LIGHT, being stuck and having yelled last while turn < *_until."""

	cell: int
	sanity: int = MAX_SANITY
	plans: int = 2
	lights: int = 3
	is_in: bool = True  # the game
	score: int
	has_slasher: bool  # has caused the one slasher
	yelled_at: int  # bit v: has caught explorer v with a YELL
	plan_until: int
	light_until: int
	stuck_until: int
	yell_until: int


@record
class Slasher:
	"""until: the turn in which its countdown ends. memory: the cell it remembers, or -1."""

	state: int
	cell: int
	until: int
	target: int
	memory: int


@record
class World:
	"""The state between two turns; turn: the one that comes next.

	Minions in order of creation: spot is a wanderer's cell, or -1 - s for slasher s.
	leave: id * IDS + the turn in which a wanderer leaves; it spawns until life_time before.
	"""

	turn: int
	living: int = EXPLORERS  # explorers in the game
	next_id: int = EXPLORERS
	last_plan: int  # the largest of plan_until, so far
	last_light: int
	energy: Numbers[int] = numbers(int, PLACES)
	explorers: Records[Explorer] = records(Explorer, EXPLORERS)
	slasher_count: int
	slashers: Records[Slasher] = records(Slasher, EXPLORERS)
	count: int  # of minions
	spot: Numbers[int] = numbers(int, MINIONS)
	leave: Numbers[int] = numbers(int, MINIONS)
	target: Numbers[int] = numbers(int, MINIONS)


@kernel
def put_out(world: World, one: Explorer, score: int) -> None:
	"""An explorer leaves the game, and its PLAN and LIGHT with it."""
	one.is_in = False
	one.score = score
	one.sanity = 0
	one.plan_until = 0
	one.light_until = 0
	world.living -= 1


@kernel
def stand(world: World, maze: Maze) -> None:
	"""Notes where explorers are; who is out is far from everything."""
	for who in range(EXPLORERS):
		one = world.explorers[who]
		maze.where[who] = one.cell if one.is_in else maze.cells


@kernel
def create(world: World, spot: int, leave: int) -> None:
	"""A new minion, if there is room for it."""
	if world.count < MINIONS:
		world.spot[world.count] = spot
		world.leave[world.count] = world.next_id * IDS + leave
		world.target[world.count] = -1
		world.count += 1
	world.next_id += 1


@kernel
def spawn(world: World, maze: Maze) -> None:
	"""A slasher where somebody has lost heart; wanderers where explorers are farthest."""
	for who in range(EXPLORERS):
		one = world.explorers[who]
		is_due = one.sanity < SLASHER_SANITY and one.is_in and not one.has_slasher
		if is_due and world.slasher_count < EXPLORERS:
			one.has_slasher = True
			slasher = world.slashers[world.slasher_count]
			slasher.cell = one.cell
			slasher.until = world.turn + SLASHER_TURNS - 1
			slasher.target = who
			slasher.memory = one.cell
			world.slasher_count += 1
			create(world, -world.slasher_count, 0)
	if world.turn % SPAWN_PERIOD > 0:
		return
	rooms = numbers(int, PLACES)  # steps to the nearest explorer
	farthest = 0
	for place in range(maze.spawn_count):
		room = maze.cap
		for who in range(EXPLORERS):
			room = min(room, maze.apart[maze.spawns[place] * ROW + maze.where[who]])
		rooms[place] = room
		farthest = max(farthest, room)
	leave = world.turn + maze.spawn_time + maze.life_time - 1
	for place in range(maze.spawn_count):
		if rooms[place] == farthest:
			create(world, maze.spawns[place], leave)


@kernel
def is_free(one: Explorer, turn: int) -> bool:
	"""Whether an explorer has no effect there, so that it can cast."""
	return turn >= one.plan_until and turn >= one.light_until and turn >= one.yell_until


@kernel
def act(world: World, maze: Maze, actions: Numbers[int]) -> None:
	"""Yells by who is not stuck yet, then steps and casts by who is not stuck now."""
	turn = world.turn
	stuck = 0  # bit i: explorer i, by a YELL of now
	for who in range(EXPLORERS):
		one = world.explorers[who]
		if actions[who] == YELL and one.is_in and turn >= one.stuck_until:
			for victim in range(EXPLORERS):
				is_near = maze.apart[one.cell * ROW + maze.where[victim]] <= YELL_REACH
				if is_near and victim != who and (one.yelled_at >> victim) & 1 == 0:
					one.yelled_at |= 1 << victim
					one.yell_until = turn + CAST_TURNS
					stuck |= 1 << victim
	for who in range(EXPLORERS):
		one = world.explorers[who]
		action = actions[who]
		if (stuck >> who) & 1 == 1:
			one.stuck_until = turn + CAST_TURNS
		elif turn < one.stuck_until or not one.is_in:
			continue
		elif action < WAYS:
			one.cell = maze.exits[one.cell * ACTIONS + action]
			maze.where[who] = one.cell
		elif is_free(one, turn):
			if action == PLAN and one.plans > 0:
				one.plans -= 1
				one.plan_until = turn + PLAN_TURNS
				world.last_plan = one.plan_until
			elif action == LIGHT and one.lights > 0:
				one.lights -= 1
				one.light_until = turn + CAST_TURNS
				world.last_light = one.light_until


@kernel
def change(one: Explorer, points: int) -> None:
	"""Sanity won or lost."""
	one.sanity = max(0, min(MAX_SANITY, one.sanity + points))


@kernel
def heal(world: World, maze: Maze) -> None:
	"""PLANs and shelters."""
	for who in range(EXPLORERS):
		one = world.explorers[who]
		if world.turn < one.plan_until:
			for guest in range(EXPLORERS):
				if maze.walk[one.cell * ROW + maze.where[guest]] <= PLAN_REACH:
					change(one, HEAL)
					if guest != who:
						change(world.explorers[guest], HEAL)
	for shelter in range(maze.shelter_count):
		if world.energy[shelter] > 0:
			for who in range(EXPLORERS):
				if maze.where[who] == maze.shelters[shelter]:
					change(world.explorers[who], SHELTER_HEAL)
					world.energy[shelter] = max(0, world.energy[shelter] - 1)


@kernel
def scare(world: World, maze: Maze, cell: int) -> None:
	"""Everybody on the cell is spooked."""
	for who in range(EXPLORERS):
		if maze.where[who] == cell:
			change(world.explorers[who], -SPOOK)


@kernel
def acquire(world: World, maze: Maze, slasher: Slasher) -> None:
	"""A slasher looks for its target: the one it has, else the only nearest one in sight."""
	if slasher.target >= 0 and world.explorers[slasher.target].sanity == 0:
		slasher.target = -1
		slasher.memory = -1
	nearest = FAR
	seen = -1
	row = slasher.cell * ROW
	for who in range(EXPLORERS):
		at = row + maze.where[who]
		if maze.sight[at]:
			if who == slasher.target:
				slasher.memory = maze.where[who]
				return
			steps = maze.walk[at]
			if steps <= nearest:
				seen = who if steps < nearest else -1
				nearest = steps
	slasher.target = seen
	if nearest < FAR:
		slasher.memory = maze.where[seen] if seen >= 0 else -1


@kernel
def madness(world: World, maze: Maze) -> None:
	"""Sanity goes, and who has none left goes too."""
	is_last = world.living == 1
	for who in range(EXPLORERS):
		one = world.explorers[who]
		if one.is_in:
			loss = ALONE if is_last else maze.lonely
			row = one.cell * ROW
			for other in range(EXPLORERS):
				if maze.apart[row + maze.where[other]] <= COMPANY and other != who:
					loss = maze.group
					break
			one.sanity -= loss
			if one.sanity <= 0:
				put_out(world, one, world.turn)


def bind_turn(
	chase: Callable[[World, Maze, AnyDice, int, int], int],
) -> Callable[[World, Maze, AnyDice, Numbers[int]], None]:
	"""play_turn for this chase(world, maze, dice, here, old).

	chase: whom a minion on the cell `here` follows that has followed `old`, or -1; maze.next is
	then the cell that it enters.
	"""

	@kernel
	def slash(world: World, maze: Maze, dice: AnyDice, slasher: Slasher) -> None:
		"""A slasher's turn."""
		state = slasher.state
		if SPAWNING < state < STUNNED:
			acquire(world, maze, slasher)
		if state == RUSHING:
			if slasher.memory >= 0:
				slasher.cell = slasher.memory
			scare(world, maze, slasher.cell)
			slasher.target = -1
			slasher.memory = -1
			slasher.state = STUNNED
			slasher.until = world.turn + SLASHER_TURNS
		elif state != WANDERING:
			if world.turn >= slasher.until:
				slasher.state = WANDERING if state == STUNNED else RUSHING
		elif slasher.target >= 0:
			slasher.state = STALKING
			slasher.until = world.turn + STALK_TURNS
		else:
			chosen = chase(world, maze, dice, slasher.cell, -1)
			if chosen >= 0:
				slasher.target = chosen
				slasher.cell = maze.next

	@kernel
	def move_minions(world: World, maze: Maze, dice: AnyDice) -> None:
		"""Every minion in turn moves and spooks; wanderers that met somebody or are old leave."""
		kept = 0
		for index in range(world.count):
			spot = world.spot[index]
			target = world.target[index]
			leave = world.leave[index] % IDS
			is_staying = True
			if spot < 0:
				slash(world, maze, dice, world.slashers[-1 - spot])
			elif world.turn > leave - maze.life_time:
				is_staying = world.turn < leave
				chosen = chase(world, maze, dice, spot, target)
				if chosen >= 0:
					target = chosen
					spot = maze.next
					if maze.where[chosen] == spot:
						scare(world, maze, spot)
						is_staying = False
			if is_staying:
				world.spot[kept] = spot
				world.target[kept] = target
				world.leave[kept] = world.leave[index]
				kept += 1
		world.count = kept

	@kernel
	def play_turn(world: World, maze: Maze, dice: AnyDice, actions: Numbers[int]) -> None:
		"""One turn in which explorer i does actions[i]."""
		stand(world, maze)
		spawn(world, maze)
		act(world, maze, actions)
		if world.turn > SHELTER_PERIOD or world.turn < world.last_plan:
			heal(world, maze)
		move_minions(world, maze, dice)
		madness(world, maze)
		if world.turn % SHELTER_PERIOD == 0 and world.turn > 0:
			for shelter in range(maze.shelter_count):
				world.energy[shelter] = SHELTER_ENERGY
		if world.turn == LAST_TURN:
			for who in range(EXPLORERS):
				one = world.explorers[who]
				if one.is_in:
					one.score = LAST_TURN + one.sanity
					one.is_in = False
			world.living = 0
		world.turn += 1

	return play_turn


# ==== common/stdio.py ====
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
		self.number = 0
		self.is_at_end = False
		self.begin_turn()

	def begin_turn(self) -> None:
		"""The next line is the first of a turn."""
		self.started: float | None = None
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


def report(text: str) -> None:
	"""Text on stderr."""
	print(text, file=sys.stderr, flush=True)


# ==== bots/kutulu/protocol.py ====
"""What a Kutulu bot reads and writes; the referee has the other side."""

from typing import NamedTuple

WALL, SPAWN, SHELTER = "#", "w", "U"
WAY_STEPS = ((0, -1), (1, 0), (0, 1), (-1, 0))  # up, right, down, left
ACTION_WORDS = "UP RIGHT DOWN LEFT WAIT PLAN LIGHT YELL".split()  # by action

TYPES = "EXPLORER WANDERER SLASHER EFFECT_PLAN EFFECT_LIGHT EFFECT_YELL EFFECT_SHELTER".split()
EXPLORER, WANDERER, SLASHER, EFFECT_PLAN, EFFECT_LIGHT, EFFECT_YELL, EFFECT_SHELTER = TYPES

# A line of a turn: type, id, cell (-1 where nobody can stand), three parameters.
Entity = tuple[str, int, int, int, int, int]


class Place(NamedTuple):
	"""A maze, the cell at each walkable (x, y), and x and y of each cell."""

	maze: Maze
	cells: dict[tuple[int, int], int]
	spots: list[tuple[int, int]]


def make_place(rows: list[str], constants: list[int]) -> Place:
	"""The maze of these rows; constants: lonely, group, spawn time, life time."""
	maze = Maze()
	spots = [(x, y) for y, row in enumerate(rows) for x, char in enumerate(row) if char != WALL]
	cells = {spot: number for number, spot in enumerate(spots)}
	spawns, shelters = (
		[cells[x, y] for x, y in spots if rows[y][x] == mark] for mark in (SPAWN, SHELTER)
	)
	if not 0 < len(cells) <= MAX_CELLS or max(len(spawns), len(shelters)) > PLACES:
		raise ValueError(f"expected 1..{MAX_CELLS} cells, 0..{PLACES} spawns and shelters")
	maze.cells = len(cells)
	maze.cap = len(rows[0]) + len(rows)
	exits = [[cells.get((x + dx, y + dy), cells[x, y]) for dx, dy in WAY_STEPS] for x, y in spots]
	for cell, beside in enumerate(exits):
		at = cell * ACTIONS
		maze.exits[at : at + ACTIONS] = beside + [cell] * (ACTIONS - WAYS)
		moves = [WAIT, *(way for way in range(WAYS) if beside[way] != cell)]
		maze.moves[at : at + len(moves)] = moves
		maze.move_count[cell] = len(moves)
	maze.spawn_count, maze.shelter_count = len(spawns), len(shelters)
	maze.spawns[: len(spawns)] = spawns
	maze.shelters[: len(shelters)] = shelters
	maze.lonely, maze.group, maze.spawn_time, maze.life_time = constants
	measure(maze, spots, exits)
	return Place(maze, cells, spots)


def read_place(reader: LineReader) -> Place:
	"""The maze from the lines that a player gets once, else UnreadableInput."""
	(width,), (height,) = (reader.integers(1, what) for what in ("width", "height"))
	rows = [reader.line() for _ in range(height)]
	what = "sanityLossLonely sanityLossGroup wandererSpawnTime wandererLifeTime"
	constants = reader.integers(4, what)
	try:
		if any(len(row) != width for row in rows):
			raise ValueError(f"expected rows of {width} characters")
		return make_place(rows, constants)
	except ValueError as error:
		raise UnreadableInput(f"line {reader.number}: {error}") from None


def read_turn(reader: LineReader, cells: dict[tuple[int, int], int]) -> list[Entity]:
	"""The entities of a turn, else UnreadableInput once all of its lines are read."""
	(count,) = reader.integers(1, "entityCount")
	lines = [reader.line() for _ in range(count)]
	first = reader.number + 1 - count
	return [parse_entity(line, number, cells) for number, line in enumerate(lines, first)]


def parse_entity(line: str, number: int, cells: dict[tuple[int, int], int]) -> Entity:
	"""TYPE id x y param0 param1 param2, else UnreadableInput; number: of the line."""
	kind, _, rest = line.partition(" ")
	what = f"line {number}: type id x y param0 param1 param2"
	who, x, y, first, second, third = parse_integers(rest, 6, what)
	if kind not in TYPES:
		raise UnreadableInput(f"{what}: expected one of {TYPES}, got {kind[:30]!r}")
	cell = cells.get((x, y), -1)
	ids = {EXPLORER: {who}, EFFECT_YELL: {second, third}, EFFECT_SHELTER: set()}.get(kind, {second})
	if kind in (WANDERER, SLASHER):
		ids = {third} - {-1}
	if not ids <= {*range(EXPLORERS)} or (cell < 0 and kind != EFFECT_YELL):
		raise UnreadableInput(f"{what}: expected ids 0..3 and a free cell, got {line[:60]!r}")
	return kind, who, cell, first, second, third


def format_action(place: Place, cell: int, action: int) -> str:
	"""An action of the explorer on `cell` as an output line; a step as MOVE to the next cell."""
	if action >= WAYS:
		return ACTION_WORDS[action]
	x, y = place.spots[place.maze.exits[cell * ACTIONS + action]]
	return f"MOVE {x} {y}"


class Observer:
	"""The world as one player knows it: what the lines tell, and what follows from earlier ones.

	world: at the start of the turn that was read last. me: the player's id, -1 before that.
	Not known: which of equally near explorers a minion will follow, and what others do.
	"""

	def __init__(self, place: Place) -> None:
		self.place = place
		self.maze = place.maze
		self.world = World()
		self.me = -1

	def observe(self, entities: list[Entity]) -> None:
		"""Takes in the entities of a turn."""
		world, maze = self.world, self.maze
		known = world.slasher_count
		world.turn += self.me >= 0
		for one in world.explorers:
			if one.is_in and one.sanity < SLASHER_SANITY:
				one.has_slasher = True  # it has come in the turn just over
			one.is_in = False
			one.sanity = one.plan_until = one.light_until = one.stuck_until = one.yell_until = 0
		told = [entity for entity in entities if entity[0] == EXPLORER]
		for _, who, *values in told:
			one = world.explorers[who]
			one.is_in = True
			one.cell, one.sanity, one.plans, one.lights = values
		world.living = len(told)
		if self.me < 0:
			self.me = told[0][1] if told else 0
		stand(world, maze)
		energy = {cell: left for kind, _, cell, left, *_ in entities if kind == EFFECT_SHELTER}
		for index, cell in enumerate(maze.shelters[: maze.shelter_count]):
			world.energy[index] = energy.get(cell, 0)
		world.count = world.slasher_count = 0
		for entity in entities:
			kind, number, cell, left, second, third = entity
			ends = world.turn + left
			if kind == EFFECT_PLAN:
				world.last_plan = world.explorers[second].plan_until = ends
			elif kind == EFFECT_LIGHT:
				world.last_light = world.explorers[second].light_until = ends
			elif kind == EFFECT_YELL:
				world.explorers[second].yell_until = world.explorers[third].stuck_until = ends
				world.explorers[second].yelled_at |= 1 << third
			elif kind == WANDERER and world.count < MINIONS:
				world.next_id = number
				create(world, cell, ends - 1 + (maze.life_time if second == SPAWNING else 0))
				world.target[world.count - 1] = third
			elif kind == SLASHER and world.slasher_count < EXPLORERS:
				self._observe_slasher(entity, world.slasher_count >= known)

	def _observe_slasher(self, told: Entity, is_new: bool) -> None:
		"""Slashers stay in their order. What one remembers is not told, but follows."""
		world = self.world
		one = world.slashers[world.slasher_count]
		old = SPAWNING if is_new else one.state
		is_lost = one.target >= 0 and not world.explorers[one.target].is_in
		_, world.next_id, one.cell, left, one.state, target = told
		one.target = target
		one.until = world.turn - 1 + left
		if one.state == SPAWNING:
			one.memory = one.cell
		elif one.state not in (STALKING, RUSHING):
			one.memory = -1
		elif old != SPAWNING:  # it has looked around
			acquire(world, self.maze, one)
			if is_lost or one.target != target:
				one.target, one.memory = target, -1
		world.slasher_count += 1
		create(world, -world.slasher_count, 0)


# ==== common/clock.py ====
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


# ==== common/engine.py ====
"""Where a bot's kernels run, and the record that they work on: its memory."""

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

Result = TypeVar("Result")


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

	def call(self, kernel: Callable[..., Result], *values: int | float | bool) -> Result:
		"""kernel(memory, *values)."""
		return kernel(self.memory, *values)

	def read(self, path: str, index: int = -1) -> float:
		"""A number of the memory, as `forest.used`; with `index` one of an array."""
		value = self.memory
		for name in path.split("."):
			value = getattr(value, name)
		return float(value[index] if index >= 0 else value)


class Engines:
	"""Which engine plays; it may change between turns, never inside one.

	kernels: those that are called on the memory. CPython needs no list of them.
	"""

	def __init__(self, memory: type, kernels: Sequence[Callable[..., Any]] = ()) -> None:
		self.python = Engine(memory)

	def start(self) -> None:
		"""Called once, after the warm-up and before the first line is read."""

	def current(self, deadline: Deadline) -> Engine:
		"""The engine for the turn whose lines have been read."""
		return self.python


# ==== common/loop.py ====
"""The life of a bot: set up, then read, think and answer until the input ends.

What the workshop sets in the environment: docs/measuring.md.
"""

import gc
import os
import sys
import time
import traceback
from collections.abc import Mapping
from itertools import count
from time import perf_counter
from typing import Protocol, TextIO

Stat = int | float | str


class Bot(Protocol):
	"""A contest's bot; fallback: a legal answer without search.

	stats, explain: the last search's work and thoughts.
	"""

	first_ms: float  # for the first answer
	turn_ms: float
	margin_ms: float  # kept besides pauses

	def prepare(self, seed: int) -> None: ...
	def read_start(self, reader: LineReader) -> None: ...
	def read_turn(self, reader: LineReader) -> None: ...
	def answer(self, deadline: Deadline) -> list[str]: ...
	def fallback(self) -> list[str]: ...
	def stats(self) -> Mapping[str, Stat]: ...
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


def play_match(
	bot: Bot, options: Options, reader: LineReader, sink: TextIO, born: float | None = None
) -> None:
	"""Plays until EndOfInput, or UnreadableInput if the input breaks off.

	born: when the process began; the time until it reads is taken from the first turn.
	"""
	bot.prepare(options.seed)
	gc.collect()
	gc.freeze()
	gc.disable()
	if born is not None:
		bot.first_ms = max(bot.turn_ms, bot.first_ms - (reader.now() - born) * 1000.0)
	reader.begin_turn()
	bot.read_start(reader)
	for turn in count():
		lines, trouble = answer_turn(bot, options, turn == 0, reader)
		write_lines(lines, sink)
		if trouble:
			report(f"turn {turn}: {trouble}")
		if options.is_telling_stats:
			report("\n".join(f"[PDATA] {name} = {value}" for name, value in bot.stats().items()))
		if options.is_explaining:
			report(bot.explain())
		reader.begin_turn()


def told(file: str, place: int) -> int:
	"""A number that Linux tells of this process, else 0."""
	try:
		with open(f"/proc/self/{file}", "rb", buffering=0) as text:
			return int(text.read().rpartition(b")")[2].split()[place])
	except (OSError, ValueError, IndexError):
		return 0


def queued() -> float:
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
	except BrokenPipeError:  # nobody listens any more: no complaint at exit either
		os.dup2(os.open(os.devnull, os.O_WRONLY), 1)


# ==== bots/kutulu/bot.py ====
"""The Kutulu bot: keeps track of the world, searches with Smitsimax, writes one action."""

import json
from collections.abc import Mapping

TURN_MS = 50.0
CHUNK = 1  # iterations between looks at the clock: among LIGHTs one takes 5 ms in CPython
WARM_UP = 12  # iterations before the first line
TRUST = 8  # percent of habit for each percent of moves by it above Params.regular
DICE_A_MATCH = 1000  # more than a match has turns
WARM_UP_ROWS = ["#######", "#w...U#", "#.#.#.#", "#.....#", "#######"]


class KutuluBot:
	"""Plays as explorer `observer.me`. engine: of the last search."""

	turn_ms = TURN_MS

	def __init__(self, params: Params, engines: Engines) -> None:
		self.params = params
		self.engines = engines
		self.first_ms = params.first_ms
		self.margin_ms = params.margin_ms
		self.seed = 0
		self.engine: Engine = engines.python
		self.search_ms = 0.0
		self.setting = Setting()
		assign(self.setting.params, params)
		self._settle_in(make_place(WARM_UP_ROWS, [3, 1, 3, 40]))

	def prepare(self, seed: int) -> None:
		"""Searches in a made-up world, to fill all caches."""
		self.seed = seed
		world = World()
		for who in range(EXPLORERS):
			world.explorers[who].cell = 2 * who
		self._search(world, Deadline(TURN_MS, 0.0, iterations=WARM_UP), self.params.habit)
		self.engines.start()

	def read_start(self, reader: LineReader) -> None:
		self._settle_in(read_place(reader))

	def _settle_in(self, place: Place) -> None:
		"""A new maze; engines have not been told of it.

		led: others, and the cells where habit led them. seen, fits: others' moves, and those that
		habit led to; a guess at first.
		"""
		self.place = place
		self.observer = Observer(place)
		self.informed: Engine | None = None
		self.led: list[tuple[Explorer, int]] = []
		self.seen, self.fits = 20, 11
		assign(self.setting.maze, place.maze)

	def read_turn(self, reader: LineReader) -> None:
		self.observer.observe(read_turn(reader, self.place.cells))

	def _watch(self, world: World) -> int:
		"""Percent of turns in which others are taken to play by habit, for what they did."""
		maze, params = self.place.maze, self.params
		for one, cell in self.led:
			self.seen += one.is_in
			self.fits += one.is_in and one.cell == cell
		self.led = []
		note_hunters(world, maze)
		for who, one in enumerate(world.explorers):
			if one.is_in and who != self.observer.me and world.turn >= one.stuck_until:
				action = habit(world, maze, who, params.plan_below)
				self.led.append((one, maze.exits[one.cell * ACTIONS + action]))
		fit = 100 * self.fits // self.seen
		return min(params.habit, TRUST * max(0, fit - params.regular))

	def answer(self, deadline: Deadline) -> list[str]:
		world = self.observer.world
		engine = self._search(world, deadline, self._watch(world))
		me = self.observer.me
		moves = root_moves(engine, "forest", me)
		if not moves:
			return self.fallback()
		action = self.menus[me][moves[0][0]]
		return [format_action(self.place, world.explorers[me].cell, action)]

	def _search(self, world: World, deadline: Deadline, share: int) -> Engine:
		"""Searches from `world` until the deadline; the engine holds what was found."""
		engine = self.engine = self.engines.current(deadline)
		if self.informed is not engine:
			engine.load("setting", self.setting)
			self.informed = engine
		engine.load("dice", make_dice(self.seed * DICE_A_MATCH + world.turn))
		self.menus = begin_at(engine, world, self.place.maze, max(0, self.observer.me), share)
		for count in deadline.chunks(CHUNK * engine.pace):
			engine.call(think, count)
		self.search_ms = deadline.search_ms
		return engine

	def fallback(self) -> list[str]:
		"""What is legal wherever it is said."""
		return [ACTION_WORDS[WAIT]]

	def stats(self) -> Mapping[str, Stat]:
		counts = "iterations", "used", "ucb_picks"
		iterations, nodes, ucb = (round(self.engine.read("forest." + name)) for name in counts)
		return {
			"iterations": iterations,
			"simulated_turns": iterations * self.params.depth,
			"nodes": nodes,
			"evaluations": iterations,
			"ucb": ucb,
			"depth": self.params.depth,
			"search_ms": round(self.search_ms, 3),
			"engine": self.engine.name,
		}

	def explain(self) -> str:
		"""Moves at the roots; the later moves of a line in the root's words, by their number."""
		names = [[ACTION_WORDS[action] for action in menu] for menu in self.menus]
		units = describe(self.engine, "forest", names)
		return json.dumps({"turn": self.observer.world.turn, "units": units})


def main() -> None:
	"""Plays on stdin and stdout."""
	run(KutuluBot(Params(), Compiled(Memory, ENTRIES)))


# ==== common/rng.py ====
"""A seedable generator, the same in every engine: drand48's, of which the upper 31 bits count."""

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


# ==== bots/kutulu/hunters.py ====
"""Whom minions follow, and what the bot takes the others to do about it."""

QUEUES = 2 * CELLS  # places in both
NO_WAY = FAR * QUEUES
NEAR = 2  # steps of a wanderer that spoil a PLAN, and that a YELL is good for
ROOM_WORTH = 3  # steps to company that a step to a minion is worth


@kernel
def search_ways(world: World, maze: Maze, start: int, row: int) -> None:
	"""Fills a row of maze.walk and maze.step with the ways from `start`, lamps counted.

	The official search: the least cost goes on first, of equal costs what was found first. All
	that enters a cell pays the same, so its first way is its best, and two queues stay in order:
	of lit cells, which were found earlier than dark ones of equal cost, and, from CELLS on, of
	dark ones. Their entries: cost * QUEUES + kind * CELLS + cell; kind: 0 lit, 1 dark.
	"""
	queues = numbers(int, QUEUES)
	begins = numbers(int, 2)
	ends = numbers(int, 2)
	is_lit = numbers(bool, CELLS)
	for who in range(EXPLORERS):
		if world.turn < world.explorers[who].light_until:
			for cell in range(maze.cells):
				if maze.walk[maze.where[who] * ROW + cell] <= LIGHT_REACH:
					is_lit[cell] = True
	queues[0] = NO_WAY
	queues[CELLS] = NO_WAY
	for cell in range(CELLS):
		maze.walk[row + cell] = FAR
	maze.walk[row + start] = 0
	maze.step[row + start] = start * EVERY_TURN
	begins[1] = CELLS
	ends[1] = CELLS
	entry = start
	while entry < NO_WAY:
		here = entry % CELLS
		for way in each(WAYS):
			beside = maze.exits[here * ACTIONS + (world.turn + way) % WAYS]
			if maze.walk[row + beside] == FAR:
				kind = 0 if is_lit[beside] else 1
				cost = maze.walk[row + here] + (LIT_COST if is_lit[beside] else 1)
				step = beside * EVERY_TURN if here == start else maze.step[row + here]
				maze.walk[row + beside] = cost
				maze.step[row + beside] = step
				queues[ends[kind]] = cost * QUEUES + kind * CELLS + beside
				ends[kind] += 1
				queues[ends[kind]] = NO_WAY
		entry = min(queues[begins[0]], queues[begins[1]])
		begins[entry // CELLS % 2] += 1


@kernel
def find_row(world: World, maze: Maze, here: int) -> int:
	"""Where the ways from `here` stand in maze.walk and maze.step, while some LIGHT may burn."""
	lights = 1
	for who in range(EXPLORERS):
		is_dark = world.turn >= world.explorers[who].light_until
		lights = lights * CELLS + (maze.cells if is_dark else maze.where[who])
	wanted = (lights * WAYS + world.turn % WAYS) * CELLS + here
	index = wanted % LIT_ROWS
	row = TABLE + index * ROW
	if maze.lit_rows[index] != wanted:
		maze.lit_rows[index] = wanted
		search_ways(world, maze, here, row)
	return row


@kernel
def chase(world: World, maze: Maze, dice: Dice, here: int, old: int) -> int:
	"""rules.bind_turn's chase. Of equally near explorers the old target, else any."""
	best = FAR
	chosen = -1
	equals = 0
	row = here * ROW
	if world.turn < world.last_light:
		row = find_row(world, maze, here)
	for who in range(EXPLORERS):
		cost = maze.walk[row + maze.where[who]]
		if cost < best:
			best = cost
			chosen = who
			equals = 1
		elif cost == best < FAR and chosen != old:
			equals += 1
			drawn = draw(dice, equals)
			chosen = who if drawn == 0 or who == old else chosen
	if chosen >= 0:
		step = maze.step[row + maze.where[chosen]]
		maze.next = (step >> (CELL_BITS * (world.turn % WAYS))) % CELLS
	return chosen


play_turn = bind_turn(chase)


@kernel
def note_hunters(world: World, maze: Maze) -> None:
	"""Fills maze.hunted, FAR for none."""
	for who in range(EXPLORERS):
		maze.hunted[who] = FAR
	for index in range(world.count):
		target = world.target[index]
		if target >= 0:
			steps = maze.walk[world.spot[index] * ROW + maze.where[target]]
			maze.hunted[target] = min(maze.hunted[target], steps)


@kernel
def habit(world: World, maze: Maze, who: int, plan_below: int) -> int:
	"""What most would do: YELL where that kills, PLAN in company, else run and stay together."""
	one = world.explorers[who]
	row = one.cell * ROW
	if maze.hunted[who] > NEAR:
		can_plan = one.plans > 0 and one.sanity <= plan_below and is_free(one, world.turn)
		for other in range(EXPLORERS):
			if other != who:
				at = row + maze.where[other]
				is_new = (one.yelled_at >> other) & 1 == 0
				if is_new and maze.hunted[other] <= NEAR and maze.apart[at] <= YELL_REACH:
					return YELL
				if can_plan and maze.walk[at] <= PLAN_REACH:
					return PLAN
	rooms = -1  # bits of maze.rooms
	for index in range(world.count):
		if world.turn >= world.leave[index] % IDS - maze.life_time:
			cell = world.spot[index]
			if cell < 0:
				cell = world.slashers[-1 - cell].cell
			rooms &= maze.rooms[row + cell]
	best = WAIT
	best_value = -FAR * FAR
	here = one.cell * ACTIONS
	for index in range(maze.move_count[one.cell]):
		action = maze.moves[here + index]
		value = ROOM_WORTH * (rooms & LONG_ROOM).bit_count()
		rooms >>= ROOM
		if value > best_value:
			nearest = FAR
			row = maze.exits[here + action] * ROW
			for other in range(EXPLORERS):
				if other != who:
					nearest = min(nearest, maze.walk[row + maze.where[other]])
			value -= max(0, nearest - COMPANY)
			if value > best_value:
				best_value = value
				best = action
	return best


# ==== common/search/smitsimax.py ====
"""Smitsimax: one tree per unit, selected together, every unit after its own score.

An iteration walks down all trees in step: at each depth every unit picks a move in its own tree,
then the game plays all of them at once. At the end each unit's score goes into its own path.
A node's children are neighbours in the pool:

    slot   0 1 2 3 | 4 5 6 | ...   block[0] = 4 << BITS | 3: moves 0 1 2 lead to slots 4 5 6

A root gets children at once, another node when it is reached again, if the pool is not full; below
it moves are random. The first `random_visits` picks at a node are random, then scaled UCB picks.

Source: the Smitsimax article (P. Smit).
"""

from collections.abc import Callable, Sequence
from math import log, sqrt
from typing import Any, TypeVar

MAX_UNITS = 4
MAX_DEPTH = 16
POOL = capacity(pure=200_000, compiled=4_000_000)
BITS = 6  # of a block that count its nodes
MOST = (1 << BITS) - 1  # moves of a node
OUTSIDE = -1  # where a unit is once it has left its tree in this iteration

AnyState = TypeVar("AnyState")
AnySetting = TypeVar("AnySetting")


@record
class Tree:
	"""One unit: the range of its scores, and its way in this iteration."""

	lowest: float
	highest: float
	at: int  # slot that it has reached, or OUTSIDE
	length: int  # of its path, the root included
	path: Numbers[int] = numbers(int, MAX_DEPTH + 1)


@record
class Forest:
	"""The trees of all units, the search's settings, and counts since `plant`."""

	depth: int = 6  # turns looked ahead, 1..MAX_DEPTH
	random_visits: float = 10.0  # picks at a node before UCB
	exploration: float = 1.0  # against scores scaled to their range
	used: int  # slots of the pool in use
	iterations: int
	ucb_picks: int
	block: Numbers[int] = numbers(int, POOL)  # first child << BITS | children; 0: none
	visits: Numbers[float] = numbers(float, POOL)
	total: Numbers[float] = numbers(float, POOL)  # sum of the scores of all visits
	root: Numbers[int] = numbers(int, MAX_UNITS)  # a unit's; set it to a child to keep a tree
	trees: Records[Tree] = records(Tree, MAX_UNITS)
	moves: Numbers[int] = numbers(int, MAX_UNITS)
	scores: Numbers[float] = numbers(float, MAX_UNITS)


def bind(
	units: int,
	count_moves: Callable[[AnyState, AnySetting, int], int],
	play: Callable[[AnyState, AnySetting, Numbers[int]], None],
	rate: Callable[[AnyState, AnySetting, Numbers[float]], None],
) -> tuple[Callable[..., None], Callable[..., None]]:
	"""plant(forest) and iterate(forest, start, world, setting, dice, count) for a game's kernels.

	units: 1..MAX_UNITS, else ValueError.
	count_moves(state, setting, unit): 1..MOST, asked once a node; `play` must accept these
	moves whenever the node is reached again.
	play(state, setting, moves): one turn, in which unit u plays moves[u].
	rate(state, setting, scores): writes each unit's score; any scale, more is better.
	"""
	if not 1 <= units <= MAX_UNITS:
		raise ValueError(f"Smitsimax holds 1 to {MAX_UNITS} units, not {units}")

	@kernel
	def plant(forest: Forest) -> None:
		"""A root for each unit, and nothing else."""
		forest.used = units
		forest.iterations = 0
		forest.ucb_picks = 0
		for unit in range(units):
			forest.root[unit] = unit
			forest.block[unit] = 0
			forest.visits[unit] = 0.0
			forest.total[unit] = 0.0
			forest.trees[unit].lowest = 1.0e300
			forest.trees[unit].highest = -1.0e300

	@kernel
	def open_node(forest: Forest, node: int, moves: int) -> None:
		"""Gives `node` its block of children, if the pool still has room."""
		slot = forest.used
		if slot + moves <= POOL:
			forest.used = slot + moves
			forest.block[node] = (slot << BITS) + moves
			for child in range(slot, slot + moves):
				forest.block[child] = 0
				forest.visits[child] = 0.0
				forest.total[child] = 0.0

	@kernel
	def pick(forest: Forest, world: AnyState, setting: AnySetting, unit: int, dice: Dice) -> int:
		"""The move of `unit`, which goes one step down in its tree, or out of it."""
		tree = forest.trees[unit]
		node = tree.at
		block = 0
		if node != OUTSIDE:
			is_due = forest.visits[node] > 0.0 or tree.length == 1
			if forest.block[node] == 0 and is_due:
				open_node(forest, node, count_moves(world, setting, unit))
			block = forest.block[node]
		if block == 0:
			tree.at = OUTSIDE
			moves = count_moves(world, setting, unit)
			return draw(dice, moves)
		tries = forest.visits[node]
		first = block >> BITS
		count = block & MOST
		child = first
		if tries < forest.random_visits:
			move = draw(dice, count)
			child += move
		else:
			forest.ucb_picks += 1
			scale = max(tree.highest - tree.lowest, 1.0e-9)
			width = forest.exploration * sqrt(log(tries))
			child = best_scaled_ucb(forest.total, forest.visits, first, count, scale, width)
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
		"""`count` iterations from `start`, played on `world`."""
		for _ in range(count):
			assign(world, start)
			for unit in range(units):
				tree = forest.trees[unit]
				tree.at = forest.root[unit]
				tree.path[0] = tree.at
				tree.length = 1
			for _depth in range(forest.depth):
				for unit in range(units):
					forest.moves[unit] = pick(forest, world, setting, unit, dice)
				play(world, setting, forest.moves)
			rate(world, setting, forest.scores)
			for unit in range(units):
				tree = forest.trees[unit]
				score = forest.scores[unit]
				tree.lowest = min(tree.lowest, score)
				tree.highest = max(tree.highest, score)
				for step in range(tree.length):
					node = tree.path[step]
					forest.visits[node] += 1.0
					forest.total[node] += score
			forest.iterations += 1

	return plant, iterate


def root_moves(engine: Engine, field: str, unit: int) -> list[tuple[int, int, float]]:
	"""(move, visits, mean score) at a unit's root in the Forest `field`, most visited first."""
	return children(engine, field, int(engine.read(field + ".root", unit)))


def children(engine: Engine, field: str, slot: int) -> list[tuple[int, int, float]]:
	"""The same for any node."""
	first, count = divmod(int(engine.read(field + ".block", slot)), 1 << BITS)
	rows = []
	for move in range(count):
		visits, total = (engine.read(field + end, first + move) for end in (".visits", ".total"))
		rows.append((move, int(visits), total / visits if visits else 0.0))
	return sorted(rows, key=lambda row: (-row[1], -row[2], row[0]))


def describe(engine: Engine, field: str, names: Sequence[Sequence[str]]) -> list[dict[str, Any]]:
	"""Each unit's moves at the root and principal line, in the words of names[unit]."""
	units = []
	for unit, name in enumerate(names):
		slot = int(engine.read(field + ".root", unit))
		rows = children(engine, field, slot)
		moves = [{"move": name[row[0]], "visits": row[1], "value": row[2]} for row in rows]
		line = []
		while rows and rows[0][1]:
			best = rows[0][0]
			line.append(name[best])
			slot = (int(engine.read(field + ".block", slot)) >> BITS) + best
			rows = children(engine, field, slot)
		units.append({"unit": unit, "moves": moves, "line": line})
	return units


# ==== common/search/ucb.py ====
"""Scores by which a search picks the next arm to try.

Visits are floats: exact up to 2**53, no conversions in hot loops.
"""

from math import sqrt


@kernel
def best_scaled_ucb(
	total: Numbers[float],
	visits: Numbers[float],
	first: int,
	count: int,
	scale: float,
	width: float,
) -> int:
	"""The slot in first..first+count-1 with the largest scaled UCB, or the first never visited.

	Scaled UCB = total / (visits * scale) + width / sqrt(visits), with scale the range of the tree's
	scores, above 0, and width = exploration * sqrt(ln(visits of the parent)).
	Source: as Smitsimax; UCB1 (Auer, Cesa-Bianchi, Fischer 2002).
	"""
	best = first
	best_value = -1.0e300
	for slot in range(first, first + count):
		tries = visits[slot]
		if tries < 1.0:
			return slot
		value = total[slot] / (tries * scale) + width / sqrt(tries)
		if value > best_value:
			best_value = value
			best = slot
	return best


# ==== bots/kutulu/search.py ====
"""What the bot searches: one tree per explorer, and how good a world is for each of them.

A tree's move is a number in a list that depends on the place: at the root every action that makes
sense there (Menu); later 0 to stay and n for the n-th way that leads on. So a move means
something wherever an explorer really is, even if a YELL has held it up.
"""

ROOT_MOVES = 8


@record
class Menu:
	"""What can be done at the roots: actions[unit * ROOT_MOVES + move] of count[unit] moves."""

	actions: Numbers[int] = numbers(int, EXPLORERS * ROOT_MOVES)
	count: Numbers[int] = numbers(int, EXPLORERS)


@record
class Setting:
	"""What stays as it is during a search, and scratch.

	chance: what is not known: whom a minion follows of explorers that are equally near, and
	whether another explorer than the bot, `me`, plays by habit.
	"""

	maze: Maze
	params: Params
	menu: Menu
	chance: Dice
	now: int  # turn at the start
	me: int
	orders: Numbers[int] = numbers(int, EXPLORERS)


@kernel
def count_moves(world: World, setting: Setting, unit: int) -> int:
	"""All actions at the root; staying and all ways on later."""
	if world.turn == setting.now:
		return setting.menu.count[unit]
	one = world.explorers[unit]
	return setting.maze.move_count[one.cell] if one.is_in else 1


@kernel
def play(world: World, setting: Setting, moves: Numbers[int]) -> None:
	"""One turn in which explorer i plays moves[i], or by habit if it is another than the bot."""
	maze = setting.maze
	stand(world, maze)
	note_hunters(world, maze)
	for unit in range(EXPLORERS):
		one = world.explorers[unit]
		move = moves[unit]
		order = WAIT
		if world.turn == setting.now:
			order = setting.menu.actions[unit * ROOT_MOVES + move]
		elif move == 0 and one.plans > 0 and one.sanity <= setting.params.plan_below:
			order = PLAN
		elif move < maze.move_count[one.cell]:
			order = maze.moves[one.cell * ACTIONS + move]
		if unit != setting.me and one.is_in:
			drawn = draw(setting.chance, 100)
			if drawn < setting.params.habit:
				order = habit(world, maze, unit, setting.params.plan_below)
		setting.orders[unit] = order
	play_turn(world, maze, setting.chance, setting.orders)


@kernel
def rate(world: World, setting: Setting, scores: Numbers[float]) -> None:
	"""The score of each explorer: its leads, in sanity and in what may become of it.

	A wanderer is feared by all on its target's cell, for it spooks them all.
	"""
	points = numbers(float, EXPLORERS)
	params = setting.params
	maze = setting.maze
	stand(world, maze)
	for who in range(EXPLORERS):
		one = world.explorers[who]
		value = float(one.score - setting.now) - params.out
		if one.is_in:
			value = float(one.sanity) + params.plan * float(one.plans)
			value += params.light * float(one.lights)
			nearest = FAR
			row = one.cell * ROW
			for other in range(EXPLORERS):
				steps = maze.walk[row + maze.where[other]]
				if other != who and steps < FAR:
					nearest = min(nearest, steps)
					if (one.yelled_at >> other) & 1 == 0:
						value += params.yell
			if COMPANY < nearest < FAR:
				value -= params.far * float(nearest - COMPANY)
			for index in range(world.count):
				target = world.target[index]
				if target >= 0 and maze.where[target] == one.cell:
					steps = maze.walk[row + world.spot[index]]
					if 0 < steps <= params.reach:
						value -= params.danger / float(steps)
		points[who] = value
	for who in range(EXPLORERS):
		scores[who] = 0.0
		for other in range(EXPLORERS):
			lead = points[who] - points[other]
			scores[who] += lead / (params.close + abs(lead))


plant, iterate = bind(EXPLORERS, count_moves, play, rate)


@record
class Memory:
	"""All that the search works on; the bot loads setting once, start, menu, dice each turn."""

	start: World
	menu: Menu
	dice: Dice
	world: World
	setting: Setting
	forest: Forest


@kernel
def begin(memory: Memory, me: int, habit: int) -> None:
	"""Empty trees for the world in `start` and the menu; `me` is the bot, habit the others'."""
	setting = memory.setting
	params = setting.params
	params.habit = habit
	memory.forest.depth = params.depth
	memory.forest.random_visits = params.random_visits
	memory.forest.exploration = params.exploration
	assign(setting.menu, memory.menu)
	assign(setting.chance, memory.dice)
	setting.now = memory.start.turn
	setting.me = me
	plant(memory.forest)


@kernel
def think(memory: Memory, count: int) -> None:
	"""`count` iterations more."""
	iterate(memory.forest, memory.start, memory.world, memory.setting, memory.dice, count)


def list_actions(world: World, maze: Maze, unit: int, has_light: bool) -> list[int]:
	"""What can be done at a root; a LIGHT, if at all, where it leaves somebody in the dark."""
	one = world.explorers[unit]
	if not one.is_in or world.turn < one.stuck_until:
		return [WAIT]
	first = one.cell * ACTIONS
	actions = list(maze.moves[first : first + maze.move_count[one.cell]])
	places = [one.cell * ROW + cell for cell in maze.where]
	near = [other for other, at in enumerate(places) if maze.apart[at] <= YELL_REACH]
	if any((one.yelled_at >> other) & 1 == 0 for other in near if other != unit):
		actions.append(YELL)
	if is_free(one, world.turn):
		if one.plans > 0 and one.sanity < MAX_SANITY:
			actions.append(PLAN)
		is_leaving = any(LIGHT_REACH < maze.walk[at] < FAR for at in places)
		if has_light and one.lights > 0 and is_leaving:
			actions.append(LIGHT)
	return actions


def begin_at(engine: Engine, world: World, maze: Maze, me: int, habit: int) -> list[Numbers[int]]:
	"""Begins in this world, in an engine that knows the maze; what each root's moves mean.

	LIGHTs of others are not looked at: that takes long.
	"""
	menu = Menu()
	stand(world, maze)
	starts = range(0, EXPLORERS * ROOT_MOVES, ROOT_MOVES)
	for unit, first in enumerate(starts):
		actions = list_actions(world, maze, unit, unit == me)
		menu.count[unit] = len(actions)
		menu.actions[first : first + len(actions)] = actions
	engine.load("start", world)
	engine.load("menu", menu)
	engine.call(begin, me, habit)
	return [menu.actions[first : first + ROOT_MOVES] for first in starts]


ENTRIES = (begin, think)


# ==== common/c_text.py ====
"""Python's numbers, tables and arithmetic in C."""

import math
import re
from typing import Any, NamedTuple


class Support:
	r"""
	#include <math.h>
	#include <setjmp.h>
	#include <stdbool.h>
	#include <stdint.h>
	typedef int64_t Int;
	const char *run_place;  // of a trap
	static int trap_reason;  // 1 to 6: native.TRAPS
	static jmp_buf trap_exit;
	#define AT const char *place
	static __attribute__((cold, noinline, noreturn)) void trap(AT, int reason) {
	    run_place = place;
	    trap_reason = reason;
	    longjmp(trap_exit, 1);
	}
	#define LET(name, value) __auto_type name = value;
	#define SET(place, value) { __auto_type set = value; place = set; }
	#define CHANGE(type, place, value) { type *old = &place; *old = value; }
	#define COPY(target, source) *target = *source
	#define LOOP(i, first, last, sign, step) for (Int i = first, end = last; i sign end; i += step)
	#define ENTRY(run, given, names, body) \
	    static __attribute__((noinline)) void enter_ ## run given { body; } \
	    int run given { if (setjmp(trap_exit)) return trap_reason; enter_ ## run names; return 0; }
	#define PURE static inline __attribute__((always_inline))
	#define INT1(f) PURE Int f(Int a, AT)
	#define INT2(f) PURE Int f(Int a, Int b, AT)
	#define TO_INT1(f) PURE Int f(double a, AT)
	#define REAL1(f) PURE double f(double a, AT)
	#define REAL2(f) PURE double f(double a, double b, AT)
	INT2(at) {
	    if ((uint64_t)a >= (uint64_t)b) trap(place, 1);
	    return a;
	}
	#define CHECKED(f) { if (__builtin_ ## f ## _overflow(a, b, &a)) trap(place, 2); return a; }
	INT2(Add_int) CHECKED(add)
	INT2(Sub_int) CHECKED(sub)
	INT2(Mult_int) CHECKED(mul)
	INT1(abs_int) { return a < 0 ? Sub_int(0, a, place) : a; }
	#define IS_POWER(b) (__builtin_constant_p(b) && b > 0 && (b & (b - 1)) == 0)
	INT2(FloorDiv_int) {
	    if (IS_POWER(b)) return a >> __builtin_ctzll(b);
	    if (b == 0) trap(place, 3);
	    return b == -1 ? Sub_int(0, a, place) : a / b - (a % b != 0 && (a < 0) != (b < 0));
	}
	INT2(Mod_int) {
	    if (IS_POWER(b)) return a & (b - 1);
	    if (b == 0) trap(place, 3);
	    Int rest = b == -1 ? 0 : a % b;
	    return rest != 0 && (rest < 0) != (b < 0) ? rest + b : rest;
	}
	INT2(LShift_low) {
	    if (b < 0) trap(place, 5);
	    return b > 63 ? 0 : a << b;
	}
	INT2(LShift_int) {
	    if ((uint64_t)b > 63 && (b < 0 || a != 0)) trap(place, b < 0 ? 5 : 2);
	    if ((uint64_t)b > 63) return 0;
	    if (a << b >> b != a) trap(place, 2);
	    return a << b;
	}
	INT2(RShift_int) {
	    if (b < 0) trap(place, 5);
	    return a >> (b > 63 ? 63 : b);
	}
	INT1(bit_count_int) { return __builtin_popcountll(abs_int(a, place)); }
	INT1(bit_length_int) { return a ? 64 - __builtin_clzll(abs_int(a, place)) : 0; }
	INT2(min_int) { return b < a ? b : a; }
	INT2(max_int) { return b > a ? b : a; }
	REAL2(min_float) { return b < a ? b : a; }
	REAL2(max_float) { return b > a ? b : a; }
	REAL1(abs_float) { return fabs(a); }
	REAL2(Div_float) {
	    if (b == 0.0) trap(place, 3);
	    return a / b;
	}
	REAL1(round_down) { return isfinite(a) ? floor(a) : a - a; }
	TO_INT1(int_float) {
	    if (!(a >= -0x1p63 && a < 0x1p63)) trap(place, 4);
	    return (Int)a;
	}
	#define LIBM_INT(f, g) TO_INT1(f ## _float) { return int_float(g(a), place); }
	LIBM_INT(trunc, trunc) LIBM_INT(round, rint) LIBM_INT(floor, floor) LIBM_INT(ceil, ceil)
	PURE double hidden(double a) {  // from a compiler that rounds sin(0.5) otherwise
	    if (!__builtin_constant_p(a)) return a;
	    volatile double unknown = a;
	    return unknown;
	}
	PURE double valid(double result, double a, double b, AT) {
	    if (isfinite(result)) return result;
	    if (isnan(result) ? !isnan(a) && !isnan(b) : isfinite(a) && isfinite(b)) trap(place, 6);
	    return result;
	}
	#define LIBM(f) REAL1(f ## _float) { return valid(f(hidden(a)), a, a, place); }
	LIBM(sqrt) LIBM(sin) LIBM(cos) LIBM(tan) LIBM(asin) LIBM(acos) LIBM(atan) LIBM(exp) LIBM(expm1)
	LIBM(log) LIBM(log2) LIBM(log10) LIBM(log1p) LIBM(tanh) LIBM(cbrt) LIBM(fabs)
	#define LIBM2(f) REAL2(f ## _float) { return valid(f(hidden(a), hidden(b)), a, b, place); }
	LIBM2(atan2) LIBM2(fmod) LIBM2(pow) LIBM2(copysign)
	"""


SUPPORT = str(Support.__doc__)
C_NAMES: dict[Any, str] = {int: "Int", float: "double", bool: "bool", None: "void"}
# Of these functions: the kind of the result, the number of arguments.
RESULTS: dict[str, tuple[Any, int]] = {
	name + "_float" * ("LIBM" in word): (int if "INT" in word else float, int(count or "1"))
	for word, count, name in re.findall(r"([A-Z_]+)(\d?)\((\w+)", SUPPORT)
}


class Array(NamedTuple):
	"""The kind of an array; is_table: a constant tuple, whose rows are Arrays too."""

	item: Any
	length: int
	is_table: bool = False


def number(value: Any) -> str:
	"""A constant in C, else ValueError."""
	if type(value) not in SCALARS or not abs(value) < (2**63 if type(value) is int else math.inf):
		raise ValueError(str(value) + " is no number")
	return ("(" + repr(value) + "l" * (type(value) is int) + ")").lower()


def flattened(value: Any) -> tuple[list[str], Any]:
	"""The constants of a table row by row, and its kind; ValueError unless all are alike."""
	if not isinstance(value, tuple):
		return [number(value)], type(value)
	rows = [flattened(row) for row in value]
	(kind,) = {kind for _, kind in rows}
	return [text for texts, _ in rows for text in texts], Array(kind, len(rows), True)


def call(name: str, *parts: object) -> str:
	"""A call or macro in C."""
	return name + "(" + ", ".join(map(str, parts)) + ")"


def width(kind: Any) -> int:
	"""How many numbers or records an array holds."""
	return kind.length * width(kind.item) if isinstance(kind, Array) else 1


class Types:
	"""The C text from its top on: what is declared as records and tables come up.

	is_compiled: pools have their length in C.
	"""

	def __init__(self, is_compiled: bool) -> None:
		self.is_compiled = is_compiled
		self.parts = [SUPPORT]
		self.records: dict[Any, tuple[str, dict[str, Any]]] = {}
		self.tables: dict[int, tuple[Any, str, Any]] = {}

	def base(self, kind: Any) -> str:
		"""The C type of a number or record, or of an array's in the end."""
		while isinstance(kind, Array):
			kind = kind.item
		return C_NAMES.get(kind) or self.record(kind)[0]

	def declare(self, kind: Any, name: str) -> str:
		"""A parameter or local; records and arrays are pointers."""
		const = "const " * getattr(kind, "is_table", False)
		star = " " if kind in C_NAMES else " *"
		return const + self.base(kind) + star + name + "_"

	def record(self, kind: Any) -> tuple[str, dict[str, Any]]:
		"""A record's name in C and the kinds of its fields."""
		if kind not in self.records:
			fields, inner = {}, ""
			for name, entry in kind.kernel_fields.items():
				is_array = isinstance(entry, list)
				field = Array(entry[0], entry[1 + self.is_compiled]) if is_array else entry
				size = f"[{field.length}]" if is_array else ""
				inner += self.base(field) + " " + name + "_" + size + ";"
				fields[name] = field
			name = f"record_{len(self.records)}_" + kind.__name__
			self.parts.append("typedef struct {" + inner + "} " + name + ";")
			self.records[kind] = name, fields
		return self.records[kind]

	def constant(self, value: Any) -> tuple[str, Any]:
		"""A number, or a tuple of numbers or rows."""
		if not isinstance(value, tuple):
			if type(value) is Capacity:
				value = value.compiled if self.is_compiled else int(value)
			return number(value), type(value)
		if id(value) not in self.tables:
			texts, kind = flattened(value)
			name = f"table_{len(self.tables)}"
			head = "static const " + self.base(kind) + f" {name}[] = {{"
			self.parts.append(head + ", ".join(texts) + "};")
			self.tables[id(value)] = value, name, kind
		return self.tables[id(value)][1:]


# ==== common/native.py ====
"""The engines of a bot with kernels: C as soon as it is ready, CPython until then.

A child process translates the kernels to C, has that compiled and tries the library out: it must
repeat the warm-up in every bit. C plays from the next turn on. What fails is one line on stderr.
BOTSMITH_ENGINE=python keeps CPython.
"""

import atexit
import ctypes
import mmap
import os
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from glob import glob
from time import perf_counter, sleep
from typing import Any, TypeVar

Result = TypeVar("Result")

COMPILERS = ("cc", "gcc", "clang", "g++")
FOLDERS = ("/usr/bin", "/usr/local/bin", "/opt/*/bin", "/usr/lib/llvm*/bin")
LIBRARY = "kernels.so"
PATIENCE = 20.0  # seconds for the child
FIRST_TURN_WAIT = 0.9  # seconds of the first turn at most, and share of it
STEP = 0.001  # seconds between looks
NICE = 10  # steps of priority below the bot
FLAGS = """
-std=c11 -O2 -march=native -fwrapv -ffp-contract=off -fno-math-errno -fno-strict-aliasing
--param=early-inlining-insns=14 -Werror=frame-larger-than=1000000 -shared -fPIC
""".split()
CODES = {int: "q", float: "d", bool: "?"}
# What Python would raise where C stops, by trap_reason from 1; overflow apart.
TRAPS = (IndexError, OverflowError, ZeroDivisionError, OverflowError, ValueError, ValueError)
C_TYPES: dict[Any, Any] = {int: ctypes.c_int64, float: ctypes.c_double, bool: ctypes.c_bool}


class Unusable(Exception):
	"""Why C does not play."""


@cache
def layout(kind: Any) -> Any:
	"""A number or record in C."""
	if kind in C_TYPES:
		return C_TYPES[kind]
	fields = []
	for name, entry in kind.kernel_fields.items():
		inner, *lengths = entry if isinstance(entry, list) else [entry]
		fields.append((name, layout(inner) * lengths[-1] if lengths else layout(inner)))
	return type(kind.__name__, (ctypes.Structure,), {"_fields_": fields})


def values_of(source: Any, place: int, has_zeros: bool = True) -> Iterator[tuple[int, bytes]]:
	"""A record's values in C, from `place` on; maybe without zeros."""
	record: Any = type(source)
	for name, entry in record.kernel_fields.items():
		kind = entry[0] if isinstance(entry, list) else entry
		value = getattr(source, name)
		items = value if isinstance(value, list) else [value]
		start = place + getattr(layout(record), name).offset
		if kind in CODES:
			if has_zeros or any(items):
				count = entry[1] if isinstance(entry, list) else 1
				yield start, struct.pack(f"={count}{CODES[kind]}", *items)
		else:
			for item in items:
				yield from values_of(item, start, has_zeros)
				start += ctypes.sizeof(layout(kind))


@cache
def fresh(memory: type) -> list[tuple[int, bytes]]:
	"""What a new memory holds."""
	return list(values_of(memory(), 0, False))


class NativeEngine(Engine):
	"""Kernels of a library. Its memory is large, but taken only as it is used."""

	name = "c"
	pace = 10

	def __init__(self, memory: type, folder: str) -> None:
		self.kind = memory
		self.library = ctypes.CDLL(os.path.join(folder, LIBRARY))
		self.has_failed = False
		self.pages = mmap.mmap(-1, ctypes.sizeof(layout(memory)))
		self.memory = layout(memory).from_buffer(self.pages)
		self.write(fresh(memory))

	def write(self, values: Iterable[tuple[int, bytes]]) -> None:
		for place, data in values:
			self.pages[place : place + len(data)] = data

	def load(self, field: str, source: object) -> None:
		try:
			self.write(values_of(source, getattr(layout(self.kind), field).offset))
		except struct.error as error:
			raise self.stopped(field, str(error)) from error

	def call(self, kernel: Callable[..., Result], *values: int | float | bool) -> Result:
		run, result = entry(self.library, kernel)
		try:
			code = run(ctypes.byref(self.memory), *values, ctypes.byref(result))
		except ctypes.ArgumentError as error:
			raise self.stopped(kernel.__name__, str(error)) from error
		if code:
			place = ctypes.c_char_p.in_dll(self.library, "run_place").value or b""
			raise self.stopped(place.decode(), TRAPS[code - 1].__name__)
		return result.value  # type: ignore[no-any-return]

	def stopped(self, where: str, why: str) -> EngineFailed:
		self.has_failed = True
		return EngineFailed(f"C stopped at {where}: {why}")


@cache
def entry(library: ctypes.CDLL, kernel: Callable[..., Any]) -> tuple[Any, Any]:
	"""The function run_NAME of a kernel, and room for its result."""
	_, *kinds, kind = [C_TYPES.get(k, ctypes.c_int64) for k in kernel.__annotations__.values()]
	run = library["run_" + kernel.__name__]
	run.argtypes = [ctypes.c_void_p, *kinds, ctypes.c_void_p]
	return run, kind()


class Rehearsal(Engine):
	"""CPython's engine; takes notes of the warm-up for C to repeat."""

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

	def call(self, kernel: Callable[..., Result], *values: int | float | bool) -> Result:
		if not self.is_over:
			self.notes.append(("call", kernel, values))
		return super().call(kernel, *values)

	def repeat(self, native: NativeEngine) -> None:
		"""The warm-up again, on CPython and on C, bit for bit."""
		twin = Engine(native.kind)
		for method, what, values in self.notes:
			getattr(twin, method)(what, *values)
			getattr(native, method)(what, *values)
		for place, data in values_of(twin.memory, 0):
			if native.pages[place : place + len(data)] != data:
				raise Unusable("the warm-ups differ")


class Compiled(Engines):
	"""C, or CPython while there is no C."""

	def __init__(self, memory: type, kernels: Sequence[Callable[..., Any]]) -> None:
		self.python = self.rehearsal = Rehearsal(memory)
		self.memory = memory
		self.kernels = kernels
		self.native: NativeEngine | None = None
		self.folder = ""
		self.child = 0  # which compiles
		self.born = 0.0
		self.is_first = True

	def start(self) -> None:
		self.rehearsal.is_over = True
		if not USE_C or os.environ.get("BOTSMITH_ENGINE") == "python":
			return
		try:
			compiler = find_compiler()
			atexit.register(self._clean_up)
			signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # by way of atexit
			self.folder = tempfile.mkdtemp()
			self.born = perf_counter()
			self.child = os.fork()
		except (Unusable, OSError, AttributeError) as error:  # no fork, for instance
			give_up(str(error))
		else:
			os.setpgid(self.child, self.child)  # as the child does: whoever is first
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
		"""In the child: makes the library and tries it out."""
		try:
			os.nice(NICE)
			self._make_library(compiler)
			self.rehearsal.repeat(NativeEngine(self.memory, self.folder))
			os._exit(0)
		except BaseException as error:
			give_up(str(error) or repr(error))
		finally:
			os._exit(1)

	def _make_library(self, compiler: str) -> None:
		with open(os.path.join(self.folder, "kernels.c"), "w", encoding="utf-8") as file:
			file.write(translate(self.kernels, self.memory))
		command = [compiler, *FLAGS, "-xc", file.name, "-o", LIBRARY, "-lm"]
		own = {**os.environ, "TMPDIR": self.folder}  # for what a killed compiler leaves
		run = subprocess.run(command, cwd=self.folder, env=own, capture_output=True, text=True)
		if run.returncode != 0:
			said = [line for line in run.stderr.splitlines() if "error" in line]
			raise Unusable(compiler + ": " + (said or ["it failed"])[0])

	def _take_up(self, status: int) -> None:
		"""The child has ended, and has said why if it failed."""
		try:
			if status == 0:
				self.native = NativeEngine(self.memory, self.folder)
			elif os.WIFSIGNALED(status):
				give_up("its trial died of signal " + str(os.WTERMSIG(status)))
		except (Unusable, OSError) as error:
			give_up(str(error))
		self._clean_up()

	def _clean_up(self) -> None:
		"""Ends the child, with its compiler, and removes the folder."""
		if self.child:
			os.killpg(self.child, signal.SIGKILL)
			os.waitpid(self.child, 0)
		self.child = 0
		shutil.rmtree(self.folder, ignore_errors=True)
		signal.signal(signal.SIGTERM, signal.SIG_DFL)


def find_compiler() -> str:
	"""A compiler on PATH or in the usual places, else Unusable."""
	folders = [folder for pattern in FOLDERS for folder in glob(pattern)]
	places = os.pathsep.join([os.environ.get("PATH", ""), *folders])
	for name in COMPILERS:
		if path := shutil.which(name, path=places):
			return path
	raise Unusable("no C compiler found")


def give_up(why: str) -> None:
	report("no C, CPython plays: " + why)


# ==== common/translate.py ====
"""Kernels to C when the bot starts: a C function for each kernel and kinds of its arguments.

Constants are what their names stand for now. C keeps Python's order of evaluation, its rounding
and its exceptions: where Python raises one, or an int leaves 64 bits, C stops and tells the line
(a trap). What is not known here is refused with its line.
"""

import ast
import builtins
import linecache
import math
import re
from collections.abc import Callable, Sequence
from functools import cache
from types import FunctionType, ModuleType
from typing import Any

SIGNS = {ast.Add: "+", ast.Sub: "-", ast.Mult: "*"}
BITWISE = {ast.BitAnd: "&", ast.BitOr: "|", ast.BitXor: "^"}
ORDER = {ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=", ast.Eq: "==", ast.NotEq: "!="}
LOW = (*SIGNS, *BITWISE, ast.LShift)  # whose low bits come from low bits alone
FIXED = (*SCALARS, tuple, ModuleType, type(None))  # what a constant may be made of
CALL = "call_"  # starts the C name of a kernel
Code = tuple[str, Any]  # C, and the kind of its value: int, float, bool, a record's class, an Array


class Refused(Exception):
	"""Why and where a kernel cannot be C."""


class Unfit(Exception):
	"""Why alone."""


@cache
def changing(path: str) -> set[str]:
	"""The globals that functions of a file set: no constants."""
	text = "".join(linecache.getlines(path))
	return {*re.findall(r"\w+", "".join(re.findall(r"^\s+global( .+)", text, re.M)))}


class Function:
	"""One kernel for arguments of certain kinds.

	kinds: of parameters and locals so far; sure: who has a value here; fixed: who cannot be set.
	"""

	def __init__(self, program: "Program", function: FunctionType, kinds: Sequence[Any]) -> None:
		import inspect  # takes long: only where it is needed

		code = function.__code__
		self.program = program
		self.types = program.types
		lines = linecache.getlines(code.co_filename)[code.co_firstlineno - 1 :]
		text = "".join(inspect.getblock(lines))
		tree = ast.parse("if 1:" * text[:1].isspace() + "\n" + text)
		nodes: list[Any] = [*ast.walk(tree)]
		named = [node for node in nodes if getattr(node, "name", "") == code.co_name]
		if not named:
			raise Refused("the file cannot be read or has changed: " + code.co_filename)
		self.tree = ast.increment_lineno(named[0], code.co_firstlineno - 2)
		self.tree.decorator_list = []
		self.file = code.co_filename.rpartition("/")[2]
		self.globals = function.__globals__
		cells = [cell.cell_contents for cell in function.__closure__ or ()]
		self.bound = dict(zip(code.co_freevars, cells, strict=True))
		self.name = CALL + str(len(program.functions)) + "_" + function.__name__
		stated = [*function.__annotations__.values()]
		if len(stated) != code.co_argcount + 1 or function.__defaults__:
			raise self.refused(self.tree)
		self.result = stated.pop()
		fits = [one is two or one not in C_NAMES for one, two in zip(stated, kinds, strict=True)]
		if not all(fits):
			raise Unfit("other kinds")
		self.parameters = code.co_varnames[: len(fits)]
		self.kinds = dict(zip(self.parameters, kinds, strict=True))
		self.own = {*code.co_varnames} | changing(code.co_filename)
		self.sure = {*self.parameters}
		self.fixed: set[str] = set()
		self.has_break = False  # the loop around
		self.depth = 0  # of blocks
		self.temporaries = 0
		self.lines: list[str] = []

	def write(self) -> str:
		"""The C function, after what it calls."""
		if self.block(self.tree.body) and self.result:
			raise self.refused(self.tree, "may end without a result")
		texts = {name: self.types.declare(kind, name) for name, kind in self.kinds.items()}
		given = ", ".join(texts.pop(name) for name in self.parameters)
		new = [text + " = 0;" for name, text in texts.items() if name not in self.fixed]
		head = "static inline " + C_NAMES[self.result] + " " + call(self.name, given) + "{"
		return "\n".join([head, *new, *self.lines, "}"])

	def refused(self, node: Any, why: str = "not in the subset") -> Refused:
		text = ast.unparse(node).splitlines()[0]
		return Refused(f"{self.file}:{node.lineno}: {why}: {text}")

	def tried(self, make: Callable[..., Any], node: Any, *more: Any) -> Any:
		"""make(node, *more), or Refused with the line."""
		try:
			return make(node, *more)
		except Refused:
			raise
		except Unfit as error:
			raise self.refused(node, str(error)) from error
		except Exception as error:
			raise self.refused(node) from error

	# --- statements: whether their end is reached

	def block(self, nodes: list[ast.stmt]) -> bool:
		self.depth += 1
		is_reached = all(map(self.statement, nodes))
		self.depth -= 1
		return is_reached

	def statement(self, node: ast.stmt) -> bool:
		make = self.compound if hasattr(node, "body") else self.simple
		return bool(self.tried(make, node))

	def simple(self, node: ast.stmt) -> bool:
		put = self.lines.append
		match node:
			case ast.Pass() | ast.Expr(value=ast.Constant()):
				pass
			case ast.Break() | ast.Continue():
				self.has_break |= isinstance(node, ast.Break)
				put(type(node).__name__.lower() + ";")
				return False
			case ast.Return(value=value):
				if (value is None) != (self.result is None):
					raise Unfit("of another kind")
				put("return " + (self.want(value, self.result) if value else "") + ";")
				return False
			case ast.Expr(value=ast.Call(func=func, args=arguments) as value):
				if self.outside(func) is assign:
					(target, kind), (source, other) = map(self.code, arguments)
					if kind != other or not is_record(kind):
						raise Unfit("of another kind")
					put(self.in_order("COPY", target, source) + ";")
				else:
					put(self.code(value)[0] + ";")
			case ast.Assign(targets=[ast.Name(id=name)], value=value) | ast.AnnAssign(
				target=ast.Name(id=name), value=ast.expr() as value
			):
				self.set(name, value)
			case ast.Assign(targets=[target], value=value):
				place, kind = self.stored(target)  # Python, too, works out the value first
				put(call("SET", place, self.want(value, kind)))
			case ast.AugAssign(target=target, op=op, value=value):
				place, kind = self.stored(target)
				text, other = self.binary(op, ("*old", kind), self.code(value), node)
				if other is not kind:
					raise Unfit("of another kind")
				put(call("CHANGE", C_NAMES[kind], place, text))
			case _:
				raise ValueError
		return True

	def stored(self, target: Any) -> Code:
		text, kind = self.code(target)
		is_row = isinstance(target, ast.Subscript) and self.code(target.value)[1].is_table
		if kind not in C_NAMES or is_row or getattr(target, "id", "") in self.fixed:
			raise Unfit("cannot be set")
		return text, kind

	def set(self, name: str, value: Any) -> None:
		"""A local's value, which may be a new array or record of zeros."""
		made = self.outside(value.func) if isinstance(value, ast.Call) else None
		if made is numbers or made is records or is_record(made):
			kind = made
			if value.args:
				made, length = map(self.outside, value.args)
				kind = Array(made, length)
			if name in self.kinds or self.depth > 1 or not getattr(made, "kernel_is_zero", True):
				raise Unfit("not new, at the top and of zeros")
			self.lines.append(self.types.base(kind) + " " + name + f"_[{width(kind)}] = {{0}};")
			self.fixed.add(name)
		else:
			text, kind = self.code(value)
			self.lines.append(name + "_ = " + text + ";")
			if kind is None or name in self.fixed:
				raise Unfit("cannot be set")
		if self.kinds.setdefault(name, kind) != kind:
			raise Unfit("of another kind")
		self.sure.add(name)

	def compound(self, node: Any) -> bool:
		before, outer, name = {*self.sure}, self.has_break, ""
		if isinstance(node, ast.For):
			name = self.count(node)
		else:
			word = type(node).__name__.lower()
			self.lines.append(call(word, self.want(node.test, bool)) + "{")
		if isinstance(node, ast.If):
			is_reached = self.block(node.body)
			after, self.sure = self.sure, before
			self.lines.append("} else {")
			is_other_reached = self.block(node.orelse)
			if is_reached:
				self.sure = after & self.sure if is_other_reached else after
			self.lines.append("}")
			return is_reached or is_other_reached
		if node.orelse:
			raise ValueError
		self.has_break = False
		self.block(node.body)
		self.lines.append("}")
		is_endless = not name and not self.has_break and self.outside(node.test) is True
		self.sure, self.has_break = before, outer  # the body may never run
		if name:
			self.fixed.discard(name)
			del self.kinds[name]
		return not is_endless

	def count(self, node: ast.For) -> str:
		"""Opens a loop over a range; its name."""
		loop: Any = node.iter
		name, given = node.target.id, loop.args  # type: ignore[attr-defined]
		*_, start, stop = "0", *[self.want(part, int) for part in given[:2]]
		step = self.outside(given[2]) if given[2:] else 1
		if self.outside(loop.func) is not range or name in self.kinds or not step:
			raise ValueError
		if abs(step) > 1:  # the last step stays within 64 bits
			place = self.place(node)
			stop = call("Sub_int", call("Add_int", stop, step, place), step, place)
		if getattr(loop.func, "id", "") == "each":
			self.lines.append("#pragma GCC unroll 16")
		sign = "<" if step > 0 else ">"
		self.lines.append(call("LOOP", name + "_", start, stop, sign, step) + "{")
		self.kinds[name] = int
		self.fixed.add(name)
		self.sure.add(name)
		return str(name)

	def outside(self, node: ast.expr) -> Any:
		"""The value of an expression without calls and own names, else None."""
		if isinstance(node, ast.Constant):
			return node.value
		for part in ast.walk(node):
			name = getattr(part, "id", "")
			known = self.bound.get(name, self.globals.get(name))
			is_fixed = part is node or type(known) in FIXED
			if isinstance(part, ast.Call) or name in self.own or not is_fixed:
				return None
		try:
			value = eval(compile(ast.Expression(node), "", "eval"), self.globals, self.bound)
			return value if type(value) not in SCALARS or number(value) else None
		except (ArithmeticError, ValueError):  # C stops where it comes to that
			return None

	def place(self, node: Any) -> str:
		return f'"{self.file}:{node.lineno}"'

	def in_order(self, word: str, *texts: str) -> str:
		"""A call or operation. C would make calls inside in any order, Python from the left."""
		names, lets = [*texts], ""
		if len(texts) > 1 and CALL in "".join(texts):
			self.temporaries += 1
			names = [f"v{n}_{self.temporaries}" for n in range(len(texts))]
			lets = "".join(map(call, ["LET"] * len(texts), names, texts))
		text = call(word, *names) if word.isidentifier() else call("", word.join(names))
		return "({" + lets + text + ";})" if lets else text

	def known(self, name: str, texts: Sequence[str], node: Any) -> Code:
		kind, count = RESULTS[name]
		if count != len(texts):
			raise ValueError
		return self.in_order(name, *texts, self.place(node)), kind

	def want(self, node: Any, kind: Any, is_low: bool = False) -> str:
		text, found = self.code(node, is_low)
		if found != kind:
			names = [getattr(one, "__name__", "other") for one in (found, kind)]
			raise self.refused(node, ", not ".join(names))
		return text

	def code(self, node: Any, is_low: bool = False) -> Code:
		"""An expression. is_low: its low bits count alone, so it may leave 64 bits."""
		text, kind = self.tried(self.expression, node, is_low)
		return text, kind

	def expression(self, node: Any, is_low: bool) -> Code:
		value = self.outside(node)
		if value is not None:
			return self.types.constant(value)
		match node:
			case ast.Name(id=name):
				if name in self.own and name not in self.sure:
					raise Unfit("no sure value")
				return name + "_", self.kinds[name]
			case ast.Attribute(value=owner, attr=name):
				text, record = self.code(owner)
				kind = self.types.record(record)[1][name]
				sign = "&" if is_record(kind) else ""
				return "(" + sign + text + "->" + name + "_)", kind
			case ast.Subscript(value=owner, slice=index) if not isinstance(index, ast.Slice):
				text, kind = self.code(owner)
				place, known = self.want(index, int), self.outside(index)
				if known is None:
					place = call("at", place, kind.length, self.place(node))
				elif not 0 <= known < kind.length:
					raise Unfit("outside")
				where = self.in_order("+", text, place + "*" + str(width(kind.item)))
				return (call("*", where) if kind.item in C_NAMES else where), kind.item
			case ast.UnaryOp(op=ast.Not(), operand=inner):
				return call("!", self.want(inner, bool)), bool
			case ast.UnaryOp(op=ast.Invert(), operand=inner):
				return call("~", self.want(inner, int, is_low)), int
			case ast.UnaryOp(op=ast.USub(), operand=inner):
				right = self.code(inner, is_low)
				zero = "0" if right[1] is int else "-0.0"
				return self.binary(ast.Sub(), (zero, right[1]), right, node, is_low)
			case ast.BinOp(left=left, op=op, right=right):
				is_low = is_low and isinstance(op, LOW)
				if isinstance(op, ast.BitAnd):  # maybe with a mask that is a constant
					masks = [self.outside(left), self.outside(right)]
					is_low |= any(type(mask) is int and mask >= 0 for mask in masks)
				second = self.code(right, is_low and not isinstance(op, ast.LShift))
				return self.binary(op, self.code(left, is_low), second, node, is_low)
			case ast.BoolOp(op=op, values=values):
				word = "&&" if isinstance(op, ast.And) else "||"
				return call("", word.join(self.want(value, bool) for value in values)), bool
			case ast.Compare(left=left, ops=ops, comparators=others):
				texts, kinds = zip(*map(self.code, (left, *others)), strict=True)
				pairs = zip([ORDER[type(op)] for op in ops], texts, texts[1:], strict=False)
				if kinds in [(kind,) * len(kinds) for kind in SCALARS]:
					if len(ops) == 1 or CALL not in "".join(texts):
						return call("", "&&".join(self.in_order(*pair) for pair in pairs)), bool
			case ast.IfExp(test=test, body=body, orelse=other):
				text, kind = self.code(body)
				arms = text + ":" + self.want(other, kind)
				return call("", self.want(test, bool) + "?" + arms), kind
			case ast.Call(func=ast.Attribute(value=owner, attr="bit_count" | "bit_length" as name)):
				return self.known(name + "_int", [self.want(owner, int)], node)
			case ast.Call(func=func, args=arguments, keywords=[]):
				return self.call(self.outside(func), [*map(self.code, arguments)], node)
		raise ValueError

	def binary(self, op: Any, left: Code, right: Code, node: Any, is_low: bool = False) -> Code:
		"""left op right, with Python's rounding and its exceptions."""
		kind, kinds = type(op), {left[1], right[1]}
		texts, is_int = [left[0], right[0]], kinds == {int}
		if not kinds <= {int, float} or kind in BITWISE and not is_int:
			raise ValueError
		if kind in BITWISE or kind in SIGNS and (is_low or not is_int):
			return self.in_order((BITWISE | SIGNS)[kind], *texts), int if is_int else float
		if kind is ast.FloorDiv and not is_int and texts[1] in (number(1.0), number(1)):
			return self.known("round_down", texts[:1], node)
		suffix = "_float" if not is_int else "_low" if is_low and kind is ast.LShift else "_int"
		return self.known(kind.__name__ + suffix, texts, node)

	def call(self, function: Any, given: list[Code], node: Any) -> Code:
		"""A call of a kernel, or of a function of Python or `math`."""
		texts, kinds = [text for text, _ in given], [kind for _, kind in given]
		if getattr(function, "is_kernel", False):
			name, result = self.program.call(function, kinds)
			return self.in_order(name, *texts), result
		if function is len:
			return self.types.constant(kinds[0].length)
		if function in (int, float) and kinds in ([int], [bool], [function]):
			return call("", call("", C_NAMES[function]) + texts[0]), function
		name = function.__name__
		if function is getattr(math, name, None) and RESULTS[name + "_float"][0] is float:
			kinds = [kind if kind is not int else float for kind in kinds]
		elif function not in (getattr(math, name, None), getattr(builtins, name, None)):
			raise Unfit("no kernel")
		(kind,) = {*kinds}
		return self.known(name + "_" + kind.__name__, texts, node)


class Program:
	"""The C text as it grows: a function for each kernel and kinds of its arguments."""

	writer = Function

	def __init__(self, is_compiled: bool = True) -> None:
		self.types = Types(is_compiled)
		self.parts = self.types.parts
		self.functions: dict[Any, tuple[str, Any] | None] = {}

	def call(self, function: Any, kinds: Sequence[Any]) -> tuple[str, Any]:
		"""Its name in C and the kind of its result."""
		key = (function, *kinds)
		if key not in self.functions:
			writer = self.writer(self, function, kinds)
			self.functions[key] = None
			self.parts.append(writer.write())
			self.functions[key] = writer.name, writer.result
		known = self.functions[key]
		if known is None:
			raise Unfit("calls itself")
		return known

	def entry(self, function: Any, kinds: Sequence[Any]) -> None:
		"""run_NAME, which returns 0 or why it stopped."""
		name, result = self.call(function, kinds)
		names = [f"a{n}" for n in range(len(kinds))]
		given = [*map(self.types.declare, kinds, names), C_NAMES[result] + " *result"]
		names = [one + "_" for one in names]
		body = ("*result = " if result else "") + call(name, *names)
		run = "run_" + function.__name__
		self.parts.append(call("ENTRY", run, call("", *given), call("", *names, "result"), body))


def translate(kernels: Sequence[Callable[..., Any]], memory: type) -> str:
	"""The C text of kernels that are called on a `memory`."""
	program = Program()
	for kernel in kernels:
		program.entry(kernel, [memory, *list(kernel.__annotations__.values())[1:-1]])
	return "\n".join(program.parts) + "\n"


# ==== bots/kutulu/main.py ====
main()
