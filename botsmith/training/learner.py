"""Defines the base of every learner of a policy: a network, its optimiser, and its progress."""

from abc import ABC, abstractmethod
from pathlib import Path
from typing import Any, ClassVar

from botsmith.errors import BadInput
from botsmith.training.crew import Crew
from botsmith.training.dense import Adam, Array
from botsmith.training.environment import Environment
from botsmith.training.policy_weights import rounded
from botsmith.training.quantise import Net
from botsmith.training.steps import steps_of
from botsmith.training.tower import network_of


class PolicyLearner(ABC):
    """A network that learns. A subclass also has `step`, `load` and `write_files`.

    settings: the settings of its method
    means: the figures of a batch that a point averages
    keeps_best: True if a network must win to become the one that plays
    has_value: True if its value is in the integers, too
    rounded_on: inputs from which the integers' ranges are found
    """

    means: ClassVar[tuple[str, ...]]
    keeps_best = has_value = False
    rounded_on = 4096

    def __init__(self, environment: Environment, settings: Any, crew: Crew) -> None:
        self.environment, self.settings = environment, settings
        self.network = network_of(environment, settings.hidden, settings.seed, crew)
        self.adam = Adam(self.network, settings.most)
        self.steps = steps_of(self.slopes, self.adam, crew.count, settings.part)
        self.batches = 0

    @property
    @abstractmethod
    def samples(self) -> int:
        """Returns the number of samples played so far."""

    @abstractmethod
    def seen(self, count: int) -> Array:
        """Returns at most `count` rows of inputs, in the network's form."""

    @abstractmethod
    def slopes(self, xp: Any, outputs: Any, *block: Any) -> tuple[Any, Any]:
        """Returns the slope of each row's loss by its outputs, in their shape, and the figures of
        each row, [figures, rows].

        xp: NumPy or jax.numpy
        outputs: of the network, [outputs, rows]
        block: without its inputs
        """

    @property
    def share(self) -> float:
        """Returns the part of the training that is done, 0..1."""
        return min(1.0, self.samples / float(self.settings.samples))

    @property
    def rate(self) -> float:
        """Returns the learning rate at this part of the training."""
        first, last = float(self.settings.rate), float(self.settings.last_rate)
        return first + self.share * (last - first)

    def rounded(self) -> Net:
        """Returns the network in integers, with its value if it has one. Raises BadInput if the
        weights do not fit.
        """
        seen = self.seen(self.rounded_on)
        try:
            return rounded(self.network, seen, self.settings.bits, self.has_value)
        except ValueError as error:
            raise BadInput(f"rounding: {error}; expected a smaller --rate") from None

    def begin_with(self, weights: Array, about: dict[str, Any]) -> None:
        """Sets the weights to those of another training's network. about: the numbers in that
        training's state
        """
        self.network.flat[:] = weights

    def remove_old_files(self, folder: Path) -> None:  # noqa: B027 (nothing is right for some)
        """Removes the files that `load` no longer needs; this class has none."""
