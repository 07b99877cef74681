# uttt_mcts: a CodinGame bot in one file, made by Botsmith from readable sources
# revision    bd050fb34197 
# content     d23d6216aad09bc3
# flavour     compiled
# size           86,411 of 100,000 UTF-16 units
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


# ==== bots/uttt/bot_mcts.py ====
__stickytape_write_module('bots/uttt/bot_mcts.py', rb'''
"""The ultimate tic-tac-toe bot that searches with MCTS."""

from collections.abc import Mapping
from typing import Any

from bots.uttt.bot import DICE_A_MATCH, TURN_MS, UtttBot
from bots.uttt.params import Params
from bots.uttt.protocol import format_cell
from bots.uttt.search_mcts import Memory, begin, choose, think
from common.clock import Deadline
from common.engine import Engines
from common.loop import Value, run
from common.rng import make_dice
from common.search.mcts_tree import describe

CHUNK = 5  # iterations between looks at the clock
WARM_UP = 40  # iterations before the first line


class MctsBot(UtttBot):
	"""Keeps the tree of the moves that were played."""

	def prepare(self, seed: int) -> None:
		self.seed = seed
		self._search(Deadline(TURN_MS, 0.0, iterations=WARM_UP))
		self.engines.start()

	def _search(self, deadline: Deadline) -> int:
		engine = self.engine
		engine.load("params", self.params)
		engine.load("start", self.position)
		engine.load("dice", make_dice(self.seed * DICE_A_MATCH + len(self.moves)))
		engine.call(begin, *self.since_search())
		for count in deadline.chunks(CHUNK * engine.pace):
			is_open = engine.call(think, count)
			if not is_open:
				break
		return engine.call(choose)

	def stats(self) -> Mapping[str, Value]:
		iterations = round(self.engine.read("tree.iterations"))
		picks = round(self.engine.read("tree.picks"))
		return {
			"iterations": iterations,
			"simulated_turns": picks + round(self.engine.read("tables.moves")),
			"nodes": round(self.engine.read("tree.used")),
			"evaluations": iterations,
			"ucb": picks,
			"depth": round(picks / max(1, iterations)),
			"search_ms": round(self.search_ms, 3),
			"engine": self.engine.name,
		}

	def _describe(self) -> dict[str, Any]:
		return describe(self.engine, "tree", format_cell)


def main(engines: Engines | None = None) -> None:
	"""Plays on stdin and stdout; a compiled bundle brings other engines."""
	run(MctsBot(Params(), engines or Engines(Memory)))
''')


