"""New arrays and records: locals that a kernel makes for itself, at its top."""

import ast

from botsmith.compiler.kinds import Kind, bytes_of, is_class, stated_default
from botsmith.compiler.types import ExpressionChecker
from common.c_text import Array
from common.kernel import SCALARS, numbers, records

MAX_LOCAL_BYTES = 65536


class CreationChecker(ExpressionChecker):
    """Checks the statements that make something."""

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
        if name in self.known or name in self.loop_names:
            self.refuse(node, f"{name} already has a meaning: take another name for the new one")
        self.known[name] = self.created[name] = made
        self.sure.add(name)
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
        if (item in SCALARS) != (name == "numbers"):
            self.refuse(
                call.args[0], "numbers holds int, float or bool, records holds record classes"
            )
        if self.kind(call.args[1]) is not int:
            self.refuse(call.args[1], "a length is an int")
        length = self.constant(call.args[1])
        if length is None or length < 1:
            self.refuse(call.args[1], "a length is a constant of at least 1")
        return Array(item, length)

    def named_kind(self, node: ast.expr) -> Kind:
        """The kind that `int`, `float`, `bool` or a record's name stands for."""
        if isinstance(node, ast.Name) and node.id not in self.own:
            scalars = {kind.__name__: kind for kind in SCALARS}
            value = self.globals.get(node.id, scalars.get(node.id))
            if isinstance(value, type) and value in SCALARS:
                return value
        if is_class(value := self.meaning(node)):
            return value
        self.refuse(
            node,
            "int, float, bool or a record class is wanted here; "
            "an array is made with name = numbers(int, 8)",
        )
