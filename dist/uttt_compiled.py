# uttt: a CodinGame bot in one file, made by Botsmith from readable sources
# revision    bd050fb34197 
# content     d01580e5ad1abefe
# flavour     compiled
# size           87,897 of 100,000 UTF-16 units
# parameters  exploration = 0.4, urgency = 1.2, slip = 0.3, board = 0.4, stake = 5.0,
#             freedom = 0.25, first_ms = 750.0, margin_ms = 10.0
#
# Every source stands below as it was written. To tune the bot, change a number and play.
# Line numbers in tracebacks are those of this file.

import sys as __stickytape_sys

__stickytape_modules = {}  # path: source, filled below


def __stickytape_write_module(path, contents):
    """Keeps a module, moved down by blank lines so that its line numbers are those of this file."""
    line = __stickytape_sys._getframe(1).f_lineno
    __stickytape_modules[path] = b"\n" * (line - 1) + contents.expandtabs(4)


# ==== bots/uttt/params.py ====
__stickytape_write_module('bots/uttt/params.py', rb'''
"""The bot's tunable numbers, as `name: type = value  # low..high unit: meaning`."""

from common.kernel import record


@record
class Params:
    """A number changed here is in force in every engine."""

    # --- Monte Carlo tree search
    exploration: float = 0.4  # 0.05..2 times: weight of the unknown against values of 0..1
    urgency: float = 1.2  # 0.3..10: the value of a move that was not tried yet

    # --- alpha-beta: in lines of boards that are sure to be won
    slip: float = 0.3  # 0..1: how far a small board's next mark is a random one, not the best
    board: float = 0.4  # 0..2: one board more, where no line can be won
    stake: float = 5.0  # 0..50: how fast boards count less where lines can
    freedom: float = 0.25  # 0..1: the choice of the board

    # --- the clock
    first_ms: float = 750.0  # 100..900 ms: used of the first 1000, whose clock is ahead
    margin_ms: float = 10.0  # 2..60 ms: kept from each turn besides the pauses met
''')


# ==== bots/uttt/bot.py ====
__stickytape_write_module('bots/uttt/bot.py', rb'''
"""What both ultimate tic-tac-toe bots share: they follow the game, and know what to say.

BOTSMITH_PLAYED (JSON: a list of answers, each a list of lines): the answers of a recorded match,
which count as played, whatever the bot itself says.
"""

import json
import os
from abc import ABC, abstractmethod
from typing import Any

from bots.uttt import protocol
from bots.uttt.params import Params
from bots.uttt.protocol import NO_CELL, Told
from bots.uttt.rules import ANY_BOARD, BOARDS, State, legal_cells, play
from bots.uttt.tables import FULL, SQUARES
from common.clock import Deadline
from common.engine import Engine, Engines
from common.stdio import LineReader, log

TURN_MS = 100.0
DICE_A_MATCH = 100  # more than a match has moves


class UtttBot(ABC):
	"""A game of one player. moves: all that were played, as cells; position: after them.

	A subclass has a search.
	"""

	turn_ms = TURN_MS

	def __init__(self, params: Params, engines: Engines) -> None:
		self.params = params
		self.engines = engines
		self.first_ms = params.first_ms
		self.margin_ms = params.margin_ms
		self.seed = 0
		self.position = State()
		self.own = 0
		self.moves: list[int] = []
		self.cells: list[int] = []  # legal ones, as told
		self.engine: Engine = engines.python  # of the last search
		self.searched_at = -1  # moves that had been played when the engine searched last
		self.search_ms = 0.0
		self.played: list[list[str]] = json.loads(os.environ.get("BOTSMITH_PLAYED", "[]"))

	@abstractmethod
	def _search(self, deadline: Deadline) -> int:
		"""The cell to play, -1 if there was no time."""

	@abstractmethod
	def _describe(self) -> dict[str, Any]:
		"""Moves and line of the last search."""

	def read_start(self, reader: LineReader) -> None:
		"""Nothing is told before the first turn."""
		self.position = State()
		self.searched_at = -1

	def read_turn(self, reader: LineReader) -> None:
		self.follow(protocol.read_turn(reader))

	def follow(self, told: Told) -> None:
		"""The opponent's move; where the own view of the game cannot be right it is mended."""
		self.cells = told.cells
		if told.played == NO_CELL:
			return
		if not self.moves:
			self.own = 1
		is_legal = told.played in legal_cells(self.position)
		if is_legal:
			play(self.position, told.played)
		self.moves.append(told.played)
		if not is_legal or sorted(told.cells) != legal_cells(self.position):
			log(f"move {len(self.moves)} does not fit to what was known of the game")
			mend(self.position, self.own, told)
			self.searched_at = -1

	def answer(self, deadline: Deadline) -> list[str]:
		engine = self.engines.current(deadline)
		if engine is not self.engine:
			self.searched_at = -1
		self.engine = engine
		began = deadline.now()
		cell = self._search(deadline)
		self.search_ms = (deadline.now() - began) * 1000.0
		self.searched_at = len(self.moves)
		return self._commit(cell if cell in self.cells else self.cells[0])

	def since_search(self) -> tuple[int, int]:
		"""The own cell and the opponent's that were played since the last search, else -1 -1."""
		if self.searched_at < 0 or self.searched_at + 2 != len(self.moves):
			return -1, -1
		return self.moves[-2], self.moves[-1]

	def fallback(self) -> list[str]:
		"""The first legal cell, as far as the position is known."""
		return self._commit((legal_cells(self.position) or self.cells)[0])

	def _commit(self, cell: int) -> list[str]:
		"""The cell as a line; it is played."""
		line = protocol.format_cell(cell)
		turn = len(self.moves) // 2
		if turn < len(self.played):
			place = " ".join(self.played[turn][0].split()[:2])  # a message may follow
			cell = protocol.parse_cell(place, f"BOTSMITH_PLAYED: answer {turn}")
		play(self.position, cell)
		self.moves.append(cell)
		return [line]

	def explain(self) -> str:
		"""Moves with visits and values, and the principal line, as places of the grid."""
		return json.dumps({"turn": self.searched_at, "units": [{"unit": 0, **self._describe()}]})


def mend(position: State, own: int, told: Told) -> None:
	"""Makes a position fit to what is told when `own` is to move: the opponent's mark, and who has
	which squares of the boards that may be played on. A board that may be is open.
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
''')


