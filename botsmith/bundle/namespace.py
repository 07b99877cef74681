"""The one namespace of a bundle: which module stands where in it, and what each name is called.

Modules come in reading order; before each stands only what its top level needs: what it names
outside of functions, and what functions and classes that it may call there need in turn. Modules
that act while they are imported stand among each other as Python runs them, and so do those that
read what may change.

The first of several equal names keeps it; names from the standard library go before all. Another
one gets its module's name in front, in its own style.
"""

import ast
from collections.abc import Iterator, Mapping, Sequence

from botsmith.bundle.effects import ACTS, FIXED, Effects
from botsmith.bundle.failures import Refused
from botsmith.bundle.imports import Run
from botsmith.bundle.modules import module_name
from botsmith.bundle.seen import shows_name
from botsmith.bundle.symbols import Symbol, Tables
from botsmith.bundle.uses import Use, Uses, is_ours

Needs = dict[str, tuple[str, ast.AST]]  # path of a module -> which of its names is needed where


def in_order(tables: Tables, uses: Mapping[str, Uses], main: str) -> list[str]:
    """Returns the paths of the modules in the bundle's order, main last.

    Refused if they can stand in no order that is Python's.
    """
    effects = Effects(tables, uses)
    run = Run(tables, effects, main)
    run.start()
    run.look_at_lazy(uses)
    if run.failures:
        raise Refused(run.failures)
    levels = {path: effects.level(path) for path in run.order if path != main}
    sequence = [path for path, level in levels.items() if level > FIXED]
    if ACTS not in levels.values():
        sequence = []
    needs = {path: needs_of(tables, uses, path, effects) for path in tables.modules}
    for before, path in zip(sequence, sequence[1:], strict=False):
        needs[path].setdefault(before, ("what it does", tables.modules[path].tree))
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


def needs_of(tables: Tables, uses: Mapping[str, Uses], path: str, effects: Effects) -> Needs:
    """Returns the modules that must be defined before this one."""
    has_future = any(module.has_future for module in tables.modules.values())
    needs: Needs = {}
    called: set[Symbol] = set()
    for use in uses[path].uses:
        is_called = use.is_late and effects.of_statement(path, use.statement) == ACTS
        if use.is_binding or (use.is_late and not is_called) or (use.is_annotation and has_future):
            continue
        reached = [(path, use)] if use.is_annotation else run(uses, path, use, called)
        for user, inner in reached:
            home = provider(tables, user, inner)
            if home not in ("", path):
                needs.setdefault(home, (inner.symbol.name, use.node))
    return needs


def provider(tables: Tables, path: str, use: Use) -> str:
    """Returns the module that a use in `path` has to wait for, "" for none."""
    home, name = use.symbol
    if home in tables.modules or not home or use.spelled in tables.modules[path].standard:
        return home if home in tables.modules else ""
    # the standard library's, imported by way of an own module
    others = tables.modules.items()
    return next((other for other, module in others if module.standard.get(name) == home), "")


def run(
    uses: Mapping[str, Uses], path: str, use: Use, called: set[Symbol]
) -> Iterator[tuple[str, Use]]:
    """Yields a use and all that calling it may use, with their modules, but for what is in
    `called`.
    """
    waiting = [(path, use)]
    while waiting:
        place, use = waiting.pop()
        symbol = use.symbol
        if symbol in called:
            continue
        called.add(symbol)
        yield place, use
        if symbol.home in uses:
            waiting += [(symbol.home, each) for each in uses[symbol.home].made_with(symbol)]


def final_names(
    tables: Tables, uses: Mapping[str, Uses], order: Sequence[str]
) -> dict[Symbol, str]:
    """Returns the bundle's name of each symbol. Refused if one cannot be renamed."""
    found: dict[Symbol, list[Use]] = {}
    for path in order:
        for use in uses[path].uses:
            found.setdefault(use.symbol, []).append(use)
    spoken = {
        name for each in uses.values() for node in each.module.nodes for name in identifiers(node)
    }
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
            text = (
                f"{symbol.name} is another thing elsewhere, and all longer names are taken: rename"
            )
            raise Refused([tables.modules[path].failure(found[symbol][0].node, text)])
        names[symbol] = free[0]
        taken.add(free[0])
    return names


def rank(tables: Tables, symbol: Symbol, order: Sequence[str]) -> tuple[int, int]:
    """Returns the rank of a name: Python's own names, classes whose objects show theirs, the
    standard library's, and then modules in their order.
    """
    if symbol.home not in tables.modules:
        return int(bool(symbol.home)), 0
    made = tables.modules[symbol.home].binders.get(symbol.name, [])
    is_shown = any(isinstance(each, ast.ClassDef) and shows_name(each) for each in made)
    place = order.index(symbol.home)
    return (1, place - len(order)) if is_shown and not is_ours(symbol.home) else (2, place)


def identifiers(node: ast.AST) -> Iterator[str]:
    """Yields the names in one node."""
    for field in ("id", "name", "arg", "attr", "asname"):
        value = getattr(node, field, None)
        if isinstance(value, str):
            yield value


def longer_names(symbol: Symbol, is_own: bool) -> Iterator[str]:
    """Yields the name with its module's before it, then with its folder's too."""
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
