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
Document = dict[str, Any]


def runner_log(match: Match) -> Document:
    """Returns the content of `-l FILE`: the keys of the SDK's runner, for psyleague and cgarena."""
    outputs: Document = {"referee": [None] * len(match.turns)}
    faults = [(error["turn"], error["text"]) for error in match.extra.get("errors", [])]
    errors: Document = {"referee": by_turn(match, faults, "\n")}
    for seat in range(match.players):
        answers = ["\n".join(turn.outputs.get(seat, [])) or None for turn in match.turns]
        outputs[str(seat)], errors[str(seat)] = answers, by_turn(match, stderr_turns(match, seat))
    seats = enumerate(match.extra.get("bots", []))
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
        "agents": [{"index": seat, "agentId": seat, "name": bot["name"]} for seat, bot in seats],
        "failCause": None,
    }


def ranks_and_errors(match: Match) -> Document:
    """Returns what psyleague and cgarena read of each seat. `ranks`: 0 is the best, all are 0 in a
    draw. `errors`: 1 for a seat that was put out, else 0.
    """
    ranks, out = [rank - 1 for rank in match.result.counted], at_fault(match)
    return {"ranks": ranks, "errors": [int(seat in out) for seat in range(match.players)]}


def psyleague(match: Match) -> Document:
    """Returns the output of psyleague's `cmd_play_game`.

    player_data has only numbers, because `psyleague show` adds them up and stops at any other
    value.
    """
    about_match: Document = {"seed": int(match.seed)}
    about_player: list[Document] = [{} for _ in range(match.players)]
    for note in reported_notes(match):
        if note.seat == ABOUT_MATCH:
            about_match[note.name] = note.value
        elif not isinstance(note.value, str) and isfinite(note.value):
            about_player[note.seat][note.name] = note.value
    return {**ranks_and_errors(match), "test_data": about_match, "player_data": about_player}


def cgarena(match: Match) -> Document:
    """Returns the output of cgarena's `play_match`.

    Sums (`[PDATA+]`) appear once, with their last value.
    """
    last: dict[tuple[str, int | None, int | None], Document] = {}
    for note in reported_notes(match):
        player = None if note.seat == ABOUT_MATCH else note.seat
        turn = note.turn if note.is_marked and note.turn <= LARGEST_TURN else None
        about = {"name": note.name, "player": player, "turn": turn, "value": str(note.value)}
        last[note.name, player, turn] = about
    attributes = list(last.values())
    return {"scores": scores_of(match), **ranks_and_errors(match), "attributes": attributes}


DOCUMENTS: dict[str, Callable[[Match], Document]] = {"psyleague": psyleague, "cgarena": cgarena}
