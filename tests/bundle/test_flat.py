"""Flattening: order of definition, one namespace, what cannot go into it. Results are run too."""

import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from botsmith.bundle.assemble import Bundle, Target
from botsmith.bundle.failures import Refused
from botsmith.bundle.flat import Flat, flatten
from botsmith.bundle.header import banner
from botsmith.bundle.modules import Entry, Source
from botsmith.bundle.tokens import OWN, first_difference, token_failures
from tests.pages import cases_of, files_of, page_beside

PAGE = page_beside(__file__, "flat.txt")
MAIN = "from bots.toy.bot import main\n\nmain()\n"


def flat(bot: str, main: str = MAIN, **modules: str) -> Flat:
    """The pieces of a bot; modules: texts by name, in common/ but for those of `toy_NAME`."""
    sources = [Source("bots/toy/bot.py", bot)]
    for name, text in modules.items():
        folder = "bots/toy" if name.startswith("toy_") else "common"
        sources.append(Source(f"{folder}/{name.removeprefix('toy_')}.py", text))
    sources += [Source(f"{path}/__init__.py", "") for path in ("bots", "bots/toy", "common")]
    return flatten([*sources, Source("bots/toy/main.py", main)], {})


def text_of(made: Flat) -> str:
    future = "from __future__ import annotations\n" if made.has_future else ""
    return future + "".join(f"\n{banner(p.source.path)}\n{p.text}\n" for p in made.pieces)


