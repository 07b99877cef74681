"""What the subset leaves out: each refusal says file:line:column and what to write instead.

Those that docs/kernels.md shows are in test_kernels_page.py.
"""

import re
from textwrap import indent

import pytest

from botsmith.compiler.advised import AdvisedFunction
from botsmith.errors import BadInput
from tests.compiler.conftest import PRELUDE
from tests.compiler.library import Library, check
from tests.pages import cases_of, page_beside

CHAPTERS = page_beside(__file__, "refusals.txt")
RECORDS = f"\n{CHAPTERS['records']}\n"
HEAD = """
@kernel
def f(a: int, b: int, x: float, y: float, flag: bool, pod: Pod, race: Race) -> int:
"""


def refusals(part: str) -> list[tuple[str, str]]:
    """The sources of a part of refusals.txt, and what is said of each."""
    return [(text, re.sub(r"\$$", "\n", reason)) for reason, text in cases_of(CHAPTERS[part])]


EXPRESSIONS, STATEMENTS, WHOLE = map(refusals, ("expressions", "statements", "kernels"))


def refusal(module, text: str) -> tuple[str, int, int]:
    """The message for a text with an entry `f`, and the line and column that it names."""
    made = module(RECORDS + text)
    with pytest.raises(BadInput) as caught:
        check([made.f])
    message = str(caught.value)
    assert "\n" not in message
    place = message.split(".py:")[-1].split(":")
    return (
        message,
        int(place[0]) if ".py:" in message else 0,
        int(place[1]) if ".py:" in message else 0,
    )


@pytest.mark.parametrize(("text", "reason"), EXPRESSIONS, ids=[text for text, _ in EXPRESSIONS])
def test_an_expression_outside_of_the_subset_is_refused(module, text, reason):
    message, line, column = refusal(module, HEAD + f"    return {text}\n")
    assert reason in message + "\n"
    assert column >= 5
    if not text.startswith("double()"):
        assert line > 30


@pytest.mark.parametrize(("text", "reason"), STATEMENTS, ids=[text for text, _ in STATEMENTS])
def test_a_statement_outside_of_the_subset_is_refused(module, text, reason):
    message, line, column = refusal(module, HEAD + indent(text, "    ") + "\n    return 1\n")
    assert reason.replace("LINE", str(line - 1)) in message + "\n"
    assert line > 30
    assert column >= 5


@pytest.mark.parametrize(("text", "reason"), WHOLE, ids=[text for text, _ in WHOLE])
def test_a_signature_outside_of_the_subset_is_refused(module, text, reason):
    message, line, _ = refusal(module, f"\n{text}\n")
    assert reason.replace("LINE", str(line - 5)) in message + "\n"


DEEP = 400
DEEP_TEXTS = [
    "return " + " + ".join("a" * DEEP),
    "return " + " * ".join(["pod.path[a]"] * DEEP),
    "return a + \\\n        " + " + \\\n        ".join("b" * DEEP),
    "if a == 0:\n        b = 1\n    "
    + "\n    ".join(f"elif a == {n}:\n        b = {n}" for n in range(1, DEEP))
    + "\n    return b",
    "return " + " else ".join(f"{n} if a == {n}" for n in range(DEEP)) + " else b",
    "flag = " + "not " * DEEP + "flag\n    return a",
]


@pytest.mark.parametrize("text", DEEP_TEXTS, ids=[text[:30] for text in DEEP_TEXTS])
def test_what_is_nested_too_deep_is_told_so_and_soon(module, text, monkeypatch):
    calls = 0
    code = AdvisedFunction.code

    def counted(self, *words):
        nonlocal calls
        calls += 1
        return code(self, *words)

    monkeypatch.setattr(AdvisedFunction, "code", counted)
    message, line, _ = refusal(module, HEAD + f"    {text}\n")
    assert "this is nested too deep: split it" in message
    assert line > 30
    assert calls < 10 * DEEP


def test_a_long_row_that_is_not_deep_passes(module):
    long = " and ".join(f"a != {n}" for n in range(DEEP))
    made = module(RECORDS + HEAD + f"    return int({long})\n")
    check([made.f])


def test_a_refusal_names_the_exact_place(module):
    made = module("@kernel\ndef f(a: int) -> int:\n    b = 1\n    return b + a ** 3\n")
    with pytest.raises(BadInput) as caught:
        check([made.f])
    assert f"{made.__name__}.py:7:16: ** takes" in str(caught.value)


