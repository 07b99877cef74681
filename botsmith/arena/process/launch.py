"""Starts one bot's process, and ends all processes that it started.

Linux: through a warden process (warden.py), which weighs the bot's process tree, catches its strays
and cleans up even when the arena itself is killed. Elsewhere, and where /proc lists no children:
directly, with a thread that weighs the tree through psutil. Strays that left the tree between two
looks are found by the temporary folder in their environment.
"""

import os
import secrets
import select
import shutil
import signal
import socket
import stat
import subprocess
import sys
import tempfile
import threading
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import psutil

from botsmith.arena.process.tree import is_alive, kill_family, kill_strays, kill_tree, weigh
from botsmith.arena.process.warden import MAX_PROCESSES, remove_folder
from botsmith.errors import refusing

MEGABYTE = 1 << 20
MEMORY_LIMIT = 768 * MEGABYTE
START_SECONDS = 120.0  # of a busy machine
END_SECONDS = 15.0  # more than the warden itself needs at most
POLL_SECONDS = 0.1
ENDED = "ended with status "  # begins what is said of a process that ended by itself
HAS_WARDEN = sys.platform == "linux" and os.path.exists("/proc/thread-self/children")
WARDEN = Path(__file__).with_name("warden.py")


def of_threads(pid: int, name: str) -> Iterator[bytes]:
    """Yields the content of /proc's file `name` for each thread of a process; nothing without
    /proc.
    """
    try:
        for thread in os.listdir(f"/proc/{pid}/task"):
            with open(f"/proc/{pid}/task/{thread}/{name}", "rb", buffering=0) as file:
                if text := file.read():
                    yield text
    except OSError:  # it or a thread has ended, or another system
        pass


def scheduled_ms(pid: int) -> tuple[float, float]:
    """Returns two sums over all threads of a process since its start, in ms: time running, and time
    waiting for a CPU.

    Both are 0 if /proc lacks them. All threads count, as a virtual machine plays in a later one.
    """
    times = [text.split() for text in of_threads(pid, "schedstat")]  # ran, waited, slices
    return sum(int(each[0]) for each in times) / 1e6, sum(int(each[1]) for each in times) / 1e6


def read_from_disk(pid: int) -> int:
    """Returns the bytes that a process has read from the disk since its start; 0 if unknown.

    Bytes that its children read are not counted; `/proc/PID/io` would add them when they have
    ended.
    """
    texts = of_threads(pid, "io")
    return sum(int(text.partition(b"read_bytes: ")[2].split()[0]) for text in texts)


@dataclass(eq=False)
class Launch(ABC):
    """One running bot with its pipes and its temporary folder.

    command: program and arguments
    cwd: where it runs, None for its temporary folder
    environment: complete; TMPDIR, TMP and TEMP are set here
    memory_limit: resident bytes of the whole tree
    place: its core and control groups, as warden.py reads them
    """

    command: Sequence[str]
    environment: Mapping[str, str]
    cwd: str | None = None
    memory_limit: int = MEMORY_LIMIT
    place: str = ""

    def __post_init__(self) -> None:
        self.folder = os.path.join(tempfile.gettempdir(), f"botsmith-{secrets.token_hex(8)}")
        self.bot_pid = 0
        places = {name: self.folder for name in ("TMPDIR", "TMP", "TEMP")}
        try:  # named before it is made: Ctrl-C may come while a slow disk makes it
            os.mkdir(self.folder, stat.S_IRWXU)
            self.process = self._start({**self.environment, **places}, self.cwd or self.folder)
        except BaseException:
            remove_folder(self.folder)
            raise
        pipes = self.process.stdin, self.process.stdout, self.process.stderr
        self.pipes = [pipe for pipe in pipes if pipe is not None]  # all three
        self.stdin, self.stdout, self.stderr = (pipe.fileno() for pipe in self.pipes)

    @abstractmethod
    def _start(self, environment: dict[str, str], cwd: str) -> "subprocess.Popen[bytes]":
        """Returns the process whose pipes are the bot's."""

    @abstractmethod
    def wait_started(self) -> None:
        """Waits until the bot's process exists, so that our own start-up does not count as the
        bot's time.
        """

    def scheduled_ms(self) -> tuple[float, float]:
        """Returns the two times of `scheduled_ms` for the bot's process.

        Its children do not count: the compiler runs at the lowest priority, so its waiting is no
        sign of a busy machine.
        """
        return scheduled_ms(self.bot_pid)

    @abstractmethod
    def ending(self, seconds: float) -> tuple[str, str] | None:
        """Waits for the bot's end. Returns ("crash" or "memory", text), or None if the bot still
        runs after `seconds`.
        """

    def verdict(self, kind: str, number: int) -> tuple[str, str]:
        """Returns the fault and the words for an end of the bot.

        kind: "memory" with `number` bytes; "processes" with `number` of them; else `number` is an
        exit status
        """
        if kind == "memory":
            limit = self.memory_limit // MEGABYTE
            return "memory", f"{number // MEGABYTE} MB resident of {limit}"
        if kind == "processes":
            return "crash", f"{number} processes, {MAX_PROCESSES} are allowed"
        return "crash", describe_status(number)

    @abstractmethod
    def begin_stop(self) -> None:
        """Begins to end all processes of the bot, without waiting: several bots can end side by
        side.
        """

    @abstractmethod
    def _finish_stop(self) -> None:
        """Waits until every process of the bot has ended."""

    def stop(self) -> None:
        """Ends all processes of the bot and removes its folder. The pipes stay open for `close`."""
        self.begin_stop()
        try:
            self._finish_stop()
        finally:
            remove_folder(self.folder)

    def close_input(self) -> None:
        """Ends the bot's input."""
        self.pipes[0].close()

    def close(self) -> None:
        """Closes our ends of the pipes."""
        for pipe in self.pipes:
            pipe.close()


