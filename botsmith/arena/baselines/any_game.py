"""The baselines that every game has: `random`, and one bot for each way in which bots fail."""

import sys
import time

from botsmith.arena.baselines import EVERYWHERE
from botsmith.arena.baselines.game import Bots, Protocol

STRAY = "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); time.sleep(600)"
ORPHAN_MAKER = (
    "import subprocess, sys; "
    "subprocess.Popen([sys.executable, '-c', sys.argv[1]], start_new_session=True)"
)
RUBBISH = (
    "foo",
    "",
    "[bold red]markup[/bold red] <b>&amp;</b> <script>alert(1)</script>",
    "\x1b[31mescape\x1b[0m \x00\x07",
    "\udcff\udcfe no text",  # bytes that are no UTF-8
    "NaN Infinity -0x1f 1e999",
    '{"json": [1, 2, 3]}',
    "9" * 300,
)


def legal(protocol: Protocol, turn: int) -> list[str]:
    """Returns random legal lines. turn: its number, from 1"""
    return protocol.legal(protocol.baseline_dice)


def slow(protocol: Protocol, turn: int) -> list[str]:
    """Answers legally after 90 % of the turn's time limit, in its first turn as well."""
    began = time.monotonic()
    limit_ms = protocol.first_ms if turn == 1 else protocol.turn_ms
    answer = legal(protocol, turn)
    time.sleep(max(0.0, 0.9 * limit_ms / 1000.0 - (time.monotonic() - began)))
    return answer


def late(protocol: Protocol, turn: int) -> list[str]:
    """Answers legally in time twice, and 100 ms too late from the third turn on."""
    if turn >= 3:
        time.sleep((protocol.turn_ms + 100.0) / 1000.0)
    return legal(protocol, turn)


def silent(protocol: Protocol, turn: int) -> list[str]:
    """Returns no answer."""
    return []


def crash(protocol: Protocol, turn: int) -> list[str]:
    """Plays five turns; then raises RuntimeError."""
    if turn == 6:
        raise RuntimeError("this baseline crashes on its sixth turn")
    return legal(protocol, turn)


def flood(protocol: Protocol, turn: int) -> list[str]:
    """Prints 100 MB without a line end instead of an answer."""
    for _ in range(100):
        sys.stdout.buffer.write(b"x" * 1_000_000)
    return []


def rubbish(protocol: Protocol, turn: int) -> list[str]:
    """Returns as many lines as a legal answer has, with nothing legal in them."""
    return [protocol.baseline_dice.choice(RUBBISH) for _ in legal(protocol, turn)]


def fork(protocol: Protocol, turn: int) -> list[str]:
    """Plays legal lines and leaves three processes behind that ignore SIGTERM.

    A child, a child in a session of its own and an orphan in a session of its own; they hold the
    bot's pipes open and would sleep ten minutes.
    """
    import subprocess  # slow to import, and no other baseline needs it

    stray = [sys.executable, "-c", STRAY]
    if turn == 1:
        subprocess.Popen(stray)
        subprocess.Popen(stray, start_new_session=True)
        subprocess.run([sys.executable, "-c", ORPHAN_MAKER, STRAY], check=True)
    return legal(protocol, turn)


ANSWERS = (legal, late, silent, crash, flood, rubbish, fork, slow)
BOTS: Bots[Protocol] = dict(zip(EVERYWHERE, ANSWERS, strict=True))
