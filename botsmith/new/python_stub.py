"""Translates the Python code of the site's editor into the grammar of the stub generator.

While a contest runs its config/stub.txt is not public; only the editor's code is. This code has
one form for each command of the grammar:

    n = int(input())                                    read n:int
    x, y = [int(i) for i in input().split()]            read x:int y:int
    inputs = input().split(); a = int(inputs[0]); ...   read a:int b:word(99)
    for i in range(n): ...                              loop n ...
    for j in range(w): kind = int(inputs[2*j]) ...      loopline w kind:int ...
    for i in input().split(): cell = int(i)             loopline ? cell:int
    while True:                                         gameloop
    print("WAIT")                                       write WAIT

Comments become INPUT, OUTPUT and STATEMENT. Where a `for` splits a line, the code does not say how
many values the line has: the stub has the last number that was read before and that counts no loop
around it.
"""

import ast
import re
import tokenize
from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import takewhile

from botsmith.errors import BadInput
from botsmith.syntax import tokens_of

WORD = "word(99)"  # the code does not say how long it is
HINTS = re.compile(r"To debug|Write an (action|answer)|Auto-generated|the standard input|game loop")
ABOUT = re.compile(r"(\w+): (.+)")
OTHER = re.compile(r"(?m)^\s*(#include|import java|using System|package |use std|(const|var|let) )")
EXPECTED = "expected the code that the site's editor begins with, or its config/stub.txt"
# Statements as `ast.unparse` writes them.
WORDS = r"input\(\)\.split\(\)"
SPLIT = re.compile(rf"(\w+) = {WORDS}")
VALUE = re.compile(r"(\w+) = (?:(int|float)\((.+)\)|(.+?)( != '0'| == '1')?)")
LINE = re.compile(rf"(\w+(?:, \w+)+) = (?:\[(int|float)\((\w)\) for \3 in {WORDS}\]|{WORDS})")
LOOP = re.compile(r"for \w+ in range\((\w+)\):")
GROUPS = re.compile(rf"for (\w+) in {WORDS}:")


def as_stub(text: str, title: str) -> str:
    """Returns the stub for Python code. A text without `input()` is no code, and is
    returned unchanged.

    Raises BadInput, with title and line, for other languages and for statements of other forms.
    """
    if OTHER.search(text):
        raise BadInput(f"{title}: code in another language than Python 3; {EXPECTED}")
    if "input()" not in text:
        return text
    try:
        tree = ast.parse(text)
    except SyntaxError as error:
        raise BadInput(f"{title}, line {error.lineno}: {error.msg}; {EXPECTED}") from None
    return "\n".join(Reader(title, text).stub_lines(tree))


