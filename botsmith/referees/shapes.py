"""Checks JSON values against types: list[tuple[int, int]] is a list of pairs of numbers."""

from typing import Any, TypeVar, get_args, get_origin

NAMES = {int: "number", float: "number", str: "text", bool: "true or false"}
Form = TypeVar("Form")


def shaped(value: Any, form: type[Form]) -> Form:
    """Returns a JSON value as a value of type `form`, with tuples for lists of a fixed length.
    Raises TypeError for a value of another form.

    form: int, str, bool, float (accepts whole numbers), list[..], tuple[..]
    """
    kinds = get_args(form)
    if kinds and isinstance(value, list | tuple):
        if get_origin(form) is list:
            return [shaped(one, kinds[0]) for one in value]  # type: ignore[return-value]
        if len(value) == len(kinds):
            return tuple(map(shaped, value, kinds))  # type: ignore[return-value]
    if type(value) is form or (form is float and type(value) is int):
        return value  # type: ignore[return-value]
    raise TypeError(f"expected {name_of(form)}")


def name_of(form: Any) -> str:
    """Returns a type as text in the way of JSON: [[number, text], ...]."""
    kinds = ", ".join(map(name_of, get_args(form)))
    if get_origin(form) is list:
        kinds += ", ..."
    return f"[{kinds}]" if kinds else NAMES[form]
