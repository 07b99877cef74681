"""`soak BOT ...`: thousands of turns on a loaded machine, with stalls: is a bot ever late?"""

import json
import os
from typing import Annotated, Any

import typer
from rich.box import SIMPLE_HEAD

from botsmith.arena.matches.bots import find_bot, needed_game
from botsmith.arena.process.site_machine import site_from
from botsmith.arena.process.stderr import EngineTurns, engine_word
from botsmith.cli.app import interrupted
from botsmith.cli.grid import Grid, show_grids
from botsmith.cli.options import AsJson, Site, Slow
from botsmith.cli.progress import Progress
from botsmith.cli.site_table import site_words
from botsmith.cli.stale import say_stale
from botsmith.cli.tables import milliseconds, show_faults
from botsmith.errors import BadInput
from botsmith.printable import print_error, say
from botsmith.soak.soak import OPPONENTS, SoakOptions, soak as soak_bot

RIVALS = "In all other seats, in turn; `self` is the bot. [default: random, slow and self]"
TIMES = "first p50 p99 max"
COLUMNS = {  # title: importance
    "bot": 9,
    "engine": 3,
    "turns": 6,
    "time-\nouts": 8,
    "over": 8,
    "limit": 5,
    "margin": 2,
    TIMES: 7,
    "queued": 1,
    "stalls\nbegun over": 4,
    "ms longest": 1,
}


def soak(
    bots: Annotated[list[str], typer.Argument(help="Names in dist/, or bundles named like them.")],
    turns: Annotated[int, typer.Option(help="Turns of each bot, over several matches.")] = 3000,
    load: Annotated[
        int | None,
        typer.Option(help="Busy processes beside it. [default: one a core; 0 with --site]"),
    ] = None,
    stall_ms: Annotated[
        float | None,
        typer.Option(
            help="Milliseconds for which a stall stops the bot. [default: its own margin]"
        ),
    ] = None,
    stall_rate: Annotated[
        float | None,
        typer.Option(help="Share of turns with a stall. [default: 0.1; 0 with --site]"),
    ] = None,
    time: Annotated[str, typer.Option(help="hard, soft3, bank, count or none.")] = "hard",
    budget: Annotated[int, typer.Option(help="Percent of the contest's time.")] = 100,
    vs: Annotated[list[str] | None, typer.Option(help=RIVALS)] = None,
    seed: Annotated[int, typer.Option(help="Seed of the first match, and of the stalls.")] = 1,
    slow_disk: Annotated[
        bool, typer.Option("--slow-disk", help="Keep the disk busy and slow the compiler down.")
    ] = False,
    cores: Annotated[
        int | None, typer.Option(help="Cores for bots, load and arena together. [default: all]")
    ] = None,
    site: Site = None,
    slow: Slow = None,
    as_json: AsJson = False,
) -> None:
    """Play on a loaded machine, stop the bot at random moments, and count late answers.

    See docs/time.md.
    """
    if not hasattr(os, "posix_fadvise") or not hasattr(os, "fork"):
        raise BadInput("soak stops processes by signals: expected Linux")
    machine = site_from(site, slow)
    usual_load, usual_rate = (0, 0.0) if machine else (os.cpu_count() or 1, 0.1)
    options = SoakOptions(
        turns=turns,
        load=usual_load if load is None else load,
        stall_ms=stall_ms,
        stall_rate=usual_rate if stall_rate is None else stall_rate,
        time_rule=time,
        seed=seed,
        opponents=tuple(vs) if vs else OPPONENTS,
        has_slow_disk=slow_disk,
        budget=budget,
        cores=cores,
        site=machine,
    )
    options.check()
    say_stale(find_bot(bot, needed_game(bot)).command[-1] for bot in bots)
    rows: list[dict[str, Any]] = []
    is_interrupted = False
    try:
        for bot in bots:
            rows.append(soaked(bot, options))
            if is_interrupted := rows[-1]["interrupted"]:
                break
    except KeyboardInterrupt:
        is_interrupted = True
    if as_json:
        say(json.dumps({"rows": rows}))
    elif rows:
        show(rows)
    if is_interrupted:
        raise interrupted(f"interrupted; {sum(row['turns'] for row in rows):,} turns were played")


def site_line(site: dict[str, Any]) -> str:
    """Returns a line on when C came on the site's machine; turns count from 0."""
    middle, latest = (
        "never" if site[key] is None else f"turn {site[key]}" for key in ("c_median", "c_latest")
    )
    return (
        f"C from {middle} (median of {site['starts']} starts), latest {latest},"
        f" never in {site['never']}; late by its own work {site['own_late']}; {site_words(site)}"
    )


def soaked(bot: str, options: SoakOptions) -> dict[str, Any]:
    """Returns one bot's row; meanwhile it says how far it is."""
    with Progress(bot, options.turns, "turns") as progress:
        return soak_bot(bot, options, progress.update)


def show(rows: list[dict[str, Any]]) -> None:
    """Shows the table, and below it one line for every bot that was put out."""
    first = rows[0]
    disk = ", slow disk" if first["slow_disk"] else ""
    title = f"time rule {first['time_rule']}, busy processes: {first['load']}{disk}; times in ms"
    grid = Grid(title, COLUMNS, SIMPLE_HEAD, left=("engine",))
    for row in rows:
        cells = [f"{row[key]:,}" for key in ("turns", "timeouts", "over")]
        cells += [milliseconds(row[key]) for key in ("budget_ms", "margin_ms")]
        cells.append(" ".join(milliseconds(row[f"{key}_ms"]) for key in TIMES.split()))
        cells.append(milliseconds(row["waited_ms"]))
        cells.append(" ".join(f"{row[key]:,}" for key in ("stalls", "begun_late", "stalled_over")))
        cells.append(" ".join(milliseconds(row[f"{key}_ms"]) for key in ("stall", "longest_stall")))
        grid.row(row["bot"], engine_word(EngineTurns(**row["engine"])), *cells)
    show_grids([grid], [row["bot"] for row in rows])
    for row in rows:
        for key, what in (("late_first", "late first answers"), ("late", "late answers")):
            told = ", ".join(f"{count:,} {cause}" for cause, count in row[key].items() if count)
            if told:
                say(f"{row['bot']}: {what}: {told}")
    for row in rows:
        if "site" in row:
            say(f"{row['bot']}: {site_line(row['site'])}")
    faults = [line for row in rows for line in row["faults"]]
    show_faults(faults, "--json")
    for row in rows:
        for warning in row["engine_warnings"]:
            print_error(warning)
