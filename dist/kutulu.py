# kutulu: a CodinGame bot in one file, made by Botsmith from readable sources
# revision    b0c01f0145da 
# content     626571643473295b
# size           99,996 of 100,000 UTF-16 units
# engine      C where a compiler is found; USE_C in line 17 turns that off
# indent      tabs, so that it fits
# parameters  188: out = 60.0, 189: close = 60.0, 190: far = 4.0, 191: danger = 16.0,
#             192: plan = 24.0, 193: yell = 13.0, 194: plan_below = 215, 197: habit = 50,
#             198: depth = 7, 199: slow_depth = 4, 200: care = 2.0, 201: random_visits = 4,
#             202: exploration = 0.85, 205: first_ms = 800.0, 206: margin_ms = 7.0
#
# Each module stands below, under its path. Change what you like, and play.

# ==== common/switches.py ====
"""What to switch in a pasted bot."""

USE_C = True  # False: CPython plays alone
EXPLAIN = 0  # letters of thoughts a turn, for stderr


# ==== common/kernel.py ====
"""The typed subset of Python for rules and searches; docs/kernels.md explains it.

Every name has one type for ever and ints stay within 64 bits, so that this translates to C.
"""

from collections.abc import Callable, MutableSequence, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

Scalar = TypeVar("Scalar", int, float, bool)
Item = TypeVar("Item")
Marked = TypeVar("Marked", bound=Callable[..., Any])
Class = TypeVar("Class", bound=type)

if TYPE_CHECKING:
	Int8 = int
	Int16 = int
	Int32 = int
else:

	def Int8(value):
		"""The low 8 bits, signed; as a kind, 8 bits in C."""
		return (value + 2**7 & 2**8 - 1) - 2**7

	def Int16(value):
		return (value + 2**15 & 2**16 - 1) - 2**15

	def Int32(value):
		return (value + 2**31 & 2**32 - 1) - 2**31


SCALARS = (int, float, bool)
NARROW = dict.fromkeys((Int8, Int16, Int32), int)  # as read
each = range  # C writes its rounds out
Numbers = MutableSequence  # length fixed, as in Records
Records = Sequence  # none is ever replaced


def numbers(kind: type[Scalar], length: int) -> Numbers[Scalar]:
	"""`length` zeros, as the default of a record's field or as a local of a kernel."""
	return _array([kind(0)] * length, length, kind)


def records(kind: type[Item], length: int) -> Records[Item]:
	"""`length` records of zeros, for the same places."""
	return _array([kind() for _ in range(length)], length, kind)


class Capacity(int):
	"""A length that also knows the length in C. Arithmetic on it gives a plain int."""

	compiled: int


class Special(list[Item]):
	"""Default of a pool or of narrow numbers; the record itself holds a list."""

	kind: Any
	compiled: int


def capacity(pure: int, compiled: int) -> int:
	"""The length of a pool on CPython and in C. Use it bare: `POOL * 2` is the same in both."""
	if not 1 <= pure <= compiled:
		raise ValueError(f"capacity: not 1 <= {pure} <= {compiled}")
	length = Capacity(pure)
	length.compiled = compiled
	return length


def _array(items: list[Item], length: int, kind: Any) -> list[Item]:
	if length < 1:
		raise ValueError(f"an array of length {length}")
	if kind not in NARROW and not isinstance(length, Capacity):
		return items
	array = Special(items)
	array.kind = kind
	array.compiled = getattr(length, "compiled", length)
	return array


def is_record(kind: Any) -> bool:
	"""Whether this is a class made with @record."""
	return hasattr(kind, "kernel_fields")


def kernel(function: Marked) -> Marked:
	"""Marks a function as part of the subset."""
	function.__dict__["is_kernel"] = True
	return function


def record(cls: Class) -> Class:
	"""Rebuilds a class of annotated fields with slots, zeros, and a copier for `assign`.

	A field is an int, float or bool, a record, records(), numbers() or a list; else TypeError.
	kernel_fields: name -> [kind], or [kind, length, length in C] of an array. kernel_is_zero:
	whether a new record is all zeros.
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
		inner = getattr(default, "kind", type(default[0])) if length else kind
		wide = NARROW.get(inner, inner)
		own, other = f"self.{name}", f"source.{name}"
		is_fit = getattr(kind, "__args__", None) == ((wide,) if length else None)
		if is_fit and wide in SCALARS:
			zeros = [inner(0)] * (length or 1)
			items = default if length else zeros if default is None else [default]
			is_plain = isinstance(items, Special) or repr(items) == repr(zeros)
			is_fit = is_plain or all(
				type(item) is wide and inner(item) == item and item * 0 == 0 for item in items
			)
			is_zero &= is_plain
			values = f"[{inner(0)}] * {length}" if is_plain else repr(items)
			make.append(own + " = " + (values if length else repr(items[0])))
			copy.append(own + "[:]" * bool(length) + " = " + other)
		elif is_fit and is_record(inner) and (length or default is None):
			scope[f"new_{name}"] = inner
			is_zero &= inner.kernel_is_zero
			new = f"new_{name}()"
			make.append(own + " = " + (f"[{new} for _ in range({length})]" if length else new))
			copy.append(
				f"for a, b in zip({own}, {other}): a.kernel_assign(b)"
				if length
				else f"{own}.kernel_assign({other})"
			)
		else:
			is_fit = False
		if not is_fit:
			raise TypeError(f"{cls.__name__}.{name}: not {kind!r} = {default}")
		pool = getattr(default, "compiled", length)
		fields[name] = [inner, length, pool] if length else [inner]
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
	first_ms: float = 800.0  # 100..950 ms: used of the first 1000, whose clock is ahead
	margin_ms: float = 7.0  # 2..40 ms: kept of a turn, or twice the longest pause


# ==== bots/kutulu/paths.py ====
"""The maze of Kutulu, and how far its cells are from each other.

A cell is a number, row by row from the top left: 0..cell_count-1. NOBODY is FAR from all.
"""

WAYS = 4  # up, right, down, left
WAIT = 4
ACTIONS = 8
PLAYERS = 4
PLACES = 16
CELL_BITS = 8
CELLS = 1 << CELL_BITS
NOBODY = CELLS - 1  # the cell of explorers that are out
ROOM = 4  # steps to a minion that are enough
TOO_NEAR = (1 << ROOM) - 1  # a bit for each step missing
FAR = 1000  # more than the cost of any way


@record
class Stack:
	"""A few numbers: actions to choose from, or cells."""

	count: int
	items: Numbers[int] = numbers(int, PLACES)


@kernel
def push(stack: Stack, item: int) -> None:
	"""One number more."""
	stack.items[stack.count] = item
	stack.count += 1


@record
class Cell:
	"""A cell, and all cells as seen from it."""

	x: int
	y: int
	exits: Numbers[int] = numbers(int, ACTIONS)  # where an action leads
	moves: Stack  # WAIT, the ways that lead on, then WAITs
	steps: Numbers[int] = numbers(Int16, CELLS)  # to each cell on foot
	apart: Numbers[int] = numbers(Int16, CELLS)  # |dx| + |dy|
	firsts: Numbers[int] = numbers(int, CELLS)  # what minions enter first: CELL_BITS a turn mod 4
	threats: Numbers[int] = numbers(Int32, CELLS)  # ROOM a move: steps too near to a minion


@record
class Maze:
	"""What is told once, and tables of it."""

	cell_count: int
	cells: Records[Cell] = records(Cell, CELLS)
	spawns: Stack  # in reading order
	shelters: Stack
	lonely: int  # sanity lost a turn
	group: int  # the same in company
	spawn_time: int  # turns
	life_time: int  # a wanderer's


def measure(maze: Maze) -> None:
	"""Fills the tables of cells whose x, y and exits are known."""
	cells = maze.cells[: maze.cell_count]
	for here, cell in enumerate(cells):
		menu = cell.moves
		menu.count = 1
		menu.items[:] = [WAIT] * PLACES
		for way in range(WAYS):
			if cell.exits[way] != here:
				push(menu, way)
		firsts = []  # what is entered first, by the ways that lead nearer
		ways = [*cell.exits[:WAYS], *cell.exits]
		for choice in range(1 << WAYS):
			bits = 2 * f"{choice:04b}"
			order = [ways[bits.find("1", turn)] for turn in range(WAYS)]
			firsts.append(int.from_bytes(order, "little"))
		nearer = [0] * CELLS
		steps = [FAR] * CELLS
		steps[here] = 0
		queue = [here]
		for there in queue:
			ahead = steps[there] + 1
			for way, beside in enumerate(cells[there].exits[:WAYS]):
				if steps[beside] == FAR:
					steps[beside] = ahead
					queue.append(beside)
				if steps[beside] == ahead:
					nearer[beside] |= nearer[there] or 8 >> way
			cell.firsts[there] = firsts[nearer[there]]
			if ahead <= ROOM + 1:
				for move, action in enumerate(menu.items[: menu.count]):
					left = ahead - (action == WAIT) - 2 * (nearer[there] & 8 >> action > 0)
					cell.threats[there] |= TOO_NEAR >> left << ROOM * move
		cell.steps[:] = steps
		cell.apart[:] = [FAR] * CELLS
		for there, other in enumerate(cells):
			cell.apart[there] = abs(other.x - cell.x) + abs(other.y - cell.y)


# ==== bots/kutulu/rules.py ====
"""The rules of Kutulu's top league, for the bot and the referee.

