"""Which module stands before which: each after all that it needs while it is being defined.

Modules come in reading order; before each stands only what its top level needs: what it names
outside of functions, and what functions and classes that it may call there need in turn.
"""

import ast
from collections.abc import Iterator, Mapping

from botsmith.bundle.failures import Refused
from botsmith.bundle.names import Symbol, Tables
from botsmith.bundle.uses import Use, Uses

Needs = dict[str, tuple[str, ast.AST]]  # path of a module -> which of its names is needed where


def in_order(tables: Tables, uses: Mapping[str, Uses], main: str) -> list[str]:
    """The paths of the modules in the bundle's order, main last. Refused if there is a circle."""
    needs = {path: needs_of(tables, uses, path) for path in tables.modules}
    placed: list[str] = []
    for path in tables.modules:
        if path != main:
            place(tables, needs, path, placed, [])
    return [*placed, main]


def place(
    tables: Tables, needs: Mapping[str, Needs], path: str, placed: list[str], around: list[str]
) -> None:
    """Puts a module behind those that it needs."""
    if path in placed:
        return
    if path in around:
        first, last = around[around.index(path)], around[-1]
        name, node = needs[last][first]
        text = (
            f"{name} of {first} is needed while this is defined, and {first} needs this"
            " module as well: move what both need to a third one"
        )
        raise Refused([tables.modules[last].failure(node, text)])
    for other in sorted(needs[path], key=list(tables.modules).index):
        place(tables, needs, other, placed, [*around, path])
    placed.append(path)


def needs_of(tables: Tables, uses: Mapping[str, Uses], path: str) -> Needs:
    """The modules that must be defined before this one."""
    has_future = any(module.has_future for module in tables.modules.values())
    needs: Needs = {}
    called: set[Symbol] = set()
    for use in uses[path].uses:
        if use.is_late or use.is_binding or (use.is_annotation and has_future):
            continue
        reached = [(path, use)] if use.is_annotation else run(uses, path, use, called)
        for user, inner in reached:
            home = provider(tables, user, inner)
            if home not in ("", path):
                needs.setdefault(home, (inner.symbol.name, use.node))
    named = {use.symbol.home for use in uses[path].uses}
    for dotted in uses[path].imports:  # for what the module does
        home = tables.paths.get(dotted, path)
        is_module = home in tables.modules and not home.endswith("__init__.py")
        if is_module and home not in {path, *named}:
            needs[home] = "what it does", ast.Pass(lineno=1)
    return needs


def provider(tables: Tables, path: str, use: Use) -> str:
    """The module that a use in `path` has to wait for, "" for none."""
    home, name = use.symbol
    if home in tables.modules or not home or use.spelled in tables.modules[path].standard:
        return home if home in tables.modules else ""
    # the standard library's, imported by way of an own module
    others = tables.modules.items()
    return next((other for other, module in others if module.standard.get(name) == home), "")


def run(
    uses: Mapping[str, Uses], path: str, use: Use, called: set[Symbol]
) -> Iterator[tuple[str, Use]]:
    """A use and all that calling it may use, with their modules, but for what is in `called`."""
    waiting = [(path, use)]
    while waiting:
        place, use = waiting.pop()
        symbol = use.symbol
        if symbol in called:
            continue
        called.add(symbol)
        yield place, use
        if symbol.home in uses:
            own = uses[symbol.home].uses
            makers = {each.statement for each in own if each.is_binding and each.symbol == symbol}
            waiting += [(symbol.home, each) for each in own if each.statement in makers]
