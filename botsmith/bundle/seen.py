"""What a program can see of its own names: where one namespace would show another name, or module.

A class or function that the bundle would rename shows its new name in `__name__`, in the repr of a
dataclass, an enum or an exception, and in the names of private attributes. A class that is shown as
a whole shows its module.
"""

import ast
from collections.abc import Iterable, Iterator, Mapping

from botsmith.bundle.failures import Failure
from botsmith.bundle.followed import OWNERS
from botsmith.bundle.symbols import Module, Symbol, Tables
from botsmith.bundle.uses import Uses, is_ours

NAMES = {"__name__", "__qualname__", "__code__", "co_name", "co_qualname", "_getframe"}
NAMES |= {"format_exc", "format_exception", "format_tb", "format_stack", "extract_stack"}
HINTS = {"__annotations__", "get_type_hints"}
DISPATCH = {"singledispatch", "singledispatchmethod"}
# Modules of the standard library that show the names of functions, and those that ask for modules.
NAMERS = {"threading", "argparse", "cProfile", "profile", "trace"}
ASKERS = {"pickle", "copyreg", "shelve", "inspect", "multiprocessing", "pydoc", "doctest"}
ASKERS |= {"unittest", "__main__", "concurrent"}
PLACES = ("%(module)", "%(filename)", "%(pathname)", "%(lineno)", "%(funcName)")
TELLING = {"Exception", "BaseException", "TypeError", "AttributeError"}
SHOWING = {"print", "str", "repr", "format", "ascii"}
PLAIN_BASES = {"object", "ABC", "Generic", "Protocol"}


def seen_failures(tables: Tables) -> Iterator[Failure]:
    """Yields the code that would act otherwise in one file: it asks which module something is of,
    or it reads annotations that `from __future__` would change.
    """
    others = [module for module in tables.modules.values() if not is_ours(module.source.path)]
    dated = {module.has_future for module in tables.modules.values() if has_hints(module.nodes)}
    for module in others:
        for node in module.nodes:
            if text := self_shown(node):
                yield module.failure(node, text)
            if len(dated) == 2 and reads_hints(node):
                text = "annotations are read, and 'from __future__' makes texts of them elsewhere"
                yield module.failure(node, f"{text}: have it in all modules, or in none")
        yield from shared_changes(tables, module)


def self_shown(node: ast.AST) -> str:
    """Returns the mistake of a node that shows its module; "" if it does not."""
    match node:
        case ast.Import(names=names) if found := {a.name.split(".")[0] for a in names} & ASKERS:
            return f"{min(found)} looks things up by their module: a bundle is one"
        case ast.ImportFrom(module=str(home), level=0) if home.split(".")[0] in ASKERS:
            return f"{home} looks things up by their module: a bundle is one"
        case ast.Attribute(attr="__module__") | ast.Constant(value="__module__"):
            return "__module__ is another one in a bundle"
        case ast.Attribute(attr=name) | ast.Name(id=name) | ast.Constant(value=str(name)) if (
            name in HINTS
        ):
            return f"{name} shows classes with their modules: a bundle is one"
        case ast.FunctionDef(name="__del__"):
            return "__del__ may run when Python ends, and in which order: a bundle ends otherwise"
        case ast.Constant(value=str(text)) if any(place in text for place in PLACES):
            return "a log that names files, lines or functions: they are others in a bundle"
    return ""


def reads_hints(node: ast.AST) -> bool:
    """Returns True if annotations may be read here."""
    match node:
        case ast.Attribute(attr="type", ctx=ast.Load()):
            return True
        case ast.Attribute(attr=name) | ast.Name(id=name):
            return name in DISPATCH
    return False


def has_hints(nodes: Iterable[ast.AST]) -> bool:
    """Returns True if there are annotations among a module's nodes."""
    return any(
        isinstance(node, ast.AnnAssign) or getattr(node, "annotation", None) is not None
        for node in nodes
    )


