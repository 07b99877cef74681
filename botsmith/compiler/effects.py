"""Who writes what: through which names a kernel changes records and arrays, over all calls."""

import ast
from collections.abc import Sequence

from botsmith.compiler.program import Kernel


def find_effects(kernels: Sequence[Kernel]) -> None:
    """Fills `written` of all kernels."""
    is_changing = True
    while is_changing:
        is_changing = False
        for kernel in kernels:
            for other, name, roots in kernel.flows:
                if name in other.written and not roots <= kernel.written:
                    kernel.written |= roots
                    is_changing = True


def roots_of(node: ast.expr) -> set[str]:
    """The names at the start of a place, such as `race` in `race.pods[0].x`."""
    if isinstance(node, ast.IfExp):
        return roots_of(node.body) | roots_of(node.orelse)
    if isinstance(node, ast.Attribute | ast.Subscript):
        return roots_of(node.value)
    return {node.id} if isinstance(node, ast.Name) else set()


def way_to(kernel: Kernel, start: Kernel) -> list[str] | None:
    """The names of the kernels through which `start`, one of them, leads to `kernel`; or None."""
    ways: dict[Kernel, list[str]] = {start: []}
    waiting = [start]
    while waiting:
        last = waiting.pop(0)
        if last is kernel:
            return ways[last]
        for _, callee in last.calls:
            if callee not in ways:
                ways[callee] = [*ways[last], last.name]
                waiting.append(callee)
    return None
