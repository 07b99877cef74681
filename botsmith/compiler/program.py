"""The kernels of one translation: found by following calls from the entries, each with its
signature.
"""

import ast
from dataclasses import dataclass, field
from pathlib import Path
from types import FunctionType
from typing import Any, TypeVar, get_args, get_origin

from botsmith.compiler.advice import class_advice
from botsmith.compiler.kinds import (
    BOOL,
    NONE,
    SCALAR_OF,
    ArrayKind,
    Kind,
    ParameterLength,
    RecordKind,
    Scalar,
    fields_of,
    is_record,
)
from botsmith.compiler.scope import Meaning, Scope
from botsmith.compiler.source import Source, source_of
from botsmith.errors import BadInput


@dataclass
class Parameter:
    """One parameter; default: its value as a constant, or None."""

    name: str
    kind: Kind
    default: ast.expr | None


@dataclass(eq=False)
class Kernel:
    """One function object and what checking found out about it.

    kinds, meanings: of the expressions in its body. locals: names and kinds, loop names included.
    calls: every call of another kernel. created: locals that are new arrays or records.
    written: names through which the kernel, or one that it calls, changes a record or an array.
    """

    function: FunctionType
    source: Source
    node: ast.FunctionDef
    parameters: list[Parameter]
    result: Scalar
    kinds: dict[ast.expr, Kind] = field(default_factory=dict)
    meanings: dict[ast.expr, Meaning] = field(default_factory=dict)
    locals: dict[str, Kind] = field(default_factory=dict)
    loop_names: set[str] = field(default_factory=set)
    created: set[str] = field(default_factory=set)
    calls: list[tuple[ast.Call, "Kernel"]] = field(default_factory=list)
    arguments: dict[ast.Call, list[ast.expr]] = field(default_factory=dict)
    written: set[str] = field(default_factory=set)
    is_recursive: bool = False

    @property
    def name(self) -> str:
        return self.node.name

    @property
    def body(self) -> list[ast.stmt]:
        """The statements after the docstring."""
        has_docstring = ast.get_docstring(self.node, clean=False) is not None
        return self.node.body[1:] if has_docstring else self.node.body

    @property
    def writes(self) -> bool:
        """Whether a call changes anything that the caller can see."""
        return any(parameter.name in self.written for parameter in self.parameters)


