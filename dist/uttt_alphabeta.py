# uttt_alphabeta: a CodinGame bot in one file, made by Botsmith from readable sources
# revision    715a54d4a3a1 
# content     7d13d5d03efa8c3b
# size           88,927 of 100,000 UTF-16 units
# engine      C where a compiler is found; USE_C in line 17 turns that off
# form        full
# indent      tabs, so that it fits
# contents    params 193, bot 599, tables 661, rules 675, chances 765, alphabeta_kernel 879,
#             search_alphabeta 1206, protocol 1342, known 1402, bot_alphabeta 1465,
#             main_alphabeta 2526, the rest is common/, which need not be read
#
# The modules stand below, each under its path. Change what you like.

# ==== common/switches.py ====
"""Switches to set in a pasted bot."""

USE_C = True  # False: CPython plays alone
EXPLAIN = 0  # letters of thoughts a turn, for stderr


# ==== common/kernel.py ====
"""The typed subset of Python for rules and searches; docs/kernels.md explains it.

Every name has one type for ever and ints stay within 64 bits, so that this translates to C.
"""

import gc
import linecache
import re
import sys
from collections.abc import Callable, MutableSequence, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

Scalar = TypeVar("Scalar", int, float, bool)
Item = TypeVar("Item")
Marked = TypeVar("Marked", bound=Callable[..., Any])
Class = TypeVar("Class", bound=type)

gc.set_threshold(10**5)  # a bot makes much at its start, and drops little


def Int8(value):  # type: ignore # noqa: F811
	"""Returns the low 8 bits, signed. As a kind it takes 8 bits in C."""
	return (value + 2**7 & 2**8 - 1) - 2**7


def Int16(value):  # type: ignore # noqa: F811
	return (value + 2**15 & 2**16 - 1) - 2**15


def Int32(value):  # type: ignore # noqa: F811
	return (value + 2**31 & 2**32 - 1) - 2**31


SCALARS = (int, float, bool)
NARROW = dict.fromkeys((Int8, Int16, Int32), int)  # as read
each = range  # C writes its rounds out
Numbers = MutableSequence  # length fixed, as in Records
Records = Sequence  # none is ever replaced


def numbers(kind: type[Scalar], length: int) -> Numbers[Scalar]:
	"""Returns `length` zeros: the default of a record's field, or a local of a kernel."""
	return _array([kind(0)] * length, length, kind)


def records(kind: type[Item], length: int) -> Records[Item]:
	"""Returns `length` records of zeros, for the same places."""
	return _array([kind() for _ in range(length)], length, kind)


class Capacity(int):
	"""A length that also knows the length in C. Arithmetic on it gives a plain int."""

	compiled: int


class Special(list):  # type: ignore[type-arg]
	"""Marks the default of a pool or of narrow numbers; the record itself holds a list."""

	kind: object
	compiled: int


def capacity(pure: int, compiled: int) -> int:
	"""Returns a pool's length on CPython and in C. Use it bare: `POOL * 2` is the same in both."""
	if not 1 <= pure <= compiled:
		raise ValueError(f"capacity: not 1 <= {pure} <= {compiled}")
	length = Capacity(pure)
	length.compiled = compiled
	return length


def _array(items: list[Item], length: int, kind: Any) -> list[Item]:
	if length < 1:
		raise ValueError(f"an array of length {length}")
	if kind in NARROW or isinstance(length, Capacity):
		array = Special(items)
		array.kind, array.compiled = kind, getattr(length, "compiled", length)
		return array
	return items


def is_record(kind: Any) -> bool:
	"""Returns True for a class made with @record."""
	return hasattr(kind, "kernel_fields")


def legal(name: str, kind: Any, items: Any) -> Any:
	"""Returns a field's numbers in its kind and `# low..high`; prints what it had to change."""
	frame, found = sys._getframe(2), []
	text = "".join(linecache.getlines(frame.f_code.co_filename)[frame.f_lineno :])
	end = r"(-?\d+\.?\d*(?:[eE][-+]?\d+)?)"
	said = re.finditer(rf"\n\s+(\w+):[^=:]*=(?:[^:]*?\S *# *{end}\.\.{end}\b)?", text)
	ends = next((one.groups()[1:] for one in said if one[1] == name), [""])
	top = 2**63 - 1 if kind is int else 1e308
	low, high = map(float, ends) if ends[0] else (-top, top)
	for item in items:
		if not isinstance(item, SCALARS):
			item = float([*re.findall(end, str(item)), 0][0])
		item = min(max(item, low), high)
		found.append(kind(item if kind is float else round(item)))
	if repr(found) != repr(items):
		print(name, items, "becomes", found, file=sys.stderr)
	return found


def kernel(function: Marked) -> Marked:
	"""Marks a function as part of the subset."""
	function.is_kernel = True  # type: ignore[attr-defined]
	return function


def record(cls: Class) -> Class:
	"""Rebuilds a class of annotated fields with slots, zeros, and a copier for `assign`.

	A field is an int, float or bool, a record, records(), numbers() or a list; else TypeError.
	kernel_fields: name -> [kind], or [kind, length, length in C] of an array.
	kernel_given: the names of fields that are not all zeros in a new record.
	"""
	if cls.__bases__ != (object,):
		raise TypeError(cls.__name__ + ": a record has no base class")
	make, copy = ["def __init__(self):"], ["def kernel_assign(self, source):"]
	scope: dict[str, Any] = {}
	fields: dict[str, Any] = {}
	given = []
	for name, kind in cls.__annotations__.items():
		default: Any = cls.__dict__.get(name)
		length = len(default) if isinstance(default, list) else 0
		args = getattr(kind, "__args__", None)
		inner = getattr(default, "kind", (args or [kind])[0])
		wide = NARROW.get(inner, inner)
		is_fit = args == ((wide,) if length else None)
		new, own, other = "", f"self.{name}", f"source.{name}"
		each_of = own + "[:]" * (length > 0) + "=" + other
		if is_fit and wide in SCALARS:
			items = default if length else [inner(0) if default is None else default]
			new = f"[{inner(0)}] * {length}"
			if type(items) is list and repr(items) != repr([inner(0)] * len(items)):
				items = legal(name, wide, items)
				is_fit = all(inner(item) == item for item in items)
				given.append(name)
				new = repr(items)
			if not length:
				new = repr(items[0])
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
	if not fields:
		raise TypeError(cls.__name__ + " has no field")
	body = {k: v for k, v in cls.__dict__.items() if k not in ("__dict__", "__weakref__", *fields)}
	body.update(__slots__=tuple(fields), kernel_fields=fields, kernel_given=given)
	for lines in make, copy:
		exec("\n ".join(lines), scope, body)
	return type(cls.__name__, (), body)  # type: ignore


def assign(target: Item, source: Item) -> None:
	"""Copies the values of the record `source` into `target`, of the same class."""
	target.kernel_assign(source)  # type: ignore[attr-defined]


# ==== bots/uttt/params.py ====
"""The bot's tunable numbers, as `name: type = value  # low..high unit: meaning`."""


@record
class Params:
	"""A number changed here is in force in every engine."""

	# --- Monte Carlo tree search
	exploration: float = 0.4  # 0.05..2 times: weight of the unknown against values of 0..1
	urgency: float = 1.2  # 0.3..10: the value of a move that was not tried yet

	# --- best-first minimax: values are -1..1
	bonus: float = 0.05  # 0..1 times: weight of the unknown

	# --- alpha-beta: in lines of boards that are sure to be won
	slip: float = 0.3  # 0..1: how far a small board's next mark is a random one, not the best
	board: float = 0.4  # 0..2: one board more, where no line can be won
	stake: float = 5.0  # 0..50: how fast boards count less where lines can
	freedom: float = 0.25  # 0..1: the choice of the board

	# --- the clock
	first_ms: float = 750.0  # 100..900 ms: used of the first 1000, whose clock is ahead
	margin_ms: float = 10.0  # 2..60 ms: kept of a turn, or twice the longest pause


# ==== common/clock.py ====
"""The wall time of a turn, counted from its first line on, and work in chunks."""

from collections.abc import Callable, Iterator
from math import inf
from time import perf_counter


class Deadline:
	"""The end of a search's time.

	budget_ms: wall time of the turn
	margin_ms: the part of it that the search leaves unused
	started: seconds of the clock `now` at the turn's first line
	iterations: fixed work, instead of time
	turn: from 0
	pause_ms: the longest time between two looks at the clock
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
		"""Returns the time, and notes the pause since the last look."""
		last, self.looked = self.looked, self.now()
		self.pause_ms = max(self.pause_ms, (self.looked - last) * 1000.0)
		return self.looked

	def chunks(self, size: int) -> Iterator[int]:
		"""Yields iterations to do until time or count are used up; none in a turn that begins late.

		size: at least so many in a chunk by the clock, at most so many in one of counted work
		"""
		self.began = self.looked = last = self.now()
		if self.iterations is None:
			chunk = size
			while last < self.ends:
				yield chunk
				spent = self.look() - last
				last += spent
				if spent < 80e-6:  # s: shorter chunks cost, longer ones end late
					chunk += chunk
				elif spent > 200e-6:
					chunk = max(size, chunk // 2)
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
	"""A memory and the kernels that work on it. pace: how many times as fast as CPython."""

	name = "python"
	pace = 1
	has_failed = False
	twin: Any = None  # an engine that is loaded, too
	is_trial = False  # its kernels are called, too

	def __init__(self, memory: type[AnyMemory]) -> None:
		self.memory = memory()
		self.loaded: set[str] = set()  # fields

	def load(self, field: str, source: object) -> None:
		"""Copies the record `source` into the memory's nested record `field`."""
		assign(getattr(self.memory, field), source)
		self.loaded.add(field)
		if self.twin and not self.twin.has_failed:
			self.twin.load(field, source)

	def call(self, kernel: Callable[..., Result], *values: int | float | bool) -> Result:
		"""Calls kernel(memory, *values)."""
		if self.is_trial:
			self.twin.call(kernel, *values)
		return kernel(self.memory, *values)


