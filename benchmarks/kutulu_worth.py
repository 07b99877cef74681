"""What an explorer of Kutulu has, in points of sanity: matches played on with it and without it.

    python benchmarks/kutulu_worth.py [--positions N] [--repeats R] [--bot BOT] [--seed S]

BOT    as for kutulu_duels.py, in all four seats

    python benchmarks/kutulu_worth.py --positions 300 --bot bot@400

A position is a world before turn FIRST to LAST of a match, with all explorers in it. One of them,
who has more than LESS points and a PLAN and counts as having yelled at nobody, loses one of THINGS.
The match is played to its end R times with it and R times without it, with the same draws. Prints
what each of THINGS costs in duels (who outlives whom), with its 95 % interval, and in points: LESS
for what costs as much as LESS points do.
"""

import argparse
import random
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from statistics import fmean, stdev
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from botsmith import setup  # noqa: E402

if __name__ == "__main__":
    setup.enter()

from benchmarks.kutulu_duels import STRIDE, Entrant, Matches, entrant_of, rank_of  # noqa: E402
from bots.kutulu.paths import PLAYERS  # noqa: E402
from bots.kutulu.rules import World  # noqa: E402
from botsmith.errors import BadInput  # noqa: E402

LESS = 20
FIRST, LAST = 3, 70
SANITY, PLAN, YELL, YELLS = f"{LESS} points", "a PLAN", "a YELL at one", "the YELLs at all"
THINGS = SANITY, PLAN, YELL, YELLS


def take(world: World, me: int, thing: str) -> None:
    """Takes one of THINGS from an explorer; "" takes nothing."""
    player = world.players[me]
    for other in range(PLAYERS):
        is_gone = thing == YELLS or thing == YELL and other == (me + 1) % PLAYERS
        player.yelled_at[other] = is_gone and other != me
    player.sanity -= LESS * (thing == SANITY)
    player.plans -= thing == PLAN


def duels(scores: Sequence[int], me: int) -> float:
    """The share of the others whom an explorer outlives; half for a tie."""
    return (PLAYERS - rank_of(scores, me)) / (PLAYERS - 1)


def costs_at(
    matches: Matches, bots: Sequence[Entrant], seed: int, repeats: int
) -> dict[str, float]:
    """What each of THINGS costs in duels at a position of the match of this seed; {} at none."""
    drawn = random.Random(seed)
    me = drawn.randrange(PLAYERS)
    matches.load_match(seed)
    matches.play_on(seed, bots, drawn.randint(FIRST, LAST))
    world = matches.engine.memory.world
    player = world.players[me]
    if world.living < PLAYERS or player.sanity <= LESS or player.plans == 0:
        return {}
    kept = matches.kept("world")
    shares = {}
    for thing in ("", *THINGS):
        results = []
        for repeat in range(repeats):
            matches.engine.write([kept])
            take(world, me, thing)
            results.append(duels(matches.play_on(seed + 1 + repeat, bots), me))
        shares[thing] = fmean(results)
    return {thing: shares[""] - shares[thing] for thing in THINGS}


def report(costs: Sequence[dict[str, float]]) -> list[dict[str, Any]]:
    """The rows of the table. points: None where LESS points cost nothing."""
    measure = fmean(row[SANITY] for row in costs)
    rows = []
    for thing in THINGS:
        found = [row[thing] for row in costs]
        row: dict[str, Any] = {"thing": thing, "duels": fmean(found)}
        row["error"] = 1.96 * stdev(found) / len(found) ** 0.5
        row["points"] = LESS * fmean(found) / measure if measure > 0.0 else None
        rows.append(row)
    return rows


def main(words: list[str]) -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--positions", type=int, default=100)
    parser.add_argument("--repeats", type=int, default=6)
    parser.add_argument("--bot", default="bot@400")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args(words)
    for name, least in (("positions", 2), ("repeats", 1)):
        if getattr(options, name) < least:
            raise BadInput(f"--{name}: expected {least} or more")
    bots = [entrant_of(options.bot) for _ in range(PLAYERS)]
    costs: list[dict[str, float]] = []
    seed = options.seed
    with tempfile.TemporaryDirectory() as folder:
        matches = Matches(folder)
        while len(costs) < options.positions:
            found = costs_at(matches, bots, seed, options.repeats)
            costs += [found] if found else []
            seed += STRIDE
    print(f"{options.positions} positions of four {options.bot}, every {STRIDE}th seed")
    for row in report(costs):
        points = "-" if row["points"] is None else f"{row['points']:.0f}"
        cost = f"{100 * row['duels']:5.1f} +- {100 * row['error']:.1f} % of duels"
        print(f"  {row['thing']:18} {cost}, {points} points")


if __name__ == "__main__":
    try:
        main(sys.argv[1:])
    except BadInput as error:
        sys.exit(f"kutulu_worth: {error}")
