"""Reads the orders that bots print, in the forms of common/orders.py."""

import re
from collections.abc import Sequence

from common.orders import Order


def read_order(orders: Sequence[Order], sizes: Sequence[int], text: str) -> tuple[int, int]:
    """Returns the move that an order's text means, and the id of its unit, -1 if the order has
    none.

    Raises ValueError for a text that is no order of `orders`.
    sizes: the bits of the move's parts
    """
    reason = f"no such order: {text[:60]!r}"
    for number, (form, words) in enumerate(orders):
        found = re.fullmatch(pattern_of(form), " ".join(text.split()))
        if found is None:
            continue
        move, at, wrong = number, sizes[0], ""
        values = [found[name] or "0" for name in found.re.groupindex if name != "id"]
        for value, names, size in zip(values, words, sizes[1:], strict=False):
            part = names.index(value) if value in names else int(value) if value.isdecimal() else -1
            if not 0 <= part < (len(names) or 1 << size):
                wanted = f"{'|'.join(names)} of ORDERS" if names else f"0..{(1 << size) - 1}"
                wrong = f"{text[:60]!r}: expected {wanted}, got {value[:20]!r}"
            move, at = move | part << at, at + size
        if not wrong:
            return move, int(found.groupdict().get("id") or -1)
        reason = wrong
    raise ValueError(reason)


def pattern_of(form: str) -> str:
    """Returns the regular expression of an order's texts, with groups id, v0, v1, ..."""
    found = re.escape(form).replace(re.escape("{id}"), r"(?P<id>\d+)")
    found = found.replace(re.escape(" ..."), "(?: .*)?").replace(re.escape(" [{}]"), "(?: <>)?")
    found = found.replace(re.escape("{}"), "<>")
    parts = found.split("<>")
    return "".join(f"{part}(?P<v{at}>[^\\s;]+)" for at, part in enumerate(parts[:-1])) + parts[-1]
