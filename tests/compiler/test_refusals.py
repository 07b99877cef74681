"""What the subset leaves out: each refusal says file:line:column and what to write instead.

Those that docs/kernels.md shows are in test_kernels_page.py.
"""

import pytest

from botsmith.compiler.advised import AdvisedFunction
from botsmith.errors import BadInput
from tests.compiler.conftest import PRELUDE
from tests.compiler.library import Library, check

RECORDS = """
import math
from copy import deepcopy
from common.search import ucb
from common.kernel import Int8, Int16
from enum import IntEnum
from random import choice

class Color(IntEnum):
    RED = 1

@record
class Pod:
    x: float
    count: int
    is_open: bool
    path: Numbers[int] = numbers(int, 4)
    LIMIT = 4

    @property
    def size(self):
        return 1

@record
class Goal:
    value: float = 1.5

@record
class Knots:
    shares: Numbers[float] = [0.0, 0.5]

@record
class Match:
    goals: Records[Goal] = records(Goal, 2)

@record
class Race:
    lead: Pod
    pods: Records[Pod] = records(Pod, 2)

TABLE = (1, 2, 3)
PATH = (1, 2)
LIST = [1, 2, 3]
NAMES = {"a": 1}
WORD = "text"
FAR = 7
RAGGED = ((1,), (2, 3))
MIXED_TABLE = (1, 2.0)
EMPTY = ()
DEEP = (((1, 2), (3, 4)), ((5,), (6, 7)))
WORDS = ("a", "b")
FARS = (1, 1 << 70)
TURN = 1j
HUGE_INT = 1 << 70
ENDLESS = 1e308 * 10.0

@kernel
def grow(pod: Pod) -> int:
    pod.count += 1
    return pod.count

@kernel
def pick(one: Pod, two: Pod, flag: bool) -> int:
    chosen = one if flag else two
    chosen.count = 1
    return 1

@kernel
def passed(pod: Pod) -> int:
    same = pod
    return grow(same)

@kernel
def rest(pod: Pod) -> None:
    pod.count = 0

@kernel
def first_of(path: Numbers[int]) -> int:
    path[0] += 1
    return path[0]

def ordinary(n: int) -> int:
    return n

@kernel
def double(n: int) -> int:
    return n * 2

@kernel
def mixed(a: int, b: int = 3) -> int:
    return a - b
"""
# In every body: a, b ints, x, y floats, flag a bool, pod a Pod, race a Race.
HEAD = """
@kernel
def f(a: int, b: int, x: float, y: float, flag: bool, pod: Pod, race: Race) -> int:
"""

