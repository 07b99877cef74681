"""The way of a bot's kernels to C: imported, checked with all that they call, translated.

`read` finds a kernel's text, its signature and what its names mean; `statements`, `calls` and
`expressions` check its body; what only all kernels together tell is checked here. The translator
is the one that ships.
"""

import ast
import importlib
import math
import tempfile
import traceback
from collections.abc import Callable, Sequence
from types import FunctionType, ModuleType
from typing import Any

from botsmith.compiler.advice import LOOSE_CALL, RECURSION
from botsmith.compiler.kinds import HIGHEST, LOWEST
from botsmith.compiler.read import Kernel, short_path, source_of
from botsmith.compiler.statements import Statements
from botsmith.errors import BadInput
from common import kernel as subset
from common.engine import AnyMemory
from common.kernel import NARROW
from common.native import NativeEngine, find_compiler, make_library
from common.translate import Function, Program, Refused

Kernels = Sequence[Callable[..., Any]]
WRAPPING = (ast.Add, ast.Sub, ast.Mult, ast.LShift, ast.BitAnd, ast.BitOr, ast.BitXor)


def import_kernels(name: str) -> ModuleType:
    """The module of a search. BadInput with file:line:column for a record's class, or another use
    of common/kernel.py, that is refused there.
    """
    try:
        return importlib.import_module(name)
    except (TypeError, ValueError) as error:
        refuse_declaration(error)
        raise


def refuse_declaration(error: Exception) -> None:
    """Raises BadInput if record(), numbers(), records() or capacity() raised the error."""
    frames = list(traceback.walk_tb(error.__traceback__))
    inner = None
    while frames and frames[-1][0].f_code.co_filename == subset.__file__:
        inner = frames.pop()[0]
    if inner is None or not frames:
        return
    frame, line = frames[-1]
    source = source_of(frame.f_code.co_filename)
    place: ast.AST | int = line
    if inner.f_code is subset.record.__code__:
        named = [each for each in source.classes if each.name == inner.f_locals["cls"].__name__]
        place = named[0] if len(named) == 1 else line
        for node in getattr(place, "body", []):
            match node:
                case ast.AnnAssign(target=ast.Name(id=name)) if name == inner.f_locals.get("name"):
                    place = node
    source.refuse(place, str(error))


class PlacedFunction(Function):
    """Writes a kernel as bots do; refusals and traps tell the path of its file."""

    def __init__(self, program: Program, function: FunctionType, kinds: Sequence[Any]) -> None:
        super().__init__(program, function, kinds)
        self.file = short_path(function.__code__.co_filename)


class PlacedProgram(Program):
    """A program of such functions."""

    writer: type[Function] = PlacedFunction


def check(kernels: Kernels) -> None:
    """Checks the kernels and all that they call.

    BadInput: one is outside of the subset; the text says file:line:column and what to write.
    """
    reached: dict[FunctionType, Kernel] = {}
    for function in kernels:
        name = getattr(function, "__name__", repr(function))
        if not getattr(function, "is_kernel", False):
            raise BadInput(f"the entry {name} is no kernel: mark the function with @kernel")
        if name == "place":
            raise BadInput(f"the entry {name} needs another name: run_{name} stands in C already")
        if function not in reached:
            Kernel(reached, function)  # type: ignore[arg-type]
    checked: list[Kernel] = []
    while len(checked) < len(reached):
        checked.append([*reached.values()][len(checked)])
        body = Statements(checked[-1])
        body.check()
        refuse_overflow(checked[-1], body.values.operations)
    find_written(checked)
    for kernel in checked:
        refuse_calls(kernel)


def c_text(kernels: Kernels, memory: type, program_type: type[Program] = PlacedProgram) -> str:
    """The C text of kernels that are called on a `memory`; BadInput where they are refused."""
    check(kernels)
    program = program_type()
    try:
        for kernel in kernels:
            program.entry(kernel, [memory, *list(kernel.__annotations__.values())[1:-1]])
    except Refused as refusal:
        raise BadInput(str(refusal)) from None
    return "\n".join(program.parts) + "\n"


