"""Proves facts about the sources without running them. Each failure says where and what to do.

The contest site runs Python 3.11 with the standard library and the packages of SITE_PACKAGES.

Undefined names are looked for in the modules, for a warning, and in the bundle. A module may lack a
name that another module defines: an import forgotten when code was moved.
"""

import ast
import re
import statistics
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path

from botsmith.bundle.failures import Failure
from botsmith.bundle.modules import (
    Entry,
    Import,
    Source,
    character_name,
    grammar_failures,
    has_computed_all,
    homes,
    is_guard,
    running,
    text_failures,
)
from botsmith.bundle.symbols import BUILTINS, SELVES, Module, Tables, bindings, read_uses
from botsmith.runs import SAME, run_child
from common.nets.wide import decode

SITE_PACKAGES = {"numpy": "1.23.2", "scipy": "1.9.3", "pandas": "1.4.2"}
SITE_PYTHON = "3.11.5"
SLOW_MS = 200.0  # of an import, in the first turn
VERSION = "import importlib.metadata as m; print(m.version({!r}))"
TIMER = "import time; began = time.process_time(); import {}; print(time.process_time() - began)"
TRIED, SPARE, CALLED = "tried", "spare", "called"
CATCHING = ("Import", "ModuleNotFound", "Exception")
IMPORTERS = {"importlib", "imp", "runpy", "pkgutil", "zipimport"}
NOT_PLAIN = re.compile(r"[^\0-\x08\n-\x7f]")
WIDE = re.compile("[\u4e00-\u8dff]")  # characters of weights: common/nets/wide.py
PATHS = {"path", "meta_path", "path_hooks", "modules"}  # of sys
ALONE = {"sys.path", "__file__"}
ADVICE = {
    "sys.path": "leave it out, own modules are found in the bot's folder",
    "sys.modules": "name what is meant",
    "__file__": "put data into a module",
}
KNOWN = {*BUILTINS, *SELVES, "__class__", "__module__", "__qualname__"}
UNKNOWN = "name the module in an import statement, so that the bundle can hold it"


@lru_cache(maxsize=32)
def source_failures(entry: Entry, sources: tuple[Source, ...]) -> tuple[Failure, ...]:
    """Returns all failures of the sources, the entry file last. Imports are checked only if every
    source parses.
    """
    shipped = [source for source in sources if is_for_bots(entry, source.path)]
    failures = text_failures(shipped)
    for source in shipped:
        failures += grammar_failures(source.path, source.text) if not failures else []
    if failures:
        return tuple(failures)
    failures += import_failures(entry, shipped, sources[:-1])
    for source in shipped:
        failures += dynamic_failures(source, is_alone=len(sources) == 1)
    for source in shipped:
        failures += weights_failures(source) if source.path.endswith("weights.py") else []
    return tuple(failures)


def ascii_failures(sources: Sequence[Source]) -> list[Failure]:
    """Returns a failure for each line with a tab or a character that is not ASCII.

    Modules of weights may hold the characters of their coded texts.
    """
    failures = []
    for source in sources:
        text = WIDE.sub("?", source.text) if source.path.endswith("weights.py") else source.text
        for number, line in enumerate(text.split("\n"), start=1):
            if found := NOT_PLAIN.search(line):
                said = f"{character_name(found[0])} is not ASCII: write it in ASCII or as an escape"
                if found[0] == "\t":  # a bundle that would be too long has tabs of its own
                    said = "a tab: indent by four blanks, write \\t in a string"
                where = f"{source.path}:{number}:{found.start() + 1}"
                failures.append(Failure("ascii", where, said))
    return failures


def dynamic_failures(source: Source, is_alone: bool) -> list[Failure]:
    """Returns the imports and paths that are computed at run time, which the bundle cannot follow.

    is_alone: True for a bot of one file, which may use paths, such as its own
    """
    aliases = [each for each in source.nodes if isinstance(each, ast.alias)]
    sys_names = {each.asname or each.name for each in aliases if each.name == "sys"}
    return [
        Failure("dynamic", f"{source.path}:{node.lineno}", f"{what}: {ADVICE.get(what, UNKNOWN)}")
        for node in source.nodes
        if isinstance(node, (ast.stmt, ast.expr))
        for what in dynamic_uses(node, sys_names)
        if not (is_alone and what in ALONE)
    ]


def dynamic_uses(node: ast.AST, sys_names: set[str]) -> Iterator[str]:
    """Yields words for each thing in one node that is only known at run time."""
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
            func=ast.Name(id="exec" | "eval" | "compile"), args=[ast.Constant(value=str(text)), *_]
        ) if ("import" in text):
            yield "an import in executed text"


