"""Bundles at work, as child processes: modules, tracebacks, no folder to write to, nothing left."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from .conftest import Project

FAILING = """import traceback

from common import tool


def main() -> None:
    try:
        tool.fail(0)
    except ZeroDivisionError:
        traceback.print_exc()
    tool.fail(
        0
    )
"""
TOOL = '"""A tool."""\n\n\ndef fail(number):\n    return 1 / number  # here\n'


class Run:
    """A bundle's run under `python -I` in an empty folder, with a temporary folder of its own."""

    def __init__(self, folder: Path, text: str, stdin: str = "", limit: int | None = None) -> None:
        self.file, self.cwd, self.temporary = (folder / name for name in ("b.py", "cwd", "tmp"))
        self.file.write_text(text)
        self.cwd.mkdir()
        self.temporary.mkdir()

        def limited() -> None:
            import resource

            if limit is not None:
                resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))

        self.done = subprocess.run(
            [sys.executable, "-I", str(self.file)],
            cwd=self.cwd,
            env=os.environ | {"TMPDIR": str(self.temporary)},
            input=stdin,
            capture_output=True,
            text=True,
            timeout=60,
            preexec_fn=limited if limit is not None else None,
        )
        self.out, self.err = self.done.stdout, self.done.stderr

    def left(self) -> list[Path]:
        """What stands in its folders now."""
        return [*self.cwd.iterdir(), *self.temporary.iterdir()]


needs_limits = pytest.mark.skipif(os.name == "nt", reason="file size limits are POSIX only")
# With 0 bytes no temporary folder is found at all; with 100 one is, and a later write fails.
no_folder = pytest.mark.parametrize("limit", [0, 100])


def line_of(text: str, part: str) -> int:
    """The number of the line, from 1, that holds `part`."""
    return text[: text.index(part)].count("\n") + 1


def test_bundle_answers_and_leaves_nothing_behind(project: Project, tmp_path: Path):
    run = Run(tmp_path, project.build().text, "a b\nc\n")
    assert (run.out, run.err, run.done.returncode) == ("4.0\n2.0\n", "", 0)
    assert run.left() == []


def test_a_number_tweaked_in_the_file_is_in_force(project: Project, tmp_path: Path):
    text = project.build().text.replace("weight: float = 2.0", "weight: float = 5.0")
    assert Run(tmp_path, text, "a b\n").out == "10.0\n"


@needs_limits
@no_folder
def test_no_folder_can_be_written_and_none_is_needed(project: Project, tmp_path: Path, limit: int):
    run = Run(tmp_path, project.build().text, "a b\nc\n", limit)
    assert (run.out, run.done.returncode) == ("4.0\n2.0\n", 0)
    assert run.err == ""
    assert run.left() == []


@pytest.mark.parametrize("limit", [None, pytest.param(0, marks=needs_limits)])
def test_tracebacks_show_the_bundle_s_lines_even_after_an_edit(
    project: Project, tmp_path: Path, limit: int | None
):
    project.write("bots/toy/bot.py", FAILING)
    project.write("common/tool.py", TOOL)
    text = project.build().text.replace('"""A tool."""\n', '"""A tool."""\n# added\n# in the IDE\n')
    run = Run(tmp_path, "# added on top\n" + text, "", limit)
    text = run.file.read_text()
    caught, uncaught = run.err[run.err.index("Traceback") :].split("ZeroDivisionError", 1)
    for shown in (caught, uncaught):
        assert f"line {line_of(text, 'return 1 / number')}, in fail" in shown
        assert "return 1 / number  # here" in shown
    assert f"line {line_of(text, ' fail(0)')}, in main" in caught
    assert "    fail(0)" in caught
    assert f"line {line_of(text, '    fail(' + chr(10))}, in main" in uncaught
    assert f"line {line_of(text, chr(10) + 'main()') + 1}, in <module>" in uncaught
    assert run.done.returncode == 1
    assert run.left() == []


def test_the_folder_may_be_gone_before_the_end(project: Project, tmp_path: Path):
    project.write(
        "bots/toy/bot.py",
        "import os, shutil\nfrom bots.toy import rules\ndef main():\n"
        "    shutil.rmtree(os.environ['TMPDIR'])\n    os.mkdir(os.environ['TMPDIR'])\n",
    )
    run = Run(tmp_path, project.build().text)
    assert (run.err, run.done.returncode) == ("", 0)
