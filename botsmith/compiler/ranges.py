"""Intervals of the ints that have names, and of results, found out over all kernels at once.

Every assignment, argument and return widens the interval of its name until nothing changes: what is
left holds for every run that no check has stopped. So C needs no check that these intervals prove.
"""

import ast
from collections.abc import Iterable, Iterator
from types import FunctionType

from botsmith.compiler.bounds import ANY, Bounds, Interval, Unreached, hull
from botsmith.compiler.kinds import HIGHEST, INT, LOWEST
from botsmith.compiler.program import Kernel

PATIENCE = 8  # rounds, after which an end that still moves is given up


class Ranges:
    """names: of parameters and locals, loop names aside. results: of kernels that return an int.

    Both lack what is never reached.
    """

    def __init__(self, kernels: Iterable[Kernel], entries: Iterable[Kernel]) -> None:
        self.kernels = list(kernels)
        self.of_function = {kernel.function: kernel for kernel in self.kernels}
        self.names: dict[Kernel, dict[str, Interval]] = {kernel: {} for kernel in self.kernels}
        self.results: dict[FunctionType, Interval] = {}
        self.reached = list(dict.fromkeys(entries))
        for kernel in self.reached:
            for parameter in kernel.parameters:
                if parameter.kind is INT:
                    self.names[kernel][parameter.name] = ANY
        self.rounds = 0
        self.has_changed = True
        while self.has_changed:
            self.has_changed = False
            for kernel in self.reached:  # grows on the way
                KernelWalk(self, kernel).block(kernel.body)
            self.rounds += 1

    def bounds(self, kernel: Kernel) -> Bounds:
        """What is known inside of a kernel."""
        bounds = Bounds(kernel)
        bounds.ranges = dict(self.names[kernel])
        bounds.results = self.results
        return bounds

    def join(self, known: Interval | None, found: Interval) -> Interval:
        """Both together; after some rounds, ends that move are moved as far as they go."""
        wide = found if known is None else hull([known, found])
        if known == wide:
            return wide
        self.has_changed = True
        if known is None or self.rounds < PATIENCE:
            return wide
        return (
            wide[0] if wide[0] == known[0] else LOWEST,
            wide[1] if wide[1] == known[1] else HIGHEST,
        )


class KernelWalk:
    """One round over one kernel."""

    def __init__(self, ranges: Ranges, kernel: Kernel) -> None:
        self.all = ranges
        self.kernel = kernel
        self.bounds = ranges.bounds(kernel)
        self.bounds.is_strict = True
        kinds = {parameter.name: parameter.kind for parameter in kernel.parameters} | kernel.locals
        self.ints = {name for name, kind in kinds.items() if kind is INT}

    def block(self, statements: list[ast.stmt]) -> None:
        for statement in statements:
            for expression in expressions(statement):
                for node in ast.walk(expression):
                    if isinstance(node, ast.Call) and node in self.kernel.arguments:
                        self.call(node)
            try:
                self.statement(statement)
            except Unreached:
                pass  # some name in it has no value yet
            if isinstance(statement, ast.For):
                self.loop(statement)
            elif isinstance(statement, ast.If | ast.While):
                self.block(statement.body)
                self.block(statement.orelse)

    def statement(self, node: ast.stmt) -> None:
        """What an assignment or a return says."""
        if isinstance(node, ast.Return) and node.value is not None:
            if self.kernel.result is INT:
                function = self.kernel.function
                found = self.bounds.of(node.value)
                known = self.all.results.get(function)
                self.all.results[function] = self.all.join(known, found)
        elif isinstance(node, ast.Assign | ast.AnnAssign | ast.AugAssign) and node.value:
            target = node.targets[0] if isinstance(node, ast.Assign) else node.target
            if isinstance(target, ast.Name) and target.id in self.ints:
                self.widen(self.kernel, target.id, self.bounds.assigned(node))

    def loop(self, node: ast.For) -> None:
        assert isinstance(node.target, ast.Name) and isinstance(node.iter, ast.Call)
        try:
            self.bounds.ranges[node.target.id] = self.bounds.loop(node.iter)
        except Unreached:
            return
        self.block(node.body)
        self.bounds.ranges.pop(node.target.id)

    def call(self, node: ast.Call) -> None:
        """The arguments of a call widen the callee's parameters."""
        meaning = self.kernel.meanings[node.func]
        assert isinstance(meaning, FunctionType)
        callee = self.all.of_function[meaning]
        if callee not in self.all.reached:
            self.all.reached.append(callee)
            self.all.has_changed = True
        for argument, parameter in zip(self.kernel.arguments[node], callee.parameters, strict=True):
            if parameter.kind is INT:
                try:
                    self.widen(callee, parameter.name, self.bounds.of(argument))
                except Unreached:
                    pass  # a later round will know

    def widen(self, kernel: Kernel, name: str, found: Interval) -> None:
        names = self.all.names[kernel]
        names[name] = self.all.join(names.get(name), found)
        if kernel is self.kernel:
            self.bounds.ranges[name] = names[name]


def expressions(node: ast.stmt) -> Iterator[ast.expr]:
    """The expressions of a statement, those of its blocks left out."""
    return (part for part in ast.iter_child_nodes(node) if isinstance(part, ast.expr))
