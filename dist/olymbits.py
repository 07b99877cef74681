# olymbits: a CodinGame bot in one file, made by Botsmith from readable sources
# revision    6413cf264d8c 
# content     5f647345be19dcd5
# size           87,130 of 100,000 UTF-16 units
# engine      C where a compiler is found; USE_C in line 17 turns that off
# form        short: common/ without comments and types
# left out    Int16(x), f(x=1), defaults; rebuild to use them
# indent      tabs, so that it fits
# renamed     SEARCH_WIDE (WIDE of bots/olymbits/search.py)
# contents    params 136, minigames 182, rules 242, protocol 320, tables 406, ucb 487, duct 526,
#             search 843, player 1356, bot 1459, main 2397, the rest is common/,
#             which need not be read
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


# ==== bots/olymbits/params.py ====
"""The bot's tunable numbers, as `name: type = value  # low..high unit: meaning`."""


@record
class Params:
	"""The numbers. A change here holds in every engine."""

	fast_from: int = 1500  # 0..100000 iterations a turn: what is a fast processor

	# --- the search on a fast one; for the words see common/search/duct.py
	fast_trust: float = 1.0  # 1..1000 visits
	fast_eager: float = 200.0  # 2..10000 visits
	fast_timid: float = 0.1  # 0..1 share
	fast_exploration: float = 0.25  # 0.01..3 score
	fast_joint_depth: int = 2  # 0..2 turns
	fast_side_depth: int = 15  # 0..15 turns
	fast_side_trust: float = 20.0  # 1..10000 visits

	# --- and on a slow one
	slow_trust: float = 4.0  # 1..1000 visits
	slow_eager: float = 20.0  # 2..10000 visits
	slow_exploration: float = 0.2  # 0.01..3 score
	slow_joint_depth: int = 1  # 0..2 turns
	slow_side_depth: int = 1  # 0..15 turns
	slow_side_trust: float = 50.0  # 1..10000 visits

	# --- which mini-game a player serves
	need: float = 1.0  # 0..4 power: of 1 / the score he is expected to end with there
	haste: float = 0.5  # 0..2 power: of 1 / the ticks that are left there
	favor_hurdles: float = 1.4  # 0..4 times: more weight, as real players serve them (NOTES.md)
	favor_archery: float = 0.6  # 0..4 times
	favor_skating: float = 0.4  # 0..4 times
	favor_diving: float = 1.4  # 0..4 times

	# --- the score at the end of an iteration
	worth: float = 1.5  # 0.5..3 points: expected from a run that is still to come
	nothing: float = 0.1  # 0.001..1 points: a mini-game without a medal and without a run to come
	blur: float = 0.05  # 0.001..1: how undecided a match is at its end,
	blur_edition: float = 0.02  # 0..0.2: and how much more for each run to come

	# --- the clock
	first_ms: float = 800.0  # 100..950 ms: used of the first 1000
	margin_ms: float = 7.0  # 2..40 ms: kept of a turn, or twice the longest pause


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


# ==== bots/olymbits/tables.py ====
"""Facts about runs before they begin: solved hurdle maps, expected numbers of runs."""

from functools import cache

CELLS = 30
SHORTEST_RUN = 12  # ticks: archery and diving last 12..15
RUN_CHANCES = [0.25] * 4
# Of 12, 13, .. ticks of a race among bots like this one, by experiment (NOTES.md).
SHORTEST_RACE = 12
RACE_CHANCES = [0.04, 0.06, 0.11, 0.18, 0.20, 0.12, 0.19, 0.06, 0.03, 0.01]


def runner(cell: int, stun: int = 0) -> int:
	"""Returns the number for a runner on a cell, stunned for `stun` ticks. An action fits into its
	two low bits.
	"""
	return cell * 16 + stun * ACTIONS


HOME = runner(GOAL)
STATES = runner(CELLS)


@cache
def solve(track: int) -> tuple[list[int], list[int], list[int]]:
	"""Solves a hurdle map, given as bits.

	hop[runner | action]: the runner a tick later
	best[runner]: bit a is 1 if action a begins a shortest way to the goal
	ticks[cell]: the ticks of a shortest way
	"""
	hop, best, ticks = [HOME] * STATES, [0] * STATES, [0] * CELLS
	best[HOME] = (1 << ACTIONS) - 1
	for cell in range(GOAL - 1, -1, -1):
		times = []
		for action in range(ACTIONS):
			leap = LEAPS[(track >> cell & 14) * 2 + action]
			landing, stun = min(GOAL, cell + (leap & 3)), STUN if leap > 3 else 0
			times.append(1 + stun + ticks[landing])
			hop[runner(cell) + action] = runner(landing, stun)
			for stunned in range(1, ACTIONS):
				place = runner(cell, stunned)
				hop[place + action] = place - ACTIONS
		ticks[cell] = min(times)
		best[runner(cell)] = sum(1 << at for at in range(ACTIONS) if times[at] == ticks[cell])
	return hop, best, ticks


