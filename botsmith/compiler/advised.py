"""The translator with advice to authors: a refusal says file:line:column and what to write instead.

common/translate.py decides what can be C. This module also refuses mistakes that the translator
would accept: arguments of another kind, constants beyond 64 bits, an annotation of another kind
than its value, and new arrays that `numbers` and `records` refuse.
"""

import ast
import math
from types import FunctionType
from typing import Any, get_args, get_origin

from botsmith.compiler import advice
from botsmith.compiler.advice import is_class, is_math, kind_name
from botsmith.compiler.explained import FUNCTIONS, ExplainedFunction, ExplainedProgram, Finding
from common.c_text import RESULTS, Array
from common.kernel import NARROW, SCALARS, Numbers, Records, assign, numbers, records
from common.translate import Code


def parameters(function: FunctionType) -> list[str] | None:
    """Returns the names of a kernel's parameters; None if its definition is refused later."""
    code = function.__code__
    names = [*code.co_varnames[: code.co_argcount]]
    return names if [*function.__annotations__] == [*names, "return"] else None


class AdvisedFunction(ExplainedFunction):
    """A kernel with further checks."""

    def make(self, name: str, value: ast.Call, made: Any) -> None:
        self.check_new(name, value, made)
        super().make(name, value, made)

    def store(self, target: Any, text: str, kind: Any, node: Any) -> None:
        is_stated = isinstance(node, ast.AnnAssign) and target.id not in self.kinds
        super().store(target, text, kind, node)
        if is_stated:
            stated: Any = self.outside(node.annotation)
            wide, found = NARROW.get(stated, stated), self.kinds[target.id]
            if wide in SCALARS and wide is not NARROW.get(found, found):
                del self.first[target.id]
                raise self.at(node.value, self.misfit(node.value, found, wide, target.id))

    def check_new(self, name: str, call: ast.Call, made: Any) -> None:
        """Raises Refused for a new array or record that stands at a wrong place, has a wrong kind,
        or has defaults.
        """
        item, said = made, made.__name__
        if self.depth > 1 or name in self.fixed and not self.is_new(name):
            raise self.at(*self.not_at_the_top(call, made))
        if name in self.kinds:
            raise self.at(call, f"{name} already has a meaning: take another name for the new one")
        if not is_class(made):
            if len(call.args) != 2 or call.keywords:
                rows = ": rows of n are numbers(int, m * n), at [row * n + column]"
                bad = f"{said}(kind, length) takes two arguments"
                raise self.at(call, bad + rows * (len(call.args) > 2))
            kind, length = call.args
            item = self.outside(kind)
            if not (item in (*SCALARS, *NARROW) if made is numbers else is_class(item)):
                bad = "numbers holds int, float or bool, or Int8, Int16, Int32; records holds"
                raise self.at(kind, bad + " record classes")
            if self.kind(length) is not int:
                raise self.at(length, "a length is an int")
            if (self.constant(length) or 0) < 1:
                raise self.at(length, "a length is a constant of at least 1")
            if self.outside(length) > 2**16:
                bad = "a new array has at most 65,536 entries: put it into a record handed in"
                raise self.at(length, bad)
        elif call.args or call.keywords:
            raise self.at(call, f"{said}() takes no arguments: it is made of zeros")
        if default := advice.stated_default(item):
            bad = f"a record made in a kernel is all zeros, and {default}: drop the default and set"
            raise self.at(call, bad + " the field, or let a record be handed in")

    def not_at_the_top(self, call: ast.Call, made: Any) -> Finding:
        if made in (numbers, records):
            name = made.__name__
            return call, f"{name}(...) stands at the top of a kernel only: name = {name}(...)"
        name = ast.unparse(call.func) if isinstance(call.func, ast.Name) else "a record"
        way = "name = Class(), outside of loops and ifs"
        return call, f"{name}() is made at the top of a kernel only: {way}"

    def For(self, node: ast.For) -> None:
        loop = node.iter
        if isinstance(loop, ast.Call) and self.meaning(loop.func) in (range, enumerate):
            step = self.outside(loop.args[2]) if loop.args[2:] else 1
            if loop.keywords or not 1 <= len(loop.args) <= 3 or type(step) is not int:
                raise ValueError  # Python would, too
        super().For(node)

    def tried(self, node: Any, *is_low: bool) -> Any:
        if isinstance(node, ast.Call):
            self.check_call(node)
        elif hasattr(node, "generators"):
            raise self.refused(node)
        found = super().tried(node, *is_low)
        value = self.constant(node) if isinstance(node, ast.BinOp) and not any(is_low) else 0
        bad = ""
        if isinstance(value, float) and not math.isfinite(value):
            bad = "is infinite: use a smaller number, such as 1.0e300"
        if isinstance(value, int) and not -(2**63) <= value < 2**63:
            bad = "does not fit into 64 bits: 1 << 62 is the largest power of 2"
        if bad:
            written = ast.unparse(node) if node.lineno == node.end_lineno else "this"
            raise self.at(node, f"{written} {bad}")
        return found

    def check_call(self, node: ast.Call) -> None:
        """Raises Refused for a call of a function outside of the subset, before the arguments are
        checked.
        """
        function, name = self.meaning(node.func), ast.unparse(node.func)
        if function is None:
            return
        for argument in node.args:
            if isinstance(argument, ast.Starred):
                raise self.at(argument, advice.NODES["Starred"])
        function, more = getattr(function, "in_c", function), ""
        if hasattr(function, "is_kernel"):
            if not isinstance(function, FunctionType):
                raise self.at(node.func, f"{name} is no function: {advice.ALONE}")
            return self.check_kernel_call(node, function)
        if node.keywords:
            way = ": write the loop" * (function in (min, max))
            raise self.at(node, f"{name} takes no names for its arguments here{way}")
        if function in (numbers, records) or is_class(function):
            raise self.at(*self.not_at_the_top(node, function))
        if is_math(function):
            name = "math." + function.__name__
            if function.__name__ + "_float" not in RESULTS:
                bad = advice.MATH.get(function.__name__, "is not in the subset")
                raise self.at(node.func, f"{name} {bad}")
            wanted = RESULTS[function.__name__ + "_float"][1]
        elif function in (range, enumerate):
            raise self.at(node, f"{name} stands in 'for name in {name}(...)' only")
        elif function in (*FUNCTIONS, assign, *NARROW):
            wanted = 2 if function in (min, max, assign) else 1
            more = ", no digits" * (function is round)
            if function in (min, max):
                wanted = max(wanted, len(node.args))
                more = ": over an array write the loop"
        else:
            bad = advice.not_constant(name, function) or f"{name} is no kernel"
            raise self.at(node.func, bad)
        if len(node.args) != wanted:
            raise self.at(node, f"{name} takes {wanted} argument{'s'[: wanted - 1]} here{more}")
        if function is assign and not isinstance(self.parents[node], ast.Expr):
            raise self.at(node, "assign(target, source) is a statement of its own")

    def check_kernel_call(self, node: ast.Call, function: FunctionType) -> None:
        name, names = function.__name__, parameters(function)
        if names is None:
            return
        if len(node.args) > len(names):
            raise self.at(node, f"{name} takes {len(names)} arguments, not {len(node.args)}")
        missing = names[len(node.args) :]
        for keyword in node.keywords:
            if keyword.arg is None:
                raise self.at(keyword, "no ** here: list the arguments")
            if keyword.arg not in missing:
                near = advice.nearest(keyword.arg, names)
                has = f"{name} has no parameter {keyword.arg}{near}"
                twice = f"{keyword.arg} of {name} has a value already"
                raise self.at(keyword, twice if keyword.arg in names else has)
        given = [keyword.arg for keyword in node.keywords]
        if given != (right := [each for each in missing if each in given]):
            way = f"write {', '.join(f'{each}=...' for each in right)}"
            raise self.at(node, f"arguments stand in the order of {name}'s parameters: {way}")
        has_default = names[len(names) - len(function.__defaults__ or ()) :]
        for each in missing:
            if each not in given and each not in has_default:
                raise self.at(node, f"{name} wants a value for {each}")

    def call(self, function: Any, given: list[Code], node: Any) -> Code:
        kernel = getattr(function, "in_c", function)
        names = parameters(kernel) if hasattr(kernel, "is_kernel") else None
        nodes = dict(zip(names or (), node.args, strict=False))
        nodes |= {keyword.arg: keyword.value for keyword in node.keywords}
        for name, (_, kind) in zip(names or (), given, strict=False):
            what, wanted = f"{name} of {kernel.__name__}", kernel.__annotations__[name]
            if name not in nodes:  # a default
                continue
            argument = nodes[name]
            if (wanted in SCALARS or is_class(wanted)) and kind != wanted:
                raise self.at(argument, self.misfit(argument, kind, wanted, what))
            if get_origin(wanted) in (Numbers, Records, tuple):
                if not isinstance(kind, Array):
                    raise self.at(argument, f"{what} is an array, this is {kind_name(kind)}")
                item = get_args(wanted)[0]
                if (item in SCALARS or is_class(item)) and NARROW.get(kind.item, kind.item) != item:
                    stated = kind_name(Array(item, 0, get_origin(wanted) is tuple))
                    raise self.at(argument, f"{what} is {stated}, this is {kind_name(kind)}")
        return super().call(function, given, node)


class AdvisedProgram(ExplainedProgram):
    """A program of advised functions."""

    writer = AdvisedFunction