class Program:
    """All kernels reached so far, in the order in which they were found."""

    def __init__(self, pools: str) -> None:
        self.scope = Scope(pools)
        self.pools = pools
        self.kernels: dict[FunctionType, Kernel] = {}
        self.records: dict[type[Any], None] = {}
        self.solving: set[tuple[FunctionType, str]] = set()

    def kernel(self, function: FunctionType) -> Kernel:
        """The Kernel of a function object, with its signature read; its body is checked later."""
        if function not in self.kernels:
            code = function.__code__
            if not Path(code.co_filename).is_file():
                raise BadInput(
                    f"{code.co_filename}: {code.co_name} has no file: kernels live in one"
                )
            source = source_of(code.co_filename, function.__module__)
            node = source.function(code)
            self.scope.module_names.add(function.__module__)
            self.kernels[function] = Kernel(
                function,
                source,
                node,
                self.parameters(function, source, node),
                self.result(function, source, node),
            )
        return self.kernels[function]

    def parameters(
        self, function: FunctionType, source: Source, node: ast.FunctionDef
    ) -> list[Parameter]:
        arguments = node.args
        for odd in (arguments.vararg, arguments.kwarg, *arguments.kwonlyargs):
            if odd is not None:
                source.refuse(
                    odd,
                    f"{odd.arg}: a kernel has plain parameters, no * and no **: "
                    "Numbers[int] or Records[...] holds many",
                )
        names = arguments.posonlyargs + arguments.args
        values = function.__defaults__ or ()
        defaults: list[ast.expr | None] = [None] * (len(names) - len(values))
        for value, written in zip(values, arguments.defaults, strict=True):
            if type(value) not in SCALAR_OF or value is None:
                source.refuse(
                    written,
                    "a default is an int, a float or a bool: -1 for 'nothing'; "
                    "records and arrays are handed in",
                )
            defaults.append(ast.copy_location(ast.Constant(value), written))
        parameters = []
        for argument, default in zip(names, defaults, strict=True):
            kind = self.annotation(function, source, argument)
            if isinstance(default, ast.Constant) and SCALAR_OF[type(default.value)] != kind:
                name, stated = argument.arg, SCALAR_OF[type(default.value)]
                source.refuse(default, f"{name} is {kind}, its default is {stated}: make them one")
            parameters.append(Parameter(argument.arg, kind, default))
        return parameters

    def annotation(self, function: FunctionType, source: Source, argument: ast.arg) -> Kind:
        """The kind that a parameter's annotation states, type variables filled in."""
        if argument.arg not in function.__annotations__:
            advice = (
                "a kernel is a plain function: take it out of the class"
                if argument.arg == "self"
                else "int, float, bool, a record"
            )
            source.refuse(argument, f"{argument.arg} needs an annotation: {advice}")
        stated = function.__annotations__[argument.arg]
        kind = self.stated_kind(function, source, argument, stated)
        if isinstance(kind, ArrayKind):
            origin = ParameterLength(argument.arg)
            return ArrayKind(kind.item, None, kind.is_table, origin)
        return kind

    def stated_kind(
        self, function: FunctionType, source: Source, argument: ast.arg, stated: Any
    ) -> Kind:
        if isinstance(stated, str):
            source.refuse(
                argument,
                f"{argument.arg} is annotated with text: write {stated} without quotes, "
                "and no 'from __future__ import annotations' in a module of kernels",
            )
        if stated in SCALAR_OF and SCALAR_OF[stated] is not NONE:
            return SCALAR_OF[stated]
        if is_record(stated):
            return RecordKind(stated)
        if isinstance(stated, TypeVar):
            return self.solve(function, source, argument, stated)
        if isinstance(stated, type) and stated.__module__ not in ("builtins", "typing"):
            source.refuse(argument, f"{stated.__name__} is {class_advice(stated)}")
        parts = get_args(stated)
        if get_origin(stated) is list and len(parts) == 1:
            return ArrayKind(self.item_kind(function, source, argument, parts[0]), None)
        if get_origin(stated) is tuple and len(parts) == 2 and parts[1] is Ellipsis:
            return ArrayKind(self.item_kind(function, source, argument, parts[0]), None, True)
        source.refuse(
            argument,
            f"{argument.arg}: {getattr(stated, '__name__', stated)} is not in the subset: int, "
            "float, bool, a record, Numbers[...], Records[...] or tuple[int, ...] for a table",
        )

    def item_kind(
        self, function: FunctionType, source: Source, argument: ast.arg, stated: Any
    ) -> Kind:
        kind = self.stated_kind(function, source, argument, stated)
        if isinstance(kind, ArrayKind):
            source.refuse(
                argument, f"{argument.arg}: no arrays of arrays; let a record hold the rows"
            )
        return kind

    def result(self, function: FunctionType, source: Source, node: ast.FunctionDef) -> Scalar:
        stated = function.__annotations__.get("return", ...)
        if stated not in SCALAR_OF:
            source.refuse(
                node,
                f"{node.name} returns int, float, bool or None, and says so with ->; more results "
                "go into a record that is handed in",
            )
        return SCALAR_OF[stated]

    def solve(
        self, function: FunctionType, source: Source, argument: ast.arg, variable: TypeVar
    ) -> Kind:
        """What a type variable stands for: the kind that a kernel called with it wants."""
        stated = function.__annotations__.items()
        names = {name for name, kind in stated if kind is variable}
        arrays = {name for name, kind in stated if get_args(kind) == (variable,)}
        self.solving.add((function, variable.__name__))
        for call in ast.walk(source.function(function.__code__)):
            if isinstance(call, ast.Call) and isinstance(call.func, ast.Name):
                for position, passed in enumerate(call.args):
                    is_entry = isinstance(passed, ast.Subscript)
                    name = passed.value if isinstance(passed, ast.Subscript) else passed
                    known = names if not is_entry else arrays
                    if isinstance(name, ast.Name) and name.id in names | arrays:
                        kind = self.wanted(function, source, call.func, position)
                        if isinstance(kind, ArrayKind):
                            kind = None if is_entry or name.id in names else kind.item
                        elif name.id not in known:
                            kind = None
                        if kind is not None:
                            self.solving.discard((function, variable.__name__))
                            return kind
        self.solving.discard((function, variable.__name__))
        source.refuse(
            argument,
            f"{variable.__name__} is unknown here: no kernel that is called with {argument.arg} "
            "states a record for it; write the class, or pass it on",
        )

    def wanted(
        self, function: FunctionType, source: Source, callee: ast.Name, position: int
    ) -> Kind | None:
        """The kind of a callee's parameter; None if it says nothing (not a kernel, or being
        solved).
        """
        if callee.id in function.__code__.co_varnames or callee.id == "assign":
            return None
        meaning = self.scope.name(function, source, callee)
        if not isinstance(meaning, FunctionType):
            return None
        inner = source_of(meaning.__code__.co_filename, meaning.__module__)
        arguments = inner.function(meaning.__code__).args
        names = arguments.posonlyargs + arguments.args
        if position >= len(names):
            return None
        stated = meaning.__annotations__.get(names[position].arg)
        for variable in (stated, *get_args(stated)):
            if isinstance(variable, TypeVar) and (meaning, variable.__name__) in self.solving:
                return None
        return self.stated_kind(meaning, inner, names[position], stated)

    def reach(self, kind: Kind) -> None:
        """Notes the record classes behind a kind, inner ones first."""
        if isinstance(kind, ArrayKind):
            self.reach(kind.item)
        elif isinstance(kind, RecordKind) and kind.cls not in self.records:
            for inner in fields_of(kind.cls, self.pools).values():
                self.reach(inner)
            self.records[kind.cls] = None

    def bytes_of(self, kind: Kind) -> int:
        """How much memory a value takes in C, padding aside."""
        if isinstance(kind, ArrayKind):
            return (kind.length or 0) * self.bytes_of(kind.item)
        if isinstance(kind, RecordKind):
            return sum(self.bytes_of(inner) for inner in fields_of(kind.cls, self.pools).values())
        return 1 if kind is BOOL else 8
