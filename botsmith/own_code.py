"""Reports mistakes in an author's contest with file and line: `contests/x/referee.py:41: NameError:
...`.

Botsmith's own frames help no author, so `own_failure` leaves them out. A wrong value that a method
returns would fail later, in Botsmith's code; so `with_checks` tests it at once. A method with wrong
arguments fails where it is called; the exception names the method.
"""

import re
import sys
import traceback
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import wraps
from inspect import getsourcelines, unwrap
from pathlib import Path
from typing import Any, TypeVar

from botsmith.errors import BadInput
from botsmith.workspace import CONTESTS, ROOTS

Kind = TypeVar("Kind", bound=type)
Test = tuple[Callable[..., bool], str]  # of a value, and of the object that returned it
MOST_TURNS = 5_000  # of a match; 1,000 is the most that a contest here has
SHOWN = 80  # letters of a value
LONGEST = 100  # letters of an exception's words
CALLED = re.compile(r"(?:Can't instantiate abstract class )?([A-Za-z_][\w.]*)(?:\(\))? ")


def all_of(kind: type) -> Callable[..., bool]:
    """Returns a test for lists of one kind of items."""
    return lambda value, *_: isinstance(value, list) and all(isinstance(one, kind) for one in value)


def are_lines(value: Any, *_: Any) -> bool:
    """Returns True for a list of texts without line ends."""
    return all_of(str)(value) and "\n" not in "".join(value)


def are_seats(value: Any, *owner: Any) -> bool:
    """Returns True for a list of seats of the match, each at most once."""
    if not isinstance(value, list) or any(type(one) is not int for one in value):
        return False
    return set(value) <= set(range(owner[0].players)) and len(set(value)) == len(value)


def are_faults(value: Any, referee: Any) -> bool:
    """Returns True for a dict of texts by seat."""
    are_reasons = isinstance(value, dict) and all(isinstance(one, str) for one in value.values())
    return are_reasons and are_seats([*value], referee)


def is_result(value: Any, referee: Any) -> bool:
    """Returns True for a result with as many players as the match has."""
    if not hasattr(value, "ranks") or not isinstance(value.end, str):
        return False
    is_whole = len(value.scores) == len(value.ranks) == referee.players
    return is_whole and all(type(rank) is int for rank in value.ranks)


def are_numbers(value: Any, *_: Any) -> bool:
    """Returns True for a list of numbers."""
    return isinstance(value, list) and all(type(one) in (int, float) for one in value)


def are_events(value: Any, *_: Any) -> bool:
    """Returns True for a list or tuple of pairs."""
    return isinstance(value, list | tuple) and all(is_tuple(one, 2) for one in value)


def is_tuple(value: Any, size: int) -> bool:
    """Returns True for a tuple of this size."""
    return isinstance(value, tuple) and len(value) == size


LINES: Test = (are_lines, "a list of lines, each without a line end")
SEATS: Test = (are_seats, "a list of seats, 0 to players - 1, each once")
REFEREE: Mapping[str, Test] = {
    "seats": SEATS,
    "listeners": SEATS,
    "init_inputs": LINES,
    "inputs": LINES,
    "closing": LINES,
    "reply_lines": (lambda value, *_: type(value) is int and value >= 0, "a number of lines"),
    "faults": (are_faults, "a dict of reasons, texts, by seat"),
    "result": (is_result, "a Result with a score and a rank for each player, and a text as end"),
    "over": (lambda value, *_: isinstance(value, bool), "True or False"),
}
PAINTER: Mapping[str, Test] = {
    "background": (all_of(list), "a list of shapes"),
    "frame": (all_of(list), "a list of shapes"),
    "scores": (are_numbers, "a list of numbers"),
    "table": (all_of(list), "a list of rows, each a list of texts"),
    "events": (are_events, "a list of (seat or None, words)"),
    "view": (lambda value, *_: value is None or is_tuple(value, 3), "left, top and width, or None"),
}


def short_file(name: str) -> str:
    """Returns the path of an author's file below the author's folder; "" for a file from
    elsewhere.
    """
    for root in ROOTS:
        for folder in (CONTESTS, "bots"):
            if Path(name).is_relative_to(root / folder):
                return Path(name).relative_to(root).as_posix()
    return ""


def with_checks(kind: Kind, tests: Mapping[str, Test]) -> Kind:
    """Returns a class whose methods raise BadInput, with file and line, if they return a wrong
    value.
    """
    for name, test in tests.items():
        found = kind.__dict__.get(name)
        if callable(found) and isinstance(getattr(kind.__base__, name, None), property):
            raise BadInput(f"{place_of(found)}: {name}: expected @property above it")
        if isinstance(found, property) and found.fget and not hasattr(found.fget, "__wrapped__"):
            setattr(kind, name, property(with_test(found.fget, test), found.fset, found.fdel))
        elif callable(found) and not hasattr(found, "__wrapped__"):
            setattr(kind, name, with_test(found, test))
    return kind


