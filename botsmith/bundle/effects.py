"""What a module does while it is imported, as far as order may tell.

FIXED   it makes things of its own, out of what nobody changes
QUIET   it changes nothing of others, but reads what may be changed
LOUD    it reads input, prints, rolls dice, registers something, or who knows

Whatever is not surely less is LOUD. Functions that may be called count with all that they do.
"""

import ast
from collections.abc import Iterator, Mapping, Set
from typing import Any, NamedTuple

from botsmith.bundle.followed import OWNERS
from botsmith.bundle.symbols import ModuleName, Symbol, Tables, bindings
from botsmith.bundle.uses import Reader, Use, Uses, is_ours

FIXED, QUIET, LOUD = range(3)
KERNEL = Symbol("common/kernel.py", "kernel")
PURE = set(
    "abs all any ascii bin bool bytearray bytes callable chr classmethod complex dict divmod"
    " enumerate filter float format frozenset getattr hasattr hash hex int isinstance issubclass"
    " iter len list map max memoryview min object oct ord pow property range repr reversed round"
    " set slice sorted staticmethod str sum super tuple type zip NotImplementedError ValueError"
    " TypeError KeyError IndexError RuntimeError Exception AttributeError AssertionError".split()
)
# Of the standard library: what only makes values.
PURE_MODULES = set(
    "abc array cmath collections contextlib ctypes dataclasses enum fractions functools itertools"
    " math numbers operator re string struct types typing __future__".split()
)
# Methods of Python's own types that change nothing.
READING = set(
    "split rsplit splitlines join strip lstrip rstrip index count find rfind replace startswith"
    " endswith lower upper title capitalize format keys values items get copy encode decode isdigit"
    " isalpha isupper islower zfill ljust rjust center partition rpartition union intersection"
    " difference issubset issuperset bit_length bit_count to_bytes from_bytes fromkeys translate"
    " maketrans most_common total group groups groupdict match fullmatch search findall sub cast"
    " is_integer hex as_integer_ratio conjugate isspace isalnum swapcase expandtabs".split()
)
LAZY = set("iter map filter zip enumerate reversed open count cycle chain repeat".split())
CLASS_HOOKS = {"__init_subclass__", "__class_getitem__", "__mro_entries__"}
MAKING = {"__init__", "__post_init__"}  # methods that change a new object
MAKERS = {"namedtuple", "NamedTuple", "NewType", "itemgetter", "attrgetter", "TypeVar"}
DISPLAYS = (ast.Constant, ast.Tuple, ast.List, ast.Dict, ast.Set, ast.JoinedStr)


class Event(NamedTuple):
    """Something that a module does.

    statement: of its top level
    is_late: in a function
    level: LOUD wherever it runs; QUIET if it is LOUD only when run by another module
    """

    statement: int
    is_late: bool
    level: int


