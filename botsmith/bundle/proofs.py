"""What can be proven of the sources without running them. Each failure says where and what to do.

The contest site runs Python 3.11 with nothing but the standard library that a bot can count on.
"""

import ast
import io
import tokenize
import unicodedata
from collections.abc import Iterator, Sequence

from botsmith.bundle.failures import Failure
from botsmith.bundle.imports import import_failures, is_for_bots
from botsmith.bundle.literals import quote_failures
from botsmith.bundle.modules import Entry, Source

GRAMMAR = (3, 11)
IMPORTERS = {"importlib", "imp", "runpy", "pkgutil", "zipimport"}
PATHS = {"path", "meta_path", "path_hooks", "modules"}  # of sys
DYNAMIC_ADVICE = "name the module in an import statement, so that the bundle can hold it"


def source_failures(entry: Entry, modules: Sequence[Source], main: Source) -> list[Failure]:
    """All failures of the sources; imports and the like only once every source parses."""
    shipped = [source for source in [*modules, main] if is_for_bots(entry, source.path)]
    python = [source for source in shipped if source.path.endswith(".py")]
    failures = ascii_failures(shipped) + list(quote_failures(shipped[:-1]))
    for source in python:
        failures += grammar_failures(source) if source.text.isascii() else []
    if failures:
        return failures
    trees = {source.path: ast.parse(source.text) for source in python}
    failures += import_failures(entry, trees, [source.path for source in modules])
    failures += [
        failure for path, tree in trees.items() for failure in dynamic_failures(path, tree)
    ]
    return failures + (main_failures(main.path, trees[main.path]) if modules else [])


def ascii_failures(sources: Sequence[Source]) -> list[Failure]:
    """Every character that is not ASCII, once a line."""
    failures = []
    for source in sources:
        for number, line in enumerate(source.text.split("\n"), start=1):
            column = next((at for at, sign in enumerate(line) if ord(sign) > 127), None)
            if column is not None:
                where = f"{source.path}:{number}:{column + 1}"
                name = character_name(line[column])
                text = f"{name} is not ASCII: write it in ASCII, or as an escape"
                failures.append(Failure("ascii", where, text))
    return failures


def tab_failures(sources: Sequence[Source]) -> list[Failure]:
    """Every tab, once a line: the importer makes four blanks of each."""
    what = "a tab becomes four blanks in a bundle: indent by blanks, write \\t in a string"
    return [
        Failure("ascii", f"{source.path}:{number}:{line.index(chr(9)) + 1}", what)
        for source in sources
        for number, line in enumerate(source.text.split("\n"), start=1)
        if chr(9) in line
    ]


def character_name(sign: str) -> str:
    """A character's Unicode name, or the byte that a surrogate stands for."""
    if 0xDC80 <= ord(sign) <= 0xDCFF:
        return f"byte 0x{ord(sign) - 0xDC00:02X} (no UTF-8)"
    return unicodedata.name(sign, f"U+{ord(sign):04X}")


def entry_failures(entry: Entry, main: Source) -> list[Failure]:
    """What keeps an entry file from being followed at all, relative imports among it."""
    failures = ascii_failures([main]) or grammar_failures(main)
    if failures:
        return failures
    what = "the pasted file has no package to start from"
    return [
        Failure("main", f"{main.path}:{node.lineno}", f"{what}: write 'from bots.{entry.game}...'")
        for node in ast.walk(ast.parse(main.text))
        if isinstance(node, ast.ImportFrom) and node.level
    ]


def grammar_failures(source: Source) -> list[Failure]:
    """What Python 3.11 cannot parse in a source; the first place only."""
    try:
        ast.parse(source.text, feature_version=GRAMMAR)
    except SyntaxError as error:
        advice = f"{error.msg}: the contest site runs Python 3.11"
        return [Failure("grammar", f"{source.path}:{error.lineno or 1}", advice)]
    except ValueError as error:
        return [Failure("grammar", source.path, f"no Python source: {error}")]
    line = next(newer_fstring_lines(source.text), None)
    if line is None:
        return []
    what = "an f-string of Python 3.12: in 3.11 its braces hold no backslash, comment or own quote"
    return [Failure("grammar", f"{source.path}:{line}", what)]


