"""Packages that are neither Python's nor the bot's: which of them the contest site has, and who
imports others.
"""

import ast
import statistics
import sys
from collections.abc import Iterable, Iterator
from functools import lru_cache
from pathlib import Path

from botsmith.bundle.followed import is_guard, nodes_of
from botsmith.bundle.modules import Source
from botsmith.runs import SAME, run_child

SITE_PACKAGES = {"numpy": "1.23.2", "scipy": "1.9.3", "pandas": "1.4.2"}
SITE_PYTHON = "3.11.5"
SLOW_MS = 200.0  # of an import, in the first turn
TIMES = 3
VERSION = "import importlib.metadata as m; print(m.version({!r}))"
TIMER = "import time; began = time.process_time(); import {}; print(time.process_time() - began)"
TRIED, SPARE, CALLED = "tried", "spare", "called"
CATCHING = ("Import", "ModuleNotFound", "Exception")


def is_anywhere(top: str) -> bool:
    """Returns True for a module that the site has, by its first word."""
    return top in sys.stdlib_module_names or top in SITE_PACKAGES


def imported_tops(source: Source) -> Iterator[tuple[str, ast.stmt]]:
    """Yields the first words of all that a module imports by full name, with the statements."""
    for node in source.nodes:
        if isinstance(node, ast.Import):
            yield from ((alias.name.split(".")[0], node) for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and not node.level:
            yield (node.module or "").split(".")[0], node


def site_packages(sources: Iterable[Source]) -> list[str]:
    """Returns the packages of the site that these modules import, sorted."""
    found = {top for source in sources for top, _ in imported_tops(source)}
    own = {source.module.split(".")[0] for source in sources}
    return sorted(found & SITE_PACKAGES.keys() - own)


def packages_note(sources: Iterable[Source]) -> str:
    """Returns the header's words on packages: the versions that the site has."""
    named = [f"{name} {SITE_PACKAGES[name]}" for name in site_packages(sources)]
    return f"{', '.join(named)}: what the site has, with Python {SITE_PYTHON}" if named else ""


def missing_here(sources: Iterable[Source], python: str = sys.executable) -> str:
    """Returns the packages without which nothing can be proven here; "" if all are there."""
    missing = [name for name in site_packages(sources) if version_here(name, python) is None]
    wanted = " ".join(f"{name}=={SITE_PACKAGES[name]}" for name in missing)
    return f"{' and '.join(missing)} not installed here (the site has {wanted})" if missing else ""


@lru_cache(maxsize=16)
def version_here(name: str, python: str = sys.executable) -> str | None:
    """Returns the version of a package in an interpreter, None without it."""
    ran = run_child(["-I", "-c", VERSION.format(name)], Path.cwd(), "", SAME, python=python)
    return ran.out.decode().strip() or None


def package_warnings(sources: list[Source], python: str = sys.executable) -> list[str]:
    """Returns warnings about packages: other versions, slow imports, and modules that functions
    import and the site has not.
    """
    lines = []
    for name in site_packages(sources):
        here = version_here(name, python)
        if here is None:
            continue
        if here != SITE_PACKAGES[name]:
            lines.append(f"proven with {name} {here}, and the site has {SITE_PACKAGES[name]}")
        if (cost := import_ms(name, python)) > SLOW_MS:
            what = f"importing {name} takes {cost:.0f} ms of the processor"
            lines.append(f"{what}, which the first turn has to give")
    own = {source.module.split(".")[0] for source in sources} | {"bots", "common"}
    for source in sources:
        soft = soft_imports(source)
        for top, node in imported_tops(source):
            if soft.get(node) == CALLED and top not in own and not is_anywhere(top):
                where = f"{source.path}:{node.lineno}"
                lines.append(
                    f"{where}: {top} is imported where it may never run, and the site has it not"
                )
    return list(dict.fromkeys(lines))


def import_ms(name: str, python: str) -> float:
    """Returns the processor time of an import: the median of some."""
    words = ["-I", "-c", TIMER.format(name)]
    ran = [run_child(words, Path.cwd(), "", SAME, python=python) for _ in range(TIMES)]
    return statistics.median(float(each.out or b"0") * 1000.0 for each in ran)


def soft_imports(source: Source) -> dict[ast.AST, str]:
    """Returns the nodes in which an import may fail, and why.

    TRIED: in the body of a `try` that catches that. SPARE: in the rest of it, or for another
    Python. CALLED: in a function, which imports when it is called.
    """
    found: dict[ast.AST, str] = {}
    for node in source.nodes:
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)) and node not in found:
            found |= dict.fromkeys(nodes_of(node), CALLED)
    for node in source.nodes:
        if isinstance(node, ast.Try):
            kinds = [ast.unparse(each.type) if each.type else "Exception" for each in node.handlers]
            if any(word in kind for kind in kinds for word in CATCHING):
                found |= dict.fromkeys(nodes_of(node), SPARE)
                found |= {each: TRIED for part in node.body for each in nodes_of(part)}
        elif isinstance(node, ast.If) and not is_guard(node):
            test = ast.unparse(node.test)  # one of two Pythons, or for type checkers
            kind = SPARE if "version" in test or "TYPE_CHECKING" in test else CALLED
            found |= {each: kind for each in nodes_of(node) if each not in found}
    return found
