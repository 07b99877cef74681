"""The kinds of values, as the translator has them: int, float, bool, a record's class, an Array."""

import ctypes
from typing import Any, TypeAlias

from common.c_text import Array
from common.kernel import NARROW, SCALARS, is_record
from common.native import layout

LOWEST = -(2**63) + 1  # of constants: C has no literal for one less
HIGHEST = 2**63 - 1
LONGEST = 2**62  # stands for the length of an array that is handed in to a kernel checked alone
Kind: TypeAlias = Any  # None is the kind of a call without a result


def shown(kind: Kind) -> str:
    """Returns a kind as a message says it."""
    if not isinstance(kind, Array):
        return str(getattr(kind, "__name__", kind))
    if kind.is_table:
        return f"table of {shown(kind.item)}"
    return f"{'Records' if is_record(kind.item) else 'Numbers'}[{shown(kind.item)}]"


def is_class(value: object) -> bool:
    """Returns True for a class made with @record; False for a record."""
    return isinstance(value, type) and is_record(value)


def fields_of(cls: Any) -> dict[str, Kind]:
    """Returns the fields of a record in order. Pools have their length in C."""
    entries = cls.kernel_fields.items()
    return {name: Array(kind, sizes[1]) if sizes else kind for name, (kind, *sizes) in entries}


def bytes_of(kind: Kind) -> int:
    """Returns how much memory a value takes in C."""
    if isinstance(kind, Array):
        return int(kind.length * bytes_of(kind.item))
    return ctypes.sizeof(layout(kind))


def stated_default(kind: Kind) -> str:
    """Returns the first default that a record's class states, as `Pod.x = 1.5`; else ""."""
    if NARROW.get(kind, kind) in SCALARS or not kind.kernel_given:
        return ""
    new = kind()
    for name, entry in fields_of(kind).items():
        value = getattr(new, name)
        is_array = isinstance(entry, Array)
        item, items = (entry.item, value) if is_array else (entry, [value])
        if NARROW.get(item, item) in SCALARS and {*map(repr, items)} != {repr(item(0))}:
            return f"{kind.__name__}.{name} = {value!r}"
        if found := stated_default(item):
            return found
    return ""
