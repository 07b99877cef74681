"""Names that nothing defines: pyflakes finds them, in the modules and in the bundle.

A module alone may have a name that is another one's, which stayed behind when code was moved: it
fails where it is used first, perhaps in a rare turn, and one namespace would hide that.
"""

import ast
import builtins
import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

from pyflakes import checker, messages

from botsmith.bundle.failures import Failure
from botsmith.bundle.followed import absolute_target
from botsmith.bundle.modules import Source, tree_of
from botsmith.bundle.symbols import bindings

OLD = set(  # Python 2's, which code that runs in both names where it is not 3
    "basestring cmp execfile file long raw_input reduce unichr unicode xrange WindowsError".split()
)
MAKING = re.compile(r"\b(globals|vars|exec|setattr)\s*\(|\bbuiltins\b|\b__builtins__\b")


def undefined_names(sources: Sequence[Source]) -> tuple[list[Failure], list[str]]:
    """Returns the uses of names that nothing defines: failures, and those that never matter.

    The second are in functions that nothing calls, of Python 2, or of modules that make names while
    they run.
    """
    failures, warnings = [], []
    everywhere = "\n".join(source.text for source in sources)
    known = {source.module: source for source in sources}
    for source in sources:
        for name, node in undefined(source, known):
            what = f"{name} is defined nowhere in this module"
            homes = [each.path for each in sources if name in top_names(each) and each != source]
            advice = f"import it from {homes[0]}" if homes else "define or import it"
            line = getattr(node, "lineno", 1)
            failure = Failure("names", f"{source.path}:{line}", f"{what}: {advice}")
            is_making = MAKING.search(everywhere) is not None
            if name in OLD or is_making or is_dead(source, line, everywhere):
                warnings.append(str(failure))
            else:
                failures.append(failure)
    return list(dict.fromkeys(failures)), list(dict.fromkeys(warnings))


def lost_names(text: str, sources: Sequence[Source]) -> list[Failure]:
    """Returns the uses of names that these sources define, and a flat bundle of them does not."""
    known = {source.module: source for source in sources}
    gone = {name for source in sources for name, _ in undefined(source, known)}
    return [
        Failure("names", f"line {getattr(node, 'lineno', 1)}", f"{name} is defined nowhere here")
        for name, node in undefined(Source("bundle.py", text), {})
        if name not in gone
    ]


def undefined(source: Source, known: dict[str, Source]) -> Iterator[tuple[str, messages.Message]]:
    """Yields the names that a module uses and nothing in it defines, with their places.

    What stands in annotations alone is never looked up where a bot runs.
    """
    stars = set[str]() if "import *" not in source.text else star_names(source, known)
    for name, message in unknown(source.path, source.text):
        if isinstance(message, messages.ImportStarUsage) and stars is None:
            continue
        if f"{source.module}.{name}" in known:  # an imported module is its package's, too
            continue
        if name not in (stars or ()):
            yield name, message


@lru_cache(maxsize=256)  # a build asks twice, and who watches files again
def unknown(path: str, text: str) -> tuple[tuple[str, messages.Message], ...]:
    """Returns what pyflakes says of names that a module does not define, or that a star brings."""
    tree = tree_of(text)
    places = {(node.lineno, node.col_offset) for node in annotations(tree)}
    return tuple(
        (name, message)
        for message in checker.Checker(tree, filename=path).messages
        if isinstance(message, messages.UndefinedName | messages.ImportStarUsage)
        for name in [str(message.message_args[0])]
        if not hasattr(builtins, name)  # deleted here, and Python's again
        and (message.lineno, message.col) not in places
    )


def annotations(tree: ast.Module) -> Iterator[ast.expr]:
    """Yields the nodes of all annotations."""
    for node in ast.walk(tree):
        for name in ("annotation", "returns"):
            if (found := getattr(node, name, None)) is not None:
                yield from (each for each in ast.walk(found) if isinstance(each, ast.expr))


def star_names(source: Source, known: dict[str, Source]) -> set[str] | None:
    """Returns the names that `import *` brings; None where one is not from an own module."""
    found: set[str] = set()
    for node in source.nodes:
        if isinstance(node, ast.ImportFrom) and node.names[0].name == "*":
            target = absolute_target(source.path.removeprefix(source.root), node) or ""
            if target not in known:
                return None
            home = known[target]
            inner = star_names(home, known) if home != source else set()
            if inner is None:
                return None
            found |= top_names(home) | inner
    return found


def top_names(source: Source) -> set[str]:
    """Returns the names that a module binds for others."""
    found = {name for name, _ in bindings(source.tree.body)}
    return found.union(*(node.names for node in source.nodes if isinstance(node, ast.Global)))


def is_dead(source: Source, line: int, everywhere: str) -> bool:
    """Returns True if a line stands in a function whose name is nowhere else."""
    for node in source.nodes:
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            is_inside = node.lineno <= line <= (node.end_lineno or 0)
            if is_inside and not node.decorator_list and not node.name.startswith("__"):
                if len(re.findall(rf"\b{node.name}\b", everywhere)) == 1:
                    return True
    return False