class Watcher(Reader):
    """Notes the events of a module. methods: the names of all methods of own classes."""

    def __init__(self, tables: Tables, path: str, methods: Set[str]) -> None:
        super().__init__(tables, path)
        self.events: list[Event] = []
        self.fresh: list[set[str]] = []  # names of the functions around that hold own new things
        self.is_kernel = False
        self.methods = methods
        for number, node in enumerate(self.module.tree.body):
            self.statement = number
            self.visit(node)

    def add(self, level: int) -> None:
        """Notes what a place does; a kernel changes nothing but what it is handed."""
        if not self.is_kernel:
            self.events.append(Event(self.statement, self.is_late, level))

    def visit_function(self, node: Any) -> None:
        self.decorated(node)
        before = self.is_kernel
        self.is_kernel |= any(
            isinstance(one, ast.Name) and self.lookup(one.id) == KERNEL
            for one in node.decorator_list
        )
        self.fresh.append(fresh_names(node.body) | first_argument(node, self.scopes))
        super().visit_function(node)
        self.fresh.pop()
        self.is_kernel = before

    visit_FunctionDef = visit_AsyncFunctionDef = visit_function

    def visit_Call(self, node: ast.Call) -> None:
        self.call(node.func)
        super().visit_Call(node)

    def call(self, node: ast.expr) -> None:
        """Notes a call of this function, unless it surely changes nothing."""
        if isinstance(node, ast.Name):
            meaning = self.lookup(node.id)
            if meaning is None:  # an argument may be a function, and whose?
                self.add(FIXED if any(node.id in names for names in self.fresh) else LOUD)
            else:
                self.call_of(meaning)
        elif isinstance(node, ast.Attribute):
            meaning = self.dotted(node)
            if isinstance(meaning, Symbol):
                self.call_of(meaning)
            elif root := self.standard_root(node):
                self.add(FIXED if root in PURE_MODULES else LOUD)
            elif node.attr not in READING or (
                node.attr in self.methods and not self.is_display(node.value)
            ):
                self.change(node.value)
        elif not isinstance(node, ast.Lambda):
            self.add(LOUD)

    def call_of(self, symbol: Any) -> None:
        """Notes a call of a global name; what an own function does is counted where it stands."""
        if isinstance(symbol, ModuleName):
            self.add(LOUD)
        elif not symbol.home:
            if symbol.name not in PURE:
                self.add(LOUD)
        elif symbol.home not in self.tables.modules:
            home = symbol.home.removeprefix("import ").rpartition(".")[0].split(".")[0]
            if home not in PURE_MODULES:
                self.add(LOUD)
        elif not is_definition(self.tables, symbol) and not is_maker(self.tables, symbol):
            self.add(LOUD)

    def is_display(self, node: ast.expr) -> bool:
        """Returns True for a value of a type of Python's own, as far as it is written out."""
        if isinstance(node, ast.Name) and isinstance(self.lookup(node.id), Symbol):
            symbol: Any = self.lookup(node.id)
            home = self.tables.modules.get(symbol.home)
            return home is not None and isinstance(home.only_value(symbol.name), DISPLAYS)
        return isinstance(node, DISPLAYS)

    def is_growing(self, node: ast.expr) -> bool:
        """Returns True for a dictionary that a look may change."""
        symbol: Any = self.lookup(node.id) if isinstance(node, ast.Name) else self.dotted(node)
        if not isinstance(symbol, Symbol) or symbol.home not in self.tables.modules:
            return False
        body = self.tables.modules[symbol.home].tree.body
        made = [getattr(each, "value", None) for each in body if symbol.name in bound_by(each)]
        return any("defaultdict" in ast.unparse(value) for value in made if value)

    def standard_root(self, node: ast.expr) -> str:
        """Returns the module of the standard library at the root of a.b.c, "" if that is none."""
        while isinstance(node, ast.Attribute):
            node = node.value
        if not isinstance(node, ast.Name):
            return ""
        meaning = self.lookup(node.id)
        if isinstance(meaning, Symbol) and meaning.home.startswith("import "):
            return meaning.home.removeprefix("import ").split(".")[0]
        return ""

    def change(self, node: ast.expr) -> None:
        """Notes a change of a thing: of the module's own it is QUIET, of a new one nothing."""
        if isinstance(node, (ast.Attribute, ast.Subscript)):  # who knows what a thing holds
            self.add(LOUD)
            return
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            meaning = self.lookup(node.func.id)
            if meaning in (("", "super"), ("", "type")):
                return
            if isinstance(meaning, Symbol) and is_class(self.tables, meaning):
                return
        if isinstance(node, (ast.Constant, ast.JoinedStr, ast.List, ast.Dict, ast.Set)):
            return
        if not isinstance(node, ast.Name):
            self.add(LOUD)
        elif (meaning := self.lookup(node.id)) is None:
            self.add(FIXED if any(node.id in names for names in self.fresh) else LOUD)
        elif isinstance(meaning, Symbol) and meaning.home == self.path:
            is_new = meaning.name in fresh_names(self.module.tree.body)
            self.add(QUIET if is_new else LOUD)
        else:
            self.add(LOUD)

    def visit_Attribute(self, node: ast.Attribute) -> None:
        if not isinstance(node.ctx, ast.Load):
            self.change(node.value)
        super().visit_Attribute(node)

    def visit_Subscript(self, node: ast.Subscript) -> None:
        if not isinstance(node.ctx, ast.Load) or self.is_growing(node.value):
            self.change(node.value)
        self.generic_visit(node)

    def bind(self, name: str, node: ast.AST) -> None:
        if self.is_late and isinstance(self.lookup(name), Symbol):
            self.add(QUIET)  # by `global`
        super().bind(name, node)

    def visit_Import(self, node: Any) -> None:
        if self.scopes and self.tables.is_own_import(self.path, node):
            self.add(LOUD)
        super().visit_Import(node)

    visit_ImportFrom = visit_Import

    def visit_Name(self, node: ast.Name) -> None:
        super().visit_Name(node)
        if isinstance(node.ctx, ast.Load) and node.id in ("stdin", "stdout", "stderr"):
            if isinstance(self.lookup(node.id), Symbol):
                self.add(LOUD)

    def loud(self, node: ast.AST) -> None:
        self.add(LOUD)
        self.generic_visit(node)

    visit_Raise = visit_Assert = visit_Await = visit_AsyncFor = visit_AsyncWith = loud

    def decorated(self, node: Any) -> None:
        for one in node.decorator_list:
            self.call(one.func if isinstance(one, ast.Call) else one)

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        self.decorated(node)
        super().visit_ClassDef(node)

    def visit_For(self, node: ast.For) -> None:
        if "stdin" in ast.unparse(node.iter):
            self.add(LOUD)
        self.generic_visit(node)


