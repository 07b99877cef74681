"""Names that nothing defines are said when a bot is built; it plays as its modules do."""

import pytest

from botsmith.bundle.modules import Source
from botsmith.bundle.products import build
from botsmith.bundle.proofs import lost_names, undefined_names

from .conftest import Project


def found(text: str, *others: Source) -> list[str]:
    """The warnings of a module beside others."""
    return [str(each) for each in undefined_names([Source("bots/toy/pick.py", text), *others])]


@pytest.mark.parametrize(
    ("name", "advice"),
    [
        ("OFFSET", "import it from bots/toy/home.py"),
        ("logging", "import logging"),
        ("oponent", "define or import it"),
    ],
)
def test_a_name_that_nothing_defines_is_named_with_what_to_do(name: str, advice: str):
    home = Source("bots/toy/home.py", "OFFSET = 1\n")
    warnings = found(f"def pick(moves):\n    return moves[{name}]\n", home)
    what = f"{name} is defined nowhere in this module: {advice}"
    assert warnings == [f"bots/toy/pick.py:2: {what}"]


def test_a_bundle_with_such_a_name_is_written_and_plays_as_the_modules_do(
    project: Project, tmp_path
):
    project.write("bots/toy/rules.py", "def score(a, b):\n    return a * b if a < 9 else late\n")
    row = build(project.target(), tmp_path)
    assert (row.failures, row.unproven) == ([], {})
    assert row.warnings[0].startswith("bots/toy/rules.py:2: late is defined nowhere in this module")


@pytest.mark.parametrize(
    "text",
    [
        "def f(a: 'Later') -> 'Board': ...\n",
        "x: 'Never' = 1\n",
        "try:\n    unicode\nexcept NameError:\n    unicode = str\n",
        "from bots.toy.home import *\nprint(SIZE)\n",
        "from math import *\nprint(floor(2.5))\n",
        "def set_it():\n    global late\n    late = 3\n\ndef use():\n    return late\n",
        "print(__file__, __name__, __doc__)\n",
    ],
)
def test_what_python_defines_or_never_looks_up_is_no_matter(text: str):
    assert found(text, Source("bots/toy/home.py", "SIZE = 3\n")) == []


def test_a_star_of_an_own_module_brings_what_that_has():
    text = "from bots.toy.home import *\nprint(SIZE, WIDTH)\n"
    warnings = found(text, Source("bots/toy/home.py", "SIZE = 3\n"))
    assert [line.partition(": ")[2][:5] for line in warnings] == ["WIDTH"]


def test_a_bundle_is_looked_at_too():
    sources = [Source("bots/toy/pick.py", "def pick(): return 1\n")]
    (failure,) = lost_names("def pick():\n    return gone\n", sources)
    assert (failure.where, failure.text) == ("line 2", "gone is defined nowhere here")
