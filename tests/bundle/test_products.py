"""dist/: written in place once every proof holds, and compared with what the sources would give."""

import re
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from botsmith.bundle import assemble, sizes, trials
from botsmith.bundle.assemble import assemble as assemble_bundle
from botsmith.bundle.dist import check, write_product
from botsmith.bundle.header import LIMIT, units
from botsmith.bundle.products import build
from botsmith.bundle.pull import pull
from botsmith.bundle.short import Kit
from botsmith.bundle.sizes import size_failures, sizes_of
from botsmith.bundle.tokens import token_failures

from .conftest import FILES, Project


def states(project: Project, out: Path, whole: bool = True) -> dict[str, str]:
    return {Path(row["path"]).name: row["state"] for row in check([project.target()], out, whole)}


def test_a_proven_bundle_is_written_with_unix_line_ends(project: Project, tmp_path: Path):
    row = build(project.target(), tmp_path / "new" / "dist")
    assert row.failures == []
    assert row.bundle is not None
    assert row.path.read_bytes() == row.bundle.text.encode()
    assert b"\r" not in row.path.read_bytes()
    shown = row.as_json()
    assert shown["units"] == units(row.bundle.text)
    assert (shown["bot"], shown["limit"], shown["modules"]) == ("toy", 100_000, 5)
    proofs = {name: said for name, said in shown["proofs"].items() if name != "startup"}
    assert set(proofs.values()) == {"ok"}
    assert {"grammar", "flat", "size", "tokens", "isolated", "same_answers"} < set(proofs)
    assert not {"kernels", "engine"} & set(proofs)


def test_a_build_and_a_pull_read_each_source_once(project: Project, tmp_path: Path, monkeypatch):
    reads, read = Counter[Path](), Path.read_bytes

    def counted(path: Path) -> bytes:
        reads[path] += 1
        return read(path)

    monkeypatch.setattr(Path, "read_bytes", counted)
    row = build(project.target(), tmp_path)
    assert row.bundle is not None
    once = {project.root / each.path: 1 for each in row.bundle.sources}
    assert {path: reads[path] for path in once} == once
    reads.clear()
    row.path.write_text(row.bundle.text.replace("deep: int = 3", "deep: int = 4"))
    assert [change.name for change in pull(project.root, row.path).changes] == ["deep"]
    assert {path: reads[path] for path in once} == once


HIDDEN = """
class Unit: ...


def main():
    kinds = {"unit": Unit}
    for line in __import__("sys").stdin:
        for kind in kinds.values():
            print(line.strip(), kind)
"""


def test_a_flat_form_that_proves_different_gives_way(project: Project, tmp_path: Path):
    """No analysis sees that a class is shown, with its module, by way of a dictionary."""
    text = HIDDEN.replace('__import__("sys").stdin', "sys.stdin")
    project.write("bots/toy/bot.py", "import sys\n" + text)
    assert project.build().form == "flat"
    row = build(project.target(), tmp_path)
    assert row.failures == [] and row.bundle is not None
    assert row.bundle.form == "stickytape"
    assert [each.proof for each in row.bundle.why] == ["same_answers"]
    assert "\n# form        stickytape's, for bots/toy/" in row.path.read_text()
    assert "\n    # ==== bots/toy/bot.py ====\n" in row.path.read_text()
    assert states(project, tmp_path) == {"toy.py": "fresh"}
    assert pull(project.root, row.path).texts == {}
    flat = build(replace(project.target(), form="flat"), tmp_path / "flat")
    assert [each.proof for each in flat.failures] == ["same_answers"]
    assert not flat.path.exists()


def test_what_one_namespace_cannot_hold_is_kept_and_proven(project: Project, tmp_path: Path):
    project.write("bots/toy/bot.py", HIDDEN)
    row = build(project.target(), tmp_path)
    assert row.failures == []
    assert row.as_json()["form"] == "stickytape"
    assert row.as_json()["why"][0].startswith("bots/toy/bot.py:7: __import__")
    assert row.as_json()["proofs"]["dynamic"] == "kept, in stickytape's form"
    assert states(project, tmp_path) == {"toy.py": "fresh"}


def test_a_failed_proof_leaves_the_old_bundle_alone(project: Project, tmp_path: Path):
    (tmp_path / "toy.py").write_text("old")
    project.write("bots/toy/rules.py", "import jax\nimport torch\n")
    row = build(project.target(), tmp_path)
    assert (tmp_path / "toy.py").read_text() == "old"
    proofs = row.as_json()["proofs"]
    assert proofs["imports"].count("bots/toy/rules.py:") == 2
    assert proofs["size"].startswith("not tried")
    assert proofs["text"] == "ok"


RULES = "bots/toy/rules.py"


def longer(project: Project, text: str, extra: int) -> None:
    project.write(RULES, FILES[RULES] + text + "#" * (extra - 1) + "\n")


