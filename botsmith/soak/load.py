"""Slows a machine for a soak: busy cores, a slow disk, a slow compiler, cold files.

Every helper process ends with its parent, however the parent ends.
"""

import os
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from botsmith.children import run
from botsmith.compilers import compiling_by

HEAD = "import os, sys; parent = int(sys.argv[1])"  # of the scripts
BUSY = """
while os.getppid() == parent:
    for _ in range(200_000):
        pass
"""
WRITER = """
block = os.urandom(1 << 20)
while os.getppid() == parent:
    with open(sys.argv[2], "wb", buffering=0) as file:
        for _ in range(16):
            file.write(block)
        os.fsync(file.fileno())
"""
COMPILER_WAIT = 0.5  # seconds that a slow compiler waits before its work, and again after it


@contextmanager
def helper(script: str, *words: str, keep: tuple[int, ...] = ()) -> Iterator[None]:
    """Runs a script in a Python process until the block ends. `parent` is this process there.

    keep: the descriptors that it inherits
    """
    command = [sys.executable, "-I", "-S", "-c", HEAD + script, str(os.getpid()), *words]
    process = subprocess.Popen(
        command, stdin=subprocess.DEVNULL, start_new_session=True, pass_fds=keep
    )
    try:
        yield
    finally:
        process.kill()
        process.wait()


@contextmanager
def few_cores(count: int) -> Iterator[None]:
    """Restricts this thread, and the processes that it starts in the block, to `count` of its
    cores.
    """
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, sorted(before)[:count])
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)


@contextmanager
def slow_disk() -> Iterator[dict[str, str]]:
    """Keeps the disk busy with writes of 16 MB, and makes the compiler take a second longer.

    Yields the environment in which a bot finds that compiler. It only resembles a slow disk: files
    in the kernel's memory are still read at once.
    """
    compiler, wait = shutil.which("cc"), f"sleep {COMPILER_WAIT}"
    with compiling_by(f'{wait}\n"{compiler}" "$@" || exit\n{wait}') as more:
        folder = more["PATH"].partition(os.pathsep)[0]
        with helper(WRITER, os.path.join(folder, "written")):
            yield more if compiler else {}


def compiler_files() -> list[Path]:
    """Returns the programs that the compiler runs, if it names them."""
    compiler = shutil.which("cc")
    names = ("cc1", "collect2", "as", "ld") if compiler else ()
    named = [run(["cc", f"-print-prog-name={name}"]).text.strip() for name in names]
    return [Path(found) for each in ("cc", *named) if (found := shutil.which(each))]


def library_files() -> list[Path]:
    """Returns the files of Python's own modules, compiled and native ones."""
    home = Path(sysconfig.get_path("stdlib"))
    return [*home.glob("__pycache__/*.pyc"), *home.glob("lib-dynload/*.so")]


def chill(files: Iterable[Path]) -> None:
    """Asks the kernel to forget files, so that the next program that reads them waits for the disk.

    Files that another process has mapped stay in memory.
    """
    for file in files:
        with file.open("rb") as opened:
            os.posix_fadvise(opened.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)
