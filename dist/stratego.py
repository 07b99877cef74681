# stratego: a CodinGame bot in one file, made by Botsmith from readable sources
# revision    6413cf264d8c 
# content     0856d180b3cc63f3
# size           86,012 of 100,000 UTF-16 units
# engine      C where a compiler is found; USE_C in line 16 turns that off
# form        short: common/ without comments and types
# left out    Int16(x), f(x=1), defaults, x ** 2, array unpacking; rebuild to use them
# indent      tabs, so that it fits
# contents    params 134, rules 180, evaluate 386, protocol 566, places_net 711, places 726,
#             known 801, mcts_hidden 975, search 1194, bot 1463, setup 1612, main 2454,
#             the rest is common/, which need not be read
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
from collections.abc import MutableSequence
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


# ==== bots/stratego/params.py ====
"""The bot's tunable numbers, as `name: type = value  # low..high unit: meaning`.

A point is the unit of a position's score; a lead of `scale` points is a chance of 73 %.
"""


@record
class Params:
	"""The numbers. A change here holds in every engine."""

	# --- pieces
	spy: float = 0.6  # 0..10 points: a living spy
	scout: float = 0.8  # 0..10 points: a living scout
	miner: float = 1.4  # 0..10 points: a living miner
	general: float = 3.0  # 0..10 points: a living general
	marshal: float = 4.0  # 0..10 points: a living marshal
	bomb: float = 0.8  # 0..10 points: a bomb
	top: float = 1.0  # 0..10 points: for who has the strongest piece, once a marshal has fallen
	secret: float = 0.15  # 0..1 share: of a piece's points, while its rank is not known

	# --- the flags
	near: float = 2.5  # 0..10 points: the nearest attacker at the flag, less with its distance
	fade: float = 0.06  # 0..1 share: by which a step lessens `near`, `press` and `guard`
	press: float = 0.4  # 0..5 points: each piece that moves, less with its distance from the flag
	guard: float = 1.0  # 0..10 points: the nearest general or marshal at home, less with distance
	run: float = 4.0  # 0..20 points: an attacker that nobody can stop, less with its distance
	tire: float = 0.02  # 0.011..1 share: by which a step of distance lessens `run`

	# --- the rival's hidden pieces
	trust: float = 1.0  # 0..2 times: what their places at the start say of their ranks

	# --- the search
	scale: float = 2.0  # 0.1..20 points
	haste: float = 0.002  # 0..0.02: by which a win is worth less with each move
	is_greedy: bool = False  # epsilon-greedy instead of UCT
	epsilon: float = 0.35  # 0..1 share: of random moves, if greedy
	exploration: float = 0.1  # 0.01..5 times: weight of the unknown, with UCT
	prior: float = 0.5  # 0.05..50 visits: what all ranks say of a hidden piece's move

	# --- the clock
	first_ms: float = 500.0  # 50..950 ms: used of the first turn
	turn_ms: float = 500.0  # 50..950 ms: used of a turn; the contest's limit is not known
	margin_ms: float = 10.0  # 2..40 ms: kept of a turn, or twice the longest pause


# ==== bots/stratego/rules.py ====
"""Barrage Stratego: the rules, as kernels, shared by the bot and the referee.

Cell   (y + 1) * WIDTH + x + 1 for X and Y of 0..9: the board lies in a frame of walls, so that a
       step is an addition: +-1 or +-WIDTH. Cell 0 is no cell: dead pieces have it.
Piece  0..15, player p's are p * EACH .. p * EACH + 7. A board holds piece + 1, EMPTY or WALL.
Move   piece * AREA + target cell.
Rank   SPY .. FLAG, or UNKNOWN for an opponent's piece whose rank a player does not know.
Order of a move: battle, flag, both sides without a movable rank, one side without, the side to move
blocked, turn limit.
Source: docs/games/stratego.md. Golden: tests/golden/stratego.
"""

PLAYERS = 2
SIZE = 10  # cells a side
WIDTH = SIZE + 2
AREA = WIDTH * WIDTH
EACH = 8  # pieces of a player
PIECES = PLAYERS * EACH
EMPTY = 0
WALL = PIECES + 1
LAKES = (2, 3, 6, 7)  # X of the water cells
LAKE_ROWS = (4, 5)
SETUP_ROWS = ((0, 1, 2, 3), (6, 7, 8, 9))  # Y by player

UNKNOWN, SPY, SCOUT, MINER, GENERAL, MARSHAL, BOMB, FLAG = range(8)
RANKS = 8
SUPPLY = (MARSHAL, GENERAL, MINER, SCOUT, SCOUT, SPY, BOMB, FLAG)

STEPS = (WIDTH, -WIDTH, 1, -1)
MAX_MOVES = 64  # two scouts have at most 36, four others 16

PLAYING, FLAG_TAKEN, NO_MOVABLE, BOTH_NO_MOVABLE, BLOCKED, TURN_LIMIT = range(6)
DRAW = -1


@record
class Game:
	"""A position. rank, cell, is_shown, has_moved: by piece; cell 0 is dead

	is_shown: True if the other side knows its rank, by a battle or by a move of several cells
	"""

	board: Numbers[int] = numbers(int, AREA)
	rank: Numbers[int] = numbers(int, PIECES)
	cell: Numbers[int] = numbers(int, PIECES)
	is_shown: Numbers[bool] = numbers(bool, PIECES)
	has_moved: Numbers[bool] = numbers(bool, PIECES)
	to_move: int
	turn: int
	end: int = PLAYING
	winner: int = DRAW  # only read once `end` is set
	max_turns: int = 1000


def cell_at(x: int, y: int) -> int:
	"""Returns the cell of x and y, both 0..9."""
	return (y + 1) * WIDTH + x + 1


def place_of(cell: int) -> tuple[int, int]:
	"""Returns x and y of a cell."""
	return cell % WIDTH - 1, cell // WIDTH - 1


def clear(game: Game) -> None:
	"""Makes the board empty, with Red to move."""
	empty = Game()
	for cell in range(AREA):
		x, y = place_of(cell)
		is_water = x in LAKES and y in LAKE_ROWS
		is_inside = 0 <= x < SIZE and 0 <= y < SIZE
		empty.board[cell] = EMPTY if is_inside and not is_water else WALL
	assign(game, empty)


