"""What to write instead of what the subset leaves out."""

import ast
import builtins
import math
import sys
from enum import Enum
from types import FunctionType, ModuleType
from typing import Any

from botsmith.compiler.kinds import HIGHEST, LOWEST, shown
from common.c_text import Array, flattened
from common.kernel import NARROW, SCALARS, is_record

TEXT = "no text in a kernel: number what it names"
NODES: dict[type[ast.AST], str] = {
    ast.Try: "no exceptions in a kernel: return a number that says what happened",
    ast.Raise: "no exceptions in a kernel: return a number that says what happened",
    ast.Assert: "no assert in a kernel: test it in a test, or return a number that says so",
    ast.TryStar: "no exceptions in a kernel: return a number that says what happened",
    ast.With: "no 'with' in a kernel: do it where the kernel is called",
    ast.FunctionDef: "no function inside of a kernel: write it beside, with @kernel",
    ast.AsyncFunctionDef: "no function inside of a kernel: write it beside, with @kernel",
    ast.ClassDef: "no class inside of a kernel: write it beside, with @record",
    ast.Import: "no import inside of a kernel: write it at the top of the module",
    ast.ImportFrom: "no import inside of a kernel: write it at the top of the module",
    ast.Global: "no global: what changes lives in a record that is handed in",
    ast.Nonlocal: "no nonlocal: what changes lives in a record that is handed in",
    ast.Delete: "no del in a kernel: names and entries stay; keep a count of those in use",
    ast.Match: "no match: write if, elif, else",
    ast.Tuple: "a tuple is no value here: use one name for each part",
    ast.List: "a list is a record's field, or numbers(kind, length) at the top of a kernel",
    ast.Dict: "no dicts: use an array indexed by number",
    ast.Set: "no sets: use an array of bools, or the bits of an int",
    ast.ListComp: "no comprehensions: write the loop",
    ast.SetComp: "no comprehensions: write the loop",
    ast.DictComp: "no comprehensions: write the loop",
    ast.GeneratorExp: "no generators: write the loop",
    ast.Lambda: "no lambda: write a kernel",
    ast.JoinedStr: TEXT,
    ast.NamedExpr: "no := here: give the name its value in a line of its own",
    ast.Starred: "no * here: list the arguments",
    ast.Slice: "no slices: loop over the indices",
    ast.Yield: "no generators: a kernel returns once; write to an array that is handed in",
    ast.YieldFrom: "no generators: a kernel returns once; write to an array that is handed in",
}
POWER = "** is computed by pow() here and not there: write x * x, or sqrt(x)"
INT_DIVISION = (
    "int / int rounds the exact quotient in Python: write float(a) / float(b), or // for ints"
)
FLOAT_DIVISION = "// between floats is not in the subset: write floor(x / y); x // 1.0 rounds down"
FLOAT_MODULO = "% between floats is not in the subset: write fmod(x, y), which keeps the sign of x"
RECURSION = "{} calls itself{}: no recursion in a kernel: write a loop, with a stack in a record"
ONE_KIND = "a name has one kind for ever, which its first line says"
BUILTINS = {
    "print": "no output in a kernel: return what there is to say, or keep it in a record",
    "open": "read before, and hand the values in",
    "input": "read before, and hand the values in",
    **dict.fromkeys(["str", "repr", "chr", "ord", "format", "hex", "oct", "ascii"], TEXT),
    **dict.fromkeys(["bytes", "bytearray"], "use numbers(int, length)"),
    **dict.fromkeys(["list", "tuple"], "use numbers(kind, length) at the top of a kernel"),
    **dict.fromkeys(["isinstance", "issubclass", "type", "callable"], ONE_KIND),
    **dict.fromkeys(["getattr", "setattr", "hasattr", "delattr", "vars"], "write record.field"),
    **dict.fromkeys(["map", "filter", "iter", "next"], "write the loop"),
    **dict.fromkeys(["id", "hash"], "compare indices"),
    **dict.fromkeys(["eval", "exec", "compile"], "write the statements"),
    **dict.fromkeys(["globals", "locals"], "what changes lives in a record"),
    "super": "a kernel is a plain function: records have no methods",
    "object": "use a record",
    "complex": "keep the two parts in floats of their own",
    "slice": "loop over the indices",
    "sum": "write the loop",
    "any": "write the loop",
    "all": "write the loop",
    "sorted": "write the loop",
    "enumerate": "for index in range(len(items))",
    "zip": "for index in range(len(items))",
    "reversed": "range(n - 1, -1, -1)",
    "bool": "write n != 0",
    "pow": "write x * x, or math.pow",
    "bin": "for its bits n.bit_count()",
    "dict": "use an array indexed by number",
    "set": "use an array of bools, or the bits of an int",
    "frozenset": "use an array of bools, or the bits of an int",
    "divmod": "write // and % in two lines",
}
MATH = {
    "hypot": "math.hypot has an algorithm of its own in CPython: write sqrt(x * x + y * y)",
    "dist": "math.dist has an algorithm of its own in CPython: write sqrt(x * x + y * y)",
    "fsum": "math.fsum is not in C: add in a loop",
    "inf": "infinity is not in the subset: use a large number such as 1.0e300",
    "nan": "not-a-number is not in the subset: use a flag",
}
CONVERT = "convert one side, float(n) or int(x)"
DROPPED = "this line computes a value and drops it"
ANNOTATION = "an annotation stands with a local name and its first value: n: int = 0"
TEXT_NUMBER = "no text in a kernel; a large number such as 1.0e300 for infinity"
NO_DOTS = "no ... in a kernel: write pass"
BOOL_NUMBER = "a bool in arithmetic: write int(flag)"
FIXED = "an array keeps its length: keep a count beside it"
METHODS = {
    **dict.fromkeys(["append", "add", "push"], FIXED + ", items[count] = value, count += 1"),
    **dict.fromkeys(["extend", "insert"], FIXED + ", and write the loop"),
    **dict.fromkeys(["pop", "remove", "clear", "discard"], FIXED + ", count -= 1"),
    **dict.fromkeys(["sort", "reverse", "index", "count"], "write the loop"),
    "copy": "assign(target, source) copies a record, a loop an array",
}


