"""What every global name is called in the one namespace of a bundle.

The first one in the bundle's order keeps its name; names from the standard library go before all.
Another one of the same name gets its module's name in front, in its own style.
"""

import ast
from collections.abc import Iterator, Mapping, Sequence

from botsmith.bundle.failures import Refused
from botsmith.bundle.modules import module_name
from botsmith.bundle.names import Symbol, Tables
from botsmith.bundle.uses import Use, Uses

# What may stand twice in a bundle if both places say the same: what is made of these alone.
PLAIN = (
    *(ast.Constant, ast.Tuple, ast.UnaryOp, ast.BinOp, ast.Name, ast.Attribute, ast.Subscript),
    ast.Call,  # of MAKER
)
MAKER = "TypeVar"


def final_names(
    tables: Tables, uses: Mapping[str, Uses], order: Sequence[str]
) -> dict[Symbol, str]:
    """The bundle's name of each symbol. Refused if one cannot be renamed."""
    found: dict[Symbol, list[Use]] = {}
    for path in order:
        for use in uses[path].uses:
            found.setdefault(use.symbol, []).append(use)
    spoken = {
        name
        for each in uses.values()
        for node in ast.walk(each.module.tree)
        for name in identifiers(node)
    }
    names: dict[Symbol, str] = {}
    taken: dict[str, object] = {}
    for symbol in sorted(found, key=lambda symbol: rank(tables, symbol, order)):
        what = twin(tables, symbol, found[symbol])
        options = [symbol.name]
        if symbol.home:
            is_own = symbol.home in tables.modules
            options += [name for name in longer_names(symbol, is_own) if name not in spoken]
        hidden = {name for use in found[symbol] for name in use.hidden}
        free = [name for name in options if taken.get(name, what) == what and name not in hidden]
        if not free:
            path = next(path for path in order if found[symbol][0] in uses[path].uses)
            text = (
                f"{symbol.name} is another thing elsewhere, and all longer names are taken: rename"
            )
            raise Refused([tables.modules[path].failure(found[symbol][0].node, text)])
        names[symbol] = free[0]
        taken[free[0]] = what
    return names


def rank(tables: Tables, symbol: Symbol, order: Sequence[str]) -> tuple[int, int]:
    """Who goes first: Python's own names, the standard library's, modules in their order."""
    if symbol.home in tables.modules:
        return 2, order.index(symbol.home)
    return int(bool(symbol.home)), 0


def identifiers(node: ast.AST) -> Iterator[str]:
    """The names in one node."""
    for field in ("id", "name", "arg", "attr", "asname"):
        value = getattr(node, field, None)
        if isinstance(value, str):
            yield value


def twin(tables: Tables, symbol: Symbol, uses: Sequence[Use]) -> object:
    """What stands for all definitions with the same text and meaning; else the symbol itself."""
    bound = [use for use in uses if use.is_binding]
    if symbol.home not in tables.modules or len(bound) != 1 or bound[0].is_late:
        return symbol
    match tables.modules[symbol.home].tree.body[bound[0].statement]:
        case ast.Assign(targets=[ast.Name(id=symbol.name)], value=value):
            parts = [node for node in ast.walk(value) if isinstance(node, ast.expr)]
            names = [node.id for node in parts if isinstance(node, ast.Name)]
            called = [ast.unparse(node.func) for node in parts if isinstance(node, ast.Call)]
            if all(isinstance(node, PLAIN) for node in parts) and set(called) <= {MAKER}:
                meanings = tuple(tables.meaning(symbol.home, name) for name in names)
                return symbol.name, ast.dump(value), meanings
    return symbol


def longer_names(symbol: Symbol, is_own: bool) -> Iterator[str]:
    """The name with its module's before it, then with its folder's too."""
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
