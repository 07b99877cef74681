"""Compiles as the `cc` of libraries.py: python -I -S caching_cc.py COMPILER FOLDER MOST ARGUMENT...

A library is known by the compiler's version and file, the processor, the flags and the text, which
comes on stdin. A call of another form than `-xc - -o FILE` goes to the compiler unchanged.

A bot waits for this script, so it imports few modules; that halves the time for a stored library.
"""

import hashlib
import os
import sys
import time

SUFFIX = ".so"
FORM = 3  # raised when other libraries are kept
DIGEST = 32  # bytes of the check sum behind a kept library
WAIT_SECONDS = 10.0  # most for another one's compiler, which may have been stopped


def processor() -> str:
    """Returns the processor's properties that decide what -march=native means."""
    try:
        with open("/proc/cpuinfo") as file:
            first = file.read().partition("\n\n")[0]
    except OSError:  # not Linux
        import platform

        return platform.processor() or platform.machine()
    stored = ("model", "flags", "vendor", "Features", "CPU ")
    return "\n".join(line for line in first.splitlines() if line.startswith(stored))


def key_of(compiler: str, arguments: list[str], text: bytes) -> str:
    """Returns one hash of everything that decides the content of a library."""
    about = os.stat(compiler)
    file = (compiler, about.st_size, about.st_mtime_ns)
    parts = [FORM, *file, version_of(compiler), processor(), arguments, text]
    return hashlib.sha256(repr(parts).encode()).hexdigest()[:40]


def version_of(compiler: str) -> bytes:
    """Returns the version text that a compiler prints."""
    reading, writing = os.pipe()
    output = [(os.POSIX_SPAWN_DUP2, writing, 1)]
    child = os.posix_spawn(compiler, [compiler, "--version"], os.environ, file_actions=output)
    os.close(writing)
    with open(reading, "rb") as said:
        text = said.read()
    os.waitpid(child, 0)
    return text


def remove(path: str) -> None:
    """Removes a file; does nothing if it is gone or cannot be removed."""
    try:
        os.unlink(path)
    except OSError:
        pass


def store_library(folder: str, name: str, made: str, most: int) -> None:
    """Stores a library in the folder, in one step; removes the least recently used ones if there
    are more than `most`.
    """
    draft = os.path.join(folder, f".{name}.{os.getpid()}")
    try:
        with open(made, "rb") as file:
            data = file.read()
        with open(draft, "wb") as file:
            file.write(data + hashlib.sha256(data).digest())
        os.replace(draft, os.path.join(folder, name))
    except OSError:  # a full disk, say: the library is made, and not kept
        remove(draft)
        return
    with os.scandir(folder) as entries:
        found = [entry for entry in entries if entry.name.endswith(SUFFIX)]
    try:
        found.sort(key=lambda entry: entry.stat().st_mtime, reverse=True)
    except FileNotFoundError:  # another worker is removing them
        return
    for entry in found[most:]:
        remove(entry.path)


def copy_stored(stored: str, made: str) -> bool:
    """Copies a stored library to the path `made`; returns False if it is missing or damaged."""
    try:
        with open(stored, "rb") as file:
            data = file.read()
        os.utime(stored)
    except FileNotFoundError:
        return False
    if hashlib.sha256(data[:-DIGEST]).digest() != data[-DIGEST:]:  # after a power cut, say
        remove(stored)
        return False
    with open(made, "wb") as file:
        file.write(data[:-DIGEST])
    return True


def lock(path: str) -> None:
    """Locks a library; waits while another process makes it. The lock ends with this process."""
    import fcntl  # Windows has none, and keeps no library

    try:
        file = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    except OSError:  # a full disk, say: each compiles for itself
        return
    until = time.monotonic() + WAIT_SECONDS
    while time.monotonic() < until:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            time.sleep(0.005)
        else:
            return


def main(compiler: str, folder: str, most: int, arguments: list[str]) -> int:
    """Copies the stored library or compiles it; returns the compiler's exit status."""
    if "-o" not in arguments[:-1] or "-" not in arguments:
        os.execv(compiler, [compiler, *arguments])
    place = arguments.index("-o") + 1
    made = arguments[place]
    text = sys.stdin.buffer.read()
    known = [*arguments[:place], *arguments[place + 1 :]]
    name = key_of(compiler, known, text) + SUFFIX
    stored = os.path.join(folder, name)
    remove(made)  # as a linker does: the old one may be loaded
    if copy_stored(stored, made):
        return 0
    claim = os.path.join(folder, f".{name}.lock")
    lock(claim)
    if copy_stored(stored, made):
        return 0
    import subprocess

    run = subprocess.run([compiler, *arguments], input=text, stderr=subprocess.PIPE, check=False)
    sys.stderr.buffer.write(run.stderr)
    if run.returncode == 0 and not run.stderr:  # what it says is shown each time
        store_library(folder, name, made, most)
    remove(claim)
    return run.returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2], int(sys.argv[3]), sys.argv[4:]))
