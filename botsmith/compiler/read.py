"""The first step: live kernels, with their text, their signature and what their names mean.

What is refused here or later is BadInput with file:line:column (columns from 1, as editors count).
"""

import ast
import builtins
import functools
import math
import os
from inspect import CO_COROUTINE
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any, NoReturn, TypeVar, get_args, get_origin

from botsmith.compiler.advice import (
    BUILTIN_ADVICE,
    MATH_ADVICE,
    class_advice,
    handed_in,
    is_library,
    not_constant,
)
from botsmith.compiler.kinds import HIGHEST, LOWEST, Kind, constant_kind, is_class
from botsmith.errors import BadInput
from common.c_text import RESULTS, Array
from common.kernel import NARROW, SCALARS, Capacity, Numbers, Records, assign, numbers, records

FUNCTIONS = (abs, min, max, int, float, round, len, range)
TOOLS = (assign, numbers, records, range, *NARROW)  # each() is range()


class Source:
    """One Python file. Lines count from 1, columns from 0 as in `ast`."""

    def __init__(self, path: str) -> None:
        self.path = path
        nodes = list(ast.walk(ast.parse(Path(path).read_text(encoding="utf-8"), path)))
        self.functions = [node for node in nodes if isinstance(node, ast.FunctionDef)]
        self.classes = [node for node in nodes if isinstance(node, ast.ClassDef)]

    def refuse(self, node: ast.AST | int, what: str) -> NoReturn:
        """BadInput at a node, or at a line."""
        line = node if isinstance(node, int) else getattr(node, "lineno", 1)
        column = getattr(node, "col_offset", 0) + 1
        raise BadInput(f"{short_path(self.path)}:{line}:{column}: {what}")

    def function(self, code: CodeType) -> ast.FunctionDef:
        """The definition of a live function; its code starts at the first decorator or at `def`."""
        for node in self.functions:
            if node.name == code.co_name:
                first = min([node.lineno] + [item.lineno for item in node.decorator_list])
                if code.co_firstlineno in (first, node.lineno):
                    return node
        if code.co_name == "<lambda>":
            self.refuse(code.co_firstlineno, "a lambda is no kernel: write it with def")
        if code.co_flags & CO_COROUTINE:
            self.refuse(code.co_firstlineno, "no async in a kernel: write def alone")
        raise BadInput(
            f"{short_path(self.path)}:{code.co_firstlineno}: no definition of {code.co_name} here; "
            "the file has changed since it was imported"
        )


def short_path(path: str) -> str:
    """`path` relative to the current folder where it lies in it."""
    here = os.getcwd() + os.sep
    return path[len(here) :] if path.startswith(here) else path


def source_of(path: str) -> Source:
    """The file at `path`, read once as long as it stays as it is."""
    return _source_at(path, os.stat(path).st_mtime_ns)


@functools.cache
def _source_at(path: str, changed: int) -> Source:
    return Source(path)


