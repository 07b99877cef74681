"""What stands in a bundle: the modules as ordinary Python under banners, and a true header."""

import ast
import re
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, strategies as st

from botsmith.bundle import assemble as assembling
from botsmith.bundle.assemble import assemble
from botsmith.bundle.dist import without_revision
from botsmith.bundle.flat import Piece
from botsmith.bundle.header import LIMIT, SAME, content_hash, units
from botsmith.bundle.modules import Source
from botsmith.bundle.pasted import source_places
from botsmith.bundle.short import Kit, with_tabs
from botsmith.bundle.tokens import OWN, first_difference, token_failures
from tests.sources import WRITTEN_BY_NEW, assert_reading_order

from .conftest import FILES, REVISION, Project

ROOT = Path(__file__).resolve().parents[2]
OURS = [
    file
    for file in sorted((ROOT / "dist").glob("*.py"))
    if file.stem.partition("_")[0] not in WRITTEN_BY_NEW
]


def banners(text: str) -> list[str]:
    return re.findall(r"^# ==== (\S+) ====$", text, flags=re.MULTILINE)


def test_modules_stand_under_banners_in_reading_order(project: Project):
    assert banners(project.build().text) == [
        "bots/toy/params.py",
        "bots/toy/bot.py",
        "bots/toy/rules.py",
        "common/tool.py",
        "bots/toy/main.py",
    ]


@pytest.mark.parametrize("file", OURS, ids=lambda file: file.stem)
def test_what_an_author_reads_stands_above_the_machinery(file: Path):
    assert_reading_order(file.read_text(encoding="utf-8"))


@pytest.mark.parametrize("file", OURS, ids=lambda file: file.stem)
def test_a_number_that_params_overwrite_says_so(file: Path):
    """`depth: int = 6` in a record had no effect: the bot set it from its params."""
    text = file.read_text(encoding="utf-8")
    tree, lines = ast.parse(text), text.split("\n")
    fields = {
        field.target.id: lines[field.lineno - 1]
        for owner in tree.body
        if isinstance(owner, ast.ClassDef) and owner.name != "Params"
        for field in owner.body
        if isinstance(field, ast.AnnAssign) and isinstance(field.value, ast.Constant)
        if isinstance(field.target, ast.Name)
    }
    for node in ast.walk(tree):
        match node:
            case ast.Assign(targets=[ast.Attribute(attr=name)], value=value) if name in fields:
                if "params." in ast.unparse(value):
                    assert "params may set it" in fields[name], (file.name, node.lineno)


def test_the_switches_come_first(project: Project):
    project.write("common/switches.py", "USE_C = True\n")
    use = "from common.switches import USE_C\n\nIS_PURE = not USE_C\n"
    project.write("common/tool.py", use + FILES["common/tool.py"])
    text = project.build().text
    assert banners(text)[0] == "common/switches.py"
    (line,) = re.findall(r"^# engine .* USE_C in line (\d+) ", text, flags=re.MULTILINE)
    assert text.split("\n")[int(line) - 1] == "USE_C = True"


def test_a_switch_that_nothing_looks_at_turns_no_c_off(project: Project):
    project.write("common/switches.py", "USE_C = True\nEXPLAIN = 0\n")
    use = "from common.switches import EXPLAIN\n\nLETTERS = EXPLAIN\n"
    project.write("common/tool.py", use + FILES["common/tool.py"])
    text = project.build().text
    assert "\nUSE_C = True\n" in text
    assert "# engine      CPython alone\n" in text


def test_modules_are_ordinary_code_without_own_imports(project: Project):
    text = project.build().text
    assert "\n\n\ndef main() -> None:\n    for line in sys.stdin:\n" in text
    assert "        print(score(words(line), Params.weight), flush=True)\n" in text
    assert "stickytape" not in text and "from bots" not in text and "import common" not in text
    assert text.endswith("====\nmain()\n")


def test_windows_line_ends_and_a_missing_last_one_make_no_difference(project: Project):
    before = project.build().text
    project.write("bots/toy/rules.py", FILES["bots/toy/rules.py"].rstrip().replace("\n", "\r\n"))
    assert project.build().text == before


