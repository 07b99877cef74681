"""Advice on code that the subset refuses: texts by syntax node, name and value."""

import ast
import builtins
import linecache
import math
import sys
from collections.abc import Iterable
from contextlib import suppress
from difflib import get_close_matches
from enum import Enum
from functools import cache
from types import FunctionType, ModuleType
from typing import Any, TypeVar, get_args, get_origin

from common.c_text import Array, flattened
from common.kernel import NARROW, SCALARS, Numbers, Records, is_record


def table(text: str) -> dict[str, str]:
    """Returns the advice for each word. text: lines `WORD WORD: ADVICE`"""
    rows = (line.partition(": ") for line in text.strip().splitlines())
    return {word: advice for words, _, advice in rows for word in words.split()}


NODES = table("""
Try TryStar Raise: no exceptions in a kernel: return a number that says what happened
FunctionDef AsyncFunctionDef: no function inside of a kernel: write it beside, with @kernel
Import ImportFrom: no import inside of a kernel: write it at the top of the module
ListComp SetComp DictComp: no comprehensions: write the loop
Yield YieldFrom: no generators: a kernel returns once; write to an array that is handed in
Assert: no assert in a kernel: test it in a test, or return a number that says so
With: no 'with' in a kernel: do it where the kernel is called
ClassDef: no class inside of a kernel: write it beside, with @record
Global: no global: what changes lives in a record that is handed in
Nonlocal: no nonlocal: what changes lives in a record that is handed in
Delete: no del in a kernel: names and entries stay; keep a count of those in use
Match: no match: write if, elif, else
Tuple: a tuple is no value here: use one name for each part
List: a list is a record's field, or numbers(kind, length) at the top of a kernel
Dict: no dicts: use an array indexed by number
Set: no sets: use an array of bools, or the bits of an int
GeneratorExp: no generators: write the loop
Lambda: no lambda: write a kernel
JoinedStr: no text in a kernel: number what it names
NamedExpr: no := here: give the name its value in a line of its own
Starred: no * here: list the arguments
Slice: no slices: loop over the indices
Expr: this line computes a value and drops it: name = ..., or leave out
""")
BUILTINS = table("""
print: no output in a kernel: return what there is to say, or keep it in a record
open input: read before, and hand the values in
str repr chr ord format hex oct ascii: no text in a kernel: number what it names
bytes bytearray: use numbers(int, length)
list tuple: use numbers(kind, length) at the top of a kernel
isinstance issubclass type callable: a name has one kind for ever, which its first line says
getattr setattr hasattr delattr vars: write record.field
map filter iter next sum any all sorted: write the loop
zip: for index in range(len(items)), or for index, item in enumerate(items)
id hash: compare indices
eval exec compile: write the statements
globals locals: what changes lives in a record
set frozenset: use an array of bools, or the bits of an int
super: a kernel is a plain function: records have no methods
object: use a record
complex: keep the two parts in floats of their own
slice: loop over the indices
reversed: for index in range(n - 1, -1, -1)
bool: write n != 0
pow: write x * x, or math.pow
bin: for its bits n.bit_count()
dict: use an array indexed by number
divmod: write // and % in two lines
""")
METHODS = table("""
append add push: an array keeps its length: keep a count beside it, items[count] = value, count += 1
extend insert: an array keeps its length: keep a count beside it, and write the loop
pop remove clear discard: an array keeps its length: keep a count beside it, count -= 1
sort reverse index count: write the loop
copy: assign(target, source) copies a record, a loop an array
""")
MATH = table("""
hypot dist: has an algorithm of its own in CPython: write sqrt(x * x + y * y)
fsum: is not in C: add in a loop
""")
OPERATORS = table("""
Pow: ** takes the constant 2 only: write x * x * x, sqrt(x), or math.pow(x, y) of floats
MatMult: no @ in a kernel
BitAnd BitOr BitXor LShift RShift: bit operations take ints on both sides
Div: int / int rounds the exact quotient in Python: write float(a) / float(b), or // for ints
FloorDiv: // between floats is not in the subset: write floor(x / y); x // 1.0 rounds down
Mod: % between floats is not in the subset: write fmod(x, y), which keeps the sign of x
""")
TEXT = NODES["JoinedStr"]
HANDED_IN = NODES["Global"].partition(": ")[2]
TOO_DEEP = "this is nested too deep: split it, by names or kernels for its parts, or a table"
KINDS = "int, float, bool, a record, Numbers[...], Records[...] or tuple[int, ...] for a table"
ALONE = "@kernel stands alone, right above the def of a function of its own"
ANNOTATION = "an annotation stands with a local name and its first value: n: int = 0"
BOOL_NUMBER = "a bool in arithmetic: write int(flag)"
RESULTS = "more results go into a record that is handed in"
LOOP = "loops run over range(n), an array or a table, or enumerate of one"
IN = "no 'in': write a == 1 or a == 2, or index an array of bools"
PLAIN = "is annotated with text: write {} without quotes, and no 'from __future__ import "


