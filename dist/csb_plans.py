# csb_plans: a CodinGame bot in one file, made by Botsmith from readable sources
# revision    6413cf264d8c 
# content     8f32bb15dcbb58e6
# size           89,803 of 100,000 UTF-16 units
# engine      C where a compiler is found; USE_C in line 17 turns that off
# form        short: common/ without comments and types
# left out    bit_count, Int16(x), f(x=1), defaults, x ** 2, array unpacking; rebuild to use them
# renamed     search_plans_end_turn (end_turn of bots/csb/search_plans.py),
#             search_plans_begin_turn (begin_turn of bots/csb/search_plans.py)
# contents    params 136, rules 172, protocol 476, known 541, pilot 786, rating 866, bot_plans 1079,
#             plain 1134, plans 1173, search_plans 1439, main_plans 2332, the rest is common/,
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


# ==== bots/csb/bot_plans.py ====
"""The Coders Strike Back bot that searches plans of all pods, the rival's first."""

import json
from collections.abc import Mapping

FLAGS = ("-O1", "-O3")  # of the library of the first turns, and of the one after it


class PlansBot(Pilot):
    """Plays the first orders of its best plan. pace: evaluations a millisecond in the present
    engine
    """

    chunk = 1

    def __init__(self, params: Params, engines: Engines[Any]) -> None:
        super().__init__(params, engines)
        self.planned_by: Engine[Any] | None = None
        self.pace = 0.0

    def answer(self, deadline: Deadline) -> list[str]:
        engine: Engine[Any] = self.engines.current(deadline)
        self.engine = engine
        is_new = engine is not self.planned_by or self.known.race.turn == 0
        self.planned_by = engine
        self.load(engine)
        left_ms = (deadline.ends - deadline.now()) * 1000.0
        planned = deadline.iterations or (not is_new and int(self.pace * left_ms))
        engine.call(begin, planned or PLANNED, is_new)
        found: Any = self.search(think, deadline)
        self.pace = found.plans.evaluations / max(self.search_ms, 0.1)
        return self._play([self._order(index, engine.call(choose, index)) for index in OWN])

    def stats(self) -> Mapping[str, Stat]:
        memory: Any = self.engine.memory
        return self.timed(counts(memory.plans))

    def explain(self) -> str:
        memory: Any = self.engine.memory
        names = {HABIT: "-", **{number: move.name for number, move in enumerate(MOVES)}}
        best, last = memory.plans.best[0], memory.plans.depth * MAX_ROWS
        units = []
        for index in OWN:
            line = [names[order] for order in best.orders[index:last:MAX_ROWS]]
            move = {"move": line[0], "visits": 1, "value": best.value}
            units.append({"unit": index, "moves": [move], "line": line})
        return json.dumps({"turn": self.known.race.turn - 1, "units": units})


def main() -> None:
    """Plays on stdin and stdout."""
    run(PlansBot(Params(), Compiled(Memory, ENTRIES, FLAGS)))


# ==== bots/csb/plain.py ====
"""A rating without the network, for csb_plans, and for the search that plays in training.

A runner's speed and heading replace the network.
"""

SPEED = 3.0  # points: a unit a turn toward the next checkpoint
AFTER_NEXT = 2.0  # points: a unit a turn toward the next but one, at the next
NEAR = 2500.0  # units from the next: nearer, that counts
FACING = 200.0  # points: heading for the checkpoint


