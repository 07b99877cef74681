"""What C would let pass: each case traps with the Python line, and exactly when it must."""

import ast
import operator
import random

import pytest

from botsmith.compiler.engine import Engine, Trapped
from botsmith.compiler.translate import translate
from tests.compiler.comparison import load_module

CASES = {
    "index": ("a: int, t: Numbers[int]", "int", "t[a]", (3, [1, 2, 3]), "index out of range"),
    "negative_index": ("a: int, t: Numbers[int]", "int", "t[a]", (-1, [1]), "index out of range"),
    "table": ("a: int", "int", "TABLE[a]", (2,), "index out of range"),
    "row": ("a: int", "float", "GRID[a][1]", (2,), "index out of range"),
    "column": ("a: int", "float", "GRID[1][a]", (2,), "index out of range"),
    "add": ("a: int", "int", "a + 1", (2**63 - 1,), "an int beyond 64 bits"),
    "subtract": ("a: int", "int", "a - 2", (-(2**63) + 1,), "an int beyond 64 bits"),
    "multiply": ("a: int", "int", "a * a", (2**32,), "an int beyond 64 bits"),
    "negate": ("a: int", "int", "-a", (-(2**63),), "an int beyond 64 bits"),
    "absolute": ("a: int", "int", "abs(a)", (-(2**63),), "an int beyond 64 bits"),
    "divide": ("a: int, b: int", "int", "a // b", (1, 0), "division by zero"),
    "divide_lowest": ("a: int, b: int", "int", "a // b", (-(2**63), -1), "an int beyond 64 bits"),
    "modulo": ("a: int, b: int", "int", "a % b", (1, 0), "division by zero"),
    "float_divide": ("x: float", "float", "1.0 / x", (0.0,), "division by zero"),
    "float_floor": ("x: float", "float", "1.0 // x", (-0.0,), "division by zero"),
    "float_modulo": ("x: float", "float", "1.0 % x", (0.0,), "division by zero"),
    "left": ("a: int, b: int", "int", "a << b", (3, 62), "an int beyond 64 bits"),
    "left_far": ("a: int, b: int", "int", "a << b", (1, 64), "an int beyond 64 bits"),
    "left_negative": ("a: int, b: int", "int", "a << b", (1, -1), "negative shift"),
    "masked_negative": ("a: int, b: int", "int", "(a << b) & 255", (1, -1), "negative shift"),
    "right_negative": ("a: int, b: int", "int", "a >> b", (1, -1), "negative shift"),
    "int_large": ("x: float", "int", "int(x)", (2.0**63,), "a float that is no 64-bit int"),
    "int_nan": ("x: float", "int", "int(x)", (float("nan"),), "a float that is no 64-bit int"),
    "int_infinite": (
        "x: float",
        "int",
        "int(x)",
        (float("-inf"),),
        "a float that is no 64-bit int",
    ),
    "round_large": ("x: float", "int", "round(x)", (1e300,), "a float that is no 64-bit int"),
    "floor_large": ("x: float", "int", "floor(x)", (-1e19,), "a float that is no 64-bit int"),
    "sqrt": ("x: float", "float", "sqrt(x)", (-1e-300,), "domain"),
    "log": ("x: float", "float", "log(x)", (0.0,), "domain"),
    "exp": ("x: float", "float", "exp(x)", (1000.0,), "domain"),
    "sin": ("x: float", "float", "sin(x)", (float("inf"),), "domain"),
    "acos": ("x: float", "float", "acos(x)", (1.5,), "domain"),
    "fmod": ("x: float", "float", "fmod(x, 0.0)", (1.0,), "domain"),
    "pow": ("x: float", "float", "pow(x, 0.5)", (-1.0,), "domain"),
    "pow_zero": ("x: float", "float", "pow(x, -1.0)", (0.0,), "domain"),
    "deep": ("a: int", "int", "deep(a + 1, a)", (0,), "calls nested too deep"),
    "tail": ("a: int", "int", "tail(a)", (1,), "calls nested too deep"),
    "ping": ("a: int", "int", "ping(a)", (1,), "calls nested too deep"),
}
MODULE = """
from math import acos, exp, floor, fmod, log, pow, sin, sqrt
from common.kernel import Numbers, kernel
TABLE = (5, 6)
GRID = ((0.5, 1.5), (2.5, 3.5))

@kernel
def deep(a: int, b: int) -> int:
    if a < 0:
        return a
    c = deep(a + 1, a)
    return c + 1 + b

@kernel
def tail(a: int) -> int:
    if a < 1000:
        return tail(a & 7)
    return a

@kernel
def ping(a: int) -> int:
    if a != 0:
        return pong(-a)
    return a

@kernel
def pong(a: int) -> int:
    if a != 0:
        return ping(-a)
    return a
"""
NESTED = {"deep", "tail", "ping"}  # which stop where a kernel begins


