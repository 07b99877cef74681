"""Finds the meaning of names in modules: makes a table of each top level, and follows imports of
own modules.

`all_uses` finds the places where a module uses global names: in which scopes, when, in which
spelling.
"""

import ast
import builtins
import importlib
import os
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property
from types import MappingProxyType
from typing import Any, NamedTuple

from botsmith.bundle.failures import Failure, Refused
from botsmith.bundle.modules import (
    OWNERS,
    Function,
    Import,
    Source,
    absolute_target,
    has_computed_all,
    homes,
    is_for_checkers,
    is_guard,
    module_name,
    names_in_all,
)
from botsmith.paths import HOME
from botsmith.syntax import stands_alone

BUILTINS = set(dir(builtins))
# Names by which a module tells Python how to treat it.
MODULES_OWN = {"__getattr__", "__dir__", "__path__", "__name__", "__file__", "__class__"}
SCOPES = (*OWNERS, ast.Lambda)
NAMED = (*OWNERS, ast.ExceptHandler, ast.MatchAs, ast.MatchStar)  # by a text, not by a Name
COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
KERNELS = "common/kernel.py"
# Names that mean the module they stand in; a bundle has only one.
SELVES = {"__name__", "__doc__", "__file__", "__package__", "__spec__", "__loader__", "globals"}
SELVES |= {"__annotations__", "__builtins__", "__dict__", "__path__"}
READERS = {"eval", "exec", "compile", "__import__"}  # take a text for code, with a module's names
INSIDES = {"locals", "vars", "dir"}  # without an argument they show the names of where they stand


class Symbol(NamedTuple):
    """A global name.

    home: the path of its module; the import for a name from elsewhere; "" for a builtin
    """

    home: str
    name: str


class ModuleName(NamedTuple):
    """An own module or package, by its dotted name."""

    dotted: str


Meaning = Symbol | ModuleName
Target = tuple[str, str | None]  # an own module, and a name in it
Trail = tuple[Target, ...]  # names that were followed so far, none of which is followed again
Instead = Mapping[tuple[str, str], tuple[str, str]]  # (path, name) -> what replaces it