Action  0..3 a step up, right, down, left; WAIT, PLAN, LIGHT, YELL
Seat    0..3: a player and its explorer
A span of time is kept as the turn in which it ends.
Order of a turn: spawning, yells, moves and casts, healing, minions, madness, shelters.
Source: docs/games/kutulu.md.
"""

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
MINIONS = 88  # at once: eight wanderers a period, each for ten periods, and slashers

PLAN, LIGHT, YELL = 5, 6, 7
SPAWNING, WANDERING, STALKING, RUSHING, STUNNED = 0, 1, 2, 3, 4

AnyHunt = TypeVar("AnyHunt")


@record
class Player:
	"""An explorer: what it has and does."""

	cell: int  # its last one, once it is out
	sanity: int = MAX_SANITY
	plans: int = 2  # left
	lights: int = 3  # left
	is_in: bool = True  # the game
	score: int  # once it is out
	has_slasher: bool  # has caused the one slasher
	yelled_at: Numbers[bool] = numbers(bool, PLAYERS)  # seats that it has caught with a YELL
	plan_until: int  # its PLAN heals while turn < this, and so on
	light_until: int
	stuck_until: int
	busy_until: int  # by a PLAN, LIGHT or YELL, so that it cannot cast


@record
class Slasher:
	"""What a slasher has besides."""

	state: int
	until: int  # the turn in which its countdown ends
	memory: int  # the cell that it remembers, or -1


@record
class World:
	"""The state between two turns. Minions stand in order of creation."""

	turn: int  # that comes next
	living: int = PLAYERS  # explorers in the game
	next_id: int = PLAYERS  # the next minion's
	last_light: int  # the largest of light_until, so far
	energy: Numbers[int] = numbers(int, PLACES)  # by shelter
	players: Records[Player] = records(Player, PLAYERS)
	where: Numbers[int] = numbers(int, PLAYERS)  # their cells, NOBODY's once out
	slasher_count: int
	slashers: Records[Slasher] = records(Slasher, PLAYERS)
	count: int  # minions
	ids: Numbers[int] = numbers(Int16, MINIONS)
	spot: Numbers[int] = numbers(Int16, MINIONS)  # cells
	target: Numbers[int] = numbers(Int16, MINIONS)  # seats, or -1
	leave: Numbers[int] = numbers(Int16, MINIONS)  # the turn in which it is gone; -1 - s: slasher s


@kernel
def put(world: World, seat: int, cell: int) -> None:
	"""An explorer stands there."""
	world.players[seat].cell = cell
	world.where[seat] = cell


@kernel
def put_out(world: World, seat: int, score: int) -> None:
	"""An explorer leaves the game, with its PLAN and LIGHT."""
	player = world.players[seat]
	player.is_in = False
	player.score = score
	player.plan_until = 0
	player.light_until = 0
	world.where[seat] = NOBODY
	world.living -= 1


@kernel
def create(world: World, spot: int, target: int, leave: int) -> None:
	"""A new minion, if there is room for it."""
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
	"""A slasher where somebody has lost heart; wanderers farthest from explorers."""
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
	"""Yells by who is not stuck yet, then steps and casts by who is not stuck now."""
	turn = world.turn
	caught = 0  # bits by seat
	for seat in each(PLAYERS):
		player = world.players[seat]
		if actions[seat] == YELL and player.is_in and turn >= player.stuck_until:
			apart = maze.cells[player.cell].apart
			for victim in each(PLAYERS):
				is_new = victim != seat and not player.yelled_at[victim]
				if is_new and apart[world.where[victim]] <= YELL_REACH:
					player.yelled_at[victim] = True
					player.busy_until = max(player.busy_until, turn + CAST_TURNS)
					caught |= 1 << victim
	for seat in each(PLAYERS):
		player = world.players[seat]
		action = actions[seat]
		if caught >> seat & 1 > 0:
			player.stuck_until = turn + CAST_TURNS
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
				player.busy_until = turn + CAST_TURNS
				player.light_until = player.busy_until
				world.last_light = player.busy_until


@kernel
def calm(player: Player, points: int) -> None:
	"""Sanity won."""
	player.sanity = min(MAX_SANITY, player.sanity + points)


@kernel
def heal(world: World, maze: Maze) -> None:
	"""PLANs and shelters."""
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
	"""Everybody on the cell is spooked."""
	for seat in each(PLAYERS):
		if world.where[seat] == cell:
			player = world.players[seat]
			player.sanity = max(0, player.sanity - SPOOK)


@kernel
def acquire(world: World, maze: Maze, index: int) -> None:
	"""A slasher looks for its target: the one it has, else the only nearest one in sight."""
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
	"""Sanity goes, and who has none left goes too, at the end all."""
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
			player.sanity = max(0, player.sanity - loss)
	for seat in each(PLAYERS):
		player = world.players[seat]
		if player.is_in and (player.sanity == 0 or world.turn == LAST_TURN):
			put_out(world, seat, world.turn + player.sanity)


def bind_turn(
	chase: Callable[[World, Maze, AnyHunt, int], None],
) -> Callable[[World, Maze, AnyHunt, Numbers[int]], None]:
	"""play_turn for this chase(world, maze, hunt, index).

	chase: minion `index` gets its target and takes a step. hunt: chase's memory.
	"""

	@kernel
	def slash(world: World, maze: Maze, index: int) -> bool:
		"""A slasher's turn; whether it wanders."""
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

	@kernel
	def move_minions(world: World, maze: Maze, hunt: AnyHunt) -> None:
		"""Minions move and spook in turn; wanderers that met somebody or are old leave."""
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

	@kernel
	def play_turn(world: World, maze: Maze, hunt: AnyHunt, actions: Numbers[int]) -> None:
		"""One turn in which seat i does actions[i]."""
		spawn(world, maze)
		act(world, maze, actions)
		heal(world, maze)
		move_minions(world, maze, hunt)
		madness(world, maze)
		if world.turn % SHELTER_PERIOD == 0 and world.turn > 0:
			for shelter in range(maze.shelters.count):
				world.energy[shelter] = SHELTER_ENERGY
		world.turn += 1

	return play_turn


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
"""Whom minions follow, and what others may do about it."""

