"""Tic-tac-toe solved, and small networks for it."""

from collections.abc import Callable
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from botsmith.errors import BadInput
from botsmith.training.dense import Dense
from botsmith.training.samples import opened
from botsmith.training.weights import Weights
from common.kernel import assign
from common.search.bestfirst import best_child
from tests.training.toy import environment, network, rules, search_network

PACKAGE = "tests.training.toy"


def layers_of(folder: Path) -> list[Any]:
    """Returns the layers of a trained network, [outputs, inputs + 1] each."""
    with opened(folder / "network.npz") as file:
        return [file[f"layer{place}"] for place in range(len(file.files))]


def position(marks: tuple[int, int]) -> rules.State:
    """The position with these marks."""
    state = rules.State()
    state.marks[:] = marks
    state.player = (marks[0] | marks[1]).bit_count() % 2
    return state


def has_line(mask: int) -> bool:
    """Whether three in a row are among a player's squares."""
    return any(mask & line == line for line in rules.LINES)


def after(marks: tuple[int, int], move: int) -> tuple[int, int]:
    """The position after a move."""
    first, second = marks
    if (first | second).bit_count() % 2 == 0:
        return first | 1 << move, second
    return first, second | 1 << move


def moves_of(marks: tuple[int, int]) -> list[int]:
    """The free squares, none if the game is over."""
    taken = marks[0] | marks[1]
    is_won = has_line(marks[0]) or has_line(marks[1])
    return [n for n in range(rules.SQUARES) if not (is_won or taken >> n & 1)]


@cache
def solved(marks: tuple[int, int]) -> int:
    """What the player to move gets: 1, 0 or -1."""
    if moves := moves_of(marks):
        return max(-solved(after(marks, move)) for move in moves)
    turn = 1 - 2 * ((marks[0] | marks[1]).bit_count() % 2)
    return turn * (has_line(marks[0]) - has_line(marks[1]))


@cache
def all_positions() -> list[tuple[int, int]]:
    """All positions that can come up and are not over."""
    found: dict[tuple[int, int], None] = {}
    waiting = [(0, 0)]
    while waiting:
        marks = waiting.pop()
        if marks not in found and (moves := moves_of(marks)):
            found[marks] = None
            waiting += [after(marks, move) for move in moves]
    return list(found)


def some_weights(seed: int, bits: int = 8) -> Weights:
    """Random weights of the toy's network."""
    dice = Random(seed)
    most = (1 << bits - 1) - 1
    count = (network.INPUTS + 1) * network.BASE
    return Weights([dice.randint(-most, most) for _ in range(count)], 90_000.0, bits, {})


def good_moves(marks: tuple[int, int]) -> list[int]:
    """The moves that keep what a position is worth."""
    return [move for move in moves_of(marks) if -solved(after(marks, move)) == solved(marks)]


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
            waiting.append(after(marks, move))
    return lost


def check_gradient(network: Dense, dice: Any, loss: Callable[[list[Any]], float]) -> None:
    """Fails unless the gradient is the slope of a loss of layers, at 20 places of each layer."""
    layers = [layer.astype(np.float64) for layer in network.layers]
    for layer, slopes in zip(layers, network.slopes, strict=True):
        for _ in range(20):
            place = tuple(dice.integers(0, size) for size in layer.shape)
            was, found = layer[place], []
            for change in (1e-6, -1e-6):
                layer[place] = was + change
                found.append(loss(layers))
            layer[place] = was
            assert slopes[place] == pytest.approx((found[0] - found[1]) / 2e-6, abs=2e-4)


def assert_lacking(
    patch: pytest.MonkeyPatch, look: Callable[[], object], name: str, value: object, said: str
) -> None:
    """Asserts that the toy's environment is refused in one line with a value in place of a name.

    look: what refuses it. value: None takes the name away.
    """
    if value is None:
        patch.delattr(environment, name)
    else:
        patch.setattr(environment, name, value, raising=False)
    with pytest.raises(BadInput) as error:
        look()
    assert said in str(error.value) and "\n" not in str(error.value)
