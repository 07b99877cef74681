# olymbits_jointmcts: a CodinGame bot in one file, made by Botsmith from readable sources
# revision    bd050fb34197 
# content     fbd482a14e9a426a
# flavour     compiled
# size           70,028 of 100,000 UTF-16 units
#
# Every source stands below as it was written. To tune the bot, change a number and play.
# Line numbers in tracebacks are those of this file.

import sys as __stickytape_sys

__stickytape_modules = {}  # path: source, filled below


def __stickytape_write_module(path, contents):
    """Keeps a module, moved down by blank lines so that its line numbers are those of this file."""
    line = __stickytape_sys._getframe(1).f_lineno
    __stickytape_modules[path] = b"\n" * (line - 1) + contents.expandtabs(4)


# ==== bots/olymbits/rules.py ====
__stickytape_write_module('bots/olymbits/rules.py', rb'''
"""Olymbits, top league: one update of all four mini-games, medals and points, as kernels.

An update is `tick`; then referee or search start the runs that are DUE anew and shuffle the skating
order, each with its own dice. Source: docs/games/olymbits.md. Golden: tests/golden/olymbits.
"""

from bots.olymbits.minigames import PLAYERS, Run, dive, hurdle, shoot, skate
from common.kernel import Numbers, Records, each, kernel, numbers, record, records

GAMES = 4
HURDLES, ARCHERY, SKATING, DIVING = 0, 1, 2, 3
TURNS = 100
MEDALS = 3  # gold, silver, bronze: ranks 0, 1, 2
BRONZE = 2
GLIDE_TURNS = 15  # of a skating run

# Phases of a run.
RUNNING = 0
OVER = 1  # it ended in the last update: its registers are shown for one turn
DUE = 2  # that turn is played: the run has to be started anew

DEAD_VALUE = -1000  # below every ranking value


@record
class Match:
	"""The whole state. turn: updates played; medals[(player * GAMES + game) * MEDALS + rank]."""

	turn: int
	runs: Records[Run] = records(Run, GAMES)
	medals: Numbers[int] = numbers(int, PLAYERS * GAMES * MEDALS)
	is_out: Numbers[bool] = numbers(bool, PLAYERS)  # eliminated


@kernel
def start_run(run: Run, code: int, left: int, first: int, second: int) -> None:
	"""A new run, in which all players have these registers."""
	run.phase = RUNNING
	run.code = code
	run.left = left
	for player in range(PLAYERS):
		run.first[player] = first
		run.second[player] = second


@kernel
def value_in(run: Run, game: int, player: int) -> int:
	"""How well a player stands in a run."""
	if run.dead[player]:
		return DEAD_VALUE
	first = run.first[player]
	if game == ARCHERY:
		second = run.second[player]
		return 0 - first * first - second * second
	return first


@kernel
def award(match: Match, game: int) -> None:
	"""Medals of a run: rank = players with a better value; bronze for who is eliminated."""
	run = match.runs[game]
	run.phase = OVER
	for player in range(PLAYERS):
		rank = 0
		for other in range(PLAYERS):
			if value_in(run, game, other) > value_in(run, game, player):
				rank += 1
		if match.is_out[player]:
			rank = BRONZE
		medal = (player * GAMES + game) * MEDALS + rank
		match.medals[medal] += 1


@kernel
def tick_run(run: Run, game: int, moves: Numbers[int]) -> bool:
	"""One mini-game's part; whether its run is over now."""
	if game == HURDLES:
		return hurdle(run, moves)
	if game == ARCHERY:
		return shoot(run, moves)
	if game == SKATING:
		return skate(run, moves)
	return dive(run, moves)


@kernel
def tick(match: Match, moves: Numbers[int]) -> None:
	"""One update without what is random."""
	match.turn += 1
	for game in each(GAMES):
		run = match.runs[game]
		if run.phase != RUNNING:
			run.phase = DUE
		else:
			is_over = tick_run(run, game, moves)
			if is_over:
				award(match, game)


@kernel
def score_in(match: Match, player: int, game: int) -> int:
	"""3 for every gold, 1 for every silver medal."""
	at = (player * GAMES + game) * MEDALS
	return 3 * match.medals[at] + match.medals[at + 1]


def pack(values: list[int], bits: int) -> int:
	"""Values of `bits` bits in one number, the first in the lowest bits."""
	return sum(value << bits * index for index, value in enumerate(values))
''')


