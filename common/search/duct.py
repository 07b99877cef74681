"""DUCT: decoupled UCT for games in which all players move at once; each has a tree of his own.

A node is a place where its player has to move: a block of slots in the pool, one an action. An
iteration goes down all trees in step, and on by the policy until the game's kernels say that it is
over; then every player's score goes into the slots that he passed. One node a player is opened.

* Below `trust` visits of a node the policy picks, and its picks count as visits. From there on UCT
  picks, with exploration growing from `timid` of its formula to all of it at `eager` visits. An
  action never tried is rated as one tried once, for the mean of its node.
* Down to `joint_depth` a node's successors depend on the actions of all players, below it on its
  player's own alone.
* Down to `side_depth`, a node with `side_from` visits gets side nodes, one for each outcome of what
  is random and public. They decide from `side_trust` visits on.

Source: the post-mortem of the winner of CodinGame's Olymbits (MSz).
"""

from collections.abc import Callable
from math import log, sqrt
from typing import TypeVar

from common.engine import Engine
from common.kernel import Numbers, Records, assign, capacity, kernel, numbers, record, records

MAX_PLAYERS = 4
MAX_LENGTH = 128  # turns of a path
POOL = capacity(pure=120_000, compiled=8_000_000)
OUTSIDE = 0  # no node has this slot

State = TypeVar("State")
Setting = TypeVar("Setting")
Dice = TypeVar("Dice")


@record
class Route:
    """One player's way in this iteration: node and side node, or OUTSIDE, and the slots passed."""

    at: int
    side: int
    is_fresh: bool  # `at` was opened in this iteration
    length: int
    path: Numbers[int] = numbers(int, MAX_LENGTH)
    sides: Numbers[int] = numbers(int, MAX_LENGTH)


@record
class Habits:
    """The search's settings, see above. exploration: against scores of 0..1."""

    trust: float = 20.0
    eager: float = 100.0
    timid: float = 0.1
    exploration: float = 0.5
    joint_depth: int = 1
    side_depth: int = 1
    side_from: float = 20.0
    side_trust: float = 20.0


