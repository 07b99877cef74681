"""Checks rule cases of Barrage Stratego."""

from json import dumps
from typing import Any

from bots.stratego.protocol import NAMES
from bots.stratego.rules import DRAW, EACH, Game, cell_at, place_of, play
from botsmith.errors import BadInput
from botsmith.referees.answers import InvalidAnswer
from botsmith.referees.base import Case
from contests.stratego import lines as stratego_lines

PLAYED = ("battle", "move", "end", "end_blocked", "view")


def check(value: Any) -> Case:
    """Returns the case of a value of cases.jsonl, with the first difference from our rules. Raises
    BadInput for a wrong value.
    """
    try:
        name, kind, expected = str(value["id"]), value["kind"], value["expect"]
        if kind not in (*PLAYED, "setup"):
            raise BadInput(f"stratego case {name}: expected kind {' '.join(PLAYED)} or setup")
        got = outcome_of(value)
    except (KeyError, TypeError, ValueError, InvalidAnswer) as error:
        raise BadInput(f"expected a match or a case of stratego: {error!r}") from None
    wrong = {key: item for key, item in expected.items() if key != "why" and got.get(key) != item}
    if not wrong:
        return Case(name, None)
    return Case(name, f"expected {wrong}, got { {key: got.get(key) for key in wrong} }")


def outcome_of(value: Any) -> dict[str, Any]:
    """Returns the results, by key, that a case can expect of its setup or its move."""
    ranks = stratego_lines.RANK_OF
    try:
        if value["kind"] == "setup":
            stratego_lines.parse_setup(dumps(value["setup"]), value["you"])
            return {"legal": True}
        pieces = [(owner, ranks[name], cell_at(x, y)) for owner, name, x, y in value["pieces"]]
        game = stratego_lines.make_game(pieces)
        game.to_move = value["active"]
        move = stratego_lines.parse_move(dumps(value["move"]), game)
    except InvalidAnswer:
        return {"legal": False}
    battle = stratego_lines.describe_battle(game, move)
    play(game, move)
    winner = None if game.winner == DRAW else game.winner
    over = {"winner": winner, "reason": stratego_lines.END_WORDS[game.end]}
    return {
        "legal": True,
        "battle": {"winner": battle["Winner"]} if battle else None,
        "game_over": over if game.end else None,
        "pieces_after": stratego_lines.listed(game),
        "your_knowledge_after": knowledge(game, value.get("you", 0)),
    }


def knowledge(game: Game, player: int) -> list[dict[str, Any]]:
    """Returns a player's knowledge of rival pieces that are known or have moved, sorted by Y, then
    X.
    """
    rows = []
    for piece in stratego_lines.living(game):
        if piece // EACH != player and (game.is_shown[piece] or game.has_moved[piece]):
            x, y = place_of(game.cell[piece])
            row: dict[str, Any] = {"X": x, "Y": y, "rank": None, "cannot_be": ["Flag", "Bomb"]}
            if game.is_shown[piece]:
                row = {"X": x, "Y": y, "rank": NAMES[game.rank[piece]]}
            rows.append({**row, "moved": game.has_moved[piece]})
    return rows
