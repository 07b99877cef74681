"""Who writes what: through which names a kernel changes records and arrays, over all calls."""

import ast
from dataclasses import dataclass, field

from botsmith.compiler.kinds import Scalar
from botsmith.compiler.program import Kernel
from botsmith.compiler.scope import Builtin


@dataclass
class Names:
    """What one kernel does to names: stores through them, their aliases, arguments made of them."""

    stored: set[str] = field(default_factory=set)
    aliases: list[tuple[str, set[str]]] = field(default_factory=list)
    passed: list[tuple[Kernel, int, set[str]]] = field(default_factory=list)


def find_effects(kernels: list[Kernel]) -> None:
    """Fills `written` and `is_recursive` of all kernels."""
    names = {kernel: names_of(kernel) for kernel in kernels}
    is_changing = True
    while is_changing:
        before = sum(len(kernel.written) for kernel in kernels)
        for kernel in kernels:
            spread(kernel, names[kernel])
        is_changing = sum(len(kernel.written) for kernel in kernels) > before
    for kernel in kernels:
        kernel.is_recursive = kernel in called_by(kernel)


def spread(kernel: Kernel, names: Names) -> None:
    """One round: what is stored, what callees write, and what the aliases of written names mean."""
    kernel.written |= names.stored
    for callee, position, roots in names.passed:
        if callee.parameters[position].name in callee.written:
            kernel.written |= roots
    for _ in names.aliases:
        for alias, roots in names.aliases:
            if alias in kernel.written:
                kernel.written |= roots


def names_of(kernel: Kernel) -> Names:
    """Reads one kernel's body."""
    names = Names()
    for node in ast.walk(kernel.node):
        if isinstance(node, ast.Assign | ast.AugAssign | ast.AnnAssign):
            target = node.targets[0] if isinstance(node, ast.Assign) else node.target
            if isinstance(target, ast.Name):
                if node.value is not None and not isinstance(kernel.kinds.get(target), Scalar):
                    names.aliases.append((target.id, roots_of(node.value)))
            else:
                names.stored |= roots_of(target)
        elif isinstance(node, ast.Call) and kernel.meanings.get(node.func) == Builtin("assign"):
            names.stored |= roots_of(node.args[0])
    for call, callee in kernel.calls:
        for position, argument in enumerate(kernel.arguments[call]):
            if not isinstance(kernel.kinds[argument], Scalar):
                names.passed.append((callee, position, roots_of(argument)))
    return names


def roots_of(node: ast.expr) -> set[str]:
    """The names at the start of a place, such as `race` in `race.pods[0].x`."""
    if isinstance(node, ast.IfExp):
        return roots_of(node.body) | roots_of(node.orelse)
    if isinstance(node, ast.Attribute | ast.Subscript):
        return roots_of(node.value)
    return {node.id} if isinstance(node, ast.Name) else set()


def called_by(kernel: Kernel) -> set[Kernel]:
    """All kernels that a call of `kernel` can reach."""
    reached: set[Kernel] = set()
    waiting = [kernel]
    while waiting:
        for _, callee in waiting.pop().calls:
            if callee not in reached:
                reached.add(callee)
                waiting.append(callee)
    return reached
