"""The short form of the kit: what it leaves out, that it is proven, and the way back."""

import ast
import re
from dataclasses import replace
from pathlib import Path

import pytest

from botsmith.bundle import assemble as assembling
from botsmith.bundle.assemble import Bundle, Target, assemble
from botsmith.bundle.header import LIMIT, units
from botsmith.bundle.modules import Source, choose_entries
from botsmith.bundle.pasted import source_places
from botsmith.bundle.short import PARTS, Kit, Short, shortened, with_tabs
from botsmith.bundle.sizes import size_failures
from botsmith.bundle.tokens import changed_line, token_failures
from tests.pages import changes_of, files_of, pairs_of
from tests.sources import KNOWN_ON_SITE

from .test_pull import PAGE, POND, ROOT, Project, swapped

MODULES = files_of(PAGE["short"])
SEARCH = MODULES.pop("common/search/far.py")
TOOLS = MODULES["common/tools.py"]
SHORT = PAGE["left"] + "\n"
PLACES = pairs_of(PAGE["places"])


@pytest.fixture
def pond(tmp_path: Path) -> Project:
    return Project(tmp_path, POND | MODULES)


def short_of(text: str, *others: Source) -> Short:
    return shortened([Source("common/tools.py", text), *others], Kit.SHORT, True)["common/tools.py"]


def bundle(project: Project, kit: Kit | None = Kit.SHORT) -> Bundle:
    entry = choose_entries(project.root, [project.bot])[0]
    return assemble(Target(project.root, entry, "c", {}, "0123456789ab", kit=kit))


# ---- what it leaves out


def test_docstrings_comments_types_and_their_names_go_and_what_is_read_stays():
    assert short_of(TOOLS).text == SHORT


def test_all_other_characters_stay_with_their_lines():
    short = short_of(TOOLS)
    lines = [TOOLS.count("\n", 0, place) + 1 for place in short.places]
    for at, (sign, place) in enumerate(zip(short.text, short.places, strict=True)):
        assert (place == -1 and sign == ".") or TOOLS[place] == sign
        if place >= 0 and short.text[at - 1 : at] in ("", "\n"):
            assert short.lines[short.text.count("\n", 0, at)] == lines[at]
    assert list(short.lines) == sorted(set(short.lines))


@pytest.mark.parametrize(("text", "wanted"), PLACES.values(), ids=PLACES)
def test_each_place(text: str, wanted: str):
    assert short_of(text).text == wanted


def test_a_name_that_another_module_takes_stays():
    text = "from re import Match\n\ndef f(m: Match): ...\n"
    other = Source("bots/toy/bot.py", "from common.tools import Match\n")
    assert short_of(text, other).text.startswith("from re import Match\n")


def test_every_module_of_the_package_is_its_own_tree_but_for_what_is_left_out():
    for path in sorted((ROOT / "common").glob("*.py")):
        source = Source(f"common/{path.name}", path.read_text())
        short = shortened([source], Kit.SHORT, True)[source.path]
        assert changed_line(short, set()) == 0
        assert "#" not in {token[:1] for token in short.text.split()} or "SUPPORT" in short.text
        ast.parse(short.text, feature_version=(3, 11))


@pytest.mark.parametrize(
    ("text", "gone"),
    [
        (
            "from math import sin, floor\n",
            "LIBM(tan) LIBM_INT(ceil, LIBM2(pow) bit_count_int FIT(8)",
        ),
        (
            "import math\n\n@kernel\ndef f(x): return math.pow(x, 2.0), x.bit_count()\n",
            "LIBM(sin) copysign",
        ),
        ("def f(x): return round(x)\n", "sqrt LIBM( LIBM_INT fmod valid"),
        ("from math import *\n", ""),
    ],
)
def test_helpers_in_c_that_no_module_names_are_left_out(text: str, gone: str):
    source = Source("common/c_text.py", (ROOT / "common/c_text.py").read_text())
    shorts = shortened([source, Source("bots/toy/search.py", text)], Kit.SHORT, True)
    short = shorts[source.path]
    assert [each for each in gone.split() if each in short.text] == []
    for name in ("tan", "pow", "floor", "bit_count", "copysign"):
        is_named = name in text or "*" in text
        assert is_named <= bool(re.search(rf"\({name}\b|\({name}_", short.text)), name
    assert changed_line(short, set()) == 0
    wrong = short.text.replace("return a / b;", "return b / a;")
    assert changed_line(replace(short, text=wrong), set()) > 0


def test_a_square_has_its_helper_in_c():
    source = Source("common/c_text.py", (ROOT / "common/c_text.py").read_text())
    for line, has_one in (("return x**2", True), ("x **= 2", True), ("x = 10**9", False)):
        toy = Source("bots/toy/search.py", f"@kernel\ndef f(x):\n    {line}\n")
        text = shortened([source, toy], Kit.SHORT, True)[source.path].text
        assert ("LIBM2(pow)" in text, "#define LIBM2" in text) == (has_one, has_one)


