"""The typed subset of Python in which rules and searches are written.

Three things make a kernel: `@record` classes that hold the state, `@kernel` functions that change
it, and module constants. On CPython a kernel is an ordinary function and a record an object with
slots; the same source can be translated to C because every name has one type for ever.

    @record
    class Pod:
        x: float                # map units
        shield: int = 0         # turns until thrust is possible again

    @record
    class Race:
        lead: Pod                                   # a nested record
        pods: Records[Pod] = records(Pod, 4)        # four records, never replaced, changed in place
        path: Numbers[int] = numbers(int, 24)       # 24 ints

    @kernel
    def coast(pod: Pod) -> None:
        pod.x += 1.0

`Race()` builds a record of zeros (and of the defaults that the class states). `assign(target,
source)` copies every value of one record into another of the same class; plain `=` between
records is only for local names. Ints stay within 64 bits, random states and boards within 63.
docs/kernels.md lists what the subset holds and what to write instead of the rest.
"""

from collections.abc import Callable
from typing import Any, Protocol, TypeVar

TYPE_CHECKING = False  # mypy reads this name as true; at run time the branches below stay unread

Value = TypeVar("Value", int, float, bool)
Item = TypeVar("Item")
Entry = TypeVar("Entry", covariant=True)
Function = TypeVar("Function", bound=Callable[..., Any])
Class = TypeVar("Class", bound=type)

SCALARS: dict[type, str] = {int: "0", float: "0.0", bool: "False"}

if TYPE_CHECKING:

    class Numbers(Protocol[Value]):
        """A fixed number of ints, floats or bools; at run time a list."""

        def __len__(self) -> int: ...
        def __getitem__(self, index: int) -> Value: ...
        def __setitem__(self, index: int, value: Value) -> None: ...

    class Records(Protocol[Entry]):
        """A fixed number of records of one class; at run time a list. Its entries are never
        replaced.
        """

        def __len__(self) -> int: ...
        def __getitem__(self, index: int) -> Entry: ...

else:
    Numbers = list
    Records = list


def numbers(kind: type[Value], length: int) -> Numbers[Value]:
    """`length` zeros of `kind` (int, float or bool): as the default of a record's field, or on
    its own.
    """
    if kind not in SCALARS:
        raise TypeError(f"numbers() holds int, float or bool, not {kind!r}")
    if length < 1:
        raise ValueError(f"numbers() needs a length of at least 1, not {length}")
    return as_pool([kind(0)] * length, length)


def records(kind: type[Item], length: int) -> Records[Item]:
    """`length` zero records of class `kind`: as the default of a record's field, or on its own."""
    if not hasattr(kind, "kernel_fields"):
        raise TypeError(f"records() holds classes made with @record, not {kind!r}")
    if length < 1:
        raise ValueError(f"records() needs a length of at least 1, not {length}")
    return as_pool([kind() for _ in range(length)], length)


class Capacity(int):
    """A pool's length on CPython, which also knows the length in C. Arithmetic on it gives a
    plain int.
    """

    compiled: int


class Pool(list[Item]):
    """The default of a field that is a pool, for `record` to read; the record itself holds a
    plain list.
    """

    compiled: int


def capacity(pure: int, compiled: int) -> int:
    """The length of a pool: `pure` on CPython, `compiled` in the C translation of the same source.

    Results are equal as long as neither pool is full; what a full pool does is the search's to say.
    Give it a name and use that name alone as the length of a field: `POOL * 2` has one length for
    both.
    """
    if not 1 <= pure <= compiled:
        raise ValueError(f"capacity() needs 1 <= pure <= compiled, not {pure} and {compiled}")
    length = Capacity(pure)
    length.compiled = compiled
    return length


def as_pool(items: list[Item], length: int) -> list[Item]:
    """`items` as they are, or as a Pool where `length` comes from `capacity`."""
    if not isinstance(length, Capacity):
        return items
    pool = Pool(items)
    pool.compiled = length.compiled
    return pool


def kernel(function: Function) -> Function:
    """Marks a function as part of the typed subset. On CPython it stays what it is."""
    function.is_kernel = True  # type: ignore[attr-defined]
    return function


def record(cls: Class) -> Class:
    """Rebuilds a class of annotated fields as a record: slots, zeros, and a copier for `assign`.

    A field is a scalar (`x: float`, `left: int = 3`), a nested record (`lead: Pod`), an array of
    numbers or an array of records. Raises TypeError for anything else, with the field's name.
    """
    make = [f"def __init__(self):  # {cls.__name__}"]
    copy = [f"def kernel_assign(self, source):  # {cls.__name__}"]
    scope: dict[str, Any] = {}
    fields: dict[str, Any] = {}
    for name, kind in cls.__dict__.get("__annotations__", {}).items():
        default = cls.__dict__.get(name)
        where = f"{cls.__name__}.{name}"
        if isinstance(kind, str):
            raise TypeError(
                f"{where}: no 'from __future__ import annotations' in a module of records"
            )
        if isinstance(default, list):
            inner = type(default[0])
            fields[name] = [inner, len(default), getattr(default, "compiled", len(default))]
            if inner in SCALARS:
                make.append(f"    self.{name} = [{SCALARS[inner]}] * {len(default)}")
                copy.append(f"    self.{name}[:] = source.{name}")
            else:
                scope[inner.__name__] = inner
                make.append(
                    f"    self.{name} = [{inner.__name__}() for _ in range({len(default)})]"
                )
                for index in range(len(default)):
                    copy.append(f"    self.{name}[{index}].kernel_assign(source.{name}[{index}])")
        elif kind in SCALARS:
            if default is not None and type(default) is not kind:
                raise TypeError(f"{where}: the default {default!r} is no {kind.__name__}")
            fields[name] = kind
            make.append(f"    self.{name} = {SCALARS[kind] if default is None else repr(default)}")
            copy.append(f"    self.{name} = source.{name}")
        elif hasattr(kind, "kernel_fields") and default is None:
            fields[name] = kind
            scope[kind.__name__] = kind
            make.append(f"    self.{name} = {kind.__name__}()")
            copy.append(f"    self.{name}.kernel_assign(source.{name})")
        else:
            raise TypeError(
                f"{where}: a field is int, float, bool, a record, numbers() or records()"
            )
    if not fields:
        raise TypeError(f"{cls.__name__}: a record needs at least one annotated field")
    exec("\n".join(make) + "\n" + "\n".join(copy), scope)
    body = {
        key: value
        for key, value in cls.__dict__.items()
        if key not in fields and key not in ("__dict__", "__weakref__")
    }
    body["__slots__"] = tuple(fields)
    body["__qualname__"] = cls.__qualname__
    body["__init__"] = scope["__init__"]
    body["kernel_assign"] = scope["kernel_assign"]
    body["kernel_fields"] = fields
    return type(cls)(cls.__name__, cls.__bases__, body)


def assign(target: Item, source: Item) -> None:
    """Copies every value of the record `source` into the record `target` of the same class."""
    target.kernel_assign(source)  # type: ignore[attr-defined]