class Engines(Generic[AnyMemory]):
	"""The engine that plays; it may change between turns, never inside one.

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
		"""Warms up, before the first line is read. warm_up: searches in the current engine."""
		warm_up()

	def current(self, deadline: Deadline) -> Engine[AnyMemory]:
		"""Returns the engine for the turn that has been read."""
		return self.python


# ==== common/stdio.py ====
"""Lines in, with the time when a turn began; lines out, flushed at once; a log on stderr."""

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
		"""Makes the next line the first of a turn."""
		self.started: float | None = None
		self.before = self.queued()

	def line(self) -> str:
		"""Returns the next line.

		Raises EndOfInput if there is none between turns, UnreadableInput inside one.
		"""
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
		"""Returns the next line as `count` integers; `what` names them in the error."""
		return parse_integers(self.line(), count, f"line {self.number}: {what}")


def parse_integers(text: str, count: int, what: str) -> list[int]:
	"""Returns `text` as exactly `count` integers of 32 bits; raises UnreadableInput otherwise."""
	try:
		values = [int(word) for word in text.split()]
	except ValueError:
		values = []
	if len(values) != count or max(map(abs, values)) >> 31:
		wanted = f"{count} integer{'s' * (count != 1)}"
		raise UnreadableInput(f"{what}: expected {wanted}, got {text[:60]!r}")
	return values


def write_lines(lines: list[str], sink: TextIO) -> None:
	"""Writes an answer's lines at once, and flushes."""
	sink.write("\n".join(lines) + "\n")
	sink.flush()


def report(text: str) -> None:
	"""Writes a text to stderr."""
	print(text, file=sys.stderr, flush=True)


# ==== common/loop.py ====
"""The life of a bot: set up, then read, think and answer until the input ends.

Its environment: docs/measuring.md.
"""

import os
import time
from collections.abc import Callable, Mapping
from itertools import count
from typing import TYPE_CHECKING, Any, Generic, Protocol, TextIO

Stat = int | float | str


class Searcher(Generic[AnyMemory]):
	"""A bot with kernels. engine: of its last search.

	A new one warms up in a made-up turn; read_start begins the match.
	"""

	warm_up = 20  # iterations
	chunk = 1  # iterations between looks at the clock, at CPython's pace

	def __init__(self, params: Any, engines: Engines[AnyMemory]) -> None:
		self.engines, self.engine = engines, engines.python
		self.first_ms, self.margin_ms = params.first_ms, params.margin_ms
		self.seed, self.search_ms = 0, 0.0

	def prepare(self: Any, seed: int) -> None:  # of a Bot
		self.seed = seed
		deadline = Deadline(self.turn_ms, 0.0, iterations=self.warm_up)
		try:
			self.engines.start(lambda: self.answer(deadline))
		except Exception as error:  # the first turn tells where, if it fails as well
			report(f"no C, CPython plays: the warm-up: {error!r}")

	def search(self, think: Callable[..., object], deadline: Deadline) -> AnyMemory:
		"""Calls think(memory, count) in the engine until the deadline or until it returns False."""
		for size in deadline.chunks(self.chunk * self.engine.pace):
			if self.engine.call(think, size) is False:
				break
		self.search_ms = (deadline.now() - deadline.began) * 1000.0
		return self.engine.memory

	def timed(self, counts: dict[str, int]) -> Mapping[str, Stat]:
		"""Returns the last search's counts with its time and engine."""
		return {**counts, "search_ms": round(self.search_ms, 3), "engine": self.engine.name}


class Options:
	"""The options in the environment. Raises ValueError for a number that is none."""

	deadline = Deadline(1.0, 0.0)

	def __init__(self, words: Mapping[str, str]) -> None:
		self.iterations = int(words.get("BOTSMITH_ITERATIONS", "0")) or None
		self.from_turn = int(words.get("BOTSMITH_FROM", "0"))
		self.seed = int(words.get("BOTSMITH_SEED", "1"))
		self.share = float(words.get("BOTSMITH_BUDGET", "100")) / 100.0
		self.margin_ms = float(words.get("BOTSMITH_MARGIN", "nan"))
		self.tells_stats = words.get("BOTSMITH_STATS") == "1"
		self.letters = 9**9 if words.get("BOTSMITH_EXPLAIN") == "1" else EXPLAIN

	def begin_turn(self, bot: "Bot", turn: int, reader: LineReader) -> Deadline:
		"""Returns a turn's deadline. Its margin is the bot's, or twice the longest pause if that is
		more.

		A pause fades by 1 % a turn.
		"""
		budget_ms = (bot.turn_ms if turn else bot.first_ms) * self.share
		pause_ms = min(0.99 * self.deadline.pause_ms, budget_ms / 4)
		margin_ms = self.margin_ms if self.margin_ms >= 0.0 else max(bot.margin_ms, 2 * pause_ms)
		margin_ms = min(margin_ms, 0.8 * budget_ms)  # some search is left
		work = 1 if turn < self.from_turn else self.iterations
		self.deadline = Deadline(budget_ms, margin_ms, reader.started, reader.now, work)
		self.deadline.pause_ms = pause_ms
		self.deadline.turn = turn
		return self.deadline


def answer_turn(
	bot: "Bot", options: Options, turn: int, reader: LineReader
) -> tuple[list[str], str]:
	"""Returns an answer's lines, and what to log if something failed."""
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
		import traceback  # which takes 5 ms

		return bot.fallback(), traceback.format_exc()


def play_match(
	bot: "Bot", options: Options, reader: LineReader, sink: TextIO, born: float | None = None
) -> None:
	"""Plays until EndOfInput, or UnreadableInput if the input breaks off.

	born: when the process began; the first turn's time counts from there if its line has come.
	"""
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


def told(file: str, place: int) -> int:
	"""Returns a number that Linux tells of this process, else 0."""
	try:
		with open(f"/proc/self/{file}", "rb", buffering=0) as text:
			return int(text.read().rpartition(b")")[2].split()[place])
	except (OSError, ValueError, IndexError):
		return 0


def queued() -> float:
	return told("schedstat", 1) / 1e9


def age() -> float:
	"""Returns the seconds since this process began, 0 if unknown."""
	ticks = told("stat", 19)  # 10 ms each
	return ticks and time.clock_gettime(time.CLOCK_BOOTTIME) - ticks / 100.0


def run(bot: "Bot") -> None:
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


# ==== bots/uttt/bot.py ====
"""What the ultimate tic-tac-toe bots share: they follow the game and answer with a cell."""

import json
from abc import abstractmethod


class UtttBot(Searcher[AnyMemory]):
	"""Follows a game. searched_at: moves played when the engine last searched, -1 if void."""

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
		"""Begins a game; nothing is told before it."""
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
		"""Returns the two moves since the engine searched; -1 twice if void."""
		is_next = self.searched_at >= 0 and self.searched_at + 2 == len(self.known.moves)
		return self.known.moves[-2:] if is_next else [-1, -1]

	def fallback(self) -> list[str]:
		"""Plays the first legal cell, as far as the position is known."""
		return self._commit((legal_cells(self.known.position) or self.known.cells)[0])

	def _commit(self, cell: int) -> list[str]:
		self.known.commit(cell)
		return [format_cell(cell)]

	def explain(self) -> str:
		"""Returns moves with visits and values, and the expected line, as grid places."""
		return json.dumps({"turn": self.searched_at, "units": [{"unit": 0, **self.describe()}]})


# ==== bots/uttt/tables.py ====
"""Tables of the nine squares of a board.

Square  0..8 row by row, also the place of a small board on the main one
Mask    int of 9 bits, bit s is set when square s is taken
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
	"""marks[player * BOARDS + board]: masks of squares; won[player]: mask of boards.

	open: mask of the boards that are neither won nor full. forced: where the next mark must go, or
	ANY_BOARD. player: who moves.
	"""

	marks: Numbers[int] = numbers(Int16, 2 * BOARDS)
	won: Numbers[int] = numbers(Int16, 2)
	open: Int16 = FULL
	forced: Int8 = ANY_BOARD
	player: Int8


@kernel
def play(state: State, cell: int) -> None:
	"""Marks `cell` for the player to move; unchecked, it comes from list_cells."""
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
	"""Returns True if three boards are in line, or none is left."""
	return state.open == 0 or HAS_LINE[state.won[0]] or HAS_LINE[state.won[1]]


@kernel
def outcome(state: State) -> int:
	"""Returns the winner of a game that is over: 1 player 0, -1 player 1, 0 nobody. A line of
	boards decides, else their number.
	"""
	if HAS_LINE[state.won[0]]:
		return 1
	if HAS_LINE[state.won[1]]:
		return -1
	lead = state.won[0].bit_count() - state.won[1].bit_count()
	return min(1, max(-1, lead))


@kernel
def list_cells(state: State, cells: Numbers[int]) -> int:
	"""Writes the legal cells, in rising order, and returns how many; 0 if the game is over."""
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
	"""Lists the legal cells."""
	cells = [0] * CELLS
	return cells[: list_cells(state, cells)]


# ==== bots/uttt/chances.py ====
"""How good a position is: the chance of winning each small board, and lines made of chances.

The chances of a board are those of a game in which a coin decides who moves next and both play
well, though not always, for a square also says where the other must go: half after an own mark,
half after one of the opponent's, each the best for its side with a part of the mean. `even` holds
that; `own` and `other` what it becomes if it is surely the one's or the other's mark next.
A line is worth the product of the squared chances of its boards.

A board with masks x (own) and o has its numbers at THREES[x] + 2 * THREES[o].
"""

BOARD_STATES = 3**SQUARES
MASKS = FULL + 1
VALUE_UNITS = 10_000.0  # what one sure line of boards is worth


@record
class Chances:
	"""is_ready: the rest has been computed. threes[mask]: the mask's bits in base three."""

	is_ready: bool
	threes: Numbers[int] = numbers(int, MASKS)
	even: Numbers[float] = numbers(float, BOARD_STATES)
	own: Numbers[float] = numbers(float, BOARD_STATES)
	other: Numbers[float] = numbers(float, BOARD_STATES)
	mine: Numbers[float] = numbers(float, BOARDS)  # the mover's to win each board, squared
	theirs: Numbers[float] = numbers(float, BOARDS)


@kernel
def fill_board(chances: Chances, slip: float, x: int, o: int, free: int) -> None:
	"""Fills in one board that is still open, from those with a mark more."""
	threes = chances.threes
	base = threes[x] + 2 * threes[o]
	best = 0.0
	worst = 1.0
	sum_own = 0.0
	sum_other = 0.0
	rest = free
	while rest != 0:
		step = threes[rest & -rest]
		own = chances.even[base + step]
		other = chances.even[base + 2 * step]
		best = max(best, own)
		worst = min(worst, other)
		sum_own += own
		sum_other += other
		rest &= rest - 1
	count = float(free.bit_count())
	best += slip * (sum_own / count - best)
	worst += slip * (sum_other / count - worst)
	chances.own[base] = best
	chances.other[base] = worst
	chances.even[base] = 0.5 * (best + worst)


