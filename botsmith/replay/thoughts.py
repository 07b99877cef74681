"""What bots of ours write under BOTSMITH_EXPLAIN=1, made readable: one line of JSON with moves.

A record keeps the beginning of what a bot wrote in a turn, so the line may be cut short: it is read
move by move, not as JSON. It is written after the answer, so it mostly stands in the text of the
bot's next turn: `in_place` puts it right. Whatever does not look like it stays as it is.
"""

import json
import re
from collections.abc import Callable, Sequence
from typing import NamedTuple

from botsmith.explanation import is_explanation
from botsmith.replay.figures import said

MOVES_SHOWN = 5  # moves in the table of a unit
LONGEST_LINE = 60  # moves of a line that are read
STRING = r'"(?:[^"\\]|\\.)*"'
MOVE = re.compile(
    rf'\{{"move": ({STRING}), "visits": (\d{{1,15}}), "value": (-?\d{{1,30}}[\d.e+-]{{0,30}})'
    rf'(?:, "bound": ({STRING}))?\}}'
)
BOUNDS = ('"at most"', '"at least"')
TURN = re.compile(r'\{"turn": (\d{1,9}),')
LINE = re.compile(rf'"line": \[((?:{STRING}(?:, )?)*)\]')
USUAL = re.compile(rf'"habit": ({STRING})')
BELIEFS = re.compile(r'"beliefs": (\{[^{}]{0,2000}\})')
UNIT = '{"unit": '
NUMBER = "[PDATA] evaluation = "
TRACE = re.compile(r"Traceback \(most recent call last\)|Exception in thread|panicked at")


class Considered(NamedTuple):
    """A move that a search looked at. bound: "at most" or "at least" in front of its value."""

    move: str
    visits: int
    value: float
    bound: str = ""

    @property
    def worth(self) -> str:
        """Returns its value in words."""
        return f"{self.bound} {said(self.value)}".strip()


class Unit(NamedTuple):
    """The moves that were considered for one unit.

    moves: the best first
    line: of play, as expected
    habit: what a rule of thumb would do, "" if the bot has none
    """

    number: int
    moves: list[Considered]
    line: list[str]
    habit: str = ""


class Thought(NamedTuple):
    """An explanation. beliefs: what a cell may hold, in words, by the cell's words."""

    units: list[Unit]
    beliefs: dict[str, str]


def considered(line: str) -> list[Considered]:
    """Returns the moves in a part of an explanation; empty if it is something else."""
    found = []
    for match in MOVE.finditer(line):
        try:
            bound = json.loads(match[4]) if match[4] in BOUNDS else ""
            move = str(json.loads(match[1]))
            found.append(Considered(move, int(match[2]), float(match[3]), bound))
        except ValueError:  # a bot may print anything
            return []
    return found


def units_of(line: str) -> list[Unit]:
    """Returns the units of an explanation that have moves, as far as it is whole."""
    parts = line.split(UNIT)
    found = []
    for place, part in enumerate(parts[1:] or parts):
        moves = considered(part)
        if moves:
            told = part.partition(",")[0]
            number = int(told) if told.isdecimal() and len(told) < 3 else place
            usual = USUAL.search(part)
            habit = str(json.loads(usual[1], strict=False)) if usual else ""
            found.append(Unit(number, moves, line_in(part), habit))
    return found


def line_in(unit: str) -> list[str]:
    """Returns the line of play that the bot expects; empty if there is none to be read."""
    match = LINE.search(unit)
    try:
        moves = json.loads(f"[{match[1]}]") if match else []
    except ValueError:
        return []
    return [str(move) for move in moves[:LONGEST_LINE]]


def thought(words: str) -> Thought | None:
    """Returns the first explanation in the words of a turn, if there is one."""
    for line in words.splitlines():
        units = units_of(line) if is_explanation(line) else []
        if units:
            return Thought(units, beliefs_in(line))
    return None