class Kernel:
    """One function object, and what the check finds out about it.

    reached: all kernels so far, in order. bound: what its closure holds. own: its parameters and
    locals. parameters, result: their kinds. unknown: parameters whose type variable stands for
    what the first call hands in. calls: every call of another kernel; sole_calls: those
    that stand alone, so that they may write. written: names through which the kernel, or one that
    it calls, changes a record or an array. flows: a kernel, a name, and names of this kernel that
    are written if it writes that one.
    """

    def __init__(self, reached: "dict[FunctionType, Kernel]", function: FunctionType) -> None:
        code = function.__code__
        if not Path(code.co_filename).is_file():
            raise BadInput(f"{code.co_filename}: {code.co_name} has no file: kernels live in one")
        self.source = source_of(code.co_filename)
        self.refuse = self.source.refuse
        self.node = self.source.function(code)
        self.name = self.node.name
        self.annotations = function.__annotations__
        self.globals = function.__globals__
        cells = [cell.cell_contents for cell in function.__closure__ or ()]
        self.bound = dict(zip(code.co_freevars, cells, strict=True))
        self.own = {*code.co_varnames}
        self.reached = reached
        reached[function] = self
        self.calls: list[tuple[ast.Call, Kernel]] = []
        self.sole_calls: set[ast.expr] = set()
        self.written: set[str] = set()
        self.flows: list[tuple[Kernel, str, set[str]]] = []
        self.parameters: dict[str, Kind] = {}
        self.unknown: dict[str, tuple[ast.arg, TypeVar]] = {}
        self.read_parameters(self.node.args)
        self.result = self.annotations.get("return", ...)
        if self.result not in (*SCALARS, None):
            self.refuse(
                self.node,
                f"{self.name} returns int, float, bool or None, and says so with ->; more results "
                "go into a record that is handed in",
            )

    def learn(self, name: str, kind: Kind) -> None:
        """Takes over for a type variable what a call hands in."""
        stated = self.parameters[name]
        if not isinstance(stated, Array):
            self.parameters[name] = kind
        elif isinstance(kind, Array):
            self.parameters[name] = stated._replace(item=kind.item)
        del self.unknown[name]

    def refuse_unknown(self) -> None:
        """Refuses a type variable that nothing says anything of."""
        for name, (argument, variable) in self.unknown.items():
            self.refuse(
                argument,
                f"{variable.__name__} is unknown here: no kernel that is called with {name}, and "
                "none that calls this one, states a record for it; write the class, or pass it on",
            )

    def other(self, function: FunctionType) -> "Kernel":
        """The Kernel of another function, with its signature read; its body is checked later."""
        return self.reached.get(function) or Kernel(self.reached, function)

    @property
    def writes(self) -> bool:
        """Whether a call changes anything that the caller can see."""
        return not self.written.isdisjoint(self.parameters)

    # --- the signature

    def read_parameters(self, arguments: ast.arguments) -> None:
        for odd in (arguments.vararg, arguments.kwarg, *arguments.kwonlyargs):
            if odd is not None:
                self.refuse(
                    odd,
                    f"{odd.arg}: a kernel has plain parameters, no * and no **: "
                    "Numbers[int] or Records[...] holds many",
                )
        for default in arguments.defaults:
            self.refuse(
                default, f"no default values in a kernel: write {ast.unparse(default)} at the calls"
            )
        for argument in arguments.posonlyargs + arguments.args:
            if argument.arg not in self.annotations:
                advice = (
                    "a kernel is a plain function: take it out of the class"
                    if argument.arg == "self"
                    else "int, float, bool, a record"
                )
                self.refuse(argument, f"{argument.arg} needs an annotation: {advice}")
            kind = self.stated_kind(argument, self.annotations[argument.arg])
            self.parameters[argument.arg] = kind

    def stated_kind(self, argument: ast.arg, stated: Any) -> Kind:
        """The kind that a parameter's annotation states, type variables filled in."""
        if isinstance(stated, str):
            self.refuse(
                argument,
                f"{argument.arg} is annotated with text: write {stated} without quotes, "
                "and no 'from __future__ import annotations' in a module of kernels",
            )
        if stated in SCALARS or is_class(stated):
            return stated
        if isinstance(stated, TypeVar):
            return self.solve(argument, stated)
        if isinstance(stated, type) and stated.__module__ not in ("builtins", "typing"):
            self.refuse(argument, f"{stated.__name__} is {class_advice(stated)}")
        item, *more = get_args(stated) or [None]
        if (get_origin(stated), *more) in [(Numbers,), (Records,), (tuple, ...)]:
            kind = self.stated_kind(argument, item)
            if isinstance(kind, Array):
                self.refuse(
                    argument, f"{argument.arg}: no arrays of arrays; let a record hold the rows"
                )
            return Array(kind, -1 - len(self.parameters), bool(more))
        self.refuse(
            argument,
            f"{argument.arg}: {getattr(stated, '__name__', stated)} is not in the subset: int, "
            "float, bool, a record, Numbers[...], Records[...] or tuple[int, ...] for a table",
        )

    def solve(self, argument: ast.arg, variable: TypeVar) -> Kind:
        """What a type variable stands for: the kind that a kernel called with it wants; None if
        that is left to the first call.
        """
        stated = self.annotations.items()
        names = {name for name, kind in stated if kind is variable}
        arrays = {name for name, kind in stated if get_args(kind) == (variable,)}
        calls = [node for node in ast.walk(self.node) if isinstance(node, ast.Call)]
        for call in calls:
            for position, passed in enumerate(call.args):
                match passed:
                    case ast.Name(id=name) if name in arrays:
                        array = self.wanted(call, position)
                        kind = array.item if isinstance(array, Array) else None
                    case ast.Name(id=name) if name in names:
                        kind = self.wanted(call, position)
                    case ast.Subscript(value=ast.Name(id=name)) if name in arrays:
                        kind = self.wanted(call, position)
                    case _:
                        continue
                if kind is not None and not isinstance(kind, Array):
                    return kind
        self.unknown[argument.arg] = argument, variable
        return None

    def wanted(self, call: ast.Call, position: int) -> Kind:
        """The kind of a callee's parameter; None if it says nothing, or not yet."""
        function = self.meaning(call.func) if isinstance(call.func, ast.Name) else None
        if not isinstance(function, FunctionType) or not hasattr(function, "is_kernel"):
            return None
        return dict(enumerate(self.other(function).parameters.values())).get(position)

    # --- what its names mean: closure cells first, then its module, then Python's builtins

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
            value = getattr(value, "in_c", value)
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
