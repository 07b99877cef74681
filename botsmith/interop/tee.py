"""Runs a bot and records all its lines: python tee.py FILE COMMAND...

Its input goes to FILE.in and its output to FILE.out, each line at once.
"""

import subprocess
import sys
from threading import Thread
from typing import IO


def copy(source: IO[bytes], target: IO[bytes], name: str) -> None:
    """Passes lines from `source` to `target`, and writes them into the file `name`."""
    with open(name, "wb", buffering=0) as kept:
        for line in iter(source.readline, b""):
            kept.write(line)
            try:
                target.write(line)
                target.flush()
            except OSError:  # nobody listens any more
                break
    try:
        target.close()
    except OSError:
        return  # it was closed with a line on its way


def main(name: str, command: list[str]) -> int:
    """Runs the bot. Returns its exit status."""
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as bot:
        assert bot.stdin and bot.stdout
        inputs = (sys.stdin.buffer, bot.stdin, f"{name}.in")
        Thread(target=copy, args=inputs, daemon=True).start()
        copy(bot.stdout, sys.stdout.buffer, f"{name}.out")
        return bot.wait()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2:]))
