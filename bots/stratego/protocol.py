"""The lines that a Barrage Stratego bot reads and writes: JSON, one object a line."""

import json
from typing import Any, NamedTuple

from bots.stratego.rules import (
    LAKE_ROWS,
    LAKES,
    PLAYERS,
    SIZE,
    SUPPLY,
    cell_at,
    place_of,
)
from common.stdio import UnreadableInput, report

START = "bot-start"  # printed once, when the bot is ready
HIDDEN = "?"
NAMES = (HIDDEN, "Spy", "Scout", "Miner", "General", "Marshal", "Bomb", "Flag")  # by rank
INIT_KEYS = ("You", "AvailablePieces")
STATE_KEYS = ("Board", "ActivePlayer", "BattleResult", "LastMove", "TurnNumber")
CELL_KEYS = ("Rank", "Owner", "IsWater", "Coordinate")
BATTLE_KEYS = ("Winner", "Attacker", "Defender", "Position")


class Turn(NamedTuple):
    """A GameState.

    pieces: cell -> (rank, owner)
    active: the player to move
    move: start and target, None at the start
    battle: ranks of attacker and defender, None without one
    """

    pieces: dict[int, tuple[int, int]]
    active: int
    turn: int
    move: tuple[int, int] | None
    battle: tuple[int, int] | None


class Parser:
    """Reads a bot's lines; reports each unknown key once.

    All methods raise UnreadableInput, with the line's number, `what` and the expected form.
    """

    def __init__(self) -> None:
        self.unknown: set[str] = set()
        self.where = ""

    def _fail(self, expected: str, got: object) -> UnreadableInput:
        is_plain = isinstance(got, str) and got.isprintable()
        text = str(got) if is_plain else json.dumps(got)
        return UnreadableInput(self.where + ": expected " + expected + ", got " + text[:60])

    def _object(self, value: Any, what: str, keys: tuple[str, ...]) -> list[Any]:
        """Returns the values of `keys` in an object, which must have them all."""
        if not isinstance(value, dict):
            raise self._fail(what + " as an object", value)
        for key in keys:
            if key not in value:
                raise self._fail(what + " with the key " + key, value)
        for key in value.keys() - set(keys) - self.unknown:
            self.unknown.add(key)
            report(f"{self.where}: {what} has an unknown key {key[:40]!r}, which is ignored")
        return [value[key] for key in keys]

    def _number(self, value: Any, what: str, end: int) -> int:
        if type(value) is not int or not 0 <= value < end:
            raise self._fail(what + " as a number of 0.." + str(end - 1), value)
        return value

    def _rank(self, value: Any, what: str) -> int:
        if value not in NAMES:
            raise self._fail(what + " as a rank's name", value)
        return NAMES.index(value)

    def _cell(self, value: Any, what: str) -> int:
        x, y = self._object(value, what, ("X", "Y"))
        x = self._number(x, what + "'s X", SIZE)
        return cell_at(x, self._number(y, what + "'s Y", SIZE))

    def _side(self, value: Any) -> int:
        """Returns the rank of one side of a battle."""
        return self._rank(self._object(value, "a side", ("Rank", "Player"))[0], "Rank")

    def _json(self, text: str, number: int, what: str, keys: tuple[str, ...]) -> list[Any]:
        self.where = "line " + str(number)
        try:
            value = json.loads(text)
        except (ValueError, RecursionError):
            raise self._fail(what + " as JSON", text) from None
        return self._object(value, what, keys)

    def parse_init(self, text: str, number: int) -> int:
        """Returns the own seat from a GameInit line."""
        me, pieces = self._json(text, number, "GameInit", INIT_KEYS)
        wanted = sorted(NAMES[rank] for rank in SUPPLY)
        if not isinstance(pieces, list) or sorted(map(str, pieces)) != wanted:
            raise self._fail("AvailablePieces " + " ".join(wanted), pieces)
        return self._number(me, "You", PLAYERS)

    def parse_state(self, text: str, number: int) -> Turn:
        """Reads a GameState line."""
        board, active, fight, last, turn = self._json(text, number, "GameState", STATE_KEYS)
        if not isinstance(board, list) or len(board) != SIZE * SIZE:
            got = f"{len(board)} cells" if isinstance(board, list) else board
            raise self._fail("a Board of " + str(SIZE * SIZE) + " cells", got)
        pieces = dict(piece for entry in board for piece in self._piece(entry))
        move = battle = None
        if last is not None:
            start, target = self._object(last, "LastMove", ("From", "To"))
            move = self._cell(start, "From"), self._cell(target, "To")
        if fight is not None:
            _, attacker, defender, _ = self._object(fight, "BattleResult", BATTLE_KEYS)
            battle = self._side(attacker), self._side(defender)
        active = self._number(active, "ActivePlayer", PLAYERS)
        return Turn(pieces, active, self._number(turn, "turn", 1 << 40), move, battle)

    def _piece(self, entry: Any) -> list[tuple[int, tuple[int, int]]]:
        """Returns [(cell, (rank, owner))] of one entry of a Board, [] for a free cell."""
        rank, owner, _, cell = self._object(entry, "a cell", CELL_KEYS)
        cell = self._cell(cell, "Coordinate")
        if rank is None and owner is None:
            return []
        x, y = place_of(cell)
        if x in LAKES and y in LAKE_ROWS:
            raise self._fail("no piece in the water", entry)
        owner = self._number(owner, "Owner", PLAYERS)
        return [(cell, (self._rank(rank, "Rank"), owner))]


def coordinate(cell: int) -> dict[str, int]:
    """Returns a cell in the form of the protocol."""
    x, y = place_of(cell)
    return {"X": x, "Y": y}


def compact(value: object) -> str:
    """Returns JSON without blanks."""
    return json.dumps(value, separators=(",", ":"))


def format_setup(pieces: list[tuple[int, int]]) -> str:
    """Returns the SetupBoard line for (rank, cell) pairs."""
    rows = [{"Rank": NAMES[rank], "Position": coordinate(cell)} for rank, cell in pieces]
    return compact({"Pieces": rows})


def format_move(start: int, target: int) -> str:
    """Returns the Move line from one cell to another."""
    return compact({"From": coordinate(start), "To": coordinate(target)})