def test_the_limit_is_in_utf16_units_and_names_the_author_s_largest_modules(
    project: Project, monkeypatch: pytest.MonkeyPatch
):
    bundle = project.build()
    monkeypatch.setattr(assemble, "ROOM", -LIMIT)
    room = LIMIT - units(bundle.text)
    for extra, over in ((room, False), (room + 1, True)):
        longer(project, "", extra)
        made = replace(project.build(), target=replace(project.target(), has_docs=False))
        assert units(made.text) == LIMIT + over
        failures = size_failures(made)
        assert bool(failures) == over
    said = failures[0].text
    assert said.startswith("100,001 of 100,000 UTF-16 units, 1 too many: shorten the largest of ")
    assert said.index(RULES) < said.index("bots/toy/bot.py")
    assert "common/" not in said


def test_over_the_limit_the_author_s_docstrings_are_offered_first(project: Project):
    longer(project, f'def long():\n    """{"x" * 3_000}"""\n', LIMIT)
    (failure,) = size_failures(project.build())
    (saved,) = re.findall(r" too many: build --no-docs, which saves ([\d,]+), or sh", failure.text)
    bare = assemble_bundle(replace(project.target(), has_docs=False))
    assert units(project.build().text) - units(bare.text) == int(saved.replace(",", "")) > 3_000
    assert token_failures(bare) == []
    assert "no docstrings in bots/" in bare.text and "xxx" not in bare.text
    assert "# 0..9: of a word" in bare.text


def test_over_the_limit_the_full_form_is_given_up_before_anything_of_the_author_s(
    project: Project,
):
    project.write("common/tool.py", FILES["common/tool.py"] + f"# {'x' * LIMIT}\n")
    (failure,) = size_failures(assemble_bundle(replace(project.target(), kit=Kit.FULL)))
    assert "too many: build without --full, which saves 100,0" in failure.text
    assert size_failures(project.build()) == []


def test_sizes_are_those_of_the_form_that_leaves_most_room(project: Project):
    project.write("common/tool.py", FILES["common/tool.py"] + f"# {'x' * 5_000}\n")
    bundle = project.build()
    sizes = sizes_of(bundle)
    assert bundle.short == {} and sizes.free > LIMIT - units(bundle.text) + 4_900
    assert sizes.yours + sizes.kit + sizes.free == LIMIT
    own = {path: size for path, size in sizes.modules.items() if path.startswith("bots/")}
    assert set(own) == {f"bots/toy/{name}.py" for name in ("params", "bot", "rules", "main")}
    assert sum(own.values()) == sizes.yours
    longer(project, "", 100)
    assert sizes_of(project.build()).yours == sizes.yours + 100


def test_another_bundle_is_written_into_the_same_file(tmp_path: Path):
    """A browser tool that watches the file would lose it if it were replaced."""
    path = tmp_path / "toy.py"
    write_product(path, "one\n")
    before = path.stat()
    write_product(path, "two\n")
    assert (path.read_text(), path.stat().st_ino) == ("two\n", before.st_ino)


def test_check_tells_fresh_stale_missing_extra_and_refused(project: Project, tmp_path: Path):
    out = tmp_path / "dist"
    assert states(project, out) == {"toy.py": "missing"}
    write_product(out / "toy.py", project.build().text)
    assert states(project, out) == {"toy.py": "fresh"}
    (out / "old.py").write_text("")
    assert states(project, out) == {"toy.py": "fresh", "old.py": "extra"}
    assert states(project, out, whole=False) == {"toy.py": "fresh"}
    project.write("bots/toy/rules.py", FILES["bots/toy/rules.py"] + "# changed\n")
    assert states(project, out, whole=False) == {"toy.py": "stale"}
    project.write("bots/toy/rules.py", "import torch\n")
    assert states(project, out, whole=False) == {"toy.py": "refused"}


def test_check_ignores_the_revision_and_not_one_byte_more(project: Project, tmp_path: Path):
    text = project.build().text
    (tmp_path / "toy.py").write_text(text.replace("0123456789ab+", "fedcba987654 "))
    assert states(project, tmp_path) == {"toy.py": "fresh"}
    (tmp_path / "toy.py").write_text(text + " ")
    assert states(project, tmp_path) == {"toy.py": "stale"}
    (tmp_path / "toy.py").write_bytes(text.replace("\n", "\r\n").encode())
    assert states(project, tmp_path) == {"toy.py": "stale"}


def test_kept_modules_that_take_too_much_room_say_what_keeps_them(
    project: Project, tmp_path: Path, monkeypatch
):
    monkeypatch.setattr(sizes, "LIMIT", 100)
    project.write("bots/toy/bot.py", HIDDEN)
    failures = build(project.target(), tmp_path).failures
    assert [each.proof for each in failures] == ["dynamic", "size"]


def test_a_slow_start_is_reported_and_fails_nothing(
    project: Project, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(trials, "measure_startup", lambda *_: 240.0)
    row = build(project.target(), tmp_path)
    assert (row.failures, row.path.exists()) == ([], True)
    assert row.as_json()["proofs"]["startup"].startswith("240 ms")


def test_an_equal_bundle_is_not_written_again(tmp_path: Path):
    path = tmp_path / "toy.py"
    write_product(path, "one\n")
    before = path.stat()
    write_product(path, "one\n")
    assert path.stat().st_mtime_ns == before.st_mtime_ns