def test_header_states_size_engine_revision_and_where_each_module_begins(project: Project):
    text = project.build(weight=7).text
    assert text.startswith("# toy: a CodinGame bot in one file, made by Botsmith from ")
    assert f"{units(text):,} of 100,000 UTF-16 units" in text
    assert f"# revision    {REVISION}\n" in text
    assert "# engine      CPython alone\n" in text
    assert "# form        full\n" in text
    lines = text.split("\n")
    (note,) = [line for line in lines if line.startswith("# contents")]
    listed = re.findall(r"(\w+) (\d+)", note)
    assert [name for name, _ in listed] == ["params", "bot", "rules", "main"]
    for name, line in listed:
        assert lines[int(line) - 1] == f"# ==== bots/toy/{name}.py ===="
    assert note.endswith(", the rest is common/, which need not be read")


def test_the_header_tells_what_was_renamed(project: Project):
    project.write("common/tool.py", FILES["common/tool.py"] + "def score(): ...\nscore()\n")
    bundle = project.build()
    assert "# renamed     tool_score (score of common/tool.py)\n" in bundle.text
    assert bundle.renamed == {"tool_score": "score"}
    assert "tabs" not in bundle.text


def test_revision_alone_is_ignored_when_bundles_are_compared(project: Project):
    text = project.build().text
    other = text.replace(REVISION, "unknown      ", 1)
    assert text != other
    assert without_revision(text) == without_revision(other)
    changed = text.replace("count * weight", "count + weight")
    assert without_revision(text) != without_revision(changed)


def test_content_hash_depends_on_texts_and_paths():
    one, two = Source("common/a.py", "x = 1\n"), Source("common/b.py", "x = 1\n")
    other = Source("common/a.py", "x = 2\n")
    assert len({content_hash(each)[:SAME] for each in ([one], [two], [other], [one, two])}) == 4


def test_parameters_of_other_values_change_the_last_digits_of_the_content_hash_alone(
    project: Project,
):
    found = [
        re.findall(r"^# content +(\w{12})(\w{4})$", project.build(**changes).text, re.MULTILINE)[0]
        for changes in ({}, {"weight": 2}, {"weight": 7}, {"deep": 4})
    ]
    assert len({same for same, _ in found}) == 1
    assert [tail == found[0][1] for _, tail in found] == [True, True, False, False]
    project.write("bots/toy/params.py", FILES["bots/toy/params.py"].replace("of a", "of one"))
    assert f"# content     {found[0][0]}" not in project.build().text


@pytest.mark.parametrize("text, size", [("", 0), ("abc\n", 4), ("\u20ac", 1), ("\U0001f40d", 2)])
def test_size_is_counted_in_utf16_units(text: str, size: int):
    assert units(text) == size


def test_every_line_leads_back_to_its_source(project: Project):
    bundle = project.build()
    found = source_places(bundle.text, bundle.pieces)
    lines = bundle.text.split("\n")
    for at, place in found.items():
        source = (project.root / place.path).read_text().split("\n")[place.line - 1]
        assert source.replace("laws.", "").replace("common.tool.", "") == lines[at - 1]
    assert {("bots/toy/rules.py", 2, True), ("bots/toy/main.py", 2, True)} <= set(found.values())
    assert 1 not in found


def test_a_bot_of_one_file_is_its_own_text(project: Project):
    alone = 'TEXT = """two\nlines"""\nif __name__ == "__main__":\n    print(TEXT)\n'
    project.write("bots/toy/main.py", alone)
    bundle = project.build()
    assert len(bundle.sources) == 1
    assert bundle.text.endswith("====\n" + alone)


def test_a_bundle_without_room_is_indented_by_tabs_and_says_so(
    project: Project, monkeypatch: pytest.MonkeyPatch
):
    blanks = project.build()
    monkeypatch.setattr(assembling, "ROOM", LIMIT)
    tabs = assemble(replace(project.target(), kit=Kit.FULL))
    assert (blanks.uses_tabs, tabs.uses_tabs) == (False, True)
    assert "# indent      tabs, so that it fits\n" in tabs.text
    assert "\n\tfor line in sys.stdin:\n\t\tprint(" in tabs.text
    assert "    " not in tabs.text[tabs.text.index("====") :]
    assert token_failures(tabs) == []
    for ours, theirs in zip(tabs.pieces, blanks.pieces, strict=True):
        assert (ours.text.replace("\t", "    "), ours.lines) == (theirs.text, theirs.lines)


LONG = '''def f(x):
    """A table:

        a   b
      c
    """
    y = (
        x
         + 1
    )
    return """
    stays
        {y}
""" + f"""
    stays {
        y}
"""
'''


def difference(piece: Piece, *names: str) -> int:
    return first_difference(piece, names, frozenset(), OWN, is_main=False)


