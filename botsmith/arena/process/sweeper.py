"""Removes a folder when its owner is gone, in whatever way that ended.

    python -I -S sweeper.py FOLDER

The owner holds the other end of stdin: when stdin ends, the owner is gone. Then this script waits
until no process writes into the folder.
"""

import os
import shutil
import sys
import time

SECONDS = 30.0


def main(folder: str) -> None:
    """Removes the folder when stdin has ended."""
    sys.stdin.read()
    deadline = time.monotonic() + SECONDS
    while os.path.exists(folder) and time.monotonic() < deadline:
        shutil.rmtree(folder, ignore_errors=True)
        time.sleep(0.01)


if __name__ == "__main__":
    main(sys.argv[1])
