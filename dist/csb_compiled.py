# csb: a CodinGame bot in one file, made by Botsmith from readable sources
# revision    bd050fb34197 
# content     1e284e4b88b0be75
# flavour     compiled
# size           89,511 of 100,000 UTF-16 units
# parameters  checkpoint = 12000.0, speed = 3.0, after_next = 2.0, near = 2500.0, facing = 200.0,
#             rival = 0.5, evade = 0.8, hinder = 1.0, distance = 1.0, aim = 500.0, ahead = 0.5,
#             panic = 75, boost_distance = 4000.0, shield_reach = 0.5, depth = 6,
#             random_visits = 5.0, exploration = 0.4, first_ms = 800.0, margin_ms = 10.0
#
# Every source stands below as it was written. To tune the bot, change a number and play.
# Line numbers in tracebacks are those of this file.

import sys as __stickytape_sys

__stickytape_modules = {}  # path: source, filled below


def __stickytape_write_module(path, contents):
    """Keeps a module, moved down by blank lines so that its line numbers are those of this file."""
    line = __stickytape_sys._getframe(1).f_lineno
    __stickytape_modules[path] = b"\n" * (line - 1) + contents.expandtabs(4)


# ==== bots/csb/params.py ====
__stickytape_write_module('bots/csb/params.py', rb'''
"""The bot's tunable numbers, as `name: type = value  # low..high unit: meaning`.

A pod that is 1 map unit nearer to its checkpoint has 1 point more.
"""

from common.kernel import record


@record
class Params:
    """A number changed here is in force in every engine."""

    # --- the runner: the pod of a player that is ahead
    checkpoint: float = 12000.0  # 1000..50000 points: one more checkpoint passed
    speed: float = 3.0  # 0..10 turns: speed toward the next checkpoint
    after_next: float = 2.0  # 0..10 turns: speed toward the next but one, near the next
    near: float = 2500.0  # 600..6000 units: how near that is
    facing: float = 200.0  # 0..3000 points: heading for the checkpoint
    rival: float = 0.5  # 0..2 times: the rival runner's progress, against the own
    evade: float = 0.8  # 0..2 times: the rival blocker's place, against the runner

    # --- the blocker: the other pod
    hinder: float = 1.0  # 0..5 times: the rival runner's progress, against the blocker
    distance: float = 1.0  # 0..5 points: a unit of distance to where it waits
    aim: float = 500.0  # 0..3000 points: heading for the rival runner
    ahead: float = 0.5  # 0..1 way: where it waits, from the rival runner to its checkpoint
    panic: int = 75  # 1..101 turns without a checkpoint: now the blocker runs too

    # --- orders
    boost_distance: float = 4000.0  # 1000..16000 units: straight way that is worth the boost
    shield_reach: float = 0.5  # 0..5 turns: how near a rival must be for a SHIELD

    # --- the search
    depth: int = 6  # 1..12 turns looked ahead
    random_visits: float = 5.0  # 1..50 picks at a node before UCB decides
    exploration: float = 0.4  # 0.01..5 times: weight of the unknown against scores of 0..1

    # --- the clock
    first_ms: float = 800.0  # 100..950 ms: used of the first 1000, whose clock is ahead
    margin_ms: float = 10.0  # 2..40 ms: kept from each turn besides the pauses met
''')


# ==== bots/csb/bot.py ====
__stickytape_write_module('bots/csb/bot.py', rb'''
"""The Coders Strike Back bot: tracks the race, searches with Smitsimax, writes two orders."""

import json
from collections.abc import Mapping
from itertools import product
from math import atan2, cos, dist, inf, radians, remainder, sin

from bots.csb import protocol
from bots.csb.params import Params
from bots.csb.protocol import HEADING_UNSET, Order
from bots.csb.rules import (
	BOOST,
	CONTACT,
	FULL_CIRCLE,
	MAX_THRUST,
	PLAYERS,
	PODS,
	PODS_EACH,
	SHIELD,
	THRUST,
	Race,
	angle_to,
	give_order,
	move,
	turn_toward,
)
from bots.csb.search import (
	SHIELD_MOVE,
	THRUSTS,
	TURNS,
	Memory,
	Setting,
	assign_roles,
	begin,
	think,
)
from common.clock import Deadline
from common.engine import Engine, Engines
from common.kernel import assign
from common.loop import Value, run
from common.rng import make_dice
from common.search.smitsimax import describe, root_moves
from common.stdio import LineReader

MOVE_NAMES = ("full", "full left", "full right", "coast", "coast left", "coast right", "shield")
STRAIGHT = 0  # the move of full thrust without a turn
DRIFT_TURNS = 3.0  # by which the fallback aims short of the checkpoint
TURN_MS = 75.0
CHUNK = 4  # iterations between looks at the clock
WARM_UP = 20  # iterations before the first line
AIM_DISTANCE = 100_000.0  # of the point to turn to
HEADING_SLACK = 0.02  # radians: headings are told in degrees
BOOST_SLACK = 0.1  # radians off the checkpoint
DICE_A_MATCH = 1000  # more than a match has turns
OWN = range(PODS_EACH)  # a bot sees itself as player 0
GUESSES = tuple(product(((THRUST, 0.0), (THRUST, MAX_THRUST), (SHIELD, 0.0)), repeat=PODS_EACH))


class CsbBot:
	"""Plays as player 0 of its own view of the race."""

	turn_ms = TURN_MS

	def __init__(self, params: Params, engines: Engines) -> None:
		self.params = params
		self.engines = engines
		self.first_ms = params.first_ms
		self.margin_ms = params.margin_ms
		self.seed = 0
		self.race = Race()
		self.setting = Setting()
		self.engine: Engine = engines.python  # of the last search
		self.search_ms = 0.0

	def prepare(self, seed: int) -> None:
		self.seed = seed
		assign(self.setting.params, self.params)
		assign(self.setting.track, protocol.make_track([(0, 0), (9000, 0)]))
		race = Race()  # a made-up one, to fill all caches
		for index in range(PODS):
			race.pods[index].y = 2.0 * CONTACT * index
		self._search(race, Deadline(TURN_MS, 0.0, iterations=WARM_UP))
		self.engines.start()

	def read_start(self, reader: LineReader) -> None:
		assign(self.setting.track, protocol.read_track(reader))

	def read_turn(self, reader: LineReader) -> None:
		lines = protocol.read_turn(reader, self.setting.track)
		if self.race.turn > 0:
			self._infer_shields(lines)
		for player in range(PLAYERS):
			self.race.idle[player] += int(self.race.turn > 0)
		for index, line in enumerate(lines):
			self._observe(index, line)

	def _infer_shields(self, told: list[list[int]]) -> None:
		"""Shields after the turn played, by the rivals' orders that explain best what is told."""
		least, shields = inf, [0] * PODS
		world = Race()
		for orders in GUESSES:
			assign(world, self.race)
			for index, (kind, thrust) in enumerate(orders, PODS_EACH):
				world.pods[index].heading = radians(told[index][4])
				give_order(world.pods[index], kind, thrust, True)
			move(world, self.setting.track)
			places = [(pod.x, pod.y, pod.vx, pod.vy) for pod in world.pods]
			error = sum(dist(place, line[:4]) for place, line in zip(places, told, strict=True))
			if error < least:
				least = error
				shields = [pod.shield for pod in world.pods]
		for index, shield in enumerate(shields):
			self.race.pods[index].shield = shield

	def _observe(self, index: int, told: list[int]) -> None:
		"""Brings a tracked pod in line with what is told of it."""
		pod, track = self.race.pods[index], self.setting.track
		pod.x, pod.y, pod.vx, pod.vy = map(float, told[:4])
		angle, next_id = told[4:]
		if angle == HEADING_UNSET:
			pod.heading = atan2(track.y[1] - pod.y, track.x[1] - pod.x)
		elif abs(remainder(radians(angle) - pod.heading, FULL_CIRCLE)) > HEADING_SLACK:
			pod.heading = radians(angle)  # a rival's; the own pods' are known exactly
		while pod.passed % track.count != next_id and pod.passed < track.goal:
			pod.passed += 1
			self.race.idle[index // PODS_EACH] = 0

	def answer(self, deadline: Deadline) -> list[str]:
		engine = self._search(self.race, deadline)
		moves = [root_moves(engine, "forest", index) for index in OWN]
		if not all(moves):
			return self.fallback()
		return self._commit([self._order(index, moves[index][0][0]) for index in OWN])

	def _search(self, race: Race, deadline: Deadline) -> Engine:
		"""Searches from `race` until the deadline; the engine holds what was found."""
		engine = self.engine = self.engines.current(deadline)
		assign_roles(race, self.setting)
		engine.load("start", race)
		engine.load("setting", self.setting)
		engine.load("dice", make_dice(self.seed * DICE_A_MATCH + race.turn))
		engine.call(begin)
		for count in deadline.chunks(CHUNK * engine.pace):
			engine.call(think, count)
		self.search_ms = deadline.search_ms
		return engine

	def _order(self, index: int, chosen: int) -> Order:
		"""The order for a move; full thrust straight ahead may become the boost."""
		pod = self.race.pods[index]
		heading = pod.heading + TURNS[chosen]
		x = round(pod.x + AIM_DISTANCE * cos(heading))
		y = round(pod.y + AIM_DISTANCE * sin(heading))
		kind = SHIELD if chosen == SHIELD_MOVE else THRUST
		if chosen == STRAIGHT and self._is_boost_worth_it(index):
			kind = BOOST
		return Order(x, y, kind, round(THRUSTS[chosen]))

	def _is_boost_worth_it(self, index: int) -> bool:
		"""Whether it is the runner's, with a long straight way ahead."""
		pod, track = self.race.pods[index], self.setting.track
		x, y = track.x[pod.passed], track.y[pod.passed]
		return (
			index == self.setting.runner[0]
			and not pod.boosted
			and pod.shield == 0
			and abs(angle_to(pod, x, y)) < BOOST_SLACK
			and dist((x, y), (pod.x, pod.y)) > self.params.boost_distance
		)

	def fallback(self) -> list[str]:
		"""Both pods steer at their checkpoint, against the drift."""
		orders = []
		for index in OWN:
			pod = self.race.pods[index]
			x = round(self.setting.track.x[pod.passed] - DRIFT_TURNS * pod.vx)
			y = round(self.setting.track.y[pod.passed] - DRIFT_TURNS * pod.vy)
			orders.append(Order(x, y, THRUST, round(MAX_THRUST) // 2))
		return self._commit(orders)

	def _commit(self, orders: list[Order]) -> list[str]:
		"""The orders as lines; the own pods take them, and so stay known."""
		for index, order in enumerate(orders):
			pod = self.race.pods[index]
			x, y = float(order.x), float(order.y)
			is_steering = x != pod.x or y != pod.y
			if is_steering:
				turn_toward(pod, x, y, self.race.turn == 0)
			give_order(pod, order.kind, float(order.thrust), is_steering)
		self.race.turn += 1
		return [protocol.format_order(order) for order in orders]

	def stats(self) -> Mapping[str, Value]:
		iterations = round(self.engine.read("forest.iterations"))
		return {
			"iterations": iterations,
			"simulated_turns": iterations * self.params.depth,
			"nodes": round(self.engine.read("forest.used")),
			"evaluations": iterations,
			"ucb": round(self.engine.read("forest.ucb_picks")),
			"depth": self.params.depth,
			"search_ms": round(self.search_ms, 3),
			"engine": self.engine.name,
		}

	def explain(self) -> str:
		units = describe(self.engine, "forest", [MOVE_NAMES] * PODS)
		return json.dumps({"turn": self.race.turn - 1, "units": units})


def main(engines: Engines | None = None) -> None:
	"""Plays on stdin and stdout; a compiled bundle brings other engines."""
	run(CsbBot(Params(), engines or Engines(Memory)))
''')


