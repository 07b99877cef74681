"""The table of docs/measured/time.md: every bundle under every hardship, on a quiet machine.

    python benchmarks/soak_table.py FILE [--bots BOT,..] [--cases CASE,..] [--turns N] [--whole]

Each row is written to FILE, as a JSON line, as soon as it is played; a row that FILE already has
for the same bundle and order is not played again. So the same command continues after Ctrl-C, and
replays only bundles that were built anew. At the end it prints the tables as Markdown.

CASE     margin: stalls of the bot's margin, `hard`; soft3, hard25: stalls of 25 ms; slow: 300 turns
         beside a slow disk
--whole  gives stratego its whole time: it uses half of 1000 ms, so 3,000 turns take 25 minutes.
         Without this option it has a fifth of that, and so less time to spare than in a contest.
"""

import argparse
import json
import sys
from collections.abc import Iterator
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from botsmith import setup  # noqa: E402

if __name__ == "__main__":
    setup.enter()

from botsmith.arena.bots import find_bot  # noqa: E402
from botsmith.arena.stderr import EngineTurns, engine_word  # noqa: E402
from botsmith.cli.console import Progress  # noqa: E402
from botsmith.cli.tables import milliseconds  # noqa: E402
from botsmith.errors import BadInput  # noqa: E402
from botsmith.referees import GAMES  # noqa: E402
from botsmith.soak.soak import SoakOptions, game_of, soak  # noqa: E402

LOAD = 2  # busy processes: the contest's case, a busy machine of two cores
SLOW_TURNS = 300
SHARES = {"stratego": 20}  # percent of the contest's time, without --whole
BASE = SoakOptions(turns=0, load=LOAD, stall_ms=None, stall_rate=0.1)
CASES = {
    "margin": BASE,
    "soft3": replace(BASE, time_rule="soft3", stall_ms=25.0),
    "hard25": replace(BASE, stall_ms=25.0),
    "slow": replace(BASE, has_slow_disk=True),
}
TITLES = {
    "margin": "`hard`, stalls of the stated margin",
    "soft3": "`soft3`, stalls of 25 ms",
    "hard25": "`hard`, stalls of 25 ms",
    "slow": "`hard`, stalls of the stated margin, slow disk",
}
HEAD = (
    "bot",
    "engine",
    "time-outs of turns",
    "over",
    "limit, margin",
    "first, p50, p99, max ms",
    "queued",
    "stalls, begun late, over",
    "longest",
    "minutes",
)

Rows = dict[str, dict[str, Any]]  # by `key`


def orders(bots: list[str], cases: list[str], turns: int, is_whole: bool) -> Iterator[Any]:
    """(case, bot, order), case by case."""
    for case in cases:
        count = min(turns, SLOW_TURNS) if case == "slow" else turns
        for bot in bots:
            share = 100 if is_whole else SHARES.get(game_of(bot), 100)
            yield case, bot, replace(CASES[case], turns=count, budget=share)


def key(bot: str, order: SoakOptions) -> str:
    """Identifies a row by bundle and options; a row whose key is in the file is not replayed."""
    content_hash = find_bot(bot, game_of(bot)).content_hash
    return json.dumps([bot, content_hash, asdict(order)], sort_keys=True)


def read_rows(file: Path) -> Rows:
    """The rows played so far. BadInput if the file holds something else."""
    found: Rows = {}
    if file.exists():
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
            try:
                entry = json.loads(line)
                found[entry["key"]] = entry["row"]
            except (ValueError, KeyError, TypeError):
                expected = 'expected {"key": .., "row": ..}, as this program writes it'
                raise BadInput(f"{file}, line {number}: {expected}") from None
    return found


def play(bot: str, order: SoakOptions, case: str) -> dict[str, Any]:
    """Plays one row; meanwhile it says how far it is."""
    with Progress(f"{bot} {case}", order.turns, "turns") as progress:
        found = soak(bot, order, progress.update)
    if found.pop("interrupted"):
        raise KeyboardInterrupt
    return found


def cells(row: dict[str, Any]) -> list[str]:
    """A row of the table, under HEAD."""
    times = [milliseconds(row[f"{name}_ms"]) for name in ("first", "p50", "p99", "max")]
    return [
        f"`{row['bot']}`",
        engine_word(EngineTurns(**row["engine"])),
        f"{row['timeouts']:,} of {row['turns']:,}",
        f"{row['over']:,}",
        f"{row['budget_ms']:g}, {row['margin_ms']:g}",
        " ".join(times),
        milliseconds(row["waited_ms"]),
        f"{row['stalls']:,}, {row['begun_late']:,}, {row['stalled_over']:,}",
        milliseconds(row["longest_stall_ms"]),
        f"{row['seconds'] / 60.0:.1f}",
    ]


def markdown(title: str, rows: list[dict[str, Any]]) -> str:
    """The table of one case, with the bots' faults below it."""
    lines = [f"{title}:", "", f"| {' | '.join(HEAD)} |", "| --- " * len(HEAD) + "|"]
    lines += [f"| {' | '.join(cells(row))} |" for row in rows]
    faults = [f"* {line}" for row in rows for line in row["faults"]]
    return "\n".join([*lines, "", *faults, *[""] * bool(faults)])


def main(words: list[str]) -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("file", type=Path)
    built = [game for game in GAMES if (ROOT / "dist" / f"{game}.py").exists()]
    everybody = ",".join(f"{game},{game}@python" for game in built)
    parser.add_argument("--bots", default=everybody, help=f"with commas [{everybody}]")
    parser.add_argument("--cases", default=",".join(CASES), help=f"with commas [{','.join(CASES)}]")
    parser.add_argument("--turns", type=int, default=3000)
    parser.add_argument("--whole", action="store_true", help="stratego with its whole time")
    options = parser.parse_args(words)
    cases = options.cases.split(",")
    if unknown := [case for case in cases if case not in CASES]:
        raise BadInput(f"--cases {unknown[0]}: expected some of {' '.join(CASES)}, with commas")
    known = read_rows(options.file)
    shown: dict[str, list[dict[str, Any]]] = {}
    for case, bot, order in orders(options.bots.split(","), cases, options.turns, options.whole):
        name = key(bot, order)
        if name not in known:
            known[name] = play(bot, order, case)
            with options.file.open("a", encoding="utf-8") as file:
                file.write(json.dumps({"key": name, "row": known[name]}) + "\n")
        shown.setdefault(case, []).append(known[name])
    for case, rows in shown.items():
        print(markdown(TITLES[case], rows))


if __name__ == "__main__":
    try:
        main(sys.argv[1:])
    except BadInput as error:
        sys.exit(f"soak_table: {error}")
    except KeyboardInterrupt:
        sys.exit("soak_table: interrupted; the same command goes on")
