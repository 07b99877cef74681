"""The third step: the C of kernels, by the translator that ships; for people with comments.

Kernels also become an engine here, for benchmarks and tests: without a bot, it may wait and raise.
"""

import ast
import functools
import tempfile
import tokenize
from collections.abc import Sequence
from types import FunctionType
from typing import Any

from botsmith.compiler.check import Kernels, check
from botsmith.compiler.read import short_path
from botsmith.errors import BadInput
from common.engine import AnyMemory
from common.native import NativeEngine, find_compiler, make_library
from common.translate import Function, Program, Refused


def c_text(kernels: Kernels, memory: type, with_comments: bool = False) -> str:
    """The C text of kernels that are called on a `memory`; BadInput where they are refused.

    with_comments: with the comments and docstrings of the kernels, and indented.
    """
    check(kernels)
    program = CommentedProgram() if with_comments else PlacedProgram()
    try:
        for kernel in kernels:
            program.entry(kernel, [memory, *list(kernel.__annotations__.values())[1:-1]])
    except Refused as refusal:
        raise BadInput(str(refusal)) from None
    text = "\n".join(program.parts)
    return indented(text) if with_comments else text + "\n"


def native_engine(memory: type[AnyMemory], kernels: Kernels) -> NativeEngine[AnyMemory]:
    """The bots' engine for a record and the kernels that are called on it.

    BadInput for kernels outside of the subset, Unusable if there is no C compiler or it refuses.
    """
    with tempfile.TemporaryDirectory() as folder:  # what is loaded stays loaded
        make_library(find_compiler(), folder, c_text(kernels, memory))
        return NativeEngine(memory, folder)


class PlacedFunction(Function):
    """Writes a kernel as bots do; refusals and traps tell the path of its file."""

    def __init__(self, program: Program, function: FunctionType, kinds: Sequence[Any]) -> None:
        super().__init__(program, function, kinds)
        self.file = short_path(function.__code__.co_filename)


class PlacedProgram(Program):
    """A program of such functions."""

    writer: type[Function] = PlacedFunction


class CommentedFunction(PlacedFunction):
    """Writes a kernel with its comments. last: the line up to which they stand there."""

    def __init__(self, program: Program, function: FunctionType, kinds: Sequence[Any]) -> None:
        super().__init__(program, function, kinds)
        self.comments = comments_of(function.__code__.co_filename)
        self.last = self.tree.lineno

    def write(self) -> str:
        docstring = ast.get_docstring(self.tree) or ""
        about = [as_comment(line) for line in docstring.splitlines()]
        return "\n".join(["", *about, super().write()])

    def statement(self, node: ast.stmt) -> bool:
        """One statement below the comments above it; those beside it follow its first line."""
        self.lines += [as_comment(text) for text in self.passed(node.lineno - 1)]
        head = getattr(node, "test", getattr(node, "iter", node))
        beside = self.passed(head.end_lineno or node.lineno)
        first = len(self.lines)
        is_reached = super().statement(node)
        first += self.lines[first : first + 1] == ["#pragma GCC unroll 16"]
        if beside and first < len(self.lines):
            self.lines[first] += "  " + as_comment(" ".join(beside))
        return is_reached

    def passed(self, line: int) -> list[str]:
        """The comments up to a line that have not been written yet."""
        texts = [self.comments[n] for n in range(self.last + 1, line + 1) if n in self.comments]
        self.last = max(self.last, line)
        return texts


class CommentedProgram(Program):
    """A program of such functions."""

    writer = CommentedFunction


@functools.cache
def comments_of(path: str) -> dict[int, str]:
    """The comments of a file without their #, by line."""
    with tokenize.open(path) as file:
        tokens = list(tokenize.generate_tokens(file.readline))
    found = [token for token in tokens if token.type == tokenize.COMMENT]
    return {token.start[0]: token.string[1:].strip() for token in found}


def as_comment(text: str) -> str:
    """One line for C, which would take the next one too after a backslash."""
    return f"// {text}".rstrip("\\ ")


def indented(text: str) -> str:
    """C text with every line as deep as its braces."""
    lines, depth = [], 0
    for line in map(str.strip, text.splitlines()):
        code = line.partition("//")[0]
        lines.append("    " * (depth - code.startswith("}")) + line if line else "")
        depth += code.count("{") - code.count("}")
    return "\n".join(lines) + "\n"
