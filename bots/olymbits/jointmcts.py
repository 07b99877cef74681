"""An opponent: plain joint MCTS, as public Olymbits bots use it, over the same rules.

It has one tree, whose edges are the actions of all three players (64). At a node every player picks
its own action by UCB1 over its visits and scores there. From a new node on all play at random, with
random skating orders, until every run or the match has ended. Then each player's score is its share
of the product of (3 gold + silver + 1) over the mini-games.
"""

from math import sqrt

from bots.olymbits.minigames import ACTIONS, ORDERS, PLAYERS
from bots.olymbits.player import Player
from bots.olymbits.rules import GAMES, RUNNING, SKATING, TURNS, Match, score_in
from bots.olymbits.updates import tick
from common.clock import Deadline
from common.engine import Engine
from common.kernel import Numbers, assign, capacity, kernel, numbers, record
from common.loop import run
from common.native import Compiled
from common.rng import Dice, draw
from common.search.ucb import TABLE, Roots, fill, root_of_log

JOINT_ACTIONS = ACTIONS**PLAYERS
ARMS = PLAYERS * ACTIONS
NODES = capacity(pure=4_000, compiled=100_000)
SLOTS = capacity(pure=4_000 * ARMS, compiled=100_000 * ARMS)  # node * ARMS + player * ACTIONS + a
EDGES = capacity(pure=4_000 * JOINT_ACTIONS, compiled=100_000 * JOINT_ACTIONS)
EXPLORATION = 0.4


@record
class Forest:
    """The tree, and counts of the last search. node_visits: by node."""

    used: int
    iterations: int
    states: int
    nodes: int
    side_nodes: int
    ucb_picks: int
    length: int  # nodes in the path
    node_visits: Numbers[float] = numbers(float, NODES)
    visits: Numbers[float] = numbers(float, SLOTS)
    total: Numbers[float] = numbers(float, SLOTS)
    edge: Numbers[int] = numbers(int, EDGES)
    roots: Roots
    path: Numbers[int] = numbers(int, TURNS + 1)
    picks: Numbers[int] = numbers(int, PLAYERS * (TURNS + 1))
    moves: Numbers[int] = numbers(int, PLAYERS)
    scores: Numbers[float] = numbers(float, PLAYERS)


@record
class Memory:
    """The memory of the search."""

    start: Match
    world: Match
    dice: Dice
    forest: Forest


@kernel
def open_node(forest: Forest) -> int:
    """Returns a new node, or -1 if there is no room."""
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
    """Returns a player's action by UCB1; untried ones come first, in random order."""
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
    root = root_of_log(forest.roots, int(forest.node_visits[node]))
    width = EXPLORATION * root
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
    """Returns True while the match and at least one run are not over."""
    if match.turn >= TURNS:
        return False
    for game in range(GAMES):
        if match.runs[game].phase == RUNNING:
            return True
    return False


@kernel
def play(match: Match, moves: Numbers[int], dice: Dice) -> None:
    """Plays one update; no run begins again."""
    tick(match, moves, False)
    match.runs[SKATING].code = draw(dice, ORDERS)


@kernel
def rate(match: Match, scores: Numbers[float]) -> None:
    """Writes each player's share of the points, 0..1."""
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
    """Begins with an empty tree."""
    forest = memory.forest
    fill(forest.roots, TABLE)
    forest.used = 0
    forest.iterations = 0
    forest.states = 0
    forest.nodes = 0
    forest.ucb_picks = 0
    open_node(forest)


@kernel
def descend(forest: Forest, world: Match, dice: Dice) -> None:
    """Walks down the tree, to a node opened in this iteration or to the end of the runs."""
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
    """Selects, expands, rolls out and backs up."""
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
    """Plays `count` more iterations."""
    for _ in range(count):
        iterate(memory)


ENTRIES = (begin, think)


class Clock:
    """Milliseconds of the first answer, and the part of each answer's time that is left unused."""

    first_ms = 800.0
    margin_ms = 8.0


class JointMcts(Player):
    """Plays the most visited action of the root."""

    def begin(self, engine: Engine[Memory], deadline: Deadline) -> None:
        engine.load("start", self.match)
        engine.call(begin)

    def tried(self, player: int, action: int) -> tuple[int, float]:
        forest, slot = self.engine.memory.forest, player * ACTIONS + action
        return int(forest.visits[slot]), forest.total[slot]


def main() -> None:
    """Plays on stdin and stdout."""
    run(JointMcts(Clock, Compiled(Memory, ENTRIES), think))