@record
class Forest:
    """The trees of all players, and counts since `plant`."""

    habits: Habits
    used: int  # slots of the pool in use
    iterations: int
    states: int  # states made
    nodes: int
    side_nodes: int
    ucb_picks: int
    visits: Numbers[float] = numbers(float, POOL)
    total: Numbers[float] = numbers(float, POOL)  # sum of the scores of all visits
    child: Numbers[int] = numbers(int, POOL)  # of a slot; a joint node's first: its block of them
    aside: Numbers[int] = numbers(int, POOL)  # of a node's first slot: its block of side nodes
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
) -> tuple[Callable[[Forest], None], Callable[[Forest, State, State, Setting, Dice, int], None]]:
    """plant(forest), which empties the trees, and iterate(forest, start, world, setting, dice,
    count), which searches on from `start` and tries moves on `world`, for a game's kernels.

    players: 1..MAX_PLAYERS; actions: of each, always the same; outcomes: at least 1; ValueError
    otherwise.
    choose(state, setting, player, dice): the policy's action; may note in the state what for.
    play(state, setting, moves, dice): one turn, and what is random in it.
    is_over(state, setting): whether the iteration ends here, after MAX_LENGTH turns at the latest.
    outcome_of(state): what was random and public in the last turn, 0..outcomes-1.
    rate(state, setting, scores): writes each player's score, 0..1.
    """
    if not 1 <= players <= MAX_PLAYERS:
        raise ValueError(f"DUCT holds 1 to {MAX_PLAYERS} players, one tree each, not {players}")
    if actions < 1 or outcomes < 1:
        raise ValueError(f"DUCT needs an action and an outcome, not {actions} and {outcomes}")
    joint_actions = actions**players

    @kernel
    def take(forest: Forest, count: int) -> int:
        """A block of empty slots, or OUTSIDE if the pool is full."""
        block = forest.used
        if block + count > POOL:
            return OUTSIDE
        forest.used = block + count
        forest.aside[block] = OUTSIDE
        for slot in range(block, block + count):
            forest.visits[slot] = 0.0
            forest.total[slot] = 0.0
            forest.child[slot] = OUTSIDE
        return block

    @kernel
    def plant(forest: Forest) -> None:
        """A root for each player, and nothing else."""
        forest.used = actions  # no node begins at slot OUTSIDE
        forest.iterations = 0
        forest.states = 0
        forest.nodes = players
        forest.side_nodes = 0
        forest.ucb_picks = 0
        for player in range(players):
            forest.root[player] = take(forest, actions)

    @kernel
    def visits_of(forest: Forest, node: int) -> float:
        """How often a move was made at a node."""
        visits = 0.0
        for slot in range(node, node + actions):
            visits += forest.visits[slot]
        return visits

    @kernel
    def best_of(forest: Forest, node: int, tries: float) -> int:
        """The action with the largest upper bound at a node with that many visits."""
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
        for slot in range(node, node + actions):
            visits = forest.visits[slot]
            value = mean + width
            if visits >= 1.0:
                value = forest.total[slot] / visits + width / sqrt(visits)
            if value > best_value:
                best_value = value
                best = slot
        return best - node

    @kernel
    def pick(forest: Forest, world: State, setting: Setting, player: int, dice: Dice) -> int:
        """The player's action, written into his path if he is in his tree."""
        route = forest.routes[player]
        node = route.at
        if node == OUTSIDE:
            return choose(world, setting, player, dice)
        deciding = node
        tries = visits_of(forest, node)
        if route.side != OUTSIDE:
            side_tries = visits_of(forest, route.side)
            if side_tries >= forest.habits.side_trust:
                deciding = route.side
                tries = side_tries
        if tries < 1.0 or tries < forest.habits.trust:
            move = choose(world, setting, player, dice)
        else:
            forest.ucb_picks += 1
            move = best_of(forest, deciding, tries)
        route.path[route.length] = node + move
        route.sides[route.length] = OUTSIDE if route.side == OUTSIDE else route.side + move
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
        """A node's side node for an outcome, or OUTSIDE while there is none."""
        if forest.aside[node] == OUTSIDE:
            visits = visits_of(forest, node)
            if visits < forest.habits.side_from:
                return OUTSIDE
            forest.aside[node] = take(forest, outcomes)
            if forest.aside[node] == OUTSIDE:
                return OUTSIDE
        slot = forest.aside[node] + outcome
        forest.side_nodes += int(forest.child[slot] == OUTSIDE)
        return reach(forest, slot, actions)

    @kernel
    def descend(forest: Forest, world: State, depth: int) -> None:
        """All players go to their next nodes, or out of their trees. depth: turns played."""
        joint = 0
        for player in range(players):
            joint = joint * actions + forest.moves[player]
        for player in range(players):
            route = forest.routes[player]
            node = route.at
            if node == OUTSIDE:
                continue
            slot = node + forest.moves[player]
            if depth <= forest.habits.joint_depth and not route.is_fresh:
                block = reach(forest, node, joint_actions)
                slot = OUTSIDE if block == OUTSIDE else block + joint
            route.at = OUTSIDE
            route.side = OUTSIDE
            if route.is_fresh or slot == OUTSIDE:
                continue
            route.is_fresh = forest.child[slot] == OUTSIDE
            forest.nodes += int(route.is_fresh)
            node = reach(forest, slot, actions)
            route.at = node
            if depth <= forest.habits.side_depth and node != OUTSIDE:
                outcome = outcome_of(world)
                route.side = reach_side(forest, node, outcome)

    @kernel
    def learn(forest: Forest, route: Route, score: float) -> None:
        """Puts a score into the slots that a player has passed."""
        for step in range(route.length):
            slot = route.path[step]
            forest.visits[slot] += 1.0
            forest.total[slot] += score
            side = route.sides[step]
            if side != OUTSIDE:
                forest.visits[side] += 1.0
                forest.total[side] += score

    @kernel
    def iterate(
        forest: Forest, start: State, world: State, setting: Setting, dice: Dice, count: int
    ) -> None:
        """`count` iterations; after any of them moves_at has an answer at the roots."""
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


def moves_at(engine: Engine, field: str, node: int, actions: int) -> list[tuple[int, int, float]]:
    """(action, visits, mean score) of the actions tried at a node, most visited first.

    field: the Forest's; a player's root is at engine.read(field + ".root", player).
    """
    rows = []
    for action in range(actions):
        visits = engine.read(field + ".visits", node + action)
        total = engine.read(field + ".total", node + action)
        if visits:
            rows.append((action, int(visits), total / visits))
    return sorted(rows, key=lambda row: (-row[1], -row[2], row[0]))
