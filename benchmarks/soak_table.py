"""The tables of docs/measured/time.md: every bundle under every hardship, on a quiet machine.

    python benchmarks/soak_table.py FILE [--bots BOT,..] [--cases CASE,..] [--turns N] [--whole]
                                         [--minutes M]

Each slice of 500 turns is written to FILE, as a JSON line, as soon as it is played; a slice that
FILE already has for the same bundle and order is not played again. So the same command continues
after Ctrl-C and after its minutes, a larger N adds slices, and only bundles that were built anew
are played anew. All bots and cases get their first slice before any gets its second. At the end it
prints the tables as Markdown, of what is there.

CASE     idle; busy1, busy2: beside one and two busy processes; core1: one core for bots and arena;
         disk: beside a slow disk; pause: every tenth turn with a stall of 25 ms. These play on
         after a late answer (`count`) and tell its cause. margin: two busy processes and stalls of
         the bot's margin under `hard`; soft3: stalls of 25 ms there, under `soft3`
--whole  gives stratego its whole time: it uses half of 1000 ms, so 3,000 turns take 25 minutes.
         Without this option it has a fifth of that, and so less time to spare than in a contest.
"""

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict, replace
from pathlib import Path
from statistics import median
from time import monotonic
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from botsmith import setup  # noqa: E402

if __name__ == "__main__":
    setup.enter()

from benchmarks.kept_rows import keep_row, read_rows  # noqa: E402
from botsmith.arena.matches.bots import find_bot, needed_game  # noqa: E402
from botsmith.arena.process.stderr import EngineTurns, engine_word  # noqa: E402
from botsmith.cli.progress import Progress  # noqa: E402
from botsmith.cli.tables import milliseconds  # noqa: E402
from botsmith.errors import BadInput  # noqa: E402
from botsmith.referees import games  # noqa: E402
from botsmith.soak.soak import CAUSES, SoakOptions, soak  # noqa: E402

LOAD = 2  # busy processes: the contest's case, a busy machine of two cores
SLICE = 500  # turns
SEEDS = 1000  # between the first seeds of two slices, which are matches of their own
SHARES = {"stratego": 20}  # percent of the contest's time, without --whole
BASE = SoakOptions(turns=0, load=LOAD, stall_ms=None, stall_rate=0.1)
IDLE = SoakOptions(turns=0, load=0, stall_ms=25.0, stall_rate=0.0, time_rule="count")
CASES = {
    "idle": IDLE,
    "busy1": replace(IDLE, load=1),
    "busy2": replace(IDLE, load=2),
    "core1": replace(IDLE, cores=1),
    "disk": replace(IDLE, has_slow_disk=True),
    "pause": replace(IDLE, stall_rate=0.1),
    "margin": BASE,
    "soft3": replace(BASE, time_rule="soft3", stall_ms=25.0),
}
COUNTED = [case for case, order in CASES.items() if order.time_rule == "count"]
TITLES = {
    "idle": "Nothing beside it",
    "busy1": "One busy process",
    "busy2": "Two busy processes",
    "core1": "One core for bots and arena",
    "disk": "A slow disk",
    "pause": "Stalls of 25 ms in every tenth turn",
    "margin": "`hard`, two busy processes, stalls of the stated margin",
    "soft3": "`soft3`, two busy processes, stalls of 25 ms",
}
CAUSES_HEAD = (
    "bot",
    "engine",
    "late first answers",
    "late answers",
    "per 1,000",
    *CAUSES,
    "first, p50, p99, max ms",
    "minutes",
)
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


