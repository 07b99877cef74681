"""What the names of modules mean: the tables of their top levels, and where own imports lead."""

import ast
import builtins
import importlib
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from botsmith.bundle.failures import Failure
from botsmith.bundle.followed import (
    Import,
    absolute_target,
    has_computed_all,
    is_for_checkers,
    is_guard,
    never_runs,
    nodes_of,
    offered,
)
from botsmith.bundle.modules import Source, module_name, stands_alone

BUILTINS = set(dir(builtins))
# Names by which a module tells Python how to treat it.
MODULES_OWN = {"__getattr__", "__dir__", "__path__", "__name__", "__file__", "__class__"}
PLAIN_BINDERS = (ast.Assign, ast.AnnAssign, ast.Import, ast.ImportFrom)
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
Target = tuple[str, str | None]  # an own module, and a name in it


@dataclass
class Module:
    """A source and its top level.

    tree: without what never runs
    own: names that it binds itself
    standard: names from elsewhere, with what they are
    imported: names from own modules: (dotted name, attribute or None)
    hinted: the same, of what only type checkers import
    since: names of Python that it binds too, with the statement that does
    cuts: statements that the bundle leaves out
    """

    source: Source
    tree: ast.Module
    is_main: bool
    own: set[str] = field(default_factory=set)
    standard: dict[str, str] = field(default_factory=dict)
    imported: dict[str, Target] = field(default_factory=dict)
    hinted: dict[str, Target] = field(default_factory=dict)
    since: dict[str, int] = field(default_factory=dict)
    cuts: list[ast.stmt] = field(default_factory=list)
    has_future: bool = False

    @property
    def names(self) -> set[str]:
        """Returns the names of its top level."""
        return {*self.own, *self.standard, *self.imported}

    @cached_property
    def nodes(self) -> list[ast.AST]:
        """Returns all nodes of the tree. First asked for when what never runs is left out."""
        return nodes_of(self.tree)

    @cached_property
    def binders(self) -> dict[str, list[ast.AST]]:
        """Returns the nodes that bind each name of the top level."""
        found: dict[str, list[ast.AST]] = {}
        for name, node in bindings(self.tree.body):
            found.setdefault(name, []).append(node)
        return found

    @cached_property
    def set_by_functions(self) -> set[str]:
        """Returns the names in its `global` statements."""
        return {name for node in self.nodes if isinstance(node, ast.Global) for name in node.names}

    def only_value(self, name: str) -> ast.expr | None:
        """Returns the expression that an own name stands for, if it is set but once."""
        if len(self.binders.get(name, [])) != 1 or name in self.set_by_functions:
            return None
        for node in self.tree.body:
            match node:
                case ast.Assign(targets=[ast.Name(id=word)], value=value) if word == name:
                    return value
                case ast.AnnAssign(target=ast.Name(id=word), value=value) if word == name:
                    return value
        return None

    def failure(self, node: ast.AST, text: str) -> Failure:
        """Returns a failure for something that one namespace cannot hold."""
        return Failure("flat", f"{self.source.path}:{getattr(node, 'lineno', 1)}", text)

    def top_imports(self) -> Iterator[tuple[int, Import]]:
        """Yields the imports that run when the module does, each with its top level statement."""
        for number, node in enumerate(self.tree.body):
            for each in node.body if self.is_main and is_guard(node) else [node]:  # type: ignore[attr-defined]
                if isinstance(each, Import):
                    yield number, each