@kernel
def fill_chances(chances: Chances, slip: float) -> None:
	"""Fills in all boards, those with more marks first."""
	for mask in range(1, MASKS):
		chances.threes[mask] = 3 * chances.threes[mask >> 1] + (mask & 1)
	for number in range(MASKS):
		x = FULL - number
		o = FULL & ~x
		while True:
			place = chances.threes[x] + 2 * chances.threes[o]
			sure = 1.0 if HAS_LINE[x] else 0.0
			chances.own[place] = sure
			chances.other[place] = sure
			chances.even[place] = sure
			free = FULL & ~(x | o)
			if free != 0 and not HAS_LINE[x] and not HAS_LINE[o]:
				fill_board(chances, slip, x, o, free)
			if o == 0:
				break
			o = (o - 1) & FULL & ~x
	chances.is_ready = True


@kernel
def line_chances(c: Numbers[float]) -> float:
	"""Returns the sum of the chances to win a line of boards; c: those of the boards."""
	sides = c[0] * (c[1] * c[2] + c[3] * c[6]) + c[8] * (c[2] * c[5] + c[6] * c[7])
	return sides + c[4] * (c[0] * c[8] + c[1] * c[7] + c[2] * c[6] + c[3] * c[5])


@kernel
def rate_position(state: State, chances: Chances, params: Params) -> int:
	"""Returns a guess for a game that goes on, from the mover's view: lines, and boards where there
	are no lines to win.
	"""
	threes = chances.threes
	own = BOARDS * state.player
	boards = 0.0
	for board in range(BOARDS):
		x = threes[state.marks[own + board]]
		o = threes[state.marks[BOARDS - own + board]]
		mine = chances.even[x + 2 * o]
		theirs = chances.even[o + 2 * x]
		boards += mine - theirs
		if board == state.forced:
			mine = chances.own[x + 2 * o]
			theirs = chances.other[o + 2 * x]
		chances.mine[board] = mine * mine
		chances.theirs[board] = theirs * theirs
	mine = line_chances(chances.mine)
	theirs = line_chances(chances.theirs)
	lead = mine - theirs + params.board * boards / (1.0 + params.stake * (mine + theirs))
	if state.forced == ANY_BOARD:
		lead += params.freedom
	return int(VALUE_UNITS * lead)


# ==== common/search/alphabeta_kernel.py ====
"""Alpha-beta for two players who move by turns, as kernels, in pieces of any size.

Iterative deepening, the best path first, out of a table of positions; later moves are first asked,
with an empty window and maybe at less depth, whether they are better at all. The recursion is a
stack of frames, so that a search can be left after any number of positions and taken up again, and
always has an answer.

A value is an int from the view of the player to move: above PROVEN a won game, below -PROVEN a
lost one. Source: Knuth and Moore 1975; Marsland 1986; docs/searches/alphabeta_kernel.md.
"""

MAX_PLIES = 90  # frames
MAX_MOVES = 81  # in one position
MOVE_IDS = 128  # moves are numbers below this
TABLE = 1 << 17  # positions kept
INFINITE = 4_000_000  # above all values
PROVEN = 2_000_000
NO_MOVE = -1
EXACT, AT_LEAST, AT_MOST = 0, 1, 2
SURE_FIRST = 1 << 40  # order of the move that the table knows
DEEP = 3  # plies left from which late moves are looked at less deep:
LATE = 2  # moves before one that loses a ply,
LATER = 6  # and, with two plies more to go, another one

AnyState = TypeVar("AnyState")
AnySetting = TypeVar("AnySetting")


@record
class Frame:
	"""A position whose moves are being tried. order: the largest of those not tried comes next."""

	alpha: int
	beta: int
	floor: int  # alpha at the start
	best: int
	best_move: int
	left: int  # plies below
	place: int  # where the move in work stands
	count: int
	is_scouting: bool  # the move in work has an empty window
	cut: int  # plies that it is looked at less deep
	is_again: bool  # it turned out to be better, and gets its whole window and depth
	moves: Numbers[int] = numbers(int, MAX_MOVES)
	order: Numbers[int] = numbers(int, MAX_MOVES)


@record
class Search:
	"""Frames, one a ply; the table of positions; the answer and counts since `begin`."""

	ply: int
	depth: int  # plies of this iteration
	limit: int = MAX_PLIES - 1  # plies, the greatest depth
	is_done: bool  # proven, or seen to the end
	is_cut: bool  # this iteration has met its depth, or a value that came from one that did
	answer: int = NO_MOVE
	value: int  # what the answer is worth
	completed: int  # depth of the last iteration that came to its end
	positions: int
	evaluations: int
	frames: Records[Frame] = records(Frame, MAX_PLIES)
	root_values: Numbers[int] = numbers(int, MOVE_IDS)
	root_positions: Numbers[int] = numbers(int, MOVE_IDS)
	history: Numbers[int] = numbers(int, 2 * MOVE_IDS)
	keys: Numbers[int] = numbers(int, TABLE)
	entries: Numbers[int] = numbers(int, TABLE)


# An entry: value + INFINITE, then 8 bits each of move + 1 and depth, 2 of the bound.
@kernel
def value_in(entry: int) -> int:
	"""Returns the value of an entry."""
	return (entry >> 18) - INFINITE


@kernel
def move_in(entry: int) -> int:
	"""Returns the best move of an entry, or NO_MOVE."""
	return (entry >> 10 & 255) - 1


@kernel
def remember(search: Search, key: int, frame: Frame) -> None:
	"""Puts a finished frame into the table."""
	slot = key & TABLE - 1
	bound = EXACT
	if frame.best >= frame.beta:
		bound = AT_LEAST
	elif frame.best <= frame.floor:
		bound = AT_MOST
	search.keys[slot] = key
	entry = (frame.best + INFINITE) << 8 | frame.best_move + 1
	search.entries[slot] = entry << 10 | frame.left << 2 | bound


@kernel
def next_move(frame: Frame) -> int:
	"""Puts the best by order of the untried moves at `place`, and returns it."""
	best = frame.place
	for index in range(frame.place + 1, frame.count):
		if frame.order[index] > frame.order[best]:
			best = index
	move = frame.moves[best]
	frame.moves[best] = frame.moves[frame.place]
	frame.order[best] = frame.order[frame.place]
	frame.moves[frame.place] = move
	return move


@kernel
def plies_off(frame: Frame) -> int:
	"""Returns by how many plies less the move at `place` is first searched."""
	if frame.place < LATE or frame.left < DEEP:
		return 0
	return 2 if frame.place >= LATER and frame.left >= DEEP + 2 else 1


@kernel
def take(search: Search, ply: int, value: int, is_exact: bool) -> None:
	"""Takes the value of the move in work at a frame, from the frame's view."""
	frame = search.frames[ply]
	move = frame.moves[frame.place]
	is_bound = frame.is_scouting and not is_exact and value < frame.beta
	frame.is_again = value > frame.alpha and (is_bound or frame.cut > 0)
	if frame.is_again:
		frame.is_scouting = False
		frame.cut = 0
		return
	if ply == 0:
		search.root_values[move] = value
	if value > frame.best:
		frame.best = value
		frame.best_move = move
	if value > frame.alpha:
		frame.alpha = value
		if ply == 0:
			search.answer = move
			search.value = value
	if frame.alpha >= frame.beta:
		search.history[ply % 2 * MOVE_IDS + move] += frame.left * frame.left
	frame.place += 1


def bind(
	list_moves: Callable[[AnyState, AnySetting, Numbers[int]], int],
	play: Callable[[AnyState, AnySetting, int], None],
	has_ended: Callable[[AnyState, AnySetting], bool],
	ended: Callable[[AnyState, AnySetting], int],
	rate: Callable[[AnyState, AnySetting], int],
	key_of: Callable[[AnyState, AnySetting], int],
	promise: Callable[[AnyState, AnySetting, int], int],
	is_reducing: bool = True,
) -> tuple[
	Callable[[Search, Records[AnyState], AnySetting], None],
	Callable[[Search, Records[AnyState], AnySetting, int], bool],
]:
	"""Returns begin(search, stack, setting), for a search from stack[0], and think(search, stack,
	setting, count), which looks at `count` positions more and returns False when none is left.

	stack: MAX_PLIES states. list_moves(state, setting, moves): writes the moves, numbers below
	MOVE_IDS, and returns how many. ended(state, setting): the value of a state that has ended,
	rate: the guess for others, both for the player to move, within +-INFINITE. key_of: 0..2**62-1,
	unlike for unlike states. promise(state, setting, move), 0..2**30: more is tried first.
	is_reducing: late moves are looked at less deep, and again if they turn out better.
	"""

	@kernel
	def open_frame(
		search: Search,
		stack: Records[AnyState],
		setting: AnySetting,
		ply: int,
		alpha: int,
		beta: int,
		first: int,
	) -> None:
		"""Lists and orders the moves of stack[ply]; `first` comes first."""
		frame = search.frames[ply]
		frame.alpha = alpha
		frame.beta = beta
		frame.floor = alpha
		frame.best = -INFINITE
		frame.best_move = NO_MOVE
		frame.place = 0
		frame.is_again = False
		frame.cut = 0
		frame.count = list_moves(stack[ply], setting, frame.moves)
		for index in range(frame.count):
			move = frame.moves[index]
			hope = promise(stack[ply], setting, move)
			frame.order[index] = hope + search.history[ply % 2 * MOVE_IDS + move]
			if move == first:
				frame.order[index] = SURE_FIRST

	@kernel
	def begin(search: Search, stack: Records[AnyState], setting: AnySetting) -> None:
		"""Forgets the last search but for its table and half of its history."""
		for index in range(2 * MOVE_IDS):
			search.history[index] = search.history[index] // 2
		for index in range(MOVE_IDS):
			search.root_positions[index] = 0
			search.root_values[index] = -INFINITE
		search.ply = 0
		search.depth = 1
		search.is_cut = False
		search.answer = NO_MOVE
		search.value = 0
		search.completed = 0
		search.positions = 0
		search.evaluations = 0
		search.frames[0].left = 1
		open_frame(search, stack, setting, 0, -INFINITE, INFINITE, NO_MOVE)
		search.is_done = search.frames[0].count == 0

	@kernel
	def deepen(search: Search, stack: Records[AnyState], setting: AnySetting) -> None:
		"""Ends an iteration: begins the next one, if there is more to find."""
		search.completed = search.depth
		if abs(search.value) > PROVEN or not search.is_cut or search.depth >= search.limit:
			search.is_done = True
			return
		search.depth += 1
		search.is_cut = False
		search.frames[0].left = search.depth
		open_frame(search, stack, setting, 0, -INFINITE, INFINITE, search.answer)

	@kernel
	def visit(
		search: Search,
		stack: Records[AnyState],
		setting: AnySetting,
		ply: int,
		alpha: int,
		beta: int,
	) -> None:
		"""Visits the position after the present move of a frame: takes its value, or opens one."""
		search.positions += 1
		top = search.frames[0].moves[search.frames[0].place]
		search.root_positions[top] += 1
		below = ply + 1
		state = stack[below]
		if has_ended(state, setting):
			take(search, ply, -ended(state, setting), True)
			return
		left = search.frames[ply].left - 1 - search.frames[ply].cut
		if left == 0:
			search.is_cut = True
			search.evaluations += 1
			take(search, ply, -rate(state, setting), True)
			return
		key = key_of(state, setting)
		slot = key & TABLE - 1
		first = NO_MOVE
		if search.keys[slot] == key:
			entry = search.entries[slot]
			first = move_in(entry)
			value = value_in(entry)
			is_proven = abs(value) > PROVEN
			bound = entry & 3
			if (entry >> 2 & 255) >= left or is_proven:
				is_low = bound != AT_LEAST and value <= alpha
				if bound == EXACT or is_low or (bound == AT_LEAST and value >= beta):
					search.is_cut = search.is_cut or not is_proven
					take(search, ply, -value, bound == EXACT)
					return
		search.frames[below].left = left
		open_frame(search, stack, setting, below, alpha, beta, first)
		search.ply = below

	@kernel
	def think(search: Search, stack: Records[AnyState], setting: AnySetting, count: int) -> bool:
		"""Looks at `count` positions more; returns False once nothing is left to find."""
		goal = search.positions + count
		while search.positions < goal and not search.is_done:
			ply = search.ply
			frame = search.frames[ply]
			if frame.place < frame.count and frame.alpha < frame.beta:
				if not frame.is_again:
					move = next_move(frame)
					frame.is_scouting = frame.place > 0
					if is_reducing:
						frame.cut = plies_off(frame)
					child = stack[ply + 1]
					assign(child, stack[ply])
					play(child, setting, move)
				beta = frame.alpha + 1 if frame.is_scouting else frame.beta
				visit(search, stack, setting, ply, -beta, -frame.alpha)
			else:
				remember(search, key_of(stack[ply], setting), frame)
				if ply == 0:
					deepen(search, stack, setting)
				else:
					search.ply -= 1
					take(search, search.ply, -frame.best, False)
		return not search.is_done

	return begin, think


