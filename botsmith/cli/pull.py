"""`pull FILE`: numbers tweaked in the contest's IDE, back into params.py."""

import sys
from pathlib import Path
from typing import Annotated

import typer
from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table

from botsmith.bundle.failures import Refused
from botsmith.bundle.pull import pull as read_bundle
from botsmith.errors import BadInput
from botsmith.setup import ROOT

SHOWN = 20  # edits; the rest is counted
REFUSED = 2


def pull(
    file: Annotated[Path, typer.Argument(help="A bundle, copied back from the IDE.")],
    apply: Annotated[bool, typer.Option("--apply", help="Write them into params.py.")] = False,
) -> int:
    """Show the parameters that were changed in a pasted bundle, and bring them back."""
    try:
        found = read_bundle(ROOT, file)
    except Refused as refused:
        raise BadInput(f"the project itself cannot be built: {refused}") from None
    if found.edits:
        print(
            f"botsmith: {file}: more than parameters differs from this project; nothing was "
            f"written, bring these lines over by hand ({len(found.edits)}):",
            file=sys.stderr,
        )
        for edit in found.edits[:SHOWN]:
            print(f"  {edit}", file=sys.stderr)
        if len(found.edits) > SHOWN:
            print(f"  and {len(found.edits) - SHOWN} more", file=sys.stderr)
        return REFUSED
    if not found.changes:
        print(f"{found.path} holds these numbers already")
        return 0
    table = Table(box=SIMPLE_HEAD)
    for name in ("parameter", "project", "bundle"):
        table.add_column(name, overflow="fold")
    for change in found.changes:
        table.add_row(change.name, repr(change.old), repr(change.new))
    Console().print(table)
    if apply:
        found.apply(ROOT)
        print(f"written to {found.path}; build again to have it in dist/")
    else:
        print(f"--apply writes this to {found.path}")
    return 0
