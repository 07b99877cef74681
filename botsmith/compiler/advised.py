"""The translator as authors meet it: it explains what it refuses, and refuses a little more.

common/translate.py alone decides what C there is. What is refused here on top would run alike in
both engines, or fail in Python, and is a mistake of the line all the same.
"""

import ast
import math
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from types import FunctionType
from typing import Any, TypeVar

from botsmith.compiler import advice
from botsmith.compiler.explained import FUNCTIONS, ExplainedFunction, Told, is_math
from botsmith.compiler.kinds import HIGHEST, LOWEST, Kind, bytes_of, is_class, shown, stated_default
from botsmith.compiler.signatures import signature
from botsmith.errors import BadInput
from common.c_text import RESULTS, Array
from common.kernel import NARROW, SCALARS, assign, numbers, records
from common.translate import LOW, Code, Program, Refused

MAX_LOCAL_BYTES = 65536
MOST_EACH = 512  # rounds


class AdvisedFunction(ExplainedFunction):
    """ended: the last statement whose end is not reached."""

    program: "AdvisedProgram"
    ended: ast.stmt | None = None

    # --- statements

    def block(self, nodes: list[ast.stmt]) -> bool:
        is_reached = super().block(nodes)
        if not is_reached and self.ended is not nodes[-1]:
            place = nodes.index(self.ended) + 1  # type: ignore[arg-type]
            raise self.at(nodes[place], "this is never reached")
        return is_reached

    def statement(self, node: ast.stmt) -> bool:
        match node:
            case ast.For(iter=ast.Call() as loop) if self.meaning(loop.func) is range:
                self.check_range(loop)
            case ast.AnnAssign(target=ast.Name(id=name), annotation=kind) if name in self.kinds:
                if self.named_kind(kind) is not self.kinds[name]:
                    raise self.at(node, advice.ANNOTATION)
            case ast.Expr(value=ast.Constant(value=value)) if not self.is_docstring(node):
                bad = advice.DROPPED + ": leave it out"
                raise self.at(node, advice.NO_DOTS if value is ... else bad)
            case ast.Expr(value=ast.Call(keywords=[_, *_]) as call):
                if self.meaning(call.func) is assign:
                    raise self.at(call, "assign(target, source) takes two records")
        is_reached = super().statement(node)
        self.ended = self.ended if is_reached else node
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
            function = self.meaning(node.value.func)
            function = getattr(function, "in_c", function)
            if function is not assign and not hasattr(function, "is_kernel"):
                raise self.at(node, advice.DROPPED)
        return is_reached

    def is_docstring(self, node: ast.Expr) -> bool:
        return node is self.tree.body[0] and isinstance(node.value.value, str)

    def check_range(self, loop: ast.Call) -> None:
        if not 1 <= len(loop.args) <= 3 or loop.keywords:
            raise self.at(loop, "range takes one to three ints")
        for part in loop.args:
            self.want(part, int)
        values = [self.rounds(part) for part in loop.args]
        if values[2:] in ([0], [None]):
            raise self.at(loop.args[2], "the step of a range is a constant other than 0")
        if ast.unparse(loop.func).rpartition(".")[2] == "each":
            rounds = 0 if None in values else len(range(*values))  # type: ignore[arg-type]
            if not 1 <= rounds <= MOST_EACH:
                bad = f"each is for 1 to {MOST_EACH} rounds, a constant: write range"
                raise self.at(loop, bad)

    def rounds(self, node: ast.expr) -> int | None:
        """Returns the value of a constant int, or of `len(...)`; None for another."""
        match node:
            case ast.Call(func=func, args=[array]) if self.meaning(func) is len:
                return int(self.kind(array).length)
        value = self.constant(node)
        return value if isinstance(value, int) else None

    def set(self, name: str, value: Any, node: Any) -> None:
        made = self.meaning(value.func) if isinstance(value, ast.Call) else None
        if made in (numbers, records) or is_class(made):
            self.check_new(name, value, made)
        stated = self.named_kind(node.annotation) if isinstance(node, ast.AnnAssign) else None
        is_new = name not in self.kinds
        super().set(name, value, node)
        kind = self.kinds[name]
        if stated and NARROW.get(stated, stated) != NARROW.get(kind, kind):
            wide = NARROW.get(stated, stated)
            raise self.at(value, self.wants(value, kind, wide, name))
        if is_new:
            self.first[name] = value
        if name in self.fixed and name not in self.created:
            self.created[name] = kind
            if (size := sum(map(bytes_of, self.created.values()))) > MAX_LOCAL_BYTES:
                most = f"{MAX_LOCAL_BYTES} at most: let a record that is handed in hold them"
                raise self.at(node, f"{size} bytes of local arrays, {most}")

    def check_new(self, name: str, call: ast.Call, made: Any) -> None:
        """Refuses a new array or record at a wrong place, of a wrong kind or of defaults."""
        item, said = made, made.__name__
        if self.depth > 1 or name in self.fixed and name not in self.created:
            raise self.at(*self.not_at_the_top(call, made))
        if name in self.kinds:
            raise self.at(call, f"{name} already has a meaning: take another name for the new one")
        if not is_class(made):
            if len(call.args) != 2 or call.keywords:
                raise self.at(call, f"{said}(kind, length) takes two arguments")
            kind, length = call.args
            item = self.named_kind(kind)
            if (item in (*SCALARS, *NARROW)) != (made is numbers):
                raise self.at(
                    kind,
                    "numbers holds int, float or bool, or Int8, Int16, Int32; records holds "
                    "record classes",
                )
            if self.kind(length) is not int:
                raise self.at(length, "a length is an int")
            if (self.constant(length) or 0) < 1:
                raise self.at(length, "a length is a constant of at least 1")
        elif call.args or call.keywords:
            raise self.at(call, f"{said}() takes no arguments: it is made of zeros")
        if default := stated_default(item):
            raise self.at(
                call,
                f"a record made in a kernel is all zeros, and {default}: drop the default and set "
                "the field, or let a record be handed in",
            )

    def not_at_the_top(self, call: ast.Call, made: Any) -> Told:
        if made in (numbers, records):
            name = made.__name__
            return call, f"{name}(...) stands at the top of a kernel only: name = {name}(...)"
        name = ast.unparse(call.func) if isinstance(call.func, ast.Name) else "a record"
        way = "name = Class(), outside of loops and ifs"
        return call, f"{name}() is made at the top of a kernel only: {way}"

    def named_kind(self, node: ast.expr) -> Kind:
        """Returns the kind that `int`, `bool` or a record's name stands for."""
        names = {kind.__name__: kind for kind in SCALARS} | self.names
        value = names.get(node.id) if isinstance(node, ast.Name) else self.meaning(node)
        if value in (*SCALARS, *NARROW) or is_class(value):
            if getattr(node, "id", "") not in self.own:
                return value
        raise self.at(
            node,
            "int, float, bool or a record class is wanted here; an array is made with "
            "name = numbers(int, 8)",
        )

    # --- expressions

    def expression(self, node: Any, is_low: bool) -> Code:
        if isinstance(node, ast.Call):
            self.check_call(node)
        elif isinstance(node, ast.Name) and node.id == "_" and "_" in self.loops:
            raise self.at(node, "a loop whose number is read has a name of its own, not _")
        elif self.is_outside(node, True):
            self.check_constant(node)
        text, kind = super().expression(node, is_low)
        if isinstance(node, ast.BinOp) and not is_low:
            self.check_size(node)
        if isinstance(node, ast.Compare):
            if bool in map(self.kind, node.comparators):
                if not all(isinstance(op, ast.Eq | ast.NotEq) for op in node.ops):
                    raise self.at(node, "bools are compared with == and != only")
            for middle in node.comparators[:-1]:
                if not isinstance(middle, ast.Name | ast.Constant | ast.Attribute | ast.UnaryOp):
                    raise self.at(middle, "give the middle of a chained comparison a name first")
        return text, kind

    def check_constant(self, node: ast.expr) -> None:
        """Refuses constants that no array in C could hold, even where one entry is all that is
        read, and an index from the end.
        """
        for part in ast.walk(node):
            if isinstance(part, ast.BinOp) and not isinstance(part.op, LOW):
                self.check_size(part.left)
                self.check_size(part.right)
                kinds = (self.kind(part.left), self.kind(part.right))
                if bad := advice.of_operator(part.op, kinds, part.right):
                    raise self.at(part, bad)
            if isinstance(part, ast.Name | ast.Attribute):
                value, name = self.meaning(part), getattr(part, "id", getattr(part, "attr", ""))
                is_number = isinstance(value, tuple) or type(value) in SCALARS
                if is_number and (bad := advice.bad_constant(name, value)):
                    raise self.at(part, bad)
            if isinstance(part, ast.Subscript) and part is node and self.constant(part.slice):
                self.kind(part.value)
                if told := self.explain_subscript(part):
                    raise self.at(*told)
            if isinstance(part, ast.UnaryOp) and isinstance(part.op, ast.UAdd):
                raise self.at(part, "no + before a value: leave it out")
            if hasattr(part, "generators"):
                raise self.at(part, advice.NODES[type(part)])

    def check_size(self, node: ast.expr) -> None:
        """Refuses an operation on constants whose result needs more than 64 bits."""
        value = self.constant(node) if isinstance(node, ast.BinOp) else None
        written = ast.unparse(node) if node.lineno == node.end_lineno else "this"
        if isinstance(value, float) and not math.isfinite(value):
            bad = "is infinite: use a smaller number, such as 1.0e300"
            raise self.at(node, f"{written} {bad}")
        if isinstance(value, int) and not LOWEST <= value <= HIGHEST:
            bad = "does not fit into 64 bits: 1 << 62 is the largest power of 2"
            raise self.at(node, f"{written} {bad}")

    def check_call(self, node: ast.Call) -> None:
        """Refuses what is no function of the subset, before its arguments are looked at."""
        function, written, given = self.meaning(node.func), ast.unparse(node.func), len(node.args)
        if function is None:
            return
        function = getattr(function, "in_c", function)
        if hasattr(function, "is_kernel"):
            return self.check_kernel_call(node, function)
        if node.keywords:
            raise self.at(node, f"{written} takes no names for its arguments here")
        name = getattr(function, "__name__", "")
        if function in (numbers, records) or is_class(function):
            raise self.at(*self.not_at_the_top(node, function))
        if is_math(function):
            if name + "_float" not in RESULTS:
                bad = advice.MATH.get(name, f"math.{name} is not in the subset")
                raise self.at(node.func, bad)
            wanted, more = RESULTS[name + "_float"][1], ""
            name = "math." + name
        elif function in (*FUNCTIONS, assign, *NARROW):
            if function is range:
                raise self.at(node, f"{written} stands in 'for name in {written}(...)' only")
            wanted = 2 if function in (min, max, assign) else 1
            more = ", no digits" if function is round else ""
            if function in (min, max):
                more = f": over an array write the loop, of three {name}({name}(a, b), c)"
        else:
            bad = advice.not_constant(written, function) or f"{written} is no kernel"
            raise self.at(node.func, bad)
        if given != wanted:
            raise self.at(node, f"{name} takes {wanted} argument{'s'[: wanted - 1]} here{more}")
        if function is assign:
            raise self.at(node, "assign(target, source) is a statement of its own")

    def check_kernel_call(self, node: ast.Call, function: FunctionType) -> None:
        name, names = function.__name__, [*function.__annotations__][:-1]
        for keyword in node.keywords:
            if keyword.arg is None:
                raise self.at(keyword, "no ** here: list the arguments")
            way = f"{name}({', '.join(names)}), each in its place"
            raise self.at(keyword, f"no arguments by name in a kernel: {way}")
        if len(node.args) > len(names):
            raise self.at(node, f"{name} takes {len(names)} arguments, not {len(node.args)}")
        if len(node.args) < len(names):
            raise self.at(node, f"{name} wants a value for {names[len(node.args)]}")

    def call(self, function: Any, given: list[Code], node: Any) -> Code:
        function = getattr(function, "in_c", function)
        kinds, name = [kind for _, kind in given], getattr(function, "__name__", "")
        if hasattr(function, "is_kernel"):
            for argument, stated, kind in zip(
                node.args, self.program.stated(function).items(), kinds, strict=True
            ):
                self.check_argument(argument, function, *stated, kind)
            with self.program.inside(self, node, function):
                return super().call(function, given, node)
        if function is len and not isinstance(kinds[0], Array):
            bad = f"len of {shown(kinds[0])}: only arrays and tables have a length"
            raise self.at(node, bad)
        if function in (int, float) and kinds[0] not in SCALARS:
            raise self.at(node, f"{name} of {shown(kinds[0])}")
        if is_math(function):
            for argument, kind in zip(node.args, kinds, strict=True):
                if kind is not float:
                    what = f"the argument of {name}"
                    raise self.at(argument, self.wants(argument, kind, float, what))
        elif function in (abs, min, max, round):
            for argument, kind in zip(node.args, kinds, strict=True):
                self.check_number(argument, kind)
            if function is round and kinds[0] is not float:
                raise self.at(node, "round takes a float")
            if len({*kinds}) > 1:
                raise self.at(node, f"{name} of an int and a float: convert one of them")
        return super().call(function, given, node)

    def check_argument(
        self, node: ast.expr, function: FunctionType, name: str, stated: Kind, kind: Kind
    ) -> None:
        """Refuses an argument of another kind than the parameter states, or than a type variable
        had in an earlier call.
        """
        what, item = f"{name} of {function.__name__}", stated
        if isinstance(stated, Array):
            if not isinstance(kind, Array) or kind.is_table != stated.is_table:
                bad = f"{what} is an array, this is {shown(kind)}"
                is_table = isinstance(kind, Array) or not isinstance(stated.item, TypeVar)
                raise self.at(node, self.wants(node, kind, stated, what) if is_table else bad)
            item = stated.item
        found = NARROW.get(kind.item, kind.item) if isinstance(stated, Array) else kind
        if isinstance(item, TypeVar):
            item = self.program.solved.setdefault((function, name), found)
        if item != found:
            wanted = stated._replace(item=item) if isinstance(stated, Array) else item
            raise self.at(node, self.wants(node, kind, wanted, what))

    def check_number(self, node: ast.expr, kind: Kind) -> None:
        if kind not in (int, float):
            bad = f"a number is wanted here, not {shown(kind)}"
            raise self.at(node, advice.BOOL_NUMBER if kind is bool else bad)

    def binary(self, op: Any, left: Code, right: Code, node: Any, is_low: bool = False) -> Code:
        kinds = (left[1], right[1])
        two: Any = getattr(node, "right", getattr(node, "value", getattr(node, "operand", None)))
        one: Any = getattr(node, "left", getattr(node, "target", two))
        if isinstance(op, ast.BitAnd | ast.BitOr) and kinds == (bool, bool):
            word = "and" if isinstance(op, ast.BitAnd) else "or"
            raise self.at(node, f"bit operations take ints; between bools write {word}")
        self.check_number(one, kinds[0])
        self.check_number(two, kinds[1])
        if bad := advice.of_operator(op, kinds, two):
            raise self.at(node, bad)
        return super().binary(op, left, right, node, is_low)


