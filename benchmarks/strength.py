"""How strong is every bot against its last release and baselines, and how many answers are late?

    python benchmarks/strength.py [BOT ...] [--games N] [--release REV] [--write]

BOT        names in dist/, all unless named
--release  the commit whose dist/ has the releases [default: the one before the last that changed
           the bot]
--write    puts the rows into docs/measured/strength.md; bots that are not named keep theirs

Bots play by the clock, late answers are counted and played on, one match at a time: on an idle
machine. A row appears as soon as it is played.
"""

import argparse
import json
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from botsmith import setup  # noqa: E402

if __name__ == "__main__":
    setup.enter()

from botsmith.errors import BadInput  # noqa: E402
from botsmith.files import write_bytes  # noqa: E402

PAGE = ROOT / "docs" / "measured" / "strength.md"
TITLE = "## Every bot against its last release and baselines"
WORDS = "`python benchmarks/strength.py BOT --write`; late answers are counted and played on."
BASELINES = {  # by contest
    "csb": ("coast",),
    "kutulu": ("planner", "scout", "gather"),
    "olymbits": ("jointmcts", "line4"),
    "snakebyte": ("foresee", "survivor"),
    "stratego": ("walk", "botzilla"),
    "tororo": ("sunrate", "burst"),
    "uttt": ("greedy",),
}
SEATS = {"kutulu": 4, "olymbits": 3}  # 2 in the others
HEAD = ("bot", "against", "first", "mean rank", "late", "first, p99 ms")


def released(name: str, revision: str, folder: Path) -> Path | None:
    """Returns a copy of a bot as an earlier commit has it in dist/, None if none has it."""
    place = f"dist/{name}.py"
    if not revision:
        found = git("log", "-2", "--format=%h", "--", place).split()
        if len(found) < 2:
            return None
        revision = found[-1]
    try:
        text = git("show", f"{revision}:{place}")
    except subprocess.CalledProcessError:
        return None
    copy = folder / f"{name}_{revision}.py"
    copy.write_text(text, encoding="utf-8")
    return copy


def git(*words: str) -> str:
    """Returns what a command of git prints. Raises CalledProcessError if it fails."""
    pipe = subprocess.PIPE
    command = ["git", "-C", str(ROOT), *words]
    return subprocess.run(command, check=True, stdout=pipe, stderr=pipe, text=True).stdout


def played(game: str, bot: Path, rival: str, games: int) -> dict[str, Any]:
    """Plays a bot against one rival in all other seats, and returns its row of `play --json`.

    Raises BadInput if the matches could not be played.
    """
    seats = SEATS.get(game, 2)
    rivals = [rival] * (seats - 1)
    games = -(-games // seats) * seats
    options = ["--games", str(games), "--time", "count", "--jobs", "1", "--json"]
    command = [sys.executable, "-m", "botsmith", "play", game, str(bot), *rivals, *options]
    found = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, check=False)
    if found.returncode:
        raise BadInput(f"{game}: {bot.name} against {rival}: no result")
    row: dict[str, Any] = json.loads(found.stdout)["bots"][0]
    return row | {"games": games}


def rows(names: list[str], games: int, revision: str) -> Iterator[list[str]]:
    """Yields the rows of the table."""
    with tempfile.TemporaryDirectory() as folder:
        for name in names:
            game = name.partition("_")[0]
            before = released(name, revision, Path(folder))
            rivals = [str(before)] if before else []
            rivals += BASELINES[game] if name == game else [game]
            for rival in rivals:
                row = played(game, ROOT / "dist" / f"{name}.py", rival, games)
                yield [
                    f"`{name}`",
                    f"`{Path(rival).stem}`",
                    *results(row, SEATS.get(game, 2)),
                    f"{row['timeouts']}",
                    f"{row['turn_ms']['first']:.0f}, {row['turn_ms']['p99']:.1f}",
                ]


def results(row: dict[str, Any], seats: int) -> tuple[str, str]:
    """Returns the share of first ranks and the mean rank; the interval stands where `play` has it:
    at the share of two players, at the mean rank of more.
    """
    first, mean = f"{row['first_share']:.0%}", f"{row['mean_rank']:.2f}"
    low, high = row["interval"]
    if seats == 2:
        first += f" ({low:.0%} to {high:.0%})"
    else:
        mean += f" ({low:.2f} to {high:.2f})"
    return f"{first} of {row['games']}", mean


def line(cells: list[str] | tuple[str, ...]) -> str:
    """Returns a row in Markdown."""
    return f"| {' | '.join(cells)} |"


TOP = (line(HEAD), line(["---", "---", "---", "---:", "---:", "---:"]))


def with_rows(page: str, table: list[str]) -> str:
    """Returns the page with these rows under TITLE, in place of those of their bots."""
    before, _, rest = page.partition(f"{TITLE}\n")
    section, mark, after = rest.partition("\n## ")
    played = {bot_of(each) for each in table}
    stay = [each for each in section.splitlines() if each.startswith("| `")]
    table = sorted([*table, *(each for each in stay if bot_of(each) not in played)], key=bot_of)
    section = "\n".join([TITLE, "", WORDS, "", *TOP, *table, ""])
    return before.rstrip("\n") + "\n\n" + section + (mark + after if mark else "")


def bot_of(row: str) -> str:
    """Returns the name of a row's bot."""
    return row.split("`")[1]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("bots", nargs="*", metavar="BOT")
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--release", default="", metavar="REV")
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()
    there = sorted(each.stem for each in (ROOT / "dist").glob("*.py"))
    known = [name for name in there if name.partition("_")[0] in BASELINES]
    if unknown := [name for name in options.bots if name not in known]:
        sys.exit(f"strength: no bot {unknown[0]!r} in dist/; expected one of {' '.join(known)}")
    table = []
    print(*TOP, sep="\n")
    try:
        for cells in rows(options.bots or known, options.games, options.release):
            table.append(line(cells))
            print(table[-1], flush=True)
    except BadInput as error:
        sys.exit(f"strength: {error}")
    if options.write:
        text = with_rows(PAGE.read_text(encoding="utf-8"), table)
        write_bytes(PAGE, text.encode())


if __name__ == "__main__":
    main()
