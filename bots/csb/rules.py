"""Coders Strike Back at the legend level: rules as kernels.

Pods 0 and 1 are player 0's, 2 and 3 player 1's. Positions are map units (y down), speeds units a
turn, both whole between turns; headings are radians clockwise from east, never rounded.
A turn: every pod gets its order (give_order), then `move`.
Source: docs/games/csb.md.
"""

from math import copysign, cos, pi, sin, sqrt

from common.kernel import Numbers, Records, each, kernel, numbers, record, records

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
