"""Syntax trees whose columns count letters, where Python's own count bytes."""

import ast


def parsed(text: str) -> ast.Module:
    """Returns the tree of a module. SyntaxError as from Python."""
    tree = ast.parse(text)
    if text.isascii():
        return tree
    lines = [line.encode("utf-8", "surrogateescape") for line in text.split("\n")]
    for node in ast.walk(tree):
        if isinstance(node, (ast.expr, ast.stmt, ast.alias, ast.ExceptHandler, ast.pattern)):
            node.col_offset = letters(lines[node.lineno - 1], node.col_offset)
            if node.end_lineno is not None and node.end_col_offset is not None:
                node.end_col_offset = letters(lines[node.end_lineno - 1], node.end_col_offset)
    return tree


def letters(line: bytes, end: int) -> int:
    """Returns how many letters the first bytes of a line are."""
    return len(line[:end].decode("utf-8", "ignore"))


def segment(text: str, node: ast.expr) -> str:
    """Returns the text of an expression of a tree that `parsed` made."""
    lines = text.split("\n")[node.lineno - 1 : node.end_lineno]
    lines[-1] = lines[-1][: node.end_col_offset]
    lines[0] = lines[0][node.col_offset :]
    return "\n".join(lines)