class Tables:
    """The tables of all modules of a bundle. failures: imports that cannot be taken out."""

    def __init__(
        self,
        sources: Sequence[Source],
        instead: Mapping[tuple[str, str], tuple[str, str]],
        main: str = "",
    ) -> None:
        self.instead = instead
        self.failures: list[Failure] = []
        self.modules = {
            source.path: Module(source, ast.Module([*source.tree.body], []), source.path == main)
            for source in sources
        }
        if len(self.modules) < len(sources):
            twice = [each.path for each in sources if each is not self.modules[each.path].source]
            text = "imported under two names, of which Python makes two modules: use one"
            self.failures += [Failure("flat", f"{path}:1", text) for path in twice]
        self.paths = {module_name(path): path for path, _ in instead}
        self.paths |= {source.module: source.path for source in sources}
        for module in self.modules.values():
            self._fill(module)
        waiting = [*self.modules.values()]
        while waiting:  # a * may bring what another * has brought
            waiting = [module for module in waiting if self._take_stars(module)]
        for module in self.modules.values():
            self._look_through(module)

    def is_own(self, dotted: str) -> bool:
        """Returns True if a dotted name is a module or a package of the project."""
        return dotted in self.paths or any(name.startswith(dotted + ".") for name in self.paths)

    def targets(self, path: str, node: Import) -> Iterator[tuple[str, Target]]:
        """Yields what an import of own modules binds: local name, (dotted name, attribute or
        None).
        """
        for alias in node.names:
            if isinstance(node, ast.Import):
                top = alias.name.split(".")[0]
                yield alias.asname or top, (alias.name if alias.asname else top, None)
            elif alias.name != "*":
                dotted = absolute_target(self.inner(path), node) or ""
                yield alias.asname or alias.name, (dotted, alias.name)
            else:
                dotted = absolute_target(self.inner(path), node) or ""
                for name in self.starred(dotted):
                    yield name, (dotted, name)

    def starred(self, dotted: str) -> list[str]:
        """Returns the names that `from dotted import *` brings."""
        module = self.modules.get(self.paths.get(dotted, ""))
        if module is None:
            return []
        listed = offered(module.tree)
        return sorted(name for name in module.names if name[0] != "_") if listed is None else listed

    def inner(self, path: str) -> str:
        """Returns a module's path in the folder from which it is imported."""
        return path.removeprefix(self.modules[path].source.root)

    def is_own_import(self, path: str, node: ast.AST) -> bool:
        """Returns True if a node imports own modules."""
        if isinstance(node, ast.Import):
            return any(self.is_own(alias.name) for alias in node.names)
        if not isinstance(node, ast.ImportFrom):
            return False
        return self.is_own(absolute_target(self.inner(path), node) or "")

    def leads_nowhere(self, path: str, node: Import) -> bool:
        """Returns True for an import of an own module that there is not."""
        tops = {dotted.split(".")[0] for dotted in self.paths}
        if isinstance(node, ast.Import):
            return any(alias.name.split(".")[0] in tops for alias in node.names)
        target = absolute_target(self.inner(path), node) or ""
        return bool(node.level) or target.split(".")[0] in tops

    def meaning(self, path: str, name: str, trail: tuple[Target, ...] = ()) -> Meaning | None:
        """Returns the meaning of a module's global name; None for one that it does not have.

        trail: the names on the way here, none of which is followed again.
        """
        module = self.modules[path]
        if name in module.own:
            return Symbol(path, name)
        for known in (module.imported, module.hinted):
            if name in known and name not in module.standard:
                return self.attribute(*known[name], trail)
        return Symbol(module.standard.get(name, ""), name)

    def attribute(
        self, dotted: str, name: str | None, trail: tuple[Target, ...] = ()
    ) -> Meaning | None:
        """Returns the meaning of `dotted.name`; None if the module has no such name."""
        if name is None:
            return ModuleName(dotted)
        path = self.paths.get(dotted, "")
        if (path, name) in self.instead:
            return Symbol(*self.instead[path, name])
        module = self.modules.get(path)
        if module and name in module.names and (dotted, name) not in trail:
            return self.meaning(path, name, (*trail, (dotted, name)))
        if self.is_own(f"{dotted}.{name}"):
            return ModuleName(f"{dotted}.{name}")
        return None

    def _fill(self, module: Module) -> None:
        """The module's table, and its statements to leave out."""
        self._leave_out(module)
        path, bound = module.source.path, list(bindings(module.tree.body))
        for node in module.nodes:
            if isinstance(node, ast.Global):
                bound += [(name, node) for name in node.names]
        for name, node in bound:
            if self.is_own_import(path, node):
                assert isinstance(node, Import)
                target = dict(self.targets(path, node)).get(name)
                if target and module.imported.setdefault(name, target) != target:
                    text = f"{name} is imported twice, from different modules: rename one of them"
                    self.failures.append(module.failure(node, text))
            elif isinstance(node, Import):
                if self.leads_nowhere(path, node):
                    text = "an own module that is not there: leave the import out"
                    self.failures.append(module.failure(node, text))
                for each, what in self._meanings(module, node, name):
                    if each in module.own or module.standard.setdefault(each, what) != what:
                        module.own.add(each)
            elif not (isinstance(node, ast.Global) and name in module.imported):
                module.own.add(name)
        for name in module.own:
            module.standard.pop(name, None)
        for name in sorted(module.own | set(module.standard)):
            if name in module.imported:
                text = f"{name} is imported and given another value: name one of them otherwise"
                node = next(node for other, node in bound if other == name)
                self.failures.append(module.failure(node, text))
        parents = {child: node for node in module.nodes for child in ast.iter_child_nodes(node)}
        for node in module.nodes:
            if isinstance(node, Import):
                module.cuts += self._cut(module, node, parents)

    def _leave_out(self, module: Module) -> None:
        """Takes what never runs out of the module's tree."""
        dead = [node for node in module.tree.body if never_runs(node, module.is_main)]
        module.tree.body = [node for node in module.tree.body if node not in dead]
        for node in dead:
            if not stands_alone(module.source.text, node):
                text = "other statements on the lines of what never runs: write them apart"
                self.failures.append(module.failure(node, text))
            for name, each in bindings([node] if is_for_checkers(node) else []):
                if self.is_own_import(module.source.path, each):
                    module.hinted |= dict(self.targets(module.source.path, each))  # type: ignore[arg-type]
                elif isinstance(each, Import) and name != "*":
                    module.standard.setdefault(name, meaning_of(each, name))
        module.cuts += dead

    def _meanings(self, module: Module, node: Import, name: str) -> list[tuple[str, str]]:
        """Returns the names that an import from elsewhere binds for `name`, with what they are."""
        if name != "*":
            return [(name, meaning_of(node, name))]
        home = node.module if isinstance(node, ast.ImportFrom) else None
        if home is None or home.split(".")[0] not in sys.stdlib_module_names:
            text = f"nobody can tell here what * brings from {home}: import the names"
            self.failures.append(module.failure(node, text))
            return []
        there = importlib.import_module(home)
        public = [each for each in vars(there) if each[0] != "_"]
        return [(each, f"{home}.{each}") for each in getattr(there, "__all__", public)]

    def brought(self, module: Module, node: Import) -> list[str]:
        """Returns the names that an import from elsewhere binds."""
        names = [name for name, _ in bindings([node])]
        if names == ["*"]:
            home = f"{vars(node)['module']}."
            return sorted(name for name, what in module.standard.items() if what == home + name)
        return names

    def _take_stars(self, module: Module) -> bool:
        """Adds what own modules bring by *; returns True if that was anything new."""
        before = len(module.imported)
        for _, node in module.top_imports():
            if not self.is_own_import(module.source.path, node) or node.names[0].name != "*":
                continue
            home = absolute_target(self.inner(module.source.path), node) or ""  # type: ignore[arg-type]
            there = self.modules.get(self.paths.get(home, ""))
            if there and has_computed_all(there.tree):
                text = f"the __all__ of {home} is made when it runs: import the names"
                self.failures.append(module.failure(node, text))
            for name, target in self.targets(module.source.path, node):
                meaning = self.attribute(*target)
                if name in module.own or (
                    name in module.names and self.meaning(module.source.path, name) != meaning
                ):
                    text = f"{name} comes by * and is another thing here too: import the names"
                    self.failures.append(module.failure(node, text))
                elif name not in module.standard:
                    module.imported.setdefault(name, target)
        return len(module.imported) > before

    def _look_through(self, module: Module) -> None:
        """Notes names of a module that would mean something else in one namespace."""
        first = {name: nodes[0] for name, nodes in module.binders.items()}
        for name in sorted(MODULES_OWN & module.own):
            text = f"{name} is for Python to read in a module: a bundle is one file"
            self.failures.append(module.failure(first.get(name, module.tree), text))
        dotted = module.source.module
        for name in sorted(module.names) if module.source.path.endswith("__init__.py") else []:
            inner = f"{dotted}.{name}"
            if not self.is_own(inner) or self.meaning(module.source.path, name) == (inner,):
                continue
            plain = [alias for each in self.modules.values() for alias in imports_of(each.nodes)]
            if module.imported.get(name) != (inner, name) or inner in plain:
                text = f"{name} is a module of this package and another thing too: rename one"
                self.failures.append(module.failure(first.get(name, module.tree), text))
        for name in sorted(module.names & BUILTINS):
            at = [
                number
                for number, node in enumerate(module.tree.body)
                if self._binds(module, node, name)
            ]
            count, is_set = len(module.binders.get(name, [])), name in module.set_by_functions
            is_plain = at and isinstance(module.tree.body[at[0]], (*PLAIN_BINDERS, *SCOPES))
            if is_plain and (count == 1 or name not in module.own) and not is_set:
                module.since[name] = at[0]
            else:
                text = f"{name} is Python's own until this gives it another value: rename it"
                self.failures.append(module.failure(first.get(name, module.tree), text))

    def _binds(self, module: Module, node: ast.stmt, name: str) -> bool:
        """Returns True if a statement gives a name of the module's top level its value."""
        found = {each for each, _ in bindings([node])}
        if found != {"*"} or not isinstance(node, ast.ImportFrom):
            return name in found
        if self.is_own_import(module.source.path, node):
            return name in dict(self.targets(module.source.path, node))
        return name in self.brought(module, node)

    def _cut(
        self, module: Module, node: Import, parents: Mapping[ast.AST, ast.AST]
    ) -> list[Import]:
        """Returns an import that the bundle leaves out; notes what is wrong with it."""
        if isinstance(node, ast.ImportFrom) and node.module == "__future__":
            module.has_future |= any(alias.name == "annotations" for alias in node.names)
            return [node]
        is_own = self.is_own_import(module.source.path, node)
        if not is_own:
            return []
        text = ""
        is_top = any(node is each for _, each in module.top_imports())
        around = list(ancestors(node, parents))
        if not is_top and not is_within_function(node, around):
            text = "an own import inside of a block: import it at the top of the module"
        elif not is_top and node.names[0].name == "*":
            text = "import the names instead of *"
        elif not stands_alone(module.source.text, node):
            text = "two statements on one line: write two lines"
        elif not isinstance(around[0], ast.Module) and is_all_of_a_block(self, module, around[0]):
            text = "an own import alone in its block: import it at the top of the module"
        elif isinstance(node, ast.Import):
            if not all(self.is_own(alias.name) for alias in node.names):
                text = "own and standard modules in one import: write two"
        self.failures += [module.failure(node, text)] if text else []
        return [node]


