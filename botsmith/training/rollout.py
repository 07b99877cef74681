"""Turns self-play into samples: draws moves, and computes advantages."""

from typing import Any

import numpy as np

from botsmith.training.dense import FLOAT, Array
from botsmith.training.environment import Environment


class Played:
    """The results of a batch of play, [turns, rows] each.

    values: one turn more, in the value's unit
    goes_on: 0.0 if the match was over after the turn, else 1.0
    ended: the turns and sums of matches that ended, as in Matches
    """

    def __init__(self, turns: int, rows: int) -> None:
        self.moves = np.zeros((turns, rows), np.int64)
        self.chances, self.rewards = np.zeros((2, turns, rows), FLOAT)
        self.values = np.zeros((turns + 1, rows), FLOAT)
        self.goes_on = np.ones((turns, rows), FLOAT)
        self.ended: list[tuple[Array, Array]] = []


def some_rows(array: Any, rows: Array) -> Any:
    """Returns some rows of an array, the array itself if `rows` are all; None for None."""
    return array if array is None or len(rows) == len(array) else array[rows]


def choose(logits: Array, masks: Array | None, dice: np.random.Generator) -> tuple[Array, Array]:
    """Draws a move of each row by its logits. Returns the moves, and the logarithms of their
    chances.

    logits: [moves, rows], which change
    masks: [rows, moves], None if all moves are legal
    """
    if masks is not None:
        logits += masks.T
    logits -= logits.max(axis=0)
    sums = np.cumsum(np.exp(logits), axis=0)
    count = logits.shape[1]
    mark = (FLOAT(1.0) - dice.random(count, FLOAT)) * sums[-1]  # above 0: no move of chance 0
    moves = (sums < mark).sum(axis=0)
    return moves, logits[moves, np.arange(count)] - np.log(sums[-1])


def best(logits: Array, masks: Array | None) -> Array:
    """Returns the likeliest move of each row."""
    moves: Array = (logits if masks is None else logits + masks.T).argmax(axis=0)
    return moves


def gae(rewards: Array, values: Array, goes_on: Array, discount: float, smoothing: float) -> Array:
    """Returns generalised advantages, [turns, rows]. goes_on: 0.0 if the match was over, else
    1.0
    """
    advantages = np.empty_like(rewards)
    last = np.zeros_like(rewards[0])
    for turn in range(len(rewards) - 1, -1, -1):
        error = rewards[turn] - values[turn]
        error += FLOAT(discount) * goes_on[turn] * values[turn + 1]
        last = error + FLOAT(discount * smoothing) * goes_on[turn] * last
        advantages[turn] = last
    return advantages


def figures_of(ended: list[tuple[Array, Array]], environment: Environment) -> dict[str, Any]:
    """Returns the figures of ended matches: their number, mean turns, and seat 0's mean of each
    term.
    """
    if not ended:
        return {"matches": 0}
    turns, sums = map(np.concatenate, zip(*ended, strict=True))
    terms = dict(zip(environment.TERMS, sums[:, 0].mean(axis=0).tolist(), strict=True))
    return {"matches": len(turns), "match_turns": float(turns.mean()), "terms": terms}