class Reader:
    """Translates the code in one pass.

    comments: the comments without #, by line number from 1 on
    numbers: the names of whole numbers that were read outside of loops
    about: the comment on each variable, "" for none
    output: the comments above the answers
    """

    def __init__(self, title: str, text: str) -> None:
        self.title = title
        comments = (one for one in tokens_of(text) if one.type == tokenize.COMMENT)
        self.comments = {one.start[0]: one.string.strip("# ") for one in comments}
        self.numbers: list[str] = []
        self.about: dict[str, str] = {}
        self.output: list[str] = []

    def stub_lines(self, tree: ast.Module) -> Iterator[str]:
        """Yields the lines of the stub: commands, then STATEMENT, INPUT and OUTPUT. Raises BadInput
        for a statement of another form.
        """
        yield from self.commands(tree.body)
        first = next((one.lineno for one in tree.body if not isinstance(one, ast.Import)), 1)
        statement = []
        for line, text in self.comments.items():
            found = ABOUT.fullmatch(text)
            if found and (name := found[1].strip("_")) in self.about:
                self.about[name] = self.about[name] or found[2]
            elif line < first and text and not HINTS.search(text):
                statement.append(text)
        inputs = [f"{name}: {text}" for name, text in self.about.items() if text]
        texts = {"STATEMENT": statement, "INPUT": inputs, "OUTPUT": self.output}
        for heading, lines in texts.items():
            if lines:
                yield from ("", heading, *lines)

    def refusal(self, node: ast.stmt, wanted: str = EXPECTED) -> BadInput:
        """Returns the BadInput for a statement, with title, line number and the statement's
        first words.

        wanted: the end of the message
        """
        return BadInput(f"{self.title}, line {node.lineno}: {first_line(node)[:60]}: {wanted}")

    def commands(self, body: Sequence[ast.stmt], loops: tuple[str, ...] = ()) -> Iterator[str]:
        """Yields the stub's commands for the statements of a block.

        loops: the amounts of the loops around it, the outermost first
        """
        rest = [one for one in body if not isinstance(one, ast.Import | ast.ImportFrom | ast.Pass)]
        command = "write "  # of an answer; "" for its further lines
        while rest:
            node = rest.pop(0)
            line, is_answer = first_line(node), False
            match node:
                case ast.Expr(value=ast.Call(func=ast.Name(id="print"), args=[_, *_]) as call):
                    is_answer = True
                    above = (self.comments.get(at, "") for at in range(node.lineno - 1, 0, -1))
                    said = takewhile(lambda text: text and not HINTS.search(text), above)
                    self.output += [*said][::-1]
                    yield command + self.printed_text(node, call)
                case ast.While():
                    yield from ("gameloop", *self.commands(node.body))
                case ast.For():
                    yield self.loop_command(node, loops)
                case _ if found := SPLIT.fullmatch(line):
                    yield self.split_line(node, f"{found[1]}[", rest)
                case _ if found := LINE.fullmatch(line):
                    names = [self.store_name(name, node, False) for name in found[1].split(", ")]
                    self.numbers += names if found[2] == "int" else []
                    yield "read " + " ".join(f"{name}:{found[2] or WORD}" for name in names)
                case _:
                    declared = self.declarations([node], "input()").replace(":word(", ":string(")
                    self.numbers += re.findall(r"(\w+):int", declared)
                    yield f"read {declared}"
            command = "" if is_answer else "write "

    def split_line(self, node: ast.stmt, source: str, rest: list[ast.stmt]) -> str:
        """Returns the command for a line that `node` splits. Removes the statements that take its
        values from `rest`. Raises BadInput if no statement takes a value.

        source: the beginning of an expression for a value: inputs[
        """
        parts = [*takewhile(lambda one: source in first_line(one).partition(" = ")[2], rest)]
        if parts:
            del rest[: len(parts)]
            return f"read {self.declarations(parts, f'{source}]')}"
        loop = rest.pop(0) if rest else None
        found = LOOP.fullmatch(first_line(loop)) if loop else None
        if found and isinstance(loop, ast.For):
            return f"loopline {found[1].strip('_')} {self.declarations(loop.body, f'{source}]')}"
        raise self.refusal(node)

    def loop_command(self, node: ast.For, loops: tuple[str, ...]) -> str:
        """Returns the command for a loop: a loopline if it goes through the values of one line.
        Raises BadInput if it stands for several commands.

        loops: the amounts of the loops around it
        """
        if found := GROUPS.fullmatch(first_line(node)):
            free = [name for name in self.numbers if name not in loops]
            if not free:
                reason = "nothing before says how many values the line has"
                wanted = "expected a stub with loopline COUNT name:int"
                raise BadInput(f"{self.title}, line {node.lineno}: {reason}; {wanted}")
            return f"loopline {free[-1]} {self.declarations(node.body, found[1])}"
        found = LOOP.fullmatch(first_line(node))
        amount = found[1].strip("_") if found else ""
        inner = list(self.commands(node.body, (*loops, amount))) if found else []
        if not inner or (len(inner) > 1 and not inner[0].startswith("write ")):
            raise self.refusal(node, f"{EXPECTED}; a loop has one command")
        return f"loop {amount} " + "\n".join(inner)

    def declarations(self, body: Sequence[ast.stmt], source: str) -> str:
        """Returns the declarations `name:type` for statements that take values from `source`.
        Raises BadInput for another statement.

        source: an expression, with [] for any index
        """
        declared = []
        for node in body:
            found = VALUE.fullmatch(first_line(node))
            if not found or re.sub(r"\[[^\]]*\]", "[]", found[3] or found[4]) != source:
                raise self.refusal(node)
            kind = found[2] or ("bool" if found[5] else WORD)
            declared.append(f"{self.store_name(found[1], node)}:{kind}")
        return " ".join(declared)

    def store_name(self, name: str, node: ast.stmt, has_comment: bool = True) -> str:
        """Returns a variable's name in the stub, and stores the name with its comment.

        has_comment: True if the comment beside `node` is about this variable
        """
        name = name.strip("_")
        beside = self.comments.get(node.lineno, "") if has_comment else ""
        self.about[name] = self.about.get(name) or beside
        return name

    def printed_text(self, node: ast.stmt, call: ast.Call) -> str:
        """Returns an example of the text that a print writes. Raises BadInput if its form is
        not known.
        """
        with suppress(ValueError):
            marks = {word.arg: example(word.value) for word in call.keywords if word.arg != "flush"}
            if marks.keys() <= {"sep"}:
                return marks.get("sep", " ").join(map(example, call.args))
        wanted = 'texts and values, as print("MOVE", x) or print(" ".join(["MOVE", "0"]))'
        raise self.refusal(node, f"expected {wanted}")


def first_line(node: ast.stmt) -> str:
    """Returns the first line of a statement, as `ast.unparse` writes it."""
    return ast.unparse(node).split("\n")[0]


def example(node: ast.expr) -> str:
    """Returns an example of the text of an expression, with 0 for each value. Raises ValueError for
    an expression of another form.
    """
    match node:
        case ast.Constant(value=value):
            return str(value)
        case ast.JoinedStr(values=parts):
            return "".join(map(example, parts))
        case ast.BinOp(left=left, op=ast.Add(), right=right) if is_text(node):
            return example(left) + example(right)
        case ast.Call(
            func=ast.Attribute(value=ast.Constant(value=str(mark)), attr="join"),
            args=[ast.List(elts=parts) | ast.Tuple(elts=parts)],
        ):
            return mark.join(map(example, parts))
        case ast.Name() | ast.FormattedValue() | ast.Subscript() | ast.UnaryOp():
            return "0"
        case ast.BinOp() if not is_text(node):
            return "0"
        case ast.Call(func=ast.Name(id="str" | "int" | "round")):
            return "0"
    raise ValueError(ast.unparse(node))


def is_text(node: ast.expr) -> bool:
    """Returns True if an expression contains a string or a call of `str`."""
    texts = (one.value for one in ast.walk(node) if isinstance(one, ast.Constant))
    calls = (one.func for one in ast.walk(node) if isinstance(one, ast.Call))
    return any(isinstance(one, str) for one in texts) or "str" in map(ast.unparse, calls)
