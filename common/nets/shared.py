"""Parts that all networks share: the range of outputs, and the mark of functions for CPython."""

from collections.abc import Callable
from typing import Any

from common.kernel import Marked

TOP = 255  # of a lane's output
SHIFT = 16
HALF = 1 << SHIFT - 1


def in_c(kernel: Callable[..., Any]) -> Callable[[Marked], Marked]:
    """Marks a function that CPython runs instead of `kernel`: same result, less time."""

    def mark(function: Marked) -> Marked:
        function.in_c = kernel  # type: ignore[attr-defined]
        return function

    return mark
