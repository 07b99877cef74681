"""Shows the progress of a command on stderr."""

import sys
from datetime import timedelta
from math import floor
from time import monotonic

from rich.console import Console
from rich.progress import BarColumn, Progress as Bar, TextColumn

from botsmith.printable import printable, say

BAR = 20  # columns of a progress bar, so that its words fit beside it
EVERY_SECONDS = 30.0  # between two lines of progress where stderr is no terminal
PER = ((1.0, "s"), (60.0, "min"), (3600.0, "h"))


class Progress:
    """The progress of a command on stderr, with its rate and the time left. On a terminal it is a
    bar, elsewhere a plain line every half a minute. Use it in a `with` statement.

    unit: the name of the counted things, "matches" for example
    done: units of `total` that were done before the command began; fractions count

    It writes only when it is called, because a thread of its own would cost the bots time.
    """

    def __init__(self, name: str, total: int, unit: str, done: float = 0.0) -> None:
        self.name = printable(name)
        self.total, self.unit = total, unit
        self.done = self.begun_with = done
        self.begun_at = self.said_at = monotonic()
        self.is_terminal = sys.stderr.isatty()
        self.bar = Bar(
            TextColumn("{task.fields[name]}", markup=False),
            BarColumn(BAR),
            TextColumn("{task.description}", markup=False),
            console=Console(stderr=True),
            transient=True,
            disable=not self.is_terminal,
            auto_refresh=False,
            redirect_stdout=sys.stdout.isatty(),  # else what is printed would go to stderr
        )
        self.task = self.bar.add_task(self.words(""), total=total, name=self.name)
        self.bar.update(self.task, completed=done)

    def __enter__(self) -> "Progress":
        self.bar.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.bar.stop()

    def advance(self, detail: str = "") -> None:
        """Counts one more unit. detail: words at the end of the line"""
        self.update(self.done + 1, detail)

    def update(self, done: float, detail: str = "") -> None:
        """Shows how much is done. detail: words at the end of the line"""
        self.done = done
        words = self.words(detail)
        if self.is_terminal:
            self.bar.update(self.task, completed=done, description=words, refresh=True)
        elif monotonic() - self.said_at >= EVERY_SECONDS:
            self.said_at = monotonic()
            say(f"{self.name}: {words}", to=sys.stderr)

    def words(self, detail: str) -> str:
        """Returns the words `DONE of TOTAL`; then rate and time left, once they are known."""
        found = [f"{floor(self.done):,} of {self.total:,} {self.unit}"]
        seconds, done = monotonic() - self.begun_at, self.done - self.begun_with
        if seconds > 0.0 and done > 0.0:
            left = timedelta(seconds=max(0, round((self.total - self.done) * seconds / done)))
            found += [rate(done / seconds), f"{str(left).removeprefix('0:')} left"]
        return printable(", ".join([*found, *([detail] if detail else [])]))


def rate(per_second: float) -> str:
    """Returns a rate in words, per second, minute or hour: the shortest of these with 1 or more.
    per_second: the rate in 1/s
    """
    size, unit = next((pair for pair in PER if per_second * pair[0] >= 1.0), PER[-1])
    value = per_second * size
    return f"{value:.1f}/{unit}" if value < 10.0 else f"{value:,.0f}/{unit}"
