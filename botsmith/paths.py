"""Finds the paths of the package and of the author's own folder, as text.

HOME: the folder with the bots/, common/, contests/, dist/ and tests/golden/ of Botsmith: the
checkout, or kit/ of an installed package. An author's folder, the workspace, has the same five and
a botsmith.toml; it is searched from the present folder upwards, as git does. A checkout is a
workspace of its own.

Every process that imports any module of botsmith runs this one, baselines too. So it imports only
modules that Python has already loaded; workspace.py has everything else.
"""

import os
import sys

TYPE_CHECKING = False  # as type checkers know it: `typing` is not loaded by then
if TYPE_CHECKING:
    from collections.abc import Sequence
    from importlib.machinery import ModuleSpec
    from types import ModuleType

MARK = "botsmith.toml"
PACKAGE = os.path.dirname(os.path.abspath(__file__))
KIT = os.path.join(PACKAGE, "kit")
IS_INSTALLED = os.path.isdir(KIT)
HOME = KIT if IS_INSTALLED else os.path.dirname(PACKAGE)
DOCS = os.path.join(KIT, "docs") if IS_INSTALLED else "docs"  # the pages, as messages name them
INSTALLED = "botsmith"  # the command that pip makes; else we are called as a module
IS_COMMAND = os.path.splitext(os.path.basename(sys.argv[0]))[0] == INSTALLED if sys.argv else False
PROGRAM = INSTALLED if IS_COMMAND else "python3 -m botsmith"  # as one would type it
SAFE = "PYTHONSAFEPATH"  # keeps Python from putting its present folder on sys.path
# Packages that a workspace has as well.
SHARED = ("bots", "common", "common.search", "common.nets", "contests")


def find_root() -> str:
    """Returns the path of the workspace around the current folder, else of the checkout; "" without
    both.
    """
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


def leave_folder() -> None:
    """Removes folders from `sys.path` in which a file could replace a module of the standard
    library.

    These are the present folder and the script's own, which Python puts first. The workshop's roots
    are put last. So a bot named random.py is never imported, in whatever folder a command is given.
    Children that run Python leave the present folder out as well (SAFE); bots do not see that
    variable. An entry calls this before it imports anything else.
    """
    try:
        here = os.getcwd()
    except OSError:  # it was removed
        here = HOME
    script = os.path.dirname(os.path.realpath(sys.argv[0])) if sys.argv else here
    root = find_root()
    left = {os.path.realpath(place) for place in (here, script, HOME, root or HOME)}
    library = os.path.dirname(os.__file__)
    end = sys.path.index(library) if library in sys.path else len(sys.path)
    sys.path[:end] = [place for place in sys.path[:end] if os.path.realpath(place) not in left]
    put_last(root, HOME)
    os.environ[SAFE] = "1"


def put_last(*roots: str) -> None:
    """Puts roots at the end of `sys.path`, if they are not in it yet. They never provide a module
    with a name of the standard library, not even one that this system lacks (msvcrt).
    """
    for place in roots:
        if place and place not in sys.path:
            sys.path.append(place)
    LIBRARY.roots.update(roots)
    if not any(finder is LIBRARY for finder in sys.meta_path):
        sys.meta_path.insert(0, LIBRARY)


class Library:
    """Finds modules with names of the standard library, and never in a folder of `roots`."""

    def __init__(self) -> None:
        self.roots: set[str] = set()
        self.names = frozenset(getattr(sys, "stdlib_module_names", ()))  # since Python 3.10
        self.names -= set(sys.builtin_module_names)

    def find_spec(
        self, name: str, path: "Sequence[str] | None" = None, target: "ModuleType | None" = None
    ) -> "ModuleSpec | None":
        """Returns the spec of a module, None to leave it to other finders.

        Raises ModuleNotFoundError for a module of the standard library that this Python lacks.
        """
        if path is not None or name not in self.names:
            return None
        places = [place for place in sys.path if place not in self.roots]
        for finder in sys.meta_path:
            if finder is not self:
                found = finder.find_spec(name, places)
                if found is not None:
                    return found
        raise ModuleNotFoundError(f"No module named {name!r}", name=name)


LIBRARY = Library()


def environment_of_user() -> "dict[str, str]":
    """Returns the environment without the additions of leave_folder(): for a command that runs as
    if typed.
    """
    return {name: os.environ[name] for name in os.environ if name != SAFE or sys.flags.safe_path}


def attach(root: str) -> None:
    """Makes `bots`, `common` and `contests` importable, from HOME and from the workspace `root`.

    If both have a module, HOME's is imported: a referee does not change with a bot's copy of its
    rules, and a mistake in common/ leaves the workshop whole. A process that imports the
    workspace's module before botsmith, as building and testing do, keeps that one.
    """
    put_last(HOME)
    if root in ("", HOME):
        return
    sys.path[:0] = [HOME, root]
    try:
        for name in SHARED:
            places = [os.path.join(top, *name.split(".")) for top in (HOME, root)]
            if name == "contests" and not any(map(os.path.isdir, places)):
                continue
            __import__(name)
            found = sys.modules[name].__path__
            for place in places:
                if place not in found:
                    found.append(place)
    finally:
        del sys.path[:2]
    put_last(root, HOME)


def short_path(path: str) -> str:
    """Returns `path` relative to the current folder if it lies in it, else unchanged."""
    return path.removeprefix(os.getcwd() + os.sep)
