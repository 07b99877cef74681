"""Where a module speaks of global names: in which scopes, when needed, how spelled."""

import ast
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, NamedTuple

from botsmith.bundle.failures import Failure, Refused
from botsmith.bundle.modules import Import, module_name
from botsmith.bundle.symbols import (
    COMPREHENSIONS,
    SCOPES,
    Meaning,
    Module,
    ModuleName,
    Symbol,
    Tables,
    Target,
    bindings,
)
from botsmith.paths import HOME

KERNELS = "common/kernel.py"
# Names that mean the module they stand in; a bundle has only one.
SELVES = {"__name__", "__doc__", "__file__", "__package__", "__spec__", "__loader__", "globals"}
SELVES |= {"__annotations__", "__builtins__", "__dict__", "__path__"}
READERS = {"eval", "exec", "compile", "__import__"}  # take a text for code, with a module's names
INSIDES = {"locals", "vars", "dir"}  # without an argument they show the names of where they stand


@dataclass(frozen=True)
class Use:
    """A place that names a symbol. node: its place, or the statement that binds the name.

    hidden: names that scopes around it bind
    statement: index at the top level
    is_late: read only when a function is called
    is_annotation: read, but surely not called
    text: the f-string around it, in which Python 3.11 gives wrong places
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
    """The uses in a module, in its order.

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


class Scope(NamedTuple):
    """The names that a function, class or comprehension binds, and those that it takes from the
    module.
    """

    bound: set[str]
    outside: set[str] = set()
    is_class: bool = False
    imported: Mapping[str, Target] = MappingProxyType({})  # own modules and what is in them


def all_uses(tables: Tables, main: str) -> dict[str, Uses]:
    """Returns the uses of all modules, by path, but for those that nothing imports since something
    is taken from elsewhere. Refused with what cannot go into one namespace.
    """
    if tables.instead:
        held = reached(tables, main)
        tables.modules = {path: each for path, each in tables.modules.items() if path in held}
    uses = {path: read_uses(tables, path) for path in tables.modules}
    failures = [*tables.failures, *changed_copies(tables, uses)]
    failures += [failure for each in uses.values() for failure in each.failures]
    if failures:
        raise Refused(sorted(set(failures), key=lambda failure: failure.where))
    return uses


def read_uses(tables: Tables, path: str) -> Uses:
    """Returns the uses in one module, and what in it cannot go into one namespace."""
    reader = Reader(tables, path)
    for number, node in enumerate(reader.module.tree.body):
        reader.statement = number
        reader.visit(node)
    return reader.found