def weights_failures(source: Source) -> list[Failure]:
    """Returns failures for texts of weights that do not decode, or whose numbers do not fit their
    checksum.
    """
    failures = []
    for node in source.tree.body:
        match node:
            case ast.Assign(value=ast.Constant(value=str(text)) as constant):
                try:
                    decode(text)
                    continue
                except KeyError as error:
                    what = f"the weights have no line {error}"
                except ValueError as error:
                    what = str(error)
                lines = text.split("\n")
                above = next((n for n, line in enumerate(lines) if line.startswith("crc ")), 0)
                where = f"{source.path}:{constant.lineno + above}"
                advice = "take the file as `train --apply` wrote it"
                failures.append(Failure("weights", where, f"{what}: {advice}"))
    return failures


def undefined_names(sources: Sequence[Source]) -> list[Failure]:
    """Returns the uses of undefined names, with advice. Some may be in code that never runs."""
    found = []
    for path, name, line in undefined(tuple(sources)):
        homes = [each.path for each in sources if each.path != path and name in top_names(each)]
        advice = f"import it from {homes[0]}" if homes else "define or import it"
        advice = f"import {name}" if name in sys.stdlib_module_names else advice
        what = f"{name} is defined nowhere in this module: {advice}"
        found.append(Failure("names", f"{path}:{line}", what))
    return found


@lru_cache(maxsize=32)  # a build asks twice, and who watches files again
def undefined(sources: tuple[Source, ...]) -> tuple[tuple[str, str, int], ...]:
    """Returns path, name and line of each use of a name that its module does not define, the entry
    file last in `sources`.

    A name that stands only in annotations does not count: a running bot never looks it up. Nor does
    one that may come by a `*` from elsewhere, or whose NameError is caught.
    """
    tables = Tables(sources, {}, sources[-1].path)
    found = set()
    for path, module in tables.modules.items():
        caught = caught_nodes(module)
        for use in read_uses(tables, path).uses if not has_foreign_star(tables, module) else ():
            is_unknown = not use.symbol.home and use.symbol.name == use.spelled not in KNOWN
            inner = f"{module.source.module}.{use.spelled}"  # a module of the package is a name too
            is_looked_up = not (use.is_binding or use.is_annotation or use.node in caught)
            if is_unknown and is_looked_up and inner not in tables.paths:
                found.add((path, use.spelled, vars(use.node)["lineno"]))
    return tuple(sorted(found, key=lambda each: (list(tables.modules).index(each[0]), each[2])))


def caught_nodes(module: Module) -> set[ast.AST]:
    """Returns the nodes in the body of a `try` that catches a NameError."""
    found: set[ast.AST] = set()
    for node in (each for each in module.nodes if isinstance(each, ast.Try)):
        kinds = [ast.unparse(each.type) if each.type else "NameError" for each in node.handlers]
        if any("NameError" in kind for kind in kinds):
            found.update(each for part in node.body for each in ast.walk(part))
    return found


def has_foreign_star(tables: Tables, module: Module) -> bool:
    """Returns True if only a run shows which names an `import *` of a module brings."""
    for node in module.nodes:
        if isinstance(node, ast.ImportFrom) and node.names[0].name == "*":
            (home,) = homes(tables.inner(module.source.path), node)
            there = tables.modules.get(tables.paths.get(home, ""))
            if there is None and home.split(".")[0] not in sys.stdlib_module_names:
                return True
            if there and (has_computed_all(there.tree) or has_foreign_star(tables, there)):
                return True
    return False


def top_names(source: Source) -> set[str]:
    """Returns the names at a module's top level, which other modules can import."""
    found = {name for name, _ in bindings(source.tree.body)}
    return found.union(*(node.names for node in source.nodes if isinstance(node, ast.Global)))


def is_anywhere(top: str) -> bool:
    """Returns True if the site's Python has the top-level module `top`: of the standard library, or
    a package of SITE_PACKAGES.
    """
    return top in sys.stdlib_module_names or top in SITE_PACKAGES


def imported_tops(source: Source) -> Iterator[tuple[str, ast.stmt]]:
    """Yields the top-level module of each import by full name, with the statement."""
    for node in source.nodes:
        if isinstance(node, Import) and not getattr(node, "level", 0):
            yield from ((home.split(".")[0], node) for home in homes(source.path, node))


def site_packages(sources: Iterable[Source]) -> list[str]:
    """Returns the packages of the site that these modules import, sorted."""
    found = {top for source in sources for top, _ in imported_tops(source)}
    own = {source.module.split(".")[0] for source in sources}
    return sorted(found & SITE_PACKAGES.keys() - own)


def packages_note(sources: Iterable[Source]) -> str:
    """Returns the header's note on packages: their versions on the site."""
    named = [f"{name} {SITE_PACKAGES[name]}" for name in site_packages(sources)]
    return f"{', '.join(named)}: what the site has, with Python {SITE_PYTHON}" if named else ""


