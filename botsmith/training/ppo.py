"""Proximal policy optimisation (PPO) of a dense network, in NumPy, by self-play.

A batch is `turns` turns of `lanes` matches. A row is what one actor sees in one turn: a sample.
Advantages are generalised ones (GAE). The value's unit is the running spread of returns, so that
the sizes of rewards do not matter. The same seed gives the same network on the same machine.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from botsmith.training.dense import BLOCK, Adam, Dense
from botsmith.training.environment import FLOAT, Environment, Matches, weights_at

Array = NDArray[Any]


@dataclass(frozen=True)
class Settings:
    """How a network is trained.

    samples: in all; the schedules go by them.
    hidden: numbers of the layers between inputs and outputs.
    lanes, turns: of a batch.
    epochs: how often each sample is used; part: samples of a step of Adam.
    rate, last_rate: the learning rate at the beginning and at the end.
    discount: of a reward one turn later; smoothing: lambda of GAE.
    entropy: its weight in the loss; value: of the value's error; clip: of the ratio.
    most: length of a gradient at most.
    past: share of the matches in which the other actors are an earlier network.
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
    value: float = 0.5
    clip: float = 0.2
    most: float = 0.5
    past: float = 0.25


@dataclass
class Batch:
    """The samples of a batch, [turns * rows] each but for `inputs`, which has a column of ones.

    masks: 0 or NEVER for each move, None if all moves always are.
    values, targets: in the value's unit.
    """

    inputs: Array
    moves: Array
    chances: Array
    advantages: Array
    targets: Array
    masks: Array | None


class Played:
    """What happened in a batch, [turns, rows] each.

    values: one turn more, in the value's unit. goes_on: 0.0 where the match was over after the
    turn. ended: the turns and sums of matches that ended, as Matches has them.
    """

    def __init__(self, turns: int, rows: int) -> None:
        self.moves = np.zeros((turns, rows), np.int64)
        self.chances, self.rewards = np.zeros((2, turns, rows), FLOAT)
        self.values = np.zeros((turns + 1, rows), FLOAT)
        self.goes_on = np.ones((turns, rows), FLOAT)
        self.ended: list[tuple[Array, Array]] = []


class Learner:
    """A network that learns from its own matches."""

    def __init__(self, environment: Environment, settings: Settings, matches: Matches) -> None:
        self.environment, self.settings, self.matches = environment, settings, matches
        sizes = (environment.INPUTS, *settings.hidden, environment.MOVES + 1)
        self.network = Dense(sizes, settings.seed)
        self.rival = Dense(sizes, settings.seed)
        self.past = [self.network.flat.copy()]  # earlier networks, of which one is `rival`
        self.adam = Adam(self.network, settings.most)
        self.batches = 0
        self.scale = 1.0  # of a value
        rows, turns = matches.lanes * matches.actors, settings.turns
        self.own = np.arange(rows)
        self.others = self.own[:0]
        if matches.actors > 1 and settings.past > 0.0:
            seats = self.own % matches.actors
            lanes = self.own // matches.actors
            is_other = (lanes < settings.past * matches.lanes) & (seats != lanes % matches.actors)
            self.own, self.others = np.flatnonzero(~is_other), np.flatnonzero(is_other)
        self._inputs = np.ones((turns + 1, rows, environment.INPUTS + 1), FLOAT)
        self._masks = None
        if matches.legal is not None:
            self._masks = np.zeros((turns + 1, rows, environment.MOVES), FLOAT)
        self._gather = np.ones((BLOCK, environment.INPUTS + 1), FLOAT)
        matches.begin()

    @property
    def samples(self) -> int:
        """How many samples it has learned from."""
        return self.batches * self.batch_samples

    @property
    def batch_samples(self) -> int:
        """How many samples a batch has."""
        return len(self.own) * self.settings.turns

    @property
    def share(self) -> float:
        """How much of the training is done, 0..1."""
        return min(1.0, self.samples / self.settings.samples)

    def seen(self, count: int) -> Array:
        """Returns so many of the last batch's inputs, or all if they are fewer."""
        rows = self._inputs[:-1].reshape(-1, self._inputs.shape[-1])
        return rows[:: max(1, len(rows) // count)]

    def step(self) -> dict[str, Any]:
        """Plays a batch and learns from it. Returns what there is to tell of it."""
        dice = np.random.default_rng((self.settings.seed, self.batches))
        self.rival.flat[:] = self.past[dice.integers(len(self.past))]
        batch, told = self._collect(dice)
        rate = self.settings.rate + self.share * (self.settings.last_rate - self.settings.rate)
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
            played.rewards[turn] = (matches.gains @ weights).ravel()
            if (over := matches.has_ended).any():
                played.goes_on[turn] = np.repeat(~over, matches.actors)
                played.ended.append((matches.last_turns[over], matches.last_sums[over]))
        return played

    def _collect(self, dice: np.random.Generator) -> tuple[Batch, dict[str, Any]]:
        """Plays a batch. Returns its samples, and what there is to tell of them."""
        settings, own = self.settings, self.own
        played = self._play(dice)
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

    def _rescale(self, spread: float) -> None:
        """Takes a batch's spread of returns into the value's unit; values stay what they are."""
        pace = max(0.01, 1.0 / (self.batches + 1))
        scale = max(1e-6, self.scale + pace * (spread - self.scale))
        self.network.layers[-1][-1] *= FLOAT(self.scale / scale)
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
        logits *= FLOAT(settings.entropy)
        logits += push
        logits *= chances
        outputs.reshape(-1)[places] -= push
        outputs[-1] -= batch.targets[picked]
        outputs[-1] *= FLOAT(settings.value)
        outputs *= FLOAT(1.0 / count)
        self.network.backward(inputs, outputs)
        clipped = rows - int(np.count_nonzero(is_free))
        return np.array([entropy.sum(), clipped, (ratio - FLOAT(1.0) - change).sum()])


def some_rows(array: Any, rows: Array) -> Any:
    """Returns some rows of an array; the array itself if they are all; None of None."""
    return array if array is None or len(rows) == len(array) else array[rows]


def choose(logits: Array, masks: Array | None, dice: np.random.Generator) -> tuple[Array, Array]:
    """Draws a move of each row by its logits, [moves, rows], which change.

    masks: [rows, moves]. Returns the moves, and the logarithms of their chances.
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
    """Returns generalised advantages, [turns, rows]; goes_on: 0.0 where the match was over."""
    advantages = np.empty_like(rewards)
    last = np.zeros_like(rewards[0])
    for turn in range(len(rewards) - 1, -1, -1):
        error = rewards[turn] - values[turn]
        error += FLOAT(discount) * goes_on[turn] * values[turn + 1]
        last = error + FLOAT(discount * smoothing) * goes_on[turn] * last
        advantages[turn] = last
    return advantages


def told_of(ended: list[tuple[Array, Array]], environment: Environment) -> dict[str, Any]:
    """Returns what matches that ended came to: how many, their turns, each term's sum of seat 0."""
    matches = sum(len(turns) for turns, _ in ended)
    if matches == 0:
        return {"matches": 0}
    turns = np.concatenate([turns for turns, _ in ended])
    sums = np.concatenate([sums for _, sums in ended])
    terms = dict(zip(environment.TERMS, sums[:, 0].mean(axis=0).tolist(), strict=True))
    return {"matches": matches, "match_turns": float(turns.mean()), "terms": terms}
