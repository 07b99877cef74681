"""Which statements of a module never run, and what its other ones import.

The body of `if TYPE_CHECKING:` is for type checkers. That of `if __name__ == "__main__":` runs in
the entry file alone.
"""

import ast
from collections.abc import Iterator

from botsmith.syntax import last_word

Import = ast.Import | ast.ImportFrom
Function = ast.FunctionDef | ast.AsyncFunctionDef
OWNERS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
LISTERS = ("iter_modules", "walk_packages")
IMPORTERS = ("import_module", "__import__")


def nodes_of(tree: ast.AST) -> list[ast.AST]:
    """Returns a node and all below it, in the order of ast.walk, in a third of its time."""
    found = [tree]
    for node in found:  # which grows meanwhile
        for name in node._fields:
            value = getattr(node, name, None)
            if isinstance(value, list):
                found += [each for each in value if isinstance(each, ast.AST)]
            elif isinstance(value, ast.AST):
                found.append(value)
    return found


def is_guard(node: ast.AST) -> bool:
    """Returns True for `if __name__ == "__main__":`."""
    match node:
        case ast.If(test=ast.Compare(left=one, ops=[ast.Eq()], comparators=[other])):
            sides = {ast.unparse(one), ast.unparse(other)}
            return sides == {"__name__", "'__main__'"}
    return False


def is_for_checkers(node: ast.AST) -> bool:
    """Returns True for `if TYPE_CHECKING:` and `if typing.TYPE_CHECKING:`."""
    match node:
        case ast.If(test=ast.Name(id="TYPE_CHECKING") | ast.Attribute(attr="TYPE_CHECKING")):
            return True
    return False


def never_runs(node: ast.stmt, is_main: bool) -> bool:
    """Returns True if a statement of a module's top level does nothing when the module runs."""
    return (is_for_checkers(node) or (is_guard(node) and not is_main)) and not vars(node)["orelse"]


def running(tree: ast.Module, is_main: bool) -> Iterator[ast.AST]:
    """Yields the nodes of a module but for those within what never runs."""
    waiting: list[ast.AST] = list(reversed(tree.body))
    while waiting:
        node = waiting.pop()
        yield node
        if isinstance(node, ast.If) and (
            is_for_checkers(node) or (is_guard(node) and not is_main and node in tree.body)
        ):
            waiting += reversed(node.orelse)
        else:
            waiting += reversed(list(ast.iter_child_nodes(node)))


def absolute_target(path: str, node: ast.ImportFrom) -> str | None:
    """Returns the full name that a `from` import means; None if its dots leave the project.

    path: in the folder from which the module is imported.
    """
    if not node.level:
        return node.module or ""
    parts = path.removesuffix(".py").split("/")  # the last part is the module's own, or __init__
    if node.level >= len(parts):
        return None
    return ".".join(parts[: -node.level] + ([node.module] if node.module else []))


def asked_for(path: str, node: ast.AST) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yields the modules that a node imports: a dotted name, and what is taken out of it.

    A call of importlib.import_module with a text counts.  path: as for absolute_target.
    """
    if isinstance(node, ast.Import):
        yield from ((alias.name, ()) for alias in node.names)
    elif isinstance(node, ast.ImportFrom):
        if target := absolute_target(path, node):
            yield target, tuple(alias.name for alias in node.names)
    elif isinstance(node, ast.Call) and last_word(node.func).endswith(IMPORTERS):
        match node.args:
            case [ast.Constant(value=str(name)), *_]:
                dots = len(name) - len(name.lstrip("."))
                statement = ast.ImportFrom(name.lstrip(".") or None, [], dots)
                if target := absolute_target(path, statement):
                    yield target, ()


def asks_by_value(node: ast.AST) -> bool:
    """Returns True for a call that imports modules, or lists them, whose names a value says."""
    if not isinstance(node, ast.Call):
        return False
    name = last_word(node.func)
    is_text = bool(node.args) and isinstance(node.args[0], ast.Constant)
    return name.endswith(LISTERS) or (name.endswith(IMPORTERS) and not is_text)


def offered(tree: ast.Module) -> list[str] | None:
    """Returns the names in a module's `__all__`; None without one, or if it is not plain."""
    found = None
    for node in nodes_of(tree):
        match node:
            case ast.Assign(targets=[ast.Name(id="__all__")], value=value) if node in tree.body:
                try:
                    found = [str(name) for name in ast.literal_eval(value)]
                except ValueError:
                    return None
            case ast.Name(id="__all__") if not isinstance(node.ctx, ast.Store):
                return None
    return found


def has_computed_all(tree: ast.Module) -> bool:
    """Returns True if only running a module shows what is in its `__all__`."""
    return offered(tree) is None and any(
        isinstance(node, ast.Name) and node.id == "__all__" for node in nodes_of(tree)
    )
