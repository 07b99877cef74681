"""The kinds of values, as the translator has them: int, float, bool, a record's class, an Array.

Int8, Int16 and Int32 are kinds of places alone: what is read there is an int.
"""

import ctypes
from typing import Any, TypeAlias

from common.c_text import Array, flattened
from common.kernel import NARROW, SCALARS, Capacity, is_record
from common.native import layout

LOWEST = -(2**63) + 1  # of constants: C has no literal for one less
HIGHEST = 2**63 - 1
# None is the kind of a call without a result. An array that is handed in has a length below 0,
# another one for each parameter: only the caller knows it.
Kind: TypeAlias = Any


def shown(kind: Kind) -> str:
    """A kind in a message."""
    if not isinstance(kind, Array):
        return str(getattr(kind, "__name__", kind))
    if kind.item is None:
        return "an array"
    if kind.is_table:
        return f"table of {shown(kind.item)}"
    return f"{'Records' if is_record(kind.item) else 'Numbers'}[{shown(kind.item)}]"


def widened(kind: Kind) -> Kind:
    """The kind of what is read from a place of that kind."""
    return NARROW.get(kind, kind)


def is_class(value: object) -> bool:
    """Whether `value` is a class made with @record, and no record."""
    return isinstance(value, type) and is_record(value)


def fields_of(cls: Any) -> dict[str, Kind]:
    """The fields of a record in order; pools have their length in C."""
    entries = cls.kernel_fields.items()
    return {name: Array(kind, sizes[1]) if sizes else kind for name, (kind, *sizes) in entries}


def bytes_of(kind: Kind) -> int:
    """How much memory a value takes in C."""
    if isinstance(kind, Array):
        return kind.length * bytes_of(kind.item)
    return ctypes.sizeof(layout(kind))


def stated_default(kind: Kind) -> str:
    """The first default that a record's class states, as `Pod.x = 1.5`; else an empty text."""
    if isinstance(kind, Array):
        return stated_default(kind.item)
    if widened(kind) in SCALARS or not kind.kernel_given:
        return ""
    new = kind()
    for name, entry in fields_of(kind).items():
        value = getattr(new, name)
        is_array = isinstance(entry, Array)
        item, items = (entry.item, value) if is_array else (entry, [value])
        if widened(item) in SCALARS and {*map(repr, items)} != {repr(item(0))}:
            return f"{kind.__name__}.{name} = {value!r}"
        if found := stated_default(entry):
            return found
    return ""


def constant_kind(value: object) -> Kind:
    """The kind of a number, truth or table; None for what is no constant."""
    try:
        kind = flattened(value)[1]
    except ValueError:
        kind = type(value)
    is_fit = isinstance(kind, Array) or kind in SCALARS
    return kind if is_fit else int if kind is Capacity else None
