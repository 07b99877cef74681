"""What YELLs did in recorded matches of Code of Kutulu: who was caught, spooked, killed.

    python -m botsmith play kutulu kutulu planner planner planner --record F.jsonl.gz
    python benchmarks/kutulu_yells.py F.jsonl.gz

A YELL holds its victim in its own turn and in the next one. A victim who loses more in such a turn
than being alone costs at most was spooked; if he is out after it, the YELL has killed. One line for
each killed victim, then for each bot: victims caught, spooked and killed by its YELLs.
"""

import argparse
import sys
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from bots.kutulu.protocol import EFFECT_YELL  # noqa: E402
from botsmith.arena.record import read_matches  # noqa: E402
from botsmith.errors import BadInput  # noqa: E402
from botsmith.referees.base import Match  # noqa: E402
from contests.kutulu.referee import EFFECT_NUMBERS  # noqa: E402

SANITY, IN_PLAY, SCORE = 2, 5, 6  # indices in a row of a state's `p`
KIND, CASTER, VICTIM = 0, 2, 3  # indices in a row of a state's `e`
YELL = EFFECT_NUMBERS[EFFECT_YELL]
HELD = 2  # turns that a YELL holds its victim
ALONE = 6  # the most sanity that a turn without a spook costs


@dataclass(frozen=True)
class Caught:
    """A victim of a YELL. turn: of the YELL. sanity: the victim's before it."""

    turn: int
    yeller: int
    victim: int
    sanity: int
    is_spooked: bool
    is_killed: bool


def caught(match: Match) -> Iterator[Caught]:
    """All victims in order. The rules allow each pair of yeller and victim once a match."""
    states = [turn.state for turn in match.turns if turn.state is not None]
    known = set()
    for turn, state in enumerate(states[1:], start=1):
        for effect in state["e"]:
            pair = effect[CASTER], effect[VICTIM]
            if effect[KIND] != YELL or pair in known:
                continue
            known.add(pair)
            yeller, victim = pair
            rows = [each["p"][victim] for each in states[turn - 1 : turn + HELD]]
            spooked = [
                after for before, after in pairwise(rows) if before[SANITY] - after[SANITY] > ALONE
            ]
            is_killed = any(not row[IN_PLAY] and row[SCORE] >= 0 for row in spooked)  # below: fault
            yield Caught(turn, yeller, victim, rows[0][SANITY], bool(spooked), is_killed)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("file", type=Path)
    options = parser.parse_args()
    counts: dict[str, list[int]] = defaultdict(lambda: [0, 0, 0])
    for number, match in enumerate(read_matches(options.file)):
        names = [bot["name"] for bot in match.extra.get("bots", [])] or ["player"] * 4
        for row in caught(match):
            count = counts[names[row.yeller]]
            count[0] += 1
            count[1] += row.is_spooked
            count[2] += row.is_killed
            if row.is_killed:
                yeller, victim = (f"{names[seat]} {seat}" for seat in (row.yeller, row.victim))
                print(
                    f"match {number}, seed {match.seed}, turn {row.turn}: {yeller} yells, "
                    f"{victim} with {row.sanity} sanity is held, spooked and out"
                )
    for name, (all_caught, spooked, killed) in counts.items():
        print(f"{name}: {all_caught} caught, {spooked} of them spooked, {killed} out")


if __name__ == "__main__":
    try:
        main()
    except (BadInput, OSError) as error:
        sys.exit(str(error))
