"""What C would let pass: each case traps with the Python line, and exactly when it must."""

import ast
import itertools
import operator
import random
from typing import Any

import pytest

from tests.compiler.comparison import load_module
from tests.compiler.library import Library, Trapped, at_level

CASES = {
    "index": ("a: int, t: Numbers[int]", "int", "t[a]", (3, [1, 2, 3]), "IndexError"),
    "negative_index": ("a: int, t: Numbers[int]", "int", "t[a]", (-1, [1]), "IndexError"),
    "table": ("a: int", "int", "TABLE[a]", (2,), "IndexError"),
    "row": ("a: int", "float", "GRID[a][1]", (2,), "IndexError"),
    "column": ("a: int", "float", "GRID[1][a]", (2,), "IndexError"),
    "add": ("a: int", "int", "a + 1", (2**63 - 1,), "OverflowError"),
    "subtract": ("a: int", "int", "a - 2", (-(2**63) + 1,), "OverflowError"),
    "multiply": ("a: int", "int", "a * a", (2**32,), "OverflowError"),
    "negate": ("a: int", "int", "-a", (-(2**63),), "OverflowError"),
    "absolute": ("a: int", "int", "abs(a)", (-(2**63),), "OverflowError"),
    "divide": ("a: int, b: int", "int", "a // b", (1, 0), "ZeroDivisionError"),
    "divide_lowest": ("a: int, b: int", "int", "a // b", (-(2**63), -1), "OverflowError"),
    "modulo": ("a: int, b: int", "int", "a % b", (1, 0), "ZeroDivisionError"),
    "float_divide": ("x: float", "float", "1.0 / x", (0.0,), "ZeroDivisionError"),
    "left": ("a: int, b: int", "int", "a << b", (3, 62), "OverflowError"),
    "left_far": ("a: int, b: int", "int", "a << b", (1, 64), "OverflowError"),
    "left_negative": ("a: int, b: int", "int", "a << b", (1, -1), "ValueError"),
    "masked_negative": ("a: int, b: int", "int", "(a << b) & 255", (1, -1), "ValueError"),
    "right_negative": ("a: int, b: int", "int", "a >> b", (1, -1), "ValueError"),
    "int_large": ("x: float", "int", "int(x)", (2.0**63,), "OverflowError"),
    "int_nan": ("x: float", "int", "int(x)", (float("nan"),), "ValueError"),
    "round_nan": ("x: float", "int", "round(x)", (float("nan"),), "ValueError"),
    "floor_nan": ("x: float", "int", "floor(x)", (float("nan"),), "ValueError"),
    "int_infinite": (
        "x: float",
        "int",
        "int(x)",
        (float("-inf"),),
        "OverflowError",
    ),
    "round_large": ("x: float", "int", "round(x)", (1e300,), "OverflowError"),
    "floor_large": ("x: float", "int", "floor(x)", (-1e19,), "OverflowError"),
    "sqrt": ("x: float", "float", "sqrt(x)", (-1e-300,), "ValueError"),
    "log": ("x: float", "float", "log(x)", (0.0,), "ValueError"),
    "exp": ("x: float", "float", "exp(x)", (1000.0,), "OverflowError"),
    "expm1": ("x: float", "float", "expm1(x)", (710.0,), "OverflowError"),
    "log1p": ("x: float", "float", "log1p(x)", (-1.0,), "ValueError"),
    "pow_large": ("x: float", "float", "pow(x, 2.0)", (1e200,), "OverflowError"),
    "pow_small": ("x: float", "float", "pow(x, -2.0)", (-1e-300,), "OverflowError"),
    "sin": ("x: float", "float", "sin(x)", (float("inf"),), "ValueError"),
    "acos": ("x: float", "float", "acos(x)", (1.5,), "ValueError"),
    "fmod": ("x: float", "float", "fmod(x, 0.0)", (1.0,), "ValueError"),
    "pow": ("x: float", "float", "pow(x, 0.5)", (-1.0,), "ValueError"),
    "pow_zero": ("x: float", "float", "pow(x, -1.0)", (0.0,), "ValueError"),
}
NAN, INFINITE, LEAST = float("nan"), float("inf"), -(2**63)
WHOLE = (0, 1, -1, 2, 5, -5, 6, 7, -8, 63, 2**62, 2**63 - 1, -(2**63) + 1, LEAST)
SHIFTS = (0, 1, 2, 7, 31, 32, 61, 62, 63, 64, 65, 100, 1000)
PARTS = (0.0, -0.0, 0.5, -0.5, 1.5, 2.5, -2.5, 1e300, INFINITE, -INFINITE, NAN)
TO_INT = ("int", "round", "floor", "ceil", "trunc")
DIVISORS = ("ZERO", 1, 2, 3, 6, 8, 12, -1, -2, -3, -4, 2**62)
SUMS = ("a + b", "a - b", "a * b", "a // b", "a % b", "min(a, b)", "max(a, b)")
SIZES = ("-a", "abs(a)", "a.bit_count()", "a.bit_length()")
SHIFTED = ("a << b", "a >> b", "(a << b) & 255", f"(a << b) & {2**63 - 1}", "(a << b | 1) & 255")
REALS = ("x + y", "x - y", "x * y", "x / y", "min(x, y)", "max(x, y)")
OF_TWO = ("atan2", "fmod", "pow", "copysign")
OF_ONE = ("sqrt", "log", "exp", "sin", "acos", "tanh", "fabs", "abs")
LARGE = (9e18, -(2.0**63), -(2.0**63) - 2048.0, 2.0**63)
ALL = {  # all pairs of arguments, or all arguments: C gives what Python does, or traps as it raises
    **dict.fromkeys(SUMS, (WHOLE, WHOLE)),
    **dict.fromkeys(SIZES, (WHOLE,)),
    **{f"a {sign} {by}": (WHOLE,) for sign in ("//", "%") for by in DIVISORS},
    **dict.fromkeys(SHIFTED, (WHOLE, SHIFTS)),
    **dict.fromkeys((*REALS, *(f"{word}(x, y)" for word in OF_TWO)), (PARTS, PARTS)),
    **dict.fromkeys(("-x", "x // 1.0", *(f"{word}(x)" for word in OF_ONE)), (PARTS,)),
    **{f"{word}(x)": ((*PARTS, *LARGE),) for word in TO_INT},
}
MODULE = """
from math import acos, atan2, ceil, copysign, exp, fabs, floor, fmod, log, pow, sin, sqrt, tanh
from math import expm1, log1p, trunc
ZERO = 0
from common.kernel import Numbers, kernel
TABLE = (5, 6)
GRID = ((0.5, 1.5), (2.5, 3.5))
"""


