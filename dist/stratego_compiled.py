# stratego: a CodinGame bot in one file, made by Botsmith from readable sources
# revision    bd050fb34197 
# content     1025f7aecf19685c
# flavour     compiled
# size           86,006 of 100,000 UTF-16 units
# parameters  spy = 0.6, scout = 0.8, miner = 1.4, general = 3.0, marshal = 4.0, bomb = 0.8,
#             top = 1.0, secret = 0.15, near = 2.5, fade = 0.06, press = 0.4, guard = 1.0,
#             run = 4.0, tire = 0.02, back_0 = 1.0, back_1 = 0.5, back_2 = 0.3, back_3 = 0.2,
#             scale = 2.0, haste = 0.002, is_greedy = False, epsilon = 0.35, exploration = 0.1,
#             prior = 0.5, first_ms = 500.0, turn_ms = 500.0, margin_ms = 10.0
#
# Every source stands below as it was written. To tune the bot, change a number and play.
# Line numbers in tracebacks are those of this file.

import sys as __stickytape_sys

__stickytape_modules = {}  # path: source, filled below


def __stickytape_write_module(path, contents):
    """Keeps a module, moved down by blank lines so that its line numbers are those of this file."""
    line = __stickytape_sys._getframe(1).f_lineno
    __stickytape_modules[path] = b"\n" * (line - 1) + contents.expandtabs(4)


# ==== bots/stratego/params.py ====
__stickytape_write_module('bots/stratego/params.py', rb'''
"""The bot's tunable numbers, as `name: type = value  # low..high unit: meaning`.

A point is what a position's score is counted in; `scale` points make a chance of 73 %.
"""

from common.kernel import record


@record
class Params:
    """A number changed here is in force in every engine."""

    # --- pieces
    spy: float = 0.6  # 0..10 points: a living spy
    scout: float = 0.8  # 0..10 points: a living scout
    miner: float = 1.4  # 0..10 points: a living miner
    general: float = 3.0  # 0..10 points: a living general
    marshal: float = 4.0  # 0..10 points: a living marshal
    bomb: float = 0.8  # 0..10 points: a bomb
    top: float = 1.0  # 0..10 points: for the side whose strongest piece that moves is the stronger
    secret: float = 0.15  # 0..1 share: of a piece's points, while its rank is not known

    # --- the flags
    near: float = 2.5  # 0..10 points: the nearest attacker at the flag, less with its distance
    fade: float = 0.06  # 0..1 share: by which a step lessens `near`, `press` and `guard`
    press: float = 0.4  # 0..5 points: each piece that moves, less with its distance from the flag
    guard: float = 1.0  # 0..10 points: the nearest general or marshal at home, less with distance
    run: float = 4.0  # 0..20 points: an attacker that nobody can stop, less with its distance
    tire: float = 0.02  # 0.011..1 share: by which a step of distance lessens `run`

    # --- where an unmoved piece may be the flag, by rows from the back
    back_0: float = 1.0  # 0.01..1 weight: the last row
    back_1: float = 0.5  # 0.01..1 weight: the row before
    back_2: float = 0.3  # 0.01..1 weight
    back_3: float = 0.2  # 0.01..1 weight: the foremost row

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
    margin_ms: float = 10.0  # 2..40 ms: kept from each turn besides the pauses met
''')


# ==== bots/stratego/bot.py ====
__stickytape_write_module('bots/stratego/bot.py', rb'''


import json
import os
import sys
from collections.abc import Mapping
from time import perf_counter, time_ns
from typing import TextIO

from bots.stratego import protocol
from bots.stratego.belief import View
from bots.stratego.params import Params
from bots.stratego.rules import (
	AREA,
	EACH,
	MAX_MOVES,
	UNKNOWN,
	Game,
	clear,
	list_moves,
	place_of,
	put,
)
from bots.stratego.search import Memory, Setting, begin, think, weigh
from bots.stratego.setup import BOTZILLA, choose_setup, placed
from common.clock import Deadline
from common.engine import Engine, Engines
from common.kernel import assign
from common.loop import Value, run
from common.rng import make_dice
from common.search.mcts_hidden import children, describe
from common.stdio import LineReader, UnreadableInput, log, write_lines

CHUNK = 8  # iterations between looks at the clock
WARM_UP = 20  # iterations before the first line
READY_S = 2.4  # after which C is waited for for 0.6 s more at most: bot-start has 5 s
DICE_A_MATCH = 10_000  # more than a match has turns
NO_LIMIT = 1 << 40  # turns: the official limit is not known


class StrategoBot:


	def __init__(self, params: Params, engines: Engines, sink: TextIO | None = None) -> None:
		self.params = params
		self.engines = engines
		self.sink = sink or sys.stdout
		self.first_ms = params.first_ms
		self.turn_ms = params.turn_ms
		self.margin_ms = params.margin_ms
		self.seed = 0
		self.parser = protocol.Parser()
		self.view = View(0)
		self.is_ours = False  # whether the view's position is one in which we move
		self.engine: Engine = engines.python  # of the last search
		self.search_ms = 0.0

	def prepare(self, seed: int) -> None:
		self.seed = seed
		game = Game()  # the start as Red sees it, to fill all caches
		clear(game)
		for player in (0, 1):
			for index, (rank, cell) in enumerate(placed(BOTZILLA, player, False)):
				put(game, player * EACH + index, UNKNOWN if player else rank, cell)
		self._search(game, Deadline(self.turn_ms, 0.0, iterations=WARM_UP))
		self.engines.start()
		# A turn that begins in READY_S waits for C until then; the real ones only look for it.
		self.engines.current(Deadline(1000.0, 0.0, perf_counter() + READY_S))
		write_lines([protocol.START], self.sink)

	def read_start(self, reader: LineReader) -> None:
		you = self.parser.parse_init(reader.line(), reader.number)
		# Without a given seed every match has another setup.
		seed = self.seed if "BOTSMITH_SEED" in os.environ else time_ns()
		pieces = choose_setup(seed, you)
		self.view = View(you)
		write_lines([protocol.format_setup(pieces)], self.sink)
		reader.begin_turn()

	def read_turn(self, reader: LineReader) -> None:

		while True:
			line = reader.line()
			try:
				told = self.parser.parse_state(line, reader.number)
			except UnreadableInput as error:
				if self.is_ours or not self.view.is_begun:
					raise
				# The echo of our own move: nobody waits for an answer.
				log(f"unreadable input, skipped: {error}")
				self.is_ours = True
				reader.begin_turn()
				continue
			trouble = self.view.observe(told)
			if trouble:
				log(f"line {reader.number}: {trouble}")
			self.is_ours = told.active == self.view.you
			if self.is_ours:
				return
			self.is_ours = True  # the next line will be
			reader.begin_turn()

	def answer(self, deadline: Deadline) -> list[str]:
		engine = self._search(self.view.game, deadline)
		found = children(engine, "tree", 0)
		if not found:
			return self.fallback()
		if self.params.is_greedy:  # whose visits are random in part
			found.sort(key=lambda row: -row[2])
		return self._commit(found[0][0])

	def _search(self, game: Game, deadline: Deadline) -> Engine:

		setting = Setting()
		setting.you = self.view.you
		setting.since = game.turn
		assign(setting.params, self.params)
		weigh(game, setting)
		game.max_turns = NO_LIMIT
		engine = self.engine = self.engines.current(deadline)
		engine.load("start", game)
		engine.load("setting", setting)
		engine.load("dice", make_dice(self.seed * DICE_A_MATCH + game.turn))
		engine.call(begin)
		for count in deadline.chunks(CHUNK * engine.pace):
			engine.call(think, count)
		self.search_ms = deadline.search_ms
		return engine

	def fallback(self) -> list[str]:




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
		return [protocol.format_move(self.view.game.cell[move // AREA], move % AREA)]

	def stats(self) -> Mapping[str, Value]:
		iterations = round(self.engine.read("tree.iterations"))
		picks = round(self.engine.read("tree.picks"))
		return {
			"iterations": iterations,
			"simulated_turns": picks,
			"nodes": round(self.engine.read("tree.used")),
			"evaluations": iterations,
			"ucb": 0 if self.params.is_greedy else picks,
			"depth": round(picks / max(1, iterations)),
			"search_ms": round(self.search_ms, 3),
			"engine": self.engine.name,
		}

	def explain(self) -> str:
		game = Game()
		assign(game, self.view.game)
		found = describe(self.engine, "tree", lambda move: name_move(game, move))
		return json.dumps({"turn": game.turn, "units": [{"unit": 0, **found}]})


def name_move(game: Game, move: int) -> str:

	piece, target = divmod(move, AREA)
	places = "".join(f" {x},{y}" for x, y in map(place_of, (game.cell[piece], target)))
	return f"{protocol.NAMES[game.rank[piece]]}{places}"


def main(engines: Engines | None = None) -> None:

	run(StrategoBot(Params(), engines or Engines(Memory)))
''')


