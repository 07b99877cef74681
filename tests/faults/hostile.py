"""One list of everything that a bot can do wrong, for the campaign in test_faults.py.

Bots of csb: they answer two legal lines a turn by default. Names without a source are
baselines of the arena.
"""

from dataclasses import dataclass
from textwrap import dedent

FAULTS = ("", "timeout", "crash", "invalid", "flood", "memory")
PRELUDE = """
import os, signal, subprocess, sys, tempfile, time

def start():
    for _ in range(int([sys.stdin.readline(), sys.stdin.readline()][1])):
        sys.stdin.readline()

def turn():
    if not [sys.stdin.readline() for _ in range(4)][3]:
        sys.exit(0)

def answer(*words):
    for word in words or ("8000 4500 100",) * 2:
        print(word)
    sys.stdout.flush()

def play(*words):
    while True:
        turn()
        answer(*words)
"""


@dataclass(frozen=True)
class Hostile:
    """expected: the arena's verdict on it, "" for none. source: behind PRELUDE; "" for a baseline.

    needs_warden: not played without one: it goes for its parent, which then is the arena itself.
    ends_league: it kills what plays it, and no match can end.
    """

    name: str
    does: str
    expected: str
    source: str = ""
    needs_warden: bool = False
    ends_league: bool = False

    @property
    def text(self) -> str:
        """The whole program."""
        return PRELUDE + dedent(self.source)


HOSTILE = (
    Hostile("silent", "reads and says nothing", "timeout"),
    Hostile("late", "answers too late from its third turn on", "timeout"),
    Hostile("crash", "dies with a traceback on its sixth turn", "crash"),
    Hostile("flood", "prints 100 MB without a line's end", "flood"),
    Hostile("rubbish", "prints markup, escapes, binary, JSON", "invalid"),
    Hostile("fork", "leaves children and orphans that ignore SIGTERM", ""),
    Hostile("spin", "computes for ever", "timeout", "start(); turn()\nwhile True: pass"),
    Hostile(
        "deaf", "ignores every signal it can, then sleeps", "timeout",
        """
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGPIPE):
            signal.signal(number, signal.SIG_IGN)
        start(); turn(); answer(); time.sleep(600)
        """,
    ),
    Hostile("gone", "exits at once with status 0", "crash", "sys.exit(0)"),
    Hostile("killed", "dies by a signal", "crash", "start(); turn(); os.kill(os.getpid(), 9)"),
    Hostile(
        "lines", "prints short lines without end", "flood",
        "start(); turn()\nwhile True: sys.stdout.write('8000 4500 100\\n' * 1000)",
    ),
    Hostile(
        "wide", "prints one line of a megabyte", "flood",
        "start(); turn(); answer('8000 4500 100 ' + 'x' * 1_000_000, '0 0 0'); play()",
    ),
    Hostile(
        "half", "prints its last line without an end", "timeout",
        "start(); turn(); sys.stdout.write('0 0 0\\n0 0 0'); sys.stdout.flush(); turn()",
    ),
    Hostile(
        "complains", "writes 2 MB to stderr in every turn, and plays", "",
        "start()\nfor _ in range(50): turn(); sys.stderr.write('x' * 2_000_000); answer()\nplay()",
    ),
    Hostile("deaf_input", "closes its input, then waits", "timeout",
            "start(); turn(); os.close(0); answer(); time.sleep(600)"),
    Hostile("mute", "closes its output, then waits", "crash",
            "start(); turn(); os.close(1); time.sleep(600)"),
    Hostile(
        "markup", "plays, with markup, escapes and marks of direction in its messages", "",
        """
        text = "</script><script>alert(1)</script>[bold red]<!--\\u202e\\u2028\\x1b[2J\\x00\\x07"
        print("[PDATA] " + text, "=", text, file=sys.stderr, flush=True)
        sys.stdout.reconfigure(encoding="utf-8")
        start(); play(*["8000 4500 100 " + text] * 2)
        """,
    ),
    Hostile(
        "sums", "tells sums that no 64 bits hold, and plays", "",
        "print('[PDATA+] sum = 999999999999999999\\n' * 60, file=sys.stderr, flush=True)\n"
        "start(); play()",
    ),
    Hostile(
        "binary", "prints bytes that are no text", "invalid",
        "start(); turn(); sys.stdout.buffer.write(bytes(range(256)) * 4 + b'\\n\\n')\n"
        "sys.stdout.flush(); play()",
    ),
    Hostile("windows", "ends its lines with CR LF, and plays", "",
            "start(); play(*['8000 4500 100\\r'] * 2)"),
    Hostile("slow", "starts slowly, but in time", "", "time.sleep(1.5); start(); play()"),
    Hostile(
        "hungry", "takes more memory than there is for it", "memory",
        """
        start(); turn()
        kept = []
        while True:
            kept.append(b"x" * 20_000_000); time.sleep(0.005)
        """,
    ),
    Hostile(
        "bomb", "forks without end, each child in a session of its own", "crash",
        """
        start(); turn()
        while True:
            if not os.fork():
                os.setsid(); time.sleep(600)
            time.sleep(0.001)
        """,
    ),
    Hostile(
        "daemon", "plays, with a daemon that holds its pipes", "",
        """
        if not os.fork():
            os.setsid()
            if not os.fork():
                signal.signal(signal.SIGTERM, signal.SIG_IGN); time.sleep(600)
            os._exit(0)
        start(); play()
        """,
    ),
    Hostile(
        "litter", "plays, and leaves 30 MB, links and read-only folders behind", "",
        """
        folder = tempfile.mkdtemp()
        with open(folder + "/large", "wb") as file: file.write(b"x" * 30_000_000)
        os.symlink("/", folder + "/link"); os.chmod(folder, 0o500)
        start(); play()
        """,
    ),
    Hostile(
        "mutiny", "kills its warden, and plays", "",
        "start(); turn(); os.kill(os.getppid(), 9); answer(); play()", needs_warden=True,
    ),
    Hostile(
        "murder", "kills the worker that plays it", "crash",
        """
        import ctypes  # nothing: the time that a start takes
        with open(f"/proc/{os.getppid()}/status") as file:
            worker = next(line for line in file if line.startswith("PPid:")).split()[1]
        start(); turn(); os.kill(int(worker), 9); time.sleep(600)
        """,
        needs_warden=True, ends_league=True,
    ),
)  # fmt: skip
