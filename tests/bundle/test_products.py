"""dist/: written in place once every proof holds, and compared with what the sources would give."""

from dataclasses import replace
from pathlib import Path

import pytest

from botsmith.bundle import assemble, products
from botsmith.bundle.header import LIMIT, units
from botsmith.bundle.products import build, check, size_failures, write_product
from botsmith.bundle.pull import pull
from botsmith.errors import BadInput

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
    assert {"grammar", "flat", "size", "tokens", "deterministic", "isolated", "same_answers"} < set(
        proofs
    )
    assert not {"kernels", "engine"} & set(proofs)


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
    with pytest.raises(BadInput, match="its modules are kept"):
        pull(project.root, row.path)
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


def test_a_slow_start_is_reported_and_fails_nothing(
    project: Project, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(products, "measure_startup", lambda _bundle: 240.0)
    row = build(project.target(), tmp_path)
    assert (row.failures, row.path.exists()) == ([], True)
    assert row.as_json()["proofs"]["startup"].startswith("240 ms")


def test_the_limit_is_in_utf16_units_and_names_the_largest_sources(
    project: Project, monkeypatch: pytest.MonkeyPatch
):
    bundle = project.build()
    monkeypatch.setattr(assemble, "ROOM", -LIMIT)
    room = LIMIT - units(bundle.text)
    for extra, over in ((room, False), (room + 1, True)):
        project.write("common/tool.py", FILES["common/tool.py"] + "#" * (extra - 1) + "\n")
        longer = project.build()
        assert units(longer.text) == LIMIT + over
        failures = size_failures(longer)
        assert bool(failures) == over
    assert "common/tool.py" in failures[0].text


def test_an_equal_bundle_is_not_written_again(tmp_path: Path):
    path = tmp_path / "toy.py"
    write_product(path, "one\n")
    before = path.stat()
    write_product(path, "one\n")
    assert path.stat().st_mtime_ns == before.st_mtime_ns


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