def orders(bots: list[str], cases: list[str], turns: int, is_whole: bool) -> Iterator[Any]:
    """(case, bot, order) of each slice: all first ones, then all second ones."""
    for begin in range(0, turns, SLICE):
        seed = 1 + SEEDS * (begin // SLICE)
        for case in cases:
            for bot in bots:
                share = 100 if is_whole else SHARES.get(needed_game(bot), 100)
                count = min(SLICE, turns - begin)
                yield case, bot, replace(CASES[case], turns=count, budget=share, seed=seed)


def key(bot: str, order: SoakOptions) -> str:
    """Identifies a row by bundle and options; a row whose key is in the file is not replayed."""
    content_hash = find_bot(bot, needed_game(bot)).content_hash
    return json.dumps([bot, content_hash, asdict(order)], sort_keys=True)


def play(bot: str, order: SoakOptions, case: str) -> dict[str, Any]:
    """Plays one row; meanwhile it says how far it is."""
    with Progress(f"{bot} {case}", order.turns, "turns") as progress:
        found = soak(bot, order, progress.update)
    if found.pop("interrupted"):
        raise KeyboardInterrupt
    return found


def merged(slices: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """Returns a row for all slices of a bot: sums and largest values; p50 is the median of
    theirs.
    """
    found = dict(slices[0])
    for key in ("turns", "matches", "timeouts", "over", "stalls", "begun_late", "stalled_over"):
        found[key] = sum(row[key] for row in slices)
    for key in ("engine", "late", "late_first"):
        found[key] = dict(sum((Counter(row[key]) for row in slices), Counter()))
    for key in ("first_ms", "p99_ms", "max_ms", "longest_stall_ms"):
        found[key] = max((row[key] for row in slices if row[key] is not None), default=None)
    found["p50_ms"] = median(row["p50_ms"] for row in slices if row["p50_ms"] is not None)
    found["waited_ms"] = sum(row["waited_ms"] * row["turns"] for row in slices) / found["turns"]
    found["seconds"] = sum(row["seconds"] for row in slices)
    found["faults"] = [line for row in slices for line in row["faults"]]
    return found


def times(row: dict[str, Any]) -> str:
    """Returns the column "first, p50, p99, max ms"."""
    return " ".join(milliseconds(row[f"{name}_ms"]) for name in ("first", "p50", "p99", "max"))


def caused(row: dict[str, Any]) -> list[str]:
    """Returns a row of the table, under CAUSES_HEAD."""
    late, later = sum(row["late"].values()), row["turns"] - row["matches"]
    return [
        f"`{row['bot']}`",
        engine_word(EngineTurns(**row["engine"])),
        f"{sum(row['late_first'].values()):,} of {row['matches']:,}",
        f"{late:,} of {later:,}",
        f"{1000.0 * late / later:.2f}" if later else "-",
        *(f"{row['late'].get(cause, 0):,}" for cause in CAUSES),
        times(row),
        f"{row['seconds'] / 60.0:.1f}",
    ]


def cells(row: dict[str, Any]) -> list[str]:
    """Returns a row of the table, under HEAD."""
    return [
        f"`{row['bot']}`",
        engine_word(EngineTurns(**row["engine"])),
        f"{row['timeouts']:,} of {row['turns']:,}",
        f"{row['over']:,}",
        f"{row['budget_ms']:g}, {row['margin_ms']:g}",
        times(row),
        milliseconds(row["waited_ms"]),
        f"{row['stalls']:,}, {row['begun_late']:,}, {row['stalled_over']:,}",
        milliseconds(row["longest_stall_ms"]),
        f"{row['seconds'] / 60.0:.1f}",
    ]


def markdown(case: str, rows: list[dict[str, Any]]) -> str:
    """Returns the table of one case, with the bots' faults below it."""
    head, shown = (CAUSES_HEAD, caused) if case in COUNTED else (HEAD, cells)
    lines = [f"{TITLES[case]}:", "", f"| {' | '.join(head)} |", "| --- " * len(head) + "|"]
    lines += [f"| {' | '.join(shown(row))} |" for row in rows]
    if case in COUNTED:
        total = {key: sum(row[key] for row in rows) for key in ("turns", "over")}
        lines += ["", f"{total['over']:,} of {total['turns']:,} answers late."]
    faults = [f"* {line}" for row in rows for line in row["faults"]]
    return "\n".join([*lines, "", *faults, *[""] * bool(faults)])


def main(words: list[str]) -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("file", type=Path)
    built = [game for game in games() if (ROOT / "dist" / f"{game}.py").exists()]
    everybody = ",".join(f"{game},{game}@python" for game in built)
    parser.add_argument("--bots", default=everybody, help=f"with commas [{everybody}]")
    parser.add_argument("--cases", default=",".join(COUNTED), help=f"of {','.join(CASES)}")
    parser.add_argument("--turns", type=int, default=3000, help="of each bot in each case")
    parser.add_argument("--minutes", type=float, help="begin no slice after so many")
    parser.add_argument("--whole", action="store_true", help="stratego with its whole time")
    options = parser.parse_args(words)
    cases = options.cases.split(",")
    if unknown := [case for case in cases if case not in CASES]:
        raise BadInput(f"--cases {unknown[0]}: expected some of {' '.join(CASES)}, with commas")
    known = read_rows(
        options.file,
        lambda entry: (str(entry["key"]), entry["row"]),
        '{"key": .., "row": ..}, as this program writes it',
    )
    shown: dict[str, dict[str, list[dict[str, Any]]]] = {}
    began, left = monotonic(), 0
    for case, bot, order in orders(options.bots.split(","), cases, options.turns, options.whole):
        name = key(bot, order)
        if name not in known:
            if options.minutes is not None and monotonic() - began > 60.0 * options.minutes:
                left += 1
                continue
            known[name] = play(bot, order, case)
            keep_row(options.file, {"key": name, "row": known[name]})
        shown.setdefault(case, {}).setdefault(bot, []).append(known[name])
    for case, bots in shown.items():
        print(markdown(case, [merged(slices) for slices in bots.values()]))
    if left:
        print(f"{left} slices are left: the same command goes on")


if __name__ == "__main__":
    try:
        main(sys.argv[1:])
    except BadInput as error:
        sys.exit(f"soak_table: {error}")
    except KeyboardInterrupt:
        sys.exit("soak_table: interrupted; the same command goes on")