def put(game: Game, piece: int, rank: int, cell: int) -> None:
	"""Puts a piece on an empty cell."""
	game.rank[piece] = rank
	game.cell[piece] = cell
	game.board[cell] = piece + 1


@kernel
def can_move(rank: int) -> bool:
	"""Returns True if pieces of this rank can move; UNKNOWN pieces may."""
	return rank < BOMB


@kernel
def battle(attacker: int, defender: int) -> int:
	"""Returns 1 if the attacking rank wins, -1 if the defending one, 0 if both fall."""
	if defender == FLAG:
		return 1
	if defender == BOMB:
		return 1 if attacker == MINER else -1
	if attacker == SPY and defender == MARSHAL:
		return 1
	return 1 if attacker > defender else -1 if attacker < defender else 0


@kernel
def is_rival(there: int, player: int) -> bool:
	"""Returns True if the content of a cell is a piece of the other player."""
	return there != EMPTY and there != WALL and (there > EACH) == (player == 0)


@kernel
def list_moves(game: Game, moves: Numbers[int]) -> int:
	"""Writes the legal moves of the side to move into `moves`; returns their number.

	moves: room for MAX_MOVES
	No piece of that side may be UNKNOWN.
	"""
	count = 0
	for piece in range(PIECES):
		start = game.cell[piece]
		rank = game.rank[piece]
		if start != 0 and can_move(rank) and piece // EACH == game.to_move:
			for direction in range(4):
				step = STEPS[direction]
				target = start
				is_going = True
				while is_going:
					target += step
					there = game.board[target]
					if there == EMPTY or is_rival(there, game.to_move):
						moves[count] = piece * AREA + target
						count += 1
					is_going = there == EMPTY and rank == SCOUT
	return count


@kernel
def has_a_move(game: Game, player: int) -> bool:
	"""Returns True if a player has any legal move."""
	for piece in range(PIECES):
		start = game.cell[piece]
		if start != 0 and piece // EACH == player and can_move(game.rank[piece]):
			for direction in range(4):
				there = game.board[start + STEPS[direction]]
				if there == EMPTY or is_rival(there, player):
					return True
	return False


@kernel
def has_movable(game: Game, player: int) -> bool:
	"""Returns True if a player has a living piece whose rank can move."""
	for piece in range(PIECES):
		if game.cell[piece] != 0 and piece // EACH == player and can_move(game.rank[piece]):
			return True
	return False


@kernel
def move_piece(game: Game, piece: int, target: int) -> None:
	"""Makes a legal move, with its battle."""
	start = game.cell[piece]
	there = game.board[target]
	distance = abs(target - start)
	game.has_moved[piece] = True
	game.board[start] = EMPTY
	if distance != 1 and distance != WIDTH:
		game.is_shown[piece] = True
	outcome = 1
	if there != EMPTY:
		foe = there - 1
		game.is_shown[piece] = True
		game.is_shown[foe] = True
		outcome = battle(game.rank[piece], game.rank[foe])
		if outcome >= 0:
			game.cell[foe] = 0
			game.board[target] = EMPTY
	game.cell[piece] = 0
	if outcome > 0:
		game.cell[piece] = target
		game.board[target] = piece + 1


