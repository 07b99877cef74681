"""The engines of a bot's kernels, and the record that they work on: its memory."""

from collections.abc import Callable, Sequence
from typing import Any, Generic, TypeVar

from common.clock import Deadline
from common.kernel import assign

AnyMemory = TypeVar("AnyMemory")
Result = TypeVar("Result")


class EngineFailed(Exception):
    """Raised if the engine cannot continue; another one plays from now on."""


class Engine(Generic[AnyMemory]):
    """A memory and the kernels that work on it. pace: its speed as a multiple of CPython's"""

    name = "python"
    pace = 1
    has_failed = False
    twin: Any = None  # an engine that is loaded, too
    is_trial = False  # its kernels are called, too

    def __init__(self, memory: type[AnyMemory]) -> None:
        self.memory = memory()
        self.loaded: set[str] = set()  # fields

    def load(self, field: str, source: object) -> None:
        """Copies the record `source` into the memory's nested record `field`."""
        assign(getattr(self.memory, field), source)
        self.loaded.add(field)
        if self.twin and not self.twin.has_failed:
            self.twin.load(field, source)

    def call(self, kernel: Callable[..., Result], *values: int | float | bool) -> Result:
        """Returns kernel(memory, *values); raises an error for a value of another kind."""
        given = [fit(value) for fit, value in zip(kernel.fits, values, strict=True)]  # type: ignore
        if self.is_trial:
            self.twin.run(kernel, given)
        return self.run(kernel, given)

    def run(self, kernel: Callable[..., Result], given: list[Any]) -> Result:
        return kernel(self.memory, *given)


class Engines(Generic[AnyMemory]):
    """The engine that plays. It may change between turns, never inside one.

    kernels: the kernels called on the memory
    flags: compiler flags of each library, the best last
    """

    def __init__(
        self,
        memory: type[AnyMemory],
        kernels: Sequence[Callable[..., Any]] = (),
        flags: Sequence[str] = ("-fpeel-loops -funswitch-loops -fpredictive-commoning",),
    ) -> None:
        self.python = Engine(memory)
        self.memory: Any = memory
        self.kernels = kernels
        self.flags = flags

    def start(self, warm_up: Callable[[], object]) -> None:
        """Warms up, before the first line is read. warm_up: searches in the current engine"""
        warm_up()

    def current(self, deadline: Deadline) -> Engine[AnyMemory]:
        """Returns the engine for the turn that has been read."""
        return self.python
