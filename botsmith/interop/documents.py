"""Writes the JSON that other tools read: the log of the official SDK's runner, psyleague,
cgarena.
"""

from collections.abc import Callable
from math import isfinite
from typing import Any

from botsmith.arena.matches.played import ABOUT_MATCH, reported_notes, stderr_turns
from botsmith.interop.scores import at_fault, scores_of
from botsmith.referees.base import Match
from botsmith.replay.extras import by_turn

LARGEST_TURN = 2**16 - 1  # cgarena holds turns in 16 bits


def runner_log(match: Match) -> dict[str, Any]:
    """Returns the content of `-l FILE`: the keys of the SDK's runner, for psyleague and cgarena."""
    outputs: dict[str, Any] = {"referee": [None] * len(match.turns)}
    faults = [(error["turn"], error["text"]) for error in match.extra.get("errors", [])]
    errors: dict[str, Any] = {"referee": by_turn(match, faults, "\n")}
    for seat in range(match.players):
        answers = ["\n".join(turn.outputs.get(seat, [])) or None for turn in match.turns]
        outputs[str(seat)], errors[str(seat)] = answers, by_turn(match, stderr_turns(match, seat))
    bots = match.extra.get("bots", [])
    return {
        "scores": {str(seat): score for seat, score in enumerate(scores_of(match))},
        "outputs": outputs,
        "errors": errors,
        "summaries": [match.result.end],
        "views": [],
        "tooltips": [],
        "metadata": {"game": match.game, "end": match.result.end},
        "uinput": [f"seed={match.seed}"],
        "ids": {str(seat): seat for seat in range(match.players)},
        "agents": [
            {"index": seat, "agentId": seat, "name": bot["name"]} for seat, bot in enumerate(bots)
        ],
        "failCause": None,
    }


def from_zero(match: Match) -> list[int]:
    """Returns the ranks for psyleague and cgarena: 0 is the best; all are 0 in a draw."""
    return [rank - 1 for rank in match.result.counted]


def error_flags(match: Match) -> list[int]:
    """Returns 1 for each seat that was put out, 0 for each other seat."""
    out = at_fault(match)
    return [int(seat in out) for seat in range(match.players)]


def psyleague(match: Match) -> dict[str, Any]:
    """Returns the output of psyleague's `cmd_play_game`.

    player_data has only numbers, because `psyleague show` adds them up and stops at any other
    value.
    """
    about_match: dict[str, Any] = {"seed": int(match.seed)}
    about_player: list[dict[str, Any]] = [{} for _ in range(match.players)]
    for note in reported_notes(match):
        if note.seat == ABOUT_MATCH:
            about_match[note.name] = note.value
        elif not isinstance(note.value, str) and isfinite(note.value):
            about_player[note.seat][note.name] = note.value
    return {
        "ranks": from_zero(match),
        "errors": error_flags(match),
        "test_data": about_match,
        "player_data": about_player,
    }


def cgarena(match: Match) -> dict[str, Any]:
    """Returns the output of cgarena's `play_match`.

    Sums (`[PDATA+]`) appear once, with their last value.
    """
    attributes = []
    for note in reported_notes(match):
        is_charted = note.is_marked and note.turn <= LARGEST_TURN
        attributes.append(
            {
                "name": note.name,
                "player": None if note.seat == ABOUT_MATCH else note.seat,
                "turn": note.turn if is_charted else None,
                "value": str(note.value),
            }
        )
    last = {(entry["name"], entry["player"], entry["turn"]): entry for entry in attributes}
    return {
        "scores": scores_of(match),
        "ranks": from_zero(match),
        "errors": error_flags(match),
        "attributes": list(last.values()),
    }


DOCUMENTS: dict[str, Callable[[Match], dict[str, Any]]] = {
    "psyleague": psyleague,
    "cgarena": cgarena,
}
