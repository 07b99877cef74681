"""The options of commands, read from their source: the set-up knows them before typer is there."""

import ast
import re
from collections.abc import Iterator, Sequence
from functools import cache
from keyword import iskeyword
from pathlib import Path

from botsmith.nearest import did_you_mean

FOLDER = Path(__file__).resolve().parent
OPTION = re.compile(r"--[a-z][\w-]*")
SHARED, SETTINGS = "cli/options.py", "training"  # where options of several commands stand


def declared_options(command: str) -> set[str]:
    """Returns all long options of a command, as `--games`."""
    name = command.rpartition(" ")[2]
    name += "_" * iskeyword(name)
    tree = parsed(FOLDER / "cli" / f"{name}.py")
    function = next(n for n in tree.body if isinstance(n, ast.FunctionDef) and n.name == name)
    found = {"--help"}
    for each in function.args.args:
        if each.annotation is not None:
            found |= of_field(each.arg, each.annotation)
    decorators = map(ast.unparse, function.decorator_list)
    if any(each.startswith("with_settings(") for each in decorators):  # it adds settings' fields
        for path in (FOLDER / SETTINGS).glob("*.py"):
            for node in ast.walk(parsed(path)):
                if isinstance(node, ast.AnnAssign) and is_setting(node.annotation):
                    found |= of_field(ast.unparse(node.target), node.annotation)
    return found


def of_field(name: str, annotation: ast.expr) -> set[str]:
    """Returns the options of a parameter or a field: those that its annotation names, else one like
    its own name, and for a bool that which denies it. None of an argument.
    """
    nodes = [*annotated(annotation)]
    if any(isinstance(node, ast.Attribute) and node.attr == "Argument" for node in nodes):
        return set()
    texts = [node.value for node in nodes if isinstance(node, ast.Constant)]
    named = {word for text in texts if isinstance(text, str) for word in text.split("/")}
    given = [each.value for each in nodes if isinstance(each, ast.keyword) and each.arg == "name"]
    word = next((text for each in given for text in [ast.literal_eval(each)]), name)
    word = word.replace("_", "-")
    is_bool = any(isinstance(node, ast.Name) and node.id == "bool" for node in nodes)
    own = {f"--{word}"} | ({f"--no-{word}"} if is_bool else set())
    return {each for each in named if OPTION.fullmatch(each)} or own


def is_setting(annotation: ast.expr) -> bool:
    """Returns True for `Annotated[..]`, and for a name that may stand for that."""
    return ast.unparse(annotation).partition("[")[0].rpartition(".")[2][:1].isupper()


def annotated(annotation: ast.expr) -> Iterator[ast.AST]:
    """Yields the nodes of an annotation; for a name of SHARED those of what it stands for."""
    for node in ast.walk(annotation):
        yield node
        if isinstance(node, ast.Name):
            yield from shared().get(node.id, ())


@cache
def shared() -> dict[str, list[ast.AST]]:
    """Returns the nodes of each value that SHARED names."""
    return {
        target.id: [*ast.walk(node.value)]
        for node in parsed(FOLDER / SHARED).body
        if isinstance(node, ast.Assign)
        for target in node.targets
        if isinstance(target, ast.Name)
    }


def parsed(path: Path) -> ast.Module:
    """Returns the syntax tree of a source."""
    return ast.parse(path.read_text(encoding="utf-8"))


def no_option(command: str, words: Sequence[str]) -> str:
    """Returns a line about the first word that looks like an option and is none of a command's, ""
    without one.
    """
    options = declared_options(command)
    for word in words[: words.index("--")] if "--" in words else words:
        name = word.partition("=")[0]
        if OPTION.fullmatch(name) and name not in options:
            return f"`{command}` has no option {name}" + did_you_mean(name, options)
    return ""
