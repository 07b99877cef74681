# uttt: a CodinGame bot in one file, made by Botsmith from readable sources
# revision    6413cf264d8c 
# content     63d924dfae378c3b
# size           88,695 of 100,000 UTF-16 units
# engine      C where a compiler is found; USE_C in line 19 turns that off
# form        short: common/ without comments and types
# left out    f(x=1), defaults, x ** 2; rebuild to use them
# indent      tabs, so that it fits
# renamed     NetworkColumn (Column of common/network.py),
#             BESTFIRST_HALF (HALF of common/search/bestfirst.py),
#             bestfirst_bind (bind of common/search/bestfirst.py)
# contents    params 138, bot 379, tables 442, rules 456, network 653, bestfirst 838, pick 1140,
#             search_network 1160, protocol 1294, known 1354, bot_network 1432, weights 1481,
#             main 2323, the rest is common/, which need not be read
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


# ==== bots/uttt/params.py ====
"""Tunable numbers, as `name: type = value  # low..high unit: meaning`."""


@record
class Params:
	"""The tunable numbers, equal in Python and C."""

	# --- Monte Carlo tree search, read by uttt_mcts alone
	exploration: float = 0.4  # 0.05..2 times: weight of the unknown against values of 0..1
	urgency: float = 1.2  # 0.3..10: the value of a move that was not tried yet

	# --- best-first minimax: values are -1..1
	bonus: float = 0.05  # 0..1 times: weight of the unknown

	# --- alpha-beta, read by uttt_alphabeta alone: in lines of boards that are sure to be won
	slip: float = 0.3  # 0..1: how far a small board's next mark is a random one, not the best
	board: float = 0.4  # 0..2: one board more, where no line can be won
	stake: float = 5.0  # 0..50: how fast boards count less where lines can
	freedom: float = 0.25  # 0..1: the choice of the board

	# --- the clock
	first_ms: float = 750.0  # 100..900 ms: used of the first 1000, whose clock is ahead
	margin_ms: float = 10.0  # 2..60 ms: kept of a turn, or twice the longest pause


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


# ==== bots/uttt/bot.py ====
"""The base of the ultimate tic-tac-toe bots: they track the game and answer with a cell."""

import json
from abc import abstractmethod
from typing import Any


class UtttBot(Searcher[AnyMemory]):
	"""Tracks a game. searched_at: moves played before the last search, -1 if its tree is void"""

	turn_ms = 100.0

	def __init__(self, params: Params, engines: Engines[AnyMemory]) -> None:
		super().__init__(params, engines)
		self.params = params
		self.known = Known([])
		self.searched_at = -1

	@abstractmethod
	def find(self, deadline: Deadline) -> int:
		"""Searches; returns the cell to play, -1 if there was no time."""

	@abstractmethod
	def describe(self) -> dict[str, Any]:
		"""Returns moves and line of the last search."""

	def read_start(self, reader: LineReader) -> None:
		"""Begins a game, without any input."""
		self.known = Known(json.loads(os.environ.get("BOTSMITH_PLAYED", "[]")))
		self.searched_at = -1

	def read_turn(self, reader: LineReader) -> None:
		if not self.known.follow(read_turn(reader)):
			self.searched_at = -1

	def answer(self, deadline: Deadline) -> list[str]:
		engine = self.engines.current(deadline)
		if engine is not self.engine:
			self.searched_at = -1
		self.engine = engine
		cell = self.find(deadline)
		self.searched_at = len(self.known.moves)
		return self._commit(cell if cell in self.known.cells else self.known.cells[0])

	def played_since(self) -> list[int]:
		"""Returns the two moves played since the engine searched; [-1, -1] if its tree is void."""
		is_next = self.searched_at >= 0 and self.searched_at + 2 == len(self.known.moves)
		return self.known.moves[-2:] if is_next else [-1, -1]

	def fallback(self) -> list[str]:
		"""Plays the first legal cell of the known position."""
		return self._commit((legal_cells(self.known.position) or self.known.cells)[0])

	def _commit(self, cell: int) -> list[str]:
		self.known.commit(cell)
		return [format_cell(cell)]

	def explain(self) -> str:
		"""Returns moves with visits and values, and the expected line."""
		return json.dumps({"turn": self.searched_at, "units": [{"unit": 0, **self.describe()}]})


# ==== bots/uttt/tables.py ====
"""Tables of the nine squares of a board.

Square  0..8 row by row, also the place of a small board on the main one
Mask    int of 9 bits, bit s is set if square s is taken
"""

SQUARES = 9
FULL = 511
LINES = (7, 56, 448, 73, 146, 292, 273, 84)  # rows, columns, diagonals

HAS_LINE = tuple(any(mask & line == line for line in LINES) for mask in range(FULL + 1))


# ==== bots/uttt/rules.py ====
"""Ultimate tic-tac-toe: the rules, as kernels, shared by the bot and the referee.

Cell   int 0..80 = board * 9 + square, both 0..8 row by row
Order of a move: place, close the board if it is won or full, name the next board.
Source: docs/games/uttt.md. Golden: tests/golden/uttt.
"""

BOARDS = 9
CELLS = BOARDS * SQUARES
CELL_MASK = 127  # tells C that a cell is small
ANY_BOARD = 9


@record
class State:
	"""Holds marks[player * BOARDS + board], masks of squares, and won[player], masks of boards.

	open: mask of the boards that are neither won nor full
	forced: the board of the next mark, or ANY_BOARD
	player: the player to move
	"""

	marks: Numbers[int] = numbers(Int16, 2 * BOARDS)
	won: Numbers[int] = numbers(Int16, 2)
	open: Int16 = FULL
	forced: Int8 = ANY_BOARD
	player: Int8


@kernel
def play(state: State, cell: int) -> None:
	"""Marks an unchecked `cell`, from list_cells, for the player to move."""
	cell &= CELL_MASK
	board = cell // SQUARES
	square = cell % SQUARES
	place = state.player * BOARDS + board
	mask = state.marks[place] | (1 << square & FULL)
	state.marks[place] = mask
	if HAS_LINE[mask]:
		state.won[state.player] |= 1 << board
		state.open &= ~(1 << board)
	elif state.marks[board] | state.marks[BOARDS + board] == FULL:
		state.open &= ~(1 << board)
	state.forced = square if state.open >> square & 1 == 1 else ANY_BOARD
	state.player = 1 - state.player


@kernel
def is_over(state: State) -> bool:
	"""Returns True if three boards are in line, or no board is open."""
	return state.open == 0 or HAS_LINE[state.won[0]] or HAS_LINE[state.won[1]]


@kernel
def outcome(state: State) -> int:
	"""Returns the winner of a game that is over: 1 player 0, -1 player 1, 0 nobody. A line of
	boards decides, else the number of boards.
	"""
	if HAS_LINE[state.won[0]]:
		return 1
	if HAS_LINE[state.won[1]]:
		return -1
	lead = state.won[0].bit_count() - state.won[1].bit_count()
	return min(1, max(-1, lead))


@kernel
def list_cells(state: State, cells: Numbers[int]) -> int:
	"""Writes the legal cells, in rising order; returns their number, 0 if the game is over."""
	if is_over(state):
		return 0
	count = 0
	boards = state.open if state.forced == ANY_BOARD else 1 << state.forced
	while boards != 0:
		board = (boards & -boards).bit_length() - 1
		boards &= boards - 1
		free = FULL & ~(state.marks[board] | state.marks[BOARDS + board])
		while free != 0:
			cells[count] = board * SQUARES + (free & -free).bit_length() - 1
			free &= free - 1
			count += 1
	return count


def legal_cells(state: State) -> list[int]:
	"""Returns the legal cells, rising."""
	cells = [0] * CELLS
	return cells[: list_cells(state, cells)]


# ==== common/nets/shared.py ====
TOP = 255
SHIFT = 16
HALF = 1 << SHIFT - 1
def in_c(kernel):
	def mark(function):
		function.in_c = kernel
		return function
	return mark