@pytest.mark.parametrize(
    ("text", "pointed"),
    [
        ("for n in range(1, 4, 0):\n        pass", "0):"),
        ("for n in range(1.0, 4):\n        pass", "1.0, 4"),
        ("for n, m in range(4):\n        pass", "n, m"),
        ("a = min(b, 3) + pod.path[1.5]", "1.5]"),
        ("a = b + double(x)", "x)"),
        ("a = b + double(k=3)", "k=3"),
        ("a = 1 if pod else b", "pod else b"),
        ("s = numbers(Pod, 3)", "Pod, 3"),
        ("s = numbers(int, a)", "a)"),
        ("TABLE[a] = 3", "TABLE[a]"),
        ("c, d = a, b, 3", "c, d"),
        ("pod.count = x", "x"),
        ("while flag:\n        pass\n    else:\n        a = 1", "a = 1"),
    ],
)
def test_a_refusal_points_at_what_is_wrong(module, text, pointed):
    _, line, column = refusal(module, HEAD + f"    {text}\n    return 1\n")
    lines = (PRELUDE + RECORDS + HEAD + f"    {text}\n").splitlines()
    assert lines[line - 1][column - 1 :].startswith(pointed)


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("c = 1\n    b = c\n    a = [c for _ in range(3)][0]", 2),
        ("c = 1\n    b = c\n    a = sum(c for _ in TABLE)", 2),
        ("a = b\n    b = math.tau_ + 1.0", 1),
        ("a = 1 // 2.0", 0),
    ],
)
def test_a_refusal_names_its_own_line_and_no_innocent_one(module, text, line):
    _, found, _ = refusal(module, HEAD + f"    {text}\n    return 1\n")
    assert found - refusal(module, HEAD + "    return 1.0\n")[1] == line


@pytest.mark.parametrize(
    "text",
    [
        *("(a + (1 << 64)) & 255", "(FAR * -(1 << 62) ^ a) & FAR", "0 << 64", "-(1 << 62) * 1"),
        *("(1 << 62) - 1 + (1 << 62)", "-(1 << 62) - ((1 << 62) - 1)", "-9223372036854775807"),
        *("-(1 << 62) - (1 << 62)", "-9223372036854775807 - 1"),
        *("(-(1 << 64) ^ a) & FAR", "(~(1 << 64) | a) & FAR", "FAR & (a - (1 << 64))"),
        *("((1 << 64) << 1) & FAR", "((1 << 64) - (1 << 65)) & FAR", "Int8((1 << 64) * 3)"),
    ],
)
def test_what_a_mask_cuts_or_fits_passes(module, text):
    made = module(RECORDS + HEAD + f"    return {text}\n")
    check([made.f])


@pytest.mark.parametrize(
    "text",
    [
        *("a.bit_count() + a.bit_length()", "-a + ~b", "a // b % 3 << 2 >> 1", "a & b | 3 ^ a"),
        *("int(x)", "round(x)", "floor(y)", "int(float(a))", "int(flag)", "int(float(flag))"),
        *(
            "abs(a)",
            "min(a, 3)",
            "max(double(a), b)",
            "int(min(x, y))",
            "len(TABLE) + len(pod.path)",
        ),
        *("int(sqrt(x) + cos(y) + sin(pi) - math.fmod(x, y))", "int(x // 1.0)", "int(a * x + a)"),
        *("TABLE[0] + TABLE[2]", "TABLE[a]", "pod.path[3] + race.pods[1].path[b]", "FAR + LIMIT"),
        *("Int8(a) + Int16(b * b)", "a if 0 < a < 9 else b", "a if 0 <= pod.count < FAR else b"),
        *("a if flag == (a < b) else b", "a if not flag and x < 1.0 or a != 3 else b"),
        "(a if pod.x < 2.0 else b) if flag != True else race.lead.count",
    ],
)
def test_what_is_in_the_subset_passes(module, text):
    made = module(RECORDS + "LIMIT = 4\n" + HEAD + f"    return {text}\n")
    check([made.f])


@pytest.mark.parametrize(
    "text",
    [
        *("s = numbers(int, 1)\n    a = s[0]", "s = records(Pod, 1)\n    a = s[0].count"),
        *("s = numbers(float, 8192)\n    s[8191] = x", "s = numbers(Int8, FAR)\n    a = s[6]"),
        *("for n in each(512):\n        a += n", "for n in each(1):\n        a += n"),
        *(
            "for n in range(a, b, -2):\n        a += n",
            "for n in each(len(TABLE)):\n        a += n",
        ),
        "for n in range(3):\n        pass\n    for n in range(4):\n        a = n",
        "n = a\n    for n in range(3):\n        n += 1\n        for n in TABLE:\n            n = 2",
        "c = grow(pod) + 1\n    pod.count += grow(pod) * double(grow(pod))",
        "if grow(pod) == 1 and pick(pod, race.lead, flag) < 3:\n        a = passed(pod)",
        "race.pods[pod.count].count = grow(pod)\n    pod.path[pod.path[0]] = first_of(pod.path)",
        "if flag:\n        c = 1\n    else:\n        c = 2\n    a = c",
        "if flag:\n        c = 1\n    else:\n        return 2\n    a = c",
        "if flag:\n        return 2\n    else:\n        c = 1\n    a = c",
        "while True:\n        if flag:\n            break\n    a = 1",
        "while True:\n        for n in range(3):\n            continue\n        break\n    a = 1",
        "p = pod\n    p = race.lead\n    assign(p, race.pods[a])\n    p.path[a] = grow(p)",
        "c: Int8 = 3\n    c = a\n    c += 1\n    a = c * 1000",
        "pod.x += 1\n    pod.x *= x\n    x //= 1.0\n    pod.is_open = not pod.is_open",
    ],
)
def test_a_statement_in_the_subset_passes(module, text):
    made = module(RECORDS + HEAD + f"    {text}\n    return 1\n")
    check([made.f])


