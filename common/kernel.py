"""The typed subset of Python for rules and searches; docs/kernels.md explains it.

Every name has one type for ever and ints stay within 64 bits, so that this translates to C.
"""

from collections.abc import Callable
from typing import Any, TypeVar

TYPE_CHECKING = False  # mypy takes it for true

Value = TypeVar("Value", int, float, bool)
Item = TypeVar("Item")
Function = TypeVar("Function", bound=Callable[..., Any])
Class = TypeVar("Class", bound=type)

SCALARS = (int, float, bool)
each = range  # C writes its rounds out

if TYPE_CHECKING:  # of fixed length both; the records in Records are never replaced
    from collections.abc import MutableSequence, Sequence

    Numbers = MutableSequence
    Records = Sequence
else:
    Numbers = Records = list


def numbers(kind: type[Value], length: int) -> Numbers[Value]:
    """`length` zeros, as the default of a record's field or as a local of a kernel."""
    if kind not in SCALARS:
        raise TypeError(f"numbers() of int, float or bool, not of {kind!r}")
    return _array([kind(0)] * length, length)


def records(kind: type[Item], length: int) -> Records[Item]:
    """`length` records of zeros, for the same places."""
    if not hasattr(kind, "kernel_fields"):
        raise TypeError(f"records() of a class made with @record, not of {kind!r}")
    return _array([kind() for _ in range(length)], length)


class Capacity(int):
    """A length that also knows the length in C. Arithmetic on it gives a plain int."""

    compiled: int


class Pool(list[Item]):
    """The default of a pool's field, for `record` to read; the record itself holds a list."""

    compiled: int


def capacity(pure: int, compiled: int) -> int:
    """The length of a pool on CPython and in C. Use it bare: `POOL * 2` is the same in both."""
    if not 1 <= pure <= compiled:
        raise ValueError(f"capacity() needs 1 <= pure <= compiled, not {pure} and {compiled}")
    length = Capacity(pure)
    length.compiled = compiled
    return length


def _array(items: list[Item], length: int) -> list[Item]:
    if length < 1:
        raise ValueError(f"an array has a length of at least 1, not {length}")
    if not isinstance(length, Capacity):
        return items
    pool = Pool(items)
    pool.compiled = length.compiled
    return pool


def kernel(function: Function) -> Function:
    """Marks a function as part of the subset."""
    function.is_kernel = True  # type: ignore[attr-defined]
    return function


def record(cls: Class) -> Class:
    """Rebuilds a class of annotated fields with slots, zeros, and a copier for `assign`.

    A field is an int, float or bool, a nested record, numbers() or records(); else TypeError.
    kernel_fields: name -> class, or [class, length, length in C] for an array.
    """
    if cls.__bases__ != (object,):
        raise TypeError(f"{cls.__name__}: a record has no base class: make it a field")
    make, copy = ["def make(self):"], ["def copy(self, source):"]
    scope: dict[str, Any] = {}
    fields: dict[str, Any] = {}
    for name, kind in cls.__dict__.get("__annotations__", {}).items():
        default = cls.__dict__.get(name)
        new = f"new_{name}"
        if isinstance(default, list):
            length = len(default)
            inner = type(default[0]) if default else None
            if getattr(kind, "__args__", 0) != (inner,) or (inner in SCALARS and any(default)):
                raise TypeError(f"{cls.__name__}.{name}: {kind} is made by numbers() or records()")
            fields[name] = [inner, length, getattr(default, "compiled", length)]
            if inner in SCALARS:
                make.append(f"self.{name} = [{inner(0)}] * {length}")
                copy.append(f"self.{name}[:] = source.{name}")
                continue
            scope[new] = inner
            make.append(f"self.{name} = [{new}() for _ in range({length})]")
            if length > 8:  # a line for each would be slow to compile
                copy.append(f"for a, b in zip(self.{name}, source.{name}): a.kernel_assign(b)")
                continue
            for index in range(length):
                copy.append(f"self.{name}[{index}].kernel_assign(source.{name}[{index}])")
            continue
        fields[name] = kind
        if kind in SCALARS and type(default) in (kind, type(None)) and (default or 0) * 0 == 0:
            make.append(f"self.{name} = {kind(0) if default is None else default!r}")
            copy.append(f"self.{name} = source.{name}")
        elif hasattr(kind, "kernel_fields") and default is None:
            scope[new] = kind
            make.append(f"self.{name} = {new}()")
            copy.append(f"self.{name}.kernel_assign(source.{name})")
        else:
            raise TypeError(f"{cls.__name__}.{name}: not {kind!r} = {default!r}; see record()")
    if not fields:
        raise TypeError(f"{cls.__name__}: a record needs an annotated field")
    exec("\n    ".join(make) + "\n" + "\n    ".join(copy), scope)
    hidden = ("__dict__", "__weakref__", *fields)
    body = {key: value for key, value in cls.__dict__.items() if key not in hidden}
    body["__slots__"] = tuple(fields)
    body["__qualname__"] = cls.__qualname__
    body["__init__"] = scope["make"]
    body["kernel_assign"] = scope["copy"]
    body["kernel_fields"] = fields
    return type(cls)(cls.__name__, cls.__bases__, body)


def assign(target: Item, source: Item) -> None:
    """Copies every value of the record `source` into `target`, a record of the same class."""
    target.kernel_assign(source)  # type: ignore[attr-defined]
