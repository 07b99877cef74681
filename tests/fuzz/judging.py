"""Answers put to our referees, and what the oracles of this folder say to the same lines."""

import json
from collections.abc import Callable, Sequence
from math import log10

from bots.csb.rules import BOOST, SHIELD
from bots.kutulu.protocol import ACTION_WORDS
from bots.olymbits.protocol import WORDS
from bots.stratego.protocol import NAMES
from bots.stratego.rules import place_of
from bots.tororo.protocol import KINDS, format_action
from bots.tororo.rules import CELL_MASK, CELL_SHIFT, KIND_SHIFT, SEED, WAIT
from botsmith.referees.answers import InvalidAnswer
from botsmith.referees.base import Lines, Referee
from contests.csb import lines as csb_lines
from contests.kutulu import lines as kutulu_lines
from contests.olymbits import lines as olymbits_lines
from contests.stratego import lines as stratego_lines
from contests.tororo import lines as tororo_lines
from contests.uttt.referee import OUTPUT
from tests.fuzz.oracles import (
    READERS,
    Reading,
    first_step,
    read_csb,
    read_kutulu,
    read_setup,
    read_stratego,
    read_tororo,
    read_uttt,
    stratego_moves,
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


class Bench:
    """A match in which every answer is judged twice. legal: some lines that are good now."""

    def __init__(self, referee: Referee) -> None:
        self.referee = referee
        self.read_lines: dict[int, Lines] = {}

    def begin_turn(self) -> list[int]:
        """The seats that are asked; notes what they are told."""
        seats = self.referee.seats()
        self.read_lines = {seat: self.referee.inputs(seat) for seat in seats}
        return seats

    def legal(self, seat: int) -> Sequence[str]:
        """Lines that are certainly accepted and carried out."""
        game, read = self.referee.game, self.read_lines[seat]
        if game == "uttt":
            return read[2:]
        if game == "tororo":
            return read[-int(read[5 + int(read[4])]) :]
        if game == "stratego":
            moves = sorted(stratego_moves(json.loads(read[0])["Board"], seat))
            return [
                json.dumps(
                    {
                        key: {"X": x, "Y": y}
                        for key, (x, y) in zip(("From", "To"), move, strict=True)
                    }
                )
                for move in moves
            ]
        return {
            "csb": ("8000 4500 100", "0 0 200", "16000 9000 BOOST", "-5 7 SHIELD hello"),
            "kutulu": ("WAIT", "MOVE 5 5", "PLAN", "LIGHT", "YELL", "up", "MOVE 1 1 hello"),
            "olymbits": ("UP", "DOWN", "left", "RIGHT hello"),
        }[game]

    def is_good(self, seat: int, lines: Lines) -> bool:
        """Whether the oracle lets the seat stay in the match with this answer."""
        game, read = self.referee.game, self.read_lines[seat]
        if len(lines) < self.referee.reply_lines(seat):
            return False
        if game == "csb":
            return all(read_csb(line) is not None for line in lines[:2])
        reading = READERS[game](lines[0])
        if reading is None:
            return False
        if game == "uttt":
            return f"{reading[0]} {reading[1]}" in read[2:]
        if game == "stratego":
            return reading in stratego_moves(json.loads(read[0])["Board"], seat)
        return True

    def apply(self, outputs: dict[int, Lines]) -> None:
        """Plays the turn; AssertionError if our referee judges otherwise than the oracles."""
        good = {seat: self.is_good(seat, lines) for seat, lines in outputs.items()}
        check = getattr(self, f"_check_{self.referee.game}")
        if self.referee.game == "kutulu":
            self._check_steps(outputs)
        self.referee.apply(outputs)
        for seat, lines in outputs.items():
            if lines[: self.referee.reply_lines(seat)] and not good[seat]:
                is_told = len(lines) >= self.referee.reply_lines(seat)
                assert (seat in self.referee.faults()) is is_told, "who is put out, and why"
            else:
                assert seat not in self.referee.faults()
        for reason in self.referee.faults().values():
            assert_one_line(reason)
        check(outputs, good)

    def _check_csb(self, outputs: dict[int, Lines], good: dict[int, bool]) -> None:
        bad = [seat for seat in sorted(outputs) if not good[seat]]
        if not bad:
            assert self.referee.state() is not None
            return
        word = "no_output" if len(outputs[bad[0]]) < 2 else "invalid"
        result = self.referee.result()
        assert result.end == f"{word} {bad[0]}"
        assert result.ranks == [2 if seat == bad[0] else 1 for seat in range(2)]

    def _check_kutulu(self, outputs: dict[int, Lines], good: dict[int, bool]) -> None:
        rows = self.referee.state()["p"]
        for seat in outputs:
            assert good[seat] or (rows[seat][5:] == [0, -1] and rows[seat][2] == 0)
            assert not good[seat] or rows[seat][6] != -1

    def _check_steps(self, outputs: dict[int, Lines]) -> None:
        """What an explorer does, read off the action that the turn is played with."""
        rows = self.referee.config["rows"]
        ways = {(0, -1): "UP", (1, 0): "RIGHT", (0, 1): "DOWN", (-1, 0): "LEFT", (0, 0): "WAIT"}
        for seat, lines in outputs.items():
            action = self.referee._read_action(seat, lines)  # type: ignore[attr-defined]
            reading = read_kutulu(lines[0]) if lines else None
            if reading is not None and reading[0] == "MOVE":
                x, y = map(int, self.read_lines[seat][1].split()[2:4])
                there = first_step(rows, (x, y), (reading[1], reading[2]))
                reading = (ways[there[0] - x, there[1] - y],)
            assert reading == (None if action is None else (ACTION_WORDS[action],))

    def _check_olymbits(self, outputs: dict[int, Lines], good: dict[int, bool]) -> None:
        left = [seat for seat in outputs if good[seat]]
        assert self.referee.seats() == left
        assert not (len(left) < 2 and not self.referee.over)

    def _check_tororo(self, outputs: dict[int, Lines], good: dict[int, bool]) -> None:
        played = self.referee.played  # type: ignore[attr-defined]
        for seat, lines in outputs.items():
            reading = read_tororo(lines[0]) if lines else None
            line = "WAIT" if reading is None else " ".join(map(str, reading))
            wanted = line if line in self.legal(seat) else "WAIT"
            assert format_action(played[seat]) == wanted
        out = [f"player {seat}" for seat in sorted(outputs) if not good[seat]]
        if out:
            assert self.referee.result().end == f"eliminated: {', '.join(out)}"
        else:
            assert not self.referee.over or self.referee.result().end == "24 days played"

    def _check_uttt(self, outputs: dict[int, Lines], good: dict[int, bool]) -> None:
        ((seat, lines),) = outputs.items()
        if good[seat]:
            assert self.referee.last == read_uttt(lines[0])  # type: ignore[attr-defined]
            return
        readable = bool(lines) and read_uttt(lines[0]) is not None
        word = "invalid action" if readable else "invalid output" if lines else "timeout"
        result = self.referee.result()
        assert (result.end, result.scores[seat]) == (word, -1.0)

    def _check_stratego(self, outputs: dict[int, Lines], good: dict[int, bool]) -> None:
        ((seat, lines),) = outputs.items()
        if good[seat]:
            read = json.loads(self.referee.closing(seat)[0])["LastMove"]
            move = tuple((read[key]["X"], read[key]["Y"]) for key in ("From", "To"))
            assert move == read_stratego(lines[0])
            return
        result = self.referee.result()
        assert result.end == ("invalid move" if lines else "timeout")
        assert result.ranks == [1 + (place == seat) for place in range(2)]


def check_opening(referee: Referee, outputs: dict[int, Lines]) -> None:
    """The setups of stratego: who is out before the first turn."""
    referee.open(outputs)
    ends = {}
    for seat in range(2):
        lines = outputs.get(seat, [])
        if len(lines) < 2:
            ends[seat] = "timeout"
        elif lines[0].strip() != "bot-start" or read_setup(lines[1], seat) is None:
            ends[seat] = "invalid setup"
    assert referee.over is bool(ends)
    if ends:
        result = referee.result()
        assert result.end == ends[min(ends)]
        ranks = [1, 1] if len(ends) == 2 else [1 + (seat in ends) for seat in range(2)]
        assert result.ranks == ranks
    for reason in referee.faults().values():
        assert_one_line(reason)
