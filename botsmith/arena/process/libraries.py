"""Stores compiled libraries for bots that play fixed work, so that none is compiled twice.

`folder/bin/cc` stands first on the PATH of such a bot. It returns the stored library that the same
compiler made of the same text with the same flags on the same processor; else it compiles and
stores one. Play on the clock never uses it: there the time until C comes is part of the match.

The folder is .botsmith/compiled of the workspace, for its owner alone. A folder of another user, or
one open to others, is not used. It holds the MOST libraries used last. A file is moved to its place
in one step, so any number of workers may use the folder.
"""

import os
import shlex
import stat
import sys
from functools import cache
from pathlib import Path

from botsmith.printable import print_error
from botsmith.workspace import STATE
from common.native import Unusable, find_compilers

FOLDER = STATE / "compiled"
WRAPPER = Path(__file__).with_name("caching_cc.py")
MOST = 300  # libraries of 0.1 to 0.3 MB


def with_kept_libraries(environment: dict[str, str]) -> dict[str, str]:
    """Returns an environment whose `cc` returns stored libraries, if a compiler is there."""
    folder = prepared(FOLDER.absolute())
    if folder is None:
        return environment
    places = [str(folder / "bin"), environment.get("PATH", os.defpath)]
    return {**environment, "PATH": os.pathsep.join(places)}


@cache
def prepared(folder: Path) -> Path | None:
    """Returns the folder with its `cc`, which it makes if it is missing.

    Returns None without a compiler. If the folder belongs to another user or is open to others, it
    prints a line on stderr and returns None.
    """
    if os.name != "posix":
        return None
    try:
        compiler = find_compilers()[0]
    except Unusable:
        return None
    words = [sys.executable, "-I", "-S", str(WRAPPER), compiler, str(folder), str(MOST)]
    text = f'#!/bin/sh\nexec {shlex.join(words)} "$@"\n'
    try:
        folder.parent.mkdir(exist_ok=True)
        folder.mkdir(mode=stat.S_IRWXU, exist_ok=True)
        about = folder.stat(follow_symlinks=False)
        if about.st_uid != os.getuid() or about.st_mode & (stat.S_IRWXG | stat.S_IRWXO):
            print_error(f"{folder}: not yours alone, so no library is kept; expected mode 0700")
            return None
        place = folder / "bin" / "cc"
        if not (place.is_file() and place.read_text() == text):
            place.parent.mkdir(exist_ok=True)
            draft = place.with_name(f"cc.{os.getpid()}")
            draft.write_text(text)
            draft.chmod(stat.S_IRWXU)
            draft.replace(place)
    except OSError as error:
        print_error(f"{folder}: {error.strerror}, so no library is kept")
        return None
    return folder
