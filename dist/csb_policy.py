# csb_policy: a CodinGame bot in one file, made by Botsmith from readable sources
# revision    1326acbd9e7e 
# content     aefad279cacb58e6
# size           67,407 of 100,000 UTF-16 units
# engine      CPython alone
# packages    numpy 1.23.2: what the site has, with Python 3.11.5
# form        short: common/ without comments and types
# renamed     POLICY_OWN (OWN of bots/csb/policy.py), POLICY_TURNS (TURNS of bots/csb/policy.py),
#             POLICY_THRUSTS (THRUSTS of bots/csb/policy.py),
#             POLICY_MOVES (MOVES of bots/csb/policy.py),
#             steering_angle_to (angle_to of bots/csb/steering.py),
#             PolicyRow (Row of common/nets/policy.py), SHARED_TOP (TOP of common/nets/shared.py),
#             wide_decode (decode of common/nets/wide.py)
# contents    params 140, rules 176, protocol 480, known 545, pilot 790, rating 870, policy 1050,
#             bot_policy 1190, steering 1231, weights 1262, main_policy 1568, the rest is common/,
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


# ==== bots/csb/params.py ====
"""Tunable numbers, as `name: type = value  # low..high unit: meaning`.

A point is one map unit of way towards the checkpoint, or towards a blocker's place.
"""


@record
class Params:
    """The numbers. A change here holds in every engine."""

    # --- the runner: the pod of a player that is ahead
    checkpoint: float = 12000.0  # 1000..50000 points: one more checkpoint passed
    rival: float = 0.5  # 0..2 times: the rival runner's progress, against the own
    evade: float = 0.8  # 0..2 times: the rival blocker's place, against the runner

    # --- the blocker: the other pod
    hinder: float = 1.0  # 0..5 times: the rival runner's progress, against the blocker
    aim: float = 500.0  # 0..3000 points: heading for the rival runner
    ahead: float = 0.5  # 0..1 way: where it waits, from the rival runner to its checkpoint
    panic: int = 75  # 1..101 turns without a checkpoint: now the blocker runs too

    # --- orders
    boost_distance: float = 4000.0  # 1000..16000 units: straight way that is worth the boost
    shield_reach: float = 0.5  # 0..5 turns: how near a rival must be for a SHIELD

    # --- the search
    depth: int = 6  # 1..12 turns looked ahead
    random_visits: int = 5  # 1..50 picks at a node before UCB decides
    exploration: float = 0.4  # 0.01..5 times: weight of the unknown against scores of 0..1

    # --- the clock
    first_ms: float = 800.0  # 100..950 ms: used of the first 1000, whose clock is ahead
    margin_ms: float = 10.0  # 2..40 ms: kept of a turn, or twice the longest pause


# ==== bots/csb/rules.py ====
"""Coders Strike Back at the legend level: rules as kernels.

Pods 0 and 1 are player 0's, 2 and 3 player 1's. Positions are map units (y down), speeds units a
turn, both whole between turns; headings are radians clockwise from east, never rounded.
A turn: every pod gets its order (give_order), then `move`.
Source: docs/games/csb.md.
"""

from math import copysign, cos, pi, sin, sqrt

PODS = 4
PODS_EACH = 2
PLAYERS = 2
PAIRS = ((3, 2), (3, 1), (3, 0), (2, 1), (2, 0), (1, 0))  # in the order of their scan
HIGHER, LOWER = zip(*PAIRS)  # noqa: B905
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
CONTACT = 800.0  # map units between pods that touch
CONTACT_REACH = 801.0  # for a quick look at one axis
NEVER = 2.0  # later than any turn ends
TOO_LATE = 1.000000001  # above 1: rounding hides no hit at the turn's end
MIN_IMPULSE = 120.0
PUSH = 0.00001  # gap that a bounce leaves
SHIELD_MASS_SHARE = 0.1  # of an impulse
SHIELD_TURNS = 4
MAX_IDLE = 100  # turns without a checkpoint
MAX_HITS = 1000  # in a turn

THRUST, BOOST, SHIELD = 0, 1, 2  # kinds of order; 0..200 goes with THRUST


@record
class Pod:
    """One pod. passed: checkpoints passed plus 1, the index of the next one in the route"""

    x: float
    y: float
    heading: float
    vx: float
    vy: float
    passed: int = 1
    shield: int  # turns until thrust is possible; SHIELD_TURNS in the turn of the order
    boosted: bool  # the one boost is spent
    finished: bool
    from_x: float  # where the segment began that is tested for the checkpoint
    from_y: float


@record
class Race:
    """The state of a race. idle[p]: turns in which no pod of player p has passed a checkpoint"""

    turn: int  # turns played
    wait: float  # for the hit that first_hit found
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
def give_order(pod: Pod, kind: int, thrust: float, is_steering: bool) -> None:
    """Gives an order to a pod that has turned. is_steering: False if it aimed at its own
    position
    """
    force = thrust
    if kind == SHIELD:
        pod.shield = SHIELD_TURNS
    elif kind == BOOST:
        force = MAX_THRUST if pod.boosted else BOOST_THRUST
        pod.boosted = True
    if is_steering and pod.shield == 0:
        pod.vx += cos(pod.heading) * force
        pod.vy += sin(pod.heading) * force


@kernel
def hit_time(a: Pod, b: Pod) -> float:
    """Returns the turns until two pods touch, or NEVER."""
    px = b.x - a.x
    vx = b.vx - a.vx
    py = b.y - a.y
    vy = b.vy - a.vy
    if abs(py) - abs(vy) > CONTACT_REACH:
        return NEVER
    apart = px * px + py * py - CONTACT * CONTACT
    if apart <= 0.0:
        return 0.0
    approach = px * vx + py * vy
    if approach > 0.0:
        return NEVER
    speed_2 = vx * vx + vy * vy
    root = approach * approach - speed_2 * apart
    wait = -approach - speed_2
    if root < 0.0 or speed_2 == 0.0 or (wait > 0.0 and wait * wait > TOO_LATE * root):
        return NEVER
    return (-approach - sqrt(root)) / speed_2


@kernel
def bounce(a: Pod, b: Pod) -> None:
    """Collides `a`, the pod with the larger number, with `b`."""
    nx = b.x - a.x
    ny = b.y - a.y
    distance = max(sqrt(nx * nx + ny * ny), PUSH)
    nx /= distance
    ny /= distance
    share_a = SHIELD_MASS_SHARE if a.shield == SHIELD_TURNS else 1.0
    share_b = SHIELD_MASS_SHARE if b.shield == SHIELD_TURNS else 1.0
    half = nx * (a.vx - b.vx) + ny * (a.vy - b.vy)
    shares = share_a + share_b
    half = half * 0.5 if shares == 2.0 else half / shares
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
    """Counts the checkpoint if the pod's segment came closer than 600 units to it."""
    pod = race.pods[index]
    if pod.finished:
        return
    dx = pod.x - pod.from_x
    cx = track.x[pod.passed] - pod.from_x
    if abs(cx) - abs(dx) > CHECKPOINT_REACH:
        return
    dy = pod.y - pod.from_y
    cy = track.y[pod.passed] - pod.from_y
    if abs(cy) - abs(dy) > CHECKPOINT_REACH:
        return
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
def end_segment(race: Race, track: Track, index: int) -> None:
    """Tests a pod that has bounced for its checkpoint, and begins its next segment at its place."""
    pass_checkpoint(race, track, index)
    pod = race.pods[index]
    pod.from_x = pod.x
    pod.from_y = pod.y


@kernel
def first_hit(race: Race, left: float) -> int:
    """Returns the next pair that collides within `left` turns, as an index of PAIRS, or -1; sets
    race.wait.
    """
    best = left
    first = -1
    for pair in each(len(PAIRS)):
        a = race.pods[HIGHER[pair]]
        b = race.pods[LOWER[pair]]
        if abs(b.x - a.x) - abs(b.vx - a.vx) < CONTACT_REACH:
            time = hit_time(a, b)
            if time <= best:  # a tie goes to the pair scanned last
                best = time
                first = pair
    race.wait = best
    return first


@kernel
def glide(race: Race, time: float) -> None:
    """Moves all pods straight ahead for `time` turns."""
    for index in each(PODS):
        pod = race.pods[index]
        pod.x += pod.vx * time
        pod.y += pod.vy * time


@kernel
def begin_turn(race: Race) -> None:
    """Begins the pods' first segments, after all orders."""
    race.turn += 1
    for player in each(PLAYERS):
        race.idle[player] += 1
    for index in each(PODS):
        pod = race.pods[index]
        pod.from_x = pod.x
        pod.from_y = pod.y


