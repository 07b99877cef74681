"""Reads the explanations that Botsmith's bots write under BOTSMITH_EXPLAIN=1: a line of JSON with
moves.

A record stores the beginning of a turn's stderr, so the line may be cut short. A bot writes it
after its answer, so it is mostly in the text of the bot's next turn; `explanations_moved` moves
it back. All other text stays as it is.
"""

import json
import re
from collections.abc import Callable, Mapping, Sequence
from math import isfinite
from typing import Any, NamedTuple

from botsmith.explanation import is_explanation
from botsmith.referees.base import Match
from botsmith.replay.figures import number_text

MOVES_SHOWN = 5  # moves in the table of a unit
LONGEST_LINE = 60  # moves of a line that are read
SIGN = re.compile(r'"(?:[^"\\]|\\.)*"|[][{}]')  # a string of JSON, or a bracket outside of one
BOUNDS = ("at most", "at least")
TURN = re.compile(r'\{"turn": (\d{1,9}),')
NUMBER = "[PDATA] evaluation = "
TRACE = re.compile(r"Traceback \(most recent call last\)|Exception in thread|panicked at")


class Considered(NamedTuple):
    """A move that a search considered. `bound` is "at most" or "at least" if its value is a bound,
    else "".
    """

    move: str
    visits: int
    value: float
    bound: str = ""

    @property
    def worth(self) -> str:
        """Returns the move's value in words."""
        return f"{self.bound} {number_text(self.value)}".strip()


class Unit(NamedTuple):
    """The moves that were considered for one unit.

    moves: the considered moves, the best first
    line: the expected line of play
    habit: the move of a rule of thumb, "" if the bot has none
    """

    number: int
    moves: list[Considered]
    line: list[str]
    habit: str = ""


class Thought(NamedTuple):
    """An explanation. beliefs: for each cell, in words, the pieces that it may hold"""

    units: list[Unit]
    beliefs: dict[str, str]


def json_in(line: str) -> dict[str, Any]:
    """Returns the JSON object of an explanation, {} if there is none to read. If the end of the
    line is missing, the object ends with the last part that is closed.
    """
    whole = line.strip()
    closed = whole[: whole.rfind("}") + 1]
    missing: list[str] = []
    for sign in SIGN.findall(closed):
        if sign in "[{":
            missing.append("]" if sign == "[" else "}")
        elif sign in "]}" and missing:
            missing.pop()
    try:
        found = json.loads(closed + "".join(reversed(missing)))
    except (ValueError, RecursionError):  # a bot may print anything
        return {}
    return found if isinstance(found, dict) else {}


def units_of(value: Mapping[str, Any]) -> list[Unit]:
    """Returns the units of an explanation that have moves. value: from `json_in`"""
    found = []
    try:
        for place, unit in enumerate(value.get("units", [value])):
            moves = [considered(row) for row in unit.get("moves", [])]
            way = [str(move) for move in unit.get("line", [])[:LONGEST_LINE]]
            if moves:
                habit = str(unit.get("habit", ""))
                found.append(Unit(int(unit.get("unit", place)), moves, way, habit))
    except (AttributeError, KeyError, OverflowError, TypeError, ValueError):
        return []
    return found


def considered(row: Any) -> Considered:
    """Returns a move of an explanation. Raises KeyError, TypeError or ValueError for another
    value.
    """
    bound = row.get("bound") if row.get("bound") in BOUNDS else ""
    if not isfinite(value := float(row["value"])):
        raise ValueError(f"the value {value}")
    return Considered(str(row["move"]), int(row["visits"]), value, bound)


def beliefs_in(value: Mapping[str, Any]) -> dict[str, str]:
    """Returns the beliefs of an explanation; {} if there are none to read. value: from `json_in`"""
    reported = value.get("beliefs")
    known = reported if isinstance(reported, dict) else {}
    return {str(place): str(words) for place, words in known.items()}


