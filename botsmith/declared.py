"""The options of commands, read from their source, because the set-up needs them before typer is
installed.
"""

import ast
import re
from collections.abc import Mapping, Sequence
from functools import cache
from keyword import iskeyword
from pathlib import Path

from botsmith.nearest import did_you_mean

FOLDER = Path(__file__).resolve().parent
OPTION = re.compile(r"--[a-z][\w-]*")
SHARED = ("settings.py", "cli/options.py", "soak/soak.py")  # have options of several commands
Definitions = Mapping[str, ast.stmt]


def declared_options(command: str) -> set[str]:
    """Returns all long options of a command, as `--games`."""
    name = command.rpartition(" ")[2]
    name += "_" * iskeyword(name)
    training = [*FOLDER.glob("training/*.py")]  # has the classes that Given stands for
    known = definitions(*training, *(FOLDER / each for each in (*SHARED, f"cli/{name}.py")))
    function = known[name]
    assert isinstance(function, ast.FunctionDef)
    found = {"--help"}
    for each in (*function.args.args, *function.args.kwonlyargs):
        assert each.annotation is not None
        kind = named_by(known, each.annotation)
        if isinstance(kind, ast.ClassDef):
            found |= of_class(known, kind)
        elif each in function.args.kwonlyargs:
            found |= of_field(known, each.arg, each.annotation)
        if "Given" in ast.unparse(each.annotation):
            for node in (node for file in training for node in parsed(file).body):
                found |= of_class(known, node)
    return found


def definitions(*files: Path) -> dict[str, ast.stmt]:
    """Returns the statements of files that define names, by name; the last one counts."""
    found: dict[str, ast.stmt] = {}
    for node in (node for file in files for node in parsed(file).body):
        if isinstance(node, ast.ClassDef | ast.FunctionDef):
            found[node.name] = node
        elif isinstance(node, ast.Assign):
            found.update(dict.fromkeys(map(ast.unparse, node.targets), node))
    return found


def named_by(known: Definitions, annotation: ast.expr) -> ast.AST:
    """Returns the class or value that an annotation names, or else the annotation itself."""
    found = known.get(ast.unparse(annotation).rpartition(".")[2], annotation)
    return found.value if isinstance(found, ast.Assign) else found


def of_class(known: Definitions, kind: ast.AST) -> set[str]:
    """Returns the options of a settings class: the fields with an Opt of the class and of its
    bases. Any other statement has none.
    """
    found: set[str] = set()
    if not isinstance(kind, ast.ClassDef):
        return found
    for base in kind.bases:
        found |= of_class(known, named_by(known, base))
    for node in (each for each in kind.body if isinstance(each, ast.AnnAssign)):
        names = {getattr(each, "id", "") for each in ast.walk(named_by(known, node.annotation))}
        if "Opt" in names:
            found |= of_field(known, ast.unparse(node.target), node.annotation)
    return found


def of_field(known: Definitions, name: str, annotation: ast.expr) -> set[str]:
    """Returns the long options of a parameter or field: the names in its Opt, else its own name."""
    for each in ast.walk(named_by(known, annotation)):
        if isinstance(each, ast.keyword) and each.arg == "name":
            name = str(ast.literal_eval(each.value))
    words = name.replace("_", "-").split()
    return {word if word.startswith("-") else f"--{word}" for word in words}


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
