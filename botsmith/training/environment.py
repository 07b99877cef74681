"""Reads the module that a contest needs for self-play: `contests/GAME/environment.py`.

    ACTORS    number of actors in every turn, all of them played by the policy
    INPUTS    number of an actor's inputs
    MOVES     number of its moves, 0..MOVES-1
    TERMS     reward terms: name -> weight; see `weights_at` for weights that change
    Match     a record with the whole state of a match
    begin     kernel: begins a match; is_exam: True for a match of an exam, not of training
    observe   kernel: writes an actor's INPUTS, -255..255 each
    play      kernel: plays a turn of all actors, writes their gains, and returns True if the match
              is over. gains[actor * terms + term] is 0.0 before; moves[actor] is a move
    allow     kernel, may be missing: sets legal[move], False before, for an actor
    symmetries  may be missing: pairs of lists, the new places of all inputs and of all moves
    LONGEST   may be missing: most turns of a match, 5,000; a longer one is a fault

    WINDOW    may be missing: (planes, side) of a square of cells around the actor, which is then
              its inputs, 0..255 each (botsmith/training/tower.py)

With several actors on a side, or with players of the author's for exams, it may have more:

    SIDES     number of sides; actors of a side are neighbours. By default one for each actor
    ZERO_SUM  terms that count minus the mean gain of the other sides
    RIVALS    players for exams: name -> number of matches
    SPARRING  names of players for training, apart from those
    Desk      a record that all matches share, for rivals
    answer    kernel, called before `play`: writes orders for side 1 in place of its moves; rival:
              the index of its name in RIVALS, followed by SPARRING

docs/policies.md has examples.
"""

import ast
import sys
from collections.abc import Callable, Mapping, Sequence
from importlib.util import resolve_name
from pathlib import Path
from threading import get_ident
from typing import Any, Protocol
from zlib import crc32

import numpy as np

from botsmith.errors import BadInput
from botsmith.own_code import short_file
from botsmith.training.contest import module_of
from botsmith.training.dense import FLOAT, Array
from botsmith.training.faults import check_kernels, importing_words, short
from botsmith.training.watch import watched
from common.kernel import Numbers, is_record
from common.rng import Dice

Weight = float | Sequence[tuple[float, float]]
Symmetry = tuple[Array, Array]
DEFAULT_MODULE = "environment"
UNIT = 128  # of inputs, which are within 255: 1.0 in the network of floats
COUNTS = "ACTORS", "INPUTS", "MOVES", "SIDES", "LONGEST"
MOST_SAID = 100  # letters of what is wrong
NEVER = FLOAT(-1e9)  # added to the logit of a move that is not allowed


class Environment(Protocol):
    """A contest's module, as the top of this page describes it."""

    ACTORS: int
    INPUTS: int
    MOVES: int
    TERMS: Mapping[str, Weight]
    Match: type
    begin: Callable[[Any, Dice, bool], None]
    observe: Callable[[Any, int, Numbers[int]], None]
    play: Callable[[Any, Numbers[int], Numbers[float], Dice], bool]

    def __hash__(self) -> int: ...


def find_environment(package: str, name: str = DEFAULT_MODULE) -> Environment:
    """Returns the module `name` of a package such as contests.csb.

    Raises BadInput, in one line, for a name that is missing or a value that is not allowed.
    """
    thread = get_ident()
    with watched(lambda: -1, lambda: importing_words(thread)):
        module: Any = module_of(package, name)
        check_module(module)
    return module  # type: ignore[no-any-return]