@kernel
def progress(world: World, setting: Setting, index: int) -> float:
    """Returns a runner's progress, in points."""
    pod = world.race.pods[index]
    way = world.way[index]
    params = setting.params
    track = setting.track
    if pod.finished:
        return params.checkpoint * float(pod.passed + 1 - setting.base)
    dx = track.x[pod.passed] - pod.x
    dy = track.y[pod.passed] - pod.y
    distance = sqrt(dx * dx + dy * dy) + 1.0
    points = params.checkpoint * float(pod.passed - setting.base) - distance
    points += SPEED * (dx * pod.vx + dy * pod.vy) / distance
    points += FACING * (dx * setting.cosine[way] + dy * setting.sine[way]) / distance
    if distance < NEAR and pod.passed < track.goal:
        ex = track.x[pod.passed + 1] - pod.x
        ey = track.y[pod.passed + 1] - pod.y
        beyond = sqrt(ex * ex + ey * ey) + 1.0
        share = 1.0 - distance / NEAR
        points += share * AFTER_NEXT * (ex * pod.vx + ey * pod.vy) / beyond
    return points


rate = rate_by(progress)


# ==== common/search/plans.py ====
"""Plans: rolling-horizon search over the orders of all rows of a side for the next turns."""

MAX_ROWS = 64  # of all sides
MAX_DEPTH = 32
MAX_SIDES = 4
MAX_MEMBERS = 32
MAX_MOVES = 512
HABIT = -1  # no order
DRAWN = -2  # an order of a trial that is drawn where it is played
NO_SIDE = -1  # side of a row that gets no order
ENDLESS = 1 << 60

AnyState = TypeVar("AnyState")
AnySetting = TypeVar("AnySetting")


@record
class Plan:
    """Holds orders[turn * MAX_ROWS + row] of a side, and the end's value to it."""

    value: float
    acts: Numbers[int] = numbers(Int32, MAX_DEPTH)
    orders: Numbers[int] = numbers(Int32, MAX_ROWS * MAX_DEPTH)
    acting: Numbers[int] = numbers(Int8, MAX_ROWS * MAX_DEPTH)


@record
class Plans:
    """Holds all plans, the settings, and counts since `begin`."""

    depth: Int32  # turns of a plan, 1..MAX_DEPTH
    rows: Int32 = 2  # of all sides, 1..MAX_ROWS
    members: int = 12  # 1..MAX_MEMBERS: plans that are bred; params may set it
    changes: int = 2  # orders of a trial that are new, 1 or more
    share: float = 0.2  # 0..1 of the planned evaluations for the others; params may set it
    planned: int = 1000  # evaluations that are expected; params may set it
    me: int  # the side that moves
    sides: int = 2
    side: Int32  # whose plan is searched now
    since: int  # evaluations when that began, and when it ends
    until: int
    evaluations: int
    best: Records[Plan] = records(Plan, MAX_SIDES)  # by side
    pool: Records[Plan] = records(Plan, MAX_MEMBERS)
    trial: Plan
    pinned: int = NO_SIDE  # the row whose first order is `order` in every trial
    order: int
    seen: Numbers[int] = numbers(int, MAX_ROWS)  # side by row in the last turn, or NO_SIDE
    moves: Numbers[int] = numbers(int, MAX_MOVES)
    weights: Numbers[int] = numbers(int, MAX_MOVES)


@kernel
def shift(plans: Plans) -> None:
    """Moves all plans a turn on."""
    for best in plans.best:
        orders = best.orders
        for place in range((MAX_DEPTH - 1) * MAX_ROWS):
            orders[place] = orders[place + MAX_ROWS]
        for place in range((plans.depth - 1) * MAX_ROWS, MAX_DEPTH * MAX_ROWS):
            orders[place] = HABIT


@kernel
def copy(plans: Plans, target: Plan, source: Plan) -> None:
    """Copies a plan. An order that was never drawn is copied as the habit."""
    target.value = source.value
    rows = min(plans.rows, MAX_ROWS)  # HOT: C needs no checks
    for turn in range(min(plans.depth, MAX_DEPTH)):
        target.acts[turn] = source.acts[turn]
        first = turn * MAX_ROWS
        for row in range(rows):
            target.acting[first + row] = source.acting[first + row]
        for row in range(rows):
            target.orders[first + row] = max(HABIT, source.orders[first + row])


