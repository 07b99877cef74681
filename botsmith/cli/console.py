"""What commands show: tables on standard output, a progress bar on stderr."""

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


def wide_console() -> Console:
    """Standard output; wide enough for a table where it is no terminal."""
    console = Console(highlight=False)
    return console if console.is_terminal else Console(highlight=False, width=WIDE)


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