def check_module(module: Any) -> None:
    """Raises BadInput, in one line, for a name that is missing or a value that is not allowed."""
    path = short(module.__file__)
    for wanted in Environment.__annotations__:
        if not hasattr(module, wanted):
            raise BadInput(f"{path}: no {wanted}, which `train policy` needs (docs/policies.md)")
    for name, expected, is_right in CHECKS:
        if hasattr(module, name):
            value = getattr(module, name)
            refuse_unless(f"{path}: {name} = {value!r}", expected, is_right, value, module)
    if not is_record(module.Match):
        raise BadInput(f"{path}: Match is no record")
    check_kernels(module)
    for term, weight in module.TERMS.items():
        said = f"{path}: TERMS[{term!r}] = {weight!r}"
        refuse_unless(said, "a number, or (share, weight) pairs by share", is_weight, weight)
    if rivals_of(module) or sparring_of(module):
        if not hasattr(module, "answer"):
            raise BadInput(f"{path}: no `answer`, which plays for RIVALS and SPARRING")
        if sides_of(module) != 2:
            raise BadInput(f"{path}: RIVALS and SPARRING play in matches of two SIDES")
    symmetries_of(module)


def refuse_unless(said: str, expected: str, is_right: Callable[..., Any], *values: Any) -> None:
    """Raises BadInput unless `is_right(*values)` is True; an exception in it counts as False.

    said: the name of the first value, and the value
    expected: words for a right value
    """
    try:
        found = bool(is_right(*values))
    except (TypeError, ValueError, AttributeError):
        found = False
    if not found:
        raise BadInput(f"{said[:MOST_SAID]}: expected {expected}")


def is_weight(weight: Any) -> bool:
    """Returns True for a weight: a number, or (share, weight) pairs in the order of their
    shares.
    """
    points = np.array(points_of(weight), float)
    is_sorted = points.shape[1:] == (2,) and bool((np.diff(points[:, 0]) >= 0).all())
    return is_sorted and bool(np.isfinite(points).all())


def is_window(window: Any, module: Any) -> bool:
    """Returns True if a module's WINDOW is right: planes and side whose cells are as many as its
    inputs.
    """
    planes, side = window
    return type(side) is int and side % 4 == 3 and planes * side * side == module.INPUTS


def is_count(value: Any, module: Any) -> bool:
    """Returns True for a whole number of 1 or more."""
    return type(value) is int and value >= 1


# Name, what is expected, and a check of the value and its module.
CHECKS: list[tuple[str, str, Callable[[Any, Any], Any]]] = [
    *((name, "a count from 1 on", is_count) for name in COUNTS),
    ("WINDOW", "planes and a side of 3, 7, 11 or 15, INPUTS = planes * side * side", is_window),
    ("ACTORS", "as many on each of SIDES", lambda actors, module: actors % sides_of(module) == 0),
    ("TERMS", "a dict with a term at least", lambda terms, _: isinstance(terms, dict) and terms),
    ("ZERO_SUM", "names of TERMS", lambda names, module: {*names} <= {*module.TERMS}),
    ("RIVALS", "a dict of names and counts", lambda games, _: min(games.values(), default=1) >= 1),
    ("SPARRING", "names", lambda names, _: all(isinstance(name, str) for name in names)),
]


def sides_of(environment: Any) -> int:
    """Returns the number of sides: SIDES, by default one for each actor."""
    return int(getattr(environment, "SIDES", environment.ACTORS))


def rivals_of(environment: Any) -> Mapping[str, int]:
    """Returns the author's players for exams, each with its number of matches."""
    rivals: Mapping[str, int] = getattr(environment, "RIVALS", {})
    return rivals


def sparring_of(environment: Any) -> list[int]:
    """Returns the numbers of the players for training, as `answer` gets them in `rival`."""
    first = len(rivals_of(environment))
    return [first + place for place in range(len(getattr(environment, "SPARRING", ())))]


def symmetries_of(environment: Environment) -> list[Symmetry]:
    """Returns, for each symmetry, the permutations of the inputs and of the moves.

    Raises BadInput if one is no permutation.
    """
    inputs, moves = environment.INPUTS, environment.MOVES
    if not hasattr(environment, "symmetries"):
        return [(np.arange(inputs), np.arange(moves))]
    path = short(str(getattr(environment, "__file__", "")))
    found: list[Symmetry] = []

    def is_right(list_all: Callable[[], Any]) -> bool:
        for pair in list_all():
            places = [np.array(list(each)) for each in pair]
            if [sorted(each) for each in places] != [[*range(inputs)], [*range(moves)]]:
                return False
            found.append((np.argsort(places[0]), np.argsort(places[1])))
        return bool(found)

    expected = f"pairs: where each of {inputs} inputs and {moves} moves goes, each place once"
    refuse_unless(f"{path}: symmetries()", expected, is_right, environment.symmetries)
    return found


