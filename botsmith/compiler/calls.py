"""The kinds of calls: other kernels, the few builtins, and the functions of `math`."""

import ast

from botsmith.compiler.advice import METHOD_ADVICE
from botsmith.compiler.checker import Checker
from botsmith.compiler.effects import roots_of
from botsmith.compiler.kinds import Kind, is_class, shown
from botsmith.compiler.program import Kernel
from botsmith.compiler.scope import FUNCTIONS, TOOLS, is_math
from common.c_text import RESULTS, Array
from common.kernel import SCALARS


class CallChecker(Checker):
    """Checks the calls of one kernel."""

    def kind_of_call(self, node: ast.Call) -> Kind:
        function = self.meaning(node.func)
        if isinstance(node.func, ast.Attribute) and function is None:
            return self.method(node, node.func)
        if getattr(function, "is_kernel", False):
            return self.kernel_call(node, self.kernel(function))
        written = ast.unparse(node.func)
        if node.keywords:
            self.refuse(node, f"{written} takes no names for its arguments here")
        if is_math(function):
            return self.math_call(node, function.__name__)
        if function in (*FUNCTIONS, *TOOLS):
            return self.builtin(node, function.__name__)
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
        for value, (name, kind) in zip(node.args, callee.parameters.items(), strict=True):
            self.wants(value, kind, f"{name} of {callee.name}")
            if kind not in SCALARS:
                self.flows.append((callee, name, roots_of(value)))
        self.calls.append((node, callee))
        return callee.result

    def builtin(self, node: ast.Call, name: str) -> Kind:
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
        kinds = [self.number(argument) for argument in node.args]
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
            self.wants(argument, float, f"the argument of {name}")
        return result
