"""The baselines that every game has: `random`, and bots that fail in all the ways bots fail."""

import sys
import time
from collections.abc import Callable
from random import Random

from botsmith.arena.baselines.game import Protocol

SLOW = 0.9  # of the limit
LATE_FROM = 3
LATE_EXTRA_MS = 100.0
CRASH_AT = 6
FLOOD_BYTES = 100_000_000
FLOOD_PIECE = b"x" * 1_000_000
STRAY_SECONDS = 600
STRAY = (
    "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); "
    f"time.sleep({STRAY_SECONDS})"
)
ORPHAN_MAKER = (
    "import subprocess, sys; "
    "subprocess.Popen([sys.executable, '-c', sys.argv[1]], start_new_session=True)"
)
RUBBISH = (
    b"foo",
    b"",
    b"[bold red]markup[/bold red] <b>&amp;</b> <script>alert(1)</script>",
    b"\x1b[31mescape\x1b[0m \x00\x07",
    b"\xff\xfe no text",
    b"NaN Infinity -0x1f 1e999",
    b'{"json": [1, 2, 3]}',
    b"9" * 300,
)


class Baseline:
    """Answers a turn with lines (bytes, no line ends); the base class plays random legal ones.

    protocol: the game's, which has read the turn
    turn: its number, from 1
    turn_ms, first_ms: the contest's limits
    """

    def __init__(self, protocol: Protocol, turn_ms: float, first_ms: float, dice: Random) -> None:
        self.protocol = protocol
        self.turn_ms = turn_ms
        self.first_ms = first_ms
        self.dice = dice

    def answer(self, turn: int) -> list[bytes]:
        """Returns the lines of this turn's answer."""
        return [line.encode() for line in self.protocol.legal(self.dice)]


class Slow(Baseline):
    """Answers legally after 90 % of the turn's time limit, in its first turn as well."""

    def answer(self, turn: int) -> list[bytes]:
        began = time.monotonic()
        limit_ms = self.first_ms if turn == 1 else self.turn_ms
        answer = super().answer(turn)
        time.sleep(max(0.0, SLOW * limit_ms / 1000.0 - (time.monotonic() - began)))
        return answer


class Late(Baseline):
    """Answers legally in time twice, and too late from the third turn on."""

    def answer(self, turn: int) -> list[bytes]:
        if turn >= LATE_FROM:
            time.sleep((self.turn_ms + LATE_EXTRA_MS) / 1000.0)
        return super().answer(turn)


class Silent(Baseline):
    """Reads its input and never answers."""

    def answer(self, turn: int) -> list[bytes]:
        return []


class Crash(Baseline):
    """Plays five turns and dies with a traceback."""

    def answer(self, turn: int) -> list[bytes]:
        if turn == CRASH_AT:
            raise RuntimeError("this baseline crashes on its sixth turn")
        return super().answer(turn)


class Flood(Baseline):
    """Prints 100 MB without a line end instead of an answer."""

    def answer(self, turn: int) -> list[bytes]:
        for _ in range(FLOOD_BYTES // len(FLOOD_PIECE)):
            sys.stdout.buffer.write(FLOOD_PIECE)
        return []


class Rubbish(Baseline):
    """Prints as many lines as a legal answer has, with nothing legal in them."""

    def answer(self, turn: int) -> list[bytes]:
        return [self.dice.choice(RUBBISH) for _ in super().answer(turn)]


class Fork(Baseline):
    """Plays legal lines and leaves three processes behind that ignore SIGTERM.

    A child, a child in a session of its own and an orphan in a session of its own; they hold the
    bot's pipes open and would sleep ten minutes.
    """

    def answer(self, turn: int) -> list[bytes]:
        import subprocess  # slow to import, and no other baseline needs it

        stray = [sys.executable, "-c", STRAY]
        if turn == 1:
            subprocess.Popen(stray)
            subprocess.Popen(stray, start_new_session=True)
            subprocess.run([sys.executable, "-c", ORPHAN_MAKER, STRAY], check=True)
        return super().answer(turn)


MAKERS: dict[str, Callable[[Protocol, float, float, Random], Baseline]] = {
    "random": Baseline,
    "late": Late,
    "silent": Silent,
    "crash": Crash,
    "flood": Flood,
    "rubbish": Rubbish,
    "fork": Fork,
    "slow": Slow,
}
