"""Every command that a message, a page or a workspace's file names is one that can be typed.

Its words go through the parser that the command has. What stands for a value (a BOT, `{game}`) is
one here. A message says PROGRAM, which is `botsmith` where the package is installed and
`python3 -m botsmith` in a checkout, and never one of the two by itself.
"""

import ast
import re
import shlex
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
import typer
from typer.core import TyperCommand
from typer.main import get_command

from botsmith.cli.app import build_app, with_numbers
from botsmith.commands import COMMANDS
from botsmith.workspace import HOME as ROOT
from tests.sources import nodes

PAGES = [
    *(ROOT / name for name in ("README.md", "CONTRIBUTING.md", "AGENTS.md")),
    *sorted((ROOT / "docs").rglob("*.md")),
    *sorted((ROOT / "bots").glob("*/*.md")),
    *sorted((ROOT / "botsmith" / "new" / "files").glob("*.md.txt")),
]
PROGRAM = "{PROGRAM}"
TYPED = re.compile(
    r"(?:\{(?:\w+\.)?(?:PROGRAM|INSTALLED)\}|botsmith|python3? -m botsmith"
    r"|(?P<build>python3? build\.py))\b ?"
)
QUOTED = re.compile(r"`([^`]+)`")
INDENTED = re.compile(r"^(?: {4}|\$ )(\S.*)$", re.MULTILINE)
# What a value stands for in them.
VALUES = {
    **dict.fromkeys(("GAME", "game", "contest"), "uttt"),
    **dict.fromkeys(("BOT", "NAME", "name", "bot", "bots", "..", "..."), "csb"),
    **dict.fromkeys(("N", "T", "K", "S", "SEED", "place", "match", "turn", "seat"), "1"),
    "EXPR": "seed==1",
    "LINE": "1",
}
ANY = ("COMMAND", "COMMANDS", "{name}")  # whatever the command is
OUR_OWN = ("botsmith/paths.py", "botsmith/setup.py")  # where the program's name is made


def test_a_program_is_named_by_how_it_was_called(messages):
    """Literals in messages would be wrong on one of the two sides."""
    wrong = [
        f"{where}: {text[:80]}"
        for where, text in messages
        if not where.startswith(OUR_OWN)
        for found in TYPED.finditer(text)
        if "{" not in found[0] and (found["build"] or is_command(text, found))
    ]
    assert not wrong


def is_command(text: str, found: re.Match[str]) -> bool:
    """Whether a command's name follows the program's."""
    before, word = text[: found.start()], text[found.end() :].split(" ")[0].strip("`,;:")
    is_some = word.startswith("{") or word.isupper()
    return not before.endswith("from ") and (word in COMMANDS or (is_some and before.endswith("`")))


@pytest.fixture(scope="module")
def messages() -> list[tuple[str, str]]:
    return [*find_messages()]


def find_messages() -> Iterator[tuple[str, str]]:
    """FILE:LINE and text of each constant in the workshop, `{...}` for the values of f-strings."""
    for file in sorted((ROOT / "botsmith").rglob("*.py")):
        place, found = str(file.relative_to(ROOT)), nodes(file)
        no_message = set[ast.expr]()
        for node in found:
            match node:
                case ast.Expr(ast.Constant() as text):  # a docstring
                    no_message.add(text)
                case ast.JoinedStr(parts):
                    no_message |= {*parts}
        for node in found:
            if not isinstance(node, ast.JoinedStr | ast.Constant):
                continue
            where = f"{place}:{node.lineno}"
            if isinstance(node, ast.JoinedStr) and names_a_program(node):
                yield where, "".join(
                    (
                        str(part.value)
                        if isinstance(part, ast.Constant)
                        else "{" + ast.unparse(part.value) + "}"
                    )
                    for part in node.values
                    if isinstance(part, ast.Constant | ast.FormattedValue)
                )
            elif isinstance(node, ast.Constant) and isinstance(node.value, str):
                if node not in no_message:
                    yield where, node.value


def names_a_program(node: ast.JoinedStr) -> bool:
    """Whether an f-string may name one: the others are left out, as it takes long to write them."""
    names = [part for part in ast.walk(node) if isinstance(part, ast.Name | ast.Attribute)]
    texts = [part.value for part in node.values if isinstance(part, ast.Constant)]
    is_quoted = any(word in str(text) for text in texts for word in ("`", "botsmith", "python"))
    said = {getattr(part, "id", None) or getattr(part, "attr", None) for part in names}
    return is_quoted or bool(said & {"PROGRAM", "INSTALLED"})


