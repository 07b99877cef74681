"""Trains a dense network by proximal policy optimisation (PPO), in NumPy, by self-play.

A batch is `turns` turns of `lanes` matches. A sample, or row, is one actor's view in one turn.
Advantages are generalised ones (GAE). The value's unit is the running spread of returns, so the
sizes of rewards do not matter. The same seed gives the same network on the same machine.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import numpy as np

from botsmith.errors import BadInput
from botsmith.files import write_file
from botsmith.settings import Opt
from botsmith.training import options
from botsmith.training.dense import FLOAT, Array
from botsmith.training.environment import (
    Environment,
    rewards_of,
    scores_of,
    sides_of,
    sparring_of,
    weights_at,
)
from botsmith.training.league import DRAWS, League
from botsmith.training.learner import PolicyLearner
from botsmith.training.matches import Matches
from botsmith.training.rollout import Played, choose, figures_of, gae, some_rows
from botsmith.training.steps import Block
from botsmith.training.tower import network_of

FORCED = 0.25  # share of the rows with one allowed move that are learned from, for their value


@dataclass(frozen=True)
class PpoSettings(options.PolicySettings):
    """The settings of a training by PPO.

    last_entropy: The same at the end. [default: as at the start]
    rivals: How earlier networks are drawn; hard: more often if they win more.
    rounding: Share of the samples, the last ones, with rounded weights.
    value: weight of the value's error
    clip: the largest change of the chances' ratio
    hold: number of batches for which an earlier network stays the opponent
    """

    lanes: options.Lanes = 512
    turns: options.Turns = 64
    epochs: Annotated[int, Opt("How often each sample is used.", 1)] = 2
    discount: Annotated[float, Opt("Discount of a reward one turn later.", above=0, most=1)] = 0.98
    smoothing: Annotated[float, Opt("Lambda of GAE.", 0, 1)] = 0.95
    entropy: Annotated[float, Opt("Weight of the entropy in the loss.", 0, 1)] = 0.01
    last_entropy: Annotated[float | None, Opt(least=0, most=1)] = None
    value: float = 0.5
    clip: float = 0.2
    past: Annotated[float, Opt("Share of the matches against earlier networks.", 0, below=1)] = 0.25
    rivals: Annotated[str, Opt(choices=DRAWS)] = "even"
    hold: int = 8
    spar: Annotated[float, Opt("Share of the matches against SPARRING.", 0, below=1)] = 0.0
    rounding: Annotated[float, Opt(least=0, most=1)] = 0.2

    def __post_init__(self) -> None:
        """Raises BadInput if the shares `past` and `spar` are above 1 together."""
        if self.past + self.spar > 1.0:
            raise BadInput(f"--past {self.past:g} --spar {self.spar:g}: more than all matches")


class PpoLearner(PolicyLearner):
    """A network that learns from its own matches."""

    means = ("entropy", "clip_fraction", "kl", "gradient", "value_error", "rate")

    def __init__(self, environment: Environment, settings: PpoSettings, matches: Matches) -> None:
        super().__init__(environment, settings, matches.crew)
        self.matches = matches
        self.rival = network_of(environment, settings.hidden, settings.seed, matches.crew)
        self.league = League(settings.rivals, settings.hold)
        self.league.add(self.network.flat)
        self.scale = 1.0  # of a value
        lanes, sides = matches.lane_of, sides_of(environment)
        # In the first lanes all sides but one are the rival, an earlier network.
        self.past_lanes = int(np.ceil(settings.past * matches.lanes)) if sides > 1 else 0
        is_past = (lanes < self.past_lanes) & (matches.side_of != lanes % sides)
        # In the last lanes side 1 is one of the author's players.
        sparring = sparring_of(environment)
        first = matches.lanes - int(settings.spar * matches.lanes)
        for lane in range(first, matches.lanes):
            matches.rivals[lane] = sparring[lane % len(sparring)]
        is_answered = (lanes >= first) & (matches.side_of == 1)
        self.own, self.others = np.flatnonzero(~is_past & ~is_answered), np.flatnonzero(is_past)
        self._inputs, self._masks = matches.input_arrays(settings.turns + 1)
        matches.begin()

    @property
    def samples(self) -> int:
        """Returns the number of samples that it has learned from."""
        return self.batches * len(self.own) * int(self.settings.turns)

    def seen(self, count: int) -> Array:
        """Returns `count` rows of the last batch's inputs, or all if there are fewer."""
        rows = self._inputs[:-1].reshape(-1, self._inputs.shape[-1])
        return rows[:: max(1, len(rows) // count)]

    def begin_with(self, weights: Array, about: dict[str, Any]) -> None:
        super().begin_with(weights, about)
        self.scale = about.get("scale", 1.0)
        self.league.nets[0][:] = weights

    def state(self) -> tuple[dict[str, Any], dict[str, Any]]:
        """Returns the numbers and arrays from which a training continues, besides the network's."""
        about = {"scale": self.scale, "league": self.league.state()}
        return about, {"matches": np.frombuffer(self.matches.pages, np.uint8)}

    def load(self, about: dict[str, Any], arrays: dict[str, Any], folder: Path) -> None:
        """Loads a state, with the files that `write_files` wrote."""
        self.scale = about["scale"]
        self.matches.load(arrays["matches"])
        count = len(about["league"]["points"])
        nets = [np.load(folder / past_name(number)) for number in range(count)]
        self.league.load(about["league"], nets)

    def write_files(self, folder: Path, points: int) -> None:
        """Adds the network to the league of earlier networks, and writes its file, at intervals
        that `points` sets.
        """
        nets = self.league.nets
        is_due = int(self.share * points + 0.5) >= len(nets)
        if sides_of(self.environment) > 1 and is_due:
            self.league.add(self.network.shown)
        for number, net in enumerate(nets):
            path = folder / past_name(number)
            if number in (0, len(nets) - 1) and not path.exists():
                write_file(path, lambda file, net=net: np.save(file, net))  # type: ignore[misc]

    def step(self) -> dict[str, Any]:
        """Plays a batch and learns from it. Returns the batch's figures."""
        settings = self.settings
        dice = np.random.default_rng((settings.seed, self.batches))
        if not self.network.bits and self.share >= 1.0 - settings.rounding:
            self.network.round(settings.bits)
        if self.past_lanes:
            self.rival.flat[:] = self.league.next(dice)
        samples, figures = self._collect(dice)
        samples = without_forced(samples, FORCED, dice)
        rate = self.rate
        sums, figures["gradient"] = self.steps.run(self._parts(samples, dice), rate)
        self.batches += 1
        entropy, clipped, distance = (sums / (len(samples[0]) * settings.epochs)).tolist()
        figures |= {"entropy": entropy, "clip_fraction": clipped, "kl": distance, "rate": rate}
        return figures

    def _play(self, dice: np.random.Generator) -> Played:
        """Plays the turns of a batch."""
        matches, turns = self.matches, self.settings.turns
        played = Played(turns, len(matches.lane_of))
        weights = weights_at(self.environment, self.share)
        for turn in range(turns + 1):
            mask = None if self._masks is None else self._masks[turn]
            matches.write_inputs(self._inputs[turn], mask)
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
                # Matches of the league's network count that began after it came.
                since = turn + 1 + (self.league.batches - 1) * turns
                is_past = over[: self.past_lanes] & (matches.last_turns[: self.past_lanes] <= since)
                if len(lanes := np.flatnonzero(is_past)):
                    scores = scores_of(self.environment, matches.last_sums[lanes])
                    own = scores[np.arange(len(lanes)), lanes % scores.shape[1]]
                    self.league.note(float(own.sum()), len(lanes))
        return played

    def _collect(self, dice: np.random.Generator) -> tuple[Block, dict[str, Any]]:
        """Plays a batch. Returns its samples as a block for `slopes`, and their figures."""
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
            if len(own) < some.shape[1]:
                some = some[:, own]
            return some.reshape(-1, *array.shape[2:])

        rows = [flat(array) for array in (self._inputs, played.moves, played.chances)]
        gains = flat(advantages)
        gains = (gains - gains.mean()) / (gains.std() + FLOAT(1e-8))
        entropy = settings.entropy
        if settings.last_entropy is not None:
            entropy += self.share * (settings.last_entropy - entropy)
        weights = np.full(len(gains), entropy, FLOAT)
        masks = None if self._masks is None else flat(self._masks)
        samples = *rows, gains, flat(returns / FLOAT(self.scale)), weights, masks
        error = (values[:-1] - returns)[:, own].var() / max(1e-12, returns[:, own].var())
        return samples, {"value_error": float(error), **figures_of(played.ended, self.environment)}

    def _rescale(self, spread: float) -> None:
        """Moves the value's unit towards the spread of a batch's returns, and changes the value's
        weights so that values in rewards stay the same.
        """
        pace = max(0.01, 1.0 / (self.batches + 1))
        scale = max(1e-6, self.scale + pace * (spread - self.scale))
        self.network.layers[-1][-1] *= FLOAT(self.scale / scale)
        self.network.show()
        self.scale = scale

    def _parts(self, samples: Block, dice: np.random.Generator) -> Iterator[Block]:
        """Yields the block of each step."""
        count, size = len(samples[0]), self.settings.part
        for _ in range(self.settings.epochs):
            order = dice.permutation(count)
            for start in range(0, count, size):
                yield picked_rows(samples, order[start : start + size])

    def slopes(self, xp: Any, outputs: Any, *block: Any) -> tuple[Any, Any]:
        """Returns the slopes of the loss of a block by the outputs. Returns by row, too: the
        entropy, 1 for a clipped sample, and the distance from the old policy.

        xp: NumPy or jax.numpy
        block: moves, logarithms of their chances, advantages, targets of the value in its unit,
        weights of the entropy, and 0 or NEVER for each move (None if all are always legal)
        """
        settings, (moves, before, gains, targets, weights, masks) = self.settings, block
        logits = outputs[:-1]  # NumPy changes it in place, JAX makes new ones
        if masks is not None:
            logits += masks.T
        logits -= logits.max(axis=0)
        chances = xp.exp(logits)
        total = chances.sum(axis=0)
        chances *= FLOAT(1.0) / total
        logits -= xp.log(total)  # now of the chances
        change = xp.take_along_axis(logits, moves[None], axis=0)[0] - before
        ratio = xp.exp(change)
        # The ratio may not leave 1 by more than the clip where that would gain.
        is_free = (ratio - FLOAT(1.0)) * xp.sign(gains) < FLOAT(settings.clip)
        push = gains * ratio * is_free
        entropy = -xp.einsum("mr,mr->r", chances, logits)
        # Minus the gradient of what is to grow: clipped gain, entropy, minus the value's error.
        logits += entropy
        logits *= weights
        logits += push
        logits *= chances
        logits -= push * (xp.arange(len(logits))[:, None] == moves)
        value = (outputs[-1] - targets) * FLOAT(settings.value)
        figures = xp.stack([entropy, (~is_free).astype(FLOAT), ratio - FLOAT(1.0) - change])
        return xp.concatenate([logits, value[None]]), figures


def past_name(number: int) -> str:
    """Returns the file of a network of the league."""
    return f"past-{number:04}.npy"


def picked_rows(block: Block, picked: Array) -> Block:
    """Returns some rows of a block."""
    return tuple(None if each is None else np.take(each, picked, axis=0) for each in block)


def without_forced(block: Block, share: float, dice: np.random.Generator) -> Block:
    """Returns a block without a part of the rows with one legal move, from which only the value
    learns.

    block: the last of its arrays has 0 or NEVER for each move, or is None if all are always legal
    share: the part of these rows to keep, 0..1
    """
    if block[-1] is None:
        return block
    has_choice = (block[-1] == 0.0).sum(axis=1) > 1
    return picked_rows(block, np.flatnonzero(has_choice | (dice.random(len(has_choice)) < share)))