def beliefs_in(line: str) -> dict[str, str]:
    """Returns the beliefs of an explanation; empty if there are none to be read."""
    match = BELIEFS.search(line)
    try:
        told = json.loads(match[1]) if match else {}
    except ValueError:
        return {}
    return {str(place): str(words) for place, words in told.items()}


def in_place(texts: Sequence[str], asked: Sequence[int]) -> list[str]:
    """Returns a bot's texts on stderr, with every explanation moved to the turn that it is about.

    asked: the numbers of the turns in which the bot was asked. An explanation holds such a number,
    or, in games that do not tell a bot of other turns, how often it was asked before.
    """
    places = [
        [(line, TURN.match(line)) for line in text.splitlines(keepends=True)] for text in texts
    ]
    told = {int(found[1]) for lines in places for _, found in lines if found}
    numbers = asked if told <= set(asked) else range(len(asked))
    place_of = {number: place for place, number in enumerate(numbers)}
    moved: list[list[str]] = [[] for _ in texts]
    for place, lines in enumerate(places):
        for line, found in lines:
            there = place_of.get(int(found[1]), place) if found else place
            moved[there if there in (place - 1, place) else place].append(line)
    return ["".join(lines) for lines in moved]


def evaluation(words: str, own: int | None) -> float | None:
    """Returns the number behind `[PDATA] evaluation =`, or the value of the best move of the unit
    `own`, of the first one that has moves if that is None.
    """
    for line in words.splitlines():
        if line.startswith(NUMBER):
            try:
                return round(float(line.removeprefix(NUMBER)), 3)
            except (ValueError, OverflowError):
                continue
        for unit in units_of(line) if is_explanation(line) else []:
            if own in (None, unit.number):
                return round(unit.moves[0].value, 3)
    return None


def evaluations(
    texts: Sequence[str], asked: Sequence[int], turns: int, own: int | None
) -> list[float | None]:
    """Returns a bot's evaluation in each turn of a match, None where it wrote none.

    texts, asked: as of `in_place`. turns: their number. own: as of `evaluation`
    """
    found: list[float | None] = [None] * turns
    for turn, text in zip(asked, texts, strict=False):
        found[turn] = evaluation(text, own)
    return found


class Words(NamedTuple):
    """A turn's stderr without its first explanation: the last traceback, the rest."""

    trace: str
    rest: str


def parted(words: str) -> Words:
    """Returns a turn's stderr in its parts."""
    trace, rest = without_trace(words)
    lines = rest.split("\n")
    told = [at for at, line in enumerate(lines) if is_explanation(line) and units_of(line)]
    return Words(trace, "\n".join(line for at, line in enumerate(lines) if at not in told[:1]))


def without_trace(words: str) -> tuple[str, str]:
    """Returns the last traceback, up to the line that names the exception, and the words without
    it.
    """
    lines = words.split("\n")
    starts = [at for at, line in enumerate(lines) if TRACE.search(line)]
    if not starts:
        return "", words
    begin, end = starts[-1], starts[-1] + 1
    while end < len(lines) and lines[end].startswith((" ", "\t")):
        end += 1
    return "\n".join(lines[begin : end + 1]), "\n".join(lines[:begin] + lines[end + 1 :])


def table(units: Sequence[Unit], name_of: Callable[[int], str]) -> str:
    """Returns the best moves of each unit with visits and values, and its line of play."""
    rows: list[str] = []
    for unit in units:
        rows += rows_of(name_of(unit.number) if len(units) > 1 else "", unit.moves)
        rows += ["line: " + ", ".join(unit.line)] if unit.line else []
        rows += [f"habit: {unit.habit}"] if unit.habit else []
    return "\n".join(rows)


def rows_of(title: str, moves: Sequence[Considered]) -> list[str]:
    """Returns a heading, the best moves, and how many are left out. Visits that a search does not
    count, as plans and beams, are not shown.
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
