"""Orders in the form of an answer.

An order has a form and, for each value, the words for it; () is a number. In the form {} is a
value, [{}] a value that is left out if it is 0, {id} the unit's id, and ... a text to spectators. A
move holds the order's number in its lowest bits, then its values.
"""

from collections.abc import Sequence

Order = tuple[str, tuple[tuple[str, ...], ...]]


def order_text(orders: Sequence[Order], sizes: Sequence[int], move: int, id_: int = -1) -> str:
    """Returns the words of a move.

    sizes: the bits of its parts
    id_: the id of its unit
    """
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