@dataclass
class Module:
    """A source and its top level.

    tree: its syntax tree, without code that never runs
    own: names that it defines itself
    standard: names from elsewhere, with their meaning
    imported: names from own modules: (dotted name, attribute or None)
    hinted: the same, for names that only type checkers import
    since: names of Python that it redefines, each with the number of the statement that does
    cuts: statements that the bundle leaves out
    set_by_functions: names in its `global` statements
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
    set_by_functions: set[str] = field(default_factory=set)
    has_future: bool = False

    @property
    def names(self) -> set[str]:
        """Returns the names at its top level."""
        return {*self.own, *self.standard, *self.imported}

    @cached_property
    def nodes(self) -> list[ast.AST]:
        """Returns all nodes of the tree. Ask only after code that never runs is cut from the
        tree.
        """
        return [*ast.walk(self.tree)]

    @cached_property
    def binders(self) -> dict[str, list[ast.AST]]:
        """Returns the nodes that bind each name of the top level."""
        found: dict[str, list[ast.AST]] = {}
        for name, node in bindings(self.tree.body):
            found.setdefault(name, []).append(node)
        return found

    def failure(self, node: ast.AST, text: str) -> Failure:
        """Returns a failure for something that one namespace cannot hold."""
        return Failure("flat", f"{self.source.path}:{getattr(node, 'lineno', 1)}", text)

    def top_imports(self) -> Iterator[tuple[int, Import]]:
        """Yields the imports that run when the module does, each with its top level statement."""
        for number, node in enumerate(self.tree.body):
            for each in node.body if self.is_main and is_guard(node) else [node]:
                if isinstance(each, Import):
                    yield number, each


class Tables:
    """The tables of all modules of a bundle. failures: imports that cannot be removed"""

    def __init__(self, sources: Sequence[Source], instead: Instead, main: str = "") -> None:
        self.instead = instead
        self.modules = {
            source.path: Module(source, ast.Module([*source.tree.body], []), source.path == main)
            for source in sources
        }
        twice = [each.path for each in sources if each is not self.modules[each.path].source]
        text = "imported under two names, of which Python makes two modules: use one"
        self.failures = [Failure("flat", f"{path}:1", text) for path in twice]
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
        """Yields the names that an import of own modules binds, each as local name, (dotted name,
        attribute or None).
        """
        for alias in node.names:
            if isinstance(node, ast.Import):
                top = alias.name.split(".")[0]
                yield alias.asname or top, (alias.name if alias.asname else top, None)
            else:
                dotted = absolute_target(self.inner(path), node)
                for name in self.starred(dotted) if alias.name == "*" else [alias.name]:
                    yield alias.asname or name, (dotted, name)

    def starred(self, dotted: str) -> list[str]:
        """Returns the names that `from dotted import *` brings."""
        module = self.modules.get(self.paths.get(dotted, ""))
        if module is None:
            return []
        listed = names_in_all(module.tree)
        return sorted(name for name in module.names if name[0] != "_") if listed is None else listed

    def inner(self, path: str) -> str:
        """Returns a module's path in the folder from which it is imported."""
        return path.removeprefix(self.modules[path].source.root)

    def is_own_import(self, path: str, node: ast.AST) -> bool:
        """Returns True if a node imports own modules."""
        return isinstance(node, Import) and any(map(self.is_own, homes(self.inner(path), node)))

    def meaning(self, path: str, name: str, trail: Trail = ()) -> Meaning | None:
        """Returns the meaning of a module's global name; None if the module has no such name.

        trail: the names followed so far, none of which is followed again
        """
        module = self.modules[path]
        if name in module.own:
            return Symbol(path, name)
        for known in (module.imported, module.hinted):
            if name in known and name not in module.standard:
                return self.attribute(*known[name], trail)
        return Symbol(module.standard.get(name, ""), name)

    def attribute(self, dotted: str, name: str | None, trail: Trail = ()) -> Meaning | None:
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
        """Fills a module's table, and lists the statements that the bundle leaves out."""
        self._leave_out(module)
        path, bound = module.source.path, list(bindings(module.tree.body))
        for node in module.nodes:
            if isinstance(node, ast.Global):
                bound += [(name, node) for name in node.names]
                module.set_by_functions |= {*node.names}
        for name, node in bound:
            if self.is_own_import(path, node):
                assert isinstance(node, Import)
                target = dict(self.targets(path, node)).get(name)
                if target and module.imported.setdefault(name, target) != target:
                    text = f"{name} is imported twice, from different modules: rename one of them"
                    self.failures.append(module.failure(node, text))
            elif isinstance(node, Import):
                tops = {"", *(dotted.split(".")[0] for dotted in self.paths)}
                if any(home.split(".")[0] in tops for home in homes(self.inner(path), node)):
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
        self._cut_imports(module)

    def _leave_out(self, module: Module) -> None:
        """Removes code that never runs from the module's tree."""
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
        """Returns the local names that an import from elsewhere binds for `name`, each with its
        meaning as a text.
        """
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

    def brought(self, module: Module, node: ast.AST) -> list[str]:
        """Returns the names that a statement binds, for a * the names that it brings."""
        names = [name for name, _ in bindings([node])]
        if names != ["*"] or not isinstance(node, ast.ImportFrom):
            return names
        if self.is_own_import(module.source.path, node):
            return [name for name, _ in self.targets(module.source.path, node)]
        known = module.standard.items()
        return sorted(name for name, what in known if what == f"{node.module}.{name}")

    def _take_stars(self, module: Module) -> bool:
        """Adds the names that `import *` of own modules brings; returns True if one of them is
        new.
        """
        before = len(module.imported)
        for _, node in module.top_imports():
            if not self.is_own_import(module.source.path, node) or node.names[0].name != "*":
                continue
            (home,) = homes(self.inner(module.source.path), node)
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
        """Records names of a module that would mean something else in one namespace."""
        first = {name: nodes[0] for name, nodes in module.binders.items()}
        for name in sorted(MODULES_OWN & module.own):
            text = f"{name} is for Python to read in a module: a bundle is one file"
            self.failures.append(module.failure(first.get(name, module.tree), text))
        dotted = module.source.module
        for name in sorted(module.names) if module.source.path.endswith("__init__.py") else []:
            inner = f"{dotted}.{name}"
            if not self.is_own(inner) or self.meaning(module.source.path, name) == (inner,):
                continue
            nodes = [node for each in self.modules.values() for node in each.nodes]
            imports = [node for node in nodes if isinstance(node, ast.Import)]
            plain = {alias.name for node in imports for alias in node.names}
            if module.imported.get(name) != (inner, name) or inner in plain:
                text = f"{name} is a module of this package and another thing too: rename one"
                self.failures.append(module.failure(first.get(name, module.tree), text))
        for name in sorted(module.names & BUILTINS):
            body = enumerate(module.tree.body)
            at = [number for number, node in body if name in self.brought(module, node)]
            count, is_set = len(module.binders.get(name, [])), name in module.set_by_functions
            definers = (ast.Assign, ast.AnnAssign, Import, *OWNERS)
            is_plain = at and isinstance(module.tree.body[at[0]], definers)
            if is_plain and (count == 1 or name not in module.own) and not is_set:
                module.since[name] = at[0]
            else:
                text = f"{name} is Python's own until this gives it another value: rename it"
                self.failures.append(module.failure(first.get(name, module.tree), text))

    def _cut_imports(self, module: Module) -> None:
        """Lists the imports that the bundle leaves out. Records a failure for each that cannot be
        left out.
        """
        path, top = module.source.path, [node for _, node in module.top_imports()]
        parents = {child: node for node in module.nodes for child in ast.iter_child_nodes(node)}
        for node in (each for each in module.nodes if isinstance(each, Import)):
            if isinstance(node, ast.ImportFrom) and node.module == "__future__":
                module.has_future |= any(alias.name == "annotations" for alias in node.names)
                module.cuts.append(node)
            elif self.is_own_import(path, node):
                module.cuts.append(node)
                around = owner = parents[node]
                while not isinstance(around, (*OWNERS, ast.Try, ast.Module)):
                    around = parents[around]
                blocks = [each for each in vars(owner).values() if isinstance(each, list)]
                block = next(each for each in blocks if node in each)
                text = ""
                if node not in top and not isinstance(around, Function):
                    text = "an own import inside of a block: import it at the top of the module"
                elif node not in top and node.names[0].name == "*":
                    text = "import the names instead of *"
                elif not stands_alone(module.source.text, node):
                    text = "two statements on one line: write two lines"
                elif owner is not module.tree and all(self.is_own_import(path, o) for o in block):
                    text = "an own import alone in its block: import it at the top of the module"
                elif not all(self.is_own(name) for name in homes(self.inner(path), node)):
                    text = "own and standard modules in one import: write two"
                self.failures += [module.failure(node, text)] if text else []


