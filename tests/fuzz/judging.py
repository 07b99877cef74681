"""Answers put to our referees' parsers, and what the oracles here say to the same lines."""

from collections.abc import Callable
from math import log10

from bots.csb.rules import BOOST, SHIELD
from bots.kutulu.protocol import ACTION_WORDS
from bots.olymbits.protocol import WORDS
from bots.stratego.protocol import NAMES
from bots.stratego.rules import place_of
from bots.tororo.protocol import KINDS
from bots.tororo.rules import CELL_MASK, CELL_SHIFT, KIND_SHIFT, SEED, WAIT
from botsmith.referees.answers import InvalidAnswer
from contests.csb import lines as csb_lines
from contests.kutulu import lines as kutulu_lines
from contests.olymbits import lines as olymbits_lines
from contests.stratego import lines as stratego_lines
from contests.tororo import lines as tororo_lines
from contests.uttt.referee import OUTPUT
from tests.fuzz.oracles import (
    READERS,
    Reading,
)

MOST_DIGITS = 300  # of a coordinate of csb: a longer one only gives a direction
CELLS, NOWHERE = 37, 63  # of tororo


def csb_order(line: str) -> Reading:
    order = csb_lines.parse_order(line)
    word: object = {BOOST: "BOOST", SHIELD: "SHIELD"}.get(order.kind, order.thrust)
    return order.x, order.y, word


def kutulu_order(line: str) -> Reading:
    order = kutulu_lines.parse_order(line)
    return ("MOVE", order.x, order.y) if order.action < 0 else (ACTION_WORDS[order.action],)


def tororo_action(line: str) -> Reading:
    action = tororo_lines.parse_answer(line)
    kind = action >> KIND_SHIFT
    cells = (action >> CELL_SHIFT & CELL_MASK, action & CELL_MASK)
    return (KINDS[kind], *cells[: 0 if action == WAIT else 2 if kind == SEED else 1])


def uttt_place(line: str) -> Reading:
    found = OUTPUT.fullmatch(line)
    return None if found is None else (int(found[1]), int(found[2]))


def stratego_cells(line: str) -> Reading:
    value = stratego_lines.parse_json(line, "a move")
    cells = [
        stratego_lines.parse_cell(stratego_lines.entry_of(value, key, "a move"), key)
        for key in ("From", "To")
    ]
    return tuple(place_of(cell) for cell in cells)


OURS: dict[str, Callable[[str], Reading]] = {
    "csb": csb_order,
    "kutulu": kutulu_order,
    "olymbits": lambda line: (WORDS[olymbits_lines.parse_answer(line)],),
    "stratego": stratego_cells,
    "tororo": tororo_action,
    "uttt": uttt_place,
}


def our_reading(game: str, line: str) -> Reading:
    """How our referee reads a line, None if it refuses it."""
    try:
        return OURS[game](line)
    except InvalidAnswer as refusal:
        assert_one_line(str(refusal))
        return None


def our_setup(line: str, player: int) -> Reading:
    """How our referee reads a setup of stratego, None if it refuses it."""
    try:
        pieces = stratego_lines.parse_setup(line, player)
    except InvalidAnswer as refusal:
        assert_one_line(str(refusal))
        return None
    return tuple((NAMES[rank], place_of(cell)) for rank, cell in pieces)


def assert_one_line(text: str) -> None:
    """A reason that fits a table: no line's end, not endless, and it can be encoded."""
    assert text and text.isprintable() and len(text) < 900, repr(text)


def wanted_reading(game: str, line: str) -> Reading:
    """The oracle's reading in the form of ours."""
    reading = READERS[game](line)
    if reading is not None and game == "tororo":
        return (reading[0], *(cell if cell < CELLS else NOWHERE for cell in reading[1:]))
    if reading is not None and game == "csb":
        return (*same_direction(*reading[:2]), reading[2])
    return reading


def same_direction(x: int, y: int) -> tuple[int, int]:
    """Both divided by the power of ten that leaves the larger one MOST_DIGITS digits."""
    largest = max(abs(x), abs(y))
    power = 10 ** max(0, int((largest.bit_length() - 1) * log10(2)) - MOST_DIGITS)
    while largest // power >= 10**MOST_DIGITS:
        power *= 10
    return tuple((abs(n) // power) * (-1 if n < 0 else 1) for n in (x, y))