def reached(tables: Tables, path: str) -> set[str]:
    """Returns the paths of the modules that a module imports, directly or not, and its own."""
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
        """Returns the scopes whose names count here, the outermost first: of classes only the own
        one.
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

    def is_still_pythons(self, node: ast.Name) -> bool:
        """Returns True if a module gives a name of Python another value only below this."""
        since = self.module.since.get(node.id)
        if since is None or self.is_late or self.statement > since or self.lookup(node.id) is None:
            return False
        if self.is_lambda:
            self.refuse(node, f"{node.id} is Python's own until this module takes it: rename it")
        return True

    def note(self, symbol: Symbol, spelled: str, node: ast.AST, is_binding: bool = False) -> None:
        """Keeps a use."""
        hidden = frozenset(name for scope in self.seen() for name in scope.bound)
        where = self.statement, self.is_late, self.is_annotation, self.text
        use = Use(symbol, spelled, node, is_binding, hidden, *where)
        self.found.uses.append(use)
        self.found.by_statement.setdefault(self.statement, []).append(use)
        if is_binding:
            self.found.makers.setdefault(symbol, set()).add(self.statement)

    def bind(self, name: str, node: ast.AST) -> None:
        """Notes a name that a statement binds, if it is a global one."""
        meaning = self.lookup(name)
        if isinstance(meaning, Symbol):
            self.note(meaning, name, node, is_binding=True)
            if any(name in scope.imported for scope in self.seen()):
                self.refuse(node, f"{name} is another module's: only that one may set it")
            if isinstance(node, ast.Global) and name in self.module.imported:
                self.refuse(node, f"{name} is another module's: only that one may set it")

    @contextmanager
    def scope(self, scope: Scope, is_late: bool) -> Iterator[None]:
        """Reads within another scope while the block runs."""
        before = self.is_late, self.is_annotation
        self.scopes.append(scope)
        self.is_late, self.is_annotation = self.is_late or is_late, False
        yield
        self.is_late, self.is_annotation = before
        self.scopes.pop()

    def function_scope(self, nodes: Sequence[Any], arguments: ast.arguments) -> Scope:
        """Returns the scope of a function, in which own imports are names of the modules."""
        bound = [*bindings(nodes)]
        made = scope_of(nodes, argument_names(arguments), bound=bound)
        imported: dict[str, Target] = {}
        for name, node in bound:
            if self.tables.is_own_import(self.path, node) and name in made.bound:
                target = dict(self.tables.targets(self.path, node))[name]  # type: ignore[arg-type]
                if imported.setdefault(name, target) != target:
                    self.refuse(node, f"{name} is imported twice in a function: rename one")
        words = [(each, arguments) for each in argument_names(arguments)]
        for name, node in [*bound, *words] if imported else []:
            if name in imported and not self.tables.is_own_import(self.path, node):
                self.refuse(node, f"{name} is imported and given another value: rename one")
        return made._replace(bound=made.bound - set(imported), imported=imported)

    def annotation(self, node: ast.expr | None) -> None:
        """Reads an annotation: what it names must be there, but is not called."""
        before, self.is_annotation = self.is_annotation, True
        self.all([node])
        self.is_annotation = before

    def all(self, nodes: Iterable[ast.AST | None]) -> None:
        """Visits what there is."""
        for node in filter(None, nodes):
            self.visit(node)

    def visit_function(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
        self.bind(node.name, node)
        self.all(node.decorator_list)
        self.arguments(node.args)
        self.annotation(node.returns)
        with self.scope(self.function_scope(node.body, node.args), True):
            self.all(node.body)

    visit_FunctionDef = visit_AsyncFunctionDef = visit_function

    def arguments(self, arguments: ast.arguments) -> None:
        """Reads defaults and annotations, which belong to the scope around."""
        self.all([*arguments.defaults, *arguments.kw_defaults])
        for argument in each_argument(arguments):
            self.annotation(argument.annotation)

    def visit_Lambda(self, node: ast.Lambda) -> None:
        self.arguments(node.args)
        before, self.is_lambda = self.is_lambda, True
        with self.scope(scope_of([node.body], argument_names(node.args)), False):
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
            parts = (node.key, node.value) if isinstance(node, ast.DictComp) else (node.elt,)
            self.all(parts)

    visit_ListComp = visit_SetComp = visit_DictComp = visit_comprehension_of

    def visit_GeneratorExp(self, node: ast.GeneratorExp) -> None:
        before, self.is_lambda = self.is_lambda, True
        self.visit_comprehension_of(node)
        self.is_lambda = before

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        self.visit(node.target)
        self.annotation(node.annotation)
        self.all([node.value])

    def visit_JoinedStr(self, node: ast.JoinedStr) -> None:
        before, self.text = self.text, self.text or node
        self.generic_visit(node)
        self.text = before

    def visit_Name(self, node: ast.Name) -> None:
        if not isinstance(node.ctx, ast.Load):
            self.bind(node.id, node)
            return
        meaning = self.lookup(node.id)
        if self.is_still_pythons(node):
            meaning = Symbol("", node.id)
        if meaning is not None and not self.is_annotation and node.id in self.module.hinted:
            if node.id not in self.module.names:
                self.refuse(node, f"{node.id} is imported for type checkers only: import it")
        if self.scopes and self.scopes[-1].is_class and node.id in self.scopes[-1].bound:
            if node.id in {*self.module.own, *self.module.imported, *self.module.standard}:
                text = f"{node.id} is a name of the class and of the module: take two names"
                self.refuse(node, text)
        self.read(node, meaning)
        if meaning == ("", node.id) and len(self.tables.modules) > 1:
            self.look_at_self(node)

    def look_at_self(self, node: ast.Name) -> None:
        """Refuses a name that tells in which module it stands."""
        if node.id in SELVES and not (node.id == "__name__" and self.module.is_main):
            text = f"{node.id} means a file, and the bundle is one: write what is meant"
            self.refuse(node, text)
        elif node.id in READERS and not is_ours(self.path):
            self.refuse(node, f"{node.id} takes a text for code, with the names of a module")

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
        """Notes a name, maybe of a module, where its value is needed."""
        if isinstance(meaning, ModuleName):
            text = f"the module {meaning.dotted} as a value: name what is in it, as NAME.what"
            self.refuse(node, text)
        elif meaning is not None:
            self.note(meaning, ast.unparse(node), node)

    def dotted(self, node: ast.expr) -> Meaning | None:
        """Returns the meaning of `a.b.c`, where `a` is an own module; None for all else."""
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
        """Reads a statement or pattern with names that are plain texts."""
        name = node.rest if isinstance(node, ast.MatchMapping) else getattr(node, "name", None)
        for each in node.names if isinstance(node, ast.Global) else filter(None, [name]):
            self.bind(each, node)
        self.generic_visit(node)

    visit_ExceptHandler = visit_MatchAs = visit_MatchStar = visit_MatchMapping = visit_binder
    visit_Global = visit_binder


def is_ours(path: str) -> bool:
    """Returns True for a module of Botsmith's own common/, which is written for one namespace."""
    return path.startswith("common/") and os.path.isfile(os.path.join(HOME, path))


def each_argument(arguments: ast.arguments) -> Iterator[ast.arg]:
    """Yields all arguments of a function."""
    yield from [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]
    yield from (each for each in (arguments.vararg, arguments.kwarg) if each)


def argument_names(arguments: ast.arguments) -> list[str]:
    return [argument.arg for argument in each_argument(arguments)]


def scope_of(
    nodes: Sequence[Any],
    extra: Iterable[str] = (),
    is_class: bool = False,
    bound: Iterable[tuple[str, ast.AST]] | None = None,
) -> Scope:
    """Returns the scope that these statements make up. bound: their bindings, where known."""
    declared = list(outsiders(nodes))
    names = {name for name, _ in (bindings(nodes) if bound is None else bound)}
    outside = {name for is_global, name in declared if is_global}
    return Scope({*extra, *names} - {name for _, name in declared}, outside, is_class)


def outsiders(nodes: Iterable[ast.AST]) -> Iterator[tuple[bool, str]]:
    """Yields the names that a function takes from outside, each behind True if by `global`."""
    for node in nodes:
        if isinstance(node, (ast.Global, ast.Nonlocal)):
            yield from ((isinstance(node, ast.Global), name) for name in node.names)
        elif not isinstance(node, (*SCOPES, *COMPREHENSIONS)):
            yield from outsiders(ast.iter_child_nodes(node))


def changed_copies(tables: Tables, uses: Mapping[str, Uses]) -> Iterator[Failure]:
    """Yields variables that one module has imported by name and another one sets in a function, and
    annotations that are not read, beside kernels, which read them.
    """
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
                    yield module.failure(node, f"{what}: {advice}")
        if module.has_future and KERNELS in tables.modules:
            what = f"annotations are read by {KERNELS}: leave 'from __future__' out"
            yield module.failure(module.cuts[0], what)
