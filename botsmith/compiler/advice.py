"""What to write instead of what the subset leaves out."""

import ast
import sys
from enum import Enum
from types import FunctionType
from typing import Any

from common.kernel import is_record

TEXT = "no text in a kernel: number what it names"
STATEMENT_ADVICE: dict[type[ast.AST], str] = {
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
}
LOOSE_CALL = (
    "{0} changes something, so its call stands alone: name = {0}(...), return {0}(...) or just "
    "{0}(...); also place[name] = {0}(...)"
)
POWER = "** is computed by pow() here and not there: write x * x, or sqrt(x)"
INT_DIVISION = (
    "int / int rounds the exact quotient in Python: write float(a) / float(b), or // for ints"
)
FLOAT_DIVISION = "// between floats is not in the subset: write floor(x / y); x // 1.0 rounds down"
FLOAT_MODULO = "% between floats is not in the subset: write fmod(x, y), which keeps the sign of x"
MIXED = "convert one side, float(n) or int(x)"
RECURSION = "{} calls itself{}: no recursion in a kernel: write a loop, with a stack in a record"
EXPRESSION_ADVICE: dict[type[ast.AST], str] = {
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
ONE_KIND = "a name has one kind for ever, which its first line says"
BUILTIN_ADVICE = {
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
MATH_ADVICE = {
    "hypot": "math.hypot has an algorithm of its own in CPython: write sqrt(x * x + y * y)",
    "dist": "math.dist has an algorithm of its own in CPython: write sqrt(x * x + y * y)",
    "fsum": "math.fsum is not in C: add in a loop",
    "inf": "infinity is not in the subset: use a large number such as 1.0e300",
    "nan": "not-a-number is not in the subset: use a flag",
}
FIXED = "an array keeps its length: keep a count beside it"
METHOD_ADVICE = {
    **dict.fromkeys(["append", "add", "push"], FIXED + ", items[count] = value, count += 1"),
    **dict.fromkeys(["extend", "insert"], FIXED + ", and write the loop"),
    **dict.fromkeys(["pop", "remove", "clear", "discard"], FIXED + ", count -= 1"),
    **dict.fromkeys(["sort", "reverse", "index", "count"], "write the loop"),
    "copy": "assign(target, source) copies a record, a loop an array",
}


def class_advice(cls: type) -> str:
    """What a class is that is no record, and what to write for it."""
    if issubclass(cls, Enum):
        return "an Enum: write its members as ints at module level, RED = 1"
    return "an ordinary class: mark it with @record"


def is_not_zero(node: ast.expr, kind: type) -> str:
    """The condition that a number stands for in Python."""
    text = ast.unparse(node)
    if not isinstance(node, ast.Name | ast.Attribute | ast.Subscript | ast.Call):
        text = f"({text})"
    return f"{text} != {'0' if kind is int else '0.0'}"


def class_member(cls: type, name: str) -> str:
    """What to write for a name that a record's class has beside its fields."""
    if isinstance(getattr(cls, name, None), property):
        return f"; {name} is a property: write a kernel that takes a {cls.__name__}"
    if hasattr(cls, name):
        return f"; {name} stands in the class: make it a constant of the module"
    return ""


def handed_in(function: Any) -> str:
    """What to write for a function that no kernel can call."""
    module = getattr(function, "__module__", None) or ""
    owner = type(getattr(function, "__self__", None)).__module__
    if "random" in (module, owner):
        return "draw from common/rng.py, with a Dice that is handed in"
    return "hand its result in as a parameter"


def is_library(function: FunctionType) -> bool:
    """Whether a function belongs to Python itself."""
    return function.__module__.partition(".")[0] in sys.stdlib_module_names


def table_advice(rows: tuple[Any, ...]) -> str:
    """What to mend in a tuple that is no table; "" for what has no short answer."""
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


def not_constant(name: str, value: object) -> str:
    """Why a value is none that a kernel can use."""
    if isinstance(value, type):
        return f"{name} is {class_advice(value)}"
    if isinstance(value, str | bytes):
        return f"{name}: {TEXT}"
    if isinstance(value, dict | set | frozenset):
        return f"{name} is a {type(value).__name__}: use a tuple indexed by number"
    if isinstance(value, Enum):
        return f"{name} is {class_advice(type(value))}"
    if callable(value):
        return f"{name} is no kernel: {handed_in(value)}"
    if value == ():
        return f"{name}: an empty tuple is no table"
    if isinstance(value, tuple) and (advice := table_advice(value)):
        return f"{name} is no table: {advice}"
    if isinstance(value, list):
        return f"{name} is a list: constant tables are tuples, changing values live in a record"
    if isinstance(value, tuple):
        return f"{name} is no table: a tuple holds ints, floats or bools only, or equal tuples"
    if is_record(value):
        return f"{name} is a record outside of any kernel: hand it over as a parameter"
    return f"{name} is a {type(value).__name__}: constants are int, float, bool or tables"
