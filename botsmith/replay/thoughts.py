"""What bots of ours write under BOTSMITH_EXPLAIN=1, made readable: one line of JSON with moves.

A record keeps the beginning of what a bot wrote in a turn, so the line may be cut short: it is read
move by move, not as JSON. It is written after the answer, so it mostly stands in the text of the
bot's next turn: `in_place` puts it right. Whatever does not look like it stays as it is.
"""

import json
import re
from collections.abc import Sequence

MOVES_SHOWN = 5  # moves in the table of a unit
STRING = r'"(?:[^"\\]|\\.)*"'
MOVE = re.compile(
    rf'\{{"move": ({STRING}), "visits": (\d{{1,15}}), "value": (-?\d{{1,30}}[\d.e+-]{{0,30}})\}}'
)
TURN = re.compile(r'\{"turn": (\d{1,9}),')
LINE = re.compile(rf'"line": \[((?:{STRING}(?:, )?)*)\]')
NUMBER = "[PDATA] evaluation = "

Considered = tuple[str, int, float]  # move, visits, value


def considered(line: str) -> list[Considered]:
    """The moves in a part of an explanation; empty if it is something else."""
    found = []
    for match in MOVE.finditer(line):
        try:
            found.append((str(json.loads(match[1])), int(match[2]), float(match[3])))
        except ValueError:  # a bot may print anything
            return []
    return found


def is_explanation(line: str) -> bool:
    return line.startswith('{"') and '"moves": [' in line


def in_place(texts: Sequence[str], asked: Sequence[int]) -> list[str]:
    """A bot's texts on stderr, with every explanation moved to the turn that it is about.

    asked: the numbers of the turns in which the bot was asked. An explanation holds such a number,
    or, in games that do not tell a bot of other turns, how often it was asked before.
    """
    places = [
        [(line, TURN.match(line)) for line in text.splitlines(keepends=True)] for text in texts
    ]
    told = {int(found[1]) for lines in places for _, found in lines if found}
    numbers = asked if told <= set(asked) else range(len(asked))
    place_of = {number: place for place, number in enumerate(numbers)}
    moved = [""] * len(texts)
    for place, lines in enumerate(places):
        for line, found in lines:
            there = place_of.get(int(found[1]), place) if found else place
            moved[there if there in (place - 1, place) else place] += line
    return moved


def evaluation(words: str) -> float | None:
    """The number behind `[PDATA] evaluation =`, or the value of the best move of an explanation."""
    for line in words.splitlines():
        if line.startswith(NUMBER):
            try:
                return round(float(line.removeprefix(NUMBER)), 3)
            except (ValueError, OverflowError):
                continue
        moves = considered(line) if is_explanation(line) else []
        if moves:
            return round(moves[0][2], 3)
    return None


def readable(words: str) -> str:
    """The text of a turn with a table in place of each explanation."""
    if '"moves": [' not in words:
        return words
    return "\n".join(
        table(line) or line if is_explanation(line) else line for line in words.split("\n")
    )


def table(line: str) -> str:
    """The best moves of each unit with visits and values, and its line of play; "" if none."""
    rows: list[str] = []
    units = line.split('{"unit": ')
    for unit in units[1:] or units:
        moves = considered(unit)
        if not moves:
            continue
        rows += rows_of(f"unit {unit.partition(',')[0]}" if len(units) > 2 else "", moves)
        rows += line_of(unit)
    return "\n".join(rows)


def line_of(unit: str) -> list[str]:
    """The line of play that the bot expects, as one row; empty if there is none to be read."""
    match = LINE.search(unit)
    try:
        moves = json.loads(f"[{match[1]}]") if match else []
    except ValueError:
        return []
    return ["line: " + ", ".join(moves)] if moves else []


def rows_of(title: str, moves: Sequence[Considered]) -> list[str]:
    """A heading, the best moves, and how many are left out."""
    shown = moves[:MOVES_SHOWN]
    width = max(len(title), *(len(move) for move, _, _ in shown))
    rows = [f"{title:<{width}}  visits   value"]
    rows += [f"{move:<{width}} {visits:7,} {value:7.4g}" for move, visits, value in shown]
    if len(moves) > len(shown):
        rows.append(f"and {len(moves) - len(shown)} more")
    return rows
