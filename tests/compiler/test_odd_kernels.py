"""Kernels of unusual shape or naming still make C that compilers accept without a warning."""

import pytest

from botsmith.compiler.engine import Engine
from botsmith.compiler.translate import translate

RECORDS = """
@record
class Egg:
    heat: int

@record
class Nest:
    eggs: Records[Egg] = records(Egg, 3)
    states: Numbers[int] = numbers(int, 5)

"""
# Kernel `go`, its Python arguments, what it returns.
ODD = {
    "len of a record's array is all that is read": (
        "@kernel\ndef go(nest: Nest) -> int:\n    return len(nest.states)\n",
        "Nest()",
        5,
    ),
    "len of a local's array is all that is read": (
        "@kernel\ndef go(nest: Nest) -> int:\n    inner = nest\n    return len(inner.eggs)\n",
        "Nest()",
        3,
    ),
    "len of an array handed in is all that is read": (
        "@kernel\ndef go(items: Numbers[int]) -> int:\n    return len(items)\n",
        "numbers(int, 4)",
        4,
    ),
    "len of another name of an array handed in": (
        "@kernel\ndef go(items: Numbers[int]) -> int:\n    same = items\n    return len(same)\n",
        "numbers(int, 4)",
        4,
    ),
    "an array handed in is not read": (
        "@kernel\ndef go(items: Numbers[int]) -> int:\n    # items\n    return 1\n",
        "numbers(int, 4)",
        1,
    ),
    "an array's length has a name as the C text gives it": (
        "@kernel\ndef go(items: Numbers[int]) -> int:\n"
        "    items_length = len(items)\n    return items_length + items[0]\n",
        "numbers(int, 4)",
        4,
    ),
    "a length is shifted and multiplied beyond 32 bits": (
        "@kernel\ndef go(nest: Nest) -> int:\n"
        "    return (len(nest.states) << 32) + len(nest.eggs) * 2000000000\n",
        "Nest()",
        (5 << 32) + 6000000000,
    ),
    "a kernel is called as an entry": (
        "@kernel\ndef run_go(n: int) -> int:\n    return n + 1\n\n"
        "@kernel\ndef go(n: int) -> int:\n    return run_go(n)\n",
        "4",
        5,
    ),
    "a constant is called as an entry": (
        "run_go = 3\n@kernel\ndef go(n: int) -> int:\n    return n + run_go\n",
        "4",
        7,
    ),
    "a parameter is called as the result in C": (
        "@kernel\ndef go(result_: int) -> int:\n    return result_\n",
        "4",
        4,
    ),
    "a constant is called as the result in C": (
        "result_ = 3\n@kernel\ndef go(n: int) -> int:\n    return n + result_\n",
        "4",
        7,
    ),
    "a parameter is called as its kernel": (
        "@kernel\ndef go(go: int) -> int:\n    return go\n",
        "4",
        4,
    ),
    "two records have one name": (
        "first = Egg\n\n@record\nclass Egg:\n    cold: float = 1.5\n\n"
        "@kernel\ndef go(one: first, two: Egg) -> float:\n    return two.cold + one.heat\n",
        "first(), Egg()",
        1.5,
    ),
}


@pytest.mark.parametrize(("text", "arguments", "result"), ODD.values(), ids=ODD)
@pytest.mark.parametrize("compiler", ["gcc", "clang"])
def test_an_odd_kernel_runs_in_both_engines(module, require, compiler, text, arguments, result):
    require(compiler)
    made = module(RECORDS + text)
    values = list(eval(f"[{arguments}]", vars(made)))
    assert made.go(*values) == result
    assert Engine(translate({"go": made.go}), compiler).run("go", *values) == result
