"""Draws the maps of Tororo from a seed, and lists the offered actions, as the official referee
does.

The places of the cells are the bot's tables; recorded matches and maps prove them.
"""

from bots.tororo import rules
from bots.tororo.rules import Ground, State
from bots.tororo.tables import CELL_BOARD, CELLS, NEAR, PLACES, STEPS
from bots.tororo.turns import seed_cost, size_on
from botsmith.errors import BadInput
from botsmith.referees.java_random import JavaRandom

MAX_HOLES = 10
START_PAIRS = 2
START_SIZE = 1
START_DISTANCE = 2  # starting trees are farther apart than this
START_ATTEMPTS = 1000  # the official referee tries without end
RICHNESS = tuple(3 if cell < 7 else 2 if cell < 19 else 1 for cell in range(CELLS))

Place = tuple[int, int]

CELL_AT = {place: cell for cell, place in enumerate(PLACES)}
OPPOSITE = [CELL_AT[-x, -y] for x, y in PLACES]
NEIGHBOURS = [[CELL_AT.get((x + dx, y + dy), -1) for dx, dy in STEPS] for x, y in PLACES]
# The cells in the order in which a Java hash map of 64 buckets lists them.
HASH_ORDER = sorted(range(CELLS), key=lambda cell: ((29791 + 30 * PLACES[cell][1]) % 64, cell))


def shadow_of(cell: int, step: Place, size: int) -> int:
    """Returns the board of the cells up to `size` steps away from a cell."""
    (x, y), (dx, dy) = PLACES[cell], step
    places = [(x + k * dx, y + k * dy) for k in range(1, size + 1)]
    return sum(CELL_BOARD[CELL_AT[place]] for place in places if place in CELL_AT)


# SHADOW[direction][size][cell]: the board of cells in the shadow of a tree.
SHADOW = [
    [[shadow_of(cell, step, size) for cell in range(CELLS)] for size in range(rules.SIZES)]
    for step in STEPS
]


def make_action(kind: int, cell: int = 0, other: int = 0) -> int:
    """Returns an action as an int.

    cell: the tree
    other: the cell that it seeds
    """
    return kind << rules.KIND_SHIFT | cell << rules.CELL_SHIFT | other


def parts_of_action(action: int) -> tuple[int, int, int]:
    """Returns the kind of an action, its tree, and the cell that it seeds."""
    mask = rules.CELL_MASK
    return action >> rules.KIND_SHIFT, action >> rules.CELL_SHIFT & mask, action & mask


def holds(board: int, cell: int) -> bool:
    """Returns True if a board of the rules holds the cell."""
    return board & CELL_BOARD[cell] != 0


# TARGETS[size][cell]: the cells near a tree, in the order in which seeds are offered.
BY_PLACE = sorted(range(CELLS), key=PLACES.__getitem__)
TARGETS = [[[to for to in BY_PLACE if holds(near, to)] for near in row] for row in NEAR]


def distance(one: int, other: int) -> int:
    """Returns the steps between two cells."""
    dx, dy = PLACES[one][0] - PLACES[other][0], PLACES[one][1] - PLACES[other][1]
    return (abs(dx) + abs(dy) + abs(dx + dy)) // 2


def draw_richness(dice: JavaRandom) -> list[int]:
    """Returns the richness of each cell: up to ten holes, point-symmetric."""
    richness = list(RICHNESS)
    wanted = dice.next_int(MAX_HOLES + 1)
    holes = 0
    while holes < wanted - 1:
        cell = HASH_ORDER[dice.next_int(CELLS)]
        if richness[cell] == 0:
            continue
        for hole in {cell, OPPOSITE[cell]}:
            richness[hole] = 0
            holes += 1
    return richness


def draw_starts(dice: JavaRandom, richness: list[int]) -> list[list[int]]:
    """Returns the starting trees as rows cell, size, owner, ascending by cell. Raises BadInput if
    no attempt finds room for them on the map.
    """
    edge = [cell for cell in range(19, CELLS) if richness[cell] > 0]  # of the outer ring
    for _ in range(START_ATTEMPTS):
        left, rows = edge, []
        for _pair in range(START_PAIRS):
            if not left:
                break
            cell = left[dice.next_int(len(left))]
            other = OPPOSITE[cell]
            rows += [[cell, START_SIZE, 0], [other, START_SIZE, 1]]
            far = [c for c in left if distance(c, cell) > START_DISTANCE]
            left = [c for c in far if distance(c, other) > START_DISTANCE]
        if len(rows) == 2 * START_PAIRS:
            return sorted(rows)
    raise BadInput(f"tororo: {START_ATTEMPTS} attempts found no starting trees on this map")


def tree_rows(state: State) -> list[list[int]]:
    """Returns cell, size, owner, dormant of every tree, ascending by cell."""
    rows, trees = [], rules.all_trees(state)
    for cell in range(CELLS):
        if holds(trees, cell):
            owner, dormant = int(not holds(state.mine, cell)), int(holds(state.dormant, cell))
            rows.append([cell, size_on(state, cell), owner, dormant])
    return rows


def shadow_rows(state: State) -> list[list[int]]:
    """Returns [cell, size] of the cells in shadow on the state's day. size: of the largest tree
    above it
    """
    shadow = SHADOW[state.day % len(STEPS)]
    largest = [0] * CELLS
    for tree, size, _owner, _dormant in tree_rows(state):
        for cell in range(CELLS):
            if holds(shadow[size][tree], cell):
                largest[cell] = max(largest[cell], size)
    return [[cell, size] for cell, size in enumerate(largest) if size > 0]


def is_legal(state: State, ground: Ground, player: int, action: int) -> bool:
    """Returns True if the contest accepts the action. Any other action puts the player to sleep."""
    groups = legal_actions(state, ground, player)
    return action == rules.WAIT or any(action in group for group in groups)


def legal_actions(state: State, ground: Ground, player: int) -> list[list[int]]:
    """Returns all legal COMPLETE, GROW and SEED actions, in their order before they are
    shuffled.
    """
    completes, grows, seeds = [], [], []
    sun, free = state.sun[player], ground.usable & ~rules.all_trees(state)
    for cell, size, owner, dormant in tree_rows(state):
        if owner != player or dormant:
            continue
        if size == rules.SIZES - 1:
            completes += [make_action(rules.COMPLETE, cell)] * (sun >= rules.COMPLETE_COST)
        elif sun >= rules.grow_cost(state, player, size):
            grows.append(make_action(rules.GROW, cell))
        if size >= 1 and sun >= seed_cost(state, player):
            targets = (to for to in TARGETS[size][cell] if holds(free, to))
            seeds += [make_action(rules.SEED, cell, to) for to in targets]
    return [completes, grows, seeds]
