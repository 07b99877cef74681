"""What the specifications say about a line of an answer, written down a second time.

Scanners over the letters, by docs/games/GAME.md and the official pages behind it; nothing here is
taken from the referees, so that a mistake would have to be made twice. `None`: not accepted.
"""

import json
from typing import Any

DIGITS = "0123456789"
WORD_LETTERS = DIGITS + "_abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
WHITE = " \t\n\x0b\f\r"  # Java's \s
LINE_ENDS = "\n\r\x85\u2028\u2029"  # what Java's . does not match
Reading = tuple[Any, ...] | None


def digits_end(text: str, at: int) -> int:
    """Behind the ASCII digits that begin at `at`; `at` if there are none."""
    while at < len(text) and text[at] in DIGITS:
        at += 1
    return at


def number_end(text: str, at: int) -> int:
    """Behind an optional minus and digits; -1 if there are none."""
    start = at + (text[at : at + 1] == "-")
    end = digits_end(text, start)
    return end if end > start else -1


def value_of(text: str) -> int:
    """A number of any length, which int() refuses beyond 4,300 digits."""
    value = 0
    for at in range(text.startswith("-"), len(text), 4000):
        piece = text[at : at + 4000]
        value = value * 10 ** len(piece) + int(piece)
    return -value if text.startswith("-") else value


def read_csb(line: str) -> Reading:
    """-?[0-9]+ -?[0-9]+ ([0-9]+|BOOST|SHIELD)( .*)?, thrust at most 200."""
    numbers = []
    at = 0
    for _ in range(2):
        end = number_end(line, at)
        if end < 0 or line[end : end + 1] != " ":
            return None
        numbers.append(value_of(line[at:end]))
        at = end + 1
    for word in ("BOOST", "SHIELD"):
        if line.startswith(word, at):
            end = at + len(word)
            return (*numbers, word) if line[end : end + 1] in ("", " ") else None
    end = digits_end(line, at)
    if end == at or line[end : end + 1] not in ("", " "):
        return None
    thrust = value_of(line[at:end])
    return (*numbers, thrust) if thrust <= 200 else None


def read_kutulu(line: str) -> Reading:
    """`MOVE x y` with single blanks, or one word; then nothing, or white space and whatever."""
    end = 0
    while end < len(line) and line[end] in WORD_LETTERS:
        end += 1
    word, rest = line[:end].upper(), line[end:]
    if word == "MOVE":
        numbers = []
        for _ in range(2):
            stop = number_end(rest, 1)
            if rest[:1] != " " or stop < 0:
                return None
            numbers.append(value_of(rest[1:stop]))
            rest = rest[stop:]
        if not all(-(1 << 31) <= number < 1 << 31 for number in numbers):
            return None
        reading: Reading = ("MOVE", *numbers)
    elif word in ("WAIT", "PLAN", "LIGHT", "YELL", "UP", "DOWN", "LEFT", "RIGHT"):
        reading = (word,)
    else:
        return None
    return reading if not rest or rest[0] in WHITE else None


def read_olymbits(line: str) -> Reading:
    """A word in any case; then nothing, or white space and a message without an end of line."""
    end = 0
    while end < len(line) and line[end] in WORD_LETTERS:
        end += 1
    word, rest = line[:end].upper(), line[end:]
    if word not in ("UP", "DOWN", "LEFT", "RIGHT") or (rest and rest[0] not in WHITE):
        return None
    message = rest.lstrip(WHITE)
    return None if any(letter in LINE_ENDS for letter in message) else (word,)


def read_tororo(line: str) -> Reading:
    """WAIT, GROW n, COMPLETE n, SEED n m: single blanks; then nothing, or white space and all."""
    counts = {"WAIT": 0, "GROW": 1, "COMPLETE": 1, "SEED": 2}
    word = next((one for one in counts if line.startswith(one)), None)
    if word is None:
        return None
    rest = line[len(word) :]
    numbers = []
    for _ in range(counts[word]):
        end = digits_end(rest, 1)
        if rest[:1] != " " or end == 1:
            return None
        numbers.append(value_of(rest[1:end]))
        rest = rest[end:]
    if any(number > 2147483647 for number in numbers) or (rest and rest[0] not in WHITE):
        return None
    return (word, *numbers)


