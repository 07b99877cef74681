"""`--where EXPR` and `--by KEYS`: conditions over the facts of a seat in a match.

An expression has names, numbers, texts, `and or not`, comparisons, `in (..)`, `+ - * / // %`, abs,
min and max; it is walked here, never run by Python. A fact that a match lacks makes every
comparison with it false. docs/measuring.md lists the names.
"""

import ast
import operator
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from botsmith.arena.matches.played import ABOUT_MATCH, Note, Played
from botsmith.arena.store.store import Store
from botsmith.errors import BadInput

LONGEST = 1000  # letters of an expression
DEEPEST = 50
MOST_NAMES = 30  # told of the facts that there are
SPACES = ("map", "data")  # names with a dot: of the referee's config, of what bots told
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
    """The facts about one seat in one match: FACTS, and the two spaces."""

    plain: Mapping[str, Any]
    spaces: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)

    def of(self, name: str) -> Any:
        """Returns the value of NAME or SPACE.NAME; None if the match lacks it."""
        space, dot, inner = name.partition(".")
        return self.spaces.get(space, {}).get(inner) if dot else self.plain[name]


class Condition:
    """An expression that was read. `holds(facts)` returns True if it is true of a seat."""

    def __init__(self, text: str, option: str = "--where") -> None:
        """Raises BadInput, in one line, for a text that is none."""
        self.where = f"{option} {text[:100]!r}"
        self.names: set[str] = set()
        if len(text) > LONGEST:
            raise BadInput(f"{self.where}: expected {LONGEST} letters at most")
        try:
            self.tree = ast.parse(text.strip(), mode="eval").body
        except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
            why = error.msg if isinstance(error, SyntaxError) else "no expression"
            raise BadInput(f"{self.where}: {why}; {RIGHT}") from None
        self.check(self.tree, 0)

    def check(self, node: ast.expr, depth: int) -> None:
        """Raises BadInput for whatever is not allowed."""
        if depth > DEEPEST:
            raise BadInput(f"{self.where}: nested too deeply")
        if isinstance(node, (ast.Name, ast.Attribute)):
            self.names.add(self.name_of(node))
        elif isinstance(node, ast.Call):
            named = node.func.id if isinstance(node.func, ast.Name) else ""
            if named not in CALLS or node.keywords or not node.args:
                raise BadInput(f"{self.where}: {ast.unparse(node)[:60]!r}; {RIGHT}")
            for each in node.args:
                self.check(each, depth + 1)
        elif self.is_allowed(node):
            for inner in ast.iter_child_nodes(node):
                if isinstance(inner, ast.expr):
                    self.check(inner, depth + 1)
        else:
            raise BadInput(f"{self.where}: {ast.unparse(node)[:60]!r}; {RIGHT}")

    def is_allowed(self, node: ast.expr) -> bool:
        """Returns True if a node is of the language, whatever stands in it."""
        match node:
            case ast.Constant(value=value):
                return isinstance(value, (int, float, str))
            case ast.BinOp(op=op):
                return type(op) in SUMS
            case ast.UnaryOp(op=op):
                return isinstance(op, (ast.Not, ast.USub))
            case ast.Compare(ops=ops):
                return all(type(op) in COMPARED for op in ops)
        return isinstance(node, (ast.BoolOp, ast.Tuple, ast.List))

    def name_of(self, node: ast.Name | ast.Attribute) -> str:
        """Returns the fact that a node names. BadInput if there is none."""
        if isinstance(node, ast.Name) and node.id in FACTS:
            return node.id
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            if node.value.id in SPACES:
                return f"{node.value.id}.{node.attr}"
        raise BadInput(
            f"{self.where}: no fact {ast.unparse(node)[:40]!r}; expected one of"
            f" {' '.join(FACTS)}, map.NAME of the game or data.NAME that a bot tells"
        )

    def holds(self, facts: Facts) -> bool:
        """Returns True if it is true."""
        return bool(self.value(self.tree, facts))

    def number(self, facts: Facts) -> float | None:
        """Returns its value as a number; None where it has none."""
        value = self.value(self.tree, facts)
        return value if isinstance(value, (int, float)) and value == value else None

    def value(self, node: ast.expr, facts: Facts) -> Any:
        """Returns the value of a node; None where a fact is missing, or a sum is of what is no
        number.
        """
        match node:
            case ast.Constant(value=value):
                return value
            case ast.Name() | ast.Attribute():
                return facts.of(self.name_of(node))
            case ast.BoolOp(op=ast.And(), values=values):
                return all(self.value(each, facts) for each in values)
            case ast.BoolOp(values=values):
                return any(self.value(each, facts) for each in values)
            case ast.UnaryOp(op=ast.Not(), operand=inner):
                return not self.value(inner, facts)
            case ast.UnaryOp(operand=inner):
                return summed(operator.mul, -1, self.value(inner, facts))
            case ast.BinOp(left=left, op=op, right=right):
                return summed(SUMS[type(op)], self.value(left, facts), self.value(right, facts))
            case ast.Tuple(elts=items) | ast.List(elts=items):
                return [self.value(each, facts) for each in items]
            case ast.Call(func=ast.Name(id=name), args=items):
                found = [self.value(each, facts) for each in items]
                try:
                    return CALLS[name](*found) if None not in found else None
                except TypeError:
                    return None
            case ast.Compare():
                return self.compared(node, facts)
        raise AssertionError(ast.dump(node))  # `check` lets nothing else through

    def compared(self, node: ast.Compare, facts: Facts) -> bool:
        """Returns a chain of comparisons; false with what is missing, or cannot be compared."""
        values = [self.value(each, facts) for each in (node.left, *node.comparators)]
        for left, op, right in zip(values, node.ops, values[1:], strict=False):
            if left is None or right is None:
                return False
            try:
                if not COMPARED[type(op)](left, right):
                    return False
            except TypeError:
                return False
        return True


