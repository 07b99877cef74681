"""Lines of C: indented, at most 100 characters wide, with the source's comments."""

import re

WIDTH = 100
INDENT = "    "
SIGNS = "|| && < <= > >= == + - ? & | ^ *".split()
ASSIGNMENT = re.compile(r" [-+*/&|^]?= ")


def wrap(text: str, depth: int) -> list[str]:
    """A statement as lines; what is too wide breaks behind commas and before operators."""
    start = INDENT * depth
    lines = []
    while len(start) + len(text) > WIDTH:
        place = break_place(text, WIDTH - len(start))
        if place <= 0:
            break
        lines.append(start + text[:place].rstrip())
        text = text[place:].lstrip()
        start = INDENT * (depth + 1)
    return [*lines, start + text]


def break_place(text: str, width: int) -> int:
    """The place within `width` with the fewest open parentheses, the last of those; 0 if none."""
    best, fewest, depth = 0, 1000, 0
    signs = [(", ", 2), ("; ", 2)]
    signs += [(f" {sign} ", 1) for sign in SIGNS]
    for place, letter in enumerate(text[:width]):
        depth += (letter in "([{") - (letter in ")]}")
        if depth == 0 and ASSIGNMENT.match(text, place) and place + 4 <= width:
            best, fewest = place + text[place:].index("= ") + 2, 0
        for sign, offset in signs:
            if text.startswith(sign, place) and depth <= fewest and place + offset <= width:
                best, fewest = place + offset, depth
    return best


def line_comment(lines: list[str], comment: str, depth: int) -> list[str]:
    """The lines with `// comment` behind the last one, or above the first if that gets too wide."""
    text = comment_line(comment)
    if len(lines[-1]) + 2 + len(text) <= WIDTH:
        return [*lines[:-1], f"{lines[-1]}  {text}"]
    return [INDENT * depth + text, *lines]


def comment_line(text: str) -> str:
    """A `#` comment as a C comment; a backslash at its end would swallow the next line."""
    return "// " + text.rstrip("\\").replace("??", "? ?")


def comment_block(text: str) -> list[str]:
    """A docstring as a C comment."""
    text = text.replace("*/", "* /").replace("/*", "/ *").replace("??", "? ?")
    lines = text.splitlines()
    if len(lines) == 1:
        return [f"/* {lines[0]} */"]
    return [f"/* {lines[0]}", *[f" * {line}".rstrip() for line in lines[1:]], " */"]


def fill(items: list[str], depth: int) -> list[str]:
    """Items behind commas, as many a line as fit."""
    lines, line = [], INDENT * depth
    for item in items:
        if len(line) + len(item) + 1 > WIDTH:
            lines.append(line.rstrip())
            line = INDENT * depth
        line += item + ", "
    return [*lines, line.rstrip()]