ODD = [  # what mypy or a reader may dislike, and both engines do alike
    *("return a if flag < (a < b) else b", "return a if 0 < abs(a) < 9 else b"),
    *("return int(sqrt(abs(a)) * 1e6)", "return int(sqrt(2) * 1e9)", "return int(a // 1.0)"),
    *("return TABLE[-1]", "return RAGGED[1][0] + MIXED_TABLE[0]", "return ((1 << 64) // 3) & FAR"),
    *("return 2 ** 3 + (1 // 2.0 == 0.0)", "sqrt(abs(x))", "...", "c: list[int] = TABLE"),
    *("n = 1\n    n: Int8 = 300\n    return n", "a: Int16 = 70000\n    return a"),
    *("for _ in range(4):\n        a += _\n    return a", "return 1\n    a = 2"),
    "for n in each(min(abs(a), 9)):\n        b += n\n    return b",
    "for n in each(513):\n        b += n\n    for n in each(1, 1):\n        b += 1\n    return b",
    "for n in range(4):\n        a += n\n        continue\n        a = 2\n    return a",
    "for n in range(4):\n        a += n\n        break\n        a = 2\n    return a",
    "while True:\n        a += 1\n        if a > b:\n            return a\n    a = 2",
    "s = numbers(float, 10000)\n    s[9999] = x\n    return int(s[9999] * 1e3) + int(s[0])",
]


def test_what_only_a_linter_would_refuse_is_equal_in_both_engines(module, require):
    require("gcc")
    head = "(a: int, b: int, x: float, flag: bool) -> int:\n    "
    text = "".join(f"@kernel\ndef f{n}{head}{body}\n    return 7\n" for n, body in enumerate(ODD))
    made = module(RECORDS + text)
    kernels = [getattr(made, f"f{n}") for n in range(len(ODD))]
    library = Library(dict.fromkeys(kernels, (0, 0, 0.0, False)))
    for kernel in kernels:
        for arguments in (
            (3, 8, 1.5, True),
            (-5, 2, -0.25, False),
            (2**53 + 1, 2**53 + 3, 7.0, True),
        ):
            expected = kernel(*arguments)
            found = library.call(kernel, *arguments)
            assert (found, kernel.__name__) == (int(expected), kernel.__name__)


def test_everything_in_the_tables_would_pass_without_its_mistake(module):
    made = module(RECORDS + HEAD + "    c = grow(pod)\n    return a if flag else b + c\n")
    check([made.f])


@pytest.mark.parametrize(
    "way",
    [
        "sys.modules[__name__].TEN = 11",
        "setattr(sys.modules[__name__], 'TEN', 11)",
        "me.TEN += 1",
        "me.__dict__['TEN'] = 11",
        "vars(me)['TEN'] = 11",
        "globals()['TEN'] = 11",
        "exec('TEN = 11', globals())",
    ],
)
def test_a_constant_that_a_function_changes_is_refused_however_it_does(module, way):
    head = "import sys\nTEN = OTHER = 10\nme = sys.modules[__name__]\nme.OTHER = 10\n"
    text = head + f"def later():\n    {way}\n@kernel\ndef f(a: int) -> int:\n    return a + TEN\n"
    with pytest.raises(BadInput, match="TEN is set by a function, so it is no constant"):
        check([module(text).f])
    check([module(text.replace("a + TEN", "a + OTHER")).f])


def test_a_modules_constant_that_a_function_changes_is_refused(module):
    head = "import common.clock as params\nparams.TEN, params.OTHER = 10, 10\n"
    head += "def later():\n    params.TEN = 11\n@kernel\ndef f(a: int) -> int:\n"
    with pytest.raises(BadInput, match="params.TEN is set by a function, so it is no constant"):
        check([module(head + "    return a + params.TEN\n").f])
    check([module(head + "    return a + params.OTHER\n").f])
