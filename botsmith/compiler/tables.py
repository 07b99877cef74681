"""Constants as C text."""

from typing import Any

from botsmith.compiler.code import int_literal
from botsmith.compiler.declarations import C_SCALARS
from botsmith.compiler.kinds import ArrayKind
from botsmith.compiler.printer import fill


def scalar_text(value: Any, spelling: str) -> str:
    """A bool, int or float as C text."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return repr(value) if isinstance(value, float) else int_literal(value, spelling).text


def table_lines(name: str, kind: ArrayKind, value: Any, comment: str) -> list[str]:
    """A constant table as a static array; one row a line if it has rows."""
    sizes, item = "", kind
    while True:
        sizes += f"[{item.length}]"
        if not isinstance(item.item, ArrayKind):
            break
        item = item.item
    scalar = C_SCALARS[str(item.item)]
    is_flat = item is kind
    rows = [line for row in value for line in nested_lines(row, 1)] if not is_flat else []
    body = rows or fill([entry_text(number) for number in value], 1)
    first = f"static const {scalar} {name}{sizes} = {{"
    return [*([f"// {comment}"] if comment else []), first, *body, "};"]


def entry_text(value: Any) -> str:
    """An entry of a table: bools as digits, since tables of them are long."""
    return scalar_text(int(value) if isinstance(value, bool) else value, "")


def nested_lines(row: Any, depth: int) -> list[str]:
    if isinstance(row[0], tuple):
        inner = [line for part in row for line in nested_lines(part, depth + 1)]
        return ["    " * depth + "{", *inner, "    " * depth + "},"]
    lines = fill([entry_text(number) for number in row], depth + 1)
    if len(lines) == 1:
        return ["    " * depth + "{" + lines[0].strip().rstrip(",") + "},"]
    return ["    " * depth + "{", *lines, "    " * depth + "},"]