def class_advice(cls: type) -> str:
    """Returns what a class is that is no record, and what to write for it."""
    if issubclass(cls, Enum):
        return "an Enum: write its members as ints at module level, RED = 1"
    return "an ordinary class: mark it with @record"


def of_constant(value: object) -> str:
    """Returns why a literal is no value in a kernel."""
    if isinstance(value, int):
        return f"{value} does not fit into 64 bits"
    if isinstance(value, float):
        return "this number is infinite: use a smaller one, such as 1.0e300"
    if value is None:
        return "None is no value here: use a number such as -1 for 'nothing'"
    if isinstance(value, complex):
        return "no complex numbers: keep the two parts in floats of their own"
    return NO_DOTS + ", or the value" if value is ... else TEXT


def of_builtin(name: str) -> str:
    """Returns why a name that no module and no kernel set is none of the subset."""
    if hasattr(builtins, name):
        return f"{name} is not in the subset: {BUILTINS.get(name, 'docs/kernels.md lists what is')}"
    return f"nothing here is called {name}"


def of_operator(op: ast.operator, kinds: tuple[type, type], right: ast.expr) -> str:
    """Returns why an operation between two numbers is none of the subset; "" for one that is."""
    if isinstance(op, ast.Pow):
        return POWER
    if isinstance(op, ast.MatMult):
        return "no @ in a kernel"
    is_int = kinds == (int, int)
    if isinstance(op, ast.BitAnd | ast.BitOr | ast.BitXor | ast.LShift | ast.RShift):
        return "" if is_int else "bit operations take ints on both sides"
    if isinstance(op, ast.Div) and is_int:
        return INT_DIVISION
    if isinstance(op, ast.Mod) and not is_int:
        return FLOAT_MODULO
    is_floor = kinds[0] is float and repr(getattr(right, "value", None)) == "1.0"
    return FLOAT_DIVISION if isinstance(op, ast.FloorDiv) and not is_int and not is_floor else ""


def between_numbers(op: ast.boolop, one: ast.expr, two: ast.expr, kind: type) -> str:
    """Returns what to write for `one or two` between numbers, which gives a bool in C."""
    word = "or" if isinstance(op, ast.Or) else "and"
    first, second = (ast.unparse(arm) for arm in ((one, two) if word == "or" else (two, one)))
    written = f"{first} if {is_not_zero(one, kind)} else {second}"
    return f"{word} between numbers gives a bool here: write {written}"


