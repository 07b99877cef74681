"""The kind of every expression, and the refusals of what would mean something else in C."""

import ast
import math

from botsmith.compiler.advice import (
    EXPRESSION_ADVICE,
    FLOAT_DIVISION,
    FLOAT_MODULO,
    INT_DIVISION,
    MIXED,
    POWER,
    TEXT,
    class_member,
    is_not_zero,
)
from botsmith.compiler.bounds import refuse_place
from botsmith.compiler.calls import CallChecker
from botsmith.compiler.kinds import HIGHEST, Kind, constant_kind, fields_of, shown
from common.c_text import Array
from common.kernel import SCALARS, is_record

INT_OPERATORS = (ast.BitAnd, ast.BitOr, ast.BitXor, ast.LShift, ast.RShift)


def ast_value(node: ast.expr | None) -> object:
    """The value of a literal, else None."""
    return node.value if isinstance(node, ast.Constant) else None


class ExpressionChecker(CallChecker):
    """Finds the kinds of the expressions of one kernel."""

    def kind_of_constant(self, node: ast.Constant) -> Kind:
        if isinstance(node.value, bool):
            return bool
        if isinstance(node.value, int):
            if node.value > HIGHEST:
                self.refuse(node, f"{node.value} does not fit into 64 bits")
            return int
        if isinstance(node.value, float):
            if not math.isfinite(node.value):
                self.refuse(node, "this number is infinite: use a smaller one, such as 1.0e300")
            return float
        if node.value is None:
            self.refuse(node, "None is no value here: use a number such as -1 for 'nothing'")
        if isinstance(node.value, complex):
            self.refuse(node, "no complex numbers: keep the two parts in floats of their own")
        if node.value is ...:
            self.refuse(node, "no ... in a kernel: write pass, or the value")
        self.refuse(node, TEXT)

    def kind_of_name(self, node: ast.Name) -> Kind:
        name = node.id
        if name not in self.own:
            return self.kind_of_constant_name(node)
        if name not in self.known:
            if name in self.globals:
                self.refuse(
                    node,
                    f"{name} is set in this kernel, so it is no constant of the module: "
                    "what changes lives in a record that is handed in",
                )
            self.refuse(node, f"{name} is read before it has a value")
        if name == "_":
            self.refuse(node, "a loop whose number is read has a name of its own, not _")
        if name in self.loop_names and name not in self.active_loops:
            self.refuse(node, f"{name} is read after its loop: keep the value in another name")
        if name not in self.sure:
            self.refuse(node, f"{name} has no value on some way to this line: set it before")
        return self.known[name]

    def kind_of_constant_name(self, node: ast.Name | ast.Attribute) -> Kind:
        kind = constant_kind(self.meaning(node))
        if kind is None:
            self.refuse(node, f"{ast.unparse(node)} is no value here")
        return kind

    def kind_of_attribute(self, node: ast.Attribute) -> Kind:
        if self.meaning(node) is not None:
            return self.kind_of_constant_name(node)
        owner = self.kind(node.value)
        if not is_record(owner):
            self.refuse(node, f"{shown(owner)} has no field {node.attr}")
        fields = fields_of(owner)
        if node.attr not in fields:
            self.refuse(
                node,
                f"{shown(owner)} has no field {node.attr}; it has {', '.join(fields)}"
                f"{class_member(owner, node.attr)}",
            )
        return fields[node.attr]

    def kind_of_subscript(self, node: ast.Subscript) -> Kind:
        owner = self.kind(node.value)
        if not isinstance(owner, Array):
            text = ast_value(node.slice)
            advice = f": write {ast.unparse(node.value)}.{text}" if isinstance(text, str) else ""
            self.refuse(node, f"{shown(owner)} has no entries{advice}")
        if isinstance(node.slice, ast.Slice):
            self.refuse(node, EXPRESSION_ADVICE[ast.Slice])
        if (index := self.kind(node.slice)) is not int:
            self.refuse(node.slice, f"an index is an int, not {shown(index)}")
        if owner.length >= 0:
            refuse_place(self, node, owner.length)
        return owner.item

    def kind_of_unaryop(self, node: ast.UnaryOp) -> Kind:
        if isinstance(node.op, ast.Not):
            self.condition(node.operand)
            return bool
        if isinstance(node.op, ast.UAdd):
            self.refuse(node, "no + before a value: leave it out")
        if isinstance(node.op, ast.Invert) and self.kind(node.operand) is bool:
            self.refuse(node, "~ takes an int: write not")
        kind = self.number(node.operand)
        if isinstance(node.op, ast.Invert) and kind is not int:
            self.refuse(node, "~ takes an int")
        return kind

    def kind_of_binop(self, node: ast.BinOp) -> Kind:
        if isinstance(node.op, ast.BitAnd | ast.BitOr):
            if self.kind(node.left) is bool and self.kind(node.right) is bool:
                word = "and" if isinstance(node.op, ast.BitAnd) else "or"
                self.refuse(node, f"bit operations take ints; between bools write {word}")
        kind = self.arithmetic(node, node.op, self.number(node.left), self.number(node.right))
        self.operations.append(node)
        return kind

    def arithmetic(self, node: ast.AST, operator: ast.operator, left: Kind, right: Kind) -> Kind:
        """The kind of `left operator right`, also for augmented assignments."""
        if isinstance(operator, ast.Pow):
            self.refuse(node, POWER)
        if isinstance(operator, ast.MatMult):
            self.refuse(node, "no @ in a kernel")
        both = left is int and right is int
        if isinstance(operator, INT_OPERATORS):
            if not both:
                self.refuse(node, "bit operations take ints on both sides")
            return int
        if isinstance(operator, ast.Div) and both:
            self.refuse(node, INT_DIVISION)
        if isinstance(operator, ast.FloorDiv | ast.Mod) and not both:
            self.refuse_rounding(node, operator, left)
        return int if both else float

    def refuse_rounding(self, node: ast.AST, operator: ast.operator, left: Kind) -> None:
        """Refuses // and % between floats; `x // 1.0` rounds down."""
        if isinstance(operator, ast.Mod):
            self.refuse(node, FLOAT_MODULO)
        divisor = node.value if isinstance(node, ast.AugAssign) else getattr(node, "right", None)
        if left is not float or repr(ast_value(divisor)) != "1.0":
            self.refuse(node, FLOAT_DIVISION)

    def kind_of_boolop(self, node: ast.BoolOp) -> Kind:
        kinds = [self.kind(value) for value in node.values]
        if kinds[0] in (int, float) and set(kinds) == {kinds[0]}:
            word = "or" if isinstance(node.op, ast.Or) else "and"
            one, two = node.values[:2]
            arms = (one, two) if word == "or" else (two, one)
            first, second = (ast.unparse(arm) for arm in arms)
            written = f"{first} if {is_not_zero(one, kinds[0])} else {second}"
            self.refuse(node, f"{word} between numbers gives a bool here: write {written}")
        for value, kind in zip(node.values, kinds, strict=True):
            self.is_truth(value, kind)
        return bool

    def kind_of_compare(self, node: ast.Compare) -> Kind:
        parts = [node.left, *node.comparators]
        for operator, part in zip(node.ops, node.comparators, strict=True):
            if isinstance(operator, ast.In | ast.NotIn):
                self.refuse(node, "no 'in': compare with each value, or index an array of bools")
            if isinstance(operator, ast.Is | ast.IsNot):
                self.refuse(part, "no 'is': compare numbers, for instance the records' indices")
        kinds = [self.kind(part) for part in parts]
        if {int, float} <= set(kinds):
            written = next((part for part in parts if type(ast_value(part)) is int), None)
            advice = f"write {ast.unparse(written)}.0" if written else MIXED
            self.refuse(node, "an int is compared with a float: " + advice)
        if len(set(kinds)) != 1 or kinds[0] not in SCALARS:
            advice = ""
            if bool in kinds and int in kinds:
                advice = ": write flag, or not flag"
            elif is_record(kinds[0]) and kinds[0] == kinds[-1]:
                advice = ": compare their fields"
            self.refuse(node, f"{shown(kinds[0])} is compared with {shown(kinds[-1])}{advice}")
        if kinds[0] is bool and not all(isinstance(op, ast.Eq | ast.NotEq) for op in node.ops):
            self.refuse(node, "bools are compared with == and != only")
        calls = {call for call, _ in self.calls} & set(ast.walk(node))
        if node.ops[1:] and calls:
            self.refuse(node, "a chain of comparisons calls no kernel: give its value a name first")
        for middle in parts[1:-1]:
            if not isinstance(middle, ast.Name | ast.Constant | ast.Attribute | ast.UnaryOp):
                self.refuse(middle, "give the middle of a chained comparison a name first")
        return bool

    def kind_of_ifexp(self, node: ast.IfExp) -> Kind:
        self.condition(node.test)
        first, second = self.kind(node.body), self.kind(node.orelse)
        if first != second:
            self.refuse(
                node, f"one arm is {shown(first)}, the other {shown(second)}: both must be alike"
            )
        return first
