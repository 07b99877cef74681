"""Shifts of constants that leave 64 bits: refused when translating, before C stops at run time."""

import ast

from botsmith.compiler.arithmetic import WRAPPING
from botsmith.compiler.bounds import Bounds
from botsmith.compiler.kinds import HIGHEST, INT, LOWEST
from botsmith.compiler.program import Kernel

WORD = 64


def refuse_overflow(kernel: Kernel) -> None:
    """Refuses a shift of a constant by a constant whose result needs more than 64 bits.

    The kinds are known. Under a mask a result may be as large as it likes.
    """
    bounds = Bounds(kernel)
    operations = [
        node for node, kind in kernel.kinds.items() if kind is INT and isinstance(node, ast.BinOp)
    ]
    masked: set[ast.AST] = set()
    for node in operations:
        if isinstance(node.op, ast.BitAnd):
            for inner, mask in ((node.left, node.right), (node.right, node.left)):
                low, high = bounds.exact(mask)
                if low == high and low >= 0:
                    masked |= wrapping_parts(inner)
    for node in operations:  # inner ones first
        if node not in masked and leaves_64_bits(bounds, node):
            written = kernel.source.spelling(node) if node.lineno == node.end_lineno else "this"
            kernel.source.refuse(
                node, f"{written} does not fit into 64 bits: 1 << 62 is the largest power of 2"
            )


def wrapping_parts(node: ast.expr) -> set[ast.AST]:
    """The operations of an expression that wrap around when a mask is laid over it."""
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub | ast.Invert):
        return wrapping_parts(node.operand)
    if not isinstance(node, ast.BinOp) or not isinstance(node.op, WRAPPING):
        return set()
    found = {node, *wrapping_parts(node.left)}
    return found if isinstance(node.op, ast.LShift) else found | wrapping_parts(node.right)


def leaves_64_bits(bounds: Bounds, node: ast.BinOp) -> bool:
    """Whether the operation shifts one constant by another out of 64 bits."""
    left, right = bounds.exact(node.left), bounds.exact(node.right)
    if not isinstance(node.op, ast.LShift) or left[0] != left[1] or right[0] != right[1]:
        return False
    if not 0 <= right[0] < WORD:
        return left[0] != 0 and right[0] > 0
    return not LOWEST <= left[0] << right[0] <= HIGHEST
