# olymbits: a CodinGame bot in one file, made by Botsmith from readable sources
# revision    bd050fb34197 
# content     689382217a33da62
# flavour     compiled
# size           98,207 of 100,000 UTF-16 units
# parameters  fast_from = 1500, fast_trust = 1.0, fast_eager = 200.0, fast_timid = 0.1,
#             fast_exploration = 0.25, fast_joint_depth = 2, fast_side_depth = 15,
#             fast_side_trust = 20.0, slow_trust = 4.0, slow_eager = 20.0, slow_exploration = 0.3,
#             slow_joint_depth = 1, slow_side_depth = 1, slow_side_trust = 50.0, again = 0,
#             need = 1.0, haste = 0.5, favor_hurdles = 1.4, favor_archery = 0.6,
#             favor_skating = 0.4, favor_diving = 1.4, worth = 1.5, nothing = 0.1, blur = 0.05,
#             blur_edition = 0.02, first_ms = 800.0, margin_ms = 8.0
#
# Every source stands below as it was written. To tune the bot, change a number and play.
# Line numbers in tracebacks are those of this file.

import sys as __stickytape_sys

__stickytape_modules = {}  # path: source, filled below


def __stickytape_write_module(path, contents):
    """Keeps a module, moved down by blank lines so that its line numbers are those of this file."""
    line = __stickytape_sys._getframe(1).f_lineno
    __stickytape_modules[path] = b"\n" * (line - 1) + contents.expandtabs(4)


# ==== bots/olymbits/params.py ====
__stickytape_write_module('bots/olymbits/params.py', rb'''
"""The bot's tunable numbers, as `name: type = value  # low..high unit: meaning`."""

from common.kernel import record


@record
class Params:
    """A number changed here is in force in every engine."""

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
    slow_exploration: float = 0.3  # 0.01..3 score
    slow_joint_depth: int = 1  # 0..2 turns
    slow_side_depth: int = 1  # 0..15 turns
    slow_side_trust: float = 50.0  # 1..10000 visits

    again: int = 0  # 0..1 runs of each mini-game that begin in an iteration

    # --- which mini-game a player serves
    need: float = 1.0  # 0..4 power: of 1 / the score he is expected to end with there
    haste: float = 0.5  # 0..2 power: of 1 / the ticks that are left there
    favor_hurdles: float = 1.4  # 0..4 times: more weight, as real players serve them (NOTES.md)
    favor_archery: float = 0.6  # 0..4 times
    favor_skating: float = 0.4  # 0..4 times
    favor_diving: float = 1.4  # 0..4 times

    # --- the score at the end of an iteration
    worth: float = 1.5  # 0.5..3 points: expected from a run that is still to come
    nothing: float = 0.1  # 0.001..1 points: what a mini-game without a medal counts
    blur: float = 0.05  # 0.001..1: how undecided a match is at its end,
    blur_edition: float = 0.02  # 0..0.2: and how much more for each run to come

    # --- the clock
    first_ms: float = 800.0  # 100..950 ms: used of the first 1000
    margin_ms: float = 8.0  # 2..40 ms: kept from each turn besides the pauses met
''')


# ==== bots/olymbits/bot.py ====
__stickytape_write_module('bots/olymbits/bot.py', rb'''
"""The Olymbits bot: DUCT, with the parameters that fit the processor it is on."""

from bots.olymbits.minigames import PLAYERS
from bots.olymbits.params import Params
from bots.olymbits.player import Player
from bots.olymbits.rules import ARCHERY, DIVING, GAMES, HURDLES, RUNNING, SKATING, TURNS, score_in
from bots.olymbits.search import FARTHEST, NOBODY, Memory, Setting, World, begin, think
from bots.olymbits.tables import CELLS, OTHER_MAP, make_tables, runs_in, solve
from common.clock import Deadline
from common.engine import Engine, Engines
from common.kernel import assign
from common.loop import run
from common.search.duct import Habits

LONG_ITERATION = 33.0  # states of one in which every mini-game begins again
LONGEST_RUN = 15
HABITS = ("trust", "eager", "timid", "exploration", "joint_depth", "side_depth", "side_trust")
WEIGHT_UNIT = 1000.0


class OlymbitsBot(Player):
	"""Plays the most visited action of its own root."""

	def __init__(self, params: Params, engines: Engines) -> None:
		super().__init__(engines, think, params.first_ms, params.margin_ms)
		self.params = params
		self.setting = Setting()
		self.setting.nothing, self.setting.blur = params.nothing, params.blur
		self.setting.blur_point = params.blur_edition / (PLAYERS * params.worth)
		self.map_ids = make_tables(self.setting.tables)
		for at in range(GAMES * (TURNS + 1)):
			self.setting.to_come[at] = params.worth * runs_in(*divmod(at, TURNS + 1))
		self.informed: set[str] = set()  # engines that hold the setting
		self.states_a_ms: dict[str, float] = {}  # of each engine's last search, by its name

	def begin(self, engine: Engine, deadline: Deadline) -> None:
		habits, params = Habits(), self.params
		words = ("fast_",) if self.is_fast(engine, deadline) else ("fast_", "slow_")
		for word in words:
			for name in HABITS:
				setattr(habits, name, getattr(params, word + name, getattr(habits, name)))
		self.identify_map()
		engine.load("start", self.start())
		engine.load("habits", habits)
		if engine.name not in self.informed:
			engine.load("setting", self.setting)
			self.informed.add(engine.name)
		engine.call(begin)

	def search(self, deadline: Deadline) -> None:
		super().search(deadline)
		if self.search_ms > 0.0:
			states = self.engine.read("forest.states")
			self.states_a_ms[self.engine.name] = states / self.search_ms

	def is_fast(self, engine: Engine, deadline: Deadline) -> bool:
		"""Whether enough long iterations are to be expected, by the last search."""
		if deadline.iterations is not None:
			return deadline.iterations >= self.params.fast_from
		states = self.states_a_ms.get(engine.name, 0.0)
		left_ms = (deadline.ends - deadline.started) * 1000.0
		return states * left_ms / LONG_ITERATION >= self.params.fast_from

	def identify_map(self) -> None:
		"""The hurdle map's id; a map that the contest never has is solved now."""
		race = self.match.runs[HURDLES]
		race.map_id = self.map_ids.get(race.code, OTHER_MAP)
		if race.map_id == OTHER_MAP and self.setting.tables.track[OTHER_MAP] != race.code:
			solve(self.setting.tables, OTHER_MAP, race.code)
			self.informed.clear()

	def start(self) -> World:
		"""The start of every iteration."""
		start, params, turn = World(), self.params, self.match.turn
		favors = (
			params.favor_hurdles,
			params.favor_archery,
			params.favor_skating,
			params.favor_diving,
		)
		assign(start.match, self.match)
		for player in range(PLAYERS):
			start.served[player] = NOBODY
		for game in range(GAMES):
			is_running = self.match.runs[game].phase == RUNNING
			start.again[game] = 0 if game == SKATING else params.again
			is_open = is_running or start.again[game] > 0
			start.open += int(is_open)
			start.ended[game] = TURNS if is_open else turn
			left = self.ticks_left(game) if is_running else LONGEST_RUN
			runs = 0.5 + runs_in(game, max(0, TURNS - turn - left))
			for player in range(PLAYERS):
				at = player * GAMES + game
				score = score_in(self.match, player, game) + params.worth * runs
				weight = WEIGHT_UNIT * favors[game] * score**-params.need * left**-params.haste
				start.later[at] = start.weights[at] = 1 + int(weight)
				if is_running and self.is_decided(game, player, left):
					start.weights[at] = 0
		return start

	def ticks_left(self, game: int) -> int:
		"""How long a run goes on; a race: at least."""
		run, ticks = self.match.runs[game], self.setting.tables.ticks
		if game != HURDLES:
			return run.left
		base = run.map_id * CELLS
		return max(1, min(ticks[base + run.first[at]] + run.second[at] for at in range(PLAYERS)))

	def is_decided(self, game: int, player: int, left: int) -> bool:
		"""Whether a player's rank in a run stands, or the match ends before it."""
		run = self.match.runs[game]
		gain = FARTHEST
		if game == DIVING:
			gain = left + max(run.second[at] for at in range(PLAYERS))
		gaps = [abs(run.first[at] - run.first[player]) for at in range(PLAYERS) if at != player]
		return self.match.turn + left > TURNS or (game != ARCHERY and min(gaps) > left * gain)

	def root(self, player: int) -> int:
		return int(self.engine.read("forest.root", player))


def main(engines: Engines | None = None) -> None:
	"""Plays on stdin and stdout; a compiled bundle brings other engines."""
	run(OlymbitsBot(Params(), engines or Engines(Memory)))
''')