# ==== bots/stratego/search.py ====
__stickytape_write_module('bots/stratego/search.py', rb'''


from bots.stratego import rules
from bots.stratego.belief import deal
from bots.stratego.evaluate import value
from bots.stratego.params import Params
from bots.stratego.rules import AREA, EACH, PIECES, SIZE, Game, place_of
from common.kernel import Numbers, kernel, numbers, record
from common.rng import Dice, draw
from common.search import mcts_hidden
from common.search.mcts_hidden import Tree, plant


@record
class Setting:


	params: Params
	you: int
	since: int  # the turn at the root
	flags: Numbers[float] = numbers(float, PIECES)
	bombs: Numbers[float] = numbers(float, PIECES)


@kernel
def sample(game: Game, setting: Setting, dice: Dice) -> None:

	deal(game, 1 - setting.you, setting.flags, setting.bombs, dice)


@kernel
def list_moves(game: Game, setting: Setting, moves: Numbers[int]) -> int:

	if game.end != 0:
		return 0
	return rules.list_moves(game, moves)


@kernel
def mover(game: Game, setting: Setting) -> int:

	return game.to_move


@kernel
def play(game: Game, setting: Setting, move: int) -> None:

	rules.play(game, move)


@kernel
def rate(game: Game, setting: Setting, dice: Dice) -> float:

	return value(game, setting.params, setting.since)


@kernel
def secret(game: Game, setting: Setting, move: int) -> int:

	piece = move // AREA
	is_secret = piece // EACH != setting.you and not game.is_shown[piece]
	return game.rank[piece] if is_secret else 0


iterate = mcts_hidden.bind(sample, list_moves, mover, play, rate, secret, draw)


@record
class Memory:


	start: Game
	setting: Setting
	dice: Dice
	world: Game
	tree: Tree


def weigh(game: Game, setting: Setting) -> None:

	params = setting.params
	rows = (params.back_0, params.back_1, params.back_2, params.back_3)
	rival = 1 - setting.you
	for piece in range(rival * EACH, rival * EACH + EACH):
		y = place_of(game.cell[piece])[1]
		row = y if rival == 0 else SIZE - 1 - y
		setting.flags[piece] = rows[row] if 0 <= row < len(rows) else 1.0
		setting.bombs[piece] = 1.0


@kernel
def begin(memory: Memory) -> None:

	params = memory.setting.params
	memory.tree.is_greedy = params.is_greedy
	memory.tree.epsilon = params.epsilon
	memory.tree.exploration = params.exploration
	memory.tree.prior = params.prior
	plant(memory.tree)


@kernel
def think(memory: Memory, count: int) -> None:

	iterate(memory.tree, memory.start, memory.world, memory.setting, memory.dice, count)


ENTRIES = (begin, think)
''')


# ==== bots/stratego/rules.py ====
__stickytape_write_module('bots/stratego/rules.py', rb'''












from common.kernel import Numbers, assign, kernel, numbers, record

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

	return (y + 1) * WIDTH + x + 1


def place_of(cell: int) -> tuple[int, int]:

	return cell % WIDTH - 1, cell // WIDTH - 1


def clear(game: Game) -> None:

	empty = Game()
	for cell in range(AREA):
		x, y = place_of(cell)
		is_water = x in LAKES and y in LAKE_ROWS
		is_inside = 0 <= x < SIZE and 0 <= y < SIZE
		empty.board[cell] = EMPTY if is_inside and not is_water else WALL
	assign(game, empty)


def put(game: Game, piece: int, rank: int, cell: int) -> None:

	game.rank[piece] = rank
	game.cell[piece] = cell
	game.board[cell] = piece + 1


@kernel
def can_move(rank: int) -> bool:

	return rank < BOMB


@kernel
def battle(attacker: int, defender: int) -> int:

	if defender == FLAG:
		return 1
	if defender == BOMB:
		return 1 if attacker == MINER else -1
	if attacker == SPY and defender == MARSHAL:
		return 1
	return 1 if attacker > defender else -1 if attacker < defender else 0


@kernel
def is_rival(there: int, player: int) -> bool:

	return there != EMPTY and there != WALL and (there > EACH) == (player == 0)


@kernel
def list_moves(game: Game, moves: Numbers[int]) -> int:




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

	for piece in range(PIECES):
		if game.cell[piece] != 0 and piece // EACH == player and can_move(game.rank[piece]):
			return True
	return False


@kernel
def move_piece(game: Game, piece: int, target: int) -> None:

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
''')


# ==== bots/stratego/protocol.py ====
__stickytape_write_module('bots/stratego/protocol.py', rb'''


import json
from typing import Any, NamedTuple

from bots.stratego.rules import (
	LAKE_ROWS,
	LAKES,
	PLAYERS,
	SIZE,
	SUPPLY,
	cell_at,
	place_of,
)
from common.stdio import UnreadableInput, log

START = "bot-start"  # printed once, when the bot is ready
HIDDEN = "?"
NAMES = (HIDDEN, "Spy", "Scout", "Miner", "General", "Marshal", "Bomb", "Flag")  # by rank
INIT_KEYS = ("You", "AvailablePieces")
STATE_KEYS = ("Board", "ActivePlayer", "BattleResult", "LastMove", "TurnNumber")
CELL_KEYS = ("Rank", "Owner", "IsWater", "Coordinate")
BATTLE_KEYS = ("Winner", "Attacker", "Defender", "Position")


class Told(NamedTuple):





	pieces: dict[int, tuple[int, int]]
	active: int
	turn: int
	move: tuple[int, int] | None
	battle: tuple[int, int] | None


class Parser:





	def __init__(self) -> None:
		self.unknown: set[str] = set()
		self.where = ""

	def _fail(self, expected: str, got: object) -> UnreadableInput:
		is_plain = isinstance(got, str) and got.isprintable()
		text = str(got) if is_plain else json.dumps(got)
		return UnreadableInput(f"{self.where}: expected {expected}, got {text[:60]}")

	def _object(self, value: Any, what: str, keys: tuple[str, ...]) -> dict[str, Any]:

		if not isinstance(value, dict):
			raise self._fail(f"{what} as an object", value)
		for key in keys:
			if key not in value:
				raise self._fail(f"{what} with the key {key}", value)
		for key in value.keys() - set(keys) - self.unknown:
			self.unknown.add(key)
			log(f"{self.where}: {what} has an unknown key {key[:40]!r}, which is ignored")
		return value

	def _number(self, value: Any, what: str, end: int) -> int:
		if type(value) is not int or not 0 <= value < end:
			raise self._fail(f"{what} as a number of 0..{end - 1}", value)
		return value

	def _rank(self, value: Any, what: str) -> int:
		if value not in NAMES:
			raise self._fail(f"{what} as a rank's name", value)
		return NAMES.index(value)

	def _cell(self, value: Any, what: str) -> int:
		place = self._object(value, what, ("X", "Y"))
		x = self._number(place["X"], f"{what}'s X", SIZE)
		return cell_at(x, self._number(place["Y"], f"{what}'s Y", SIZE))

	def _side(self, value: Any) -> int:

		return self._rank(self._object(value, "a side", ("Rank", "Player"))["Rank"], "Rank")

	def _json(self, text: str, number: int, what: str, keys: tuple[str, ...]) -> dict[str, Any]:
		self.where = f"line {number}"
		try:
			value = json.loads(text)
		except (ValueError, RecursionError):
			raise self._fail(f"{what} as JSON", text) from None
		return self._object(value, what, keys)

	def parse_init(self, text: str, number: int) -> int:

		told = self._json(text, number, "GameInit", INIT_KEYS)
		pieces = told["AvailablePieces"]
		wanted = sorted(NAMES[rank] for rank in SUPPLY)
		if not isinstance(pieces, list) or sorted(map(str, pieces)) != wanted:
			raise self._fail(f"AvailablePieces {' '.join(wanted)}", pieces)
		return self._number(told["You"], "You", PLAYERS)

	def parse_state(self, text: str, number: int) -> Told:

		told = self._json(text, number, "GameState", STATE_KEYS)
		board = told["Board"]
		if not isinstance(board, list) or len(board) != SIZE * SIZE:
			got = f"{len(board)} cells" if isinstance(board, list) else board
			raise self._fail(f"a Board of {SIZE * SIZE} cells", got)
		pieces = dict(piece for entry in board for piece in self._piece(entry))
		move = battle = None
		if told["LastMove"] is not None:
			ends = self._object(told["LastMove"], "LastMove", ("From", "To"))
			move = self._cell(ends["From"], "From"), self._cell(ends["To"], "To")
		if told["BattleResult"] is not None:
			fight = self._object(told["BattleResult"], "BattleResult", BATTLE_KEYS)
			battle = self._side(fight["Attacker"]), self._side(fight["Defender"])
		active = self._number(told["ActivePlayer"], "ActivePlayer", PLAYERS)
		return Told(pieces, active, self._number(told["TurnNumber"], "turn", 1 << 40), move, battle)

	def _piece(self, entry: Any) -> list[tuple[int, tuple[int, int]]]:

		told = self._object(entry, "a cell", CELL_KEYS)
		cell = self._cell(told["Coordinate"], "Coordinate")
		if told["Rank"] is None and told["Owner"] is None:
			return []
		x, y = place_of(cell)
		if x in LAKES and y in LAKE_ROWS:
			raise self._fail("no piece in the water", entry)
		owner = self._number(told["Owner"], "Owner", PLAYERS)
		return [(cell, (self._rank(told["Rank"], "Rank"), owner))]


def coordinate(cell: int) -> dict[str, int]:

	x, y = place_of(cell)
	return {"X": x, "Y": y}


def compact(value: object) -> str:

	return json.dumps(value, separators=(",", ":"))


def format_setup(pieces: list[tuple[int, int]]) -> str:

	rows = [{"Rank": NAMES[rank], "Position": coordinate(cell)} for rank, cell in pieces]
	return compact({"Pieces": rows})


def format_move(start: int, target: int) -> str:

	return compact({"From": coordinate(start), "To": coordinate(target)})
''')


