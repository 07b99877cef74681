"""What can be proven of the sources without running them. Each failure says where and what to do.

The contest site runs Python 3.11 with nothing but the standard library that a bot can count on.

Names that nothing defines are looked for in the modules, for a warning, and in the bundle. A module
alone may have a name that is another one's, which stayed behind when code was moved.
"""

import ast
import builtins
import re
import sys
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

from botsmith.bundle.failures import Failure
from botsmith.bundle.followed import Import, absolute_target, has_computed_all, running
from botsmith.bundle.modules import Entry, Source, grammar_failures, tree_of
from botsmith.bundle.packages import TRIED, is_anywhere, soft_imports
from botsmith.bundle.symbols import bindings
from common.nets.wide import decode

IMPORTERS = {"importlib", "imp", "runpy", "pkgutil", "zipimport"}
NO_TEXT = re.compile("[\ud800-\udfff]")
NOT_PLAIN = re.compile(r"[^\0-\x08\n-\x7f]")
WIDE = re.compile("[\u4e00-\u8dff]")  # characters of weights: common/nets/wide.py
PATHS = {"path", "meta_path", "path_hooks", "modules"}  # of sys
ALONE = {"sys.path", "__file__"}
ADVICE = {
    "sys.path": "leave it out, own modules are found in the bot's folder",
    "sys.modules": "name what is meant",
    "__file__": "put data into a module",
}
UNKNOWN = "name the module in an import statement, so that the bundle can hold it"


@lru_cache(maxsize=32)
def source_failures(entry: Entry, modules: tuple[Source, ...], main: Source) -> tuple[Failure, ...]:
    """Returns all failures of the sources; of imports and the like only if every source parses."""
    shipped = [source for source in [*modules, main] if is_for_bots(entry, source.path)]
    failures = text_failures(shipped)
    for source in shipped:
        failures += grammar_failures(source.path, source.text) if not failures else []
    if failures:
        return tuple(failures)
    failures += import_failures(entry, shipped, modules)
    for source in shipped:
        failures += dynamic_failures(source, is_alone=not modules)
    for source in shipped:
        failures += weights_failures(source) if source.path.endswith("weights.py") else []
    return tuple(failures)


def text_failures(sources: Sequence[Source]) -> list[Failure]:
    """Returns the first byte of each source that is no text."""
    failures = []
    for source in sources:
        if found := NO_TEXT.search(source.text):
            line = source.text.count("\n", 0, found.start()) + 1
            advice = "save the file as UTF-8, or name its encoding in line 1: # coding: latin-1"
            text = f"{character_name(found[0])}: {advice}"
            failures.append(Failure("text", f"{source.path}:{line}", text))
    return failures


def ascii_failures(sources: Sequence[Source]) -> list[Failure]:
    """Returns every tab and every character that is not ASCII, once a line.

    Modules of weights may hold the characters of such a text.
    """
    failures = []
    for source in sources:
        text = WIDE.sub("?", source.text) if source.path.endswith("weights.py") else source.text
        for number, line in enumerate(text.split("\n"), start=1):
            if found := NOT_PLAIN.search(line):
                text = (
                    f"{character_name(found[0])} is not ASCII: write it in ASCII, or as an escape"
                )
                if found[0] == "\t":  # a bundle that would be too long has tabs of its own
                    text = "a tab: indent by four blanks, write \\t in a string"
                where = f"{source.path}:{number}:{found.start() + 1}"
                failures.append(Failure("ascii", where, text))
    return failures


def character_name(sign: str) -> str:
    """Returns a character's Unicode name, or the byte that a surrogate stands for."""
    if 0xDC80 <= ord(sign) <= 0xDCFF:
        return f"byte 0x{ord(sign) - 0xDC00:02X} (no UTF-8)"
    return unicodedata.name(sign, f"U+{ord(sign):04X}")


def entry_failures(main: Source) -> list[Failure]:
    """Returns the reasons why an entry file cannot be followed at all."""
    return text_failures([main]) or grammar_failures(main.path, main.text)


