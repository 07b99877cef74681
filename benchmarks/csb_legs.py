"""How long runners take from checkpoint to checkpoint in recorded races: what blockers are worth.

    python -m botsmith play csb csb coast --games 20 --iterations 4000 --record F.jsonl.gz
    python benchmarks/csb_legs.py F.jsonl.gz

A player's leg ends when one of his pods has passed more checkpoints than either had before. Prints
for each race and player the mean of his legs in turns; the longest one, with the turn it began in
and the contacts between the pod that ended it and the rival's pods; the lowest value of his
time-out counter. Below, by bot, the means over all races.
"""

import argparse
import sys
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from bots.csb.rules import PLAYERS, PODS, PODS_EACH  # noqa: E402
from botsmith.arena.record import read_matches  # noqa: E402
from botsmith.errors import BadInput  # noqa: E402
from botsmith.referees.base import Match  # noqa: E402

PASSED = 5  # index of the checkpoints passed in a row of a state's `pods`


@dataclass(frozen=True)
class Leg:
    """A player's way to a checkpoint. contacts: of the pod that ended it with the rival's pods."""

    turns: int
    begins: int
    contacts: int


def legs_of(match: Match, player: int) -> list[Leg]:
    """All legs of a player, the last one unfinished unless he has won."""
    own = range(player * PODS_EACH, (player + 1) * PODS_EACH)
    contacts = [0] * PODS
    begins, most = 0, 1
    legs = []
    states = [turn.state for turn in match.turns if turn.state is not None]
    for turn, state in enumerate(states, start=1):
        for _, first, second in state["collisions"]:
            if first // PODS_EACH != second // PODS_EACH:
                contacts[first] += 1
                contacts[second] += 1
        ahead = max(own, key=lambda pod: state["pods"][pod][PASSED])
        if state["pods"][ahead][PASSED] > most or turn == len(states):
            legs.append(Leg(turn - begins, begins, contacts[ahead]))
            begins, most = turn, state["pods"][ahead][PASSED]
            contacts = [0] * PODS
    return legs


def tell(name: str, legs: list[Leg], counter: int) -> None:
    """Prints the line of a player."""
    worst = max(legs, key=lambda leg: leg.turns)
    print(
        f"  {name}: {len(legs)} legs, mean {sum(leg.turns for leg in legs) / len(legs):.1f}, "
        f"longest {worst.turns} from turn {worst.begins} on with {worst.contacts} contacts, "
        f"counter down to {counter}"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("file", type=Path)
    options = parser.parse_args()
    turns: dict[str, list[int]] = defaultdict(list)
    longest: dict[str, list[int]] = defaultdict(list)
    for number, match in enumerate(read_matches(options.file)):
        print(f"match {number}, seed {match.seed}: {match.result.end}, ranks {match.result.ranks}")
        names = [bot["name"] for bot in match.extra.get("bots", [])]
        names = [f"{name} {seat}" for seat, name in enumerate(names or ["player"] * PLAYERS)]
        for player, name in enumerate(names):
            legs = legs_of(match, player)
            if legs:
                counters = [turn.state["timeouts"][player] for turn in match.turns if turn.state]
                tell(name, legs, min(counters))
                turns[name[:-2]] += [leg.turns for leg in legs]
                longest[name[:-2]].append(max(leg.turns for leg in legs))
    for name, all_turns in turns.items():
        mean = sum(all_turns) / len(all_turns)
        most = sum(longest[name]) / len(longest[name])
        print(f"{name}: {len(all_turns)} legs, mean {mean:.1f}; the longest of a race {most:.1f}")


if __name__ == "__main__":
    try:
        main()
    except (BadInput, OSError) as error:
        sys.exit(str(error))
