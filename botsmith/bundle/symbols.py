"""What the names of modules mean: the tables of their top levels, and where own imports lead."""

import ast
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from botsmith.bundle.failures import Failure
from botsmith.bundle.followed import Import, absolute_target
from botsmith.bundle.modules import Source, module_name

SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda)
COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)


class Symbol(NamedTuple):
    """A global thing. home: the path of its module; what it is imported as; "" for a builtin."""

    home: str
    name: str


class ModuleName(NamedTuple):
    """An own module or package, by its dotted name."""

    dotted: str


Meaning = Symbol | ModuleName


@dataclass
class Module:
    """A source and its top level. own: names that it binds itself; standard: from elsewhere, with
    what they are; imported: from own modules, (dotted name, attribute or None).
    """

    source: Source
    tree: ast.Module
    own: set[str] = field(default_factory=set)
    standard: dict[str, str] = field(default_factory=dict)
    imported: dict[str, tuple[str, str | None]] = field(default_factory=dict)
    cuts: list[Import] = field(default_factory=list)  # statements that the bundle leaves out
    has_future: bool = False

    def failure(self, node: ast.AST, text: str) -> Failure:
        """Something that one namespace cannot hold."""
        return Failure("flat", f"{self.source.path}:{getattr(node, 'lineno', 1)}", text)


class Tables:
    """The tables of all modules of a bundle. failures: imports that cannot be taken out."""

    def __init__(
        self, sources: Sequence[Source], instead: Mapping[tuple[str, str], tuple[str, str]]
    ) -> None:
        self.instead = instead
        self.failures: list[Failure] = []
        self.modules = {source.path: Module(source, ast.parse(source.text)) for source in sources}
        self.paths = {module_name(path): path for path, _ in instead}
        self.paths |= {source.module: source.path for source in sources}
        for module in self.modules.values():
            self._fill(module)

    def is_own(self, dotted: str) -> bool:
        """Whether a dotted name is a module or a package of the project."""
        return dotted in self.paths or any(name.startswith(dotted + ".") for name in self.paths)

    def targets(self, path: str, node: Import) -> Iterator[tuple[str, tuple[str, str | None]]]:
        """What an import of own modules binds: local name, (dotted name, attribute or None)."""
        for alias in node.names:
            if isinstance(node, ast.Import):
                top = alias.name.split(".")[0]
                yield alias.asname or top, (alias.name if alias.asname else top, None)
            else:
                dotted = absolute_target(self.inner(path), node) or ""
                yield alias.asname or alias.name, (dotted, alias.name)

    def inner(self, path: str) -> str:
        """A module's path in the folder from which it is imported."""
        return path.removeprefix(self.modules[path].source.root)

    def is_own_import(self, path: str, node: ast.AST) -> bool:
        """Whether a node imports own modules."""
        if isinstance(node, ast.Import):
            return any(self.is_own(alias.name) for alias in node.names)
        if not isinstance(node, ast.ImportFrom):
            return False
        return self.is_own(absolute_target(self.inner(path), node) or "")

    def meaning(self, path: str, name: str) -> Meaning | None:
        """What a global name of a module means; None for what a module does not have."""
        module = self.modules[path]
        if name in module.own:
            return Symbol(path, name)
        if name in module.imported:
            return self.attribute(*module.imported[name])
        return Symbol(module.standard.get(name, ""), name)

    def attribute(self, dotted: str, name: str | None) -> Meaning | None:
        """What `dotted.name` means; None if the module has no such name."""
        if name is None:
            return ModuleName(dotted)
        path = self.paths.get(dotted, "")
        if (path, name) in self.instead:
            return Symbol(*self.instead[path, name])
        module = self.modules.get(path)
        if module and name in (*module.own, *module.imported, *module.standard):
            return self.meaning(path, name)
        if self.is_own(f"{dotted}.{name}"):
            return ModuleName(f"{dotted}.{name}")
        return None

    def _fill(self, module: Module) -> None:
        """The module's table, and its statements to leave out."""
        path, bound = module.source.path, list(bindings(module.tree.body))
        for node in ast.walk(module.tree):
            if isinstance(node, ast.Global):
                bound += [(name, node) for name in node.names]
        for name, node in bound:
            if self.is_own_import(path, node):
                assert isinstance(node, Import)
                target = dict(self.targets(path, node))[name]
                if module.imported.setdefault(name, target) != target:
                    text = f"{name} is imported twice, from different modules: rename one of them"
                    self.failures.append(module.failure(node, text))
            elif isinstance(node, Import) and name not in module.own:
                what = meaning_of(node, name)
                if module.standard.setdefault(name, what) != what:
                    module.own.add(name)
            elif not (isinstance(node, ast.Global) and name in module.imported):
                module.own.add(name)
        for name in module.own:
            module.standard.pop(name, None)
            if name in module.imported:
                text = f"{name} is imported and given another value: name one of them otherwise"
                node = next(node for other, node in bound if other == name)
                self.failures.append(module.failure(node, text))
        for node in ast.walk(module.tree):
            if isinstance(node, Import):
                module.cuts += self._cut(module, node)

    def _cut(self, module: Module, node: Import) -> list[Import]:
        """An import that the bundle leaves out; notes what is wrong with it."""
        if isinstance(node, ast.ImportFrom) and node.module == "__future__":
            module.has_future = True
            return [node]
        is_own = self.is_own_import(module.source.path, node)
        text = ""
        if any(alias.name == "*" for alias in node.names):
            text = "import the names instead of *"
        elif is_own and node not in module.tree.body:
            text = "an own import inside of a block: import it at the top of the module"
        elif is_own and not stands_alone(module, node):
            text = "two statements on one line: write two lines"
        elif is_own and isinstance(node, ast.Import):
            if not all(self.is_own(alias.name) for alias in node.names):
                text = "own and standard modules in one import: write two"
        self.failures += [module.failure(node, text)] if text else []
        return [node] if is_own else []


