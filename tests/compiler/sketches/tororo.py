"""Tororo's hot loops: 37-bit boards, shadows by tables, reach, and the queue of a beam search."""

from random import Random
from typing import Any

from common.kernel import Numbers, Records, assign, kernel, numbers, record, records

CELLS = 37
DIRECTIONS = 6
SIZES = 4
PLAYERS = 2
QUEUE = 64
STEPS = ((1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1))  # x, y of cube coordinates


def spiral() -> list[tuple[int, int]]:
    """The cells in their official order."""
    cells, cursor = [(0, 0)], (1, -1)
    for ring in range(1, 4):
        for side in range(6):
            for _ in range(ring):
                cells.append(cursor)
                step = STEPS[(side + 2) % 6]
                cursor = (cursor[0] + step[0], cursor[1] + step[1])
        cursor = (cursor[0] + 1, cursor[1] - 1)
    return cells


PLACES = spiral()
# SHADOWS[direction][cell][size]: mask of the cells that a tree of that size casts its shadow on.
SHADOWS = tuple(
    tuple(
        tuple(
            sum(
                1 << PLACES.index(place)
                for far in range(1, size + 1)
                if (place := (x + far * step[0], y + far * step[1])) in PLACES
            )
            for size in range(SIZES)
        )
        for x, y in PLACES
    )
    for step in STEPS
)
# REACH[cell][size]: mask of the cells within `size` steps.
REACH = tuple(
    tuple(
        sum(
            1 << number
            for number, (u, v) in enumerate(PLACES)
            if (abs(u - x) + abs(v - y) + abs(u + v - x - y)) // 2 <= size
        )
        for size in range(SIZES)
    )
    for x, y in PLACES
)
GROW_COST = (1, 3, 7)


@record
class Forest:
    """trees[size * PLAYERS + player]: mask of cells. sun, score: of each player."""

    trees: Numbers[int] = numbers(int, SIZES * PLAYERS)
    dormant: int
    holes: int
    sun: Numbers[int] = numbers(int, PLAYERS)
    score: Numbers[int] = numbers(int, PLAYERS)
    day: int
    key: int


@record
class Queue:
    """The best forests so far as a heap, the worst on top."""

    used: int
    value: Numbers[float] = numbers(float, QUEUE)
    slot: Numbers[int] = numbers(int, QUEUE)
    forests: Records[Forest] = records(Forest, QUEUE)


@kernel
def lowest_cell(mask: int) -> int:
    """The number of the lowest set bit; mask is not 0."""
    return (mask & -mask).bit_length() - 1


@kernel
def shaded(forest: Forest, direction: int, size: int) -> int:
    """Mask of the cells in the shadow of a tree of at least `size`."""
    mask = 0
    for height in range(max(size, 1), SIZES):
        rest = forest.trees[height * PLAYERS] | forest.trees[height * PLAYERS + 1]
        while rest != 0:
            mask |= SHADOWS[direction][lowest_cell(rest)][height]
            rest &= rest - 1
    return mask


@kernel
def gather(forest: Forest) -> None:
    """Everybody's sun of the day; all trees wake."""
    forest.dormant = 0
    for size in range(1, SIZES):
        lit = ~shaded(forest, forest.day % DIRECTIONS, size)
        for player in range(PLAYERS):
            forest.sun[player] += size * (forest.trees[size * PLAYERS + player] & lit).bit_count()


@kernel
def grow(forest: Forest, player: int, cell: int) -> bool:
    """Grows the player's tree on `cell` if there is one, awake and paid for."""
    bit = 1 << cell
    if forest.dormant & bit != 0:
        return False
    for size in range(SIZES - 1):
        own = size * PLAYERS + player
        if forest.trees[own] & bit != 0:
            cost = GROW_COST[size] + forest.trees[own + PLAYERS].bit_count()
            if forest.sun[player] < cost:
                return False
            forest.sun[player] -= cost
            forest.trees[own] ^= bit
            forest.trees[own + PLAYERS] |= bit
            forest.dormant |= bit
            forest.key ^= (bit * 0x1E3779B97F4A7C15) & 0x7FFFFFFFFFFFFFFF
            return True
    return False


@kernel
def seed_targets(forest: Forest, player: int) -> int:
    """Mask of all cells that the player could seed."""
    free = ~forest.holes
    for place in range(SIZES * PLAYERS):
        free &= ~forest.trees[place]
    mask = 0
    for size in range(1, SIZES):
        rest = forest.trees[size * PLAYERS + player] & ~forest.dormant
        while rest != 0:
            mask |= REACH[lowest_cell(rest)][size]
            rest &= rest - 1
    return mask & free & ((1 << CELLS) - 1)


@kernel
def push(queue: Queue, forest: Forest, value: float) -> bool:
    """Keeps `forest` among the QUEUE best; False if it is not one of them."""
    slot = queue.used
    place = queue.used
    if queue.used == QUEUE:
        if value <= queue.value[0]:
            return False
        slot = queue.slot[0]
        place = 0
        while True:  # the hole sinks
            child = 2 * place + 1
            if child >= QUEUE:
                break
            if child + 1 < QUEUE and queue.value[child + 1] < queue.value[child]:
                child += 1
            if queue.value[child] >= value:
                break
            queue.value[place] = queue.value[child]
            queue.slot[place] = queue.slot[child]
            place = child
    else:
        queue.used += 1
        while place > 0 and value < queue.value[(place - 1) // 2]:
            queue.value[place] = queue.value[(place - 1) // 2]
            queue.slot[place] = queue.slot[(place - 1) // 2]
            place = (place - 1) // 2
    queue.value[place] = value
    queue.slot[place] = slot
    assign(queue.forests[slot], forest)
    return True


@kernel
def expand(queue: Queue, start: Forest, turns: int) -> int:
    """Every single growth of each player from every kept forest, `turns` times; forests seen."""
    scratch = Forest()
    assign(queue.forests[0], start)
    queue.used = 1
    queue.slot[0] = 0
    queue.value[0] = 0.0
    seen = 0
    for _ in range(turns):
        for place in range(queue.used):
            for cell in range(CELLS):
                assign(scratch, queue.forests[queue.slot[place]])
                has_grown = grow(scratch, cell % PLAYERS, cell)
                if has_grown:
                    gather(scratch)
                    scratch.day += 1
                    mobile = float(seed_targets(scratch, 0).bit_count())
                    worth = float(scratch.sun[0] - scratch.sun[1]) + 0.1 * mobile
                    push(queue, scratch, worth)
                    seen += 1
    return seen


ENTRIES = (gather, grow, expand)


def calls(seed: int) -> list[tuple[Any, list[Any]]]:
    """What the test calls, on a random forest."""
    rnd = Random(seed)
    forest, queue = Forest(), Queue()
    for cell in rnd.sample(range(CELLS), 14):
        forest.trees[rnd.randrange(SIZES * PLAYERS)] |= 1 << cell
    forest.holes = rnd.getrandbits(CELLS) & rnd.getrandbits(CELLS) & rnd.getrandbits(CELLS)
    forest.sun[0], forest.sun[1] = rnd.randrange(12), rnd.randrange(12)
    forest.day = rnd.randrange(20)
    return [
        (gather, [forest]),
        (grow, [forest, 0, rnd.randrange(37)]),
        (expand, [queue, forest, 2]),
    ]