# ==== bots/stratego/belief.py ====
__stickytape_write_module('bots/stratego/belief.py', rb'''







from bots.stratego.protocol import Told
from bots.stratego.rules import (
	BOMB,
	EACH,
	EMPTY,
	FLAG,
	MARSHAL,
	PIECES,
	RANKS,
	SCOUT,
	SPY,
	SUPPLY,
	UNKNOWN,
	WIDTH,
	Game,
	clear,
	move_piece,
	put,
)
from common.kernel import Numbers, assign, kernel, numbers
from common.rng import Dice, draw

SHARES = 1 << 20  # steps of a random share
COUNTS = tuple(SUPPLY.count(rank) for rank in range(RANKS))  # of a side, by rank


@kernel
def draw_piece(game: Game, player: int, rank: int, weight: Numbers[float], dice: Dice) -> int:



	total = 0.0
	for piece in range(PIECES):
		if may_stand(game, player, piece, rank):
			total += weight[piece]
	roll = draw(dice, SHARES)
	total *= (float(roll) + 0.5) / float(SHARES)
	for piece in range(PIECES):
		if may_stand(game, player, piece, rank):
			total -= weight[piece]
			if total < 0.0:
				return piece
	return -1


@kernel
def may_stand(game: Game, player: int, piece: int, rank: int) -> bool:

	if game.rank[piece] != UNKNOWN or game.has_moved[piece] or piece // EACH != player:
		return False
	return rank == BOMB or game.cell[piece] != 0


@kernel
def deal(game: Game, player: int, flags: Numbers[float], bombs: Numbers[float], dice: Dice) -> None:





	hidden = numbers(int, RANKS)  # how many of a rank are not known
	left = 0
	for rank in range(RANKS):
		hidden[rank] = COUNTS[rank]
	for piece in range(PIECES):
		if piece // EACH == player:
			known = game.rank[piece]
			hidden[known] -= 1
			if known == UNKNOWN:
				left += 1
	if hidden[FLAG] > 0:
		flag = draw_piece(game, player, FLAG, flags, dice)
		if flag >= 0:
			game.rank[flag] = FLAG
			left -= 1
	if hidden[BOMB] > 0:
		bomb = draw_piece(game, player, BOMB, bombs, dice)
		if bomb >= 0:
			game.rank[bomb] = BOMB
			left -= 1
	for piece in range(PIECES):
		if piece // EACH == player and game.rank[piece] == UNKNOWN:
			roll = draw(dice, left)
			drawn = SPY
			while drawn < MARSHAL and roll >= hidden[drawn]:
				roll -= hidden[drawn]
				drawn += 1
			hidden[drawn] -= 1
			left -= 1
			game.rank[piece] = drawn


class View:





	def __init__(self, you: int) -> None:
		self.you = you
		self.game = Game()
		clear(self.game)
		self.is_begun = False

	def observe(self, told: Told) -> str:

		game = self.game
		is_first = not self.is_begun
		self.is_begun = True
		if told.move is not None and not is_first:
			self._follow(told)
		trouble = ""
		seen = {game.cell[piece]: piece // EACH for piece in range(PIECES) if game.cell[piece]}
		if seen != {cell: owner for cell, (_, owner) in told.pieces.items()}:
			self._place(told, is_first)
			trouble = "" if is_first else "the board does not follow from the moves: it counts"
		for cell, (rank, owner) in told.pieces.items():
			if owner != self.you and rank != UNKNOWN:
				self._name(game.board[cell] - 1, rank)
		game.turn = told.turn
		game.to_move = told.active
		return trouble

	def _name(self, piece: int, rank: int) -> None:

		self.game.rank[piece] = rank
		self.game.is_shown[piece] = True

	def _follow(self, told: Told) -> None:

		game = self.game
		assert told.move is not None
		start, target = told.move
		piece, there = game.board[start] - 1, game.board[target]
		if not 0 <= piece < PIECES or there > PIECES or (there == EMPTY) != (told.battle is None):
			return
		if told.battle is not None:
			self._name(piece, told.battle[0])
			self._name(there - 1, told.battle[1])
		elif abs(target - start) not in (1, WIDTH):
			self._name(piece, SCOUT)
		move_piece(game, piece, target)

	def _place(self, told: Told, is_first: bool) -> None:

		game, old = self.game, Game()
		assign(old, game)
		clear(game)
		free = list(range(PIECES))
		rows = sorted(told.pieces.items(), key=lambda row: not 0 < old.board[row[0]] <= PIECES)
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
''')


# ==== bots/stratego/evaluate.py ====
__stickytape_write_module('bots/stratego/evaluate.py', rb'''


from math import exp

from bots.stratego.params import Params
from bots.stratego.rules import (
	BOMB,
	EACH,
	EMPTY,
	FLAG,
	GENERAL,
	MARSHAL,
	MINER,
	PIECES,
	SCOUT,
	SPY,
	WIDTH,
	Game,
	battle,
	can_move,
)
from common.kernel import kernel

FAR = 99
CERTAIN = 50.0  # points: the flag falls with the next move


@kernel
def distance(one: int, other: int) -> int:

	return abs(one % WIDTH - other % WIDTH) + abs(one // WIDTH - other // WIDTH)


@kernel
def worth(params: Params, rank: int) -> float:

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
					stopped = is_stopped(game, piece, flag, way, late)
					if not stopped:
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
''')