# ==== bots/olymbits/protocol.py ====
__stickytape_write_module('bots/olymbits/protocol.py', rb'''
"""What an Olymbits bot reads and writes; the referee has the other side."""

import re
from itertools import permutations

from bots.olymbits.minigames import ARENA, GOAL, PLAYERS
from bots.olymbits.rules import (
	ARCHERY,
	GAMES,
	GLIDE_TURNS,
	HURDLES,
	MEDALS,
	OVER,
	RUNNING,
	SKATING,
	TURNS,
	Match,
	pack,
)
from common.stdio import LineReader, UnreadableInput, parse_integers

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
	"""The index of the own player from the lines told once, else UnreadableInput."""
	(player,) = reader.integers(1, "playerIdx")
	(games,) = reader.integers(1, "nbGames")
	if not 0 <= player < PLAYERS or games != GAMES:
		raise UnreadableInput(f"lines 1, 2: expected 0..2 and {GAMES}, got {player} and {games}")
	return player


def read_turn(reader: LineReader, match: Match) -> None:
	"""Puts the seven lines of a turn into `match`. UnreadableInput, after all, changes nothing."""
	lines = [reader.line() for _ in range(PLAYERS + GAMES)]
	first = reader.number - len(lines) + 1
	medals, told = [], []
	for player in range(PLAYERS):
		what = f"line {first + player}: points and 12 medals"
		medals += parse_integers(lines[player], 1 + GAMES * MEDALS, what)[1:]
		if min(medals) < 0 or max(medals) > TURNS:
			raise UnreadableInput(f"{what}: expected medals of 0..{TURNS}")
	for game in range(GAMES):
		word, _, rest = lines[PLAYERS + game].strip().partition(" ")
		where = f"line {first + PLAYERS + game}: gpu and seven registers"
		told.append((word, parse_integers(rest, 7, where)))
		if word != GAME_OVER and not re.fullmatch(FORMS[game], word):
			raise UnreadableInput(f"{where}: expected {FORMS[game][:30]}, got {word[:40]!r}")
		if not is_possible(game, word, told[-1][1]):
			raise UnreadableInput(f"{where}: out of range, got {rest[:60]!r}")
	for index, count in enumerate(medals):
		match.medals[index] = count
	for game, (word, registers) in enumerate(told):
		put_run(match, game, word, registers)


def is_possible(game: int, word: str, registers: list[int]) -> bool:
	"""Whether a mini-game can come to these registers."""
	low, high, lowest, highest = RANGES[game]
	is_timed = game != SKATING or word == GAME_OVER or 1 <= registers[6] <= GLIDE_TURNS
	is_in_range = all(low <= value <= high for value in registers[:PLAYERS])
	later = registers[PLAYERS : 2 * PLAYERS]
	return is_timed and is_in_range and all(lowest <= value <= highest for value in later)


def put_run(match: Match, game: int, word: str, registers: list[int]) -> None:
	"""gpu and registers of a mini-game; a run that is over keeps its code."""
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
	"""What a gpu says, as Run.code."""
	if game == HURDLES:
		return pack([int(mark == "#") for mark in word], 1)
	if game == ARCHERY:
		return pack([int(digit) for digit in word], 4)
	if game == SKATING:
		return ORDER_IDS[word]
	return pack([LETTERS.index(letter) for letter in word], 2)
''')


# ==== bots/olymbits/jointmcts.py ====
__stickytape_write_module('bots/olymbits/jointmcts.py', rb'''
"""An opponent: plain joint MCTS, as public Olymbits bots do it, over the same rules.

One tree whose edges are the actions of all three players (64). At a node every player picks his own
action by UCB1 over his visits and scores there. From a new node on all play at random, skating
orders are random too, until every run has ended or the match; then each player's score is his share
of the product of (3 gold + silver + 1) over the mini-games.
"""

from math import log, sqrt

from bots.olymbits.minigames import ACTIONS, ORDERS, PLAYERS
from bots.olymbits.player import Player
from bots.olymbits.rules import GAMES, RUNNING, SKATING, TURNS, Match, score_in, tick
from common.clock import Deadline
from common.engine import Engine, Engines
from common.kernel import Numbers, assign, capacity, kernel, numbers, record
from common.loop import run
from common.rng import Dice, draw

JOINT_ACTIONS = ACTIONS**PLAYERS
ARMS = PLAYERS * ACTIONS
NODES = capacity(pure=4_000, compiled=100_000)
SLOTS = capacity(pure=4_000 * ARMS, compiled=100_000 * ARMS)  # node * ARMS + player * ACTIONS + a
EDGES = capacity(pure=4_000 * JOINT_ACTIONS, compiled=100_000 * JOINT_ACTIONS)
EXPLORATION = 0.4
FIRST_MS = 800.0
MARGIN_MS = 8.0


@record
class Forest:
	"""The tree, and counts of the last search. node_visits: by node."""

	used: int
	iterations: int
	states: int
	nodes: int
	side_nodes: int
	ucb_picks: int
	length: int  # of the path
	node_visits: Numbers[float] = numbers(float, NODES)
	visits: Numbers[float] = numbers(float, SLOTS)
	total: Numbers[float] = numbers(float, SLOTS)
	edge: Numbers[int] = numbers(int, EDGES)
	path: Numbers[int] = numbers(int, TURNS + 1)
	picks: Numbers[int] = numbers(int, PLAYERS * (TURNS + 1))
	moves: Numbers[int] = numbers(int, PLAYERS)
	scores: Numbers[float] = numbers(float, PLAYERS)


@record
class Memory:
	"""All that the search works on."""

	start: Match
	world: Match
	dice: Dice
	forest: Forest


@kernel
def open_node(forest: Forest) -> int:
	"""A new node, or -1 if there is no room."""
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
	"""UCB1 over a player's own actions; one never tried comes first, at random among them."""
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
	width = EXPLORATION * sqrt(log(forest.node_visits[node]))
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
	"""Whether a run still goes on, and the match too."""
	if match.turn >= TURNS:
		return False
	for game in range(GAMES):
		if match.runs[game].phase == RUNNING:
			return True
	return False


@kernel
def play(match: Match, moves: Numbers[int], dice: Dice) -> None:
	"""One update; no run begins again."""
	tick(match, moves)
	match.runs[SKATING].code = draw(dice, ORDERS)


@kernel
def rate(match: Match, scores: Numbers[float]) -> None:
	"""Each player's share of the points."""
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
	"""An empty tree."""
	forest = memory.forest
	forest.used = 0
	forest.iterations = 0
	forest.states = 0
	forest.nodes = 0
	forest.ucb_picks = 0
	open_node(forest)


@kernel
def descend(forest: Forest, world: Match, dice: Dice) -> None:
	"""Down the tree, to a node opened in this iteration or to the end of the runs."""
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
	"""Selection, expansion, rollout and backup."""
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
	"""`count` iterations more."""
	for _ in range(count):
		iterate(memory)


ENTRIES = (begin, think)


class JointMcts(Player):
	"""Plays the action that it tried most at the root."""

	def begin(self, engine: Engine, deadline: Deadline) -> None:
		engine.load("start", self.match)
		engine.call(begin)

	def root(self, player: int) -> int:
		return player * ACTIONS


def main(engines: Engines | None = None) -> None:
	"""Plays on stdin and stdout; a compiled bundle brings other engines."""
	run(JointMcts(engines or Engines(Memory), think, FIRST_MS, MARGIN_MS))
''')


