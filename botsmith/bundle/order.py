"""Finds the order of modules in the one namespace of a bundle: `in_order`.

Modules keep their reading order, but each stands behind the modules that its top level needs. It
needs the modules of names used outside of functions, and all modules that functions and classes
called there need. Modules that act while they are imported keep the order in which Python runs
them; so do those that read changeable values. The level of a statement says what it does while it
is imported:

FIXED   it defines things, from values that nobody changes
READS   it reads values that others may change
ACTS    it calls code that may do anything: reads input, prints, draws, registers something

In doubt a statement acts. Python runs a module at its first import, in the middle of the importing
module. In a bundle the imported module stands above the importing one. So statements above the
import run after the imported module there, and that must make no difference.
"""

import ast
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from botsmith.bundle.failures import Failure, Refused
from botsmith.bundle.modules import OWNERS, Import, absolute_target, is_guard
from botsmith.bundle.symbols import Module, ModuleName, Reader, Symbol, Tables, Use, UseMap, is_ours

Needs = dict[str, tuple[str, ast.AST]]  # path of a module -> which of its names is needed where
FIXED, READS, ACTS = range(3)
PURE = set(
    "abs all any ascii bin bool bytearray bytes chr classmethod complex dict divmod enumerate"
    " filter float format frozenset getattr hasattr hash hex int isinstance issubclass iter len"
    " list map max memoryview min object oct ord pow property range repr reversed round set slice"
    " sorted staticmethod str sum super tuple type zip".split()
)
# Of the standard library: what only makes values.
PURE_MODULES = set(
    "abc array cmath collections contextlib ctypes dataclasses enum fractions functools"
    " math numbers operator re string struct types typing __future__".split()
)
SPENT = set("enumerate filter iter map reversed zip defaultdict".split())  # a look changes them
HOOKS = {"__init_subclass__", "__set_name__", "__class_getitem__", "__mro_entries__"}
STREAMS = {"stdin", "stdout", "stderr"}


class Watcher(Reader):
    """Finds the level of each statement of a module's top level.

    has_hooks: True if defining a subclass of an own class may run code
    """

    def __init__(self, tables: Tables, path: str, has_hooks: bool) -> None:
        super().__init__(tables, path)
        body = self.module.tree.body
        self.has_hooks = has_hooks
        self.levels = [FIXED] * len(body)
        for self.statement, node in enumerate(body):
            self.visit(node)

    def note_level(self, level: int) -> None:
        """Records the level of the present place, unless it is in a function."""
        if not self.is_late:
            self.levels[self.statement] = max(self.levels[self.statement], level)

    def act(self, node: ast.AST) -> None:
        """Records a statement that may do anything."""
        self.note_level(ACTS)
        self.generic_visit(node)

    visit_Raise = visit_Assert = visit_Await = visit_AsyncFor = visit_AsyncWith = visit_With = act
    visit_AugAssign = act

    def symbol(self, node: ast.expr) -> Symbol | None:
        """Returns the global symbol that an expression names, directly or as an attribute of an own
        module; None for another expression.
        """
        found = self.lookup(node.id) if isinstance(node, ast.Name) else self.dotted(node)
        return found if isinstance(found, Symbol) else None

    def is_own_code(self, node: ast.expr) -> bool:
        """Returns True for a function or class of the author's."""
        symbol = self.symbol(node)
        if symbol is None or symbol.home not in self.tables.modules or is_ours(symbol.home):
            return False
        found = self.tables.modules[symbol.home].binders.get(symbol.name, [])
        return any(isinstance(each, OWNERS) for each in found)

    def visit_Call(self, node: ast.Call) -> None:
        symbol = self.symbol(node.func)
        values = [*node.args, *(word.value for word in node.keywords)]
        is_handed = any(map(self.is_own_code, values)) and not (symbol and is_ours(symbol.home))
        if is_handed or not self.is_pure(node.func):
            self.note_level(ACTS)
        super().visit_Call(node)

    def is_pure(self, node: ast.expr) -> bool:
        """Returns True for a function that surely does nothing but return a value."""
        symbol = self.symbol(node)
        if symbol is None:
            if not isinstance(node, ast.Attribute):
                return False
            if root := self.standard_root(node):
                return root in PURE_MODULES
            return isinstance(node.value, ast.Constant)
        if symbol.home in self.tables.modules:
            made = only_value(self.tables.modules[symbol.home], symbol.name)
            return is_ours(symbol.home) or "namedtuple(" in (ast.unparse(made) if made else "")
        home = symbol.home.removeprefix("import ").split(".")[0]
        return home in PURE_MODULES if home else symbol.name in PURE

    def standard_root(self, node: ast.expr) -> str:
        """Returns the module of the standard library at the root of a.b.c; "" if `a` is none."""
        while isinstance(node, ast.Attribute):
            node = node.value
        symbol = self.symbol(node)
        home = symbol.home if symbol else ""
        return home.removeprefix("import ").split(".")[0] if home.startswith("import ") else ""

    def visit_function(self, node: Any) -> None:
        self.decorated(node)
        super().visit_function(node)

    visit_FunctionDef = visit_AsyncFunctionDef = visit_function

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        self.decorated(node)
        if node.keywords or (self.has_hooks and node.bases):
            self.note_level(ACTS)
        super().visit_ClassDef(node)

    def decorated(self, node: Any) -> None:
        """Records the levels of a definition's decorators."""
        bare = [one.func if isinstance(one, ast.Call) else one for one in node.decorator_list]
        self.note_level(FIXED if all(map(self.is_pure, bare)) else ACTS)

    def visit_Attribute(self, node: ast.Attribute) -> None:
        if not isinstance(node.ctx, ast.Load) or node.attr in STREAMS:
            self.note_level(ACTS)
        elif self.is_own_code(node.value) or self.standard_root(node) not in {"", *PURE_MODULES}:
            self.note_level(READS)
        super().visit_Attribute(node)

    def visit_Subscript(self, node: ast.Subscript) -> None:
        if not isinstance(node.ctx, ast.Load):
            self.note_level(ACTS)
        self.generic_visit(node)

    def visit_Name(self, node: ast.Name) -> None:
        super().visit_Name(node)
        if node.id in STREAMS and self.lookup(node.id):
            self.note_level(ACTS)


