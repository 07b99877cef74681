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
# Methods that change nothing of a literal.
READING = set(
    "split splitlines join strip lstrip rstrip index count find replace startswith endswith lower"
    " upper format keys values items get copy encode decode zfill union intersection bit_length"
    " bit_count to_bytes from_bytes fromkeys translate maketrans".split()
)
SPENT = set("enumerate filter iter map reversed zip defaultdict".split())  # a look changes them
HOOKS = {"__init_subclass__", "__set_name__", "__class_getitem__", "__mro_entries__"}
STREAMS = {"stdin", "stdout", "stderr"}
MADE = (
    *(ast.Constant, ast.JoinedStr, ast.List, ast.Dict, ast.Set, ast.Tuple, ast.ListComp),
    *(ast.DictComp, ast.SetComp, ast.BinOp, ast.UnaryOp, ast.Compare),
)


class Watcher(Reader):
    """Finds the level of each statement of a module's top level.

    has_hooks: making a class of another own one may run code
    fresh: names that hold nothing but what the module made
    """

    def __init__(self, tables: Tables, path: str, has_hooks: bool) -> None:
        super().__init__(tables, path)
        body = self.module.tree.body
        self.has_hooks = has_hooks
        self.levels = [FIXED] * len(body)
        self.fresh = {
            name for name in self.module.own if self.is_made(self.module.only_value(name))
        }
        for self.statement, node in enumerate(body):
            self.visit(node)

    def note_level(self, level: int) -> None:
        """Notes what a place does, unless it stands in a function."""
        if not self.is_late:
            self.levels[self.statement] = max(self.levels[self.statement], level)

    def act(self, node: ast.AST) -> None:
        """Notes a statement that may do anything."""
        self.note_level(ACTS)
        self.generic_visit(node)

    visit_Raise = visit_Assert = visit_Await = visit_AsyncFor = visit_AsyncWith = visit_With = act

    def is_made(self, node: ast.AST | None) -> bool:
        """Returns True for an expression that makes a new thing of Python's own."""
        is_call = isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
        return isinstance(node, MADE) or (is_call and vars(vars(node)["func"])["id"] in PURE)

    def is_fresh(self, node: ast.expr) -> bool:
        """Returns True for a thing that nobody else has."""
        is_own = isinstance(node, ast.Name) and node.id in self.fresh and bool(self.lookup(node.id))
        return is_own or self.is_made(node)

    def symbol(self, node: ast.expr) -> Symbol | None:
        """Returns the global thing that a name, or one of an own module, means; None for none."""
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
        """Returns True for a function that surely does nothing but make a value."""
        symbol = self.symbol(node)
        if symbol is None:
            if not isinstance(node, ast.Attribute):
                return False
            if root := self.standard_root(node):
                return root in PURE_MODULES
            is_reading = node.attr in READING or isinstance(node.value, ast.Name)
            return is_reading and self.is_fresh(node.value)
        if symbol.home in self.tables.modules:
            made = self.tables.modules[symbol.home].only_value(symbol.name)
            return is_ours(symbol.home) or "namedtuple(" in (ast.unparse(made) if made else "")
        home = symbol.home.removeprefix("import ").split(".")[0]
        return home in PURE_MODULES if home else symbol.name in PURE

    def standard_root(self, node: ast.expr) -> str:
        """Returns the module of the standard library at the root of a.b.c, "" if that is none."""
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
        """Notes what the decorators of a definition do."""
        bare = [one.func if isinstance(one, ast.Call) else one for one in node.decorator_list]
        self.note_level(FIXED if all(map(self.is_pure, bare)) else ACTS)

    def visit_Attribute(self, node: ast.Attribute) -> None:
        if not isinstance(node.ctx, ast.Load) or node.attr in STREAMS:
            self.note_level(ACTS)
        elif self.is_own_code(node.value) or self.standard_root(node) not in {"", *PURE_MODULES}:
            self.note_level(READS)
        super().visit_Attribute(node)

    def visit_Subscript(self, node: ast.Subscript) -> None:
        if not isinstance(node.ctx, ast.Load) and not self.is_fresh(node.value):
            self.note_level(ACTS)
        self.generic_visit(node)

    def visit_AugAssign(self, node: ast.AugAssign) -> None:
        self.note_level(ACTS)
        self.generic_visit(node)

    def visit_Name(self, node: ast.Name) -> None:
        super().visit_Name(node)
        if node.id in STREAMS and self.lookup(node.id):
            self.note_level(ACTS)


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
        if value is None or isinstance(value, ast.GeneratorExp):
            return ACTS
        if isinstance(value, ast.Call) and ast.unparse(value.func).rpartition(".")[2] in SPENT:
            return ACTS
        makers = self.uses[symbol.home].makers.get(symbol, ())
        is_made = all(self.levels[symbol.home][number] < ACTS for number in makers)
        return FIXED if isinstance(value, ast.Constant) else READS if is_made else ACTS