def text_of_cases() -> str:
    parts = [MODULE]
    for name, (parameters, result, expression, _, _) in CASES.items():
        parts.append(
            f"\n@kernel\ndef case_{name}({parameters}) -> {result}:\n    return {expression}\n"
        )
    return "".join(parts)


@pytest.fixture(scope="module", params=["gcc", "clang"])
def cases(request, tmp_path_factory, require):
    """All cases in one library; and the text's lines."""
    require(request.param)
    text = text_of_cases()
    module = load_module(tmp_path_factory.mktemp("traps") / "trap_cases.py", text)
    entries = {name: getattr(module, f"case_{name}") for name in CASES}
    return Engine(translate(entries), request.param), text.splitlines()


@pytest.mark.parametrize("name", CASES)
def test_it_traps_and_says_where_and_why(cases, name):
    engine, lines = cases
    _, _, expression, arguments, reason = CASES[name]
    with pytest.raises(Trapped) as trapped:
        engine.run(name, *arguments)
    assert reason in str(trapped.value)
    place, line, _ = str(trapped.value).split(":", 2)
    assert place == "trap_cases.py"
    assert ("def " if name in NESTED else expression) in lines[int(line) - 1]


def test_a_library_works_on_after_a_trap(cases):
    engine, _ = cases
    for _ in range(3):
        with pytest.raises(Trapped):
            engine.run("table", 2)
        assert engine.run("table", 1) == 6


def test_the_largest_and_least_values_do_not_trap(cases):
    engine, _ = cases
    highest, lowest = 2**63 - 1, -(2**63)
    assert engine.run("add", highest - 1) == highest
    assert engine.run("subtract", lowest + 2) == lowest
    assert engine.run("negate", -highest) == highest
    assert engine.run("divide", lowest, 1) == lowest
    assert engine.run("modulo", lowest, -1) == 0
    assert engine.run("left", 1, 62) == 2**62
    assert engine.run("left", -1, 63) == lowest
    assert engine.run("left", 0, 1000) == 0
    assert engine.run("masked_negative", 1, 1000) == 0
    assert engine.run("int_large", -(2.0**63)) == lowest
    assert engine.run("int_large", 9223372036854774784.0) == 9223372036854774784


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
        return rnd.choice(["a", "b", "c", "3", "-7", "1000003", str(2**40), str(-(2**62)), "63"])
    one, two = expression(rnd, depth - 1), expression(rnd, rnd.randrange(depth))
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
    texts = [expression(rnd, rnd.choice([2, 3, 4])) for _ in range(300)]
    parts = ["from common.kernel import kernel\n"]
    for number, text in enumerate(texts):
        parts.append(
            f"\n@kernel\ndef e{number}(a: int, b: int, c: int) -> int:\n    return {text}\n"
        )
    module = load_module(tmp_path / "random_expressions.py", "".join(parts))
    names = [f"e{number}" for number in range(len(texts))]
    flags = ["-O1", "-std=c11", "-w"]
    engine = Engine(translate({name: getattr(module, name) for name in names}), "gcc", flags)
    edges = [0, 1, -1, 2, 63, 64, 2**31, -(2**31), 2**62, 2**63 - 1, -(2**63), 10**12 + 7]
    trapped = 0
    for name, text in zip(names, texts, strict=True):
        tree = ast.parse(text, mode="eval").body
        for _ in range(12):
            values = {letter: rnd.choice(edges) for letter in "abc"}
            try:
                expected: int | None = value(tree, values)
            except (Beyond, ArithmeticError):
                expected = None
                trapped += 1
            try:
                found: int | None = engine.run(name, *values.values())
            except Trapped:
                found = None
            assert found == expected, f"{text} with {values}"
    assert 600 < trapped < 3000
