"""Proximal policy optimisation (PPO) of a dense network, in NumPy, by self-play.

A batch is `turns` turns of `lanes` matches. A row is what one actor sees in one turn: a sample.
Advantages are generalised ones (GAE). The value's unit is the running spread of returns, so that
the sizes of rewards do not matter. The same seed gives the same network on the same machine.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np

from botsmith.training.dense import BLOCK, Adam, Dense
from botsmith.training.environment import (
    FLOAT,
    Array,
    Environment,
    rewards_of,
    scores_of,
    sides_of,
    sparring_of,
    weights_at,
)
from botsmith.training.league import League
from botsmith.training.matches import Matches
from botsmith.training.rollout import Batch, Played, calibrated, choose, gae, some_rows, told_of

FORCED = 0.25  # share of the rows with one allowed move that are learned from, for their value


@dataclass(frozen=True)
class Settings:
    """How a network is trained.

    samples: in all; the schedules go by them
    hidden: numbers of the layers between inputs and outputs
    lanes, turns: of a batch
    epochs: how often each sample is used
    part: samples of a step of Adam
    rate, last_rate: the learning rate at the beginning and at the end
    discount: of a reward one turn later
    smoothing: lambda of GAE
    entropy, last_entropy: its weight in the loss at the beginning and at the end, None: the same
    value: weight of the value's error
    clip: of the ratio
    most: length of a gradient at most
    past: share of the matches in which the other sides are an earlier network
    spar: share of the matches against the author's players for training, by turns
    bits: of the weights in a bot
    rounding: the last share of the samples, in which the network sees them so
    rivals: how that is drawn, one of DRAWS in league.py
    hold: batches for which it stays
    """

    samples: int = 20_000_000
    seed: int = 1
    hidden: tuple[int, ...] = (64, 64)
    lanes: int = 512
    turns: int = 64
    epochs: int = 2
    part: int = 2048
    rate: float = 1e-3
    last_rate: float = 1e-4
    discount: float = 0.98
    smoothing: float = 0.95
    entropy: float = 0.01
    last_entropy: float | None = None
    value: float = 0.5
    clip: float = 0.2
    most: float = 0.5
    past: float = 0.25
    rivals: str = "even"
    hold: int = 8
    spar: float = 0.0
    bits: int = 8
    rounding: float = 0.2


class Learner:
    """A network that learns from its own matches."""

    def __init__(self, environment: Environment, settings: Settings, matches: Matches) -> None:
        self.environment, self.settings, self.matches = environment, settings, matches
        sizes = (environment.INPUTS, *settings.hidden, environment.MOVES + 1)
        self.network = Dense(sizes, settings.seed)
        self.rival = Dense(sizes, settings.seed)
        self.league = League(settings.rivals, settings.hold)
        self.league.add(self.network.flat)
        self.adam = Adam(self.network, settings.most)
        self.batches = 0
        self.scale = 1.0  # of a value
        self.entropy = settings.entropy
        rows, turns = matches.lanes * matches.actors, settings.turns
        self.past_lanes = 0  # the first ones, in which all sides but one are the rival
        self.own, self.others = self._cast(sides_of(environment))
        self._inputs = np.ones((turns + 1, rows, environment.INPUTS + 1), FLOAT)
        self._masks = None
        if matches.legal is not None:
            self._masks = np.zeros((turns + 1, rows, environment.MOVES), FLOAT)
        self._gather = np.ones((BLOCK, environment.INPUTS + 1), FLOAT)
        matches.begin()

    def _cast(self, sides: int) -> tuple[Array, Array]:
        """Returns the rows that learn, and those for which a past self plays.

        The author's players have side 1 of the last lanes.
        """
        matches, settings = self.matches, self.settings
        rows = np.arange(matches.lanes * matches.actors)
        if sides == 1:
            return rows, rows[:0]
        self.past_lanes = int(np.ceil(settings.past * matches.lanes))
        sparring = sparring_of(self.environment)
        first = matches.lanes - int(settings.spar * matches.lanes)
        for lane in range(first, matches.lanes):
            matches.rivals[lane] = sparring[lane % len(sparring)]
        side = rows % matches.actors // (matches.actors // sides)
        lanes = rows // matches.actors
        is_past = (lanes < self.past_lanes) & (side != lanes % sides)
        is_answered = (lanes >= first) & (side == 1)
        return rows[~is_past & ~is_answered], rows[is_past]

    @property
    def samples(self) -> int:
        """Returns the number of samples that it has learned from."""
        return self.batches * self.batch_samples

    @property
    def batch_samples(self) -> int:
        """Returns the number of samples in a batch."""
        return len(self.own) * self.settings.turns

    @property
    def share(self) -> float:
        """Returns the part of the training that is done, 0..1."""
        return min(1.0, self.samples / self.settings.samples)

    def seen(self, count: int) -> Array:
        """Returns so many of the last batch's inputs, or all if they are fewer."""
        rows = self._inputs[:-1].reshape(-1, self._inputs.shape[-1])
        return rows[:: max(1, len(rows) // count)]

    def step(self) -> dict[str, Any]:
        """Plays a batch and learns from it. Returns the figures of it."""
        settings = self.settings
        dice = np.random.default_rng((settings.seed, self.batches))
        if not self.network.bits and self.share >= 1.0 - settings.rounding:
            self.network.round(settings.bits)
        if self.past_lanes:
            self.rival.flat[:] = self.league.next(dice)
        batch, told = self._collect(dice)
        batch = batch.without_forced(FORCED, dice)
        if settings.last_entropy is not None:
            change = settings.last_entropy - settings.entropy
            self.entropy = settings.entropy + self.share * change
        rate = settings.rate + self.share * (settings.last_rate - settings.rate)
        told |= self._learn(batch, rate, dice)
        self.batches += 1
        return told

    def _play(self, dice: np.random.Generator) -> Played:
        """Plays the turns of a batch."""
        matches, turns = self.matches, self.settings.turns
        played = Played(turns, matches.lanes * matches.actors)
        weights = weights_at(self.environment, self.share)
        for turn in range(turns + 1):
            mask = None if self._masks is None else self._masks[turn]
            matches.look(self._inputs[turn], mask)
            outputs = self.network.outputs(some_rows(self._inputs[turn], self.own))
            played.values[turn, self.own] = outputs[-1]
            if turn == turns:
                break
            moves, chances = choose(outputs[:-1], some_rows(mask, self.own), dice)
            played.moves[turn, self.own], played.chances[turn, self.own] = moves, chances
            if len(self.others):
                outputs = self.rival.outputs(self._inputs[turn, self.others])
                moves, _ = choose(outputs[:-1], some_rows(mask, self.others), dice)
                played.moves[turn, self.others] = moves
            matches.moves[:] = played.moves[turn].reshape(matches.moves.shape)
            matches.play()
            gained = rewards_of(self.environment, matches.gains, weights)
            played.rewards[turn] = gained.ravel()
            if (over := matches.has_ended).any():
                played.goes_on[turn] = np.repeat(~over, matches.actors)
                played.ended.append((matches.last_turns[over], matches.last_sums[over]))
                self._note_past(turn + 1)
        return played

    def _note_past(self, turns: int) -> None:
        """Takes the matches against the rival that have ended now into the league.

        turns: of this batch; only matches count that began after the rival came.
        """
        matches, league = self.matches, self.league
        since = turns + (league.batches - 1) * self.settings.turns
        over = matches.has_ended[: self.past_lanes]
        lanes = np.flatnonzero(over & (matches.last_turns[: self.past_lanes] <= since))
        if len(lanes):
            scores = scores_of(self.environment, matches.last_sums[lanes])
            own = lanes % scores.shape[1]
            league.note(float(scores[np.arange(len(lanes)), own].sum()), len(lanes))

    def _collect(self, dice: np.random.Generator) -> tuple[Batch, dict[str, Any]]:
        """Plays a batch. Returns its samples, and what there is to tell of them."""
        settings, own = self.settings, self.own
        played = self._play(dice)
        played.scale = self.scale
        self.played = played
        values = played.values * FLOAT(self.scale)
        advantages = gae(
            played.rewards, values, played.goes_on, settings.discount, settings.smoothing
        )
        returns = advantages + values[:-1]
        self._rescale(float(returns[:, own].std()))

        def flat(array: Array) -> Array:
            some = array[: settings.turns]
            if len(self.others):
                some = some[:, own]
            return some.reshape(-1, *array.shape[2:])

        gains = flat(advantages)
        batch = Batch(
            flat(self._inputs),
            flat(played.moves),
            flat(played.chances),
            (gains - gains.mean()) / (gains.std() + FLOAT(1e-8)),
            flat(returns / FLOAT(self.scale)),
            None if self._masks is None else flat(self._masks),
        )
        error = (values[:-1] - returns)[:, own].var() / max(1e-12, returns[:, own].var())
        return batch, {"value_error": float(error), **told_of(played.ended, self.environment)}

    def calibration(self) -> list[tuple[float, float]]:
        """Returns `calibrated` of the last batch."""
        return calibrated(self.played, self.own, self.settings.discount)

    def _rescale(self, spread: float) -> None:
        """Takes a batch's spread of returns into the value's unit; values stay what they are."""
        pace = max(0.01, 1.0 / (self.batches + 1))
        scale = max(1e-6, self.scale + pace * (spread - self.scale))
        self.network.layers[-1][-1] *= FLOAT(self.scale / scale)
        self.network.show()
        self.scale = scale

    def _learn(self, batch: Batch, rate: float, dice: np.random.Generator) -> dict[str, Any]:
        """Makes all steps of a batch."""
        settings = self.settings
        count = len(batch.moves)
        sums = np.zeros(3)
        lengths = []
        for _ in range(settings.epochs):
            order = dice.permutation(count)
            for start in range(0, count, settings.part):
                part = order[start : start + settings.part]
                for first in range(0, len(part), BLOCK):
                    sums += self._slope(batch, part[first : first + BLOCK], len(part))
                lengths.append(self.adam.step(rate))
        entropy, clipped, distance = sums / (count * settings.epochs)
        return {
            "entropy": float(entropy),
            "clip_fraction": float(clipped),
            "kl": float(distance),
            "gradient": float(np.mean(lengths)),
            "rate": rate,
        }

    def _slope(self, batch: Batch, picked: Array, count: int) -> Array:
        """Adds the gradient of some samples, of `count` that make a step.

        Returns sums of entropy, of clipped samples and of the distance from the old policy.
        """
        settings = self.settings
        inputs = self._gather[: len(picked)]
        np.take(batch.inputs, picked, axis=0, out=inputs, mode="clip")
        outputs = self.network.forward(inputs)
        logits = outputs[:-1]
        if batch.masks is not None:
            logits += batch.masks[picked].T
        moves, gains = batch.moves[picked], batch.advantages[picked]
        rows = len(picked)
        places = moves * rows + np.arange(rows)  # of the moves played, in the flat outputs
        logits -= logits.max(axis=0)
        chances = np.exp(logits)
        total = chances.sum(axis=0)
        chances *= FLOAT(1.0) / total
        logits -= np.log(total)  # now of the chances
        change = logits.take(places) - batch.chances[picked]
        ratio = np.exp(change)
        # The ratio may not leave 1 by more than the clip where that would gain.
        is_free = (ratio - FLOAT(1.0)) * np.sign(gains) < FLOAT(settings.clip)
        push = gains * ratio * is_free
        entropy = -np.einsum("mr,mr->r", chances, logits)
        # Minus the gradient of what is to grow: clipped gain, entropy, minus the value's error.
        logits += entropy
        logits *= FLOAT(self.entropy)
        logits += push
        logits *= chances
        outputs.reshape(-1)[places] -= push
        outputs[-1] -= batch.targets[picked]
        outputs[-1] *= FLOAT(settings.value)
        outputs *= FLOAT(1.0 / count)
        self.network.backward(inputs, outputs)
        clipped = rows - int(np.count_nonzero(is_free))
        return np.array([entropy.sum(), clipped, (ratio - FLOAT(1.0) - change).sum()])
