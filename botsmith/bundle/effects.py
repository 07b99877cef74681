"""What a module does while it is imported, as far as order may tell.

FIXED   it defines things, out of what nobody changes
READS   it reads what others may change
ACTS    it calls what may do anything: reads input, prints, rolls dice, registers something

Whatever is not surely less acts. A module that acts keeps its place, so no more is asked.
"""

import ast
from collections.abc import Mapping
from typing import Any

from botsmith.bundle.followed import OWNERS
from botsmith.bundle.symbols import Symbol, Tables
from botsmith.bundle.uses import Reader, Uses, is_ours

FIXED, READS, ACTS = range(3)
PURE = set(
    "abs all any ascii bin bool bytearray bytes callable chr classmethod complex dict divmod"
    " float format frozenset getattr hasattr hash hex int isinstance issubclass len list max"
    " memoryview min object oct ord pow property range repr round set slice sorted staticmethod str"
    " sum super tuple type".split()
)
LAZY = set("enumerate filter iter map reversed zip".split())  # pure where they are used up at once
# Of the standard library: what only makes values.
PURE_MODULES = set(
    "abc array cmath collections contextlib ctypes dataclasses enum fractions functools"
    " math numbers operator re string struct types typing __future__".split()
)
# Methods of Python's own types that change nothing.
READING = set(
    "split rsplit splitlines join strip lstrip rstrip index count find rfind replace startswith"
    " endswith lower upper title capitalize format keys values items get copy encode decode"
    " zfill ljust rjust center partition rpartition union intersection difference"
    " bit_length bit_count to_bytes from_bytes fromkeys translate maketrans".split()
)
HOOKS = {"__init_subclass__", "__set_name__", "__class_getitem__", "__mro_entries__"}
STREAMS = {"stdin", "stdout", "stderr"}
MADE = (
    *(ast.Constant, ast.JoinedStr, ast.List, ast.Dict, ast.Set, ast.Tuple, ast.ListComp),
    *(ast.DictComp, ast.SetComp, ast.BinOp, ast.UnaryOp, ast.Compare),
)
LOOPS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)


