"""The second step, calls: of other kernels, of Python's functions, and those that make a local."""

import ast
from typing import Any

from botsmith.compiler.advice import METHOD_ADVICE
from botsmith.compiler.expressions import Expressions
from botsmith.compiler.kinds import Kind, bytes_of, is_class, shown, stated_default
from botsmith.compiler.read import FUNCTIONS, TOOLS, Kernel, is_math
from common.c_text import RESULTS, Array
from common.kernel import NARROW, SCALARS, numbers, records

MAX_LOCAL_BYTES = 65536


class Calls:
    """The calls among the expressions of one kernel. created: its new arrays and records."""

    def __init__(self, values: Expressions) -> None:
        self.values = values
        self.kernel = values.kernel
        self.refuse, self.meaning, self.kind = values.refuse, values.meaning, values.kind
        self.created: dict[str, Kind] = {}

    def kind_of(self, node: ast.Call) -> Kind:
        """What a call gives; BadInput where it is outside of the subset."""
        function = self.meaning(node.func)
        if isinstance(node.func, ast.Attribute) and function is None:
            return self.method(node, node.func)
        if getattr(function, "is_kernel", False):
            return self.kernel_call(node, self.kernel.other(function))
        written = ast.unparse(node.func)
        if node.keywords:
            self.refuse(node, f"{written} takes no names for its arguments here")
        if is_math(function):
            return self.math_call(node, function.__name__)
        if function in (*FUNCTIONS, *TOOLS):
            return self.builtin(node, function)
        if is_class(function):
            name = written if isinstance(node.func, ast.Name) else "a record"
            self.refuse(
                node,
                f"{name}() is made at the top of a kernel only: name = Class(), outside of loops "
                "and ifs",
            )
        self.refuse(node, f"{written} is no kernel")

    def method(self, node: ast.Call, function: ast.Attribute) -> Kind:
        kind = self.kind(function.value)
        if kind is int and function.attr in ("bit_count", "bit_length") and not node.args:
            return int
        advice = METHOD_ADVICE.get(function.attr, f"write a kernel, {function.attr}(...)")
        self.refuse(node, f"{shown(kind)} has no method {function.attr} in the subset: {advice}")

    def kernel_call(self, node: ast.Call, callee: Kernel) -> Kind:
        """Arguments by place, one for each parameter."""
        names = [*callee.parameters]
        for keyword in node.keywords:
            if keyword.arg is None:
                self.refuse(keyword, "no ** here: list the arguments")
            self.refuse(
                keyword,
                f"no arguments by name in a kernel: {callee.name}({', '.join(names)}), each in "
                "its place",
            )
        given = len(node.args)
        if given > len(names):
            self.refuse(node, f"{callee.name} takes {len(names)} arguments, not {given}")
        if given < len(names):
            self.refuse(node, f"{callee.name} wants a value for {names[given]}")
        for value, name in zip(node.args, names, strict=True):
            if name in callee.unknown:
                callee.learn(name, self.kind(value))
            kind = callee.parameters[name]
            self.values.wants(value, kind, f"{name} of {callee.name}")
            if kind not in SCALARS:
                self.kernel.flows.append((callee, name, roots_of(value)))
        self.kernel.calls.append((node, callee))
        return callee.result

    def builtin(self, node: ast.Call, function: Any) -> Kind:
        name = function.__name__
        if name in ("numbers", "records"):
            self.refuse(node, f"{name}(...) stands at the top of a kernel only: name = {name}(...)")
        if name == "range":
            name = ast.unparse(node.func)
            self.refuse(node, f"{name} stands in 'for name in {name}(...)' only")
        wanted = 2 if name in ("min", "max", "assign") else 1
        if len(node.args) != wanted:
            more = ", no digits" if name == "round" else ""
            if name in ("min", "max"):
                more = f": over an array write the loop, of three {name}({name}(a, b), c)"
            self.refuse(node, f"{name} takes {wanted} argument{'s'[: wanted - 1]} here{more}")
        if name == "assign":
            self.refuse(node, "assign(target, source) is a statement of its own")
        first = node.args[0]
        if name == "len":
            if not isinstance(kind := self.kind(first), Array):
                self.refuse(node, f"len of {shown(kind)}: only arrays and tables have a length")
            return int
        if name in ("int", "float"):
            if isinstance(first, ast.Constant) and isinstance(first.value, str):
                self.refuse(
                    node, "no text in a kernel; a large number such as 1.0e300 for infinity"
                )
            if (kind := self.kind(first)) not in SCALARS:
                self.refuse(node, f"{name} of {shown(kind)}")
            return int if name == "int" else float
        kinds = [self.values.number(argument) for argument in node.args]
        if function in NARROW and kinds[0] is not int:
            self.refuse(node, f"{name} takes an int")
        if name == "round":
            if kinds[0] is not float:
                self.refuse(node, "round takes a float")
            return int
        if len(set(kinds)) != 1:
            self.refuse(node, f"{name} of an int and a float: convert one of them")
        return kinds[0]

    def math_call(self, node: ast.Call, name: str) -> Kind:
        result, wanted = RESULTS[name + "_float"]
        if len(node.args) != wanted:
            self.refuse(node, f"math.{name} takes {wanted} argument{'s'[: wanted - 1]} here")
        for argument in node.args:
            self.values.wants(argument, float, f"the argument of {name}")
        return result

    # --- new arrays and records: locals that a kernel makes for itself, at its top

    def creates(self, node: ast.Assign) -> bool:
        """`name = numbers(..)`, `records(..)` or `Class()`: a new local, zero until written."""
        call, target = node.value, node.targets[0]
        if not isinstance(call, ast.Call) or not isinstance(target, ast.Name) or node.targets[1:]:
            return False
        made = self.meaning(call.func)
        if made is numbers or made is records:
            made = self.new_array(call, made.__name__)
        elif not is_class(made):
            return False
        elif call.args or call.keywords:
            self.refuse(call, f"{made.__name__}() takes no arguments: it is made of zeros")
        name = target.id
        if name in self.values.known or name in self.values.loop_names:
            self.refuse(node, f"{name} already has a meaning: take another name for the new one")
        self.values.known[name] = self.created[name] = made
        self.values.sure.add(name)
        if default := stated_default(made):
            self.refuse(
                call,
                f"a record made in a kernel is all zeros, and {default}: drop the default and set "
                "the field, or let a record be handed in",
            )
        size = sum(map(bytes_of, self.created.values()))
        if size > MAX_LOCAL_BYTES:
            self.refuse(
                node,
                f"{size} bytes of local arrays, {MAX_LOCAL_BYTES} at most: "
                "let a record that is handed in hold them",
            )
        return True

    def new_array(self, call: ast.Call, name: str) -> Array:
        if len(call.args) != 2 or call.keywords:
            self.refuse(call, f"{name}(kind, length) takes two arguments")
        item = self.named_kind(call.args[0])
        if (item in (*SCALARS, *NARROW)) != (name == "numbers"):
            self.refuse(
                call.args[0],
                "numbers holds int, float or bool, or Int8, Int16, Int32; records holds record "
                "classes",
            )
        if self.kind(call.args[1]) is not int:
            self.refuse(call.args[1], "a length is an int")
        length = self.values.constant(call.args[1])
        if length is None or length < 1:
            self.refuse(call.args[1], "a length is a constant of at least 1")
        return Array(item, length)

    def named_kind(self, node: ast.expr) -> Kind:
        """The kind that `int`, `float`, `bool` or a record's name stands for."""
        if isinstance(node, ast.Name) and node.id not in self.kernel.own:
            scalars = {kind.__name__: kind for kind in SCALARS}
            value = self.kernel.globals.get(node.id, scalars.get(node.id))
            if isinstance(value, type) and value in SCALARS:
                return value
        if is_class(value := self.meaning(node)) or value in NARROW:
            return value
        self.refuse(
            node,
            "int, float, bool or a record class is wanted here; "
            "an array is made with name = numbers(int, 8)",
        )


def roots_of(node: ast.expr) -> set[str]:
    """The names at the start of a place, such as `race` in `race.pods[0].x`."""
    if isinstance(node, ast.IfExp):
        return roots_of(node.body) | roots_of(node.orelse)
    if isinstance(node, ast.Attribute | ast.Subscript):
        return roots_of(node.value)
    return {node.id} if isinstance(node, ast.Name) else set()
