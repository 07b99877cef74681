"""Checks that both engines hold a bot's memory, and its kernels' arguments, alike."""

from collections.abc import Callable, Sequence
from ctypes import sizeof
from typing import Any

from common.kernel import NARROW, SCALARS, is_record
from common.native import C_TYPES, layout

DIFFERENT, REFUSED, NO_ANSWER = 1, 2, 3  # exit statuses of twins.py
WAYS = {int: "write int(...)", float: "write float(...)", bool: "write True or False"}


def misfit(value: Any, kind: Any, name: str) -> str:
    """Returns why C cannot hold a value as CPython does, with the field's name; "" if it can.

    CPython keeps a large int in a float field exact, C rounds it.
    name: the value's name, as "start"
    """
    if not is_record(kind):
        return no_number(value, kind, name)
    for field, (inner, *lengths) in kind.kernel_fields.items():
        place, found = f"{name}.{field}", getattr(value, field)
        if not lengths:
            bad = misfit(found, inner, place)
        elif not isinstance(found, Sequence) or len(found) != lengths[0]:
            length = len(found) if isinstance(found, Sequence) else repr(found)
            bad = f"{place} has {lengths[0]} entries, not {length}: write into the array it has"
        elif not is_record(inner) and is_plain(found, inner):
            continue
        else:
            entries = enumerate(found)
            bad = next(filter(None, (misfit(v, inner, f"{place}[{n}]") for n, v in entries)), "")
        if bad:
            return bad
    return ""


def is_plain(values: Sequence[Any], kind: Any) -> bool:
    """Returns True for an array that C holds exactly. It takes much less time than `misfit`."""
    wide = NARROW.get(kind, kind)
    if {*map(type, values)} != {wide}:
        return False
    return wide is not int or fits(min(values), kind) and fits(max(values), kind)


def fits(value: int, kind: Any) -> bool:
    """Returns True if an int fits into a field of this kind."""
    top = 1 << 8 * sizeof(C_TYPES[kind]) - 1
    return -top <= value < top


def no_number(value: Any, kind: Any, name: str) -> str:
    """Returns why a value is no number of this kind; "" if it is one."""
    wide = NARROW.get(kind, kind)
    is_exact = isinstance(value, int) and abs(value) <= 2**53  # a double holds it exactly
    if wide is float and (isinstance(value, float) or is_exact):
        return ""
    if wide is not float and isinstance(value, int):
        if wide is bool and value in (0, 1) or wide is int and fits(value, kind):
            return ""
        if wide is int:
            return f"{name} has {8 * sizeof(C_TYPES[kind])} bits, {value} does not fit"
    what = "None" if value is None else f"the {type(value).__name__} {value!r}"
    return f"{name} is {wide.__name__}, this is {what}: {WAYS[wide]}"


def misfit_argument(kernel: Callable[..., Any], values: Sequence[Any]) -> str:
    """Returns why an argument of a kernel does not fit its parameter; "" if all arguments fit."""
    stated = [*kernel.__annotations__.items()][1:-1]
    for (name, kind), value in zip(stated, values, strict=False):
        if kind in SCALARS and (bad := no_number(value, kind, f"{name} of {kernel.__name__}")):
            return bad
    return ""


def difference(ours: Any, theirs: Any, place: int) -> str:
    """Returns the field of a record that contains a byte, with its value in CPython and in C.

    ours: the record in CPython
    theirs: the record in C
    """
    kind: Any = type(ours)
    starts = ((getattr(layout(kind), name).offset, name) for name in kind.kernel_fields)
    start, name = max(each for each in starts if each[0] <= place)
    inner, *lengths = kind.kernel_fields[name]
    our, their, place = getattr(ours, name), getattr(theirs, name), place - start
    if lengths:
        index, place = divmod(place, sizeof(layout(inner)))
        our, their, name = our[index], their[index], f"{name}[{index}]"
    if is_record(inner):
        return f"{name}.{difference(our, their, place)}"
    return f"{name} is {our!r} in CPython, {their!r} in C"
