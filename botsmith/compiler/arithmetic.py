"""Arithmetic in C: checked where a result could leave 64 bits, plain where bounds prove it fits."""

import ast
from abc import ABC, abstractmethod
from types import FunctionType
from typing import Protocol

from botsmith.compiler.bounds import Bounds
from botsmith.compiler.code import INT32, UNARY, Code, infix, signed
from botsmith.compiler.kinds import FLOAT, INT, FieldLength, Kind
from botsmith.compiler.program import Kernel
from botsmith.compiler.scope import Constant

CHECKED = {ast.Add: ("+", "add"), ast.Sub: ("-", "subtract"), ast.Mult: ("*", "multiply")}
BITWISE: dict[type[ast.AST], str] = {ast.BitAnd: "&", ast.BitOr: "|", ast.BitXor: "^"}
WRAPPING = (ast.Add, ast.Sub, ast.Mult, ast.LShift, ast.BitAnd, ast.BitOr, ast.BitXor)


class Names(Protocol):
    """What an expression needs to know of the whole C file."""

    def constant(self, constant: Constant) -> str: ...
    def kernel(self, kernel: Kernel) -> str: ...
    def field(self, name: str) -> str: ...
    def field_length(self, length: FieldLength, value: int) -> str: ...
    def callee(self, function: FunctionType) -> Kernel: ...
    def use(self, helper: str) -> str: ...
    def bounds(self, kernel: Kernel) -> Bounds: ...