# ==== bots/stratego/kernels_c.py ====
__stickytape_write_module('bots/stratego/kernels_c.py', rb'''
"""The kernels of this bot in C, as the compiler gets them."""

FLAGS = """
-shared -fPIC -O2 -march=native -std=c11 -fwrapv -ffp-contract=off -fno-builtin-log -fno-builtin-exp
""".split()
TEXT = r"""
/* Modules, and fingerprints of them. A place 21303 is line 213 of module 3.
 *   0  8311c6be92b49ba2  common.search.mcts_hidden
 *   1  e50143fab78f5c45  common.rng
 *   2  889e8242d00667dd  bots.stratego.belief
 *   3  d3db42704b16afd3  bots.stratego.rules
 *   4  127348e2263fcc61  bots.stratego.evaluate
 *   5  d571a1a26fe1ebd3  bots.stratego.search
 */
#include <math.h>
#include <setjmp.h>
#include <stdbool.h>
#include <stdint.h>
typedef int64_t Int;

#define NOINLINE __attribute__((noinline))
#define POOL 4000000
#define SECRETS 8
#define SECRET_POOL 3200000
#define MAX_DEPTH 64
#define MAX_MOVES 256
#define MOVE_IDS 4096
#define NONE 0
#define NOTHING (-1)
#define CHANCES 1048576
#define MULTIPLIER INT64_C(25214903917)
#define INCREMENT 11
#define MASK INT64_C(281474976710655)
#define SHARES 1048576
static const Int COUNTS[8] = {
	0,1,2,1,1,1,1,1,
};
#define UNKNOWN 0
#define FLAG 7
#define BOMB 6
#define SPY 1
#define MARSHAL 5
#define FLAG_TAKEN 1
#define BOTH_NO_MOVABLE 3
#define NO_MOVABLE 2
#define BLOCKED 4
#define TURN_LIMIT 5
#define SCOUT 2
#define GENERAL 4
#define MINER 3
#define WIDTH 12
#define AREA 144
#define EACH 8
#define PIECES 16
#define EMPTY 0
#define WALL 17
#define RANKS 8
static const Int STEPS[4] = {
	12,-12,1,-1,
};
#define DRAW (-1)
#define FAR 99
#define CERTAIN 50.0

typedef struct Game {
	Int board[AREA], rank[PIECES], cell[PIECES];
	bool is_shown[PIECES], has_moved[PIECES];
	Int to_move, turn, end, winner, max_turns;
} Game;

typedef struct Params {
	double spy, scout, miner, general, marshal, bomb, top, secret, near, fade, press, guard, run;
	double tire, back_0, back_1, back_2, back_3, scale, haste;
	bool is_greedy;
	double epsilon, exploration, prior, first_ms, turn_ms, margin_ms;
} Params;

typedef struct Setting {
	Params params;
	Int you, since;
	double flags[PIECES], bombs[PIECES];
} Setting;

typedef struct Dice {
	Int state;
} Dice;

typedef struct Tree {
	bool is_greedy;
	double epsilon, exploration, prior;
	Int used, used_secrets, iterations, picks, stamp, first[POOL], next[POOL], move[POOL];
	double visits[POOL], total[POOL];
	Int secrets[POOL];
	double secret_visits[SECRET_POOL], secret_total[SECRET_POOL];
	Int legal[MAX_MOVES], seen[MOVE_IDS], path[MAX_DEPTH + 1], side[MAX_DEPTH + 1];
	Int secret[MAX_DEPTH + 1];
} Tree;

typedef struct Memory {
	Game start;
	Setting setting;
	Dice dice;
	Game world;
	Tree tree;
} Memory;

static jmp_buf trap_exit;
static int32_t trap_code;
enum trap_kind { INDEX = 1, TOO_LARGE, ZERO_DIVISOR, CONVERSION, SHIFT, DOMAIN_ERROR, DEPTH };
static _Noreturn void trap(enum trap_kind kind, int where) {
	trap_code = (int32_t)kind * 10000000 + where;
	longjmp(trap_exit, 1);
}
static Int at(Int index, Int length, int where) {
	if (index < 0 || index >= length)
		trap(INDEX, where);
	return index;
}
static Int add(Int a, Int b, int where) {
	Int result;
	if (__builtin_add_overflow(a, b, &result))
		trap(TOO_LARGE, where);
	return result;
}
static Int subtract(Int a, Int b, int where) {
	Int result;
	if (__builtin_sub_overflow(a, b, &result))
		trap(TOO_LARGE, where);
	return result;
}
static Int multiply(Int a, Int b, int where) {
	Int result;
	if (__builtin_mul_overflow(a, b, &result))
		trap(TOO_LARGE, where);
	return result;
}
static Int negate(Int a, int where) {
	if (a == INT64_MIN)
		trap(TOO_LARGE, where);
	return -a;
}
static Int absolute(Int a, int where) {
	return a < 0 ? negate(a, where) : a;
}
static Int divide_by(Int a, Int b) {
	return a / b - (a % b < 0);
}
static Int modulo_by(Int a, Int b) {
	return a % b < 0 ? a % b + b : a % b;
}
static double divide(double a, double b, int where) {
	if (b == 0.0)
		trap(ZERO_DIVISOR, where);
	return a / b;
}
static Int min_int(Int a, Int b) {
	return b < a ? b : a;
}
static Int max_int(Int a, Int b) {
	return b > a ? b : a;
}
static double min_float(double a, double b) {
	return b < a ? b : a;
}
static double max_float(double a, double b) {
	return b > a ? b : a;
}
static double valid(double result, double argument, int where) {
	if (!isfinite(result) && (isnan(result) ? !isnan(argument) : isfinite(argument)))
		trap(DOMAIN_ERROR, where);
	return result;
}
static double checked_log(double a, int where) {
	return valid(log(a), a, where);
}
static double checked_exp(double a, int where) {
	return valid(exp(a), a, where);
}
static double checked_sqrt(double a, int where) {
	if (a < 0.0)
		trap(DOMAIN_ERROR, where);
	return sqrt(a);
}
static Int draw(Dice *dice, Int count);
static Int list_moves_2(const Game *game, const Setting *setting, Int *moves,
	Int moves_length);
static Int secret(const Game *game, const Setting *setting, Int move);
static void sample(Game *game, const Setting *setting, Dice *dice);
static Int mover(const Game *game, const Setting *setting);
static void play_2(Game *game, const Setting *setting, Int move);
static double rate(const Game *game, const Setting *setting, const Dice *dice);
static bool may_stand(const Game *game, Int player, Int piece, Int rank);

// common/search/mcts_hidden.py

static void plant(Tree *tree) {
	tree->used = 1;
	tree->used_secrets = SECRETS;
	tree->iterations = 0;
	tree->picks = 0;
	tree->first[0] = NONE;
	tree->visits[0] = 0.0;
}
static void open_secrets(Tree *tree, Int node) {
	Int first = tree->used_secrets;
	if (add(first, SECRETS, 8000) <= SECRET_POOL) {
		tree->used_secrets = add(first, SECRETS, 8100);
		tree->secrets[at(node, POOL, 8200)] = first;
		const Int place_end = add(first, SECRETS, 8300);
		for (Int place = first; place < place_end; place++) {
			tree->secret_visits[at(place, SECRET_POOL, 8400)] = 0.0;
			tree->secret_total[at(place, SECRET_POOL, 8500)] = 0.0;
		}
	}
}
static Int grow(Tree *tree, Int node, Int moves, Int wanted, Int fresh,
	Dice *dice) {
	Int slot = tree->used;
	if (slot >= POOL)
		return NONE;
	Int choice = draw(dice, fresh);
	Int move = wanted;
	for (Int index = 0; index < moves; index++) {
		if (tree->seen[at(tree->legal[at(index, MAX_MOVES, 11600)], MOVE_IDS, 11600)]
			== tree->stamp) {
			if (choice == 0 && wanted == NOTHING)
				move = tree->legal[at(index, MAX_MOVES, 11800)];
			choice = subtract(choice, 1, 11900);
		}
	}
	tree->used = add(slot, 1, 12000);
	tree->first[at(slot, POOL, 12100)] = NONE;
	tree->next[at(slot, POOL, 12200)] = tree->first[at(node, POOL, 12200)];
	tree->first[at(node, POOL, 12300)] = slot;
	tree->move[at(slot, POOL, 12400)] = move;
	tree->visits[at(slot, POOL, 12500)] = 0.0;
	tree->total[at(slot, POOL, 12600)] = 0.0;
	tree->secrets[at(slot, POOL, 12700)] = NONE;
	return slot;
}
static inline Int pick(Tree *tree, Int node, const Game *world, const Setting *setting,
	Dice *dice) {
	Int moves = list_moves_2(world, setting, tree->legal, MAX_MOVES);
	if (moves == 0)
		return NONE;
	tree->stamp = add(tree->stamp, 1, 13600);
	for (Int index = 0; index < moves; index++)
		tree->seen[at(tree->legal[at(index, MAX_MOVES, 13800)], MOVE_IDS, 13800)] = tree->stamp;
	Int wanted = NOTHING;
	double width = 0.0;
	if (tree->is_greedy) {
		Int chance = draw(dice, CHANCES);
		if ((double)chance < tree->epsilon * (double)CHANCES) {
			Int choice = draw(dice, moves);
			wanted = tree->legal[at(choice, MAX_MOVES, 14500)];
		}
	} else {
		width = tree->exploration
			* checked_sqrt(checked_log(max_float(tree->visits[at(node, POOL, 14700)], 1.0), 14700),
			14700);
	}
	Int best = NONE;
	double best_score = -1.0;
	Int fresh = moves;
	Int slot = tree->first[at(node, POOL, 15100)];
	while (slot != NONE) {
		Int move = tree->move[at(slot, POOL, 15300)];
		if (tree->seen[at(move, MOVE_IDS, 15400)] == tree->stamp) {
			if (move == wanted)
				return slot;
			tree->seen[at(move, MOVE_IDS, 15700)] = 0;
			fresh = subtract(fresh, 1, 15800);
			double tries = tree->visits[at(slot, POOL, 15900)];
			double mean = divide(tree->total[at(slot, POOL, 16000)], tries, 16000);
			Int known = secret(world, setting, move);
			if (known != 0 && tree->secrets[at(slot, POOL, 16200)] == NONE)
				open_secrets(tree, slot);
			if (known != 0 && tree->secrets[at(slot, POOL, 16400)] != NONE) {
				Int place = add(tree->secrets[at(slot, POOL, 16500)], known, 16500);
				tries = tree->prior + tree->secret_visits[at(place, SECRET_POOL, 16600)];
				mean =
					divide(tree->prior * mean + tree->secret_total[at(place, SECRET_POOL, 16700)],
					tries, 16700);
			}
			double score = mean + divide(width, checked_sqrt(tries, 16800), 16800);
			if (score > best_score) {
				best_score = score;
				best = slot;
			}
		}
		slot = tree->next[at(slot, POOL, 17200)];
	}
	if (fresh == 0 || (tree->is_greedy && wanted == NOTHING && best != NONE))
		return best;
	Int child = grow(tree, node, moves, wanted, fresh, dice);
	return child == NONE ? best : child;
}
static void iterate(Tree *tree, const Game *start, Game *world, const Setting *setting, Dice *dice,
	Int count) {
	for (Int _ = 0; _ < count; _++) {
		*world = *start;
		sample(world, setting, dice);
		Int node = 0;
		Int length = 0;
		bool is_inside = true;
		while (is_inside) {
			tree->path[at(length, MAX_DEPTH + 1, 18900)] = node;
			Int side = mover(world, setting);
			is_inside = length < MAX_DEPTH
				&& (node == 0 || tree->visits[at(node, POOL, 19100)] > 0.0);
			if (is_inside) {
				node = pick(tree, node, world, setting, dice);
				is_inside = node != NONE;
			}
			if (is_inside) {
				tree->picks = add(tree->picks, 1, 19600);
				Int known = secret(world, setting, tree->move[at(node, POOL, 19700)]);
				play_2(world, setting, tree->move[at(node, POOL, 19800)]);
				length = add(length, 1, 19900);
				tree->side[at(length, MAX_DEPTH + 1, 20000)] = side;
				tree->secret[at(length, MAX_DEPTH + 1, 20100)] = known;
			}
		}
		double value = rate(world, setting, dice);
		tree->visits[0] += 1.0;
		const Int step_end = add(length, 1, 20400);
		for (Int step = 1; step < step_end; step++) {
			Int slot = tree->path[at(step, MAX_DEPTH + 1, 20500)];
			double gain = tree->side[at(step, MAX_DEPTH + 1, 20600)] == 0 ? value : 1.0 - value;
			tree->visits[at(slot, POOL, 20700)] += 1.0;
			tree->total[at(slot, POOL, 20800)] += gain;
			if (tree->secret[at(step, MAX_DEPTH + 1, 20900)] != 0
				&& tree->secrets[at(slot, POOL, 20900)] != NONE) {
				Int place =
					add(tree->secrets[at(slot, POOL, 21000)],
					tree->secret[at(step, MAX_DEPTH + 1, 21000)], 21000);
				tree->secret_visits[at(place, SECRET_POOL, 21100)] += 1.0;
				tree->secret_total[at(place, SECRET_POOL, 21200)] += gain;
			}
		}
		tree->iterations = add(tree->iterations, 1, 21300);
	}
}

// common/rng.py

static inline Int draw(Dice *dice, Int count) {
	dice->state = (Int)(((uint64_t)dice->state * MULTIPLIER + INCREMENT) & MASK);
	return multiply(dice->state >> 17, count, 3001) >> 31;
}

// bots/stratego/belief.py

static inline Int draw_piece(const Game *game, Int player, Int rank,
	const double *weight, Int weight_length, Dice *dice) {
	double total = 0.0;
	for (Int piece = 0; piece < PIECES; piece++) {
		if (may_stand(game, player, piece, rank))
			total += weight[at(piece, weight_length, 4202)];
	}
	Int roll = draw(dice, SHARES);
	total *= divide((double)roll + 0.5, (double)SHARES, 4402);
	for (Int piece = 0; piece < PIECES; piece++) {
		if (may_stand(game, player, piece, rank)) {
			total -= weight[at(piece, weight_length, 4702)];
			if (total < 0.0)
				return piece;
		}
	}
	return -1;
}
static inline bool may_stand(const Game *game, Int player, Int piece, Int rank) {
	if (game->rank[piece] != UNKNOWN || game->has_moved[piece] || piece / EACH != player)
		return false;
	return rank == BOMB || game->cell[piece] != 0;
}
static void deal(Game *game, Int player, const double *flags, Int flags_length,
	const double *bombs, Int bombs_length, Dice *dice) {
	Int hidden_[8] = {0};
	Int left = 0;
	for (Int rank = 0; rank < RANKS; rank++)
		hidden_[rank] = COUNTS[rank];
	for (Int piece = 0; piece < PIECES; piece++) {
		if (piece / EACH == player) {
			Int known = game->rank[piece];
			hidden_[at(known, 8, 7502)] = subtract(hidden_[at(known, 8, 7502)], 1, 7502);
			if (known == UNKNOWN)
				left = add(left, 1, 7702);
		}
	}
	if (hidden_[FLAG] > 0) {
		Int flag = draw_piece(game, player, FLAG, flags, flags_length, dice);
		if (flag >= 0) {
			game->rank[at(flag, PIECES, 8102)] = FLAG;
			left = subtract(left, 1, 8202);
		}
	}
	if (hidden_[BOMB] > 0) {
		Int bomb = draw_piece(game, player, BOMB, bombs, bombs_length, dice);
		if (bomb >= 0) {
			game->rank[at(bomb, PIECES, 8602)] = BOMB;
			left = subtract(left, 1, 8702);
		}
	}
	for (Int piece = 0; piece < PIECES; piece++) {
		if (piece / EACH == player && game->rank[piece] == UNKNOWN) {
			Int roll = draw(dice, left);
			Int drawn = SPY;
			while (drawn < MARSHAL && roll >= hidden_[at(drawn, 8, 9202)]) {
				roll = subtract(roll, hidden_[at(drawn, 8, 9302)], 9302);
				drawn = add(drawn, 1, 9402);
			}
			hidden_[at(drawn, 8, 9502)] = subtract(hidden_[at(drawn, 8, 9502)], 1, 9502);
			left = subtract(left, 1, 9602);
			game->rank[piece] = drawn;
		}
	}
}

// bots/stratego/rules.py

static inline bool can_move(Int rank) {
	return rank < BOMB;
}
static inline Int battle(Int attacker, Int defender) {
	if (defender == FLAG)
		return 1;
	if (defender == BOMB)
		return attacker == MINER ? 1 : -1;
	if (attacker == SPY && defender == MARSHAL)
		return 1;
	return attacker > defender ? 1 : (attacker < defender ? -1 : 0);
}
static inline bool is_rival(Int there, Int player) {
	return there != EMPTY && there != WALL && (there > EACH) == (player == 0);
}
static Int list_moves(const Game *game, Int *moves, Int moves_length) {
	Int count = 0;
	for (Int piece = 0; piece < PIECES; piece++) {
		Int start = game->cell[piece];
		Int rank = game->rank[piece];
		if (start != 0 && can_move(rank) && piece / EACH == game->to_move) {
			for (Int direction = 0; direction < 4; direction++) {
				Int step = STEPS[direction];
				Int target = start;
				bool is_going = true;
				while (is_going) {
					target = add(target, step, 12503);
					Int there = game->board[at(target, AREA, 12603)];
					if (there == EMPTY || is_rival(there, game->to_move)) {
						moves[at(count, moves_length, 12803)] = add(piece * AREA, target, 12803);
						count = add(count, 1, 12903);
					}
					is_going = there == EMPTY && rank == SCOUT;
				}
			}
		}
	}
	return count;
}
static bool has_a_move(const Game *game, Int player) {
	for (Int piece = 0; piece < PIECES; piece++) {
		Int start = game->cell[piece];
		if (start != 0 && piece / EACH == player && can_move(game->rank[piece])) {
			for (Int direction = 0; direction < 4; direction++) {
				Int there = game->board[at(add(start, STEPS[direction], 14103), AREA, 14103)];
				if (there == EMPTY || is_rival(there, player))
					return true;
			}
		}
	}
	return false;
}
static inline bool has_movable(const Game *game, Int player) {
	for (Int piece = 0; piece < PIECES; piece++) {
		if (game->cell[piece] != 0 && piece / EACH == player && can_move(game->rank[piece]))
			return true;
	}
	return false;
}
static void move_piece(Game *game, Int piece, Int target) {
	Int start = game->cell[at(piece, PIECES, 15903)];
	Int there = game->board[target];
	Int distance = absolute(subtract(target, start, 16103), 16103);
	game->has_moved[at(piece, PIECES, 16203)] = true;
	game->board[at(start, AREA, 16303)] = EMPTY;
	if (distance != 1 && distance != WIDTH)
		game->is_shown[at(piece, PIECES, 16503)] = true;
	Int outcome = 1;
	if (there != EMPTY) {
		Int foe = subtract(there, 1, 16803);
		game->is_shown[at(piece, PIECES, 16903)] = true;
		game->is_shown[at(foe, PIECES, 17003)] = true;
		outcome = battle(game->rank[at(piece, PIECES, 17103)], game->rank[at(foe, PIECES, 17103)]);
		if (outcome >= 0) {
			game->cell[at(foe, PIECES, 17303)] = 0;
			game->board[target] = EMPTY;
		}
	}
	game->cell[at(piece, PIECES, 17503)] = 0;
	if (outcome > 0) {
		game->cell[at(piece, PIECES, 17703)] = target;
		game->board[target] = piece + 1;
	}
}
static void play(Game *game, Int move) {
	Int target = modulo_by(move, AREA);
	Int mover = game->to_move;
	Int there = game->board[target];
	bool takes_flag = there != EMPTY && game->rank[at(subtract(there, 1, 18703), PIECES, 18703)]
		== FLAG;
	move_piece(game, divide_by(move, AREA), target);
	game->turn = add(game->turn, 1, 18903);
	game->to_move = subtract(1, mover, 19003);
	game->winner = mover;
	if (takes_flag) {
		game->end = FLAG_TAKEN;
	} else if (!has_movable(game, mover)) {
		game->end = BOTH_NO_MOVABLE;
		game->winner = DRAW;
		if (has_movable(game, subtract(1, mover, 19703))) {
			game->end = NO_MOVABLE;
			game->winner = subtract(1, mover, 19903);
		}
	} else if (!has_a_move(game, subtract(1, mover, 20003))) {
		game->end = has_movable(game, subtract(1, mover, 20103)) ? BLOCKED : NO_MOVABLE;
	} else if (game->turn >= game->max_turns) {
		game->end = TURN_LIMIT;
		game->winner = DRAW;
	}
}

// bots/stratego/evaluate.py

static inline Int distance(Int one, Int other) {
	return absolute(modulo_by(one, WIDTH) - modulo_by(other, WIDTH), 3104)
		+ absolute(divide_by(one, WIDTH) - divide_by(other, WIDTH), 3104);
}
static double worth(const Params *params, Int rank) {
	if (rank == SPY)
		return params->spy;
	if (rank == SCOUT)
		return params->scout;
	if (rank == MINER)
		return params->miner;
	if (rank == GENERAL)
		return params->general;
	if (rank == MARSHAL)
		return params->marshal;
	return rank == BOMB ? params->bomb : 0.0;
}
static inline bool is_clear(const Game *game, Int start, Int target) {
	Int step = divide_by(start, WIDTH) == divide_by(target, WIDTH) ? 1 : WIDTH;
	if (target < start)
		step = -step;
	Int cell = add(start, step, 5604);
	while (cell != target) {
		if (game->board[at(cell, AREA, 5804)] != EMPTY)
			return false;
		cell = add(cell, step, 6004);
	}
	return true;
}
static inline Int scout_way(const Game *game, Int start, Int flag) {
	if (modulo_by(start, WIDTH) == modulo_by(flag, WIDTH) || divide_by(start, WIDTH)
		== divide_by(flag, WIDTH)) {
		return is_clear(game, start, flag) ? 1 : 4;
	}
	Int corner =
		add(multiply(divide_by(start, WIDTH), WIDTH, 6904), modulo_by(flag, WIDTH), 6904);
	if (game->board[at(corner, AREA, 7004)] == EMPTY && is_clear(game, start, corner)) {
		if (is_clear(game, corner, flag))
			return 2;
	}
	corner = add(multiply(divide_by(flag, WIDTH), WIDTH, 7304), modulo_by(start, WIDTH), 7304);
	if (game->board[at(corner, AREA, 7404)] == EMPTY && is_clear(game, start, corner)) {
		if (is_clear(game, corner, flag))
			return 2;
	}
	return 4;
}
static bool is_stopped(const Game *game, Int attacker, Int flag, Int way, Int late) {
	for (Int guard = 0; guard < PIECES; guard++) {
		Int at_ = game->cell[guard];
		Int own = game->rank[guard];
		if (at_ != 0 && can_move(own) && (guard < EACH) != (attacker < EACH)) {
			bool is_near = distance(at_, game->cell[attacker]) <= 2 * way - 2 + late;
			if (is_near && distance(at_, flag) < way + late) {
				if (battle(own, game->rank[attacker]) >= 0)
					return true;
			}
		}
	}
	return false;
}
static inline double score(const Game *game, const Params *params, Int player, Int flag,
	Int home) {
	double points = 0.0;
	Int nearest = FAR;
	Int runner = FAR;
	Int warden = FAR;
	Int strongest = 0;
	Int rival = 0;
	Int late = game->to_move == player ? 0 : 1;
	for (Int piece = 0; piece < PIECES; piece++) {
		Int at_ = game->cell[piece];
		Int rank = game->rank[piece];
		if (at_ != 0 && piece / EACH != player && can_move(rank))
			rival = max_int(rival, rank);
		if (at_ != 0 && piece / EACH == player) {
			double share = game->is_shown[piece] ? 1.0 : 1.0 + params->secret;
			points += share * worth(params, rank);
			if (can_move(rank)) {
				strongest = max_int(strongest, rank);
				if (rank >= GENERAL)
					warden = min_int(warden, distance(at_, home));
				Int way = distance(at_, flag);
				if (rank == SCOUT)
					way = min_int(way, scout_way(game, at_, flag));
				nearest = min_int(nearest, way);
				points += params->press * (1.0 - params->fade * (double)way);
				if (way < runner) {
					bool stopped = is_stopped(game, piece, flag, way, late);
					if (!stopped)
						runner = way;
				}
			}
		}
	}
	if (nearest == 1 && late == 0)
		return CERTAIN;
	if (strongest > rival)
		points += params->top;
	points += params->guard * max_float(0.0, 1.0 - params->fade * (double)warden);
	points += params->near * max_float(0.0, 1.0 - params->fade * (double)(nearest + late));
	return points + params->run * max_float(0.0, 1.0 - params->tire * (double)(runner + late));
}
static double value(const Game *game, const Params *params, Int since) {
	if (game->end != 0) {
		if (game->winner < 0)
			return 0.5;
		double late = min_float(0.4, params->haste * (double)subtract(game->turn, since, 14504));
		return game->winner == 0 ? 1.0 - late : late;
	}
	Int red = 0;
	Int blue = 0;
	for (Int piece = 0; piece < PIECES; piece++) {
		if (game->rank[piece] == FLAG) {
			if (piece < EACH) {
				red = game->cell[piece];
			} else {
				blue = game->cell[piece];
			}
		}
	}
	double points = score(game, params, 0, blue, red) - score(game, params, 1, red, blue);
	double chance =
		divide(1.0, 1.0 + checked_exp(divide(-points, params->scale, 15604), 15604), 15604);
	return 0.05 + 0.9 * chance;
}

// bots/stratego/search.py

static void sample(Game *game, const Setting *setting, Dice *dice) {
	deal(game, subtract(1, setting->you, 2805), setting->flags, PIECES, setting->bombs, PIECES,
		dice);
}
static Int list_moves_2(const Game *game, const Setting *setting, Int *moves,
	Int moves_length) {
	(void)setting;
	if (game->end != 0)
		return 0;
	return list_moves(game, moves, moves_length);
}
static Int mover(const Game *game, const Setting *setting) {
	(void)setting;
	return game->to_move;
}
static void play_2(Game *game, const Setting *setting, Int move) {
	(void)setting;
	play(game, move);
}
static double rate(const Game *game, const Setting *setting, const Dice *dice) {
	(void)dice;
	return value(game, &setting->params, setting->since);
}
static inline Int secret(const Game *game, const Setting *setting, Int move) {
	Int piece = divide_by(move, AREA);
	bool is_secret = divide_by(piece, EACH) != setting->you
		&& !game->is_shown[at(piece, PIECES, 6105)];
	return is_secret ? game->rank[at(piece, PIECES, 6205)] : 0;
}
static NOINLINE void begin(Memory *memory) {
	const Params *params = &memory->setting.params;
	memory->tree.is_greedy = params->is_greedy;
	memory->tree.epsilon = params->epsilon;
	memory->tree.exploration = params->exploration;
	memory->tree.prior = params->prior;
	plant(&memory->tree);
}
static NOINLINE void think(Memory *memory, Int count) {
	iterate(&memory->tree, &memory->start, &memory->world, &memory->setting, &memory->dice, count);
}

int32_t run_begin(Memory *memory) {
	if (setjmp(trap_exit) != 0)
		return trap_code;
	begin(memory);
	return 0;
}

int32_t run_think(Memory *memory, Int count) {
	if (setjmp(trap_exit) != 0)
		return trap_code;
	think(memory, count);
	return 0;
}

const Int run_size = sizeof(Memory);
"""
''')


