"""The options of commands, read from their source, because the set-up needs them before typer is
installed.
"""

import ast
import re
from collections.abc import Sequence
from functools import cache
from keyword import iskeyword
from pathlib import Path

from botsmith.nearest import did_you_mean

FOLDER = Path(__file__).resolve().parent
OPTION = re.compile(r"--[a-z][\w-]*")
SETTINGS = FOLDER / "training"  # the classes that with_settings names


def declared_options(command: str) -> set[str]:
    """Returns all long options of a command, as `--games`."""
    name = command.rpartition(" ")[2]
    name += "_" * iskeyword(name)
    path = FOLDER / "cli" / f"{name}.py"
    function = next(
        n for n in parsed(path).body if isinstance(n, ast.FunctionDef) and n.name == name
    )
    found = {"--help"}
    for each in (*function.args.args, *function.args.kwonlyargs):
        assert each.annotation is not None
        defined = definition(path, ast.unparse(each.annotation))
        if defined and isinstance(kind := defined[1], ast.ClassDef):
            found |= of_class(defined[0], kind)
        elif each in function.args.kwonlyargs:
            found |= of_field(path, each.arg, each.annotation)
    if any("with_settings(" in ast.unparse(each) for each in function.decorator_list):
        for path in SETTINGS.glob("*.py"):
            for node in parsed(path).body:
                found |= of_class(path, node) if isinstance(node, ast.ClassDef) else set()
    return found


def of_class(path: Path, kind: ast.ClassDef) -> set[str]:
    """Returns the options of a settings class in a file: its fields with an Opt, and those of its
    bases.
    """
    found = set()
    for base in kind.bases:
        defined = definition(path, ast.unparse(base))
        if defined and isinstance(parent := defined[1], ast.ClassDef):
            found |= of_class(defined[0], parent)
    for node in kind.body:
        if isinstance(node, ast.AnnAssign) and any(
            isinstance(each, ast.Name) and each.id == "Opt" for each in nodes(path, node.annotation)
        ):
            found |= of_field(path, ast.unparse(node.target), node.annotation)
    return found


def of_field(path: Path, name: str, annotation: ast.expr) -> set[str]:
    """Returns the long options of a parameter or field: the names in its Opt, else its own name."""
    given = [each for each in nodes(path, annotation) if isinstance(each, ast.keyword)]
    named = [str(ast.literal_eval(each.value)) for each in given if each.arg == "name"]
    words = (named or [name.replace("_", "-")])[0].split()
    return {word if word.startswith("-") else f"--{word}" for word in words}


def nodes(path: Path, annotation: ast.expr) -> list[ast.AST]:
    """Returns the syntax nodes of an annotation in a file. If the annotation is a name that the
    file defines, the nodes of the definition are among them.
    """
    defined = definition(path, ast.unparse(annotation))
    whole = defined[1].value if defined and isinstance(defined[1], ast.Assign) else annotation
    return [*ast.walk(whole)]


def definition(path: Path, name: str) -> tuple[Path, ast.stmt] | None:
    """Returns the file and the statement that define a name used in a file; None for a foreign
    name.
    """
    for node in parsed(path).body:
        if isinstance(node, ast.ClassDef) and node.name == name:
            return path, node
        if isinstance(node, ast.Assign) and name in map(ast.unparse, node.targets):
            return path, node
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("botsmith."):
            head, _, rest = name.partition(".")
            for each in node.names:
                place = f"{node.module}.{each.name}" if rest else str(node.module)
                other = FOLDER.parent / f"{place.replace('.', '/')}.py"
                if (each.asname or each.name) == head and other.exists():
                    return definition(other, rest or each.name)
    return None


@cache
def parsed(path: Path) -> ast.Module:
    """Returns the syntax tree of a source."""
    return ast.parse(path.read_text(encoding="utf-8"))


def no_option(command: str, words: Sequence[str]) -> str:
    """Returns a line about the first word that looks like an option but is none of the command's;
    "" without one.
    """
    options = declared_options(command)
    for word in words[: words.index("--")] if "--" in words else words:
        name = word.partition("=")[0]
        if OPTION.fullmatch(name) and name not in options:
            return f"`{command}` has no option {name}" + did_you_mean(name, options)
    return ""