# ==== bots/csb/search.py ====
__stickytape_write_module('bots/csb/search.py', rb'''
"""What the bot searches: seven moves a pod, roles, and how good a race is for each pod.

A player's runner is his pod that is ahead, the other one is his blocker.
"""

from math import cos, sin, sqrt

from bots.csb.params import Params
from bots.csb.rules import (
	CONTACT,
	MAX_THRUST,
	MAX_TURN,
	PLAYERS,
	PODS,
	PODS_EACH,
	SHIELD,
	THRUST,
	Pod,
	Race,
	Track,
	give_order,
	move,
)
from common.kernel import Numbers, kernel, numbers, record
from common.rng import Dice, draw
from common.search import smitsimax
from common.search.smitsimax import Forest

# The moves of a pod: turn and thrust. SHIELD_MOVE is on offer only when a rival is near.
TURNS = (0.0, -MAX_TURN, MAX_TURN, 0.0, -MAX_TURN, MAX_TURN, 0.0)
THRUSTS = (MAX_THRUST, MAX_THRUST, MAX_THRUST, 0.0, 0.0, 0.0, 0.0)
PLAIN_MOVES = 6
SHIELD_MOVE = 6


@record
class Setting:
	"""What stays as it is during a search, and gain and place of its last race.

	Of each player: his runner and blocker; whether the blocker runs too; the runner's progress;
	how well his blocker stands, 0 if it runs.
	"""

	track: Track
	params: Params
	runner: Numbers[int] = numbers(int, PLAYERS)
	blocker: Numbers[int] = numbers(int, PLAYERS)
	urgent: Numbers[bool] = numbers(bool, PLAYERS)
	gain: Numbers[float] = numbers(float, PLAYERS)
	place: Numbers[float] = numbers(float, PLAYERS)
	base: int  # checkpoints that the leader has passed
	now: int  # turn at the start


@kernel
def count_moves(race: Race, setting: Setting, index: int) -> int:
	"""PLAIN_MOVES; SHIELD_MOVE too in the first turn, if a rival is near."""
	if race.turn > setting.now:
		return PLAIN_MOVES
	pod = race.pods[index]
	rival = PODS_EACH - (index // PODS_EACH) * PODS_EACH
	for other in range(rival, rival + PODS_EACH):
		foe = race.pods[other]
		dx = foe.x - pod.x
		dy = foe.y - pod.y
		vx = foe.vx - pod.vx
		vy = foe.vy - pod.vy
		reach = CONTACT + setting.params.shield_reach * sqrt(vx * vx + vy * vy)
		if dx * dx + dy * dy < reach * reach and dx * vx + dy * vy < 0.0:
			return PLAIN_MOVES + 1
	return PLAIN_MOVES


@kernel
def play(race: Race, setting: Setting, moves: Numbers[int]) -> None:
	"""One turn in which pod i plays moves[i]."""
	for index in range(PODS):
		pod = race.pods[index]
		choice = moves[index]
		pod.heading += TURNS[choice]
		give_order(pod, SHIELD if choice == SHIELD_MOVE else THRUST, THRUSTS[choice], True)
	move(race, setting.track)


@kernel
def progress(pod: Pod, setting: Setting) -> float:
	"""How far a runner has come, in points."""
	params = setting.params
	track = setting.track
	if pod.finished:
		return params.checkpoint * float(pod.passed + 1 - setting.base)
	dx = track.x[pod.passed] - pod.x
	dy = track.y[pod.passed] - pod.y
	distance = sqrt(dx * dx + dy * dy) + 1.0
	points = params.checkpoint * float(pod.passed - setting.base) - distance
	points += params.speed * (dx * pod.vx + dy * pod.vy) / distance
	points += params.facing * (dx * cos(pod.heading) + dy * sin(pod.heading)) / distance
	if distance < params.near and pod.passed < track.goal:
		ex = track.x[pod.passed + 1] - pod.x
		ey = track.y[pod.passed + 1] - pod.y
		beyond = sqrt(ex * ex + ey * ey) + 1.0
		share = 1.0 - distance / params.near
		points += share * params.after_next * (ex * pod.vx + ey * pod.vy) / beyond
	return points


@kernel
def guard(pod: Pod, target: Pod, setting: Setting) -> float:
	"""How well a blocker stands against the runner `target`, in points."""
	params = setting.params
	track = setting.track
	wait_x = target.x + params.ahead * (track.x[target.passed] - target.x)
	wait_y = target.y + params.ahead * (track.y[target.passed] - target.y)
	dx = wait_x - pod.x
	dy = wait_y - pod.y
	fx = target.x - pod.x
	fy = target.y - pod.y
	facing = (fx * cos(pod.heading) + fy * sin(pod.heading)) / (sqrt(fx * fx + fy * fy) + 1.0)
	return params.aim * facing - params.distance * sqrt(dx * dx + dy * dy)


@kernel
def rate(race: Race, setting: Setting, scores: Numbers[float]) -> None:
	"""The score of each pod: runners race and evade, blockers hinder the rival's runner."""
	params = setting.params
	for player in range(PLAYERS):
		runner = race.pods[setting.runner[player]]
		setting.gain[player] = progress(runner, setting)
		if not setting.urgent[1 - player]:
			blocker = race.pods[setting.blocker[1 - player]]
			setting.place[1 - player] = guard(blocker, runner, setting)
	for player in range(PLAYERS):
		own = setting.gain[player]
		rival = setting.gain[1 - player]
		index = setting.blocker[player]
		if setting.urgent[player]:
			scores[index] = progress(race.pods[index], setting)
		else:
			scores[index] = setting.place[player] - params.hinder * rival
		own -= params.evade * setting.place[1 - player]
		scores[setting.runner[player]] = own - params.rival * rival


def assign_roles(race: Race, setting: Setting) -> None:
	"""Who is who in a search that starts from `race`."""
	for player in range(PLAYERS):
		own = range(player * PODS_EACH, (player + 1) * PODS_EACH)
		order = sorted(own, key=lambda pod: -standing(race.pods[pod], setting.track))
		setting.runner[player], setting.blocker[player] = order
		setting.urgent[player] = race.idle[player] >= setting.params.panic
		setting.place[player] = 0.0
	setting.now = race.turn
	setting.base = max(race.pods[runner].passed for runner in setting.runner)


def standing(pod: Pod, track: Track) -> float:
	"""Orders pods by how far they are."""
	dx = track.x[pod.passed] - pod.x
	dy = track.y[pod.passed] - pod.y
	return float(pod.passed) * 100000.0 - sqrt(dx * dx + dy * dy)


plant, iterate = smitsimax.bind(PODS, count_moves, play, rate, draw)


@record
class Memory:
	"""All that the search works on; the bot loads start, setting and dice every turn."""

	start: Race
	setting: Setting
	dice: Dice
	world: Race
	forest: Forest


@kernel
def begin(memory: Memory) -> None:
	"""Empty trees."""
	params = memory.setting.params
	memory.forest.depth = params.depth
	memory.forest.random_visits = params.random_visits
	memory.forest.exploration = params.exploration
	plant(memory.forest)


@kernel
def think(memory: Memory, count: int) -> None:
	"""`count` iterations more."""
	iterate(memory.forest, memory.start, memory.world, memory.setting, memory.dice, count)


ENTRIES = (begin, think)
''')