def newer_fstring_lines(text: str) -> Iterator[int]:
    """Lines with f-strings that only Python 3.12 and later parse; 3.11 refuses them by itself.

    Walks the tokens with a stack of the quotes of the f-strings around each: within braces 3.11
    takes no quote of theirs, no backslash, no comment, no line end unless the quotes are triple.
    """
    open_quotes: list[str] = []
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        kind = tokenize.tok_name[token.type]
        own = kind in ("FSTRING_START", "FSTRING_MIDDLE", "FSTRING_END")
        around = open_quotes[:-1] if own and kind != "FSTRING_START" else open_quotes
        for quote in around:
            broken = kind in ("NL", "NEWLINE") and len(quote) == 1
            if quote in token.string or "\\" in token.string or kind == "COMMENT" or broken:
                yield token.start[0]
        if kind == "FSTRING_START":
            open_quotes.append(token.string.lstrip("fFrR"))
        elif kind == "FSTRING_END":
            open_quotes.pop()


def dynamic_failures(path: str, tree: ast.Module) -> list[Failure]:
    """Imports and paths that are only known at run time: the bundle could not follow them."""
    sys_names = {
        alias.asname or alias.name
        for node in ast.walk(tree)
        if isinstance(node, ast.Import)
        for alias in node.names
        if alias.name == "sys"
    }
    return [
        Failure("dynamic", f"{path}:{node.lineno}", f"{what}: {DYNAMIC_ADVICE}")
        for node in ast.walk(tree)
        if isinstance(node, (ast.stmt, ast.expr))
        for what in dynamic_uses(node, sys_names)
    ]


def dynamic_uses(node: ast.AST, sys_names: set[str]) -> Iterator[str]:
    """What one node does that is only known at run time, in words."""
    if isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names if alias.name.split(".")[0] in IMPORTERS)
    elif isinstance(node, ast.ImportFrom) and not node.level:
        module = node.module or ""
        names = {alias.name for alias in node.names}
        if module.split(".")[0] in IMPORTERS:
            yield module
        if module == "sys" and names & PATHS:
            yield "sys." + sorted(names & PATHS)[0]
    elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
        if node.value.id in sys_names and node.attr in PATHS:
            yield f"sys.{node.attr}"
    elif isinstance(node, ast.Name) and node.id in ("__import__", "__file__"):
        yield node.id
    elif isinstance(node, ast.Call) and executes_an_import(node):
        yield "an import in executed text"


def executes_an_import(call: ast.Call) -> bool:
    """Whether this is exec, eval or compile of a literal text that imports something."""
    if not (isinstance(call.func, ast.Name) and call.func.id in ("exec", "eval", "compile")):
        return False
    text = call.args[0].value if call.args and isinstance(call.args[0], ast.Constant) else None
    return isinstance(text, str) and "import" in text


def main_failures(path: str, tree: ast.Module) -> list[Failure]:
    """What an entry file must not hold: all but imports, calls and strings of one line."""
    failures = []
    for statement in tree.body:
        simple = isinstance(statement, (ast.Import, ast.ImportFrom)) or (
            isinstance(statement, ast.Expr)
            and isinstance(statement.value, (ast.Call, ast.Constant))
        )
        future = isinstance(statement, ast.ImportFrom) and statement.module == "__future__"
        strings = (
            node for node in ast.walk(statement) if isinstance(node, (ast.Constant, ast.JoinedStr))
        )
        long_string = next((node for node in strings if node.lineno != node.end_lineno), None)
        if future:
            what = "an entry file stands last in the bundle, where 'from __future__' is an error"
        elif long_string:
            what = "no string over several lines in an entry file"
        elif not simple:
            what = "an entry file holds imports and calls only"
        else:
            continue
        advice = f"{what}: move it to bot.py and call that"
        failures.append(Failure("main", f"{path}:{statement.lineno}", advice))
    return failures
