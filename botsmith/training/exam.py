"""Examines how well a policy plays matches on which it was not trained."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Protocol

import numpy as np

from botsmith.training.crew import Crew
from botsmith.training.dense import Array
from botsmith.training.environment import Environment, rivals_of, scores_of, sides_of
from botsmith.training.matches import Matches
from botsmith.training.rollout import best, choose, figures_of

EXAM_SEED = 1_000_003  # apart from those of trainings
Place = tuple[Environment, int, Path, Crew]  # of an exam: also its lanes, their library, threads


class Policy(Protocol):
    """A player. outputs(inputs) maps [rows, INPUTS + 1] to [MOVES + 1, rows]."""

    def outputs(self, inputs: Array) -> Array: ...


def examine(place: Place, network: Policy, rival: Policy, number: int) -> dict[str, Any]:
    """Plays a match in every lane; returns their figures (`figures_of`).

    With one side the network plays its likeliest moves. With several sides the network is side 0,
    `rival` plays the others, and all moves are drawn. `score` is then the share of matches that the
    network won, with a half for equal ones.
    number: the exam's number, which alone decides the matches
    """
    environment, lanes, library, crew = place
    matches = Matches(environment, lanes, library, EXAM_SEED, is_exam=True, crew=crew)
    sides = sides_of(environment)
    is_own = matches.side_of == 0
    players = [(network, np.flatnonzero(is_own)), (rival, np.flatnonzero(~is_own))]
    turns, sums = play_out(matches, players, number, is_drawn=sides > 1)
    figures = figures_of([(turns, sums)], environment)
    if sides > 1:
        figures["score"] = float(scores_of(environment, sums)[:, 0].mean())
    return figures


def against_rivals(
    place: Place, network: Policy, number: int, times: int
) -> dict[str, tuple[float, int]]:
    """Plays against each of RIVALS. Returns, by name, the share of matches won, 0..1, and the
    number of matches.

    The network plays its likeliest moves, as side 0.
    times: factor on the number of matches in RIVALS; each lane plays at most one
    """
    environment, lanes, library, crew = place
    found = {}
    for row, (name, count) in enumerate(rivals_of(environment).items()):
        used = min(lanes, times * count)
        seed = EXAM_SEED + number
        matches = Matches(environment, lanes, library, seed, is_exam=True, used=used, crew=crew)
        matches.rivals[:] = row
        players = [(network, np.flatnonzero(matches.side_of == 0))]
        _, sums = play_out(matches, players, number, is_drawn=False)
        found[name] = float(scores_of(environment, sums)[:, 0].mean()), used
    return found


def play_out(
    matches: Matches, players: Sequence[tuple[Policy, Array]], number: int, is_drawn: bool
) -> tuple[Array, Array]:
    """Plays a match in every lane. Returns their turns and sums of gains.

    players: policies, and the rows for which they play
    number: the exam's number, from which moves are drawn
    is_drawn: True for drawn moves, False for the likeliest ones
    """
    dice = np.random.default_rng((EXAM_SEED, number))
    inputs, masks = matches.input_arrays()
    moves = np.zeros(len(inputs), np.int64)
    matches.begin()
    while (goes_on := matches.last_turns == 0).any():
        matches.write_inputs(inputs, masks)
        for player, own in players:
            some = own[goes_on[matches.lane_of[own]]]
            if len(some):
                logits = player.outputs(inputs[some])[:-1]
                mask = None if masks is None else masks[some]
                moves[some] = choose(logits, mask, dice)[0] if is_drawn else best(logits, mask)
        matches.moves[:] = moves.reshape(matches.moves.shape)
        matches.play()
    return matches.last_turns, matches.last_sums
