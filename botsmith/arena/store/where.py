"""Evaluates `--where EXPR` and `--by KEYS`: conditions over the facts of a seat in a match.

An expression has names, numbers, texts, `and or not`, comparisons, `in (..)`, `+ - * / // %`, abs,
min and max. This module evaluates it; Python never runs it. If a match lacks a fact, every
comparison with it is false. docs/measuring.md lists the names. `check_names` refuses names that a
contest does not have, before any match is played or read.
"""

import ast
import operator
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, partial
from itertools import islice, product
from typing import Any, Protocol

from botsmith.arena.matches.played import ABOUT_MATCH, Note, Played
from botsmith.errors import BadInput
from botsmith.nearest import did_you_mean
from botsmith.programs import is_foreign
from botsmith.referees import games, referee_for
from botsmith.referees.base import Match

LONGEST = 1000  # letters of an expression
DEEPEST = 50
MOST_NAMES = 30  # in a message, of the facts that there are
MAP, SCORE, DATA = "map", "score", "data"
# Names with a dot: of the config, of the score's parts, of bots' values.
SPACES = (MAP, SCORE, DATA)
SAMPLES = 20  # seeds whose configs are asked for names, and records of a store
FACTS = (
    *("match", "league", "game", "seed", "rotation", "level", "end", "players", "turns"),
    *("seat", "bot", "rival", "rank", "score", "points", "won", "lost", "fault", "late"),
    *("budget", "first_ms", "mean_ms", "max_ms"),
)
CALLS: dict[str, Callable[..., Any]] = {"abs": abs, "min": min, "max": max}
SUMS: dict[type, Callable[[Any, Any], Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
}
COMPARED: dict[type, Callable[[Any, Any], bool]] = {
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
    ast.In: lambda one, many: one in many,
    ast.NotIn: lambda one, many: one not in many,
}
RIGHT = "expected names, numbers and texts in quotes with and, or, not, ==, <, in, + - * / // %"


@dataclass(frozen=True)
class Facts:
    """The facts about one seat in one match.

    plain: facts by name
    spaces: facts with a prefix (`map.x`), by prefix and name
    series: the numbers that its bot reported, as (turn, value), by name
    """

    plain: Mapping[str, Any]
    spaces: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    series: Mapping[str, Sequence[tuple[int, float]]] = field(default_factory=dict)

    def of(self, name: str) -> Any:
        """Returns the value of NAME or SPACE.NAME; None if the match lacks it."""
        space, dot, inner = name.partition(".")
        return self.spaces.get(space, {}).get(inner) if dot else self.plain[name]


class Matches(Protocol):
    """A source of matches: a Store, or a file of records."""

    def matches(self, league: int | None = None) -> Iterator[Played]: ...
    def record(self, match: int) -> Match: ...
    def notes(self, match: int) -> list[Note]: ...
    def names(self, league: int | None = None) -> list[str]: ...


class Condition:
    """An expression of --where. `holds(facts)` returns True if the seat with these facts meets it.

    names: the names of facts in it
    value: returns its value for the facts of a seat, None if it has none
    """

    def __init__(self, text: str, option: str = "--where") -> None:
        """Reads an expression. Raises BadInput, in one line, if it is not one."""
        self.where = f"{option} {text[:100]!r}"
        self.names: set[str] = set()
        if len(text) > LONGEST:
            raise BadInput(f"{self.where}: expected {LONGEST} letters at most")
        try:
            tree = ast.parse(text.strip(), mode="eval").body
        except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
            why = error.msg if isinstance(error, SyntaxError) else "no expression"
            raise BadInput(f"{self.where}: {why}; {RIGHT}") from None
        self.value = self.read(tree)

    def read(self, node: ast.expr, depth: int = 0) -> Callable[[Facts], Any]:
        """Returns a function that computes the value of a node, None if a fact is missing or an
        operand is not a number. Raises BadInput for a node that the language does not have.

        depth: the number of nodes above it
        """
        if depth > DEEPEST:
            raise BadInput(f"{self.where}: nested too deeply")
        parts: list[ast.expr]
        function: Callable[[list[Any]], Any]
        match node:
            case ast.Constant(value=int() | float() | str() as value):
                return lambda facts: value
            case ast.Name() | ast.Attribute():
                name = self.name_of(node)
                self.names.add(name)
                return lambda facts: facts.of(name)
            case ast.BoolOp(op=op, values=parts):
                function = all if isinstance(op, ast.And) else any
            case ast.UnaryOp(op=ast.Not(), operand=inner):
                parts, function = [inner], lambda values: not values[0]
            case ast.UnaryOp(op=ast.USub(), operand=inner):
                parts, function = [ast.Constant(-1), inner], partial(summed, operator.mul)
            case ast.BinOp(left=left, op=op, right=right) if type(op) in SUMS:
                parts, function = [left, right], partial(summed, SUMS[type(op)])
            case ast.Tuple(elts=parts) | ast.List(elts=parts):
                function = list
            case ast.Call(func=ast.Name(id=name), args=[_, *_] as parts, keywords=[]) if (
                name in CALLS
            ):
                function = partial(called, CALLS[name])
            case ast.Compare(left=left, ops=ops) if all(type(op) in COMPARED for op in ops):
                parts = [left, *node.comparators]
                function = partial(compared, [COMPARED[type(op)] for op in ops])
            case _:
                raise BadInput(f"{self.where}: {ast.unparse(node)[:60]!r}; {RIGHT}")
        found = [self.read(part, depth + 1) for part in parts]
        return lambda facts: function([value(facts) for value in found])

    def name_of(self, node: ast.Name | ast.Attribute) -> str:
        """Returns the fact that a node names. Raises BadInput if it names none."""
        if isinstance(node, ast.Name) and node.id in FACTS:
            return node.id
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            if node.value.id in SPACES:
                return f"{node.value.id}.{node.attr}"
        name = ast.unparse(node)[:40]
        near = did_you_mean(name, FACTS)
        known = " ".join((*FACTS, *(f"{space}.NAME" for space in SPACES)))
        raise BadInput(f"{self.where}: no fact {name!r}{near}; expected one of {known}")

    def holds(self, facts: Facts) -> bool:
        """Returns True if the expression is true of these facts."""
        return bool(self.value(facts))

    def number(self, facts: Facts) -> float | None:
        """Returns the expression's value as a number; None without one."""
        value = self.value(facts)
        return value if isinstance(value, (int, float)) and value == value else None


def summed(function: Callable[[Any, Any], Any], values: Sequence[Any]) -> Any:
    """Returns the result of an operation on two numbers; None for other operands, and for a
    division by 0 or an overflow.
    """
    try:
        are_numbers = all(isinstance(value, (int, float)) for value in values)
        return function(*values) if are_numbers else None
    except (ArithmeticError, ValueError):
        return None


def called(function: Callable[..., Any], values: Sequence[Any]) -> Any:
    """Returns the result of a function; None if a value is missing or of another kind."""
    try:
        return function(*values) if None not in values else None
    except TypeError:
        return None


def compared(functions: Sequence[Callable[[Any, Any], bool]], values: Sequence[Any]) -> bool:
    """Returns the truth of a chain of comparisons; False if a value is missing or cannot be
    compared.
    """
    pairs = zip(functions, values, values[1:], strict=False)
    try:
        return None not in values and all(function(one, two) for function, one, two in pairs)
    except TypeError:
        return False


def keys_from(text: str) -> list[str]:
    """Returns the names in a text of `--by`, which are separated by commas. Raises BadInput for an
    unknown name.
    """
    words = [word.strip() for word in text.split(",") if word.strip()]
    if not words or any(Condition(word, "--by").names != {word} for word in words):
        raise BadInput(f"--by {text!r}: expected names of facts, seat,rival say")
    return words


def config_facts(config: Mapping[str, Any]) -> dict[str, Any]:
    """Returns the facts map.* of a config: its numbers and texts, and the lengths of its lists."""
    plain = {name: each for name, each in config.items() if isinstance(each, (int, float, str))}
    lists = {name: each for name, each in config.items() if isinstance(each, (list, tuple))}
    return {**plain, **{name: len(each) for name, each in lists.items()}}


@cache
def facts_with_a_dot(game: str) -> frozenset[str]:
    """Returns the names map.* and score.* that a contest has. It finds the names map.* in the
    configs of some seeds.
    """
    referee = referee_for(game)
    matches = product(range(1, SAMPLES + 1), referee.player_counts)
    configs = [referee.from_seed(seed, players).config for seed, players in matches]
    maps = {f"{MAP}.{name}" for config in configs for name in config_facts(config)}
    return frozenset(maps | {f"{SCORE}.{name}" for name in referee.score_parts})


def check_names(names: Iterable[str], game: str, option: str = "--where") -> None:
    """Raises BadInput for a name map.* or score.* that a contest does not have."""
    if not is_foreign(game):
        dotted = {name for name in names if not name.startswith(f"{DATA}.")}
        refuse_unknown(dotted, facts_with_a_dot(game), game, option)


def refuse_unknown(names: Iterable[str], known: Iterable[str], where: str, option: str) -> None:
    """Raises BadInput for the first name with a dot that is not known. where: the contest or store,
    in words
    """
    has = sorted(known)
    for name in sorted(name for name in names if name.partition(".")[2] and name not in has):
        space = name.partition(".")[0] + "."
        same = [each for each in has if each.startswith(space)]
        there = f"it has {' '.join(same[:MOST_NAMES])}" if same else f"it has no {space}NAME"
        near = did_you_mean(name, same, space)
        raise BadInput(f"{option}: {where} has no fact {name!r}{near}; {there}")


def check_stored(store: Matches, league: int | None, asked: Mapping[str, Iterable[str]]) -> None:
    """Raises BadInput for a name that no stored match has, before all matches are read.

    asked: the names, by the option that uses them
    """
    names = {name for each in asked.values() for name in each if name.partition(".")[2]}
    matches = list(islice(store.matches(league), SAMPLES)) if names else []
    if not matches:
        return
    played = {match.game for match in matches}
    known = {name for game in played & {*games()} for name in facts_with_a_dot(game)}
    known |= {f"{DATA}.{name}" for name in store.names(league)}
    for match in matches:
        known |= {f"{MAP}.{name}" for name in config_facts(store.record(match.id).config)}
    for option, each in asked.items():
        refuse_unknown(each, known, " ".join(sorted(played)), option)


def facts_of(played: Played, notes: Sequence[Note], match: Match | None) -> Iterator[Facts]:
    """Yields the facts of every seat of a match.

    notes: the values that its bots reported; the last value of a name counts
    match: its record, whose config has the map and whose last state has the parts of the score
    """
    firsts = sum(rank == 1 for rank in played.ranks)
    config = config_facts(match.config) if match else {}
    parts = parts_at_end(match) if match else {}
    for place, seat in enumerate(played.seats):
        others = [each for n, each in enumerate(played.seats) if n != place]
        times = seat.times.summary()
        turns = seat.times.turns + (seat.times.first is not None)
        plain = {
            "match": played.id or played.number,
            **{name: getattr(played, name) for name in FACTS[1:7]},
            "players": len(played.seats),
            "turns": turns or seat.engine.turns,
            "seat": place,
            "bot": seat.player.name,
            "rival": others[0].player.name if len(others) == 1 else None,
            "rank": seat.rank,
            "score": seat.score,
            "points": seat.score - max((each.score for each in others), default=0.0),
            "won": seat.rank == 1 and firsts == 1,
            "lost": seat.rank > 1,
            "fault": seat.fault,
            "late": seat.late,
            "budget": seat.budget,
            **{f"{name}_ms": times[name] for name in ("first", "mean", "max")},
        }
        own = [note for note in notes if note.seat in (ABOUT_MATCH, place)]
        series: dict[str, list[tuple[int, float]]] = {}
        for note in own:
            if note.seat == place and isinstance(note.value, (int, float)):
                series.setdefault(note.name, []).append((note.turn, note.value))
        score = {name: values[place] for name, values in parts.items()}
        data = {note.name: note.value for note in own}
        yield Facts(plain, {MAP: config, SCORE: score, DATA: data}, series)


def parts_at_end(match: Match) -> dict[str, list[float]]:
    """Returns the parts of a match's score by name, a number for each seat, from its last state; {}
    without a state.
    """
    if match.game not in games():
        return {}
    states = (turn.state for turn in reversed(match.turns) if turn.state is not None)
    state = next(states, None)
    return referee_for(match.game).parts_of(match.config, state) if state is not None else {}


def stored_facts(
    store: Matches, matches: Iterable[Played], names: Iterable[str]
) -> Iterator[tuple[Played, list[Facts]]]:
    """Yields matches with their seats' facts; reads records and notes only if `names` need it."""
    needed = {name.partition(".")[0] for name in names if "." in name}
    for played in matches:
        notes = store.notes(played.id) if DATA in needed else []
        match = store.record(played.id) if needed & {MAP, SCORE} else None
        yield played, list(facts_of(played, notes, match))