PART_CALLS = [
    ("bit_count", "def f(x): return x.bit_length()", True),
    ("cuts", "def f(x): return Int16(x)", True),
    ("cuts", "def f(x: Int16): return numbers(Int16, 3)", False),
    ("reach", "def f(x): y = x + WAYS[1]", True),
    ("reach", "def f(x, ways): y = x + ways[1]; y = x + x.ways[1]; y = y - WAYS[1]", False),
    ("work", "def f(x):\n    for y in each(3): pass", True),
    ("several", "def f(x): y, z = x", True),
    ("several", "def f(x):\n    for y, z in x: pass", True),
    ("several", "def f(x): y, z = x, 1\n\ndef g(x): y, z = x", False),
    ("missing", "def f(x): return g(x, y=1)", True),
    ("missing", "def f(x, y=1): return x", True),
    ("missing", "def f(x): return x\n\ndef g(x, y=1): return f(x=x)", False),
    ("Pow", "def f(x): return x**2", True),
    ("Pow", "def f(x): return x * 10**9", False),
]


@pytest.mark.parametrize(("word", "kernel", "has_one"), PART_CALLS)
def test_parts_of_the_translator_that_no_kernel_calls_are_left_out(
    word: str, kernel: str, has_one: bool
):
    assert word in PARTS
    paths = ("common/c_text.py", "common/translate.py")
    machinery = [Source(path, (ROOT / path).read_text()) for path in paths]
    toy = Source("bots/toy/search.py", f"@kernel\n{kernel}\n")
    shorts = shortened([*machinery, toy], Kit.SHORT, True)
    text = shorts["common/translate.py"].text
    words = set(re.findall(r"\w+", text))
    assert (word in words) == has_one
    steps = {"reach", "Step_int", "EVEN"} if (word, has_one) == ("reach", True) else set()
    assert words & {"reach", "Step_int", "EVEN"} == steps
    for helper, part in (("Step_int", "reach"), ("pow_int", "Pow")):
        assert (helper in shorts["common/c_text.py"].text) == (part in words)
    for short in shorts.values():
        assert changed_line(short, set()) == 0
        ast.parse(short.text, feature_version=(3, 11))
    wrong = swapped(text, ("need(count == len(texts))", "need(count)"))
    assert changed_line(replace(shorts["common/translate.py"], text=wrong), set()) > 0


# ---- the proof


@pytest.mark.parametrize(
    ("old", "new", "line"),
    [
        ("self.size += much", "self.size -= much", 13),
        ("        self.size += much", "        ...", 13),
        ("    two: int = 2", "    two = 2", 32),
        ("def kept(x: int)", "def kept(x)", 59),
        ("    y: int = x", "    y = x", 59),
        ("from common.late import mark, shout", "from common.late import mark", 7),
        ('"""The lower one."""', '"""The lower"""', 43),
        ('TABLE = {"#": 1}', "", 10),
    ],
)
def test_whatever_else_is_lost_or_changed_fails_the_proof(old: str, new: str, line: int):
    short = short_of(TOOLS)
    assert changed_line(short, {"clip"}) == 0
    assert changed_line(replace(short, text=swapped(short.text, (old, new))), {"clip"}) == line


def test_the_proof_is_part_of_the_build(pond: Project):
    made = bundle(pond)
    assert token_failures(made) == []
    (piece,) = [piece for piece in made.pieces if piece.source.path == "common/tools.py"]
    worse = replace(piece, text=piece.text.replace("min(value", "max(value"))
    pieces = tuple(worse if each is piece else each for each in made.pieces)
    failures = token_failures(replace(made, pieces=pieces))
    assert [failure.proof for failure in failures] == ["tokens"]


def test_an_author_s_module_loses_docstrings_alone():
    text = TOOLS.replace("clip.__doc__", "clip")
    source = Source("bots/pond/tools.py", text)
    short = shortened([source], Kit.SHORT, False)[source.path]
    assert changed_line(short, set()) == 0
    wanted = re.sub(r'\n *"""(?s:.*?)"""(?=\n)', "", "\n" + text)
    wanted = wanted.replace("(Exception):\n", "(Exception):\n    ...\n")
    wanted = wanted.replace(":\n\n    size", ":\n    size").replace(":\n\n    one", ":\n    one")
    assert short.text == wanted.strip() + "\n"


# ---- when it is taken


def test_the_short_form_comes_after_tabs_where_ten_thousand_units_would_not_be_free(
    pond: Project, monkeypatch: pytest.MonkeyPatch
):
    assert assembling.ROOM == 10_000
    seen = []
    for above in (0, 1, 10_000):
        full = units(bundle(pond, Kit.FULL).text)
        monkeypatch.setattr(assembling, "ROOM", LIMIT - full + above)
        made = bundle(pond, None)
        seen.append((bool(made.short), made.uses_tabs))
        assert ("\n# form        short: " in made.text) == bool(made.short)
        monkeypatch.setattr(assembling, "ROOM", 10_000)
    assert seen == [(False, False), (False, True), (True, True)]


