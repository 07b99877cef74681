"""A process tree through psutil: all that is below, also what its parents have left."""

import os
import subprocess
import sys
from collections.abc import Iterator

import psutil
import pytest

from botsmith.arena.process.launch import read_from_disk
from botsmith.arena.process.tree import Tree, is_alive
from tests.arena.toys import PROGRAMS

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")

CHILDREN = 12  # of the program
ALL = 2 + CHILDREN + CHILDREN // 2  # the first one, its child, its children, and one of each second


@pytest.fixture
def bot() -> Iterator["subprocess.Popen[str]"]:
    with subprocess.Popen(
        [sys.executable, "-I", "-S", "-c", PROGRAMS["process_tree"]],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        yield process
        process.kill()


def tell(bot: "subprocess.Popen[str]", said: str, word: str = "") -> None:
    """Sends a line and waits for the answer."""
    assert bot.stdin is not None and bot.stdout is not None
    if word:
        print(word, file=bot.stdin, flush=True)
    assert bot.stdout.readline().strip() == said


def test_all_below_are_found_and_ended_also_orphans(bot: "subprocess.Popen[str]") -> None:
    tell(bot, "ready")
    tree = Tree(bot.pid)
    count, weight = tree.weigh()
    assert count == ALL and weight > ALL * 100_000
    assert ALL * 100_000 < tree.weigh(1)[1] < weight, "shared pages count once"
    tell(bot, "orphans", "go")
    assert tree.weigh()[0] == ALL - 1
    found = list(tree.seen)
    tree.kill()
    assert not any(map(is_alive, found))


def test_the_machines_processes_are_listed_once_however_large_the_tree(bot, monkeypatch):
    listings = 0
    listed = psutil._ppid_map  # type: ignore[attr-defined]

    def listing() -> dict[int, int]:
        nonlocal listings
        listings += 1
        found: dict[int, int] = listed()
        return found

    tell(bot, "ready")
    tree = Tree(bot.pid)
    monkeypatch.setattr(psutil, "_ppid_map", listing)
    for _ in range(2):
        assert tree.weigh()[0] == ALL
    assert listings == 2
    tree.kill()


def test_what_a_child_has_read_from_disk_is_not_its_parent_s(tmp_path):
    """A bot that reaps its compiler has waited for nothing."""
    cold = tmp_path / "cold"
    with cold.open("wb") as file:
        file.write(bytes(1 << 20))
        file.flush()
        os.fsync(file.fileno())
        if hasattr(os, "posix_fadvise"):
            os.posix_fadvise(file.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)
    before = read_from_disk(os.getpid())
    subprocess.run([sys.executable, "-c", f"open({str(cold)!r}, 'rb').read()"], check=True)
    assert read_from_disk(os.getpid()) - before < 1 << 20