# ==== bots/stratego/setup.py ====
__stickytape_write_module('bots/stratego/setup.py', rb'''


from bots.stratego.rules import (
	BOMB,
	FLAG,
	GENERAL,
	MARSHAL,
	MINER,
	SCOUT,
	SIZE,
	SPY,
	cell_at,
)
from common.rng import draw, make_dice

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

	dice = make_dice(seed)
	setup = SETUPS[draw(dice, len(SETUPS))]
	return placed(setup, player, draw(dice, 2) == 1)
''')


# ==== common/clock.py ====
__stickytape_write_module('common/clock.py', rb'''


from collections.abc import Callable, Iterator
from math import inf
from time import perf_counter


class Deadline:







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

		last, self.looked = self.looked, self.now()
		self.pause_ms = max(self.pause_ms, (self.looked - last) * 1000.0)
		return self.looked

	def chunks(self, size: int) -> Iterator[int]:

		began = self.looked = self.now()
		if self.iterations is None:
			while self.looked < self.ends:
				yield size
				self.look()
		else:
			for done in range(0, self.iterations, size):
				yield min(size, self.iterations - done)
		self.search_ms = (self.now() - began) * 1000.0
''')


# ==== common/engine.py ====
__stickytape_write_module('common/engine.py', rb'''


from collections.abc import Callable
from typing import Any, TypeVar

from common.clock import Deadline
from common.kernel import assign

Value = TypeVar("Value")


class EngineFailed(Exception):
	"""The engine cannot go on; another one plays now."""


class Engine:


	name = "python"
	pace = 1

	def __init__(self, memory: type) -> None:
		self.memory: Any = memory()

	def load(self, field: str, source: object) -> None:

		assign(getattr(self.memory, field), source)

	def call(self, kernel: Callable[..., Value], *values: int | float | bool) -> Value:

		return kernel(self.memory, *values)

	def read(self, path: str, index: int = -1) -> float:

		value = self.memory
		for name in path.split("."):
			value = getattr(value, name)
		return float(value[index] if index >= 0 else value)


class Engines:


	def __init__(self, memory: type) -> None:
		self.python = Engine(memory)

	def start(self) -> None:
		"""Called once, after the warm-up and before the first line is read."""

	def current(self, deadline: Deadline) -> Engine:

		return self.python
''')


