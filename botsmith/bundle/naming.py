"""Gives each name its name in the one namespace of a bundle, and finds code that may notice that it
is one file.

If names are equal, the first one stays; names of the standard library come before all others. The
others get their module's name in front, in their own style.

Doubts are words, not proofs. If there is recorded input, playing it decides. Without any, one doubt
makes a bundle that keeps the modules.
"""

import ast
from collections.abc import Container, Iterator, Mapping, Sequence

from botsmith.bundle.failures import Failure, Refused
from botsmith.bundle.modules import module_name
from botsmith.bundle.symbols import Symbol, Tables, Use, UseMap, is_ours

NAMES = {"__name__", "__qualname__", "__code__", "co_name", "co_qualname", "_getframe"}
NAMES |= {"format_exc", "format_exception", "format_tb", "format_stack", "extract_stack"}
NAMES |= {"__class__"}
MODULES = {"__module__", "__annotations__", "get_type_hints", "__del__"}
MODULES |= {"singledispatch", "singledispatchmethod"}
# Of the standard library: what looks things up by their names or modules, or shows these.
ASKERS = {"pickle", "copyreg", "shelve", "inspect", "multiprocessing", "pydoc", "doctest"}
ASKERS |= {"unittest", "__main__", "concurrent"}
NAMERS = {"threading", "argparse", "cProfile", "profile", "trace"}  # of functions
ERRORS = {"TypeError", "AttributeError"}  # whose texts name functions and classes
PLAIN = {"object", "ABC", "Generic", "Protocol"}  # base classes whose objects show nothing
FIELDS = ("id", "name", "arg", "attr", "asname")  # of a node's names
PLACES = ("%(module)", "%(filename)", "%(pathname)", "%(lineno)", "%(funcName)")


def final_names(tables: Tables, uses: UseMap, order: Sequence[str]) -> dict[Symbol, str]:
    """Returns the bundle's name of each symbol. Raises Refused if a name cannot be changed."""
    found: dict[Symbol, list[Use]] = {}
    for path in order:
        for use in uses[path].uses:
            found.setdefault(use.symbol, []).append(use)
    nodes = [node for each in uses.values() for node in each.module.nodes]
    spoken = {getattr(node, field, None) for node in nodes for field in FIELDS}
    names: dict[Symbol, str] = {}
    taken: set[str] = set()
    for symbol in sorted(found, key=lambda symbol: rank(tables, symbol, order)):
        options = [symbol.name]
        if symbol.home:
            is_own = symbol.home in tables.modules
            options += [name for name in longer_names(symbol, is_own) if name not in spoken]
        hidden = {name for use in found[symbol] for name in use.hidden}
        free = [name for name in options if name not in taken | hidden]
        if not free:
            path = next(path for path in order if found[symbol][0] in uses[path].uses)
            text = f"{symbol.name} is another thing elsewhere, and longer names are taken: rename"
            raise Refused([tables.modules[path].failure(found[symbol][0].node, text)])
        names[symbol] = free[0]
        taken.add(free[0])
    return names


def rank(tables: Tables, symbol: Symbol, order: Sequence[str]) -> tuple[int, int]:
    """Returns the rank of a name, lowest first: Python's own names, classes whose objects show
    their name, the standard library's names, then modules in their order.
    """
    if symbol.home not in tables.modules:
        return int(bool(symbol.home)), 0
    made = tables.modules[symbol.home].binders.get(symbol.name, [])
    is_shown = any(isinstance(each, ast.ClassDef) and shows_name(each) for each in made)
    place = order.index(symbol.home)
    return (1, place - len(order)) if is_shown and not is_ours(symbol.home) else (2, place)


def longer_names(symbol: Symbol, is_own: bool) -> Iterator[str]:
    """Yields the name with its module's name in front, then with its folder's name as well."""
    words = module_name(symbol.home).removeprefix("import ").split(".")
    if is_own:
        words = words[1:]
    elif not symbol.home.startswith("import "):
        words = words[:-1]
    for count in range(1, len(words) + 1):
        prefix, name = "_".join(words[-count:]), symbol.name
        bare = name.lstrip("_")
        lead = name[: len(name) - len(bare)]
        if bare.isupper() and len(bare) > 1:
            yield f"{lead}{prefix.upper()}_{bare}"
        elif bare[:1].isupper():
            yield f"{lead}{prefix.title().replace('_', '')}{bare}"
        else:
            yield f"{lead}{prefix}_{bare}"


