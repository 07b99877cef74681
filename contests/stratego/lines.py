"""Writes and reads the lines of the referee of Barrage Stratego: the other side of the bot's
protocol.
"""

import json
from typing import Any

from bots.stratego.protocol import HIDDEN, NAMES, compact, coordinate
from bots.stratego.rules import (
    AREA,
    EACH,
    EMPTY,
    MAX_MOVES,
    PIECES,
    SETUP_ROWS,
    SIZE,
    SUPPLY,
    WALL,
    Game,
    battle,
    cell_at,
    clear,
    list_moves,
    place_of,
    put,
)
from botsmith.referees.answers import InvalidAnswer

LONGEST_NUMBER = 20  # characters of a number that are read
END_WORDS = (  # by the number of an end in bots/stratego/rules.py
    *("", "flag captured", "loser has no movable piece", "both sides have no movable piece"),
    *("side to move has no legal move", "turn limit"),
)
RANK_OF = {name: rank for rank, name in enumerate(NAMES) if name != HIDDEN}


def short_int(text: str) -> int:
    """Returns the number of a text of digits. A longer text than LONGEST_NUMBER is cut, to a number
    outside of the board.
    """
    return int(text[:LONGEST_NUMBER])


def no_number(word: str) -> Any:
    """Raises ValueError for NaN and Infinity, which Python's reader accepts but JSON does not
    have.
    """
    raise ValueError(word)


def parse_json(line: str, what: str) -> Any:
    """Returns the JSON value of a line. Raises InvalidAnswer for a line that is no JSON."""
    try:
        return json.loads(line, parse_int=short_int, parse_constant=no_number)
    except (ValueError, RecursionError):
        raise InvalidAnswer(f"expected {what} as JSON, got {line[:60]!r}") from None


def entry_of(value: Any, key: str, what: str) -> Any:
    """Returns value[key] of an object. Raises InvalidAnswer if there is no such entry."""
    if not isinstance(value, dict) or key not in value:
        raise InvalidAnswer(f"expected {what} with the key {key}, got {str(value)[:60]!r}")
    return value[key]


def parse_cell(value: Any, what: str) -> int:
    """Returns a coordinate as a cell. Raises InvalidAnswer if it is outside of the board."""
    x, y = entry_of(value, "X", what), entry_of(value, "Y", what)
    if type(x) is not int or type(y) is not int or not (0 <= x < SIZE and 0 <= y < SIZE):
        raise InvalidAnswer(f"expected {what} with X and Y of 0..{SIZE - 1}, got {str(value)[:60]}")
    return cell_at(x, y)


def parse_setup(line: str, player: int) -> list[tuple[int, int]]:
    """Returns (rank, cell) of the eight pieces in a SetupBoard line. Raises InvalidAnswer for a
    wrong line.
    """
    entries = entry_of(parse_json(line, "a setup"), "Pieces", "the setup")
    if not isinstance(entries, list):
        raise InvalidAnswer("expected the setup's Pieces as a list")
    pieces: list[tuple[int, int]] = []
    for entry in entries:
        name = entry_of(entry, "Rank", "a piece")
        if not isinstance(name, str) or name not in RANK_OF:
            raise InvalidAnswer(f"expected a rank's name, got {str(name)[:60]!r}")
        cell = parse_cell(entry_of(entry, "Position", "a piece"), "Position")
        if place_of(cell)[1] not in SETUP_ROWS[player]:
            raise InvalidAnswer(f"{name} at {place_of(cell)} is outside the own rows")
        if cell in (taken for _, taken in pieces):
            raise InvalidAnswer(f"two pieces at {place_of(cell)}")
        pieces.append((RANK_OF[name], cell))
    if sorted(rank for rank, _ in pieces) != sorted(SUPPLY):
        raise InvalidAnswer(f"expected the pieces {' '.join(NAMES[rank] for rank in SUPPLY)}")
    return pieces


