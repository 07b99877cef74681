"""The typed subset of Python for rules and searches; docs/kernels.md explains it.

Every name has one type for ever and ints stay within 64 bits, so that it can be translated to C.
"""

import gc
import linecache
import re
import sys
from collections.abc import Callable, MutableSequence, Sequence
from operator import index
from typing import TYPE_CHECKING, Any, TypeVar

Scalar = TypeVar("Scalar", int, float, bool)
Item = TypeVar("Item")
Marked = TypeVar("Marked", bound=Callable[..., Any])
Class = TypeVar("Class", bound=type)

gc.set_threshold(10**5)  # a bot makes much at its start, and drops little

if TYPE_CHECKING:
    Int8 = int
    Int16 = int
    Int32 = int


def Int8(value):  # type: ignore # noqa: F811
    """Returns the low 8 bits, signed. As a kind it takes 8 bits in C."""
    return (value + 2**7 & 2**8 - 1) - 2**7


def Int16(value):  # type: ignore # noqa: F811
    return (value + 2**15 & 2**16 - 1) - 2**15


def Int32(value):  # type: ignore # noqa: F811
    return (value + 2**31 & 2**32 - 1) - 2**31


SCALARS = (int, float, bool)
NARROW = dict.fromkeys((Int8, Int16, Int32), int)  # as read
each = range  # C writes its rounds out
Numbers = MutableSequence  # length fixed, as in Records
Records = Sequence  # none is ever replaced


def numbers(kind: type[Scalar], length: int) -> Numbers[Scalar]:
    """Returns `length` zeros: the default of a record's field, or a local of a kernel."""
    return _array([kind(0)] * length, length, kind)


def records(kind: type[Item], length: int) -> Records[Item]:
    """Returns `length` records of zeros: the default of a record's field, or a local of a
    kernel.
    """
    return _array([kind() for _ in range(length)], length, kind)


class Capacity(int):
    """A length on CPython that also holds the length in C. Arithmetic on it gives a plain int."""

    compiled: int


class Special(list):  # type: ignore[type-arg]
    """Marks the default of a pool or of narrow numbers; the record itself holds a list."""

    kind: object
    compiled: int


def capacity(pure: int, compiled: int) -> int:
    """Returns a pool's length: `pure` on CPython, `compiled` in C. Use it alone: `POOL * 2` is the
    same in both.
    """
    if not 1 <= pure <= compiled:
        raise ValueError(f"capacity: not 1 <= {pure} <= {compiled}")
    length = Capacity(pure)
    length.compiled = compiled
    return length


def _array(items: list[Item], length: int, kind: Any) -> list[Item]:
    if length < 1:
        raise ValueError(f"an array of length {length}")
    if kind in NARROW or isinstance(length, Capacity):
        array = Special(items)
        array.kind, array.compiled = kind, getattr(length, "compiled", length)
        return array
    return items


def is_record(kind: Any) -> bool:
    """Returns True for a class made with @record."""
    return hasattr(kind, "kernel_fields")


# What makes a value one of its kind, an int of 64 bits, or raises an error.
FITS: dict[Any, Any] = {
    int: lambda x: index(x).to_bytes(8, signed=True) and index(x),
    float: float,
    bool: {False: False, True: True}.__getitem__,
}


def legal(name: str, kind: Any, items: Any) -> Any:
    """Returns a field's numbers in its kind and in its range `# low..high`; prints each change."""
    frame, found = sys._getframe(2), []
    text = "".join(linecache.getlines(frame.f_code.co_filename)[frame.f_lineno :])
    end = r"(-?\d+\.?\d*(?:[eE][-+]?\d+)?)"
    said = re.search(rf"\n\s+{name}:[^=:]*=(?:[^:]*?\S *# *{end}\.\.{end}\b)?", text)
    top = 2**63 - 1 if kind is int else 1e308
    low, high = map(float, said.groups()) if said and said[1] else (-top, top)
    for item in items:
        if not isinstance(item, SCALARS):
            item = float([*re.findall(end, str(item)), 0][0])
        item = min(max(item, low), high)
        found.append(kind(item if kind is float else round(item)))
    if repr(found) != repr(items):
        print(name, items, "becomes", found, file=sys.stderr)
    return found


def kernel(function: Marked) -> Marked:
    """Marks a function as part of the subset."""
    function.is_kernel = True  # type: ignore[attr-defined]
    function.fits = [*map(FITS.get, [*function.__annotations__.values()][1:-1])]  # type: ignore
    return function


def record(cls: Class) -> Class:
    """Rebuilds a class of annotated fields with slots, zeros, and a copier for `assign`.

    A field is an int, float or bool, a record, records(), numbers() or a list; else TypeError.
    kernel_fields: name -> [kind], or [kind, length, length in C] of an array.
    kernel_given: the names of fields that are not all zeros in a new record.
    """
    if cls.__bases__ != (object,) or not cls.__annotations__:
        raise TypeError(cls.__name__ + ": a record has no base class, but fields")
    make, copy = ["def __init__(self):"], ["def kernel_assign(self, source):"]
    scope: dict[str, Any] = dict(int=index, bool=FITS[bool])
    fields: dict[str, Any] = {}
    given = []
    for name, kind in cls.__annotations__.items():
        default: Any = cls.__dict__.get(name)
        length = len(default) if isinstance(default, list) else 0
        args = getattr(kind, "__args__", None)
        inner = getattr(default, "kind", (args or [kind])[0])
        wide = NARROW.get(inner, inner)
        is_fit = args == ((wide,) if length else None)
        new, own, other = "", f"self.{name}", f"source.{name}"
        if is_fit and wide in SCALARS:
            items = default if length else [inner(0) if default is None else default]
            new = f"[{inner(0)}] * {length}"
            if type(items) is list and repr(items) != repr([inner(0)] * len(items)):
                items = legal(name, wide, items)
                is_fit = all(inner(item) == item for item in items)
                given.append(name)
                new = repr(items)
            each_of = f"{own}[:]=[*map({wide.__name__},{other})]"
            if not length:
                new, each_of = repr(items[0]), f"{own}={wide.__name__}({other})"
        elif is_fit and is_record(inner) and (length or default is None):
            scope[f"new_{name}"] = inner
            is_fit = not length or type(default[0]) is inner
            given += [name] * bool(inner.kernel_given)
            new, each_of = f"new_{name}()", f"{own}.kernel_assign({other})"
            if length:
                new = f"[{new} for _ in range({length})]"
                each_of = f"for a, b in zip({own}, {other}): a.kernel_assign(b)"
        if not is_fit or not new:
            raise TypeError(f"{cls.__name__}.{name}: not {kind!r} = {default}")
        make.append(own + "=" + new)
        copy.append(each_of)
        fields[name] = [inner] + [length, getattr(default, "compiled", length)] * (length > 0)
    body = {k: v for k, v in cls.__dict__.items() if k not in ("__dict__", "__weakref__", *fields)}
    body.update(__slots__=tuple(fields), kernel_fields=fields, kernel_given=given)
    for lines in make, copy:
        exec("\n ".join(lines), scope, body)
    return type(cls.__name__, (), body)  # type: ignore


def assign(target: Item, source: Item) -> None:
    """Copies the values of the record `source` into `target`, of the same class."""
    target.kernel_assign(source)  # type: ignore[attr-defined]
