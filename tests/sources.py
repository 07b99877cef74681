"""Sources as syntax trees, for tests that look into all of them."""

import ast
import gc
from pathlib import Path

CONTESTS = Path(__file__).resolve().parent.parent / "contests"
# Contests whose games `import` knows without a name: not one that `new` has just written.
KNOWN_ON_SITE = sorted(path.parent.name for path in CONTESTS.glob("*/site.py"))
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
