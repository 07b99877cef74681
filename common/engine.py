"""Where a bot's kernels run: one interface over plain Python and, in compiled bundles, the C
translation.

A bot keeps all that its search works on in one record, its memory. It loads parts of that record,
calls
kernels on it, and never looks inside: the memory may live in C.
"""

from collections.abc import Callable
from typing import Any, Protocol, TypeVar

from common.clock import Deadline
from common.kernel import assign

Value = TypeVar("Value")


class Engine(Protocol):
    """One memory and the kernels that work on it."""

    name: str

    def load(self, field: str, source: object) -> None:
        """Copies the record `source` into the memory's nested record `field`."""

    def call(self, kernel: Callable[..., Value], *values: int | float | bool) -> Value:
        """kernel(memory, *values)."""

    def ask(self, field: str, kernel: Callable[..., Value], *values: int | float | bool) -> Value:
        """kernel(memory.field, *values), for kernels that know only that nested record."""


class Engines(Protocol):
    """Which engine plays. It may change between turns, never inside one."""

    def start(self) -> None:
        """Called once before the first line is read."""

    def current(self, deadline: Deadline) -> Engine:
        """The engine for this turn, asked when the turn's lines have been read."""


class PythonEngine:
    """Kernels on CPython, as they are."""

    name = "python"

    def __init__(self, memory: type) -> None:
        self.memory: Any = memory()

    def load(self, field: str, source: object) -> None:
        """See Engine."""
        assign(getattr(self.memory, field), source)

    def call(self, kernel: Callable[..., Value], *values: int | float | bool) -> Value:
        """See Engine."""
        return kernel(self.memory, *values)

    def ask(self, field: str, kernel: Callable[..., Value], *values: int | float | bool) -> Value:
        """See Engine."""
        return kernel(getattr(self.memory, field), *values)


class PythonOnly:
    """The engines of a pure bundle: CPython from the first turn to the last."""

    def __init__(self, memory: type) -> None:
        self.engine = PythonEngine(memory)

    def start(self) -> None:
        """Nothing to wait for."""

    def current(self, deadline: Deadline) -> Engine:
        """See Engines."""
        return self.engine
