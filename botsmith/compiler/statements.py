"""The second step, statements: what each may hold, and what to write instead of the rest."""

import ast

from botsmith.compiler.advice import STATEMENT_ADVICE
from botsmith.compiler.calls import Calls, roots_of
from botsmith.compiler.expressions import Expressions
from botsmith.compiler.kinds import shown, widened
from botsmith.compiler.read import Kernel
from common.c_text import Array
from common.kernel import SCALARS, assign, is_record

MOST_EACH = 512  # rounds


class Statements:
    """One kernel from its first statement to its last.

    is_reached: whether a way leads to this point. has_break: whether the loop around has one.
    """

    def __init__(self, kernel: Kernel) -> None:
        self.kernel = kernel
        self.values = Expressions(kernel)
        self.calls = Calls(self.values)
        self.values.kind_of_call = self.calls.kind_of
        self.refuse, self.meaning, self.kind = kernel.refuse, kernel.meaning, self.values.kind
        self.is_reached = True
        self.has_break = False

    def check(self) -> None:
        """Raises BadInput at the first thing outside of the subset."""
        self.kernel.refuse_unknown()
        has_docstring = ast.get_docstring(self.kernel.node, clean=False) is not None
        body = self.kernel.node.body[has_docstring:]
        if not body:
            self.refuse(self.kernel.node, f"{self.kernel.name} does nothing: write pass or return")
        self.block(body, is_top=True)
        if self.is_reached and self.kernel.result is not None:
            self.refuse(
                self.kernel.node,
                f"{self.kernel.name} can end without a return of {shown(self.kernel.result)}",
            )

    def block(self, statements: list[ast.stmt], is_top: bool = False) -> None:
        for statement in statements:
            if not self.is_reached:
                self.refuse(statement, "this is never reached")
            name = type(statement).__name__
            method = getattr(self, "check_" + name.lower(), None)
            if method is None:
                advice = STATEMENT_ADVICE.get(type(statement), f"{name} is not in the subset")
                self.refuse(statement, advice)
            if is_top and isinstance(statement, ast.Assign) and self.calls.creates(statement):
                continue
            method(statement)

    def check_pass(self, node: ast.Pass) -> None:
        """Nothing to say against it."""

    def check_break(self, node: ast.Break) -> None:
        self.has_break = True
        self.is_reached = False

    def check_continue(self, node: ast.Continue) -> None:
        self.is_reached = False

    def check_expr(self, node: ast.Expr) -> None:
        call = node.value
        if isinstance(call, ast.Yield | ast.YieldFrom):
            self.kind(call)
        if isinstance(call, ast.Constant) and call.value is ...:
            self.refuse(node, "no ... in a kernel: write pass")
        if not isinstance(call, ast.Call):
            self.refuse(node, "this line computes a value and drops it: name = ..., or leave out")
        if self.meaning(call.func) is assign:
            self.assign(call)
            return
        self.kernel.sole_calls.add(call)
        self.kind(call)
        if all(call is not found for found, _ in self.kernel.calls):
            self.refuse(node, "this line computes a value and drops it")

    def assign(self, node: ast.Call) -> None:
        """assign(target, source): two records of one class."""
        if len(node.args) != 2 or node.keywords:
            self.refuse(node, "assign(target, source) takes two records")
        kinds = [self.kind(argument) for argument in node.args]
        if not is_record(kinds[0]) or kinds[0] != kinds[1]:
            target, source = map(shown, kinds)
            self.refuse(
                node, f"assign copies between records of one class, not {source} to {target}"
            )
        self.kernel.written |= roots_of(node.args[0])

    def check_assign(self, node: ast.Assign) -> None:
        if len(node.targets) > 1:
            self.refuse(node, "one name is set at a time: write two lines")
        self.store(node, node.targets[0], node.value)

    def check_annassign(self, node: ast.AnnAssign) -> None:
        name = getattr(node.target, "id", "")
        stated = self.calls.named_kind(node.annotation) if name else None
        if node.value is None or self.values.known.get(name, stated) != stated or not name:
            self.refuse(
                node, "an annotation stands with a local name and its first value: n: int = 0"
            )
        self.values.wants(node.value, widened(stated), name)
        self.values.known[name] = stated
        self.store(node, node.target, node.value)

    def store(self, node: ast.stmt, target: ast.expr, value: ast.expr) -> None:
        if isinstance(target, ast.Name):
            self.kernel.sole_calls.add(value)
            self.store_name(target, value)
        elif isinstance(target, ast.Attribute | ast.Subscript):
            place = ast.unparse(target)
            self.refuse_store(target)
            if is_steady_place(target):
                self.kernel.sole_calls.add(value)
            self.values.wants(value, self.kind(target), place)
        else:
            self.refuse(target, "one name is set at a time: write a line for each")

    def store_name(self, target: ast.Name, value: ast.expr) -> None:
        name = target.id
        self.refuse_steady(target)
        kind = self.kind(value)
        if kind is None:
            self.refuse(value, "this call returns nothing")
        known = self.values.known.get(name, kind)
        if isinstance(kind, Array) and isinstance(known, Array) and kind.length != known.length:
            self.refuse(target, f"{name} is an array of another length before")
        self.values.wants(value, widened(known), name)
        if name not in self.kernel.parameters:
            self.values.first.setdefault(name, value)
        elif isinstance(kind, Array):
            self.refuse(target, f"{name} is a parameter: take another name for another array")
        if kind not in SCALARS:
            self.kernel.flows.append((self.kernel, name, roots_of(value)))
        self.values.known[name] = known
        self.values.sure.add(name)

    def refuse_steady(self, target: ast.Name) -> None:
        """Names of loops and of what a kernel made for itself are not set."""
        name = target.id
        if name in self.values.loop_names:
            self.refuse(
                target, f"{name} is the name of a loop and cannot be set: take another name"
            )
        if name in self.calls.created:
            self.refuse(
                target, f"{name} is an array or record of its own: use assign, or another name"
            )

    def refuse_store(self, target: ast.Attribute | ast.Subscript) -> None:
        """Only scalars are stored in records and arrays, and never in a table."""
        kind = self.kind(target)
        place = ast.unparse(target)
        if self.meaning(target) is not None:
            self.refuse(target, f"{place} is a constant")
        if isinstance(target, ast.Subscript) and self.kind(target.value).is_table:
            self.refuse(target, f"{ast.unparse(target.value)} is a constant table")
        if is_record(kind):
            self.refuse(
                target, f"{place} is a record and stays where it is: assign({place}, ...) copies"
            )
        if isinstance(kind, Array):
            self.refuse(
                target, f"{place} is an array and stays where it is: copy its entries in a loop"
            )
        self.kernel.written |= roots_of(target)

    def check_augassign(self, node: ast.AugAssign) -> None:
        target = node.target
        if isinstance(target, ast.Name):
            self.refuse_steady(target)
        else:
            self.refuse_store(target)
        kind = self.values.number(target)
        result = self.values.arithmetic(node, node.op, kind, self.values.number(node.value))
        if result != kind:
            place = ast.unparse(target)
            advice = "take a name of its own for the float"
            if place in self.values.first:
                advice = self.values.as_float(place).removesuffix(" there, or ") + " there"
            elif not isinstance(target, ast.Name):
                advice = "make the field a float, or write int(...)"
            self.refuse(
                node, f"{place} is int{self.values.since(place)} and would become float: {advice}"
            )

    def check_return(self, node: ast.Return) -> None:
        if node.value is not None and self.kernel.result is not None:
            self.kernel.sole_calls.add(node.value)
            self.values.wants(node.value, self.kernel.result, f"the result of {self.kernel.name}")
        elif node.value is not None or self.kernel.result is not None:
            what = f"{self.kernel.name} returns {shown(self.kernel.result)}"
            is_none = self.kernel.result is None
            advice = "write -> int, or return alone" if is_none else "give return a value"
            self.refuse(node, f"{what}: {advice}")
        self.is_reached = False

    def check_if(self, node: ast.If) -> None:
        self.values.condition(node.test)
        before = {*self.values.sure}
        self.block(node.body)
        after, is_reached = self.values.sure, self.is_reached
        self.values.sure, self.is_reached = before, True
        self.block(node.orelse)
        if is_reached:
            self.values.sure = after & self.values.sure if self.is_reached else after
            self.is_reached = True

    def check_while(self, node: ast.While) -> None:
        self.values.condition(node.test)
        self.loop(node, is_endless=isinstance(node.test, ast.Constant) and node.test.value is True)

    def loop(self, node: ast.For | ast.While, is_endless: bool) -> None:
        """The body of a loop; it may never run, so what it sets is unknown after it."""
        if node.orelse:
            self.refuse(node.orelse[0], "no else on a loop: use a bool that says how it ended")
        before, outer, self.has_break = {*self.values.sure}, self.has_break, False
        self.block(node.body)
        self.is_reached = self.has_break or not is_endless
        self.values.sure, self.has_break = before, outer

    def check_for(self, node: ast.For) -> None:
        self.check_range(node.iter)
        if not isinstance(node.target, ast.Name):
            self.refuse(node.target, "a loop has one name: for index in range(...)")
        name = node.target.id
        if name in self.kernel.parameters:
            self.refuse(node.target, f"{name} is a parameter: take another name for the loop")
        if name in self.values.active_loops:
            self.refuse(node.target, f"{name} is the outer loop's name: take another one")
        self.values.known[name] = int
        self.values.active_loops.add(name)
        self.values.sure.add(name)
        self.loop(node, is_endless=False)
        self.values.active_loops.discard(name)

    def check_range(self, node: ast.expr) -> None:
        if not isinstance(node, ast.Call) or self.meaning(node.func) is not range:
            self.refuse(node, "loops run over range(...): for index in range(len(items))")
        if not 1 <= len(node.args) <= 3 or node.keywords:
            self.refuse(node, "range takes one to three ints")
        for argument in node.args:
            self.values.wants(argument, int, "a bound of range")
        if len(node.args) == 3 and not self.values.constant(node.args[2]):
            self.refuse(node.args[2], "the step of a range is a constant other than 0")
        is_each = ast.unparse(node.func).rpartition(".")[2] == "each"
        if is_each and not 1 <= self.rounds(node) <= MOST_EACH:
            self.refuse(node, f"each is for 1 to {MOST_EACH} rounds, a constant: write range")

    def rounds(self, node: ast.Call) -> int:
        """The rounds of a loop over a range of constants, 0 if one is no constant."""
        values = []
        for argument in node.args:
            value = self.values.constant(argument)
            match argument:
                case ast.Call(func=func, args=[array]) if self.meaning(func) is len:
                    length = self.kind(array).length
                    value = length if length >= 0 else None
            if value is None:
                return 0
            values.append(value)
        return len(range(*values))


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