def never_runs(node: ast.stmt, is_main: bool) -> bool:
    """Returns True if a statement of a module's top level does nothing when the module runs."""
    return (is_for_checkers(node) or (is_guard(node) and not is_main)) and not node.orelse


def meaning_of(node: Import, name: str) -> str:
    """Returns a text for the meaning of a name imported from elsewhere: `math.log`, or `import
    math`.
    """
    for alias in node.names:
        if (alias.asname or alias.name.split(".")[0]) == name and isinstance(node, ast.Import):
            return f"import {alias.name if alias.asname else name}"
        if (alias.asname or alias.name) == name and isinstance(node, ast.ImportFrom):
            return f"{node.module}.{alias.name}"
    raise AssertionError(name)


def bindings(nodes: Sequence[ast.AST]) -> Iterator[tuple[str, ast.AST]]:
    """Yields the names that these nodes bind in their own scope, each with the node that
    binds it.
    """
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
        elif isinstance(node, NAMED) and node.name:
            yield node.name, node
        if isinstance(node, COMPREHENSIONS):  # only := reaches out of them
            inner = (each for each in ast.walk(node) if isinstance(each, ast.NamedExpr))
            yield from ((each.target.id, each.target) for each in inner)
        elif not isinstance(node, SCOPES):
            stack += reversed([*ast.iter_child_nodes(node)])