@kernel
def begin_side(plans: Plans, side: int) -> None:
    """Begins a side's search."""
    plans.side = side
    plans.since = plans.evaluations
    work = int(plans.share * float(plans.planned)) // max(1, plans.sides - 1)
    plans.until = ENDLESS if side == plans.me else plans.since + work


@kernel
def next_side(plans: Plans, side: int) -> int:
    """Returns the side after `side`; the own one is last."""
    side += 2 if side + 1 == plans.me else 1
    return side if side < plans.sides else plans.me


@kernel
def change(plans: Plans, plan: Plan, dice: Dice) -> None:
    """Gives rows other orders, more often in early turns: draws a turn, then a row that acts in
    it. One time in four the row's later orders become the habit.
    """
    for _ in range(plans.changes):
        turn = min(draw(dice, plans.depth), draw(dice, plans.depth))
        while turn > 0 and plan.acts[turn] == 0:
            turn -= 1
        if plan.acts[turn] > 0:
            row = plan.acting[turn * MAX_ROWS + draw(dice, plan.acts[turn])]
            plan.orders[turn * MAX_ROWS + row] = HABIT if draw(dice, 8) == 0 else DRAWN
            if draw(dice, 4) == 0:
                for later in range(turn + 1, plans.depth):
                    plan.orders[later * MAX_ROWS + row] = HABIT


@kernel
def duel(plans: Plans, dice: Dice, sign: float) -> int:
    """Draws two members; returns the better one, or with sign -1.0 the worse one."""
    first = draw(dice, plans.members)
    second = draw(dice, plans.members)
    gap = plans.pool[first].value - plans.pool[second].value
    return first if sign * gap >= 0.0 else second


@kernel
def cross(plans: Plans, dice: Dice) -> None:
    """Makes the trial a child of two good members, row by row."""
    copy(plans, plans.trial, plans.pool[duel(plans, dice, 1.0)])
    father = plans.pool[duel(plans, dice, 1.0)]
    for row in range(plans.rows):
        if draw(dice, 2) == 0:
            for turn in range(plans.depth):
                place = turn * MAX_ROWS + row
                plans.trial.orders[place] = father.orders[place]


@kernel
def make_trial(plans: Plans, number: int, dice: Dice) -> None:
    """Makes the trial by its number: 0 the best plan, 1 the habit. Later ones change the best plan
    until all members exist, then are children of two members.
    """
    trial = plans.trial
    if number < plans.members:
        copy(plans, trial, plans.best[plans.side])
    else:
        cross(plans, dice)
    if number == 1:
        for place in range(plans.depth * MAX_ROWS):
            trial.orders[place] = HABIT
    elif number > 1:
        change(plans, trial, dice)
    if plans.pinned != NO_SIDE:
        trial.orders[plans.pinned] = plans.order


@kernel
def keep_trial(plans: Plans, number: int, dice: Dice) -> None:
    """Puts the trial in place of a worse member if there is one, and makes it the best plan if it
    is.
    """
    trial = plans.trial
    best = plans.best[plans.side]
    place = number if number < plans.members else duel(plans, dice, -1.0)
    if number < plans.members or trial.value >= plans.pool[place].value:
        copy(plans, plans.pool[place], trial)
    if number == 0 or trial.value > best.value:
        copy(plans, best, trial)