def stands_alone(module: Module, node: ast.stmt) -> bool:
    """Whether no other statement shares the lines of this one."""
    lines = module.source.text.split("\n")
    before = lines[node.lineno - 1][: node.col_offset]
    after = lines[(node.end_lineno or 0) - 1][node.end_col_offset or 0 :]
    return not before.strip() and after.strip()[:1] in ("", "#")


def meaning_of(node: Import, name: str) -> str:
    """What an import from elsewhere binds to a name: `math.log`, or `import math`."""
    for alias in node.names:
        if (alias.asname or alias.name.split(".")[0]) == name and isinstance(node, ast.Import):
            return f"import {alias.name if alias.asname else name}"
        if (alias.asname or alias.name) == name and isinstance(node, ast.ImportFrom):
            return f"{node.module}.{alias.name}"
    raise AssertionError(name)


def bindings(nodes: Sequence[ast.AST]) -> Iterator[tuple[str, ast.AST]]:
    """The names that these nodes bind in their own scope, each with the node that does."""
    stack = list(reversed(nodes))
    while stack:
        node = stack.pop()
        if isinstance(node, Import):
            for alias in node.names:
                is_from = isinstance(node, ast.ImportFrom)
                yield alias.asname or (alias.name if is_from else alias.name.split(".")[0]), node
        elif isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
            yield node.id, node
        elif isinstance(node, ast.MatchMapping) and node.rest:
            yield node.rest, node
        elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            yield node.name, node
        elif isinstance(node, (ast.ExceptHandler, ast.MatchAs, ast.MatchStar)) and node.name:
            yield node.name, node
        if isinstance(node, COMPREHENSIONS):  # only := reaches out of them
            inner = (each for each in ast.walk(node) if isinstance(each, ast.NamedExpr))
            yield from ((each.target.id, each.target) for each in inner)
        elif not isinstance(node, SCOPES):
            stack += reversed(list(ast.iter_child_nodes(node)))
