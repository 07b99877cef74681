"""What constant expressions come to: numbers that are too large, and places outside of arrays."""

import ast
import math
from collections.abc import Sequence

from botsmith.compiler.kinds import HIGHEST, LOWEST
from botsmith.compiler.scope import Scope

WRAPPING = (ast.Add, ast.Sub, ast.Mult, ast.LShift, ast.BitAnd, ast.BitOr, ast.BitXor)


def refuse_overflow(scope: Scope, operations: Sequence[ast.BinOp]) -> None:
    """Refuses operations on constants whose results need more than 64 bits, or are infinite.

    operations: inner ones first. Under a mask a result may be as large as it likes.
    """
    masked: set[ast.AST] = set()
    for node in operations:
        if isinstance(node.op, ast.BitAnd):
            for inner, mask in ((node.left, node.right), (node.right, node.left)):
                value = scope.constant(mask)
                if value is not None and value >= 0:
                    masked |= wrapping_parts(inner)
    for node in operations:
        value = scope.constant(node)
        if value is None or node in masked:
            continue
        written = ast.unparse(node) if node.lineno == node.end_lineno else "this"
        if isinstance(value, float) and not math.isfinite(value):
            advice = "is infinite: use a smaller number, such as 1.0e300"
            scope.refuse(node, f"{written} {advice}")
        if isinstance(value, int) and not LOWEST <= value <= HIGHEST:
            advice = "does not fit into 64 bits: 1 << 62 is the largest power of 2"
            scope.refuse(node, f"{written} {advice}")


def wrapping_parts(node: ast.expr) -> set[ast.AST]:
    """The operations of an expression that wrap around when a mask is laid over it."""
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub | ast.Invert):
        return wrapping_parts(node.operand)
    if not isinstance(node, ast.BinOp) or not isinstance(node.op, WRAPPING):
        return set()
    found = {node, *wrapping_parts(node.left)}
    return found if isinstance(node.op, ast.LShift) else found | wrapping_parts(node.right)


def refuse_place(scope: Scope, node: ast.Subscript, length: int) -> None:
    """Refuses a constant index outside of an array."""
    index = scope.constant(node.slice)
    if index is None or 0 <= index < length:
        return
    what = f"{ast.unparse(node)}: the index is outside of 0..{length - 1}"
    place = ast.unparse(node.value)
    advice = f"; from the end write {place}[len({place}) - 1]"
    if index >= 0:
        advice = (
            ", even if this line is never reached: clamp it with max(0, ...) and "
            f"min(..., {length - 1})"
        )
    scope.refuse(node, what + advice)
