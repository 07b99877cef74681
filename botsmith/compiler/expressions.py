"""The second step, expressions: the kind of each, and what would mean something else in C."""

import ast
import math
from collections.abc import Callable

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
from botsmith.compiler.kinds import HIGHEST, Kind, constant_kind, fields_of, shown, widened
from botsmith.compiler.read import Kernel
from common.c_text import Array
from common.kernel import SCALARS, is_record

INT_OPERATORS = (ast.BitAnd, ast.BitOr, ast.BitXor, ast.LShift, ast.RShift)


class Expressions:
    """The expressions of one kernel, while its statements are checked one after another.

    known: the kinds of names so far. sure: the names that surely have a value here. first: the
    value that gave a local its kind. loop_names: of all loops; active_loops: of those around.
    operations: inner ones first. kind_of_call: checks a call.
    """

    kind_of_call: Callable[[ast.Call], Kind]

    def __init__(self, kernel: Kernel) -> None:
        self.kernel = kernel
        self.refuse, self.meaning, self.constant = kernel.refuse, kernel.meaning, kernel.constant
        self.known = dict(kernel.parameters)
        self.sure = {*kernel.parameters}
        self.first: dict[str, ast.expr] = {}
        loops = [node.target for node in ast.walk(kernel.node) if isinstance(node, ast.For)]
        self.loop_names = {target.id for target in loops if isinstance(target, ast.Name)}
        self.active_loops: set[str] = set()
        self.operations: list[ast.BinOp] = []

    def kind(self, node: ast.expr) -> Kind:
        """The kind of an expression; BadInput where it is outside of the subset."""
        name = type(node).__name__
        method = getattr(self, "kind_of_" + name.lower(), None)
        if method is None:
            self.refuse(node, EXPRESSION_ADVICE.get(type(node), f"{name} is not in the subset"))
        return method(node)

    def number(self, node: ast.expr) -> Kind:
        """The kind of an operand of arithmetic: int or float."""
        kind = self.kind(node)
        if kind is bool:
            self.refuse(node, "a bool in arithmetic: write int(flag)")
        if kind not in (int, float):
            self.refuse(node, f"a number is wanted here, not {shown(kind)}")
        return kind

    def condition(self, node: ast.expr) -> None:
        """A truth: only bools are true or false."""
        if isinstance(node, ast.BoolOp):
            for value in node.values:
                self.condition(value)
        else:
            self.is_truth(node, self.kind(node))

    def is_truth(self, node: ast.expr, kind: Kind) -> None:
        """Refuses a condition that is no bool."""
        if kind is int or kind is float:
            advice = is_not_zero(node, kind)
            self.refuse(node, f"{shown(kind)} as a condition: write {advice}")
        if kind is not bool:
            is_array = isinstance(kind, Array)
            advice = "a count, count != 0" if is_array else "an index, index != -1"
            self.refuse(node, f"a condition is a bool, not {shown(kind)}: keep {advice}")

    def wants(self, node: ast.expr, wanted: Kind, what: str) -> None:
        """Refuses unless `node` has exactly the kind wanted; `what` names the place it goes to."""
        kind = self.kind(node)
        if isinstance(kind, Array) and isinstance(wanted, Array) and wanted.length < 0:
            kind = kind._replace(item=widened(kind.item), length=wanted.length)
        if kind == wanted:
            return
        since = self.since(what)
        advice = ""
        if kind is int and wanted is float:
            written = f"{node.value!r}.0" if isinstance(node, ast.Constant) else "float(...)"
            advice = f": write {written}"
        elif kind is float and wanted is int:
            advice = f": {self.as_float(what)}int(...){' here' if since else ''}"
        elif kind is bool and wanted is int:
            advice = ": write int(flag)"
        elif kind is int and wanted is bool:
            advice = ": write (...) != 0"
        self.refuse(node, f"{what} is {shown(wanted)}{since}, this is {shown(kind)}{advice}")

    def since(self, name: str) -> str:
        """` since line 12` for a local that has its kind from an assignment."""
        return f" since line {self.first[name].lineno}" if name in self.first else ""

    def as_float(self, name: str) -> str:
        """What would make a local a float: `write x = 0.0 there, or `."""
        if name not in self.first:
            return "write "
        value = self.first[name]
        written = f"{value.value!r}.0" if isinstance(value, ast.Constant) else "float(...)"
        return f"write {name} = {written} there, or "

    # --- each kind of expression

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
        if name not in self.kernel.own:
            return self.kind_of_constant_name(node)
        if name not in self.known:
            if name in self.kernel.globals:
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
        return widened(self.known[name])

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
        return widened(fields[node.attr])

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
            self.refuse_place(node, owner.length)
        return widened(owner.item)

    def refuse_place(self, node: ast.Subscript, length: int) -> None:
        """Refuses a constant index outside of an array."""
        index = self.constant(node.slice)
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
        self.refuse(node, what + advice)

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
            other = next((kind for kind in kinds if kind != kinds[0]), kinds[0])
            if bool in kinds and int in kinds:
                advice = ": write flag, or not flag"
            elif is_record(kinds[0]) and other == kinds[0]:
                advice = ": compare their fields"
            self.refuse(node, f"{shown(kinds[0])} is compared with {shown(other)}{advice}")
        if kinds[0] is bool and not all(isinstance(op, ast.Eq | ast.NotEq) for op in node.ops):
            self.refuse(node, "bools are compared with == and != only")
        calls = {call for call, _ in self.kernel.calls} & set(ast.walk(node))
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


def ast_value(node: ast.expr | None) -> object:
    """The value of a literal, else None."""
    return node.value if isinstance(node, ast.Constant) else None
