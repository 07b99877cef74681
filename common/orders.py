"""Orders as an answer says them.

An order is its form and, for each value, the words that it may be; () is a number. In the form {}
stands for a value, [{}] for one that is left out where it is 0, {id} for the unit's id, and ... for
words to spectators. A move holds the order's number and its values, the first in its lowest bits.
"""

from collections.abc import Sequence

Order = tuple[str, tuple[tuple[str, ...], ...]]


def order_text(orders: Sequence[Order], sizes: Sequence[int], move: int, id_: int = -1) -> str:
    """Returns the words of a move. sizes: its bits. id_: of the unit that it is for."""
    form, words = orders[move & ((1 << sizes[0]) - 1)]
    at = 0
    found = []
    for part in form.replace("{id}", str(id_)).split():
        if "{}" in part:
            move >>= sizes[at]
            value = move & ((1 << sizes[at + 1]) - 1)
            if value or part != "[{}]":
                word = words[at][value] if value < len(words[at]) else str(value)
                found.append(part.strip("[]").replace("{}", word))
            at += 1
        elif part != "...":
            found.append(part)
    return " ".join(found)
