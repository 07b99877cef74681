"""DUCT: decoupled UCT for games in which all players move at once; each has a tree of his own.

A node is a block of slots in the pool, one an action and one for its side nodes. An iteration goes
down all trees in step, opening a node in each, and on by the policy until the game's kernels say
that it is over; every player's score goes into the slots that he passed.

Source: the post-mortem of Olymbits' winner (MSz).
"""

from collections.abc import Callable
from math import sqrt
from typing import TypeVar

from common.kernel import Numbers, Records, assign, capacity, kernel, numbers, record, records
from common.search.roots import ROOTS, root_of_log

MAX_PLAYERS = 4
MAX_LENGTH = 256  # entries of a path; a turn takes at most two
POOL = capacity(pure=120_000, compiled=8_000_000)
OUTSIDE = 0  # no node has this slot

AnyState = TypeVar("AnyState")
AnySetting = TypeVar("AnySetting")
AnyDice = TypeVar("AnyDice")


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
    timid: float = 0.1  # share of that at `trust`
    exploration: float = 0.5  # against scores of 0..1
    joint_depth: int = 1  # turns after which nodes depend on the actions of all players
    side_depth: int = 1  # turns after which nodes have a side node for each outcome
    side_trust: float = 20.0  # visits of a node before that, of a side node until it decides


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
    total: Numbers[float] = numbers(float, POOL)  # sum of all visits' scores
    # The node that a slot leads to; from a joint node's first slot, a slot for each joint action;
    # from a node's last slot, one for each outcome.
    child: Numbers[int] = numbers(int, POOL)
    root: Numbers[int] = numbers(int, MAX_PLAYERS)
    roots: Numbers[float] = numbers(float, ROOTS)
    routes: Records[Route] = records(Route, MAX_PLAYERS)
    moves: Numbers[int] = numbers(int, MAX_PLAYERS)
    scores: Numbers[float] = numbers(float, MAX_PLAYERS)


def bind(
    players: int,
    actions: int,
    outcomes: int,
    choose: Callable[[AnyState, AnySetting, int, AnyDice], int],
    play: Callable[[AnyState, AnySetting, Numbers[int], AnyDice], None],
    is_over: Callable[[AnyState, AnySetting], bool],
    outcome_of: Callable[[AnyState], int],
    rate: Callable[[AnyState, AnySetting, Numbers[float]], None],
    draw: Callable[[AnyDice, int], int],
) -> tuple[
    Callable[[Forest], None], Callable[[Forest, AnyState, AnyState, AnySetting, AnyDice, int], None]
]:
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
    slots = actions + 1  # that a node takes

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
    def best_of(forest: Forest, node: int, tries: float, dice: AnyDice) -> int:
        """The action with the largest upper bound at a node with that many visits.

        Dice break ties, or players in equal places would go on in step.
        """
        habits = forest.habits
        root = root_of_log(forest.roots, tries)
        width = habits.exploration * root
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
    def pick(
        forest: Forest, world: AnyState, setting: AnySetting, player: int, dice: AnyDice
    ) -> int:
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
        """The block of `count` slots that a slot leads to, made if missing."""
        if forest.child[slot] == OUTSIDE:
            forest.child[slot] = take(forest, count)
        return forest.child[slot]

    @kernel
    def reach_side(forest: Forest, node: int, outcome: int) -> int:
        """The side node for an outcome, or OUTSIDE if none."""
        if visits_of(forest, node) < forest.habits.side_trust:
            return OUTSIDE
        block = reach(forest, node + actions, outcomes)
        if block == OUTSIDE:
            return OUTSIDE
        forest.side_nodes += int(forest.child[block + outcome] == OUTSIDE)
        return reach(forest, block + outcome, slots)

    @kernel
    def descend(forest: Forest, world: AnyState, depth: int) -> None:
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
        forest: Forest,
        start: AnyState,
        world: AnyState,
        setting: AnySetting,
        dice: AnyDice,
        count: int,
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
