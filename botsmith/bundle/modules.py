"""Finds the bots of a project, and the modules of a bot.

A bot is an entry file: bots/GAME/main.py makes GAME, bots/GAME/main_X.py is GAME_X. A source is one
file of the bundle: its path in the project, with slashes, and its text with LF line ends. The
Python of the contest site, 3.11, has to parse it.

The body of `if TYPE_CHECKING:` is for type checkers, and never runs. The body of
`if __name__ == "__main__":` runs in the entry file alone.
"""

import ast
import codecs
import re
import sys
import tokenize
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import TypeGuard

from botsmith.bundle.failures import Failure, Refused
from botsmith.errors import BadInput
from botsmith.paths import PROGRAM
from botsmith.syntax import last_word, tokens_of

CODING = re.compile(r"coding[:=][ \t]*[-\w.]+")
# What Python has loaded before a program begins, so that no file beside it can be that.
EARLY = {*sys.builtin_module_names, "os", "io", "abc", "codecs", "stat", "site", "encodings"}
NO_TEXT = re.compile("[\ud800-\udfff]")
SWITCHES = "common/switches.py"
Import = ast.Import | ast.ImportFrom
Function = ast.FunctionDef | ast.AsyncFunctionDef
OWNERS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
LISTERS = ("iter_modules", "walk_packages")
IMPORTERS = ("import_module", "__import__")
FIRST_MODULES = ("params", "bot", "search", "rules", "protocol")  # what a reader wants first


@dataclass(frozen=True)
class Entry:
    """One bot: its name, its contest's folder, and the path of its entry file in the project."""

    name: str
    game: str
    path: str


@dataclass(frozen=True)
class Source:
    """One file of a bundle.

    path: in the project
    text: empty, or ends with a line end
    root: the folder in the project from which it is imported: "" or "bots/NAME/"
    """

    path: str
    text: str
    root: str = ""

    @property
    def module(self) -> str:
        """Returns the dotted name under which it is imported."""
        return module_name(self.path.removeprefix(self.root))

    @property
    def tree(self) -> ast.Module:
        """Returns its shared syntax tree, which callers must not change."""
        return tree_of(self.text)

    @property
    def nodes(self) -> list[ast.AST]:
        """Returns the nodes of its tree, in the order of ast.walk."""
        return nodes_in(self.text)


def all_entries(root: Path) -> list[Entry]:
    """Returns every bot of the project, by name. Raises BadInput if there is none."""
    found = []
    for file in (root / "bots").glob("*/main*.py"):
        game, stem = file.parent.name, file.stem
        if stem == "main" or stem.startswith("main_"):
            found.append(Entry(game + stem.removeprefix("main"), game, f"bots/{game}/{file.name}"))
    if not found:
        raise BadInput(f"no bots in {root / 'bots'}: a bot is a folder with a main.py")
    return sorted(found, key=lambda entry: entry.name)


def choose_entries(root: Path, names: Sequence[str]) -> list[Entry]:
    """Returns the bots with these names, in this order; without names all bots. Raises BadInput for
    a name that is no bot.
    """
    known = {entry.name: entry for entry in all_entries(root)}
    for name in names:
        if name not in known and (name.endswith(".py") or "/" in name):
            raise BadInput(f"no bot '{name}': `{PROGRAM} adopt {name}` takes a file or folder in")
        if name not in known:
            raise BadInput(f"no bot '{name}': the bots are {', '.join(known)}")
    return [known[name] for name in dict.fromkeys(names)] if names else list(known.values())


def read_source(root: Path, path: str) -> Source:
    """Returns a file of the project."""
    return as_source(path, (root / path).read_bytes())


