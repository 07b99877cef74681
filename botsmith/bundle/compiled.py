"""The compiled flavour: a bot's kernels travel in C too, with the loader that puts it in force.

A bot has it if one of its modules holds a record `Memory` and a tuple `ENTRIES` of the kernels that
are called on it. The translation imports that module, so it runs in a process of its own: run as
a module, this file reads {"module": name, "game": name} from stdin and prints the kernels module.
"""

import ast
import json
import re
import subprocess
import sys
import textwrap
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import botsmith
from botsmith.bundle import literals
from botsmith.bundle.failures import Failure, Refused
from botsmith.bundle.imports import module_name
from botsmith.bundle.modules import Entry, Source, find_modules, read_source, reading_order
from botsmith.compiler.cfile import Translation
from botsmith.compiler.importing import import_kernels
from botsmith.compiler.terse import terse, without_comments
from botsmith.compiler.translate import (
    LEVEL,
    LEVELS,
    LIBRARY_FLAGS,
    shipping_flags,
    translate,
)
from botsmith.errors import BadInput
from common.native import fingerprint

WORKSHOP = Path(botsmith.__file__).resolve().parent.parent
LOADER = "common/native.py"
NAMES = {"Memory", "ENTRIES"}
ROOM = 89_250  # units of all below the header up to which the C text keeps its comments
LAST_ROOM = 98_000  # and up to which modules keep their docstrings: the site takes 100,000
INDENT = re.compile(r"^(?: {4})+", re.MULTILINE)
ABOUT = '''\
"""The kernels of this bot in C, as the compiler gets them."""
'''
MAIN = """\
from bots.{game} import kernels_c
from {bot} import main
from {search} import Memory
from common.native import Compiled

main(Compiled(Memory, kernels_c))
"""


def search_module(modules: Iterable[Source], game: str) -> Source | None:
    """The module of a bot that holds its kernels' memory and entries, None if there is none."""
    for source in modules:
        if source.path.startswith(f"bots/{game}/") and NAMES <= top_names(source.text):
            return source
    return None


def top_names(text: str) -> set[str]:
    """The classes and the assigned names at the top of a module."""
    names = set()
    for node in ast.parse(text).body:
        if isinstance(node, ast.ClassDef):
            names.add(node.name)
        elif isinstance(node, ast.Assign):
            names |= {target.id for target in node.targets if isinstance(target, ast.Name)}
    return names


def has_kernels(root: Path, entry: Entry) -> bool:
    """Whether a bot can be built in this flavour. Sources that cannot be read are no reason for."""
    try:
        return search_module(find_modules(root, entry), entry.game) is not None
    except (Refused, SyntaxError, ValueError):
        return False


def compiled(
    root: Path, entry: Entry, modules: Sequence[Source], main: Source
) -> tuple[list[Source], Source]:
    """The modules with the kernels in C and the loader; an entry file that brings them together.

    Refused if a kernel does not translate, or the entry does more than to call the bot's `main`.
    """
    search = search_module(modules, entry.game)
    if search is None:
        what = "no module of this bot holds Memory and ENTRIES: there is nothing to translate"
        raise Refused([Failure("kernels", entry.path, what)])
    text = MAIN.format(game=entry.game, bot=module_of_main(main), search=module_name(search.path))
    kernels = Source(f"bots/{entry.game}/kernels_c.py", translated(root, entry, search))
    added = [tabbed(source) for source in (*modules, read_source(root, LOADER))]
    entry_file = Source(main.path, text)
    if len(literals.body([*added, kernels], entry_file)) > ROOM:
        kernels = Source(kernels.path, without_comments(kernels.text))
    if len(literals.body([*added, kernels], entry_file)) > LAST_ROOM:
        bare = [without_docstrings(source) for source in added]
        kernels = with_new_fingerprints(kernels, added, bare)
        added = bare
    ordered = sorted([*added, kernels], key=lambda source: reading_order(source.path, entry.game))
    return ordered, entry_file