@dataclass(frozen=True)
class Use:
    """A place that names a symbol.

    node: its node, or the statement that binds the name
    hidden: names that the scopes around it bind
    statement: number of its statement at the top level
    is_late: True if it is read only when a function is called
    is_annotation: True if it is read, but surely not called
    text: the f-string around it, in which Python 3.11 reports wrong places
    """

    symbol: Symbol
    spelled: str
    node: ast.AST
    is_binding: bool
    hidden: frozenset[str]
    statement: int
    is_late: bool
    is_annotation: bool
    text: ast.JoinedStr | None = None


@dataclass
class Uses:
    """The uses in a module, in their order.

    by_statement: the same, by the number of the statement
    makers: the numbers of the statements that bind each symbol
    """

    module: Module
    uses: list[Use] = field(default_factory=list)
    by_statement: dict[int, list[Use]] = field(default_factory=dict)
    makers: dict[Symbol, set[int]] = field(default_factory=dict)
    failures: list[Failure] = field(default_factory=list)
    imports: set[str] = field(default_factory=set)  # dotted names of own modules
    lazy: list[tuple[int, Import]] = field(default_factory=list)  # own imports in functions


UseMap = Mapping[str, Uses]  # by the path of the module


class Scope(NamedTuple):
    """The names that a function, class or comprehension binds, and the names that it takes from the
    module.
    """

    bound: set[str]
    outside: set[str] = set()
    is_class: bool = False
    imported: Mapping[str, Target] = MappingProxyType({})  # own modules and what is in them


def all_uses(tables: Tables, main: str) -> dict[str, Uses]:
    """Returns the uses of all modules, by path. Modules that only replaced modules import are left
    out.

    Raises Refused with all that one namespace cannot hold: also variables that one module imports
    by name and a function of another module sets, and annotations of kernels as texts.
    """
    if tables.instead:
        held = reached(tables, main)
        tables.modules = {path: each for path, each in tables.modules.items() if path in held}
    uses = {path: read_uses(tables, path) for path in tables.modules}
    failures = [*tables.failures, *(f for each in uses.values() for f in each.failures)]
    late = {
        use.symbol
        for path, each in uses.items()
        for use in each.uses
        if use.is_binding and use.is_late and use.symbol.home == path
    }
    for module in tables.modules.values():
        for node in (each for each in module.cuts if isinstance(each, Import)):
            for name, target in tables.targets(module.source.path, node):
                symbol = tables.attribute(*target)
                if symbol in late and isinstance(symbol, Symbol):
                    what = f"{name} is changed by a function of {symbol.home}, and this is a copy"
                    advice = f"name it as {module_name(symbol.home)}.{name}"
                    failures.append(module.failure(node, f"{what}: {advice}"))
        if module.has_future and KERNELS in tables.modules:
            what = f"annotations are read by {KERNELS}: leave 'from __future__' out"
            failures.append(module.failure(module.cuts[0], what))
    if failures:
        raise Refused(sorted(set(failures), key=lambda failure: failure.where))
    return uses


def read_uses(tables: Tables, path: str) -> Uses:
    """Returns the uses in one module. Its failures are all places that one namespace cannot
    hold.
    """
    reader = Reader(tables, path)
    for number, node in enumerate(reader.module.tree.body):
        reader.statement = number
        reader.visit(node)
    return reader.found


def reached(tables: Tables, path: str) -> set[str]:
    """Returns the paths of the modules that a module imports, directly or not, and its own path."""
    elsewhere = {path: home for (path, _), (home, _) in tables.instead.items()}
    found: set[str] = set()
    waiting = [path]
    while waiting:
        path = waiting.pop()
        path = elsewhere.get(path, path)
        if path in tables.modules and path not in found:
            found.add(path)
            names = (name.split(".") for name in read_uses(tables, path).imports)
            dotted = {".".join(name[:end]) for name in names for end in range(1, len(name) + 1)}
            waiting += [tables.paths.get(each, "") for each in dotted]
    return found