def bind(has_ended, side_of, list_moves, give, end_turn, habit, rate, set_out=assign):
    """Returns the kernels begin and iterate, defined below."""

    @kernel
    def follow(
        plans: Plans, start: AnyState, world: AnyState, setting: AnySetting, dice: Dice
    ) -> None:
        """Plays the trial against the best plans of the others, and rates its end."""
        trial = plans.trial
        set_out(world, start)
        is_over = False
        rows = min(plans.rows, MAX_ROWS)
        for turn in range(min(plans.depth, MAX_DEPTH)):
            acts = 0
            is_over = is_over or has_ended(world)
            if not is_over:
                first = turn * MAX_ROWS
                for row in range(rows):
                    side = side_of(world, row)
                    if side != NO_SIDE:
                        if side == plans.side:
                            order = trial.orders[first + row]
                            if order == DRAWN:
                                count = list_moves(world, row, plans.moves, plans.weights)
                                drawn = draw_weighted(dice, plans.weights, count)
                                order = plans.moves[drawn] if drawn >= 0 else HABIT
                                trial.orders[first + row] = order
                            trial.acting[first + acts] = row
                            acts += 1
                        else:
                            order = plans.best[side].orders[first + row]
                        if order == HABIT:
                            order = habit(world, setting, row)
                        give(world, row, order)
                end_turn(world)
            trial.acts[turn] = acts
        trial.value = rate(world, setting, plans.side)

    @kernel
    def begin(plans: Plans, start: AnyState, turns: int) -> None:
        """Begins a turn of the match, `turns` after the last one, 0 in a new match. Rows that are
        gone lose their orders; the unborn do not.
        """
        for _ in range(turns):
            shift(plans)
        for row in range(plans.rows):
            side = side_of(start, row)
            if turns == 0 or (plans.seen[row] != NO_SIDE and plans.seen[row] != side):
                for best in plans.best:
                    for turn in range(MAX_DEPTH):
                        best.orders[turn * MAX_ROWS + row] = HABIT
            plans.seen[row] = side
        plans.evaluations = 0
        is_searched = int(plans.share * float(plans.planned)) >= plans.sides
        begin_side(plans, next_side(plans, -1) if is_searched else plans.me)

    @kernel
    def iterate(
        plans: Plans, start: AnyState, world: AnyState, setting: AnySetting, dice: Dice, count: int
    ) -> None:
        """Plays `count` more evaluations; after each the best plans hold."""
        for _ in range(count):
            if plans.evaluations >= plans.until:
                begin_side(plans, next_side(plans, plans.side))
            number = plans.evaluations - plans.since
            make_trial(plans, number, dice)
            follow(plans, start, world, setting, dice)
            plans.evaluations += 1
            keep_trial(plans, number, dice)

    return begin, iterate


def counts(plans):
    """Returns the work since `begin`."""
    return {
        "iterations": plans.evaluations,
        "simulated_turns": plans.evaluations * plans.depth,
        "nodes": plans.members,
        "evaluations": plans.evaluations,
        "ucb": 0,
        "depth": plans.depth,
    }


# ==== common/weighted.py ====
@kernel
def draw_weighted(dice: Dice, weights: Numbers[int], count: int) -> int:
    total = 0
    for number in range(count):
        total += weights[number]
    if total <= 0:
        return -1
    left = draw(dice, total)
    number = 0
    while left >= weights[number]:
        left -= weights[number]
        number += 1
    return number


# ==== bots/csb/search_plans.py ====
"""Plans of the four pods (common/search/plans.py), with the moves and the values of rating.py."""

DRIFT = 3.0  # turns by which the habit aims short of the checkpoint
STRAIGHT = MAX_TURN / 2.0  # radians off, about, that need no turn
SHARE = 0.4  # 0..0.5: of the search for the rival's plan
PLANNED = 100  # evaluations expected of the first search
FULL, COAST = 0, 3  # first moves of their kind: straight, left, right


@record
class Scene:
    """Holds a world, and the setting that its rules read."""

    world: World
    setting: Setting


@kernel
def begin_plan(scene: Scene, start: Scene) -> None:
    """Begins a plan in `scene`. The setting is the same in both."""
    assign(scene.world, start.world)


@kernel
def has_ended(scene: Scene) -> bool:
    """Returns False: a plan is played to its depth."""
    return False


@kernel
def side_of(scene: Scene, index: int) -> int:
    """Returns the player that a pod belongs to."""
    return index // PODS_EACH