def commands_in(text: str) -> Iterator[str]:
    """The command lines in a message, each from its command's name on."""
    for line in text.splitlines():
        for found in TYPED.finditer(QUOTED.sub("", line)):
            if "{" in found[0]:
                rest = re.split(r"[;)`]", QUOTED.sub("", line)[found.end() :])[0]
                yield f"{PROGRAM} {rest}".strip()
        for quoted in QUOTED.findall(line):
            words = re.sub(r"^\{(\w+\.)?PROGRAM\} ", f"{PROGRAM} ", quoted)
            if words.removeprefix(PROGRAM).split()[:1] and words.split()[0] in (PROGRAM, *COMMANDS):
                yield words


def commands_on(page: Path) -> Iterator[str]:
    """The command lines on a page, in its text and in its blocks."""
    text = re.sub(r"^```\w*$", "", page.read_text(encoding="utf-8"), flags=re.MULTILINE)
    for line in INDENTED.findall(text):
        found = TYPED.match(line)
        if found and found[0].endswith(" "):
            yield PROGRAM + " build " * bool(found["build"]) + " " + line[found.end() :]
    flowing = "\n".join(line for line in text.splitlines() if not INDENTED.match(line))
    for quoted in QUOTED.findall(flowing):
        words = " ".join(quoted.split())
        found = TYPED.match(words)
        if found and found[0].endswith(" "):
            is_name = len(words.split()) == len(found[0].split()) + 1
            start = "" if is_name else PROGRAM
            yield start + " build " * bool(found["build"]) + " " + words[found.end() :]


def as_typed(command: str) -> list[str]:
    """A command's words, with values for what stands for one. [] where it is no whole one."""
    command = re.split(r"\s+(?:#|\||&&|>|2>)", f"{command} ")[0].strip().removesuffix(":")
    command = re.sub(r"\{[^{}]*?(\w+)[^\w{}]*\}", lambda found: value(found[1]), command)
    command = re.sub(r"\[[^\]]*\]|\(.*?\)", "", command)
    try:
        return [value(word) for word in shlex.split(command)]
    except ValueError:  # a quotation that goes on in the next line
        return []


def value(word: str) -> str:
    """What a word stands for."""
    return VALUES.get(word, word)


@cache
def parser(name: str) -> TyperCommand:
    """The parser of a command."""
    command: TyperCommand = get_command(build_app(name)).commands[name]  # type: ignore[attr-defined]
    return command


def parse(words: list[str]) -> None:
    """Parses a command's words as it does; a typer error if it does not take them."""
    name = " ".join(words[:2]) if " ".join(words[:2]) in COMMANDS else words[0]
    rest = with_numbers(words[len(name.split()) :])
    if name not in COMMANDS:
        raise typer.TyperException(f"no command {name!r}")
    if not {"-h", "--help"} & set(rest):
        parser(name).make_context(name, rest)


def faulty(named: list[tuple[str, str]]) -> list[str]:
    """The commands that do not parse, each with the reason. One without the program in front of it
    is the command's name, with options perhaps: its arguments may be missing.
    """
    wrong = []
    for where, command in named:
        is_whole = command.startswith(PROGRAM)
        command = command.removeprefix(PROGRAM).strip()
        words = as_typed(command) if not command.startswith(ANY) else []
        if words == [] or words[0] in ANY or words[0].startswith("--"):
            continue
        try:
            parse(words)
        except typer.TyperException as error:
            said = error.format_message()
            if is_whole or not said.startswith("Missing "):
                wrong.append(f"{where}: {command}: {said}")
    return wrong


def test_commands_in_messages_are_taken(messages):
    named = [(where, one) for where, text in messages for one in commands_in(text)]
    assert len(named) > 50
    assert faulty(named) == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_commands_on_a_page_are_taken(page):
    assert faulty([(page.name, one) for one in commands_on(page)]) == []


def test_the_pages_name_commands():
    counts = {page.name: sum(1 for _ in commands_on(page)) for page in PAGES}
    assert counts["first-hour.md"] > 15 and counts["ide.md"] > 4
    assert sum(counts.values()) > 150
