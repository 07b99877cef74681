"""Checked Python expressions as C text."""

import ast
from types import FunctionType

from botsmith.compiler.arithmetic import ArithmeticWriter, Names
from botsmith.compiler.bounds import Bounds
from botsmith.compiler.code import (
    AND,
    ATOM,
    EQUAL,
    INT32,
    OR,
    ORDER,
    SHIFT,
    TERNARY,
    UNARY,
    Code,
    int_literal,
    signed,
)
from botsmith.compiler.helpers import HELPERS, PLAIN_MATH
from botsmith.compiler.kinds import (
    BOOL,
    FLOAT,
    INT,
    ArrayKind,
    FieldLength,
    ParameterLength,
    RecordKind,
    Scalar,
)
from botsmith.compiler.program import Kernel
from botsmith.compiler.scope import Builtin, Constant, MathFunction

COMPARISONS: dict[type[ast.AST], tuple[str, int]] = {
    ast.Eq: ("==", EQUAL),
    ast.NotEq: ("!=", EQUAL),
    ast.Lt: ("<", ORDER),
    ast.LtE: ("<=", ORDER),
    ast.Gt: (">", ORDER),
    ast.GtE: (">=", ORDER),
}


class ExpressionWriter(ArithmeticWriter):
    """Writes the expressions of one kernel.

    locals: C names of parameters and locals. loops_over: (loop name, array) of each loop over
    range(len(array)) around the present place. written_here: bounds of what this kernel alone says.
    """

    def __init__(self, kernel: Kernel, names: Names, file_number: int) -> None:
        super().__init__(kernel, names, file_number)
        self.locals: dict[str, str] = {}
        self.loops_over: set[tuple[str, str]] = set()
        self.written_here = Bounds(kernel)

    def text(self, node: ast.expr) -> str:
        return self.code(node).text

    def code(self, node: ast.expr) -> Code:
        """The C text of a scalar, or of a place that holds a record or an array."""
        meaning = self.kernel.meanings.get(node)
        if isinstance(meaning, Constant):
            is_wide = isinstance(meaning.value, int) and meaning.value not in INT32
            return Code(self.names.constant(meaning), is_wide=is_wide or meaning.is_bound)
        method = getattr(self, "code_of_" + type(node).__name__.lower())
        code: Code = method(node)
        return code

    def code_of_constant(self, node: ast.Constant) -> Code:
        value = node.value
        if isinstance(value, bool):
            return Code("true" if value else "false")
        if isinstance(value, float):
            return Code(repr(value), UNARY if value < 0 else ATOM)
        assert isinstance(value, int)
        return int_literal(value, self.kernel.source.spelling(node))

    def code_of_name(self, node: ast.Name) -> Code:
        return Code(self.locals[node.id])

    def code_of_attribute(self, node: ast.Attribute) -> Code:
        owner = self.code(node.value)
        arrow = "->" if self.is_pointer(node.value) else "."
        return Code(f"{owner.inside(ATOM)}{arrow}{self.names.field(node.attr)}")

    def is_pointer(self, node: ast.expr) -> bool:
        """Whether the C text of a record is its address: parameters and local names for records."""
        if isinstance(node, ast.Name):
            return node.id not in self.kernel.created
        return isinstance(node, ast.IfExp)

    def address(self, node: ast.expr) -> Code:
        """The address of a record."""
        if isinstance(node, ast.IfExp):
            arms = [self.address(node.body), self.address(node.orelse)]
            test = self.code(node.test)
            return Code(
                f"{test.inside(OR)} ? {arms[0].inside(OR)} : {arms[1].inside(TERNARY)}", TERNARY
            )
        code = self.code(node)
        return code if self.is_pointer(node) else Code(f"&{code.inside(ATOM)}", UNARY)

    def length(self, node: ast.expr) -> str:
        """The length of an array or table."""
        kind = self.kernel.kinds[node]
        assert isinstance(kind, ArrayKind)
        if kind.length is None:
            assert isinstance(kind.origin, ParameterLength)
            return f"{self.locals[kind.origin.name]}_length"
        if isinstance(kind.origin, FieldLength):
            return self.names.field_length(kind.origin, kind.length)
        return str(kind.length)

    def code_of_subscript(self, node: ast.Subscript) -> Code:
        owner = self.code(node.value)
        kind = self.kernel.kinds[node.value]
        assert isinstance(kind, ArrayKind)
        low, high = self.written_here.of(node.slice)
        if kind.length is not None and (high < 0 or low >= kind.length):
            what = ast.unparse(node)
            if high < 0:
                place = ast.unparse(node.value)
                self.kernel.source.refuse(
                    node,
                    f"{what}: the index is outside of 0..{kind.length - 1}; "
                    f"from the end write {place}[len({place}) - 1]",
                )
            self.kernel.source.refuse(
                node,
                f"{what}: the index is outside of 0..{kind.length - 1}, even if this line is never "
                f"reached: clamp it with max(0, ...) and min(..., {kind.length - 1})",
            )
        low, high = self.bounds.of(node.slice)
        index = self.text(node.slice)
        is_proven = low >= 0 and kind.length is not None and high < kind.length
        if not (is_proven or (low >= 0 and self.is_loop_over(node))):
            index = self.call("at", node, index, self.length(node.value)).text
        return Code(f"{owner.inside(ATOM)}[{index}]")

    def is_loop_over(self, node: ast.Subscript) -> bool:
        """Whether the index is the name of a loop over range(len(this parameter))."""
        if not isinstance(node.slice, ast.Name) or not isinstance(node.value, ast.Name):
            return False
        return (node.slice.id, node.value.id) in self.loops_over

    def code_of_unaryop(self, node: ast.UnaryOp) -> Code:
        operand = node.operand
        if isinstance(node.op, ast.Not):
            return Code(f"!{self.code(operand).inside(UNARY)}", UNARY)
        if isinstance(node.op, ast.USub) and isinstance(operand, ast.Constant):
            if isinstance(operand.value, int):
                return int_literal(-operand.value, "")
        code = self.code(operand)
        if isinstance(node.op, ast.UAdd):
            return code
        sign = "~" if isinstance(node.op, ast.Invert) else "-"
        if sign == "-" and self.kernel.kinds[node] is INT and not self.bounds.fits(node):
            return self.call("negate", node, code.text)
        if self.kernel.kinds[node] is INT:
            code = self.widened(code, code, *self.bounds.of(node))
        return signed(sign, code)

    def code_of_binop(self, node: ast.BinOp) -> Code:
        kind = self.kernel.kinds[node]
        if kind is INT:
            return self.int_operation(node, node.op, node.left, node.right)
        left, right = self.number(node.left, FLOAT), self.number(node.right, FLOAT)
        return self.float_operation(node, node.op, left, right, node.right)

    def code_of_boolop(self, node: ast.BoolOp) -> Code:
        level, sign = (AND, "&&") if isinstance(node.op, ast.And) else (OR, "||")
        parts = [
            self.code(value).inside(EQUAL if sign == "||" else level + 1) for value in node.values
        ]
        return Code(f" {sign} ".join(parts), level)

    def code_of_compare(self, node: ast.Compare) -> Code:
        parts = [self.code(part) for part in (node.left, *node.comparators)]
        links = []
        level = EQUAL
        for operator, left, right in zip(node.ops, parts, parts[1:], strict=False):
            sign, level = COMPARISONS[type(operator)]
            links.append(f"{left.inside(SHIFT)} {sign} {right.inside(SHIFT)}")
        return Code(links[0], level) if len(links) == 1 else Code(" && ".join(links), AND)

    def code_of_ifexp(self, node: ast.IfExp) -> Code:
        kind = self.kernel.kinds[node]
        if isinstance(kind, RecordKind):
            return self.address(node)
        test = self.code(node.test)
        first, second = self.code(node.body), self.code(node.orelse)
        text = f"{test.inside(OR)} ? {first.inside(OR)} : {second.inside(OR)}"
        return Code(text, TERNARY, first.is_wide or second.is_wide)

    def code_of_call(self, node: ast.Call) -> Code:
        meaning = self.kernel.meanings.get(node.func)
        if isinstance(meaning, FunctionType):
            callee = self.names.callee(meaning)
            arguments = self.arguments(self.kernel.arguments[node], callee)
            return Code(f"{self.names.kernel(callee)}({', '.join(arguments)})")
        if meaning is None:
            assert isinstance(node.func, ast.Attribute)
            return self.bits(node.func)
        if isinstance(meaning, MathFunction):
            return self.math_call(node, meaning.name)
        assert isinstance(meaning, Builtin)
        return self.builtin(node, meaning.name)

    def arguments(self, nodes: list[ast.expr], callee: Kernel) -> list[str]:
        """Arguments as C wants them: addresses of records; arrays with their length behind them."""
        texts = []
        for node, parameter in zip(nodes, callee.parameters, strict=True):
            if isinstance(parameter.kind, RecordKind):
                texts.append(self.address(node).text)
            else:
                texts.append(self.text(node))
            if isinstance(parameter.kind, ArrayKind):
                texts.append(self.length(node))
        return texts

    def builtin(self, node: ast.Call, name: str) -> Code:
        argument = node.args[0]
        kind = self.kernel.kinds[argument]
        if name == "len":  # a parameter's length is a variable, others are 32-bit constants
            is_variable = isinstance(kind, ArrayKind) and kind.length is None
            return Code(self.length(argument), is_wide=is_variable)
        code = self.code(argument)
        if name == "float":
            return code if kind is FLOAT else Code(f"(double){code.inside(UNARY)}", UNARY)
        if name == "int":
            if kind is FLOAT:
                return self.call("to_int", node, code.text)
            return Code(f"(int64_t){code.inside(UNARY)}", UNARY) if kind is BOOL else code
        if name == "round":
            return self.call("to_int", node, f"rint({code.text})")
        if name == "abs":
            if kind is FLOAT:
                return Code(f"fabs({code.text})")
            return self.call("absolute", node, code.text)
        assert isinstance(kind, Scalar)
        return Code(f"{self.names.use(f'{name}_{kind}')}({code.text}, {self.text(node.args[1])})")

    def bits(self, function: ast.Attribute) -> Code:
        """bit_count() or bit_length()."""
        value, name = function.value, function.attr
        if name == "bit_length" and is_lowest_bit(value):
            assert isinstance(value, ast.BinOp)
            return Code(f"{self.names.use('lowest_bit')}({self.text(value.left)})")
        if name == "bit_count" and self.bounds.of(value)[0] >= 0:
            name = "natural_bit_count"
        return Code(f"{self.names.use(name)}({self.text(value)})")

    def math_call(self, node: ast.Call, name: str) -> Code:
        parts = [self.text(argument) for argument in node.args]
        if name in ("floor", "ceil"):
            return self.call("to_int", node, f"{name}({parts[0]})")
        if name == "trunc":
            return self.call("to_int", node, parts[0])
        if name in PLAIN_MATH:
            return Code(f"{name}({', '.join(parts)})")
        assert f"checked_{name}" in HELPERS
        return self.call(f"checked_{name}", node, *parts)


def is_lowest_bit(node: ast.expr) -> bool:
    """Whether an expression is `x & -x` of a plain name."""
    return (
        isinstance(node, ast.BinOp)
        and isinstance(node.op, ast.BitAnd)
        and isinstance(node.left, ast.Name)
        and isinstance(node.right, ast.UnaryOp)
        and isinstance(node.right.op, ast.USub)
        and isinstance(node.right.operand, ast.Name)
        and node.right.operand.id == node.left.id
    )