def explanations_moved(texts: Sequence[str], asked: Sequence[int]) -> list[str]:
    """Returns a bot's stderr by turn, with every explanation moved to the turn that it explains.

    asked: the numbers of the turns in which the bot was asked
    An explanation names such a number. In games in which a bot does not know the turns of others,
    it names the number of questions before it.
    """
    places = [[(line, TURN.match(line)) for line in text.splitlines(True)] for text in texts]
    reported = {int(found[1]) for lines in places for _, found in lines if found}
    numbers = asked if reported <= set(asked) else range(len(asked))
    place_of = {number: place for place, number in enumerate(numbers)}
    moved: list[list[str]] = [[] for _ in texts]
    for place, lines in enumerate(places):
        for line, found in lines:
            there = place_of.get(int(found[1]), place) if found else place
            moved[there if there in (place - 1, place) else place].append(line)
    return ["".join(lines) for lines in moved]


def stderr_of(match: Match, seat: int) -> list[str]:
    """Returns a seat's stderr as a text for each turn in which it was asked, with any later text
    behind.
    """
    return explanations_moved(match.extra.get("stderr", {}).get(str(seat), []), match.asked(seat))


def evaluation(words: str, own: int | None) -> float | None:
    """Returns the number after `[PDATA] evaluation =`, else the value of the best move of unit
    `own`; if `own` is None, of the first unit that has moves.
    """
    for line in words.splitlines():
        if line.startswith(NUMBER):
            try:
                return round(float(line.removeprefix(NUMBER)), 3)
            except (ValueError, OverflowError):
                continue
        for unit in units_of(json_in(line)) if is_explanation(line) else []:
            if own in (None, unit.number):
                return round(unit.moves[0].value, 3)
    return None


def evaluations(match: Match, seat: int, own: int | None) -> list[float | None]:
    """Returns a bot's evaluation in each turn of a match, None where it reported none. own: as in
    `evaluation`
    """
    found: list[float | None] = [None] * len(match.turns)
    for turn, text in zip(match.asked(seat), stderr_of(match, seat), strict=False):
        found[turn] = evaluation(text, own)
    return found


class Spoken(NamedTuple):
    """A turn's stderr: its first explanation, None without one; the last traceback; other text."""

    thought: Thought | None
    trace: str
    rest: str


def read_stderr(words: str) -> Spoken:
    """Returns the parts of a turn's stderr."""
    trace = ""
    lines = words.split("\n")
    starts = [at for at, line in enumerate(lines) if TRACE.search(line)]
    if starts:
        begin, end = starts[-1], starts[-1] + 1
        while end < len(lines) and lines[end].startswith((" ", "\t")):
            end += 1
        trace = "\n".join(lines[begin : end + 1])  # up to the line that names the exception
        del lines[begin : end + 1]
    for at, line in enumerate(lines):
        if is_explanation(line) and (units := units_of(value := json_in(line))):
            others = lines[:at] + lines[at + 1 :]
            return Spoken(Thought(units, beliefs_in(value)), trace, "\n".join(others))
    return Spoken(None, trace, "\n".join(lines))


def table(units: Sequence[Unit], name_of: Callable[[int], str]) -> str:
    """Returns lines of text with the best moves of each unit, their visits and values, and the
    unit's line of play.
    """
    rows: list[str] = []
    for unit in units:
        rows += rows_of(name_of(unit.number) if len(units) > 1 else "", unit.moves)
        rows += ["line: " + ", ".join(unit.line)] if unit.line else []
        rows += [f"habit: {unit.habit}"] if unit.habit else []
    return "\n".join(rows)


def rows_of(title: str, moves: Sequence[Considered]) -> list[str]:
    """Returns lines of text: a heading, the best moves, and the number of moves left out.

    Visits are missing for searches that do not count them, such as plans and beams.
    """
    shown = moves[:MOVES_SHOWN]
    width = max(len(title), *(len(move.move) for move in shown))
    room = max(9, *(len(row.worth) for row in shown))
    is_counted = any(row.visits > 1 for row in moves)
    heading = "  visits" if is_counted else ""
    rows = [f"{title:<{width}}{heading} {'value':>{room}}"]
    for row in shown:
        visits = f" {row.visits:7,}" if is_counted else ""
        rows.append(f"{row.move:<{width}}{visits} {row.worth:>{room}}")
    if len(moves) > len(shown):
        rows.append(f"and {len(moves) - len(shown)} more")
    return rows