# ==== common/kernel.py ====
__stickytape_write_module('common/kernel.py', rb'''





from collections.abc import Callable
from typing import Any, TypeVar

TYPE_CHECKING = False  # mypy takes it for true

Value = TypeVar("Value", int, float, bool)
Item = TypeVar("Item")
Function = TypeVar("Function", bound=Callable[..., Any])
Class = TypeVar("Class", bound=type)

SCALARS = (int, float, bool)
each = range  # C writes its rounds out

if TYPE_CHECKING:  # of fixed length both; the records in Records are never replaced
	from collections.abc import MutableSequence, Sequence

	Numbers = MutableSequence
	Records = Sequence
else:
	Numbers = Records = list


def numbers(kind: type[Value], length: int) -> Numbers[Value]:

	if kind not in SCALARS:
		raise TypeError(f"numbers() of int, float or bool, not of {kind!r}")
	return _array([kind(0)] * length, length)


def records(kind: type[Item], length: int) -> Records[Item]:

	if not hasattr(kind, "kernel_fields"):
		raise TypeError(f"records() of a class made with @record, not of {kind!r}")
	return _array([kind() for _ in range(length)], length)


class Capacity(int):


	compiled: int


class Pool(list[Item]):


	compiled: int


def capacity(pure: int, compiled: int) -> int:

	if not 1 <= pure <= compiled:
		raise ValueError(f"capacity() needs 1 <= pure <= compiled, not {pure} and {compiled}")
	length = Capacity(pure)
	length.compiled = compiled
	return length


def _array(items: list[Item], length: int) -> list[Item]:
	if length < 1:
		raise ValueError(f"an array has a length of at least 1, not {length}")
	if not isinstance(length, Capacity):
		return items
	pool = Pool(items)
	pool.compiled = length.compiled
	return pool


def kernel(function: Function) -> Function:

	function.is_kernel = True  # type: ignore[attr-defined]
	return function


def record(cls: Class) -> Class:





	if cls.__bases__ != (object,):
		raise TypeError(f"{cls.__name__}: a record has no base class: make it a field")
	make, copy = ["def make(self):"], ["def copy(self, source):"]
	scope: dict[str, Any] = {}
	fields: dict[str, Any] = {}
	for name, kind in cls.__dict__.get("__annotations__", {}).items():
		default = cls.__dict__.get(name)
		new = f"new_{name}"
		if isinstance(default, list):
			length = len(default)
			inner = type(default[0]) if default else None
			if getattr(kind, "__args__", 0) != (inner,) or (inner in SCALARS and any(default)):
				raise TypeError(f"{cls.__name__}.{name}: {kind} is made by numbers() or records()")
			fields[name] = [inner, length, getattr(default, "compiled", length)]
			if inner in SCALARS:
				make.append(f"self.{name} = [{inner(0)}] * {length}")
				copy.append(f"self.{name}[:] = source.{name}")
				continue
			scope[new] = inner
			make.append(f"self.{name} = [{new}() for _ in range({length})]")
			if length > 8:  # a line for each would be slow to compile
				copy.append(f"for a, b in zip(self.{name}, source.{name}): a.kernel_assign(b)")
				continue
			for index in range(length):
				copy.append(f"self.{name}[{index}].kernel_assign(source.{name}[{index}])")
			continue
		fields[name] = kind
		if kind in SCALARS and type(default) in (kind, type(None)) and (default or 0) * 0 == 0:
			make.append(f"self.{name} = {kind(0) if default is None else default!r}")
			copy.append(f"self.{name} = source.{name}")
		elif hasattr(kind, "kernel_fields") and default is None:
			scope[new] = kind
			make.append(f"self.{name} = {new}()")
			copy.append(f"self.{name}.kernel_assign(source.{name})")
		else:
			raise TypeError(f"{cls.__name__}.{name}: not {kind!r} = {default!r}; see record()")
	if not fields:
		raise TypeError(f"{cls.__name__}: a record needs an annotated field")
	exec("\n    ".join(make) + "\n" + "\n    ".join(copy), scope)
	hidden = ("__dict__", "__weakref__", *fields)
	body = {key: value for key, value in cls.__dict__.items() if key not in hidden}
	body["__slots__"] = tuple(fields)
	body["__qualname__"] = cls.__qualname__
	body["__init__"] = scope["make"]
	body["kernel_assign"] = scope["copy"]
	body["kernel_fields"] = fields
	return type(cls)(cls.__name__, cls.__bases__, body)


def assign(target: Item, source: Item) -> None:

	target.kernel_assign(source)  # type: ignore[attr-defined]
''')


