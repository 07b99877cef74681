"""`start`: from a fresh checkout to a first match in one command."""

import subprocess
import sys

from botsmith.workspace import own_root

FIRST_MATCH = ["play", "csb", "csb", "coast", "--games", "1"]
WHAT_NEXT = """
Paste dist/csb.py into the contest's IDE; its numbers stand near the top and can be changed there.
Change bots/csb, then `python3 build.py csb` and `python3 -m botsmith play csb csb coast`.
`python3 -m botsmith --help` lists the commands, docs/ explains the parts."""


def start() -> int:
    """Build all bots, play a first match and say what can be done next."""
    for command in (["build.py"], ["-m", "botsmith", *FIRST_MATCH]):
        print(f"$ python3 {' '.join(command)}", flush=True)
        status = subprocess.run([sys.executable, *command], cwd=own_root()).returncode
        if status != 0:
            return status
    print(WHAT_NEXT)
    return 0