def text_of_cases() -> str:
    parts = [MODULE]
    for name, (parameters, result, expression, _, _) in CASES.items():
        parts.append(
            f"\n@kernel\ndef case_{name}({parameters}) -> {result}:\n    return {expression}\n"
        )
    for number, (text, values) in enumerate(ALL.items()):
        kind, letters = ("int", "ab") if values[0] is WHOLE else ("float", "xy")
        given = ", ".join(f"{letter}: {kind}" for letter in letters[: len(values)])
        result = "int" if text.startswith(TO_INT) else kind
        parts.append(f"\n@kernel\ndef all{number}({given}) -> {result}:\n    return {text}\n")
    return "".join(parts)


@pytest.fixture(scope="module", params=["gcc", "clang"])
def cases(request, tmp_path_factory, require):
    """All cases in one library; and the text's lines."""
    require(request.param)
    text = text_of_cases()
    module = load_module(tmp_path_factory.mktemp("traps") / "trap_cases.py", text)
    kernels = {name: getattr(module, f"case_{name}") for name in CASES}
    kernels |= {text: getattr(module, f"all{number}") for number, text in enumerate(ALL)}
    examples = {name: CASES[name][3] for name in CASES}
    examples |= {text: tuple(column[0] for column in columns) for text, columns in ALL.items()}
    calls = {kernels[name]: example for name, example in examples.items()}
    library = Library(calls, request.param)

    def run(name: str, *arguments: Any) -> Any:
        return library.call(kernels[name], *arguments)

    return run, text.splitlines(), kernels


@pytest.mark.parametrize("name", CASES)
def test_it_traps_and_says_where_and_why(cases, name):
    run, lines, _ = cases
    _, _, expression, arguments, reason = CASES[name]
    with pytest.raises(Trapped) as trapped:
        run(name, *arguments)
    place, line, said = str(trapped.value).split(":")
    assert place.endswith("trap_cases.py")
    assert expression in lines[int(line) - 1]
    assert said == f" {reason}"


def shown(value: float) -> str:
    """A number with its kind and sign; not-a-numbers have none."""
    return repr(abs(value) if value != value else value)


@pytest.mark.parametrize("text", ALL)
def test_c_is_python_at_all_edges(cases, text):
    run, _, kernels = cases
    for arguments in itertools.product(*ALL[text]):
        try:
            expected = kernels[text](*arguments)
            if "bit" in text and arguments == (LEAST,):  # C stops where it takes the absolute value
                raise OverflowError
            if isinstance(expected, int) and not LEAST <= expected < -LEAST:
                raise OverflowError
            wanted = shown(expected)
        except (ArithmeticError, ValueError) as error:
            wanted = type(error).__name__
        try:
            found = shown(run(text, *arguments))
        except Trapped as trapped:
            found = str(trapped).rpartition(" ")[2]
        assert found == wanted, f"{text} of {arguments}"


def test_a_library_works_on_after_a_trap(cases):
    run, _, _ = cases
    for _ in range(3):
        with pytest.raises(Trapped):
            run("table", 2)
        assert run("table", 1) == 6