class ArithmeticWriter(ABC):
    """The operations of one kernel. file_number: of its source, for the places of traps."""

    def __init__(self, kernel: Kernel, names: Names, file_number: int) -> None:
        self.kernel = kernel
        self.names = names
        self.file_number = file_number
        self.bounds = names.bounds(kernel)

    @abstractmethod
    def code(self, node: ast.expr) -> Code:
        """The C text of an expression."""

    def where(self, node: ast.AST) -> str:
        """The place of a node, for a trap."""
        return str(node.lineno * 100 + self.file_number)  # type: ignore[attr-defined]

    def call(self, helper: str, node: ast.AST, *parts: str) -> Code:
        """A call of a helper that can trap at `node`."""
        return Code(f"{self.names.use(helper)}({', '.join(parts)}, {self.where(node)})")

    def number(self, node: ast.expr, wanted: Kind) -> Code:
        """A number of the kind wanted: ints beside floats are converted, as Python does."""
        code = self.code(node)
        if wanted is FLOAT and self.kernel.kinds[node] is INT:
            return Code(f"(double){code.inside(UNARY)}", UNARY)
        return code

    def int_operation(
        self, node: ast.AST, operator: ast.operator, one: ast.expr, two: ast.expr
    ) -> Code:
        """An operation on ints, checked unless the bounds of its parts prove it."""
        masked = self.masked(operator, one, two)
        if masked is not None:
            return masked
        left, right = self.code(one), self.code(two)
        low, high = self.bounds.binary(operator, self.bounds.of(one), self.bounds.of(two))
        is_safe = -(2**63) <= low and high < 2**63
        first, second = self.bounds.of(one), self.bounds.of(two)
        if type(operator) in BITWISE:
            return infix(left, BITWISE[type(operator)], right)
        if type(operator) in CHECKED:
            sign, name = CHECKED[type(operator)]
            if not is_safe:
                return self.call(name, node, left.text, right.text)
            return infix(self.widened(left, right, low, high), sign, right)
        if isinstance(operator, ast.LShift):
            if is_safe and first[0] >= 0 and 0 <= second[0] and second[1] < 64:
                high = max(high, 1 << second[1])  # C shifts 32 bits by 31 at most, even zeros
                return infix(self.widened(left, left, low, high), "<<", right)
            is_near = 0 <= second[0] and second[1] < 64
            helper = "shift_near" if is_near else "shift_left"
            return self.call(helper, node, left.text, right.text)
        if isinstance(operator, ast.RShift):
            if 0 <= second[0] and second[1] < 64:
                return infix(self.widened(left, left, 0, 1 << second[1]), ">>", right)
            return self.call("shift_right", node, left.text, right.text)
        is_division = isinstance(operator, ast.FloorDiv)
        if first[0] >= 0 and second[0] > 0:
            return infix(left, "/" if is_division else "%", right)
        if second[0] > 0:  # divisor above 0, nothing can go wrong
            helper = self.names.use("divide_by" if is_division else "modulo_by")
            return Code(f"{helper}({left.text}, {right.text})")
        return self.call("floor_divide" if is_division else "modulo", node, left.text, right.text)

    def widened(self, code: Code, other: Code, low: int, high: int) -> Code:
        """`code` cast to 64 bits if C would compute in 32 and the result needs more."""
        if code.is_wide or other.is_wide or (low in INT32 and high in INT32):
            return code
        return Code(f"(int64_t){code.inside(UNARY)}", UNARY)

    def masked(self, operator: ast.operator, one: ast.expr, two: ast.expr) -> Code | None:
        """`sum & MASK`: only the low bits count, so the sum may wrap around without any check."""
        if not isinstance(operator, ast.BitAnd):
            return None
        for inner, mask in ((one, two), (two, one)):
            low, high = self.bounds.exact(mask)
            if low == high and low >= 0 and self.wraps(inner):
                wrapped = self.wrapping(inner)
                return Code(
                    f"(int64_t)({wrapped.inside(UNARY)} & {self.code(mask).inside(UNARY)})", UNARY
                )
        return None

    def wraps(self, node: ast.expr) -> bool:
        """Whether the expression holds an operation that could need more than 64 bits."""
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub | ast.Invert):
            return not self.bounds.fits(node) or self.wraps(node.operand)
        if not isinstance(node, ast.BinOp) or not isinstance(node.op, WRAPPING):
            return False
        if not self.bounds.fits(node):
            return True
        return self.wraps(node.left) or (
            not isinstance(node.op, ast.LShift) and self.wraps(node.right)
        )

    def wrapping(self, node: ast.expr) -> Code:
        """The expression in unsigned arithmetic, modulo 2**64."""
        if self.kernel.meanings.get(node) is None and self.wraps(node):
            if isinstance(node, ast.UnaryOp):
                sign = "~" if isinstance(node.op, ast.Invert) else "-"
                return signed(sign, self.wrapping(node.operand))
            assert isinstance(node, ast.BinOp)
            left = self.wrapping(node.left)
            if isinstance(node.op, ast.LShift):
                low, high = self.bounds.of(node.right)
                count = self.code(node.right)
                if 0 <= low and high < 64:
                    return infix(left, "<<", count)
                return self.call("wrap_left", node, left.text, count.text)
            sign = CHECKED[type(node.op)][0] if type(node.op) in CHECKED else BITWISE[type(node.op)]
            right = self.wrapping(node.right) if self.wraps(node.right) else self.code(node.right)
            return infix(left, sign, right)
        return Code(f"(uint64_t){self.code(node).inside(UNARY)}", UNARY)

    def float_operation(
        self, node: ast.AST, operator: ast.operator, left: Code, right: Code, divisor: ast.expr
    ) -> Code:
        """An operation on floats; divisions by a constant other than 0 need no check."""
        if type(operator) in CHECKED:
            return infix(left, CHECKED[type(operator)][0], right)
        value = self.constant(divisor)
        if isinstance(operator, ast.Div):
            if value:
                return infix(left, "/", right)
            return self.call("divide", node, left.text, right.text)
        if isinstance(operator, ast.FloorDiv) and value == 1.0:
            return Code(f"{self.names.use('round_down')}({left.text})")
        name = "float_floor_divide" if isinstance(operator, ast.FloorDiv) else "float_modulo"
        return self.call(name, node, left.text, right.text)

    def constant(self, node: ast.expr) -> float | None:
        """The value of a literal or named constant, else None."""
        meaning = self.kernel.meanings.get(node)
        if isinstance(meaning, Constant):
            return float(meaning.value)
        if isinstance(node, ast.Constant):
            return float(node.value)  # type: ignore[arg-type]
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
            inner = self.constant(node.operand)
            return None if inner is None else -inner
        return None