class Effects:
    """The levels of the modules of a bundle."""

    def __init__(self, tables: Tables, uses: UseMap) -> None:
        self.tables, self.uses = tables, uses
        has_hooks = any(
            isinstance(node, ast.ClassDef)
            and (node.keywords or HOOKS & {getattr(each, "name", "") for each in node.body})
            for module in tables.modules.values()
            for node in module.nodes
        )
        self.levels = {
            path: [] if is_ours(path) else Watcher(tables, path, has_hooks).levels
            for path in tables.modules
        }

    def level(self, path: str, statements: range | None = None) -> int:
        """Returns the highest level of a module's statements, or of some of them."""
        numbers = range(len(self.levels[path])) if statements is None else statements
        return max((self.of_statement(path, number) for number in numbers), default=FIXED)

    def of_statement(self, path: str, number: int) -> int:
        """Returns the level of one statement of a module's top level."""
        if is_ours(path):
            return FIXED
        uses = self.uses[path].by_statement.get(number, [])
        read = [use.symbol for use in uses if not (use.is_late or use.is_binding)]
        return max([self.levels[path][number], *(self.of_variable(path, each) for each in read)])

    def of_variable(self, path: str, symbol: Symbol) -> int:
        """Returns the level of reading another module's variable."""
        if symbol.home in ("", path) or symbol.home not in self.levels or is_ours(symbol.home):
            return FIXED
        module = self.tables.modules[symbol.home]
        if all(isinstance(node, OWNERS) for node in module.binders.get(symbol.name, [])):
            return FIXED
        value = only_value(module, symbol.name)
        if value is None or isinstance(value, ast.GeneratorExp):
            return ACTS
        if isinstance(value, ast.Call) and ast.unparse(value.func).rpartition(".")[2] in SPENT:
            return ACTS
        makers = self.uses[symbol.home].makers.get(symbol, ())
        is_made = all(self.levels[symbol.home][number] < ACTS for number in makers)
        return FIXED if isinstance(value, ast.Constant) else READS if is_made else ACTS


