"""DUCT: decoupled UCT for games in which all players move at once; each has its own tree.

A node is a block of slots in the pool, one an action, as small as possible, because it is out of
the cache when it is reached. An iteration walks down all trees in step, opens a node in each, and
continues by the policy until the game's kernels say that it is over. Every player's score goes into
the slots of its path.

Source: the post-mortem of Olymbits' winner (MSz).
"""

from collections.abc import Callable
from typing import TypeVar

from common.kernel import (
    Numbers,
    Records,
    assign,
    capacity,
    each,
    kernel,
    numbers,
    record,
    records,
)
from common.search.ucb import TABLE, Roots, fill, root_of_log, share_of

MAX_PLAYERS = 4
MAX_ACTIONS = 16
MAX_LENGTH = 256  # entries of a path; a turn takes at most two
IN_C = 1 << 23  # slots
POOL = capacity(pure=120_000, compiled=IN_C)
LAST = IN_C - 1
WIDE = capacity(POOL + MAX_ACTIONS, IN_C + MAX_ACTIONS)  # for LAST + any: C checks no index
LAST_ROOT = (1 << 18) - 1  # of TABLE in C
OUTSIDE = 0  # no node has this slot
BITS = 32  # low bits of a link: visits
VISITS = (1 << BITS) - 1

AnyState = TypeVar("AnyState")
AnySetting = TypeVar("AnySetting")
AnyDice = TypeVar("AnyDice")


@record
class Route:
    """One player's way in this iteration: its node, the side node, its path so far."""

    at: int
    side: int
    judge: int  # which of the two decides,
    tries: int  # and its visits
    is_fresh: bool  # the node was opened in this iteration
    length: int
    path: Numbers[int] = numbers(int, MAX_LENGTH)


@record
class Habits:
    """The search's settings."""

    trust: float = 20.0  # visits of a node from which UCT picks; params may set it
    eager: float = 100.0  # visits of a node from which exploration is complete
    timid: float = 0.1  # share of that at `trust`
    exploration: float = 0.5  # against scores of 0..1; params may set it
    joint_depth: int = 1  # turns after which nodes depend on the actions of all players
    side_depth: int = 1  # turns after which nodes have a side node for each outcome
    side_trust: float = 20.0  # visits of a node before that, of a side node until it decides


