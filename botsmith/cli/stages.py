"""Shows the progress of training commands, and their end."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from botsmith.cli.app import interrupted
from botsmith.cli.progress import Progress
from botsmith.replay.output import check_page
from botsmith.training.folder import Progress as ShowStage
from botsmith.training.watch import ended_in_time


@contextmanager
def training(folder: Path) -> Iterator[tuple[ShowStage, Path]]:
    """Yields a function that shows the progress of a training, and the path of its page. Ctrl-C and
    SIGTERM end the block soon, with one line. Raises BadInput if another file is in the page's
    place.
    """
    report = folder / "REPORT.html"
    if report.exists():
        check_page(report)
    words = f"interrupted; the same command goes on in {folder}"
    shown: dict[str, Progress] = {}  # the present stage, whose line replaces that of the one before

    def show_stage(name: str, unit: str, done: int, total: int) -> None:
        if name not in shown:
            stack.close()
            shown.clear()
            shown[name] = stack.enter_context(Progress(name, total, unit, done))
        shown[name].update(done)

    with ended_in_time(words), ExitStack() as stack:
        try:
            yield show_stage, report
        except KeyboardInterrupt:
            raise interrupted(words) from None
