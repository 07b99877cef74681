"""`--watch`: build, and build again whenever a source changes."""

import sys
from collections.abc import Callable
from pathlib import Path

from watchfiles import PythonFilter, watch

from botsmith.errors import BadInput


def watch_sources(root: Path, build: Callable[[], object]) -> None:
    """Builds now and after every change under bots/ and common/, until Ctrl-C."""
    attempt(build)
    print("watching bots/ and common/; Ctrl-C ends it", file=sys.stderr, flush=True)
    for _changes in watch(root / "bots", root / "common", watch_filter=PythonFilter()):
        attempt(build)


def attempt(build: Callable[[], object]) -> None:
    """One build. Bad input, such as a parameter file that is being edited, is only said."""
    try:
        build()
    except BadInput as error:
        print(f"botsmith: {error}", file=sys.stderr, flush=True)