def as_source(path: str, contents: bytes) -> Source:
    """Returns `contents` as UTF-8 with LF line ends, also at the last line, without byte order
    mark.

    A file that names another encoding in its first lines is decoded with that, and names UTF-8
    afterwards. Bytes that are no text become surrogates, which the proof `text` refuses.
    """
    encoding, head = "utf-8", ""
    plain = re.sub(rb"[\x80-\xff]", b"?", contents)  # they may be of any encoding
    try:
        named, lines = tokenize.detect_encoding(iter(plain.splitlines(True)).__next__)
        if codecs.lookup(named).name != "utf-8":
            encoding, head = named, lines[-1].decode()
    except SyntaxError:  # nobody knows the encoding
        pass
    text = contents.decode(encoding, "surrogateescape").removeprefix("\ufeff")
    if encoding != "utf-8":
        text = text.replace(head, CODING.sub("coding: utf-8", head), 1)
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    return Source(path, text if not text or text.endswith("\n") else text + "\n")


def module_name(path: str) -> str:
    """Returns the dotted name of a module's path."""
    return path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def find_sources(root: Path, entry: Entry) -> list[Source]:
    """Returns every project module that the entry file imports, directly or not, in reading order,
    and the entry file last.

    Imports are looked up in the bot's own folder, then in the project, as by
    `python bots/NAME/main.py` with the project on its path. A file that is imported from both is in
    the list twice.
    Raises Refused if a source is no valid Python.
    """
    main = read_source(root, entry.path)
    if failures := text_failures([main]) or grammar_failures(main.path, main.text):
        raise Refused(failures)
    finder = Finder(root, f"bots/{entry.game}/", is_script(main))
    finder.follow(main, is_main=True)
    if finder.is_open:  # it may be any module of the bot's folder but entry files
        own = [each for each in finder.found.values() if each.path.startswith(finder.own)]
        home = finder.own if any(each.root for each in own) or not own else ""
        for file in sorted((root / finder.own).rglob("*.py")):
            path = file.relative_to(root).as_posix().removeprefix(home)
            if not file.name.startswith("main") and path != "__init__.py":
                finder.find(module_name(path))
    if finder.found:  # Python runs the packages of an entry file before the file itself
        finder.find(module_name(entry.path).rpartition(".")[0])
    found = finder.found.values()
    return [*sorted(found, key=lambda source: reading_order(source.path, entry.game)), main]


def is_script(main: Source) -> bool:
    """Returns True for an entry file that is run by its path, False for one that imports its own
    package, as `python -m` needs it.
    """
    package = module_name(main.path).rpartition(".")[0] + "."
    asked = (dotted for node in main.nodes for dotted, _ in imported_modules(main.path, node))
    return not any(f"{dotted}.".startswith(package) for dotted in asked)


class Finder:
    """Finds the own modules that imports lead to.

    found: sources by dotted name
    is_open: True if a module computes a module's name while the bot runs
    is_script: True if the bot's own folder goes before the standard library
    """

    def __init__(self, root: Path, own: str, is_script: bool) -> None:
        self.root, self.own, self.is_script, self.is_open = root, own, is_script, False
        self.found: dict[str, Source] = {}

    def find(self, dotted: str) -> None:
        """Adds a module, the packages around it, and all modules that they import."""
        parts = dotted.split(".")
        if parts[0] in EARLY:
            return
        if parts[0] in sys.stdlib_module_names:  # a module of the bot's folder may replace it
            place = self.root / self.own / parts[0]
            beside = place.with_suffix(".py"), place / "__init__.py"
            if not self.is_script or not any(file.is_file() for file in beside):
                return
        for name in (".".join(parts[:end]) for end in range(1, len(parts) + 1)):
            if name not in self.found and (source := self.source_of(name)):
                self.found[source.module] = source
                self.follow(source, is_main=False)

    def source_of(self, dotted: str) -> Source | None:
        """Returns the source of a module; None for a folder, and for a module from elsewhere."""
        for root in (self.own, ""):
            for end in ("/__init__.py", ".py"):
                path = root + dotted.replace(".", "/") + end
                if (self.root / path).is_file():
                    return replace(read_source(self.root, path), root=root)
        return None

    def follow(self, source: Source, is_main: bool) -> None:
        """Adds the modules that a module imports when it runs."""
        for node in running(self.parsed(source), is_main):
            for dotted, names in imported_modules(source.path.removeprefix(source.root), node):
                self.find(dotted)
                if names == ("*",) and dotted in self.found:
                    tree = self.parsed(self.found[dotted])
                    names = tuple(names_in_all(tree) or ())
                    self.is_open |= has_computed_all(tree)
                for name in names:
                    self.find(f"{dotted}.{name}")
            self.is_open |= asks_by_value(node)

    def parsed(self, source: Source) -> ast.Module:
        """Returns the syntax tree of a source. Raises Refused if it is no valid Python."""
        try:
            return source.tree
        except (SyntaxError, ValueError) as error:  # ValueError: a null byte, before Python 3.11.4
            raise Refused(grammar_failures(source.path, source.text)) from error