@pytest.fixture
def lake(pond: Project) -> Project:
    """A pond whose bot has a search."""
    (pond.root / "common/search").mkdir()
    (pond.root / "common/search/far.py").write_text(SEARCH)
    rules = pond.root / "bots/pond/rules.py"
    rules.write_text(
        rules.read_text().replace("import clip", "import clip\nfrom common.search.far import far")
        + "\n\nFAR = far(1)  # far\n"
    )
    return pond


def test_where_the_machinery_is_short_own_modules_are_in_full_and_searches_have_words(
    lake: Project,
):
    made = bundle(lake)
    short = SEARCH.replace("\n\nFarther than that.\n", "").replace("(x: int) -> int", "(x)")
    assert short in made.text and token_failures(made) == []
    assert "FAR = far(1)  # far\n" in made.text
    assert "    # play is not bot.play\n" in made.text
    assert {path for path, form in made.short.items() if form.text} == {
        "common/late.py",
        "common/search/far.py",
        "common/tools.py",
    }
    edit = ("return x\n", "return x + 1  # more\n")
    texts = lake.pull(swapped(made.text, edit)).texts
    assert texts == {"common/search/far.py": (SEARCH, swapped(SEARCH, edit))}


def test_searches_have_no_words_where_that_is_asked_for(lake: Project):
    made = bundle(lake, Kit.SHORTEST)
    assert SEARCH not in made.text and "\n# form        shortest: " in made.text
    assert "FAR = far(1)  # far\n" in made.text
    assert token_failures(made) == []
    edit = ("return x\n", "return x + 1\n")
    texts = lake.pull(swapped(made.text, edit)).texts
    assert texts == {"common/search/far.py": (SEARCH, swapped(SEARCH, edit))}


def test_over_the_limit_the_shortest_form_is_named(lake: Project):
    far = lake.root / "common/search/far.py"
    far.write_text(f"{SEARCH}# {'x' * LIMIT}\n")
    (failure,) = size_failures(bundle(lake, None))
    assert re.search("build --no-docs, .*, or --shortest, which saves 100,0..,", failure.text)
    assert size_failures(bundle(lake, Kit.SHORTEST)) == []


def test_a_range_that_the_kernels_machinery_reads_stays():
    text = "@record\nclass A:\n    x: int = 1  # 0..9 of all\n    y: int = 1  # of 0..9\n"
    assert short_of(text).text == text.replace("  # of 0..9", "")


@pytest.mark.parametrize(
    "entry",
    [entry for entry in choose_entries(ROOT, []) if entry.game in (*KNOWN_ON_SITE, "probe")],
    ids=lambda entry: entry.name,
)
def test_every_bundle_of_the_package_leaves_its_author_room(entry):
    """As a build's table says it: indented by tabs, which a bundle with room to spare is not.

    `build.py --check` says whether the file is what the sources give.
    """
    room = {"csb": 17_500, "kutulu": 3_000}.get(entry.name, 9_500)
    text = (ROOT / "dist" / f"{entry.name}.py").read_text("ascii")
    assert LIMIT - units(with_tabs(text)) >= room


# ---- the way back


def test_every_line_leads_to_the_full_source(pond: Project):
    made = bundle(pond)
    places = source_places(made.text, made.pieces)
    lines = made.text.split("\n")
    at = lines.index("        self.size += much") + 1
    assert places[at][:2] == (
        "common/tools.py",
        TOOLS.split("\n").index("        self.size += much  # here") + 1,
    )


def test_an_untouched_short_bundle_brings_nothing(pond: Project):
    assert pond.pull(bundle(pond).text).texts == {}


HOME = pairs_of(PAGE["home"])


@pytest.mark.parametrize(("changes", "wanted"), HOME.values(), ids=HOME)
def test_an_edit_comes_home_with_comments_and_types_around_it(pond, changes, wanted):
    text = swapped(bundle(pond).text, *changes_of(changes.rstrip("\n")))
    found = pond.changed(text)
    assert found == {
        "common/tools.py": swapped(TOOLS, *changes_of(wanted.rstrip("\n"))).rstrip("\n") + "\n"
    }
    assert pond.pull(bundle(pond).text).texts == {}


def test_an_edit_comes_home_where_the_author_s_docstrings_are_left_out(pond: Project):
    entry = choose_entries(pond.root, [pond.bot])[0]
    text = assemble(Target(pond.root, entry, "c", {}, "0123456789ab", has_docs=False)).text
    assert pond.pull(text).texts == {}
    edit = ("    shout(WORDS[0])\n", "    shout(WORDS[1])  # typed\n")
    old = POND["bots/pond/bot.py"]
    assert pond.changed(swapped(text, edit)) == {"bots/pond/bot.py": swapped(old, edit)}


def test_what_cannot_come_home_is_one_line(pond):
    text = swapped(bundle(pond).text, ("    return [", '    """Adds."""\n    return ['))
    line = text[: text.index('    """Adds.')].count("\n") + 2
    said = pond.refusal(text)
    assert said.startswith(f"pasted.py line {line}: built again, this would read ")
    assert said.endswith("from the short form: change the module itself, or build --full")
