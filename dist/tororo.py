# tororo: a CodinGame bot in one file, made by Botsmith from readable sources
# revision    8792cd69b803 
# content     99ae609705e261fd
# size           95,531 of 100,000 UTF-16 units
# engine      C where a compiler is found; USE_C in line 24 turns that off
# indent      tabs, so that it fits
# parameters  178: sun_6 = 0.96, 179: sun_12 = 0.91, 180: sun_18 = 0.68, 181: sun_23 = 0.45,
#             182: income_6 = 0.84, 183: income_12 = 0.75, 184: income_18 = 0.3,
#             185: income_23 = 0.15, 186: tall_6 = 8.0, 187: tall_12 = 8.4, 188: tall_18 = 5.6,
#             189: tall_23 = 3.1, 190: medium_6 = 2.0, 191: medium_12 = 2.7, 192: medium_18 = 2.2,
#             193: medium_23 = 0.0, 194: small_6 = 0.0, 195: small_12 = 0.5, 196: small_18 = 0.8,
#             197: small_23 = 0.0, 198: bonus_6 = 0.0, 199: bonus_12 = 0.8, 200: bonus_18 = 1.0,
#             201: bonus_23 = 0.95, 202: seed = 0.5, 203: nutrients = 0.47, 204: decay = 0.95,
#             205: unrolled = 6, 206: inside = 5.0, 207: rival = 0.65, 209: first_complete = 11,
#             210: rival_keeps = 18, 213: horizon = 4, 214: acts = 12, 215: first_width = 32,
#             216: last_width = 500, 217: widest = 2048, 218: trusted = 4, 221: first_ms = 820.0,
#             222: margin_ms = 12.0
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


# ==== bots/tororo/params.py ====
"""The bot's tunable numbers, as `name: type = value  # low..high unit: meaning`."""


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


# ==== bots/tororo/bot.py ====
"""The Tororo bot."""

import json
from collections.abc import Mapping

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
		assign(self.setting.ground, read_ground(reader))

	def read_turn(self, reader: LineReader) -> None:
		self.number += 1
		self.state = State()  # in force if the lines cannot be read
		self.state = read_turn(reader, self.setting.ground)

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

	def stats(self) -> Mapping[str, Stat]:
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


def main() -> None:
	"""Plays on stdin and stdout."""
	run(TororoBot(Params(), Compiled(Memory, ENTRIES)))


# ==== common/bits.py ====
"""Boards: ints whose bit i stands for cell i. `board & (board - 1)` drops the lowest cell."""

from collections.abc import Iterable


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


# ==== bots/tororo/tables.py ====
"""The geometry of the board, built by code: 37 hexagonal cells in a spiral around cell 0.

Bit i of a board is cell i. In a grid it is bit GRID_PLACE[i]: rows of y with a spare column between
them, so that a shift moves all cells at once. Source: docs/games/tororo.md, section 1.
"""

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


# ==== bots/tororo/rules.py ====
"""Tororo (Spring Challenge 2021) from the bronze league up: the rules, for bot and referee.

A day: `gather`, turns of both players until both sleep, `next_day`. A turn: `order` for each player
who is awake, `settle`. An action: WAIT, or kind << KIND_SHIFT | cell << CELL_SHIFT | other cell.
Source: docs/games/tororo.md.
"""

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


# ==== common/search/beam.py ====
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

QUEUES = 3  # the present layer, the next one, and the first layer of the next stage
POOL = capacity(pure=768, compiled=6144)  # states in all queues: a third of it is the widest beam
TABLE = capacity(pure=1 << 15, compiled=1 << 18)  # keys, for the widest beam
STEP_POOL = capacity(pure=40_000, compiled=1_000_000)  # expanded states whose way is remembered
MAX_MOVES = 256  # of a state
KEYS_EACH = 16  # places for each state of the width, or more
STAMP_BITS = 16
STAMP_MASK = (1 << STAMP_BITS) - 1
NOWHERE = -1

AnyState = TypeVar("AnyState")
AnySetting = TypeVar("AnySetting")


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
	step_move: Numbers[int] = numbers(int, STEP_POOL)
	step_parent: Numbers[int] = numbers(int, STEP_POOL)
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
def clear(beam: Beam) -> None:
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
	open_state: Callable[[AnyState, AnySetting], None],
	list_moves: Callable[[AnyState, AnySetting, Numbers[int]], int],
	play: Callable[[AnyState, AnySetting, int], bool],
	key: Callable[[AnyState, AnySetting], int],
	rate: Callable[[AnyState, AnySetting, bool], float],
) -> Callable[[Beam, Records[AnyState], AnyState, AnyState, AnySetting, int], None]:
	"""expand(beam, states, start, scratch, setting, count): expands `count` states more, after
	clear(beam). states: POOL of them.

	open_state: once before a state's moves; may change it (the opponent's part of a turn).
	list_moves: writes at least one and at most MAX_MOVES. play: whether the move ends the stage.
	key: equal states have equal ones. rate: more is better; told whether a stage has just ended.
	"""

	@kernel
	def open_slot(
		beam: Beam,
		states: Records[AnyState],
		start: AnyState,
		scratch: AnyState,
		setting: AnySetting,
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
		elif beam.expanded < STEP_POOL:
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
		states: Records[AnyState],
		start: AnyState,
		scratch: AnyState,
		setting: AnySetting,
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


# ==== bots/tororo/search.py ====
"""What the bot, player 0, searches: its moves, the rival's, and how good a forest is.

The rival's move of a turn is ordered when a node is opened; each of the bot's completes the turn.
"""

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


expand = bind(let_rival_act, list_moves, play_move, node_key, rate)


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
	clear(memory.beam)


@kernel
def think(memory: Memory, count: int) -> None:
	"""Expands `count` states more."""
	expand(memory.beam, memory.states, memory.start, memory.scratch, memory.setting, count)


ENTRIES = (begin, think)


# ==== bots/tororo/protocol.py ====
"""What a Tororo bot reads and writes; the referee has the other side."""

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


# ==== common/zobrist.py ====
"""Zobrist keys: a random number for each thing that can be true of a state; XOR makes the key.

A state that changes gets its new key by XOR with the keys of what ceased and of what began. Equal
states have equal keys however they were reached; unlike ones meet by chance once in 2**62 pairs.
Source: A. Zobrist, 1970.
"""

HALF_BITS = 31  # of a key are drawn at once
KEY_BITS = 2 * HALF_BITS


def fill_keys(keys: Numbers[int], seed: int) -> None:
	"""Fills a table with keys of KEY_BITS bits, the same for the same seed everywhere."""
	dice: Dice = make_dice(seed)
	for index in range(len(keys)):
		high = draw(dice, 1 << HALF_BITS)
		low = draw(dice, 1 << HALF_BITS)
		keys[index] = high << HALF_BITS | low


# ==== bots/tororo/main.py ====
main()
