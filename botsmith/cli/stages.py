"""How the commands of training show how far they are, and how they end."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from botsmith.cli.app import interrupted
from botsmith.cli.progress import Progress
from botsmith.replay.output import check_page
from botsmith.training.folder import Progress as ShowStage
from botsmith.training.watch import ended_in_time

REPORT = "REPORT.html"


@contextmanager
def training(folder: Path) -> Iterator[tuple[ShowStage, Path]]:
    """Yields a function that shows how far a training is, and where its page belongs; Ctrl-C and
    SIGTERM end the block soon, in a line. Raises BadInput if another file lies there.
    """
    report = folder / REPORT
    if report.exists():
        check_page(report)
    words = f"interrupted; the same command goes on in {folder}"
    with ended_in_time(words), Stages() as stages:
        try:
            yield stages.show_stage, report
        except KeyboardInterrupt:
            raise interrupted(words) from None


class Stages:
    """Shows the progress of one stage of a training after the other."""

    def __init__(self) -> None:
        self.name = ""
        self.shown: Progress | None = None

    def __enter__(self) -> "Stages":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Ends the stage that is shown."""
        if self.shown is not None:
            self.shown.__exit__()
        self.name, self.shown = "", None

    def show_stage(self, name: str, unit: str, done: int, total: int) -> None:
        """Shows how much of a stage is done."""
        if name != self.name or self.shown is None:
            self.close()
            self.name, self.shown = name, Progress(name, total, unit, done)
            self.shown.__enter__()
        self.shown.update(done)