def no_truth(node: ast.expr, kind: Any) -> str:
    """Returns why a value is no condition, and the one that it stands for in Python."""
    if kind is int or kind is float:
        return f"{kind.__name__} as a condition: write {is_not_zero(node, kind)}"
    way = "a count, count != 0" if isinstance(kind, Array) else "an index, index != -1"
    return f"a condition is a bool, not {shown(kind)}: keep {way}"


def is_not_zero(node: ast.expr, kind: type) -> str:
    """Returns the condition that a number stands for in Python."""
    text = ast.unparse(node)
    if not isinstance(node, ast.Name | ast.Attribute | ast.Subscript | ast.Call):
        text = f"({text})"
    return f"{text} != {'0' if kind is int else '0.0'}"


def class_member(cls: type, name: str) -> str:
    """Returns what to write for a name that a record's class has beside its fields."""
    if isinstance(getattr(cls, name, None), property):
        return f"; {name} is a property: write a kernel that takes a {cls.__name__}"
    if hasattr(cls, name):
        return f"; {name} stands in the class: make it a constant of the module"
    return ""


def handed_in(function: Any) -> str:
    """Returns what to write for a function that no kernel can call."""
    module = getattr(function, "__module__", None) or ""
    owner = type(getattr(function, "__self__", None)).__module__
    if "random" in (module, owner):
        return "draw from common/rng.py, with a Dice that is handed in"
    return "hand its result in as a parameter"


def is_library(function: FunctionType) -> bool:
    """Returns True if a function belongs to Python itself."""
    return function.__module__.partition(".")[0] in sys.stdlib_module_names


def table_advice(rows: tuple[Any, ...]) -> str:
    """Returns what to mend in a tuple that is no table; "" for what has no short answer."""
    kinds = {type(item) for item in rows}
    if kinds == {int, float}:
        return "it holds ints and floats: write 1.0"
    if kinds == {tuple}:
        for number, row in enumerate(rows):
            if len(row) != len(rows[0]):
                return (
                    f"row {number} has {len(row)} entries, row 0 has {len(rows[0])}: "
                    "fill up, for instance with -1"
                )
        return next((advice for row in rows if (advice := table_advice(row))), "")
    return ""


def bad_constant(name: str, value: object) -> str:
    """Returns why a number or table cannot be one in C; "" for one that can."""
    for item in value if isinstance(value, tuple) else [value]:
        if isinstance(item, tuple):
            if bad := bad_constant(name, item):
                return bad
        elif type(item) is int and not LOWEST <= item <= HIGHEST:
            return f"{name} = {item} does not fit into 64 bits"
        elif isinstance(item, float) and not math.isfinite(item):
            return f"{name} = {item}: infinity and not-a-number are not in the subset"
    if not isinstance(value, tuple):
        return ""
    try:
        flattened(value)
    except ValueError:
        reason = table_advice(value) or "a tuple holds ints, floats or bools only, or equal tuples"
        return f"{name} is no table: {reason}" if value else f"{name}: an empty tuple is no table"
    return ""


def not_constant(name: str, value: object) -> str:
    """Returns why a live value is none that a kernel can use there."""
    in_c = getattr(value, "in_c", value)
    if isinstance(value, FunctionType) and value not in NARROW and not hasattr(in_c, "is_kernel"):
        if not value.__module__.startswith("common.kernel"):
            way = handed_in(value) if is_library(value) else "mark it with @kernel"
            return f"{name} is an ordinary function: {way}"
    if isinstance(value, ModuleType) or is_record(value) and isinstance(value, type):
        return f"{name} is no value here"
    if isinstance(value, tuple) or type(value) in SCALARS:
        return bad_constant(name, value)
    if isinstance(value, type) and value not in SCALARS and value is not range:
        return f"{name} is {class_advice(value)}"
    if isinstance(value, str | bytes):
        return f"{name}: {TEXT}"
    if isinstance(value, dict | set | frozenset):
        return f"{name} is a {type(value).__name__}: use a tuple indexed by number"
    if isinstance(value, Enum):
        return f"{name} is {class_advice(type(value))}"
    if isinstance(value, FunctionType | type) or getattr(math, name.split(".")[-1], None) is value:
        return f"{name} is no value here"
    if callable(value):
        return f"{name} is no kernel: {handed_in(value)}"
    if isinstance(value, list):
        return f"{name} is a list: constant tables are tuples, changing values live in a record"
    if is_record(value):
        return f"{name} is a record outside of any kernel: hand it over as a parameter"
    return f"{name} is a {type(value).__name__}: constants are int, float, bool or tables"
