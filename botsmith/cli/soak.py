"""`soak BOT ...`: plays thousands of turns on a loaded machine, with stalls, and counts late
answers.
"""

import os
from dataclasses import replace
from typing import Any

from botsmith.arena.matches.bots import find_bot, needed_game
from botsmith.arena.process.stderr import EngineTurns, engine_word
from botsmith.cli.app import interrupted
from botsmith.cli.grid import Grid
from botsmith.cli.options import Model
from botsmith.cli.progress import Progress
from botsmith.cli.stale import say_stale
from botsmith.cli.tables import milliseconds, show_faults, site_words
from botsmith.errors import BadInput
from botsmith.printable import print_error, say, say_json
from botsmith.settings import AsJson
from botsmith.soak.soak import SoakOptions, soak as soak_bot

TIMES = "first p50 p99 max"


def soak(bots: list[str], *, model: Model, options: SoakOptions, as_json: AsJson = False) -> None:
    """Play on a loaded machine, stop the bot at random moments, and count late answers.

    See docs/time.md.

    bots: Names in dist/, or bundles named like them.
    """
    if not hasattr(os, "posix_fadvise") or not hasattr(os, "fork"):
        raise BadInput("soak stops processes by signals: expected Linux")
    options = replace(options, site=model.machine)
    options.check()
    say_stale(find_bot(bot, needed_game(bot)).command[-1] for bot in bots)
    rows: list[dict[str, Any]] = []
    is_interrupted = False
    try:
        for bot in bots:
            with Progress(bot, options.turns, "turns") as progress:
                rows.append(soak_bot(bot, options, progress.update))
            if is_interrupted := rows[-1]["interrupted"]:
                break
    except KeyboardInterrupt:
        is_interrupted = True
    if as_json:
        say_json({"rows": rows})
    elif rows:
        show(rows)
    if is_interrupted:
        raise interrupted(f"interrupted; {sum(row['turns'] for row in rows):,} turns were played")


def show(rows: list[dict[str, Any]]) -> None:
    """Shows the table, and below it one line for every bot that was put out."""
    first = rows[0]
    disk = ", slow disk" if first["slow_disk"] else ""
    title = f"time rule {first['time_rule']}, busy processes: {first['load']}{disk}; times in ms"
    columns = {"bot": 9, "engine": 3, "turns": 6, "time-\nouts": 8, "over": 8, "limit": 5}
    columns |= {"margin": 2, TIMES: 7, "queued": 1, "stalls\nbegun over": 4, "ms longest": 1}
    grid = Grid(title, columns, left=("engine",))
    for row in rows:
        cells = [f"{row[key]:,}" for key in ("turns", "timeouts", "over")]
        cells += [milliseconds(row[key]) for key in ("budget_ms", "margin_ms")]
        cells.append(" ".join(milliseconds(row[f"{key}_ms"]) for key in TIMES.split()))
        cells.append(milliseconds(row["waited_ms"]))
        cells.append(" ".join(f"{row[key]:,}" for key in ("stalls", "begun_late", "stalled_over")))
        cells.append(" ".join(milliseconds(row[f"{key}_ms"]) for key in ("stall", "longest_stall")))
        grid.row(row["bot"], engine_word(EngineTurns(**row["engine"])), *cells)
    grid.show()
    for row in rows:
        for key, what in (("late_first", "late first answers"), ("late", "late answers")):
            causes = ", ".join(f"{count:,} {cause}" for cause, count in row[key].items() if count)
            if causes:
                say(f"{row['bot']}: {what}: {causes}")
    for row in rows:
        if site := row.get("site"):  # turns count from 0
            keys = ("c_median", "c_latest")
            middle, latest = ("never" if site[key] is None else f"turn {site[key]}" for key in keys)
            starts = f"C from {middle} (median of {site['starts']} starts), latest {latest}"
            late = f"never in {site['never']}; late by its own work {site['own_late']}"
            say(f"{row['bot']}: {starts}, {late}; {site_words(site)}")
    faults = [line for row in rows for line in row["faults"]]
    show_faults(faults, "--json")
    for row in rows:
        for warning in row["engine_warnings"]:
            print_error(warning)