# ==== bots/uttt/rules.py ====
__stickytape_write_module('bots/uttt/rules.py', rb'''
"""Ultimate tic-tac-toe: the rules, as kernels, shared by the bot and the referee.

Cell   int 0..80 = board * 9 + square, both 0..8 row by row
Order of a move: place, close the board if it is won or full, name the next board.
Source: docs/games/uttt.md. Golden: tests/golden/uttt.
"""

from bots.uttt.tables import FULL as FULL, HAS_LINE as HAS_LINE, SQUARES as SQUARES
from common.kernel import Numbers, kernel, numbers, record

BOARDS = 9
CELLS = BOARDS * SQUARES
ANY_BOARD = 9


@record
class State:
	"""marks[player * BOARDS + board]: masks of squares; won[player]: mask of boards.

	open: mask of the boards that are neither won nor full. forced: where the next mark must go, or
	ANY_BOARD. player: who moves.
	"""

	marks: Numbers[int] = numbers(int, 2 * BOARDS)
	won: Numbers[int] = numbers(int, 2)
	open: int = FULL
	forced: int = ANY_BOARD
	player: int


@kernel
def play(state: State, cell: int) -> None:
	"""The player to move takes `cell`; unchecked, it comes from list_cells."""
	board = cell // SQUARES
	square = cell % SQUARES
	place = state.player * BOARDS + board
	mask = state.marks[place] | 1 << square
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
	"""Three boards in line, or no board left."""
	return state.open == 0 or HAS_LINE[state.won[0]] or HAS_LINE[state.won[1]]


@kernel
def outcome(state: State) -> int:
	"""Of a state that is over: 1 player 0 has won, -1 player 1, 0 a draw. By a line, else by the
	number of boards.
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
	for board in range(BOARDS):
		if state.forced == board or (state.forced == ANY_BOARD and state.open >> board & 1 == 1):
			free = FULL & ~(state.marks[board] | state.marks[BOARDS + board])
			while free != 0:
				cells[count] = board * SQUARES + (free & -free).bit_length() - 1
				free &= free - 1
				count += 1
	return count


def legal_cells(state: State) -> list[int]:
	"""The legal cells as a list."""
	cells = [0] * CELLS
	return cells[: list_cells(state, cells)]
''')


# ==== bots/uttt/protocol.py ====
__stickytape_write_module('bots/uttt/protocol.py', rb'''
"""What an ultimate tic-tac-toe bot reads and writes; the referee has the other side."""

from typing import NamedTuple

from bots.uttt.rules import CELLS
from common.stdio import LineReader, UnreadableInput, parse_integers

NO_CELL = -1  # told as `-1 -1`: nobody has moved yet
ROW = 9


class Told(NamedTuple):
	"""The opponent's last cell, or NO_CELL, and all legal cells, in no order that means a thing."""

	played: int
	cells: list[int]


def to_cell(row: int, column: int) -> int:
	"""The cell of a row and column of the 9 x 9 grid, both 0..8."""
	return (row // 3 * 3 + column // 3) * 9 + row % 3 * 3 + column % 3


def to_place(cell: int) -> tuple[int, int]:
	"""Row and column of a cell."""
	board, square = divmod(cell, 9)
	return board // 3 * 3 + square // 3, board % 3 * 3 + square % 3


def format_cell(cell: int) -> str:
	"""A cell as an output line."""
	row, column = to_place(cell)
	return f"{row} {column}"


def parse_cell(text: str, what: str) -> int:
	"""`row column` as a cell, else UnreadableInput."""
	row, column = parse_integers(text, 2, what)
	if not (0 <= row < ROW and 0 <= column < ROW):
		raise UnreadableInput(f"{what}: expected 0..8 twice, got {text[:60]!r}")
	return to_cell(row, column)


def read_turn(reader: LineReader) -> Told:
	"""All that is told in a turn; UnreadableInput once its lines have been read."""
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
''')


# ==== bots/uttt/bot_alphabeta.py ====
__stickytape_write_module('bots/uttt/bot_alphabeta.py', rb'''
"""The ultimate tic-tac-toe bot that searches with alpha-beta."""

from collections.abc import Mapping
from typing import Any

from bots.uttt.bot import TURN_MS, UtttBot
from bots.uttt.params import Params
from bots.uttt.protocol import format_cell
from bots.uttt.rules import State, legal_cells
from bots.uttt.search_alphabeta import (
	Keys,
	Memory,
	Node,
	begin,
	choose,
	key_of,
	key_of_marks,
	put,
	think,
)
from common.clock import Deadline
from common.engine import Engines
from common.kernel import assign
from common.loop import Value, run
from common.search.alphabeta_kernel import TABLE, describe, move_in
from common.zobrist import fill_keys

CHUNK = 10  # positions between looks at the clock
WARM_UP = 60  # positions before the first line


class AlphaBetaBot(UtttBot):
	"""Keeps the table of positions from turn to turn."""

	def __init__(self, params: Params, engines: Engines) -> None:
		super().__init__(params, engines)
		self.root = State()  # of the last search
		self.keys = Keys()

	def prepare(self, seed: int) -> None:
		"""The seed makes the keys; the search has no other dice."""
		fill_keys(self.keys.of, seed)
		self._search(Deadline(TURN_MS, 0.0, iterations=WARM_UP))
		self.engines.start()

	def _search(self, deadline: Deadline) -> int:
		engine = self.engine
		assign(self.root, self.position)
		engine.load("params", self.params)
		engine.load("start", self.position)
		engine.load("keys", self.keys)
		engine.call(begin)
		for count in deadline.chunks(CHUNK * engine.pace):
			is_open = engine.call(think, count)
			if not is_open:
				break
		return engine.call(choose)

	def stats(self) -> Mapping[str, Value]:
		positions = round(self.engine.read("search.positions"))
		return {
			"iterations": positions,
			"simulated_turns": positions,
			"nodes": positions,
			"evaluations": round(self.engine.read("search.evaluations")),
			"depth": round(self.engine.read("search.completed")),
			"search_ms": round(self.search_ms, 3),
			"engine": self.engine.name,
		}

	def _describe(self) -> dict[str, Any]:
		"""With the line that the table of positions holds."""
		told = describe(self.engine, "search", format_cell)
		node, memory = Node(), self.engines.python.memory
		assign(node.state, self.root)
		node.key = key_of_marks(self.root, self.keys)
		move = int(self.engine.read("search.answer"))
		for _ in range(int(self.engine.read("search.completed"))):
			if move not in legal_cells(node.state):
				break
			told["line"].append(format_cell(move))
			put(node, memory, move)
			key = key_of(node, memory)
			slot = key & TABLE - 1
			if self.engine.read("search.keys", slot) != float(key):
				break
			move = move_in(int(self.engine.read("search.entries", slot)))
		return told


def main(engines: Engines | None = None) -> None:
	"""Plays on stdin and stdout; a compiled bundle brings other engines."""
	run(AlphaBetaBot(Params(), engines or Engines(Memory)))
''')


# ==== bots/uttt/chances.py ====
__stickytape_write_module('bots/uttt/chances.py', rb'''
"""How good a position is: the chance of winning each small board, and lines made of chances.

The chances of a board are those of a game in which a coin decides who moves next and both play
well, though not always, for a square also says where the other must go: half after an own mark,
half after one of the opponent's, each the best for its side with a part of the mean. `even` holds
that; `own` and `other` what it becomes if it is surely the one's or the other's mark next.
A line is worth the product of the squared chances of its boards.

A board with masks x (own) and o has its numbers at THREES[x] + 2 * THREES[o].
"""

from bots.uttt.params import Params
from bots.uttt.rules import ANY_BOARD, BOARDS, State
from bots.uttt.tables import FULL, HAS_LINE, SQUARES
from common.kernel import Numbers, kernel, numbers, record

BOARD_STATES = 3**SQUARES
MASKS = FULL + 1
VALUE_UNITS = 10_000.0  # of a value, for one sure line of boards


@record
class Chances:
	"""is_ready: whether the rest has been computed. threes[mask]: the mask's bits in base three."""

	is_ready: bool
	threes: Numbers[int] = numbers(int, MASKS)
	even: Numbers[float] = numbers(float, BOARD_STATES)
	own: Numbers[float] = numbers(float, BOARD_STATES)
	other: Numbers[float] = numbers(float, BOARD_STATES)
	mine: Numbers[float] = numbers(float, BOARDS)  # the mover's to win each board, squared
	theirs: Numbers[float] = numbers(float, BOARDS)


@kernel
def fill_board(chances: Chances, slip: float, x: int, o: int, free: int) -> None:
	"""The numbers of one board that is still open, from those with a mark more."""
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
	"""All boards, those with more marks first."""
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
	"""Sum of the chances to win a line of boards; c: those of the boards."""
	sides = c[0] * (c[1] * c[2] + c[3] * c[6]) + c[8] * (c[2] * c[5] + c[6] * c[7])
	return sides + c[4] * (c[0] * c[8] + c[1] * c[7] + c[2] * c[6] + c[3] * c[5])


@kernel
def rate_position(state: State, chances: Chances, params: Params) -> int:
	"""A guess for a game that goes on, from the view of the player to move: lines, and boards as
	far as there are no lines to win.
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
''')