def points_of(weight: Weight) -> Sequence[tuple[float, float]]:
    """Returns a term's weight as (share, weight) pairs. share: the part of the training that is
    done, 0..1
    """
    return weight if isinstance(weight, Sequence) else [(0.0, weight)]


def weights_at(environment: Environment, share: float) -> Array:
    """Returns the terms' weights after this share of the training, 0..1.

    A weight is a number, or (share, weight) pairs that are interpolated linearly.
    """
    found = []
    for weight in environment.TERMS.values():
        shares, weights = zip(*points_of(weight), strict=True)
        found.append(float(np.interp(share, np.array(shares), np.array(weights))))
    return np.array(found)


def rewards_of(environment: Environment, gains: Array, weights: Array) -> Array:
    """Returns the actors' rewards for a turn, [lanes, ACTORS].

    gains: [lanes, ACTORS, terms]
    weights: [terms]
    For a term in ZERO_SUM, each side's reward is its gain minus the mean gain of the other sides.
    So these rewards add up to 0 over all sides.
    """
    rewards: Array = gains @ weights
    sides = sides_of(environment)
    shared = [term in getattr(environment, "ZERO_SUM", ()) for term in environment.TERMS]
    if sides == 1 or not any(shared):
        return rewards
    gained = gains[:, :, shared] @ weights[shared]
    means = gained.reshape(len(gains), sides, -1).mean(axis=2)
    others = (means.sum(axis=1, keepdims=True) - means) / (sides - 1)
    rewards -= np.repeat(others, environment.ACTORS // sides, axis=1)
    return rewards


def deciding_weights(environment: Environment) -> Array:
    """Returns the weights of the terms by which a match is won: of the term `won` alone, or without
    it the last weights of all.
    """
    is_won = np.array([float(term == "won") for term in environment.TERMS])
    return is_won if is_won.any() else weights_at(environment, 1.0)


def scores_of(environment: Environment, sums: Array) -> Array:
    """Returns the score of each side of a match, [matches, sides]: 1 won, 0.5 equal, 0 lost. The
    side with the largest total of `deciding_weights` has won.

    sums: a match's sums of gains, [matches, ACTORS, terms]
    """
    totals = sums @ deciding_weights(environment)
    totals = totals.reshape(len(sums), sides_of(environment), -1).sum(axis=2)
    found: Array = np.ones_like(totals)
    for side in range(totals.shape[1] if totals.shape[1] > 1 else 0):
        others = np.delete(totals, side, axis=1).max(axis=1)
        found[:, side] = (totals[:, side] > others) + 0.5 * (totals[:, side] == others)
    return found


def content_of(environment: Any) -> str:
    """Returns a checksum of the sources of an environment and of the author's modules that it
    imports (of a contest, of a bot, or beside the environment), without comments and docstrings.
    """
    found: dict[str, str] = {}
    waiting = [environment.__name__]
    while waiting:
        module = sys.modules.get(name := waiting.pop())
        path = getattr(module, "__file__", None)
        is_beside = name.partition(".")[0] == environment.__name__.partition(".")[0]
        if name in found or not path or not (is_beside or short_file(path)):
            continue
        tree = ast.parse(Path(path).read_bytes())
        package = getattr(module, "__package__", "") or ""
        for node in ast.walk(tree):
            if isinstance(node, ast.Import):
                waiting += [alias.name for alias in node.names]
            elif isinstance(node, ast.ImportFrom):
                start = resolve_name("." * node.level + (node.module or ""), package)
                waiting += [start, *(f"{start}.{alias.name}" for alias in node.names)]
            elif isinstance(node, ast.FunctionDef | ast.ClassDef | ast.Module):
                is_words = ast.get_docstring(node, clean=False) is not None
                node.body = node.body[is_words:]
        found[name] = ast.dump(tree)
    return f"{crc32(repr(sorted(found.items())).encode()):08x}"
