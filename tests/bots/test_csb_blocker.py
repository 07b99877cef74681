"""The race that docs/games/csb.md links to: a blocker holds a runner until the time-out."""

from pathlib import Path

from bots.csb.rules import MAX_IDLE
from botsmith.arena.store.record import read_matches

RECORD = Path(__file__).resolve().parents[2] / "docs" / "games" / "csb_blocker.jsonl.gz"


def test_the_held_runner_is_hit_again_and_again_and_timed_out():
    (match,) = read_matches(RECORD)
    assert match.result.end == "timeout"
    assert match.result.ranks == [1, 2]
    states = [turn.state for turn in match.turns]
    assert states[-1]["timeouts"][1] < 0
    held = states[-MAX_IDLE - 1 :]  # what it takes from his last checkpoint to the end
    assert len({tuple(pod[5] for pod in state["pods"][2:]) for state in held}) == 1
    hits = [pair for state in held for _, *pair in state["collisions"] if pair in ([0, 2], [1, 3])]
    assert len(hits) >= 20
