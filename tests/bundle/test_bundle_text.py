"""What stands in a bundle: the sources as written, in reading order, under a true header."""

import ast
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, strategies as st

from botsmith.bundle import literals
from botsmith.bundle.assemble import FLAVOURS, assemble
from botsmith.bundle.header import content_hash, units, without_revision
from botsmith.bundle.linemap import locate, sections
from botsmith.bundle.modules import Entry, Source, as_source

from .conftest import FILES, Project


def written(text: str) -> dict[str, bytes]:
    """The modules that a bundle's calls write, as Python itself reads them."""
    return {
        ast.literal_eval(node.args[0]): ast.literal_eval(node.args[1])
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id == "__stickytape_write_module"
    }


def test_every_source_stands_in_the_bundle_as_it_was_written(project: Project):
    modules = written(project.build().text)
    for path, text in FILES.items():
        if path not in ("bots/toy/main.py", "common/unused.py"):
            assert modules.pop(path, b"\n") == b"\n" + text.encode()
    assert modules == {}


def test_parameters_come_first_and_packages_last(project: Project):
    assert [source.path for source in project.build().modules] == [
        "bots/toy/params.py",
        "bots/toy/bot.py",
        "bots/toy/rules.py",
        "common/tool.py",
        "bots/__init__.py",
        "bots/toy/__init__.py",
        "common/__init__.py",
    ]


def test_the_entry_file_is_the_end_of_the_bundle(project: Project):
    assert project.build().text.endswith("=\n" + FILES["bots/toy/main.py"])


def test_windows_line_ends_and_a_missing_last_one_make_no_difference(project: Project):
    before = project.build().text
    project.write("bots/toy/rules.py", FILES["bots/toy/rules.py"].rstrip().replace("\n", "\r\n"))
    assert project.build().text == before


@given(st.text(st.characters(max_codepoint=127, exclude_characters="\0\r")))
def test_any_ascii_text_without_three_quotes_survives_its_literal(text: str):
    source = as_source("common/any.py", text.encode())
    if "'''" in source.text:
        assert list(literals.quote_failures([source]))
        return
    assert list(written(literals.section(source)).values()) == (
        [b"\n" + source.text.encode()] if source.text else []
    )


def test_header_states_size_parameters_and_revision(project: Project):
    text = project.build(weight=7).text
    assert f"{units(text):,} of 100,000 UTF-16 units" in text
    assert "# parameters  weight = 7.0, deep = 3, bold = False\n" in text
    assert "# revision    0123456789ab+\n" in text


def test_revision_alone_is_ignored_when_bundles_are_compared(project: Project):
    text = project.build().text
    other = text.replace("0123456789ab+", "unknown      ", 1)
    assert text != other
    assert without_revision(text) == without_revision(other)
    changed = text.replace("count * weight", "count + weight")
    assert without_revision(text) != without_revision(changed)


def test_content_hash_depends_on_texts_paths_and_flavour():
    one, two = Source("common/a.py", "x = 1\n"), Source("common/b.py", "x = 1\n")
    hashes = {
        content_hash([one], "pure", []),
        content_hash([two], "pure", []),
        content_hash([one], "compiled", []),
        content_hash([Source("common/a.py", "x = 2\n")], "pure", []),
    }
    assert len(hashes) == 4


@pytest.mark.parametrize("text, size", [("", 0), ("abc\n", 4), ("\u20ac", 1), ("\U0001f40d", 2)])
def test_size_is_counted_in_utf16_units(text: str, size: int):
    assert units(text) == size


def test_every_bundle_line_of_a_source_leads_back_to_it(project: Project):
    bundle = project.build()
    lines = bundle.text.split("\n")
    for part in sections(bundle.text):
        source = (project.root / part.path).read_text().split("\n")
        for line in range(1, part.count + 1):
            place = part.first + line - 1
            if place <= len(lines) and line <= len(source):
                assert lines[place - 1] == source[line - 1]
                assert locate(bundle.text, place) == (part.path, line)
    assert [part.path for part in sections(bundle.text)] == [
        "bots/toy/params.py",
        "bots/toy/bot.py",
        "bots/toy/rules.py",
        "common/tool.py",
        "bots/toy/main.py",
    ]


def test_lines_outside_all_sources_lead_nowhere(project: Project):
    text = project.build().text
    assert locate(text, 1) is None
    assert locate(text, text[: text.index("class __stickytape_importer")].count("\n") + 1) is None


def test_line_map_follows_lines_added_in_the_ide_even_if_they_do_not_parse(project: Project):
    text = project.build().text.replace("def score", "this is (no Python\ndef score")
    line = text[: text.index("def score")].count("\n") + 1
    assert locate(text, line) == ("bots/toy/rules.py", 2)


def test_a_bot_of_one_file_needs_no_prelude_and_no_form(project: Project):
    alone = 'from __future__ import annotations\n\nTEXT = """two\nlines"""\nprint(TEXT)\n'
    project.write("bots/toy/main.py", alone)
    bundle = project.build()
    assert bundle.modules == []
    assert bundle.text.endswith("====\n" + alone)
    assert "stickytape" not in bundle.text
    compile(bundle.text, "toy.py", "exec")


def test_prelude_is_ascii_and_short_before_the_parameters(project: Project):
    text = project.build().text
    assert text.isascii()
    between = text[text.index("import sys as") : text.index("# ==== bots/toy/params.py")]
    assert between.count("\n") <= 12
    assert Path(literals.PRELUDE).read_text().count("# ---- ") == 2


def test_a_flavour_adds_files_to_the_bundle(project: Project, monkeypatch: pytest.MonkeyPatch):
    def with_c(
        root: Path, entry: Entry, modules: Sequence[Source], main: Source
    ) -> tuple[list[Source], Source]:
        assert (root, entry.name) == (project.root, "toy")
        return [*modules, Source("bots/toy/kernels.c", "int one(void) { return '\\1'; }\n")], main

    monkeypatch.setitem(FLAVOURS, "c", with_c)
    order = replace(project.order(), flavour="c")
    assert order.file_name == "toy_c.py"
    text = assemble(order).text
    assert written(text)["bots/toy/kernels.c"] == b"\nint one(void) { return '\\1'; }\n"
    assert "# flavour     c\n" in text