# ==== bots/uttt/kernels_c.py ====
__stickytape_write_module('bots/uttt/kernels_c.py', rb'''
"""The kernels of this bot in C, as the compiler gets them."""

FLAGS = """
-shared -fPIC -O2 -march=native -std=c11 -fwrapv -ffp-contract=off
""".split()
TEXT = r"""
/* Modules, and fingerprints of them. A place 21303 is line 213 of module 3.
 *   0  2f4f1fbafea9989c  bots.uttt.chances
 *   1  73a053f655f0c933  common.search.alphabeta_kernel
 *   2  948474c5cfb84a4d  bots.uttt.rules
 *   3  a23a3c2f18a774d1  bots.uttt.search_alphabeta
 *      436b03b600ef24a1  bots.uttt.tables
 */
#include <math.h>
#include <setjmp.h>
#include <stdbool.h>
#include <stdint.h>
typedef int64_t Int;

#define NOINLINE __attribute__((noinline))
static const bool is_reducing = true;
#define SQUARES 9
#define FULL 511
static const bool HAS_LINE[512] = {
	0,0,0,0,0,0,0,1,0,0,0,0,0,0,0,1,0,0,0,0,0,0,0,1,0,0,0,0,0,0,0,1,
	0,0,0,0,0,0,0,1,0,0,0,0,0,0,0,1,0,0,0,0,0,0,0,1,1,1,1,1,1,1,1,1,
	0,0,0,0,0,0,0,1,0,1,0,1,0,1,0,1,0,0,0,0,1,1,1,1,0,1,0,1,1,1,1,1,
	0,0,0,0,0,0,0,1,0,1,0,1,0,1,0,1,0,0,0,0,1,1,1,1,1,1,1,1,1,1,1,1,
	0,0,0,0,0,0,0,1,0,0,0,0,0,0,0,1,0,0,1,1,0,0,1,1,0,0,1,1,0,0,1,1,
	0,0,0,0,0,0,0,1,0,0,0,0,0,0,0,1,0,0,1,1,0,0,1,1,1,1,1,1,1,1,1,1,
	0,0,0,0,0,0,0,1,0,1,0,1,0,1,0,1,0,0,1,1,1,1,1,1,0,1,1,1,1,1,1,1,
	0,0,0,0,0,0,0,1,0,1,0,1,0,1,0,1,0,0,1,1,1,1,1,1,1,1,1,1,1,1,1,1,
	0,0,0,0,0,0,0,1,0,0,0,0,0,0,0,1,0,1,0,1,0,1,0,1,0,1,0,1,0,1,0,1,
	0,0,0,0,1,1,1,1,0,0,0,0,1,1,1,1,0,1,0,1,1,1,1,1,1,1,1,1,1,1,1,1,
	0,0,0,0,0,0,0,1,0,1,0,1,0,1,0,1,0,1,0,1,1,1,1,1,0,1,0,1,1,1,1,1,
	0,0,0,0,1,1,1,1,0,1,0,1,1,1,1,1,0,1,0,1,1,1,1,1,1,1,1,1,1,1,1,1,
	0,0,0,0,0,0,0,1,0,0,0,0,0,0,0,1,0,1,1,1,0,1,1,1,0,1,1,1,0,1,1,1,
	0,0,0,0,1,1,1,1,0,0,0,0,1,1,1,1,0,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,
	1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,
	1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,
};
#define BOARD_STATES 19683
#define MASKS 512
#define VALUE_UNITS 10000.0
#define AT_LEAST 1
#define EXACT 0
#define AT_MOST 2
#define MAX_PLIES 90
#define MAX_MOVES 81
#define MOVE_IDS 128
#define TABLE 131072
#define INFINITE 4000000
#define PROVEN 2000000
#define NO_MOVE (-1)
#define SURE_FIRST INT64_C(1099511627776)
#define DEEP 3
#define LATE 2
#define LATER 6
#define BOARDS 9
#define CELLS 81
#define ANY_BOARD 9
#define FORCED 162
#define WON 2001000
#define WIN_BOARD 16777216
#define BLOCK_BOARD 4194304
#define GIVES_FREEDOM 2097152
#define PLAIN 8388608
#define VARIETY 31

typedef struct Params {
	double exploration, urgency, slip, board, stake, freedom, first_ms, margin_ms;
} Params;

typedef struct State {
	Int marks[2 * BOARDS], won[2], open, forced, player;
} State;

typedef struct Keys {
	Int of[2 * CELLS + BOARDS + 1];
} Keys;

typedef struct Chances {
	bool is_ready;
	Int threes[MASKS];
	double even[BOARD_STATES], own[BOARD_STATES], other[BOARD_STATES], mine[BOARDS];
	double theirs[BOARDS];
} Chances;

typedef struct Node {
	State state;
	Int key;
} Node;

typedef struct Frame {
	Int alpha, beta, floor, best, best_move, left, place, count;
	bool is_scouting;
	Int cut;
	bool is_again;
	Int moves[MAX_MOVES], order[MAX_MOVES];
} Frame;

typedef struct Search {
	Int ply, depth, limit;
	bool is_done, is_cut;
	Int answer, value, completed, positions, evaluations;
	Frame frames[MAX_PLIES];
	Int root_values[MOVE_IDS], root_positions[MOVE_IDS], history[2 * MOVE_IDS], keys[TABLE];
	Int entries[TABLE];
} Search;

typedef struct Memory {
	Params params;
	State start;
	Keys keys;
	Chances chances;
	Node stack[MAX_PLIES];
	Search search;
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
static Int shift_left(Int a, Int count, int where) {
	if (count < 0)
		trap(SHIFT, where);
	if (a == 0)
		return 0;
	if (count > 63)
		trap(TOO_LARGE, where);
	const Int result = (Int)((uint64_t)a << count);
	if (result >> count != a)
		trap(TOO_LARGE, where);
	return result;
}
static Int shift_near(Int a, Int count, int where) {
	const Int result = (Int)((uint64_t)a << count);
	if (result >> count != a)
		trap(TOO_LARGE, where);
	return result;
}
static double divide(double a, double b, int where) {
	if (b == 0.0)
		trap(ZERO_DIVISOR, where);
	return a / b;
}
static Int to_int(double a, int where) {
	if (!(a >= -9223372036854775808.0 && a < 9223372036854775808.0))
		trap(CONVERSION, where);
	return (Int)a;
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
static Int bit_count(Int a) {
	return __builtin_popcountll(a < 0 ? 0 - (uint64_t)a : (uint64_t)a);
}
static Int natural_bit_count(Int a) {
	return __builtin_popcountll((uint64_t)a);
}
static Int lowest_bit(Int a) {
	return __builtin_ffsll(a);
}
static Int list_moves(const Node *node, const Memory *memory, Int *cells,
	Int cells_length);
static Int promise(const Node *node, const Memory *memory, Int cell);
static bool has_ended(const Node *node, const Memory *memory);
static Int ended(const Node *node, const Memory *memory);
static Int rate(const Node *node, Memory *memory);
static Int key_of(const Node *node, const Memory *memory);
static void put(Node *node, const Memory *memory, Int cell);

// bots/uttt/chances.py

static void fill_board(Chances *chances, double slip, Int x, Int o, Int free) {
	const Int *threes = chances->threes;
	Int base = add(threes[x], multiply(2, threes[o], 3900), 3900);
	double best = 0.0;
	double worst = 1.0;
	double sum_own = 0.0;
	double sum_other = 0.0;
	Int rest = free;
	while (rest != 0) {
		Int step = threes[rest & -rest];
		double own = chances->even[at(add(base, step, 4700), BOARD_STATES, 4700)];
		double other =
			chances->even[at(add(base, multiply(2, step, 4800), 4800), BOARD_STATES, 4800)];
		best = max_float(best, own);
		worst = min_float(worst, other);
		sum_own += own;
		sum_other += other;
		rest &= rest - 1;
	}
	double count = (double)natural_bit_count(free);
	best += slip * (divide(sum_own, count, 5500) - best);
	worst += slip * (divide(sum_other, count, 5600) - worst);
	chances->own[at(base, BOARD_STATES, 5700)] = best;
	chances->other[at(base, BOARD_STATES, 5800)] = worst;
	chances->even[at(base, BOARD_STATES, 5900)] = 0.5 * (best + worst);
}
static void fill_chances(Chances *chances, double slip) {
	for (Int mask = 1; mask < MASKS; mask++)
		chances->threes[mask] = add(multiply(3, chances->threes[mask >> 1], 6600), mask & 1, 6600);
	for (Int number = 0; number < MASKS; number++) {
		Int x = FULL - number;
		Int o = FULL & ~x;
		while (true) {
			Int place = add(chances->threes[x], multiply(2, chances->threes[o], 7100), 7100);
			double sure = HAS_LINE[x] ? 1.0 : 0.0;
			chances->own[at(place, BOARD_STATES, 7300)] = sure;
			chances->other[at(place, BOARD_STATES, 7400)] = sure;
			chances->even[at(place, BOARD_STATES, 7500)] = sure;
			Int free = FULL & ~(x | o);
			if (free != 0 && !HAS_LINE[x] && !HAS_LINE[o])
				fill_board(chances, slip, x, o, free);
			if (o == 0)
				break;
			o = (o - 1) & FULL & ~x;
		}
	}
	chances->is_ready = true;
}
static inline double line_chances(const double *c, Int c_length) {
	double sides = c[at(0, c_length, 8800)]
		* (c[at(1, c_length, 8800)] * c[at(2, c_length, 8800)] + c[at(3, c_length, 8800)]
		* c[at(6, c_length, 8800)]) + c[at(8, c_length, 8800)]
		* (c[at(2, c_length, 8800)] * c[at(5, c_length, 8800)] + c[at(6, c_length, 8800)]
		* c[at(7, c_length, 8800)]);
	return sides + c[at(4, c_length, 8900)]
		* (c[at(0, c_length, 8900)] * c[at(8, c_length, 8900)] + c[at(1, c_length, 8900)]
		* c[at(7, c_length, 8900)] + c[at(2, c_length, 8900)] * c[at(6, c_length, 8900)]
		+ c[at(3, c_length, 8900)] * c[at(5, c_length, 8900)]);
}
static Int rate_position(const State *state, Chances *chances, const Params *params) {
	const Int *threes = chances->threes;
	Int own = multiply(BOARDS, state->player, 9800);
	double boards = 0.0;
	double mine;
	double theirs;
	for (Int board = 0; board < BOARDS; board++) {
		Int x =
			threes[at(state->marks[at(add(own, board, 10100), 2 * BOARDS, 10100)], MASKS, 10100)];
		Int o =
			threes[at(state->marks[at(add(subtract(BOARDS, own, 10200), board, 10200), 2 * BOARDS,
			10200)], MASKS, 10200)];
		mine = chances->even[at(add(x, multiply(2, o, 10300), 10300), BOARD_STATES, 10300)];
		theirs = chances->even[at(add(o, multiply(2, x, 10400), 10400), BOARD_STATES, 10400)];
		boards += mine - theirs;
		if (board == state->forced) {
			mine = chances->own[at(add(x, multiply(2, o, 10700), 10700), BOARD_STATES, 10700)];
			theirs = chances->other[at(add(o, multiply(2, x, 10800), 10800), BOARD_STATES, 10800)];
		}
		chances->mine[board] = mine * mine;
		chances->theirs[board] = theirs * theirs;
	}
	mine = line_chances(chances->mine, BOARDS);
	theirs = line_chances(chances->theirs, BOARDS);
	double lead = mine - theirs
		+ divide(params->board * boards, 1.0 + params->stake * (mine + theirs), 11300);
	if (state->forced == ANY_BOARD)
		lead += params->freedom;
	return to_int(VALUE_UNITS * lead, 11600);
}

// common/search/alphabeta_kernel.py

static Int value_in(Int entry) {
	return (entry >> 18) - INFINITE;
}
static inline Int move_in(Int entry) {
	return ((entry >> 10) & 255) - 1;
}
static void remember(Search *search, Int key, const Frame *frame) {
	Int slot = key & (TABLE - 1);
	Int bound = EXACT;
	if (frame->best >= frame->beta) {
		bound = AT_LEAST;
	} else if (frame->best <= frame->floor) {
		bound = AT_MOST;
	}
	search->keys[slot] = key;
	Int entry = shift_near(add(frame->best, INFINITE, 9901), 8, 9901)
		| add(frame->best_move, 1, 9901);
	search->entries[slot] = shift_near(entry, 10, 10001) | shift_near(frame->left, 2, 10001)
		| bound;
}
static Int next_move(Frame *frame) {
	Int best = frame->place;
	const Int index_end = frame->count;
	for (Int index = add(frame->place, 1, 10701); index < index_end; index++) {
		if (frame->order[at(index, MAX_MOVES, 10801)] > frame->order[at(best, MAX_MOVES, 10801)])
			best = index;
	}
	Int move = frame->moves[at(best, MAX_MOVES, 11001)];
	frame->moves[at(best, MAX_MOVES, 11101)] = frame->moves[at(frame->place, MAX_MOVES, 11101)];
	frame->order[at(best, MAX_MOVES, 11201)] = frame->order[at(frame->place, MAX_MOVES, 11201)];
	frame->moves[at(frame->place, MAX_MOVES, 11301)] = move;
	return move;
}
static Int plies_off(const Frame *frame) {
	if (frame->place < LATE || frame->left < DEEP)
		return 0;
	return frame->place >= LATER && frame->left >= DEEP + 2 ? 2 : 1;
}
static inline void take(Search *search, Int ply, Int value, bool is_exact) {
	Frame *frame = &search->frames[at(ply, MAX_PLIES, 12801)];
	Int move = frame->moves[at(frame->place, MAX_MOVES, 12901)];
	bool is_bound = frame->is_scouting && !is_exact && value < frame->beta;
	frame->is_again = value > frame->alpha && (is_bound || frame->cut > 0);
	if (frame->is_again) {
		frame->is_scouting = false;
		frame->cut = 0;
		return;
	}
	if (ply == 0)
		search->root_values[at(move, MOVE_IDS, 13701)] = value;
	if (value > frame->best) {
		frame->best = value;
		frame->best_move = move;
	}
	if (value > frame->alpha) {
		frame->alpha = value;
		if (ply == 0) {
			search->answer = move;
			search->value = value;
		}
	}
	if (frame->alpha >= frame->beta) {
		search->history[at(add(modulo_by(ply, 2) * MOVE_IDS, move, 14701), 2 * MOVE_IDS, 14701)] =
			add(search->history[at(add(modulo_by(ply, 2) * MOVE_IDS, move, 14701), 2 * MOVE_IDS,
			14701)], multiply(frame->left, frame->left, 14701), 14701);
	}
	frame->place = add(frame->place, 1, 14801);
}
static inline void open_frame(Search *search, const Node *stack, Int stack_length,
	const Memory *setting, Int ply, Int alpha, Int beta, Int first) {
	Frame *frame = &search->frames[at(ply, MAX_PLIES, 18501)];
	frame->alpha = alpha;
	frame->beta = beta;
	frame->floor = alpha;
	frame->best = -INFINITE;
	frame->best_move = NO_MOVE;
	frame->place = 0;
	frame->is_again = false;
	frame->cut = 0;
	frame->count =
		list_moves(&stack[at(ply, stack_length, 19401)], setting, frame->moves, MAX_MOVES);
	for (Int index = 0, index_end = frame->count; index < index_end; index++) {
		Int move = frame->moves[at(index, MAX_MOVES, 19601)];
		Int hope = promise(&stack[at(ply, stack_length, 19701)], setting, move);
		frame->order[at(index, MAX_MOVES, 19801)] =
			add(hope,
			search->history[at(add(modulo_by(ply, 2) * MOVE_IDS, move, 19801), 2 * MOVE_IDS,
			19801)], 19801);
		if (move == first)
			frame->order[at(index, MAX_MOVES, 20001)] = SURE_FIRST;
	}
}
static void begin(Search *search, const Node *stack, Int stack_length, const Memory *setting) {
	for (Int index = 0; index < 2 * MOVE_IDS; index++)
		search->history[index] = divide_by(search->history[index], 2);
	for (Int index = 0; index < MOVE_IDS; index++) {
		search->root_positions[index] = 0;
		search->root_values[index] = -INFINITE;
	}
	search->ply = 0;
	search->depth = 1;
	search->is_cut = false;
	search->answer = NO_MOVE;
	search->value = 0;
	search->completed = 0;
	search->positions = 0;
	search->evaluations = 0;
	search->frames[0].left = 1;
	open_frame(search, stack, stack_length, setting, 0, -INFINITE, INFINITE, NO_MOVE);
	search->is_done = search->frames[0].count == 0;
}
static void deepen(Search *search, const Node *stack, Int stack_length, const Memory *setting) {
	search->completed = search->depth;
	if (absolute(search->value, 22601) > PROVEN || !search->is_cut || search->depth
		>= search->limit) {
		search->is_done = true;
		return;
	}
	search->depth = add(search->depth, 1, 22901);
	search->is_cut = false;
	search->frames[0].left = search->depth;
	open_frame(search, stack, stack_length, setting, 0, -INFINITE, INFINITE, search->answer);
}
static void visit(Search *search, const Node *stack, Int stack_length, Memory *setting,
	Int ply, Int alpha, Int beta) {
	search->positions = add(search->positions, 1, 23901);
	Int top = search->frames[0].moves[at(search->frames[0].place, MAX_MOVES, 24001)];
	search->root_positions[at(top, MOVE_IDS, 24101)] =
		add(search->root_positions[at(top, MOVE_IDS, 24101)], 1, 24101);
	Int below = add(ply, 1, 24201);
	const Node *state = &stack[at(below, stack_length, 24301)];
	if (has_ended(state, setting)) {
		Int result = ended(state, setting);
		take(search, ply, negate(result, 24601), true);
		return;
	}
	Int left =
		subtract(subtract(search->frames[at(ply, MAX_PLIES, 24801)].left, 1, 24801),
		search->frames[at(ply, MAX_PLIES, 24801)].cut, 24801);
	if (left == 0) {
		search->is_cut = true;
		search->evaluations = add(search->evaluations, 1, 25101);
		Int guess = rate(state, setting);
		take(search, ply, negate(guess, 25301), true);
		return;
	}
	Int key = key_of(state, setting);
	Int slot = key & (TABLE - 1);
	Int first = NO_MOVE;
	if (search->keys[slot] == key) {
		Int entry = search->entries[slot];
		first = move_in(entry);
		Int value = value_in(entry);
		bool is_proven = absolute(value, 26201) > PROVEN;
		Int bound = entry & 3;
		if (((entry >> 2) & 255) >= left || is_proven) {
			bool is_low = bound != AT_LEAST && value <= alpha;
			if (bound == EXACT || is_low || (bound == AT_LEAST && value >= beta)) {
				search->is_cut = search->is_cut || !is_proven;
				take(search, ply, -value, bound == EXACT);
				return;
			}
		}
	}
	search->frames[at(below, MAX_PLIES, 27001)].left = left;
	open_frame(search, stack, stack_length, setting, below, alpha, beta, first);
	search->ply = below;
}
static bool think(Search *search, Node *stack, Int stack_length, Memory *setting, Int count) {
	Int goal = add(search->positions, count, 27701);
	while (search->positions < goal && !search->is_done) {
		Int ply = search->ply;
		Frame *frame = &search->frames[at(ply, MAX_PLIES, 28001)];
		if (frame->place < frame->count && frame->alpha < frame->beta) {
			if (!frame->is_again) {
				Int move = next_move(frame);
				frame->is_scouting = frame->place > 0;
				if (is_reducing)
					frame->cut = plies_off(frame);
				Node *child = &stack[at(add(ply, 1, 28701), stack_length, 28701)];
				*child = stack[at(ply, stack_length, 28801)];
				put(child, setting, move);
			}
			Int beta = frame->is_scouting ? add(frame->alpha, 1, 29001) : frame->beta;
			visit(search, stack, stack_length, setting, ply, negate(beta, 29101),
				negate(frame->alpha, 29101));
		} else {
			Int key = key_of(&stack[at(ply, stack_length, 29301)], setting);
			remember(search, key, frame);
			if (ply == 0) {
				deepen(search, stack, stack_length, setting);
			} else {
				search->ply = subtract(search->ply, 1, 29801);
				take(search, search->ply, negate(frame->best, 29901), false);
			}
		}
	}
	return !search->is_done;
}

// bots/uttt/rules.py

static void play(State *state, Int cell) {
	Int board = divide_by(cell, SQUARES);
	Int square = modulo_by(cell, SQUARES);
	Int place = add(multiply(state->player, BOARDS, 3602), board, 3602);
	Int mask = state->marks[at(place, 2 * BOARDS, 3702)] | (1 << square);
	state->marks[at(place, 2 * BOARDS, 3802)] = mask;
	if (HAS_LINE[at(mask, 512, 3902)]) {
		state->won[at(state->player, 2, 4002)] |= shift_left(1, board, 4002);
		state->open &= ~shift_left(1, board, 4102);
	} else if ((state->marks[at(board, 2 * BOARDS, 4202)]
		| state->marks[at(BOARDS + board, 2 * BOARDS, 4202)]) == FULL) {
		state->open &= ~shift_left(1, board, 4302);
	}
	state->forced = ((state->open >> square) & 1) == 1 ? square : ANY_BOARD;
	state->player = subtract(1, state->player, 4502);
}
static inline bool is_over(const State *state) {
	return state->open == 0 || HAS_LINE[at(state->won[0], 512, 5102)]
		|| HAS_LINE[at(state->won[1], 512, 5102)];
}
static Int outcome(const State *state) {
	if (HAS_LINE[at(state->won[0], 512, 5902)])
		return 1;
	if (HAS_LINE[at(state->won[1], 512, 6102)])
		return -1;
	Int lead = bit_count(state->won[0]) - bit_count(state->won[1]);
	return min_int(1, max_int(-1, lead));
}
static Int list_cells(const State *state, Int *cells, Int cells_length) {
	if (is_over(state))
		return 0;
	Int count = 0;
	for (Int board = 0; board < BOARDS; board++) {
		if (state->forced == board
			|| (state->forced == ANY_BOARD && ((state->open >> board) & 1) == 1)) {
			Int free = FULL & ~(state->marks[board] | state->marks[BOARDS + board]);
			while (free != 0) {
				cells[at(count, cells_length, 7702)] = board * SQUARES + lowest_bit(free) - 1;
				free &= free - 1;
				count = add(count, 1, 7902);
			}
		}
	}
	return count;
}

// bots/uttt/search_alphabeta.py

static Int list_moves(const Node *node, const Memory *memory, Int *cells,
	Int cells_length) {
	(void)memory;
	return list_cells(&node->state, cells, cells_length);
}
static void put(Node *node, const Memory *memory, Int cell) {
	node->key ^=
		memory->keys.of[at(add(multiply(node->state.player, CELLS, 6403), cell, 6403), 2 * CELLS
		+ BOARDS + 1, 6403)];
	play(&node->state, cell);
}
static bool has_ended(const Node *node, const Memory *memory) {
	(void)memory;
	return is_over(&node->state);
}
static Int ended(const Node *node, const Memory *memory) {
	(void)memory;
	const State *state = &node->state;
	Int result = outcome(state);
	Int marks = 0;
	for (Int place = 0; place < 2 * BOARDS; place++)
		marks = add(marks, bit_count(state->marks[place]), 8103);
	Int value = result * (WON - marks);
	return state->player == 0 ? value : negate(value, 8303);
}
static Int rate(const Node *node, Memory *memory) {
	Int guess = rate_position(&node->state, &memory->chances, &memory->params);
	return add(guess, node->key & VARIETY, 9003);
}
static inline Int key_of(const Node *node, const Memory *memory) {
	return node->key
		^ memory->keys.of[at(add(FORCED, node->state.forced, 9603), 2 * CELLS + BOARDS + 1, 9603)];
}
static Int key_of_marks(const State *state, const Keys *keys) {
	Int key = 0;
	for (Int place = 0; place < 2 * BOARDS; place++) {
		for (Int square = 0; square < SQUARES; square++) {
			if (((state->marks[place] >> square) & 1) == 1)
				key ^= keys->of[place * SQUARES + square];
		}
	}
	return key;
}
static Int promise(const Node *node, const Memory *memory, Int cell) {
	(void)memory;
	const State *state = &node->state;
	Int board = divide_by(cell, SQUARES);
	Int square = modulo_by(cell, SQUARES);
	Int own =
		state->marks[at(add(multiply(state->player, BOARDS, 11603), board, 11603), 2 * BOARDS,
		11603)] | (1 << square);
	Int theirs =
		state->marks[at(add(multiply(subtract(1, state->player, 11703), BOARDS, 11703), board,
		11703), 2 * BOARDS, 11703)] | (1 << square);
	Int hope = PLAIN;
	if (HAS_LINE[at(own, 512, 11903)])
		hope = add(hope, WIN_BOARD, 12003);
	if (HAS_LINE[at(theirs, 512, 12103)])
		hope = add(hope, BLOCK_BOARD, 12203);
	if (((state->open >> square) & 1) == 0 || (square == board && HAS_LINE[at(own, 512, 12303)]))
		hope = subtract(hope, GIVES_FREEDOM, 12403);
	return hope;
}
static NOINLINE void begin_2(Memory *memory) {
	if (!memory->chances.is_ready)
		fill_chances(&memory->chances, memory->params.slip);
	Node *root = &memory->stack[0];
	root->state = memory->start;
	root->key = key_of_marks(&memory->start, &memory->keys);
	begin(&memory->search, memory->stack, MAX_PLIES, memory);
}
static NOINLINE bool think_2(Memory *memory, Int count) {
	return think(&memory->search, memory->stack, MAX_PLIES, memory, count);
}
static NOINLINE Int choose(const Memory *memory) {
	return memory->search.answer;
}

int32_t run_begin(Memory *memory) {
	if (setjmp(trap_exit) != 0)
		return trap_code;
	begin_2(memory);
	return 0;
}

int32_t run_think(Memory *memory, Int count, bool *result_) {
	if (setjmp(trap_exit) != 0)
		return trap_code;
	*result_ = think_2(memory, count);
	return 0;
}

int32_t run_choose(const Memory *memory, Int *result_) {
	if (setjmp(trap_exit) != 0)
		return trap_code;
	*result_ = choose(memory);
	return 0;
}

const Int run_size = sizeof(Memory);
"""
''')