class Watcher(Reader):
    """Finds the level of each statement of a module's top level.

    has_hooks: making a class of another own one may run code
    fresh: names that hold nothing but what the module made
    used_up: expressions of which whatever stands around leaves nothing
    """

    def __init__(self, tables: Tables, path: str, has_hooks: bool) -> None:
        super().__init__(tables, path)
        body = self.module.tree.body
        self.has_hooks = has_hooks
        self.levels = [FIXED] * len(body)
        self.fresh = {name for name in self.module.own if self.is_fresh(name)}
        self.used_up: set[int] = set()
        for self.statement, node in enumerate(body):
            self.visit(node)

    def note_level(self, level: int) -> None:
        """Notes what a place does, unless it stands in a function."""
        if not self.is_late:
            self.levels[self.statement] = max(self.levels[self.statement], level)

    def is_fresh(self, name: str) -> bool:
        """Returns True if every value of an own name is made where the name gets it."""
        values = [
            getattr(node, "value", None)
            for node in self.module.nodes
            if isinstance(node, (ast.Assign, ast.AnnAssign))
            for target in (node.targets if isinstance(node, ast.Assign) else [node.target])
            if isinstance(target, ast.Name) and target.id == name
        ]
        is_whole = len(values) == len(self.module.binders.get(name, []))
        return is_whole and all(map(self.is_made, values)) and len(values) > 0

    def is_made(self, node: ast.AST | None) -> bool:
        """Returns True for an expression that makes a new thing of Python's own."""
        match node:
            case ast.Call(func=ast.Name(id=name)):
                return name in PURE | {"deque", "defaultdict", "Counter"}
            case ast.Call(func=ast.Attribute(value=value, attr=attr)):
                return attr in READING and self.is_made(value)
        return isinstance(node, MADE)

    def is_value(self, node: ast.expr) -> bool:
        """Returns True for a thing that only this module has, or for a constant."""
        if isinstance(node, ast.Name):
            symbol: Any = self.lookup(node.id)
            if isinstance(symbol, Symbol) and symbol.home in self.tables.modules:
                is_own = symbol.home == self.path and symbol.name in self.fresh
                only = self.tables.modules[symbol.home].only_value(symbol.name)
                return is_own or isinstance(only, ast.Constant)
            return False
        return self.is_made(node)

    def visit_Call(self, node: ast.Call) -> None:
        values = [*node.args, *(word.value for word in node.keywords)]
        is_pure = self.is_pure(node.func, id(node) in self.used_up)
        if not is_pure or (not self.is_ours(node.func) and any(map(self.is_own_code, values))):
            self.note_level(ACTS)
        elif not isinstance(node.func, ast.Name) or node.func.id not in LAZY:
            self.used_up.update(map(id, values))
        super().visit_Call(node)

    def is_pure(self, node: ast.expr, is_used_up: bool) -> bool:
        """Returns True for a function that surely does nothing but make a value."""
        if isinstance(node, ast.Attribute):
            symbol = self.dotted(node)
            if symbol is None:
                root = self.standard_root(node)
                return root in PURE_MODULES if root else self.is_value_s_method(node)
        elif isinstance(node, ast.Name):
            symbol = self.lookup(node.id)
        else:
            return False
        if not isinstance(symbol, Symbol):
            return False
        if not symbol.home:
            return symbol.name in PURE or (symbol.name in LAZY and is_used_up)
        if symbol.home in self.tables.modules:
            made = self.tables.modules[symbol.home].only_value(symbol.name)
            is_maker = isinstance(made, ast.Call) and ast.unparse(made.func).endswith("amedtuple")
            return is_ours(symbol.home) or is_maker
        return symbol.home.removeprefix("import ").split(".")[0] in PURE_MODULES

    def is_value_s_method(self, node: ast.Attribute) -> bool:
        """Returns True for a method of a value that nobody else has."""
        is_name = isinstance(node.value, ast.Name)
        return self.is_value(node.value) and (is_name or node.attr in READING)

    def is_own_code(self, node: ast.expr) -> bool:
        """Returns True for a function or class of the author's, which a call may call."""
        symbol = self.lookup(node.id) if isinstance(node, ast.Name) else self.dotted(node)
        if not isinstance(symbol, Symbol) or symbol.home not in self.tables.modules:
            return False
        found = self.tables.modules[symbol.home].binders.get(symbol.name, [])
        return not is_ours(symbol.home) and any(isinstance(each, OWNERS) for each in found)

    def is_ours(self, node: ast.expr) -> bool:
        """Returns True for a function of Botsmith's own, which calls nothing of the author's."""
        symbol = self.lookup(node.id) if isinstance(node, ast.Name) else self.dotted(node)
        return isinstance(symbol, Symbol) and is_ours(symbol.home)

    def standard_root(self, node: ast.expr) -> str:
        """Returns the module of the standard library at the root of a.b.c, "" if that is none."""
        while isinstance(node, ast.Attribute):
            node = node.value
        symbol = self.lookup(node.id) if isinstance(node, ast.Name) else None
        home = symbol.home if isinstance(symbol, Symbol) else ""
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
        """Notes what the decorators of a definition do."""
        for one in node.decorator_list:
            if not self.is_pure(one.func if isinstance(one, ast.Call) else one, False):
                self.note_level(ACTS)

    def visit_Attribute(self, node: ast.Attribute) -> None:
        if not isinstance(node.ctx, ast.Load):
            self.note_level(FIXED if self.is_own_class(node.value) else ACTS)
        elif node.attr in STREAMS:
            self.note_level(ACTS)
        elif self.is_own_code(node.value) or self.standard_root(node) not in {"", *PURE_MODULES}:
            self.note_level(READS)
        super().visit_Attribute(node)

    def is_own_class(self, node: ast.expr) -> bool:
        """Returns True for a class of the module that only gets an attribute."""
        return (
            isinstance(node, ast.Name)
            and self.lookup(node.id) == (self.path, node.id)
            and (self.is_own_code(node))
        )

    def visit_Subscript(self, node: ast.Subscript) -> None:
        if not isinstance(node.ctx, ast.Load) and not self.is_value(node.value):
            self.note_level(ACTS)
        self.generic_visit(node)

    def visit_AugAssign(self, node: ast.AugAssign) -> None:
        if isinstance(node.target, ast.Name) and node.target.id not in self.fresh:
            self.note_level(ACTS)
        self.generic_visit(node)

    def visit_Name(self, node: ast.Name) -> None:
        super().visit_Name(node)
        if isinstance(node.ctx, ast.Load) and node.id in STREAMS and self.lookup(node.id):
            self.note_level(ACTS)

    def visit_GeneratorExp(self, node: ast.GeneratorExp) -> None:
        if id(node) not in self.used_up:
            self.note_level(ACTS)
        super().visit_GeneratorExp(node)

    def visit_comprehension_of(self, node: Any) -> None:
        self.used_up |= {id(each.iter) for each in node.generators}
        super().visit_comprehension_of(node)

    visit_ListComp = visit_SetComp = visit_DictComp = visit_comprehension_of

    def visit_For(self, node: ast.For) -> None:
        self.used_up.add(id(node.iter))
        self.generic_visit(node)

    def act(self, node: ast.AST) -> None:
        """Notes a statement that may do anything."""
        self.note_level(ACTS)
        self.generic_visit(node)

    visit_Raise = visit_Assert = visit_Await = visit_AsyncFor = visit_AsyncWith = visit_With = act


class Effects:
    """The levels of the modules of a bundle."""

    def __init__(self, tables: Tables, uses: Mapping[str, Uses]) -> None:
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
        """Returns what one statement of a top level does."""
        if is_ours(path):
            return FIXED
        uses = self.uses[path].by_statement.get(number, [])
        read = [use.symbol for use in uses if not (use.is_late or use.is_binding)]
        return max([self.levels[path][number], *(self.of_variable(path, each) for each in read)])

    def of_variable(self, path: str, symbol: Symbol) -> int:
        """Returns what it means that a module reads a variable of another one."""
        if symbol.home in ("", path) or symbol.home not in self.levels or is_ours(symbol.home):
            return FIXED
        module = self.tables.modules[symbol.home]
        if all(isinstance(node, OWNERS) for node in module.binders.get(symbol.name, [])):
            return FIXED
        value = module.only_value(symbol.name)
        if value is None or "defaultdict" in ast.unparse(value):  # where a look may change it
            return ACTS
        makers = self.uses[symbol.home].makers.get(symbol, ())
        is_made = all(self.levels[symbol.home][number] < ACTS for number in makers)
        return FIXED if isinstance(value, ast.Constant) else READS if is_made else ACTS