def dynamic_failures(source: Source, is_alone: bool) -> list[Failure]:
    """Returns imports and paths that are only known at run time: the bundle could not follow them.

    is_alone: a bot of one file may look at paths, such as its own.
    """
    aliases = [alias for node in source.nodes for alias in getattr(node, "names", ())]
    sys_names = {
        each.asname or each.name
        for each in aliases
        if isinstance(each, ast.alias) and each.name == "sys"
    }
    return [
        Failure("dynamic", f"{source.path}:{node.lineno}", f"{what}: {ADVICE.get(what, UNKNOWN)}")
        for node in source.nodes
        if isinstance(node, (ast.stmt, ast.expr))
        for what in dynamic_uses(node, sys_names)
        if not (is_alone and what in ALONE)
    ]


def dynamic_uses(node: ast.AST, sys_names: set[str]) -> Iterator[str]:
    """Yields what one node does that is only known at run time, in words."""
    match node:
        case ast.Import(names=names):
            yield from (each.name for each in names if each.name.split(".")[0] in IMPORTERS)
        case ast.ImportFrom(module=str(module), names=names, level=0):
            if module.split(".")[0] in IMPORTERS:
                yield module
            if module == "sys":
                yield from (f"sys.{each.name}" for each in names if each.name in PATHS)
        case ast.Attribute(value=ast.Name(id=name), attr=attribute):
            if name in sys_names and attribute in PATHS:
                yield f"sys.{attribute}"
        case ast.Name(id="__import__" | "__file__" as name):
            yield name
        case ast.Call(
            func=ast.Name(id="exec" | "eval" | "compile"),
            args=[ast.Constant(value=str(text)), *_],
        ) if (
            "import" in text
        ):
            yield "an import in executed text"


def weights_failures(source: Source) -> list[Failure]:
    """Returns texts of weights that do not decode, or not to the numbers of their checksum."""
    failures = []
    for node in source.tree.body:
        match node:
            case ast.Assign(value=ast.Constant(value=str(text)) as constant):
                try:
                    decode(text)
                except KeyError as error:
                    what = f"the weights have no line {error}"
                except ValueError as error:
                    what = str(error)
                else:
                    continue
                lines = text.split("\n")
                above = next((n for n, line in enumerate(lines) if line.startswith("crc ")), 0)
                where = f"{source.path}:{constant.lineno + above}"
                advice = "take the file as `train --apply` wrote it"
                failures.append(Failure("weights", where, f"{what}: {advice}"))
    return failures


def import_failures(
    entry: Entry, shipped: Sequence[Source], found: Sequence[Source]
) -> list[Failure]:
    """Returns imports that lead nowhere, or where bots must not go.

    found: all modules that the imports lead to, also those that bots must not import.
    """
    known = {source.module: source.path for source in found}
    for name in [*known]:  # a folder without __init__.py is a package too
        while (name := name.rpartition(".")[0]) and name not in known:
            known[name] = known[max(other for other in known if other.startswith(name + "."))]
    advice = "the site has the standard library, numpy, scipy and pandas"
    return [
        Failure("imports", f"{source.path}:{node.lineno}", f"{what}: {advice}")
        for source in shipped
        for soft in [soft_imports(source)]
        for node in running(source.tree, is_main=source.path == entry.path)
        if isinstance(node, Import) and soft.get(node) != TRIED
        for target in targets(source.path.removeprefix(source.root), node)
        if (what := fault(entry, target, known))
        and not (node in soft and target and target.split(".")[0] not in ("bots", "common"))
    ]


def is_for_bots(entry: Entry, path: str) -> bool:
    """Returns True if the bot may hold this file: its contest's, or of common/."""
    return path == "bots/__init__.py" or path.startswith((f"bots/{entry.game}/", "common/"))


def targets(path: str, node: Import) -> list[str | None]:
    """Returns the full names of the modules that a statement imports from.

    path: in the folder from which the module is imported.
    """
    if isinstance(node, ast.ImportFrom):
        return [absolute_target(path, node)]
    return [alias.name for alias in node.names]