# ==== bots/uttt/search_alphabeta.py ====
__stickytape_write_module('bots/uttt/search_alphabeta.py', rb'''
"""Alpha-beta over the rules, with the chances of the small boards as evaluation."""

from bots.uttt.chances import Chances, fill_chances, rate_position
from bots.uttt.params import Params
from bots.uttt.rules import (
	BOARDS,
	CELLS,
	State,
	is_over,
	list_cells,
	outcome,
	play,
)
from bots.uttt.tables import HAS_LINE, SQUARES
from common.kernel import Numbers, Records, assign, kernel, numbers, record, records
from common.search import alphabeta_kernel
from common.search.alphabeta_kernel import MAX_PLIES, PROVEN, Search

FORCED = 2 * CELLS
WON = PROVEN + 1000  # of a game without marks; later wins are worth less
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
	"""The legal cells."""
	return list_cells(node.state, cells)


@kernel
def put(node: Node, memory: Memory, cell: int) -> None:
	"""A mark on a cell."""
	node.key ^= memory.keys.of[node.state.player * CELLS + cell]
	play(node.state, cell)


@kernel
def has_ended(node: Node, memory: Memory) -> bool:
	"""The game is over."""
	return is_over(node.state)


@kernel
def ended(node: Node, memory: Memory) -> int:
	"""WON or less for a win, for the player to move; wins with fewer marks are larger."""
	state = node.state
	result = outcome(state)
	marks = 0
	for place in range(2 * BOARDS):
		marks += state.marks[place].bit_count()
	value = result * (WON - marks)
	return value if state.player == 0 else -value


@kernel
def rate(node: Node, memory: Memory) -> int:
	"""The guess for a game that goes on, with a little chance: games of other keys are others."""
	guess = rate_position(node.state, memory.chances, memory.params)
	return guess + (node.key & VARIETY)


@kernel
def key_of(node: Node, memory: Memory) -> int:
	"""Marks and forced board; who moves follows from the marks."""
	return node.key ^ memory.keys.of[FORCED + node.state.forced]


@kernel
def key_of_marks(state: State, keys: Keys) -> int:
	"""The key that `put` keeps up to date."""
	key = 0
	for place in range(2 * BOARDS):
		for square in range(SQUARES):
			if state.marks[place] >> square & 1 == 1:
				key ^= keys.of[place * SQUARES + square]
	return key


@kernel
def promise(node: Node, memory: Memory, cell: int) -> int:
	"""Won boards first, then blocked ones; last what leaves the choice to the opponent."""
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


start_search, search_on = alphabeta_kernel.bind(
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
	"""`count` positions more; whether there is more to find."""
	return search_on(memory.search, memory.stack, memory, count)


@kernel
def choose(memory: Memory) -> int:
	"""The best cell, -1 before the first position."""
	return memory.search.answer


ENTRIES = (begin, think, choose)
''')


