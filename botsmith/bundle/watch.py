"""`--watch`: build, and build again whenever a source changes."""

import sys
from collections.abc import Callable
from pathlib import Path

from watchfiles import PythonFilter, watch

from botsmith.errors import BadInput

LOOK_MS = 100  # between looks, also where nothing has changed


def watch_sources(root: Path, build: Callable[[], object]) -> None:
    """Builds now and after every change under bots/ and common/, until Ctrl-C.

    The watch begins before the first build, so that no change during it is missed.
    """
    folders = (root / "bots", root / "common")
    looks = watch(
        *folders, watch_filter=PythonFilter(), rust_timeout=LOOK_MS, yield_on_timeout=True
    )
    next(looks)
    attempt(build)
    print("watching bots/ and common/; Ctrl-C ends it", file=sys.stderr, flush=True)
    for changes in looks:
        if changes:
            attempt(build)


def attempt(build: Callable[[], object]) -> None:
    """One build. Bad input, such as a parameter file that is being edited, is only said."""
    try:
        build()
    except BadInput as error:
        print(f"botsmith: {error}", file=sys.stderr, flush=True)