def run(made: Flat, folder: Path) -> list[str]:
    """What the pieces print, one after the other; all that modules say stands in them."""
    sources = Source("common/door.py", DOOR), *(piece.source for piece in made.pieces)
    target = Target(folder, Entry("toy", "toy", "bots/toy/main.py"), "c", {}, "")
    renamed = dict.fromkeys(made.renamed, "")
    bundle = Bundle(target, text_of(made), sources, tuple(made.pieces), renamed)
    assert not token_failures(bundle)
    (folder / "flat.py").write_text(text_of(made))
    done = subprocess.run(
        [sys.executable, "-I", "flat.py"], cwd=folder, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr + text_of(made)
    return done.stdout.splitlines()


def order(made: Flat) -> list[str]:
    return [piece.source.path.rpartition("/")[2].removesuffix(".py") for piece in made.pieces]


def refusal(bot: str, main: str = MAIN, **modules: str) -> str:
    with pytest.raises(Refused) as refused:
        flat(bot, main, **modules)
    (failure,) = refused.value.failures
    assert failure.proof == "flat" and "\n" not in str(failure)
    return str(failure)


WORDS = "def words(text):\n    return len(text.split())\n"
WAYS = {
    "a name": ("from common.tool import words\n", "words"),
    "a module": ("import common.tool\n", "common.tool.words"),
    "a module of a package": ("from common import tool\n", "tool.words"),
    "its own name": ("from common import tool as words\n", "words.words"),
    "relative, a name": ("from .near import words as count\n", "count"),
    "by way of another module": ("from common.door import number\n", "number"),
    "by way of a module in a module": ("from common import door\n", "door.tool.words"),
}
DOOR = "from common import tool\nfrom common.tool import words as number\n"


@pytest.mark.parametrize("way", WAYS)
def test_every_way_of_importing_an_own_name_works(way: str, tmp_path: Path):
    line, name = WAYS[way]
    bot = f"{line}\n\ndef main():\n    print({name}('a b'), f'{{{name}(\"c\")}} {name}')\n"
    tool = {"toy_near" if "near" in line else "tool": WORDS}
    made = flat(bot, door=DOOR if "door" in line else "", **tool)
    assert run(made, tmp_path) == [f"2 1 {name}"]
    assert "import" not in text_of(made)
    assert not made.renamed


def test_lines_lead_back_and_comments_stay(tmp_path: Path):
    made = flat(**files_of(PAGE["comments"]), tool='"""Tools."""\n\n' + WORDS)
    assert run(made, tmp_path) == ["1 3"]
    (piece,) = [piece for piece in made.pieces if piece.source.path.endswith("bot.py")]
    assert piece.lines == (1, 2, 3, 8, 9, 10, 11, 12, 13, 14)
    assert piece.text.startswith('"""What it does."""\n\nimport sys  # standard\n\n# above\nLIMIT')
    assert made.pieces[-1].text == "main()\n" and made.pieces[-1].lines == (3,)


@pytest.mark.parametrize(("name", "line"), cases_of(PAGE["definition"]))
def test_what_definition_needs_stands_before_it(name: str, line: str, tmp_path: Path):
    tool = "VALUE = 1\n\n\nclass Kind:\n    pass\n\n\ndef deco(f):\n    return f\n"
    bot = f"from common import b\n\n{line}\n\n\ndef main():\n    print(1)\n"
    made = flat(bot, b=tool)
    assert order(made) == ["b", "bot", "main"]
    assert run(made, tmp_path) == ["1"]


@pytest.mark.parametrize(("name", "line"), cases_of(PAGE["runs"]))
def test_what_functions_use_that_run_at_definition_time_stands_before(
    name: str, line: str, tmp_path: Path
):
    start = "from common.a import THING, Base, Thing, first"
    bot = f"{start}\n\n{line}\n\n\ndef main():\n    print(1)\n"
    made = flat(bot, **files_of(PAGE["used"]))
    assert run(made, tmp_path) == ["1"]
    names = order(made)
    assert max(map(names.index, ("a", "c", "d", "e"))) < names.index("bot")


def test_a_circle_is_refused_with_its_place():
    a = "from common import b\n\nX = 1\n\n\nclass A(b.B):\n    pass\n"
    b = "from common import a\n\n\nclass B:\n    y = a.X\n"
    said = refusal("from common.a import A\n\n\ndef main():\n    A()\n", a=a, b=b)
    assert said.startswith("common/b.py:5: X of common/a.py is needed while this is defined")


def test_the_later_of_two_names_is_renamed_in_its_style(tmp_path: Path):
    made = flat(**files_of(PAGE["one name twice"]))
    assert run(made, tmp_path) == ["2 3 10 5 1", "1 1 7 7 2", "      7"]
    names = {
        "TOOL_LIMIT": "LIMIT",
        "_tool_low": "_low",
        "tool_score": "score",
        "ToolState": "State",
    }
    assert {name: symbol.name for name, symbol in made.renamed.items()} == names
    spelled = made.pieces[0].spelled
    assert spelled["TOOL_LIMIT"] == "MOST" and spelled["_tool_low"] == "tool._low"
    assert dict(made.pieces[1].spelled) == names


@pytest.mark.parametrize(
    ("line", "shown", "tool", "answer", "renamed"),
    [
        (
            "from math import log",
            "log(1), tool.log(1), round(1.2), tool.round(1)",
            "def log(x):\n    return -x\n\n\ndef round(x):\n    return 9\n",
            "0.0 -1 1 9",
            {"tool_log", "tool_round"},
        ),
        (
            "from math import sqrt",
            "sqrt(4), tool.root()",
            "from cmath import sqrt\n\n\ndef root():\n    return sqrt(4)\n",
            "2.0 (2+0j)",
            {"cmath_sqrt"},
        ),
        ("SEEN = []", "tool.SEEN.append(1), SEEN", "SEEN = []\n", "None []", {"TOOL_SEEN"}),
    ],
)
def test_names_of_python_and_of_the_standard_library_go_first(
    line, shown, tool, answer, renamed, tmp_path
):
    bot = f"{line}\nfrom common import tool\n\n\ndef main():\n    print({shown})\n"
    made = flat(bot, tool=tool)
    assert run(made, tmp_path) == [answer]
    assert set(made.renamed) == renamed


FIRST = "import sys\nfrom math import cos, sqrt\n\nfrom common import tool\n\n\ndef main():\n"
FIRST += "    print(sqrt(9), cos(0), sys.argv[0], tool.value())\n"


def test_what_modules_above_have_imported_is_not_imported_again(tmp_path: Path):
    tool = '"""A tool."""\n\nimport sys\nfrom math import sqrt\n\n\ndef value():\n'
    made = flat(FIRST, tool=tool + "    return sqrt(4), len(sys.argv)\n")
    assert run(made, tmp_path) == ["3.0 1.0 flat.py (2.0, 1)"]
    assert order(made) == ["bot", "tool", "main"]
    assert text_of(made).count("import") == 2
    piece = made.pieces[1]
    assert piece.text.startswith('"""A tool."""\n\n\ndef value():\n')
    assert piece.lines[:5] == (1, 5, 6, 7, 8)
    line = first_difference(piece, set(), set(), OWN, is_main=False)
    assert line == 3, "nothing above imports that"


@pytest.mark.parametrize(("head", "line"), cases_of(PAGE["another import"]))
def test_an_import_that_says_anything_else_stays(head: str, line: str, tmp_path: Path):
    value = head.partition(" | ")[2]
    made = flat(FIRST, tool=f"{line}\n\n\ndef value():\n    return {value}\n")
    assert run(made, tmp_path) == ["3.0 1.0 flat.py True"]
    assert order(made)[1] == "tool" and "import" in made.pieces[1].text


def test_a_local_name_captures_no_global_one(tmp_path: Path):
    made = flat(**files_of(PAGE["captured"]), tool=WORDS)
    assert run(made, tmp_path) == ["2 [1, 2]", "1"]
    assert set(made.renamed) == {"tool_words"}


def test_scopes_are_pythons(tmp_path: Path):
    """A name of the class is no name of its methods; `global` and := reach out; keywords stay."""
    made = flat(**files_of(PAGE["scopes"]))
    assert run(made, tmp_path) == ["5 10 5 10 20", "division by zero 1 [2] 30 40 50 60 5"]
    assert len(made.renamed) == 6


FSTRINGS = [
    "f'{tool.log}'",
    "f'{tool.log!r:>{tool.log}} {tool.log :3}'",
    "f'{\"tool.log\"} {[log.real for log in (tool.log, 2)]}'",
    "f'''{tool.log}\n    tool.log {tool.log\n    + tool.log}'''",
    "f'{f\"{tool.log}\"} {dict(log=tool.log)}'",
    "rf'\\d{tool.log}' \\\n        f'{tool.log}'",
]


@pytest.mark.parametrize("text", FSTRINGS)
def test_names_in_f_strings_are_found_where_they_are(text: str, tmp_path: Path):
    expected = eval(text, {"tool": SimpleNamespace(log=4)})
    bot = "from math import log\nfrom common import tool\n\n\ndef main():\n"
    bot += f"    print(repr({text}), log(1))\n"
    made = flat(bot, tool="log = 4\n")
    assert run(made, tmp_path) == [f"{expected!r} 0.0"]


def test_a_future_import_is_said_once_and_only_without_kernels(tmp_path: Path):
    future = "from __future__ import annotations\n"
    bot = future + "from common import tool\n\n\ndef main(x: Nothing = 1):\n    print(tool.f())\n"
    tool = future + "def f(x: bot = 2):\n    return x\n"
    made = flat(bot, tool=tool)
    assert made.has_future and run(made, tmp_path) == ["2"]
    assert "__future__" not in made.pieces[0].text + made.pieces[1].text
    assert "common/kernel.py" in refusal(bot.replace("tool.f()", "1"), kernel="X = 1\n", tool="")


@pytest.mark.parametrize(("head", "text"), cases_of(PAGE["refused"]))
def test_what_one_namespace_cannot_hold_is_refused(head: str, text: str):
    words = head.partition(" | ")[2]
    tool = "X = log = 1\ncount = 0\n\n\ndef add():\n    global count\n    count += 1\n"
    said = refusal(text + "\n\n\ndef main():\n    pass\n", tool=tool, other="X = 2\n")
    assert words in said
    assert said.startswith("bots/toy/bot.py:")


def test_one_import_may_stand_in_two_modules_and_an_equal_number_is_another(tmp_path: Path):
    same = "from typing import TypeVar\nimport os.path\n\nT = TypeVar('T')\nSIZE = 3\n"
    bot = same + "from common import tool\n\n\ndef main():\n    print(tool.SIZE, SIZE)\n"
    made = flat(bot, tool=same)
    assert run(made, tmp_path) == ["3 3"]
    assert set(made.renamed) == {"TOOL_SIZE", "ToolT"}