def read_uttt(line: str) -> Reading:
    """One digit twice, each with an optional minus, blanks between; nothing, or blanks and text."""
    at = 0
    numbers = []
    for place in range(2):
        if place:
            start = at
            while line[at : at + 1] and line[at] in WHITE:
                at += 1
            if at == start:
                return None
        end = at + (line[at : at + 1] == "-") + 1
        if line[end - 1 : end] not in tuple(DIGITS):
            return None
        numbers.append(int(line[at:end]))
        at = end
    rest = line[at:]
    if rest:
        cut = max(1, 1 + max(rest.rfind(letter) for letter in LINE_ENDS))
        if cut == len(rest) or any(letter not in WHITE for letter in rest[:cut]):
            return None
    return tuple(numbers)


def strict_json(line: str) -> Any:
    """A JSON value, None if the line is none: Python's reader without its own NaN and Infinity."""

    def refuse(word: str) -> Any:
        raise ValueError(word)

    try:
        return json.loads(line, parse_constant=refuse, parse_int=value_of)
    except (ValueError, RecursionError):
        return None


def place_in(value: Any) -> tuple[int, int] | None:
    """X and Y of a coordinate on the board."""
    if not isinstance(value, dict):
        return None
    x, y = value.get("X"), value.get("Y")
    if type(x) is not int or type(y) is not int or not (0 <= x < 10 and 0 <= y < 10):
        return None
    return x, y


def read_stratego(line: str) -> Reading:
    """A Move: two cells of the board, whether the move is legal or not."""
    value = strict_json(line)
    if not isinstance(value, dict):
        return None
    places = place_in(value.get("From")), place_in(value.get("To"))
    return None if None in places else places


def read_setup(line: str, player: int) -> Reading:
    """A SetupBoard: the eight pieces, each on a cell of its own in the player's rows."""
    value = strict_json(line)
    if not isinstance(value, dict) or not isinstance(value.get("Pieces"), list):
        return None
    ranks, places = [], []
    for piece in value["Pieces"]:
        if not isinstance(piece, dict) or not isinstance(piece.get("Rank"), str):
            return None
        place = place_in(piece.get("Position"))
        if place is None or place[1] not in ((0, 1, 2, 3), (6, 7, 8, 9))[player]:
            return None
        ranks.append(piece["Rank"])
        places.append(place)
    names = ["Bomb", "Flag", "General", "Marshal", "Miner", "Scout", "Scout", "Spy"]
    if sorted(ranks) != names or len(set(places)) != len(places):
        return None
    return tuple(zip(ranks, places, strict=True))


def stratego_moves(board: list[dict[str, Any]], player: int) -> set[tuple[Any, ...]]:
    """All legal moves on a GameState's Board, as read_stratego gives them.

    board: as `player` sees it, who knows his own ranks.
    """
    cells = {(cell["Coordinate"]["X"], cell["Coordinate"]["Y"]): cell for cell in board}
    found = set()
    for (x, y), cell in cells.items():
        if cell["Owner"] != player or cell["Rank"] in ("Bomb", "Flag"):
            continue
        reach = 9 if cell["Rank"] == "Scout" else 1
        for dx, dy in ((0, 1), (0, -1), (1, 0), (-1, 0)):
            for steps in range(1, reach + 1):
                there = (x + steps * dx, y + steps * dy)
                if there not in cells or cells[there]["IsWater"]:
                    break
                owner = cells[there]["Owner"]
                if owner != player:
                    found.add(((x, y), there))
                if owner is not None:
                    break
    return found


def first_step(rows: list[str], start: tuple[int, int], goal: tuple[int, int]) -> tuple[int, int]:
    """The cell to which a MOVE leads: breadth first, up, right, down, left, first found is kept."""

    def is_free(place: tuple[int, int]) -> bool:
        x, y = place
        return 0 <= y < len(rows) and 0 <= x < len(rows[0]) and rows[y][x] != "#"

    came: dict[tuple[int, int], tuple[int, int]] = {start: start}
    queue = [start]
    for place in queue:
        for dx, dy in ((0, -1), (1, 0), (0, 1), (-1, 0)):
            there = (place[0] + dx, place[1] + dy)
            if is_free(there) and there not in came:
                came[there] = there if place == start else came[place]
                queue.append(there)
    return came.get(goal, start)


READERS = {
    "csb": read_csb,
    "kutulu": read_kutulu,
    "olymbits": read_olymbits,
    "stratego": read_stratego,
    "tororo": read_tororo,
    "uttt": read_uttt,
}
