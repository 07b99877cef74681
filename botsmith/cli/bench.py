"""`bench [BOT ...]`: how much each bot searches in a turn."""

import json
from typing import Annotated

import typer
from rich.box import SIMPLE_HEAD as HEAD
from rich.table import Table

from botsmith.arena.stderr import ENGINES
from botsmith.bench import calibrate, choose_bots, measure
from botsmith.cli.console import wide_console
from botsmith.printable import print_error

COLUMNS = {
    "bot": "bot",
    "engine": "engine",
    "search_ms": "ms",
    "iterations": "iterations",
    "simulated_turns": "turns",
    "nodes": "nodes",
    "ucb": "ucb",
    "depth": "depth",
}


def bench(
    bots: Annotated[
        list[str] | None,
        typer.Argument(
            help="Names in dist/, or .py files; with @python without C. Default: all, both ways."
        ),
    ] = None,
    iterations: Annotated[
        int | None, typer.Option(min=1, help="Fixed work a turn instead of the clock.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON document on stdout.")] = False,
) -> None:
    """Count iterations, turns and nodes a turn, on a recorded match at the contest's time."""
    chosen = choose_bots(bots or [])
    calibration = calibrate()
    rows = [measure(bundle, iterations) for bundle in chosen]
    for row in rows:
        if "warning" in row:
            print_error(str(row["warning"]))
    if as_json:
        print(json.dumps({"calibration": calibration, "rows": rows}))
        return
    table = Table(
        padding=(0, 1),
        collapse_padding=True,
        title="a turn at the contest's time, medians of 15",
        title_justify="left",
        box=HEAD,
    )
    for name, label in COLUMNS.items():
        table.add_column(label, justify="left" if isinstance(rows[0][name], str) else "right")
    for row in rows:
        cells = [
            f"{row[name]:,}" if isinstance(row[name], int) else str(row[name]) for name in COLUMNS
        ]
        cells[1] = ENGINES.get(cells[1], cells[1])
        table.add_row(*cells)
    console = wide_console()
    console.print(table)
    console.print(f"calibration: {calibration:,} rounds of a fixed Python loop in 100 ms")