def fault(entry: Entry, target: str | None, known: Mapping[str, str]) -> str:
    """Returns the mistake in importing the module of this full name, "" for none."""
    if target is None:
        return "this relative import leaves the project"
    if target in known:
        return "" if is_for_bots(entry, known[target]) else f"{target} is not for bots"
    top = target.split(".")[0]
    if top in ("bots", "common"):
        return f"no module {target} in the project"
    if is_anywhere(top):
        return ""
    return f"'{target}' is neither in the standard library nor in the project"


def undefined_names(sources: Sequence[Source]) -> list[Failure]:
    """Returns the uses of names that nothing defines, with advice. They may stand where nothing
    runs.
    """
    known = {source.module: source for source in sources}
    found = []
    for source in sources:
        for name, line in undefined(source, known):
            homes = [each.path for each in sources if name in top_names(each) and each != source]
            advice = f"import it from {homes[0]}" if homes else "define or import it"
            advice = f"import {name}" if name in sys.stdlib_module_names else advice
            what = f"{name} is defined nowhere in this module: {advice}"
            found.append(Failure("names", f"{source.path}:{line}", what))
    return list(dict.fromkeys(found))


def lost_names(text: str, sources: Sequence[Source]) -> list[Failure]:
    """Returns the uses of names that these sources define, and a flat bundle of them does not."""
    known = {source.module: source for source in sources}
    gone = {name for source in sources for name, _ in undefined(source, known)}
    return [
        Failure("names", f"line {line}", f"{name} is defined nowhere here")
        for name, line in undefined(Source("bundle.py", text), {})
        if name not in gone
    ]


def undefined(source: Source, known: dict[str, Source]) -> Iterator[tuple[str, int]]:
    """Yields the names that a module uses and nothing in it defines, with their lines.

    What stands in annotations alone is never looked up where a bot runs.
    """
    stars = set[str]() if "import *" not in source.text else star_names(source, known)
    for name, line, is_a_stars in unknown(source.path, source.text):
        if is_a_stars and stars is None:
            continue
        if f"{source.module}.{name}" in known:  # an imported module is its package's, too
            continue
        if name not in (stars or ()):
            yield name, line


@lru_cache(maxsize=256)  # a build asks twice, and who watches files again
def unknown(path: str, text: str) -> tuple[tuple[str, int, bool], ...]:
    """Returns the names that a module does not define, with their lines.

    True beside a name that `import *` may bring.
    """
    from pyflakes import checker, messages  # half as long to import as all that assembles a bundle

    tree = tree_of(text)
    places = {(node.lineno, node.col_offset) for node in annotations(tree)}
    return tuple(
        (name, message.lineno, isinstance(message, messages.ImportStarUsage))
        for message in checker.Checker(tree, filename=path).messages
        if isinstance(message, messages.UndefinedName | messages.ImportStarUsage)
        for name in [str(message.message_args[0])]
        if not hasattr(builtins, name)  # deleted here, and Python's again
        and (message.lineno, message.col) not in places
    )


def annotations(tree: ast.Module) -> Iterator[ast.expr]:
    """Yields the nodes of all annotations."""
    for node in ast.walk(tree):
        for name in ("annotation", "returns"):
            if (found := getattr(node, name, None)) is not None:
                yield from (each for each in ast.walk(found) if isinstance(each, ast.expr))


def star_names(source: Source, known: dict[str, Source]) -> set[str] | None:
    """Returns the names that `import *` brings; None where one is not from an own module."""
    found: set[str] = set()
    for node in source.nodes:
        if isinstance(node, ast.ImportFrom) and node.names[0].name == "*":
            target = absolute_target(source.path.removeprefix(source.root), node) or ""
            if target not in known or has_computed_all(known[target].tree):
                return None
            home = known[target]
            inner = star_names(home, known) if home != source else set()
            if inner is None:
                return None
            found |= top_names(home) | inner
    return found


def top_names(source: Source) -> set[str]:
    """Returns the names that a module binds for others."""
    found = {name for name, _ in bindings(source.tree.body)}
    return found.union(*(node.names for node in source.nodes if isinstance(node, ast.Global)))
