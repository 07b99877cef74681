"""The tunable numbers of a bot: read from its params.py and overridden in its text, comments kept.

params.py holds a class `Params` with fields like `name: float = 1.5  # range unit: meaning`;
int and bool likewise. A field without a plain literal is no parameter.
"""

import ast
import json
import math
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from botsmith.bundle.modules import Source
from botsmith.errors import BadInput

Number = float | int | bool
EXACT = 2**53  # every int up to here is a float
NUMBER = r"-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?"  # as a range states it: low..high
KINDS: dict[str, type[Number]] = {"float": float, "int": int, "bool": bool}


@dataclass(frozen=True)
class Parameter:
    """One number: its type and value, and the value's place: line from 1, columns from 0."""

    name: str
    kind: type[Number]
    value: Number
    line: int
    column: int
    end_column: int


def read_parameters(text: str) -> list[Parameter]:
    """The parameters in the text of a params.py, in its order."""
    found = []
    for owner in ast.parse(text).body:
        if isinstance(owner, ast.ClassDef) and owner.name == "Params":
            found += [parameter for field in owner.body if (parameter := as_parameter(field))]
    return found


def as_parameter(field: ast.stmt) -> Parameter | None:
    """The parameter that a line of the class body declares, None if it declares none."""
    match field:
        case ast.AnnAssign(ast.Name(name), ast.Name(kind), ast.expr() as place) if kind in KINDS:
            try:
                value = ast.literal_eval(place)
            except ValueError:  # an expression, not a literal
                return None
            if type(value) in KINDS.values():
                end = place.end_col_offset or 0
                return Parameter(name, KINDS[kind], value, place.lineno, place.col_offset, end)
    return None


def override_parameters(source: Source, changes: Mapping[str, Any]) -> Source:
    """The params.py with other values. BadInput for an unknown name or a value of another type."""
    known = {parameter.name: parameter for parameter in read_parameters(source.text)}
    lines = source.text.split("\n")
    for name, value in changes.items():
        if name not in known:
            raise BadInput(f"{source.path} has no parameter '{name}': it has {', '.join(known)}")
        old = known[name]
        new = repr(fitting(old, value, source.path))
        line = lines[old.line - 1]
        lines[old.line - 1] = line[: old.column] + new + line[old.end_column :]
    return Source(source.path, "\n".join(lines))


def fitting(parameter: Parameter, value: Any, path: str) -> Number:
    """`value` as the parameter's type: an int also serves as a float, nothing else is converted."""
    if parameter.kind is float and type(value) is int and abs(value) <= EXACT:
        value = float(value)
    if type(value) is not parameter.kind or (isinstance(value, float) and not math.isfinite(value)):
        kind = parameter.kind.__name__
        raise BadInput(f"{path}: {parameter.name} is a finite {kind}, {value!r} is none")
    number: Number = value
    return number


def load_changes(file: Path) -> dict[str, Any]:
    """The `name = value` pairs of a .toml or .json file. BadInput if it cannot be read as such."""
    readers = {".toml": tomllib.loads, ".json": json.loads}
    reader = readers.get(file.suffix)
    if reader is None:
        raise BadInput(f"{file}: a parameter file ends in .toml or .json")
    try:
        changes = reader(file.read_text(encoding="utf-8"))
    except OSError as error:
        raise BadInput(f"{file}: cannot be read: {error.strerror}") from error
    except (ValueError, RecursionError) as error:  # both formats' errors are ValueErrors
        raise BadInput(f"{file}: no {file.suffix[1:]}: {error}") from error
    if not isinstance(changes, dict):
        raise BadInput(f"{file}: expected name = value pairs, got a {type(changes).__name__}")
    return changes


def with_changes(sources: Sequence[Source], game: str, changes: Mapping[str, Any]) -> list[Source]:
    """The sources, the contest's params.py overridden. BadInput if there is none to override."""
    path = f"bots/{game}/params.py"
    if changes and path not in [source.path for source in sources]:
        raise BadInput(f"{game} has no {path}: there is nothing to override")
    return [
        override_parameters(source, changes) if changes and source.path == path else source
        for source in sources
    ]
