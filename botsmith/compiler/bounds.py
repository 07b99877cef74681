"""How small and how large an int can be: so that C carries checks only where they can fail."""

import ast
from types import FunctionType

from botsmith.compiler.kinds import BOOL, HIGHEST, INT, LOWEST, ArrayKind
from botsmith.compiler.program import Kernel
from botsmith.compiler.scope import Builtin, Constant

Interval = tuple[int, int]
ANY: Interval = (LOWEST, HIGHEST)


class Unreached(Exception):
    """A name or a result has no interval, for nothing that was looked at gives it a value."""


class Bounds:
    """Intervals, ends included, that hold whenever no check before has failed.

    ranges: intervals of the loop names around the expression, of parameters and of locals.
    results: of kernels. is_strict: raises Unreached for what has none; else that is any int.
    """

    def __init__(self, kernel: Kernel) -> None:
        self.kernel = kernel
        self.ranges: dict[str, Interval] = {}
        self.results: dict[FunctionType, Interval] = {}
        self.is_strict = False

    def of(self, node: ast.expr) -> Interval:
        """The interval of an int expression; what Python's exact result would be, cut to 64
        bits.
        """
        low, high = self.exact(node)
        return max(low, LOWEST), min(high, HIGHEST)

    def fits(self, node: ast.expr) -> bool:
        """Whether the exact result always lies within 64 bits."""
        low, high = self.exact(node)
        return LOWEST <= low and high <= HIGHEST

    def exact(self, node: ast.expr) -> Interval:
        if isinstance(node, ast.Constant):
            return int(node.value), int(node.value)  # type: ignore[arg-type]
        meaning = self.kernel.meanings.get(node)
        if isinstance(meaning, Constant):
            return meaning.value, meaning.value
        if isinstance(node, ast.Name):
            return self.known(self.ranges.get(node.id))
        if isinstance(node, ast.UnaryOp):
            return self.unary(node)
        if isinstance(node, ast.BinOp):
            return self.binary(node.op, self.of(node.left), self.of(node.right))
        if isinstance(node, ast.IfExp):
            return hull([self.of(node.body), self.of(node.orelse)])
        if isinstance(node, ast.Subscript):
            return self.entry(node)
        if isinstance(node, ast.Call):
            return self.call(node)
        return ANY

    def known(self, found: Interval | None) -> Interval:
        if found is None and self.is_strict:
            raise Unreached
        return ANY if found is None else found

    def assigned(self, node: ast.Assign | ast.AnnAssign | ast.AugAssign) -> Interval:
        """What an assignment of an int gives its target, cut to 64 bits."""
        assert node.value is not None
        if not isinstance(node, ast.AugAssign):
            return self.of(node.value)
        low, high = self.binary(node.op, self.of(node.target), self.of(node.value))
        return max(low, LOWEST), min(high, HIGHEST)

    def unary(self, node: ast.UnaryOp) -> Interval:
        low, high = self.of(node.operand)
        if isinstance(node.op, ast.USub):
            return -high, -low
        return (~high, ~low) if isinstance(node.op, ast.Invert) else (low, high)

    def binary(self, operator: ast.operator, left: Interval, right: Interval) -> Interval:
        """The interval of `left operator right`, exact; may leave 64 bits."""
        if isinstance(operator, ast.Add):
            return left[0] + right[0], left[1] + right[1]
        if isinstance(operator, ast.Sub):
            return left[0] - right[1], left[1] - right[0]
        if isinstance(operator, ast.Mult):
            corners = [one * two for one in left for two in right]
            return min(corners), max(corners)
        if isinstance(operator, ast.FloorDiv) and right[0] > 0:
            corners = [one // two for one in left for two in right]
            return min(corners), max(corners)
        if isinstance(operator, ast.Mod) and right[0] > 0:
            return left if 0 <= left[0] and left[1] < right[0] else (0, right[1] - 1)
        if isinstance(operator, ast.BitAnd):
            masks = [side[1] for side in (left, right) if side[0] >= 0]
            return (0, min(masks)) if masks else ANY
        if isinstance(operator, ast.BitOr | ast.BitXor) and left[0] >= 0 and right[0] >= 0:
            return 0, (1 << max(left[1], right[1]).bit_length()) - 1
        if isinstance(operator, ast.RShift) and 0 <= right[0] and right[1] < 64:
            corners = [one >> two for one in left for two in right]
            return min(corners), max(corners)
        if isinstance(operator, ast.LShift):
            counts = right if 0 <= right[0] and right[1] < 64 else (0, 64)
            corners = [one << two for one in left for two in counts]
            return min(corners), max(corners)
        return ANY

    def entry(self, node: ast.Subscript) -> Interval:
        """Entries of constant tables lie between the table's least and largest."""
        inner: ast.expr = node
        while isinstance(inner, ast.Subscript):
            inner = inner.value
        meaning = self.kernel.meanings.get(inner)
        if isinstance(meaning, Constant):
            numbers = list(flat(meaning.value))
            return int(min(numbers)), int(max(numbers))
        return ANY

    def call(self, node: ast.Call) -> Interval:
        meaning = self.kernel.meanings.get(node.func)
        if isinstance(meaning, FunctionType):
            return self.known(self.results.get(meaning))
        if isinstance(node.func, ast.Attribute) and meaning is None:
            low, high = self.of(node.func.value)
            return (0, high.bit_length()) if low >= 0 else (0, 64)
        if isinstance(meaning, Builtin) and all(self.is_int(item) for item in node.args):
            parts = [self.of(item) for item in node.args]
            if meaning.name == "min":
                return min(part[0] for part in parts), min(part[1] for part in parts)
            if meaning.name == "max":
                return max(part[0] for part in parts), max(part[1] for part in parts)
            if meaning.name == "abs":
                low, high = parts[0]
                return max(0, low, -high), max(-low, high)
            if meaning.name == "int":
                return parts[0]
        if isinstance(meaning, Builtin) and meaning.name == "int":
            return (0, 1) if self.kernel.kinds.get(node.args[0]) is BOOL else ANY
        if isinstance(meaning, Builtin) and meaning.name == "len":
            kind = self.kernel.kinds[node.args[0]]
            length = kind.length if isinstance(kind, ArrayKind) else None
            return (1, HIGHEST) if length is None else (length, length)
        return ANY

    def is_int(self, node: ast.expr) -> bool:
        return self.kernel.kinds.get(node) is INT

    def loop(self, call: ast.Call) -> Interval:
        """The interval of a loop's name inside of the loop; empty loops may give a reversed one."""
        start, stop, step = self.range_parts(call)
        if step > 0:
            return start[0], max(start[0], stop[1] - 1)
        return min(start[1], stop[0] + 1), start[1]

    def range_parts(self, call: ast.Call) -> tuple[Interval, Interval, int]:
        """Intervals of a range's start and stop, and its constant step."""
        parts = [self.of(argument) for argument in call.args]
        if len(parts) == 1:
            return (0, 0), parts[0], 1
        return parts[0], parts[1], parts[2][0] if len(parts) == 3 else 1


def hull(parts: list[Interval]) -> Interval:
    return min(low for low, _ in parts), max(high for _, high in parts)


def flat(value: object) -> list[int]:
    """All numbers of a table."""
    if isinstance(value, tuple):
        return [number for item in value for number in flat(item)]
    return [value]  # type: ignore[list-item]


def constant_rounds(kernel: Kernel, call: ast.Call) -> int:
    """The rounds of a loop over a range of constants, 0 if one is no constant."""
    values = [constant_value(kernel, argument) for argument in call.args]
    return (
        len(range(*(value for value in values if value is not None))) if None not in values else 0
    )


def constant_value(kernel: Kernel, node: ast.expr) -> int | None:
    """The value of a constant int expression, else None."""
    low, high = Bounds(kernel).exact(node)
    return low if low == high else None
