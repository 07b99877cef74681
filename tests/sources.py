"""Sources as syntax trees, for tests that look into all of them."""

import ast
import gc
from pathlib import Path


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