@kernel
def list_moves(scene: Scene, index: int, moves: Numbers[int], weights: Numbers[int]) -> int:
    """Lists a pod's moves."""
    count = count_moves(scene.world, scene.setting, index)
    for move in range(count):
        moves[move] = move
        weights[move] = 1
    return count


@kernel
def give(scene: Scene, index: int, move: int) -> None:
    """Gives a pod its move."""
    scene.setting.orders[index] = move


@kernel
def search_plans_end_turn(scene: Scene) -> None:
    """Plays a turn."""
    play(scene.world, scene.setting, scene.setting.orders)


@kernel
def habit(scene: Scene, setting: Setting, index: int) -> int:
    """Returns a move towards the checkpoint, against the drift, with full thrust once the
    checkpoint is ahead.
    """
    pod = scene.world.race.pods[index]
    way = scene.world.way[index]
    dx = setting.track.x[pod.passed] - DRIFT * pod.vx - pod.x
    dy = setting.track.y[pod.passed] - DRIFT * pod.vy - pod.y
    ahead = setting.cosine[way] * dx + setting.sine[way] * dy
    aside = setting.cosine[way] * dy - setting.sine[way] * dx
    move = FULL if ahead > 0.0 else COAST
    if aside > STRAIGHT * abs(ahead):
        return move + 2
    return move + int(aside < -STRAIGHT * abs(ahead))


@kernel
def rate_side(scene: Scene, setting: Setting, side: int) -> float:
    """Returns the sum of the scores of a player's pods."""
    scores = numbers(float, PODS)
    rate(scene.world, setting, scores)
    return scores[setting.runner[side]] + scores[setting.blocker[side]]


search_plans_begin_turn, iterate = bind(
    has_ended, side_of, list_moves, give, search_plans_end_turn, habit, rate_side, begin_plan
)


@record
class Memory:
    """The memory of the search. The bot loads race, setting and dice every turn."""

    race: Race
    start: Scene
    setting: Setting
    dice: Dice
    world: Scene
    plans: Plans


@kernel
def begin(memory: Memory, planned: int, is_first: bool) -> None:
    """Begins a new turn of the race: the plans of the turn before continue."""
    search = memory.plans
    search.depth = memory.setting.params.depth
    search.share = SHARE
    search.planned = planned
    search.sides = PLAYERS
    search.me = 0
    search.rows = PODS
    set_out(memory.start.world, memory.setting, memory.race)
    assign(memory.world.setting, memory.setting)
    search_plans_begin_turn(search, memory.start, 0 if is_first else 1)


@kernel
def think(memory: Memory, count: int) -> None:
    """Plays `count` more evaluations."""
    iterate(memory.plans, memory.start, memory.world, memory.setting, memory.dice, count)


@kernel
def choose(memory: Memory, index: int) -> int:
    """Returns the move of an own pod in the best plan."""
    order = memory.plans.best[0].orders[index]
    return order if order != HABIT else habit(memory.start, memory.setting, index)


ENTRIES = (begin, think, choose)


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
FIT(8) FIT(32)
#define CHECKED(f) { STOP(2, __builtin_ ## f ## _overflow(a, b, &a)) return a; }
INT2(Add_int) CHECKED(add)
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

PURE double valid(double y, double a, double b, AT) {
	STOP(y != y || !(a * (a + 1)) ? 4 : 2, y - y != 0.0
		&& (y != y ? a == a && b == b : a - a + b - b == 0.0))
	return y;
}
REAL1(sqrt_float) { return valid(__builtin_sqrt(a), a, a, place); }
#define LIBM(f) REAL1(f ## _float) { return valid(__builtin_ ## f(a - nothing), a, a, place); }
LIBM(sin) LIBM(cos) 

#define LIBM2(f) REAL2(f ## _float) { \
	return valid(__builtin_ ## f(a - nothing, b - nothing), a, b, place); }
LIBM2(atan2) 
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


# ==== bots/csb/main_plans.py ====
main()