def describe(search: Search, name: Callable[[int], str]) -> dict[str, Any]:
	"""Returns the moves at the root, the answer first, with the positions below and their values.
	The others' values are bounds: the search shows only that they are not better. There is no line.
	"""
	below, values = search.root_positions, search.root_values
	rows = [(values[move], below[move], move) for move in range(MOVE_IDS) if below[move]]
	rows.sort(key=lambda row: (row[2] != search.answer, -row[0], -row[1], row[2]))
	told: list[dict[str, Any]] = [
		{"move": name(move), "visits": tries, "value": value} for value, tries, move in rows
	]
	for row in told[1:]:
		row["bound"] = "at most"
	return {"moves": told, "line": []}


def counts(search: Search) -> dict[str, int]:
	"""Returns the work since `begin`."""
	return {
		"iterations": search.positions,
		"simulated_turns": search.positions,
		"nodes": search.positions,
		"evaluations": search.evaluations,
		"depth": search.completed,
	}


# ==== bots/uttt/search_alphabeta.py ====
"""Alpha-beta over the rules, with the chances of the small boards as evaluation."""

FORCED = 2 * CELLS
WON = PROVEN + 1000  # a win on an empty board; later wins are worth less
WIN_BOARD = 1 << 24  # what promises more, first of all
BLOCK_BOARD = 1 << 22
GIVES_FREEDOM = 1 << 21
PLAIN = 1 << 23  # keeps promises positive
VARIETY = 31  # VALUE_UNITS that chance may add, by the keys


@record
class Keys:
	"""of[player * CELLS + cell]: of a mark; of[FORCED + board or ANY_BOARD]. 62 random bits."""

	of: Numbers[int] = numbers(int, 2 * CELLS + BOARDS + 1)


@record
class Node:
	"""A state and the key of its marks."""

	state: State
	key: int


@record
class Memory:
	"""All that the search works on; the bot loads params, start and keys."""

	params: Params
	start: State
	keys: Keys
	chances: Chances
	stack: Records[Node] = records(Node, MAX_PLIES)
	search: Search


@kernel
def list_moves(node: Node, memory: Memory, cells: Numbers[int]) -> int:
	"""Lists the legal cells."""
	return list_cells(node.state, cells)


@kernel
def put(node: Node, memory: Memory, cell: int) -> None:
	"""Puts a mark on a cell."""
	node.key ^= memory.keys.of[node.state.player * CELLS + cell]
	play(node.state, cell)


@kernel
def has_ended(node: Node, memory: Memory) -> bool:
	"""Returns True if the game is over."""
	return is_over(node.state)


@kernel
def ended(node: Node, memory: Memory) -> int:
	"""Returns WON or less for a win, for the player to move; wins with fewer marks are larger."""
	state = node.state
	result = outcome(state)
	marks = 0
	for place in range(2 * BOARDS):
		marks += state.marks[place].bit_count()
	value = result * (WON - marks)
	return value if state.player == 0 else -value


@kernel
def rate(node: Node, memory: Memory) -> int:
	"""Returns the guess for a game that goes on, with a little chance that depends on the keys."""
	return rate_position(node.state, memory.chances, memory.params) + (node.key & VARIETY)


@kernel
def key_of(node: Node, memory: Memory) -> int:
	"""Returns a key of marks and forced board; who moves follows from the marks."""
	return node.key ^ memory.keys.of[FORCED + node.state.forced]


@kernel
def key_of_marks(state: State, keys: Keys) -> int:
	"""Returns the key that `put` keeps up to date."""
	key = 0
	for place in range(2 * BOARDS):
		for square in range(SQUARES):
			if state.marks[place] >> square & 1 == 1:
				key ^= keys.of[place * SQUARES + square]
	return key


@kernel
def promise(node: Node, memory: Memory, cell: int) -> int:
	"""Rates a move: won boards first, then blocked ones, last what gives a free choice."""
	state = node.state
	board = cell // SQUARES
	square = cell % SQUARES
	own = state.marks[state.player * BOARDS + board] | 1 << square
	theirs = state.marks[(1 - state.player) * BOARDS + board] | 1 << square
	hope = PLAIN
	if HAS_LINE[own]:
		hope += WIN_BOARD
	if HAS_LINE[theirs]:
		hope += BLOCK_BOARD
	if state.open >> square & 1 == 0 or (square == board and HAS_LINE[own]):
		hope -= GIVES_FREEDOM
	return hope


start_search, search_on = bind(
	list_moves, put, has_ended, ended, rate, key_of, promise
)


@kernel
def begin(memory: Memory) -> None:
	"""Gets ready for a search from `start`."""
	if not memory.chances.is_ready:
		fill_chances(memory.chances, memory.params.slip)
	root = memory.stack[0]
	assign(root.state, memory.start)
	root.key = key_of_marks(memory.start, memory.keys)
	start_search(memory.search, memory.stack, memory)


@kernel
def think(memory: Memory, count: int) -> bool:
	"""Looks at `count` positions more; False once there is no more to find."""
	return search_on(memory.search, memory.stack, memory, count)


ENTRIES = (begin, think)


# ==== bots/uttt/protocol.py ====
"""What an ultimate tic-tac-toe bot reads and writes; the referee has the other side."""

from typing import NamedTuple

NO_CELL = -1  # told as `-1 -1`: nobody has moved yet
ROW = 9


class Told(NamedTuple):
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
	"""Returns the cell of `row column`, else UnreadableInput."""
	row, column = parse_integers(text, 2, what)
	if not (0 <= row < ROW and 0 <= column < ROW):
		raise UnreadableInput(f"{what}: expected 0..8 twice, got {text[:60]!r}")
	return to_cell(row, column)


def read_turn(reader: LineReader) -> Told:
	"""Reads a turn; UnreadableInput comes after its lines."""
	first = reader.line()
	number = reader.number
	(count,) = reader.integers(1, "validActionCount")
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
	return Told(played, cells)


# ==== bots/uttt/known.py ====
"""What a bot knows of its game, which is told only by the opponent's moves and the legal cells.

BOTSMITH_PLAYED (JSON: a list of answers, each a list of lines): the answers of a recorded match,
which count as played, whatever the bot itself says.
"""


class Known:
	"""moves: all that were played, as cells; position: after them. cells: legal ones, as told."""

	def __init__(self, played: list[list[str]]) -> None:
		self.played = played
		self.position = State()
		self.own = 0
		self.moves: list[int] = []
		self.cells = list(range(CELLS))

	def follow(self, told: Told) -> bool:
		"""Plays the opponent's move. If it does not fit, mends the view and returns False."""
		self.cells = told.cells
		if told.played == NO_CELL:
			return True
		if not self.moves:
			self.own = 1
		is_legal = told.played in legal_cells(self.position)
		if is_legal:
			play(self.position, told.played)
		self.moves.append(told.played)
		if is_legal and sorted(told.cells) == legal_cells(self.position):
			return True
		report(f"move {len(self.moves)} does not fit to what was known of the game")
		mend(self.position, self.own, told)
		return False

	def commit(self, cell: int) -> None:
		"""Plays the own move, or the recorded one."""
		turn = len(self.moves) // 2
		if turn < len(self.played):
			place = " ".join(self.played[turn][0].split()[:2])  # a message may follow
			cell = parse_cell(place, f"BOTSMITH_PLAYED: answer {turn}")
		play(self.position, cell)
		self.moves.append(cell)


