"""The statements of the subset: what each may hold, and what to write instead of the rest."""

import ast

from botsmith.compiler.advice import LOOSE_CALL, STATEMENT_ADVICE
from botsmith.compiler.bounds import constant_rounds, constant_value
from botsmith.compiler.creation import CreationChecker
from botsmith.compiler.flow import FlowChecker
from botsmith.compiler.kinds import (
    INT,
    NONE,
    ArrayKind,
    RecordKind,
)
from botsmith.compiler.overflow import refuse_overflow
from botsmith.compiler.program import Kernel, Program
from botsmith.compiler.scope import Builtin, Constant

MOST_EACH = 16  # rounds


class KernelChecker(CreationChecker):
    """Checks one kernel from its first statement to its last."""

    def __init__(self, program: Program, kernel: Kernel) -> None:
        super().__init__(program, kernel)
        self.sole_calls: set[ast.expr] = set()

    def check(self) -> None:
        """Fills the kernel's tables; raises BadInput at the first thing outside of the subset."""
        for node in ast.walk(self.kernel.node):
            if isinstance(node, ast.For) and isinstance(node.target, ast.Name):
                self.kernel.loop_names.add(node.target.id)
        if not self.kernel.body:
            self.refuse(self.kernel.node, f"{self.kernel.name} does nothing: write pass or return")
        self.block(self.kernel.body, is_top=True)
        FlowChecker(self.kernel).check()
        refuse_overflow(self.kernel)

    def block(self, statements: list[ast.stmt], is_top: bool = False) -> None:
        for statement in statements:
            method = getattr(self, "check_" + type(statement).__name__.lower(), None)
            if method is None:
                name = type(statement).__name__
                advice = STATEMENT_ADVICE.get(type(statement), f"{name} is not in the subset")
                self.refuse(statement, advice)
            if is_top and isinstance(statement, ast.Assign) and self.creates(statement):
                continue
            method(statement)

    def check_pass(self, node: ast.Pass) -> None:
        """Nothing to say against it."""

    check_break = check_continue = check_pass

    def check_expr(self, node: ast.Expr) -> None:
        call = node.value
        if isinstance(call, ast.Yield | ast.YieldFrom):
            self.kind(call)
        if isinstance(call, ast.Constant) and call.value is ...:
            self.refuse(node, "no ... in a kernel: write pass")
        if not isinstance(call, ast.Call):
            self.refuse(node, "this line computes a value and drops it: name = ..., or leave out")
        if self.meaning(call.func) == Builtin("assign"):
            self.assign(call)
            return
        self.sole_calls.add(call)
        self.kind(call)
        if call not in self.kernel.arguments:
            self.refuse(node, "this line computes a value and drops it")

    def assign(self, node: ast.Call) -> None:
        """assign(target, source): two records of one class."""
        if len(node.args) != 2 or node.keywords:
            self.refuse(node, "assign(target, source) takes two records")
        kinds = [self.kind(argument) for argument in node.args]
        if not isinstance(kinds[0], RecordKind) or kinds[0] != kinds[1]:
            self.refuse(
                node, f"assign copies between records of one class, not {kinds[1]} to {kinds[0]}"
            )

    def check_assign(self, node: ast.Assign) -> None:
        if len(node.targets) > 1:
            self.refuse(node, "one name is set at a time: write two lines")
        self.store(node, node.targets[0], node.value)

    def check_annassign(self, node: ast.AnnAssign) -> None:
        if node.value is None or not isinstance(node.target, ast.Name):
            self.refuse(
                node, "an annotation stands with a local name and its first value: n: int = 0"
            )
        stated = self.named_kind(node.annotation)
        self.wants(node.value, stated, node.target.id)
        self.store(node, node.target, node.value)

    def store(self, node: ast.stmt, target: ast.expr, value: ast.expr) -> None:
        if isinstance(target, ast.Name):
            self.sole_calls.add(value)
            self.store_name(target, value)
        elif isinstance(target, ast.Attribute | ast.Subscript):
            place = ast.unparse(target)
            self.refuse_store(target)
            if is_steady_place(target):
                self.sole_calls.add(value)
            self.wants(value, self.kind(target), place)
        else:
            self.refuse(target, "one name is set at a time: write a line for each")

    def store_name(self, target: ast.Name, value: ast.expr) -> None:
        name = target.id
        if name in self.kernel.loop_names:
            self.refuse(
                target, f"{name} is the name of a loop and cannot be set: take another name"
            )
        if name in self.kernel.created:
            self.refuse(
                target, f"{name} is an array or record of its own: use assign, or another name"
            )
        kind = self.kind(value)
        if kind is NONE:
            self.refuse(value, "this call returns nothing")
        if name in self.known:
            self.wants(value, self.known[name], name)
            known = self.known[name]
            if isinstance(kind, ArrayKind) and isinstance(known, ArrayKind):
                is_unsure = kind.length is None and kind.origin != known.origin
                if kind.length != known.length or is_unsure:
                    self.refuse(target, f"{name} is an array of another length before")
        if name not in {item.name for item in self.kernel.parameters}:
            self.first.setdefault(name, value)
            self.known.setdefault(name, kind)
            self.kernel.locals[name] = self.known[name]
        elif isinstance(kind, ArrayKind):
            self.refuse(target, f"{name} is a parameter: take another name for another array")
        self.kernel.kinds[target] = kind

    def refuse_store(self, target: ast.Attribute | ast.Subscript) -> None:
        """Only scalars are stored in records and arrays, and never in a table."""
        kind = self.kind(target)
        place = ast.unparse(target)
        if isinstance(self.kernel.meanings.get(target), Constant):
            self.refuse(target, f"{place} is a constant")
        if isinstance(target, ast.Subscript):
            owner = self.kernel.kinds[target.value]
            if isinstance(owner, ArrayKind) and owner.is_table:
                self.refuse(target, f"{ast.unparse(target.value)} is a constant table")
        if isinstance(kind, RecordKind):
            self.refuse(
                target, f"{place} is a record and stays where it is: assign({place}, ...) copies"
            )
        if isinstance(kind, ArrayKind):
            self.refuse(
                target, f"{place} is an array and stays where it is: copy its entries in a loop"
            )

    def check_augassign(self, node: ast.AugAssign) -> None:
        target = node.target
        if isinstance(target, ast.Name):
            if target.id in self.kernel.loop_names or target.id in self.kernel.created:
                self.store_name(target, node.value)
        else:
            self.refuse_store(target)
        kind = self.number(target)
        result = self.arithmetic(node, node.op, kind, self.number(node.value))
        if result != kind:
            place = ast.unparse(target)
            advice = "take a name of its own for the float"
            if place in self.first:
                advice = self.as_float(place).removesuffix(" there, or ") + " there"
            elif not isinstance(target, ast.Name):
                advice = "make the field a float, or write int(...)"
            self.refuse(node, f"{place} is int{self.since(place)} and would become float: {advice}")

    def check_return(self, node: ast.Return) -> None:
        result = self.kernel.result
        if node.value is None or result is NONE:
            if node.value is not None or result is not NONE:
                advice = (
                    "write -> int, or return alone" if result is NONE else "give return a value"
                )
                self.refuse(node, f"{self.kernel.name} returns {result}: {advice}")
            return
        self.sole_calls.add(node.value)
        self.wants(node.value, result, f"the result of {self.kernel.name}")

    def check_if(self, node: ast.If) -> None:
        self.condition(node.test)
        self.block(node.body)
        self.block(node.orelse)

    def check_while(self, node: ast.While) -> None:
        self.condition(node.test)
        if node.orelse:
            self.refuse(node.orelse[0], "no else on a loop: use a bool that says how it ended")
        self.block(node.body)

    def check_for(self, node: ast.For) -> None:
        if node.orelse:
            self.refuse(node.orelse[0], "no else on a loop: use a bool that says how it ended")
        self.check_range(node.iter)
        if not isinstance(node.target, ast.Name):
            self.refuse(node.target, "a loop has one name: for index in range(...)")
        name = node.target.id
        if name in self.known and name not in self.kernel.loop_names:
            self.refuse(node.target, f"{name} has another meaning: take another name for the loop")
        if name in self.active_loops and name != "_":
            self.refuse(node.target, f"{name} is the outer loop's name: take another one")
        if name in {item.name for item in self.kernel.parameters}:
            self.refuse(node.target, f"{name} is a parameter: take another name for the loop")
        self.known[name] = self.kernel.locals[name] = INT
        self.kernel.kinds[node.target] = INT
        is_outermost = name not in self.active_loops
        self.active_loops.add(name)
        self.block(node.body)
        if is_outermost:
            self.active_loops.discard(name)

    def check_range(self, node: ast.expr) -> None:
        meaning = self.meaning(node.func) if isinstance(node, ast.Call) else None
        if not isinstance(node, ast.Call) or meaning not in (Builtin("range"), Builtin("each")):
            self.refuse(node, "loops run over range(...): for index in range(len(items))")
        if not 1 <= len(node.args) <= 3 or node.keywords:
            self.refuse(node, "range takes one to three ints")
        for argument in node.args:
            self.wants(argument, INT, "a bound of range")
        if len(node.args) == 3:
            step = constant_value(self.kernel, node.args[2])
            if step is None or step == 0:
                self.refuse(node.args[2], "the step of a range is a constant other than 0")
        if meaning == Builtin("each") and not 1 <= constant_rounds(self.kernel, node) <= MOST_EACH:
            self.refuse(node, f"each is for 1 to {MOST_EACH} rounds, a constant: write range")

    def refuse_loose_calls(self) -> None:
        """After the effects are known: a call that writes stands alone."""
        for call, callee in self.kernel.calls:
            if callee.writes and call not in self.sole_calls:
                self.refuse(call, LOOSE_CALL.format(*[callee.name] * 5))
        self.refuse_endless_recursion()

    def refuse_endless_recursion(self) -> None:
        """A kernel that calls itself before any condition: C may make an endless loop of it."""
        own = {call for call, callee in self.kernel.calls if callee is self.kernel}
        for statement in self.kernel.body:
            if isinstance(statement, ast.If | ast.While | ast.For):
                if any(isinstance(part, ast.Return) for part in ast.walk(statement)):
                    return
                continue
            value = getattr(statement, "value", None)
            if value in own:
                self.refuse(
                    value,
                    f"{self.kernel.name} always calls itself: return before, on some condition",
                )


def is_steady_place(target: ast.expr) -> bool:
    """Whether a call cannot change which place is meant: no index is read from a record or array.

    Python finds the place after the call, C may do it before.
    """
    if isinstance(target, ast.Subscript):
        parts = list(ast.walk(target.slice))
        if any(isinstance(part, ast.Attribute | ast.Subscript | ast.Call) for part in parts):
            return False
    if isinstance(target, ast.Attribute | ast.Subscript):
        return is_steady_place(target.value)
    return isinstance(target, ast.Name)
