"""Kept libraries: one compilation for all bots of one content that play by count."""

import os
import subprocess
from pathlib import Path

import pytest

from botsmith.arena.process import libraries
from botsmith.arena.process.libraries import prepared, with_kept_libraries
from common.native import make_library
from tests.waiting import PATIENCE

TEXT = "int one(void) { return 1; }"
COUNTING = '#!/bin/sh\necho "$@" >> {calls}\nexec {real} "$@"\n'


@pytest.fixture
def calls(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, require) -> Path:
    """Counts the real compiler's calls, a line each."""
    compiler, calls = tmp_path / "compiler", tmp_path / "calls"
    compiler.write_text(COUNTING.format(calls=calls, real=require("gcc")))
    compiler.chmod(0o755)
    monkeypatch.setattr(libraries, "find_compilers", lambda: [str(compiler)])
    monkeypatch.setattr(libraries, "FOLDER", tmp_path / "state" / "compiled")
    monkeypatch.setattr(libraries, "MOST", 2)
    prepared.cache_clear()
    return calls


def compiled(folder: Path, number: int, flags: str = "") -> bytes:
    path = folder / "made"
    cc = libraries.FOLDER / "bin" / "cc"
    make_library([str(cc)], str(path), TEXT.replace("1", str(number)), flags)
    return path.read_bytes()


def runs(calls: Path) -> int:
    return sum("--version" not in line for line in calls.read_text().splitlines())


def test_the_same_text_and_flags_are_compiled_once(calls, tmp_path):
    environment = with_kept_libraries({"PATH": "/usr/bin"})
    assert environment["PATH"] == f"{libraries.FOLDER}/bin:/usr/bin"
    first = compiled(tmp_path, 1)
    assert compiled(tmp_path, 1) == first and runs(calls) == 1
    assert compiled(tmp_path, 2) != first and runs(calls) == 2
    compiled(tmp_path, 1, "-O1")
    assert runs(calls) == 3
    kept = list(libraries.FOLDER.glob("*.so"))
    assert len(kept) == 2, "those used last"
    assert libraries.FOLDER.stat().st_mode & 0o777 == 0o700


def test_a_damaged_library_is_made_anew(calls, tmp_path):
    """After a power cut every later game with fixed work played in Python."""
    with_kept_libraries({})
    first = compiled(tmp_path, 1)
    (kept,) = libraries.FOLDER.glob("*.so")
    whole = kept.read_bytes()
    for damaged in (b"", whole[: len(whole) // 2], whole.replace(b"ELF", b"EL_", 1)):
        kept.write_bytes(damaged)
        assert compiled(tmp_path, 1) == first
        assert kept.read_bytes() == whole
    assert runs(calls) == 4


def test_what_two_ask_for_at_once_is_compiled_once(calls, tmp_path):
    """Both seats of a bot against itself did: two compilers, one after the other here."""
    compiler = tmp_path / "compiler"
    compiler.write_text(
        compiler.read_text().replace("exec", 'case "$*" in *-o*) sleep 1;; esac; exec')
    )
    with_kept_libraries({})
    words = [str(libraries.FOLDER / "bin" / "cc"), "-shared", "-xc", "-", "-o"]
    both = [
        subprocess.Popen([*words, str(tmp_path / name)], stdin=subprocess.PIPE, text=True)
        for name in ("one", "two")
    ]
    for process in both:
        assert process.stdin
        process.stdin.write(TEXT)
        process.stdin.close()
    assert [process.wait(PATIENCE) for process in both] == [0, 0]
    assert (tmp_path / "one").read_bytes() == (tmp_path / "two").read_bytes()
    assert runs(calls) == 1
    assert [file.name for file in libraries.FOLDER.iterdir() if "lock" in file.name] == []


def test_a_compiler_that_fails_is_as_if_it_had_been_asked_itself(calls, tmp_path):
    with_kept_libraries({})
    command = [libraries.FOLDER / "bin" / "cc", "-xc", "-", "-o", tmp_path / "made"]
    for _ in range(2):
        done = subprocess.run(command, input="no C", capture_output=True, text=True)
        assert done.returncode == 1 and "error" in done.stderr
    assert runs(calls) == 2 and not list(libraries.FOLDER.glob("*.so"))


def test_a_folder_that_others_may_write_to_is_not_used(calls, capsys):
    libraries.FOLDER.mkdir(parents=True)
    os.chmod(libraries.FOLDER, 0o777)
    assert with_kept_libraries({"PATH": "x"}) == {"PATH": "x"}
    assert "not yours alone, so no library is kept; expected mode 0700" in capsys.readouterr().err


def test_a_library_that_is_loaded_keeps_its_file(calls, tmp_path):
    """As with a compiler, which makes a new file: the old one must not change under its user."""
    with_kept_libraries({})
    compiled(tmp_path, 1)
    compiled(tmp_path, 2)
    with open(tmp_path / "made", "rb") as loaded:
        before = loaded.read()
        compiled(tmp_path, 1)
        loaded.seek(0)
        assert loaded.read() == before


def test_what_a_compiler_says_is_told_each_time(calls, tmp_path):
    with_kept_libraries({})
    command = [libraries.FOLDER / "bin" / "cc", "-Wall", "-shared", "-xc", "-"]
    for _ in range(2):
        made = [*command, "-o", tmp_path / "made"]
        done = subprocess.run(made, input="static int idle;\n", capture_output=True, text=True)
        assert done.returncode == 0 and "idle" in done.stderr
    assert runs(calls) == 2 and not list(libraries.FOLDER.glob("*.so"))
