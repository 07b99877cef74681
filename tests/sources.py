"""Sources as syntax trees, for tests that look into all of them."""

import ast
import gc
import re
from pathlib import Path

from botsmith.bundle.modules import SWITCHES

CONTESTS = Path(__file__).resolve().parent.parent / "contests"
# Contests whose games `import` knows without a name: not one that `new` has just written.
KNOWN_ON_SITE = sorted(path.parent.name for path in CONTESTS.glob("*/site.py"))
BANNER = re.compile(r"# ==== (\S+) ====")
WRITTEN_BY_NEW = {path.parent.name for path in CONTESTS.glob("*/skeleton.json")}


def nodes(source: Path | str) -> list[ast.AST]:
    """Returns every node of a file, or of a text, those above first.

    No collection of garbage looks at them meanwhile, which would take longer than all the rest.
    """
    was_on = gc.isenabled()
    gc.disable()
    try:
        text = source if isinstance(source, str) else source.read_bytes()
        return [*ast.walk(ast.parse(text))]
    finally:
        if was_on:
            gc.enable()


def assert_reading_order(bundle: str) -> None:
    """Fails unless switches and parameters come first, and bot and search above the machinery."""
    lines = bundle.split("\n")
    places = {found[1]: at for at, line in enumerate(lines) if (found := BANNER.fullmatch(line))}
    for path, at in places.items():
        name = path.rpartition("/")[2]
        if path == SWITCHES or name == "params.py":
            assert at < 200, path
        if path.startswith("bots/") and re.match(r"(bot|search)[._]", name):
            assert at < places.get("common/c_text.py", len(lines)), path