# ==== bots/uttt/tables.py ====
__stickytape_write_module('bots/uttt/tables.py', rb'''
"""What can be looked up of the nine squares of a board.

Square  0..8 row by row, also the place of a small board on the main one
Mask    int of 9 bits, bit s is set when square s is taken
"""

SQUARES = 9
FULL = 511
LINES = (7, 56, 448, 73, 146, 292, 273, 84)  # rows, columns, diagonals

HAS_LINE = tuple(any(mask & line == line for line in LINES) for mask in range(FULL + 1))
''')


# ==== common/clock.py ====
__stickytape_write_module('common/clock.py', rb'''
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
''')


# ==== common/engine.py ====
__stickytape_write_module('common/engine.py', rb'''
"""Where a bot's kernels run, and the record that they work on: its memory."""

from collections.abc import Callable
from typing import Any, TypeVar

from common.clock import Deadline
from common.kernel import assign

Value = TypeVar("Value")


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

	def call(self, kernel: Callable[..., Value], *values: int | float | bool) -> Value:
		"""kernel(memory, *values)."""
		return kernel(self.memory, *values)

	def read(self, path: str, index: int = -1) -> float:
		"""A number of the memory, as `forest.used`; with `index` one of an array."""
		value = self.memory
		for name in path.split("."):
			value = getattr(value, name)
		return float(value[index] if index >= 0 else value)


class Engines:
	"""Which engine plays; it may change between turns, never inside one."""

	def __init__(self, memory: type) -> None:
		self.python = Engine(memory)

	def start(self) -> None:
		"""Called once, after the warm-up and before the first line is read."""

	def current(self, deadline: Deadline) -> Engine:
		"""The engine for the turn whose lines have been read."""
		return self.python
''')


