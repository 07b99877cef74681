"""Finds the parts of an existing bot in any folders: its entry file, the modules that it imports,
and the data files that the modules name.

Imports stay as they are wherever they can: the bot's new folder is on the import path, as the entry
file's folder was before.
"""

import ast
import os
import re
import sys
from collections.abc import Iterator, Sequence, Set
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from botsmith.bundle.header import LIMIT
from botsmith.bundle.modules import (
    EARLY,
    Source,
    as_source,
    asks_by_value,
    grammar_failures,
    has_computed_all,
    imported_modules,
    is_guard,
    names_in_all,
    running,
    text_failures,
    tree_of,
)
from botsmith.bundle.proofs import is_anywhere, soft_imports
from botsmith.errors import BadInput

ENTRIES = ("main.py", "mybot.py", "bot.py", "__main__.py", "my_bot.py", "player.py", "run.py")
NO_CODE = {"tests", "test", "docs", "venv", "env", "node_modules", "site-packages", "__pycache__"}
NO_ENTRY = re.compile(r"(tests?|tests?_.*|.*_tests?|conftest|setup|build)\.py")
READING = re.compile(r"\b(open|load\w*|read_\w+|get_data|fromfile|genfromtxt)\s*\(")
STRANGE = {"logging", "sys", "os", "random", "warnings", "math"}  # calls of theirs begin no bot
TOPS = (".git", "pyproject.toml", "setup.py", "requirements.txt")  # of a project's own folder
ABOVE = 4  # folders above the one that was named, in which imports are looked up
MOST = 20_000  # files that are looked at


