"""Tic-tac-toe solved, and small networks for it."""

from functools import cache
from random import Random

from botsmith.training.weights import Weights
from common.kernel import assign
from tests.training.toy import network, rules

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
