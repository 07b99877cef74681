"""Names that nothing defines are found when a bot is built, not in turn 6."""

import pytest

from botsmith.bundle.modules import Source
from botsmith.bundle.products import build
from botsmith.bundle.proofs import lost_names, undefined_names

from .conftest import Project


def found(text: str, *others: Source) -> tuple[list[str], list[str]]:
    """The failures and the warnings of a module beside others."""
    failures, warnings = undefined_names([Source("bots/toy/pick.py", text), *others])
    return [str(each) for each in failures], warnings


def test_a_global_that_stayed_behind_is_named_with_its_home():
    text = "def pick(moves):\n    return moves[OFFSET]\n"
    home = Source("bots/toy/home.py", "OFFSET = 1\n")
    caller = Source("bots/toy/main.py", "from bots.toy.pick import pick\npick([])\n")
    failures, warnings = found(text, home, caller)
    assert failures == [
        "bots/toy/pick.py:2: OFFSET is defined nowhere in this module: import it from"
        " bots/toy/home.py"
    ]
    assert warnings == []


def test_a_bundle_with_such_a_name_is_not_written(project: Project, tmp_path):
    project.write("bots/toy/rules.py", "def score(a, b):\n    return a * b if a < 9 else late\n")
    row = build(project.target(), tmp_path)
    assert [(each.proof, each.where) for each in row.failures] == [("names", "bots/toy/rules.py:2")]
    assert not row.path.exists()


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
    assert found(text, Source("bots/toy/home.py", "SIZE = 3\n")) == ([], [])


@pytest.mark.parametrize(
    "text",
    [
        "import sys\nread = input if sys.version_info[0] > 2 else raw_input\n",
        "def never_called():\n    return gone\n",
        "globals()['made'] = 3\nprint(made)\n",
    ],
)
def test_what_may_never_matter_is_a_warning(text: str):
    failures, warnings = found(text)
    assert failures == [] and len(warnings) == 1


def test_a_star_of_an_own_module_brings_what_that_has():
    text = "from bots.toy.home import *\nprint(SIZE, WIDTH)\n"
    failures, _ = found(text, Source("bots/toy/home.py", "SIZE = 3\n"))
    assert [failure.partition(": ")[2][:5] for failure in failures] == ["WIDTH"]


def test_a_bundle_is_looked_at_too():
    sources = [Source("bots/toy/pick.py", "def pick(): return 1\n")]
    (failure,) = lost_names("def pick():\n    return gone\n", sources)
    assert (failure.where, failure.text) == ("line 2", "gone is defined nowhere here")
