"""When C plays on the site's machine: the table of docs/compiled.md, for every bot.

    python benchmarks/site_table.py [BOT ...] [--starts N] [--slow 1,2]

Plays each bot in dist/ by `play GAME BOT RIVAL.. --site --slow K --time count` against `random`,
which answers at once, in as many matches as starts are asked for, one at a time, and prints
Markdown. A quiet machine, with a core that nobody else uses, is the reader's to see to.
"""

import argparse
import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from botsmith import setup  # noqa: E402

if __name__ == "__main__":
    setup.enter()

from botsmith.bench import choose_bots, has_kernels  # noqa: E402
from botsmith.errors import BadInput  # noqa: E402
from botsmith.referees import referee_for  # noqa: E402

HEAD = ("bot", "core", "C from turn: median, latest", "never", "late", "of its own")


def command(bot: str, starts: int, slow: float, share: float) -> list[str]:
    """Returns the command that plays a bot's matches."""
    game = bot.split("_")[0]
    rivals = ["random"] * (max(referee_for(game).player_counts) - 1)
    words = [sys.executable, "-m", "botsmith", "play", game, bot, *rivals, "--games", str(starts)]
    return [*words, "--time", "count", "--site", f"{share:g}", "--slow", f"{slow:g}", "--json"]


def row(bot: str, slow: float, site: dict[str, Any]) -> str:
    """Returns a row of the table. Turns count from 0."""
    (found,) = (one for one in site["bots"] if one["name"] == bot)
    turns = ["never" if found[key] is None else found[key] for key in ("c_median", "c_latest")]
    core = "whole" if slow == 1.0 else f"1/{slow:g}, {site['slowed_by']}"
    never = f"{found['never']} of {found['starts']}"
    cells = [f"`{bot}`", core, "{} {}".format(*turns), never, found["late"], found["own_late"]]
    return f"| {' | '.join(map(str, cells))} |"


def main(words: Sequence[str]) -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("bots", nargs="*", metavar="BOT")
    parser.add_argument("--starts", type=int, default=20)
    parser.add_argument("--slow", default="1,2", help="parts of a core, with commas [1,2]")
    parser.add_argument("--share", type=float, default=4.0, help="percent between turns [4]")
    options = parser.parse_args(words)
    try:
        cores = [float(word) for word in options.slow.split(",")]
    except ValueError:
        raise BadInput(f"--slow {options.slow}: expected numbers, with commas") from None
    bots = [one.name for one in choose_bots(options.bots) if has_kernels(one)]
    print(f"| {' | '.join(HEAD)} |", "| --- " * len(HEAD) + "|", sep="\n", flush=True)
    for bot in dict.fromkeys(name for name in bots if "@" not in name):
        for slow in cores:
            done = subprocess.run(
                command(bot, options.starts, slow, options.share),
                cwd=ROOT,
                capture_output=True,
                text=True,
            )
            if done.returncode:
                raise BadInput(f"{bot}: {done.stderr.strip()}")
            print(row(bot, slow, json.loads(done.stdout)["site"]), flush=True)


if __name__ == "__main__":
    try:
        main(sys.argv[1:])
    except BadInput as error:
        sys.exit(f"site_table: {error}")
