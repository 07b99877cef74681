"""Reads the tunable numbers of a bot from its params.py, and writes other numbers into that text.

params.py holds a class `Params` with fields like `name: float = 1.5  # 0..9 unit: meaning`; int and
bool likewise. `name: Numbers[float] = [1.5, 2.5]` declares name[0] and name[1]. A field without
plain literals is no parameter. Range, unit and meaning may be missing. A number outside a stated
range is refused.
"""

import ast
import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from botsmith.bundle.modules import Source, tree_of
from botsmith.errors import BadInput

Number = float | int | bool
EXACT = 2**53  # every int up to here is a float
NUMBER = r"-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?"  # as a range states it: low..high
RANGE = re.compile(rf"\s*#\s*({NUMBER})\.\.({NUMBER})(?![\w.])[\s:]*(.*)")
KINDS: dict[str, type[Number]] = {"float": float, "int": int, "bool": bool}


@dataclass(frozen=True)
class Parameter:
    """One number: its type and value, and the value's place: line from 1, columns from 0.

    comment: the comment behind its declaration
    bounds: the range in the comment as written, or None
    """

    name: str
    kind: type[Number]
    value: Number
    line: int
    column: int
    end_column: int
    comment: str

    @property
    def bounds(self) -> tuple[str, str] | None:
        match = RANGE.match(self.comment)
        return (match[1], match[2]) if match and self.kind is not bool else None

    @property
    def about(self) -> str:
        """Returns the parameter's unit and meaning, from its comment."""
        match = RANGE.match(self.comment)
        return (match[3] if match else self.comment).strip(" #")

    def is_outside(self, value: Number) -> bool:
        """Returns True if a value is outside the parameter's range."""
        bounds = self.bounds
        return bounds is not None and not float(bounds[0]) <= value <= float(bounds[1])


def read_parameters(text: str) -> list[Parameter]:
    """Returns the parameters in the text of a params.py, in the order of the text."""
    found, lines = [], text.split("\n")
    owners = [each for each in tree_of(text).body if isinstance(each, ast.ClassDef)]
    for field in (each for owner in owners if owner.name == "Params" for each in owner.body):
        match field:
            case ast.AnnAssign(ast.Name(name), ast.Name(kind), ast.expr() as place):
                places = {name: place}
            case ast.AnnAssign(ast.Name(name), ast.Subscript(_, ast.Name(kind)), ast.List(items)):
                places = {f"{name}[{index}]": place for index, place in enumerate(items)}
            case _:
                continue
        try:
            values = [ast.literal_eval(place) for place in places.values()]
        except ValueError:  # an expression, not a literal
            continue
        if kind not in KINDS or not {*map(type, values)} <= {*KINDS.values()}:
            continue
        comment = lines[(field.end_lineno or 0) - 1][field.end_col_offset or 0 :]
        for (name, place), value in zip(places.items(), values, strict=True):
            columns = place.col_offset, place.end_col_offset or 0
            found.append(Parameter(name, KINDS[kind], value, place.lineno, *columns, comment))
    return found


def numbers_by_field(parameters: Sequence[Parameter]) -> dict[str, list[Parameter]]:
    """Returns the numbers of each field, under the field's name."""
    found: dict[str, list[Parameter]] = {}
    for parameter in parameters:
        found.setdefault(parameter.name.partition("[")[0], []).append(parameter)
    return found


def override_parameters(source: Source, changes: Mapping[str, Any]) -> Source:
    """Returns the params.py with other values; a list changes all numbers of its field. Raises
    BadInput for an unknown name, a list of another length or a value of another type.
    """
    known, path = read_parameters(source.text), source.path
    names, arrays = {each.name for each in known}, numbers_by_field(known)
    wanted: dict[str, Any] = {}
    for name, value in changes.items():
        if name in names:
            wanted[name] = value
        elif name not in arrays:
            raise BadInput(f"{path} has no parameter '{name}': it has {', '.join(arrays)}")
        elif not isinstance(value, list) or len(value) != len(arrays[name]):
            count = len(arrays[name])
            raise BadInput(f"{path}: {name} is a list of {count} numbers, {value!r} is none")
        else:
            wanted |= {item.name: one for item, one in zip(arrays[name], value, strict=True)}
    lines = source.text.split("\n")
    for old in reversed(known):  # what is changed moves what follows in its line
        if old.name in wanted:
            new = repr(fitting(old, wanted[old.name], path))
            line = lines[old.line - 1]
            lines[old.line - 1] = line[: old.column] + new + line[old.end_column :]
    return replace(source, text="\n".join(lines))


def fitting(parameter: Parameter, value: Any, path: str) -> Number:
    """Returns `value` in the parameter's type. An int becomes a float. Raises BadInput for any
    other type, and for a number that is not finite or out of its range.
    """
    if parameter.kind is float and type(value) is int and abs(value) <= EXACT:
        value = float(value)
    if type(value) is not parameter.kind or (isinstance(value, float) and not math.isfinite(value)):
        kind = parameter.kind.__name__
        raise BadInput(f"{path}: {parameter.name} is a finite {kind}, {value!r} is none")
    number: Number = value
    if parameter.bounds and parameter.is_outside(number):
        low, high = parameter.bounds
        raise BadInput(f"{path}: {parameter.name} is {low}..{high}, {value!r} is outside")
    return number


def with_changes(sources: Sequence[Source], game: str, changes: Mapping[str, Any]) -> list[Source]:
    """Returns the sources, with the contest's params.py overridden. Raises BadInput if there is no
    params.py.
    """
    path = f"bots/{game}/params.py"
    if path not in [source.path for source in sources]:
        raise BadInput(f"{game} has no {path}: there is nothing to override")
    return [
        override_parameters(source, changes) if source.path == path else source
        for source in sources
    ]