class Reader(ast.NodeVisitor):
    """Walks a module with the scopes around each place."""

    def __init__(self, tables: Tables, path: str) -> None:
        self.tables, self.path = tables, path
        self.module = tables.modules[path]
        self.found = Uses(self.module)
        self.scopes: list[Scope] = []
        self.statement = 0
        self.is_late = self.is_annotation = self.is_lambda = False
        self.text: ast.JoinedStr | None = None

    def refuse(self, node: ast.AST, text: str) -> None:
        self.found.failures.append(self.module.failure(node, text))

    def seen(self) -> list[Scope]:
        """Returns the scopes whose names are visible here, the outermost first. A class's scope is
        visible only if it is the innermost one.
        """
        return [each for each in self.scopes if not each.is_class or each is self.scopes[-1]]

    def lookup(self, name: str) -> Meaning | None:
        """Returns the meaning of a name here; None for a local one."""
        for scope in reversed(self.seen()):
            if name in scope.bound:
                return None
            if name in scope.imported:
                return self.tables.attribute(*scope.imported[name])
            if name in scope.outside:
                break
        return self.tables.meaning(self.path, name)

    def is_imported_here(self, name: str) -> bool:
        """Returns True for a name that a function around this place imports."""
        return any(name in scope.imported for scope in self.seen())

    def note(self, symbol: Symbol, spelled: str, node: ast.AST, is_binding: bool = False) -> None:
        """Records a use of a symbol."""
        hidden = frozenset(name for scope in self.seen() for name in scope.bound)
        where = self.statement, self.is_late, self.is_annotation, self.text
        use = Use(symbol, spelled, node, is_binding, hidden, *where)
        self.found.uses.append(use)
        self.found.by_statement.setdefault(self.statement, []).append(use)
        if is_binding:
            self.found.makers.setdefault(symbol, set()).add(self.statement)

    def bind(self, name: str, node: ast.AST) -> None:
        """Records a name that a statement binds, if the name is global."""
        meaning = self.lookup(name)
        if isinstance(meaning, Symbol):
            self.note(meaning, name, node, is_binding=True)
            is_anothers = isinstance(node, ast.Global) and name in self.module.imported
            if is_anothers or self.is_imported_here(name):
                self.refuse(node, f"{name} is another module's: only that one may set it")

    @contextmanager
    def scope(self, scope: Scope, is_late: bool) -> Iterator[None]:
        """Makes `scope` the innermost scope while the block runs. is_late: True for code that a
        call runs.
        """
        before = self.is_late, self.is_annotation
        self.scopes.append(scope)
        self.is_late, self.is_annotation = self.is_late or is_late, False
        yield
        self.is_late, self.is_annotation = before
        self.scopes.pop()

    def function_scope(self, nodes: Sequence[Any], arguments: ast.arguments) -> Scope:
        """Returns the scope of a function. Names that it imports from own modules count as those
        modules'.
        """
        bound = [*bindings(nodes)]
        made = scope_of(nodes, arguments, bound=bound)
        imported: dict[str, Target] = {}
        for name, node in bound:
            if self.tables.is_own_import(self.path, node) and name in made.bound:
                target = dict(self.tables.targets(self.path, node))[name]  # type: ignore[arg-type]
                if imported.setdefault(name, target) != target:
                    self.refuse(node, f"{name} is imported twice in a function: rename one")
        words = [(each.arg, arguments) for each in each_argument(arguments)]
        for name, node in [*bound, *words] if imported else []:
            if name in imported and not self.tables.is_own_import(self.path, node):
                self.refuse(node, f"{name} is imported and given another value: rename one")
        return made._replace(bound=made.bound - set(imported), imported=imported)

    def read_annotation(self, node: ast.expr | None) -> None:
        """Reads an annotation: its names must be defined, but are not called."""
        before, self.is_annotation = self.is_annotation, True
        self.all([node])
        self.is_annotation = before

    def all(self, nodes: Iterable[ast.AST | None]) -> None:
        """Visits the nodes that are not None."""
        for node in filter(None, nodes):
            self.visit(node)

    def visit_function(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
        self.bind(node.name, node)
        self.all(node.decorator_list)
        self.arguments(node.args)
        self.read_annotation(node.returns)
        with self.scope(self.function_scope(node.body, node.args), True):
            self.all(node.body)

    visit_FunctionDef = visit_AsyncFunctionDef = visit_function

    def arguments(self, arguments: ast.arguments) -> None:
        """Reads defaults and annotations, which belong to the scope around the function."""
        self.all([*arguments.defaults, *arguments.kw_defaults])
        for argument in each_argument(arguments):
            self.read_annotation(argument.annotation)

    def visit_Lambda(self, node: ast.Lambda) -> None:
        self.arguments(node.args)
        before, self.is_lambda = self.is_lambda, True
        with self.scope(scope_of([node.body], node.args), False):
            self.visit(node.body)  # it may be called at once
        self.is_lambda = before

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        self.bind(node.name, node)
        self.all([*node.decorator_list, *node.bases, *node.keywords])
        with self.scope(scope_of(node.body, is_class=True), False):
            self.all(node.body)

    def visit_comprehension_of(self, node: Any) -> None:
        self.visit(node.generators[0].iter)
        targets = [generator.target for generator in node.generators]
        with self.scope(scope_of(targets), False):
            for generator in node.generators:
                rest = [] if generator is node.generators[0] else [generator.iter]
                self.all([*rest, generator.target, *generator.ifs])
            self.all((node.key, node.value) if isinstance(node, ast.DictComp) else [node.elt])

    visit_ListComp = visit_SetComp = visit_DictComp = visit_comprehension_of

    def visit_GeneratorExp(self, node: ast.GeneratorExp) -> None:
        before, self.is_lambda = self.is_lambda, True
        self.visit_comprehension_of(node)
        self.is_lambda = before

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        self.visit(node.target)
        self.read_annotation(node.annotation)
        self.all([node.value])

    def visit_JoinedStr(self, node: ast.JoinedStr) -> None:
        before, self.text = self.text, self.text or node
        self.generic_visit(node)
        self.text = before

    def visit_Name(self, node: ast.Name) -> None:
        name, module = node.id, self.module
        if not isinstance(node.ctx, ast.Load):
            self.bind(name, node)
            return
        meaning = self.lookup(name)
        is_above = not self.is_late and self.statement <= module.since.get(name, -1)
        if is_above and meaning is not None:  # the module redefines Python's name only below
            meaning = Symbol("", name)
            if self.is_lambda:
                self.refuse(node, f"{name} is Python's own until this module takes it: rename it")
        if meaning is not None and not self.is_annotation and name in module.hinted:
            if name not in module.names and not self.is_imported_here(name):
                self.refuse(node, f"{name} is imported for type checkers only: import it")
        if self.scopes and self.scopes[-1].is_class and name in self.scopes[-1].bound:
            if name in module.names:
                text = f"{name} is a name of the class and of the module: take two names"
                self.refuse(node, text)
        self.read(node, meaning)
        if meaning == ("", name) and len(self.tables.modules) > 1:
            if name in SELVES and not (name == "__name__" and module.is_main):
                text = f"{name} means a file, and the bundle is one: write what is meant"
                self.refuse(node, text)
            elif name in READERS and not is_ours(self.path):
                self.refuse(node, f"{name} takes a text for code, with the names of a module")

    def visit_Call(self, node: ast.Call) -> None:
        match node:
            case ast.Call(func=ast.Name(id=name), args=[], keywords=[]) if name in INSIDES:
                if not self.is_late and self.lookup(name) == ("", name):
                    self.refuse(node, f"{name}() shows a module's names: write what is meant")
        self.generic_visit(node)

    def visit_Attribute(self, node: ast.Attribute) -> None:
        meaning = self.dotted(node)
        if meaning is None:
            self.visit(node.value)
        elif isinstance(meaning, Symbol) and not isinstance(node.ctx, ast.Load):
            text = f"{ast.unparse(node)} is another module's: let a function there set it"
            self.refuse(node, text)
        elif node.lineno != node.end_lineno and not self.text:
            self.refuse(node, "a module and its name on two lines: write them on one")
        self.read(node, meaning)

    def read(self, node: ast.expr, meaning: Meaning | None) -> None:
        """Records a name whose value is read. A module's name is refused."""
        if isinstance(meaning, ModuleName):
            text = f"the module {meaning.dotted} as a value: name what is in it, as NAME.what"
            self.refuse(node, text)
        elif meaning is not None:
            self.note(meaning, ast.unparse(node), node)

    def dotted(self, node: ast.expr) -> Meaning | None:
        """Returns the meaning of `a.b.c`, where `a` is an own module; None for any other
        expression.
        """
        if isinstance(node, ast.Name):
            meaning = self.lookup(node.id)
            return meaning if isinstance(meaning, ModuleName) else None
        if isinstance(node, ast.Attribute):
            owner = self.dotted(node.value)
            if isinstance(owner, ModuleName):
                found = self.tables.attribute(owner.dotted, node.attr)
                if found is None:
                    self.refuse(node, f"the module {owner.dotted} has no {node.attr}")
                return found or Symbol("", node.attr)
        return None

    def visit_Import(self, node: Import) -> None:
        if self.scopes and self.tables.is_own_import(self.path, node):
            self.found.lazy.append((self.statement, node))
        if not self.tables.is_own_import(self.path, node):
            for name in self.tables.brought(self.module, node):
                self.bind(name, node)
        elif isinstance(node, ast.Import):
            self.found.imports |= {alias.name for alias in node.names}
        else:
            for _, (dotted, target) in self.tables.targets(self.path, node):
                meaning = self.tables.attribute(dotted, target)
                if meaning is None and target != "*":
                    self.refuse(node, f"the module {dotted} has no {target}")
                is_module = isinstance(meaning, ModuleName)
                self.found.imports.add(f"{dotted}.{target}" if is_module else dotted)

    visit_ImportFrom = visit_Import

    def visit_binder(self, node: Any) -> None:
        """Reads a statement or pattern that holds names as plain texts."""
        name = node.rest if isinstance(node, ast.MatchMapping) else getattr(node, "name", None)
        for each in node.names if isinstance(node, ast.Global) else filter(None, [name]):
            self.bind(each, node)
        self.generic_visit(node)

    visit_ExceptHandler = visit_MatchAs = visit_MatchStar = visit_MatchMapping = visit_binder
    visit_Global = visit_binder


def is_ours(path: str) -> bool:
    """Returns True for a module of Botsmith's own common/, which is written for one namespace."""
    return path.startswith("common/") and os.path.isfile(os.path.join(HOME, path))


def each_argument(arguments: ast.arguments) -> list[ast.arg]:
    """Returns all arguments of a function."""
    return [each for each in ast.iter_child_nodes(arguments) if isinstance(each, ast.arg)]


def scope_of(
    nodes: Sequence[Any],
    arguments: ast.arguments | None = None,
    is_class: bool = False,
    bound: Iterable[tuple[str, ast.AST]] | None = None,
) -> Scope:
    """Returns the scope that these statements make.

    arguments: those of a function, whose names are bound in it
    bound: the statements' bindings, if they are known
    """
    declared = list(outsiders(nodes))
    names = {name for name, _ in (bindings(nodes) if bound is None else bound)}
    names |= {each.arg for each in each_argument(arguments)} if arguments else set()
    outside = {name for is_global, name in declared if is_global}
    return Scope(names - {name for _, name in declared}, outside, is_class)


def outsiders(nodes: Iterable[ast.AST]) -> Iterator[tuple[bool, str]]:
    """Yields (is_global, name) for each name that a function declares as `global` (True) or
    `nonlocal` (False).
    """
    for node in nodes:
        if isinstance(node, (ast.Global, ast.Nonlocal)):
            yield from ((isinstance(node, ast.Global), name) for name in node.names)
        elif not isinstance(node, (*SCOPES, *COMPREHENSIONS)):
            yield from outsiders(ast.iter_child_nodes(node))
