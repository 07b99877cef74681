"""Why the translator refuses a line, and what to write instead."""

import ast
import builtins
import math
from collections.abc import Sequence
from types import FunctionType, ModuleType
from typing import Any

from botsmith.compiler import advice
from botsmith.compiler.kinds import Kind, fields_of, shown
from botsmith.compiler.signatures import short_path
from common.c_text import Array
from common.kernel import NARROW, SCALARS, Capacity, assign, is_record
from common.translate import Code, Function, Program, Refused

FUNCTIONS = (abs, min, max, int, float, round, len, range)
Told = tuple[ast.AST, str]  # the place, and the message


class ExplainedFunction(Function):
    """Writes a kernel as bots do; a refusal says file:line:column and what to write instead.

    found: the kinds of expressions so far. first: the value that gave a local its kind. created:
    the kernel's own arrays and records. parents: the node around each node. loops: the names of
    its loops.
    """

    def __init__(self, program: Program, function: FunctionType, kinds: Sequence[Any]) -> None:
        super().__init__(program, function, kinds)
        self.function = function
        self.file = short_path(function.__code__.co_filename)
        self.found: dict[ast.AST, Kind] = {}
        self.first: dict[str, ast.expr] = {}
        self.created: dict[str, Kind] = {}
        nodes = list(ast.walk(self.tree))
        self.parents = {child: node for node in nodes for child in ast.iter_child_nodes(node)}
        self.loops = {getattr(each.target, "id", "") for each in nodes if isinstance(each, ast.For)}

    def at(self, node: Any, what: str) -> Refused:
        """Returns a refusal with its place; columns count from 1."""
        return Refused(f"{self.file}:{node.lineno}:{node.col_offset + 1}: {what}")

    def refused(self, node: Any, why: str = "") -> Refused:
        explain = getattr(self, "explain_" + type(node).__name__.lower(), None)
        told = explain(node) if explain else None
        if told is None and (text := advice.NODES.get(type(node), "")):
            told = node, text
        kept = f"{why or 'not in the subset'}: {ast.unparse(node).splitlines()[0]}"
        return self.at(*(told or (node, kept)))

    def want(self, node: Any, kind: Any, is_low: bool = False) -> str:
        text, found = self.code(node, is_low)
        if found != kind:
            raise self.at(*self.mismatch(node, found, kind))
        return text

    def code(self, node: Any, is_low: bool = False) -> Code:
        text, self.found[node] = super().code(node, is_low)
        return text, self.found[node]

    def kind(self, node: Any) -> Kind:
        """Returns the kind of an expression; Refused where it has none."""
        return self.found[node] if node in self.found else self.code(node)[1]

    def meaning(self, node: ast.expr) -> Any:
        """Returns the live value of a name or `module.name`; None for a local, a field and so on.

        Refused if nothing has that name.
        """
        if isinstance(node, ast.Attribute):
            module = self.meaning(node.value)
            if not isinstance(module, ModuleType):
                return None
            if not hasattr(module, node.attr):
                raise self.at(node, f"module {module.__name__} has no {node.attr}")
            return getattr(module, node.attr)
        if not isinstance(node, ast.Name) or node.id in self.own:
            return None
        if node.id in self.names or getattr(builtins, node.id, None) in FUNCTIONS:
            return self.names.get(node.id, getattr(builtins, node.id, None))
        raise self.at(node, advice.of_builtin(node.id))

    def constant(self, node: ast.expr) -> Any:
        """Returns the exact value of an expression of constants, of any size; None for another, or
        if Python raises there: both engines do so when it is reached.
        """
        if not self.is_outside(node, True):
            return None
        lengths = {n: v.compiled for n, v in self.names.items() if isinstance(v, Capacity)}
        try:
            return eval(compile(ast.Expression(node), "", "eval"), self.names | lengths)
        except (ArithmeticError, ValueError):
            return None

    # --- a value of another kind than its place

    def mismatch(self, node: ast.expr, kind: Kind, wanted: Kind) -> Told:
        """Returns what to say of a value, by the place it goes to."""
        parent = self.parents[node]
        match parent:
            case ast.Return():
                return node, self.wants(node, kind, wanted, f"the result of {self.tree.name}")
            case ast.Assign(targets=[target]) | ast.AnnAssign(target=target):
                return node, self.wants(node, kind, wanted, ast.unparse(target))
            case ast.Subscript():
                return node, f"an index is an int, not {shown(kind)}"
            case ast.UnaryOp(op=ast.Invert()):
                return parent, "~ takes an int: write not" if kind is bool else "~ takes an int"
            case ast.Attribute():
                return parent, self.no_method(parent, kind)
            case ast.Call(func=func):
                if self.meaning(func) is range:
                    return node, self.wants(node, kind, int, "a bound of range")
                bad = f"{ast.unparse(func)} takes an int"
                return (node, advice.BOOL_NUMBER) if kind is bool else (parent, bad)
            case ast.IfExp(test=test, body=body) if test is not node:
                arms = f"one arm is {shown(self.kind(body))}, the other {shown(kind)}"
                return parent, arms + ": both must be alike"
            case ast.BoolOp(op=op, values=[one, two, *_]) if not self.is_condition(parent):
                if {*map(self.kind, parent.values)} in ({int}, {float}):
                    return parent, advice.between_numbers(op, one, two, self.kind(one))
        return node, advice.no_truth(node, kind)

    def is_condition(self, node: ast.AST) -> bool:
        """Returns True for what `if`, `while`, `not` and the like ask."""
        parent = self.parents[node]
        if isinstance(parent, ast.BoolOp):
            return self.is_condition(parent)
        return isinstance(parent, ast.UnaryOp) or getattr(parent, "test", None) is node

    def wants(self, node: ast.expr, kind: Kind, wanted: Kind, what: str) -> str:
        """Returns what to say of a value for a place of another kind; `what` names the place."""
        since = f" since line {self.first[what].lineno}" if what in self.first else ""
        here = ""
        if kind is int and wanted is float:
            here = f"{node.value!r}.0" if isinstance(node, ast.Constant) else "float(...)"
        elif kind is float and wanted is int:
            here = self.as_float(what) + f"int(...){' here' * bool(since)}"
        elif kind is bool and wanted is int:
            here = "int(flag)"
        elif kind is int and wanted is bool:
            here = "(...) != 0"
        here = ": write " * bool(here) + here
        return f"{what} is {shown(wanted)}{since}, this is {shown(kind)}{here}"

    def as_float(self, name: str) -> str:
        """Returns what would make a local a float, as `x = 0.0 there, or `."""
        if name not in self.first:
            return ""
        value = self.first[name]
        written = f"{value.value!r}.0" if isinstance(value, ast.Constant) else "float(...)"
        return f"{name} = {written} there, or "

    # --- statements

    def explain_functiondef(self, node: ast.FunctionDef) -> Told | None:
        if node is not self.tree:
            return None
        return node, f"{node.name} can end without a return of {shown(self.result)}"

    def explain_expr(self, node: ast.Expr) -> Told:
        call = node.value
        if isinstance(call, ast.Yield | ast.YieldFrom):
            return call, advice.NODES[ast.Yield]
        if not isinstance(call, ast.Call) or self.meaning(call.func) is not assign:
            return node, advice.DROPPED + ": name = ..., or leave out"
        if len(call.args) != 2:
            return node, "assign(target, source) takes two records"
        target, source = (shown(self.kind(argument)) for argument in call.args)
        return node, f"assign copies between records of one class, not {source} to {target}"

    def explain_return(self, node: ast.Return) -> Told:
        way = "write -> int, or return alone" if self.result is None else "give return a value"
        return node, f"{self.tree.name} returns {shown(self.result)}: {way}"

    def explain_assign(self, node: ast.Assign) -> Told | None:
        if node.targets[1:]:
            return node, "one name is set at a time: write two lines"
        return self.explain_store(node, node.targets[0])

    def explain_annassign(self, node: ast.AnnAssign) -> Told | None:
        if node.value is None or not isinstance(node.target, ast.Name):
            return node, advice.ANNOTATION
        return self.explain_store(node, node.target)

    def explain_augassign(self, node: ast.AugAssign) -> Told | None:
        return self.explain_store(node, node.target)

    def explain_store(self, node: Any, target: ast.expr) -> Told | None:
        """Returns why a place cannot be set, or not to this value."""
        place = ast.unparse(target)
        if place in self.created:
            return target, f"{place} is an array or record of its own: use assign, or another name"
        if place in self.fixed:
            return target, f"{place} is the name of a loop and cannot be set: take another name"
        known: Kind = self.kinds.get(place)
        kind = self.kind(node.value)
        if kind is None:
            return node.value, "this call returns nothing"
        if not isinstance(target, ast.Name):
            known = self.kind(target)
            if isinstance(target, ast.Subscript) and self.kind(target.value).is_table:
                return target, f"{ast.unparse(target.value)} is a constant table"
            if is_record(known):
                copies = f"assign({place}, ...) copies"
                return target, f"{place} is a record and stays where it is: {copies}"
            if isinstance(known, Array):
                copies = "copy its entries in a loop"
                return target, f"{place} is an array and stays where it is: {copies}"
        elif isinstance(kind, Array) and isinstance(known, Array) and known.length != kind.length:
            if place in self.parameters:
                return target, f"{place} is a parameter: take another name for another array"
            if known.item == kind.item:
                return target, f"{place} is an array of another length before"
        if isinstance(node, ast.AugAssign) and known not in (int, float):
            return target, f"a number is wanted here, not {shown(known)}"
        if not isinstance(node, ast.AugAssign):
            return self.mismatch(node.value, kind, NARROW.get(known, known))
        since = f" since line {self.first[place].lineno}" if place in self.first else ""
        way = "take a name of its own for the float"
        if since:
            way = "write " + self.as_float(place).removesuffix(", or ")
        elif not isinstance(target, ast.Name):
            way = "make the field a float, or write int(...)"
        return node, f"{place} is int{since} and would become float: {way}"

    def explain_while(self, node: ast.While) -> Told | None:
        no_else = "no else on a loop: use a bool that says how it ended"
        return (node.orelse[0], no_else) if node.orelse else None

    def explain_for(self, node: Any) -> Told | None:
        loop, target = node.iter, node.target
        if not isinstance(loop, ast.Call) or self.meaning(loop.func) is not range:
            return loop, "loops run over range(...): for index in range(len(items))"
        if not isinstance(target, ast.Name):
            return target, "a loop has one name: for index in range(...)"
        name = target.id
        if node.orelse:
            return self.explain_while(node)
        if name in self.created:
            return target, f"{name} already has a meaning: take another name for the loop"
        if name in self.parameters:
            return target, f"{name} is a parameter: take another name for the loop"
        if name in self.fixed:
            return target, f"{name} is the outer loop's name: take another one"
        if name in self.kinds:
            return target, f"{name} is the name of a loop and of a local before: take another one"
        return None

    # --- expressions

    def explain_tuple(self, node: ast.Tuple) -> Told | None:
        is_set = isinstance(node.ctx, ast.Store)
        return (node, "one name is set at a time: write a line for each") if is_set else None

    def explain_constant(self, node: ast.Constant) -> Told:
        parent = self.parents[node]
        if isinstance(parent, ast.Subscript) and parent.slice is node:
            if not isinstance(self.kind(parent.value), Array):
                return self.explain_subscript(parent) or (node, "")
        if isinstance(node.value, str) and isinstance(parent, ast.Call):
            if self.meaning(parent.func) in (int, float):
                return parent, advice.TEXT_NUMBER
        return node, advice.of_constant(node.value)

    def explain_name(self, node: ast.Name) -> Told:
        name = node.id
        if name not in self.own:
            return node, advice.not_constant(name, self.meaning(node))
        if name in self.kinds:
            return node, f"{name} has no value on some way to this line: set it before"
        if name in self.loops:
            return node, f"{name} is read after its loop: keep the value in another name"
        if name in self.names:
            return node, (
                f"{name} is set in this kernel, so it is no constant of the module: "
                "what changes lives in a record that is handed in"
            )
        return node, f"{name} is read before it has a value"

    def explain_attribute(self, node: ast.Attribute) -> Told:
        if (value := self.meaning(node)) is not None:
            return node, advice.not_constant(ast.unparse(node), value)
        owner = self.kind(node.value)
        if not is_record(owner):
            return node, f"{shown(owner)} has no field {node.attr}"
        has = f"it has {', '.join(fields_of(owner))}{advice.class_member(owner, node.attr)}"
        return node, f"{shown(owner)} has no field {node.attr}; {has}"

    def explain_subscript(self, node: ast.Subscript) -> Told | None:
        if isinstance(node.slice, ast.Slice):
            return node, advice.NODES[ast.Slice]
        owner, place = self.kind(node.value), ast.unparse(node.value)
        if not isinstance(owner, Array):
            field = getattr(node.slice, "value", None)
            way = f": write {place}.{field}" if isinstance(field, str) else ""
            return node, f"{shown(owner)} has no entries{way}"
        index, last = self.constant(node.slice), owner.length - 1
        if index is None or 0 <= index <= last:
            return None
        way = f"; from the end write {place}[len({place}) - 1]"
        if index >= 0:
            way = ", even if this line is never reached: clamp it with max(0, ...) and "
            way += f"min(..., {last})"
        return node, f"{ast.unparse(node)}: the index is outside of 0..{last}{way}"

    def explain_unaryop(self, node: ast.UnaryOp) -> Told | None:
        is_plus = isinstance(node.op, ast.UAdd)
        return (node, "no + before a value: leave it out") if is_plus else None

    def explain_compare(self, node: ast.Compare) -> Told:
        parts = [node.left, *node.comparators]
        for operator, part in zip(node.ops, node.comparators, strict=True):
            if isinstance(operator, ast.In | ast.NotIn):
                return node, "no 'in': compare with each value, or index an array of bools"
            if isinstance(operator, ast.Is | ast.IsNot):
                return part, "no 'is': compare numbers, for instance the records' indices"
        kinds = [*map(self.kind, parts)]
        if {int, float} <= {*kinds}:
            ints = [part for part in parts if type(getattr(part, "value", None)) is int]
            way = f"write {ast.unparse(ints[0])}.0" if ints else advice.CONVERT
            return node, f"an int is compared with a float: {way}"
        if kinds[0] in SCALARS and len({*kinds}) == 1:
            return node, "a chain of comparisons calls no kernel: give its value a name first"
        other = next((kind for kind in kinds if kind != kinds[0]), kinds[0])
        way = ": compare their fields" if is_record(kinds[0]) and other == kinds[0] else ""
        way = ": write flag, or not flag" if {bool, int} <= {*kinds} else way
        return node, f"{shown(kinds[0])} is compared with {shown(other)}{way}"

    def explain_call(self, node: ast.Call) -> Told:
        if isinstance(node.func, ast.Attribute) and self.meaning(node.func) is None:
            return node, self.no_method(node.func, self.kind(node.func.value))
        return node, f"{ast.unparse(node.func)} is no kernel"

    def no_method(self, node: ast.Attribute, kind: Kind) -> str:
        way = advice.METHODS.get(node.attr, f"write a kernel, {node.attr}(...)")
        return f"{shown(kind)} has no method {node.attr} in the subset: {way}"


def is_math(value: object) -> bool:
    """Returns True for a function of `math`."""
    name = getattr(value, "__name__", "")
    return bool(name) and getattr(math, name, None) is value
