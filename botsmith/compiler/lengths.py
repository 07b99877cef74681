"""How a record's class spells the length of an array, so that C can say the same."""

import ast
import sys
from dataclasses import dataclass
from typing import Any, Protocol

from botsmith.compiler.program import Program
from botsmith.compiler.scope import Constant
from botsmith.compiler.source import Source


class ConstantNames(Protocol):
    """Who knows the C names of constants."""

    def constant(self, constant: Constant) -> str: ...


@dataclass(frozen=True)
class Length:
    """A constant expression of literals, named constants, + and *: its parts, and its value."""

    parts: tuple[str | Constant, ...]
    value: int

    def text(self, names: ConstantNames) -> str:
        """The expression in C."""
        return "".join(
            part if isinstance(part, str) else names.constant(part) for part in self.parts
        )


class LengthText:
    """Reads the length expressions of one class."""

    def __init__(self, program: Program, source: Source, cls: type[Any]) -> None:
        self.program = program
        self.source = source
        self.module = cls.__module__

    def read(self, node: ast.expr) -> Length | None:
        """None for anything but literals, names, + and *: C then states the number."""
        if isinstance(node, ast.Constant) and type(node.value) is int:
            return Length((str(node.value),), node.value)
        names = vars(sys.modules[self.module])
        if isinstance(node, ast.Name) and isinstance(names.get(node.id), int):
            found = self.program.scope.value(
                self.source, node, node.id, names[node.id], None, self.module
            )
            assert isinstance(found, Constant)
            return Length((found,), found.value)
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add | ast.Mult):
            left, right = self.read(node.left), self.read(node.right)
            if left and right and isinstance(node.op, ast.Mult):
                parts = (*self.factor(left), " * ", *self.factor(right))
                return Length(parts, left.value * right.value)
            if left and right:
                return Length((*left.parts, " + ", *right.parts), left.value + right.value)
        return None

    def factor(self, length: Length) -> tuple[str | Constant, ...]:
        """The parts of a length within a product."""
        return ("(", *length.parts, ")") if " + " in length.parts else length.parts
