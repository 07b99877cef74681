"""`doctor`: what this machine gives, and what to do about what it does not."""

import json
from dataclasses import asdict
from typing import Annotated

import typer
from rich.box import SIMPLE
from rich.table import Table

from botsmith.cli.console import wide_console
from botsmith.cli.grid import plain
from botsmith.doctor import BAD, FINE, examine

FAILED = 1
COLOURS = {FINE: "green", BAD: "red"}


def doctor(
    as_json: Annotated[bool, typer.Option("--json", help="One JSON document on stdout.")] = False,
) -> int:
    """Look at Python, compilers, cores, memory, disks and helpers, and say what to do.

    The status is 1 if something cannot work at all.
    """
    findings = list(examine())
    if as_json:
        print(json.dumps({"findings": [asdict(finding) for finding in findings]}))
    else:
        table = Table(box=SIMPLE, padding=(0, 1))
        for name in ("", "", "found", "what to do"):
            table.add_column(name, overflow="fold")
        for each in findings:
            state = plain(each.state)
            state.stylize(COLOURS.get(each.state, "yellow"))
            table.add_row(each.name, state, plain(each.found), plain(each.advice))
        wide_console().print(table)
    return FAILED if any(finding.state == BAD for finding in findings) else 0