# ==== common/loop.py ====
__stickytape_write_module('common/loop.py', rb'''






import gc
import os
import sys
import time
import traceback
from collections.abc import Callable, Mapping
from time import perf_counter
from typing import Protocol, TextIO

from common.clock import Deadline
from common.engine import EngineFailed
from common.stdio import EndOfInput, LineReader, UnreadableInput, log, write_lines

Value = int | float | str


class Bot(Protocol):





	first_ms: float
	turn_ms: float
	margin_ms: float

	def prepare(self, seed: int) -> None: ...
	def read_start(self, reader: LineReader) -> None: ...
	def read_turn(self, reader: LineReader) -> None: ...
	def answer(self, deadline: Deadline) -> list[str]: ...
	def fallback(self) -> list[str]: ...
	def stats(self) -> Mapping[str, Value]: ...
	def explain(self) -> str: ...


class Options:


	deadline = Deadline(1.0, 0.0)

	def __init__(self, words: Mapping[str, str]) -> None:
		self.iterations = int(words.get("BOTSMITH_ITERATIONS", "0")) or None
		self.seed = int(words.get("BOTSMITH_SEED", "1"))
		self.share = float(words.get("BOTSMITH_BUDGET", "100")) / 100.0
		self.margin_ms = float(words.get("BOTSMITH_MARGIN", "nan"))
		self.is_telling_stats = words.get("BOTSMITH_STATS") == "1"
		self.is_explaining = words.get("BOTSMITH_EXPLAIN") == "1"

	def begin_turn(self, bot: Bot, is_first: bool, reader: LineReader) -> Deadline:

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


def play(
	bot: Bot,
	options: Options,
	source: TextIO,
	sink: TextIO,
	now: Callable[[], float] = perf_counter,
	born: float | None = None,
	queued: Callable[[], float] = float,
) -> None:




	bot.prepare(options.seed)
	gc.collect()
	gc.freeze()
	gc.disable()
	if born is not None:
		bot.first_ms = max(bot.turn_ms, bot.first_ms - (now() - born) * 1000.0)
	reader = LineReader(source, now, queued)
	bot.read_start(reader)
	turn = 0
	while True:
		lines, trouble = answer_turn(bot, options, turn == 0, reader)
		write_lines(lines, sink)
		if trouble:
			log(f"turn {turn}: {trouble}")
		if options.is_telling_stats:
			log("\n".join(f"[PDATA] {name} = {value}" for name, value in bot.stats().items()))
		if options.is_explaining:
			log(bot.explain())
		reader.begin_turn()
		turn += 1


def told(file: str, place: int) -> int:

	try:
		with open(f"/proc/self/{file}", "rb", buffering=0) as text:
			return int(text.read().rpartition(b")")[2].split()[place])
	except (OSError, ValueError, IndexError):
		return 0


def queued() -> float:

	return told("schedstat", 1) / 1e9


def age() -> float:

	ticks = told("stat", 19)  # of 10 ms
	return ticks and time.clock_gettime(time.CLOCK_BOOTTIME) - ticks / 100.0


def run(bot: Bot) -> None:

	try:
		options = Options(os.environ)
	except ValueError as error:
		log(f"BOTSMITH_ variables: {error}")
		sys.exit(2)
	try:
		source = open(0, errors="replace", closefd=False)
		play(bot, options, source, sys.stdout, perf_counter, perf_counter() - age(), queued)
	except EndOfInput:
		return
	except UnreadableInput as error:
		log(f"unreadable input: {error}")
		sys.exit(2)
	except BrokenPipeError:  # nobody listens any more: no complaint at exit either
		os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
''')


# ==== common/native.py ====
__stickytape_write_module('common/native.py', rb'''







import atexit
import ctypes
import hashlib
import mmap
import os
import re
import shutil
import signal
import struct
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from functools import cache
from glob import glob
from time import perf_counter, sleep
from typing import Any, TypeVar

from common.clock import Deadline
from common.engine import Engine, EngineFailed, Engines
from common.kernel import assign
from common.stdio import log

Value = TypeVar("Value")

COMPILERS = ("cc", "gcc", "clang", "g++")
FOLDERS = ("/usr/bin", "/usr/local/bin", "/opt/*/bin", "/usr/lib/llvm*/bin")
LIBRARY = "kernels.so"
PATIENCE = 20.0  # seconds for the child
FIRST_TURN_WAIT = 0.9  # seconds of the first turn at most, and share of it
STEP = 0.001  # seconds between looks
NICE = 10  # steps of priority below the bot
FINGERPRINT = re.compile(r"  (\w{16})  (\S+)")  # and the module
CODES = {int: "q", float: "d", bool: "?"}
TRAPS = (  # why C stops, from 1 on
	"index out of range",
	"an int beyond 64 bits",
	"division by zero",
	"a float that is no 64-bit int",
	"negative shift",
	"argument outside of a function's domain",
	"calls nested too deep",
)
C_TYPES: dict[Any, Any] = {int: ctypes.c_int64, float: ctypes.c_double, bool: ctypes.c_bool}


class Unusable(Exception):
	"""Why C does not play."""


def source_of(name: str) -> str:

	loader: Any = __spec__.loader
	return str(loader.get_source(name))


def fingerprint(text: str) -> str:

	lines = [line.rstrip() for line in text.splitlines()]
	kept = [line for line in lines if line and not line.lstrip().startswith("#")]
	return hashlib.sha256("\n".join(kept).encode()).hexdigest()[:16]


@cache
def layout(record: Any) -> tuple[dict[str, tuple[int, Any]], int, int]:

	fields, end, widest = {}, 0, 1
	for name, entry in record.kernel_fields.items():
		kind, _, length = entry if isinstance(entry, list) else (entry, 1, 1)
		width = struct.calcsize(CODES[kind]) if kind in CODES else 0
		size, alignment = (width, width) if width else layout(kind)[1:]
		start = -(-end // alignment) * alignment
		fields[name] = (start, kind)
		end = start + size * length
		widest = max(widest, alignment)
	return fields, -(-end // widest) * widest, widest


def values_of(source: Any, place: int, has_zeros: bool = True) -> Iterator[tuple[int, bytes]]:

	record: Any = type(source)
	for name, (start, kind) in layout(record)[0].items():
		value = getattr(source, name)
		items = value if isinstance(value, list) else [value]
		if kind in CODES:
			if has_zeros or any(items):
				yield place + start, struct.pack(f"={len(items)}{CODES[kind]}", *items)
		else:
			for index, item in enumerate(items):
				yield from values_of(item, place + start + index * layout(kind)[1], has_zeros)


@cache
def fresh(memory: type) -> list[tuple[int, bytes]]:

	return list(values_of(memory(), 0, False))


class NativeEngine(Engine):


	name = "c"
	pace = 10

	def __init__(self, memory: type, folder: str, text: str) -> None:
		self.kind = memory
		self.library = ctypes.CDLL(os.path.join(folder, LIBRARY))
		self.text = text
		self.has_failed = False
		size = layout(memory)[1]
		if ctypes.c_int64.in_dll(self.library, "run_size").value != size:
			raise Unusable("C lays the memory out in another way")
		self.pages = mmap.mmap(-1, size)
		self.address = ctypes.addressof(ctypes.c_char.from_buffer(self.pages))
		for place, data in fresh(memory):
			self.pages[place : place + len(data)] = data

	def load(self, field: str, source: object) -> None:
		for place, data in values_of(source, layout(self.kind)[0][field][0]):
			self.pages[place : place + len(data)] = data

	def call(self, kernel: Callable[..., Value], *values: int | float | bool) -> Value:
		run, result = entry(self.library, kernel)
		code = run(self.address, *values, ctypes.byref(result))
		if code:
			self.has_failed = True
			trap, where = divmod(code, 10_000_000)
			line, file = divmod(where, 100)
			name = FINGERPRINT.findall(self.text)[file][1].replace(".", "/")
			raise EngineFailed(f"C stopped at {name}.py:{line}, {TRAPS[trap - 1]}")
		return result.value  # type: ignore[no-any-return]

	def read(self, path: str, index: int = -1) -> float:
		kind, place = self.kind, 0
		for name in path.split("."):
			start, kind = layout(kind)[0][name]
			place += start
		code = "=" + CODES[kind]
		place += max(index, 0) * struct.calcsize(code)
		return float(struct.unpack_from(code, self.pages, place)[0])


@cache
def entry(library: ctypes.CDLL, kernel: Callable[..., Any]) -> tuple[Any, Any]:

	_, *kinds, kind = [C_TYPES.get(k, ctypes.c_int64) for k in kernel.__annotations__.values()]
	run = library[f"run_{kernel.__name__}"]
	run.argtypes = [ctypes.c_void_p, *kinds, ctypes.c_void_p]
	return run, kind()


class Rehearsal(Engine):


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

	def call(self, kernel: Callable[..., Value], *values: int | float | bool) -> Value:
		if not self.is_over:
			self.notes.append(("call", kernel, values))
		return super().call(kernel, *values)

	def repeat(self, native: NativeEngine) -> None:

		twin = Engine(native.kind)
		for method, what, values in self.notes:
			getattr(twin, method)(what, *values)
			getattr(native, method)(what, *values)
		for place, data in values_of(twin.memory, 0):
			if native.pages[place : place + len(data)] != data:
				raise Unusable("C and CPython differ in the warm-up")


class Compiled(Engines):


	def __init__(self, memory: type, c: Any) -> None:
		self.python = self.rehearsal = Rehearsal(memory)
		self.memory = memory
		self.c = c
		self.native: NativeEngine | None = None
		self.folder = ""
		self.child = 0  # which compiles
		self.born = 0.0
		self.is_first = True

	def start(self) -> None:
		self.rehearsal.is_over = True
		try:
			for digest, name in FINGERPRINT.findall(self.c.TEXT):
				if fingerprint(source_of(name)) != digest:
					raise Unusable(f"{name} was changed")
			compiler = find_compiler()
			self.folder = tempfile.mkdtemp()
			atexit.register(self._clean_up)
			self.born = perf_counter()
			self.child = os.fork()
		except (Unusable, OSError, AttributeError) as error:  # not every system has fork
			give_up(str(error))
		else:
			os.setpgid(self.child, self.child)  # the child does so too: whoever is first
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

		try:
			os.nice(NICE)
			self._make_library(compiler)
			self.rehearsal.repeat(NativeEngine(self.memory, self.folder, self.c.TEXT))
			os._exit(0)
		except BaseException as error:
			give_up(str(error))
		os._exit(1)

	def _make_library(self, compiler: str) -> None:
		command = [compiler, *self.c.FLAGS, "-xc", "kernels.c", "-o", LIBRARY, "-lm"]
		library = os.path.join(self.folder, LIBRARY)
		kept = ""
		if "BOTSMITH_CACHE" in os.environ:
			key = repr((command, self.c.TEXT, machine(compiler))).encode()
			kept = os.path.join(os.environ["BOTSMITH_CACHE"], hashlib.sha256(key).hexdigest())
		if os.path.exists(kept):
			shutil.copy(kept, library)
			return
		with open(os.path.join(self.folder, "kernels.c"), "w", encoding="ascii") as file:
			file.write(self.c.TEXT)
		own = {**os.environ, "TMPDIR": self.folder}  # also for what a killed compiler leaves
		run = subprocess.run(command, cwd=self.folder, env=own, capture_output=True, text=True)
		if run.returncode != 0:
			said = run.stderr.strip() or f"status {run.returncode}"
			raise Unusable(f"{compiler}: {said.splitlines()[0]}")
		if kept:
			os.replace(shutil.copy(library, f"{kept}.{os.getpid()}"), kept)

	def _take_up(self, status: int) -> None:

		try:
			if status == 0:
				self.native = NativeEngine(self.memory, self.folder, self.c.TEXT)
			elif os.WIFSIGNALED(status):
				give_up(f"its trial died of signal {os.WTERMSIG(status)}")
		except (Unusable, OSError) as error:
			give_up(str(error))
		self._clean_up()

	def _clean_up(self) -> None:

		if self.child:
			os.killpg(self.child, signal.SIGKILL)
			os.waitpid(self.child, 0)
		self.child = 0
		shutil.rmtree(self.folder, ignore_errors=True)


def find_compiler() -> str:

	places = os.pathsep.join(folder for pattern in FOLDERS for folder in glob(pattern))
	for name in COMPILERS:
		path = shutil.which(name) or shutil.which(name, path=places)
		if path:
			return path
	raise Unusable("no C compiler found")


def machine(compiler: str) -> tuple[str, ...]:

	version = subprocess.run([compiler, "--version"], capture_output=True, text=True).stdout
	flags = set()
	if os.path.exists("/proc/cpuinfo"):
		with open("/proc/cpuinfo", encoding="ascii") as file:
			flags = {line for line in file if line.startswith(("flags", "Features"))}
	return version, *sorted(flags)


def give_up(why: str) -> None:
	log(f"no C, CPython plays: {why}")
''')