def shared_changes(tables: Tables, module: Module) -> Iterator[Failure]:
    """Yields where a name of the standard library gets another value that others import."""
    taken = {what for each in tables.modules.values() for what in each.standard.values()}
    for node in module.nodes:
        match node:
            case ast.Attribute(value=ast.Name(id=name), attr=attr, ctx=ast.Store()):
                what = f"{module.standard.get(name, '').removeprefix('import ')}.{attr}"
                if what in taken:
                    yield module.failure(node, f"{what} is changed, and imported by its name")


def shown_classes(tables: Tables, uses: Mapping[str, Uses]) -> Iterator[Failure]:
    """Yields where a class is shown as a whole, with its module."""
    for path, found in uses.items():
        if is_ours(path):
            continue
        known = {use.node: use.symbol for use in found.uses if not use.is_binding}
        nodes = found.module.nodes
        harmless = {id(each) for node in nodes for each in harmless_parts(node)}
        for node in nodes:
            text = "a class as a text names its module, which is another one in a bundle"
            if is_kind(node) and id(node) not in harmless:
                yield found.module.failure(node, text)
            for part in displayed(node):
                if shows_class(tables, uses, known, part, 0):
                    yield found.module.failure(part, text)


def is_kind(node: ast.AST) -> bool:
    """Returns True for `type(x)` and `x.__class__`."""
    match node:
        case ast.Call(func=ast.Name(id="type"), args=[_], keywords=[]):
            return True
        case ast.Attribute(attr="__class__"):
            return True
    return False


def harmless_parts(node: ast.AST) -> Iterator[ast.AST]:
    """Yields the parts of a node that it does not show, whatever they are."""
    match node:
        case ast.Attribute(value=part) | ast.Call(func=part):
            yield part
        case ast.Compare(left=left, comparators=others):
            yield from (left, *others)
        case ast.Subscript(slice=part):
            yield part
    match node:
        case ast.Call(func=ast.Name(id="isinstance" | "issubclass" | "super"), args=parts):
            yield from parts
        case ast.Call(func=ast.Attribute(attr="get" | "setdefault" | "pop"), args=[part, *_]):
            yield part


def displayed(node: ast.AST) -> Iterator[ast.expr]:
    """Yields the expressions of which a node makes a text."""
    match node:
        case ast.Call(func=ast.Name(id=name), args=parts) if name in SHOWING:
            yield from parts
        case ast.Call(func=ast.Attribute(attr="format" | "write"), args=parts):
            yield from parts
        case ast.FormattedValue(value=part):
            yield part
        case ast.BinOp(left=ast.Constant(value=str()), op=ast.Mod(), right=part):
            yield part


def shows_class(
    tables: Tables,
    uses: Mapping[str, Uses],
    known: Mapping[ast.AST, Symbol],
    node: ast.AST,
    depth: int,
) -> bool:
    """Returns True if a value that is shown is a class, or holds one, as far as can be told."""
    if isinstance(node, (ast.Name, ast.Attribute)):
        symbol = known.get(node)
        if symbol is None or symbol.home not in uses or depth > 3:
            return False
        made = definition(uses, symbol)
        inner = getattr(made, "value", None)
        there = {use.node: use.symbol for use in uses[symbol.home].uses}
        return isinstance(made, ast.ClassDef) or (
            isinstance(inner, ast.AST) and shows_class(tables, uses, there, inner, depth + 1)
        )
    if isinstance(node, ast.Call):
        return False
    if isinstance(node, ast.Subscript):
        base = known.get(node.value)
        is_alias = base is not None and base.home not in uses
        return is_alias and shows_class(tables, uses, known, node.slice, depth)
    return any(
        shows_class(tables, uses, known, each, depth)
        for each in ast.iter_child_nodes(node)
        if not isinstance(node, ast.Compare)
    )


def definition(uses: Mapping[str, Uses], symbol: Symbol) -> ast.AST | None:
    """Returns the statement that defines an own symbol; None unless there is exactly one."""
    found = uses[symbol.home]
    bound = [use for use in found.uses if use.is_binding and use.symbol == symbol]
    if len(bound) != 1 or bound[0].is_late:
        return None
    if isinstance(bound[0].node, OWNERS):
        return bound[0].node
    return found.module.tree.body[bound[0].statement]


