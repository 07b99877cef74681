"""Checks pieces of races on the site, which our rules must repeat to the last bit.

A piece is some turns from a given state: a JSON object with `checkpoints`, `first_turn`, `pods`
(the state before it) and `turns`; tests/golden/csb/README.md describes it.
"""

from typing import Any

from bots.csb.rules import MAX_IDLE, PLAYERS
from botsmith.errors import BadInput
from botsmith.referees.base import Case
from contests.csb import lines as csb_lines
from contests.csb.referee import CsbReferee
from contests.csb.states import are_same_hits

HIT_TIME_SLACK = 1e-9  # turns
# Numbers of a pod: x y vx vy heading next; before the first turn shield, boosted may follow.
ROW = 6


def piece_case(value: Any) -> Case:
    """Returns the case of a piece. Raises BadInput if the value is no piece."""
    try:
        first, turns = int(value["first_turn"]), value["turns"]
        name = f"piece of {value.get('source', 'a race')}, turns {first}-{first + len(turns) - 1}"
        points = value["checkpoints"]
        referee = CsbReferee({"checkpoints": points})
        referee.race.turn = first
        for pod, row in zip(referee.race.pods, value["pods"], strict=True):
            *numbers, heading, goal, shield, boosted = row if len(row) > ROW else [*row, 0, 0]
            pod.x, pod.y, pod.vx, pod.vy = map(float, numbers)
            pod.heading = 0.0 if heading is None else float(heading)
            if not 0 <= int(goal) < len(points):
                raise ValueError(f"next {goal!r}, expected 0..{len(points) - 1}")
            pod.passed = int(goal) or len(points)  # the lap is not known: 0 ends the first of three
            pod.shield, pod.boosted = int(shield), boosted == 1
        referee.has_heading = [row[4] is not None for row in value["pods"]]
        return Case(name, _difference(referee, first, turns))
    except (AttributeError, BadInput, IndexError, KeyError, TypeError, ValueError) as error:
        what = "expected a piece of a race: checkpoints, first_turn, pods and turns"
        raise BadInput(f"csb: {what}: {error!r}") from None


def _difference(referee: CsbReferee, first: int, turns: Any) -> str | None:
    """Returns the first difference between our rules and a piece. Raises ValueError for a wrong
    turn.
    """
    is_known = [first == 0] * PLAYERS  # True once a player's counter follows from the piece
    for number, turn in enumerate(turns, first):
        referee.play([csb_lines.parse_order(line) for line in turn["orders"]])
        ours = referee.site_state({})
        for index, (expected, got) in enumerate(zip(turn["pods"], ours["pods"], strict=True)):
            if list(expected) != got:
                return f"turn {number}, pod {index}: expected {expected}, got {got}"
        if not are_same_hits(turn["collisions"], ours["collisions"], HIT_TIME_SLACK):
            expected, got = turn["collisions"], ours["collisions"]
            return f"turn {number}, collisions: expected {expected}, got {got}"
        for player in range(PLAYERS):
            is_known[player] |= referee.race.idle[player] == 0
            if "timeouts" in turn and not is_known[player]:
                is_known[player] = True
                referee.race.idle[player] = MAX_IDLE - int(turn["timeouts"][player])
        got = [MAX_IDLE - referee.race.idle[player] for player in range(PLAYERS)]
        if turn.get("timeouts", got) != got:
            return f"turn {number}, timeouts: expected {turn['timeouts']}, got {got}"
    return None