class AdvisedProgram(Program):
    """A program of such functions.

    solved: what type variables stand for, by function and parameter. around: the calls around the
    kernel that is being written, outer ones first.
    """

    writer = AdvisedFunction

    def __init__(self) -> None:
        super().__init__()
        self.signatures: dict[Any, dict[str, Kind]] = {}
        self.solved: dict[Any, Kind] = {}
        self.around: list[tuple[AdvisedFunction, ast.Call]] = []

    def stated(self, function: FunctionType) -> dict[str, Kind]:
        """Returns the kinds that a kernel's parameters state; Refused for a wrong definition."""
        if function not in self.signatures:
            try:
                self.signatures[function] = signature(function)
            except BadInput as bad:
                raise Refused(str(bad)) from bad
        return self.signatures[function]

    def call(self, function: Any, kinds: Sequence[Any]) -> tuple[str, Any]:
        self.stated(function)
        return super().call(function, kinds)

    @contextmanager
    def inside(self, caller: AdvisedFunction, node: ast.Call, function: Any) -> Iterator[None]:
        """Notes a call while its kernel is written; Refused where kernels call one another."""
        self.around.append((caller, node))
        for place, (writer, call) in enumerate(self.around):
            if writer.function is function:
                way = [later.tree.name for later, _ in self.around[place + 1 :]]
                through = f" through {', '.join(way)}" * bool(way)
                raise writer.at(call, advice.RECURSION.format(writer.tree.name, through))
        yield
        self.around.pop()
