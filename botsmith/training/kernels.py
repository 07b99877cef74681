"""Plays games of a network against itself, as kernels: whole games in C, with samples.

A sample is a position with the search's value: the root of each search, and a few other nodes of
its tree that were visited often, or whose results are certain.
"""

from functools import cache
from types import SimpleNamespace
from typing import TYPE_CHECKING

from botsmith.training.contest import Contest
from common.kernel import Numbers, Records, assign, kernel, numbers, record, records
from common.rng import Dice, draw
from common.search.bestfirst import (
    BITS,
    CERTAIN,
    MOST,
    NONE,
    POOL,
    best_child,
    copy_some,
    find_child,
    move_root,
)

SAMPLES = 2048  # of one game at most; more are left out
WORD = 32  # inputs in one number
CLOSE = 4  # a move is good if its visits, times this, reach those of the best


@record
class Plan:
    """The settings of games.

    iterations: visits of the root before a move
    opening: largest number of random plies at the beginning
    early: plies after those in which a move is drawn among the good ones
    slack: how far below the best value the value of a good move may be
    extra: largest number of samples of a search besides the root
    visits: number of visits that a node needs to be a sample
    """

    iterations: int
    opening: int
    early: int
    slack: float
    extra: int
    visits: int


@cache
def bind(contest: Contest) -> SimpleNamespace:
    """Returns the kernels of a contest.

    entries: the kernels that Python calls; each is also an attribute of its name
    work: the record of the memory that they work on
    words: number of 32-bit words of a position's inputs
    """
    if TYPE_CHECKING:
        from botsmith.training.contest import (
            AnyRecord as Memory,
            AnyRecord as State,
            AnyRecord as Weights,
        )
    else:
        State, Memory, Weights = contest.rules.State, contest.search.Memory, contest.network.Weights
    play, is_over, outcome = contest.rules.play, contest.rules.is_over, contest.rules.outcome
    begin, think = contest.search.begin, contest.search.think
    list_inputs = contest.network.list_inputs
    words = (contest.network.INPUTS + WORD - 1) // WORD

    @record
    class Work:
        """The memory of the kernels.

        fresh: the state at the start of a game
        used: the number of samples; samples of one game lie side by side
        values: the result for the player to move, -1..1
        players: the player to move
        is_played: True if the position was on the board; the others are from trees
        inputs: `words` a state
        """

        plan: Plan
        dice: Dice
        fresh: State
        weights: Weights
        search: Memory
        used: int
        winner: int
        states: Records[State] = records(State, SAMPLES)
        values: Numbers[float] = numbers(float, SAMPLES)
        players: Numbers[int] = numbers(int, SAMPLES)
        visits: Numbers[int] = numbers(int, SAMPLES)
        is_played: Numbers[bool] = numbers(bool, SAMPLES)
        inputs: Numbers[int] = numbers(int, SAMPLES * words)
        places: Numbers[int] = numbers(int, contest.network.INPUTS)

    @kernel
    def take_weights(work: Work) -> None:
        """Makes the search use the weights that were loaded."""
        assign(work.search.setting.weights, work.weights)

    @kernel
    def push(work: Work, move: int) -> None:
        """Plays a move; the part of the tree below it stays."""
        tree = work.search.tree
        node = find_child(tree, tree.root, move)
        play(work.search.start, move)
        if node == NONE or tree.block[node] == 0:
            begin(work.search, NONE, NONE)
        else:
            move_root(tree, node)
            copy_some(tree, POOL)

    @kernel
    def open_game(work: Work, plies: int) -> bool:
        """Begins a game with random plies and an empty tree; returns True if it goes on after
        them.
        """
        assign(work.search.start, work.fresh)
        begin(work.search, NONE, NONE)
        tree = work.search.tree
        for _ in range(plies):
            if is_over(work.search.start):
                return False
            think(work.search, 1)
            block = tree.block[tree.root]
            pick = draw(work.dice, block & MOST)
            push(work, tree.move[(block >> BITS) + pick])
        return not is_over(work.search.start)

    @kernel
    def search(work: Work) -> None:
        """Searches until the root has its visits."""
        tree = work.search.tree
        missing = work.plan.iterations - tree.visits[tree.root]
        if missing > 0 or tree.block[tree.root] == 0:
            think(work.search, max(1, missing))

    @kernel
    def choose(work: Work) -> int:
        """Searches; returns the best move."""
        search(work)
        tree = work.search.tree
        move: int = tree.move[best_child(tree)]
        return move

    @kernel
    def is_done(work: Work) -> bool:
        """Returns True if the game is over, or its result certain."""
        tree = work.search.tree
        return is_over(work.search.start) or tree.bound[tree.root] == CERTAIN

    @kernel
    def result(work: Work) -> int:
        """Returns the result of a game that is done: 1 player 0 has won, -1 player 1, 0 nobody."""
        start = work.search.start
        if is_over(start):
            return outcome(start)
        tree = work.search.tree
        value = tree.value[tree.root]  # of who moved last
        if value >= -1.0 and value <= 1.0:
            return 0
        return 1 if (value > 0.0) == (start.player == 1) else -1

    @kernel
    def draw_move(work: Work) -> int:
        """Draws a good move."""
        tree = work.search.tree
        best = best_child(tree)
        block = tree.block[tree.root]
        first = block >> BITS
        last = first + (block & MOST)
        least = tree.value[best] - work.plan.slack
        good = 0
        for slot in range(first, last):
            if tree.value[slot] >= least and tree.visits[slot] * CLOSE >= tree.visits[best]:
                good += 1
        pick = draw(work.dice, max(1, good))
        for slot in range(first, last):
            if tree.value[slot] >= least and tree.visits[slot] * CLOSE >= tree.visits[best]:
                if pick == 0:
                    best = slot
                pick -= 1
        move: int = tree.move[best]
        return move

    @kernel
    def note(work: Work, node: int, is_played: bool) -> None:
        """Adds a node as a sample; the search's `world` is its position."""
        index = work.used
        if index < SAMPLES:
            tree = work.search.tree
            assign(work.states[index], work.search.world)
            work.values[index] = min(1.0, max(-1.0, -tree.value[node]))
            work.players[index] = work.search.world.player
            work.visits[index] = tree.visits[node]
            work.is_played[index] = is_played
            work.used = index + 1

    @kernel
    def is_fit(work: Work, slot: int) -> bool:
        """Returns True if a node may be a sample."""
        tree = work.search.tree
        is_known: bool = tree.visits[slot] >= work.plan.visits or tree.bound[slot] == CERTAIN
        return is_known and tree.block[slot] != 0

    @kernel
    def wander(work: Work) -> None:
        """Finds a node below the root by a random walk, and adds it as a sample."""
        tree = work.search.tree
        assign(work.search.world, work.search.start)
        node = tree.root
        while True:
            first = tree.block[node] >> BITS
            last = first + (tree.block[node] & MOST)
            fit = 0
            for slot in range(first, last):
                if is_fit(work, slot):
                    fit += 1
            coin = draw(work.dice, 2)
            if fit == 0 or (node != tree.root and coin == 0):
                break
            pick = draw(work.dice, fit)
            for slot in range(first, last):
                if is_fit(work, slot):
                    if pick == 0:
                        node = slot
                    pick -= 1
            play(work.search.world, tree.move[node])
        if node != tree.root:
            note(work, node, False)

    @kernel
    def play_game(work: Work) -> None:
        """Plays a game from a random opening until its result is certain, and writes `winner`."""
        work.used = 0
        plies = draw(work.dice, work.plan.opening + 1)
        is_open = open_game(work, plies)
        while not is_open:
            is_open = open_game(work, plies)
        tree = work.search.tree
        ply = 0
        while not is_done(work):
            search(work)
            assign(work.search.world, work.search.start)
            note(work, tree.root, True)
            for _ in range(work.plan.extra):
                wander(work)
            if tree.bound[tree.root] != CERTAIN:
                move = tree.move[best_child(tree)]
                if ply < work.plan.early:
                    move = draw_move(work)
                push(work, move)
                ply += 1
        work.winner = result(work)

    @kernel
    def encode(work: Work, count: int) -> None:
        """Writes the inputs of the first `count` states, as bits of numbers, the lowest first."""
        for index in range(count):
            for word in range(index * words, index * words + words):
                work.inputs[word] = 0
            on = list_inputs(work.states[index], work.places)
            for number in range(on):
                place = work.places[number]
                work.inputs[index * words + place // WORD] |= 1 << place % WORD

    entries = [play_game, encode, open_game, push, choose, is_done, result, take_weights]
    named = {each.__name__: each for each in entries}
    return SimpleNamespace(work=Work, words=words, entries=entries, **named)