def test_the_largest_and_least_values_do_not_trap(cases):
    run, _, _ = cases
    highest, lowest = 2**63 - 1, -(2**63)
    assert run("add", highest - 1) == highest
    assert run("subtract", lowest + 2) == lowest
    assert run("negate", -highest) == highest
    assert run("divide", lowest, 1) == lowest
    assert run("modulo", lowest, -1) == 0
    assert run("left", 1, 62) == 2**62
    assert run("left", -1, 63) == lowest
    assert run("left", 0, 1000) == 0
    assert run("masked_negative", 1, 1000) == 0
    assert run("int_large", -(2.0**63)) == lowest
    assert run("int_large", 9223372036854774784.0) == 9223372036854774784


# ---- Random int expressions: they trap exactly when a value leaves 64 bits or Python raises.
OPERATORS = {
    ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul, ast.FloorDiv:
    operator.floordiv,
    ast.Mod: operator.mod, ast.BitAnd: operator.and_, ast.BitOr: operator.or_, ast.BitXor:
    operator.xor,
    ast.LShift: operator.lshift, ast.RShift: operator.rshift,
}  # fmt: skip
SIGNS = ["+", "-", "*", "//", "%", "&", "|", "^"]
MASKS = [0xFF, (1 << 48) - 1, 2**63 - 1]


class Beyond(Exception):
    """A value outside of 64 bits where no mask keeps the low bits."""


def value(node: ast.expr, names: dict[str, int], is_masked: bool = False) -> int:
    """The expression's value in the subset; Beyond or ArithmeticError where it has none."""
    if isinstance(node, ast.Constant):
        return int(node.value)  # type: ignore[arg-type]
    if isinstance(node, ast.Name):
        return names[node.id]
    if isinstance(node, ast.UnaryOp):
        inner = value(node.operand, names, is_masked)
        result = -inner if isinstance(node.op, ast.USub) else ~inner
    else:
        assert isinstance(node, ast.BinOp)
        mask = node.right.value if isinstance(node.right, ast.Constant) else None
        keeps = isinstance(node.op, ast.BitAnd) and isinstance(mask, int)
        passes = is_masked and isinstance(node.op, ast.Add | ast.Sub | ast.Mult | ast.LShift |
        ast.BitAnd
                                          | ast.BitOr | ast.BitXor)  # fmt: skip
        left = value(node.left, names, keeps or passes)
        right = value(node.right, names, passes and not isinstance(node.op, ast.LShift))
        result = OPERATORS[type(node.op)](left, right)
    if not is_masked and not -(2**63) <= result < 2**63:
        raise Beyond
    return result


def expression(rnd: random.Random, depth: int) -> str:
    """A random int expression over a, b, c."""
    if depth == 0:
        return rnd.choice("abc")
    one, two = expression(rnd, depth - 1), expression(rnd, rnd.randrange(depth))
    if rnd.random() < 0.4:
        two = rnd.choice(["3", "-7", "1000003", str(2**40), str(-(2**62)), "63", "8", "0"])
    kind = rnd.randrange(10)
    if kind == 0:
        return rnd.choice([f"(-{one})", f"(~{one})"])
    if kind < 3:
        return f"({one} {rnd.choice(['<<', '>>'])} ({two} & {rnd.choice([7, 63, 127])}))"
    if kind < 5:
        return f"(({one}) & {rnd.choice(MASKS)})"
    return f"({one} {rnd.choice(SIGNS)} {two})"


def test_random_expressions_trap_exactly_when_they_must(tmp_path, require):
    require("gcc")
    rnd = random.Random(7)
    texts = [expression(rnd, rnd.choice([2, 3, 4])) for _ in range(120)]
    parts = ["from common.kernel import kernel\n"]
    for number, text in enumerate(texts):
        parts.append(
            f"\n@kernel\ndef e{number}(a: int, b: int, c: int) -> int:\n    return {text}\n"
        )
    module = load_module(tmp_path / "random_expressions.py", "".join(parts))
    kernels = [getattr(module, f"e{number}") for number in range(len(texts))]
    library = Library(dict.fromkeys(kernels, (1, 2, 3)), "gcc", at_level("-O1"))
    edges = [0, 1, -1, 2, 63, 64, 2**31, -(2**31), 2**62, 2**63 - 1, -(2**63), 10**12 + 7]
    trapped = 0
    for kernel, text in zip(kernels, texts, strict=True):
        tree = ast.parse(text, mode="eval").body
        for _ in range(12):
            values = {letter: rnd.choice(edges) for letter in "abc"}
            try:
                expected: int | None = value(tree, values)
            except (Beyond, ArithmeticError):
                expected = None
                trapped += 1
            try:
                found: int | None = library.call(kernel, *values.values())
            except Trapped:
                found = None
            assert found == expected, f"{text} with {values}"
    assert 240 < trapped < 1200
