"""Other compilers and processors than this machine's own, for bots that compile themselves.

A folder at the head of PATH holds a `cc` that passes all arguments to the real compiler, followed
by -march=NAME: the last one counts. So a bundle is compiled as on another machine, and its text
stays unchanged.
"""

import os
import re
import shlex
import shutil
import stat
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from botsmith.children import run
from botsmith.errors import BadInput

NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*")


def compiler(name: str = "cc") -> str:
    """Returns the path of a compiler. Raises BadInput if it is not on PATH."""
    found = shutil.which(name)
    if found is None:
        raise BadInput(f"no {name} on PATH: expected a C compiler")
    return found


@contextmanager
def compiling(march: str | None, name: str = "cc") -> Iterator[dict[str, str]]:
    """Yields the variables of an environment in which `cc` compiles for the processor `march`.

    name: the compiler behind it
    march: None changes nothing
    Raises BadInput if the compiler is missing or does not know the processor.
    """
    if march is None:
        yield {}
        return
    path, flag = compiler(name), f"-march={march}"
    if not NAME.fullmatch(march) or run([path, flag, "-E", "-xc", os.devnull]).status != 0:
        raise BadInput(f"--march {march}: {path} does not know it; expected haswell, say")
    with compiling_by(f'exec {shlex.quote(path)} "$@" {flag}') as more:
        yield more


@contextmanager
def compiling_by(script: str) -> Iterator[dict[str, str]]:
    """Yields the variables of an environment in which `cc` runs this text of a shell."""
    with tempfile.TemporaryDirectory(prefix="botsmith-cc-") as folder:
        path = Path(folder) / "cc"
        path.write_text(f"#!/bin/sh\n{script}\n")
        path.chmod(path.stat().st_mode | stat.S_IXUSR)
        yield {"PATH": os.pathsep.join([folder, os.environ.get("PATH", os.defpath)])}
