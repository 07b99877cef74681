"""The warden of one bot on Linux: starts it, weighs it, and removes all its processes and files.

    python -I -S warden.py CONTROL FOLDER LIMIT PLACE COMMAND...

It stands between the arena and the bot only in the process tree: the bot inherits the three pipes
and talks to the arena directly. CONTROL is the number of an inherited socket, FOLDER the bot's
temporary folder, LIMIT the largest resident size of the whole tree in bytes. PLACE is empty, or
CORE:FILE:FILE.. (site_machine.py): the processor that the bot is kept on, and the files by which it
enters control groups, if any. On the socket the warden writes one line an event: `started PID`,
`ended STATUS` (negative = signal), `memory BYTES`, `processes COUNT`. When the arena closes its
end, or dies in whatever way, the warden kills every descendant, removes FOLDER and the control
groups, and ends.

It is a child subreaper, so that a process that was daemonised or put into a session of its own is
still its descendant. It is a script of its own, so that it starts in a few milliseconds: importing
`signal`, `collections` and `contextlib` would add half of that.
"""

import ctypes
import os
import select
import stat
import sys
import time

TYPE_CHECKING = False  # that of `typing` is slow to come
if TYPE_CHECKING:
    import signal
else:
    import _signal as signal

POLL_SECONDS = 0.05
STACK_SECONDS = 0.05
KILL_SECONDS = 10.0
MAX_PROCESSES = 200  # the contest machine's limit
PR_SET_CHILD_SUBREAPER = 36
ENDS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP) if os.name == "posix" else ()
PAGE = os.sysconf("SC_PAGE_SIZE") if hasattr(os, "sysconf") else 4096


def remove_folder(folder: str) -> None:
    """Removes a folder and its content, also read-only files. Does nothing if the folder is
    gone.
    """

    if os.path.islink(folder):  # a bot put it there: what it names is not ours to remove
        os.unlink(folder)
    if not os.path.isdir(folder):
        return
    os.chmod(folder, stat.S_IRWXU)
    found = [folder]  # parents before their children
    for path, folders, files in os.walk(folder):
        links = [name for name in folders if os.path.islink(os.path.join(path, name))]
        folders[:] = [name for name in folders if name not in links]
        for below in [os.path.join(path, name) for name in folders]:
            os.chmod(below, stat.S_IRWXU)  # before `walk` looks into it
            found.append(below)
        for file in [os.path.join(path, name) for name in files + links]:
            if os.name == "nt" and not os.path.islink(file):
                os.chmod(file, stat.S_IRWXU)
            os.unlink(file)
    for path in reversed(found):
        os.rmdir(path)


def read_text(path: str) -> str:
    """Returns the text of a file of /proc; "" if it cannot be read."""
    try:
        with open(path, encoding="utf-8", errors="replace") as file:
            return file.read()
    except OSError:  # an old kernel, or the process is gone
        return ""


def children(pid: int) -> list[int]:
    """Returns the children of a process; [] if it is gone."""
    try:
        tasks = os.listdir(f"/proc/{pid}/task")
    except OSError:
        return []
    texts = [read_text(f"/proc/{pid}/task/{task}/children") for task in tasks]
    return [int(word) for text in texts for word in text.split()]


def descendants(pid: int) -> list[int]:
    """Returns all processes below `pid`, parents before their children."""
    found = children(pid)
    for child in found:  # grows while it is walked
        found += children(child)
    return found


def resident(pid: int) -> int:
    """Returns the resident bytes of one process; 0 if it is gone."""
    words = read_text(f"/proc/{pid}/statm").split()
    return int(words[1]) * PAGE if words else 0


def proportional(pid: int) -> int:
    """Returns the resident bytes of one process; a page that n processes share counts 1/n."""
    words = read_text(f"/proc/{pid}/smaps_rollup").partition("\nPss:")[2].split()
    return int(words[0]) * 1024 if words else resident(pid)


def weigh(tree: list[int], limit: int) -> int:
    """Returns a tree's resident bytes. Near the limit, shared pages count once."""
    weight = sum(resident(pid) for pid in tree)
    if weight > limit and len(tree) > 1:
        return sum(proportional(pid) for pid in tree)
    return weight


def reap() -> list[tuple[int, int]]:
    """Returns process number and exit status (negative = signal) of every child that has ended."""
    found: list[tuple[int, int]] = []
    while True:
        try:
            pid, status = os.waitpid(-1, os.WNOHANG)
        except ChildProcessError:
            return found
        if pid == 0:
            return found
        found.append((pid, os.waitstatus_to_exitcode(status)))


