"""Tic-tac-toe solved, and small networks for it."""

from functools import cache
from random import Random

from botsmith.training.weights import Weights
from common.kernel import assign
from common.search.bestfirst import best_child
from tests.training.toy import network, rules, search_network

PACKAGE = "tests.training.toy"


def position(marks: tuple[int, int]) -> rules.State:
    """The position with these marks."""
    state = rules.State()
    state.marks[:] = marks
    state.player = (marks[0] | marks[1]).bit_count() % 2
    return state


def after(state: rules.State, move: int) -> rules.State:
    """The position after a move."""
    child = rules.State()
    assign(child, state)
    rules.play(child, move)
    return child


def moves_of(state: rules.State) -> list[int]:
    """The free squares, none if the game is over."""
    taken = state.marks[0] | state.marks[1]
    free = [square for square in range(rules.SQUARES) if not taken >> square & 1]
    return [] if rules.is_over(state) else free


@cache
def solved(marks: tuple[int, int]) -> int:
    """What the player to move gets: 1, 0 or -1."""
    state = position(marks)
    if rules.is_over(state):
        return rules.outcome(state) * (1 - 2 * state.player)
    children = [after(state, move) for move in moves_of(state)]
    return max(-solved((child.marks[0], child.marks[1])) for child in children)


@cache
def all_positions() -> list[tuple[int, int]]:
    """All positions that can come up and are not over."""
    found: dict[tuple[int, int], None] = {}
    waiting = [(0, 0)]
    while waiting:
        marks = waiting.pop()
        state = position(marks)
        if marks not in found and not rules.is_over(state):
            found[marks] = None
            for move in moves_of(state):
                child = after(state, move)
                waiting.append((child.marks[0], child.marks[1]))
    return list(found)


def some_weights(seed: int, bits: int = 8) -> Weights:
    """Random weights of the toy's network."""
    dice = Random(seed)
    most = (1 << bits - 1) - 1
    count = (network.INPUTS + 1) * network.BASE
    return Weights([dice.randint(-most, most) for _ in range(count)], 90_000.0, bits, {})


def good_moves(marks: tuple[int, int]) -> list[int]:
    """The moves that keep what a position is worth."""
    state = position(marks)
    children = {move: after(state, move) for move in moves_of(state)}
    return [
        move
        for move, child in children.items()
        if -solved((child.marks[0], child.marks[1])) == solved(marks)
    ]


def answer(memory: search_network.Memory, marks: tuple[int, int], iterations: int) -> int:
    """The move of a search with the network in `memory`."""
    assign(memory.start, position(marks))
    search_network.begin(memory, -1, -1)
    search_network.think(memory, iterations)
    return memory.tree.move[best_child(memory.tree)]


def memory_of(weights: Weights) -> search_network.Memory:
    """A search's memory with this network."""
    memory = search_network.Memory()
    memory.setting.weights = network.make_weights(weights.values, weights.scale)
    return memory


def share_of_good_answers(weights: Weights, iterations: int = 1) -> float:
    """In how many of all positions the move is a good one; one iteration looks one move ahead."""
    memory, positions = memory_of(weights), all_positions()
    good = [answer(memory, marks, iterations) in good_moves(marks) for marks in positions]
    return sum(good) / len(positions)


def losses(memory: search_network.Memory, iterations: int, seat: int) -> int:
    """How many games player `seat` loses, if the other one plays all that keeps its worth."""
    lost = 0
    waiting = [(0, 0)]
    while waiting:
        marks = waiting.pop()
        state = position(marks)
        if rules.is_over(state):
            lost += rules.outcome(state) == 2 * seat - 1
            continue
        is_ours = state.player == seat
        for move in [answer(memory, marks, iterations)] if is_ours else good_moves(marks):
            child = after(state, move)
            waiting.append((child.marks[0], child.marks[1]))
    return lost