# ==== common/kernel.py ====
__stickytape_write_module('common/kernel.py', rb'''
"""The typed subset of Python for rules and searches; docs/kernels.md explains it.

Every name has one type for ever and ints stay within 64 bits, so that this translates to C.
"""

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
	"""`length` zeros, as the default of a record's field or as a local of a kernel."""
	if kind not in SCALARS:
		raise TypeError(f"numbers() of int, float or bool, not of {kind!r}")
	return _array([kind(0)] * length, length)


def records(kind: type[Item], length: int) -> Records[Item]:
	"""`length` records of zeros, for the same places."""
	if not hasattr(kind, "kernel_fields"):
		raise TypeError(f"records() of a class made with @record, not of {kind!r}")
	return _array([kind() for _ in range(length)], length)


class Capacity(int):
	"""A length that also knows the length in C. Arithmetic on it gives a plain int."""

	compiled: int


class Pool(list[Item]):
	"""The default of a pool's field, for `record` to read; the record itself holds a list."""

	compiled: int


def capacity(pure: int, compiled: int) -> int:
	"""The length of a pool on CPython and in C. Use it bare: `POOL * 2` is the same in both."""
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
	"""Marks a function as part of the subset."""
	function.is_kernel = True  # type: ignore[attr-defined]
	return function


def record(cls: Class) -> Class:
	"""Rebuilds a class of annotated fields with slots, zeros, and a copier for `assign`.

	A field is an int, float or bool, a nested record, numbers() or records(); else TypeError.
	kernel_fields: name -> class, or [class, length, length in C] for an array.
	"""
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
	"""Copies every value of the record `source` into `target`, a record of the same class."""
	target.kernel_assign(source)  # type: ignore[attr-defined]
''')


