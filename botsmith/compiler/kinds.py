"""The kinds of values in the subset: scalars, records, arrays, and where the lengths come from."""

from dataclasses import dataclass, field
from enum import Enum
from typing import Any, TypeAlias

LOWEST = -(2**63)
HIGHEST = 2**63 - 1


class Scalar(Enum):
    """A number or a truth; NONE is what a kernel without a result returns."""

    INT = "int"
    FLOAT = "float"
    BOOL = "bool"
    NONE = "None"

    def __str__(self) -> str:
        return self.value


INT, FLOAT, BOOL, NONE = Scalar.INT, Scalar.FLOAT, Scalar.BOOL, Scalar.NONE
SCALAR_OF: dict[Any, Scalar] = {int: INT, float: FLOAT, bool: BOOL, None: NONE, type(None): NONE}


@dataclass(frozen=True)
class RecordKind:
    """A class made with @record."""

    cls: type[Any]

    def __str__(self) -> str:
        return self.cls.__name__


@dataclass(frozen=True)
class FieldLength:
    """The length of the array in field `name` of a record."""

    cls: type[Any]
    name: str


@dataclass(frozen=True)
class ParameterLength:
    """The length of an array that a kernel was given: known only while it runs."""

    name: str


@dataclass(frozen=True)
class ArrayKind:
    """A fixed number of scalars or records, or a row of a constant table.

    length: None where only the caller knows it. is_table: constant, never written.
    origin: says how the length is spelled; no part of the kind.
    """

    item: "Kind"
    length: int | None
    is_table: bool = False
    origin: FieldLength | ParameterLength | None = field(default=None, compare=False)

    def __str__(self) -> str:
        if self.is_table:
            return f"table of {self.item}"
        return f"{'Records' if isinstance(self.item, RecordKind) else 'Numbers'}[{self.item}]"


Kind: TypeAlias = Scalar | RecordKind | ArrayKind


def base_of(kind: Kind) -> Scalar | RecordKind:
    """What an array or a table holds in the end; anything else as it is."""
    while isinstance(kind, ArrayKind):
        kind = kind.item
    return kind


def is_record(value: object) -> bool:
    """Whether `value` is a class made with @record."""
    return isinstance(value, type) and hasattr(value, "kernel_fields")


def fields_of(cls: type[Any], pools: str) -> dict[str, Kind]:
    """The fields of a record in order; `pools` ("pure" or "compiled") says which capacity()
    holds.
    """
    fields: dict[str, Kind] = {}
    for name, entry in cls.kernel_fields.items():
        if isinstance(entry, list):
            inner, pure, compiled = entry
            length = pure if pools == "pure" else compiled
            fields[name] = ArrayKind(simple_kind(inner), length, origin=FieldLength(cls, name))
        else:
            fields[name] = simple_kind(entry)
    return fields


def simple_kind(entry: Any) -> Kind:
    """The kind of int, float, bool or a record class."""
    return SCALAR_OF[entry] if entry in SCALAR_OF else RecordKind(entry)


def has_pool(cls: type[Any]) -> bool:
    """Whether an array of the record, at any depth, has a length from capacity()."""
    for entry in cls.kernel_fields.values():
        inner = entry[0] if isinstance(entry, list) else entry
        if isinstance(entry, list) and entry[1] != entry[2]:
            return True
        if is_record(inner) and has_pool(inner):
            return True
    return False


def table_kind(value: object) -> ArrayKind | None:
    """The kind of a tuple of ints, floats or bools, or of equally long tuples of those, or None."""
    if not isinstance(value, tuple) or not value:
        return None
    kinds = {
        table_kind(item) if isinstance(item, tuple) else SCALAR_OF.get(type(item)) for item in value
    }
    only = kinds.pop()
    return None if kinds or only is None else ArrayKind(only, len(value), is_table=True)
