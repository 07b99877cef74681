"""A bot of one file, as somebody has it, becomes a bot of a workspace: it builds, plays, and can be
taken apart from there.

Nothing is split. What reads the input at the end of the file becomes a function, in which all names
stay global, so that it means the same; a second one calls it and ends quietly with the input.
"""

import ast
import symtable
import textwrap
import tokenize
import unicodedata
from pathlib import Path

from botsmith.bundle.modules import as_source, grammar_failures
from botsmith.errors import BadInput
from botsmith.new.bots import check_name, finish_bot
from botsmith.new.copies import write
from botsmith.referees import games

READERS = {"input", "stdin"}  # names that read what the contest tells
DEFINITIONS = (ast.FunctionDef, ast.ClassDef)
INDENT = "    "
GLOBAL = INDENT + "global "


def adopt(root: Path, file: Path, name: str, game: str) -> list[str]:
    """Takes a file in as bots/NAME/bot.py, which plays `game`; the paths of what is new.

    BadInput, and nothing written, if that cannot be.
    """
    check_name(root, name)
    if game not in games():
        raise BadInput(
            f"--game {game}: expected one of {' '.join(games())}; `botsmith new` writes another"
        )
    try:
        text = as_source(file.name, file.read_bytes()).text.removeprefix("\ufeff")
    except OSError as error:
        raise BadInput(f"{file}: {error.strerror}; expected a bot in one file") from None
    for failure in grammar_failures(str(file), text):
        raise BadInput(str(failure))
    text, entry = wrapped(in_ascii(text), str(file))
    main = f"from bots.{name}.bot import {entry}\n\n{entry}()\n"
    files = {"__init__.py": "", "bot.py": text, "main.py": main}
    for place, content in files.items():
        write(root / "bots" / name / place, content)
    return [*(f"bots/{name}/{place}" for place in files), *finish_bot(root, name, game)]


def in_ascii(text: str) -> str:
    """The same program without other characters in its comments and strings, and without tabs at
    the start of its lines. Names keep theirs; `build` will say where.
    """
    lines = [untabbed(line) for line in text.splitlines(keepends=True)]
    for token in reversed(list(tokenize.generate_tokens(iter(lines).__next__))):
        if token.string.isascii() or token.type not in (tokenize.COMMENT, tokenize.STRING):
            continue
        (first, left), (last, right) = token.start, token.end
        if token.type == tokenize.COMMENT:
            plain = unicodedata.normalize("NFKD", token.string)
            written = plain.encode("ascii", "ignore").decode()
        elif "r" in token.string.partition(token.string[-1])[0].lower():
            continue  # a raw string takes no escapes
        else:
            written = token.string.encode("ascii", "backslashreplace").decode()
        whole = lines[first - 1][:left] + written + lines[last - 1][right:]
        lines[first - 1 : last] = whole.splitlines(keepends=True)
    return "".join(lines)


def untabbed(line: str) -> str:
    """A line indented by blanks."""
    body = line.lstrip(" \t")
    return line[: len(line) - len(body)].expandtabs(len(INDENT)) + body


def wrapped(text: str, where: str) -> tuple[str, str]:
    """The file with its end as functions, and the name of the one to call. BadInput if nothing in
    it reads what the contest tells. where: the file, for the message.
    """
    tree = ast.parse(text)
    own = {node.name for node in tree.body if isinstance(node, DEFINITIONS)}
    starts = [node for node in tree.body if begins(node, READERS)]
    starts += [node for node in tree.body if begins(node, own)]
    if not starts:
        raise BadInput(f"{where}: nothing at its top level reads input; expected a whole bot")
    start, lines = starts[0], text.splitlines()
    head, tail = lines[: start.lineno - 1], lines[start.lineno - 1 :]
    if isinstance(start, ast.If) and is_guard(start):
        tail[0] = "if True:"  # who calls it wants it
    names = taken(text)
    play, main = (
        next(name for name in choice if name not in names)
        for choice in (("play", "play_match", "play_bot"), ("main", "start", "start_bot"))
    )
    body = "\n".join(without_annotations(tail)) + "\n"
    bound = sorted(taken(body))
    made = ["\n".join(head).rstrip(), "", "", f"def {play}():"]
    named = textwrap.wrap(", ".join(bound), 88, initial_indent=GLOBAL, subsequent_indent=GLOBAL)
    made += [line.rstrip(",") for line in named]
    made += indented(body)
    made += ["", "", f"def {main}():", f"{INDENT}try:", f"{INDENT * 2}{play}()"]
    made += [f"{INDENT}except EOFError:  # the match is over", f"{INDENT * 2}pass"]
    result = "\n".join(made).lstrip("\n") + "\n"
    try:
        compile(result, where, "exec")
    except SyntaxError as error:
        raise BadInput(
            f"{where}: its end cannot be made a function: {error.msg}; write that, and call it"
        ) from None
    return result, main


def without_annotations(lines: list[str]) -> list[str]:
    """The lines without the kinds of variables at their top level, which no `global` may have."""
    result = list(lines)
    for node in ast.walk(ast.parse("\n".join(lines))):
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            left, right = node.target.end_col_offset, node.annotation.end_col_offset
            if node.target.end_lineno == node.annotation.end_lineno and right is not None:
                line = result[node.lineno - 1]
                kept = line[right:] if node.value else " = None"
                result[node.lineno - 1] = line[:left] + kept
    return result


def begins(node: ast.stmt, names: set[str]) -> bool:
    """Whether a statement at the top level plays: a loop, the guard, or one that calls these."""
    if isinstance(node, (*DEFINITIONS, ast.Import, ast.ImportFrom)):
        return False
    if isinstance(node, ast.If) and is_guard(node):
        return True
    return any(
        isinstance(each, ast.While) or isinstance(each, ast.Call) and calls(each, names)
        for each in ast.walk(node)
    )


def is_guard(node: ast.If) -> bool:
    """Whether this is `if __name__ == "__main__":`."""
    return "__name__" in (getattr(each, "id", "") for each in ast.walk(node.test))


def calls(call: ast.Call, names: set[str]) -> bool:
    """Whether a call is of one of these names, or of something that belongs to it."""
    found = {getattr(each, "id", getattr(each, "attr", "")) for each in ast.walk(call.func)}
    return not found.isdisjoint(names)


def taken(text: str) -> set[str]:
    """The names that a text binds at its top level."""
    symbols = symtable.symtable(text, "bot.py", "exec").get_symbols()
    return {each.get_name() for each in symbols if each.is_assigned() or each.is_imported()}


def indented(text: str) -> list[str]:
    """The lines, one level deeper; what stands inside of a string stays where it is."""
    inside = set()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, (ast.Constant, ast.JoinedStr)) and node.end_lineno is not None:
            inside |= set(range(node.lineno + 1, node.end_lineno + 1))
    return [
        INDENT + line if line.strip() and at not in inside else line
        for at, line in enumerate(text.splitlines(), start=1)
    ]