def kind_name(kind: Any) -> str:
    """Returns the name of a kind for messages."""
    if not isinstance(kind, Array):
        return str(getattr(kind, "__name__", kind))
    if kind.is_table:
        return f"table of {kind_name(kind.item)}"
    return f"{'Records' if is_record(kind.item) else 'Numbers'}[{kind_name(kind.item)}]"


def is_class(value: object) -> bool:
    """Returns True for a class made with @record; False for a record."""
    return isinstance(value, type) and is_record(value)


def is_math(value: object) -> bool:
    """Returns True for a function of `math`."""
    return getattr(math, getattr(value, "__name__", ""), None) is value


def stated_default(kind: Any) -> str:
    """Returns the first default that a record's class states, as `Pod.x = 1.5`; else ""."""
    for name in getattr(kind, "kernel_given", ()):
        item = kind.kernel_fields[name][0]
        value = f"{kind.__name__}.{name} = {getattr(kind(), name)!r}"
        return stated_default(item) if is_record(item) else value
    return ""


def bad_annotation(name: str, stated: Any) -> str:
    """Returns the mistake in a parameter's annotation, in words; "" if there is none."""
    if isinstance(stated, str):
        return f"{name} {PLAIN.format(stated)}annotations' in a module of kernels"
    if stated in SCALARS or is_class(stated) or isinstance(stated, TypeVar):
        return ""
    if isinstance(stated, type) and stated.__module__ not in ("builtins", "typing"):
        return f"{stated.__name__} is {of_class(stated)}"
    item, *more = get_args(stated) or [None]
    if (get_origin(stated), *more) not in [(Numbers,), (Records,), (tuple, ...)]:
        what = getattr(stated, "__name__", stated)
        return f"{name}: {what} is not in the subset: {KINDS}"
    is_deep = get_origin(item) is not None
    deep = f"{name}: no arrays of arrays; let a record hold the rows"
    return deep if is_deep else bad_annotation(name, item)


def of_class(cls: type) -> str:
    """Returns advice on a class that is no record: its kind, and what to write instead."""
    if issubclass(cls, Enum):
        return "an Enum: write its members as ints at module level, RED = 1"
    return "an ordinary class: mark it with @record"


def of_constant(value: object) -> str:
    """Returns why a literal is not allowed in a kernel."""
    if isinstance(value, int):
        return f"{value} does not fit into 64 bits"
    if isinstance(value, float):
        return "this number is infinite: use a smaller one, such as 1.0e300"
    if value is None:
        return "None is no value here: use a number such as -1 for 'nothing'"
    if isinstance(value, complex):
        return "no complex numbers: keep the two parts in floats of their own"
    return "no ... in a kernel: write pass, or the value" if value is ... else TEXT


def of_builtin(name: str, known: Iterable[str]) -> str:
    """Returns why the subset lacks a name that neither the module nor the kernel sets.

    known: the names that are set
    """
    if hasattr(builtins, name):
        return f"{name} is not in the subset: {BUILTINS.get(name, 'docs/kernels.md lists what is')}"
    way = f": from math import {name}" if hasattr(math, name) else nearest(name, known)
    return f"nothing here is called {name}{way}"