# ==== bots/olymbits/search.py ====
__stickytape_write_module('bots/olymbits/search.py', rb'''
"""What the bot searches: the rules with random runs, a policy, and how good an outcome is.

An iteration goes on until every mini-game's run has ended, also those that begin again; the rest of
the match is an expected score.
"""

from math import log, tanh

from bots.olymbits.minigames import (
	ACTIONS,
	DOWN,
	FALL,
	LEFT,
	ORDERS,
	PLACES,
	PLAYERS,
	RIGHT,
	UP,
	Run,
)
from bots.olymbits.rules import (
	ARCHERY,
	GAMES,
	HURDLES,
	OVER,
	RUNNING,
	SKATING,
	TURNS,
	Match,
	score_in,
	start_run,
	tick,
)
from bots.olymbits.tables import CASES, CELLS, SHORTEST_RUN, WIND_CHANCES, Tables
from common.kernel import Numbers, assign, kernel, numbers, record
from common.rng import Dice, draw
from common.search import duct
from common.search.duct import Forest, Habits

NOBODY = -1  # no mini-game is served
ANY = (1 << ACTIONS) - 1
# PACES[left * FALL + risk], ticks from LONG_GLIDE on alike: a skater's place in the order for the
# largest distance to expect, if he meets somebody in a fifth of the ticks (NOTES.md).
PACES = (*(0,) * 5, *(3, 3, 3, 3, 3), *(3, 3, 3, 1, 1), *(3, 1, 1, 0, 1), *(1, 1, 1, 0, 1))
LONG_GLIDE = 4
FARTHEST = 3
CALM = 1  # the place in the order of two cells without risk
STARTS = (-9, -8, -7, -6, -5, 5, 6, 7, 8, 9)  # coordinates of a cursor


@record
class World:
	"""What an iteration plays on. served[p]: the mini-game that player p serves, or NOBODY.

	weights[p * GAMES + g]: of serving one; later: its next run. again[g]: runs that may begin;
	ended[g]: turn of the last end; open: mini-games that still run or will.
	"""

	match: Match
	served: Numbers[int] = numbers(int, PLAYERS)
	weights: Numbers[int] = numbers(int, PLAYERS * GAMES)
	later: Numbers[int] = numbers(int, PLAYERS * GAMES)
	again: Numbers[int] = numbers(int, GAMES)
	ended: Numbers[int] = numbers(int, GAMES)
	open: int


@record
class Setting:
	"""What stays. to_come[game * (TURNS + 1) + updates]: points to expect; the rest: Params."""

	nothing: float
	blur: float
	blur_point: float
	tables: Tables
	to_come: Numbers[float] = numbers(float, GAMES * (TURNS + 1))


@kernel
def best_in(run: Run, tables: Tables, game: int, player: int) -> int:
	"""The actions that a player of a mini-game picks from: bit a for action a."""
	first = run.first[player]
	second = run.second[player]
	if game == HURDLES:
		return tables.best[run.map_id * CELLS + first]
	if game == ARCHERY:  # toward the centre, on the axis that is farther off
		if first * first > second * second:
			return 1 << LEFT if first > 0 else 1 << RIGHT
		return 1 << UP if second > 0 else 1 << DOWN
	if game == SKATING:
		place = PACES[min(run.left, LONG_GLIDE) * FALL + second]
		for action in range(ACTIONS):
			if PLACES[run.code * ACTIONS + action] == place:
				return 1 << action
	return 1 << (run.code & 3)


@kernel
def is_awake(run: Run, game: int, player: int) -> bool:
	"""Whether a running mini-game heeds the player's next action."""
	if game == HURDLES:
		return run.second[player] == 0
	return game != SKATING or run.second[player] >= 0


@kernel
def serve(world: World, player: int, dice: Dice) -> int:
	"""A mini-game for a player, by the weights, where he is not stunned; or NOBODY."""
	total = 0
	chosen = NOBODY
	for game in range(GAMES):
		run = world.match.runs[game]
		weight = world.weights[player * GAMES + game]
		if run.phase == RUNNING and weight > 0 and is_awake(run, game, player):
			total += weight
			drawn = draw(dice, total)
			if drawn < weight:
				chosen = game
	return chosen


@kernel
def choose(world: World, setting: Setting, player: int, dice: Dice) -> int:
	"""One of the best actions in the mini-game that the player serves."""
	match = world.match
	game = world.served[player]
	if game == NOBODY or match.runs[game].phase != RUNNING:
		game = serve(world, player, dice)
		world.served[player] = game
	elif not is_awake(match.runs[game], game, player):
		game = serve(world, player, dice)  # meanwhile
	actions = ANY
	if game != NOBODY:
		actions = best_in(match.runs[game], setting.tables, game, player)
	skipped = draw(dice, actions.bit_count())
	for _ in range(skipped):
		actions &= actions - 1
	return (actions & (0 - actions)).bit_length() - 1


@kernel
def generate(run: Run, game: int, tables: Tables, dice: Dice) -> None:
	"""A new run, but of skating, as the contest draws them."""
	if game == HURDLES:
		case = draw(dice, CASES)
		run.map_id = tables.map_of[case]
		start_run(run, tables.track[run.map_id], 0, 0, 0)
		return
	extra = draw(dice, 4)
	left = SHORTEST_RUN + extra
	if game == ARCHERY:
		x = draw(dice, 10)
		y = draw(dice, 10)
		winds = 0
		for _ in range(left):
			drawn = draw(dice, WIND_CHANCES)
			winds = winds * 16 + tables.wind[drawn]
		start_run(run, winds, left, STARTS[x], STARTS[y])
	else:
		goals = draw(dice, 1 << 30)
		start_run(run, goals, left, 0, 0)


@kernel
def play(world: World, setting: Setting, moves: Numbers[int], dice: Dice) -> None:
	"""One update, with the runs that may begin again."""
	match = world.match
	tick(match, moves)
	for game in range(GAMES):
		run = match.runs[game]
		if run.phase == RUNNING:
			if game == SKATING:
				run.code = draw(dice, ORDERS)
		elif run.phase == OVER:
			world.ended[game] = match.turn
			if world.again[game] == 0:
				world.open -= 1
		elif world.again[game] > 0:
			world.again[game] -= 1
			world.ended[game] = TURNS  # nothing comes of it, should the match end first
			for player in range(PLAYERS):
				at = player * GAMES + game
				world.weights[at] = world.later[at]
			generate(run, game, setting.tables, dice)


@kernel
def is_over(world: World, setting: Setting) -> bool:
	"""Whether the iteration ends."""
	return world.open == 0 or world.match.turn >= TURNS


@kernel
def outcome_of(world: World) -> int:
	"""Of the skating order, which everybody sees: the action that moves two cells without risk."""
	order = world.match.runs[SKATING].code * ACTIONS
	for action in range(1, ACTIONS):
		if PLACES[order + action] == CALM:
			return action
	return 0


@kernel
def rate(world: World, setting: Setting, scores: Numbers[float]) -> None:
	"""The share of the others that each player beats, by points, blurred less near the end."""
	logs = numbers(float, PLAYERS)
	to_come = 0.0
	for player in range(PLAYERS):
		product = 1.0
		for game in range(GAMES):
			expected = setting.to_come[game * (TURNS + 1) + TURNS - world.ended[game]]
			to_come += expected
			product *= max(setting.nothing, float(score_in(world.match, player, game)) + expected)
		logs[player] = log(product)
		scores[player] = 0.5
	width = 2.0 * (setting.blur + setting.blur_point * to_come)
	for player in range(PLAYERS):
		for other in range(player):
			lead = 0.25 * tanh((logs[player] - logs[other]) / width)
			scores[player] += lead
			scores[other] -= lead


plant, iterate = duct.bind(PLAYERS, ACTIONS, ACTIONS, choose, play, is_over, outcome_of, rate, draw)


@record
class Memory:
	"""The bot loads all but world and forest."""

	start: World
	setting: Setting
	habits: Habits
	dice: Dice
	world: World
	forest: Forest


@kernel
def begin(memory: Memory) -> None:
	"""Empty trees."""
	assign(memory.forest.habits, memory.habits)
	plant(memory.forest)


@kernel
def think(memory: Memory, count: int) -> None:
	"""`count` iterations more."""
	iterate(memory.forest, memory.start, memory.world, memory.setting, memory.dice, count)


ENTRIES = (begin, think)
''')


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


