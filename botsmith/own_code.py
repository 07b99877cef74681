"""Slips in an author's contest, by their own lines: `contests/x/referee.py:41: NameError: ...`.

What our frames say of such a slip helps nobody, so `own_failure` leaves them out. A wrong value
that a method returns fails later, in our code: `checked` looks at it where it is returned.
"""

import traceback
from collections.abc import Callable, Iterable, Mapping
from functools import wraps
from inspect import unwrap
from pathlib import Path
from typing import Any, TypeVar

from botsmith.errors import BadInput
from botsmith.workspace import CONTESTS, ROOTS

Kind = TypeVar("Kind", bound=type)
Test = tuple[Callable[[Any], bool], str]
FOLDERS = (CONTESTS, "bots")
SHOWN = 80  # letters of a value
LONGEST = 300  # letters of an exception's words


def all_of(kind: type) -> Callable[[Any], bool]:
    """Returns a test for lists of one kind of items."""
    return lambda value: isinstance(value, list) and all(isinstance(one, kind) for one in value)


LINES: Test = (all_of(str), "a list of lines")
SEATS: Test = (all_of(int), "a list of seats")
REFEREE: Mapping[str, Test] = {
    "seats": SEATS,
    "listeners": SEATS,
    "init_inputs": LINES,
    "inputs": LINES,
    "closing": LINES,
    "reply_lines": (lambda value: isinstance(value, int), "a number of lines"),
    "faults": (lambda value: isinstance(value, dict), "a dict of reasons by seat"),
    "result": (lambda value: hasattr(value, "ranks"), "a Result"),
    "over": (lambda value: isinstance(value, bool), "True or False"),
}
PAINTER: Mapping[str, Test] = {
    "background": (all_of(list), "a list of shapes"),
    "frame": (all_of(list), "a list of shapes"),
    "scores": (
        lambda value: isinstance(value, list) and all(type(one) in (int, float) for one in value),
        "a list of numbers",
    ),
}


def short_file(name: str) -> str:
    """Returns the path of an author's file below the author's folder, "" for a file of another
    place.
    """
    for root in ROOTS:
        for folder in FOLDERS:
            if Path(name).is_relative_to(root / folder):
                return Path(name).relative_to(root).as_posix()
    return ""


def checked(kind: Kind, tests: Mapping[str, Test]) -> Kind:
    """Returns the class, whose methods raise BadInput with file and line for a value that cannot
    be.
    """
    for name, test in tests.items():
        found = kind.__dict__.get(name)
        if isinstance(found, property) and found.fget and not hasattr(found.fget, "__wrapped__"):
            setattr(kind, name, property(looked_at(found.fget, test), found.fset, found.fdel))
        elif callable(found) and not hasattr(found, "__wrapped__"):
            setattr(kind, name, looked_at(found, test))
    return kind


def looked_at(function: Callable[..., Any], test: Test) -> Callable[..., Any]:
    """Returns the function; BadInput for a value that fails the test."""

    @wraps(function)
    def call(*arguments: Any) -> Any:
        value = function(*arguments)
        if not test[0](value):
            raise refused(function, value, test)
        return value

    return call


def refused(function: Any, value: object, test: Test) -> BadInput:
    """Returns the error for a value that an author's function returned and that fails a test."""
    code = unwrap(function).__code__
    place = f"{short_file(code.co_filename)}:{code.co_firstlineno}"
    name = function.__qualname__
    return BadInput(f"{place}: {name} returned {value!r:.{SHOWN}}; expected {test[1]}")


def own_failure(error: BaseException) -> str | None:
    """Returns `FILE:LINE: NAME: TEXT` of an exception from an author's code, with the lines that
    led there; None if it passed none of them.
    """
    if isinstance(error, BadInput):
        return None
    places = list(dict.fromkeys(own_places(error)))
    if not places:
        return None
    text = " ".join(str(error.msg if isinstance(error, SyntaxError) else error).split())
    said = f"{type(error).__name__}: {text[:LONGEST]}" if text else type(error).__name__
    above = f" (from {', '.join(places[-2::-1])})" if len(places) > 1 else ""
    return f"{places[-1]}: {said}{above}"


def own_places(error: BaseException) -> Iterable[str]:
    """Yields `file:line` of the author's frames, the innermost last."""
    for frame in traceback.extract_tb(error.__traceback__):
        if file := short_file(frame.filename):
            yield f"{file}:{frame.lineno}"
    if isinstance(error, SyntaxError) and error.filename and (file := short_file(error.filename)):
        yield f"{file}:{error.lineno}"