class Effects:
    """The levels of the modules of a bundle."""

    def __init__(self, tables: Tables, uses: Mapping[str, Uses]) -> None:
        self.tables, self.uses = tables, uses
        methods = own_methods(tables)
        self.events = {
            path: [] if is_ours(path) else Watcher(tables, path, methods).events
            for path in tables.modules
        }

    def level(self, path: str, statements: range | None = None) -> int:
        """Returns the loudest level of a module's import, or of some of its statements."""
        if is_ours(path):
            return FIXED
        body = self.tables.modules[path].tree.body
        numbers = range(len(body)) if statements is None else statements
        return max((self._statement(path, number) for number in numbers), default=FIXED)

    def _statement(self, path: str, number: int) -> int:
        """Returns what one statement of a top level does."""
        found = [each.level for each in self.events[path] if each[:2] == (number, False)]
        level = LOUD if LOUD in found else FIXED
        node = self.tables.modules[path].tree.body[number]
        only_named = {id(each) for each in named_parts(self.tables, path, node)}
        for use in self.uses[path].by_statement.get(number, []):
            is_run = not (use.is_late or use.is_binding or use.is_annotation)
            if is_run and id(use.node) not in only_named:
                level = max(level, self._reached(path, use))
        return level

    def _reached(self, path: str, first: Use) -> int:
        """Returns what a name brings that runs at the top level of a module."""
        level, waiting, known = FIXED, [first.symbol], set[Symbol]()
        while waiting and level < LOUD:
            symbol = waiting.pop()
            if symbol in known or symbol.home not in self.uses or is_ours(symbol.home):
                continue
            known.add(symbol)
            home = self.uses[symbol.home]
            makers = home.makers.get(symbol, set())
            if not is_definition(self.tables, symbol) and symbol.home != path:
                level = max(level, self._of_variable(symbol, makers))
            for event in self.events[symbol.home]:
                if event.statement in makers and event.is_late and event.level:
                    is_own = symbol.home == path and event.level == QUIET
                    level = max(level, FIXED if is_own else LOUD)
            waiting += [each.symbol for each in home.made_with(symbol)]
        return level

    def _of_variable(self, symbol: Symbol, makers: set[int]) -> int:
        """Returns what it means to read another module's variable."""
        body = self.tables.modules[symbol.home].tree.body
        values = [getattr(body[number], "value", None) for number in makers]
        for value in values:
            if isinstance(value, ast.GeneratorExp):
                return LOUD
            if isinstance(value, ast.Call):
                name = ast.unparse(value.func).rpartition(".")[2]
                if name in LAZY or self._is_generator(symbol.home, value.func):
                    return LOUD
        is_one = len(values) == 1 and isinstance(values[0], ast.Constant)
        return FIXED if is_one else QUIET

    def _is_generator(self, path: str, node: ast.expr) -> bool:
        """Returns True for an own function that yields."""
        name = ast.unparse(node).rpartition(".")[2]
        return any(
            isinstance(each, ast.FunctionDef)
            and each.name == name
            and any(isinstance(part, (ast.Yield, ast.YieldFrom)) for part in ast.walk(each))
            for module in self.tables.modules.values()
            for each in module.tree.body
        )


def named_parts(tables: Tables, path: str, node: ast.AST) -> Iterator[ast.AST]:
    """Yields the names in a statement of which nothing is called there: what a tuple or a list
    holds, and base classes that do nothing when another class is made of them.
    """
    match node:
        case ast.Assign(value=value) | ast.AnnAssign(value=ast.expr() as value):
            yield from named_parts(tables, path, value)
        case ast.Tuple(elts=parts) | ast.List(elts=parts):
            for part in parts:
                yield from named_parts(tables, path, part)
        case ast.Name():
            yield node
        case ast.ClassDef(bases=bases) if not any(
            acts_on_classes(tables, path, base, 0) for base in bases
        ):
            yield from (each for base in bases for each in ast.walk(base))


