"""Warns of a bundle in dist/ that is older than its modules."""

from collections.abc import Iterable
from pathlib import Path

from botsmith.arena.matches.bots import built_bots
from botsmith.bundle.bases import changed_since
from botsmith.errors import BadInput
from botsmith.paths import PROGRAM
from botsmith.printable import print_error


def say_stale(files: Iterable[str | Path]) -> None:
    """Prints a line for each bundle in dist/ whose modules have changed since its build.

    files: the files that are about to play; files outside dist/ are ignored
    """
    built = {path.resolve(): path for path in built_bots().values()}
    places = dict.fromkeys(Path(file).resolve() for file in files)
    for path in [built[place] for place in places if place in built]:
        try:
            changed = changed_since(path.parent.parent, path.read_text("utf-8", "replace"))
        except BadInput as error:  # an unreadable record of the build: it plays all the same
            print_error(str(error))
            continue
        if changed:
            age = f"dist/{path.name} is older than {changed[0]}, and plays as it was built"
            print_error(f"{age}: `{PROGRAM} build {path.stem}` makes it anew")
