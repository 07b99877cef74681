"""What an expression must be where it stands: a number, a truth, of a certain kind."""

import ast
from types import FunctionType
from typing import Self

from botsmith.compiler.advice import EXPRESSION_ADVICE, is_not_zero
from botsmith.compiler.kinds import Kind, shown
from botsmith.compiler.program import Kernel
from common.c_text import Array


class Checker(Kernel):
    """One kernel on the way through its statements.

    known: the kinds of names so far. sure: the names that surely have a value here. first: the
    value that gave a local its kind. loop_names: of all loops; active_loops: of those around.
    created: new arrays and records. operations: inner ones first. sole_calls: they may write.
    is_reached: whether a way leads to this point. has_break: whether the loop around has one.
    """

    def __init__(self, kernels: dict[FunctionType, Self], function: FunctionType) -> None:
        super().__init__(kernels, function)
        self.known = dict(self.parameters)
        self.sure = {*self.parameters}
        self.first: dict[str, ast.expr] = {}
        loops = [node.target for node in ast.walk(self.node) if isinstance(node, ast.For)]
        self.loop_names = {target.id for target in loops if isinstance(target, ast.Name)}
        self.active_loops: set[str] = set()
        self.created: dict[str, Kind] = {}
        self.operations: list[ast.BinOp] = []
        self.sole_calls: set[ast.expr] = set()
        self.is_reached = True
        self.has_break = False

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
            kind = kind._replace(length=wanted.length)
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
