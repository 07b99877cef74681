"""The only door into the compiler: kernels are checked, and translated as the bot does it."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from types import FunctionType
from typing import Any

from botsmith.compiler.comments import CommentedProgram, indented
from botsmith.compiler.effects import find_effects
from botsmith.compiler.subset import KernelChecker
from botsmith.errors import BadInput
from common.translate import Refused, translate

Kernels = Sequence[Callable[..., Any]]


def check(kernels: Kernels) -> None:
    """Checks the kernels and all that they call.

    BadInput: one is outside of the subset; the text says file:line:column and what to write.
    """
    reached: dict[FunctionType, KernelChecker] = {}
    for function in kernels:
        name = getattr(function, "__name__", repr(function))
        if not getattr(function, "is_kernel", False):
            raise BadInput(f"the entry {name} is no kernel: mark the function with @kernel")
        if name == "place":
            raise BadInput(f"the entry {name} needs another name: run_{name} stands in C already")
        if function not in reached:
            KernelChecker(reached, function)  # type: ignore[arg-type]
    checked: list[KernelChecker] = []
    while len(checked) < len(reached):
        checked.append([*reached.values()][len(checked)])
        checked[-1].check()
    find_effects(checked)
    for kernel in checked:
        kernel.refuse_calls()


def c_text(kernels: Kernels, memory: type, with_comments: bool = False) -> str:
    """The C text of kernels that are called on a `memory`, as the bot makes it; BadInput as above.

    with_comments: for people, with the comments and docstrings of the kernels.
    """
    check(kernels)
    with placed():
        if not with_comments:
            return translate(kernels, memory)
        program = CommentedProgram()
        for kernel in kernels:
            program.entry(kernel, [memory, *list(kernel.__annotations__.values())[1:-1]])
        return indented("\n".join(program.parts))


@contextmanager
def placed() -> Iterator[None]:
    """What the translator refuses is BadInput; its text tells the place."""
    try:
        yield
    except Refused as refusal:
        raise BadInput(str(refusal)) from None
