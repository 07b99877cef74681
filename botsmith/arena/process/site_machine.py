"""A model of the contest site's machine: each bot has one core, and nearly no time between turns.

Between a bot's answer and its next line its whole process tree is stopped, compilers too. It runs
only `share` percent of that time, in slices of 2 ms. `slow` = K leaves the bot 1/K of its core
while it thinks. Linux only. Two ways stop the tree:

cgroup v2  a control group of its own, which a child of the warden enters before it becomes the bot;
           no process that the bot starts can leave it.
signals    SIGSTOP and SIGCONT for every process of the tree, where there is no such group.

Two ways slow the core: cpu.max of that group or cpu.cfs_quota_us of cgroup v1, in periods of 10 ms;
else freezes of 8 ms and more. A bot sees either as pauses, and its margin grows with them.

The model has no caches or memory that other programs of the site's machine use, and no speed of a
processor beyond `slow`. A bot may widen its own affinity.
"""

import os
import signal
import socket
import threading
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter

from botsmith.arena.process.launch import HAS_WARDEN
from botsmith.arena.process.site_groups import groups, new_group, quotas, set_quota
from botsmith.arena.process.warden import descendants, read_text, remove_group, send_all
from botsmith.errors import BadInput

SHARE = 4.0  # percent between turns, as measured on the site (docs/time.md)
SLICE = 0.002  # seconds, between turns
LONG_SLICE = 0.008  # in turns: less, and Linux gives the core to the same process each time
STOP_ROUNDS = 100  # over a tree that grows while it is stopped


@dataclass(frozen=True)
class Site:
    """The site's machine as a model.

    share: percent of its time that a bot runs between turns, 0..100
    slow: a bot has 1/slow of a core, 1..100
    """

    share: float = SHARE
    slow: float = 1.0

    def as_json(self) -> dict[str, float | str]:
        """Returns the model, as a match record holds it, with the means by which this machine
        freezes a bot and slows its core.
        """
        home, quota = groups(), quotas()
        quota_file = "cpu.max" if quota == home else "cpu.cfs_quota_us"
        slowed_by = quota_file if quota else "short freezes"
        means = {"freezer": "cgroup v2" if home else "signals", "slowed_by": slowed_by}
        return {"share": self.share, "slow": self.slow, **means}


def site_from(share: float | None, slow: float | None) -> Site | None:
    """Returns the model for --site and --slow, None without both. Raises BadInput if it cannot be
    played here.

    --slow alone freezes nothing between turns.
    """
    if share is None and slow is None:
        return None
    if not HAS_WARDEN:
        raise BadInput("--site and --slow stop processes: expected Linux with /proc")
    return Site(100.0 if share is None else share, 1.0 if slow is None else slow)


def core_warnings(bots: int) -> list[str]:
    """Returns a list with a warning if a match has more bots than this machine has cores;
    else [].
    """
    cores = len(os.sched_getaffinity(0))
    if cores >= bots:
        return []
    who = f"{bots} bots share {cores} core{'s' * (cores > 1)}"
    return [f"{who}: while they start, they take time from each other, unlike on the site"]


class GroupBrake:
    """Stops all processes of a bot by freezing a control group, and lets them go on.

    home: the folder in which it makes the group
    entries: the files by which a process enters it
    """

    def __init__(self, home: Path) -> None:
        self.folder = new_group(home)
        self.entries = [str(self.folder / "cgroup.procs")]
        self.switch = os.open(self.folder / "cgroup.freeze", os.O_WRONLY)

    def freeze(self) -> None:
        """Stops all processes of the bot."""
        os.pwrite(self.switch, b"1", 0)

    def thaw(self) -> None:
        """Lets all processes of the bot go on."""
        os.pwrite(self.switch, b"0", 0)

    def remove(self) -> None:
        """Removes the group. Its processes have ended, or are about to end."""
        os.close(self.switch)
        remove_group(str(self.folder))


class SignalBrake:
    """Stops all processes below a warden by signals, and lets them go on.

    warden: its process number, 0 before its start
    """

    entries: Sequence[str] = ()
    warden = 0

    def freeze(self) -> None:
        """Stops the tree in rounds, as a process that still runs may start or wake others."""
        for _ in range(STOP_ROUNDS):
            running = [pid for pid in descendants(self.warden) if runs(pid)]
            if not running:
                return
            send_all(running, signal.SIGSTOP)

    def thaw(self) -> None:
        send_all(descendants(self.warden), signal.SIGCONT)

    def remove(self) -> None:
        self.thaw()


def runs(pid: int) -> bool:
    """Returns True if a process is neither stopped nor ended."""
    state = read_text(f"/proc/{pid}/stat").rpartition(")")[2].split()[:1]
    return bool(state) and state[0] not in "TtZX"


