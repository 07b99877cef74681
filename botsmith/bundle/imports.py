"""Where every import of a bundle leads: the standard library or a module that the bundle holds."""

import ast
import sys
from collections.abc import Iterator, Mapping, Sequence

from botsmith.bundle.failures import Failure
from botsmith.bundle.modules import Entry


def import_failures(
    entry: Entry, trees: Mapping[str, ast.Module], found: Sequence[str]
) -> list[Failure]:
    """Imports that lead nowhere, or where bots must not go.

    trees: the syntax tree of every shipped source by path; found: the paths of all modules that the
    imports lead to, among them such as bots must not import.
    """
    known = {module_name(path): path for path in found}
    return [
        Failure("imports", f"{path}:{node.lineno}", what)
        for path, tree in trees.items()
        for node in ast.walk(tree)
        if isinstance(node, (ast.Import, ast.ImportFrom))
        for what in faults(entry, path, node, known, trees)
    ]


def is_for_bots(entry: Entry, path: str) -> bool:
    """Whether the bot may hold this file: its contest's, or of common/."""
    return path == "bots/__init__.py" or path.startswith((f"bots/{entry.game}/", "common/"))


def module_name(path: str) -> str:
    """The dotted name of a module's path."""
    return path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def faults(
    entry: Entry,
    path: str,
    node: ast.Import | ast.ImportFrom,
    known: Mapping[str, str],
    trees: Mapping[str, ast.Module],
) -> Iterator[str]:
    """What is wrong with one import statement, in words."""
    if isinstance(node, ast.Import):
        for alias in node.names:
            yield from target_faults(entry, alias.name, known)
        return
    target = absolute_target(path, node)
    if target is None:
        yield "this relative import leaves the project: write the module's full name"
        return
    yield from target_faults(entry, target, known)
    package = known.get(target, "")
    if package not in trees or not package.endswith("/__init__.py"):
        return
    bound = bound_names(trees[package])
    for alias in node.names:
        if alias.name != "*" and f"{target}.{alias.name}" not in known and alias.name not in bound:
            yield f"no module {target}.{alias.name} in the project: {spelling_advice(entry)}"


def absolute_target(path: str, node: ast.ImportFrom) -> str | None:
    """The full name that a `from` import means; None if its dots lead out of the project."""
    if not node.level:
        return node.module or ""
    parts = path.removesuffix(".py").split("/")  # the last part is the module's own, or __init__
    if node.level >= len(parts):
        return None
    return ".".join(parts[: -node.level] + ([node.module] if node.module else []))


def target_faults(entry: Entry, target: str, known: Mapping[str, str]) -> Iterator[str]:
    """What is wrong with importing the module of this full name."""
    top = target.split(".")[0]
    if target in known:
        if not is_for_bots(entry, known[target]):
            yield f"{target} is not for bots: {spelling_advice(entry)}"
    elif top in ("bots", "common"):
        yield f"no module {target} in the project: {spelling_advice(entry)}"
    elif top not in sys.stdlib_module_names:
        what = "is neither in the standard library nor a module of the project"
        yield f"'{target}' {what}: {spelling_advice(entry)}"


def spelling_advice(entry: Entry) -> str:
    """What a bot may import."""
    return f"a bot imports the standard library, common.* and bots.{entry.game}.*"


def bound_names(tree: ast.Module) -> set[str]:
    """The names that a package's __init__ defines or imports."""
    names: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            names.add(node.name)
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            names.add(node.id)
        elif isinstance(node, (ast.Import, ast.ImportFrom)):
            names |= {(alias.asname or alias.name).split(".")[0] for alias in node.names}
    return names
