"""The C of a bot for readers: indented, with the comments and docstrings of its kernels."""

import ast
import functools
import tokenize
from collections.abc import Sequence
from types import FunctionType
from typing import Any

from botsmith.compiler.advised import AdvisedFunction
from botsmith.compiler.compile import Kernels, c_text
from common.translate import Program


def commented_c(kernels: Kernels, memory: type) -> str:
    """Returns the C text of kernels that are called on a `memory`, indented by its braces. Raises
    BadInput if the translator refuses them.
    """
    lines, depth = [], 0
    for line in map(str.strip, c_text(kernels, memory, CommentedFunction).splitlines()):
        code = line.partition("//")[0]
        lines.append("    " * (depth - code.startswith("}")) + line if line else "")
        depth += code.count("{") - code.count("}")
    return "\n".join(lines) + "\n"


class CommentedFunction(AdvisedFunction):
    """Writes a kernel with its comments.

    last: the source line up to which comments are written
    """

    def __init__(self, program: Program, function: FunctionType, kinds: Sequence[Any]) -> None:
        super().__init__(program, function, kinds)
        self.comments = comments_of(function.__code__.co_filename)
        self.last = self.tree.lineno

    def write(self) -> str:
        docstring = ast.get_docstring(self.tree) or ""
        about = [as_comment(line) for line in docstring.splitlines()]
        return "\n".join(["", *about, super().write()])

    def statement(self, node: ast.stmt) -> bool:
        """Writes one statement below its comments. Returns the result of the base class."""
        head = getattr(node, "test", getattr(node, "iter", node))
        line = max(self.last, head.end_lineno or node.lineno)
        for number, text in self.comments.items():
            if self.last < number <= line:
                self.lines.append(as_comment(text))
        self.last = line
        return super().statement(node)


@functools.cache
def comments_of(path: str) -> dict[int, str]:
    """Returns the comments of a file without their #, by line."""
    with tokenize.open(path) as file:
        tokens = list(tokenize.generate_tokens(file.readline))
    found = [token for token in tokens if token.type == tokenize.COMMENT]
    return {token.start[0]: token.string[1:].strip() for token in found}


def as_comment(text: str) -> str:
    """Returns a text as one line of C comment; a backslash at its end would join the next line."""
    return f"// {text}".rstrip("\\ ")
