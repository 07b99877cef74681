# olymbits_jointmcts: a CodinGame bot in one file, made by Botsmith from readable sources
# revision    1326acbd9e7e 
# content     fef26267db984f53
# size           85,140 of 100,000 UTF-16 units
# engine      C where a compiler is found; USE_C in line 16 turns that off
# form        full
# indent      tabs, so that it fits
# contents    minigames 203, rules 263, protocol 376, player 757, updates 844, ucb 1075,
#             jointmcts 1114, main_jointmcts 2375, the rest is common/, which need not be read
#
# The modules stand below, each under its path. Change what you like.

# ==== common/switches.py ====
"""Switches to set in a pasted bot."""

USE_C = True  # False: CPython plays alone
EXPLAIN = 0  # letters of thoughts a turn, for stderr


# ==== common/kernel.py ====
"""The typed subset of Python for rules and searches; docs/kernels.md explains it.

Every name has one type for ever and ints stay within 64 bits, so that it can be translated to C.
"""

import gc
import linecache
import re
import sys
from collections.abc import Callable, MutableSequence, Sequence
from operator import index
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
	"""Returns `length` records of zeros: the default of a record's field, or a local of a
	kernel.
	"""
	return _array([kind() for _ in range(length)], length, kind)


class Capacity(int):
	"""A length on CPython that also holds the length in C. Arithmetic on it gives a plain int."""

	compiled: int


class Special(list):  # type: ignore[type-arg]
	"""Marks the default of a pool or of narrow numbers; the record itself holds a list."""

	kind: object
	compiled: int


def capacity(pure: int, compiled: int) -> int:
	"""Returns a pool's length: `pure` on CPython, `compiled` in C. Use it alone: `POOL * 2` is the
	same in both.
	"""
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


# What makes a value one of its kind, an int of 64 bits, or raises an error.
FITS: dict[Any, Any] = {
	int: lambda x: index(x).to_bytes(8, signed=True) and index(x),
	float: float,
	bool: {False: False, True: True}.__getitem__,
}


def legal(name: str, kind: Any, items: Any) -> Any:
	"""Returns a field's numbers in its kind and in its range `# low..high`; prints each change."""
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


def kernel(function: Marked) -> Marked:
	"""Marks a function as part of the subset."""
	function.is_kernel = True  # type: ignore[attr-defined]
	function.fits = [*map(FITS.get, [*function.__annotations__.values()][1:-1])]  # type: ignore
	return function


def record(cls: Class) -> Class:
	"""Rebuilds a class of annotated fields with slots, zeros, and a copier for `assign`.

	A field is an int, float or bool, a record, records(), numbers() or a list; else TypeError.
	kernel_fields: name -> [kind], or [kind, length, length in C] of an array.
	kernel_given: the names of fields that are not all zeros in a new record.
	"""
	if cls.__bases__ != (object,) or not cls.__annotations__:
		raise TypeError(cls.__name__ + ": a record has no base class, but fields")
	make, copy = ["def __init__(self):"], ["def kernel_assign(self, source):"]
	scope: dict[str, Any] = dict(int=index, bool=FITS[bool])
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
	return type(cls.__name__, (), body)  # type: ignore


def assign(target: Item, source: Item) -> None:
	"""Copies the values of the record `source` into `target`, of the same class."""
	target.kernel_assign(source)  # type: ignore[attr-defined]


# ==== bots/olymbits/minigames.py ====
"""The four mini-games in numbers, and a run of any of them.

A Run has the same form in all of them:

    game       code                        first        second      left
    hurdles    bit c: cell c has a hurdle  position     stun        -
    archery    winds of 4 bits, now first  x            y           winds
    skating    row of PLACES: the order    distance     risk        ticks
    diving     goals of 2 bits, now first  points       combo       goals

Its changes in a tick: updates.py. Source: docs/games/olymbits.md.
"""

from itertools import permutations

PLAYERS = 3
ACTIONS = 4
UP, DOWN, LEFT, RIGHT = 0, 1, 2, 3
NONE = -1

GOAL = 29  # last cell of the track, which never holds a hurdle
STUN = 2  # updates lost after a collision
ARENA = 20  # archery: LEAST..ARENA
LEAST = -ARENA
LAP = 10  # skating: cells of the rink
RINK = tuple(distance % LAP for distance in range(64))  # the cell; no run comes that far
# By wind * ACTIONS + action: how far the cursor goes.
EAST = tuple(wind * way for wind in range(16) for way in (0, 0, -1, 1))
SOUTH = tuple(wind * way for wind in range(16) for way in (-1, 1, 0, 0))
FALL = 5  # skating: the risk that becomes FALLEN
FALLEN = -2


# LEAPS[window * ACTIONS + action]: cells, plus 4 if that ends on a hurdle. Bit i of window: a
# hurdle i + 1 cells ahead.
LEAPS = (
	*(2, 2, 1, 3, 2, 5, 5, 5, 6, 6, 1, 6, 6, 5, 5, 5),
	*(2, 2, 1, 7, 2, 5, 5, 5, 6, 6, 1, 6, 6, 5, 5, 5),
)
ORDERS = 24
# PLACES[order * ACTIONS + action]: where in the order the action stands, 0 the safest.
PLACES = tuple(place for places in permutations(range(ACTIONS)) for place in places)
GLIDES = (1, 2, 2, 3)  # cells by place
# RISKS[risk * ACTIONS + place], before anybody is met
RISKS = tuple(max(0, risk + change) for risk in range(FALL) for change in (-1, 0, 1, 2))


@record
class Run:
	"""Holds one run of a mini-game; the table at the top of this file names its numbers."""

	phase: int
	code: int
	left: int
	first: Numbers[int] = numbers(int, PLAYERS)
	second: Numbers[int] = numbers(int, PLAYERS)
	dead: Numbers[bool] = numbers(bool, PLAYERS)


# ==== bots/olymbits/rules.py ====
"""Olymbits, top league: the whole state, and points. Its changes in an update: updates.py.

Source: docs/games/olymbits.md.
"""

GAMES = 4
HURDLES, ARCHERY, SKATING, DIVING = 0, 1, 2, 3
TURNS = 100
MEDALS = 3  # gold, silver, bronze: ranks 0, 1, 2
BRONZE = 2
GLIDE_TURNS = 15  # a skating run lasts

# Phases of a run.
RUNNING = 0
OVER = 1  # it ended in the last update: its registers are shown for one turn
DUE = 2  # that turn is played: the run has to be started anew


@record
class Match:
	"""The whole state. turn: number of updates played; medals[(player * GAMES + game) * MEDALS +
	rank]
	"""

	turn: int
	runs: Records[Run] = records(Run, GAMES)
	medals: Numbers[int] = numbers(int, PLAYERS * GAMES * MEDALS)
	is_out: Numbers[bool] = numbers(bool, PLAYERS)  # eliminated


@kernel
def score_in(match: Match, player: int, game: int) -> int:
	"""Returns a player's score in a mini-game: 3 for every gold, 1 for every silver medal."""
	at = (player * GAMES + game) * MEDALS
	return 3 * match.medals[at] + match.medals[at + 1]


def pack(values: list[int], bits: int) -> int:
	"""Returns values of `bits` bits each as one number, the first in the lowest bits."""
	return sum(value << bits * index for index, value in enumerate(values))


# ==== common/stdio.py ====
"""Reads lines, with the time when a turn began; writes lines at once; logs on stderr."""

from time import perf_counter
from typing import TextIO


