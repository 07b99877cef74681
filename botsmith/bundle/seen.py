"""Where a program may see that it is one file: names that the bundle gives otherwise, and modules.

These are words, no proof. Where there is recorded input, playing it decides; where there is none,
one such word keeps the modules.
"""

import ast
from collections.abc import Iterator, Mapping

from botsmith.bundle.failures import Failure
from botsmith.bundle.symbols import Module, Symbol, Tables
from botsmith.bundle.uses import is_ours

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
PLACES = ("%(module)", "%(filename)", "%(pathname)", "%(lineno)", "%(funcName)")


def doubts(tables: Tables, names: Mapping[Symbol, str]) -> Iterator[Failure]:
    """Yields where the author's modules may see that they are one file.

    names: the bundle's name of each symbol
    """
    renamed = {
        symbol
        for symbol, name in names.items()
        if name != symbol.name and symbol.home in tables.modules and not is_ours(symbol.home)
    }
    futures = {module.has_future for module in tables.modules.values() if has_hints(module)}
    for module in tables.modules.values():
        for node in module.nodes if not is_ours(module.source.path) else ():
            text = doubt(module.source.path, node, renamed)
            if len(futures) == 2 and isinstance(node, ast.Attribute) and node.attr == "type":
                text = "annotations are texts where 'from __future__' stands, here in all modules"
            if text:
                yield Failure("flat", f"{module.source.path}:{vars(node)['lineno']}", text)


def has_hints(module: Module) -> bool:
    """Returns True if a module has annotations."""
    return any(
        isinstance(node, ast.AnnAssign) or getattr(node, "annotation", None)
        for node in module.nodes
    )


def doubt(path: str, node: ast.AST, renamed: set[Symbol]) -> str:
    """Returns what a node of the module at `path` may see; "" for nothing."""
    name = min(renamed).name if renamed else ""
    askers = ASKERS | NAMERS if renamed else ASKERS
    match node:
        case ast.Import(names=names) if found := {a.name.split(".")[0] for a in names} & askers:
            return f"{min(found)} looks at names and modules, and a bundle is one module"
        case ast.ImportFrom(module=str(home), level=0) if home.split(".")[0] in askers:
            return f"{home} looks at names and modules, and a bundle is one module"
        case ast.FormattedValue(value=ast.Call(func=ast.Name(id="type"))) | ast.Call(
            func=ast.Name(id="print" | "str" | "repr" | "format"),
            args=[ast.Call(func=ast.Name(id="type")), *_],
        ):
            return "a class names its module, and a bundle is one module"
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


def shows_name(node: ast.ClassDef) -> bool:
    """Returns True if the objects of a class may show its name: in a text or in private names."""
    bases = {ast.unparse(each).partition("[")[0].rpartition(".")[2] for each in node.bases}
    if node.decorator_list or node.keywords or not bases <= PLAIN:
        return True
    words = (getattr(each, field, None) for each in ast.walk(node) for field in ("id", "attr"))
    return any(word and word.startswith("__") and not word.endswith("__") for word in words)