def text_failures(sources: Sequence[Source]) -> list[Failure]:
    """Returns a failure for each source that is no text, at the line of its first bad byte."""
    failures = []
    for source in sources:
        if found := NO_TEXT.search(source.text):
            line = source.text.count("\n", 0, found.start()) + 1
            advice = "save the file as UTF-8, or name its encoding in line 1: # coding: latin-1"
            text = f"{character_name(found[0])}: {advice}"
            failures.append(Failure("text", f"{source.path}:{line}", text))
    return failures


def character_name(sign: str) -> str:
    """Returns a character's Unicode name, or the byte that a surrogate stands for."""
    if 0xDC80 <= ord(sign) <= 0xDCFF:
        return f"byte 0x{ord(sign) - 0xDC00:02X} (no UTF-8)"
    return unicodedata.name(sign, f"U+{ord(sign):04X}")


@lru_cache(maxsize=1024)
def tree_of(text: str) -> ast.Module:
    """Returns the shared syntax tree of a text, which callers must not change. Columns count
    letters.

    Raises SyntaxError as Python 3.11 does.
    """
    tree = ast.parse(text, feature_version=(3, 11))
    if text.isascii():
        return tree
    lines = [line.encode("utf-8", "surrogateescape") for line in text.split("\n")]
    for node in ast.walk(tree):
        for number, column in (("lineno", "col_offset"), ("end_lineno", "end_col_offset")):
            if getattr(node, column, None):
                line = lines[getattr(node, number) - 1][: getattr(node, column)]
                setattr(node, column, len(line.decode("utf-8", "ignore")))
    return tree


@lru_cache(maxsize=1024)
def nodes_in(text: str) -> list[ast.AST]:
    """Returns the nodes of a text's shared tree, in the order of ast.walk."""
    return [*ast.walk(tree_of(text))]


def reading_order(path: str, game: str) -> tuple[int, int, str]:
    """Returns a sort key: switches first, then the contest's modules beginning with its parameters,
    then common/, then packages.
    """
    folder, _, name = path.rpartition("/")
    stem = name.removesuffix(".py")
    if stem == "__init__":
        return (2, 0, path)
    if path == SWITCHES:
        return (-1, 0, path)
    kind = stem.split("_")[0]  # bot_mcts is a bot
    rank = FIRST_MODULES.index(kind) if kind in FIRST_MODULES else len(FIRST_MODULES)
    return (0, rank, path) if folder == f"bots/{game}" else (1, 0, path)


def grammar_failures(path: str, text: str) -> list[Failure]:
    """Returns the first place that Python 3.11 cannot parse in a source."""
    try:
        tree_of(text)
    except SyntaxError as error:
        advice = f"{error.msg}: the contest site runs Python 3.11"
        return [Failure("grammar", f"{path}:{error.lineno or 1}", advice)]
    except (ValueError, RecursionError, MemoryError) as error:
        return [Failure("grammar", path, f"no Python source: {error}")]
    line = next(newer_fstring_lines(text), None) if sys.version_info >= (3, 12) else None
    if line is None:
        return []
    what = "an f-string of Python 3.12: in 3.11 its braces hold no backslash, comment or own quote"
    return [Failure("grammar", f"{path}:{line}", what)]


def newer_fstring_lines(text: str) -> Iterator[int]:
    """Yields lines with f-strings that only Python 3.12 and later parse. On 3.11 the parser refuses
    them.

    It walks the tokens with a stack of the quotes of the f-strings around each. Within braces 3.11
    allows no such quote, no backslash, no comment, and a line end only between triple quotes.
    """
    open_quotes: list[str] = []
    for token in tokens_of(text):
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


