"""The kinds of calls: other kernels, the few builtins, and the functions of `math`."""

import ast
from abc import ABC, abstractmethod
from types import FunctionType
from typing import NoReturn

from botsmith.compiler.advice import METHOD_ADVICE
from botsmith.compiler.kinds import BOOL, FLOAT, INT, ArrayKind, Kind
from botsmith.compiler.program import Kernel, Program
from botsmith.compiler.scope import (
    MATH_TO_INT,
    MATH_TWO,
    Builtin,
    MathFunction,
    Meaning,
    RecordClass,
)


class CallChecker(ABC):
    """Checks the calls of one kernel."""

    def __init__(self, program: Program, kernel: Kernel) -> None:
        self.program = program
        self.kernel = kernel

    @abstractmethod
    def refuse(self, node: ast.AST, what: str) -> NoReturn:
        """Raises BadInput at a node."""

    @abstractmethod
    def kind(self, node: ast.expr) -> Kind:
        """The kind of an expression."""

    @abstractmethod
    def number(self, node: ast.expr) -> Kind:
        """The kind of an operand of arithmetic."""

    @abstractmethod
    def wants(self, node: ast.expr, wanted: Kind, what: str) -> None:
        """Refuses unless `node` has the kind wanted."""

    @abstractmethod
    def meaning(self, node: ast.expr) -> Meaning | None:
        """What a name stands for."""

    def kind_of_call(self, node: ast.Call) -> Kind:
        if isinstance(node.func, ast.Attribute) and self.meaning(node.func) is None:
            return self.method(node, node.func)
        meaning = self.meaning(node.func)
        if isinstance(meaning, FunctionType):
            return self.kernel_call(node, self.program.kernel(meaning))
        if node.keywords:
            self.refuse(node, f"{ast.unparse(node.func)} takes no names for its arguments here")
        if isinstance(meaning, Builtin):
            return self.builtin(node, meaning.name)
        if isinstance(meaning, MathFunction):
            return self.math_call(node, meaning.name)
        if isinstance(meaning, RecordClass):
            self.refuse(
                node,
                f"{node.func.id if isinstance(node.func, ast.Name) else 'a record'}() is made "
                "at the top of a kernel only: name = Class(), outside of loops and ifs",
            )
        self.refuse(node, f"{ast.unparse(node.func)} is no kernel")

    def method(self, node: ast.Call, function: ast.Attribute) -> Kind:
        kind = self.kind(function.value)
        if kind is INT and function.attr in ("bit_count", "bit_length") and not node.args:
            return INT
        advice = METHOD_ADVICE.get(function.attr, f"write a kernel, {function.attr}(...)")
        self.refuse(node, f"{kind} has no method {function.attr} in the subset: {advice}")

    def kernel_call(self, node: ast.Call, callee: Kernel) -> Kind:
        """Arguments in the callee's order: by place, by name, then the defaults."""
        given: dict[str, ast.expr] = {}
        names = [parameter.name for parameter in callee.parameters]
        if len(node.args) > len(names):
            self.refuse(node, f"{callee.name} takes {len(names)} arguments, not {len(node.args)}")
        for name, value in zip(names, node.args, strict=False):
            given[name] = value
        for keyword in node.keywords:
            if keyword.arg is None:
                self.refuse(keyword, "no ** here: list the arguments")
            if keyword.arg not in names or keyword.arg in given:
                self.refuse(keyword, f"{callee.name}: {keyword.arg} is unknown or given twice")
            given[keyword.arg] = keyword.value
        arguments = []
        for parameter in callee.parameters:
            what = f"{parameter.name} of {callee.name}"
            if parameter.name in given:
                self.wants(given[parameter.name], parameter.kind, what)
                arguments.append(given[parameter.name])
            elif parameter.default is not None:
                self.wants(parameter.default, parameter.kind, what)
                arguments.append(parameter.default)
            else:
                self.refuse(node, f"{callee.name} wants a value for {parameter.name}")
        self.kernel.calls.append((node, callee))
        self.kernel.arguments[node] = arguments
        return callee.result

    def builtin(self, node: ast.Call, name: str) -> Kind:
        counts = {"min": 2, "max": 2, "assign": 2}
        if name in ("numbers", "records"):
            self.refuse(node, f"{name}(...) stands at the top of a kernel only: name = {name}(...)")
        if name in ("range", "each"):
            self.refuse(node, f"{name} stands in 'for name in {name}(...)' only")
        if len(node.args) != counts.get(name, 1):
            some = (
                f"{name} takes {counts.get(name, 1)} argument{'s' if name in counts else ''} here"
            )
            more = ", no digits" if name == "round" else ""
            if name in ("min", "max"):
                nested = f"{name}({name}(a, b), c)"
                more = f": over an array write the loop, of three {nested}"
            self.refuse(node, some + more)
        if name == "assign":
            self.refuse(node, "assign(target, source) is a statement of its own")
        if name == "len":
            kind = self.kind(node.args[0])
            if not isinstance(kind, ArrayKind):
                self.refuse(node, f"len of {kind}: only arrays and tables have a length")
            return INT
        if name in ("int", "float"):
            if isinstance(node.args[0], ast.Constant) and isinstance(node.args[0].value, str):
                self.refuse(
                    node, "no text in a kernel; a large number such as 1.0e300 for infinity"
                )
            kind = self.kind(node.args[0])
            if kind not in (INT, FLOAT, BOOL):
                self.refuse(node, f"{name} of {kind}")
            return INT if name == "int" else FLOAT
        kinds = [self.number(argument) for argument in node.args]
        if name == "round":
            if kinds[0] is not FLOAT:
                self.refuse(node, "round takes a float")
            return INT
        if len(set(kinds)) != 1:
            self.refuse(node, f"{name} of an int and a float: convert one of them")
        return kinds[0]

    def math_call(self, node: ast.Call, name: str) -> Kind:
        wanted = 2 if name in MATH_TWO else 1
        if len(node.args) != wanted:
            self.refuse(node, f"math.{name} takes {wanted} argument{'s'[: wanted - 1]} here")
        for argument in node.args:
            self.wants(argument, FLOAT, f"the argument of {name}")
        return INT if name in MATH_TO_INT else FLOAT
