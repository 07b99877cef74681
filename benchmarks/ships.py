"""How long `ship` takes for each bot from a clean clone, and whether it stops a worse one.

    python benchmarks/ships.py [BOT...] [--soak 120] [--rounds first,worse,late]

`first` ships a bot as it is, `worse` with one number spoilt, `late` with a pause in every twentieth
turn. Wants an idle machine: the times and the soak are the clock's. Ends with status 1 if a bot
that is as it is was stopped or took too long, or one that is not was let through.
"""

import argparse
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
MOST_S = 360.0  # for a bot as it is, or spoilt
SPOILT = {  # one number of each bot, in its range
    "csb": ("depth", "1"),
    "kutulu": ("depth", "1"),
    "olymbits": ("fast_exploration", "3.0"),
    "stratego": ("exploration", "5.0"),
    "tororo": ("first_complete", "23"),
    "uttt": ("bonus", "1.0"),
}
ANSWER = re.compile(r"    def answer\(self, deadline: Deadline\) -> list\[str\]:\n")
PAUSE = """        if deadline.turn % 20 == 19:
            from time import sleep

            sleep(1.2)
"""
EXPECTED = {"first": "kept ", "worse": " worse than ", "late": "late by "}


def spoil(clone: Path, bot: str) -> str:
    """Changes one number of a bot; returns what it did."""
    name, value = SPOILT[bot]
    return edit(
        clone / "bots" / bot / "params.py",
        rf"(?m)^    {name}: (\w+) = \S+",
        rf"    {name}: \1 = {value}",
    )


def delay(clone: Path, bot: str) -> str:
    """Makes a bot late in every twentieth turn; returns what it did."""
    folder = clone / "bots" / bot
    main = (folder / "main.py").read_text(encoding="utf-8")
    module = re.findall(rf"from bots\.{bot}\.(\w+) import main", main)[0]
    files = [folder / f"{name}.py" for name in (module, "bot", "player")]
    file = next(file for file in files if ANSWER.search(file.read_text(encoding="utf-8")))
    return edit(file, ANSWER.pattern, rf"\g<0>{PAUSE}")


def edit(file: Path, pattern: str, new: str) -> str:
    """Replaces what stands once in a file; returns the file's name."""
    text, count = re.subn(pattern, new, file.read_text(encoding="utf-8"))
    if count != 1:
        raise SystemExit(f"{file}: {pattern!r} stands there {count} times; expected once")
    file.write_text(text, encoding="utf-8")
    return file.name


def ship(clone: Path, bot: str, wanted: str, *options: str) -> bool:
    """Ships a bot and prints how it went; True if it went as wanted."""
    began = time.monotonic()
    done = subprocess.run(
        [sys.executable, "-m", "botsmith", "ship", bot, *options],
        cwd=clone,
        capture_output=True,
        text=True,
    )
    seconds = time.monotonic() - began
    said = " ".join((done.stdout + done.stderr).split())
    is_good = EXPECTED[wanted] in said and (done.returncode == 0) == (wanted == "first")
    is_good = is_good and seconds < MOST_S
    print(
        f"{'ok ' if is_good else 'BAD'} {wanted:6}{bot:10}{seconds:6.0f} s  {said[-300:]}",
        flush=True,
    )
    return is_good


def main() -> int:
    """Clones and ships; returns the exit status."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("bots", nargs="*", default=list(SPOILT), metavar="BOT")
    parser.add_argument("--soak", default="120", help="seconds")
    parser.add_argument("--rounds", default="first,worse,late")
    options = parser.parse_args()
    results = []
    with tempfile.TemporaryDirectory(prefix="botsmith-") as folder:
        clone = Path(folder) / "clone"
        subprocess.run(["git", "clone", "-q", str(ROOT), str(clone)], check=True)
        (clone / ".venv").symlink_to(ROOT / ".venv")
        for bot in options.bots:
            for wanted in options.rounds.split(","):
                words = ["--soak", "0" if wanted == "worse" else options.soak]
                if wanted != "first":
                    change = spoil if wanted == "worse" else delay
                    print(f"    {change(clone, bot)} changed", flush=True)
                    words.append("--dirty")
                results.append(ship(clone, bot, wanted, *words))
                subprocess.run(["git", "checkout", "-q", "bots", "dist"], cwd=clone, check=True)
    print(f"{sum(results)} of {len(results)} as they should be")
    return 0 if all(results) else 1


if __name__ == "__main__":
    sys.exit(main())
