"""Explains why the translator refuses a line: file:line:column, and what to write instead."""

import ast
import builtins
import inspect
import linecache
import sys
from collections.abc import Sequence
from types import FunctionType, ModuleType
from typing import Any

from botsmith.compiler import advice
from botsmith.compiler.advice import is_math, kind_name
from botsmith.errors import BadInput
from botsmith.paths import short_path
from common.c_text import C_NAMES, Array
from common.kernel import NARROW, SCALARS, Capacity, assign, is_record
from common.translate import Code, Function, Program, Refused

FUNCTIONS = (abs, min, max, int, float, round, len, range, enumerate)
Finding = tuple[Any, str]  # the place, a node, and the message


class Unknown(Refused):
    """A refusal for a name whose first value was refused. Later uses of the name are not reported
    again.
    """


class ExplainedFunction(Function):
    """One kernel.

    first: for each local, the node that gave it its kind, if possible its first value
    parents: for each node, the node around it
    unknown: locals whose first value was refused
    """

    program: "ExplainedProgram"

    def __init__(self, program: Program, function: FunctionType, kinds: Sequence[Any]) -> None:
        code = function.__code__
        self.function = function
        self.path = short_path(code.co_filename)
        self.first: dict[str, ast.expr] = {}
        self.unknown: set[str] = set()
        self.has_refused = False
        odd = "a lambda is no kernel: write it with def" * (code.co_name == "<lambda>")
        if odd := odd or "no async in a kernel: write def alone" * bool(
            code.co_flags & inspect.CO_COROUTINE
        ):
            raise Refused(f"{self.path}:{code.co_firstlineno}:1: {odd}")
        if linecache.getline(code.co_filename, code.co_firstlineno).lstrip().startswith("def "):
            odd = f"{code.co_name}: {advice.ALONE}"
            raise Refused(f"{self.path}:{code.co_firstlineno}:1: {odd}")
        try:
            super().__init__(program, function, kinds)
        except ValueError:  # of a default
            raise self.at(*(self.bad_definition() or (self.tree, "other kinds"))) from None
        self.own |= advice.set_from_elsewhere(code.co_filename, function.__globals__)
        nodes = list(ast.walk(self.tree))
        self.parents = {child: node for node in nodes for child in ast.iter_child_nodes(node)}
        for node in nodes:
            if isinstance(node, ast.Yield | ast.YieldFrom):  # maybe where no line is translated
                raise self.at(node, advice.NODES["Yield"])
        if mistake := self.bad_definition():
            raise self.at(*mistake)

    def write(self) -> str:
        self.program.around.append(self)
        try:
            return super().write()
        except Refused as refusal:
            if not self.has_refused:  # else its end may be reached for that alone
                self.program.refuse(refusal)
            return ""
        finally:
            self.program.around.pop()

    def statement(self, node: ast.stmt) -> bool:
        """Writes a statement. After a refused statement it continues, to find further refusals."""
        try:
            return super().statement(node)
        except Refused as refusal:
            self.program.refuse(refusal)
            self.has_refused = True
            if advice.TOO_DEEP not in str(refusal):
                self.write_blocks(node)
            return True

    def write_blocks(self, node: Any) -> None:
        """Writes the blocks of a refused statement. Names that it sets become unknown, or keep
        their kind.
        """
        blocks = [getattr(node, name, None) or [] for name in ("body", "orelse", "finalbody")]
        inside = {each for block in blocks for statement in block for each in ast.walk(statement)}
        names = [*getattr(node, "names", ())]  # of an import, a global
        names = [getattr(each, "asname", None) or getattr(each, "name", each) for each in names]
        for each in ast.walk(node):
            if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store):
                names += [each.id] * (each not in inside)
        for name in names:
            (self.sure if name in self.kinds else self.unknown).add(name)
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            for block in filter(None, blocks):
                self.block(block)

    def Name(self, node: ast.Name, is_low: bool) -> Code:
        if node.id in self.unknown - {*self.kinds}:
            raise Unknown
        return super().Name(node, is_low)

    def at(self, node: Any, what: str) -> Refused:
        """Returns a refusal with its place; columns count from 1."""
        return Refused(f"{self.path}:{node.lineno}:{node.col_offset + 1}: {what}")

    def is_outside(self, node: Any, is_top: bool = False) -> bool:
        is_attribute = isinstance(node, ast.Attribute) and ast.unparse(node) in self.own
        return not is_attribute and super().is_outside(node, is_top)

    def refused(self, node: Any) -> Refused:
        if isinstance(sys.exc_info()[1], RecursionError):  # an explanation would end so, too
            return self.at(node, advice.TOO_DEEP)
        name = type(node).__name__
        explain = getattr(self, "explain_" + name.lower(), None)
        text = advice.NODES.get(name) or f"not in the subset: {ast.unparse(node).splitlines()[0]}"
        return self.at(*((explain(node) if explain else None) or (node, text)))

    def kind(self, node: Any) -> Any:
        """Returns the kind of an expression. Raises Refused if it has none."""
        return self.code(node)[1]

    def meaning(self, node: ast.expr) -> Any:
        """Returns the value, at the time of translation, of a name or `module.name`; None for a
        local, a field and so on.

        Raises Refused for an unknown name.
        """
        if isinstance(node, ast.Attribute):
            module = self.meaning(node.value)
            if not isinstance(module, ModuleType):
                return None
            if not hasattr(module, node.attr):
                near = advice.nearest(node.attr, dir(module))
                raise self.at(node, f"module {module.__name__} has no {node.attr}{near}")
            return getattr(module, node.attr)
        if not isinstance(node, ast.Name) or node.id in self.own:
            return None
        builtin = getattr(builtins, node.id, None)
        if node.id in self.names or builtin in FUNCTIONS:
            return self.names.get(node.id, builtin)
        raise self.at(node, advice.of_builtin(node.id, [*self.names, *self.own]))

    def constant(self, node: ast.expr) -> Any:
        """Returns the exact value, of any size, of an expression of constants. Returns None for
        another expression, or if Python raises an exception there, as both engines then do at run
        time.
        """
        if not self.is_outside(node, True):
            return None
        lengths = {n: v.compiled for n, v in self.names.items() if isinstance(v, Capacity)}
        try:
            return eval(compile(ast.Expression(node), "", "eval"), self.names | lengths)
        except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError):
            return None

    def is_new(self, name: str) -> bool:
        """Returns True for an array or record that the kernel has made."""
        return name in self.fixed and self.kinds[name] is not int

    # --- a value of another kind than its place

    def want(self, node: Any, kind: Any, is_low: bool = False) -> str:
        text, found = self.code(node, is_low)
        if found != kind:
            raise self.at(*self.mismatch(node, found, kind))
        return text

    def truth(self, node: ast.expr) -> str:
        try:
            return super().truth(node)
        except ValueError:
            raise self.at(node, advice.no_truth(node, self.kind(node))) from None

    def store(self, target: Any, text: str, kind: Any, node: Any) -> None:
        if bad := self.bad_store(target, NARROW.get(kind, kind), node):
            raise self.at(*bad)
        is_new = isinstance(target, ast.Name) and target.id not in self.kinds
        super().store(target, text, kind, node)
        if is_new:
            self.first[target.id] = self.value_for(target, node) or target

    def mismatch(self, node: ast.expr, kind: Any, wanted: Any) -> Finding:
        """Returns an explanation of why a value does not fit its place.

        kind: the value's
        wanted: the place's
        """
        parent = self.parents[node]
        match parent:
            case ast.Subscript():
                return node, f"an index is an int, not {kind_name(kind)}"
            case ast.UnaryOp(op=ast.Invert()):
                return parent, "~ takes an int" + ": write not" * (kind is bool)
            case ast.Attribute():
                return parent, self.no_method(parent, kind)
            case ast.Call(func=func):
                if self.meaning(func) is range:
                    return node, self.misfit(node, kind, int, "a bound of range")
                bad = f"{ast.unparse(func)} takes an int"
                return (node, advice.BOOL_NUMBER) if kind is bool else (parent, bad)
            case ast.IfExp(test=test, body=body) if test is not node:
                arms = f"one arm is {kind_name(self.kind(body))}, the other {kind_name(kind)}"
                return parent, arms + ": both must be alike"
            case ast.BoolOp(op=op, values=[one, two, *_]) if not self.is_condition(parent):
                if {*map(self.kind, parent.values)} in ({int}, {float}):
                    return parent, advice.between_numbers(op, one, two, self.kind(one))
        return node, advice.no_truth(node, kind)

    def is_condition(self, node: ast.AST) -> bool:
        """Returns True if a node is the condition of `if`, `while`, `not` and the like."""
        parent = self.parents[node]
        if isinstance(parent, ast.BoolOp):
            return self.is_condition(parent)
        return isinstance(parent, ast.UnaryOp) or getattr(parent, "test", None) is node

    def misfit(self, node: ast.expr | None, kind: Any, wanted: Any, what: str) -> str:
        """Returns an explanation of why a value's kind does not fit its place.

        node: the value's expression, None if there is none
        kind: the kind of the value
        wanted: the kind of the place
        what: the place, in words
        """
        since, here = self.since(what), ""
        if (kind, wanted) == (int, float):
            here = f"{node.value!r}.0" if isinstance(node, ast.Constant) else "float(...)"
        elif (kind, wanted) == (float, int):
            here = self.as_float(what) + f"int(...){' here' * bool(since)}"
        elif (kind, wanted) == (bool, int):
            here = "int(flag)"
        elif (kind, wanted) == (int, bool):
            here = "(...) != 0"
        here = ": write " * bool(here) + here
        return f"{what} is {kind_name(wanted)}{since}, this is {kind_name(kind)}{here}"

    def since(self, name: str) -> str:
        return f" since line {self.first[name].lineno}" if name in self.first else ""

    def as_float(self, name: str) -> str:
        """Returns the advice that makes a local a float, `x = 0.0 there, or ` for example."""
        value = self.first.get(name)
        if value is None or isinstance(getattr(value, "ctx", None), ast.Store):
            return ""
        written = f"{value.value!r}.0" if isinstance(value, ast.Constant) else "float(...)"
        return f"{name} = {written} there, or "

    # --- why the translator refuses a statement

    def bad_definition(self) -> Finding | None:
        """Returns the mistake in the kernel's parameters, its result or its defaults; None without
        one.
        """
        arguments, stated = self.tree.args, self.function.__annotations__
        for odd in filter(None, (arguments.vararg, arguments.kwarg, *arguments.kwonlyargs)):
            way = "a kernel has plain parameters, no * and no **: Numbers[int] or Records[...]"
            return odd, f"{odd.arg}: {way} holds many"
        for argument in arguments.posonlyargs + arguments.args:
            name = argument.arg
            if name not in stated:
                plain = "a kernel is a plain function: take it out of the class"
                way = plain if name == "self" else "int, float, bool, a record"
                return argument, f"{name} needs an annotation: {way}"
            if bad := advice.bad_annotation(name, stated[name]):
                return argument, bad
        if stated.get("return", ...) not in (*SCALARS, None):
            way = f"and says so with ->; {advice.RESULTS}"
            return self.tree, f"{self.tree.name} returns int, float, bool or None, {way}"
        names = [each.arg for each in arguments.posonlyargs + arguments.args]
        values = self.function.__defaults__ or ()
        nodes = zip(arguments.defaults, values, names[len(names) - len(values) :], strict=True)
        for node, value, name in nodes:
            wanted: Any = stated[name]
            if wanted in SCALARS and type(value) is not wanted and not isinstance(value, Capacity):
                what = f"the default of {name}"
                return node, self.misfit(node, type(value), wanted, what)
        return None

    def explain_functiondef(self, node: ast.FunctionDef) -> Finding | None:
        if node is not self.tree:
            return None
        without = f"{node.name} can end without a return of "
        return self.bad_definition() or (node, without + kind_name(self.result))

    def explain_return(self, node: ast.Return) -> Finding:
        name, value = self.tree.name, node.value
        if value is None or self.result is None:
            way = "write -> int, or return alone" if self.result is None else "give return a value"
            return node, f"{name} returns {kind_name(self.result)}: {way}"
        return value, self.misfit(value, self.kind(value), self.result, f"the result of {name}")

    def explain_assign(self, node: ast.Assign) -> Finding | None:
        target, value = node.targets[0], node.value
        if isinstance(value, ast.Tuple) and len(node.targets) == 1:
            if isinstance(target, ast.Tuple | ast.List):
                return self.bad_parts(target, tuple(value.elts), node)
            return value, advice.NODES["Tuple"]
        return node, "what is new has one name: write a line for each"

    def explain_annassign(self, node: ast.AnnAssign) -> Finding | None:
        if node.value is None or not isinstance(node.target, ast.Name):
            return node, advice.ANNOTATION
        return None

    def explain_augassign(self, node: ast.AugAssign) -> Finding | None:
        target = node.target
        if bad := self.operands(node, target, node.value) or self.fixed_place(target):
            return bad
        place, way = ast.unparse(target), "take a name of its own for the float"
        if place in self.first:
            way = "write " + (self.as_float(place).removesuffix(", or ") or f"float({place}) there")
        elif not isinstance(target, ast.Name):
            way = "make the field a float, or write int(...)"
        return node, f"{place} is int{self.since(place)} and would become float: {way}"

    def fixed_place(self, target: ast.expr) -> Finding | None:
        """Returns why no value can be stored in a place; None if it can."""
        place = ast.unparse(target)
        if isinstance(target, ast.Name):
            own = f"{place} is an array or record of its own: use assign, or another name"
            return (target, own) if place in self.fixed else None
        if isinstance(target, ast.Subscript) and isinstance(target.slice, ast.Slice):
            return target, advice.NODES["Slice"]
        if isinstance(target, ast.Subscript):
            owner = self.kind(target.value)
            if isinstance(owner, Array) and owner.is_table:
                return target, f"{ast.unparse(target.value)} is a constant table"
        kind = self.kind(target)
        if kind in (*C_NAMES, *NARROW):
            return None
        what, way = "an array", "copy its entries in a loop"
        if is_record(kind):
            what, way = "a record", f"assign({place}, ...) copies"
        return target, f"{place} is {what} and stays where it is: {way}"

    def bad_store(self, target: ast.expr, kind: Any, node: Any) -> Finding | None:
        """Returns why a statement cannot store a value in a target; None if it can.

        kind: the kind of the value; int and float count as 64 bits wide
        """
        if isinstance(target, ast.Tuple | ast.List):
            return self.bad_parts(target, kind, node)
        value, place = self.value_for(target, node), ast.unparse(target)
        if kind is None:
            return value or target, "this call returns nothing"
        if bad := self.fixed_place(target):
            return bad
        if isinstance(kind, tuple) and not isinstance(kind, Array):
            names = ", ".join("xyzuvw"[: len(kind)])
            return value or target, f"these are {len(kind)} values: {names} = ..."
        known: Any = self.kinds.get(place) if isinstance(target, ast.Name) else self.kind(target)
        if known is None or NARROW.get(known, known) == kind:
            return None
        if isinstance(kind, Array) and isinstance(known, Array) and known.length != kind.length:
            if place in self.parameters:
                return target, f"{place} is a parameter: take another name for another array"
            if known.item == kind.item:
                return target, f"{place} is an array of another length before"
        return value or target, self.misfit(value, kind, NARROW.get(known, known), place)

    def bad_parts(self, target: ast.Tuple | ast.List, kind: Any, node: Any) -> Finding | None:
        """Returns why a value cannot be split into several targets; None if it can."""
        count = len(target.elts)
        for each in target.elts:
            if isinstance(each, ast.Starred):
                return each, "no * here: name each part"
        if isinstance(node, ast.For) and not isinstance(kind, tuple) and target is node.target:
            way = "for name in ..., or enumerate(...)"
            return target, f"one value a round, {kind_name(kind)}: {way}"
        if not isinstance(kind, tuple):
            way = "name them, as in x, y = pod.x, pod.y"
            return target, f"{kind_name(kind)} has no parts: {way}"
        found = kind.length if isinstance(kind, Array) else len(kind)
        if found != count:
            return target, f"{count} names for {found} values"
        return None

    def value_for(self, target: ast.expr, node: Any) -> ast.expr | None:
        """Returns the expression whose value is stored in a target; None if the target has no
        expression of its own.
        """
        value = getattr(node, "value", None)
        around = self.parents[target]
        if around is node:
            return value
        if isinstance(value, ast.Tuple) and isinstance(around, ast.Tuple | ast.List):
            if self.parents[around] is node and len(value.elts) == len(around.elts):
                return value.elts[around.elts.index(target)]
        return None

    def explain_while(self, node: Any) -> Finding | None:
        no_else = "no else on a loop: use a bool that says how it ended"
        return (node.orelse[0], no_else) if node.orelse else None

    def explain_for(self, node: ast.For) -> Finding | None:
        loop = node.iter
        if node.orelse:
            return self.explain_while(node)
        function = self.meaning(loop.func) if isinstance(loop, ast.Call) else None
        if not isinstance(loop, ast.Call) or function not in (range, enumerate):
            return loop, f"{advice.LOOP}, this is {kind_name(self.kind(loop))}"
        if function is enumerate:
            if len(loop.args) != 1 or loop.keywords:
                return loop, "enumerate takes one array or table, and counts from 0: add the start"
            kind = kind_name(self.kind(loop.args[0]))
            return loop, f"enumerate takes an array or a table, not {kind}"
        if not 1 <= len(loop.args) <= 3 or loop.keywords:
            return loop, "range takes one to three ints"
        step = self.outside(loop.args[2]) if loop.args[2:] else 1
        if type(step) is not int or not step:
            return loop.args[2], "the step of a range is a constant int other than 0"
        return None

    # --- why it refuses an expression

    def explain_tuple(self, node: ast.Tuple) -> Finding | None:
        parent = self.parents[node]
        if isinstance(parent, ast.Return):
            return node, f"{self.tree.name} returns one value: {advice.RESULTS}"
        return (parent, advice.IN) if isinstance(parent, ast.Compare) else None

    def explain_constant(self, node: ast.Constant) -> Finding:
        parent = self.parents[node]
        if isinstance(parent, ast.Subscript) and not isinstance(self.kind(parent.value), Array):
            return self.explain_subscript(parent) or (node, "")
        if isinstance(node.value, str) and isinstance(parent, ast.Call):
            if self.meaning(parent.func) in (int, float):
                way = "a large number such as 1.0e300 for infinity"
                return parent, f"no text in a kernel; {way}"
        return node, advice.of_constant(node.value)

    def explain_name(self, node: ast.Name) -> Finding:
        name, parent = node.id, self.parents[node]
        if isinstance(parent, ast.Attribute) and self.meaning(parent) is not None:
            return self.explain_attribute(parent)
        if name not in self.own:
            return node, advice.not_constant(name, self.meaning(node))
        if name in self.kinds:
            return node, f"{name} has no value on some way to this line: set it before"
        if name in self.names:
            where = "in this kernel"
            if name not in self.function.__code__.co_varnames:
                found = advice.setter_of(self.function.__code__.co_filename, name)
                where = f"by {found or 'a function'}"
            what = f"{name} is set {where}, so it is no constant of the module"
            return node, f"{what}: {advice.HANDED_IN}"
        near = advice.nearest(name, [*self.kinds, *self.names])
        return node, f"{name} is read before it has a value{near}"

    def explain_attribute(self, node: ast.Attribute) -> Finding:
        if (place := ast.unparse(node)) in self.own:
            return node, f"{place} is set by a function, so it is no constant: {advice.HANDED_IN}"
        if (value := self.meaning(node)) is not None:
            return node, advice.not_constant(ast.unparse(node), value)
        owner = self.kind(node.value)
        has = ""
        if is_record(owner):
            member = advice.class_member(owner, node.attr)
            near = advice.nearest(node.attr, owner.kernel_fields)
            has = near or f"; it has {', '.join(owner.kernel_fields)}{member}"
        return node, f"{kind_name(owner)} has no field {node.attr}{has}"

    def explain_subscript(self, node: ast.Subscript) -> Finding | None:
        owner, place = self.kind(node.value), ast.unparse(node.value)
        if not isinstance(owner, Array):
            field = getattr(node.slice, "value", None)
            way = f": write {place}.{field}" if isinstance(field, str) else ""
            return node, f"{kind_name(owner)} has no entries{way}"
        index, last = self.constant(node.slice), owner.length - 1
        if type(index) is not int or -owner.length <= index <= last:
            return None
        way = f"even if this line is never reached: clamp it with max(0, ...) and min(..., {last})"
        return node, f"{ast.unparse(node)}: the index is outside of 0..{last}, {way}"

    def explain_unaryop(self, node: ast.UnaryOp) -> Finding | None:
        if isinstance(node.op, ast.UAdd):
            return node, "no + before a value: leave it out"
        return self.operands(node, node.operand, node.operand)

    def explain_binop(self, node: ast.BinOp) -> Finding | None:
        return self.operands(node, node.left, node.right)

    def operands(self, node: Any, one: ast.expr, two: ast.expr) -> Finding | None:
        """Returns a finding if the subset lacks an operation between two values, else None."""
        kinds = self.kind(one), self.kind(two)
        if isinstance(node.op, ast.BitAnd | ast.BitOr) and kinds == (bool, bool):
            word = "and" if isinstance(node.op, ast.BitAnd) else "or"
            return node, f"bit operations take ints; between bools write {word}"
        for part, kind in zip((one, two), kinds, strict=True):
            if kind not in (int, float):
                return self.no_number(part, kind)
        bad = advice.of_operator(node.op, kinds)
        return (node, bad) if bad and isinstance(node, ast.BinOp | ast.AugAssign) else None

    def no_number(self, node: ast.expr, kind: Any) -> Finding:
        bad = f"a number is wanted here, not {kind_name(kind)}"
        return node, advice.BOOL_NUMBER if kind is bool else bad

    def explain_compare(self, node: ast.Compare) -> Finding:
        parts = [node.left, *node.comparators]
        for operator, part in zip(node.ops, node.comparators, strict=True):
            if isinstance(operator, ast.In | ast.NotIn):
                return node, advice.IN
            if isinstance(operator, ast.Is | ast.IsNot):
                return part, "no 'is': compare numbers, for instance the records' indices"
        kinds = [*map(self.kind, parts)]
        if {int, float} <= {*kinds}:
            ints = [part for part in parts if type(getattr(part, "value", None)) is int]
            way = f"write {ast.unparse(ints[0])}.0" if ints else "convert one side, float(n)"
            return node, f"an int is compared with a float: {way}{' or int(x)' * (not ints)}"
        if kinds[0] in SCALARS and len({*kinds}) == 1:
            return node, "a chain of comparisons calls no kernel: give its value a name first"
        other = next((kind for kind in kinds if kind != kinds[0]), kinds[0])
        way = ": compare their fields" if is_record(kinds[0]) and other == kinds[0] else ""
        way = ": write flag, or not flag" if {bool, int} <= {*kinds} else way
        return node, f"{kind_name(kinds[0])} is compared with {kind_name(other)}{way}"

    def explain_call(self, node: ast.Call) -> Finding | None:
        if isinstance(node.func, ast.Attribute) and self.meaning(node.func) is None:
            return node, self.no_method(node.func, self.kind(node.func.value))
        function, kinds = self.meaning(node.func), [*map(self.kind, node.args)]
        function, name = getattr(function, "in_c", function), ast.unparse(node.func)
        if hasattr(function, "is_kernel"):
            chain = [each.function for each in self.program.around]
            if function in chain:
                between = [each.__name__ for each in chain[chain.index(function) + 1 :]]
                through = f" through {', '.join(between)}" * bool(between)
                what = "no recursion in a kernel: write a loop, with a stack in a record"
                return node, f"{function.__name__} calls itself{through}: {what}"
            return node, f"a default of {name} is no int, float or bool: hand the value in"
        if function is assign:
            target, source = map(kind_name, kinds)
            return node, f"assign copies between records of one class, not {source} to {target}"
        if function is len:
            return node, f"len of {kind_name(kinds[0])}: only arrays and tables have a length"
        if function in (int, float):
            return node, f"{name} of {kind_name(kinds[0])}"
        for argument, kind in zip(node.args, kinds, strict=True):
            if kind not in (int, float) and (is_math(function) or function in FUNCTIONS):
                return self.no_number(argument, kind)
        if len({*kinds}) > 1:
            return node, f"{name} of an int and a float: convert one of them"
        return node, "round takes a float" if function is round else f"{name} is no kernel"

    def no_method(self, node: ast.Attribute, kind: Any) -> str:
        way = advice.METHODS.get(node.attr, f"write a kernel, {node.attr}(...)")
        return f"{kind_name(kind)} has no method {node.attr} in the subset: {way}"


class ExplainedProgram(Program):
    """A program of explained functions.

    around: the functions being written, the outer one first
    refusals: all refusals, each once, in the order of writing
    """

    def __init__(self) -> None:
        super().__init__()
        self.around: list[ExplainedFunction] = []
        self.refusals: list[str] = []

    def refuse(self, refusal: Refused) -> None:
        if not isinstance(refusal, Unknown) and str(refusal) not in self.refusals:
            self.refusals.append(str(refusal))

    def check(self) -> None:
        """Raises BadInput with the first refusal, if there is one."""
        for refusal in self.refusals:
            raise BadInput(refusal)

    def entry(self, function: Any, kinds: Sequence[Any]) -> None:
        try:
            super().entry(function, kinds)
        except Refused as refusal:
            self.refuse(refusal)