class Project:
    """The parts of a bot in any folders: modules by their imports, data files by their names in the
    modules.

    folder: the folder of the project
    entry: the bot's entry file
    name: the bot's name in the workspace
    twin: its name in bots/NAME/ of another workspace, "" if it does not stand so
    roots: folders where its imports are looked up, the entry file's folder first
    package: the dotted package of the entry file's relative imports, "" for none
    files: the original of each file that the bot needs, by its path in the new folder
    texts: the texts of its modules, by the same paths
    unused: files of the project that the bot does not need
    problems: reasons why the bot cannot be adopted, each with `file:line`
    notes: other lines for the author
    """

    def __init__(self, folder: Path, entry: Path, name: str) -> None:
        self.folder, self.entry, self.name = folder, entry, name
        home = entry.parent
        self.twin = home.name if home.parent.name == "bots" else ""
        self.pack = f"bots.{name}."  # where relative imports of the entry file lead
        self.above = list(places_above(home, folder))
        self.packed: set[str] = set()  # places of modules that are parts of the bot's own package
        self.roots, self.package = [home], ""
        self.files: dict[str, Path] = {}
        self.texts: dict[str, str] = {}
        self.problems: list[str] = []
        self.notes: list[str] = []
        self.add_module("main.py", entry)
        self.add_data_files()
        known = {file.resolve() for file in self.files.values()}
        if self.twin:
            known.add((home.parent / "__init__.py").resolve())  # of the package of all bots
            self.roots += {home.parent.parent} - {*self.roots}
        self.unused = [file for file in files_in(folder) if file.resolve() not in known]

    def add_module(self, place: str, file: Path) -> None:
        """Adds a module, and all modules that it imports.

        place: the module's path in the bot's new folder
        """
        source = as_source(str(file), file.read_bytes())
        if self.twin:
            named = rf"\bbots([./]){re.escape(self.twin)}\b"
            source = replace(source, text=re.sub(named, rf"bots\1{self.name}", source.text))
        self.files[place], self.texts[place] = file, source.text
        failures = text_failures([source]) or grammar_failures(str(file), source.text)
        self.problems += [str(failure) for failure in failures]
        if failures:
            return
        is_main = place == "main.py"
        if is_main and not self.twin and (package := shared_package(source, file)):
            self.package = package
            source = replace(source, text=with_absolute_imports(source, package))
            self.texts[place] = source.text
        tree = source.tree
        self.roots += [each for each in named_roots(tree, file) if each not in self.roots]
        soft = soft_imports(source)
        for node in running(tree, is_main):
            is_inner = is_main or place in self.packed
            inner = self.pack.replace(".", "/") + place if is_inner else place
            for dotted, names in imported_modules(inner, node):
                if is_main and getattr(node, "level", False):
                    self.package = self.package or file.parent.name
                line = getattr(node, "lineno", 1)
                self.add_import(dotted, names, f"{file}:{line}", is_soft=node in soft)
            if asks_by_value(node):
                self.add_all_modules()

    def add_all_modules(self) -> None:
        """Adds all modules in and below the entry file's folder, for imports by a computed name."""
        top = self.entry.parent
        for file in files_in(top):
            place = file.relative_to(top).as_posix()
            is_module = file.suffix == ".py" and not NO_ENTRY.fullmatch(file.name)
            if is_module and file != self.entry and place not in self.files:
                self.add_module(place, file)

    def add_import(self, dotted: str, names: Sequence[str], where: str, is_soft: bool) -> None:
        """Adds an imported module, the packages around it, and the imported names that are modules.

        where: `file:line` of the import
        is_soft: True if the bot runs without the module; else a missing module is a problem
        """
        parts = dotted.split(".")
        found = False
        for end in range(1, len(parts) + 1):
            found = self.add_if_found(".".join(parts[:end]))
        is_elsewhere = is_anywhere(parts[0]) or parts[0] == "common"
        if not found and not is_elsewhere and not is_soft:
            site = "the site has the standard library, numpy, scipy and pandas"
            advice = "take the import out, or put it into `try: ... except ImportError:`"
            reason = f"no module {dotted!r} in the project: {site}; {advice}"
            self.problems.append(f"{where}: {reason}")
        if names == ("*",) and (file := self.file_of(dotted)):
            tree = ast.parse(file[1].read_bytes())
            names = names_in_all(tree) or ()
            if has_computed_all(tree):
                names = sorted(each.stem for each in file[1].parent.glob("*.py"))
        for name in names:
            self.add_if_found(f"{dotted}.{name}")

    def add_if_found(self, dotted: str) -> bool:
        """Adds a module if the project has it. Returns True if the project has it, also for a
        folder that is a package without `__init__.py`.
        """
        found = self.file_of(dotted)
        if found is None:
            places = (root / path for root, path in self.possible_places(dotted))
            return dotted == "bots" or any(any(place.rglob("*.py")) for place in places)
        place, file = found
        if dotted == "bots" and self.twin and not file.read_text("utf-8").strip():
            return True  # it is the package that holds all bots here
        if f"{dotted}.".startswith(self.pack):
            self.packed.add(place)
        if place not in self.files:
            self.add_module(place, file)
        return True

    def possible_places(self, dotted: str) -> Iterator[tuple[Path, str]]:
        """Yields each folder where a module may lie, and its path there without a suffix."""
        top, name = dotted.partition(".")[0], f"{dotted}."
        if name.startswith(self.pack):
            yield self.entry.parent, name.removeprefix(self.pack)[:-1].replace(".", "/")
        elif top not in EARLY:
            is_standard = top in sys.stdlib_module_names
            roots = self.roots
            for root in roots[:1] if is_standard else [*roots, *self.above]:
                yield root, dotted.replace(".", "/")

    def file_of(self, dotted: str) -> tuple[str, Path] | None:
        """Returns a module's path in the bot's new folder and its file, None if the project
        lacks it.
        """
        for root, path in self.possible_places(dotted):
            for place in (f"{path}/__init__.py".lstrip("/"), f"{path}.py"):
                if (root / place).is_file():
                    if root not in self.roots:
                        self.roots.append(root)
                    return place, root / place
        return None

    def add_data_files(self) -> None:
        """Adds the data files that strings in the modules name, if a module reads files at all, and
        all modules can be read.

        A file with which the data would be larger than a bundle is left out, with a note.
        """
        texts = [*self.texts.values()]
        if self.problems or not any(map(READING.search, texts)):
            return
        words = {word for text in texts for word in texts_in(tree_of(text)) if 2 < len(word) < 300}
        total = 0
        for root in dict.fromkeys([*self.roots, self.folder]):
            for file in files_in(root) if self.folder in (root, *root.parents) else []:
                place = file.relative_to(root).as_posix()
                if file.suffix == ".py" or place in self.files or not is_named(file, words):
                    continue
                size = file.stat().st_size
                if total + size > LIMIT:
                    note = f"{file} has {size:,} bytes, and a bundle is at most {LIMIT:,}"
                    self.notes.append(f"left out: {note}")
                else:
                    total += size
                    self.files[place] = file


def find_entry(folder: Path) -> Path:
    """Returns the file of a project that starts its bot.

    Raises BadInput if no file does, or, with their names, if several files could.
    """
    trees = {}
    for file in files_in(folder):
        if file.suffix == ".py" and not NO_ENTRY.fullmatch(file.name):
            with suppress(SyntaxError, ValueError):
                trees[file] = ast.parse(as_source(file.name, file.read_bytes()).text)
    found = {file: tree for file, tree in trees.items() if any(map(starts_bot, tree.body))}
    found = found or {file: tree for file, tree in trees.items() if file.name.lower() in ENTRIES}
    if not found:
        raise BadInput(f"{folder}: no file in it plays; name the one that starts the bot, --entry")
    nodes = (node for tree in found.values() for node in ast.walk(tree))
    imports = [one for node in nodes for one in imported_modules("x/y.py", node)]
    words = {word for dotted, names in imports for word in (dotted.rpartition(".")[2], *names)}
    best = min(entry_order(file, words) for file in found)
    top = [file for file in found if entry_order(file, words) == best]
    if len(top) > 1:
        choice = ", ".join(str(file.relative_to(folder)) for file in top[:8])
        raise BadInput(f"{folder}: {choice} could each start the bot; name one, --entry FILE")
    return top[0]