@dataclass
class Run:
    """A simulated run of the entry file until it has imported everything.

    order: paths of the modules in the order in which they end, the entry file last
    failures: imports that cannot stand above their module
    caught: by path of a module, the modules that imported a name from it while it was still running
    """

    tables: Tables
    effects: Effects
    main: str
    order: list[str] = field(default_factory=list)
    begun: list[str] = field(default_factory=list)
    failures: list[Failure] = field(default_factory=list)
    caught: dict[str, set[str]] = field(default_factory=dict)

    def enter(self, dotted: str) -> list[str]:
        """Runs a module, after its packages, unless it has begun. Returns the paths of the modules
        that ran.
        """
        before = len(self.begun)
        parts = dotted.split(".")
        for end in range(1, len(parts) + 1):
            path = self.tables.paths.get(".".join(parts[:end]), "")
            if path in self.tables.modules and path not in self.begun and path != self.main:
                self.execute(path)
        return self.begun[before:]

    def execute(self, path: str) -> None:
        """Runs a module from its first line to its last. Records an import if a statement above it
        has effects that the bundle's order may change.
        """
        self.begun.append(path)
        module = self.tables.modules[path]
        for number, node in module.top_imports():
            if not self.tables.is_own_import(path, node):
                continue
            self.look_at_partial(path, node)
            ran = [each for name in self.asked(path, node) for each in self.enter(name)]
            guard = module.tree.body[number]
            first = number + (is_guard(guard) and guard.body[0] is not node)
            above = self.effects.level(path, range(first))
            inside = max((self.effects.level(each) for each in ran), default=FIXED)
            text = ""
            if min(above, inside) > FIXED and max(above, inside) > READS:
                text = "an own import below what runs: move it to the top of the module"
            elif inside == ACTS and not self.caught.get(path, set()).isdisjoint(ran):
                text = "what this imports acts on this module, which is still running: move what"
                text += " both need to a third one"
            self.failures += [module.failure(node, text)] if text else []
        self.order.append(path)

    def asked(self, path: str, node: Import) -> list[str]:
        """Returns the dotted names of the modules that an import runs, in the order in which they
        run.
        """
        if isinstance(node, ast.Import):
            return [alias.name for alias in node.names]
        home = absolute_target(self.tables.inner(path), node)
        package = self.tables.modules.get(self.tables.paths.get(home, ""))
        known = {*package.own, *package.standard} if package else set()
        names = dict.fromkeys(name for _, (_, name) in self.tables.targets(path, node))
        inner = [f"{home}.{name}" for name in names if name not in known]
        return [home, *filter(self.tables.is_own, inner)]

    def look_at_partial(self, path: str, node: Import) -> None:
        """Records names imported from a module that still runs and changes them later. Also records
        imports of the entry file as a module, which Python runs twice.
        """
        module = self.tables.modules[path]
        for dotted in self.asked(path, node):
            if self.tables.paths.get(dotted) == self.main and path != self.main:
                text = "the entry file runs again when it is imported: move what is needed"
                self.failures.append(module.failure(node, text))
        for _, target in self.tables.targets(path, node):
            symbol = self.tables.attribute(*target)
            if isinstance(symbol, ModuleName):
                home = self.tables.paths.get(symbol.dotted, "")
            else:
                home = symbol.home if symbol else ""
            if home not in self.begun or home in self.order or home == path:
                continue
            self.caught.setdefault(home, set()).add(path)
            if not isinstance(symbol, Symbol):
                continue
            count = len(self.tables.modules[symbol.home].binders.get(symbol.name, []))
            if count > 1 or node.names[0].name == "*":
                text = f"{symbol.name} is taken out of {symbol.home} while that is still running"
                self.failures.append(module.failure(node, text))

    def look_at_lazy(self, uses: UseMap) -> None:
        """Records imports inside functions of modules whose time of running matters."""
        at_import: set[tuple[str, int]] = set()  # statements that top levels of modules may call
        called: set[Symbol] = set()
        for path, found in uses.items():
            for use in found.uses if path != self.main else ():
                if not (use.is_late or use.is_binding or use.is_annotation):
                    for _, inner in calls_of(uses, path, use, called):
                        at_import |= makers_of(uses, inner.symbol)
        for path, found in uses.items():
            for statement, node in found.lazy:
                is_early = (path, statement) in at_import
                for home in (self.tables.paths.get(each, "") for each in self.asked(path, node)):
                    text = ""
                    if home == self.main:
                        text = "the entry file runs again when it is imported: move what is needed"
                    elif home in self.tables.modules and self.effects.level(home) != FIXED:
                        if is_early or home not in self.order:
                            text = f"it matters when {home} runs, which this function imports:"
                            text += " import it at the top of the module"
                    module = self.tables.modules[path]
                    self.failures += [module.failure(node, text)] if text else []


