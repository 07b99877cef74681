"""What the free names of a kernel mean: closure cells first, then its module, then Python's
builtins.
"""

import ast
import builtins
import math
import sys
from dataclasses import dataclass
from enum import Enum
from types import FunctionType, ModuleType
from typing import Any

from botsmith.compiler.advice import (
    BUILTIN_ADVICE,
    MATH_ADVICE,
    TEXT,
    class_advice,
    handed_in,
    is_library,
    table_advice,
)
from botsmith.compiler.kinds import SCALAR_OF, Kind, is_record, table_kind
from botsmith.compiler.source import Source, source_of_module
from common import kernel as subset
from common.kernel import Capacity

MATH_ONE = "sin cos tan atan asin acos log log2 log10 log1p exp expm1 tanh cbrt sqrt fabs".split()
MATH_TWO = ["atan2", "fmod", "pow", "copysign"]
MATH_TO_INT = ["floor", "ceil", "trunc"]
EXACT_MATH = {
    "sqrt",
    "fabs",
    "floor",
    "ceil",
    "trunc",
    "fmod",
    "copysign",
    "comb",
    "factorial",
    "gcd",
}
FUNCTIONS = ["abs", "min", "max", "int", "float", "round", "len", "range"]


@dataclass(eq=False)
class Constant:
    """A number, truth or table that a kernel names.

    source, node: where it is made; None for those of `math` and of factories.
    """

    name: str
    value: Any
    kind: Kind
    source: Source | None
    node: ast.Assign | ast.AnnAssign | None
    is_bound: bool  # by a factory, as a closure cell


@dataclass(frozen=True)
class MathFunction:
    """A function of `math` that the subset holds."""

    name: str


@dataclass(frozen=True)
class Builtin:
    """abs, min, max, int, float, round, len, range; also assign, numbers and records."""

    name: str


@dataclass(frozen=True)
class RecordClass:
    """A class made with @record, called to make a local record."""

    cls: type[Any]


Meaning = Constant | MathFunction | Builtin | RecordClass | FunctionType | ModuleType


class Scope:
    """Finds what a name in a kernel's text stands for; constants are shared between kernels."""

    def __init__(self, pools: str) -> None:
        self.pools = pools
        self.constants: dict[tuple[object, str], Constant] = {}  # by (module or cell, name)
        self.module_names: set[str] = set()  # modules of the kernels and constants

    def name(self, function: FunctionType, source: Source, node: ast.Name) -> Meaning:
        """The meaning of a plain name that is no local."""
        cells = dict(zip(function.__code__.co_freevars, function.__closure__ or (), strict=True))
        if node.id in cells:
            cell = cells[node.id]
            return self.value(source, node, node.id, cell.cell_contents, cell, None)
        if node.id in function.__globals__:
            module = function.__globals__["__name__"]
            return self.value(source, node, node.id, function.__globals__[node.id], None, module)
        if node.id in FUNCTIONS:
            return Builtin(node.id)
        if hasattr(builtins, node.id):
            advice = BUILTIN_ADVICE.get(node.id, "docs/kernels.md lists what is")
            source.refuse(node, f"{node.id} is not in the subset: {advice}")
        source.refuse(node, f"nothing here is called {node.id}")

    def member(self, source: Source, node: ast.Attribute, module: ModuleType) -> Meaning:
        """The meaning of `module.name`."""
        if not hasattr(module, node.attr):
            source.refuse(node, f"module {module.__name__} has no {node.attr}")
        value = getattr(module, node.attr)
        return self.value(source, node, node.attr, value, None, module.__name__)

    def value(
        self,
        source: Source,
        node: ast.AST,
        name: str,
        value: Any,
        cell: object | None,
        module: str | None,
    ) -> Meaning:
        """Sorts a live object into the kinds of meaning."""
        if isinstance(value, ModuleType):
            return value
        if is_record(value):
            return RecordClass(value)
        if any(value is tool for tool in (subset.assign, subset.numbers, subset.records)):
            return Builtin(value.__name__)
        if value is subset.each:
            return Builtin("each")
        if (function := math_name(value)) is not None:
            return self.math_function(source, node, function)
        if isinstance(value, FunctionType):
            if not getattr(value, "is_kernel", False):
                is_own = source_of_module(value.__module__) and not is_library(value)
                advice = "mark it with @kernel" if is_own else handed_in(value)
                source.refuse(node, f"{name} is an ordinary function: {advice}")
            return value
        kind = table_kind(value) or SCALAR_OF.get(int if type(value) is Capacity else type(value))
        if kind is None or value is None:
            source.refuse(node, self.not_constant(name, value))
        return self.constant(source, node, name, value, kind, cell, module)

    def math_function(self, source: Source, node: ast.AST, name: str) -> Meaning:
        if name in MATH_ONE + MATH_TWO + MATH_TO_INT:
            return MathFunction(name)
        source.refuse(node, MATH_ADVICE.get(name, f"math.{name} is not in the subset"))

    def not_constant(self, name: str, value: object) -> str:
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
        if hasattr(type(value), "kernel_fields"):
            return f"{name} is a record outside of any kernel: hand it over as a parameter"
        return f"{name} is a {type(value).__name__}: constants are int, float, bool or tables"

    def constant(
        self,
        source: Source,
        node: ast.AST,
        name: str,
        value: Any,
        kind: Kind,
        cell: object | None,
        module: str | None,
    ) -> Constant:
        """The shared Constant of a value; floats made with inexact functions are refused."""
        home: Source | None = None
        if module is not None:
            module, name = self.home(module, name)
            home = source_of_module(module)
        place = (id(cell) if cell else module, name)
        if place not in self.constants:
            if isinstance(value, Capacity):
                value = int(value) if self.pools == "pure" else value.compiled
            refuse_bad_number(source, node, name, value)
            made = home.assignment(name) if home else None
            if home is not None and made is not None:
                self.module_names.add(home.module_name)
                if holds_float(value):
                    Origin(source, node, name).check(made.value, vars(sys.modules[str(module)]))
            self.constants[place] = Constant(name, value, kind, home, made, cell is not None)
        return self.constants[place]

    def home(self, module: str, name: str) -> tuple[str, str]:
        """Follows `from ... import` to the module that made the name; all on the way count."""
        source = source_of_module(module)
        while source is not None and (found := source.imported_from(name)) is not None:
            self.module_names.add(module)
            module, name = found
            source = source_of_module(module)
        return module, name