def with_test(function: Callable[..., Any], test: Test) -> Callable[..., Any]:
    """Returns a function that raises BadInput if its value fails the test. A generator function
    becomes one that returns a list.
    """

    @wraps(function)
    def call(*arguments: Any) -> Any:
        value = function(*arguments)
        if isinstance(value, Iterator):
            value = [*value]
        if not test[0](value, *arguments[:1]):
            raise refused_value(function, value, test)
        return value

    return call


def refused_value(function: Any, value: object, test: Test) -> BadInput:
    """Returns the error for an author's function whose value fails a test.

    In a list of lines it names the first wrong one.
    """
    bad: list[Any] = []
    if test is LINES and isinstance(value, list):
        bad = [one for one in value if not are_lines([one])]
    shown = f"a list with {bad[0]!r:.{SHOWN}}" if bad else f"{value!r:.{SHOWN}}"
    said = f"{function.__qualname__} returned {shown}"
    return BadInput(f"{place_of(function)}: {said}; expected {test[1]}")


def expect_end(referee: Any, turns: int) -> None:
    """Raises BadInput for a match with more turns than any contest of the site has."""
    if turns >= MOST_TURNS:
        over = type(referee).over.fget
        said = f"{over.__qualname__} is still False after {turns:,} turns"
        right = "True at the end of a match, which has a last turn whatever bots do"
        raise BadInput(f"{place_of(over)}: {said}; expected {right}")


def nobody_asked(referee: Any, turns: int) -> BadInput:
    """Returns the error for a match of `turns` turns in which no bot was asked."""
    seats, over = type(referee).seats, type(referee).over.fget
    found, said = (seats, f"returned [] in all {turns} turns") if turns else (over, "is True")
    what = f"{found.__qualname__} {said} and the match has ended: no bot was asked"
    return BadInput(f"{place_of(found)}: {what}; expected a turn in which `seats` names some")


def refused_json(kind: type, values: Mapping[str, Any]) -> BadInput | None:
    """Returns the BadInput for the first value that JSON cannot hold; None without one.

    values: by the name of the method that returned them
    """
    for name, value in values.items():
        for path, bad in odd_values(value, ""):
            text = f"a value of JSON for a record{f', at {path}' if path else ''}"
            return refused_value(getattr(kind, name), bad, (lambda _: True, text))
    return None


def odd_values(value: Any, path: str) -> Iterator[tuple[str, Any]]:
    """Yields each part of a value that JSON cannot hold, with its path, for example
    `agents.0.x`.
    """
    if isinstance(value, dict):
        for key, one in value.items():
            way = f"{path}.{key}".strip(".")
            if not isinstance(key, str | int | float | None):
                yield f"{way}, a key", key
            yield from odd_values(one, way)
    elif isinstance(value, list | tuple):
        for number, one in enumerate(value):
            yield from odd_values(one, f"{path}.{number}".strip("."))
    elif not isinstance(value, str | int | float | None):
        yield path, value


def place_of(found: Any) -> str:
    """Returns `file:line` of an author's function or class."""
    if isinstance(found, type):
        file = short_file(sys.modules[found.__module__].__file__ or "")
        return f"{file}:{getsourcelines(found)[1]}"
    code = unwrap(getattr(found, "__func__", found)).__code__
    return f"{short_file(code.co_filename)}:{code.co_firstlineno}"


def own_failure(error: BaseException) -> str | None:
    """Returns the line that reports an error to an author; None for an error in Botsmith's code.

    The line is a BadInput's own text, or `FILE:LINE: NAME: TEXT` with the calling lines for an
    exception from the author's code.
    """
    if isinstance(error, BadInput):
        return str(error)
    frames = [(each.filename, each.lineno) for each in traceback.extract_tb(error.__traceback__)]
    if isinstance(error, SyntaxError) and error.filename:
        frames.append((error.filename, error.lineno))
    own = (f"{short_file(file)}:{line}" for file, line in frames if short_file(file))
    places = list(dict.fromkeys(own)) or list(called_place(error))  # the innermost last
    if not places:
        return None
    text = " ".join(str(error.msg if isinstance(error, SyntaxError) else error).split())
    said = f"{type(error).__name__}: {text[:LONGEST]}" if text else type(error).__name__
    above = f" (from {', '.join(places[-2::-1])})" if len(places) > 1 else ""
    return f"{places[-1]}: {said}{above}"


def called_place(error: BaseException) -> Iterable[str]:
    """Yields `file:line` of the author's function or class that a TypeError of Botsmith's call
    names, or of the class that lacks an attribute.
    """
    if isinstance(error, AttributeError) and error.obj is not None:
        kind = error.obj if isinstance(error.obj, type) else type(error.obj)
        if short_file(getattr(sys.modules.get(kind.__module__), "__file__", None) or ""):
            yield place_of(kind)
    found = CALLED.match(str(error)) if isinstance(error, TypeError) else None
    for module in list(sys.modules.values()) if found else ():
        if found and short_file(getattr(module, "__file__", None) or ""):
            named: Any = module
            for part in found[1].split("."):
                named = getattr(named, part, None)
            if getattr(named, "__module__", "") == module.__name__:
                yield place_of(named)
