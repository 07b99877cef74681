"""Runs the project's tests with pytest: the command `test`."""

import os
import subprocess
import sys
from typing import Annotated

from botsmith import setup
from botsmith.new.skeleton import notes_on
from botsmith.printable import say
from botsmith.settings import Opt
from botsmith.workspace import HOME, contests_of, own_root

# pytest-xdist: two processes more than cores, as many tests wait; each runs whole files, whose
# tests share what is made once. tests/conftest.py has the order.
PROCESSES = min(4, (os.cpu_count() or 1) + 2)
SIDE_BY_SIDE = f"-n {PROCESSES} --dist loadfile --no-loadscope-reorder".split()


def test(arguments: Annotated[list[str] | None, Opt(metavar="PYTEST_ARGUMENT")] = None) -> int:
    """Run all tests side by side, or pytest with the arguments that follow, such as `-k walls`.

    arguments: Words for pytest.
    """
    root = own_root()
    setup.enter("dev")
    words = arguments or (SIDE_BY_SIDE if root == HOME else [])  # a workspace has no such tests
    # Behind the standard library, where pytest's own `pythonpath` would be before it.
    start = f"import sys; sys.path.append({str(root)!r}); import bots, common, botsmith; "
    start += "import pytest; sys.exit(pytest.main())"
    command = [sys.executable, "-P", "-c", start, "-o", "pythonpath=", *words]
    done = subprocess.run(command, cwd=root).returncode
    for name in contests_of(root):
        say(*notes_on(name), to=sys.stderr)
    return done
