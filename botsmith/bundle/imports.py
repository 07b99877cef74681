"""Finds the order in which Python runs a bot's modules, and if one file may keep to it.

A module runs where it is imported first, in the middle of another one. In a bundle it stands whole
above that one: so whatever stands above the import there runs after it, which must make no
difference.
"""

import ast
from collections.abc import Mapping
from dataclasses import dataclass, field

from botsmith.bundle.effects import ACTS, FIXED, READS, Effects
from botsmith.bundle.failures import Failure
from botsmith.bundle.followed import Import, absolute_target, is_guard
from botsmith.bundle.symbols import ModuleName, Symbol, Tables
from botsmith.bundle.uses import Uses


@dataclass
class Run:
    """The run of the entry file until it has imported everything.

    order: paths of the modules as they end, the entry file last
    failures: imports that cannot stand above their module
    caught: by path, the modules that took something of it while it was still running
    """

    tables: Tables
    effects: Effects
    main: str
    order: list[str] = field(default_factory=list)
    begun: list[str] = field(default_factory=list)
    failures: list[Failure] = field(default_factory=list)
    caught: dict[str, set[str]] = field(default_factory=dict)

    def start(self) -> None:
        """Runs the entry file, after the packages around it."""
        self.enter(self.tables.modules[self.main].source.module.rpartition(".")[0])
        self.execute(self.main)

    def enter(self, dotted: str) -> list[str]:
        """Runs a module, after its packages, unless it has begun; returns the paths of what ran."""
        before = len(self.begun)
        parts = dotted.split(".")
        for end in range(1, len(parts) + 1):
            path = self.tables.paths.get(".".join(parts[:end]), "")
            if path in self.tables.modules and path not in self.begun and path != self.main:
                self.execute(path)
        return self.begun[before:]

    def execute(self, path: str) -> None:
        """Runs a module from its first line to its last."""
        self.begun.append(path)
        module = self.tables.modules[path]
        for number, node in module.top_imports():
            if self.tables.is_own_import(path, node):
                self.look_at_partial(path, node)
                ran = [each for name in self.asked(path, node) for each in self.enter(name)]
                self.compare(path, number, node, ran)
        self.order.append(path)

    def asked(self, path: str, node: Import) -> list[str]:
        """Returns the dotted names of the modules that an import runs, in its order."""
        if isinstance(node, ast.Import):
            return [alias.name for alias in node.names]
        home = absolute_target(self.tables.inner(path), node) or ""
        targets = dict.fromkeys(target for _, target in self.tables.targets(path, node))
        inner = [f"{dotted}.{name}" for dotted, name in targets]
        return [home, *(name for name in inner if self.is_submodule(name))]

    def is_submodule(self, dotted: str) -> bool:
        """Returns True if a name that is taken out of a package is a module of it."""
        home, _, name = dotted.rpartition(".")
        package = self.tables.modules.get(self.tables.paths.get(home, ""))
        has_name = package is not None and (name in package.own or name in package.standard)
        return self.tables.is_own(dotted) and not has_name

    def compare(self, path: str, number: int, node: Import, ran: list[str]) -> None:
        """Notes an import below something for which it matters what stands above."""
        module = self.tables.modules[path]
        guard = module.tree.body[number]
        first = number + (is_guard(guard) and vars(guard)["body"][0] is not node)
        above = self.effects.level(path, range(first))
        inside = max((self.effects.level(each) for each in ran), default=FIXED)
        if min(above, inside) > FIXED and max(above, inside) > READS:
            text = "an own import below what runs: move it to the top of the module"
            self.failures.append(module.failure(node, text))
        elif inside == ACTS and not self.caught.get(path, set()).isdisjoint(ran):
            text = "what this imports acts on this module, which is still running: move what both"
            self.failures.append(module.failure(node, f"{text} need to a third one"))

    def look_at_partial(self, path: str, node: Import) -> None:
        """Notes what is taken out of a module that is still running, and changes it later; and the
        entry file as a module, which Python runs twice.
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

    def look_at_lazy(self, uses: Mapping[str, Uses]) -> None:
        """Notes imports in functions of modules for which it matters when they run."""
        at_import = called_at_import(uses, self.main)
        for path, found in uses.items():
            for statement, node in found.lazy:
                module = self.tables.modules[path]
                for dotted in self.asked(path, node):
                    home = self.tables.paths.get(dotted, "")
                    if home == self.main:
                        text = "the entry file runs again when it is imported: move what is needed"
                        self.failures.append(module.failure(node, text))
                    if home not in self.tables.modules or self.effects.level(home) == FIXED:
                        continue
                    is_late = home in self.order and (path, statement) not in at_import
                    if not is_late:
                        text = f"it matters when {home} runs, which this function imports: import"
                        text += " it at the top of the module"
                        self.failures.append(module.failure(node, text))


def called_at_import(uses: Mapping[str, Uses], main: str) -> set[tuple[str, int]]:
    """Returns the statements, by module and number, that modules may call at their top."""
    makers: dict[Symbol, set[tuple[str, int]]] = {}
    inner: dict[tuple[str, int], set[Symbol]] = {}
    for path, found in uses.items():
        for use in found.uses:
            inner.setdefault((path, use.statement), set()).add(use.symbol)
            if use.is_binding and use.symbol.home == path:
                makers.setdefault(use.symbol, set()).add((path, use.statement))
    waiting = [
        use.symbol
        for path, found in uses.items()
        for use in found.uses
        if path != main and not (use.is_late or use.is_binding or use.is_annotation)
    ]
    known: set[Symbol] = set()
    reached: set[tuple[str, int]] = set()
    while waiting:
        symbol = waiting.pop()
        if symbol not in known:
            known.add(symbol)
            for place in makers.get(symbol, ()):
                reached.add(place)
                waiting += inner[place]
    return reached