# ==== common/network.py ====
import operator
from struct import Struct
from typing import Protocol, TypeVar
class NetworkColumn(Protocol):
	...
AnyColumn = TypeVar("AnyColumn", bound=NetworkColumn)
def bind(lanes, base=0):
	@kernel
	def score_lanes(
		sums: Numbers[int],
		columns: Records[AnyColumn],
		changes: Numbers[int],
		count: int,
		last: Numbers[int],
		stays: bool,
	) -> int:
		block = numbers(Int16, lanes)
		total: Int32 = 0
		for lane in each(lanes):
			block[lane] = sums[lane]
		for index in range(count):
			place = changes[index]
			if place >= 0:
				column = columns[place].of
				for lane in each(lanes):
					block[lane] = Int16(block[lane] + column[lane])
			else:
				column = columns[~place].of
				for lane in each(lanes):
					block[lane] = Int16(block[lane] - column[lane])
		if stays:
			for lane in each(lanes):
				sums[lane] = block[lane]
			return 0
		for lane in each(lanes):
			block[lane] = min(max(block[lane], 0), TOP)
		for lane in each(lanes):
			total = Int32(total + block[lane] * last[lane])
		return total
	base = base or lanes
	ones = sum(1 << 16 * lane for lane in range(lanes))
	signs = ones << 15
	tops, room = ones * TOP, ones * (2**15 - 1 - TOP)
	lowest = (1 << 16 * base) - 1
	in_lanes, in_base = Struct(f"<{lanes}h"), Struct(f"<{base}H")
	packed = {}
	packed_of = None
	seen = []
	seen_packed = 0
	def pack(values):
		return (int.from_bytes(in_lanes.pack(*values), "little") ^ signs) - signs
	@in_c(score_lanes)
	def score_after(
		sums: Numbers[int],
		columns: Records[AnyColumn],
		changes: Numbers[int],
		count: int,
		last: Numbers[int],
		stays: bool,
	) -> int:
		nonlocal packed_of, seen, seen_packed
		if columns is not packed_of or count == 0:
			packed_of = columns
			packed.clear()
			for place, column in enumerate(columns):
				packed[place] = pack(column.of)
				packed[~place] = -packed[place]
		if sums != seen:
			seen, seen_packed = [*sums], pack(sums)
		rest = seen_packed + sum(map(packed.__getitem__, changes[:count])) + signs
		if stays:
			sums[:] = in_lanes.unpack((rest ^ signs).to_bytes(2 * lanes, "little"))
			seen, seen_packed = [*sums], rest - signs
			return 0
		rest &= ((rest & signs) >> 15) * (2**15 - 1)
		above = (rest + room & signs) >> 15
		rest = rest & tops | above * TOP
		total = rest
		for shift in range(16 * base, 16 * lanes, 16 * base):
			total += rest >> shift
		total &= lowest
		return sum(map(operator.mul, in_base.unpack(total.to_bytes(2 * base, "little")), last))
	return score_after
def spread(weights, base, symmetries):
	return [
		[
			weight
			for places in symmetries
			for weight in weights[places[place] * base : (places[place] + 1) * base]
		]
		for place in range(len(symmetries[0]))
	]


# ==== bots/uttt/network.py ====
"""The value network of ultimate tic-tac-toe: its inputs from a position.

It sees the position as one player, the viewer. An input is a square of one of the masks

    0..8    the viewer's marks on each open board
    9..17   the other's
    18, 19  boards that the viewer has won; the other
    20      full boards that neither has won
    21, 22  open boards where the viewer has a square that wins it; the other
    23, 24  open boards with which the viewer would win the game; the other
    25      the board that must be played on, if neither has a square there that wins it
    26..28  the same, if the viewer has one, the other, both

or FREE, if any board may be played on, or ALWAYS. The weights are shared by the eight symmetries.
"""

OTHER = BOARDS  # from the viewer's masks to the other's
WON, FORCED = 18, 25
MASKS = 29
FREE = MASKS * SQUARES
ALWAYS = FREE + 1
INPUTS = ALWAYS + 1
ALL = (1 << (FORCED - WON) * SQUARES) - 1  # masks of boards in one int
TOGETHER = 6  # masks of squares that are listed at once
BASE = 32  # lanes before symmetries
LANES = 8 * BASE