# ==== bots/csb/rules.py ====
__stickytape_write_module('bots/csb/rules.py', rb'''
"""Coders Strike Back at the legend level: the rules, as kernels, for the bot and the referee.

Pods 0 and 1 are player 0's, 2 and 3 player 1's. Positions are map units (y down), speeds units a
turn, both whole between turns; headings are radians clockwise from east, never rounded.
A turn: every pod turns and gets its order (give_order), then `move`.
Source: docs/games/csb.md. Golden: tests/golden/csb.
"""

from math import atan2, cos, fmod, pi, sin, sqrt

from common.kernel import Numbers, Records, kernel, numbers, record, records

PODS = 4
PODS_EACH = 2
PLAYERS = 2
LAPS = 3
MAX_CHECKPOINTS = 8
MAX_ROUTE = LAPS * MAX_CHECKPOINTS + 1

MAX_THRUST = 200.0
BOOST_THRUST = 650.0
MAX_TURN = pi / 10.0  # 18 degrees
FULL_CIRCLE = 2.0 * pi
FRICTION = 0.85
CHECKPOINT_RADIUS_2 = 600.0 * 600.0
CHECKPOINT_REACH = 601.0
CONTACT = 800.0  # of two pods that touch
CONTACT_2 = CONTACT * CONTACT
CONTACT_REACH = 801.0  # and a bit, for a quick look at one axis
NEVER = 2.0  # later than any turn ends
MIN_IMPULSE = 120.0
PUSH = 0.00001  # gap that a bounce leaves
SHIELD_MASS_SHARE = 0.1  # of an impulse that a shielded pod takes
SHIELD_TURNS = 4  # value of the counter in the turn of the order
MAX_IDLE = 100  # turns without a checkpoint
MAX_HITS = 1000  # in one turn, a guard

# Kinds of order. A thrust of 0..200 goes with THRUST only.
THRUST = 0
BOOST = 1
SHIELD = 2


@record
class Pod:
	"""One pod. passed: checkpoints passed plus 1, the index of the next one in the route."""

	x: float
	y: float
	vx: float
	vy: float
	heading: float
	passed: int = 1
	shield: int  # turns until thrust is possible; SHIELD_TURNS in the turn of the order
	boosted: bool  # whether the one boost is spent
	finished: bool
	from_x: float  # where the segment began that is tested for the checkpoint
	from_y: float


@record
class Race:
	"""idle[p]: turns in which no pod of player p passed a checkpoint."""

	turn: int  # turns played
	pods: Records[Pod] = records(Pod, PODS)
	idle: Numbers[int] = numbers(int, PLAYERS)


@record
class Track:
	"""The route: checkpoints 0..count-1 three times, then 0 as entry `goal`."""

	count: int
	goal: int
	x: Numbers[float] = numbers(float, MAX_ROUTE)
	y: Numbers[float] = numbers(float, MAX_ROUTE)


@kernel
def angle_to(pod: Pod, x: float, y: float) -> float:
	"""The smallest turn, -pi..pi, from the pod's heading to the point (x, y)."""
	wanted = atan2(y - pod.y, x - pod.x)
	turn = fmod(wanted - pod.heading, FULL_CIRCLE)
	return fmod(2.0 * turn, FULL_CIRCLE) - turn


@kernel
def turn_toward(pod: Pod, x: float, y: float, is_first: bool) -> None:
	"""Turns the pod toward (x, y), not its own place, by 18 degrees at most but for turn 1."""
	wanted = atan2(y - pod.y, x - pod.x)
	turn = angle_to(pod, x, y)
	if is_first:
		pod.heading = wanted
	elif turn > MAX_TURN:
		pod.heading += MAX_TURN
	elif turn < -MAX_TURN:
		pod.heading -= MAX_TURN
	else:
		pod.heading = wanted


@kernel
def give_order(pod: Pod, kind: int, thrust: float, is_steering: bool) -> None:
	"""An order for a pod that has turned; is_steering: it did not aim at its own position."""
	force = thrust
	if kind == SHIELD:
		pod.shield = SHIELD_TURNS
	elif kind == BOOST:
		force = MAX_THRUST if pod.boosted else BOOST_THRUST
		pod.boosted = True
	if pod.shield == 0 and is_steering:
		pod.vx += cos(pod.heading) * force
		pod.vy += sin(pod.heading) * force


@kernel
def hit_time(a: Pod, b: Pod) -> float:
	"""When the two pods touch, in turns from now, or NEVER."""
	px = b.x - a.x
	vx = b.vx - a.vx
	if abs(px) - abs(vx) > CONTACT_REACH:
		return NEVER
	py = b.y - a.y
	vy = b.vy - a.vy
	apart = px * px + py * py - CONTACT_2
	if apart <= 0.0:
		return 0.0
	approach = px * vx + py * vy
	if approach > 0.0:
		return NEVER
	speed_2 = vx * vx + vy * vy
	root = approach * approach - speed_2 * apart
	if root < 0.0 or speed_2 == 0.0:
		return NEVER
	return (-approach - sqrt(root)) / speed_2


@kernel
def bounce(a: Pod, b: Pod) -> None:
	"""The collision of `a`, the pod with the larger number, with `b`."""
	nx = b.x - a.x
	ny = b.y - a.y
	distance = max(sqrt(nx * nx + ny * ny), PUSH)
	nx /= distance
	ny /= distance
	share_a = SHIELD_MASS_SHARE if a.shield == SHIELD_TURNS else 1.0
	share_b = SHIELD_MASS_SHARE if b.shield == SHIELD_TURNS else 1.0
	half = (nx * (a.vx - b.vx) + ny * (a.vy - b.vy)) / (share_a + share_b)
	impulse = half + max(half, MIN_IMPULSE)
	a.vx -= impulse * share_a * nx
	a.vy -= impulse * share_a * ny
	b.vx += impulse * share_b * nx
	b.vy += impulse * share_b * ny
	if distance <= CONTACT:
		gap = (CONTACT - distance) / 2.0 + PUSH
		a.x -= gap * nx
		a.y -= gap * ny
		b.x += gap * nx
		b.y += gap * ny


@kernel
def pass_checkpoint(race: Race, track: Track, index: int) -> None:
	"""Counts the checkpoint if the pod's segment came nearer than 600 to it."""
	pod = race.pods[index]
	if pod.finished:
		return
	dx = pod.x - pod.from_x
	cx = track.x[pod.passed] - pod.from_x
	if abs(cx) - abs(dx) > CHECKPOINT_REACH:
		return
	dy = pod.y - pod.from_y
	cy = track.y[pod.passed] - pod.from_y
	length_2 = dx * dx + dy * dy
	along = 0.0
	if length_2 > 0.0:
		along = max(0.0, min(1.0, (cx * dx + cy * dy) / length_2))
	cx -= along * dx
	cy -= along * dy
	if cx * cx + cy * cy < CHECKPOINT_RADIUS_2:
		race.idle[index // PODS_EACH] = 0
		if pod.passed == track.goal:
			pod.finished = True
		else:
			pod.passed += 1


@kernel
def first_hit(race: Race, left: float) -> int:
	"""The next pair to hit within `left` turns, as larger * PODS + smaller number, or -1."""
	best = left
	pair = -1
	for a in range(PODS - 1, 0, -1):
		for b in range(a - 1, -1, -1):
			time = hit_time(race.pods[a], race.pods[b])
			if time <= best:  # a tie goes to the pair scanned last
				best = time
				pair = a * PODS + b
	return pair


@kernel
def glide(race: Race, time: float) -> None:
	"""All pods go straight on for `time` turns."""
	for pod_index in range(PODS):
		pod = race.pods[pod_index]
		pod.x += pod.vx * time
		pod.y += pod.vy * time


@kernel
def begin_turn(race: Race) -> None:
	"""After all orders: the pods' first segments begin."""
	race.turn += 1
	for player in range(PLAYERS):
		race.idle[player] += 1
	for index in range(PODS):
		pod = race.pods[index]
		pod.from_x = pod.x
		pod.from_y = pod.y


@kernel
def move_on(race: Race, track: Track, left: float) -> float:
	"""Plays the next collision, or what is `left` of the turn; returns what is left then."""
	pair = first_hit(race, left)
	if pair < 0:
		glide(race, left)
		return 0.0
	a = race.pods[pair // PODS]
	b = race.pods[pair % PODS]
	time = hit_time(a, b)
	glide(race, time)
	bounce(a, b)
	if left - time > 0.0:
		for index in range(PODS):
			pass_checkpoint(race, track, index)
			race.pods[index].from_x = race.pods[index].x
			race.pods[index].from_y = race.pods[index].y
	return left - time


@kernel
def end_turn(race: Race, track: Track) -> None:
	"""Friction, rounding, the last segments' checkpoints."""
	for index in range(PODS):
		pod = race.pods[index]
		pod.vx = float(int(pod.vx * FRICTION))
		pod.vy = float(int(pod.vy * FRICTION))
		pod.x = (pod.x + 0.5) // 1.0
		pod.y = (pod.y + 0.5) // 1.0
		if pod.shield > 0:
			pod.shield -= 1
		pass_checkpoint(race, track, index)


@kernel
def move(race: Race, track: Track) -> None:
	"""Plays a turn after all orders."""
	begin_turn(race)
	left = 1.0
	hits = 0
	while left > 0.0 and hits < MAX_HITS:
		left = move_on(race, track, left)
		hits += 1
	end_turn(race, track)
''')