def nearest(name: str, known: Iterable[str]) -> str:
    """Returns the known name that is most like a misspelt one; "" if none is like it."""
    found = get_close_matches(name, [each for each in known if each != name], 1, 0.7)
    return f": is {found[0]} meant?" if found else ""


def setter_of(path: str, name: str) -> str:
    """Returns the function of a file that sets this global, with its line; "" without one."""
    found = ""
    for node in ast.walk(ast.parse("".join(linecache.getlines(path)))):  # inner ones come later
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            for each in ast.walk(node):
                if isinstance(each, ast.Global | ast.Nonlocal) and name in each.names:
                    found = f"{node.name} in line {each.lineno}"
    return found


@cache
def stores(path: str) -> set[tuple[str, str]]:
    """Returns the global names that functions of a file set in other modules: the module, as
    written, and the name.
    """
    found = set()
    tree = ast.parse("".join(linecache.getlines(path)))
    functions = (n for n in ast.walk(tree) if isinstance(n, ast.FunctionDef | ast.AsyncFunctionDef))
    for node in (node for function in functions for node in ast.walk(function)):
        match node:
            case (
                ast.Attribute(owner, name, ast.Store())
                | ast.Subscript(
                    ast.Call(ast.Name("vars"), [owner]) | ast.Attribute(owner, "__dict__"),
                    ast.Constant(str(name)),
                    ast.Store(),
                )
                | ast.Call(ast.Name("setattr"), [owner, ast.Constant(str(name)), _])
            ):
                found.add((ast.unparse(owner), name))
            case ast.Call(func=ast.Name(id="exec"), args=[ast.Constant(value=str(text)), *_]):
                with suppress(SyntaxError):  # which is the author's to see when it runs
                    names = (n for n in ast.walk(ast.parse(text)) if isinstance(n, ast.Name))
                    found |= {("", n.id) for n in names if isinstance(n.ctx, ast.Store)}
    return found


def set_from_elsewhere(path: str, names: dict[str, Any]) -> set[str]:
    """Returns the names that a file's functions set in other modules, also in the form
    `module.name`.
    """
    found = set()
    for owner, name in stores(path):
        module = names.get(owner)
        if not owner or "modules[" in owner or getattr(module, "__dict__", None) is names:
            found.add(name)
        if isinstance(module, ModuleType):
            found.add(f"{owner}.{name}")
    return found


def of_operator(op: ast.operator, kinds: tuple[Any, Any]) -> str:
    """Returns why the subset lacks an operation between two numbers; "" if it has it."""
    is_division = isinstance(op, ast.Div | ast.FloorDiv | ast.Mod)
    if is_division and (kinds == (int, int)) != isinstance(op, ast.Div):
        return ""
    return OPERATORS.get(type(op).__name__, "")


def between_numbers(op: ast.boolop, one: ast.expr, two: ast.expr, kind: type) -> str:
    """Returns what to write instead of `one or two` between numbers, because C makes a bool of
    it.
    """
    word = "or" if isinstance(op, ast.Or) else "and"
    first, second = (ast.unparse(arm) for arm in ((one, two) if word == "or" else (two, one)))
    written = f"{first} if {is_not_zero(one, kind)} else {second}"
    return f"{word} between numbers gives a bool here: write {written}"


def no_truth(node: ast.expr, kind: Any) -> str:
    """Returns why the subset does not take a value as a condition, and the condition to write
    instead.
    """
    if isinstance(node, ast.Constant) and kind in (int, float):
        return f"{kind.__name__} as a condition: write {bool(node.value)}"
    if kind is int or kind is float:
        return f"{kind.__name__} as a condition: write {is_not_zero(node, kind)}"
    way = "a count, count != 0" if isinstance(kind, Array) else "an index, index != -1"
    return f"a condition is a bool, not {kind_name(kind)}: keep {way}"


