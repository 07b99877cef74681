"""The Python that the site's editor begins with, as a stub of the stub generator's grammar.

While a contest runs nobody sees its config/stub.txt: all that there is stands in the editor. Its
code has one form for each command of the grammar:

    n = int(input())                                    read n:int
    x, y = [int(i) for i in input().split()]            read x:int y:int
    inputs = input().split(); a = int(inputs[0]); ...   read a:int b:word(99)
    for i in range(n): ...                              loop n ...
    for j in range(w): kind = int(inputs[2*j]) ...      loopline w kind:int ...
    for i in input().split(): cell = int(i)             loopline ? cell:int
    while True:                                         gameloop
    print("WAIT")                                       write WAIT

Comments become INPUT, OUTPUT and STATEMENT. How many values a line has is not in the code where a
`for` splits it: the last number is taken that was read before and counts no loop around it.
"""

import ast
import io
import re
import tokenize
from collections.abc import Iterator, Sequence
from itertools import takewhile

from botsmith.errors import BadInput

LETTERS = 99  # of a word or a string: the code does not tell
HINTS = re.compile(r"To debug|Write an (action|answer)|Auto-generated|the standard input|game loop")
ABOUT = re.compile(r"(\w+): (.+)")
OTHER = re.compile(
    r"^\s*(#include|import java|using System|package |use std|const |var |let )", re.M
)
EXPECTED = "expected the code that the site's editor begins with, or its config/stub.txt"


def as_stub(text: str, title: str) -> str:
    """Returns the stub of a text in Python, a text that is no code as it is. BadInput, with title
    and line, for other code.
    """
    if OTHER.search(text):
        raise BadInput(f"{title}: code in another language than Python 3; {EXPECTED}")
    if "input()" not in text:
        return text
    try:
        tree = ast.parse(text)
    except SyntaxError as error:
        raise BadInput(f"{title}, line {error.lineno}: {error.msg}; {EXPECTED}") from None
    return "\n".join(Reader(title, comments_of(text)).stub(tree))


def comments_of(text: str) -> dict[int, str]:
    """Returns the comments by line."""
    tokens = tokenize.generate_tokens(io.StringIO(text).readline)
    return {one.start[0]: one.string.strip("# ") for one in tokens if one.type == tokenize.COMMENT}