def makers_of(uses: UseMap, symbol: Symbol) -> set[tuple[str, int]]:
    """Returns the statements that bind a global symbol, by module and number."""
    makers = uses[symbol.home].makers.get(symbol, set()) if symbol.home in uses else set()
    return {(symbol.home, number) for number in makers}


def in_order(tables: Tables, uses: UseMap, main: str) -> list[str]:
    """Returns the paths of the modules in the bundle's order, main last.

    Raises Refused if no order of whole modules behaves as Python's imports do.
    """
    effects = Effects(tables, uses)
    run = Run(tables, effects, main)
    run.enter(tables.modules[main].source.module.rpartition(".")[0])  # the entry file's packages
    run.execute(main)
    run.look_at_lazy(uses)
    if run.failures:
        raise Refused(run.failures)
    levels = {path: effects.level(path) for path in run.order if path != main}
    acts = ACTS in levels.values()
    sequence = [path for path, level in levels.items() if level > FIXED and acts]
    needs = {path: needs_of(tables, uses, path, effects) for path in tables.modules}
    for before, path in zip(sequence, sequence[1:], strict=False):
        needs[path].setdefault(before, ("what it does", tables.modules[path].tree))
    placed: list[str] = []

    def place(path: str, around: list[str]) -> None:
        """Adds a module to `placed`, behind those that it needs. Raises Refused if modules need
        each other.
        """
        if path in placed:
            return
        if path in around:
            first, last = around[around.index(path)], around[-1]
            name, node = needs[last][first]
            text = f"{name} of {first} is needed while this is defined, and {first} needs this"
            text += " module as well: move what both need to a third one"
            raise Refused([tables.modules[last].failure(node, text)])
        for other in sorted(needs[path], key=list(tables.modules).index):
            place(other, [*around, path])
        placed.append(path)

    for path in tables.modules:
        if path != main:
            place(path, [])
    return [*placed, main]


def needs_of(tables: Tables, uses: UseMap, path: str, effects: Effects) -> Needs:
    """Returns the modules that must be defined before this one."""
    has_future = any(module.has_future for module in tables.modules.values())
    needs: Needs = {}
    called: set[Symbol] = set()
    for use in uses[path].uses:
        is_called = use.is_late and effects.of_statement(path, use.statement) == ACTS
        if use.is_binding or (use.is_late and not is_called) or (use.is_annotation and has_future):
            continue
        reached = [(path, use)] if use.is_annotation else calls_of(uses, path, use, called)
        for user, inner in reached:
            home, name = inner.symbol
            if home not in tables.modules and inner.spelled not in tables.modules[user].standard:
                # a name of the standard library, imported by way of an own module
                others = tables.modules.items()
                homes = (other for other, each in others if each.standard.get(name) == home)
                home = next(homes, "") if home else ""
            if home in tables.modules and home != path:
                needs.setdefault(home, (inner.symbol.name, use.node))
    return needs


def calls_of(uses: UseMap, path: str, use: Use, called: set[Symbol]) -> Iterator[tuple[str, Use]]:
    """Yields a use and all uses that a call of it may reach, each with its module. Symbols in
    `called` are left out, and reached ones are added.
    """
    waiting = [(path, use)]
    while waiting:
        place, use = waiting.pop()
        symbol = use.symbol
        if symbol in called:
            continue
        called.add(symbol)
        yield place, use
        for home, number in sorted(makers_of(uses, symbol)):
            waiting += [(home, each) for each in uses[home].by_statement[number]]


def only_value(module: Module, name: str) -> ast.expr | None:
    """Returns the expression assigned to an own name, if it is assigned just once; else None."""
    if len(module.binders.get(name, [])) != 1 or name in module.set_by_functions:
        return None
    for node in module.tree.body:
        match node:
            case ast.Assign([ast.Name(word)], value) | ast.AnnAssign(ast.Name(word), _, value):
                if word == name:
                    return value
    return None