EXPRESSIONS = [
    ("int(log1p(x))", "nothing here is called log1p: from math import log1p"),
    ("double(*pod.path)", "no * here: list the arguments"),
    ("pod.cuont", "Pod has no field cuont: is count meant?"),
    ("TABEL[0]", "nothing here is called TABEL: is TABLE meant?"),
    ("int(math.sqr(x))", "module math has no sqr: is sqrt meant?"),
    ("duoble(a)", "nothing here is called duoble: is double meant?"),
    ("a @ b", "no @ in a kernel"),
    ("DEEP[a][0][0]", "DEEP is no table: row 1 has 2 entries, row 0 has 1: fill up"),
    ("WORDS[a]", "WORDS is no table: no text in a kernel: number what it names"),
    ("FARS[a]", "FARS = 1180591620717411303424 does not fit into 64 bits"),
    ("TURN", "TURN is a complex: constants are int, float, bool or tables"),
    ("len(obj=TABLE)", "len takes no names for its arguments here"),
    ("range(3)", "range stands in 'for name in range(...)' only"),
    ("int(math.inf)", "math.inf = inf: infinity and not-a-number are not in the subset"),
    ("-flag", "a bool in arithmetic: write int(flag)"),
    ("-pod", "a number is wanted here, not Pod"),
    ("int(pod)", "int of Pod"),
    ("int((a and flag) == flag)", "int as a condition: write a != 0"),
    ("a + (1 << 63)", "1 << 63 does not fit into 64 bits"),
    (
        "-(1 << 62) - (1 << 62) - 1",
        "does not fit into 64 bits: 1 << 62 is the largest power of 2\n",
    ),
    ("a << ((1 << 64) - a) & FAR", "1 << 64 does not fit into 64 bits"),
    ("(a + (1 << 64)) & -1", "1 << 64 does not fit into 64 bits"),
    ("x & 1", "bit operations take ints"),
    ("~x", "~ takes an int"),
    ("a if pod else b", "a condition is a bool, not Pod"),
    ("a if a < x else b", "an int is compared with a float"),
    ("a if pod == pod else b", "Pod is compared with Pod"),
    ("a if pod is race.lead else b", "no 'is'"),
    ("a if double(a) < a < 9 else b", "a chain of comparisons calls no kernel"),
    ("a if flag else x", "one arm is int, the other float"),
    ("min(a, x)", "min of an int and a float"),
    ("min(a, b, x)", "min of an int and a float: convert one of them"),
    ("min(a)", "min takes 2 arguments here: over an array write the loop"),
    ("max(a, b, key=double)", "max takes no names for its arguments here: write the loop"),
    ("a ** 3", "** takes the constant 2 only: write x * x * x"),
    ("a ** b", "** takes the constant 2 only"),
    ("int(x ** 0.5)", "** takes the constant 2 only: write x * x * x, sqrt(x), or math.pow(x, y)"),
    ("int(a in (b, 1))", "no 'in': write a == 1 or a == 2, or index an array of bools"),
    ("int(x not in (x, 1.0))", "no 'in': write a == 1"),
    ("int(a in pod.path)", "or index an array of bools"),
    ("mixed(b=1, a=2)", "arguments stand in the order of mixed's parameters: write a=..., b=..."),
    ("mixed(a, c=2)", "mixed has no parameter c"),
    ("mixed(a, a=2)", "a of mixed has a value already"),
    ("mixed(b=2)", "mixed wants a value for a"),
    ("mixed(a, 1, 2)", "mixed takes 2 arguments, not 3"),
    ("mixed(a, b=x)", "b of mixed is int, this is float: write int(...)"),
    ("TABLE[-4]", "the index is outside of 0..2"),
    ("round(x, 2)", "round takes 1 argument here, no digits"),
    ("len(pod)", "len of Pod"),
    ("pod.y", "Pod has no field y; it has x, count, is_open, path"),
    ("a.real", "int has no field real"),
    ("pod.path[x]", "an index is an int, not float"),
    ("pod.path[0:2][0]", "no slices"),
    ("pod.path[4]", "the index is outside of 0..3"),
    ("a[0]", "int has no entries"),
    ("LIST[0]", "constant tables are tuples"),
    ("9223372036854775808", "does not fit into 64 bits"),
    ("int(ENDLESS)", "infinity and not-a-number"),
    ("int(1e999)", "this number is infinite"),
    ("ordinary(a)", "ordinary is an ordinary function: mark it with @kernel"),
    ("unknown(a)", "nothing here is called unknown"),
    ("double(x)", "n of double is int, this is float: write int(...)"),
    ("double()", "double wants a value for n"),
    ("+a", "no + before a value: leave it out"),
    ("int(1e308 * 10.0)", "1e+308 * 10.0 is infinite: use a smaller number, such as 1.0e300"),
    ("4611686018427387904 * 3", "does not fit into 64 bits: 1 << 62 is the largest power of 2"),
    ("[a, b][0]", "a list is a record's field"),
    ("(a, b)[0]", "a tuple is no value here"),
    ("{1: a}[1]", "no dicts"),
    ("(lambda: a)()", "is no kernel"),
    ("(n := a)", "no := here"),
    ("len('text')", "no text in a kernel: number what it names"),
    ("None", "None is no value here"),
    ("a.bit_count(1)", "has no method bit_count"),
    ("int(x.bit_length())", "float has no method bit_length"),
    ("Race().lead.count", "Race() is made at the top of a kernel only: name = Class(), outside of"),
    ("ucb.Roots().share[1]", "a record() is made at the top of a kernel only"),
    ("math.unknown", "module math has no unknown\n"),
    ("a if a == pod == a else b", "int is compared with Pod\n"),
    ("a if pod == pod == pod else b", "Pod is compared with Pod: compare their fields\n"),
    ("TABLE[3]", "clamp it with max(0, ...) and min(..., 2)\n"),
    ("numbers(int, 3)[0]", "stands at the top of a kernel only"),
    ("Pod", "Pod is no value here"),
    ("x", "the result of f is int, this is float: write int(...)"),
    ("a if (a == 0) & (b == 0) else b", "between bools write and"),
    ("a if ~flag else b", "~ takes an int: write not"),
    ("a if flag == 1 else b", "bool is compared with int: write flag, or not flag"),
    ("a if pod == race.lead else b", "compare their fields"),
    ("sum(race.pods)", "sum is not in the subset: write the loop"),
    ("pow(a, 2)", "write x * x, or math.pow"),
    ("deepcopy(pod).count", "deepcopy is an ordinary function: hand its result in"),
    ("choice(a)", "choice is no kernel: draw from common/rng.py"),
    ("MIXED_TABLE[a]", "it holds ints and floats: write 1.0"),
    ("EMPTY[0]", "EMPTY: an empty tuple is no table"),
    ("a and 3", "and between numbers gives a bool here: write 3 if a != 0 else a"),
    ("int(x or y)", "write x if x != 0.0 else y"),
    ("(yield a)", "no generators: a kernel returns once"),
    ("pod.path.index(1)", "Numbers[int] has no method index in the subset: write the loop"),
    ("pod.copy().count", "assign(target, source) copies a record"),
    ("pod.speed()", "Pod has no method speed in the subset: write a kernel, speed(...)"),
    ("pod.size", "size is a property: write a kernel that takes a Pod"),
    ("pod.LIMIT", "LIMIT stands in the class: make it a constant of the module"),
    ("pod['count']", "Pod has no entries: write pod.count"),
    ("Color.RED", "Color is an Enum: write its members as ints at module level"),
    ("NAMES['a']", "NAMES is a dict: use a tuple indexed by number"),
    ("len(WORD)", "WORD: no text in a kernel: number what it names"),
    ("len(f'{a}')", "no text in a kernel: number what it names"),
    ("len(str(a))", "str is not in the subset: no text in a kernel"),
    ("ord('a')", "ord is not in the subset: no text in a kernel"),
    ("len([n for n in TABLE])", "no comprehensions: write the loop"),
    ("len((n for n in TABLE))", "no generators: write the loop"),
    ("len({1, 2})", "no sets: use an array of bools, or the bits of an int"),
    ("double(lambda: a)", "no lambda: write a kernel"),
    ("double(*TABLE)", "no * here: list the arguments"),
    ("list(TABLE)[0]", "list is not in the subset: use numbers(kind, length) at the top"),
    ("isinstance(a, int)", "a name has one kind for ever"),
    ("getattr(pod, 'count')", "write record.field"),
    ("next(TABLE)", "next is not in the subset: write the loop"),
    ("hash(a)", "hash is not in the subset: compare indices"),
    ("input()", "input is not in the subset: read before, and hand the values in"),
    ("eval('a')", "eval is not in the subset: write the statements"),
    ("max(pod.path)", "max takes 2 arguments here: over an array write the loop"),
    ("1j", "no complex numbers: keep the two parts in floats of their own"),
    ("...", "no ... in a kernel: write pass, or the value"),
    ("math.pi(x)", "math.pi is no kernel"),
    ("TABLE[FAR]", "outside of 0..2, even if this line is never reached: clamp it"),
    ("TABLE[TABLE[3]]", "TABLE[TABLE[3]]"),
]
STATEMENTS = [
    ("s = numbers(int, 65537)", "a new array has at most 65,536 entries: put it into a record"),
    ("s = records(Pod, 65537)", "a new array has at most 65,536 entries: put it into a record"),
    ("cuont = 1\n    a = cuotn", "nothing here is called cuotn: is cuont meant?"),
    ("if flag:\n        xs = 1\n    lap = 2\n    a = lapp\n    lapp = 1", "a value: is lap meant?"),
    ("s = numbers(int, 3)\n    s = numbers(int, 3)", "s already has a meaning: take another name"),
    ("s = numbers(int)", "numbers(kind, length) takes two arguments"),
    ("s = Pod(1)", "Pod() takes no arguments: it is made of zeros"),
    ("assign(pod)", "assign(target, source) takes two records"),
    ("c: int = rest(pod)", "this call returns nothing"),
    ("for n in a:\n        pass", "loops run over range(n), an array or a table, or enumerate"),
    ("for n in (a, b):\n        pass", "a tuple is no value here: use one name for each part"),
    (
        "for n, m in race.pods:\n        pass",
        "one value a round, Pod: for name in ..., or enumerate",
    ),
    ("for n, m, k in enumerate(TABLE):\n        pass", "3 names for 2 values"),
    ("for n in enumerate(TABLE):\n        pass", "these are 2 values: x, y = ..."),
    ("for n, m in enumerate(TABLE, 1):\n        pass", "counts from 0: add the start"),
    ("for n, m in enumerate(range(4)):\n        pass", "range stands in 'for name in range"),
    ("for n, m in zip(TABLE, TABLE):\n        pass", "or for index, item in enumerate(items)"),
    ("for n in race.pods:\n        n = a", "n is Pod since line LINE, this is int"),
    ("for n in TABLE:\n        pass\n    else:\n        pass", "no else on a loop"),
    ("for n in range(a, b, a):\n        pass", "the step of a range is a constant"),
    ("s = numbers(Int8, x)", "a length is an int"),
    ("n: Int8 = x", "n is int, this is float: write int(...)"),
    ("a = Int8(x)", "Int8 takes an int"),
    ("a = Int8(flag)", "a bool in arithmetic: write int(flag)"),
    ("a = Int8(a, b)", "Int8 takes 1 argument here"),
    ("a = Int8", "Int8 is no value here"),
    (
        "s = numbers(Int8, 4)\n    t = numbers(int, 4)\n    s = t",
        "s is an array or record of its own",
    ),
    (
        "s = numbers(Int8, 4)\n    t = numbers(int, 4)\n    u = s\n    u = t",
        "u is Numbers[Int8] since line LINE, this is Numbers[int]",
    ),
    ("for n in range(0, 4, 1, 1):\n        pass", "range takes one to three ints\n"),
    (
        "for n in range(0, 4, 0):\n        pass",
        "the step of a range is a constant int other than 0\n",
    ),
    ("for n in range(4):\n        pass\n    a = n", "n has no value on some way to this line"),
    ("for n in range(4):\n        pass\n    n = 1.5", "n is int since line"),
    ("x %= 2.0", "% between floats is not in the subset"),
    (
        "tmp = Goal()",
        "a record made in a kernel is all zeros, and Goal.value = 1.5: drop the default",
    ),
    ("tmp = Knots()", "all zeros, and Knots.shares = [0.0, 0.5]: drop the default"),
    ("tmp = records(Goal, 2)", "or let a record be handed in"),
    ("while True:\n        c = 1\n        break\n    a = c", "c has no value on some way"),
    ("r = PATH if flag else TABLE", "one arm is table of int, the other table of int"),
    ("for x in range(4):\n        pass", "x is float, this is int"),
    ("for n in range(4):\n        pass\n    else:\n        pass", "no else on a loop"),
    ("while flag:\n        break\n    else:\n        pass", "no else on a loop"),
    ("for n, m in range(4):\n        pass", "one value a round, int: for name in ..."),
    ("for n in range(x):\n        pass", "a bound of range is int, this is float"),
    ("c, d = a, b, 3", "2 names for 3 values"),
    ("c, d = a, rest(pod)", "this call returns nothing"),
    ("a, flag = b, x", "flag is bool, this is float"),
    ("c, d = pod", "Pod has no parts: name them"),
    ("c, d = pod.path", "2 names for 4 values"),
    ("c, d = double(a)", "int has no parts: name them"),
    ("c = d = numbers(int, 3)", "what is new has one name: write a line for each"),
    ("pod.x = c = a", "pod.x is float, this is int: write float(...)"),
    ("TABLE[0], a = 1, 2", "TABLE is a constant table"),
    (
        "c = 1\n    c = 2.0",
        "c is int since line LINE, this is float: write c = 1.0 there, or int(...) here",
    ),
    (
        "c = a\n    c = x",
        "c is int since line LINE, this is float: write c = float(...) there, or int(...) here",
    ),
    ("c = True\n    c = a", "c is bool since line LINE, this is int: write (...) != 0"),
    ("c: int = 0\n    c = x", "c is int since line LINE, this is float: write c = 0.0 there"),
    ("a = x", "a is int, this is float: write int(...)"),
    ("pod.x = 0", "pod.x is float, this is int: write 0.0"),
    ("pod.count = x", "pod.count is int, this is float: write int(...)"),
    ("pod.is_open = a", "pod.is_open is bool, this is int: write (...) != 0\n"),
    ("pod.x = flag", "pod.x is float, this is bool\n"),
    ("pod.count += x", "pod.count is int and would become float: make the field a float"),
    ("a += x", "a is int and would become float: take a name of its own for the float"),
    ("flag = (a >> 3) & 1", "flag is bool, this is int: write (...) != 0"),
    ("pod.path = race.lead.path", "is an array and stays where it is"),
    ("TABLE[0] = 1", "is a constant table"),
    ("assign(race.lead, race)", "assign copies between records of one class"),
    ("c = assign(pod, race.lead)", "assign(target, source) is a statement of its own"),
    ("a + b", "this line computes a value and drops it"),
    ("a = c\n    c = 1", "c is read before it has a value"),
    ("if flag:\n        s = numbers(int, 3)", "stands at the top of a kernel only"),
    ("s = numbers(int, a)", "a length is a constant of at least 1"),
    ("s = numbers(Pod, 3)", "numbers holds int, float or bool"),
    ("s = numbers(bool, 3)\n    bool = flag", "numbers holds int, float or bool"),
    ("s = Pod()\n    for s in range(3):\n        pass", "s is an array or record of its own"),
    ("s = Pod()\n    s = race.lead", "s is an array or record of its own"),
    ("r = race.lead\n    r = race", "r is Pod since line LINE, this is Race"),
    ("try:\n        pass\n    except ValueError:\n        pass", "no exceptions in a kernel"),
    ("raise ValueError", "no exceptions in a kernel"),
    ("assert flag", "no assert in a kernel"),
    ("import math", "no import inside of a kernel"),
    ("global LIST", "no global"),
    ("del a", "no del in a kernel"),
    ("with flag:\n        pass", "no 'with' in a kernel"),
    ("def g() -> int:\n        return 1", "no function inside of a kernel"),
    ("yield a", "no generators: a kernel returns once"),
    ("race.pods.pop()", "an array keeps its length: keep a count beside it, count -= 1"),
    ("print(a)", "no output in a kernel: return what there is to say"),
    ("FAR = FAR + 1", "FAR is set in this kernel, so it is no constant of the module"),
    ("global FAR\n    FAR = 1", "no global: what changes lives in a record that is handed in"),
    ("pod.path[0:2] = pod.path", "no slices: loop over the indices"),
    ("c, *d = TABLE", "no * here: name each part"),
    ("async def g():\n        pass", "no function inside of a kernel: write it beside"),
    ("class G:\n        pass", "no class inside of a kernel: write it beside, with @record"),
    ("match a:\n        case 1:\n            pass", "no match: write if, elif, else"),
    ("if pod:\n        pass", "a condition is a bool, not Pod: keep an index, index != -1"),
    ("if pod.path:\n        pass", "a bool, not Numbers[int]: keep a count, count != 0"),
    ("c: int", "an annotation stands with a local name and its first value"),
    ("c: float = 1", "c is float, this is int: write 1.0"),
]
WHOLE = [
    (
        "@kernel\ndef g(b):\n    return b\n\n@kernel\ndef f(a: int) -> int:\n    return g(a)\n",
        "b needs an annotation: int, float, bool, a record",
    ),
    (
        "@kernel\ndef g(b: int):\n    return b\n\n"
        "@kernel\ndef f(a: int) -> int:\n    return g(a)\n",
        "g returns int, float, bool or None, and says so with ->",
    ),
    (
        "@kernel\ndef g(*b: int) -> int:\n    return 1\n\n"
        "@kernel\ndef f(a: int) -> int:\n    return g(a)\n",
        "a kernel has plain parameters, no * and no **",
    ),
    (
        "@kernel\ndef g(b: int | None) -> int:\n    return 1\n\n"
        "@kernel\ndef f(a: int) -> int:\n    return g(a)\n",
        "b: int | None is not in the subset",
    ),
    (
        "g = kernel(lambda b: b)\n@kernel\ndef f(a: int) -> int:\n    return g(a)\n",
        "a lambda is no kernel: write it with def",
    ),
    (
        "from functools import cache\n@cache\n@kernel\ndef g(b: int) -> int:\n    return b\n\n"
        "@kernel\ndef f(a: int) -> int:\n    return g(a)\n",
        "g is no function: @kernel stands alone, right above the def",
    ),
    (
        "def twice(g):\n    def h(b: int) -> int:\n        return g(b) * 2\n    return h\n\n"
        "@kernel\n@twice\ndef f(a: int) -> int:\n    return a\n",
        "h: @kernel stands alone, right above the def of a function of its own",
    ),
    (
        "NUMBER = 3\n\ndef count():\n    global NUMBER\n    NUMBER += 1\n\n"
        "@kernel\ndef f(a: int) -> int:\n    return a + NUMBER\n",
        "NUMBER is set by count in line LINE, so it is no constant of the module",
    ),
    (
        "def bind():\n    bonus = 3\n    def learn():\n        nonlocal bonus\n        bonus = 4\n"
        "    @kernel\n    def f(a: int) -> int:\n        return a + bonus\n    return f\n\n"
        "f = bind()\n",
        "bonus is set by learn in line ",
    ),
    (
        "@kernel\ndef f(a: int) -> int:\n    if a > 0:\n        return 1\n    return 2\n"
        "    yield 3\n",
        "no generators: a kernel returns once",
    ),
    (
        "@kernel\ndef g(b: Numbers[int]) -> int:\n    return b[0]\n\n"
        "@kernel\ndef f(a: Numbers[float]) -> int:\n    return g(a)\n",
        ":14: b of g is Numbers[int], this is Numbers[float]",
    ),
    (
        "@kernel\ndef g(b: tuple[int, ...]) -> int:\n    return b[0]\n\n"
        "@kernel\ndef f(a: tuple[float, ...]) -> int:\n    return g(a)\n",
        "b of g is table of int, this is table of float",
    ),
    (
        "@kernel\ndef g(b: Records[Pod]) -> int:\n    return b[0].count\n\n"
        "@kernel\ndef f(a: Records[Goal]) -> int:\n    return g(a)\n",
        "b of g is Records[Pod], this is Records[Goal]",
    ),
    (
        "LEAST = -(2**63)\n@kernel\ndef f(a: int) -> int:\n    return LEAST\n",
        "LEAST is -9223372036854775808: write -9223372036854775807 - 1 where it is used",
    ),
    (
        "@kernel\ndef f(a: Numbers[int], b: Numbers[int]) -> int:\n    a = b\n    return a[0]\n",
        "a is a parameter: take another name for another array",
    ),
    ("@kernel\ndef f(a) -> int:\n    return 1\n", "a needs an annotation"),
    ("@kernel\ndef f(a: str) -> int:\n    return 1\n", "a: str is not in the subset"),
    (
        "class Plain:\n    pass\n@kernel\ndef f(a: Plain) -> int:\n    return 1\n",
        "Plain is an ordinary class: mark it with @record",
    ),
    ("@kernel\ndef f(a: int) -> None:\n    return 1\n", "write -> int, or return alone"),
    ("@kernel\ndef f(a: 'Pod') -> int:\n    return 1\n", "write Pod without quotes"),
    (
        "@kernel\ndef g(a: int) -> tuple[int, int]:\n    return a, a\n\n"
        "@kernel\ndef f(a: int) -> int:\n    b, c = g(a)\n    return b\n",
        "g returns int, float, bool or None, and says so with ->; more results go into a record",
    ),
    (
        "@kernel\ndef f(a: int) -> int:\n    return a, a\n",
        "f returns one value: more results go into a record that is handed in",
    ),
    (
        "@kernel\ndef g(a: float = 0) -> int:\n    return 1\n\n"
        "@kernel\ndef f(a: int) -> int:\n    return g()\n",
        "the default of a is float, this is int: write 0.0",
    ),
    ("@kernel\ndef f(*a: int) -> int:\n    return 1\n", "no * and no **: Numbers[int]"),
    (
        "@kernel\ndef g(a: Pod = Pod()) -> int:\n    return 1\n\n"
        "@kernel\ndef f(a: int) -> int:\n    return g()\n",
        "a default of g is no int, float or bool: hand the value in",
    ),
    ("@kernel\ndef f(a: Color) -> int:\n    return 1\n", "write its members as ints"),
    ("@kernel\ndef f(self) -> int:\n    return 1\n", "a kernel is a plain function"),
    ("@kernel\nasync def f(a: int) -> int:\n    return 1\n", "no async in a kernel"),
    ("f = kernel(lambda a: a)\n", "a lambda is no kernel: write it with def"),
    ("@kernel\ndef f(a: int):\n    pass\n", "returns int, float, bool or None, and says so"),
    ("@kernel\ndef f(a: int) -> Pod:\n    pass\n", "returns int, float, bool or None"),
    (
        "@kernel\ndef f(a: int) -> int:\n    if a > 1:\n        return 1\n",
        "can end without a return of int",
    ),
    ("@kernel\ndef f(a: Numbers[Numbers[int]]) -> int:\n    return 1\n", "no arrays of arrays"),
    ("@kernel\ndef f(a: 'int') -> int:\n    return 1\n", "no 'from __future__ import annotations'"),
    (
        "S = TypeVar('S')\n@kernel\ndef g(a: S) -> int:\n    return a.count\n\n"
        "@kernel\ndef f(a: Pod, b: Goal) -> int:\n    return g(a) + g(b)\n",
        "Goal has no field count",
    ),
    (
        "S = TypeVar('S')\n@kernel\ndef g(a: Records[S]) -> int:\n    return a[0].count\n\n"
        "@kernel\ndef f(a: Pod) -> int:\n    return g(a)\n",
        "a of g is an array, this is Pod",
    ),
    (
        "S = TypeVar('S')\n@kernel\ndef g(a: S) -> int:\n    return a.count\n\n"
        "@kernel\ndef f(a: Race) -> int:\n    return g(a.pods)\n",
        "Records[Pod] has no field count",
    ),
    ("@kernel\ndef f(g: Callable[[int], int]) -> int:\n    return g(1)\n", "is not in the subset"),
    (
        "POD = Pod()\n@kernel\ndef f(a: int) -> int:\n    return POD.count\n",
        "a record outside of any kernel",
    ),
    (
        "MIXED = (1, 2.0)\n@kernel\ndef f(a: int) -> int:\n    return MIXED[a]\n",
        "MIXED is no table",
    ),
    ("def f(a: int) -> int:\n    return 1\n", "the entry f is no kernel"),
    (
        "@kernel\ndef f(a: int) -> int:\n    if a < 0:\n        return 0\n    return f(a - 1)\n",
        "f calls itself: no recursion in a kernel: write a loop, with a stack in a record",
    ),
    (
        "@kernel\ndef f(a: int) -> int:\n    return g(a)\n\n"
        "@kernel\ndef g(a: int) -> int:\n    return h(a)\n\n"
        "@kernel\ndef h(a: int) -> int:\n    return f(a) if a > 0 else 1\n",
        "f calls itself through g, h: no recursion in a kernel",
    ),
    ("@kernel\ndef place(a: int) -> int:\n    return 1\nf = place\n", "needs another name"),
    (
        "@kernel\ndef f(a: Numbers[int], b: Numbers[int], c: bool) -> int:\n"
        "    d = a if c else b\n    return d[0]\n",
        "one arm is Numbers[int], the other Numbers[int]",
    ),
    (
        "@kernel\ndef f(a: Numbers[int], b: Numbers[int]) -> int:\n"
        "    d = a\n    d = b\n    return d[0]\n",
        "d is an array of another length before",
    ),
]


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
    message, line, column = refusal(module, HEAD + f"    {text}\n    return 1\n")
    assert reason.replace("LINE", str(line - 1)) in message + "\n"
    assert line > 30
    assert column >= 5


@pytest.mark.parametrize(("text", "reason"), WHOLE, ids=[text for text, _ in WHOLE])
def test_a_signature_outside_of_the_subset_is_refused(module, text, reason):
    message, line, _ = refusal(module, "\n" + text)
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
