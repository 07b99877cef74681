"""Tables that fit the terminal: long names are folded, and the least important columns left out.

Every other cell is shown whole or not at all. A line below the table lists what is left out.
"""

import os
from collections.abc import Iterable, Mapping, Sequence

from rich.box import SIMPLE
from rich.console import Console
from rich.measure import Measurement
from rich.table import Table
from rich.text import Text

from botsmith.printable import printable, printable_lines, say

WIDE = 120  # columns of a table when the output is no terminal
NARROW = 20  # columns at least
LONG = 14  # columns; longer names are folded where there is no room
ENDLESS = 100_000  # columns, to measure what a table would like to have


def plain(text: str) -> Text:
    """Returns a text of a user or bot for a table cell; no part of it counts as markup."""
    return Text(printable(text))


def wide_console() -> Console:
    """Returns a console for standard output, as wide as the terminal or the variable COLUMNS. In a
    pipe without COLUMNS it is wide enough for a table.
    """
    console = Console(highlight=False)
    asked = os.environ.get("COLUMNS", "")
    columns = int(asked) if asked.isdecimal() and len(asked) < 6 else 0
    if console.is_terminal and not columns:
        return console
    return Console(highlight=False, width=max(NARROW, columns) if columns else WIDE)


def show_folding(
    titles: Sequence[str], rows: Iterable[Sequence[str | Text]], caption: str | None = None
) -> None:
    """Prints a table of words, which fold if there is no room. A Text cell is one from `plain`."""
    table = Table(box=SIMPLE, padding=(0, 1), caption=caption, caption_justify="left")
    for place, title in enumerate(titles):
        table.add_column(title, overflow="fold", no_wrap=not place)
    for row in rows:
        table.add_row(*(cell if isinstance(cell, Text) else plain(cell) for cell in row))
    wide_console().print(table)


class Grid:
    """A table whose first column is text and whose others are numbers or words that are never
    broken.

    columns: title -> importance. Without room the least important column is left out, of equal ones
    the last. The first column always stays, and folds if all else fails.
    """

    def __init__(self, title: str, columns: Mapping[str, int], left: Sequence[str] = ()) -> None:
        """Makes an empty table. left: titles of columns of words."""
        self.title = title
        self.columns = columns
        self.left = left
        self.rows: list[Sequence[str]] = []

    def row(self, *cells: str) -> None:
        """Adds a row."""
        self.rows.append(cells)

    def table(self, hidden: Sequence[str], is_tight: bool, widest: int | None = None) -> Table:
        """Returns the table without the hidden columns.

        is_tight: True for one blank between two columns and none around them
        widest: most columns of the terminal for the first column
        """
        titles = list(self.columns)
        title = plain(self.title) if self.title else None
        padding = (0, 1, 0, 0) if is_tight else (0, 1)
        found = Table(
            title=title, title_justify="left", box=SIMPLE, padding=padding, pad_edge=not is_tight
        )
        for name in titles:
            is_first = name == titles[0]
            if name not in hidden:
                found.add_column(
                    Text(printable_lines(name)),  # in two lines, where ours has them
                    justify="left" if is_first or name in self.left else "right",
                    overflow="fold",
                    no_wrap=not is_first,
                    max_width=widest if is_first else None,
                )
        for row in self.rows:
            cells = zip(titles, row, strict=True)
            found.add_row(*(plain(cell) for name, cell in cells if name not in hidden))
        return found

    def show(self) -> None:
        """Prints the columns that fit, and a line with the titles of those that do not."""
        console = wide_console()
        endless = console.options.update(max_width=ENDLESS)
        hidden: list[str] = []

        def fits(is_tight: bool, widest: int | None = None) -> bool:
            table = self.table(hidden, is_tight, widest)
            return Measurement.get(console, endless, table).maximum <= console.width

        is_tight = not fits(is_tight=False)
        last_first = list(self.columns)[:0:-1]
        for name in sorted(last_first, key=lambda name: self.columns[name]):
            if fits(is_tight, LONG):
                break
            hidden.append(name)
        console.print(self.table(hidden, is_tight))
        if hidden:
            left_out = ", ".join(" ".join(name.split()) for name in self.columns if name in hidden)
            say(f"left out, {console.width} columns: {left_out} (COLUMNS=120 or --json)")