def is_not_zero(node: ast.expr, kind: type) -> str:
    """Returns the condition that Python checks when a number is used as a condition: `x != 0`."""
    text = ast.unparse(node)
    if not isinstance(node, ast.Name | ast.Attribute | ast.Subscript | ast.Call):
        text = f"({text})"
    return f"{text} != {'0' if kind is int else '0.0'}"


def class_member(cls: type, name: str) -> str:
    """Returns what to write for a name that is in a record's class and is no field."""
    if isinstance(getattr(cls, name, None), property):
        return f"; {name} is a property: write a kernel that takes a {cls.__name__}"
    return f"; {name} stands in the class: make it a constant of the module" * hasattr(cls, name)


def uncallable_function(function: Any) -> str:
    """Returns what to write for a function that a kernel cannot call."""
    module = getattr(function, "__module__", None) or ""
    if "random" in (module, type(getattr(function, "__self__", None)).__module__):
        return "draw from common/rng.py, with a Dice that is handed in"
    return "hand its result in as a parameter"


def table_advice(rows: tuple[Any, ...]) -> str:
    """Returns what to change in a tuple that is no table; "" if the change is not short."""
    kinds = {type(item) for item in rows}
    if str in kinds:
        return TEXT
    if kinds == {int, float}:
        return "it holds ints and floats: write 1.0"
    if kinds == {tuple}:
        for number, row in enumerate(rows):
            if len(row) != len(rows[0]):
                way = "fill up, for instance with -1"
                return f"row {number} has {len(row)} entries, row 0 has {len(rows[0])}: {way}"
        return next((advice for row in rows if (advice := table_advice(row))), "")
    return ""


def bad_constant(name: str, value: object) -> str:
    """Returns why C cannot hold a number or table as a constant; "" if it can."""
    if value == -(2**63):
        return f"{name} is {value}: write -9223372036854775807 - 1 where it is used"
    if type(value) is int and not abs(value) < 2**63:
        return f"{name} = {value} does not fit into 64 bits"
    if isinstance(value, float) and not math.isfinite(value):
        return f"{name} = {value}: infinity and not-a-number are not in the subset"
    if not isinstance(value, tuple):
        return ""
    for item in value:
        if not isinstance(item, tuple) and (bad := bad_constant(name, item)):
            return bad
    try:
        flattened(value)
    except (KeyError, ValueError):
        bad = table_advice(value) or "a tuple holds ints, floats or bools only, or equal tuples"
        return f"{name} is no table: {bad}" if value else f"{name}: an empty tuple is no table"
    return ""


def not_constant(name: str, value: Any) -> str:
    """Returns why a kernel cannot use this value of a name, and the remedy."""
    if isinstance(value, tuple) or type(value) in SCALARS:
        return bad_constant(name, value)
    if isinstance(value, Enum) or isinstance(value, type) and not is_record(value):
        cls = value if isinstance(value, type) else type(value)
        return f"{name} is no value here" if cls in SCALARS else f"{name} is {of_class(cls)}"
    if isinstance(value, str | bytes):
        return f"{name}: {TEXT}"
    if isinstance(value, dict | set | frozenset):
        return f"{name} is a {type(value).__name__}: use a tuple indexed by number"
    if isinstance(value, list):
        return f"{name} is a list: constant tables are tuples, changing values live in a record"
    if is_record(value) and not isinstance(value, type):
        return f"{name} is a record outside of any kernel: hand it over as a parameter"
    in_c = getattr(value, "in_c", value)
    if isinstance(value, FunctionType) and value not in NARROW and not hasattr(in_c, "is_kernel"):
        if not value.__module__.startswith("common.kernel"):
            is_library = value.__module__.partition(".")[0] in sys.stdlib_module_names
            way = uncallable_function(value) if is_library else "mark it with @kernel"
            return f"{name} is an ordinary function: {way}"
    if callable(value) and not isinstance(value, FunctionType | type) and not is_math(value):
        return f"{name} is no kernel: {uncallable_function(value)}"
    if isinstance(value, FunctionType | type | ModuleType) or is_math(value):
        return f"{name} is no value here"
    return f"{name} is a {type(value).__name__}: constants are int, float, bool or tables"