class Machine:
    """The model of the site's machine for one bot.

    entries: the files by which a process enters its control groups
    place: CORE:FILE:FILE.. for the warden's command line: its processor, and the entries

    Only the arena's thread may call its methods.
    """

    def __init__(self, site: Site, core: int) -> None:
        home, quota = groups(), quotas() if site.slow > 1.0 else None
        self.brake = GroupBrake(home) if home else SignalBrake()
        self.entries = [*self.brake.entries]
        self.quota: Path | None = None  # the control group that makes the core slow
        if quota is not None:
            self.quota = Path(self.entries[0]).parent if quota == home else new_group(quota)
            set_quota(self.quota, site.slow)
            if quota != home:
                self.entries.append(str(self.quota / "cgroup.procs"))
        self.place = ":".join([str(core), *self.entries])
        self.thinking = 1.0 if quota else 1.0 / site.slow  # parts of the time
        self.resting = self.thinking * site.share / 100.0
        self.part = self.thinking
        self.frozen_at = 0.0  # perf_counter when it was frozen, 0.0: it runs
        self.total = 0.0
        self.before = 0.0  # of the total, when its turn began
        self.is_over = False
        self.changed = threading.Condition()
        self.thread = threading.Thread(target=self._run, daemon=True)

    def start(self, warden: int) -> None:
        """Starts the model for the bot below this warden."""
        if isinstance(self.brake, SignalBrake):
            self.brake.warden = warden
        self.thread.start()

    def wake(self) -> None:
        """Records that the bot's next line is about to be written."""
        self._set(self.thinking)
        self.before = self.total

    def rest(self) -> None:
        """Records that the bot has answered."""
        self._set(self.resting)

    def _set(self, part: float) -> None:
        with self.changed:
            self.part = part
            self._freeze() if part == 0.0 else self._thaw()
            self.changed.notify()

    def excess_ms(self, used_ms: float) -> float:
        """Returns the ms by which the model stopped the bot too long in its last turn; `slow` sets
        the right share.
        """
        with self.changed:
            since = perf_counter() - self.frozen_at if self.frozen_at else 0.0
            stopped_ms = 1000.0 * (self.total + since - self.before)
        return max(0.0, stopped_ms - (1.0 - self.thinking) * used_ms)

    def _freeze(self) -> None:
        if not self.frozen_at:
            self.frozen_at = perf_counter()
            self.brake.freeze()

    def _thaw(self) -> None:
        if self.frozen_at:
            self.brake.thaw()
            self.total += perf_counter() - self.frozen_at
            self.frozen_at = 0.0

    def _run(self) -> None:
        """Runs and stops the bot in turns, so that it has its share of the time."""
        from botsmith.arena.process.child import raise_priority

        raise_priority()
        with self.changed:
            while not self.is_over:
                part = self.part
                if part in (0.0, 1.0):
                    self.changed.wait()
                    continue
                self._thaw()
                began = perf_counter()
                if not self._stays(part, SLICE if part < self.thinking else LONG_SLICE):
                    continue
                self._freeze()
                ran = perf_counter() - began
                self._stays(part, ran * (1.0 - part) / part)

    def _stays(self, part: float, seconds: float) -> bool:
        """Waits for `seconds`; returns False at once if the bot's part of the turn changes
        meanwhile.
        """
        until = perf_counter() + seconds
        while self.part == part and not self.is_over and (left := until - perf_counter()) > 0.0:
            self.changed.wait(left)
        return self.part == part and not self.is_over

    def halt(self) -> None:
        """Ends the model: the bot's processes run freely until they are ended."""
        with self.changed:
            self.is_over = True
            self.changed.notify()
        if self.thread.ident:
            self.thread.join()
            self._thaw()

    def remove(self) -> None:
        """Removes the control groups. The processes have ended, or were never started."""
        self.halt()
        self.brake.remove()
        if self.quota:
            remove_group(str(self.quota))


class Cores:
    """Reserves processors for the bots of one match.

    A lock on each is a socket's name (Linux, abstract), which vanishes with this process. If fewer
    cores are free than there are bots, some bots share one: they never think at the same time.
    """

    def __init__(self, bots: int) -> None:
        self.held: dict[int, socket.socket] = {}
        here = sorted(os.sched_getaffinity(0))
        for core in here:
            if len(self.held) < bots:
                held = socket.socket(socket.AF_UNIX)
                try:
                    held.bind(f"\0botsmith-core-{core}")
                except OSError:  # another match has it
                    held.close()
                else:
                    self.held[core] = held
        found = list(self.held) or here
        self.cores = [found[number % len(found)] for number in range(bots)]

    def release(self) -> None:
        """Releases the cores for other matches."""
        for held in self.held.values():
            held.close()
