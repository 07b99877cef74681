"""New arrays and records: locals that a kernel makes for itself, at its top."""

import ast

from botsmith.compiler.bounds import constant_value
from botsmith.compiler.kinds import (
    BOOL,
    FLOAT,
    INT,
    SCALAR_OF,
    ArrayKind,
    Kind,
    RecordKind,
    Scalar,
    is_record,
)
from botsmith.compiler.program import Kernel, Program
from botsmith.compiler.scope import Builtin, RecordClass
from botsmith.compiler.types import ExpressionChecker

MAX_LOCAL_BYTES = 65536


class CreationChecker(ExpressionChecker):
    """Checks the statements that make something. local_bytes: what all of it takes."""

    def __init__(self, program: Program, kernel: Kernel) -> None:
        super().__init__(program, kernel)
        self.local_bytes = 0

    def creates(self, node: ast.Assign) -> bool:
        """`name = numbers(..)`, `records(..)` or `Class()`: a new local, zero until written."""
        call, target = node.value, node.targets[0]
        if not isinstance(call, ast.Call) or not isinstance(target, ast.Name) or node.targets[1:]:
            return False
        meaning = self.meaning(call.func)
        made: Kind
        if isinstance(meaning, RecordClass):
            if call.args or call.keywords:
                self.refuse(
                    call, f"{meaning.cls.__name__}() takes no arguments: it is made of zeros"
                )
            made = RecordKind(meaning.cls)
        elif isinstance(meaning, Builtin) and meaning.name in ("numbers", "records"):
            made = self.new_array(call, meaning.name)
        else:
            return False
        if target.id in self.known:
            self.refuse(
                node, f"{target.id} already has a meaning: take another name for the new one"
            )
        self.known[target.id] = self.kernel.locals[target.id] = made
        self.kernel.created.add(target.id)
        self.kernel.kinds[target] = self.kernel.kinds[call] = made
        self.program.reach(made)
        self.local_bytes += self.program.bytes_of(made)
        if self.local_bytes > MAX_LOCAL_BYTES:
            self.refuse(
                node,
                f"{self.local_bytes} bytes of local arrays, {MAX_LOCAL_BYTES} at most: "
                "let a record that is handed in hold them",
            )
        return True

    def new_array(self, call: ast.Call, name: str) -> ArrayKind:
        if len(call.args) != 2 or call.keywords:
            self.refuse(call, f"{name}(kind, length) takes two arguments")
        item = self.named_kind(call.args[0])
        if isinstance(item, Scalar) != (name == "numbers"):
            self.refuse(
                call.args[0], "numbers holds int, float or bool, records holds record classes"
            )
        if self.kind(call.args[1]) is not INT:
            self.refuse(call.args[1], "a length is an int")
        length = constant_value(self.kernel, call.args[1])
        if length is None or length < 1:
            self.refuse(call.args[1], "a length is a constant of at least 1")
        return ArrayKind(item, length)

    def named_kind(self, node: ast.expr) -> Kind:
        """The kind that `int`, `float`, `bool` or a record's name stands for."""
        if isinstance(node, ast.Name) and node.id in ("int", "float", "bool"):
            return {"int": INT, "float": FLOAT, "bool": BOOL}[node.id]
        if isinstance(node, ast.Name) and node.id in self.kernel.function.__globals__:
            value = self.kernel.function.__globals__[node.id]
            if isinstance(value, type) and value in SCALAR_OF:
                return SCALAR_OF[value]
            if is_record(value):
                return RecordKind(value)
        meaning = self.meaning(node)
        if isinstance(meaning, RecordClass):
            return RecordKind(meaning.cls)
        self.refuse(
            node,
            "int, float, bool or a record class is wanted here; "
            "an array is made with name = numbers(int, 8)",
        )
