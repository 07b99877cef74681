"""What commands show: tables on standard output, a progress bar on stderr."""

import os
import sys

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    ProgressColumn,
    TextColumn,
    TimeRemainingColumn,
)

from botsmith.printable import printable

WIDE = 120  # columns of a table when the output is no terminal
NARROW = 20  # columns at least


def wide_console() -> Console:
    """Standard output: as wide as the terminal or COLUMNS say; in a pipe without COLUMNS wide
    enough for a table.
    """
    console = Console(highlight=False)
    asked = os.environ.get("COLUMNS", "")
    columns = int(asked) if asked.isdecimal() and len(asked) < 6 else 0
    if console.is_terminal and not columns:
        return console
    return Console(highlight=False, width=max(NARROW, columns) if columns else WIDE)


def progress_bar(name: str, *more: ProgressColumn) -> Progress:
    """A bar on stderr, on a terminal alone; it draws when it is told to `refresh`, for a thread
    that draws would cost the bots time.
    """
    return Progress(
        TextColumn(printable(name), markup=False),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        *more,
        console=Console(stderr=True),
        transient=True,
        disable=not sys.stderr.isatty(),
        auto_refresh=False,
    )