# ==== common/loop.py ====
__stickytape_write_module('common/loop.py', rb'''
"""The life of a bot: set up, then read, think and answer until the input ends.

The workshop sets BOTSMITH_ITERATIONS, BOTSMITH_SEED, BOTSMITH_BUDGET, BOTSMITH_MARGIN,
BOTSMITH_STATS and BOTSMITH_EXPLAIN: docs/measuring.md.
"""

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
	"""A contest's bot; times in ms: of the first answer, of later ones, kept besides pauses.

	fallback: a legal answer without search. stats, explain: the last search's work and thoughts.
	"""

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


def play(
	bot: Bot,
	options: Options,
	source: TextIO,
	sink: TextIO,
	now: Callable[[], float] = perf_counter,
	born: float | None = None,
	queued: Callable[[], float] = float,
) -> None:
	"""Plays until EndOfInput, or UnreadableInput if the input breaks off.

	born: when the process began; the time until it reads is taken from the first turn.
	"""
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
	"""A number that Linux tells of this process, else 0."""
	try:
		with open(f"/proc/self/{file}", "rb", buffering=0) as text:
			return int(text.read().rpartition(b")")[2].split()[place])
	except (OSError, ValueError, IndexError):
		return 0


def queued() -> float:
	"""Seconds of waiting for a processor."""
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
"""The engines of a compiled bundle: C as soon as it is ready, CPython until then.

A child process has the C text compiled and tries the library out: it must repeat the warm-up in
every bit. C plays from the next turn on. Whatever fails is one line on stderr.
BOTSMITH_CACHE=FOLDER keeps libraries.
"""

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
	"""The text of a module of this bundle."""
	loader: Any = __spec__.loader
	return str(loader.get_source(name))


def fingerprint(text: str) -> str:
	"""A hash of a module's lines, without blank ones and lone comments."""
	lines = [line.rstrip() for line in text.splitlines()]
	kept = [line for line in lines if line and not line.lstrip().startswith("#")]
	return hashlib.sha256("\n".join(kept).encode()).hexdigest()[:16]


@cache
def layout(record: Any) -> tuple[dict[str, tuple[int, Any]], int, int]:
	"""A record in C: its fields' offsets and kinds; size; alignment."""
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
	"""A record's values in C, from `place` on; maybe without zeros."""
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
	"""What a new memory holds."""
	return list(values_of(memory(), 0, False))


class NativeEngine(Engine):
	"""Kernels of a library. Its memory is large, but taken only as it is used."""

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
	"""The function run_NAME of a kernel, and room for its result."""
	_, *kinds, kind = [C_TYPES.get(k, ctypes.c_int64) for k in kernel.__annotations__.values()]
	run = library[f"run_{kernel.__name__}"]
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

	def call(self, kernel: Callable[..., Value], *values: int | float | bool) -> Value:
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
				raise Unusable("C and CPython differ in the warm-up")


class Compiled(Engines):
	"""C, or CPython while there is no C. c: the build's TEXT and FLAGS."""

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
		"""In the child: makes the library and tries it out, in time that the bot leaves."""
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
		"""The child has ended, and has said why if it failed."""
		try:
			if status == 0:
				self.native = NativeEngine(self.memory, self.folder, self.c.TEXT)
			elif os.WIFSIGNALED(status):
				give_up(f"its trial died of signal {os.WTERMSIG(status)}")
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


def find_compiler() -> str:
	"""A compiler on PATH or in the usual places, else Unusable."""
	places = os.pathsep.join(folder for pattern in FOLDERS for folder in glob(pattern))
	for name in COMPILERS:
		path = shutil.which(name) or shutil.which(name, path=places)
		if path:
			return path
	raise Unusable("no C compiler found")


def machine(compiler: str) -> tuple[str, ...]:
	"""What a library depends on besides its text: the compiler's version, the processor."""
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
"""A seedable generator, the same in every engine: drand48's, of which the upper 31 bits count."""

from common.kernel import kernel, record

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
''')


