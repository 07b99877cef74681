"""Removes a folder when its owner is gone, in whatever way that ended.

    python -I -S sweeper.py FOLDER

The owner holds the other end of stdin: its end is the sign. Who still writes there is waited for.
"""

import os
import shutil
import sys
import time

SECONDS = 30.0


def main(folder: str) -> None:
    """Removes the folder, as the module's text says."""
    sys.stdin.read()
    deadline = time.monotonic() + SECONDS
    while os.path.exists(folder) and time.monotonic() < deadline:
        shutil.rmtree(folder, ignore_errors=True)
        time.sleep(0.01)


if __name__ == "__main__":
    main(sys.argv[1])
