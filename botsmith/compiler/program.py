"""The kernels of one check: each function with its signature, found by following calls."""

import ast
from types import FunctionType
from typing import Any, TypeVar, get_args, get_origin

from botsmith.compiler.advice import class_advice
from botsmith.compiler.kinds import Kind, is_class
from botsmith.compiler.scope import Scope
from common.c_text import Array
from common.kernel import SCALARS


class Kernel(Scope):
    """One function object and what checking finds out about it.

    kernels: all that were reached so far, in order. calls: every call of another kernel.
    written: names through which the kernel, or one that it calls, changes a record or an array.
    flows: a kernel, a name, and names of this kernel that are written if it writes that one.
    """

    def __init__(self, kernels: dict[FunctionType, Any], function: FunctionType) -> None:
        super().__init__(function)
        self.kernels = kernels
        kernels[function] = self
        self.calls: list[tuple[ast.Call, Kernel]] = []
        self.written: set[str] = set()
        self.flows: list[tuple[Kernel, str, set[str]]] = []
        self.parameters: dict[str, Kind] = {}
        self.read_parameters(self.node.args)
        self.result = self.annotations.get("return", ...)
        if self.result not in (*SCALARS, None):
            self.refuse(
                self.node,
                f"{self.name} returns int, float, bool or None, and says so with ->; more results "
                "go into a record that is handed in",
            )

    def kernel(self, function: FunctionType) -> "Kernel":
        """The Kernel of another function, with its signature read; its body is checked later."""
        known: Kernel | None = self.kernels.get(function)
        return known or type(self)(self.kernels, function)

    @property
    def writes(self) -> bool:
        """Whether a call changes anything that the caller can see."""
        return not self.written.isdisjoint(self.parameters)

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
        if (get_origin(stated), *more) in [(list,), (tuple, ...)]:
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
        """What a type variable stands for: the kind that a kernel called with it wants."""
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
        self.refuse(
            argument,
            f"{variable.__name__} is unknown here: no kernel that is called with {argument.arg} "
            "states a record for it; write the class, or pass it on",
        )

    def wanted(self, call: ast.Call, position: int) -> Kind:
        """The kind of a callee's parameter; None if it says nothing, or not yet."""
        function = self.meaning(call.func) if isinstance(call.func, ast.Name) else None
        if not isinstance(function, FunctionType) or not hasattr(function, "is_kernel"):
            return None
        return dict(enumerate(self.kernel(function).parameters.values())).get(position)
