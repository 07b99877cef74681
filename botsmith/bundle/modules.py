"""Which bots a project holds, and which modules a bot is made of.

A bot is an entry file: bots/GAME/main.py makes GAME, bots/GAME/main_X.py is GAME_X. A source
is one file of the bundle: its path in the project, with slashes, and its text with LF line ends.
The contest site's Python has to parse it: 3.11.
"""

import ast
import codecs
import io
import re
import sys
import tokenize
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path

from botsmith.bundle.failures import Failure, Refused
from botsmith.bundle.followed import (
    asked_for,
    asks_by_value,
    has_computed_all,
    nodes_of,
    offered,
    running,
)
from botsmith.errors import BadInput
from botsmith.paths import PROGRAM

GRAMMAR = (3, 11)
CODING = re.compile(r"coding[:=][ \t]*[-\w.]+")
# What Python has loaded before a program begins, so that no file beside it can be that.
EARLY = {*sys.builtin_module_names, "os", "io", "abc", "codecs", "stat", "site", "encodings"}
SWITCHES = "common/switches.py"
FIRST_MODULES = ("params", "bot", "search", "rules", "protocol")  # what a reader wants first


@dataclass(frozen=True)
class Entry:
    """One bot: its name, its contest's folder, and the path of its entry file in the project."""

    name: str
    game: str
    path: str

    @property
    def module(self) -> str:
        """Returns the entry file as `python -m` takes it."""
        return self.path.removesuffix(".py").replace("/", ".")


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
        """Returns its one tree, for those who only look at it."""
        return tree_of(self.text)

    @property
    def nodes(self) -> list[ast.AST]:
        """Returns the nodes of its tree, in the order of ast.walk."""
        return nodes_in(self.text)


def all_entries(root: Path) -> list[Entry]:
    """Returns every bot of the project, by name. BadInput if there is none."""
    found = []
    for file in (root / "bots").glob("*/main*.py"):
        game, stem = file.parent.name, file.stem
        if stem == "main" or stem.startswith("main_"):
            found.append(Entry(game + stem.removeprefix("main"), game, f"bots/{game}/{file.name}"))
    if not found:
        raise BadInput(f"no bots in {root / 'bots'}: a bot is a folder with a main.py")
    return sorted(found, key=lambda entry: entry.name)


def choose_entries(root: Path, names: Sequence[str]) -> list[Entry]:
    """Returns the bots of these names in this order, or all of them. BadInput for a name that is no
    bot.
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
    """Returns `contents` as UTF-8 with LF line ends, the last line ended too, without byte order
    mark.

    A file that names another encoding in its first lines is read in that, and names UTF-8 then.
    Bytes that are no text become surrogates, for the proof `text`.
    """
    encoding, head = coding_of(contents)
    text = contents.decode(encoding, "surrogateescape").removeprefix("\ufeff")
    if encoding != "utf-8":
        text = text.replace(head, CODING.sub("coding: utf-8", head), 1)
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    return Source(path, text if not text or text.endswith("\n") else text + "\n")


def coding_of(contents: bytes) -> tuple[str, str]:
    """Returns the encoding that a file names, and the line that does; ("utf-8", "") without one."""
    for line in contents.splitlines()[:2]:
        found = re.match(rb"[ \t\f]*#.*?coding[:=][ \t]*([-\w.]+)", line)
        if found:
            name = found[1].decode("ascii", "replace")
            try:
                is_other = codecs.lookup(name).name not in ("utf-8", "utf-8-sig")
                return (name if is_other else "utf-8"), line.decode("ascii", "replace")
            except LookupError:
                return "utf-8", ""
        if line.strip() and not line.lstrip().startswith(b"#"):
            break
    return "utf-8", ""


def module_name(path: str) -> str:
    """Returns the dotted name of a module's path."""
    return path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def find_modules(root: Path, entry: Entry, main: Source) -> list[Source]:
    """Returns every project module that the entry file imports, directly or not, in the bundle's
    order. main: that file

    Imports are looked up in the bot's own folder, then in the project, as by
    `python bots/NAME/main.py` with the project on its path. A file that is imported from both is
    there twice.
    Raises Refused where a source is no Python at all.
    """
    finder = Finder(root, f"bots/{entry.game}/")
    finder.is_script = is_script(main)
    finder.follow(main, is_main=True)
    if finder.is_open:
        finder.find_all()
    if finder.found:  # Python runs the packages of an entry file before the file itself
        finder.find(module_name(entry.path).rpartition(".")[0])
    return sorted(finder.found.values(), key=lambda source: reading_order(source.path, entry.game))


def is_script(main: Source) -> bool:
    """Returns True for an entry file that is run by its path, False for one that names its own
    package, as `python -m` asks for.
    """
    package = module_name(main.path).rpartition(".")[0] + "."
    asked = (dotted for node in main.nodes for dotted, _ in asked_for(main.path, node))
    return not any(f"{dotted}.".startswith(package) for dotted in asked)