# ==== common/search/alphabeta_kernel.py ====
__stickytape_write_module('common/search/alphabeta_kernel.py', rb'''
"""Alpha-beta for two players who move by turns, as kernels, in pieces of any size.

Iterative deepening, the best path first, out of a table of positions; later moves are first asked,
with an empty window and maybe at less depth, whether they are better at all. The recursion is a
stack of frames, so that a search can be left after any number of positions and taken up again, and
always has an answer.

A value is an int from the view of the player to move: above PROVEN a won game, below -PROVEN a
lost one. Source: Knuth and Moore 1975; Marsland 1986; docs/searches/alphabeta_kernel.md.
"""

from collections.abc import Callable
from typing import Any, TypeVar

from common.engine import Engine
from common.kernel import Numbers, Records, assign, kernel, numbers, record, records

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

State = TypeVar("State")
Setting = TypeVar("Setting")


@record
class Frame:
	"""A position whose moves are being tried. order: what was not tried yet is chosen by it."""

	alpha: int
	beta: int
	floor: int  # alpha at the start
	best: int
	best_move: int
	left: int  # plies below
	place: int  # of the move in work
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
	depth: int  # of this iteration
	limit: int = MAX_PLIES - 1  # of the depth
	is_done: bool  # proven, or seen to the end
	is_cut: bool  # this iteration has met its depth, or a value that came from one that did
	answer: int = NO_MOVE
	value: int  # of the answer
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
	"""The value of an entry."""
	return (entry >> 18) - INFINITE


@kernel
def move_in(entry: int) -> int:
	"""The best move of an entry, or NO_MOVE."""
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
	"""The move at `place`: the best by order of those not tried yet."""
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
	"""How much less deep the move at `place` is looked at first."""
	if frame.place < LATE or frame.left < DEEP:
		return 0
	return 2 if frame.place >= LATER and frame.left >= DEEP + 2 else 1


@kernel
def take(search: Search, ply: int, value: int, is_exact: bool) -> None:
	"""The value of the move in work at a frame, from the frame's view."""
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
	list_moves: Callable[[State, Setting, Numbers[int]], int],
	play: Callable[[State, Setting, int], None],
	has_ended: Callable[[State, Setting], bool],
	ended: Callable[[State, Setting], int],
	rate: Callable[[State, Setting], int],
	key_of: Callable[[State, Setting], int],
	promise: Callable[[State, Setting, int], int],
	is_reducing: bool = True,
) -> tuple[
	Callable[[Search, Records[State], Setting], None],
	Callable[[Search, Records[State], Setting, int], bool],
]:
	"""begin(search, stack, setting), for a search from stack[0], and think(search, stack, setting,
	count), which looks at `count` positions more and tells whether there is more to look for.

	stack: MAX_PLIES states. list_moves(state, setting, moves): writes the moves, numbers below
	MOVE_IDS, and returns how many. ended(state, setting): the value of a state that has ended,
	rate: the guess for others, both for the player to move, within +-INFINITE. key_of: 0..2**62-1,
	unlike for unlike states. promise(state, setting, move), 0..2**30: more is tried first.
	is_reducing: late moves are looked at less deep, and again if they turn out better.
	"""

	@kernel
	def open_frame(
		search: Search,
		stack: Records[State],
		setting: Setting,
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
	def begin(search: Search, stack: Records[State], setting: Setting) -> None:
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
	def deepen(search: Search, stack: Records[State], setting: Setting) -> None:
		"""An iteration is complete: begins the next one, if there is more to find."""
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
		search: Search, stack: Records[State], setting: Setting, ply: int, alpha: int, beta: int
	) -> None:
		"""The position after the move in work at frame `ply`: takes its value, or opens a frame."""
		search.positions += 1
		top = search.frames[0].moves[search.frames[0].place]
		search.root_positions[top] += 1
		below = ply + 1
		state = stack[below]
		if has_ended(state, setting):
			result = ended(state, setting)
			take(search, ply, -result, True)
			return
		left = search.frames[ply].left - 1 - search.frames[ply].cut
		if left == 0:
			search.is_cut = True
			search.evaluations += 1
			guess = rate(state, setting)
			take(search, ply, -guess, True)
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
	def think(search: Search, stack: Records[State], setting: Setting, count: int) -> bool:
		"""Looks at `count` positions more; False once nothing is left to find."""
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
				key = key_of(stack[ply], setting)
				remember(search, key, frame)
				if ply == 0:
					deepen(search, stack, setting)
				else:
					search.ply -= 1
					take(search, search.ply, -frame.best, False)
		return not search.is_done

	return begin, think


def describe(engine: Engine, field: str, name: Callable[[int], str]) -> dict[str, Any]:
	"""The moves at the root of the Search `field`, the answer first, with the positions below them
	and their values, or bounds, where they were only shown not to be better. Without a line.
	"""

	def number(array: str, index: int = -1) -> int:
		return int(engine.read(f"{field}.{array}", index))

	moves = [move for move in range(MOVE_IDS) if number("root_positions", move)]
	rows = [(number("root_values", move), number("root_positions", move), move) for move in moves]
	rows.sort(key=lambda row: (row[2] != number("answer"), -row[0], -row[1], row[2]))
	told = [{"move": name(move), "visits": tries, "value": value} for value, tries, move in rows]
	return {"moves": told, "line": []}
''')


# ==== common/stdio.py ====
__stickytape_write_module('common/stdio.py', rb'''
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
		self.started: float | None
		self.number = 0
		self.is_at_end = False
		self.begin_turn()

	def begin_turn(self) -> None:
		"""The next line is the first of a turn."""
		self.started = None
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


def log(text: str) -> None:
	"""Text on stderr."""
	print(text, file=sys.stderr, flush=True)
''')


# ==== common/zobrist.py ====
__stickytape_write_module('common/zobrist.py', rb'''
"""Zobrist keys: a random number for each thing that can be true of a state; XOR makes the key.

A state that changes gets its new key by XOR with the keys of what ceased and of what began. Equal
states have equal keys however they were reached; unlike ones meet by chance once in 2**62 pairs.
Source: A. Zobrist, 1970.
"""

from common.kernel import Numbers
from common.rng import Dice, draw, make_dice

HALF_BITS = 31  # of a key are drawn at once
KEY_BITS = 2 * HALF_BITS


def fill_keys(keys: Numbers[int], seed: int) -> None:
	"""Fills a table with keys of KEY_BITS bits, the same for the same seed everywhere."""
	dice: Dice = make_dice(seed)
	for index in range(len(keys)):
		high = draw(dice, 1 << HALF_BITS)
		low = draw(dice, 1 << HALF_BITS)
		keys[index] = high << HALF_BITS | low
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


# ==== bots/uttt/main.py ====
from bots.uttt import kernels_c
from bots.uttt.bot_alphabeta import main
from bots.uttt.search_alphabeta import Memory
from common.native import Compiled

main(Compiled(Memory, kernels_c))