# ==== bots/csb/protocol.py ====
__stickytape_write_module('bots/csb/protocol.py', rb'''
"""What a Coders Strike Back bot reads and writes; the referee has the other side."""

from typing import NamedTuple

from bots.csb.rules import BOOST, LAPS, MAX_CHECKPOINTS, PODS, SHIELD, Track
from common.stdio import LineReader, UnreadableInput, parse_integers

HEADING_UNSET = -1  # printed for every pod on the first turn


class Order(NamedTuple):
	"""The point to turn toward, THRUST, BOOST or SHIELD, and the 0..200 of THRUST."""

	x: int
	y: int
	kind: int
	thrust: int


def format_order(order: Order) -> str:
	"""An order as an output line."""
	word = {BOOST: "BOOST", SHIELD: "SHIELD"}.get(order.kind, str(order.thrust))
	return f"{order.x} {order.y} {word}"


def make_track(checkpoints: list[tuple[int, int]]) -> Track:
	"""The route over 2 to MAX_CHECKPOINTS checkpoints, else ValueError."""
	track = Track()
	track.count = len(checkpoints)
	if not 2 <= track.count <= MAX_CHECKPOINTS:
		raise ValueError(f"a lap has 2 to {MAX_CHECKPOINTS} checkpoints, not {track.count}")
	track.goal = LAPS * track.count
	for entry in range(track.goal + 1):
		x, y = checkpoints[entry % track.count]
		track.x[entry] = float(x)
		track.y[entry] = float(y)
	return track


def read_track(reader: LineReader) -> Track:
	"""The track from the lines that a player gets once, else UnreadableInput."""
	(laps,) = reader.integers(1, "laps")
	if laps != LAPS:
		raise UnreadableInput(f"line {reader.number}: expected {LAPS} laps, got {laps}")
	(count,) = reader.integers(1, "checkpointCount")
	if not 2 <= count <= MAX_CHECKPOINTS:
		raise UnreadableInput(f"line {reader.number}: expected 2..8 checkpoints, got {count}")
	points = [reader.integers(2, "checkpointX checkpointY") for _ in range(count)]
	return make_track([(x, y) for x, y in points])


def read_turn(reader: LineReader, track: Track) -> list[list[int]]:
	"""x y vx vy angle nextCheckPointId of the four pods, else UnreadableInput."""
	lines = [reader.line() for _ in range(PODS)]
	first = reader.number - PODS + 1
	pods = []
	for offset, line in enumerate(lines):
		what = f"line {first + offset}: x y vx vy angle nextCheckPointId"
		pods.append(parse_integers(line, 6, what))
		if not 0 <= pods[-1][5] < track.count:
			raise UnreadableInput(f"{what}: expected an id below {track.count}, got {line!r}")
	return pods
''')