class Reader:
    """Goes through the code once.

    numbers: whole numbers that were read outside of loops
    split: the name of a line that was split, "" if none is open
    about: what is said of a variable beside it, "" for nothing
    output: what is said above the answers
    """

    def __init__(self, title: str, comments: dict[int, str]) -> None:
        self.title = title
        self.comments = comments
        self.numbers: list[str] = []
        self.split = ""
        self.about: dict[str, str] = {}
        self.output: list[str] = []

    def stub(self, tree: ast.Module) -> Iterator[str]:
        """Yields the lines: commands, then the texts."""
        yield from self.commands(tree.body)
        first = next((one.lineno for one in tree.body if not isinstance(one, ast.Import)), 1)
        statement = []
        for line, text in self.comments.items():
            told = ABOUT.fullmatch(text)
            if told and (name := told[1].strip("_")) in self.about:
                self.about[name] = self.about[name] or told[2]
            elif line < first and text and not HINTS.search(text):
                statement.append(text)
        inputs = [f"{name}: {text}" for name, text in self.about.items() if text]
        for heading, lines in (
            ("STATEMENT", statement),
            ("INPUT", inputs),
            ("OUTPUT", self.output),
        ):
            if lines:
                yield from ("", heading, *lines)

    def error(self, node: ast.stmt) -> BadInput:
        said = ast.unparse(node).split("\n")[0][:60]
        return BadInput(f"{self.title}, line {node.lineno}: {said}: {EXPECTED}")

    def commands(self, body: Sequence[ast.stmt], loops: tuple[str, ...] = ()) -> Iterator[str]:
        """Yields the commands of a block."""
        at = 0
        while at < len(body):
            node = body[at]
            at += 1
            if isinstance(node, ast.Import | ast.ImportFrom | ast.Pass):
                continue
            if isinstance(node, ast.While):
                yield from ("gameloop", *self.commands(node.body))
            elif isinstance(node, ast.For):
                yield self.loop(node, loops)
            elif call := print_of(node):
                self.hear_output(node)
                text = self.printed(node, call)
                yield text if any(map(print_of, body[at - 2 : at - 1])) else f"write {text}"
            elif is_split(node):
                self.split = named(node)
                end = at
                while end < len(body) and self.is_part(body[end]):
                    end += 1
                if end > at:
                    yield self.read(body[at:end], f"{self.split}[]")
                    at, self.split = end, ""
            else:
                yield self.read([node], "input()")

    def loop(self, node: ast.For, loops: tuple[str, ...]) -> str:
        """Returns the command of a loop; several values of a line are a loopline."""
        over = ast.unparse(node.iter)
        if over == "input().split()":
            free = [name for name in self.numbers if name not in loops]
            if not free:
                raise BadInput(
                    f"{self.title}, line {node.lineno}: how many values the line has is told by"
                    " nothing before; expected a stub with loopline COUNT name:int"
                )
            return f"loopline {free[-1]} {self.variables(node.body, ast.unparse(node.target))}"
        found = re.fullmatch(r"range\((\w+)\)", over)
        if found is None:
            raise self.error(node)
        amount = found[1].strip("_")
        if self.split:
            split, self.split = self.split, ""
            return f"loopline {amount} {self.variables(node.body, f'{split}[]')}"
        inner = list(self.commands(node.body, (*loops, amount)))
        if not inner or (len(inner) > 1 and not inner[0].startswith("write ")):
            raise self.error(node)  # the grammar has loops over one command
        return f"loop {amount} " + "\n".join(inner)

    def is_part(self, node: ast.stmt) -> bool:
        """Returns True for a value of the line that was split."""
        return isinstance(node, ast.Assign) and f"{self.split}[" in ast.unparse(node.value)

    def read(self, body: Sequence[ast.stmt], source: str) -> str:
        """Returns the command that reads values from one line."""
        node = body[0]
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Tuple):
            names = [ast.unparse(one).strip("_") for one in node.targets[0].elts]
            value = ast.unparse(node.value)
            kinds = {
                f"[{kind}(NAME) for NAME in input().split()]": kind for kind in ("int", "float")
            }
            kind = kinds.get(re.sub(r"\bi\b|\bj\b|\bk\b", "NAME", value), "")
            if not kind and value != "input().split()":
                raise self.error(node)
            self.hear(names, node)
            self.numbers += names if kind == "int" else []
            return "read " + " ".join(f"{name}:{kind or f'word({LETTERS})'}" for name in names)
        found = self.variables(body, source)
        if source == "input()":
            found = found.replace(":word(", ":string(")
            if found.endswith(":int"):
                self.numbers.append(found.removesuffix(":int"))
        return f"read {found}"

    def variables(self, body: Sequence[ast.stmt], source: str) -> str:
        """Returns the declarations of values from `source`; [] stands for any place in it."""
        found = []
        for node in body:
            if not isinstance(node, ast.Assign) or not isinstance(node.targets[0], ast.Name):
                raise self.error(node)
            value = re.sub(r"\[[^\]]*\]", "[]", ast.unparse(node.value))
            kinds = {
                f"int({source})": "int",
                f"float({source})": "float",
                f"{source} != '0'": "bool",
                f"{source} == '1'": "bool",
                source: f"word({LETTERS})",
            }
            if value not in kinds:
                raise self.error(node)
            name = named(node).strip("_")
            self.hear([name], node)
            found.append(f"{name}:{kinds[value]}")
        return " ".join(found)

    def hear(self, names: Sequence[str], node: ast.stmt) -> None:
        """Stores the names, and the comment beside a single one."""
        for name in names:
            beside = self.comments.get(node.lineno, "") if len(names) == 1 else ""
            self.about[name] = self.about.get(name) or beside

    def printed(self, node: ast.stmt, call: ast.Call) -> str:
        """Returns an example of a print's text. Raises BadInput where its code does not say it."""
        try:
            marks = {word.arg: example(word.value) for word in call.keywords if word.arg != "flush"}
            if marks.keys() <= {"sep"}:
                return marks.get("sep", " ").join(map(example, call.args))
        except ValueError:
            pass
        said = ast.unparse(node)[:60]
        raise BadInput(
            f'{self.title}, line {node.lineno}: {said}: expected texts and values, as print("MOVE",'
            ' x) or print(" ".join(["MOVE", "0"]))'
        )

    def hear_output(self, node: ast.stmt) -> None:
        """Stores the comments above a print."""
        above = (self.comments.get(line, "") for line in range(node.lineno - 1, 0, -1))
        said = list(takewhile(lambda text: text and not HINTS.search(text), above))
        self.output += said[::-1]


def named(node: ast.stmt) -> str:
    """Returns the name that a statement gives a value."""
    return ast.unparse(node.targets[0]) if isinstance(node, ast.Assign) else ""


def is_split(node: ast.stmt) -> bool:
    return (
        isinstance(node, ast.Assign)
        and isinstance(node.targets[0], ast.Name)
        and ast.unparse(node.value) == "input().split()"
    )


def print_of(node: ast.stmt) -> ast.Call | None:
    """Returns the call of a statement that prints something, None for another."""
    match node:
        case ast.Expr(value=ast.Call(func=ast.Name(id="print"), args=[_, *_]) as call):
            return call
    return None


def example(node: ast.expr) -> str:
    """Returns a text as it could be: 0 for each value in it. ValueError if that does not tell."""
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
        case ast.Call(func=ast.Name(id="str" | "int" | "round")):
            return "0"
        case ast.BinOp() if not any(map(is_text, ast.walk(node))):
            return "0"
    raise ValueError(ast.unparse(node))


def is_text(node: ast.AST) -> bool:
    """Returns True for what is sure to be a text."""
    match node:
        case ast.Constant(value=value):
            return isinstance(value, str)
        case ast.BinOp(left=left, op=ast.Add(), right=right):
            return is_text(left) or is_text(right)
        case ast.Call(func=ast.Name(id="str")) | ast.Call(func=ast.Attribute(attr="join")):
            return True
    return isinstance(node, ast.JoinedStr)