# ==== bots/olymbits/kernels_c.py ====
__stickytape_write_module('bots/olymbits/kernels_c.py', rb'''
"""The kernels of this bot in C, as the compiler gets them."""

FLAGS = """
-shared -fPIC -O2 -march=native -std=c11 -fwrapv -ffp-contract=off -fno-builtin-log
""".split()
TEXT = r"""
/* Modules, and fingerprints of them. A place 21303 is line 213 of module 3.
 *   0  5338a2e1c2d9e43c  common.rng
 *   1  1656ce4aeae41eea  bots.olymbits.minigames
 *   2  eebe813443d9bb2d  bots.olymbits.rules
 *   3  930543d18dbbc6be  bots.olymbits.jointmcts
 */
#include <math.h>
#include <setjmp.h>
#include <stdbool.h>
#include <stdint.h>
typedef int64_t Int;

#define NOINLINE __attribute__((noinline))  // setjmp wants no other code around it

// Constants of common/rng.py
#define MULTIPLIER INT64_C(25214903917)
#define INCREMENT 11
#define MASK INT64_C(281474976710655)

// Constants of bots/olymbits/minigames.py
static const Int EAST[4] = {
	0,0,-1,1,
};
static const Int SOUTH[4] = {
	-1,1,0,0,
};
#define PLAYERS 3
#define ACTIONS 4
#define GOAL 29  // last cell of the track, which never holds a hurdle
#define STUN 2  // updates lost after a collision
#define ARENA 20  // archery: -ARENA..ARENA
#define LAP 10  // skating: cells of the rink
#define FALL 5  // skating: the risk that becomes FALLEN
#define FALLEN (-2)
static const Int LEAPS[32] = {
	2,2,1,3,2,5,5,5,6,6,1,6,6,5,5,5,2,2,1,7,2,5,5,5,6,6,1,6,6,5,5,5,
};
#define ORDERS 24
static const Int PLACES[96] = {
	0,1,2,3,0,1,3,2,0,2,1,3,0,2,3,1,0,3,1,2,0,3,2,1,1,0,2,3,1,0,3,2,
	1,2,0,3,1,2,3,0,1,3,0,2,1,3,2,0,2,0,1,3,2,0,3,1,2,1,0,3,2,1,3,0,
	2,3,0,1,2,3,1,0,3,0,1,2,3,0,2,1,3,1,0,2,3,1,2,0,3,2,0,1,3,2,1,0,
};
// cells by place
static const Int GLIDES[4] = {
	1,2,2,3,
};
static const Int RISKS[20] = {
	0,0,1,2,0,1,2,3,1,2,3,4,2,3,4,5,3,4,5,6,
};

// Constants of bots/olymbits/rules.py
#define SKATING 2
#define HURDLES 0
#define ARCHERY 1
#define GAMES 4
#define TURNS 100
#define MEDALS 3  // gold, silver, bronze: ranks 0, 1, 2
#define BRONZE 2
#define RUNNING 0
#define OVER 1  // it ended in the last update: its registers are shown for one turn
#define DUE 2  // that turn is played: the run has to be started anew
#define DEAD_VALUE (-1000)  // below every ranking value

// Constants of bots/olymbits/jointmcts.py
#define JOINT_ACTIONS 64
#define ARMS 12
#define NODES 100000
#define SLOTS 1200000  // node * ARMS + player * ACTIONS + a
#define EDGES 6400000
#define EXPLORATION 0.4

/* See above. map_id: for a search. */
typedef struct Run {
	Int phase, code, left, map_id, first[PLAYERS], second[PLAYERS];
	bool dead[PLAYERS];
} Run;

/* The whole state. turn: updates played; medals[(player * GAMES + game) * MEDALS + rank]. */
typedef struct Match {
	Int turn;
	Run runs[GAMES];
	Int medals[PLAYERS * GAMES * MEDALS];
	bool is_out[PLAYERS];  // eliminated
} Match;

/* The state of a generator: 48 bits. */
typedef struct Dice {
	Int state;
} Dice;

/* The tree, and counts of the last search. node_visits: by node. */
typedef struct Forest {
	Int used, iterations, states, nodes, side_nodes, ucb_picks;
	Int length;  // of the path
	double node_visits[NODES], visits[SLOTS], total[SLOTS];
	Int edge[EDGES], path[TURNS + 1];
	Int picks[PLAYERS * (TURNS + 1)];
	Int moves[PLAYERS];
	double scores[PLAYERS];
} Forest;

/* All that the search works on. */
typedef struct Memory {
	Match start, world;
	Dice dice;
	Forest forest;
} Memory;

static jmp_buf trap_exit;
static int32_t trap_code;

// What Python raises an exception for, and what 64 bits cannot hold, leaves a kernel through
// trap().
enum trap_kind { INDEX = 1, TOO_LARGE, ZERO_DIVISOR, CONVERSION, SHIFT, DOMAIN_ERROR, DEPTH };

// where: 100 * line in the Python source + number of the file, as listed at the top.
static _Noreturn void trap(enum trap_kind kind, int where) {
	trap_code = (int32_t)kind * 10000000 + where;
	longjmp(trap_exit, 1);
}

// An index that is surely inside of an array.
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

// a % b as in Python, for b above 0.
static Int modulo_by(Int a, Int b) {
	return a % b < 0 ? a % b + b : a % b;
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

// The result of a function of <math.h>; where Python raises ValueError or OverflowError, a trap.
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

// common/rng.py

/* A number of 0..count-1, count up to 2**31. */
static inline Int draw(Dice *dice, Int count) {
	dice->state = (Int)(((uint64_t)dice->state * MULTIPLIER + INCREMENT) & MASK);
	return multiply(dice->state >> 17, count, 3000) >> 31;
}

// bots/olymbits/minigames.py

/* Over when somebody is home, or at most one player is left. */
static bool hurdle(Run *run, const Int *moves, Int moves_length) {
	bool is_over = false;
	Int dead = 0;
	#pragma GCC unroll 3
	for (Int player = 0; player < PLAYERS; player++) {
		Int move = moves[at(player, moves_length, 6701)];
		if (move < 0) {
			run->dead[player] = true;
			dead = add(dead, 1, 7001);
		} else if (run->second[player] > 0) {
			run->second[player] = subtract(run->second[player], 1, 7201);
		} else {
			Int position = run->first[player];
			Int leap =
				LEAPS[at(add((shift_right(run->code, position, 7501) & 14) * 2, move, 7501), 32,
				7501)];
			position = add(position, leap & 3, 7601);
			if (leap > 3) {
				run->second[player] = STUN;
			} else if (position >= GOAL) {
				position = GOAL;
				is_over = true;
			}
			run->first[player] = position;
		}
	}
	return is_over || dead > 1;
}

/* The wind moves every cursor. */
static bool shoot(Run *run, const Int *moves, Int moves_length) {
	Int wind = run->code & 15;
	#pragma GCC unroll 3
	for (Int player = 0; player < PLAYERS; player++) {
		Int move = moves[at(player, moves_length, 9101)];
		if (move < 0) {
			run->dead[player] = true;
		} else {
			Int x = add(run->first[player], EAST[at(move, 4, 9501)] * wind, 9501);
			Int y = add(run->second[player], SOUTH[at(move, 4, 9601)] * wind, 9601);
			run->first[player] = x > ARENA ? ARENA : (x > -ARENA ? x : -ARENA);
			run->second[player] = y > ARENA ? ARENA : (y > -ARENA ? y : -ARENA);
		}
	}
	run->code = run->code >> 4;
	run->left = subtract(run->left, 1, 10001);
	return run->left == 0;
}

/* All glide, then who share a cell are at risk; the next order is the caller's to set. */
static bool skate(Run *run, const Int *moves, Int moves_length) {
	#pragma GCC unroll 3
	for (Int player = 0; player < PLAYERS; player++) {
		Int move = moves[at(player, moves_length, 10801)];
		Int risk = run->second[player];
		if (move < 0) {
			run->dead[player] = true;
		} else if (risk < 0) {
			run->second[player] = add(risk, 1, 11301);
		} else {
			Int place =
				PLACES[at(add(multiply(run->code, ACTIONS, 11501), move, 11501), 96, 11501)];
			run->first[player] = add(run->first[player], GLIDES[place], 11601);
			run->second[player] =
				RISKS[at(add(multiply(risk, ACTIONS, 11701), place, 11701), 20, 11701)];
		}
	}
	Int first = modulo_by(run->first[0], LAP);
	Int second = modulo_by(run->first[1], LAP);
	Int third = modulo_by(run->first[2], LAP);
	Int met = first == second ? 3 : 0;  // bit p: player p shares his cell
	if (first == third)
		met |= 5;
	if (second == third)
		met |= 6;
	#pragma GCC unroll 3
	for (Int player = 0; player < PLAYERS; player++) {
		Int risk = run->second[player];
		if (risk >= 0) {  // stunned ones are met, but risk nothing themselves
			risk = add(risk, ((met >> player) & 1) * 2, 12901);
			run->second[player] = risk >= FALL ? FALLEN : risk;
		}
	}
	run->left = subtract(run->left, 1, 13101);
	return run->left == 0;
}

/* Each hit in a row is worth one point more. */
static bool dive(Run *run, const Int *moves, Int moves_length) {
	Int goal = run->code & 3;
	#pragma GCC unroll 3
	for (Int player = 0; player < PLAYERS; player++) {
		Int move = moves[at(player, moves_length, 14001)];
		if (move < 0) {
			run->dead[player] = true;
		} else {
			Int hit = 1 >> ((move ^ goal) & 3);  // 1 or 0
			Int combo = hit * add(run->second[player], 1, 14501);
			run->second[player] = combo;
			run->first[player] = add(run->first[player], combo, 14701);
		}
	}
	run->code = run->code >> 2;
	run->left = subtract(run->left, 1, 14901);
	return run->left == 0;
}

// bots/olymbits/rules.py

/* How well a player stands in a run. */
static inline Int value_in(const Run *run, Int game, Int player) {
	if (run->dead[player])
		return DEAD_VALUE;
	Int first = run->first[player];
	if (game == ARCHERY) {
		Int second = run->second[player];
		return subtract(subtract(0, multiply(first, first, 5402), 5402),
			multiply(second, second, 5402), 5402);
	}
	return first;
}

/* Medals of a run: rank = players with a better value; bronze for who is eliminated. */
static void award(Match *match, Int game) {
	Run *run = &match->runs[game];
	run->phase = OVER;
	for (Int player = 0; player < PLAYERS; player++) {
		Int rank = 0;
		for (Int other = 0; other < PLAYERS; other++) {
			if (value_in(run, game, other) > value_in(run, game, player))
				rank = add(rank, 1, 6702);
		}
		if (match->is_out[player])
			rank = BRONZE;
		Int medal = add((player * GAMES + game) * MEDALS, rank, 7002);
		match->medals[at(medal, PLAYERS * GAMES * MEDALS, 7102)] =
			add(match->medals[at(medal, PLAYERS * GAMES * MEDALS, 7102)], 1, 7102);
	}
}

/* One mini-game's part; whether its run is over now. */
static bool tick_run(Run *run, Int game, const Int *moves, Int moves_length) {
	if (game == HURDLES)
		return hurdle(run, moves, moves_length);
	if (game == ARCHERY)
		return shoot(run, moves, moves_length);
	if (game == SKATING)
		return skate(run, moves, moves_length);
	return dive(run, moves, moves_length);
}

/* One update without what is random. */
static void tick(Match *match, const Int *moves, Int moves_length) {
	match->turn = add(match->turn, 1, 8902);
	#pragma GCC unroll 4
	for (Int game = 0; game < GAMES; game++) {
		Run *run = &match->runs[game];
		if (run->phase != RUNNING) {
			run->phase = DUE;
		} else {
			bool is_over = tick_run(run, game, moves, moves_length);
			if (is_over)
				award(match, game);
		}
	}
}

/* 3 for every gold, 1 for every silver medal. */
static Int score_in(const Match *match, Int player, Int game) {
	Int at_ = (player * GAMES + game) * MEDALS;
	return add(multiply(3, match->medals[at_], 10402), match->medals[at_ + 1], 10402);
}

// bots/olymbits/jointmcts.py

/* A new node, or -1 if there is no room. */
static inline Int open_node(Forest *forest) {
	Int node = forest->used;
	if (node == NODES)
		return -1;
	forest->used = add(node, 1, 6703);
	forest->nodes = add(forest->nodes, 1, 6803);
	forest->node_visits[at(node, NODES, 6903)] = 0.0;
	const Int slot_end = add(multiply(node, ARMS, 7003), ARMS, 7003);
	for (Int slot = multiply(node, ARMS, 7003); slot < slot_end; slot++) {
		forest->visits[at(slot, SLOTS, 7103)] = 0.0;
		forest->total[at(slot, SLOTS, 7203)] = 0.0;
	}
	const Int edge_end = add(multiply(node, JOINT_ACTIONS, 7303), JOINT_ACTIONS, 7303);
	for (Int edge = multiply(node, JOINT_ACTIONS, 7303); edge < edge_end; edge++)
		forest->edge[at(edge, EDGES, 7403)] = 0;
	return node;
}

/* UCB1 over a player's own actions; one never tried comes first, at random among them. */
static Int pick(Forest *forest, Int node, Int player, Dice *dice) {
	Int first = add(multiply(node, ARMS, 8103), player * ACTIONS, 8103);
	Int untried = 0;
	const Int slot_end = add(first, ACTIONS, 8303);
	for (Int slot = first; slot < slot_end; slot++) {
		if (forest->visits[at(slot, SLOTS, 8403)] < 1.0)
			untried = add(untried, 1, 8503);
	}
	if (untried > 0) {
		Int number = draw(dice, untried);
		for (Int action = 0; action < ACTIONS; action++) {
			if (forest->visits[at(add(first, action, 8903), SLOTS, 8903)] < 1.0) {
				if (number == 0)
					return action;
				number = subtract(number, 1, 9203);
			}
		}
	}
	forest->ucb_picks = add(forest->ucb_picks, 1, 9303);
	double width = EXPLORATION
		* checked_sqrt(checked_log(forest->node_visits[at(node, NODES, 9403)], 9403), 9403);
	Int best = 0;
	double best_value = -1.0;
	for (Int action = 0; action < ACTIONS; action++) {
		double visits = forest->visits[at(add(first, action, 9803), SLOTS, 9803)];
		double value =
			divide(forest->total[at(add(first, action, 9903), SLOTS, 9903)], visits, 9903)
			+ divide(width, checked_sqrt(visits, 9903), 9903);
		if (value > best_value) {
			best_value = value;
			best = action;
		}
	}
	return best;
}

/* Whether a run still goes on, and the match too. */
static inline bool is_running(const Match *match) {
	if (match->turn >= TURNS)
		return false;
	for (Int game = 0; game < GAMES; game++) {
		if (match->runs[game].phase == RUNNING)
			return true;
	}
	return false;
}

/* One update; no run begins again. */
static inline void play(Match *match, const Int *moves, Int moves_length, Dice *dice) {
	tick(match, moves, moves_length);
	match->runs[SKATING].code = draw(dice, ORDERS);
}

/* Each player's share of the points. */
static void rate(const Match *match, double *scores, Int scores_length) {
	double total = 0.0;
	for (Int player = 0; player < PLAYERS; player++) {
		double product = 1.0;
		for (Int game = 0; game < GAMES; game++)
			product *= (double)add(score_in(match, player, game), 1, 13103);
		scores[at(player, scores_length, 13203)] = product;
		total += product;
	}
	for (Int player = 0; player < PLAYERS; player++) {
		scores[at(player, scores_length, 13503)] =
			divide(scores[at(player, scores_length, 13503)], total, 13503);
	}
}

/* An empty tree. */
static NOINLINE void begin(Memory *memory) {
	Forest *forest = &memory->forest;
	forest->used = 0;
	forest->iterations = 0;
	forest->states = 0;
	forest->nodes = 0;
	forest->ucb_picks = 0;
	open_node(forest);
}

/* Down the tree, to a node opened in this iteration or to the end of the runs. */
static void descend(Forest *forest, Match *world, Dice *dice) {
	Int node = 0;
	forest->length = 0;
	while (node >= 0 && is_running(world)) {
		forest->path[at(forest->length, TURNS + 1, 15603)] = node;
		Int joint = 0;
		for (Int player = 0; player < PLAYERS; player++) {
			Int move = pick(forest, node, player, dice);
			forest->moves[player] = move;
			forest->picks[at(add(multiply(forest->length, PLAYERS, 16103), player, 16103), PLAYERS
				* (TURNS + 1), 16103)] = move;
			joint = add(multiply(joint, ACTIONS, 16203), move, 16203);
		}
		forest->length = add(forest->length, 1, 16303);
		play(world, forest->moves, PLAYERS, dice);
		forest->states = add(forest->states, 1, 16503);
		Int edge = add(multiply(node, JOINT_ACTIONS, 16603), joint, 16603);
		node = forest->edge[at(edge, EDGES, 16703)];
		if (node == 0) {
			forest->edge[at(edge, EDGES, 16903)] = open_node(forest);
			node = -1;
		}
	}
}

/* Selection, expansion, rollout and backup. */
static void iterate(Memory *memory) {
	Forest *forest = &memory->forest;
	Match *world = &memory->world;
	*world = memory->start;
	descend(forest, world, &memory->dice);
	while (is_running(world)) {
		for (Int player = 0; player < PLAYERS; player++)
			forest->moves[player] = draw(&memory->dice, ACTIONS);
		play(world, forest->moves, PLAYERS, &memory->dice);
		forest->states = add(forest->states, 1, 18403);
	}
	rate(world, forest->scores, PLAYERS);
	for (Int step = 0, step_end = forest->length; step < step_end; step++) {
		Int node = forest->path[at(step, TURNS + 1, 18703)];
		forest->node_visits[at(node, NODES, 18803)] += 1.0;
		for (Int player = 0; player < PLAYERS; player++) {
			Int slot =
				add(add(multiply(node, ARMS, 19003), player * ACTIONS, 19003),
				forest->picks[at(add(multiply(step, PLAYERS, 19003), player, 19003), PLAYERS
				* (TURNS + 1), 19003)], 19003);
			forest->visits[at(slot, SLOTS, 19103)] += 1.0;
			forest->total[at(slot, SLOTS, 19203)] += forest->scores[player];
		}
	}
	forest->iterations = add(forest->iterations, 1, 19303);
}

/* `count` iterations more. */
static NOINLINE void think(Memory *memory, Int count) {
	for (Int _ = 0; _ < count; _++)
		iterate(memory);
}

// Entries: 0, or what trap() was told; the result through the last pointer.

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


# ==== bots/olymbits/minigames.py ====
__stickytape_write_module('bots/olymbits/minigames.py', rb'''
"""The four mini-games, each one tick of a run for all three players at once.

A Run has the same form in all of them:

	game       code                        first        second      left
	hurdles    bit c: cell c has a hurdle  position     stun        -
	archery    winds of 4 bits, now first  x            y           winds
	skating    row of PLACES: the order    distance     risk        ticks
	diving     goals of 2 bits, now first  points       combo       goals

moves[p] is the action of player p; NONE makes him dead in that mini-game: he stays as he is and
ranks last. A tick returns whether the run is over.
Source: docs/games/olymbits.md.
"""

from itertools import permutations

from common.kernel import Numbers, each, kernel, numbers, record

PLAYERS = 3
ACTIONS = 4
UP, DOWN, LEFT, RIGHT = 0, 1, 2, 3
NONE = -1

GOAL = 29  # last cell of the track, which never holds a hurdle
STUN = 2  # updates lost after a collision
ARENA = 20  # archery: -ARENA..ARENA
LAP = 10  # skating: cells of the rink
EAST, SOUTH = (0, 0, -1, 1), (-1, 1, 0, 0)  # by action
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
	"""See above. map_id: for a search."""

	phase: int
	code: int
	left: int
	map_id: int
	first: Numbers[int] = numbers(int, PLAYERS)
	second: Numbers[int] = numbers(int, PLAYERS)
	dead: Numbers[bool] = numbers(bool, PLAYERS)


@kernel
def hurdle(run: Run, moves: Numbers[int]) -> bool:
	"""Over when somebody is home, or at most one player is left."""
	is_over = False
	dead = 0
	for player in each(PLAYERS):
		move = moves[player]
		if move < 0:
			run.dead[player] = True
			dead += 1
		elif run.second[player] > 0:
			run.second[player] -= 1
		else:
			position = run.first[player]
			leap = LEAPS[(run.code >> position & 14) * 2 + move]
			position += leap & 3
			if leap > 3:
				run.second[player] = STUN
			elif position >= GOAL:
				position = GOAL
				is_over = True
			run.first[player] = position
	return is_over or dead > 1


@kernel
def shoot(run: Run, moves: Numbers[int]) -> bool:
	"""The wind moves every cursor."""
	wind = run.code & 15
	for player in each(PLAYERS):
		move = moves[player]
		if move < 0:
			run.dead[player] = True
		else:  # no branches on the move: a processor would guess half of them wrong
			x = run.first[player] + EAST[move] * wind
			y = run.second[player] + SOUTH[move] * wind
			run.first[player] = ARENA if x > ARENA else x if x > -ARENA else -ARENA
			run.second[player] = ARENA if y > ARENA else y if y > -ARENA else -ARENA
	run.code >>= 4
	run.left -= 1
	return run.left == 0


@kernel
def skate(run: Run, moves: Numbers[int]) -> bool:
	"""All glide, then who share a cell are at risk; the next order is the caller's to set."""
	for player in each(PLAYERS):
		move = moves[player]
		risk = run.second[player]
		if move < 0:
			run.dead[player] = True
		elif risk < 0:
			run.second[player] = risk + 1
		else:
			place = PLACES[run.code * ACTIONS + move]
			run.first[player] += GLIDES[place]
			run.second[player] = RISKS[risk * ACTIONS + place]
	first = run.first[0] % LAP
	second = run.first[1] % LAP
	third = run.first[2] % LAP
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
def dive(run: Run, moves: Numbers[int]) -> bool:
	"""Each hit in a row is worth one point more."""
	goal = run.code & 3
	for player in each(PLAYERS):
		move = moves[player]
		if move < 0:
			run.dead[player] = True
		else:
			hit = 1 >> ((move ^ goal) & 3)  # 1 or 0
			combo = hit * (run.second[player] + 1)
			run.second[player] = combo
			run.first[player] += combo
	run.code >>= 2
	run.left -= 1
	return run.left == 0
''')


# ==== bots/olymbits/player.py ====
__stickytape_write_module('bots/olymbits/player.py', rb'''
"""A player of Olymbits around a search: lines in, the match as it stands, one word out."""

import json
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping

from bots.olymbits import protocol
from bots.olymbits.minigames import ACTIONS, PLAYERS
from bots.olymbits.protocol import WORDS
from bots.olymbits.rules import DIVING, Match
from common.clock import Deadline
from common.engine import Engine, Engines
from common.loop import Value
from common.rng import make_dice
from common.stdio import LineReader

DICE_A_MATCH = 1000  # more than a match has turns
WARM_UP = 20  # iterations before the first line
SAMPLE = (".....#....#...#...............", "312312312312", "UDLR", "DRUDLLURUDDR")  # to warm up
Kernel = Callable[..., None]
COUNTS = {
	"iterations": "iterations",
	"simulated_turns": "states",
	"nodes": "nodes",
	"side_nodes": "side_nodes",
	"evaluations": "iterations",
	"ucb": "ucb_picks",
}


class Player(ABC):
	"""Plays what its search tried most. think: the search's kernel."""

	turn_ms = 50.0

	def __init__(self, engines: Engines, think: Kernel, first_ms: float, margin_ms: float) -> None:
		self.engines = engines
		self.think = think
		self.first_ms = first_ms
		self.margin_ms = margin_ms
		self.seed = 0
		self.own = 0  # index of the own player
		self.turn = 0
		self.match = Match()
		self.engine: Engine = engines.python  # of the last search
		self.search_ms = 0.0

	@abstractmethod
	def begin(self, engine: Engine, deadline: Deadline) -> None:
		"""Starts a search in an engine that holds new dice."""

	@abstractmethod
	def root(self, player: int) -> int:
		"""Where in forest.visits and forest.total a player's first action stands."""

	def prepare(self, seed: int) -> None:
		self.seed = seed
		for game, word in enumerate(SAMPLE):
			protocol.put_run(self.match, game, word, [0, 0, 0, 0, 0, 0, 15])
		self.search(Deadline(self.turn_ms, 0.0, iterations=WARM_UP))
		self.engines.start()

	def read_start(self, reader: LineReader) -> None:
		self.own = protocol.read_start(reader)

	def read_turn(self, reader: LineReader) -> None:
		self.match.turn = self.turn
		self.turn += 1
		protocol.read_turn(reader, self.match)

	def answer(self, deadline: Deadline) -> list[str]:
		self.search(deadline)
		moves = self.moves(self.own)
		return [WORDS[moves[0][0]]] if moves else self.fallback()

	def moves(self, player: int) -> list[tuple[int, int, float]]:
		"""A player's (action, visits, mean score), most visited first."""
		rows = []
		for action in range(ACTIONS):
			slot = self.root(player) + action
			visits = self.engine.read("forest.visits", slot)
			if visits:
				rows.append((action, int(visits), self.engine.read("forest.total", slot) / visits))
		return sorted(rows, key=lambda row: (-row[1], -row[2]))

	def search(self, deadline: Deadline) -> None:
		"""Searches until the deadline."""
		engine = self.engine = self.engines.current(deadline)
		engine.load("dice", make_dice(self.seed * DICE_A_MATCH + self.match.turn))
		self.begin(engine, deadline)
		for count in deadline.chunks(engine.pace):
			engine.call(self.think, count)
		self.search_ms = deadline.search_ms

	def fallback(self) -> list[str]:
		"""The goal of diving."""
		return [WORDS[self.match.runs[DIVING].code & 3]]

	def stats(self) -> Mapping[str, Value]:
		told: dict[str, Value] = {
			word: round(self.engine.read(f"forest.{name}")) for word, name in COUNTS.items()
		}
		told["depth"] = int(told["simulated_turns"]) // max(1, int(told["iterations"]))
		return told | {"search_ms": round(self.search_ms, 3), "engine": self.engine.name}

	def explain(self) -> str:
		units = []
		for player in range(PLAYERS):
			rows = self.moves(player)
			moves = [{"move": WORDS[row[0]], "visits": row[1], "value": row[2]} for row in rows]
			units.append(
				{"unit": player, "moves": moves, "line": [WORDS[row[0]] for row in rows[:1]]}
			)
		return json.dumps({"turn": self.turn - 1, "units": units})
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


# ==== bots/olymbits/main_jointmcts.py ====
from bots.olymbits import kernels_c
from bots.olymbits.jointmcts import main
from bots.olymbits.jointmcts import Memory
from common.native import Compiled

main(Compiled(Memory, kernels_c))