TURNED = tuple(square % 3 * 3 + 2 - square // 3 for square in range(SQUARES))
MIRRORED = tuple(square // 3 * 3 + 2 - square % 3 for square in range(SQUARES))

# Squares that complete a line, of a mask of marks.
WINNING = tuple(
	sum({line & ~mask for line in LINES if (line & ~mask).bit_count() == 1})
	for mask in range(FULL + 1)
)


def symmetries() -> list[list[int]]:
	"""Returns the new places of all inputs under each symmetry."""
	found = []
	for is_mirrored in (False, True):
		places = list(MIRRORED if is_mirrored else range(SQUARES))
		for _ in range(4):
			boards = [OTHER * side + place for side in (0, 1) for place in places]
			masks = [*boards, *range(WON, MASKS)]
			found.append([mask * SQUARES + place for mask in masks for place in places])
			found[-1] += [FREE, ALWAYS]
			places = [TURNED[place] for place in places]
	return found


@record
class Column:
	"""An input's weights."""

	of: Numbers[int] = numbers(Int16, LANES)


@record
class Weights:
	"""The network. scale: tanh(score / scale) is the value"""

	columns: Records[Column] = records(Column, INPUTS)
	last: Numbers[int] = numbers(Int16, LANES)
	scale: float


@record
class View:
	"""Holds masks of squares and of boards (`pack`), and the sums of their inputs."""

	masks: Numbers[int] = numbers(Int16, WON)
	boards: int
	sums: Numbers[int] = numbers(Int16, LANES)


score_after = bind(LANES, BASE)


def make_weights(values: list[int], scale: float) -> Weights:
	"""Returns a network of INPUTS * BASE first weights and BASE last ones."""
	weights = Weights()
	for column, lanes in zip(weights.columns, spread(values, BASE, symmetries()), strict=False):
		column.of[:] = lanes
	weights.last[:] = values[INPUTS * BASE :] * 8
	weights.scale = scale
	return weights


@kernel
def pack(state: State, viewer: int, threats: int, other_threats: int) -> int:
	"""Returns the masks from WON on, before FORCED, as one int, the first in the lowest bits."""
	mine = state.won[viewer]
	theirs = state.won[1 - viewer]
	full = FULL & ~(state.open | mine | theirs)
	deciding = WINNING[mine] & state.open
	other_deciding = WINNING[theirs] & state.open
	return (
		mine
		| theirs << SQUARES
		| full << 2 * SQUARES
		| threats << 3 * SQUARES
		| other_threats << 4 * SQUARES
		| deciding << 5 * SQUARES
		| other_deciding << 6 * SQUARES
	) & ALL


@kernel
def look(viewed: View, state: State, viewer: int) -> None:
	"""Writes the masks of a position into `viewed`."""
	own = BOARDS * viewer
	threats = 0
	other_threats = 0
	for board in range(BOARDS):
		is_open = -(state.open >> board & 1)
		mine = state.marks[own + board] & is_open
		theirs = state.marks[BOARDS - own + board] & is_open
		viewed.masks[board] = mine
		viewed.masks[OTHER + board] = theirs
		threats |= int(WINNING[mine] & ~theirs != 0) << board & FULL
		other_threats |= int(WINNING[theirs] & ~mine != 0) << board & FULL
	viewed.boards = pack(state, viewer, threats, other_threats)


@kernel
def change(changes: Numbers[int], count: int, mask: int, before: int, after: int) -> int:
	"""Adds the inputs that differ in masks from `mask` on to `count` changes; returns their
	number.
	"""
	rest = before ^ after
	while rest != 0:
		lowest = rest & -rest
		place = mask * SQUARES + lowest.bit_length() - 1
		changes[count] = place if after & lowest != 0 else ~place
		count += 1
		rest ^= lowest
	return count


@kernel
def list_masks(viewed: View, places: Numbers[int]) -> int:
	"""Writes the input ALWAYS and those before FORCED that are on; returns their number."""
	places[0] = ALWAYS
	count = 1
	for part in range(WON // TOGETHER):
		squares = 0
		for mask in each(TOGETHER):
			squares |= viewed.masks[TOGETHER * part + mask] << SQUARES * mask & ALL
		count = change(places, count, TOGETHER * part, 0, squares)
	return change(places, count, WON, 0, viewed.boards)


@kernel
def view(viewed: View, state: State, viewer: int, weights: Weights) -> None:
	"""Writes masks and sums of a position, computed anew."""
	look(viewed, state, viewer)
	changes = numbers(Int16, INPUTS)
	for lane in range(LANES):
		viewed.sums[lane] = 0
	count = list_masks(viewed, changes)
	score_after(viewed.sums, weights.columns, changes, count, weights.last, True)


@kernel
def choice(state: State, boards: int) -> int:
	"""Returns the input for the place of the next mark. boards: from `pack`"""
	if state.forced == ANY_BOARD:
		return FREE
	threats = boards >> 3 * SQUARES + state.forced
	mask = FORCED + (threats & 1) + 2 * (threats >> SQUARES & 1)
	return mask * SQUARES + state.forced


@kernel
def list_inputs(state: State, places: Numbers[int]) -> int:
	"""Writes the inputs that are on, as the player to move sees them; returns their number."""
	viewed = View()
	look(viewed, state, state.player)
	count = list_masks(viewed, places)
	places[count] = choice(state, viewed.boards)
	return count + 1


# ==== common/search/bestfirst.py ====
"""Best-first minimax for two players who move in turns, with a value for every position."""

from math import sqrt

BESTFIRST_HALF = capacity(pure=60_000, compiled=4_000_000)  # nodes; two such halves take turns
SPARSE = 8  # visits of all that was grown by those of the root: above, that alone is copied
STEP = 50  # nodes whose children are copied in place of an iteration
POOL = capacity(pure=120_000, compiled=8_000_000)
ROOTS = capacity(pure=1024, compiled=1 << 14)  # visits in a table
MAX_DEPTH = 250
MAX_MOVES = 256  # in one position
BITS = 9  # of a number of children
MOST = (1 << BITS) - 1
NONE = -1  # no node
CERTAIN = -1.0e300  # bound of a node whose result is certain: selection passes by

AnyState = TypeVar("AnyState")
AnySetting = TypeVar("AnySetting")


@record
class Tree:
	"""The nodes; a node's children are neighbours. The game writes moves, values and ends of the
	position that is being opened.
	"""

	exploration: float = 0.05  # params may set it
	root: int
	used: int  # the end of the slots in use
	half: int  # that is in use, 0 or 1
	grown: int  # visits of what the half holds, less those of this turn
	is_sparse: bool  # little of it hangs on the root
	copied: int  # the next node of the other half whose children will be copied,
	filled: int  # and the end of what was copied; 0: nothing
	iterations: int
	evaluations: int
	picks: int  # moves selected
	block: Numbers[int] = numbers(int, POOL)  # first child << BITS | children; 0: not opened
	move: Numbers[int] = numbers(Int16, POOL)
	visits: Numbers[int] = numbers(Int32, POOL)
	value: Numbers[float] = numbers(float, POOL)
	bound: Numbers[float] = numbers(float, POOL)  # value less what it gives away, or CERTAIN
	share: Numbers[float] = numbers(float, POOL)  # 1 / sqrt(visits)
	roots: Numbers[float] = numbers(float, ROOTS)  # fourth ones
	path: Numbers[int] = numbers(int, MAX_DEPTH + 1)
	moves: Numbers[int] = numbers(int, MAX_MOVES)
	values: Numbers[float] = numbers(float, MAX_MOVES)
	ends: Numbers[bool] = numbers(bool, MAX_MOVES)  # the value is certain


@kernel
def plant(tree: Tree) -> None:
	"""Makes a root without children."""
	if tree.roots[1] == 0.0:
		for visits in range(ROOTS):
			tree.roots[visits] = sqrt(sqrt(float(visits)))
	tree.half = 0
	tree.used = 1
	put_node(tree, 0, NONE, 0.0, False)
	move_root(tree, 0)
	tree.grown = 0
	tree.is_sparse = False


@kernel
def put_node(tree: Tree, slot: int, move: int, value: float, is_certain: bool) -> None:
	"""Makes a node without children."""
	tree.block[slot] = 0
	tree.move[slot] = move
	tree.visits[slot] = 1
	tree.share[slot] = 1.0
	tree.value[slot] = value
	tree.bound[slot] = CERTAIN if is_certain else value


@kernel
def add_children(tree: Tree, node: int, count: int) -> None:
	"""Adds a node's children, as the game has written them."""
	first = tree.used
	tree.used += count
	tree.evaluations += count
	tree.block[node] = first << BITS | count
	for index in range(count):
		put_node(tree, first + index, tree.moves[index], tree.values[index], tree.ends[index])


@kernel
def settle(tree: Tree, node: int) -> bool:
	"""Sets a node's value and bound from its children; returns True if they change."""
	value = tree.value[node]
	bound = tree.bound[node]
	block = tree.block[node]
	first = block >> BITS
	best = -1.0e300
	best_open = CERTAIN
	for slot in range(first, first + (block & MOST)):
		best = max(best, tree.value[slot])
		best_open = max(best_open, tree.bound[slot])
	tree.value[node] = -best
	tree.bound[node] = best_open - 2.0 * best
	if best > 1.0 or best_open == CERTAIN:
		tree.bound[node] = CERTAIN
	return tree.bound[node] != bound or tree.value[node] != value


@kernel
def move_root(tree: Tree, node: int) -> None:
	"""Makes a node the root. The other nodes stay, until they are most of the half."""
	tree.grown += tree.iterations
	tree.is_sparse = tree.grown > SPARSE * tree.visits[node]
	tree.root = node
	tree.filled = 0
	tree.iterations = 0
	tree.evaluations = 0
	tree.picks = 0


@kernel
def copy_some(tree: Tree, nodes: int) -> bool:
	"""Copies the children of `nodes` nodes below the root to the other half, which is in use once
	all are copied; until then the tree is unchanged. Returns False if there is nothing to leave
	behind.
	"""
	start = BESTFIRST_HALF * tree.half
	if tree.root == start:
		return False
	start = BESTFIRST_HALF - start
	if tree.filled == 0:
		copy_node(tree, tree.root, start)
		tree.copied = start
		tree.filled = start + 1
	slot = tree.copied
	used = tree.filled
	goal = slot + nodes
	while slot < min(used, goal):
		block = tree.block[slot]
		if block != 0:
			first = block >> BITS
			count = block & MOST
			tree.block[slot] = used << BITS | count
			for index in range(count):
				copy_node(tree, first + index, used + index)
			used += count
		slot += 1
	tree.copied = slot
	tree.filled = used
	if slot == used:
		tree.half = 1 - tree.half
		tree.root = start
		tree.used = used
		tree.filled = 0
		tree.grown = tree.visits[start] - tree.iterations
		tree.is_sparse = False
	return True


@kernel
def copy_node(tree: Tree, source: int, target: int) -> None:
	"""Copies a node to another slot."""
	tree.block[target] = tree.block[source]
	tree.move[target] = tree.move[source]
	tree.visits[target] = tree.visits[source]
	tree.value[target] = tree.value[source]
	tree.bound[target] = tree.bound[source]
	tree.share[target] = tree.share[source]


@kernel
def find_child(tree: Tree, node: int, move: int) -> int:
	"""Returns the child that a move leads to, or NONE."""
	first = tree.block[node] >> BITS
	for slot in range(first, first + (tree.block[node] & MOST)):
		if tree.move[slot] == move:
			return slot
	return NONE


@kernel
def advance(tree: Tree, own: int, other: int) -> None:
	"""Makes the position after two moves the root, and keeps its tree."""
	node = find_child(tree, tree.root, own)
	if node != NONE:
		node = find_child(tree, node, other)
	if node == NONE or tree.block[node] == 0:
		plant(tree)
	else:
		move_root(tree, node)


@kernel
def best_child(tree: Tree) -> int:
	"""Returns the answer's node: the most visited of the open ones, of equal ones the one of
	more value; but a certain one if its value is not less. NONE before the root is open.
	"""
	best = NONE
	best_score = -1.0e300
	known = NONE
	block = tree.block[tree.root]
	first = block >> BITS
	for slot in range(first, first + (block & MOST)):
		value = tree.value[slot]
		score = float(tree.visits[slot]) + 0.25 * value
		if tree.bound[slot] == CERTAIN:
			if known == NONE or value > tree.value[known]:
				known = slot
		elif score > best_score:
			best_score = score
			best = slot
	if known != NONE and (best == NONE or tree.value[known] >= tree.value[best]):
		return known
	return best


def bestfirst_bind(open_node, play):
	"""Returns iterate(tree, start, world, setting, count), which continues the search from `start`,
	tries moves on `world`, and returns False once nothing is left to find."""

	@kernel
	def descend(tree: Tree, world: AnyState, setting: AnySetting) -> int:
		"""Walks to a node that is not open; returns the way's nodes."""
		node = tree.root
		tree.path[0] = node
		length = 1
		while tree.block[node] != 0 and length <= MAX_DEPTH:
			block = tree.block[node]
			visits = tree.visits[node]
			root = tree.roots[visits] if visits < ROOTS else sqrt(sqrt(float(visits)))
			width = tree.exploration * root
			node = best_bound(tree.bound, tree.share, block >> BITS, block & MOST, width)
			tree.path[length] = node
			length += 1
			play(world, setting, tree.move[node])
		tree.picks += length - 1
		return length

	@kernel
	def iterate(
		tree: Tree, start: AnyState, world: AnyState, setting: AnySetting, count: int
	) -> bool:
		for _ in range(count):
			if tree.bound[tree.root] == CERTAIN:
				return False
			if tree.is_sparse or tree.used + MAX_MOVES > BESTFIRST_HALF * tree.half + BESTFIRST_HALF:
				is_copying = copy_some(tree, STEP)
				if is_copying:
					continue
				return False
			assign(world, start)
			length = descend(tree, world, setting)
			node = tree.path[length - 1]
			if tree.block[node] != 0:
				return False
			children = open_node(world, setting, tree)
			add_children(tree, node, children)
			is_new = True
			for step in range(length - 1, -1, -1):
				node = tree.path[step]
				if is_new:
					is_new = settle(tree, node)
				visits = tree.visits[node] + 1
				tree.visits[node] = visits
				tree.share[node] = 1.0 / sqrt(float(visits))
			tree.iterations += 1
		return True

	return iterate


def rows_of(tree, node):
	"""Returns a node's children, most visited first."""
	first = tree.block[node] >> BITS
	slots = range(first, first + (tree.block[node] & MOST))
	return sorted(slots, key=lambda slot: (-tree.visits[slot], -tree.value[slot]))


def describe(tree, name):
	"""Returns the root's moves and the main line, in the words of `name`; values 0..1."""
	moves = []
	for slot in rows_of(tree, tree.root):
		value = 0.5 + 0.5 * min(1.0, max(-1.0, tree.value[slot]))
		moves.append({"move": name(tree.move[slot]), "visits": tree.visits[slot], "value": value})
	line = []
	node = best_child(tree)
	while node != NONE:
		line.append(name(tree.move[node]))
		node = next(iter(rows_of(tree, node)), NONE)
	return {"moves": moves, "line": line}


def counts(tree):
	"""Returns the work since `plant` or `advance`."""
	return {
		"iterations": tree.iterations,
		"simulated_turns": tree.picks + tree.evaluations,
		"nodes": tree.used,
		"evaluations": tree.evaluations,
		"ucb": tree.picks,
		"depth": round(tree.picks / max(1, tree.iterations)),
	}


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


# ==== bots/uttt/search_network.py ====
"""Best-first minimax with the value network."""

from math import tanh

SURE_WIN = 2.0  # on an empty board, later less
MARK = 0.01


@record
class Setting:
	"""The network, a position, one of its next ones, and the differences of their inputs."""

	weights: Weights
	here: View
	child: State
	changes: Numbers[int] = numbers(Int16, INPUTS)


@record
class Memory:
	"""The memory of the search. The bot loads params, start and weights."""

	setting: Setting
	params: Params
	start: State
	world: State
	tree: Tree


@kernel
def step(setting: Setting, cell: int) -> int:
	"""Writes the input changes from `here` to `child`, which has one more mark, on `cell`. Returns
	their number, 0 if the player to move then wins at once.
	"""
	child = setting.child
	here = setting.here
	changes = setting.changes
	board = cell // SQUARES
	bit = 1 << board & FULL
	viewer = child.player
	mine = child.marks[BOARDS * viewer + board]
	theirs = child.marks[BOARDS - BOARDS * viewer + board]
	threats = here.boards >> 3 * SQUARES & FULL & ~bit
	other_threats = here.boards >> 4 * SQUARES & FULL & ~bit
	if child.open & bit != 0:
		threats |= int(WINNING[mine] & ~theirs != 0) << board & FULL
		other_threats |= int(WINNING[theirs] & ~mine != 0) << board & FULL
		changes[0] = OTHER * SQUARES + cell
		count = 1
	else:
		count = change(changes, 0, board, here.masks[board], 0)
		count = change(changes, count, OTHER + board, here.masks[OTHER + board], 0)
	boards = pack(child, viewer, threats, other_threats)
	playable = FULL if child.forced == ANY_BOARD else 1 << child.forced
	if boards >> 5 * SQUARES & threats & playable != 0:
		return 0
	count = change(changes, count, WON, here.boards, boards)
	changes[count] = choice(child, boards)
	return count + 1


@kernel
def open_node(state: State, setting: Setting, tree: Tree) -> int:
	"""Writes a position's moves, with their values to the mover; returns their number."""
	weights = setting.weights
	sums = setting.here.sums
	changes = setting.changes
	child = setting.child
	mover = state.player
	view(setting.here, state, 1 - mover, weights)
	count = list_cells(state, tree.moves)
	marks = 1
	for board in range(BOARDS):
		marks += (state.marks[board] | state.marks[BOARDS + board]).bit_count()
	value = SURE_WIN - MARK * float(marks)
	for index in range(count):
		cell = tree.moves[index]
		assign(child, state)
		play(child, cell)
		tree.ends[index] = is_over(child)
		if tree.ends[index]:
			result = outcome(child) if mover == 0 else -outcome(child)
			tree.values[index] = float(result) * value
			continue
		changed = step(setting, cell)
		tree.ends[index] = changed == 0
		tree.values[index] = MARK - value
		if changed != 0:
			points = score_after(sums, weights.columns, changes, changed, weights.last, False)
			tree.values[index] = float(points)
	for index in range(count):  # apart: 1.05 times as fast
		if not tree.ends[index]:
			tree.values[index] = -tanh(tree.values[index] / weights.scale)
	return count


@kernel
def put(state: State, setting: Setting, cell: int) -> None:
	"""Puts a mark on a cell."""
	play(state, cell)


iterate = bestfirst_bind(open_node, put)


@kernel
def begin(memory: Memory, own: int, other: int) -> None:
	"""Prepares a search from `start`, on the tree below the cells own and other, played since the
	last search (-1 -1: none).
	"""
	tree = memory.tree
	tree.exploration = memory.params.bonus
	if own == -1:
		plant(tree)
	else:
		advance(tree, own, other)


@kernel
def tidy(memory: Memory) -> None:
	"""Copies the tree in one step, for play by fixed work."""
	copy_some(memory.tree, POOL)


@kernel
def think(memory: Memory, count: int) -> bool:
	"""Plays `count` iterations. Returns False once the result is known."""
	return iterate(memory.tree, memory.start, memory.world, memory.setting, count)


ENTRIES = (begin, tidy, think)


# ==== bots/uttt/protocol.py ====
"""The lines that a bot of ultimate tic-tac-toe reads and writes."""

from typing import NamedTuple

NO_CELL = -1  # the input `-1 -1`: nobody has moved yet
ROW = 9


class Turn(NamedTuple):
	"""The opponent's last cell, or NO_CELL, and all legal cells, unordered."""

	played: int
	cells: list[int]


def to_cell(row: int, column: int) -> int:
	"""Returns the cell of a row and column of the 9 x 9 grid, 0..8."""
	return (row // 3 * 3 + column // 3) * 9 + row % 3 * 3 + column % 3


def to_place(cell: int) -> tuple[int, int]:
	"""Returns row and column of a cell."""
	board, square = divmod(cell, 9)
	return board // 3 * 3 + square // 3, board % 3 * 3 + square % 3


def format_cell(cell: int) -> str:
	"""Returns a cell's output line."""
	row, column = to_place(cell)
	return f"{row} {column}"


def parse_cell(text: str, what: str) -> int:
	"""Returns the cell of `row column`. Raises UnreadableInput for another text."""
	row, column = parse_integers(text, 2, what)
	if not (0 <= row < ROW and 0 <= column < ROW):
		raise UnreadableInput(f"{what}: expected 0..8 twice, got {text[:60]!r}")
	return to_cell(row, column)


def read_turn(reader: LineReader) -> Turn:
	"""Reads a turn. Raises UnreadableInput only after all its lines."""
	first = reader.line()
	number = reader.number
	(count,) = read_integers(reader, 1, "validActionCount")
	if not 1 <= count <= CELLS:
		place = f"line {reader.number}: validActionCount"
		raise UnreadableInput(f"{place}: expected 1..{CELLS}, got {count}")
	lines = [reader.line() for _ in range(count)]
	played = NO_CELL
	if first.split() != ["-1", "-1"]:
		played = parse_cell(first, f"line {number}: opponentRow opponentCol")
	cells = [
		parse_cell(line, f"line {number + 2 + offset}: row col")
		for offset, line in enumerate(lines)
	]
	return Turn(played, cells)


# ==== bots/uttt/known.py ====
"""A bot's knowledge of its game, from the opponent's moves and the legal cells alone.

BOTSMITH_PLAYED: answers of a recorded match as JSON, which count as played
"""


class Known:
	"""Holds the moves so far as cells, the position after them, and the legal cells of the
	input.
	"""

	def __init__(self, played: list[list[str]]) -> None:
		self.played = played
		self.position = State()
		self.own = 0
		self.moves: list[int] = []
		self.cells = list(range(CELLS))

	def follow(self, turn: Turn) -> bool:
		"""Plays the opponent's move. Returns False if it did not fit and the view was repaired."""
		self.cells = turn.cells
		if turn.played == NO_CELL:
			return True
		if not self.moves:
			self.own = 1
		is_legal = turn.played in legal_cells(self.position)
		if is_legal:
			play(self.position, turn.played)
		self.moves.append(turn.played)
		if is_legal and sorted(turn.cells) == legal_cells(self.position):
			return True
		report(f"move {len(self.moves)} does not fit to what was known of the game")
		mend(self.position, self.own, turn)
		return False

	def commit(self, cell: int) -> None:
		"""Plays the own move, or the one of the recorded match."""
		turn = len(self.moves) // 2
		if turn < len(self.played):
			place = " ".join(self.played[turn][0].split()[:2])  # a message may follow
			cell = parse_cell(place, f"BOTSMITH_PLAYED: answer {turn}")
		play(self.position, cell)
		self.moves.append(cell)


def mend(position: State, own: int, turn: Turn) -> None:
	"""Repairs a position, with `own` to move: the opponent's mark, and the squares of open
	boards.
	"""
	mine, theirs = own * BOARDS, (1 - own) * BOARDS
	board, square = divmod(turn.played, SQUARES)
	position.marks[theirs + board] |= 1 << square
	position.marks[mine + board] &= ~(1 << square)
	boards = {cell // SQUARES for cell in turn.cells}
	for board in boards:
		free = sum(1 << cell % SQUARES for cell in turn.cells if cell // SQUARES == board)
		position.marks[theirs + board] &= ~free
		position.marks[mine + board] = FULL & ~free & ~position.marks[theirs + board]
		position.open |= 1 << board
		position.forced = board if len(boards) == 1 else ANY_BOARD
	position.player = own


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


# ==== bots/uttt/bot_network.py ====
"""The ultimate tic-tac-toe bot that searches best first with a value network."""

from collections.abc import Mapping

# Of the first library, sooner, and the best; common/native.py has more.
FLAGS = (
	"-fno-gcse -fno-thread-jumps -fira-region=one --param=max-inline-insns-single=30",
	"-fno-tree-loop-distribute-patterns",
)


class NetworkBot(UtttBot[Memory]):
	"""Keeps the tree below the played moves. ready: the engines that have the network"""

	warm_up = 20

	def __init__(self, params: Params, engines: Engines[Memory]) -> None:
		super().__init__(params, engines)
		self.setting = Setting()
		assign(self.setting.weights, make_weights(*decode(WEIGHTS)))
		self.ready: set[Engine[Memory]] = set()

	def find(self, deadline: Deadline) -> int:
		engine = self.engine
		if engine not in self.ready:
			self.ready.add(engine)
			engine.load("params", self.params)
			engine.load("setting", self.setting)
		engine.load("start", self.known.position)
		engine.call(begin, *self.played_since())
		if deadline.iterations:
			engine.call(tidy)
		tree = self.search(think, deadline).tree
		node = best_child(tree)
		return NONE if node == NONE else tree.move[node]

	def stats(self) -> Mapping[str, Stat]:
		return self.timed(counts(self.engine.memory.tree))

	def describe(self) -> dict[str, Any]:
		return describe(self.engine.memory.tree, format_cell)


def main() -> None:
	"""Plays on stdin and stdout."""
	run(NetworkBot(Params(), Compiled(Memory, ENTRIES, FLAGS)))


# ==== bots/uttt/weights.py ====
"""The weights of the value network, trained by `train` and `train_on.py`.

Lines `name value`, then the numbers in base 85: common/network.py decodes them.
"""

WEIGHTS = """
bits 7
scale 64199.10546875
count 8448
crc 152393138
shape 263 inputs, 32 lanes, 8 symmetries
command train uttt, then benchmarks/train_on.py: LOG.md, 2026-11-24
generation 29 and 5 more
games 228000
samples about 36 million
date 2026-11-24

uc#B(Te*@s<&QZF5_v2pQI#~tcDO)I_pA+TO`&q<bKJf*>TV^x1<N;QF}5V`hRVh3HhbZMyCo4NjKEZ?=x=BH1v^P5kOY(sb;&??2y?Y8z9aMYV+CipB<=PS8eK5wFbEv_dd&;$=d9gWKBY3|E7_*B@6WUo4t>UD@$%fwcBX)K+KfFnNoLXJd*P6=ER&}D4WmHia25^5e#*d7c$5K`P-k-X`?$ihFYne97RfMdaP-Xee%C;7=aj{aJg2Z0e7ShM9WGfr4qq>2@$~fBcs9`3N6aa0P@xhx#KDR)<&PHh9hXSuuXe4Wc(?%ZIn_l~No-OV^c|Qww=2mb9-+V8lP9zumz-G+%p$T>Rw)w)42oR5(N{?G5pB9=@`#*@Y^)rR>e=~rL}gMXOb&#pX03M<@;JMr(a1XTIx5|+o5JOMI;7I3Teg@z;0cH`4u7+vu&65TS~{KSDbwkMP-|1wV+Mde^03(B6}d2D5y=YHPBa?MTXW4=#%9vjGn#s}@iGb|8o#)r5t-BSTD#rSi2~kiIVqC2b3&lEV=uZJ{@Ns=(r2UBRI!>(*$TE~xaKeyTw=Pj=g5d#7G=0!ktfvFc15008Vv4qO{8+>J3gGkQ|qW329-9XG6|EmRy3gN+8XL&t>X{*(*aY<W^)%D5`Q_{%#{<9E~?nlH1qXBB;zkw^YNTOVfPnY3WGPFR4Ame_N5ziWh?%6;pR%aW2%C{>e6XsDucFNKqVczm_XbzrW(e4PGznLL<*t8sj~TN5~ILfpw^>tXg!^=*2;;XHDvGCGlFu!Bv!Z^BE3P~Mx;YBY&zI8Rm`1)93alOOKLyD;n?;Q8k4<SAXqcfXiFW}@)Oo%9-(d8Bc_JE-xQXkB9k;-hy;X+!n&3dR5Ye+x@4^gG}?T~VROkW5`{h7?G@C0K*XBVbu;Qr%Ome8G)A4m-ZaUR29dy;D_7)wvdCW(Le$}SKxPw{Q(|f~6#2I^@}RsF^VGcJj<Q$tWo&+r!6FlA6QXpw88F)0?RL8ylIN=lhc;Yug%duR&1n(_Buap$s*`8?(Q-amGp4<+c0nNAq&rTVspE7fl=g%>*USeCPLRKuQCF-9Z^vEm*9$JYy{B?ELn@NFRkykG{glX+lY`R|V?){1Wz$)?)S^<C8-{2yAKmCX_LxSV68AecgH_z@#zNwb$s$viQ)+CpVYZq>=7_AA@kL_-kHlID6m_1n#${3GJED@brZ<-x3V}M+vKE#ug}q&~M++K>&f|1P41ScX-fqbQGJCiXk|#~(XhEI!mLpzqj;7Feo56Iqq3NeP4^O>YG8o*MfJf4jMAAKp$Dc52L)C^n?Y8WbAgeVUbBYu4j8T}gaIqPgK<Q41`;odX*sqAQ7d=N<Q_33Fa#GjLLAo(f*=7*C>q(bC-qec28m~H>a+m`Wh0|D%sH$0yD`*m1%hjmAVD!uDHFeG&^~#iriq+FKV32j6E#_}X8!AyTrcT(~6<@$0(}+46fy>zTH;RFwL1s{^Yt3#stZds0D4|7K(kaZYoJ$o~Vag%Nza+1hlg*I7)5$i(7eTI?QwQS_kHr}^(1}G+=%LcN!`Z$-BDCA1A(6qEvCCshWMY{TGNL7GP-N0b9R8q2oN;F({<6=Ov8EK#dbZgPIF*%XG+<JvL(*16;1K8&>Qp`+F_)aFh%cQnnVq$KMI_N?G#*vW=#!QU=5WSTFE{-mjW}N_L|nO0wW3fdq$Y<#taq5>1%XkU@n+oRbV*=MNrahzJfsr1OFB=^AM(}%7Ioem6xN*DhQuCjmn5lrzT@!6E1G&p-?IlB){IqM56CO(gt?vYx2=7)$f9xABN}H!<`1`X_GC#P5hgUQe8$*wg>9w2#p6(DM8<|k9}##9`lid=aYo(MhDe^w2hF)wtzi?WJ64HBXV#W88gJWM@dp*wfVbfgH5|o!#^f<5oKB55XHUm$_M*ULkQGe|ldBl+TawnGGT{=LQ&O9^C2yEB@{+MAaCcQ6kuw~P`clq>x?@o&BvN%SF!G69>PEV%u6AAasLY>h>0suhB_lHl
q=tFAscje(8gaYj&en_;l{;N)iaYYEH>Fa%D}JxPCvzA~4uwYRPa|gHj82;^85j!DStL{ULw2t+qj4y7{+K}KZs>gKibvcpNgC>yQDYRDD}trAUJM6x@|HR#Zg)N6hD2NuD^d!}(qVHrY!016;*coD4r#n)PKE`xnlD_>7bNzGsh`y7BPM|~sSh|@9(~Vg%@-Ymgt{CoMk^AxJZBCF6yAP1qt4m<`FJo~lBH@Ej{%lchoeG6$fMAw^UZ9$-!Up3_ISOZGDy_XbPn07b{r;~UFnVXTgHl{<<^Nb=47*A5tqIJQIgs%#(P3p$)zqRBqobGUe~JpA&s_N@kdVXW*-_(7aSUSMySxYL!ywi<?>1t3Wc@aQ}tZ>Y=IYWlRF-7%jT}<`z3)lC{IW==8Co-638j)iWr*Hr6UG`%O(%VTmEjeUyka8_KGl|ktU+fgpJpa^b7uy!lWt}3<{gOTP&I``e?Bm(k8aWh6WpT_ah2>#p3T+Lk6WY<<*(A8Gl8bQCasTX`b3l_A3gRxU<m)LG9K;BGh!#>1Jo(@a2q7m8DiQ_c~sCx@WQWmkEnTmoerG@_<UDGKgydb2D8qc0?AVvMrF6=;2yIoA9Lr#$H7t5}0i|hc8{ql3eP{FQ~Ct)%8+Foh+vFDT@zeQ78NXZ_AsFM@$a4!*25hrQvc(X_)of(RylP5{LXrTQeHgB^z41$LtVjWCF#+D!b()8evH0vgo@Fe>EPs13cDPI_WR=w+Y|FqZdV6{&d=5Qa3zOms8l(<Yda4!Y;5Ea0z)w=5H3u9bZ{s({@f~hu7Nehcvd1#we3V3<j0QRMj*~evs*7v4^BFW44^p)%zW%K3Q@p3^Pg19u257I+MiQZ919;fj{T2m>gQ2yjb%obh2VdTQc@@3X#y9ZYvxrh0Qn6h%*AEJ=9MatP)wy6ENpH5_8+w><Zi#b*5W&mqRYWz*iD?T<&&I7BU(X8mCJfO&UTbiL+u2L~{<Iyq2(7v<^Q=R*!c>3V~7+&K#o}l|3$#hg&XvL7S1t3mR)g+7J2r1)o`5&snqnf>-XWJVXwy${F+Kdsb6T8S}bR3a3|D?<r#bno)Ug3XArxFI!O9BPv5l+K=jb4v)@U&bqT6i7;eM8?<htOc@dyydDck9k6yA3YSh9P3syHnX|7Dh_fo0AXJbUj2(SZ>P<K_8e!SnaC8j-kyjpbb~MVew43pFyhT?@YBgpnA}2#y?}ok@nMouT2OJKssL&7SgIRaXr7I@<0ZUd|4mfQ@e?wz&r(CMzxK=QUv^8l>+fgVy{$N+ytu`ffo8Tf<rfgz`u8og(Y-MZ5Td7Cf8EebgOooPJh0`TfwNwJHJ=kvu#0go(pU_AA5pg*gkX5ZnfjT3#hxJ{MwbHM-(>Ynl7E!4C?La!5@1*5)mAq#Xwl%uMFO?8zggIeDqDpBS3VF>OP*-;GhSg)!c%(j?LR7D~++i=#S5Vgz5=+*Z%~m#rm18Ax2Bv<yD4y)}J1MV97fpCvB`?Tgg!Q_4Jw6^Q$n!;mDql?&wC%Xem~u&sB}dC2@u~Z%HL;*+xC~N>N?S;!+aZ6^SqlekRRd3B6*&z0=*pt*dn^j8)7-5^obi&!-zi$e5hc{$pN5<1qPL!o#x)YFTik0i93g)}o#$0NB?HY~_^FJ2$wDKCcr8+$E*x&bs})_!mko<V9bLBEL0EgatuNkHDzhDJ&6{n<qe*SW+(#$0Ed#!x1-GN=%P=Dh${S9d&D-nc+gWEx-A<^?Ehj)B_GjcBr#hhv*$i@p$6gFHq&+>&)iF726+2VpzsSpJy}#aaSym=>L!DBXD+P<lFC>P%@nBjbaJWkHXvthJHw5A!t=#db)46=eA`3S3@m9iS?}=N5gH56BmmCIZGgdH(i`{re?1E*y%~;JQPFRD@ezc;pMkK;UH(69@oE?S9)()5>Hd;VsE{SsaibLXMNKEc%znSm}G$EfwY=%|T`BqVEZYk9KcEX`8h%^!n#2a$?!%dUJW$uRL{eZ}&P|0g)c~sxah{KsuMB9;=!-Z+g
>_kc2=~zpzuz6aJjY;B+sME<PvDwl0vn7qm<&4Ga^@2wzk4PNpj<{ebm}Aml#aS>oZ25Xgs$<3DA$hy5&1th)e@df}`CRHWP2Dhc9R7$?7_#*<^qMy2?BxnIc^#pwr7hB@+uPB0tfDAMDwK5#468z73^)wxpj72?Ep+a9$JH(*93ri{>G2YL40pZY?8vejb4V(XGuOhlWgIfbwDn$1TUPe#`Hsh8tVU}Mk>e+@R(@hsTGa2<OiF)7Ue%HdD5<|<3My+Ujk#zHTXh<Z(H_raga%DM7BV&b0;Mw`EvM5Nf19M!s++2L$<$9bB=V3sCeo#A423==42NL?g{bLIox4h}R2lB33|a#~qVZBA5Un-eY$uFGp|UBgwGA^}W!f+$odRRdnASxj0kunFi`RSMi0tO79OgorMH|njoN>LgAnwKs@|eaa&;~=^deEIVxKmQGI$#ht<hho=WKYQZ;c&B}@VIj-f4-y>Nh=DUKiO_Z{1tgW=_&=Z{gOcGjEST^jjN>;Xk+@K(3`J_gu$${udxX%8h6d0PG`eShpuI@_`1Sq(^oEcZ1uP*aEvGH1$U+6t%(deb2%mynX77VJ)TboywRLKsV#WJ<$%3nPgq0tio+m~+H~%QNSSX2q+OA*s>%1;^@J_pFjvz3d{Sl-c#<-)OWZ9->`|S#BTaY%`h-H?FDU#4bHrp&=bBQ3Mw&3U#JONL=c>l*1&2&vj%b8NgFxl9E2P?(I^eK2Z1GUdA5ld_`G(M%?}+NrG{qy)HAJ}%!r$<=%h75~nGZ%}@rcFO?P$9tOGKq|N31nL#Tbu8wDEe$m9%FB?Kr?#ZMri8WxMB!WwhZkyPk1ZyuoV8RdXj~5rsV2&A8GHQ^aL)_Om4$LRe0?T-A)r7uFZV09QuV47if@OiJp>b<9ZzSlti?tTlm4&X0!_^?b-xZfNr1WJ07+wtKBCOj;61d?{T^neq4J^jyK!E=meQWy-0GDV#YUwj40n+!;4ensBBC@qjoPFR97_T|;J)C(Pw2zS%IhOzkjD*UyFo1%1$$t+`R!O2lOmrj%hJB^gdAOzn`z;w&fi`HIBl?)e!8je8#U*3(gsKbwt5G_Gn#Bhscs`gBa;4SEUQcIRWRS`5OfwN;D;to?Mq;_lS+<#xg04LfXBap0u!y1f;pyOykItj%`Coh*p_8Hq@rtthfhjoRbYTfOC!wpERGBngkeX)+|-?QFWFuG-KYfBog{h66H@KH3h)s||%l8%(zJ^^m*cF8U&}erzGqcJmRDt(lGpq}_N#EU<>`{ffk6uUKKqi1z2v7ON4DG!<y~%T;H=ql?xR`g%YkuDJ^Gg27_bN(4&9wiyi>tR;WQo)VVq{hrZb4omYkg=^>3eEqSMOAt^ebT+TBm}iR<>S|>jZ-&arUbvu^IqcCqM^=$YP@;l06)fx1@q)zJFPNh#bJ3*F=CplXK~gV=<Y|MmA*L$C#asbg4VZfZlQLzC`iz}qOb<|r6!wg`lgSDc9(#gXPX?O-drjj|DW&OL*F{hVoFb<&)M1O``CPczE9k?yWXNOlNz^Sl$Jvk<9VV%~TuXe+-E9AwP!^j7kH%u~$fFH2M@ezXQwEPMa%#LA?s9cqk0m?~kJD(3N7Pj%LQs#o2ySaIuxvRa0)---&Sp*an5`zsdV6Is)elft2o9aK6A3&kf@q2!?uInpc+R6TOdMV}VYWW-4TN}sy8k~UlUoOHHo&t^0;U4IRtkvZYVZ26?FNpRcM=F~f@>D<x1%;f28R_IEXZ8KPX7^JE%W?;=+piN?u)XWk+RnY#-<cj!%#?;&h;On#FD&$WGqQ7?pl%nIIw;hj2u%@7eL(_Zuwu%4M2qf=O5o($+;HCH3j4zyx7v$A_&N+PPI6oZYQb#^VN48S7E|HP80P*#4i|sNDD}kdw0M67W+4duDmoqVS^;}E}+~7cCpe@87PAqS2%58P1a0-dYYbvMsX&hHQ-4f4uK5UVETiWJT!aI42b@JXV9FKQj<5UIrYb}ps>(%5%|YypaAvintub{z^qgH
MTOPT=pXoxd+ZrT{r{)Yfj}@@3rt$qgex%PHC5mME#ijgfko;M-}HCG76K^n3fNVFLLgv`pc!)5>*kwz17cx-h<2Z)wt!X38r;-aR{+6Fp=8!SPaX>Fi`bzd=e@lL-9Rm1lM93MPEs%nXuaIN%NksrEAel^SN+$c&wx=!q)gm_K+3`L1$X~{i3*BoTUhIo`u|&>vj8?g3=|t^g3^RF0A1$5#{bDxBVV#0&lPwBf&dAb3e-mJ9U`Fo?RIk@%)S*ald4~!qYs3O(m>8x$^!#|z+$!v-duixu5|nVedT7u)(og)QB(CPE652vXu1tlrW=_I;UClDSnYz03|b-SxlU6M6Bq)p^GadlAqg#NCQ%+XSIs4Obu%`yf}k~UYVDwb4i%_7trfN+E8sbT0>qgRaXD6hsunijS{M*I$8u?0-CDK8jes0LQC*iN0FmPYUYIw43kWC3pgp+MtP7#sss>5^0@dcaINh0|92Pa;E<`E;EQm*AieE{^b(p4A1d?SOabszmHB~zRJs2ayXjaf?;25@x>~`AH0w(8>Zcu^*RG6$73!HPZKPYV*N=IwgQwvM6B8}Nem{oE(_|hq`68Hk$XM~{|Mgu<E?K1m-ZDk_b^$(C_N+u8Z`~h=1-ViKx27w$M(UltpnY=)8Ril->L*lI$1$S3H-0~R(4sA9kFen|3maiRgcH7m`-Y|72l_r%;A`M!#AwRDo(Fgstl+$1jDzmwoK;{g{%wd%|=jf;H9ao>&@F#?!kfxw6sS46A)2Q-i1x9VToisLO4bwH<5a-J6xHloLIAoQCLuXD#EefAerS3RICW$CoZ%3T!wmhB{$jdFIT4zsbJ@#ThT$GqZ8HFz5u}8YeemCCp7?i>+N+r~WH7;+jBXQ{C6=BO?kmdTxawH)1g%f|AJz-DiwAH-Vqlt|*8i}o-5opY<ezf3>rm?a>$eeC!n<aBd4D%`6(PS@T4|oJJv(^}FTCNtYHW)7{`)Rbd-S8yz{g|;C4{9_r#W5U{ZF~N9#gmh_t09H4*o)Nr5yQb+%BQobgw2@-XuRrDH=GTr>v4QV<O|mWCXTu$QJQ;2he@3YXf>9RHCv8&BQ||aqUlJ?=#<DPRW0r*g-jZVHEK$4vs{pg)BTpS&g$9g9f9HOFo}C5g+d^WS6&8rubXh?3sQH%o0NES`jAMN@cKJlcRyN^J^ML*s2r1sqxF)|Tx>Mz;iABwP)XZOp9h<&Wh_mFxLIvDiS|IJBrbXk2BO8Fa=8)Go5owM=d3}OP9hU4JMp5+f3LpW^$h4AlqNt427w)+8DJHU+Afkv3p83j8L@-2{fe&^F@REkWnkruG}0+KHlj@y3s7j;4NI4t7XPE)m!u><nTf#8BRYC)D`GQv3yi?qQCOZcwVppnNx>b*y4OJZ*HId30^l>js#&hgA&IY~3)QKiGGKHD)W)TXIJ)kB93#+Z45V?RtP=Mm_Ci9Tlw&y(%#q#d6o65bIHGZ&3-|;wRty@H=8O`VaiS3%+N|St5ID82Q{_$R8mU4}-tn#z**cJ=krPd*O#US97=QqM0jf`lJ+`f~sui^>4zE8L5z!2kU`C~L38s3gvVibGo9K}fcR(P-+Q^#WFzARai@q}$><jY($rUhw62$|dX+VAS!HBF=Y*-TUo;hG(SR>kKi&fDWGtwxhGsNXvg0#C^8rXwI!7-k<o6+*t>dC63o0_Jd0P%su{%JTB)jCQlol4h{?z_)`roa$*gN(}-*YVgq-+Hl`ml)vTfUlr>-E%*5MS?VN<1Gb0;xSOHO46^QaSOf`i8{;hXdTZs-oQ+nlZH%5V_*{X#hNb^_`4DcpQTwqD1ADmam{p*3)%uCBaqyU`Xn$Qt_mcXSzw)#Dg>fDK$ca*9k`*(04hMm`GqE@G%MaQE3%zV$h(t}#^tD2b0wn~CJ#Gw2Dlm8EjJA!cTV!rh;8CX#wEz-LZ*qDpH3P?2E?=<Q5aM1O1q}bD&@|QQgR?VBUXjCVNM!w2A-)C7WrhpcGD@cY3$mDx+seHnq`R_oRCRmN~^LA
@u*}bb2ce9YBURNF(qedGGU`5nve^`2EMLRk#~baZ^CEK%JsdTLZ!th^A(9apHdfWwz#@V4he-8kwI$G+m!}`NnZ;KBX*S<>Q5Ocs=_RztcXP-Uq2-AY_`{`O=mz@12%gYA21t0j;6d(4=6n%Rmf%!$^FA<y=ntlfgqW<oUjvhDz(NI(a01+Q8}d%`18ZIr6p{%3A9{^7nW@6Qj{*DO;nZ6NL3W?89f%4!D1|B;RTGU&-WNZMxwbJ(%8HqLAvac9hA0U>1qHw0;;V#Vh<QlPM*4x@rIp_a;>OO^8=#3oTUzF>Y<E>UuxKLE~&IY69=6>Pe$d?7!2lKn4inbX)Ixi+MK$2S-Q0aZ>JUyLs#cD)X;%@yr+W}5(2%qTrXIgx{geQ?DnkwdcbXStX7JqPbJV=>-}jc9(Wa?wxBa4Y1UO0A3CVCZRFNu)@MK!sv(aPp6?gnhN>Z#k$Bq%BQs>P$GktExZcKyVNB1#=hR2M{=i6F(fHIU7e8i_7k1B##3T!7y3nc&`g8~LQKZQlF6h1a2tjglTSP_=(liNI>Mf-p;B0#<CeA)$F^FJC2SqBS`IOo+o@St3Vrp?Uq&62&C)T#rj(DvKGqj|1)?FfTye13?3QlbnjyURL{<%2Kk4Hr}UBst2%EP9d0VhUWA;pr0)UW;dTVSuus#L=UJ-lW*i4E3rx*#UXDmG11Qxz9mhMd1e4=6qIY_}<L+C&CrO5*LT5k`*~;|Lh&f}%O8EB0R!O*kbErv;<_%W6QFN)nlrUpE~v(v-84a3>e?F4m<jTW!NWud_tA6CJVFo;g4y{<Slka43!OSUV=r2mPM<ChkpR38<KX=o8k#(@08~wiIN`0>ZNMx~kA-viFYnQZiJn$Pt(l%2*Jnlxut{1vu?#?CV`XwX@)D@#3*k@O&EhbyOK%;3=&Z6uefx6m<&Rk1O%FI7ZzGMe?@t{+pt}Py>_?H!LH1CWE%V2l9&RDiC!B)PLy7!(y3$je-M%2Em^FWs0PQK`}%U;&xSPWjt1@npDn!a3t1_K(esb9eg!jR&mz<Oa4zHqBRhR>NYI3YLTnT0;C=B=c+1-)^1?(fjXIi8krrS2U8)FxAxoi8nTxdhtijlLNuWv3oQR~+PDLp{%b5*($<HW0=S_siIacO-gkqEwEc)U8BA&22E@DAY<3IEutUAc=H=y*tZ+byxCN6Em$nwL2Fe@}>jyRNI>vPnc!auu+kXK64~VjVZ8!XH|G%Pu!Qth0!lnS1^y!qg
"""


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

PURE double valid(double y, double a, double b, AT) {
	STOP(y != y || !(a * (a + 1)) ? 4 : 2, y - y != 0.0
		&& (y != y ? a == a && b == b : a - a + b - b == 0.0))
	return y;
}
REAL1(sqrt_float) { return valid(__builtin_sqrt(a), a, a, place); }
#define LIBM(f) REAL1(f ## _float) { return valid(__builtin_ ## f(a - nothing), a, a, place); }

LIBM(tanh) 

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


# ==== common/nets/text.py ====
from base64 import b85decode
from zlib import crc32
def unpacked(data, bits):
	size = 1 if bits < 9 else 4
	groups = len(data) // bits
	room = bytearray(8 * size * groups)
	for place in range(bits):
		room[place :: 8 * size] = data[place : groups * bits : bits]
	fields = int.from_bytes(room, "little")
	def each(step):
		return int.from_bytes((b"\1" + bytes(step - 1)) * (len(room) // step), "little")
	for half in (4, 2, 1):
		low = each(2 * half * size) * ((1 << half * bits) - 1)
		fields = fields & low | (fields >> half * bits & low) << 8 * half * size
	top, ones = 8 * size - 1, each(size)
	fields = (fields + ones * ((1 << top) - (1 << bits - 1))) ^ ones << top
	return memoryview(fields.to_bytes(len(room), "little")).cast("b" if size == 1 else "i").tolist()
def decode(text, data_of=b85decode):
	head, _, body = text.strip().partition("\n\n")
	named = dict(line.split(maxsplit=1) for line in head.splitlines())
	body = "".join(body.split())
	bits, count, scale = named["bits"], named["count"], float(named["scale"])
	data = bytearray(data_of(body))
	values = []
	widths = [*map(int, bits.split())]
	if {*widths} <= {*range(1, 32)}:
		for width, length in zip(widths, map(int, count.split()), strict=False):
			size = -(-length // 8) * width
			values += unpacked(data[:size], width)[:length]
			del data[:size]
	is_ascii = data_of is b85decode
	checked = repr((values, scale)) if is_ascii else f"{bits} {count} {scale} {body}"
	if crc32(checked.encode("utf-8", "replace")) != int(named["crc"]):
		raise ValueError("the weights are damaged: their checksum is another one")
	return values, scale


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
		several = getattr(target, "elts", ())
		if several:
			if isinstance(kind, Array):
				name, count = self.let(text), len(several)
				need(kind.length == count)
				parts = [self.part(name, kind.item, str(n)) for n in range(count)]
				text, kind = zip(*parts)
			names = [*map(self.let, text)]
			for part in zip(several, names, kind, strict=True):
				self.store(*part, node)
			return
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


# ==== bots/uttt/main.py ====
main()
