"""The hook on commit messages, in a repository of its own."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from botsmith.commits import LONGEST_SUBJECT, faults

ROOT = Path(__file__).resolve().parent.parent
BODY = "\n\nA full grid without a line was a draw."
GOOD = "uttt: count won boards" + BODY


@pytest.mark.parametrize(
    "message",
    [
        GOOD,
        "cli, arena: one table" + BODY,
        "tests/fuzz: one pass" + BODY,
        "u: " + "x" * (LONGEST_SUBJECT - 3) + BODY,
        "fixup! uttt: count won boards",
        "squash! uttt: count won boards\n\nmore",
        "amend! whatever",
    ],
)
def test_a_good_message_has_no_fault(message):
    assert faults(message, ["docs/README.md"]) == []


@pytest.mark.parametrize(
    ("message", "fault"),
    [
        ("Count won boards" + BODY, "'Count won boards' is no subject; write `area: what changes`"),
        ("Uttt: count" + BODY, "'Uttt: count' is no subject; write `area: what changes`"),
        ("uttt:count" + BODY, "'uttt:count' is no subject; write `area: what changes`"),
        ("u: " + "x" * 63 + BODY, "the subject has 66 characters, 65 are allowed"),
        ("uttt: count\nboards\n\nwhy", "line 2 is 'boards'; leave it blank below the subject"),
        ("uttt: count", "no body; say why below the subject and a blank line"),
    ],
)
def test_each_fault_is_one_line(message, fault):
    assert faults(message, []) == [fault]


def test_an_empty_message_lacks_everything():
    assert [fault.split(";")[0] for fault in faults("", [])] == ["'' is no subject", "no body"]


@pytest.mark.parametrize(
    "file",
    [
        "bots/csb/search.py",
        "bots/uttt/search_mcts.py",
        "bots/kutulu/params.py",
        "bots/stratego/evaluate.py",
        "common/search/duct.py",
    ],
)
def test_what_may_change_a_bots_strength_needs_figures_or_says_that_there_are_none(file):
    wanted = f"{file} changes; add a line `Arena: ...` or `No strength claim: ...`"
    assert faults(GOOD, ["docs/README.md", file]) == [wanted]
    assert faults(GOOD + "\nNo strength claim:", [file]) == [wanted]
    assert faults(GOOD + "\nArena:   53.2 % +- 1.1, 8,000 games", [file]) == []
    assert faults(GOOD + "\nNo strength claim: names alone", [file]) == []


@pytest.mark.parametrize("file", ["bots/csb/rules.py", "bots/csb/NOTES.md", "common/loop.py"])
def test_other_files_need_no_line_about_strength(file):
    assert faults(GOOD, [file]) == []


class Repository:
    """A repository whose hook is ours."""

    def __init__(self, folder: Path, git: str) -> None:
        self.folder = folder
        self.program = git
        self.git("init", "-q", "-b", "main")
        hook = folder / ".git" / "hooks" / "commit-msg"
        hook.parent.mkdir(exist_ok=True)
        hook.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m botsmith.commits "$1"\n')
        hook.chmod(0o755)

    def git(self, *words: str) -> "subprocess.CompletedProcess[str]":
        names = {f"GIT_{who}_NAME": "somebody" for who in ("AUTHOR", "COMMITTER")}
        places = {f"GIT_{who}_EMAIL": "nobody@example.org" for who in ("AUTHOR", "COMMITTER")}
        clean = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
        return subprocess.run(
            [self.program, *words], cwd=self.folder, capture_output=True, text=True,
            env={**clean, **names, **places, "PYTHONPATH": str(ROOT)},
        )  # fmt: skip

    def commit(self, path: str, *words: str) -> "subprocess.CompletedProcess[str]":
        """Adds a line to a file and commits it."""
        file = self.folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        with open(file, "a", encoding="utf-8") as out:
            out.write("line\n")
        self.git("add", path)
        return self.git("commit", *words)

    def subjects(self) -> list[str]:
        return self.git("log", "--format=%s", "--first-parent").stdout.splitlines()


@pytest.fixture
def repository(tmp_path, require):
    return Repository(tmp_path, require("git"))


def test_git_commits_what_has_no_fault(repository):
    done = repository.commit("rules.py", "-m", GOOD)
    assert (done.returncode, done.stderr) == (0, "")
    assert repository.subjects() == ["uttt: count won boards"]


def test_git_refuses_a_fault_and_shows_all_of_them(repository):
    done = repository.commit("bots/csb/search.py", "-m", "Faster")
    assert done.returncode == 1
    assert done.stderr.splitlines() == [
        "commit message: 'Faster' is no subject; write `area: what changes`",
        "commit message: no body; say why below the subject and a blank line",
        "commit message: bots/csb/search.py changes; "
        "add a line `Arena: ...` or `No strength claim: ...`",
    ]
    assert repository.subjects() == []


def test_comments_and_the_diff_below_the_scissors_are_no_body(repository):
    repository.git("config", "core.editor", "true")
    message = repository.folder / "message"
    cut = "# ------------------------ >8 ------------------------\ndiff --git a b\n"
    message.write_text(f"uttt: count won boards\n\n# why?\n{cut}")
    done = repository.commit("rules.py", "-e", "-F", str(message))
    assert done.returncode == 1
    assert done.stderr == "commit message: no body; say why below the subject and a blank line\n"


def test_a_file_that_was_moved_away_counts(repository):
    repository.commit("bots/csb/search.py", "-m", GOOD + "\nNo strength claim: new")
    repository.git("mv", "bots/csb/search.py", "bots/csb/beam.py")
    done = repository.git("commit", "-m", GOOD)
    assert "commit message: bots/csb/search.py changes; " in done.stderr


def test_a_merge_and_a_fixup_pass_as_git_writes_them(repository):
    repository.commit("one.py", "-m", GOOD)
    repository.git("checkout", "-q", "-b", "other")
    search = "bots/csb/search.py"
    assert repository.commit(search, "-m", GOOD + "\nArena: 51 %").returncode == 0
    repository.git("checkout", "-q", "main")
    assert repository.commit("two.py", "--fixup", "HEAD").returncode == 0
    done = repository.git("merge", "--no-edit", "other")
    assert done.returncode == 0, done.stderr
    assert repository.subjects()[:2] == ["Merge branch 'other'", "fixup! uttt: count won boards"]


def test_pre_commit_calls_the_hook():
    hooks = (ROOT / ".pre-commit-config.yaml").read_text(encoding="utf-8")
    assert "entry: .venv/bin/python -m botsmith.commits\n" in hooks
    assert "stages: [commit-msg]\n" in hooks