class EndOfInput(Exception):
	"""Raised if the input ends between two turns: the match is over."""


class UnreadableInput(ValueError):
	"""Raised for a line that the protocol does not allow. The text has the line and the right
	form.
	"""


class LineReader:
	"""Reads the referee's lines. started: the time of a turn's first line, in seconds of `now`

	queued: returns the seconds spent waiting for a processor
	"""

	number = 0  # of the last line
	is_at_end = False

	def __init__(
		self,
		source: TextIO,
		now: Callable[[], float] = perf_counter,
		queued: Callable[[], float] = float,
	) -> None:
		self.source = source
		self.now = now
		self.queued = queued
		self.begin_turn()

	def begin_turn(self) -> None:
		"""Makes the next line the first of a turn."""
		self.started: float | None = None
		self.before = self.queued()

	def line(self) -> str:
		"""Returns the next line.

		Raises EndOfInput at the end of the input between turns, UnreadableInput inside a turn.
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


def write_lines(lines: list[str], sink: TextIO) -> None:
	"""Writes an answer's lines at once, and flushes."""
	sink.write("\n".join(lines) + "\n")
	sink.flush()


def report(text: str) -> None:
	"""Writes a text to stderr."""
	print(text, file=sys.stderr, flush=True)


# ==== bots/olymbits/protocol.py ====
"""The lines that an Olymbits bot reads and writes; the referee has the other side."""

LETTERS = "UDLR"  # the actions UP, DOWN, LEFT, RIGHT
WORDS = ("UP", "DOWN", "LEFT", "RIGHT")
GAME_OVER = "GAME_OVER"
# The rows of minigames.PLACES; their texts have the action at place 0 first.
ORDER_IDS = {
	"".join(LETTERS[places.index(place)] for place in range(4)): order
	for order, places in enumerate(permutations(range(4)))
}
# First and second registers of a player, from and to, by mini-game.
RANGES = ((0, GOAL, 0, 3), (-ARENA, ARENA, -ARENA, ARENA), (0, 45, -2, 4), (0, 120, 0, 15))
FORMS = ("[.][.#]{28}[.]", "[0-9]{1,15}", "|".join(ORDER_IDS), "[UDLR]{1,15}")


def read_start(reader: LineReader) -> int:
	"""Reads the number of the own player. Raises UnreadableInput for a wrong line."""
	(player,) = read_integers(reader, 1, "playerIdx")
	(games,) = read_integers(reader, 1, "nbGames")
	if not 0 <= player < PLAYERS or games != GAMES:
		raise UnreadableInput(f"lines 1, 2: expected 0..2 and {GAMES}, got {player} and {games}")
	return player


def read_turn(reader: LineReader, match: Match) -> None:
	"""Writes a turn's seven lines into `match`. Raises UnreadableInput for a wrong line, after all
	lines are read and without a change.
	"""
	lines = [reader.line() for _ in range(PLAYERS + GAMES)]
	first = reader.number - len(lines) + 1
	medals, runs = [], []
	for player in range(PLAYERS):
		what = f"line {first + player}: points and 12 medals"
		medals += parse_integers(lines[player], 1 + GAMES * MEDALS, what)[1:]
		if min(medals) < 0 or max(medals) > TURNS:
			raise UnreadableInput(f"{what}: expected medals of 0..{TURNS}")
	for game in range(GAMES):
		word, _, rest = lines[PLAYERS + game].strip().partition(" ")
		where = f"line {first + PLAYERS + game}: gpu and seven registers"
		runs.append((word, parse_integers(rest, 7, where)))
		if word != GAME_OVER and not re.fullmatch(FORMS[game], word):
			raise UnreadableInput(f"{where}: expected {FORMS[game][:30]}, got {word[:40]!r}")
		if not is_possible(game, word, runs[-1][1]):
			raise UnreadableInput(f"{where}: out of range, got {rest[:60]!r}")
	for index, count in enumerate(medals):
		match.medals[index] = count
	for game, (word, registers) in enumerate(runs):
		put_run(match, game, word, registers)


def is_possible(game: int, word: str, registers: list[int]) -> bool:
	"""Returns True if these registers can occur in a mini-game."""
	low, high, lowest, highest = RANGES[game]
	is_timed = game != SKATING or word == GAME_OVER or 1 <= registers[6] <= GLIDE_TURNS
	is_in_range = all(low <= value <= high for value in registers[:PLAYERS])
	later = registers[PLAYERS : 2 * PLAYERS]
	return is_timed and is_in_range and all(lowest <= value <= highest for value in later)


def put_run(match: Match, game: int, word: str, registers: list[int]) -> None:
	"""Writes gpu and registers of a mini-game into the match; a run that is over keeps its code."""
	run = match.runs[game]
	run.phase = OVER if word == GAME_OVER else RUNNING
	run.left = 0
	if run.phase == RUNNING:
		run.code = code_of(game, word)
		run.left = registers[6] if game == SKATING else len(word)
	for player in range(PLAYERS):
		pair = registers[player : PLAYERS + player + 1 : PLAYERS]
		if game == ARCHERY:  # x0 y0 x1 y1 x2 y2
			pair = registers[2 * player : 2 * player + 2]
		run.first[player], run.second[player] = pair


def code_of(game: int, word: str) -> int:
	"""Returns a gpu in the form of Run.code."""
	if game == HURDLES:
		return pack([int(mark == "#") for mark in word], 1)
	if game == ARCHERY:
		return pack([int(digit) for digit in word], 4)
	if game == SKATING:
		return ORDER_IDS[word]
	return pack([LETTERS.index(letter) for letter in word], 2)


# ==== common/clock.py ====
"""The wall time of a turn, counted from its first line, and work in chunks."""

from collections.abc import Callable, Iterator


