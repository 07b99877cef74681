"""The kind of every expression, and the refusals of what would mean something else in C."""

import ast
import math
from types import ModuleType
from typing import NoReturn

from botsmith.compiler.advice import (
    EXPRESSION_ADVICE,
    INT_DIVISION,
    MIXED,
    POWER,
    TEXT,
    class_member,
    is_not_zero,
)
from botsmith.compiler.calls import CallChecker
from botsmith.compiler.kinds import (
    BOOL,
    FLOAT,
    HIGHEST,
    INT,
    LOWEST,
    ArrayKind,
    Kind,
    RecordKind,
    fields_of,
)
from botsmith.compiler.program import Kernel, Program
from botsmith.compiler.scope import Constant, Meaning

INT_OPERATORS = (ast.BitAnd, ast.BitOr, ast.BitXor, ast.LShift, ast.RShift)


def ast_value(node: ast.expr) -> object:
    """The value of a literal, else None."""
    return node.value if isinstance(node, ast.Constant) else None


class ExpressionChecker(CallChecker):
    """Kinds and meanings of the expressions of one kernel, kept in `kernel.kinds` and
    `.meanings`.
    """

    def __init__(self, program: Program, kernel: Kernel) -> None:
        super().__init__(program, kernel)
        self.known: dict[str, Kind] = {item.name: item.kind for item in kernel.parameters}
        self.first: dict[str, ast.expr] = {}  # the value that gave a local its kind
        self.active_loops: set[str] = set()

    def refuse(self, node: ast.AST, what: str) -> NoReturn:
        self.kernel.source.refuse(node, what)

    def kind(self, node: ast.expr) -> Kind:
        """The kind of an expression; BadInput where it is outside of the subset."""
        method = getattr(self, "kind_of_" + type(node).__name__.lower(), None)
        if method is None:
            advice = EXPRESSION_ADVICE.get(
                type(node), f"{type(node).__name__} is not in the subset"
            )
            self.refuse(node, advice)
        kind: Kind = method(node)
        self.kernel.kinds[node] = kind
        return kind

    def number(self, node: ast.expr) -> Kind:
        """The kind of an operand of arithmetic: int or float."""
        kind = self.kind(node)
        if kind is BOOL:
            self.refuse(node, "a bool in arithmetic: write int(flag)")
        if kind not in (INT, FLOAT):
            self.refuse(node, f"a number is wanted here, not {kind}")
        return kind

    def condition(self, node: ast.expr) -> None:
        """A truth: only bools are true or false."""
        if isinstance(node, ast.BoolOp):
            for value in node.values:
                self.condition(value)
            self.kernel.kinds[node] = BOOL
            return
        self.is_truth(node, self.kind(node))

    def is_truth(self, node: ast.expr, kind: Kind) -> None:
        """Refuses a condition that is no bool."""
        if kind is INT or kind is FLOAT:
            self.refuse(node, f"{kind} as a condition: write {is_not_zero(node, kind)}")
        if isinstance(kind, ArrayKind):
            self.refuse(node, f"a condition is a bool, not {kind}: keep a count, count != 0")
        if kind is not BOOL:
            self.refuse(node, f"a condition is a bool, not {kind}: keep an index, index != -1")

    def wants(self, node: ast.expr, wanted: Kind, what: str) -> None:
        """Refuses unless `node` has exactly the kind wanted; `what` names the place it goes to."""
        kind = self.kind(node)
        if kind == wanted:
            return
        if isinstance(kind, ArrayKind) and isinstance(wanted, ArrayKind) and wanted.length is None:
            if kind.item == wanted.item and kind.is_table == wanted.is_table:
                return
        since = self.since(what)
        advice = ""
        if kind is INT and wanted is FLOAT:
            written = f"{node.value!r}.0" if isinstance(node, ast.Constant) else "float(...)"
            advice = f": write {written}"
        elif kind is FLOAT and wanted is INT:
            advice = f": {self.as_float(what)}int(...){' here' if since else ''}"
        elif kind is BOOL and wanted is INT:
            advice = ": write int(flag)"
        elif kind is INT and wanted is BOOL:
            advice = ": write (...) != 0"
        self.refuse(node, f"{what} is {wanted}{since}, this is {kind}{advice}")

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

    def kind_of_constant(self, node: ast.Constant) -> Kind:
        if isinstance(node.value, bool):
            return BOOL
        if isinstance(node.value, int):
            if node.value > HIGHEST:
                self.refuse(node, f"{node.value} does not fit into 64 bits")
            return INT
        if isinstance(node.value, float):
            if not math.isfinite(node.value):
                self.refuse(node, "this number is infinite: use a smaller one, such as 1.0e300")
            return FLOAT
        if node.value is None:
            self.refuse(node, "None is no value here: use a number such as -1 for 'nothing'")
        if isinstance(node.value, complex):
            self.refuse(node, "no complex numbers: keep the two parts in floats of their own")
        if node.value is ...:
            self.refuse(node, "no ... in a kernel: write pass, or the value")
        self.refuse(node, TEXT)

    def kind_of_name(self, node: ast.Name) -> Kind:
        name = node.id
        if name in self.kernel.function.__code__.co_varnames:
            if name not in self.known and name in self.kernel.function.__globals__:
                self.refuse(
                    node,
                    f"{name} is set in this kernel, so it is no constant of the module: "
                    "what changes lives in a record that is handed in",
                )
            if name not in self.known:
                self.refuse(node, f"{name} is read before it has a value")
            if name == "_":
                self.refuse(node, "a loop whose number is read has a name of its own, not _")
            if name in self.kernel.loop_names and name not in self.active_loops:
                self.refuse(node, f"{name} is read after its loop: keep the value in another name")
            return self.known[name]
        meaning = self.meaning(node)
        if isinstance(meaning, Constant):
            return meaning.kind
        self.refuse(node, f"{name} is no value here")

    def meaning(self, node: ast.expr) -> Meaning | None:
        """What a name or `module.name` stands for; None for a local or a field."""
        found: Meaning | None = None
        if isinstance(node, ast.Name):
            if node.id not in self.kernel.function.__code__.co_varnames:
                found = self.program.scope.name(self.kernel.function, self.kernel.source, node)
        elif isinstance(node, ast.Attribute):
            owner = self.meaning(node.value)
            if isinstance(owner, ModuleType):
                found = self.program.scope.member(self.kernel.source, node, owner)
        if found is not None:
            self.kernel.meanings[node] = found
        return found

    def kind_of_attribute(self, node: ast.Attribute) -> Kind:
        meaning = self.meaning(node)
        if isinstance(meaning, Constant):
            return meaning.kind
        if meaning is not None:
            self.refuse(node, f"{ast.unparse(node)} is no value here")
        owner = self.kind(node.value)
        if not isinstance(owner, RecordKind):
            self.refuse(node, f"{owner} has no field {node.attr}")
        fields = fields_of(owner.cls, self.program.pools)
        if node.attr not in fields:
            self.refuse(
                node,
                f"{owner} has no field {node.attr}; it has {', '.join(fields)}"
                f"{class_member(owner.cls, node.attr)}",
            )
        return fields[node.attr]

    def kind_of_subscript(self, node: ast.Subscript) -> Kind:
        owner = self.kind(node.value)
        if not isinstance(owner, ArrayKind):
            text = ast_value(node.slice)
            advice = f": write {ast.unparse(node.value)}.{text}" if isinstance(text, str) else ""
            self.refuse(node, f"{owner} has no entries{advice}")
        if isinstance(node.slice, ast.Slice):
            self.refuse(node, EXPRESSION_ADVICE[ast.Slice])
        if self.kind(node.slice) is not INT:
            self.refuse(node.slice, f"an index is an int, not {self.kernel.kinds[node.slice]}")
        return owner.item

    def kind_of_unaryop(self, node: ast.UnaryOp) -> Kind:
        if isinstance(node.op, ast.Not):
            self.condition(node.operand)
            return BOOL
        literal = node.operand
        if isinstance(node.op, ast.USub) and isinstance(literal, ast.Constant):
            if literal.value == -LOWEST and type(literal.value) is int:
                self.kernel.kinds[literal] = INT
                return INT
        if isinstance(node.op, ast.Invert) and self.kind(literal) is BOOL:
            self.refuse(node, "~ takes an int: write not")
        kind = self.number(literal)
        if isinstance(node.op, ast.Invert) and kind is not INT:
            self.refuse(node, "~ takes an int")
        return kind

    def kind_of_binop(self, node: ast.BinOp) -> Kind:
        if isinstance(node.op, ast.BitAnd | ast.BitOr):
            if self.kind(node.left) is BOOL and self.kind(node.right) is BOOL:
                word = "and" if isinstance(node.op, ast.BitAnd) else "or"
                self.refuse(node, f"bit operations take ints; between bools write {word}")
        return self.arithmetic(node, node.op, self.number(node.left), self.number(node.right))

    def arithmetic(self, node: ast.AST, operator: ast.operator, left: Kind, right: Kind) -> Kind:
        """The kind of `left operator right`, also for augmented assignments."""
        if isinstance(operator, ast.Pow):
            self.refuse(node, POWER)
        if isinstance(operator, ast.MatMult):
            self.refuse(node, "no @ in a kernel")
        both = left is INT and right is INT
        if isinstance(operator, INT_OPERATORS):
            if not both:
                self.refuse(node, "bit operations take ints on both sides")
            return INT
        if isinstance(operator, ast.Div) and both:
            self.refuse(node, INT_DIVISION)
        return INT if both else FLOAT

    def kind_of_boolop(self, node: ast.BoolOp) -> Kind:
        kinds = [self.kind(value) for value in node.values]
        if kinds[0] in (INT, FLOAT) and set(kinds) == {kinds[0]}:
            word = "or" if isinstance(node.op, ast.Or) else "and"
            one, two = node.values[:2]
            arms = (one, two) if word == "or" else (two, one)
            first, second = (ast.unparse(arm) for arm in arms)
            written = f"{first} if {is_not_zero(one, kinds[0])} else {second}"
            self.refuse(node, f"{word} between numbers gives a bool here: write {written}")
        for value, kind in zip(node.values, kinds, strict=True):
            self.is_truth(value, kind)
        return BOOL

    def kind_of_compare(self, node: ast.Compare) -> Kind:
        parts = [node.left, *node.comparators]
        for operator, part in zip(node.ops, node.comparators, strict=True):
            if isinstance(operator, ast.In | ast.NotIn):
                self.refuse(node, "no 'in': compare with each value, or index an array of bools")
            if isinstance(operator, ast.Is | ast.IsNot):
                self.refuse(part, "no 'is': compare numbers, for instance the records' indices")
        kinds = [self.kind(part) for part in parts]
        if {INT, FLOAT} <= set(kinds):
            written = next((part for part in parts if type(ast_value(part)) is int), None)
            advice = f"write {ast.unparse(written)}.0" if written else MIXED
            self.refuse(node, "an int is compared with a float: " + advice)
        if len(set(kinds)) != 1 or kinds[0] not in (INT, FLOAT, BOOL):
            advice = ""
            if BOOL in kinds and INT in kinds:
                advice = ": write flag, or not flag"
            elif isinstance(kinds[0], RecordKind) and kinds[0] == kinds[-1]:
                advice = ": compare their fields"
            self.refuse(node, f"{kinds[0]} is compared with {kinds[-1]}{advice}")
        if kinds[0] is BOOL and not all(isinstance(op, ast.Eq | ast.NotEq) for op in node.ops):
            self.refuse(node, "bools are compared with == and != only")
        for middle in parts[1:-1]:
            if not isinstance(middle, ast.Name | ast.Constant | ast.Attribute | ast.UnaryOp):
                self.refuse(middle, "give the middle of a chained comparison a name first")
        return BOOL

    def kind_of_ifexp(self, node: ast.IfExp) -> Kind:
        self.condition(node.test)
        first, second = self.kind(node.body), self.kind(node.orelse)
        if first != second:
            self.refuse(node, f"one arm is {first}, the other {second}: both must be alike")
        return first
