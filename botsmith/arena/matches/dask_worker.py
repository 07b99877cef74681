"""Runs first in every worker of our own cluster, also in one that replaces a lost worker."""

import signal
from typing import Any


def dask_setup(worker: Any) -> None:
    """Makes a worker ignore Ctrl-C: the league ends its workers itself."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