def native_engine(
    memory: type[AnyMemory], kernels: Kernels, flags: str = ""
) -> NativeEngine[AnyMemory]:
    """The bots' engine without a bot, for benchmarks and tests: it may wait and raise. flags: as
    in make_library.

    BadInput for kernels outside of the subset, Unusable if there is no C compiler or it refuses.
    """
    with tempfile.TemporaryDirectory() as folder:  # what is loaded stays loaded
        path = f"{folder}/kernels.so"
        make_library(find_compiler(), path, c_text(kernels, memory), flags)
        return NativeEngine(memory, path)


def refuse_overflow(kernel: Kernel, operations: Sequence[ast.BinOp]) -> None:
    """Refuses operations on constants whose results need more than 64 bits, or are infinite.

    operations: inner ones first. Under a mask, or in Int8(..) and its like, a result may be as
    large as it likes.
    """
    masked: set[ast.AST] = set()
    for call in ast.walk(kernel.node):
        match call:
            case ast.Call(func=ast.Name() as name, args=[inner]) if kernel.meaning(name) in NARROW:
                masked |= wrapping_parts(inner)
    for node in operations:
        if isinstance(node.op, ast.BitAnd):
            for inner, mask in ((node.left, node.right), (node.right, node.left)):
                value = kernel.constant(mask)
                if value is not None and value >= 0:
                    masked |= wrapping_parts(inner)
    for node in operations:
        value = kernel.constant(node)
        if value is None or node in masked:
            continue
        written = ast.unparse(node) if node.lineno == node.end_lineno else "this"
        if isinstance(value, float) and not math.isfinite(value):
            advice = "is infinite: use a smaller number, such as 1.0e300"
            kernel.refuse(node, f"{written} {advice}")
        if isinstance(value, int) and not LOWEST <= value <= HIGHEST:
            advice = "does not fit into 64 bits: 1 << 62 is the largest power of 2"
            kernel.refuse(node, f"{written} {advice}")


def wrapping_parts(node: ast.expr) -> set[ast.AST]:
    """The operations of an expression that wrap around when a mask is laid over it."""
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub | ast.Invert):
        return wrapping_parts(node.operand)
    if not isinstance(node, ast.BinOp) or not isinstance(node.op, WRAPPING):
        return set()
    found = {node, *wrapping_parts(node.left)}
    return found if isinstance(node.op, ast.LShift) else found | wrapping_parts(node.right)


def find_written(kernels: Sequence[Kernel]) -> None:
    """Completes `written` of all kernels, over all calls."""
    is_changing = True
    while is_changing:
        is_changing = False
        for kernel in kernels:
            for other, name, roots in kernel.flows:
                if name in other.written and not roots <= kernel.written:
                    kernel.written |= roots
                    is_changing = True


def refuse_calls(kernel: Kernel) -> None:
    """Refuses recursion, and calls in expressions that change something."""
    for call, callee in kernel.calls:
        way = way_to(kernel, callee)
        if way is not None:
            through = f" through {', '.join(way)}" if way else ""
            kernel.refuse(call, RECURSION.format(kernel.name, through))
        if callee.writes and call not in kernel.sole_calls:
            kernel.refuse(call, LOOSE_CALL.format(callee.name))


def way_to(kernel: Kernel, start: Kernel) -> list[str] | None:
    """The names of the kernels through which `start`, one of them, leads to `kernel`; or None."""
    ways: dict[Kernel, list[str]] = {start: []}
    waiting = [start]
    while waiting:
        last = waiting.pop(0)
        if last is kernel:
            return ways[last]
        for _, callee in last.calls:
            if callee not in ways:
                ways[callee] = [*ways[last], last.name]
                waiting.append(callee)
    return None