LIT_WAYS = 251  # kept at one time
NEAR = 2  # steps of a wanderer that spoil a PLAN, and that a YELL is good for
ROOM_WORTH = 3  # steps to company that a step to a minion is worth


@record
class LitWays:
	"""Ways from a cell among LIGHTs; key: from where, among which LIGHTs, and the turn mod 4."""

	key: int
	steps: Numbers[int] = numbers(Int16, CELLS)  # their costs
	firsts: Numbers[int] = numbers(int, CELLS)  # their first cells


@record
class Hunt:
	"""What hunters and the hunted go by, besides the rules."""

	dice: Dice  # whom minions follow of equally near explorers, who plays by habit
	lit: Records[LitWays] = records(LitWays, LIT_WAYS)


@kernel
def search_ways(world: World, maze: Maze, start: int, ways: LitWays) -> None:
	"""The official search from `start`, lamps counted: least cost first, then what was found first.

	All that enters a cell pays the same, so its first way is its best, and two queues stay in
	order. Of equal cost lit cells were found earlier.
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


@kernel
def chase(world: World, maze: Maze, hunt: Hunt, index: int) -> None:
	"""As bind_turn wants it. Of equally near explorers the old target, else any."""
	spot = world.spot[index]
	steps = maze.cells[spot].steps
	firsts = maze.cells[spot].firsts
	where = world.where
	turn = world.turn
	shift = CELL_BITS * (turn % WAYS)
	if turn < world.last_light:
		key = (CELLS + spot) * WAYS + turn % WAYS
		for seat in each(PLAYERS):
			is_dark = turn >= world.players[seat].light_until
			key = key * CELLS + (NOBODY if is_dark else where[seat])
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
			drawn = draw(hunt.dice, equals)
			chosen = seat if drawn == 0 or seat == old else chosen
	if chosen >= 0:
		world.target[index] = chosen
		world.spot[index] = (firsts[where[chosen]] >> shift) % CELLS


play_turn = bind_turn(chase)


@kernel
def find_hunted(world: World, maze: Maze) -> int:
	"""A bit for each seat after which a wanderer is, at most NEAR steps away."""
	hunted = 0
	for index in range(world.count):
		target = world.target[index]
		if target >= 0 and world.leave[index] >= 0:
			steps = maze.cells[world.spot[index]].steps
			if steps[world.where[target]] <= NEAR:
				hunted |= 1 << target
	return hunted


@kernel
def habit(world: World, maze: Maze, hunted: int, seat: int, plan_below: int) -> int:
	"""What most would do: YELL where that kills, PLAN in company, else run and stay together."""
	player = world.players[seat]
	here = maze.cells[player.cell]
	if hunted >> seat & 1 == 0:
		can_plan = player.plans > 0 and player.sanity <= plan_below
		can_plan = can_plan and world.turn >= player.busy_until
		for other in each(PLAYERS):
			if other != seat:
				there = world.where[other]
				is_due = hunted >> other & 1 > 0 and not player.yelled_at[other]
				if is_due and here.apart[there] <= YELL_REACH:
					return YELL
				if can_plan and here.steps[there] <= PLAN_REACH:
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


# ==== common/search/pick.py ====
"""UCB1 (Auer, Cesa-Bianchi, Fischer 2002): a bound is mean + width * share.