def doubts(tables: Tables, uses: UseMap, names: Mapping[Symbol, str]) -> Iterator[Failure]:
    """Yields the places where the author's modules may notice that they are one file.

    names: the bundle's name of each symbol
    """
    renamed = {
        symbol
        for symbol, name in names.items()
        if name != symbol.name and symbol.home in tables.modules and not is_ours(symbol.home)
    }
    futures = {
        module.has_future
        for module in tables.modules.values()
        if any(getattr(node, "annotation", None) for node in module.nodes)
    }
    for module in tables.modules.values():
        classes = {use.node for use in uses[module.source.path].uses if is_class(tables, use)}
        for node in module.nodes if not is_ours(module.source.path) else ():
            text = doubt_words(module.source.path, node, renamed)
            if any(is_class_shown(each, classes) for each in shown_values(node)):
                text = "a class names its module, and a bundle is one module"
            if isinstance(node, ast.ClassDef):
                made = module.binders.get(node.name, [])
                if len({isinstance(each, ast.ClassDef) for each in made}) > 1:
                    text = f"{node.name} is a class and another thing, and a class names its module"
            if len(futures) == 2 and isinstance(node, ast.Attribute) and node.attr == "type":
                text = "annotations are texts where 'from __future__' stands, here in all modules"
            if text:
                yield Failure("flat", f"{module.source.path}:{vars(node)['lineno']}", text)


def doubt_words(path: str, node: ast.AST, renamed: set[Symbol]) -> str:
    """Returns words on how a node of the module at `path` may notice the bundle; "" if it
    cannot.
    """
    name = min(renamed).name if renamed else ""
    askers = ASKERS | NAMERS if renamed else ASKERS
    match node:
        case ast.Import(names=names) if found := {a.name.split(".")[0] for a in names} & askers:
            return f"{min(found)} looks at names and modules, and a bundle is one module"
        case ast.ImportFrom(module=str(home), level=0) if home.split(".")[0] in askers:
            return f"{home} looks at names and modules, and a bundle is one module"
        case ast.Attribute(attr=word) | ast.Constant(value=str(word)) if word in MODULES:
            return f"{word} shows a module, and a bundle is one module"
        case ast.Constant(value=str(text)) if any(place in text for place in PLACES):
            return "a log that names files, lines or functions, which are others in a bundle"
        case ast.Attribute(attr=word) | ast.Constant(value=str(word)) if renamed and word in NAMES:
            return f"{word} shows names, and {name} has another one in the bundle"
        case ast.FunctionDef(name="__del__"):
            return "__del__ may run when Python ends, and a bundle ends otherwise"
        case ast.ExceptHandler(type=ast.Name(id=kind), name=str()) if renamed and kind in ERRORS:
            return f"{kind} names functions, and {name} has another name in the bundle"
        case ast.ClassDef() if (path, node.name) in renamed and shows_name(node):
            return f"{node.name} has another name in the bundle, which its objects may show"
    return ""


def is_class(tables: Tables, use: Use) -> bool:
    """Returns True if a name means a class of the author's."""
    home = tables.modules.get(use.symbol.home)
    made = home.binders.get(use.symbol.name, []) if home else []
    return any(isinstance(each, ast.ClassDef) for each in made) and not is_ours(use.symbol.home)


def shown_values(node: ast.AST) -> Sequence[ast.AST]:
    """Returns the expressions that a node turns into text."""
    match node:
        case ast.FormattedValue(value=value):
            return [value]
        case ast.Call(func=ast.Name(id="print" | "str" | "repr" | "format"), args=args):
            return args
        case ast.Call(func=ast.Attribute(value=ast.Constant(value=str()), attr="format")):
            return [*node.args, *(word.value for word in node.keywords)]
        case ast.BinOp(left=ast.Constant(value=str()), op=ast.Mod(), right=right):
            return [right]
    return []


def is_class_shown(value: ast.AST, classes: Container[ast.AST]) -> bool:
    """Returns True if an expression, turned into text, shows a class.

    classes: the nodes that name one of the author's classes
    """
    match value:
        case ast.List() | ast.Tuple() | ast.Set() | ast.Dict() | ast.Starred() | ast.IfExp():
            return any(is_class_shown(each, classes) for each in ast.iter_child_nodes(value))
        case ast.Call(func=ast.Name(id="type"), args=[_]) | ast.Attribute(attr="__class__"):
            return True
    return value in classes


def shows_name(node: ast.ClassDef) -> bool:
    """Returns True if the objects of a class may show its name: in a text or in private names."""
    bases = {ast.unparse(each).partition("[")[0].rpartition(".")[2] for each in node.bases}
    if node.decorator_list or node.keywords or not bases <= PLAIN:
        return True
    words = (getattr(each, field, None) for each in ast.walk(node) for field in ("id", "attr"))
    return any(word and word.startswith("__") and not word.endswith("__") for word in words)
