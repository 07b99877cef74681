"""Importing the module of a search: a mistake in a record's class gets its place."""

import ast
import importlib
import traceback
from types import ModuleType

from botsmith.compiler.source import at_line, source_of
from botsmith.errors import BadInput
from common import kernel


def import_kernels(name: str) -> ModuleType:
    """The module. BadInput with file:line:column for what `common/kernel.py` refuses in it."""
    try:
        return importlib.import_module(name)
    except (TypeError, ValueError) as error:
        refuse_declaration(error)
        raise


def refuse_declaration(error: Exception) -> None:
    """Raises BadInput if record(), numbers(), records() or capacity() raised the error."""
    frames = list(traceback.walk_tb(error.__traceback__))
    inner = None
    while frames and frames[-1][0].f_code.co_filename == kernel.__file__:
        inner = frames.pop()[0]
    if inner is None or not frames:
        return
    frame, line = frames[-1]
    source = source_of(frame.f_code.co_filename)
    node: ast.AST = at_line(line)
    if inner.f_code is kernel.record.__code__:
        node = source.record(inner.f_locals["cls"].__name__) or node
        for field in getattr(node, "body", []):
            match field:
                case ast.AnnAssign(target=ast.Name(id=name)) if name == inner.f_locals.get("name"):
                    node = field
    try:
        source.refuse(node, str(error))
    except BadInput as refusal:
        raise refusal from None