def is_guard(node: ast.AST) -> TypeGuard[ast.If]:
    """Returns True for `if __name__ == "__main__":`."""
    match node:
        case ast.If(test=ast.Compare(left=one, ops=[ast.Eq()], comparators=[other])):
            sides = {ast.unparse(one), ast.unparse(other)}
            return sides == {"__name__", "'__main__'"}
    return False


def is_for_checkers(node: ast.AST) -> TypeGuard[ast.If]:
    """Returns True for `if TYPE_CHECKING:` and `if typing.TYPE_CHECKING:`."""
    match node:
        case ast.If(test=ast.Name(id="TYPE_CHECKING") | ast.Attribute(attr="TYPE_CHECKING")):
            return True
    return False


@lru_cache(maxsize=1024)
def running(tree: ast.Module, is_main: bool) -> list[ast.AST]:
    """Returns the nodes of a module without those in code that never runs."""
    waiting: list[ast.AST] = list(reversed(tree.body))
    found = []
    while waiting:
        node = waiting.pop()
        found.append(node)
        if is_for_checkers(node) or (is_guard(node) and not is_main and node in tree.body):
            waiting += reversed(node.orelse)
        else:
            waiting += reversed([*ast.iter_child_nodes(node)])
    return found


def absolute_target(path: str, node: ast.ImportFrom) -> str:
    """Returns the full module name in a `from` import; "" if its dots leave the project.

    path: in the folder from which the module is imported
    """
    if not node.level:
        return node.module or ""
    parts = path.removesuffix(".py").split("/")  # the last part is the module's own, or __init__
    if node.level >= len(parts):
        return ""
    return ".".join(parts[: -node.level] + ([node.module] if node.module else []))


def homes(path: str, node: Import) -> list[str]:
    """Returns the full names of the modules from which a statement imports. path: as for
    absolute_target
    """
    if isinstance(node, ast.ImportFrom):
        return [absolute_target(path, node)]
    return [alias.name for alias in node.names]


def imported_modules(path: str, node: ast.AST) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yields the modules that a node imports: a dotted name, and the names imported from it.

    A call of importlib.import_module with a literal text counts. path: as for absolute_target
    """
    if isinstance(node, Import):
        names = [alias.name for alias in node.names] if isinstance(node, ast.ImportFrom) else []
        yield from ((home, tuple(names)) for home in homes(path, node) if home)
    elif isinstance(node, ast.Call) and last_word(node.func).endswith(IMPORTERS):
        match node.args:
            case [ast.Constant(value=str(name)), *_]:
                dots = len(name) - len(name.lstrip("."))
                statement = ast.ImportFrom(name.lstrip(".") or None, [], dots)
                if target := absolute_target(path, statement):
                    yield target, ()


def asks_by_value(node: ast.AST) -> bool:
    """Returns True for a call that imports or lists modules by names computed at run time."""
    if not isinstance(node, ast.Call):
        return False
    name = last_word(node.func)
    is_text = bool(node.args) and isinstance(node.args[0], ast.Constant)
    return name.endswith(LISTERS) or (name.endswith(IMPORTERS) and not is_text)


def names_in_all(tree: ast.Module) -> list[str] | None:
    """Returns the names in a module's `__all__`; None without one, or if it is not a plain list."""
    found = None
    for node in ast.walk(tree):
        match node:
            case ast.Assign(targets=[ast.Name(id="__all__")], value=value) if node in tree.body:
                try:
                    found = [str(name) for name in ast.literal_eval(value)]
                except ValueError:
                    return None
            case ast.Name(id="__all__") if not isinstance(node.ctx, ast.Store):
                return None
    return found


def has_computed_all(tree: ast.Module) -> bool:
    """Returns True if a module computes its `__all__`, so that only a run shows the names in it."""
    return names_in_all(tree) is None and any(
        isinstance(node, ast.Name) and node.id == "__all__" for node in ast.walk(tree)
    )
