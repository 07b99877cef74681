"""An exam: how well a policy plays matches that it has not trained on."""

from pathlib import Path
from typing import Any, Protocol

import numpy as np

from botsmith.training.environment import FLOAT, Array, Environment, Matches, weights_at
from botsmith.training.ppo import best, choose, told_of

EXAM_SEED = 1_000_003  # apart from those of trainings


class Policy(Protocol):
    """The player: outputs(inputs), [MOVES + 1, rows] of [rows, INPUTS + 1]."""

    def outputs(self, inputs: Array) -> Array: ...


def examine(
    environment: Environment, lanes: int, library: Path, network: Policy, rival: Policy, number: int
) -> dict[str, Any]:
    """Plays a match in every lane, and returns what they came to, as `told_of`.

    One actor alone plays its likeliest moves. Of several, the network is actor 0, the others are
    `rival`, and all moves are drawn; `score` is then the share of matches that the network won,
    with a half for equal ones, by the terms with their last weights.
    number: of the exam; the matches depend on it alone.
    """
    matches = Matches(environment, lanes, library, EXAM_SEED, is_exam=True)
    dice = np.random.default_rng((EXAM_SEED, number))
    rows, actors = lanes * matches.actors, matches.actors
    is_own = np.arange(rows) % actors == 0
    own, others = np.flatnonzero(is_own), np.flatnonzero(~is_own)
    inputs = np.ones((rows, environment.INPUTS + 1), FLOAT)
    masks = None if matches.legal is None else np.zeros((rows, environment.MOVES), FLOAT)
    moves = np.zeros(rows, np.int64)
    turns = np.zeros(lanes, np.int64)
    sums = np.zeros(matches.last_sums.shape)
    matches.begin()
    while not turns.all():
        matches.look(inputs, masks)
        for player, some in ((network, own), (rival, others)):
            if len(some):
                logits = player.outputs(inputs[some])[:-1]
                mask = None if masks is None else masks[some]
                moves[some] = best(logits, mask) if actors == 1 else choose(logits, mask, dice)[0]
        matches.moves[:] = moves.reshape(lanes, actors)
        matches.play()
        new = matches.has_ended & (turns == 0)
        turns[new] = matches.last_turns[new]
        sums[new] = matches.last_sums[new]
    told = told_of([(turns, sums)], environment)
    if actors > 1:
        totals = sums @ weights_at(environment, 1.0)
        ours, theirs = totals[:, 0], totals[:, 1:].max(axis=1)
        told["score"] = float(((ours > theirs) + 0.5 * (ours == theirs)).mean())
    return told
