"""Where tables go: standard output, wide enough where it is no terminal."""

from rich.console import Console

WIDE = 120  # columns of a table when the output is no terminal


def wide_console() -> Console:
    """Standard output; wide enough for a table where it is no terminal."""
    console = Console(highlight=False)
    return console if console.is_terminal else Console(highlight=False, width=WIDE)
