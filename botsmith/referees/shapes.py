"""Checks JSON values: against types (list[tuple[int, int]] is a list of pairs of numbers), and
lines by seat.
"""

from typing import Any, TypeVar, get_args, get_origin

from botsmith.errors import BadInput

NAMES = {int: "number", float: "number", str: "text", bool: "true or false", Any: "value"}
LINES = dict[str, list[str]]  # by seat
Form = TypeVar("Form")


def read_shape(value: Any, form: type[Form]) -> Form:
    """Returns a JSON value as a value of type `form`, with tuples for lists of a fixed length.
    Raises TypeError for a value of another form.

    form: int, str, bool, float (accepts whole numbers), list[..], tuple[..], dict[str, ..], Any
    """
    kinds = get_args(form)
    if get_origin(form) is dict and isinstance(value, dict):
        return {key: read_shape(one, kinds[1]) for key, one in value.items()}  # type: ignore[return-value]
    if kinds and isinstance(value, list | tuple):
        if get_origin(form) is list:
            return [read_shape(one, kinds[0]) for one in value]  # type: ignore[return-value]
        if len(value) == len(kinds):
            return tuple(map(read_shape, value, kinds))  # type: ignore[return-value]
    if form is Any or type(value) is form or (form is float and type(value) is int):
        return value  # type: ignore[no-any-return]
    raise TypeError(f"expected {name_of(form)}")


def name_of(form: Any) -> str:
    """Returns a type as text in the way of JSON: [[number, text], ...]."""
    kinds = ", ".join(map(name_of, get_args(form)))
    if get_origin(form) is dict:
        return f"{{{kinds.replace(', ', ': ', 1)}, ...}}"
    if get_origin(form) is list:
        kinds += ", ..."
    return f"[{kinds}]" if kinds else NAMES[form]


def seats_from_json(value: Any, where: str) -> dict[int, list[str]]:
    """Returns {"0": ["line", ...], ...} with the seats as numbers. Raises BadInput for another
    form.
    """
    try:
        seats = read_shape(value, LINES)
    except TypeError:
        raise BadInput(f"{where}: expected lists of lines by seat, {name_of(LINES)}") from None
    for seat in seats:
        if not (seat.isascii() and seat.isdigit()):
            raise BadInput(f"{where}: expected a seat's number as key, got {seat!r}")
    return {int(seat): lines for seat, lines in seats.items()}
