"""C text with what is needed to put it into larger text: parentheses and widths."""

import re
from dataclasses import dataclass

# How tightly an operator binds in C; a part that binds less is put into parentheses.
TERNARY, OR, AND, EQUAL, ORDER, SHIFT, SUM, PRODUCT, UNARY, ATOM = range(3, 13)
BITS = EQUAL - 1  # & ^ |, which compilers want in parentheses beside anything else
INT32 = range(-(2**31), 2**31)
HEXADECIMAL = re.compile(r"0[xX][0-9a-fA-F_]+")
SIGNS = {"+": SUM, "-": SUM, "*": PRODUCT, "/": PRODUCT, "%": PRODUCT, "<<": SHIFT, ">>": SHIFT}


@dataclass(frozen=True)
class Code:
    """C text; binds: the level of its loosest operator; is_wide: an int that surely has 64 bits."""

    text: str
    binds: int = ATOM
    is_wide: bool = True

    def inside(self, least: int) -> str:
        """The text as a part of something that binds at level `least`."""
        return self.text if self.binds >= least else f"({self.text})"


def infix(left: Code, sign: str, right: Code) -> Code:
    """`left sign right`, with parentheses wherever a compiler or a reader would want them."""
    is_wide = left.is_wide if sign in ("<<", ">>") else left.is_wide or right.is_wide
    if sign in ("&", "|", "^"):
        chain = left.binds == BITS and f" {sign} " in left.text and is_chain(left.text, sign)
        first = left.text if chain else left.inside(UNARY)
        return Code(f"{first} {sign} {right.inside(UNARY)}", BITS, is_wide)
    level = SIGNS[sign]
    if level == SHIFT:
        return Code(f"{left.inside(UNARY)} {sign} {right.inside(UNARY)}", SHIFT, is_wide)
    second = right.inside(level + 1)
    if second.startswith("-"):
        second = f"({second})"
    return Code(f"{left.inside(level)} {sign} {second}", level, is_wide)


def int_literal(value: int, spelling: str) -> Code:
    """A literal in C; hexadecimal ones keep their form, those beyond 32 bits say their size."""
    if value == -(2**63):
        return Code("INT64_MIN")
    digits = str(value)
    if HEXADECIMAL.fullmatch(spelling) and int(spelling, 0) == value:
        digits = spelling.replace("_", "")
    if value in INT32:
        return Code(digits, ATOM if value >= 0 else UNARY, False)
    return Code(f"INT64_C({digits})")


def signed(sign: str, code: Code) -> Code:
    """A sign before an operand, never making `--` of two minus signs."""
    inner = code.inside(UNARY)
    return Code(f"{sign}({inner})" if inner.startswith("-") else sign + inner, UNARY, code.is_wide)


def is_chain(text: str, sign: str) -> bool:
    """Whether a text such as `a | (b & c) | d` has only `sign` outside of parentheses."""
    depth = 0
    for before, letter in zip(" " + text, text, strict=False):
        depth += (letter in "([") - (letter in ")]")
        if depth == 0 and letter in "&|^" and letter != sign and before == " ":
            return False
    return True