class Finder:
    """The own modules that imports lead to.

    found: by the dotted name
    is_open: a name of some module is made up while the bot runs
    is_script: the bot's own folder goes before the standard library
    """

    def __init__(self, root: Path, own: str) -> None:
        self.root, self.own, self.is_open, self.is_script = root, own, False, False
        self.found: dict[str, Source] = {}

    def find(self, dotted: str) -> None:
        """Adds a module with the packages around it and all that they import."""
        parts = dotted.split(".")
        if (
            parts[0] in EARLY
            or parts[0] in sys.stdlib_module_names
            and not self.is_beside(parts[0])
        ):
            return
        for name in (".".join(parts[:end]) for end in range(1, len(parts) + 1)):
            if name not in self.found and (source := self.source_of(name)):
                self.found[name] = source
                self.follow(source, is_main=False)

    def is_beside(self, top: str) -> bool:
        """Returns True for a module of the bot's folder that goes before one of Python's."""
        if not self.is_script:
            return False
        place = self.root / self.own / top
        return place.with_suffix(".py").is_file() or (place / "__init__.py").is_file()

    def source_of(self, dotted: str) -> Source | None:
        """Returns the file of a module's name; None for a folder, and for what is elsewhere."""
        for root in (self.own, ""):
            for end in ("/__init__.py", ".py"):
                path = root + dotted.replace(".", "/") + end
                if (self.root / path).is_file():
                    return replace(read_source(self.root, path), root=root)
        return None

    def follow(self, source: Source, is_main: bool) -> None:
        """Adds what a module imports where it runs."""
        for node in running(self.parsed(source), is_main):
            for dotted, names in asked_for(source.path.removeprefix(source.root), node):
                self.find(dotted)
                if names == ("*",) and dotted in self.found:
                    tree = self.parsed(self.found[dotted])
                    names = tuple(offered(tree) or ())
                    self.is_open |= has_computed_all(tree)
                for name in names:
                    self.find(f"{dotted}.{name}")
            self.is_open |= asks_by_value(node)

    def find_all(self) -> None:
        """Adds all modules of the bot's folder but entry files."""
        own = [each for each in self.found.values() if each.path.startswith(self.own)]
        home = self.own if any(each.root for each in own) or not own else ""
        for file in sorted((self.root / self.own).rglob("*.py")):
            if not file.name.startswith("main"):
                path = file.relative_to(self.root).as_posix()
                self.find(module_name(path.removeprefix(home)))

    def parsed(self, source: Source) -> ast.Module:
        """Returns the tree of a source. Refused if it is no Python."""
        try:
            return source.tree
        except (SyntaxError, ValueError) as error:  # ValueError: a null byte, before Python 3.11.4
            raise Refused(grammar_failures(source.path, source.text)) from error


@lru_cache(maxsize=1024)
def tree_of(text: str) -> ast.Module:
    """Returns the one tree of a text, for those who only look at it; columns count letters.

    SyntaxError as from Python 3.11.
    """
    tree = ast.parse(text, feature_version=GRAMMAR)
    if text.isascii():
        return tree
    lines = [line.encode("utf-8", "surrogateescape") for line in text.split("\n")]
    for node in ast.walk(tree):
        for number, column in (("lineno", "col_offset"), ("end_lineno", "end_col_offset")):
            if getattr(node, column, None):
                line = lines[getattr(node, number) - 1][: getattr(node, column)]
                setattr(node, column, len(line.decode("utf-8", "ignore")))
    return tree


def tokens_of(text: str) -> list[tokenize.TokenInfo]:
    """Returns the tokens of a text."""
    return list(tokenize.generate_tokens(io.StringIO(text).readline))


@lru_cache(maxsize=1024)
def nodes_in(text: str) -> list[ast.AST]:
    """Returns the nodes of a text's one tree, in the order of ast.walk."""
    return nodes_of(tree_of(text))


def stands_alone(text: str, node: ast.stmt) -> bool:
    """Returns True if no other statement shares the lines of this one of a text's tree."""
    lines = text.split("\n")
    before = lines[node.lineno - 1][: node.col_offset]
    after = lines[(node.end_lineno or 0) - 1][node.end_col_offset or 0 :]
    return not before.strip() and after.strip()[:1] in ("", "#")


def segment(text: str, node: ast.expr) -> str:
    """Returns the text of an expression of a text's tree."""
    lines = text.split("\n")[node.lineno - 1 : node.end_lineno]
    lines[-1] = lines[-1][: node.end_col_offset]
    lines[0] = lines[0][node.col_offset :]
    return "\n".join(lines)


def reading_order(path: str, game: str) -> tuple[int, int, str]:
    """Returns a sort key: switches, the contest's modules from parameters on, common/, packages."""
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
    """Yields lines with f-strings that only Python 3.12 and later parse; 3.11 refuses them by
    itself.

    Walks the tokens with a stack of the quotes of the f-strings around each: within braces 3.11
    takes no quote of theirs, no backslash, no comment, no line end unless the quotes are triple.
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