# ==== bots/olymbits/kernels_c.py ====
__stickytape_write_module('bots/olymbits/kernels_c.py', rb'''
"""The kernels of this bot in C, as the compiler gets them."""

FLAGS = """
-shared -fPIC -O2 -march=native -std=c11 -fwrapv -ffp-contract=off -fno-builtin-log
-fno-builtin-tanh
""".split()
TEXT = r"""
/* Modules, and fingerprints of them. A place 21303 is line 213 of module 3.
 *   0  2f4ea97e240e4d90  common.search.duct
 *   1  1656ce4aeae41eea  bots.olymbits.minigames
 *   2  eebe813443d9bb2d  bots.olymbits.rules
 *   3  5338a2e1c2d9e43c  common.rng
 *   4  f7d7fdb660301261  bots.olymbits.search
 *      baf048c2cdff039e  bots.olymbits.tables
 */
#include <math.h>
#include <setjmp.h>
#include <stdbool.h>
#include <stdint.h>
typedef int64_t Int;

#define NOINLINE __attribute__((noinline))
static const Int players = 3;
static const Int slots = 5;
static const Int actions = 4;
static const Int joint_actions = 64;
static const Int outcomes = 4;
#define CASES 1280
#define MAPS 251
#define CELLS 30
#define WIND_CHANCES 159
#define SHORTEST_RUN 12
#define MAX_PLAYERS 4
#define MAX_LENGTH 256
#define POOL 8000000
#define OUTSIDE 0
#define LEFT 2
#define RIGHT 3
#define UP 0
#define DOWN 1
static const Int EAST[4] = {
	0,0,-1,1,
};
static const Int SOUTH[4] = {
	-1,1,0,0,
};
#define PLAYERS 3
#define ACTIONS 4
#define GOAL 29
#define STUN 2
#define ARENA 20
#define LAP 10
#define FALL 5
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
static const Int GLIDES[4] = {
	1,2,2,3,
};
static const Int RISKS[20] = {
	0,0,1,2,0,1,2,3,1,2,3,4,2,3,4,5,3,4,5,6,
};
#define SKATING 2
#define HURDLES 0
#define ARCHERY 1
#define GAMES 4
#define TURNS 100
#define MEDALS 3
#define BRONZE 2
#define RUNNING 0
#define OVER 1
#define DUE 2
#define DEAD_VALUE (-1000)
#define MULTIPLIER INT64_C(25214903917)
#define INCREMENT 11
#define MASK INT64_C(281474976710655)
#define NOBODY (-1)
#define ANY 15
static const Int PACES[25] = {
	0,0,0,0,0,3,3,3,3,3,3,3,3,1,1,3,1,1,0,1,1,1,1,0,1,
};
#define LONG_GLIDE 4
#define CALM 1
static const Int STARTS[10] = {
	-9,-8,-7,-6,-5,5,6,7,8,9,
};

typedef struct Run {
	Int phase, code, left, map_id, first[PLAYERS], second[PLAYERS];
	bool dead[PLAYERS];
} Run;

typedef struct Match {
	Int turn;
	Run runs[GAMES];
	Int medals[PLAYERS * GAMES * MEDALS];
	bool is_out[PLAYERS];
} Match;

typedef struct World {
	Match match;
	Int served[PLAYERS], weights[PLAYERS * GAMES], later[PLAYERS * GAMES], again[GAMES];
	Int ended[GAMES], open;
} World;

typedef struct Tables {
	Int map_of[CASES], track[MAPS + 1];
	Int best[(MAPS + 1) * CELLS];
	Int ticks[(MAPS + 1) * CELLS];
	Int wind[WIND_CHANCES];
} Tables;

typedef struct Setting {
	double nothing, blur, blur_point;
	Tables tables;
	double to_come[GAMES * (TURNS + 1)];
} Setting;

typedef struct Habits {
	double trust, eager, timid, exploration;
	Int joint_depth, side_depth;
	double side_trust;
} Habits;

typedef struct Dice {
	Int state;
} Dice;

typedef struct Route {
	Int at, side;
	bool is_fresh;
	Int length, path[MAX_LENGTH];
} Route;

typedef struct Forest {
	Habits habits;
	Int used, iterations, states, nodes, side_nodes, ucb_picks;
	double visits[POOL], total[POOL];
	Int child[POOL], root[MAX_PLAYERS];
	Route routes[MAX_PLAYERS];
	Int moves[MAX_PLAYERS];
	double scores[MAX_PLAYERS];
} Forest;

typedef struct Memory {
	World start;
	Setting setting;
	Habits habits;
	Dice dice;
	World world;
	Forest forest;
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
static Int min_int(Int a, Int b) {
	return b < a ? b : a;
}
static double max_float(double a, double b) {
	return b > a ? b : a;
}
static Int bit_count(Int a) {
	return __builtin_popcountll(a < 0 ? 0 - (uint64_t)a : (uint64_t)a);
}
static Int bit_length(Int a) {
	return a == 0 ? 0 : 64 - __builtin_clzll(a < 0 ? 0 - (uint64_t)a : (uint64_t)a);
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
static Int draw(Dice *dice, Int count);
static Int choose(World *world, const Setting *setting, Int player, Dice *dice);
static Int outcome_of(const World *world);
static bool is_over(const World *world, const Setting *setting);
static void play(World *world, const Setting *setting, const Int *moves, Int moves_length,
	Dice *dice);
static void rate(const World *world, const Setting *setting, double *scores, Int scores_length);

// common/search/duct.py

static inline Int take(Forest *forest, Int count) {
	Int block = forest->used;
	if (add(block, count, 10300) > POOL)
		return OUTSIDE;
	forest->used = add(block, count, 10500);
	const Int slot_end = add(block, count, 10600);
	for (Int slot = block; slot < slot_end; slot++) {
		forest->visits[at(slot, POOL, 10700)] = 0.0;
		forest->total[at(slot, POOL, 10800)] = 0.0;
		forest->child[at(slot, POOL, 10900)] = OUTSIDE;
	}
	return block;
}
static void plant(Forest *forest) {
	forest->used = 1;
	forest->iterations = 0;
	forest->states = 0;
	forest->nodes = players;
	forest->side_nodes = 0;
	forest->ucb_picks = 0;
	for (Int player = 0; player < players; player++)
		forest->root[player] = take(forest, slots);
}
static inline double visits_of(const Forest *forest, Int node) {
	double visits = 0.0;
	const Int slot_end = add(node, actions, 12800);
	for (Int slot = node; slot < slot_end; slot++)
		visits += forest->visits[at(slot, POOL, 12900)];
	return visits;
}
static inline Int best_of(const Forest *forest, Int node, double tries, Dice *dice) {
	const Habits *habits = &forest->habits;
	double width = habits->exploration * checked_sqrt(checked_log(tries, 13900), 13900);
	if (tries < habits->eager) {
		double grown = divide(tries - habits->trust, habits->eager - habits->trust, 14100);
		width *= habits->timid + (1.0 - habits->timid) * grown;
	}
	double mean = 0.0;
	const Int slot_end = add(node, actions, 14400);
	for (Int slot = node; slot < slot_end; slot++)
		mean += forest->total[at(slot, POOL, 14500)];
	mean = divide(mean, tries, 14600);
	Int best = node;
	double best_value = -1e+300;
	Int start = draw(dice, actions);
	const Int step_end = start + actions;
	for (Int step = start; step < step_end; step++) {
		Int at_ = add(node, modulo_by(step, actions), 15100);
		double visits = forest->visits[at(at_, POOL, 15200)];
		double value = mean + width;
		if (visits >= 1.0) {
			value = divide(forest->total[at(at_, POOL, 15500)], visits, 15500)
				+ divide(width, checked_sqrt(visits, 15500), 15500);
		}
		if (value > best_value) {
			best_value = value;
			best = at_;
		}
	}
	return subtract(best, node, 15900);
}
static Int pick(Forest *forest, World *world, const Setting *setting, Int player,
	Dice *dice) {
	Route *route = &forest->routes[player];
	Int node = route->at;
	if (node == OUTSIDE)
		return choose(world, setting, player, dice);
	Int deciding = route->side;
	if (deciding == OUTSIDE || visits_of(forest, deciding) < forest->habits.side_trust)
		deciding = node;
	double tries = visits_of(forest, deciding);
	Int move;
	if (tries < 1.0 || tries < forest->habits.trust) {
		move = choose(world, setting, player, dice);
	} else {
		forest->ucb_picks = add(forest->ucb_picks, 1, 17500);
		move = best_of(forest, deciding, tries, dice);
	}
	route->path[at(route->length, MAX_LENGTH, 17700)] = add(node, move, 17700);
	route->length = add(route->length, 1, 17800);
	if (route->side != OUTSIDE) {
		route->path[at(route->length, MAX_LENGTH, 18000)] = add(route->side, move, 18000);
		route->length = add(route->length, 1, 18100);
	}
	return move;
}
static inline Int reach(Forest *forest, Int slot, Int count) {
	if (forest->child[at(slot, POOL, 18700)] == OUTSIDE)
		forest->child[at(slot, POOL, 18800)] = take(forest, count);
	return forest->child[at(slot, POOL, 18900)];
}
static Int reach_side(Forest *forest, Int node, Int outcome) {
	if (visits_of(forest, node) < forest->habits.side_trust)
		return OUTSIDE;
	Int block = reach(forest, add(node, actions, 19600), outcomes);
	if (block == OUTSIDE)
		return OUTSIDE;
	forest->side_nodes =
		add(forest->side_nodes,
		(Int)(forest->child[at(add(block, outcome, 19900), POOL, 19900)] == OUTSIDE), 19900);
	return reach(forest, add(block, outcome, 20000), slots);
}
static void descend(Forest *forest, const World *world, Int depth) {
	Int joint = 0;
	for (Int player = 0; player < players; player++)
		joint = add(multiply(joint, actions, 20700), forest->moves[player], 20700);
	for (Int player = 0; player < players; player++) {
		Route *route = &forest->routes[player];
		Int slot = add(route->at, forest->moves[player], 21000);
		if (route->at == OUTSIDE || route->is_fresh) {
			slot = OUTSIDE;
		} else if (depth <= forest->habits.joint_depth) {
			Int block = reach(forest, route->at, joint_actions);
			slot = block == OUTSIDE ? OUTSIDE : add(block, joint, 21500);
		}
		route->at = OUTSIDE;
		route->side = OUTSIDE;
		if (slot != OUTSIDE) {
			route->is_fresh = forest->child[at(slot, POOL, 21900)] == OUTSIDE;
			forest->nodes = add(forest->nodes, (Int)route->is_fresh, 22000);
			Int node = reach(forest, slot, slots);
			route->at = node;
			if (depth <= forest->habits.side_depth && node != OUTSIDE) {
				Int outcome = outcome_of(world);
				route->side = reach_side(forest, node, outcome);
			}
		}
	}
}
static void learn(Forest *forest, const Route *route, double score) {
	for (Int step = 0, step_end = route->length; step < step_end; step++) {
		Int slot = route->path[at(step, MAX_LENGTH, 23100)];
		forest->visits[at(slot, POOL, 23200)] += 1.0;
		forest->total[at(slot, POOL, 23300)] += score;
	}
}
static void iterate(Forest *forest, const World *start, World *world, const Setting *setting,
	Dice *dice, Int count) {
	for (Int _ = 0; _ < count; _++) {
		*world = *start;
		for (Int player = 0; player < players; player++) {
			Route *route = &forest->routes[player];
			(void)route;
			route->at = forest->root[player];
			route->side = OUTSIDE;
			route->is_fresh = false;
			route->length = 0;
		}
		Int depth = 0;
		while (!is_over(world, setting)) {
			for (Int player = 0; player < players; player++)
				forest->moves[player] = pick(forest, world, setting, player, dice);
			play(world, setting, forest->moves, MAX_PLAYERS, dice);
			depth = add(depth, 1, 25300);
			descend(forest, world, depth);
		}
		rate(world, setting, forest->scores, MAX_PLAYERS);
		for (Int player = 0; player < players; player++)
			learn(forest, &forest->routes[player], forest->scores[player]);
		forest->states = add(forest->states, depth, 25800);
		forest->iterations = add(forest->iterations, 1, 25900);
	}
}

// bots/olymbits/minigames.py

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
	Int met = first == second ? 3 : 0;
	if (first == third)
		met |= 5;
	if (second == third)
		met |= 6;
	#pragma GCC unroll 3
	for (Int player = 0; player < PLAYERS; player++) {
		Int risk = run->second[player];
		if (risk >= 0) {
			risk = add(risk, ((met >> player) & 1) * 2, 12901);
			run->second[player] = risk >= FALL ? FALLEN : risk;
		}
	}
	run->left = subtract(run->left, 1, 13101);
	return run->left == 0;
}
static bool dive(Run *run, const Int *moves, Int moves_length) {
	Int goal = run->code & 3;
	#pragma GCC unroll 3
	for (Int player = 0; player < PLAYERS; player++) {
		Int move = moves[at(player, moves_length, 14001)];
		if (move < 0) {
			run->dead[player] = true;
		} else {
			Int hit = 1 >> ((move ^ goal) & 3);
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

static inline void start_run(Run *run, Int code, Int left, Int first, Int second) {
	run->phase = RUNNING;
	run->code = code;
	run->left = left;
	for (Int player = 0; player < PLAYERS; player++) {
		run->first[player] = first;
		run->second[player] = second;
	}
}
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
static bool tick_run(Run *run, Int game, const Int *moves, Int moves_length) {
	if (game == HURDLES)
		return hurdle(run, moves, moves_length);
	if (game == ARCHERY)
		return shoot(run, moves, moves_length);
	if (game == SKATING)
		return skate(run, moves, moves_length);
	return dive(run, moves, moves_length);
}
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
static Int score_in(const Match *match, Int player, Int game) {
	Int at_ = (player * GAMES + game) * MEDALS;
	return add(multiply(3, match->medals[at_], 10402), match->medals[at_ + 1], 10402);
}

// common/rng.py

static inline Int draw(Dice *dice, Int count) {
	dice->state = (Int)(((uint64_t)dice->state * MULTIPLIER + INCREMENT) & MASK);
	return multiply(dice->state >> 17, count, 3003) >> 31;
}

// bots/olymbits/search.py

static inline Int best_in(const Run *run, const Tables *tables, Int game, Int player) {
	Int first = run->first[player];
	Int second = run->second[player];
	if (game == HURDLES) {
		return tables->best[at(add(multiply(run->map_id, CELLS, 8504), first, 8504), (MAPS + 1)
			* CELLS, 8504)];
	}
	if (game == ARCHERY) {
		if (multiply(first, first, 8704) > multiply(second, second, 8704))
			return first > 0 ? 1 << LEFT : 1 << RIGHT;
		return second > 0 ? 1 << UP : 1 << DOWN;
	}
	if (game == SKATING) {
		Int place =
			PACES[at(add(multiply(min_int(run->left, LONG_GLIDE), FALL, 9104), second, 9104), 25,
			9104)];
		for (Int action = 0; action < ACTIONS; action++) {
			if (PLACES[at(add(multiply(run->code, ACTIONS, 9304), action, 9304), 96, 9304)]
				== place) {
				return 1 << action;
			}
		}
	}
	return 1 << (run->code & 3);
}
static inline bool is_awake(const Run *run, Int game, Int player) {
	if (game == HURDLES)
		return run->second[player] == 0;
	return game != SKATING || run->second[player] >= 0;
}
static inline Int serve(const World *world, Int player, Dice *dice) {
	Int total = 0;
	Int chosen = NOBODY;
	for (Int game = 0; game < GAMES; game++) {
		const Run *run = &world->match.runs[game];
		Int weight = world->weights[player * GAMES + game];
		if (run->phase == RUNNING && weight > 0 && is_awake(run, game, player)) {
			total = add(total, weight, 11504);
			Int drawn = draw(dice, total);
			if (drawn < weight)
				chosen = game;
		}
	}
	return chosen;
}
static inline Int choose(World *world, const Setting *setting, Int player, Dice *dice) {
	const Match *match = &world->match;
	Int game = world->served[player];
	if (game == NOBODY || match->runs[at(game, GAMES, 12704)].phase != RUNNING) {
		game = serve(world, player, dice);
		world->served[player] = game;
	} else if (!is_awake(&match->runs[at(game, GAMES, 13004)], game, player)) {
		game = serve(world, player, dice);
	}
	Int actions_ = ANY;
	if (game != NOBODY)
		actions_ = best_in(&match->runs[at(game, GAMES, 13404)], &setting->tables, game, player);
	Int skipped = draw(dice, bit_count(actions_));
	for (Int _ = 0; _ < skipped; _++)
		actions_ &= subtract(actions_, 1, 13704);
	return bit_length(actions_ & subtract(0, actions_, 13804)) - 1;
}
static void generate(Run *run, Int game, const Tables *tables, Dice *dice) {
	if (game == HURDLES) {
		Int case_ = draw(dice, CASES);
		run->map_id = tables->map_of[at(case_, CASES, 14604)];
		start_run(run, tables->track[at(run->map_id, MAPS + 1, 14704)], 0, 0, 0);
		return;
	}
	Int extra = draw(dice, 4);
	Int left = SHORTEST_RUN + extra;
	if (game == ARCHERY) {
		Int x = draw(dice, 10);
		Int y = draw(dice, 10);
		Int winds = 0;
		for (Int _ = 0; _ < left; _++) {
			Int drawn = draw(dice, WIND_CHANCES);
			winds =
				add(multiply(winds, 16, 15704), tables->wind[at(drawn, WIND_CHANCES, 15704)],
				15704);
		}
		start_run(run, winds, left, STARTS[at(x, 10, 15804)], STARTS[at(y, 10, 15804)]);
	} else {
		Int goals = draw(dice, 1 << 30);
		start_run(run, goals, left, 0, 0);
	}
}
static void play(World *world, const Setting *setting, const Int *moves, Int moves_length,
	Dice *dice) {
	Match *match = &world->match;
	tick(match, moves, moves_length);
	for (Int game = 0; game < GAMES; game++) {
		Run *run = &match->runs[game];
		if (run->phase == RUNNING) {
			if (game == SKATING)
				run->code = draw(dice, ORDERS);
		} else if (run->phase == OVER) {
			world->ended[game] = match->turn;
			if (world->again[game] == 0)
				world->open = subtract(world->open, 1, 17704);
		} else if (world->again[game] > 0) {
			world->again[game] = subtract(world->again[game], 1, 17904);
			world->ended[game] = TURNS;
			for (Int player = 0; player < PLAYERS; player++) {
				Int at_ = player * GAMES + game;
				world->weights[at_] = world->later[at_];
			}
			generate(run, game, &setting->tables, dice);
		}
	}
}
static bool is_over(const World *world, const Setting *setting) {
	(void)setting;
	return world->open == 0 || world->match.turn >= TURNS;
}
static Int outcome_of(const World *world) {
	Int order = multiply(world->match.runs[SKATING].code, ACTIONS, 19604);
	for (Int action = 1; action < ACTIONS; action++) {
		if (PLACES[at(add(order, action, 19804), 96, 19804)] == CALM)
			return action;
	}
	return 0;
}
static void rate(const World *world, const Setting *setting, double *scores, Int scores_length) {
	double logs[3] = {0};
	double to_come = 0.0;
	for (Int player = 0; player < PLAYERS; player++) {
		double product = 1.0;
		for (Int game = 0; game < GAMES; game++) {
			double expected =
				setting->to_come[at(subtract(game * (TURNS + 1) + TURNS, world->ended[game],
				21104), GAMES * (TURNS + 1), 21104)];
			to_come += expected;
			product *=
				max_float(setting->nothing, (double)score_in(&world->match, player, game)
				+ expected);
		}
		logs[player] = checked_log(product, 21404);
		scores[at(player, scores_length, 21504)] = 0.5;
	}
	double width = 2.0 * (setting->blur + setting->blur_point * to_come);
	for (Int player = 0; player < PLAYERS; player++) {
		for (Int other = 0; other < player; other++) {
			double lead = 0.25 * tanh(divide(logs[player] - logs[other], width, 21904));
			scores[at(player, scores_length, 22004)] += lead;
			scores[at(other, scores_length, 22104)] -= lead;
		}
	}
}
static NOINLINE void begin(Memory *memory) {
	memory->forest.habits = memory->habits;
	plant(&memory->forest);
}
static NOINLINE void think(Memory *memory, Int count) {
	iterate(&memory->forest, &memory->start, &memory->world, &memory->setting, &memory->dice,
		count);
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


# ==== bots/olymbits/tables.py ====
__stickytape_write_module('bots/olymbits/tables.py', rb'''
"""What is known before a match: hurdle maps solved, winds, runs to expect."""

from functools import cache

from bots.olymbits.minigames import ACTIONS, GOAL, LEAPS, STUN
from bots.olymbits.rules import GLIDE_TURNS, HURDLES, SKATING
from common.kernel import Numbers, numbers, record

CASES = 1280  # equally likely hurdle maps, six coins each
MAPS = 251  # different ones
OTHER_MAP = MAPS  # the id of a map that is none of them
CELLS = 30
COINS = 6
WIND_PARTS = (0, 40, 40, 40, 10, 10, 5, 5, 5, 4)  # how many of WIND_CHANCES wind 0..9 has
WIND_CHANCES = 159
SHORTEST_RUN = 12  # of archery and diving, which last 12..15 ticks
RUN_CHANCES = [0.25] * 4
# Of 12, 13, .. ticks of a race among bots like this one, by experiment (NOTES.md).
SHORTEST_RACE = 12
RACE_CHANCES = [0.04, 0.06, 0.11, 0.18, 0.20, 0.12, 0.19, 0.06, 0.03, 0.01]


@record
class Tables:
	"""best[map * CELLS + cell]: bit a is set if action a begins a shortest way to the goal, which
	takes ticks[map * CELLS + cell].
	"""

	map_of: Numbers[int] = numbers(int, CASES)
	track: Numbers[int] = numbers(int, MAPS + 1)
	best: Numbers[int] = numbers(int, (MAPS + 1) * CELLS)
	ticks: Numbers[int] = numbers(int, (MAPS + 1) * CELLS)
	wind: Numbers[int] = numbers(int, WIND_CHANCES)


def track_of_case(dots: int, hurdles: int, coins: int) -> int:
	"""A hurdle map as bits: dots, then hurdles with 3 or, by its coin, 4 dots behind."""
	track, cell = 0, dots
	for hurdle in range(hurdles):
		track |= 1 << cell
		cell += 4 + (coins >> hurdle & 1)
	return track & ((1 << GOAL) - 1)


def solve(tables: Tables, map_id: int, track: int) -> None:
	"""Shortest ways to the goal of a map from every cell."""
	base = map_id * CELLS
	tables.track[map_id] = track
	tables.best[base + GOAL] = (1 << ACTIONS) - 1
	for cell in range(GOAL - 1, -1, -1):
		ticks = []
		for action in range(ACTIONS):
			leap = LEAPS[(track >> cell & 14) * 2 + action]
			stun = STUN if leap > 3 else 0
			ticks.append(1 + stun + tables.ticks[base + min(GOAL, cell + (leap & 3))])
		least = tables.ticks[base + cell] = min(ticks)
		tables.best[base + cell] = sum(1 << at for at in range(ACTIONS) if ticks[at] == least)


def make_tables(tables: Tables) -> dict[int, int]:
	"""Fills all tables; returns the ids of the contest's maps by their tracks."""
	cases = [
		track_of_case(dots, hurdles, coins)
		for dots in range(3, 8)
		for hurdles in range(3, 7)
		for coins in range(1 << COINS)
	]
	ids = {track: map_id for map_id, track in enumerate(dict.fromkeys(cases))}
	for track, map_id in ids.items():
		solve(tables, map_id, track)
	for case, track in enumerate(cases):
		tables.map_of[case] = ids[track]
	winds = [wind for wind, parts in enumerate(WIND_PARTS) for _ in range(parts)]
	for at, wind in enumerate(winds):
		tables.wind[at] = wind
	return ids


@cache
def runs_in(game: int, updates: int) -> float:
	"""Runs to expect within so many updates after the end of one."""
	if game == SKATING:
		return float(updates // (GLIDE_TURNS + 1))
	shortest = SHORTEST_RACE if game == HURDLES else SHORTEST_RUN
	total = 0.0
	for extra, chance in enumerate(RACE_CHANCES if game == HURDLES else RUN_CHANCES):
		left = updates - shortest - extra - 1  # an update generates the run
		total += chance * (1.0 + runs_in(game, left)) if left >= 0 else 0.0
	return total
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


# ==== common/search/duct.py ====
__stickytape_write_module('common/search/duct.py', rb'''
"""DUCT: decoupled UCT for games in which all players move at once; each has a tree of his own.

A node is a block of slots in the pool, one an action and one for its side nodes. An iteration goes
down all trees in step, opening a node in each, and on by the policy until the game's kernels say
that it is over; every player's score goes into the slots that he passed.

Source: the post-mortem of Olymbits' winner (MSz).
"""

from collections.abc import Callable
from math import log, sqrt
from typing import TypeVar

from common.kernel import Numbers, Records, assign, capacity, kernel, numbers, record, records

MAX_PLAYERS = 4
MAX_LENGTH = 256  # of a path; each turn takes two entries at most
POOL = capacity(pure=120_000, compiled=8_000_000)
OUTSIDE = 0  # no node has this slot

State = TypeVar("State")
Setting = TypeVar("Setting")
Dice = TypeVar("Dice")


@record
class Route:
	"""One player's way in this iteration: his node, its side node, the slots passed so far."""

	at: int
	side: int
	is_fresh: bool  # the node was opened in this iteration
	length: int
	path: Numbers[int] = numbers(int, MAX_LENGTH)


@record
class Habits:
	"""The search's settings."""

	trust: float = 20.0  # visits of a node from which UCT picks; before, the policy does
	eager: float = 100.0  # visits of a node from which exploration is complete
	timid: float = 0.1  # share of it at `trust`
	exploration: float = 0.5  # against scores of 0..1
	joint_depth: int = 1  # turns after which nodes depend on the actions of all players
	side_depth: int = 1  # turns after which nodes have a side node for each random outcome,
	side_trust: float = 20.0  # from so many visits on; with as many itself, it decides


@record
class Forest:
	"""The trees of all players, and counts since `plant`. used: slots; states: made."""

	habits: Habits
	used: int
	iterations: int
	states: int
	nodes: int
	side_nodes: int
	ucb_picks: int
	visits: Numbers[float] = numbers(float, POOL)
	total: Numbers[float] = numbers(float, POOL)  # of the scores of all visits
	# The node that a slot leads to; a joint node's first slot: a slot for each joint action; a
	# node's last slot: one for each outcome.
	child: Numbers[int] = numbers(int, POOL)
	root: Numbers[int] = numbers(int, MAX_PLAYERS)
	routes: Records[Route] = records(Route, MAX_PLAYERS)
	moves: Numbers[int] = numbers(int, MAX_PLAYERS)
	scores: Numbers[float] = numbers(float, MAX_PLAYERS)


def bind(
	players: int,
	actions: int,
	outcomes: int,
	choose: Callable[[State, Setting, int, Dice], int],
	play: Callable[[State, Setting, Numbers[int], Dice], None],
	is_over: Callable[[State, Setting], bool],
	outcome_of: Callable[[State], int],
	rate: Callable[[State, Setting, Numbers[float]], None],
	draw: Callable[[Dice, int], int],
) -> tuple[Callable[[Forest], None], Callable[[Forest, State, State, Setting, Dice, int], None]]:
	"""plant(forest), which empties the trees, and iterate(forest, start, world, setting, dice,
	count), which searches on from `start` and tries moves on `world`, for a game's kernels.

	players: 1..MAX_PLAYERS, else ValueError; actions: of each, in every turn.
	choose(state, setting, player, dice): the policy's action.
	play(state, setting, moves, dice): one turn with what is random in it.
	is_over(state, setting): whether the iteration ends, after MAX_LENGTH // 2 turns at the latest.
	outcome_of(state): what was random and public in the last turn, 0..outcomes-1.
	rate(state, setting, scores): writes each player's score, 0..1.
	draw(dice, n): a random number of 0..n-1.
	"""
	if not 1 <= players <= MAX_PLAYERS:
		raise ValueError(f"DUCT holds 1 to {MAX_PLAYERS} players, not {players}")
	joint_actions = actions**players
	slots = actions + 1  # of a node

	@kernel
	def take(forest: Forest, count: int) -> int:
		"""A block of empty slots, or OUTSIDE if the pool is full."""
		block = forest.used
		if block + count > POOL:
			return OUTSIDE
		forest.used = block + count
		for slot in range(block, block + count):
			forest.visits[slot] = 0.0
			forest.total[slot] = 0.0
			forest.child[slot] = OUTSIDE
		return block

	@kernel
	def plant(forest: Forest) -> None:
		"""A root for each player, and nothing else."""
		forest.used = 1  # no node begins at slot OUTSIDE
		forest.iterations = 0
		forest.states = 0
		forest.nodes = players
		forest.side_nodes = 0
		forest.ucb_picks = 0
		for player in range(players):
			forest.root[player] = take(forest, slots)

	@kernel
	def visits_of(forest: Forest, node: int) -> float:
		"""How often a move was made at a node."""
		visits = 0.0
		for slot in range(node, node + actions):
			visits += forest.visits[slot]
		return visits

	@kernel
	def best_of(forest: Forest, node: int, tries: float, dice: Dice) -> int:
		"""The action with the largest upper bound at a node with that many visits.

		Dice break ties, or players in equal places would go on in step.
		"""
		habits = forest.habits
		width = habits.exploration * sqrt(log(tries))
		if tries < habits.eager:
			grown = (tries - habits.trust) / (habits.eager - habits.trust)
			width *= habits.timid + (1.0 - habits.timid) * grown
		mean = 0.0
		for slot in range(node, node + actions):
			mean += forest.total[slot]
		mean /= tries
		best = node
		best_value = -1.0e300
		start = draw(dice, actions)
		for step in range(start, start + actions):
			at = node + step % actions
			visits = forest.visits[at]
			value = mean + width
			if visits >= 1.0:
				value = forest.total[at] / visits + width / sqrt(visits)
			if value > best_value:
				best_value = value
				best = at
		return best - node

	@kernel
	def pick(forest: Forest, world: State, setting: Setting, player: int, dice: Dice) -> int:
		"""The player's action, written into his path if he is in his tree."""
		route = forest.routes[player]
		node = route.at
		if node == OUTSIDE:
			return choose(world, setting, player, dice)
		deciding = route.side
		if deciding == OUTSIDE or visits_of(forest, deciding) < forest.habits.side_trust:
			deciding = node
		tries = visits_of(forest, deciding)
		if tries < 1.0 or tries < forest.habits.trust:
			move = choose(world, setting, player, dice)
		else:
			forest.ucb_picks += 1
			move = best_of(forest, deciding, tries, dice)
		route.path[route.length] = node + move
		route.length += 1
		if route.side != OUTSIDE:
			route.path[route.length] = route.side + move
			route.length += 1
		return move

	@kernel
	def reach(forest: Forest, slot: int, count: int) -> int:
		"""The block of `count` slots that a slot leads to, taken if there is none."""
		if forest.child[slot] == OUTSIDE:
			forest.child[slot] = take(forest, count)
		return forest.child[slot]

	@kernel
	def reach_side(forest: Forest, node: int, outcome: int) -> int:
		"""A node's side node, or OUTSIDE while there is none."""
		if visits_of(forest, node) < forest.habits.side_trust:
			return OUTSIDE
		block = reach(forest, node + actions, outcomes)
		if block == OUTSIDE:
			return OUTSIDE
		forest.side_nodes += int(forest.child[block + outcome] == OUTSIDE)
		return reach(forest, block + outcome, slots)

	@kernel
	def descend(forest: Forest, world: State, depth: int) -> None:
		"""All players go to their next nodes, or out of their trees. depth: turns played."""
		joint = 0
		for player in range(players):
			joint = joint * actions + forest.moves[player]
		for player in range(players):
			route = forest.routes[player]
			slot = route.at + forest.moves[player]
			if route.at == OUTSIDE or route.is_fresh:
				slot = OUTSIDE
			elif depth <= forest.habits.joint_depth:
				block = reach(forest, route.at, joint_actions)
				slot = OUTSIDE if block == OUTSIDE else block + joint
			route.at = OUTSIDE
			route.side = OUTSIDE
			if slot != OUTSIDE:
				route.is_fresh = forest.child[slot] == OUTSIDE
				forest.nodes += int(route.is_fresh)
				node = reach(forest, slot, slots)
				route.at = node
				if depth <= forest.habits.side_depth and node != OUTSIDE:
					outcome = outcome_of(world)
					route.side = reach_side(forest, node, outcome)

	@kernel
	def learn(forest: Forest, route: Route, score: float) -> None:
		"""Puts a score into a player's slots."""
		for step in range(route.length):
			slot = route.path[step]
			forest.visits[slot] += 1.0
			forest.total[slot] += score

	@kernel
	def iterate(
		forest: Forest, start: State, world: State, setting: Setting, dice: Dice, count: int
	) -> None:
		"""`count` iterations; after any of them the slots at the roots hold an answer."""
		for _ in range(count):
			assign(world, start)
			for player in range(players):
				route = forest.routes[player]
				route.at = forest.root[player]
				route.side = OUTSIDE
				route.is_fresh = False
				route.length = 0
			depth = 0
			while not is_over(world, setting):
				for player in range(players):
					forest.moves[player] = pick(forest, world, setting, player, dice)
				play(world, setting, forest.moves, dice)
				depth += 1
				descend(forest, world, depth)
			rate(world, setting, forest.scores)
			for player in range(players):
				learn(forest, forest.routes[player], forest.scores[player])
			forest.states += depth
			forest.iterations += 1

	return plant, iterate
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


# ==== bots/olymbits/main.py ====
from bots.olymbits import kernels_c
from bots.olymbits.bot import main
from bots.olymbits.search import Memory
from common.native import Compiled

main(Compiled(Memory, kernels_c))