width = exploration * range of scores * sqrt(ln(parent's visits)).
"""


@kernel
def best_bound(
	mean: Numbers[float], share: Numbers[float], first: int, count: int, width: float
) -> int:
	"""The first of the slots first..first+count-1 with the largest bound."""
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
"""Roots for the bounds of pick.py, in a table.

A slot keeps its visits, the mean of its scores and its share, 1 / sqrt(visits).
"""

from math import log, sqrt

TABLE = capacity(pure=4096, compiled=1 << 18)  # visits that have their roots in the table
UNTRIED = 1.0e300  # mean of a slot without visits, so that its bound is above all others


@record
class Roots:
	"""Of n visits: sqrt(ln n) and 1 / sqrt(n)."""

	of_log: Numbers[float] = numbers(float, TABLE)
	share: Numbers[float] = numbers(float, TABLE)


@kernel
def fill(roots: Roots) -> None:
	"""Makes the table, once."""
	if roots.share[1] == 0.0:
		for visits in range(1, TABLE):
			roots.of_log[visits] = sqrt(log(float(visits)))
			roots.share[visits] = 1.0 / sqrt(float(visits))


@kernel
def root_of_log(roots: Roots, visits: int) -> float:
	"""sqrt(ln visits)."""
	return roots.of_log[visits] if visits < TABLE else sqrt(log(float(visits)))


@kernel
def share_of(roots: Roots, visits: int) -> float:
	"""1 / sqrt(visits)."""
	return roots.share[visits] if visits < TABLE else 1.0 / sqrt(float(visits))


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

MAX_UNITS = 4
MAX_DEPTH = 16
IN_C = 1 << 22  # slots
POOL = capacity(pure=200_000, compiled=IN_C)
LAST = IN_C - 1
BITS = 6  # low bits of `block`: child count
MOST = (1 << BITS) - 1  # moves of a node
WIDE = capacity(POOL + MOST, IN_C + MOST)  # for LAST + any move: C checks no index
OUTSIDE = -1  # of a unit that has left its tree

AnyState = TypeVar("AnyState")
AnySetting = TypeVar("AnySetting")


@record
class Tree:
	"""One unit: the range of its scores, and its way in this iteration."""

	lowest: float
	highest: float
	scale: float  # exploration times that range
	at: int  # slot that it has reached, or OUTSIDE
	length: int  # slots in its path, the root too
	path: Numbers[int] = numbers(int, MAX_DEPTH + 1)


@record
class Forest:
	"""The trees of all units, the search's settings, and counts since `plant`."""

	depth: int = 6  # turns looked ahead, 1..MAX_DEPTH
	random_visits: int = 10  # picks at a node before UCB
	exploration: float = 1.0  # against scores scaled to their range
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
		fill(forest.roots)
		for unit in range(units):
			forest.block[unit] = 0
			forest.visits[unit] = 0
			forest.mean[unit] = 0.0
			forest.trees[unit].lowest = 1.0e300
			forest.trees[unit].highest = -1.0e300

	@kernel
	def open_node(forest: Forest, node: int, moves: int) -> int:
		"""Gives `node` its block of children, if the pool still has room; the block or 0."""
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
		"""The move of `unit`, which goes one step down in its tree, or out of it."""
		tree = forest.trees[unit]
		node = tree.at
		block = 0
		if node != OUTSIDE:
			block = forest.block[node]
			if block == 0 and (forest.visits[node] > 0 or tree.length == 1):
				block = open_node(forest, node, count_moves(world, setting, unit))
		if block == 0:
			tree.at = OUTSIDE
			return draw(dice, count_moves(world, setting, unit))
		tries = forest.visits[node]
		first = block >> BITS & LAST
		if tries < forest.random_visits:
			child = draw(dice, block & MOST)
			child += first
		else:
			forest.ucb_picks += 1
			width = tree.scale * root_of_log(forest.roots, tries)
			child = best_bound(forest.mean, forest.share, first, block & MOST, width)
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
				tree.at = unit
				tree.path[0] = unit
				tree.length = 1
			for _depth in range(forest.depth):
				for unit in each(units):
					forest.moves[unit] = pick(forest, world, setting, unit, dice)
				play(world, setting, forest.moves)
			rate(world, setting, forest.scores)
			for unit in range(units):
				tree = forest.trees[unit]
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


def children(forest: Forest, slot: int) -> list[tuple[int, int, float]]:
	"""(move, visits, mean score) at a slot, most visited first; a unit's root is its number."""
	first, count = divmod(forest.block[slot], 1 << BITS)
	rows = []
	for move in range(count):
		visits = forest.visits[first + move]
		rows.append((move, visits, forest.mean[first + move] if visits else 0.0))
	return sorted(rows, key=lambda row: (-row[1], -row[2]))


def describe(forest: Forest, names: Sequence[Sequence[str]]) -> list[dict[str, Any]]:
	"""Each unit's moves at the root and principal line, in the words of names[unit]."""
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


def counts(forest: Forest) -> dict[str, int]:
	"""The work since `plant`."""
	return {
		"iterations": forest.iterations,
		"simulated_turns": forest.iterations * forest.depth,
		"nodes": forest.used,
		"evaluations": forest.iterations,
		"ucb": forest.ucb_picks,
		"depth": forest.depth,
	}


# ==== bots/kutulu/search.py ====
"""What the bot searches: a tree per explorer, and what a world is worth to each.

A tree's move is a place in a menu: at the root of every action that makes sense, later of staying
and the ways that lead on, so that it means something even where a YELL has held an explorer up. In
the second and third turn a YELL follows if somebody may be near enough and iterations are not few.
"""

FEW = 1500  # iterations of the last turn: CPython's
FEARED = 6  # steps of a wanderer
SCARCE = 100.0  # sanity at which a PLAN has full worth
EARLY = 0.25  # weight of a turn before the last
YELL_TURNS = 3  # if iterations are not few


@record
class Memory:
	"""All that a search works on; start and dice are loaded each turn, maze, params, hunt once."""

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
	values: Numbers[float] = numbers(float, PLAYERS)  # of a world


@kernel
def count_moves(world: World, memory: Memory, seat: int) -> int:
	"""The length of an explorer's menu."""
	if world.turn == memory.start.turn:
		return memory.menus[seat].count
	player = world.players[seat]
	if not player.is_in:
		return 1
	here = memory.maze.cells[player.cell]
	count = here.moves.count
	ahead = world.turn - memory.start.turn
	if ahead < memory.yell_turns:
		for other in each(PLAYERS):
			is_near = here.apart[memory.start.where[other]] <= YELL_REACH + ahead
			if is_near and other != seat and not player.yelled_at[other]:
				return count + 1
	return count


@kernel
def play(world: World, memory: Memory, moves: Numbers[int]) -> None:
	"""Moves become actions, others' in part by habit, and a turn is played."""
	maze = memory.maze
	plan_below = memory.params.plan_below
	share = memory.params.habit
	hunted = find_hunted(world, maze) if share > 0 else 0
	for seat in each(PLAYERS):
		player = world.players[seat]
		move = moves[seat]
		drawn = share
		if share > 0 and seat != memory.me and player.is_in:
			drawn = draw(memory.hunt.dice, 100)
		if drawn < share:
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
	"""The score of each explorer: its leads in sanity and what may become of it, after every turn.

	A wanderer is feared by all on its target's cell.
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
	turn = world.turn - memory.start.turn
	weight = EARLY if turn < memory.forest.depth else 1.0
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
	"""What can be done at a root; of LIGHTs the bot's alone, where somebody stays in the dark."""
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
	"""Empty trees for the world in `start`; `me` is the bot, habit the others'."""
	params = memory.params
	params.habit = habit
	forest = memory.forest
	forest.depth = params.depth
	memory.yell_turns = YELL_TURNS
	if memory.start.turn > 0 and 0 < forest.iterations < FEW:
		forest.depth = params.slow_depth
		memory.yell_turns = 1
	forest.random_visits = params.random_visits
	forest.exploration = params.exploration
	assign(memory.hunt.dice, memory.dice)
	memory.me = me
	for seat in range(PLAYERS):
		fill_menu(memory, seat)
	plant(forest)


@kernel
def think(memory: Memory, count: int) -> None:
	"""`count` iterations more."""
	iterate(memory.forest, memory.start, memory.world, memory, memory.dice, count)


ENTRIES = (begin, think)


# ==== common/clock.py ====
"""The wall time of a turn, counted from its first line on, and work in chunks."""

from collections.abc import Callable, Iterator
from math import inf
from time import perf_counter


class Deadline:
	"""How long a search may go on.

	budget_ms: wall time of the turn; margin_ms: kept of it. started: seconds of the clock
	`now` at the turn's first line. iterations: fixed work, instead of time. turn: from 0. pause_ms:
	the longest between two looks at the clock.
	"""

	looked = inf  # the last look, seconds
	pause_ms = 0.0
	turn = 0

	def __init__(
		self,
		budget_ms: float,
		margin_ms: float,
		started: float | None = None,
		now: Callable[[], float] = perf_counter,
		iterations: int | None = None,
	) -> None:
		self.now = now
		self.started = now() if started is None else started
		self.ends = self.started + (budget_ms - margin_ms) / 1000.0
		self.iterations = iterations

	def look(self) -> float:
		"""The time. Notes the pause since the last look."""
		last, self.looked = self.looked, self.now()
		self.pause_ms = max(self.pause_ms, (self.looked - last) * 1000.0)
		return self.looked

	def chunks(self, size: int) -> Iterator[int]:
		"""Iterations to do until time or count are used up; none in a turn that begins late."""
		self.began = self.looked = self.now()
		if self.iterations is None:
			while self.looked < self.ends:
				yield size
				self.look()
		else:
			for done in range(0, self.iterations, size):
				yield min(size, self.iterations - done)


# ==== common/engine.py ====
"""Where a bot's kernels run, and the record that they work on: its memory."""

from typing import Any, Generic, TypeVar

AnyMemory = TypeVar("AnyMemory")
Result = TypeVar("Result")


class EngineFailed(Exception):
	"""The engine cannot go on; another one plays now."""


class Engine(Generic[AnyMemory]):
	"""A memory and the kernels that work on it. pace: how fast against CPython, roughly."""

	name = "python"
	pace = 1
	has_failed = False
	twin: Any = None  # an engine that is loaded, too

	def __init__(self, memory: type[AnyMemory]) -> None:
		self.memory = memory()

	def load(self, field: str, source: object) -> None:
		"""Copies the record `source` into the memory's nested record `field`."""
		assign(getattr(self.memory, field), source)
		if self.twin and not self.twin.has_failed:
			self.twin.load(field, source)

	def call(self, kernel: Callable[..., Result], *values: int | float | bool) -> Result:
		"""kernel(memory, *values)."""
		return kernel(self.memory, *values)


class Engines(Generic[AnyMemory]):
	"""Which engine plays; it may change between turns, never inside one.

	kernels: those called on the memory; flags: of each library, the better the later.
	"""

	def __init__(
		self,
		memory: type[AnyMemory],
		kernels: Sequence[Callable[..., Any]] = (),
		flags: Sequence[str] = ("",),
	) -> None:
		self.python = Engine(memory)
		self.memory: Any = memory
		self.kernels = kernels
		self.flags = flags

	def start(self, warm_up: Callable[[], object]) -> None:
		"""Called once, before the first line is read. warm_up: searches in the current engine."""
		warm_up()

	def current(self, deadline: Deadline) -> Engine[AnyMemory]:
		"""The engine for the turn whose lines have been read."""
		return self.python


# ==== common/stdio.py ====
"""Lines in, with the time when a turn began; lines out, flushed at once; a log on stderr."""

import sys
from typing import TextIO


class EndOfInput(Exception):
	"""The input ended between two turns: the match is over."""


class UnreadableInput(ValueError):
	"""A line is not what the protocol says; the text names it and what was expected."""


class LineReader:
	"""Reads the referee's lines. started: when a turn's first line came, in seconds of `now`.

	queued(): seconds spent waiting for a processor.
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


# ==== common/loop.py ====
"""The life of a bot: set up, then read, think and answer until the input ends.

Its environment: docs/measuring.md.
"""

import gc
import os
import time
import traceback
from collections.abc import Callable, Mapping
from itertools import count
from typing import Any, Generic, Protocol, TextIO

Stat = int | float | str


class Bot(Protocol):
	"""A contest's bot; fallback: a legal answer without search.

	stats, explain: the last search's work and thoughts.
	"""

	first_ms: float  # for the first answer
	turn_ms: float
	margin_ms: float  # kept at least

	def prepare(self, seed: int) -> None: ...
	def read_start(self, reader: LineReader) -> None: ...
	def read_turn(self, reader: LineReader) -> None: ...
	def answer(self, deadline: Deadline) -> list[str]: ...
	def fallback(self) -> list[str]: ...
	def stats(self) -> Mapping[str, Stat]: ...
	def explain(self) -> str: ...


class Searcher(Bot, Generic[AnyMemory]):
	"""A bot with kernels. engine: of its last search.

	A new one warms up in a made-up turn; read_start begins the match.
	"""

	warm_up = 20  # iterations
	chunk = 1  # iterations between looks at the clock, at CPython's pace

	def __init__(self, params: Any, engines: Engines[AnyMemory]) -> None:
		self.engines, self.engine = engines, engines.python
		self.first_ms, self.margin_ms = params.first_ms, params.margin_ms
		self.seed, self.search_ms = 0, 0.0

	def prepare(self, seed: int) -> None:
		self.seed = seed
		deadline = Deadline(self.turn_ms, 0.0, iterations=self.warm_up)
		self.engines.start(lambda: self.answer(deadline))

	def search(self, think: Callable[..., object], deadline: Deadline) -> AnyMemory:
		"""Calls think(memory, count) in the engine until the deadline, or until it is False."""
		for size in deadline.chunks(self.chunk * self.engine.pace):
			if self.engine.call(think, size) is False:
				break
		self.search_ms = (deadline.now() - deadline.began) * 1000.0
		return self.engine.memory

	def timed(self, counts: dict[str, int]) -> Mapping[str, Stat]:
		"""The last search's counts with its time and engine."""
		return {**counts, "search_ms": round(self.search_ms, 3), "engine": self.engine.name}


class Options:
	"""The environment's words. ValueError for a number that is none."""

	deadline = Deadline(1.0, 0.0)

	def __init__(self, words: Mapping[str, str]) -> None:
		self.iterations = int(words.get("BOTSMITH_ITERATIONS", "0")) or None
		self.seed = int(words.get("BOTSMITH_SEED", "1"))
		self.share = float(words.get("BOTSMITH_BUDGET", "100")) / 100.0
		self.margin_ms = float(words.get("BOTSMITH_MARGIN", "nan"))
		self.tells_stats = words.get("BOTSMITH_STATS") == "1"
		self.letters = 9**9 if words.get("BOTSMITH_EXPLAIN") == "1" else EXPLAIN

	def begin_turn(self, bot: Bot, turn: int, reader: LineReader) -> Deadline:
		"""A turn's deadline, by its margin or twice the longest pause, which fades by 1 %."""
		budget_ms = (bot.turn_ms if turn else bot.first_ms) * self.share
		pause_ms = min(0.99 * self.deadline.pause_ms, budget_ms / 4)
		margin_ms = self.margin_ms if self.margin_ms >= 0.0 else max(bot.margin_ms, 2 * pause_ms)
		margin_ms = min(margin_ms, 0.8 * budget_ms)  # some search is left
		self.deadline = Deadline(budget_ms, margin_ms, reader.started, reader.now, self.iterations)
		self.deadline.pause_ms = pause_ms
		self.deadline.turn = turn
		return self.deadline


def answer_turn(bot: Bot, options: Options, turn: int, reader: LineReader) -> tuple[list[str], str]:
	"""An answer's lines, and what to log if something failed."""
	try:
		bot.read_turn(reader)
		deadline = options.begin_turn(bot, turn, reader)
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

	born: when the process began; the time since is of the first turn if its line has come.
	"""
	gc.disable()
	bot.prepare(options.seed)
	gc.collect()
	gc.freeze()
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
	ticks = told("stat", 19)  # 10 ms each
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
	except BrokenPipeError:  # nobody listens
		os.dup2(os.open(os.devnull, os.O_WRONLY), 1)


# ==== bots/kutulu/bot.py ====
"""The Kutulu bot: keeps track of the world, searches, writes one action."""

import json

FLAGS = "-fno-inline-functions-called-once", "-fno-gcse"  # one soon, then a fast one


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
			load("hunt", Hunt())
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
		for index in range(world.count):
			if 0 <= world.leave[index] <= world.turn + maze.life_time:
				reach |= {*maze.cells[world.spot[index]].exits}
		action = min(good or [WAIT], key=lambda action: maze.cells[here].exits[action] in reach)
		return [format_action(maze, here, action)]

	def fallback(self) -> list[str]:
		return ["WAIT"]

	def stats(self) -> Mapping[str, Stat]:
		return self.timed(counts(self.engine.memory.forest))

	def explain(self) -> str:
		memory = self.engine.memory
		names = [[ACTION_WORDS[action] for action in menu.items] for menu in memory.menus]
		return json.dumps({"turn": self.known.world.turn, "units": describe(memory.forest, names)})


def main() -> None:
	"""Plays on stdin and stdout."""
	run(KutuluBot(Params(), Compiled(Memory, ENTRIES, FLAGS)))


# ==== bots/kutulu/protocol.py ====
"""What a Kutulu bot reads and writes; the referee has the other side."""

WALL, SPAWN, SHELTER = "#", "w", "U"
STEPS = (0, -1), (1, 0), (0, 1), (-1, 0), *[(0, 0)] * (ACTIONS - WAYS)  # x and y by action
ACTION_WORDS = "UP RIGHT DOWN LEFT WAIT PLAN LIGHT YELL".split()  # by action

TYPES = "EXPLORER WANDERER SLASHER EFFECT_PLAN EFFECT_LIGHT EFFECT_YELL EFFECT_SHELTER".split()
EXPLORER, WANDERER, SLASHER, EFFECT_PLAN, EFFECT_LIGHT, EFFECT_YELL, EFFECT_SHELTER = TYPES

# A line of a turn: type, id, cell (-1 where nobody can stand), three parameters.
Entity = tuple[str, int, int, int, int, int]


def cells_of(maze: Maze) -> dict[tuple[int, int], int]:
	"""The cell at each walkable (x, y)."""
	return {(cell.x, cell.y): number for number, cell in enumerate(maze.cells[: maze.cell_count])}


def make_maze(rows: list[str], constants: list[int]) -> Maze:
	"""The maze of these rows, else UnreadableInput.

	constants: sanity lost alone and in company, turns of a wanderer's spawning and of its life.
	"""
	maze = Maze()
	spots = [(x, y) for y, row in enumerate(rows) for x, char in enumerate(row) if char != WALL]
	text = "".join(rows)
	is_fit = 0 < len(spots) <= NOBODY and len({len(row) for row in rows}) == 1
	if not is_fit or max(text.count(SPAWN), text.count(SHELTER)) > PLACES:
		expected = f"rows of one length, 1..{NOBODY} cells, 0..{PLACES} spawns and shelters"
		raise UnreadableInput("map: expected " + expected)
	maze.cell_count = len(spots)
	maze.lonely, maze.group, maze.spawn_time, maze.life_time = constants
	numbers = {spot: here for here, spot in enumerate(spots)}
	for (x, y), here in numbers.items():
		cell = maze.cells[here]
		cell.x, cell.y = x, y
		cell.exits[:] = [numbers.get((x + dx, y + dy), here) for dx, dy in STEPS]
		if rows[y][x] == SPAWN:
			push(maze.spawns, here)
		elif rows[y][x] == SHELTER:
			push(maze.shelters, here)
	measure(maze)
	return maze


def read_maze(reader: LineReader) -> Maze:
	"""The maze from the lines that a player gets once, else UnreadableInput."""
	_, (height,) = (reader.integers(1, what) for what in ("width", "height"))
	rows = [reader.line() for _ in range(height)]
	what = "sanityLossLonely sanityLossGroup wandererSpawnTime wandererLifeTime"
	return make_maze(rows, reader.integers(4, what))


def read_turn(reader: LineReader, maze: Maze) -> list[Entity]:
	"""The entities of a turn, else UnreadableInput once all of its lines are read."""
	(count,) = reader.integers(1, "entityCount")
	lines = [reader.line() for _ in range(count)]
	first, cells = reader.number + 1 - count, cells_of(maze)
	return [parse_entity(line, number, cells) for number, line in enumerate(lines, first)]


def parse_entity(line: str, number: int, cells: dict[tuple[int, int], int]) -> Entity:
	"""TYPE id x y param0 param1 param2, else UnreadableInput; number: of the line."""
	kind, _, rest = line.partition(" ")
	what = f"line {number}: type id x y param0 param1 param2"
	who, x, y, first, second, third = parse_integers(rest, 6, what)
	cell = cells.get((x, y), -1)
	target = {third} - {-1}
	ids = {EXPLORER: {who}, WANDERER: target, SLASHER: target}.get(kind, {second, third} - {-1})
	is_known = kind in TYPES and (cell >= 0 or kind == EFFECT_YELL)
	if not is_known or not ids <= {*range(PLAYERS)}:
		raise UnreadableInput(f"{what}: expected ids 0..3 and a free cell, got {line[:60]!r}")
	return kind, who, cell, first, second, third


def format_action(maze: Maze, cell: int, action: int) -> str:
	"""An action of the explorer on `cell` as an output line; a step as MOVE to the next cell."""
	if action >= WAYS:
		return ACTION_WORDS[action]
	there = maze.cells[maze.cells[cell].exits[action]]
	return f"MOVE {there.x} {there.y}"


# ==== bots/kutulu/known.py ====
"""What a player of Kutulu knows: what the lines tell, and what follows."""

REGULAR = 58  # percent of moves by habit, and
TRUST = 10  # of habit for each one above


class Known:
	"""world: as it was read last. me: the player's seat, -1 before that. followed: targets of
	minions a turn before, by World.leave, unique for slashers. led: others, and where habit led
	them. seen, fits: others' moves, and those that habit led to; a guess at first.
	"""

	def __init__(self, maze: Maze) -> None:
		self.maze = maze
		self.world = World()
		self.me = -1
		self.led: list[tuple[Player, int]] = []
		self.seen, self.fits = 20, 11

	def observe(self, entities: list[Entity]) -> None:
		"""Takes in the entities of a turn; the player's own explorer comes first."""
		world = self.world
		world.turn += self.me >= 0
		if self.me < 0:
			self.me = next((number for kind, number, *_ in entities if kind == EXPLORER), 0)
		self.followed = dict(zip(world.leave[: world.count], world.target, strict=False))
		for player in world.players:
			# A slasher has come in the turn just over.
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
				self._observe_slasher(cell, ends - 1, second, third)
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

	def _observe_slasher(self, cell: int, until: int, state: int, target: int) -> None:
		"""Slashers stay in their order. What one remembers is not told, but follows."""
		world, index = self.world, self.world.count
		if world.slasher_count == PLAYERS or index == MINIONS:
			return
		slasher = world.slashers[world.slasher_count]
		world.slasher_count += 1
		create(world, cell, target, -world.slasher_count)
		old = self.followed.get(-world.slasher_count, -1)
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
		"""Percent of turns in which others are taken to play by habit, for what they did."""
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
	static int trap_reason;  // 1 to 4: native.TRAPS
	static jmp_buf trap_exit;
	#define AT const char *place
	static __attribute__((cold, noinline, noreturn)) void trap(AT, int reason) {
	    run_place = place;
	    trap_reason = reason;
	    longjmp(trap_exit, 1);
	}
	#define LET(name, value) __auto_type name = value;
	#define SET(place, value) { __auto_type set = value; place = set; }
	#define CHANGE(place, value) { __auto_type old = &place; *old = value; }
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
	#define FIT(type) INT1(fit_ ## type) { if (a != (type)a) trap(place, 2); return a; }
	FIT(int8_t) FIT(int16_t) FIT(int32_t)
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
	    if (b < 0) trap(place, 4);
	    return b > 63 ? 0 : a << b;
	}
	INT2(LShift_int) {
	    if (b < 0) trap(place, 4);
	    if (b > 63 ? a != 0 : a << b >> b != a) trap(place, 2);
	    return b > 63 ? 0 : a << b;
	}
	INT2(RShift_int) {
	    if (b < 0) trap(place, 4);
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
	REAL1(round_down) { return floor(a) - (a - a); }
	TO_INT1(int_float) {
	    if (!(a >= -0x1p63 && a < 0x1p63)) trap(place, 2);
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
	    if (isnan(result) ? !isnan(a) && !isnan(b) : isfinite(a) && isfinite(b)) trap(place, 4);
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
C_NAMES |= {kind: kind.__name__.lower() + "_t" for kind in NARROW}
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
	"""The C text from its top on: what is declared as records and tables come up."""

	def __init__(self) -> None:
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
			for name, (item, *lengths) in kind.kernel_fields.items():
				fields[name] = Array(item, lengths[1]) if lengths else item
				size = f"[{lengths[1]}];" if lengths else ";"
				inner += self.base(item) + " " + name + "_" + size
			name = f"record_{len(self.records)}_" + kind.__name__
			self.parts.append("typedef struct {" + inner + "} " + name + ";")
			self.records[kind] = name, fields
		return self.records[kind]

	def constant(self, value: Any) -> tuple[str, Any]:
		"""A number, or a tuple of numbers or rows."""
		if not isinstance(value, tuple):
			if type(value) is Capacity:
				value = value.compiled
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

A child translates the kernels to C, has that compiled and tries the library out: a warm-up in both
must give the same bits. C plays from the next turn on; a better library takes over later. What
fails is one line on stderr.
"""

import atexit
import ctypes
import mmap
import shutil
import signal
import struct
import tempfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from functools import cache
from glob import glob
from select import select
from subprocess import PIPE, STDOUT, Popen

COMPILERS = ("cc", "gcc", "clang", "g++")
FOLDERS = ("/usr/bin", "/usr/local/bin", "/opt/*/bin", "/usr/lib/llvm*/bin")
PATIENCE = 20.0  # seconds for the child
FIRST_TURN_WAIT = 0.9  # of the first turn
BASE_FLAGS = """
-std=c11 -O2 -march=native -fwrapv -ffp-contract=off -fno-math-errno -fno-strict-aliasing
-ftree-vectorize -fvect-cost-model --param=early-inlining-insns=14
-Werror=frame-larger-than=1000000 -shared -fPIC
""".split()
LIBRARIES = ("-nostdlib", "-lm", "-lgcc")
# What Python would raise where C stops, by trap_reason from 1; overflow apart.
TRAPS = (IndexError, OverflowError, ZeroDivisionError, ValueError)
C_TYPES: dict[Any, Any] = {int: ctypes.c_int64, float: ctypes.c_double, bool: ctypes.c_bool}
C_TYPES |= {Int8: ctypes.c_int8, Int16: ctypes.c_int16, Int32: ctypes.c_int32}


class Unusable(Exception):
	"""Why C does not play."""


@cache
def layout(kind: Any) -> Any:
	"""A number or record in C."""
	if kind in C_TYPES:
		return C_TYPES[kind]
	fields = [
		(name, layout(inner) * lengths[-1] if lengths else layout(inner))
		for name, (inner, *lengths) in kind.kernel_fields.items()
	]
	return type(kind.__name__, (ctypes.Structure,), {"_fields_": fields})


def values_of(source: Any, place: int, has_zeros: bool = True) -> Iterator[tuple[int, bytes]]:
	"""A record's values in C, from `place` on; maybe without zeros."""
	record: Any = type(source)
	for name, (kind, *lengths) in record.kernel_fields.items():
		start = place + getattr(layout(record), name).offset
		value = getattr(source, name)
		items, count = (value, lengths[0]) if lengths else ([value], 1)
		if kind in C_TYPES:
			if has_zeros or any(items):
				yield start, struct.pack(f"{count}{C_TYPES[kind]._type_}", *items)
		else:
			for item in items:
				yield from values_of(item, start, has_zeros)
				start += ctypes.sizeof(layout(kind))


@cache
def fresh(memory: type) -> list[tuple[int, bytes]]:
	"""What a new memory holds."""
	return list(values_of(memory(), 0, False))


class NativeEngine(Engine[AnyMemory]):
	"""Kernels of a library. Its memory is large, but taken only as it is used."""

	name = "c"
	pace = 10

	def __init__(self, memory: Any, path: str = "") -> None:
		self.kind = memory
		if path:
			self.library = ctypes.CDLL(path)
		self.pages = mmap.mmap(-1, ctypes.sizeof(layout(self.kind)))
		view = layout(self.kind).from_buffer(self.pages)
		self.memory: AnyMemory = view
		self.place = ctypes.addressof(view)
		self.write(fresh(self.kind))

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
			code = run(self.place, *values, ctypes.byref(result))
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


class Trial(Engine[AnyMemory]):
	"""CPython and C at once."""

	def call(self, kernel: Callable[..., Result], *values: int | float | bool) -> Result:
		self.twin.call(kernel, *values)
		return super().call(kernel, *values)


class Compiled(Engines[AnyMemory]):
	"""C, or CPython while there is no C."""

	native: NativeEngine[AnyMemory] | None = None
	folder = ""
	child = end = 0  # the compiling process, and a pipe from it
	latest = 0.0  # as perf_counter tells

	def start(self, warm_up: Callable[[], object]) -> None:
		warm_up()
		if not USE_C or os.getenv("BOTSMITH_ENGINE") == "python":
			return
		try:
			atexit.register(self._clean_up, True)
			signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # via atexit
			self.folder = tempfile.mkdtemp()
			self.python.twin = NativeEngine(self.memory)  # later turns have no time
			self.latest = perf_counter() + PATIENCE
			self.end, kept = os.pipe()
			self.child = os.fork()
		except (OSError, AttributeError) as error:  # no fork, say
			self._clean_up()
			give_up(str(error))
		else:
			if self.child == 0:
				self._compile(warm_up, kept)
			os.close(kept)
			os.read(self.end, 1)  # now it has a session

	def current(self, deadline: Deadline) -> Engine[AnyMemory]:
		is_timed = deadline.iterations is None
		while self.child:
			wait = self.latest - perf_counter()
			if is_timed:
				is_first = deadline.turn == 0 and self.native is None
				wait = FIRST_TURN_WAIT * (deadline.ends - deadline.now()) * is_first
			if select([self.end], [], [], max(0.0, wait))[0]:
				self._take_up(said := os.read(self.end, 1), deadline.turn, is_timed)
				if not said:
					break
			elif perf_counter() > self.latest:
				self._clean_up()
				give_up("it takes too long", self.native)
			elif is_timed:
				if deadline.turn and self.native is None:
					deadline.ends -= (deadline.ends - deadline.started) / 3  # for the compiler
					if deadline.turn == 1:
						report("turn 1: no C yet")
				break
		return self.python if self.native is None or self.native.has_failed else self.native

	def _compile(self, warm_up: Callable[[], object], kept: int) -> None:
		"""The child: makes the libraries, tries them out and sends the number of each."""
		number = 0
		try:
			os.setsid()
			os.write(kept, b"s")
			compiler, text = find_compiler(), translate(self.kernels, self.memory)
			for flags in self.flags:
				path = f"{self.folder}/{number}"
				make_library(compiler, path, text, flags)
				self.python = trial = Trial(self.memory)
				trial.twin = NativeEngine(self.memory, path)
				warm_up()
				for place, data in values_of(trial.memory, 0):
					if trial.twin.pages[place : place + len(data)] != data:
						raise Unusable("the warm-ups differ")
				os.write(kept, b"%d" % number)
				number += 1
				os.nice(19)
				with suppress(OSError):  # Linux may go by sessions
					os.write(os.open("/proc/self/autogroup", os.O_WRONLY), b"19")
		except BaseException as error:
			give_up(str(error) or repr(error), number)
		finally:
			os._exit(0)

	def _take_up(self, number: bytes, turn: int, is_timed: bool) -> None:
		"""A library is there, or the child ends and has said why if it failed."""
		path = f"{self.folder}/{number.decode()}"
		try:
			if number and self.native:
				self.native.library = ctypes.CDLL(path)
			elif number:
				self.python.twin.library = ctypes.CDLL(path)
				self.native = self.python.twin
				if turn > 1:
					report(f"turn {turn}: C plays")
			else:
				ended, status = os.waitpid(self.child, os.WNOHANG * is_timed)
				if ended:
					self.child = 0
					if os.WIFSIGNALED(status):
						give_up("its trial died of signal " + str(os.WTERMSIG(status)), self.native)
					self._clean_up()
		except OSError as error:
			self._clean_up()
			give_up(str(error), self.native)

	def _clean_up(self, waits: bool = False) -> None:
		"""Ends child and compiler, and removes the folder."""
		if self.child:
			os.killpg(self.child, signal.SIGKILL)
			os.waitpid(self.child, 0 if waits else os.WNOHANG)
		self.child = 0
		self.python.twin = None
		shutil.rmtree(self.folder, ignore_errors=True)
		signal.signal(signal.SIGTERM, signal.SIG_DFL)


def find_compiler() -> str:
	"""A compiler on PATH or in the usual places, else Unusable."""
	folders = [folder for pattern in FOLDERS for folder in glob(pattern)]
	places = os.pathsep.join([os.getenv("PATH", ""), *folders])
	for name in COMPILERS:
		if path := shutil.which(name, path=places):
			return path
	raise Unusable("no C compiler found")


def make_library(compiler: str, path: str, text: str, flags: str = "") -> None:
	"""Compiles a C text into the library `path`, else Unusable. flags: more of them."""
	command = [compiler, *BASE_FLAGS, *flags.split(), "-xc", "-", "-o", path, *LIBRARIES]
	folder = os.path.dirname(path)
	own = {**os.environ, "TMPDIR": folder}  # for what a killed compiler leaves
	with tempfile.TemporaryFile("w+") as source:
		source.write(text)
		source.seek(0)
		run = Popen(command, stdin=source, stdout=PIPE, stderr=STDOUT, cwd=folder, env=own)
	said = b""
	with run:
		while words := run.stdout and run.stdout.read(65536):
			said = said or words
	if run.returncode != 0:
		lines = said.decode(errors="replace").splitlines()
		error = next((ascii(line[:200]) for line in lines if "error" in line), "it failed")
		raise Unusable(compiler + ": " + error)


def give_up(why: str, has_c: object = None) -> None:
	report(("C stays as it is: " if has_c else "no C, CPython plays: ") + why)


# ==== common/translate.py ====
"""Kernels to C when the bot starts: a C function for each kernel and kinds of its arguments.

Constants are what their names stand for now. C keeps Python's order of evaluation, rounding and
exceptions: where Python raises one, or an int leaves 64 bits, C stops and tells the line (a trap).
What is not known here is refused with its line.
"""

import ast
import builtins
import linecache
from types import FunctionType, ModuleType

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
def read(path: str) -> tuple[dict[Any, Any], set[str]]:
	"""The functions of a file by name and first line; the globals that they set: no constants."""
	functions, changing = {}, set()
	for node in ast.walk(ast.parse("".join(linecache.getlines(path)))):
		if isinstance(node, ast.FunctionDef) and node.decorator_list:
			functions[node.name, node.decorator_list[0].lineno] = node
			node.decorator_list = []
		elif isinstance(node, ast.Global):
			changing |= {*node.names}
	return functions, changing


class Function:
	"""One kernel for arguments of certain kinds.

	kinds: of parameters and locals so far; sure: who has a value here; fixed: who cannot be set.
	"""

	has_break = False  # the loop around
	depth = 0  # open blocks

	def __init__(self, program: "Program", function: FunctionType, kinds: Sequence[Any]) -> None:
		code = function.__code__
		self.program = program
		functions, changing = read(code.co_filename)
		self.tree: Any = functions.get((code.co_name, code.co_firstlineno))
		if self.tree is None:
			raise Refused("the file cannot be read or has changed: " + code.co_filename)
		self.file = code.co_filename.rpartition("/")[2]
		cells = [cell.cell_contents for cell in function.__closure__ or ()]
		self.names = function.__globals__ | dict(zip(code.co_freevars, cells, strict=True))
		self.name = CALL + str(len(program.functions)) + "_" + function.__name__
		stated = [*function.__annotations__.values()]
		if len(stated) != code.co_argcount + 1 or function.__defaults__:
			raise self.refused(self.tree)
		self.result = stated.pop()
		if any(one is not two and one in C_NAMES for one, two in zip(stated, kinds, strict=True)):
			raise Unfit("other kinds")
		self.parameters = code.co_varnames[: len(stated)]
		self.kinds = dict(zip(self.parameters, kinds, strict=True))
		self.own = {*code.co_varnames} | changing
		self.sure = {*self.parameters}
		self.fixed: set[str] = set()
		self.lines: list[str] = []

	def write(self) -> str:
		"""The C function, after what it calls."""
		if self.block(self.tree.body) and self.result:
			raise self.refused(self.tree, "may end without a result")
		texts = {name: self.program.declare(kind, name) for name, kind in self.kinds.items()}
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
		except Exception as error:
			why = [str(error)] if isinstance(error, Unfit) else []
			raise self.refused(node, *why) from error

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
				self.set(name, value, node)
			case ast.Assign(targets=[target], value=value):
				place, kind = self.stored(target)  # Python, too, works out the value first
				text = self.want(value, NARROW.get(kind, kind))
				put(call("SET", place, self.fit(text, kind, node)))
			case ast.AugAssign(target=target, op=op, value=value):
				place, kind = self.stored(target)
				wide = NARROW.get(kind, kind)
				text, other = self.binary(op, ("*old", wide), self.code(value), node)
				if other is not wide:
					raise Unfit("of another kind")
				put(call("CHANGE", place, self.fit(text, kind, node)))
			case _:
				raise ValueError
		return True

	def stored(self, target: Any) -> Code:
		text, kind = self.tried(self.expression, target, False)
		is_row = isinstance(target, ast.Subscript) and self.code(target.value)[1].is_table
		if kind not in C_NAMES or is_row or getattr(target, "id", "") in self.fixed:
			raise Unfit("cannot be set")
		return text, kind

	def fit(self, text: str, kind: Any, node: Any) -> str:
		"""A value for a place; C stops where it is too large."""
		return call("fit_" + C_NAMES[kind], text, self.place(node)) if kind in NARROW else text

	def set(self, name: str, value: Any, node: Any) -> None:
		"""A local's value, which may be a new array or record of zeros."""
		made = self.outside(value.func) if isinstance(value, ast.Call) else None
		if made is numbers or made is records or is_record(made):
			kind = made
			if value.args:
				made, length = map(self.outside, value.args)
				kind = Array(made, length)
			if name in self.kinds or self.depth > 1 or not getattr(made, "kernel_is_zero", True):
				raise Unfit("not new, at the top and of zeros")
			if width(kind) > 2**16:
				raise Unfit("too long for a local")
			self.lines.append(self.program.base(kind) + " " + name + f"_[{width(kind)}] = {{0}};")
			self.fixed.add(name)
		else:
			text, kind = self.code(value)
			stated = self.outside(node.annotation) if isinstance(node, ast.AnnAssign) else kind
			place = self.kinds.get(name, stated)
			if kind is NARROW.get(place):
				kind = place
			self.lines.append(name + "_ = " + self.fit(text, kind, node) + ";")
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
			is_fixed = part is node or type(self.names.get(name)) in FIXED
			if isinstance(part, ast.Call) or name in self.own or not is_fixed:
				return None
		try:
			value = eval(compile(ast.Expression(node), "", "eval"), self.names)
			return value if type(value) not in SCALARS or number(value) else None
		except (ArithmeticError, ValueError):  # C stops where it comes to that
			return None

	def place(self, node: Any) -> str:
		return f'"{self.file}:{node.lineno}"'

	def in_order(self, word: str, *texts: str) -> str:
		"""A call or operation. C would make calls inside in any order, Python from the left."""
		names, lets = [*texts], ""
		if len(texts) > 1 and CALL in "".join(texts):
			names = [f"v{n}" for n in range(len(texts))]
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
		return ("(Int)" + text, int) if kind in NARROW else (text, kind)

	def expression(self, node: Any, is_low: bool) -> Code:
		value = self.outside(node)
		if value is not None:
			return self.program.constant(value)
		match node:
			case ast.Name(id=name):
				if name in self.own and name not in self.sure:
					raise Unfit("no sure value")
				return name + "_", self.kinds[name]
			case ast.Attribute(value=owner, attr=name):
				text, record = self.code(owner)
				kind = self.program.record(record)[1][name]
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
				is_plain = len(ops) == 1 or CALL not in "".join(texts)
				if is_plain and len({*kinds}) == 1 and kinds[0] in SCALARS:
					return call("", "&&".join(self.in_order(*pair) for pair in pairs)), bool
			case ast.IfExp(test=test, body=body, orelse=other):
				text, kind = self.code(body)
				arms = text + ":" + self.want(other, kind)
				return call("", self.want(test, bool) + "?" + arms), kind
			case ast.Call(
				func=ast.Attribute(value=owner, attr="bit_count" | "bit_length" as name), args=[]
			):
				return self.known(name + "_int", [self.want(owner, int)], node)
			case ast.Call(func=func, args=arguments, keywords=[]):
				function = self.outside(func)
				if function in NARROW:
					(inner,) = arguments
					return call("", C_NAMES[function]) + self.want(inner, int, True), function
				return self.call(function, [*map(self.code, arguments)], node)
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
		function = getattr(function, "in_c", function)
		if getattr(function, "is_kernel", False):
			name, result = self.program.call(function, kinds)
			return self.in_order(name, *texts), result
		if function is len:
			return self.program.constant(kinds[0].length)
		if function in (int, float) and kinds in ([int], [bool], [function]):
			return call("", call("", C_NAMES[function]) + texts[0]), function
		name = function.__name__
		if function is getattr(math, name, None) and RESULTS[name + "_float"][0] is float:
			kinds = [kind if kind is not int else float for kind in kinds]
		elif function not in (getattr(math, name, None), getattr(builtins, name, None)):
			raise Unfit("no kernel")
		(kind,) = {*kinds}
		return self.known(name + "_" + kind.__name__, texts, node)


class Program(Types):
	"""The C text: a function for each kernel and kinds of its arguments."""

	writer = Function

	def __init__(self) -> None:
		super().__init__()
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
		given = [*map(self.declare, kinds, names), C_NAMES[result] + " *result"]
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