def describe_status(status: int) -> str:
    """Returns an exit status in words; negative is a signal's number."""
    if status >= 0:
        return f"{ENDED}{status}"
    names = {number.value: f" ({number.name})" for number in signal.Signals}
    return f"was killed by signal {-status}{names.get(-status, '')}"


def open_process(
    command: Sequence[str], environment: dict[str, str], cwd: str, kept: Sequence[int] = ()
) -> "subprocess.Popen[bytes]":
    """Starts a process in a session of its own, with three pipes. It inherits the descriptors
    `kept`.
    """
    return subprocess.Popen(
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        bufsize=0,
        cwd=cwd,
        env=environment,
        pass_fds=kept,
        start_new_session=True,
    )


class GuardedLaunch(Launch):
    """A bot started by a warden. end: the warden's report of its end, None before"""

    end: tuple[str, int] | None = None

    def _start(self, environment: dict[str, str], cwd: str) -> "subprocess.Popen[bytes]":
        self.control, theirs = socket.socketpair()
        self.received = b""
        number = str(theirs.fileno())
        warden = [sys.executable, "-I", "-S", str(WARDEN), number, self.folder]
        try:
            line = [*warden, str(self.memory_limit), self.place, *self.command]
            return open_process(line, environment, cwd, (theirs.fileno(),))
        except BaseException:
            self.control.close()
            raise
        finally:
            theirs.close()

    def _event(self, seconds: float) -> tuple[str, int] | None:
        """Returns the warden's next line as (word, number); None if none comes in time, or it has
        ended.
        """
        while b"\n" not in self.received:
            if not select.select([self.control], [], [], seconds)[0]:
                return None
            chunk = self.control.recv(4096)
            if not chunk:
                return None
            self.received += chunk
        line, self.received = self.received.split(b"\n", 1)
        word, number = line.decode().split()
        return word, int(number)

    def wait_started(self) -> None:
        event = self._event(START_SECONDS)
        if event is None or event[0] != "started":
            raise RuntimeError(f"the warden of a bot did not start ({self.process.poll()})")
        self.bot_pid = event[1]

    def ending(self, seconds: float) -> tuple[str, str] | None:
        self.end = self.end or self._event(seconds)
        if self.end is None and not is_alive(self.bot_pid):  # a busy machine lets its warden wait
            self.end = self._event(END_SECONDS)
        return self.verdict(*self.end) if self.end else None

    def begin_stop(self) -> None:
        self.control.close()

    def _finish_stop(self) -> None:
        try:
            status = self.process.wait(END_SECONDS)
        except subprocess.TimeoutExpired:
            self.process.kill()
            status = self.process.wait()
        if status != 0:  # a bot can kill its warden
            if self.bot_pid:
                kill_tree(self.bot_pid)
            kill_strays(self.folder)


class PlainLaunch(Launch):
    """A bot without a warden: on macOS, Windows, and Linux without the lists of children."""

    def _start(self, environment: dict[str, str], cwd: str) -> "subprocess.Popen[bytes]":
        self.stopping = threading.Event()
        self.excess: tuple[str, str] | None = None
        name, *arguments = self.command
        program = shutil.which(name, path=environment.get("PATH")) or name
        with refusing(f"cannot run {program}", "expected a program"):
            process = open_process([program, *arguments], environment, cwd)
        self.bot_pid = process.pid
        self.bot = psutil.Process(process.pid)
        self.monitor = threading.Thread(target=self._watch, daemon=True)
        self.monitor.start()
        return process

    def _watch(self) -> None:
        while not self.stopping.wait(POLL_SECONDS):
            count, weight = weigh(self.bot, self.memory_limit)
            is_heavy = weight > self.memory_limit
            if is_heavy or count > MAX_PROCESSES:
                kind, number = ("memory", weight) if is_heavy else ("processes", count)
                self.excess = self.verdict(kind, number)
                kill_family(self.bot)

    def wait_started(self) -> None:
        """Does nothing: Popen returns only when the process exists."""

    def ending(self, seconds: float) -> tuple[str, str] | None:
        try:
            status = self.process.wait(seconds)
        except subprocess.TimeoutExpired:
            return self.excess
        return self.excess or self.verdict("exit", status)

    def begin_stop(self) -> None:
        self.stopping.set()

    def _finish_stop(self) -> None:
        self.monitor.join()
        kill_family(self.bot)
        self.process.wait(END_SECONDS)
        kill_strays(self.folder)


def launch_class() -> type[Launch]:
    """Returns the class that starts bots on this machine: below a warden where it allows one."""
    return GuardedLaunch if HAS_WARDEN else PlainLaunch