@kernel
def move_on(race: Race, track: Track, left: float) -> float:
    """Plays the next collision, or the remaining time of the turn; returns the time left then, in
    turns.

    left: the remaining time
    A collision ends the segments of its two pods only.
    """
    pair = first_hit(race, left)
    if pair < 0:
        glide(race, left)
        return 0.0
    glide(race, race.wait)
    bounce(race.pods[HIGHER[pair]], race.pods[LOWER[pair]])
    left -= race.wait
    if left > 0.0:
        end_segment(race, track, HIGHER[pair])
        end_segment(race, track, LOWER[pair])
    return left


@kernel
def end_turn(race: Race, track: Track) -> None:
    """Applies friction, rounding, and the checkpoints of the last segments."""
    for index in each(PODS):
        pod = race.pods[index]
        pod.vx = copysign(abs(pod.vx) * FRICTION // 1.0, pod.vx) + 0.0  # toward zero, no -0.0
        pod.vy = copysign(abs(pod.vy) * FRICTION // 1.0, pod.vy) + 0.0
        pod.x = (pod.x + 0.5) // 1.0
        pod.y = (pod.y + 0.5) // 1.0
    for index in each(PODS):
        pod = race.pods[index]
        if pod.shield > 0:
            pod.shield -= 1
        pass_checkpoint(race, track, index)


@kernel
def move(race: Race, track: Track) -> None:
    """Plays a turn, after all orders were given."""
    begin_turn(race)
    left = 1.0
    hits = 0
    while left > 0.0 and hits < MAX_HITS:
        left = move_on(race, track, left)
        hits += 1
    end_turn(race, track)


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


# ==== bots/csb/protocol.py ====
"""The lines that a Coders Strike Back bot reads and writes; the referee has the other side."""

from typing import NamedTuple

HEADING_UNSET = -1  # printed for every pod on the first turn
AIM_DISTANCE = 100_000.0  # map units to the point at which a pod is steered


class Order(NamedTuple):
    """A pod's order.

    x, y: the point to turn toward
    kind: THRUST, BOOST or SHIELD
    thrust: 0..200, for THRUST
    """

    x: int
    y: int
    kind: int
    thrust: int


def format_order(order: Order) -> str:
    """Returns an order's output line."""
    word = {BOOST: "BOOST", SHIELD: "SHIELD"}.get(order.kind, str(order.thrust))
    return f"{order.x} {order.y} {word}"


def make_track(checkpoints: list[tuple[int, int]]) -> Track:
    """Returns the route over 2 to MAX_CHECKPOINTS checkpoints."""
    track = Track()
    track.count = len(checkpoints)
    track.goal = LAPS * track.count
    for entry in range(track.goal + 1):
        track.x[entry], track.y[entry] = map(float, checkpoints[entry % track.count])
    return track


def read_track(reader: LineReader) -> Track:
    """Reads the track. Raises UnreadableInput for wrong lines."""
    (laps,) = read_integers(reader, 1, "laps")
    if laps != LAPS:
        raise UnreadableInput(f"line {reader.number}: expected {LAPS} laps, got {laps}")
    (count,) = read_integers(reader, 1, "checkpointCount")
    if not 2 <= count <= MAX_CHECKPOINTS:
        raise UnreadableInput(f"line {reader.number}: expected 2..8 checkpoints, got {count}")
    points = [read_integers(reader, 2, "checkpointX checkpointY") for _ in range(count)]
    return make_track([(x, y) for x, y in points])


def read_turn(reader: LineReader, track: Track) -> list[list[int]]:
    """Reads x y vx vy angle nextCheckPointId of four pods. Raises UnreadableInput for wrong
    lines.
    """
    lines = [reader.line() for _ in range(PODS)]
    pods = []
    for number, line in enumerate(lines, reader.number - PODS + 1):
        what = f"line {number}: x y vx vy angle nextCheckPointId"
        pods.append(parse_integers(line, 6, what))
        if not 0 <= pods[-1][5] < track.count:
            raise UnreadableInput(f"{what}: expected an id below {track.count}, got {line!r}")
    return pods


# ==== bots/csb/known.py ====
"""The bot's knowledge of a race beyond its input: its own pods' headings, shields, laps."""

from itertools import product
from math import atan2, dist, inf, pi, radians, remainder

HEADING_SLACK = 0.02  # radians: headings come in degrees
GUESSES = tuple(product(((THRUST, 0.0), (THRUST, MAX_THRUST), (SHIELD, 0.0)), repeat=PODS_EACH))


class Known:
    """Holds the present state of the race, the own pods first."""

    def __init__(self, track: Track) -> None:
        self.track = track
        self.race = Race()

    def observe(self, rows: list[list[int]]) -> None:
        """Updates the race by the lines of a turn."""
        race, track = self.race, self.track
        if race.turn > 0:
            for pod, guessed in zip(race.pods, self._guess(rows).pods, strict=True):
                pod.shield = guessed.shield
        for index, (*place, angle, next_id) in enumerate(rows):
            pod = race.pods[index]
            pod.x, pod.y, pod.vx, pod.vy = map(float, place)
            if angle == HEADING_UNSET:
                pod.heading += angle_to(pod, track.x[1], track.y[1])
            elif abs(remainder(radians(angle) - pod.heading, FULL_CIRCLE)) > HEADING_SLACK:
                pod.heading = radians(angle)  # a rival's; the own pods' are known better
            while pod.passed % track.count != next_id and pod.passed < track.goal:
                pod.passed += 1
                race.idle[index // PODS_EACH] = 0

    def _guess(self, rows: list[list[int]]) -> Race:
        """Returns the race after the turn played, by the rivals' orders that explain it best."""
        best, least = self.race, inf
        for orders in GUESSES:
            race = Race()
            assign(race, self.race)
            for index, (kind, thrust) in enumerate(orders, PODS_EACH):
                race.pods[index].heading = radians(rows[index][4])
                give_order(race.pods[index], kind, thrust, True)
            move(race, self.track)
            pods = zip(race.pods, rows, strict=True)
            error = sum(dist((pod.x, pod.y, pod.vx, pod.vy), line[:4]) for pod, line in pods)
            if error < least:
                best, least = race, error
        return best

    def obey(self, orders: list[Order]) -> None:
        """Gives the own pods their orders."""
        most = MAX_TURN if self.race.turn else pi
        for pod, order in zip(self.race.pods, orders, strict=False):
            turn = angle_to(pod, order.x, order.y)
            pod.heading += min(max(turn, -most), most)
            give_order(pod, order.kind, float(order.thrust), True)
        begin_turn(self.race)


def angle_to(pod: Pod, x: float, y: float) -> float:
    """Returns the smallest turn, in radians, from the pod's heading to the point (x, y)."""
    return remainder(atan2(y - pod.y, x - pod.x) - pod.heading, FULL_CIRCLE)


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


# ==== bots/csb/pilot.py ====
"""The base of all bots for Coders Strike Back: it reads the race and writes two orders."""

from typing import Any

DRIFT_TURNS = 3.0  # by which the fallback aims short of the checkpoint
BOOST_SLACK = 0.1  # radians off the checkpoint
DICE_A_MATCH = 1000  # more than a match has turns
OWN = range(PODS_EACH)  # a bot sees itself as player 0


class Pilot(Searcher[Any]):
    """Plays as player 0 of its own view of the race; `answer` searches."""

    turn_ms = 75.0

    def __init__(self, params: Params, engines: Engines[Any]) -> None:
        super().__init__(params, engines)
        self.setting = Setting()
        assign(self.setting.params, params)
        self._enter(make_track([(0, 0), (9000, 0)]))
        for index, pod in enumerate(self.known.race.pods):
            pod.y = 2.0 * CONTACT * index

    def read_start(self, reader: LineReader) -> None:
        self._enter(read_track(reader))

    def _enter(self, track: Track) -> None:
        assign(self.setting.track, track)
        self.known = Known(track)

    def read_turn(self, reader: LineReader) -> None:
        self.known.observe(read_turn(reader, self.setting.track))

    def load(self, engine: Any) -> None:
        """Loads the race and its dice."""
        race = self.known.race
        assign_roles(race, self.setting)
        engine.load("race", race)
        engine.load("setting", self.setting)
        engine.load("dice", make_dice(self.seed * DICE_A_MATCH + race.turn))

    def _order(self, index: int, number: int) -> Order:
        """Returns the order for a move; full thrust straight ahead may become the boost."""
        move, pod = MOVES[number], self.known.race.pods[index]
        heading = pod.heading + float(move.turn) * MAX_TURN
        x = round(pod.x + AIM_DISTANCE * cos(heading))
        y = round(pod.y + AIM_DISTANCE * sin(heading))
        kind = SHIELD if number == SHIELD_MOVE else THRUST
        if number == 0 and self._is_boost_worth_it(index):
            kind = BOOST
        return Order(x, y, kind, round(move.thrust))

    def _is_boost_worth_it(self, index: int) -> bool:
        """Returns True for a runner with a long straight way ahead."""
        pod, setting = self.known.race.pods[index], self.setting
        x, y = setting.track.x[pod.passed], setting.track.y[pod.passed]
        return (
            index == setting.runner[0]
            and not pod.boosted
            and pod.shield == 0
            and abs(angle_to(pod, x, y)) < BOOST_SLACK
            and dist((x, y), (pod.x, pod.y)) > setting.params.boost_distance
        )

    def fallback(self) -> list[str]:
        """Steers both pods to their checkpoints, against the drift, at half thrust."""
        orders, track = [], self.setting.track
        for pod in self.known.race.pods[:PODS_EACH]:
            x = round(track.x[pod.passed] - DRIFT_TURNS * pod.vx)
            y = round(track.y[pod.passed] - DRIFT_TURNS * pod.vy)
            orders.append(Order(x, y, THRUST, 100))
        return self._play(orders)

    def _play(self, orders: list[Order]) -> list[str]:
        """Returns the orders as lines."""
        self.known.obey(orders)
        return [format_order(order) for order in orders]


# ==== bots/csb/rating.py ====
"""Moves, roles, and the value of a race to each pod.

A player's runner is its leading pod, the other its blocker.
"""

from collections.abc import Callable

WAYS = 32  # of a pod to head; no search looks 16 turns ahead


class Move(NamedTuple):
    """A pod's possible order in a turn."""

    turn: int  # steps clockwise
    thrust: float  # 0..MAX_THRUST
    name: str


MOVES = (
    Move(0, MAX_THRUST, "full"),
    Move(-1, MAX_THRUST, "full left"),
    Move(1, MAX_THRUST, "full right"),
    Move(0, 0.0, "coast"),
    Move(-1, 0.0, "coast left"),
    Move(1, 0.0, "coast right"),
    Move(0, 0.0, "shield"),
)
SHIELD_MOVE = len(MOVES) - 1
TURNS = tuple(move.turn for move in MOVES)
THRUSTS = tuple(move.thrust for move in MOVES)


@record
class Setting:
    """The fixed part of a search.

    runner, blocker: by player
    urgent: by player, True if its blocker runs, too
    orders: of a plan's turn
    """

    track: Track
    params: Params
    runner: Numbers[int] = numbers(int, PLAYERS)
    blocker: Numbers[int] = numbers(int, PLAYERS)
    urgent: Numbers[bool] = numbers(bool, PLAYERS)
    base: int  # checkpoints that the leader has passed
    now: int  # turn at the start
    cosine: Numbers[float] = numbers(float, PODS * WAYS)  # by pod and way that it heads
    sine: Numbers[float] = numbers(float, PODS * WAYS)
    orders: Numbers[int] = numbers(int, PODS)


@record
class World:
    """A race in the search. way[i]: the heading of pod i, as an index of cosine and sine; not
    `heading`
    """

    race: Race
    way: Numbers[int] = numbers(int, PODS)


@kernel
def set_out(world: World, setting: Setting, race: Race) -> None:
    """Begins a search's world with a race, and fills the tables of the pods' possible headings."""
    assign(world.race, race)
    depth = setting.params.depth
    for index in range(PODS):
        middle = index * WAYS + WAYS // 2
        world.way[index] = middle
        for steps in range(-depth, depth + 1):
            heading = race.pods[index].heading + float(steps) * MAX_TURN
            setting.cosine[middle + steps] = cos(heading)
            setting.sine[middle + steps] = sin(heading)


@kernel
def count_moves(world: World, setting: Setting, index: int) -> int:
    """Returns the number of a pod's moves. SHIELD_MOVE is one only in the first turn, if a rival is
    near.
    """
    race = world.race
    if race.turn > setting.now:
        return SHIELD_MOVE
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
            return SHIELD_MOVE + 1
    return SHIELD_MOVE


@kernel
def play(world: World, setting: Setting, moves: Numbers[int]) -> None:
    """Plays a turn in which pod i plays moves[i]."""
    for index in each(PODS):
        choice = moves[index]
        way = world.way[index] + TURNS[choice]
        world.way[index] = way
        pod = world.race.pods[index]
        if choice == SHIELD_MOVE:
            pod.shield = SHIELD_TURNS
        elif pod.shield == 0:
            x = setting.cosine[way] * THRUSTS[choice]
            y = setting.sine[way] * THRUSTS[choice]
            pod.vx += x
            pod.vy += y
    move(world.race, setting.track)


@kernel
def guard(world: World, setting: Setting, player: int) -> float:
    """Returns the value of the place of a player's blocker, in points."""
    index = setting.blocker[player]
    pod = world.race.pods[index]
    target = world.race.pods[setting.runner[1 - player]]
    way = world.way[index]
    params = setting.params
    track = setting.track
    dx = target.x + params.ahead * (track.x[target.passed] - target.x) - pod.x
    dy = target.y + params.ahead * (track.y[target.passed] - target.y) - pod.y
    fx = target.x - pod.x
    fy = target.y - pod.y
    facing = (fx * setting.cosine[way] + fy * setting.sine[way]) / (sqrt(fx * fx + fy * fy) + 1.0)
    return params.aim * facing - sqrt(dx * dx + dy * dy)


def rate_by(progress: Callable[..., float]) -> Callable[[World, Setting, Numbers[float]], None]:
    """Returns the kernel rate(world, setting, scores), with `progress` as the value of a runner."""

    @kernel
    def rate(world: World, setting: Setting, scores: Numbers[float]) -> None:
        """Writes each pod's score: runners race and evade, blockers hinder the rival's runner."""
        params = setting.params
        gain = numbers(float, PLAYERS)
        place = numbers(float, PLAYERS)
        for player in range(PLAYERS):
            gain[player] = progress(world, setting, setting.runner[player])
            if not setting.urgent[player]:
                place[player] = guard(world, setting, player)
        for player in range(PLAYERS):
            own = gain[player] - params.evade * place[1 - player]
            rival = gain[1 - player]
            index = setting.blocker[player]
            if setting.urgent[player]:
                scores[index] = progress(world, setting, index)
            else:
                scores[index] = place[player] - params.hinder * rival
            scores[setting.runner[player]] = own - params.rival * rival

    return rate


def assign_roles(race: Race, setting: Setting) -> None:
    """Sets the roles for a search from `race`."""
    for player in range(PLAYERS):
        own = range(player * PODS_EACH, (player + 1) * PODS_EACH)
        order = sorted(own, key=lambda pod: -standing(race.pods[pod], setting.track))
        setting.runner[player], setting.blocker[player] = order
        setting.urgent[player] = race.idle[player] >= setting.params.panic
    setting.now = race.turn
    setting.base = max(race.pods[runner].passed for runner in setting.runner)


def standing(pod: Pod, track: Track) -> float:
    """Returns a pod's progress: 100,000 times `passed`, minus the distance to the next checkpoint
    in units of the map. Higher is farther.
    """
    left = dist((track.x[pod.passed], track.y[pod.passed]), (pod.x, pod.y))
    return float(pod.passed) * 100000.0 - left


# ==== bots/csb/policy.py ====
"""The inputs of a pod's network from the track, and the orders that it may give.

Inputs are in the pod's own frame: forward along its heading, and to its right. Inputs from the
other pods: policy_pairs.py.
"""

TOP = 255.0  # an input at the end of its range
AHEAD = 3  # checkpoints that it sees
EACH = 11  # inputs of each
POLICY_OWN = 12  # inputs of the pod itself
INPUTS = POLICY_OWN + AHEAD * EACH

# A move: a turn in shares of MAX_TURN, clockwise, the kind of order, and its thrust. BOOST is full
# thrust once it is spent.
POLICY_TURNS = (0.0, -1.0, 1.0, -0.5, 0.5, -1.0, 1.0, 0.0, 0.0, 0.0)
KINDS = (*[THRUST] * 7, BOOST, THRUST, SHIELD)
POLICY_THRUSTS = (*[MAX_THRUST] * 5, 0.0, 0.0, MAX_THRUST, 0.0, 0.0)
POLICY_MOVES = 8  # of a pod alone: the last two are for pods that meet others
GLIDE = 1.0 / (1.0 - FRICTION)  # turns of its speed that a pod without thrust goes on


@kernel
def share(value: float, most: float) -> int:
    """Returns an input: value
    most, cut to -1..1, times TOP.
    """
    return round(min(max(value / most, -1.0), 1.0) * TOP)


@kernel
def observe_pod(pod: Pod, track: Track, inputs: Numbers[int]) -> None:
    """Writes a pod's inputs from the track."""
    ahead_x = cos(pod.heading)
    ahead_y = sin(pod.heading)
    forward = pod.vx * ahead_x + pod.vy * ahead_y
    right = pod.vy * ahead_x - pod.vx * ahead_y
    inputs[0] = share(forward, 1200.0)
    inputs[1] = share(right, 1200.0)
    inputs[2] = share(forward, 300.0)
    inputs[3] = share(right, 300.0)
    inputs[4] = share(sqrt(pod.vx * pod.vx + pod.vy * pod.vy), 1200.0)
    inputs[5] = share(float(int(not pod.boosted)), 2.0)
    inputs[6] = share(float(int(pod.passed == track.goal)), 2.0)
    inputs[7] = share(float(int(pod.passed + 1 == track.goal)), 2.0)
    x = pod.x
    y = pod.y
    place = POLICY_OWN
    for step in range(AHEAD):
        entry = pod.passed + step
        if entry > track.goal:  # beyond the goal the track goes on
            entry -= track.count
        dx = track.x[entry] - pod.x
        dy = track.y[entry] - pod.y
        distance = sqrt(dx * dx + dy * dy) + 1.0
        along = dx * ahead_x + dy * ahead_y
        aside = dy * ahead_x - dx * ahead_y
        inputs[place] = share(along, 16000.0)
        inputs[place + 1] = share(aside, 16000.0)
        inputs[place + 2] = share(along, 4000.0)
        inputs[place + 3] = share(aside, 4000.0)
        inputs[place + 4] = share(along, 1200.0)
        inputs[place + 5] = share(aside, 1200.0)
        inputs[place + 6] = share(along, distance)
        inputs[place + 7] = share(aside, distance)
        inputs[place + 8] = share(distance, 16000.0)
        leg_x = track.x[entry] - x
        leg_y = track.y[entry] - y
        leg = sqrt(leg_x * leg_x + leg_y * leg_y) + 1.0
        inputs[place + 9] = share(leg_x * ahead_x + leg_y * ahead_y, leg)
        inputs[place + 10] = share(leg_y * ahead_x - leg_x * ahead_y, leg)
        if step == 0:  # where it goes without thrust, against the checkpoint
            beyond = distance - GLIDE * (dx * pod.vx + dy * pod.vy) / distance
            across = GLIDE * (dx * pod.vy - dy * pod.vx) / distance
            inputs[8] = share(beyond, 6000.0)
            inputs[9] = share(across, 6000.0)
            inputs[10] = share(beyond, 1200.0)
            inputs[11] = share(across, 1200.0)
        x = track.x[entry]
        y = track.y[entry]
        place += EACH


@kernel
def steer(pod: Pod, turn: float, kind: int, thrust: float, is_first: bool) -> None:
    """Turns a pod by `turn` radians and gives it its order, as the referee does with its line."""
    heading = pod.heading + turn
    x = float(round(pod.x + AIM_DISTANCE * cos(heading)))
    y = float(round(pod.y + AIM_DISTANCE * sin(heading)))
    turn_toward(pod, x, y, is_first)
    give_order(pod, kind, thrust, True)


@kernel
def obey(pod: Pod, move: int, is_first: bool) -> None:
    """Gives a pod the order of a move."""
    steer(pod, POLICY_TURNS[move] * MAX_TURN, KINDS[move], POLICY_THRUSTS[move], is_first)


def order_of(pod: Pod, move: int) -> Order:
    """Returns the order of a move. The referee's pod then moves as `obey` makes it move."""
    heading = pod.heading + POLICY_TURNS[move] * MAX_TURN
    x = round(pod.x + AIM_DISTANCE * cos(heading))
    y = round(pod.y + AIM_DISTANCE * sin(heading))
    return Order(x, y, KINDS[move], round(POLICY_THRUSTS[move]))


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


# ==== bots/csb/bot_policy.py ====
"""The Coders Strike Back bot by a policy alone: a network drives each pod by itself.

`train policy csb --apply` writes its weights.
"""

import json
from collections.abc import Mapping

LEGAL = [True] * POLICY_MOVES


class PolicyBot(Pilot):
    """Plays the network's likeliest move of each own pod."""

    def __init__(self, params: Params) -> None:
        self.policy = Policy(WEIGHTS)
        super().__init__(params, Engines(Setting))

    def answer(self, deadline: Deadline) -> list[str]:
        orders = []
        for index in OWN:
            pod = self.known.race.pods[index]
            inputs = [0] * INPUTS
            observe_pod(pod, self.setting.track, inputs)
            orders.append(order_of(pod, self.policy.best(inputs, LEGAL)))
        self.search_ms = (deadline.now() - deadline.started) * 1000.0
        return self._play(orders)

    def stats(self) -> Mapping[str, Stat]:
        return {"search_ms": round(self.search_ms, 3)}

    def explain(self) -> str:
        return json.dumps({"turn": self.known.race.turn - 1})


def main() -> None:
    """Plays on stdin and stdout."""
    run(PolicyBot(Params()))


# ==== bots/csb/steering.py ====
"""Turns a pod of Coders Strike Back by an order, equal to the referee bit for bit, as kernels.

A search turns its pods by tables (rating.py).
"""

from math import fmod


@kernel
def steering_angle_to(pod: Pod, x: float, y: float) -> float:
    """Returns the smallest turn, -pi..pi, from the pod's heading to the point (x, y)."""
    wanted = java_atan2(y - pod.y, x - pod.x)
    turn = fmod(wanted - pod.heading, FULL_CIRCLE)
    return fmod(2.0 * turn, FULL_CIRCLE) - turn


@kernel
def turn_toward(pod: Pod, x: float, y: float, is_first: bool) -> None:
    """Turns the pod toward (x, y), by at most 18 degrees except in turn 1. (x, y) is not its own
    place.
    """
    turn = steering_angle_to(pod, x, y)
    if turn >= MAX_TURN and not is_first:
        pod.heading += MAX_TURN
    elif turn <= -MAX_TURN and not is_first:
        pod.heading -= MAX_TURN
    else:
        pod.heading = java_atan2(y - pod.y, x - pod.x)


# ==== bots/csb/weights.py ====
"""The weights of the network, as `train policy csb --apply` wrote them.

Lines `name value`, then the numbers in base 85: common/nets/text.py decodes them.
"""

WEIGHTS = """
bits 8 8 8 14 22
scale 1.0
count 2880 4096 512 136 136
crc 3563759895
command train policy csb
samples 20021248
seed 1
date 2026-11-29
sizes 45 64 64 8

wT+rf!*eN+Phxg{K#xSYnx>7EQF79A0yBYdu7t%mr011#SyZ@*LT^}cu$MB3MXHSgtvPZxhgN$(sDg-ac}<FdJA|NxakGD&O;@&nos?r`iji!SnSG_BXK=Pb?1+Q!f2_Bd>3o|5{&ll)Q@_Wleto2m*GW08!%1dpjD%pJU~yAyae#JTdjex&d~t$kcyNw*affMjf^dy~hkky8oQcMpa*&dEhKhW3XLWmoo{4wBuzDs!f02Kgy#jqEnR1V1^1gwdZE}s0la7C&i)4tXV}5{rc9?!}bb1e|Gj@`9R3Am-Ok7$@yk@{x{!U)2nS)@Ds!d&$d!v|!eXe|jp?HI;rDAk*Zi#q#^Z##;if(j+gr$yxcXVKdagSJhgNB@cd~a)&dxx%ogpzxGb9Qf-ADTGL)B|ZtId(o=imm^uxJ9pIpS~ugID2+Vd1^UbXNhxTs+`Mjd4qdbz-Mk#rr!?%YedF0ThMEamfd5-f~drMeS~eQYGj<na+7jeqjge_dVP0<R*|!ar%6}=JE?EAt*5{4Xt+hAfWNqNc%_PGrk-Do-eP21i)EU|r>aVcuX(t5adum3qjsO){+FJ*R;z!ChGujkYi4`CYQmy}TAbc=#(<T5a#nqptci%Fb!udyYyXW!J+yC)iJpn1#$A3`dZCOuh-_+?xPoStcXL=#bAfbAf1O~adX0I7e6ImQc8N}UXhD>WkcftPbe4UBjfaYfYgmTToRoHLc7%q0fOxEMhnHnOYI<=3Om235hI!3pp^>qGiL7#XfUKi{cX4sUlaYyYzI11anxvVRfoXxNb$Ww^907oKhJt;$iE4Updz5*1XO<_0S$w5)ZhL@&ZqSX8dxU_AiG-Y(a-VOomvsW$e9CO9fO}G$d6RO{bZHlDWSc&QVwP$@a;IORgn@vYZHa7XwflO;f0lehoz}dPXKiF)mJf*nO-EW!qI#)#UusU2x`mBvXfmR^YL#YdWTSndb!~+KI7xF<hEID`d3%J0WpsOjXPRkfi-?7LTwj@jbar)qcz}tEoq&6SfPsRB0UvvPfq!j-etm*}f_!^(hEZy8hk<>Dc4vW!v!IB9e|v;~s)mDyXOoS5;{hUyb9;8hv!<h8jD(f1k78w+cyoGwj-sc6b&iI8SAwc^e~o^CX@G!ze2D>YY=3`*WpjRmfqi<4Xnu#7hLMPWeSCSRg@S@=f{1~Be}#d5da;M9iKRsNgQ$krV7@SrJ#KhIkZeY3j)QNQa&V@kski@XY;B!?dbMwNYkI-OhNh0W0WEXBhOB6zKv20qaBWeZK3!B=o~CYyrhZw4c!Y|Ni*tU4xrTp*m3Dr7mH{Pif_r{*m41JCdWwE)e1n#JhKYN4kcFFqZEcKxf^m6!aF%|5e?)g+n~DNJJ%4V0WQ<mwbB&;FWrTcjs&AKrmUO6&ew}B7jFOCDdV!9BdybWfj)a&2UU7<ZglcJPaB6&oiEx69lys4WXn2QcqmOT5hl+fGh=6^Jfp<`&bVIwe1U;jR(K7J^lu^7_kVCMJWrviaUW9#_dwE2IjiYghorj%Ire=a^ea=Opo&zMSiE&Jr>e={eu0bW6dM~h9hlPNFWu&E_Gc$dbhKF%juBM)qsd{Q_mZ<?Vc$%AkfLp3MhnIMHqfKajp;xk@t%;Csh?ZzwfrpHci&cknd5VyLe}IYqqJw&ae}#R7gMxo|fo*|!m56nNfqs8|et?8>c5-%we}{*SiiTcmn1EoD0vn`io5-;|YEq71iFwaJl!l{_q<X7WwRwq-OkRP3a-MW-lYfJDZ-=08i_8CVmyvLEorGhRdwq6njDvfNh+lYkj);Plaf5btgNBKCc6o4!hhKz=f`1VKf{}xLf{%8BkBE7JlX7&OZiaV%gNAdPdx%1!a)f?*goJ&0h=^aFOm})kzE=TaEkKc9(xmmttwm&YnxB)3mUwEjl!9TCW1)6@hHGVkZlH^8WwohewPgN)mAcBSzj2U+kD0HXwv?(*kAj7OnR!2_wtReXW{rtsi=2jkkau}*ivd!GihYE3Yj}Zmhizn?m3wi!
hKzrHi;i!5h<j#+etCL)fRKHHZ_lZX#h~-+Sm<2ibA?7n?l6H~0cb~E$a#N#p4eZHT6KVBijH`Fhi+q)ZhM7sLqLXmR==0Bc8z|;{-(9X$$6`Pogr#9gj0-LZ$SroeKTZrtJQ3gnY4U$du)820$X^@qQOFfh-P+nXB$6<XOo<MY<+7{jkB3;e}r{vhK7lgM2dQtR+)E*M<xQjk8ozBWuRxeaC(q@e6Wj)kCKOvbbO(uZHaxCb9R$zj<0)Tj(D4Leup0dgpQew<LGR&q`riRlc15se|wpNcy4=&cXVBOij9_Teu|c6e=|!>Wq_FkR<y4Yjc5L{+jiUKh<cJSiJFS7K!TNpV*b)*oV96PaBOWsdt_Qqjz?LkK|ddDA+Tz{iB*?&h+6`QLrzYvk9L)6@jg-au#jJpdvJz)vW7jHshe|alN14*ifenzK!sP3U5sw2wTzL5mzjffiG8nqr*d+QhJcf7Y-5dbik5kNjIaVCQ+$SrUubGscWs)AU6XEvfRAl(dX`_5x{Zj2hOK#ySC6TFdt7*igo<ka)ti2Yb%K$VgoA*PX{M5dpm3R;fO3X`lzVBPcXfh+i-LK4eSlSBUUh790SBCXaI$E)Uzbtdi=uMAhI7J*gomHOy0)HZLNIA#xTSiKr&xS@jf|bEtN~R+c4T5>c}87*WQ>zoaDQiKa*m8me`$({PH=j9bAF3<e}t!yf|hQ6mbQj*0!)A^nW%SYbF{;1TZ5(?(QmMsGJiTtPFO>Zf?uI_eukEPf{lWKc!`7oXmoaiiHnJTiid!Ie}#~LY<quwet~m)iGP8Afqs92fPQ<3g@Sy4Z)tSA0%me>iFH_mZ;Fb(ot0s5e0Mx_YkY!mTb_%9ott>LZ=9BuV~L}RiiU)Rrv?FAQ-o`6m2`fEj%<Q+V}E?De1me7ae9=6WtCijag=w9fr5igr;~h`hlKv3ft<eLd9-$LWw9J{Phkvc$ZpS^bB}yyiB0c~cVlmOV}pqqyN$<fz_5t?{#|iWfma!COR#Q~j#i6^ccpo9nOkU@SgBWUgR7WoYIJ!{ev^m!y8W4wnqD^ievlnuI~rnAiKrLY5Ld)^mTZ3?Upje;ZKqp;yMHJ|k(-JC6nBxZyBKX@1yK-zpgZY#`D=<IW5bY~#-wqzTbe3<kcCk)$)R$eQ<=t>a(Iz$eVqTZf0v4vXnvT8m6C>&f`Er~d7PGhf`puVo_2hNe{O<xdz)%_k%NhdZ;OQg<&$lJh<bj1dx3_8cX)h}i*$r|gMV{?hJAgCq=JTvigIv@cxJ|sdWvF+CsXKhhJNAW#GZtcfUW;sr$8}9K6WOhPI*CBgkNy6ltDFqK$eYVlzxGPhyhi8f`)*1t#OKfgMx*8eTaT!duoq;ihP2Tc6@<wh=zTRfuVqXpQM1BpTz>2H>ORuJ6T{tg=SEiXkD3vnsa7sHa>WmVuO=ugOrz#slA|thG9USBEx1e6iV7&reKyZJ`$sSNdbAcf{8JKx5pZsWr3u&tZtbvvYN40SkZlCT!3hT0#>|nevq$VnTT^?n~{!;k9BKvo{xuVY@vg3b4q1>dv<f0jgVHUv7^JDlmcZNcS&wiW?p)Gkd{jqbfGC&ZDDs}d3I7zP;zFnb5o6Vf~ARyu!44?$&0cZGH&ImbYp}@!tG>JCBe&CuaGjL#*#ggmB%xN{(p%iJ&~q$n;Hy+PGz=ap<U0Sk4JVjqnSsujZ4^OW|EPGo^hCNly+B&ghGIGKDC{C0kw>goWhZ}m5!W-mzR}>Ty4FJoq&D5b47TNZ-Vi)hHXDU&opb?cvzcvt151=c9vjDXP2PGGXj)^qEUV+tfSk5n2msIk7wy`frWE(hRAJ%WT>D_M01aVP@h<0X@t{vvTuEQZ@!U#ZvJ?)pjDL9f`)EnLa35<f1GWB&}?~pt5QL1iKsedUxti;!=B_}nw^wtn4W^RwMle>e~hz#ZH`ZEo0#=&Zg-tmrmG{HVQkD=Fr%9*Zdh!No0PA=Xy|WkfSMy9$OSAkH(Zb1jBWuxzL!u`MTvQlbf|xqks+0z
gQi2bB$RD@yP3MNVu0zPYns9Cqf5U3U{qXFb4ZYUlzw7^f;+9Ehh?mViCd$&cp8eSaEzpEJ5H^ynt8SypEiKg!A(*$d5c$ry>x1&b2pWr{-|b|Q<<rVc%Q;-OJ<R6rb}nBf0wM8jI(`)X=!YWQGRYap1DVvf@z3sQhsD@uA^**Rg^%cdxhV1X^DQRwUU3^u8Om^zOm6S|9^`8cZ7aBmRojljFXOsf0mC_Rd!{SFNI5iXEb$pl1Pn?YJ<4rD}StkdXuXjyLqW}l((Y7Fp{u>n`=Rom5pnfr&nN)b5{bLo<~XE%5XlOhHC1PbChF|mxNE+h+&O{gHVfN0&}UNRD+{l<cKs&9kJoLf|7wiiB`wFB4SOWt%bXCt2KMaaF8&1bF6-7jX$4HErxwK(2!QhM*@(bxLhiQdB0w1xp%~<r8bzBbBJY>Wsr$Xt}2{Xjcsttuu^)HhAl_2p=5sUTbf~wWuc;*v0ge^tUGdzUjc4xyrzH6jGI!2r-5iMnT)1hgfrWbBdk(tA$WJML~?mDu&k7GW;IiuqFJ+=rmdHHr0B4#R6|d{zGXbP!T)4rYo%(zyOo-Tt9^ojSId)fg=Ttyoq%tyrXOI7jgo70hNFRbewm+pig%+$U%#`4gGY8{eXxIsO{h~*Z*z@um7V@shJJl6aG~H>l%-^`G_G@QapHoRmt(YomL;lqoM@G1dVf_@kfXNUY&}k>r6PN3mZgMsm1T~Ax1Dong_k*jY_nopU38sjaaVn)EF^!nh#i1Hs-lzsiDylasx_B(ioJ|hi$`~me@K~fj<cwgo7rP-e-e?Sl*O&UX?|LItB{0ow5oQao;kAeuS#34XtRumrbKupinEusx=%j3fs34AjbpWUUjCn8YhDskTq)MnnvtY)zHe}BcfK@ww?vq;P<wH9pkY{Vo?aA#U30EjOIdb)*_S_b0f~!Whg^P0Y{h{)hGDF7jc;e1iH^L=WWFU%qpLG6CE{dw^n$CWjEjguv*^MkQFH&4m~etggh-1&rLVnqxJaCblzzsFcVUxozI3sni)pxwo{xrmhpI{NL;|08#8_}TbAno2UvFW;zz=4hiqE)xJ&%ohx?!_^f;qOMiCeR^Eu2By?TvKgvUYTZi>%o~Q-@HMd1-*BTyunO!HSDhSB_Jw+;WPkfIoh%vW0<Vd9D6~jER_ZvoCXDcyn6KW<q<rV_;>#Yni8gh_$PQkBwKMri`e&b8fYikEU<3U0$&ipG3MU^q`ncd$7~md7z1USpk=fgeGgU#gxo(T5yVRemfh}z>&+`iN&drS4>*Ayi#zxzq^r9lKzF(pm@ZdcYSG0Bfp+$NkGF`n2i`~Zdr<JV&glaZelKeeUpn`NuPu3&_1cFK53cMNrf(&g3gVdez}uNXhpYYok?V~c0DnCB5p)1dSqObq=|$>WA$9iM8<QY#*A~aCTWO6>&3B#SY>8#rkz@p$p34a)S$|4!O%afUUWfiwU>%!vU-UkF2a(+tQlZN_lt{zsx@%9-iUq2X~1cglZ^kYv~Gt}z^I|d*BBg!GgRP5Y}JQ7tHFvvl7X|NzX6qP%vfQZgQCVhrAVl{e@aHaqAQ#vt-CyEl}6ia&~>MoTN-_vWut1)y&4huHHf)5q3Szn*m77_GVN=zsdwD-W=dd`y}8o0nUIf##GGT1f+<p2p}l1&d4c|TVL*CJbYfkIsH1qCXN`rmM4@4VyNiv~wlZt}+oP7bdrpvJpHg&=Vt;(Aa(?TsV!xI_nj@k>uq%MOdSt<`U_pQ4z*Un!ah*r0MtF#zy^pelFKEV<n<>FsFym*F*-6B8ePqyOoYstghtKGXs-RzQ%b>urb8a_Hl#6zWctDd<tSc#ef|{SBYF4J5Zmyo0p8r~#h)yuemu`hcNTp*(uWhV$o`kwii|XRxSlD5hzcN6v#GMeOI%1ZnolroBwz-)9wu8fLK&YF)NGD~u&P|oweFBo7g>H~NY|)!TZZ&a)?p&ETgnhfynWu@F%13~pWDAs_mTrtxSs}7<T8g9Bj&*5~sgA#Xjzv+7n~rd<
Cxm>ofl#KKkiT$lj+Bt9Z!3v(Y;iPbcwCpgf0=xOb7!B8U&C>Oe}|EQi>O>=iDS4hfmKX_l(zqMTY$7&Wr=HsVvE|8uxQ?)T!xf<RJ=P)dTxV}ac8EW!6mqPip*_qHGu(^O3G$nc1Wd-zG{kUxPppyf@ot|v2sX#bXt+1XpD4|es+b7K89d{qo$LCcVLQG0ZDVAb#94rYIcf4ePm&3ifx6HhMS*%QDS(Pg?fpKf?T4DgLGno8c~^Gk2ZFSlcHphiA8pkQ+HzijYv?ARynWtS*8zuzB1m7f_Px7&((yeXxk|hf1*!}XMkK|maV^&uZOB*!+$hpT)Mo$q+@;Wd23OK!*Fm{S;??Wg1eAxgqeo;X_$MfumP1|ewCm}ieVCfdV!sgvRaO-a(+91Lw|c9{+*?SJeHvSliz5vrfQRUF50JCjCF{NwoPeVa2QlbtD-q#j+m+JQrWg|S7MGugm2TA?NURnZd;iqFNuL*ahf}pj=OJmzn=c%Ad<71yhnjzq{G6HaDroxikY{)q$nV@a#pgnb7N37hmNCuc%qcLuu^q1yijCqYOF`7aCr6je3)7Sky%c=l&-FIQ*V20*$_;%pQv=Nn2kw>n@PHjSB|IH#MoiLp;NPybDyzMbvjjbihN&%VQG^m!P}NHZlZ0LzLK54V>n`ck*;y3TzBDxm~obAv0;r|O?^j=jHAp+sgQPApF~}N$7PD5t8r2PnR<7lgO4}NcWU~Mt32^PTAA6WZX#^6d;w-l3aoq^IVQno_~o%^fF{URkvDsnm2umhTgGBIJzjT?L|Y96lGhdrF@d-tZ+~%kw}W+vjf8$zzIU#YzkL6^@UWb#f}NpljVzOxn2LbaNv2_wkdSq?oEmqJbdZIaHcftXenWR&c6q6wUQ>$}Z_Qq`a&pFUS5%=u{>+4kkZ;pQcdTq<kSC#x$F3qskT1J?i+Q9mfIO{w-mk2cc^r(jqHlM5ilk|agNlRDaxBt>$!Lar#><B(XmPu)mJt!F>S3m#qL#vQgo0~zSz5rKy#9t^=(>`HTE4o3Re^_uk~M34N_ByD(g?Ae+IfrAu4!d?fo|%a(x?Bph<0?0Q!ln@-H1YGh@(iksE%u0!ID|Hpj@l<XjXc~!JldhgHwyuv7Fqwngz|6tO998NVPq<p>M56Zyj%}uh+)2CbN8wpc${2a0R)Sgiwn$o0EN^pktQyhn|L2bm*QA*mR+1l55|gai^KZqj^kWtgW44+li@HTLRwMg_^9dmt6l#G?6Wrfu@fhV8UP~m9Hj&WUtpxx1^|JheUp^hljmPe6oirt&nqJeX@v?%6XEZMaz9x*r!%mtC#<FfNyS6ks)?qn2=amtiObHjyIEIeTGk^j+$Mov2~ida)C!@iff3bfrD(exmrbJox`(A(Y>pQHkr+=&YE+Dv%#yCk{zX0sgr-sWsc#l{&IV8hGKDbY}%5iuv?~IXBM{Zb&RrFud|qclzCWuJ+5$=cWQl{LL`r8hg(_2z;R#432dji%FOlwRg*TatZ0F7*RpVTV3mk+ubUo`)NIjoUz=J}x8FK#RsU<U%6yKKSc_&%F|mD$pmu1Uq;hv~rA>%&%eYZrb)U&uqPN)JQf+5;h{LCIhd42f(NUeGsLoF(F1~@^aZP|^PoM#Bc5sY*M_aI~f<Hlvg}k1=p5BP5de)J6nek}WjLUIvc)D^`IZ$|Wvf^G+ysWHdTh6UcxpaU7XvWxdhCqCPlfGDkK$ghGb}Y`SoN9imt!GQ1U#?G>)3C{XF+6}wUBGsH-h%(heMW9~-dME*b5v1#f54rAcauu9rIV1OsM}^*i~g~kgoK2M$BABNnn;q2v#V#AGGCs1dwGSTY*uqfcX6H0q&Fj<ijA_gjf7}YR2iLVabS;Ea<sOIhnioIrG%%1pw()*L;0V6zZ8dVgIs2->wJTox13GtiHW!VYlV*6Pr`1`C{CMCO?a8cz_>zHhOuU*nqjJ^Wsa<AQl77wZD>xAhH#O9r*~kIakQR98>wWrgRjhMQ;~yUezl>asas0_l$5)gS8#=6
^TJj#EyRhF$zHt3mrGkrOa`=)S8Py9;B;W%NOg-`w#!h1A?rVn>$H-RVr|L|nTF7~rdCp^y13JkkYsxTbQ+SBpP|=Neceo0eF|%Lp>=hH&ybPZ0m@niow25gmr$>kdTU%veNG^N!+1~bT)yt`a-Hypf?HWv;7p9@m!yn-b=!@Yn`X&oQCEdUm;T_VkE+*Tk7t93LpYRjfvHBoh(f4*gioH8bz+IIUb>`m=z4|7XKs*gfqOZ|msFugd6%I_LCvC^yI7<;w5*tGn3Dc%IZb+Bt~lIvs4!Kji-Eg?MSpI2nTB1>Zl)c1fR(ajU2LzWzGhW>%&(VZz@mV%uwJIeDN$27vEHgqWz(~Jn^s^`jewDnl74Pc|8$eBcrAcvX)tWE)QFRuO@`gZR%DoUxr$zqlZlCfcXEPiFm>N+R-9{(pa1DsXPU;lWVdxsa(8!Hyfzl6-IsM*k%OdT;5Sv7!lYzrtA&!Kd~8i;zL{;Hi<_9O0%?Awh-;>#Za{o;b=c3IT4KsukXNEsM>#>Oy|7_zsJ4n~ern8=L~DSri>;r*O+RhAkW_2%By4Pq!>((^da}i3sH{AxjkxlOZlM34afoYtY*dPzb_jN#!mxdUc7DN(tDU@XdtAm0y}rNgh8SJWS#+GI$h~QXbCG+bg@BQzZ=P|NS&Ef&QioAjdNf*eer)E?GJHr$TIesUQ@&=DO>F;V#V&H=nT)2eG9f5LZl;PtF{_PMa(kb2goKoYUUG?mbXlK?Sx9|{MRSFFXK{#Ydvlq9iI{M4W{i7`gLa03iic2#k$9GUbA@_;eNt&$RbqQ(LyMF(a(%3Lm~)|^S%iCdHiw>@n}K{vSAm&<m5p$DiFR-~bB%bTmUeiGsc~(CXh>#uK#(aSmt&WSUvy!Fj$@OOc7$JtO++v+l$wN*ZiO9WJ5!IOlyqr%XHJ@tc8h?NWt4?Cac-V|Ihb&fkdvB}j%${cT8Tefjg^+Be}tV`e{Yb9XmpB~Xnd1@U2u<*X^e$&YHx#MkYA8%f|Q77XMt~*gK~9*kbGBtfNF?%VTDyykXL?aXlQR-e0ZCHopF+eT~T#YhjM(3Ra9hsPeOo>XIpq~aZR9eN|bSjWRh}peQl6_c9u+!k%pRjgmZ(3XnRUwfPsgVjG!-SVuM|Fzp9v;Mx%mLu#lU8sn<<Ed8U7wrK$msibkAXtuK?og_cl-gk8E|O<p&PYnq07oSL1bnucy8tVS2Bd6+bJPrXSqnzMU>(X4Gzl#O<rrk`o5Er?KnrecYd$Y!J&WvF;^SbMpAexF~5qeh~jEupcgr=pOGb7_8Od}elXfM{=XXlH(Mm0W6SVRxBiW@ckgg>8I%gL-#+dxR-{U1xJ^VQ*w@d1ZuJVtZL+XlQ0;X-{5wavuE2FcOJ4E5;o7v9N(`R)`YHoq%N1s^%G~k!FACMv9;|<Z_yzDx(J@O?hRSmvCs;2BHprnIZ_v7(SXVXsEV?Ql%SZHW|r=vSHwONH>m{Yv|C(WJ;x3E0<}kLa{KMO*nt<jkqRt7(uSC{a@K<7ixwDp!C=l{)wmIua^&cizQ$*XakCnmtRl#4?d2GA?OG2F^ryIFUUQ5fGp!fs0WIBE8y<f>S2bQU}8uN+J}i{#djrMkB6euI0c%N2BKZK3%-HBp}m+APKOPmF314lfoLIxh)W8B&Yu%l43>Tl;O(dWfqO{+;2QuK1OUbYfM@_<698xn04@Q5R{)?800;#DiUEL=0N@+|s0je30f1EiAT0p64*>oFfHwgk7XX+B03HN@oB$v<00;#D9sz)Z0ANf2hz0<*0)XlOAQu2w1^{{kfJy+M5di200O|pNYXG1R0O$k&!U2Gf03bC0I0XQn0)R>YU}ONO2LQSPfI$FY830HG01g3wy#Qc304N0j3Iu>&03Z(lC<p+O0f2S@ASeJx3jp2%fOY`jAOM&P01g6xkpN&J0B8yTUIKv90N^A5I0yg&0)U_ZpdtXM2>^-$fRg|qBmig!044%}aR4AB04N6l{sDl10N^A5$P5570)Q0(U>yKB2mtN@
fRX@UApn>O0OA3Fm;m4*0O$t*ashyT0AL&ds0siA0)Tb^;3NR}2mrnTfVTi(9{`vO0Nw$BdjQ}k07wY{Vgi7X0H7fNI0yg+0)V0&w`j*L+Hs3^+@c+~XvZzuaf^1`
"""


# ==== common/fdlibm.py ====
PI_REST = 1.2246467991473532e-16
ANGLES = (0.4636476090008061, pi / 4.0, 0.982793723247329, pi / 2.0)
REST = (2.2698777452961687e-17, 3.061616997868383e-17, 1.3903311031230998e-17, PI_REST / 2.0)
STEEP = 73786976294838206464.0
FLAT = 1.862645149230957e-09
@kernel
def java_atan(slope: float) -> float:
    if slope >= STEEP:
        return ANGLES[3] + REST[3]
    if slope < FLAT:
        return slope
    near = -1
    u = slope
    if slope >= 2.4375:
        near = 3
        u = -1.0 / slope
    elif slope >= 1.1875:
        near = 2
        u = (slope - 1.5) / (1.0 + 1.5 * slope)
    elif slope >= 0.6875:
        near = 1
        u = (slope - 1.0) / (slope + 1.0)
    elif slope >= 0.4375:
        near = 0
        u = (2.0 * slope - 1.0) / (2.0 + slope)
    a = u * u
    b = a * a
    s = 0.06661073137387531 + b * (0.049768779946159324 + b * 0.016285820115365782)
    s = a * (0.3333333333333293 + b * (0.14285714272503466 + b * (0.09090887133436507 + b * s)))
    r = -0.0769187620504483 + b * (-0.058335701337905735 - b * 0.036531572744216916)
    r = b * (-0.19999999999876483 + b * (-0.11111110405462356 + b * r))
    if near < 0:
        return u - u * (s + r)
    return ANGLES[near] - ((u * (s + r) - REST[near]) - u)
@kernel
def java_atan2(y: float, x: float) -> float:
    if y == 0.0:
        return y if copysign(1.0, x) > 0.0 else copysign(pi, y)
    if x == 0.0:
        return copysign(pi / 2.0, y)
    angle = java_atan(abs(y / x))
    if x < 0.0:
        angle = pi - (angle - PI_REST)
    return copysign(angle, y)


# ==== common/nets/dense.py ====
import operator
from typing import Protocol, TypeVar
TOGETHER = 4
MANY = 1000
class Row(Protocol):
    ...
AnyRow = TypeVar("AnyRow", bound=Row)
def bind_sums(inputs, outputs):
    if outputs <= 0 or outputs % TOGETHER:
        raise ValueError(f"outputs: expected a multiple of {TOGETHER}, got {outputs}")
    near = min(inputs, 512)
    @kernel
    def add_up(rows: Records[AnyRow], first: int, before: Numbers[int], sums: Numbers[int]) -> None:
        for index in range(0, outputs, TOGETHER):
            row0 = rows[first + index].of
            row1 = rows[first + index + 1].of
            row2 = rows[first + index + 2].of
            row3 = rows[first + index + 3].of
            sum0: Int32 = 0
            sum1: Int32 = 0
            sum2: Int32 = 0
            sum3: Int32 = 0
            for place in each(near):
                sum0 = Int32(sum0 + before[place] * row0[place])
                sum1 = Int32(sum1 + before[place] * row1[place])
                sum2 = Int32(sum2 + before[place] * row2[place])
                sum3 = Int32(sum3 + before[place] * row3[place])
            for place in range(near, inputs):
                sum0 = Int32(sum0 + before[place] * row0[place])
                sum1 = Int32(sum1 + before[place] * row1[place])
                sum2 = Int32(sum2 + before[place] * row2[place])
                sum3 = Int32(sum3 + before[place] * row3[place])
            sums[index] = sum0
            sums[index + 1] = sum1
            sums[index + 2] = sum2
            sums[index + 3] = sum3
    return add_up
def bind(inputs, outputs):
    add_up = bind_sums(inputs, outputs)
    @kernel
    def run_rows(
        rows: Records[AnyRow], before: Numbers[int], after: Numbers[int], is_head: bool
    ) -> None:
        sums = numbers(Int32, outputs)
        add_up(rows, 0, before, sums)
        if is_head:
            for index in range(outputs):
                after[index] = sums[index] + rows[index].bias
        else:
            for first in range(0, outputs, TOGETHER):
                for index in each(TOGETHER):
                    total = Int32(sums[first + index] + rows[first + index].bias)
                    scale: Int32 = Int32(rows[first + index].scale)
                    scaled = min(max(total * scale + HALF, 0), (SHARED_TOP << SHIFT) + HALF)
                    after[first + index] = scaled >> SHIFT
    matrices = Matrices()
    @in_c(run_rows)
    def layer(
        rows: Records[AnyRow], before: Numbers[int], after: Numbers[int], is_head: bool
    ) -> None:
        if inputs * outputs >= MANY and (np := numpy()):
            weights, biases, scales = matrices.of(np, id(rows), rows[:outputs], inputs, 0)
            sums = np.array(before[:inputs], weights.dtype) @ weights + biases
            if not is_head:
                cut(np, sums, scales, (0, SHARED_TOP), sums)
            after[:outputs] = sums.astype(np.int64).tolist()
            return
        for index in range(outputs):
            row = rows[index]
            total = sum(map(operator.mul, row.of, before)) + row.bias
            if not is_head:
                total = min(max(total * row.scale + HALF >> SHIFT, 0), SHARED_TOP)
            after[index] = total
    return layer
def fill(values, *layers):
    rows = [row for layer in layers for row in layer]
    place = len(values) - 2 * len(rows)
    if place != sum(len(row.of) for row in rows):
        raise ValueError(f"weights: {len(values)} numbers, which is not what the layers hold")
    for row, bias, scale in zip(rows, values[place:], values[place + len(rows) :], strict=False):
        row.bias, row.scale = bias, scale
    place = 0
    for row in rows:
        row.of[:] = values[place : place + len(row.of)]
        place += len(row.of)


# ==== common/nets/matrix.py ====
from functools import cache
from operator import attrgetter
from shutil import which
THREADS = "OPENBLAS", "MKL", "OMP"
COMPILERS = "cc", "gcc", "clang", "g++"
EXACT = 2**24
FIELDS = attrgetter("of", "bias", "scale")
@cache
def numpy():
    is_c = Engines.__subclasses__() and USE_C and os.getenv("BOTSMITH_ENGINE") != "python"
    if is_c and any(map(which, COMPILERS)):
        return None
    for name in THREADS:
        os.environ.setdefault(name + "_NUM_THREADS", "1")
    try:
        import numpy
    except ImportError:
        return None
    return numpy
class Watched(list):
    mark = ()
    def __setitem__(self, place, value):
        self.mark.clear()
        super().__setitem__(place, value)
class Matrices:
    def __init__(self):
        self.kept = {}
    def of(self, np, key, rows, inputs, most=EXACT):
        said = [*map(FIELDS, rows)]
        mark, known, made = self.kept.get(key, ((), said, None))
        if not mark or said != known:
            weights, biases, scales = zip(*said, strict=True)
            table = [row[:inputs] for row in weights]
            bounds = [
                SHARED_TOP * sum(map(abs, row)) + abs(b) for row, b in zip(table, biases, strict=True)
            ]
            kind = np.float32 if max(*bounds, *scales) < most else np.float64
            matrix = np.ascontiguousarray(np.array(table, kind).T)
            made = matrix, np.array(biases, kind), np.array(scales, kind) / kind(2**SHIFT)
            mark = [key]
            for row in rows:
                row.of = Watched(row.of)
                row.of.mark = mark
            self.kept[key] = mark, [*map(FIELDS, rows)], made
        return made
def cut(np, sums, scales, ends, out, skip=None):
    np.multiply(sums, scales, sums)
    np.add(sums, sums.dtype.type(HALF / 2**SHIFT), sums)
    np.floor(sums, sums)
    if skip is not None:
        np.add(sums, skip, sums)
    np.maximum(sums, ends[0], out=sums)
    np.minimum(sums, ends[1], out=out)


# ==== common/nets/policy.py ====
class PolicyRow:
    def __init__(self, inputs):
        self.of = [0] * inputs
        self.bias, self.scale = 0, 0
class Policy:
    def __init__(self, text):
        head = dict(line.split(maxsplit=1) for line in text.strip().split("\n\n")[0].split("\n"))
        sizes = [*map(int, head["sizes"].split())]
        self.layers = []
        for inputs, outputs in zip(sizes, sizes[1:], strict=False):
            self.layers.append(([PolicyRow(inputs) for _ in range(outputs)], bind(inputs, outputs)))
        fill(wide_decode(text)[0], *(rows for rows, _ in self.layers))
    def sums(self, inputs):
        before = [*inputs]
        for rows, layer in self.layers:
            after = [0] * len(rows)
            layer(rows, before, after, rows is self.layers[-1][0])
            before = after
        return before
    def best(self, inputs, legal):
        sums = self.sums(inputs)
        return max((n for n, ok in enumerate(legal) if ok), key=sums.__getitem__, default=-1)


# ==== common/nets/shared.py ====
SHARED_TOP = 255
SHIFT = 16
HALF = 1 << SHIFT - 1
def in_c(kernel):
    def mark(function):
        function.in_c = kernel
        return function
    return mark


# ==== common/nets/text.py ====
from base64 import b85decode
from zlib import crc32
def unpacked(data, bits):
    size = 1 if bits < 9 else 4
    groups = len(data) // bits
    room = bytearray(8 * size * groups)
    for place in range(bits):
        room[place :: 8 * size] = data[place : groups * bits : bits]
    fields = int.from_bytes(room, "little")
    def each(step):
        return int.from_bytes((b"\1" + bytes(step - 1)) * (len(room) // step), "little")
    for half in (4, 2, 1):
        low = each(2 * half * size) * ((1 << half * bits) - 1)
        fields = fields & low | (fields >> half * bits & low) << 8 * half * size
    top, ones = 8 * size - 1, each(size)
    fields = (fields + ones * ((1 << top) - (1 << bits - 1))) ^ ones << top
    return memoryview(fields.to_bytes(len(room), "little")).cast("b" if size == 1 else "i").tolist()
def decode(text, data_of=b85decode):
    head, _, body = text.strip().partition("\n\n")
    named = dict(line.split(maxsplit=1) for line in head.splitlines())
    body = "".join(body.split())
    bits, count, scale = named["bits"], named["count"], float(named["scale"])
    data = bytearray(data_of(body))
    values = []
    widths = [*map(int, bits.split())]
    if {*widths} <= {*range(1, 32)}:
        for width, length in zip(widths, map(int, count.split()), strict=False):
            size = -(-length // 8) * width
            values += unpacked(data[:size], width)[:length]
            del data[:size]
    is_ascii = data_of is b85decode
    checked = repr((values, scale)) if is_ascii else f"{bits} {count} {scale} {body}"
    if crc32(checked.encode("utf-8", "replace")) != int(named["crc"]):
        raise ValueError("the weights are damaged: their checksum is another one")
    return values, scale


# ==== common/nets/wide.py ====
def data_of(body):
    raw = body.encode("utf-16-le", "replace")
    ones = int.from_bytes((b"\1" + bytes(7)) * (len(raw) // 8), "little")
    fields = int.from_bytes(raw, "little") - ones * 0x4E004E004E004E00
    fields = fields & ones * 0x3FFF00003FFF | fields >> 2 & ones * 0xFFFC0000FFFC000
    fields = fields & ones * 0xFFFFFFF | fields >> 4 & ones * 0xFFFFFFF0000000
    data = bytearray(fields.to_bytes(len(raw) // 8 * 8, "little"))
    del data[7::8]
    return bytes(data)
def wide_decode(text):
    is_wide = text.strip().partition("\n\n")[2].lstrip() >= "\u4e00"
    return decode(text, data_of) if is_wide else decode(text)


# ==== bots/csb/main_policy.py ====
main()