def summed(function: Callable[[Any, Any], Any], left: Any, right: Any) -> Any:
    """Returns a sum of two numbers; None for anything else, and for what has no value."""
    if not (isinstance(left, (int, float)) and isinstance(right, (int, float))):
        return None
    try:
        return function(left, right)
    except (ArithmeticError, ValueError):
        return None


def keys_from(text: str) -> list[str]:
    """Returns the names of `--by`, separated by commas. BadInput for others."""
    found = []
    for word in filter(None, (word.strip() for word in text.split(","))):
        condition = Condition(word, "--by")
        if condition.names != {word}:
            raise BadInput(f"--by {text!r}: expected names of facts, seat,map.n say")
        found.append(word)
    if not found:
        raise BadInput(f"--by {text!r}: expected names of facts, seat,map.n say")
    return found


def facts_of(
    played: Played, notes: Sequence[Note] = (), config: Mapping[str, Any] | None = None
) -> Iterator[Facts]:
    """Yields the facts of every seat of a match.

    notes: what its bots told; the last value of a name counts
    config: of its record; a list in it counts as its length
    """
    firsts = sum(rank == 1 for rank in played.ranks)
    told = {name: value for name, value in (config or {}).items() if is_plain(value)}
    told |= {name: len(value) for name, value in (config or {}).items() if isinstance(value, list)}
    for place, seat in enumerate(played.seats):
        others = [each for n, each in enumerate(played.seats) if n != place]
        times = seat.times.summary()
        plain = {
            "match": played.id or played.number,
            **{name: getattr(played, name) for name in FACTS[1:7]},
            "players": len(played.seats),
            "turns": seat.times.turns + (seat.times.first is not None),
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
        own = {note.name: note.value for note in notes if note.seat in (ABOUT_MATCH, place)}
        yield Facts(plain, {"map": told, "data": own})


def is_plain(value: Any) -> bool:
    """Returns True if a value of a config is one number or text."""
    return isinstance(value, (int, float, str))


def stored_facts(
    store: Store, matches: Iterable[Played], names: Iterable[str]
) -> Iterator[tuple[Played, list[Facts]]]:
    """Yields matches with their seats' facts; reads records and notes only if `names` need it."""
    needed = {name.partition(".")[0] for name in names if "." in name}
    for played in matches:
        notes = store.notes(played.id) if "data" in needed else []
        config = store.record(played.id).config if "map" in needed else None
        yield played, list(facts_of(played, notes, config))


def known_facts(
    store: Store, matches: Iterable[Played], names: Iterable[str]
) -> Iterator[tuple[Played, list[Facts]]]:
    """Yields as `stored_facts`. BadInput behind the last match for a name that none of them has."""
    missing = {name for name in names if name.partition(".")[2]}
    known: set[str] = set()
    is_any = False
    for played, seats in stored_facts(store, matches, names):
        is_any = True
        for facts in seats if missing else ():
            missing = {name for name in missing if facts.of(name) is None}
            known |= {f"{space}.{name}" for space, told in facts.spaces.items() for name in told}
        yield played, seats
    if missing and is_any:
        name = min(missing)
        space = name.partition(".")[0] + "."
        same = sorted(one for one in known if one.startswith(space))[:MOST_NAMES]
        has = f"expected one of {' '.join(same)}" if same else f"none has any {space}NAME"
        raise BadInput(f"no match has the fact {name!r}; {has}")