def mend(position: State, own: int, told: Told) -> None:
	"""Makes a position fit to what is told when `own` is to move: the opponent's mark, and who has
	which squares of the boards that may be played on, which are open.
	"""
	mine, theirs = own * BOARDS, (1 - own) * BOARDS
	board, square = divmod(told.played, SQUARES)
	position.marks[theirs + board] |= 1 << square
	position.marks[mine + board] &= ~(1 << square)
	boards = {cell // SQUARES for cell in told.cells}
	for board in boards:
		free = sum(1 << cell % SQUARES for cell in told.cells if cell // SQUARES == board)
		position.marks[theirs + board] &= ~free
		position.marks[mine + board] = FULL & ~free & ~position.marks[theirs + board]
		position.open |= 1 << board
		position.forced = board if len(boards) == 1 else ANY_BOARD
	position.player = own


# ==== bots/uttt/bot_alphabeta.py ====
"""The ultimate tic-tac-toe bot that searches with alpha-beta."""


class AlphaBetaBot(UtttBot[Memory]):
	"""Keeps the table of positions from turn to turn."""

	chunk = 10  # positions
	warm_up = 60

	def __init__(self, params: Params, engines: Engines[Memory]) -> None:
		super().__init__(params, engines)
		self.root = State()  # where the last search began
		self.keys = Keys()

	def prepare(self, seed: int) -> None:
		"""Makes the keys of the seed; the search has no other dice."""
		fill_keys(self.keys.of, seed)
		super().prepare(seed)

	def find(self, deadline: Deadline) -> int:
		assign(self.root, self.known.position)
		self.engine.load("params", self.params)
		self.engine.load("start", self.root)
		self.engine.load("keys", self.keys)
		self.engine.call(begin)
		return self.search(think, deadline).search.answer

	def stats(self) -> Mapping[str, Stat]:
		return self.timed(counts(self.engine.memory.search))

	def describe(self) -> dict[str, Any]:
		"""Adds the line that the table of positions holds."""
		search, memory = self.engine.memory.search, self.engines.python.memory
		told = describe(search, format_cell)
		node = Node()
		assign(node.state, self.root)
		node.key = key_of_marks(self.root, self.keys)
		move = search.answer
		for _ in range(search.completed):
			if move not in legal_cells(node.state):
				break
			told["line"].append(format_cell(move))
			put(node, memory, move)
			key = key_of(node, memory)
			slot = key & TABLE - 1
			if search.keys[slot] != key:
				break
			move = move_in(search.entries[slot])
		return told


def main() -> None:
	"""Plays on stdin and stdout."""
	run(AlphaBetaBot(Params(), Compiled(Memory, ENTRIES)))


# ==== common/c_text.py ====
"""Python's numbers, tables and arithmetic in C."""

import math
from collections import namedtuple

# run_place, reason: of a trap, its line and its number in native.TRAPS, from 1.
# hidden: from a compiler that rounds sin(0.5) otherwise. __asm__: float(int(-0.3)) is 0.0, whereas
# gcc 12 makes -0.0 of it under -fno-trapping-math. ROUNDED: gcc 12 fuses in spite of
# -ffp-contract=off. Indented by tabs, which are short.
SUPPORT = r"""
#include <setjmp.h>
#include <stdbool.h>
#include <stdint.h>
typedef int64_t Int;
const char *run_place;
static jmp_buf trap_exit;
#define AT const char *place
static __attribute__((cold, noinline, noreturn)) void trap(AT, int reason) {
	run_place = place;
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
#define COPY(target, source) *target = *source
#define LOOP(i, first, last, sign, step) for (Int i = first, end = last; i sign end; i += step)
#define ENTRY(run, given, names, body) \
	static __attribute__((noinline)) void enter_ ## run given { body; } \
	int run given { int n = setjmp(trap_exit); if (n) return n; enter_ ## run names; return 0; }
#define PURE static inline __attribute__((always_inline))
#define INT1(f) PURE Int f(Int a, AT)
#define INT2(f) PURE Int f(Int a, Int b, AT)
#define TO_INT1(f) PURE Int f(double a, AT)
#define REAL1(f) PURE double f(double a, AT)
#define REAL2(f) PURE double f(double a, double b, AT)
INT2(at) {
	STOP(1, (uint64_t)a >= (uint64_t)b)
	return a;
}
#define FIT(type) INT1(fit_ ## type) { STOP(2, a != (type)a) return a; }
FIT(int8_t) FIT(int16_t) FIT(int32_t)
#define CHECKED(f) { STOP(2, __builtin_ ## f ## _overflow(a, b, &a)) return a; }
INT2(Add_int) CHECKED(add)
INT2(Sub_int) CHECKED(sub)
INT2(Mult_int) CHECKED(mul)
INT1(abs_int) { return a < 0 ? Sub_int(0, a, place) : a; }
#define IS_POWER(b) (__builtin_constant_p(b) && b > 0 && (b & (b - 1)) == 0)
INT2(FloorDiv_int) {
	if (IS_POWER(b)) return a >> __builtin_ctzll(b);
	STOP(3, b == 0)
	return b == -1 ? Sub_int(0, a, place) : a / b - (a % b != 0 && (a < 0) != (b < 0));
}
INT2(Mod_int) {
	if (IS_POWER(b)) return a & (b - 1);
	STOP(3, b == 0)
	Int rest = b == -1 ? 0 : a % b;
	return rest != 0 && (rest < 0) != (b < 0) ? rest + b : rest;
}
INT2(LShift_low) {
	STOP(4, b < 0)
	return b > 63 ? 0 : a << b;
}
INT2(LShift_int) {
	Int low = LShift_low(a, b, place);
	STOP(2, b > 63 ? a != 0 : low >> b != a)
	return low;
}
INT2(RShift_int) {
	STOP(4, b < 0)
	return a >> (b > 63 ? 63 : b);
}
INT1(bit_count_int) { return __builtin_popcountll(abs_int(a, place)); }
INT1(bit_length_int) { return a ? 64 - __builtin_clzll(abs_int(a, place)) : 0; }
#define ONE(sign) { return b sign a ? b : a; }
INT2(min_int) ONE(<) INT2(max_int) ONE(>)
REAL2(min_float) ONE(<) REAL2(max_float) ONE(>)
REAL2(copysign_float) { return __builtin_copysign(a, b); }
REAL1(abs_float) { return __builtin_fabs(a); }
REAL2(Div_float) {
	STOP(3, b == 0.0)
	return a / b;
}
REAL1(round_down) { return __builtin_floor(a) - (a - a); }
TO_INT1(int_float) {
	STOP(a == a ? 2 : 4, !(a >= -0x1p63 && a < 0x1p63))
	Int whole = a;
	__asm__("" : "+r"(whole));
	return whole;
}
#define LIBM_INT(f, g) TO_INT1(f ## _float) { return int_float(__builtin_ ## g(a), place); }
LIBM_INT(trunc, trunc) LIBM_INT(round, rint) LIBM_INT(floor, floor) LIBM_INT(ceil, ceil)
PURE double hidden(double a) {
	if (!__builtin_constant_p(a)) return a;
	volatile double unknown = a;
	return unknown;
}
PURE double valid(double result, double a, double b, AT) {
	STOP(result != result || !(a * (a + 1)) ? 4 : 2, result - result != 0.0
		&& (result != result ? a == a && b == b : a - a + b - b == 0.0))
	return result;
}
#define LIBM(f) REAL1(f ## _float) { return valid(__builtin_ ## f(hidden(a)), a, a, place); }
LIBM(sqrt) LIBM(sin) LIBM(cos) LIBM(tan) LIBM(asin) LIBM(acos) LIBM(atan) LIBM(exp) LIBM(expm1)
LIBM(log) LIBM(log2) LIBM(log10) LIBM(log1p) LIBM(tanh) LIBM(cbrt) LIBM(fabs)
#define LIBM2(f) REAL2(f ## _float) { \
	return valid(__builtin_ ## f(hidden(a), hidden(b)), a, b, place); }
LIBM2(atan2) LIBM2(fmod) LIBM2(pow)
"""
C_NAMES: dict[Any, str] = {int: "Int", float: "double", bool: "bool", None: "void"}
C_NAMES |= {kind: kind.__name__.lower() + "_t" for kind in NARROW}
# Of these functions: the kind of the result, the number of arguments.
RESULTS: dict[str, tuple[Any, int]] = {
	name + "_float" * ("LIBM" in word): (int if "INT" in word else float, int(count or "1"))
	for word, count, name in re.findall(r"([A-Z_]+)(\d?)\((\w+)", SUPPORT)
}


# The kind of an array; is_table: a constant tuple, whose rows are Arrays too.
Array = namedtuple("Array", "item length is_table", defaults=[False])


def number(value: Any) -> str:
	"""Returns a constant in C; raises ValueError for one that C cannot hold."""
	if type(value) not in SCALARS or not abs(value) < (2**63 if type(value) is int else math.inf):
		raise ValueError
	return ("(" + repr(value) + "l" * (type(value) is int) + ")").lower()


def flattened(value: Any) -> tuple[list[str], Any]:
	"""Returns the constants of a table row by row, and its kind.

	Raises ValueError unless all rows are of one kind.
	"""
	if not isinstance(value, tuple):
		return [number(value)], type(value)
	rows = [flattened(row) for row in value]
	(kind,) = {kind for _, kind in rows}
	return [text for texts, _ in rows for text in texts], Array(kind, len(rows), True)


def call(name: str, *parts: object) -> str:
	"""Returns a call of a function or macro in C."""
	return name + "(" + ", ".join(map(str, parts)) + ")"


def width(kind: Any) -> int:
	"""Returns an array's number of entries."""
	return kind.length * width(kind.item) if isinstance(kind, Array) else 1


class Types:
	"""Holds the C text as it grows: records and tables are declared when they are first used."""

	def __init__(self) -> None:
		self.parts = [SUPPORT]
		self.records: dict[Any, tuple[str, dict[str, Any]]] = {}
		self.tables: dict[int, tuple[Any, str, Any]] = {}
		self.functions: dict[Any, tuple[str, Any] | None] = {}  # None while it is written

	def base(self, kind: Any) -> str:
		"""Returns the C type of a number or record; for an array, that of its innermost items."""
		while isinstance(kind, Array):
			kind = kind.item
		return C_NAMES.get(kind) or self.record(kind)[0]

	def declare(self, kind: Any, name: str) -> str:
		"""Returns the declaration of a parameter or local; records and arrays are pointers."""
		const = "const " * getattr(kind, "is_table", False)
		return const + self.base(kind) + (" " if kind in C_NAMES else " *") + name

	def record(self, kind: Any) -> tuple[str, dict[str, Any]]:
		"""Returns a record's name in C and the kinds of its fields."""
		if kind not in self.records:
			fields, inner = {}, ""
			for name, (item, *lengths) in kind.kernel_fields.items():
				fields[name] = Array(item, lengths[1]) if lengths else item
				inner += f"{self.base(item)} {name}_{lengths[1:] or ''};"
			name = f"record_{len(self.records)}_" + kind.__name__
			self.parts.append(f"typedef struct {{{inner}}} {name};")
			self.records[kind] = name, fields
		return self.records[kind]

	def constant(self, value: Any) -> tuple[str, Any]:
		"""Returns the text and the kind of a number, or of a tuple of numbers or rows."""
		if not isinstance(value, tuple):
			value = getattr(value, "compiled", value)  # of a Capacity
			return number(value), type(value)
		if id(value) not in self.tables:
			texts, kind = flattened(value)
			name = f"table_{len(self.tables)}"
			head = f"static const {self.base(kind)} {name}[] = {{"
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

COMPILERS = ("cc", "gcc", "clang", "g++")
FOLDERS = ("/usr/bin", "/usr/local/bin", "/opt/*/bin", "/usr/lib/llvm*/bin")
PATIENCE = 20.0  # seconds for the child
SLEEP = 0.85  # of a turn's time for C, or all but 20 ms: CPython makes little of it
HELP = 30  # turns give half of their time for a library after the first
BASE_FLAGS = """
-std=c11 -O2 -march=native -fwrapv -ffp-contract=off -fno-math-errno -fno-strict-aliasing
-ftree-vectorize -fvect-cost-model --param=early-inlining-insns=14
-Werror=frame-larger-than=1000000 -shared -fPIC
""".split()
# The first library by the clock is there sooner than with any other flags.
SOON = """
-Og -fno-forward-propagate -fno-tree-ccp -fno-dce -fno-cprop-registers -fira-region=one
"""
# What Python would raise where C stops, by its reason from 1; overflow apart.
TRAPS = (IndexError, OverflowError, ZeroDivisionError, ValueError)
C_TYPES: dict[Any, Any] = {int: ctypes.c_int64, float: ctypes.c_double, bool: ctypes.c_bool}
C_TYPES |= {Int8: ctypes.c_int8, Int16: ctypes.c_int16, Int32: ctypes.c_int32}


class Unusable(Exception):
	"""Says why C does not play."""


@cache
def layout(kind: Any) -> Any:
	"""Returns the type of a number or record in C."""
	if kind in C_TYPES:
		return C_TYPES[kind]
	fields = [
		(name, layout(inner) * lengths[-1] if lengths else layout(inner))
		for name, (inner, *lengths) in kind.kernel_fields.items()
	]
	return type(kind.__name__, (ctypes.Structure,), {"_fields_": fields})


def values_of(source: Any, start: int, is_new: bool = False) -> Iterator[tuple[int, bytes]]:
	"""Yields place and bytes of a record's values in C, from `start` on.

	is_new: only values that are not zeros
	"""
	kind = source.__class__
	for name in kind.kernel_given if is_new else kind.kernel_fields:
		inner, *lengths = kind.kernel_fields[name]
		place = start + getattr(layout(kind), name).offset
		items = getattr(source, name) if lengths else [getattr(source, name)]
		if inner in C_TYPES:
			if inner is bool and {*items} - {0, 1}:
				raise struct.error(name + " is no bool")
			form = f"{(lengths or [1])[0]}{C_TYPES[inner]._type_}"
			is_zero = inner is not float and lengths and items == [0] * lengths[0]  # known sooner
			yield place, bytes(struct.calcsize(form)) if is_zero else struct.pack(form, *items)
		else:
			for item in items:
				yield from values_of(item, place, is_new)
				place += ctypes.sizeof(layout(inner))


class NativeEngine(Engine[AnyMemory]):
	"""Kernels of a library. Its memory is large, but taken only as it is used.

	new: an engine that was loaded, but played nothing.
	"""

	name = "c"
	pace = 10

	def __init__(self, memory: Any, path: str = "", new: Any = None) -> None:
		if path:
			self.library = ctypes.CDLL(path)
		kind = layout(memory)
		# Private pages come faster than shared ones.
		self.pages = mmap.mmap(-1, ctypes.sizeof(kind), mmap.MAP_PRIVATE)
		self.memory = kind.from_buffer(self.pages)
		self.place = ctypes.addressof(self.memory)  # type: ignore[arg-type]
		new = new or Engine(memory)
		self.write(values_of(new.memory, 0, True))
		for field in new.loaded:
			self.load(field, getattr(new.memory, field))

	def write(self, values: Iterable[tuple[int, bytes]]) -> None:
		for place, data in values:
			self.pages[place : place + len(data)] = data

	def load(self, field: str, source: object) -> None:
		try:
			self.write(values_of(source, getattr(type(self.memory), field).offset))
		except struct.error as error:
			raise self.stopped(field, error)  # noqa: B904

	def call(self, kernel: Callable[..., Result], *values: int | float | bool) -> Result:
		run, result = entry(self.library, kernel)
		try:
			code = run(self.place, *values, ctypes.byref(result))
		except ctypes.ArgumentError as error:
			raise self.stopped(kernel.__name__, error)  # noqa: B904
		if code:
			place = ctypes.c_char_p.in_dll(self.library, "run_place").value or b""
			raise self.stopped(place.decode(), TRAPS[code - 1].__name__)
		return result.value  # type: ignore[no-any-return]

	def stopped(self, where: str, why: object) -> EngineFailed:
		self.has_failed = True
		return EngineFailed(f"C stopped at {where}: {why}")


@cache
def entry(library: ctypes.CDLL, kernel: Callable[..., Any]) -> tuple[Any, Any]:
	"""Returns the function run_NAME of a kernel, and room for its result."""
	_, *kinds, kind = [C_TYPES.get(k, ctypes.c_void_p) for k in kernel.__annotations__.values()]
	run = library["run_" + kernel.__name__]
	run.argtypes = [ctypes.c_void_p, *kinds, ctypes.c_void_p]
	return run, kind()


class Compiled(Engines[AnyMemory]):
	"""C, or CPython while there is no C."""

	native = None  # type: Any
	folder = ""
	child = 0  # the compiling process
	latest = 0.0  # as perf_counter tells
	missing = 1  # libraries that turns by the clock give time to

	def start(self, warm_up: Callable[[], object]) -> None:
		"""Starts the child while the memory is new, so that it needs no other."""
		if not USE_C or os.getenv("BOTSMITH_ENGINE") == "python":
			warm_up()
			return
		if not os.getenv("BOTSMITH_ITERATIONS"):
			self.flags, self.missing = (SOON, *self.flags), 2
		try:
			atexit.register(self._clean_up, True)
			signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # via atexit
			self.folder = tempfile.mkdtemp()
			# Later turns have no time to make it.
			self.python.twin = NativeEngine(self.memory, "", self.python)
			self.latest = perf_counter() + PATIENCE
			self.end, kept = os.pipe()  # from the child
			self.child = os.fork()
			if self.child == 0:
				self._compile(warm_up, kept)
			os.close(kept)
			os.read(self.end, 1)  # now it has a session
		except (OSError, AttributeError) as error:  # no fork, say
			self._clean_up()
			give_up(str(error))

	def current(self, deadline: Deadline) -> Engine[AnyMemory]:
		try:
			while self.child and self._waits(deadline):
				pass
		except OSError as error:
			self._clean_up()
			give_up(str(error), self.native)
		return self.native if self.native and not self.native.has_failed else self.python

	def _waits(self, deadline: Deadline) -> bool:
		"""Waits for a library, or the child's end; True where the turn goes on with that."""
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
			if ended:  # it has said why if it failed
				self.child = 0
				if status:  # it ends itself with 0
					raise OSError(f"its trial died of signal {os.WTERMSIG(status)}")
				self._clean_up()
			return False
		if perf_counter() > self.latest:
			raise TimeoutError("it takes too long")
		if is_timed and deadline.turn and self.native is None:
			deadline.ends -= (deadline.ends - deadline.started) / 10  # for its pauses
			if deadline.turn == 1:
				report("turn 1: no C yet")
		return not is_timed

	def _compile(self, warm_up: Callable[[], object], kept: int) -> None:
		"""The child: makes the libraries, tries them out and sends the number of each."""
		number = 0
		try:
			os.setsid()
			os.chdir(self.folder)
			os.write(kept, b"s")
			compiler, text = find_compiler(), translate(self.kernels, self.memory)
			for number, flags in enumerate(self.flags):
				path = f"{self.folder}/{number}"
				make_library(compiler, path, text, flags)
				trial = self.python  # new at the start, as after each trial
				trial.twin, trial.is_trial = NativeEngine(self.memory, path, trial), True
				warm_up()
				for place, data in values_of(trial.memory, 0):
					if trial.twin.pages[place : place + len(data)] != data:
						raise Unusable("the warm-ups differ")
				os.write(kept, b"%d" % number)
				os.nice(19)
				with suppress(OSError):  # Linux may go by sessions
					os.write(os.open("/proc/self/autogroup", os.O_WRONLY), b"19")
				self.python = Engine(self.memory)
		except BaseException as error:
			why = str(error)  # of a KeyError the key alone
			give_up(why if " " in why else repr(error), number)
		finally:
			os._exit(0)

	def _clean_up(self, waits: bool = False) -> None:
		"""Ends child and compiler, and removes the folder."""
		if self.child:
			os.killpg(self.child, signal.SIGKILL)
			os.waitpid(self.child, os.WNOHANG * (not waits))
		self.child = 0
		self.python.twin = None
		shutil.rmtree(self.folder, True)
		signal.signal(signal.SIGTERM, signal.SIG_DFL)


def find_compiler() -> str:
	"""Returns a compiler on PATH or in the usual places; raises Unusable if there is none."""
	places = ":".join([os.getenv("PATH", ""), *sum(map(glob, FOLDERS), [])])
	for name in COMPILERS:
		if path := shutil.which(name, path=places):
			return path
	raise Unusable("no C compiler found")


def make_library(compiler: str, path: str, text: str, flags: str = "") -> None:
	"""Compiles a C text into the library `path`; raises Unusable if that fails.

	flags: more of them. Flags of gcc that clang refuses are left out.
	"""
	last = ["-xc", "-", "-o", path, "-nostdlib", "-lm", "-lgcc"]
	command = [compiler, *BASE_FLAGS, *flags.split(), *last]
	own = {**os.environ, "TMPDIR": os.path.dirname(path)}  # for what a killed compiler leaves
	with open(path + ".c", "w+") as source, open(path + ".txt", "w+", errors="replace") as said:
		source.write(text)
		source.seek(0)
		ends = [(os.POSIX_SPAWN_DUP2, f.fileno(), n) for n, f in enumerate((source, said, said))]
		status = os.waitpid(os.posix_spawn(compiler, command, own, file_actions=ends), 0)[1]
		said.seek(0)
		lines = said.read(65536).splitlines()
	if status:
		if (fewer := re.sub(r"-f\S+", "", flags)) != flags:
			return make_library(compiler, path, text, fewer)
		error = next((ascii(line[:200]) for line in lines if "error" in line), "it failed")
		raise Unusable(f"{compiler}: {error}")


def give_up(why: str, has_c: object = None) -> None:
	report(("C stays as it is: " if has_c else "no C, CPython plays: ") + why)


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
	"""Returns dice whose numbers depend on `seed` alone; near seeds give unlike streams."""
	dice = Dice()
	dice.state = (seed * 0x9E3779B97F4A7C15 + 0x632BE59BD9B4E019) & MASK
	for _ in range(4):
		draw(dice, 2)
	return dice


@kernel
def draw(dice: Dice, count: int) -> int:
	"""Returns a number of 0..count-1, count up to 2**31."""
	dice.state = (dice.state * MULTIPLIER + INCREMENT) & MASK
	return ((dice.state >> 17) * count) >> 31


# ==== common/translate.py ====
"""Kernels to C when the bot starts: a C function for each kernel and kinds of its arguments.

Constants are what their names stand for now. C keeps Python's order of evaluation, rounding and
exceptions: where Python raises one, or an int leaves 64 bits, C stops and tells the line (a trap).
What is not known here is refused with its line.
"""

import ast
import builtins
from types import FunctionType

BITWISE = dict(BitAnd="&", BitOr="|", BitXor="^")
SIGNS = dict(BITWISE, Add="+", Sub="-", USub="-", Mult="*")
ORDER = dict(Lt="<", LtE="<=", Gt=">", GtE=">=", Eq="==", NotEq="!=")
SHL = "LShift"
LOW = {*SIGNS, SHL}  # whose low bits come from low bits alone
FIXED = (*SCALARS, tuple, type(math), type(None))  # what a constant may be made of
CALL = "call_"  # starts the C name of a kernel
ANOTHER = "of another kind"
Code = tuple[str, Any]  # C, and the kind of its value: int, float, bool, a record's class, an Array


class Refused(Exception):
	"""Says why and where a kernel is refused."""


class Unfit(Exception):
	"""Says why alone."""


def need(is_so: object, *why: str) -> None:
	if not is_so:
		raise Unfit(*why)


def kind_of(node: ast.AST) -> str:
	return type(node).__name__


def name_in(node: ast.AST) -> str:
	return getattr(node, "id", "")


@cache
def changing(path: str) -> set[str]:
	"""Returns the globals that functions of a file set: they are no constants."""
	text = "".join(linecache.getlines(path)).replace("\\\n", "")
	said = re.findall(r"[\n:;][ \t]*global\b([\w, \t]+)", text)
	return {*re.findall(r"\w+", ",".join(said))}


def read(code: Any) -> Any:
	"""Returns the tree of a decorated function, read alone: the whole file takes thrice as long."""
	lines, first = [*linecache.getlines(code.co_filename), "end"], code.co_firstlineno - 1
	last = max(line or 0 for *_, line in code.co_lines())
	edge = len(lines[first]) - len(lines[first].lstrip())
	while not lines[last][: edge + 1].strip(" \t\n)]}"):
		last += 1
	text = "\n" * (first - 1) + "if 1:" * (edge > 0) + "\n" + "".join(lines[first:last])
	body: Any = ast.parse(text).body
	(tree,) = body[0].body if edge else body
	tree.decorator_list.pop()
	return {code.co_name: tree}[tree.name]


class Function:
	"""Translates one kernel for arguments of certain kinds.

	kinds: of parameters and locals so far
	sure: names that have a value here
	fixed: names that cannot be set
	"""

	has_break = False  # the loop around
	depth = 0  # open blocks

	def __init__(self, program: "Program", function: FunctionType, kinds: Sequence[Any]) -> None:
		code = function.__code__
		self.program = program
		try:
			self.tree = read(code)
		except Exception:
			why = "the file cannot be read or has changed: "
			raise Refused(why + code.co_filename)  # noqa: B904
		self.file = code.co_filename.rpartition("/")[2]
		cells = [cell.cell_contents for cell in function.__closure__ or ()]
		self.names = function.__globals__ | dict(zip(code.co_freevars, cells))  # noqa: B905
		self.name = f"{CALL}{len(program.functions)}_{function.__name__}"
		stated = [*function.__annotations__.values()]
		if len(stated) != code.co_argcount + 1 or function.__defaults__:
			raise self.refused(self.tree)
		self.result = stated.pop()
		if any(one is not two and one in C_NAMES for one, two in zip(stated, kinds, strict=True)):
			raise Unfit("other kinds")
		self.parameters = code.co_varnames[: len(stated)]
		self.kinds = dict(zip(self.parameters, kinds))  # noqa: B905
		self.own = {*code.co_varnames, *code.co_cellvars} | changing(code.co_filename)
		self.sure = {*self.parameters}
		self.fixed: set[str] = set()
		self.lines: list[str] = []
		self.put = self.lines.append

	def write(self) -> str:
		"""Returns the C function, after what it calls."""
		if self.block(self.tree.body) and self.result:
			raise self.refused(self.tree, "may end without a result")
		texts = {name: self.program.declare(kind, name + "_") for name, kind in self.kinds.items()}
		given = ", ".join(map(texts.pop, self.parameters))
		new = [text + ";" for name, text in texts.items() if name not in self.fixed]
		head = f"static inline {C_NAMES[self.result]} {self.name}({given}){{"
		return "\n".join([head, *new, *self.lines, "}"])

	def refused(self, node: Any, why: str = "not in the subset") -> Refused:
		text = ast.unparse(node).splitlines()[0]
		return Refused(f"{self.file}:{node.lineno}: {why}: {text}")

	def tried(self, node: Any, *is_low: bool) -> Any:
		"""Writes an expression, else a statement; raises Refused with the line if that fails."""
		try:
			return getattr(self, "expression" if is_low else kind_of(node))(node, *is_low)
		except Refused:
			raise
		except Unfit as error:
			raise self.refused(node, *error.args)  # noqa: B904
		except Exception:
			raise self.refused(node)  # noqa: B904

	# --- statements by their kind: False if their end is not reached

	def block(self, nodes: list[ast.stmt]) -> bool:
		self.depth += 1
		is_reached = all(map(self.statement, nodes))
		self.depth -= 1
		return is_reached

	def statement(self, node: ast.stmt) -> bool:
		return self.tried(node) is not False

	def Pass(self, node: ast.Pass) -> None:
		pass

	def Continue(self, node: ast.Break | ast.Continue) -> bool:
		self.has_break |= type(node) is ast.Break
		self.put(kind_of(node).lower() + ";")
		return False

	Break = Continue

	def Return(self, node: ast.Return) -> bool:
		value = node.value
		need((value is None) == (self.result is None), ANOTHER)
		self.put(f"return {self.want(value, self.result) if value else ''};")
		return False

	def Expr(self, node: Any) -> None:
		value = node.value
		if type(value) is ast.Constant:
			return
		if self.outside(value.func) is assign:
			(target, kind), (source, other) = map(self.code, value.args)
			need(kind == other and is_record(kind), ANOTHER)
			self.put(self.in_order("COPY", target, source) + ";")
		else:
			self.put(self.code(value)[0] + ";")

	def AnnAssign(self, node: Any) -> None:
		self.set(node.target.id, node.value, node)

	def Assign(self, node: ast.Assign) -> None:
		(target,) = node.targets
		if type(target) is ast.Name:
			self.set(target.id, node.value, node)
		else:
			place, kind = self.stored(target)  # Python, too, works out the value first
			text = self.want(node.value, NARROW.get(kind, kind))
			self.put(call("SET", place, self.fit(text, kind, node)))

	def AugAssign(self, node: ast.AugAssign) -> None:
		place, kind = self.stored(node.target)
		wide = NARROW.get(kind, kind)
		text, other = self.binary(("*old", wide), self.code(node.value), node)
		need(other is wide, ANOTHER)
		self.put(call("CHANGE", place, self.fit(text, kind, node)))

	def stored(self, target: Any) -> Code:
		text, kind = self.tried(target, False)
		is_row = type(target) is ast.Subscript and self.code(target.value)[1].is_table
		is_fixed = name_in(target) in self.fixed
		need(kind in C_NAMES and not is_row and not is_fixed, "cannot be set")
		return text, kind

	def fit(self, text: str, kind: Any, node: Any) -> str:
		"""Returns a value for a place; C stops where it is too large."""
		return call("fit_" + C_NAMES[kind], text, self.place(node)) if kind in NARROW else text

	def set(self, name: str, value: Any, node: Any) -> None:
		"""Sets a local to a value, which may be a new array or record of zeros."""
		made = type(value) is ast.Call and self.outside(value.func)
		if made in (numbers, records) or is_record(made):
			kind = made
			if value.args:
				kind = Array(*map(self.outside, value.args))
				made = kind.item
			is_new = name not in self.kinds and self.depth < 2
			is_zero = not getattr(made, "kernel_given", None)
			need(is_new and is_zero, "not new, at the top and of zeros")
			need(width(kind) <= 2**16, "too long for a local")
			self.put(f"{self.program.base(kind)} {name}_[{width(kind)}] = {{0}};")
			self.fixed.add(name)
		else:
			text, kind = self.code(value)
			stated = self.outside(node.annotation) if type(node) is ast.AnnAssign else kind
			place = self.kinds.get(name, stated)
			if kind is NARROW.get(place):
				kind = place
			self.put(f"{name}_ = {self.fit(text, kind, node)};")
			need(kind is not None and name not in self.fixed, "cannot be set")
		need(self.kinds.setdefault(name, kind) == kind, ANOTHER)
		self.sure.add(name)

	def If(self, node: ast.If) -> bool:
		self.put(call("if", self.want(node.test, bool)) + "{")
		before = {*self.sure}
		is_reached = self.block(node.body)
		after, self.sure = self.sure, before
		self.put("} else {")
		is_else = self.block(node.orelse)
		if is_reached:
			self.sure = after & self.sure if is_else else after
		self.put("}")
		return is_reached or is_else

	def While(self, node: ast.While) -> bool:
		self.put(call("while", self.want(node.test, bool)) + "{")
		return self.loop(node) or self.outside(node.test) is not True

	def For(self, node: ast.For) -> None:
		loop: Any = node.iter
		name: str = node.target.id  # type: ignore[attr-defined]
		given = loop.args
		*_, start, stop = "0", *[self.want(part, int) for part in given[:2]]
		step = self.outside(given[2]) if given[2:] else 1
		need(self.outside(loop.func) is range and name not in self.kinds and step)
		if abs(step) > 1:  # the last step stays within 64 bits
			place = self.place(node)
			stop = call("Sub_int", call("Add_int", stop, step, place), step, place)
		if name_in(loop.func) == "each":
			self.put("#pragma GCC unroll 16")
		self.put(call("LOOP", name + "_", start, stop, "<" if step > 0 else ">", step) + "{")
		self.kinds[name] = int
		self.fixed.add(name)
		self.sure.add(name)
		self.loop(node)
		self.kinds.pop(name)
		self.fixed.remove(name)
		self.sure.remove(name)

	def loop(self, node: Any) -> bool:
		"""Writes a loop's body, which may never run; returns True if a break leaves it."""
		before, outer = {*self.sure}, self.has_break
		need(not node.orelse)
		self.has_break = False
		self.block(node.body)
		self.put("}")
		is_left, self.has_break = self.has_break, outer
		self.sure = before
		return is_left

	def outside(self, node: ast.expr) -> Any:
		"""Returns the value of an expression without calls and own names, else None."""
		if type(node) is ast.Constant:
			return node.value
		if not self.is_outside(node, True):
			return None
		try:
			value = self.names.get(name_in(node))  # at a tenth of the time
			value = value or eval(compile(ast.Expression(node), "", "eval"), self.names)
			return value if type(value) not in SCALARS or number(value) else None
		except (ArithmeticError, ValueError):  # C stops where it comes to that
			return None

	def is_outside(self, node: Any, is_top: bool = False) -> bool:
		name = name_in(node)
		if type(node) is ast.Call or name in self.own:
			return False
		is_fixed = is_top or type(self.names.get(name)) in FIXED
		return is_fixed and all(map(self.is_outside, ast.iter_child_nodes(node)))

	def place(self, node: Any) -> str:
		return f'"{self.file}:{node.lineno}"'

	def in_order(self, word: str, *texts: str) -> str:
		"""Returns a call or operation; inside, calls are made from the left, as in Python."""
		names, lets = [*texts], ""
		if len(texts) > 1 and CALL in "".join(texts):
			names = [f"v{n}" for n in range(len(texts))]
			lets = "".join(map(call, ["LET"] * len(texts), names, texts))
		text = call(word, *names) if word.isidentifier() else call("", word.join(names))
		return "({" + lets + text + ";})" if lets else text

	def known(self, name: str, texts: Sequence[str], node: Any) -> Code:
		kind, count = RESULTS[name]
		need(count == len(texts))
		return self.in_order(name, *texts, self.place(node)), kind

	def want(self, node: Any, kind: Any, is_low: bool = False) -> str:
		text, found = self.code(node, is_low)
		if found != kind:
			names = [getattr(one, "__name__", "other") for one in (found, kind)]
			raise self.refused(node, ", not ".join(names))
		return text

	def code(self, node: Any, is_low: bool = False) -> Code:
		"""Returns an expression. is_low: its low bits count alone, so it may leave 64 bits."""
		text, kind = self.tried(node, is_low)
		return ("(Int)" + text, int) if kind in NARROW else (text, kind)

	def expression(self, node: Any, is_low: bool) -> Code:
		value = self.outside(node)
		if value is not None:
			return self.program.constant(value)
		return getattr(self, kind_of(node))(node, is_low)  # type: ignore[no-any-return]

	# --- expressions by their kind

	def Name(self, node: ast.Name, _: bool) -> Code:
		name = node.id
		need(name not in self.own or name in self.sure, "no sure value")
		return name + "_", self.kinds[name]

	def Attribute(self, node: ast.Attribute, _: bool) -> Code:
		text, record = self.code(node.value)
		kind = self.program.record(record)[1][node.attr]
		return call("", "&" * is_record(kind) + text + "->" + node.attr + "_"), kind

	def Subscript(self, node: ast.Subscript, _: bool) -> Code:
		index = node.slice
		need(type(index) is not ast.Slice)
		text, kind = self.code(node.value)
		place, known = self.want(index, int), self.outside(index)
		if known is None:
			place = call("at", place, kind.length, self.place(node))
		else:
			need(0 <= known < kind.length, "outside")
		where = self.in_order("PLACE", text, place + "*" + str(width(kind.item)))
		return (call("*", where) if kind.item in C_NAMES else where), kind.item

	def UnaryOp(self, node: ast.UnaryOp, is_low: bool) -> Code:
		inner, op = node.operand, kind_of(node.op)
		if op == "USub":
			right = self.code(inner, is_low)
			return self.binary(("0" if right[1] is int else "-0.0", right[1]), right, node, is_low)
		sign, kind = dict(Not=("!", bool), Invert=("~", int))[op]
		return call(sign, self.want(inner, kind, is_low)), kind

	def BinOp(self, node: ast.BinOp, is_low: bool) -> Code:
		left, op, right = node.left, kind_of(node.op), node.right
		is_low &= op in LOW
		if op == "BitAnd":  # maybe with a mask that is a constant
			masks = [self.outside(left), self.outside(right)]
			is_low |= any(type(mask) is int and mask >= 0 for mask in masks)
		first = self.code(left, is_low)
		return self.binary(first, self.code(right, is_low and op != SHL), node, is_low)

	def BoolOp(self, node: ast.BoolOp, _: bool) -> Code:
		parts = [self.want(value, bool) for value in node.values]
		return call("", ("&&" if type(node.op) is ast.And else "||").join(parts)), bool

	def Compare(self, node: ast.Compare, _: bool) -> Code:
		texts, kinds = zip(*map(self.code, (node.left, *node.comparators)))  # noqa: B905
		(kind,) = {*kinds}
		need(kind in SCALARS and not (texts[2:] and CALL in "".join(texts)))
		pairs = zip([ORDER[kind_of(op)] for op in node.ops], texts, texts[1:])  # noqa: B905
		return call("", "&&".join(self.in_order(*pair) for pair in pairs)), bool

	def IfExp(self, node: ast.IfExp, _: bool) -> Code:
		text, kind = self.code(node.body)
		arms = text + ":" + self.want(node.orelse, kind)
		return call("", self.want(node.test, bool) + "?" + arms), kind

	def Call(self, node: Any, _: bool) -> Code:
		func, given = node.func, node.args
		name = getattr(func, "attr", "")
		if name in ("bit_count", "bit_length") and not given:
			return self.known(name + "_int", [self.want(func.value, int)], node)
		function = self.outside(func)
		need(not node.keywords)
		if function in NARROW:
			(inner,) = given
			return call("", C_NAMES[function]) + self.want(inner, int, True), function
		return self.call(function, [*map(self.code, given)], node)

	def binary(self, left: Code, right: Code, node: Any, is_low: bool = False) -> Code:
		"""Returns left op right, with Python's rounding and its exceptions."""
		texts, kinds = zip(left, right)  # noqa: B905
		op, is_int = kind_of(node.op), {*kinds} == {int}
		need({*kinds} <= {int, float} and (is_int or op not in BITWISE))
		if op in SIGNS and (is_low or not is_int or op in BITWISE):
			text = self.in_order(SIGNS[op], *texts)
			if is_int:
				return text, int
			return call("ROUNDED", text) if op == "Mult" else text, float
		if op == "FloorDiv" and not is_int and texts[1] in ("(1.0)", "(1l)"):
			return self.known("round_down", texts[:1], node)
		suffix = "_float" if not is_int else "_low" if is_low and op == SHL else "_int"
		return self.known(op.lstrip("U") + suffix, texts, node)

	def call(self, function: Any, given: list[Code], node: Any) -> Code:
		"""Returns a call of a kernel, or of a function of Python or `math`."""
		texts, kinds = [*zip(*given)] or [(), ()]  # noqa: B905
		function = getattr(function, "in_c", function)
		if getattr(function, "is_kernel", False):
			name, result = self.program.call(function, kinds)
			return self.in_order(name, *texts), result
		if function is len:
			return self.program.constant(kinds[0].length)
		if function in (int, float) and kinds in ((int,), (bool,), (function,)):
			return call("", call("", C_NAMES[function]) + texts[0]), function
		name = function.__name__
		in_math = vars(math).get(name)
		if function is in_math and RESULTS[name + "_float"][0] is float:
			kinds = tuple(float if kind is int else kind for kind in kinds)
		else:
			need(function in (in_math, vars(builtins).get(name)), "no kernel")
		(kind,) = {*kinds}
		return self.known(name + "_" + kind.__name__, texts, node)


class Program(Types):
	"""The C text: a function for each kernel and kinds of its arguments."""

	writer = Function

	def call(self, function: Any, kinds: Sequence[Any]) -> tuple[str, Any]:
		"""Returns a kernel's name in C and the kind of its result."""
		key = (function, *kinds)
		if key not in self.functions:
			writer = self.writer(self, function, kinds)
			self.functions[key] = None
			self.parts.append(writer.write())
			self.functions[key] = writer.name, writer.result
		need(known := self.functions[key], "calls itself")
		return known  # type: ignore[return-value]

	def entry(self, function: Any, kinds: Sequence[Any]) -> None:
		"""Writes run_NAME, which returns 0, or why it stops."""
		name, result = self.call(function, kinds)
		names = [f"a{n}_" for n in range(len(kinds))]
		given = [*map(self.declare, kinds, names), C_NAMES[result] + " *result"]
		body = "*result = " * bool(result) + call(name, *names)
		run = "run_" + function.__name__
		self.parts.append(call("ENTRY", run, call("", *given), call("", *names, "result"), body))


def translate(kernels: Sequence[Callable[..., Any]], memory: type) -> str:
	"""Returns the C text of kernels that are called on a `memory`."""
	program = Program()
	for kernel in kernels:
		program.entry(kernel, [memory, *list(kernel.__annotations__.values())[1:-1]])
	return "\n".join(program.parts) + "\n"


# ==== common/zobrist.py ====
"""Zobrist keys: a random number for each thing that can be true of a state; XOR makes the key.

A state that changes gets its new key by XOR with the keys of what ceased and of what began. Equal
states have equal keys however they were reached; unlike ones meet by chance once in 2**62 pairs.
Source: A. Zobrist, 1970.
"""

HALF_BITS = 31  # bits of a key that are drawn at once
KEY_BITS = 2 * HALF_BITS


def fill_keys(keys: Numbers[int], seed: int) -> None:
	"""Fills a table with keys of KEY_BITS bits, the same for the same seed everywhere."""
	dice: Dice = make_dice(seed)
	for index in range(len(keys)):
		high = draw(dice, 1 << HALF_BITS)
		low = draw(dice, 1 << HALF_BITS)
		keys[index] = high << HALF_BITS | low


# ==== bots/uttt/main_alphabeta.py ====
main()
