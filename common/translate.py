"""Kernels to C when the bot starts: a C function for each kernel and kinds of its arguments.

Constants are what their names stand for now. C keeps Python's order of evaluation, rounding and
exceptions: where Python raises one, or an int leaves 64 bits, C stops and tells the line (a trap).
What is not known here is refused with its line.
"""

import ast
import builtins
import linecache
import math
import re
from collections.abc import Callable, Sequence
from functools import cache
from types import FunctionType
from typing import Any

from common.c_text import C_NAMES, RESULTS, Array, Types, call, number, width
from common.engine import Result
from common.kernel import NARROW, SCALARS, assign, is_record, numbers, records

SIGNS = {ast.Add: "+", ast.Sub: "-", ast.Mult: "*"}
BITWISE = {ast.BitAnd: "&", ast.BitOr: "|", ast.BitXor: "^"}
ORDER = {ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=", ast.Eq: "==", ast.NotEq: "!="}
LOW = (*SIGNS, *BITWISE, ast.LShift)  # whose low bits come from low bits alone
FIXED = (*SCALARS, tuple, type(math), type(None))  # what a constant may be made of
CALL = "call_"  # starts the C name of a kernel
ANOTHER = "of another kind"
Code = tuple[str, Any]  # C, and the kind of its value: int, float, bool, a record's class, an Array


class Refused(Exception):
    """Says why and where a kernel is refused."""


class Unfit(Exception):
    """Says why alone."""


@cache
def changing(path: str) -> set[str]:
    """Returns the globals that functions of a file set: they are no constants."""
    text = "".join(linecache.getlines(path)).replace("\\\n", "")
    said = re.findall(r"[\n:;][ \t]*global\b([\w, \t]+)", text)
    return {*re.findall(r"\w+", ",".join(said))}


def read(code: Any) -> Any:
    """Returns the tree of a decorated function, read alone: the whole file takes thrice as long."""
    lines, first = [*linecache.getlines(code.co_filename), "end"], code.co_firstlineno - 1
    last = max(line or 0 for *_, line in code.co_lines())
    edge = len(lines[first]) - len(lines[first].lstrip())
    while not lines[last][: edge + 1].strip(" \t\n)]}"):
        last += 1
    text = "\n" * (first - 1) + "if 1:" * (edge > 0) + "\n" + "".join(lines[first:last])
    body: Any = ast.parse(text).body
    (tree,) = body[0].body if edge else body
    tree.decorator_list.pop()
    return {code.co_name: tree}[tree.name]


class Function:
    """Translates one kernel for arguments of certain kinds.

    kinds: of parameters and locals so far
    sure: names that have a value here
    fixed: names that cannot be set
    """

    has_break = False  # the loop around
    depth = 0  # open blocks

    def __init__(self, program: "Program", function: FunctionType, kinds: Sequence[Any]) -> None:
        code = function.__code__
        self.program = program
        try:
            self.tree = read(code)
        except Exception:
            why = "the file cannot be read or has changed: "
            raise Refused(why + code.co_filename)  # noqa: B904
        self.file = code.co_filename.rpartition("/")[2]
        cells = [cell.cell_contents for cell in function.__closure__ or ()]
        self.names = function.__globals__ | dict(zip(code.co_freevars, cells))  # noqa: B905
        self.name = CALL + str(len(program.functions)) + "_" + function.__name__
        stated = [*function.__annotations__.values()]
        if len(stated) != code.co_argcount + 1 or function.__defaults__:
            raise self.refused(self.tree)
        self.result = stated.pop()
        if any(one is not two and one in C_NAMES for one, two in zip(stated, kinds, strict=True)):
            raise Unfit("other kinds")
        self.parameters = code.co_varnames[: len(stated)]
        self.kinds = dict(zip(self.parameters, kinds))  # noqa: B905
        self.own = {*code.co_varnames, *code.co_cellvars} | changing(code.co_filename)
        self.sure = {*self.parameters}
        self.fixed: set[str] = set()
        self.lines: list[str] = []
        self.put = self.lines.append

    def write(self) -> str:
        """Returns the C function, after what it calls."""
        if self.block(self.tree.body) and self.result:
            raise self.refused(self.tree, "may end without a result")
        texts = {name: self.program.declare(kind, name + "_") for name, kind in self.kinds.items()}
        given = ", ".join(map(texts.pop, self.parameters))
        new = [text + ";" for name, text in texts.items() if name not in self.fixed]
        head = "static inline " + C_NAMES[self.result] + " " + call(self.name, given) + "{"
        return "\n".join([head, *new, *self.lines, "}"])

    def refused(self, node: Any, why: str = "not in the subset") -> Refused:
        text = ast.unparse(node).splitlines()[0]
        return Refused(f"{self.file}:{node.lineno}: {why}: {text}")

    def tried(self, make: Callable[..., Result], node: Any, *more: Any) -> Result:
        """Returns make(node, *more); raises Refused with the line if that fails."""
        try:
            return make(node, *more)
        except Refused:
            raise
        except Unfit as error:
            raise self.refused(node, str(error))  # noqa: B904
        except Exception:
            raise self.refused(node)  # noqa: B904

    # --- statements: whether their end is reached

    def block(self, nodes: list[ast.stmt]) -> bool:
        self.depth += 1
        is_reached = all(map(self.statement, nodes))
        self.depth -= 1
        return is_reached

    def statement(self, node: ast.stmt) -> bool:
        return self.tried(self.compound if hasattr(node, "body") else self.simple, node)

    def simple(self, node: ast.stmt) -> bool:
        match node:
            case ast.Pass() | ast.Expr(value=ast.Constant()):
                pass
            case ast.Break() | ast.Continue():
                self.has_break |= type(node) is ast.Break
                self.put(type(node).__name__.lower() + ";")
                return False
            case ast.Return(value=value):
                if (value is None) != (self.result is None):
                    raise Unfit(ANOTHER)
                self.put("return " + (self.want(value, self.result) if value else "") + ";")
                return False
            case ast.Expr(value=ast.Call(func=func, args=arguments) as value):
                if self.outside(func) is assign:
                    (target, kind), (source, other) = map(self.code, arguments)
                    if kind != other or not is_record(kind):
                        raise Unfit(ANOTHER)
                    self.put(self.in_order("COPY", target, source) + ";")
                else:
                    self.put(self.code(value)[0] + ";")
            case ast.Assign(targets=[ast.Name(id=name)], value=value) | ast.AnnAssign(
                target=ast.Name(id=name), value=ast.expr() as value
            ):
                self.set(name, value, node)
            case ast.Assign(targets=[target], value=value):
                place, kind = self.stored(target)  # Python, too, works out the value first
                text = self.want(value, NARROW.get(kind, kind))
                self.put(call("SET", place, self.fit(text, kind, node)))
            case ast.AugAssign(target=target, op=op, value=value):
                place, kind = self.stored(target)
                wide = NARROW.get(kind, kind)
                text, other = self.binary(op, ("*old", wide), self.code(value), node)
                if other is not wide:
                    raise Unfit(ANOTHER)
                self.put(call("CHANGE", place, self.fit(text, kind, node)))
            case _:
                raise ValueError
        return True

    def stored(self, target: Any) -> Code:
        text, kind = self.tried(self.expression, target, False)
        is_row = type(target) is ast.Subscript and self.code(target.value)[1].is_table
        if kind not in C_NAMES or is_row or getattr(target, "id", "") in self.fixed:
            raise Unfit("cannot be set")
        return text, kind

    def fit(self, text: str, kind: Any, node: Any) -> str:
        """Returns a value for a place; C stops where it is too large."""
        return call("fit_" + C_NAMES[kind], text, self.place(node)) if kind in NARROW else text

    def set(self, name: str, value: Any, node: Any) -> None:
        """Sets a local to a value, which may be a new array or record of zeros."""
        made = type(value) is ast.Call and self.outside(value.func)
        if made in (numbers, records) or is_record(made):
            kind = made
            if value.args:
                kind = Array(*map(self.outside, value.args))
                made = kind.item
            if name in self.kinds or self.depth > 1 or getattr(made, "kernel_given", None):
                raise Unfit("not new, at the top and of zeros")
            if width(kind) > 2**16:
                raise Unfit("too long for a local")
            self.put(self.program.base(kind) + " " + name + f"_[{width(kind)}] = {{0}};")
            self.fixed.add(name)
        else:
            text, kind = self.code(value)
            stated = self.outside(node.annotation) if type(node) is ast.AnnAssign else kind
            place = self.kinds.get(name, stated)
            if kind is NARROW.get(place):
                kind = place
            self.put(name + "_ = " + self.fit(text, kind, node) + ";")
            if kind is None or name in self.fixed:
                raise Unfit("cannot be set")
        if self.kinds.setdefault(name, kind) != kind:
            raise Unfit(ANOTHER)
        self.sure.add(name)

    def compound(self, node: Any) -> bool:
        before, outer, name = {*self.sure}, self.has_break, ""
        if type(node) is ast.For:
            name = self.count(node)
        else:
            self.put(call(type(node).__name__.lower(), self.want(node.test, bool)) + "{")
        if type(node) is ast.If:
            is_reached = self.block(node.body)
            after, self.sure = self.sure, before
            self.put("} else {")
            is_else = self.block(node.orelse)
            if is_reached:
                self.sure = after & self.sure if is_else else after
            self.put("}")
            return is_reached or is_else
        if node.orelse:
            raise ValueError
        self.has_break = False
        self.block(node.body)
        self.put("}")
        is_endless = not name and not self.has_break and self.outside(node.test) is True
        self.sure, self.has_break = before, outer  # the body may never run
        self.fixed.discard(name)
        self.kinds.pop(name, 0)
        return not is_endless

    def count(self, node: ast.For) -> str:
        """Opens a loop over a range and returns its name."""
        loop: Any = node.iter
        name: str = node.target.id  # type: ignore[attr-defined]
        given = loop.args
        *_, start, stop = "0", *[self.want(part, int) for part in given[:2]]
        step = self.outside(given[2]) if given[2:] else 1
        if self.outside(loop.func) is not range or name in self.kinds or not step:
            raise ValueError
        if abs(step) > 1:  # the last step stays within 64 bits
            place = self.place(node)
            stop = call("Sub_int", call("Add_int", stop, step, place), step, place)
        if getattr(loop.func, "id", "") == "each":
            self.put("#pragma GCC unroll 16")
        self.put(call("LOOP", name + "_", start, stop, "<" if step > 0 else ">", step) + "{")
        self.kinds[name] = int
        self.fixed.add(name)
        self.sure.add(name)
        return name

    def outside(self, node: ast.expr) -> Any:
        """Returns the value of an expression without calls and own names, else None."""
        if type(node) is ast.Constant:
            return node.value
        if not self.is_outside(node, True):
            return None
        try:
            value = self.names.get(getattr(node, "id", ""))  # at a tenth of the time
            value = value or eval(compile(ast.Expression(node), "", "eval"), self.names)
            return value if type(value) not in SCALARS or number(value) else None
        except (ArithmeticError, ValueError):  # C stops where it comes to that
            return None

    def is_outside(self, node: Any, is_top: bool = False) -> bool:
        name = getattr(node, "id", "")
        if type(node) is ast.Call or name in self.own:
            return False
        is_fixed = is_top or type(self.names.get(name)) in FIXED
        return is_fixed and all(map(self.is_outside, ast.iter_child_nodes(node)))

    def place(self, node: Any) -> str:
        return f'"{self.file}:{node.lineno}"'

    def in_order(self, word: str, *texts: str) -> str:
        """Returns a call or operation; inside, calls are made from the left, as in Python."""
        names, lets = [*texts], ""
        if len(texts) > 1 and CALL in "".join(texts):
            names = [f"v{n}" for n in range(len(texts))]
            lets = "".join(map(call, ["LET"] * len(texts), names, texts))
        text = call(word, *names) if word.isidentifier() else call("", word.join(names))
        return "({" + lets + text + ";})" if lets else text

    def known(self, name: str, texts: Sequence[str], node: Any) -> Code:
        kind, count = RESULTS[name]
        if count != len(texts):
            raise ValueError
        return self.in_order(name, *texts, self.place(node)), kind

    def want(self, node: Any, kind: Any, is_low: bool = False) -> str:
        text, found = self.code(node, is_low)
        if found != kind:
            names = [getattr(one, "__name__", "other") for one in (found, kind)]
            raise self.refused(node, ", not ".join(names))
        return text

    def code(self, node: Any, is_low: bool = False) -> Code:
        """Returns an expression. is_low: its low bits count alone, so it may leave 64 bits."""
        text, kind = self.tried(self.expression, node, is_low)
        return ("(Int)" + text, int) if kind in NARROW else (text, kind)

    def expression(self, node: Any, is_low: bool) -> Code:
        value = self.outside(node)
        if value is not None:
            return self.program.constant(value)
        match node:
            case ast.Name(id=name):
                if name in self.own and name not in self.sure:
                    raise Unfit("no sure value")
                return name + "_", self.kinds[name]
            case ast.Attribute(value=owner, attr=name):
                text, record = self.code(owner)
                kind = self.program.record(record)[1][name]
                return call("", "&" * is_record(kind) + text + "->" + name + "_"), kind
            case ast.Subscript(value=owner, slice=index) if not isinstance(index, ast.Slice):
                text, kind = self.code(owner)
                place, known = self.want(index, int), self.outside(index)
                if known is None:
                    place = call("at", place, kind.length, self.place(node))
                elif not 0 <= known < kind.length:
                    raise Unfit("outside")
                where = self.in_order("PLACE", text, place + "*" + str(width(kind.item)))
                return (call("*", where) if kind.item in C_NAMES else where), kind.item
            case ast.UnaryOp(op=ast.Not(), operand=inner):
                return call("!", self.want(inner, bool)), bool
            case ast.UnaryOp(op=ast.Invert(), operand=inner):
                return call("~", self.want(inner, int, is_low)), int
            case ast.UnaryOp(op=ast.USub(), operand=inner):
                right = self.code(inner, is_low)
                zero = "0" if right[1] is int else "-0.0"
                return self.binary(ast.Sub(), (zero, right[1]), right, node, is_low)
            case ast.BinOp(left=left, op=op, right=right):
                is_low = is_low and isinstance(op, LOW)
                if type(op) is ast.BitAnd:  # maybe with a mask that is a constant
                    masks = [self.outside(left), self.outside(right)]
                    is_low |= any(type(mask) is int and mask >= 0 for mask in masks)
                first = self.code(left, is_low)
                second = self.code(right, is_low and type(op) is not ast.LShift)
                return self.binary(op, first, second, node, is_low)
            case ast.BoolOp(op=op, values=values):
                parts = [self.want(value, bool) for value in values]
                return call("", ("&&" if type(op) is ast.And else "||").join(parts)), bool
            case ast.Compare(left=left, ops=ops, comparators=others):
                texts, kinds = zip(*map(self.code, (left, *others)))  # noqa: B905
                pairs = zip([ORDER[type(op)] for op in ops], texts, texts[1:])  # noqa: B905
                is_plain = len(ops) == 1 or CALL not in "".join(texts)
                if is_plain and len({*kinds}) == 1 and kinds[0] in SCALARS:
                    return call("", "&&".join(self.in_order(*pair) for pair in pairs)), bool
            case ast.IfExp(test=test, body=body, orelse=other):
                text, kind = self.code(body)
                arms = text + ":" + self.want(other, kind)
                return call("", self.want(test, bool) + "?" + arms), kind
            case ast.Call(
                func=ast.Attribute(value=owner, attr="bit_count" | "bit_length" as name), args=[]
            ):
                return self.known(name + "_int", [self.want(owner, int)], node)
            case ast.Call(func=func, args=arguments, keywords=[]):
                function = self.outside(func)
                if function in NARROW:
                    (inner,) = arguments
                    return call("", C_NAMES[function]) + self.want(inner, int, True), function
                return self.call(function, [*map(self.code, arguments)], node)
        raise ValueError

    def binary(self, op: Any, left: Code, right: Code, node: Any, is_low: bool = False) -> Code:
        """Returns left op right, with Python's rounding and its exceptions."""
        kind, kinds = type(op), {left[1], right[1]}
        texts, is_int = [left[0], right[0]], kinds == {int}
        if not kinds <= {int, float} or kind in BITWISE and not is_int:
            raise ValueError
        if kind in BITWISE or kind in SIGNS and (is_low or not is_int):
            return self.in_order((BITWISE | SIGNS)[kind], *texts), int if is_int else float
        if kind is ast.FloorDiv and not is_int and texts[1] in ("(1.0)", "(1l)"):
            return self.known("round_down", texts[:1], node)
        suffix = "_float" if not is_int else "_low" if is_low and kind is ast.LShift else "_int"
        return self.known(kind.__name__ + suffix, texts, node)

    def call(self, function: Any, given: list[Code], node: Any) -> Code:
        """Returns a call of a kernel, or of a function of Python or `math`."""
        texts, kinds = [text for text, _ in given], [kind for _, kind in given]
        function = getattr(function, "in_c", function)
        if getattr(function, "is_kernel", False):
            name, result = self.program.call(function, kinds)
            return self.in_order(name, *texts), result
        if function is len:
            return self.program.constant(kinds[0].length)
        if function in (int, float) and kinds in ([int], [bool], [function]):
            return call("", call("", C_NAMES[function]) + texts[0]), function
        name = function.__name__
        in_math = vars(math).get(name)
        if function is in_math and RESULTS[name + "_float"][0] is float:
            kinds = [float if kind is int else kind for kind in kinds]
        elif function not in (in_math, vars(builtins).get(name)):
            raise Unfit("no kernel")
        (kind,) = {*kinds}
        return self.known(name + "_" + kind.__name__, texts, node)


class Program(Types):
    """The C text: a function for each kernel and kinds of its arguments."""

    writer = Function

    def call(self, function: Any, kinds: Sequence[Any]) -> tuple[str, Any]:
        """Returns a kernel's name in C and the kind of its result."""
        key = (function, *kinds)
        if key not in self.functions:
            writer = self.writer(self, function, kinds)
            self.functions[key] = None
            self.parts.append(writer.write())
            self.functions[key] = writer.name, writer.result
        if known := self.functions[key]:
            return known
        raise Unfit("calls itself")

    def entry(self, function: Any, kinds: Sequence[Any]) -> None:
        """Writes run_NAME, which returns 0, or why it stops."""
        name, result = self.call(function, kinds)
        names = [f"a{n}_" for n in range(len(kinds))]
        given = [*map(self.declare, kinds, names), C_NAMES[result] + " *result"]
        body = "*result = " * bool(result) + call(name, *names)
        run = "run_" + function.__name__
        self.parts.append(call("ENTRY", run, call("", *given), call("", *names, "result"), body))


def translate(kernels: Sequence[Callable[..., Any]], memory: type) -> str:
    """Returns the C text of kernels that are called on a `memory`."""
    program = Program()
    for kernel in kernels:
        program.entry(kernel, [memory, *list(kernel.__annotations__.values())[1:-1]])
    return "\n".join(program.parts) + "\n"