@record
class Forest:
    """The trees of all players, and counts since `plant`. used: slots in use; states: turns
    played
    """

    total: Numbers[float] = numbers(float, WIDE)  # sum of all visits' scores
    # The node that a slot leads to << BITS | visits. In place of the node: from a joint node's
    # first slot, a slot for each joint action.
    link: Numbers[int] = numbers(int, WIDE)
    side: Numbers[int] = numbers(int, WIDE)  # by a node's first slot: side nodes by outcome
    habits: Habits
    used: int
    iterations: int
    states: int
    nodes: int
    side_nodes: int
    ucb_picks: int
    root: Numbers[int] = numbers(int, MAX_PLAYERS)
    roots: Roots
    routes: Records[Route] = records(Route, MAX_PLAYERS)
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
    """Returns plant(forest), which empties the trees, and iterate(forest, start, world, setting,
    dice, count), which continues the search from `start` and tries moves on `world`.

    players: 1..MAX_PLAYERS; actions: of each, in every turn, 1..MAX_ACTIONS; else ValueError.
    choose(state, setting, player, dice): the policy's action.
    play(state, setting, moves, dice): plays one turn with its random part.
    is_over(state, setting): True ends the iteration, after MAX_LENGTH // 2 turns at the latest.
    outcome_of(state): the public random outcome of the last turn, 0..outcomes-1.
    rate(state, setting, scores): writes each player's score, 0..1.
    draw(dice, n): a random number of 0..n-1.
    """
    if not 1 <= players <= MAX_PLAYERS:
        raise ValueError(f"DUCT holds 1 to {MAX_PLAYERS} players, not {players}")
    if not 1 <= actions <= MAX_ACTIONS:
        raise ValueError(f"DUCT holds 1 to {MAX_ACTIONS} actions, not {actions}")
    joint_actions = actions**players
    twice = (1 << 2 * actions) - 1  # bits of all actions, two times

    @kernel
    def take(forest: Forest, count: int) -> int:
        """Returns a block of empty slots, or OUTSIDE if the pool is full."""
        block = forest.used
        if block + count > POOL:
            return OUTSIDE
        forest.used = block + count
        forest.side[block] = OUTSIDE
        for slot in range(block, block + count):
            forest.total[slot] = 0.0
            forest.link[slot] = 0
        return block

    @kernel
    def plant(forest: Forest) -> None:
        """Makes a root for each player, and nothing else."""
        fill(forest.roots, TABLE)
        forest.used = actions  # no node begins at slot OUTSIDE
        forest.iterations = 0
        forest.states = 0
        forest.nodes = players
        forest.side_nodes = 0
        forest.ucb_picks = 0
        for player in each(players):
            forest.root[player] = take(forest, actions)

    @kernel
    def visits_of(forest: Forest, node: int) -> int:
        """Counts a move's visits at a node."""
        visits = 0
        first = node & LAST
        for action in each(actions):
            visits += forest.link[first + action]
        return visits & VISITS

    @kernel
    def best_of(
        forest: Forest, node: int, tries: int, bounds: Numbers[float], dice: AnyDice
    ) -> int:
        """Returns the action with the largest upper bound at a node with that many visits.

        Dice break ties: otherwise players in equal positions would always act alike.
        """
        habits = forest.habits
        total = forest.total
        link = forest.link
        table = forest.roots.table
        first = node & LAST
        count = float(tries)
        root = root_of_log(forest.roots, tries)
        width = habits.exploration * root
        if count < habits.eager:
            grown = (count - habits.trust) / (habits.eager - habits.trust)
            width *= habits.timid + (1.0 - habits.timid) * grown
        whole = 0.0
        for action in each(actions):
            whole += total[first + action]
        fresh = whole / count + width  # the bound of an action never tried
        if tries < TABLE:
            for action in range(actions):  # one vector in C
                slot = first + action
                visits = link[slot] & LAST_ROOT
                share = table[visits * 2 + 1]  # share_of, written out: calls take time in CPython
                bound = share * (total[slot] * share + width)
                bounds[action] = bound if visits > 0 else fresh
        else:
            for action in range(actions):
                slot = first + action
                visits = link[slot] & VISITS
                share = share_of(forest.roots, max(1, visits))
                bound = share * (total[slot] * share + width)
                bounds[action] = bound if visits > 0 else fresh
        best = -1.0e300
        for action in each(actions):
            bound = bounds[action]
            if bound > best:
                best = bound
        ties = 0  # the actions with the best bound, bit by bit
        for action in each(actions):
            if bounds[action] >= best:
                ties |= 1 << action
        start = draw(dice, actions)
        ties = ((ties << actions | ties) & twice) >> start
        return (start + ((ties - 1) & ~ties & twice).bit_count()) % actions

    @kernel
    def pick(
        forest: Forest,
        world: AnyState,
        setting: AnySetting,
        player: int,
        bounds: Numbers[float],
        dice: AnyDice,
    ) -> int:
        """Picks the player's action, into its path if it is in its tree. bounds: to work on."""
        route = forest.routes[player]
        if route.at == OUTSIDE:
            return choose(world, setting, player, dice)
        if route.tries == 0 or float(route.tries) < forest.habits.trust:
            move = choose(world, setting, player, dice)
        else:
            forest.ucb_picks += 1
            move = best_of(forest, route.judge, route.tries, bounds, dice)
        route.path[route.length] = route.at + move
        route.length += 1
        if route.side != OUTSIDE:
            route.path[route.length] = route.side + move
            route.length += 1
        return move

    @kernel
    def reach(forest: Forest, slot: int, count: int) -> int:
        """Returns the block of `count` slots that a slot leads to, made if missing."""
        link = forest.link[slot]
        block = link >> BITS
        if block == OUTSIDE:
            block = take(forest, count)
            forest.link[slot] = block << BITS | link
        return block

    @kernel
    def reach_side(forest: Forest, node: int, outcome: int) -> int:
        """Returns the side node for an outcome, or OUTSIDE if the pool is full."""
        block = forest.side[node & LAST]
        if block == OUTSIDE:
            block = take(forest, outcomes * actions)
            forest.side[node & LAST] = block
        if block == OUTSIDE:
            return OUTSIDE
        side = (block + outcome * actions) & LAST
        if forest.link[side] == 0:  # it leads nowhere, but that says that it is known
            forest.link[side] = 1 << BITS
            forest.side_nodes += 1
        return side

    @kernel
    def enter(forest: Forest, route: Route, node: int) -> None:
        """Puts a player at `node`, or out of its tree."""
        route.at = node
        route.side = OUTSIDE
        route.judge = node
        route.tries = 0
        if node != OUTSIDE and not route.is_fresh:
            route.tries = visits_of(forest, node)

    @kernel
    def descend(forest: Forest, world: AnyState, moves: Numbers[int], depth: int) -> int:
        """Moves all players to their next nodes, or out of their trees. depth: turns played.

        Returns how many are in their trees.
        """
        joint = 0
        if depth <= forest.habits.joint_depth:
            for player in each(players):
                joint = joint * actions + moves[player]
        inside = 0
        for player in each(players):
            route = forest.routes[player]
            if route.is_fresh:
                route.at = OUTSIDE
            if route.at != OUTSIDE:
                slot = route.at + moves[player]
                if depth <= forest.habits.joint_depth:
                    block = reach(forest, route.at, joint_actions)
                    slot = OUTSIDE if block == OUTSIDE else block + joint
                node = OUTSIDE
                if slot != OUTSIDE:
                    node = forest.link[slot] >> BITS
                    if node == OUTSIDE:
                        route.is_fresh = True
                        forest.nodes += 1
                        node = reach(forest, slot, actions)
                enter(forest, route, node)
                inside += int(node != OUTSIDE)
                is_sure = float(route.tries) >= forest.habits.side_trust
                if is_sure and node != OUTSIDE and depth <= forest.habits.side_depth:
                    route.side = reach_side(forest, node, outcome_of(world))
                    if route.side != OUTSIDE:
                        tries = visits_of(forest, route.side)
                        if float(tries) >= forest.habits.side_trust:
                            route.judge = route.side
                            route.tries = tries
        return inside

    @kernel
    def learn(forest: Forest, route: Route, score: float) -> None:
        """Puts a score into a player's slots."""
        for step in range(route.length):
            slot = route.path[step] & LAST
            forest.link[slot] += 1
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
        """Plays `count` iterations; after any of them the slots at the roots hold an answer."""
        bounds = numbers(float, actions)  # of the kernel's own, or C would make no vector
        moves = numbers(int, players)
        for _ in range(count):
            assign(world, start)
            for player in each(players):
                route = forest.routes[player]
                route.is_fresh = False
                route.length = 0
                route.at = forest.root[player]
                route.side = OUTSIDE
                route.judge = route.at
                route.tries = forest.iterations
            depth = 0
            inside = players
            while inside > 0 and not is_over(world, setting):
                for player in each(players):
                    moves[player] = pick(forest, world, setting, player, bounds, dice)
                play(world, setting, moves, dice)
                depth += 1
                inside = descend(forest, world, moves, depth)
            while not is_over(world, setting):
                for player in each(players):
                    moves[player] = choose(world, setting, player, dice)
                play(world, setting, moves, dice)
                depth += 1
            rate(world, setting, forest.scores)
            for player in each(players):
                learn(forest, forest.routes[player], forest.scores[player])
            forest.states += depth
            forest.iterations += 1

    return plant, iterate


def tried(forest: Forest, slot: int) -> tuple[int, float]:
    """Returns a slot's visits, and the sum of its scores."""
    return forest.link[slot] & VISITS, forest.total[slot]