def parse_move(line: str, game: Game) -> int:
    """Returns a Move line as a legal move. Raises InvalidAnswer for any other line."""
    value = parse_json(line, "a move")
    start = parse_cell(entry_of(value, "From", "a move"), "From")
    target = parse_cell(entry_of(value, "To", "a move"), "To")
    move = (game.board[start] - 1) * AREA + target
    if game.board[start] in (EMPTY, WALL) or move not in legal_moves(game):
        raise InvalidAnswer(f"no legal move: {place_of(start)} to {place_of(target)}")
    return move


def legal_moves(game: Game) -> list[int]:
    """Returns the legal moves of the side to move."""
    moves = [0] * MAX_MOVES
    return moves[: list_moves(game, moves)]


def make_game(pieces: list[tuple[int, int, int]]) -> Game:
    """Returns the position with these pieces (player, rank, cell), numbered by player in this
    order.
    """
    game = Game()
    clear(game)
    count = [0, 0]
    for player, rank, cell in pieces:
        put(game, player * EACH + count[player], rank, cell)
        count[player] += 1
    return game


def living(game: Game) -> list[int]:
    """Returns the pieces on the board, sorted by Y, then X."""
    pieces = [piece for piece in range(PIECES) if game.cell[piece]]
    return sorted(pieces, key=lambda piece: game.cell[piece])


def listed(game: Game) -> list[list[Any]]:
    """Returns the true position: [owner, rank, x, y] of all pieces, sorted by Y, then X."""
    pieces = living(game)
    return [[one // EACH, NAMES[game.rank[one]], *place_of(game.cell[one])] for one in pieces]


def seen_rank(game: Game, piece: int, seat: int, reveals: bool) -> str:
    """Returns the rank of a piece as the board shows it to `seat`. reveals: True if it shows all
    ranks
    """
    if piece // EACH == seat or (reveals and game.is_shown[piece]):
        return NAMES[game.rank[piece]]
    return HIDDEN


def news(game: Game, last_move: Any, battle_result: Any) -> dict[str, Any]:
    """Returns the keys of a GameState that are the same for both players. Both arguments may be
    None.
    """
    return {
        "ActivePlayer": game.to_move,
        "BattleResult": battle_result,
        "LastMove": last_move,
        "TurnNumber": game.turn,
    }


def describe_move(game: Game, move: int) -> dict[str, Any]:
    """Returns the LastMove of a legal move, before it is played."""
    return {"From": coordinate(game.cell[move // AREA]), "To": coordinate(move % AREA)}


def describe_battle(game: Game, move: int) -> dict[str, Any] | None:
    """Returns the BattleResult of a legal move, before it is played; None without a battle."""
    attacker, target = divmod(move, AREA)
    if game.board[target] == EMPTY:
        return None
    defender = game.board[target] - 1
    outcome = battle(game.rank[attacker], game.rank[defender])
    pieces = (attacker, defender)
    sides = [{"Rank": NAMES[game.rank[one]], "Player": one // EACH} for one in pieces]
    return {
        "Winner": {1: attacker // EACH, -1: defender // EACH, 0: None}[outcome],
        "Attacker": sides[0],
        "Defender": sides[1],
        "Position": coordinate(target),
    }


def format_state(game: Game, seat: int, reveals: bool, news_keys: dict[str, Any]) -> str:
    """Returns the GameState line for `seat`."""
    board = []
    for y in range(SIZE):
        for x in range(SIZE):
            there = game.board[cell_at(x, y)]
            is_free = there in (EMPTY, WALL)
            rank = None if is_free else seen_rank(game, there - 1, seat, reveals)
            owner = None if is_free else (there - 1) // EACH
            place = {"X": x, "Y": y}
            cell = {"Rank": rank, "Owner": owner, "IsWater": there == WALL, "Coordinate": place}
            board.append(cell)
    return compact({"Board": board, **news_keys})