def tabbed(piece: Piece) -> Piece:
    return replace(piece, text=with_tabs(piece.text))


def test_tabs_change_no_string_but_the_indentation_of_docstrings():
    piece = Piece(Source("common/a.py", LONG), LONG, tuple(range(1, 18)), {})
    made = tabbed(piece)
    assert made.text.startswith('def f(x):\n\t"""A table:\n\n\t    a   b\n\t  c\n\t"""\n')
    assert "\n\t\tx\n\t\t + 1\n\t)\n" in made.text
    assert "\n    stays\n        {y}\n" in made.text
    assert difference(made) == 0
    spaces: dict[str, object] = {}
    tabs: dict[str, object] = {}
    exec(LONG, spaces)
    exec(made.text, tabs)
    assert spaces["f"](1) == tabs["f"](1)  # type: ignore[operator]


def test_tabs_of_a_string_beside_a_docstring_of_several_lines():
    text = 'C = """\n\tint x;\n    y\n"""\ndef f():\n    """One.\n\n    Two."""\n'
    made = tabbed(Piece(Source("common/a.py", text), text, tuple(range(1, 9)), {}))
    assert made.text == 'C = """\n\tint x;\n    y\n"""\ndef f():\n\t"""One.\n\n\tTwo."""\n'
    assert difference(made) == 0
    spoilt = replace(made, text=made.text.replace("    y", "\ty"))
    assert difference(spoilt) != 0


def test_blocks_of_another_width_stay():
    text = "def f(x):\n  if x:\n        return 1\n"
    piece = Piece(Source("common/a.py", text), text, (1, 2, 3), {})
    assert tabbed(piece) == piece


@given(st.integers(0, 3), st.sampled_from(["line.split", "Plays", "__ main", "flush=True"]))
def test_whatever_is_lost_fails_the_proof_of_tokens(index: int, word: str):
    source = Source("bots/toy/bot.py", FILES["bots/toy/bot.py"])
    lines = source.text.split("\n")[:-1]
    whole = Piece(source, source.text, tuple(range(1, len(lines) + 1)), {})
    assert difference(whole) == 0
    if word in source.text:
        assert difference(replace(whole, text=source.text.replace(word, "x"))) > 0
    at = 9 + index
    less = replace(
        whole,
        text="\n".join(lines[:at] + lines[at + 1 :]) + "\n",
        lines=whole.lines[:at] + whole.lines[at + 1 :],
    )
    assert bool(difference(less)) == bool(lines[at].strip() and "import" not in lines[at])


def test_a_word_of_a_text_that_was_renamed_fails_the_proof_of_tokens():
    source = Source("common/a.py", "log = 'log'\n")
    piece = Piece(source, "a_log = 'a_log'\n", (1,), {"a_log": "log"})
    assert difference(piece, "a_log") > 0


def test_a_module_of_nothing_but_imports_that_stand_above_leaves_no_trace(project: Project):
    project.write("bots/toy/__init__.py", "import sys\n")
    made = project.build()
    assert made.form == "flat" and "bots/toy/__init__.py" not in banners(made.text)
    assert token_failures(made) == []


def test_without_c_the_machinery_is_left_out(project: Project):
    project.write("common/switches.py", "USE_C = True\n")
    project.write("common/engine.py", "class Engines:\n    pass\n")
    project.write(
        "common/native.py",
        "from common.engine import Engines\nfrom common.switches import USE_C\n"
        "from common.translate import X\n\n\nclass Compiled(Engines):\n    both = X, USE_C\n",
    )
    project.write("common/translate.py", "from common.text import Y\n\nX = Y\n")
    project.write("common/text.py", "Y = 1\n")
    use = "from common.native import Compiled\n" + FILES["bots/toy/rules.py"] + "\n\nCompiled()\n"
    project.write("bots/toy/rules.py", use)
    whole = project.build()
    assert {"common/native.py", "common/translate.py"} < set(banners(whole.text))
    less = assemble(replace(project.target(), engine="python"))
    assert banners(less.text) == [
        "bots/toy/params.py",
        "bots/toy/bot.py",
        "common/engine.py",
        "bots/toy/rules.py",
        "common/tool.py",
        "bots/toy/main.py",
    ]
    assert "\nEngines()\n" in less.text
    assert "# engine      CPython alone\n" in less.text
    assert "# renamed     Engines (Compiled of common/native.py)\n" in less.text
    assert token_failures(less) == []