@kernel
def play(game: Game, move: int) -> None:
	"""Makes a legal move of the side to move; `end` and `winner` say if the game is over."""
	target = move % AREA
	mover = game.to_move
	there = game.board[target]
	takes_flag = there != EMPTY and game.rank[there - 1] == FLAG
	move_piece(game, move // AREA, target)
	game.turn += 1
	game.to_move = 1 - mover
	game.winner = mover
	if takes_flag:
		game.end = FLAG_TAKEN
	elif not has_movable(game, mover):
		game.end = BOTH_NO_MOVABLE
		game.winner = DRAW
		if has_movable(game, 1 - mover):
			game.end = NO_MOVABLE
			game.winner = 1 - mover
	elif not has_a_move(game, 1 - mover):
		game.end = BLOCKED if has_movable(game, 1 - mover) else NO_MOVABLE
	elif game.turn >= game.max_turns:
		game.end = TURN_LIMIT
		game.winner = DRAW


# ==== bots/stratego/evaluate.py ====
"""The value of a position with all ranks known: pieces, and the race for the flags."""

from math import exp

FAR = 99
CERTAIN = 50.0  # points: the flag falls with the next move


@kernel
def distance(one: int, other: int) -> int:
	"""Returns the steps between two cells of an empty board without lakes."""
	return abs(one % WIDTH - other % WIDTH) + abs(one // WIDTH - other // WIDTH)


@kernel
def worth(params: Params, rank: int) -> float:
	"""Returns the points of a living piece; 0 for a flag."""
	if rank == SPY:
		return params.spy
	if rank == SCOUT:
		return params.scout
	if rank == MINER:
		return params.miner
	if rank == GENERAL:
		return params.general
	if rank == MARSHAL:
		return params.marshal
	return params.bomb if rank == BOMB else 0.0


@kernel
def is_clear(game: Game, start: int, target: int) -> bool:
	"""Returns True if all cells between two cells of one row or column are empty."""
	step = 1 if start // WIDTH == target // WIDTH else WIDTH
	if target < start:
		step = -step
	cell = start + step
	while cell != target:
		if game.board[cell] != EMPTY:
			return False
		cell += step
	return True


@kernel
def scout_way(game: Game, start: int, flag: int) -> int:
	"""Returns a scout's number of moves to the flag: 1 along a line, 2 around a free corner, else
	4.
	"""
	if start % WIDTH == flag % WIDTH or start // WIDTH == flag // WIDTH:
		return 1 if is_clear(game, start, flag) else 4
	corner = start // WIDTH * WIDTH + flag % WIDTH
	if game.board[corner] == EMPTY and is_clear(game, start, corner):
		if is_clear(game, corner, flag):
			return 2
	corner = flag // WIDTH * WIDTH + start % WIDTH
	if game.board[corner] == EMPTY and is_clear(game, start, corner):
		if is_clear(game, corner, flag):
			return 2
	return 4


@kernel
def is_stopped(game: Game, attacker: int, flag: int, way: int, late: int) -> bool:
	"""Returns True if a piece that can beat the attacker, which is `way` moves from the flag, can
	reach it in time.

	late: 1 if the other side moves first, else 0
	"""
	for guard in range(PIECES):
		at = game.cell[guard]
		own = game.rank[guard]
		if at != 0 and can_move(own) and (guard < EACH) != (attacker < EACH):
			is_near = distance(at, game.cell[attacker]) <= 2 * way - 2 + late
			if is_near and distance(at, flag) < way + late:
				if battle(own, game.rank[attacker]) >= 0:
					return True
	return False


@kernel
def score(game: Game, params: Params, player: int, flag: int, home: int) -> float:
	"""Returns a player's points, or CERTAIN.

	They are for its pieces, for the nearness of its pieces to the rival's `flag` (of the nearest
	one that no piece stops), and for that of its strong pieces to its own flag, `home`.
	"""
	points = 0.0
	nearest = FAR
	runner = FAR
	warden = FAR
	strongest = 0
	rival = 0
	late = 0 if game.to_move == player else 1
	for piece in range(PIECES):
		at = game.cell[piece]
		rank = game.rank[piece]
		if at != 0 and piece // EACH != player and can_move(rank):
			rival = max(rival, rank)
		if at != 0 and piece // EACH == player:
			share = 1.0 if game.is_shown[piece] else 1.0 + params.secret
			points += share * worth(params, rank)
			if can_move(rank):
				strongest = max(strongest, rank)
				if rank >= GENERAL:
					warden = min(warden, distance(at, home))
				way = distance(at, flag)
				if rank == SCOUT:
					way = min(way, scout_way(game, at, flag))
				nearest = min(nearest, way)
				points += params.press * (1.0 - params.fade * float(way))
				if way < runner:
					if not is_stopped(game, piece, flag, way, late):
						runner = way
	if nearest == 1 and late == 0:
		return CERTAIN
	if strongest > rival:
		points += params.top
	points += params.guard * max(0.0, 1.0 - params.fade * float(warden))
	points += params.near * max(0.0, 1.0 - params.fade * float(nearest + late))
	return points + params.run * max(0.0, 1.0 - params.tire * float(runner + late))


@kernel
def value(game: Game, params: Params, since: int) -> float:
	"""Returns Red's chance, 0..1. since: the turn from which an early win counts more"""
	if game.end != 0:
		if game.winner < 0:
			return 0.5
		late = min(0.4, params.haste * float(game.turn - since))
		return 1.0 - late if game.winner == 0 else late
	red = 0  # the cells of the flags
	blue = 0
	for piece in range(PIECES):
		if game.rank[piece] == FLAG:
			if piece < EACH:
				red = game.cell[piece]
			else:
				blue = game.cell[piece]
	points = score(game, params, 0, blue, red) - score(game, params, 1, red, blue)
	chance = 1.0 / (1.0 + exp(-points / params.scale))
	return 0.05 + 0.9 * chance


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


# ==== bots/stratego/protocol.py ====
"""The lines that a Barrage Stratego bot reads and writes: JSON, one object a line."""

import json
from typing import Any, NamedTuple

START = "bot-start"  # printed once, when the bot is ready
HIDDEN = "?"
NAMES = (HIDDEN, "Spy", "Scout", "Miner", "General", "Marshal", "Bomb", "Flag")  # by rank
INIT_KEYS = ("You", "AvailablePieces")
STATE_KEYS = ("Board", "ActivePlayer", "BattleResult", "LastMove", "TurnNumber")
CELL_KEYS = ("Rank", "Owner", "IsWater", "Coordinate")
BATTLE_KEYS = ("Winner", "Attacker", "Defender", "Position")


class Turn(NamedTuple):
	"""A GameState.

	pieces: cell -> (rank, owner)
	active: the player to move
	move: start and target, None at the start
	battle: ranks of attacker and defender, None without one
	"""

	pieces: dict[int, tuple[int, int]]
	active: int
	turn: int
	move: tuple[int, int] | None
	battle: tuple[int, int] | None


class Parser:
	"""Reads a bot's lines; reports each unknown key once.

	All methods raise UnreadableInput, with the line's number, `what` and the expected form.
	"""

	def __init__(self) -> None:
		self.unknown: set[str] = set()
		self.where = ""

	def _fail(self, expected: str, got: object) -> UnreadableInput:
		is_plain = isinstance(got, str) and got.isprintable()
		text = str(got) if is_plain else json.dumps(got)
		return UnreadableInput(self.where + ": expected " + expected + ", got " + text[:60])

	def _object(self, value: Any, what: str, keys: tuple[str, ...]) -> list[Any]:
		"""Returns the values of `keys` in an object, which must have them all."""
		if not isinstance(value, dict):
			raise self._fail(what + " as an object", value)
		for key in keys:
			if key not in value:
				raise self._fail(what + " with the key " + key, value)
		for key in value.keys() - set(keys) - self.unknown:
			self.unknown.add(key)
			report(f"{self.where}: {what} has an unknown key {key[:40]!r}, which is ignored")
		return [value[key] for key in keys]

	def _number(self, value: Any, what: str, end: int) -> int:
		if type(value) is not int or not 0 <= value < end:
			raise self._fail(what + " as a number of 0.." + str(end - 1), value)
		return value

	def _rank(self, value: Any, what: str) -> int:
		if value not in NAMES:
			raise self._fail(what + " as a rank's name", value)
		return NAMES.index(value)

	def _cell(self, value: Any, what: str) -> int:
		x, y = self._object(value, what, ("X", "Y"))
		x = self._number(x, what + "'s X", SIZE)
		return cell_at(x, self._number(y, what + "'s Y", SIZE))

	def _side(self, value: Any) -> int:
		"""Returns the rank of one side of a battle."""
		return self._rank(self._object(value, "a side", ("Rank", "Player"))[0], "Rank")

	def _json(self, text: str, number: int, what: str, keys: tuple[str, ...]) -> list[Any]:
		self.where = "line " + str(number)
		try:
			value = json.loads(text)
		except (ValueError, RecursionError):
			raise self._fail(what + " as JSON", text) from None
		return self._object(value, what, keys)

	def parse_init(self, text: str, number: int) -> int:
		"""Returns the own seat from a GameInit line."""
		me, pieces = self._json(text, number, "GameInit", INIT_KEYS)
		wanted = sorted(NAMES[rank] for rank in SUPPLY)
		if not isinstance(pieces, list) or sorted(map(str, pieces)) != wanted:
			raise self._fail("AvailablePieces " + " ".join(wanted), pieces)
		return self._number(me, "You", PLAYERS)

	def parse_state(self, text: str, number: int) -> Turn:
		"""Reads a GameState line."""
		board, active, fight, last, turn = self._json(text, number, "GameState", STATE_KEYS)
		if not isinstance(board, list) or len(board) != SIZE * SIZE:
			got = f"{len(board)} cells" if isinstance(board, list) else board
			raise self._fail("a Board of " + str(SIZE * SIZE) + " cells", got)
		pieces = dict(piece for entry in board for piece in self._piece(entry))
		move = battle = None
		if last is not None:
			start, target = self._object(last, "LastMove", ("From", "To"))
			move = self._cell(start, "From"), self._cell(target, "To")
		if fight is not None:
			_, attacker, defender, _ = self._object(fight, "BattleResult", BATTLE_KEYS)
			battle = self._side(attacker), self._side(defender)
		active = self._number(active, "ActivePlayer", PLAYERS)
		return Turn(pieces, active, self._number(turn, "turn", 1 << 40), move, battle)

	def _piece(self, entry: Any) -> list[tuple[int, tuple[int, int]]]:
		"""Returns [(cell, (rank, owner))] of one entry of a Board, [] for a free cell."""
		rank, owner, _, cell = self._object(entry, "a cell", CELL_KEYS)
		cell = self._cell(cell, "Coordinate")
		if rank is None and owner is None:
			return []
		x, y = place_of(cell)
		if x in LAKES and y in LAKE_ROWS:
			raise self._fail("no piece in the water", entry)
		owner = self._number(owner, "Owner", PLAYERS)
		return [(cell, (self._rank(rank, "Rank"), owner))]


def coordinate(cell: int) -> dict[str, int]:
	"""Returns a cell in the form of the protocol."""
	x, y = place_of(cell)
	return {"X": x, "Y": y}


def compact(value: object) -> str:
	"""Returns JSON without blanks."""
	return json.dumps(value, separators=(",", ":"))


def format_setup(pieces: list[tuple[int, int]]) -> str:
	"""Returns the SetupBoard line for (rank, cell) pairs."""
	rows = [{"Rank": NAMES[rank], "Position": coordinate(cell)} for rank, cell in pieces]
	return compact({"Pieces": rows})


def format_move(start: int, target: int) -> str:
	"""Returns the Move line from one cell to another."""
	return compact({"From": coordinate(start), "To": coordinate(target)})


# ==== bots/stratego/places_net.py ====
"""The numbers of places.py, by `python benchmarks/stratego_places.py --apply`.

STEP: a 1 in the weights
WEIGHTS: signed bytes in base 85, whose checksum is CRC
"""

STEP = 0.0125129
CRC = 2405789676
WEIGHTS = (
	"4*u)>$QR-H11&2g_2T08>>^4N;l(Wu1RVhU7Yp+U0L~BfBMb`+3mVSn?bV{8;A$j?FoEXn_W>9303ikE+|%p;5CQD("
	"@96*t{qpki>i`D$^yKd00LbeGGBWM}6D>+D7JmQ"
)


# ==== bots/stratego/places.py ====
"""A small network that weighs the ranks of a side's pieces by their places at the start.

benchmarks/stratego_places.py makes it.
"""

from base64 import b85decode
from collections.abc import Sequence
from operator import mul
from zlib import crc32

INPUTS = 8
UNITS = 6  # hidden
DATA = b85decode(WEIGHTS)
if crc32(DATA) != CRC:
	raise ValueError("the network's weights have another checksum")
NET = [STEP * weight for weight in memoryview(DATA).cast("b")]  # of both layers, row by row


def signs_of(places: Sequence[tuple[int, int]]) -> list[list[float]]:
	"""Returns the network's inputs for each piece of a side: INPUTS numbers and a 1.

	places: columns, and rows from the side's back
	"""
	found = []
	for x, y in places:
		steps = [abs(x - column) + abs(y - row) for column, row in places]
		edge = min(x, SIZE - 1 - x)
		signs = [float(y == row) for row in range(4)]
		signs += [float(steps.count(1)), float(steps.count(2)), edge / 4.0]
		found.append([*signs, float(edge == 0 == y), 1.0])
	return found


def layer(inputs: Sequence[float], start: int, outputs: int) -> list[float]:
	"""Returns a layer's outputs. start: the place of its first row in NET"""
	size = len(inputs)
	rows = range(start, start + outputs * size, size)
	return [sum(map(mul, inputs, NET[row : row + size])) for row in rows]


def weigh_places(cells: Sequence[int], player: int) -> list[float]:
	"""Returns the weights of a player's pieces by piece and rank, for a Belief.

	cells: of the pieces at the start
	"""
	last = SIZE - 1
	places = [(x, last - y if player else y) for x, y in map(place_of, cells)]
	weights = []
	for signs in signs_of(places):
		hidden = [max(unit, 0.0) for unit in layer(signs, 0, UNITS)]
		weights.append(1.0)  # of UNKNOWN
		weights += map(exp, layer([*hidden, 1.0], UNITS * (INPUTS + 1), FLAG))
	return weights


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


# ==== bots/stratego/known.py ====
"""A player's knowledge and beliefs about the opponent's pieces, and random positions that agree.

A view is a Game in which the opponent's hidden pieces are UNKNOWN. Known facts about one: it has
moved (no bomb, no flag), it was in a battle or moved several cells (its rank), and the ranks that
remain when the known ones are counted.
"""

SHARES = 1 << 20  # steps of a random share
NEVER = 1e-30  # times: the weight of what a fact rules out
COUNTS = tuple(SUPPLY.count(rank) for rank in range(RANKS))  # pieces of a side, by rank


@record
class Belief:
	"""The chances of ranks for a side's UNKNOWN pieces.

	weight: by number of the piece on its side * RANKS + rank, above 0. The chance of an assignment
	    is in proportion to the product of its weights.
	left: number of UNKNOWN pieces
	unknown: these pieces
	ranks: the ranks that they share, highest number first
	ways: by set of places in `unknown`, as bits: the sum of the products of all assignments of the
	    first `ranks` to that set
	"""

	weight: Numbers[float] = numbers(float, EACH * RANKS)
	left: int
	unknown: Numbers[int] = numbers(int, EACH)
	ranks: Numbers[int] = numbers(int, EACH)
	ways: Numbers[float] = numbers(float, 1 << EACH)


@kernel
def weigh(game: Game, player: int, belief: Belief) -> None:
	"""Prepares a belief for `deal`: all but `weight` is written.

	A weight that a known fact rules out is multiplied by NEVER.
	"""
	hidden = numbers(int, RANKS)  # how many of a rank are not known
	left = 0
	for rank in range(RANKS):
		hidden[rank] = COUNTS[rank]
	for piece in range(player * EACH, player * EACH + EACH):
		known = game.rank[piece]
		hidden[known] -= 1
		if known == UNKNOWN:
			belief.unknown[left] = piece
			left += 1
			still = (piece - player * EACH) * RANKS
			if game.has_moved[piece]:
				belief.weight[still + BOMB] *= NEVER
				belief.weight[still + FLAG] *= NEVER
			elif game.cell[piece] == 0:
				belief.weight[still + FLAG] *= NEVER
	belief.left = left
	drawn = FLAG
	for number in range(left):
		while drawn > SPY and hidden[drawn] <= 0:
			drawn -= 1
		hidden[drawn] -= 1
		belief.ranks[number] = drawn
	belief.ways[0] = 1.0
	for some in range(1, 1 << left):
		rank = belief.ranks[some.bit_count() - 1]
		total = 0.0
		for number in range(left):
			if some >> number & 1:
				weight = belief.weight[belief.unknown[number] % EACH * RANKS + rank]
				total += weight * belief.ways[some ^ (1 << number)]
		belief.ways[some] = total


@kernel
def deal(game: Game, belief: Belief, dice: Dice) -> None:
	"""Gives the UNKNOWN pieces of a belief ranks, drawn by the chances of its assignments.

	With equal weights each assignment that agrees with the known facts is equally likely.
	"""
	some = (1 << belief.left) - 1
	for place in range(belief.left):
		rank = belief.ranks[belief.left - 1 - place]
		roll = (float(draw(dice, SHARES)) + 0.5) / float(SHARES) * belief.ways[some]
		found = -1
		for number in range(belief.left):
			if some >> number & 1 and roll >= 0.0:
				weight = belief.weight[belief.unknown[number] % EACH * RANKS + rank]
				roll -= weight * belief.ways[some ^ (1 << number)]
				found = number
		some ^= 1 << found
		game.rank[belief.unknown[found]] = rank


class View:
	"""One player's view of a match, updated by the lines.

	you: the own player
	game: the position with own ranks, and those of the opponent that are known
	weights: of the opponent's pieces by their places at the start, for a Belief
	"""

	def __init__(self, you: int) -> None:
		self.you = you
		self.game = Game()
		clear(self.game)
		self.weights = [1.0] * (EACH * RANKS)
		self.is_begun = False

	def observe(self, turn: Turn) -> str:
		"""Updates the view by a GameState. Returns a text about a difference that was repaired,
		usually "".
		"""
		game = self.game
		is_first = not self.is_begun
		self.is_begun = True
		if turn.move is not None and not is_first:
			self._follow(turn)
		trouble = ""
		seen = {game.cell[piece]: piece // EACH for piece in range(PIECES) if game.cell[piece]}
		if seen != {cell: owner for cell, (_, owner) in turn.pieces.items()}:
			self._place(turn, is_first)
			if is_first:
				first = (1 - self.you) * EACH
				self.weights = weigh_places(game.cell[first : first + EACH], 1 - self.you)
			trouble = "" if is_first else "the board does not follow from the moves: it counts"
		for cell, (rank, owner) in turn.pieces.items():
			if owner != self.you and rank != UNKNOWN:
				self._name(game.board[cell] - 1, rank)
		game.turn = turn.turn
		game.to_move = turn.active
		return trouble

	def _name(self, piece: int, rank: int) -> None:
		"""Notes a rank that both players know now."""
		self.game.rank[piece] = rank
		self.game.is_shown[piece] = True

	def _follow(self, turn: Turn) -> None:
		"""Plays the move that led to this state, if there is a piece to move."""
		game = self.game
		assert turn.move is not None
		start, target = turn.move
		piece, there = game.board[start] - 1, game.board[target]
		if not 0 <= piece < PIECES or there > PIECES or (there == EMPTY) != (turn.battle is None):
			return
		if turn.battle is not None:
			self._name(piece, turn.battle[0])
			self._name(there - 1, turn.battle[1])
		elif abs(target - start) not in (1, WIDTH):
			self._name(piece, SCOUT)
		move_piece(game, piece, target)

	def _place(self, turn: Turn, is_first: bool) -> None:
		"""Puts the pieces on the cells of the input; one that stood there before stays the same."""
		game, old = self.game, Game()
		assign(old, game)
		clear(game)
		free = list(range(PIECES))
		rows = sorted(turn.pieces.items(), key=lambda row: not 0 < old.board[row[0]] <= PIECES)
		for cell, (rank, owner) in rows:
			own = rank if owner == self.you else UNKNOWN
			fits = [piece for piece in free if piece // EACH == owner]
			fits.sort(key=lambda piece: (old.cell[piece] != cell, old.rank[piece] != own))
			if fits:
				piece = fits[0]
				free.remove(piece)
				put(game, piece, own or old.rank[piece], cell)
				game.is_shown[piece] = old.is_shown[piece]
				has_come = old.cell[piece] != cell and not is_first
				game.has_moved[piece] = old.has_moved[piece] or has_come
		for piece in free:
			game.rank[piece] = old.rank[piece]


# ==== common/search/mcts_hidden.py ====
"""Monte Carlo tree search for two players with hidden parts: one tree over positions drawn anew."""

from math import log, sqrt
from typing import TypeVar

POOL = capacity(pure=200_000, compiled=4_000_000)
SECRETS = 8  # 0: the mover knows no more than the tree
SECRET_POOL = capacity(pure=160_000, compiled=3_200_000)
MAX_DEPTH = 64
MOVE_ROOM = 256
MOVE_IDS = 4096  # moves are numbers below this
NONE = 0  # no slot: 0 is the root, and nobody's child
NOTHING = -1  # no move
CHANCES = 1 << 20  # steps of a probability

AnyState = TypeVar("AnyState")
AnySetting = TypeVar("AnySetting")
AnyDice = TypeVar("AnyDice")


@record
class Tree:
	"""The nodes, the search's settings, and counts since `plant`."""

	is_greedy: bool  # epsilon-greedy instead of UCT
	epsilon: float = 0.35  # params may set it
	exploration: float = 0.5  # weight of the unknown in UCT, against 0..1; params may set it
	prior: float = 0.5  # visits, above 0: weight of the mean over all secrets; params may set it
	used: int  # slots in use
	used_secrets: int  # places in use of SECRET_POOL
	iterations: int
	picks: int  # moves selected
	stamp: int
	first: Numbers[int] = numbers(Int32, POOL)
	next: Numbers[int] = numbers(Int32, POOL)
	move: Numbers[int] = numbers(Int16, POOL)
	visits: Numbers[float] = numbers(float, POOL)
	total: Numbers[float] = numbers(float, POOL)  # what the player who moved here got
	secrets: Numbers[int] = numbers(Int32, POOL)  # where a node's counts by secret begin, or NONE
	secret_visits: Numbers[float] = numbers(float, SECRET_POOL)
	secret_total: Numbers[float] = numbers(float, SECRET_POOL)
	legal: Numbers[int] = numbers(int, MOVE_ROOM)
	seen: Numbers[int] = numbers(int, MOVE_IDS)
	path: Numbers[int] = numbers(int, MAX_DEPTH + 1)
	side: Numbers[int] = numbers(int, MAX_DEPTH + 1)  # who moved into the path's node
	secret: Numbers[int] = numbers(int, MAX_DEPTH + 1)  # that move's


@kernel
def plant(tree: Tree) -> None:
	"""Makes a root without children."""
	tree.used = 1
	tree.used_secrets = SECRETS
	tree.iterations = 0
	tree.picks = 0
	tree.first[0] = NONE
	tree.visits[0] = 0.0


@kernel
def open_secrets(tree: Tree, node: int) -> None:
	"""Gives a node counts by secret, all 0, if their pool has room."""
	first = tree.used_secrets
	if first + SECRETS <= SECRET_POOL:
		tree.used_secrets = first + SECRETS
		tree.secrets[node] = first
		for place in range(first, first + SECRETS):
			tree.secret_visits[place] = 0.0
			tree.secret_total[place] = 0.0


def bind(sample, list_moves, mover, play, rate, secret, draw):
	"""Returns iterate(tree, start, world, setting, dice, count), which continues the search from
	`start` and tries moves on `world`; after any iteration `children` gives the root's results."""

	@kernel
	def grow(tree: Tree, node: int, moves: int, wanted: int, fresh: int, dice: AnyDice) -> int:
		"""Adds a child for `wanted`, else for one of `fresh` untried moves; NONE if no room."""
		slot = tree.used
		if slot >= POOL:
			return NONE
		choice = draw(dice, fresh)
		move = wanted
		for index in range(moves):
			if tree.seen[tree.legal[index]] == tree.stamp:
				if choice == 0 and wanted == NOTHING:
					move = tree.legal[index]
				choice -= 1
		tree.used = slot + 1
		tree.first[slot] = NONE
		tree.next[slot] = tree.first[node]
		tree.first[node] = slot
		tree.move[slot] = move
		tree.visits[slot] = 0.0
		tree.total[slot] = 0.0
		tree.secrets[slot] = NONE
		return slot

	@kernel
	def pick(tree: Tree, node: int, world: AnyState, setting: AnySetting, dice: AnyDice) -> int:
		"""Returns the child to go to, or NONE: the way ends at `node`."""
		moves = list_moves(world, setting, tree.legal)
		if moves == 0:
			return NONE
		tree.stamp += 1
		for index in range(moves):
			tree.seen[tree.legal[index]] = tree.stamp
		wanted = NOTHING
		width = 0.0
		if tree.is_greedy:
			if float(draw(dice, CHANCES)) < tree.epsilon * float(CHANCES):
				wanted = tree.legal[draw(dice, moves)]
		else:
			width = tree.exploration * sqrt(log(max(tree.visits[node], 1.0)))
		best = NONE
		best_score = -1.0
		fresh = moves
		slot = tree.first[node]
		while slot != NONE:
			move = tree.move[slot]
			if tree.seen[move] == tree.stamp:
				if move == wanted:
					return slot
				tree.seen[move] = 0
				fresh -= 1
				tries = tree.visits[slot]
				mean = tree.total[slot] / tries
				known = secret(world, setting, move)
				if known != 0 and tree.secrets[slot] == NONE:
					open_secrets(tree, slot)
				if known != 0 and tree.secrets[slot] != NONE:
					place = tree.secrets[slot] + known
					tries = tree.prior + tree.secret_visits[place]
					mean = (tree.prior * mean + tree.secret_total[place]) / tries
				score = mean + width / sqrt(tries)
				if score > best_score:
					best_score = score
					best = slot
			slot = tree.next[slot]
		if fresh == 0 or (tree.is_greedy and wanted == NOTHING and best != NONE):
			return best
		child = grow(tree, node, moves, wanted, fresh, dice)
		return best if child == NONE else child

	@kernel
	def iterate(
		tree: Tree, start: AnyState, world: AnyState, setting: AnySetting, dice: AnyDice, count: int
	) -> None:
		for _ in range(count):
			assign(world, start)
			sample(world, setting, dice)
			node = 0
			length = 0
			is_inside = True
			while is_inside:
				tree.path[length] = node
				side = mover(world, setting)
				is_inside = length < MAX_DEPTH and (node == 0 or tree.visits[node] > 0.0)
				if is_inside:
					node = pick(tree, node, world, setting, dice)
					is_inside = node != NONE
				if is_inside:
					tree.picks += 1
					known = secret(world, setting, tree.move[node])
					play(world, setting, tree.move[node])
					length += 1
					tree.side[length] = side
					tree.secret[length] = known
			value = rate(world, setting, dice)
			tree.visits[0] += 1.0
			for step in range(1, length + 1):
				slot = tree.path[step]
				gain = value if tree.side[step] == 0 else 1.0 - value
				tree.visits[slot] += 1.0
				tree.total[slot] += gain
				if tree.secret[step] != 0 and tree.secrets[slot] != NONE:
					place = tree.secrets[slot] + tree.secret[step]
					tree.secret_visits[place] += 1.0
					tree.secret_total[place] += gain
			tree.iterations += 1

	return iterate


def children(tree, slot):
	"""Returns (move, visits, mean, slot) of a node's children, most visited first."""
	rows = []
	child = tree.first[slot]
	while child != NONE:
		visits = tree.visits[child]
		rows.append((tree.move[child], int(visits), tree.total[child] / visits, child))
		child = tree.next[child]
	return sorted(rows, key=lambda row: (-row[1], -row[2], row[0]))


def describe(tree, name):
	"""Returns the moves at the root and the principal line, in the words of `name`."""
	rows = children(tree, 0)
	moves = [{"move": name(move), "visits": tries, "value": mean} for move, tries, mean, _ in rows]
	line = []
	while rows:
		line.append(name(rows[0][0]))
		rows = children(tree, rows[0][3])
	return {"line": line, "moves": moves}


def counts(tree):
	"""Returns the work since `plant`."""
	return {
		"iterations": tree.iterations,
		"simulated_turns": tree.picks,
		"nodes": tree.used,
		"evaluations": tree.iterations,
		"ucb": 0 if tree.is_greedy else tree.picks,
		"depth": round(tree.picks / max(1, tree.iterations)),
	}


# ==== bots/stratego/search.py ====
"""The kernels of the bot's search: one tree over random positions that agree with its knowledge."""


@record
class Setting:
	"""The fixed part of a search."""

	params: Params
	you: int
	since: int  # the turn at the root
	belief: Belief


@kernel
def sample(game: Game, setting: Setting, dice: Dice) -> None:
	"""Gives the opponent's hidden pieces random ranks."""
	deal(game, setting.belief, dice)


@kernel
def legal_moves(game: Game, setting: Setting, moves: Numbers[int]) -> int:
	"""Lists the legal moves; none if the game is over."""
	if game.end != 0:
		return 0
	return list_moves(game, moves)


@kernel
def mover(game: Game, setting: Setting) -> int:
	"""Returns the player to move."""
	return game.to_move


@kernel
def play_move(game: Game, setting: Setting, move: int) -> None:
	"""Plays a move."""
	play(game, move)


@kernel
def rate(game: Game, setting: Setting, dice: Dice) -> float:
	"""Returns Red's chance, 0..1."""
	return value(game, setting.params, setting.since)


@kernel
def secret(game: Game, setting: Setting, move: int) -> int:
	"""Returns the rank of an opponent's piece that has not shown it; 0 for another piece."""
	piece = move // AREA
	is_secret = piece // EACH != setting.you and not game.is_shown[piece]
	return game.rank[piece] if is_secret else 0


iterate = bind(sample, legal_moves, mover, play_move, rate, secret, draw)


@record
class Memory:
	"""The memory of the search. The bot loads start, setting and dice every turn."""

	start: Game
	setting: Setting
	dice: Dice
	world: Game
	tree: Tree


@kernel
def begin(memory: Memory) -> None:
	"""Makes an empty tree for the view in `start`."""
	params = memory.setting.params
	weigh(memory.start, 1 - memory.setting.you, memory.setting.belief)
	memory.tree.is_greedy = params.is_greedy
	memory.tree.epsilon = params.epsilon
	memory.tree.exploration = params.exploration
	memory.tree.prior = params.prior
	plant(memory.tree)


@kernel
def think(memory: Memory, count: int) -> None:
	"""Plays `count` iterations."""
	iterate(memory.tree, memory.start, memory.world, memory.setting, memory.dice, count)


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


# ==== bots/stratego/bot.py ====
"""The Barrage Stratego bot: tracks its knowledge, searches with MCTS, writes a move."""

from collections.abc import Mapping
from time import perf_counter, time_ns
from typing import TextIO

READY_S = 2.4  # after which C is waited for for 1 s more at most: bot-start has 5 s
DICE_A_MATCH = 10_000  # more than a match has turns
DEALS = 50  # from which the beliefs are counted
NO_LIMIT = 1 << 40  # turns: the official limit is not known


class StrategoBot(Searcher[Memory]):
	"""Plays the seat in the first line. sink: the output for lines before the first turn"""

	chunk = 8

	def __init__(
		self, params: Params, engines: Engines[Memory], sink: TextIO | None = None
	) -> None:
		super().__init__(params, engines)
		self.params = params
		self.turn_ms = params.turn_ms
		self.sink = sink or sys.stdout
		self.parser = Parser()
		self.view = View(0)
		self.is_ours = False  # the view's position is one in which we move

	def prepare(self, seed: int) -> None:
		for player in (0, 1):  # the start as Red sees it
			for index, (rank, cell) in enumerate(placed(BOTZILLA, player, False)):
				put(self.view.game, player * EACH + index, UNKNOWN if player else rank, cell)
		super().prepare(seed)
		# A turn that begins in READY_S waits for C until then; the first real one may wait too.
		self.engines.current(Deadline(1000.0, 0.0, perf_counter() + READY_S))
		write_lines([START], self.sink)

	def read_start(self, reader: LineReader) -> None:
		you = self.parser.parse_init(reader.line(), reader.number)
		# Without a given seed every match has another setup.
		seed = self.seed if "BOTSMITH_SEED" in os.environ else time_ns()
		pieces = choose_setup(seed, you)
		self.view = View(you)
		write_lines([format_setup(pieces)], self.sink)
		reader.begin_turn()

	def read_turn(self, reader: LineReader) -> None:
		"""Reads lines up to the own turn, which begins with its own line."""
		while True:
			line = reader.line()
			try:
				turn = self.parser.parse_state(line, reader.number)
			except UnreadableInput as error:
				if self.is_ours or not self.view.is_begun:
					raise
				# The echo of our own move: nobody waits for an answer.
				report(f"unreadable input, skipped: {error}")
				self.is_ours = True
				reader.begin_turn()
				continue
			trouble = self.view.observe(turn)
			if trouble:
				report(f"line {reader.number}: {trouble}")
			self.is_ours = turn.active == self.view.you
			if self.is_ours:
				return
			self.is_ours = True  # the next line will be
			reader.begin_turn()

	def answer(self, deadline: Deadline) -> list[str]:
		game, setting = self.view.game, Setting()
		setting.you = self.view.you
		setting.since = game.turn
		assign(setting.params, self.params)
		setting.belief.weight[:] = [part**self.params.trust for part in self.view.weights]
		game.max_turns = NO_LIMIT
		engine = self.engine = self.engines.current(deadline)
		engine.load("start", game)
		engine.load("setting", setting)
		engine.load("dice", make_dice(self.seed * DICE_A_MATCH + game.turn))
		engine.call(begin)
		found = children(self.search(think, deadline).tree, 0)
		if not found:
			return self.fallback()
		if self.params.is_greedy:  # whose visits are random in part
			found.sort(key=lambda row: -row[2])
		return self._commit(found[0][0])

	def fallback(self) -> list[str]:
		"""Plays the first legal move toward the rival's side that attacks no piece, else any legal
		one.

		Raises UnreadableInput if no legal move is known.
		"""
		game = self.view.game
		game.to_move = self.view.you
		moves = [0] * MAX_MOVES
		legal = moves[: list_moves(game, moves)]
		if not legal:
			raise UnreadableInput("no legal move is known")
		forward = 1 - 2 * self.view.you
		quiet = [move for move in legal if game.board[move % AREA] == 0]
		return self._commit(max(quiet or legal, key=lambda move: forward * (move % AREA)))

	def _commit(self, move: int) -> list[str]:
		self.is_ours = False
		return [format_move(self.view.game.cell[move // AREA], move % AREA)]

	def stats(self) -> Mapping[str, Stat]:
		return self.timed(counts(self.engine.memory.tree))

	def explain(self) -> str:
		game = self.view.game
		found = describe(self.engine.memory.tree, lambda move: name_move(game, move))
		units = [{"unit": 0, **found}]
		return json.dumps({"turn": game.turn, "beliefs": self.beliefs(), "units": units})

	def beliefs(self) -> dict[str, str]:
		"""Returns, by cell of each hidden rival piece, its likeliest rank with its percentage."""
		game, setting, world = self.view.game, self.engine.memory.setting, Game()
		hidden = [at for at in range(PIECES) if game.rank[at] == UNKNOWN and game.cell[at]]
		dealt: dict[int, list[int]] = {piece: [] for piece in hidden}
		dice = make_dice(game.turn)
		for _ in range(DEALS):
			assign(world, game)
			deal(world, setting.belief, dice)
			for piece in hidden:
				dealt[piece].append(world.rank[piece])
		names = {}
		for piece, ranks in dealt.items():
			rank = max(sorted(set(ranks)), key=ranks.count)
			x, y = place_of(game.cell[piece])
			names[f"{x},{y}"] = f"{NAMES[rank]} {100 * ranks.count(rank) // DEALS} %"
		return names


def name_move(game: Game, move: int) -> str:
	"""Returns a move in words: the piece's rank, its cell at the root, its target."""
	piece, target = divmod(move, AREA)
	places = "".join(f" {x},{y}" for x, y in map(place_of, (game.cell[piece], target)))
	return f"{NAMES[game.rank[piece]]}{places}"


def main() -> None:
	"""Plays on stdin and stdout."""
	run(StrategoBot(Params(), Compiled(Memory, ENTRIES, ["-O1"])))


# ==== bots/stratego/setup.py ====
"""The places of the pieces at the start."""

Setup = tuple[tuple[int, int, int], ...]  # rank, X, Y of Red's pieces

# Botzilla's own, which it always plays; ours are stronger.
BOTZILLA: Setup = (
	(FLAG, 0, 0),
	(BOMB, 1, 0),
	(SPY, 2, 0),
	(MARSHAL, 0, 1),
	(MINER, 1, 1),
	(SCOUT, 1, 3),
	(SCOUT, 5, 3),
	(GENERAL, 9, 3),
)


def placed(setup: Setup, player: int, is_mirrored: bool) -> list[tuple[int, int]]:
	"""Returns (rank, cell) of a setup's pieces for a player. Blue's are turned by 180 degrees.

	is_mirrored: True to exchange left and right
	"""
	last = SIZE - 1
	pieces = []
	for rank, x, y in setup:
		column = last - x if is_mirrored else x
		pieces.append((rank, cell_at(last - column, last - y) if player else cell_at(column, y)))
	return pieces


CORNER: Setup = (
	(FLAG, 0, 0),
	(BOMB, 1, 0),
	(GENERAL, 0, 1),
	(SPY, 1, 1),
	(MINER, 2, 1),
	(SCOUT, 4, 1),
	(SCOUT, 8, 2),
	(MARSHAL, 3, 2),
)
COMPACT: Setup = (
	(FLAG, 0, 0),
	(BOMB, 1, 0),
	(GENERAL, 0, 1),
	(SPY, 1, 1),
	(MINER, 2, 1),
	(SCOUT, 0, 2),
	(SCOUT, 4, 1),
	(MARSHAL, 2, 2),
)
SETUPS: tuple[Setup, ...] = (CORNER, COMPACT)


def choose_setup(seed: int, player: int) -> list[tuple[int, int]]:
	"""Returns one of SETUPS, mirrored or not, chosen by the seed."""
	dice = make_dice(seed)
	setup = SETUPS[draw(dice, len(SETUPS))]
	return placed(setup, player, draw(dice, 2) == 1)


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
LIBM(exp) 
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


# ==== bots/stratego/main.py ====
main()
