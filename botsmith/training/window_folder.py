"""A training that learns from a window, in its folder; of that this is its own:

batch-00012.npz   samples of batch 12, as long as the window may hold some
"""

from typing import Any

import numpy as np

from botsmith.training.policy_folder import PolicyFolder
from botsmith.training.samples import opened
from botsmith.training.window import Samples, WindowLearner


class WindowFolder(PolicyFolder):
    """A training whose batches are kept as long as the window may hold some of them."""

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        self.sizes: dict[int, int] = {}  # samples of the batches in the window

    def keep(self, number: int, samples: Samples) -> None:
        """Writes a batch."""
        self.sizes[number] = len(samples)
        arrays = {name: getattr(samples, name) for name in ("inputs", "policies", "values")}
        self.write(batch_name(number), lambda file: np.savez(file, **arrays))

    def prune(self) -> None:
        """Removes the batches that left the window."""
        while sum(self.sizes.values()) - (oldest := min(self.sizes.items()))[1] >= (
            self.settings.window
        ):
            (self.folder / batch_name(oldest[0])).unlink(missing_ok=True)
            del self.sizes[oldest[0]]

    def refill(self, learner: WindowLearner, total: int) -> None:
        """Takes the window back to what it was. total: samples that were played."""
        parts: list[Samples] = []
        missing = min(self.settings.window, total)
        for number in range(learner.batches - 1, -1, -1):
            if missing <= 0:
                break
            with opened(self.folder / batch_name(number)) as file:
                parts.append(Samples(file["inputs"], file["policies"], file["values"]))
            self.sizes[number] = len(parts[-1])
            missing -= len(parts[-1])
        learner.window.total = total - sum(map(len, parts))
        for part in parts[::-1]:
            learner.window.add(part)


def batch_name(number: int) -> str:
    """Returns the file of a batch."""
    return f"batch-{number:05}.npz"
