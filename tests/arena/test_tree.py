"""A process tree through psutil: all that is below."""

import os
import subprocess
import sys
from collections.abc import Iterator

import psutil
import pytest

from botsmith.arena.process.launch import read_from_disk
from botsmith.arena.process.tree import family, is_alive, kill_family, weigh
from tests.arena.toys import PROGRAMS

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")

CHILDREN = 12  # of the program
ALL = 2 + CHILDREN + CHILDREN // 2  # the first one, its child, its children, and one of each second


@pytest.fixture
def bot() -> Iterator["subprocess.Popen[str]"]:
    with subprocess.Popen(
        [sys.executable, "-I", "-S", "-c", PROGRAMS["process_tree"]],
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        yield process
        process.kill()


def test_all_below_are_found_and_ended(bot: "subprocess.Popen[str]") -> None:
    assert bot.stdout is not None and bot.stdout.readline().strip() == "ready"
    process = psutil.Process(bot.pid)
    count, weight = weigh(process, limit=sys.maxsize)
    assert count == ALL and weight > ALL * 100_000
    assert ALL * 100_000 < weigh(process, limit=1)[1] < weight, "shared pages count once"
    found = family(process)
    kill_family(process)
    assert not any(is_alive(each.pid) for each in found)


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