def imports_of(nodes: Sequence[ast.AST]) -> list[str]:
    """Returns the dotted names in the `import` statements among a module's nodes."""
    return [alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names]


def ancestors(node: ast.AST, parents: Mapping[ast.AST, ast.AST]) -> Iterator[ast.AST]:
    """Yields what stands around a node, the innermost first."""
    while node in parents:
        node = parents[node]
        yield node


def is_within_function(node: ast.AST, around: Sequence[ast.AST]) -> bool:
    """Returns True if a statement is a function's own, and no `try` looks after it."""
    for each in around:
        if isinstance(each, (ast.FunctionDef, ast.AsyncFunctionDef)):
            return True
        if isinstance(each, (ast.Try, ast.ClassDef, ast.Module)):
            return False
    return False


def is_all_of_a_block(tables: Tables, module: Module, owner: ast.AST) -> bool:
    """Returns True if a block of a statement has nothing but own imports."""
    blocks = [getattr(owner, name, None) for name in ("body", "orelse", "finalbody")]
    return any(
        isinstance(block, list)
        and block
        and all(tables.is_own_import(module.source.path, each) for each in block)
        for block in blocks
    )


def meaning_of(node: Import, name: str) -> str:
    """Returns a text for what an import from elsewhere binds: `math.log`, or `import math`."""
    for alias in node.names:
        if (alias.asname or alias.name.split(".")[0]) == name and isinstance(node, ast.Import):
            return f"import {alias.name if alias.asname else name}"
        if (alias.asname or alias.name) == name and isinstance(node, ast.ImportFrom):
            return f"{node.module}.{alias.name}"
    raise AssertionError(name)


def bindings(nodes: Sequence[ast.AST]) -> Iterator[tuple[str, ast.AST]]:
    """Yields the names that these nodes bind in their own scope, each with the node that does."""
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