def acts_on_classes(tables: Tables, path: str, base: ast.expr, depth: int) -> bool:
    """Returns False for a base class that surely does nothing when another is made of it."""
    bare = base.value if isinstance(base, ast.Subscript) else base
    if any(isinstance(each, ast.Call) for each in ast.walk(base)) or depth > 9:
        return True
    meaning = tables.meaning(path, bare.id) if isinstance(bare, ast.Name) else None
    if not isinstance(meaning, Symbol):
        return True
    if meaning.home not in tables.modules:
        return meaning.home.partition(".")[0] not in ("", *PURE_MODULES)
    found = [*definitions_of(tables, meaning)]
    return any(
        not isinstance(each, ast.ClassDef)
        or bool(each.keywords)
        or any(getattr(inner, "name", "") in CLASS_HOOKS for inner in each.body)
        or any(acts_on_classes(tables, meaning.home, above, depth + 1) for above in each.bases)
        for each in found
    )


def own_methods(tables: Tables) -> set[str]:
    """Returns the names of all methods of own classes."""
    return {
        each.name
        for module in tables.modules.values()
        for node in module.nodes
        if isinstance(node, ast.ClassDef)
        for each in node.body
        if isinstance(each, (ast.FunctionDef, ast.AsyncFunctionDef))
    }


def definitions_of(tables: Tables, symbol: Symbol) -> Iterator[ast.AST]:
    """Yields the nodes that bind an own symbol at the top level of its module."""
    yield from tables.modules[symbol.home].binders.get(symbol.name, [])


def is_definition(tables: Tables, symbol: Symbol) -> bool:
    """Returns True for a function or a class."""
    found = [*definitions_of(tables, symbol)]
    return bool(found) and all(isinstance(node, OWNERS) for node in found)


def bound_by(node: ast.stmt) -> set[str]:
    """Returns the names that a statement binds."""
    return {name for name, _ in bindings([node])}


def is_maker(tables: Tables, symbol: Symbol) -> bool:
    """Returns True for a variable whose calls make values: a named tuple, a lambda."""
    value = tables.modules[symbol.home].only_value(symbol.name)
    is_made = isinstance(value, ast.Call) and ast.unparse(value.func) in MAKERS
    return is_made or isinstance(value, ast.Lambda)


def is_class(tables: Tables, symbol: Symbol) -> bool:
    """Returns True for an own class."""
    if symbol.home not in tables.modules:
        return False
    return any(isinstance(node, ast.ClassDef) for node in definitions_of(tables, symbol))


def first_argument(node: Any, scopes: list[Any]) -> set[str]:
    """Returns the name of the object in a method: what it changes there is of a new object, or of
    one that whoever calls the method has told of.
    """
    arguments = [*node.args.posonlyargs, *node.args.args]
    is_method = bool(scopes) and scopes[-1].is_class
    is_plain = not node.decorator_list and (node.name in MAKING or node.name[:2] != "__")
    return {arguments[0].arg} if is_method and is_plain and arguments else set()


def fresh_names(body: list[ast.stmt]) -> set[str]:
    """Returns the names that hold nothing but new things, functions and classes."""
    times: dict[str, int] = {}
    for name, node in bindings(body):
        times[name] = times.get(name, 0) + (not isinstance(node, OWNERS))
    new = dict.fromkeys(times, 0)
    for node in (each for statement in body for each in ast.walk(statement)):
        match node:
            case ast.Assign(targets=targets, value=value) if is_new(value):
                for target in targets:
                    if isinstance(target, ast.Name):
                        new[target.id] = new.get(target.id, 0) + 1
            case ast.AnnAssign(target=ast.Name(id=name), value=ast.expr() as value):
                new[name] = new.get(name, 0) + is_new(value)
    return {name for name, count in times.items() if count == new[name]}


def is_new(node: ast.expr) -> bool:
    """Returns True for an expression that makes a new thing."""
    match node:
        case ast.Call(func=ast.Name(id=name)):
            return name[:1].isupper() or name in PURE | {"deque", "defaultdict"}
        case ast.Call(func=ast.Attribute(attr=name)):
            return name[:1].isupper() or name in READING | {"deque", "defaultdict"}
        case ast.BinOp(left=left, right=right):
            return is_new(left) or is_new(right)
    kinds = (ast.Constant, ast.List, ast.Dict, ast.Set, ast.Tuple, ast.ListComp, ast.DictComp)
    return isinstance(node, (*kinds, ast.SetComp, ast.JoinedStr, ast.Compare, ast.UnaryOp))