def send_all(pids: list[int], number: int) -> None:
    """Sends a signal to processes; ignores those that have ended meanwhile."""
    for pid in pids:
        try:
            os.kill(pid, number)
        except ProcessLookupError:
            continue


def kill_descendants() -> None:
    """Kills descendants until none is left: a process may start others before it is killed."""
    deadline = time.monotonic() + KILL_SECONDS
    while time.monotonic() < deadline:
        found = descendants(os.getpid())
        if not found:
            return
        send_all(found, signal.SIGKILL)
        reap()
        time.sleep(0.0005)


def remove_group(folder: str) -> None:
    """Kills the processes left in a control group, and removes it if it still exists. Raises
    OSError if they do not end.
    """
    deadline = time.monotonic() + KILL_SECONDS
    while os.path.isdir(folder):
        try:
            with open(os.path.join(folder, "cgroup.kill"), "w") as file:
                file.write("1")
        except OSError:  # old kernels and v1 have none; the warden has killed all
            pass
        try:
            os.rmdir(folder)
        except OSError:  # its processes are ending, or it is gone
            if time.monotonic() > deadline:
                raise
            time.sleep(0.001)


def spawn(command: list[str], place: str) -> int:
    """Starts the bot in a session of its own, with a shell's signal handlers."""
    pid = os.fork()
    if pid:
        return pid
    try:
        os.setsid()
        for number in (signal.SIGPIPE, signal.SIGXFSZ, *ENDS):
            signal.signal(number, signal.SIG_DFL)
        signal.signal(signal.SIGILL, signal.SIG_IGN)  # as stacks.py wants it
        if place:  # it binds this process, and all that it starts
            core, *groups = place.split(":")
            os.sched_setaffinity(0, {int(core)})
            for group in groups:
                with open(group, "w") as file:
                    file.write("0")  # whoever writes it
        os.execvp(command[0], command)
    except OSError as error:
        reason = error.strerror or str(error)
        if isinstance(error, FileNotFoundError) and os.path.isfile(command[0]):
            with open(command[0], "rb") as script:
                line = script.readline(200).rstrip(b"\n").decode("ascii", "replace")
            reason = f"its first line, {ascii(line)}, names a program that is not there"
        os.write(2, f"cannot run {command[0]}: {reason}\n".encode())
    finally:
        os._exit(127)


def write_event(control: int, word: str, number: int) -> None:
    """Writes an event. Ignores an arena that is gone: `watch` notices that at the socket."""
    try:
        os.write(control, f"{word} {number}\n".encode())
    except BrokenPipeError:
        pass


def watch(control: int, bot: int, limit: int) -> None:
    """Reports events to the arena, until the arena closes its end of the socket."""
    while not select.select([control], [], [], POLL_SECONDS)[0]:
        for pid, status in reap():
            if pid == bot:
                write_event(control, "ended", status)
        tree = descendants(os.getpid())
        weight = weigh(tree, limit)
        if weight > limit:
            send_all(tree, signal.SIGILL)  # Pythons write their stacks, others ignore it
            time.sleep(STACK_SECONDS)
            write_event(control, "memory", weight)
            kill_descendants()
        elif len(tree) > MAX_PROCESSES:
            write_event(control, "processes", len(tree))
            kill_descendants()


def main() -> None:
    """Runs the bot named on the command line, and cleans up after it."""
    control, folder, limit = int(sys.argv[1]), sys.argv[2], int(sys.argv[3])
    place, command = sys.argv[4], sys.argv[5:]
    if ctypes.CDLL(None, use_errno=True).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0):
        raise OSError(ctypes.get_errno(), "prctl(PR_SET_CHILD_SUBREAPER)")
    os.set_inheritable(control, False)
    bot = spawn(command, place)
    for number in ENDS:
        signal.signal(number, signal.SIG_IGN)
    nothing = os.open(os.devnull, os.O_RDWR)
    for descriptor in (0, 1, 2):
        os.dup2(nothing, descriptor)
    try:
        write_event(control, "started", bot)
        watch(control, bot, limit)
    finally:
        kill_descendants()
        remove_folder(folder)
        for group in place.split(":")[1:]:
            remove_group(os.path.dirname(group))


if __name__ == "__main__":
    main()