def tabbed(source: Source) -> Source:
    """A module indented by tabs: this flavour holds every kernel twice, and the site counts
    characters. The importer makes four columns of each again. Parameters stay as they are.
    """
    if source.path.endswith("/params.py"):
        return source
    return Source(source.path, INDENT.sub(lambda spaces: "\t" * (len(spaces[0]) // 4), source.text))


def without_docstrings(source: Source) -> Source:
    """A module without docstrings, every other line in its place. Parameters keep theirs."""
    if source.path.endswith("/params.py"):
        return source
    lines = source.text.split("\n")
    for node in ast.walk(ast.parse(source.text)):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef):
            if ast.get_docstring(node) is not None and len(node.body) > 1:
                first, last = node.body[0].lineno, node.body[0].end_lineno or 0
                lines[first - 1 : last] = [""] * (last - first + 1)
    return Source(source.path, "\n".join(lines))


def with_new_fingerprints(
    kernels: Source, before: Sequence[Source], after: Sequence[Source]
) -> Source:
    """The kernels module with the fingerprints of modules that have changed since translation."""
    text = kernels.text
    for old, new in zip(before, after, strict=True):
        name = f"  {module_name(old.path)}\n"
        was, now = (fingerprint(source.text.expandtabs(4)) for source in (old, new))
        text = text.replace(was + name, now + name)
    return Source(kernels.path, text)


def module_of_main(main: Source) -> str:
    """The module whose `main` the entry file calls. Refused unless that is all that it does."""
    match ast.parse(main.text).body:
        case [
            ast.ImportFrom(module=str(module), names=[ast.alias(name="main", asname=None)]),
            ast.Expr(ast.Call(func=ast.Name(id="main"), args=[], keywords=[])),
        ]:
            return module
    what = "for the compiled flavour it is 'from ... import main' and 'main()', nothing else"
    raise Refused([Failure("main", f"{main.path}:1", what)])


def translated(root: Path, entry: Entry, search: Source) -> str:
    """The text of the kernels module. Refused with the compiler's words for what it refuses."""
    path = json.dumps([str(root), str(WORKSHOP)])
    start = f"import sys; sys.path[:0] = {path}; from botsmith.bundle import compiled; "
    done = subprocess.run(
        [sys.executable, "-B", "-I", "-c", start + "sys.exit(compiled.main())"],
        cwd=root,
        input=json.dumps({"module": module_name(search.path)}),
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode != 0:
        last = (done.stderr.strip().splitlines() or ["the translation failed without a word"])[-1]
        where, separator, what = last.partition(": ")
        is_place = separator and where.split(":")[0].endswith(".py")
        failure = (where, what) if is_place else (search.path, last)
        raise Refused([Failure("kernels", *failure)])
    return done.stdout


def kernels_text(code: Translation, memory: type[Any], level: str = LEVEL) -> str:
    """The module `kernels_c` of a bundle, see common.native.Compiled."""
    flags = " ".join([*LIBRARY_FLAGS, *shipping_flags(code.math, level)])
    parts = [
        ABOUT,
        f'FLAGS = """\n{wrapped(flags)}\n""".split()',
        f'TEXT = r"""\n{terse(code.text, memory.__name__)}"""\n',
    ]
    return "\n".join(parts)


def wrapped(text: str) -> str:
    """Words in lines of at most 100 characters."""
    return textwrap.fill(text, 100, break_long_words=False, break_on_hyphens=False)


def main() -> int:
    """Translates the module that stdin names and prints the kernels module; the exit status."""
    request = json.load(sys.stdin)
    try:
        search = import_kernels(request["module"])
        entries = {kernel.__name__: kernel for kernel in search.ENTRIES}
        if len(entries) < len(search.ENTRIES):
            raise BadInput(f"{request['module']}: two kernels in ENTRIES have the same name")
        level = getattr(search, "C_LEVEL", LEVEL)
        if level not in LEVELS:
            raise BadInput(f"{request['module']}: C_LEVEL {level!r}: expected {' '.join(LEVELS)}")
        sys.stdout.write(kernels_text(translate(entries), search.Memory, level))
    except BadInput as error:
        print(error, file=sys.stderr)
        return 2
    return 0
