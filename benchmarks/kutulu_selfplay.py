"""Matches of the search against itself, for the network of bots/kutulu/outlook.py.

kutulu_outlook.py plays them. Now and then some explorers wander about for a few turns, so that the
network sees worlds that the search would not come to.
"""

from bots.kutulu.hunters import LIT_WAYS, Hunt, play_turn
from bots.kutulu.outlook import View, look
from bots.kutulu.paths import PLAYERS, Maze
from bots.kutulu.rules import LIGHT, PLAN, YELL, World
from bots.kutulu.search import Memory, begin, rate, think
from common.kernel import Numbers, Records, assign, kernel, numbers, record, records
from common.rng import Dice, draw
from common.search.smitsimax import BITS

ASTRAY = 50  # thousandths of turns in which explorers begin to wander
LONGEST = 6  # turns of that
SLIPS = 20  # thousandths of other moves that are drawn
SELDOM = 40  # drawn moves to each PLAN, YELL and LIGHT among them


@record
class Match:
    """A match, and what is seen of its world.

    search: of the explorer whose turn it is to think; all use it in turn
    astray, left: bits of the seats that wander, and for how many turns more
    scores: what `rate` writes besides values, and nobody reads
    """

    world: World
    maze: Maze
    dice: Dice
    hunt: Hunt
    search: Memory
    astray: int
    left: int
    views: Records[View] = records(View, PLAYERS)
    scores: Numbers[float] = numbers(float, PLAYERS)


@kernel
def open_match(match: Match, seed: int) -> None:
    """Begins a match in `world`, which is at its start."""
    match.dice.state = seed
    assign(match.hunt.dice, match.dice)
    assign(match.search.maze, match.maze)
    match.left = 0
    for number in range(LIT_WAYS):
        match.hunt.lit[number].key = 0
        match.search.hunt.lit[number].key = 0


@kernel
def show(match: Match) -> None:
    """Fills `views`, and in `search.values` what the world is worth without a network."""
    for seat in range(PLAYERS):
        if match.world.players[seat].is_in:
            look(match.world, match.maze, seat, match.views[seat].of)
    assign(match.search.start, match.world)
    match.search.is_seeing = False
    rate(match.world, match.search, match.scores)


@kernel
def choose(match: Match, seat: int, iterations: int) -> int:
    """Returns an explorer's action: the one that its search visits most."""
    search = match.search
    assign(search.dice, match.dice)
    assign(search.start, match.world)
    begin(search, seat, 0)
    think(search, iterations)
    forest = search.forest
    first = forest.block[seat] >> BITS
    best = first
    for slot in range(first, first + search.menus[seat].count):
        if forest.visits[slot] > forest.visits[best]:
            best = slot
    return search.menus[seat].items[best - first]


@kernel
def stray(match: Match, seat: int) -> int:
    """Returns an action by lot: mostly a step."""
    drawn = draw(match.dice, SELDOM)
    if drawn == 0:
        return PLAN
    if drawn == 1:
        return YELL
    if drawn == 2:
        return LIGHT
    moves = match.maze.cells[match.world.players[seat].cell].moves
    drawn = draw(match.dice, moves.count)
    return moves.items[drawn]


@kernel
def play_on(match: Match, iterations: int) -> None:
    """Plays a turn."""
    actions = numbers(int, PLAYERS)
    if match.left > 0:
        match.left -= 1
    else:
        match.astray = 0
        if draw(match.dice, 1000) < ASTRAY:
            match.left = draw(match.dice, LONGEST)
            match.astray = 1 + draw(match.dice, (1 << PLAYERS) - 1)
    for seat in range(PLAYERS):
        if match.world.players[seat].is_in:
            slip = draw(match.dice, 1000)
            if slip < SLIPS or match.astray >> seat & 1 > 0:
                actions[seat] = stray(match, seat)
            else:
                actions[seat] = choose(match, seat, iterations)
    play_turn(match.world, match.maze, match.hunt, actions)


ENTRIES = (open_match, show, play_on)
