"""Where things stand, as text: what the package brings along, and the author's own folder.

HOME: the folder with the bots/, common/, dist/ and tests/golden/ of Botsmith: the checkout, or kit/
of an installed package. An author's folder, his workspace, has the same four, contests/ and a
botsmith.toml; it is found from the present folder upwards, as git does. A checkout is a workspace
of its own.

This is part of every process that imports anything of botsmith, baselines too, so it takes only
what Python has loaded by then; workspace.py is for all others.
"""

import os
import sys

MARK = "botsmith.toml"
PACKAGE = os.path.dirname(os.path.abspath(__file__))
KIT = os.path.join(PACKAGE, "kit")
IS_INSTALLED = os.path.isdir(KIT)
HOME = KIT if IS_INSTALLED else os.path.dirname(PACKAGE)
INSTALLED = "botsmith"  # the command that pip makes; else we are called as a module
IS_COMMAND = os.path.splitext(os.path.basename(sys.argv[0]))[0] == INSTALLED if sys.argv else False
PROGRAM = INSTALLED if IS_COMMAND else "python3 -m botsmith"  # as one would type it
SHARED = ("bots", "common", "common.search")  # packages that a workspace has as well


def find_root() -> str:
    """The workspace of the present folder: else the checkout, or "" if this is none."""
    try:
        folder = os.getcwd()
    except OSError:  # it was removed
        folder = HOME
    while not os.path.isfile(os.path.join(folder, MARK)):
        above = os.path.dirname(folder)
        if above == folder:
            return "" if IS_INSTALLED else HOME
        folder = above
    return folder


def attach(root: str) -> None:
    """Makes `bots` and `common` importable, from HOME and from the workspace `root`, and its
    `contests`.

    Where both have a module, HOME's counts: a referee is not changed by a bot's copy of its rules,
    and a slip in common/ leaves the workshop whole. A process that has imported the workspace's
    before it imports botsmith, as those that build and test do, keeps that.
    """
    if HOME not in sys.path:
        sys.path.append(HOME)
    if root in ("", HOME):
        return
    sys.path.insert(0, HOME)
    try:
        for name in SHARED:
            __import__(name)
            found = sys.modules[name].__path__
            for place in (os.path.join(top, *name.split(".")) for top in (HOME, root)):
                if place not in found:
                    found.append(place)
    finally:
        sys.path.remove(HOME)
    for place in (root, HOME):
        if place not in sys.path:
            sys.path.append(place)
