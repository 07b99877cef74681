"""Converts a record to the site's form.

Parts that the form lacks are left out: the bots' hashes, times, engines, time rule and rotation,
and the arena's texts about faults.
"""

from typing import Any

from botsmith.arena.matches.played import stderr_turns
from botsmith.referees.base import Lines, Match
from botsmith.referees.shapes import seats_from_json
from botsmith.referees.verify import open_as_recorded, rebuilt, recorded_answers
from botsmith.replay.extras import by_turn, check_extras, names
from botsmith.site.contests import contest_for
from botsmith.site.form import NOBODY, OUT, SITE

WORDS = {  # the referee's, by fault
    "timeout": "Timeout: the program did not provide its output lines in due time.",
    "invalid": "invalid input.",
}


def site_json(match: Match) -> dict[str, Any]:
    """Returns a recorded match in the site's form. Raises BadInput if the record cannot be played
    again.
    """
    contest = contest_for(match.game)
    referee = rebuilt(match)
    check_extras(match)
    stderr = [by_turn(match, stderr_turns(match, seat)) for seat in range(match.players)]
    errors = match.extra.get("errors", [])
    faults = {(error.get("turn"), error.get("seat")): error for error in errors}
    frames = [{**frame(NOBODY, [], "", {}), "view": contest.first_view(referee)}]
    opened = match.extra.get("init_out", {})
    for seat in range(match.players):
        lines = opened.get(str(seat), [])
        frames += [frame(seat, [line], "", {}) for line in lines]
    open_as_recorded(referee, match)
    for number, turn in enumerate(match.turns):
        referee.apply(recorded_answers(referee, turn, number))
        for seat, lines in turn.outputs.items():
            words = stderr[seat][number] or ""
            frames.append(frame(seat, lines, words, faults.get((number, seat), {})))
        reported = turn.extra.get(SITE)
        reported = reported if isinstance(reported, dict) else {}
        behind = seats_from_json(reported.get(OUT, {}), f"turn {number}, {SITE}, {OUT}")
        for seat in sorted(behind.keys() - turn.outputs.keys()):  # asked by the site alone
            frames.append(frame(seat, behind[seat], "", faults.get((number, seat), {})))
        frames[-1].update(keyframe=True, view=contest.view(referee, reported))
    return {
        "frames": frames,
        "refereeInput": "".join(f"{key}={text}\n" for key, text in contest.keys(match).items()),
        "scores": contest.site_scores(match),
        "ranks": [rank - 1 for rank in match.result.ranks],
        "agents": [
            {"index": seat, "agentId": seat, "valid": True, "codingamer": {"pseudo": name}}
            for seat, name in enumerate(names(match))
        ],
    }


def frame(seat: int, lines: Lines, stderr: str, fault: dict[str, Any]) -> dict[str, Any]:
    """Returns one entry of `frames` for a seat's answer."""
    found: dict[str, Any] = {"agentId": seat, "gameInformation": "", "view": "", "keyframe": False}
    if lines:
        found["stdout"] = "".join(f"{line}\n" for line in lines)
    if stderr:
        found["stderr"] = stderr
    if fault.get("fault") in WORDS:
        found["gameInformation"] = WORDS[fault["fault"]]
    elif fault:
        found["error"] = {"message": fault["text"], "stacktrace": []}
    return found