def missing_here(sources: Iterable[Source], python: str = sys.executable) -> str:
    """Returns the packages that are missing here, so that nothing can be proven; "" if all are
    there.
    """
    missing = [name for name in site_packages(sources) if version_here(name, python) is None]
    wanted = " ".join(f"{name}=={SITE_PACKAGES[name]}" for name in missing)
    return f"{' and '.join(missing)} not installed here (the site has {wanted})" if missing else ""


@lru_cache(maxsize=16)
def version_here(name: str, python: str = sys.executable) -> str | None:
    """Returns the version of a package in an interpreter; None if it is not installed."""
    ran = run_child(["-I", "-c", VERSION.format(name)], Path.cwd(), "", SAME, python=python)
    return ran.out.decode().strip() or None


def package_warnings(sources: Sequence[Source], python: str = sys.executable) -> list[str]:
    """Returns warnings about packages: other versions, slow imports, and modules that functions
    import but the site lacks.
    """
    lines = []
    for name in site_packages(sources):
        here = version_here(name, python)
        if here is None:
            continue
        if here != SITE_PACKAGES[name]:
            lines.append(f"proven with {name} {here}, and the site has {SITE_PACKAGES[name]}")
        words = ["-I", "-c", TIMER.format(name)]
        ran = [run_child(words, Path.cwd(), "", SAME, python=python) for _ in range(3)]
        cost = statistics.median(float(each.out or b"0") * 1000.0 for each in ran)
        if cost > SLOW_MS:
            what = f"importing {name} takes {cost:.0f} ms of the processor"
            lines.append(f"{what}, which the first turn has to give")
    own = {source.module.split(".")[0] for source in sources} | {"bots", "common"}
    for source in sources:
        soft = soft_imports(source)
        for top, node in imported_tops(source):
            if soft.get(node) == CALLED and top not in own and not is_anywhere(top):
                what = f"{top} is imported where it may never run, and the site has it not"
                lines.append(f"{source.path}:{node.lineno}: {what}")
    return list(dict.fromkeys(lines))


def soft_imports(source: Source) -> dict[ast.AST, str]:
    """Returns the nodes in which an import may fail, each with the reason.

    TRIED: in the body of a `try` that catches the failure
    SPARE: in another part of such a `try`, or for another version of Python
    CALLED: in a function, which imports when it is called
    """
    found: dict[ast.AST, str] = {}
    if all(node in source.tree.body for node in source.nodes if isinstance(node, Import)):
        return found
    for node in source.nodes:
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)) and node not in found:
            found |= dict.fromkeys(ast.walk(node), CALLED)
    for node in source.nodes:
        if isinstance(node, ast.Try):
            kinds = [ast.unparse(each.type) if each.type else "Exception" for each in node.handlers]
            if any(word in kind for kind in kinds for word in CATCHING):
                found |= dict.fromkeys(ast.walk(node), SPARE)
                found |= {each: TRIED for part in node.body for each in ast.walk(part)}
        elif isinstance(node, ast.If) and not is_guard(node):
            test = ast.unparse(node.test)  # one of two Pythons, or for type checkers
            kind = SPARE if "version" in test or "TYPE_CHECKING" in test else CALLED
            found |= {each: kind for each in ast.walk(node) if each not in found}
    return found


def import_failures(
    entry: Entry, shipped: Sequence[Source], found: Sequence[Source]
) -> list[Failure]:
    """Returns failures for imports of modules that do not exist, or that bots must not import.

    found: all modules that the imports lead to, also those that bots must not import
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
        for node in running(source.tree, source.path == entry.path)
        if isinstance(node, Import) and soft.get(node) != TRIED
        for target in homes(source.path.removeprefix(source.root), node)
        if (what := fault(entry, node, target, known))
        and not (node in soft and target and target.split(".")[0] not in ("bots", "common"))
    ]


def is_for_bots(entry: Entry, path: str) -> bool:
    """Returns True if a bot may contain this file: one of its contest's, or of common/."""
    return path == "bots/__init__.py" or path.startswith((f"bots/{entry.game}/", "common/"))


def fault(entry: Entry, node: Import, target: str, known: Mapping[str, str]) -> str:
    """Returns words on the mistake in importing the module `target`; "" for none."""
    if not target:
        return "this relative import leaves the project"
    if target in known:
        return "" if is_for_bots(entry, known[target]) else f"{target} is not for bots"
    if getattr(node, "level", 0) and not f"{target}.".startswith(f"bots.{entry.game}."):
        return f"this relative import leaves bots/{entry.game}/, the bot's folder"
    top = target.split(".")[0]
    if top in ("bots", "common"):
        return f"no module {target} in the project"
    if is_anywhere(top):
        return ""
    return f"'{target}' is neither in the standard library nor in the project"