# ==== common/rng.py ====
__stickytape_write_module('common/rng.py', rb'''


from common.kernel import kernel, record

MULTIPLIER = 25214903917
INCREMENT = 11
MASK = (1 << 48) - 1


@record
class Dice:


	state: int


def make_dice(seed: int) -> Dice:

	dice = Dice()
	dice.state = (seed * 0x9E3779B97F4A7C15 + 0x632BE59BD9B4E019) & MASK
	for _ in range(4):
		draw(dice, 2)
	return dice


@kernel
def draw(dice: Dice, count: int) -> int:

	dice.state = (dice.state * MULTIPLIER + INCREMENT) & MASK
	return ((dice.state >> 17) * count) >> 31
''')


# ==== common/search/mcts_hidden.py ====
__stickytape_write_module('common/search/mcts_hidden.py', rb'''














from collections.abc import Callable
from math import log, sqrt
from typing import Any, TypeVar

from common.engine import Engine
from common.kernel import Numbers, assign, capacity, kernel, numbers, record

POOL = capacity(pure=200_000, compiled=4_000_000)
SECRETS = 8  # 0: the mover knows no more than the tree
SECRET_POOL = capacity(pure=160_000, compiled=3_200_000)
MAX_DEPTH = 64
MAX_MOVES = 256
MOVE_IDS = 4096  # moves are numbers below this
NONE = 0  # no slot: 0 is the root, and nobody's child
NOTHING = -1  # no move
CHANCES = 1 << 20  # steps of a probability

State = TypeVar("State")
Setting = TypeVar("Setting")
Dice = TypeVar("Dice")


@record
class Tree:


	is_greedy: bool  # epsilon-greedy instead of UCT
	epsilon: float = 0.35
	exploration: float = 0.5  # UCT's weight of the unknown, against values of 0..1
	prior: float = 0.5  # visits, above 0: what the mean of all is worth beside those of a secret
	used: int  # slots in use
	used_secrets: int  # of their pool
	iterations: int
	picks: int  # moves selected
	stamp: int
	first: Numbers[int] = numbers(int, POOL)
	next: Numbers[int] = numbers(int, POOL)
	move: Numbers[int] = numbers(int, POOL)
	visits: Numbers[float] = numbers(float, POOL)
	total: Numbers[float] = numbers(float, POOL)  # what the player who moved here got
	secrets: Numbers[int] = numbers(int, POOL)  # where a node's counts by secret begin, or NONE
	secret_visits: Numbers[float] = numbers(float, SECRET_POOL)
	secret_total: Numbers[float] = numbers(float, SECRET_POOL)
	legal: Numbers[int] = numbers(int, MAX_MOVES)
	seen: Numbers[int] = numbers(int, MOVE_IDS)
	path: Numbers[int] = numbers(int, MAX_DEPTH + 1)
	side: Numbers[int] = numbers(int, MAX_DEPTH + 1)  # who moved into the path's node
	secret: Numbers[int] = numbers(int, MAX_DEPTH + 1)  # that he moved with


@kernel
def plant(tree: Tree) -> None:

	tree.used = 1
	tree.used_secrets = SECRETS
	tree.iterations = 0
	tree.picks = 0
	tree.first[0] = NONE
	tree.visits[0] = 0.0


@kernel
def open_secrets(tree: Tree, node: int) -> None:

	first = tree.used_secrets
	if first + SECRETS <= SECRET_POOL:
		tree.used_secrets = first + SECRETS
		tree.secrets[node] = first
		for place in range(first, first + SECRETS):
			tree.secret_visits[place] = 0.0
			tree.secret_total[place] = 0.0


def bind(
	sample: Callable[[State, Setting, Dice], None],
	list_moves: Callable[[State, Setting, Numbers[int]], int],
	mover: Callable[[State, Setting], int],
	play: Callable[[State, Setting, int], None],
	rate: Callable[[State, Setting, Dice], float],
	secret: Callable[[State, Setting, int], int],
	draw: Callable[[Dice, int], int],
) -> Callable[[Tree, State, State, Setting, Dice, int], None]:










	@kernel
	def grow(tree: Tree, node: int, moves: int, wanted: int, fresh: int, dice: Dice) -> int:

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
	def pick(tree: Tree, node: int, world: State, setting: Setting, dice: Dice) -> int:

		moves = list_moves(world, setting, tree.legal)
		if moves == 0:
			return NONE
		tree.stamp += 1
		for index in range(moves):
			tree.seen[tree.legal[index]] = tree.stamp
		wanted = NOTHING
		width = 0.0
		if tree.is_greedy:
			chance = draw(dice, CHANCES)
			if float(chance) < tree.epsilon * float(CHANCES):
				choice = draw(dice, moves)
				wanted = tree.legal[choice]
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
		tree: Tree, start: State, world: State, setting: Setting, dice: Dice, count: int
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


def children(engine: Engine, field: str, slot: int) -> list[tuple[int, int, float, int]]:

	rows = []
	child = int(engine.read(f"{field}.first", slot))
	while child != NONE:
		visits, total = (engine.read(f"{field}.{name}", child) for name in ("visits", "total"))
		move, following = (int(engine.read(f"{field}.{name}", child)) for name in ("move", "next"))
		rows.append((move, int(visits), total / visits, child))
		child = following
	return sorted(rows, key=lambda row: (-row[1], -row[2], row[0]))


def describe(engine: Engine, field: str, name: Callable[[int], str]) -> dict[str, Any]:

	rows = children(engine, field, 0)
	moves = [{"move": name(move), "visits": tries, "value": mean} for move, tries, mean, _ in rows]
	line = []
	while rows:
		line.append(name(rows[0][0]))
		rows = children(engine, field, rows[0][3])
	return {"moves": moves, "line": line}
''')


# ==== common/stdio.py ====
__stickytape_write_module('common/stdio.py', rb'''


import sys
from collections.abc import Callable
from time import perf_counter
from typing import TextIO


class EndOfInput(Exception):
	"""The input ended between two turns: the match is over."""


class UnreadableInput(ValueError):
	"""A line is not what the protocol says; the text names it and what was expected."""


class LineReader:





	def __init__(
		self,
		source: TextIO,
		now: Callable[[], float] = perf_counter,
		queued: Callable[[], float] = float,
	) -> None:
		self.source = source
		self.now = now
		self.queued = queued
		self.started: float | None
		self.number = 0
		self.is_at_end = False
		self.begin_turn()

	def begin_turn(self) -> None:

		self.started = None
		self.before = self.queued()

	def line(self) -> str:

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

		return parse_integers(self.line(), count, f"line {self.number}: {what}")


def parse_integers(text: str, count: int, what: str) -> list[int]:

	try:
		values = [int(word) for word in text.split()]
	except ValueError:
		values = []
	if len(values) != count or max(map(abs, values)) >> 31:
		noun = "integer" if count == 1 else "integers"
		raise UnreadableInput(f"{what}: expected {count} {noun}, got {text[:60]!r}")
	return values


def write_lines(lines: list[str], sink: TextIO) -> None:

	sink.write("\n".join(lines) + "\n")
	sink.flush()


def log(text: str) -> None:

	print(text, file=sys.stderr, flush=True)
''')




# ==== the importer ====
class __stickytape_importer:
    """Imports modules from memory: nothing is written, so nothing can stay behind."""

    def __init__(self, modules):
        from importlib.machinery import ModuleSpec

        self.modules = modules
        self.new_spec = ModuleSpec

    def find_spec(self, name, path=None, target=None):
        stem = name.replace(".", "/")
        is_package = any(file.startswith(stem + "/") for file in self.modules)
        file = stem + ("/__init__.py" if is_package else ".py")
        if is_package or file in self.modules:
            return self.new_spec(name, self, origin=file, is_package=is_package)
        return None

    def create_module(self, spec):
        return None

    def get_source(self, name):
        return self.modules[self.find_spec(name).origin].decode()

    def exec_module(self, module):
        this_file = self.exec_module.__code__.co_filename  # tracebacks show its lines
        source = self.modules.get(module.__spec__.origin, b"")  # empty ones are left out
        exec(compile(source, this_file, "exec", dont_inherit=True), module.__dict__)


__stickytape_sys.meta_path.insert(0, __stickytape_importer(__stickytape_modules))


# ==== bots/stratego/main.py ====
from bots.stratego import kernels_c
from bots.stratego.bot import main
from bots.stratego.search import Memory
from common.native import Compiled

main(Compiled(Memory, kernels_c))