@cache
def runs_in(game: int, updates: int) -> float:
	"""Returns the expected number of runs within `updates` updates after the end of one."""
	if game == SKATING:
		return float(updates // (GLIDE_TURNS + 1))
	shortest = SHORTEST_RACE if game == HURDLES else SHORTEST_RUN
	total = 0.0
	for extra, chance in enumerate(RACE_CHANCES if game == HURDLES else RUN_CHANCES):
		left = updates - shortest - extra - 1  # an update generates the run
		total += chance * (1.0 + runs_in(game, left)) if left >= 0 else 0.0
	return total


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


# ==== common/search/duct.py ====
"""DUCT: decoupled UCT for games in which all players move at once; each has its own tree."""

from typing import TypeVar

MAX_PLAYERS = 4
MAX_ACTIONS = 16
MAX_LENGTH = 256  # entries of a path; a turn takes at most two
IN_C = 1 << 23  # slots
POOL = capacity(pure=120_000, compiled=IN_C)
LAST = IN_C - 1
WIDE = capacity(POOL + MAX_ACTIONS, IN_C + MAX_ACTIONS)  # for LAST + any: C checks no index
LAST_ROOT = (1 << 18) - 1  # of TABLE in C
OUTSIDE = 0  # no node has this slot
BITS = 32  # low bits of a link: visits
VISITS = (1 << BITS) - 1

AnyState = TypeVar("AnyState")
AnySetting = TypeVar("AnySetting")
AnyDice = TypeVar("AnyDice")


@record
class Route:
	"""One player's way in this iteration: its node, the side node, its path so far."""

	at: int
	side: int
	judge: int  # which of the two decides,
	tries: int  # and its visits
	is_fresh: bool  # the node was opened in this iteration
	length: int
	path: Numbers[int] = numbers(int, MAX_LENGTH)


@record
class Habits:
	"""The search's settings."""

	trust: float = 20.0  # visits of a node from which UCT picks; params may set it
	eager: float = 100.0  # visits of a node from which exploration is complete
	timid: float = 0.1  # share of that at `trust`
	exploration: float = 0.5  # against scores of 0..1; params may set it
	joint_depth: int = 1  # turns after which nodes depend on the actions of all players
	side_depth: int = 1  # turns after which nodes have a side node for each outcome
	side_trust: float = 20.0  # visits of a node before that, of a side node until it decides


@record
class Forest:
	"""The trees of all players, and counts since `plant`. used: slots in use; states: turns
	played
	"""

	total: Numbers[float] = numbers(float, WIDE)  # sum of all visits' scores
	# The node that a slot leads to << BITS | visits. In place of the node: from a joint node's
	# first slot, a slot for each joint action.
	link: Numbers[int] = numbers(int, WIDE)
	side: Numbers[int] = numbers(int, WIDE)  # by a node's first slot: side nodes by outcome
	habits: Habits
	used: int
	iterations: int
	states: int
	nodes: int
	side_nodes: int
	ucb_picks: int
	root: Numbers[int] = numbers(int, MAX_PLAYERS)
	roots: Roots
	routes: Records[Route] = records(Route, MAX_PLAYERS)
	scores: Numbers[float] = numbers(float, MAX_PLAYERS)


def bind(players, actions, outcomes, choose, play, is_over, outcome_of, rate, draw):
	"""Returns plant(forest), which empties the trees, and iterate(forest, start, world, setting,
	dice, count), which continues the search from `start` and tries moves on `world`."""
	if not 1 <= players <= MAX_PLAYERS:
		raise ValueError(f"DUCT holds 1 to {MAX_PLAYERS} players, not {players}")
	if not 1 <= actions <= MAX_ACTIONS:
		raise ValueError(f"DUCT holds 1 to {MAX_ACTIONS} actions, not {actions}")
	joint_actions = actions**players
	twice = (1 << 2 * actions) - 1  # bits of all actions, two times

	@kernel
	def take(forest: Forest, count: int) -> int:
		"""Returns a block of empty slots, or OUTSIDE if the pool is full."""
		block = forest.used
		if block + count > POOL:
			return OUTSIDE
		forest.used = block + count
		forest.side[block] = OUTSIDE
		for slot in range(block, block + count):
			forest.total[slot] = 0.0
			forest.link[slot] = 0
		return block

	@kernel
	def plant(forest: Forest) -> None:
		"""Makes a root for each player, and nothing else."""
		fill(forest.roots, TABLE)
		forest.used = actions  # no node begins at slot OUTSIDE
		forest.iterations = 0
		forest.states = 0
		forest.nodes = players
		forest.side_nodes = 0
		forest.ucb_picks = 0
		for player in each(players):
			forest.root[player] = take(forest, actions)

	@kernel
	def visits_of(forest: Forest, node: int) -> int:
		"""Counts a move's visits at a node."""
		visits = 0
		first = node & LAST
		for action in each(actions):
			visits += forest.link[first + action]
		return visits & VISITS

	@kernel
	def best_of(
		forest: Forest, node: int, tries: int, bounds: Numbers[float], dice: AnyDice
	) -> int:
		"""Returns the action with the largest upper bound at a node with that many visits."""
		habits = forest.habits
		total = forest.total
		link = forest.link
		table = forest.roots.table
		first = node & LAST
		count = float(tries)
		root = root_of_log(forest.roots, tries)
		width = habits.exploration * root
		if count < habits.eager:
			grown = (count - habits.trust) / (habits.eager - habits.trust)
			width *= habits.timid + (1.0 - habits.timid) * grown
		whole = 0.0
		for action in each(actions):
			whole += total[first + action]
		fresh = whole / count + width  # the bound of an action never tried
		if tries < TABLE:
			for action in range(actions):  # one vector in C
				slot = first + action
				visits = link[slot] & LAST_ROOT
				share = table[visits * 2 + 1]  # share_of, written out: calls take time in CPython
				bound = share * (total[slot] * share + width)
				bounds[action] = bound if visits > 0 else fresh
		else:
			for action in range(actions):
				slot = first + action
				visits = link[slot] & VISITS
				share = share_of(forest.roots, max(1, visits))
				bound = share * (total[slot] * share + width)
				bounds[action] = bound if visits > 0 else fresh
		best = -1.0e300
		for action in each(actions):
			bound = bounds[action]
			if bound > best:
				best = bound
		ties = 0  # the actions with the best bound, bit by bit
		for action in each(actions):
			if bounds[action] >= best:
				ties |= 1 << action
		start = draw(dice, actions)
		ties = ((ties << actions | ties) & twice) >> start
		return (start + ((ties - 1) & ~ties & twice).bit_count()) % actions

	@kernel
	def pick(
		forest: Forest,
		world: AnyState,
		setting: AnySetting,
		player: int,
		bounds: Numbers[float],
		dice: AnyDice,
	) -> int:
		"""Picks the player's action, into its path if it is in its tree. bounds: to work on."""
		route = forest.routes[player]
		if route.at == OUTSIDE:
			return choose(world, setting, player, dice)
		if route.tries == 0 or float(route.tries) < forest.habits.trust:
			move = choose(world, setting, player, dice)
		else:
			forest.ucb_picks += 1
			move = best_of(forest, route.judge, route.tries, bounds, dice)
		route.path[route.length] = route.at + move
		route.length += 1
		if route.side != OUTSIDE:
			route.path[route.length] = route.side + move
			route.length += 1
		return move

	@kernel
	def reach(forest: Forest, slot: int, count: int) -> int:
		"""Returns the block of `count` slots that a slot leads to, made if missing."""
		link = forest.link[slot]
		block = link >> BITS
		if block == OUTSIDE:
			block = take(forest, count)
			forest.link[slot] = block << BITS | link
		return block

	@kernel
	def reach_side(forest: Forest, node: int, outcome: int) -> int:
		"""Returns the side node for an outcome, or OUTSIDE if the pool is full."""
		block = forest.side[node & LAST]
		if block == OUTSIDE:
			block = take(forest, outcomes * actions)
			forest.side[node & LAST] = block
		if block == OUTSIDE:
			return OUTSIDE
		side = (block + outcome * actions) & LAST
		if forest.link[side] == 0:  # it leads nowhere, but that says that it is known
			forest.link[side] = 1 << BITS
			forest.side_nodes += 1
		return side

	@kernel
	def enter(forest: Forest, route: Route, node: int) -> None:
		"""Puts a player at `node`, or out of its tree."""
		route.at = node
		route.side = OUTSIDE
		route.judge = node
		route.tries = 0
		if node != OUTSIDE and not route.is_fresh:
			route.tries = visits_of(forest, node)

	@kernel
	def descend(forest: Forest, world: AnyState, moves: Numbers[int], depth: int) -> int:
		"""Moves all players to their next nodes, or out of their trees. depth: turns played."""
		joint = 0
		if depth <= forest.habits.joint_depth:
			for player in each(players):
				joint = joint * actions + moves[player]
		inside = 0
		for player in each(players):
			route = forest.routes[player]
			if route.is_fresh:
				route.at = OUTSIDE
			if route.at != OUTSIDE:
				slot = route.at + moves[player]
				if depth <= forest.habits.joint_depth:
					block = reach(forest, route.at, joint_actions)
					slot = OUTSIDE if block == OUTSIDE else block + joint
				node = OUTSIDE
				if slot != OUTSIDE:
					node = forest.link[slot] >> BITS
					if node == OUTSIDE:
						route.is_fresh = True
						forest.nodes += 1
						node = reach(forest, slot, actions)
				enter(forest, route, node)
				inside += int(node != OUTSIDE)
				is_sure = float(route.tries) >= forest.habits.side_trust
				if is_sure and node != OUTSIDE and depth <= forest.habits.side_depth:
					route.side = reach_side(forest, node, outcome_of(world))
					if route.side != OUTSIDE:
						tries = visits_of(forest, route.side)
						if float(tries) >= forest.habits.side_trust:
							route.judge = route.side
							route.tries = tries
		return inside

	@kernel
	def learn(forest: Forest, route: Route, score: float) -> None:
		"""Puts a score into a player's slots."""
		for step in range(route.length):
			slot = route.path[step] & LAST
			forest.link[slot] += 1
			forest.total[slot] += score

	@kernel
	def iterate(
		forest: Forest,
		start: AnyState,
		world: AnyState,
		setting: AnySetting,
		dice: AnyDice,
		count: int,
	) -> None:
		"""Plays `count` iterations; after any of them the slots at the roots hold an answer."""
		bounds = numbers(float, actions)  # of the kernel's own, or C would make no vector
		moves = numbers(int, players)
		for _ in range(count):
			assign(world, start)
			for player in each(players):
				route = forest.routes[player]
				route.is_fresh = False
				route.length = 0
				route.at = forest.root[player]
				route.side = OUTSIDE
				route.judge = route.at
				route.tries = forest.iterations
			depth = 0
			inside = players
			while inside > 0 and not is_over(world, setting):
				for player in each(players):
					moves[player] = pick(forest, world, setting, player, bounds, dice)
				play(world, setting, moves, dice)
				depth += 1
				inside = descend(forest, world, moves, depth)
			while not is_over(world, setting):
				for player in each(players):
					moves[player] = choose(world, setting, player, dice)
				play(world, setting, moves, dice)
				depth += 1
			rate(world, setting, forest.scores)
			for player in each(players):
				learn(forest, forest.routes[player], forest.scores[player])
			forest.states += depth
			forest.iterations += 1

	return plant, iterate


def tried(forest, slot):
	"""Returns a slot's visits, and the sum of its scores."""
	return forest.link[slot] & VISITS, forest.total[slot]


# ==== bots/olymbits/search.py ====
"""The kernels of the bot's search: a match packed into few numbers, a policy, and a rating.

An iteration ends when every mini-game's run has ended; an expected score stands for the rest of the
match. The rules are those of updates.tick, as small tables, so that CPython has few steps and C few
branches.
"""

from math import log, tanh

NOBODY = -1  # no mini-game is served
ANY = (1 << ACTIONS) - 1
# PICKS[bits * ACTIONS + skipped]: the action of a bit, after so many lower ones.
PICKS = tuple(
	([action for action in range(ACTIONS) if bits >> action & 1] + [-1] * ACTIONS)[skipped]
	for bits in range(ANY + 1)
	for skipped in range(ACTIONS)
)
# PACES[left * FALL + risk], ticks from LONG_GLIDE on alike: a skater's place in the order for the
# largest distance to expect, if he meets somebody in a fifth of the ticks (NOTES.md).
PACES = (*(0,) * 5, *(3, 3, 3, 3, 3), *(3, 3, 3, 1, 1), *(3, 1, 1, 0, 1), *(1, 1, 1, 0, 1))
LONG_GLIDE = 4
FARTHEST = 3
CALM = 1  # the place in the order of two cells without risk
# AT_PLACE[order * ACTIONS + place]: the action there.
AT_PLACE = tuple(
	PLACES[order : order + ACTIONS].index(place)
	for order in range(0, len(PLACES), ACTIONS)
	for place in range(ACTIONS)
)

# A skater is distance * 8 + risk - FALLEN. SLIDES[skater & 7, place]: what a tick adds to him; and
# BUMPS[skater & 7] then, if he meets somebody. The last row is there for & 7 alone.
SLIDES = tuple(
	1 if risk < 0 else GLIDES[place] * 8 + (FALLEN if new >= FALL else new) - risk
	for risk in range(FALLEN, FALL + 1)
	for place in range(ACTIONS)
	for new in (RISKS[max(0, risk) % FALL * ACTIONS + place],)
)
BUMPS = (0, 0, *(2 if risk + 2 < FALL else FALLEN - risk for risk in range(FALL)), 0)

# An archer is cell * ACTIONS + the action toward the centre, on the axis that is farther off; a
# cell is (x + WIDE) * 2 * WIDE + y + WIDE. GUSTS[wind * ACTIONS + action]: cells that he goes,
# LANDINGS[cell]: and what he is then.
SEARCH_WIDE = 32
GUSTS = tuple(x * 2 * SEARCH_WIDE + y for x, y in zip(EAST, SOUTH, strict=True))


def archer(x: int, y: int) -> int:
	"""Returns the number for an archer at (x, y)."""
	x, y = max(LEAST, min(ARENA, x)), max(LEAST, min(ARENA, y))
	aim = (2 if x > 0 else 3) if x * x > y * y else 0 if y > 0 else 1
	return ((x + SEARCH_WIDE) * 2 * SEARCH_WIDE + y + SEARCH_WIDE) * ACTIONS + aim


LANDINGS = tuple(archer(x, y) for x in range(-SEARCH_WIDE, SEARCH_WIDE) for y in range(-SEARCH_WIDE, SEARCH_WIDE))

# Divers have PART bits each of one number, the first the lowest. HITS[goal, three actions]: the
# bits of those who hit.
PART = 12
EACH = (1 << PART) - 1
ONES = 1 | 1 << PART | 1 << 2 * PART
HITS = tuple(
	sum(EACH << PART * at for at in range(PLAYERS) if joint >> 4 - 2 * at & 3 == goal)
	for goal in range(ACTIONS)
	for joint in range(ACTIONS**PLAYERS)
)


@record
class World:
	"""The world of an iteration.

	running: bit g for mini-game g
	home: the turn in which its race ends
	served[p]: the mini-game whose best action player p plays, or NOBODY
	prizes[p] >> 2 * g & 3: 0, 1 (silver) or 2 (gold) won in mini-game g
	winds, goals: as Run.code
	runners: as tables.runner
	combos, marks: of divers
	"""

	turn: int
	running: int
	home: int
	order: int
	winds: int
	goals: int
	combos: int
	marks: int
	runners: Numbers[int] = numbers(int, PLAYERS)
	archers: Numbers[int] = numbers(int, PLAYERS)
	skaters: Numbers[int] = numbers(int, PLAYERS)
	served: Numbers[int] = numbers(int, PLAYERS)
	prizes: Numbers[int] = numbers(int, PLAYERS)


@record
class Setting:
	"""A turn's constants.

	weights[p * GAMES + g]: of a mini-game to player p; wanted[p]: those above 0, as bits
	load[p * 16 + bits]: the sum of the weights of some mini-games
	ends[g]: the turn in which a run ends
	hop, best: as in tables.solve
	races[p * 4 + prize]: a player's points in races so far; to_come[turns]: its expected points
	there others[p * 64 + prizes >> 2]: the product of its other points, with expected ones; later:
	these
	"""

	nothing: float
	blur: float
	blur_point: float
	later: float
	to_come: Numbers[float] = numbers(float, TURNS + 1)
	races: Numbers[float] = numbers(float, PLAYERS * 4)
	others: Numbers[float] = numbers(float, PLAYERS * 64)
	hop: Numbers[int] = numbers(int, STATES)
	best: Numbers[int] = numbers(int, STATES)
	weights: Numbers[int] = numbers(int, PLAYERS * GAMES)
	wanted: Numbers[int] = numbers(int, PLAYERS)
	load: Numbers[int] = numbers(int, PLAYERS << GAMES)
	ends: Numbers[int] = numbers(int, GAMES)


@kernel
def serve(world: World, setting: Setting, player: int, dice: Dice) -> int:
	"""Draws a mini-game for a player, by its weights, among those in which it can act. Returns
	NOBODY if there is none.
	"""
	games = world.running & setting.wanted[player]
	if world.runners[player] & 12 != 0:
		games &= ~(1 << HURDLES)
	if world.skaters[player] & 7 < 0 - FALLEN:
		games &= ~(1 << SKATING)
	if games == 0:
		return NOBODY
	drawn = draw(dice, setting.load[player << GAMES | games])
	first = player * GAMES
	for game in each(GAMES):
		if games >> game & 1 != 0:
			drawn -= setting.weights[first | game]
			if drawn < 0:
				return game
	return NOBODY


@kernel
def choose(world: World, setting: Setting, player: int, dice: Dice) -> int:
	"""Returns one of the best actions in the mini-game drawn for the player."""
	game = world.served[player]
	if game == NOBODY or world.running >> game & 1 == 0:
		game = serve(world, setting, player, dice)
		world.served[player] = game
	elif game == HURDLES and world.runners[player] & 12 != 0:
		game = serve(world, setting, player, dice)  # meanwhile
	elif game == SKATING and world.skaters[player] & 7 < 0 - FALLEN:
		game = serve(world, setting, player, dice)
	if game == ARCHERY:
		return world.archers[player] & 3
	if game == DIVING:
		return world.goals & 3
	if game == SKATING:
		left = min(setting.ends[SKATING] - world.turn, LONG_GLIDE)
		risk = (world.skaters[player] & 7) + FALLEN
		return AT_PLACE[world.order * ACTIONS | PACES[left * FALL + risk]]
	actions = ANY
	if game == HURDLES:
		actions = setting.best[world.runners[player]]
	skipped = 0
	if actions & (actions - 1) != 0:  # there is a choice
		skipped = draw(dice, actions.bit_count())
	return PICKS[actions * ACTIONS | skipped]


@kernel
def award(world: World, game: int, one: int, two: int, three: int) -> None:
	"""Ends a run in which the players have the values one, two and three."""
	world.running &= ~(1 << game)
	prizes = world.prizes
	prizes[0] += (2 + ((one - two) >> 63) + ((one - three) >> 63)) << 2 * game
	prizes[1] += (2 + ((two - one) >> 63) + ((two - three) >> 63)) << 2 * game
	prizes[2] += (2 + ((three - one) >> 63) + ((three - two) >> 63)) << 2 * game


@kernel
def nearness(archer: int) -> int:
	"""Returns minus the squared distance to the centre, 0 or less, in cells squared."""
	x = (archer >> 8) - SEARCH_WIDE
	y = (archer >> 2 & 63) - SEARCH_WIDE
	return 0 - x * x - y * y


@kernel
def play(world: World, setting: Setting, moves: Numbers[int], dice: Dice) -> None:
	"""Plays one update; no run begins again."""
	world.turn += 1
	turn = world.turn
	running = world.running
	first = moves[0]
	second = moves[1]
	third = moves[2]
	if running & 1 << HURDLES != 0:
		runners = world.runners
		one = setting.hop[runners[0] | first]
		two = setting.hop[runners[1] | second]
		three = setting.hop[runners[2] | third]
		runners[0] = one
		runners[1] = two
		runners[2] = three
		if one >= HOME or two >= HOME or three >= HOME:
			world.home = turn
			award(world, HURDLES, one >> 4, two >> 4, three >> 4)
	if running & 1 << ARCHERY != 0:
		archers = world.archers
		wind = (world.winds & 15) * ACTIONS
		world.winds >>= 4
		one = LANDINGS[(archers[0] >> 2) + GUSTS[wind | first]]
		two = LANDINGS[(archers[1] >> 2) + GUSTS[wind | second]]
		three = LANDINGS[(archers[2] >> 2) + GUSTS[wind | third]]
		archers[0] = one
		archers[1] = two
		archers[2] = three
		if turn == setting.ends[ARCHERY]:
			award(world, ARCHERY, nearness(one), nearness(two), nearness(three))
	if running & 1 << SKATING != 0:
		skaters = world.skaters
		order = world.order * ACTIONS
		one = skaters[0]
		two = skaters[1]
		three = skaters[2]
		one += SLIDES[(one & 7) * ACTIONS | PLACES[order | first]]
		two += SLIDES[(two & 7) * ACTIONS | PLACES[order | second]]
		three += SLIDES[(three & 7) * ACTIONS | PLACES[order | third]]
		here = RINK[one >> 3]
		there = RINK[two >> 3]
		yonder = RINK[three >> 3]
		if here == there or here == yonder or there == yonder:
			if here == there or here == yonder:
				one += BUMPS[one & 7]
			if here == there or there == yonder:
				two += BUMPS[two & 7]
			if here == yonder or there == yonder:
				three += BUMPS[three & 7]
		skaters[0] = one
		skaters[1] = two
		skaters[2] = three
		if turn == setting.ends[SKATING]:
			award(world, SKATING, one >> 3, two >> 3, three >> 3)
		else:
			world.order = draw(dice, ORDERS)
	if running & 1 << DIVING != 0:
		joint = (first * ACTIONS | second) * ACTIONS | third
		combos = (world.combos + ONES) & HITS[(world.goals & 3) << 6 | joint]
		world.goals >>= 2
		world.combos = combos
		world.marks += combos
		if turn == setting.ends[DIVING]:
			marks = world.marks
			award(world, DIVING, marks & EACH, marks >> PART & EACH, marks >> 2 * PART)


@kernel
def is_over(world: World, setting: Setting) -> bool:
	"""Returns True at an iteration's end."""
	return world.running == 0 or world.turn >= TURNS


@kernel
def outcome_of(world: World) -> int:
	"""Returns the public random part of an update: the skating action of two cells without risk."""
	return AT_PLACE[world.order * ACTIONS | CALM]


@kernel
def worth_of(world: World, setting: Setting, player: int, ahead: float) -> float:
	"""Returns the logarithm of the points that a player is expected to have at the end."""
	prizes = world.prizes[player]
	points = setting.races[player << 2 | prizes & 3] + ahead
	if points < setting.nothing:
		points = setting.nothing
	return log(setting.others[player << 6 | prizes >> 2] * points)


@kernel
def rate(world: World, setting: Setting, scores: Numbers[float]) -> None:
	"""Writes the share of the others, 0..1, whom each player beats in points, less blurred near the
	end.
	"""
	ahead = setting.to_come[TURNS - world.home]
	width = 2.0 * (setting.blur + setting.blur_point * 3.0 * (ahead + setting.later))
	one = worth_of(world, setting, 0, ahead)
	two = worth_of(world, setting, 1, ahead)
	three = worth_of(world, setting, 2, ahead)
	first = 0.25 * tanh((two - one) / width)  # of the second player before the first
	second = 0.25 * tanh((three - one) / width)
	third = 0.25 * tanh((three - two) / width)
	scores[0] = 0.5 - first - second
	scores[1] = 0.5 + first - third
	scores[2] = 0.5 + second + third


plant, iterate = bind(PLAYERS, ACTIONS, ACTIONS, choose, play, is_over, outcome_of, rate, draw)


@record
class Memory:
	"""The memory of the search. The bot loads all but world and forest."""

	forest: Forest  # first, so that in C its pools begin with a cache line
	start: World
	setting: Setting
	habits: Habits
	dice: Dice
	world: World


@kernel
def begin(memory: Memory) -> None:
	"""Empties the trees."""
	assign(memory.forest.habits, memory.habits)
	plant(memory.forest)


@kernel
def think(memory: Memory, count: int) -> None:
	"""Plays `count` iterations."""
	iterate(memory.forest, memory.start, memory.world, memory.setting, memory.dice, count)


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


# ==== bots/olymbits/player.py ====
"""A player of Olymbits around a search: reads lines, tracks the match, writes one word."""

import json
from abc import abstractmethod
from collections.abc import Callable, Mapping
from typing import Any

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


# ==== bots/olymbits/bot.py ====
"""The Olymbits bot: DUCT, with the parameters for the speed of its processor."""

from itertools import product
from math import prod
from operator import add

LONG_ITERATION = 33.0  # states
LONGEST_RUN = 15
HABITS = ("trust", "eager", "timid", "exploration", "joint_depth", "side_depth", "side_trust")
WEIGHT_UNIT = 1000.0
PRIZES = (0, 1, 3)  # points by what World.prizes says


class OlymbitsBot(Player):
	"""Plays the most visited action of its own root."""

	chunk = 4

	def __init__(self, params: Params, engines: Engines[Memory]) -> None:
		super().__init__(params, engines, think)
		self.params = params
		self.setting = Setting()
		self.setting.nothing, self.setting.blur = params.nothing, params.blur
		self.setting.blur_point = params.blur_edition / (PLAYERS * params.worth)
		for left in range(TURNS + 1):
			self.setting.to_come[left] = params.worth * runs_in(HURDLES, left)
		self.states_a_ms: dict[str, float] = {}  # by engine, in its last search

	def begin(self, engine: Engine[Memory], deadline: Deadline) -> None:
		habits, params = Habits(), self.params
		words = ("fast_",) if self.is_fast(engine, deadline) else ("fast_", "slow_")
		for word in words:
			for name in HABITS:
				setattr(habits, name, getattr(params, word + name, getattr(habits, name)))
		engine.load("start", self.start())
		engine.load("habits", habits)
		engine.load("setting", self.setting)
		engine.call(begin)

	def search(self, think: Callable[..., object], deadline: Deadline) -> Memory:
		memory: Memory = super().search(think, deadline)
		if self.search_ms > 0.0:
			self.states_a_ms[self.engine.name] = memory.forest.states / self.search_ms
		return memory

	def is_fast(self, engine: Engine[Memory], deadline: Deadline) -> bool:
		"""Returns True if the last search had enough long iterations."""
		if deadline.iterations is not None:
			return deadline.iterations >= self.params.fast_from
		states = self.states_a_ms.get(engine.name, 0.0)
		left_ms = (deadline.ends - deadline.started) * 1000.0
		return states * left_ms / LONG_ITERATION >= self.params.fast_from

	def start(self) -> World:
		"""Returns the state in which every iteration begins, and fills in the turn's setting."""
		start, setting, turn = World(), self.setting, self.match.turn
		race, shots, glide, dives = self.match.runs
		start.turn, start.order, start.winds, start.goals = turn, glide.code, shots.code, dives.code
		start.marks, start.combos = pack([*dives.first], PART), pack([*dives.second], PART)
		for player in range(PLAYERS):
			start.served[player] = NOBODY
			start.runners[player] = runner(race.first[player], race.second[player])
			start.archers[player] = archer(shots.first[player], shots.second[player])
			start.skaters[player] = glide.first[player] * 8 + glide.second[player] - FALLEN
		setting.hop, setting.best, _ = solve(race.code)
		start.home = TURNS if race.phase == RUNNING else turn
		setting.later = 0.0
		worths: list[list[list[float]]] = [[] for _ in range(PLAYERS)]
		for game, one in enumerate(self.match.runs):
			is_running = one.phase == RUNNING
			start.running |= int(is_running) << game
			setting.ends[game] = turn + one.left
			ended = min(TURNS, turn + one.left) if is_running else turn
			ahead = self.params.worth * runs_in(game, TURNS - ended) if game != HURDLES else 0.0
			setting.later += ahead
			for player in range(PLAYERS):
				score = score_in(self.match, player, game)
				setting.weights[player * GAMES + game] = self.weight(game, player, score)
				worths[player].append([score + prize + ahead for prize in PRIZES])
		for player, (first, *rest) in enumerate(worths):
			setting.races[player * 4 : player * 4 + 3] = first
			for prizes in product(range(len(PRIZES)), repeat=len(rest)):
				values = (
					max(setting.nothing, row[at]) for row, at in zip(rest, prizes, strict=True)
				)
				setting.others[player * 64 + pack([*prizes], 2)] = prod(values)
			weights = setting.weights[player * GAMES : (player + 1) * GAMES]
			setting.wanted[player] = pack([int(weight > 0) for weight in weights], 1)
			for games in range(1 << GAMES):
				load = sum(weight for at, weight in enumerate(weights) if games >> at & 1)
				setting.load[player << GAMES | games] = load
		return start

	def weight(self, game: int, player: int, score: int) -> int:
		"""Returns the weight for playing a mini-game's best action, 0 if the mini-game cannot
		change anything.
		"""
		params, turn = self.params, self.match.turn
		favors = (
			params.favor_hurdles,
			params.favor_archery,
			params.favor_skating,
			params.favor_diving,
		)
		is_running = self.match.runs[game].phase == RUNNING
		left = self.ticks_left(game) if is_running else LONGEST_RUN
		if is_running and self.is_decided(game, player, left):
			return 0
		runs = 0.5 + runs_in(game, max(0, TURNS - turn - left))
		points = score + params.worth * runs
		return 1 + int(WEIGHT_UNIT * favors[game] * points**-params.need * left**-params.haste)

	def ticks_left(self, game: int) -> int:
		"""Returns the ticks left in a run; for a race the least possible number."""
		run = self.match.runs[game]
		if game != HURDLES:
			return run.left
		_, _, ticks = solve(run.code)
		return max(1, min(ticks[run.first[at]] + run.second[at] for at in range(PLAYERS)))

	def is_decided(self, game: int, player: int, left: int) -> bool:
		"""Returns True if a player's rank in a run can no longer change, or if the match ends
		before the run.
		"""
		run = self.match.runs[game]
		gain = FARTHEST
		if game == DIVING:
			gain = left + max(run.second[at] for at in range(PLAYERS))
		gaps = [abs(run.first[at] - run.first[player]) for at in range(PLAYERS) if at != player]
		return self.match.turn + left > TURNS or (game != ARCHERY and min(gaps) > left * gain)

	def tried(self, player: int, action: int) -> tuple[int, float]:
		forest = self.engine.memory.forest
		return tried(forest, forest.root[player] + action)

	def lines(self) -> list[list[str]]:
		"""Returns, by player, the words of the most visited way down its tree."""
		forest = self.engine.memory.forest
		link, nodes = forest.link, forest.root[:PLAYERS]
		rows: list[list[int]] = []
		while all(nodes):
			tries = [[one & VISITS for one in link[at : at + ACTIONS]] for at in nodes]
			if not all(map(any, tries)):
				break
			moves = [row.index(max(row)) for row in tries]
			rows.append(moves)
			slots = list(map(add, nodes, moves))
			if len(rows) <= forest.habits.joint_depth:
				joint = int("".join(map(str, moves)), ACTIONS)
				slots = [(block := link[at] >> BITS) and block + joint for at in nodes]
			nodes = [link[slot] >> BITS for slot in slots]
		return [[WORDS[row[player]] for row in rows] for player in range(PLAYERS)]


def main() -> None:
	"""Plays on stdin and stdout."""
	run(OlymbitsBot(Params(), Compiled(Memory, ENTRIES, ("-O1", ""))))


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

#define CHECKED(f) { STOP(2, __builtin_ ## f ## _overflow(a, b, &a)) return a; }
INT2(Add_int) CHECKED(add)
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

LIBM(log) LIBM(tanh) 
#define LIBM2(f) REAL2(f ## _float) { \
	return valid(__builtin_ ## f(a - nothing, b - nothing), a, b, place); }
LIBM2(pow)
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
		if op == "Pow":
			need(texts[1] in ("(2l)", "(2.0)"))
			op = "pow"
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


# ==== bots/olymbits/main.py ====
main()
