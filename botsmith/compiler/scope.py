"""What the free names of a kernel mean: closure cells first, then its module, then Python's
builtins.
"""

import ast
import builtins
import math
from enum import Enum
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any, NoReturn

from botsmith.compiler.advice import (
    BUILTIN_ADVICE,
    MATH_ADVICE,
    TEXT,
    class_advice,
    handed_in,
    is_library,
    table_advice,
)
from botsmith.compiler.kinds import HIGHEST, LOWEST, constant_kind, is_class
from botsmith.compiler.source import source_of
from botsmith.errors import BadInput
from common.c_text import RESULTS
from common.kernel import Capacity, assign, is_record, numbers, records

FUNCTIONS = (abs, min, max, int, float, round, len, range)
TOOLS = (assign, numbers, records, range)  # each() is range()


class Scope:
    """A live function and its text.

    bound: what its closure holds. own: its parameters and locals.
    """

    def __init__(self, function: FunctionType) -> None:
        code = function.__code__
        if not Path(code.co_filename).is_file():
            raise BadInput(f"{code.co_filename}: {code.co_name} has no file: kernels live in one")
        self.source = source_of(code.co_filename)
        self.node = self.source.function(code)
        self.name = self.node.name
        self.annotations = function.__annotations__
        self.globals = function.__globals__
        cells = [cell.cell_contents for cell in function.__closure__ or ()]
        self.bound = dict(zip(code.co_freevars, cells, strict=True))
        self.own = {*code.co_varnames}

    def refuse(self, node: ast.AST, what: str) -> NoReturn:
        """BadInput at a node."""
        self.source.refuse(node, what)

    def meaning(self, node: ast.expr) -> Any:
        """The live value of a name or `module.name`; None for a local, a field and the like."""
        if isinstance(node, ast.Attribute):
            module = self.meaning(node.value)
            if not isinstance(module, ModuleType):
                return None
            if not hasattr(module, node.attr):
                self.refuse(node, f"module {module.__name__} has no {node.attr}")
            return self.usable(node, node.attr, getattr(module, node.attr))
        if not isinstance(node, ast.Name) or node.id in self.own:
            return None
        for names in (self.bound, self.globals):
            if node.id in names:
                return self.usable(node, node.id, names[node.id])
        value = getattr(builtins, node.id, None)
        if value in FUNCTIONS:
            return value
        if hasattr(builtins, node.id):
            advice = BUILTIN_ADVICE.get(node.id, "docs/kernels.md lists what is")
            self.refuse(node, f"{node.id} is not in the subset: {advice}")
        self.refuse(node, f"nothing here is called {node.id}")

    def usable(self, node: ast.AST, name: str, value: Any) -> Any:
        """A live value that kernels know; BadInput for any other."""
        if isinstance(value, ModuleType) or is_class(value):
            return value
        if any(value is tool for tool in TOOLS):
            return value
        if is_math(value):
            if value.__name__ + "_float" not in RESULTS:
                advice = f"math.{value.__name__} is not in the subset"
                self.refuse(node, MATH_ADVICE.get(value.__name__, advice))
            return value
        if isinstance(value, FunctionType):
            if not getattr(value, "is_kernel", False):
                advice = handed_in(value) if is_library(value) else "mark it with @kernel"
                self.refuse(node, f"{name} is an ordinary function: {advice}")
            return value
        self.refuse_bad_number(node, name, value)
        if constant_kind(value) is None:
            self.refuse(node, not_constant(name, value))
        return value

    def refuse_bad_number(self, node: ast.AST, name: str, value: Any) -> None:
        """Ints beyond 64 bits, infinities and not-a-numbers, in a constant or in a table."""
        if isinstance(value, tuple):
            for item in value:
                self.refuse_bad_number(node, name, item)
        elif type(value) is int and not LOWEST <= value <= HIGHEST:
            self.refuse(node, f"{name} = {value} does not fit into 64 bits")
        elif isinstance(value, float) and not math.isfinite(value):
            self.refuse(node, f"{name} = {value}: infinity and not-a-number are not in the subset")

    def constant(self, node: ast.expr) -> Any:
        """The exact value of an expression whose kinds are known, if it is made of constants alone.

        None if it is not, or if Python raises there; both engines then do so when it is reached.
        """
        bound = {**self.bound}
        for part in ast.walk(node):
            name = getattr(part, "id", "")
            if isinstance(part, ast.Call) or name in self.own:
                return None
            value = bound.get(name, self.globals.get(name))
            bound |= {name: value.compiled} if isinstance(value, Capacity) else {}
        try:
            return eval(compile(ast.Expression(node), "", "eval"), self.globals, bound)
        except (ArithmeticError, ValueError):
            return None


def is_math(value: object) -> bool:
    """Whether this is something of `math` that has a name: a function."""
    name = getattr(value, "__name__", "")
    return bool(name) and getattr(math, name, None) is value


def not_constant(name: str, value: object) -> str:
    """Why a value is none that a kernel can use."""
    if isinstance(value, type):
        return f"{name} is {class_advice(value)}"
    if isinstance(value, str | bytes):
        return f"{name}: {TEXT}"
    if isinstance(value, dict | set | frozenset):
        return f"{name} is a {type(value).__name__}: use a tuple indexed by number"
    if isinstance(value, Enum):
        return f"{name} is {class_advice(type(value))}"
    if callable(value):
        return f"{name} is no kernel: {handed_in(value)}"
    if value == ():
        return f"{name}: an empty tuple is no table"
    if isinstance(value, tuple) and (advice := table_advice(value)):
        return f"{name} is no table: {advice}"
    if isinstance(value, list):
        return f"{name} is a list: constant tables are tuples, changing values live in a record"
    if isinstance(value, tuple):
        return f"{name} is no table: a tuple holds ints, floats or bools only, or equal tuples"
    if is_record(value):
        return f"{name} is a record outside of any kernel: hand it over as a parameter"
    return f"{name} is a {type(value).__name__}: constants are int, float, bool or tables"