# ==== bots/uttt/kernels_c.py ====
__stickytape_write_module('bots/uttt/kernels_c.py', rb'''
"""The kernels of this bot in C, as the compiler gets them."""

FLAGS = """
-shared -fPIC -O2 -march=native -std=c11 -fwrapv -ffp-contract=off -fno-builtin-log
""".split()
TEXT = r"""
/* Modules, and fingerprints of them. A place 21303 is line 213 of module 3.
 *   0  5338a2e1c2d9e43c  common.rng
 *   1  948474c5cfb84a4d  bots.uttt.rules
 *   2  46128496d723078f  bots.uttt.playout
 *   3  b0210d4bef83054f  common.search.mcts_tree
 *   4  56504fbfdeb4ed05  common.search.mcts
 *   5  893a389bb0e0e04d  bots.uttt.search_mcts
 *      436b03b600ef24a1  bots.uttt.tables
 */
#include <math.h>
#include <setjmp.h>
#include <stdbool.h>
#include <stdint.h>
typedef int64_t Int;

#define NOINLINE __attribute__((noinline))
static const bool is_solving = true;
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
#define MULTIPLIER INT64_C(25214903917)
#define INCREMENT 11
#define MASK INT64_C(281474976710655)
#define BOARDS 9
#define ANY_BOARD 9
#define MASKS 512
#define EMPTY 1
static const Int ROUNDS[10] = {
	1,1,1,2,6,5,4,4,3,3,
};
#define ORDERS 10027
#define SEED 20250407
#define NOISE_BITS 10
#define NOISE 1024
#define OPEN 0
#define PROVEN_0 1
#define PROVEN_DRAW 2
#define PROVEN_1 3
#define POOL 4000000
#define MAX_DEPTH 200
#define MAX_MOVES 256
#define NONE 0
#define SURE 1000000.0
#define CHANCES 1048576
#define NO_CELL (-1)

typedef struct Params {
	double exploration, urgency, slip, board, stake, freedom, first_ms, margin_ms;
} Params;

typedef struct State {
	Int marks[2 * BOARDS], won[2], open, forced, player;
} State;

typedef struct Dice {
	Int state;
} Dice;

typedef struct Tables {
	Int used, first[MASKS], count[MASKS], orders[ORDERS], left[BOARDS], moves;
} Tables;

typedef struct Tree {
	bool is_greedy;
	double exploration, epsilon, urgency;
	bool by_value;
	Int root, used, iterations, picks;
	bool has_ended;
	Int first[POOL], count[POOL], move[POOL], proof[POOL];
	double visits[POOL], total[POOL], mean[POOL], spread[POOL];
	Int owner[POOL], legal[MAX_MOVES], path[MAX_DEPTH + 2], side[MAX_DEPTH + 2];
} Tree;

typedef struct Memory {
	Params params;
	State start;
	Dice dice;
	State world;
	Tables tables;
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
static Int divide_by(Int a, Int b) {
	return a / b - (a % b < 0);
}
static Int modulo_by(Int a, Int b) {
	return a % b < 0 ? a % b + b : a % b;
}
static Int modulo(Int a, Int b, int where) {
	if (b == 0)
		trap(ZERO_DIVISOR, where);
	if (b == -1)
		return 0;
	const Int rest = a % b;
	return rest != 0 && (rest < 0) != (b < 0) ? rest + b : rest;
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
static Int shift_right(Int a, Int count, int where) {
	if (count < 0)
		trap(SHIFT, where);
	return a >> (count > 63 ? 63 : count);
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
static double max_float(double a, double b) {
	return b > a ? b : a;
}
static Int bit_count(Int a) {
	return __builtin_popcountll(a < 0 ? 0 - (uint64_t)a : (uint64_t)a);
}
static Int lowest_bit(Int a) {
	return __builtin_ffsll(a);
}
static double valid(double result, double argument, int where) {
	if (!isfinite(result) && (isnan(result) ? !isnan(argument) : isfinite(argument)))
		trap(DOMAIN_ERROR, where);
	return result;
}
static double checked_log(double a, int where) {
	return valid(log(a), a, where);
}
static double checked_sqrt(double a, int where) {
	if (a < 0.0)
		trap(DOMAIN_ERROR, where);
	return sqrt(a);
}
static Int list_moves(const State *state, const Tables *tables, Int *cells,
	Int cells_length);
static Int mover(const State *state, const Tables *tables);
static void put(State *state, const Tables *tables, Int cell);
static double rate(State *state, Tables *tables, Dice *dice);

// common/rng.py

static inline Int draw(Dice *dice, Int count) {
	dice->state = (Int)(((uint64_t)dice->state * MULTIPLIER + INCREMENT) & MASK);
	return multiply(dice->state >> 17, count, 3000) >> 31;
}

// bots/uttt/rules.py

static void play(State *state, Int cell) {
	Int board = divide_by(cell, SQUARES);
	Int square = modulo_by(cell, SQUARES);
	Int place = add(multiply(state->player, BOARDS, 3601), board, 3601);
	Int mask = state->marks[at(place, 2 * BOARDS, 3701)] | (1 << square);
	state->marks[at(place, 2 * BOARDS, 3801)] = mask;
	if (HAS_LINE[at(mask, 512, 3901)]) {
		state->won[at(state->player, 2, 4001)] |= shift_left(1, board, 4001);
		state->open &= ~shift_left(1, board, 4101);
	} else if ((state->marks[at(board, 2 * BOARDS, 4201)]
		| state->marks[at(BOARDS + board, 2 * BOARDS, 4201)]) == FULL) {
		state->open &= ~shift_left(1, board, 4301);
	}
	state->forced = ((state->open >> square) & 1) == 1 ? square : ANY_BOARD;
	state->player = subtract(1, state->player, 4501);
}
static inline bool is_over(const State *state) {
	return state->open == 0 || HAS_LINE[at(state->won[0], 512, 5101)]
		|| HAS_LINE[at(state->won[1], 512, 5101)];
}
static inline Int outcome(const State *state) {
	if (HAS_LINE[at(state->won[0], 512, 5901)])
		return 1;
	if (HAS_LINE[at(state->won[1], 512, 6101)])
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
				cells[at(count, cells_length, 7701)] = board * SQUARES + lowest_bit(free) - 1;
				free &= free - 1;
				count = add(count, 1, 7901);
			}
		}
	}
	return count;
}

// bots/uttt/playout.py

static void fill_tables(Tables *tables) {
	Int squares[9] = {0};
	Dice dice = {0};
	dice.state = SEED;
	Int used = 0;
	for (Int mask = 0; mask < MASKS; mask++) {
		Int count = 0;
		for (Int square = 0; square < SQUARES; square++) {
			if (((mask >> square) & 1) == 1) {
				squares[at(count, 9, 4702)] = square;
				count = add(count, 1, 4802);
			}
		}
		tables->first[mask] = used;
		tables->count[mask] = max_int(1, multiply(count, ROUNDS[at(count, 10, 5002)], 5002));
		if (count == 0) {
			tables->orders[at(used, ORDERS, 5202)] = EMPTY;
			used = add(used, 1, 5302);
		}
		const Int end = count > 0 ? ROUNDS[at(count, 10, 5402)] : 0;
		for (Int _ = 0; _ < end; _++) {
			Int order = 0;
			for (Int place = 0; place < count; place++) {
				Int other = draw(&dice, count - place);
				Int chosen = squares[at(add(place, other, 5802), 9, 5802)];
				squares[at(add(place, other, 5902), 9, 5902)] = squares[at(place, 9, 5902)];
				squares[at(place, 9, 6002)] = chosen;
				order = shift_near(order, 4, 6102) | chosen;
			}
			Int top = multiply(4, count - 1, 6202);
			for (Int _turn = 0; _turn < count; _turn++) {
				order = (order >> 4) | shift_left(order & 15, top, 6402);
				tables->orders[at(used, ORDERS, 6502)] =
					shift_left(EMPTY, multiply(4, count, 6502), 6502) | order;
				used = add(used, 1, 6602);
			}
		}
	}
	tables->used = used;
}
static void deal(const State *state, Tables *tables, Dice *dice) {
	Int board = 0;
	for (Int _ = 0; _ < 3; _++) {
		Int noise = draw(dice, NOISE * NOISE * NOISE);
		for (Int _each = 0; _each < 3; _each++) {
			Int mask = 0;
			if ((shift_right(state->open, board, 7802) & 1) == 1) {
				mask = FULL
					& ~(state->marks[at(board, 2 * BOARDS, 7902)]
					| state->marks[at(add(BOARDS, board, 7902), 2 * BOARDS, 7902)]);
			}
			Int pick = multiply(noise & (NOISE - 1), tables->count[mask], 8002) >> NOISE_BITS;
			tables->left[at(board, BOARDS, 8102)] =
				tables->orders[at(add(tables->first[mask], pick, 8102), ORDERS, 8102)];
			noise = noise >> NOISE_BITS;
			board = add(board, 1, 8302);
		}
	}
}
static Int run_out(State *state, const Tables *tables, Int *left, Int left_length,
	Int *marks, Int marks_length, Dice *dice) {
	Int moves = 0;
	Int open_boards = state->open;
	Int board = state->forced;
	Int side = multiply(BOARDS, state->player, 9402);
	while (true) {
		Int order = board == ANY_BOARD ? EMPTY : left[at(board, left_length, 9602)];
		if (order == EMPTY) {
			Int noise = draw(dice, NOISE);
			Int pick =
				multiply(noise, tables->count[at(open_boards, MASKS, 9902)], 9902) >> NOISE_BITS;
			Int boards =
				tables->orders[at(add(tables->first[at(open_boards, MASKS, 10002)], pick, 10002),
				ORDERS, 10002)];
			while (order == EMPTY) {
				if (boards == EMPTY)
					return moves;
				board = boards & 15;
				boards = boards >> 4;
				order = left[at(board, left_length, 10602)];
			}
		}
		Int square = order & 15;
		left[at(board, left_length, 10802)] = order >> 4;
		Int mask = marks[at(add(side, board, 10902), marks_length, 10902)] | (1 << square);
		marks[at(add(side, board, 11002), marks_length, 11002)] = mask;
		if (HAS_LINE[at(mask, 512, 11102)]) {
			left[at(board, left_length, 11202)] = EMPTY;
			open_boards ^= shift_left(1, board, 11302);
			Int player = divide_by(side, BOARDS);
			Int won = state->won[at(player, 2, 11502)] | shift_left(1, board, 11502);
			state->won[at(player, 2, 11602)] = won;
			if (HAS_LINE[at(won, 512, 11702)])
				return add(moves, 1, 11802);
		}
		moves = add(moves, 1, 11902);
		side = subtract(BOARDS, side, 12002);
		board = square;
	}
}
static inline Int playout(State *state, Tables *tables, Dice *dice) {
	deal(state, tables, dice);
	Int moves = run_out(state, tables, tables->left, BOARDS, state->marks, 2 * BOARDS, dice);
	tables->moves = add(tables->moves, moves, 13102);
	return outcome(state);
}

// common/search/mcts_tree.py

static inline void clear(Tree *tree, Int slot) {
	tree->first[at(slot, POOL, 5403)] = NONE;
	tree->count[at(slot, POOL, 5503)] = 0;
	tree->proof[at(slot, POOL, 5603)] = OPEN;
	tree->visits[at(slot, POOL, 5703)] = 0.0;
	tree->total[at(slot, POOL, 5803)] = 0.0;
	tree->mean[at(slot, POOL, 5903)] = tree->urgency;
	tree->spread[at(slot, POOL, 6003)] = 0.0;
}
static inline void plant(Tree *tree) {
	tree->root = 0;
	tree->used = 1;
	tree->iterations = 0;
	tree->picks = 0;
	tree->move[0] = -1;
	clear(tree, 0);
}
static bool add_children(Tree *tree, Int holder, Int moves, Int turn) {
	Int slot = tree->used;
	if (add(slot, moves, 7803) > POOL)
		return false;
	tree->used = add(slot, moves, 8003);
	tree->first[at(holder, POOL, 8103)] = slot;
	tree->count[at(holder, POOL, 8203)] = moves;
	for (Int index = 0; index < moves; index++) {
		clear(tree, add(slot, index, 8403));
		tree->move[at(add(slot, index, 8503), POOL, 8503)] =
			tree->legal[at(modulo(add(turn, index, 8503), moves, 8503), MAX_MOVES, 8503)];
	}
	return true;
}
static Int best_bound(const double *mean, Int mean_length, const double *spread,
	Int spread_length, Int first, Int count, double width) {
	Int best = first;
	double best_score = mean[at(first, mean_length, 9503)] + width
		* spread[at(first, spread_length, 9503)];
	const Int slot_end = add(first, count, 9603);
	for (Int slot = add(first, 1, 9603); slot < slot_end; slot++) {
		double score = mean[at(slot, mean_length, 9703)] + width
			* spread[at(slot, spread_length, 9703)];
		if (score > best_score) {
			best_score = score;
			best = slot;
		}
	}
	return best;
}
static double width_at(const Tree *tree, Int node) {
	if (tree->is_greedy)
		return 0.0;
	return tree->exploration
		* checked_sqrt(checked_log(max_float(tree->visits[at(node, POOL, 10903)], 1.0), 10903),
		10903);
}
static Int find_child(const Tree *tree, Int node, Int move) {
	Int first = tree->first[at(node, POOL, 11503)];
	const Int slot_end = add(first, tree->count[at(node, POOL, 11603)], 11603);
	for (Int slot = first; slot < slot_end; slot++) {
		if (tree->move[at(slot, POOL, 11703)] == move)
			return slot;
	}
	return NONE;
}
static void set_proof(Tree *tree, Int slot, Int proof, Int side) {
	tree->proof[at(slot, POOL, 12503)] = proof;
	tree->spread[at(slot, POOL, 12603)] = 0.0;
	tree->mean[at(slot, POOL, 12703)] = 0.5;
	if (proof != PROVEN_DRAW)
		tree->mean[at(slot, POOL, 12903)] = (proof == PROVEN_1) == (side == 0) ? SURE : -SURE;
}
static inline Int settled(const Tree *tree, Int node, Int side) {
	Int wanted = side == 0 ? PROVEN_1 : PROVEN_0;
	Int found = side == 0 ? PROVEN_0 : PROVEN_1;
	bool is_open = false;
	Int first = tree->first[at(node, POOL, 13803)];
	const Int slot_end = add(first, tree->count[at(node, POOL, 13903)], 13903);
	for (Int slot = first; slot < slot_end; slot++) {
		Int proof = tree->proof[at(slot, POOL, 14003)];
		if (proof == wanted)
			return wanted;
		if (proof == OPEN) {
			is_open = true;
		} else if (proof == PROVEN_DRAW) {
			found = PROVEN_DRAW;
		}
	}
	return is_open ? OPEN : found;
}
static inline Int prove(Tree *tree, Int length, Int proof) {
	Int step = length - 1;
	Int known = proof;
	Int found = proof;
	while (found != OPEN) {
		known = found;
		set_proof(tree, tree->path[at(step, MAX_DEPTH + 2, 15803)], known,
			tree->side[at(step, MAX_DEPTH + 2, 15803)]);
		if (step == 0)
			return known;
		step = subtract(step, 1, 16103);
		found =
			settled(tree, tree->path[at(step, MAX_DEPTH + 2, 16203)],
			tree->side[at(add(step, 1, 16203), MAX_DEPTH + 2, 16203)]);
	}
	return known;
}
static void learn(Tree *tree, Int length, double value) {
	for (Int step = 0; step < length; step++) {
		Int slot = tree->path[at(step, MAX_DEPTH + 2, 17003)];
		double tries = tree->visits[at(slot, POOL, 17103)] + 1.0;
		double total = tree->total[at(slot, POOL, 17203)]
			+ (tree->side[at(step, MAX_DEPTH + 2, 17203)] == 0 ? value : 1.0 - value);
		tree->visits[at(slot, POOL, 17303)] = tries;
		tree->total[at(slot, POOL, 17403)] = total;
		if (tree->proof[at(slot, POOL, 17503)] == OPEN) {
			tree->mean[at(slot, POOL, 17603)] = divide(total, tries, 17603);
			tree->spread[at(slot, POOL, 17703)] = divide(1.0, checked_sqrt(tries, 17703), 17703);
		}
	}
}
static Int best_move(const Tree *tree) {
	Int best = NONE;
	double best_score = -1e+300;
	Int first = tree->first[at(tree->root, POOL, 18703)];
	const Int slot_end = add(first, tree->count[at(tree->root, POOL, 18803)], 18803);
	for (Int slot = first; slot < slot_end; slot++) {
		double score = -1.0;
		if (tree->visits[at(slot, POOL, 19003)] > 0.0) {
			score = tree->mean[at(slot, POOL, 19103)];
			if (!tree->by_value)
				score = tree->visits[at(slot, POOL, 19303)] + 0.5 * score;
		}
		if (score > best_score) {
			best_score = score;
			best = slot;
		}
	}
	return best == NONE ? -1 : tree->move[at(best, POOL, 19703)];
}
static inline bool advance(Tree *tree, Int move) {
	Int child = find_child(tree, tree->root, move);
	if (child == NONE) {
		plant(tree);
		return false;
	}
	tree->root = child;
	tree->iterations = 0;
	tree->picks = 0;
	return true;
}

// common/search/mcts.py

static Int pick(Tree *tree, Int node, const State *world, const Tables *setting, Dice *dice) {
	if (tree->first[at(node, POOL, 5904)] == NONE) {
		if (tree->visits[at(node, POOL, 6004)] == 0.0 && node != tree->root)
			return NONE;
		Int moves = list_moves(world, setting, tree->legal, MAX_MOVES);
		tree->has_ended = moves == 0;
		if (moves == 0)
			return NONE;
		Int turn = draw(dice, moves);
		bool is_added = add_children(tree, node, moves, turn);
		if (!is_added)
			return NONE;
	}
	Int first = tree->first[at(node, POOL, 7004)];
	Int count = tree->count[at(node, POOL, 7104)];
	if (tree->is_greedy) {
		Int chance = draw(dice, CHANCES);
		if ((double)chance < tree->epsilon * (double)CHANCES) {
			Int choice = draw(dice, count);
			return add(first, choice, 7604);
		}
	}
	return best_bound(tree->mean, POOL, tree->spread, POOL, first, count, width_at(tree, node));
}
static Int descend(Tree *tree, State *world, const Tables *setting, Dice *dice) {
	Int node = tree->root;
	tree->path[0] = node;
	Int side = mover(world, setting);
	tree->side[0] = subtract(1, side, 8504);
	tree->has_ended = false;
	Int length = 1;
	while (length <= MAX_DEPTH && tree->proof[at(node, POOL, 8804)] == OPEN) {
		Int child = pick(tree, node, world, setting, dice);
		if (child == NONE)
			break;
		tree->picks = add(tree->picks, 1, 9204);
		tree->side[at(length, MAX_DEPTH + 2, 9304)] = mover(world, setting);
		tree->path[at(length, MAX_DEPTH + 2, 9404)] = child;
		length = add(length, 1, 9504);
		node = child;
		put(world, setting, tree->move[at(child, POOL, 9704)]);
	}
	return length;
}
static void iterate(Tree *tree, const State *start, State *world, Tables *setting, Dice *dice,
	Int count) {
	for (Int _ = 0; _ < count; _++) {
		if (tree->proof[at(tree->root, POOL, 10604)] != OPEN)
			return;
		*world = *start;
		Int length = descend(tree, world, setting, dice);
		Int proof =
			tree->proof[at(tree->path[at(length - 1, MAX_DEPTH + 2, 11004)], POOL, 11004)];
		double value;
		if (proof != OPEN) {
			value = 0.5 * (double)subtract(proof, PROVEN_0, 11204);
		} else {
			value = rate(world, setting, dice);
			if (is_solving && tree->has_ended) {
				proof = prove(tree, length, add(PROVEN_0, to_int(2.0 * value, 11604), 11604));
				value = 0.5 * (double)subtract(proof, PROVEN_0, 11704);
			}
		}
		learn(tree, length, value);
		tree->iterations = add(tree->iterations, 1, 11904);
	}
}

// bots/uttt/search_mcts.py

static inline Int winning_cell(const State *state) {
	Int won = state->won[at(state->player, 2, 1805)];
	for (Int board = 0; board < BOARDS; board++) {
		bool is_chosen = state->forced == ANY_BOARD && ((state->open >> board) & 1) == 1;
		if (HAS_LINE[at(won | (1 << board), 512, 2105)] && (is_chosen || state->forced == board)) {
			Int own =
				state->marks[at(add(multiply(state->player, BOARDS, 2205), board, 2205), 2
				* BOARDS, 2205)];
			Int free = FULL
				& ~(own
				| state->marks[at(add(multiply(subtract(1, state->player, 2305), BOARDS, 2305),
				board, 2305), 2 * BOARDS, 2305)]);
			for (Int square = 0; square < SQUARES; square++) {
				if (((free >> square) & 1) == 1 && HAS_LINE[at(own | (1 << square), 512, 2505)])
					return board * SQUARES + square;
			}
		}
	}
	return NO_CELL;
}
static Int list_moves(const State *state, const Tables *tables, Int *cells,
	Int cells_length) {
	(void)tables;
	if (is_over(state))
		return 0;
	Int cell = winning_cell(state);
	if (cell != NO_CELL) {
		cells[at(0, cells_length, 3905)] = cell;
		return 1;
	}
	return list_cells(state, cells, cells_length);
}
static inline Int mover(const State *state, const Tables *tables) {
	(void)tables;
	return state->player;
}
static void put(State *state, const Tables *tables, Int cell) {
	(void)tables;
	play(state, cell);
}
static inline double rate(State *state, Tables *tables, Dice *dice) {
	Int result = 0;
	if (is_over(state)) {
		result = outcome(state);
	} else if (winning_cell(state) != NO_CELL) {
		result = subtract(1, multiply(2, state->player, 6505), 6505);
	} else {
		result = playout(state, tables, dice);
	}
	return 0.5 + 0.5 * (double)result;
}
static NOINLINE void begin(Memory *memory, Int own, Int other) {
	Tree *tree = &memory->tree;
	memory->tables.moves = 0;
	tree->exploration = memory->params.exploration;
	tree->urgency = memory->params.urgency;
	if (memory->tables.used == 0)
		fill_tables(&memory->tables);
	bool is_kept = advance(tree, own);
	if (is_kept)
		is_kept = advance(tree, other);
	if (!is_kept || multiply(2, tree->used, 10005) > POOL)
		plant(tree);
}
static NOINLINE bool think(Memory *memory, Int count) {
	Tree *tree = &memory->tree;
	iterate(tree, &memory->start, &memory->world, &memory->tables, &memory->dice, count);
	return tree->proof[at(tree->root, POOL, 10905)] == OPEN;
}
static NOINLINE Int choose(const Memory *memory) {
	return best_move(&memory->tree);
}

int32_t run_begin(Memory *memory, Int own, Int other) {
	if (setjmp(trap_exit) != 0)
		return trap_code;
	begin(memory, own, other);
	return 0;
}

int32_t run_think(Memory *memory, Int count, bool *result_) {
	if (setjmp(trap_exit) != 0)
		return trap_code;
	*result_ = think(memory, count);
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


# ==== bots/uttt/playout.py ====
__stickytape_write_module('bots/uttt/playout.py', rb'''
"""Random games to the end, fast: a random order of the free squares of each board, drawn at once.

Who must play on a board takes its next square, which is as random as one drawn among those that are
left. Who may choose the board takes a random one of the open ones.

An order holds 4 bits a square, the next one lowest, and a 1 on top. Each mask of free squares has
orders in a table: ROUNDS random ones, turned round so that each square comes first equally often.
"""

from bots.uttt.rules import ANY_BOARD, BOARDS, State, outcome
from bots.uttt.tables import FULL, HAS_LINE, SQUARES
from common.kernel import Numbers, kernel, numbers, record
from common.rng import Dice, draw

MASKS = FULL + 1
EMPTY = 1
ROUNDS = (1, 1, 1, 2, 6, 5, 4, 4, 3, 3)  # random orders, by the number of free squares
ORDERS = 10_027  # 1 for mask 0, then masks of n squares times n * ROUNDS[n]
SEED = 20250407  # of the orders
NOISE_BITS = 10  # that pick an order
NOISE = 1 << NOISE_BITS


@record
class Tables:
	"""orders[first[mask] .. + count[mask] - 1] are those of a mask. used: 0 until they are made."""

	used: int
	first: Numbers[int] = numbers(int, MASKS)
	count: Numbers[int] = numbers(int, MASKS)
	orders: Numbers[int] = numbers(int, ORDERS)
	left: Numbers[int] = numbers(int, BOARDS)  # the orders of the present playout
	moves: int  # played in all playouts


@kernel
def fill_tables(tables: Tables) -> None:
	"""Makes the orders of all masks, always the same ones."""
	squares = numbers(int, SQUARES)
	dice = Dice()
	dice.state = SEED
	used = 0
	for mask in range(MASKS):
		count = 0
		for square in range(SQUARES):
			if mask >> square & 1 == 1:
				squares[count] = square
				count += 1
		tables.first[mask] = used
		tables.count[mask] = max(1, count * ROUNDS[count])
		if count == 0:
			tables.orders[used] = EMPTY
			used += 1
		for _ in range(ROUNDS[count] if count > 0 else 0):
			order = 0
			for place in range(count):
				other = draw(dice, count - place)
				chosen = squares[place + other]
				squares[place + other] = squares[place]
				squares[place] = chosen
				order = order << 4 | chosen
			top = 4 * (count - 1)
			for _turn in range(count):
				order = order >> 4 | (order & 15) << top
				tables.orders[used] = EMPTY << 4 * count | order
				used += 1
	tables.used = used


@kernel
def deal(state: State, tables: Tables, dice: Dice) -> None:
	"""An order for each board; the empty one for a closed board."""
	board = 0
	for _ in range(3):
		noise = draw(dice, NOISE * NOISE * NOISE)
		for _each in range(3):
			mask = 0
			if state.open >> board & 1 == 1:
				mask = FULL & ~(state.marks[board] | state.marks[BOARDS + board])
			pick = (noise & NOISE - 1) * tables.count[mask] >> NOISE_BITS
			tables.left[board] = tables.orders[tables.first[mask] + pick]
			noise >>= NOISE_BITS
			board += 1


@kernel
def run_out(
	state: State, tables: Tables, left: Numbers[int], marks: Numbers[int], dice: Dice
) -> int:
	"""Plays `state` to the end; left, marks: those of tables and state, at hand. The moves."""
	moves = 0
	open_boards = state.open
	board = state.forced
	side = BOARDS * state.player
	while True:
		order = EMPTY if board == ANY_BOARD else left[board]
		if order == EMPTY:
			noise = draw(dice, NOISE)
			pick = noise * tables.count[open_boards] >> NOISE_BITS
			boards = tables.orders[tables.first[open_boards] + pick]
			while order == EMPTY:
				if boards == EMPTY:
					return moves
				board = boards & 15
				boards >>= 4
				order = left[board]
		square = order & 15
		left[board] = order >> 4
		mask = marks[side + board] | 1 << square
		marks[side + board] = mask
		if HAS_LINE[mask]:
			left[board] = EMPTY
			open_boards ^= 1 << board
			player = side // BOARDS
			won = state.won[player] | 1 << board
			state.won[player] = won
			if HAS_LINE[won]:
				return moves + 1
		moves += 1
		side = BOARDS - side
		board = square


@kernel
def playout(state: State, tables: Tables, dice: Dice) -> int:
	"""Plays a state that is not over to its end, at random; `state` becomes that end, and holds
	only marks and boards won. Returns its `outcome`.
	"""
	deal(state, tables, dice)
	moves = run_out(state, tables, tables.left, state.marks, dice)
	tables.moves += moves
	return outcome(state)
''')


# ==== bots/uttt/search_mcts.py ====
__stickytape_write_module('bots/uttt/search_mcts.py', rb'''
"""Monte Carlo tree search with full playouts and a solver; the tree is kept between turns."""

from bots.uttt.params import Params
from bots.uttt.playout import Tables, fill_tables, playout
from bots.uttt.rules import ANY_BOARD, BOARDS, State, is_over, list_cells, outcome, play
from bots.uttt.tables import FULL, HAS_LINE, SQUARES
from common.kernel import Numbers, kernel, record
from common.rng import Dice, draw
from common.search.mcts import bind
from common.search.mcts_tree import OPEN, POOL, Tree, advance, best_move, plant

NO_CELL = -1


@kernel
def winning_cell(state: State) -> int:
	"""The first cell with which who moves makes a line of boards, or NO_CELL. The game is on."""
	won = state.won[state.player]
	for board in range(BOARDS):
		is_chosen = state.forced == ANY_BOARD and state.open >> board & 1 == 1
		if HAS_LINE[won | 1 << board] and (is_chosen or state.forced == board):
			own = state.marks[state.player * BOARDS + board]
			free = FULL & ~(own | state.marks[(1 - state.player) * BOARDS + board])
			for square in range(SQUARES):
				if free >> square & 1 == 1 and HAS_LINE[own | 1 << square]:
					return board * SQUARES + square
	return NO_CELL


@kernel
def list_moves(state: State, tables: Tables, cells: Numbers[int]) -> int:
	"""The legal cells, or one that wins and nothing else: among many others it would wait for its
	turn, while random games speak against the moves that led to it.
	"""
	if is_over(state):
		return 0
	cell = winning_cell(state)
	if cell != NO_CELL:
		cells[0] = cell
		return 1
	return list_cells(state, cells)


@kernel
def mover(state: State, tables: Tables) -> int:
	"""Who moves."""
	return state.player


@kernel
def put(state: State, tables: Tables, cell: int) -> None:
	"""A mark on a cell."""
	play(state, cell)


@kernel
def rate(state: State, tables: Tables, dice: Dice) -> float:
	"""What player 0 gets, 1, 0.5 or 0: by the result, by a win one mark away, or by a random
	game from here on.
	"""
	result = 0
	if is_over(state):
		result = outcome(state)
	elif winning_cell(state) != NO_CELL:
		result = 1 - 2 * state.player
	else:
		result = playout(state, tables, dice)
	return 0.5 + 0.5 * float(result)


iterate = bind(list_moves, mover, put, rate, draw, is_solving=True)


@record
class Memory:
	"""All that the search works on; the bot loads params, start and dice."""

	params: Params
	start: State
	dice: Dice
	world: State
	tables: Tables
	tree: Tree


@kernel
def begin(memory: Memory, own: int, other: int) -> None:
	"""Gets ready for a search from `start`, on what the tree holds below the cells own and other,
	played since the last one (-1 -1: nothing). Half of the pool must be free.
	"""
	tree = memory.tree
	memory.tables.moves = 0
	tree.exploration = memory.params.exploration
	tree.urgency = memory.params.urgency
	if memory.tables.used == 0:
		fill_tables(memory.tables)
	is_kept = advance(tree, own)
	if is_kept:
		is_kept = advance(tree, other)
	if not is_kept or 2 * tree.used > POOL:
		plant(tree)


@kernel
def think(memory: Memory, count: int) -> bool:
	"""`count` iterations more; whether the result of the game is still open."""
	tree = memory.tree
	iterate(tree, memory.start, memory.world, memory.tables, memory.dice, count)
	return tree.proof[tree.root] == OPEN


@kernel
def choose(memory: Memory) -> int:
	"""The best cell, -1 before the first iteration."""
	return best_move(memory.tree)


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


# ==== common/search/mcts.py ====
__stickytape_write_module('common/search/mcts.py', rb'''
"""Monte Carlo tree search for two players who move in any order; nothing is hidden.

An iteration copies the start, walks down the tree, rates the state that it ends in (an evaluation,
or a playout) and adds that to all nodes of its way. A node gets children when it is reached for the
second time, the root at once: its moves are listed then and never again.

Selection is UCT, or with `is_greedy` the best mean, and a random move with probability epsilon.
A mean is what the player who moved into the node got, 0 (lost) .. 1 (won).
Games with hidden parts: mcts_hidden.py.
Source: Kocsis and Szepesvari 2006 (UCT); Winands, Bjornsson, Saito 2008 (the solver).
docs/searches/mcts.md shows how to bind it.
"""

from collections.abc import Callable
from typing import TypeVar

from common.kernel import Numbers, assign, kernel
from common.search.mcts_tree import (
	MAX_DEPTH,
	NONE,
	OPEN,
	PROVEN_0,
	Tree,
	add_children,
	best_bound,
	learn,
	prove,
	width_at,
)

CHANCES = 1 << 20  # steps of a probability

State = TypeVar("State")
Setting = TypeVar("Setting")
Dice = TypeVar("Dice")


def bind(
	list_moves: Callable[[State, Setting, Numbers[int]], int],
	mover: Callable[[State, Setting], int],
	play: Callable[[State, Setting, int], None],
	rate: Callable[[State, Setting, Dice], float],
	draw: Callable[[Dice, int], int],
	is_solving: bool,
) -> Callable[[Tree, State, State, Setting, Dice, int], None]:
	"""iterate(tree, start, world, setting, dice, count), which searches on from `start` and tries
	moves on `world`, for a game's kernels.

	list_moves(state, setting, moves): writes the legal moves, different numbers from 0 on, and
	returns how many, at most MAX_MOVES; 0 if the game is over.
	mover(state, setting): player 0 or 1.
	rate(state, setting, dice): what player 0 gets, 0..1; may play on in `state`. The solver takes
	0, 0.5 and 1 of a state without moves as proven.
	"""

	@kernel
	def pick(tree: Tree, node: int, world: State, setting: Setting, dice: Dice) -> int:
		"""The child to go to, or NONE: the way ends at `node`."""
		if tree.first[node] == NONE:
			if tree.visits[node] == 0.0 and node != tree.root:
				return NONE
			moves = list_moves(world, setting, tree.legal)
			tree.has_ended = moves == 0
			if moves == 0:
				return NONE
			turn = draw(dice, moves)
			is_added = add_children(tree, node, moves, turn)
			if not is_added:
				return NONE
		first = tree.first[node]
		count = tree.count[node]
		if tree.is_greedy:
			chance = draw(dice, CHANCES)
			if float(chance) < tree.epsilon * float(CHANCES):
				choice = draw(dice, count)
				return first + choice
		return best_bound(tree.mean, tree.spread, first, count, width_at(tree, node))

	@kernel
	def descend(tree: Tree, world: State, setting: Setting, dice: Dice) -> int:
		"""Walks down from the root, playing on `world`; the nodes on the way, root included."""
		node = tree.root
		tree.path[0] = node
		side = mover(world, setting)
		tree.side[0] = 1 - side
		tree.has_ended = False
		length = 1
		while length <= MAX_DEPTH and tree.proof[node] == OPEN:
			child = pick(tree, node, world, setting, dice)
			if child == NONE:
				break
			tree.picks += 1
			tree.side[length] = mover(world, setting)
			tree.path[length] = child
			length += 1
			node = child
			play(world, setting, tree.move[child])
		return length

	@kernel
	def iterate(
		tree: Tree, start: State, world: State, setting: Setting, dice: Dice, count: int
	) -> None:
		"""`count` iterations, fewer if the root is proven; after any of them best_move answers."""
		for _ in range(count):
			if tree.proof[tree.root] != OPEN:
				return
			assign(world, start)
			length = descend(tree, world, setting, dice)
			proof = tree.proof[tree.path[length - 1]]
			if proof != OPEN:
				value = 0.5 * float(proof - PROVEN_0)
			else:
				value = rate(world, setting, dice)
				if is_solving and tree.has_ended:
					proof = prove(tree, length, PROVEN_0 + int(2.0 * value))
					value = 0.5 * float(proof - PROVEN_0)
			learn(tree, length, value)
			tree.iterations += 1

	return iterate
''')


# ==== common/search/mcts_tree.py ====
__stickytape_write_module('common/search/mcts_tree.py', rb'''
"""The tree of mcts.py: nodes in pools, proofs, the answer, the next root.

A node's children are neighbours, and lie behind it:

	slot   0 | 1 2 3 | 4 5 ...      first[0] = 1, count[0] = 3, move[1..3]: moves of the root
"""

from collections.abc import Callable
from math import log, sqrt
from typing import Any

from common.engine import Engine
from common.kernel import Numbers, capacity, kernel, numbers, record

POOL = capacity(pure=100_000, compiled=4_000_000)
MAX_DEPTH = 200  # moves from the root; deeper states are rated
MAX_MOVES = 256  # in one state
NONE = 0  # no slot: 0 is the root, and nobody's child
OPEN, PROVEN_0, PROVEN_DRAW, PROVEN_1 = 0, 1, 2, 3  # proofs: player 0 gets 0, 0.5, 1 for certain
SURE = 1.0e6  # added to or taken from the mean of a proven node, so that selection heeds it


@record
class Tree:
	"""The nodes, the search's settings, and counts since `plant`."""

	is_greedy: bool  # epsilon-greedy instead of UCT
	exploration: float = 0.5  # UCT: weight of the unknown, against values of 0..1
	epsilon: float = 0.35  # greedy: share of random moves
	urgency: float = 10.0  # the mean of a node that was never tried
	by_value: bool  # the answer is the best mean and not the most visited
	root: int
	used: int  # slots in use
	iterations: int
	picks: int  # moves selected
	has_ended: bool  # the way of this iteration reached a state without moves
	first: Numbers[int] = numbers(int, POOL)
	count: Numbers[int] = numbers(int, POOL)
	move: Numbers[int] = numbers(int, POOL)
	proof: Numbers[int] = numbers(int, POOL)
	visits: Numbers[float] = numbers(float, POOL)
	total: Numbers[float] = numbers(float, POOL)  # what the player who moved here got
	mean: Numbers[float] = numbers(float, POOL)  # total / visits, for selection
	spread: Numbers[float] = numbers(float, POOL)  # 1 / sqrt(visits)
	owner: Numbers[int] = numbers(int, POOL)  # for mcts_compact.py; all 0
	legal: Numbers[int] = numbers(int, MAX_MOVES)
	path: Numbers[int] = numbers(int, MAX_DEPTH + 2)
	side: Numbers[int] = numbers(int, MAX_DEPTH + 2)  # who moved into the path's node


@kernel
def clear(tree: Tree, slot: int) -> None:
	"""An untried node."""
	tree.first[slot] = NONE
	tree.count[slot] = 0
	tree.proof[slot] = OPEN
	tree.visits[slot] = 0.0
	tree.total[slot] = 0.0
	tree.mean[slot] = tree.urgency
	tree.spread[slot] = 0.0


@kernel
def plant(tree: Tree) -> None:
	"""A root, and nothing else."""
	tree.root = 0
	tree.used = 1
	tree.iterations = 0
	tree.picks = 0
	tree.move[0] = -1
	clear(tree, 0)


@kernel
def add_children(tree: Tree, holder: int, moves: int, turn: int) -> bool:
	"""A block of children with legal[0..moves-1], from `turn` on; False if the pool is full."""
	slot = tree.used
	if slot + moves > POOL:
		return False
	tree.used = slot + moves
	tree.first[holder] = slot
	tree.count[holder] = moves
	for index in range(moves):
		clear(tree, slot + index)
		tree.move[slot + index] = tree.legal[(turn + index) % moves]
	return True


@kernel
def best_bound(
	mean: Numbers[float], spread: Numbers[float], first: int, count: int, width: float
) -> int:
	"""The slot in first..first+count-1 with the largest mean + width * spread."""
	best = first
	best_score = mean[first] + width * spread[first]
	for slot in range(first + 1, first + count):
		score = mean[slot] + width * spread[slot]
		if score > best_score:
			best_score = score
			best = slot
	return best


@kernel
def width_at(tree: Tree, node: int) -> float:
	"""UCT's exploration * sqrt(ln visits); 0 for the greedy."""
	if tree.is_greedy:
		return 0.0
	return tree.exploration * sqrt(log(max(tree.visits[node], 1.0)))


@kernel
def find_child(tree: Tree, node: int, move: int) -> int:
	"""The slot of a move at a node, or NONE."""
	first = tree.first[node]
	for slot in range(first, first + tree.count[node]):
		if tree.move[slot] == move:
			return slot
	return NONE


@kernel
def set_proof(tree: Tree, slot: int, proof: int, side: int) -> None:
	"""`slot`, into which `side` moved, is worth this for certain."""
	tree.proof[slot] = proof
	tree.spread[slot] = 0.0
	tree.mean[slot] = 0.5
	if proof != PROVEN_DRAW:
		tree.mean[slot] = SURE if (proof == PROVEN_1) == (side == 0) else -SURE


@kernel
def settled(tree: Tree, node: int, side: int) -> int:
	"""What is proven of a node at which `side` moves: OPEN for nothing."""
	wanted = PROVEN_1 if side == 0 else PROVEN_0
	found = PROVEN_0 if side == 0 else PROVEN_1
	is_open = False
	first = tree.first[node]
	for slot in range(first, first + tree.count[node]):
		proof = tree.proof[slot]
		if proof == wanted:
			return wanted
		if proof == OPEN:
			is_open = True
		elif proof == PROVEN_DRAW:
			found = PROVEN_DRAW
	return OPEN if is_open else found


@kernel
def prove(tree: Tree, length: int, proof: int) -> int:
	"""The path's last node is proven, and maybe some above it. The topmost proof."""
	step = length - 1
	known = proof
	found = proof
	while found != OPEN:
		known = found
		set_proof(tree, tree.path[step], known, tree.side[step])
		if step == 0:
			return known
		step -= 1
		found = settled(tree, tree.path[step], tree.side[step + 1])
	return known


@kernel
def learn(tree: Tree, length: int, value: float) -> None:
	"""Adds what player 0 got to the nodes of the path, to each from its mover's view."""
	for step in range(length):
		slot = tree.path[step]
		tries = tree.visits[slot] + 1.0
		total = tree.total[slot] + (value if tree.side[step] == 0 else 1.0 - value)
		tree.visits[slot] = tries
		tree.total[slot] = total
		if tree.proof[slot] == OPEN:
			tree.mean[slot] = total / tries
			tree.spread[slot] = 1.0 / sqrt(tries)


@kernel
def best_move(tree: Tree) -> int:
	"""The answer, -1 if there is none: a proven win, else the most visited or the best child (see
	by_value), else an untried one, else a proven loss.
	"""
	best = NONE
	best_score = -1.0e300
	first = tree.first[tree.root]
	for slot in range(first, first + tree.count[tree.root]):
		score = -1.0
		if tree.visits[slot] > 0.0:
			score = tree.mean[slot]
			if not tree.by_value:
				score = tree.visits[slot] + 0.5 * score
		if score > best_score:
			best_score = score
			best = slot
	return -1 if best == NONE else tree.move[best]


@kernel
def advance(tree: Tree, move: int) -> bool:
	"""Makes the state after `move` the root and keeps its tree; False, and a new tree, if there is
	none. The slots of the rest stay taken: see mcts_compact.py.
	"""
	child = find_child(tree, tree.root, move)
	if child == NONE:
		plant(tree)
		return False
	tree.root = child
	tree.iterations = 0
	tree.picks = 0
	return True


Row = tuple[int, int, float]


def rows_of(engine: Engine, field: str, slot: int) -> list[tuple[Row, int]]:
	"""(move, visits, mean) and slot of a node's children, most visited first."""

	def number(name: str, at: int) -> float:
		return engine.read(f"{field}.{name}", at)

	found = []
	first = int(number("first", slot))
	for child in range(first, first + int(number("count", slot))):
		visits = int(number("visits", child))
		mean = number("mean", child) if visits else 0.0
		found.append(((int(number("move", child)), visits, min(1.0, max(0.0, mean))), child))
	return sorted(found, key=lambda row: (-row[0][1], -row[0][2], row[0][0]))


def root_moves(engine: Engine, field: str) -> list[Row]:
	"""(move, visits, mean) at the root of the Tree `field`, most visited first."""
	return [row for row, _ in rows_of(engine, field, int(engine.read(field + ".root")))]


def describe(engine: Engine, field: str, name: Callable[[int], str]) -> dict[str, Any]:
	"""The moves at the root and the principal line, in the words of `name`."""
	rows = rows_of(engine, field, int(engine.read(field + ".root")))
	moves = [
		{"move": name(move), "visits": tries, "value": mean} for (move, tries, mean), _ in rows
	]
	line = []
	while rows and rows[0][0][1]:
		(move, _, _), slot = rows[0]
		line.append(name(move))
		rows = rows_of(engine, field, slot)
	return {"moves": moves, "line": line}
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


# ==== bots/uttt/main_mcts.py ====
from bots.uttt import kernels_c
from bots.uttt.bot_mcts import main
from bots.uttt.search_mcts import Memory
from common.native import Compiled

main(Compiled(Memory, kernels_c))