def entry_order(file: Path, words: Set[str]) -> tuple[bool, bool, int, int]:
    """Returns the sort key of a file that may start a bot; the likeliest file has the least key.

    Names in ENTRIES come first, then modules that no other one imports.

    words: the last parts of the names of imported modules, and all imported names
    """
    name = file.name.lower()
    if name in ENTRIES:
        return False, False, len(file.parts), ENTRIES.index(name)
    return True, file.stem in words, len(file.parts), 0


def starts_bot(node: ast.AST) -> bool:
    """Returns True for a statement that may start a bot when its module is loaded: a main guard, a
    loop, a call, or a block with one of them. Calls into the modules in STRANGE do not count.
    """
    match node:
        case ast.While() | ast.For():
            return True
        case ast.If() if is_guard(node):
            return True
        case (
            ast.If() | ast.Try() | ast.ExceptHandler() | ast.With() | ast.Match() | ast.match_case()
        ):
            return any(map(starts_bot, ast.iter_child_nodes(node)))
        case ast.Expr(value=ast.Call(func=ast.Attribute(attr="exit"), args=[ast.Call()])):
            return True  # sys.exit(main())
        case ast.Raise(exc=ast.Call(func=ast.Name(id="SystemExit"), args=[ast.Call()])):
            return True
        case ast.Expr(value=ast.Call(func=func)):
            return STRANGE.isdisjoint(each.id for each in ast.walk(func) if type(each) is ast.Name)
    return False


def files_in(folder: Path) -> list[Path]:
    """Returns the files of a project, without hidden folders, folders in NO_CODE, and .pyc files.
    It stops after the folder in which it has more than MOST files.
    """
    found: list[Path] = []
    for top, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if name[0] != "." and name not in NO_CODE)
        found += [Path(top) / name for name in sorted(names) if not name.endswith(".pyc")]
        if len(found) > MOST:
            break
    return found


def shared_package(source: Source, entry: Path) -> str:
    """Returns the dotted package of an entry file with relative imports, "" if its name is
    not needed.

    The name is needed if another module imports the package by its name, because the modules would
    be loaded twice, or if a relative import leads out of the entry file's folder.
    """
    nodes = (node for node in source.nodes if isinstance(node, ast.ImportFrom))
    level = max((node.level for node in nodes), default=0)
    if not level:
        return ""
    files = entry.parents[level - 1].rglob("*.py")
    texts = [as_source("", file.read_bytes()).text for file in files]
    for count in range(level, ABOVE + 1):
        parts = [folder.name for folder in entry.parents[:count]][::-1]
        named = re.compile(rf"^\s*(from|import)\s+{re.escape('.'.join(parts))}\b", re.MULTILINE)
        if parts[0] not in sys.stdlib_module_names and any(map(named.search, texts)):
            return ".".join(parts)
    return ".".join(folder.name for folder in entry.parents[:level][::-1]) if level > 1 else ""


def with_absolute_imports(source: Source, package: str) -> str:
    """Returns the text of an entry file with absolute imports in place of relative ones.

    package: the dotted package of the entry file
    """
    lines, parts = source.text.split("\n"), package.split(".")
    for node in source.nodes:
        if isinstance(node, ast.ImportFrom) and node.level:
            line = lines[node.lineno - 1]
            home = ".".join(parts[: len(parts) - node.level + 1]) + ("." if node.module else "")
            rest = re.sub(r"^from\s*\.+", f"from {home}", line[node.col_offset :])
            lines[node.lineno - 1] = line[: node.col_offset] + rest
    return "\n".join(lines)


def places_above(start: Path, folder: Path) -> Iterator[Path]:
    """Yields the folders above `start`, the nearest first, up to the top folder of the project.

    The top folder is `folder`, or one around it, with a file of TOPS. Outside of `folder` only the
    nearest ABOVE folders are yielded.
    """
    for number, place in enumerate(start.parents):
        if number >= ABOVE and folder not in (place, *place.parents):
            return
        yield place
        if folder not in place.parents and any((place / name).exists() for name in TOPS):
            return


def named_roots(tree: ast.Module, file: Path) -> Iterator[Path]:
    """Yields the existing folders that a module adds to `sys.path` by a literal path."""
    for node in ast.walk(tree):
        match node:
            case ast.Call(
                func=ast.Attribute(value=ast.Attribute(attr="path"), attr="append" | "insert")
            ):
                words = texts_in(node)
                for word in dict.fromkeys([*words, "/".join(words)]):
                    place = Path(os.path.normpath(file.parent / word.strip("/")))
                    if place.is_dir():
                        yield place


def texts_in(tree: ast.AST) -> list[str]:
    """Returns the strings in a syntax tree."""
    constants = (node.value for node in ast.walk(tree) if isinstance(node, ast.Constant))
    return [value for value in constants if isinstance(value, str)]


def is_named(file: Path, words: Set[str]) -> bool:
    """Returns True if one of the words names a file, or its folder and its suffix."""
    if any(word.replace("\\", "/").rpartition("/")[2] == file.name for word in words):
        return True
    alike = (word for word in words if file.suffix and word.endswith(file.suffix))
    return any(file.parent.name in word for word in alike)
