"""`bench [BOT ...]`: how much each bot searches in a turn."""

import json
from typing import Annotated

import typer
from rich.box import SIMPLE_HEAD as HEAD
from rich.table import Table

from botsmith.bench import calibrate, choose_bots, measure
from botsmith.cli.console import wide_console
from botsmith.errors import BadInput

FLAVOURS = ("pure", "compiled")
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
        list[str] | None, typer.Argument(help="Names in dist/, or .py files. Default: all.")
    ] = None,
    flavour: Annotated[str, typer.Option(help="Flavours to measure.")] = ",".join(FLAVOURS),
    iterations: Annotated[
        int | None, typer.Option(min=1, help="Fixed work a turn instead of the clock.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON document on stdout.")] = False,
) -> None:
    """Count iterations, turns and nodes a turn, on a recorded match at the contest's time."""
    flavours = flavour.split(",")
    unknown = [name for name in flavours if name not in FLAVOURS]
    if unknown:
        raise BadInput(f"no flavour {unknown[0]!r}: expected {' or '.join(FLAVOURS)}")
    paths = choose_bots(bots or [], flavours)
    calibration = calibrate()
    rows = [measure(path, iterations) for path in paths]
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
        table.add_row(
            *(f"{cell:,}" if isinstance(cell := row[name], int) else str(cell) for name in COLUMNS)
        )
    console = wide_console()
    console.print(table)
    console.print(f"calibration: {calibration:,} rounds of a fixed Python loop in 100 ms")