def math_name(value: object) -> str | None:
    """The name of a function of `math`; None for anything else."""
    name = getattr(value, "__name__", "")
    return name if name and getattr(math, name, None) is value else None


def refuse_bad_number(source: Source, node: ast.AST, name: str, value: Any) -> None:
    """Ints beyond 64 bits, infinities and not-a-numbers, in a constant or anywhere in a table."""
    if isinstance(value, tuple):
        for item in value:
            refuse_bad_number(source, node, name, item)
    elif type(value) is int and not -(2**63) <= value < 2**63:
        source.refuse(node, f"{name} = {value} does not fit into 64 bits")
    elif isinstance(value, float) and not math.isfinite(value):
        source.refuse(node, f"{name} = {value}: infinity and not-a-number are not in the subset")


def holds_float(value: Any) -> bool:
    """Whether a constant is a float or a table of floats."""
    return holds_float(value[0]) if isinstance(value, tuple) else isinstance(value, float)


class Origin:
    """How a float constant was made: + - * / and exact functions give the same bits everywhere."""

    def __init__(self, source: Source, node: ast.AST, name: str) -> None:
        self.source, self.node, self.name = source, node, name
        self.seen: set[str] = set()

    def check(self, tree: ast.AST | None, names: dict[str, Any]) -> None:
        """Refuses if the expression, or what stands behind its names, uses sin, log, ** or such."""
        for part in ast.walk(tree) if tree is not None else []:
            if isinstance(part, ast.BinOp) and isinstance(part.op, ast.Pow):
                self.refuse("**")
            elif isinstance(part, ast.Attribute) and names.get(root_name(part)) is math:
                self.check_math(part.attr)
            elif isinstance(part, ast.Name) and part.id in names and part.id not in self.seen:
                self.seen.add(part.id)
                self.check_name(part.id, names)

    def check_name(self, name: str, names: dict[str, Any]) -> None:
        value = names[name]
        home = source_of_module(names["__name__"])
        if isinstance(value, FunctionType):
            inner = source_of_module(value.__module__)
            if inner is not None:
                self.check(inner.function(value.__code__), value.__globals__)
        elif (function := math_name(value)) is not None:
            self.check_math(function)
        elif home is not None and (made := home.assignment(name)) is not None:
            self.check(made.value, names)
        elif home is not None and (found := home.imported_from(name)) is not None:
            if found[0] in sys.modules and found[0] != "math":
                self.check_name(found[1], vars(sys.modules[found[0]]))

    def check_math(self, name: str) -> None:
        if callable(getattr(math, name)) and name not in EXACT_MATH:
            self.refuse(f"math.{name}")

    def refuse(self, what: str) -> None:
        self.source.refuse(
            self.node,
            f"{self.name} is made with {what}, which may round differently on the contest machine: "
            "fill a record with it at start and hand that over",
        )


def root_name(node: ast.Attribute) -> str:
    return node.value.id if isinstance(node.value, ast.Name) else ""
