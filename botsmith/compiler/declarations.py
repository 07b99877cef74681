"""How a kernel's parameters and locals are declared in C."""

import ast
import re
from typing import Any, Protocol

from botsmith.compiler.arithmetic import Names
from botsmith.compiler.expressions import ExpressionWriter
from botsmith.compiler.kinds import ArrayKind, Kind, Scalar, base_of
from botsmith.compiler.program import Kernel
from botsmith.compiler.scope import Builtin

C_SCALARS = {"int": "int64_t", "float": "double", "bool": "bool", "None": "void"}
COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/", re.DOTALL)


class TypeNames(Names, Protocol):
    """Names, with those of locals and of the record types."""

    def local(self, name: str, kernel: Kernel) -> str: ...
    def is_entry(self, kernel: Kernel) -> bool: ...
    def is_shared(self, kernel: Kernel) -> bool: ...
    def record(self, cls: type[Any]) -> str: ...
    def resetter(self, cls: type[Any]) -> str | None: ...


class DeclarationWriter(ExpressionWriter):
    """What is known of the names of one kernel, and their declarations.

    set_once: int locals with a single assignment. read: names whose value matters.
    """

    def __init__(self, kernel: Kernel, names: TypeNames, file_number: int) -> None:
        super().__init__(kernel, names, file_number)
        self.types = names
        self.set_once = self.names_set_once()
        self.read = self.names_read()
        for name in [*[item.name for item in kernel.parameters], *kernel.locals]:
            self.locals[name] = names.local(name, kernel)

    def names_set_once(self) -> set[str]:
        """Int locals with a single assignment: the bounds of its value are theirs."""
        counts: dict[str, int] = {item.name: 2 for item in self.kernel.parameters}
        for node in ast.walk(self.kernel.node):
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
                counts[node.id] = counts.get(node.id, 0) + 1
        return {name for name, count in counts.items() if count == 1}

    def signature(self) -> str:
        """`static double hit_time(const Pod *a, ..)` without what follows."""
        parameters = []
        for parameter in self.kernel.parameters:
            name = self.locals[parameter.name]
            parameters.append(self.declare(parameter.kind, name, parameter.name))
            if isinstance(parameter.kind, ArrayKind):
                parameters.append(f"int64_t {name}_length")
        result = C_SCALARS[str(self.kernel.result)]
        attribute = "inline " if self.types.is_shared(self.kernel) else ""
        if self.types.is_entry(self.kernel):
            attribute = "NOINLINE "
        text = f"static {attribute}{result} {self.names.kernel(self.kernel)}"
        return f"{text}({', '.join(parameters) or 'void'})"

    def declare(self, kind: Kind, name: str, python_name: str) -> str:
        """A parameter or a local: a value, or a pointer that says const unless the kernel
        writes.
        """
        if isinstance(kind, Scalar):
            return f"{C_SCALARS[str(kind)]} {name}"
        rows = kind.item if isinstance(kind, ArrayKind) else None
        dimensions = f"[{rows.length}]" if isinstance(rows, ArrayKind) else ""
        item = base_of(kind)
        base = C_SCALARS[str(item)] if isinstance(item, Scalar) else self.types.record(item.cls)
        const = "" if python_name in self.kernel.written else "const "
        return f"{const}{base} (*{name}){dimensions}" if dimensions else f"{const}{base} *{name}"

    def header_end(self) -> int:
        """The last line of `def name(...) -> result:`."""
        ends = [self.kernel.node.lineno]
        for part in [*ast.walk(self.kernel.node.args), self.kernel.node.returns]:
            ends.append(getattr(part, "end_lineno", None) or 0)
        return max(ends)

    def unread_parameters(self, body: list[str]) -> list[str]:
        """C names of the parameters, lengths of arrays included, that the C body never names."""
        words = set(re.findall(r"\w+", COMMENT.sub("", "\n".join(body))))
        names = []
        for parameter in self.kernel.parameters:
            local = self.locals[parameter.name]
            names += [local, f"{local}_length"][: 1 + isinstance(parameter.kind, ArrayKind)]
        return [name for name in names if name not in words]

    def names_read(self) -> set[str]:
        """Names whose value matters: they are more than the place of a store or of a len()."""
        nodes = list(ast.walk(self.kernel.node))
        places: set[ast.AST] = set()
        for node in nodes:
            if isinstance(node, ast.Call) and self.kernel.meanings.get(node.func) == Builtin("len"):
                places.update(ast.walk(node))
        for node in nodes:
            if isinstance(node, ast.Assign | ast.AugAssign | ast.AnnAssign):
                place: ast.expr = node.targets[0] if isinstance(node, ast.Assign) else node.target
                while isinstance(place, ast.Attribute | ast.Subscript):
                    place = place.value
                places.add(place)
        return {node.id for node in nodes if isinstance(node, ast.Name) and node not in places}

    def is_steady(self, stop: ast.expr, loop: ast.For) -> bool:
        """Whether a bound can be read again: numbers, and names that the loop does not set."""
        low, high = self.bounds.exact(stop)
        if low == high:
            return True
        if isinstance(stop, ast.Call) and self.kernel.meanings.get(stop.func) == Builtin("len"):
            return isinstance(stop.args[0], ast.Name)
        if not isinstance(stop, ast.Name):
            return False
        return not any(
            isinstance(node, ast.Name) and node.id == stop.id and isinstance(node.ctx, ast.Store)
            for node in ast.walk(loop)
        )