class Deadline:
	"""The end of a search's time.

	budget_ms: wall time of the turn
	margin_ms: the part of it that the search leaves unused
	started: time of the turn's first line, in seconds of the clock `now`
	iterations: fixed work, instead of time
	turn: from 0
	pause_ms: the longest time between two readings of the clock in a search
	"""

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

	def chunks(self, size: int) -> Iterator[int]:
		"""Yields numbers of iterations to do, until time or count are used up; none in a turn that
		begins late.

		size: smallest chunk by the clock, largest chunk of fixed work
		"""
		self.began = last = self.now()
		if self.iterations is None:
			chunk = size
			while last < self.ends:
				yield chunk
				spent = self.now() - last
				last += spent
				self.pause_ms = max(self.pause_ms, spent * 1000.0)
				if spent < 160e-6:  # s: shorter chunks cost, longer ones end late
					chunk += chunk
				elif spent > 400e-6:
					chunk = max(size, chunk // 2)
		else:
			for done in range(0, self.iterations, size):
				yield min(size, self.iterations - done)


# ==== common/engine.py ====
"""The engines of a bot's kernels, and the record that they work on: its memory."""

from typing import Any, Generic, TypeVar

AnyMemory = TypeVar("AnyMemory")
Result = TypeVar("Result")


class EngineFailed(Exception):
	"""Raised if the engine cannot continue; another one plays from now on."""


class Engine(Generic[AnyMemory]):
	"""A memory and the kernels that work on it. pace: its speed as a multiple of CPython's"""

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
		"""Returns kernel(memory, *values); raises an error for a value of another kind."""
		given = [fit(value) for fit, value in zip(kernel.fits, values, strict=True)]  # type: ignore
		if self.is_trial:
			self.twin.run(kernel, given)
		return self.run(kernel, given)

	def run(self, kernel: Callable[..., Result], given: list[Any]) -> Result:
		return kernel(self.memory, *given)


class Engines(Generic[AnyMemory]):
	"""The engine that plays. It may change between turns, never inside one.

	kernels: the kernels called on the memory
	flags: compiler flags of each library, the best last
	"""

	def __init__(
		self,
		memory: type[AnyMemory],
		kernels: Sequence[Callable[..., Any]] = (),
		flags: Sequence[str] = ("-fpeel-loops -funswitch-loops -fpredictive-commoning",),
	) -> None:
		self.python = Engine(memory)
		self.memory: Any = memory
		self.kernels = kernels
		self.flags = flags

	def start(self, warm_up: Callable[[], object]) -> None:
		"""Warms up, before the first line is read. warm_up: searches in the current engine"""
		warm_up()

	def current(self, deadline: Deadline) -> Engine[AnyMemory]:
		"""Returns the engine for the turn that has been read."""
		return self.python


# ==== common/loop.py ====
"""The life of a bot: set up, then read, think and answer until the input ends.

docs/measuring.md lists its environment variables.
"""

import os
import time
from collections.abc import Callable, Mapping
from itertools import count
from typing import TYPE_CHECKING, Any, Generic, Protocol, TextIO

Stat = int | float | str


class Searcher(Generic[AnyMemory]):
	"""A bot with kernels. engine: the engine of its last search

	The constructor warms up in a made-up turn; read_start begins the match.
	"""

	warm_up = 20  # iterations
	chunk = 1  # iterations between looks at the clock, at CPython's pace
	seed, search_ms = 0, 0.0

	def __init__(self, params: Any, engines: Engines[AnyMemory]) -> None:
		self.engines, self.engine = engines, engines.python
		self.first_ms, self.margin_ms = params.first_ms, params.margin_ms

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
		"""Returns the last search's counts, with its time and engine added."""
		return {**counts, "search_ms": round(self.search_ms, 3), "engine": self.engine.name}


class Options:
	"""The options in the environment. Raises ValueError for a text that is no number."""

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
		"""Returns a turn's deadline. Its margin is the bot's, or twice the longest pause so far if
		that is longer.

		A pause counts 1 % less after each turn.
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
	"""Returns an answer's lines, and the text to log if something failed."""
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
		import traceback  # which takes 5 ms

		return bot.fallback(), traceback.format_exc()


def play_match(
	bot: "Bot", options: Options, reader: LineReader, sink: TextIO, born: float | None = None
) -> None:
	"""Plays until EndOfInput, or UnreadableInput if the input breaks off.

	born: when the process began; if the first turn's line is already there, its time counts from
	then
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


def proc(file: str, place: int) -> int:
	"""Returns a number in a file of /proc/self, 0 without the file."""
	try:
		with open(f"/proc/self/{file}", "rb", buffering=0) as text:
			return int(text.read().rpartition(b")")[2].split()[place])
	except (OSError, ValueError, IndexError):
		return 0


def queued() -> float:
	return proc("schedstat", 1) / 1e9


def age() -> float:
	"""Returns the seconds since this process began, 0 if unknown."""
	ticks = proc("stat", 19)  # 10 ms each
	return ticks and time.clock_gettime(time.CLOCK_BOOTTIME) - ticks / 100.0


def run(bot: "Bot") -> None:
	"""Plays on stdin and stdout. Unreadable input ends it with one line on stderr and status 2."""
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


# ==== bots/olymbits/player.py ====
"""A player of Olymbits around a search: reads lines, tracks the match, writes one word."""

import json
from abc import abstractmethod

DICE_A_MATCH = 1000  # more than a match has turns
SAMPLE = (".....#....#...#...............", "312312312312", "UDLR", "DRUDLLURUDDR")  # to warm up


class Player(Searcher[Any]):
	"""Plays the most visited action of its search. think: the search's kernel"""

	turn_ms = 50.0

	def __init__(self, params: Any, engines: Engines[Any], think: Callable[..., object]) -> None:
		super().__init__(params, engines)
		self.think = think
		self.own = 0  # index of the own player
		self.turn = 0
		self.match = Match()
		for game, word in enumerate(SAMPLE):
			put_run(self.match, game, word, [0, 0, 0, 0, 0, 0, 15])

	@abstractmethod
	def begin(self, engine: Engine[Any], deadline: Deadline) -> None:
		"""Starts a search in an engine that holds new dice."""

	@abstractmethod
	def tried(self, player: int, action: int) -> tuple[int, float]:
		"""Returns the visits of a player's action at its root, and the sum of the scores."""

	def read_start(self, reader: LineReader) -> None:
		self.own = read_start(reader)

	def read_turn(self, reader: LineReader) -> None:
		self.match.turn = self.turn
		self.turn += 1
		read_turn(reader, self.match)

	def answer(self, deadline: Deadline) -> list[str]:
		engine = self.engine = self.engines.current(deadline)
		engine.load("dice", make_dice(self.seed * DICE_A_MATCH + self.match.turn))
		self.begin(engine, deadline)
		self.search(self.think, deadline)
		moves = self.moves(self.own)
		return [WORDS[moves[0][0]]] if moves else self.fallback()

	def moves(self, player: int) -> list[tuple[int, int, float]]:
		"""Returns a player's (action, visits, mean score), most visited first."""
		rows = []
		for action in range(ACTIONS):
			visits, total = self.tried(player, action)
			if visits:
				rows.append((action, visits, total / visits))
		return sorted(rows, key=lambda row: (-row[1], -row[2]))

	def fallback(self) -> list[str]:
		"""Returns the action that diving needs now."""
		return [WORDS[self.match.runs[DIVING].code & 3]]

	def stats(self) -> Mapping[str, Stat]:
		forest = self.engine.memory.forest
		counts = {
			"iterations": forest.iterations,
			"simulated_turns": forest.states,
			"nodes": forest.nodes,
			"side_nodes": forest.side_nodes,
			"evaluations": forest.iterations,
			"ucb": forest.ucb_picks,
			"depth": forest.states // max(1, forest.iterations),
		}
		return self.timed(counts)

	def lines(self) -> list[list[str]]:
		"""Returns, by player, the words of its expected actions."""
		return [[WORDS[row[0]] for row in self.moves(player)[:1]] for player in range(PLAYERS)]

	def explain(self) -> str:
		units = []
		for player, line in enumerate(self.lines()):
			rows = self.moves(player)
			moves = [{"move": WORDS[row[0]], "visits": row[1], "value": row[2]} for row in rows]
			units.append({"unit": player, "moves": moves, "line": line})
		return json.dumps({"turn": self.turn - 1, "units": units})


# ==== bots/olymbits/updates.py ====
"""Olymbits, top league: one update of all four mini-games, medals and points, as kernels.

An update is `tick`; then referee or search restart the runs that are DUE and shuffle the skating
order, each with its own dice. moves[p] is the action of player p. NONE removes it from that
mini-game: it stays in place and ranks last. A caller without NONE passes has_none False, which
saves C the test. The tick of a mini-game returns True if its run is over.
Source: docs/games/olymbits.md. Golden: tests/golden/olymbits.
"""

DEAD_VALUE = -1000  # below every ranking value


@kernel
def hurdle(run: Run, moves: Numbers[int], has_none: bool) -> bool:
	"""Moves runners. Returns True if a runner has arrived, or at most one player is left."""
	is_over = False
	dead = 0
	for player in each(PLAYERS):
		move = moves[player]
		if has_none and move < 0:
			run.dead[player] = True
			dead += 1
		else:  # no branches: a processor would guess half of them wrong
			position = run.first[player]
			stun = run.second[player]
			leap = LEAPS[(run.code >> position & 14) * 2 | move]
			if stun > 0:
				leap = 0
				stun -= 1
			position += leap & 3
			if position >= GOAL:
				position = GOAL
				is_over = True
			run.first[player] = position
			run.second[player] = STUN if leap > 3 else stun
	return is_over or dead > 1


@kernel
def shoot(run: Run, moves: Numbers[int], has_none: bool) -> bool:
	"""Moves every cursor by the wind. Returns True if the run is over."""
	wind = (run.code & 15) * ACTIONS
	for player in each(PLAYERS):
		move = moves[player]
		if has_none and move < 0:
			run.dead[player] = True
		else:  # no branches on the move: a processor would guess half of them wrong
			x = run.first[player] + EAST[wind | move]
			y = run.second[player] + SOUTH[wind | move]
			run.first[player] = ARENA if x > ARENA else x if x > LEAST else LEAST
			run.second[player] = ARENA if y > ARENA else y if y > LEAST else LEAST
	run.code >>= 4
	run.left -= 1
	return run.left == 0


@kernel
def skate(run: Run, moves: Numbers[int], has_none: bool) -> bool:
	"""Moves all skaters, then adds risk to those who share a cell. The caller sets `code` for the
	next turn. Returns True if the run is over.
	"""
	order = run.code * ACTIONS
	for player in each(PLAYERS):
		move = moves[player]
		risk = run.second[player]
		if has_none and move < 0:
			run.dead[player] = True
		elif risk < 0:
			run.second[player] = risk + 1
		else:
			place = PLACES[order | move]
			run.first[player] += GLIDES[place]
			run.second[player] = RISKS[risk * ACTIONS | place]
	first = RINK[run.first[0]]
	second = RINK[run.first[1]]
	third = RINK[run.first[2]]
	met = 3 if first == second else 0  # bit p: player p shares his cell
	if first == third:
		met |= 5
	if second == third:
		met |= 6
	for player in each(PLAYERS):
		risk = run.second[player]
		if risk >= 0:  # stunned ones are met, but risk nothing themselves
			risk += (met >> player & 1) * 2
			run.second[player] = FALLEN if risk >= FALL else risk
	run.left -= 1
	return run.left == 0


@kernel
def dive(run: Run, moves: Numbers[int], has_none: bool) -> bool:
	"""Counts hits: each one in a row is worth one point more. Returns True if the run is over."""
	goal = run.code & 3
	for player in each(PLAYERS):
		move = moves[player]
		if has_none and move < 0:
			run.dead[player] = True
		else:
			hit = 1 >> ((move ^ goal) & 3)  # 1 or 0
			combo = hit * (run.second[player] + 1)
			run.second[player] = combo
			run.first[player] += combo
	run.code >>= 2
	run.left -= 1
	return run.left == 0


@kernel
def start_run(run: Run, code: int, left: int, first: int, second: int) -> None:
	"""Starts a run. All players begin with these registers."""
	run.phase = RUNNING
	run.code = code
	run.left = left
	for player in range(PLAYERS):
		run.first[player] = first
		run.second[player] = second


@kernel
def value_in(run: Run, game: int, player: int) -> int:
	"""Returns a player's value in a run."""
	if run.dead[player]:
		return DEAD_VALUE
	first = run.first[player]
	if game == ARCHERY:
		second = run.second[player]
		return 0 - first * first - second * second
	return first


@kernel
def award(match: Match, game: int) -> None:
	"""Awards medals by rank, the number of players with a better value; eliminated players get
	bronze.
	"""
	run = match.runs[game]
	run.phase = OVER
	first = value_in(run, game, 0)
	second = value_in(run, game, 1)
	third = value_in(run, game, 2)
	for player in each(PLAYERS):
		value = first if player == 0 else second if player == 1 else third
		rank = int(first > value) + int(second > value) + int(third > value)
		if match.is_out[player]:
			rank = BRONZE
		medal = (player * GAMES + game) * MEDALS + rank
		match.medals[medal] += 1


@kernel
def tick(match: Match, moves: Numbers[int], has_none: bool) -> None:
	"""Plays one update without its random part. has_none: True if a move may be NONE"""
	match.turn += 1
	for game in each(GAMES):
		run = match.runs[game]
		if run.phase != RUNNING:
			run.phase = DUE
		else:
			is_over = False
			if game == HURDLES:
				is_over = hurdle(run, moves, has_none)
			elif game == ARCHERY:
				is_over = shoot(run, moves, has_none)
			elif game == SKATING:
				is_over = skate(run, moves, has_none)
			else:
				is_over = dive(run, moves, has_none)
			if is_over:
				award(match, game)


# ==== common/integers.py ====
"""Reads lines of integers, for a protocol written by hand; code of `new` uses common/fields.py."""


def read_integers(reader: LineReader, count: int, what: str) -> list[int]:
	"""Returns the next line as `count` integers. Raises UnreadableInput, with `what`, for another
	line.
	"""
	return parse_integers(reader.line(), count, f"line {reader.number}: {what}")


def parse_integers(text: str, count: int, what: str) -> list[int]:
	"""Returns `text` as exactly `count` integers of 32 bits. Raises UnreadableInput, with `what`,
	for another text.
	"""
	try:
		values = [*map(int, text.split())]
	except ValueError:
		values = []
	if len(values) != count or max(map(abs, [0, *values])) >> 31:
		wanted = f"{count} integer{'s' * (count != 1)}"
		raise UnreadableInput(f"{what}: expected {wanted}, got {text[:60]!r}")
	return values


# ==== common/rng.py ====
"""A seedable generator, the same in every engine: drand48's, with the upper 31 bits of each
number.
"""

MULTIPLIER = 25214903917
INCREMENT = 11
MASK = (1 << 48) - 1


@record
class Dice:
	"""The state of a generator: 48 bits."""

	state: int


def make_dice(seed: int) -> Dice:
	"""Returns dice whose numbers depend on `seed` alone; near seeds give different streams."""
	dice = Dice()
	dice.state = (seed * 0x9E3779B97F4A7C15 + 0x632BE59BD9B4E019) & MASK
	for _ in range(4):
		draw(dice, 2)
	return dice


@kernel
def draw(dice: Dice, count: int) -> int:
	"""Returns a random number of 0..count-1, for a count of 1..2**31."""
	dice.state = (dice.state * MULTIPLIER + INCREMENT) & MASK
	return ((dice.state >> 17) * count) >> 31


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


# ==== bots/olymbits/jointmcts.py ====
"""An opponent: plain joint MCTS, as public Olymbits bots use it, over the same rules.

It has one tree, whose edges are the actions of all three players (64). At a node every player picks
its own action by UCB1 over its visits and scores there. From a new node on all play at random, with
random skating orders, until every run or the match has ended. Then each player's score is its share
of the product of (3 gold + silver + 1) over the mini-games.
"""

JOINT_ACTIONS = ACTIONS**PLAYERS
ARMS = PLAYERS * ACTIONS
NODES = capacity(pure=4_000, compiled=100_000)
SLOTS = capacity(pure=4_000 * ARMS, compiled=100_000 * ARMS)  # node * ARMS + player * ACTIONS + a
EDGES = capacity(pure=4_000 * JOINT_ACTIONS, compiled=100_000 * JOINT_ACTIONS)
EXPLORATION = 0.4


@record
class Forest:
	"""The tree, and counts of the last search. node_visits: by node."""

	used: int
	iterations: int
	states: int
	nodes: int
	side_nodes: int
	ucb_picks: int
	length: int  # nodes in the path
	node_visits: Numbers[float] = numbers(float, NODES)
	visits: Numbers[float] = numbers(float, SLOTS)
	total: Numbers[float] = numbers(float, SLOTS)
	edge: Numbers[int] = numbers(int, EDGES)
	roots: Roots
	path: Numbers[int] = numbers(int, TURNS + 1)
	picks: Numbers[int] = numbers(int, PLAYERS * (TURNS + 1))
	moves: Numbers[int] = numbers(int, PLAYERS)
	scores: Numbers[float] = numbers(float, PLAYERS)


@record
class Memory:
	"""The memory of the search."""

	start: Match
	world: Match
	dice: Dice
	forest: Forest


@kernel
def open_node(forest: Forest) -> int:
	"""Returns a new node, or -1 if there is no room."""
	node = forest.used
	if node == NODES:
		return -1
	forest.used = node + 1
	forest.nodes += 1
	forest.node_visits[node] = 0.0
	for slot in range(node * ARMS, node * ARMS + ARMS):
		forest.visits[slot] = 0.0
		forest.total[slot] = 0.0
	for edge in range(node * JOINT_ACTIONS, node * JOINT_ACTIONS + JOINT_ACTIONS):
		forest.edge[edge] = 0
	return node


@kernel
def pick(forest: Forest, node: int, player: int, dice: Dice) -> int:
	"""Returns a player's action by UCB1; untried ones come first, in random order."""
	first = node * ARMS + player * ACTIONS
	untried = 0
	for slot in range(first, first + ACTIONS):
		if forest.visits[slot] < 1.0:
			untried += 1
	if untried > 0:
		number = draw(dice, untried)
		for action in range(ACTIONS):
			if forest.visits[first + action] < 1.0:
				if number == 0:
					return action
				number -= 1
	forest.ucb_picks += 1
	root = root_of_log(forest.roots, int(forest.node_visits[node]))
	width = EXPLORATION * root
	best = 0
	best_value = -1.0
	for action in range(ACTIONS):
		visits = forest.visits[first + action]
		value = forest.total[first + action] / visits + width / sqrt(visits)
		if value > best_value:
			best_value = value
			best = action
	return best


@kernel
def is_running(match: Match) -> bool:
	"""Returns True while the match and at least one run are not over."""
	if match.turn >= TURNS:
		return False
	for game in range(GAMES):
		if match.runs[game].phase == RUNNING:
			return True
	return False


@kernel
def play(match: Match, moves: Numbers[int], dice: Dice) -> None:
	"""Plays one update; no run begins again."""
	tick(match, moves, False)
	match.runs[SKATING].code = draw(dice, ORDERS)


@kernel
def rate(match: Match, scores: Numbers[float]) -> None:
	"""Writes each player's share of the points, 0..1."""
	total = 0.0
	for player in range(PLAYERS):
		product = 1.0
		for game in range(GAMES):
			product *= float(score_in(match, player, game) + 1)
		scores[player] = product
		total += product
	for player in range(PLAYERS):
		scores[player] /= total


@kernel
def begin(memory: Memory) -> None:
	"""Begins with an empty tree."""
	forest = memory.forest
	fill(forest.roots, TABLE)
	forest.used = 0
	forest.iterations = 0
	forest.states = 0
	forest.nodes = 0
	forest.ucb_picks = 0
	open_node(forest)


@kernel
def descend(forest: Forest, world: Match, dice: Dice) -> None:
	"""Walks down the tree, to a node opened in this iteration or to the end of the runs."""
	node = 0
	forest.length = 0
	while node >= 0 and is_running(world):
		forest.path[forest.length] = node
		joint = 0
		for player in range(PLAYERS):
			move = pick(forest, node, player, dice)
			forest.moves[player] = move
			forest.picks[forest.length * PLAYERS + player] = move
			joint = joint * ACTIONS + move
		forest.length += 1
		play(world, forest.moves, dice)
		forest.states += 1
		edge = node * JOINT_ACTIONS + joint
		node = forest.edge[edge]
		if node == 0:
			forest.edge[edge] = open_node(forest)
			node = -1


@kernel
def iterate(memory: Memory) -> None:
	"""Selects, expands, rolls out and backs up."""
	forest = memory.forest
	world = memory.world
	assign(world, memory.start)
	descend(forest, world, memory.dice)
	while is_running(world):
		for player in range(PLAYERS):
			forest.moves[player] = draw(memory.dice, ACTIONS)
		play(world, forest.moves, memory.dice)
		forest.states += 1
	rate(world, forest.scores)
	for step in range(forest.length):
		node = forest.path[step]
		forest.node_visits[node] += 1.0
		for player in range(PLAYERS):
			slot = node * ARMS + player * ACTIONS + forest.picks[step * PLAYERS + player]
			forest.visits[slot] += 1.0
			forest.total[slot] += forest.scores[player]
	forest.iterations += 1


@kernel
def think(memory: Memory, count: int) -> None:
	"""Plays `count` more iterations."""
	for _ in range(count):
		iterate(memory)


ENTRIES = (begin, think)


class Clock:
	"""Milliseconds of the first answer, and the part of each answer's time that is left unused."""

	first_ms = 800.0
	margin_ms = 8.0


class JointMcts(Player):
	"""Plays the most visited action of the root."""

	def begin(self, engine: Engine[Memory], deadline: Deadline) -> None:
		engine.load("start", self.match)
		engine.call(begin)

	def tried(self, player: int, action: int) -> tuple[int, float]:
		forest, slot = self.engine.memory.forest, player * ACTIONS + action
		return int(forest.visits[slot]), forest.total[slot]


def main() -> None:
	"""Plays on stdin and stdout."""
	run(JointMcts(Clock, Compiled(Memory, ENTRIES), think))


# ==== common/c_text.py ====
"""Python's numbers, tables and arithmetic in C."""

import math
from collections import namedtuple

# run_place, reason: of a trap, its line and its number in native.TRAPS, from 1.
# nothing: 0.0, which no compiler knows: gcc rounds tanh(0.27) otherwise than libm where it finds
# the argument on one path alone. __asm__: float(int(-0.3)) is 0.0, whereas
# gcc 12 makes -0.0 of it under -fno-trapping-math. ROUNDED: gcc 12 fuses in spite of
# -ffp-contract=off. FIT: a comparison tells gcc the range, a cast does not. Step_int: `far` is the
# largest size of b in its table, so no sum leaves 0..length where a is in far..length-far; gcc then
# writes the loop around it twice, without checks for such an a. Any `length` is right, the best is
# that of the array whose index the sum is. EVEN: gcc takes `owner[beside] < 0` for rare. Indented
# by tabs, which are short.
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
INT2(pow_int) { return Mult_int(a, a, place); }
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
REAL2(copysign_float) { return __builtin_copysign(a, b); }
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
LIBM_INT(trunc, trunc) LIBM_INT(round, rint) LIBM_INT(floor, floor) LIBM_INT(ceil, ceil)
PURE double valid(double y, double a, double b, AT) {
	STOP(y != y || !(a * (a + 1)) ? 4 : 2, y - y != 0.0
		&& (y != y ? a == a && b == b : a - a + b - b == 0.0))
	return y;
}
REAL1(sqrt_float) { return valid(__builtin_sqrt(a), a, a, place); }
#define LIBM(f) REAL1(f ## _float) { return valid(__builtin_ ## f(a - nothing), a, a, place); }
LIBM(sin) LIBM(cos) LIBM(tan) LIBM(asin) LIBM(acos) LIBM(atan) LIBM(exp) LIBM(expm1)
LIBM(log) LIBM(log2) LIBM(log10) LIBM(log1p) LIBM(tanh) LIBM(cbrt) LIBM(fabs)
#define LIBM2(f) REAL2(f ## _float) { \
	return valid(__builtin_ ## f(a - nothing, b - nothing), a, b, place); }
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
	"""Returns a number as C text. Raises KeyError for another value, ValueError for a number that C
	cannot hold.
	"""
	if not {int: 2**63, float: math.inf, bool: 2}[type(value)] > abs(value):
		raise ValueError
	return f"({value!r}{'l' * (type(value) is int)})".lower()


def flattened(value: Any) -> tuple[list[str], Any]:
	"""Returns the constants of a table row by row, and its kind.

	Raises as number() does, and ValueError unless all rows have the same kind.
	"""
	if not isinstance(value, tuple):
		return [number(value)], type(value)
	rows, kinds = zip(*map(flattened, value))  # noqa: B905
	(kind,) = {*kinds}
	return [text for row in rows for text in row], Array(kind, len(rows), True)


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
		self.functions: dict[Any, Any] = {}  # that write them; None at first

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
			name = f"record_{len(self.records)}_{kind.__name__}"
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

A child translates the kernels to C, compiles the text and tries the library: a warm-up in both must
give the same bits. C plays from the next turn on; a better library replaces it later. A failure is
one line on stderr.
"""

import _thread
import atexit
import ctypes
import mmap
import shutil
import struct
import tempfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from functools import cache
from glob import glob
from select import select
from signal import SIG_DFL, SIGTERM, signal

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
	"""Raised with the reason why C does not play."""


# What an array in C does as a list.
METHODS: Any = {
	name: lambda self, *given, name=name: getattr(self[:], name)(
		*(x[:] if hasattr(x, "_type_") else x for x in given)
	)
	for name in "__add__ __eq__ __ge__ __gt__ __le__ __lt__ __mul__ __repr__ __rmul__ copy count"
	" index".split()
}
METHODS.update(__class__=list, __radd__=lambda self, other: other + self[:])


@cache
def layout(kind: Any) -> Any:
	"""Returns the type of a number or record in C."""
	if kind in C_TYPES:
		return C_TYPES[kind]
	fields = [
		(name, type("", (layout(inner) * lengths[-1],), METHODS) if lengths else layout(inner))
		for name, (inner, *lengths) in kind.kernel_fields.items()
	]
	shape = {"_fields_": fields, "kernel_assign": kind.kernel_assign}
	return type(kind.__name__, (ctypes.Structure,), shape)


def values_of(source: Any, start: int, is_new: bool = False) -> Iterator[tuple[int, bytes]]:
	"""Yields the offsets and bytes of a record's values in C, with offsets beginning at `start`.

	is_new: True for only the values that are not zeros
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
	"""The kernels of a library. Its memory is large, but the system provides only the used part.

	new: an engine that was loaded, but has not played
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

	def run(self, kernel: Callable[..., Result], given: list[Any]) -> Result:
		run, result = entry(self.library, kernel)
		if code := run(ctypes.byref(self.memory), *given, ctypes.byref(result)):  # type: ignore[arg-type]
			place = ctypes.c_char_p.in_dll(self.library, "run_place").value or b""
			raise self.stopped(place.decode(), TRAPS[code - 1].__name__)
		return result.value  # type: ignore[no-any-return]

	def stopped(self, where: str, why: object) -> EngineFailed:
		self.has_failed = True
		return EngineFailed(f"C stopped at {where}: {why}")


@cache
def entry(library: ctypes.CDLL, kernel: Callable[..., Any]) -> tuple[Any, Any]:
	"""Returns the C function run_NAME of a kernel, and the memory for its result."""
	_, *kinds, kind = [C_TYPES.get(k, ctypes.c_void_p) for k in kernel.__annotations__.values()]
	run = library["run_" + kernel.__name__]
	run.argtypes = [ctypes.c_void_p, *kinds, ctypes.c_void_p]
	return run, kind()


class Compiled(Engines[AnyMemory]):
	"""Plays in C, and in CPython until C is ready."""

	native = None  # type: Any
	folder = ""
	child = 0  # the compiling process
	latest = 0.0  # as perf_counter tells
	missing = 1  # libraries that turns by the clock give time to

	def start(self, warm_up: Callable[[], object]) -> None:
		"""Starts the child while the memory is new, so that the child needs no copy."""
		if not USE_C or os.getenv("BOTSMITH_ENGINE") == "python":
			warm_up()
			return
		if not os.getenv("BOTSMITH_ITERATIONS"):
			self.flags, self.missing = (SOON, *self.flags), 2
		try:
			atexit.register(self._clean_up, True)
			from signal import SIGCHLD  # not on Windows

			signal(SIGTERM, lambda *_: sys.exit(143))  # via atexit
			signal(SIGCHLD, SIG_DFL)  # else nobody can wait for a child
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
		"""Waits for a library or the child's end; returns True to wait again."""
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
			os.close(self.end)
			# Once nobody reads, the bot has ended.
			_thread.start_new_thread(lambda: (select([kept], [], []), os.killpg(0, 9)), ())  # type: ignore
			compilers, text = find_compilers(), translate(self.kernels, self.memory)
			for number, flags in enumerate(self.flags):
				path = f"{self.folder}/{number}"
				make_library(compilers, path, text, flags)
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
		child, self.child = self.child, 0
		with suppress(OSError):
			if child:
				os.killpg(child, 9)
				os.waitpid(child, os.WNOHANG * (not waits))
		self.python.twin = None
		shutil.rmtree(self.folder, True)
		signal(SIGTERM, SIG_DFL)


def find_compilers() -> list[str]:
	"""Returns the compilers on PATH and in the usual places. Raises Unusable if there is none."""
	places = ":".join([os.getenv("PATH", ""), *sum(map(glob, FOLDERS), [])])
	if found := [path for name in COMPILERS if (path := shutil.which(name, path=places))]:
		return found
	raise Unusable("no C compiler found")


def make_library(compilers: Sequence[str], path: str, text: str, flags: str = "") -> None:
	"""Compiles a C text into the library `path`. Raises Unusable if all compilers fail.

	flags: further flags. Flags of gcc that clang refuses are left out.
	"""
	compiler, *others = compilers
	last = ["-xc", "-", "-o", path, "-nostdlib", "-lm", "-lgcc"]
	command = [compiler, *BASE_FLAGS, *flags.split(), *last]
	own = {**os.environ, "TMPDIR": os.path.dirname(path)}  # for what a killed compiler leaves
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


def give_up(why: str, has_c: object = None) -> None:
	report(("C stays as it is: " if has_c else "no C, CPython plays: ") + why)


# ==== common/translate.py ====
"""Translates kernels to C when the bot starts: a C function for each kernel and kinds of arguments.

Constants have the present values of their names. C keeps Python's order of evaluation, rounding and
exceptions: where Python raises one, or an int leaves 64 bits, C stops and reports the line (a
trap). Any other construct is refused with its line.
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
Code = tuple[str, Any]  # C, and the kind of its value: int, float, bool, a record's class, an Array


class Refused(Exception):
	"""Says why and where a kernel is refused."""


def need(is_so: object) -> None:
	if not is_so:
		raise ValueError


def kind_of(node: ast.AST) -> str:
	return type(node).__name__


def name_in(node: ast.AST) -> str:
	return getattr(node, "id", "")


@cache
def changing(path: str) -> set[str]:
	"""Returns the global names of other modules that functions of a file set: they are no
	constants.
	"""
	text = "".join(linecache.getlines(path)).replace("\\\n", "")
	way = r"""(?:[\n:;"'][ \t]*(?:global|nonlocal)\b|globals\(\)\[.)([\w, \t]+)"""
	return {*re.findall(r"\w+", ",".join(re.findall(way, text)))}


def read(code: Any) -> Any:
	"""Returns the syntax tree of a decorated function. It parses the function alone, in a third of
	the time for the whole file.
	"""
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
	sure: names that surely have a value at this point: all where it is never reached
	fixed: names of arrays and records of its own
	reach: for a sum with an item of a table, by its name in C: the length of the array that it is
	    an index of, 0 if there is none
	"""

	has_break = False  # the loop around
	test = "if"  # how C asks
	depth = 0  # open blocks
	work = 0  # expressions in C, with all rounds of unrolled loops

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
		*stated, self.result = [*function.__annotations__.values()] or [None]
		if len(stated) != code.co_argcount:
			raise self.refused(self.tree)
		pairs = zip(stated, kinds, strict=True)
		need(all(one is two or one not in C_NAMES for one, two in pairs))
		self.kinds = dict(zip(code.co_varnames, kinds))  # noqa: B905
		self.parameters = [*self.kinds]
		self.own = {*code.co_varnames, *code.co_cellvars} | changing(code.co_filename)
		self.sure = {*self.parameters}
		self.fixed: set[str] = set()
		self.reach: dict[str, int] = {}
		self.lines: list[str] = []
		self.put = self.lines.append

	def write(self) -> str:
		"""Returns the C function, after the functions that it calls."""
		if self.block(self.tree.body) and self.result:
			raise self.refused(self.tree)
		texts = {name: self.program.declare(kind, name + "_") for name, kind in self.kinds.items()}
		head = call(self.name, *map(texts.pop, self.parameters))
		new = [text + ";" for name, text in texts.items() if name not in self.fixed]
		new += [f"enum {{{name} = {length}}};" for name, length in self.reach.items()]
		return "\n".join([f"static inline {C_NAMES[self.result]} {head}{{", *new, *self.lines, "}"])

	def refused(self, node: Any) -> Refused:
		text = ast.unparse(node).splitlines()[0]
		return Refused(f"{self.file}:{node.lineno}: not in the subset: {text}")

	def tried(self, node: Any, *is_low: bool) -> Any:
		"""Writes an expression, or a statement. Raises Refused with the line if that fails."""
		self.work += 1
		try:
			value = self.outside(node) if is_low else None
			if value is not None:
				return self.program.constant(value)
			return getattr(self, kind_of(node))(node, *is_low)
		except Refused:
			raise
		except Exception:
			raise self.refused(node)  # noqa: B904

	# --- statements by their kind: False if their end is not reached

	def block(self, nodes: list[ast.stmt]) -> bool:
		self.depth += 1
		is_reached = all(map(self.statement, nodes))
		self.depth -= 1
		if not is_reached:
			self.sure = {*self.own}
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
		text, kind = self.code(node.value) if node.value else ("", None)
		need(kind == self.result)
		self.put(f"return {text};")
		return False

	def Expr(self, node: Any) -> None:
		if type(node.value) is not ast.Constant:  # no docstring
			need(type(node.value) is ast.Call)
			self.put(self.code(node.value)[0] + ";")

	def Assign(self, node: Any) -> None:
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
				self.store(place, *part, node)  # type: ignore[call-arg]
		else:
			text, kind = self.code(value)
			if targets[1:]:
				text = self.let(text)
			for target in targets:
				self.store(target, text, kind, node)

	AnnAssign = Assign

	def let(self, text: str) -> str:
		"""Returns the name of a new variable in C, which holds the value of an expression."""
		name = f"t{len(self.lines)}"
		self.put(call("LET", name, text))
		return name

	def store(self, target: Any, text: Any, kind: Any, node: Any) -> None:
		"""Stores a value in a target, or its parts in several targets."""
		if kind in NARROW:
			text, kind = "(Int)" + text, int
		several = getattr(target, "elts", ())
		if several:
			if isinstance(kind, Array):
				name, count = self.let(text), len(several)
				need(kind.length == count)
				parts = [self.part(name, kind.item, str(n)) for n in range(count)]
				text, kind = zip(*parts)  # noqa: B905
			names = [*map(self.let, text)]  # all, before one is stored
			for part in zip(several, names, kind, strict=True):
				self.store(*part, node)
			return
		if name := name_in(target):
			need(kind and type(kind) is not tuple and name not in self.fixed)
			stated = self.outside(getattr(node, "annotation", node))
			wanted = self.kinds.setdefault(name, stated if NARROW.get(stated) is kind else kind)
			self.sure.add(name)
		else:
			place, wanted = self.tried(target, False)  # in Python, too, after the value
			need(wanted in C_NAMES)
		need(NARROW.get(wanted, wanted) == kind)
		text = self.fit(text, wanted, node)
		self.put(f"{name}_ = {text};" if name else call("SET", place, text))

	def AugAssign(self, node: ast.AugAssign) -> None:
		place, kind = self.tried(node.target, False)
		wide = NARROW.get(kind, kind)
		text, other = self.binary(("*old", wide), self.code(node.value), node)
		need(other is wide)
		self.put(call("CHANGE", place, self.fit(text, kind, node)))

	def fit(self, text: str, kind: Any, node: Any) -> str:
		"""Returns the C text of a value for a place of a kind; C stops if the value is too
		large.
		"""
		return call("fit_" + kind.__name__, text, self.place(node)) if kind in NARROW else text

	def make(self, name: str, value: Any, made: Any) -> None:
		"""Makes a new array or record of zeros."""
		kind = made
		if value.args:
			kind = Array(*map(self.outside, value.args))
			made = kind.item
		need(name not in self.kinds and self.depth < 2 and not getattr(made, "kernel_given", None))
		text = f"{self.program.base(kind)} {name}_[{width(kind)}]"
		if is_record(made) or width(kind) > 999:  # not on the stack
			self.put(f"static {text}; __builtin_memset({name}_, 0, sizeof {name}_);")
		else:
			self.put(text + " = {0};")
		self.fixed.add(name)
		self.sure.add(name)
		self.kinds[name] = kind

	def If(self, node: ast.If) -> bool:
		self.put(call(self.test, self.truth(node.test)) + "{")
		before = {*self.sure}
		is_reached = self.block(node.body)
		after, self.sure = self.sure, before
		self.put("} else {")
		is_reached |= self.block(node.orelse)
		self.sure &= after
		self.put("}")
		return is_reached

	def While(self, node: ast.While) -> bool:
		self.put(call("while", self.truth(node.test)) + "{")
		return self.loop(node) or not self.outside(node.test)

	def For(self, node: ast.For) -> None:
		loop: Any = node.iter
		function = self.outside(getattr(loop, "func", loop))
		start, step = "0", 1
		item: Any = "n", int
		if function is range:
			*_, start, stop = "0", *[self.want(part, int) for part in loop.args[:2]]
			ends = [*map(self.outside, loop.args)]
			(step,) = ends[2:] or [1]
			need(step)
			if abs(step) > 1:  # the last step stays within 64 bits
				place = self.place(node)
				stop = call("Sub_int", call("Add_int", stop, step, place), step, place)
		else:
			if function is enumerate:
				(loop,) = loop.args + loop.keywords
			text, kind = self.code(loop)
			stop, part = kind.length, self.part(self.let(text), kind.item, "n")
			item = zip(item, part) if function is enumerate else part  # noqa: B905
		top, work, self.work = len(self.lines), self.work, 0
		self.put(call("LOOP", start, stop, "<" if step > 0 else ">", step) + "{")
		self.loop(node, *item)
		if function is range and name_in(loop.func) == "each":
			self.work *= 16 if None in ends else min(16, len(range(*ends)))
			if self.work < 6000:  # else the compiler takes too long
				self.lines.insert(top, "#pragma GCC unroll 16")
		self.work += work

	def loop(self, node: Any, *item: Any) -> bool:
		"""Writes a loop's body, which may never run. Returns True if a break leaves it.

		item: text and kind of what is stored in each round of a `for`
		"""
		need(not node.orelse)
		before, outer, self.has_break = {*self.sure}, self.has_break, False
		if item:
			self.store(node.target, *item, node)  # type: ignore[call-arg]
		self.block(node.body)
		self.put("}")
		is_left, self.has_break, self.sure = self.has_break, outer, before
		return is_left

	def outside(self, node: ast.expr) -> Any:
		"""Returns the value of an expression without calls and own names; None for any other."""
		if type(node) is ast.Constant:
			return node.value
		if not self.is_outside(node, True):
			return None
		try:
			name = name_in(node)
			value = self.names.get(name) or vars(builtins).get(name)  # at a tenth of the time
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
		"""Returns a call or operation whose inner calls run from the left, as in Python."""
		names, lets = [*texts], ""
		if texts[1:] and CALL in "".join(texts):
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
			raise self.refused(node)
		return text

	def truth(self, node: Any) -> str:
		text, kind = self.code(node, type(node) is ast.BoolOp)
		need(kind in SCALARS)
		return text

	def code(self, node: Any, is_low: bool = False) -> Code:
		"""Returns an expression in C. is_low: True if only its low bits count, so it may leave 64
		bits
		"""
		text, kind = self.tried(node, is_low)
		return ("(Int)" + text, int) if kind in NARROW else (text, kind)

	# --- expressions by their kind

	def Name(self, node: ast.Name, _: bool) -> Code:
		need(node.id in self.sure)
		return node.id + "_", self.kinds[node.id]

	def Attribute(self, node: ast.Attribute, _: bool) -> Code:
		text, record = self.code(node.value)
		kind = self.program.record(record)[1][node.attr]
		return f"({'&' * is_record(kind)}{text}->{node.attr}_)", kind

	def Subscript(self, node: ast.Subscript, _: bool) -> Code:
		index: Any = node.slice
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

	def part(self, text: str, kind: Any, place: str) -> Code:
		where = self.in_order("PLACE", text, place + "*" + str(width(kind)))
		return (call("*", where) if kind in C_NAMES else where), kind

	def UnaryOp(self, node: ast.UnaryOp, is_low: bool) -> Code:
		inner, op = node.operand, kind_of(node.op)
		if op == "USub":
			right = self.code(inner, is_low)
			return self.binary(("0" if right[1] is int else "-0.0", right[1]), right, node, is_low)
		if op == "Not":
			return call("!", self.truth(inner)), bool
		return call(dict(Invert="~")[op], self.want(inner, int, is_low)), int

	def BinOp(self, node: Any, is_low: bool) -> Code:
		left, op, right = node.left, kind_of(node.op), node.right
		is_low &= op in LOW
		if op == "BitAnd":  # maybe with a mask that is a constant
			for mask in map(self.outside, (left, right)):
				is_low |= type(mask) is int and mask >= 0
		first = self.code(left, is_low)
		second = self.code(right, is_low and op != SHL)
		reach: Any = op == "Add" and type(right) is ast.Subscript and getattr(node, "reach", "")
		table: Any = reach and name_in(left) and self.outside(right.value)
		if reach and table and {first[1], *map(type, table)} == {int}:
			self.test = "EVEN"
			self.reach.setdefault(reach, 0)
			far = number(max(map(abs, table)))
			return self.known("Step_int", [first[0], second[0], reach, far], node)
		return self.binary(first, second, node, is_low)

	def BoolOp(self, node: ast.BoolOp, is_test: bool) -> Code:
		parts = [self.truth(n) if is_test else self.want(n, bool) for n in node.values]
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
		return call("", self.truth(node.test) + "?" + arms), kind

	def Call(self, node: Any, _: bool) -> Code:
		func, given, more = node.func, node.args, [*node.keywords]
		if getattr(func, "attr", "") in ("bit_count", "bit_length") and not given:
			return self.known(func.attr + "_int", [self.want(func.value, int)], node)
		function = self.outside(func)
		cuts = function in NARROW
		if cuts:
			(inner,) = given
			return call("", C_NAMES[function]) + self.want(inner, int, True), function
		codes = [*map(self.code, given)]
		if hasattr(function, "is_kernel"):
			while missing := [*function.__annotations__][len(codes) : -1]:
				if more and more[0].arg == missing[0]:
					codes.append(self.code(more.pop(0).value))
				else:
					codes.append(self.program.constant(function.__defaults__[-len(missing)]))
		need(not more)
		return self.call(function, codes, node)

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
		if op == "Pow":
			need(texts[1] in ("(2l)", "(2.0)"))
			op = "pow"
		if op == "FloorDiv" and not is_int:
			need(texts[1] in ("(1.0)", "(1l)"))
		suffix = "_float" if not is_int else "_low" if is_low and op == SHL else "_int"
		return self.known(op.lstrip("U") + suffix, texts, node)

	def call(self, function: Any, given: list[Code], node: Any) -> Code:
		"""Returns the C text for a call of a kernel, or of a function of Python or `math`."""
		if function in (min, max) and given[2:]:
			given = [self.call(function, given[:-1], node), given[-1]]
		texts, kinds = [*zip(*given)] or [(), ()]  # noqa: B905
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
	"""The C text: a function for each kernel and kinds of its arguments."""

	writer = Function

	def call(self, function: Any, kinds: Sequence[Any]) -> Function:
		"""Returns a kernel in C, written now or before; None for one that calls itself."""
		key = (function, *kinds)
		if key not in self.functions:
			writer = self.writer(self, function, kinds)
			self.functions[key] = None
			self.parts.append(writer.write())
			self.functions[key] = writer
		return self.functions[key]  # type: ignore[no-any-return]

	def entry(self, function: Any, kinds: Sequence[Any]) -> None:
		"""Writes the C function run_NAME of a kernel, which returns 0, or the reason why it
		stops.
		"""
		writer = self.call(function, kinds)
		names = [f"a{n}_" for n in range(len(kinds))]
		given = [*map(self.declare, kinds, names), C_NAMES[writer.result] + " *result"]
		body = "*result = " * bool(writer.result) + call(writer.name, *names)
		run = "run_" + function.__name__
		self.parts.append(call("ENTRY", run, call("", *given), call("", *names, "result"), body))


def translate(kernels: Sequence[Callable[..., Any]], memory: type) -> str:
	"""Returns the C text of kernels that are called on a `memory`."""
	program = Program()
	for kernel in kernels:
		program.entry(kernel, [memory, *[*kernel.__annotations__.values()][1:-1]])
	return "\n".join(program.parts) + "\n"


# ==== bots/olymbits/main_jointmcts.py ====
main()