class Keepers:
    """The classes and functions that must keep their names. where: the place that looks at
    names.
    """

    def __init__(self, tables: Tables, uses: Mapping[str, Uses]) -> None:
        self.tables, self.uses = tables, uses
        self.where = next(self._looks(), "")

    def _looks(self) -> Iterator[str]:
        """Yields where the program may look at the names of functions and classes."""
        for module in self.tables.modules.values():
            for node in module.nodes if not is_ours(module.source.path) else []:
                match node:
                    case ast.Attribute(attr=name) | ast.Constant(value=str(name)):
                        is_look = name in NAMES
                    case ast.Import(names=names):
                        is_look = bool({alias.name for alias in names} & NAMERS)
                    case ast.ImportFrom(module=str(home), level=0):
                        is_look = home in NAMERS
                    case ast.ExceptHandler(name=str(name)):
                        is_look = catches_names(node) and uses_name(node, name)
                    case _:
                        continue
                if is_look:
                    yield f"{module.source.path}:{node.lineno}"

    def reason(self, symbol: Symbol) -> str:
        """Returns a way in which a symbol's name can be seen; "" if there is none."""
        if symbol.home not in self.uses:
            return ""
        bound = [use.node for use in self.uses[symbol.home].uses if use.is_binding]
        made = [node for node in bound if isinstance(node, OWNERS) and node.name == symbol.name]
        if not made:
            return ""
        if self.where:
            return f"{self.where} looks at names"
        for node in made:
            if isinstance(node, ast.ClassDef) and not self._is_plain(symbol.home, node, ()):
                return "its objects can show it"
            if isinstance(node, ast.ClassDef) and has_private(node):
                return "its private attributes have it"
        return ""

    def _is_plain(self, path: str, node: ast.ClassDef, around: tuple[ast.AST, ...]) -> bool:
        """Returns True if nothing that Python makes of a class shows the name."""
        methods = {each.name for each in node.body if isinstance(each, ast.FunctionDef)}
        for one in node.decorator_list:
            bare = one.func if isinstance(one, ast.Call) else one
            meaning = self.tables.meaning(path, bare.id) if isinstance(bare, ast.Name) else None
            is_known = isinstance(meaning, Symbol) and is_ours(meaning.home)
            if not is_known and not ("dataclass" in ast.unparse(bare) and "__repr__" in methods):
                return False
        for base in node.bases:
            bare = base.value if isinstance(base, ast.Subscript) else base
            text = ast.unparse(bare)
            meaning = self.tables.meaning(path, text) if isinstance(bare, ast.Name) else None
            if isinstance(meaning, Symbol) and meaning.home in self.uses and node not in around:
                above = definition(self.uses, meaning)
                if not isinstance(above, ast.ClassDef):
                    return False
                if not self._is_plain(meaning.home, above, (*around, node)):
                    return False
            elif text.rpartition(".")[2] not in PLAIN_BASES:
                return False
        return not node.keywords


def catches_names(node: ast.ExceptHandler) -> bool:
    """Returns True for a handler of errors whose texts name functions and classes."""
    kinds = {each.id for each in ast.walk(node.type or node) if isinstance(each, ast.Name)}
    return bool(kinds & TELLING)


def uses_name(node: ast.ExceptHandler, name: str) -> bool:
    """Returns True if a handler does more with what it has caught than to print it to stderr."""
    parts = [each for statement in node.body for each in ast.walk(statement)]
    told = {
        each
        for part in parts
        if isinstance(part, ast.Call) and "stderr" in ast.unparse(part)
        for each in ast.walk(part)
    }
    return any(
        isinstance(each, ast.Name) and each.id == name and each not in told for each in parts
    )


def has_private(node: ast.ClassDef) -> bool:
    """Returns True if a class has names that Python makes private by the class's own."""
    for each in ast.walk(node):
        for field in ("id", "attr", "name", "arg"):
            name = getattr(each, field, None)
            if isinstance(name, str) and name.startswith("__") and not name.endswith("__"):
                return True
    return False