# ==== bots/csb/kernels_c.py ====
__stickytape_write_module('bots/csb/kernels_c.py', rb'''
"""The kernels of this bot in C, as the compiler gets them."""

FLAGS = """
-shared -fPIC -O2 -march=native -std=c11 -fwrapv -ffp-contract=off -fno-builtin-log
""".split()
TEXT = r"""
/* Modules, and fingerprints of them. A place 21303 is line 213 of module 3.
 *   0  0bcd7cb06a4f6e7a  common.search.ucb
 *   1  a2231793251dedc9  common.search.smitsimax
 *   2  2ba013138950f8f4  bots.csb.rules
 *   3  38ac408c80619543  bots.csb.search
 *   4  5338a2e1c2d9e43c  common.rng
 */
#include <math.h>
#include <setjmp.h>
#include <stdbool.h>
#include <stdint.h>
typedef int64_t Int;

#define NOINLINE __attribute__((noinline))  // setjmp wants no other code around it

// Constants
static const Int units = 4;

// Constants of common/search/smitsimax.py
#define MAX_UNITS 4
#define MAX_DEPTH 16
#define POOL 4000000
#define BITS 6  // of a block that count its nodes
#define MOST 63  // moves of a node
#define OUTSIDE (-1)  // where a unit is once it has left its tree in this iteration

// Constants of bots/csb/rules.py
#define PODS 4
#define PODS_EACH 2
#define PLAYERS 2
#define MAX_ROUTE 25
#define MAX_THRUST 200.0
#define BOOST_THRUST 650.0
#define FRICTION 0.85
#define CHECKPOINT_RADIUS_2 360000.0
#define CHECKPOINT_REACH 601.0
#define CONTACT 800.0  // of two pods that touch
#define CONTACT_2 640000.0
#define CONTACT_REACH 801.0  // and a bit, for a quick look at one axis
#define NEVER 2.0  // later than any turn ends
#define MIN_IMPULSE 120.0
#define PUSH 1e-05  // gap that a bounce leaves
#define SHIELD_MASS_SHARE 0.1  // of an impulse that a shielded pod takes
#define SHIELD_TURNS 4  // value of the counter in the turn of the order
#define MAX_HITS 1000  // in one turn, a guard
#define THRUST 0
#define BOOST 1
#define SHIELD 2

// Constants of bots/csb/search.py
static const double TURNS[7] = {
	0.0,-0.3141592653589793,0.3141592653589793,0.0,-0.3141592653589793,0.3141592653589793,0.0,
};
static const double THRUSTS[7] = {
	200.0,200.0,200.0,0.0,0.0,0.0,0.0,
};
#define PLAIN_MOVES 6
#define SHIELD_MOVE 6

// Constants of common/rng.py
#define MULTIPLIER INT64_C(25214903917)
#define INCREMENT 11
#define MASK INT64_C(281474976710655)

/* One pod. passed: checkpoints passed plus 1, the index of the next one in the route. */
typedef struct Pod {
	double x, y, vx, vy, heading;
	Int passed;
	Int shield;  // turns until thrust is possible; SHIELD_TURNS in the turn of the order
	bool boosted;  // whether the one boost is spent
	bool finished;
	double from_x;  // where the segment began that is tested for the checkpoint
	double from_y;
} Pod;

/* idle[p]: turns in which no pod of player p passed a checkpoint. */
typedef struct Race {
	Int turn;  // turns played
	Pod pods[PODS];
	Int idle[PLAYERS];
} Race;

/* The route: checkpoints 0..count-1 three times, then 0 as entry `goal`. */
typedef struct Track {
	Int count, goal;
	double x[MAX_ROUTE], y[MAX_ROUTE];
} Track;

typedef struct Params {
	double checkpoint, speed, after_next, near, facing, rival, evade, hinder, distance, aim;
	double ahead;
	Int panic;
	double boost_distance, shield_reach;
	Int depth;
	double random_visits, exploration, first_ms, margin_ms;
} Params;

/* What stays as it is during a search, and gain and place of its last race.
 *
 * Of each player: his runner and blocker; whether the blocker runs too; the runner's progress;
 * how well his blocker stands, 0 if it runs.
 */
typedef struct Setting {
	Track track;
	Params params;
	Int runner[PLAYERS], blocker[PLAYERS];
	bool urgent[PLAYERS];
	double gain[PLAYERS], place[PLAYERS];
	Int base;  // checkpoints that the leader has passed
	Int now;  // turn at the start
} Setting;

/* The state of a generator: 48 bits. */
typedef struct Dice {
	Int state;
} Dice;

/* One unit: the range of its scores, and its way in this iteration. */
typedef struct Tree {
	double lowest, highest;
	Int at;  // slot that it has reached, or OUTSIDE
	Int length;  // of its path, the root included
	Int path[MAX_DEPTH + 1];
} Tree;

/* The trees of all units, the search's settings, and counts since `plant`. */
typedef struct Forest {
	Int depth;  // turns looked ahead, 1..MAX_DEPTH
	double random_visits;  // picks at a node before UCB
	double exploration;  // against scores scaled to their range
	Int used;  // slots of the pool in use
	Int iterations, ucb_picks;
	Int block[POOL];  // first child << BITS | children; 0: none
	double visits[POOL];
	double total[POOL];  // sum of the scores of all visits
	Int root[MAX_UNITS];  // a unit's; set it to a child to keep a tree
	Tree trees[MAX_UNITS];
	Int moves[MAX_UNITS];
	double scores[MAX_UNITS];
} Forest;

/* All that the search works on; the bot loads start, setting and dice every turn. */
typedef struct Memory {
	Race start;
	Setting setting;
	Dice dice;
	Race world;
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

// a // b as in Python, rounded down, for b above 0.
static Int divide_by(Int a, Int b) {
	return a / b - (a % b < 0);
}

// a % b as in Python, for b above 0.
static Int modulo_by(Int a, Int b) {
	return a % b < 0 ? a % b + b : a % b;
}

static double divide(double a, double b, int where) {
	if (b == 0.0)
		trap(ZERO_DIVISOR, where);
	return a / b;
}

// a // 1.0: the same as above, without fmod.
static double round_down(double a) {
	return isfinite(a) ? floor(a) : a - a;
}

// A whole float as an int; the limits are the floats just outside of 64 bits.
static Int to_int(double a, int where) {
	if (!(a >= -9223372036854775808.0 && a < 9223372036854775808.0))
		trap(CONVERSION, where);
	return (Int)a;
}

static double min_float(double a, double b) {
	return b < a ? b : a;
}

static double max_float(double a, double b) {
	return b > a ? b : a;
}

// The result of a function of <math.h>; where Python raises ValueError or OverflowError, a trap.
static double valid(double result, double argument, int where) {
	if (!isfinite(result) && (isnan(result) ? !isnan(argument) : isfinite(argument)))
		trap(DOMAIN_ERROR, where);
	return result;
}

// A constant that the compiler cannot see: it would work out sin and cos with another rounding.
static double hidden(volatile double a) {
	return a;
}

static double checked_sin(double a, int where) {
	if (isinf(a))
		trap(DOMAIN_ERROR, where);
	return sin(__builtin_constant_p(a) ? hidden(a) : a);
}

static double checked_cos(double a, int where) {
	if (isinf(a))
		trap(DOMAIN_ERROR, where);
	return cos(__builtin_constant_p(a) ? hidden(a) : a);
}

static double checked_log(double a, int where) {
	return valid(log(a), a, where);
}

static double checked_sqrt(double a, int where) {
	if (a < 0.0)
		trap(DOMAIN_ERROR, where);
	return sqrt(a);
}

static Int count_moves(const Race *race, const Setting *setting, Int index);
static Int draw(Dice *dice, Int count);
static void play(Race *race, const Setting *setting, const Int *moves, Int moves_length);
static void rate(const Race *race, Setting *setting, double *scores, Int scores_length);

// common/search/ucb.py

/* The slot in first..first+count-1 with the largest scaled UCB, or the first never visited.
 *
 * Scaled UCB = total / (visits * scale) + width / sqrt(visits), with scale the range of the tree's
 * scores, above 0, and width = exploration * sqrt(ln(visits of the parent)).
 * Source: the Smitsimax article (P. Smit), "Search"; UCB1 (Auer, Cesa-Bianchi, Fischer 2002).
 */
static inline Int best_scaled_ucb(const double *total, Int total_length,
	const double *visits, Int visits_length, Int first, Int count, double scale,
	double width) {
	Int best = first;
	double best_value = -1e+300;
	const Int slot_end = first + count;
	for (Int slot = first; slot < slot_end; slot++) {
		double tries = visits[at(slot, visits_length, 2900)];
		if (tries < 1.0)
			return slot;
		double value = divide(total[at(slot, total_length, 3200)], tries * scale, 3200)
			+ divide(width, checked_sqrt(tries, 3200), 3200);
		if (value > best_value) {
			best_value = value;
			best = slot;
		}
	}
	return best;
}

// common/search/smitsimax.py

/* A root for each unit, and nothing else. */
static void plant(Forest *forest) {
	forest->used = units;
	forest->iterations = 0;
	forest->ucb_picks = 0;
	for (Int unit = 0; unit < units; unit++) {
		forest->root[unit] = unit;
		forest->block[unit] = 0;
		forest->visits[unit] = 0.0;
		forest->total[unit] = 0.0;
		forest->trees[unit].lowest = 1e+300;
		forest->trees[unit].highest = -1e+300;
	}
}

/* Gives `node` its block of children, if the pool still has room. */
static void open_node(Forest *forest, Int node, Int moves) {
	Int slot = forest->used;
	if (add(slot, moves, 10301) > POOL)
		return;
	forest->used = add(slot, moves, 10501);
	forest->block[at(node, POOL, 10601)] = add(multiply(slot, MOST + 1, 10601), moves, 10601);
	const Int child_end = add(slot, moves, 10701);
	for (Int child = slot; child < child_end; child++) {
		forest->block[at(child, POOL, 10801)] = 0;
		forest->visits[at(child, POOL, 10901)] = 0.0;
		forest->total[at(child, POOL, 11001)] = 0.0;
	}
}

/* The move of `unit`, which goes one step down in its tree, or out of it. */
static Int pick(Forest *forest, const Race *world, const Setting *setting, Int unit,
	Dice *dice) {
	Tree *tree = &forest->trees[unit];
	Int node = tree->at;
	Int block = 0;
	if (node != OUTSIDE) {
		bool is_due = forest->visits[at(node, POOL, 11901)] > 0.0 || tree->length == 1;
		if (forest->block[at(node, POOL, 12001)] == 0 && is_due)
			open_node(forest, node, count_moves(world, setting, unit));
		block = forest->block[at(node, POOL, 12201)];
	}
	if (block == 0) {
		tree->at = OUTSIDE;
		Int moves = count_moves(world, setting, unit);
		return draw(dice, moves);
	}
	double tries = forest->visits[at(node, POOL, 12701)];
	Int first = block >> BITS;
	Int count = block & MOST;
	Int child;
	if (tries < forest->random_visits) {
		Int move = draw(dice, count);
		child = first + move;
	} else {
		forest->ucb_picks = add(forest->ucb_picks, 1, 13401);
		double scale = max_float(tree->highest - tree->lowest, 1e-09);
		double width = forest->exploration * checked_sqrt(checked_log(tries, 13601), 13601);
		child =
			best_scaled_ucb(forest->total, POOL, forest->visits, POOL, first, count, scale, width);
	}
	tree->at = child;
	tree->path[at(tree->length, MAX_DEPTH + 1, 13901)] = child;
	tree->length = add(tree->length, 1, 14001);
	return child - first;
}

/* Puts a score into the slots of a unit's path and into its range. */
static void learn(Forest *forest, Tree *tree, double score) {
	tree->lowest = min_float(tree->lowest, score);
	tree->highest = max_float(tree->highest, score);
	for (Int step = 0, step_end = tree->length; step < step_end; step++) {
		Int node = tree->path[at(step, MAX_DEPTH + 1, 14901)];
		forest->visits[at(node, POOL, 15001)] += 1.0;
		forest->total[at(node, POOL, 15101)] += score;
	}
}

/* `count` iterations; after any of them root_moves has an answer. */
static void iterate(Forest *forest, const Race *start, Race *world, Setting *setting, Dice *dice,
	Int count) {
	for (Int _ = 0; _ < count; _++) {
		*world = *start;
		for (Int unit = 0; unit < units; unit++) {
			Tree *tree = &forest->trees[unit];
			tree->at = forest->root[unit];
			tree->path[0] = tree->at;
			tree->length = 1;
		}
		const Int _depth_end = forest->depth;
		for (Int _depth = 0; _depth < _depth_end; _depth++) {
			for (Int unit = 0; unit < units; unit++)
				forest->moves[unit] = pick(forest, world, setting, unit, dice);
			play(world, setting, forest->moves, MAX_UNITS);
		}
		rate(world, setting, forest->scores, MAX_UNITS);
		for (Int unit = 0; unit < units; unit++)
			learn(forest, &forest->trees[unit], forest->scores[unit]);
		forest->iterations = add(forest->iterations, 1, 17201);
	}
}

// bots/csb/rules.py

/* An order for a pod that has turned; is_steering: it did not aim at its own position. */
static void give_order(Pod *pod, Int kind, double thrust, bool is_steering) {
	double force = thrust;
	if (kind == SHIELD) {
		pod->shield = SHIELD_TURNS;
	} else if (kind == BOOST) {
		force = pod->boosted ? MAX_THRUST : BOOST_THRUST;
		pod->boosted = true;
	}
	if (pod->shield == 0 && is_steering) {
		pod->vx += checked_cos(pod->heading, 11302) * force;
		pod->vy += checked_sin(pod->heading, 11402) * force;
	}
}

/* When the two pods touch, in turns from now, or NEVER. */
static inline double hit_time(const Pod *a, const Pod *b) {
	double px = b->x - a->x;
	double vx = b->vx - a->vx;
	if (fabs(px) - fabs(vx) > CONTACT_REACH)
		return NEVER;
	double py = b->y - a->y;
	double vy = b->vy - a->vy;
	double apart = px * px + py * py - CONTACT_2;
	if (apart <= 0.0)
		return 0.0;
	double approach = px * vx + py * vy;
	if (approach > 0.0)
		return NEVER;
	double speed_2 = vx * vx + vy * vy;
	double root = approach * approach - speed_2 * apart;
	if (root < 0.0 || speed_2 == 0.0)
		return NEVER;
	return divide(-approach - checked_sqrt(root, 13602), speed_2, 13602);
}

/* The collision of `a`, the pod with the larger number, with `b`. */
static void bounce(Pod *a, Pod *b) {
	double nx = b->x - a->x;
	double ny = b->y - a->y;
	double distance = max_float(checked_sqrt(nx * nx + ny * ny, 14402), PUSH);
	nx = divide(nx, distance, 14502);
	ny = divide(ny, distance, 14602);
	double share_a = a->shield == SHIELD_TURNS ? SHIELD_MASS_SHARE : 1.0;
	double share_b = b->shield == SHIELD_TURNS ? SHIELD_MASS_SHARE : 1.0;
	double half = divide(nx * (a->vx - b->vx) + ny * (a->vy - b->vy), share_a + share_b, 14902);
	double impulse = half + max_float(half, MIN_IMPULSE);
	a->vx -= impulse * share_a * nx;
	a->vy -= impulse * share_a * ny;
	b->vx += impulse * share_b * nx;
	b->vy += impulse * share_b * ny;
	if (distance <= CONTACT) {
		double gap = (CONTACT - distance) / 2.0 + PUSH;
		a->x -= gap * nx;
		a->y -= gap * ny;
		b->x += gap * nx;
		b->y += gap * ny;
	}
}

/* Counts the checkpoint if the pod's segment came nearer than 600 to it. */
static inline void pass_checkpoint(Race *race, const Track *track, Int index) {
	Pod *pod = &race->pods[index];
	if (pod->finished)
		return;
	double dx = pod->x - pod->from_x;
	double cx = track->x[at(pod->passed, MAX_ROUTE, 17002)] - pod->from_x;
	if (fabs(cx) - fabs(dx) > CHECKPOINT_REACH)
		return;
	double dy = pod->y - pod->from_y;
	double cy = track->y[at(pod->passed, MAX_ROUTE, 17402)] - pod->from_y;
	double length_2 = dx * dx + dy * dy;
	double along = 0.0;
	if (length_2 > 0.0)
		along = max_float(0.0, min_float(1.0, divide(cx * dx + cy * dy, length_2, 17802)));
	cx -= along * dx;
	cy -= along * dy;
	if (cx * cx + cy * cy < CHECKPOINT_RADIUS_2) {
		race->idle[index / PODS_EACH] = 0;
		if (pod->passed == track->goal) {
			pod->finished = true;
		} else {
			pod->passed = add(pod->passed, 1, 18602);
		}
	}
}

/* The next pair to hit within `left` turns, as larger * PODS + smaller number, or -1. */
static Int first_hit(const Race *race, double left) {
	double best = left;
	Int pair = -1;
	for (Int a = PODS - 1; a > 0; a--) {
		for (Int b = a - 1; b > -1; b--) {
			double time = hit_time(&race->pods[a], &race->pods[b]);
			if (time <= best) {  // a tie goes to the pair scanned last
				best = time;
				pair = a * PODS + b;
			}
		}
	}
	return pair;
}

/* All pods go straight on for `time` turns. */
static inline void glide(Race *race, double time) {
	for (Int pod_index = 0; pod_index < PODS; pod_index++) {
		Pod *pod = &race->pods[pod_index];
		pod->x += pod->vx * time;
		pod->y += pod->vy * time;
	}
}

/* After all orders: the pods' first segments begin. */
static void begin_turn(Race *race) {
	race->turn = add(race->turn, 1, 21502);
	for (Int player = 0; player < PLAYERS; player++)
		race->idle[player] = add(race->idle[player], 1, 21702);
	for (Int index = 0; index < PODS; index++) {
		Pod *pod = &race->pods[index];
		pod->from_x = pod->x;
		pod->from_y = pod->y;
	}
}

/* Plays the next collision, or what is `left` of the turn; returns what is left then. */
static inline double move_on(Race *race, const Track *track, double left) {
	Int pair = first_hit(race, left);
	if (pair < 0) {
		glide(race, left);
		return 0.0;
	}
	Pod *a = &race->pods[at(divide_by(pair, PODS), PODS, 23102)];
	Pod *b = &race->pods[modulo_by(pair, PODS)];
	double time = hit_time(a, b);
	glide(race, time);
	bounce(a, b);
	if (left - time > 0.0) {
		for (Int index = 0; index < PODS; index++) {
			pass_checkpoint(race, track, index);
			race->pods[index].from_x = race->pods[index].x;
			race->pods[index].from_y = race->pods[index].y;
		}
	}
	return left - time;
}

/* Friction, rounding, the last segments' checkpoints. */
static void end_turn(Race *race, const Track *track) {
	for (Int index = 0; index < PODS; index++) {
		Pod *pod = &race->pods[index];
		pod->vx = (double)to_int(pod->vx * FRICTION, 24902);
		pod->vy = (double)to_int(pod->vy * FRICTION, 25002);
		pod->x = round_down(pod->x + 0.5);
		pod->y = round_down(pod->y + 0.5);
		if (pod->shield > 0)
			pod->shield = subtract(pod->shield, 1, 25402);
		pass_checkpoint(race, track, index);
	}
}

/* Plays a turn after all orders. */
static void move(Race *race, const Track *track) {
	begin_turn(race);
	double left = 1.0;
	Int hits = 0;
	while (left > 0.0 && hits < MAX_HITS) {
		left = move_on(race, track, left);
		hits = add(hits, 1, 26602);
	}
	end_turn(race, track);
}

// bots/csb/search.py

/* PLAIN_MOVES; SHIELD_MOVE too in the first turn, if a rival is near. */
static inline Int count_moves(const Race *race, const Setting *setting, Int index) {
	if (race->turn > setting->now)
		return PLAIN_MOVES;
	const Pod *pod = &race->pods[index];
	Int rival = PODS_EACH - index / PODS_EACH * PODS_EACH;
	const Int other_end = rival + PODS_EACH;
	for (Int other = rival; other < other_end; other++) {
		const Pod *foe = &race->pods[other];
		double dx = foe->x - pod->x;
		double dy = foe->y - pod->y;
		double vx = foe->vx - pod->vx;
		double vy = foe->vy - pod->vy;
		double reach = CONTACT + setting->params.shield_reach
			* checked_sqrt(vx * vx + vy * vy, 6803);
		if (dx * dx + dy * dy < reach * reach && dx * vx + dy * vy < 0.0)
			return PLAIN_MOVES + 1;
	}
	return PLAIN_MOVES;
}

/* One turn in which pod i plays moves[i]. */
static void play(Race *race, const Setting *setting, const Int *moves, Int moves_length) {
	for (Int index = 0; index < PODS; index++) {
		Pod *pod = &race->pods[index];
		Int choice = moves[at(index, moves_length, 7903)];
		pod->heading += TURNS[at(choice, 7, 8003)];
		give_order(pod, choice == SHIELD_MOVE ? SHIELD : THRUST, THRUSTS[at(choice, 7, 8103)],
			true);
	}
	move(race, &setting->track);
}

/* How far a runner has come, in points. */
static inline double progress(const Pod *pod, const Setting *setting) {
	const Params *params = &setting->params;
	const Track *track = &setting->track;
	if (pod->finished) {
		return params->checkpoint
			* (double)subtract(add(pod->passed, 1, 9103), setting->base, 9103);
	}
	double dx = track->x[at(pod->passed, MAX_ROUTE, 9203)] - pod->x;
	double dy = track->y[at(pod->passed, MAX_ROUTE, 9303)] - pod->y;
	double distance = checked_sqrt(dx * dx + dy * dy, 9403) + 1.0;
	double points = params->checkpoint * (double)subtract(pod->passed, setting->base, 9503)
		- distance;
	points += divide(params->speed * (dx * pod->vx + dy * pod->vy), distance, 9603);
	points +=
		divide(params->facing
		* (dx * checked_cos(pod->heading, 9703) + dy * checked_sin(pod->heading, 9703)), distance,
		9703);
	if (distance < params->near && pod->passed < track->goal) {
		double ex = track->x[at(add(pod->passed, 1, 9903), MAX_ROUTE, 9903)] - pod->x;
		double ey = track->y[at(add(pod->passed, 1, 10003), MAX_ROUTE, 10003)] - pod->y;
		double beyond = checked_sqrt(ex * ex + ey * ey, 10103) + 1.0;
		double share = 1.0 - divide(distance, params->near, 10203);
		points += divide(share * params->after_next * (ex * pod->vx + ey * pod->vy), beyond, 10303);
	}
	return points;
}

/* How well a blocker stands against the runner `target`, in points. */
static double guard(const Pod *pod, const Pod *target, const Setting *setting) {
	const Params *params = &setting->params;
	const Track *track = &setting->track;
	double wait_x = target->x + params->ahead
		* (track->x[at(target->passed, MAX_ROUTE, 11203)] - target->x);
	double wait_y = target->y + params->ahead
		* (track->y[at(target->passed, MAX_ROUTE, 11303)] - target->y);
	double dx = wait_x - pod->x;
	double dy = wait_y - pod->y;
	double fx = target->x - pod->x;
	double fy = target->y - pod->y;
	double facing =
		divide(fx * checked_cos(pod->heading, 11803) + fy * checked_sin(pod->heading, 11803),
		checked_sqrt(fx * fx + fy * fy, 11803) + 1.0, 11803);
	return params->aim * facing - params->distance * checked_sqrt(dx * dx + dy * dy, 11903);
}

/* The score of each pod: runners race and evade, blockers hinder the rival's runner. */
static void rate(const Race *race, Setting *setting, double *scores, Int scores_length) {
	const Params *params = &setting->params;
	for (Int player = 0; player < PLAYERS; player++) {
		const Pod *runner = &race->pods[at(setting->runner[player], PODS, 12703)];
		setting->gain[player] = progress(runner, setting);
		if (!setting->urgent[1 - player]) {
			const Pod *blocker = &race->pods[at(setting->blocker[1 - player], PODS, 13003)];
			setting->place[1 - player] = guard(blocker, runner, setting);
		}
	}
	for (Int player = 0; player < PLAYERS; player++) {
		double own = setting->gain[player];
		double rival = setting->gain[1 - player];
		Int index = setting->blocker[player];
		if (setting->urgent[player]) {
			scores[at(index, scores_length, 13703)] =
				progress(&race->pods[at(index, PODS, 13703)], setting);
		} else {
			scores[at(index, scores_length, 13903)] = setting->place[player] - params->hinder
				* rival;
		}
		own -= params->evade * setting->place[1 - player];
		scores[at(setting->runner[player], scores_length, 14103)] = own - params->rival * rival;
	}
}

/* Empty trees. */
static NOINLINE void begin(Memory *memory) {
	const Params *params = &memory->setting.params;
	memory->forest.depth = params->depth;
	memory->forest.random_visits = params->random_visits;
	memory->forest.exploration = params->exploration;
	plant(&memory->forest);
}

/* `count` iterations more. */
static NOINLINE void think(Memory *memory, Int count) {
	iterate(&memory->forest, &memory->start, &memory->world, &memory->setting, &memory->dice,
		count);
}

// common/rng.py

/* A number of 0..count-1, count up to 2**31. */
static inline Int draw(Dice *dice, Int count) {
	dice->state = (Int)(((uint64_t)dice->state * MULTIPLIER + INCREMENT) & MASK);
	return ((dice->state >> 17) * count) >> 31;
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


# ==== common/search/smitsimax.py ====
__stickytape_write_module('common/search/smitsimax.py', rb'''
"""Smitsimax: one tree per unit, selected together, every unit after its own score.

An iteration walks down all trees in step: at each depth every unit picks a move in its own tree,
then the game plays all of them at once. At the end each unit's score goes into its own path.
A node's children are neighbours in the pool:

	slot   0 1 2 3 | 4 5 6 | ...   block[0] = 4 << BITS | 3: moves 0 1 2 lead to slots 4 5 6

A root gets children at once, another node when it is reached again, if the pool is not full; below
it moves are random. The first `random_visits` picks at a node are random, then scaled UCB picks.

Source: the Smitsimax article (P. Smit), "Search".
"""

from collections.abc import Callable, Sequence
from math import log, sqrt
from typing import Any, TypeVar

from common.engine import Engine
from common.kernel import Numbers, Records, assign, capacity, kernel, numbers, record, records
from common.search.ucb import best_scaled_ucb

MAX_UNITS = 4
MAX_DEPTH = 16
POOL = capacity(pure=200_000, compiled=4_000_000)
BITS = 6  # of a block that count its nodes
MOST = (1 << BITS) - 1  # moves of a node
OUTSIDE = -1  # where a unit is once it has left its tree in this iteration

State = TypeVar("State")
Setting = TypeVar("Setting")
Dice = TypeVar("Dice")


@record
class Tree:
	"""One unit: the range of its scores, and its way in this iteration."""

	lowest: float
	highest: float
	at: int  # slot that it has reached, or OUTSIDE
	length: int  # of its path, the root included
	path: Numbers[int] = numbers(int, MAX_DEPTH + 1)


@record
class Forest:
	"""The trees of all units, the search's settings, and counts since `plant`."""

	depth: int = 6  # turns looked ahead, 1..MAX_DEPTH
	random_visits: float = 10.0  # picks at a node before UCB
	exploration: float = 1.0  # against scores scaled to their range
	used: int  # slots of the pool in use
	iterations: int
	ucb_picks: int
	block: Numbers[int] = numbers(int, POOL)  # first child << BITS | children; 0: none
	visits: Numbers[float] = numbers(float, POOL)
	total: Numbers[float] = numbers(float, POOL)  # sum of the scores of all visits
	root: Numbers[int] = numbers(int, MAX_UNITS)  # a unit's; set it to a child to keep a tree
	trees: Records[Tree] = records(Tree, MAX_UNITS)
	moves: Numbers[int] = numbers(int, MAX_UNITS)
	scores: Numbers[float] = numbers(float, MAX_UNITS)


def bind(
	units: int,
	count_moves: Callable[[State, Setting, int], int],
	play: Callable[[State, Setting, Numbers[int]], None],
	rate: Callable[[State, Setting, Numbers[float]], None],
	draw: Callable[[Dice, int], int],
) -> tuple[Callable[[Forest], None], Callable[[Forest, State, State, Setting, Dice, int], None]]:
	"""plant(forest), which empties the trees, and iterate(forest, start, world, setting, dice,
	count), which searches on from `start` and tries moves on `world`, for a game's kernels.

	units: 1..MAX_UNITS, else ValueError.
	count_moves(state, setting, unit): 1..MOST, asked once a node; `play` must accept these
	moves whenever the node is reached again.
	play(state, setting, moves): one turn, in which unit u plays moves[u].
	rate(state, setting, scores): writes each unit's score; any scale, more is better.
	draw(dice, n): a random number of 0..n-1.
	"""
	if not 1 <= units <= MAX_UNITS:
		raise ValueError(f"Smitsimax holds 1 to {MAX_UNITS} units, one tree each, not {units}")

	@kernel
	def plant(forest: Forest) -> None:
		"""A root for each unit, and nothing else."""
		forest.used = units
		forest.iterations = 0
		forest.ucb_picks = 0
		for unit in range(units):
			forest.root[unit] = unit
			forest.block[unit] = 0
			forest.visits[unit] = 0.0
			forest.total[unit] = 0.0
			forest.trees[unit].lowest = 1.0e300
			forest.trees[unit].highest = -1.0e300

	@kernel
	def open_node(forest: Forest, node: int, moves: int) -> None:
		"""Gives `node` its block of children, if the pool still has room."""
		slot = forest.used
		if slot + moves > POOL:
			return
		forest.used = slot + moves
		forest.block[node] = slot * (MOST + 1) + moves
		for child in range(slot, slot + moves):
			forest.block[child] = 0
			forest.visits[child] = 0.0
			forest.total[child] = 0.0

	@kernel
	def pick(forest: Forest, world: State, setting: Setting, unit: int, dice: Dice) -> int:
		"""The move of `unit`, which goes one step down in its tree, or out of it."""
		tree = forest.trees[unit]
		node = tree.at
		block = 0
		if node != OUTSIDE:
			is_due = forest.visits[node] > 0.0 or tree.length == 1
			if forest.block[node] == 0 and is_due:
				open_node(forest, node, count_moves(world, setting, unit))
			block = forest.block[node]
		if block == 0:
			tree.at = OUTSIDE
			moves = count_moves(world, setting, unit)
			return draw(dice, moves)
		tries = forest.visits[node]
		first = block >> BITS
		count = block & MOST
		if tries < forest.random_visits:
			move = draw(dice, count)
			child = first + move
		else:
			forest.ucb_picks += 1
			scale = max(tree.highest - tree.lowest, 1.0e-9)
			width = forest.exploration * sqrt(log(tries))
			child = best_scaled_ucb(forest.total, forest.visits, first, count, scale, width)
		tree.at = child
		tree.path[tree.length] = child
		tree.length += 1
		return child - first

	@kernel
	def learn(forest: Forest, tree: Tree, score: float) -> None:
		"""Puts a score into the slots of a unit's path and into its range."""
		tree.lowest = min(tree.lowest, score)
		tree.highest = max(tree.highest, score)
		for step in range(tree.length):
			node = tree.path[step]
			forest.visits[node] += 1.0
			forest.total[node] += score

	@kernel
	def iterate(
		forest: Forest, start: State, world: State, setting: Setting, dice: Dice, count: int
	) -> None:
		"""`count` iterations; after any of them root_moves has an answer."""
		for _ in range(count):
			assign(world, start)
			for unit in range(units):
				tree = forest.trees[unit]
				tree.at = forest.root[unit]
				tree.path[0] = tree.at
				tree.length = 1
			for _depth in range(forest.depth):
				for unit in range(units):
					forest.moves[unit] = pick(forest, world, setting, unit, dice)
				play(world, setting, forest.moves)
			rate(world, setting, forest.scores)
			for unit in range(units):
				learn(forest, forest.trees[unit], forest.scores[unit])
			forest.iterations += 1

	return plant, iterate


def root_moves(engine: Engine, field: str, unit: int) -> list[tuple[int, int, float]]:
	"""(move, visits, mean score) at a unit's root in the Forest `field`, most visited first."""
	return children(engine, field, int(engine.read(field + ".root", unit)))


def children(engine: Engine, field: str, slot: int) -> list[tuple[int, int, float]]:
	"""The same for any node."""
	block = int(engine.read(field + ".block", slot))
	first = block >> BITS
	rows = []
	for move in range(block & MOST):
		visits = engine.read(field + ".visits", first + move)
		total = engine.read(field + ".total", first + move)
		rows.append((move, int(visits), total / visits if visits else 0.0))
	return sorted(rows, key=lambda row: (-row[1], -row[2], row[0]))


def describe(engine: Engine, field: str, names: list[Sequence[str]]) -> list[dict[str, Any]]:
	"""Each unit's moves at the root and principal line, in the words of names[unit]."""
	units = []
	for unit, name in enumerate(names):
		slot = int(engine.read(field + ".root", unit))
		rows = children(engine, field, slot)
		moves = [{"move": name[row[0]], "visits": row[1], "value": row[2]} for row in rows]
		line = []
		while rows and rows[0][1]:
			line.append(name[rows[0][0]])
			slot = (int(engine.read(field + ".block", slot)) >> BITS) + rows[0][0]
			rows = children(engine, field, slot)
		units.append({"unit": unit, "moves": moves, "line": line})
	return units
''')


# ==== common/search/ucb.py ====
__stickytape_write_module('common/search/ucb.py', rb'''
"""Scores by which a search picks the next arm to try.

Visits are floats: exact up to 2**53, no conversions in hot loops.
"""

from math import sqrt

from common.kernel import Numbers, kernel


@kernel
def best_scaled_ucb(
	total: Numbers[float],
	visits: Numbers[float],
	first: int,
	count: int,
	scale: float,
	width: float,
) -> int:
	"""The slot in first..first+count-1 with the largest scaled UCB, or the first never visited.

	Scaled UCB = total / (visits * scale) + width / sqrt(visits), with scale the range of the tree's
	scores, above 0, and width = exploration * sqrt(ln(visits of the parent)).
	Source: the Smitsimax article (P. Smit), "Search"; UCB1 (Auer, Cesa-Bianchi, Fischer 2002).
	"""
	best = first
	best_value = -1.0e300
	for slot in range(first, first + count):
		tries = visits[slot]
		if tries < 1.0:
			return slot
		value = total[slot] / (tries * scale) + width / sqrt(tries)
		if value > best_value:
			best_value = value
			best = slot
	return best
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


# ==== bots/csb/main.py ====
from bots.csb import kernels_c
from bots.csb.bot import main
from bots.csb.search import Memory
from common.native import Compiled

main(Compiled(Memory, kernels_c))
