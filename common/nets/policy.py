"""A policy alone: dense layers of any sizes in CPython, about a ms a move. docs/policies.md."""

from collections.abc import Sequence
from typing import Any

from common.kernel import Numbers
from common.nets import dense
from common.nets.wide import decode


class Row:
    """The weights of one output, as in dense.Row."""

    def __init__(self, inputs: int) -> None:
        self.of: Numbers[int] = [0] * inputs
        self.bias, self.scale = 0, 0


class Policy:
    """A network whose text has its `sizes`: of inputs, hidden layers, and moves."""

    def __init__(self, text: str) -> None:
        head = dict(line.split(maxsplit=1) for line in text.strip().split("\n\n")[0].split("\n"))
        sizes = [*map(int, head["sizes"].split())]
        self.layers: list[Any] = []
        for inputs, outputs in zip(sizes, sizes[1:], strict=False):
            self.layers.append(([Row(inputs) for _ in range(outputs)], dense.bind(inputs, outputs)))
        dense.fill(decode(text)[0], *(rows for rows, _ in self.layers))

    def sums(self, inputs: Sequence[int]) -> list[int]:
        """Returns a number for each move; the larger it is, the likelier is the move."""
        before = [*inputs]
        for rows, layer in self.layers:
            after = [0] * len(rows)
            layer(rows, before, after, rows is self.layers[-1][0])
            before = after
        return before

    def best(self, inputs: Sequence[int], legal: Sequence[bool]) -> int:
        """Returns the likeliest legal move, -1 if there is none. legal: by move"""
        sums = self.sums(inputs)
        return max((n for n, ok in enumerate(legal) if ok), key=sums.__getitem__, default=-1)
